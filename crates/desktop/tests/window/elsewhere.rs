//! A window and somebody elsewhere at one game: two windows, and a window as the guest of a host in this test, over a line that can be
//! cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use host::{Heard, Host, Key, Seat, Settings};
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tabletop::{Library, Ruleset};

use crate::display::{PATIENCE, Window, only_if_asked, says};
use crate::hex::whole_map;

const QUIET: [&str; 3] = ["--no-animation", "--seed", "7"];

/// Windows that let others in listen at one and the same port, and one that is opened again at the one it had.
fn port() -> MutexGuard<'static, ()> {
    static PORT: Mutex<()> = Mutex::new(());
    PORT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a control that begins so.
fn text_of(probe: &Value, beginning: &str) -> Option<String> {
    let names = probe["controls"].as_array()?.iter().filter_map(|control| control["name"].as_str());
    names.into_iter().find(|name| name.starts_with(beginning)).map(str::to_owned)
}

/// Types an invitation on the page that joins.
fn join(window: &mut Window, invitation: &str) {
    window.press("Join");
    let probe = window.wait_for("the page", |p| p["page"] == "Join" && says(p, "Invitation"));
    let field = probe["controls"].as_array().unwrap().iter().find(|control| control["name"] == "Invitation").unwrap();
    window.click_at(field["x"].as_f64().unwrap(), field["y"].as_f64().unwrap());
    window.xdotool(&["type", "--delay", "15", invitation]);
    window.press("Sit down");
}

/// Invites from the window with a game on its table, and sits a window of somebody else down as the guest; pictures are named so.
fn invite(host: &mut Window, pictures: &str) -> Window {
    host.key("F10");
    host.press("Invite somebody");
    host.wait_for("the page", |p| p["page"] == "Invite");
    host.picture(&format!("invite{pictures}"));
    assert!(host.probe().is_some_and(|p| says(&p, "Come from both machines") && says(&p, "Come from this machine")));
    let link = listen(host);
    host.picture(&format!("invited{pictures}"));
    let mut guest = host.stranger("1280x720", &QUIET);
    guest.press("Join");
    guest.picture("join");
    guest.key("Escape");
    join(&mut guest, &link);
    guest.wait_for("the guest's board", |p| p["screen"] == "Game");
    host.wait_for("the guest", |p| says(p, "Your friend is there"));
    host.press("To the board");
    guest.picture(&format!("guest{pictures}"));
    guest
}

/// Listens for a guest; the link for him. Both windows are on one machine, which need have no address but its own.
fn listen(host: &mut Window) -> String {
    host.press("Listen");
    let probe = host.wait_for("the invitation", |p| says(p, "pointman://"));
    let link = text_of(&probe, "pointman://").unwrap();
    let port = link.split('/').nth(2).unwrap().rsplit(':').next().unwrap();
    link.replacen(link.split('/').nth(2).unwrap(), &format!("127.0.0.1:{port}"), 1)
}

#[test]
fn two_windows_play_each_other() {
    only_if_asked!();
    let _port = port();
    let mut host = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    host.wait_for("the board", |p| p["screen"] == "Game");
    let mut guest = invite(&mut host, "");
    // What one orders, the other sees; and only one of them is asked.
    guest.wait_for("who decides", |p| says(p, "decides. You see what you may see of it."));
    host.press("Begin the battle");
    host.wait_for("the order", |p| p["length"] == 1);
    guest.wait_for("the order of the other", |p| p["length"] == 1);
    host.key("ctrl+z");
    // Nothing was rolled, but the order may have been answered for by nobody: it is simply taken back, or asked for.
    let undone = |p: &Value| p["length"] == 0 || says(p, "You ask to take your order back");
    if host.wait_for("the undo", undone)["length"] != 0 {
        guest.press("Agree");
    }
    host.wait_for("the order taken back", |p| p["length"] == 0);
    guest.wait_for("the order taken back there", |p| p["length"] == 0);
    // The dice come from both machines: without the guest's, no order is given.
    drop(guest);
    host.wait_for("whose dice are missing", |p| says(p, "The dice come from both machines, and that of"));
    host.picture("dice-away");
}

/// A line between a window and its host that can be cut.
struct Line {
    address: SocketAddr,
    open: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    fn to(host: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (open, streams) = (Arc::new(AtomicBool::new(true)), Arc::new(Mutex::new(Vec::new())));
        let line = Self { address, open: Arc::clone(&open), streams: Arc::clone(&streams) };
        std::thread::spawn(move || {
            for here in listener.incoming().flatten() {
                if !open.load(Ordering::SeqCst) {
                    continue;
                }
                let there = TcpStream::connect(host).unwrap();
                let ways = [(here.try_clone(), there.try_clone()), (there.try_clone(), here.try_clone())];
                streams.lock().unwrap().extend([here, there]);
                for (from, to) in ways {
                    let (mut from, mut to) = (from.unwrap(), to.unwrap());
                    std::thread::spawn(move || {
                        let mut bytes = [0; 65_536];
                        while let Ok(count @ 1..) = from.read(&mut bytes) {
                            if to.write_all(&bytes[..count]).is_err() {
                                break;
                            }
                        }
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        line
    }

    fn cut(&self) {
        self.open.store(false, Ordering::SeqCst);
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn mend(&self) {
        self.open.store(true, Ordering::SeqCst);
    }
}

/// What the seat hears next that is of this kind.
fn heard<R: Ruleset, T>(seat: &Seat<R>, what: &str, find: impl Fn(Heard<R>) -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        if let Some(found) = seat.wait(Duration::from_secs(1)).and_then(&find) {
            return found;
        }
    }
    panic!("{what} was never heard");
}

/// A seat in this test gives orders, the window at the other side follows, is asked about an undo, loses its line and finds it again.
fn follows<R: Ruleset>(scenario: &str) {
    only_if_asked!();
    let library = Library::at(crate::display::root()).unwrap();
    let rules = host::rulesets::load::<R>(&library).unwrap();
    let game = host::games::begin::<R>(&library, Arc::clone(&rules), scenario, &[], 7).unwrap();
    let first = game.to_act().unwrap();
    let host = Host::start(library, &Settings::for_this_machine()).unwrap();
    let opened = host.open(game, None, false, Some(first)).unwrap();
    let own = opened.seats.iter().find(|seat| seat.side == R::side_name(first)).unwrap();
    let here = host.invitation(host.address().to_string(), Key::Token(own.token.clone()));
    let seat = Seat::<R>::join(here, || {}).unwrap();
    let line = Line::to(host.address());
    let mut window = Window::start("1280x720", &QUIET);
    join(&mut window, &format!("{} {}", line.address, opened.word.as_deref().unwrap()));
    window.wait_for("the board", |p| p["screen"] == "Game" && says(p, "decides. You see what you may see of it."));
    // A few orders, as far as this side decides: the window follows them.
    let mut given = 0;
    for _ in 0..4 {
        let asked = seat.ask("options", json!({}));
        let options = heard(&seat, "the options", |heard| match heard {
            Heard::Answer(id, answer) if id == asked => Some(answer.unwrap()),
            _ => None,
        });
        let Some(command) = options["commands"].as_array().and_then(|all| all.first()) else { break };
        let asked = seat.ask("do", json!({"command": command}));
        heard(&seat, "the order", |heard| match heard {
            Heard::Answer(id, answer) if id == asked => Some(answer.unwrap()),
            _ => None,
        });
        given += 1;
    }
    assert!(given > 0, "nothing was played");
    let before = window.wait_for("an order", |p| p["length"].as_u64() > Some(0));
    window.picture(&format!("elsewhere-{}", R::ID));
    // The other side writes a line.
    seat.ask("say", json!({"text": "Are you there?"}));
    window.wait_for("the line", |p| says(p, "Write"));
    // A lost line is said calmly, and mended by itself.
    line.cut();
    window.wait_for("the lost line", |p| says(p, "The line is lost, and is being mended."));
    window.picture(&format!("lost-{}", R::ID));
    line.mend();
    window.wait_for("the line mended", |p| !says(p, "The line is lost"));
    let after = window.wait_for("the game as it was", |p| p["length"] == before["length"]);
    assert_eq!(after["point"], before["point"]);
    // Taking back is asked for, or simply done.
    let asked = seat.ask("undo", json!({}));
    let undone = heard(&seat, "what comes of the undo", |heard| match heard {
        Heard::Answer(id, answer) if id == asked => Some(answer.unwrap()),
        _ => None,
    });
    if undone["asked"] == true {
        window.wait_for("the question", |p| says(p, "asks to take its last order back."));
        window.picture(&format!("undo-{}", R::ID));
        window.press("Agree");
        heard(&seat, "the answer", |heard| matches!(heard, Heard::UndoAnswered(true)).then_some(()));
    }
}

#[test]
fn a_window_follows_search_and_destroy_elsewhere() {
    follows::<search_and_destroy::SearchAndDestroy>("27-23-trail-ambush");
}

#[test]
fn a_window_follows_platoon_elsewhere() {
    follows::<platoon::Platoon>("village-search");
}

#[test]
fn a_window_follows_skirmish_elsewhere() {
    follows::<skirmish::Skirmish>("patrol-and-ambush");
}

/// The names of all pieces that a window of the hex board shows.
fn pieces(window: &mut Window) -> Vec<String> {
    whole_map(window);
    let probe = window.wait_for("the pieces", |p| p["counters"].as_array().is_some_and(|all| !all.is_empty()));
    let mut names: Vec<String> =
        probe["counters"].as_array().unwrap().iter().map(|one| one["name"].to_string()).collect();
    names.sort();
    names
}

/// Whether this window is asked for an order.
fn is_asked(probe: &Value) -> bool {
    let waits = ["decides. You see what you may see of it.", "The line is lost", "Orders wait until it is."];
    probe["still"] == true && probe["acting"] != "" && !waits.iter().any(|words| says(probe, words))
}

fn length(probe: &Value) -> Option<u64> {
    probe["length"].as_u64()
}

/// Two windows at one game, and a simple player at each of them.
struct Pair {
    windows: [Window; 2],
    chance: Seeded,
    given: [usize; 2],
    /// How many of three orders are to be more than the one that ends what is asked.
    eager: usize,
}

impl Pair {
    fn of(host: Window, guest: Window) -> Self {
        Self { windows: [host, guest], chance: Seeded::new(7), given: [0; 2], eager: 2 }
    }

    /// Whose window is asked for an order; none once the game is over.
    fn asked(&mut self) -> Option<usize> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let probes = self.windows.each_ref().map(|window| window.probe().unwrap_or_default());
            if probes.iter().all(|probe| probe["still"] == true && probe["acting"] == "") {
                return None;
            }
            if let Some(asked) = probes.iter().position(is_asked) {
                return Some(asked);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        for (n, window) in self.windows.iter().enumerate() {
            window.picture(&format!("nobody-is-asked-{n}"));
        }
        panic!(
            "nobody is asked: {:?}",
            self.windows.each_ref().map(|window| window.probe().map(|p| p["question"].clone()))
        );
    }

    /// Presses a key, and waits a moment for an order to come of it.
    fn tries(&mut self, at: usize, key: &str, before: Option<u64>) -> bool {
        let window = &mut self.windows[at];
        // Where nothing was open, Escape has opened the menu.
        if window.probe().is_some_and(|probe| says(&probe, "Play on")) {
            window.press("Play on");
        }
        window.key(key);
        let until = Instant::now() + Duration::from_millis(1500);
        while Instant::now() < until {
            let probe = window.probe().unwrap_or_default();
            if length(&probe) > before {
                return true;
            }
            // What loses much is pressed twice.
            if key == "0" && says(&probe, "Sure?") {
                window.key(key);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        false
    }

    /// An order by keys: one of the answers of the prompt, with what its menu or its plan asks, or the one that ends what is asked.
    fn order(&mut self, at: usize) {
        let before = self.windows[at].probe().as_ref().and_then(length);
        // The last three: the first of what can be chosen, at the first place where it can be.
        let mut keys = vec!["0", "0", "1", "g", "Down", "Return", "Return", "t", "Return", "Return"];
        if self.chance.choose(3) < self.eager {
            let first = ["1", "2", "g", "s", "d", "q"][self.chance.choose(6)];
            keys.splice(0..0, [first, "Down", "Return", "Return", "Escape", "Escape"]);
        }
        // A busy machine may be too slow for the first time.
        for key in keys.iter().chain(&["Escape", "Escape"]).cycle().take(3 * keys.len()) {
            if self.tries(at, key, before) {
                self.given[at] += 1;
                return;
            }
        }
        let window = &self.windows[at];
        window.picture("no-order");
        panic!("no order could be given: {}", window.probe().unwrap_or_default()["question"]);
    }

    /// Plays until each window has given so many orders, or the game is over.
    fn play(&mut self, each: usize) {
        while self.given.iter().any(|given| *given < each) {
            let Some(at) = self.asked() else { break };
            self.order(at);
            let all = self.given[0] + self.given[1];
            if all.is_multiple_of(25) {
                let moment = self.windows[0].probe().unwrap_or_default()["moment"].clone();
                eprintln!("{} orders, {moment}", all);
            }
        }
    }

    /// That both windows show all of the same game, which is over, and that its file holds that game.
    fn agree_on_the_end<R: Ruleset>(&mut self) {
        let names = |probe: &Value, list: &str| {
            let all = probe[list].as_array().cloned().unwrap_or_default();
            let mut names: Vec<String> = all.iter().map(|one| one["name"].to_string()).collect();
            names.sort();
            names
        };
        let ends = self.windows.each_mut().map(|window| window.wait_for("the end", |p| p["acting"] == ""));
        assert_eq!(ends[0]["moment"], ends[1]["moment"]);
        for list in ["counters", "places"] {
            assert_eq!(names(&ends[0], list), names(&ends[1], list), "{list}");
        }
        for probe in &ends {
            assert!(!says(probe, "The line to the host has ended"), "a seat has found the dice wrong");
        }
        let rules = host::rulesets::load::<R>(&Library::at(crate::display::root()).unwrap()).unwrap();
        let files = std::fs::read_dir(self.windows[0].games()).unwrap().map(|file| file.unwrap().path());
        let saves: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "ron")).collect();
        let [save] = &saves[..] else { panic!("{saves:?}") };
        let (game, _) = tabletop::save::read::<R>(rules, save).unwrap_or_else(|e| panic!("{e}"));
        assert!(game.outcome().is_some(), "the file holds the end");
        let given = self.given[0] + self.given[1];
        assert!(game.len() >= given, "{given} orders were given, and {} are in the file", game.len());
    }
}

/// Whether whole games are played. Where two windows meet in a short run already, no second pair is started then.
fn is_long() -> bool {
    std::env::var_os("POINTMAN_LONG").is_some()
}

/// Both windows give orders, each sees what it may see, and with `POINTMAN_LONG` the game is played to its end.
fn two_windows_give_orders<R: Ruleset>(scenario: &str) {
    only_if_asked!();
    let _port = port();
    let ruleset = R::ID;
    let mut host = Window::start("1280x720", &[&QUIET[..], &[ruleset, scenario]].concat());
    let probe = host.wait_for("the board", |p| p["screen"] == "Game");
    if probe["curtain"] == true {
        host.key("Return");
        host.wait_for("the board without the curtain", |p| p["curtain"] != true);
    }
    let guest = invite(&mut host, &format!("-{ruleset}"));
    let is_long = is_long();
    let mut pair = Pair { eager: if is_long { 1 } else { 2 }, ..Pair::of(host, guest) };
    pair.play(if is_long { usize::MAX } else { 2 });
    for (n, window) in pair.windows.iter().enumerate() {
        window.picture(&format!("elsewhere-{ruleset}-{n}"));
        assert!(!window.log().contains("panicked"), "{}", window.log());
    }
    eprintln!("{ruleset}: the host's window gave {} orders, the guest's {}", pair.given[0], pair.given[1]);
    assert!(pair.given.iter().all(|given| *given >= 2), "{:?}", pair.given);
    if is_long {
        pair.agree_on_the_end::<R>();
    }
}

#[test]
fn two_windows_give_orders_in_block_by_block() {
    if is_long() {
        two_windows_give_orders::<block_by_block::BlockByBlock>("historical");
    }
}

#[test]
fn two_windows_give_orders_in_search_and_destroy() {
    if is_long() {
        two_windows_give_orders::<search_and_destroy::SearchAndDestroy>("27-23-trail-ambush");
    }
}

#[test]
fn two_windows_give_orders_in_platoon() {
    two_windows_give_orders::<platoon::Platoon>("village-search");
}

#[test]
fn two_windows_give_orders_in_skirmish() {
    if is_long() {
        two_windows_give_orders::<skirmish::Skirmish>("patrol-and-ambush");
    }
}

#[test]
fn a_host_that_is_closed_and_opened_again_lets_the_same_guest_in() {
    only_if_asked!();
    let _port = port();
    let mut host = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    host.wait_for("the board", |p| p["screen"] == "Game");
    let mut guest = invite(&mut host, "-kept");
    host.press("Begin the battle");
    guest.wait_for("the order", |p| p["length"] == 1);
    let home = host.kill();
    guest.wait_for("the lost line", |p| says(p, "The line is lost, and is being mended."));
    let mut host = Window::start_in(home, "1280x720", &QUIET);
    host.press("Continue");
    host.wait_for("the board again", |p| p["screen"] == "Game" && p["length"] == 1);
    host.picture("shared-before");
    host.key("F10");
    host.press("Invite somebody");
    host.wait_for("the page", |p| p["page"] == "Invite");
    listen(&mut host);
    // The guest's window has done nothing but wait.
    guest.wait_for("the line mended", |p| !says(p, "The line is lost") && p["length"] == 1);
    host.wait_for("the guest", |p| says(p, "Your friend is there"));
    host.press("To the board");
    let mut pair = Pair::of(host, guest);
    pair.play(1);
    assert!(pair.given.iter().all(|given| *given > 0), "{:?}", pair.given);
}

#[test]
fn a_shared_game_that_hides_something_is_gone_on_with_in_ones_own_seat() {
    only_if_asked!();
    let _port = port();
    let mut host = Window::start("1280x720", &[&QUIET[..], &["search-and-destroy", "27-23-trail-ambush"]].concat());
    if host.wait_for("the board", |p| p["screen"] == "Game")["curtain"] == true {
        host.key("Return");
        host.wait_for("the board without the curtain", |p| p["curtain"] != true);
    }
    let guest = invite(&mut host, "-hidden");
    let mut pair = Pair::of(host, guest);
    pair.play(1);
    let [mut host, mut guest] = pair.windows;
    let seen = pieces(&mut host);
    let home = host.kill();
    guest.wait_for("the lost line", |p| says(p, "The line is lost, and is being mended."));
    let mut host = Window::start_in(home, "1280x720", &QUIET);
    host.press("Continue");
    // The same side as before, no curtain behind which the other one waits, and no more pieces than that side knows of.
    let probe = host.wait_for("the seat", |p| p["screen"] == "Game" && p["acting"] != "" && p["curtain"] != true);
    host.picture("hidden-again");
    assert_eq!(pieces(&mut host), seen);
    assert!(says(&probe, "is not here. Orders wait until it is.") || says(&probe, "You see what you may see of it."));
    // A second window neither looks at it nor copies it.
    let mut second = host.beside("1280x720", &QUIET);
    second.press("Continue");
    second.press("Look at it");
    second.wait_for("the refusal", |p| p["screen"] == "Title" && says(p, "a copy would hold what is hidden from you"));
    second.picture("hidden-second");
    drop(second);
    // The door is opened again, and the guest's window finds it by itself.
    host.key("F10");
    host.press("Invite somebody");
    host.wait_for("the page", |p| p["page"] == "Invite" && says(p, "Play both sides at this machine"));
    host.picture("hidden-invite");
    listen(&mut host);
    guest.wait_for("the line mended", |p| !says(p, "The line is lost"));
    host.wait_for("the guest", |p| says(p, "Your friend is there"));
    // Who stops listening sits where he sat.
    host.press("Stop listening");
    host.wait_for("the seat alone", |p| p["page"] == "Home" && p["acting"] != "" && p["curtain"] != true);
    host.key("F10");
    host.press("Invite somebody");
    host.press("Play both sides at this machine");
    host.wait_for("the whole game", |p| p["page"] == "Home" && p["screen"] == "Game" && !says(p, "Invitation"));
    assert!(
        !host.games().read_dir().unwrap().any(|file| file.unwrap().path().extension().is_some_and(|e| e == "seats"))
    );
    host.picture("hidden-alone");
}
