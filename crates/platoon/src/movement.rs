//! Moving on foot and on wheels. Rules P-infantry-move, P-vehicle-move and P-hidden.

mod flight;
mod plan;
mod prone;
mod withdraw;

use table::{Going, INCH, Terrain};
use tabletop::Halt;

use crate::event::Event;
use crate::play::{Play, astray};
use crate::refuse::{No, no, said};
use crate::state::{Hull, March, Order, Phase, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, Mode, SquadId};
use crate::{Platoon, rule};

pub(crate) use flight::{bears_landing, check_fly};
pub(crate) use plan::{Planned, plan_step, plan_to_marker};
pub(crate) use prone::{check_lie_down, check_stand_up};
use withdraw::check_order;
pub(crate) use withdraw::{at_edge, check_done, check_goes, get_away};

/// The shortest part of a move, in hundredths of an inch.
pub(crate) const SHORTEST: i32 = 50;

/// The longest. Rule P-turn.
pub(crate) fn longest(rules: &Platoon) -> i32 {
    rules.tables().numbers.step.inches()
}

/// The squad whose phase it is, if this is it and it may decide now.
pub(crate) fn acting(state: &State, squad: SquadId) -> Result<&Squad, No> {
    match state.phase {
        Phase::Active(_) if state.active.squad == squad => {}
        Phase::Active(_) => {
            return Err(No::new(rule!("P-turn"), "Another squad's phase is under way.", "Act with the active squad."));
        }
        Phase::Interrupt(_) => {
            return Err(No::new(
                rule!("P-opportunity"),
                "Only fire may interrupt a squad.",
                "Fire at the active squad, or let it act.",
            ));
        }
        Phase::Overflight(_) | Phase::Burst(_) | Phase::Ground(_) | Phase::Telling(_) => {
            return Err(crate::fire::not_now());
        }
        Phase::Between | Phase::Over => {
            return Err(No::new(rule!("P-turn"), "The game is over.", "Start another game."));
        }
    }
    state.squad(squad).ok_or_else(|| No::new(rule!("P-turn"), "No such squad exists.", "Choose the active squad."))
}

/// Refuses a second use of the move. Ruling P-R04.
pub(crate) fn free_for_task(state: &State) -> Result<(), No> {
    if state.active.march.is_some() || state.active.task {
        return Err(No::new(
            rule!("P-R04"),
            "This squad has used up its move this turn.",
            "A squad either moves or does one task; do this next turn.",
        ));
    }
    check_unlocked(state)
}

/// Refuses what takes a whole turn when half of it is spent. Rulings P-R04 and P-R68.
pub(crate) fn free_for_whole_turn(state: &State) -> Result<(), No> {
    free_for_task(state)?;
    let spent = state.squad(state.active.squad).is_some_and(|it| it.turn.stood_up);
    // Once half a turn more was to be had after half of it.
    if spent && !state.options.rulings.before(8) {
        return Err(No::new(
            rule!("P-R68"),
            "This squad has spent half its turn, and that takes a whole one.",
            "Do it next turn; half a move is left.",
        ));
    }
    Ok(())
}

/// Who is locked hand to hand stays. Ruling P-R33.
pub(crate) fn check_unlocked(state: &State) -> Result<(), No> {
    if state.squad(state.active.squad).is_some_and(|it| state.locked_with(it).is_some()) {
        return Err(No::new(rule!("P-R33"), "This squad is locked in hand-to-hand combat.", "Fight on, or stay."));
    }
    Ok(())
}

/// Refuses what takes half a turn when not so much is left: it comes before the move or after half of it. Ruling P-R04.
pub(crate) fn half_left(state: &State) -> Result<(), No> {
    let over_half = state.squad(state.active.squad).is_some_and(|it| it.turn.over_half);
    if state.active.march.is_none() || state.active.task || over_half {
        return free_for_task(state);
    }
    check_unlocked(state)
}

/// Whether half of the move is spent so that nothing is left for what takes another half: a move that was begun was halved
/// by it. Ruling P-R04.
pub(crate) fn half_is_spent(state: &State, squad: &Squad) -> bool {
    squad.turn.stood_up && (state.options.rulings.before(5) || state.active.march.is_some())
}

/// Whether the acting squad needs what is left of its turn for its move: half of it is spent, or goes to standing up.
/// Rulings P-R49 and P-R68.
pub(crate) fn no_half_to_spare(state: &State) -> bool {
    let Some(it) = state.squad(state.active.squad).filter(|_| !state.options.rulings.before(6)) else {
        return false;
    };
    it.turn.stood_up || movers(it).iter().any(|&n| it.figures[n].prone)
}

/// Who of a squad can move: able and not pinned.
pub(crate) fn movers(squad: &Squad) -> Vec<usize> {
    squad.able().filter(|(_, f)| f.pinned.is_none()).map(|(n, _)| n).collect()
}

/// Who of a squad goes on when its move is rolled for: not those who lay pinned then and were rallied on the way. Rule P-prone.
pub(crate) fn goers(state: &State, squad: &Squad) -> Vec<usize> {
    // Once they went on lying.
    let stands = |n: &usize| !squad.figures[*n].prone || state.options.rulings.before(10);
    movers(squad).into_iter().filter(stands).collect()
}

/// Troops that are not drawn yet move as their marker does. Ruling P-R59.
fn check_drawn(squad: &Squad) -> Result<(), No> {
    if squad.drawn_from.is_some() {
        return Err(No::new(
            rule!("P-R59"),
            "These troops are not drawn yet.",
            "Move their marker, or turn it over to draw them.",
        ));
    }
    Ok(())
}

/// Who of a squad can carry: who can move and is not away with a message. Rule P-infantry-move.
pub(crate) fn bearers(state: &State, squad: &Squad) -> Vec<usize> {
    movers(squad).into_iter().filter(|&n| squad.figures[n].is_here(&state.options)).collect()
}

/// Whether a squad has the bearers for the casualties it carries, and somebody is beside each. Rule P-infantry-move.
pub(crate) fn check_bearers(rules: &Platoon, state: &State, squad: &Squad) -> Result<(), No> {
    let able = bearers(state, squad);
    if able.len() < 2 * squad.burden.len() {
        return Err(No::new(
            rule!("P-infantry-move"),
            "The squad has too few unpinned figures to carry its casualties.",
            "Put the casualties down.",
        ));
    }
    // Once a casualty whose bearers had fallen went to those who had stayed behind.
    let asks = state.board.is_some() && !state.options.rulings.before(10);
    let reach = rules.tables().numbers.casualty_reach.inches();
    let beside = |at: table::Point| able.iter().any(|&n| squad.figures[n].at.within(at, reach));
    let lies = |&(of, figure): &(SquadId, u8)| Some(state.squad(of)?.figures.get(usize::from(figure))?.at);
    if asks && squad.burden.iter().filter_map(lies).any(|at| !beside(at)) {
        return Err(No::new(
            rule!("P-infantry-move"),
            "No unpinned figure of the squad is beside its casualty.",
            "Put the casualties down, and go there to pick them up.",
        ));
    }
    Ok(())
}

pub(crate) fn check_march(rules: &Platoon, state: &State, squad: SquadId, mode: Option<Mode>) -> Result<(), No> {
    check_unburdened(rules, state, squad, mode)?;
    let it = acting(state, squad)?;
    if it.kind.is_vehicle() { Ok(()) } else { check_bearers(rules, state, it) }
}

/// The same, as if the squad had put its casualties down.
fn check_unburdened(rules: &Platoon, state: &State, squad: SquadId, mode: Option<Mode>) -> Result<(), No> {
    let it = acting(state, squad)?;
    free_for_task(state)?;
    if it.aboard.is_some() {
        return Err(No::new(rule!("P-infantry-move"), "This squad is riding in a vehicle.", "Get out first."));
    }
    if it.kind.is_vehicle() {
        if it.kind == Kind::Helicopter {
            return Err(No::new(rule!("P-vehicle-move"), "A helicopter cannot drive.", "Fly it."));
        }
        if mode.is_some() {
            return Err(No::new(rule!("P-vehicle-move"), "A vehicle has no mode of movement.", "Leave the mode out."));
        }
        if it.hull != Hull::Running {
            return Err(No::new(
                rule!("P-R23"),
                "This vehicle is immobilised.",
                said!(
                    "It may fire; each activation, a die of {} or more frees it.",
                    rules.tables().numbers.freed.value
                ),
            ));
        }
        if movers(it).is_empty() && !state.options.rulings.before(3) {
            return Err(No::new(
                rule!("P-R61"),
                "The whole crew is pinned.",
                "Fire, or wait until a crew figure has lost its marker.",
            ));
        }
        return Ok(());
    }
    let Some(mode) = mode else {
        return Err(No::new(
            rule!("P-infantry-move"),
            "This squad moves on foot.",
            "Choose how: cautious, patrol or fast.",
        ));
    };
    check_drawn(it)?;
    let movers = movers(it);
    if movers.is_empty() {
        return Err(No::new(rule!("P-fire"), "All figures of this squad are pinned.", "Pinned figures can only fire."));
    }
    if movers.iter().any(|&n| it.figures[n].prone) {
        return Err(No::new(rule!("P-prone"), "This squad is prone.", "Stand it up first; that leaves half the move."));
    }
    if mode == Mode::Cautious && it.order >= Order::Withdrawing && !state.options.rulings.before(2) {
        return Err(No::new(
            rule!("P-R49"),
            "This squad is withdrawing, and must go as far as it can.",
            "Move on patrol or fast.",
        ));
    }
    let fired = if state.options.rulings.before(2) { it.turn.fired } else { it.has_fired(&state.options) };
    if mode == Mode::Fast && fired {
        return Err(No::new(
            rule!("P-fire"),
            "This squad has fired, and a squad that fires cannot go fast.",
            "Move on patrol.",
        ));
    }
    Ok(())
}

/// Beside a real table: the enemy's markers that a part of a move may come to. Ruling P-R64.
pub(crate) fn may_meet(state: &State, squad: SquadId) -> Vec<MarkerId> {
    let there = state.markers.iter().filter(|_| state.asks_distances()).map(|m| m.id);
    there.filter(|&marker| crate::hidden::check_reach(state, squad, marker).is_ok()).collect()
}

/// Beside a real table facts are said; on the computer's they are not. Rule P-companion.
pub(crate) fn wrong_facts(board: bool) -> No {
    if board {
        No::new(rule!("P-companion"), "The table measures this itself.", "Leave the facts out.")
    } else {
        No::new(rule!("P-companion"), "This game has no table to measure on.", "Give the measurements.")
    }
}

/// Whether something of a kind can be on such ground: boats on water, and whatever else does not fly anywhere but on deep
/// water. Ruling P-R09.
pub(crate) fn bears(ground: Terrain, kind: Kind) -> bool {
    kind == Kind::Helicopter || going(ground, kind) != Going::Impassable
}

/// How something of a kind that does not fly gets on in such ground. Ruling P-R09.
fn going(ground: Terrain, kind: Kind) -> Going {
    if kind == Kind::Boat { ground.afloat() } else { ground.going() }
}

/// Beside a real table: whether a squad that ends a part of its move on such ground has gone over bad going. Ruling P-R09.
pub(crate) fn ends_badly(state: &State, kind: Kind, ground: Terrain) -> bool {
    // Once one might say that none of it was bad.
    going(ground, kind) == Going::Bad && !state.options.rulings.before(14)
}

/// Beside a real table: where it is said that a squad stands, it can. Ruling P-R09.
pub(crate) fn check_ground(state: &State, squad: SquadId, ground: Terrain) -> Result<(), No> {
    // Once boats went on land, and before that everybody on deep water.
    let from = |kind: Kind| if kind == Kind::Boat { 13 } else { 11 };
    let sinks = |s: &Squad| !bears(ground, s.kind) && !state.options.rulings.before(from(s.kind));
    match state.squad(squad).filter(|s| sinks(s)) {
        Some(it) if it.kind == Kind::Boat => {
            no(rule!("P-R09"), "A boat cannot be there.", "Say on what water of the table it is.")
        }
        Some(_) => no(rule!("P-R09"), "Nobody can stand there.", "Say on what ground of the table it stands."),
        None => Ok(()),
    }
}

/// A length in words: `3.5"`.
pub(crate) fn inches(length: i32) -> String {
    match length % INCH {
        0 => format!("{}\"", length / INCH),
        rest if rest % 10 == 0 => format!("{}.{}\"", length / INCH, rest / 10),
        rest => format!("{}.{rest:02}\"", length / INCH),
    }
}

/// Refuses to leave the table with figures that are pinned; a vehicle takes its crew along. Rulings P-R61 and P-R70.
pub(crate) fn check_free(state: &State, squad: &Squad) -> Result<(), No> {
    let free = movers(squad).len();
    let enough = if squad.kind.is_vehicle() { free > 0 } else { free == squad.strength() };
    // Once pinned figures went along.
    if enough || state.options.rulings.before(8) {
        return Ok(());
    }
    Err(No::new(
        rule!("P-R70"),
        "Figures of this squad are pinned.",
        "Wait until none of them is: pinned figures do not move.",
    ))
}

pub(crate) fn check_leave(state: &State, squad: SquadId) -> Result<(), No> {
    let it = acting(state, squad)?;
    if state.board.is_some() {
        return Err(wrong_facts(true));
    }
    if it.order != Order::Leaving || it.aboard.is_some() {
        return Err(No::new(
            rule!("P-morale"),
            "This squad is not fleeing the table.",
            "Only a squad driven off by its morale leaves the table.",
        ));
    }
    check_free(state, it)
}

/// Beside a real table its player says of a squad that withdraws that it is out of the enemy's reach: after a part of its move, or
/// where it stands. Ruling P-R49.
pub(crate) fn check_clear(state: &State, squad: SquadId) -> Result<(), No> {
    let it = acting(state, squad)?;
    if state.board.is_some() {
        return Err(wrong_facts(true));
    }
    if it.order != Order::Withdrawing || state.active.clear {
        return Err(No::new(
            rule!("P-R49"),
            "This squad does not have to get out of the enemy's reach now.",
            "Give this order to a squad that withdraws and can still be fired at.",
        ));
    }
    Ok(())
}

impl Play<'_> {
    /// Three dice, and what the mode makes of them. Rules P-infantry-move and P-vehicle-move, rulings P-R07 and P-R08.
    pub fn march(&mut self, squad: SquadId, mode: Option<Mode>) -> Result<(), Halt> {
        let it = self.state.named(squad)?;
        let (kind, light, stood) = (it.kind, it.troops.is_light(), it.turn.stood_up);
        let (carrying, burdened) = (it.carrying && !it.porters, !it.burden.is_empty());
        let (mut good, mut bad, dice);
        if let Some(mode) = mode {
            let mut sorted = [0; 3];
            for die in &mut sorted {
                *die = self.d6(squad, "move", rule!("P-infantry-move"))?;
            }
            sorted.sort_unstable();
            let sum = |picks: [bool; 3]| -> i32 {
                sorted.iter().zip(picks).filter(|(_, picked)| *picked).map(|(&die, _)| i32::from(die) * INCH).sum()
            };
            let row = self.rules.tables().mode(mode)?;
            good = sum(row.good.value);
            bad = sum(if light { row.light.value } else { row.bad.value });
            dice = sorted.to_vec();
        } else {
            let row = self.rules.tables().vehicle(kind)?;
            let (more, fewer) = (row.good.value, row.bad.value);
            let mut rolled = Vec::new();
            for _ in 0..more.max(fewer) {
                rolled.push(self.d6(squad, "move", rule!("P-vehicle-move"))?);
            }
            let sum = |n: u8| rolled.iter().take(usize::from(n)).map(|&die| i32::from(die) * INCH).sum();
            (good, bad) = (sum(more), sum(fewer));
            dice = rolled;
        }
        for halved in [self.state.options.night, carrying, burdened, stood] {
            if halved {
                good /= 2;
                bad /= 2;
            }
        }
        self.state.active.march = Some(March { good, bad, used: 0, met_bad: false });
        self.with(squad, |s| s.turn.mode = mode)?;
        self.say(Event::Marched { squad, mode, dice, good, bad });
        Ok(())
    }

    /// A part of a move, with everything that comes of it.
    pub fn step(&mut self, squad: SquadId, planned: Planned) -> Result<(), Halt> {
        // Once who had withdrawn was locked from afar when it was over.
        if !self.state.options.rulings.before(7) {
            self.unlock(squad);
        }
        let cost = planned.cost(self.rules);
        let march = self.state.active.march.as_mut().ok_or_else(|| astray("No move was rolled for."))?;
        march.used += cost;
        march.met_bad |= planned.bad;
        let over_half = march.used * 2 > march.allowance();
        let before = self.state.named(squad)?.place(&self.state.options);
        self.state.active.went_back |= self.state.squad(squad).is_some_and(|s| s.order >= Order::Withdrawing);
        self.state.active.clear = planned.clear;
        self.with(squad, |s| {
            s.turn.moved = true;
            s.turn.over_half = over_half;
            for &(n, at) in &planned.figures {
                s.figures[n].at = at;
            }
            if let Some(to) = planned.to {
                s.facing = before.heading(to);
            }
            s.ground = planned.ends_in.unwrap_or(s.ground);
        })?;
        self.passengers_go_along(squad, before)?;
        self.burden_goes_along(squad)?;
        let Planned { to, length, bad, obstacles, noticed, meets, .. } = planned;
        let marker = self.state.squad(squad).and_then(|s| s.hidden);
        match (marker, to) {
            (Some(marker), Some(to)) => {
                if let Some(it) = self.state.marker_mut(marker) {
                    it.at = to;
                    it.moved = true;
                }
                self.say(Event::MarkerMoved { marker, to });
            }
            _ => self.say(Event::Stepped { squad, to, length, bad, obstacles }),
        }
        if noticed {
            self.reveal(squad, crate::event::Noticed::Moving)?;
        }
        self.look_and_listen(squad, before)?;
        self.come_to_markers(squad)?;
        if let Some(marker) = meets {
            self.reach(squad, marker)?;
        }
        self.open_window();
        Ok(())
    }

    /// Who fell aboard, where the vehicle was `before`, goes along as well. Ruling P-R62.
    fn passengers_go_along(&mut self, vehicle: SquadId, before: table::Point) -> Result<(), No> {
        let at = self.state.named(vehicle)?.at();
        let mut riders = Vec::new();
        let earlier = self.state.options.rulings.before(3);
        for squad in self.state.squads.iter_mut().filter(|s| s.aboard == Some(vehicle)) {
            let aboard = |f: &&mut crate::state::Figure| f.able() || (f.at == before && !earlier);
            squad.figures.iter_mut().filter(aboard).for_each(|f| f.at = at);
            riders.push(squad.id);
        }
        riders.into_iter().try_for_each(|rider| self.burden_goes_along(rider))
    }

    /// Something took half a turn: before the move it halves it, after half of it, or after another half, it ends it.
    /// Ruling P-R04.
    pub fn half_a_turn(&mut self, squad: SquadId) -> Result<(), No> {
        let second = self.state.named(squad)?.turn.stood_up && !self.state.options.rulings.before(5);
        if let Some(march) = &mut self.state.active.march {
            march.used = march.good.max(march.bad);
        } else if second {
            self.state.active.task = true;
        }
        self.with(squad, |s| s.turn.stood_up = true)
    }
}
