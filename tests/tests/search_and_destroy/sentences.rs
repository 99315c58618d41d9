//! The base game of Search & Destroy sentence by sentence, where the other files have told a rule with one example only: room
//! in a hex, pins, command, Fire and Movement, ammunition, vehicles.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::state::Step;
use search_and_destroy::{Side, proves};

#[test]
fn a_hex_holds_a_unit_a_team_and_a_vehicle_of_each_side() {
    proves!("base-4.3");
    let enters = |step: &str, mover: &str, there: &str| {
        let units = format!("(kind: {mover}, at: Some(\"1708\")), (kind: {there}, at: Some(\"1808\"))");
        basic("Vehicles", step, &units, "").allows(&march(0, &["1808"]))
    };
    for (mover, there, room) in [
        ("Rifle", "Rifle", false),
        ("Weapons", "Rifle", false),
        ("Rifle", "Observer", true),
        ("Observer", "Rifle", true),
        ("Observer", "CompanyCommander", false),
        ("Rifle", "M113", true),
        ("Observer", "M48", true),
        ("M113", "M48", false),
    ] {
        assert_eq!(enters("UsMovement", mover, there), room, "{mover} into a hex with {there}");
    }
    for (mover, there, room) in
        [("MainForce", "PlatoonCadre", false), ("MainForce", "Dummy", false), ("Dummy", "Sniper", false)]
    {
        assert_eq!(enters("NlfMovement", mover, there), room, "{mover} into a hex with {there}");
    }
}

#[test]
fn room_is_asked_for_where_a_move_or_a_retreat_ends_and_not_on_the_way() {
    proves!("base-4.3", "SD-A16");
    let units = "(kind: Rifle, at: Some(\"1708\")), (kind: Rifle, at: Some(\"1808\"))";
    let field = basic("", "UsMovement", units, "");
    assert!(field.allows(&march(0, &["1808", "1908"])));
    field.refuses(&march(0, &["1808"]), "base-4.3");
    let ring = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), \
         (kind: Rifle, at: Some(\"1510\")), (kind: Rifle, at: Some(\"1609\"))";
    let mut field = basic("CloseAssault", "NlfAssault", ring, "");
    field.dice(&[5]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    // Of the two hexes without enemies one has no room: nobody is asked.
    field.stands(4, "1409");
}

#[test]
fn a_pinned_unit_neither_digs_probes_searches_nor_assaults() {
    proves!("base-4.6");
    let pinned = "(kind: Rifle, at: Some(\"1708\"), pinned: true), (kind: MainForce, at: Some(\"1709\"), hidden: true)";
    basic("ImprovedPositions", "UsMovement", pinned, "").refuses(&Command::Dig { unit: id(0) }, "base-4.6");
    let field = basic("", "UsSearch", &format!("{pinned}, (kind: Rifle, at: Some(\"1608\"))"), "");
    field.refuses(&probe(0, "1709"), "base-4.6");
    field.refuses(&search(0, "1708"), "base-4.6");
    let open = "(kind: Rifle, at: Some(\"1708\"), pinned: true), (kind: MainForce, at: Some(\"1709\"))";
    let field = basic("CloseAssault", "UsAssault", open, "");
    assert!(!field.allows(&assault(&[shot(0)], 1)));
}

#[test]
fn whoever_is_pinned_in_his_own_turn_stays_so_until_the_end_of_the_next() {
    proves!("base-4.6");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"4020\"))";
    let mut field = basic("", "UsMovement", units, "traps_at: [\"1708\"]");
    field.dice(&[4]);
    field.play(march(0, &["1708"]));
    assert!(field.unit(0).is_pinned(), "by the trap");
    field.until(1, Step::NlfMovement);
    assert!(field.unit(0).is_pinned(), "it was not pinned when its turn began");
    field.until(2, Step::NlfMovement);
    assert!(!field.unit(0).is_pinned(), "now it was");
}

/// Whether an NLF squad in 1809 is in command when its player turn begins, with this beside it on the map.
fn commanded(squad: &str, cadre: &str) -> bool {
    let units = format!("(kind: MainForce, at: Some(\"1809\"){squad}), {cadre}, (kind: Rifle, at: Some(\"4028\"))");
    let mut field = basic("CommandControl, CompanyCadres", "UsMovement", &units, "nlf_exit: Some(Rows(28, 28))");
    field.until(1, Step::NlfMovement);
    field.unit(0).controlled
}

#[test]
fn a_squad_is_in_command_within_three_hexes_of_a_cadre_of_its_own() {
    proves!("base-4.9", "31.16");
    let cadre = |kind: &str, at: &str, more: &str| format!("(kind: {kind}, at: Some(\"{at}\"){more})");
    assert!(commanded("", &cadre("PlatoonCadre", "1806", "")), "three hexes");
    assert!(!commanded("", &cadre("PlatoonCadre", "1805", "")), "four");
    assert!(!commanded("", &cadre("PlatoonCadre", "1808", ", platoon: 2")), "another platoon's");
    assert!(commanded("", &cadre("CompanyCadre", "1806", ", platoon: 0")), "its company's");
    assert!(!commanded("", &cadre("CompanyCadre", "1808", ", company: 2, platoon: 0")), "another company's");
    assert!(commanded("", &cadre("BattalionCadre", "1806", ", company: 0, platoon: 0")), "the battalion's");
    assert!(!commanded("", &cadre("BattalionCadre", "1805", ", company: 0, platoon: 0")), "too far as well");
}

#[test]
fn snipers_dummies_and_independent_squads_need_no_command() {
    proves!("base-4.9");
    let nobody = "(kind: Sniper, at: Some(\"2108\")), (kind: Dummy, at: Some(\"2010\"))";
    assert!(commanded(", independent: true", nobody));
    assert!(!commanded("", nobody), "snipers and dummies command nobody");
    let units = format!("{nobody}, (kind: Rifle, at: Some(\"4028\"))");
    let mut field = basic("CommandControl", "UsMovement", &units, "");
    field.until(1, Step::NlfMovement);
    assert!(field.unit(0).controlled && field.unit(1).controlled);
}

/// A squad (0) or vehicle that went along row 09 for so many hexes, with an enemy (1) two hexes south of where it ends.
fn after_a_march(kind: &str, switches: &str, hexes: u8) -> Field {
    let end = 12 + hexes;
    let units = format!(
        "(kind: {kind}, at: Some(\"1209\")), (kind: MainForce, at: Some(\"{end}11\")), (kind: Rifle, at: Some(\"{end}13\"))"
    );
    let mut field = basic(switches, "UsMovement", &units, "");
    let path: Vec<String> = (13..=end).map(|column| format!("{column}09")).collect();
    field.play(march(0, &path.iter().map(String::as_str).collect::<Vec<_>>()));
    field.until(1, Step::UsFire);
    field
}

#[test]
fn with_fire_and_movement_half_the_allowance_is_the_limit_and_fractions_are_kept() {
    proves!("base-4.11");
    let field = after_a_march("Rifle", "FireAndMovement", 6);
    assert_eq!(field.unit(0).spent, 6);
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(16), "half of four, in eighths");
    let field = after_a_march("Rifle", "FireAndMovement", 7);
    assert_eq!(field.unit(0).spent, 7);
    field.refuses(&fire(&[shot(0)], 1), "base-4.11");
    // A squad that is pinned besides has a quarter.
    let mut pinned = after_a_march("Rifle", "FireAndMovement, Ammunition", 6);
    assert_eq!(rules().fire_strength(&pinned.state, id(0), Rate::Increased), Ok(32), "doubled again for two");
    pinned.dice(&[1]);
    pinned.play(fire(&[doubled(0)], 1));
    assert_eq!(pinned.unit(0).ammunition, 2);
}

#[test]
fn vehicles_fire_at_full_strength_after_half_a_move_with_or_without_the_rule() {
    proves!("base-4.11", "base-4.15");
    for switches in ["Vehicles", "Vehicles, FireAndMovement"] {
        let field = after_a_march("M48", switches, 5);
        assert_eq!(field.unit(0).spent, 10);
        assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(8 * 12), "{switches}");
        after_a_march("M48", switches, 6).refuses(&fire(&[shot(0)], 1), "base-4.11");
    }
}

#[test]
fn each_attack_costs_a_unit_of_fire_and_vehicles_have_enough() {
    proves!("base-4.12");
    let units = |kind: &str| format!("(kind: {kind}, at: Some(\"1809\")), (kind: MainForce, at: Some(\"1811\"))");
    let mut field = basic("Ammunition", "UsFire", &units("Rifle"), "");
    assert_eq!(field.unit(0).ammunition, 4, "a full load");
    field.dice(&[1]);
    field.play(fire(&[shot(0)], 1));
    assert_eq!(field.unit(0).ammunition, 3);
    let tank =
        basic("Ammunition, Vehicles", "UsFire", &units("M48").replace("1809\")", "1809\"), ammunition: Some(0)"), "");
    assert!(tank.allows(&fire(&[shot(0)], 1)), "a tank needs no supply");
}

#[test]
fn a_us_unit_that_has_not_moved_takes_ammunition_beside_an_m113() {
    proves!("base-4.12");
    let set = |more: &str, carrier: &str| {
        let units = format!(
            "(kind: Rifle, at: Some(\"1708\"), ammunition: Some(0){more}), (kind: M113, at: Some(\"{carrier}\")), \
             (kind: MainForce, at: Some(\"4020\"))"
        );
        basic("Ammunition, Vehicles", "UsMovement", &units, "")
    };
    let after = |mut field: Field| {
        field.until(1, Step::NlfMovement);
        field.unit(0).ammunition
    };
    assert_eq!(after(set("", "1808")), 4);
    assert_eq!(after(set("", "1908")), 0, "two hexes off");
    assert_eq!(after(set(", pinned: true", "1808")), 4, "it recovers first");
    let mut moved = set("", "1808");
    moved.play(march(0, &["1709"]));
    assert_eq!(after(moved), 0);
}

#[test]
fn a_cache_gives_eight_units_of_fire_in_all() {
    proves!("base-4.12");
    let squads =
        ["3821", "3820", "3822"].map(|at| format!("(kind: MainForce, at: Some(\"{at}\"), ammunition: Some(0))"));
    let units = format!("{}, (kind: Rifle, at: Some(\"0101\"))", squads.join(", "));
    let mut field = basic("Ammunition", "NlfMovement", &units, "caches_at: [\"3821\"]");
    field.until(2, Step::NlfMovement);
    let mut left: Vec<u8> = (0..3).map(|n| field.unit(n).ammunition).collect();
    left.sort_unstable();
    assert_eq!(left, [0, 4, 4]);
}

#[test]
fn an_rpg_reaches_four_hexes_and_is_fired_once() {
    proves!("base-4.15", "SD-A41");
    let set = |at: &str| {
        let units = format!("(kind: M48, at: Some(\"1808\")), (kind: MainForce, at: Some(\"{at}\"), rpg: true)");
        basic("Vehicles, Rpgs", "NlfFire", &units, "")
    };
    let refusal = set("1813").refusal(&antitank(1, 0));
    assert_eq!((refusal.rule.as_str(), refusal.because.as_str()), ("SD-A41", "These weapons reach 4 hexes."));
    let mut field = set("1812");
    field.dice(&[1]);
    field.play(antitank(1, 0));
    assert!(!field.unit(1).rpg);
    field.until(2, Step::NlfFire);
    field.refuses(&antitank(1, 0), "31.13");
}

#[test]
fn an_improved_position_serves_either_side_and_stays() {
    proves!("base-4.10");
    for (step, by, there) in [("UsFire", "Rifle", "MainForce"), ("NlfFire", "MainForce", "Rifle")] {
        let units = format!("(kind: {by}, at: Some(\"1809\")), (kind: {there}, at: Some(\"1811\"))");
        let mut field = basic("ImprovedPositions", step, &units, "positions: [\"1811\"]");
        field.dice(&[6]);
        let events = field.play(fire(&[shot(0)], 1));
        let found = events
            .iter()
            .any(|e| matches!(e, Event::Attacked { modifiers, .. } if *modifiers == [Modifier::ImprovedPosition]));
        assert!(found, "{there}: {events:?}");
        assert!(field.state.has_position(hex("1811")));
    }
}

#[test]
fn the_scenario_may_turn_the_order_of_the_player_turns_round() {
    proves!("base-4.1");
    let units = "(kind: Rifle, at: Some(\"1708\")), (kind: MainForce, at: Some(\"4020\"))";
    for (first, sides) in [("false", [Side::Us, Side::Nlf]), ("true", [Side::Nlf, Side::Us])] {
        let step = if first == "true" { "NlfMovement" } else { "UsMovement" };
        let mut field = basic("", step, units, &format!("nlf_first: {first}"));
        let mut turns = vec![field.state.step().player_turn().unwrap()];
        while field.state.turn() == 1 {
            field.done();
            let now = field.state.step().player_turn().unwrap();
            if field.state.turn() == 1 && turns.last() != Some(&now) {
                turns.push(now);
            }
        }
        assert_eq!(turns, sides, "nlf_first: {first}");
    }
}
