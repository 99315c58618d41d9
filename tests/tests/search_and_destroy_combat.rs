//! Fire, close assault, antitank weapons and boats of Search & Destroy: the test vectors of the reconstruction and the
//! optional rules clause by clause.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Departure, Event, Modifier};
use search_and_destroy::state::{Pending, Place, Step};
use search_and_destroy::tables::{VehicleResult, odds_column};
use search_and_destroy::{Side, proves};

/// A fire fight: a US squad (0) in 1610 and an NLF one (1) two hexes away in paddy 1612.
fn fire_fight(switches: &str, step: &str, us: &str, nlf: &str) -> Field {
    Field::set(&format!(
        "level: Basic, also: [{switches}], step: Some({step}), units: [(kind: Rifle, at: Some(\"1610\"){us}), \
         (kind: MainForce, at: Some(\"1612\"){nlf})]"
    ))
}

/// A close fight: an NLF squad (0) in broken 1508 with a US squad (1) beside it in 1507, and more counters.
fn close_fight(switches: &str, step: &str, more: &str) -> Field {
    Field::set(&format!("level: Basic, also: [CloseAssault, {switches}], step: Some({step}), units: [{more}]"))
}

fn attacked(events: &[Event]) -> (usize, Vec<Modifier>) {
    let found = events.iter().find_map(|e| match e {
        Event::Attacked { column, modifiers, .. } => Some((*column, modifiers.clone())),
        _ => None,
    });
    found.expect("nobody attacked")
}

#[test]
fn odds_are_rounded_down_for_the_defender() {
    proves!("base-4.4", "SD-A4");
    // In eighths: 4 to 3, 2 to 3, 1 to 3, a half to 2, 7 to 3, 30 to 2.
    let columns = [(32, 3), (16, 3), (8, 3), (4, 2), (56, 3), (240, 2)].map(|(a, d)| odds_column(a, d));
    assert_eq!(columns, [Some(2), Some(1), Some(0), None, Some(3), Some(7)]);
}

#[test]
fn the_die_is_clamped_to_the_rows_of_the_table() {
    proves!("SD-A3", "SD-A22");
    let table = &rules().combat;
    assert_eq!(table.cell(2, -1), table.cell(2, 1));
    assert_eq!(table.cell(2, 10), table.cell(2, 8));
    assert_eq!((table.cell(2, 6).killed, table.cell(2, 6).wounded), (1, 0));
    // The Points table is the Casualty table in points.
    assert_eq!(table.points(table.cell(3, 6), Side::Us), 20);
    assert_eq!(table.points(table.cell(7, 8), Side::Nlf), 200);
}

#[test]
fn a_squad_fires_on_the_casualty_table_and_a_position_lowers_the_die() {
    proves!("base-4.4", "base-4.10", "base-4.18");
    // Four against jungle is even; a six kills one man.
    let jungle = |positions: &str| {
        Field::set(&format!(
            "level: Basic, also: [Casualties, ImprovedPositions], step: Some(UsFire), positions: [{positions}], \
             units: [(kind: Rifle, at: Some(\"0105\")), (kind: MainForce, at: Some(\"0106\"))]"
        ))
    };
    let mut field = jungle("");
    field.dice(&[6]);
    field.play(fire(&[shot(0)], 1));
    assert_eq!((field.points(), field.unit(1).losses), ((15, 0), 1));
    assert!(field.unit(1).is_pinned());
    let mut field = jungle("\"0106\"");
    field.dice(&[6]);
    let events = field.play(fire(&[shot(0)], 1));
    assert_eq!(attacked(&events).1, [Modifier::ImprovedPosition]);
    assert_eq!((field.points(), field.unit(1).losses), ((5, 0), 1));
}

#[test]
fn a_hex_is_fired_at_once_and_a_unit_fires_once() {
    proves!("base-4.4");
    let mut field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"1610\")), (kind: Rifle, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1612\")), (kind: MainForce, at: Some(\"1712\"))]",
    );
    field.refuses(&fire(&[shot(1), shot(0)], 2), "base-4.4");
    field.dice(&[1]);
    field.play(fire(&[shot(0)], 2));
    field.refuses(&fire(&[shot(1)], 2), "base-4.4");
    field.refuses(&fire(&[shot(0)], 3), "32.41");
}

#[test]
fn fire_needs_range_sight_and_strength() {
    proves!("base-4.4", "base-4.5");
    let field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"1610\")), (kind: Observer, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1616\")), (kind: Rifle, at: Some(\"0303\")), (kind: MainForce, at: Some(\"0306\"))]",
    );
    field.refuses(&fire(&[shot(0)], 2), "base-4.4");
    field.refuses(&fire(&[shot(1)], 2), "base-4.4");
    field.refuses(&fire(&[shot(3)], 4), "base-4.5");
}

#[test]
fn the_points_table_destroys_and_pays() {
    proves!("base-4.4");
    let mut field = fire_fight("", "UsFire", "", "");
    field.dice(&[6]);
    let events = field.play(fire(&[shot(0)], 1));
    // Four against two is 2-1; a six destroys.
    assert_eq!(attacked(&events).0, 3);
    field.is_gone(1);
    assert_eq!(field.points(), (20, 0));
}

#[test]
fn a_pinned_unit_fires_at_half_strength_and_recovers_at_the_end_of_its_own_turn() {
    proves!("base-4.6");
    let mut field = fire_fight("", "UsMovement", ", pinned: true", "");
    field.refuses(&march(0, &["1609"]), "base-4.6");
    field.done();
    assert_eq!(field.state.step(), Step::UsFire);
    field.dice(&[6]);
    assert_eq!(attacked(&field.play(fire(&[shot(0)], 1))).0, 2);
    while field.state.step() != Step::NlfMovement {
        field.done();
    }
    assert!(!field.unit(0).is_pinned());
}

#[test]
fn a_unit_moves_or_fires_unless_fire_and_movement_is_played() {
    proves!("base-4.11");
    let mut field = fire_fight("", "UsMovement", "", "");
    field.play(march(0, &["1510"]));
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement, "nobody is left who may fire");
    let mut field = fire_fight("FireAndMovement", "UsMovement", "", "");
    field.play(march(0, &["1510"]));
    field.done();
    assert_eq!(field.state.step(), Step::UsFire);
    field.dice(&[1]);
    // Four halved is two, against two.
    assert_eq!(attacked(&field.play(fire(&[shot(0)], 1))).0, 2);
}

#[test]
fn ammunition_runs_out_and_the_increased_rate_doubles() {
    proves!("base-4.12");
    let mut field = fire_fight("Ammunition", "UsFire", ", ammunition: Some(2)", "");
    field.dice(&[1]);
    assert_eq!(attacked(&field.play(fire(&[doubled(0)], 1))).0, 5);
    assert_eq!(field.unit(0).ammunition, 0);
    let field = fire_fight("Ammunition", "UsFire", ", ammunition: Some(1)", "");
    field.refuses(&fire(&[doubled(0)], 1), "base-4.12");
    let empty = fire_fight("Ammunition", "UsFire", ", ammunition: Some(0)", "");
    empty.refuses(&fire(&[shot(0)], 1), "base-4.12");
    let without = fire_fight("", "UsFire", "", "");
    without.refuses(&fire(&[doubled(0)], 1), "base-4.12");
}

fn four_against_a_squad(switches: &str, more: &str) -> Field {
    // Four NLF units beside the US squad (4) in 1510; 1409 and 1609 are free.
    let ring = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), \
         (kind: Rifle, at: Some(\"1510\"))";
    close_fight(switches, "NlfAssault", &format!("{ring}{more}"))
}

#[test]
fn close_assault_destroys_for_the_flat_price_and_one_attacker_advances() {
    proves!("32.0", "32.1", "32.11", "32.113", "32.115", "32.2", "SD-A21", "SD-A26", "SD-A27");
    let mut field = four_against_a_squad("", "");
    field.dice(&[6]);
    // Eight against four is 2-1.
    let events = field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    assert_eq!(attacked(&events).0, 3);
    field.is_gone(4);
    assert_eq!(field.points(), (0, 240));
    assert!(matches!(field.state.pending(), Pending::Advance { .. }));
    field.refuses(&Command::Done, "32.2");
    field.play(Command::Advance { unit: id(2) });
    field.stands(2, "1510");
}

#[test]
fn a_pin_with_points_drives_the_defender_out() {
    proves!("32.114", "SD-A15", "SD-A16", "SD-A19");
    let mut field = four_against_a_squad("", "");
    field.dice(&[5]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    assert_eq!((field.points(), field.to_act()), ((0, 20), Some(Side::Us)));
    field.refuses(&retreat("1509"), "SD-A16");
    field.refuses(&Command::Done, "SD-A15");
    field.play(retreat("1409"));
    field.stands(4, "1409");
    assert!(field.unit(4).is_pinned());
}

#[test]
fn whoever_cannot_retreat_is_destroyed() {
    proves!("32.114", "32.124", "32.12", "SD-A17", "SD-A18", "SD-A23", "SD-A25", "32.125");
    let ring = hex("1510");
    let sides: Vec<String> =
        search_and_destroy::Direction::ALL.iter().map(|side| ring.neighbour(*side).to_string()).collect();
    let mut units: Vec<String> = sides[..4].iter().map(|h| format!("(kind: MainForce, at: Some(\"{h}\"))")).collect();
    units.push(format!("(kind: Dummy, at: Some(\"{}\"))", sides[4]));
    units.push(format!("(kind: Dummy, at: Some(\"{}\"))", sides[5]));
    for (switches, losses, points, markers) in [("", 0, 240, 0), ("Casualties,", 2, 160, 6)] {
        let squad = format!("(kind: Rifle, at: Some(\"1510\"), losses: {losses})");
        let mut field = close_fight(switches, "NlfAssault", &format!("{}, {squad}", units.join(", ")));
        field.dice(&[5]);
        field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 6));
        field.is_gone(6);
        assert_eq!(field.points(), (0, points));
        let killed: u8 = field.state.casualties().iter().map(|c| c.killed).sum();
        assert_eq!(killed, markers);
    }
}

#[test]
fn no_result_and_a_bare_pin_leave_the_defender_where_he_is() {
    proves!("32.111", "32.112", "32.121", "32.122");
    for switches in ["", "Casualties"] {
        for (die, pinned) in [(1, false), (2, true)] {
            let mut field = four_against_a_squad(switches, "");
            field.dice(&[die]);
            field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
            field.stands(4, "1510");
            assert_eq!((field.unit(4).is_pinned(), field.points()), (pinned, (0, 0)));
        }
    }
}

#[test]
fn a_defender_without_result_acts_freely_in_his_own_turn() {
    proves!("32.44", "SD-A2");
    let mut field = four_against_a_squad("", "");
    field.dice(&[1]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    field.done();
    assert_eq!(field.state.step(), Step::UsMovement);
    assert!(field.options().iter().any(|c| matches!(c, Command::Move { unit, .. } if *unit == id(4))));
}

#[test]
fn casualties_stay_behind_when_a_unit_retreats_and_are_not_forgotten() {
    proves!("32.123", "SD-A24");
    let mut field = four_against_a_squad("Casualties", "");
    field.dice(&[4]);
    field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    field.play(retreat("1409"));
    let left = field.state.casualties();
    assert_eq!(left.iter().map(|c| (c.hex, c.wounded)).collect::<Vec<_>>(), [(hex("1510"), 1)]);
    assert_eq!(field.unit(4).losses, 1);
}

#[test]
fn only_whoever_is_able_close_assaults() {
    proves!("SD-A10", "SD-A62", "32.4", "32.41", "32.42", "32.45");
    let field = close_fight(
        "",
        "NlfAssault",
        "(kind: Sniper, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\"), pinned: true), \
         (kind: MainForce, at: Some(\"1513\")), (kind: Rifle, at: Some(\"1510\")), (kind: PatrolBoat, river: Some(0))",
    );
    for attacker in 0..3 {
        field.refuses(&assault(&[shot(attacker)], 3), "32.0");
    }
    field.refuses(&assault(&[shot(2)], 4), "33.41");
    let off = Field::set(
        "level: Basic, step: Some(NlfAssault), units: [(kind: MainForce, at: Some(\"1509\")), (kind: Rifle, at: Some(\"1510\"))]",
    );
    off.refuses(&assault(&[shot(0)], 1), "32.0");
    // Whoever has moved does not, without Fire and Movement.
    let mut field =
        close_fight("", "NlfMovement", "(kind: MainForce, at: Some(\"1508\")), (kind: Rifle, at: Some(\"1510\"))");
    field.play(march(0, &["1509"]));
    field.done();
    field.done();
    field.refuses(&assault(&[shot(0)], 1), "32.42");
}

#[test]
fn whoever_has_fired_does_not_close_assault_and_nobody_assaults_twice() {
    proves!("32.41", "32.45", "32.46", "SD-A12", "SD-A13", "SD-A11");
    let mut field = close_fight(
        "",
        "NlfFire",
        "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), (kind: Rifle, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1610\"))",
    );
    field.refuses(&assault(&[shot(0)], 2), "32.46");
    field.dice(&[1, 1]);
    field.play(fire(&[shot(0)], 2));
    field.done();
    field.refuses(&assault(&[shot(0)], 2), "32.41");
    field.play(assault(&[shot(1)], 2));
    field.refuses(&assault(&[shot(3)], 2), "SD-A12");
    field.refuses(&assault(&[shot(1)], 2), "SD-A12");
}

#[test]
fn a_hasty_assault_is_made_with_half_strength_and_can_be_doubled() {
    proves!("32.5", "32.6", "SD-A5", "SD-A7");
    let set = || {
        let mut field = close_fight(
            "FireAndMovement, Ammunition",
            "NlfMovement",
            "(kind: MainForce, at: Some(\"1508\")), (kind: MainForce, at: Some(\"1409\")), \
             (kind: MainForce, at: Some(\"1609\")), (kind: PlatoonCadre, at: Some(\"1512\")), \
             (kind: Rifle, at: Some(\"1510\"), ammunition: Some(1))",
        );
        for (unit, to) in [(0, "1509"), (1, "1410"), (2, "1610"), (3, "1511")] {
            field.play(march(unit, &[to]));
        }
        field.done();
        field.done();
        field
    };
    let mut field = set();
    field.dice(&[1]);
    assert_eq!(attacked(&field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4))).0, 2);
    assert_eq!(field.unit(0).ammunition, 3);
    let mut field = set();
    field.dice(&[1]);
    let all = [doubled(0), doubled(1), doubled(2), doubled(3)];
    assert_eq!(attacked(&field.play(assault(&all, 4))).0, 3);
    assert_eq!(field.unit(0).ammunition, 2);
}

#[test]
fn the_defender_answers_before_the_die_and_may_double() {
    proves!("32.6", "SD-A6", "SD-A8", "SD-A9");
    for (double, column, left) in [(true, 2, 2), (false, 3, 4)] {
        let mut field = four_against_a_squad("Ammunition", "");
        field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
        assert_eq!(field.to_act(), Some(Side::Us));
        field.refuses(&Command::Done, "SD-A6");
        field.dice(&[1]);
        assert_eq!(attacked(&field.play(Command::Answer { double })).0, column);
        assert_eq!(field.unit(4).ammunition, left);
    }
}

#[test]
fn sappers_add_two_attacking_and_take_one_defending() {
    proves!("31.12", "32.7", "SD-A1", "SD-A32", "SD-A38");
    let mut field = close_fight(
        "CompanyCadres",
        "NlfAssault",
        "(kind: CompanyCadre, at: Some(\"1509\"), element: Sapper), (kind: BattalionCadre, at: Some(\"1410\"), element: Sapper), \
         (kind: Rifle, at: Some(\"1510\"))",
    );
    field.dice(&[1]);
    let events = field.play(assault(&[shot(0), shot(1)], 2));
    assert_eq!(attacked(&events), (2, vec![Modifier::SappersAttack]));
    // Two squads against a Sapper Cadre in an Improved Position: 4-1, and two less.
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault, CompanyCadres, ImprovedPositions], step: Some(UsAssault), positions: [\"1510\"], \
         units: [(kind: CompanyCadre, at: Some(\"1510\"), element: Sapper), (kind: Rifle, at: Some(\"1509\")), \
         (kind: Rifle, at: Some(\"1410\"))]",
    );
    field.dice(&[2]);
    let events = field.play(assault(&[shot(1), shot(2)], 0));
    assert_eq!(attacked(&events), (5, vec![Modifier::ImprovedPosition, Modifier::SappersDefend]));
    field.stands(0, "1510");
    assert!(!field.unit(0).is_pinned());
    assert!(field.unit(0).element_known, "now everybody knows");
}

#[test]
fn vehicles_are_close_assaulted_for_h_only() {
    proves!("32.8", "SD-A33", "SD-A34", "SD-A35", "SD-A36");
    let set = |kind: &str| {
        Field::set(&format!(
            "level: Basic, also: [CloseAssault, CompanyCadres], step: Some(NlfAssault), positions: [\"1510\"], units: [\
             (kind: CompanyCadre, at: Some(\"1509\"), element: Sapper), (kind: MainForce, at: Some(\"1410\")), \
             (kind: MainForce, at: Some(\"1610\")), (kind: {kind}, at: Some(\"1510\"))]"
        ))
    };
    let mut field = set("M48");
    field.dice(&[4]);
    let events = field.play(assault(&[shot(0), shot(1), shot(2)], 3));
    // Six against two is 3-1; four and two for the Sappers is six.
    assert_eq!(attacked(&events), (4, vec![Modifier::SappersAttack]));
    field.is_gone(3);
    assert_eq!(field.points(), (0, 160));
    let mut field = set("M113");
    field.dice(&[1]);
    field.play(assault(&[shot(0), shot(1), shot(2)], 3));
    field.stands(3, "1510");
    assert_eq!((field.unit(3).is_pinned(), field.points()), (false, (0, 0)));
    let us = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(UsAssault), units: [(kind: M48, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1509\"))]",
    );
    us.refuses(&assault(&[shot(0)], 1), "32.8");
}

#[test]
fn a_unit_without_attack_strength_defends_with_one() {
    proves!("32.0", "SD-A14", "SD-A20");
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault, ScaledDestruction], step: Some(NlfAssault), units: [\
         (kind: MainForce, at: Some(\"1509\")), (kind: Observer, at: Some(\"1510\")), (kind: Rifle, at: Some(\"1510\"))]",
    );
    field.dice(&[6]);
    assert_eq!(attacked(&field.play(assault(&[shot(0)], 1))).0, 3);
    // Scaled: two men at forty. Somebody is left in the hex: nobody advances.
    assert_eq!(field.points(), (0, 80));
    field.stands(0, "1509");
}

#[test]
fn the_river_parts_close_fighters_except_at_the_bridge() {
    proves!("SD-A37");
    let set = |north: &str, south: &str| {
        close_fight(
            "",
            "NlfAssault",
            &format!("(kind: MainForce, at: Some(\"{north}\")), (kind: Rifle, at: Some(\"{south}\"))"),
        )
    };
    set("1916", "1917").refuses(&assault(&[shot(0)], 1), "SD-A37");
    assert!(set("2116", "2117").allows(&assault(&[shot(0)], 1)));
}

#[test]
fn recoilless_rifles_and_rpgs_use_the_vehicle_defence_table() {
    proves!("31.13", "33.34", "base-4.15", "SD-A41", "SD-A42", "SD-A55");
    let set = |kind: &str| {
        Field::set(&format!(
            "level: Basic, also: [CompanyCadres], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
             element: RecoillessRifle), (kind: PlatoonCadre, at: Some(\"1410\"), rpg: true), (kind: {kind}, at: Some(\"1510\")), \
             (kind: MainForce, at: Some(\"1509\"))]"
        ))
    };
    let result = |events: &[Event]| {
        events.iter().find_map(|e| match e {
            Event::FiredAntitank { result, .. } => Some(*result),
            _ => None,
        })
    };
    let mut field = set("M113");
    field.dice(&[4]);
    assert_eq!(result(&field.play(antitank(0, 2))), Some(VehicleResult::Destroyed));
    assert_eq!(field.points(), (0, 80));
    let mut field = set("M48");
    field.refuses(&antitank(3, 2), "31.13");
    field.refuses(&fire(&[shot(3)], 2), "base-4.4");
    field.dice(&[4, 5]);
    assert_eq!(result(&field.play(antitank(0, 2))), Some(VehicleResult::Immobilized));
    field.refuses(&antitank(0, 2), "SD-A42");
    assert_eq!(result(&field.play(antitank(1, 2))), Some(VehicleResult::Destroyed), "the second time");
    assert!(!field.unit(1).rpg, "an RPG-7 is fired once in a game");
}

#[test]
fn a_recoilless_rifle_empties_its_ammunition_in_four_shots() {
    proves!("31.15", "SD-A42");
    let field = Field::set(
        "level: Basic, also: [CompanyCadres, Ammunition], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
         element: RecoillessRifle, ammunition: Some(0)), (kind: M48, at: Some(\"1510\"))]",
    );
    field.refuses(&antitank(0, 1), "base-4.12");
    let mut field = Field::set(
        "level: Basic, also: [CompanyCadres, Ammunition], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
         element: RecoillessRifle), (kind: M48, at: Some(\"1510\"))]",
    );
    field.dice(&[1]);
    field.play(antitank(0, 1));
    assert_eq!(field.unit(0).ammunition, 3);
}

#[test]
fn heavy_elements_halve_the_movement_and_fire_after_three_points() {
    proves!("31.13", "31.14", "31.1");
    let mut field = Field::set(
        "level: Basic, also: [CompanyCadres, FireAndMovement], step: Some(NlfMovement), units: [(kind: CompanyCadre, \
         at: Some(\"1808\"), element: RecoillessRifle), (kind: M48, at: Some(\"1811\")), (kind: CompanyCadre, at: Some(\"2008\"), element: Sapper)]",
    );
    assert_eq!(rules().allowance(field.unit(0)), 6);
    assert_eq!(rules().allowance(field.unit(2)), 12);
    field.play(march(0, &["1809"]));
    field.done();
    field.dice(&[1]);
    let events = field.play(antitank(0, 1));
    assert!(events.iter().any(|e| matches!(e, Event::FiredAntitank { modifier: 0, .. })));
}

fn boat(switches: &str, step: &str, extra: &str, more: &str) -> Field {
    Field::set(&format!(
        "level: Basic, also: [PatrolBoats, {switches}], step: Some({step}), units: [(kind: PatrolBoat, river: Some(48){extra}), {more}]"
    ))
}

#[test]
fn boats_sail_one_way_past_each_other_and_end_alone() {
    proves!("33.0", "33.1", "SD-A47", "SD-A48", "SD-A49");
    let mut field =
        boat("", "UsMovement", "", "(kind: PatrolBoat, river: Some(50)), (kind: Rifle, at: Some(\"2116\"))");
    let sail = |river| Command::Sail { unit: id(0), river };
    field.refuses(&sail(50), "33.1");
    field.refuses(&sail(89), "33.1");
    field.play(sail(52));
    assert_eq!((field.unit(0).place, field.unit(0).spent), (Place::River(52), 4));
    field.refuses(&sail(51), "33.1");
    field.refuses(&march(0, &["2116"]), "33.1");
    field.play(sail(88));
    assert_eq!(field.unit(0).spent, 40);
}

#[test]
fn a_boat_fires_whole_or_split_after_half_its_movement() {
    proves!("33.2", "SD-A50", "SD-A51", "SD-A52");
    let targets = "(kind: MainForce, at: Some(\"2118\")), (kind: MainForce, at: Some(\"2113\"))";
    let mut field = boat("", "UsFire", "", targets);
    field.dice(&[1, 1]);
    field.refuses(&fire(&[doubled(0)], 1), "33.41");
    field.play(fire(&[half(0)], 1));
    field.refuses(&fire(&[half(0)], 1), "base-4.4");
    field.refuses(&fire(&[shot(0)], 2), "33.2");
    field.play(fire(&[half(0)], 2));
    let mut field = boat("", "UsMovement", "", "(kind: MainForce, at: Some(\"2118\"))");
    field.play(Command::Sail { unit: id(0), river: 69 });
    assert_eq!(field.unit(0).spent, 21);
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement, "it may not fire");
}

#[test]
fn a_boat_is_destroyed_by_points_or_casualties_and_pays_nothing_by_itself() {
    proves!("33.3", "33.31", "33.32", "33.33", "33.35", "SD-A53", "SD-A54", "SD-A56", "SD-A57");
    let squads = "(kind: MainForce, at: Some(\"2118\")), (kind: MainForce, at: Some(\"2018\")), \
         (kind: MainForce, at: Some(\"2218\")), (kind: PlatoonCadre, at: Some(\"2117\"))";
    let all = [shot(1), shot(2), shot(3), shot(4)];
    for (switches, tally, after) in [("", 160, None), ("", 0, Some(60)), ("Casualties", 0, Some(2))] {
        let mut field = boat(switches, "NlfFire", &format!(", tally: {tally}"), squads);
        field.dice(&[6]);
        let events = field.play(fire(&all, 0));
        // Eight against three is 2-1.
        assert_eq!(attacked(&events).0, 3);
        assert!(!field.unit(0).is_pinned());
        assert_eq!(field.points(), (0, 0));
        match after {
            Some(tally) => assert_eq!(field.unit(0).tally, tally),
            None => {
                field.is_gone(0);
                assert!(events.iter().any(|e| matches!(e, Event::Left { how: Departure::Destroyed, .. })));
            }
        }
    }
}

#[test]
fn a_boat_neither_probes_nor_digs_nor_is_assaulted() {
    proves!("33.4", "33.41", "SD-A58", "SD-A59");
    let field = boat("ImprovedPositions, CloseAssault", "UsMovement", "", "(kind: Rifle, at: Some(\"2116\"))");
    field.refuses(&Command::Dig { unit: id(0) }, "base-4.10");
    let field = boat(
        "",
        "UsSearch",
        "",
        "(kind: MainForce, at: Some(\"2117\"), hidden: true), (kind: Rifle, at: Some(\"2116\"))",
    );
    field.refuses(&probe(0, "2117"), "33.41");
}

#[test]
fn with_boats_the_river_is_crossed_at_the_bridge_only() {
    proves!("33.44", "SD-A60", "base-4.2");
    let place = "(kind: Rifle, at: Some(\"1916\")), (kind: Rifle, at: Some(\"2116\")), (kind: M48, at: Some(\"1716\"))";
    let with = boat("", "UsMovement", "", place);
    with.refuses(&march(1, &["1917"]), "33.44");
    assert!(with.allows(&march(2, &["2117"])));
    let without = Field::set(&format!("level: Basic, step: Some(UsMovement), units: [{place}]"));
    assert!(without.allows(&march(0, &["1917"])));
    assert_eq!(
        rules().step_cost(&without.state, search_and_destroy::units::Kind::Rifle, hex("1916"), hex("1917")),
        Some(6)
    );
}
