//! A lesson taken in the window, and a question of the quiz, as a newcomer does: by mouse, having read nothing.
//! Runs where `POINTMAN_WINDOW_TEST` asks for it, like the other window tests.

#![allow(dead_code, reason = "the display serves several tests")]

mod display;

use display::{Window, asked_for};
use serde_json::Value;

/// Whether some text or button of the panels contains these words.
fn says(probe: &Value, words: &str) -> bool {
    probe["controls"].as_array().is_some_and(|controls| {
        controls.iter().any(|control| control["name"].as_str().is_some_and(|name| name.contains(words)))
    })
}

#[test]
fn the_first_lesson_is_taken_on_the_board() {
    if !asked_for() {
        return;
    }
    let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
    window.press("Block by Block");
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
