//! A lesson taken in the window, and a question of the quiz, as a newcomer does: by mouse, having read nothing.
//! Runs where `POINTMAN_WINDOW_TEST` asks for it, like the other window tests.

use crate::display::{Window, only_if_asked, says};
use serde_json::Value;

#[test]
fn the_first_lesson_is_taken_on_the_board() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
    window.press("Play Block by Block");
    window.press("Learn to play");
    window.wait_for("the lessons", |p| p["page"] == "Learn" && says(p, "Begin: Move a company"));
    window.picture("learn-page");
    window.press("Begin: Move a company");
    window.wait_for("the first page", |p| p["page"] == "Home" && says(p, "Go on"));
    window.press("Go on");
    window.wait_for("the first task", |p| says(p, "Move G/2/5 Marines to S5-3"));
    window.picture("lesson-task");
    // A legal move that is not what was asked: it is answered, and nothing moves.
    window.click("counters", "H/2/5 Marines");
    window.click("places", "S5-1");
    let probe = window.wait_for("the answer to a wrong move", |p| says(p, "G/2/5 Marines goes first"));
    assert_eq!(probe["length"], 0);
    window.picture("lesson-wrong");
    // And the right one, by the teacher's hand.
    window.press("Show me");
    let probe = window.wait_for("the next task", |p| says(p, "Move F/2/5 Marines to S3-2"));
    assert_eq!(probe["length"], 1);
    window.key("ctrl+z");
    window.wait_for("the step before", |p| says(p, "Move G/2/5 Marines to S5-3") && p["point"] == 0);
    for task in ["Move F/2/5 Marines to S3-2", "move H/2/5 Marines to S4-1", "End your movement"] {
        window.press("Show me");
        window.wait_for(task, |p| says(p, task));
    }
    window.press("Show me");
    window.wait_for("the end", |p| says(p, "Next lesson"));
    window.picture("lesson-end");
    window.press("Leave");
    window.wait_for("the list again", |p| p["page"] == "Learn" && says(p, "1 of "));
    window.press("Ask me");
    window.wait_for("a question", |p| p["page"] == "Home" && says(p, "Quiz"));
    window.picture("quiz");
}

/// Presses the first button of the panels whose name ends so: the lines of the log are sentences.
fn name_of_button(probe: &Value, holds: impl Fn(&str) -> bool) -> Option<String> {
    let controls = probe["controls"].as_array()?;
    let buttons = controls.iter().filter(|control| control["role"] == "Button" && control["enabled"] == true);
    buttons.filter_map(|control| control["name"].as_str()).find(|name| holds(name)).map(str::to_owned)
}

#[test]
fn quiz_hints_luck_and_arithmetic_are_at_hand_in_every_game() {
    only_if_asked!();
    for ruleset in ["block-by-block", "search-and-destroy", "platoon", "skirmish"] {
        let mut window = Window::start("1280x720", &[ruleset, "--no-animation", "--seed", "7"]);
        let probe = window.wait_for("the game", |p| says(p, "What can I do?") || p["curtain"] == true);
        if probe["curtain"] == true {
            window.press("I play both sides");
            window.wait_for("the table", |p| says(p, "What can I do?"));
        }
        window.press("What can I do?");
        window.wait_for("the kinds of decision", |p| says(p, "Show hints") && says(p, "Show: "));
        window.picture(&format!("help-{ruleset}"));
        window.press("Show hints");
        window.wait_for("the hints", |p| says(p, "Hide hints"));
        window.picture(&format!("hints-{ruleset}"));
        window.press("Hide hints");
        window.wait_for("no hints again", |p| says(p, "Show hints"));
        window.press("Close");
        window.press("Luck");
        window.wait_for("the ledger", |p| says(p, "Each roll compared with everything it could have been"));
        window.press("Close");
        window.key("r");
        window.wait_for("the rulebook", |p| says(p, "Search the rules"));
        window.key("Escape");
        window.wait_for("the board again", |p| !says(p, "Search the rules"));
    }
}

#[test]
fn a_line_of_the_log_opens_in_its_place() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["block-by-block", "--no-animation", "--seed", "7"]);
    window.wait_for("the game", |p| says(p, "What can I do?"));
    // A platoon goes into a gate: headings do not open, this line does.
    window.key("1");
    let line = |name: &str| name.ends_with('.') && name.contains("platoon");
    let probe = window.wait_for("a line of the log", |p| {
        p["length"].as_u64().is_some_and(|n| n > 0) && name_of_button(p, line).is_some()
    });
    let name = name_of_button(&probe, line).expect("it was there");
    window.press(&name);
    window.wait_for("its arithmetic", |p| says(p, "Show the position"));
    window.picture("log-open");
    window.press(&name);
    window.wait_for("the line alone", |p| !says(p, "Show the position"));
}

/// Where the board shows this counter.
fn counter(probe: &Value, name: &str) -> (f64, f64) {
    Window::spot(probe, "counters", name).unwrap_or_else(|| panic!("{name} is on the board"))
}

/// How far the nearest of what the teacher points at is from a place of the window, in pixels.
fn from_light(probe: &Value, at: (f64, f64)) -> f64 {
    let lit = probe["lit"].as_array().map(Vec::as_slice).unwrap_or_default();
    let far = |spot: &Value| match (spot[0].as_f64(), spot[1].as_f64()) {
        (Some(x), Some(y)) => (x - at.0).hypot(y - at.1),
        _ => f64::INFINITY,
    };
    lit.iter().map(far).fold(f64::INFINITY, f64::min)
}

/// The card of a lesson: from its title, at its top, to its button, at its foot.
fn card_covers(probe: &Value, title: &str, button: &str, at: (f64, f64)) -> bool {
    let place = |name: &str| {
        let control = probe["controls"].as_array().and_then(|all| all.iter().find(|control| control["name"] == name));
        let control = control.unwrap_or_else(|| panic!("{name} is on the card"));
        (control["x"].as_f64().unwrap_or_default(), control["y"].as_f64().unwrap_or_default())
    };
    let (top, foot) = (place(title).1 - 24.0, place(button).1 + 28.0);
    let left = place(button).0 - 60.0;
    (left..left + 400.0).contains(&at.0) && (top..foot).contains(&at.1)
}

#[test]
fn every_kind_of_board_lights_up_what_a_lesson_points_at_and_the_card_lies_beside_it() {
    only_if_asked!();
    // The first page of one is only read; on that of the other there is something to do.
    for (ruleset, lesson, pages, piece) in [
        ("Play Block by Block", "Move a company", 1, "G/2/5 Marines"),
        ("Play Vietnam Skirmish", "Fire", 0, "Sp4 Clay"),
    ] {
        let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
        window.press(ruleset);
        window.press("Learn to play");
        window.press(&format!("Begin: {lesson}"));
        for _ in 0..pages {
            window.press("Go on");
        }
        window.wait_for("the light", |p| p["page"] == "Home" && from_light(p, counter(p, piece)) < 30.0);
        window.wait_for("the card beside it", |p| {
            p["still"] == true && !card_covers(p, lesson, "Show me", counter(p, piece))
        });
        window.picture(&format!("light-{}", lesson.replace(' ', "-")));
    }
}

#[test]
fn squads_and_hexes_light_up_as_well() {
    only_if_asked!();
    for (ruleset, lesson) in [("Play 20mm Platoon", "First steps"), ("Play Search & Destroy", "On the map")] {
        let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
        window.press(ruleset);
        window.press("Learn to play");
        window.press(&format!("Begin: {lesson}"));
        let some = |list: &Value| list.as_array().is_some_and(|list| !list.is_empty());
        window.wait_for("the light", |p| p["page"] == "Home" && some(&p["lit"]) && some(&p["counters"]));
        window.picture(&format!("light-{}", lesson.replace(' ', "-")));
    }
}
