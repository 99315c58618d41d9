//! What a side may know. Rule P-hidden.

use crate::event::Event;
use crate::state::{Activation, Condition, Content, State};
use crate::troops::{MarkerId, Side, SquadId};

/// Whether a squad is hidden from a side.
fn is_secret(state: &State, squad: SquadId, side: Side) -> bool {
    state.squad(squad).is_some_and(|s| s.side != side && s.hidden.is_some())
}

/// The position without the enemy's hidden squads, without what his markers hide, and without the support he waits for.
pub(crate) fn view(state: &State, side: Side) -> State {
    let mut view = state.clone();
    view.squads.retain(|s| s.side == side || s.hidden.is_none());
    view.queue.retain(|(squad, _)| !is_secret(state, *squad, side));
    view.levels.retain(|level| !is_secret(state, level.squad, side));
    // A die that broke a tie with nobody in sight tells of somebody hidden with the same level.
    let levels: Vec<i8> = view.levels.iter().map(|level| level.level).collect();
    for level in view.levels.iter_mut().filter(|l| levels.iter().filter(|other| **other == l.level).count() < 2) {
        level.tie = None;
    }
    if is_secret(state, state.active.squad, side) {
        view.active = Activation::default();
    }
    for marker in view.markers.iter_mut().filter(|m| m.side != side && m.condition == Condition::Down) {
        marker.content = Content::Unknown;
    }
    // A marker off the table may have hidden anything; only its owner remembers.
    for marker in view.markers.iter_mut().filter(|m| m.side != side && m.condition == Condition::Removed) {
        marker.content = Content::Unknown;
    }
    // Nor may one tell by how far a marker went whether somebody is under it.
    view.markers.iter_mut().filter(|m| m.side != side).for_each(|marker| marker.gone = 0);
    view.missions.retain(|m| m.side == side || m.arrived);
    view.messages.retain(|m| m.side == side);
    view
}

/// What a side notices: nothing about squads hidden from it, and nothing of plain knowledge is kept from it.
pub(crate) fn seen(event: &Event, state: &State, side: Side) -> Option<Event> {
    if let Event::Requested { squad, .. }
    | Event::CalledAnew { squad, .. }
    | Event::MessageSent { squad, .. }
    | Event::MessageTried { squad, .. }
    | Event::MessageCame { squad, .. } = event
        && state.squad(*squad).is_some_and(|s| s.side != side)
    {
        return None;
    }
    let secret = event.squads().into_iter().any(|squad| is_secret(state, squad, side));
    (!secret).then(|| event.clone())
}

/// The same position with the enemy's face-down markers lying the other way round, and his hidden squads of another strength.
pub(crate) fn disguised(state: &State, side: Side, seed: u64) -> Option<State> {
    let down: Vec<usize> = (state.markers.iter().enumerate())
        .filter(|(_, m)| m.side != side && m.condition == Condition::Down)
        .map(|(n, _)| n)
        .collect();
    if down.len() < 2 {
        return None;
    }
    let turn = 1 + usize::try_from(seed).unwrap_or(0) % (down.len() - 1);
    let mut other = state.clone();
    for (n, &to) in down.iter().enumerate() {
        let from = down[(n + turn) % down.len()];
        other.markers[to].content = state.markers[from].content;
        if let Content::Squad(squad) = state.markers[from].content {
            lies_under(&mut other, squad, state.markers[to].id, state.markers[from].id);
        }
    }
    // Nor whether there is one squad less. It must not act just now, and the game must not end with it.
    if seed % 4 == 2 {
        let mut hidden = other.squads.iter().filter(|s| s.side != side && s.hidden.is_some()).map(|s| s.id);
        let idle = |id: &SquadId| {
            *id != state.active.squad
                && !state.squads.iter().any(|s| s.aboard == Some(*id))
                && !state.missions.iter().any(|m| m.squad == *id)
                && !state.messages.iter().any(|m| m.from == *id || m.to == *id)
        };
        let gone = hidden.rfind(idle);
        if let Some(gone) = gone.filter(|_| state.telling.is_none() && state.fall_of_shot.is_none()) {
            take_away(&mut other, gone);
        }
    }
    // Nobody knows either how many hide there.
    if seed % 2 == 1 {
        for squad in other.squads.iter_mut().filter(|s| s.side != side && s.hidden.is_some() && s.figures.len() > 2) {
            squad.figures.pop();
        }
    }
    Some(other)
}

fn lies_under(state: &mut State, squad: SquadId, marker: MarkerId, before: MarkerId) {
    let place = |id| state.marker(id).map(|m| m.at).unwrap_or_default();
    let way = place(before).heading(place(marker));
    let board = state.board.clone();
    if let Some(it) = state.squad_mut(squad) {
        it.hidden = Some(marker);
        for figure in &mut it.figures {
            let at = figure.at.plus(way.dx, way.dy);
            figure.at = board.as_ref().map_or(at, |board| board.clamp(at));
        }
    }
}

/// The squad was never there: its marker lies over nothing.
fn take_away(state: &mut State, squad: SquadId) {
    for marker in state.markers.iter_mut().filter(|m| m.content == Content::Squad(squad)) {
        marker.content = Content::Dummy;
    }
    state.squads.retain(|s| s.id != squad);
    state.queue.retain(|(id, _)| *id != squad);
    state.levels.retain(|level| level.squad != squad);
}
