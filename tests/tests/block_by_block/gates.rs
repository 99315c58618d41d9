//! Gate Boxes and platoons: rules 8.0 to 8.2.

use block_by_block::command::{Command, Garrison};
use block_by_block::event::{GroupEnd, ModifierReason, Travel};
use block_by_block::state::Stage;
use block_by_block::tables::AssaultResult;
use block_by_block::{BlockByBlock, Condition, Event, PlaceSet, Side, Step, UnitSet, Zone};
use pointman_tests::{
    Table, assault, close_combat, detach, form, gate, heavy_assault, infiltrate, level, library, march, modifier_sum,
    occupy, pause, place, places, rules, unit, walk_through,
};
use tabletop::{Rulebook, Ruleset};

/// Two companies in N1-1 and the tower of gate E: 10 points, * on 2 to 4, X on 1, - on 5 and 6.
const NORTH_WEST: &str = r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: {
    "N1-1": ["F/2/5 Marines", "G/2/5 Marines"], "N1-2": ["NLF Company 1"], "Gate E": ["Tower E"],
}, groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#;

#[test]
fn a_gate_box_is_fought_for_like_an_area_and_holds_a_two_step_tower_or_one_us_arvn_unit() {
    block_by_block::proves!("8.0a");
    let mut table = Table::set(NORTH_WEST);
    for condition in [Condition::Spent, Condition::Routed] {
        table.dice(&[2]).play(assault(1, "Gate E"));
        table.lose("F/2/5 Marines");
        table.lose("G/2/5 Marines");
        assert_eq!(table.condition("Tower E"), condition);
        assert_eq!(table.gate('E'), Side::PavnNlf);
    }
    table.dice(&[1]).play(assault(1, "Gate E")); // 6 points, 1 + 1 = 2: *
    table.lose("F/2/5 Marines");
    table.settle();
    assert_eq!(table.at("Tower E"), None, "the third step is its last");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "N1-3": ["F/2/5 Marines"], "N1-4": ["G/2/5 Marines"], "Gate E": ["Tower E"], "Gate F": ["Tower F"] },
            groups: [["F/2/5 Marines"], ["G/2/5 Marines"]]"#,
    );
    table.offers(&assault(1, "Gate F"));
    table.refuses(&assault(1, "Gate E"), "8.0a|7.1a"); // no E in N1-3
    table.refuses(&assault(2, "Gate E"), "8.0a|7.1a");
    let table = Table::set(
        r#"step: PavnNlfMovement, units: { "N1-1": ["800th Battalion"], "Gate E": ["Tower E"], "MACV": ["MACV Team"] }"#,
    );
    assert!(!table.may_move("800th Battalion", "Gate E"), "nobody stands beside a tower");
    assert_eq!(table.destinations("Tower E"), PlaceSet::EMPTY);
    assert!(!table.allows(&march("Tower E", "N1-1")));
}

#[test]
fn gate_g_has_a_letter_in_n3_2_and_no_passage_there() {
    block_by_block::proves!("BB-R14");
    let map = rules().map();
    for site in &map.file.gates {
        let joined = site.passages.iter().map(|(a, b)| a.set() | b.set()).collect::<PlaceSet>();
        let lettered: PlaceSet = site.letters.iter().collect();
        let difference = if site.letter == gate('G') { place("N3-2").set() } else { PlaceSet::EMPTY };
        assert_eq!(lettered & !joined, difference, "{:?}", site.letter);
        assert_eq!(joined & !lettered, PlaceSet::EMPTY);
    }
    assert_eq!(map.lettered(gate('G')), places(&["N3-1", "N3-2", "O-8"]));
    assert_eq!(map.lettered(gate('E')), places(&["N1-1", "N1-2", "O-1"]));
    assert_eq!(map.lettered(gate('F')), places(&["N1-1", "N1-3", "O-9"]));
    assert!(map.lettered(gate('H')).has(place("N3-3")));
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "N3-2": ["F/2/5 Marines"], "Gate G": ["Tower G"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.offers(&assault(1, "Gate G"));
    let table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['G'], units: { "N3-2": ["F/2/5 Marines"], "O-8": ["810th Battalion"] },
            groups: [["F/2/5 Marines"]]"#,
    );
    table.refuses(&assault(1, "O-8"), "6.4|7.1a|BB-R14");
}

#[test]
fn a_unit_walks_into_its_own_box_and_out_of_it_and_counts_for_no_zone_there() {
    block_by_block::proves!("BB-R18");
    let mut table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "N2-3": ["2nd Airborne", "7th Airborne"], "Gate D": ["Hac Bao"],
            "Gate E": ["Tower E"] }"#,
    );
    assert_eq!(table.zone(Zone::N2), Side::UsArvn);
    assert!(!table.may_move("7th Airborne", "Gate E"));
    table.play(march("2nd Airborne", "Gate C"));
    table.refuses(&march("7th Airborne", "Gate C"), "BB-R18|8.0a|6.1");
    let out = table.destinations("Hac Bao");
    assert_eq!(out & places(&["N2-2", "N2-3", "O-2"]), places(&["N2-2", "N2-3", "O-2"]), "the areas with the letter D");
    let table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "Gate C": ["2nd Airborne"], "MACV": ["F/2/5 Marines"] }"#,
    );
    assert_eq!(table.zone(Zone::N2), Side::PavnNlf, "a unit in a box stands in no area of the zone");
}

#[test]
fn a_gate_tower_always_holds() {
    block_by_block::proves!("BB-R20");
    let mut table = Table::set(NORTH_WEST);
    table.dice(&[2]).play(assault(1, "Gate E"));
    assert!(!table.allows(&Command::Retreat));
    table.lose("F/2/5 Marines");
    table.hold();
    assert_eq!(table.count(|e| matches!(e, Event::Held)), 1);
    table.stands("Tower E", "Gate E");
    table.offers(&assault(1, "Gate E"));
}

#[test]
fn only_the_controller_crosses_a_gate() {
    block_by_block::proves!("8.0b");
    let units = r#"units: { "O-9": ["2/3 Regiment"], "N1-3": ["NLF Company 1"], "Gate E": ["Tower E"], "O-8": ["810th Battalion"],
        "O-2": ["K4B Battalion"] }"#;
    let table = Table::set(&format!("step: UsArvnMovement, {units}"));
    assert!(!table.may_move("2/3 Regiment", "N1-3"));
    table.refuses(&march("2/3 Regiment", "N1-3"), "8.0b");
    let table = Table::set(&format!("step: UsArvnMovement, us_arvn_gates: ['F'], {units}"));
    assert!(table.may_move("2/3 Regiment", "N1-3"));
    let combat = r#"step: UsArvnCombat, groups: [["2/3 Regiment"]],"#;
    Table::set(&format!("{combat} {units}")).refuses(&assault(1, "N1-3"), "8.0b");
    Table::set(&format!("{combat} us_arvn_gates: ['F'], {units}")).offers(&assault(1, "N1-3"));
    let table = Table::set(
        r#"step: PavnNlfMovement, us_arvn_gates: ['F'], units: { "O-9": ["810th Battalion"], "Gate F": ["2/3 Regiment"],
            "O-1": ["1/3 Regiment"], "O-8": ["3/3 Regiment"], "S6-4": ["K4C Battalion"] }"#,
    );
    table.refuses(&march("810th Battalion", "N1-3"), "8.0b"); // and it holds for both sides
}

#[test]
fn a_gate_belongs_to_whoever_stands_in_it_or_stood_there_last() {
    block_by_block::proves!("BB-R15");
    let mut table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['A', 'D'], units: { "Gate A": ["Tower A"], "Gate B": ["Tower B"], "Gate C": ["Hac Bao"],
            "Gate E": ["Platoon E"], "Gate H": ["800th Battalion"] }, spent: ["Tower A"], routed: ["Tower B"]"#,
    );
    let holders = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(|g| table.gate(g) == Side::UsArvn);
    assert_eq!(holders, [false, false, true, true, true, false, false, false]);
    table.play(march("Hac Bao", "N2-3"));
    assert_eq!(table.gate('C'), Side::UsArvn, "control outlasts the garrison");
}

#[test]
fn spent_towers_recover_on_three_or_less() {
    block_by_block::proves!("8.0c");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnReplacements, units: { "Gate A": ["Tower A"], "Gate B": ["Tower B"], "Gate E": ["Tower E"],
            "Gate F": ["Tower F"], "MACV": ["F/2/5 Marines"], "S6-4": ["K4C Battalion"] },
            spent: ["Tower A", "Tower B", "F/2/5 Marines"], routed: ["Tower F"]"#,
    );
    table.dice(&[3, 4, 1]);
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!(table.condition("Tower A"), Condition::Fresh);
    assert_eq!(table.condition("Tower B"), Condition::Spent);
    assert_eq!(table.condition("Tower F"), Condition::Fresh, "a routed tower is spent as well");
    assert_eq!(table.count(|e| matches!(e, Event::TowerRolled { .. })), 3, "no die for the fresh tower");
    let told = rules().tell(&Event::TowerRolled { gate: gate('F'), die: 4, recovered: false });
    assert!(!told.contains("spent"), "a routed tower that rolls in vain stays routed: {told}");
}

#[test]
fn an_unguarded_gate_is_infiltrated_by_a_spent_tower() {
    block_by_block::proves!("8.0d");
    let mut table = Table::set(
        r#"turn: 2, step: Infiltration, us_arvn_gates: ['A', 'B', 'C', 'D'], units: { "Gate A": ["Platoon A"], "Gate B": ["Hac Bao"],
            "Gate E": ["Tower E"], "MACV": ["F/2/5 Marines"] }"#,
    );
    assert_eq!(table.to_act(), Some(Side::PavnNlf));
    for guarded in ['A', 'B', 'E'] {
        table.refuses(&infiltrate(guarded), "8.0d");
    }
    table.offers(&infiltrate('F')); // PAVN/NLF's own gate without a tower
    table.play(infiltrate('D'));
    table.stands("Tower D", "Gate D");
    assert_eq!((table.condition("Tower D"), table.gate('D')), (Condition::Spent, Side::PavnNlf));
    table.play(Command::Done);
    assert_eq!(table.gate('C'), Side::UsArvn, "he may, he need not");
}

#[test]
fn gates_c_and_d_are_garrisoned_at_set_up_or_risk_infiltration_on_turn_1() {
    block_by_block::proves!("BB-R16");
    let mut table = Table::historical();
    table.offers(&detach("F/2/5 Marines", 'C', "MACV")); // 4.1: from any unit
    assert!(!table.allows(&detach("F/2/5 Marines", 'C', "N2-3")), "it stands in MACV");
    let earlier = Table::set(
        r#"options: (rulings: 8), us_arvn_gates: ['C'], units: { "N2-3": ["Hac Bao"], "MACV": ["F/2/5 Marines"], "S6-4": ["K4C Battalion"] }"#,
    );
    assert!(!earlier.allows(&detach("F/2/5 Marines", 'C', "MACV")), "MACV has no letter C");
    assert!(!table.allows(&detach("1/3 Regiment", 'A', "N2-3")), "gate A is in PAVN/NLF hands");
    table.play(detach("1/3 Regiment", 'C', "N2-3"));
    table.stands("Platoon C", "Gate C");
    table.stands("1/3 Regiment", "N2-3");
    assert_eq!((table.attack_value("1/3 Regiment"), table.state.detached(unit("1/3 Regiment"))), (2, 1));
    assert!(!table.allows(&detach("Hac Bao", 'C', "N2-3")), "one platoon a gate");
    table.finish_until(Step::Infiltration);
    table.refuses(&infiltrate('C'), "8.0d");
    table.play(infiltrate('D'));
    assert_eq!((table.state.turn(), table.gate('D')), (1, Side::PavnNlf));
    let mut table = Table::set(
        r#"options: (infiltration_turn_1: false), us_arvn_gates: ['C', 'D'], units: { "N2-3": ["Hac Bao"], "S6-4": ["K4C Battalion"] }"#,
    );
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!((table.state.turn(), table.gate('C')), (1, Side::UsArvn));
    assert_eq!(table.count(|e| matches!(e, Event::Appeared { .. })), 0);
}

#[test]
fn a_pavn_unit_may_hold_a_captured_gate_until_the_tower_is_back() {
    block_by_block::proves!("BB-R17");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, us_arvn_gates: ['D'], units: { "N2-2": ["802nd Battalion", "806th Battalion"], "Gate D": ["Platoon D"],
            "MACV": ["F/2/5 Marines"] }, groups: [["802nd Battalion", "806th Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "Gate D")); // 6 points, 1 + 1 = 2: *
    table.lose("806th Battalion");
    table.settle();
    table.is_eliminated("Platoon D");
    table.play(occupy(Garrison::Unit(unit("802nd Battalion"))));
    table.stands("802nd Battalion", "Gate D");
    assert_eq!(table.gate('D'), Side::PavnNlf);
    table.play(pause(1));
    table.finish_until(Step::Infiltration);
    let back = Command::Infiltrate { gate: gate('D'), step_out: Some(place("N2-2")) };
    table.refuses(&infiltrate('D'), "BB-R17|8.0a|8.0d");
    table.play(back);
    table.stands("Tower D", "Gate D");
    table.stands("802nd Battalion", "N2-2");
}

#[test]
fn there_is_no_close_combat_in_a_gate_box() {
    block_by_block::proves!("8.1a");
    let mut table = Table::set(NORTH_WEST);
    table.refuses(&close_combat(1), "7.1b|8.1a");
    table.dice(&[2]).play(assault(1, "Gate E"));
    table.lose("F/2/5 Marines");
    table.hold();
    table.stands("F/2/5 Marines", "N1-1");
    table.refuses(&close_combat(1), "7.1b|8.1a");
    table.offers(&assault(1, "Gate E"));
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "Gate D": ["Hac Bao"], "N2-2": ["802nd Battalion"] }, groups: [["Hac Bao"]]"#,
    );
    table.refuses(&close_combat(1), "8.1a"); // a unit that stands in a box cannot fight one either
}

#[test]
fn a_gate_box_is_worth_one_from_inside_and_three_from_outside_and_nothing_else() {
    block_by_block::proves!("8.1b", "BB-R2");
    for (area, value, reason) in [
        ("N1-1", 1, ModifierReason::GateFromInside),
        ("N1-2", 1, ModifierReason::GateFromInside),
        ("O-1", 3, ModifierReason::GateFromOutside),
    ] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, units: {{ "{area}": ["F/2/5 Marines", "G/2/5 Marines"], "Gate E": ["Tower E"], "Gate F": ["Tower F"] }},
                groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#
        ));
        table.dice(&[6, 1]).play(assault(1, "Gate E"));
        let (roll, _, _) = table.last_assault();
        assert_eq!(roll.modifiers.iter().map(|m| (m.reason, m.value)).collect::<Vec<_>>(), [(reason, value)], "{area}");
        assert_eq!(roll.total, 6 + value);
        table.lose("F/2/5 Marines");
    }
}

#[test]
fn an_assault_on_a_box_from_outside_costs_a_step_besides_the_result() {
    block_by_block::proves!("8.1c", "BB-R13");
    let lost =
        |table: &Table| table.count(|e| matches!(e, Event::StepLost { unit, .. } if unit.side() == Side::UsArvn));
    let outside = r#"step: UsArvnCombat, units: { "O-1": ["F/2/5 Marines", "G/2/5 Marines"], "Gate E": ["Tower E"] },
        groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#;
    for (dice, result, losses) in [
        (&[1][..], AssaultResult::Success, 2), // 1 + 3 = 4
        (&[6, 1], AssaultResult::Repulsed, 1),
        (&[6, 2], AssaultResult::Repulsed, 2),
    ] {
        let mut table = Table::set(outside);
        table.dice(dice).play(assault(1, "Gate E"));
        table.lose("F/2/5 Marines");
        table.lose("G/2/5 Marines");
        table.hold();
        assert_eq!((table.last_assault().1, lost(&table)), (result, losses), "{dice:?}");
        assert_eq!(table.last_assault().0.strength, 10, "the step is lost after the die");
    }
    let mut table = Table::set(NORTH_WEST);
    table.dice(&[5, 1]).play(assault(1, "Gate E"));
    assert_eq!(lost(&table), 0, "from inside it costs nothing");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: { "O-9": ["F/2/5 Marines", "G/2/5 Marines"], "N1-3": ["800th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "N1-3"));
    table.hold();
    assert_eq!(lost(&table), 0, "nor does an assault through an open gate");
}

/// NORTH_WEST with a routed tower that falls to the first *.
pub fn cleared() -> Table {
    let mut table = Table::set(&format!("{NORTH_WEST}, routed: [\"Tower E\"]"));
    table.dice(&[2]).play(assault(1, "Gate E"));
    table.lose("F/2/5 Marines");
    table.settle();
    table
}

#[test]
fn one_unit_enters_a_cleared_box_and_the_others_may_go_through() {
    block_by_block::proves!("8.1d");
    let mut table = cleared();
    table.offers(&occupy(Garrison::Nobody));
    table.offers(&occupy(Garrison::PlatoonOf(unit("F/2/5 Marines"))));
    table.play(occupy(Garrison::Unit(unit("F/2/5 Marines"))));
    table.stands("F/2/5 Marines", "Gate E");
    table.stands("G/2/5 Marines", "N1-1");
    assert_eq!(table.gate('E'), Side::UsArvn);
    table.play(walk_through(1, "O-1"));
    table.stands("G/2/5 Marines", "O-1");
    assert!(table.log.iter().any(|e| matches!(e, Event::Travelled { how: Travel::Gate, .. })));

    let mut table = cleared();
    table.play(occupy(Garrison::Nobody));
    assert_eq!(table.gate('E'), Side::UsArvn);
    assert!(!table.allows(&walk_through(1, "O-9")), "O-9 is not behind gate E");
    table.play(walk_through(1, "O-1"));
    table.stands("F/2/5 Marines", "O-1");
    table.stands("G/2/5 Marines", "O-1");
}

#[test]
fn a_box_that_is_not_cleared_is_not_entered() {
    block_by_block::proves!("BB-R12");
    for (die, result) in [(2, AssaultResult::Success), (1, AssaultResult::Breakthrough)] {
        let mut table = Table::set(NORTH_WEST);
        table.dice(&[die]);
        table.dice(if die == 1 { &[6] } else { &[] });
        table.play(assault(1, "Gate E"));
        table.lose("F/2/5 Marines");
        assert_eq!(table.last_assault().1, result);
        table.stands("F/2/5 Marines", "N1-1");
        table.stands("Tower E", "Gate E");
        assert!(!table.allows(&occupy(Garrison::Nobody)) && !table.allows(&walk_through(1, "O-1")));
    }
}

#[test]
fn a_group_that_clears_a_gate_goes_on_unless_it_was_barred_before() {
    block_by_block::proves!("8.1e", "BB-R6");
    let mut table = cleared();
    table.play(occupy(Garrison::Nobody));
    table.offers(&assault(1, "N1-2")); // although the result was a *

    // A fresh tower takes more than one assault. The last of them clears the gate, and the group may go on.
    let mut table = Table::set(&NORTH_WEST.replace("\"G/2/5 Marines\"]", "\"G/2/5 Marines\", \"H/2/5 Marines\"]"));
    table.dice(&[1, 6]).play(assault(1, "Gate E")); // 15 points, 1 + 1 = 2: X
    table.hold();
    assert_eq!(table.condition("Tower E"), Condition::Routed);
    table.dice(&[4]).play(assault(1, "Gate E")); // 5: *
    table.lose("F/2/5 Marines");
    table.settle();
    table.play(occupy(Garrison::Nobody));
    table.offers(&assault(1, "N1-2"));

    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: { "N1-4": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"],
            "N1-1": ["NLF Company 2"], "N1-2": ["NLF Company 1"], "O-1": ["810th Battalion"], "Gate E": ["Tower E"] },
            routed: ["Tower E", "NLF Company 2"], groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-1")); // 2 + 2 + 1 = 5: *
    table.lose("F/2/5 Marines");
    table.settle();
    table.dice(&[5]).play(assault(1, "Gate E")); // 13 points, 5 + 1 = 6: *
    table.lose("G/2/5 Marines");
    table.settle();
    table.play(occupy(Garrison::Nobody));
    assert!(!table.allows(&assault(1, "N1-2")), "barred by the * against N1-1");
    assert!(!table.allows(&assault(1, "O-1")), "through the gate as well");
    assert!(!table.allows(&walk_through(1, "O-1")), "only an area without enemies is walked into");
}

/// Three companies in N1-1 between the gates E and F, and a battalion in N1-2.
fn between_two_gates(more: &str) -> Table {
    Table::set(&format!(
        r#"turn: 2, step: UsArvnCombat, units: {{ "N1-1": ["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines"], "Gate E": ["Tower E"],
            "Gate F": ["Tower F"], "N1-2": ["800th Battalion"], "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }},
            routed: ["Tower F"], groups: [["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines"], ["H/2/5 Marines"]] {more}"#
    ))
}

#[test]
fn a_gate_that_holds_bars_a_group_though_it_clears_another() {
    block_by_block::proves!("BB-R6");
    for (older, more) in [(false, ""), (true, ", options: (rulings: 4)")] {
        let mut table = between_two_gates(more);
        table.dice(&[4]).play(assault(1, "Gate E")); // 15 points, 4 + 1 = 5: *
        table.lose("A/1/1 Marines");
        table.refuses(&assault(1, "N1-2"), "BB-R6");
        table.dice(&[3, 6]).play(assault(1, "Gate F"));
        table.settle();
        table.play(occupy(Garrison::Nobody));
        assert_eq!((table.gate('F'), table.gate('E')), (Side::UsArvn, Side::PavnNlf));
        if older {
            table.offers(&assault(1, "N1-2"));
            continue;
        }
        table.refuses(&assault(1, "N1-2"), "BB-R6");
        table.dice(&[1, 6]).play(assault(1, "Gate E")); // 13 points, 1 + 1 = 2: X
        table.settle();
        table.play(occupy(Garrison::Nobody));
        table.offers(&assault(1, "N1-2"));
    }
}

#[test]
fn a_gate_that_holds_is_named_as_the_reason() {
    block_by_block::proves!("BB-R6");
    let mut table = between_two_gates("");
    table.dice(&[1, 6]).play(assault(1, "Gate E")); // X, and no * at all
    let refusal = table.refusal(&assault(1, "N1-2"));
    assert_eq!(refusal.rule.as_str(), "BB-R6");
    assert!(refusal.because.contains("Gate E still holds"), "{refusal}");
}

#[test]
fn a_box_that_another_group_clears_holds_nobody_up() {
    block_by_block::proves!("BB-R6", "7.2f");
    let split = Command::Split { group: 1, units: vec![unit("A/1/1 Marines")], as_group: true };
    for (older, more) in [(false, ""), (true, ", options: (rulings: 4)")] {
        let mut table = between_two_gates(more);
        table.dice(&[1, 6]).play(assault(1, "Gate E")); // 15 points, 1 + 1 = 2: X
        table.play(split.clone());
        table.dice(&[1, 6]).play(assault(1, "Gate E")); // 10 points: X
        table.settle();
        table.play(occupy(Garrison::PlatoonOf(unit("B/1/1 Marines"))));
        table.play(pause(1));
        if older {
            table.refuses(&assault(3, "N1-2"), "BB-R6");
        } else {
            table.offers(&assault(3, "N1-2"));
        }
    }
}

/// A spent company that clears gate E from N1-1 with heavy weapons and a *, and is routed by it.
fn cleared_by_the_last_step(more: &str) -> Table {
    let mut table = Table::set(&format!(
        r#"turn: 2, step: UsArvnCombat, units: {{ "N1-1": ["A/1/1 Marines"], "Gate E": ["Tower E"], "N1-2": ["800th Battalion"],
            "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }}, spent: ["A/1/1 Marines"], routed: ["Tower E"],
            groups: [["A/1/1 Marines"], ["H/2/5 Marines"]] {more}"#
    ));
    table.dice(&[6]).play(heavy_assault(1, "Gate E"));
    table.dice(&[1]).play(level(2));
    table.settle();
    assert_eq!(table.condition("A/1/1 Marines"), Condition::Routed);
    table
}

#[test]
fn a_routed_company_that_cleared_a_gate_may_still_walk_through_it() {
    block_by_block::proves!("BB-R63", "2.6d");
    let mut table = cleared_by_the_last_step("");
    table.play(occupy(Garrison::Nobody));
    table.refuses(&assault(1, "N1-2"), "7.2b");
    assert!(rules().question(&table.state).contains("walk through the gate"), "{}", rules().question(&table.state));
    table.offers(&pause(1));
    table.play(walk_through(1, "O-1"));
    table.stands("A/1/1 Marines", "O-1");
    assert_eq!(table.finished(1), Some(GroupEnd::TooWeak));

    let mut table = cleared_by_the_last_step("");
    table.play(occupy(Garrison::Unit(unit("A/1/1 Marines"))));
    assert_eq!(table.finished(1), Some(GroupEnd::TooWeak), "it stands in the box");

    let mut older = cleared_by_the_last_step(", options: (rulings: 4)");
    older.play(occupy(Garrison::Nobody));
    assert_eq!(older.finished(1), Some(GroupEnd::TooWeak));
}

#[test]
fn the_unit_that_steps_into_a_box_is_finished_unless_it_is_alone() {
    block_by_block::proves!("BB-R63", "8.1d");
    let mut table = cleared();
    table.play(occupy(Garrison::Unit(unit("F/2/5 Marines"))));
    assert_eq!(table.state.group_of(unit("F/2/5 Marines")), None);
    assert_eq!(table.state.group_of(unit("G/2/5 Marines")), Some(1));

    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-1": ["A/1/1 Marines"], "Gate E": ["Tower E"], "O-1": ["800th Battalion"],
            "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }, routed: ["Tower E"], groups: [["A/1/1 Marines"], ["H/2/5 Marines"]]"#,
    );
    table.dice(&[1]).play(assault(1, "Gate E"));
    table.settle();
    table.play(occupy(Garrison::Unit(unit("A/1/1 Marines"))));
    table.offers(&assault(1, "O-1"));
}

#[test]
fn a_gate_is_assaulted_even_with_enemies_in_the_area() {
    block_by_block::proves!("8.1f", "BB-R47");
    let table = Table::set(
        &NORTH_WEST.replace(r#""G/2/5 Marines"], "N1-2""#, r#""G/2/5 Marines", "800th Battalion"], "N1-2""#),
    );
    table.offers(&assault(1, "Gate E"));
    table.offers(&close_combat(1));
    table.refuses(&assault(1, "N1-2"), "7.1c");
}

#[test]
fn every_enemy_gate_lettered_in_the_area_adds_one_to_a_us_arvn_attack() {
    block_by_block::proves!("8.1g");
    for (gates, value) in [("", 4), ("'F'", 3), ("'E', 'F'", 2)] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, us_arvn_gates: [{gates}], units: {{ "N1-4": ["F/2/5 Marines"], "N1-1": ["800th Battalion"] }},
                groups: [["F/2/5 Marines"]]"#
        ));
        table.dice(&[6, 1]).play(assault(1, "N1-1"));
        assert_eq!(modifier_sum(&table.last_assault().0), value, "gates in US/ARVN hands: {gates}");
    }
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['H'], units: { "N3-2": ["F/2/5 Marines", "800th Battalion"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(close_combat(1));
    let ((attacker, _), (defender, _)) = table.last_close_combat();
    assert_eq!((modifier_sum(&attacker), modifier_sum(&defender)), (3, -2), "close combat too, and it is not inverted");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['H'], units: { "N3-2": ["F/2/5 Marines"], "N3-3": ["800th Battalion"] },
            groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "N3-3"));
    assert_eq!(modifier_sum(&table.last_assault().0), 1, "N3-3 has no G, and H is US/ARVN: terrain only");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "N1-4": ["800th Battalion"], "N1-1": ["F/2/5 Marines"] }, groups: [["800th Battalion"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "N1-1"));
    assert_eq!(modifier_sum(&table.last_assault().0), 2, "PAVN/NLF does not suffer from gates");
}

/// Three battalions in N2-3 assault a company in the box of gate C: 9 points at 3 + 1 are a *.
fn gate_c_assaulted() -> Table {
    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, units: { "N2-3": ["800th Battalion", "802nd Battalion", "806th Battalion"],
            "Gate C": ["A/1/1 Marines"], "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }, us_arvn_zones: [N4],
            groups: [["800th Battalion", "802nd Battalion", "806th Battalion"], ["2nd Sappers"]]"#,
    );
    table.dice(&[3]).play(assault(1, "Gate C"));
    table.lose("800th Battalion");
    table
}

#[test]
fn nobody_enters_a_box_that_its_defender_left_alive() {
    block_by_block::proves!("8.1d", "BB-R51");
    let mut table = gate_c_assaulted();
    table.retreat(&[("A/1/1 Marines", "O-4")]);
    table.settle();
    assert_eq!(table.stage(), None, "the box may not be entered, so nobody is asked");
    assert_eq!(table.gate('C'), Side::PavnNlf, "the gate is cleared all the same");
    assert_eq!(table.state.units_at(place("Gate C")), UnitSet::EMPTY);
    table.refuses(&occupy(Garrison::Unit(unit("802nd Battalion"))), "8.1d");
    table.refuses(&occupy(Garrison::Nobody), "8.1d");
    table.offers(&assault(1, "O-4")); // through the gate, and after a cleared gate a group goes on
}

#[test]
fn a_us_arvn_group_leaves_a_platoon_in_a_box_that_its_defender_left_alive() {
    block_by_block::proves!("8.2a", "BB-R51");
    let cleared = |options: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 2, step: UsArvnCombat, units: {{ "O-4": ["F/2/5 Marines", "G/2/5 Marines"], "Gate C": ["800th Battalion"],
                "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }},
                groups: [["F/2/5 Marines", "G/2/5 Marines"], ["H/2/5 Marines"]] {options}"#
        ));
        table.dice(&[1]).play(assault(1, "Gate C")); // 10 points at 1 + 3: *, and the toll of the gate
        table.lose("F/2/5 Marines");
        table.lose("G/2/5 Marines");
        table.retreat(&[("800th Battalion", "N2-3")]);
        table
    };
    let mut table = cleared("");
    assert_eq!((table.stage(), table.gate('C')), (Some(Stage::Occupy), Side::UsArvn));
    table.refuses(&occupy(Garrison::Unit(unit("G/2/5 Marines"))), "BB-R51");
    table.offers(&occupy(Garrison::Nobody));
    table.play(occupy(Garrison::PlatoonOf(unit("G/2/5 Marines"))));
    table.stands("Platoon C", "Gate C");
    table.offers(&assault(1, "N2-3")); // through the gate
    assert_eq!(cleared(", options: (rulings: 9)").stage(), None);
}

#[test]
fn a_group_that_is_wiped_out_takes_no_gate() {
    block_by_block::proves!("BB-R52");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "O-1": ["F/2/5 Marines"], "Gate E": ["Tower E"], "S1-1": ["H/2/5 Marines"],
            "S1-2": ["2nd Sappers"] }, spent: ["F/2/5 Marines"], routed: ["Tower E"],
            groups: [["F/2/5 Marines"], ["H/2/5 Marines"]]"#,
    );
    // 3 points with level two: 1 + 3 - 2 = 2 is a *; the toll routs the company and the * eliminates it.
    table.dice(&[6]).play(heavy_assault(1, "Gate E"));
    table.dice(&[1]).play(level(2));
    table.settle();
    table.is_eliminated("F/2/5 Marines");
    assert_eq!((table.at("Tower E"), table.stage()), (None, None));
    assert_eq!(table.gate('E'), Side::PavnNlf, "nobody is left to take it");
}

#[test]
fn a_garrison_that_retreats_from_a_failed_assault_keeps_its_gate() {
    block_by_block::proves!("BB-R51", "7.5d");
    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, units: { "N2-3": ["800th Battalion"], "Gate C": ["A/1/1 Marines"], "S1-1": ["H/2/5 Marines"],
            "S1-2": ["2nd Sappers"] }, groups: [["800th Battalion"], ["2nd Sappers"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "Gate C"));
    table.retreat(&[("A/1/1 Marines", "O-4")]);
    table.settle();
    assert_eq!((table.gate('C'), table.finished(1)), (Side::UsArvn, Some(GroupEnd::Repulsed)));
    assert!(table.state.units_at(place("Gate C")).is_empty());
    let rulebook = Rulebook::load(&|path| library().read(path), BlockByBlock::ID).unwrap();
    let ruling = &rulebook.rule("BB-R51").unwrap().text;
    assert!(ruling.contains("After a * or an X") && ruling.contains("After a - the box is empty"), "{ruling}");
}

#[test]
fn the_first_saved_games_keep_the_rulings_they_were_played_by() {
    block_by_block::proves!("BB-R50", "BB-R51", "BB-R52");
    let first = r#"turn: 2, step: PavnNlfCombat, options: (rulings: 0), units: { "N2-3": ["800th Battalion", "802nd Battalion"],
            "Gate C": ["A/1/1 Marines"], "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }, us_arvn_zones: [N4],
            groups: [["800th Battalion", "802nd Battalion"], ["2nd Sappers"]]"#;
    let mut table = Table::set(first);
    table.dice(&[2]).play(assault(1, "Gate C"));
    table.lose("800th Battalion");
    table.retreat(&[("A/1/1 Marines", "O-4")]);
    table.settle();
    table.offers(&occupy(Garrison::Unit(unit("802nd Battalion"))));
}

#[test]
fn a_gate_that_nobody_guards_is_assaulted_and_not_walked_into() {
    block_by_block::proves!("8.0b", "8.1c", "8.1d", "BB-R58");
    let set = |step: &str, options: &str, guard: &str| {
        Table::set(&format!(
            r#"turn: 2, step: {step}, {options} us_arvn_gates: [], units: {{
                "O-1": ["F/2/5 Marines", "H/2/5 Marines"], "N1-2": ["810th Battalion"], "O-9": ["802nd Battalion"],
                "N1-3": ["800th Battalion"], "MACV": ["MACV Team", "G/2/5 Marines"], {guard}
            }}"#
        ))
    };
    set("UsArvnMovement", "", "").refuses(&march("F/2/5 Marines", "Gate E"), "8.0b");
    set("UsArvnMovement", "", "").refuses(&march("F/2/5 Marines", "N1-1"), "8.0b");
    set("PavnNlfMovement", "", "").refuses(&march("800th Battalion", "Gate F"), "8.0a");
    let assaulted = |dice: &[u8]| {
        let mut table = set("UsArvnGroups", "", "");
        table.play(form(&["F/2/5 Marines", "H/2/5 Marines"]));
        table.play(Command::Done);
        table.offers(&assault(1, "Gate E"));
        table.dice(dice).play(assault(1, "Gate E"));
        table.lose("F/2/5 Marines"); // the toll
        table
    };
    // 10 points: 2 + 3 = 5 is a *. Nobody defends, so nobody loses a step there and nobody answers.
    let mut table = assaulted(&[2]);
    table.lose("H/2/5 Marines");
    assert_eq!((table.stage(), table.gate('E')), (Some(Stage::Occupy), Side::UsArvn));
    assert_eq!(table.count(|e| matches!(e, Event::HitsWasted { .. })), 0);
    table.play(occupy(Garrison::Unit(unit("F/2/5 Marines"))));
    table.stands("F/2/5 Marines", "Gate E");
    table.offers(&walk_through(1, "N1-1"));
    // 3 + 3 = 6 fails. The battalion in N1-2 beside the box may not retreat: nobody gave anything up.
    let table = assaulted(&[3, 1]);
    assert_eq!((table.stage(), table.gate('E'), table.finished(1)), (None, Side::PavnNlf, Some(GroupEnd::Repulsed)));
    // Before the eleventh set the company walked in.
    for (rulings, ends) in [(10, false), (3, true)] {
        let options = format!("options: (rulings: {rulings}),");
        let mut table = set("UsArvnMovement", &options, "");
        table.play(march("F/2/5 Marines", "Gate E"));
        assert_eq!(table.gate('E'), Side::UsArvn);
        // Where nothing else could be done, the segment ended by itself in the first games.
        let lone = Table::set(&format!(
            r#"turn: 2, step: UsArvnMovement, {options} us_arvn_gates: [], units: {{
                "O-1": ["F/2/5 Marines"], "O-2": ["810th Battalion"], "O-9": ["802nd Battalion"], "MACV": ["MACV Team"]
            }}"#
        ));
        assert_eq!(lone.state.step() != Step::UsArvnMovement, ends, "{rulings}");
    }
    set("UsArvnMovement", "options: (rulings: 10),", r#""Gate E": ["Tower E"]"#)
        .refuses(&march("F/2/5 Marines", "Gate E"), "8.0b");
}
