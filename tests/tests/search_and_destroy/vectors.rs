//! The twenty test vectors of the reconstruction of Search & Destroy, T1 to T20, one after the other.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::Event;
use search_and_destroy::proves;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::Place;
use search_and_destroy::tables::{CombatResult, VehicleResult, odds_column};
use search_and_destroy::units::Kind;

/// The column and the cell of the attack among these events.
fn attack(events: &[Event]) -> (usize, CombatResult) {
    let found = events.iter().find_map(|e| match e {
        Event::Attacked { column, result, .. } => Some((*column, *result)),
        _ => None,
    });
    found.expect("nobody attacked")
}

fn field(switches: &str, step: &str, units: &str, more: &str) -> Field {
    Field::set(&format!("level: Basic, also: [{switches}], step: Some({step}), units: [{units}], {more}"))
}

#[test]
fn t1_and_t2_fire_into_jungle_on_the_casualty_table() {
    proves!("base-4.4", "base-4.10");
    let units = "(kind: Rifle, at: Some(\"0105\")), (kind: MainForce, at: Some(\"0106\"))";
    for (positions, cell, points) in [("", (1, 0), 15), ("\"0106\"", (0, 1), 5)] {
        let mut field = field("Casualties, ImprovedPositions", "UsFire", units, &format!("positions: [{positions}]"));
        field.dice(&[6]);
        let (column, result) = attack(&field.play(fire(&[shot(0)], 1)));
        assert_eq!((column, result.pinned, (result.killed, result.wounded)), (2, true, cell));
        assert_eq!(field.points(), (points, 0));
    }
}

#[test]
fn t3_and_t4_odds_round_down_and_below_one_to_three_nothing_happens() {
    proves!("SD-A4");
    assert_eq!((odds_column(16, 3), odds_column(8, 3), odds_column(4, 2)), (Some(1), Some(0), None));
}

/// Three squads and a Cadre around a US squad (4) in 1510, and whatever else there is.
fn ring(switches: &str, step: &str, more: &str) -> Field {
    let units = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), ";
    field(switches, step, &format!("{units}{more}"), "")
}

fn all_four() -> Vec<search_and_destroy::Shot> {
    (0..4).map(shot).collect()
}

#[test]
fn t5_to_t7_close_assault_destroys_drives_out_or_surrounds() {
    proves!("32.113", "32.114", "32.124", "32.125", "SD-A25");
    let squad = "(kind: Rifle, at: Some(\"1510\"))";
    let mut t5 = ring("CloseAssault", "NlfAssault", squad);
    t5.dice(&[6]);
    assert_eq!(attack(&t5.play(assault(&all_four(), 4))).0, 3);
    t5.is_gone(4);
    assert_eq!(t5.points(), (0, 240));
    t5.play(Command::Advance { unit: id(0) });
    t5.stands(0, "1510");
    let mut t6 = ring("CloseAssault", "NlfAssault", squad);
    t6.dice(&[5]);
    t6.play(assault(&all_four(), 4));
    assert_eq!(t6.points(), (0, 20));
    t6.play(retreat("1409"));
    assert!(t6.unit(4).is_pinned());
    // The two hexes that were left are closed.
    let closed = "(kind: Dummy, at: Some(\"1409\")), (kind: Dummy, at: Some(\"1609\"))";
    let mut surrounded = ring("CloseAssault", "NlfAssault", &format!("{squad}, {closed}"));
    surrounded.dice(&[5]);
    surrounded.play(assault(&all_four(), 4));
    assert_eq!(surrounded.points(), (0, 240));
    let hurt = "(kind: Rifle, at: Some(\"1510\"), losses: 2)";
    let mut t7 = ring("CloseAssault, Casualties", "NlfAssault", &format!("{hurt}, {closed}"));
    t7.dice(&[5]);
    t7.play(assault(&all_four(), 4));
    assert_eq!(t7.points(), (0, 160));
    assert_eq!(t7.state.casualties().iter().map(|c| c.killed).sum::<u8>(), 6);
}

#[test]
fn t8_and_t9_sappers_by_surprise_and_in_a_position() {
    proves!("32.3", "32.7");
    let mut t8 = field(
        "CloseAssault, CompanyCadres",
        "UsSearch",
        "(kind: Rifle, at: Some(\"1508\")), (kind: CompanyCadre, at: Some(\"1507\"), hidden: true, element: Sapper)",
        "",
    );
    t8.play(probe(0, "1507"));
    if t8.unit(1).face_down {
        t8.done();
    }
    t8.dice(&[3]);
    let (column, result) = attack(&t8.play(assault(&[shot(1)], 0)));
    assert_eq!((column, result.pinned, result.killed, result.destroyed), (1, true, 1, false));
    assert_eq!(t8.points(), (0, 40));
    let mut t9 = field(
        "CloseAssault, CompanyCadres",
        "UsAssault",
        "(kind: Rifle, at: Some(\"1509\")), (kind: Rifle, at: Some(\"1410\")), (kind: CompanyCadre, at: Some(\"1510\"), element: Sapper)",
        "positions: [\"1510\"]",
    );
    t9.dice(&[2]);
    assert_eq!(attack(&t9.play(assault(&[shot(0), shot(1)], 2))), (5, CombatResult::default()));
}

#[test]
fn t10_to_t12_vehicles_and_helicopters() {
    proves!("32.8", "31.11", "31.13");
    let mut t10 = field(
        "CloseAssault, CompanyCadres, Vehicles",
        "NlfAssault",
        "(kind: CompanyCadre, at: Some(\"1509\"), element: Sapper), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: M48, at: Some(\"1510\"))",
        "",
    );
    t10.dice(&[4]);
    assert_eq!(attack(&t10.play(assault(&[shot(0), shot(1), shot(2)], 3))).0, 4);
    t10.is_gone(3);
    let mut t11 = field(
        "CompanyCadres, Helicopters",
        "NlfFire",
        "(kind: CompanyCadre, at: Some(\"1806\"), element: HeavyMachineGun), (kind: Transport, at: Some(\"1808\"))",
        "",
    );
    t11.dice(&[5]);
    assert_eq!(attack(&t11.play(fire(&[shot(0)], 1))).0, 2);
    t11.is_gone(1);
    let table = &rules().combat.vehicle_defence;
    let rolled =
        [(Kind::M113, 4), (Kind::M48, 4), (Kind::PatrolBoat, 6)].map(|(k, die)| table.result(die + table.modifier(k)));
    assert_eq!(rolled, [VehicleResult::Destroyed, VehicleResult::Immobilized, VehicleResult::Destroyed]);
}

#[test]
fn t13_and_t14_boats() {
    proves!("33.31", "33.2");
    let mut t13 = field(
        "PatrolBoats",
        "NlfFire",
        "(kind: PatrolBoat, river: Some(48), tally: 160), (kind: MainForce, at: Some(\"2117\")), (kind: MainForce, at: Some(\"2018\")), \
         (kind: PlatoonCadre, at: Some(\"2217\")), (kind: PlatoonCadre, at: Some(\"2118\"))",
        "",
    );
    t13.dice(&[6]);
    let (column, result) = attack(&t13.play(fire(&[shot(1), shot(2), shot(3), shot(4)], 0)));
    assert_eq!((column, rules().combat.points(result, search_and_destroy::Side::Nlf)), (3, 60));
    assert_eq!((t13.unit(0).place, t13.points()), (Place::Gone, (0, 0)));
    for (far, fires) in [(68, true), (69, false)] {
        let mut t14 = field(
            "PatrolBoats",
            "UsMovement",
            "(kind: PatrolBoat, river: Some(48)), (kind: MainForce, at: Some(\"2913\")), (kind: MainForce, at: Some(\"2814\"))",
            "",
        );
        t14.play(Command::Sail { unit: id(0), river: far });
        let strength = rules().fire_strength(&t14.state, id(0), search_and_destroy::Rate::Split);
        assert_eq!(strength.ok(), fires.then_some(48), "after {} hexsides", far - 48);
    }
}

#[test]
fn t15_and_t16_hasty_and_doubled() {
    proves!("32.5", "32.6");
    let mut hasty = field(
        "CloseAssault, FireAndMovement, Ammunition",
        "NlfMovement",
        "(kind: MainForce, at: Some(\"1408\")), (kind: MainForce, at: Some(\"1609\")), (kind: MainForce, at: Some(\"1611\")), \
         (kind: PlatoonCadre, at: Some(\"1512\")), (kind: Rifle, at: Some(\"1510\"))",
        "",
    );
    for (unit, to) in [(0, "1509"), (1, "1610"), (2, "1511"), (3, "1411")] {
        let path = rules().reach(&hasty.state, id(unit)).into_iter().find(|(h, ..)| *h == hex(to)).map(|(_, _, p)| p);
        let path = path.unwrap_or_else(|| panic!("{unit} does not reach {to}"));
        hasty.play(Command::Move { unit: id(unit), path });
    }
    hasty.done();
    hasty.done();
    let beside: Vec<u8> = (0..4).filter(|n| hasty.unit(*n).hex().unwrap().is_adjacent(hex("1510"))).collect();
    let shots: Vec<_> = beside.iter().map(|n| shot(*n)).collect();
    let t15 = rules().assault_forecast(&hasty.state, &shots, id(4)).unwrap();
    assert_eq!(usize::from(t15.eighths), 8 * shots.len());
    let twice: Vec<_> = beside.iter().map(|n| doubled(*n)).collect();
    let t16 = rules().assault_forecast(&hasty.state, &twice, id(4)).unwrap();
    assert_eq!(t16.eighths, 2 * t15.eighths);
    assert_eq!((odds_column(32, 4), odds_column(64, 4)), (Some(2), Some(3)));
}

#[test]
fn t17_and_t18_ammunition_and_men_without_attack_strength() {
    proves!("31.15", "32.0");
    let mut t17 = field(
        "CompanyCadres, Ammunition, Vehicles",
        "NlfFire",
        "(kind: CompanyCadre, at: Some(\"1806\"), element: RecoillessRifle), (kind: M48, at: Some(\"1808\")), (kind: Rifle, at: Some(\"0101\"))",
        "turns: 9",
    );
    for left in (0..4).rev() {
        t17.dice(&[1]);
        t17.play(antitank(0, 1));
        assert_eq!(t17.unit(0).ammunition, left);
        t17.done();
        while t17.state.step() != search_and_destroy::state::Step::NlfFire {
            t17.done();
        }
    }
    t17.refuses(&antitank(0, 1), "base-4.12");
    let t18 = field(
        "CloseAssault",
        "NlfAssault",
        "(kind: MainForce, at: Some(\"1508\")), (kind: Observer, at: Some(\"1507\"))",
        "",
    );
    assert_eq!(rules().assault_forecast(&t18.state, &[shot(0)], id(1)).unwrap().defence, 1);
    assert_eq!(odds_column(32, 1), Some(5), "a rifle squad would have 4-1");
}

#[test]
fn t19_and_t20_half_blocked_sides_and_rivers() {
    proves!("base-4.5", "33.44");
    let map = rules().map();
    // The side between 0310 (clear) and whatever blocks beside it: found on the map, not by heart.
    let free = map.hexes().find(|from| {
        let to = search_and_destroy::Hex::at(from.column + 2, from.row);
        let sides = [search_and_destroy::Direction::NE, search_and_destroy::Direction::SE].map(|d| from.neighbour(d));
        map.contains(to)
            && sides.iter().all(|h| map.contains(*h))
            && sides.iter().filter(|h| map.terrain(**h).blocks()).count() == 1
            && [*from, to, sides[0], sides[1]].iter().all(|h| map.level(*h) == 0)
    });
    let from = free.unwrap();
    let to = search_and_destroy::Hex::at(from.column + 2, from.row);
    assert!(map.sees(Eye::Hex(from), Eye::Hex(to)));
    let units = "(kind: Rifle, at: Some(\"1916\"))";
    let boats = field("PatrolBoats", "UsMovement", &format!("{units}, (kind: PatrolBoat, river: Some(0))"), "");
    boats.refuses(&march(0, &["1917"]), "33.44");
    let wading = field("", "UsMovement", units, "");
    let dry = rules().step_cost(&wading.state, Kind::Rifle, hex("1917"), hex("1918")).unwrap();
    let wet = rules().step_cost(&wading.state, Kind::Rifle, hex("1916"), hex("1917")).unwrap();
    assert_eq!((dry, wet), (2, 2 + 4));
}
