//! What somebody can do who has a seat and means ill: words at the wrong time, again, in the wrong order, more than anybody needs.
//! The game goes on for the other side.

use std::sync::Arc;
use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use host::{Host, Opened, Settings};
use pointman_tests::library;
use pointman_tests::wire::Wire;
use serde_json::{Value, json};
use tabletop::fair::Digest;
use tabletop::{Game, Ruleset};

/// A host as a player has it, with a game in which seat `.2` decides.
fn open(fair: bool) -> (Host, Opened, usize, Game<BlockByBlock>) {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let game = Game::new(rules, scenario, "historical", 1).unwrap();
    let acting = game.rules().sides().iter().position(|&side| Some(side) == game.to_act()).unwrap();
    let host = Host::start(library(), &Settings::for_this_machine()).unwrap();
    let opened = match fair {
        true => host.open_fair(game.clone(), None, None, Some(Duration::from_millis(20))).unwrap(),
        false => host.open(game.clone(), None, false, None).unwrap(),
    };
    (host, opened, acting, game)
}

fn sit(host: &Host, opened: &Opened, seat: usize) -> Wire {
    Wire::sit(host.address(), &opened.seats[seat].token)
}

fn because(answer: &Value) -> &str {
    answer["error"]["because"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn words_that_come_again_or_at_the_wrong_time_change_nothing() {
    let (host, opened, acting, game) = open(false);
    let first = serde_json::to_value(&game.options().0[0]).unwrap();
    // A word before one has sat down.
    let mut early = Wire::open(host.address()).unwrap();
    assert!(early.ask("do", json!({"command": first}))["ended"].is_object());
    let (mut giver, mut other) = (sit(&host, &opened, acting), sit(&host, &opened, 1 - acting));
    // Sitting down twice, answering what nobody asked, a link that nobody wants, notices of the future and of another run.
    let again = giver.ask("hello", json!({"protocol": host::PROTOCOL, "token": opened.seats[1 - acting].token}));
    assert!(because(&again).contains("no request `hello`"), "{again}");
    assert!(because(&other.ask("answer", json!({"undo": true}))).contains("Nothing is asked"));
    assert!(because(&other.ask("link", json!({"number": 1, "link": Digest::default()}))).contains("not fair"));
    assert!(because(&other.ask("bind", json!({"end": Digest::default()}))).contains("no part"));
    assert!(because(&other.ask("secrets", json!({}))).contains("once the game is over"));
    assert!(because(&other.ask("file", json!({}))).contains("once the game is over"));
    for (epoch, since) in [(0, 0), (u64::MAX, u64::MAX)] {
        assert_eq!(other.ask("sync", json!({"epoch": epoch, "since": since}))["ok"]["missed"], Value::Null);
    }
    let end = other.ask("history", json!({"from": u64::MAX}));
    assert_eq!((&end["ok"]["notices"], &end["ok"]["complete"]), (&json!([]), &json!(true)), "{end}");
    // The same order twice, in one breath and with the same id: the second is judged where the first has led.
    let order = json!({"id": "do", "do": {"command": first}}).to_string();
    giver.send(&order).unwrap();
    giver.send(&order).unwrap();
    let answers: Vec<Value> =
        giver.drain(Duration::from_millis(500)).into_iter().filter(|said| said["id"] == "do").collect();
    let mut played = game.clone();
    played.play(game.options().0[0].clone()).unwrap();
    let may_be_given_again = played.play(game.options().0[0].clone()).is_ok();
    assert_eq!(answers.len(), 2);
    assert!(answers[0]["ok"]["number"] == 1 && answers[1]["ok"].is_object() == may_be_given_again, "{answers:?}");
    let state = serde_json::to_value(played.state()).unwrap();
    assert_eq!(other.ask("view", json!({}))["ok"]["state"], state);
    // A seat that asks for an answer and asks again is asked once; the asker cannot answer.
    for _ in 0..3 {
        let said = giver.ask("undo", json!({}));
        assert!(said["ok"].is_object() || because(&said).contains("no order to take back"), "{said}");
    }
    assert!(because(&giver.ask("answer", json!({"undo": true}))).contains("Nothing is asked of you"));
}

#[test]
fn one_seat_has_so_many_lines_and_one_more_takes_the_place_of_the_oldest() {
    let (host, opened, acting, _) = open(false);
    let mut other = sit(&host, &opened, 1 - acting);
    let mut lines: Vec<Wire> = (0..16).map(|_| sit(&host, &opened, acting)).collect();
    let here = |wire: &mut Wire| wire.ask("who", json!({}))["ok"]["seats"][acting]["here"].clone();
    assert_eq!(here(&mut other), 16);
    lines.push(sit(&host, &opened, acting));
    assert_eq!(here(&mut other), 16);
    assert!(lines[0].try_ask("view", json!({})).is_none(), "the oldest line has ended");
    assert!(lines[1..].iter_mut().all(|line| line.ask("view", json!({}))["ok"].is_object()));
}

#[test]
fn whoever_asks_for_more_than_anybody_needs_waits_and_nobody_else_does() {
    let (host, opened, acting, game) = open(false);
    let mut giver = sit(&host, &opened, acting);
    let mut flood: Vec<Wire> = (0..8).map(|_| sit(&host, &opened, 1 - acting)).collect();
    let begun = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut state = game.clone();
    for n in 0..40 {
        for line in &mut flood {
            for word in ["options", "history", "show", "rule"] {
                let what = match word {
                    "history" => json!({"from": 0}),
                    "rule" => json!({"id": "7.5a"}),
                    _ => json!({}),
                };
                // Once the host reads no more of it, the line may be full.
                let _ = line.send(&json!({"id": n, word: what}).to_string());
            }
        }
        let Some(seat) = game.rules().sides().iter().position(|&side| Some(side) == state.to_act()) else { break };
        if seat == acting && n % 4 == 0 {
            let command = state.options().0[0].clone();
            let asked = Instant::now();
            assert!(giver.ask("do", json!({"command": command}))["ok"].is_object());
            slowest = slowest.max(asked.elapsed());
            state.play(command).unwrap();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // 1,280 words were asked of eight lines of one seat, which has 50 a second and 100 at once.
    let most = 100.0 + 50.0 * (begun.elapsed().as_secs_f64() + 0.5) + 8.0;
    let answers: usize = flood.iter_mut().map(answered).sum();
    assert!((answers as f64) < most && answers > 20, "{answers} answers, at most {most}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

/// The answers that have come so far.
fn answered(line: &mut Wire) -> usize {
    line.drain(Duration::from_millis(1)).iter().filter(|said| said["id"].is_number()).count()
}

#[test]
fn odds_are_worked_out_one_question_of_a_seat_at_a_time_and_the_other_seat_has_its_own() {
    let (host, opened, acting, game) = open(false);
    let command = serde_json::to_value(&game.options().0[0]).unwrap();
    let mut flood = sit(&host, &opened, acting);
    for n in 0..60 {
        flood.send(&json!({"id": n, "odds": {"command": command}}).to_string()).unwrap();
    }
    let mut other = sit(&host, &opened, 1 - acting);
    let told = other.ask("odds", json!({"command": command}));
    assert!(["ok", "refused"].iter().any(|word| told[*word].is_object()), "{told}");
    let answers: Vec<Value> =
        flood.drain(Duration::from_secs(3)).into_iter().filter(|said| said["id"].is_number()).collect();
    assert_eq!(answers.len(), 60, "each question is answered");
    let is_known = |said: &&Value| said["ok"].is_object() || because(said).contains("not answered yet");
    assert_eq!(answers.iter().filter(is_known).count(), 60);
    assert!(answers.iter().any(|said| said["ok"].is_object()));
}

#[test]
fn a_machine_that_binds_itself_again_and_again_fills_nothing_and_numbers_are_read_to_the_end() {
    let (host, opened, acting, _) = open(true);
    let mut hostile = sit(&host, &opened, 1 - acting);
    let end = |n: u32| Digest::of(&[b"end", &n.to_le_bytes()]);
    for n in 0..60 {
        let bound = hostile.ask("bind", json!({"end": end(n)}));
        assert_eq!(bound["ok"]["from"], 1, "nobody was asked for a draw yet: {bound}");
    }
    let before = hostile.ask("bind", json!({"end": end(60), "at": u64::MAX, "link": Digest::default()}));
    assert!(because(&before).contains("not bound to this chain"), "{before}");
    let before = hostile.ask("bind", json!({"end": end(59), "at": u64::MAX, "link": Digest::default()}));
    assert!(because(&before).contains("not of the chain"), "{before}");
    let again = hostile.ask("bind", json!({"end": end(59)}));
    assert_eq!(again["ok"]["from"], 1, "{again}");
    let link = hostile.ask("link", json!({"number": u64::MAX, "link": Digest::default()}));
    assert!(because(&link).contains("Nobody asks"), "{link}");
    assert!(hostile.ask("view", json!({}))["ok"].is_object());
}
