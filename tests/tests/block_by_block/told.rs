//! What is told: lessons that say what happens, accounts that cite the rule they go by, words that are true.

use block_by_block::event::{Appearance, GroupEnd, PublicityCause};
use block_by_block::state::Location;
use block_by_block::tables::AssaultResult;
use block_by_block::units::AIRBORNE;
use block_by_block::{BlockByBlock, Command, Condition, Event, Garrison, Scenario, Side, Step, UnitId, Zone};
use pointman_tests::{
    Table, assault, defend, gate, infiltrate, library, march, occupy, place, restore, rules, unit, walk_through,
};
use tabletop::Ruleset;
use teacher::lesson::Position;
use teacher::{Teaching, lessons};

/// The positions written in the lessons, each with its file's name.
fn positions() -> Vec<(String, Scenario)> {
    let courses = lessons::<BlockByBlock>(&library()).unwrap_or_else(|e| panic!("{e}"));
    let mut found = Vec::new();
    for course in &courses {
        let free = course.lesson.free.as_ref().and_then(|free| free.position.as_ref());
        for position in std::iter::once(&course.lesson.position).chain(free) {
            if let Position::Here(scenario) = position {
                found.push((course.id.clone(), scenario.clone()));
            }
        }
    }
    found
}

#[test]
fn no_lesson_shows_a_unit_before_it_arrives_or_after_it_has_left() {
    block_by_block::proves!("11.1a", "11.2");
    let positions = positions();
    assert!(positions.len() > 10, "{}", positions.len());
    for (name, scenario) in positions {
        let now = (scenario.turn, scenario.step);
        for &unit in scenario.units.values().flatten() {
            let first = match unit.side() {
                Side::UsArvn => Step::UsArvnReinforcements,
                Side::PavnNlf => Step::PavnNlfReinforcements,
            };
            if let Some((turn, _)) = rules().calendar().arrival_of(unit) {
                assert!(now >= (turn, first), "{name}: {unit} arrives on turn {turn}");
            }
            let leave = (rules().numbers().withdrawal_turn.value, Step::UsArvnMovement);
            assert!(!AIRBORNE.has(unit) || now < leave, "{name}: {unit} has left for Saigon");
        }
    }
}

#[test]
fn the_lesson_of_the_political_phase_counts_the_zones_aright() {
    block_by_block::proves!("9.1b", "9.2.1");
    let courses = lessons::<BlockByBlock>(&library()).unwrap_or_else(|e| panic!("{e}"));
    let lesson = courses.into_iter().find(|course| course.id == "10-clearing").unwrap().lesson;
    let Position::Here(scenario) = &lesson.position else { panic!("it has a position of its own") };
    let mut table = Table::begin(scenario, &[]).unwrap();
    for zone in Zone::ALL {
        let marked = if scenario.us_arvn_zones.contains(&zone) { Side::UsArvn } else { Side::PavnNlf };
        assert_eq!(table.zone(zone), marked, "{zone}: the file says what is true");
    }
    table.play(march("NLF Company 4", "S1-4"));
    table.play(march("NLF Company 6", "S1-3"));
    while table.state.turn() == scenario.turn {
        table.play(Command::Done);
    }
    let by = table.log.iter().find_map(|event| match event {
        Event::PublicityRose { by, cause: PublicityCause::Zones, .. } => Some(*by),
        _ => None,
    });
    assert_eq!(by, Some(8));
    assert!(lesson.steps.iter().any(|step| step.praise.contains("eight of them")));
}

#[test]
fn every_kind_of_order_cites_the_rule_it_goes_by() {
    block_by_block::proves!("8.0d", "6.2a", "7.2f", "8.1d", "7.6a", "10.1", "10.2", "8.1b");
    let table = Table::historical();
    let split = Command::Split { group: 1, units: vec![unit("A/1/1 Marines")], as_group: true };
    for (command, rule) in [
        (infiltrate('C'), "8.0d"),
        (march("2/3 Regiment", "O-7"), "6.2a"),
        (split, "7.2f"),
        (walk_through(1, "O-1"), "8.1d"),
        (defend(&["804th Battalion"]), "7.6a"),
        (occupy(Garrison::Nobody), "8.1d"),
        (restore("A/1/1 Marines"), "10.1"),
        (restore("804th Battalion"), "10.2"),
        (assault(1, "Gate E"), "8.1b"),
        (assault(1, "N1-2"), "7.5a"),
    ] {
        let kind = rules().kind(&table.state, &command);
        assert_eq!(kind.rule.as_ref().map(|rule| rule.as_str()), Some(rule), "{}", kind.title);
    }
}

/// What the teacher says the result of the assault is that this command begins.
fn result_of(table: &mut Table, command: Command) -> String {
    let before = table.state.clone();
    let events = table.play(command.clone());
    let rolled = events.iter().position(|event| matches!(event, Event::AssaultRolled { .. })).expect("an assault");
    rules().explain(&before, Some(&command), &events, rolled).expect("it has an account").result
}

#[test]
fn the_account_of_an_assault_on_a_box_says_that_nobody_advances() {
    block_by_block::proves!("BB-R12", "8.1d", "7.5e");
    let gates = |die: &[u8], units: &str| {
        let mut table = Table::set(&format!(
            r#"step: UsArvnCombat, us_arvn_gates: ['F'], units: {{ "N1-1": [{units}], "N1-2": ["NLF Company 1"], "Gate E": ["Tower E"] }},
                groups: [[{units}]]"#
        ));
        table.dice(die);
        result_of(&mut table, assault(1, "Gate E"))
    };
    let two = r#""F/2/5 Marines", "G/2/5 Marines""#;
    let success = gates(&[2], two);
    assert!(success.starts_with("* success: the group loses a step, the defender one step;"), "{success}");
    let breakthrough = gates(&[1, 6], two);
    assert!(breakthrough.starts_with("X breakthrough: the defender loses 2 steps;"), "{breakthrough}");
    for told in [success, breakthrough] {
        assert!(!told.contains("advances") && told.contains("nobody enters the box"), "{told}");
    }

    let three = r#"["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]"#;
    let mut crowd = Table::set(&format!(
        r#"step: UsArvnCombat, units: {{ "S2-3": {three}, "S2-2": ["810th Battalion", "K4B Battalion", "K4C Battalion", "2nd Sappers"] }},
            groups: [{three}]"#
    ));
    crowd.dice(&[1, 6]);
    let told = result_of(&mut crowd, assault(1, "S2-2"));
    assert!(told.contains("the group advances") && told.contains("4 steps"), "{told}");
}

#[test]
fn the_account_of_a_die_or_a_track_cites_its_own_rule() {
    block_by_block::proves!("7.5c", "7.5d", "9.1a", "9.1b", "9.1c");
    let cited = |event: Event| {
        let account = rules().explain(&Table::historical().state, None, &[event], 0).expect("it has an account");
        account.lines.iter().find_map(|line| line.rule.as_ref().map(|rule| rule.as_str().to_owned()))
    };
    for (after, rule) in [(AssaultResult::Repulsed, "7.5d"), (AssaultResult::Breakthrough, "7.5c")] {
        assert_eq!(cited(Event::AttackerLossRolled { die: 2, after, hit: true }).as_deref(), Some(rule));
    }
    for (cause, rule) in [
        (PublicityCause::Zones, "9.1b"),
        (PublicityCause::Macv, "9.1c"),
        (PublicityCause::Rout(unit("A/1/1 Marines")), "9.1a"),
        (PublicityCause::StepLost(unit("A/1/1 Marines")), "9.1a"),
    ] {
        assert_eq!(cited(Event::PublicityRose { by: 1, now: 1, cause }).as_deref(), Some(rule));
    }
}

#[test]
fn the_log_says_nothing_that_is_not_so() {
    block_by_block::proves!("7.7b", "8.0d", "BB-R21");
    let finished = rules().tell(&Event::GroupFinished { group: 1, why: GroupEnd::TooWeak });
    assert_eq!(finished, "Group 1 is finished: no unit that would survive a hit is left in it.");
    let tower = UnitId::tower(gate('D'));
    let appeared = Event::Appeared {
        unit: tower,
        at: place("Gate D"),
        condition: Condition::Spent,
        how: Appearance::Infiltration,
    };
    assert!(!rules().tell(&appeared).contains("back"), "it may never have been there");
    let mut table = Table::historical();
    for letter in ['C', 'D'] {
        let events = table.play(pointman_tests::detach("1st Division HQ", letter, "N2-3"));
        let told: String = events.iter().map(|event| rules().tell(event)).collect();
        assert!(told.contains("one at least"), "{told}");
        assert_eq!(table.attack_value("1st Division HQ"), 1);
    }
}

#[test]
fn a_group_goes_through_a_gate_before_it_attacks_again_or_not_at_all() {
    block_by_block::proves!("BB-R63");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, us_arvn_gates: ['F'], units: { "N1-1": ["A/1/1 Marines", "B/1/1 Marines", "NLF Company 1"],
            "Gate E": ["Tower E"], "S5-1": ["F/2/5 Marines"], "S5-2": ["NLF Company 2"] }, routed: ["Tower E"],
            groups: [["A/1/1 Marines", "B/1/1 Marines"], ["F/2/5 Marines"]]"#,
    );
    table.dice(&[1, 6]).play(assault(1, "Gate E"));
    table.settle();
    table.play(occupy(Garrison::PlatoonOf(unit("A/1/1 Marines"))));
    table.offers(&walk_through(1, "O-1"));
    table.dice(&[6, 6]).play(pointman_tests::close_combat(1));
    table.hold();
    let refusal = table.refusal(&walk_through(1, "O-1"));
    assert!(refusal.remedy.contains("before it attacks again"), "{refusal}");
    assert_eq!(table.state.location(unit("NLF Company 1")), Location::Map(place("N1-1")));
}
