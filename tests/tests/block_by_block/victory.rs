//! How to win, survivors and the way off the map: rules 3 and 12.

use block_by_block::score::Victory;
use block_by_block::state::Location;
use block_by_block::{BlockByBlock, Event, Scenario, Side, Step, Zone};
use pointman_tests::{Table, assault, close_combat, exit, library, march, rules, unit};
use tabletop::{Rulebook, Ruleset};

const ALL_GATES: &str = "us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']";

/// A US/ARVN unit in every zone, those areas left out.
fn everywhere(but: &[&str]) -> String {
    let areas = [
        ("N1-1", "H/2/5 Marines"),
        ("N2-3", "2nd Airborne"),
        ("N3-1", "7th Airborne"),
        ("N4-1", "Hac Bao"),
        ("N5-1", "1/3 Regiment"),
        ("S1-1", "A/1/5 Marines"),
        ("S2-1", "B/1/5 Marines"),
        ("S3-1", "A/1/1 Marines"),
        ("S4-1", "B/1/1 Marines"),
        ("S5-1", "2/3 Regiment"),
        ("S6-1", "3/3 Regiment"),
    ];
    let held = areas.iter().filter(|(area, _)| !but.contains(area));
    held.map(|(area, unit)| format!(r#""{area}": ["{unit}"], "#)).collect()
}

#[test]
fn control_of_all_eleven_zones_ends_the_game_at_once() {
    block_by_block::proves!("3.1");
    let fields = |zones: &str, without: &str| {
        let others = everywhere(&["S1-1", "S2-1", without]);
        format!(
            r#"step: UsArvnMovement, {ALL_GATES}, us_arvn_zones: [{zones}], units: {{ {others} "S2-1": ["F/2/5 Marines"],
                "S2-3": ["G/2/5 Marines"], "O-8": ["810th Battalion"] }}"#
        )
    };
    let mut table = Table::set(&fields("N1, N2, N3, N4, N5, S2, S3, S4, S5, S6", ""));
    table.play(march("F/2/5 Marines", "S1-2"));
    let outcome = rules().outcome(&table.state).unwrap_or_else(|| panic!("the game goes on"));
    assert_eq!(outcome.winner.as_deref(), Some("US/ARVN"));
    assert!(outcome.title.contains("strategic"), "{outcome:?}");
    assert_eq!((table.state.step(), table.to_act()), (Step::Over, None));
    assert!(table.log.iter().any(|e| matches!(e, Event::GameEnded { .. })));

    let mut table = Table::set(&fields("N1, N2, N3, N4, S2, S3, S4, S5, S6", "N5-1"));
    table.play(march("F/2/5 Marines", "S1-2"));
    assert_eq!(rules().outcome(&table.state), None, "ten are not eleven");
}

#[test]
fn sudden_death_is_looked_for_after_everything_and_for_us_arvn_only() {
    block_by_block::proves!("BB-R44");
    let last = r#"us_arvn_zones: [N1, N2, N3, N4, N5, S1, S3, S4, S5, S6]"#;
    let others = everywhere(&["S2-1"]);
    let mut table = Table::set(&format!(
        r#"step: UsArvnCombat, {ALL_GATES}, {last}, units: {{ {others} "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] }},
            routed: ["810th Battalion"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#
    ));
    table.dice(&[1, 6]).play(close_combat(1));
    assert_eq!(table.state.step(), Step::Over, "after the losses of a combat");

    let mut table = Table::set(&format!(
        r#"step: UsArvnCombat, {ALL_GATES}, {last}, units: {{ {others} "S2-2": ["F/2/5 Marines", "810th Battalion"], "S6-2": ["G/2/5 Marines"] }},
            groups: [["F/2/5 Marines"]]"#
    ));
    table.dice(&[6, 6]).play(close_combat(1));
    assert_eq!(rules().outcome(&table.state), None);
    table.hold();
    assert_eq!(rules().outcome(&table.state), None, "contested, S2 keeps its marker");

    let others = everywhere(&["N3-1"]);
    let mut table = Table::set(&format!(
        r#"step: UsArvnCombat, us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], us_arvn_zones: [N1, N2, N4, N5, S1, S2, S3, S4, S5, S6],
            units: {{ {others} "N3-3": ["F/2/5 Marines", "G/2/5 Marines"], "Gate H": ["Tower H"] }}, routed: ["Tower H"],
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#
    ));
    table.dice(&[1, 6]).play(assault(1, "Gate H")); // 10 points, 1 + 1 = 2: X
    assert_eq!(table.state.step(), Step::Over, "when a gate changes hands");

    let table =
        Table::set(r#"step: UsArvnMovement, units: { "S1-1": ["810th Battalion"], "MACV": ["F/2/5 Marines"] }"#);
    assert!(Zone::ALL.into_iter().all(|z| table.zone(z) == Side::PavnNlf));
    assert_eq!(rules().outcome(&table.state), None, "PAVN/NLF has no sudden death");
}

#[test]
fn a_marker_that_stayed_behind_is_not_enough_for_sudden_death() {
    block_by_block::proves!("BB-R44", "3.1", "9.2.1", "BB-R24");
    let last_zone_won = |in_n4: &str, older: bool| {
        let others = everywhere(&["N4-1", "S2-1"]);
        let options = if older { "rulings: 6" } else { "" };
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, {ALL_GATES}, us_arvn_zones: [N1, N2, N3, N4, N5, S1, S3, S4, S5, S6],
                options: ({options}), routed: ["810th Battalion"],
                units: {{ {others} {in_n4} "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] }},
                groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#
        ));
        table.dice(&[1, 6]).play(close_combat(1));
        assert!(Zone::ALL.into_iter().all(|zone| table.zone(zone) == Side::UsArvn), "eleven markers");
        table.state.step() == Step::Over
    };
    assert!(last_zone_won(r#""N4-1": ["Hac Bao"],"#, false));
    for contested in [r#""N4-1": ["Hac Bao"], "N4-2": ["800th Battalion"],"#, ""] {
        assert!(!last_zone_won(contested, false), "N4 has a marker only: {contested}");
        assert!(last_zone_won(contested, true), "games saved before the ruling go by the markers");
    }
}

/// The end of turn 5 with so many zones under US/ARVN control and a clearing score of `score`.
fn end(us_arvn_zones: usize, score: u8) -> (Option<String>, String) {
    let names: Vec<&str> = Zone::ALL.iter().rev().take(us_arvn_zones).map(|z| z.name()).collect();
    // One battalion survives, nine areas are cleared, and each zone of PAVN/NLF adds 1 to publicity on the way.
    let publicity = score - 1 - 2 * 9 - u8::try_from(11 - us_arvn_zones).unwrap_or(0);
    let mut table = Table::set(&format!(
        r#"turn: 5, step: PavnNlfGroups, publicity: {publicity}, clearing: {{ S1: 6, S2: 3 }}, us_arvn_zones: [{}],
            units: {{ "O-8": ["810th Battalion", "2/3 Regiment"] }}"#,
        names.join(", ")
    ));
    table.finish_turn();
    assert_eq!(rules().score(&table.state).total, score, "{us_arvn_zones} zones");
    let outcome = rules().outcome(&table.state).unwrap_or_else(|| panic!("the game goes on"));
    assert_eq!(rules().score(&table.state).result, outcome);
    (outcome.winner, outcome.title.to_lowercase())
}

#[test]
fn the_five_results_at_the_end_of_turn_5() {
    block_by_block::proves!("3.2");
    for (zones, score, winner, degree) in [
        (9, 59, Some("US/ARVN"), "strategic"),
        (10, 59, Some("US/ARVN"), "strategic"),
        (9, 60, Some("US/ARVN"), "tactical"),
        (8, 59, None, "draw"),
        (8, 60, None, "draw"),
        (5, 59, None, "draw"),
        (5, 60, None, "draw"),
        (4, 60, Some("PAVN/NLF"), "strategic"),
        (4, 59, Some("PAVN/NLF"), "tactical"),
        (0, 60, Some("PAVN/NLF"), "strategic"),
    ] {
        let (by, title) = end(zones, score);
        assert_eq!(by.as_deref(), winner, "{zones} zones, {score} points: {title}");
        assert!(title.contains(degree), "{zones} zones, {score} points: {title}");
    }
}

#[test]
fn players_may_agree_on_a_line_of_ours_for_the_clearing_score() {
    block_by_block::proves!("BB-R61");
    let rules = rules();
    let (printed, ours) = (rules.numbers().great_score.value, rules.numbers().even_great_score.value);
    // One battalion survives and fourteen areas are cleared; for a great score much of the city lies in ruins too.
    let ending = |line: &str, zones: &str, score: u8| {
        let (destruction, points) = if score > 80 { (51, 34) } else { (0, 0) };
        let publicity = score - 1 - 2 * 14 - points;
        let table = Table::set(&format!(
            r#"turn: 5, step: PavnNlfGroups, publicity: {publicity}, destruction: {destruction}, clearing: {{ S1: 6, S2: 3, N1: 5 }},
                us_arvn_zones: [{zones}], options: ({line}), units: {{ "O-8": ["810th Battalion", "2/3 Regiment"] }}"#
        ));
        let score = rules.score(&table.state);
        (score.total, score.victory)
    };
    let nine = "N1, N2, N3, N4, N5, S1, S2, S3, S4";
    for (line, divides) in [("", printed), ("even_great_score: false", printed), ("even_great_score: true", ours)] {
        for (zones, below, from) in [
            ("S1", Victory::Tactical(Side::PavnNlf), Victory::Strategic(Side::PavnNlf)),
            ("S1, S2, S3, S4, S5", Victory::Draw, Victory::Draw),
            (nine, Victory::Strategic(Side::UsArvn), Victory::Tactical(Side::UsArvn)),
        ] {
            assert_eq!(ending(line, zones, divides - 1), (divides - 1, below), "{line}: {zones}");
            assert_eq!(ending(line, zones, divides), (divides, from), "{line}: {zones}");
        }
    }
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let told = |scenario: &Scenario, line: u8| {
        rules.briefing(scenario).iter().any(|s| s.lines.iter().any(|l| l.contains(&format!("Below {line} "))))
    };
    assert!(told(&scenario, printed) && !told(&scenario, ours), "nobody has agreed on anything");
    let mut agreed = scenario.clone();
    rules.vary(&mut agreed, "even-score-line", 1);
    assert!(told(&agreed, ours) && !told(&agreed, printed));
    let rulebook = Rulebook::load(&|path| library().read(path), BlockByBlock::ID).unwrap();
    let ruling = rulebook.rule("BB-R61").unwrap();
    assert!(ruling.text.contains(&format!("{ours} instead of {printed}")), "the rulebook says what the table says");
}

#[test]
fn players_may_agree_on_a_line_of_ours_for_the_zones() {
    block_by_block::proves!("BB-R62");
    let rules = rules();
    let (printed, ours) = (rules.numbers().winning_zones.value, rules.numbers().even_winning_zones.value);
    let ending = |options: &str, zones: u8| {
        let zones: Vec<&str> = Zone::ALL.into_iter().take(zones.into()).map(Zone::name).collect();
        let zones = zones.join(", ");
        let table = Table::set(&format!(
            r#"turn: 5, step: PavnNlfGroups, us_arvn_zones: [{zones}], options: ({options}), units: {{ "O-8": ["810th Battalion", "2/3 Regiment"] }}"#
        ));
        rules.score(&table.state).victory.winner()
    };
    let agreed = "even_winning_zones: true";
    for (options, line) in [("", printed), (agreed, ours)] {
        let draw = rules.numbers().draw_zones.value;
        assert_eq!(ending(options, line), Some(Side::UsArvn), "{options}");
        assert_eq!((ending(options, line - 1), ending(options, draw)), (None, None), "{options}");
        assert_eq!(ending(options, draw - 1), Some(Side::PavnNlf), "{options}");
    }
    let mut scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    rules.vary(&mut scenario, "even-zone-line", 1);
    let told = format!("wins with {ours} or more of the eleven zones at the end; {} are a draw;", ours - 1);
    assert!(rules.briefing(&scenario).iter().any(|s| s.lines.iter().any(|l| l.contains(&told))), "{told}");
    let rulebook = Rulebook::load(&|path| library().read(path), BlockByBlock::ID).unwrap();
    let ruling = rulebook.rule("BB-R62").unwrap();
    assert!(ruling.text.contains("six or more zones instead of nine"), "the rulebook says what the table says");
    assert_eq!((ours, printed), (6, 9));
}

#[test]
fn the_clearing_score_has_four_parts() {
    block_by_block::proves!("3.3");
    for (destruction, points) in [(0, 0), (1, 2), (3, 2), (4, 4), (7, 6), (51, 34)] {
        let table = Table::set(&format!(
            r#"turn: 5, step: UsArvnMovement, us_arvn_zones: [S2], clearing: {{ N1: 4, S1: 3, S6: 1 }}, publicity: 13, destruction: {destruction},
                units: {{ "S1-1": ["810th Battalion", "NLF Company 1"], "MACV": ["F/2/5 Marines"] }}, withdrawn: ["800th Battalion"]"#
        ));
        let score = rules().score(&table.state);
        assert_eq!((score.clearing, score.publicity, score.survivors), (8, 13, 3));
        assert_eq!(
            (score.destruction, score.destruction_points),
            (destruction, points),
            "a third, rounded up, doubled"
        );
        assert_eq!(score.total, 2 * 8 + 13 + 3 + points);
        assert_eq!(score.us_arvn_zones, 1);
    }
}

#[test]
fn survivors_in_the_citadel_count_unless_all_gates_are_us_arvn() {
    block_by_block::proves!("12.0", "BB-R42");
    let units = r#"units: { "N4-3": ["NLF Company 1", "800th Battalion"], "PALACE": ["802nd Battalion"], "O-8": ["810th Battalion"],
        "S1-1": ["K4B Battalion"], "MACV": ["F/2/5 Marines"] }, routed: ["NLF Company 1", "K4B Battalion"], withdrawn: ["804th Battalion"],
        eliminated: ["K4C Battalion"]"#;
    let seven = Table::set(&format!(
        "turn: 5, step: UsArvnMovement, us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], {units}"
    ));
    assert_eq!(rules().score(&seven.state).survivors, 6, "routed ones and withdrawn ones, wherever they are");
    let eight = |more: &str| Table::set(&format!("turn: 5, step: UsArvnMovement, {ALL_GATES}, {units} {more}"));
    let survivors = |table: Table| rules().score(&table.state).survivors;
    assert_eq!(survivors(eight("")), 4, "O-8, S1-1, the Palace, which is in no zone, and the one that left");
    assert_eq!(survivors(eight(", options: (rulings: 9)")), 3, "before, the Palace was shut in as well");
    let towers = Table::set(
        r#"step: UsArvnMovement, units: { "Gate A": ["Tower A"], "Gate B": ["Tower B"], "S1-1": ["K4B Battalion"], "MACV": ["F/2/5 Marines"] }"#,
    );
    assert_eq!(rules().score(&towers.state).survivors, 1, "Gate Towers are no survivors");
}

#[test]
fn on_turn_5_pavn_nlf_leaves_over_a_free_way_to_the_edge() {
    block_by_block::proves!("12.1");
    let units = r#"units: { "S2-2": ["810th Battalion"], "N3-1": ["800th Battalion"], "N4-4": ["NLF Company 1"], "O-9": ["802nd Battalion"],
        "S2-1": ["F/2/5 Marines"], "S2-3": ["G/2/5 Marines"], "Gate G": ["Tower G"], "PALACE": ["806th Battalion"] }"#;
    let mut table =
        Table::set(&format!("turn: 5, step: Exit, us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'H'], {units}"));
    assert_eq!(table.to_act(), Some(Side::PavnNlf));
    table.refuses(&exit("810th Battalion"), "12.1"); // US/ARVN units on either side
    table.refuses(&exit("Tower G"), "12.1|8.0a|8.0");
    assert!(!table.allows(&exit("F/2/5 Marines")));
    table.play(exit("802nd Battalion")); // O-9 is at the edge
    table.play(exit("800th Battalion")); // through gate G to O-8
    assert_eq!(table.state.location(unit("800th Battalion")), Location::Exited);
    assert_eq!(rules().score(&table.state).survivors, 5, "two left, three are still here");

    let table =
        Table::set(&format!("turn: 5, step: Exit, {ALL_GATES}, {units}").replace(r#""Gate G": ["Tower G"], "#, ""));
    for shut_in in ["800th Battalion", "NLF Company 1"] {
        table.refuses(&exit(shut_in), "12.1|BB-R42");
    }
    table.offers(&exit("806th Battalion")); // from the Palace by N5-3 and over the bridge to O-6
    table.offers(&exit("802nd Battalion"));
    for turn in 1..=4 {
        let mut table = Table::set(&format!("turn: {turn}, step: UsArvnMovement, {units}"));
        assert!(!table.allows(&exit("802nd Battalion")), "turn {turn}");
        table.finish_turn();
        if turn < 4 {
            while table.state.step() < Step::PavnNlfMovement {
                assert_ne!(table.state.step(), Step::Exit, "turn {}", turn + 1);
                table.finish_step();
            }
        }
    }
}
