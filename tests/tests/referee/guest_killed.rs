//! Guests are killed at random moments: what was acknowledged to them is there when they come back, the one who stayed has noticed it,
//! and the game goes on.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::serve_killed::{SCENARIOS, Serve};
use pointman_tests::wire::Wire;
use serde_json::{Value, json};
use tabletop::dice::Seeded;

/// What this program does when it is started by itself as a guest: it gives orders, and writes down what is acknowledged.
#[test]
#[ignore = "is the guest that the others start"]
fn the_guest() {
    let Ok(words) = std::env::var("POINTMAN_TEST_GUEST") else { return };
    let [address, token, seed] = words.split(' ').collect::<Vec<_>>()[..] else { panic!("{words}") };
    let mut wire = Wire::sit(address.parse().unwrap(), token);
    let mut picks = Seeded::new(seed.parse().unwrap());
    let mut out = std::io::stdout();
    while let Some(view) = wire.try_ask("view", json!({})) {
        if view["ok"]["to_act"] != view["ok"]["side"] {
            if view["ok"]["to_act"].is_null() || wire.next(Duration::from_secs(10)).is_none() {
                return;
            }
            continue;
        }
        let Some(options) = wire.try_ask("options", json!({})) else { return };
        let commands = options["ok"]["commands"].as_array().cloned().unwrap_or_default();
        let command = &commands[picks.choose(commands.len())];
        let Some(done) = wire.try_ask("do", json!({"command": command})) else { return };
        let number = done["ok"]["number"].as_u64().unwrap_or_else(|| panic!("{done}"));
        writeln!(out, "acknowledged {number}").unwrap();
        out.flush().unwrap();
    }
}

fn guest(serve: &Serve, token: &str, seed: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "guest_killed::the_guest"])
        .env("POINTMAN_TEST_GUEST", format!("{} {token} {seed}", serve.address))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The end without a warning; the last order that was acknowledged to it, and how many were.
fn kill(mut guest: Child) -> (u64, u64) {
    guest.kill().unwrap();
    guest.wait().unwrap();
    let mut said = String::new();
    guest.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    // The last line may have been cut.
    let whole = said.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let numbers: Vec<u64> =
        whole.lines().filter_map(|line| line.split_once("acknowledged ")?.1.trim().parse().ok()).collect();
    (numbers.last().copied().unwrap_or_default(), numbers.len() as u64)
}

fn guests_are_killed(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path());
    let mut picks = Seeded::new(times);
    let (mut kills, mut total) = (0, 0);
    for round in 0.. {
        let scenario = SCENARIOS[round % SCENARIOS.len()];
        let tokens = serve.begin(scenario, round as u64);
        // The one who stays lives through a handful of deaths of the other, then they change places.
        for stays in [0, 1] {
            let host = guest(&serve, &tokens[stays], round as u64);
            let mut over = false;
            for _ in 0..5 {
                let dies = guest(&serve, &tokens[1 - stays], kills);
                std::thread::sleep(Duration::from_millis(20 + picks.choose(250) as u64));
                let (acknowledged, count) = kill(dies);
                let mut back = Wire::sit(serve.address, &tokens[1 - stays]);
                let view = back.ask("view", json!({}))["ok"].clone();
                let there = view["number"].as_u64().unwrap();
                assert!(
                    there >= acknowledged,
                    "after {kills} kills {acknowledged} were acknowledged, {there} are there"
                );
                (kills, total) = (kills + 1, total + count);
                over |= view["to_act"].is_null();
            }
            let (_, count) = kill(host);
            total += count;
            // Nobody plays now: both seats are told of the same position.
            let views: Vec<Value> = tokens
                .iter()
                .map(|token| Wire::sit(serve.address, token).ask("view", json!({}))["ok"].clone())
                .collect();
            for key in ["turn", "phase", "to_act", "outcome"] {
                assert_eq!(views[0][key], views[1][key], "{scenario:?}: {key}");
            }
            if scenario.0 == "block-by-block" {
                assert_eq!(views[0]["state"], views[1]["state"], "nothing is hidden there");
            }
            if over {
                break;
            }
        }
        if kills >= times {
            break;
        }
    }
    println!("{kills} kills of guests, {total} orders acknowledged, none lost");
    assert!(total > kills, "{total} orders in {kills} runs");
}

#[test]
fn nothing_acknowledged_is_lost_when_a_guest_is_killed() {
    guests_are_killed(5);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_acknowledged_is_lost_in_three_hundred_kills_of_guests() {
    guests_are_killed(300);
}
