//! What the players agree on before a game: how figures are hidden. Ruling S-R19.

use tabletop::Variant;

use crate::rule;
use crate::scenario::{Hiding, Scenario};

const HIDING: &str = "hiding";

/// The two systems, in the order of the choice.
const SYSTEMS: [Hiding; 2] = [Hiding::Standard, Hiding::Alternate];

/// Both systems of hiding, and the one that the scenario has chosen.
pub(crate) fn hiding(scenario: &Scenario) -> Variant {
    Variant {
        id: HIDING.into(),
        name: "Hiding".into(),
        about: "All hidden: fire at figures that were heard, that have fired, or that are very close. Marked \
                figures hidden: the others are in sight, and you must spot the hidden ones."
            .into(),
        rule: rule!("S-R19"),
        choices: vec!["everybody hidden", "marked figures hidden"],
        chosen: SYSTEMS.iter().position(|system| *system == scenario.hiding).unwrap_or(0),
    }
}

/// Makes another choice.
pub(crate) fn vary(scenario: &mut Scenario, variant: &str, choice: usize) {
    if variant == HIDING
        && let Some(system) = SYSTEMS.get(choice)
    {
        scenario.hiding = *system;
    }
}
