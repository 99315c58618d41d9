//! Platoons that units leave in Gate Boxes: rule 8.2.

use block_by_block::command::{Command, Garrison};
use block_by_block::{Side, Step};
use pointman_tests::{Table, assault, detach, form, march, occupy, pause, reinforce, unit};

use crate::gates::cleared;

#[test]
fn a_unit_in_a_gate_leaves_a_platoon_that_stays_for_ever() {
    block_by_block::proves!("8.2a");
    let mut table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "Gate C": ["2nd Airborne"], "N2-3": ["7th Airborne"],
            "N4-1": ["NLF Company 1"] }"#,
    );
    assert!(!table.allows(&detach("7th Airborne", 'D', "N2-3")), "it does not stand in the gate");
    table.play(detach("2nd Airborne", 'C', "N2-3"));
    table.stands("2nd Airborne", "N2-3");
    table.stands("Platoon C", "Gate C");
    assert_eq!((table.attack_value("2nd Airborne"), table.attack_value("Platoon C")), (3, 1));
    assert!(!table.allows(&march("Platoon C", "N2-3")) && table.destinations("Platoon C").is_empty());
    assert_eq!(table.gate('C'), Side::UsArvn);

    let mut table = cleared();
    table.play(occupy(Garrison::PlatoonOf(unit("G/2/5 Marines"))));
    table.stands("Platoon E", "Gate E");
    table.stands("G/2/5 Marines", "N1-1");
    assert_eq!(table.attack_value("G/2/5 Marines"), 4);

    let mut table = Table::set(
        r#"step: PavnNlfCombat, us_arvn_gates: ['D', 'C'], units: { "N2-2": ["802nd Battalion"], "Gate D": ["Platoon D"], "N2-3": ["Hac Bao"] },
            groups: [["802nd Battalion"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "Gate D"));
    assert!(!table.allows(&Command::Retreat), "a platoon never retreats");
    table.hold();
    table.stands("Platoon D", "Gate D");
}

#[test]
fn a_platoon_has_one_point_and_one_step_and_costs_its_parent_one() {
    block_by_block::proves!("BB-R21");
    let table = Table::set(
        r#"step: UsArvnGroups, us_arvn_gates: ['C', 'D'], units: { "N2-3": ["1/3 Regiment", "2nd Airborne", "NLF Company 1"],
            "Gate C": ["Platoon C"], "Gate D": ["Hac Bao"] }, spent: ["1/3 Regiment"],
            detached: { "1/3 Regiment": 3, "2nd Airborne": 2 }"#,
    );
    assert_eq!((table.attack_value("1/3 Regiment"), table.attack_value("2nd Airborne")), (1, 2), "never below 1");
    assert!(!table.allows(&form(&["Platoon C"])), "it joins no group");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, us_arvn_gates: ['D'], units: { "N2-2": ["802nd Battalion", "806th Battalion"], "Gate D": ["Platoon D"] },
            groups: [["802nd Battalion", "806th Battalion"]]"#,
    );
    table.dice(&[2]).play(assault(1, "Gate D")); // 6 points at 3: *
    table.lose("806th Battalion");
    table.is_eliminated("Platoon D");
    assert_eq!(table.state.publicity(), 0, "it was not routed");
    table.settle();
    table.play(occupy(Garrison::Nobody));
    table.play(pause(1));
}

/// A company of Marines holds the box of gate C; every step of either side has something to decide.
fn company_in_gate_c(fields: &str) -> Table {
    Table::set(&format!(
        r#"us_arvn_gates: ['C', 'D'], units: {{ "Gate C": ["A/1/1 Marines"], "N1-5": ["B/1/1 Marines"], "N1-4": ["800th Battalion"],
            "N2-3": ["Hac Bao"], "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }}, spent: ["B/1/1 Marines", "800th Battalion"], {fields}"#
    ))
}

#[test]
fn a_unit_in_a_gate_leaves_a_platoon_in_every_step_of_either_side() {
    block_by_block::proves!("8.2a", "BB-R49");
    for fields in [
        "turn: 2, step: UsArvnReplacements",
        "turn: 3, step: PavnNlfReplacements",
        "turn: 2, step: Infiltration",
        "turn: 3, step: UsArvnReinforcements",
        "turn: 3, step: PavnNlfReinforcements",
        "turn: 5, step: Exit",
        "turn: 2, step: PavnNlfMovement",
        "turn: 2, step: UsArvnMovement",
        "turn: 2, step: UsArvnGroups",
        r#"turn: 2, step: UsArvnCombat, groups: [["H/2/5 Marines"]]"#,
        "turn: 2, step: PavnNlfGroups",
        r#"turn: 2, step: PavnNlfCombat, groups: [["800th Battalion"]]"#,
    ] {
        let mut table = company_in_gate_c(fields);
        let (step, acts) = (table.state.step(), table.to_act());
        assert!(fields.contains(&format!("{step:?}")), "{fields}: the game waits in {step:?}");
        let out = detach("A/1/1 Marines", 'C', "O-4");
        table.offers(&out);
        table.play(out);
        table.stands("A/1/1 Marines", "O-4");
        table.stands("Platoon C", "Gate C");
        assert_eq!((table.state.step(), table.to_act()), (step, acts), "{fields}");
        assert!(!table.options().iter().any(|c| matches!(c, Command::Detach { .. })), "{fields}");
    }
}

#[test]
fn a_unit_that_leaves_a_platoon_stays_in_its_group() {
    block_by_block::proves!("8.2a", "BB-R49");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['C'], units: { "Gate C": ["A/1/1 Marines"], "N2-1": ["800th Battalion"] },
            groups: [["A/1/1 Marines"]], us_arvn_zones: [N2]"#,
    );
    assert!(!table.allows(&assault(1, "N2-1")), "N2-1 does not carry the letter");
    table.play(detach("A/1/1 Marines", 'C', "N2-3"));
    table.dice(&[6, 1]).play(assault(1, "N2-1"));
    assert_eq!(table.last_assault().0.strength, 4, "one less for the platoon");
}

#[test]
fn who_steps_out_does_not_keep_reinforcements_from_their_last_area() {
    block_by_block::proves!("11.1c", "BB-R49");
    let stepped = |options: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 3, step: PavnNlfReinforcements, units: {{ "O-8": ["2/3 Regiment"], "Gate F": ["A/1/1 Marines"],
                "Gate G": ["Platoon G"], "Gate H": ["B/1/1 Marines"] }} {options}"#
        ));
        table.offers(&reinforce("1st Reserve", "O-7"));
        table.play(detach("A/1/1 Marines", 'F', "O-9"));
        table
    };
    let table = stepped("");
    table.stands("1st Reserve", "O-7");
    table.stands("2nd Reserve", "O-7");
    assert_eq!(table.state.step(), Step::PavnNlfMovement);
    assert_eq!(stepped(", options: (rulings: 8)").state.step(), Step::PavnNlfReinforcements);
}

#[test]
fn a_unit_that_has_just_moved_into_a_box_may_leave_a_platoon_and_moves_no_more() {
    block_by_block::proves!("BB-R49", "6.2a");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "N2-3": ["A/1/1 Marines", "Hac Bao"], "S1-2": ["2nd Sappers"] }"#,
    );
    table.play(march("A/1/1 Marines", "Gate C"));
    table.play(detach("A/1/1 Marines", 'C', "O-4"));
    table.stands("Platoon C", "Gate C");
    table.refuses(&march("A/1/1 Marines", "O-3"), "6.2a");
}

#[test]
fn no_platoon_is_left_while_an_attack_is_resolved() {
    block_by_block::proves!("8.2a", "7.3");
    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, us_arvn_gates: ['C'], units: { "Gate C": ["A/1/1 Marines"], "N1-4": ["800th Battalion"],
            "N1-5": ["B/1/1 Marines", "Hac Bao"], "S1-1": ["NLF Company 1"] }, groups: [["800th Battalion"], ["NLF Company 1"]]"#,
    );
    table.dice(&[1]).play(assault(1, "N1-5")); // a *, and the defender chooses who takes it
    table.refuses(&detach("A/1/1 Marines", 'C', "O-4"), "7.3|8.2a|BB-R49");
}

#[test]
fn a_step_is_not_held_open_for_a_platoon_alone() {
    block_by_block::proves!("BB-R49");
    let table = Table::set(
        r#"turn: 2, step: UsArvnReplacements, us_arvn_gates: ['C'], units: { "Gate C": ["A/1/1 Marines"], "N1-4": ["800th Battalion"] }"#,
    );
    assert_eq!(table.state.step(), Step::Infiltration, "nobody recovers, so US/ARVN is not asked");
}
