//! Nothing that a side gets differs between positions it cannot tell apart, in random games of every scenario of every ruleset
//! with any mixture of what may be agreed on; and what a side sees is enough to know what it may do: lists, refusals and words
//! are the same asked of its view.
//!
//! A mixture of each scenario every time; more with `SECRECY_MIXTURES=20`.

use std::collections::BTreeSet;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::{library, mixed};
use search_and_destroy::SearchAndDestroy;
use serde_json::Value;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// How many positions of a game are looked at, and how many commands from elsewhere are tried in each.
const LOOKS: usize = 60;
const FOREIGN: usize = 30;

/// What was tried.
#[derive(Debug, Default)]
struct Count {
    views: usize,
    disguises: usize,
    refused: usize,
    /// For each side the parts of a position in which a view differed from it, and in which a disguise did.
    hidden: BTreeSet<(usize, String)>,
    changed: BTreeSet<(usize, String)>,
}

impl Count {
    /// What is hidden from a side and was never another thing in a disguise: a leak there would not be found.
    fn never_changed(&self) -> Vec<&(usize, String)> {
        self.hidden.difference(&self.changed).collect()
    }
}

/// Whether a value is one of the choices of a type, with what belongs to it.
fn is_choice(value: &Value) -> bool {
    let name = |name: &String| name.starts_with(char::is_uppercase);
    match value {
        Value::String(text) => name(text),
        Value::Object(fields) => fields.len() == 1 && fields.keys().all(name),
        _ => false,
    }
}

/// The parts in which two positions differ; all of a list count as one.
fn differing(one: &Value, other: &Value, path: &str, found: &mut BTreeSet<String>) {
    match (one, other) {
        _ if one == other => {}
        (one, other) if is_choice(one) || is_choice(other) => {
            found.insert(path.to_owned());
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().for_each(|(key, value)| differing(value, &b[key], &format!("{path}.{key}"), found));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).for_each(|(a, b)| differing(a, b, &format!("{path}[]"), found));
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// Commands that were legal somewhere, for trying them where they do not belong.
struct Pool<C>(Vec<C>);

impl<C: Clone> Pool<C> {
    fn add(&mut self, options: &[C], picks: &mut Seeded) {
        for option in options {
            if self.0.len() < 400 {
                self.0.push(option.clone());
            } else if picks.choose(12) == 0 {
                self.0[picks.choose(400)] = option.clone();
            }
        }
    }

    fn some(&self, picks: &mut Seeded) -> Vec<C> {
        let most = if self.0.is_empty() { 0 } else { FOREIGN };
        (0..most).map(|_| self.0[picks.choose(self.0.len())].clone()).collect()
    }
}

/// What a side is told of a position before anything is done. Whether the positions are its own to act in is the same for all.
#[track_caller]
fn tells_alike<R: Ruleset>(
    rules: &R,
    (state, options): (&R::State, &[R::Command]),
    other: &R::State,
    side: R::Side,
    foreign: &[R::Command],
    what: &str,
) -> usize {
    assert_eq!(rules.to_act(state), rules.to_act(other), "{what}: who is to act");
    assert_eq!(rules.moment(state), rules.moment(other), "{what}: the moment");
    assert_eq!(rules.outcome(state), rules.outcome(other), "{what}: the result");
    if rules.to_act(state) != Some(side) {
        return 0;
    }
    assert_eq!(rules.question(state), rules.question(other), "{what}: the question");
    assert_eq!(rules.question_rule(state), rules.question_rule(other), "{what}: the question's rule");
    let mut others = Vec::new();
    rules.options(other, &mut others);
    if options != others.as_slice() {
        let more = options.iter().find(|o| !others.contains(o)).or(others.iter().find(|o| !options.contains(o)));
        panic!("{what}: the options, {} and {}: {more:?}", options.len(), others.len());
    }
    let mut refused = 0;
    for command in options.iter().chain(foreign) {
        let checked = rules.check(state, command);
        refused += usize::from(checked.is_err());
        assert_eq!(checked, rules.check(other, command), "{what}: the refusal of {command:?}");
        if checked.is_ok() {
            assert_eq!(rules.phrase(state, command), rules.phrase(other, command), "{what}: the words of {command:?}");
        }
    }
    refused
}

fn game<R: Ruleset>(
    rules: &R,
    scenario: &R::Scenario,
    name: &str,
    seed: u64,
    pool: &mut Pool<R::Command>,
    count: &mut Count,
) {
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x5EC2E7));
    let mut state = rules.begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{name}: {halt}"));
    let every = 1 + picks.choose(7);
    let (mut number, mut looked) = (0, 0);
    while rules.to_act(&state).is_some() && looked < LOOKS {
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        let command = options[picks.choose(options.len())].clone();
        if number % every == 0 {
            looked += 1;
            let foreign = pool.some(&mut picks);
            for &side in rules.sides() {
                let what = format!("{name}, seed {seed}, command {number}, for {}", R::side_name(side));
                let view = rules.view(&state, side);
                let here = (&state, options.as_slice());
                count.refused += tells_alike(rules, here, &view, side, &foreign, &format!("{what}, of its view"));
                count.views += 1;
                let Some(other) = rules.disguised(&state, side, picks.choose(1 << 20) as u64) else { continue };
                rules.audit(&other).unwrap_or_else(|broken| panic!("{what}: the disguise is unsound: {broken}"));
                assert!(rules.view(&other, side) == view, "{what}: the view");
                let number = rules.sides().iter().position(|s| *s == side).unwrap();
                let json = |state: &R::State| serde_json::to_value(state).unwrap();
                let whole = json(&state);
                for (seen, parts) in [(&view, &mut count.hidden), (&other, &mut count.changed)] {
                    let mut found = BTreeSet::new();
                    differing(&whole, &json(seen), "", &mut found);
                    parts.extend(found.into_iter().map(|part| (number, part)));
                }
                tells_alike(rules, here, &other, side, &foreign, &what);
                count.disguises += 1;
            }
            pool.add(&options, &mut picks);
        }
        rules
            .apply(&mut state, &command, &mut dice, &mut Vec::new())
            .unwrap_or_else(|halt| panic!("{name}, seed {seed}, {command:?}: {halt}"));
        number += 1;
    }
}

fn every_scenario<R: Ruleset>() -> Count {
    let rules = library().load::<R>().unwrap();
    let mixtures = std::env::var("SECRECY_MIXTURES").map_or(1, |number| number.parse().unwrap());
    let (mut count, mut pool) = (Count::default(), Pool(Vec::new()));
    for file in library().scenarios(R::ID).unwrap() {
        let scenario = library().scenario::<R>(&file.name).unwrap();
        for seed in 0..=mixtures {
            // The scenario as it is, and mixtures.
            let (scenario, words) =
                if seed == 0 { (scenario.clone(), String::new()) } else { mixed(&rules, &scenario, seed) };
            game(&rules, &scenario, &format!("{} with {words}", file.name), seed, &mut pool, &mut count);
        }
    }
    let Count { views, disguises, refused, .. } = count;
    println!("{}: {views} views, {disguises} disguises, {refused} refusals", R::ID);
    println!("hidden and never changed: {:#?}", count.never_changed());
    count
}

#[test]
fn search_and_destroy_tells_a_side_what_it_may_know_and_no_more() {
    search_and_destroy::proves!("base-4.7", "SD-A64", "SD-A68");
    let count = every_scenario::<SearchAndDestroy>();
    assert!(count.disguises > 1_500 && count.refused > 10_000, "{count:?}");
    assert_eq!(count.never_changed(), Vec::<&(usize, String)>::new(), "hidden, and the same in every disguise");
}

#[test]
fn platoon_tells_a_side_what_it_may_know_and_no_more() {
    platoon::proves!("P-hidden", "P-R47");
    let count = every_scenario::<Platoon>();
    assert!(count.disguises > 200 && count.refused > 5_000, "{count:?}");
}

#[test]
fn skirmish_tells_a_side_what_it_may_know_and_no_more() {
    skirmish::proves!("S-hidden", "S-R28");
    let count = every_scenario::<Skirmish>();
    assert!(count.disguises > 200 && count.refused > 5_000, "{count:?}");
}

/// Nothing is hidden there: the views are the position, and no ruling may begin to take something out of one of them.
#[test]
fn block_by_block_tells_both_sides_everything() {
    let count = every_scenario::<BlockByBlock>();
    assert!(count.views > 200 && count.refused > 2_000 && count.disguises == 0, "{count:?}");
    let rules = library().load::<BlockByBlock>().unwrap();
    let mut state =
        rules.begin(&library().scenario::<BlockByBlock>("historical").unwrap(), &mut Seeded::new(3)).unwrap();
    let mut picks = Seeded::new(3);
    while rules.to_act(&state).is_some() {
        assert!(rules.sides().iter().all(|side| rules.view(&state, *side) == state));
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        let (command, mut events) = (options[picks.choose(options.len())].clone(), Vec::new());
        rules.apply(&mut state, &command, &mut Seeded::new(picks.choose(99) as u64), &mut events).unwrap();
        for event in &events {
            assert!(rules.sides().iter().all(|side| rules.seen(event, &state, *side).as_ref() == Some(event)));
        }
    }
}
