//! `referee talk`: every request, every refusal, and everything a client can get wrong.

use std::fs;
use std::time::{Duration, Instant};

use crate::desk::{argument, with_input};
use serde_json::{Value, json};
use tempfile::tempdir;

/// The answers to these lines, which must be as many.
fn talk(lines: &[&str]) -> Vec<Value> {
    let answers = with_input(&["talk"], &(lines.join("\n") + "\n")).answer();
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    assert_eq!(answers.len(), lines.len(), "{answers:?}");
    answers
}

const NEW: &str = r#"{"new": {"ruleset": "block-by-block", "scenario": "combat-example", "seed": 7}}"#;
const CLOSE_COMBAT: &str = r#"{"CloseCombat": {"group": 1, "heavy_weapons": false}}"#;

/// The answer to one line after a new game.
fn after_new(line: &str) -> Value {
    talk(&[NEW, line]).remove(1)
}

fn close_combat(dice: &str) -> String {
    format!(r#"{{"do": {{"command": {CLOSE_COMBAT}{dice}}}}}"#)
}

#[test]
fn new_and_position_tell_everything() {
    let answers = talk(&[NEW, r#"{"position": {}}"#]);
    assert_eq!(answers[0], answers[1]);
    let position = &answers[0]["ok"];
    let keys: Vec<_> = position.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["outcome", "phase", "ruleset", "scenario", "state", "to_act", "turn"]);
    assert_eq!(position["ruleset"], "block-by-block");
    assert_eq!(position["scenario"], "combat-example");
    assert_eq!(
        (&position["turn"], &position["to_act"], &position["outcome"]),
        (&json!(4), &json!("US/ARVN"), &Value::Null)
    );
    assert_eq!(position["phase"], "Turn 4 of 5, US/ARVN combat");
    assert_eq!(position["state"]["units"]["800th Battalion"]["condition"], "Spent");
}

#[test]
fn ids_are_echoed_whatever_they_are() {
    let answers = talk(&[
        r#"{"id": 1, "position": {}}"#,
        r#"{"position": {}, "id": {"a": [null]}}"#,
        r#"{"id": "x", "frolic": {}}"#,
        r#"{"id": 7}"#,
        r#"{"position": {}}"#,
    ]);
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[1]["id"], json!({"a": [null]}));
    assert_eq!(answers[2]["id"], "x");
    assert_eq!(answers[3]["id"], 7);
    assert!(answers[4].get("id").is_none());
    assert!(answers.iter().all(|answer| answer["error"]["because"].is_string()));
}

#[test]
fn a_view_is_the_position_of_a_side() {
    let answers = talk(&[NEW, r#"{"view": {"side": "PAVN/NLF"}}"#, r#"{"view": {"side": "french"}}"#]);
    // Nothing is hidden in this game.
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[2]["error"]["because"], "There is no side `french`. The sides are `US/ARVN` and `PAVN/NLF`.");
}

#[test]
fn every_option_can_be_done() {
    let options = after_new(r#"{"options": {}}"#);
    assert_eq!(options["ok"]["complete"], true);
    let commands = options["ok"]["commands"].as_array().unwrap();
    assert!(commands.len() > 20 && commands.contains(&serde_json::from_str(CLOSE_COMBAT).unwrap()), "{options}");
    for command in commands {
        let done = after_new(&json!({"do": {"command": command}}).to_string());
        assert!(done["ok"]["events"].is_array(), "{command}: {done}");
    }
}

#[test]
fn options_bring_sentences_only_where_they_are_asked_for() {
    let [plain, told] = [r#"{"options": {}}"#, r#"{"options": {"phrases": true}}"#].map(after_new);
    assert!(plain["ok"].get("phrases").is_none(), "{plain}");
    assert_eq!(plain["ok"]["commands"], told["ok"]["commands"]);
    let here = told["ok"]["commands"]
        .as_array()
        .unwrap()
        .iter()
        .position(|command| *command == serde_json::from_str::<Value>(CLOSE_COMBAT).unwrap());
    let phrase = told["ok"]["phrases"][here.unwrap()].as_str().unwrap();
    assert!(phrase.starts_with("Group 1 ") && phrase.contains("close combat"), "{phrase}");
    assert_eq!(told["ok"]["phrases"].as_array().unwrap().len(), told["ok"]["commands"].as_array().unwrap().len());
}

#[test]
fn done_commands_tell_events_and_rolls() {
    let done = after_new(&close_combat(r#", "dice": [4, 2]"#));
    let done = &done["ok"];
    assert_eq!(done["rolls"][0], json!({"sides": 6, "value": 4, "for": "close combat, attacker", "rule": "7.6b"}));
    assert_eq!(done["rolls"].as_array().unwrap().len(), 2);
    assert!(done["events"][1]["CloseCombatRolled"].is_object(), "{done}");
    assert!(done["to_act"].is_string());
}

#[test]
fn seeded_dice_are_those_of_the_seed() {
    let (one, two) = (after_new(&close_combat("")), after_new(&close_combat("")));
    assert_eq!(one, two);
    assert_eq!(one["ok"]["rolls"].as_array().unwrap().len(), 2);
}

#[test]
fn too_few_dice_ask_for_the_next_and_change_nothing() {
    let answers = talk(&[
        NEW,
        &close_combat(r#", "dice": []"#),
        &close_combat(r#", "dice": [4]"#),
        r#"{"position": {}}"#,
        &close_combat(r#", "dice": [4, 2]"#),
    ]);
    assert_eq!(answers[1], json!({"needs_roll": {"sides": 6, "for": "close combat, attacker", "rule": "7.6b"}}));
    assert_eq!(answers[2]["needs_roll"]["for"], "close combat, defender");
    assert_eq!(answers[3], answers[0]);
    assert!(answers[4]["ok"].is_object());
}

#[test]
fn dice_left_over_or_impossible_are_errors_and_change_nothing() {
    let answers = talk(&[
        NEW,
        &close_combat(r#", "dice": [4, 2, 1]"#),
        &close_combat(r#", "dice": [4, 7]"#),
        r#"{"do": {"command": "Done", "dice": [1]}}"#,
        r#"{"position": {}}"#,
    ]);
    let because = |n: usize| answers[n]["error"]["because"].as_str().unwrap();
    assert_eq!(because(1), "You gave 3 dice, but the rules ask for 2. Remove the others.");
    assert_eq!(because(2), "7 is not a face of the die for close combat, defender: it has 6 sides.");
    assert_eq!(because(3), "You gave 1 dice, but the rules ask for 0. Remove the others.");
    assert_eq!(answers[4], answers[0]);
}

#[test]
fn what_the_rules_forbid_is_refused_and_changes_nothing() {
    let answers = talk(&[
        NEW,
        r#"{"do": {"command": {"Pause": {"group": 9}}}}"#,
        r#"{"odds": {"command": {"Pause": {"group": 9}}}}"#,
        r#"{"position": {}}"#,
    ]);
    for refused in &answers[1..3] {
        let keys: Vec<_> = refused["refused"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["because", "remedy", "rule"], "{refused}");
    }
    assert_eq!(answers[3], answers[0]);
}

#[test]
fn odds_sum_to_one_and_change_nothing() {
    let answers = talk(&[
        NEW,
        &format!(r#"{{"odds": {{"command": {CLOSE_COMBAT}}}}}"#),
        r#"{"position": {}}"#,
        &close_combat(""),
    ]);
    let odds = &answers[1]["ok"];
    assert_eq!(odds["exact"], true);
    let outcomes = odds["outcomes"].as_array().unwrap();
    let (mut sum, mut last) = (0.0, f64::INFINITY);
    for outcome in outcomes {
        let value = outcome["value"].as_f64().unwrap();
        let (upper, lower) = outcome["probability"].as_str().unwrap().split_once('/').unwrap();
        assert!((upper.parse::<f64>().unwrap() / lower.parse::<f64>().unwrap() - value).abs() < 1e-12);
        assert!(value <= last && !outcome["summary"].as_str().unwrap().is_empty());
        (sum, last) = (sum + value, value);
    }
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(answers[2], answers[0]);
}

#[test]
fn undo_goes_back_one_command() {
    let answers =
        talk(&[NEW, &close_combat(""), r#"{"undo": {}}"#, &close_combat(""), r#"{"undo": {}}"#, r#"{"undo": {}}"#]);
    assert_eq!(answers[2], answers[0]);
    assert_eq!(answers[3], answers[1], "the same command rolls the same dice");
    assert_eq!(answers[5], json!({"error": {"because": "There is nothing to take back."}}));
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let save = json!({"save": {"path": argument(&path)}}).to_string();
    let load = json!({"load": {"path": argument(&path)}}).to_string();
    let saved = talk(&[NEW, &close_combat(""), &save]);
    let loaded = talk(&[&load, r#"{"undo": {}}"#, &close_combat(r#", "dice": [1, 1]"#)]);
    assert_eq!(saved[2], loaded[0]);
    assert_eq!(loaded[1]["ok"], saved[0]["ok"]);
    assert!(loaded[2]["ok"].is_object());
    fs::write(&path, "(format: 9)").unwrap();
    let answers = talk(&[
        NEW,
        &load,
        r#"{"load": {"path": "none.ron"}}"#,
        r#"{"save": {"path": "none/x.ron"}}"#,
        r#"{"position": {}}"#,
    ]);
    let because = |n: usize| answers[n]["error"]["because"].as_str().unwrap();
    assert!(because(1).contains("This game was saved in format 9"), "{}", because(1));
    assert_eq!(because(2), "none.ron:1:1: There is no such file. Check the name and the folder.");
    assert!(because(3).starts_with("none/x.ron was not written: "));
    assert_eq!(answers[4], answers[0], "the game goes on where another one could not be loaded");
}

#[test]
fn scenarios_are_named_or_given_by_path_and_a_wrong_one_is_told() {
    let path = pointman_tests::root().join("scenarios/block-by-block/combat-example.ron");
    let by_path = json!({"new": {"ruleset": "block-by-block", "scenario": argument(&path), "seed": 7}}).to_string();
    let answers = talk(&[
        NEW,
        &by_path,
        r#"{"new": {"ruleset": "block-by-block", "scenario": "waterloo"}}"#,
        r#"{"new": {"ruleset": "chess", "scenario": "x"}}"#,
        r#"{"position": {}}"#,
    ]);
    assert_eq!(answers[0], answers[1]);
    assert!(answers[2]["error"]["because"].as_str().unwrap().contains("`combat-example`"));
    let because = answers[3]["error"]["because"].as_str().unwrap();
    assert!(because.starts_with("There is no ruleset `chess` here. There is: block-by-block"), "{because}");
    assert_eq!(answers[4], answers[0]);
}

#[test]
fn a_scenario_that_the_rules_object_to_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("twice.ron");
    fs::write(&path, r#"(title: "Twice", summary: "", units: {"O-1": ["K4B Battalion"], "O-2": ["K4B Battalion"]})"#)
        .unwrap();
    let new = json!({"new": {"ruleset": "block-by-block", "scenario": argument(&path)}}).to_string();
    assert!(talk(&[&new])[0]["refused"]["rule"].is_string());
}

#[test]
fn rules_are_told_with_their_provenance() {
    let answers = talk(&[
        r#"{"rule": {"id": "7.5a"}}"#,
        r#"{"rule": {"id": "7.5a", "ruleset": "block-by-block"}}"#,
        NEW,
        r#"{"rule": {"id": "BB-R1"}}"#,
        r#"{"rule": {"id": "99"}}"#,
    ]);
    assert!(answers[0]["error"]["because"].as_str().unwrap().starts_with("No game is being played. Name the ruleset"));
    let rule = &answers[1]["ok"];
    assert_eq!((&rule["id"], &rule["provenance"]["word"]), (&json!("7.5a"), &json!("printed")));
    assert!(!rule["title"].as_str().unwrap().is_empty() && !rule["text"].as_str().unwrap().is_empty());
    assert!(!answers[3]["ok"]["reason"].as_str().unwrap().is_empty());
    assert_eq!(answers[4]["error"]["because"], "There is no rule `99` in the rulebook of block-by-block.");
}

#[test]
fn anything_else_is_an_error_with_its_place_and_it_goes_on_listening() {
    for (line, at) in [
        ("", 1),
        ("hello", 1),
        ("[]", 1),
        ("7", 1),
        (r#"{"options": {}"#, 14),
        (r#"{"options": {}} {}"#, 17),
        (r#"{"options": {"of": 3}}"#, 17),
        (r#"{"frolic": {}}"#, 12),
        (r#"{"view": {}}"#, 11),
        (r#"{"new": {"ruleset": 7, "scenario": "x"}}"#, 21),
        (r#"{"do": {"command": {"Frolic": {}}}}"#, 28),
        (r#"{"do": {"command": {"Pause": {"group": -1}}}}"#, 41),
        (r#"{"do": {"command": {"Pause": {"group": 1}}, "dice": [300]}}"#, 56),
        (r#"{"do": {"command": {"Pause": {"group": 1}}, "die": 3}}"#, 49),
        (r#"{"do": {}}"#, 9),
    ] {
        let answers = talk(&[NEW, line, r#"{"position": {}}"#]);
        let error = &answers[1]["error"];
        assert!(error["because"].as_str().unwrap().ends_with('.'), "{line}: {error}");
        assert_eq!(error["at"], format!("line 1 column {at}"), "{line}: {error}");
        assert_eq!(answers[2], answers[0]);
    }
    let two = after_new(r#"{"options": {}, "undo": {}}"#);
    assert_eq!(two["error"]["because"], "`options` and `undo` are two requests. Write them in two lines.");
    let none = &talk(&[r#"{"options": {}}"#])[0];
    assert_eq!(none["error"]["because"], "No game is being played. Begin with `new` or `load`.");
}

#[test]
fn bytes_that_are_no_text_are_an_error_too() {
    let mut input: &[u8] = b"{\"a\xff\": 1}\n{\"undo\": {}}";
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let find = || Ok(pointman_tests::library());
    let status = referee::run(["referee", "talk"].map(Into::into), &find, &mut input, &mut out, &mut err);
    let out = String::from_utf8(out).unwrap();
    assert_eq!((status, out.lines().count(), err.len()), (0, 2, 0));
    assert!(out.starts_with(r#"{"error":{"at":"line 1 column 4","because":"This is not text in UTF-8."}}"#), "{out}");
}

#[test]
fn a_whole_game_is_played_by_talking() {
    let mut lines = vec![r#"{"new": {"ruleset": "block-by-block", "scenario": "historical", "seed": 3}}"#.to_owned()];
    // `Done` is asked for again and again; where it is no answer, the first option is.
    let mut game = ConversationByLot::new();
    while let Some(command) = game.next() {
        lines.push(json!({"do": {"command": command}}).to_string());
    }
    lines.push(r#"{"position": {}}"#.to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let answers = talk(&lines);
    assert!(
        answers.iter().all(|answer| answer.get("ok").is_some()),
        "{:?}",
        answers.iter().find(|a| a.get("ok").is_none())
    );
    let last = answers.last().unwrap();
    assert!(last["ok"]["outcome"]["title"].is_string() && last["ok"]["to_act"].is_null(), "{last}");
}

/// A random game in the same seed, whose commands are then said to the referee in JSON.
struct ConversationByLot {
    game: tabletop::Game<block_by_block::BlockByBlock>,
    picks: tabletop::dice::Seeded,
}

impl ConversationByLot {
    fn new() -> Self {
        let rules = std::sync::Arc::new(pointman_tests::library().load::<block_by_block::BlockByBlock>().unwrap());
        let scenario = pointman_tests::library().scenario::<block_by_block::BlockByBlock>("historical").unwrap();
        let game = tabletop::Game::new(rules, scenario, "historical", 3).unwrap();
        Self { game, picks: tabletop::dice::Seeded::new(1) }
    }

    fn next(&mut self) -> Option<block_by_block::Command> {
        let (options, _) = self.game.options();
        let command = options.get(self.picks.choose(options.len()))?.clone();
        self.game.play(command.clone()).unwrap();
        Some(command)
    }
}

/// A position in which a Veteran has much to think about: NLF movement in the whole valley.
pub const LONG_THOUGHT: [&str; 3] = [
    r#"{"new": {"ruleset": "search-and-destroy", "scenario": "standard", "seed": 7}}"#,
    r#"{"do": {"command": "Done"}}"#,
    r#"{"do": {"command": "Done"}}"#,
];

/// A company that is to be set up for the rest of its counters by lot: nobody can count the ways.
const ENDLESS: [&str; 11] = [
    r#"{"new": {"ruleset": "search-and-destroy", "scenario": "27-13-road-runner", "seed": 1}}"#,
    r#"{"do": {"command": {"Place": {"at": "3624", "unit": 34}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "0923", "unit": 35}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "3522", "unit": 36}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "3423", "unit": 37}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "0722", "unit": 38}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "1924", "unit": 39}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "0304", "unit": 40}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "0205", "unit": 41}}}}"#,
    r#"{"do": {"command": {"Place": {"at": "2804", "unit": 42}}}}"#,
    r#"{"options": {}}"#,
];

fn sum(odds: &Value) -> f64 {
    odds["outcomes"].as_array().unwrap().iter().map(|outcome| outcome["value"].as_f64().unwrap()).sum()
}

#[test]
fn odds_that_cannot_be_counted_are_a_sample_within_the_limit() {
    let begun = Instant::now();
    let mut lines = ENDLESS.to_vec();
    lines.push(r#"{"odds": {"command": "Done", "limit": {"runs": 40}}}"#);
    lines.push(r#"{"odds": {"command": "Done", "limit": {"seconds": 0.2}}}"#);
    lines.push(r#"{"odds": {"command": "Done", "limit": {"runs": 10000000, "seconds": 3600}}}"#);
    let answers = talk(&lines);
    let odds: Vec<&Value> = answers[11..].iter().map(|answer| &answer["ok"]).collect();
    assert!(odds.iter().all(|odds| odds["exact"] == false && (sum(odds) - 1.0).abs() < 1e-9), "{odds:?}");
    assert_eq!(odds[0]["runs"], 40);
    assert!(odds[1]["runs"].as_u64().is_some_and(|runs| runs > 0));
    // The last is cut short since nobody is there any more who could give it up.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn a_limit_is_a_number_of_runs_or_of_seconds_that_makes_sense() {
    for (limit, because) in [
        (r#"{"runs": 0}"#, "A limit has from 1 to 10000000 runs."),
        (r#"{"runs": 10000001}"#, "A limit has from 1 to 10000000 runs."),
        (r#"{"seconds": 0}"#, "A limit has more than 0 and at most 3600 seconds."),
        (r#"{"seconds": 1e300}"#, "A limit has more than 0 and at most 3600 seconds."),
    ] {
        let answer = after_new(&format!(r#"{{"odds": {{"command": {CLOSE_COMBAT}, "limit": {limit}}}}}"#));
        assert_eq!(answer["error"]["because"], because);
    }
    let exact =
        after_new(&format!(r#"{{"odds": {{"command": {CLOSE_COMBAT}, "limit": {{"runs": 36, "seconds": 60}}}}}}"#));
    assert_eq!((&exact["ok"]["exact"], &exact["ok"]["runs"]), (&json!(true), &json!(36)));
    let cut = after_new(&format!(r#"{{"odds": {{"command": {CLOSE_COMBAT}, "limit": {{"runs": 35}}}}}}"#));
    assert_eq!((&cut["ok"]["exact"], &cut["ok"]["runs"]), (&json!(false), &json!(35)));
}

/// A client that says one thing after another and waits for answers, as a person would.
struct Client {
    lines: std::sync::mpsc::Sender<Vec<u8>>,
    answers: std::sync::mpsc::Receiver<Value>,
    ended: std::thread::JoinHandle<u8>,
}

/// What is said as it is said, without an end until the sender is gone.
struct Said {
    lines: std::sync::mpsc::Receiver<Vec<u8>>,
    line: std::io::Cursor<Vec<u8>>,
}

impl std::io::Read for Said {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.line.position() == self.line.get_ref().len() as u64 {
            match self.lines.recv() {
                Ok(line) => self.line = std::io::Cursor::new(line),
                Err(_) => return Ok(0),
            }
        }
        self.line.read(buffer)
    }
}

/// Where answers are written to, line by line.
struct Heard(std::sync::mpsc::Sender<Value>, Vec<u8>);

impl std::io::Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        // A long answer comes in many small pieces: only its end is worth a look.
        if !bytes.contains(&b'\n') {
            return Ok(bytes.len());
        }
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let answer = serde_json::from_slice(&line).expect("answers are JSON");
            self.0.send(answer).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Client {
    fn new() -> Self {
        let (lines, said) = std::sync::mpsc::channel();
        let (heard, answers) = std::sync::mpsc::channel();
        let ended = std::thread::spawn(move || {
            let mut input = std::io::BufReader::new(Said { lines: said, line: std::io::Cursor::default() });
            let find = || Ok(pointman_tests::library());
            let arguments = ["referee", "talk"].map(Into::into);
            referee::run(arguments, &find, &mut input, &mut Heard(heard, Vec::new()), &mut Vec::new())
        });
        Self { lines, answers, ended }
    }

    fn say(&self, line: &str) {
        self.lines.send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn hear(&self) -> Value {
        self.answers.recv_timeout(Duration::from_secs(60)).expect("there is an answer")
    }

    fn ask(&self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }
}

#[test]
fn a_request_under_way_is_given_up_and_the_next_ones_are_answered_in_order() {
    let client = Client::new();
    for line in ENDLESS {
        client.ask(line);
    }
    client.say(r#"{"id": "slow", "odds": {"command": "Done", "limit": {"runs": 10000000, "seconds": 3600}}}"#);
    client.say(r#"{"id": "never", "do": {"command": "Done"}}"#);
    client.say(r#"{"id": 3, "options": {}}"#);
    client.say(r#"{"id": 4, "cancel": {"id": "never"}}"#);
    client.say(r#"{"cancel": {"id": "slow"}}"#);
    client.say(r#"{"cancel": {"id": "unheard of"}}"#);
    client.say(r#"{"cancel": {"id": 3}}"#);
    assert_eq!(client.hear(), json!({"id": "slow", "error": {"because": "given up"}}));
    assert_eq!(client.hear(), json!({"id": "never", "error": {"because": "given up"}}));
    // It may have been answered before it was cancelled.
    let options = client.hear();
    assert_eq!(options["id"], 3);
    assert_eq!(client.hear(), json!({"id": 4, "ok": {"given_up": true}}));
    assert_eq!(client.hear(), json!({"ok": {"given_up": true}}));
    assert_eq!(client.hear(), json!({"ok": {"given_up": false}}));
    assert_eq!(client.hear(), json!({"ok": {"given_up": options.get("error").is_some()}}));
    assert_eq!(client.ask(r#"{"position": {}}"#)["ok"]["to_act"], "NLF", "nothing has been done");
    let Client { lines, answers, ended } = client;
    drop(lines);
    assert_eq!(ended.join().unwrap(), 0);
    assert_eq!(answers.iter().count(), 0);
}

#[test]
fn advice_that_is_given_up_is_not_thought_out() {
    let client = Client::new();
    for line in LONG_THOUGHT {
        client.ask(line);
    }
    let timed = |cancel: &[&str]| {
        let begun = Instant::now();
        client.say(r#"{"id": "thought", "advise": {"level": "veteran"}}"#);
        cancel.iter().for_each(|line| client.say(line));
        (client.hear(), begun.elapsed())
    };
    let (whole, long) = timed(&[]);
    assert!(whole["ok"]["work"].as_u64().is_some_and(|work| work > 4_000), "{whole}");
    let (given_up, short) = timed(&[r#"{"cancel": {"id": "thought"}}"#]);
    assert_eq!(given_up, json!({"id": "thought", "error": {"because": "given up"}}));
    assert_eq!(client.hear(), json!({"ok": {"given_up": true}}));
    assert!(short < long / 2, "{short:?} against {long:?}");
    assert_eq!(client.ask(r#"{"position": {}}"#)["ok"]["to_act"], "NLF", "nothing has been done");
}

#[test]
fn work_ends_when_the_input_is_closed_or_nobody_reads_the_answers() {
    for reads in [true, false] {
        let client = Client::new();
        for line in ENDLESS {
            client.ask(line);
        }
        client.say(r#"{"odds": {"command": "Done", "limit": {"runs": 10000000, "seconds": 3600}}}"#);
        let Client { lines, answers, ended } = client;
        let begun = Instant::now();
        drop(lines);
        if reads {
            assert_eq!(answers.iter().map(|answer| answer["ok"]["exact"] == false).collect::<Vec<_>>(), [true]);
        } else {
            drop(answers);
        }
        assert_eq!(ended.join().unwrap(), 0);
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_line_without_an_end_is_one_error_and_is_not_kept() {
    let long = format!(r#"{{"id": "{}", "position": {{}}}}"#, "x".repeat(3 << 20));
    let answers = talk(&[&long, NEW, &"[".repeat(2 << 20), r#"{"position": {}}"#]);
    let expected = json!({"error": {"because": "This line is longer than a megabyte, and no request is."}});
    assert_eq!((&answers[0], &answers[2]), (&expected, &expected));
    assert_eq!(answers[1], answers[3]);
    assert_eq!(talk(&[&"x".repeat(2 << 20)]), [expected]);
}
