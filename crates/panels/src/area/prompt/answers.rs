//! How legal commands become buttons: a handful in a row, the rest in menus.

use block_by_block::{BlockByBlock, Command, Condition, Garrison, Place, State, Step, UnitId, UnitSet};
use tabletop::Ruleset;
use tabletop::numbers::counted;

use super::gathering::Gathering;
use super::sorted::{Sorted, units_of};
use crate::Intent;
use crate::area::AreaIntent;
use crate::area::words::{condition_word, list_units, place_words};
use crate::prompt::{Answer, Does, Item, MUCH, ending_label};
use crate::theme::Weight;

/// Most buttons before the rest goes into a menu.
const ROW: usize = 6;

pub(super) fn build(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> Vec<Answer> {
    let row = Row { rules, state, selection, answers: Vec::new() };
    row.build(&Sorted::new(options))
}

struct Row<'a> {
    rules: &'a BlockByBlock,
    state: &'a State,
    selection: UnitSet,
    answers: Vec<Answer>,
}

impl Row<'_> {
    fn build(mut self, s: &Sorted) -> Vec<Answer> {
        self.gathering_answers(s);
        self.combat_answers(s);
        self.group_answers(s);
        self.journeys(s);
        self.repairs(s);
        let mut answers = self.answers;
        if answers.len() > ROW {
            let rest: Vec<Item> = answers.split_off(ROW - 1).into_iter().flat_map(flattened).collect();
            answers.push(menu("More", "The other answers.", rest));
        }
        // A digit is the number printed on the thing, a letter always the same answer's; what has neither takes the digits that are
        // left, in order.
        let printed: Vec<char> = answers.iter().filter_map(|answer| answer.key).collect();
        let mut free = ('1'..='9').filter(|digit| !printed.contains(digit));
        for answer in answers.iter_mut().filter(|answer| answer.key.is_none()) {
            answer.key = free.next();
        }
        if s.done {
            let (label, hover) = done_words(self.state);
            let (left, much) = unused(self.state, s);
            let weight = if answers.is_empty() || left.is_empty() { Weight::Primary } else { Weight::Normal };
            let does = Does::At(Intent::Area(AreaIntent::Order(Command::Done)));
            let confirm = much.then(|| left.clone());
            let label = ending_label(label, &left);
            answers.push(Answer { label, hover: hover.into(), weight, key: Some('0'), does, confirm });
        } else if let [only] = answers.as_mut_slice() {
            only.weight = Weight::Primary;
        }
        answers
    }

    /// Answers to what a combat asks.
    fn combat_answers(&mut self, s: &Sorted) {
        for &level in &s.levels {
            let command = Command::ChooseLevel { level };
            self.order(self.rules.phrase(self.state, &command).trim_end_matches('.'), "", command);
            self.numbered(level.number());
        }
        for &unit in &s.losses {
            self.order(self.with_condition(unit), "", Command::TakeLoss { unit });
        }
        if s.hold {
            self.order("Hold", "", Command::Hold);
            self.lettered('D');
        }
        if let [(unit, target)] = s.counterattacks[..] {
            self.order(format!("Counterattack {target}"), "", Command::Counterattack { unit, target });
            self.lettered('C');
        } else if !s.counterattacks.is_empty() {
            let items = s.counterattacks.iter().map(|&(unit, target)| Item {
                group: format!("{unit} strikes"),
                label: self.with_condition(target),
                intent: Intent::Area(AreaIntent::Order(Command::Counterattack { unit, target })),
            });
            let items = items.collect();
            self.answers.push(menu("Counterattack", "One unit strikes back at one attacker.", items));
            self.lettered('C');
        }
        if s.retreat {
            self.order("Retreat", "", Command::Retreat);
            self.lettered('W');
        }
        for &garrison in &s.garrisons {
            let label = match garrison {
                Garrison::Nobody => "Leave the gate empty".to_owned(),
                Garrison::Unit(unit) => format!("{unit} stays"),
                Garrison::PlatoonOf(unit) => format!("Platoon of {unit} stays"),
            };
            self.order(label, "", Command::Occupy { garrison });
        }
        self.by_unit("Retreat", &s.retreats, |unit, to| Command::RetreatTo { unit, to });
    }

    /// Its name, and its condition unless it is fresh.
    fn if_worn(&self, unit: UnitId) -> String {
        match self.state.condition(unit) {
            Condition::Fresh => unit.to_string(),
            _ => self.with_condition(unit),
        }
    }

    fn with_condition(&self, unit: UnitId) -> String {
        format!("{unit} ({})", condition_word(self.state.condition(unit)))
    }

    /// Units that are gathered, one button each: a press takes a unit up or puts it back, as a click on its counter does.
    fn gathering_answers(&mut self, s: &Sorted) {
        let Some(gathering) = Gathering::of(s, self.selection) else { return };
        let held: Vec<UnitId> = UnitId::each(gathering.held).collect();
        if let Some(only) = gathering.only().filter(|_| held.is_empty()) {
            self.order(gathering.label(&only), "", gathering.command(only.iter().collect()));
            self.loudest();
            return;
        }
        if gathering.is_whole() {
            self.order(gathering.label(&held), "", gathering.command(gathering.held));
            self.loudest();
        }
        let others = gathering.others();
        if held.is_empty() && others.len() > ROW {
            let mut items: Vec<Item> = others
                .iter()
                .map(|&unit| Item {
                    group: self.state.place(unit).map_or_else(String::new, |p| self.place(p)),
                    label: self.with_condition(unit),
                    intent: Intent::Area(AreaIntent::SelectUnit(unit)),
                })
                .collect();
            items.sort_by(|a, b| a.group.cmp(&b.group));
            self.answers.push(menu(format!("First unit ({})", items.len()), "Or click it on the map.", items));
            return;
        }
        for unit in others {
            let label = if held.is_empty() { self.with_condition(unit) } else { format!("+ {}", self.if_worn(unit)) };
            self.push(
                label,
                "Take it too. Clicking its counter does the same.",
                Intent::Area(AreaIntent::SelectUnit(unit)),
            );
        }
        for unit in held {
            self.push(
                format!("− {unit}"),
                "Put it back. Clicking its counter again does the same.",
                Intent::Area(AreaIntent::SelectUnit(unit)),
            );
        }
    }

    /// What a group can do.
    fn group_answers(&mut self, s: &Sorted) {
        let numbers = s.acting_groups();
        let active = self.state.active_group().filter(|n| numbers.contains(n));
        let Some(group) = s.chosen_group(self.state, self.selection) else {
            for n in numbers {
                let units: Vec<UnitId> = UnitId::each(self.group_units(n)).collect();
                let hover = format!("Choose what {} will do.", list_units(&units));
                self.push(
                    format!("Group {n}: {}", list_units(&units)),
                    &hover,
                    Intent::Area(AreaIntent::SelectUnits(units)),
                );
                self.numbered(n);
            }
            return;
        };
        for attack in s.attacks.iter().filter(|a| a.group == group) {
            let label = match attack.target {
                Some(target) => format!("Assault {target}"),
                None => "Close combat".to_owned(),
            };
            let hover = match attack.target {
                Some(target) => format!("See the odds of an assault on {}.", self.place(target)),
                None => "See the odds of a close combat in the group's own area.".to_owned(),
            };
            self.push(label, &hover, Intent::Area(AreaIntent::Preview(attack.command())));
            if attack.target.is_none() {
                self.lettered('C');
            }
        }
        for &(_, to) in s.walks.iter().filter(|w| w.0 == group) {
            self.order(format!("Walk through to {to}"), "", Command::WalkThrough { group, to });
        }
        if s.pauses.contains(&group) {
            self.order(format!("Pause group {group}"), "", Command::Pause { group });
            self.lettered('Q');
        }
        let splits: Vec<Item> = s
            .splits
            .iter()
            .filter(|split| split.0 == group)
            .map(|(_, units, as_group)| Item {
                group: if *as_group { "They form a group of their own" } else { "They are finished for this segment" }
                    .to_owned(),
                label: list_units(units),
                intent: Intent::Area(AreaIntent::Order(Command::Split {
                    group,
                    units: units.clone(),
                    as_group: *as_group,
                })),
            })
            .collect();
        if !splits.is_empty() {
            self.answers.push(menu("Split", "Units leave the group.", splits));
            self.lettered('S');
        }
        if active.is_none() && numbers.len() > 1 {
            let others = numbers
                .iter()
                .filter(|n| **n != group)
                .map(|&n| {
                    let units: Vec<UnitId> = UnitId::each(self.group_units(n)).collect();
                    Item {
                        group: "Assault groups".into(),
                        label: format!("Group {n}: {}", list_units(&units)),
                        intent: Intent::Area(AreaIntent::SelectUnits(units)),
                    }
                })
                .collect();
            self.answers.push(menu("Other groups", "Choose another group.", others));
            self.lettered('N');
        }
    }

    /// Units that go somewhere.
    fn journeys(&mut self, s: &Sorted) {
        self.by_unit("Move", &s.moves, |unit, to| Command::Move { unit, to });
        self.by_unit("Place", &s.reinforce, |unit, to| Command::Reinforce { unit, to });
        self.by_unit("Bring back", &s.bring_back, |unit, to| Command::Return { unit, to });
        let selection = self.selection;
        for &unit in s.exit.iter().filter(|u| selection.has(**u)) {
            self.order(format!("Withdraw {unit}"), "", Command::Exit { unit });
        }
        let items: Vec<Item> = s
            .exit
            .iter()
            .map(|&unit| Item {
                group: "Leaves the map and counts as a survivor".into(),
                label: format!("{unit} ({})", self.state.place(unit).map_or_else(String::new, |p| self.place(p))),
                intent: Intent::Area(AreaIntent::Order(Command::Exit { unit })),
            })
            .collect();
        if !items.is_empty() {
            self.answers.push(menu("Withdraw a unit", "Units with an open way to the edge of the map.", items));
        }
    }

    /// Units and gates that are made better.
    fn repairs(&mut self, s: &Sorted) {
        let selection = self.selection;
        for &unit in s.restore.iter().filter(|u| selection.has(**u)) {
            self.order(format!("Restore {}", self.with_condition(unit)), "", Command::Restore { unit });
            self.loudest();
        }
        let items: Vec<Item> = s
            .restore
            .iter()
            .map(|&unit| Item {
                group: self.state.place(unit).map_or_else(|| "Off the map".into(), |p| self.place(p)),
                label: self.with_condition(unit),
                intent: Intent::Area(AreaIntent::Order(Command::Restore { unit })),
            })
            .collect();
        if !items.is_empty() {
            self.answers.push(menu(format!("Restore a unit ({})", items.len()), "Spend replacement points.", items));
        }
        for &(gate, step_out) in &s.infiltrate {
            let letter = gate.letter();
            let label = match step_out {
                None => format!("Tower at gate {letter}"),
                Some(to) => format!("Tower at gate {letter}, unit to {to}"),
            };
            self.order(label, "", Command::Infiltrate { gate, step_out });
        }
        let set_up = self.state.step() == Step::Garrisons;
        for &(unit, gate, to) in &s.detach {
            let letter = gate.letter();
            let label = if set_up {
                format!("Gate {letter}: platoon of {unit}")
            } else {
                format!("{unit} leaves a platoon and steps out to {to}")
            };
            self.order(
                label,
                "The unit's attack value falls by one, to one at least.",
                Command::Detach { unit, gate, to },
            );
        }
    }

    /// Units with destinations: those of the unit selected as buttons or a menu, everybody else in a menu.
    fn by_unit(&mut self, verb: &str, pairs: &[(UnitId, Place)], command: impl Fn(UnitId, Place) -> Command) {
        let units = units_of(pairs);
        let chosen: Vec<UnitId> = units.iter().copied().filter(|u| self.selection.has(*u)).collect();
        let only = if let [only] = units[..] { Some(only) } else { None };
        let one = if let [one] = chosen[..] { Some(one) } else { only };
        if let Some(unit) = one {
            let places: Vec<Place> = pairs.iter().filter(|p| p.0 == unit).map(|p| p.1).collect();
            if places.len() < ROW {
                for to in places {
                    self.order(format!("{verb} to {to}"), &format!("({})", self.place(to)), command(unit, to));
                }
            } else {
                let items = places.iter().map(|&to| self.destination(unit, to, command(unit, to))).collect();
                self.answers.push(menu(format!("{verb} {unit} to…"), "Or press an area that glows on the map.", items));
            }
        }
        if units.len() > 1 || (one.is_none() && !units.is_empty()) {
            let items = units.iter().map(|&unit| Item {
                group: self.state.place(unit).map_or_else(|| "Off the map".into(), |p| self.place(p)),
                label: self.with_condition(unit),
                intent: Intent::Area(AreaIntent::SelectUnit(unit)),
            });
            let mut items: Vec<Item> = items.collect();
            items.sort_by(|a, b| a.group.cmp(&b.group));
            self.answers.push(menu(
                format!("{verb} a unit ({})", items.len()),
                "Choose the unit here or on the map.",
                items,
            ));
        }
    }

    fn destination(&self, unit: UnitId, to: Place, command: Command) -> Item {
        Item { group: format!("{unit} to"), label: self.place(to), intent: Intent::Area(AreaIntent::Order(command)) }
    }

    fn group_units(&self, number: u8) -> UnitSet {
        self.state.group(number).map_or(UnitSet::EMPTY, |g| g.units)
    }

    /// A place with the name people know it by.
    fn place(&self, place: Place) -> String {
        place_words(self.rules, place)
    }

    /// A button that gives an order; the rules' own sentence for it comes before `more` under the pointer.
    fn order(&mut self, label: impl Into<String>, more: &str, command: Command) {
        let hover = format!("{} {more}", self.rules.phrase(self.state, &command));
        self.push(label, hover.trim(), Intent::Area(AreaIntent::Order(command)));
    }

    fn push(&mut self, label: impl Into<String>, hover: &str, intent: Intent) {
        let does = Does::At(intent);
        self.answers.push(Answer {
            label: label.into(),
            hover: hover.into(),
            weight: Weight::Normal,
            key: None,
            does,
            confirm: None,
        });
    }

    /// The last button is about the thing with this number.
    fn numbered(&mut self, number: u8) {
        if let Some(last) = self.answers.last_mut() {
            last.key = char::from_digit(u32::from(number), 10).filter(|digit| *digit != '0');
        }
    }

    /// The last button always has this letter.
    fn lettered(&mut self, letter: char) {
        if let Some(last) = self.answers.last_mut() {
            last.key = Some(letter);
        }
    }

    /// The last button is the expected answer.
    fn loudest(&mut self) {
        if let Some(last) = self.answers.last_mut() {
            last.weight = Weight::Primary;
        }
    }
}

fn menu(label: impl Into<String>, hover: &str, items: Vec<Item>) -> Answer {
    Answer {
        label: label.into(),
        hover: hover.into(),
        weight: Weight::Normal,
        key: None,
        does: Does::Menu(items),
        confirm: None,
    }
}

/// An answer as lines of a menu.
fn flattened(answer: Answer) -> Vec<Item> {
    match answer.does {
        Does::At(intent) => vec![Item { group: String::new(), label: answer.label, intent }],
        Does::Menu(items) => items,
    }
}

/// What would be left unused if the step ended now, in a few words, and whether that is much.
fn unused(state: &State, s: &Sorted) -> (String, bool) {
    let units = |n: usize| counted(n, "unit", "units");
    if state.attack().is_some() {
        return (String::new(), false);
    }
    match state.step() {
        Step::UsArvnMovement | Step::PavnNlfMovement => match units_of(&s.moves).len() {
            0 => (String::new(), false),
            n => (format!("{n} not moved"), n >= MUCH),
        },
        Step::UsArvnReplacements | Step::PavnNlfReplacements if !s.restore.is_empty() || !s.bring_back.is_empty() => {
            let n = state.points();
            (format!("{} left", counted(n, "point", "points")), n > 1)
        }
        Step::UsArvnGroups | Step::PavnNlfGroups => {
            let free: UnitSet = s.groups.iter().flatten().collect();
            match usize::from(free.len()) {
                0 => (String::new(), false),
                // A player who has named no group at all has most likely not found out how.
                n => (format!("{} in no group", units(n)), state.groups().next().is_none()),
            }
        }
        Step::UsArvnCombat | Step::PavnNlfCombat => {
            let mut groups: Vec<u8> = s.attacks.iter().map(|attack| attack.group).collect();
            groups.sort_unstable();
            groups.dedup();
            match groups.len() {
                0 => (String::new(), false),
                1 => ("1 group may attack".into(), true),
                n => (format!("{n} groups may attack"), true),
            }
        }
        Step::Infiltration => match s.infiltrate.len() {
            0 => (String::new(), false),
            1 => ("1 gate open".into(), false),
            n => (format!("{n} gates open"), false),
        },
        _ => (String::new(), false),
    }
}

/// What stands on the button that ends a step, and what it means.
fn done_words(state: &State) -> (&'static str, &'static str) {
    if state.attack().is_some() {
        return ("Nobody else", "Go on with the combat.");
    }
    match state.step() {
        Step::Garrisons => ("Begin the battle", "The gates stay as they are."),
        Step::UsArvnReplacements | Step::PavnNlfReplacements => ("End replacements", "Unspent points are lost."),
        Step::Infiltration => ("End infiltration", "No more Gate Towers return this turn."),
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements => ("End reinforcements", "Go on to the next step."),
        Step::Exit => ("End withdrawal", "No more units leave the map."),
        Step::PavnNlfMovement | Step::UsArvnMovement => ("End movement", "No more units move this segment."),
        Step::UsArvnGroups | Step::PavnNlfGroups => {
            ("Groups are ready", "Units in no group cannot attack this segment.")
        }
        Step::UsArvnCombat | Step::PavnNlfCombat => ("End combat", "Groups that have not attacked are finished."),
        Step::Political | Step::Over => ("Go on", "Go on to the next step."),
    }
}
