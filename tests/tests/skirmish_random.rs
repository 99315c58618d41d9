//! Random games of Vietnam Skirmish from every scenario: each ends, and every position on the way keeps its invariants.
//! A few are played each time; a thousand a scenario with
//! `cargo test --release -p pointman-tests --test skirmish_random -- --ignored`.

use pointman_tests::library;
use pointman_tests::skirmish::skirmish_rules;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// Plays one game, and says how many commands it took.
fn play(scenario: &skirmish::Scenario, name: &str, seed: u64) -> usize {
    let rules = skirmish_rules();
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x5EED));
    let mut state = rules.begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{name}: {halt}"));
    let (mut options, mut events, mut length) = (Vec::new(), Vec::new(), 0);
    while rules.to_act(&state).is_some() {
        options.clear();
        events.clear();
        rules.options(&state, &mut options);
        assert!(!options.is_empty(), "{name}, seed {seed}: nothing to do in {:?}", state.step());
        let command = options[picks.choose(options.len())];
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
    let files = library().scenarios("skirmish").unwrap();
    assert!(files.len() >= 5);
    for file in files {
        let scenario = library().scenario::<Skirmish>(&file.name).unwrap();
        let lengths: Vec<usize> = (0..count).map(|seed| play(&scenario, &file.name, seed)).collect();
        let longest = lengths.iter().max().copied().unwrap_or(0);
        println!("{}: {count} games, {} commands, {longest} at most", file.name, lengths.iter().sum::<usize>());
    }
}

#[test]
fn random_games_end_and_keep_every_invariant() {
    skirmish::proves!("S-turn");
    games(12);
}

#[test]
#[ignore = "a thousand games a scenario take a while"]
fn a_thousand_random_games_a_scenario_end_and_keep_every_invariant() {
    skirmish::proves!("S-turn");
    games(1_000);
}
