//! What a squad may do to what is pointed at, and the ways it can go.

use platoon::command::FlightPath;
use platoon::state::{Marker, Pattern, Squad, Support};
use platoon::{Command, Kind, Platoon, SquadId, State, Target};
use table::{Board, Compass, Point};
use tabletop::Refusal;

use super::{MARKERS, squad_of};
use crate::table_board::fielded::{Group, Key, Way, inches};

/// The squad or marker an aim means.
pub(super) enum Meant<'a> {
    Squad(&'a Squad),
    Marker(&'a Marker),
}

pub(super) fn meant(state: &State, key: Key) -> Option<Meant<'_>> {
    match key {
        Key::Figure(group, _) | Key::Vehicle(group) => state.squad(squad_of(group)?).map(Meant::Squad),
        Key::Marker(number) => state.marker(platoon::MarkerId(u8::try_from(number).ok()?)).map(Meant::Marker),
        Key::Thing(..) => None,
    }
}

/// Requests for shells and rockets on a point, and for those already on their way to come down there.
pub(super) fn shells(squad: &Squad, target: Point) -> Vec<Command> {
    let both = |support: Support| [Pattern::Box, Pattern::Sheaf].map(|pattern| (support, pattern));
    let requests = Support::ALL.into_iter().flat_map(both).map(|(support, pattern)| Command::Request {
        squad: squad.id,
        support,
        target,
        pattern,
        path: None,
        facts: None,
    });
    requests.chain([Command::Correct { squad: squad.id, target }]).collect()
}

/// Requests of an officer for a point. Where the fall of shot is guessed, shells are not called by pointing.
pub(super) fn requests(state: &State, squad: &Squad, target: Point) -> Vec<Command> {
    if !squad.officer {
        return Vec::new();
    }
    let mut asked = if state.options.guess { Vec::new() } else { shells(squad, target) };
    // The ways an aircraft may take over the point: one from each direction of the compass.
    let from_where = |board: &Board| Compass::ALL.map(|from| FlightPath::over(board, target, from));
    let ways = || state.board.iter().flat_map(from_where).map(Some);
    asked.extend(ways().map(|path| Command::Request {
        squad: squad.id,
        support: Support::Air,
        target,
        pattern: Pattern::Box,
        path,
        facts: None,
    }));
    // What is already over the table.
    asked.push(Command::Strike { squad: squad.id, target, path: None });
    asked.extend(ways().map(|path| Command::Strike { squad: squad.id, target, path }));
    asked
}

/// Every way one squad may act on another.
pub(super) fn against(it: &Squad, other: &Squad) -> Vec<Command> {
    let (squad, target) = (it.id, other.id);
    let mut deeds = Vec::new();
    if it.side == other.side {
        return if other.kind.is_vehicle() { vec![Command::Mount { squad, vehicle: target }] } else { deeds };
    }
    if it.kind == Kind::Sniper {
        let number = |n: usize| u8::try_from(n + 1).unwrap_or(0);
        let shot = |n| Command::Snipe { squad, target, figure: number(n), range: None, from: None };
        deeds.extend(other.able().map(|(n, _)| shot(n)));
        deeds.push(Command::BugOut { squad, target: Some(target), sees: None, from: None });
    } else {
        deeds.push(Command::Fire { squad, target: Target::Squad(target), facts: None });
    }
    for (n, figure) in it.able() {
        let figure_number = u8::try_from(n + 1).unwrap_or(0);
        if figure.weapon.is_direct() {
            deeds.push(Command::Launch { squad, figure: figure_number, target, facts: None });
        }
        if figure.weapon.is_mortar() {
            deeds.push(Command::Mortar { squad, figure: figure_number, target, facts: None });
        }
    }
    deeds.push(Command::Close { squad, target, facts: None });
    deeds.extend([Command::Question { squad, target }, Command::Capture { squad, target }]);
    deeds
}

pub(super) fn path(rules: &Platoon, state: &State, id: SquadId, points: &[Point]) -> Option<Way<Command>> {
    let it = state.squad(id)?;
    if it.kind == Kind::Helicopter {
        let to = *points.last()?;
        let order = Command::Fly { squad: id, to: Some(to), below: None, nearer: false };
        let refusal = tabletop::Ruleset::check(rules, state, &order).err();
        let words = format!("{} by air.", inches(it.at().distance(to)));
        let orders = if refusal.is_none() { vec![order] } else { Vec::new() };
        return Some(Way { points: vec![it.at(), to], bad: vec![false], words, heard: None, orders, refusal });
    }
    let preview = rules.path(state, id, points).ok()?;
    let gone = std::iter::once(preview.from).chain(preview.legs.iter().map(|leg| leg.to)).collect::<Vec<_>>();
    let shown = if preview.legs.is_empty() {
        std::iter::once(preview.from).chain(points.iter().copied()).collect()
    } else {
        gone
    };
    let mut crossed: Vec<(table::Terrain, i32)> = Vec::new();
    for (kind, length) in preview.legs.iter().flat_map(|leg| &leg.terrain) {
        match crossed.iter_mut().find(|(one, _)| one == kind) {
            Some((_, sum)) => *sum += length,
            None => crossed.push((*kind, *length)),
        }
    }
    let terrain: Vec<String> =
        crossed.iter().map(|(kind, length)| format!("{} {}", kind.name(), inches(*length))).collect();
    let allowed = if preview.allowance > 0 { format!(" of {}", inches(preview.allowance)) } else { String::new() };
    let words =
        format!("{}{allowed} · {} · heard within {}.", inches(preview.used), terrain.join(", "), inches(preview.heard));
    let straight = points.last().map_or(0, |end| preview.from.distance(*end));
    let words = if preview.legs.is_empty() { format!("{} in a straight line.", inches(straight)) } else { words };
    Some(Way {
        bad: if preview.legs.is_empty() {
            vec![true; shown.len()]
        } else {
            preview.legs.iter().map(|leg| leg.bad).collect()
        },
        points: shown,
        words,
        heard: Some(preview.heard),
        orders: preview.steps,
        refusal: preview.refusal,
    })
}

pub(super) fn marker_way(rules: &Platoon, state: &State, group: Group, to: Point) -> Option<Way<Command>> {
    let marker = state.marker(platoon::MarkerId(u8::try_from(group.checked_sub(MARKERS)?).ok()?))?;
    let order = Command::MoveMarker { marker: marker.id, to };
    let refusal: Option<Refusal> = tabletop::Ruleset::check(rules, state, &order).err();
    let words = format!("Marker {} goes {}.", marker.id.0, inches(marker.at.distance(to)));
    let orders = if refusal.is_none() { vec![order] } else { Vec::new() };
    Some(Way { points: vec![marker.at, to], bad: vec![false], words, heard: None, orders, refusal })
}
