//! Other positions that a side cannot tell from the one there is. Rule P-hidden, ruling P-R47.

use std::sync::Arc;

use super::is_secret;
use crate::command::{News, Way};
use crate::state::{Condition, Content, Message, Mission, Pattern, Squad, State, Support};
use crate::troops::{Kind, MarkerId, Side, SquadId, Weapon};

/// The same position with what the side does not know changed: what lies under the enemy's markers and how much of it, who
/// rides there, what support is on its way and who asked, what messages are. Each bit of the seed changes one kind of thing.
pub(crate) fn disguised(state: &State, side: Side, seed: u64) -> Option<State> {
    let mut other = state.clone();
    let changes = |bit: u32| seed >> bit & 1 == 1;
    if !changes(10) {
        markers_change_places(&mut other, side, seed);
    }
    if changes(0) {
        others_hide(&mut other, side);
    }
    if changes(1) {
        one_less_hides(&mut other, state, side);
    }
    if changes(2) {
        others_ride(&mut other, side);
    }
    if changes(3) {
        support_was_asked_for(&mut other, side);
    }
    if changes(4) {
        messages_go_about(&mut other, side);
    }
    if changes(5) {
        what_was_removed(&mut other, side);
    }
    if changes(6) {
        one_more_hides(&mut other, side);
    }
    if changes(7) {
        has_acted_otherwise(&mut other, side);
    }
    if changes(8) {
        aimed_elsewhere(&mut other, side);
    }
    let there: Vec<SquadId> = other.squads.iter().map(|s| s.id).collect();
    other.unplaced.retain(|id| there.contains(id));
    (other != *state).then_some(other)
}

fn markers_change_places(other: &mut State, side: Side, seed: u64) {
    let down: Vec<usize> = (other.markers.iter().enumerate())
        .filter(|(_, m)| m.side != side && m.condition == Condition::Down)
        .map(|(n, _)| n)
        .collect();
    if down.len() < 2 {
        return;
    }
    let turn = 1 + usize::try_from(seed >> 11).unwrap_or(0) % (down.len() - 1);
    let before = other.markers.clone();
    for (n, &to) in down.iter().enumerate() {
        let from = down[(n + turn) % down.len()];
        other.markers[to].content = before[from].content;
        if let Content::Squad(squad) = before[from].content {
            lies_under(other, squad, before[to].id, before[from].id);
        }
    }
}

fn lies_under(state: &mut State, squad: SquadId, marker: MarkerId, before: MarkerId) {
    let place = |id| state.marker(id).map(|m| m.at).unwrap_or_default();
    let way = place(before).heading(place(marker));
    let board = state.board.clone();
    for it in state.squads.iter_mut().filter(|s| s.id == squad || s.aboard == Some(squad)) {
        if it.id == squad {
            it.hidden = Some(marker);
        }
        for figure in &mut it.figures {
            let at = figure.at.plus(way.dx, way.dy);
            figure.at = board.as_ref().map_or(at, |board| board.clamp(at));
        }
    }
}

/// The squads that a side does not see.
fn secret(state: &State, side: Side) -> Vec<SquadId> {
    state.squads.iter().filter(|s| is_secret(state, s.id, side)).map(|s| s.id).collect()
}

/// Fewer figures, other weapons, another name.
fn others_hide(other: &mut State, side: Side) {
    for id in secret(other, side) {
        let Some(squad) = other.squad_mut(id) else { continue };
        squad.name = Arc::from("Somebody else");
        squad.gung_ho = if squad.gung_ho == 10 { 4 } else { squad.gung_ho + 1 };
        squad.young = !squad.young;
        if squad.figures.len() > 2 {
            squad.figures.pop();
        }
        for figure in squad.figures.iter_mut().filter(|f| f.weapon == Weapon::AssaultRifle) {
            figure.weapon = Weapon::OldRifle;
        }
    }
}

/// One squad was never there: its marker lies over nothing. It must not act just now, nor be the last of its side to say where
/// it stands, for that the enemy is asked for his ground is seen; and nobody may speak of it.
fn one_less_hides(other: &mut State, state: &State, side: Side) {
    let theirs = |id: &&SquadId| state.squad(**id).is_some_and(|s| s.side != side);
    let asks_one = state.unplaced.iter().filter(theirs).count() == 1;
    let speaks = |id: SquadId| {
        id == state.active.squad
            || (asks_one && state.unplaced.contains(&id))
            || state.squads.iter().any(|s| s.aboard == Some(id))
            || state.missions.iter().any(|m| m.squad == Some(id))
            || state.messages.iter().any(|m| m.from == id || m.to == id)
    };
    let asked = state.telling.is_some() || state.fall_of_shot.is_some();
    if let Some(gone) = secret(state, side).into_iter().rfind(|&id| !speaks(id) && !asked) {
        other.squads.retain(|s| s.id != gone);
        for marker in other.markers.iter_mut().filter(|m| m.content == Content::Squad(gone)) {
            marker.content = Content::Dummy;
        }
        other.queue.retain(|(id, _)| *id != gone);
        other.levels.retain(|level| level.squad != gone);
    }
}

/// Somebody who has acted already hides under a marker with nothing under it.
fn one_more_hides(other: &mut State, side: Side) {
    let mut lies = other.markers.iter_mut().filter(|m| m.side != side && m.condition == Condition::Down);
    let Some(marker) = lies.find(|m| m.content == Content::Dummy) else { return };
    let own = other.squads.iter().rfind(|s| s.side != side && s.kind == Kind::Foot && s.hull == Default::default());
    let (Some(like), Some(last)) = (own.cloned(), other.squads.last().map(|s| s.id.0)) else { return };
    let (id, at) = (SquadId(last.saturating_add(1)), marker.at);
    marker.content = Content::Squad(id);
    let mut figures = like.figures.clone();
    figures.iter_mut().for_each(|figure| {
        (figure.at, figure.fate, figure.pinned) = (at, Default::default(), None);
    });
    let name = Arc::from("One more");
    let hidden = Some(marker.id);
    let burden = Vec::new();
    other.squads.push(Squad {
        id,
        name,
        hidden,
        figures,
        burden,
        aboard: None,
        locked: None,
        grip: None,
        drawn_from: None,
        gone: false,
        ..like
    });
}

/// Nobody rides in a hidden vehicle, or others do.
fn others_ride(other: &mut State, side: Side) {
    let vehicles: Vec<SquadId> = (other.squads.iter())
        .filter(|s| s.side != side && s.hidden.is_some() && s.kind.is_vehicle())
        .map(|s| s.id)
        .collect();
    for vehicle in vehicles {
        let rider = other.squads.iter().find(|s| s.aboard == Some(vehicle) && s.id != other.active.squad).map(|s| s.id);
        if let Some(rider) = rider {
            other.squads.retain(|s| s.id != rider);
            other.queue.retain(|(id, _)| *id != rider);
            other.levels.retain(|level| level.squad != rider);
        } else if let (Some(like), Some(last)) = (other.squad(vehicle).cloned(), other.squads.last().map(|s| s.id.0)) {
            let (id, aboard) = (SquadId(last.saturating_add(1)), Some(vehicle));
            let name = Arc::from("Passengers");
            other.squads.push(Squad { id, name, kind: Kind::Foot, hidden: None, aboard, burden: Vec::new(), ..like });
        }
    }
}

/// Support is on its way, or none is; who asked has to wait, or has not asked at all.
fn support_was_asked_for(other: &mut State, side: Side) {
    let turn = other.turn;
    let on_its_way = |m: &Mission| m.side != side && !m.arrived && m.due > turn;
    let officer = other.squads.iter().find(|s| s.side != side && s.officer && s.in_play()).map(|s| s.id);
    if other.missions.iter().any(on_its_way) {
        other.missions.retain(|m| !on_its_way(m));
    } else if let Some(squad) = officer.filter(|&id| !other.missions.iter().any(|m| m.squad == Some(id))) {
        other.missions.push(Mission {
            squad: Some(squad),
            side: side.enemy(),
            support: Support::Howitzer155,
            target: table::Point::inches(10, 10).middle(),
            pattern: Pattern::Sheaf,
            due: turn + 2,
            left: 3,
            dice: 3,
            arrived: false,
            fired: 0,
            path: None,
            gunship: false,
        });
    }
    // Who asked for what has come; an aircraft on its way to its target was asked for by the same squad.
    let here = |m: &Mission| m.side != side && m.arrived;
    let only = other.missions.iter().filter(|m| here(m)).count() == 1;
    for mission in other.missions.iter_mut().filter(|m| here(m)) {
        mission.squad = if only { officer } else { mission.squad };
        mission.due = mission.due.saturating_sub(1);
    }
    if let Some(attack) = other.attack.as_mut().filter(|attack| only && attack.side != side) {
        attack.squad = officer;
    }
    for squad in other.squads.iter_mut().filter(|s| s.side != side) {
        squad.asks_from = if squad.asks_from > turn { 0 } else { turn + 4 };
    }
    if other.squad(other.active.squad).is_some_and(|s| s.side != side) {
        other.active.asked = !other.active.asked;
    }
}

/// What has come is aimed at other points, and has other dice of drift.
fn aimed_elsewhere(other: &mut State, side: Side) {
    let board = other.board.clone();
    for mission in other.missions.iter_mut().filter(|m| m.side != side && m.arrived) {
        let at = mission.target.plus(700, 300);
        mission.target = board.as_ref().map_or(at, |board| board.clamp(at).middle());
        mission.dice = (mission.dice + 1) % 4;
        mission.path = None;
    }
}

/// A message more, and somebody away with it.
fn messages_go_about(other: &mut State, side: Side) {
    let theirs: Vec<SquadId> = other.squads.iter().filter(|s| s.side != side && s.in_play()).map(|s| s.id).collect();
    let &[from, to, ..] = theirs.as_slice() else { return };
    let news = News::Words("nothing new".into());
    other.messages.push(Message { from, to, side: side.enemy(), way: Way::Signal, news, left: 0, arrived: true });
    for squad in other.squads.iter_mut().filter(|s| s.side != side) {
        for figure in squad.figures.iter_mut().filter(|f| f.able()).take(1) {
            figure.running = !figure.running;
        }
    }
}

/// What lay under markers that are off the table.
fn what_was_removed(other: &mut State, side: Side) {
    let lay = |m: &&mut crate::state::Marker| m.side != side && m.condition == Condition::Removed;
    for marker in other.markers.iter_mut().filter(lay) {
        marker.content = if marker.content == Content::Dummy { Content::Cache } else { Content::Dummy };
    }
}

/// Who acts unseen has done other things in his phase; and dummies have gone other ways this turn.
fn has_acted_otherwise(other: &mut State, side: Side) {
    if is_secret(other, other.active.squad, side) {
        other.active.task = true;
        other.active.tried = !other.active.tried;
        other.active.march = None;
    }
    for marker in other.markers.iter_mut().filter(|m| m.side != side) {
        marker.gone += 100;
    }
    for id in secret(other, side) {
        if let Some(squad) = other.squad_mut(id) {
            squad.turn.moved = !squad.turn.moved;
            squad.since.under_fire = !squad.since.under_fire;
            squad.tested = !squad.tested;
            squad.since.losses += 1;
        }
    }
}
