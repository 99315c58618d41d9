//! From a scenario file to a checked position. Rule 4.1; rulings BB-R15, BB-R16 and BB-R26.

use tabletop::numbers::counted;
use tabletop::{Dice, Halt, Refusal, RuleId};

use crate::places::{Gate, PLACE_COUNT, Place, PlaceSet, ZONE_COUNT};
use crate::play::Play;
use crate::reinforcements::arrival_step;
use crate::replacements::{points_of_gates, points_of_turn};
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
    if scenario.options.sixth_rulings.is_on() {
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
    let early = (turn, step) < (last, Step::Exit);
    if let Some(unit) = scenario.withdrawn.iter().find(|unit| early && PAVN_NLF_UNITS.has(**unit)) {
        let because = format!("{unit} cannot have withdrawn before turn {last}.");
        return Err(wrong(rule!("12.1"), because, "Leave it out of `withdrawn`."));
    }
    if let Some(unit) = scenario.lost.iter().find(|unit| rules.calendar().arrival_of(**unit).is_none()) {
        let because = format!("{unit} is no reinforcement, so it cannot have found no room.");
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

/// The area that a unit never leaves. Rule 6.3c.
const fn home(unit: UnitId) -> Option<Place> {
    match unit.kind() {
        UnitKind::MacvTeam => Some(Place::MACV),
        UnitKind::DivisionHq => Some(Place::MANG_CA),
        _ => None,
    }
}

/// What has not come about yet at that time in any game, or cannot last until then. Rules 6.3c, 8.2a, 9.2.2, 11.1 and 11.2.
fn check_time(rules: &BlockByBlock, scenario: &Scenario) -> Result<(), Refusal> {
    let now = (scenario.turn, scenario.step);
    let on_map = || scenario.units.iter().flat_map(|(place, units)| units.iter().map(move |unit| (*place, *unit)));
    if let Some((place, unit)) = on_map().find(|(place, unit)| home(*unit).is_some_and(|home| home != *place)) {
        let because = format!("{unit} stands in {place}, but never leaves the area in which it starts.");
        return Err(wrong(rule!("6.3c"), because, "Put the MACV Team in MACV and the 1st Division HQ in N2-3."));
    }
    let gone = [&scenario.eliminated, &scenario.withdrawn, &scenario.lost].into_iter().flatten().copied();
    for unit in on_map().map(|(_, unit)| unit).chain(gone.clone()) {
        if let Some((turn, _)) = rules.calendar().arrival_of(unit)
            && now < (turn, arrival_step(unit.side()))
        {
            let because = format!("{unit} does not arrive before turn {turn}.");
            return Err(wrong(rule!("11.1a"), because, "Leave it out: it comes by itself when its turn has come."));
        }
    }
    let leave = (rules.numbers().withdrawal_turn.value, Step::UsArvnMovement);
    if let Some((_, unit)) = on_map().find(|(_, unit)| AIRBORNE.has(*unit) && now > leave) {
        let because = format!("{unit} has left for Saigon by then.");
        return Err(wrong(rule!("11.2"), because, "List it as `withdrawn`, or leave it out."));
    }
    if let Some(unit) = scenario.withdrawn.iter().find(|unit| AIRBORNE.has(**unit) && now < leave) {
        let because = format!("{unit} does not leave before the US/ARVN Movement Segment of turn {}.", leave.0);
        return Err(wrong(rule!("11.2"), because, "Leave it out of `withdrawn`."));
    }
    let named = |unit: UnitId| on_map().map(|(_, unit)| unit).chain(gone.clone()).any(|other| other == unit);
    if let Some(unit) = scenario.detached.keys().find(|unit| !named(**unit)) {
        let because = format!("{unit} is not in the game, so it has detached no platoon.");
        return Err(wrong(rule!("8.2a"), because, "Leave it out of `detached`."));
    }
    if !scenario.attacked.is_empty() && scenario.step < Step::UsArvnCombat {
        let because = "No area has been attacked in this turn before its first Combat Segment.".to_owned();
        return Err(wrong(rule!("9.2.2b"), because, "Leave `attacked` out, or begin with a later step."));
    }
    if scenario.turn == 1 && scenario.clearing.values().any(|level| *level > 0) {
        let because = "No zone is cleared before the Political Phase of turn 1.".to_owned();
        return Err(wrong(rule!("9.2.2a"), because, "Leave `clearing` out, or begin with a later turn."));
    }
    Ok(())
}

/// The replacement points that a scenario says are left are no more than the step brings. Rules 10.1, 10.2 and 11.2.
fn check_points(rules: &BlockByBlock, state: &State, points: u8) -> Result<(), Refusal> {
    let (id, most) = match state.step {
        Step::PavnNlfReplacements => (rule!("10.2"), points_of_gates(rules, state)),
        _ => (rule!("10.1"), points_of_turn(rules, state).0),
    };
    if points > most {
        let because = format!("This step brings {}.", counted(most, "replacement point", "replacement points"));
        return Err(wrong(id, because, &format!("Write `points` of {most} at most, or leave them out.")));
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
        returned: UnitSet::EMPTY,
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
    if !scenario.options.seventh_rulings.is_on() {
        check_past(rules, scenario)?;
    }
    let timely = !scenario.options.eighth_rulings.is_on();
    if timely {
        check_time(rules, scenario)?;
    }
    place_units(&mut state, scenario)?;
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
    if let Some(points) = scenario.points.filter(|_| timely) {
        check_points(rules, &state, points)?;
    }
    let mut events = Vec::new();
    let mut play = Play { rules, state: &mut state, dice, events: &mut events };
    play.begin_at(scenario)?;
    if timely && state.step == Step::Over {
        let because = "The game would be over before anybody has to decide anything.".to_owned();
        return Err(wrong(rule!("3.2"), because, "Begin earlier, or put more units on the map.").into());
    }
    Ok(state)
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
