//! The companion in the window: some turns beside a real table, with dice typed in, on a virtual display.

use crate::display::{Window, length, only_if_asked, says};
use serde_json::Value;
use std::time::Duration;

fn offers(probe: &Value, name: &str) -> bool {
    let named = |control: &Value| {
        control["enabled"] == true
            && control["role"] == "Button"
            && control["name"].as_str().is_some_and(|n| n.contains(name))
    };
    probe["controls"].as_array().unwrap().iter().any(named)
}

/// Dice are typed until the order is played. Everything shows a three.
fn type_dice(window: &mut Window, before: u64) -> Value {
    for _ in 0..60 {
        let probe = window.wait_for("a die or the end of the dice", |p| {
            length(p) > before || offers(p, "The die shows 3") || offers(p, "Draw it for us")
        });
        if length(&probe) > before {
            return probe;
        }
        window.key(if offers(&probe, "The die shows 3") { "3" } else { "space" });
        // A die that is typed changes what is shown; only then is the next one typed.
        let shown = probe["controls"].clone();
        window.wait_for("the die on the screen", |p| p["controls"] != shown);
    }
    panic!("the dice never end");
}

/// Presses the key that ends the phase. A digit right after a typed die is taken for that die, typed twice by a hasty hand.
fn end_phase(window: &mut Window) {
    std::thread::sleep(Duration::from_millis(800));
    window.key("0");
}

/// The player who acts in secret looks alone: one key, which counts once the page has stood long enough to be read.
fn look_alone(window: &mut Window) {
    std::thread::sleep(Duration::from_millis(800));
    window.key("Return");
    window.wait_for("what only one side knows", |p| says(p, "You look in secret."));
}

/// Everybody says on what ground his squads stand, one after the other; a side with markers chooses who is the first. With the last of
/// them the first order is rolled for, with the players' own dice.
fn everybody_stands(window: &mut Window) {
    const SQUADS: [&str; 5] = ["1st Squad", "2nd Squad", "Guerrilla squad", "Main force", "Unknown squad"];
    for squad in SQUADS {
        let stands = format!("{squad} stands");
        let probe = window.wait_for("the next squad", |p| says(p, &stands) || says(p, "acts in secret"));
        if !says(&probe, &stands) {
            look_alone(window);
        }
        let probe = window.wait_for("the squad", |p| says(p, &stands));
        if offers(&probe, &stands) {
            window.press(&stands);
        }
        let before = length(&window.wait_for("the question of the ground", |p| {
            says(p, &stands) && says(p, "On what ground does the squad stand")
        }));
        window.key("Return");
        if squad == SQUADS[SQUADS.len() - 1] {
            window.wait_for("dice of the players' own", |p| offers(p, "The die shows 3"));
            type_dice(window, before);
        } else {
            window.wait_for("the ground in the game", |p| length(p) > before);
        }
    }
}

#[test]
fn two_turns_are_played_beside_a_real_table_with_typed_dice() {
    only_if_asked!();
    let arguments = ["--no-animation", "--seed", "7", "platoon", "beside-your-table"];
    let mut window = Window::start("1280x720", &arguments);
    let probe = window.wait_for("the desk", |p| p["screen"] == "Game" && offers(p, "We roll the dice"));
    assert!(!says(&probe, "Guerrilla squad"), "a hidden squad is nobody's business");
    // The menu and the keys open here as on a board.
    for (key, shows) in [("F10", "Secrets on phones"), ("F1", "This list")] {
        window.key(key);
        window.wait_for(key, |p| says(p, shows));
        window.key("Escape");
        window.wait_for("the page again", |p| !says(p, shows));
    }
    window.press("We roll the dice");
    window.wait_for("the ground that is asked for", |p| says(p, "1st Squad stands"));
    window.picture("window-companion");

    everybody_stands(&mut window);

    // Two turns: everybody is finished at once but the first who is seen, who moves by typed dice and a measured step.
    let mut moved = false;
    for _ in 0..60 {
        let probe = window.wait_for("something to do", |p| {
            offers(p, "Its phase is over") || offers(p, "Nobody fires") || says(p, "acts in secret")
        });
        if probe["moment"].as_str().unwrap().starts_with("Turn 3") {
            break;
        }
        let before = length(&probe);
        if offers(&probe, "Nobody fires") {
            end_phase(&mut window);
        } else if !offers(&probe, "Its phase is over") {
            look_alone(&mut window);
            continue;
        } else if !moved && offers(&probe, "Roll to move on patrol") {
            moved = true;
            window.press("Roll to move on patrol");
            let probe = type_dice(&mut window, before);
            window.wait_for("the facts", |p| says(p, "How far does the squad go"));
            window.picture("window-companion-facts");
            window.key("Return");
            window.wait_for("the step", |p| length(p) > length(&probe));
            continue;
        } else {
            end_phase(&mut window);
        }
        type_dice(&mut window, before);
    }
    assert!(moved, "nobody could move");
    undo_and_go_on_after_the_end(window);
}

/// Undo takes one order back, and the game goes on where it stood after the program was killed.
fn undo_and_go_on_after_the_end(mut window: Window) {
    let probe = window.wait_for("turn 3", |p| p["moment"].as_str().unwrap().starts_with("Turn 3"));
    let (cursor, moment) = (length(&probe), probe["moment"].clone());
    window.key("u");
    window.wait_for("the order taken back", |p| p["point"].as_u64() == Some(cursor - 1));
    window.key("y");
    window.wait_for("the order given again", |p| p["point"].as_u64() == Some(cursor));
    assert!(!window.log().contains("panicked"), "{}", window.log());
    let home = std::mem::replace(&mut window.home, tempfile::tempdir().unwrap());
    drop(window);
    let mut window = Window::start_in(home, "1280x720", &["--no-animation"]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.press("Continue");
    let probe = window.wait_for("the game again", |p| p["screen"] == "Game" && length(p) == cursor);
    assert_eq!(probe["moment"], moment);
}

#[test]
fn two_turns_of_vietnam_skirmish_are_played_beside_a_real_table_with_typed_dice() {
    only_if_asked!();
    let arguments = ["--no-animation", "--seed", "7", "skirmish", "beside-your-table"];
    let mut window = Window::start("1280x720", &arguments);
    let probe = window.wait_for("the desk", |p| p["screen"] == "Game" && offers(p, "We roll the dice"));
    assert!(!says(&probe, "Comrade"), "a hidden figure is nobody's business");
    window.press("We roll the dice");
    // Everybody lets his turn go by but the M113, which fires at a place where nobody is known to be: a typed die.
    let mut sprayed = false;
    for _ in 0..60 {
        let probe = window.wait_for("something to do", |p| {
            offers(p, "No more support") || offers(p, "The turn is over") || says(p, "acts in secret")
        });
        if probe["moment"].as_str().unwrap().starts_with("Turn 3") {
            break;
        }
        let before = length(&probe);
        if says(&probe, "acts in secret") {
            look_alone(&mut window);
            continue;
        }
        if !sprayed && offers(&probe, "Track 7, 3, waits") && offers(&probe, "The turn is over") {
            sprayed = true;
            window.press("Track 7, 3, waits");
            window.press("Sprays a place");
            // Its gun turns all round and reaches as far as it sees: nothing is asked.
            window.wait_for("the die", |p| offers(p, "The die shows 3"));
            window.picture("window-companion-skirmish");
            let probe = type_dice(&mut window, before);
            assert!(says(&probe, "Track 7 fires on speculation, die 3"), "what happened is told");
            continue;
        }
        end_phase(&mut window);
        type_dice(&mut window, before);
    }
    assert!(sprayed, "nobody fired");
    undo_and_go_on_after_the_end(window);
}
