//! What the players agree on before a game, by mouse: the start page offers it, and the game is played so.
//! Runs where `POINTMAN_WINDOW_TEST` asks for it, like the other window tests.

use crate::display::{Window, only_if_asked, says};

#[test]
fn a_level_agreed_on_is_the_level_that_is_played() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
    window.press("Play Search & Destroy");
    window.wait_for("the briefing", |p| p["page"] == "Scenarios" && says(p, "What decides".to_uppercase().as_str()));
    window.picture("briefing");
    window.press("Optional rules");
    window.wait_for("what the scenario has", |p| says(p, "Level: Standard Game"));
    window.press("Level: Advanced Game");
    window.wait_for("what was changed", |p| says(p, "changed"));
    window.picture("agreed");
    window.press("Start");
    // The NLF player has secrets before he has done anything: nobody else sees the table.
    let probe = window.wait_for("the curtain", |p| p["screen"] == "Game" && p["curtain"] == true);
    assert!(!says(&probe, "Sniper"), "nothing is told behind the curtain");
    window.press("I play both sides");
    window.wait_for("the set-up", |p| says(p, "Place the rest"));
    window.press("Place the rest");
    window.wait_for("the leaders of an Advanced Game", |p| p["acting"] == "US" && says(p, "Platoon Leader 2, 1/1"));
}
