//! What the player holds: the selected counters, the attack he plans, the question which of several orders he means.
//!
//! Pure: what a click means is decided here from the offers; the systems only carry it out.

use bevy::prelude::Resource;
use block_by_block::state::Stage;
use block_by_block::{Command, HeavyLevel, Place, State, UnitId, UnitSet};
use tabletop::Refusal;

use super::offers::{Offers, Target, attempt, gathering, selected_by_click, selected_by_double_click};

/// An attack that is planned, not yet ordered.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The attack, without heavy weapons if there is the choice.
    pub command: Command,
    /// The same with heavy weapons, where that is legal.
    pub heavy: Option<Command>,
    /// The level the forecast shows.
    pub level: Option<HeavyLevel>,
}

impl Plan {
    /// The command to order as planned.
    pub fn order(&self) -> &Command {
        match (&self.heavy, self.level) {
            (Some(heavy), Some(_)) => heavy,
            _ => &self.command,
        }
    }

    /// What is attacked.
    pub fn target(&self, state: &State) -> Option<Place> {
        match &self.command {
            Command::Assault { target, .. } => Some(*target),
            Command::CloseCombat { group, .. } => {
                UnitId::each(state.group(*group)?.units).find_map(|unit| state.place(unit))
            }
            _ => None,
        }
    }

    /// The attacking group.
    pub fn group(&self) -> Option<u8> {
        match &self.command {
            Command::Assault { group, .. } | Command::CloseCombat { group, .. } => Some(*group),
            _ => None,
        }
    }
}

/// Several orders that one click could mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What was clicked.
    pub target: Target,
    /// The orders, each a sequence of commands.
    pub answers: Vec<Vec<Command>>,
    /// The one the keyboard rests on.
    pub pointed: usize,
}

/// What is looked at in the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspected {
    Unit(UnitId),
    Place(Place),
}

/// What the player holds.
#[derive(Resource, Clone, Debug, Default)]
pub struct Hand {
    /// The legal commands.
    pub offers: Offers,
    pub selected: UnitSet,
    /// The attack that is planned.
    pub plan: Option<Plan>,
    /// The level that was planned with the attack this group has been ordered to make.
    meant: Option<(u8, HeavyLevel)>,
    /// The question which order is meant.
    pub question: Option<Question>,
    /// What the inspector shows.
    pub inspected: Option<Inspected>,
    /// The place the keyboard points at.
    pub cursor: Option<Place>,
}

/// What a gesture comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Order(Vec<Command>),
    /// The order was refused before it was given.
    Refuse(Refusal),
    /// Something about the hand changed.
    Hold,
}

impl Hand {
    /// Takes in a new position: what can no longer be done is let go, what is obvious is taken up.
    pub fn renew(&mut self, state: &State, options: Vec<Command>) {
        self.offers = Offers::new(state, options);
        self.plan = None;
        self.meant = self.meant.filter(|_| state.attack().is_some());
        self.question = None;
        self.cursor = None;
        let on_map = |unit: &UnitId| state.place(*unit).is_some() || self.offers.actors().has(*unit);
        self.selected = UnitId::each(self.selected).filter(on_map).collect();
        let together =
            UnitId::each(self.selected).map(|u| state.place(u)).collect::<Vec<_>>().windows(2).all(|w| w[0] == w[1]);
        if !self.selected.meets(self.offers.actors()) || !together {
            self.selected = self.offers.obvious();
        } else if let Some(unit) = UnitId::each(self.selected).next()
            && self.offers.targets(self.selected).is_empty()
            && self.offers.confirmed(self.selected).is_none()
        {
            self.selected = self.offers.picked(unit);
        }
        if let Some(unit) = UnitId::each(self.selected).next() {
            self.inspected = Some(Inspected::Unit(unit));
        }
    }

    /// Remembers the level of the plan that this command orders, if there is one: it was chosen by its odds, and is not asked about
    /// again after the die for friendly fire.
    pub fn mean(&mut self, command: &Command) {
        if let Some(plan) = self.plan.as_ref().filter(|plan| plan.order() == command) {
            self.meant = plan.group().zip(plan.level);
        }
    }

    /// The level that was planned, as soon as it may be said. Taken back, it is asked about.
    pub fn level_meant(&mut self, state: &State) -> Option<Command> {
        let attack = state.attack().filter(|attack| attack.stage == Stage::Level)?;
        let (_, level) = self.meant.take().filter(|(group, _)| *group == attack.group)?;
        Some(Command::ChooseLevel { level }).filter(|command| self.offers.commands().any(|offered| offered == command))
    }

    /// Nothing can be done: the past is shown, or something is still moving.
    pub fn rest(&mut self) {
        self.offers = Offers::default();
        self.plan = None;
        self.question = None;
    }

    /// Lets go of one thing: the question, then the plan, then the selection. `false` if there was nothing.
    pub fn let_go(&mut self) -> bool {
        if self.question.take().is_some() || self.plan.take().is_some() {
            return true;
        }
        let held = !self.selected.is_empty() || self.cursor.is_some();
        self.selected = UnitSet::EMPTY;
        self.cursor = None;
        held
    }

    /// Selects exactly these counters.
    pub fn select(&mut self, units: UnitSet) {
        self.selected = units;
        self.plan = None;
        self.question = None;
        if let Some(unit) = UnitId::each(units).next() {
            self.inspected = Some(Inspected::Unit(unit));
        }
    }

    /// A click on a counter. `check` asks the rules.
    pub fn click_unit(
        &mut self,
        state: &State,
        unit: UnitId,
        shift: bool,
        double: bool,
        check: impl Fn(&Command) -> Result<(), Refusal>,
    ) -> Deed {
        if let Some(order) = self.again(Target::Unit(unit)) {
            return order;
        }
        if self.offers.gathers() && !double {
            return self.gather(state, unit, check);
        }
        if !shift && let Some(deed) = self.point_at(Target::Unit(unit)) {
            return deed;
        }
        let own = self.offers.actors().has(unit);
        if !shift
            && !own
            && let Some(place) = state.place(unit)
            && let Some(deed) = self.point_at(Target::Place(place))
        {
            self.inspected = Some(Inspected::Place(place));
            return deed;
        }
        let units = if double {
            selected_by_double_click(state, &self.offers, unit)
        } else {
            selected_by_click(state, &self.offers, self.selected, unit, shift)
        };
        self.select(units);
        self.inspected = Some(Inspected::Unit(unit));
        Deed::Hold
    }

    /// The same target again while it is asked about: the one order that is meant. Any other click puts the question away.
    fn again(&mut self, target: Target) -> Option<Deed> {
        let question = self.question.take().filter(|question| question.target == target)?;
        if let [only] = question.answers.as_slice() { Some(Deed::Order(only.clone())) } else { None }
    }

    /// Enter or a digit: the order of this row of the question.
    pub fn answer(&mut self, row: Option<usize>) -> Option<Deed> {
        let question = self.question.as_ref()?;
        let order = question.answers.get(row.unwrap_or(question.pointed)).cloned()?;
        self.question = None;
        Some(Deed::Order(order))
    }

    /// A click on a counter while units are gathered: it joins those in hand or leaves them; one elsewhere begins again.
    fn gather(&mut self, state: &State, unit: UnitId, check: impl Fn(&Command) -> Result<(), Refusal>) -> Deed {
        let one = unit.set();
        let with = |other: UnitId| state.location(other) == state.location(unit) && other.side() == unit.side();
        let fellows = if UnitId::each(self.selected).all(with) { self.selected } else { UnitSet::EMPTY };
        if self.selected.meets(one) {
            self.select(self.selected & !one);
        } else if self.offers.gather(fellows | one) {
            self.select(fellows | one);
        } else {
            self.inspected = Some(Inspected::Unit(unit));
            let owns = UnitId::each(self.offers.actors()).any(|actor| actor.side() == unit.side());
            let refusal = check(&gathering(state, fellows | one)).err().filter(|_| owns);
            return refusal.map_or(Deed::Hold, Deed::Refuse);
        }
        self.inspected = Some(Inspected::Unit(unit));
        Deed::Hold
    }

    /// A click on a place. `check` asks the rules.
    pub fn click_place(
        &mut self,
        state: &State,
        place: Place,
        check: impl Fn(&Command) -> Result<(), Refusal>,
    ) -> Deed {
        self.question = None;
        if let Some(deed) = self.point_at(Target::Place(place)) {
            return deed;
        }
        self.plan = None;
        self.inspected = Some(Inspected::Place(place));
        if UnitId::each(self.selected).any(|unit| state.place(unit) == Some(place)) {
            return Deed::Hold;
        }
        match self.refusal(state, place, check) {
            Some(refusal) => Deed::Refuse(refusal),
            None => Deed::Hold,
        }
    }

    /// A drag from a counter to a place: the counter, or the selection it belongs to, is ordered there.
    pub fn drop_on(
        &mut self,
        state: &State,
        unit: UnitId,
        place: Place,
        check: impl Fn(&Command) -> Result<(), Refusal>,
    ) -> Deed {
        if !self.selected.has(unit) {
            self.select(self.offers.picked(unit));
        }
        if state.place(unit) == Some(place) && !self.offers.target_places(self.selected).has(place) {
            return Deed::Hold;
        }
        self.click_place(state, place, check)
    }

    /// Enter: orders the plan, or the order at the keyboard's place, or what the selection alone means.
    pub fn confirm(&mut self, state: &State, check: impl Fn(&Command) -> Result<(), Refusal>) -> Deed {
        if let Some(deed) = self.answer(None) {
            return deed;
        }
        if let Some(command) = self.plan.as_ref().map(|plan| plan.order().clone()) {
            self.mean(&command);
            self.plan = None;
            return Deed::Order(vec![command]);
        }
        if let Some(place) = self.cursor {
            let single = UnitId::each(self.selected).next();
            if single.and_then(|u| state.place(u)) != Some(place) || self.offers.target_places(self.selected).has(place)
            {
                return self.click_place(state, place, check);
            }
        }
        if let Some(command) = self.offers.confirmed(self.selected) {
            return Deed::Order(vec![command.clone()]);
        }
        Deed::Hold
    }

    /// Why nothing can be done at a place with this selection, if the rules have something to say about it.
    pub fn refusal(
        &self,
        state: &State,
        place: Place,
        check: impl Fn(&Command) -> Result<(), Refusal>,
    ) -> Option<Refusal> {
        let mine = self.selected & self.offers.actors();
        if !self.selected.is_empty() && mine.is_empty() {
            return None;
        }
        attempt(state, mine, place).and_then(|command| check(&command).err())
    }

    /// What pointing at a target comes to, if anything is offered there.
    fn point_at(&mut self, target: Target) -> Option<Deed> {
        let mut answers = self.offers.at(self.selected, target);
        let is_attack = |answer: &Vec<Command>| {
            matches!(answer.as_slice(), [Command::Assault { .. } | Command::CloseCombat { .. }])
        };
        if answers.is_empty() {
            return None;
        }
        if answers.iter().all(is_attack) {
            let mut attacks = answers.into_iter().flatten();
            let calls = |c: &Command| {
                matches!(
                    c,
                    Command::Assault { heavy_weapons: true, .. } | Command::CloseCombat { heavy_weapons: true, .. }
                )
            };
            let (heavy, plain): (Vec<Command>, Vec<Command>) = attacks.by_ref().partition(calls);
            let heavy = heavy.into_iter().next();
            let command = plain.into_iter().next().or_else(|| heavy.clone())?;
            self.plan = Some(Plan { command, heavy, level: None });
            return Some(Deed::Hold);
        }
        self.plan = None;
        let strikes = |answer: &Vec<Command>| matches!(answer.as_slice(), [Command::Counterattack { .. }]);
        if answers.len() == 1 && !strikes(&answers[0]) {
            return answers.pop().map(Deed::Order);
        }
        self.question = Some(Question { target, answers, pointed: 0 });
        Some(Deed::Hold)
    }
}
