//! Random games of 20mm Platoon from every scenario: each ends, and every position on the way keeps its invariants.
//! A few are played each time; a thousand a scenario with
//! `cargo test --release -p pointman-tests --test platoon random -- --ignored`.

use platoon::{Platoon, proves};
use pointman_tests::{library, platoon::rules};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// Plays one game with choices by lots of their own, and says how many commands it took.
fn play(scenario: &platoon::Scenario, name: &str, seed: u64, choices: u64) -> usize {
    let rules = rules();
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(choices));
    let mut state = rules.begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{name}: {halt}"));
    let (mut options, mut events, mut length) = (Vec::new(), Vec::new(), 0);
    while rules.to_act(&state).is_some() {
        options.clear();
        events.clear();
        rules.options(&state, &mut options);
        assert!(!options.is_empty(), "{name}, seed {seed}: nothing to do in {:?}", state.phase);
        let command = options[picks.choose(options.len())].clone();
        rules
            .apply(&mut state, &command, &mut dice, &mut events)
            .unwrap_or_else(|halt| panic!("{name}, seed {seed}, {command:?}: {halt}"));
        rules.audit(&state).unwrap_or_else(|e| panic!("{name}, seed {seed}, {command:?}: {e}"));
        length += 1;
        assert!(length < 20_000, "{name}, seed {seed} does not end");
    }
    assert!(rules.outcome(&state).is_some());
    length
}

fn games(count: u64) {
    let files = library().scenarios("platoon").unwrap();
    assert!(files.len() >= 5);
    for file in files {
        let scenario = library().scenario::<Platoon>(&file.name).unwrap();
        let commands: usize = (0..count).map(|seed| play(&scenario, &file.name, seed, seed ^ 0x5EED)).sum();
        println!("{}: {count} games, {commands} commands", file.name);
    }
}

#[test]
fn random_games_end_and_keep_every_invariant() {
    proves!("P-turn");
    games(12);
}

/// Straight away from the enemy and as far as it flies at once would have been over the edge: nothing was offered.
#[test]
fn a_helicopter_that_falls_back_beside_the_edge_has_somewhere_to_go() {
    proves!("P-R49");
    let name = "downed-helicopter";
    let scenario = library().scenario::<Platoon>(name).unwrap();
    for seed in [244, 316] {
        play(&scenario, name, seed, !seed);
    }
}

#[test]
#[ignore = "a thousand games a scenario take a while"]
fn a_thousand_random_games_a_scenario_end_and_keep_every_invariant() {
    proves!("P-turn");
    games(1_000);
}
