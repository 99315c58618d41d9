//! `referee match`, computers in `selfplay`, `tune`, and `advise` in `referee talk`.

use std::fs;

use crate::desk::{argument, referee, with_input};
use crate::talk::LONG_THOUGHT;
use serde_json::Value;
use tabletop::Rulebook;
use tempfile::tempdir;

const RULESET: &str = "block-by-block";

fn told(call: &[&str]) -> Value {
    serde_json::from_str(&referee(call).answer()).expect("one JSON object")
}

#[test]
fn a_match_plays_each_seed_twice_and_does_not_depend_on_threads() {
    let call = ["match", RULESET, "recruit", "random", "--games", "3", "--seed", "5", "--json"];
    let one = told(&[&call[..], &["--threads", "1"]].concat());
    let two = told(&[&call[..], &["--threads", "2", "--scenario", "historical"]].concat());
    for field in
        ["ruleset", "player", "other", "pairs", "ahead", "level", "behind", "mean_lead", "refused", "unfinished"]
    {
        assert_eq!(one[field], two[field], "{field}");
    }
    let count = |field: &str| one[field].as_u64().unwrap();
    assert_eq!((count("pairs"), count("ahead") + count("level") + count("behind")), (3, 3));
    assert_eq!((count("refused"), count("unfinished")), (0, 0));
    assert!(count("ahead") >= 2, "a Recruit is better than chance: {one}");
    for field in ["milliseconds_per_decision", "milliseconds_per_turn"] {
        let at = |part: &str| one[field][part].as_f64().unwrap();
        assert!(at("median") <= at("most") && at("most") <= at("longest"), "{one}");
    }
    let scenarios = one["scenarios"].as_array().unwrap();
    assert_eq!(
        (scenarios.len(), &scenarios[0]["scenario"], &scenarios[0]["pairs"]),
        (1, &"historical".into(), &3.into())
    );
    let table = referee(&call[..8]).answer();
    assert!(table.starts_with("block-by-block · recruit against random · ") && table.contains(" 3 pairs: "), "{table}");
}

#[test]
fn whoever_meets_himself_is_level() {
    let met = told(&["match", RULESET, "first", "first", "--games", "2", "--json"]);
    assert_eq!((&met["level"], &met["mean_lead"][0]), (&2.into(), &met["mean_lead"][1]));
}

#[test]
fn computers_play_by_themselves() {
    let call = ["selfplay", RULESET, "--players", "recruit,random", "--games", "2", "--json"];
    let played = told(&call);
    assert_eq!((&played["games"], &played["finished"]), (&2.into(), &2.into()));
    assert_eq!(told(&call)["account"], played["account"]);
}

#[test]
fn tuning_moves_the_weights_of_one_level_and_leaves_the_others() {
    use opponent::{Level, Weights, WeightsFile};
    type Weighed = skirmish::Skirmish;
    let folder = tempdir().unwrap();
    let file = folder.path().join("weights.ron");
    let call = ["tune", "skirmish", "--level", "veteran", "--against", "first", "--rounds", "1", "--games", "2", "-o"];
    let answer = referee(&[&call[..], &[argument(&file)]].concat()).answer();
    assert!(answer.contains("Round 1, US/ARVN:") && answer.contains("Round 1, VC/NVA:"), "{answer}");
    let written: Vec<WeightsFile> = ron::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let read = |path: &str| pointman_tests::library().read(path);
    let was = |level| Weights::load::<Weighed>(&read, level).unwrap();
    let is = |level| Weights::of::<Weighed>(&written, level).unwrap();
    assert_ne!(is(Level::Veteran), was(Level::Veteran));
    assert_eq!([is(Level::Recruit), is(Level::Regular)], [was(Level::Recruit), was(Level::Regular)]);
    let refused = referee(&["tune", "skirmish", "--level", "shallow"]).complaint();
    assert!(refused.contains("Tune a recruit, a regular or a veteran."), "{refused}");
}

/// The answers to these lines.
fn talk(lines: &[&str]) -> Vec<Value> {
    let answers = with_input(&["talk"], &(lines.join("\n") + "\n")).answer();
    answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

const NEW: &str = r#"{"new": {"ruleset": "block-by-block", "scenario": "combat-example", "seed": 7}}"#;

#[test]
fn advice_is_a_legal_order_with_reasons_and_what_else_was_weighed() {
    for level in ["recruit", "regular", "veteran"] {
        let ask = format!(r#"{{"advise": {{"level": "{level}"}}, "id": 4}}"#);
        let answers = talk(&[NEW, r#"{"options": {}}"#, &ask, &ask]);
        let (options, advice) = (&answers[1]["ok"]["commands"], &answers[2]["ok"]);
        assert_eq!(answers[2]["id"], 4);
        assert_eq!(answers[2], answers[3], "the same question has the same answer");
        assert!(options.as_array().unwrap().contains(&advice["command"]), "{advice}");
        assert!(!advice["because"].as_array().unwrap().is_empty(), "{advice}");
        let weighed = advice["weighed"].as_array().unwrap();
        assert_eq!(weighed[0]["command"], advice["command"]);
        assert!(weighed.len() > 1);
        assert!(weighed.iter().all(|one| one["because"].as_str().unwrap().ends_with('.')));
        let book = Rulebook::load(&|path| pointman_tests::library().read(path), RULESET).unwrap();
        let leans_on = |one: &Value| one["rule"].as_str().is_some_and(|rule| book.rule(rule).is_some());
        assert!(leans_on(advice) && weighed.iter().all(leans_on), "{advice}");
    }
}

#[test]
fn advice_is_for_the_side_that_decides_and_keeps_to_its_limit() {
    let answers = talk(&[
        NEW,
        r#"{"advise": {"level": "veteran", "side": "US/ARVN", "limit": {"runs": 40}}}"#,
        r#"{"advise": {"level": "veteran"}}"#,
        r#"{"advise": {"level": "veteran", "side": "PAVN/NLF"}}"#,
        r#"{"advise": {"level": "general"}}"#,
    ]);
    let work = |answer: &Value| answer["ok"]["work"].as_u64().unwrap();
    assert!(work(&answers[1]) < work(&answers[2]), "{} and {}", answers[1], answers[2]);
    assert_eq!(answers[3]["error"]["because"], "It is US/ARVN that is to decide.");
    assert!(answers[4]["error"]["because"].as_str().unwrap().contains("general"), "{}", answers[4]);
}

#[test]
fn advice_within_a_limit_of_seconds_is_the_best_found_by_then() {
    let mut lines: Vec<&str> = LONG_THOUGHT.to_vec();
    lines.push(r#"{"advise": {"level": "veteran", "limit": {"seconds": 0.001}}}"#);
    lines.push(r#"{"advise": {"level": "veteran"}}"#);
    lines.push(r#"{"options": {}}"#);
    let answers = talk(&lines);
    let [short, whole, options] = answers.last_chunk().unwrap();
    let work = |answer: &Value| answer["ok"]["work"].as_u64().unwrap();
    assert!(work(short) < work(whole) / 2, "{} of {}", work(short), work(whole));
    assert!(options["ok"]["commands"].as_array().unwrap().contains(&short["ok"]["command"]), "{short}");
}
