//! Whole games between two seats over the wire: what each seat is told is what its side may know, and nothing else.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use block_by_block::BlockByBlock;
use host::{Heard, Host, Key, Notice, Opened, Seat, Settings};
use platoon::Platoon;
use pointman_tests::library;
use pointman_tests::wire::Wire;
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::Switch;
use serde_json::{Value, json};
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::save::{self, Autosave, Note};
use tabletop::{Game, Ruleset};

pub(crate) fn game<R: Ruleset>(scenario: &str, seed: u64) -> Game<R> {
    let rules = Arc::new(library().load::<R>().unwrap_or_else(|e| panic!("{e}")));
    let arranged = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    Game::new(rules, arranged, scenario, seed).unwrap_or_else(|e| panic!("{e}"))
}

pub(crate) fn open<R: Ruleset>(game: &Game<R>) -> (Host, Opened) {
    let host = Host::start(library(), &Settings { rate: 1e6, ..Settings::for_this_machine() }).unwrap();
    let opened = host.open(game.clone(), None, false, None).unwrap();
    (host, opened)
}

/// Somebody at a seat, with what he knows.
struct Player<R: Ruleset> {
    seat: Seat<R>,
    view: Option<R::State>,
    notices: VecDeque<Notice<R>>,
}

impl<R: Ruleset> Player<R> {
    fn join(host: &Host, token: &str) -> Self {
        let invitation = host.invitation(host.address().to_string(), Key::Token(token.to_owned()));
        let seat = Seat::join(invitation, || {}).unwrap();
        let mut player = Self { seat, view: None, notices: VecDeque::new() };
        while player.view.is_none() {
            player.hear();
        }
        player
    }

    /// Hears the next thing; the answer to a request, if it was one.
    fn hear(&mut self) -> Option<(u64, Result<Value, host::No>)> {
        match self.seat.wait(Duration::from_secs(60)).expect("nothing is heard") {
            Heard::Position(position) => self.view = Some(position.state),
            Heard::Noticed(notice) => {
                self.view = Some(notice.state.clone().expect("a notice comes with its view"));
                self.notices.push_back(*notice);
            }
            Heard::Answer(id, answer) => return Some((id, answer)),
            Heard::Lost(why) | Heard::Ended(why) => panic!("{why}"),
            _ => {}
        }
        None
    }

    fn answer_to(&mut self, id: u64) -> Result<Value, host::No> {
        loop {
            if let Some((answered, answer)) = self.hear()
                && answered == id
            {
                return answer;
            }
        }
    }
}

/// Plays a random game over the wire beside the same game here, and compares what each seat is told.
fn whole_game<R: Ruleset>(scenario: &str, seed: u64) -> usize {
    let mut truth = game::<R>(scenario, seed);
    let rules = Arc::clone(truth.rules());
    let (host, opened) = open(&truth);
    let mut players: Vec<Player<R>> = opened.seats.iter().map(|seat| Player::join(&host, &seat.token)).collect();
    let mut picks = Seeded::new(seed);
    let mut noticed = 0;
    while let Some(side) = truth.to_act() {
        let acting = rules.sides().iter().position(|&s| s == side).unwrap();
        let ask = players[acting].seat.ask("options", json!({"phrases": true}));
        let options = players[acting].answer_to(ask).unwrap();
        let commands = options["commands"].as_array().unwrap();
        assert_eq!(commands.len(), options["phrases"].as_array().unwrap().len());
        let command: R::Command = serde_json::from_value(commands[picks.choose(commands.len())].clone()).unwrap();
        let ask = players[acting].seat.order(&command);
        players[acting].answer_to(ask).unwrap_or_else(|no| panic!("{scenario}: {command:?}: {no:?}"));
        let played = truth.play(command.clone()).unwrap();
        for (n, player) in players.iter_mut().enumerate() {
            let side = rules.sides()[n];
            let known = match truth.outcome() {
                Some(_) => truth.state().clone(),
                None => rules.view(truth.state(), side),
            };
            let expected: Vec<R::Event> =
                played.events.iter().filter_map(|event| rules.seen(event, truth.state(), side)).collect();
            // What comes unasked comes soon; a seat that notices nothing is told nothing.
            while player.view.as_ref() != Some(&known) || (player.notices.is_empty() && !expected.is_empty()) {
                player.hear();
            }
            let notice = player.notices.pop_front();
            assert!(player.notices.is_empty(), "one order is one notice");
            assert_eq!(
                notice.as_ref().map_or(&[][..], |notice| &notice.events[..]),
                expected,
                "{scenario}: {command:?}"
            );
            noticed += usize::from(notice.is_some_and(|notice| {
                let all: Vec<_> = truth.log(truth.len() - 1..truth.len(), Some(side)).pop().unwrap().rolls;
                assert_eq!(notice.rolls, all);
                true
            }));
        }
    }
    assert!(noticed > truth.len(), "{noticed} notices of {} orders", truth.len());
    truth.len()
}

#[test]
fn a_whole_game_of_block_by_block_over_the_wire() {
    assert!(whole_game::<BlockByBlock>("historical", 3) > 100);
}

#[test]
fn a_whole_game_of_search_and_destroy_over_the_wire() {
    assert!(whole_game::<SearchAndDestroy>("standard", 3) > 100);
}

#[test]
fn a_whole_game_of_platoon_over_the_wire() {
    assert!(whole_game::<Platoon>("ambush", 3) > 30);
}

#[test]
fn a_whole_game_of_skirmish_over_the_wire() {
    assert!(whole_game::<Skirmish>("patrol-and-ambush", 3) > 30);
}

/// A message without what differs by lot from one run of a host to the next.
fn without_lots(text: &str) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap();
    for key in ["epoch", "game"] {
        if let Some(lot) = value["ok"].get_mut(key) {
            *lot = Value::Null;
        }
    }
    value.to_string()
}

/// Two lines on which the same came, message by message; where they differ first is said with what stands before it.
#[track_caller]
fn same_bytes(one: &[String], other: &[String]) {
    for (n, (one, other)) in one.iter().zip(other).enumerate() {
        let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let around = |text: &str| text.chars().skip(at.saturating_sub(120)).take(240).collect::<String>();
        assert!(one == other, "message {n} differs:\n{}\n{}", around(one), around(other));
    }
    assert_eq!(one.len(), other.len());
}

/// Everything a seat hears that asks all it may.
fn asks_everything(wire: &mut Wire) {
    for word in ["view", "show", "options", "who"] {
        wire.ask(word, json!({}));
    }
    wire.ask("sync", json!({"epoch": 0, "since": 0}));
    wire.ask("undo", json!({}));
    wire.ask("file", json!({}));
}

#[test]
fn a_seat_hears_the_same_bytes_where_only_what_is_hidden_from_it_differs() {
    let scenario = library().scenario::<SearchAndDestroy>("standard").unwrap().switched(Switch::FullyHidden, true);
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let (mut wires, mut truths) = (Vec::new(), Vec::new());
    for lot in [5, 6, 7] {
        let mut truth = Game::new(Arc::clone(&rules), scenario.clone(), "standard", 1).unwrap();
        let (host, opened) = open(&truth);
        let seat = |side: &str| opened.seats.iter().find(|seat| seat.side == side).unwrap();
        let mut us = Wire::sit(host.address(), &seat("US").token);
        let mut nlf = Wire::sit(host.address(), &seat("NLF").token);
        us.drain(Duration::from_millis(200));
        asks_everything(&mut us);
        // The NLF player sets up, each time in another way and with another number of orders.
        let mut picks = Seeded::new(lot);
        let set_up = truth.to_act().unwrap();
        while truth.to_act() == Some(set_up) {
            let (mut options, _) = truth.options();
            // What is given up is told to everybody.
            options.retain(|command| !matches!(command, search_and_destroy::Command::Forgo { .. }));
            let command = options[picks.choose(options.len())].clone();
            let answer = nlf.ask("do", json!({"command": command}));
            assert!(answer["ok"].is_object(), "{answer}");
            truth.play(command).unwrap();
        }
        us.drain(Duration::from_millis(300));
        asks_everything(&mut us);
        // Odds, an order that is forbidden, one that is somebody else's to give, and one that is none.
        let (options, _) = truth.options();
        us.ask("odds", json!({"command": options[0]}));
        us.ask("do", json!({"command": {"Nonsense": 3}}));
        for entry in truth.entries().iter().take(3) {
            let mut answer = us.ask("do", json!({"command": entry.command}));
            answer["id"] = Value::Null;
            // What the NLF player ordered differs; that it is refused, and how, must not tell where anybody is.
            us.heard.pop();
            us.heard.push(format!("{{\"refused\": {}}}", answer.get("ok").is_none()));
        }
        wires.push(us.heard.iter().map(|text| without_lots(text)).collect::<Vec<_>>());
        truths.push(truth);
    }
    assert!(truths[0].state() != truths[1].state() && truths[1].state() != truths[2].state());
    assert!(wires[0].len() > 15, "{:?}", wires[0]);
    same_bytes(&wires[0], &wires[1]);
    same_bytes(&wires[0], &wires[2]);
}

/// Looks in a random game for two orders of one side that the other cannot tell apart, though they lead to different
/// positions, and compares what the other's line carries. How many such pairs were found, of at most `most`.
fn hidden_orders<R: Ruleset>(scenario: &str, seed: u64, most: usize) -> usize {
    let mut truth = game::<R>(scenario, seed);
    let rules = Arc::clone(truth.rules());
    let mut picks = Seeded::new(seed);
    let mut compared = 0;
    while let Some(side) = truth.to_act()
        && compared < most
        && truth.len() < 150
    {
        let (options, _) = truth.options();
        let (watching, &other) = rules.sides().iter().enumerate().find(|(_, s)| **s != side).unwrap();
        let play = |command: &R::Command| {
            let mut game = truth.clone();
            game.play(command.clone()).unwrap();
            let seen = rules.view(game.state(), other);
            (game, seen)
        };
        let first = picks.choose(options.len());
        let (one, seen) = play(&options[first]);
        let noticed = |game: &Game<R>| {
            game.log(game.len() - 1..game.len(), Some(other)).pop().map(|line| (line.phrase, line.told))
        };
        let another =
            options.iter().cycle().skip(first + 1).take(options.len().min(120)).map(play).find(|(game, too)| {
                game.state() != one.state()
                    && *too == seen
                    && noticed(game) == noticed(&one)
                    && game.outcome().is_none()
                    && one.outcome().is_none()
            });
        if let Some((another, _)) = another {
            let hears = |game: &Game<R>| {
                let (host, opened) = open(&truth);
                let mut wire = Wire::sit(host.address(), &opened.seats[watching].token);
                let mut giver = Wire::sit(host.address(), &opened.seats[1 - watching].token);
                wire.drain(Duration::from_millis(50));
                let answer = giver.ask("do", json!({"command": game.entries().last().unwrap().command}));
                assert!(answer["ok"].is_object(), "{answer}");
                wire.drain(Duration::from_millis(100));
                asks_everything(&mut wire);
                wire.heard.iter().map(|text| without_lots(text)).collect::<Vec<_>>()
            };
            same_bytes(&hears(&one), &hears(&another));
            compared += 1;
        }
        truth = one;
    }
    compared
}

#[test]
fn orders_that_a_side_cannot_tell_apart_sound_alike_on_its_line() {
    let found = [
        hidden_orders::<SearchAndDestroy>("standard", 2, 6),
        hidden_orders::<Platoon>("village-search", 2, 6),
        hidden_orders::<Skirmish>("patrol-and-ambush", 2, 6),
        hidden_orders::<BlockByBlock>("historical", 2, 6),
    ];
    println!("pairs of orders that one side cannot tell apart: {found:?}");
    assert!(
        found[0] > 0 && found[3] == 0,
        "{found:?}: nothing is hidden in Block by Block, and much in Search & Destroy"
    );
}

#[test]
fn orders_are_on_disk_before_they_are_acknowledged_and_undo_asks_where_it_must() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let truth = game::<BlockByBlock>("historical", 1);
    let host = Host::start(library(), &Settings::for_this_machine()).unwrap();
    let opened = host.open(truth.clone(), Some(Autosave::begin(&path).unwrap()), false, None).unwrap();
    let mut wires: Vec<Wire> = opened.seats.iter().map(|seat| Wire::sit(host.address(), &seat.token)).collect();
    let mut picks = Seeded::new(1);
    let mut here = truth;
    let (mut asked, mut simply, mut denied) = (0, 0, 0);
    for round in 0..120 {
        let Some(side) = here.to_act() else { break };
        let acting = here.rules().sides().iter().position(|&s| s == side).unwrap();
        let (options, _) = here.options();
        let command = options[picks.choose(options.len())].clone();
        if here.rules().giver(here.state(), &command) != Some(side) {
            continue;
        }
        let answer = wires[acting].ask("do", json!({"command": command}));
        assert!(answer["ok"]["number"].is_u64(), "{answer}");
        here.play(command).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let (kept, _) = save::from_text::<BlockByBlock>(Arc::clone(here.rules()), "game.ron", &text).unwrap();
        assert_eq!(kept.record().journal, here.record().journal[..here.len()], "it is on disk when it is acknowledged");
        if round % 3 == 0 {
            continue;
        }
        // Taken back: at once if nothing was rolled, and asked for if something was.
        let rolled = !here.entries().last().unwrap().rolls.is_empty();
        let answer = wires[acting].ask("undo", json!({}));
        if rolled {
            assert_eq!(answer["ok"]["asked"], true, "{answer}");
            let agree = round % 2 == 0;
            let other = 1 - acting;
            while wires[other].next(Duration::from_secs(20)).expect("the other side is asked")["asked"].is_null() {}
            assert!(wires[acting].ask("answer", json!({"undo": true}))["error"].is_object(), "nobody answers himself");
            let settled = wires[other].ask("answer", json!({"undo": agree}));
            assert_eq!(settled["ok"]["taken_back"], agree, "{settled}");
            if agree {
                here.undo();
                here = here.fork(here.cursor());
            } else {
                denied += 1;
            }
            asked += 1;
        } else {
            assert_eq!(answer["ok"]["taken_back"], true, "{answer}");
            here.undo();
            here = here.fork(here.cursor());
            simply += 1;
        }
        for wire in &mut wires {
            let view = wire.ask("view", json!({}));
            assert_eq!(view["ok"]["state"], serde_json::to_value(here.state()).unwrap());
        }
    }
    assert!(asked > 3 && simply > 10 && denied > 0, "{asked} asked, {simply} simply, {denied} denied");
    drop(host);
    // The file is free again.
    let (again, _, _) = save::open::<BlockByBlock>(Arc::clone(here.rules()), &path).unwrap();
    assert_eq!(again.state(), here.state());
    assert!(save::to_text(&again, &Note::default()).is_ok());
}

#[test]
fn whoever_comes_back_hears_what_he_missed() {
    let truth = game::<BlockByBlock>("historical", 1);
    let (host, opened) = open(&truth);
    let address = host.address();
    let mut first = Wire::sit(address, &opened.seats[0].token);
    let mut second = Wire::sit(address, &opened.seats[1].token);
    let welcome: Value = serde_json::from_str(&second.heard[0]).unwrap();
    let epoch = welcome["ok"]["epoch"].as_u64().unwrap();
    drop(second);
    let mut here = truth;
    let mut given = 0;
    while here.rules().sides()[0] == here.to_act().unwrap() && given < 5 {
        let (options, _) = here.options();
        let command = options[0].clone();
        assert!(first.ask("do", json!({"command": command}))["ok"].is_object());
        here.play(command).unwrap();
        given += 1;
    }
    assert!(given > 0);
    second = Wire::open(address).unwrap();
    let back =
        second.ask("hello", json!({"protocol": host::PROTOCOL, "token": opened.seats[1].token, "since": [epoch, 0]}));
    let missed = back["ok"]["missed"].as_array().unwrap();
    assert_eq!(missed.len(), given);
    assert_eq!(missed.last().unwrap()["number"], given);
    // Of another run of the host nothing is known: he looks at the whole.
    second = Wire::open(address).unwrap();
    let back = second
        .ask("hello", json!({"protocol": host::PROTOCOL, "token": opened.seats[1].token, "since": [epoch + 1, 0]}));
    assert!(back["ok"]["missed"].is_null() && back["ok"].get("missed").is_some());
}
