//! What a seat at another machine is sent can be read back: every view and every event it notices comes out of its JSON as it
//! went in, in random games of every ruleset and scenario.

use std::sync::Arc;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use serde::Serialize;
use serde::de::DeserializeOwned;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset};

#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, what: &str) -> usize {
    let text = serde_json::to_string(value).unwrap();
    let back: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{what}: {error} in {text}"));
    assert!(back == *value, "{what} came back as another one:\n{back:?}\n{value:?}");
    text.len()
}

fn read_back<R: Ruleset>(seeds: std::ops::Range<u64>) {
    let rules = Arc::new(library().load::<R>().unwrap_or_else(|e| panic!("{e}")));
    let (mut views, mut events, mut longest) = (0, 0, 0);
    for file in library().scenarios(R::ID).unwrap_or_else(|e| panic!("{e}")) {
        let scenario = file.name;
        for seed in seeds.clone() {
            let arranged = library().scenario::<R>(&scenario).unwrap_or_else(|e| panic!("{e}"));
            let mut game =
                Game::new(Arc::clone(&rules), arranged, &scenario, seed).unwrap_or_else(|e| panic!("{scenario}: {e}"));
            let mut picks = Seeded::new(seed);
            while game.to_act().is_some() && game.len() < 400 {
                let (options, _) = game.options();
                let command = options[picks.choose(options.len())].clone();
                let played = game.play(command).unwrap_or_else(|e| panic!("{scenario}: {e}"));
                let what = format!("{} {scenario} seed {seed} after {}", R::ID, game.len());
                for &side in rules.sides() {
                    for seen in played.events.iter().filter_map(|event| rules.seen(event, game.state(), side)) {
                        comes_back(&seen, &what);
                        events += 1;
                    }
                    if game.len().is_multiple_of(4) || game.to_act().is_none() {
                        longest = longest.max(comes_back(&rules.view(game.state(), side), &what));
                        views += 1;
                    }
                }
            }
            comes_back(game.state(), &scenario);
        }
    }
    println!("{}: {views} views of up to {longest} bytes and {events} events came back", R::ID);
    assert!(views > 50 && events > 200, "{views} views and {events} events");
}

#[test]
fn block_by_block_comes_back() {
    read_back::<BlockByBlock>(1..3);
}

#[test]
fn search_and_destroy_comes_back() {
    read_back::<SearchAndDestroy>(1..3);
}

#[test]
fn platoon_comes_back() {
    read_back::<Platoon>(1..4);
}

#[test]
fn skirmish_comes_back() {
    read_back::<Skirmish>(1..4);
}
