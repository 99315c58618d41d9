//! Two rules of Vietnam Skirmish that meet: each in the position in which one of them might be forgotten.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::{Command, Side, Weapon, Work};
use tabletop::Ruleset;

const ALTERNATE: &str = "hiding: Alternate,";

fn man(name: &str, kind: &str, x: i32, y: i32) -> String {
    format!("name: \"{name}\", kind: \"{kind}\", at: ({x}, {y}), hidden: false")
}

fn set(us: &[String], vc: &[String], more: &str) -> Field {
    let (us, vc): (Vec<&str>, Vec<&str>) =
        (us.iter().map(String::as_str).collect(), vc.iter().map(String::as_str).collect());
    Field::set(&us, &vc, more)
}

#[test]
fn phases_that_are_let_go_by_are_not_consecutive() {
    skirmish::proves!("S-R47", "S-R08");
    let us = [man("A", "Rifleman", 500, 1000), man("B", "Rifleman", 500, 1300)];
    let field = || set(&us, &[man("X", "Rifleman", 3500, 1000)], ALTERNATE);
    // Two of three phases, and the third is spent on nothing: another figure acts.
    let mut idle = field();
    idle.play(idle.prepare("A", Work::Throw));
    idle.play(idle.prepare("A", Work::Throw));
    idle.play(idle.walk("B", 600, 1300));
    assert_eq!(idle.figure("A").work, None);
    // The last two phases of a turn go on in the next; a whole turn of three phases without them breaks them off.
    let mut late = field();
    late.play(late.walk("A", 600, 1000));
    late.play(late.prepare("A", Work::Throw));
    late.play(late.prepare("A", Work::Throw));
    late.end_turn(&[]);
    late.end_turn(&[]);
    assert_eq!(late.figure("A").work, Some((Work::Throw, 2)));
    late.end_turn(&[]);
    late.end_turn(&[]);
    assert_eq!(late.figure("A").work, None, "a whole turn went by");
}

#[test]
fn passengers_of_a_wreck_stand_on_places_of_their_own() {
    skirmish::proves!("S-R48", "S-R14", "S-R30");
    let mut us: Vec<String> = vec![format!("{}, counters: 6", man("V", "M113", 50, 50))];
    us.extend((0..11).map(|n| format!("name: \"P{n}\", kind: \"Rifleman\", aboard: \"V\"")));
    let mut field = set(&us, &[man("X", "RPG gunner", 1050, 50)], ALTERNATE);
    field.end_turn(&[]);
    field.play(field.prepare("X", Work::Rocket));
    let rocket = Command::Rocket { figure: field.id("X"), aim: skirmish::RocketAim::Vehicle(field.id("V")) };
    field.dice(&[5]).play(rocket);
    field.end_turn(&[2]);
    assert_eq!(field.figure("V").standing, Standing::Removed);
    let places: Vec<table::Point> = (0..11).filter_map(|n| field.figure(&format!("P{n}")).place()).collect();
    assert_eq!(places.len(), 11);
    for (n, one) in places.iter().enumerate() {
        assert!(one.within(at(50, 50), 200));
        assert!(places[n + 1..].iter().all(|other| !one.within(*other, 49)), "{places:?}");
    }
}

#[test]
fn a_hair_beyond_a_range_is_beyond_it() {
    skirmish::proves!("S-fire", "S-hidden");
    let us = [man("A", "Officer", 500, 1000)];
    // Six inches and four ten-thousandths.
    let field = set(&us, &[man("X", "Rifleman", 1100, 1007)], ALTERNATE);
    let fire = field.fire_at("A", Weapon::Pistol, "X");
    assert!(!field.allows(&fire));
    let field = set(&us, &[man("X", "Rifleman", 1100, 1000)], ALTERNATE);
    assert!(field.allows(&field.fire_at("A", Weapon::Pistol, "X")));
    let hidden = "name: \"X\", kind: \"Rifleman\", at: (1700, 1007), hidden: true".to_owned();
    let field = set(&us, &[hidden], ALTERNATE);
    assert!(!field.allows(&Command::Spot { figure: field.id("A"), target: field.id("X") }));
}

#[test]
fn who_comes_into_sight_does_not_tell_where_he_was_before() {
    skirmish::proves!("S-R28", "S-hidden");
    let us = ["name: \"A\", kind: \"Rifleman\", at: (500, 1000)".to_owned()];
    let vc = ["name: \"X\", kind: \"Rifleman\", at: (1080, 1000)".to_owned()];
    let mut field = set(&us, &vc, "first: VcNva,");
    let events = field.play(field.walk("X", 890, 1000));
    let told: Vec<Event> = events.iter().filter_map(|e| skirmish_rules().seen(e, &field.state, Side::UsArvn)).collect();
    assert!(!told.iter().any(|e| matches!(e, Event::Moved { from, .. } if from.x == 1080)), "{told:?}");
}
