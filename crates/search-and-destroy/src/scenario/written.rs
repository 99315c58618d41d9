//! How a scenario is read and written: as it is derived, but for what the first saved games do not say.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use tabletop::fields::{Counted, Fields};

use super::Scenario;

/// Fields that the first saved games do not have.
const SINCE_THE_FIRST: usize = 5;
/// Fields that the saved games do not have that know how far a commander leads.
const SINCE_THE_SECOND: usize = 4;
/// Fields that the saved games do not have that know rulings SD-A64 to SD-A70.
const SINCE_THE_THIRD: usize = 1;

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = Fields::default();
        let mut scenario = Self::deserialize(Counted::new(deserializer, &mut written))?;
        // A saved game writes every field there was in its day, and its journal has the dice of that day.
        let missing = written.known - written.found;
        scenario.commander_at_any_distance |= missing == SINCE_THE_FIRST;
        scenario.earlier_rulings |= missing == SINCE_THE_FIRST || missing == SINCE_THE_SECOND;
        scenario.helicopters_from_the_start |= matches!(missing, SINCE_THE_FIRST | SINCE_THE_SECOND | SINCE_THE_THIRD);
        Ok(scenario)
    }
}
