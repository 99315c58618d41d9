//! `referee selfplay`: whole games without a person, for measuring and for finding faults.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use opponent::Thinking;
use serde::Serialize;
use tabletop::dice::Seeded;
use tabletop::{Library, Outcome};
use teacher::Teaching;

use crate::Answer;
use crate::arguments::SelfplayOrder;
use crate::players::{Player, School, Seated};
use crate::rulesets::{self, About, Visit};

/// A game with more commands than this is broken off and not counted as finished.
const LONGEST: u64 = 20_000;

/// How a number was spread over the finished games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// What it is: `US points`.
    pub what: String,
    pub mean: f64,
    /// Half of the games lie below it, half above.
    pub median: f64,
    /// A quarter of the games lies at or below it.
    pub lower_quarter: i64,
    /// A quarter of the games lies at or above it.
    pub upper_quarter: i64,
    /// The smallest.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

/// What came of it all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub ruleset: String,
    /// The scenario as it was named.
    pub scenario: String,
    /// Games begun.
    pub games: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Seconds on the clock.
    pub seconds: f64,
    pub games_per_second: f64,
    pub commands_per_second: f64,
    /// Commands a game.
    pub mean_commands: f64,
    /// How many games ended in each result.
    pub results: BTreeMap<String, u64>,
    /// The points of the finished games, if the ruleset has any.
    pub account: Vec<Spread>,
}

/// What one thread counted.
#[derive(Default)]
struct Tally {
    finished: u64,
    commands: u64,
    shortest: u64,
    longest: u64,
    results: BTreeMap<Outcome, u64>,
    /// A row for each number of the account, a value for each finished game.
    account: Vec<(&'static str, Vec<i64>)>,
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

    fn visit<R: Teaching + Thinking>(self, about: &About) -> Self::Answer {
        let order = self.order;
        let name = order.scenario.as_deref().unwrap_or(about.whole_game);
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let scenario = crate::games::arranged(self.library, &*rules, name, &order.agree)?;
        let sides = rules.sides().len();
        if order.players.len() > 1 && order.players.len() != sides {
            return Err(format!(
                "{} players are named for {sides} sides. Name one, or one for each side.",
                order.players.len()
            ));
        }
        let school = School::of::<R>(self.library, &order.players)?;
        let threads = order.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let begun = Instant::now();
        let next = AtomicU64::new(0);
        let share = || play_share(&*rules, &scenario, order, &school, &next);
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
            account: std::mem::take(&mut sum.account).into_iter().filter_map(spread).collect(),
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
        for (what, values) in other.account {
            self.row(what).extend(values);
        }
    }

    fn row(&mut self, what: &'static str) -> &mut Vec<i64> {
        let at = self.account.iter().position(|(known, _)| *known == what).unwrap_or_else(|| {
            self.account.push((what, Vec::new()));
            self.account.len() - 1
        });
        &mut self.account[at].1
    }

    fn count(&mut self, commands: u64, outcome: Option<Outcome>, account: Vec<(&'static str, i64)>) {
        self.commands += commands;
        self.shortest = self.shortest.min(commands);
        self.longest = self.longest.max(commands);
        if let Some(outcome) = outcome {
            self.finished += 1;
            // The sentence behind a result differs from game to game.
            *self.results.entry(Outcome { because: String::new(), ..outcome }).or_default() += 1;
            for (what, value) in account {
                self.row(what).push(value);
            }
        }
    }
}

/// One thread's games: it takes the next one until there is none. A game depends on its seed alone, not on the thread.
fn play_share<R: Teaching + Thinking>(
    rules: &R,
    scenario: &R::Scenario,
    order: &SelfplayOrder,
    school: &School,
    next: &AtomicU64,
) -> Result<Tally, String> {
    let mut tally = Tally { shortest: u64::MAX, ..Tally::default() };
    let mut events = Vec::new();
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
        let player = |seat: usize| order.players.get(seat).or(order.players.first()).copied().unwrap_or(Player::Random);
        let mut seated: [Seated<R>; 2] = [0, 1].map(|seat| school.seat(player(seat), !seed ^ (seat as u64) << 40));
        let mut state = rules.begin(scenario, &mut dice).map_err(|halt| wrong(halt.to_string()))?;
        let mut commands = 0;
        while let Some(side) = rules.to_act(&state) {
            if commands == LONGEST {
                break;
            }
            events.clear();
            let seat = R::SEATS.iter().position(|&other| other == side).unwrap_or(0);
            let Some(command) = seated[seat].order(rules, &state, side, &mut picks) else {
                return Err(wrong(format!("after {commands} commands no option is left, and the game has no end.")));
            };
            rules.apply(&mut state, &command, &mut dice, &mut events).map_err(|halt| {
                wrong(format!("after {commands} commands, “{}”: {halt}", rules.phrase(&state, &command)))
            })?;
            commands += 1;
        }
        tally.count(commands, rules.outcome(&state), rules.account(&state));
    }
}

/// How the values of one row are spread; nothing of none.
fn spread((what, mut values): (&'static str, Vec<i64>)) -> Option<Spread> {
    // Threads finish in any order.
    values.sort_unstable();
    let (least, most) = (*values.first()?, *values.last()?);
    let at = |quarters: usize| values[(values.len() - 1) * quarters / 4];
    let middle = (values[(values.len() - 1) / 2] + values[values.len() / 2]) as f64 / 2.0;
    let mean = values.iter().sum::<i64>() as f64 / values.len() as f64;
    Some(Spread { what: what.into(), mean, median: middle, lower_quarter: at(1), upper_quarter: at(3), least, most })
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
    for row in &summary.account {
        let Spread { what, mean, median, lower_quarter, upper_quarter, least, most } = row;
        let _ = writeln!(
            text,
            "{median:>12.1}  {what}: median; mean {mean:.1}, half of the games from {lower_quarter} to {upper_quarter}, all from {least} to {most}"
        );
    }
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
