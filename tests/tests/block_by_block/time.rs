//! What the file of a scenario may say at its time: what no game has come to by then is refused, and what it may have come to is not.

use pointman_tests::{Table, library, rules};
use tabletop::dice::Seeded;
use tabletop::{Halt, Refusal, Ruleset};

/// Who stands somewhere at any time.
const ALWAYS: &str = r#""S2-1": ["F/2/5 Marines"], "N4-4": ["NLF Company 2"], "Gate A": ["Tower A"]"#;

/// A scenario of these fields, with more on the map, by the rules of now or as games saved before go on.
fn begin(fields: &str, map: &str, older: bool) -> Result<Table, Halt> {
    Table::arrange(
        &format!(
            r#"{fields}, options: (eighth_rulings: {older}), us_arvn_gates: ['C', 'D'], units: {{ {ALWAYS}, {map} }}"#
        ),
        &[],
    )
}

fn refused(fields: &str, map: &str) -> Refusal {
    match begin(fields, map, false) {
        Err(Halt::Refused(refusal)) => refusal,
        _ => panic!("it begins: {fields}, {map}"),
    }
}

/// Each is refused by its rule, and goes on in a game saved before.
fn excludes(rule: &str, scenarios: &[(&str, &str)]) {
    for (fields, map) in scenarios {
        let refusal = refused(fields, map);
        assert_eq!(refusal.rule.as_str(), rule, "{fields}, {map}: {refusal}");
        assert!(begin(fields, map, true).is_ok(), "games saved before go on: {fields}, {map}");
    }
}

/// Each of these begins.
fn allows(scenarios: &[(&str, &str)]) {
    for (fields, map) in scenarios {
        assert!(begin(fields, map, false).is_ok(), "{fields}, {map}");
    }
}

#[test]
fn nobody_is_in_the_game_or_out_of_it_before_his_turn_has_come() {
    block_by_block::proves!("11.1a", "11.1c");
    excludes(
        "11.1a",
        &[
            ("turn: 1, step: UsArvnMovement", r#""O-2": ["9th Airborne"]"#),
            ("turn: 4, step: UsArvnMovement", r#""S6-1": ["21st Rangers"]"#),
            ("turn: 3, step: UsArvnReinforcements", r#""S1-1": ["1st Reserve"]"#),
            (r#"turn: 2, step: UsArvnMovement, eliminated: ["A/1/5 Marines"]"#, ""),
            (r#"turn: 2, step: UsArvnMovement, lost: ["5th RVN Marines"]"#, ""),
            (r#"turn: 5, step: Infiltration, lost: ["39th Rangers"]"#, ""),
        ],
    );
    allows(&[
        ("turn: 2, step: UsArvnReinforcements", r#""O-2": ["9th Airborne"]"#),
        ("turn: 3, step: PavnNlfReinforcements", r#""S1-1": ["1st Reserve"]"#),
        (r#"turn: 4, step: UsArvnMovement, lost: ["5th RVN Marines"], eliminated: ["A/1/5 Marines"]"#, ""),
    ]);
}

#[test]
fn the_airborne_is_here_until_it_leaves_and_gone_from_then_on() {
    block_by_block::proves!("11.2");
    excludes(
        "11.2",
        &[
            ("turn: 3, step: UsArvnGroups", r#""N2-3": ["2nd Airborne"]"#),
            ("turn: 5, step: PavnNlfMovement", r#""Gate D": ["7th Airborne"]"#),
            (r#"turn: 3, step: PavnNlfMovement, withdrawn: ["2nd Airborne"]"#, ""),
            (r#"turn: 1, step: UsArvnMovement, withdrawn: ["7th Airborne"]"#, ""),
        ],
    );
    allows(&[
        ("turn: 3, step: UsArvnMovement", r#""N2-3": ["2nd Airborne"]"#),
        (r#"turn: 3, step: UsArvnMovement, withdrawn: ["2nd Airborne"]"#, ""),
        (r#"turn: 4, step: UsArvnMovement, withdrawn: ["2nd Airborne"], eliminated: ["7th Airborne"]"#, ""),
    ]);
}

#[test]
fn static_units_stand_where_they_start() {
    block_by_block::proves!("6.3c");
    excludes(
        "6.3c",
        &[
            ("turn: 2, step: UsArvnMovement", r#""S5-1": ["MACV Team"]"#),
            ("turn: 2, step: UsArvnMovement", r#""MACV": ["1st Division HQ"]"#),
        ],
    );
    allows(&[("turn: 2, step: UsArvnMovement", r#""MACV": ["MACV Team"], "N2-3": ["1st Division HQ"]"#)]);
}

#[test]
fn no_area_is_spoilt_before_a_fight_and_no_zone_cleared_before_a_political_phase() {
    block_by_block::proves!("9.2.2a", "9.2.2b", "8.2a");
    excludes("9.2.2b", &[(r#"turn: 2, step: UsArvnMovement, attacked: ["N1-1"]"#, "")]);
    excludes("9.2.2a", &[("turn: 1, step: PavnNlfGroups, clearing: { N4: 1 }", "")]);
    excludes("8.2a", &[(r#"turn: 2, step: UsArvnMovement, detached: { "21st Rangers": 1 }"#, "")]);
    allows(&[
        (r#"turn: 2, step: UsArvnGroups, clearing: { N4: 1 }"#, ""),
        (r#"turn: 1, step: PavnNlfGroups, attacked: ["S1-1"], clearing: { N4: 0 }"#, ""),
        (
            r#"turn: 2, step: UsArvnMovement, detached: { "F/2/5 Marines": 1, "Hac Bao": 2 }, eliminated: ["Hac Bao"]"#,
            "",
        ),
    ]);
}

#[test]
fn no_more_replacement_points_are_left_than_the_step_brings() {
    block_by_block::proves!("10.1", "10.2", "11.2");
    excludes(
        "10.1",
        &[
            ("turn: 2, step: UsArvnReplacements, points: 6", ""),
            ("turn: 4, step: UsArvnReplacements, points: 4, airborne_penalty: 3", ""),
        ],
    );
    excludes("10.2", &[("turn: 3, step: PavnNlfReplacements, points: 13", "")]);
    allows(&[
        ("turn: 2, step: UsArvnReplacements, points: 5", ""),
        ("turn: 4, step: UsArvnReplacements, points: 3, airborne_penalty: 3", ""),
        ("turn: 3, step: PavnNlfReplacements, points: 12", ""),
    ]);
}

#[test]
fn a_scenario_that_is_over_before_anybody_decides_is_none() {
    block_by_block::proves!("3.1", "3.2");
    let all = "us_arvn_zones: [N1, N2, N3, N4, N5, S1, S2, S3, S4, S5, S6]";
    let arrange = |units: &str, older: bool| {
        let text = format!(
            "turn: 5, step: PavnNlfGroups, {all}, us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'],
                options: (eighth_rulings: {older}), units: {{ {units} }}"
        );
        Table::arrange(&text, &[])
    };
    let every_zone = r#""N1-1": ["A/1/1 Marines"], "N2-1": ["B/1/1 Marines"], "N3-1": ["F/2/5 Marines"], "N4-1": ["G/2/5 Marines"],
        "N5-1": ["H/2/5 Marines"], "S1-1": ["A/1/5 Marines"], "S2-1": ["B/1/5 Marines"], "S3-1": ["C/1/5 Marines"],
        "S4-1": ["1/3 Regiment"], "S5-1": ["2/3 Regiment"], "S6-1": ["3/3 Regiment"], "O-8": ["800th Battalion"]"#;
    for units in [every_zone, r#""N1-1": ["A/1/1 Marines"]"#, ""] {
        let Err(Halt::Refused(refusal)) = arrange(units, false) else { panic!("it begins: {units}") };
        assert_eq!(refusal.rule.as_str(), "3.2", "{refusal}");
        assert!(arrange(units, true).is_ok(), "games saved before go on: {units}");
    }
}

#[test]
fn a_step_of_a_certain_turn_goes_by_the_table_that_names_the_turn() {
    block_by_block::proves!("10.2");
    const NUMBERS: &str = "tables/block-by-block/numbers.ron";
    let library = library();
    let read = |path: &str| {
        let text = library.read(path)?;
        Ok(if path == NUMBERS {
            text.replace("replacement_turn: (value: 3", "replacement_turn: (value: 2")
        } else {
            text
        })
    };
    let owner = block_by_block::BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let mut scenario = library.scenario::<block_by_block::BlockByBlock>("combat-example").unwrap();
    scenario.groups.clear();
    scenario.units.retain(|_, units| units.iter().all(|unit| rules().calendar().arrival_of(*unit).is_none()));
    scenario.step = block_by_block::Step::PavnNlfReplacements;
    for (turn, begins) in [(2, true), (3, false)] {
        scenario.turn = turn;
        assert_eq!(owner.begin(&scenario, &mut Seeded::new(1)).is_ok(), begins, "turn {turn}");
        assert_eq!(rules().begin(&scenario, &mut Seeded::new(1)).is_ok(), !begins, "turn {turn}");
    }
}
