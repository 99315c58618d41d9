//! Publicity, control and clearing: rule 9.

use block_by_block::event::PublicityCause;
use block_by_block::{Condition, Event, PlaceSet, Side, Zone};
use pointman_tests::{Table, assault, close_combat, defend, heavy_close_combat, level, march, rules, unit};
use tabletop::Halt;

/// The last step of a turn in which PAVN/NLF still decides something: it may name a group in `units`.
fn evening(fields: &str) -> Table {
    Table::set(&format!("step: PavnNlfGroups, {fields}"))
}

#[test]
fn steps_lost_in_close_combat_and_routs_make_headlines() {
    block_by_block::proves!("9.1a");
    let fight = |more: &str| {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, units: {{ "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion", "K4B Battalion"] }},
                groups: [["F/2/5 Marines", "G/2/5 Marines"]] {more}"#
        ));
        table.play(close_combat(1));
        table.dice(&[6, 3]).play(defend(&["810th Battalion", "K4B Battalion"])); // 6 points, 3 - 2 = 1: one hit
        table.lose("F/2/5 Marines");
        table
    };
    let table = fight("");
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent);
    assert_eq!(table.state.publicity(), 1, "a step in close combat");

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    assert_eq!(table.state.publicity(), 0, "a step lost in an assault makes none");

    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion"] },
            groups: [["810th Battalion", "K4B Battalion"]]"#,
    );
    table.dice(&[1, 1]).play(close_combat(1)); // 6 points, 1 + 2 = 3: one hit; 5 points, 1 - 2 = -1: two
    table.lose("810th Battalion");
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent);
    assert_eq!(table.state.publicity(), 1, "in defence as well, and PAVN/NLF losses make none");
}

#[test]
fn a_rout_in_close_combat_counts_for_the_step_and_for_the_rout() {
    block_by_block::proves!("BB-R22");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion"] }, spent: ["F/2/5 Marines"],
            groups: [["810th Battalion", "K4B Battalion"]]"#,
    );
    table.dice(&[1, 6]).play(close_combat(1));
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Routed);
    assert_eq!(table.state.publicity(), 2);
    let causes: Vec<PublicityCause> = table
        .log
        .iter()
        .filter_map(|e| match e {
            Event::PublicityRose { cause, .. } => Some(*cause),
            _ => None,
        })
        .collect();
    let who = unit("F/2/5 Marines");
    assert!(causes.contains(&PublicityCause::StepLost(who)) && causes.contains(&PublicityCause::Rout(who)));

    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-2": ["F/2/5 Marines"], "S2-3": ["810th Battalion", "K4B Battalion"] }, spent: ["F/2/5 Marines"],
            groups: [["810th Battalion", "K4B Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.hold();
    assert_eq!(
        (table.condition("F/2/5 Marines"), table.state.publicity()),
        (Condition::Routed, 1),
        "an assault: the rout only"
    );

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] }, spent: ["F/2/5 Marines", "G/2/5 Marines"],
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[1]).play(heavy_close_combat(1));
    table.lose("F/2/5 Marines");
    assert_eq!(table.state.publicity(), 1, "friendly fire: the rout only");
    table.dice(&[6, 6]).play(level(1));

    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion"] }, routed: ["F/2/5 Marines"],
            groups: [["810th Battalion", "K4B Battalion"]]"#,
    );
    table.dice(&[1, 6]).play(close_combat(1));
    table.settle();
    table.is_eliminated("F/2/5 Marines");
    let step = |e: &Event| matches!(e, Event::PublicityRose { by: 1, cause: PublicityCause::StepLost(_), .. });
    let rout = |e: &Event| matches!(e, Event::PublicityRose { cause: PublicityCause::Rout(_), .. });
    assert_eq!((table.count(step), table.count(rout)), (1, 0), "the last step is a step and no rout");
}

#[test]
fn every_zone_under_pavn_nlf_control_adds_one_in_the_political_phase() {
    block_by_block::proves!("9.1b");
    let mut table = evening(
        r#"us_arvn_zones: [N2, S1, S2, S3], us_arvn_gates: ['C', 'D'], publicity: 5, units: { "O-2": ["810th Battalion"], "S6-1": ["NLF Company 1"] }"#,
    );
    table.finish_turn();
    assert_eq!(table.state.publicity(), 5 + 7);
    assert!(table.log.iter().any(|e| matches!(e, Event::PublicityRose { by: 7, cause: PublicityCause::Zones, .. })));
}

#[test]
fn macv_in_pavn_nlf_hands_alone_adds_two() {
    block_by_block::proves!("9.1c");
    for (macv, more) in
        [(r#"["810th Battalion"]"#, 2), (r#"["810th Battalion", "F/2/5 Marines"]"#, 0), (r#"["F/2/5 Marines"]"#, 0)]
    {
        let mut table = evening(&format!(r#"units: {{ "MACV": {macv}, "S6-1": ["NLF Company 1"] }}"#));
        table.finish_turn();
        assert_eq!(table.state.publicity(), 11 + more, "{macv}");
    }
    let mut table = evening(r#"units: { "S6-1": ["NLF Company 1"] }"#);
    table.finish_turn();
    assert_eq!(table.state.publicity(), 11, "nobody in MACV");
}

#[test]
fn the_tracks_run_from_nought_to_fifty_one() {
    block_by_block::proves!("9.1d", "BB-R8");
    let mut table = evening(r#"publicity: 45, units: { "S6-1": ["NLF Company 1"] }"#);
    table.finish_turn();
    assert_eq!(table.state.publicity(), 51);
    let mut table = Table::set(
        r#"step: UsArvnCombat, destruction: 50, units: { "S2-2": ["F/2/5 Marines", "810th Battalion"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6]).play(heavy_close_combat(1));
    table.dice(&[6, 6]).play(level(2));
    assert_eq!(table.state.destruction(), 51);
    let table = Table::historical();
    assert_eq!((table.state.publicity(), table.state.destruction()), (0, 0));
    for track in ["publicity", "destruction"] {
        let wrong = Table::arrange(&format!(r#"{track}: 52, units: {{ "S6-1": ["NLF Company 1"] }}"#), &[]);
        assert!(matches!(wrong, Err(Halt::Refused(r)) if r.rule.as_str() == "9.1d" || r.rule.as_str() == "BB-R8"));
    }
}

#[test]
fn a_zone_changes_hands_as_soon_as_one_side_stands_there_alone_with_all_gates() {
    block_by_block::proves!("9.2.1");
    let mut table = Table::set(
        r#"step: UsArvnMovement, units: { "S2-3": ["F/2/5 Marines"], "S3-1": ["G/2/5 Marines", "NLF Company 1"] }"#,
    );
    assert_eq!((table.zone(Zone::S2), table.zone(Zone::S3)), (Side::UsArvn, Side::PavnNlf));
    let events = table.play(march("F/2/5 Marines", "S1-3"));
    assert!(events.iter().any(|e| matches!(e, Event::ZoneTaken { zone: Zone::S1, by: Side::UsArvn })), "{events:?}");
    assert_eq!(table.zone(Zone::S2), Side::UsArvn, "it stays until the other side meets the conditions");

    let mut table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['E'], units: { "N1-4": ["F/2/5 Marines"], "N1-5": ["G/2/5 Marines"] }"#,
    );
    assert_eq!(table.zone(Zone::N1), Side::PavnNlf, "gate F is missing");
    table.play(march("F/2/5 Marines", "N1-3"));
    assert_eq!(table.zone(Zone::N1), Side::PavnNlf);
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['E'], units: { "N1-3": ["F/2/5 Marines", "G/2/5 Marines"], "Gate F": ["Tower F"] },
            routed: ["Tower F"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "Gate F")); // 10 points, 2 + 1 = 3: *
    table.lose("F/2/5 Marines");
    table.settle();
    assert_eq!(table.zone(Zone::N1), Side::UsArvn, "with the last gate the zone falls");

    let mut by_land = Table::set(
        r#"step: PavnNlfMovement, us_arvn_zones: [S2], units: { "S3-1": ["810th Battalion"], "MACV": ["F/2/5 Marines"] }"#,
    );
    by_land.play(march("810th Battalion", "S2-3"));
    assert_eq!(by_land.zone(Zone::S2), Side::PavnNlf, "control changes both ways");
}

#[test]
fn a_contested_zone_keeps_its_marker() {
    block_by_block::proves!("BB-R24");
    let mut table = Table::set(
        r#"step: PavnNlfMovement, us_arvn_zones: [S3], units: { "S2-3": ["810th Battalion"], "S3-2": ["F/2/5 Marines"], "S6-1": ["K4C Battalion"] }"#,
    );
    table.play(march("810th Battalion", "S3-1"));
    assert_eq!(table.zone(Zone::S3), Side::UsArvn, "both are in S3");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S3-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"], "S6-1": ["K4C Battalion"] },
            routed: ["810th Battalion"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    assert_eq!(table.zone(Zone::S3), Side::PavnNlf);
    table.dice(&[1, 6]).play(close_combat(1));
    table.settle();
    assert_eq!(table.zone(Zone::S3), Side::UsArvn, "tested after the combat");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S3-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"], "S6-1": ["K4C Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(close_combat(1));
    table.retreat(&[("810th Battalion", "S2-3")]);
    assert_eq!(table.zone(Zone::S3), Side::UsArvn, "and after a retreat");
}

#[test]
fn the_gates_of_a_zone_are_those_lettered_in_it() {
    block_by_block::proves!("BB-R25");
    let needed: &[(&str, &[char])] = &[
        ("N1-5", &['E', 'F']),
        ("N2-1", &['C', 'D']),
        ("N3-1", &['G', 'H']),
        ("N4-3", &['B']),
        ("N5-1", &['A']),
        ("S3-1", &[]),
    ];
    for (area, gates) in needed {
        let held: Vec<String> = gates.iter().map(|g| format!("'{g}'")).collect();
        let zone = pointman_tests::place(area).zone().unwrap_or_else(|| panic!("{area}"));
        let with = |list: &[String]| {
            let fields = format!(
                r#"step: UsArvnMovement, us_arvn_gates: [{}], units: {{ "{area}": ["F/2/5 Marines"] }}"#,
                list.join(", ")
            );
            Table::set(&fields).zone(zone)
        };
        assert_eq!(with(&held), Side::UsArvn, "{area} with {held:?}");
        for missing in 0..held.len() {
            let mut fewer = held.clone();
            fewer.remove(missing);
            assert_eq!(with(&fewer), Side::PavnNlf, "{area} with {fewer:?} only");
        }
    }
}

#[test]
fn clearing_is_counted_first_in_the_political_phase() {
    block_by_block::proves!("9.2.2a");
    let mut table =
        evening(r#"units: { "N1-1": ["800th Battalion"], "N1-4": ["802nd Battalion"], "N1-3": ["NLF Company 1"] }"#);
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::N1), 3);
    let clearing = table.log.iter().position(|e| matches!(e, Event::ClearingRose { zone: Zone::N1, from: 0, to: 3 }));
    let publicity = table.log.iter().position(|e| matches!(e, Event::PublicityRose { .. }));
    assert!(clearing.is_some() && clearing < publicity, "{:?}", table.log);
}

#[test]
fn an_area_with_an_enemy_beside_it_or_an_attack_in_it_is_not_eligible() {
    block_by_block::proves!("9.2.2b");
    let around = r#""N1-1": ["800th Battalion"], "N1-2": ["802nd Battalion"], "N1-3": ["806th Battalion"], "N1-4": ["12th Sappers"]"#;
    // The two examples of the rules.
    let mut table = evening(&format!(r#"us_arvn_gates: ['E', 'F'], units: {{ {around}, "N1-5": ["F/2/5 Marines"] }}"#));
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::N1), 2, "N1-1 and N1-3; the others border N1-5");
    let mut table = evening(&format!(
        r#"clearing: {{ N1: 3 }}, us_arvn_gates: ['F'], units: {{ {around}, "N1-5": ["NLF Company 1"], "Gate F": ["F/2/5 Marines"] }}"#
    ));
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::N1), 5, "an enemy in a gate does not matter");
    // A neighbour of another zone does not matter either.
    let mut table = evening(r#"units: { "N1-5": ["800th Battalion"], "N2-1": ["F/2/5 Marines"] }"#);
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::N1), 1);
    let mut table = evening(r#"attacked: ["S1-2"], units: { "S1-2": ["810th Battalion"], "S1-3": ["NLF Company 1"] }"#);
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::S1), 1, "S1-2 was attacked");
    assert_eq!(table.state.attacked(), PlaceSet::EMPTY, "a new turn, a new count");

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S1-2": ["810th Battalion"], "S1-3": ["NLF Company 1"], "S2-1": ["F/2/5 Marines"] },
            groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "S1-2"));
    table.hold();
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::S1), 1, "even a failed assault counts");
}

#[test]
fn shared_areas_are_not_cleared_and_control_does_not_matter() {
    block_by_block::proves!("BB-R27");
    let mut table = evening(
        r#"us_arvn_zones: [S2], units: { "S1-2": ["810th Battalion", "F/2/5 Marines"], "S2-1": ["K4B Battalion"], "S2-3": ["G/2/5 Marines"] }"#,
    );
    table.finish_turn();
    assert_eq!(table.state.clearing(Zone::S1), 0, "an enemy in the area itself");
    assert_eq!(table.state.clearing(Zone::S2), 1, "the zone has a US/ARVN marker, S2-1 counts nevertheless");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S1-3": ["810th Battalion", "F/2/5 Marines"], "S1-6": ["NLF Company 1"] }, routed: ["F/2/5 Marines"],
            groups: [["810th Battalion"]]"#,
    );
    table.dice(&[1, 6]).play(close_combat(1)); // 3 points, 1 + 1 = 2: one hit
    table.is_eliminated("F/2/5 Marines");
    if table.state.turn() == 1 {
        table.finish_turn();
    }
    assert_eq!(table.state.clearing(Zone::S1), 1, "attacks of PAVN/NLF spoil an area too");
}

#[test]
fn the_clearing_level_never_falls() {
    block_by_block::proves!("9.2.2c");
    let mut table = evening(
        r#"clearing: { N1: 3, S2: 3 }, us_arvn_gates: ['E', 'F'], units: { "N1-5": ["F/2/5 Marines"], "S6-1": ["NLF Company 1"] }"#,
    );
    assert_eq!(table.zone(Zone::N1), Side::UsArvn);
    table.finish_turn();
    assert_eq!((table.state.clearing(Zone::N1), table.state.clearing(Zone::S2)), (3, 3));
}

#[test]
fn clearing_begins_at_nought() {
    block_by_block::proves!("BB-R26");
    let table = Table::historical();
    assert!(Zone::ALL.into_iter().all(|z| table.state.clearing(z) == 0));
    assert_eq!(rules().score(&table.state).clearing, 0);
    assert_eq!(table.zone(Zone::N1), Side::PavnNlf, "the marker in N1-1 is one of control");
}
