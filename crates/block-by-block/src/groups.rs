//! Assault groups: naming, splitting, pausing. Rules 7.2 and 7.3; rulings BB-R10, BB-R35, BB-R36.

use tabletop::{Refusal, RuleId};

use crate::event::GroupEnd;
use crate::places::Place;
use crate::play::Play;
use crate::replacements::returns;
use crate::sequence::is_to_come_for;
use crate::state::{GROUP_COUNT, Group, Location, State, Step, side_units};
use crate::units::{Nationality, PLATOONS, Side, TOWERS, UnitId, UnitKind, UnitSet};
use crate::ways::Ways;
use crate::{BlockByBlock, Command, Event, rule};

/// The largest group, of attackers or of defenders, that a table may allow: the ways to choose one double with every unit.
pub(crate) const MOST_IN_A_GROUP: u8 = 8;

/// The units of a list as a set, if it is in order and without repetition.
pub(crate) fn as_set(units: &[UnitId]) -> Option<UnitSet> {
    units.windows(2).all(|w| w[0] < w[1]).then(|| units.iter().collect())
}

pub(crate) fn as_list(set: UnitSet) -> Vec<UnitId> {
    UnitId::each(set).collect()
}

pub(crate) fn disorder(id: RuleId) -> Refusal {
    Refusal::new(
        id,
        "List each unit once, in the order of the counter list.",
        "Put the units in that order, without repeats.",
    )
}

/// The minimum of a group: one unit that survives a hit. Rule 7.2b, ruling BB-R10.
pub(crate) fn strong_enough(state: &State, units: UnitSet) -> bool {
    state.any_unrouted(units & !PLATOONS)
}

/// Whether these nationalities may share a group. Rules 7.2c and 7.2d, ruling BB-R36.
fn may_mix(state: &State, units: UnitSet) -> bool {
    let earlier = state.options.rulings.before(10);
    let has = |n| UnitId::each(units).any(|u| u.kind().nationality() == n);
    let team = earlier && UnitId::each(units).any(|u| u.kind() == UnitKind::MacvTeam);
    !((has(Nationality::Us) || team) && has(Nationality::Arvn))
}

/// What every group must fulfil, wherever its units stand. Rules 7.2a, 7.2c and 7.2d.
fn check_kinds(rules: &BlockByBlock, state: &State, set: UnitSet) -> Result<(), Refusal> {
    let most = rules.numbers().group_size.value;
    if !(1..=most).contains(&set.len()) {
        return Err(Refusal::new(
            rule!("7.2a"),
            format!("A group has 1 to {most} units, not {}.", set.len()),
            if set.is_empty() { "Name the units." } else { "Name fewer units and form a second group from the rest." },
        ));
    }
    if let Some(unit) = UnitId::each(set & (TOWERS | PLATOONS)).next() {
        let id = if TOWERS.has(unit) { rule!("8.0a") } else { rule!("8.2a") };
        return Err(Refusal::new(id, format!("{unit} cannot attack."), "Choose other units."));
    }
    if may_mix(state, set) {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("7.2c"),
        "US Marines and ARVN or RVN units cannot share a group.",
        "Form separate groups. Only the Hac Bao and the MACV Team may join either.",
    ))
}

/// What every group must fulfil, however it comes about. Rules 7.2a to 7.2d.
fn check_composition(rules: &BlockByBlock, state: &State, set: UnitSet) -> Result<(), Refusal> {
    check_kinds(rules, state, set)?;
    if let Some(unit) = UnitId::each(set).find(|u| state.place(*u).is_none()) {
        return Err(Refusal::new(rule!("7.2a"), format!("{unit} is not on the map."), "Choose units on the map."));
    }
    let mut places = UnitId::each(set).map(|u| state.place(u));
    let first = places.next();
    if places.any(|place| Some(place) != first) {
        return Err(Refusal::new(
            rule!("7.2a"),
            "The units of a group must share one area.",
            "Choose units in the same area.",
        ));
    }
    if !strong_enough(state, set) {
        let taken = state.groups().map(|(_, g)| g.units).collect::<UnitSet>();
        let side = UnitId::each(set).next().map_or(Side::UsArvn, UnitId::side);
        let here = first.flatten().map_or(UnitSet::EMPTY, |place| state.side_at(side, place));
        let leads = |unit: UnitId| strong_enough(state, unit.set()) && may_mix(state, set | unit.set());
        let steady = UnitId::each(here & !taken).any(leads);
        return Err(Refusal::new(
            rule!("7.2b"),
            "Every unit of the group is routed.",
            if steady {
                "Take a unit into it that would survive a hit."
            } else {
                "Leave these units without a group: no unit that could lead them would survive a hit."
            },
        ));
    }
    Ok(())
}

/// Rule 7.2: whether these units may be named as a group now.
pub(crate) fn check_form(
    rules: &BlockByBlock,
    state: &State,
    units: &[UnitId],
    side: Option<Side>,
) -> Result<(), Refusal> {
    let set = as_set(units).ok_or_else(|| disorder(rule!("7.2a")))?;
    if side.is_some_and(|s| !set.is_within(side_units(s))) {
        return Err(foreign());
    }
    if let Some((number, _)) = state.groups().find(|(_, g)| g.units.meets(set)) {
        return Err(Refusal::new(
            rule!("7.2g"),
            format!("One of these units already belongs to group {number}."),
            "Choose units without a group.",
        ));
    }
    check_composition(rules, state, set)
}

fn foreign() -> Refusal {
    Refusal::new(
        rule!("7.2a"),
        "Only the attacker's own units form groups.",
        "Choose units of the side whose segment it is.",
    )
}

/// Whether a unit is on the map, or may still come there before or in the step in which its side names groups. Rules 10.2 and 11.1.
fn may_be_there(rules: &BlockByBlock, state: &State, unit: UnitId) -> bool {
    match state.location(unit) {
        Location::Map(_) => true,
        Location::Waiting => rules.still_comes(state, unit).is_some(),
        _ => returns(rules, state, unit),
    }
}

/// The step in which a side names its groups. Rules 5.0 and 7.2e.
const fn naming(side: Side) -> Step {
    match side {
        Side::UsArvn => Step::UsArvnGroups,
        Side::PavnNlf => Step::PavnNlfGroups,
    }
}

/// Rules 7.2e to 7.2g: whether this is the step for naming groups.
pub(crate) fn check_form_now(rules: &BlockByBlock, state: &State, units: &[UnitId]) -> Result<(), Refusal> {
    let side = units.first().map_or(Side::UsArvn, |unit| unit.side());
    match state.step {
        Step::UsArvnGroups | Step::PavnNlfGroups => {
            let named = |refusal: Refusal| match any_form(state) {
                true => refusal,
                false => Refusal { remedy: "Begin the attacks: no other group can be named.".to_owned(), ..refusal },
            };
            check_form(rules, state, units, state.step.side()).map_err(named)
        }
        Step::UsArvnCombat | Step::PavnNlfCombat if state.step.side() == Some(side) => Err(Refusal::new(
            rule!("7.2e"),
            "All groups are named before the first attack.",
            "Use the groups you have; one of them may split.",
        )),
        _ => {
            // What is no group in any segment waits for none.
            let set = as_set(units).ok_or_else(|| disorder(rule!("7.2a")))?;
            if !set.is_within(side_units(side)) {
                return Err(foreign());
            }
            check_kinds(rules, state, set)?;
            let comes = |unit| may_be_there(rules, state, unit) && is_to_come_for(rules, state, unit, naming(side));
            Err(Refusal::new(
                rule!("7.2e"),
                "Groups are named at the start of the Combat Segment.",
                if UnitId::each(set).all(comes) {
                    "Wait for their side's Combat Segment."
                } else {
                    "Go on without the group: no Combat Segment is left to it."
                },
            ))
        }
    }
}

/// Rule 7.3: the group, if it may act now.
pub(crate) fn acting_group(state: &State, number: u8) -> Result<Group, Refusal> {
    if !matches!(state.step, Step::UsArvnCombat | Step::PavnNlfCombat) {
        return Err(Refusal::new(
            rule!("5.0"),
            "Groups act only in the Combat Segment.",
            "Finish the earlier steps first.",
        ));
    }
    if state.attack.is_some() {
        return Err(Refusal::new(rule!("7.3"), "An attack is under way.", "Finish it first: answer its question."));
    }
    let group = state.group(number).ok_or_else(|| no_group(number))?;
    if group.finished {
        return Err(Refusal::new(
            rule!("7.2i"),
            format!("Group {number} has finished for this segment."),
            "Choose another group.",
        ));
    }
    if let Some(active) = state.active.filter(|active| *active != number) {
        return Err(Refusal::new(
            rule!("7.3"),
            format!("Group {active} is still acting."),
            "Finish it or let it pause first.",
        ));
    }
    Ok(*group)
}

/// The refusal of a group that there is not.
pub(crate) fn no_group(number: u8) -> Refusal {
    let because = format!("There is no group {number}.");
    Refusal::new(rule!("7.3"), because, "Choose one of the groups that were named.")
}

/// A group and where it stands.
pub(crate) fn standing(state: &State, number: u8) -> Result<(Group, Place), Refusal> {
    state.group(number).and_then(|group| Some((*group, place_of(state, group)?))).ok_or_else(|| no_group(number))
}

/// Where a group stands.
pub(crate) fn place_of(state: &State, group: &Group) -> Option<Place> {
    UnitId::each(group.units).find_map(|u| state.place(u))
}

/// Whether this part of a group that may act may split off: part of it stays, and each part that is to act again survives a
/// hit. Rules 7.2b and 7.2f.
fn may_split(state: &State, group: &Group, part: UnitSet, as_group: bool) -> bool {
    !part.is_empty()
        && part.is_within(group.units)
        && part != group.units
        && strong_enough(state, group.units & !part)
        && (!as_group || (strong_enough(state, part) && usize::from(state.group_count) < GROUP_COUNT))
}

/// Rule 7.2f: whether these units may split off, and if not, why.
pub(crate) fn check_split(
    rules: &BlockByBlock,
    state: &State,
    number: u8,
    units: &[UnitId],
    as_group: bool,
) -> Result<(), Refusal> {
    let group = acting_group(state, number)?;
    let set = as_set(units).ok_or_else(|| disorder(rule!("7.2a")))?;
    if may_split(state, &group, set, as_group) {
        return Ok(());
    }
    if group.units.len() == 1 {
        return Err(Refusal::new(
            rule!("7.2f"),
            format!("Group {number} is a single unit and cannot split."),
            "Let the unit act, or declare a pause for the group.",
        ));
    }
    if set.is_empty() || !set.is_within(group.units) || set == group.units {
        return Err(Refusal::new(
            rule!("7.2f"),
            format!("Part of group {number} splits off and part of it stays."),
            "Name some units of the group, not all of them.",
        ));
    }
    if !strong_enough(state, group.units & !set) {
        return Err(Refusal::new(
            rule!("7.2b"),
            "Every unit that stays is routed.",
            if strong_enough(state, group.units) {
                "Leave a unit that would survive a hit.".to_owned()
            } else {
                Ways::of(rules, state, number, &group).remedy()
            },
        ));
    }
    if as_group && !strong_enough(state, set) {
        return Err(Refusal::new(
            rule!("7.2b"),
            "Every unit that splits off is routed, so they cannot form a group.",
            "End their phase, or add an unrouted unit.",
        ));
    }
    Err(Refusal::new(rule!("7.2f"), "No group marker is left.", "End the phase of these units."))
}

/// Whether another group could be named: an unrouted unit without one is enough.
pub(crate) fn any_form(state: &State) -> bool {
    let Some(side) = state.step.side() else { return false };
    let taken = state.groups().map(|(_, g)| g.units).collect::<UnitSet>();
    Place::each(state.presence(side))
        .any(|p| state.any_unrouted(state.side_at(side, p) & !taken & !(TOWERS | PLATOONS)))
}

/// Every non-empty set of at most `most` of these units: each before those that begin with it.
pub(crate) fn selections(units: &[UnitId], most: u8, each: &mut dyn FnMut(&[UnitId])) {
    fn grow(chosen: &mut Vec<UnitId>, rest: &[UnitId], most: u8, each: &mut dyn FnMut(&[UnitId])) {
        if most == 0 {
            return;
        }
        for (at, unit) in rest.iter().enumerate() {
            chosen.push(*unit);
            each(chosen);
            grow(chosen, &rest[at + 1..], most - 1, each);
            chosen.pop();
        }
    }
    grow(&mut Vec::with_capacity(usize::from(most)), units, most, each);
}

/// Every set of units that could be a group, place by place. Rule 7.2.
pub(crate) fn list_forms(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else {
        return;
    };
    let taken = state.groups().map(|(_, g)| g.units).collect::<UnitSet>();
    for place in Place::each(state.presence(side)) {
        let free: Vec<UnitId> = UnitId::each(state.side_at(side, place) & !taken & !(TOWERS | PLATOONS)).collect();
        selections(&free, rules.numbers().group_size.value, &mut |units| push_form(state, units, options));
    }
}

fn push_form(state: &State, units: &[UnitId], options: &mut Vec<Command>) {
    let set: UnitSet = units.iter().collect();
    if may_mix(state, set) && strong_enough(state, set) {
        options.push(Command::FormGroup { units: units.to_vec() });
    }
}

/// Every way a group may split. Rule 7.2f.
pub(crate) fn list_splits(state: &State, number: u8, group: &Group, options: &mut Vec<Command>) {
    let units = as_list(group.units);
    if units.len() < 2 {
        return;
    }
    for mask in 1..(1_u32 << units.len()) - 1 {
        let part = units.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
        let part = part.map(|(_, unit)| unit).collect::<UnitSet>();
        let ways = [true, false].into_iter().filter(|as_group| may_split(state, group, part, *as_group));
        options.extend(ways.map(|as_group| Command::Split { group: number, units: as_list(part), as_group }));
    }
}

impl BlockByBlock {
    /// What a unit adds to an attack: nothing if it is routed, else its printed value less one for each platoon it gave
    /// away, one at least. Rules 2.4, 2.6a, 8.2; ruling BB-R21.
    pub fn attack_value(&self, state: &State, unit: UnitId) -> u8 {
        if state.condition(unit) == crate::Condition::Routed { 0 } else { self.standing_value(state, unit) }
    }

    /// What a unit adds to a defence: as in attack, but one if it is routed. Rule 2.6b.
    pub fn defence_value(&self, state: &State, unit: UnitId) -> u8 {
        if state.condition(unit) == crate::Condition::Routed { 1 } else { self.standing_value(state, unit) }
    }

    /// What a unit would still add to an attack once it has lost a step. Rule 2.5.
    pub(crate) fn attack_value_after_a_loss(&self, state: &State, unit: UnitId) -> u8 {
        match (state.condition(unit), unit.kind().one_sided()) {
            (crate::Condition::Fresh, false) => self.value_in(state, unit, crate::Condition::Spent),
            _ => 0,
        }
    }

    fn standing_value(&self, state: &State, unit: UnitId) -> u8 {
        self.value_in(state, unit, state.condition(unit))
    }

    fn value_in(&self, state: &State, unit: UnitId, condition: crate::Condition) -> u8 {
        let kind = unit.kind();
        let printed = match (kind, condition, state.options.pavn_fresh_value) {
            (UnitKind::Pavn4th | UnitKind::Pavn6th, crate::Condition::Fresh, Some(value)) => value,
            (_, condition, _) => self.unit_table().printed(kind, condition),
        };
        if printed == 0 { 0 } else { printed.saturating_sub(state.detached(unit)).max(1) }
    }

    /// The attack values of a set of units together. Rule 7.5a.
    pub fn attack_strength(&self, state: &State, units: UnitSet) -> u8 {
        UnitId::each(units).map(|u| self.attack_value(state, u)).fold(0, u8::saturating_add)
    }
}

impl Play<'_> {
    /// Rule 7.2.
    pub fn form_group(&mut self, units: &[UnitId], split_from: Option<u8>) {
        let set: UnitSet = units.iter().collect();
        let at = units.first().and_then(|u| self.state.place(*u));
        if let (Some(at), Some(slot)) = (at, self.state.groups.get_mut(usize::from(self.state.group_count))) {
            *slot = Group { units: set, ..Group::default() };
            self.state.group_count += 1;
            let group = self.state.group_count;
            self.say(Event::GroupFormed { group, units: units.to_vec(), at, split_from });
        }
    }

    /// Rule 7.2f: a bar and a cleared gate pass to the part that splits off.
    pub fn split(&mut self, number: u8, units: &[UnitId], as_group: bool) -> Result<(), Refusal> {
        let set: UnitSet = units.iter().collect();
        let parent = self.state.group_mut(number).ok_or_else(|| no_group(number))?;
        parent.units &= !set;
        let inherited = *parent;
        self.state.active = Some(number);
        if as_group {
            self.form_group(units, Some(number));
            if let Some(new) = self.state.group_mut(self.state.group_count) {
                *new = Group { units: new.units, ..inherited };
            }
        } else {
            self.say(Event::LeftGroup { group: number, units: units.to_vec() });
        }
        Ok(())
    }

    /// Ends a group's segment.
    pub fn finish_group(&mut self, number: u8, why: GroupEnd) {
        let Some(group) = self.state.group_mut(number).filter(|group| !group.finished) else { return };
        group.finished = true;
        if self.state.active == Some(number) {
            self.state.active = None;
        }
        self.say(Event::GroupFinished { group: number, why });
    }
}
