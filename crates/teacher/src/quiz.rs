//! The quiz: positions from random legal play, questions with one right answer, and the referee to say which.
//!
//! A question is a command that is legal or not. Those that are not come from legal ones with one field exchanged for
//! that of another command of the same kind, now or earlier in the game: so they are about real pieces and places, and
//! the refusal that the rules give is the explanation. They are marked by nothing but [`tabletop::Ruleset::check`].
//!
//! Or it is two legal commands, of which one is better; who says so is given to [`weighed`].

use std::sync::Arc;

use serde_json::Value;
use tabletop::dice::Seeded;
use tabletop::odds::{Effort, odds};
use tabletop::{Game, Refusal, RuleId, Ruleset};

use crate::Teaching;
use crate::choices::spread;
use crate::explain::in_n;
use crate::mentions::mentions;
use crate::pattern::parts;
use crate::teaching::in_words;

/// Commands remembered of each step of the random game.
const REMEMBERED: usize = 24;
/// Commands remembered altogether.
const MEMORY: usize = 600;
/// Sets the stream of the choices apart from that of the dice.
const CHOICES: u64 = 0x5eed_c401_ce5a_11d5;
/// Exchanges that are tried for a forbidden command.
const TRIES: usize = 240;

/// A question of a ruleset.
pub type QuestionOf<R> = Question<<R as Ruleset>::State, <R as Ruleset>::Side, <R as Ruleset>::Command>;

/// A question with one right answer: `S` is the position, `P` the side, `C` the command of its ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<S, P, C> {
    /// The position it is asked in, as the side to act sees it.
    pub seen: S,
    /// Who is to act.
    pub side: P,
    pub asks: String,
    pub answers: Vec<String>,
    pub right: usize,
    /// The command each answer is about; in a question of yes and no the one that is asked about, twice.
    pub commands: Vec<C>,
    /// Why the right answer is right, and for a choice why the others are not.
    pub explanation: String,
    /// The rule to read.
    pub rule: Option<RuleId>,
    /// The pieces and places it is about, as the rules write them.
    pub about: Vec<Value>,
}

/// The question of a seed: the same seed asks the same question for ever. `None` if this seed's position offers none;
/// take the next.
pub fn question<R: Teaching>(rules: &Arc<R>, scenario: &R::Scenario, seed: u64) -> Option<QuestionOf<R>> {
    asked(rules, scenario, seed).map(|(question, _)| question)
}

/// As [`question`], with the random game that led to its position, for a board to show.
pub fn asked<R: Teaching>(rules: &Arc<R>, scenario: &R::Scenario, seed: u64) -> Option<Asked<R>> {
    let Walk { game, memory, mut dice } = walk(rules, scenario, seed)?;
    about(rules, game.state(), &memory, &mut dice).map(|question| (question, game))
}

/// A question, and the game it is about.
pub type Asked<R> = (QuestionOf<R>, Game<R>);

/// Two legal orders of a position, of which one is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Better<C> {
    /// The better one.
    pub order: C,
    /// The other.
    pub than: C,
    /// What speaks for the better one, and what for the other beside it: a line each.
    pub because: String,
}

/// Somebody who can play, asked what the side to act should do; may pass.
pub type Judge<'a, R> = &'a dyn Fn(&Game<R>) -> Option<Better<<R as Ruleset>::Command>>;

/// As [`asked`], but the question is which of two orders is better.
pub fn weighed<R: Teaching>(
    rules: &Arc<R>,
    scenario: &R::Scenario,
    seed: u64,
    judge: Judge<'_, R>,
) -> Option<Asked<R>> {
    let Walk { game, mut dice, .. } = walk(rules, scenario, seed)?;
    let state = game.state();
    let side = rules.to_act(state)?;
    let Better { order, than, because } = judge(&game)?;
    let seen = rules.view(state, side);
    let right = dice.choose(2);
    let mut commands = vec![order.clone()];
    commands.insert(1 - right, than.clone());
    let answers: Vec<String> = commands.iter().map(|command| rules.phrase(&seen, command)).collect();
    if answers[0] == answers[1] {
        return None;
    }
    let question = Question {
        side,
        asks: "Which is the better order?".into(),
        answers,
        right,
        explanation: because,
        rule: rules.kind(&seen, &order).rule,
        about: mentions(&order).into_iter().chain(mentions(&than)).collect(),
        seen,
        commands,
    };
    Some((question, game))
}

/// A random game, and what it leaves for making a question.
struct Walk<R: Ruleset> {
    /// The game, at a position with something to decide.
    game: Game<R>,
    /// Commands that were legal on the way.
    memory: Vec<R::Command>,
    /// The stream of the choices.
    dice: Seeded,
}

fn walk<R: Teaching>(rules: &Arc<R>, scenario: &R::Scenario, seed: u64) -> Option<Walk<R>> {
    // The choices come from a stream of their own: the game's dice are those of its seed.
    let mut dice = Seeded::new(seed ^ CHOICES);
    let mut game = Game::new(Arc::clone(rules), scenario.clone(), "quiz", seed).ok()?;
    let mut memory: Vec<R::Command> = Vec::new();
    let steps = dice.choose(150);
    for step in 0..=steps {
        let (mut options, _) = game.options();
        if options.is_empty() {
            return None;
        }
        for number in spread(options.len(), REMEMBERED) {
            if memory.len() < MEMORY {
                memory.push(options[number].clone());
            } else {
                memory[dice.choose(MEMORY)] = options[number].clone();
            }
        }
        if step < steps {
            let command = options.swap_remove(dice.choose(options.len()));
            game.play(command).ok()?;
            // A position with nothing to decide makes no question: stay at the last one that had.
            if game.to_act().is_none() {
                game = game.fork(game.cursor() - 1);
                break;
            }
        }
    }
    Some(Walk { game, memory, dice })
}

/// A question about a position.
fn about<R: Teaching>(
    rules: &Arc<R>,
    state: &R::State,
    memory: &[R::Command],
    dice: &mut Seeded,
) -> Option<QuestionOf<R>> {
    let mut options = Vec::new();
    rules.options(state, &mut options);
    options.retain(|option| rules.ask(state, option).is_some() && rules.giver(state, option) == rules.to_act(state));
    if options.is_empty() {
        return None;
    }
    let base = options[dice.choose(options.len())].clone();
    let side = rules.to_act(state)?;
    if dice.choose(3) == 0
        && let Some(question) = choice(rules, state, side, &base, memory, dice)
    {
        return Some(question);
    }
    let (command, refusal) = if dice.choose(2) == 0 {
        (base, None)
    } else {
        let (command, refusal) = forbidden(rules, state, &base, memory, dice, &[])?;
        (command, Some(refusal))
    };
    let (explanation, rule) = match &refusal {
        Some(refusal) => (format!("No. {} {}", refusal.because, refusal.remedy), Some(refusal.rule.clone())),
        None => (format!("Yes. {}", why_allowed(&**rules, state, side, &command)), rules.kind(state, &command).rule),
    };
    Some(Question {
        seen: rules.view(state, side),
        side,
        asks: rules.ask(state, &command)?,
        answers: vec!["Yes".into(), "No".into()],
        right: usize::from(refusal.is_some()),
        explanation,
        rule,
        about: mentions(&command),
        commands: vec![command.clone(), command],
    })
}

/// Which of four is allowed?
fn choice<R: Teaching>(
    rules: &Arc<R>,
    state: &R::State,
    side: R::Side,
    base: &R::Command,
    memory: &[R::Command],
    dice: &mut Seeded,
) -> Option<QuestionOf<R>> {
    let mut wrong: Vec<(R::Command, Refusal)> = Vec::new();
    let mut taken = vec![rules.phrase(state, base)];
    while wrong.len() < 3 {
        let found = forbidden(rules, state, base, memory, dice, &taken)?;
        taken.push(rules.phrase(state, &found.0));
        wrong.push(found);
    }
    let right = dice.choose(4);
    let mut commands: Vec<R::Command> = wrong.iter().map(|(command, _)| command.clone()).collect();
    commands.insert(right, base.clone());
    let mut explanation = why_allowed(&**rules, state, side, base);
    for (command, refusal) in &wrong {
        explanation.push_str(&format!(
            "\nNot “{}” {} (rule {})",
            rules.phrase(state, command),
            refusal.because,
            refusal.rule
        ));
    }
    Some(Question {
        seen: rules.view(state, side),
        side,
        asks: "Which of these is allowed now?".into(),
        answers: commands.iter().map(|command| rules.phrase(state, command)).collect(),
        right,
        explanation,
        rule: rules.kind(state, base).rule,
        about: mentions(base),
        commands,
    })
}

/// A forbidden command like `base`, with its refusal; its sentence is none of `taken`.
fn forbidden<R: Teaching>(
    rules: &Arc<R>,
    state: &R::State,
    base: &R::Command,
    memory: &[R::Command],
    dice: &mut Seeded,
    taken: &[String],
) -> Option<(R::Command, Refusal)> {
    let (name, fields) = parts(base);
    let names: Vec<&String> = fields.keys().collect();
    if names.is_empty() {
        return None;
    }
    let others: Vec<_> = memory.iter().map(parts).filter(|(other, _)| *other == name).collect();
    for _ in 0..TRIES {
        let field = names[dice.choose(names.len())];
        let (_, other) = others.get(dice.choose(others.len().max(1)))?;
        let Some(value) = other.get(field).filter(|value| fields.get(field) != Some(value)) else { continue };
        let mut changed = fields.clone();
        changed.insert(field.clone(), value.clone());
        let written = Value::Object(serde_json::Map::from_iter([(name.clone(), Value::Object(changed))]));
        let Ok(command) = serde_json::from_value::<R::Command>(written) else { continue };
        let Err(refusal) = rules.check(state, &command) else { continue };
        if rules.ask(state, &command).is_some() && !taken.contains(&rules.phrase(state, &command)) {
            return Some((command, refusal));
        }
    }
    None
}

/// What an allowed command would do: what happens if it rolls nothing, or else the odds.
fn why_allowed<R: Teaching>(rules: &R, state: &R::State, side: R::Side, command: &R::Command) -> String {
    let seen = rules.view(state, side);
    let summarise = |after: &R::State, events: &[R::Event]| rules.sum_up(&seen, after, events);
    let effort = Effort { runs: 220, samples: 200, seed: 0 };
    match odds(rules, &seen, command, &summarise, &|_| None, effort) {
        Ok(odds) if odds.outcomes.len() == 1 => odds.outcomes[0].summary.clone(),
        Ok(odds) => match odds.outcomes.first() {
            Some(likeliest) => format!("Most likely ({}): {}", in_n(likeliest.value), likeliest.summary),
            None => String::new(),
        },
        Err(_) => format!("{}: no rule forbids it.", in_words(&parts(command).0)),
    }
}
