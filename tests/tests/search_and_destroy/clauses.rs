//! The optional rules of Search & Destroy clause by clause, where the other files tell a clause with one example only: 31.0
//! Company and Battalion Cadres, 32.0 close assault, 33.0 patrol boats.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::proves;
use search_and_destroy::state::{Pending, Place, Step};
use search_and_destroy::units::Element;

// 31: Cadres and what they have with them.

#[test]
fn a_recoilless_rifle_and_any_other_attack_exclude_each_other_in_a_player_turn() {
    proves!("31.13", "SD-A42", "SD-A11", "32.41");
    let set = || {
        let units = "(kind: CompanyCadre, at: Some(\"1808\"), element: RecoillessRifle), (kind: M48, at: Some(\"1811\")), \
             (kind: Rifle, at: Some(\"1809\"))";
        basic("CompanyCadres, CloseAssault, Vehicles", "NlfFire", units, "")
    };
    let mut field = set();
    field.dice(&[1]);
    field.play(antitank(0, 1));
    field.refuses(&antitank(0, 1), "SD-A42");
    field.refuses(&fire(&[shot(0)], 2), "SD-A42");
    field.done();
    field.refuses(&assault(&[shot(0)], 2), "32.41");
    field.until(2, Step::NlfFire);
    assert!(field.allows(&antitank(0, 1)), "once in a turn, and not once in a game");
    field.dice(&[1]);
    field.play(fire(&[shot(0)], 2));
    field.refuses(&antitank(0, 1), "SD-A42");
}

#[test]
fn a_heavy_machine_gun_and_a_recoilless_rifle_fire_after_three_points_and_not_after_four() {
    proves!("31.14", "SD-A40");
    let after = |element: &str, hexes: usize| {
        let units = format!(
            "(kind: CompanyCadre, at: Some(\"1509\"), element: {element}), (kind: M48, at: Some(\"2009\")), \
             (kind: Transport, at: Some(\"2109\"))"
        );
        let mut field = basic("CompanyCadres, FireAndMovement, Vehicles, Helicopters", "NlfMovement", &units, "");
        field.play(march(0, &["1609", "1709", "1809", "1909"][..hexes]));
        field.done();
        field
    };
    let mut rifle = after("RecoillessRifle", 3);
    rifle.dice(&[6]);
    let events = rifle.play(antitank(0, 1));
    assert!(events.iter().any(|e| matches!(e, Event::FiredAntitank { modifier: 0, recoilless: true, .. })));
    after("RecoillessRifle", 4).refuses(&antitank(0, 1), "31.14");
    let gun = after("HeavyMachineGun", 3);
    assert_eq!(rules().fire_strength(&gun.state, id(0), Rate::Normal), Ok(8), "half of two");
    assert!(gun.allows(&fire(&[shot(0)], 2)));
    after("HeavyMachineGun", 4).refuses(&fire(&[shot(0)], 2), "base-4.11");
}

#[test]
fn fire_and_recoilless_rifle_draw_on_the_same_four_units_of_fire() {
    proves!("31.15");
    let units = "(kind: CompanyCadre, at: Some(\"0904\"), element: RecoillessRifle, ammunition: Some(2)), \
         (kind: M48, at: Some(\"0905\")), (kind: Rifle, at: Some(\"1005\"))";
    let mut field = basic("CompanyCadres, Ammunition, Vehicles", "NlfFire", units, "turns: 9, caches_at: [\"0804\"]");
    field.dice(&[1]);
    field.play(antitank(0, 1));
    // A cache beside it fills the load up again.
    field.until(2, Step::NlfFire);
    assert_eq!(field.unit(0).ammunition, 4);
    let without = "(kind: CompanyCadre, at: Some(\"0904\"), element: RecoillessRifle, ammunition: Some(2)), \
         (kind: M48, at: Some(\"0905\")), (kind: Rifle, at: Some(\"1005\"))";
    let mut field = basic("CompanyCadres, Ammunition, Vehicles", "NlfFire", without, "turns: 9");
    field.dice(&[1, 1]);
    field.play(antitank(0, 1));
    field.until(2, Step::NlfFire);
    field.play(fire(&[shot(0)], 2));
    field.until(3, Step::NlfFire);
    field.refuses(&antitank(0, 1), "base-4.12");
    field.refuses(&fire(&[shot(0)], 2), "base-4.12");
}

#[test]
fn casualties_leave_a_cadre_its_element_until_it_is_eliminated() {
    proves!("31.16");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: CompanyCadre, at: Some(\"1810\"), element: HeavyMachineGun, losses: 4), \
         (kind: Rifle, at: Some(\"1809\"))";
    let mut field = basic("CompanyCadres, Casualties", "UsFire", units, "turns: 9");
    // Four to one with a two: a wounded man, the fifth.
    field.dice(&[2, 2]);
    field.play(fire(&[shot(0)], 1));
    assert_eq!((field.unit(1).element, field.unit(1).losses), (Element::HeavyMachineGun, 5));
    assert_eq!(field.points(), (5, 0));
    field.until(2, Step::UsFire);
    field.play(fire(&[shot(0)], 1));
    field.is_gone(1);
    assert_eq!(field.points(), (5 + 5 + 30, 0));
}

// 32.0: who assaults whom, with what.

#[test]
fn all_men_are_close_assaulted_and_terrain_does_not_help_them() {
    proves!("32.0", "SD-A62");
    for (target, at, column) in [
        ("kind: Nva", "1509", 3),
        ("kind: PlatoonCadre", "1509", 3),
        ("kind: Sniper", "1509", 5),
        ("kind: Local", "1509", 5),
    ] {
        for from in ["1508", "1510"] {
            let units = format!("({target}, at: Some(\"{at}\")), (kind: Rifle, at: Some(\"{from}\"))");
            let field = basic("CloseAssault", "UsAssault", &units, "");
            let found = rules().forecast(&field.state, &assault(&[shot(1)], 0)).unwrap().column;
            assert_eq!(found, Some(column), "{target} from {from}");
        }
    }
    let jungle =
        "(kind: Nva, at: Some(\"0105\")), (kind: Rifle, at: Some(\"0106\")), (kind: Observer, at: Some(\"0106\"))";
    let field = basic("CloseAssault", "UsAssault", jungle, "");
    assert_eq!(rules().forecast(&field.state, &assault(&[shot(1)], 0)).unwrap().column, Some(3), "in jungle too");
    field.refuses(&assault(&[shot(1), shot(2)], 0), "32.0");
}

#[test]
fn up_to_six_assault_one_unit_and_each_of_them_one_only() {
    proves!("32.45", "32.0");
    let around = ["1509", "1609", "1610", "1511", "1410", "1409"].map(|at| format!("(kind: Nva, at: Some(\"{at}\"))"));
    let units =
        format!("{}, (kind: Rifle, at: Some(\"1510\")), (kind: Observer, at: Some(\"1411\"))", around.join(", "));
    let mut field = basic("CloseAssault", "NlfAssault", &units, "");
    let all: Vec<_> = (0..6).map(shot).collect();
    field.dice(&[1]);
    // Twelve against four is 3-1.
    assert_eq!(attacked(&field.play(assault(&all, 6))).0, 4);
    field.refuses(&assault(&[shot(4)], 7), "32.45");
}

// 32.1: results.

#[test]
fn a_us_assault_that_destroys_pays_ninety() {
    proves!("32.113", "32.115", "base-4.18");
    for die in [6, 5] {
        // Four to one destroys on both; the table would pay 25 or 20.
        let units =
            "(kind: Rifle, at: Some(\"1509\")), (kind: Rifle, at: Some(\"1410\")), (kind: Nva, at: Some(\"1510\"))";
        let mut field = basic("CloseAssault", "UsAssault", units, "");
        field.dice(&[die]);
        field.play(assault(&[shot(0), shot(1)], 2));
        field.is_gone(2);
        assert_eq!(field.points(), (90, 0), "die {die}");
    }
}

#[test]
fn a_surrounded_unit_leaves_six_markers_a_sniper_one_and_other_men_two() {
    proves!("32.124", "SD-A23");
    let ring = |nlf: bool| {
        let kind = if nlf { "Nva" } else { "Rifle" };
        ["1509", "1609", "1610", "1511", "1410", "1409"]
            .map(|at| format!("(kind: {kind}, at: Some(\"{at}\"))"))
            .join(", ")
    };
    for (target, nlf, shots, die, markers, points) in [
        ("PlatoonCadre", false, 1, 5, 6, (90, 0)),
        ("Sniper", false, 1, 4, 1, (15, 0)),
        ("Observer", true, 1, 5, 2, (0, 80)),
        ("CompanyCommander", true, 1, 5, 2, (0, 120)),
    ] {
        let step = if nlf { "NlfAssault" } else { "UsAssault" };
        let units = format!("{}, (kind: {target}, at: Some(\"1510\"))", ring(nlf));
        let mut field = basic("CloseAssault, Casualties", step, &units, "");
        field.dice(&[die]);
        field.play(assault(&(0..shots).map(shot).collect::<Vec<_>>(), 6));
        field.is_gone(6);
        let lie: Vec<_> = field.state.casualties().iter().map(|c| (c.hex, c.killed, c.wounded)).collect();
        assert_eq!((lie, field.points()), (vec![(hex("1510"), markers, 0)], points), "{target}");
    }
}

#[test]
fn a_unit_that_its_casualties_eliminate_leaves_its_hex_to_an_attacker() {
    proves!("SD-A22", "32.2", "32.123");
    let units = "(kind: Nva, at: Some(\"1509\")), (kind: Nva, at: Some(\"1410\")), (kind: Nva, at: Some(\"1610\")), \
         (kind: PlatoonCadre, at: Some(\"1511\")), (kind: Rifle, at: Some(\"1510\"), losses: 5)";
    let mut field = basic("CloseAssault, Casualties", "NlfAssault", units, "");
    // Two to one with a six: one killed and one wounded, and only one counts.
    field.dice(&[6]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    field.is_gone(4);
    assert_eq!(field.points(), (0, 40));
    assert!(matches!(field.state.pending(), Pending::Advance { .. }), "and nobody retreats");
}

#[test]
fn a_defender_without_a_result_fires_in_his_own_turn() {
    proves!("32.44");
    let units = "(kind: Nva, at: Some(\"1509\")), (kind: Rifle, at: Some(\"1510\"))";
    let mut field = basic("CloseAssault", "NlfAssault", units, "");
    field.dice(&[1]);
    field.play(assault(&[shot(0)], 1));
    field.until(2, Step::UsFire);
    assert_eq!(rules().fire_strength(&field.state, id(1), Rate::Normal), Ok(32));
}

// 32.4 to 32.6: restrictions, hasty assaults, ammunition.

#[test]
fn whoever_carries_a_mortar_does_not_assault() {
    proves!("32.43");
    let units = "(kind: Nva, at: Some(\"1509\")), (kind: Mortar82, with: Some(0)), (kind: Rifle, at: Some(\"1510\"))";
    basic("CloseAssault, HeavyWeapons", "NlfAssault", units, "").refuses(&assault(&[shot(0)], 2), "32.43");
}

#[test]
fn a_hasty_assault_is_made_after_half_the_movement_and_not_after_more() {
    proves!("32.5", "32.42");
    let after = |from: u8, switches: &str| {
        let units = format!("(kind: Nva, at: Some(\"{from}09\")), (kind: Rifle, at: Some(\"2109\"))");
        let mut field = basic(&format!("CloseAssault, {switches}"), "NlfMovement", &units, "");
        let path: Vec<String> = (from + 1..=20).map(|column| format!("{column}09")).collect();
        field.play(march(0, &path.iter().map(String::as_str).collect::<Vec<_>>()));
        field.until(1, Step::NlfAssault);
        field
    };
    let near = after(14, "FireAndMovement");
    assert_eq!(near.unit(0).spent, 6);
    // One against four is less than one to three.
    near.refuses(&assault(&[shot(0)], 1), "SD-A4");
    after(13, "FireAndMovement").refuses(&assault(&[shot(0)], 1), "32.5");
    after(14, "").refuses(&assault(&[shot(0)], 1), "32.42");
    let hasty = after(14, "FireAndMovement, Ammunition");
    let forecast = rules().forecast(&hasty.state, &assault(&[doubled(0)], 1)).unwrap();
    assert_eq!((forecast.eighths, forecast.column), (16, Some(1)), "halved, and doubled again");
}

#[test]
fn without_ammunition_nobody_assaults_and_men_without_strength_are_not_asked_to_double() {
    proves!("32.6", "SD-A7", "SD-A8", "SD-A9");
    let set = |attacker: &str, target: &str| {
        let units = format!("(kind: Nva, at: Some(\"1509\"){attacker}), ({target}, at: Some(\"1510\"))");
        basic("CloseAssault, Ammunition", "NlfAssault", &units, "")
    };
    set(", ammunition: Some(0)", "kind: Rifle").refuses(&assault(&[shot(0)], 1), "base-4.12");
    set(", ammunition: Some(1)", "kind: Rifle").refuses(&assault(&[doubled(0)], 1), "base-4.12");
    let mut observer = set("", "kind: Observer");
    observer.dice(&[1]);
    let events = observer.play(assault(&[shot(0)], 1));
    assert_eq!((attacked(&events).0, observer.unit(0).ammunition), (3, 3), "against one, at once");
    let mut empty = set("", "ammunition: Some(0), kind: Rifle");
    empty.dice(&[1]);
    assert_eq!(attacked(&empty.play(assault(&[shot(0)], 1))).0, 1, "it defends with its four");
}

// 32.7 and 32.8: Sappers and vehicles.

#[test]
fn a_sapper_s_two_and_the_surprise_add_up_and_defence_takes_one() {
    proves!("32.7", "SD-A32");
    let units = "(kind: CompanyCadre, at: Some(\"1509\"), element: Sapper), (kind: CompanyCadre, at: Some(\"1510\"), element: Sapper)";
    let field =
        basic("CloseAssault, CompanyCadres", "NlfAssault", &format!("{units}, (kind: Rifle, at: Some(\"1609\"))"), "");
    let forecast = rules().forecast(&field.state, &assault(&[shot(0), shot(1)], 2)).unwrap();
    assert_eq!(forecast.changes.iter().map(|c| c.value).collect::<Vec<_>>(), [2], "one bonus for two of them");
    // In ordinary fire they are no better than others.
    let fires = basic("CompanyCadres", "NlfFire", &format!("{units}, (kind: Rifle, at: Some(\"1609\"))"), "");
    assert!(rules().forecast(&fires.state, &fire(&[shot(0)], 2)).unwrap().changes.is_empty());
    assert_eq!(rules().numbers.shift(&[Modifier::Surprise, Modifier::SappersAttack]), 4);
}

#[test]
fn an_m113_defends_with_one_an_m48_with_two_and_both_fire_at_whoever_is_beside_them() {
    proves!("32.8");
    for (kind, column, spared) in [("M113", 3, 5), ("M48", 2, 6)] {
        let units = format!("(kind: Nva, at: Some(\"1509\")), (kind: {kind}, at: Some(\"1510\"))");
        let mut field = basic("CloseAssault, Vehicles", "NlfAssault", &units, "");
        field.dice(&[spared]);
        let events = field.play(assault(&[shot(0)], 1));
        assert_eq!(attacked(&events), (column, vec![]), "{kind}");
        field.stands(1, "1510");
        assert_eq!((field.unit(1).is_pinned(), field.points()), (false, (0, 0)), "{kind}: only an h counts");
        field.until(2, Step::UsFire);
        assert!(field.allows(&fire(&[shot(1)], 0)), "{kind}");
    }
    let units = "(kind: Nva, at: Some(\"1509\")), (kind: M113, at: Some(\"1510\"))";
    let mut field = basic("CloseAssault, Vehicles", "NlfAssault", units, "");
    field.dice(&[6]);
    field.play(assault(&[shot(0)], 1));
    assert_eq!((field.unit(1).place, field.points()), (Place::Gone, (0, 80)), "two to one with a six is an h");
    field.stands(0, "1510");
}

// 33: patrol boats.

fn boat(switches: &str, step: &str, extra: &str, more: &str) -> Field {
    basic(
        &format!("PatrolBoats, {switches}"),
        step,
        &format!("(kind: PatrolBoat, river: Some(48){extra}), {more}"),
        "turns: 9",
    )
}

#[test]
fn half_of_a_boat_joins_the_fire_of_others() {
    proves!("33.2", "SD-A51");
    let field = boat("", "UsFire", "", "(kind: Rifle, at: Some(\"2115\")), (kind: MainForce, at: Some(\"2119\"))");
    let forecast = rules().forecast(&field.state, &fire(&[half(0), shot(1)], 2)).unwrap();
    assert_eq!(forecast.eighths, 8 * (6 + 4));
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(8 * 12));
}

#[test]
fn a_boat_that_is_immobilized_stays_and_fires_and_the_second_time_it_is_lost() {
    proves!("33.34", "SD-A55", "33.35", "SD-A56");
    let rpgs =
        "(kind: PlatoonCadre, at: Some(\"2118\"), rpg: true), (kind: PlatoonCadre, at: Some(\"2018\"), rpg: true)";
    let mut field = boat("Rpgs", "NlfFire", "", rpgs);
    // Without a modifier: a five stops it.
    field.dice(&[5]);
    field.play(antitank(1, 0));
    assert!(field.unit(0).immobilized);
    field.until(2, Step::UsMovement);
    field.refuses(&Command::Sail { unit: id(0), river: 49 }, "33.34");
    field.until(2, Step::UsFire);
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(8 * 12));
    field.until(2, Step::NlfFire);
    field.dice(&[4]);
    field.play(antitank(2, 0));
    assert_eq!((field.unit(0).place, field.points()), (Place::Gone, (0, 0)));
}

#[test]
fn a_boat_is_lost_with_its_sixth_casualty_of_either_kind() {
    proves!("33.32", "33.35", "33.33");
    let squads = "(kind: Nva, at: Some(\"2118\")), (kind: Nva, at: Some(\"2018\")), (kind: Nva, at: Some(\"2218\"))";
    for (tally, place) in [(4, Place::River(48)), (5, Place::Gone)] {
        let mut field = boat("Casualties", "NlfFire", &format!(", tally: {tally}"), squads);
        // Six against three is 2-1: a five is a wounded man.
        field.dice(&[5]);
        let events = field.play(fire(&[shot(1), shot(2), shot(3)], 0));
        assert_eq!((attacked(&events).0, field.unit(0).place), (3, place), "{tally} and one");
        assert!(field.state.casualties().is_empty() && field.points() == (0, 0));
    }
}

#[test]
fn with_boats_nobody_crosses_the_river_by_moving_or_retreating() {
    proves!("33.44", "SD-A60", "SD-A16", "SD-A17");
    for (unit, step) in
        [("Dummy", "NlfMovement"), ("Nva", "NlfMovement"), ("M113", "UsMovement"), ("Observer", "UsMovement")]
    {
        let units = format!("(kind: {unit}, at: Some(\"1916\"))");
        let boat = format!("{units}, (kind: PatrolBoat, river: Some(0))");
        basic("PatrolBoats, Vehicles", step, &boat, "").refuses(&march(0, &["1917"]), "33.44");
        assert!(basic("Vehicles", step, &units, "").allows(&march(0, &["1917"])), "{unit} without boats");
    }
    let ring = ["1915", "2015", "2016", "1816"].map(|at| format!("(kind: Nva, at: Some(\"{at}\"))")).join(", ");
    let units = format!(
        "{ring}, (kind: Dummy, at: Some(\"1815\")), (kind: Rifle, at: Some(\"1916\")), (kind: PatrolBoat, \
         river: Some(0))"
    );
    for (switches, points, stays) in [("PatrolBoats", 240, false), ("Vehicles", 20, true)] {
        let mut field = basic(&format!("CloseAssault, {switches}"), "NlfAssault", &units, "");
        // Two to one with a five: out of the hex, and only the river is free.
        field.dice(&[5]);
        field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 5));
        assert_eq!((field.points(), field.unit(5).hex().is_some()), ((0, points), stays), "{switches}");
        if stays {
            field.stands(5, "1917");
        }
    }
}
