//! Reinforcements and the turn-5 exit. Rules 11.1 and 12.1; rulings BB-R41 and BB-R42.

use tabletop::Refusal;

use crate::event::{Appearance, Departure};
use crate::movement::{AREAS, exit_reach, leads_to_the_edge, passable};
use crate::places::{Place, PlaceSet};
use crate::play::Play;
use crate::score::cut_off;
use crate::sequence::is_to_come;
use crate::state::{Condition, Location, State, Step};
use crate::tables::Arrival;
use crate::units::{PAVN_NLF_UNITS, Side, UnitId};
use crate::{BlockByBlock, Command, rule};

/// The step in which a side's reinforcements arrive. Rules 5.0 and 11.1.
pub(crate) const fn arrival_step(side: Side) -> Step {
    match side {
        Side::UsArvn => Step::UsArvnReinforcements,
        Side::PavnNlf => Step::PavnNlfReinforcements,
    }
}

/// The units of a side that arrive this turn and are not yet placed.
fn waiting(rules: &BlockByBlock, state: &State, side: Side) -> impl Iterator<Item = UnitId> {
    let arrivals = &rules.calendar().turn(state.turn).arrivals;
    let units = arrivals.iter().flat_map(|a| a.units.iter().copied());
    units.filter(move |u| u.side() == side && state.location(*u) == Location::Waiting)
}

impl BlockByBlock {
    /// The turn in which a unit that is not yet in the game still arrives; none if it never does. Rule 11.1.
    pub fn still_comes(&self, state: &State, unit: UnitId) -> Option<u8> {
        let (turn, _) = self.calendar().arrival_of(unit)?;
        let step = arrival_step(unit.side());
        let ahead = is_to_come(state, step, turn) || (state.turn == turn && state.step == step);
        (ahead && state.location(unit) == Location::Waiting).then_some(turn)
    }
}

/// Where a reinforcement may be placed. Rules 11.1a to 11.1c, ruling BB-R41.
pub(crate) fn arrival_areas(rules: &BlockByBlock, state: &State, unit: UnitId) -> PlaceSet {
    let Some((_, arrival)) = rules.calendar().arrival_of(unit) else {
        return PlaceSet::EMPTY;
    };
    let side = unit.side();
    let (own, enemy) = (state.presence(side), state.presence(side.enemy()));
    let mut areas = PlaceSet::EMPTY;
    for &area in &arrival.areas {
        if !enemy.has(area) || own.has(area) {
            areas |= area.set();
        } else {
            areas |= passable(rules, state, side, area) & !enemy;
        }
    }
    if arrival.beside_friends {
        areas |= own & AREAS;
    }
    for (_, place) in ahead(state, arrival, unit) {
        areas &= !place.set();
    }
    areas
}

/// The units that keep a reinforcement out of the areas in which they arrived this turn. Rule 11.1a.
fn ahead(state: &State, arrival: &Arrival, unit: UnitId) -> impl Iterator<Item = (UnitId, Place)> {
    let came = move |mate: &UnitId| state.options.rulings.before(9) || state.arrived.has(*mate);
    let mates = arrival.units.iter().copied().filter(move |mate| arrival.one_an_area && *mate != unit && came(mate));
    mates.filter_map(|mate| Some((mate, state.place(mate)?)))
}

/// Rule 11.1: whether a reinforcement may be placed there.
pub(crate) fn check_reinforce(rules: &BlockByBlock, state: &State, unit: UnitId, to: Place) -> Result<(), Refusal> {
    let arriving = matches!(state.step, Step::UsArvnReinforcements | Step::PavnNlfReinforcements);
    if let Some(place) = state.place(unit) {
        return Err(Refusal::new(
            rule!("11.1a"),
            format!("{unit} is on the map already, in {place}."),
            if arriving { "Choose one of the units that arrive now." } else { "Leave it where it is." },
        ));
    }
    let Some(step_side) = state.step.side().filter(|_| arriving) else {
        return Err(Refusal::new(
            rule!("11.1a"),
            "Reinforcements are placed in the Reinforcement Phase, after replacements.",
            if rules.still_comes(state, unit).is_some() {
                "Wait for the turn in which the unit arrives."
            } else {
                "Go on without it: it does not arrive any more."
            },
        ));
    };
    if !waiting(rules, state, step_side).any(|u| u == unit) {
        return Err(Refusal::new(
            rule!("11.1a"),
            format!("{unit} is not a {} reinforcement of turn {}.", step_side.name(), state.turn),
            "Choose one of the units that arrive now.",
        ));
    }
    if !arrival_areas(rules, state, unit).has(to) {
        let arrival = rules.calendar().arrival_of(unit).map(|(_, arrival)| arrival);
        if let Some((mate, _)) = arrival.and_then(|arrival| ahead(state, arrival, unit).find(|(_, at)| *at == to)) {
            return Err(Refusal::new(
                rule!("11.1a"),
                format!("{mate} arrived in {to}, and only one of these units may."),
                "Choose another area.",
            ));
        }
        let blocked = state.presence(step_side.enemy()).has(to);
        return Err(Refusal::new(
            if blocked { rule!("11.1b") } else { rule!("11.1a") },
            format!("{unit} cannot arrive in {to}."),
            "Place it in one of its named areas, or beside one that enemies alone hold, in an area without enemies; through a gate only if your side holds it.",
        ));
    }
    Ok(())
}

/// Whether a unit may leave the map now. Rule 12.1.
fn may_exit(rules: &BlockByBlock, state: &State, unit: UnitId) -> bool {
    state.step == Step::Exit
        && state.turn == rules.calendar().last_turn()
        && PAVN_NLF_UNITS.has(unit)
        && state.place(unit).is_some_and(|place| {
            !cut_off(rules, state).has(place) && exit_reach(rules, state, place).meets(rules.map().edge())
        })
}

/// Rule 12.1: whether a unit may leave the map now, and if not, why.
pub(crate) fn check_exit(rules: &BlockByBlock, state: &State, unit: UnitId) -> Result<(), Refusal> {
    if may_exit(rules, state, unit) {
        return Ok(());
    }
    let (id, last) = (rule!("12.1"), rules.calendar().last_turn());
    if state.step != Step::Exit || state.turn != last {
        return Err(Refusal::new(
            id,
            format!("Units leave the map in the Reinforcement Phase of turn {last} only."),
            "Keep the unit on the map.",
        ));
    }
    let Some(place) = state.place(unit).filter(|_| PAVN_NLF_UNITS.has(unit)) else {
        return Err(Refusal::new(
            id,
            format!("{unit} cannot withdraw."),
            "Choose a PAVN or NLF unit on the map. Gate Towers stay.",
        ));
    };
    if cut_off(rules, state).has(place) {
        return Err(Refusal::new(
            id,
            "All gates are in US/ARVN hands, so no unit in N1 to N5 can withdraw.",
            "Keep the unit on the map, or choose one elsewhere.",
        ));
    }
    let because = if leads_to_the_edge(rules, state, place) {
        format!("{unit} would have to stop beside an enemy on every way from {place} to the edge of the map.")
    } else {
        format!("No way that is open to {unit} and free of US/ARVN units leads from {place} to the edge of the map.")
    };
    Err(Refusal::new(id, because, "Keep the unit on the map, or choose another one."))
}

/// Legal commands of the reinforcement steps and the exit.
pub(crate) fn list(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    match state.step {
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements => {
            for unit in state.step.side().into_iter().flat_map(|side| waiting(rules, state, side)) {
                options
                    .extend(Place::each(arrival_areas(rules, state, unit)).map(|to| Command::Reinforce { unit, to }));
            }
        }
        Step::Exit => {
            let units = UnitId::each(PAVN_NLF_UNITS).filter(|u| may_exit(rules, state, *u));
            options.extend(units.map(|unit| Command::Exit { unit }));
        }
        _ => {}
    }
}

impl Play<'_> {
    /// Rules 11.1a and 11.1c: places what has one place only, and loses what has none.
    pub fn place_forced_reinforcements(&mut self) {
        let Some(side) = self.state.step.side() else {
            return;
        };
        loop {
            let forced = waiting(self.rules, self.state, side)
                .map(|u| (u, arrival_areas(self.rules, self.state, u)))
                .find(|(_, areas)| areas.len() <= 1);
            let Some((unit, areas)) = forced else { return };
            match Place::each(areas).next() {
                Some(area) => self.appear(unit, area, Condition::Fresh, Appearance::Reinforcement),
                None => self.leave(unit, Departure::NoRoom),
            }
        }
    }

    /// Rule 11.1.
    pub fn reinforce(&mut self, unit: UnitId, to: Place) {
        self.appear(unit, to, Condition::Fresh, Appearance::Reinforcement);
        self.place_forced_reinforcements();
    }
}
