//! What docs/play-elsewhere.md says of the messages is what is said on a line: every word that a host takes stands there, and every
//! part of what it answers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use block_by_block::BlockByBlock;
use host::{Host, Opened, Settings};
use platoon::Platoon;
use pointman_tests::wire::Wire;
use pointman_tests::{library, root};
use serde_json::{Value, json};
use tabletop::fair::Digest;
use tabletop::{Game, Ruleset};

fn documentation() -> String {
    std::fs::read_to_string(root().join("docs/play-elsewhere.md")).unwrap()
}

/// Every word that stands in the documentation as code.
fn written(text: &str) -> BTreeSet<&str> {
    let code = text.split('`').skip(1).step_by(2);
    code.flat_map(|code| code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')).collect()
}

/// The parts of a message: its own names, and those of what it tells, but not of positions, events and what a rulebook holds.
fn parts(said: &Value, found: &mut BTreeSet<String>) {
    const INSIDE: [&str; 12] =
        ["ok", "noticed", "who", "seats", "said", "asked", "answered", "undo", "missed", "draw", "error", "needs_roll"];
    match said {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            found.insert(name.clone());
            // What these tell is that of `talk`.
            let as_in_talk = ["odds", "rule"].iter().any(|word| fields.get("id").is_some_and(|id| id == word));
            if !as_in_talk && INSIDE.contains(&name.as_str()) {
                parts(value, found);
            }
        }),
        Value::Array(values) => values.iter().for_each(|value| parts(value, found)),
        _ => {}
    }
}

fn open<R: Ruleset>(scenario: &str, fair: bool) -> (Host, Opened, Game<R>) {
    let rules = Arc::new(library().load::<R>().unwrap());
    let arrangement = library().scenario::<R>(scenario).unwrap();
    let game = Game::new(rules, arrangement, scenario, 1).unwrap();
    let host = Host::start(library(), &Settings::for_this_machine()).unwrap();
    let opened = match fair {
        true => host.open_fair(game.clone(), None, None, Some(Duration::from_millis(20))),
        false => host.open(game.clone(), None, false, None),
    };
    (host, opened.unwrap(), game)
}

#[test]
fn every_word_that_a_host_takes_stands_in_the_documentation_and_no_other() {
    let (host, opened, _) = open::<Platoon>("ambush", false);
    let words = |answer: &Value, part: &str| -> BTreeSet<String> {
        let because = answer[part]["because"].as_str().unwrap_or_else(|| panic!("{answer}"));
        let list = because.split_once("Write one of: ").unwrap().1.trim_end_matches('.');
        list.split(", ").map(str::to_owned).collect()
    };
    let mut first = words(&Wire::open(host.address()).unwrap().ask("x", json!({})), "ended");
    let mut wire = Wire::sit(host.address(), &opened.seats[0].token);
    first.append(&mut words(&wire.ask("x", json!({})), "error"));
    // The words of the two tables: what stands first in a line as code.
    let text = documentation();
    let said = text.split_once("## What is said on a line").unwrap().1.split_once("\n## ").unwrap().0;
    let lines = said.lines().filter(|line| line.starts_with("| `"));
    let cells = lines.flat_map(|line| written(line.split('|').nth(1).unwrap()));
    let told: BTreeSet<String> = cells
        .filter(|word| {
            !word.is_empty()
                && (first.contains(*word) || !IN_FIRST_WORDS.split_whitespace().any(|other| other == *word))
        })
        .map(str::to_owned)
        .collect();
    assert_eq!(told, first);
}

/// What the first words of a line are made of.
const IN_FIRST_WORDS: &str = "protocol 3 token word tiger bridge forty since EPOCH NUMBER views true key ruleset scenario seed 7 agree real_dice false \
    fair_dice beat 200";

#[test]
fn every_part_of_what_a_host_says_stands_in_the_documentation() {
    let (host, opened, mut game) = open::<Platoon>("ambush", false);
    let mut wires: Vec<Wire> = opened.seats.iter().map(|seat| Wire::sit(host.address(), &seat.token)).collect();
    let hello = json!({"protocol": host::PROTOCOL, "token": opened.seats[0].token, "views": true, "since": [1, 0]});
    let mut viewer = Wire::open(host.address()).unwrap();
    let welcome = viewer.ask("hello", hello);
    let sides = game.rules().sides();
    for _ in 0..30 {
        let Some(acting) = game.to_act() else { break };
        let seat = sides.iter().position(|&side| side == acting).unwrap();
        let command = game.options().0[0].clone();
        let written = serde_json::to_value(&command).unwrap();
        wires[seat].ask("odds", json!({"command": written}));
        wires[1 - seat].ask("do", json!({"command": written}));
        assert!(wires[seat].ask("do", json!({"command": written}))["ok"].is_object());
        game.play(command).unwrap();
        if !game.entries()[game.cursor() - 1].rolls.is_empty() {
            break;
        }
    }
    for wire in &mut wires {
        for word in ["view", "show", "who", "undo"] {
            wire.ask(word, json!({}));
        }
        wire.ask("answer", json!({"undo": false}));
        wire.ask("options", json!({"phrases": true}));
        wire.ask("rule", json!({"id": "P-R1"}));
        wire.ask("say", json!({"text": "Good evening"}));
        wire.ask("sync", json!({"epoch": welcome["ok"]["epoch"], "since": 0}));
        wire.ask("history", json!({"from": 0}));
        wire.ask("do", json!({"command": {"No": 1}, "dice": [1]}));
        wire.ask("secrets", json!({}));
    }
    let (fair_host, fair, _) = open::<BlockByBlock>("historical", true);
    let mut machines: Vec<Wire> = fair.seats.iter().map(|seat| Wire::sit(fair_host.address(), &seat.token)).collect();
    for (n, machine) in machines.iter_mut().enumerate() {
        machine.ask("bind", json!({"end": Digest::of(&[b"end", &[n as u8]])}));
    }
    // Orders of later on are refused now.
    let (plain_host, plain, mut later) = open::<BlockByBlock>("historical", false);
    let mut orders = Vec::new();
    while let Some(order) = later.options().0.pop().filter(|_| orders.len() < 20) {
        orders.push(order.clone());
        later.play(order).unwrap();
    }
    let mut sitters: Vec<Wire> = plain.seats.iter().map(|seat| Wire::sit(plain_host.address(), &seat.token)).collect();
    for order in orders.iter().rev() {
        for wire in &mut sitters {
            wire.ask("do", json!({"command": order}));
        }
    }
    let mut found = BTreeSet::new();
    for wire in wires.iter_mut().chain(&mut machines).chain(&mut sitters).chain([&mut viewer]) {
        wire.drain(Duration::from_millis(200));
        wire.heard.iter().for_each(|text| parts(&serde_json::from_str(text).unwrap(), &mut found));
    }
    for must in
        ["draw", "who", "noticed", "asked", "answered", "refused", "error", "missed", "phrases", "question", "dice"]
    {
        assert!(found.contains(must), "{must} was not said: {found:?}");
    }
    let text = documentation();
    let written = written(&text);
    let missing: Vec<&String> = found.iter().filter(|part| !written.contains(part.as_str())).collect();
    assert!(missing.is_empty(), "not in docs/play-elsewhere.md: {missing:?}");
}

#[test]
fn the_documentation_and_the_bot_in_another_language_speak_the_version_of_the_host() {
    let bot = std::fs::read_to_string(root().join("tests/bots/bot.py")).unwrap();
    for (text, before) in [(documentation(), "\"protocol\": "), (bot, "PROTOCOL = ")] {
        let numbers = text.split(before).skip(1).filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        let versions: BTreeSet<&str> = numbers.filter(|number| !number.is_empty()).collect();
        assert_eq!(versions, BTreeSet::from([host::PROTOCOL.to_string().as_str()]), "after {before}");
    }
}
