//! How fast the rules of Search & Destroy are: `cargo bench -p pointman-tests --bench search_and_destroy`.

use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use pointman_tests::library;
use pointman_tests::search_and_destroy::rules;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::Step;
use search_and_destroy::{Command, Hex, Scenario, SearchAndDestroy, Side, State};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

fn main() {
    divan::main();
}

fn scenario(name: &str) -> Scenario {
    library().scenario::<SearchAndDestroy>(name).unwrap()
}

/// Positions of a random game of the largest scenario, two companies against a battalion on all 40 x 28 hexes.
fn positions() -> &'static [State] {
    static GAME: OnceLock<Vec<State>> = OnceLock::new();
    GAME.get_or_init(|| {
        let (mut dice, mut picks) = (Seeded::new(3), Seeded::new(!3));
        let mut state = rules().begin(&scenario("27-14-battalion-contact"), &mut dice).unwrap();
        let (mut all, mut options) = (Vec::new(), Vec::new());
        while rules().to_act(&state).is_some() {
            options.clear();
            rules().options(&state, &mut options);
            let command = options[picks.choose(options.len())].clone();
            all.push(state.clone());
            rules().apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
        }
        all
    })
}

/// The position of each step with the most options.
fn worst(step: Step) -> &'static State {
    let count = |state: &State| {
        let mut options = Vec::new();
        rules().options(state, &mut options);
        options.len()
    };
    positions().iter().filter(|s| s.step() == step).max_by_key(|s| count(s)).unwrap()
}

/// The options of the busiest position of a step: to stay under 2 ms.
#[divan::bench(args = [Step::Setup, Step::UsMovement, Step::UsSearch, Step::UsFire, Step::UsPlot, Step::NlfMovement, Step::NlfFire, Step::NlfAssault])]
fn options_of_the_busiest_position(bencher: Bencher, step: Step) {
    let state = worst(step);
    let mut options = Vec::with_capacity(4096);
    bencher.bench_local(|| {
        options.clear();
        rules().options(divan::black_box(state), &mut options);
        options.len()
    });
}

/// A whole NLF player turn of the battalion, every unit moved, every option listed before each command: to stay under 50 ms.
#[divan::bench]
fn an_nlf_turn_of_a_battalion(bencher: Bencher) {
    let begin = positions().iter().find(|s| s.step() == Step::NlfMovement && s.turn() >= 5).unwrap();
    bencher.bench_local(|| {
        let mut state = begin.clone();
        let mut dice = Seeded::new(1);
        let mut events = Vec::new();
        let units: Vec<_> =
            state.units().filter(|(_, u)| u.side() == Side::Nlf && u.hex().is_some()).map(|(id, _)| id).collect();
        for unit in units {
            let Some((_, _, path)) = rules().reach(&state, unit).into_iter().max_by_key(|(_, cost, _)| *cost) else {
                continue;
            };
            let _ = rules().apply(&mut state, &Command::Move { unit, path }, &mut dice, &mut events);
        }
        let mut options = Vec::new();
        while state.step().player_turn() == Some(Side::Nlf) {
            options.clear();
            rules().options(&state, &mut options);
            let next = options.iter().find(|c| {
                matches!(
                    c,
                    Command::Fire { .. }
                        | Command::Assault { .. }
                        | Command::Retreat { .. }
                        | Command::Advance { .. }
                        | Command::Answer { .. }
                )
            });
            let command = next.cloned().unwrap_or(Command::Done);
            rules().apply(&mut state, &command, &mut dice, &mut events).unwrap();
        }
        state
    });
}

/// Lines of sight from one hex to all others.
#[divan::bench]
fn sight_from_a_hex_to_all_others(bencher: Bencher) {
    let map = rules().map();
    let hexes: Vec<Hex> = map.hexes().collect();
    let from = Eye::Hex(Hex::at(20, 14));
    bencher
        .counter(ItemsCount::new(hexes.len()))
        .bench(|| hexes.iter().filter(|h| map.sees(from, Eye::Hex(**h))).count());
}

/// Whole random games of the standard game.
#[divan::bench(sample_count = 10)]
fn a_random_game(bencher: Bencher) {
    let scenario = scenario("standard");
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let mut state = rules().begin(&scenario, &mut dice).unwrap();
        let mut options = Vec::new();
        while rules().to_act(&state).is_some() {
            options.clear();
            rules().options(&state, &mut options);
            let command = options[picks.choose(options.len())].clone();
            rules().apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
        }
    });
}
