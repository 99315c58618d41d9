//! `referee tune`: finds what each term is worth to a side by playing. In each game every weight is raised or lowered by lot, and the
//! same game is played with every weight moved the other way; over many games each weight tells by itself which way it should go.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt::Write as _, thread};

use clap::Args;
use clap::builder::PossibleValuesParser;
use opponent::{Level, MOST_TERMS, Mind, STEP, Thinking, Weights, WeightsFile, file_of, moved};
use tabletop::dice::Seeded;
use tabletop::{Library, between};
use teacher::Teaching;

use crate::Answer;
use crate::contest::{Tally, game};
use crate::players::{Player, School, Seated};
use crate::rulesets::{self, About, IDS, Visit};

/// How many standard errors an effect must be away from nothing to move a weight by a whole step; nearer to it, by a part of one.
const SURE: f64 = 2.0;

/// What is to be tuned.
#[derive(Clone, Debug, Args)]
pub struct TuneOrder {
    /// The ruleset
    #[arg(value_parser = PossibleValuesParser::new(IDS))]
    pub ruleset: String,
    /// Scenarios by name or path; without it, the ruleset's whole game
    #[arg(long, value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// The level whose weights are tuned; the others keep theirs
    #[arg(long, value_enum, default_value = "regular")]
    pub level: Player,
    /// Whom it meets, one after the other, with the weights of the file
    #[arg(long, value_enum, value_delimiter = ',', default_value = "shallow,regular")]
    pub against: Vec<Player>,
    /// How often all weights are moved
    #[arg(long, default_value_t = 4)]
    pub rounds: u64,
    /// Pairs of games for each side in a round
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    /// The seed of all lots
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Begins with a beginner's weights and not with those of the file
    #[arg(long)]
    pub afresh: bool,
    /// Tunes this side only: 0 is the first of the rulebook, 1 the second
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..2))]
    pub seat: Option<u8>,
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
        let level = order.level.level().ok_or_else(|| {
            format!("A {} player weighs nothing. Tune a recruit, a regular or a veteran.", order.level.name())
        })?;
        let names: Vec<&str> = if order.scenario.is_empty() {
            vec![about.whole_game]
        } else {
            order.scenario.iter().map(String::as_str).collect()
        };
        let scenarios: Vec<R::Scenario> = names
            .iter()
            .map(|name| crate::games::arranged(self.library, &*rules, name, &[]))
            .collect::<Result<_, _>>()?;
        let file = file_of::<R>();
        let mut written: Vec<WeightsFile> = self
            .library
            .read(&file)
            .and_then(|text| tabletop::parse_ron(&file, &text))
            .map_err(|error| error.to_string())?;
        let mut best = if order.afresh { Weights::plain::<R>() } else { Weights::of::<R>(&written, level)? };
        let ground = Ground {
            rules: &*rules,
            scenarios: &scenarios,
            level,
            order,
            threads: order.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from),
            school: School::of::<R>(self.library, &order.against)?,
        };
        let path = order.output.clone().unwrap_or_else(|| self.library.asset(&file));
        let head = format!(
            "// What each term is worth to each side of {}. Tuned last: a {}, by `referee tune` in {}, {} rounds of {} pairs of games, seed {}.\n",
            R::TITLE,
            level.name(),
            names.join(", "),
            order.rounds,
            order.games,
            order.seed
        );
        let mut lots = Seeded::new(order.seed);
        let mut text = String::new();
        for round in 0..order.rounds {
            for seat in (0..2).filter(|seat| order.seat.is_none_or(|only| usize::from(only) == *seat)) {
                let seed = order.seed.wrapping_mul(1_000_003).wrapping_add(round * order.games);
                let trials = ground.trials(seat, &best, seed, &mut lots)?;
                let slopes = slopes(&trials, scenarios.len());
                let better = moved::<R>(&best, seat, &steps(&slopes));
                let _ = writeln!(text, "Round {}, {}:", round + 1, R::side_name(R::SEATS[seat]));
                for (n, term) in R::TERMS.iter().enumerate() {
                    let (was, is) = (best.of_seat(seat)[n], better.of_seat(seat)[n]);
                    let _ = writeln!(text, "  {:<20} {was:>6} → {is:<6} ({:+.1})", term.name, slopes[n]);
                }
                best = better;
                best.put_into::<R>(&mut written, level, seat);
                // At once, so that nothing is lost if somebody stops it.
                write(&path, &head, &written)?;
            }
        }
        Ok(text)
    }
}

fn write(path: &Path, head: &str, written: &[WeightsFile]) -> Result<(), String> {
    let pretty =
        ron::ser::to_string_pretty(written, ron::ser::PrettyConfig::new()).map_err(|error| error.to_string())?;
    tabletop::disk::write_atomically(path, &format!("{head}{pretty}\n")).map_err(|error| error.to_string())
}

/// A pair of games: which weights were raised in the first and lowered in the second, and how much better the first ended.
struct Trial {
    raised: [bool; MOST_TERMS],
    better: f64,
}

/// How sure it is that a weight should go up (or, below nothing, down), in standard errors. The trials come scenario after scenario,
/// and each scenario counts the same, be its points many or few.
fn slopes(trials: &[Trial], scenarios: usize) -> [f64; MOST_TERMS] {
    let scale: Vec<f64> = (0..scenarios)
        .map(|scenario| trials.iter().skip(scenario).step_by(scenarios).map(|trial| trial.better.powi(2)).sum::<f64>())
        .map(|squares| if squares > 0.0 { squares.sqrt() } else { 1.0 })
        .collect();
    let mut sums = [0.0; MOST_TERMS];
    for (n, trial) in trials.iter().enumerate() {
        let better = trial.better / scale[n % scenarios];
        for (sum, raised) in sums.iter_mut().zip(trial.raised) {
            *sum += if raised { better } else { -better };
        }
    }
    // Each scenario's share has a variance of one.
    sums.map(|sum| sum / (scenarios as f64).sqrt())
}

/// How far each weight goes, in thousandths of its step.
fn steps(slopes: &[f64; MOST_TERMS]) -> [i64; MOST_TERMS] {
    slopes.map(|slope| (between(slope / SURE, -1.0, 1.0) * STEP as f64) as i64)
}

/// Where weights are tried.
struct Ground<'a, R: Thinking> {
    rules: &'a R,
    scenarios: &'a [R::Scenario],
    level: Level,
    order: &'a TuneOrder,
    threads: usize,
    school: School,
}

impl<R: Teaching + Thinking> Ground<'_, R> {
    /// Plays a round for the side in `seat`.
    fn trials(&self, seat: usize, weights: &Weights, seed: u64, lots: &mut Seeded) -> Result<Vec<Trial>, String> {
        let raised: Vec<[bool; MOST_TERMS]> =
            (0..self.order.games).map(|_| std::array::from_fn(|_| lots.choose(2) == 1)).collect();
        let next = AtomicU64::new(0);
        let share = || -> Result<Vec<(u64, Trial)>, String> {
            let mut mine = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(raised) = raised.get(number as usize) else { return Ok(mine) };
                let up = raised.map(|raised| if raised { STEP } else { -STEP });
                let lead = |by| self.lead(number, seat, &moved::<R>(weights, seat, &by), seed.wrapping_add(number));
                let better = (lead(up)? - lead(up.map(|by| -by))?) as f64;
                mine.push((number, Trial { raised: *raised, better }));
            }
        };
        let ended: Vec<Result<Vec<(u64, Trial)>, String>> = thread::scope(|scope| {
            let running: Vec<_> = (0..self.threads).map(|_| scope.spawn(share)).collect();
            let fault = |_| Err("A game stopped with a fault of the program.".to_owned());
            running.into_iter().map(|thread| thread.join().unwrap_or_else(fault)).collect()
        });
        let mut all = Vec::new();
        for part in ended {
            all.extend(part?);
        }
        all.sort_unstable_by_key(|(number, _)| *number);
        Ok(all.into_iter().map(|(_, trial)| trial).collect())
    }

    /// By how much the side in `seat` was ahead with these weights, in the game of this number.
    fn lead(&self, number: u64, seat: usize, weights: &Weights, seed: u64) -> Result<i64, String> {
        let (number, scenarios) = (number as usize, self.scenarios.len());
        let against = self.order.against[number / scenarios % self.order.against.len()];
        let other = self.school.seat(against, !seed);
        let tried = Seated::mind(Mind::weighing(self.level, seed, weights.clone()));
        let seats = if seat == 0 { [tried, other] } else { [other, tried] };
        let scenario = &self.scenarios[number % scenarios];
        let lead = game(self.rules, scenario, seed, seats, seat, &mut Tally::default())?;
        Ok(if seat == 0 { lead } else { -lead })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_that_helps_goes_up_and_one_that_harms_goes_down() {
        let mut lots = Seeded::new(3);
        let trials: Vec<Trial> = (0..400)
            .map(|n| {
                let raised: [bool; MOST_TERMS] = std::array::from_fn(|_| lots.choose(2) == 1);
                let luck = lots.choose(21) as f64 - 10.0;
                let of = |term: usize| if raised[term] { 1.0 } else { -1.0 };
                // Every other scenario has a hundred times the points.
                let points = if n % 2 == 0 { 1.0 } else { 100.0 };
                Trial { raised, better: points * (3.0 * of(0) - 3.0 * of(1) + luck) }
            })
            .collect();
        let slopes = slopes(&trials, 2);
        assert!(slopes[0] > 5.0 && slopes[1] < -5.0, "{slopes:?}");
        assert!(slopes[2..].iter().all(|slope| slope.abs() < 4.0), "{slopes:?}");
        let steps = steps(&slopes);
        assert_eq!((steps[0], steps[1]), (STEP, -STEP));
    }
}
