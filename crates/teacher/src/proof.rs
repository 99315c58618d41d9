//! A lesson played through by the program: along its right path, and at each step along wrong ones.

use std::sync::Arc;

use tabletop::{Game, Ruleset};

use crate::Teaching;
use crate::lesson::{LessonOf, Play};
use crate::library::Part;
use crate::pattern::Pattern;
use crate::runner::{Answer, Run, Stage};

/// What does not work out in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub part: Part,
    /// What, and what would help.
    pub problem: String,
}

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Steps that were done.
    pub steps: usize,
    /// Right commands that were tried.
    pub right: usize,
    /// Wrong commands that were tried.
    pub wrong: usize,
}

/// Right commands of one step that are followed to the end of the lesson.
const ALTERNATIVES: usize = 6;

/// Plays a lesson through.
///
/// # Errors
/// The first thing that does not work out.
pub fn prove<R: Teaching>(rules: &Arc<R>, id: &str, lesson: Arc<LessonOf<R>>) -> Result<Proof, Fault> {
    let whole = |problem: String| Fault { part: Part::Whole, problem };
    let (mut run, mut game) = Run::begin(Arc::clone(rules), id, Arc::clone(&lesson))
        .map_err(|refusal| whole(format!("The lesson cannot start. {refusal}")))?;
    exactly(&game, &lesson.before, 0).map_err(&whole)?;
    let mut proof = Proof::default();
    while let Some(step) = run.step() {
        let number = run.place().0;
        let fault = |problem: String| Fault { part: Part::Step(number), problem };
        for shown in &step.show {
            if !rules.knows(game.state(), shown) {
                return Err(fault(format!("There is nothing on the board that {shown:?} could mean.")));
            }
        }
        proof.steps += 1;
        if run.stage() == Stage::Reading {
            let before = game.cursor();
            let replies = step.replies.clone();
            run.go_on(&mut game).map_err(|refusal| fault(refusal.to_string()))?;
            exactly(&game, &replies, before).map_err(fault)?;
            continue;
        }
        proof.wrong += wrong_ways(&run, &game).map_err(fault)?;
        let right = run.right_commands(&game);
        for pattern in &step.right {
            if !right.iter().any(|command| pattern.fits(command)) {
                return Err(fault(not_legal(&game, pattern)));
            }
        }
        // Those who point less exactly must get through as well.
        let inexact: Vec<R::Command> = step.right.iter().flat_map(Pattern::inexact).collect();
        let inexact = inexact.into_iter().filter(|command| game.check(command).is_ok());
        let alternatives: Vec<R::Command> = right.iter().take(ALTERNATIVES).cloned().chain(inexact).collect();
        for command in &alternatives {
            let (mut other, mut there) = (run.clone(), game.clone());
            match other.attempt(&mut there, command.clone()) {
                Ok(Answer::Right { .. }) => {}
                answer => return Err(fault(format!("{command:?} should be right, but is answered with {answer:?}."))),
            }
            proof.right += 1;
            to_the_end(&mut other, &mut there)?;
        }
        let Some(command) = right.into_iter().next() else {
            return Err(fault("Nothing is right here.".to_owned()));
        };
        let before = game.cursor();
        let mut plays = vec![Play { play: command.clone(), dice: step.dice.clone() }];
        plays.extend(step.replies.iter().cloned());
        run.attempt(&mut game, command).map_err(|refusal| fault(refusal.to_string()))?;
        // The step's own entry and its replies may be followed by a new position: look where they were played.
        if game.cursor() >= before + plays.len() {
            exactly(&game, &plays, before).map_err(fault)?;
        }
    }
    if run.stage() == Stage::Free {
        proof.steps += 1;
        proof.right += 1;
        proof.wrong += free_task(&run, &game).map_err(|problem| Fault { part: Part::Free, problem })?;
    }
    Ok(proof)
}

/// Follows the first right command of every step that is left.
fn to_the_end<R: Ruleset>(run: &mut Run<R>, game: &mut Game<R>) -> Result<(), Fault> {
    while run.step().is_some() {
        let number = run.place().0;
        let fault = |problem: String| Fault { part: Part::Step(number), problem };
        if run.stage() == Stage::Reading {
            run.go_on(game).map_err(|refusal| fault(refusal.to_string()))?;
            continue;
        }
        let Some(command) = run.right_commands(game).into_iter().next() else {
            let told = run.step().and_then(|step| step.right.first()).map(|pattern| not_legal(game, pattern));
            return Err(fault(told.unwrap_or_default()));
        };
        match run.attempt(game, command) {
            Ok(Answer::Right { .. }) => {}
            other => return Err(fault(format!("After another right answer to an earlier step: {other:?}."))),
        }
    }
    Ok(())
}

/// Why a pattern that should be right fits no legal command, and what is legal instead.
fn not_legal<R: Ruleset>(game: &Game<R>, pattern: &Pattern<R::Command>) -> String {
    let why = match pattern.model() {
        Some(command) => game.check(command).err().map(|refusal| refusal.to_string()).unwrap_or_default(),
        None => "No legal command fits it.".to_owned(),
    };
    format!("A command that should be right is not legal: {pattern:?}. {why} {}", legal_here(game))
}

/// A few legal commands, for the author of the lesson.
fn legal_here<R: Ruleset>(game: &Game<R>) -> String {
    let (options, _) = game.options();
    let few: Vec<String> = options.iter().take(8).map(|command| format!("{command:?}")).collect();
    let more = if options.len() > few.len() { ", and more" } else { "" };
    format!("{} Legal here: {}{more}.", game.rules().question(game.state()), few.join(", "))
}

/// Whether the dice of these plays, which begin at `from` in the journal, are exactly those that were rolled.
fn exactly<R: Ruleset>(game: &Game<R>, plays: &[Play<R::Command>], from: usize) -> Result<(), String> {
    for (play, entry) in plays.iter().zip(game.entries().iter().skip(from)) {
        let rolled: Vec<u8> = entry.rolls.iter().map(|roll| roll.value).collect();
        if rolled != play.dice {
            let wanted: Vec<String> =
                entry.rolls.iter().map(|roll| format!("{} (d{})", roll.purpose, roll.sides)).collect();
            let wanted = if wanted.is_empty() { "none".to_owned() } else { wanted.join(", ") };
            return Err(format!(
                "The dice of {:?} are written as {:?}, but {rolled:?} were rolled. The rolls asked for: {wanted}.",
                play.play, play.dice
            ));
        }
    }
    Ok(())
}

/// Tries wrong commands at a step: each note's, a legal one that is not asked for, and an illegal one.
fn wrong_ways<R: Teaching>(run: &Run<R>, game: &Game<R>) -> Result<usize, String> {
    let Some(step) = run.step() else { return Ok(0) };
    let (options, _) = game.options();
    let right = |command: &R::Command| step.right.iter().any(|pattern| pattern.fits(command));
    let mut tried = 0;
    let mut answered = |command: &R::Command| -> Result<Answer, String> {
        let (mut other, mut there) = (run.clone(), game.clone());
        let answer = other.attempt(&mut there, command.clone()).map_err(|refusal| refusal.to_string())?;
        if there.len() != game.len() || other.place() != run.place() {
            return Err(format!("{command:?} is wrong, but something was played."));
        }
        tried += 1;
        Ok(answer)
    };
    for (number, note) in step.wrong.iter().enumerate() {
        // Of several that fit, one that is not right and no earlier note has spoken to.
        let command = note.when.model().or_else(|| {
            options.iter().find(|option| {
                note.when.fits(option)
                    && !right(option)
                    && !step.wrong[..number].iter().any(|earlier| earlier.when.fits(option))
            })
        });
        let Some(command) = command else {
            return Err(format!(
                "No legal command is answered by the note {:?}. Write one that is forbidden with `Is` or `Near`, or take it out.",
                note.when
            ));
        };
        match answered(command)? {
            Answer::Wrong { say, .. } if say == note.say => {}
            other => return Err(format!("{command:?} should be answered with {:?}, but is with {other:?}.", note.say)),
        }
    }
    if let Some(other) = options.iter().find(|option| !right(option)) {
        match answered(other)? {
            Answer::Wrong { say, refusal: None } if !say.is_empty() => {}
            answer => return Err(format!("{other:?} is legal and not asked for, but is answered with {answer:?}.")),
        }
    }
    // What was right before or will be right later is forbidden now, mostly.
    let elsewhere = run.lesson().steps.iter().flat_map(|step| &step.right);
    let mut forbidden = elsewhere.filter_map(Pattern::model);
    if let Some(command) = forbidden.find(|c| !right(c) && game.check(c).is_err()) {
        match answered(command)? {
            Answer::Refused(_) | Answer::Wrong { refusal: Some(_), .. } => {}
            answer => return Err(format!("{command:?} is forbidden, but is answered with {answer:?}.")),
        }
    }
    if tried == 0 {
        return Err("There is no wrong way here that could be tried. Add one to `wrong`.".to_owned());
    }
    Ok(tried)
}

/// The free task: its way solves it, its way astray does not, and it is not solved before it begins.
fn free_task<R: Teaching>(run: &Run<R>, game: &Game<R>) -> Result<usize, String> {
    let Some(free) = run.free() else { return Ok(0) };
    for shown in &free.show {
        if !game.rules().knows(game.state(), shown) {
            return Err(format!("There is nothing on the board that {shown:?} could mean."));
        }
    }
    if free.solved.holds(&**game.rules(), game.state()) {
        return Err("The task is solved before anything is done. Look at `solved`.".to_owned());
    }
    let lost = std::iter::once(&free.solved).chain(&free.failed).find_map(|p| p.lost_path::<R>(game.state()));
    if let Some(path) = lost {
        return Err(format!("There is nothing at `{path}` in the position. `referee talk` shows what there is."));
    }
    let play = |commands: &[R::Command]| -> Result<Option<Answer>, String> {
        let (mut run, mut there) = (run.clone(), game.clone());
        let mut last = None;
        for command in commands {
            let answer = run.attempt(&mut there, command.clone()).map_err(|refusal| refusal.to_string())?;
            let told = match &answer {
                Answer::Refused(refusal) => Some(refusal.to_string()),
                Answer::NotAsked => Some("The task was already finished.".to_owned()),
                _ => None,
            };
            if let Some(told) = told {
                return Err(format!("{command:?}: {told} {}", legal_here(&there)));
            }
            last = Some(answer);
        }
        Ok(last)
    };
    match play(&free.way)? {
        Some(Answer::Solved { .. }) => {}
        other => return Err(format!("`way` should solve the task, but ends with {other:?}.")),
    }
    match play(&free.astray)? {
        Some(Answer::Played { .. } | Answer::Failed { .. }) => Ok(1),
        other => Err(format!("`astray` should not solve the task, but ends with {other:?}.")),
    }
}
