//! Defensive actions: rule 7.7.

use block_by_block::command::{Command, Garrison};
use block_by_block::state::Stage;
use block_by_block::{Condition, Event, Side, UnitSet};
use pointman_tests::{
    Table, assault, close_combat, counterattack, defend, modifier_sum, occupy, pause, place, retreat_to, rules, unit,
};

/// Three companies in S2-3 face two battalions in S2-2 (terrain +2): 15 points, X on 1 and 2, * on 3 to 5, - on 6.
const SOUTH: &str = r#"step: UsArvnCombat, units: {
    "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion", "K4B Battalion"],
}, groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#;

/// SOUTH after a *: the 810th and F are spent, everybody stands in S2-2, and the defender is asked.
fn struck(more: &str) -> Table {
    let mut table = Table::set(&format!("{SOUTH}{more}"));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table
}

/// A company in MACV is driven by two battalions from S3-2; `units` adds others, and more fields after them.
fn macv(units: &str, more: &str) -> Table {
    let mut table = Table::set(&format!(
        r#"step: PavnNlfCombat, units: {{ "MACV": ["F/2/5 Marines"], "S3-2": ["804th Battalion", "810th Battalion"], {units} }},
            groups: [["804th Battalion", "810th Battalion"]] {more}"#
    ));
    table.dice(&[1]).play(assault(1, "MACV")); // 6 points, 1 + 2 = 3: *
    table.lose("F/2/5 Marines");
    table.lose("804th Battalion");
    table
}

#[test]
fn the_defender_must_answer_and_may_hold() {
    block_by_block::proves!("7.7a");
    let mut table = struck("");
    assert_eq!((table.stage(), table.to_act()), (Some(Stage::DefensiveAction), Some(Side::PavnNlf)));
    assert!(!table.allows(&close_combat(1)) && !table.allows(&pause(1)), "the attack waits for the answer");
    table.play(Command::Hold);
    table.stands("810th Battalion", "S2-2");
    table.stands("K4B Battalion", "S2-2");
    assert_eq!(table.to_act(), Some(Side::UsArvn));
    table.offers(&close_combat(1));
}

#[test]
fn one_pavn_unit_strikes_one_attacker_without_terrain_and_a_hit_unit_leaves_the_group() {
    block_by_block::proves!("7.7b");
    let mut table = struck("");
    table.offers(&counterattack("810th Battalion", "H/2/5 Marines"));
    table.dice(&[2, 6]).play(counterattack("K4B Battalion", "G/2/5 Marines")); // 3 points at 2: one hit
    let ((attacker, hits), (defender, back)) = table.last_close_combat();
    assert_eq!((attacker.side, attacker.strength, hits), (Side::PavnNlf, 3, 1));
    assert_eq!((defender.side, defender.strength, back), (Side::UsArvn, 5, 0));
    assert_eq!(table.condition("G/2/5 Marines"), Condition::Spent);
    assert_eq!(table.state.group_of(unit("G/2/5 Marines")), None);
    table.stands("G/2/5 Marines", "S2-2");
    table.play(close_combat(1));
    table.dice(&[6, 6]).play(defend(&["K4B Battalion"]));
    assert_eq!(table.last_close_combat().0.0.strength, 8, "F is spent, H fresh, and G fights no more");

    let mut table = struck("");
    table.dice(&[6, 1]).play(counterattack("K4B Battalion", "G/2/5 Marines")); // 5 points at 1: one hit
    assert_eq!(table.condition("K4B Battalion"), Condition::Spent);
    assert_eq!(table.state.group_of(unit("G/2/5 Marines")), Some(1), "who is not hit stays");

    let table = macv(r#""S5-1": ["G/2/5 Marines"]"#, ", us_arvn_zones: [S5]");
    table.refuses(&counterattack("F/2/5 Marines", "804th Battalion"), "7.7b");
}

#[test]
fn a_counterattack_uses_terrain_only_by_option() {
    block_by_block::proves!("BB-R4");
    for (option, value) in [("false", 0), ("true", 2)] {
        let mut table = struck(&format!(", options: (counterattack_terrain: {option})"));
        table.dice(&[6, 6]).play(counterattack("K4B Battalion", "F/2/5 Marines"));
        let ((attacker, _), (defender, _)) = table.last_close_combat();
        assert_eq!((modifier_sum(&attacker), modifier_sum(&defender)), (value, -value));
    }
}

#[test]
fn unrouted_units_counterattack_in_a_shared_area_and_their_hits_make_headlines() {
    block_by_block::proves!("BB-R19");
    let mut table = Table::set(&SOUTH.replace(r#", "H/2/5 Marines"]"#, "]"));
    table.dice(&[6, 1]).play(assault(1, "S2-2")); // 10 points at 8: repulsed
    table.refuses(&counterattack("K4B Battalion", "F/2/5 Marines"), "BB-R19|7.7b");
    table.offers(&Command::Retreat); // but the defender is asked
    table.hold();

    let mut table = Table::set(&format!("{SOUTH}, routed: [\"810th Battalion\"]"));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("K4B Battalion");
    table.lose("F/2/5 Marines");
    table.refuses(&counterattack("810th Battalion", "F/2/5 Marines"), "BB-R19|2.6a");
    table.refuses(&counterattack("K4B Battalion", "A/1/1 Marines"), "7.7b");

    let mut table = Table::set(&SOUTH.replace("K4B Battalion", "NLF Company 1"));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.offers(&counterattack("NLF Company 1", "G/2/5 Marines")); // NLF too

    let mut table = struck("");
    assert_eq!(table.state.publicity(), 0);
    table.dice(&[1, 6]).play(counterattack("K4B Battalion", "G/2/5 Marines"));
    assert_eq!(table.state.publicity(), 1, "a step lost in close combat");

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion", "K4B Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.play(close_combat(1));
    table.dice(&[6, 6]).play(defend(&["810th Battalion"]));
    table.offers(&counterattack("810th Battalion", "G/2/5 Marines")); // after close combat as well
}

/// A close combat of two companies against two battalions, of which only `named` defends.
fn close_combat_against(named: &str, more: &str) -> Table {
    let mut table = Table::set(&format!(
        r#"step: UsArvnCombat, units: {{ "S3-1": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion", "K4B Battalion"] }},
            groups: [["F/2/5 Marines", "G/2/5 Marines"]] {more}"#
    ));
    table.play(close_combat(1));
    table.dice(&[1, 6]).play(defend(&[named])); // 10 points at 1 + 1: two hits
    table
}

#[test]
fn a_unit_that_was_not_named_to_defend_may_strike_back_too() {
    block_by_block::proves!("7.7b", "BB-R19");
    let mut table = close_combat_against("810th Battalion", "");
    table.offers(&counterattack("K4B Battalion", "G/2/5 Marines")); // the 810th is routed
    table.refuses(&counterattack("810th Battalion", "G/2/5 Marines"), "BB-R19");
    table.dice(&[2, 6]).play(counterattack("K4B Battalion", "G/2/5 Marines"));
    assert_eq!(table.condition("G/2/5 Marines"), Condition::Spent);

    // If those who defended are gone, the others are asked.
    let table = close_combat_against("810th Battalion", r#", spent: ["810th Battalion"]"#);
    assert_eq!((table.stage(), table.state.place(unit("810th Battalion"))), (Some(Stage::DefensiveAction), None));
    table.offers(&counterattack("K4B Battalion", "G/2/5 Marines"));
    assert!(!table.allows(&Command::Retreat), "those who took no part do not retreat");

    let table = close_combat_against("810th Battalion", ", options: (rulings: 8)");
    assert!(!table.allows(&counterattack("K4B Battalion", "G/2/5 Marines")));
}

#[test]
fn after_an_assault_all_retreat_and_after_close_combat_those_who_fought_as_far_as_they_like() {
    block_by_block::proves!("7.7c");
    let mut table = struck("");
    table.play(Command::Retreat);
    table.refuses(&Command::Done, "7.7c|7.3");
    table.play(retreat_to("810th Battalion", "S1-1")); // S2-1, S1-2, S1-1
    table.play(retreat_to("K4B Battalion", "S2-1"));
    table.settle();
    table.stands("810th Battalion", "S1-1");
    assert_eq!(table.state.side_at(Side::PavnNlf, place("S2-2")), UnitSet::EMPTY);

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion", "K4B Battalion"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.play(close_combat(1));
    table.dice(&[6, 6]).play(defend(&["810th Battalion"]));
    table.play(Command::Retreat);
    table.refuses(&retreat_to("K4B Battalion", "S2-1"), "7.7c");
    table.play(retreat_to("810th Battalion", "S2-1"));
    table.settle();
    table.stands("K4B Battalion", "S2-2");
}

#[test]
fn a_retreat_passes_only_where_it_could_end_and_does_not_stop_beside_enemies() {
    block_by_block::proves!("BB-R33");
    let mut table = Table::set(&format!(
        "{}, us_arvn_zones: [S3]",
        SOUTH.replace(
            r#""S2-2":"#,
            r#""S1-1": ["A/1/1 Marines"], "S1-6": ["NLF Company 1"], "S3-1": ["B/1/1 Marines"], "S2-2":"#
        )
    ));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.play(Command::Retreat);
    table.offers(&retreat_to("810th Battalion", "S1-3")); // past the enemy in S1-1, through S1-2
    table.refuses(&retreat_to("810th Battalion", "S2-2"), "7.7d|BB-R33"); // not back into the fight
    table.refuses(&retreat_to("810th Battalion", "S1-1"), "7.7d");
    table.refuses(&retreat_to("810th Battalion", "S3-3"), "7.7d"); // over the Kho Rèn bridge into a US/ARVN zone
    table.offers(&retreat_to("810th Battalion", "S4-1"));

    let mut table = Table::set(&SOUTH.replace(r#""S2-2":"#, r#""S1-2": ["A/1/1 Marines"], "S2-2":"#));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.play(Command::Retreat);
    table.offers(&retreat_to("810th Battalion", "S2-1"));
    table.refuses(&retreat_to("810th Battalion", "S1-3"), "7.7d"); // only past the enemy in S1-2
    table.refuses(&retreat_to("810th Battalion", "S3-1"), "7.7d"); // only through S2-3, from which they came
}

#[test]
fn four_kinds_of_areas_are_closed_to_a_retreat() {
    block_by_block::proves!("7.7d");
    let mut table = Table::set(&format!(
        "{}, us_arvn_zones: [S1]",
        SOUTH.replace(r#""S2-2":"#, r#""S1-1": ["A/1/1 Marines"], "S2-2":"#)
    ));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    assert_eq!(table.zone(block_by_block::Zone::S1), Side::UsArvn);
    table.play(Command::Retreat);
    table.refuses(&retreat_to("810th Battalion", "S1-2"), "7.7d"); // an enemy-controlled zone
    table.refuses(&retreat_to("810th Battalion", "S2-3"), "7.7d|7.5f"); // where the assault came from

    let mut table = Table::set(&SOUTH.replace(r#""S2-2":"#, r#""S2-1": ["A/1/1 Marines", "NLF Company 1"], "S2-2":"#));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.refuses(&Command::Retreat, "7.7g"); // an enemy in S2-1, although a friend is there
    table.hold();

    let open = macv(r#""S5-1": ["G/2/5 Marines"]"#, ", us_arvn_zones: [S5]");
    assert!(open.allows(&Command::Retreat));
    let cleared = macv(r#""S5-1": ["G/2/5 Marines"]"#, ", us_arvn_zones: [S5], clearing: { S5: 3 }");
    assert!(!cleared.allows(&Command::Retreat), "S5 is cleared by PAVN/NLF");
    let begun = macv(r#""S5-1": ["G/2/5 Marines"]"#, ", us_arvn_zones: [S5], clearing: { S5: 2 }");
    assert!(begun.allows(&Command::Retreat), "two of three areas are not the whole zone");
}

#[test]
fn pavn_nlf_retreats_into_zones_it_has_cleared() {
    block_by_block::proves!("BB-R32");
    let mut table = struck(", clearing: { S1: 6 }");
    table.play(Command::Retreat);
    table.offers(&retreat_to("810th Battalion", "S1-2"));
}

#[test]
fn the_order_of_preference_is_advice_unless_the_option_makes_it_binding() {
    block_by_block::proves!("7.7e", "BB-R7");
    for strict in [false, true] {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, options: (strict_retreat_order: {strict}), us_arvn_gates: ['F'], units: {{
                "N1-4": ["F/2/5 Marines", "G/2/5 Marines"], "N1-1": ["800th Battalion"], "N1-2": ["H/2/5 Marines"],
                "O-9": ["A/1/1 Marines"], "O-2": ["2/3 Regiment"], "Gate E": ["Tower E"] }}, spent: ["800th Battalion"],
                groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#
        ));
        table.dice(&[2]).play(assault(1, "N1-1")); // 2 + 2 + 1 = 5: *
        table.lose("F/2/5 Marines");
        table.play(Command::Retreat);
        table.offers(&retreat_to("800th Battalion", "N1-3"));
        if strict {
            table.refuses(&retreat_to("800th Battalion", "O-1"), "7.7e");
        } else {
            table.offers(&retreat_to("800th Battalion", "O-1"));
        }
        for closed in ["N1-4", "N1-2", "O-9"] {
            table.refuses(&retreat_to("800th Battalion", closed), "7.7d|7.5f");
        }
    }
}

/// The battalion is driven from N1-1, and may go far as long as it crosses no gate.
fn driven_from_n1_1() -> Table {
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, options: (strict_retreat_order: true), units: {
            "N1-4": ["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines"], "N1-1": ["800th Battalion"], "S1-1": ["H/2/5 Marines"],
            "S1-2": ["2nd Sappers"] }, groups: [["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines"], ["H/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-1"));
    table.lose("A/1/1 Marines");
    table.play(Command::Retreat);
    table
}

#[test]
fn a_place_out_of_reach_is_not_refused_for_the_binding_order() {
    block_by_block::proves!("7.7d");
    driven_from_n1_1().refuses(&retreat_to("800th Battalion", "S5-3"), "7.7d");
}

#[test]
fn a_retreat_that_can_avoid_gates_avoids_them() {
    block_by_block::proves!("7.7e");
    let mut table = driven_from_n1_1();
    let events = table.play(retreat_to("800th Battalion", "O-4"));
    let way = events.iter().find_map(|event| match event {
        Event::Travelled { path, .. } => Some(path.clone()),
        _ => None,
    });
    let way = way.unwrap();
    assert!(way.windows(2).all(|w| rules().map().gate_between(w[0], w[1]).is_none()), "{way:?}");
}

/// Marines who came to N1-1 from N1-4 fight the battalion there; the ways inside the wall are held, the gates are open.
fn gates_alone(more: &str) -> Table {
    let mut table = Table::set(&format!(
        r#"turn: 2, step: UsArvnCombat, options: (strict_retreat_order: true{more}), units: {{ "Gate E": ["Tower E"], "Gate F": ["Tower F"],
            "N1-4": ["A/1/1 Marines", "B/1/1 Marines"], "N1-1": ["800th Battalion"], "N1-2": ["F/2/5 Marines"],
            "N1-3": ["G/2/5 Marines"], "O-7": ["2/3 Regiment"] }}, groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#
    ));
    table.dice(&[1]).play(assault(1, "N1-1")); // 2 + 2 for two gates + 1 = 5: *
    table.lose("A/1/1 Marines");
    table.play(Command::Hold);
    table.dice(&[6, 6]).play(close_combat(1));
    table.play(Command::Retreat);
    table
}

#[test]
fn after_a_close_combat_the_order_of_retreats_looks_at_advance_routes() {
    block_by_block::proves!("BB-R56", "7.7e");
    // N1-1 itself borders O-1 and O-9; nobody has assaulted from there.
    for goal in ["O-1", "O-9", "O-8"] {
        gates_alone("").offers(&retreat_to("800th Battalion", goal));
    }
    let older = gates_alone(", rulings: 1");
    older.offers(&retreat_to("800th Battalion", "O-8"));
    older.refuses(&retreat_to("800th Battalion", "O-1"), "7.7e");
}

#[test]
fn friends_may_go_when_a_counterattack_costs_the_last_defender() {
    block_by_block::proves!("BB-R57", "7.7f");
    let begin = |more: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 2, step: UsArvnCombat, options: (counterattack_terrain: true{more}), units: {{ "N1-3": ["F/2/5 Marines", "NLF Company 1"],
                "N1-1": ["800th Battalion"], "N1-4": ["802nd Battalion"] }}, groups: [["F/2/5 Marines"]]"#
        ));
        table.dice(&[6, 6]).play(close_combat(1));
        table.dice(&[6, 1]).play(counterattack("NLF Company 1", "F/2/5 Marines")); // 1 - 2 = -1: two hits
        table.is_eliminated("NLF Company 1");
        table
    };
    let mut table = begin("");
    assert_eq!((table.stage(), table.to_act()), (Some(Stage::FriendsRetreat), Some(Side::PavnNlf)));
    table.play(retreat_to("800th Battalion", "N1-2"));
    table.play(Command::Done);
    assert!(table.state.group(1).is_some_and(|group| !group.finished), "the defender did not retreat");
    assert_eq!(begin(", rulings: 1").stage(), None);
}

#[test]
fn friends_beside_the_fight_may_go_too() {
    block_by_block::proves!("7.7f");
    let neighbours = SOUTH.replace(r#""S2-2":"#, r#""S2-1": ["NLF Company 1", "NLF Company 2"], "S2-2":"#);
    let mut table = Table::set(&neighbours);
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.retreat(&[("810th Battalion", "S1-2"), ("K4B Battalion", "S1-2")]);
    assert_eq!((table.stage(), table.to_act()), (Some(Stage::FriendsRetreat), Some(Side::PavnNlf)));
    table.refuses(&retreat_to("NLF Company 1", "S2-2"), "7.7d|7.7f");
    table.play(retreat_to("NLF Company 1", "S1-2"));
    table.play(Command::Done);
    table.stands("NLF Company 2", "S2-1");
    assert_eq!(table.stage(), None);

    let mut table = Table::set(&format!("{neighbours}, routed: [\"810th Battalion\", \"K4B Battalion\"]"));
    table.dice(&[1, 6]).play(assault(1, "S2-2")); // X: both eliminated
    table.lose("810th Battalion");
    table.offers(&retreat_to("NLF Company 2", "S1-3")); // also when nobody is left to retreat
    table.settle();

    let mut table = Table::set(&neighbours);
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.play(Command::Hold);
    assert!(!table.allows(&retreat_to("NLF Company 1", "S1-2")), "not when the defender holds");

    let mut table = Table::set(&neighbours.replace(r#", "H/2/5 Marines"]"#, "]"));
    table.dice(&[6, 1]).play(assault(1, "S2-2")); // repulsed, and the defender goes all the same
    table.retreat(&[("810th Battalion", "S1-2"), ("K4B Battalion", "S1-2")]);
    assert_eq!(table.state.units_at(place("S2-2")), UnitSet::EMPTY);
    table.refuses(&retreat_to("NLF Company 1", "S2-2"), "7.7d|7.7f"); // not even into the empty area
    table.settle();
}

#[test]
fn without_a_valid_area_retreat_cannot_be_chosen() {
    block_by_block::proves!("7.7g");
    let mut table = Table::set(&SOUTH.replace(r#""S2-2":"#, r#""S2-1": ["A/1/1 Marines"], "S2-2":"#));
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("810th Battalion");
    table.lose("F/2/5 Marines");
    table.refuses(&Command::Retreat, "7.7g");
    table.play(Command::Hold);
    assert_eq!(table.count(|e| matches!(e, Event::Held)), 1);
}

/// Two companies take N1-1 from N1-4 with a *; the battalion there holds, spent.
fn shared_n1_1(more: &str) -> Table {
    let mut table = Table::set(&format!(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['E', 'F'], units: {{ "N1-4": ["A/1/1 Marines", "B/1/1 Marines"],
            "N1-1": ["800th Battalion"], "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"], {more} }},
            groups: [["A/1/1 Marines", "B/1/1 Marines"], ["H/2/5 Marines"]]"#
    ));
    table.dice(&[2]).play(assault(1, "N1-1")); // 10 points, 2 + 2 = 4: *
    table.lose("A/1/1 Marines");
    table.play(Command::Hold);
    table
}

#[test]
fn an_advance_route_bars_every_retreat_of_the_segment() {
    block_by_block::proves!("7.5f", "BB-R50");
    let mut table = shared_n1_1("");
    table.dice(&[6, 6]).play(close_combat(1));
    table.play(Command::Retreat);
    table.refuses(&retreat_to("800th Battalion", "N1-4"), "7.5f");
    table.offers(&retreat_to("800th Battalion", "N1-2"));
    table.offers(&retreat_to("800th Battalion", "N1-5")); // round by N1-2, not through N1-4

    // The marker of one group bars those whom another drives out, and their friends beside the fight.
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-4": ["A/1/1 Marines", "B/1/1 Marines"], "N1-1": ["NLF Company 1"],
            "N1-3": ["800th Battalion"], "N3-1": ["C/1/5 Marines", "F/2/5 Marines", "G/2/5 Marines"] },
            us_arvn_gates: ['E', 'F', 'G'], groups: [["A/1/1 Marines", "B/1/1 Marines"], ["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[2]).play(assault(1, "N1-1"));
    table.lose("A/1/1 Marines");
    table.play(Command::Hold);
    table.play(pause(1));
    table.dice(&[2]).play(assault(2, "N1-3")); // 2 + 2 = 4: *
    table.lose("F/2/5 Marines");
    assert!(
        !table.allows(&Command::Retreat),
        "N1-1 has enemies, N1-4 and N3-1 have markers, O-9 lies behind a US gate"
    );
}

#[test]
fn a_unit_in_a_gate_box_beside_the_fight_may_retreat_and_a_platoon_stays() {
    block_by_block::proves!("7.7f", "BB-R55");
    let given_up = |guard: &str, options: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 2, step: PavnNlfCombat, us_arvn_gates: ['C', 'D'], us_arvn_zones: [N2, N4], units: {{ "N2-2": ["F/2/5 Marines"],
                "N2-1": ["G/2/5 Marines"], "Gate D": ["{guard}"], "N1-2": ["800th Battalion", "802nd Battalion", "806th Battalion"] }},
                groups: [["800th Battalion", "802nd Battalion", "806th Battalion"]] {options}"#
        ));
        table.dice(&[2]).play(assault(1, "N2-2"));
        table.lose("800th Battalion");
        table.play(Command::Retreat);
        table.play(retreat_to("F/2/5 Marines", "N2-3"));
        assert_eq!(table.stage(), Some(Stage::FriendsRetreat));
        table.offers(&retreat_to("G/2/5 Marines", "N2-3"));
        table
    };
    let mut table = given_up("2nd Airborne", "");
    table.refuses(&retreat_to("2nd Airborne", "N2-2"), "7.7d"); // not into the area of the combat
    table.play(retreat_to("2nd Airborne", "O-2"));
    assert_eq!(table.gate('D'), Side::UsArvn, "nobody has taken it");
    given_up("Platoon D", "").refuses(&retreat_to("Platoon D", "O-2"), "7.7c");
    given_up("2nd Airborne", ", options: (rulings: 9)").refuses(&retreat_to("2nd Airborne", "O-2"), "7.7c");
}

#[test]
fn a_unit_that_enters_a_cleared_box_leaves_a_route_marker_behind() {
    block_by_block::proves!("7.5f", "8.1d", "BB-R50");
    let entered = |options: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 2, step: PavnNlfCombat, {options} us_arvn_gates: ['D'], us_arvn_zones: [N2], units: {{
                "N2-3": ["800th Battalion"], "Gate C": ["Platoon C"], "O-1": ["802nd Battalion"], "O-2": ["A/1/1 Marines"],
            }}, groups: [["800th Battalion"], ["802nd Battalion"]]"#
        ));
        table.dice(&[1]).play(assault(1, "Gate C")); // 3 points, 1 + 1 = 2: *
        table.play(occupy(Garrison::Unit(unit("800th Battalion"))));
        if table.state.active_group() == Some(1) {
            table.play(pause(1));
        }
        table.dice(&[6, 1]).play(assault(2, "O-2")); // 6 - 2 = 4: -
        table.play(Command::Retreat);
        table
    };
    entered("").refuses(&retreat_to("A/1/1 Marines", "N2-3"), "7.5f");
    entered("").offers(&retreat_to("A/1/1 Marines", "N2-2"));
    entered("options: (rulings: 10),").offers(&retreat_to("A/1/1 Marines", "N2-3"));
}
