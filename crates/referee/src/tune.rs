//! `referee tune`: finds what each term is worth to each side by playing. Weights a little different are tried against a pool of
//! opponents, on the same seeds as the best so far, and kept if they come off better.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use clap::builder::PossibleValuesParser;
use opponent::{Level, Mind, Thinking, Weights, file_of, mutated};
use tabletop::Library;
use tabletop::dice::Seeded;
use teacher::Teaching;

use crate::Answer;
use crate::contest::{Tally, game};
use crate::players::{Player, School, Seated};
use crate::rulesets::{self, About, IDS, Visit};

/// What is to be tuned.
#[derive(Clone, Debug, Args)]
pub struct TuneOrder {
    /// The ruleset
    #[arg(value_parser = PossibleValuesParser::new(IDS))]
    pub ruleset: String,
    /// Scenarios by name or path; without it, the ruleset's whole game
    #[arg(long, value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// How many sets of weights are tried, for the two sides in turn
    #[arg(long, default_value_t = 60)]
    pub trials: u64,
    /// Games for each, against each opponent of the pool
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of all lots
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Begins with a beginner's weights and not with those of the file
    #[arg(long)]
    pub afresh: bool,
    /// Tunes this side only: 0 is the first of the rulebook, 1 the second
    #[arg(long)]
    pub seat: Option<usize>,
    /// How many games at a time; without it, as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The file to write; without it, the ruleset's own
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Tunes and writes the file.
///
/// # Errors
/// No such scenario, one that is wrong, weights that cannot be read, or a file that cannot be written.
pub fn tune(library: &Library, order: &TuneOrder) -> Result<Answer, String> {
    rulesets::with(&order.ruleset, Tune { library, order })?.map(Answer::from)
}

struct Tune<'a> {
    library: &'a Library,
    order: &'a TuneOrder,
}

impl Visit for Tune<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Teaching + Thinking>(self, about: &About) -> Self::Answer {
        let order = self.order;
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let names: Vec<&str> = if order.scenario.is_empty() {
            vec![about.whole_game]
        } else {
            order.scenario.iter().map(String::as_str).collect()
        };
        let scenarios: Vec<R::Scenario> = names
            .iter()
            .map(|name| crate::games::arranged(self.library, &*rules, name, &[]))
            .collect::<Result<_, _>>()?;
        let begun = if order.afresh {
            Weights::plain::<R>()
        } else {
            Weights::load::<R>(&|path| self.library.read(path), Level::Regular).map_err(|error| error.to_string())?
        };
        let ground = Ground {
            rules: &*rules,
            scenarios: &scenarios,
            games: order.games,
            threads: order.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from),
            school: School::of::<R>(self.library, &[])?,
        };
        let mut best = begun.clone();
        let mut lots = Seeded::new(order.seed);
        let (mut kept, mut text) = ([0_u32; 2], String::new());
        let path = order.output.clone().unwrap_or_else(|| self.library.asset(&file_of::<R>()));
        let head = format!(
            "// What each term is worth to each side of {}, found by `referee tune`: {} trials of {} games against each of\n// three opponents, seed {}, in {}.\n",
            R::TITLE,
            order.trials,
            order.games,
            order.seed,
            names.join(", ")
        );
        for trial in 0..order.trials {
            let seat = order.seat.unwrap_or(trial as usize % 2).min(1);
            let other = mutated::<R>(&best, seat, &mut lots);
            let seed = order.seed.wrapping_mul(1_000_003).wrapping_add(trial * 1_000);
            let pool = [None, Some(&best), Some(&begun)];
            let (mut gain, mut ahead) = (0, 0);
            for (met, opponent) in pool.into_iter().enumerate() {
                // What fares worse against the first is not tried against the others.
                if met > 0 && (gain <= 0 || ahead <= 0) {
                    break;
                }
                let tried = ground.leads(seat, &other, opponent, seed)?;
                let known = ground.leads(seat, &best, opponent, seed)?;
                for (tried, known) in tried.iter().zip(&known) {
                    gain += tried - known;
                    ahead += (tried - known).signum();
                }
            }
            // Better on the whole and more often, so that no single lucky game decides.
            if gain > 0 && ahead > 0 {
                best = other;
                kept[seat] += 1;
                // At once, so that nothing is lost if somebody stops it.
                write::<R>(&path, &head, &best)?;
                text.push_str(&format!(
                    "Trial {trial}: {} by {gain}, {ahead} games more.\n",
                    R::side_name(R::SEATS[seat])
                ));
            }
        }
        text.push_str(&format!("{}: {} and {} changes were kept.\n", path.display(), kept[0], kept[1]));
        Ok(text)
    }
}

/// Writes the weights for Regular and Veteran.
fn write<R: Thinking>(path: &Path, head: &str, best: &Weights) -> Result<(), String> {
    let written = best.written::<R>(&[Level::Regular, Level::Veteran]);
    let pretty =
        ron::ser::to_string_pretty(&written, ron::ser::PrettyConfig::new()).map_err(|error| error.to_string())?;
    tabletop::disk::write_atomically(path, &format!("{head}{pretty}\n")).map_err(|error| error.to_string())
}

/// Where weights are tried.
struct Ground<'a, R: Thinking> {
    rules: &'a R,
    scenarios: &'a [R::Scenario],
    games: u64,
    threads: usize,
    school: School,
}

impl<R: Teaching + Thinking> Ground<'_, R> {
    /// By how much the side in `seat` was ahead with these weights, a game each. Against `None` it meets a shallow player.
    fn leads(&self, seat: usize, weights: &Weights, against: Option<&Weights>, seed: u64) -> Result<Vec<i64>, String> {
        let next = AtomicU64::new(0);
        let share = || -> Result<Vec<(u64, i64)>, String> {
            let mut mine = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(mine);
                }
                let seed = seed.wrapping_add(number);
                let scenario = &self.scenarios[number as usize % self.scenarios.len()];
                let mind =
                    |weights: &Weights, seed| Seated::mind(Mind::weighing(Level::Regular, seed, weights.clone()));
                let other = match against {
                    Some(weights) => mind(weights, !seed),
                    None => self.school.seat(Player::Shallow, !seed),
                };
                let tried = mind(weights, seed);
                let seats = if seat == 0 { [tried, other] } else { [other, tried] };
                let lead = game(self.rules, scenario, seed, seats, seat, &mut Tally::default())?;
                mine.push((number, if seat == 0 { lead } else { -lead }));
            }
        };
        let ended: Vec<Result<Vec<(u64, i64)>, String>> = thread::scope(|scope| {
            let running: Vec<_> = (0..self.threads).map(|_| scope.spawn(share)).collect();
            let fault = |_| Err("A game stopped with a fault of the program.".to_owned());
            running.into_iter().map(|thread| thread.join().unwrap_or_else(fault)).collect()
        });
        let mut all = Vec::new();
        for part in ended {
            all.extend(part?);
        }
        all.sort_unstable();
        Ok(all.into_iter().map(|(_, lead)| lead).collect())
    }
}
