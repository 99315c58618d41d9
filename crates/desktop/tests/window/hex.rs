//! A full US turn and a full NLF turn of Search & Destroy, by mouse and by key, on a virtual display.

use crate::display::{Window, length, only_if_asked};
use serde_json::Value;

fn moment(probe: &Value) -> String {
    probe["moment"].as_str().unwrap().to_owned()
}

/// The spots whose names end with this mark.
fn marked(probe: &Value, list: &str, mark: char) -> Vec<String> {
    let names = probe[list].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap().to_owned());
    names.filter(|name| name.ends_with(mark)).collect()
}

/// The player who is asked for sits down.
fn sit_down(window: &mut Window) -> Value {
    for _ in 0..8 {
        let probe = window.wait_for("a position", |p| p["screen"] == "Game");
        if probe["curtain"] != true {
            return probe;
        }
        window.key("Return");
    }
    panic!("the curtain does not open: {}", window.log());
}

/// What the panels say to the US player never names what lies face down.
fn assert_nothing_hidden_is_told(probe: &Value) {
    if probe["acting"] != "US" || probe["curtain"] == true {
        return;
    }
    for control in probe["controls"].as_array().unwrap() {
        let name = control["name"].as_str().unwrap();
        for word in ["VC squad", "guerrilla squad", "ummy", "Platoon Cadre", "booby trap is laid", "cache is hidden"] {
            assert!(!name.contains(word), "the US player reads \"{name}\"");
        }
    }
}

/// Ends the step with the key that ends steps.
fn end_step(window: &mut Window) -> Value {
    let before = length(&sit_down(window));
    window.end_step();
    window.wait_for("the step to end", |p| length(p) > before);
    let probe = sit_down(window);
    assert_nothing_hidden_is_told(&probe);
    probe
}

/// The whole map in sight, so that every counter can be clicked. The board opens nearer.
pub fn whole_map(window: &mut Window) {
    window.key("f");
    window.wait_for("the whole map", |p| p["still"] == true);
}

/// Moves one counter with the mouse and one with the keyboard.
fn move_two(window: &mut Window) {
    sit_down(window);
    whole_map(window);
    let probe = sit_down(window);
    let before = length(&probe);
    let Some(first) = marked(&probe, "counters", '*').into_iter().next() else {
        // Everybody is still to come: the list and a lit hex.
        window.key("Tab");
        let probe = window.wait_for("where it can come", |p| !marked(p, "places", '*').is_empty());
        let lit = marked(&probe, "places", '*').remove(0);
        window.click("places", &lit);
        window.wait_for("the entry", |p| length(p) > before);
        return;
    };
    window.click("counters", &first);
    let number = first.trim_end_matches('*').to_owned();
    let probe = window.wait_for("the counter in hand", |p| p["selected"] == serde_json::json!([number]));
    let lit = marked(&probe, "places", '*');
    assert!(!lit.is_empty(), "a counter that can move has lit hexes");
    // A hex where nobody lies, so that the click means the hex.
    let taken = |name: &str| {
        let hex = Window::spot(&probe, "places", name).unwrap();
        probe["counters"].as_array().unwrap().iter().any(|c| {
            let (x, y) = (c["x"].as_f64().unwrap(), c["y"].as_f64().unwrap());
            (x - hex.0).hypot(y - hex.1) < 14.0
        })
    };
    let free = lit.iter().find(|name| !taken(name)).unwrap().clone();
    window.click("places", &free);
    let probe = window.wait_for("the move", |p| length(p) > before);
    // The next one with the keyboard alone: take up, choose a hex, confirm.
    let before = length(&probe);
    window.key("Tab");
    window.wait_for("a counter in hand", |p| p["selected"].as_array().is_some_and(|s| s.len() == 1));
    window.key("t");
    window.key("Return");
    window.wait_for("the move by key", |p| length(p) > before);
}

/// Fires, searches or probes with whatever can, once, if anything can.
fn act_once(window: &mut Window) {
    let probe = sit_down(window);
    let before = length(&probe);
    if marked(&probe, "counters", '*').is_empty() {
        return;
    }
    window.key("Tab");
    let probe = window.wait_for("a counter in hand", |p| !p["selected"].as_array().unwrap().is_empty());
    if !marked(&probe, "counters", '!').is_empty() {
        let odds = |p: &Value| p["controls"].as_array().unwrap().iter().any(|c| c["name"] == "ODDS");
        // Planned, put away, planned again, and carried out.
        window.key("t");
        window.key("Return");
        window.wait_for("the forecast", odds);
        window.key("Escape");
        window.wait_for("the forecast put away", |p| !odds(p));
        window.key("Return");
        window.wait_for("the forecast again", odds);
        window.key("Return");
        window.wait_for("the attack", |p| length(p) > before);
    } else if !marked(&probe, "places", '*').is_empty() {
        window.key("t");
        window.key("Return");
        window.wait_for("the search", |p| length(p) > before);
    } else {
        window.key("Escape");
    }
}

#[test]
fn a_us_turn_and_an_nlf_turn_are_played_on_the_hex_board() {
    only_if_asked!();
    let mut window =
        Window::start("1280x720", &["--no-animation", "--seed", "11", "search-and-destroy", "27-23-trail-ambush"]);
    let probe = window.wait_for("the board", |p| p["screen"] == "Game" && p["ruleset"] == "search-and-destroy");
    window.picture("hex-board");
    // The US set-up: one counter from the list onto a lit hex, the rest by the button.
    assert_eq!(probe["acting"], "US");
    whole_map(&mut window);
    window.key("Tab");
    let probe = window.wait_for("where it can stand", |p| !marked(p, "places", '*').is_empty());
    let at = marked(&probe, "places", '*').remove(0);
    window.click("places", &at);
    window.wait_for("it stands there", |p| length(p) == 1);
    window.press("Place the rest");
    window.wait_for("the NLF", |p| p["curtain"] == true || p["acting"] == "NLF");
    let probe = sit_down(&mut window);
    assert_eq!(probe["acting"], "NLF");
    // The NLF set-up in secret: a trap where the player wants it, the rest by the button.
    let before = length(&probe);
    whole_map(&mut window);
    window.key("Tab");
    let probe = window.wait_for("a counter in hand", |p| !marked(p, "places", '*').is_empty());
    let at = marked(&probe, "places", '*').remove(0);
    window.click("places", &at);
    window.wait_for("it is placed", |p| length(p) == before + 1);
    window.press("Place the rest");
    window.wait_for("the first turn", |p| length(p) > before + 1);
    sit_down(&mut window);

    let (mut us, mut nlf) = (0, 0);
    for _ in 0..16 {
        let probe = sit_down(&mut window);
        assert_nothing_hidden_is_told(&probe);
        let step = moment(&probe);
        if step.starts_with("Turn 2") {
            break;
        }
        if step.ends_with("movement") {
            move_two(&mut window);
            if probe["acting"] == "US" {
                us += 1
            } else {
                nlf += 1
            }
            window.picture(if probe["acting"] == "US" { "hex-us-turn" } else { "hex-nlf-turn" });
        } else {
            act_once(&mut window);
        }
        // Questions in the middle of a step are answered by their first button.
        for _ in 0..6 {
            let now = sit_down(&mut window);
            if moment(&now) != step || !now["question"].as_str().unwrap().starts_with("Does") {
                break;
            }
            window.key("2");
        }
        if moment(&sit_down(&mut window)) == step {
            end_step(&mut window);
        }
    }
    let probe = sit_down(&mut window);
    assert!(moment(&probe).starts_with("Turn 2"), "{}", moment(&probe));
    assert!(us > 0 && nlf > 0, "both sides moved: {us}, {nlf}");
    // Threat, sight and command are shaded by key and the ruler is laid; the rulebook opens over them and closes again.
    for key in ["g", "v", "c", "m"] {
        window.key(key);
    }
    window.picture("hex-turn-2");
    let reads = |p: &Value| p["controls"].as_array().unwrap().iter().any(|c| c["name"] == "Search the rules");
    window.key("r");
    window.wait_for("the rulebook", reads);
    window.key("Escape");
    window.wait_for("the rulebook put away", |p| !reads(p));
    // What was done can be taken back, over the curtain too.
    let before = probe["point"].as_u64().unwrap();
    window.key("ctrl+z");
    window.wait_for("the step taken back", |p| p["point"].as_u64().unwrap() < before);
    assert!(!window.log().contains("panicked"), "{}", window.log());
}
