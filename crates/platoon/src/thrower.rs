//! Whose die is asked for, so that a real one can be thrown by whom it concerns. Rule P-companion.

use serde::Serialize;

use crate::state::State;
use crate::troops::{Side, SquadId};

/// Whose die it is, for those who throw real ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thrower {
    /// What it is thrown for.
    pub purpose: &'static str,
    /// The squad, if it is one squad's.
    pub squad: Option<SquadId>,
    /// The figure of it, from 1, if it is one figure's.
    pub figure: Option<u8>,
    pub side: Option<Side>,
    /// The side that alone may know of it, if not everybody may. Rule P-hidden.
    pub secret: Option<Side>,
}

/// Whose die it is, as the rules name it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DieOf {
    squad: Option<SquadId>,
    figure: Option<u8>,
    side: Option<Side>,
    secret: Secrecy,
}

/// Who may know of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Secrecy {
    /// Everybody, unless the squad hides.
    Open,
    /// The squad's own side.
    Own,
    /// The side of another squad, which hides.
    OfHider(SquadId),
}

impl DieOf {
    /// A squad's die of which only its own side may know.
    pub fn secret(squad: SquadId) -> Self {
        Self { secret: Secrecy::Own, ..squad.into() }
    }

    /// A squad's die that would tell of another one, which hides.
    pub fn secret_of(squad: SquadId, hider: SquadId) -> Self {
        Self { secret: Secrecy::OfHider(hider), ..squad.into() }
    }

    /// The die of an officer or observer, the first figure of a squad, of which only its own side may know.
    pub fn secret_of_officer(squad: SquadId) -> Self {
        Self { secret: Secrecy::Own, ..(squad, 0).into() }
    }

    pub fn figure(self) -> Option<u8> {
        self.figure
    }

    pub fn squad(self) -> Option<SquadId> {
        self.squad
    }

    /// Whose it is as things stand.
    pub fn thrower(self, state: &State, purpose: &'static str) -> Thrower {
        let squad = self.squad.and_then(|id| state.squad(id));
        let own = squad.map(|s| s.side);
        let secret = match self.secret {
            Secrecy::Own => own,
            Secrecy::OfHider(id) => state.squad(id).map(|s| s.side),
            Secrecy::Open => own.filter(|_| squad.is_some_and(|s| state.is_hidden(s))),
        };
        Thrower { purpose, squad: self.squad, figure: self.figure, side: self.side.or(own), secret }
    }
}

impl From<SquadId> for DieOf {
    fn from(squad: SquadId) -> Self {
        Self { squad: Some(squad), figure: None, side: None, secret: Secrecy::Open }
    }
}

impl From<(SquadId, usize)> for DieOf {
    fn from((squad, figure): (SquadId, usize)) -> Self {
        Self { figure: u8::try_from(figure + 1).ok(), ..squad.into() }
    }
}

impl From<Side> for DieOf {
    fn from(side: Side) -> Self {
        Self { squad: None, figure: None, side: Some(side), secret: Secrecy::Open }
    }
}
