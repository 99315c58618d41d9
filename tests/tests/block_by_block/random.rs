//! Whole games of random legal play: each ends in one of the printed results, every invariant holds after
//! every command, the events tell all that changed, and the rolls written down lead to the same position again.

use std::collections::BTreeMap;

use block_by_block::event::Departure;
use block_by_block::state::Location;
use block_by_block::{BlockByBlock, Command, Condition, Event, Gate, Scenario, Side, State, UnitId, Zone};
use pointman_tests::*;
use tabletop::dice::{Recorder, Seeded, Tape};
use tabletop::{Dice, Ruleset};

/// The results a game may have. Rules 3.1 and 3.2.
const RESULTS: [&str; 5] = [
    "US/ARVN strategic victory",
    "US/ARVN tactical victory",
    "Draw",
    "PAVN/NLF tactical victory",
    "PAVN/NLF strategic victory",
];

fn scenario(name: &str) -> Scenario {
    library().scenario::<BlockByBlock>(name).unwrap()
}

/// What somebody knows who saw the first position and then heard the events only.
struct Listener {
    units: BTreeMap<UnitId, (Location, Condition, u8)>,
    gates: Vec<Side>,
    zones: Vec<Side>,
    clearing: Vec<u8>,
    tracks: (u8, u8),
    turn: u8,
}

impl Listener {
    fn new(state: &State) -> Self {
        Self {
            units: UnitId::all().map(|u| (u, (state.location(u), state.condition(u), state.detached(u)))).collect(),
            gates: Gate::all().map(|g| state.gate_control(g)).collect(),
            zones: Zone::ALL.into_iter().map(|z| state.zone_control(z)).collect(),
            clearing: Zone::ALL.into_iter().map(|z| state.clearing(z)).collect(),
            tracks: (state.publicity(), state.destruction()),
            turn: state.turn(),
        }
    }

    fn hears(&mut self, event: &Event) {
        let mut change = |u: &UnitId, f: &dyn Fn(&mut (Location, Condition, u8))| f(self.units.get_mut(u).unwrap());
        match event {
            Event::TurnBegan { turn } => self.turn = *turn,
            Event::Restored { unit, from, to, .. } => change(unit, &|u| {
                assert_eq!(u.1, *from, "{unit}");
                u.1 = *to;
            }),
            Event::Appeared { unit, at, condition, .. } => change(unit, &|u| {
                assert!(!matches!(u.0, Location::Map(_)), "{unit} appears twice");
                *u = (Location::Map(*at), *condition, 0);
            }),
            Event::Detached { parent, .. } => change(parent, &|u| u.2 += 1),
            Event::Left { unit, how, .. } => change(unit, &|u| {
                u.0 = match how {
                    Departure::Eliminated => Location::Eliminated,
                    Departure::Exit => Location::Exited,
                    Departure::AirborneWithdrawal => Location::Departed,
                    Departure::NoRoom => Location::Lost,
                };
            }),
            Event::Travelled { unit, path, .. } => change(unit, &|u| {
                assert_eq!(u.0, Location::Map(path[0]), "{unit} starts elsewhere");
                assert!(path.len() > 1 && path.windows(2).all(|w| w[0] != w[1]), "{unit}: {path:?}");
                u.0 = Location::Map(path[path.len() - 1]);
            }),
            Event::StepLost { unit, from, to, .. } => change(unit, &|u| {
                assert_eq!(u.1, *from, "{unit}");
                u.1 = to.unwrap_or(u.1);
            }),
            Event::ZoneTaken { zone, by } => self.zones[zone.index()] = *by,
            Event::GateTaken { gate, by } => self.gates[gate.index()] = *by,
            Event::PublicityRose { now, .. } => self.tracks.0 = *now,
            Event::DestructionRose { now, .. } => self.tracks.1 = *now,
            Event::ClearingRose { zone, to, .. } => self.clearing[zone.index()] = *to,
            _ => {}
        }
    }

    fn agrees_with(&self, state: &State) -> Result<(), String> {
        let now = Self::new(state);
        for (unit, heard) in &self.units {
            if *heard != now.units[unit] {
                return Err(format!("{unit}: events say {heard:?}, the position {:?}", now.units[unit]));
            }
        }
        let same = self.gates == now.gates
            && self.zones == now.zones
            && self.clearing == now.clearing
            && self.tracks == now.tracks
            && self.turn == now.turn;
        if same { Ok(()) } else { Err("a marker changed unheard".into()) }
    }
}

/// How the options of a game are chosen from.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// Every option alike.
    Even,
    /// PAVN/NLF lets things happen, US/ARVN attacks: to see gates fall and zones change hands.
    Lopsided,
}

fn pick(temper: Temper, side: Side, options: &[Command], picks: &mut Seeded) -> Command {
    if temper == Temper::Lopsided {
        if side == Side::PavnNlf
            && let Some(idle) = options.iter().find(|c| matches!(c, Command::Done | Command::Hold))
        {
            return idle.clone();
        }
        let fierce: Vec<&Command> = options
            .iter()
            .filter(|c| matches!(c, Command::Assault { .. } | Command::CloseCombat { .. } | Command::Occupy { .. }))
            .collect();
        if side == Side::UsArvn && !fierce.is_empty() && picks.choose(10) > 0 {
            return fierce[picks.choose(fierce.len())].clone();
        }
    }
    options[picks.choose(options.len())].clone()
}

/// Plays a game and returns its result; panics with seed and command on anything that does not hold.
fn game(scenario: &Scenario, seed: u64, temper: Temper) -> String {
    let rules = rules();
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
    let mut state = rules.begin(scenario, &mut dice).unwrap();
    let mut listener = Listener::new(&state);
    let (mut options, mut events) = (Vec::new(), Vec::new());
    for number in 0.. {
        let Some(side) = rules.to_act(&state) else { break };
        options.clear();
        rules.options(&state, &mut options);
        let place = |what: &str| format!("seed {seed}, command {number}: {what}");
        assert!(!options.is_empty(), "{}", place("nothing may be done"));
        assert!(number < 4_000, "{}", place("the game goes on for ever"));
        let command = pick(temper, side, &options, &mut picks);
        for option in [&command, &options[picks.choose(options.len())]] {
            assert_eq!(rules.check(&state, option), Ok(()), "{}", place(&format!("{option:?} is offered")));
        }
        let before = state.clone();
        let mut recorder = Recorder::new(&mut dice as &mut dyn Dice);
        events.clear();
        rules
            .apply(&mut state, &command, &mut recorder, &mut events)
            .unwrap_or_else(|h| panic!("{}", place(&h.to_string())));
        rules.audit(&state).unwrap_or_else(|e| panic!("{}", place(&format!("{command:?}: {e}"))));
        events.iter().for_each(|e| listener.hears(e));
        listener.agrees_with(&state).unwrap_or_else(|e| panic!("{}", place(&format!("{command:?}: {e}"))));
        let mut tape = Tape::new(recorder.rolls.iter().map(|r| r.value).collect::<Vec<_>>());
        let (mut again, mut retold) = (before, Vec::new());
        rules.apply(&mut again, &command, &mut tape, &mut retold).unwrap();
        assert!(again == state && retold == events && tape.left() == 0, "{}", place("the replay differs"));
    }
    rules.outcome(&state).unwrap().title
}

fn games(scenario: &Scenario, seeds: std::ops::Range<u64>, temper: Temper) -> BTreeMap<String, u32> {
    let mut results = BTreeMap::new();
    for seed in seeds {
        let result = game(scenario, seed, temper);
        assert!(RESULTS.contains(&result.as_str()), "seed {seed}: {result}");
        *results.entry(result).or_insert(0) += 1;
    }
    results
}

/// Two hundred games; two thousand in a long check. One in five is played by sides of which only one attacks.
#[test]
fn random_games_end_in_a_printed_result_and_keep_every_invariant() {
    block_by_block::proves!("3.2", "5.0", "5.1", "9.1d");
    let scenario = scenario("historical");
    let all = if std::env::var_os("POINTMAN_LONG").is_some() { 2_000 } else { 200 };
    let plans = (0..10).map(|tenth| {
        let temper = if tenth < 8 { Temper::Even } else { Temper::Lopsided };
        (tenth * all / 10..(tenth + 1) * all / 10, temper)
    });
    let results: Vec<BTreeMap<String, u32>> = std::thread::scope(|scope| {
        let scenario = &scenario;
        let threads: Vec<_> =
            plans.map(|(seeds, temper)| scope.spawn(move || games(scenario, seeds, temper))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let total: u32 = results.iter().flat_map(BTreeMap::values).sum();
    assert_eq!(u64::from(total), all);
}
