//! Two turns of the games that are played on a table in inches, by mouse and by key, on a virtual display.

use crate::display::{Window, length, only_if_asked, says};
use serde_json::Value;

fn turn(probe: &Value) -> u32 {
    let moment = probe["moment"].as_str().unwrap();
    let number: String = moment.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    number.parse().unwrap_or(0)
}

/// The player who is asked for sits down.
fn sit_down(window: &mut Window) -> Value {
    let probe = window.wait_for("a position", |p| p["screen"] == "Game");
    if probe["curtain"] != true {
        return probe;
    }
    window.key("Return");
    window.wait_for("the curtain open", |p| p["curtain"] != true)
}

/// The answer that ends what is asked, until this turn has come or so many orders were given.
fn play_on(window: &mut Window, until: u32, most: usize) -> Value {
    for _ in 0..most {
        let probe = sit_down(window);
        if turn(&probe) >= until || probe["acting"] == "" {
            return probe;
        }
        let before = length(&probe);
        window.end_step();
        window.wait_for("the order", |p| length(p) > before || p["curtain"] == true);
    }
    sit_down(window)
}

/// A point of the table in the window.
fn spot(probe: &Value, column: i32, row: i32) -> (f64, f64) {
    Window::spot(probe, "places", &format!("{column},{row}")).unwrap()
}

/// The place of the selected group's first piece.
fn piece(probe: &Value, name: &str) -> (f64, f64) {
    Window::spot(probe, "counters", name).unwrap()
}

#[test]
fn two_turns_of_20mm_platoon_are_played_with_mouse_and_keyboard() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["platoon", "ambush", "--no-animation", "--seed", "7"]);
    window.wait_for("the game", |p| p["screen"] == "Game" && p["ruleset"] == "platoon");
    let probe = sit_down(&mut window);
    window.picture("platoon-table");
    assert!(probe["counters"].as_array().unwrap().len() > 10, "squads and markers lie on the table");

    // Somebody of the Americans acts: he is selected, rolls for his move by dragging a path, and goes.
    let mut moved = false;
    for _ in 0..40 {
        let probe = sit_down(&mut window);
        if turn(&probe) > 1 {
            break;
        }
        let before = length(&probe);
        if !moved && probe["acting"] == "Allied" && !probe["selected"].as_array().unwrap().is_empty() {
            let name = probe["selected"][0].as_str().unwrap().to_owned();
            if let Some(from) = Window::spot(&probe, "counters", &name) {
                let inch = spot(&probe, 1, 0).0 - spot(&probe, 0, 0).0;
                window.drag(from, (from.0 + 2.4 * inch, from.1));
                // Nothing is rolled yet, so it asks how the squad goes: by keys, each when its odds are there.
                window.wait_for("how it goes", |p| says(p, "on patrol") || says(p, "cautious"));
                window.key("Down");
                window.wait_for("another way to go", |_| true);
                window.key("Return");
                let rolled = window.wait_for("the roll", |p| length(p) > before);
                if rolled["curtain"] != true && rolled["acting"] == "Allied" {
                    window.picture("platoon-path");
                    window.key("Return");
                    window.wait_for("the step", |p| length(p) > before + 1);
                    let after = sit_down(&mut window);
                    let _ = after;
                    moved = true;
                    continue;
                }
            }
        }
        window.end_step();
        window.wait_for("the order", |p| length(p) > before || p["curtain"] == true);
    }
    assert!(moved, "an American squad went by a dragged path: {}", window.log());

    // Taken back and done again.
    let probe = play_on(&mut window, 2, 60);
    assert_eq!(turn(&probe), 2, "turn 2 is reached");
    window.picture("platoon-turn-2");
    let probe = play_on(&mut window, 3, 80);
    assert!(turn(&probe) >= 3 || probe["acting"] == "", "two whole turns are played");
    let length_now = length(&probe);
    window.key("ctrl+z");
    window.wait_for("the order taken back", |p| p["point"].as_u64() == Some(length_now - 1));
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

/// Until an American squad acts and its player sits there, with everybody else let go on.
fn until_an_american_acts(window: &mut Window) -> Value {
    for _ in 0..20 {
        let probe = sit_down(window);
        let selected = probe["selected"][0].as_str().unwrap_or_default();
        if probe["acting"] == "Allied" && selected.contains("Squad") {
            return probe;
        }
        let before = length(&probe);
        window.end_step();
        window.wait_for("the order", |p| length(p) > before || p["curtain"] == true);
    }
    panic!("no American squad acts: {}", window.log());
}

#[test]
fn a_side_that_holds_its_fire_is_asked_no_more_and_says_so_in_secret() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["platoon", "ambush", "--no-animation", "--seed", "7"]);
    window.wait_for("the game", |p| p["screen"] == "Game" && p["ruleset"] == "platoon");
    let probe = sit_down(&mut window);
    assert_eq!(probe["acting"], "VC/NVA", "it is asked first");
    window.wait_for("the shots with their odds", |p| says(p, "Ambush party fires") && says(p, "POSSIBLE RESULTS"));
    window.picture("platoon-fire-asked");
    // Not this turn: three keys.
    window.key("i");
    window.wait_for("the page", |p| says(p, "VC/NVA: when to fire") && says(p, "Say so"));
    window.key("2");
    window.picture("platoon-hold-fire");
    window.key("Return");
    window.wait_for("the curtain", |p| p["curtain"] == true);
    let probe = until_an_american_acts(&mut window);
    assert!(!says(&probe, "not this turn"), "the Americans do not read what was said");

    // A path is dragged, rolled for and sent on its way: it is gone to its end, and nobody changes seats.
    let before = length(&probe);
    let name = probe["selected"][0].as_str().unwrap().to_owned();
    let from = piece(&probe, &name);
    let inch = spot(&probe, 1, 0).0 - spot(&probe, 0, 0).0;
    window.drag(from, (from.0 + 5.0 * inch, from.1));
    window.wait_for("how it goes", |p| says(p, "on patrol") || says(p, "cautious"));
    window.key("Return");
    window.wait_for("the roll", |p| length(p) == before + 1);
    window.key("Return");
    let probe = window.wait_for("the move and its answers", |p| length(p) >= before + 5);
    assert!(probe["curtain"] != true && probe["acting"] == "Allied", "no curtain fell");

    // The enemy wants to be asked again: behind the curtain, and back behind another.
    window.key("i");
    window.wait_for("the page", |p| says(p, "Allied: when to fire"));
    window.key("x");
    window.wait_for("the curtain", |p| p["curtain"] == true);
    window.key("Return");
    window.wait_for("the enemy's page", |p| says(p, "VC/NVA: when to fire"));
    window.key("e");
    window.wait_for("the curtain again", |p| p["curtain"] == true);
    let probe = sit_down(&mut window);
    assert_eq!(probe["acting"], "Allied");
    window.end_step();
    let asked = window.wait_for("the next squad", |p| p["curtain"] == true || length(p) > length(&probe));
    let asked = if asked["curtain"] == true { sit_down(&mut window) } else { asked };
    assert_eq!(asked["acting"], "VC/NVA", "it is asked again, or acts");
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

#[test]
fn a_shot_is_planned_with_its_odds_before_it_is_fired() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["skirmish", "m113-and-dismounts", "--no-animation", "--seed", "7"]);
    window.wait_for("the table", |p| p["screen"] == "Game" && p["ruleset"] == "skirmish");
    sit_down(&mut window);
    window.end_step();
    let probe = sit_down(&mut window);
    let before = length(&probe);
    let plan = |window: &mut Window| {
        window.press("Fire");
        window.press("on speculation");
        let probe = window.wait_for("the plan", |p| says(p, "to confirm") && says(p, "POSSIBLE RESULTS"));
        assert_eq!(length(&probe), before, "nothing is fired yet");
    };
    plan(&mut window);
    window.picture("skirmish-plan");
    window.key("Escape");
    let probe = window.wait_for("the plan put away", |p| !says(p, "to confirm"));
    assert_eq!(length(&probe), before);
    plan(&mut window);
    window.key("Return");
    window.wait_for("the shot", |p| length(p) > before);
}

#[test]
fn two_turns_of_vietnam_skirmish_are_played_with_mouse_and_keyboard() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &["skirmish", "patrol-and-ambush", "--no-animation", "--seed", "7"]);
    window.wait_for("the table", |p| p["screen"] == "Game" && p["ruleset"] == "skirmish");
    let probe = sit_down(&mut window);
    window.picture("skirmish-table");
    // Past the support step, if the side has any, to the figures.
    let mut probe = probe;
    for _ in 0..3 {
        if !probe["selected"].as_array().unwrap().is_empty() {
            break;
        }
        let before = length(&probe);
        window.end_step();
        window.wait_for("the figures", |p| length(p) > before);
        probe = sit_down(&mut window);
    }
    let name = probe["selected"][0].as_str().unwrap().to_owned();
    let (from, before) = (piece(&probe, &name), length(&probe));
    let inch = spot(&probe, 1, 0).0 - spot(&probe, 0, 0).0;
    window.drag(from, (from.0 + 1.2 * inch, from.1));
    window.wait_for("the phase", |p| length(p) > before);
    // A path that is longer than a phase goes on by itself: what it comes to is seen once it has come to rest.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let probe = window.wait_for("the end of the path", |p| length(p) > before);
    let after = length(&probe);
    assert!(after <= before + 2, "a short path takes a phase or two, not {}", after - before);
    let at = piece(&probe, &name);
    assert!((at.0 - from.0).hypot(at.1 - from.1) > 0.5 * inch, "{name} stands elsewhere: {from:?} {at:?}");
    window.key("ctrl+z");
    window.wait_for("the move taken back", |p| p["point"].as_u64() == Some(after - 1));
    window.key("ctrl+y");
    window.wait_for("the move done again", |p| p["point"].as_u64() == Some(after));
    // A phase of turning, by the prompt and the keyboard alone.
    window.picture("skirmish-moved");

    let probe = play_on(&mut window, 2, 20);
    assert_eq!(turn(&probe), 2, "turn 2 is reached");
    window.picture("skirmish-turn-2");
    let probe = play_on(&mut window, 3, 20);
    assert!(turn(&probe) >= 3, "two whole turns are played");
    assert!(!window.log().contains("panicked"), "{}", window.log());
}
