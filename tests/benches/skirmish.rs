//! How fast the rules of Vietnam Skirmish are: `cargo bench -p pointman-tests --bench skirmish`.

use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use pointman_tests::library;
use pointman_tests::skirmish::skirmish_rules;
use skirmish::{Command, Event, Skirmish, State};
use tabletop::dice::{Recorder, Seeded, Tape};
use tabletop::{Dice, Ruleset};

fn main() {
    divan::main();
}

/// Random games: every position with the command and the dice that were played in it.
fn played() -> &'static [(State, Command, Vec<u8>)] {
    static GAMES: OnceLock<Vec<(State, Command, Vec<u8>)>> = OnceLock::new();
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
                let before = state.clone();
                let mut recorder = Recorder::new(&mut dice as &mut dyn Dice);
                skirmish_rules().apply(&mut state, &command, &mut recorder, &mut Vec::new()).unwrap();
                let rolls = recorder.rolls.iter().map(|r| r.value).collect();
                all.push((before, command, rolls));
            }
        }
        all
    })
}

/// A position cloned and a command carried out on it.
#[divan::bench]
fn clone_and_apply(bencher: Bencher) {
    let played = played();
    let mut events: Vec<Event> = Vec::with_capacity(64);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (before, command, rolls) in played {
            let mut state = before.clone();
            events.clear();
            skirmish_rules().apply(&mut state, command, &mut Tape::new(rolls.as_slice()), &mut events).unwrap();
            divan::black_box(&state);
        }
    });
}

/// The sample of legal commands of a position.
#[divan::bench]
fn options_of_a_position(bencher: Bencher) {
    let played = played();
    let mut options = Vec::with_capacity(1024);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (state, _, _) in played {
            options.clear();
            skirmish_rules().options(state, &mut options);
            divan::black_box(&options);
        }
    });
}

/// What a window asks for with every movement of the mouse: a forecast, a path, a sight line.
#[divan::bench]
fn what_a_hover_asks(bencher: Bencher) {
    let played = played();
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (state, command, _) in played {
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
