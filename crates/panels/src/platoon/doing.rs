//! What is done in 20mm Platoon, as far as answers are remembered by it.

use platoon::state::Support;
use platoon::{Command, Deed, SquadId};

/// What a squad does that asks for facts. What is asked in every squad's phase alike names no squad: the last answer is that of
/// the squad that did it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doing {
    Step,
    Stand(SquadId),
    Fire(SquadId),
    Launch(SquadId, u8),
    Mortar(SquadId, u8),
    Snipe(SquadId),
    BugOut,
    Close(SquadId, SquadId),
    Request(Support),
    Correct(SquadId),
    FireAtAircraft(SquadId),
    Message,
    Fly,
    Search,
    TakeStores,
    DestroyStores,
    Question,
    Capture(SquadId, SquadId),
    Carry,
    Mount,
    Dismount,
    Signal,
}

impl Doing {
    /// What a command does; none if it asks for nothing that is remembered.
    pub(super) fn of(command: &Command) -> Option<Self> {
        Some(match *command {
            Command::Step { .. } => Self::Step,
            Command::Stand { squad, .. } => Self::Stand(squad),
            Command::Fire { squad, .. } => Self::Fire(squad),
            Command::Launch { squad, figure, .. } => Self::Launch(squad, figure),
            Command::Mortar { squad, figure, .. } => Self::Mortar(squad, figure),
            Command::Snipe { squad, .. } => Self::Snipe(squad),
            Command::BugOut { .. } => Self::BugOut,
            Command::Close { squad, target, .. } => Self::Close(squad, target),
            Command::Request { support, .. } => Self::Request(support),
            Command::Correct { squad, .. } => Self::Correct(squad),
            Command::FireAtAircraft { squad, .. } => Self::FireAtAircraft(squad),
            Command::Message { .. } => Self::Message,
            Command::Fly { .. } => Self::Fly,
            Command::Deed { squad, deed, .. } => match deed {
                Deed::Search(_) => Self::Search,
                Deed::Stores(_, platoon::command::Stores::Capture) => Self::TakeStores,
                Deed::Stores(_, platoon::command::Stores::Destroy) => Self::DestroyStores,
                Deed::Question(_) => Self::Question,
                Deed::Capture(target) => Self::Capture(squad, target),
                Deed::Carry(..) => Self::Carry,
                Deed::Mount(_) => Self::Mount,
                Deed::Dismount => Self::Dismount,
                Deed::Signal(..) => Self::Signal,
            },
            _ => return None,
        })
    }
}
