//! A window and somebody elsewhere at one game: two windows, and a window as the guest of a host in this test, over a line that can be
//! cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use host::{Heard, Host, Key, Seat, Settings};
use serde_json::{Value, json};
use tabletop::{Library, Ruleset};

use crate::display::{Window, asked_for, says};

const QUIET: [&str; 3] = ["--no-animation", "--seed", "7"];

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

#[test]
fn two_windows_play_each_other() {
    if !asked_for() {
        return;
    }
    let mut host = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    host.wait_for("the board", |p| p["screen"] == "Game");
    host.key("F10");
    host.press("Invite somebody");
    host.wait_for("the page", |p| p["page"] == "Invite");
    host.picture("invite");
    assert!(host.probe().is_some_and(|p| says(&p, "Come from both machines") && says(&p, "Come from this machine")));
    host.press("Listen");
    let probe = host.wait_for("the invitation", |p| says(p, "pointman://"));
    host.picture("invited");
    let link = text_of(&probe, "pointman://").unwrap();
    let mut guest = host.stranger("1280x720", &QUIET);
    guest.press("Join");
    guest.picture("join");
    guest.key("Escape");
    // Both windows are on one machine, which need have no address but its own.
    let port = link.split('/').nth(2).unwrap().rsplit(':').next().unwrap();
    let local = link.replacen(link.split('/').nth(2).unwrap(), &format!("127.0.0.1:{port}"), 1);
    join(&mut guest, &local);
    guest.wait_for("the guest's board", |p| p["screen"] == "Game");
    host.wait_for("the guest", |p| says(p, "Your friend is there"));
    host.press("To the board");
    guest.picture("guest");
    // What one orders, the other sees; and only one of them is asked.
    let begins = |p: &Value| says(p, "Begin the battle");
    let host_begins = host.probe().is_some_and(|p| begins(&p));
    let (first, second) = if host_begins { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
    second.wait_for("who decides", |p| says(p, "decides. You see what you may see of it."));
    first.press("Begin the battle");
    first.wait_for("the order", |p| p["length"] == 1);
    second.wait_for("the order of the other", |p| p["length"] == 1);
    first.key("ctrl+z");
    // Nothing was rolled, but the order may have been answered for by nobody: it is simply taken back, or asked for.
    let undone = |p: &Value| p["length"] == 0 || says(p, "You ask to take your order back");
    if first.wait_for("the undo", undone)["length"] != 0 {
        second.press("Agree");
    }
    first.wait_for("the order taken back", |p| p["length"] == 0);
    second.wait_for("the order taken back there", |p| p["length"] == 0);
    // The dice come from both machines: without the guest's, no order is given.
    assert!(host_begins, "the one who invites decides first here");
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
    if !asked_for() {
        return;
    }
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
    join(&mut window, &format!("{} {}", line.address, opened.word));
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
