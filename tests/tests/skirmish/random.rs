//! Random games of Vietnam Skirmish from every scenario: each ends, and every position on the way keeps its invariants.
//! A few are played each time; a thousand a scenario with
//! `cargo test --release -p pointman-tests --test skirmish random -- --ignored`.

use pointman_tests::skirmish::skirmish_rules;
use pointman_tests::{library, random_game};
use skirmish::Skirmish;

fn games(count: u64, chosen: impl Fn(&str) -> bool) {
    let files = library().scenarios("skirmish").unwrap();
    assert!(files.len() >= 5);
    let files: Vec<_> = files.into_iter().filter(|file| chosen(&file.name)).collect();
    assert!(!files.is_empty(), "no scenario of that name");
    for file in files {
        let scenario = library().scenario::<Skirmish>(&file.name).unwrap();
        let lengths: Vec<usize> =
            (0..count).map(|seed| random_game(skirmish_rules(), &scenario, &file.name, seed, seed ^ 0x5EED)).collect();
        let longest = lengths.iter().max().copied().unwrap_or(0);
        println!("{}: {count} games, {} commands, {longest} at most", file.name, lengths.iter().sum::<usize>());
    }
}

#[test]
fn random_games_end_and_keep_every_invariant() {
    skirmish::proves!("S-turn");
    games(12, |_| true);
}

/// One test a scenario: the long ones take half an hour each, and can be run by themselves.
macro_rules! a_thousand_games {
    ($($test:ident = $scenario:literal),+ $(,)?) => {$(
        #[test]
        #[ignore = "a thousand games take a while"]
        fn $test() {
            skirmish::proves!("S-turn");
            games(1_000, |name| name.ends_with($scenario));
        }
    )+

        #[test]
        fn every_scenario_has_its_thousand_games() {
            for file in library().scenarios("skirmish").unwrap() {
                assert!([$($scenario),+].iter().any(|known| file.name.ends_with(known)), "{}", file.name);
            }
        }
    };
}

a_thousand_games! {
    a_thousand_games_beside_a_real_table = "beside-your-table",
    a_thousand_games_of_the_listening_post = "listening-post",
    a_thousand_games_of_the_m113_and_its_dismounts = "m113-and-dismounts",
    a_thousand_games_of_patrol_and_ambush = "patrol-and-ambush",
    a_thousand_games_of_the_village_at_night = "village-at-night",
}
