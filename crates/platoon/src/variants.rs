//! What the players agree on before a game.

use tabletop::briefing::Toggle;

use crate::rule;
use crate::state::Options;

pub(crate) const TOGGLES: [Toggle<Options>; 7] = [
    Toggle {
        id: "guess",
        name: "Target salvos by estimate",
        about: "Players place artillery and mortar fire by naming two distances from the table edges, without measuring.",
        rule: || rule!("P-artillery"),
        of: |options| &mut options.guess,
    },
    Toggle {
        id: "messages",
        name: "Targets must be reported",
        about: "Support is harder to get unless the calling squad sees an enemy near the target or has had one reported by message.",
        rule: || rule!("P-messages"),
        of: |options| &mut options.messages,
    },
    Toggle {
        id: "free-fire-zone",
        name: "Free fire zone",
        about: "A village neither forbids artillery nor makes it harder to get.",
        rule: || rule!("P-artillery"),
        of: |options| &mut options.free_fire_zone,
    },
    Toggle {
        id: "night",
        name: "Night",
        about: "It is dark, and visibility is short.",
        rule: || rule!("P-R38"),
        of: |options| &mut options.night,
    },
    Toggle {
        id: "wounds",
        name: "Killed or wounded",
        about: "Each casualty rolls a die: dead or wounded. The wounded can be carried away.",
        rule: || rule!("P-save"),
        of: |options| &mut options.wounds,
    },
    Toggle {
        id: "firepower",
        name: "Firepower by rating",
        about: "Troops rated 10 fire with twice the dice, those rated 6 or less with half.",
        rule: || rule!("P-fire"),
        of: |options| &mut options.firepower_by_rating,
    },
    Toggle {
        id: "strict-tests",
        name: "Tests below the rating",
        about: "A test against Gung-Ho needs less than the rating; equalling it fails.",
        rule: || rule!("P-R01"),
        of: |options| &mut options.strict_under,
    },
];
