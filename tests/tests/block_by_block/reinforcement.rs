//! Replacements, reinforcements and the Airborne withdrawal: rules 10 and 11.

use block_by_block::command::Command;
use block_by_block::event::Departure;
use block_by_block::state::Location;
use block_by_block::{BlockByBlock, Condition, Event, PlaceSet, Side, Step};
use pointman_tests::{Table, come_back, infiltrate, library, place, places, reinforce, restore, rules, unit};
use tabletop::{Rulebook, Ruleset};

/// The areas a reinforcement may be placed in now.
fn arrivals(table: &Table, name: &str) -> PlaceSet {
    let who = unit(name);
    table.options().into_iter().fold(PlaceSet::EMPTY, |set, c| match c {
        Command::Reinforce { unit, to } if unit == who => set | to.set(),
        _ => set,
    })
}

#[test]
fn us_arvn_points_lift_routs_and_freshen_units_and_do_not_keep() {
    block_by_block::proves!("10.1");
    let units = r#"units: { "MACV": ["MACV Team", "F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "810th Battalion"], "N2-3": ["Hac Bao"] },
        routed: ["MACV Team", "F/2/5 Marines"], spent: ["G/2/5 Marines", "Hac Bao"], eliminated: ["1/3 Regiment"]"#;
    let mut table = Table::set(&format!("turn: 2, step: UsArvnReplacements, {units}"));
    let at_first = table.state.points();
    assert_eq!(at_first, rules().calendar().turn(2).us_arvn_points.value);
    table.refuses(&restore("H/2/5 Marines"), "10.1"); // it is fresh
    table.refuses(&restore("1/3 Regiment"), "10.1"); // eliminated units stay eliminated
    assert!(!table.allows(&come_back("1/3 Regiment", "N2-3")));
    assert!(!table.allows(&restore("810th Battalion")));
    table.play(restore("F/2/5 Marines")); // enemies about or not
    assert_eq!((table.condition("F/2/5 Marines"), table.state.points()), (Condition::Spent, at_first - 1));
    table.play(restore("F/2/5 Marines"));
    assert_eq!((table.condition("F/2/5 Marines"), table.state.points()), (Condition::Fresh, at_first - 2));
    table.play(restore("MACV Team"));
    assert_eq!((table.condition("MACV Team"), table.state.points()), (Condition::Fresh, at_first - 3));
    table.play(restore("Hac Bao"));
    assert_eq!((table.condition("Hac Bao"), table.state.points()), (Condition::Fresh, at_first - 4));
    table.play(Command::Done);
    table.finish_until(Step::UsArvnReplacements);
    assert_eq!(
        (table.state.turn(), table.state.points()),
        (3, rules().calendar().turn(3).us_arvn_points.value),
        "the rest is lost"
    );

    let mut table = Table::set(&format!("turn: 2, step: UsArvnReplacements, points: 1, {units}"));
    table.play(restore("G/2/5 Marines"));
    assert!(!table.allows(&restore("Hac Bao")), "no points are left");
    let table = Table::set(&format!("turn: 1, step: UsArvnReplacements, {units}"));
    assert_ne!(table.state.step(), Step::UsArvnReplacements, "nothing is received on turn 1");
}

#[test]
fn pavn_nlf_recovers_on_turn_3_with_two_points_a_gate() {
    block_by_block::proves!("10.2");
    let units = r#"us_arvn_gates: ['C', 'D', 'E', 'F', 'G', 'H'], units: { "S2-1": ["810th Battalion", "K4B Battalion", "NLF Company 1"],
        "S6-4": ["K4C Battalion"], "N2-3": ["Hac Bao"] }, routed: ["810th Battalion", "NLF Company 1"], spent: ["K4B Battalion", "K4C Battalion"],
        eliminated: ["804th Battalion", "NLF Company 2"]"#;
    let mut table = Table::set(&format!("turn: 3, step: PavnNlfReplacements, {units}"));
    assert_eq!((table.to_act(), table.state.points()), (Some(Side::PavnNlf), 4), "two gates");
    table.play(restore("810th Battalion"));
    table.play(restore("NLF Company 1"));
    assert_eq!(table.state.points(), 4, "routs are lifted free");
    assert_eq!(table.condition("810th Battalion"), Condition::Spent);
    table.play(restore("810th Battalion"));
    assert_eq!((table.condition("810th Battalion"), table.state.points()), (Condition::Fresh, 3));
    table.play(come_back("NLF Company 2", "S3-1"));
    assert_eq!(table.state.points(), 3, "NLF companies return free");
    table.play(come_back("804th Battalion", "S2-1"));
    assert_eq!((table.condition("804th Battalion"), table.state.points()), (Condition::Spent, 1));
    table.refuses(&restore("804th Battalion"), "10.2|BB-R38"); // not fresh in the turn it returned
    table.play(restore("K4B Battalion"));
    assert!(!table.allows(&restore("K4C Battalion")), "the points are used up");
    for turn in [1, 2, 4, 5] {
        let table = Table::set(&format!("turn: {turn}, step: UsArvnReplacements, {units}"));
        assert!(
            !table.allows(&restore("K4B Battalion")) && !table.allows(&come_back("NLF Company 2", "S3-1")),
            "turn {turn}"
        );
        let mut table = table;
        let mut seen = vec![table.state.step()];
        while table.state.step() < Step::PavnNlfMovement {
            table.finish_step();
            seen.push(table.state.step());
        }
        assert!(!seen.contains(&Step::PavnNlfReplacements), "turn {turn}: {seen:?}");
    }
    // Nor does a scenario that begins in that step of another turn.
    if let Ok(table) = Table::arrange(&format!("turn: 2, step: PavnNlfReplacements, points: 4, {units}"), &[]) {
        assert!(!table.allows(&restore("K4B Battalion")) && !table.allows(&restore("810th Battalion")));
        assert!(
            !table.allows(&come_back("NLF Company 2", "S3-1")) && !table.allows(&come_back("804th Battalion", "S2-1"))
        );
    }
}

#[test]
fn any_number_of_battalions_returns_for_two_points_each_beside_friends_or_in_o_8() {
    block_by_block::proves!("BB-R38");
    let mut table = Table::set(
        r#"turn: 3, step: PavnNlfReplacements, us_arvn_gates: ['C', 'D', 'E', 'F', 'G'], units: { "S2-1": ["810th Battalion"], "N2-3": ["Hac Bao"] },
            eliminated: ["804th Battalion", "K4B Battalion", "800th Battalion", "802nd Battalion"]"#,
    );
    assert_eq!(table.state.points(), 6);
    assert!(!table.allows(&come_back("804th Battalion", "S1-1")), "nobody is there to meet it");
    table.play(come_back("804th Battalion", "S2-1"));
    table.play(come_back("K4B Battalion", "O-8"));
    table.play(come_back("800th Battalion", "O-8"));
    assert_eq!((table.condition("800th Battalion"), table.state.points()), (Condition::Spent, 0));
    assert!(!table.allows(&come_back("802nd Battalion", "O-8")), "no points are left");
}

#[test]
fn nlf_companies_return_anywhere_without_us_arvn_units() {
    block_by_block::proves!("BB-R39");
    let table = Table::set(
        r#"turn: 3, step: PavnNlfReplacements, us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], units: { "S2-1": ["810th Battalion", "F/2/5 Marines"],
            "N2-3": ["Hac Bao"] }, eliminated: ["NLF Company 1"]"#,
    );
    assert_eq!(table.state.points(), 0);
    for open in ["S1-1", "N2-2", "MACV", "O-3", "PALACE"] {
        table.offers(&come_back("NLF Company 1", open));
    }
    for closed in ["N2-3", "S2-1", "Gate A"] {
        table.refuses(&come_back("NLF Company 1", closed), "10.2|BB-R39");
    }
}

#[test]
fn reinforcements_come_when_and_where_the_calendar_says() {
    block_by_block::proves!("11.1a");
    let marines = ["A/1/5 Marines", "B/1/5 Marines", "C/1/5 Marines"];
    let expected: &[(u8, &[&str], &[&str])] = &[
        (2, &["9th Airborne"], &["O-2"]),
        (2, &["3/3 Regiment"], &["O-8"]),
        (3, &["1st RVN Marines", "4th RVN Marines"], &["O-2"]),
        (3, &marines, &["S4-3", "O-3"]),
        (3, &["1st Reserve", "2nd Reserve"], &["O-8"]),
        (4, &["5th RVN Marines"], &["O-2"]),
        (5, &["21st Rangers", "39th Rangers"], &["S6-1", "S6-2", "S6-3", "S6-4"]),
    ];
    for (turn, names, areas) in expected {
        for name in *names {
            let (when, arrival) =
                rules().calendar().arrival_of(unit(name)).unwrap_or_else(|| panic!("{name} never arrives"));
            let listed = arrival.areas.iter().collect();
            assert_eq!((when, listed), (*turn, places(areas)), "{name}");
        }
    }
    let mut table = Table::set(
        r#"turn: 3, step: UsArvnReinforcements, units: { "S2-1": ["810th Battalion"], "S4-3": ["NLF Company 1", "F/2/5 Marines"],
            "Gate A": ["Tower A"] }"#,
    );
    assert_eq!(arrivals(&table, "A/1/5 Marines"), places(&["S4-3", "O-3"]), "enemies do not matter where a friend is");
    assert!(!table.allows(&reinforce("5th RVN Marines", "O-2")), "not before turn 4");
    assert!(!table.allows(&reinforce("A/1/5 Marines", "O-2")));
    table.play(reinforce("A/1/5 Marines", "S4-3"));
    table.stands("A/1/5 Marines", "S4-3");
    table.finish_until(Step::PavnNlfReinforcements);
    assert_eq!(table.at("1st RVN Marines"), Some(place("O-2")));
    assert_eq!(
        arrivals(&table, "1st Reserve"),
        places(&["O-8", "S2-1", "S4-3"]),
        "O-8, or any area with a PAVN/NLF unit; a Gate Box is no area"
    );
    table.play(reinforce("1st Reserve", "S4-3"));
    table.play(reinforce("2nd Reserve", "O-8"));
    assert_ne!(table.state.step(), Step::PavnNlfReinforcements);
}

#[test]
fn an_entry_area_held_by_enemies_alone_is_replaced_by_its_free_neighbours() {
    block_by_block::proves!("11.1b");
    let table = Table::set(
        r#"turn: 4, step: UsArvnReinforcements, us_arvn_gates: ['D', 'E'], units: { "O-2": ["810th Battalion"], "O-3": ["K4B Battalion"],
            "MACV": ["F/2/5 Marines"] }"#,
    );
    table.refuses(&reinforce("5th RVN Marines", "O-2"), "11.1b|11.1a");
    table.refuses(&reinforce("5th RVN Marines", "O-3"), "11.1b|11.1a");
    assert_eq!(arrivals(&table, "5th RVN Marines"), places(&["O-1", "N2-2", "N2-3"]), "through gate D as well");
    let table = Table::set(
        r#"turn: 4, step: UsArvnReinforcements, us_arvn_gates: ['D'], units: { "O-2": ["810th Battalion"], "O-3": ["K4B Battalion", "Hac Bao"],
            "MACV": ["F/2/5 Marines"] }"#,
    );
    assert_eq!(
        arrivals(&table, "5th RVN Marines") & place("O-3").set(),
        PlaceSet::EMPTY,
        "not beside an enemy, though a friend is there"
    );
}

#[test]
fn neighbours_are_across_borders_that_can_be_crossed_and_every_unit_chooses_for_itself() {
    block_by_block::proves!("BB-R41");
    let table = Table::set(
        r#"turn: 4, step: UsArvnReinforcements, units: { "O-2": ["810th Battalion"], "MACV": ["F/2/5 Marines"] }"#,
    );
    assert_eq!(arrivals(&table, "5th RVN Marines"), places(&["O-1", "O-3"]), "gate D is closed");
    let way = "through a gate only if your side holds it";
    let refusal = table.refusal(&reinforce("5th RVN Marines", "N2-2"));
    assert!(refusal.remedy.contains(way), "{refusal}");
    let rulebook = Rulebook::load(&|path| library().read(path), BlockByBlock::ID).unwrap();
    assert!(rulebook.rule("BB-R41").unwrap().text.contains(way), "the rulebook says so too");
    let mut table = Table::set(
        r#"turn: 3, step: UsArvnReinforcements, units: { "MACV": ["F/2/5 Marines"] }, lost: ["1st RVN Marines", "4th RVN Marines"]"#,
    );
    table.play(reinforce("A/1/5 Marines", "S4-3"));
    table.play(reinforce("B/1/5 Marines", "O-3"));
    table.offers(&reinforce("C/1/5 Marines", "S4-3"));
    let mut table = Table::set(r#"turn: 5, step: UsArvnReinforcements, units: { "MACV": ["F/2/5 Marines"] }"#);
    table.play(reinforce("21st Rangers", "S6-2"));
    assert_eq!(arrivals(&table, "39th Rangers"), places(&["S6-1", "S6-3", "S6-4"]), "no two Rangers in one area");
}

#[test]
fn a_reinforcement_without_any_room_is_lost() {
    block_by_block::proves!("11.1c");
    let mut table = Table::set(
        r#"turn: 4, step: UsArvnReplacements, units: { "O-2": ["810th Battalion"], "O-1": ["K4B Battalion"], "O-3": ["K4C Battalion"],
            "MACV": ["F/2/5 Marines"] }, spent: ["F/2/5 Marines"]"#,
    );
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!(table.state.location(unit("5th RVN Marines")), Location::Lost);
    assert_eq!(table.departure("5th RVN Marines"), Some(Departure::NoRoom));
}

/// Turn 3 up to the US/ARVN Movement Segment, with the Airborne in these conditions, and then the points of turn 4.
fn withdrawal(fields: &str) -> (Table, u8) {
    let mut table = Table::set(&format!(r#"turn: 3, step: PavnNlfMovement, us_arvn_gates: ['C', 'D'], {fields}"#));
    table.finish_until(Step::UsArvnMovement);
    for name in ["2nd Airborne", "7th Airborne", "9th Airborne"] {
        assert_eq!(table.at(name), None, "{name}");
    }
    let penalty = table.state.airborne_penalty();
    table.finish_until(Step::PavnNlfMovement);
    assert_eq!(table.state.turn(), 4);
    let received = table.log.iter().rev().find_map(|e| match e {
        Event::PointsReceived { side: Side::UsArvn, points, withheld } => Some((*points, *withheld)),
        _ => None,
    });
    let full = rules().calendar().turn(4).us_arvn_points.value;
    assert_eq!(received, Some((full.saturating_sub(penalty), penalty.min(full))));
    (table, penalty)
}

const REST: &str = r#""MACV": ["F/2/5 Marines"], "S2-1": ["810th Battalion"]"#;

#[test]
fn the_airborne_leaves_on_turn_3_and_its_losses_cost_points_on_turn_4() {
    block_by_block::proves!("11.2");
    let on_map = format!(
        r#"units: {{ "N2-3": ["2nd Airborne", "7th Airborne", "Hac Bao"], "O-2": ["9th Airborne"], {REST} }}, spent: ["F/2/5 Marines"]"#
    );
    assert_eq!(withdrawal(&on_map).1, 0, "spent or fresh, they leave without cost");
    assert_eq!(withdrawal(&format!(r#"{on_map}, routed: ["7th Airborne"]"#)).1, 1);
    let one_dead = format!(
        r#"units: {{ "N2-3": ["2nd Airborne", "Hac Bao"], "O-2": ["9th Airborne"], {REST} }}, spent: ["F/2/5 Marines"],
            eliminated: ["7th Airborne"], routed: ["2nd Airborne"]"#
    );
    let (table, penalty) = withdrawal(&one_dead);
    assert_eq!(penalty, 3);
    assert_eq!(table.departure("2nd Airborne"), Some(Departure::AirborneWithdrawal));
    assert_eq!(table.state.location(unit("2nd Airborne")), Location::Departed);
    assert_eq!(table.state.location(unit("7th Airborne")), Location::Eliminated);
}

#[test]
fn all_three_airborne_battalions_count_and_points_never_fall_below_nought() {
    block_by_block::proves!("BB-R40");
    let late = format!(
        r#"units: {{ "N2-3": ["Hac Bao"], "O-2": ["9th Airborne"], {REST} }}, routed: ["9th Airborne"],
        spent: ["F/2/5 Marines"]"#
    );
    assert_eq!(withdrawal(&late).1, 1, "the battalion of turn 2 counts too");
    let all = format!(
        r#"units: {{ "N2-3": ["Hac Bao"], {REST} }}, eliminated: ["2nd Airborne", "7th Airborne", "9th Airborne"], spent: ["F/2/5 Marines"]"#
    );
    assert_eq!(withdrawal(&all).1, 6);
    let table = Table::set(&format!(
        r#"turn: 4, step: UsArvnReplacements, airborne_penalty: 9, options: (rulings: 6), units: {{ {REST} }}, spent: ["F/2/5 Marines"], lost: ["5th RVN Marines"]"#
    ));
    assert!(table.state.step() != Step::UsArvnReplacements || table.state.points() == 0);
}

#[test]
fn the_second_ranger_is_told_that_the_first_has_its_area() {
    block_by_block::proves!("11.1a", "BB-R41");
    let mut table = Table::set(
        r#"turn: 5, step: UsArvnReinforcements, units: { "S3-3": ["B/1/1 Marines"], "S4-2": ["K4B Battalion"] }"#,
    );
    table.play(reinforce("21st Rangers", "S6-1"));
    let refusal = table.refusal(&reinforce("39th Rangers", "S6-1"));
    assert_eq!(refusal.rule.as_str(), "11.1a");
    assert!(refusal.because.contains("21st Rangers arrived in S6-1"), "{refusal}");
}

#[test]
fn a_ranger_battalion_that_was_there_before_keeps_nobody_out() {
    block_by_block::proves!("11.1a", "BB-R41");
    let early = |options: &str| {
        Table::set(&format!(
            r#"turn: 5, step: UsArvnReinforcements, units: {{ "S6-1": ["21st Rangers"], "S4-2": ["K4B Battalion"] }} {options}"#
        ))
    };
    early("").offers(&reinforce("39th Rangers", "S6-1"));
    assert!(!early(", options: (rulings: 8)").allows(&reinforce("39th Rangers", "S6-1")));
}

#[test]
fn an_order_that_comes_too_early_or_too_late_says_so() {
    block_by_block::proves!("8.0d", "10.2", "5.0");
    let early = Table::set(
        r#"turn: 2, step: UsArvnReplacements, units: { "N1-4": ["A/1/1 Marines"], "N1-1": ["800th Battalion"] }, spent: ["A/1/1 Marines"]"#,
    );
    assert_eq!(early.refusal(&infiltrate('E')).remedy, "Wait for the recovery rolls of this turn.");
    let at = |turn: u8| {
        Table::set(&format!(
            r#"turn: {turn}, step: PavnNlfMovement, units: {{ "N1-4": ["A/1/1 Marines"], "N1-1": ["800th Battalion"] }},
                spent: ["800th Battalion"], eliminated: ["NLF Company 1"]"#
        ))
    };
    let orders = [restore("800th Battalion"), come_back("NLF Company 1", "S1-1")];
    for order in &orders {
        assert_eq!(at(2).refusal(order).remedy, "Wait for the PAVN/NLF replacements of turn 3.");
        for late in [3, 4] {
            assert!(at(late).refusal(order).remedy.contains("receives no more replacements"), "turn {late}, {order:?}");
        }
    }
    assert_eq!(at(4).refusal(&infiltrate('E')).remedy, "Wait for the next turn.");
    assert_eq!(at(5).refusal(&infiltrate('E')).remedy, "No more towers infiltrate in this game.");
}

#[test]
fn one_replacement_point_is_told_as_one() {
    block_by_block::proves!("11.2");
    let told = |withheld| rules().tell(&Event::PointsReceived { side: Side::UsArvn, points: 1, withheld });
    assert!(told(0).contains("1 replacement point.") && told(5).contains("1 replacement point;"), "{}", told(5));
}

#[test]
fn the_briefing_promises_only_what_still_arrives() {
    block_by_block::proves!("11.1a");
    let promises = |step: Step, turn: u8| {
        let mut scenario = library().scenario::<BlockByBlock>("combat-example").unwrap();
        (scenario.step, scenario.turn) = (step, turn);
        let sections = rules().briefing(&scenario);
        let lines = sections.into_iter().flat_map(|section| section.lines);
        lines.filter(|line| line.starts_with(&format!("Arriving in turn {turn}"))).count()
    };
    assert_eq!(promises(Step::UsArvnReinforcements, 4), 1);
    assert_eq!(promises(Step::PavnNlfReinforcements, 4), 0, "the 5th is there or not, but does not arrive any more");
    assert_eq!(promises(Step::UsArvnCombat, 4), 0);
    assert_eq!(promises(Step::PavnNlfReinforcements, 3), 1, "the two battalions of the 6th Regiment");
    assert_eq!(promises(Step::Exit, 3), 0);
}
