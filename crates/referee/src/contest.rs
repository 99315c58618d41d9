//! `referee match`: two players, each seed twice with sides changed, and who came off better.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;
use cpu_time::ThreadTime;
use opponent::Thinking;
use serde::Serialize;
use tabletop::Library;
use tabletop::dice::Seeded;
use teacher::Teaching;

use crate::Answer;
use crate::players::{Player, School, Seated};
use crate::rulesets::{self, About, IDS, Visit};

/// A game with more commands than this is broken off.
const LONGEST: u64 = 20_000;

/// Who meets whom.
#[derive(Clone, Debug, Args)]
pub struct MatchOrder {
    /// The ruleset
    #[arg(value_parser = PossibleValuesParser::new(IDS))]
    pub ruleset: String,
    /// The player who is measured
    #[arg(value_enum)]
    pub player: Player,
    /// Whom he meets
    #[arg(value_enum)]
    pub other: Player,
    /// Scenarios by name or path, one after the other; without it, the ruleset's whole game
    #[arg(long, value_delimiter = ',')]
    pub scenario: Vec<String>,
    /// What the players agreed on; may be said several times
    #[arg(long, value_name = "VARIANT=CHOICE")]
    pub agree: Vec<String>,
    /// How many pairs of games: each seed is played twice, with sides changed
    #[arg(long, default_value_t = 60, value_name = "PAIRS", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the first pair; the next one has the next
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many pairs at a time; without it, as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// As one JSON object
    #[arg(long)]
    pub json: bool,
}

/// How long something took, in milliseconds of a processor: what else the machine does at the time does not count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Milliseconds {
    /// Half of them took less.
    pub median: f64,
    /// 99 of 100 took less.
    pub most: f64,
    /// The longest.
    pub longest: f64,
}

/// What came of a match, in one scenario or in all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Met {
    /// The scenario, or `all`.
    pub scenario: String,
    /// Pairs played.
    pub pairs: u64,
    /// Pairs in which the first player came off better, by the scenario's own account.
    pub ahead: u64,
    /// Pairs in which both came off alike.
    pub level: u64,
    /// Pairs in which the second player came off better.
    pub behind: u64,
    /// By how much the first side was ahead on average, with the player who is measured on it, and with the other.
    pub mean_lead: [f64; 2],
    /// Games that were broken off.
    pub unfinished: u64,
    /// Orders of the first player that were refused; a random option was taken instead.
    pub refused: u64,
    /// How long a decision of the first player took.
    pub milliseconds_per_decision: Milliseconds,
    /// How long the decisions of a turn took him, all together.
    pub milliseconds_per_turn: Milliseconds,
    /// His decisions a turn, on average.
    pub decisions_per_turn: f64,
}

#[derive(Serialize)]
struct Report<'a> {
    ruleset: &'a str,
    player: String,
    other: String,
    #[serde(flatten)]
    whole: Met,
    seconds: f64,
    scenarios: Vec<Met>,
}

/// Plays the games and tells the result as a table or as JSON.
///
/// # Errors
/// No such scenario, one that is wrong; or a position that a ruleset cannot go on from, with the seed.
pub fn contest(library: &Library, order: &MatchOrder) -> Result<Answer, String> {
    rulesets::with(&order.ruleset, Contest { library, order })?.map(Answer::from)
}

struct Contest<'a> {
    library: &'a Library,
    order: &'a MatchOrder,
}

impl Visit for Contest<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Teaching + Thinking>(self, about: &About) -> Self::Answer {
        let order = self.order;
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let school = School::of::<R>(self.library, &[order.player, order.other])?;
        let named: Vec<&str> = if order.scenario.is_empty() {
            vec![about.whole_game]
        } else {
            order.scenario.iter().map(String::as_str).collect()
        };
        let begun = Instant::now();
        let mut whole = Tally::default();
        let mut scenarios = Vec::new();
        for name in named {
            let scenario = crate::games::arranged(self.library, &*rules, name, &order.agree)?;
            let player = |seed: u64| school.seat::<R>(order.player, seed);
            let other = |seed: u64| school.seat::<R>(order.other, seed);
            let tally = pairs(&*rules, &scenario, Round::of(order), &player, &other)?;
            scenarios.push(tally.clone().met(name));
            whole.add(tally);
        }
        let whole = whole.met("all");
        let seconds = begun.elapsed().as_secs_f64();
        let (player, other) = (order.player.name(), order.other.name());
        if order.json {
            let report = Report { ruleset: about.id, player, other, whole, seconds, scenarios };
            return serde_json::to_string(&report).map(|line| line + "\n").map_err(|error| error.to_string());
        }
        let mut text = format!("{} · {player} against {other} · {seconds:.1} s\n", about.id);
        for met in &scenarios {
            text.push_str(&line(met));
        }
        if scenarios.len() > 1 {
            text.push_str(&line(&whole));
        }
        Ok(text)
    }
}

fn line(met: &Met) -> String {
    let mut text = format!(
        "{:<22} {:>3} pairs: {} ahead, {} level, {} behind",
        met.scenario, met.pairs, met.ahead, met.level, met.behind
    );
    let (decision, turn) = (met.milliseconds_per_decision, met.milliseconds_per_turn);
    let _ = writeln!(
        text,
        "; lead {:.1} and {:.1}; ms a decision {:.2}, 99 of 100 under {:.1}, worst {:.0}; a turn {:.0}, {:.0}; {:.1} decisions a turn",
        met.mean_lead[0],
        met.mean_lead[1],
        decision.median,
        decision.most,
        decision.longest,
        turn.median,
        turn.most,
        met.decisions_per_turn
    );
    if met.refused + met.unfinished > 0 {
        let _ = writeln!(text, "  {} orders were refused, {} games broken off", met.refused, met.unfinished);
    }
    text
}

/// How many pairs, from which seed, on how many threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) pairs: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl Round {
    fn of(order: &MatchOrder) -> Self {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        Self { pairs: order.games, seed: order.seed, threads: order.threads.map_or_else(all, usize::from) }
    }
}

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// By how much the first side was ahead, with the measured player on it and with the other; a pair each.
    pub(crate) leads: Vec<[i64; 2]>,
    unfinished: u64,
    refused: u64,
    decisions: Vec<f64>,
    turns: Vec<f64>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.leads.extend(other.leads);
        self.unfinished += other.unfinished;
        self.refused += other.refused;
        self.decisions.extend(other.decisions);
        self.turns.extend(other.turns);
    }

    fn met(mut self, scenario: &str) -> Met {
        let count = |is: fn(&[i64; 2]) -> bool| self.leads.iter().filter(|pair| is(pair)).count() as u64;
        let mean =
            |seat: usize| self.leads.iter().map(|pair| pair[seat] as f64).sum::<f64>() / self.leads.len().max(1) as f64;
        Met {
            scenario: scenario.into(),
            pairs: self.leads.len() as u64,
            ahead: count(|[first, second]| first > second),
            level: count(|[first, second]| first == second),
            behind: count(|[first, second]| first < second),
            mean_lead: [mean(0), mean(1)],
            unfinished: self.unfinished,
            refused: self.refused,
            decisions_per_turn: self.decisions.len() as f64 / self.turns.len().max(1) as f64,
            milliseconds_per_decision: spread(&mut self.decisions),
            milliseconds_per_turn: spread(&mut self.turns),
        }
    }
}

fn spread(times: &mut [f64]) -> Milliseconds {
    times.sort_by(f64::total_cmp);
    let at = |hundredths: usize| times.get((times.len().saturating_sub(1)) * hundredths / 100).copied().unwrap_or(0.0);
    Milliseconds { median: at(50), most: at(99), longest: at(100) }
}

/// Somebody for each game: his lots come from its seed.
pub(crate) type Seats<'a, R> = dyn Fn(u64) -> Seated<R> + Sync + 'a;

/// Plays pairs of games. A pair depends on its seed alone, not on the thread; the pairs come in the order of their seeds.
pub(crate) fn pairs<R: Teaching + Thinking>(
    rules: &R,
    scenario: &R::Scenario,
    round: Round,
    player: &Seats<'_, R>,
    other: &Seats<'_, R>,
) -> Result<Tally, String> {
    let next = AtomicU64::new(0);
    let share = || {
        let mut mine = Vec::new();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= round.pairs {
                return Ok(mine);
            }
            let seed = round.seed.wrapping_add(pair);
            let mut tally = Tally::default();
            let first = game(rules, scenario, seed, [player(seed), other(!seed)], 0, &mut tally)?;
            let second = game(rules, scenario, seed, [other(!seed), player(seed)], 1, &mut tally)?;
            tally.leads.push([first, second]);
            mine.push((pair, tally));
        }
    };
    let ended: Vec<Result<Vec<(u64, Tally)>, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..round.threads.max(1)).map(|_| scope.spawn(share)).collect();
        let fault = |_| Err("A game stopped with a fault of the program.".to_owned());
        running.into_iter().map(|thread| thread.join().unwrap_or_else(fault)).collect()
    });
    let mut all = Vec::new();
    for part in ended {
        all.extend(part?);
    }
    all.sort_by_key(|(pair, _)| *pair);
    let mut sum = Tally::default();
    all.into_iter().for_each(|(_, tally)| sum.add(tally));
    Ok(sum)
}

/// Plays a game and says by how much the first side was ahead. What the player in the seat `measured` needed is counted.
pub(crate) fn game<R: Teaching + Thinking>(
    rules: &R,
    scenario: &R::Scenario,
    seed: u64,
    mut seats: [Seated<R>; 2],
    measured: usize,
    tally: &mut Tally,
) -> Result<i64, String> {
    let wrong = |what: String| format!("Seed {seed}: {what}");
    let mut dice = Seeded::new(seed);
    let mut state = rules.begin(scenario, &mut dice).map_err(|halt| wrong(halt.to_string()))?;
    let mut spare = Seeded::new(seed ^ 0x5eed);
    let mut picks = [Seeded::new(!seed), Seeded::new(seed.rotate_left(32))];
    let mut events = Vec::new();
    let (mut commands, mut turn, mut in_turn) = (0, 0, 0.0);
    while let Some(side) = rules.to_act(&state) {
        if commands == LONGEST {
            tally.unfinished += 1;
            break;
        }
        let seat = R::SEATS.iter().position(|other| *other == side).unwrap_or(0);
        let begun = ThreadTime::now();
        let order = seats[seat].order(rules, &state, side, &mut picks[seat]);
        if seat == measured {
            let took = begun.elapsed().as_secs_f64() * 1_000.0;
            if turn != rules.turn(&state) {
                turn = rules.turn(&state);
                tally.turns.extend((in_turn > 0.0).then_some(in_turn));
                in_turn = 0.0;
            }
            in_turn += took;
            tally.decisions.push(took);
        }
        events.clear();
        let done = order.is_some_and(|order| rules.apply(&mut state, &order, &mut dice, &mut events).is_ok());
        if !done {
            tally.refused += u64::from(seat == measured);
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            if options.is_empty() {
                return Err(wrong(format!("after {commands} commands no option is left, and the game has no end.")));
            }
            let any = crate::games::pick(&options, &mut spare);
            rules
                .apply(&mut state, any, &mut dice, &mut events)
                .map_err(|halt| wrong(format!("after {commands} commands, “{}”: {halt}", rules.phrase(&state, any))))?;
        }
        commands += 1;
    }
    tally.turns.extend((in_turn > 0.0).then_some(in_turn));
    Ok(rules.lead(&state))
}
