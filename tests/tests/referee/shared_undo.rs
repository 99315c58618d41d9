//! Taking back in a shared game: it changes all or nothing, and tells no seat what it may not know.

use std::sync::Arc;
use std::time::Duration;

use block_by_block::BlockByBlock;
use host::{Host, Settings};
use platoon::Platoon;
use pointman_tests::library;
use pointman_tests::wire::Wire;
use search_and_destroy::SearchAndDestroy;
use serde_json::{Value, json};
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::save::Autosave;
use tabletop::{Game, Ruleset};

use crate::shared_games::{game, open};

/// A random order is given here; who gave it, and whether there was one.
fn step<R: Ruleset>(truth: &mut Game<R>, picks: &mut Seeded) -> Option<(usize, R::Command)> {
    let side = truth.to_act()?;
    let (options, _) = truth.options();
    let command = options[picks.choose(options.len())].clone();
    let giver = truth.rules().giver(truth.state(), &command).unwrap_or(side);
    truth.play(command.clone()).unwrap();
    let seat = truth.rules().sides().iter().position(|&side| side == giver)?;
    Some((seat, command))
}

fn sit_all(host: &Host, opened: &host::Opened) -> Vec<Wire> {
    opened.seats.iter().map(|seat| Wire::sit(host.address(), &seat.token)).collect()
}

#[test]
fn what_cannot_be_taken_back_in_the_file_is_not_taken_back_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let mut truth = game::<BlockByBlock>("historical", 1);
    let host = Host::start(library(), &Settings::for_this_machine()).unwrap();
    let file = Autosave::begin(&games.join("game.ron")).unwrap();
    let opened = host.open(truth.clone(), Some(file), false, None).unwrap();
    let mut wires = sit_all(&host, &opened);
    let (seat, command) = step(&mut truth, &mut Seeded::new(1)).unwrap();
    assert!(truth.entries()[0].rolls.is_empty(), "it may be taken back without a question");
    assert!(wires[seat].ask("do", json!({"command": command}))["ok"].is_object());
    let away = folder.path().join("away");
    std::fs::rename(&games, &away).unwrap();
    let answer = wires[seat].ask("undo", json!({}));
    assert!(answer["error"].is_object(), "{answer}");
    for wire in &mut wires {
        assert_eq!(wire.ask("view", json!({}))["ok"]["state"], serde_json::to_value(truth.state()).unwrap());
    }
    std::fs::rename(&away, &games).unwrap();
    assert_eq!(wires[seat].ask("undo", json!({}))["ok"]["taken_back"], true);
}

/// Plays a random game to its end, and asks for its last orders back.
fn asks_for_the_end_back<R: Ruleset>(scenario: &str) {
    let mut truth = game::<R>(scenario, 3);
    let mut picks = Seeded::new(3);
    while step(&mut truth, &mut picks).is_some() {}
    let (host, opened) = open(&truth);
    for wire in &mut sit_all(&host, &opened) {
        let answer = wire.ask("undo", json!({}));
        assert!(answer["error"]["because"].as_str().is_some_and(|why| why.contains("over")), "{scenario}: {answer}");
        assert_eq!(wire.ask("view", json!({}))["ok"]["state"], serde_json::to_value(truth.state()).unwrap());
    }
}

#[test]
fn nothing_is_taken_back_once_all_that_was_hidden_is_shown() {
    asks_for_the_end_back::<SearchAndDestroy>("standard");
    asks_for_the_end_back::<Platoon>("ambush");
    asks_for_the_end_back::<Skirmish>("patrol-and-ambush");
}

/// Each order by which a side stops deciding is asked for back, and the other side goes on. How many orders of that other side
/// went unnoticed while the question stood.
fn counts_nothing<R: Ruleset>(scenario: &str, seed: u64, most: usize) -> usize {
    let mut truth = game::<R>(scenario, seed);
    let rules = Arc::clone(truth.rules());
    let (host, opened) = open(&truth);
    let mut wires = sit_all(&host, &opened);
    let mut picks = Seeded::new(seed);
    let (mut asker, mut unnoticed) = (None, 0);
    while unnoticed < most
        && truth.len() < 120
        && let Some((seat, command)) = step(&mut truth, &mut picks)
    {
        let other = 1 - seat;
        if asker == Some(other) {
            wires[other].drain(Duration::from_millis(20));
            wires[other].heard.clear();
        }
        assert!(wires[seat].ask("do", json!({"command": command}))["ok"].is_object());
        if asker == Some(other) {
            let heard: Vec<Value> = wires[other].drain(Duration::from_millis(150));
            let is_noticed = heard.iter().any(|said| said.get("noticed").is_some());
            let is_answered = heard.iter().any(|said| said.get("answered").is_some());
            assert_eq!(is_answered, is_noticed, "order {} of {scenario}: {heard:?}", truth.len());
            unnoticed += usize::from(!is_noticed);
            if is_noticed {
                asker = None;
            } else {
                assert_eq!(wires[other].ask("undo", json!({}))["ok"], json!({"asked": true}), "as before");
            }
        }
        let acting = truth.to_act().and_then(|side| rules.sides().iter().position(|&one| one == side));
        if asker.is_none() && acting == Some(1 - seat) {
            let answer = wires[seat].ask("undo", json!({}));
            // He may not learn from the answer whether the other side has done something yet.
            assert_eq!(answer["ok"], json!({"asked": true}), "order {} of {scenario}", truth.len());
            asker = Some(seat);
        }
    }
    // An unanswered question can still be answered, though orders were given out of the asker's sight.
    if let Some(asker) = asker {
        let answer = wires[1 - asker].ask("answer", json!({"undo": false}));
        assert_eq!(answer["ok"]["taken_back"], false, "{answer}");
    }
    unnoticed
}

#[test]
fn who_asks_for_an_order_back_learns_nothing_of_orders_out_of_his_sight() {
    let found = [
        counts_nothing::<SearchAndDestroy>("standard", 2, 2),
        counts_nothing::<Skirmish>("patrol-and-ambush", 2, 2),
        counts_nothing::<Platoon>("village-search", 2, 2),
    ];
    assert!(found.iter().sum::<usize>() > 0, "{found:?} orders went unnoticed");
}

#[test]
fn real_dice_are_refused_where_something_is_hidden() {
    fn refused<R: Ruleset>(host: &Host, scenario: &str) {
        let why = host.open(game::<R>(scenario, 1), None, true, None).unwrap_err();
        assert!(why.contains("real dice"), "{why}");
    }
    let folder = tempfile::tempdir().unwrap();
    let games = Some(folder.path().to_path_buf());
    let settings = Settings { games, house_key: Some("key".into()), ..Settings::for_this_machine() };
    let host = Host::start(library(), &settings).unwrap();
    refused::<SearchAndDestroy>(&host, "standard");
    refused::<Platoon>(&host, "ambush");
    refused::<Skirmish>(&host, "patrol-and-ambush");
    assert!(host.open(game::<BlockByBlock>("historical", 1), None, true, None).is_ok());
    let new = |ruleset: &str, scenario: &str| {
        let new = json!({"key": "key", "ruleset": ruleset, "scenario": scenario, "real_dice": true});
        Wire::open(host.address()).unwrap().ask("new", new)
    };
    let answer = new("platoon", "ambush");
    assert!(answer["ended"]["because"].as_str().is_some_and(|why| why.contains("real dice")), "{answer}");
    assert!(new("block-by-block", "historical")["ok"].is_object());
}
