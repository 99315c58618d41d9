//! Vehicles, casualties, traps and points of Search & Destroy, sentence by sentence: sections 4.15 to 4.18, and what each
//! scenario pays for.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::Event;
use search_and_destroy::proves;
use search_and_destroy::state::{Place, Step};

// 4.15: vehicles. Passengers and costs stand in `search_and_destroy_carrying.rs`.

#[test]
fn a_vehicle_that_is_immobilized_stays_and_fires_and_an_rpg_has_to_see_it() {
    proves!("base-4.15");
    let units = "(kind: M48, at: Some(\"1808\")), (kind: PlatoonCadre, at: Some(\"1810\"), rpg: true)";
    let mut field = basic("Vehicles, Rpgs", "NlfFire", units, "");
    field.dice(&[4]);
    field.play(antitank(1, 0));
    field.until(2, Step::UsMovement);
    field.refuses(&march(0, &["1807"]), "base-4.15");
    field.done();
    field.until(2, Step::UsFire);
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(8 * 12));
    let behind = "(kind: M48, at: Some(\"0105\")), (kind: PlatoonCadre, at: Some(\"0108\"), rpg: true)";
    basic("Vehicles, Rpgs", "NlfFire", behind, "").refuses(&antitank(1, 0), "base-4.5");
}

// 4.16: casualties and heavy weapons.

#[test]
fn casualty_markers_lie_where_they_fell_until_somebody_takes_them_up() {
    proves!("base-4.16");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\"))";
    let mut field = basic("Casualties, Evacuation", "NlfFire", units, "");
    // Two to one with a five: pinned, one wounded.
    field.dice(&[5]);
    field.play(fire(&[shot(1)], 0));
    field.until(3, Step::UsMovement);
    field.play(march(0, &["1807", "1707"]));
    let lie: Vec<_> = field.state.casualties().iter().map(|c| (c.hex, c.killed, c.wounded)).collect();
    assert_eq!((lie, field.unit(0).losses), (vec![(hex("1808"), 0, 1)], 1));
}

#[test]
fn a_squad_carries_four_markers_or_a_weapon_and_two_men_one() {
    proves!("base-4.16");
    let set = |carrier: &str, killed: u8| {
        let units = format!(
            "(kind: Rifle, at: Some(\"1808\"), losses: 5, burden: ({killed}, 0)), ({carrier}, at: Some(\"1708\")), \
             (kind: Mortar81, with: Some(1)), (kind: Dummy, at: Some(\"0120\"))"
        );
        let units = if carrier.contains("Observer") {
            units.replace("(kind: Mortar81, with: Some(1)), ", "").replace("1708", "1808")
        } else {
            units
        };
        basic("Casualties, Evacuation, HeavyWeapons", "UsMovement", &units, "")
    };
    let load = |unit, killed| Command::Load { unit: id(unit), killed, wounded: 0 };
    let mut field = set("kind: Observer", 4);
    field.play(Command::Unload { unit: id(0) });
    field.refuses(&load(1, 2), "base-4.16");
    field.play(load(1, 1));
    assert_eq!(rules().allowance(field.unit(1)), 6);
    field.refuses(&load(0, 4), "base-4.16");
    field.play(load(0, 3));
    assert_eq!(rules().burden_limit(field.unit(0).kind), 4);
    let mut field = set("kind: Weapons", 1);
    field.play(Command::Unload { unit: id(0) });
    field.play(march(0, &["1807"]));
    field.play(march(1, &["1808"]));
    field.refuses(&load(1, 1), "base-4.16");
}

#[test]
fn casualties_are_carried_off_the_map_too() {
    proves!("base-4.16", "base-4.18");
    let units = "(kind: Rifle, at: Some(\"1501\"), losses: 3, burden: (1, 2)), (kind: Dummy, at: Some(\"0120\"))";
    let mut field = basic("Casualties, Evacuation", "UsMovement", units, "us_exit: Some(Rows(1, 1))");
    let events = field.play(Command::Leave { unit: id(0) });
    assert!(events.contains(&Event::Evacuated { killed: 1, wounded: 2 }));
    assert_eq!(field.points(), (0, -20), "ten for each wounded man, nothing for the dead");
}

// 4.17: booby traps. Searches stand in `search_and_destroy_hidden.rs`.

#[test]
fn a_trap_attacks_on_the_even_column_without_modifiers_and_is_gone() {
    proves!("base-4.17");
    for (kind, die, pinned) in [("Rifle", 3, true), ("Rifle", 2, false), ("Observer", 3, true)] {
        let units = format!("(kind: {kind}, at: Some(\"1808\")), (kind: Dummy, at: Some(\"0120\"))");
        let mut field = basic("ImprovedPositions", "UsMovement", &units, "traps_at: [\"1708\"], positions: [\"1708\"]");
        field.dice(&[die]);
        field.play(march(0, &["1708", "1608"]));
        field.stands(0, "1708");
        assert_eq!((field.unit(0).is_pinned(), field.state.traps().len()), (pinned, 0), "{kind}, die {die}");
        assert!(!field.allows(&march(0, &["1608"])), "it has stopped");
    }
}

#[test]
fn a_vehicle_drives_on_over_a_trap_unless_a_six_stops_it() {
    proves!("base-4.17");
    for (die, ends) in [(5, "1608"), (6, "1708")] {
        let units = "(kind: M48, at: Some(\"1808\")), (kind: Dummy, at: Some(\"0120\"))";
        let mut field = basic("Vehicles", "UsMovement", units, "traps_at: [\"1708\"]");
        field.dice(&[die]);
        field.play(march(0, &["1708", "1608"]));
        field.stands(0, ends);
        assert_eq!((field.unit(0).immobilized, field.state.traps().len()), (die == 6, 0));
    }
}

#[test]
fn whoever_retreats_or_advances_into_a_trap_sets_it_off() {
    proves!("base-4.17", "32.2", "32.114");
    let ring = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), (kind: Rifle, at: Some(\"1510\"))";
    let mut field = basic("CloseAssault", "NlfAssault", ring, "traps_at: [\"1409\"]");
    field.dice(&[5]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    field.dice(&[4]);
    let events = field.play(retreat("1409"));
    assert!(events.iter().any(|e| matches!(e, Event::TrapWentOff { at, .. } if *at == hex("1409"))), "{events:?}");
    assert_eq!((field.state.traps().len(), field.points()), (0, (0, 40)), "twenty for each attack");
    let pair =
        "(kind: Rifle, at: Some(\"1509\")), (kind: Rifle, at: Some(\"1410\")), (kind: MainForce, at: Some(\"1510\"))";
    let mut field = basic("CloseAssault", "UsAssault", pair, "traps_at: [\"1510\"]");
    field.dice(&[6]);
    field.play(assault(&[shot(0), shot(1)], 2));
    assert_eq!(field.points(), (90, 0));
    field.dice(&[4]);
    field.play(Command::Advance { unit: id(0) });
    field.stands(0, "1510");
    assert!(field.unit(0).is_pinned() && field.state.traps().is_empty());
}

// 4.18: points.

#[test]
fn a_heavy_element_or_a_leader_pays_besides_and_sappers_do_not() {
    proves!("base-4.18", "31.16");
    for (element, points) in [("None", 20), ("Sapper", 20), ("HeavyMachineGun", 50), ("RecoillessRifle", 50)] {
        let units =
            format!("(kind: Rifle, at: Some(\"1808\")), (kind: CompanyCadre, at: Some(\"1810\"), element: {element})");
        let mut field = basic("CompanyCadres", "UsFire", &units, "");
        field.dice(&[5]);
        field.play(fire(&[shot(0)], 1));
        field.is_gone(1);
        assert_eq!(field.points(), (points, 0), "{element}");
    }
    for (leader, points) in [("CompanyCommander", 60 + 40), ("PlatoonLeader", 60 + 20), ("Observer", 60)] {
        let units = format!("(kind: {leader}, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\"))");
        let mut field = basic("", "NlfFire", &units, "");
        field.dice(&[6]);
        field.play(fire(&[shot(1)], 0));
        assert_eq!(field.points(), (0, points), "{leader}");
    }
}

#[test]
fn casualties_in_a_hex_that_the_nlf_holds_at_the_end_pay_twenty_each() {
    proves!("base-4.18", "32.123");
    let ring = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), \
         (kind: Rifle, at: Some(\"1510\"), losses: 2, burden: (1, 1))";
    let mut field = basic("CloseAssault, Casualties, Evacuation", "NlfAssault", ring, "turns: 1");
    // Two to one with a four: one wounded, and all three stay where the NLF comes.
    field.dice(&[4]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    field.play(retreat("1409"));
    field.play(Command::Advance { unit: id(0) });
    field.done();
    assert_eq!((field.state.step(), field.points()), (Step::Over, (0, 20 + 3 * 20)));
    // Where the NLF is not, they cost nothing more.
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\"))";
    let mut field = basic("Casualties", "NlfFire", units, "turns: 1");
    field.dice(&[5]);
    field.play(fire(&[shot(1)], 0));
    field.until(1, Step::Over);
    assert_eq!((field.state.casualties().len(), field.points()), (1, (0, 20)));
}

/// The points at the end of a game that is over after this NLF player turn.
fn at_the_end(objective: &str, units: &str) -> (i32, i32) {
    let units = format!("{units}, (kind: Dummy, at: Some(\"0120\")), (kind: Observer, at: Some(\"4028\"))");
    let mut field =
        basic("Vehicles, Helicopters", "NlfAssault", &units, &format!("turns: 1, objectives: [{objective}]"));
    field.done();
    assert_eq!(field.state.step(), Step::Over);
    field.points()
}

#[test]
fn villages_hills_and_landing_zones_pay_whoever_has_them_at_the_end() {
    proves!("27.11", "27.14", "27.21", "27.25");
    let village = |more: &str| at_the_end("ClearVillages(60)", &format!("(kind: Rifle, at: Some(\"1914\")) {more}"));
    assert_eq!(village(""), (60, 0));
    assert_eq!(village(", (kind: MainForce, at: Some(\"1913\"), hidden: true)"), (0, 0), "one beside it");
    assert_eq!(village(", (kind: MainForce, at: Some(\"1911\"))"), (60, 0), "farther off");
    let hill = |units: &str| at_the_end("TakeHill(\"Hill 158\", 4, 75)", units);
    let two = "(kind: Nva, at: Some(\"3504\")), (kind: Nva, at: Some(\"3505\"))";
    assert_eq!(hill(&format!("(kind: Rifle, at: Some(\"3404\")), {two}")), (75, 0));
    assert_eq!(hill(&format!("(kind: Rifle, at: Some(\"3404\")), {two}, (kind: Nva, at: Some(\"3405\"))")), (0, 0));
    assert_eq!(hill(&format!("(kind: Rifle, at: Some(\"3403\")), {two}")), (0, 0), "nobody is on it");
    let zone = |unit: &str| at_the_end("KeepLandingZone([\"1808\"], 150)", unit);
    assert_eq!(zone("(kind: Rifle, at: Some(\"1810\"))"), (0, 0));
    assert_eq!(zone("(kind: Rifle, at: Some(\"1811\"))"), (0, 150), "three hexes off");
    assert_eq!(zone("(kind: Observer, at: Some(\"1808\"))"), (0, 150), "without Attack Strength");
    let seize = |units: &str| at_the_end("Seize([\"1903\", \"2003\", \"1902\", \"2002\"], 2, 150)", units);
    assert_eq!(seize("(kind: Nva, at: Some(\"1903\")), (kind: Nva, at: Some(\"2003\"))"), (0, 150));
    assert_eq!(seize("(kind: Nva, at: Some(\"1903\")), (kind: Nva, at: Some(\"2004\"))"), (0, 0));
}

#[test]
fn squads_that_are_lost_or_left_on_the_map_pay_the_nlf() {
    proves!("27.23", "27.26");
    let platoon = |units: &str| at_the_end("DestroyPlatoon(1, 1, 100)", units);
    assert_eq!(platoon("(kind: Rifle, at: Some(\"1808\"))"), (0, 0));
    assert_eq!(platoon("(kind: Rifle, at: Some(\"1808\"), platoon: 2)"), (0, 100));
    let left = |units: &str| at_the_end("Stragglers(30)", units);
    let squads = "(kind: Rifle, at: Some(\"1808\")), (kind: Transport, at: Some(\"1908\"))";
    assert_eq!(left(squads), (0, 30), "an observer is no squad");
    assert_eq!(left(&format!("{squads}, (kind: Weapons, with: Some(1))")), (0, 60), "aboard, but not away");
}

#[test]
fn ground_that_is_overrun_pays_once() {
    proves!("27.12");
    for (kind, points) in [("MainForce", 100), ("Sniper", 100), ("Dummy", 0)] {
        let units = format!("(kind: {kind}, at: Some(\"2114\"), hidden: true), (kind: Rifle, at: Some(\"0120\"))");
        let mut field = basic("", "NlfAssault", &units, "turns: 3, objectives: [Overrun([\"2114\"], 100)]");
        while field.to_act().is_some() {
            field.done();
        }
        assert_eq!(field.points(), (0, points), "{kind}");
        assert_eq!(field.unit(0).face_down, kind == "Dummy", "who claims the ground shows himself");
    }
}

#[test]
fn whoever_gets_away_pays_his_side() {
    proves!("27.13", "27.24", "33.0");
    let leave = |step: &str, units: &str, more: &str, leavers: &[u8]| {
        let more = format!("us_exit: Some(Rows(1, 1)), nlf_exit: Some(Columns(1, 1)), {more}");
        let mut field = basic("Vehicles", step, units, &more);
        leavers.iter().for_each(|n| drop(field.play(Command::Leave { unit: id(*n) })));
        while field.to_act().is_some() {
            field.done();
        }
        field.points()
    };
    let convoy = "(kind: M113, at: Some(\"1501\")), (kind: M48, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1601\"))";
    assert_eq!(leave("UsMovement", convoy, "turns: 1, objectives: [Convoy(20, 10)]", &[0, 2]), (20, 10));
    let squads = "(kind: Nva, at: Some(\"0110\")), (kind: PlatoonCadre, at: Some(\"0111\")), (kind: Sniper, at: Some(\"0112\")), \
         (kind: Rifle, at: Some(\"4028\"))";
    for (turn, points) in [(6, 0), (7, 20)] {
        let more = format!("turn: {turn}, turns: {turn}, objectives: [Escape(6, 20)]");
        assert_eq!(leave("NlfMovement", squads, &more, &[0, 1]), (0, points), "a squad, after turn six");
    }
    assert_eq!(leave("NlfMovement", squads, "turns: 1, objectives: [Crossing(25)]", &[0, 1, 2]), (0, 50), "no sniper");
    // A US squad that goes home has not got away.
    let company = "(kind: Rifle, at: Some(\"1501\")), (kind: Nva, at: Some(\"0110\"))";
    for (rulings, points) in [("", 0), ("rulings: 9", 20)] {
        let more = format!("turn: 7, turns: 7, objectives: [Escape(6, 20)], {rulings}");
        assert_eq!(leave("UsMovement", company, &more, &[0]), (0, points), "{rulings}");
    }
}

#[test]
fn the_battalion_cadre_and_caches_of_a_base_pay_what_the_scenario_says() {
    proves!("27.14", "27.24");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: BattalionCadre, at: Some(\"1810\"))";
    let mut field = basic("", "UsFire", units, "objectives: [BattalionCadre(150)]");
    field.dice(&[5]);
    field.play(fire(&[shot(0)], 1));
    assert_eq!(field.points(), (20 + 150, 0));
    let searcher = "(kind: Rifle, at: Some(\"0106\")), (kind: Dummy, at: Some(\"4020\"))";
    let mut field = basic("", "UsSearch", searcher, "caches_at: [\"0106\"], objectives: [CacheWorth(80)]");
    field.play(search(0, "0106"));
    field.until(2, Step::UsMovement);
    field.done();
    field.until(2, Step::NlfMovement);
    assert_eq!(field.points(), (80, 0));
}

#[test]
fn a_boat_pays_for_the_other_end_of_the_river_and_for_its_loss() {
    proves!("33.0", "33.35");
    for (from, way, points) in [(40, vec![80, 96], 60), (60, vec![96], 0)] {
        let units = format!("(kind: PatrolBoat, river: Some({from})), (kind: Dummy, at: Some(\"0120\"))");
        let mut field = basic("PatrolBoats", "UsMovement", &units, "turns: 3, objectives: [Boats(60, 160)]");
        for (turn, river) in (2..).zip(way) {
            field.play(Command::Sail { unit: id(0), river });
            field.until(turn, Step::UsMovement);
        }
        field.play(Command::Leave { unit: id(0) });
        assert_eq!(field.unit(0).place, Place::Exited);
        while field.to_act().is_some() {
            field.done();
        }
        assert_eq!(field.points(), (points, 0), "from {from}");
    }
    let units = "(kind: PatrolBoat, river: Some(48), tally: 160), (kind: MainForce, at: Some(\"2118\"))";
    let mut field = basic("PatrolBoats", "NlfFire", units, "objectives: [Boats(60, 160)]");
    // Two against three is 1-2: a six pays twenty.
    field.dice(&[6]);
    field.play(fire(&[shot(1)], 0));
    assert_eq!((field.unit(0).place, field.points()), (Place::Gone, (0, 160)));
}
