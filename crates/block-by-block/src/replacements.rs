//! Replacements, tower recovery and infiltration. Rules 10.1, 10.2, 8.0c and 8.0d; rulings BB-R16, BB-R17, BB-R38, BB-R39.

use tabletop::numbers::counted;
use tabletop::{Halt, Refusal};

use crate::event::{Appearance, Travel};
use crate::movement::AREAS;
use crate::places::{Gate, Place, PlaceSet};
use crate::play::{Play, tower_in};
use crate::sequence::{is_to_come, is_to_come_for};
use crate::state::{Condition, Location, State, Step};
use crate::units::{NLF, PAVN_NLF_UNITS, PLATOONS, Side, TOWERS, UnitId};
use crate::{BlockByBlock, Command, Event, rule};

/// What a unit becomes when it is restored by one degree, and what that costs its side. Rules 10.1 and 10.2.
fn restored(unit: UnitId, condition: Condition) -> Option<(Condition, u8)> {
    match (condition, unit.side()) {
        (Condition::Fresh, _) => None,
        (Condition::Spent, _) => Some((Condition::Fresh, 1)),
        (Condition::Routed, side) => {
            let up = if unit.kind().one_sided() { Condition::Fresh } else { Condition::Spent };
            Some((up, if side == Side::UsArvn { 1 } else { 0 }))
        }
    }
}

/// Whether this is a step, and a turn, for replacements or infiltration. Rules 10.1, 10.2 and 8.0d.
fn replaces(rules: &BlockByBlock, state: &State) -> bool {
    match state.step {
        Step::UsArvnReplacements | Step::Infiltration => true,
        Step::PavnNlfReplacements => state.turn == rules.numbers().replacement_turn.value,
        _ => false,
    }
}

/// Whether an eliminated unit may still come back. Rule 10.2.
pub(crate) fn returns(rules: &BlockByBlock, state: &State, unit: UnitId) -> bool {
    let turn = rules.numbers().replacement_turn.value;
    let now = state.step == Step::PavnNlfReplacements && replaces(rules, state);
    PAVN_NLF_UNITS.has(unit)
        && state.location(unit) == Location::Eliminated
        && (now || is_to_come(state, Step::PavnNlfReplacements, turn))
}

fn wait_for(turn: u8) -> String {
    format!("Wait for the PAVN/NLF replacements of turn {turn}.")
}

/// Rules 10.1 and 10.2, ruling BB-R38: whether a unit may be restored now.
fn may_restore(rules: &BlockByBlock, state: &State, unit: UnitId) -> bool {
    replaces(rules, state)
        && state.step != Step::Infiltration
        && state.step.side() == Some(unit.side())
        && !(TOWERS | PLATOONS).has(unit)
        && state.place(unit).is_some()
        && restored(unit, state.condition(unit)).is_some_and(|(up, cost)| {
            let returned = state.arrived.has(unit);
            let made_fresh = up == Condition::Fresh && !unit.kind().one_sided();
            cost <= state.points && !(returned && made_fresh)
        })
}

/// Rules 10.1 and 10.2, ruling BB-R64: whether a unit takes replacements at all, whatever step it is.
fn check_recovers(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let id = match unit.side() {
        Side::UsArvn => rule!("10.1"),
        Side::PavnNlf => rule!("10.2"),
    };
    if TOWERS.has(unit) {
        return Err(Refusal::new(
            rule!("BB-R64"),
            format!("{unit} takes no replacements."),
            "Leave it to its die: a spent tower rolls to recover, after the replacements of each turn.",
        ));
    }
    if PLATOONS.has(unit) {
        return Err(Refusal::new(id, format!("{unit} takes no replacements."), "Leave it as it is: no platoon does."));
    }
    if state.place(unit).is_none() {
        return Err(Refusal::new(
            id,
            format!("{unit} is not on the map."),
            "Only units on the map recover steps. Eliminated US/ARVN units never return.",
        ));
    }
    Ok(())
}

/// Rules 10.1 and 10.2: whether a unit may be restored now, and if not, why.
pub(crate) fn check_restore(rules: &BlockByBlock, state: &State, unit: UnitId) -> Result<(), Refusal> {
    if may_restore(rules, state, unit) {
        return Ok(());
    }
    check_recovers(state, unit)?;
    let id = match state.step {
        Step::UsArvnReplacements => rule!("10.1"),
        Step::PavnNlfReplacements => rule!("10.2"),
        _ => {
            let turn = rules.numbers().replacement_turn.value;
            let remedy = match unit.side() {
                Side::UsArvn if is_to_come_for(rules, state, unit, Step::UsArvnReplacements) => {
                    "Wait for your replacements at the start of a turn.".to_owned()
                }
                Side::PavnNlf if is_to_come(state, Step::PavnNlfReplacements, turn) => wait_for(turn),
                Side::UsArvn => "Leave the unit as it is: no replacements are left to it.".to_owned(),
                Side::PavnNlf => "PAVN/NLF receives no more replacements: leave the unit as it is.".to_owned(),
            };
            return Err(Refusal::new(rule!("5.0"), "Steps are restored only in the Replacement Phase.", remedy));
        }
    };
    let any_left = UnitId::all().any(|other| may_restore(rules, state, other));
    let another = |remedy| if any_left { remedy } else { "End your replacements." };
    if state.step.side() != Some(unit.side()) {
        return Err(Refusal::new(
            id,
            format!("{unit} cannot take replacements now."),
            another("Choose a unit of the side that is spending points."),
        ));
    }
    let Some((up, cost)) = restored(unit, state.condition(unit)) else {
        return Err(Refusal::new(
            id,
            format!("{unit} is at full strength."),
            another("Choose a spent or routed unit."),
        ));
    };
    if up == Condition::Fresh && !unit.kind().one_sided() && state.arrived.has(unit) {
        return Err(Refusal::new(
            rule!("BB-R38"),
            format!("{unit} returned this turn and stays spent."),
            another("Choose another unit."),
        ));
    }
    Err(Refusal::new(
        id,
        format!("That costs {cost}; you have {} left.", counted(state.points, "point", "points")),
        another("Choose what costs less, or end your replacements."),
    ))
}

/// Rule 10.2: where an eliminated unit may come back. Rulings BB-R38 and BB-R39.
pub(crate) fn return_areas(state: &State, unit: UnitId) -> PlaceSet {
    let areas = AREAS;
    let us = state.presence(Side::UsArvn);
    if NLF.has(unit) {
        areas & !us
    } else {
        let friends = Place::each(state.presence(Side::PavnNlf) & areas)
            .filter(|p| state.units_at(*p).meets(PAVN_NLF_UNITS))
            .collect::<PlaceSet>();
        let o8 = Place::O8.set();
        friends | if !us.meets(o8) { o8 } else { PlaceSet::EMPTY }
    }
}

/// Rule 10.2: whether an eliminated unit may come back there.
pub(crate) fn check_return(rules: &BlockByBlock, state: &State, unit: UnitId, to: Place) -> Result<(), Refusal> {
    let id = rule!("10.2");
    if !PAVN_NLF_UNITS.has(unit) {
        let because = format!("{unit} is not an eliminated PAVN/NLF unit.");
        return Err(if TOWERS.has(unit) {
            Refusal::new(rule!("8.0d"), because, "A Gate Tower comes by infiltration, into a gate that is unguarded.")
        } else {
            Refusal::new(id, because, "Go on without it: US/ARVN units never return.")
        });
    }
    if state.location(unit) != Location::Eliminated {
        return Err(Refusal::new(
            id,
            format!("{unit} is not an eliminated PAVN/NLF unit."),
            "Leave it where it is: only eliminated units return.",
        ));
    }
    if state.step != Step::PavnNlfReplacements || !replaces(rules, state) {
        let turn = rules.numbers().replacement_turn.value;
        return Err(Refusal::new(
            id,
            format!("Eliminated units return only on turn {turn}, and only PAVN/NLF units."),
            if is_to_come(state, Step::PavnNlfReplacements, turn) {
                wait_for(turn)
            } else {
                "PAVN/NLF receives no more replacements: go on without the unit.".to_owned()
            },
        ));
    }
    let price = rules.numbers().battalion_price.value;
    if !NLF.has(unit) && state.points < price {
        return Err(Refusal::new(
            id,
            format!("A PAVN battalion costs {}; you have {} left.", counted(price, "point", "points"), state.points),
            if UnitId::each(NLF).any(|company| state.location(company) == Location::Eliminated) {
                "Bring back NLF companies: they are free."
            } else {
                "Go on without the battalion."
            },
        ));
    }
    if !return_areas(state, unit).has(to) {
        return if NLF.has(unit) {
            Err(Refusal::new(
                rule!("BB-R39"),
                format!("{unit} cannot return to {to}."),
                "Choose an area, not a Gate Box, without US/ARVN units.",
            ))
        } else {
            Err(Refusal::new(
                rule!("BB-R38"),
                format!("{unit} cannot return to {to}."),
                if return_areas(state, unit).is_empty() {
                    "Go on without the battalion."
                } else {
                    "Choose an area that holds a PAVN/NLF unit, or O-8 if no US/ARVN unit is there."
                },
            ))
        };
    }
    Ok(())
}

/// Whether a gate stands open to infiltration: no tower and no US/ARVN unit in its box. Rule 8.0d.
fn open_to_infiltration(state: &State, gate: Gate) -> bool {
    tower_in(state, gate).is_none() && !state.presence(Side::UsArvn).has(gate.place()) && towers_infiltrate(state)
}

/// Whether there is infiltration in this turn. Rule 8.0d, ruling BB-R16.
fn towers_infiltrate(state: &State) -> bool {
    state.turn > 1 || state.options.infiltration_turn_1
}

/// The PAVN/NLF unit that stands in a box without tower, if any (BB-R17).
fn lodger(state: &State, gate: Gate) -> Option<UnitId> {
    UnitId::each(state.units_at(gate.place()) & PAVN_NLF_UNITS).next()
}

/// Where a unit may step out of a Gate Box: lettered areas without enemies. Rulings BB-R17 and BB-R18.
pub(crate) fn step_out_areas(rules: &BlockByBlock, state: &State, gate: Gate, side: Side) -> PlaceSet {
    rules.map().lettered(gate) & !state.presence(side.enemy())
}

/// Rule 8.0d: whether a tower may be placed.
pub(crate) fn check_infiltrate(
    rules: &BlockByBlock,
    state: &State,
    gate: Gate,
    step_out: Option<Place>,
) -> Result<(), Refusal> {
    let id = rule!("8.0d");
    let letter = gate.letter();
    if state.step != Step::Infiltration {
        return Err(Refusal::new(
            id,
            "Infiltrate gates in the Reinforcement Phase, after the recovery rolls.",
            if is_to_come(state, Step::Infiltration, state.turn) && towers_infiltrate(state) {
                "Wait for the recovery rolls of this turn."
            } else if state.turn < rules.calendar().last_turn() {
                "Wait for the next turn."
            } else {
                "No more towers infiltrate in this game."
            },
        ));
    }
    if !towers_infiltrate(state) {
        return Err(Refusal::new(rule!("BB-R16"), "This scenario has no infiltration on turn 1.", "End the step."));
    }
    if !open_to_infiltration(state, gate) {
        return Err(Refusal::new(
            id,
            format!("Gate {letter} is guarded."),
            "Choose a Gate Box without a tower or a US/ARVN unit.",
        ));
    }
    match (lodger(state, gate), step_out) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(Refusal::new(
            rule!("BB-R17"),
            format!("Gate {letter} holds no unit."),
            "Place the tower without naming an area.",
        )),
        (Some(unit), _) if step_out_areas(rules, state, gate, Side::PavnNlf).is_empty() => Err(Refusal::new(
            rule!("BB-R17"),
            format!("{unit} occupies gate {letter}, and every area with the letter holds an enemy."),
            "Leave the unit there: it holds the gate without the tower.",
        )),
        (Some(unit), None) => Err(Refusal::new(
            rule!("BB-R17"),
            format!("{unit} occupies gate {letter}."),
            "Name the area where it steps out.",
        )),
        (Some(unit), Some(to)) if !step_out_areas(rules, state, gate, Side::PavnNlf).has(to) => Err(Refusal::new(
            rule!("BB-R17"),
            format!("{unit} cannot step out to {to}."),
            "Choose an area that carries the letter and holds no enemy.",
        )),
        _ => Ok(()),
    }
}

/// Legal commands of the replacement and infiltration steps.
pub(crate) fn list(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    if !replaces(rules, state) {
        return;
    }
    if state.step == Step::Infiltration {
        for gate in Gate::all().filter(|g| open_to_infiltration(state, *g)) {
            if lodger(state, gate).is_some() {
                let areas = Place::each(step_out_areas(rules, state, gate, Side::PavnNlf));
                options.extend(areas.map(|to| Command::Infiltrate { gate, step_out: Some(to) }));
            } else {
                options.push(Command::Infiltrate { gate, step_out: None });
            }
        }
        return;
    }
    for unit in UnitId::all() {
        if may_restore(rules, state, unit) {
            options.push(Command::Restore { unit });
        } else if state.step == Step::PavnNlfReplacements
            && returns(rules, state, unit)
            && (NLF.has(unit) || state.points >= rules.numbers().battalion_price.value)
        {
            options.extend(Place::each(return_areas(state, unit)).map(|to| Command::Return { unit, to }));
        }
    }
}

impl Play<'_> {
    /// Rules 10.1 and 10.2.
    pub fn restore(&mut self, unit: UnitId) {
        let from = self.state.condition(unit);
        if let Some((to, cost)) = restored(unit, from) {
            self.state.points -= cost;
            self.state.units[unit.index()].condition = to;
            self.say(Event::Restored { unit, from, to, cost });
        }
    }

    /// Rule 10.2, rulings BB-R38 and BB-R39.
    pub fn return_unit(&mut self, unit: UnitId, to: Place) {
        let condition = if NLF.has(unit) {
            Condition::Fresh
        } else {
            self.state.points -= self.rules.numbers().battalion_price.value;
            Condition::Spent
        };
        self.appear(unit, to, condition, Appearance::Replacement);
    }

    /// Rule 8.0c: each spent tower, routed ones among them, rolls to be fresh again.
    pub fn recover_towers(&mut self) -> Result<(), Halt> {
        for gate in Gate::all() {
            let Some(tower) = tower_in(self.state, gate) else {
                continue;
            };
            let from = self.state.condition(tower);
            if from == Condition::Fresh {
                continue;
            }
            let die = self.d6("gate tower recovery", rule!("8.0c"))?;
            let recovered = die <= self.rules.numbers().recovery_up_to.value;
            self.say(Event::TowerRolled { gate, die, recovered });
            if recovered {
                self.state.units[tower.index()].condition = Condition::Fresh;
                self.say(Event::Restored { unit: tower, from, to: Condition::Fresh, cost: 0 });
            }
        }
        Ok(())
    }

    /// Rule 8.0d, ruling BB-R17.
    pub fn infiltrate(&mut self, gate: Gate, step_out: Option<Place>) {
        if let (Some(unit), Some(to)) = (lodger(self.state, gate), step_out) {
            self.travel(unit, vec![gate.place(), to], Travel::Gate);
        }
        self.appear(UnitId::tower(gate), gate.place(), Condition::Spent, Appearance::Infiltration);
    }
}
