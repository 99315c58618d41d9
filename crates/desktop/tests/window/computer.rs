//! Against the computer, and two computers against each other, on a virtual display.

use crate::display::{Window, length, only_if_asked, says};
use serde_json::Value;

fn moment(probe: &Value) -> &str {
    probe["moment"].as_str().unwrap()
}

/// Whether the page at the end of a turn lies over the board: the computer waits for it as well.
fn turn_ended(probe: &Value) -> bool {
    says(probe, "If the game ended now") && says(probe, "Go on")
}

/// Waits as long as the computer gives orders, until it is the person's turn or so many orders were given.
#[track_caller]
fn mine_or(window: &mut Window, orders: u64) -> Value {
    let mut before = 0;
    loop {
        let probe =
            window.wait_until("an order or my decision", |p| p["still"] == true || turn_ended(p) || length(p) > before);
        if turn_ended(&probe) {
            window.key("Return");
            window.wait_until("the board again", |p| !turn_ended(p));
        } else if probe["still"] == true || length(&probe) >= orders {
            return probe;
        }
        before = length(&probe);
    }
}

#[track_caller]
fn mine(window: &mut Window) -> Value {
    mine_or(window, u64::MAX)
}

/// Presses the lowest button of this name: in a list that has been scrolled to its end the others may be out of sight.
#[track_caller]
fn press_last(window: &mut Window, name: &str) {
    let probe = window.wait_for(name, |p| says(p, name));
    let named = |control: &&Value| control["name"] == name;
    let buttons = probe["controls"].as_array().unwrap().iter().filter(named);
    let lowest = buttons
        .map(|c| (c["y"].as_f64().unwrap(), c["x"].as_f64().unwrap()))
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    let (y, x) = lowest.unwrap();
    window.click_at(x, y);
}

/// What ends a step of Block by Block, as it stands on the button.
const ENDS: [&str; 8] = [
    "Begin the battle",
    "Groups are ready",
    "End replacements",
    "End infiltration",
    "End reinforcements",
    "End withdrawal",
    "End movement",
    "End combat",
];

/// Ends the step by mouse; or, where something else is asked, gives the first answer.
fn end_step(window: &mut Window, probe: &Value) {
    match ENDS.iter().find(|label| says(probe, label)) {
        Some(label) => window.press(label),
        None => return window.key(if says(probe, "Hold") { "d" } else { "1" }),
    }
    let before = length(probe);
    let after = window.wait_until("the end of the step", |p| length(p) > before || says(p, "Sure?"));
    if length(&after) == before {
        window.press("Sure?");
    }
}

#[test]
fn two_turns_of_block_by_block_are_played_against_a_recruit_with_the_mouse() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
    window.press("Play Block by Block");
    window.press("PAVN/NLF: Recruit");
    window.wait_for("the scenario", |p| says(p, "PAVN/NLF: Recruit") && says(p, "Start"));
    window.picture("computer-scenario");
    window.press("Start");
    let (mut moved, mut asked_why) = (false, false);
    for _ in 0..60 {
        let probe = mine(&mut window);
        if probe["screen"] != "Game" {
            continue;
        }
        if moment(&probe).starts_with("Turn 3") {
            break;
        }
        assert_eq!(probe["acting"], "US/ARVN", "the computer plays the other side: {}", moment(&probe));
        assert_eq!(probe["curtain"], false);
        if says(&probe, "What you noticed") && !asked_why {
            asked_why = true;
            window.picture("computer-noticed");
            press_last(&mut window, "Why?");
            window.wait_for("the reasons", |p| says(p, "Its next order") && !says(p, "Working it out"));
            window.picture("computer-why");
            window.press("Close");
            continue;
        }
        if moment(&probe).contains("US/ARVN movement") && !moved {
            moved = true;
            let before = length(&probe);
            window.click("counters", "A/1/1 Marines");
            window.wait_for("the company in the hand", |p| p["selected"] == serde_json::json!(["A/1/1 Marines"]));
            window.click("places", "S3-2");
            window.wait_for("the move", |p| length(p) > before);
            continue;
        }
        let before = length(&probe);
        end_step(&mut window, &probe);
        window.wait_until("the order", |p| length(p) > before);
    }
    let probe = window.wait_for("turn 3", |p| moment(p).starts_with("Turn 3"));
    assert!(moved && asked_why);
    // Undo goes back over the computer's orders to my own.
    let point = probe["point"].as_u64().unwrap();
    window.key("u");
    let back = window.wait_for("my last decision", |p| p["point"].as_u64().unwrap() < point);
    assert_eq!(back["acting"], "US/ARVN");
    window.key("ctrl+y");
    window.wait_for("the game as it stood", |p| p["point"].as_u64() == Some(point));
    // I take the other side over.
    window.press("Menu");
    window.press("Who plays");
    window.press("PAVN/NLF: A person here");
    window.picture("computer-who-plays");
    window.press("Close");
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

#[test]
fn the_thinking_computer_is_seen_and_the_window_lives_meanwhile() {
    only_if_asked!();
    for (size, name) in [("1280x720", "thinking-1280"), ("1920x1080", "thinking-1920")] {
        let mut window = Window::start(size, &["--no-animation", "--seed", "7"]);
        window.press("Play Block by Block");
        window.wait_for("the scenario", |p| says(p, "PAVN/NLF: Recruit"));
        window.press("PAVN/NLF: Veteran");
        window.picture(&format!("{name}-scenario"));
        window.press("Start");
        window.press("Begin the battle");
        window.wait_until("the computer", |p| says(p, "Veteran is thinking …") && says(p, "Skip to my decision"));
        window.picture(name);
        window.key("p");
        let probe = window.wait_for("the pause", |p| says(p, "Veteran waits."));
        window.picture(&format!("{name}-pause"));
        // While it waits, or thinks, everything can be read.
        window.key("r");
        window.wait_for("the rulebook", |p| says(p, "Search the rules"));
        window.key("Escape");
        let shown = window.wait_for("the board", |p| !says(p, "Search the rules"));
        assert_eq!(shown["length"], probe["length"], "it waits");
        window.key("n");
        let probe = mine(&mut window);
        assert!(probe["acting"] == "US/ARVN" && !says(&probe, "Veteran is thinking …"));
        window.picture(&format!("{name}-mine"));
        assert!(!window.log().contains("panicked"), "{}", window.log());
    }
}

#[test]
fn two_computers_play_every_ruleset_while_somebody_watches() {
    only_if_asked!();
    for (button, sides, orders) in [
        ("Play Block by Block", ["US/ARVN", "PAVN/NLF"], 25),
        ("Play Search & Destroy", ["US", "NLF"], 25),
        ("Play 20mm Platoon", ["Allied", "VC/NVA"], 25),
        ("Play Vietnam Skirmish", ["US/ARVN", "VC/NVA"], 25),
    ] {
        let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
        window.press(button);
        let probe = window.wait_for("the scenarios", |p| p["page"] == "Scenarios");
        for side in sides {
            assert!(says(&probe, &format!("{side}: Recruit")), "{probe}");
            window.press(&format!("{side}: Recruit"));
        }
        window.wait_for("that nobody plays", |p| says(p, "watch"));
        window.picture(&format!("watched-{}", sides[1].to_lowercase().replace('/', "-")));
        window.press("Start");
        window.wait_until("the board", |p| p["screen"] == "Game");
        let goes = mine_or(&mut window, orders);
        assert_eq!(goes["curtain"], false);
        assert!(!says(&goes, "is yours now"), "{goes}");
        window.key("p");
        let probe = window.wait_for("the pause", |p| says(p, "Recruit waits.") || p["acting"] == "");
        window.picture(&format!("watched-{}-board", sides[1].to_lowercase().replace('/', "-")));
        assert!(length(&probe) >= orders);
        assert!(!window.log().contains("panicked"), "{}", window.log());
    }
}
