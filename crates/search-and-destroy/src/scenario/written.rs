//! How a scenario is read and written: as it is derived, but for what the first saved games do not say.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use tabletop::fields::{Counted, Fields};

use super::Scenario;

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = Fields::default();
        let mut scenario = Self::deserialize(Counted::new(deserializer, &mut written))?;
        // A saved game writes every field. One that writes all but one is older than that one, and its journal has the dice
        // of its day.
        scenario.commander_at_any_distance |= written.found + 1 == written.known;
        Ok(scenario)
    }
}
