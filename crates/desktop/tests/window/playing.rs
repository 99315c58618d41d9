//! The window on a virtual display with a software driver: started, played by mouse and key, looked at, closed.
//!
//! It needs Xvfb, xdotool and a Vulkan driver, so it runs only where `check` asks for it with `POINTMAN_WINDOW_TEST=1`;
//! without that it says so and does nothing.

use std::process::Command;

use crate::display::{PROGRAM, Window, colours, controls, green, has_near, only_if_asked, red, root, says};

/// Ends steps until one of this name is reached.
#[track_caller]
fn until(window: &mut Window, step: &str, done: &[&str]) {
    for button in done {
        let now = window.wait_for("a step", |p| p["screen"] == "Game");
        if now["moment"].as_str().unwrap().contains(step) {
            return;
        }
        window.press(button);
        // What loses much is pressed twice.
        let length = now["length"].clone();
        let after = window.wait_for("an answer", |p| p["length"] != length || says(p, "Sure?"));
        if after["length"] == length {
            window.press("Sure?");
        }
    }
    window.wait_for(step, |p| p["moment"].as_str().unwrap().contains(step));
}

#[test]
fn a_first_turn_is_played_with_the_mouse_and_the_keyboard() {
    only_if_asked!();
    let mut window = Window::drawn("1280x720", &["--no-animation", "--seed", "7"]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.picture_of("window-title", "the title page", |p, _| colours(p) > 60);
    window.press("Play Block by Block");
    window.press("The Battle of Huế, 1968");
    window.press("Start");
    let probe = window.wait_for("the board", |p| p["screen"] == "Game");
    assert_eq!(probe["acting"], "US/ARVN");
    window.picture_of("window-board", "the map", |p, _| colours(p) > 600);
    for (name, colour) in [("A/1/1 Marines", green as fn(u8, u8, u8) -> bool), ("804th Battalion", red)] {
        window.picture_of("window-board", name, |p, probe| {
            Window::spot(probe, "counters", name).is_some_and(|at| has_near(p, at, 8, colour, 20))
        });
    }

    // Set-up and the enemy's movement, by button.
    until(&mut window, "US/ARVN movement", &["Begin the battle", "End infiltration", "End movement"]);
    // A company moves with the mouse: the counter, then the area.
    let before = window.wait_for("the movement", |p| p["acting"] == "US/ARVN")["length"].as_u64().unwrap();
    window.click("counters", "A/1/1 Marines");
    window.wait_for("the company in the hand", |p| p["selected"] == serde_json::json!(["A/1/1 Marines"]));
    window.click("places", "S3-2");
    let probe = window.wait_for("the move", |p| p["length"].as_u64().unwrap() > before);
    let (at, home) = (Window::spot(&probe, "counters", "A/1/1 Marines"), Window::spot(&probe, "counters", "MACV Team"));
    let (at, home) = (at.unwrap(), home.unwrap());
    assert!((at.0 - home.0).hypot(at.1 - home.1) > 40.0, "the counter lies elsewhere now: {at:?}");
    let aloud = |p: &serde_json::Value, place: &str, unit: &str| {
        controls(p).iter().any(|control| {
            let words = control["name"].as_str().unwrap_or_default();
            control["part"] == "board" && words.starts_with(place) && words.contains(unit)
        })
    };
    assert!(aloud(&probe, "S3-2", "A/1/1 Marines, fresh"), "who does not see the map hears where the company is");
    // Taken back and done again with the keyboard.
    window.key("ctrl+z");
    window.wait_for("the move taken back", |p| p["point"].as_u64() == Some(before));
    window.key("ctrl+y");
    window.wait_for("the move done again", |p| p["point"].as_u64() == Some(before + 1));
    window.picture("window-moved");
    // A line of a menu is chosen with the keyboard alone.
    window.key("1");
    window.wait_for("the menu", |p| says(p, "B/1/1 Marines (fresh)"));
    window.key("Down");
    window.key("Return");
    window.wait_for("the second unit in the hand", |p| p["selected"].as_array().is_some_and(|all| all.len() == 1));
    window.key("Escape");
    window.wait_for("an empty hand", |p| p["selected"] == serde_json::json!([]));

    // The rest of the turn with the keyboard: the last answer of the prompt ends a step.
    for _ in 0..12 {
        let now = window.wait_for("a step", |p| p["screen"] == "Game");
        if now["moment"].as_str().unwrap().starts_with("Turn 2") && !says(&now, "Turn 1 is over") {
            break;
        }
        if says(&now, "Turn 1 is over") {
            window.picture("window-turn-end");
            window.key("Return");
            window.wait_for("the board", |p| !says(p, "Turn 1 is over"));
            continue;
        }
        let length = now["length"].clone();
        window.end_step();
        window.wait_for("the step to end", |p| p["length"] != length);
    }
    let probe = window.wait_for("turn 2", |p| p["moment"].as_str().unwrap().starts_with("Turn 2"));
    let (length, moment) = (probe["length"].clone(), probe["moment"].clone());
    window.picture("window-turn-2");
    assert!(!window.log().contains("panicked"), "{}", window.log());

    // Killed without warning, and continued exactly where it stood.
    let home = std::mem::replace(&mut window.home, tempfile::tempdir().unwrap());
    drop(window);
    let mut window = Window::drawn_with(home, "1920x1080", &["--no-animation"], &[]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.press("Continue");
    let probe = window.wait_for("the game again", |p| p["screen"] == "Game");
    assert_eq!((&probe["length"], &probe["moment"]), (&length, &moment));
    window.picture_of("window-continued", "the map", |p, _| colours(p) > 600);
}

#[test]
fn a_group_is_gathered_by_clicks_alone_and_the_bar_says_how() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["block-by-block", "--no-animation", "--seed", "7"]);
    until(&mut window, "US/ARVN movement", &["Begin the battle", "End infiltration", "End movement"]);
    window.press("End movement");
    window.press("Sure?");
    let probe = window.wait_for("the groups", |p| says(p, "one to three units in one place"));
    let before = probe["length"].clone();
    window.click("counters", "A/1/1 Marines");
    window.wait_for("one in hand", |p| says(p, "Click up to two more units in MACV"));
    window.click("counters", "B/1/1 Marines");
    let pair = serde_json::json!(["A/1/1 Marines", "B/1/1 Marines"]);
    window.wait_for("two in hand", |p| p["selected"] == pair && says(p, "Click one more unit in MACV"));
    window.picture("window-gathering");
    // Never twice on the same one: that might be a double click.
    window.click("counters", "A/1/1 Marines");
    window.wait_for("one put back", |p| p["selected"] == serde_json::json!(["B/1/1 Marines"]));
    window.click("counters", "B/1/1 Marines");
    window.wait_for("none", |p| p["selected"] == serde_json::json!([]));
    window.click("counters", "A/1/1 Marines");
    window.wait_for("one again", |p| p["selected"] == serde_json::json!(["A/1/1 Marines"]));
    window.click("counters", "B/1/1 Marines");
    window.wait_for("two again", |p| p["selected"] == pair);
    window.key("Return");
    window.wait_for("the group", |p| p["length"] != before);
    // Escape closes what lies on top, and only that.
    window.press("What can I do?");
    window.wait_for("the help", |p| says(p, "Show hints"));
    window.key("Escape");
    window.wait_for("the board again", |p| !says(p, "Show hints") && !says(p, "Play on"));
}

/// The key of a button that is heard: its name begins so.
fn key_of(probe: &serde_json::Value, begins: &str) -> Option<String> {
    let name = |control: &serde_json::Value| control["name"].as_str().unwrap_or_default().to_owned();
    let heard =
        controls(probe).iter().find(|c| c["enabled"] == true && c["key"].is_string() && name(c).starts_with(begins));
    heard.and_then(|control| control["key"].as_str()).map(|key| match key {
        "Enter" => "Return".to_owned(),
        "Esc" => "Escape".to_owned(),
        key => key.to_lowercase(),
    })
}

/// Presses the key of what is heard.
#[track_caller]
fn answer(window: &mut Window, begins: &str) {
    let probe = window.wait_for(begins, |p| key_of(p, begins).is_some());
    window.key(&key_of(&probe, begins).unwrap());
}

#[test]
fn a_whole_turn_is_played_by_ear_with_the_keyboard_alone() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["block-by-block", "--no-animation", "--seed", "7"]);
    let hears = |probe: &serde_json::Value, part: &str, words: &str| {
        controls(probe).iter().any(|c| c["part"] == part && c["name"].as_str().unwrap_or_default().contains(words))
    };
    answer(&mut window, "Begin the battle");
    answer(&mut window, "End infiltration");
    window.wait_for("the enemy's movement", |p| hears(p, "prompt", "PAVN/NLF acts"));
    answer(&mut window, "End movement");
    answer(&mut window, "Sure?");
    window.wait_for("one's own", |p| hears(p, "prompt", "US/ARVN movement"));

    // A company moves, and is heard where it is.
    answer(&mut window, "Move a unit");
    answer(&mut window, "B/1/1 Marines");
    answer(&mut window, "Move to S4-2");
    let there = |p: &serde_json::Value| {
        let words = |c: &serde_json::Value| c["name"].as_str().unwrap_or_default().to_owned();
        controls(p).iter().any(|c| c["part"] == "board" && words(c).starts_with("S4-2") && words(c).contains("B/1/1"))
    };
    window.wait_for("the company over the river", there);
    answer(&mut window, "End movement");
    answer(&mut window, "Sure?");

    // A group is named and attacks; its odds are heard first.
    answer(&mut window, "First unit");
    answer(&mut window, "H/2/5 Marines");
    answer(&mut window, "Form group: H/2/5 Marines");
    answer(&mut window, "Groups are ready");
    answer(&mut window, "Assault S3-3");
    let probe = window.wait_for("the odds", |p| hears(p, "sidebar", "Odds: "));
    let before = probe["length"].as_u64().unwrap();
    answer(&mut window, "Attack");
    window.wait_for("the attack", |p| p["length"].as_u64().unwrap() > before);

    // What is left is answered by its first key, and each step ended, until the turn is over.
    for _ in 0..40 {
        let now = window.wait_for("a decision", |p| p["screen"] == "Game");
        let length = now["length"].clone();
        if says(&now, "Turn 1 is over") {
            window.key("Return");
            window.wait_for("the board", |p| !says(p, "Turn 1 is over"));
        } else if now["moment"].as_str().unwrap().starts_with("Turn 2") {
            break;
        } else if controls(&now).iter().any(|c| c["part"] == "prompt" && c["key"] == "0") {
            window.end_step();
            window.wait_for("the step to end", |p| p["length"] != length);
        } else {
            window.key(&key_of(&now, "Hold").unwrap_or("1".into()));
            window.wait_for("the answer", |p| p["length"] != length || says(p, "Sure?"));
        }
    }
    window.wait_for("turn 2", |p| p["moment"].as_str().unwrap().starts_with("Turn 2"));
}

#[test]
fn without_a_display_one_sentence_says_what_to_do() {
    only_if_asked!();
    let output =
        Command::new(PROGRAM).current_dir(root()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.trim().lines().count() == 1, "{said}");
    assert!(said.contains("display"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_position_is_drawn_without_a_display() {
    only_if_asked!();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("picture.png");
    let save = root().join("tests/museum/format-1/under-way.ron");
    let output = Command::new(PROGRAM)
        .current_dir(root())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .arg("picture")
        .arg(&save)
        .arg(&out)
        .args(["--size", "1280x720"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let picture = tiny_skia::Pixmap::load_png(&out).unwrap();
    assert_eq!((picture.width(), picture.height()), (1280, 720));
    assert!(colours(&picture) > 400);
}
