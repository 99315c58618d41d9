//! What must hold in one position, and of one command played in it.

use std::sync::Arc;

use super::{Broken, Report, Settings};
use crate::dice::{Halt, Need, Recorder, Seeded, Tape};
use crate::odds::{Fraction, odds};
use crate::{Game, Played, Refusal, Roll, Ruleset};

/// Everything about a position before a command is chosen. Gives its options.
pub(super) fn check<R: Ruleset>(
    rules: &R,
    game: &Game<R>,
    settings: &Settings<'_, R>,
    earlier: &[R::Command],
    picks: &mut Seeded,
    report: &mut Report,
) -> Result<Vec<R::Command>, Broken> {
    let state = game.state();
    rules.audit(state).map_err(|broken| Broken::here(format!("The audit finds: {broken}")))?;
    let (options, complete) = game.options();
    let over = rules.to_act(state).is_none();
    if over != options.is_empty() {
        let count = options.len();
        return Err(Broken::here(format!(
            "There are {count} options, and the game is {}over.",
            if over { "" } else { "not " }
        )));
    }
    if over != rules.outcome(state).is_some() {
        return Err(Broken::here(if over {
            "The game is over without a result."
        } else {
            "There is a result before the end."
        }));
    }
    if rules.question(state).is_empty() || rules.moment(state).1.is_empty() || rules.show(state).is_empty() {
        return Err(Broken::here("The question, the moment or the position has no words."));
    }
    report.options += options.len() as u64;
    for (n, option) in options.iter().enumerate() {
        rules.check(state, option).map_err(|refusal| Broken::at(option, format!("An option is refused: {refusal}")))?;
        if options[..n].contains(option) {
            return Err(Broken::at(option, "An option is listed twice."));
        }
    }
    let mut tried: Vec<R::Command> = Vec::new();
    if !options.is_empty() {
        for _ in 0..settings.carried_out {
            carry_out(rules, state, &options[picks.choose(options.len())], picks)?;
            report.carried_out += 1;
        }
        let option = &options[picks.choose(options.len())];
        tried.extend((settings.mutate)(rules, state, option, picks));
    }
    if !earlier.is_empty() {
        tried.extend((0..settings.tried_again).map(|_| earlier[picks.choose(earlier.len())].clone()));
    }
    for command in &tried {
        let refused = try_out(rules, state, command, picks)?;
        report.refused += u64::from(refused);
        if !refused && !is_listed(command, &options, complete, settings) {
            return Err(Broken::at(command, "It is legal, and no option stands for it."));
        }
    }
    for &side in rules.sides() {
        keeps_secrets(rules, state, side, &options, &tried, picks, report)?;
    }
    Ok(options)
}

/// An option is carried out with any dice, twice alike, and leads to a sound position.
fn carry_out<R: Ruleset>(rules: &R, state: &R::State, option: &R::Command, picks: &mut Seeded) -> Result<(), Broken> {
    let seed = picks.choose(1 << 20) as u64;
    let once = || {
        let (mut after, mut events) = (state.clone(), Vec::new());
        let applied = rules.apply(&mut after, option, &mut Seeded::new(seed), &mut events);
        applied
            .map(|()| (after, events))
            .map_err(|halt| Broken::at(option, format!("An option cannot be carried out: {halt}")))
    };
    let (after, events) = once()?;
    rules.audit(&after).map_err(|broken| Broken::at(option, format!("After an option the audit finds: {broken}")))?;
    if once()? != (after, events) {
        return Err(Broken::at(option, "The same dice lead to another position or other events."));
    }
    Ok(())
}

/// Whether a legal command is among the options, or one that stands for it where they are a sample.
fn is_listed<R: Ruleset>(
    command: &R::Command,
    options: &[R::Command],
    complete: bool,
    settings: &Settings<'_, R>,
) -> bool {
    options.iter().any(|option| option == command || (!complete && (settings.stands_for)(option, command)))
}

/// `check` and `apply` agree about a command of which nothing is known; whether it was refused.
fn try_out<R: Ruleset>(rules: &R, state: &R::State, command: &R::Command, picks: &mut Seeded) -> Result<bool, Broken> {
    let broken = |what: String| Err(Broken::at(command, what));
    let seed = picks.choose(1 << 20) as u64;
    let (mut after, mut events) = (state.clone(), Vec::new());
    let applied = rules.apply(&mut after, command, &mut Seeded::new(seed), &mut events);
    let checked = rules.check(state, command);
    if applied.is_err() && after != *state {
        return broken("It was not carried out, and yet the position has changed.".into());
    }
    if applied.is_err() && !events.is_empty() {
        return broken("It was not carried out, and yet there are events.".into());
    }
    match (checked, applied) {
        (Ok(()), Ok(())) => Ok(false),
        (Err(refusal), Err(Halt::Refused(other))) => {
            well_worded(&refusal).map_err(|what| Broken::at(command, what))?;
            if refusal == other {
                return Ok(true);
            }
            broken(format!("It is refused in two ways: `{refusal}` and `{other}`."))
        }
        (Err(refusal), Ok(())) => broken(format!("It is refused and yet carried out: {refusal}")),
        (Ok(()), Err(halt)) => broken(format!("It is not refused and yet not carried out: {halt}")),
        (Err(_), Err(Halt::NeedsRoll(need))) => {
            broken(format!("It is refused and yet asks for dice for {}.", need.purpose))
        }
    }
}

fn well_worded(refusal: &Refusal) -> Result<(), String> {
    let sentence = |text: &str| text.ends_with(['.', '!', '?']) && text.trim() == text && text.len() > 3;
    if refusal.rule.as_str().is_empty() || !sentence(&refusal.because) || !sentence(&refusal.remedy) {
        return Err(format!("The refusal is not a rule and two sentences: {refusal:?}."));
    }
    Ok(())
}

/// What a side may not know makes no difference to what it sees, is asked, may do and is refused.
fn keeps_secrets<R: Ruleset>(
    rules: &R,
    state: &R::State,
    side: R::Side,
    options: &[R::Command],
    tried: &[R::Command],
    picks: &mut Seeded,
    report: &mut Report,
) -> Result<(), Broken> {
    let name = R::side_name(side);
    let tells = |what: &str| Broken::here(format!("{name} can tell two positions apart by {what}."));
    let view = rules.view(state, side);
    if !R::SECRETS && view != *state {
        return Err(Broken::here(format!("It says that nothing is hidden, and something is hidden from {side:?}.")));
    }
    if rules.view(&view, side) != view {
        return Err(Broken::here(format!("What {name} sees of its own view is not that view.")));
    }
    let Some(disguised) = rules.disguised(state, side, picks.choose(1 << 20) as u64) else { return Ok(()) };
    report.disguised += 1;
    rules
        .audit(&disguised)
        .map_err(|broken| Broken::here(format!("The audit of a disguise for {name} finds: {broken}")))?;
    if rules.view(&disguised, side) != view {
        return Err(tells("the view"));
    }
    if rules.to_act(state) != rules.to_act(&disguised) || rules.outcome(state) != rules.outcome(&disguised) {
        return Err(tells("who is to act, or the result"));
    }
    if rules.moment(state) != rules.moment(&disguised) {
        return Err(tells("the moment"));
    }
    if rules.to_act(state) != Some(side) {
        return Ok(());
    }
    if rules.question(state) != rules.question(&disguised) {
        return Err(tells("the question"));
    }
    let mut others = Vec::new();
    rules.options(&disguised, &mut others);
    if options != others.as_slice() {
        return Err(tells("the options"));
    }
    for command in options.iter().chain(tried) {
        if rules.check(state, command) != rules.check(&disguised, command) {
            return Err(Broken::at(command, format!("{name} can tell two positions apart by a refusal.")));
        }
        if rules.phrase(state, command) != rules.phrase(&disguised, command) {
            return Err(Broken::at(command, format!("{name} can tell two positions apart by the command's words.")));
        }
    }
    Ok(())
}

/// What a side notices of a command with these dice; none if it is refused, or takes other dice.
fn noticed<R: Ruleset>(
    rules: &R,
    before: &R::State,
    command: &R::Command,
    rolls: &[Roll],
    side: R::Side,
) -> Option<Vec<R::Event>> {
    let mut tape = Tape::new(rolls.iter().map(|roll| roll.value).collect::<Vec<_>>());
    let mut recorder = Recorder::new(&mut tape);
    let (mut after, mut events) = (before.clone(), Vec::new());
    rules.apply(&mut after, command, &mut recorder, &mut events).ok()?;
    let seen = || events.iter().filter_map(|event| rules.seen(event, &after, side)).collect();
    (recorder.rolls == rolls).then(seen)
}

/// What a side notices of a command that was played, and which of its dice, does not hang on what it may not know.
fn keeps_what_happened_secret<R: Ruleset>(
    rules: &R,
    before: &R::State,
    command: &R::Command,
    played: &Played<R::Event>,
    after: &R::State,
    picks: &mut Seeded,
) -> Result<(), Broken> {
    for &side in rules.sides() {
        let tells = |what: &str| {
            let name = R::side_name(side);
            Err(Broken::at(command, format!("{name} can tell two positions apart by {what}.")))
        };
        let seed = picks.choose(1 << 20) as u64;
        if let Some(other) = rules.disguised(after, side, seed) {
            for event in &played.events {
                let seen = rules.seen(event, after, side);
                if seen != rules.seen(event, &other, side) {
                    return tells("what it notices");
                }
                let told = |event: &R::Event, state: &R::State| rules.tell_to(event, &rules.view(state, side));
                if seen.is_some_and(|event| told(&event, after) != told(&event, &other)) {
                    return tells("how it is told");
                }
            }
        }
        if let Some(other) = rules.disguised(before, side, seed) {
            let happens = |before: &R::State| noticed(rules, before, command, &played.rolls, side);
            let known = |before: &R::State| rules.dice_known_to(before, command, &played.rolls, side);
            // Where the same dice do something else that the side sees, it may tell the positions apart.
            if happens(&other).is_some_and(|other| Some(other) == happens(before)) && known(before) != known(&other) {
                return tells("the dice it knows of");
            }
        }
    }
    Ok(())
}

/// Plays a command, and tries everything that has to do with its dice.
pub(super) fn play<R: Ruleset>(
    game: &mut Game<R>,
    command: &R::Command,
    settings: &Settings<'_, R>,
    picks: &mut Seeded,
    report: &mut Report,
) -> Result<(), Broken> {
    let broken = |what: String| Broken::at(command, what);
    let rules = Arc::clone(game.rules());
    let before = game.state().clone();
    let played = game.play(command.clone()).map_err(|refusal| broken(format!("An option is refused: {refusal}")))?;
    if rules.phrase(&before, command).is_empty() || played.events.iter().any(|event| rules.tell(event).is_empty()) {
        return Err(broken("It or one of its events has no words.".into()));
    }
    let last = game.cursor() - 1;
    if game.replayed(last) != played.events || game.events(last) != played.events {
        return Err(broken("The journal tells other events than the command did.".into()));
    }
    // The same dice from a tape, and every tape that is too short.
    let values: Vec<u8> = played.rolls.iter().map(|roll| roll.value).collect();
    for given in 0..=values.len() {
        let mut tape = Tape::new(&values[..given]);
        let mut recorder = Recorder::new(&mut tape);
        let (mut after, mut events) = (before.clone(), Vec::new());
        let applied = rules.apply(&mut after, command, &mut recorder, &mut events);
        let rolls = recorder.rolls;
        if let Some(roll) = played.rolls.get(given) {
            report.needed_rolls += 1;
            let need = Need { sides: roll.sides, purpose: roll.purpose.clone(), rule: roll.rule.clone() };
            if applied != Err(Halt::NeedsRoll(need)) {
                return Err(broken(format!("With {given} dice it should ask for the next one, but: {applied:?}.")));
            }
            if after != before || !events.is_empty() {
                return Err(broken(
                    "It asked for a roll, and yet the position has changed or there are events.".into(),
                ));
            }
        } else if applied.is_err() || after != *game.state() || events != played.events || rolls != played.rolls {
            return Err(broken(format!("With the same dice from a tape it goes another way: {applied:?}.")));
        }
    }
    let after = game.state().clone();
    if !game.undo() || *game.state() != before || !game.redo() || *game.state() != after {
        return Err(broken("Taken back and played again, it leads to other positions.".into()));
    }
    keeps_what_happened_secret(&*rules, &before, command, &played, &after, picks)?;
    // Nothing but zero is a multiple of zero.
    if game.len().is_multiple_of(settings.odds_every) {
        report.odds += 1;
        let told = rules.sum_up(&before, &after, &played.events);
        check_odds(&*rules, &before, command, &told, settings)?;
    }
    Ok(())
}

/// Odds sum to one, hold what has just happened, and agree with thrown dice.
fn check_odds<R: Ruleset>(
    rules: &R,
    before: &R::State,
    command: &R::Command,
    happened: &str,
    settings: &Settings<'_, R>,
) -> Result<(), Broken> {
    let broken = |what: String| Err(Broken::at(command, what));
    let summarise = |after: &R::State, events: &[R::Event]| rules.sum_up(before, after, events);
    let told = match odds(rules, before, command, &summarise, &|_| None, settings.effort) {
        Ok(told) => told,
        Err(refusal) => return broken(format!("The odds of an option are refused: {refusal}")),
    };
    let sum = told.outcomes.iter().try_fold(Fraction::ZERO, |sum, chance| sum.plus(chance.probability));
    if sum != Some(Fraction::ONE) {
        return broken(format!("The odds sum to {sum:?} and not to one."));
    }
    if !told.exact {
        return Ok(());
    }
    if told.of(happened) == Fraction::ZERO {
        return broken(format!("What has just happened has no chance: {happened}"));
    }
    let throws = f64::from(settings.throws.max(1));
    let mut dice = Seeded::new(u64::from(settings.throws));
    let mut seen = std::collections::BTreeMap::<String, f64>::new();
    for _ in 0..settings.throws {
        let (mut after, mut events) = (before.clone(), Vec::new());
        if let Err(halt) = rules.apply(&mut after, command, &mut dice, &mut events) {
            return broken(format!("An option cannot be carried out: {halt}"));
        }
        *seen.entry(summarise(&after, &events)).or_default() += 1.0 / throws;
    }
    for (summary, &share) in &seen {
        let chance = told.of(summary).value();
        // Six standard deviations, and six throws more for what hardly ever happens.
        let tolerance = 6.0 * (chance * (1.0 - chance) / throws).sqrt() + 6.0 / throws;
        if (share - chance).abs() > tolerance || chance == 0.0 {
            return broken(format!("Thrown dice give {share:.3} where the odds are {chance:.3}: {summary}"));
        }
    }
    Ok(())
}
