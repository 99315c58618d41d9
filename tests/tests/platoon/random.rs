//! Random games of 20mm Platoon from every scenario: each ends, and every position on the way keeps its invariants.
//! A few are played each time; a thousand a scenario with
//! `cargo test --release -p pointman-tests --test platoon random -- --ignored`.

use platoon::{Platoon, proves};
use pointman_tests::{library, platoon::rules, random_game};

fn games(count: u64) {
    let files = library().scenarios("platoon").unwrap();
    assert!(files.len() >= 5);
    for file in files {
        let scenario = library().scenario::<Platoon>(&file.name).unwrap();
        let commands: usize =
            (0..count).map(|seed| random_game(rules(), &scenario, &file.name, seed, seed ^ 0x5EED)).sum();
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
        random_game(rules(), &scenario, name, seed, !seed);
    }
}

#[test]
#[ignore = "a thousand games a scenario take a while"]
fn a_thousand_random_games_a_scenario_end_and_keep_every_invariant() {
    proves!("P-turn");
    games(1_000);
}
