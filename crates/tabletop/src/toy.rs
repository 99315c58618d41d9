//! Outposts: a little game for the tests of this crate. Two sides with three posts each, whose strength the enemy must
//! scout. It has dice at set-up and in play, forced decisions, hidden strengths, and a list of faults to commit on purpose.

use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

use crate::dice::Seeded;
use crate::{DataError, Dice, Halt, Need, Outcome, Refusal, Roll, RuleId, Ruleset};

pub(crate) const POSTS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Side {
    Red,
    Blue,
}

impl Side {
    fn enemy(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) background: String,
    pub(crate) turns: u8,
    /// Strength of each post of Red and Blue; rolled if it is not given.
    #[serde(default)]
    pub(crate) strengths: Option<[[u8; POSTS]; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// `None` in the view of somebody who does not know.
    pub(crate) strengths: [[Option<u8>; POSTS]; 2],
    pub(crate) known: [[bool; POSTS]; 2],
    pub(crate) turn: u8,
    pub(crate) turns: u8,
    pub(crate) active: Side,
    pub(crate) owes_a_loss: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Command {
    Scout { post: usize },
    Raid { from: usize, post: usize },
    Shift { from: usize, to: usize },
    TakeLoss { post: usize },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Scouted { side: Side, post: usize, die: u8, strength: Option<u8> },
    Raided { side: Side, from: usize, post: usize, die: u8, loss: u8 },
    Shifted { side: Side, from: usize, to: usize },
    Stirred { side: Side },
    Lost { side: Side, post: usize },
}

/// What a broken ruleset may get wrong; each must be found by the conformance suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    ForbiddenOption,
    MissingOption,
    DoubledOption,
    ApplyForgetsToCheck,
    RefusalLeavesTraces,
    RefusalLeavesEvents,
    NeedLeavesTraces,
    CheckIsStricter,
    NeverEnds,
    NoResult,
    PointsFromNowhere,
    TellsByOptions,
    TellsByView,
    TellsByRefusal,
    TellsByQuestion,
    DiceOfItsOwn,
    CurtRefusal,
    RollsWithoutDice,
    TellsByEvent,
    TellsByDice,
}

#[derive(Debug, Default)]
pub(crate) struct Toy {
    pub(crate) fault: Option<Fault>,
    calls: AtomicU32,
}

impl Toy {
    pub(crate) fn with(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn post(state: &State, side: Side, post: usize) -> Option<u8> {
        state.strengths[side as usize].get(post).copied().flatten()
    }

    fn alive(state: &State, side: Side, post: usize) -> bool {
        post < POSTS && state.strengths[side as usize][post] != Some(0)
    }

    fn lose(state: &mut State, side: Side, post: usize, loss: u8) {
        let strength = &mut state.strengths[side as usize][post];
        *strength = strength.map(|strength| strength.saturating_sub(loss));
    }
}

const fn rule(id: &'static str) -> RuleId {
    RuleId::fixed(id)
}

impl Ruleset for Toy {
    const ID: &'static str = "outposts";
    const TITLE: &'static str = "Outposts";
    type Scenario = Scenario;
    type State = State;
    type Side = Side;
    type Command = Command;
    type Event = Event;

    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError> {
        read("outposts.ron").map(|_| Self::default())
    }

    fn title(scenario: &Scenario) -> &str {
        &scenario.title
    }

    fn sides(&self) -> &'static [Side] {
        &[Side::Red, Side::Blue]
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::Red => "Red",
            Side::Blue => "Blue",
        }
    }

    fn begin(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
        let mut strengths = [[Some(0); POSTS]; 2];
        for (side, posts) in strengths.iter_mut().enumerate() {
            for (post, strength) in posts.iter_mut().enumerate() {
                *strength = Some(match scenario.strengths {
                    Some(given) if given[side][post] > 6 => {
                        let because = format!("Post {post} has strength {}.", given[side][post]);
                        return Err(Refusal::new(rule("1"), because, "Give it 0 to 6.").into());
                    }
                    Some(given) => given[side][post],
                    None => dice.roll(&Need { sides: 3, purpose: "strength".into(), rule: rule("1") })?,
                });
            }
        }
        let known = [[false; POSTS]; 2];
        Ok(State { strengths, known, turn: 1, turns: scenario.turns, active: Side::Red, owes_a_loss: false })
    }

    fn to_act(&self, state: &State) -> Option<Side> {
        let beaten = |side: Side| state.strengths[side as usize].iter().all(|strength| *strength == Some(0));
        (state.turn <= state.turns && !beaten(Side::Red) && !beaten(Side::Blue)).then_some(state.active)
    }

    fn check(&self, state: &State, command: &Command) -> Result<(), Refusal> {
        let refuse = |id, because: &str, remedy: &str| Err(Refusal::new(rule(id), because, remedy));
        let Some(side) = self.to_act(state) else {
            return refuse("5", "The game is over.", "Start another one.");
        };
        let enemy = side.enemy();
        if state.owes_a_loss != matches!(command, Command::TakeLoss { .. }) {
            return refuse("3", "A loss is taken when one is owed, and then at once.", "Play what is asked for.");
        }
        match *command {
            Command::Scout { post } if !Self::alive(state, enemy, post) => {
                refuse("2", "There is no such post.", "Scout one that stands.")
            }
            Command::Scout { post } if state.known[enemy as usize][post] => {
                if self.has(Fault::CurtRefusal) {
                    return refuse("2", "", "No");
                }
                refuse("2", "The post is known already.", "Scout another one.")
            }
            Command::Raid { from, post } if !Self::alive(state, side, from) || !Self::alive(state, enemy, post) => {
                refuse("3", "Raids go from a post that stands to one that stands.", "Choose other posts.")
            }
            Command::Shift { from, to }
                if from == to || !Self::alive(state, side, from) || !Self::alive(state, side, to) =>
            {
                if self.has(Fault::TellsByRefusal) {
                    let told = format!("The enemy has {:?}.", state.strengths[enemy as usize]);
                    return refuse("4", &told, "Forget it.");
                }
                refuse("4", "Strength moves between two posts that stand.", "Choose two of them.")
            }
            Command::Shift { from, .. } if Self::post(state, side, from) < Some(2) => {
                refuse("4", "The last man stays.", "Choose a stronger post.")
            }
            Command::TakeLoss { post } if !Self::alive(state, side, post) => {
                refuse("3", "There is nobody to lose.", "Choose a post that stands.")
            }
            Command::TakeLoss { .. }
                if self.has(Fault::CheckIsStricter) && self.calls.fetch_add(1, Ordering::Relaxed) % 3 == 2 =>
            {
                refuse("3", "Not today.", "Try again.")
            }
            _ => Ok(()),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        command: &Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), Halt> {
        let forgetful = self.has(Fault::ApplyForgetsToCheck) && matches!(command, Command::Shift { from: 0, to: 1 });
        if let Err(refusal) = self.check(state, command)
            && !forgetful
        {
            if self.has(Fault::RefusalLeavesTraces) {
                state.turn += 1;
            }
            if self.has(Fault::RefusalLeavesEvents) {
                events.push(Event::Stirred { side: state.active });
            }
            return Err(refusal.into());
        }
        let side = state.active;
        let enemy = side.enemy();
        let mut next = state.clone();
        match *command {
            Command::Scout { post } => {
                if self.has(Fault::NeedLeavesTraces) {
                    state.known[enemy as usize][post] = true;
                }
                let mut die = dice.roll(&Need::d6("scouting", rule("2")))?;
                if self.has(Fault::DiceOfItsOwn) && self.calls.fetch_add(1, Ordering::Relaxed) % 5 == 4 {
                    die = 7 - die;
                }
                next.known[enemy as usize][post] = die >= 3;
                let strength = if die >= 3 { Self::post(state, enemy, post) } else { None };
                events.push(Event::Scouted { side, post, die, strength });
            }
            Command::Raid { from, post } => {
                let die = dice.roll(&Need::d6("raid", rule("3")))?;
                let second = if die == 6 { dice.roll(&Need::d6("storm", rule("3")))? } else { 0 };
                let attack = Self::post(state, side, from).unwrap_or(0) + die;
                let defence = Self::post(state, enemy, post).unwrap_or(0) + 3;
                let loss = if attack > defence { 1 + u8::from(second > 4) } else { 0 };
                Self::lose(&mut next, enemy, post, loss);
                next.known[side as usize][from] = true;
                next.known[enemy as usize][post] = true;
                next.owes_a_loss = attack < defence;
                events.push(Event::Raided { side, from, post, die, loss });
            }
            Command::Shift { from, to } => {
                let points = &mut next.strengths[side as usize];
                points[to] = points[to].map(|strength| strength + 1);
                if !self.has(Fault::PointsFromNowhere) {
                    points[from] = points[from].map(|strength| strength.saturating_sub(1));
                }
                next.known[side as usize][from] = false;
                next.known[side as usize][to] = false;
                events.push(Event::Shifted { side, from, to });
            }
            Command::TakeLoss { post } => {
                Self::lose(&mut next, side, post, 1);
                next.owes_a_loss = false;
                events.push(Event::Lost { side, post });
            }
        }
        if self.has(Fault::RollsWithoutDice) && self.calls.fetch_add(1, Ordering::Relaxed) % 50 == 49 {
            events.clear();
            return Err(Halt::NeedsRoll(Need::d6("nothing", rule("3"))));
        }
        if !next.owes_a_loss {
            next.active = enemy;
            next.turn += 1;
        }
        if self.has(Fault::NeverEnds) {
            next.turn = state.turn;
            next.strengths = state.strengths;
        }
        *state = next;
        Ok(())
    }

    fn options(&self, state: &State, options: &mut Vec<Command>) -> bool {
        let posts = || 0..POSTS;
        let pairs = || posts().flat_map(move |from| posts().map(move |to| (from, to)));
        let scouts = posts().map(|post| Command::Scout { post });
        let raids = pairs().map(|(from, post)| Command::Raid { from, post });
        let shifts = pairs().map(|(from, to)| Command::Shift { from, to });
        let losses = posts().map(|post| Command::TakeLoss { post });
        let all = scouts.chain(raids).chain(shifts).chain(losses);
        let first = options.len();
        options.extend(all.filter(|command| self.check(state, command).is_ok()));
        match self.fault {
            Some(Fault::ForbiddenOption) if options.len() == first + 4 => options.push(Command::Scout { post: 7 }),
            Some(Fault::MissingOption) if options.len() > first + 3 => drop(options.pop()),
            Some(Fault::DoubledOption) if options.len() > first + 3 => options.push(options[first].clone()),
            Some(Fault::TellsByOptions) if options.len() > first + 1 => {
                options.retain(|command| match command {
                    Command::Scout { post } => Self::post(state, state.active.enemy(), *post) != Some(2),
                    _ => true,
                });
                return false;
            }
            _ => {}
        }
        true
    }

    fn view(&self, state: &State, side: Side) -> State {
        let mut view = state.clone();
        let enemy = side.enemy() as usize;
        for post in 0..POSTS {
            let leaks = self.has(Fault::TellsByView) && post == 2;
            if !state.known[enemy][post] && state.strengths[enemy][post] != Some(0) && !leaks {
                view.strengths[enemy][post] = None;
            }
        }
        view
    }

    fn seen(&self, event: &Event, state: &State, side: Side) -> Option<Event> {
        match event {
            Event::Shifted { side: mover, to, .. }
                if self.has(Fault::TellsByEvent) && state.strengths[*mover as usize][*to] > Some(3) =>
            {
                Some(event.clone())
            }
            Event::Shifted { side: mover, .. } if *mover != side => Some(Event::Stirred { side: *mover }),
            event => Some(event.clone()),
        }
    }

    fn dice_known_to(&self, before: &State, _: &Command, rolls: &[Roll], side: Side) -> Vec<bool> {
        let weak = before.strengths[side.enemy() as usize][0] < Some(3);
        vec![!(weak && self.has(Fault::TellsByDice)); rolls.len()]
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if self.to_act(state).is_some() || self.has(Fault::NoResult) {
            return None;
        }
        let standing =
            |side: Side| state.strengths[side as usize].iter().filter(|strength| **strength != Some(0)).count();
        let (red, blue) = (standing(Side::Red), standing(Side::Blue));
        let (winner, title) = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => (Some("Red".to_owned()), "Red victory"),
            std::cmp::Ordering::Less => (Some("Blue".to_owned()), "Blue victory"),
            std::cmp::Ordering::Equal => (None, "Draw"),
        };
        Some(Outcome { winner, title: title.into(), because: format!("{red} posts stand against {blue}.") })
    }

    fn moment(&self, state: &State) -> (u32, String) {
        (u32::from(state.turn), format!("Turn {} of {}", state.turn, state.turns))
    }

    fn question_rule(&self, _state: &State) -> RuleId {
        rule("1")
    }

    fn question(&self, state: &State) -> String {
        if self.has(Fault::TellsByQuestion) {
            return format!("The enemy has {:?}, what now?", state.strengths[state.active.enemy() as usize]);
        }
        match (self.to_act(state), state.owes_a_loss) {
            (None, _) => "The game is over.".into(),
            (Some(side), true) => format!("{side:?}, which post loses a man?"),
            (Some(side), false) => format!("{side:?}, scout, raid or shift?"),
        }
    }

    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Scouted { side, post, strength: Some(strength), .. } => {
                format!("{side:?} scouts post {post} and counts {strength}.")
            }
            Event::Scouted { side, post, .. } => format!("{side:?} scouts post {post} in vain."),
            Event::Raided { side, from, post, loss, .. } => {
                format!("{side:?} raids post {post} from {from}; it loses {loss}.")
            }
            Event::Shifted { side, from, to } => format!("{side:?} sends a man from {from} to {to}."),
            Event::Stirred { side } => format!("Something stirs at {side:?}."),
            Event::Lost { side, post } => format!("{side:?} loses a man at {post}."),
        }
    }

    fn phrase(&self, state: &State, command: &Command) -> String {
        format!("{:?}: {command:?}.", state.active)
    }

    fn show(&self, state: &State) -> String {
        format!("{state:?}")
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        for posts in state.strengths {
            let sum: u8 = posts.iter().flatten().sum();
            if sum > 9 {
                return Err(format!("A side has {sum} men; it began with 9 at most."));
            }
        }
        Ok(())
    }

    fn disguised(&self, state: &State, side: Side, seed: u64) -> Option<State> {
        let mut dice = Seeded::new(seed);
        let mut disguised = state.clone();
        let enemy = side.enemy() as usize;
        let hidden: Vec<usize> =
            (0..POSTS).filter(|&post| !state.known[enemy][post] && state.strengths[enemy][post] != Some(0)).collect();
        let turn = dice.choose(POSTS);
        for (n, &post) in hidden.iter().enumerate() {
            disguised.strengths[enemy][post] = state.strengths[enemy][hidden[(n + turn) % hidden.len()]];
        }
        (disguised != *state).then_some(disguised)
    }
}

/// A scenario whose strengths are rolled.
pub(crate) fn rolled(turns: u8) -> Scenario {
    Scenario { title: "By lot".into(), background: "First line.\n\"Second\" line.".into(), turns, strengths: None }
}

pub(crate) fn arranged(strengths: [[u8; POSTS]; 2]) -> Scenario {
    Scenario { title: "Arranged".into(), background: String::new(), turns: 12, strengths: Some(strengths) }
}
