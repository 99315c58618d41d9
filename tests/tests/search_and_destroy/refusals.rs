//! What refusals, questions and sentences say: the true reason, and a remedy that helps.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::Step;
use search_and_destroy::{Command, Event, proves};
use tabletop::Ruleset;

/// What a refusal says against a command, and what it advises.
#[track_caller]
fn said(field: &Field, command: &Command) -> (String, String) {
    let refusal = field.refusal(command);
    (refusal.because.to_string(), refusal.remedy.to_string())
}

const NO_LEADERS: &str = "without: [Leadership, PlatoonLeaders, CommandControl],";

#[test]
fn each_carrier_says_what_it_carries() {
    proves!("SD-A67", "base-4.14");
    let remedy = |carrier: &str| {
        let field = Field::set(&format!(
            "level: Advanced, {NO_LEADERS} step: Some(UsMovement), units: [(kind: {carrier}, at: Some(\"2110\")), (kind: PlatoonLeader, \
             with: Some(0)), (kind: {}, at: Some(\"2109\")), (kind: MainForce, at: Some(\"0525\"))]",
            if carrier == "M113" { "Observer" } else { "Rifle" }
        ));
        said(&field, &Command::Mount { unit: id(2), carrier: id(0) }).1
    };
    assert_eq!(remedy("M113"), "It carries a squad and a team.");
    assert_eq!(remedy("Transport"), "It carries a squad, or teams of two men.");
}

#[test]
fn a_squad_that_has_moved_is_told_that_searches_need_one_that_has_not() {
    proves!("base-4.7", "base-4.17");
    let mut field = Field::set(&format!(
        "level: Advanced, also: [Civilians], {NO_LEADERS} civilians_at: [\"1914\"], step: Some(UsMovement), units: [(kind: Rifle, at: \
         Some(\"2110\")), (kind: Rifle, at: Some(\"1813\")), (kind: MainForce, at: Some(\"2011\"), hidden: true), (kind: Rifle, at: \
         Some(\"2209\"))]"
    ));
    field.play(march(1, &["1914"]));
    field.play(march(0, &["2111", "2112", "2113", "2114", "2113", "2112", "2111"]));
    field.done();
    assert_eq!(said(&field, &search(0, "2111")).1, "A unit that searches must stay where it is.");
    assert_eq!(said(&field, &probe(0, "2011")).1, "Spend at most half its Movement Points before probing.");
    field.refuses(&Command::ClearCivilians { unit: id(1), at: hex("1914") }, "base-4.17");
}

#[test]
fn who_cannot_carry_that_much_is_told_what_it_can_carry() {
    proves!("base-4.16");
    let mut field = Field::set(&format!(
        "level: Advanced, {NO_LEADERS} step: Some(NlfFire), units: [(kind: Rifle, at: Some(\"2110\"), losses: 4), (kind: PlatoonLeader, at: \
         Some(\"2109\")), (kind: M113, at: Some(\"2009\")), (kind: MainForce, at: Some(\"2112\")), (kind: Rifle, at: Some(\"2209\"))]"
    ));
    field.dice(&[6]);
    field.play(fire(&[shot(3)], 0));
    field.is_gone(0);
    field.until(2, Step::UsMovement);
    let load = |unit: u8, killed: u8, wounded: u8| Command::Load { unit: id(unit), killed, wounded };
    let [lying] = field.state.casualties() else { panic!("{:?}", field.state.casualties()) };
    assert_eq!((lying.killed + lying.wounded, lying.hex), (2, hex("2110")));
    let (all, none, carrier) = (load(1, lying.killed, lying.wounded), load(4, 0, 0), load(2, 0, 0));
    field.play_all([march(1, &["2110"]), march(2, &["2109", "2110"]), march(4, &["2210", "2110"])]);
    assert_eq!(said(&field, &all).1, "It can carry 1 casualty marker.");
    assert_eq!(said(&field, &none).1, "It can carry 4 casualty markers or a heavy weapon.");
    assert_eq!(said(&field, &carrier).1, "It can carry 8 casualty markers.");
}

#[test]
fn a_mortar_without_a_crew_is_lost_to_whoever_enters_its_hex() {
    proves!("base-4.16");
    let field = Field::set(&format!(
        "level: Advanced, also: [CloseAssault], {NO_LEADERS} step: Some(UsAssault), units: [(kind: Rifle, at: Some(\"2112\")), (kind: \
         Mortar82, at: Some(\"2111\")), (kind: MainForce, at: Some(\"2113\"))]"
    ));
    let charge = assault(&[shot(0)], 1);
    field.refuses(&charge, "base-4.16");
    assert_eq!(said(&field, &charge).1, "Enter its hex: it is lost to you then.");
}

#[test]
fn each_side_has_its_own_word_for_a_squad_that_nobody_leads() {
    proves!("SD-A10");
    let set = |step: &str| {
        Field::set(&format!(
            "level: Standard, also: [CloseAssault], step: Some({step}), units: [(kind: Rifle, at: Some(\"2112\")), (kind: MainForce, at: \
             Some(\"2111\")), (kind: Rifle, at: Some(\"2110\"), company: 2), (kind: CompanyCommander, at: Some(\"0125\"), platoon: 0)]"
        ))
    };
    let mut nlf = set("UsAssault");
    nlf.until(1, Step::NlfAssault);
    assert_eq!(said(&nlf, &assault(&[shot(1)], 0)).0, "A squad out of command cannot close assault.");
    let mut us = set("NlfAssault");
    us.dice(&[1]);
    us.until(2, Step::UsAssault);
    assert_eq!(said(&us, &assault(&[shot(0)], 1)).0, "A squad without leadership cannot close assault.");
}

#[test]
fn a_game_without_close_assaults_does_not_ask_for_them() {
    proves!("base-4.1", "base-4.7");
    let asked = |switch: &str| {
        let units = "(kind: Rifle, at: Some(\"4028\")), (kind: MainForce, at: Some(\"0105\"))";
        let mut field = basic(switch, "NlfFire", units, "");
        let told: Vec<String> = field.done().iter().map(|event| rules().tell(event)).collect();
        let ends = rules().phrase(&field.state, &Command::Done);
        (rules().question(&field.state), rules().moment(&field.state).1, ends, told.concat())
    };
    let texts = |question: &str, step: &str| {
        (question.to_owned(), format!("Turn 1 of 6, {step}"), format!("End: {step}."), format!("{step}."))
    };
    assert_eq!(asked(""), texts("Who hides again?", "NLF hiding"));
    assert_eq!(asked("CloseAssault"), texts("Who close assaults whom, and who hides again?", "NLF close assaults"));
}

#[test]
fn one_squad_close_assaults_and_two_close_assault() {
    proves!("SD-A4");
    let told = |attackers: &[u8], defence: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [CloseAssault, CompanyCadres], {NO_LEADERS} step: Some(NlfAssault), units: [(kind: Rifle, at: \
             Some(\"3813\")), {defence}]"
        ));
        let shots: Vec<_> = attackers.iter().map(|n| shot(*n)).collect();
        field.play(assault(&shots, 0));
        let events = field.play(Command::Answer { double: true });
        let nothing = events.iter().find(|event| matches!(event, Event::CameToNothing { .. }));
        rules().tell(nothing.unwrap_or_else(|| panic!("{events:?}")))
    };
    let one = told(&[1], "(kind: CompanyCadre, at: Some(\"3812\"), element: Sapper)");
    assert!(one.contains(" close assaults the "), "{one}");
}

#[test]
fn one_mission_is_one_mission() {
    proves!("base-4.13");
    let shows = |missions: u8, strikes: u8| {
        let units = "(kind: Rifle, at: Some(\"4028\")), (kind: MainForce, at: Some(\"0105\"))";
        let more = format!("missions: {missions}, strikes: {strikes}");
        let field = basic("Artillery, AirStrikes", "UsMovement", units, &more);
        rules().show(&field.state)
    };
    assert!(shows(1, 0).contains("1 artillery mission and 0 air strikes left."));
    assert!(shows(2, 1).contains("2 artillery missions and 1 air strike left."));
}

#[test]
fn each_side_is_told_of_what_it_can_do_about_an_enemy_in_its_way() {
    proves!("base-4.2", "base-4.7");
    let way = |step: &str, unit: u8, to: &str| {
        let units = "(kind: Rifle, at: Some(\"2110\")), (kind: MainForce, at: Some(\"2111\"))";
        said(&basic("", step, units, ""), &march(unit, &[to])).1
    };
    assert_eq!(way("UsMovement", 0, "2111"), "Go round, probe, or attack.");
    assert_eq!(way("NlfMovement", 1, "2110"), "Go round, or attack.");
}

#[test]
fn a_squad_without_leadership_is_told_to_dig_only_where_that_helps() {
    proves!("base-4.8", "base-4.10");
    let remedy = |more: &str| {
        let mut field = Field::set(&format!(
            "level: Standard, {more} step: Some(NlfAssault), units: [(kind: CompanyCommander, at: Some(\"1808\"), platoon: 0), (kind: Rifle, at: \
             Some(\"2808\")), (kind: MainForce, at: Some(\"0525\"))]"
        ));
        field.dice(&[1]);
        field.done();
        said(&field, &march(1, &["2807"])).1
    };
    assert_eq!(remedy(""), "It may fire at half strength, or dig.");
    assert_eq!(remedy("without: [ImprovedPositions],"), "It may fire at half strength.");
}

#[test]
fn a_step_that_is_over_is_named_by_what_comes_before_and_after_it() {
    proves!("base-4.1", "32.46");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1807\"))";
    let remedy =
        |step: &str, command: Command| basic("CloseAssault", step, units, "").refusal(&command).remedy.to_string();
    // The Combat Phase still runs while units close assault.
    assert_eq!(remedy("UsAssault", fire(&[shot(0)], 1)), "Units fire after movement and before close assaults.");
    assert_eq!(remedy("UsFire", search(0, "1808")), "Search between movement and fire.");
    assert_eq!(remedy("UsPlot", assault(&[shot(0)], 1)), "They come after all fire and before units recover.");
}
