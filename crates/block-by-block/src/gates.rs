//! Gate Boxes after they were cleared, walking through, platoons. Rules 8.1d, 8.1e and 8.2; rulings BB-R6, BB-R12, BB-R16, BB-R18, BB-R21.

use tabletop::{Halt, Refusal};

use crate::combat::{any_moves_again, moves_again};
use crate::event::{Appearance, Travel};
use crate::groups::{acting_group, place_of, standing};
use crate::losses::box_may_be_entered;
use crate::places::{Gate, Place, PlaceSet};
use crate::play::Play;
use crate::replacements::step_out_areas;
use crate::sequence::is_to_come;
use crate::state::{Attack, Condition, Group, Stage, State, Step};
use crate::units::{PLATOONS, Side, TOWERS, US_ARVN_UNITS, UnitId};
use crate::ways::Ways;
use crate::{BlockByBlock, Command, Event, Garrison, rule};

/// Whether a platoon can be detached from this unit at all. Rule 8.2a.
fn may_give_platoon(unit: UnitId) -> bool {
    unit.side() == Side::UsArvn && !PLATOONS.has(unit)
}

/// Rules 8.1d and 8.2: who may stay in the box that was cleared.
pub(crate) fn check_occupy(state: &State, garrison: Garrison) -> Result<(), Refusal> {
    let id = rule!("8.1d");
    let Some(attack) = state.attack().filter(|attack| attack.stage == Stage::Occupy) else {
        return Err(Refusal::new(
            id,
            "No Gate Box is waiting to be entered.",
            "Enter a box right after an assault has eliminated every enemy in it.",
        ));
    };
    let group = state.attackers(attack);
    match garrison {
        Garrison::Nobody => Ok(()),
        Garrison::Unit(unit) if group.has(unit) && box_may_be_entered(state, attack) => Ok(()),
        Garrison::PlatoonOf(unit) if group.has(unit) && may_give_platoon(unit) => Ok(()),
        Garrison::PlatoonOf(unit) if unit.side() == Side::PavnNlf => Err(Refusal::new(
            rule!("8.2a"),
            "PAVN/NLF units cannot detach platoons.",
            "Leave a unit in the box, or leave it empty.",
        )),
        Garrison::Unit(unit) if group.has(unit) => Err(Refusal::new(
            rule!("BB-R51"),
            format!("The defender of the box retreated, so {unit} cannot enter it."),
            "Leave a platoon in the box, or leave it empty.",
        )),
        Garrison::Unit(unit) | Garrison::PlatoonOf(unit) => Err(Refusal::new(
            id,
            format!("{unit} is not in the group that cleared the box."),
            "Choose one of the group.",
        )),
    }
}

/// Legal garrisons of the box that was cleared.
pub(crate) fn list_occupy(state: &State, options: &mut Vec<Command>) {
    let Some(attack) = state.attack() else { return };
    let enter = box_may_be_entered(state, attack);
    for unit in UnitId::each(state.attackers(attack)) {
        if enter {
            options.push(Command::Occupy { garrison: Garrison::Unit(unit) });
        }
        if may_give_platoon(unit) {
            options.push(Command::Occupy { garrison: Garrison::PlatoonOf(unit) });
        }
    }
    options.push(Command::Occupy { garrison: Garrison::Nobody });
}

/// Where a group may walk through the gate it has cleared: areas behind it without enemies. Rule 8.1d, ruling BB-R6.
fn walk_areas(rules: &BlockByBlock, state: &State, group: &Group) -> PlaceSet {
    match (group.cleared, place_of(state, group), state.step.side()) {
        (Some(gate), Some(from), Some(side)) if !from.is_box() && state.gate_control(gate) == side => {
            rules.map().through(from, gate) & !state.presence(side.enemy())
        }
        _ => PlaceSet::EMPTY,
    }
}

/// Rule 8.1d.
pub(crate) fn check_walk(rules: &BlockByBlock, state: &State, number: u8, to: Place) -> Result<(), Refusal> {
    let group = acting_group(state, number)?;
    if group.cleared.is_none() {
        let refusal = not_cleared(number);
        let moves = any_moves_again(rules, state, group.units);
        let instead = || Ways::of(rules, state, number, &group).remedy();
        return Err(if moves { refusal } else { Refusal { remedy: instead(), ..refusal } });
    }
    let areas = walk_areas(rules, state, &group);
    if areas.has(to) {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("BB-R6"),
        format!("Group {number} cannot walk through to {to}."),
        if areas.is_empty() {
            Ways::of(rules, state, number, &group).remedy()
        } else {
            "Choose an area behind that gate without enemies.".to_owned()
        },
    ))
}

fn not_cleared(number: u8) -> Refusal {
    Refusal::new(
        rule!("8.1d"),
        format!("Group {number} has not just cleared a Gate Box."),
        "A group walks through a gate after clearing it and before it attacks again. At other times, use the Movement Segment.",
    )
}

/// Legal walks of a group.
pub(crate) fn list_walks(rules: &BlockByBlock, state: &State, number: u8, group: &Group, options: &mut Vec<Command>) {
    options.extend(Place::each(walk_areas(rules, state, group)).map(|to| Command::WalkThrough { group: number, to }));
}

/// Whether a gate may get a garrison before turn 1. Rule 4.1, ruling BB-R16.
fn wants_garrison(state: &State, gate: Gate) -> bool {
    state.place(UnitId::platoon(gate)).is_none()
        && state.units_at(gate.place()).is_empty()
        && state.gate_control(gate) == Side::UsArvn
}

/// Where the units stand that may give a gate its garrison before turn 1: anywhere; in games that began earlier, beside the gate. Rule 4.1,
/// ruling BB-R16.
fn garrison_areas(rules: &BlockByBlock, state: &State, gate: Gate) -> PlaceSet {
    if state.options.rulings.before(9) { rules.map().lettered(gate) } else { state.presence(Side::UsArvn) }
}

/// Rule 8.2a, ruling BB-R16: whether a unit may give a platoon to this gate.
pub(crate) fn check_detach(
    rules: &BlockByBlock,
    state: &State,
    unit: UnitId,
    gate: Gate,
    to: Place,
) -> Result<(), Refusal> {
    let id = rule!("8.2a");
    let letter = gate.letter();
    if !may_give_platoon(unit) {
        return Err(Refusal::new(
            id,
            format!("{unit} cannot detach a platoon."),
            if any_detachment(rules, state) {
                "Choose a US/ARVN company or battalion."
            } else {
                "Go on without it: no unit can leave a platoon now."
            },
        ));
    }
    if state.place(UnitId::platoon(gate)).is_some() {
        return Err(Refusal::new(
            rule!("BB-R21"),
            format!("The platoon of gate {letter} is already in use."),
            "Leave it as it is: the platoon holds the gate.",
        ));
    }
    if state.step == Step::Garrisons {
        if !wants_garrison(state, gate) {
            return Err(Refusal::new(
                rule!("BB-R16"),
                format!("Gate {letter} is not an empty US/ARVN gate."),
                "Choose a gate in US/ARVN hands that has no garrison.",
            ));
        }
        if state.place(unit) != Some(to) || !garrison_areas(rules, state, gate).has(to) {
            let because = match state.place(unit) {
                Some(place) if place == to => format!("{unit} stands too far from gate {letter}."),
                _ => format!("{unit} does not stand in {to}."),
            };
            let remedy = "Choose a unit on the map, and name the area in which it stands.";
            return Err(Refusal::new(rule!("BB-R16"), because, remedy));
        }
        return Ok(());
    }
    if state.place(unit) != Some(gate.place()) {
        return Err(Refusal::new(
            id,
            format!("{unit} is not in the box of gate {letter}."),
            into_the_box(rules, state, unit, gate),
        ));
    }
    let areas = step_out_areas(rules, state, gate, Side::UsArvn);
    if areas.is_empty() {
        return Err(Refusal::new(
            rule!("BB-R18"),
            format!("{unit} cannot step out: every area with the letter {letter} holds an enemy."),
            "Leave it in the box: it holds the gate without a platoon.",
        ));
    }
    if state.attack.is_some() {
        return Err(Refusal::new(
            rule!("BB-R49"),
            "You cannot detach a platoon while an attack is being resolved.",
            "Detach it before or after the attack.",
        ));
    }
    if !areas.has(to) {
        return Err(Refusal::new(
            rule!("BB-R18"),
            format!("{unit} cannot step out to {to}."),
            "Choose an area that carries the letter and holds no enemy.",
        ));
    }
    Ok(())
}

/// What would have to be before a unit that stands elsewhere can leave a platoon in a gate. Rules 6.3c and 8.2a.
fn into_the_box(rules: &BlockByBlock, state: &State, unit: UnitId, gate: Gate) -> &'static str {
    let now = state.step == Step::UsArvnMovement;
    let later = moves_again(rules, state, Side::UsArvn);
    let reaches = |unit| now && rules.destinations(state, unit).has(gate.place());
    let walks = state.place(unit).is_some() && (reaches(unit) || any_moves_again(rules, state, unit.set()));
    let fights =
        state.step == Step::UsArvnCombat || is_to_come(state, Step::UsArvnCombat, rules.calendar().last_turn());
    let theirs = !state.options.rulings.before(11) && state.gate_control(gate) == Side::PavnNlf;
    if theirs || state.presence(Side::PavnNlf).has(gate.place()) {
        if fights {
            "Take the gate first."
        } else {
            "Go on without a platoon there: the gate is the enemy's to the end."
        }
    } else if state.presence(Side::UsArvn).has(gate.place()) {
        if step_out_areas(rules, state, gate, Side::UsArvn).is_empty() {
            "Go on without a platoon there: the unit in the Gate Box cannot step out."
        } else if state.attack.is_some() {
            "Wait until the attack is over, and choose the unit that stands in the Gate Box."
        } else {
            "Choose the unit that stands in the Gate Box."
        }
    } else if walks {
        "Move it into the Gate Box first."
    } else if later || UnitId::each(US_ARVN_UNITS).any(reaches) {
        "Choose a unit that can move into the Gate Box."
    } else {
        "Go on without a platoon there: no unit moves into the Gate Box any more."
    }
}

/// Whether any unit can leave a platoon now.
fn any_detachment(rules: &BlockByBlock, state: &State) -> bool {
    let mut options = Vec::new();
    list_detachments(rules, state, &mut options);
    state.attack.is_none() && !options.is_empty()
}

/// Legal detachments now, in any step of either side. Ruling BB-R49.
pub(crate) fn list_detachments(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    if state.step == Step::Garrisons {
        for gate in Gate::all().filter(|gate| wants_garrison(state, *gate)) {
            for area in Place::each(garrison_areas(rules, state, gate)) {
                let units = UnitId::each(state.side_at(Side::UsArvn, area)).filter(|u| may_give_platoon(*u));
                options.extend(units.map(|unit| Command::Detach { unit, gate, to: area }));
            }
        }
        return;
    }
    for gate in Gate::all() {
        let inside = state.side_at(Side::UsArvn, gate.place()) & !PLATOONS & !TOWERS;
        for unit in UnitId::each(inside) {
            let areas = Place::each(step_out_areas(rules, state, gate, Side::UsArvn));
            options.extend(areas.map(|to| Command::Detach { unit, gate, to }));
        }
    }
}

impl Play<'_> {
    /// Whether a group may walk through the gate it has just cleared, routed units and all. Rules 2.6d and 8.1d.
    pub fn may_walk(&self, group: u8) -> bool {
        self.state.group(group).is_some_and(|group| !walk_areas(self.rules, self.state, group).is_empty())
    }

    /// Rule 8.1d: the box falls to the attacker.
    pub fn clear_box(&mut self, attack: &Attack, place: Place) {
        if let Some(gate) = place.gate() {
            self.say(Event::GateCleared { gate });
            self.take_gate(gate, attack.attacker);
            if let Some(group) = self.state.group_mut(attack.group) {
                group.cleared = Some(gate);
            }
            self.retest_control();
        }
    }

    /// Rules 8.1d and 8.2a; ruling BB-R12.
    pub fn occupy(&mut self, garrison: Garrison) -> Result<(), Halt> {
        let attack = self.attack()?;
        let (number, place) = (attack.group, attack.target);
        match garrison {
            Garrison::Nobody => {}
            Garrison::Unit(unit) => {
                let from = self.place(unit)?;
                self.travel(unit, vec![from, place], Travel::Gate);
                if !self.state.options.rulings.before(11) {
                    self.mark_route(from);
                }
                match self.state.group_mut(number) {
                    Some(group) if group.units != unit.set() => {
                        group.units &= !unit.set();
                        self.say(Event::LeftGroup { group: number, units: vec![unit] });
                    }
                    Some(group) => group.cleared = None,
                    None => {}
                }
            }
            Garrison::PlatoonOf(unit) => {
                if let Some(gate) = place.gate() {
                    self.give_platoon(unit, gate);
                }
            }
        }
        self.finish_attack(&attack, None);
        Ok(())
    }

    /// Rule 8.2a, ruling BB-R21: −1 on the parent, a platoon in the box.
    fn give_platoon(&mut self, unit: UnitId, gate: Gate) {
        self.state.units[unit.index()].detached += 1;
        self.say(Event::Detached { parent: unit, gate });
        self.appear(UnitId::platoon(gate), gate.place(), Condition::Fresh, Appearance::Detachment);
    }

    /// Rule 8.2a, rulings BB-R16 and BB-R18.
    pub fn detach(&mut self, unit: UnitId, gate: Gate, to: Place) {
        if self.state.step != Step::Garrisons {
            self.travel(unit, vec![gate.place(), to], Travel::Gate);
            self.state.moved |= unit.set();
        }
        self.give_platoon(unit, gate);
        // The unit that steps out may leave an arrival one area. Rule 11.1.
        if self.state.step == Step::PavnNlfReinforcements && !self.state.options.rulings.before(9) {
            self.place_forced_reinforcements();
        }
    }

    /// Rule 8.1d, ruling BB-R6.
    pub fn walk_through(&mut self, number: u8, to: Place) -> Result<(), Refusal> {
        let (group, from) = standing(self.state, number)?;
        let gate = group.cleared.ok_or_else(|| not_cleared(number))?;
        self.state.active = Some(number);
        for unit in UnitId::each(group.units) {
            self.travel(unit, vec![from, gate.place(), to], Travel::Gate);
        }
        if let Some(group) = self.state.group_mut(number) {
            group.cleared = None;
        }
        Ok(())
    }
}
