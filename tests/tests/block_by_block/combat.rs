//! Heavy weapons, assault, close combat and the modifiers: rules 7.4 to 7.6 and 13.0.

use block_by_block::command::{Command, HeavyLevel};
use block_by_block::event::{GroupEnd, ModifierReason};
use block_by_block::state::Stage;
use block_by_block::tables::AssaultResult;
use block_by_block::{Condition, Event, PlaceSet, Side, Step, UnitSet};
use pointman_tests::{
    Table, assault, close_combat, defend, gate, heavy_assault, heavy_close_combat, level, modifier_sum, pause, place,
    retreat_to, rules, unit,
};
use tabletop::Ruleset;

/// Three companies in S2-3 face one battalion in S2-2 (terrain +2): 15 points, X on 1 and 2, * on 3 to 5, - on 6.
const SOUTH: &str = r#"step: UsArvnCombat, units: {
    "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion"], "S2-1": ["NLF Company 1"],
}, groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#;

/// The same with this force in S2-2.
fn south_against(enemies: &str, more: &str) -> Table {
    Table::set(&format!("{}{more}", SOUTH.replace(r#"["810th Battalion"]"#, enemies)))
}

fn steps_lost(table: &Table, side: Side) -> usize {
    table.count(|e| matches!(e, Event::StepLost { unit, .. } if unit.side() == side))
}

#[test]
fn heavy_weapons_cost_a_step_on_three_or_less_and_give_one_or_two_pips_for_as_much_destruction() {
    block_by_block::proves!("7.4a");
    for (die, number) in [(3, 1), (4, 2)] {
        let mut table = Table::set(SOUTH);
        table.dice(&[die]).play(heavy_assault(1, "S2-2"));
        if die == 3 {
            table.lose("F/2/5 Marines");
            assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent);
        }
        assert_eq!(steps_lost(&table, Side::UsArvn), usize::from(die <= 3));
        assert_eq!((table.stage(), table.state.destruction()), (Some(Stage::Level), 0));
        table.dice(&[6]).play(level(number));
        assert_eq!(table.state.destruction(), number);
        let (roll, _, _) = table.last_assault();
        assert_eq!(modifier_sum(&roll), 2 - i8::try_from(number).unwrap_or(0), "terrain and heavy weapons");
        assert!(
            roll.modifiers.iter().any(|m| matches!(m.reason, ModifierReason::HeavyWeapons(l) if l.number() == number))
        );
    }
    let table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-3": ["810th Battalion"], "S2-2": ["F/2/5 Marines"] }, groups: [["810th Battalion"]]"#,
    );
    table.refuses(&heavy_assault(1, "S2-2"), "7.4a|BB-R45");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[5]).play(heavy_close_combat(1));
    table.dice(&[4, 6]).play(level(2));
    let ((attacker, _), (defender, _)) = table.last_close_combat();
    assert_eq!((modifier_sum(&attacker), modifier_sum(&defender)), (0, -2), "only the US/ARVN die profits");
}

#[test]
fn friendly_fire_comes_before_the_combat_and_destruction_rises_even_if_nobody_is_left_to_attack() {
    block_by_block::proves!("BB-R23", "9.2.2b");
    let mut table = Table::set(SOUTH);
    table.dice(&[1]).play(heavy_assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    table.dice(&[6]).play(level(1));
    assert_eq!(table.last_assault().0.strength, 13, "one company was spent before the die was rolled");
    assert_eq!(table.state.publicity(), 0, "not a loss in close combat");

    let called_off = |options: &str| {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, {options} units: {{ "S2-3": ["F/2/5 Marines"], "S2-2": ["810th Battalion"] }},
                spent: ["F/2/5 Marines"], groups: [["F/2/5 Marines"]]"#
        ));
        table.dice(&[2]).play(heavy_assault(1, "S2-2"));
        table.play(level(2));
        table
    };
    let table = called_off("");
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Routed);
    assert_eq!(table.count(|e| matches!(e, Event::AssaultRolled { .. })), 0);
    assert_eq!(table.count(|e| matches!(e, Event::AttackFailed { .. })), 1);
    assert_eq!(table.state.destruction(), 2);
    assert_eq!(table.state.publicity(), 1, "for the rout, not for the step");
    assert_eq!(table.condition("810th Battalion"), Condition::Fresh);
    assert_eq!(table.state.attacked(), PlaceSet::EMPTY, "what does not take place attacks no area");
    assert_eq!(called_off("options: (rulings: 10),").state.attacked(), place("S2-2").set());
}

#[test]
fn nobody_calls_heavy_weapons_in_defence() {
    block_by_block::proves!("BB-R45");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion"] }, groups: [["810th Battalion"]]"#,
    );
    table.refuses(&heavy_close_combat(1), "7.4a|BB-R45");
    table.dice(&[6, 6]).play(close_combat(1));
    let ((attacker, _), (defender, _)) = table.last_close_combat();
    let heavy = |m: &block_by_block::event::Modifier| matches!(m.reason, ModifierReason::HeavyWeapons(_));
    assert!(!attacker.modifiers.iter().chain(&defender.modifiers).any(heavy));
    assert!(!table.allows(&Command::ChooseLevel { level: HeavyLevel::One }));
}

#[test]
fn an_assault_reads_strength_and_modified_die_on_the_table() {
    block_by_block::proves!("7.5a");
    for die in 1..=6_u8 {
        let mut table = Table::set(&format!("{SOUTH}, spent: [\"F/2/5 Marines\"], routed: [\"G/2/5 Marines\"]"));
        table.dice(&[die]);
        table.dice(if die > 2 { &[1] } else { &[] });
        table.play(assault(1, "S2-2"));
        let (roll, result, _) = table.last_assault();
        assert_eq!((roll.side, roll.strength, roll.die), (Side::UsArvn, 8, die), "3 + 0 + 5");
        assert_eq!(roll.total, i8::try_from(die).unwrap_or(0) + 2);
        let expected = if die <= 2 { AssaultResult::Success } else { AssaultResult::Repulsed };
        assert_eq!(result, expected, "7-8 column at {}", roll.total);
    }
    let need = Table::set(SOUTH).needs(&assault(1, "S2-2"));
    assert_eq!((need.sides, need.rule.as_str()), (6, "7.5a"));
}

#[test]
fn beyond_the_edges_of_the_table_the_nearest_line_is_read() {
    block_by_block::proves!("BB-R37");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['A'], units: { "O-5": ["F/2/5 Marines", "G/2/5 Marines"], "O-6": ["810th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6]).play(heavy_assault(1, "O-6"));
    table.dice(&[1, 6]).play(level(2));
    let (roll, result, _) = table.last_assault();
    assert_eq!((roll.total, result), (-3, AssaultResult::Breakthrough), "1 - 2 - 2");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['G'], units: { "N3-1": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"],
            "PALACE": ["800th Battalion"] }, groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "PALACE"));
    let (roll, result, _) = table.last_assault();
    assert_eq!((roll.total, result), (9, AssaultResult::Repulsed), "6 + 3");
    let crt = rules().combat_table();
    assert_eq!(crt.heading(crt.column(15)), "13+");
    assert_eq!(crt.heading(crt.column(2)), "1–2");
    assert_eq!(crt.cell(6, 9), crt.cell(6, 8));
    assert_eq!(crt.cell(0, -5), crt.cell(0, -2));
    let table = Table::set(
        r#"step: PavnNlfCombat, options: (pavn_fresh_value: 0, rulings: 5), units: { "S2-3": ["810th Battalion"], "S2-2": ["F/2/5 Marines"] },
            groups: [["810th Battalion"]]"#,
    );
    table.refuses(&assault(1, "S2-2"), "BB-R37"); // a group without strength does not attack
}

#[test]
fn a_success_takes_a_step_from_each_side_and_bars_further_assaults() {
    block_by_block::proves!("7.5b");
    let mut table = south_against(r#"["810th Battalion"]"#, ", routed: [\"810th Battalion\"]");
    table.dice(&[4]).play(assault(1, "S2-2"));
    assert_eq!(table.last_assault().1, AssaultResult::Success);
    table.lose("F/2/5 Marines");
    table.settle();
    assert_eq!((steps_lost(&table, Side::UsArvn), steps_lost(&table, Side::PavnNlf)), (1, 1));
    table.stands("G/2/5 Marines", "S2-2");
    table.is_eliminated("810th Battalion");
    assert!(!table.allows(&assault(1, "S2-1")), "after a breakthrough it could go on, after * it cannot");

    let mut table = Table::set(SOUTH);
    table.dice(&[5]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    table.hold();
    table.offers(&close_combat(1));

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "N1-4": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "N1-1": ["800th Battalion"],
            "N1-2": ["NLF Company 1"], "Gate E": ["Tower E"] }, routed: ["800th Battalion"],
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-1")); // 2 + 2 + 1 + 1 = 6: *
    table.lose("F/2/5 Marines");
    table.settle();
    table.refuses(&assault(1, "N1-2"), "7.5b");
    table.play(Command::Split { group: 1, units: vec![unit("H/2/5 Marines")], as_group: true });
    table.play(pause(1));
    table.refuses(&assault(2, "N1-2"), "7.5b"); // splitting is no way round it
}

#[test]
fn after_a_success_a_gate_box_may_still_be_assaulted() {
    block_by_block::proves!("BB-R5");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: { "N1-4": ["F/2/5 Marines", "G/2/5 Marines"], "N1-1": ["800th Battalion"],
            "N1-2": ["NLF Company 1"], "Gate E": ["Tower E"] }, routed: ["800th Battalion"],
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-1")); // 2 + 2 + 1 = 5: *
    table.lose("F/2/5 Marines");
    table.settle();
    table.is_eliminated("800th Battalion");
    table.refuses(&assault(1, "N1-2"), "7.5b");
    table.offers(&assault(1, "Gate E"));
    table.dice(&[2]).play(assault(1, "Gate E")); // 8 points, 2 + 1 = 3: *, the tower is spent
    table.lose("G/2/5 Marines");
    table.hold();
    table.offers(&assault(1, "Gate E")); // and again
    table.refuses(&assault(1, "N1-2"), "7.5b");
}

#[test]
fn a_breakthrough_takes_two_steps_and_risks_one_and_may_go_on() {
    block_by_block::proves!("7.5c");
    for (die, lost) in [(3, 1), (4, 0)] {
        let mut table = south_against(r#"["810th Battalion"]"#, ", spent: [\"810th Battalion\"]");
        table.dice(&[1, die]).play(assault(1, "S2-2"));
        assert_eq!(table.last_assault().1, AssaultResult::Breakthrough);
        table.lose("F/2/5 Marines");
        assert_eq!(steps_lost(&table, Side::PavnNlf), 2);
        table.is_eliminated("810th Battalion");
        table.settle();
        assert_eq!(steps_lost(&table, Side::UsArvn), lost, "die {die}");
        table.stands("G/2/5 Marines", "S2-2");
        table.offers(&assault(1, "S2-1"));
    }
    let mut table = Table::set(SOUTH);
    table.dice(&[1, 6]).play(assault(1, "S2-2"));
    assert_eq!(table.condition("810th Battalion"), Condition::Routed);
    table.retreat(&[("810th Battalion", "S1-1")]);
    table.settle();
    table.offers(&assault(1, "S2-1")); // they retreated: the area is clear
}

#[test]
fn survivors_of_a_breakthrough_bind_the_group() {
    block_by_block::proves!("BB-R34");
    let mut table = Table::set(SOUTH);
    table.dice(&[1, 6]).play(assault(1, "S2-2"));
    table.play(Command::Hold);
    table.refuses(&assault(1, "S2-1"), "7.1c|BB-R34");
    table.offers(&close_combat(1));
}

#[test]
fn a_repulse_keeps_the_group_out_costs_a_step_on_an_even_die_and_ends_its_actions() {
    block_by_block::proves!("7.5d");
    for (die, lost) in [(2, 1), (3, 0)] {
        let mut table = Table::set(SOUTH);
        table.dice(&[6, die]).play(assault(1, "S2-2"));
        assert_eq!(table.last_assault().1, AssaultResult::Repulsed);
        table.lose("F/2/5 Marines");
        table.hold();
        table.stands("F/2/5 Marines", "S2-3");
        assert_eq!((steps_lost(&table, Side::UsArvn), steps_lost(&table, Side::PavnNlf)), (lost, 0), "die {die}");
        assert_eq!(table.finished(1), Some(GroupEnd::Repulsed));
        assert!(!table.allows(&assault(1, "S2-2")));
    }
}

#[test]
fn four_defenders_double_their_losses() {
    block_by_block::proves!("7.5e");
    for (die, more, losses) in [(3, "", 1), (3, r#", "NLF Company 3""#, 2), (1, "", 2), (1, r#", "NLF Company 3""#, 4)]
    {
        let mut table = south_against(&format!(r#"["810th Battalion", "K4B Battalion", "NLF Company 2"{more}]"#), "");
        table.dice(&[die]);
        table.dice(if die == 1 { &[6] } else { &[] });
        table.play(assault(1, "S2-2"));
        for _ in 0..2 {
            table.lose("810th Battalion");
            table.lose("K4B Battalion");
        }
        table.lose("F/2/5 Marines");
        assert_eq!(steps_lost(&table, Side::PavnNlf), losses, "die {die}, with {more}");
        table.hold();
    }
}

#[test]
fn routed_and_static_defenders_count_and_close_combat_does_not_double() {
    block_by_block::proves!("BB-R11");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "S3-3": ["804th Battalion", "810th Battalion", "K4B Battalion"],
            "MACV": ["MACV Team", "F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"] }, routed: ["F/2/5 Marines"],
            groups: [["804th Battalion", "810th Battalion", "K4B Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "MACV")); // 9 points, 1 + 2 = 3: *
    table.lose("G/2/5 Marines");
    table.lose("G/2/5 Marines");
    table.lose("804th Battalion");
    table.hold();
    assert!(table.last_assault().2);
    assert_eq!(steps_lost(&table, Side::UsArvn), 2);

    for (option, losses) in [("false", 1), ("true", 2)] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, options: (double_losses_in_close_combat: {option}), units: {{ "S2-2": ["F/2/5 Marines",
                "G/2/5 Marines", "H/2/5 Marines", "810th Battalion", "K4B Battalion", "NLF Company 1", "NLF Company 2"] }},
                groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#
        ));
        table.play(close_combat(1));
        table.dice(&[3, 6]).play(defend(&["810th Battalion", "K4B Battalion", "NLF Company 1"]));
        for _ in 0..2 {
            table.lose("810th Battalion");
        }
        table.lose("F/2/5 Marines");
        table.hold();
        assert_eq!(steps_lost(&table, Side::PavnNlf), losses, "15 points, 3 + 2 = 5: one hit");
        assert_eq!(usize::from(table.last_close_combat().0.1), losses, "what is told is what is lost");
        let rolled = table.log.iter().find(|e| matches!(e, Event::CloseCombatRolled { .. })).unwrap();
        let told = rules().tell(rolled);
        assert_eq!(told.contains("2 hits"), losses == 2, "{told}");
    }
    let mut table = Table::set(
        r#"step: UsArvnCombat, options: (double_losses_in_close_combat: true), units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines",
            "H/2/5 Marines", "810th Battalion", "K4B Battalion", "NLF Company 1"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#,
    );
    table.play(close_combat(1));
    table.dice(&[3, 6]).play(defend(&["810th Battalion", "K4B Battalion", "NLF Company 1"]));
    table.lose("810th Battalion");
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    assert_eq!(steps_lost(&table, Side::PavnNlf), 1, "three are no crowd");
}

#[test]
fn defenders_do_not_retreat_into_or_through_the_area_the_assault_came_from() {
    block_by_block::proves!("7.5f");
    let mut table = Table::set(SOUTH);
    table.dice(&[3]).play(assault(1, "S2-2"));
    assert_eq!(table.state.routes(), place("S2-3").set());
    table.lose("F/2/5 Marines");
    table.play(Command::Retreat);
    table.refuses(&retreat_to("810th Battalion", "S2-3"), "7.5f|7.7d");
    table.play(retreat_to("810th Battalion", "S2-1"));
    table.settle();
    table.finish_until(Step::PavnNlfGroups);
    assert_eq!(table.state.routes(), PlaceSet::EMPTY, "markers stay until the segment ends");

    let mut table = Table::set(
        &SOUTH
            .replace("NLF Company 1", "A/1/1 Marines")
            .replace(r#""S2-2": ["810th Battalion"]"#, r#""S2-2": ["810th Battalion", "K4B Battalion"]"#),
    );
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.refuses(&Command::Retreat, "7.7g"); // behind S2-3 the city is open, but not through it
    table.hold();
}

#[test]
fn at_most_three_units_defend_in_close_combat() {
    block_by_block::proves!("7.6a");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion", "NLF Company 1", "NLF Company 2"] },
            groups: [["F/2/5 Marines"]], routed: ["NLF Company 2"]"#,
    );
    table.play(close_combat(1));
    assert_eq!(table.to_act(), Some(Side::PavnNlf));
    table.refuses(&defend(&["810th Battalion", "K4B Battalion", "NLF Company 1", "NLF Company 2"]), "7.6a");
    table.refuses(&defend(&[]), "7.6a");
    let disorder = table.refusal(&Command::Defend { units: vec![unit("K4B Battalion"), unit("810th Battalion")] });
    assert_eq!(disorder.rule.as_str(), "7.6a");
    assert!(disorder.because.contains("in the order of the counter list"), "{disorder}");
    table.offers(&defend(&["NLF Company 2"]));
    table.dice(&[6, 6]).play(defend(&["810th Battalion", "K4B Battalion", "NLF Company 2"]));
    assert_eq!(table.last_close_combat().1.0.strength, 7, "3 + 3 + 1");
    assert_eq!(table.last_close_combat().0.0.strength, 5);
}

#[test]
fn both_sides_roll_terrain_is_inverted_for_the_defender_and_hits_are_simultaneous() {
    block_by_block::proves!("7.6b");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] }, routed: ["810th Battalion"],
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[1, 1]).play(close_combat(1));
    let ((attacker, on_defender), (defender, on_attacker)) = table.last_close_combat();
    assert_eq!((attacker.side, attacker.total, on_defender), (Side::UsArvn, 3, 1), "10 points, 1 + 2");
    assert_eq!((defender.side, defender.total, on_attacker), (Side::PavnNlf, -1, 1), "1 point, 1 - 2");
    table.lose("F/2/5 Marines");
    table.is_eliminated("810th Battalion");
    assert_eq!(table.condition("F/2/5 Marines"), Condition::Spent, "the dying battalion still hits");
}

#[test]
fn a_retreat_from_close_combat_ends_the_group() {
    block_by_block::proves!("7.6c");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.play(close_combat(1));
    table.dice(&[6, 6]).play(defend(&["810th Battalion"]));
    table.retreat(&[("810th Battalion", "S2-1")]);
    table.settle();
    assert_eq!(table.finished(1), Some(GroupEnd::DefenderRetreated), "although the K4B battalion is still there");
    assert!(!table.allows(&close_combat(1)));
}

#[test]
fn an_area_in_which_both_sides_died_is_empty() {
    block_by_block::proves!("BB-R46");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "PALACE": ["F/2/5 Marines", "810th Battalion"], "N3-3": ["NLF Company 1"], "MACV": ["MACV Team"] },
            spent: ["F/2/5 Marines"], routed: ["810th Battalion"], groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6]).play(heavy_close_combat(1));
    table.dice(&[1, 1]).play(level(2)); // 3 points at 1 + 3 - 2 = 2: one hit; 1 point at 1 - 3 = -2: two
    table.is_eliminated("F/2/5 Marines");
    table.is_eliminated("810th Battalion");
    assert_eq!(table.state.units_at(place("PALACE")), UnitSet::EMPTY);
    table.offers(&retreat_to("NLF Company 1", "N3-2")); // a friend beside the area may go
    table.settle();
}

#[test]
fn every_modifier_is_listed_with_its_value() {
    block_by_block::proves!("13.0");
    let reasons = |table: &Table| {
        let (roll, _, _) = table.last_assault();
        let mut list: Vec<(ModifierReason, i8)> = roll.modifiers.iter().map(|m| (m.reason, m.value)).collect();
        list.retain(|m| m.1 != 0);
        list
    };
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "N5-3": ["F/2/5 Marines", "G/2/5 Marines"], "O-6": ["810th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6, 6]).play(heavy_assault(1, "O-6"));
    table.play(level(1));
    let found = reasons(&table);
    let expected = [
        (ModifierReason::Terrain(place("O-6")), -2),
        (ModifierReason::EnemyGate(gate('A')), 1),
        (ModifierReason::AcrossBridge, 1),
        (ModifierReason::HeavyWeapons(HeavyLevel::One), -1),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    assert!(expected.iter().all(|m| found.contains(m)), "{found:?}");
    assert_eq!(table.last_assault().0.total, 5);
    for modifier in &table.last_assault().0.modifiers {
        assert!(!rules().modifier_text(modifier).is_empty());
        assert!(block_by_block::rules::is_listed(block_by_block::rules::RULE_IDS, modifier.rule().as_str()));
    }
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "N1-3": ["F/2/5 Marines"], "O-9": ["810th Battalion"], "O-1": ["800th Battalion"] },
            groups: [["810th Battalion"]]"#,
    );
    table.dice(&[6, 1]).play(assault(1, "N1-3"));
    assert_eq!(
        reasons(&table),
        [(ModifierReason::Terrain(place("N1-3")), 2), (ModifierReason::AcrossGate(gate('F')), 1)],
        "gates trouble US/ARVN attackers only"
    );
    table.hold();
}

#[test]
fn the_citadel_is_n1_to_n5() {
    block_by_block::proves!("BB-R1");
    assert!(block_by_block::Place::named("N6-1").is_none());
    for (area, letter) in [("N1-2", 'E'), ("N2-2", 'D'), ("N3-3", 'H'), ("N4-1", 'B'), ("N5-2", 'A')] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, units: {{ "{area}": ["F/2/5 Marines"], "Gate {letter}": ["Tower {letter}"] }}, groups: [["F/2/5 Marines"]]"#
        ));
        table.dice(&[6, 1]).play(assault(1, &format!("Gate {letter}")));
        let (roll, _, _) = table.last_assault();
        assert_eq!((modifier_sum(&roll), roll.modifiers.len()), (1, 1), "{area}: {roll:?}");
    }
}

#[test]
fn the_assault_through_gate_f_adds_three() {
    block_by_block::proves!("BB-R3");
    let mut table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: { "O-9": ["F/2/5 Marines", "G/2/5 Marines"], "N1-3": ["800th Battalion"],
            "Gate E": ["Tower E"] }, groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-3"));
    let (roll, result, _) = table.last_assault();
    assert_eq!((modifier_sum(&roll), roll.total, result), (3, 5, AssaultResult::Success));
    table.lose("F/2/5 Marines");
    table.hold();
}

#[test]
fn an_empty_box_of_the_enemy_is_assaulted_first_and_pavn_nlf_leaves_it_to_its_towers() {
    block_by_block::proves!("8.0b", "BB-R58", "8.0d");
    let set = |options: &str| {
        Table::set(&format!(
            r#"turn: 2, step: UsArvnCombat, {options} us_arvn_gates: ['C'], units: {{ "N2-3": ["A/1/1 Marines"],
                "O-2": ["800th Battalion"], "N2-1": ["802nd Battalion"] }}, groups: [["A/1/1 Marines"]]"#
        ))
    };
    let refusal = set("").refusal(&assault(1, "O-2"));
    assert_eq!((refusal.rule.as_str(), refusal.remedy.as_str()), ("8.0b", "Assault the Gate Box first."));
    set("").offers(&assault(1, "Gate D"));
    assert!(set("").refusal(&assault(1, "Gate C")).remedy.contains("the enemy holds"), "its own gate");
    for (target, rule) in [("O-2", "8.0b"), ("Gate D", "7.1a")] {
        let refusal = set("options: (rulings: 10),").refusal(&assault(1, target));
        assert_eq!(refusal.rule.as_str(), rule);
        assert!(refusal.remedy.contains("move a unit into it in your next Movement Segment"), "{refusal}");
    }
    let table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, us_arvn_gates: ['C'], units: { "N2-3": ["800th Battalion"], "N2-2": ["A/1/1 Marines"] },
            groups: [["800th Battalion"]]"#,
    );
    assert!(table.refusal(&assault(1, "Gate C")).remedy.contains("Gate Tower may infiltrate"));
}

#[test]
fn a_group_that_can_attack_nothing_is_told_why() {
    block_by_block::proves!("7.1a", "BB-R37");
    let why = |units: &str, group: &str| {
        let table = Table::set(&format!("step: UsArvnCombat, units: {{ {units} }}, groups: [[{group}]]"));
        rules().why_no_attack(&table.state, 1).map(|refusal| (refusal.rule.to_string(), refusal.because))
    };
    let far = why(r#""S2-3": ["F/2/5 Marines"], "N1-1": ["810th Battalion"]"#, r#""F/2/5 Marines""#);
    assert_eq!(far, Some(("7.1a".into(), "No enemy is in or beside S2-3.".into())));
    assert_eq!(why(r#""S2-3": ["F/2/5 Marines"], "S2-2": ["810th Battalion"]"#, r#""F/2/5 Marines""#), None);
    let shared = r#""S2-3": ["F/2/5 Marines"], "S2-2": ["G/2/5 Marines", "810th Battalion"]"#;
    let (rule, because) = why(shared, r#""F/2/5 Marines""#).unwrap();
    assert_eq!(rule, "7.1a");
    assert!(because.contains("already in S2-2"), "{because}");
}
