//! The suite passes a sound ruleset, and finds every fault the toy can commit.

use super::*;
use crate::toy::{Command, Fault, POSTS, Toy, arranged, rolled};

/// Any command of the same kind, and one of each other kind.
fn others(_: &Toy, _: &crate::toy::State, _: &Command, picks: &mut Seeded) -> Vec<Command> {
    let (from, to) = (picks.choose(POSTS + 1), picks.choose(POSTS + 1));
    vec![
        Command::Scout { post: to },
        Command::Raid { from, post: to },
        Command::Shift { from, to },
        Command::TakeLoss { post: to },
    ]
}

fn examine(toy: Toy) -> Result<Report, Failure> {
    let settings = Settings { games: 40, longest: 200, odds_every: 3, mutate: &others, ..Settings::default() };
    let scenarios = [("lot", rolled(30)), ("arranged", arranged([[3, 2, 1], [1, 2, 3]]))];
    run(&Arc::new(toy), &scenarios, &settings)
}

#[test]
fn a_sound_ruleset_passes_and_everything_was_tried() {
    let report = examine(Toy::default()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.games, 80);
    assert_eq!(report.outcomes.values().sum::<u64>(), 80);
    assert!(report.outcomes.len() == 3, "{report:?}");
    for count in [report.commands, report.options, report.carried_out, report.refused, report.needed_rolls] {
        assert!(count > 500, "{report:?}");
    }
    assert!(report.odds > 100 && report.disguised > 300 && report.longest > 10, "{report:?}");
}

#[test]
fn every_fault_is_found_and_named() {
    for (fault, expected) in [
        (Fault::ForbiddenOption, "An option is refused"),
        (Fault::MissingOption, "no option stands for it"),
        (Fault::DoubledOption, "listed twice"),
        (Fault::ApplyForgetsToCheck, "refused and yet carried out"),
        (Fault::RefusalLeavesTraces, "yet the position has changed"),
        (Fault::RefusalLeavesEvents, "yet there are events"),
        (Fault::NeedLeavesTraces, "asked for a roll, and yet"),
        (Fault::CheckIsStricter, "Not today."),
        (Fault::NeverEnds, "does not end within 200 commands"),
        (Fault::NoResult, "over without a result"),
        (Fault::PointsFromNowhere, "the audit finds"),
        (Fault::TellsByOptions, "by the options"),
        (Fault::TellsByView, "by the view"),
        (Fault::TellsByRefusal, "by a refusal"),
        (Fault::TellsByQuestion, "by the question"),
        (Fault::DiceOfItsOwn, "same dice"),
        (Fault::CurtRefusal, "not a rule and two sentences"),
        (Fault::RollsWithoutDice, "cannot be carried out"),
        (Fault::TellsByEvent, "by what it notices"),
        (Fault::TellsByDice, "by the dice it knows of"),
    ] {
        let failure = examine(Toy::with(fault)).expect_err(&format!("{fault:?} was not found"));
        assert!(failure.broken.contains(expected), "{fault:?} was found as: {failure}");
    }
}

#[test]
fn a_failure_names_the_game_and_the_command() {
    let failure = examine(Toy::with(Fault::ForbiddenOption)).unwrap_err();
    let said = failure.to_string();
    assert!(said.starts_with("scenario `lot`, seed "), "{said}");
    assert!(said.contains("(Scout { post: 7 })"), "{said}");
}

#[test]
fn a_scenario_that_is_refused_fails_too() {
    let scenario = [("strong", arranged([[7, 1, 1], [1, 1, 1]]))];
    let failure = run(&Arc::new(Toy::default()), &scenario, &Settings::default()).unwrap_err();
    assert!(failure.broken.starts_with("The scenario is refused: Post 0 has strength 7."), "{failure}");
}
