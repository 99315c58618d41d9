//! How fast the rules of Block by Block are: `cargo bench -p pointman-tests`.

use std::sync::Arc;
use std::sync::OnceLock;

use block_by_block::{BlockByBlock, Command, Event, Scenario, State};
use divan::Bencher;
use divan::counter::ItemsCount;
use pointman_tests::{library, rules};
use tabletop::dice::{Recorder, Seeded, Tape};
use tabletop::odds::{Effort, odds};
use tabletop::{Dice, Game, Ruleset};

fn main() {
    divan::main();
}

fn scenario(name: &str) -> Scenario {
    library().scenario::<BlockByBlock>(name).unwrap()
}

/// A whole random game: every position with the command and the dice that were played in it.
fn played() -> &'static [(State, Command, Vec<u8>)] {
    static GAME: OnceLock<Vec<(State, Command, Vec<u8>)>> = OnceLock::new();
    GAME.get_or_init(|| {
        let mut all = Vec::new();
        for seed in 0..8 {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
            let mut state = rules().begin(&scenario("historical"), &mut dice).unwrap();
            let mut options = Vec::new();
            while rules().to_act(&state).is_some() {
                options.clear();
                rules().options(&state, &mut options);
                let command = options[picks.choose(options.len())].clone();
                let before = state.clone();
                let mut recorder = Recorder::new(&mut dice as &mut dyn Dice);
                rules().apply(&mut state, &command, &mut recorder, &mut Vec::new()).unwrap();
                let rolls = recorder.rolls.iter().map(|r| r.value).collect();
                all.push((before, command, rolls));
            }
        }
        all
    })
}

/// A position cloned, without doing anything with it.
#[divan::bench]
fn clone_of_a_position(bencher: Bencher) {
    let state = &played()[played().len() / 2].0;
    bencher.bench(|| divan::black_box(state).clone());
}

/// A position cloned and a command carried out on it, over all commands of eight games.
#[divan::bench]
fn clone_and_apply(bencher: Bencher) {
    let played = played();
    let mut events: Vec<Event> = Vec::with_capacity(64);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (before, command, rolls) in played {
            let mut state = before.clone();
            events.clear();
            rules().apply(&mut state, command, &mut Tape::new(rolls.as_slice()), &mut events).unwrap();
            divan::black_box(&state);
        }
    });
}

/// The full list of legal commands, over all positions of eight games.
#[divan::bench]
fn options_of_a_position(bencher: Bencher) {
    let played = played();
    let mut options = Vec::with_capacity(1024);
    bencher.counter(ItemsCount::new(played.len())).bench_local(|| {
        for (state, _, _) in played {
            options.clear();
            rules().options(state, &mut options);
            divan::black_box(&options);
        }
    });
}

/// Whole random games with full lists of options, one after the other.
#[divan::bench(sample_count = 20)]
fn a_random_game(bencher: Bencher) {
    let scenario = scenario("historical");
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let mut state = rules().begin(&scenario, &mut dice).unwrap();
        let (mut options, mut events) = (Vec::new(), Vec::new());
        while rules().to_act(&state).is_some() {
            options.clear();
            events.clear();
            rules().options(&state, &mut options);
            let command = options[picks.choose(options.len())].clone();
            rules().apply(&mut state, &command, &mut dice, &mut events).unwrap();
        }
    });
}

/// The exact odds of a close combat of a group, every run of both dice with everything that follows by force.
#[divan::bench]
fn exact_odds_of_a_close_combat(bencher: Bencher) {
    let scenario = scenario("combat-example");
    let state = rules().begin(&scenario, &mut Tape::default()).unwrap();
    let command = Command::CloseCombat { group: 1, heavy_weapons: false };
    bencher.bench(|| {
        let odds = odds(
            rules(),
            &state,
            &command,
            &|s, _| format!("{:?}", s.attack().map(|a| a.stage)),
            &|_| None,
            Effort::default(),
        );
        assert!(odds.unwrap().exact);
    });
}

/// The exact odds of an assault by three units with heavy weapons, losses and levels chosen on the way.
#[divan::bench]
fn exact_odds_of_a_three_unit_assault(bencher: Bencher) {
    let mut scenario = scenario("combat-example");
    let third = scenario.units.get_mut(&block_by_block::Place::named("N1-4").unwrap()).unwrap();
    third.push(block_by_block::UnitId::named("H/2/5 Marines").unwrap());
    scenario.groups[1] = third.clone();
    let state = rules().begin(&scenario, &mut Tape::default()).unwrap();
    let target = block_by_block::Place::named("N1-1").unwrap();
    let command = Command::Assault { group: 2, target, heavy_weapons: true };
    bencher.bench(|| {
        let follow = |s: &State| {
            let mut options = Vec::new();
            rules().options(s, &mut options);
            options
                .into_iter()
                .find(|c| matches!(c, Command::ChooseLevel { .. } | Command::TakeLoss { .. } | Command::Hold))
        };
        let odds = odds(rules(), &state, &command, &|s, _| s.publicity().to_string(), &follow, Effort::default());
        assert!(odds.unwrap().exact);
    });
}

/// Any point of a finished game.
#[divan::bench]
fn seek_in_a_finished_game(bencher: Bencher) {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let mut game = Game::new(rules, scenario("historical"), "historical", 7).unwrap();
    let mut picks = Seeded::new(99);
    while game.to_act().is_some() {
        let (options, _) = game.options();
        game.play(options[picks.choose(options.len())].clone()).unwrap();
    }
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 37) % (game.len() + 1);
        game.seek(at);
        divan::black_box(game.state());
    });
}
