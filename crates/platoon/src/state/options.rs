//! What a scenario may switch.

use serde::{Deserialize, Deserializer, Serialize};

/// What a scenario may switch. All off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Options {
    /// Very good troops have twice the dice, poor ones half. Rule P-fire.
    pub firepower_by_rating: bool,
    /// Whether casualties are killed or wounded is rolled for. Rule P-save.
    pub wounds: bool,
    /// Tests need less than the rating. Ruling P-R01.
    pub strict_under: bool,
    /// It is night. Ruling P-R38.
    pub night: bool,
    /// The whole table is a free fire zone. Rule P-artillery.
    pub free_fire_zone: bool,
    /// Salvos fall where they are called out, in inches from two table edges. Rule P-artillery.
    pub guess: bool,
    /// A target counts as located only for whom sees the enemy there or was told. Rule P-messages.
    pub messages: bool,
    /// Opportunity fire as the first saved games know it: into moves only, and asked for only of a side that has somebody
    /// left to fire. Rule P-opportunity, ruling P-R42.
    pub fire_at_moves_only: bool,
    /// Rulings as the saved games before P-R47 know them. Rulings P-R47 to P-R57.
    pub earlier_rulings: bool,
    /// Beside a real table, distances as the saved games before P-R64 know them: nobody is asked. Rulings P-R64 and P-R65.
    pub distances_for_granted: bool,
    /// Rulings as the saved games before P-R60 to P-R63 know them.
    pub second_rulings: bool,
}

/// Options as a file writes them: a scenario those that it switches, a saved game every one there was.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    #[serde(deserialize_with = "said")]
    firepower_by_rating: Option<bool>,
    #[serde(deserialize_with = "said")]
    wounds: Option<bool>,
    #[serde(deserialize_with = "said")]
    strict_under: Option<bool>,
    #[serde(deserialize_with = "said")]
    night: Option<bool>,
    #[serde(deserialize_with = "said")]
    free_fire_zone: Option<bool>,
    #[serde(deserialize_with = "said")]
    guess: Option<bool>,
    #[serde(deserialize_with = "said")]
    messages: Option<bool>,
    #[serde(deserialize_with = "said")]
    fire_at_moves_only: Option<bool>,
    #[serde(deserialize_with = "said")]
    earlier_rulings: Option<bool>,
    #[serde(deserialize_with = "said")]
    distances_for_granted: Option<bool>,
    #[serde(deserialize_with = "said")]
    second_rulings: Option<bool>,
}

fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    bool::deserialize(deserializer).map(Some)
}

impl From<Written> for Options {
    fn from(written: Written) -> Self {
        let Written { firepower_by_rating, wounds, strict_under, night, free_fire_zone, guess, messages, .. } = written;
        let first = [firepower_by_rating, wounds, strict_under, night, free_fire_zone, guess, messages];
        // A saved game writes every option. One that writes all of the first and not a later one is older than that, and its
        // journal was played by the rulings of its time.
        let older = first.iter().all(Option::is_some);
        let on = |option: Option<bool>| option.unwrap_or(false);
        Self {
            firepower_by_rating: on(firepower_by_rating),
            wounds: on(wounds),
            strict_under: on(strict_under),
            night: on(night),
            free_fire_zone: on(free_fire_zone),
            guess: on(guess),
            messages: on(messages),
            fire_at_moves_only: written.fire_at_moves_only.unwrap_or(older),
            earlier_rulings: written.earlier_rulings.unwrap_or(older),
            distances_for_granted: written.distances_for_granted.unwrap_or(older),
            second_rulings: written.second_rulings.unwrap_or(older),
        }
    }
}
