//! The orders worth a thought: what each of a few figures could do with its phases.

use std::sync::Arc;

use ::skirmish::figure::{Figure, FigureId, Grenade, Standing, Weapon, Work};
use ::skirmish::scenario::Goal as Aim;
use ::skirmish::state::Step;
use ::skirmish::{Command, RocketAim, Skirmish, State};
use table::{Compass, Cover, INCH, Point, Terrain};
use tabletop::Ruleset;

use super::{Goal, Plan, doctrine};
use crate::level::Level;
use crate::thinking::Candidate;
use crate::view::View;
use crate::ways::Ways;

/// An enemy so near leaves no time to lay a Claymore.
const NEAR: i32 = 8 * INCH;
/// At how many of those it could hit a figure may fire in thought, the best first.
const TARGETS: usize = 3;
/// How far before its man a Claymore is laid.
const BEFORE: i32 = INCH * 3 / 4;

pub(super) fn list(rules: &Skirmish, view: &View<Skirmish>, level: Level, found: &mut Vec<Candidate<Skirmish>>) {
    let state = view.seen();
    if state.is_beside() || state.pending().is_some() || state.step() != Step::Figures {
        let mut options = Vec::new();
        rules.options(state, &mut options);
        found.extend(options.into_iter().map(Candidate::plain));
        if level > Level::Recruit && state.step() == Step::Support && !state.is_beside() {
            found.extend(targets(state).map(|at| Candidate::plain(Command::CallFire { at })));
        }
        return;
    }
    let figures = in_turn(rules, state);
    let begun = figures.first().is_some_and(|(id, _)| state.active() == Some(*id));
    let looked_at = if begun { 1 } else { looked_at(level) };
    for (id, figure) in figures.into_iter().take(looked_at) {
        of_figure(rules, state, id, figure, level, found);
    }
    found.push(Candidate::plain(Command::Done));
}

/// What those could do who were not looked at yet: a figure that has begun may stop, and the others go on.
pub(super) fn others(rules: &Skirmish, view: &View<Skirmish>, level: Level, found: &mut Vec<Candidate<Skirmish>>) {
    let state = view.seen();
    if state.is_beside() || state.step() != Step::Figures {
        return;
    }
    let figures = in_turn(rules, state);
    let begun = figures.first().is_some_and(|(id, _)| state.active() == Some(*id));
    let (from, most) = match (begun, level) {
        (true, _) => (1, looked_at(level)),
        // A beginner forgets them.
        (false, Level::Recruit) => return,
        (false, _) => (looked_at(level), usize::MAX),
    };
    for (id, figure) in figures.into_iter().skip(from).take(most) {
        of_figure(rules, state, id, figure, level, found);
    }
    found.push(Candidate::plain(Command::Done));
}

/// How many figures are looked at together.
const fn looked_at(level: Level) -> usize {
    match level {
        Level::Recruit => 1,
        Level::Regular => 4,
        Level::Veteran => usize::MAX,
    }
}

/// Those who have a phase left: those who have begun, those who can fire, then those who have done nothing yet.
fn in_turn<'a>(rules: &Skirmish, state: &'a State) -> Vec<(FigureId, &'a Figure)> {
    let able = |(_, figure): &(FigureId, &Figure)| figure.phases > 0 && figure.in_play();
    let mut figures: Vec<(FigureId, &Figure)> = state.of(state.side()).filter(able).collect();
    figures.sort_by_cached_key(|(id, figure)| {
        let fires = doctrine::fire(rules, state, *id, figure).is_some();
        (state.active() != Some(*id), !fires, figure.begun, *id)
    });
    figures
}

/// Where guns beyond the table may be called for: at the enemies that are known, and where the enemy wants to be.
fn targets(state: &State) -> impl Iterator<Item = Point> {
    let enemy = state.side().enemy();
    let known = state.placed().filter(move |(id, them, _)| them.side == enemy && state.is_located(*id));
    known.map(|(_, _, at)| at).chain(super::terms::posts(state, enemy).map(|post| post.at))
}

fn of_figure(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    figure: &Figure,
    level: Level,
    found: &mut Vec<Candidate<Skirmish>>,
) {
    let mut add = |command: Command, plan: Plan| {
        if rules.check(state, &command).is_ok() {
            found.push(Candidate { command, plan });
        }
    };
    add(Command::Leave { figure: id }, Plan::Stay);
    let at = match (figure.standing, figure.place()) {
        (Standing::Aboard(vehicle), _) => {
            let at = state.figure(vehicle).and_then(Figure::place).unwrap_or_default();
            for way in Compass::ALL {
                let to = at.compass(way, INCH + INCH / 2);
                add(Command::Dismount { figure: id, to, facing: way.heading() }, Plan::Stay);
            }
            return;
        }
        (_, Some(at)) => at,
        (_, None) => return,
    };
    for weapon in Skirmish::direct_weapons(figure) {
        for target in doctrine::best_targets(rules, state, id, weapon).into_iter().take(TARGETS) {
            add(Command::Fire { figure: id, weapon, at: Some(target) }, Plan::Stay);
        }
    }
    let mut enemies: Vec<(FigureId, Point)> = state
        .placed()
        .filter(|(other, them, _)| them.side != figure.side && state.is_located(*other))
        .map(|(other, _, place)| (other, place))
        .collect();
    enemies.sort_by_key(|(_, place)| (place.squared(at), *place));
    for (other, place) in enemies.iter().take(2) {
        let facing = Skirmish::facing(at, *place);
        add(Command::Turn { figure: id, facing }, Plan::Stay);
        add(Command::Fight { figure: id, target: *other }, Plan::Stay);
        add(Command::Spot { figure: id, target: *other }, Plan::Stay);
        if level == Level::Recruit {
            continue;
        }
        for (work, last) in [
            (Work::Throw, Command::Throw { figure: id, grenade: Grenade::Fragmentation, at: *place }),
            (Work::Launch, Command::Launch { figure: id, grenade: Grenade::Fragmentation, at: *place }),
        ] {
            let plan = Plan::Grenade(id, work, Grenade::Fragmentation, *place);
            add(last, plan.clone());
            add(Command::Prepare { figure: id, work }, plan);
        }
        if figure.kit.weapons.has(Weapon::SniperRifle) {
            add(Command::Prepare { figure: id, work: Work::Aim }, Plan::Stay);
        }
    }
    if level > Level::Recruit {
        devices(id, figure, at, &enemies, &mut add);
        if figure.kit.weapons.has(Weapon::Rpg) {
            rockets(state, id, at, &enemies, &mut add);
        }
    }
    for claymore in state.claymores() {
        add(Command::FireClaymore { figure: id, number: claymore.number }, Plan::Stay);
    }
    let going = |terrain: Terrain| terrain.going();
    for goal in goals(state, figure, at, &enemies, level) {
        let ways = Ways::to(state.board(), goal, going);
        if let Some(step) = doctrine::step_along(rules, state, id, at, figure, &ways) {
            found.push(Candidate { command: step, plan: Plan::Go(id, Goal(Arc::clone(&ways))) });
        }
        // Noise matters to nobody who is known anyway.
        if level > Level::Recruit
            && figure.trace.hidden
            && !state.is_known(id)
            && let Some(sneak) = doctrine::sneak_along(rules, state, id, at, figure, &ways)
        {
            found.push(Candidate { command: sneak, plan: Plan::Sneak(id, Goal(Arc::clone(&ways))) });
        }
    }
}

/// What a rocket is loaded for and fired at: the nearest known vehicles, and the ground where the nearest men are. Turning and loading
/// bring nothing by themselves, so they are thought of with what they are for.
fn rockets(state: &State, id: FigureId, at: Point, enemies: &[(FigureId, Point)], add: &mut impl FnMut(Command, Plan)) {
    let vehicle = |other: FigureId| state.figure(other).is_some_and(|it| it.vehicle);
    let (vehicles, men): (Vec<_>, Vec<_>) = enemies.iter().copied().partition(|(other, _)| vehicle(*other));
    let vehicles = vehicles.into_iter().take(2).map(|(other, place)| (RocketAim::Vehicle(other), place));
    let ground = men.into_iter().take(2).map(|(_, place)| (RocketAim::Ground(place), place));
    for (aim, place) in vehicles.chain(ground) {
        let plan = Plan::Rocket(id, aim);
        add(Command::Rocket { figure: id, aim }, plan.clone());
        add(Command::Prepare { figure: id, work: Work::Rocket }, plan.clone());
        add(Command::Turn { figure: id, facing: Skirmish::facing(at, place) }, plan);
    }
}

/// What is laid or set up, and what a mortar fires at.
fn devices(
    id: FigureId,
    figure: &Figure,
    at: Point,
    enemies: &[(FigureId, Point)],
    add: &mut impl FnMut(Command, Plan),
) {
    // Who waits for an enemy that is not here yet has the time to lay a Claymore.
    let near = enemies.first().is_some_and(|(_, place)| place.within(at, NEAR));
    if figure.kit.claymores > 0 && !near {
        let facing = enemies.first().map_or(figure.facing, |(_, place)| Skirmish::facing(at, *place));
        let before = Compass::nearest(facing).map_or(at, |way| at.compass(way, BEFORE));
        let plan = Plan::Claymore(id, before, facing);
        add(Command::PlaceClaymore { figure: id, at: before, facing }, plan.clone());
        add(Command::Prepare { figure: id, work: Work::Claymore }, plan);
    }
    let Some(mortar) = figure.mortar else { return };
    if mortar.ready {
        for (_, place) in enemies.iter().take(2) {
            add(Command::Shell { figure: id, grenade: Grenade::Fragmentation, at: *place }, Plan::Stay);
        }
    } else {
        add(Command::Finish { figure: id }, Plan::Mortar(id));
        add(Command::Prepare { figure: id, work: Work::SetUp }, Plan::Mortar(id));
    }
}

/// Where a figure may want to go: what its side is to hold or leave by, the nearest enemy, cover, and away from the enemy.
fn goals(state: &State, figure: &Figure, at: Point, enemies: &[(FigureId, Point)], level: Level) -> Vec<Point> {
    let corner = state.board().corner();
    let mut goals: Vec<Point> = Vec::new();
    for goal in &state.setting().goals[figure.side as usize] {
        match goal {
            Aim::Hold { at, .. } => goals.push(*at),
            Aim::Exit { edge, .. } => {
                let ends =
                    [Point::new(at.x, 0), Point::new(at.x, corner.y), Point::new(0, at.y), Point::new(corner.x, at.y)];
                goals.extend(ends.into_iter().min_by_key(|end| edge.distance(state.board(), *end)));
            }
            Aim::Kill { .. } | Aim::Wreck { .. } => {}
        }
    }
    if let Some((_, nearest)) = enemies.first() {
        goals.push(*nearest);
        if level > Level::Recruit {
            goals.push(state.board().clamp(at.toward(*nearest, -8 * INCH)));
        }
    } else if goals.is_empty() {
        goals.push(Point::new(corner.x / 2, corner.y / 2));
    }
    if level > Level::Recruit && state.board().terrain(at).cover() == Cover::None {
        goals.extend(cover(state, at));
    }
    goals
}

/// The nearest cover.
fn cover(state: &State, at: Point) -> Option<Point> {
    let reach = -4_i32..=4;
    let around = reach.clone().flat_map(|dx| reach.clone().map(move |dy| at.plus(dx * INCH, dy * INCH).middle()));
    let board = state.board();
    let good = around.filter(|point| board.contains(*point) && board.terrain(*point).cover() != Cover::None);
    good.min_by_key(|point| (point.squared(at), *point))
}
