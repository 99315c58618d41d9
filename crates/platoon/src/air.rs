//! Aircraft over the table: attacks, and fire at them. Rules P-air and P-helicopter-fire, ruling P-R26.

use table::{Board, Heading, INCH, Point, Terrain};
use tabletop::Halt;

use crate::command::FlightPath;
use crate::event::Event;
use crate::fire::{
    Arms, Factor, Spent, Volley, is_shell, multiplied_from, not_locked, of_rating, reach, undrawn_range,
};
use crate::hidden::sees;
use crate::movement::wrong_facts;
use crate::play::{Play, astray};
use crate::refuse::No;
use crate::state::{Attack, Figure, Order, Pattern, Phase, Squad, State, Support};
use crate::support::{Shells, check_path};
use crate::tables::Length;
use crate::troops::{Kind, Mode, Side, SquadId, Weapon};
use crate::{Platoon, rule, turn};

/// An aircraft's way: as it was drawn, or straight over the target from its owner's edge. Rule P-air.
pub(crate) fn way(state: &State, side: Side, target: Point, path: Option<FlightPath>) -> FlightPath {
    path.unwrap_or_else(|| {
        let deep = state.board.as_ref().map_or(0, |board| board.corner().y);
        let (near, far) = (Point::new(target.x, deep), Point::new(target.x, 0));
        let (from, to) = if side == Side::Allied { (near, far) } else { (far, near) };
        // Beside a real table, and for a target on the edge itself, any line of that direction will do.
        let from = if from == target { target.plus(0, if side == Side::Allied { INCH } else { -INCH }) } else { from };
        FlightPath { from, to }
    })
}

/// The direction in which an aircraft comes over its target. Ruling P-R32.
pub(crate) fn along(state: &State, path: FlightPath, target: Point) -> Heading {
    // Once it had none over the very point where it comes in.
    let starts = path.from == target && !state.options.rulings.before(11);
    if starts { target.heading(path.to) } else { path.from.heading(target) }
}

/// Whether a weapon of a squad may fire at an aircraft: at a jet machine guns of the heavy row and cannons, at a gunship whatever
/// fires in a volley, but no shell. Rulings P-R25 and P-R26.
pub(crate) fn reaches_up(rules: &Platoon, state: &State, it: &Squad, weapon: Weapon, gunship: bool) -> bool {
    // Once the gun of a tank did.
    let shell = is_shell(it, weapon) && (weapon == Weapon::Rcl || !state.options.rulings.before(13));
    let row = matches!(weapon, Weapon::Hmg | Weapon::Cannon) || gunship;
    row && !shell && rules.tables().dice_for_two(weapon) > 0
}

/// Who may still fire this turn, at an aircraft or at anything else that moves.
fn has_fire(state: &State, squad: &Squad) -> bool {
    squad.in_play()
        && (state.options.rulings.before(5) || state.locked_with(squad).is_none())
        && squad.kind != Kind::Peasants
        && squad.kind != Kind::Sniper
        && !squad.has_fired(&state.options)
        && !squad.turn.no_fire
        && squad.aboard.is_none()
        && squad.turn.mode != Some(Mode::Fast)
        && squad.order != Order::Leaving
}

/// Whether a side is asked to fire at the aircraft that attacks. As with fire at a squad, that it is asked tells nothing of
/// what is hidden, neither whether somebody is there nor what he is armed with.
pub(crate) fn may_fire_up(rules: &Platoon, state: &State, side: Side) -> bool {
    let Some(attack) = &state.attack else { return false };
    // Who is away with a message the enemy does not know.
    let armed = |s: &Squad| s.able().any(|(_, f)| reaches_up(rules, state, s, f.weapon, attack.gunship));
    let asked = |s: &Squad| match s.hidden {
        None => has_fire(state, s) && armed(s),
        Some(_) => {
            let left = !s.has_fired(&state.options) && !s.turn.no_fire && s.kind != Kind::Peasants;
            state.options.rulings.before(1) && s.in_play() && left
        }
    };
    turn::may_hide(state, side) || state.squads.iter().any(|s| s.side == side && asked(s))
}

/// Points of an aircraft's way, an inch apart.
pub(crate) fn flown(legs: &[Point]) -> Vec<Point> {
    let mut points = Vec::new();
    for leg in legs.windows(2) {
        let length = leg[0].distance(leg[1]);
        points.extend((0..=length / INCH).map(|inch| leg[0].toward(leg[1], inch * INCH)));
        points.push(leg[1]);
    }
    points
}

/// What has a roof, under which one sees nothing of the sky.
const ROOFS: [Terrain; 3] = [Terrain::Hooch, Terrain::Masonry, Terrain::Bunker];

/// Whether one sees the sky from there: not under a roof.
pub(crate) fn sees_sky(state: &State, from: Point) -> bool {
    state.board.as_ref().is_none_or(|board| !ROOFS.contains(&board.terrain(from)))
}

/// Whether one sees something that flies: from under the open sky, by this light.
pub(crate) fn sees_flying(rules: &Platoon, state: &State, from: Point, to: Point) -> bool {
    let dark = rules.tables().numbers.night_sight.inches();
    sees_sky(state, from) && (!state.options.night || from.within(to, dark))
}

/// Whether a squad flies, and so looks down on what is on the ground. Rule P-helicopter-fire.
pub(crate) fn looks_down(state: &State, squad: &Squad) -> bool {
    // Once it saw as those on the ground do.
    squad.flies() && !state.options.rulings.before(14)
}

/// Whether one of a squad at a point sees another point of the ground, out of the air as well.
pub(crate) fn spots(rules: &Platoon, state: &State, board: &Board, squad: &Squad, from: Point, to: Point) -> bool {
    if looks_down(state, squad) { sees_flying(rules, state, to, from) } else { sees(rules, state, board, from, to) }
}

pub(crate) fn check_strike(state: &State, squad: SquadId, target: Point, path: Option<FlightPath>) -> Result<(), No> {
    let (Phase::Active(side) | Phase::Interrupt(side)) = state.phase else {
        return Err(No::new(rule!("P-turn"), "No squad is active.", "Wait for the next squad."));
    };
    let mission = state.missions.iter().find(|m| m.squad == Some(squad) && m.side == side && m.may_attack(state.turn));
    if mission.is_none() {
        return Err(No::new(
            rule!("P-R32"),
            "This squad has no aircraft over the table that can attack.",
            "An aircraft attacks once each turn it is over the table.",
        ));
    }
    if state.board.as_ref().is_some_and(|board| !board.contains(target)) {
        return Err(No::new(rule!("P-air"), "That is off the table.", "Choose a point of the table."));
    }
    check_path(state, target, path)
}

/// A squad that may fire at the aircraft that attacks, and that aircraft.
fn may_fire_at(state: &State, squad: SquadId, range: Option<i32>) -> Result<(&Squad, &Attack), No> {
    let (Phase::Overflight(side), Some(attack)) = (state.phase, &state.attack) else {
        return Err(No::new(rule!("P-air"), "No aircraft is attacking now.", "Fire at a target on the table."));
    };
    if let Some(it) = state.squad(squad).filter(|s| s.side == side && !state.options.rulings.before(5)) {
        not_locked(state, it)?;
    }
    let Some(it) = state.squad(squad).filter(|s| s.side == side && has_fire(state, s)) else {
        return Err(No::new(
            rule!("P-opportunity"),
            "This squad has no fire left to use on an aircraft.",
            "Choose a squad on the table that has not fired and did not go fast.",
        ));
    };
    if state.board.is_some() == range.is_some() {
        return Err(wrong_facts(state.board.is_some()));
    }
    Ok((it, attack))
}

fn out_of_reach() -> No {
    No::new(
        rule!("P-R26"),
        "No figure of this squad can reach the aircraft.",
        "Only heavy machine guns and cannons can fire at a jet; small arms can also fire at a gunship, tank guns at \
         neither. The aircraft's path must pass within range, and the firers must have open sky above.",
    )
}

/// Whether an aircraft that attacks comes within a range, by this light, of somebody who stands there under the open sky.
fn comes_near(rules: &Platoon, state: &State, it: &Squad, from: Point, range: Option<i32>, most: i32) -> bool {
    let dark = rules.tables().numbers.night_sight.inches();
    let most = if state.options.night { most.min(dark) } else { most };
    let Some(attack) = &state.attack else { return false };
    match range {
        Some(range) => (0..=most).contains(&range) && !(state.asks_distances() && ROOFS.contains(&it.ground)),
        None => {
            let way = flown(&[attack.path.from, attack.target, attack.path.to]);
            sees_sky(state, from) && way.iter().any(|p| p.within(from, most))
        }
    }
}

/// Whether troops that are not drawn yet may fire at the gunship that attacks, from their marker. Rulings P-R26 and P-R57.
pub(crate) fn check_undrawn_up(rules: &Platoon, state: &State, squad: SquadId, range: Option<i32>) -> Result<(), No> {
    let (it, attack) = may_fire_at(state, squad, range)?;
    let near = comes_near(rules, state, it, state.place_of(it), range, undrawn_range(rules));
    if near && attack.gunship { Ok(()) } else { Err(out_of_reach()) }
}

/// The dice of a squad at the aircraft that attacks, and who fires them.
pub(crate) fn check_fire_up(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    range: Option<i32>,
) -> Result<(Volley, Vec<usize>), No> {
    let (it, attack) = may_fire_at(state, squad, range)?;
    let (mut volley, mut unpinned, mut firing) = (Volley::default(), 0, Vec::new());
    let fires = |f: &Figure| !f.running && !f.searches && reaches_up(rules, state, it, f.weapon, attack.gunship);
    for (n, figure) in it.able().filter(|(_, f)| fires(f)) {
        let most = reach(rules, state.options.rulings.before(5), figure.weapon);
        if !comes_near(rules, state, it, figure.at, range, most) {
            continue;
        }
        firing.push(n);
        let pinned = figure.pinned.is_some();
        let quarters = rules.tables().dice_for_two(figure.weapon) * if pinned { 1 } else { 2 };
        volley.firers += 1;
        volley.pinned += u8::from(pinned);
        volley.base_quarters += quarters;
        unpinned +=
            if state.options.rulings.before(2) { quarters } else { rules.tables().dice_for_two(figure.weapon) * 2 };
        volley.arms.push(Arms { weapon: figure.weapon, figures: 1, pinned, far: false, quarters });
    }
    if volley.firers == 0 {
        return Err(out_of_reach());
    }
    if it.kind.is_vehicle() {
        if it.turn.over_half {
            volley.factors.push(Factor::VehicleMoving);
        }
    } else if it.turn.mode == Some(Mode::Patrol) && it.turn.moved {
        volley.factors.push(Factor::MovedOnPatrol);
    }
    if !state.options.rulings.before(5) {
        let earlier = state.options.rulings.before(8);
        let ambush = if earlier { it.hidden.is_some() } else { it.fires_from_ambush(&state.options) };
        let ambush = ambush.then_some(Factor::Ambush);
        volley.factors.extend(ambush.into_iter().chain(of_rating(rules, state, it)));
    }
    volley.near = multiplied_from(volley.base_quarters, unpinned, &volley.factors);
    Ok((volley, firing))
}

impl Play<'_> {
    /// An aircraft comes in; the enemy may fire at it before it attacks. Rule P-air.
    pub fn strike(&mut self, squad: SquadId, target: Point, path: Option<FlightPath>) -> Result<(), Halt> {
        let turn = self.state.turn;
        let mission = self.state.missions.iter_mut().find(|m| m.squad == Some(squad));
        let mission = mission.ok_or_else(|| astray("There is no such aircraft."))?;
        mission.fired = turn;
        let (side, gunship, path) = (mission.side, mission.gunship, path.or(mission.path));
        let path = way(self.state, side, target, path);
        self.say(Event::Attacking { side, gunship, target, path });
        let then = self.state.phase;
        self.state.attack = Some(Attack { squad: Some(squad), side, gunship, target, path, then });
        self.state.phase = Phase::Overflight(side.enemy());
        Ok(())
    }

    /// A squad fires at the aircraft: one save for all its hits. Rulings P-R25 and P-R26.
    pub fn fire_up(&mut self, squad: SquadId, range: Option<i32>) -> Result<(), Halt> {
        let (mut volley, firing) = check_fire_up(self.rules, self.state, squad, range)?;
        self.shot_heard(squad)?;
        // Whose rating is rolled now fires by it.
        if self.state.named(squad)?.quality.is_some() && !self.state.options.rulings.before(8) {
            self.meets_enemy(squad)?;
            (volley, _) = check_fire_up(self.rules, self.state, squad, range)?;
        }
        // Once nobody was marked, and who had fired at an aircraft searched.
        let firing = if self.state.options.rulings.before(12) { Vec::new() } else { firing };
        self.mark_fired(squad, Spent::Volley(firing))?;
        let mut dice = Vec::new();
        for _ in 0..volley.near {
            dice.push(self.d6(squad, "fire at an aircraft", rule!("P-R26"))?);
        }
        let n = &self.rules.tables().numbers;
        let (hit, needs) = (n.hit.value, n.aircraft_save.value);
        let hits = dice.iter().filter(|&&die| die >= hit).fold(0_u8, |hits, _| hits.saturating_add(1));
        self.say(Event::FiredAtAircraft { squad, dice, hits });
        if hits == 0 {
            return Ok(());
        }
        let attack = self.state.attack.ok_or_else(|| astray("No aircraft attacks."))?;
        let die = self.d6(attack.side, "aircraft's save", rule!("P-R26"))?;
        let down = die < needs;
        self.say(Event::AircraftSaved { side: attack.side, die, needs, down });
        if down {
            if attack.gunship && attack.side == Side::Allied {
                self.state.tally.choppers_destroyed = self.state.tally.choppers_destroyed.saturating_add(1);
            }
            self.state.missions.retain(|m| m.squad != attack.squad);
            self.state.attack = None;
            self.state.phase = attack.then;
            self.say(Event::MissionOver { side: attack.side, support: Support::Air });
        }
        Ok(())
    }

    /// Nobody more fires at it: the aircraft attacks. Rule P-air.
    pub fn attack_now(&mut self) -> Result<(), Halt> {
        let attack = self.state.attack.take().ok_or_else(|| astray("No aircraft attacks."))?;
        self.state.phase = attack.then;
        let Attack { side, target, path, .. } = attack;
        self.salvo(&Shells {
            side,
            support: Support::Air,
            target,
            dice: self.rules.tables().numbers.air_dice.value,
            pattern: Pattern::Box,
            along: along(self.state, path, target),
            called: false,
        })
    }

    /// At the end of a turn aircraft have that much less time over the table. Ruling P-R32.
    pub fn aircraft_leave(&mut self) {
        for mission in self.state.missions.iter_mut().filter(|m| m.support == Support::Air && m.arrived) {
            mission.left = mission.left.saturating_sub(1);
        }
        let gone = |m: &crate::state::Mission| m.support == Support::Air && m.arrived && m.left == 0;
        let sides: Vec<Side> = self.state.missions.iter().filter(|m| gone(m)).map(|m| m.side).collect();
        self.state.missions.retain(|m| !gone(m));
        for side in sides {
            self.say(Event::MissionOver { side, support: Support::Air });
        }
    }
}
