//! What is drawn, looked at: most window tests read only the probe, and draw nothing.

use crate::display::{Window, colours, only_if_asked, says};

/// The board of a game is drawn, and the menu over it.
fn is_drawn(name: &str, game: [&str; 2], least: usize) {
    only_if_asked!();
    let arguments = [&["--no-animation", "--seed", "7"], &game[..]].concat();
    let mut window = Window::drawn("1280x720", &arguments);
    let probe = window.wait_for("the board", |p| p["screen"] == "Game");
    if probe["curtain"] == true {
        window.key("Return");
        window.wait_for("the board without the curtain", |p| p["curtain"] != true);
    }
    let board = window.picture_of(name, "the board", |p, _| colours(p) > least);
    window.key("F10");
    window.wait_for("the menu", |p| says(p, "Play on"));
    window.picture_of(&format!("{name}-menu"), "the menu over the board", |p, _| *p != board);
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

#[test]
fn the_hex_board_is_drawn() {
    is_drawn("drawn-hexes", ["search-and-destroy", "27-23-trail-ambush"], 400);
}

#[test]
fn the_table_of_20mm_platoon_is_drawn() {
    is_drawn("drawn-platoon", ["platoon", "ambush"], 400);
}

#[test]
fn the_table_of_vietnam_skirmish_is_drawn() {
    is_drawn("drawn-skirmish", ["skirmish", "patrol-and-ambush"], 400);
}

#[test]
fn the_page_beside_a_real_table_is_drawn() {
    is_drawn("drawn-companion", ["platoon", "beside-your-table"], 60);
}
