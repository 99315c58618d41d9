//! From a scenario file to a checked position. Rule 4.1; rulings BB-R15, BB-R16 and BB-R26.

use tabletop::{Dice, Halt, Refusal, RuleId};

use crate::places::{Gate, PLACE_COUNT, Place, PlaceSet, ZONE_COUNT};
use crate::play::Play;
use crate::reinforcements::arrival_step;
use crate::set::{GateSet, ZoneSet};
use crate::state::{Condition, GROUP_COUNT, Group, Location, State, Step, UnitState};
use crate::units::{AIRBORNE, PAVN_NLF_UNITS, PLATOONS, Side, TOWERS, UNIT_COUNT, UnitId, UnitKind, UnitSet};
use crate::{BlockByBlock, Scenario, rule};

const NO_UNIT: UnitState = UnitState { location: Location::Waiting, condition: Condition::Fresh, detached: 0 };

fn wrong(rule: RuleId, because: String, remedy: &str) -> Refusal {
    Refusal::new(rule, because, remedy)
}

/// The least attack value of a fresh PAVN battalion: that of a spent one. Rule 2.4a.
fn least_fresh_value(rules: &BlockByBlock, scenario: &Scenario) -> u8 {
    if scenario.options.rulings.before(6) {
        return 0;
    }
    let spent = |kind| rules.unit_table().printed(kind, Condition::Spent);
    spent(UnitKind::Pavn4th).max(spent(UnitKind::Pavn6th))
}

/// What cannot come about in a game that is played by the rules. Rules 9.2.2b, 10.1, 11.1c, 11.2 and 12.1.
fn check_past(rules: &BlockByBlock, scenario: &Scenario) -> Result<(), Refusal> {
    let (turn, step, numbers) = (scenario.turn, scenario.step, rules.numbers());
    if scenario.points.is_some() && turn == 1 && step == Step::UsArvnReplacements {
        let because = "US/ARVN receives no replacement points on turn 1.".to_owned();
        return Err(wrong(rule!("10.1"), because, "Leave `points` out, or begin with a later turn."));
    }
    let last = rules.calendar().last_turn();
    let tenth = !scenario.options.rulings.before(10);
    for unit in &scenario.withdrawn {
        let (id, first, leaves) = match AIRBORNE.has(*unit) {
            true if tenth => (rule!("11.2"), numbers.withdrawal_turn.value, Step::UsArvnMovement),
            false if PAVN_NLF_UNITS.has(*unit) => (rule!("12.1"), last, Step::Exit),
            _ => continue,
        };
        if (turn, step) < (first, leaves) {
            let because = format!("{unit} cannot have withdrawn by then: that begins on turn {first}.");
            return Err(wrong(id, because, "Leave it out of `withdrawn`."));
        }
    }
    for unit in &scenario.lost {
        let because = match rules.calendar().arrival_of(*unit) {
            None => format!("{unit} is no reinforcement, so it cannot have found no room."),
            Some((first, _)) if tenth && (turn, step) < (first, arrival_step(unit.side())) => {
                format!("{unit} arrives on turn {first}, so it cannot have found no room by then.")
            }
            _ => continue,
        };
        return Err(wrong(rule!("11.1c"), because, "Leave it out of `lost`; if it is gone, list it as `eliminated`."));
    }
    if let Some(place) = scenario.attacked.iter().find(|place| place.is_box()) {
        let because = format!("{place} is no area, and only areas are cleared.");
        return Err(wrong(rule!("9.2.2b"), because, "List only areas as `attacked`."));
    }
    let dearest = numbers.airborne_routed.value.max(numbers.airborne_eliminated.value);
    let gone = (turn, step) > (numbers.withdrawal_turn.value, Step::UsArvnMovement);
    let most = if gone { AIRBORNE.len().saturating_mul(dearest) } else { 0 };
    if scenario.airborne_penalty > most {
        let because = format!("The Airborne cannot have cost {} points by then.", scenario.airborne_penalty);
        return Err(wrong(rule!("11.2"), because, &format!("Write an `airborne_penalty` of {most} at most.")));
    }
    Ok(())
}

/// Rule 4.1: turns an arrangement into a position and begins its first step.
pub(crate) fn begin(rules: &BlockByBlock, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
    let mut state = State {
        options: scenario.options,
        turn: scenario.turn,
        step: scenario.step,
        points: 0,
        units: [NO_UNIT; UNIT_COUNT],
        occupants: [UnitSet::EMPTY; PLACE_COUNT],
        presence: [PlaceSet::EMPTY; 2],
        us_arvn_gates: GateSet::EMPTY,
        us_arvn_zones: ZoneSet::EMPTY,
        clearing: [0; ZONE_COUNT],
        publicity: scenario.publicity,
        destruction: scenario.destruction,
        airborne_penalty: scenario.airborne_penalty,
        attacked: PlaceSet::EMPTY,
        moved: UnitSet::EMPTY,
        arrived: UnitSet::EMPTY,
        routes: PlaceSet::EMPTY,
        groups: [Group::default(); GROUP_COUNT],
        group_count: 0,
        active: None,
        attack: None,
        sudden_death: false,
    };
    if !(1..=5).contains(&state.turn) {
        return Err(
            wrong(rule!("5.1"), format!("There is no turn {}.", state.turn), "Write a `turn` from 1 to 5.").into()
        );
    }
    if matches!(state.step, Step::Political | Step::Over) || (state.step == Step::Garrisons && state.turn != 1) {
        return Err(wrong(
            rule!("5.0"),
            format!("A scenario cannot begin turn {} with this step: {}.", state.turn, state.step.name()),
            "Begin with a step in which a player decides; Garrisons belongs to turn 1.",
        )
        .into());
    }
    let (replaces, last) = (rules.numbers().replacement_turn.value, rules.calendar().last_turn());
    for (step, turn, id) in [(Step::PavnNlfReplacements, replaces, rule!("10.2")), (Step::Exit, last, rule!("12.1"))] {
        if state.step == step && state.turn != turn {
            let because = format!("This step belongs to turn {turn} only: {}.", step.name());
            return Err(wrong(id, because, "Begin with another step.").into());
        }
    }
    if scenario.points.is_some() && !matches!(state.step, Step::UsArvnReplacements | Step::PavnNlfReplacements) {
        let because = "Replacement points are given, but the step is no replacement step.".to_owned();
        return Err(wrong(rule!("10.1"), because, "Leave `points` out, or begin with a replacement step.").into());
    }
    let least = least_fresh_value(rules, scenario);
    if scenario.options.pavn_fresh_value.is_some_and(|v| !(least..=9).contains(&v)) {
        let because = "A fresh PAVN battalion cannot have that attack value.".to_owned();
        let remedy = format!("Write a `pavn_fresh_value` from {least} to 9.");
        return Err(wrong(rule!("2.4a"), because, &remedy).into());
    }
    for (name, value) in [("publicity", state.publicity), ("destruction", state.destruction)] {
        let end = rules.numbers().track_end.value;
        if value > end {
            let because = format!("The {name} track stands at {value}.");
            return Err(wrong(rule!("9.1d"), because, &format!("The track ends at {end}.")).into());
        }
    }
    if !scenario.options.rulings.before(7) {
        check_past(rules, scenario)?;
    }
    place_units(&mut state, scenario)?;
    if !scenario.options.rulings.before(8) {
        check_detached(&state, scenario)?;
    }
    state.us_arvn_gates = scenario.us_arvn_gates.iter().collect();
    for gate in Gate::all() {
        let here = gate.place().set();
        if state.presence(Side::PavnNlf).meets(here) {
            state.us_arvn_gates &= !GateSet::of(gate);
        } else if state.presence(Side::UsArvn).meets(here) {
            state.us_arvn_gates |= GateSet::of(gate);
        }
    }
    state.us_arvn_zones = scenario.us_arvn_zones.iter().collect();
    for (&zone, &level) in &scenario.clearing {
        if level > zone.size() {
            let because = format!("{zone} is cleared to {level}, but has only {} areas.", zone.size());
            return Err(wrong(rule!("9.2.2a"), because, "Write a level up to the number of areas.").into());
        }
        state.clearing[zone.index()] = level;
    }
    for area in &scenario.attacked {
        state.attacked |= area.set();
    }
    let mut events = Vec::new();
    let mut play = Play { rules, state: &mut state, dice, events: &mut events };
    play.begin_at(scenario)?;
    Ok(state)
}

/// Only a unit that has been on the map has given platoons away. Rule 8.2a.
fn check_detached(state: &State, scenario: &Scenario) -> Result<(), Refusal> {
    let absent = |unit: UnitId| matches!(state.location(unit), Location::Waiting | Location::Lost);
    if let Some((&unit, _)) = scenario.detached.iter().find(|(unit, count)| **count > 0 && absent(**unit)) {
        let because = format!("{unit} has never been on the map, so it cannot have detached a platoon.");
        return Err(wrong(rule!("8.2a"), because, "Leave it out of `detached`, or name its place in `units`."));
    }
    Ok(())
}

fn place_units(state: &mut State, scenario: &Scenario) -> Result<(), Refusal> {
    let mut seen = UnitSet::EMPTY;
    let off_map = [
        (&scenario.eliminated, Location::Eliminated),
        (&scenario.withdrawn, Location::Exited),
        (&scenario.lost, Location::Lost),
    ];
    let on_map = scenario.units.iter().flat_map(|(place, units)| units.iter().map(|u| (*u, Location::Map(*place))));
    for (unit, mut location) in on_map.chain(off_map.into_iter().flat_map(|(l, at)| l.iter().map(move |u| (*u, at)))) {
        if seen.has(unit) {
            let because = format!("{unit} stands in two places.");
            return Err(wrong(rule!("4.1"), because, "Name every unit once only."));
        }
        seen |= unit.set();
        match location {
            Location::Map(place) => check_place(state, unit, place)?,
            Location::Exited if AIRBORNE.has(unit) => location = Location::Departed,
            Location::Exited if !PAVN_NLF_UNITS.has(unit) => {
                let because = format!("{unit} cannot have withdrawn from the map.");
                return Err(wrong(rule!("12.1"), because, "Only PAVN/NLF units and the Airborne ever leave it."));
            }
            _ => {}
        }
        state.put(unit, location);
    }
    for (list, condition) in [(&scenario.spent, Condition::Spent), (&scenario.routed, Condition::Routed)] {
        for &unit in list {
            let kind = unit.kind();
            if state.place(unit).is_none()
                || kind == UnitKind::Platoon
                || (condition == Condition::Spent && kind.one_sided())
                || state.condition(unit) != Condition::Fresh
            {
                let because = format!("{unit} cannot be listed as {}.", crate::words::condition_word(condition));
                let remedy = "Only units on the map can be spent or routed, one-sided ones only routed, and each is listed once.";
                return Err(wrong(rule!("2.5a"), because, remedy));
            }
            state.units[unit.index()].condition = condition;
        }
    }
    for (&unit, &count) in &scenario.detached {
        if unit.side() != Side::UsArvn || PLATOONS.has(unit) || count > 8 {
            let because = format!("{unit} cannot have detached {count} platoons.");
            return Err(wrong(rule!("8.2a"), because, "Only US/ARVN units detach platoons, eight at most."));
        }
        state.units[unit.index()].detached = count;
    }
    Ok(())
}

fn check_place(state: &State, unit: UnitId, place: Place) -> Result<(), Refusal> {
    let Some(gate) = place.gate() else {
        return if (TOWERS | PLATOONS).has(unit) {
            let because = format!("{unit} stands in {place}.");
            Err(wrong(rule!("8.0a"), because, "Gate Towers and platoons stand in Gate Boxes only."))
        } else {
            Ok(())
        };
    };
    let own_box = match unit.kind() {
        UnitKind::GateTower => unit == UnitId::tower(gate),
        UnitKind::Platoon => unit == UnitId::platoon(gate),
        UnitKind::MacvTeam | UnitKind::DivisionHq => false,
        _ => true,
    };
    if !own_box {
        let because = format!("{unit} cannot stand in {place}.");
        return Err(wrong(
            rule!("8.0a"),
            because,
            "A tower or platoon stands in the box of its letter; static units in none.",
        ));
    }
    if !state.units_at(place).is_empty() {
        let because = format!("{place} holds more than one unit.");
        return Err(wrong(rule!("6.1"), because, "A Gate Box holds one unit, tower or platoon."));
    }
    Ok(())
}
