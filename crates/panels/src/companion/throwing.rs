//! Real dice: which one is asked for, whose it is, and what has come of those before it.

use std::borrow::Cow;

use tabletop::dice::{Recorder, Seeded, Tape};
use tabletop::{Dice, Game, Halt, Need, Roll, Ruleset};

use super::{Companion, Count, PartWay, Thrown, Whose};

/// Dice that are being typed for a command, or for the set-up of a game.
#[derive(Clone, Debug)]
pub struct Throwing<R: Companion> {
    /// What they are for; none for the set-up.
    pub command: Option<R::Command>,
    /// What is being done, in words.
    pub doing: String,
    /// What they showed so far.
    pub values: Vec<u8>,
    /// How each of them came.
    came: Vec<Came>,
    /// How many of the dice thrown together show what was counted so far.
    counted: Vec<u8>,
}

/// How a die came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    /// Somebody typed it: it can be taken back.
    Typed,
    /// The program rolled it for everybody to see.
    Rolled,
    /// The program rolled it and keeps it to itself.
    Secret,
    /// It was counted with others thrown together: the first of them.
    Counted,
    /// Another of them.
    AlsoCounted,
}

/// The die that is asked for.
#[derive(Clone, Debug)]
pub struct Asked<R: Companion> {
    /// The die.
    pub need: Need,
    pub whose: Whose,
    /// How far the command has come.
    pub so_far: PartWay<R::State, R::Event>,
    /// The dice before it.
    pub rolls: Vec<Roll>,
}

/// Answers every die with its lowest or its highest face, to look ahead.
struct Always {
    tape: Tape,
    highest: bool,
    asked: Vec<(Cow<'static, str>, u8)>,
}

/// From so many dice on they are counted and not said one by one.
const FEW: usize = 3;

/// So many dice of one kind are told ahead at most.
const AHEAD: usize = 60;

impl Dice for Always {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        if self.tape.left() > 0 {
            return self.tape.roll(need);
        }
        if self.asked.len() >= AHEAD {
            return Err(Halt::NeedsRoll(need.clone()));
        }
        self.asked.push((need.purpose.clone(), need.sides));
        Ok(if self.highest { need.sides } else { 1 })
    }
}

impl<R: Companion> Throwing<R> {
    /// No dice yet for a command.
    pub fn command(command: R::Command, doing: String) -> Self {
        Self { command: Some(command), doing, values: Vec::new(), came: Vec::new(), counted: Vec::new() }
    }

    /// No dice yet for the set-up.
    pub fn opening(doing: String) -> Self {
        Self { command: None, doing, values: Vec::new(), came: Vec::new(), counted: Vec::new() }
    }

    /// Where these dice start: at the position of a game, or at its scenario.
    pub fn from<'a>(&self, game: &'a Game<R>) -> From<'a, R> {
        match self.command {
            Some(_) => From::State(game.state()),
            None => From::Scenario(game.scenario()),
        }
    }

    fn run(
        &self,
        rules: &R,
        from: From<'_, R>,
        dice: &mut dyn Dice,
    ) -> Result<PartWay<R::State, R::Event>, tabletop::Refusal> {
        match (&self.command, from) {
            (Some(command), From::State(state)) => Ok(rules.part_way(state, command, dice)),
            (_, From::Scenario(scenario)) => rules.opening(scenario, dice),
            (None, From::State(state)) => {
                Ok(PartWay { state: state.clone(), events: Vec::new(), dice: Vec::new(), halt: None })
            }
        }
    }

    /// The die that is asked for next; none if there are enough.
    ///
    /// # Errors
    /// Why the rules forbid it.
    pub fn asked(&self, rules: &R, from: From<'_, R>) -> Result<Option<Asked<R>>, tabletop::Refusal> {
        let mut tape = Tape::new(self.values.clone());
        let mut recorder = Recorder::new(&mut tape);
        let so_far = self.run(rules, from, &mut recorder)?;
        let rolls = recorder.rolls;
        match so_far.halt.clone() {
            None => Ok(None),
            Some(Halt::Refused(refusal)) => Err(refusal),
            Some(Halt::NeedsRoll(need)) => {
                let whose = so_far.dice.last().cloned().unwrap_or_default();
                Ok(Some(Asked { need, whose, so_far, rolls }))
            }
        }
    }

    /// How many dice of the same kind come from here on, whatever they show.
    pub fn ahead(&self, rules: &R, from: From<'_, R>, need: &Need) -> usize {
        let count = |highest: bool| {
            let mut dice = Always { tape: Tape::new(self.values.clone()), highest, asked: Vec::new() };
            let _ = self.run(rules, from, &mut dice);
            let same = |(purpose, sides): &&(Cow<'static, str>, u8)| *purpose == need.purpose && *sides == need.sides;
            dice.asked.iter().take_while(same).count()
        };
        count(false).min(count(true)).max(1)
    }

    /// How many dice are thrown together now and counted, if they are; the first of them is asked for.
    pub fn together(&self, rules: &R, from: From<'_, R>, asked: &Asked<R>) -> Option<usize> {
        let last = asked.rolls.last();
        let first = last.is_none_or(|roll| roll.purpose != asked.need.purpose || roll.sides != asked.need.sides);
        if asked.whose.counts.is_empty() || asked.whose.alone || !first {
            return None;
        }
        Some(self.ahead(rules, from, &asked.need)).filter(|dice| *dice >= FEW)
    }

    /// So many of the dice thrown together show what is counted next; whether that was the last to count. Dice that show nothing of
    /// it go down as the lowest face that is not counted.
    pub fn count(&mut self, dice: usize, counts: &[Count], number: u8) -> bool {
        self.counted.push(number);
        let most = |(count, number): (&Count, &u8)| std::iter::repeat_n(count.most, usize::from(*number));
        let mut values: Vec<u8> = counts.iter().zip(&self.counted).flat_map(most).collect();
        if self.counted.len() < counts.len() && values.len() < dice {
            return false;
        }
        let counts = |face: u8| counts.iter().any(|count| (count.least..=count.most).contains(&face));
        values.resize(dice, (1..=6).find(|face| !counts(*face)).unwrap_or(1));
        for (n, value) in values.into_iter().enumerate() {
            self.values.push(value);
            self.came.push(if n == 0 { Came::Counted } else { Came::AlsoCounted });
        }
        self.counted.clear();
        true
    }

    /// What was counted so far.
    pub fn counted(&self) -> &[u8] {
        &self.counted
    }

    /// A die was typed.
    pub fn push(&mut self, value: u8) {
        self.values.push(value);
        self.came.push(Came::Typed);
    }

    /// The program rolls a die; `secret` keeps it from everybody's eyes.
    pub fn roll(&mut self, dice: &mut Seeded, need: &Need, secret: bool) {
        let value = dice.roll(need).unwrap_or(1);
        self.values.push(value);
        self.came.push(if secret { Came::Secret } else { Came::Rolled });
    }

    /// The dice that everybody may see, of those that were rolled.
    pub fn open(&self, rolls: &[Roll]) -> Vec<Roll> {
        let shown = |(_, came): &(&Roll, &Came)| **came != Came::Secret;
        rolls.iter().zip(&self.came).filter(shown).map(|(roll, _)| roll.clone()).collect()
    }

    /// Takes the last die back, and what the program rolled after the last one that was typed; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        if self.counted.pop().is_some() {
            return true;
        }
        while self.came.last().is_some_and(|came| !matches!(came, Came::Typed | Came::Counted)) {
            self.came.pop();
            self.values.pop();
        }
        self.came.pop();
        self.values.pop().is_some()
    }
}

/// What a throw starts from.
#[derive(Debug)]
pub enum From<'a, R: Companion> {
    /// The position of a game.
    State(&'a R::State),
    /// A scenario that is being set up.
    Scenario(&'a R::Scenario),
}

impl<R: Companion> Clone for From<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Companion> Copy for From<'_, R> {}

/// Dice told plainly, those of one kind together.
pub fn together(rolls: &[Roll]) -> Vec<Thrown> {
    let mut kinds: Vec<Thrown> = Vec::new();
    for roll in rolls {
        match kinds.last_mut() {
            Some(kind) if kind.purpose == roll.purpose && kind.sides == roll.sides => kind.values.push(roll.value),
            _ => kinds.push(Thrown { purpose: roll.purpose.to_string(), sides: roll.sides, values: vec![roll.value] }),
        }
    }
    kinds
}

/// The program's own dice at this point of a game, where the players type theirs: the same after an undo.
pub fn program_dice<R: Ruleset>(game: &Game<R>, given: usize) -> Seeded {
    let here = (game.cursor() as u64) << 16 | given as u64;
    Seeded::new(game.seed() ^ here.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
