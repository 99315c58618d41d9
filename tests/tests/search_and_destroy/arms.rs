//! Positions, supply and what comes from above in Search & Destroy, sentence by sentence: sections 4.10 to 4.14.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::hex::Direction;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

/// The hexes that were hit, each with the column of its attack.
fn hit(events: &[Event]) -> Vec<(String, usize)> {
    let hit =
        |e: &Event| if let Event::Shelled { at, column, .. } = e { Some((at.to_string(), *column)) } else { None };
    events.iter().filter_map(hit).collect()
}

#[track_caller]
fn came_down(events: &[Event]) -> String {
    let at = events.iter().find_map(|e| if let Event::CameDown { at, .. } = e { Some(*at) } else { None });
    at.flatten().unwrap_or_else(|| panic!("nothing came down: {events:?}")).to_string()
}

fn plot(number: u8, at: &str) -> Command {
    Command::Plot { unit: id(number), at: hex(at) }
}

// 4.10: Improved Positions.

#[test]
fn whoever_digs_neither_fires_nor_is_pinned_in_that_turn() {
    proves!("base-4.10");
    let units = "(kind: Rifle, at: Some(\"1811\")), (kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1813\")), \
         (kind: Rifle, at: Some(\"1711\"))";
    let mut field = basic("ImprovedPositions, Artillery", "UsPlot", units, "missions: 1");
    field.play(plot(1, "1812"));
    field.until(2, Step::UsMovement);
    field.play(Command::Dig { unit: id(0) });
    field.done();
    // Its own shells fall beside it: four to one with a one does nothing, with a two it is pinned. 1813 takes four to two.
    let mut pinned = field.again();
    field.dice(&[1, 1, 1]);
    field.until(2, Step::UsFire);
    field.refuses(&fire(&[shot(0)], 2), "base-4.10");
    field.until(2, Step::NlfMovement);
    assert!(field.state.has_position(hex("1811")));
    pinned.dice(&[1, 2, 1]);
    pinned.until(2, Step::NlfMovement);
    assert!(pinned.unit(0).is_pinned() && !pinned.state.has_position(hex("1811")));
}

#[test]
fn only_men_dig_once_in_a_hex_and_not_after_moving() {
    proves!("base-4.10");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: M113, at: Some(\"1908\")), (kind: Observer, at: Some(\"2008\")), \
         (kind: Rifle, at: Some(\"1708\"))";
    let mut field = basic("ImprovedPositions, Vehicles", "UsMovement", units, "positions: [\"1808\"]");
    field.refuses(&Command::Dig { unit: id(0) }, "base-4.10");
    field.refuses(&Command::Dig { unit: id(1) }, "base-4.10");
    assert!(field.allows(&Command::Dig { unit: id(2) }), "two men dig too");
    field.play(march(3, &["1707"]));
    field.refuses(&Command::Dig { unit: id(3) }, "base-4.10");
}

#[test]
fn a_position_helps_against_shells_and_bombs_and_only_men() {
    proves!("base-4.10", "base-4.13", "SD-A34");
    let set = |target: &str| {
        let units = format!("(kind: Observer, at: Some(\"1808\")), ({target}, at: Some(\"1812\"))");
        let mut field =
            basic("Artillery, ImprovedPositions, Vehicles", "UsPlot", &units, "missions: 1, positions: [\"1812\"]");
        field.play(plot(0, "1812"));
        field.until(2, Step::UsSearch);
        field
    };
    // Twelve against two is 6-1: a four destroys, one less only pins and pays twenty.
    let mut men = set("kind: MainForce");
    men.dice(&[1, 4]);
    let events = men.done();
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::Shelled { modifiers, .. } if *modifiers == [Modifier::ImprovedPosition])),
    );
    men.stands(1, "1812");
    assert_eq!(men.points(), (20, 0));
    let mut own_tank = set("kind: M48");
    own_tank.dice(&[1, 4]);
    own_tank.done();
    own_tank.is_gone(1);
    assert_eq!(own_tank.points(), (0, 160), "an h, and the position does not help a tank");
    let mut spared = set("kind: M48");
    spared.dice(&[1, 3]);
    spared.done();
    spared.stands(1, "1812");
    assert!(!spared.unit(1).is_pinned());
}

#[test]
fn the_position_of_a_hidden_unit_is_hidden_with_it() {
    proves!("base-4.10", "base-4.7");
    let units = "(kind: MainForce, at: Some(\"0105\"), hidden: true), (kind: Rifle, at: Some(\"0107\"))";
    let mut field = basic("ImprovedPositions", "NlfMovement", units, "");
    let events = field.play(Command::Dig { unit: id(0) });
    assert!(events.iter().all(|e| !matches!(e, Event::Revealed { .. })));
    field.until(2, Step::UsMovement);
    assert!(field.state.has_position(hex("0105")));
    assert!(rules().view(&field.state, Side::Us).positions().is_empty());
    field.play(march(1, &["0106"]));
    field.done();
    field.play(probe(1, "0105"));
    assert_eq!(rules().view(&field.state, Side::Us).positions().len(), 1, "spotted, it shows");
}

#[test]
fn a_scenario_may_let_its_troops_begin_in_positions_and_otherwise_does_not() {
    proves!("base-4.10");
    for (improved, dug) in [(true, 4), (false, 0)] {
        let text = format!(
            "level: Standard, entries: [(forces: [VcPlatoon(1, 1)], at: Columns(1, 5), improved: {improved})], \
             units: [(kind: Rifle, at: Some(\"4028\"))]"
        );
        let mut field = Field::arrange(&text, &[1; 3]).unwrap();
        for (number, at) in (1..).zip(["0103", "0104", "0105", "0106"]) {
            field.play(Command::Place { unit: id(number), at: hex(at) });
        }
        assert_eq!(field.state.positions().len(), dug, "improved: {improved}");
        assert!(field.state.positions().iter().all(|p| !p.known), "nobody has seen them");
    }
}

// 4.11: Fire and Movement. Its limits stand in `search_and_destroy_sentences.rs`.

#[test]
fn an_rpg_is_fired_after_half_a_move_without_any_change_of_its_die() {
    proves!("base-4.11", "31.14");
    let after = |hexes: usize, switches: &str| {
        let units = "(kind: PlatoonCadre, at: Some(\"1309\"), rpg: true), (kind: M48, at: Some(\"2209\"))";
        let mut field = basic(&format!("Vehicles, Rpgs, {switches}"), "NlfMovement", units, "");
        let path = ["1409", "1509", "1609", "1709", "1809", "1909", "2009"];
        field.play(march(0, &path[..hexes]));
        field.done();
        field
    };
    let mut field = after(6, "FireAndMovement");
    field.dice(&[3]);
    let events = field.play(antitank(0, 1));
    assert!(events.iter().any(|e| matches!(e, Event::FiredAntitank { modifier: 0, recoilless: false, .. })));
    after(7, "FireAndMovement").refuses(&antitank(0, 1), "base-4.11");
    after(6, "").refuses(&antitank(0, 1), "base-4.11");
}

#[test]
fn immobilized_tanks_and_boats_are_each_told_their_own_rule() {
    proves!("base-4.15", "33.34");
    for (target, rule, because) in [
        ("(kind: M48, at: Some(\"2116\"))", "base-4.15", "This vehicle is immobilized."),
        ("(kind: PatrolBoat, river: Some(48))", "33.34", "This boat is immobilized."),
    ] {
        let units = format!("{target}, (kind: PlatoonCadre, at: Some(\"2118\"), rpg: true)");
        let mut field = basic("Vehicles, Rpgs, PatrolBoats", "NlfFire", &units, "");
        field.dice(&[4]);
        field.play(antitank(1, 0));
        field.until(2, Step::UsMovement);
        let moves = [march(0, &["2115"]), Command::Sail { unit: id(0), river: 49 }];
        let refusal = rules().check(&field.state, &moves[usize::from(field.unit(0).kind.is_boat())]).unwrap_err();
        assert_eq!((refusal.rule.as_str(), refusal.because.as_str()), (rule, because));
    }
}

// 4.12: supply besides that of `search_and_destroy_sentences.rs`.

#[test]
fn an_nlf_unit_takes_ammunition_on_or_beside_a_cache_if_it_has_not_moved_and_is_not_pinned() {
    proves!("base-4.12");
    let after = |from: &str, to: Option<&str>, pinned: bool| {
        let units = format!(
            "(kind: MainForce, at: Some(\"{from}\"), ammunition: Some(1), pinned: {pinned}), (kind: Rifle, at: Some(\"4028\"))"
        );
        let mut field = basic("Ammunition", "NlfMovement", &units, "caches_at: [\"0106\"]");
        if let Some(to) = to {
            field.play(march(0, &[to]));
        }
        field.until(2, Step::UsMovement);
        field.unit(0).ammunition
    };
    assert_eq!(after("0106", None, false), 4, "on it");
    assert_eq!(after("0107", None, false), 4, "beside it");
    assert_eq!(after("0108", None, false), 1, "two hexes off");
    assert_eq!(after("0107", Some("0106"), false), 1, "it has moved");
    assert_eq!(after("0107", None, true), 4, "it recovers first");
}

#[test]
fn boats_and_helicopters_never_run_out_and_a_mortar_uses_its_crew_s_ammunition() {
    proves!("base-4.12", "33.41");
    let boat = basic(
        "Ammunition, PatrolBoats",
        "UsFire",
        "(kind: PatrolBoat, river: Some(48), ammunition: Some(0)), (kind: MainForce, at: Some(\"2118\"))",
        "",
    );
    assert!(boat.allows(&fire(&[shot(0)], 1)));
    let mut mortar = basic(
        "Ammunition, HeavyWeapons",
        "UsFire",
        "(kind: Weapons, at: Some(\"1802\")), (kind: Mortar81, with: Some(0)), (kind: Observer, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1812\"))",
        "",
    );
    mortar.dice(&[1, 1]);
    mortar.play(Command::Mortar { weapon: id(1), observer: id(2), at: hex("1812") });
    assert_eq!(mortar.unit(0).ammunition, 3);
}

// 4.13: artillery, air strikes, mortars.

/// An observer (0) who has plotted 1812, where an NLF squad (1) is; the shells are about to come down.
fn plotted(more: &str) -> Field {
    let units = format!("(kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1812\")) {more}");
    let mut field = basic("Artillery", "UsPlot", &units, "missions: 3, turns: 9");
    field.play(plot(0, "1812"));
    field.until(2, Step::UsSearch);
    field
}

#[test]
fn a_battery_is_on_target_on_four_one_hex_off_on_five_and_two_on_six() {
    proves!("base-4.13");
    for (dice, at) in [([4, 0], "1812"), ([5, 1], "1811"), ([5, 4], "1813"), ([6, 1], "1810"), ([6, 2], "2011")] {
        let mut field = plotted("");
        field.dice(&dice[..if dice[0] < 5 { 1 } else { 2 }]);
        if hex(at).distance(hex("1812")) <= 1 {
            field.dice(&[1]);
        }
        assert_eq!(came_down(&field.done()), at, "{dice:?}");
    }
}

#[test]
fn adjusted_fire_is_on_target_on_five_and_still_two_hexes_off_on_six() {
    proves!("base-4.13");
    for (dice, at) in [(&[5][..], "1812"), (&[6, 1], "1810")] {
        let mut field = plotted("");
        field.dice(&[1, 1]);
        field.until(2, Step::UsPlot);
        field.play(plot(0, "1812"));
        field.until(3, Step::UsSearch);
        field.dice(dice);
        if at == "1812" {
            field.dice(&[1]);
        }
        assert_eq!(came_down(&field.done()), at, "{dice:?}");
    }
}

#[test]
fn every_shelled_hex_is_an_attack_of_its_own_and_the_hex_may_be_fired_at_besides() {
    proves!("base-4.13", "base-4.4");
    let more = ", (kind: MainForce, at: Some(\"1811\")), (kind: MainForce, at: Some(\"1912\"), hidden: true), \
         (kind: MainForce, at: Some(\"1809\")), (kind: Rifle, at: Some(\"1810\"))";
    let mut field = plotted(more);
    field.dice(&[1, 1, 1, 1]);
    let mut hexes = hit(&field.done());
    hexes.sort();
    // Twelve against paddy in the target hex, four against clear ground and paddy beside it, nothing two hexes away.
    assert_eq!(hexes, [("1811".to_owned(), 5), ("1812".to_owned(), 7), ("1912".to_owned(), 3)]);
    assert!(field.allows(&fire(&[shot(5)], 1)), "direct fire comes besides");
}

#[test]
fn an_air_strike_strays_one_hex_on_a_six_and_keeps_away_from_friends() {
    proves!("base-4.13");
    let set = |friend: &str| {
        let units = format!(
            "(kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1812\")), (kind: Rifle, at: Some(\"{friend}\"))"
        );
        basic("AirStrikes", "UsMovement", &units, "strikes: 1")
    };
    let strike = Command::CallStrike { unit: id(0), at: hex("1812"), along: Direction::NE };
    set("1810").refuses(&strike, "base-4.13");
    let mut field = set("1809");
    field.play(strike.clone());
    assert_eq!(field.state.support().strikes, 0);
    field.refuses(&strike, "base-4.13");
    field.done();
    // South: on 1813, so that 1812 is neither the target nor on the way of the aircraft.
    field.dice(&[6, 4]);
    let events = field.done();
    assert_eq!((came_down(&events), hit(&events)), ("1813".to_owned(), vec![]));
    assert_eq!(
        rules().pattern(search_and_destroy::event::Ordnance::AirStrike, hex("1812"), Direction::NE),
        [(hex("1812"), 18), (hex("1912"), 6), (hex("1713"), 6),]
    );
}

#[test]
fn mortars_have_a_shortest_and_a_longest_range_and_stray_one_hex_on_a_six() {
    proves!("base-4.13");
    let set = |weapon: &str, crew: &str, observer: &str, step: &str, at: &str, enemy: &str| {
        let units = format!(
            "(kind: {crew}, at: Some(\"{at}\")), (kind: {weapon}, with: Some(0)), (kind: {observer}, at: Some(\"1808\")), \
             (kind: {enemy}, at: Some(\"1812\"))"
        );
        basic("HeavyWeapons", step, &units, "")
    };
    let mortar = Command::Mortar { weapon: id(1), observer: id(2), at: hex("1812") };
    let us = |at: &str| set("Mortar81", "Weapons", "Observer", "UsFire", at, "MainForce");
    let nlf = |at: &str| set("Mortar82", "MainForce", "PlatoonCadre", "NlfFire", at, "Rifle");
    us("1810").refuses(&mortar, "base-4.13");
    assert!(us("1809").allows(&mortar), "three hexes");
    assert!(us("3804").allows(&mortar), "twenty hexes");
    us("3904").refuses(&mortar, "base-4.13");
    nlf("1811").refuses(&mortar, "base-4.13");
    assert!(nlf("1810").allows(&mortar), "two hexes");
    assert!(nlf("3306").allows(&mortar), "fifteen hexes");
    nlf("3406").refuses(&mortar, "base-4.13");
    let mut field = nlf("1810");
    field.dice(&[6, 1]);
    assert_eq!(came_down(&field.play(mortar.clone())), "1811");
    let mut field = us("1809");
    field.dice(&[5, 1]);
    assert_eq!(hit(&field.play(mortar)), [("1812".to_owned(), 4)], "six against paddy");
}

/// The crew of one mortar fires itself, at what flies or at a vehicle: no hex has been fired at, and yet direct fire has begun.
#[test]
fn mortars_are_silent_once_the_crew_of_one_has_fired_itself() {
    proves!("base-4.13", "base-4.1");
    let set = |more: &str| {
        let units = "(kind: MainForce, at: Some(\"1810\")), (kind: Mortar82, with: Some(0)), (kind: PlatoonCadre, at: Some(\"1808\")), \
                     (kind: Rifle, at: Some(\"1812\")), (kind: MainForce, at: Some(\"1809\"), rpg: true), (kind: Mortar82, with: Some(4)), \
                     (kind: Gunship, at: Some(\"1810\")), (kind: M113, at: Some(\"1811\"))";
        basic("HeavyWeapons, Helicopters, Vehicles, Rpgs", "NlfFire", units, more)
    };
    let mortar = |weapon| Command::Mortar { weapon: id(weapon), observer: id(2), at: hex("1812") };
    let at_gunship = Command::Fire { shots: vec![shot(4)], target: id(6) };
    for direct in [at_gunship, antitank(4, 7)] {
        let mut field = set("");
        assert!(field.allows(&mortar(1)));
        field.dice(&[1]).play(direct.clone());
        assert_eq!(field.refusal(&mortar(1)).because, "Direct fire has already begun.", "after {direct:?}");
        let mut earlier = set("rulings: 3");
        earlier.dice(&[1]).play(direct);
        assert!(earlier.allows(&mortar(1)));
    }
    // One mortar does not silence the other.
    let mut field = set("");
    field.dice(&[1, 1]).play(mortar(1));
    assert!(field.allows(&mortar(5)));
}

#[test]
fn leaders_observers_and_boats_call_the_battery() {
    proves!("base-4.13", "33.42");
    for (who, sees) in [
        ("kind: Observer, at: Some(\"1808\")", true),
        ("kind: PlatoonLeader, at: Some(\"1808\")", true),
        ("kind: CompanyCommander, at: Some(\"1808\")", true),
        ("kind: PatrolBoat, river: Some(48)", true),
        ("kind: Rifle, at: Some(\"1808\")", false),
        ("kind: M48, at: Some(\"1808\")", false),
    ] {
        let units = format!("({who}), (kind: MainForce, at: Some(\"2112\"))");
        let mut field = basic("Artillery, PatrolBoats, Vehicles", "UsAssault", &units, "missions: 1");
        field.done();
        assert_eq!(field.allows(&plot(0, "2112")), sees, "{who}");
    }
}

// 4.14: helicopters. Landing, gunships and machine guns stand in `search_and_destroy_support.rs`.

#[test]
fn a_team_aboard_a_destroyed_helicopter_costs_sixty_or_two_killed() {
    proves!("base-4.14");
    for (switches, points) in [("", 160 + 60), ("Casualties", 160 + 2 * 40)] {
        let units = "(kind: CompanyCadre, at: Some(\"1806\"), element: HeavyMachineGun), (kind: Transport, at: Some(\"1808\")), \
             (kind: Observer, with: Some(1))";
        let mut field = basic(&format!("Helicopters, CompanyCadres, {switches}"), "NlfFire", units, "");
        field.dice(&[6]);
        field.play(fire(&[shot(0)], 1));
        assert_eq!((field.unit(2).place, field.points()), (Place::Gone, (0, points)), "{switches}");
    }
}

#[test]
fn a_transport_takes_eight_markers_and_flies_the_wounded_out() {
    proves!("base-4.14", "base-4.16", "base-4.18");
    let units = "(kind: Rifle, at: Some(\"1808\"), losses: 5, burden: (1, 3)), (kind: Transport, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"4020\"))";
    let mut field = basic("Helicopters, Evacuation, Casualties", "UsMovement", units, "");
    assert_eq!(rules().burden_limit(field.unit(1).kind), 8);
    field.play(Command::Unload { unit: id(0) });
    assert_eq!(field.unit(0).spent, 2, "laying down costs two points");
    field.play(Command::Load { unit: id(1), killed: 1, wounded: 3 });
    field.refuses(&Command::Mount { unit: id(0), carrier: id(1) }, "base-4.16");
    field.play(Command::LiftOff { helicopter: id(1) });
    assert_eq!((field.state.evacuated(), field.points()), (3, (0, -30)));
    assert_eq!(field.unit(1).place, Place::Base);
}
