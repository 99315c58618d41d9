//! The computer as a player beside a real table, in the window: what it asks is answered with keys until it fires from under a
//! marker, and the game goes on after the program was killed.

use serde_json::Value;

use crate::display::{Window, length, only_if_asked, says};

fn asks(probe: &Value) -> bool {
    says(probe, "The computer asks for VC/NVA")
}

/// The answer that the digit 2 gives now: near.
fn near(probe: &Value) -> Option<String> {
    let mut named = probe["controls"].as_array().unwrap().iter().filter(|control| control["key"] == "2");
    named.find_map(|control| control["name"].as_str().filter(|name| name.contains("up to 15")).map(str::to_owned))
}

#[test]
fn the_computer_fires_from_under_a_marker_that_was_told_to_see_a_squad() {
    only_if_asked!();
    let arguments = ["--no-animation", "--seed", "7", "platoon", "beside-your-table"];
    let mut window = Window::start("1280x720", &arguments);
    window.wait_for("the desk", |p| p["screen"] == "Game" && says(p, "1st Squad stands"));
    window.key("F10");
    window.wait_for("the menu", |p| says(p, "Who plays"));
    window.press("Who plays");
    window.wait_for("the players", |p| says(p, "or the computer as"));
    window.press("VC/NVA: Veteran");
    window.wait_for("what it does there", |p| says(p, "The computer asks what its units see"));
    window.press("Close");
    window.wait_for("the desk without a way to look in secret", |p| {
        says(p, "1st Squad stands") && !says(p, "looks in secret") && !says(p, "or the computer as")
    });
    for squad in ["1st Squad", "2nd Squad"] {
        window.wait_for(squad, |p| says(p, &format!("{squad} stands")));
        window.key("Return");
    }
    let probe = window.wait_for("its questions", asks);
    assert!((1..=6).all(|n| says(&probe, &format!("On what ground does marker {n} lie?"))));
    assert!(!says(&probe, "Guerrilla squad") && !says(&probe, "Main force"), "what hides is nobody's business");
    window.key("Return");
    // Every marker sees the squad that acts, and near: sooner or later one of them fires.
    for _ in 0..30 {
        let probe = window.wait_for("a question, or fire", |p| {
            asks(p) || says(p, "Turn the marker over") || says(p, "Its phase is over")
        });
        if says(&probe, "Turn the marker over") {
            let before = length(&probe);
            window.key("Return");
            let probe = window.wait_for("the fire", |p| length(p) > before && says(p, "is placed on the table"));
            let home = window.kill();
            let mut window = Window::start_in(home, "1280x720", &["--no-animation"]);
            window.wait_for("the title page", |p| p["screen"] == "Title");
            window.press("Continue");
            let again = window.wait_for("the game again", |p| length(p) >= length(&probe));
            assert!(!says(&again, "looks in secret"), "the computer still plays");
            return;
        }
        if !asks(&probe) {
            window.key("0");
            window.wait_for("the next", |p| length(p) > length(&probe));
            continue;
        }
        if says(&probe, "in sight of any marker of its enemy?") {
            ["2", "Return"].into_iter().for_each(|key| window.key(key));
            window.wait_for("each marker", |p| says(p, "from marker "));
            continue;
        }
        let questions = (1..=6).filter(|n| says(&probe, &format!("from marker {n}?"))).count();
        assert!(questions > 0, "it asks for its markers");
        for answered in 1..=questions {
            let before = near(&window.wait_for("the question", |p| near(p).is_some()));
            window.key("2");
            if answered < questions {
                window.wait_for("the next question", |p| near(p).is_some_and(|next| Some(next) != before));
            }
        }
        window.key("Return");
    }
    panic!("nobody fires");
}
