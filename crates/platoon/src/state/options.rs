//! What a scenario may switch.

use serde::{Deserialize, Deserializer, Serialize};
use tabletop::Unsaid;

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
    /// Rulings as the saved games before P-R66 to P-R73 know them, and what they left out where two rules meet.
    pub third_rulings: bool,
    /// Which of the rulings a file does not mention.
    #[serde(skip)]
    pub unsaid: Unsaid,
}

/// Options as a file writes them: a scenario those that it switches, a saved game every one there was.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    firepower_by_rating: bool,
    wounds: bool,
    strict_under: bool,
    night: bool,
    free_fire_zone: bool,
    guess: bool,
    messages: bool,
    #[serde(deserialize_with = "said")]
    fire_at_moves_only: Option<bool>,
    #[serde(deserialize_with = "said")]
    earlier_rulings: Option<bool>,
    #[serde(deserialize_with = "said")]
    distances_for_granted: Option<bool>,
    #[serde(deserialize_with = "said")]
    second_rulings: Option<bool>,
    #[serde(deserialize_with = "said")]
    third_rulings: Option<bool>,
}

fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    bool::deserialize(deserializer).map(Some)
}

impl From<Written> for Options {
    fn from(written: Written) -> Self {
        let Written { firepower_by_rating, wounds, strict_under, night, free_fire_zone, guess, messages, .. } = written;
        let mut unsaid = Unsaid::default();
        Self {
            firepower_by_rating,
            wounds,
            strict_under,
            night,
            free_fire_zone,
            guess,
            messages,
            fire_at_moves_only: unsaid.note(0, written.fire_at_moves_only),
            earlier_rulings: unsaid.note(1, written.earlier_rulings),
            distances_for_granted: unsaid.note(2, written.distances_for_granted),
            second_rulings: unsaid.note(3, written.second_rulings),
            third_rulings: unsaid.note(4, written.third_rulings),
            unsaid,
        }
    }
}

impl Options {
    /// What a saved game does not mention of the rulings was not yet there when it began: its journal goes by the older ones.
    pub(crate) fn as_saved(&mut self) {
        let Self { fire_at_moves_only, earlier_rulings, distances_for_granted, second_rulings, third_rulings, .. } =
            self;
        let switches = [fire_at_moves_only, earlier_rulings, distances_for_granted, second_rulings, third_rulings];
        self.unsaid.turn_on(switches);
    }
}
