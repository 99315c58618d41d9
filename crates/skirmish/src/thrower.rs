//! Whose die is asked for, so that a real one can be thrown by whom it concerns. Rule S-companion.

use serde::Serialize;

use crate::figure::{FigureId, Side};
use crate::state::State;

/// Whose die it is, for those who throw real ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thrower {
    /// What it is thrown for.
    pub purpose: &'static str,
    /// The figure, if it is one figure's.
    pub figure: Option<FigureId>,
    pub side: Side,
    /// Whether only that side may know of it. Rule S-hidden.
    pub secret: bool,
}

/// Whose die it is, as the rules name it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DieOf {
    Figure(FigureId),
    Side(Side),
    /// A side's, of which the other one may not know.
    Secret(Side),
}

impl DieOf {
    /// A die of a side's hidden figures.
    pub fn secret(side: Side) -> Self {
        Self::Secret(side)
    }

    /// Whose it is as things stand.
    pub fn thrower(self, state: &State, purpose: &'static str) -> Thrower {
        match self {
            Self::Figure(id) => Thrower {
                purpose,
                figure: Some(id),
                side: state.figure(id).map_or(state.side(), |f| f.side),
                secret: !state.is_located(id),
            },
            Self::Side(side) => Thrower { purpose, figure: None, side, secret: false },
            Self::Secret(side) => Thrower { purpose, figure: None, side, secret: true },
        }
    }
}

impl From<FigureId> for DieOf {
    fn from(figure: FigureId) -> Self {
        Self::Figure(figure)
    }
}

impl From<Side> for DieOf {
    fn from(side: Side) -> Self {
        Self::Side(side)
    }
}
