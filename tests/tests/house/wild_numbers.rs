//! Orders come over a line from anywhere. Whatever number stands in one, the answer is a refusal or an order that can be carried
//! out, and it comes at once: in random games of every scenario of every ruleset.

use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use serde_json::{Value, json};
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Halt, Ruleset};

const WILD: [i64; 12] = [i32::MIN as i64, i32::MAX as i64, -1_000_000, 999_999, -1, 0, 1, 9, 100, 255, 30_000, 65_535];
/// No answer of any rule takes a hundredth of it.
const LONG: Duration = Duration::from_millis(200);

/// How many numbers stand in an order.
fn numbers(order: &Value) -> usize {
    match order {
        Value::Number(_) => 1,
        Value::Array(list) => list.iter().map(numbers).sum(),
        Value::Object(fields) => fields.values().map(numbers).sum(),
        _ => 0,
    }
}

/// Puts another number in the place of the one with this place among all; what is left to count if it is not here.
fn put(order: &mut Value, place: usize, wild: i64) -> Option<usize> {
    let parts: Vec<&mut Value> = match order {
        Value::Number(_) if place == 0 => {
            *order = json!(wild);
            return None;
        }
        Value::Number(_) => return Some(place - 1),
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    parts.into_iter().try_fold(place, |place, part| put(part, place, wild).ok_or(())).ok()
}

fn wild<R: Ruleset>() {
    let rules = library().load::<R>().unwrap_or_else(|e| panic!("{e}"));
    let (mut tried, mut unread, mut refused) = (0, 0, 0);
    for file in library().scenarios(R::ID).unwrap_or_else(|e| panic!("{e}")) {
        let scenario = library().scenario::<R>(&file.name).unwrap_or_else(|e| panic!("{e}"));
        let (mut dice, mut picks) = (Seeded::new(3), Seeded::new(4));
        let mut state = rules.begin(&scenario, &mut dice).unwrap_or_else(|halt| panic!("{halt}"));
        for _ in 0..40 {
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            if options.is_empty() {
                break;
            }
            for _ in 0..8 {
                let order = serde_json::to_value(&options[picks.choose(options.len())]).unwrap();
                let count = numbers(&order);
                if count == 0 {
                    continue;
                }
                let mut wild = order.clone();
                for _ in 0..1 + picks.choose(2) {
                    put(&mut wild, picks.choose(count), WILD[picks.choose(WILD.len())]);
                }
                tried += 1;
                let Ok(command) = serde_json::from_value::<R::Command>(wild) else {
                    unread += 1;
                    continue;
                };
                let timed = || {
                    let begun = Instant::now();
                    (rules.check(&state, &command), begun.elapsed())
                };
                let (checked, mut took) = timed();
                if took >= LONG {
                    // A busy machine may have stood still for once.
                    took = timed().1.min(timed().1);
                }
                assert!(took < LONG, "{}: {command:?} took {took:?}", file.name);
                match checked {
                    Err(_) => refused += 1,
                    Ok(()) => {
                        let mut after = state.clone();
                        match rules.apply(&mut after, &command, &mut dice, &mut Vec::new()) {
                            Ok(()) => {
                                rules.audit(&after).unwrap_or_else(|why| panic!("{}: {command:?}: {why}", file.name))
                            }
                            Err(Halt::Refused(no)) => panic!("{}: {command:?} was allowed, then {no:?}", file.name),
                            Err(halt) => panic!("{}: {command:?}: {halt}", file.name),
                        }
                    }
                }
            }
            let command = options[picks.choose(options.len())].clone();
            rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap_or_else(|halt| panic!("{halt}"));
        }
    }
    println!("{}: {tried} wild orders, {unread} of them cannot be read, {refused} are refused", R::ID);
    assert!(unread > 20 && refused > 20, "{refused} of {tried} were refused");
}

#[test]
fn wild_numbers_in_block_by_block() {
    wild::<BlockByBlock>();
}

#[test]
fn wild_numbers_in_search_and_destroy() {
    wild::<SearchAndDestroy>();
}

#[test]
fn wild_numbers_in_platoon() {
    wild::<Platoon>();
}

#[test]
fn wild_numbers_in_skirmish() {
    wild::<Skirmish>();
}
