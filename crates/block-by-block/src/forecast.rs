//! What an attack would do, exactly, before it is made. Rules 7.4 to 7.6 and 13.0.

use crate::event::Modifier;
use crate::state::AttackKind;
use crate::tables::Cell;
use crate::units::{Side, UnitSet};



/// One face of a die and the cell it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DieForecast {
    /// What the die would show.
    pub die: u8,
    /// Die and modifiers together.
    pub total: i8,
    /// The cell of the table.
    pub cell: Cell,
}

/// One side's half of a combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideForecast {
    /// Who would roll.
    pub side: Side,
    /// Total strength.
    pub strength: u8,
    /// Column of the table, by its index.
    pub column: usize,
    /// What would be added to the die, item by item.
    pub modifiers: Vec<Modifier>,
    /// The six faces.
    pub dice: [DieForecast; 6],
}

/// What an attack would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Of which kind it is.
    pub kind: AttackKind,
    /// The attacker's half.
    pub attacker: SideForecast,
    /// The defender's half; close combat only. He is taken to choose his three strongest.
    pub defender: Option<SideForecast>,
    /// The units taken to defend.
    pub defenders: UnitSet,
    /// Whether four or more defenders double their losses. Rule 7.5.
    pub doubled: bool,
    /// Whether a die decides on a friendly-fire loss first: three in six. Rule 7.4.
    pub friendly_fire: bool,
    /// Whether the assault costs a step because the gate is assaulted from outside. Rule 8.1.
    pub toll: bool,
    /// Chances in 6 of `-`, `*` and `X`; assaults only.
    pub results: [u8; 3],
    /// Chances in 6 of 0, 1, 2 and 3 hits on the defender; close combat only.
    pub hits_on_defender: [u8; 4],
    /// Chances in 6 of 0, 1, 2 and 3 hits on the attacker; close combat only.
    pub hits_on_attacker: [u8; 4],
}
