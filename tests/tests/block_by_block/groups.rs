//! Assault groups and the declaration of attacks: rules 7.1 to 7.3.

use block_by_block::command::Command;
use block_by_block::event::GroupEnd;
use block_by_block::{Condition, Event, Step};
use pointman_tests::{Table, assault, close_combat, form, pause, unit, units};

/// Three companies in S2-3 face one battalion in S2-2 (terrain +2): 15 points, X on 1 and 2, * on 3 to 5, - on 6.
const SOUTH: &str = r#"step: UsArvnCombat, units: {
    "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion"], "S2-1": ["NLF Company 1"],
}, groups: [["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"]]"#;

/// Many units of all kinds in one area, waiting to be grouped.
const CROWD: &str = r#"step: UsArvnGroups, units: {
    "MACV": ["MACV Team", "F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "A/1/1 Marines", "1/3 Regiment", "2/3 Regiment",
        "2nd Airborne", "1st RVN Marines", "Hac Bao", "NLF Company 1"], "S3-2": ["B/1/1 Marines", "NLF Company 2"] }"#;

fn split(group: u8, names: &[&str], as_group: bool) -> Command {
    Command::Split { group, units: units(names), as_group }
}

#[test]
fn an_assault_goes_into_a_neighbouring_area_that_enemies_hold_alone() {
    block_by_block::proves!("7.1a");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines"], "S2-2": ["810th Battalion"],
            "S3-1": ["804th Battalion", "H/2/5 Marines"], "S2-1": ["NLF Company 1"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.offers(&assault(1, "S2-2"));
    table.refuses(&assault(1, "S2-1"), "7.1a"); // not a neighbour
    table.refuses(&assault(1, "S3-3"), "7.1a"); // nobody there
    table.refuses(&assault(1, "S3-1"), "7.1a"); // friends are there: that is movement
    table.refuses(&assault(1, "S2-3"), "7.1a|7.1b"); // where it stands
}

#[test]
fn a_close_combat_is_fought_in_a_shared_area() {
    block_by_block::proves!("7.1b");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines"], "S2-2": ["G/2/5 Marines", "810th Battalion"] },
            groups: [["F/2/5 Marines"], ["G/2/5 Marines"]]"#,
    );
    table.offers(&close_combat(2));
    table.refuses(&close_combat(1), "7.1b");
}

#[test]
fn a_group_among_enemies_cannot_assault_another_area() {
    block_by_block::proves!("7.1c");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "810th Battalion"], "S2-2": ["804th Battalion"] },
            groups: [["F/2/5 Marines"]]"#,
    );
    table.refuses(&assault(1, "S2-2"), "7.1c");
    table.offers(&close_combat(1));
}

#[test]
fn a_group_is_one_to_three_units_of_one_area() {
    block_by_block::proves!("7.2a");
    let table = Table::set(CROWD);
    for names in [
        &["F/2/5 Marines"][..],
        &["F/2/5 Marines", "G/2/5 Marines"],
        &["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"],
    ] {
        table.offers(&form(names));
    }
    table.refuses(&form(&["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "A/1/1 Marines"]), "7.2a");
    table.refuses(&form(&["F/2/5 Marines", "B/1/1 Marines"]), "7.2a");
    table.refuses(&form(&[]), "7.2a");
    table.refuses(&form(&["NLF Company 1"]), "7.2a");
}

#[test]
fn a_group_of_nobody_or_of_a_unit_that_is_not_there_is_refused_for_that_reason() {
    block_by_block::proves!("7.2a");
    let table =
        Table::set(r#"turn: 2, step: UsArvnGroups, units: { "N1-4": ["A/1/1 Marines"], "N1-1": ["800th Battalion"] }"#);
    let absent = table.refusal(&form(&["21st Rangers"]));
    assert!(absent.because.contains("21st Rangers is not on the map"), "{absent}");
    let nobody = table.refusal(&form(&[]));
    assert_eq!(nobody.remedy, "Name the units.", "{nobody}");
}

#[test]
fn a_group_needs_a_unit_that_survives_a_hit_and_any_unrouted_one_will_do() {
    block_by_block::proves!("7.2b", "BB-R10");
    let table = Table::set(
        r#"step: UsArvnGroups, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "810th Battalion"] },
            routed: ["F/2/5 Marines", "G/2/5 Marines"], spent: ["H/2/5 Marines"]"#,
    );
    table.refuses(&form(&["F/2/5 Marines"]), "7.2b");
    table.refuses(&form(&["F/2/5 Marines", "G/2/5 Marines"]), "7.2b");
    table.offers(&form(&["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"])); // the example of 7.2: one is spent
    let table = Table::set(
        r#"step: PavnNlfGroups, units: { "S2-3": ["NLF Company 1", "NLF Company 2", "F/2/5 Marines"] }, routed: ["NLF Company 2"]"#,
    );
    table.offers(&form(&["NLF Company 1"]));
    table.refuses(&form(&["NLF Company 2"]), "7.2b");

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion"] }, spent: ["F/2/5 Marines"],
            groups: [["F/2/5 Marines"]]"#,
    );
    table.dice(&[6, 1]).play(close_combat(1)); // nothing at 8; strength 3 and 1 - 2: two hits
    table.is_eliminated("F/2/5 Marines");

    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "NLF Company 1"] },
            spent: ["F/2/5 Marines", "G/2/5 Marines"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.dice(&[6, 2]).play(close_combat(1)); // strength 2 and 2 - 2: one hit
    table.lose("F/2/5 Marines");
    table.hold();
    table.dice(&[6, 2]).play(close_combat(1));
    assert_eq!(table.condition("G/2/5 Marines"), Condition::Routed, "rule 2.5e spares the routed company");
    table.hold();
    assert_eq!(table.finished(1), Some(GroupEnd::TooWeak), "two routed companies are no group");
}

#[test]
fn marines_and_arvn_do_not_mix_but_the_hac_bao_joins_either() {
    block_by_block::proves!("7.2c", "7.2d", "BB-R36");
    let table = Table::set(CROWD);
    table.refuses(&form(&["F/2/5 Marines", "1/3 Regiment"]), "7.2c");
    table.refuses(&form(&["F/2/5 Marines", "1st RVN Marines"]), "7.2c");
    table.offers(&form(&["MACV Team", "2nd Airborne"])); // the rule keeps US Marines apart, and MACV is none
    table.refuses(&form(&["MACV Team", "2nd Airborne", "F/2/5 Marines"]), "7.2c");
    let earlier = Table::set(&format!("{CROWD}, options: (rulings: 9)"));
    earlier.refuses(&form(&["MACV Team", "2nd Airborne"]), "7.2c");
    earlier.offers(&form(&["MACV Team", "F/2/5 Marines", "Hac Bao"]));
    table.offers(&form(&["F/2/5 Marines", "Hac Bao"]));
    table.offers(&form(&["F/2/5 Marines", "G/2/5 Marines", "Hac Bao"]));
    table.offers(&form(&["1/3 Regiment", "Hac Bao"]));
    table.refuses(&form(&["F/2/5 Marines", "1/3 Regiment", "Hac Bao"]), "7.2c");
    table.offers(&form(&["MACV Team", "F/2/5 Marines", "G/2/5 Marines"]));
    table.offers(&form(&["2nd Airborne", "1/3 Regiment", "1st RVN Marines"]));
    let table = Table::set(
        r#"step: PavnNlfGroups, units: { "S2-3": ["810th Battalion", "800th Battalion", "NLF Company 1", "F/2/5 Marines"] }"#,
    );
    table.offers(&form(&["810th Battalion", "800th Battalion", "NLF Company 1"]));
}

#[test]
fn all_groups_are_named_before_the_first_attack_and_nobody_joins_later() {
    block_by_block::proves!("7.2e", "7.2g");
    let mut table = Table::set(
        r#"step: UsArvnGroups, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines"], "S2-2": ["810th Battalion"] }"#,
    );
    table.play(form(&["F/2/5 Marines"]));
    table.refuses(&assault(1, "S2-2"), "7.2e|5.0");
    table.refuses(&form(&["F/2/5 Marines", "G/2/5 Marines"]), "7.2g"); // F belongs to a group already
    table.play(form(&["G/2/5 Marines"]));
    table.finish_until(Step::UsArvnCombat);
    table.offers(&assault(1, "S2-2"));
    table.refuses(&form(&["H/2/5 Marines"]), "7.2e");
    table.dice(&[6, 1]).play(assault(1, "S2-2"));
    table.hold();
    table.refuses(&form(&["H/2/5 Marines"]), "7.2e");
}

#[test]
fn a_group_may_split_during_its_action() {
    block_by_block::proves!("7.2f");
    let mut table = Table::set(SOUTH);
    table.dice(&[3]).play(assault(1, "S2-2"));
    table.lose("F/2/5 Marines");
    table.hold();
    let events = table.play(split(1, &["H/2/5 Marines"], true));
    assert!(events.iter().any(|e| matches!(e, Event::GroupFormed { group: 2, split_from: Some(1), .. })), "{events:?}");
    table.play(split(1, &["G/2/5 Marines"], false));
    assert_eq!(table.state.group(1).map(|g| g.units), Some(unit("F/2/5 Marines").set()));
    assert_eq!(table.state.group_of(unit("G/2/5 Marines")), None, "finished for the segment");
    table.play(pause(1));
    table.offers(&close_combat(2));

    let table = Table::set(&format!("{SOUTH}, routed: [\"F/2/5 Marines\"]"));
    table.refuses(&split(1, &["F/2/5 Marines"], true), "7.2b"); // what splits off must be a group too
    table.offers(&split(1, &["F/2/5 Marines"], false));
}

#[test]
fn a_group_acts_as_often_as_it_can() {
    block_by_block::proves!("7.2h");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "G/2/5 Marines", "810th Battalion"] },
            groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    for _ in 0..3 {
        table.dice(&[6, 6]).play(close_combat(1));
        table.hold();
    }
    assert_eq!(table.count(|e| matches!(e, Event::CloseCombatRolled { .. })), 3);
    table.offers(&close_combat(1));
}

#[test]
fn a_group_that_pauses_is_finished() {
    block_by_block::proves!("7.2i");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines", "G/2/5 Marines"], "S2-2": ["810th Battalion"] },
            groups: [["F/2/5 Marines"], ["G/2/5 Marines"]]"#,
    );
    table.play(pause(1));
    assert_eq!(table.finished(1), Some(GroupEnd::Paused));
    table.refuses(&assault(1, "S2-2"), "7.2i");
    table.offers(&assault(2, "S2-2"));
}

#[test]
fn one_group_finishes_before_the_next_begins() {
    block_by_block::proves!("7.3");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-2": ["F/2/5 Marines", "810th Battalion"], "S2-3": ["G/2/5 Marines"], "S3-3": ["804th Battalion"] },
            groups: [["F/2/5 Marines"], ["G/2/5 Marines"]]"#,
    );
    table.offers(&assault(2, "S3-3")); // either may begin
    table.dice(&[6, 6]).play(close_combat(1));
    table.hold();
    table.refuses(&assault(2, "S3-3"), "7.3");
    table.offers(&close_combat(1));
    table.play(pause(1));
    table.offers(&assault(2, "S3-3"));
}

#[test]
fn a_group_that_the_macv_team_keeps_from_every_attack_is_asked_and_may_split() {
    block_by_block::proves!("BB-R59", "7.2f", "BB-R35");
    let set = |options: &str| {
        let mut table = Table::set(&format!(
            r#"turn: 2, step: UsArvnGroups, {options} units: {{ "MACV": ["MACV Team", "A/1/1 Marines"], "S3-2": ["800th Battalion"],
                "S2-1": ["810th Battalion"] }}"#
        ));
        table.play(form(&["MACV Team", "A/1/1 Marines"]));
        table
    };
    let mut table = set("");
    assert_eq!(table.state.step(), Step::UsArvnCombat);
    table.refuses(&assault(1, "S3-2"), "BB-R35");
    table.play(split(1, &["MACV Team"], false));
    assert_eq!(table.state.step(), Step::UsArvnCombat);
    table.offers(&assault(1, "S3-2"));
    let mut table = set("");
    table.play(split(1, &["A/1/1 Marines"], true));
    table.offers(&assault(2, "S3-2"));
    assert_eq!(table.finished(1), Some(GroupEnd::NoTarget), "the Team has nobody to fight");
    // Saved games of before went on.
    assert_ne!(set("options: (rulings: 2),").state.step(), Step::UsArvnCombat);

    // In the middle of the segment, too: the close combat has left nobody beside them.
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "MACV": ["MACV Team", "A/1/1 Marines", "NLF Company 1"], "S3-2": ["800th Battalion"],
            "S2-1": ["810th Battalion"] }, routed: ["NLF Company 1"], groups: [["MACV Team", "A/1/1 Marines"]]"#,
    );
    table.dice(&[1, 6]).play(close_combat(1));
    table.settle();
    table.is_eliminated("NLF Company 1");
    assert_eq!(table.finished(1), None);
    table.play(split(1, &["MACV Team"], false));
    table.offers(&assault(1, "S3-2"));
}

#[test]
fn a_group_whose_close_combat_has_emptied_the_area_may_assault() {
    block_by_block::proves!("BB-R60", "7.2h");
    let mut table = Table::set(
        r#"step: UsArvnCombat, units: { "S3-2": ["F/2/5 Marines", "G/2/5 Marines", "NLF Company 1"], "S3-3": ["810th Battalion"] },
            routed: ["NLF Company 1"], groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#,
    );
    table.refuses(&assault(1, "S3-3"), "7.1c");
    table.dice(&[1, 6]).play(close_combat(1));
    table.settle();
    table.is_eliminated("NLF Company 1");
    table.offers(&assault(1, "S3-3"));
}
