//! The map, the counters, set-up and sequence: rules 2, 4 and 5.

use block_by_block::command::Command;
use block_by_block::units::UnitSize;
use block_by_block::{Condition, Event, Place, Rulings, Scenario, Side, Step, UnitId, UnitKind, UnitSet, Zone};
use pointman_tests::{Table, assault, close_combat, defend, loss, march, place, restore, retreat_to, rules, unit};
use tabletop::files::parse_ron;
use tabletop::{Halt, Ruleset};

/// Three companies in S2-3 face one battalion in S2-2 (terrain +2): 15 points, X on 1 and 2, * on 3 to 5, - on 6.
const SOUTH: &str = r#"step: UsArvnCombat, units: {
    "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion"],
}, groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#;

#[test]
fn eleven_zones_have_numbered_areas_with_terrain_values() {
    block_by_block::proves!("2.1a");
    assert_eq!(Zone::ALL.map(Zone::name), ["N1", "N2", "N3", "N4", "N5", "S1", "S2", "S3", "S4", "S5", "S6"]);
    assert_eq!((Zone::N1.size(), Zone::S6.size()), (5, 4), "five areas in N1 (9.2.2), four in S6 (11.1)");
    for zone in Zone::ALL {
        for (number, area) in (1..).zip(zone.areas()) {
            assert_eq!(area.name(), format!("{zone}-{number}"));
            assert_eq!((area.zone(), area.number()), (Some(zone), Some(number)));
        }
    }
    let terrain = |name| rules().map().terrain(place(name));
    assert_eq!((terrain("N1-1"), terrain("N1-2"), terrain("N1-3"), terrain("O-1")), (2, 1, 2, -2));
    let mut table = Table::set(SOUTH);
    table.dice(&[6, 1]).play(assault(1, "S2-2"));
    assert_eq!(table.last_assault().0.total, 8, "the terrain value of S2-2 is added to the die");
}

#[test]
fn areas_outside_the_zones_count_for_no_control_and_no_clearing() {
    block_by_block::proves!("2.1b");
    let outside: Vec<&str> = Place::areas().filter(|p| p.zone().is_none()).map(Place::name).collect();
    assert_eq!(outside, ["O-1", "O-2", "O-3", "O-4", "O-5", "O-6", "O-7", "O-8", "O-9", "MACV", "PALACE"]);
    let mut table = Table::set(
        r#"step: PavnNlfCombat, turn: 2, units: {
            "O-1": ["800th Battalion"], "MACV": ["804th Battalion"], "PALACE": ["810th Battalion"],
            "O-6": ["1/3 Regiment"], "O-5": ["F/2/5 Marines"],
        }, us_arvn_zones: [N2], us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'],
        groups: [["800th Battalion"]]"#,
    );
    table.finish_turn();
    for zone in Zone::ALL {
        assert_eq!(table.state.clearing(zone), 0, "{zone}");
        let marked = if zone == Zone::N2 { Side::UsArvn } else { Side::PavnNlf };
        assert_eq!(table.zone(zone), marked, "{zone}: nobody stands in a zone, so no marker changes");
    }
}

#[test]
fn counters_have_a_fresh_and_a_spent_value_and_a_size() {
    block_by_block::proves!("2.4a");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "1/3 Regiment"],
            "S2-1": ["810th Battalion", "K4B Battalion"] }, spent: ["G/2/5 Marines", "K4B Battalion"]"#,
    );
    let values = ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion", "K4B Battalion"].map(|u| table.attack_value(u));
    assert_eq!(values, [5, 3, 3, 2]);
    assert_eq!(UnitKind::Marines.size(), UnitSize::Company);
    assert_eq!(UnitKind::Regiment.size(), UnitSize::Battalion);
    assert_eq!(UnitKind::Platoon.size(), UnitSize::Platoon);
    let one_sided = UnitKind::ALL.into_iter().filter(|k| k.one_sided()).collect::<Vec<_>>();
    assert_eq!(one_sided, [UnitKind::MacvTeam, UnitKind::DivisionHq, UnitKind::NlfCompany, UnitKind::Platoon]);
}

#[test]
fn first_loss_of_a_two_sided_unit_turns_it_to_spent() {
    block_by_block::proves!("2.5a");
    let mut table = Table::set(SOUTH);
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    assert_eq!(table.condition("810th Battalion"), Condition::Spent);
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent);
    assert_eq!(table.condition("G/2/5 Marines"), Condition::Fresh);
}

#[test]
fn one_sided_counters_are_routed_by_the_first_hit_and_gone_with_the_second() {
    block_by_block::proves!("2.5b");
    for (place, name) in [("MACV", "MACV Team"), ("N2-3", "1st Division HQ")] {
        let mut table = Table::set(&format!(
            r#"step: PavnNlfCombat, units: {{ "{place}": ["{name}", "804th Battalion", "810th Battalion", "K4B Battalion"] }},
                groups: [["804th Battalion", "810th Battalion", "K4B Battalion"]]"#
        ));
        table.dice(&[1, 6]).play(close_combat(1));
        assert_eq!(table.condition(name), Condition::Routed, "one hit at 9 points and 1 + 2");
        table.hold();
        table.dice(&[1, 6]).play(close_combat(1));
        table.is_eliminated(name);
    }
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["NLF Company 1"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    assert_eq!(table.condition("NLF Company 1"), Condition::Routed);
}

#[test]
fn a_spent_unit_is_routed_and_a_routed_one_eliminated() {
    block_by_block::proves!("2.5c", "2.5d");
    let mut table = Table::set(&format!("{SOUTH}, spent: [\"810th Battalion\"]"));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    assert_eq!(table.condition("810th Battalion"), Condition::Routed);
    let mut table = Table::set(&format!("{SOUTH}, routed: [\"810th Battalion\"]"));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    table.is_eliminated("810th Battalion");
}

#[test]
fn the_unit_that_would_die_is_spared_while_another_can_take_the_loss() {
    block_by_block::proves!("2.5e");
    let mut table = Table::set(&format!("{SOUTH}, routed: [\"F/2/5 Marines\"], spent: [\"G/2/5 Marines\"]"));
    table.dice(&[1]).play(assault(1, "S2-2")); // 8 points, 1 + 2 = 3: *
    table.refuses(&loss("F/2/5 Marines"), "2.5e");
    table.offers(&loss("G/2/5 Marines"));
    table.offers(&loss("H/2/5 Marines"));
    table.play(loss("G/2/5 Marines"));
    assert_eq!(table.condition("G/2/5 Marines"), Condition::Routed);
}

#[test]
fn each_loss_asks_anew_who_would_survive_it() {
    block_by_block::proves!("BB-R48");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"],
            "S2-2": ["810th Battalion", "NLF Company 1"] }, routed: ["NLF Company 1"],
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[1, 6]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("810th Battalion");
    assert_eq!(table.condition("810th Battalion"), Condition::Routed, "both steps fall on the unit that survives them");
    assert_eq!(table.condition("NLF Company 1"), Condition::Routed);

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"],
            "S2-2": ["810th Battalion", "NLF Company 1"] }, routed: ["NLF Company 1"], spent: ["810th Battalion"],
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[1, 6]).play(assault(1, "S2-2"));
    if table.condition("810th Battalion") == Condition::Spent {
        table.play(loss("810th Battalion"));
    }
    table.offers(&loss("NLF Company 1"));
    table.offers(&loss("810th Battalion"));
    table.play(loss("NLF Company 1"));
    table.is_eliminated("NLF Company 1");
}

#[test]
fn a_routed_unit_adds_nothing_to_the_attack_and_may_belong_to_the_group() {
    block_by_block::proves!("2.6a");
    let mut table = Table::set(&format!("{SOUTH}, routed: [\"F/2/5 Marines\"]"));
    assert_eq!(table.attack_value("F/2/5 Marines"), 0);
    table.dice(&[6, 1]).play(assault(1, "S2-2"));
    assert_eq!(table.last_assault().0.strength, 10);
}

#[test]
fn a_routed_unit_defends_with_one() {
    block_by_block::proves!("2.6b");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion", "NLF Company 1"] },
            routed: ["810th Battalion", "NLF Company 1"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(close_combat(1));
    if table.allows(&defend(&["810th Battalion", "NLF Company 1"])) {
        table.play(defend(&["810th Battalion", "NLF Company 1"]));
    }
    assert_eq!(table.last_close_combat().1.0.strength, 2, "one for each of the two");
    assert_eq!(rules().defence_value(&table.state, unit("810th Battalion")), 1);
}

#[test]
fn a_rout_lasts_until_it_is_lifted_with_replacements() {
    block_by_block::proves!("2.6c");
    let mut table = Table::set(
        r#"step: PavnNlfGroups, turn: 1, units: { "MACV": ["F/2/5 Marines"], "S6-4": ["K4C Battalion"] },
            routed: ["F/2/5 Marines", "K4C Battalion"]"#,
    );
    table.finish_until(Step::UsArvnReplacements);
    assert_eq!(table.state.turn(), 2);
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Routed);
    table.play(restore("F/2/5 Marines"));
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent, "the rout is lifted, the spent side stays");
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!(table.condition("K4C Battalion"), Condition::Routed, "PAVN/NLF recovers on turn 3 only");
}

#[test]
fn routed_units_move_advance_and_retreat() {
    block_by_block::proves!("2.6d");
    let mut table =
        Table::set(r#"step: UsArvnMovement, units: { "S2-3": ["F/2/5 Marines"] }, routed: ["F/2/5 Marines"]"#);
    table.play(march("F/2/5 Marines", "S2-1"));
    table.stands("F/2/5 Marines", "S2-1");

    let mut table = Table::set(
        &format!("{SOUTH}, routed: [\"F/2/5 Marines\", \"810th Battalion\"]")
            .replace(r#""S2-2": ["810th Battalion"]"#, r#""S2-2": ["810th Battalion", "K4B Battalion"]"#),
    );
    table.dice(&[1]).play(assault(1, "S2-2")); // 10 points, 1 + 2 = 3: *
    table.lose("K4B Battalion");
    table.lose("G/2/5 Marines");
    table.stands("F/2/5 Marines", "S2-2");
    table.play(Command::Retreat);
    table.play(retreat_to("810th Battalion", "S2-1"));
    table.stands("810th Battalion", "S2-1");
}

#[test]
fn every_unit_of_either_side_and_every_tower_can_be_routed() {
    block_by_block::proves!("BB-R9");
    let mut table = Table::set(&format!("{SOUTH}, spent: [\"810th Battalion\", \"F/2/5 Marines\"]"));
    table.dice(&[3]).play(assault(1, "S2-2")); // 13 points, 3 + 2 = 5: *
    table.lose("F/2/5 Marines");
    assert_eq!(table.condition("810th Battalion"), Condition::Routed);
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Routed);

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "N3-3": ["1/3 Regiment", "2nd Airborne", "7th Airborne"], "Gate H": ["Tower H"] },
            groups: [["2nd Airborne", "7th Airborne", "1/3 Regiment"]]"#,
    );
    table.dice(&[1, 6]).play(assault(1, "Gate H")); // 11 points, 1 + 1 = 2: X
    assert_eq!(table.condition("Tower H"), Condition::Routed);
}

#[test]
fn the_historical_set_up_is_that_of_the_rules_counter_for_counter() {
    block_by_block::proves!("4.1");
    let table = Table::historical();
    let expected: &[(&str, UnitKind, usize)] = &[
        ("MACV", UnitKind::MacvTeam, 1),
        ("MACV", UnitKind::Marines, 5),
        ("N2-3", UnitKind::DivisionHq, 1),
        ("N2-3", UnitKind::Airborne, 2),
        ("N2-3", UnitKind::Regiment, 1),
        ("N2-3", UnitKind::HacBao, 1),
        ("O-8", UnitKind::Regiment, 1),
        ("S2-3", UnitKind::Pavn4th, 1),
        ("S4-1", UnitKind::Pavn4th, 1),
        ("S5-2", UnitKind::Pavn4th, 1),
        ("S6-4", UnitKind::Pavn4th, 1),
        ("S3-3", UnitKind::Pavn4th, 2),
        ("N2-1", UnitKind::Pavn6th, 1),
        ("N2-2", UnitKind::Pavn6th, 1),
        ("N1-5", UnitKind::Pavn6th, 2),
        ("N4-2", UnitKind::NlfCompany, 1),
        ("N4-4", UnitKind::NlfCompany, 1),
        ("N5-1", UnitKind::NlfCompany, 1),
        ("S1-6", UnitKind::NlfCompany, 1),
        ("S2-1", UnitKind::NlfCompany, 1),
        ("S4-3", UnitKind::NlfCompany, 1),
    ];
    for (at, kind, count) in expected {
        let there = UnitId::each(table.state.units_at(place(at))).filter(|u| u.kind() == *kind).count();
        assert_eq!(there, *count, "{kind:?} in {at}");
    }
    let on_map = UnitId::all().filter(|u| table.state.place(*u).is_some());
    assert!(on_map.clone().all(|u| table.state.condition(u) == Condition::Fresh));
    assert_eq!(on_map.count(), expected.iter().map(|e| e.2).sum::<usize>() + 6, "and six Gate Towers");
    for letter in ['A', 'B', 'E', 'F', 'G', 'H'] {
        table.stands(&format!("Tower {letter}"), &format!("Gate {letter}"));
        assert_eq!(table.gate(letter), Side::PavnNlf);
    }
    for letter in ['C', 'D'] {
        assert_eq!(table.state.units_at(place(&format!("Gate {letter}"))), UnitSet::EMPTY);
        assert_eq!(table.gate(letter), Side::UsArvn);
    }
    for zone in Zone::ALL {
        let us_arvn = matches!(zone, Zone::N2 | Zone::N3);
        assert_eq!(table.zone(zone) == Side::UsArvn, us_arvn, "{zone}");
        assert_eq!(table.state.clearing(zone), 0);
    }
    assert_eq!((table.state.turn(), table.state.publicity(), table.state.destruction()), (1, 0, 0));
    assert_eq!(table.state.step(), Step::Garrisons);
    let marines = UnitId::each(table.state.units_at(Place::MACV)).map(UnitId::formation);
    assert_eq!(marines.clone().filter(|f| *f == "2/5").count(), 3);
    assert_eq!(marines.filter(|f| *f == "1/1").count(), 2);
}

#[test]
fn phases_and_segments_follow_in_order() {
    block_by_block::proves!("5.0");
    let mut table = Table::historical();
    let mut seen = vec![(table.state.turn(), table.state.step())];
    while table.state.turn() < 3 {
        table.finish_step();
        seen.push((table.state.turn(), table.state.step()));
    }
    assert!(seen.windows(2).all(|w| w[0] < w[1]), "{seen:?}");
    let at = |step| seen.iter().position(|s| *s == (2, step)).unwrap_or_else(|| panic!("{step:?} missing: {seen:?}"));
    assert!(at(Step::PavnNlfMovement) < at(Step::UsArvnMovement));
    assert!(at(Step::UsArvnMovement) < at(Step::UsArvnGroups));
    assert!(at(Step::UsArvnGroups) < at(Step::PavnNlfGroups));
    let mut table = Table::historical();
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!(table.to_act(), Some(Side::PavnNlf));
    table.refuses(&march("F/2/5 Marines", "S4-2"), "5.0");
    table.finish_until(Step::UsArvnMovement);
    assert_eq!(table.to_act(), Some(Side::UsArvn));
    table.refuses(&march("804th Battalion", "S3-2"), "5.0");
}

#[test]
fn the_first_phase_has_one_order() {
    block_by_block::proves!("BB-R43");
    let mut table = Table::arrange(
        r#"turn: 3, step: UsArvnReplacements, units: { "N2-3": ["Hac Bao", "2nd Airborne"], "O-8": ["810th Battalion"],
            "S6-4": ["K4C Battalion"], "Gate A": ["Tower A"] }, spent: ["Hac Bao", "810th Battalion", "Tower A"], us_arvn_gates: ['C', 'D']"#,
        &[],
    )
    .unwrap_or_else(|h| panic!("{h:?}"));
    table.dice(&[6]); // Tower A stays spent
    let mut seen = vec![table.state.step()];
    while table.state.step() < Step::UsArvnMovement {
        table.finish_step();
        if seen.last() != Some(&table.state.step()) {
            seen.push(table.state.step());
        }
        if table.state.step() == Step::PavnNlfMovement {
            table.stands("2nd Airborne", "N2-3");
        }
    }
    assert_eq!(
        seen,
        [
            Step::UsArvnReplacements,
            Step::PavnNlfReplacements,
            Step::Infiltration,
            Step::UsArvnReinforcements,
            Step::PavnNlfReinforcements,
            Step::PavnNlfMovement,
            Step::UsArvnMovement
        ]
    );
    assert_eq!(table.at("2nd Airborne"), None, "gone at the beginning of the US/ARVN Movement Segment");
    let position = |which: &dyn Fn(&Event) -> bool| table.log.iter().position(which);
    let rolled = position(&|e| matches!(e, Event::TowerRolled { .. }));
    let infiltration = position(&|e| matches!(e, Event::StepBegan { step: Step::UsArvnReinforcements }));
    assert!(rolled.is_some() && rolled < infiltration, "recovery dice come before infiltration ends");

    let table = Table::set(r#"turn: 5, step: Exit, units: { "S1-1": ["810th Battalion"], "N2-3": ["Hac Bao"] }"#);
    assert_eq!(table.state.step(), Step::Exit);
    assert!(Step::PavnNlfReinforcements < Step::Exit && Step::Exit < Step::PavnNlfMovement);
}

#[test]
fn the_game_has_five_turns() {
    block_by_block::proves!("5.1");
    let mut table = Table::historical();
    let mut last = 1;
    while table.state.step() != Step::Over {
        table.finish_step();
        assert!(table.state.turn() == last || table.state.turn() == last + 1);
        last = table.state.turn();
    }
    assert_eq!(last, 5);
    assert!(rules().outcome(&table.state).is_some());
    assert_eq!(table.to_act(), None);
    assert!(table.options().is_empty());
}

#[test]
fn a_scenario_gives_fresh_battalions_an_attack_value_between_a_spent_ones_and_nine() {
    block_by_block::proves!("2.4a");
    let rules = pointman_tests::library().load::<block_by_block::BlockByBlock>().unwrap();
    let begin = |value: u8, older: bool| {
        let mut scenario = pointman_tests::library().scenario::<block_by_block::BlockByBlock>("historical").unwrap();
        scenario.options.pavn_fresh_value = Some(value);
        scenario.options.rulings = if older { Rulings::of(5) } else { Rulings::default() };
        tabletop::Ruleset::begin(&rules, &scenario, &mut tabletop::dice::Seeded::new(1))
    };
    assert!(begin(2, false).is_ok() && begin(9, false).is_ok());
    for value in [0, 1, 10] {
        let Err(tabletop::Halt::Refused(refusal)) = begin(value, false) else { panic!("it begins with {value}") };
        assert_eq!((refusal.rule.as_str(), refusal.remedy.contains("from 2 to 9")), ("2.4a", true));
    }
    assert!(begin(0, true).is_ok(), "games saved before the bound go on");
}

#[test]
fn a_scenario_with_what_the_rules_exclude_is_refused() {
    block_by_block::proves!("10.1", "12.1", "11.1c", "9.2.2b", "11.2");
    let begin = |fields: &str, sets: u8| {
        let text = format!(
            r#"{fields}, options: (rulings: {sets}), spent: ["F/2/5 Marines"], us_arvn_gates: ['C', 'D'],
                units: {{ "S2-1": ["F/2/5 Marines"], "N2-3": ["1st Division HQ"], "N4-4": ["NLF Company 2"] }}"#
        );
        pointman_tests::Table::arrange(&text, &[])
    };
    for (fields, rule) in [
        ("turn: 1, step: UsArvnReplacements, points: 3", "10.1"),
        (r#"turn: 4, step: UsArvnMovement, withdrawn: ["800th Battalion"]"#, "12.1"),
        (r#"turn: 5, step: UsArvnReplacements, withdrawn: ["800th Battalion"]"#, "12.1"),
        (r#"turn: 4, step: UsArvnMovement, lost: ["B/1/1 Marines"]"#, "11.1c"),
        (r#"turn: 4, step: UsArvnMovement, lost: ["Tower B"]"#, "11.1c"),
        (r#"turn: 2, step: UsArvnMovement, attacked: ["Gate A"]"#, "9.2.2b"),
        ("turn: 4, step: UsArvnMovement, airborne_penalty: 7", "11.2"),
        ("turn: 3, step: PavnNlfMovement, airborne_penalty: 255", "11.2"),
        ("turn: 3, step: UsArvnMovement, airborne_penalty: 1", "11.2"),
    ] {
        let Err(tabletop::Halt::Refused(refusal)) = begin(fields, 10) else { panic!("it begins: {fields}") };
        assert_eq!(refusal.rule.as_str(), rule, "{fields}: {refusal}");
        assert!(begin(fields, 6).is_ok(), "games saved before go on: {fields}");
    }
    // Since the tenth set what can have happened later only as well.
    for (fields, rule) in [
        (r#"turn: 4, step: UsArvnReplacements, lost: ["5th RVN Marines"]"#, "11.1c"),
        (r#"turn: 3, step: UsArvnReinforcements, lost: ["1st Reserve"]"#, "11.1c"),
        (r#"turn: 3, step: PavnNlfMovement, withdrawn: ["2nd Airborne"]"#, "11.2"),
    ] {
        let Err(tabletop::Halt::Refused(refusal)) = begin(fields, 10) else { panic!("it begins: {fields}") };
        assert_eq!(refusal.rule.as_str(), rule, "{fields}: {refusal}");
        assert!(begin(fields, 9).is_ok(), "games saved before go on: {fields}");
    }
    for fields in [
        r#"turn: 4, step: UsArvnReinforcements, lost: ["5th RVN Marines"]"#,
        r#"turn: 3, step: UsArvnMovement, withdrawn: ["2nd Airborne"]"#,
        "turn: 2, step: UsArvnReplacements, points: 3",
        r#"turn: 5, step: UsArvnMovement, withdrawn: ["800th Battalion"]"#,
        r#"turn: 4, step: UsArvnMovement, lost: ["5th RVN Marines"]"#,
        r#"turn: 2, step: UsArvnMovement, attacked: ["N1-1"]"#,
        "turn: 3, step: UsArvnGroups, airborne_penalty: 6",
    ] {
        assert!(begin(fields, 10).is_ok(), "{fields}");
    }
}

#[test]
fn an_airborne_penalty_that_an_old_file_overstates_stays_where_it_is() {
    block_by_block::proves!("11.2");
    let mut table = pointman_tests::Table::set(
        r#"turn: 3, step: PavnNlfMovement, options: (rulings: 6), airborne_penalty: 255, routed: ["2nd Airborne"],
            units: { "N2-3": ["1st Division HQ", "2nd Airborne"], "N4-4": ["NLF Company 2"], "S2-1": ["F/2/5 Marines"] },
            eliminated: ["7th Airborne"]"#,
    );
    table.finish_until(Step::UsArvnMovement);
    assert_eq!(table.state.airborne_penalty(), 255);
}

#[test]
fn a_unit_that_never_was_on_the_map_has_detached_nobody() {
    block_by_block::proves!("8.2a");
    let fight = r#"units: { "S1-1": ["804th Battalion"], "S1-2": ["A/1/1 Marines"] }"#;
    let fields = format!(r#"turn: 2, step: UsArvnMovement, {fight}, detached: {{ "5th RVN Marines": 1 }}"#);
    let Err(Halt::Refused(refusal)) = Table::arrange(&fields, &[]) else { panic!("it begins") };
    assert_eq!(refusal.rule.as_str(), "8.2a", "{refusal}");
    // Games that were saved before go on.
    assert!(Table::arrange(&format!("{fields}, options: (rulings: 7)"), &[]).is_ok());
    let late =
        r#"turn: 2, step: UsArvnMovement, eliminated: ["Hac Bao"], detached: { "Hac Bao": 2, "5th RVN Marines": 0 }"#;
    assert!(Table::arrange(&format!("{late}, {fight}"), &[]).is_ok(), "a unit that is gone has been there");
}

#[test]
fn a_scenario_that_names_a_place_twice_loses_nobody() {
    block_by_block::proves!("4.1");
    for (fields, twice) in [
        (r#"units: { "N1-1": ["F/2/5 Marines"], "N1-5": ["800th Battalion"], "N1-1": ["G/2/5 Marines"] }"#, "N1-1"),
        ("units: {}, clearing: { N1: 3, N1: 0 }", "N1"),
        (r#"units: {}, detached: { "Hac Bao": 1, "Hac Bao": 0 }"#, "Hac Bao"),
    ] {
        let text = format!("(title: \"Test\", summary: \"Test\", {fields})");
        let told = parse_ron::<Scenario>("twice", &text).expect_err(twice).to_string();
        assert!(told.contains(&format!("`{twice}` is written twice. Keep one of the two.")), "{told}");
    }
}
