//! Hidden counters of Search & Destroy sentence by sentence: section 4.7.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::Event;
use search_and_destroy::proves;
use search_and_destroy::state::Step;

// Set-up: face down, and no counter for caches and traps.

#[test]
fn every_nlf_counter_begins_face_down_and_no_us_one_does() {
    proves!("base-4.7");
    let field = Field::arrange(
        "level: Basic, entries: [(forces: [VcPlatoon(1, 1), Snipers(1), Dummies(2)], at: Columns(1, 5)), \
         (forces: [RiflePlatoon(1, 1)], at: Columns(30, 35))]",
        &[1; 6],
    )
    .unwrap();
    for (_, unit) in field.state.units() {
        assert_eq!(unit.face_down, unit.side() == search_and_destroy::Side::Nlf, "{:?}", unit.kind);
    }
    let wrong = Field::arrange("level: Basic, units: [(kind: Rifle, at: Some(\"1808\"), hidden: true)]", &[]);
    assert!(matches!(wrong, Err(tabletop::Halt::Refused(r)) if r.rule.as_str() == "base-4.7"));
}

#[test]
fn caches_and_traps_close_no_hex() {
    proves!("base-4.7");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1611\"))";
    let set = |step| basic("", step, units, "caches_at: [\"1807\"], traps_at: [\"1612\"]");
    assert!(set("UsMovement").allows(&march(0, &["1807", "1707"])));
    // Those who laid the trap walk over it.
    let mut field = set("NlfMovement");
    field.play(march(1, &["1612"]));
    field.stands(1, "1612");
    assert_eq!(field.state.traps().len(), 1);
}

// Movement: seen at five hexes in the open and on the road, at two in broken ground.

/// Whether a hidden squad (0) is turned up that goes from one hex to the next with these US units on the map.
fn seen_moving(from: &str, to: &str, watchers: &str, switches: &str) -> bool {
    let units = format!("(kind: MainForce, at: Some(\"{from}\"), hidden: true), {watchers}");
    let mut field = basic(switches, "NlfMovement", &units, "");
    assert!(field.unit(0).face_down);
    field.play(march(0, &[to]));
    !field.unit(0).face_down
}

#[test]
fn a_counter_that_moves_is_seen_within_five_hexes_in_the_open_and_two_in_the_brush() {
    proves!("base-4.7");
    let rifle = |at: &str| format!("(kind: Rifle, at: Some(\"{at}\"))");
    assert!(!seen_moving("1109", "1209", &rifle("1809"), ""), "six hexes, clear");
    assert!(seen_moving("1209", "1309", &rifle("1809"), ""), "five hexes, clear");
    assert!(seen_moving("1311", "1310", &rifle("1809"), ""), "five hexes, paddy");
    assert!(!seen_moving("2607", "2508", &rifle("2209"), ""), "three hexes, broken");
    assert!(seen_moving("2508", "2408", &rifle("2209"), ""), "two hexes, broken");
    assert!(seen_moving("2205", "2305", &rifle("2209"), ""), "five hexes, on the road through broken ground");
    assert!(!seen_moving("2204", "2304", &rifle("2209"), ""), "six hexes, on the road");
    assert!(!seen_moving("0104", "0105", &rifle("0107"), ""), "two hexes, jungle");
}

#[test]
fn every_us_unit_watches_but_not_one_that_is_pinned_or_does_not_see() {
    proves!("base-4.7", "SD-A58");
    for (kind, switches) in [
        ("Observer", ""),
        ("CompanyCommander", ""),
        ("M113", "Vehicles"),
        ("M48", "Vehicles"),
        ("Transport", "Helicopters"),
    ] {
        let watcher = format!("(kind: {kind}, at: Some(\"1809\"))");
        assert!(seen_moving("1209", "1309", &watcher, switches), "{kind}");
    }
    assert!(seen_moving("2121", "2120", "(kind: PatrolBoat, river: Some(48))", "PatrolBoats"), "a boat");
    assert!(!seen_moving("1209", "1309", "(kind: Rifle, at: Some(\"1809\"), pinned: true)", ""), "pinned");
    // The jungle between 1004 and 1204 is in the way.
    assert!(!seen_moving("0905", "0904", "(kind: Rifle, at: Some(\"1304\"))", ""), "behind the jungle");
}

// Standing: seen at three hexes in the open, or by a probe, or by fire with a result.

#[test]
fn a_counter_that_stands_is_seen_within_three_hexes_in_the_open_only() {
    proves!("base-4.7");
    let seen_standing = |at: &str, watcher: &str| {
        let units = format!(
            "(kind: MainForce, at: Some(\"{at}\"), hidden: true), (kind: Rifle, at: Some(\"{watcher}\")), \
             (kind: Dummy, at: Some(\"0120\"))"
        );
        let mut field = basic("", "NlfAssault", &units, "");
        field.until(2, Step::UsMovement);
        !field.unit(0).face_down
    };
    assert!(seen_standing("1509", "1809"), "three hexes, clear");
    assert!(!seen_standing("1409", "1809"), "four hexes, clear");
    assert!(!seen_standing("1608", "1708"), "broken, adjacent");
    assert!(seen_standing("1410", "1509"), "paddy");
}

#[test]
fn fire_without_a_result_turns_nothing_up() {
    proves!("base-4.7");
    let units = "(kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0105\"), hidden: true)";
    for (die, hidden) in [(3, true), (4, false)] {
        let mut field = basic("", "UsFire", units, "");
        // Four against three is 1-1, and one less for firing at what is face down.
        field.dice(&[die]);
        field.play(fire(&[shot(0)], 1));
        assert_eq!(field.unit(1).face_down, hidden, "die {die}");
    }
}

// Going back into hiding.

#[test]
fn a_unit_hides_in_jungle_or_village_with_nobody_within_eight_hexes_who_sees_it() {
    proves!("base-4.7", "base-4.6");
    let set = |nlf: &str, us: &str| {
        basic(
            "",
            "NlfAssault",
            &format!("(kind: MainForce, at: Some(\"{nlf}\")), (kind: Rifle, at: Some(\"{us}\"))"),
            "",
        )
    };
    let hide = Command::Hide { unit: id(0) };
    set("1914", "1906").refuses(&hide, "base-4.7");
    assert!(set("1914", "1905").allows(&hide), "nine hexes");
    set("1908", "4028").refuses(&hide, "base-4.7");
    set("1508", "4028").refuses(&hide, "base-4.7");
    assert!(set("0105", "0108").allows(&hide), "near, but out of sight");
    let pinned_us = "(kind: MainForce, at: Some(\"1914\")), (kind: Rifle, at: Some(\"1906\"), pinned: true)";
    basic("", "NlfAssault", pinned_us, "").refuses(&hide, "base-4.7");
    let pinned_nlf = "(kind: MainForce, at: Some(\"0105\"), pinned: true), (kind: Rifle, at: Some(\"4028\"))";
    assert!(basic("", "NlfAssault", pinned_nlf, "").allows(&hide), "pinned, as ruling SD-A66 has it");
    basic("", "NlfAssault", pinned_nlf, "rulings: 1").refuses(&hide, "base-4.6");
}

// Snipers.

#[test]
fn a_sniper_is_seen_in_the_open_or_with_somebody_within_two_hexes() {
    proves!("base-4.7");
    let fires = |sniper: &str, dice: &[u8], more: &str, switches: &str| {
        let units =
            format!("(kind: Sniper, at: Some(\"{sniper}\"), hidden: true), (kind: Rifle, at: Some(\"1808\")) {more}");
        let mut field = basic(switches, "NlfFire", &units, "");
        field.dice(&[1]);
        field.dice(dice);
        field.play(fire(&[shot(0)], 1));
        field.unit(0).face_down
    };
    assert!(fires("1508", &[5], "", ""), "broken ground, three hexes off");
    assert!(!fires("1508", &[6], "", ""), "a six gives him away");
    assert!(!fires("1608", &[], "", ""), "two hexes off: no die");
    assert!(!fires("1409", &[], "", ""), "clear ground: no die");
    assert!(!fires("1508", &[], ", (kind: Observer, at: Some(\"1407\"))", ""), "an observer beside him");
    assert!(!fires("1508", &[], ", (kind: Gunship, at: Some(\"1508\"))", "Helicopters"), "a gunship above him");
}

// Probes and searches.

#[test]
fn a_unit_probes_after_half_its_movement_and_only_with_attack_strength() {
    proves!("base-4.7");
    let after = |from: u8| {
        let units = format!(
            "(kind: Rifle, at: Some(\"{from}09\")), (kind: MainForce, at: Some(\"2509\"), hidden: true), \
             (kind: Observer, at: Some(\"2408\")), (kind: M113, at: Some(\"2408\")), (kind: Rifle, at: Some(\"2609\"))"
        );
        let mut field = basic("Vehicles", "UsMovement", &units, "");
        let path: Vec<String> = (from + 1..=24).map(|column| format!("{column}09")).collect();
        field.play(march(0, &path.iter().map(String::as_str).collect::<Vec<_>>()));
        field.done();
        field
    };
    assert!(after(18).allows(&probe(0, "2509")), "six points");
    let far = after(17);
    far.refuses(&probe(0, "2509"), "base-4.7");
    far.refuses(&probe(2, "2509"), "base-4.7");
    far.refuses(&probe(3, "2509"), "base-4.7");
    far.refuses(&search(3, "2408"), "base-4.7");
    assert!(far.allows(&search(2, "2408")), "an observer who has not moved searches");
    let mut twice = after(18);
    twice.play(probe(4, "2509"));
    twice.refuses(&search(4, "2609"), "base-4.7");
}

#[test]
fn whoever_has_probed_still_fires_and_at_half_if_he_was_pinned() {
    proves!("base-4.7", "base-4.11");
    for (die, strength) in [(1, 32), (4, 16)] {
        let units = "(kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0105\"), hidden: true)";
        let mut field = basic("", "UsSearch", units, "");
        field.play(probe(0, "0105"));
        field.dice(&[die]);
        field.play(fire(&[shot(1)], 0));
        assert_eq!(field.state.step(), Step::UsFire);
        assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(strength), "die {die}");
    }
}

#[test]
fn a_search_is_made_standing_and_a_trap_goes_off_on_five() {
    proves!("base-4.7", "base-4.17");
    let mut moved = basic("", "UsMovement", "(kind: Rifle, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1908\"))", "");
    moved.play(march(0, &["1807"]));
    moved.done();
    moved.refuses(&search(0, "1807"), "base-4.7");
    let mut field = basic(
        "",
        "UsSearch",
        "(kind: Rifle, at: Some(\"0106\")), (kind: Dummy, at: Some(\"4020\"))",
        "traps_at: [\"0106\"]",
    );
    // A five sets it off: on the even column a four pins, for twenty points.
    field.dice(&[5, 4]);
    let events = field.play(search(0, "0106"));
    assert!(events.iter().any(|e| matches!(e, Event::TrapWentOff { die: 4, .. })), "{events:?}");
    assert!(field.unit(0).is_pinned() && field.state.traps().is_empty());
    assert_eq!(field.points(), (0, 20));
}

#[test]
fn an_empty_village_hex_beside_it_is_searched_from_outside() {
    proves!("base-4.7");
    let set = |more: &str| {
        let units = format!("(kind: Rifle, at: Some(\"1913\")), (kind: Dummy, at: Some(\"0120\")) {more}");
        basic("", "UsSearch", &units, "caches_at: [\"1914\"], traps_at: [\"1912\"]")
    };
    let mut field = set("");
    field.refuses(&search(0, "1912"), "base-4.7");
    field.play(search(0, "1914"));
    assert_eq!(field.state.caches()[0].found, Some(1));
    field.stands(0, "1913");
    set(", (kind: MainForce, at: Some(\"1914\"))").refuses(&search(0, "1914"), "base-4.7");
    set(", (kind: Rifle, at: Some(\"1914\"))").refuses(&search(0, "1914"), "base-4.7");
}

// The Surprise Attack Segment.

#[test]
fn a_surprise_fire_attack_is_ordinary_costs_ammunition_and_leaves_the_own_turn_free() {
    proves!("base-4.7", "base-4.12", "SD-A30");
    let units = "(kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0105\"), hidden: true)";
    let mut field = basic("Ammunition", "UsSearch", units, "");
    field.play(probe(0, "0105"));
    field.dice(&[1]);
    let events = field.play(fire(&[shot(1)], 0));
    assert_eq!(attacked(&events), (1, vec![]), "two against jungle, and nothing added");
    assert_eq!(field.unit(1).ammunition, 3);
    assert_eq!(field.state.step(), Step::UsFire, "one attack only");
    field.until(1, Step::NlfFire);
    assert!(field.allows(&fire(&[shot(1)], 0)));
}

#[test]
fn whoever_has_no_ammunition_or_no_strength_makes_no_surprise_attack() {
    proves!("base-4.7", "base-4.12");
    let set = |found: &str| {
        let units = format!("(kind: Rifle, at: Some(\"0106\")), ({found})");
        let mut field = basic("Ammunition, CloseAssault", "UsSearch", &units, "");
        field.play(probe(0, "0105"));
        field
    };
    let attacks =
        |field: &Field| field.options().iter().any(|c| matches!(c, Command::Fire { .. } | Command::Assault { .. }));
    let armed = set("kind: MainForce, at: Some(\"0105\"), hidden: true");
    assert!(armed.state.step() == Step::Surprise && attacks(&armed));
    // Asked all the same, so that the question tells nothing: ruling SD-A68.
    let empty = set("kind: MainForce, at: Some(\"0105\"), hidden: true, ammunition: Some(0)");
    assert!(empty.state.step() == Step::Surprise && !attacks(&empty));
    assert_ne!(set("kind: Dummy, at: Some(\"0105\")").state.step(), Step::Surprise);
}

// Caches.

#[test]
fn a_found_cache_is_destroyed_by_men_who_are_there_and_not_by_a_vehicle() {
    proves!("base-4.7");
    for (stays, points) in [(true, 60), (false, 0)] {
        let units = "(kind: Rifle, at: Some(\"0904\")), (kind: M113, at: Some(\"0904\")), (kind: Dummy, at: Some(\"4020\")), \
             (kind: Rifle, at: Some(\"0905\"))";
        let mut field = basic("Vehicles", "UsSearch", units, "caches_at: [\"0904\"]");
        field.play(search(0, "0904"));
        field.until(2, Step::UsMovement);
        if !stays {
            field.play(march(0, &["1004"]));
        }
        field.done();
        field.until(2, Step::NlfMovement);
        assert_eq!(field.points(), (points, 0), "stays: {stays}");
    }
}

#[test]
fn nobody_close_assaults_once_a_unit_has_hidden() {
    proves!("base-4.1", "base-4.7");
    let set = |more: &str| {
        basic(
            "CloseAssault",
            "NlfAssault",
            "(kind: Nva, at: Some(\"1108\")), (kind: Nva, at: Some(\"0809\")), (kind: Rifle, at: Some(\"0810\"))",
            more,
        )
    };
    let (hide, charge) = (Command::Hide { unit: id(0) }, assault(&[shot(1)], 2));
    let mut field = set("");
    field.offers(&charge);
    field.play(hide.clone());
    field.refuses(&charge, "base-4.1");
    // After the assault the hex is watched, and nobody hides in it.
    let mut field = set("");
    field.dice(&[6]);
    field.play(charge.clone());
    field.play(retreat("0711"));
    field.refuses(&hide, "base-4.7");
    // The next turn has its own assaults.
    let mut field = set("");
    field.play(hide.clone());
    field.until(2, Step::NlfAssault);
    assert!(field.allows(&charge));
    let mut then = set("rulings: 8");
    then.play(hide);
    assert!(then.allows(&charge));
}

#[test]
fn a_helicopter_that_turns_away_is_none_of_the_landings_of_a_turn() {
    proves!("base-4.7", "base-4.14");
    let turned_away = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Standard, also: [FullyHidden], without: [Leadership, CommandControl], {rulings} landings: Some(1), step: Some(UsMovement), \
             units: [(kind: Transport), (kind: Transport), (kind: MainForce, at: Some(\"2112\"), hidden: true), (kind: Rifle, at: \
             Some(\"2401\"))]"
        ));
        let land = |helicopter, at: &str| Command::Land {
            helicopter: id(helicopter),
            passengers: Vec::new(),
            supply: false,
            at: hex(at),
        };
        field.play(land(0, "2112"));
        field.refuses(&land(0, "2110"), "base-4.14");
        (field.state.landings_left(), field.allows(&land(1, "2110")))
    };
    assert_eq!(turned_away(""), (Some(1), true));
    assert_eq!(turned_away("rulings: 9,"), (Some(0), false));
}
