//! What the players may agree on before a game: every ruleset offers it, every choice begins, and games of any mixture of
//! choices end and keep every invariant.
//!
//! A mixture or two of each scenario every time; more with `VARIANT_MIXTURES=20`.

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::{library, mixed};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::switches::Switch;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// The longest game that any mixture may make.
const LONGEST: usize = 30_000;

fn play<R: Ruleset>(rules: &R, scenario: &R::Scenario, what: &str, seed: u64) {
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x5EED));
    let mut state = rules.begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{what}: {halt}"));
    let (mut options, mut events, mut length) = (Vec::new(), Vec::new(), 0);
    while rules.to_act(&state).is_some() {
        options.clear();
        events.clear();
        rules.options(&state, &mut options);
        assert!(!options.is_empty(), "{what}, seed {seed}: nothing to do in {:?}", rules.moment(&state));
        let command = options[picks.choose(options.len())].clone();
        rules
            .apply(&mut state, &command, &mut dice, &mut events)
            .unwrap_or_else(|halt| panic!("{what}, seed {seed}, {command:?}: {halt}"));
        rules.audit(&state).unwrap_or_else(|e| panic!("{what}, seed {seed}, {command:?}: {e}"));
        length += 1;
        assert!(length < LONGEST, "{what}, seed {seed} does not end");
    }
    assert!(rules.outcome(&state).is_some(), "{what}, seed {seed}");
}

/// Every choice alone begins and is what the scenario then says; a few mixtures are played to their end.
fn scenarios_of<R: Ruleset>(mixtures: u64) {
    let rules = library().load::<R>().unwrap();
    let mixtures = std::env::var("VARIANT_MIXTURES").map_or(mixtures, |number| number.parse().unwrap());
    for file in library().scenarios(R::ID).unwrap() {
        let scenario = library().scenario::<R>(&file.name).unwrap();
        assert!(!rules.variants(&scenario).is_empty(), "{} has nothing to agree on", file.name);
        for seed in 0..mixtures {
            let (mixed, words) = mixed(&rules, &scenario, seed);
            play(&rules, &mixed, &format!("{} with {words}", file.name), seed);
        }
    }
}

#[test]
fn block_by_block_is_played_with_any_of_its_options() {
    block_by_block::proves!("BB-R4", "BB-R7", "BB-R11", "BB-R16");
    scenarios_of::<BlockByBlock>(2);
}

#[test]
fn platoon_is_played_with_any_of_its_options() {
    platoon::proves!("P-R01", "P-R38");
    scenarios_of::<Platoon>(2);
}

#[test]
fn search_and_destroy_is_played_at_any_level_with_any_of_its_parts() {
    search_and_destroy::proves!("base-4.1");
    scenarios_of::<SearchAndDestroy>(2);
}

#[test]
fn skirmish_is_played_with_both_systems_of_hiding() {
    skirmish::proves!("S-R19");
    scenarios_of::<Skirmish>(2);
}

#[test]
fn a_level_brings_its_parts_and_what_was_agreed_on_stays() {
    search_and_destroy::proves!("base-4.1");
    let rules = library().load::<SearchAndDestroy>().unwrap();
    let mut scenario = library().scenario::<SearchAndDestroy>("standard").unwrap();
    let chosen = |scenario: &search_and_destroy::Scenario, id: &str| {
        rules.variants(scenario).into_iter().find(|variant| variant.id == id).map(|variant| variant.chosen)
    };
    assert_eq!(rules.variants(&scenario).len(), 1 + Switch::ALL.len());
    rules.vary(&mut scenario, "level", 2);
    assert_eq!((chosen(&scenario, "level"), chosen(&scenario, "ammunition")), (Some(2), Some(1)));
    rules.vary(&mut scenario, "ammunition", 0);
    rules.vary(&mut scenario, "close-assault", 1);
    assert_eq!((chosen(&scenario, "ammunition"), chosen(&scenario, "close-assault")), (Some(0), Some(1)));
    rules.vary(&mut scenario, "level", 0);
    assert_eq!((chosen(&scenario, "ammunition"), chosen(&scenario, "close-assault")), (Some(0), Some(1)));
    let before = scenario.clone();
    rules.vary(&mut scenario, "no-such-thing", 1);
    assert_eq!(scenario, before);
}
