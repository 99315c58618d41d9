//! Commands and requests have one spelling, and nothing that can be written to the referee makes it fall.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tabletop::dice::Seeded;
use tabletop::{Game, Library, Ruleset};

fn library() -> Library {
    Library::find().unwrap()
}

/// The answers to what is said, whatever bytes it is.
fn answers(mut said: &[u8]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = referee::run(["referee", "talk"].map(Into::into), &|| Ok(library()), &mut said, &mut out, &mut err);
    assert_eq!((status, err.len()), (0, 0));
    String::from_utf8(out).unwrap()
}

fn talk(said: &str) -> String {
    answers(said.as_bytes())
}

/// A command written wrongly, and what the answer must name, if there is such a thing.
type Slip = (String, Option<&'static str>);

/// The same value with one slip of the pen in each place where one can be.
fn slips(value: &Value) -> Vec<Slip> {
    let mut slips: Vec<Slip> = Vec::new();
    match value {
        Value::Object(fields) => {
            let pairs: Vec<(String, String)> =
                fields.iter().map(|(k, v)| (json!(k).to_string(), v.to_string())).collect();
            let written = |pairs: &[(String, String)]| {
                let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}:{value}")).collect();
                format!("{{{}}}", pairs.join(","))
            };
            let with = |name: &str, value: &str| {
                let mut pairs = pairs.clone();
                pairs.push((json!(name).to_string(), value.to_owned()));
                written(&pairs)
            };
            slips.push((with("frolic", "3"), Some("frolic")));
            for (n, (name, inner)) in fields.iter().enumerate() {
                slips.push((with(name, &inner.to_string()), Some("twice")));
                let mut renamed = pairs.clone();
                renamed[n].0 = "\"frolic\"".into();
                slips.push((written(&renamed), None));
                for (slip, named) in self::slips(inner) {
                    let mut pairs = pairs.clone();
                    pairs[n].1 = slip;
                    slips.push((written(&pairs), named));
                }
            }
            let values: Vec<&Value> = fields.values().collect();
            slips.push((json!(values).to_string(), None));
            slips.extend(fields.keys().next().map(|name| (json!(name).to_string(), None)));
            slips.push(("3".into(), None));
        }
        Value::Array(values) => {
            slips.push((r#"{"frolic":1}"#.into(), None));
            for n in 0..values.len() {
                for (slip, named) in self::slips(&values[n]) {
                    let mut texts: Vec<String> = values.iter().map(Value::to_string).collect();
                    texts[n] = slip;
                    slips.push((format!("[{}]", texts.join(",")), named));
                }
            }
        }
        Value::String(_) => slips.extend([("[7]".into(), None), (json!("x".repeat(9_000)).to_string(), None)]),
        Value::Number(_) => slips.extend([("\"seven\"".into(), None), ("1e300".into(), None), ("{}".into(), None)]),
        Value::Bool(_) => slips.push(("1".into(), None)),
        Value::Null => slips.push(("[]".into(), None)),
    }
    slips
}

/// Plays a random game by talking, with every command written wrongly in every way before it is written rightly.
fn every_slip_is_refused<R: Ruleset>(scenario: &str, seed: u64, commands: usize) {
    let library = library();
    let rules = Arc::new(library.load::<R>().unwrap());
    let mut game = Game::new(rules, library.scenario::<R>(scenario).unwrap(), scenario, seed).unwrap();
    let mut picks = Seeded::new(seed);
    let mut lines = vec![json!({"new": {"ruleset": R::ID, "scenario": scenario, "seed": seed}}).to_string()];
    let mut expected: Vec<Option<Option<&'static str>>> = vec![None];
    for _ in 0..commands {
        let (options, _) = game.options();
        let Some(command) = options.get(picks.choose(options.len().max(1))).cloned() else { break };
        let written = serde_json::to_value(&command).unwrap();
        let mut wrong = slips(&written);
        if let Value::String(name) = &written {
            wrong.push((Value::Object(Map::from_iter([(name.clone(), Value::Null)])).to_string(), None));
        }
        for (slip, named) in wrong {
            lines.push(format!("{{\"do\":{{\"command\":{slip}}}}}"));
            expected.push(Some(named));
        }
        lines.push(json!({"do": {"command": written}}).to_string());
        expected.push(None);
        game.play(command).unwrap();
    }
    let answers = talk(&(lines.join("\n") + "\n"));
    for ((line, answer), expected) in lines.iter().zip(answers.lines()).zip(expected) {
        let value: Value = serde_json::from_str(answer).unwrap();
        let Some(named) = expected else {
            assert!(value["ok"].is_object(), "{line}: {answer}");
            continue;
        };
        let told = value["error"]["because"].as_str().or(value["refused"]["because"].as_str());
        let told = told.unwrap_or_else(|| panic!("{line} was taken: {answer}"));
        assert!(told.chars().count() <= 401 && !told.contains('\n'), "{line}: {told}");
        assert!(
            named.is_none_or(|named| told.contains(named) || told.starts_with("Something else stands here")),
            "{line}: {told}"
        );
        for name in ["struct ", "enum ", "u8", "i32", "tuple", "variant", "Invalid", "sequence"] {
            assert!(!told.contains(name), "{line} names a type: {told}");
        }
    }
}

#[test]
fn slips_of_the_pen_are_refused_in_block_by_block() {
    every_slip_is_refused::<block_by_block::BlockByBlock>("historical", 3, 80);
}

#[test]
fn slips_of_the_pen_are_refused_in_platoon() {
    every_slip_is_refused::<platoon::Platoon>("ambush", 3, 60);
    every_slip_is_refused::<platoon::Platoon>("beside-your-table", 3, 40);
}

#[test]
fn slips_of_the_pen_are_refused_in_search_and_destroy() {
    every_slip_is_refused::<search_and_destroy::SearchAndDestroy>("27-13-road-runner", 3, 80);
}

#[test]
fn slips_of_the_pen_are_refused_in_skirmish() {
    every_slip_is_refused::<skirmish::Skirmish>("patrol-and-ambush", 3, 60);
}

#[test]
fn requests_have_one_spelling_and_what_is_wrong_is_named() {
    let new = r#"{"new": {"ruleset": "block-by-block", "scenario": "combat-example"}}"#;
    for (line, named) in [
        (r#"{"undo": {}, "undo": {}}"#, "`undo` is written twice."),
        (r#"{"id": 1, "id": 2, "undo": {}}"#, "`id` is written twice."),
        (r#"{"undo": {}, "options": {}}"#, "two requests"),
        (r#"{"undo": {"far": 1}}"#, "`far`"),
        (r#"{"undo": []}"#, "A list stands here; it should be `{}`."),
        (r#"{"view": ["US/ARVN"]}"#, "A list stands here; it should be an object with `side`."),
        (r#"{"view": {"side": "US/ARVN", "side": "US/ARVN"}}"#, "`side` is written twice."),
        (r#"{"do": {"command": {"Pause": {"group": 1}, "Done": null}}}"#, "A command has one name."),
        (r#"{"do": {"command": {"Done": null}}}"#, "Write this command as it is listed: \"Done\"."),
        (r#"{"do": {"command": {"Pause": {"group": -1}}}}"#, "The number -1 stands here; it should be a whole number"),
        (r#"{"new": 3}"#, "an object with `ruleset`"),
    ] {
        let answers = talk(&format!("{new}\n{line}\n"));
        let answer: Value = serde_json::from_str(answers.lines().nth(1).unwrap()).unwrap();
        let told = answer["error"]["because"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(told.contains(named), "{line}: {told}");
    }
}

#[test]
fn hostile_lines_get_an_answer_each_and_no_fault() {
    let mut lots = Seeded::new(17);
    let seeds = [
        r#"{"new": {"ruleset": "skirmish", "scenario": "patrol-and-ambush", "seed": 5}}"#,
        r#"{"new": {"ruleset": "platoon", "scenario": "ambush", "agree": ["level=basic"]}}"#,
        r#"{"load": {"path": "scenarios"}}"#,
        r#"{"save": {"path": "/none/none/none/none/none/none"}}"#,
        r#"{"view": {"side": "VC"}}"#,
        r#"{"do": {"command": {"Place": {"at": "3624", "unit": 34}}, "dice": [1, 2]}}"#,
        r#"{"odds": {"command": "Done", "limit": {"runs": 3, "seconds": 0.01}}}"#,
        r#"{"rule": {"id": "7.5a", "ruleset": "block-by-block"}}"#,
        r#"{"cancel": {"id": 1}, "id": 1}"#,
        r#"{"undo": {}}"#,
        r#"{"options": {}}"#,
    ];
    let pieces: [&[u8]; 14] = [
        b"{",
        b"}",
        b"[",
        b"\"",
        b"\\u0000",
        b"-1",
        b"99999999999999999999",
        b"1e999",
        b"null",
        b"\xff",
        b"\x00",
        b"[[[[[[[[",
        b",",
        b":",
    ];
    let mut input: Vec<u8> = Vec::new();
    let count = 600;
    for _ in 0..count {
        let mut line = seeds[lots.choose(seeds.len())].as_bytes().to_vec();
        for _ in 0..lots.choose(4) {
            let at = lots.choose(line.len() + 1);
            match lots.choose(3) {
                0 => drop(line.splice(at..at, pieces[lots.choose(pieces.len())].iter().copied())),
                1 => drop(line.drain(at..(at + lots.choose(6)).min(line.len()))),
                _ => line.truncate(at.max(1)),
            }
        }
        line.push(b'\n');
        input.extend(line);
    }
    let out = answers(&input);
    assert_eq!(out.lines().count(), count);
    for answer in out.lines() {
        let value: Value = serde_json::from_str(answer).unwrap();
        let told = value["error"]["because"].as_str().unwrap_or_default();
        assert!(!told.contains("fault of the program") && told.chars().count() <= 401, "{answer}");
    }
}
