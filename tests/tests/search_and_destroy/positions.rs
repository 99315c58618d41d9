//! Improved Positions of Search & Destroy at the start of a game: section 4.10 of the reference, and who may know of them.

use std::sync::Arc;

use pointman_tests::library;
use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::Event;
use search_and_destroy::state::Step;
use search_and_destroy::{SearchAndDestroy, Side, proves};
use tabletop::{Game, Ruleset};

/// A VC platoon that sets up by itself; counters are dealt in the order of the list.
fn platoon(fields: &str) -> Field {
    let entry = "entries: [(forces: [VcPlatoon(1, 1)], at: Columns(1, 5), improved: true)]";
    Field::arrange(&format!("level: Standard, {entry}, {fields}"), &[1, 1, 1]).unwrap()
}

fn place(number: u8, at: &str) -> Command {
    Command::Place { unit: id(number), at: hex(at) }
}

fn improve(at: &str, dug: bool) -> Command {
    Command::Improve { at: hex(at), dug }
}

/// Where positions are, in the order of the map.
fn dug(field: &Field) -> Vec<String> {
    field.state.positions().iter().map(|p| p.hex.to_string()).collect()
}

#[test]
fn the_owner_chooses_for_all_some_or_none_of_his_men() {
    proves!("base-4.10");
    let mut field = platoon("");
    field.refuses(&improve("0305", false), "base-4.10");
    field.play(place(0, "0305"));
    field.play(place(1, "0307"));
    assert_eq!(dug(&field), ["0305", "0307"], "dug until he says otherwise");
    assert!(field.options().contains(&improve("0305", false)));
    field.refuses(&improve("0305", true), "base-4.10");
    field.play(improve("0305", false));
    assert_eq!(dug(&field), ["0307"]);
    field.refuses(&improve("0305", false), "base-4.10");
    field.play(improve("0305", true));
    assert_eq!(dug(&field), ["0305", "0307"]);
    field.play(improve("0305", false));
    field.play(improve("0307", false));
    assert!(dug(&field).is_empty());
    // The rest is set up, and dug in, by itself; then the choice is over.
    field.done();
    let at = |number: u8| field.unit(number).hex().unwrap();
    assert_eq!(field.state.positions().len(), 2);
    assert!([at(2), at(3)].iter().all(|hex| field.state.has_position(*hex)));
    assert!(field.state.permits().is_empty());
    field.refuses(&improve("0305", true), "base-4.1");
}

#[test]
fn whoever_joins_men_without_a_position_changes_nothing() {
    proves!("base-4.10");
    let mut field = Field::set(
        "level: Standard, entries: [(forces: [RiflePlatoon(1, 1), Observer(1)], at: Columns(1, 5), improved: true)], \
         positions: [\"0409\"], units: [(kind: MainForce, at: Some(\"4020\"))]",
    );
    let team = (0..10).find(|n| field.unit(*n).kind.is_team()).unwrap();
    let squads: Vec<u8> = (0..6).filter(|n| field.unit(*n).kind.is_squad() && field.unit(*n).hex().is_none()).collect();
    field.play(place(squads[0], "0305"));
    field.play(improve("0305", false));
    field.play(place(team, "0305"));
    assert_eq!(dug(&field), ["0409"]);
    field.refuses(&improve("0409", false), "base-4.10");
    // A position that the scenario has dug is nobody's choice.
    field.play(place(squads[1], "0409"));
    field.refuses(&improve("0409", false), "base-4.10");
    field.done();
    assert!(!field.state.has_position(hex("0305")) && field.state.has_position(hex("0409")));
}

#[test]
fn nobody_chooses_where_the_scenario_allows_none() {
    proves!("base-4.10");
    for fields in [
        "level: Standard, entries: [(forces: [VcPlatoon(1, 1)], at: Columns(1, 5))]",
        "level: Basic, entries: [(forces: [VcPlatoon(1, 1)], at: Columns(1, 5), improved: true)]",
    ] {
        let mut field = Field::arrange(fields, &[1, 1, 1]).unwrap();
        field.play(place(0, "0305"));
        field.refuses(&improve("0305", false), "base-4.10");
        field.refuses(&improve("0305", true), "base-4.10");
        assert!(dug(&field).is_empty());
    }
}

/// The US player learns neither of a position of hidden men nor of the choice; in his own set-up nothing is hidden.
#[test]
fn the_choice_of_hidden_men_is_hidden() {
    proves!("base-4.10", "base-4.7");
    let mut field = platoon("");
    field.play(place(0, "0305"));
    let with = rules().view(&field.state, Side::Us);
    let events = field.play(improve("0305", false));
    assert_eq!(events, [Event::Improved { at: hex("0305"), side: Side::Nlf, dug: false }]);
    assert_eq!(rules().seen(&events[0], &field.state, Side::Us), None);
    assert_eq!(rules().seen(&events[0], &field.state, Side::Nlf).as_ref(), Some(&events[0]));
    assert_eq!(rules().view(&field.state, Side::Us), with, "the position looks the same without");
    assert!(with.positions().is_empty() && with.permits().is_empty());
    assert_eq!(rules().view(&field.state, Side::Nlf), field.state);
    let mut us = Field::set(
        "level: Standard, entries: [(forces: [RiflePlatoon(1, 1)], at: Columns(1, 5), improved: true)], \
         units: [(kind: MainForce, at: Some(\"4020\"))]",
    );
    assert_eq!(us.state.step(), Step::UsSetup);
    us.play(place(1, "0305"));
    let events = us.play(improve("0305", false));
    assert_eq!(rules().seen(&events[0], &us.state, Side::Nlf).as_ref(), Some(&events[0]));
}

/// NLF men dig unseen and go; a unit that comes there finds it. Before, a refusal to dig told of it.
#[test]
fn us_men_find_a_position_in_the_hex_they_enter() {
    proves!("base-4.10", "base-4.7");
    let mut field = Field::set(
        "level: Standard, step: Some(NlfMovement), units: [(kind: MainForce, at: Some(\"0105\"), hidden: true, \
         independent: true), (kind: Rifle, at: Some(\"0107\"))]",
    );
    field.play(Command::Dig { unit: id(0) });
    field.until(2, Step::NlfMovement);
    field.play(march(0, &["0104"]));
    field.until(3, Step::UsMovement);
    assert!(rules().view(&field.state, Side::Us).positions().is_empty());
    let events = field.play(march(1, &["0106", "0105"]));
    let found = Event::Dug { at: hex("0105"), side: Side::Nlf, hidden: false };
    assert!(events.contains(&found), "{events:?}");
    assert_eq!(rules().seen(&found, &field.state, Side::Us), Some(found));
    assert_eq!(rules().view(&field.state, Side::Us).positions().len(), 1);
}

/// In the log of a whole scenario: its words are for the owner.
#[test]
fn the_log_tells_the_choice_to_the_owner_alone() {
    proves!("base-4.10");
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let scenario = library().scenario::<SearchAndDestroy>("27-24-base-camp").unwrap();
    let mut game = Game::new(rules, scenario, "27-24-base-camp", 3).unwrap();
    assert_eq!(game.state().step(), Step::Setup);
    let choice = |game: &Game<SearchAndDestroy>| {
        game.options().0.into_iter().find(|c| matches!(c, Command::Improve { dug: false, .. }))
    };
    while choice(&game).is_none() {
        let (options, _) = game.options();
        game.play(options.into_iter().find(|c| matches!(c, Command::Place { .. })).unwrap()).unwrap();
    }
    let command = choice(&game).unwrap();
    game.play(command).unwrap();
    let last = game.len() - 1;
    let told = |reader| game.log(last..last + 1, Some(reader)).remove(0);
    let (us, nlf) = (told(Side::Us), told(Side::Nlf));
    assert!(us.phrase.is_none() && us.told.is_empty(), "{us:?}");
    assert!(nlf.phrase.unwrap().ends_with("begin without an Improved Position."));
    // Undo is a replay without it.
    assert_eq!(game.state().positions().len() + 1, game.state().permits().len());
    assert!(game.undo());
    assert_eq!(game.state().positions().len(), game.state().permits().len());
}
