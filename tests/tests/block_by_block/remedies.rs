//! Refusals: each cites the rule that bars the way, and its remedy can be followed.

use block_by_block::command::{Command, Garrison};
use block_by_block::{Gate, Side};
use pointman_tests::{
    Table, assault, close_combat, defend, gate, infiltrate, library, march, occupy, place, reinforce, restore, rules,
    unit,
};
use tabletop::Ruleset;

/// The rule of a refusal and its remedy.
fn refused(table: &Table, command: &Command) -> (String, String) {
    let refusal = table.refusal(command);
    (refusal.rule.as_str().to_owned(), refusal.remedy)
}

#[test]
fn where_the_enemy_holds_every_way_the_reason_is_not_the_stop() {
    block_by_block::proves!("6.2b", "6.2c", "6.2d", "BB-R28");
    let table = Table::set(
        r#"turn: 3, step: UsArvnMovement, units: { "O-8": ["2/3 Regiment"], "O-7": ["1st Reserve"], "O-9": ["2nd Reserve"],
            "S3-2": ["A/1/1 Marines"], "S3-1": ["804th Battalion"], "S3-3": ["1st Sappers"], "S5-1": ["810th Battalion"],
            "MACV": ["K4B Battalion"], "Gate G": ["Tower G"], "S4-3": ["B/1/1 Marines"] }, us_arvn_gates: ['C', 'D']"#,
    );
    for (name, to) in [("2/3 Regiment", "O-6"), ("2/3 Regiment", "O-1"), ("A/1/1 Marines", "S4-1")] {
        let (rule, remedy) = refused(&table, &march(name, to));
        assert_eq!(rule, "6.2b", "{name} to {to}");
        assert!(!remedy.contains("Stop on the way"), "{remedy}");
    }
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, units: { "S3-3": ["A/1/1 Marines", "804th Battalion"], "S3-1": ["F/2/5 Marines", "1st Sappers"],
            "S3-2": ["G/2/5 Marines", "810th Battalion"], "MACV": ["MACV Team", "K4B Battalion"],
            "S4-1": ["H/2/5 Marines", "2nd Sappers"], "S2-3": ["NLF Company 1"], "S1-4": ["NLF Company 2", "B/1/1 Marines"] },
            us_arvn_gates: ['C', 'D']"#,
    );
    let (rule, remedy) = refused(&table, &march("A/1/1 Marines", "S5-1"));
    assert_eq!(rule, "6.2d", "{remedy}");
}

#[test]
fn whoever_must_stop_goes_on_next_turn_while_there_is_one() {
    block_by_block::proves!("6.2c");
    let at = |turn: u8| {
        let table = Table::set(&format!(
            r#"turn: {turn}, step: UsArvnMovement, units: {{ "S2-3": ["F/2/5 Marines"], "S3-3": ["804th Battalion"], "S1-5": ["K4B Battalion"] }}"#
        ));
        refused(&table, &march("F/2/5 Marines", "S3-2"))
    };
    assert_eq!(at(4), ("6.2c".to_owned(), "Stop on the way and go on next turn.".to_owned()));
    assert_eq!(at(5), ("6.2c".to_owned(), "Choose an area on the way.".to_owned()));
}

#[test]
fn what_never_moves_is_refused_by_its_own_rule() {
    block_by_block::proves!("6.3c", "8.0a", "8.2a", "6.1");
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "O-4": ["A/1/1 Marines"], "Gate C": ["Platoon C"],
            "O-2": ["B/1/1 Marines"], "Gate D": ["G/2/5 Marines"], "MACV": ["MACV Team"], "N4-1": ["800th Battalion"] }"#,
    );
    table.refuses(&march("Platoon C", "O-4"), "8.2a");
    table.refuses(&march("MACV Team", "S5-1"), "6.3c");
    let (rule, remedy) = refused(&table, &march("A/1/1 Marines", "Gate C"));
    assert!(rule == "6.1" && !remedy.contains("Move the other unit out"), "{rule}: {remedy}");
    let (rule, remedy) = refused(&table, &march("B/1/1 Marines", "Gate D"));
    assert!(rule == "6.1" && remedy.contains("Move the other unit out"), "{rule}: {remedy}");
    let table = Table::set(
        r#"step: PavnNlfMovement, units: { "N1-1": ["800th Battalion"], "Gate E": ["Tower E"], "MACV": ["MACV Team"] }"#,
    );
    table.refuses(&march("Tower E", "N1-1"), "8.0a");
}

#[test]
fn too_many_defenders_are_told_from_the_wrong_ones() {
    block_by_block::proves!("7.6a");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "S3-3": ["A/1/1 Marines", "B/1/1 Marines", "804th Battalion", "810th Battalion",
            "1st Sappers", "2nd Sappers"], "S3-1": ["K4B Battalion"] }, groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#,
    );
    table.play(close_combat(1));
    let mut four = [unit("804th Battalion"), unit("810th Battalion"), unit("1st Sappers"), unit("2nd Sappers")];
    four.sort_unstable();
    for (units, remedy) in [
        (four.to_vec(), "Name fewer units."),
        (Vec::new(), "Name a unit that stands in S3-3."),
        (vec![unit("K4B Battalion")], "Name only defenders that stand in S3-3."),
    ] {
        assert_eq!(refused(&table, &Command::Defend { units }), ("7.6a".to_owned(), remedy.to_owned()));
    }
    table.offers(&defend(&["804th Battalion"]));
}

/// A company in the box of gate E, the MACV Team alone in its compound, each a group; or the Team among enemies.
fn where_no_assault_is(team_among: &str) -> Table {
    Table::set(&format!(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['F'], units: {{ "Gate E": ["A/1/1 Marines"], "N1-2": ["NLF Company 1"],
            "S5-2": ["NLF Company 2"], "MACV": ["MACV Team", "F/2/5 Marines" {team_among}], "S4-1": ["G/2/5 Marines"] }},
            routed: ["F/2/5 Marines"], groups: [["A/1/1 Marines"], ["MACV Team", "F/2/5 Marines"], ["G/2/5 Marines"]]"#
    ))
}

#[test]
fn a_group_that_stands_where_it_cannot_assault_is_told_what_it_can_do() {
    block_by_block::proves!("7.1a", "8.1a", "BB-R35");
    let table = where_no_assault_is("");
    let (rule, remedy) = refused(&table, &assault(1, "Gate E"));
    assert!(rule == "7.1a" && remedy.contains("area that carries the letter"), "{rule}: {remedy}");
    table.offers(&assault(1, "N1-2"));
    let (rule, remedy) = refused(&table, &assault(2, "S5-2"));
    assert_eq!((rule.as_str(), remedy.as_str()), ("BB-R35", "Declare a pause for the group."));
    table.refuses(&close_combat(2), "7.1b");
    let among = where_no_assault_is(r#", "810th Battalion""#);
    let (rule, remedy) = refused(&among, &assault(2, "S5-2"));
    assert!(rule == "BB-R35" && remedy.contains("close combat") && !remedy.contains("Split"), "{rule}: {remedy}");
    among.offers(&close_combat(2));
}

#[test]
fn an_assault_out_of_a_box_crosses_the_border_of_its_gate() {
    block_by_block::proves!("BB-R18", "13.0");
    for (from, to) in [('E', "N1-2"), ('G', "N3-2")] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, us_arvn_gates: ['E', 'F', 'G', 'H'], units: {{ "Gate {from}": ["F/2/5 Marines"], "{to}": ["800th Battalion"] }},
                groups: [["F/2/5 Marines"]]"#
        ));
        table.dice(&[6, 1]).play(assault(1, to));
        let (roll, _, _) = table.last_assault();
        let across = block_by_block::event::ModifierReason::AcrossGate(gate(from));
        assert_eq!(roll.modifiers.iter().find(|m| m.reason == across).map(|m| m.value), Some(1), "{to}");
    }
}

#[test]
fn in_the_last_turn_nobody_is_sent_to_a_later_one() {
    block_by_block::proves!("5.1", "7.1a", "8.0b", "11.1a");
    let us = |turn: u8| {
        Table::set(&format!(
            r#"turn: {turn}, step: UsArvnCombat, us_arvn_gates: ['C'], units: {{ "O-2": ["A/1/1 Marines"], "N2-2": ["800th Battalion"],
                "S3-2": ["F/2/5 Marines"], "S3-3": ["G/2/5 Marines", "804th Battalion"], "N4-4": ["Hac Bao"] }},
                groups: [["A/1/1 Marines"], ["F/2/5 Marines"], ["Hac Bao"]]"#
        ))
    };
    let later = |remedy: &str| remedy.contains("next") || remedy.starts_with("Wait");
    let (early, late) = (refused(&us(4), &assault(2, "S3-3")), refused(&us(5), &assault(2, "S3-3")));
    assert_eq!((early.0.as_str(), late.0.as_str()), ("7.1a", "7.1a"));
    assert!(later(&early.1) && !later(&late.1), "{early:?} {late:?}");
    assert_eq!(refused(&us(5), &assault(1, "N2-2")), ("8.0b".into(), "Assault the Gate Box first.".into()));
    us(5).offers(&assault(1, "Gate D"));
    let idle = |turn: u8| rules().why_no_attack(&us(turn).state, 3).expect("it has no target").remedy;
    assert!(later(&idle(4)) && !later(&idle(5)), "{} {}", idle(4), idle(5));
    let pavn = |turn: u8| {
        let table = Table::set(&format!(
            r#"turn: {turn}, step: PavnNlfCombat, us_arvn_gates: ['D'], units: {{ "O-2": ["A/1/1 Marines"], "N2-2": ["800th Battalion"],
                "S3-2": ["F/2/5 Marines"], "S3-3": ["804th Battalion"] }}, groups: [["800th Battalion"], ["804th Battalion"]]"#
        ));
        refused(&table, &assault(1, "O-2"))
    };
    assert!(later(&pavn(4).1) && !later(&pavn(5).1), "{:?} {:?}", pavn(4), pavn(5));
    let airborne = reinforce("9th Airborne", "O-2");
    assert!(!later(&refused(&us(4), &airborne).1), "its turn is past");
    assert!(later(&refused(&us(4), &reinforce("21st Rangers", "S6-1")).1));
    assert!(!later(&refused(&us(5), &reinforce("21st Rangers", "S6-1")).1));
}

#[test]
fn only_what_has_its_turn_before_it_still_comes() {
    block_by_block::proves!("11.1a");
    let scenario = library().scenario::<block_by_block::BlockByBlock>("combat-example").unwrap();
    let table = Table::begin(&scenario, &[]).unwrap();
    let comes = |table: &Table, name: &str| rules().still_comes(&table.state, unit(name));
    for name in ["9th Airborne", "4th RVN Marines", "5th RVN Marines", "1st Reserve", "810th Battalion"] {
        assert_eq!(comes(&table, name), None, "{name}");
    }
    assert_eq!(comes(&table, "21st Rangers"), Some(5));
    let historical = Table::historical();
    assert_eq!(comes(&historical, "9th Airborne"), Some(2));
    let placing = Table::set(
        r#"turn: 3, step: UsArvnReinforcements, units: { "MACV": ["MACV Team"], "S6-4": ["K4C Battalion"] }"#,
    );
    assert_eq!((comes(&placing, "A/1/5 Marines"), comes(&placing, "1st Reserve")), (Some(3), Some(3)));
    assert_eq!(comes(&placing, "9th Airborne"), None);
}

#[test]
fn no_tower_comes_where_the_unit_in_its_box_has_nowhere_to_go() {
    block_by_block::proves!("BB-R17");
    let table = Table::set(
        r#"turn: 2, step: Infiltration, units: { "Gate C": ["800th Battalion"], "N2-3": ["1st Division HQ"], "O-4": ["A/1/1 Marines"] }"#,
    );
    assert!(Gate::all().any(|g| g != gate('C') && table.allows(&infiltrate(g.letter()))));
    let out = Command::Infiltrate { gate: gate('C'), step_out: Some(place("O-4")) };
    for command in [infiltrate('C'), out] {
        let (rule, remedy) = refused(&table, &command);
        assert!(rule == "BB-R17" && remedy.starts_with("Leave the unit there"), "{rule}: {remedy}");
    }
    let free = Table::set(
        r#"turn: 2, step: Infiltration, units: { "Gate C": ["800th Battalion"], "O-4": ["A/1/1 Marines"] }"#,
    );
    assert!(refused(&free, &infiltrate('C')).1.contains("Name the area"));
}

#[test]
fn a_gate_tower_takes_no_replacements() {
    block_by_block::proves!("BB-R64");
    let mut table = Table::set(
        r#"turn: 3, step: PavnNlfReplacements, units: { "S3-2": ["A/1/1 Marines"], "S3-3": ["804th Battalion"], "Gate E": ["Tower E"],
            "Gate F": ["Tower F"] }, spent: ["Tower E", "804th Battalion"], routed: ["Tower F"]"#,
    );
    assert_eq!(table.to_act(), Some(Side::PavnNlf));
    table.offers(&restore("804th Battalion"));
    table.refuses(&restore("Tower E"), "BB-R64");
    table.refuses(&restore("Tower F"), "BB-R64");
    table.dice(&[3, 4]).play(Command::Done);
    assert_eq!(table.condition("Tower E"), block_by_block::Condition::Fresh, "but it rolls");
    assert_eq!(table.condition("Tower F"), block_by_block::Condition::Routed);
}

/// The middle of the combat of turn 1: the headquarters beside the enemy, and gates with and without guards.
fn in_the_citadel(turn: u8) -> Table {
    Table::set(&format!(
        r#"turn: {turn}, step: UsArvnCombat, us_arvn_gates: ['C', 'D', 'F'], routed: ["Tower A"], eliminated: ["B/1/1 Marines", "804th Battalion"],
            units: {{ "N2-3": ["1st Division HQ", "1/3 Regiment", "Hac Bao"], "MACV": ["MACV Team", "A/1/1 Marines"],
            "N2-2": ["800th Battalion"], "Gate A": ["Tower A"], "Gate D": ["Platoon D"], "Gate F": ["F/2/5 Marines"] }},
            groups: [["1st Division HQ", "Hac Bao"], ["1/3 Regiment"], ["MACV Team"]]"#
    ))
}

#[test]
fn a_refused_attack_is_answered_with_what_the_group_can_do() {
    block_by_block::proves!("7.1b", "BB-R35", "BB-R59", "7.5b", "BB-R6");
    let table = in_the_citadel(2);
    for command in [close_combat(1), assault(1, "N2-2")] {
        let (rule, remedy) = refused(&table, &command);
        assert!(rule == "7.1b" || rule == "BB-R35", "{rule}");
        assert_eq!(remedy, "Split off the units that never move, or declare a pause for the group.");
    }
    assert_eq!(refused(&table, &close_combat(3)).1, "Declare a pause for the group.");
    let (rule, remedy) = refused(&table, &close_combat(2));
    assert!(rule == "7.1b" && remedy.starts_with("Assault an adjacent area"), "{rule}: {remedy}");

    let mut barred = Table::set(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['F'], routed: ["NLF Company 1"], groups: [["A/1/1 Marines", "B/1/1 Marines"]],
            units: { "N1-4": ["A/1/1 Marines", "B/1/1 Marines"], "N1-1": ["NLF Company 1"], "N1-3": ["800th Battalion"],
            "Gate E": ["Tower E"] }"#,
    );
    barred.dice(&[2]).play(assault(1, "N1-1"));
    barred.lose("A/1/1 Marines");
    barred.settle();
    let only_the_box = "Assault a Gate Box whose letter is printed there, or declare a pause for the group.";
    for (command, why) in [(close_combat(1), "7.1b"), (assault(1, "N1-2"), "7.5b"), (assault(1, "N1-3"), "7.5b")] {
        assert_eq!(refused(&barred, &command), (why.to_owned(), only_the_box.to_owned()), "{command:?}");
    }
    barred.offers(&assault(1, "Gate E"));

    let mut held = Table::set(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['F'], units: { "N1-1": ["F/2/5 Marines", "G/2/5 Marines"], "Gate E": ["Tower E"],
            "N1-2": ["NLF Company 1"] }, groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    held.dice(&[2]).play(assault(1, "Gate E"));
    held.lose("F/2/5 Marines");
    held.settle();
    for target in ["N1-2", "N1-3"] {
        assert_eq!(refused(&held, &assault(1, target)), ("BB-R6".to_owned(), only_the_box.to_owned()), "{target}");
    }
}

#[test]
fn a_group_that_can_only_walk_is_told_so() {
    block_by_block::proves!("7.2b", "8.1d", "BB-R63");
    let before_the_gate = |units: &str, spent: &str| {
        Table::set(&format!(
            r#"turn: 2, step: UsArvnCombat, units: {{ "N4-2": [{units}], "Gate B": ["Tower B"], "MACV": ["MACV Team"],
                "S1-1": ["NLF Company 1"] }}, spent: [{spent}], routed: ["Tower B"], groups: [[{units}]]"#
        ))
    };
    let only = "Walk through the gate that was cleared, or declare a pause for the group.";
    let mut weak = before_the_gate(r#""A/1/1 Marines""#, r#""A/1/1 Marines""#);
    weak.dice(&[1]).play(assault(1, "Gate B"));
    weak.settle();
    weak.play(occupy(Garrison::Nobody));
    assert_eq!(refused(&weak, &assault(1, "Gate A")), ("7.2b".to_owned(), only.to_owned()));
    assert_eq!(refused(&weak, &Command::Done), ("7.3".to_owned(), only.to_owned()));
    assert_eq!(rules().question(&weak.state), "Group 1 is too weak to attack: walk through the gate or pause?");

    let mut steady = before_the_gate(r#""A/1/1 Marines", "B/1/1 Marines""#, "");
    steady.dice(&[1, 6]).play(assault(1, "Gate B"));
    steady.settle();
    steady.play(occupy(Garrison::Nobody));
    assert_eq!(refused(&steady, &Command::Done).1, only);
    assert_eq!(rules().question(&steady.state), "Group 1 may act again: walk through the gate or pause?");
    assert_eq!(rules().question_rule(&steady.state).as_str(), "8.1d");
}

#[test]
fn only_a_unit_that_can_still_move_is_sent_into_a_gate_box() {
    block_by_block::proves!("8.2a", "6.3c", "5.1");
    let told = |turn: u8, name: &str, letter: char| {
        refused(&in_the_citadel(turn), &pointman_tests::detach(name, letter, "N2-3")).1
    };
    let move_in = "Move it into the Gate Box first.";
    assert_eq!(told(2, "1/3 Regiment", 'C'), move_in);
    for name in ["1st Division HQ", "MACV Team", "B/1/1 Marines"] {
        assert_eq!(told(2, name, 'C'), "Choose a unit that can move into the Gate Box.", "{name}");
    }
    assert!(told(5, "1/3 Regiment", 'C').starts_with("Go on without a platoon"), "the last move is over");
    assert_eq!(told(2, "1/3 Regiment", 'A'), "Take the gate first.");
    assert_eq!(told(5, "1/3 Regiment", 'F'), "Choose the unit that stands in the Gate Box.");
}

#[test]
fn a_lone_unit_is_not_told_to_name_a_part_of_itself() {
    block_by_block::proves!("7.2f");
    let split = Command::Split { group: 2, units: vec![unit("1/3 Regiment")], as_group: true };
    let (rule, remedy) = refused(&in_the_citadel(2), &split);
    assert_eq!((rule.as_str(), remedy.as_str()), ("7.2f", "Let the unit act, or declare a pause for the group."));
}

#[test]
fn a_unit_on_the_map_does_not_arrive_again() {
    block_by_block::proves!("11.1a");
    let refusal = in_the_citadel(2).refusal(&reinforce("1/3 Regiment", "O-8"));
    assert_eq!(refusal.rule.as_str(), "11.1a");
    assert!(refusal.because.contains("on the map already"), "{refusal}");
}

#[test]
fn nobody_waits_for_replacements_that_it_never_takes() {
    block_by_block::proves!("10.1", "10.2", "BB-R64", "8.0d");
    let table = in_the_citadel(1);
    let back = |name| pointman_tests::come_back(name, "N4-1");
    for (command, rule) in [
        (restore("Tower A"), "BB-R64"),
        (restore("Platoon D"), "10.1"),
        (restore("B/1/1 Marines"), "10.1"),
        (restore("804th Battalion"), "10.2"),
        (back("B/1/1 Marines"), "10.2"),
        (back("Platoon D"), "10.2"),
        (back("Tower A"), "8.0d"),
        (back("800th Battalion"), "10.2"),
    ] {
        let (cited, remedy) = refused(&table, &command);
        assert!(cited == rule && !remedy.starts_with("Wait"), "{command:?}: {cited}: {remedy}");
    }
    assert!(refused(&table, &restore("Hac Bao")).1.starts_with("Wait"));
    assert!(refused(&table, &back("804th Battalion")).1.starts_with("Wait"));
}

#[test]
fn a_unit_that_has_moved_into_a_box_is_not_told_to_move_out() {
    block_by_block::proves!("6.1", "6.2a");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: { "N2-3": ["A/1/1 Marines", "Hac Bao"], "S1-2": ["2nd Sappers"],
            "Gate D": ["B/1/1 Marines"] }"#,
    );
    table.play(march("A/1/1 Marines", "Gate C"));
    let (rule, remedy) = refused(&table, &march("Hac Bao", "Gate C"));
    assert!(rule == "6.1" && remedy.starts_with("Choose another place"), "{rule}: {remedy}");
    assert_eq!(refused(&table, &march("Hac Bao", "Gate D")).1, "Move the other unit out first.");
}

#[test]
fn a_unit_whose_ways_out_of_the_box_are_all_held_is_told_to_stay() {
    block_by_block::proves!("BB-R18", "8.2a");
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, units: { "Gate C": ["A/1/1 Marines"], "N2-3": ["800th Battalion"], "O-4": ["802nd Battalion"],
            "S5-1": ["F/2/5 Marines"] }"#,
    );
    for to in ["N2-3", "O-4"] {
        let (rule, remedy) = refused(&table, &pointman_tests::detach("A/1/1 Marines", 'C', to));
        assert!(rule == "BB-R18" && remedy.starts_with("Leave it in the box"), "{rule}: {remedy}");
    }
}

#[test]
fn a_group_whose_gate_leads_to_enemies_only_is_told_what_it_can_do() {
    block_by_block::proves!("BB-R6", "8.1d");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N4-2": ["A/1/1 Marines", "B/1/1 Marines"], "Gate B": ["Tower B"], "O-5": ["800th Battalion"] },
            routed: ["Tower B"], groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#,
    );
    table.dice(&[1, 6]).play(assault(1, "Gate B"));
    table.settle();
    table.play(occupy(Garrison::Nobody));
    let (rule, remedy) = refused(&table, &pointman_tests::walk_through(1, "O-5"));
    assert_eq!(rule, "BB-R6");
    assert_eq!(remedy, "Assault an adjacent area that only the enemy holds, or declare a pause for the group.");
}

#[test]
fn heavy_weapons_are_refused_where_the_attack_without_them_is_allowed() {
    block_by_block::proves!("7.4a", "7.1a", "7.1b", "BB-R45");
    let table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, units: { "S2-3": ["810th Battalion"], "S2-2": ["F/2/5 Marines"], "S5-1": ["G/2/5 Marines"] },
            groups: [["810th Battalion"]]"#,
    );
    let heavy = pointman_tests::heavy_assault;
    assert_eq!(refused(&table, &heavy(1, "S2-2")), ("7.4a".to_owned(), "Attack without them.".to_owned()));
    table.offers(&assault(1, "S2-2"));
    for (command, without) in [
        (heavy(1, "S5-1"), assault(1, "S5-1")),
        (heavy(1, "S2-3"), assault(1, "S2-3")),
        (heavy(1, "Gate A"), assault(1, "Gate A")),
        (pointman_tests::heavy_close_combat(1), close_combat(1)),
    ] {
        assert_eq!(refused(&table, &command), refused(&table, &without), "{command:?}");
    }
}

#[test]
fn where_every_defender_is_routed_nobody_is_told_to_choose_another() {
    block_by_block::proves!("BB-R19", "7.7b");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-2": ["A/1/1 Marines", "B/1/1 Marines", "NLF Company 1"], "N1-5": ["800th Battalion"] },
            routed: ["NLF Company 1"], groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(close_combat(1));
    for (unit, target) in [("NLF Company 1", "A/1/1 Marines"), ("800th Battalion", "A/1/1 Marines")] {
        assert_eq!(refused(&table, &pointman_tests::counterattack(unit, target)).1, "Hold or retreat.", "{unit}");
    }
    table.offers(&Command::Retreat);
}

#[test]
fn whoever_has_no_points_is_told_what_is_free_only_if_something_is() {
    block_by_block::proves!("10.2");
    let left = |more: &str| {
        Table::set(&format!(
            r#"turn: 3, step: PavnNlfReplacements, points: 0, units: {{ "S3-3": ["804th Battalion"], "S3-1": ["810th Battalion"],
                "Gate A": ["Tower A"], "MACV": ["MACV Team"] }}, spent: ["804th Battalion"], {more}"#
        ))
    };
    let none = left(r#"eliminated: ["806th Battalion"]"#);
    let back = pointman_tests::come_back("806th Battalion", "S3-3");
    assert_eq!(refused(&none, &back).1, "Go on without the battalion.");
    assert_eq!(refused(&none, &restore("804th Battalion")).1, "End your replacements.");
    let company = left(r#"eliminated: ["806th Battalion", "NLF Company 1"]"#);
    assert!(refused(&company, &back).1.starts_with("Bring back NLF companies"));
    let routed = left(r#"routed: ["810th Battalion"]"#);
    assert!(refused(&routed, &restore("804th Battalion")).1.starts_with("Choose what costs less"));
    routed.offers(&restore("810th Battalion"));
}

#[test]
fn nobody_waits_for_a_segment_that_does_not_come() {
    block_by_block::proves!("5.0", "5.1", "6.3c", "7.2e");
    let at = |turn: u8, step: &str| {
        Table::set(&format!(
            r#"turn: {turn}, step: {step}, units: {{ "MACV": ["MACV Team"], "S3-2": ["A/1/1 Marines"], "S3-3": ["804th Battalion"] }},
                groups: [["{}"]]"#,
            if step == "PavnNlfCombat" { "804th Battalion" } else { "A/1/1 Marines" }
        ))
    };
    let form = |name: &str| pointman_tests::form(&[name]);
    for (step, command, waits, rule) in [
        ("UsArvnCombat", march("A/1/1 Marines", "S3-1"), true, "5.0"),
        ("PavnNlfCombat", march("804th Battalion", "S2-3"), true, "5.0"),
        ("PavnNlfCombat", form("A/1/1 Marines"), true, "7.2e"),
        ("UsArvnCombat", march("MACV Team", "S3-1"), false, "6.3c"),
        ("UsArvnCombat", form("A/1/1 Marines"), false, "7.2e"),
    ] {
        let (early, late) = (refused(&at(4, step), &command), refused(&at(5, step), &command));
        assert_eq!((early.0.as_str(), late.0.as_str()), (rule, rule), "{command:?}");
        assert_eq!(early.1.starts_with("Wait"), waits, "{command:?}: {}", early.1);
        assert!(!late.1.starts_with("Wait"), "{command:?}: {}", late.1);
    }
    for turn in [4, 5] {
        assert!(
            refused(&at(turn, "UsArvnCombat"), &form("804th Battalion")).1.starts_with("Wait"),
            "its segment follows"
        );
    }
}

#[test]
fn a_unit_among_enemies_on_all_sides_is_told_to_stay() {
    block_by_block::proves!("6.2d");
    let table = |s5_1: &str| {
        Table::set(&format!(
            r#"turn: 2, step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: {{ "S1-1": ["A/1/1 Marines", "804th Battalion"],
                "S1-2": ["B/1/1 Marines", "810th Battalion"], {s5_1} }}"#
        ))
    };
    let (rule, remedy) = refused(&table(r#""O-8": ["Hac Bao"]"#), &march("A/1/1 Marines", "S1-2"));
    assert!(rule == "6.2d" && remedy.starts_with("Leave it there"), "{rule}: {remedy}");
    assert_eq!(
        refused(&table(r#""O-8": ["Hac Bao"]"#), &march("B/1/1 Marines", "S1-1")).1,
        "Choose an area without enemies."
    );
}

#[test]
fn nobody_is_sent_for_a_platoon_that_cannot_be_left() {
    block_by_block::proves!("8.2a", "BB-R18", "BB-R21");
    let table = |n2_3: &str| {
        Table::set(&format!(
            r#"turn: 2, step: PavnNlfCombat, units: {{ "Gate C": ["A/1/1 Marines"], "O-4": ["802nd Battalion"], "N2-3": [{n2_3}],
                "Gate D": ["Platoon D"], "O-2": ["F/2/5 Marines"] }}, groups: [["802nd Battalion"]]"#
        ))
    };
    let (closed, open) = (table(r#""800th Battalion""#), table(""));
    let detach = |name, letter| pointman_tests::detach(name, letter, "N2-3");
    for (name, letter) in [("Tower A", 'C'), ("F/2/5 Marines", 'C')] {
        assert!(refused(&closed, &detach(name, letter)).1.starts_with("Go on without"), "{name}");
        assert!(refused(&open, &detach(name, letter)).1.starts_with("Choose"), "{name}");
    }
    open.offers(&detach("A/1/1 Marines", 'C'));
    assert!(refused(&open, &detach("F/2/5 Marines", 'D')).1.starts_with("Leave it as it is"));
}

#[test]
fn a_group_that_cannot_assault_there_is_not_told_to_try_elsewhere_in_vain() {
    block_by_block::proves!("6.3b", "6.4", "7.1a");
    let table = Table::set(
        r#"turn: 5, step: PavnNlfCombat, us_arvn_zones: [S1], units: { "S2-1": ["810th Battalion"], "S1-2": ["F/2/5 Marines"],
            "S1-6": ["804th Battalion", "G/2/5 Marines"], "S4-3": ["K4B Battalion"], "O-8": ["800th Battalion"] },
            groups: [["810th Battalion"], ["804th Battalion"], ["K4B Battalion"], ["800th Battalion"]]"#,
    );
    let pause = "Declare a pause for the group.";
    for (command, rule) in [
        (assault(1, "S1-2"), "6.3b"),
        (assault(1, "S1-6"), "7.1a"),
        (assault(3, "S1-6"), "7.1a"),
        (assault(4, "N3-2"), "6.4"),
    ] {
        assert_eq!(refused(&table, &command), (rule.to_owned(), pause.to_owned()), "{command:?}");
    }
}

#[test]
fn the_airborne_does_not_wait_for_what_it_does_not_live_to_see() {
    block_by_block::proves!("11.2", "5.0", "10.1", "7.2e");
    let at = |turn: u8, step: &str| {
        Table::set(&format!(
            r#"turn: {turn}, step: {step}, us_arvn_gates: ['C', 'D'], units: {{ "N2-3": ["2nd Airborne", "Hac Bao"], "N2-1": ["800th Battalion"],
                "MACV": ["MACV Team"] }}, spent: ["2nd Airborne", "Hac Bao"] {}"#,
            if step == "PavnNlfCombat" { r#", groups: [["800th Battalion"]]"# } else { "" }
        ))
    };
    let orders = |name: &str| [march(name, "N2-2"), restore(name), pointman_tests::form(&[name])];
    for (turn, step, waits) in [
        (1, "PavnNlfMovement", [true, true, true]),
        (2, "PavnNlfCombat", [false, true, false]),
        (3, "PavnNlfMovement", [false, false, false]),
    ] {
        let table = at(turn, step);
        for (order, waits) in orders("2nd Airborne").into_iter().zip(waits) {
            let remedy = refused(&table, &order).1;
            assert_eq!(remedy.starts_with("Wait"), waits, "turn {turn}, {order:?}: {remedy}");
        }
        for order in orders("Hac Bao") {
            assert!(refused(&table, &order).1.starts_with("Wait"), "turn {turn}, {order:?}");
        }
    }
}

#[test]
fn what_cannot_be_done_any_more_is_not_the_remedy() {
    block_by_block::proves!("7.7c", "8.2a", "6.3a", "BB-R49");
    // Nobody retreats who has nowhere to go, and a platoon that cannot be left is refused by that.
    let mut table = Table::set(
        r#"turn: 5, step: UsArvnCombat, us_arvn_gates: ['C'], units: { "S1-1": ["A/1/1 Marines", "804th Battalion"], "S1-2": ["B/1/1 Marines"],
            "S5-1": ["F/2/5 Marines"], "Gate A": ["Tower A"], "Gate C": ["Hac Bao"] }, groups: [["A/1/1 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(close_combat(1));
    assert!(
        table.allows(&pointman_tests::counterattack("804th Battalion", "A/1/1 Marines"))
            && !table.allows(&Command::Retreat)
    );
    let (rule, remedy) = refused(&table, &pointman_tests::retreat_to("804th Battalion", "S1-2"));
    assert!(rule == "7.7c" && remedy.starts_with("A retreat answers"), "{rule}: {remedy}");
    let detach = pointman_tests::detach;
    for to in ["O-4", "O-8"] {
        assert_eq!(refused(&table, &detach("Hac Bao", 'C', to)).0, "BB-R49", "{to}");
    }
    let (rule, remedy) = refused(&table, &detach("F/2/5 Marines", 'C', "O-4"));
    assert!(rule == "8.2a" && remedy.starts_with("Wait until the attack is over"), "{rule}: {remedy}");

    let gate_a = |step: &str, group: &str| {
        let table = Table::set(&format!(
            r#"turn: 5, step: {step}, units: {{ "O-6": ["F/2/5 Marines"], "Gate A": ["Tower A"], "S1-1": ["804th Battalion"],
                "S1-2": ["G/2/5 Marines"] }}, groups: [["{group}"]]"#
        ));
        refused(&table, &detach("F/2/5 Marines", 'A', "O-6")).1
    };
    assert_eq!(gate_a("UsArvnCombat", "F/2/5 Marines"), "Take the gate first.");
    assert!(gate_a("PavnNlfCombat", "804th Battalion").starts_with("Go on without"));

    let by_boat = |turn: u8| {
        let table = Table::set(&format!(
            r#"turn: {turn}, step: UsArvnMovement, units: {{ "S3-2": ["F/2/5 Marines"], "N4-4": ["NLF Company 1"] }}"#
        ));
        refused(&table, &march("F/2/5 Marines", "O-3"))
    };
    assert_eq!((by_boat(4).0.as_str(), by_boat(5).0.as_str()), ("6.3a", "6.3a"));
    assert!(by_boat(4).1.contains("later segment") && !by_boat(5).1.contains("segment"));
}
