//! A position under test, whichever ruleset it is of, with dice that wait to be rolled.

use tabletop::dice::Tape;
use tabletop::{Halt, Need, Refusal, Ruleset};

/// A ruleset with the tables of the project.
pub trait Tested: Ruleset {
    /// Whether the dice that were given before a command must all be rolled by it; else some may wait for the next.
    const AT_ONCE: bool = false;

    /// The rules that all tests share.
    fn rules() -> &'static Self;
}

/// A position with dice that wait to be rolled. Some that are left when it goes are a fault of the test.
pub struct Position<R: Tested> {
    pub state: R::State,
    /// Everything that happened since the position was set up.
    pub log: Vec<R::Event>,
    dice: Vec<u8>,
}

impl<R: Tested> Position<R> {
    /// The first position of a scenario, with dice that are rolled on the way to the first decision.
    ///
    /// # Errors
    /// What the rules say against the arrangement, or the roll that is missing.
    #[track_caller]
    pub fn begin(scenario: &R::Scenario, dice: &[u8]) -> Result<Self, Halt> {
        let mut tape = Tape::new(dice);
        let state = R::rules().begin(scenario, &mut tape)?;
        R::rules().audit(&state).unwrap_or_else(|e| panic!("audit of the set-up: {e}"));
        assert_eq!(tape.left(), 0, "dice of the set-up were not rolled");
        Ok(Self { state, log: Vec::new(), dice: Vec::new() })
    }

    /// The same position once more, without the dice that wait.
    #[must_use]
    pub fn again(&self) -> Self {
        Self { state: self.state.clone(), log: Vec::new(), dice: Vec::new() }
    }

    /// Dice for what comes; each is rolled once, in this order.
    pub fn dice(&mut self, values: &[u8]) -> &mut Self {
        self.dice.extend_from_slice(values);
        self
    }

    /// Carries a command out and gives its events. Panics if it is refused or the dice run out.
    #[track_caller]
    pub fn play(&mut self, command: R::Command) -> Vec<R::Event> {
        let mut events = Vec::new();
        if let Err(refusal) = R::rules().check(&self.state, &command) {
            panic!("{command:?} was refused: {refusal}\n{}", R::rules().show(&self.state));
        }
        let mut tape = Tape::new(self.dice.clone());
        if let Err(halt) = R::rules().apply(&mut self.state, &command, &mut tape, &mut events) {
            panic!("{command:?} stopped: {halt}, dice {:?}", self.dice);
        }
        self.dice.drain(..self.dice.len() - tape.left());
        assert!(!R::AT_ONCE || self.dice.is_empty(), "{command:?} left dice: {events:?}");
        R::rules().audit(&self.state).unwrap_or_else(|e| panic!("audit after {command:?}: {e}"));
        self.log.extend(events.iter().cloned());
        events
    }

    /// Several commands, one after another.
    #[track_caller]
    pub fn play_all(&mut self, commands: impl IntoIterator<Item = R::Command>) {
        for command in commands {
            self.play(command);
        }
    }

    /// The roll a command asks for with the dice that are left; the position stays as it is.
    #[track_caller]
    pub fn needs(&self, command: &R::Command) -> Need {
        let mut state = self.state.clone();
        match R::rules().apply(&mut state, command, &mut Tape::new(self.dice.clone()), &mut Vec::new()) {
            Err(Halt::NeedsRoll(need)) => need,
            other => panic!("{command:?} needs no roll: {other:?}"),
        }
    }

    /// Whether a command is legal.
    pub fn allows(&self, command: &R::Command) -> bool {
        R::rules().check(&self.state, command).is_ok()
    }

    /// Asserts that a command is legal, and offered.
    #[track_caller]
    pub fn offers(&self, command: &R::Command) {
        if let Err(refusal) = R::rules().check(&self.state, command) {
            panic!("{command:?} was refused: {refusal}");
        }
        assert!(self.options().contains(command), "{command:?} is legal and not offered");
    }

    /// The refusal of a command, which must not be among the options and must leave the position alone.
    #[track_caller]
    pub fn refusal(&self, command: &R::Command) -> Refusal {
        let Err(refusal) = R::rules().check(&self.state, command) else { panic!("{command:?} is allowed") };
        let (mut state, mut events) = (self.state.clone(), Vec::new());
        let applied = R::rules().apply(&mut state, command, &mut Tape::new([1, 1, 1, 1]), &mut events);
        assert_eq!(applied, Err(Halt::Refused(refusal.clone())), "{command:?}: apply and check disagree");
        assert!(state == self.state && events.is_empty(), "{command:?} was refused and left a trace");
        assert!(!self.options().contains(command), "{command:?} is refused and offered");
        assert!(!refusal.because.is_empty() && !refusal.remedy.is_empty(), "{command:?}: {refusal:?}");
        refusal
    }

    /// Asserts that a command is refused under one of these rules; several stand apart with `|`.
    #[track_caller]
    pub fn refuses(&self, command: &R::Command, rule: &str) {
        let refusal = self.refusal(command);
        let cited = refusal.rule.as_str();
        assert!(rule.split('|').any(|r| r == cited), "{command:?}: expected rule {rule}, got {refusal}");
    }

    /// What may be done, or a sample of it.
    pub fn options(&self) -> Vec<R::Command> {
        let mut options = Vec::new();
        R::rules().options(&self.state, &mut options);
        options
    }

    /// Who decides.
    pub fn to_act(&self) -> Option<R::Side> {
        R::rules().to_act(&self.state)
    }

    /// What a side sees.
    pub fn view(&self, side: R::Side) -> R::State {
        R::rules().view(&self.state, side)
    }
}

impl<R: Tested> Drop for Position<R> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.dice.is_empty(), "dice {:?} were never rolled", self.dice);
        }
    }
}
