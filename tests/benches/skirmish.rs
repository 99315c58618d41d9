//! How fast Vietnam Skirmish answers a window: `cargo bench -p pointman-tests --bench skirmish`. The `scenarios` say how fast its rules are.

use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use pointman_tests::library;
use pointman_tests::skirmish::skirmish_rules;
use skirmish::{Command, Skirmish, State};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

fn main() {
    divan::main();
}

/// Random games: every position with the command that was given in it.
fn played() -> &'static [(State, Command)] {
    static GAMES: OnceLock<Vec<(State, Command)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let scenario = library().scenario::<Skirmish>("patrol-and-ambush").unwrap();
        let mut all = Vec::new();
        for seed in 0..4 {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
            let mut state = skirmish_rules().begin(&scenario, &mut dice).unwrap();
            let mut options = Vec::new();
            while skirmish_rules().to_act(&state).is_some() {
                options.clear();
                skirmish_rules().options(&state, &mut options);
                let command = options[picks.choose(options.len())];
                all.push((state.clone(), command));
                skirmish_rules().apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
            }
        }
        all
    })
}

/// What a window asks for with every movement of the mouse: a forecast, a path, a sight line.
#[divan::bench]
fn what_a_hover_asks(bencher: Bencher) {
    let played = played();
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (state, command) in played {
            let _ = divan::black_box(skirmish_rules().fire_forecast(state, command));
            if let Some(id) = command.figure() {
                let corner = state.board().corner();
                divan::black_box(skirmish_rules().path(state, id, corner, false));
                if let Some(at) = state.figure(id).and_then(|f| f.at) {
                    divan::black_box(skirmish_rules().sight_line(state, at, corner));
                }
            }
        }
    });
}
