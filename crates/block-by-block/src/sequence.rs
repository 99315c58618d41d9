//! The sequence of play: one step after the other, forced steps taken, turns counted. Rules 5.0, 5.1 and BB-R43.

use tabletop::{Halt, Refusal};

use crate::event::{Departure, GroupEnd};
use crate::options::list;
use crate::places::PlaceSet;
use crate::play::Play;
use crate::state::{Condition, GROUP_COUNT, Group, Location, Stage, State, Step};
use crate::units::{AIRBORNE, Side, UnitId, UnitSet};
use crate::ways::Ways;
use crate::{BlockByBlock, Command, Event, Scenario, groups, movement, rule};

/// The step after this one, without regard to turns.
const fn after(step: Step) -> Step {
    match step {
        Step::Garrisons => Step::UsArvnReplacements,
        Step::UsArvnReplacements => Step::PavnNlfReplacements,
        Step::PavnNlfReplacements => Step::Infiltration,
        Step::Infiltration => Step::UsArvnReinforcements,
        Step::UsArvnReinforcements => Step::PavnNlfReinforcements,
        Step::PavnNlfReinforcements => Step::Exit,
        Step::Exit => Step::PavnNlfMovement,
        Step::PavnNlfMovement => Step::UsArvnMovement,
        Step::UsArvnMovement => Step::UsArvnGroups,
        Step::UsArvnGroups => Step::UsArvnCombat,
        Step::UsArvnCombat => Step::PavnNlfGroups,
        Step::PavnNlfGroups => Step::PavnNlfCombat,
        Step::PavnNlfCombat => Step::Political,
        Step::Political => Step::UsArvnReplacements,
        Step::Over => Step::Over,
    }
}

/// Whether a step of a turn still lies ahead. Rules 5.0 and 5.1.
pub(crate) fn is_to_come(state: &State, step: Step, turn: u8) -> bool {
    state.turn < turn || (state.turn == turn && state.step < step)
}

/// Whether a step still lies ahead of a unit: the Airborne leaves at the start of a Movement Segment. Rules 5.1 and 11.2.
pub(crate) fn is_to_come_for(rules: &BlockByBlock, state: &State, unit: UnitId, step: Step) -> bool {
    let leaves = rules.numbers().withdrawal_turn.value;
    // In a scenario a battalion may have stayed beyond that segment: nothing takes it away any more.
    let will_leave = AIRBORNE.has(unit) && is_to_come(state, Step::UsArvnMovement, leaves);
    let last = match (will_leave, step < Step::UsArvnMovement) {
        (true, true) => leaves,
        (true, false) => leaves.saturating_sub(1),
        _ => rules.calendar().last_turn(),
    };
    is_to_come(state, step, last)
}

/// Whether a player may end this step now. Rule 5.0.
pub(crate) fn may_end(state: &State) -> bool {
    match state.step {
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements | Step::Political | Step::Over => false,
        _ if state.attack.is_some() => state.stage() == Some(Stage::FriendsRetreat),
        _ => state.active.is_none(),
    }
}

/// Rule 5.0: whether a player may end this step now, and if not, why.
pub(crate) fn check_done(rules: &BlockByBlock, state: &State) -> Result<(), Refusal> {
    match state.step {
        _ if may_end(state) => Ok(()),
        _ if state.attack.is_some() => {
            Err(Refusal::new(rule!("7.3"), "An attack is under way.", "Finish it first: answer its question."))
        }
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements => Err(Refusal::new(
            rule!("11.1a"),
            "Some reinforcements have not been placed.",
            "Choose a unit and one of its areas.",
        )),
        Step::Political | Step::Over => Err(over()),
        _ => match state.active.and_then(|number| Some((number, state.group(number)?))) {
            Some((number, group)) => Err(Refusal::new(
                rule!("7.3"),
                format!("Group {number} has not finished."),
                Ways::of(rules, state, number, group).remedy(),
            )),
            None => Ok(()),
        },
    }
}

/// The refusal of everything once the game is over.
pub(crate) fn over() -> Refusal {
    Refusal::new(rule!("3.2"), "The game is over.", "Step back through it, or start a new one.")
}

/// Whether a group could attack or walk through a gate now, or could once it has split off the units that never leave the area.
/// Ruling BB-R59.
fn can_act(rules: &BlockByBlock, state: &State, number: u8, group: &Group) -> bool {
    if group.finished {
        return false;
    }
    let ways = Ways::of(rules, state, number, group);
    ways.attack() || ways.walk || (ways.split && !state.options.rulings.before(3))
}

/// Whether the step leaves its player anything but to end it.
fn wants_decision(rules: &BlockByBlock, state: &State) -> bool {
    if matches!(state.step, Step::UsArvnCombat | Step::PavnNlfCombat) {
        return state.groups().any(|(n, g)| can_act(rules, state, n, g));
    }
    if matches!(state.step, Step::UsArvnMovement | Step::PavnNlfMovement) && movement::any(rules, state) {
        return true;
    }
    if matches!(state.step, Step::UsArvnGroups | Step::PavnNlfGroups) && groups::any_form(state) {
        return true;
    }
    let mut options = Vec::new();
    list(rules, state, &mut options);
    // A platoon alone holds up only the steps in which its unit could do something else as well. Ruling BB-R49.
    let holds = matches!(state.step, Step::Garrisons | Step::UsArvnMovement | Step::UsArvnGroups);
    // In the first games nobody was asked only to walk into a gate of the enemy's.
    let earlier = state.options.rulings.before(4);
    options.retain(|o| *o != Command::Done && !(earlier && movement::takes_a_gate(state, o)));
    options.iter().any(|o| holds || !matches!(o, Command::Detach { .. }))
}

impl Play<'_> {
    /// Begins a scenario in its step.
    pub fn begin_at(&mut self, scenario: &Scenario) -> Result<(), Halt> {
        let step = self.state.step;
        let named = !scenario.groups.is_empty();
        if matches!(step, Step::UsArvnCombat | Step::PavnNlfCombat) {
            for units in &scenario.groups {
                crate::groups::check_form(self.rules, self.state, units, step.side())?;
                self.form_group(units, None);
            }
        } else if named {
            return Err(Refusal::new(
                rule!("7.2e"),
                "Assault groups are listed, but the step is no combat step.",
                "Set `step` to UsArvnCombat or PavnNlfCombat, or leave `groups` out.",
            )
            .into());
        }
        let mut wants = if named { true } else { self.enter(step)? };
        if let Some(points) = scenario.points {
            self.state.points = points;
            wants = true;
        }
        self.retest_control();
        if !wants && !self.over() {
            self.next_step()?;
        }
        Ok(())
    }

    /// Ends the step and goes on to the next in which somebody has to decide. Forced steps are taken on the way.
    fn next_step(&mut self) -> Result<(), Halt> {
        loop {
            if self.over() {
                return Ok(());
            }
            self.close();
            if self.state.step == Step::Garrisons {
                self.say(Event::TurnBegan { turn: self.state.turn });
            }
            if self.state.step == Step::Political {
                if self.state.turn == self.rules.calendar().last_turn() {
                    self.end_game();
                    return Ok(());
                }
                self.state.turn += 1;
                self.state.attacked = PlaceSet::EMPTY;
                self.state.arrived = UnitSet::EMPTY;
                self.say(Event::TurnBegan { turn: self.state.turn });
            }
            let step = after(self.state.step);
            self.state.step = step;
            let said = self.events.len();
            let wants = self.enter(step)?;
            if wants || self.events.len() > said {
                self.events.insert(said, Event::StepBegan { step });
            }
            self.retest_control();
            if wants {
                return Ok(());
            }
        }
    }

    /// What is put away when a step ends.
    fn close(&mut self) {
        self.state.points = 0;
        self.state.moved = UnitSet::EMPTY;
        if matches!(self.state.step, Step::UsArvnCombat | Step::PavnNlfCombat) {
            self.put_groups_away();
        }
    }

    /// Takes group and advance route markers off the map. Rules 7.2 and 7.5f.
    pub fn put_groups_away(&mut self) {
        self.state.groups = [Group::default(); GROUP_COUNT];
        self.state.group_count = 0;
        self.state.active = None;
        self.state.attack = None;
        self.state.routes = PlaceSet::EMPTY;
    }

    /// Begins a step and takes what is forced in it. Returns whether somebody has to decide.
    fn enter(&mut self, step: Step) -> Result<bool, Halt> {
        match step {
            Step::UsArvnReplacements => {
                let record = self.rules.calendar().turn(self.state.turn).us_arvn_points.value;
                let pays = self.state.turn == self.rules.numbers().penalty_turn.value;
                let withheld = if pays { self.state.airborne_penalty.min(record) } else { 0 };
                self.state.points = if self.state.turn == 1 { 0 } else { record - withheld };
                if self.state.points > 0 || withheld > 0 {
                    let points = self.state.points;
                    self.say(Event::PointsReceived { side: Side::UsArvn, points, withheld });
                }
            }
            Step::PavnNlfReplacements if self.state.turn == self.rules.numbers().replacement_turn.value => {
                let held = self.state.gates_of(Side::PavnNlf).len();
                let points = self.rules.numbers().points_a_gate.value.saturating_mul(held);
                self.state.points = points;
                self.say(Event::PointsReceived { side: Side::PavnNlf, points, withheld: 0 });
            }
            Step::Infiltration => self.recover_towers()?,
            Step::UsArvnReinforcements | Step::PavnNlfReinforcements => self.place_forced_reinforcements(),
            Step::UsArvnMovement if self.state.turn == self.rules.numbers().withdrawal_turn.value => {
                self.withdraw_airborne();
            }
            Step::Political => self.political_phase(),
            _ => {}
        }
        Ok(wants_decision(self.rules, self.state))
    }

    /// After every command: goes on by itself where nothing is left to decide.
    pub fn go_on(&mut self) -> Result<(), Halt> {
        if self.over() || self.state.attack.is_some() {
            return Ok(());
        }
        self.retest_control();
        if self.over() {
            return Ok(());
        }
        if let Some(number) = self.state.active_group()
            && let Some(group) = self.state.group(number).copied()
            && !can_act(self.rules, self.state, number, &group)
        {
            let steady = groups::strong_enough(self.state, group.units);
            self.finish_group(number, if steady { GroupEnd::NoTarget } else { GroupEnd::TooWeak });
        }
        if wants_decision(self.rules, self.state) { Ok(()) } else { self.next_step() }
    }

    /// Rules 5.0 and 7.8: the player ends his step.
    pub fn done(&mut self) -> Result<(), Halt> {
        for number in 1..=self.state.group_count {
            if matches!(self.state.step, Step::UsArvnCombat | Step::PavnNlfCombat) {
                self.finish_group(number, GroupEnd::SegmentOver);
            }
        }
        self.next_step()
    }

    /// Rule 11.2, ruling BB-R40.
    fn withdraw_airborne(&mut self) {
        for unit in UnitId::each(AIRBORNE) {
            match self.state.location(unit) {
                Location::Map(_) => {
                    if self.state.condition(unit) == Condition::Routed {
                        self.add_airborne_penalty(self.rules.numbers().airborne_routed.value);
                    }
                    self.leave(unit, Departure::AirborneWithdrawal);
                }
                Location::Eliminated => {
                    self.add_airborne_penalty(self.rules.numbers().airborne_eliminated.value);
                }
                _ => {}
            }
        }
    }

    fn add_airborne_penalty(&mut self, by: u8) {
        self.state.airborne_penalty = self.state.airborne_penalty.saturating_add(by);
    }

    /// Carries out a command that was checked.
    pub fn carry_out(&mut self, command: &Command) -> Result<(), Halt> {
        match command {
            Command::Done if self.state.stage() == Some(Stage::FriendsRetreat) => {
                return self.after_retreats();
            }
            Command::Done => return self.done(),
            Command::Detach { unit, gate, to } => self.detach(*unit, *gate, *to),
            Command::Restore { unit } => self.restore(*unit),
            Command::Return { unit, to } => self.return_unit(*unit, *to),
            Command::Infiltrate { gate, step_out } => self.infiltrate(*gate, *step_out),
            Command::Reinforce { unit, to } => self.reinforce(*unit, *to),
            Command::Exit { unit } => self.leave(*unit, Departure::Exit),
            Command::Move { unit, to } => self.move_unit(*unit, *to)?,
            Command::FormGroup { units } => self.form_group(units, None),
            Command::Assault { group, target, heavy_weapons } => {
                return self.declare(*group, Some(*target), *heavy_weapons);
            }
            Command::CloseCombat { group, heavy_weapons } => return self.declare(*group, None, *heavy_weapons),
            Command::Split { group, units, as_group } => self.split(*group, units, *as_group)?,
            Command::WalkThrough { group, to } => self.walk_through(*group, *to)?,
            Command::Pause { group } => self.finish_group(*group, GroupEnd::Paused),
            Command::ChooseLevel { level } => return self.choose_level(*level),
            Command::Defend { units } => return self.defend(units),
            Command::TakeLoss { unit } => return self.take_loss(*unit),
            Command::Hold => return self.hold(),
            Command::Counterattack { unit, target } => return self.counterattack(*unit, *target),
            Command::Retreat => return self.declare_retreat(),
            Command::RetreatTo { unit, to } => return self.retreat_to(*unit, *to),
            Command::Occupy { garrison } => self.occupy(*garrison)?,
        }
        Ok(())
    }
}
