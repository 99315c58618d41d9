//! What the players agree on before a game. Rules BB-R4, BB-R7, BB-R11, BB-R16 and 6.3.

use tabletop::briefing::Toggle;

use crate::rule;
use crate::state::Options;

/// The options.
pub(crate) const TOGGLES: [Toggle<Options>; 5] = [
    Toggle {
        id: "counterattack-terrain",
        name: "Terrain protects from limited counterattacks",
        about: "A limited counterattack meets the terrain value of the area, as the printed example has it.",
        rule: || rule!("BB-R4"),
        of: |options| &mut options.counterattack_terrain,
    },
    Toggle {
        id: "strict-retreats",
        name: "Retreats in the printed order",
        about: "Who retreats must go by the printed order of preference and may not choose.",
        rule: || rule!("BB-R7"),
        of: |options| &mut options.strict_retreat_order,
    },
    Toggle {
        id: "double-losses",
        name: "Double losses in close combat",
        about: "Four or more defenders lose twice as much in close combat as well.",
        rule: || rule!("BB-R11"),
        of: |options| &mut options.double_losses_in_close_combat,
    },
    Toggle {
        id: "extra-landings",
        name: "All river landings",
        about: "The two landings that are reconstructed and not printed are in use.",
        rule: || rule!("6.3a"),
        of: |options| &mut options.extra_landings,
    },
    Toggle {
        id: "infiltration-on-turn-1",
        name: "Infiltration on turn 1",
        about: "Gate Towers held by the PAVN/NLF let troops through in the first turn already.",
        rule: || rule!("BB-R16"),
        of: |options| &mut options.infiltration_turn_1,
    },
];
