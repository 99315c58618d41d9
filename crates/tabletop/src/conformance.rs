//! The test-suite that every ruleset runs: random whole games, and after each command everything that must hold in any
//! ruleset. What it finds names the seed, the number of the command and the command, so that it can be played again.

mod position;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dice::Seeded;
use crate::odds::Effort;
use crate::save::{self, Note};
use crate::{Game, Outcome, Ruleset};

/// Makes other commands of a command, most of them forbidden: other units, other places, other orders of a list.
pub type Mutate<'a, R> =
    &'a dyn Fn(&R, &<R as Ruleset>::State, &<R as Ruleset>::Command, &mut Seeded) -> Vec<<R as Ruleset>::Command>;

/// Whether an option stands for another command: it is of the same kind, and only what is measured or pointed at differs.
pub type StandsFor<'a, R> = &'a dyn Fn(&<R as Ruleset>::Command, &<R as Ruleset>::Command) -> bool;

/// How much is tried.
#[derive(Clone, Copy)]
pub struct Settings<'a, R: Ruleset> {
    /// Whole games a scenario.
    pub games: u64,
    /// The seed of the first game; the next one has the next seed.
    pub seed: u64,
    /// A game with more commands than this is taken to go on for ever.
    pub longest: usize,
    /// Options carried out on a copy in each position, besides the one that is played.
    pub carried_out: usize,
    /// Commands of earlier positions, games and scenarios tried in each position.
    pub tried_again: usize,
    /// Every how many commands the odds are worked out; 0 for never.
    pub odds_every: usize,
    /// How much work goes into odds.
    pub effort: Effort,
    /// How often dice are thrown to compare them with the odds.
    pub throws: u32,
    /// Makes forbidden commands; by default none.
    pub mutate: Mutate<'a, R>,
    /// What is legal stands in a list that is complete, and in a sample something stands for it; by default anything does.
    pub stands_for: StandsFor<'a, R>,
}

impl<R: Ruleset> Default for Settings<'_, R> {
    fn default() -> Self {
        Self {
            games: 20,
            seed: 1,
            longest: 5_000,
            carried_out: 3,
            tried_again: 8,
            odds_every: 29,
            effort: Effort { runs: 5_000, samples: 2_000, seed: 0 },
            throws: 500,
            mutate: &|_, _, _, _| Vec::new(),
            stands_for: &|_, _| true,
        }
    }
}

/// What was tried, so that a test can see that it was something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    pub commands: u64,
    /// Commands of the longest game.
    pub longest: usize,
    /// Options that were asked about.
    pub options: u64,
    /// Options that were carried out on a copy.
    pub carried_out: u64,
    /// Commands that were refused.
    pub refused: u64,
    /// Tapes that ran out.
    pub needed_rolls: u64,
    /// Commands whose odds were worked out.
    pub odds: u64,
    /// Disguised positions that were compared.
    pub disguised: u64,
    /// How the games ended, by title.
    pub outcomes: BTreeMap<String, u64>,
}

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("scenario `{scenario}`, seed {seed}, command {number}{doing}: {broken}")]
pub struct Failure {
    pub scenario: String,
    /// The seed of this game.
    pub seed: u64,
    /// How many commands had been played.
    pub number: usize,
    /// The command in question in brackets, or nothing.
    pub doing: String,
    /// What does not hold.
    pub broken: String,
}

/// What does not hold, and of which command.
pub(crate) struct Broken {
    doing: String,
    broken: String,
}

impl Broken {
    pub(crate) fn at(command: &dyn std::fmt::Debug, broken: impl Into<String>) -> Self {
        Self { doing: format!(" ({command:?})"), broken: broken.into() }
    }

    pub(crate) fn here(broken: impl Into<String>) -> Self {
        Self { doing: String::new(), broken: broken.into() }
    }
}

/// Runs the suite on these scenarios.
///
/// # Errors
/// The first thing that does not hold.
pub fn run<R: Ruleset>(
    rules: &Arc<R>,
    scenarios: &[(&str, R::Scenario)],
    settings: &Settings<'_, R>,
) -> Result<Report, Failure> {
    let mut report = Report::default();
    // Commands of all games and scenarios so far, for trying them where they do not belong.
    let mut earlier = Vec::new();
    for (name, scenario) in scenarios {
        every_variant_begins(rules, name, scenario).map_err(|found| Failure {
            scenario: (*name).to_owned(),
            seed: settings.seed,
            number: 0,
            doing: found.doing,
            broken: found.broken,
        })?;
        for seed in settings.seed..settings.seed + settings.games {
            let mut number = 0;
            whole_game(rules, name, scenario, seed, settings, &mut earlier, &mut report, &mut number).map_err(
                |found| Failure {
                    scenario: (*name).to_owned(),
                    seed,
                    number,
                    doing: found.doing,
                    broken: found.broken,
                },
            )?;
        }
    }
    Ok(report)
}

/// Whatever is chosen before a game is then what the scenario says, and it begins.
fn every_variant_begins<R: Ruleset>(rules: &Arc<R>, name: &str, scenario: &R::Scenario) -> Result<(), Broken> {
    for variant in rules.variants(scenario) {
        let chosen_here = |broken: &str, choice: usize| {
            Broken::here(format!("`{}` {}: {broken}", variant.id, variant.choices.get(choice).unwrap_or(&"?")))
        };
        if variant.choices.len() < 2 || variant.chosen >= variant.choices.len() {
            return Err(chosen_here("there is nothing to choose.", variant.chosen));
        }
        for choice in 0..variant.choices.len() {
            let mut varied = scenario.clone();
            rules.vary(&mut varied, &variant.id, choice);
            let chosen = rules.variants(&varied).into_iter().find(|other| other.id == variant.id).map(|v| v.chosen);
            if chosen != Some(choice) {
                return Err(chosen_here("the scenario does not say so afterwards.", choice));
            }
            if choice == variant.chosen && varied != *scenario {
                return Err(chosen_here("choosing what is chosen changes the scenario.", choice));
            }
            Game::new(Arc::clone(rules), varied, name, 1)
                .map_err(|refusal| chosen_here(&format!("the scenario is refused: {refusal}"), choice))?;
        }
    }
    Ok(())
}

#[expect(clippy::too_many_arguments, reason = "what goes on through all games, and what is one game's")]
fn whole_game<R: Ruleset>(
    rules: &Arc<R>,
    name: &str,
    scenario: &R::Scenario,
    seed: u64,
    settings: &Settings<'_, R>,
    earlier: &mut Vec<R::Command>,
    report: &mut Report,
    number: &mut usize,
) -> Result<(), Broken> {
    let start = |seed| {
        Game::new(Arc::clone(rules), scenario.clone(), name, seed)
            .map_err(|refusal| Broken::here(format!("The scenario is refused: {refusal}")))
    };
    let mut game = start(seed)?;
    // Not the stream of the game's own dice, or choices and dice would hang together.
    let mut picks = Seeded::new(seed ^ 0x9e37_79b9_7f4a_7c15);
    loop {
        let options = position::check(&**rules, &game, settings, earlier, &mut picks, report)?;
        if options.is_empty() {
            break;
        }
        if game.len() >= settings.longest {
            return Err(Broken::here(format!("The game does not end within {} commands.", settings.longest)));
        }
        let command = options[picks.choose(options.len())].clone();
        position::play(&mut game, &command, settings, &mut picks, report)?;
        *number = game.len();
        remember(earlier, options, &mut picks);
    }
    let outcome = game.outcome().ok_or_else(|| Broken::here("The game is over without a result."))?;
    check_outcome(&**rules, &outcome)?;
    *report.outcomes.entry(outcome.title).or_default() += 1;
    report.games += 1;
    report.commands += game.len() as u64;
    report.longest = report.longest.max(game.len());
    same_again(&game, start(seed)?)?;
    saved_and_loaded(game, &mut picks)
}

/// Keeps a sample of the commands that were legal somewhere, for trying them where they may not be.
fn remember<C>(earlier: &mut Vec<C>, options: Vec<C>, picks: &mut Seeded) {
    const ENOUGH: usize = 256;
    for option in options {
        if earlier.len() < ENOUGH {
            earlier.push(option);
        } else if picks.choose(8) == 0 {
            earlier[picks.choose(ENOUGH)] = option;
        }
    }
}

fn check_outcome<R: Ruleset>(rules: &R, outcome: &Outcome) -> Result<(), Broken> {
    if outcome.title.is_empty() || outcome.because.is_empty() {
        return Err(Broken::here(format!("The result says nothing: {outcome:?}.")));
    }
    let known = |winner: &String| rules.sides().iter().any(|&side| R::side_name(side) == winner);
    match &outcome.winner {
        Some(winner) if !known(winner) => Err(Broken::here(format!("The winner `{winner}` is no side's name."))),
        _ => Ok(()),
    }
}

/// The same scenario, seed and commands give the same game.
fn same_again<R: Ruleset>(game: &Game<R>, mut again: Game<R>) -> Result<(), Broken> {
    for (n, entry) in game.entries().iter().enumerate() {
        let differs = |what: String| Broken::at(&entry.command, format!("Played again with the same seed, {what}"));
        let played =
            again.play(entry.command.clone()).map_err(|refusal| differs(format!("it is refused: {refusal}")))?;
        if played.rolls != entry.rolls {
            return Err(differs(format!("entry {} has other dice: {:?}.", n + 1, played.rolls)));
        }
        if again.state() != game.state_at(n + 1) {
            return Err(differs(format!("entry {} leads to another position.", n + 1)));
        }
        let mut thrown: Vec<u8> = entry.rolls.iter().map(|roll| roll.value).collect();
        // Beside a real table an order without dice may end what an earlier one threw for.
        for event in played.events.iter().filter(|_| !entry.rolls.is_empty()) {
            for die in game.rules().dice_of(event) {
                let Some(here) = thrown.iter().position(|value| *value == die) else {
                    let told = game.rules().tell(event);
                    return Err(Broken::at(&entry.command, format!("It threw no {die} that this speaks of: {told}")));
                };
                thrown.remove(here);
            }
        }
    }
    Ok(())
}

/// Saving and loading somewhere in the middle, with the rest taken back, gives the same game.
fn saved_and_loaded<R: Ruleset>(mut game: Game<R>, picks: &mut Seeded) -> Result<(), Broken> {
    let here = picks.choose(game.len() + 1);
    game.seek(here);
    let note = Note { title: "Conformance".into(), saved: "never".into() };
    let text = save::to_text(&game, &note).map_err(|error| Broken::here(format!("It cannot be saved: {error}")))?;
    let loaded = save::from_text(Arc::clone(game.rules()), "saved", &text);
    let (mut back, _) = loaded.map_err(|error| Broken::here(format!("It cannot be loaded: {error}")))?;
    if back.record() != game.record() {
        return Err(Broken::here("Saved and loaded, it has another journal."));
    }
    for n in 0..=game.len() {
        if back.state_at(n) != game.state_at(n) {
            return Err(Broken::here(format!("Saved and loaded, the position after {n} commands is another one.")));
        }
    }
    while back.redo() {}
    if back.outcome() != game.rules().outcome(game.state_at(game.len())) {
        return Err(Broken::here("Saved and loaded, it has another result."));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
