//! What the players agree on before a game.

use tabletop::briefing::Toggle;

use crate::rule;
use crate::state::Options;

/// The options.
pub(crate) const TOGGLES: [Toggle<Options>; 7] = [
    Toggle {
        id: "guess",
        name: "Salvos are guessed",
        about: "Who calls for artillery or mortars says where by two distances from the table's edges, without measuring.",
        rule: || rule!("P-artillery"),
        of: |options| &mut options.guess,
    },
    Toggle {
        id: "messages",
        name: "Targets must be reported",
        about: "Support is called down only on an enemy whom the caller sees or was told of by message.",
        rule: || rule!("P-messages"),
        of: |options| &mut options.messages,
    },
    Toggle {
        id: "free-fire-zone",
        name: "Free fire zone",
        about: "Artillery and aircraft may be called down anywhere, on whatever is there.",
        rule: || rule!("P-artillery"),
        of: |options| &mut options.free_fire_zone,
    },
    Toggle {
        id: "night",
        name: "Night",
        about: "It is dark: nobody sees far.",
        rule: || rule!("P-R38"),
        of: |options| &mut options.night,
    },
    Toggle {
        id: "wounds",
        name: "Killed or wounded",
        about: "For each casualty a die tells whether he is dead, and the wounded can be carried away.",
        rule: || rule!("P-save"),
        of: |options| &mut options.wounds,
    },
    Toggle {
        id: "firepower",
        name: "Firepower by rating",
        about: "Very good troops fire with twice the dice, poor ones with half.",
        rule: || rule!("P-fire"),
        of: |options| &mut options.firepower_by_rating,
    },
    Toggle {
        id: "strict-tests",
        name: "Tests below the rating",
        about: "A test against Gung-Ho is passed with less than the rating, not with as much.",
        rule: || rule!("P-R01"),
        of: |options| &mut options.strict_under,
    },
];
