//! A game being played: a scenario, a seed and the journal of what was decided and rolled. Undo, replay, forks and the
//! after-action report are all read from the journal.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Halt, Need, Recorder, Roll, Seeded, Tape};
use crate::fair::{self, Fair};
use crate::journal::{Draws, Entry, Record, ReplayError, Throw, Witness};
use crate::players::{Player, Players};
use crate::{Outcome, Refusal, Ruleset};

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played<E> {
    /// What happened, in order.
    pub events: Vec<E>,
    /// The dice, in order.
    pub rolls: Vec<Roll>,
}

/// Why a command with dice from the table did not go through. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The rules forbid it, or there are too few dice.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// There are dice left over. `used`: how many the rules asked for. `given`: how many there were.
    #[error("You gave {given} dice, but the rules ask for {used}. Remove the others.")]
    LeftOver { used: usize, given: usize },
    /// The links of a draw are not all known.
    #[error("The dice of draw {draw} are not all here yet.")]
    NotDrawn { draw: u64 },
    /// A die shows what it cannot show. `value`: what was typed. `need`: the roll.
    #[error("{value} is not a face of the die for {}: it has {} sides.", .need.purpose, .need.sides)]
    NoSuchFace { value: u8, need: Need },
}

/// One line of the log: a decision, its dice and what happened, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine<S, E> {
    /// The entry's number in the journal, from 0.
    pub entry: usize,
    /// Turn, and turn and phase in words, when it was decided.
    pub moment: (u32, String),
    pub side: Option<S>,
    /// The command as a sentence; `None` if the reader may not know it.
    pub phrase: Option<String>,
    /// The dice; empty if the reader may not know them.
    pub rolls: Vec<Roll>,
    /// What happened, as far as the reader noticed it.
    pub events: Vec<E>,
    /// The same, a sentence each.
    pub told: Vec<String>,
}

/// A line of the log of a ruleset's games.
pub type LineOf<R> = LogLine<<R as Ruleset>::Side, <R as Ruleset>::Event>;

impl<S, E> LogLine<S, E> {
    /// Which sentence speaks of each of the dice: the first, where none does.
    pub fn speaking<R: Ruleset<Side = S, Event = E>>(&self, rules: &R) -> Vec<usize> {
        let mut speaking = vec![None; self.rolls.len()];
        for (sentence, event) in self.events.iter().enumerate() {
            for die in rules.dice_of(event) {
                let free = |place: &usize| speaking[*place].is_none() && self.rolls[*place].value == die;
                if let Some(place) = (0..self.rolls.len()).find(free) {
                    speaking[place] = Some(sentence);
                }
            }
        }
        speaking.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// A game with everything that was played in it, and the part of it that was taken back.
///
/// Every position is kept: positions are small, so that any point of the game is there at once.
#[derive(Debug)]
pub struct Game<R: Ruleset> {
    rules: Arc<R>,
    record: Record<R::Scenario, R::Command>,
    /// The position before each entry, and the one after the last: `entries.len() + 1`.
    states: Vec<Arc<R::State>>,
    /// The words of the seeded stream read at each of these positions.
    read: Vec<u64>,
    /// What happened in the entry that was played last, with its number: everybody who is told of it asks for it at once.
    /// A copy works it out again.
    latest: Option<Box<(usize, Vec<R::Event>)>>,
}

impl<R: Ruleset> Clone for Game<R> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            record: self.record.clone(),
            states: self.states.clone(),
            read: self.read.clone(),
            latest: None,
        }
    }
}

impl<R: Ruleset> Game<R> {
    /// A fresh game with the dice of `seed`.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn new(
        rules: Arc<R>,
        scenario: R::Scenario,
        scenario_name: impl Into<String>,
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut dice = Seeded::new(seed);
        let game = Self::begin(rules, scenario, scenario_name.into(), seed, Throw::Seeded, &mut dice);
        let mut game = game.map_err(Halt::into_refusal)?;
        game.read = vec![dice.position()];
        Ok(game)
    }

    /// A fresh game whose set-up is rolled with `dice`; later rolls are those of `seed`, unless other dice are given.
    ///
    /// # Errors
    /// What is wrong with the scenario, or the roll that is needed.
    pub fn new_with(
        rules: Arc<R>,
        scenario: R::Scenario,
        scenario_name: impl Into<String>,
        seed: u64,
        dice: &mut dyn Dice,
    ) -> Result<Self, Halt> {
        Self::begin(rules, scenario, scenario_name.into(), seed, Throw::Typed, dice)
    }

    fn begin(
        rules: Arc<R>,
        scenario: R::Scenario,
        scenario_name: String,
        seed: u64,
        throw: Throw,
        dice: &mut dyn Dice,
    ) -> Result<Self, Halt> {
        let mut recorder = Recorder::new(dice);
        let state = rules.begin(&scenario, &mut recorder)?;
        let opening = recorder.rolls;
        let opening_dice = if opening.is_empty() { Throw::Seeded } else { throw };
        let players = Players::default();
        let (fair, journal) = (Vec::new(), Vec::new());
        let record = Record { scenario_name, scenario, seed, players, opening_dice, opening, fair, cursor: 0, journal };
        Ok(Self { rules, record, states: vec![Arc::new(state)], read: vec![0], latest: None })
    }

    /// Plays a record again from its beginning, and believes nothing: each command must be legal, each roll must be asked
    /// for in that order, for that purpose and under that rule, and seeded dice must be those of the seed.
    ///
    /// # Errors
    /// The number of the first entry that cannot have been played, and why.
    pub fn replay(rules: Arc<R>, record: Record<R::Scenario, R::Command>) -> Result<Self, ReplayError> {
        if record.cursor > record.journal.len() {
            let problem = format!(
                "The cursor stands at {}, but the journal has {} entries. It cannot go beyond them.",
                record.cursor,
                record.journal.len()
            );
            return Err(ReplayError { entry: None, problem });
        }
        let mut stream = Seeded::new(record.seed);
        let mut witness = Witness::new(&record.opening, record.opening_dice, &mut stream);
        let begun = rules.begin(&record.scenario, &mut witness);
        let begun = witness.verdict(begun).map_err(|problem| ReplayError { entry: None, problem })?;
        let mut state = begun;
        let mut states = Vec::with_capacity(record.journal.len() + 1);
        let mut read = Vec::with_capacity(record.journal.len() + 1);
        states.push(Arc::new(state.clone()));
        read.push(stream.position());
        let mut draws = Draws::of(&record.fair, &record.journal)?;
        let mut events = Vec::new();
        for (number, entry) in record.journal.iter().enumerate() {
            events.clear();
            let dice = draws.for_throw(entry.dice).unwrap_or(&mut stream);
            let mut witness = Witness::new(&entry.rolls, entry.dice, dice);
            let applied = rules.apply(&mut state, &entry.command, &mut witness, &mut events);
            witness.verdict(applied).map_err(|problem| ReplayError { entry: Some(number), problem })?;
            states.push(Arc::new(state.clone()));
            read.push(stream.position());
        }
        Ok(Self { rules, record, states, read, latest: None })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The arrangement it began with.
    pub fn scenario(&self) -> &R::Scenario {
        &self.record.scenario
    }

    /// What the scenario was called when it was chosen: its file's name.
    pub fn scenario_name(&self) -> &str {
        &self.record.scenario_name
    }

    /// Where the dice come from.
    pub fn seed(&self) -> u64 {
        self.record.seed
    }

    /// Everything that is needed to play it again.
    pub fn record(&self) -> &Record<R::Scenario, R::Command> {
        &self.record
    }

    /// Every entry, also those that were taken back.
    pub fn entries(&self) -> &[Entry<R::Command>] {
        &self.record.journal
    }

    /// How many entries are in force; those from here on were taken back.
    pub fn cursor(&self) -> usize {
        self.record.cursor
    }

    /// How many entries there are, also those that were taken back.
    pub fn len(&self) -> usize {
        self.record.journal.len()
    }

    /// Whether nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.record.journal.is_empty()
    }

    /// The position at the cursor.
    pub fn state(&self) -> &R::State {
        self.state_at(self.record.cursor)
    }

    /// The position after `n` entries; beyond the end, the last one.
    pub fn state_at(&self, n: usize) -> &R::State {
        &self.states[n.min(self.record.journal.len())]
    }

    /// Who decides next; `None` when the game is over.
    pub fn to_act(&self) -> Option<R::Side> {
        self.rules.to_act(self.state())
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(self.state())
    }

    /// The legal commands, and whether these are all of them.
    pub fn options(&self) -> (Vec<R::Command>, bool) {
        let mut options = Vec::new();
        let complete = self.rules.options(self.state(), &mut options);
        (options, complete)
    }

    /// Whether a command is legal now.
    ///
    /// # Errors
    /// The refusal, with its rule.
    pub fn check(&self, command: &R::Command) -> Result<(), Refusal> {
        self.rules.check(self.state(), command)
    }

    /// Plays a command with the seeded dice. They go on where they stood at this point of the game: the same command
    /// after an undo rolls the same dice. What was taken back is lost if this is another command than the next one there.
    ///
    /// # Errors
    /// The refusal; nothing has changed.
    pub fn play(&mut self, command: R::Command) -> Result<Played<R::Event>, Refusal> {
        let mut dice = Seeded::at(self.record.seed, self.read[self.record.cursor]);
        let (state, played) = self.attempt(&command, &mut dice).map_err(Halt::into_refusal)?;
        self.keep(command, Throw::Seeded, &played, state, dice.position());
        Ok(played)
    }

    /// Plays a command with dice from elsewhere; the seeded ones stay where they are.
    ///
    /// # Errors
    /// The refusal, or the roll that is needed; nothing has changed.
    pub fn play_with(&mut self, command: R::Command, dice: &mut dyn Dice) -> Result<Played<R::Event>, Halt> {
        let (state, played) = self.attempt(&command, dice)?;
        self.keep(command, Throw::Typed, &played, state, self.read[self.record.cursor]);
        Ok(played)
    }

    /// Plays a command with exactly these dice, first one first, as thrown on a real table.
    ///
    /// # Errors
    /// The refusal, the roll that is still needed, dice left over, or a value that the die does not have; nothing has
    /// changed.
    pub fn play_tape(&mut self, command: R::Command, values: impl Into<Vec<u8>>) -> Result<Played<R::Event>, Stop> {
        let values = values.into();
        let mut tape = Tape::new(values.clone());
        let attempt = self.attempt(&command, &mut tape);
        let used = values.len() - tape.left();
        match attempt {
            Ok((state, played)) if tape.left() == 0 => {
                self.keep(command, Throw::Typed, &played, state, self.read[self.record.cursor]);
                Ok(played)
            }
            Ok(_) => Err(Stop::LeftOver { used, given: values.len() }),
            Err(Halt::NeedsRoll(need)) => match values.get(used) {
                Some(&value) => Err(Stop::NoSuchFace { value, need }),
                None => Err(Halt::NeedsRoll(need).into()),
            },
            Err(refused) => Err(refused.into()),
        }
    }

    /// Plays a command with the fair dice of a draw, whose links are all known.
    ///
    /// # Errors
    /// The refusal; or links are missing. Nothing has changed.
    pub fn play_drawn(&mut self, command: R::Command, draw: u64) -> Result<Played<R::Event>, Stop> {
        let fair = self.record.fair.last().ok_or(Stop::NotDrawn { draw })?;
        let links = fair.links(draw).ok_or(Stop::NotDrawn { draw })?;
        let mut dice = fair::dice(draw, fair.share(draw), &links);
        let (state, played) = self.attempt(&command, &mut dice)?;
        self.keep(command, Throw::Fair(draw), &played, state, self.read[self.record.cursor]);
        Ok(played)
    }

    /// What fair dice come from now, if they are fair.
    pub fn fair(&self) -> Option<&Fair> {
        self.record.fair.last()
    }

    /// The same, to be changed by the host who keeps it.
    pub fn fair_mut(&mut self) -> Option<&mut Fair> {
        self.record.fair.last_mut()
    }

    /// From here on dice are fair, and come from this. What the host remembers of an earlier secret stays, for its draws.
    pub fn begin_fair(&mut self, fair: Fair) {
        self.record.fair.push(fair);
    }

    /// The command on a copy of the position, so that not even a broken ruleset can leave half a command behind.
    fn attempt(&self, command: &R::Command, dice: &mut dyn Dice) -> Result<(R::State, Played<R::Event>), Halt> {
        let mut state = self.state().clone();
        let mut events = Vec::new();
        let mut recorder = Recorder::new(dice);
        self.rules.apply(&mut state, command, &mut recorder, &mut events)?;
        let rolls = recorder.rolls;
        Ok((state, Played { events, rolls }))
    }

    fn keep(&mut self, command: R::Command, throw: Throw, played: &Played<R::Event>, state: R::State, read: u64) {
        let rolls = &played.rolls;
        // Every order of a game with fair dice has its draw, whether dice fell or not.
        let dice = if rolls.is_empty() && throw == Throw::Typed { Throw::Seeded } else { throw };
        let by = self.rules.giver(self.state(), &command).map_or_else(Player::default, |side| self.player(side));
        let entry = Entry { command, by, dice, rolls: rolls.clone() };
        let next = self.record.cursor;
        if self.record.journal.get(next) != Some(&entry) {
            self.record.journal.truncate(next);
            self.states.truncate(next + 1);
            self.read.truncate(next + 1);
            self.record.journal.push(entry);
            self.states.push(Arc::new(state));
            self.read.push(read);
        }
        self.record.cursor = next + 1;
        self.latest = Some(Box::new((next, played.events.clone())));
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.record.cursor > 0
    }

    /// Whether something taken back can be played again.
    pub fn can_redo(&self) -> bool {
        self.record.cursor < self.len()
    }

    /// Takes the last command back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let can = self.can_undo();
        self.record.cursor -= usize::from(can);
        can
    }

    /// Plays what was taken back again, with the same dice; `false` if there is nothing.
    pub fn redo(&mut self) -> bool {
        let can = self.can_redo();
        self.record.cursor += usize::from(can);
        can
    }

    /// Goes to the point after `n` entries, forwards or back, and loses nothing; beyond the end, to the end. Playing
    /// another command there replaces what followed: [`Game::fork`] first to keep both.
    pub fn seek(&mut self, n: usize) {
        self.record.cursor = n.min(self.len());
    }

    /// A game of its own with the first `n` entries of this one and nothing taken back.
    #[must_use]
    pub fn fork(&self, n: usize) -> Self {
        let mut fork = self.clone();
        fork.seek(n);
        let n = fork.record.cursor;
        fork.record.journal.truncate(n);
        fork.states.truncate(n + 1);
        fork.read.truncate(n + 1);
        fork
    }

    /// What happened in entry `n`, worked out again unless it was the last to be played; nothing if there is no such entry.
    pub fn events(&self, n: usize) -> Vec<R::Event> {
        match self.latest.as_deref() {
            Some((number, events)) if *number == n => events.clone(),
            _ => self.replayed(n),
        }
    }

    /// What happened in entry `n`, always worked out again.
    pub(crate) fn replayed(&self, n: usize) -> Vec<R::Event> {
        let mut events = Vec::new();
        if let Some(entry) = self.entries().get(n) {
            let mut state = self.state_at(n).clone();
            let values: Vec<u8> = entry.rolls.iter().map(|roll| roll.value).collect();
            let applied = self.rules.apply(&mut state, &entry.command, &mut Tape::new(values), &mut events);
            debug_assert!(applied.is_ok(), "entry {n} was played before: {applied:?}");
        }
        events
    }

    /// Entries of the journal in words, as `reader` may know them; `None` reads everything.
    ///
    /// Of a command of the other side a reader learns what happened as far as he notices it. The command's own words and
    /// the dice are told if nothing of what happened is hidden from him, or as [`Ruleset::words_are_told`] says. Of his own
    /// commands he is told the dice that he may know of.
    pub fn log(&self, entries: Range<usize>, reader: Option<R::Side>) -> Vec<LineOf<R>> {
        self.log_for(entries, reader.as_slice())
    }

    /// The same as all of these may know it together: what one of them does not notice is left out. Nobody reads everything.
    pub fn log_for(&self, entries: Range<usize>, readers: &[R::Side]) -> Vec<LineOf<R>> {
        let entries = entries.start.min(self.len())..entries.end.min(self.len());
        entries.map(|n| self.log_line(n, readers, None)).collect()
    }

    /// Entry `n` as [`Game::log`] tells it to a reader, who knows the position after it in this way: for a caller that has made
    /// that view already. `None` if there is no such entry.
    pub fn line(&self, n: usize, reader: R::Side, known: &R::State) -> Option<LineOf<R>> {
        (n < self.len()).then(|| self.log_line(n, &[reader], Some(known)))
    }

    /// `view` is what the readers know of the position afterwards, if that was worked out already.
    fn log_line(&self, n: usize, readers: &[R::Side], view: Option<&R::State>) -> LineOf<R> {
        let (rules, before, after) = (&*self.rules, self.state_at(n), self.state_at(n + 1));
        let entry = &self.record.journal[n];
        let side = rules.giver(before, &entry.command);
        let events = self.events(n);
        let noticed = |events: &[R::Event], reader: R::Side| -> Vec<R::Event> {
            events.iter().filter_map(|event| rules.seen(event, after, reader)).collect()
        };
        let may_read = |reader| rules.words_are_told(&entry.command, &events, &noticed(&events, reader));
        let open = readers.iter().all(|reader| side == Some(*reader) || may_read(*reader));
        let phrase = match readers.iter().all(|reader| side == Some(*reader)) {
            _ if !open => None,
            true => Some(rules.phrase(before, &entry.command)),
            false => rules.phrase_to_others(before, &entry.command),
        };
        // Which dice are known may take as long as the order: it is asked only where any can be told.
        let dice = if phrase.is_some() { entry.rolls.as_slice() } else { &[] };
        let asked = readers.iter().filter(|_| !dice.is_empty());
        let known: Vec<Vec<bool>> =
            asked.map(|reader| rules.dice_known_to(before, &entry.command, dice, *reader)).collect();
        let told = |place: usize| known.iter().all(|known| known.get(place).copied().unwrap_or_default());
        let rolls = dice.iter().enumerate().filter(|(place, _)| told(*place)).map(|(_, roll)| roll.clone());
        let seen = readers.iter().fold(events.clone(), |events, reader| noticed(&events, *reader));
        let unseen = if view.is_some() { &[] } else { readers };
        let made = unseen
            .iter()
            .fold(None, |made: Option<R::State>, reader| Some(rules.view(made.as_ref().unwrap_or(after), *reader)));
        let known = view.or(made.as_ref()).unwrap_or(after);
        LogLine {
            entry: n,
            moment: rules.moment(before),
            side,
            phrase,
            rolls: rolls.collect(),
            told: seen.iter().map(|event| rules.tell_to(event, known)).collect(),
            events: seen,
        }
    }
}

mod seats;
#[cfg(test)]
mod tests;
