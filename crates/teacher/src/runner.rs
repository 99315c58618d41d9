//! A lesson being taken: where the learner is, what his commands are answered with, and what the other side does.

use std::ops::Range;
use std::sync::Arc;

use tabletop::dice::{Halt, Need, Seeded, Tape};
use tabletop::{Dice, Game, Refusal, Ruleset};

use crate::lesson::{Free, LessonOf, Play, Position, Shown, Step};
use crate::pattern::Pattern;
use crate::progress::Reached;

/// Commands of the other side in a row before a free task is taken to be going in circles.
const LONGEST_REPLY: usize = 500;

/// What the learner is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Something is to be read; [`Run::go_on`] turns the page.
    Reading,
    /// Something is to be done; [`Run::attempt`] judges it.
    Doing,
    /// The free task.
    Free,
    /// Everything is done.
    Finished,
}

/// What a command is answered with. `entries` are those that were added to the game's journal, replies included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is right: it was played, and the next step is there. `say`: what is said. `entries`: what was played.
    Right { say: String, entries: Range<usize> },
    /// It is not what was asked; nothing was played. `say`: what is said. `refusal`: the refusal, if the rules forbid
    /// it as well.
    Wrong { say: String, refusal: Option<Refusal> },
    /// The rules forbid it; nothing was played.
    Refused(Refusal),
    /// The free task goes on. `entries`: what was played.
    Played { entries: Range<usize> },
    /// The free task is solved. `entries`: what was played.
    Solved { entries: Range<usize> },
    /// The free task can no longer be solved: [`Run::back`] begins it again. `entries`: what was played.
    Failed { say: String, entries: Range<usize> },
    /// Nothing is asked at the moment; nothing was played.
    NotAsked,
}

/// A lesson being taken. The game itself belongs to the screen that shows it and is lent for each call.
#[derive(Debug)]
pub struct Run<R: Ruleset> {
    id: String,
    lesson: Arc<LessonOf<R>>,
    /// The step; the number of steps stands for the free task, or else for the end.
    at: usize,
    /// The journal's length at the beginning of each step so far.
    marks: Vec<usize>,
    /// The game of the steps, while the free task is played from a position of its own.
    script: Option<Box<Game<R>>>,
    solved: bool,
    failed: bool,
    /// The learner's commands in the free task.
    used: u16,
    side: Option<R::Side>,
    slips: u16,
}

impl<R: Ruleset> Clone for Run<R> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            lesson: Arc::clone(&self.lesson),
            at: self.at,
            marks: self.marks.clone(),
            script: self.script.clone(),
            solved: self.solved,
            failed: self.failed,
            used: self.used,
            side: self.side,
            slips: self.slips,
        }
    }
}

/// Written dice first, those of a seed when they run out: what is written must not stop a learner who found another way.
struct Scripted {
    tape: Tape,
    rest: Seeded,
}

impl Scripted {
    fn new(dice: &[u8], seed: u64, cursor: usize) -> Self {
        let rest = Seeded::new(seed.wrapping_add(u64::try_from(cursor).unwrap_or_default()));
        Self { tape: Tape::new(dice), rest }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        self.tape.roll(need).or_else(|_| self.rest.roll(need))
    }
}

/// A game that stands where `position` says.
fn game_at<R: Ruleset>(
    rules: Arc<R>,
    id: &str,
    position: &Position<R::Scenario>,
    seed: u64,
) -> Result<Game<R>, Refusal> {
    match position {
        Position::Here(scenario) => Game::new(rules, scenario.clone(), id, seed),
        Position::File(name) => Err(Refusal::new(
            tabletop::RuleId::fixed("lesson"),
            format!("The scenario `{name}` of this lesson was not read."),
            "Read lessons with `teacher::lessons`, which puts the scenario in its place.",
        )),
    }
}

impl<R: Ruleset> Run<R> {
    /// Begins a lesson: the run and its game.
    ///
    /// # Errors
    /// The position, or what is played before it, is not legal.
    pub fn begin(rules: Arc<R>, id: &str, lesson: Arc<LessonOf<R>>) -> Result<(Self, Game<R>), Refusal> {
        let mut game = game_at(rules, id, &lesson.position, lesson.seed)?;
        for play in &lesson.before {
            let mut dice = Scripted::new(&play.dice, lesson.seed, game.cursor());
            game.play_with(play.play.clone(), &mut dice).map_err(Halt::into_refusal)?;
        }
        let mut run = Self {
            id: id.to_owned(),
            at: 0,
            marks: vec![game.cursor()],
            script: None,
            solved: lesson.free.is_none(),
            failed: false,
            used: 0,
            side: None,
            slips: 0,
            lesson,
        };
        run.arrive(&mut game)?;
        Ok((run, game))
    }

    /// The lesson's id: its file's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The lesson.
    pub fn lesson(&self) -> &LessonOf<R> {
        &self.lesson
    }

    /// What the learner is at.
    pub fn stage(&self) -> Stage {
        match (self.step(), self.free()) {
            (Some(step), _) if step.is_read_only() => Stage::Reading,
            (Some(_), _) => Stage::Doing,
            (None, Some(_)) => Stage::Free,
            (None, None) => Stage::Finished,
        }
    }

    /// The number of the step, from 0, and how many there are; the free task counts as one.
    pub fn place(&self) -> (usize, usize) {
        let free = usize::from(self.lesson.free.is_some());
        let done = self.at + if self.stage() == Stage::Finished { free } else { 0 };
        (done, self.lesson.steps.len() + free)
    }

    /// The step, if it is not the free task or the end.
    pub fn step(&self) -> Option<&Step<R::Command>> {
        self.lesson.steps.get(self.at)
    }

    /// The free task, while it is being done.
    pub fn free(&self) -> Option<&Free<R::Scenario, R::Command>> {
        self.lesson.free.as_ref().filter(|_| self.at == self.lesson.steps.len() && !self.solved)
    }

    /// What is explained now.
    pub fn text(&self) -> &str {
        match (self.step(), self.free()) {
            (Some(step), _) => &step.text,
            (None, Some(free)) => &free.text,
            (None, None) => &self.lesson.farewell,
        }
    }

    /// What is asked now; empty if nothing is.
    pub fn task(&self) -> &str {
        match (self.step(), self.free()) {
            (Some(step), _) => &step.task,
            (None, Some(free)) => &free.task,
            (None, None) => "",
        }
    }

    /// What lights up on the board.
    pub fn show(&self) -> &[Shown] {
        match (self.step(), self.free()) {
            (Some(step), _) => &step.show,
            (None, Some(free)) => &free.show,
            (None, None) => &[],
        }
    }

    /// Commands the learner has left in the free task.
    pub fn commands_left(&self) -> Option<u16> {
        self.free().map(|free| free.commands.saturating_sub(self.used))
    }

    /// The learner's side in the free task.
    pub fn side(&self) -> Option<R::Side> {
        self.side
    }

    /// What the lesson says to a mistake that was refused before it became a command: the note on a command that the rules
    /// refuse in the same words.
    pub fn note_for(&self, game: &Game<R>, refusal: &Refusal) -> Option<&str> {
        let notes = self.step().map_or(&[][..], |step| &step.wrong);
        let same = |when: &Pattern<R::Command>| {
            when.model().is_some_and(|command| game.check(command).err().as_ref() == Some(refusal))
        };
        notes.iter().find(|note| same(&note.when)).map(|note| note.say.as_str())
    }

    /// Whether the free task can no longer be solved.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Whether the free task is played from a position of its own, so that the game of the steps is put away.
    pub fn has_own_position(&self) -> bool {
        self.script.is_some()
    }

    /// How far the learner is, to be kept.
    pub fn reached(&self) -> Reached {
        let (steps, _) = self.place();
        Reached {
            steps: u16::try_from(steps).unwrap_or(u16::MAX),
            finished: self.stage() == Stage::Finished,
            slips: self.slips,
        }
    }

    /// Turns the page of a step that is only read; `false` if there is something to be done first.
    ///
    /// # Errors
    /// The free task's position is not legal.
    pub fn go_on(&mut self, game: &mut Game<R>) -> Result<bool, Refusal> {
        if self.stage() != Stage::Reading {
            return Ok(false);
        }
        // Replies may stand in a step that is only read as well: the learner watches.
        let step = &self.lesson.steps[self.at];
        play_all(game, &step.replies, self.lesson.seed)?;
        self.advance(game)?;
        Ok(true)
    }

    /// Judges a command of the learner, and plays it if it is right.
    ///
    /// # Errors
    /// The lesson itself cannot go on: a reply of its script or the free task's position is not legal. The tests of the
    /// lessons rule that out for those that come with the program.
    pub fn attempt(&mut self, game: &mut Game<R>, command: R::Command) -> Result<Answer, Refusal> {
        match self.stage() {
            Stage::Reading | Stage::Finished => Ok(Answer::NotAsked),
            Stage::Doing => self.attempt_step(game, command),
            Stage::Free => Ok(self.attempt_free(game, command)),
        }
    }

    fn attempt_step(&mut self, game: &mut Game<R>, command: R::Command) -> Result<Answer, Refusal> {
        let lesson = Arc::clone(&self.lesson);
        let step = &lesson.steps[self.at];
        let legal = game.check(&command);
        if legal.is_ok() && step.right.iter().any(|right| right.fits(&command)) {
            let from = game.cursor();
            let mut dice = Scripted::new(&step.dice, lesson.seed, from);
            game.play_with(command, &mut dice).map_err(Halt::into_refusal)?;
            play_all(game, &step.replies, lesson.seed)?;
            let entries = from..game.cursor();
            let say = if step.praise.is_empty() { "Right.".to_owned() } else { step.praise.clone() };
            self.advance(game)?;
            return Ok(Answer::Right { say, entries });
        }
        self.slips = self.slips.saturating_add(1);
        let note = step.wrong.iter().find(|note| note.when.fits(&command));
        Ok(match (note, legal) {
            (Some(note), legal) => Answer::Wrong { say: note.say.clone(), refusal: legal.err() },
            (None, Err(refusal)) => Answer::Refused(refusal),
            (None, Ok(())) if step.otherwise.is_empty() => Answer::Wrong {
                say: "The rules allow that, but the task asks for something else. Read it again.".to_owned(),
                refusal: None,
            },
            (None, Ok(())) => Answer::Wrong { say: step.otherwise.clone(), refusal: None },
        })
    }

    fn attempt_free(&mut self, game: &mut Game<R>, command: R::Command) -> Answer {
        let lesson = Arc::clone(&self.lesson);
        let Some(free) = lesson.free.as_ref() else { return Answer::NotAsked };
        if self.failed {
            return Answer::NotAsked;
        }
        let from = game.cursor();
        if let Err(refusal) = game.play(command) {
            self.slips = self.slips.saturating_add(1);
            return Answer::Refused(refusal);
        }
        self.used += 1;
        self.reply(game, &free.replies);
        let entries = from..game.cursor();
        let rules = Arc::clone(game.rules());
        let seen = self.side.map_or_else(|| game.state().clone(), |side| rules.view(game.state(), side));
        if free.solved.holds(&*rules, &seen) {
            self.solved = true;
            return Answer::Solved { entries };
        }
        let lost = free.failed.as_ref().is_some_and(|failed| failed.holds(&*rules, &seen));
        let say = if lost {
            "The task can no longer be done from here. Start it again."
        } else if game.to_act().is_none() {
            "The game is over and the task is not solved. Start it again."
        } else if self.used >= free.commands {
            "That was the last order, and the task is not solved. Start it again."
        } else {
            return Answer::Played { entries };
        };
        self.failed = true;
        self.slips = self.slips.saturating_add(1);
        Answer::Failed { say: say.to_owned(), entries }
    }

    /// Plays for the other side until the learner is asked again.
    fn reply(&self, game: &mut Game<R>, wishes: &[Pattern<R::Command>]) {
        for _ in 0..LONGEST_REPLY {
            if game.to_act().is_none() || game.to_act() == self.side {
                return;
            }
            let (mut options, _) = game.options();
            options.retain(|option| game.rules().giver(game.state(), option) == game.to_act());
            let wish = wishes.iter().find_map(|wish| options.iter().find(|option| wish.fits(option)));
            let Some(command) = wish.or_else(|| options.first()) else { return };
            if game.play(command.clone()).is_err() {
                return;
            }
        }
    }

    /// A command that is right here: what "Show me" plays.
    pub fn right_command(&self, game: &Game<R>) -> Option<R::Command> {
        if let Some(free) = self.free() {
            return free.way.get(usize::from(self.used)).filter(|command| game.check(command).is_ok()).cloned();
        }
        self.right_commands(game).into_iter().next()
    }

    /// Every legal command that is right here.
    pub fn right_commands(&self, game: &Game<R>) -> Vec<R::Command> {
        let Some(step) = self.step() else { return Vec::new() };
        let (options, _) = game.options();
        let mut found: Vec<R::Command> = Vec::new();
        for right in &step.right {
            let fitting = match right.model() {
                Some(command) => vec![command.clone()],
                None => options.iter().filter(|option| right.fits(option)).cloned().collect(),
            };
            found.extend(fitting.into_iter().filter(|command| game.check(command).is_ok()));
        }
        found
    }

    /// Goes back one step, or begins the free task again if something was played in it; `false` at the beginning.
    pub fn back(&mut self, game: &mut Game<R>) -> bool {
        let begun = self.marks.last().copied().unwrap_or(0);
        if self.at == self.lesson.steps.len() && (self.used > 0 || self.solved) && self.lesson.free.is_some() {
            self.used = 0;
            self.solved = false;
            self.failed = false;
            game.seek(begun);
            return true;
        }
        if self.at == 0 {
            return false;
        }
        if let Some(script) = self.script.take() {
            *game = *script;
        }
        self.marks.pop();
        self.at -= 1;
        game.seek(self.marks.last().copied().unwrap_or(0));
        true
    }

    fn advance(&mut self, game: &mut Game<R>) -> Result<(), Refusal> {
        self.at += 1;
        self.marks.push(game.cursor());
        self.arrive(game)
    }

    /// What happens on arriving at a step: the free task may bring its own position.
    fn arrive(&mut self, game: &mut Game<R>) -> Result<(), Refusal> {
        let lesson = Arc::clone(&self.lesson);
        let Some(free) = lesson.free.as_ref().filter(|_| self.at == lesson.steps.len()) else { return Ok(()) };
        if let Some(position) = &free.position {
            let mut fresh = game_at(Arc::clone(game.rules()), &self.id, position, free.seed)?;
            play_all(&mut fresh, &free.before, free.seed)?;
            self.script = Some(Box::new(std::mem::replace(game, fresh)));
            if let Some(mark) = self.marks.last_mut() {
                *mark = game.cursor();
            }
        }
        self.side = game.to_act();
        Ok(())
    }
}

fn play_all<R: Ruleset>(game: &mut Game<R>, plays: &[Play<R::Command>], seed: u64) -> Result<(), Refusal> {
    for play in plays {
        let mut dice = Scripted::new(&play.dice, seed, game.cursor());
        game.play_with(play.play.clone(), &mut dice).map_err(Halt::into_refusal)?;
    }
    Ok(())
}
