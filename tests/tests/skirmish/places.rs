//! Where figures come to stand in Vietnam Skirmish that are stopped or thrown somewhere: on places of their own, and dry.

use pointman_tests::skirmish::*;
use skirmish::figure::Standing;
use skirmish::{Command, RocketAim, Work};
use table::Point;

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 9,";

#[test]
fn passengers_of_a_wreck_are_thrown_across_deep_water_only_where_nothing_else_is_left() {
    skirmish::proves!("S-R34", "S-R48");
    let thrown = |rows: &[String], riders: usize, more: &str| {
        let mut us = vec![a("M113", "V", 950, 1050) + ", counters: 6", a("Rifleman", "A", 100, 100)];
        us.extend((0..riders).map(|n| format!("name: \"P{n}\", kind: \"Rifleman\", aboard: \"V\"")));
        let vc = [a("RPG gunner", "X", 200, 1050) + ", facing: East"];
        let mut field = Field::on(rows, &us, &vc, "", "", more);
        field.end_turn(&[]);
        field.play(field.prepare("X", Work::Rocket));
        let rocket = Command::Rocket { figure: field.id("X"), aim: RocketAim::Vehicle(field.id("V")) };
        field.dice(&[6]).play(rocket);
        field.end_turn(&[1]);
        assert_eq!(field.figure("V").standing, Standing::Removed);
        (0..riders).map(|n| field.figure(&format!("P{n}")).at.unwrap()).collect::<Vec<_>>()
    };
    let bank = vec![format!("{}R{}", ".".repeat(10), ".".repeat(29)); 20];
    let across = |places: &[Point]| places.iter().filter(|at| !(800..1000).contains(&at.x)).count();
    let left = |places: &[Point]| places.iter().filter(|at| at.x > 1000).count();
    assert_eq!(left(&thrown(&bank, 11, "")), 0);
    assert_eq!(left(&thrown(&bank, 11, EARLIER)), 1, "saved games go on as they were played");
    // On an island there is no room for all.
    let mut island = vec![format!("{}RRR{}", ".".repeat(8), ".".repeat(29)); 20];
    island[10] = format!("{}R.R{}", ".".repeat(8), ".".repeat(29));
    assert_eq!((across(&thrown(&island, 3, "")), across(&thrown(&island, 6, ""))), (0, 2));
}

/// Who looks off the table at its edge may lay a Claymore there, and is offered it.
#[test]
fn a_claymore_is_offered_at_the_edge_of_the_table() {
    skirmish::proves!("S-claymore");
    let mut field =
        Field::set(&[a("Claymore man", "C", 30, 500) + ", facing: West"], &[a("Guerrilla", "Z", 2900, 500)], "");
    for _ in 0..2 {
        field.play(field.prepare("C", Work::Claymore));
    }
    let mut options = Vec::new();
    tabletop::Ruleset::options(skirmish_rules(), &field.state, &mut options);
    assert!(options.contains(&Command::PlaceClaymore { figure: field.id("C"), at: at(0, 500), facing: WEST }));
}

#[test]
fn who_meets_a_mine_stops_where_there_is_room() {
    skirmish::proves!("S-R30", "S-R40");
    let set = |man: &str, more: &str| {
        let us = [a("M113", "V", 1000, 1050), a("Rifleman", "B", 1210, 1350), man.to_owned()];
        let z = [a("Guerrilla", "Z", 3500, 1050)];
        Field::on(&open_ground(), &us, &z, "", "mines: [(1080, 1130), (1200, 1250)],", more)
    };
    // Out of a vehicle it stops half an inch from it.
    let stopped = |more: &str| {
        let mut field = set("name: \"A\", kind: \"Rifleman\", aboard: \"V\"", more);
        let out = Command::Dismount { figure: field.id("A"), to: at(1150, 1050), facing: EAST };
        field.dice(&[1, 1, 1]).play(out);
        assert_eq!(field.state.mines().len(), 1);
        field.figure("A").at.unwrap()
    };
    assert_eq!((stopped(""), stopped(EARLIER)), (at(1050, 1050), at(1020, 1050)));
    // Beside a comrade it stops short of him.
    let walked = |more: &str| {
        let mut field = set(&a("Rifleman", "A", 1330, 1350), more);
        let walk = field.walk("A", 1150, 1350);
        field.dice(&[1, 1, 1]).play(walk);
        assert_eq!(field.state.mines().len(), 1);
        field.figure("A").at.unwrap()
    };
    assert_eq!((walked(""), walked(EARLIER)), (at(1260, 1350), at(1200, 1350)));
}
