//! What the players agree on before a game. Rules BB-R4, BB-R7, BB-R11, BB-R16, BB-R61, BB-R62 and 6.3.

use tabletop::briefing::Toggle;

use crate::rule;
use crate::state::Options;

pub(crate) const TOGGLES: [Toggle<Options>; 7] = [
    Toggle {
        id: "counterattack-terrain",
        name: "Terrain protects from limited counterattacks",
        about: "A limited counterattack uses the terrain value of the area, as in the printed example.",
        rule: || rule!("BB-R4"),
        of: |options| &mut options.counterattack_terrain,
    },
    Toggle {
        id: "strict-retreats",
        name: "Retreats in the printed order",
        about: "Retreating units must take the best class of area in the printed order of preference.",
        rule: || rule!("BB-R7"),
        of: |options| &mut options.strict_retreat_order,
    },
    Toggle {
        id: "double-losses",
        name: "Double losses in close combat",
        about: "A crowd of defenders loses twice as many steps in close combat as well as in assaults.",
        rule: || rule!("BB-R11"),
        of: |options| &mut options.double_losses_in_close_combat,
    },
    Toggle {
        id: "extra-landings",
        name: "All river landings",
        about: "Adds the two river landings that are reconstructed, not printed.",
        rule: || rule!("6.3a"),
        of: |options| &mut options.extra_landings,
    },
    Toggle {
        id: "infiltration-on-turn-1",
        name: "Infiltration on turn 1",
        about: "PAVN/NLF may put a spent Gate Tower into an unguarded gate as early as turn 1.",
        rule: || rule!("BB-R16"),
        of: |options| &mut options.infiltration_turn_1,
    },
    Toggle {
        id: "even-score-line",
        name: "A line of ours for the clearing score",
        about: "Whether a victory is strategic or tactical is decided at a clearing score of our own, higher than the printed line.",
        rule: || rule!("BB-R61"),
        of: |options| &mut options.even_great_score,
    },
    Toggle {
        id: "even-zone-line",
        name: "A line of ours for the zones",
        about: "US/ARVN wins with fewer zones than printed, so that fewer games are drawn and either side wins.",
        rule: || rule!("BB-R62"),
        of: |options| &mut options.even_winning_zones,
    },
];
