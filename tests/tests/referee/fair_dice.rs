//! Fair dice: nobody knows or chooses a roll before the order it is for, and everybody can check that afterwards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use futures_util::{SinkExt, StreamExt};
use host::{Heard, Host, Invitation, Key, Opened, Seat, Settings};
use platoon::Platoon;
use pointman_tests::library;
use pointman_tests::wire::Wire;
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::Switch;
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tabletop::fair::{Chain, Digest, Fair};
use tabletop::journal::Throw;
use tabletop::save::{self, Note};
use tabletop::{Game, Ruleset};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::serve_killed::Serve;

mod deceived;

const BEAT: Duration = Duration::from_millis(5);

fn game<R: Ruleset>(scenario: &str, seed: u64) -> Game<R> {
    let rules = Arc::new(library().load::<R>().unwrap_or_else(|e| panic!("{e}")));
    let arranged = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    Game::new(rules, arranged, scenario, seed).unwrap_or_else(|e| panic!("{e}"))
}

fn open<R: Ruleset>(game: Game<R>, own: Option<R::Side>) -> (Host, Opened) {
    let host = Host::start(library(), &Settings { rate: 1e6, ..Settings::for_this_machine() }).unwrap();
    let opened = host.open_fair(game, None, own, Some(BEAT)).unwrap();
    (host, opened)
}

/// A seat of our own program, with what it knows.
struct Player<R: Ruleset> {
    seat: Seat<R>,
    acting: Option<String>,
    ended: Option<String>,
    over: bool,
}

impl<R: Ruleset> Player<R> {
    fn join(address: SocketAddr, token: &str) -> Self {
        let key = Key::Token(token.to_owned());
        let invitation = Invitation { address: address.to_string(), key, certificate: None, plain: true };
        let seat = Seat::join(invitation, || {}).unwrap();
        let mut player = Self { seat, acting: None, ended: None, over: false };
        while player.acting.is_none() && player.ended.is_none() {
            player.hear();
        }
        player
    }

    /// Hears the next thing; the answer to a request, if it was one.
    fn hear(&mut self) -> Option<(u64, Result<Value, host::No>)> {
        let heard = self.seat.wait(Duration::from_secs(60)).expect("nothing is heard");
        self.take(heard)
    }

    fn take(&mut self, heard: Heard<R>) -> Option<(u64, Result<Value, host::No>)> {
        match heard {
            Heard::Position(position) => self.acting = position.to_act,
            Heard::Noticed(notice) => {
                self.acting = notice.to_act;
                self.over |= notice.outcome.is_some();
            }
            Heard::Answer(id, answer) => return Some((id, answer)),
            Heard::Lost(why) => panic!("{why}"),
            Heard::Ended(why) => self.ended = Some(why),
            _ => {}
        }
        None
    }

    fn answer_to(&mut self, id: u64) -> Option<Result<Value, host::No>> {
        while self.ended.is_none() {
            if let Some((answered, answer)) = self.hear()
                && answered == id
            {
                return Some(answer);
            }
        }
        None
    }

    /// The answer to an order; `None` if none comes within half a minute, or the seat has ended.
    fn answer_to_order(&mut self, id: u64) -> Option<Result<Value, host::No>> {
        let until = Instant::now() + Duration::from_secs(30);
        while self.ended.is_none() {
            match self.seat.wait(until.saturating_duration_since(Instant::now()))? {
                Heard::Answer(answered, answer) if answered == id => return Some(answer),
                other => _ = self.take(other),
            }
        }
        None
    }

    /// An order of those it may give, tried for a moment until the machines of all are there; `false` if they are not, one of them
    /// leaves while the order waits for its dice, or the seat has ended.
    fn order(&mut self, picks: &mut Seeded) -> bool {
        let until = Instant::now() + Duration::from_secs(5);
        while Instant::now() < until {
            let asked = self.seat.ask("options", json!({}));
            let Some(options) = self.answer_to(asked) else { return false };
            let options = options.unwrap();
            let commands = options["commands"].as_array().unwrap();
            let command: R::Command = serde_json::from_value(commands[picks.choose(commands.len())].clone()).unwrap();
            let asked = self.seat.order(&command);
            match self.answer_to_order(asked) {
                None => return false,
                Some(Ok(_)) => return true,
                Some(Err(host::No::Error(because))) if because.contains("machine") => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Some(Err(no)) => panic!("{no:?}"),
            }
        }
        false
    }

    /// Hears what has come, until nothing more comes for so long.
    fn settle(&mut self, patience: Duration) {
        while self.ended.is_none() {
            match self.seat.wait(patience) {
                Some(Heard::Ended(why)) => self.ended = Some(why),
                Some(_) => {}
                None => return,
            }
        }
    }
}

/// Plays a random game until it is over, a seat has ended, or so many orders were given.
fn play<R: Ruleset>(players: &mut [Player<R>], sides: &[String], picks: &mut Seeded, most: usize) -> usize {
    let mut given = 0;
    while given < most && players.iter().all(|player| player.ended.is_none()) {
        let acting = players.iter().find_map(|player| player.acting.clone());
        let Some(acting) = sides.iter().position(|side| Some(side) == acting.as_ref()) else { break };
        if !players[acting].order(picks) {
            break;
        }
        given += 1;
        let (now, over) = (players[acting].acting.clone(), players[acting].over);
        if over {
            break;
        }
        for player in players.iter_mut() {
            player.acting.clone_from(&now);
        }
    }
    for player in players {
        player.settle(Duration::from_millis(700));
    }
    given
}

fn sides(opened: &Opened) -> Vec<String> {
    opened.seats.iter().map(|seat| seat.side.clone()).collect()
}

/// A whole game with fair dice between two of our seats, its file, and every way in which that file must not be changed.
fn whole_game<R: Ruleset>(scenario: &str, own: Option<R::Side>) {
    let truth = game::<R>(scenario, 1);
    let rules = Arc::clone(truth.rules());
    let (host, opened) = open(truth, own);
    let mut players: Vec<Player<R>> =
        opened.seats.iter().map(|seat| Player::join(host.address(), &seat.token)).collect();
    let given = play(&mut players, &sides(&opened), &mut Seeded::new(3), usize::MAX);
    for player in &players {
        assert_eq!(player.ended, None, "{scenario}: nothing is wrong with these dice");
    }
    let asked = players[0].seat.ask("file", json!({}));
    let text = players[0].answer_to(asked).unwrap().unwrap()["file"].as_str().unwrap().to_owned();
    let load = |text: &str| save::from_text(Arc::clone(&rules), "a.ron", text).map(|(game, _)| game);
    let played = load(&text).unwrap();
    assert_eq!(played.len(), given);
    assert!(played.outcome().is_some());
    let draws: Vec<u64> = played.entries().iter().map(|entry| entry.dice.draw().unwrap()).collect();
    assert!(draws.is_sorted_by(|a, b| a < b), "{draws:?}");
    // Without the seal, so that the dice themselves must speak.
    let unsealed: String =
        text.lines().filter(|line| !line.trim_start().starts_with("sealed:")).map(|l| format!("{l}\n")).collect();
    assert!(load(&unsealed).is_ok());
    let wrong = |changed: String, says: &str| {
        assert_ne!(changed, unsealed);
        let problem = load(&changed).err().expect("it is noticed").to_string();
        assert!(problem.contains(says), "{scenario}: {problem}");
    };
    let rolled = played.entries().iter().position(|entry| !entry.rolls.is_empty()).unwrap();
    let roll = &played.entries()[rolled].rolls[0];
    let other = roll.value % roll.sides + 1;
    let line = unsealed.lines().find(|line| line.contains(&format!("dice: Fair({})", draws[rolled]))).unwrap();
    let loaded = line.replacen(&format!("value: {}", roll.value), &format!("value: {other}"), 1);
    wrong(unsealed.replacen(line, &loaded, 1), &format!("Entry {}: Roll 1 shows {other}, but draw", rolled + 1));
    let seeded = line.replacen(&format!("dice: Fair({}), ", draws[rolled]), "", 1);
    let problem = load(&unsealed.replacen(line, &seeded, 1));
    if let Ok(game) = &problem {
        // By chance the seed may give the same; then it is at least said whose dice they are.
        assert_eq!(game.entries()[rolled].dice, Throw::Seeded);
    }
    let fair = played.fair().unwrap();
    let zeros = Digest::default().to_string();
    wrong(unsealed.replacen(&fair.secret.to_string(), &zeros, 1), "but draw");
    let last = fair.seats.iter().flatten().flatten().next().unwrap().last;
    wrong(unsealed.replacen(&last.to_string(), &zeros, 1), "had bound itself to");
    let later = format!("dice: Fair({})", draws.last().unwrap() + 1_000_000);
    let last_draw = format!("dice: Fair({})", draws.last().unwrap());
    wrong(unsealed.replacen(&last_draw, &later, 1), "not every link");
}

#[test]
fn a_game_in_which_nothing_is_hidden_is_played_and_proved_with_fair_dice() {
    whole_game::<BlockByBlock>("historical", None);
}

#[test]
fn a_game_with_secrets_is_played_and_proved_with_fair_dice_where_one_player_is_the_host() {
    let own = game::<Platoon>("ambush", 1).rules().sides()[0];
    whole_game::<Platoon>("ambush", Some(own));
}

/// Somebody else's program: a line, and a chain of its own.
struct Machine {
    wire: Wire,
    chain: Chain,
    from: u64,
    /// Each draw that it was asked for, with what was fixed, in order.
    asked: Vec<(u64, Value)>,
    /// Whether its host is gone.
    gone: Arc<AtomicBool>,
}

impl Machine {
    fn sit(address: SocketAddr, token: &str, secret: u8) -> Self {
        let mut machine = Self {
            wire: Wire::sit(address, token),
            chain: Chain::new(Digest::new([secret; 32])),
            from: 0,
            asked: Vec::new(),
            gone: Arc::default(),
        };
        machine.bind();
        machine
    }

    fn bind(&mut self) {
        let end = self.chain.end();
        let bind = match self.asked.last() {
            Some((at, _)) => json!({"end": end, "at": at, "link": self.chain.link(at + 1 - self.from)}),
            None => json!({"end": end}),
        };
        let bound = self.wire.ask("bind", bind);
        self.from = bound["ok"]["from"].as_u64().unwrap_or_else(|| panic!("{bound}"));
    }

    fn link(&self, draw: u64) -> Digest {
        self.chain.link(draw + 1 - self.from).unwrap()
    }

    /// Hears what comes, and answers what it is asked of dice.
    fn turn(&mut self, most: Duration) -> Option<Value> {
        let said = self.wire.next(most)?;
        if let Some(number) = said["draw"]["number"].as_u64() {
            match self.asked.last() {
                Some((last, fixed)) if *last == number => assert_eq!(*fixed, said["draw"]["commitment"], "asked twice"),
                Some((last, _)) => assert_eq!(*last + 1, number, "no draw is left out"),
                None => assert!(number >= self.from),
            }
            if self.asked.last().is_none_or(|(last, _)| *last != number) {
                self.asked.push((number, said["draw"]["commitment"].clone()));
            }
            let _ = self.wire.send(&json!({"link": {"number": number, "link": self.link(number)}}).to_string());
        }
        Some(said)
    }
}

/// Asks a word of one machine while all go on answering; `None` if the line breaks.
fn ask(machines: &mut [Machine], who: usize, word: &str, what: Value) -> Option<Value> {
    machines[who].wire.send(&json!({"id": word, word: what}).to_string()).ok()?;
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until && !machines[who].gone.load(Ordering::Relaxed) {
        for (n, machine) in machines.iter_mut().enumerate() {
            if let Some(said) = machine.turn(Duration::from_millis(1))
                && n == who
                && said["id"] == word
            {
                return Some(said);
            }
        }
    }
    None
}

#[test]
fn an_order_waits_for_every_machine_and_a_wrong_link_is_refused() {
    let truth = game::<BlockByBlock>("historical", 1);
    let acting = truth.rules().sides().iter().position(|&side| Some(side) == truth.to_act()).unwrap();
    let (options, _) = truth.options();
    let (host, opened) = open(truth, None);
    let mut first = Machine::sit(host.address(), &opened.seats[acting].token, 1);
    // The other one has not bound itself: it is said whose machine is wanted.
    let mut other = Wire::sit(host.address(), &opened.seats[1 - acting].token);
    let answer = first.wire.ask("do", json!({"command": options[0]}));
    let because = answer["error"]["because"].as_str().unwrap().to_owned();
    assert!(because.contains(&opened.seats[1 - acting].side) && because.contains("not here"), "{because}");
    let answer = first.wire.ask("do", json!({"command": options[0], "dice": [6]}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("machines roll"), "{answer}");
    // A link that nobody asked for, a chain that somebody else is bound to, and one that was never bound.
    let answer = other.ask("link", json!({"number": 1, "link": Digest::default()}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("Nobody asks"), "{answer}");
    let answer = other.ask("bind", json!({"end": first.chain.end()}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("once"), "{answer}");
    let answer = other.ask("bind", json!({"end": Digest::default(), "at": 3, "link": Digest::default()}));
    assert!(answer["error"]["because"].as_str().unwrap().contains("new one"), "{answer}");
    drop(other);
    let mut second = Machine::sit(host.address(), &opened.seats[1 - acting].token, 2);
    // It is asked, and gives another link than the one it is bound to.
    let asked = std::iter::from_fn(|| second.wire.next(Duration::from_secs(5))).find(|said| said.get("draw").is_some());
    let number = asked.unwrap()["draw"]["number"].as_u64().unwrap();
    for wrong in [Digest::default(), second.link(number + 1), second.chain.end()] {
        let answer = second.wire.ask("link", json!({"number": number, "link": wrong}));
        assert!(answer["error"]["because"].as_str().unwrap().contains("not the next one"), "{answer}");
    }
    let right = second.link(number);
    second.wire.send(&json!({"link": {"number": number, "link": right}}).to_string()).unwrap();
    second.asked.push((number, asked_commitment(&second)));
    let mut machines = [first, second];
    let done = ask(&mut machines, 0, "do", json!({"command": options[0]})).unwrap();
    assert!(done["ok"]["dice"]["number"].as_u64().unwrap() > number, "{done}");
}

/// What was fixed in the draw a machine was asked for last.
fn asked_commitment(machine: &Machine) -> Value {
    let draws = machine.wire.heard.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
    draws.filter_map(|said| said.get("draw").cloned()).next_back().unwrap()["commitment"].clone()
}

#[test]
fn draws_tell_a_seat_nothing_of_orders_out_of_its_sight() {
    let scenario = library().scenario::<SearchAndDestroy>("standard").unwrap().switched(Switch::FullyHidden, true);
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let (mut heard, mut given, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
    for lot in [5, 6] {
        let mut truth = Game::new(Arc::clone(&rules), scenario.clone(), "standard", 1).unwrap();
        let set_up = truth.to_act().unwrap();
        let (host, opened) = open(truth.clone(), Some(set_up));
        let own = sides(&opened).iter().position(|side| *side == SearchAndDestroy::side_name(set_up)).unwrap();
        let watcher = Machine::sit(host.address(), &opened.seats[1 - own].token, 1);
        let mut giver = Wire::sit(host.address(), &opened.seats[own].token);
        // The watcher goes on until it was asked for more draws than there are orders: at a quick pace none may be blank.
        let orders = Arc::new(AtomicUsize::new(usize::MAX));
        let watching = {
            let (mut watcher, orders) = (watcher, Arc::clone(&orders));
            std::thread::spawn(move || {
                while watcher.asked.len() <= orders.load(Ordering::Relaxed) {
                    watcher.turn(Duration::from_millis(5));
                }
                watcher
            })
        };
        let mut picks = Seeded::new(lot);
        while truth.to_act() == Some(set_up) && truth.len() < 25 + lot as usize {
            let (mut options, _) = truth.options();
            options.retain(|command| !matches!(command, search_and_destroy::Command::Forgo { .. }));
            let command = options[picks.choose(options.len())].clone();
            if rules.to_act(&after(&truth, &command)) != Some(set_up) {
                break;
            }
            let answer = giver.ask("do", json!({"command": command}));
            assert!(answer["ok"].is_object(), "{answer}");
            truth.play(command).unwrap();
        }
        given.push(truth.len());
        orders.store(truth.len(), Ordering::Relaxed);
        let mut watcher = watching.join().unwrap();
        watcher.wire.ask("view", json!({}));
        let (draws, rest): (Vec<Value>, Vec<Value>) = watcher
            .wire
            .heard
            .iter()
            .map(|text| serde_json::from_str::<Value>(text).unwrap())
            .partition(|said| said.get("draw").is_some());
        assert!(draws.len() > truth.len(), "there are blank draws as well");
        let numbers: Vec<u64> = draws.iter().map(|said| said["draw"]["number"].as_u64().unwrap()).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
        let shape = |said: &Value| {
            (said["draw"].as_object().unwrap().len(), said["draw"]["commitment"].as_str().unwrap().len())
        };
        shapes.push(draws.iter().map(shape).collect::<std::collections::BTreeSet<_>>());
        heard.push(rest.into_iter().map(without_lots).collect::<Vec<_>>());
    }
    assert_ne!(given[0], given[1], "one gave more orders than the other");
    assert_eq!(heard[0], heard[1], "the watcher heard the same");
    assert_eq!((shapes[0].len(), &shapes[0]), (1, &shapes[1]), "every draw looks alike");
}

fn after<R: Ruleset>(game: &Game<R>, command: &R::Command) -> R::State {
    let mut next = game.clone();
    next.play(command.clone()).unwrap();
    next.state().clone()
}

fn without_lots(mut said: Value) -> Value {
    for key in ["epoch", "game", "fair"] {
        if let Some(lot) = said["ok"].get_mut(key) {
            *lot = Value::Null;
        }
    }
    said
}

#[test]
fn an_order_taken_back_is_rolled_again_with_other_dice_and_its_draw_is_kept() {
    let truth = game::<BlockByBlock>("historical", 1);
    let rules = Arc::clone(truth.rules());
    let mut here = truth.clone();
    let (host, opened) = open(truth, None);
    let mut machines: Vec<Machine> =
        (1_u8..).zip(&opened.seats).map(|(secret, seat)| Machine::sit(host.address(), &seat.token, secret)).collect();
    let mut picks = Seeded::new(2);
    let mut taken_back = 0;
    while taken_back < 3 {
        let Some(side) = here.to_act() else { break };
        let acting = rules.sides().iter().position(|&s| s == side).unwrap();
        let (options, _) = here.options();
        let command = options[picks.choose(options.len())].clone();
        let give = |machines: &mut [Machine]| {
            let done = ask(machines, acting, "do", json!({"command": command})).unwrap();
            assert!(done["ok"].is_object(), "{done}");
            let rolls =
                done["ok"]["rolls"].as_array().unwrap().iter().map(|roll| roll["value"].as_u64().unwrap() as u8);
            (rolls.collect::<Vec<u8>>(), done["ok"]["dice"]["number"].as_u64().unwrap())
        };
        let (mut rolls, draw) = give(&mut machines);
        if !rolls.is_empty() {
            assert_eq!(ask(&mut machines, acting, "undo", json!({})).unwrap()["ok"]["asked"], true);
            assert_eq!(
                ask(&mut machines, 1 - acting, "answer", json!({"undo": true})).unwrap()["ok"]["taken_back"],
                true
            );
            let again = give(&mut machines);
            assert!(again.1 > draw, "links are never used again");
            rolls = again.0;
            taken_back += 1;
        }
        here.play_tape(command, rolls).unwrap();
    }
    assert_eq!(taken_back, 3);
    let view = ask(&mut machines, 0, "view", json!({})).unwrap();
    assert_eq!(view["ok"]["state"], serde_json::to_value(here.state()).unwrap());
}

#[test]
fn a_game_begun_at_one_machine_goes_on_with_fair_dice() {
    let mut begun = game::<BlockByBlock>("historical", 1);
    let mut picks = Seeded::new(4);
    while begun.entries().last().is_none_or(|entry| entry.rolls.is_empty()) {
        let (options, _) = begun.options();
        begun.play(options[picks.choose(options.len())].clone()).unwrap();
    }
    let (host, opened) = open(begun.clone(), None);
    let mut players: Vec<Player<BlockByBlock>> =
        opened.seats.iter().map(|seat| Player::join(host.address(), &seat.token)).collect();
    play(&mut players, &sides(&opened), &mut picks, usize::MAX);
    let asked = players[1].seat.ask("file", json!({}));
    let text = players[1].answer_to(asked).unwrap().unwrap()["file"].as_str().unwrap().to_owned();
    let (whole, _) = save::from_text(Arc::clone(begun.rules()), "a.ron", &text).unwrap();
    assert!(whole.entries()[..begun.len()].iter().all(|entry| entry.dice == Throw::Seeded));
    assert!(whole.entries()[begun.len()..].iter().all(|entry| entry.dice.draw().is_some()));
    assert!(save::to_text(&whole, &Note::default()).unwrap().contains("fair: ["));
    // The referee says what is proved and what is not.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    std::fs::write(&path, text).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let call = ["referee".into(), "replay".into(), path.into_os_string()];
    let status = referee::run(call, &|| Ok(library()), &mut std::io::empty(), &mut out, &mut err);
    let said = String::from_utf8(out).unwrap();
    assert_eq!(status, 0, "{said}{}", String::from_utf8_lossy(&err));
    assert!(
        said.contains("of draws from the secrets of the machines") && said.contains("from the host's seed"),
        "{said}"
    );
}

/// A random order of the side to act; `None` if the line breaks. Gives the number of what its giver has noticed.
fn order(machines: &mut [Machine], picks: &mut Seeded) -> Option<Given> {
    for who in 0..machines.len() {
        let view = ask(machines, who, "view", json!({}))?["ok"].clone();
        if view["to_act"].is_null() {
            return Some(Given::Over);
        }
        if view["to_act"] != view["side"] {
            continue;
        }
        let options = ask(machines, who, "options", json!({}))?;
        let commands = options["ok"]["commands"].as_array().cloned().unwrap_or_default();
        let command = &commands[picks.choose(commands.len())];
        let done = ask(machines, who, "do", json!({"command": command}))?;
        let number = done["ok"]["number"].as_u64().unwrap_or_else(|| panic!("{done}"));
        return Some(Given::Order(who, number));
    }
    None
}

enum Given {
    Order(usize, u64),
    Over,
}

/// Whether every draw that a machine was asked for held what the secrets say, and the file proves its dice.
fn proved(machines: &mut [Machine]) {
    let shown = ask(machines, 0, "secrets", json!({})).unwrap()["ok"].clone();
    let mut fair = Fair::new(serde_json::from_value(shown["secret"].clone()).unwrap(), 1, std::iter::empty());
    fair.seats = serde_json::from_value(shown["seats"].clone()).unwrap();
    assert_eq!(fair.verify(), Ok(()));
    let both = [&shown["spent"], &shown["orders"]].into_iter().flat_map(|list| list.as_array().unwrap());
    let fixed: std::collections::BTreeMap<u64, Digest> = both
        .map(|one| (one["draw"].as_u64().unwrap(), serde_json::from_value(one["order"].clone()).unwrap()))
        .collect();
    for machine in machines.iter() {
        for (draw, commitment) in &machine.asked {
            let right = fair.commitment(*draw, fixed.get(draw).copied());
            assert_eq!(*commitment, json!(right), "what was fixed in draw {draw} was carried out");
        }
    }
    let file = ask(machines, 0, "file", json!({})).unwrap()["ok"]["file"].as_str().unwrap().to_owned();
    let rules = Arc::new(library().load::<Platoon>().unwrap());
    let (game, _) = save::from_text(rules, "a.ron", &file).unwrap();
    assert!(game.entries().iter().all(|entry| entry.dice.draw().is_some()));
}

/// Plays with fair dice at a host that is killed at random moments: nothing acknowledged is lost, no draw is asked for twice with
/// something else in it, and in the end everything is proved.
fn killed_with_fair_dice(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = Serve::start(folder.path());
    let mut picks = Seeded::new(times);
    let (mut kills, mut orders, mut draws, mut games) = (0, 0, 0, 0);
    while kills < times {
        let what = json!({
            "key": serve.key, "ruleset": "platoon", "scenario": "ambush", "seed": kills, "fair_dice": true, "beat": 5,
        });
        let opened = Wire::open(serve.address).unwrap().ask("new", what)["ok"].clone();
        let token = |seat: usize| opened["seats"][seat]["token"].as_str().unwrap().to_owned();
        let mut machines: Vec<Machine> =
            [1, 2].map(|n| Machine::sit(serve.address, &token(usize::from(n) - 1), n)).into_iter().collect();
        let mut acknowledged = [0; 2];
        let mut is_over = false;
        while !is_over {
            let gone: Arc<AtomicBool> = Arc::default();
            machines.iter_mut().for_each(|machine| machine.gone = Arc::clone(&gone));
            let dies_in = Duration::from_millis(20 + picks.choose(250) as u64);
            let is_last = kills >= times;
            std::thread::scope(|scope| {
                let (done, told) = std::sync::mpsc::channel::<()>();
                let (child, gone) = (&mut serve, &gone);
                let killer = (!is_last).then(|| {
                    scope.spawn(move || {
                        let in_time = told.recv_timeout(dies_in).is_err();
                        if in_time {
                            child.kill();
                            gone.store(true, Ordering::Relaxed);
                        }
                        in_time
                    })
                });
                while let Some(given) = order(&mut machines, &mut picks) {
                    match given {
                        Given::Order(who, number) => {
                            acknowledged[who] = number;
                            orders += 1;
                        }
                        Given::Over => {
                            is_over = true;
                            break;
                        }
                    }
                }
                let _ = done.send(());
                let killed = killer.is_some_and(|killer| killer.join().unwrap());
                kills += u64::from(killed);
                if killed {
                    is_over = false;
                }
            });
            if gone.load(Ordering::Relaxed) {
                serve = Serve::start(folder.path());
                for (seat, machine) in machines.iter_mut().enumerate() {
                    machine.wire = Wire::sit(serve.address, &token(seat));
                    machine.gone = Arc::default();
                    machine.bind();
                }
                for (seat, least) in acknowledged.iter().enumerate() {
                    let there = ask(&mut machines, seat, "view", json!({})).unwrap()["ok"]["number"].as_u64().unwrap();
                    assert!(there >= *least, "{least} were acknowledged and {there} are there");
                }
            }
        }
        proved(&mut machines);
        draws += machines[0].asked.len();
        games += 1;
    }
    println!("{kills} kills in {games} games with fair dice, {orders} orders, {draws} draws, everything proved");
}

#[test]
fn nobody_rolls_twice_when_the_host_is_killed_between_commitment_and_link() {
    killed_with_fair_dice(4);
}

#[test]
#[ignore = "takes minutes"]
fn nobody_rolls_twice_in_three_hundred_kills() {
    killed_with_fair_dice(300);
}
