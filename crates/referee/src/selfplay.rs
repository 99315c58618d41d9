//! `referee selfplay`: whole games without a person, for measuring and for finding faults.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;
use tabletop::dice::Seeded;
use tabletop::{Library, Outcome, Ruleset};

use crate::Answer;
use crate::arguments::SelfplayOrder;
use crate::games::pick;
use crate::rulesets::{self, About, Visit};

/// A game with more commands than this is broken off and not counted as finished.
const LONGEST: u64 = 20_000;

/// Somebody who chooses among the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// Any option, each as likely as the others
    Random,
    /// The first option of the list, always
    First,
}

/// What came of it all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario as it was named.
    pub scenario: String,
    /// Games begun.
    pub games: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Seconds on the clock.
    pub seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Commands a second.
    pub commands_per_second: f64,
    /// Commands a game.
    pub mean_commands: f64,
    /// How many games ended in each result.
    pub results: BTreeMap<String, u64>,
}

/// What one thread counted.
#[derive(Default)]
struct Tally {
    finished: u64,
    commands: u64,
    shortest: u64,
    longest: u64,
    results: BTreeMap<Outcome, u64>,
}

/// Plays the games and tells the result as a table or as JSON.
///
/// # Errors
/// No such scenario, one that is wrong, too many players; or a position that a ruleset cannot go on from, with the seed.
pub fn selfplay(library: &Library, order: &SelfplayOrder) -> Result<Answer, String> {
    rulesets::with(&order.ruleset, Selfplay { library, order })?.map(Answer::from)
}

struct Selfplay<'a> {
    library: &'a Library,
    order: &'a SelfplayOrder,
}

impl Visit for Selfplay<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Ruleset>(self, about: &About) -> Self::Answer {
        let order = self.order;
        let name = order.scenario.as_deref().unwrap_or(about.whole_game);
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let scenario = self.library.scenario::<R>(name).map_err(|error| error.to_string())?;
        let sides = rules.sides().len();
        if order.players.len() > 1 && order.players.len() != sides {
            return Err(format!(
                "{} players are named for {sides} sides. Name one, or one a side.",
                order.players.len()
            ));
        }
        let threads = order.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let begun = Instant::now();
        let next = AtomicU64::new(0);
        let share = || play_share(&*rules, &scenario, order, &next);
        let tallies: Vec<Result<Tally, String>> = thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
            let ended = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|_| Err("A game stopped with a fault of the program.".to_owned()))
            };
            running.into_iter().map(ended).collect()
        });
        let seconds = begun.elapsed().as_secs_f64();
        let mut sum = Tally { shortest: u64::MAX, ..Tally::default() };
        for tally in tallies {
            sum.add(tally?);
        }
        let mut results = BTreeMap::new();
        for (outcome, count) in &sum.results {
            *results.entry(outcome.title.clone()).or_default() += count;
        }
        let summary = Summary {
            ruleset: about.id.into(),
            scenario: name.into(),
            games: order.games,
            finished: sum.finished,
            seconds,
            games_per_second: order.games as f64 / seconds,
            commands_per_second: sum.commands as f64 / seconds,
            mean_commands: sum.commands as f64 / order.games as f64,
            results,
        };
        if order.json {
            return serde_json::to_string(&summary).map(|line| line + "\n").map_err(|error| error.to_string());
        }
        Ok(table(&summary, &sum))
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.finished += other.finished;
        self.commands += other.commands;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for (outcome, count) in other.results {
            *self.results.entry(outcome).or_default() += count;
        }
    }

    fn count(&mut self, commands: u64, outcome: Option<Outcome>) {
        self.commands += commands;
        self.shortest = self.shortest.min(commands);
        self.longest = self.longest.max(commands);
        if let Some(outcome) = outcome {
            self.finished += 1;
            // The sentence behind a result differs from game to game.
            *self.results.entry(Outcome { because: String::new(), ..outcome }).or_default() += 1;
        }
    }
}

/// One thread's games: it takes the next one until there is none. A game depends on its seed alone, not on the thread.
fn play_share<R: Ruleset>(
    rules: &R,
    scenario: &R::Scenario,
    order: &SelfplayOrder,
    next: &AtomicU64,
) -> Result<Tally, String> {
    let mut tally = Tally { shortest: u64::MAX, ..Tally::default() };
    let (mut options, mut events) = (Vec::new(), Vec::new());
    loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        if game >= order.games {
            return Ok(tally);
        }
        let seed = order.seed.wrapping_add(game);
        let wrong = |what: String| format!("Seed {seed}: {what}");
        let mut dice = Seeded::new(seed);
        // Choices have a stream of their own, so that they do not hang together with the dice.
        let mut picks = Seeded::new(!seed);
        let mut state = rules.begin(scenario, &mut dice).map_err(|halt| wrong(halt.to_string()))?;
        let mut commands = 0;
        while let Some(side) = rules.to_act(&state) {
            if commands == LONGEST {
                break;
            }
            options.clear();
            events.clear();
            rules.options(&state, &mut options);
            if options.is_empty() {
                return Err(wrong(format!("after {commands} commands there is no option, and no end.")));
            }
            let seat = rules.sides().iter().position(|&other| other == side).unwrap_or(0);
            let player = order.players.get(seat).or(order.players.first()).copied().unwrap_or(Player::Random);
            let command = match player {
                Player::Random => pick(&options, &mut picks),
                Player::First => &options[0],
            };
            rules
                .apply(&mut state, command, &mut dice, &mut events)
                .map_err(|halt| wrong(format!("after {commands} commands, {command:?}: {halt}")))?;
            commands += 1;
        }
        tally.count(commands, rules.outcome(&state));
    }
}

fn table(summary: &Summary, sum: &Tally) -> String {
    let mut text = format!("{} · {} · {} games", summary.ruleset, summary.scenario, summary.games);
    if summary.finished < summary.games {
        let _ = write!(text, ", {} of them without an end after {LONGEST} commands", summary.games - summary.finished);
    }
    let _ = writeln!(text, ", {:.2} s", summary.seconds);
    let _ = writeln!(text, "{:>12.1}  games a second", summary.games_per_second);
    let _ = writeln!(text, "{:>12.0}  commands a second", summary.commands_per_second);
    let _ = writeln!(text, "{:>12.1}  commands a game, {} to {}", summary.mean_commands, sum.shortest, sum.longest);
    let mut winners: BTreeMap<&str, u64> = BTreeMap::new();
    for (outcome, count) in &sum.results {
        *winners.entry(outcome.winner.as_deref().unwrap_or("Nobody")).or_default() += count;
    }
    let share = |count: u64| 100.0 * count as f64 / summary.games as f64;
    for (winner, won) in winners {
        let _ = writeln!(text, "{won:>12}  {:>5.1} %  {winner}", share(won));
        for (outcome, count) in &sum.results {
            if outcome.winner.as_deref().unwrap_or("Nobody") == winner {
                let _ = writeln!(text, "{count:>12}  {:>5.1} %    {}", share(*count), outcome.title);
            }
        }
    }
    text
}
