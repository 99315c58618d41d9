//! The doors of a host: who gets in, what a wrong key costs, and what hostile lines come to.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use host::{Heard, Host, Key, LONGEST_MESSAGE, Opened, Seat, Settings, Shared};
use pointman_tests::library;
use pointman_tests::wire::Wire;
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tabletop::save::Autosave;
use tabletop::{Game, Ruleset};

fn open() -> (Host, Opened, Game<BlockByBlock>) {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let game = Game::new(rules, scenario, "historical", 1).unwrap();
    let host = Host::start(library(), &Settings { rate: 1e6, ..Settings::for_this_machine() }).unwrap();
    let opened = host.open(game.clone(), None, false, None).unwrap();
    (host, opened, game)
}

/// The words that open a free seat.
fn words(opened: &Opened) -> &str {
    opened.word.as_deref().unwrap()
}

fn with_words(host: &Host, word: &str) -> (Wire, Value) {
    let mut wire = Wire::open(host.address()).unwrap();
    let answer = wire.ask("hello", json!({"protocol": host::PROTOCOL, "word": word}));
    (wire, answer)
}

#[test]
fn words_whose_answer_was_lost_are_not_spent() {
    let (host, opened, _) = open();
    for _ in 0..6 {
        let mut lost = Wire::open(host.address()).unwrap();
        let hello = json!({"id": 0, "hello": {"protocol": host::PROTOCOL, "word": words(&opened)}});
        lost.send(&hello.to_string()).unwrap();
        drop(lost);
        std::thread::sleep(Duration::from_millis(100));
    }
    // One who heard his token and lost the line before he could answer comes back with it.
    let (heard, one) = with_words(&host, words(&opened));
    drop(heard);
    let _one = Wire::sit(host.address(), one["ok"]["token"].as_str().unwrap());
    let (mut other, answer) = with_words(&host, words(&opened));
    assert!(answer["ok"]["side"].is_string() && answer["ok"]["side"] != one["ok"]["side"], "{answer}");
    assert!(other.ask("view", json!({}))["ok"].is_object());
    let (_, late) = with_words(&host, words(&opened));
    assert!(late["ended"].is_object(), "{late}");
}

#[test]
fn of_two_with_the_same_words_who_uses_his_token_first_has_the_seat_and_the_older_link_is_good_till_then() {
    let (host, opened, _) = open();
    let _taken = Wire::sit(host.address(), &opened.seats[1].token);
    let (mut first, one) = with_words(&host, words(&opened));
    let (mut second, two) = with_words(&host, words(&opened));
    assert_eq!(one["ok"]["side"], two["ok"]["side"], "one seat is free");
    assert!(second.ask("view", json!({}))["ok"].is_object());
    first.send(&json!({"id": 1, "view": {}}).to_string()).unwrap();
    let ended = first.drain(Duration::from_secs(2));
    assert!(
        ended.iter().any(|said| said["ended"]["because"].as_str().is_some_and(|why| why.contains("Somebody else")))
    );
    assert!(!ended.iter().any(|said| said["ok"].is_object()), "{ended:?}");

    let (host, opened, _) = open();
    let (mut first, _) = with_words(&host, words(&opened));
    let _link = Wire::sit(host.address(), &opened.seats[0].token);
    first.send(&json!({"id": 1, "view": {}}).to_string()).unwrap();
    assert!(first.drain(Duration::from_secs(2)).iter().any(|said| said["ended"].is_object()), "the link came first");
}

#[test]
fn words_open_a_free_seat_and_nothing_once_all_are_taken() {
    let (host, opened, _) = open();
    let hello = |word: &str| {
        let (mut wire, answer) = with_words(&host, word);
        wire.try_ask("view", json!({}));
        (wire, answer)
    };
    let (_first, one) = hello(words(&opened));
    let (_second, other) = hello(&words(&opened).to_uppercase().replace('-', " "));
    assert_ne!(one["ok"]["side"], other["ok"]["side"]);
    let token = one["ok"]["token"].as_str().unwrap();
    let (_, late) = hello(words(&opened));
    assert!(late["ended"]["because"].as_str().unwrap().contains("open no free seat"), "{late}");
    // The secret of the seat opens it; the one that was made before the words were used opens nothing any more.
    assert_eq!(Wire::sit(host.address(), token).heard.len(), 1);
    let mut stale = Wire::open(host.address()).unwrap();
    let answer = stale.ask("hello", json!({"protocol": host::PROTOCOL, "token": opened.seats[0].token}));
    assert!(answer["ended"].is_object(), "{answer}");
}

#[test]
fn a_wrong_key_costs_time_and_more_each_time() {
    let (host, opened, _) = open();
    let begun = Instant::now();
    let mut took = Vec::new();
    for n in 0..3 {
        let mut wire = Wire::open(host.address()).unwrap();
        let answer = wire.ask("hello", json!({"protocol": host::PROTOCOL, "token": format!("{n:032x}")}));
        assert!(answer["ended"]["because"].as_str().unwrap().contains("opens no seat"), "{answer}");
        took.push(begun.elapsed());
    }
    assert!(took[0] >= Duration::from_millis(450) && took[2] >= Duration::from_millis(3_400), "{took:?}");
    // Words from there wait as well; who has the secret of a seat does not.
    let begun = Instant::now();
    Wire::sit(host.address(), &opened.seats[0].token);
    assert!(begun.elapsed() < Duration::from_millis(450), "{:?}", begun.elapsed());
}

#[test]
fn a_wrong_word_costs_time_before_the_next_one_is_heard() {
    let (host, opened, _) = open();
    let hello = |word: &str| {
        let mut wire = Wire::open(host.address()).unwrap();
        wire.ask("hello", json!({"protocol": host::PROTOCOL, "word": word}))
    };
    let begun = Instant::now();
    for _ in 0..2 {
        assert!(hello("no such word")["ended"].is_object());
    }
    assert!(begun.elapsed() >= Duration::from_millis(1_400), "{:?}", begun.elapsed());
    assert!(hello(words(&opened))["ok"].is_object());
}

#[test]
fn another_protocol_another_certificate_and_another_ruleset_are_refused_with_a_sentence() {
    let (host, opened, _) = open();
    let mut wire = Wire::open(host.address()).unwrap();
    let answer = wire.ask("hello", json!({"protocol": 99, "token": "x", "future": true}));
    assert!(answer["ended"]["because"].as_str().unwrap().contains("version 99"), "{answer}");
    assert!(wire.next(Duration::from_secs(5)).is_none(), "the line is closed");
    let token = || Key::Token(opened.seats[0].token.clone());
    let mut invitation = host.invitation(host.address().to_string(), token());
    invitation.certificate = Some("00".repeat(32));
    let ended = |heard: Option<Heard<BlockByBlock>>| match heard {
        Some(Heard::Ended(why)) => why,
        other => panic!("{other:?}"),
    };
    let seat = Seat::<BlockByBlock>::join(invitation, || {}).unwrap();
    assert!(ended(seat.wait(Duration::from_secs(20))).contains("another certificate"));
    let seat = Seat::<platoon::Platoon>::join(host.invitation(host.address().to_string(), token()), || {}).unwrap();
    match seat.wait(Duration::from_secs(20)) {
        Some(Heard::Ended(why)) => assert!(why.contains("block-by-block"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_orders_for_the_other_side_or_throws_his_own_dice() {
    let (host, opened, game) = open();
    let acting = game.rules_side();
    let mut other = Wire::sit(host.address(), &opened.seats[1 - acting].token);
    let (options, _) = game.options();
    let answer = other.ask("do", json!({"command": options[0]}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("decides"), "{answer}");
    let answer = other.ask("view", json!({"side": opened.seats[acting].side}));
    assert!(answer["error"].is_object(), "{answer}");
    let mut mine = Wire::sit(host.address(), &opened.seats[acting].token);
    let answer = mine.ask("do", json!({"command": options[0], "dice": [6]}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("host rolls"), "{answer}");
    for word in ["position", "load", "save", "new", "advise"] {
        assert!(mine.ask(word, json!({}))["error"].is_object(), "{word}");
    }
    assert_eq!(mine.ask("options", json!({}))["ok"]["commands"], serde_json::to_value(&options).unwrap());
}

trait Acting {
    fn rules_side(&self) -> usize;
}

impl Acting for Game<BlockByBlock> {
    fn rules_side(&self) -> usize {
        self.rules().sides().iter().position(|&side| Some(side) == self.to_act()).unwrap()
    }
}

/// Requests, and what may be made of them.
fn hostile(game: &Game<BlockByBlock>, picks: &mut Seeded) -> String {
    let (options, _) = game.options();
    let command = serde_json::to_string(&options[picks.choose(options.len())]).unwrap();
    let words = [
        "view", "show", "options", "do", "odds", "undo", "answer", "rule", "say", "who", "sync", "history", "file",
        "bind", "link", "secrets", "hello", "new", "x",
    ];
    let word = words[picks.choose(words.len())];
    let mut text = match picks.choose(10) {
        0 => format!("{{\"do\": {{\"command\": {command}}}}}"),
        1 => format!("{{\"{word}\": {{}}}}"),
        2 => format!("{{\"id\": {}, \"{word}\": {command}}}", picks.choose(1 << 30)),
        3 => "[".repeat(picks.choose(4_000)),
        4 => format!("{{\"{word}\": \"{}\"}}", "ế\u{202e}".repeat(picks.choose(2_000))),
        5 => format!("{{\"sync\": {{\"epoch\": 0, \"since\": {}}}}}", u64::MAX - picks.choose(3) as u64),
        8 => format!("{{\"history\": {{\"from\": {}}}}}", u64::MAX >> picks.choose(64)),
        9 => {
            format!("{{\"bind\": {{\"end\": \"{}\", \"at\": {}}}}}", "0".repeat(64), u64::MAX - picks.choose(2) as u64)
        }
        6 => format!("{{\"rule\": {{\"id\": \"../../{}\", \"ruleset\": \"{word}\"}}}}", picks.choose(100)),
        _ => format!("{{\"say\": {{\"text\": \"\\u0000<script>{}\"}}}}", picks.choose(100)),
    };
    // Now and then a letter is lost, doubled or changed.
    for _ in 0..picks.choose(3) {
        let letters: Vec<char> = text.chars().collect();
        if letters.is_empty() {
            break;
        }
        let at = picks.choose(letters.len());
        let mut changed: Vec<char> = letters;
        match picks.choose(3) {
            0 => drop(changed.remove(at)),
            1 => changed.insert(at, changed[at]),
            _ => changed[at] = char::from_u32(32 + picks.choose(95) as u32).unwrap(),
        }
        text = changed.into_iter().collect();
    }
    text
}

/// The memory this process holds, in kilobytes; 0 where that is not told.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

fn bears(messages: usize) {
    let (host, opened, game) = open();
    let acting = game.rules_side();
    let mut bystander = Wire::sit(host.address(), &opened.seats[1 - acting].token);
    let mut attacker = Wire::sit(host.address(), &opened.seats[1 - acting].token);
    let mut picks = Seeded::new(9);
    let before = resident();
    let mut answered = 0;
    for n in 0..messages {
        let text = hostile(&game, &mut picks);
        if attacker.send(&text).is_err() || (n % 64 == 63 && attacker.try_ask("who", json!({})).is_none()) {
            attacker = Wire::sit(host.address(), &opened.seats[1 - acting].token);
        }
        answered += attacker.heard.len();
        attacker.heard.clear();
        if n % 512 == 511 {
            bystander.drain(Duration::from_millis(1));
            bystander.heard.clear();
        }
    }
    assert!(answered > messages / 2, "{answered}");
    bystander.heard.clear();
    let view = bystander.ask("view", json!({}));
    assert_eq!(view["ok"]["state"], serde_json::to_value(game.state()).unwrap(), "nothing has changed");
    let grown = resident().saturating_sub(before);
    println!("{messages} hostile messages, {answered} answers, {grown} kB more memory");
    assert!(grown < 200_000, "{grown} kB");
}

#[test]
fn a_thousand_hostile_messages_change_nothing() {
    bears(1_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_hostile_messages_change_nothing() {
    bears(1_000_000);
}

#[test]
fn lines_that_are_no_lines_are_closed_and_others_go_on() {
    let (host, opened, _) = open();
    let mut good = Wire::sit(host.address(), &opened.seats[0].token);
    let mut long = Wire::sit(host.address(), &opened.seats[1].token);
    let _ = long.send(&format!("{{\"say\": \"{}\"}}", "x".repeat(LONGEST_MESSAGE)));
    assert!(
        long.drain(Duration::from_secs(2)).iter().all(|said| said.get("who").is_some()),
        "it is closed without an answer"
    );
    for rubbish in [
        &b"GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n"[..],
        b"\x16\x03\x01\x00\x05hello",
        b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
    ] {
        let mut line = TcpStream::connect(host.address()).unwrap();
        line.write_all(rubbish).unwrap();
        line.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Vec::new();
        let _ = line.take(4_096).read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    assert!(good.ask("view", json!({}))["ok"].is_object());
}

#[test]
fn what_is_said_reaches_both_and_is_kept_short() {
    let (host, opened, _) = open();
    let mut wires: Vec<Wire> = opened.seats.iter().map(|seat| Wire::sit(host.address(), &seat.token)).collect();
    assert!(wires[0].ask("say", json!({"text": "  Good\u{202e}evening\u{7}  "}))["ok"].is_object());
    assert!(wires[0].ask("say", json!({"text": " \n "}))["error"].is_object());
    wires[0].ask("say", json!({"text": "x".repeat(5_000)}));
    let heard: Vec<Value> = wires[1].drain(Duration::from_millis(500));
    let said: Vec<&str> = heard.iter().filter_map(|said| said["said"]["text"].as_str()).collect();
    assert_eq!(said[0], "Good evening ");
    assert_eq!(said[1].chars().count(), 401);
    let late = Wire::sit(host.address(), &opened.seats[1].token);
    let welcome: Value = serde_json::from_str(&late.heard[0]).unwrap();
    assert_eq!(welcome["ok"]["said"].as_array().unwrap().len(), 2);
}

#[test]
fn the_page_is_small_whole_and_the_programs_own() {
    let (host, _, _) = open();
    let mut weight = 0;
    for path in ["/", "/style.css", "/script.js"] {
        let mut line = TcpStream::connect(host.address()).unwrap();
        let begun = Instant::now();
        write!(line, "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(1));
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("default-src 'none'"), "{answer}");
        for elsewhere in ["http://", "https://", "//cdn", "eval(", "innerHTML"] {
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            assert!(!body.contains(elsewhere), "{path} has {elsewhere}");
        }
        weight += answer.len();
    }
    assert!(weight < 150_000, "{weight}");
}

#[test]
fn a_seat_is_left_at_once_even_if_nothing_is_heard_of_the_host() {
    // It takes lines and says nothing on them.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let invitation = host::Invitation {
        address: silent.local_addr().unwrap().to_string(),
        key: Key::Token("0".repeat(32)),
        certificate: None,
        plain: false,
    };
    let seat = Seat::<BlockByBlock>::join(invitation, || {}).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    drop(seat);
    assert!(begun.elapsed() < Duration::from_millis(200), "{:?}", begun.elapsed());
}

#[test]
fn who_sat_down_with_words_shows_his_token_to_no_other_machine() {
    let (host, opened, _) = open();
    let mut invitation = host.invitation(host.address().to_string(), Key::Word(words(&opened).to_owned()));
    invitation.certificate = None;
    let seat = Seat::<BlockByBlock>::join(invitation, || {}).unwrap();
    while !matches!(seat.wait(Duration::from_secs(20)).expect("the position"), Heard::Position(_)) {}
    let address = host.address();
    drop(host);
    let listen = Settings { listen: address, ..Settings::for_this_machine() };
    let _other = Host::start(library(), &listen).unwrap();
    let ended = loop {
        match seat.wait(Duration::from_secs(20)) {
            Some(Heard::Ended(why)) => break why,
            Some(_) => {}
            None => panic!("nothing is heard"),
        }
    };
    assert!(ended.contains("another certificate"), "{ended}");
}

/// A host that is closed and opened again with the same file: after a week, say.
#[test]
fn links_stay_good_when_a_host_is_opened_again_with_the_file_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let (_, _, game) = open();
    let side = game.rules().sides()[0];
    let settings = Settings { identity: Some(folder.path().join("host")), ..Settings::for_this_machine() };
    let begin = |own| {
        let host = Host::start(library(), &settings).unwrap();
        let file = Autosave::resume(&path).or_else(|_| Autosave::begin(&path)).unwrap();
        let opened = host.open(game.clone(), Some(file), false, Some(own)).unwrap();
        (host, opened)
    };
    let (host, opened) = begin(side);
    let certificate = host.certificate().to_owned();
    let first = Shared { own: Some(0), port: host.address().port() };
    assert_eq!(Shared::beside(&path).as_ref(), Some(&first));
    drop(host);
    // Before anybody came, words and links are as they were said.
    let (host, again) = begin(side);
    assert_eq!((&again, host.certificate()), (&opened, certificate.as_str()));
    assert_eq!(Shared::beside(&path), Some(first), "a host that its own machine alone finds is in no link");
    let (mut guest, answer) = with_words(&host, words(&again));
    let token = answer["ok"]["token"].as_str().unwrap().to_owned();
    assert!(guest.ask("view", json!({}))["ok"].is_object());
    drop((guest, host));
    // What the guest took with the words is his from then on, and the old link opens nothing.
    let (host, later) = begin(side);
    assert_eq!((later.word.as_deref(), &later.seats[0]), (None, &opened.seats[0]));
    assert_eq!(later.seats[1].token, token, "the one who invites can show the link that is good");
    assert!(Wire::sit(host.address(), &token).ask("view", json!({}))["ok"].is_object());
    let mut late = Wire::open(host.address()).unwrap();
    let old = late.ask("hello", json!({"protocol": host::PROTOCOL, "token": opened.seats[1].token}));
    assert!(old["ended"].is_object(), "{old}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path.with_extension("seats")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "its owner alone reads what opens the seats");
    }
    drop(host);
    // Who changes sides is not let in to both.
    let (host, other) = begin(game.rules().sides()[1]);
    assert!(other.seats.iter().all(|seat| opened.seats.iter().all(|old| old.token != seat.token)));
    let mut late = Wire::open(host.address()).unwrap();
    assert!(late.ask("hello", json!({"protocol": host::PROTOCOL, "token": token}))["ended"].is_object());
}
