//! What a refusal of Vietnam Skirmish says would be right is right.

use pointman_tests::skirmish::*;
use skirmish::{Command, Grenade, RocketAim, Weapon, Work};
use tabletop::Ruleset;

#[track_caller]
fn refused(field: &Field, command: &Command) -> (String, String) {
    let refusal = skirmish_rules().check(&field.state, command).unwrap_err();
    (refusal.rule.as_str().to_owned(), refusal.remedy)
}

#[test]
fn who_has_aimed_after_its_shot_is_not_told_to_fire() {
    skirmish::proves!("S-R35", "S-R47");
    let mut field = Field::set(&[a("Sniper", "S", 1500, 500)], &[a("Guerrilla", "Z", 2900, 500)], "hiding: Alternate,");
    let turn = |field: &Field, facing| Command::Turn { figure: field.id("S"), facing };
    for command in [turn(&field, SOUTH), turn(&field, EAST), field.prepare("S", Work::Aim)] {
        field.play(command);
    }
    field.end_turn(&[]);
    field.end_turn(&[]);
    let shot = field.fire_at("S", Weapon::SniperRifle, "Z");
    field.dice(&[1]).play(shot);
    field.play(field.prepare("S", Work::Aim));
    let (rule, remedy) = refused(&field, &field.prepare("S", Work::Aim));
    assert_eq!((rule.as_str(), remedy.as_str()), ("S-R35", "Choose another figure, and aim again next turn."));
    field.refuses(&field.fire_at("S", Weapon::SniperRifle, "Z"), "S-R35");
}

#[test]
fn a_gunner_alone_is_not_told_to_finish() {
    skirmish::proves!("S-R39", "S-R17");
    let mut field = Field::set(&[a("Mortar gunner", "M", 1500, 500)], &[a("Guerrilla", "Z", 2900, 500)], "");
    for n in 0..5 {
        if n == 3 {
            field.end_turn(&[]);
            field.end_turn(&[]);
        }
        field.play(field.prepare("M", Work::SetUp));
    }
    let (rule, remedy) = refused(&field, &field.prepare("M", Work::SetUp));
    assert!(rule == "S-R39" && remedy.starts_with("Begin again"), "bringing one now breaks it off: {remedy}");
}

#[test]
fn a_claymore_that_can_no_longer_be_begun_is_not_to_be_prepared() {
    skirmish::proves!("S-claymore");
    let mut field = Field::set(&[a("Claymore man", "C", 1500, 500)], &[a("Guerrilla", "Z", 2900, 500)], "");
    let place = Command::PlaceClaymore { figure: field.id("C"), at: at(1500, 550), facing: SOUTH };
    assert_eq!(refused(&field, &place).1, "Prepare for 2 phases more.");
    field.play(field.prepare("C", Work::Claymore));
    assert_eq!(refused(&field, &place).1, "Prepare for one phase more.");
    field.play(Command::Turn { figure: field.id("C"), facing: SOUTH });
    let begun = refused(&field, &place);
    assert_eq!(begun, refused(&field, &field.prepare("C", Work::Claymore)));
    assert_eq!(begun.1, "Start with a figure that has all its phases.");
}

#[test]
fn who_leaves_and_who_corrects_choose_no_point() {
    skirmish::proves!("S-R31", "S-R11");
    let rows = vec!["J".repeat(40); 20];
    let us = [a("Radio operator", "R", 200, 500)];
    let z = [a("Guerrilla", "Z", 2900, 500)];
    let more = "goals: [Exit(edge: West, points: 1)], battery: (turns: 3, rounds: 3, spotting: true),";
    let mut field = Field::on(&rows, &us, &z, more, "", "");
    field.dice(&[3, 1, 1]).play(Command::SpottingRound { at: at(3900, 500) });
    field.play(Command::Done);
    let leave = Command::Leave { figure: field.id("R") };
    assert_eq!(refused(&field, &leave), ("S-R31".to_owned(), "Move closer first.".to_owned()));
    field.play(field.walk("R", 100, 500));
    assert!(field.allows(&leave));
    field.end_turn(&[6]);
    field.end_turn(&[]);
    let correct = |over| Command::Correct { over, right: 0 };
    assert_eq!(refused(&field, &correct(24)), ("S-R11".to_owned(), "Guess a smaller correction.".to_owned()));
    assert!(field.allows(&correct(0)));
}

#[test]
fn guns_that_need_no_ranging_in_are_not_told_to_range_in() {
    skirmish::proves!("S-R11", "S-support");
    let set = |for_us: &str| {
        let us = [a("Radio operator", "R", 200, 500)];
        Field::on(&open_ground(), &us, &[a("Guerrilla", "Z", 2900, 500)], for_us, "", "")
    };
    let correct = Command::Correct { over: 3, right: 0 };
    let call = Command::CallFire { at: at(2000, 500) };
    let mut field = set("battery: (turns: 1, rounds: 1),");
    assert_eq!(refused(&field, &correct), ("S-R11".to_owned(), "Call for the first round.".to_owned()));
    field.dice(&[1]).play(call);
    field.play(Command::Done);
    // No guns are left, so that no later turn helps.
    assert_eq!(refused(&field, &call), ("S-support".to_owned(), "Go on with the figures.".to_owned()));
    assert_eq!(refused(&set(""), &call), ("S-support".to_owned(), "Go on with the figures.".to_owned()));
    let mut waits = set("battery: (turns: 2, rounds: 1),");
    waits.play(Command::Done);
    assert_eq!(refused(&waits, &call).1, "Call for it at the start of your side's next turn.");
}

/// Whatever else a figure does breaks off what it has prepared.
#[test]
fn who_has_prepared_a_shot_is_told_to_prepare_again_after_turning() {
    skirmish::proves!("S-R05", "S-R08", "S-R32");
    let us = [
        a("Grenadier", "G", 500, 500),
        a("RPG gunner", "R", 500, 900),
        a("Sniper", "S", 500, 1300),
        a("M113", "V", 2000, 1900),
    ];
    let z = [a("M113", "W", 500, 1800), a("Guerrilla", "Z", 500, 200) + ", hidden: false"];
    let again = "Turn the firer first, and prepare again.";
    for (name, work) in [("G", Work::Launch), ("R", Work::Rocket), ("S", Work::Aim)] {
        let mut field = Field::set(&us, &z, "");
        field.play(field.prepare(name, work));
        let figure = field.id(name);
        let shots = match work {
            Work::Launch => vec![Command::Launch { figure, grenade: Grenade::Smoke, at: at(100, 500) }],
            Work::Rocket => vec![
                Command::Rocket { figure, aim: RocketAim::Ground(at(100, 900)) },
                Command::Rocket { figure, aim: RocketAim::Vehicle(field.id("W")) },
            ],
            _ => vec![field.fire_at(name, Weapon::SniperRifle, "Z")],
        };
        for shot in shots {
            assert_eq!(refused(&field, &shot), ("S-R05".to_owned(), again.to_owned()), "{shot:?}");
        }
    }
    // Fire that wants no preparation needs none again.
    let field = Field::set(&us, &z, "");
    assert_eq!(refused(&field, &field.fire_at("G", Weapon::AssaultRifle, "Z")).1, "Turn the firer first.");
}
