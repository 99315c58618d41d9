//! Close assault of Search & Destroy: rule 32 clause by clause.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::Modifier;
use search_and_destroy::state::{Pending, Step};
use search_and_destroy::{Side, proves};

/// A close fight: an NLF squad (0) in broken 1508 with a US squad (1) beside it in 1507, and more counters.
fn close_fight(switches: &str, step: &str, more: &str) -> Field {
    Field::set(&format!("level: Basic, also: [CloseAssault, {switches}], step: Some({step}), units: [{more}]"))
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
        "PatrolBoats",
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
    // A unit that has moved does not, without Fire and Movement.
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
            "level: Basic, also: [CloseAssault, CompanyCadres, ImprovedPositions, Vehicles], step: Some(NlfAssault), positions: [\"1510\"], units: [\
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
        "level: Basic, also: [CloseAssault, Vehicles], step: Some(UsAssault), units: [(kind: M48, at: Some(\"1510\")), \
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
