//! Remedies in the less common cases: of units that leave the map, never move, are routed or can go nowhere.

use block_by_block::command::Command;
use pointman_tests::{
    Table, assault, come_back, detach, exit, form, march, restore, retreat_to, rules, unit, walk_through,
};

/// The rule of a refusal and its remedy.
fn refused(table: &Table, command: &Command) -> (String, String) {
    let refusal = table.refusal(command);
    (refusal.rule.as_str().to_owned(), refusal.remedy)
}

#[test]
fn an_airborne_battalion_that_stayed_is_told_of_the_segments_that_come() {
    block_by_block::proves!("11.2", "5.0", "7.2e", "10.1");
    let table = Table::set(
        r#"turn: 4, step: PavnNlfMovement, us_arvn_gates: ['C', 'D'], units: { "N2-3": ["2nd Airborne"], "N1-5": ["800th Battalion"] },
            spent: ["2nd Airborne"]"#,
    );
    for order in [march("2nd Airborne", "N2-2"), form(&["2nd Airborne"]), restore("2nd Airborne")] {
        assert!(refused(&table, &order).1.starts_with("Wait"), "{order:?}: {}", refused(&table, &order).1);
    }
    let mut table = table;
    table.finish_until(block_by_block::Step::UsArvnMovement);
    table.offers(&march("2nd Airborne", "N2-2"));
}

#[test]
fn the_airborne_is_not_sent_into_a_segment_before_which_it_leaves() {
    block_by_block::proves!("11.2", "7.1a", "6.2c", "8.2a");
    let fight = |name: &str, turn: u8| {
        Table::set(&format!(
            r#"turn: {turn}, step: UsArvnCombat, us_arvn_gates: ['C', 'D'], units: {{ "N2-2": ["{name}"], "N2-1": ["800th Battalion", "Hac Bao"],
                "N1-2": ["802nd Battalion"], "O-9": ["1/3 Regiment"] }}, groups: [["{name}"], ["1/3 Regiment"]]"#
        ))
    };
    for (name, turn, comes) in [("2nd Airborne", 1, true), ("2nd Airborne", 2, false), ("3/3 Regiment", 2, true)] {
        let table = fight(name, turn);
        let remedy = refused(&table, &assault(1, "N2-1")).1;
        assert_eq!(remedy.starts_with("Reinforce it"), comes, "{name}, turn {turn}: {remedy}");
        let remedy = refused(&table, &detach(name, 'C', "N2-3")).1;
        assert_eq!(remedy.starts_with("Move it into"), comes, "{name}, turn {turn}: {remedy}");
    }
    let march_of = |name: &str| {
        let table = Table::set(&format!(
            r#"turn: 2, step: UsArvnMovement, units: {{ "S2-3": ["{name}"], "S3-3": ["804th Battalion"], "S1-5": ["K4B Battalion"] }}"#
        ));
        refused(&table, &march(name, "S3-2"))
    };
    assert_eq!(march_of("3/3 Regiment"), ("6.2c".to_owned(), "Stop on the way and go on next turn.".to_owned()));
    assert_eq!(march_of("2nd Airborne"), ("6.2c".to_owned(), "Choose an area on the way.".to_owned()));
}

#[test]
fn a_group_that_never_moves_is_not_told_to_move_towards_the_enemy() {
    block_by_block::proves!("6.3c", "7.1a");
    let why = |name: &str| {
        let table = Table::set(&format!(
            r#"turn: 2, step: UsArvnCombat, units: {{ "MACV": ["{name}"], "S2-1": ["K4B Battalion"], "S1-1": ["F/2/5 Marines"],
                "S1-2": ["804th Battalion"] }}, groups: [["{name}"], ["F/2/5 Marines"]]"#
        ));
        rules().why_no_attack(&table.state, 1).unwrap().remedy
    };
    assert_eq!(why("A/1/1 Marines"), "Move towards the enemy in your next Movement Segment.");
    assert_eq!(why("MACV Team"), "Declare a pause for the group.");
}

#[test]
fn what_is_never_a_group_waits_for_no_segment() {
    block_by_block::proves!("7.2a", "7.2c", "7.2e", "8.0a", "8.2a");
    let table = Table::set(
        r#"turn: 4, step: UsArvnMovement, us_arvn_gates: ['C'], units: { "Gate A": ["Tower A"], "Gate C": ["Platoon C"],
            "MACV": ["A/1/1 Marines", "B/1/1 Marines"], "O-2": ["Hac Bao", "1/3 Regiment"], "S1-1": ["804th Battalion"] },
            eliminated: ["F/2/5 Marines", "810th Battalion"]"#,
    );
    for (names, rule) in [
        (&["Tower A"][..], "8.0a"),
        (&["Platoon C"], "8.2a"),
        (&["A/1/1 Marines", "1/3 Regiment"], "7.2c"),
        (&["A/1/1 Marines", "804th Battalion"], "7.2a"),
        (&["A/1/1 Marines", "B/1/1 Marines", "1/3 Regiment", "Hac Bao"], "7.2a"),
        (&[], "7.2a"),
    ] {
        let (by, remedy) = refused(&table, &form(names));
        assert!(by == rule && !remedy.starts_with("Wait"), "{names:?}: {by}, {remedy}");
    }
    for (name, waits) in
        [("A/1/1 Marines", true), ("804th Battalion", true), ("F/2/5 Marines", false), ("810th Battalion", false)]
    {
        let (by, remedy) = refused(&table, &form(&[name]));
        assert!(by == "7.2e" && remedy.starts_with("Wait") == waits, "{name}: {by}, {remedy}");
    }
}

#[test]
fn routed_units_are_told_of_a_leader_only_where_one_stands() {
    block_by_block::proves!("7.2b", "7.2f", "BB-R63");
    let with = |friend: &str| {
        let table = Table::set(&format!(
            r#"turn: 2, step: UsArvnGroups, units: {{ "S1-1": ["A/1/1 Marines", "804th Battalion"{friend}], "MACV": ["MACV Team"] }},
                routed: ["A/1/1 Marines"]"#
        ));
        refused(&table, &form(&["A/1/1 Marines"]))
    };
    for (friend, takes) in
        [(r#", "B/1/1 Marines""#, true), (r#", "Hac Bao""#, true), (r#", "1/3 Regiment""#, false), ("", false)]
    {
        let (rule, remedy) = with(friend);
        assert!(rule == "7.2b" && remedy.starts_with("Take a unit") == takes, "{friend}: {rule}, {remedy}");
    }
    // A group that took a gate with its last strength may go through it, all together.
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-1": ["A/1/1 Marines", "B/1/1 Marines"], "Gate E": ["Tower E"], "N4-4": ["NLF Company 1"],
            "N1-4": ["F/2/5 Marines"] }, spent: ["A/1/1 Marines"], routed: ["B/1/1 Marines", "Tower E"],
            groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#,
    );
    table.dice(&[1]).play(assault(1, "Gate E"));
    table.play(pointman_tests::occupy(block_by_block::command::Garrison::Nobody));
    table.offers(&walk_through(1, "O-1"));
    let split = Command::Split { group: 1, units: vec![unit("B/1/1 Marines")], as_group: false };
    let (rule, remedy) = refused(&table, &split);
    assert!(rule == "7.2b" && remedy.starts_with("Walk through the gate"), "{rule}: {remedy}");
}

#[test]
fn in_the_last_segment_nobody_is_sent_through_a_gate_by_movement() {
    block_by_block::proves!("8.1d", "5.1");
    let at = |turn: u8| {
        let table = Table::set(&format!(
            r#"turn: {turn}, step: UsArvnCombat, units: {{ "N1-1": ["A/1/1 Marines"], "Gate E": ["Tower E"], "S1-1": ["804th Battalion"] }},
                groups: [["A/1/1 Marines"]]"#
        ));
        refused(&table, &walk_through(1, "O-1"))
    };
    assert!(at(4).1.contains("use the Movement Segment"), "{}", at(4).1);
    assert_eq!(
        at(5),
        (
            "8.1d".to_owned(),
            "Assault a Gate Box whose letter is printed there, or declare a pause for the group.".to_owned()
        )
    );
}

#[test]
fn a_battalion_without_any_area_is_gone_without() {
    block_by_block::proves!("10.2", "BB-R38");
    let table = Table::set(
        r#"turn: 3, step: PavnNlfReplacements, units: { "O-8": ["2/3 Regiment"], "MACV": ["MACV Team"] },
            eliminated: ["804th Battalion", "NLF Company 1"]"#,
    );
    let (rule, remedy) = refused(&table, &come_back("804th Battalion", "S1-1"));
    assert_eq!((rule.as_str(), remedy.as_str()), ("BB-R38", "Go on without the battalion."));
    let mut table = table;
    table.play(come_back("NLF Company 1", "S1-1"));
    table.offers(&come_back("804th Battalion", "S1-1"));
}

#[test]
fn a_unit_that_must_stop_on_its_way_off_the_map_is_told_so() {
    block_by_block::proves!("12.1", "6.2c");
    let table = Table::set(
        r#"turn: 5, step: Exit, units: { "S2-2": ["804th Battalion"], "S2-3": ["K4B Battalion"], "S1-3": ["F/2/5 Marines"], "S1-1": ["810th Battalion"],
            "S2-1": ["2nd Sappers"], "PALACE": ["800th Battalion"], "N3-1": ["A/1/1 Marines"], "N3-3": ["B/1/1 Marines"],
            "N4-3": ["G/2/5 Marines"], "N4-4": ["H/2/5 Marines"], "N5-3": ["Hac Bao"] }"#,
    );
    table.offers(&exit("810th Battalion"));
    let (because, remedy) = {
        let refusal = table.refusal(&exit("800th Battalion"));
        (refusal.because, refusal.remedy)
    };
    assert!(because.contains("free of US/ARVN units"), "{because}");
    assert_eq!(remedy, "Keep the unit on the map, or choose another one.");
    let table = Table::set(
        r#"turn: 5, step: Exit, units: { "S3-2": ["804th Battalion"], "S4-1": ["F/2/5 Marines"], "MACV": ["MACV Team"], "S3-1": ["G/2/5 Marines"],
            "S5-2": ["H/2/5 Marines"], "S1-1": ["810th Battalion"] }"#,
    );
    let because = table.refusal(&exit("804th Battalion")).because;
    assert!(because.contains("stop beside an enemy"), "{because}");
}

#[test]
fn a_gate_far_from_every_unit_gets_its_platoon_too() {
    block_by_block::proves!("4.1", "BB-R16");
    let table = Table::set(
        r#"us_arvn_gates: ['A', 'C'], units: { "N2-3": ["Hac Bao"], "S1-1": ["804th Battalion"], "O-6": ["NLF Company 1"] }"#,
    );
    table.offers(&detach("Hac Bao", 'A', "N2-3"));
    let (rule, remedy) = refused(&table, &detach("Hac Bao", 'A', "O-6"));
    assert_eq!(
        (rule.as_str(), remedy.as_str()),
        ("BB-R16", "Choose a unit on the map, and name the area in which it stands.")
    );
}

#[test]
fn a_unit_that_can_go_nowhere_is_not_sent_elsewhere() {
    block_by_block::proves!("6.1", "6.2b", "6.2d", "6.3a", "6.3b");
    // O-5 with enemies all round, and no landing without them.
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, options: (extra_landings: false), units: { "S5-1": ["F/2/5 Marines"], "S3-2": ["804th Battalion"],
            "S5-2": ["K4B Battalion"], "MACV": ["810th Battalion"], "O-3": ["Hac Bao", "1st Sappers"], "N2-3": ["2/3 Regiment"] }"#,
    );
    for to in ["O-3", "S3-1", "S4-1"] {
        let (rule, remedy) = refused(&table, &march("F/2/5 Marines", to));
        assert!(remedy.starts_with("Leave it there"), "{to}: {rule}, {remedy}");
    }
    // A routed company among enemies fights no close combat.
    let among = |routed: &str| {
        let table = Table::set(&format!(
            r#"turn: 2, step: UsArvnMovement, units: {{ "S1-1": ["F/2/5 Marines", "804th Battalion"], "S1-2": ["K4B Battalion"],
                "MACV": ["A/1/1 Marines"] }}, routed: [{routed}]"#
        ));
        refused(&table, &march("F/2/5 Marines", "S1-3")).1
    };
    assert!(among("").contains("close combat") && !among(r#""F/2/5 Marines""#).contains("close combat"));
}

#[test]
fn in_the_last_movement_only_a_unit_that_reaches_the_box_is_sent_there() {
    block_by_block::proves!("8.2a", "6.2c", "5.1");
    let at = |turn: u8, friend: &str| {
        let table = Table::set(&format!(
            r#"turn: {turn}, step: UsArvnMovement, us_arvn_gates: ['D'], units: {{ "N1-5": ["800th Battalion"],
                "S1-1": ["F/2/5 Marines"]{friend} }}"#
        ));
        refused(&table, &detach("F/2/5 Marines", 'D', "N2-2")).1
    };
    assert_eq!(at(4, ""), "Move it into the Gate Box first.");
    assert!(at(5, "").starts_with("Go on without a platoon there"), "{}", at(5, ""));
    assert_eq!(at(5, r#", "O-2": ["Hac Bao"]"#), "Choose a unit that can move into the Gate Box.");
}

#[test]
fn where_no_other_unit_is_left_the_step_is_ended() {
    block_by_block::proves!("6.2a", "7.2g", "BB-R49");
    let at = |step: &str| {
        Table::set(&format!(
            r#"turn: 2, step: {step}, us_arvn_gates: ['C'], units: {{ "Gate C": ["A/1/1 Marines"], "S1-1": ["F/2/5 Marines"],
                "S4-1": ["804th Battalion"] }}"#
        ))
    };
    let mut table = at("UsArvnGroups");
    table.play_all([form(&["A/1/1 Marines"]), form(&["F/2/5 Marines"])]);
    assert_eq!(table.state.step(), block_by_block::Step::UsArvnGroups, "a platoon may be left");
    for names in [&["A/1/1 Marines"][..], &["Platoon A"], &["804th Battalion"], &[]] {
        assert!(refused(&table, &form(names)).1.starts_with("Begin the attacks"), "{names:?}");
    }
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnMovement, us_arvn_gates: ['C'], units: { "O-4": ["A/1/1 Marines"], "S4-1": ["804th Battalion"] }"#,
    );
    table.play(march("A/1/1 Marines", "Gate C"));
    let remedy = refused(&table, &march("A/1/1 Marines", "O-4")).1;
    assert_eq!(remedy, "Undo its move and send it farther, or end the segment.");
}

#[test]
fn no_retreat_leads_into_a_gate_box() {
    block_by_block::proves!("BB-R33");
    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, us_arvn_gates: ['D'], us_arvn_zones: [N2], units: { "N2-1": ["800th Battalion", "802nd Battalion"],
            "N2-2": ["Hac Bao"] }, groups: [["800th Battalion", "802nd Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "N2-2"));
    table.lose("800th Battalion");
    table.play(Command::Retreat);
    table.offers(&retreat_to("Hac Bao", "O-2"));
    let refusal = table.refusal(&retreat_to("Hac Bao", "Gate D"));
    assert_eq!((refusal.rule.as_str(), refusal.because.as_str()), ("BB-R33", "No retreat leads into a Gate Box."));
}
