//! What an umpire who came a third time found wrong beside a real table, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::companion::Measuring;
use skirmish::event::{Delivery, Event};
use skirmish::figure::Standing;
use skirmish::{Aim, Command, Deed, Grenade, Said, Side, Weapon, Work};
use tabletop::Ruleset;

use super::companion::{A, ALTERNATE, Desk, POINT, SEEN, X};

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 8,";
const B: &str = "(name: \"B\", kind: \"Rifleman\")";

fn options(desk: &Desk) -> Vec<Command> {
    let mut options = Vec::new();
    skirmish_rules().options(&desk.state, &mut options);
    options
}

fn refused(desk: &Desk, command: &Command) -> Option<String> {
    skirmish_rules().check(&desk.state, command).err().map(|refusal| refusal.rule.as_str().to_owned())
}

#[test]
fn who_has_come_near_its_own_side_says() {
    skirmish::proves!("S-hidden", "S-companion");
    let set = |more: &str| {
        let mut desk = Desk::set(&format!("{A}, {B}"), &format!("{X}, (name: \"Y\", kind: \"Rifleman\")"), more);
        desk.prepare("A", Work::Throw, 1);
        desk.say(Said::LookOut, &[]);
        let sighted = Said::Sighted { figures: desk.crowd(&["X"]) };
        desk.say(sighted, &[]);
        desk
    };
    let known = |desk: &Desk| ["A", "B", "X", "Y"].map(|name| desk.state.is_known(desk.id(name)));
    let mut desk = set("");
    assert_eq!((desk.asked(), known(&desk)), (Some(Side::UsArvn), [false, false, true, false]));
    assert!(skirmish_rules().question(&desk.state).starts_with("US/ARVN: "));
    assert_eq!(desk.refused(Said::Sighted { figures: desk.crowd(&["X"]) }).rule.as_str(), "S-companion");
    let own = Said::Sighted { figures: desk.crowd(&["B"]) };
    let nobody = Said::Sighted { figures: desk.crowd(&[]) };
    for said in [own, nobody] {
        assert!(options(&desk).contains(&Command::Beside(said)));
    }
    desk.say(own, &[]);
    assert_eq!((desk.asked(), known(&desk)), (None, [false, true, true, false]));
    assert_eq!((set(EARLIER).asked(), known(&set(EARLIER))), (None, [true, false, true, false]));
    // A side of which everything is known is not asked.
    let mut desk = Desk::set("(name: \"V\", kind: \"M113\")", X, "");
    desk.say(Said::LookOut, &[]);
    let sighted = Said::Sighted { figures: desk.crowd(&["X"]) };
    desk.say(sighted, &[]);
    assert_eq!(desk.asked(), None);
}

/// X is seen, and A by it.
fn met(us: &str, more: &str) -> Desk {
    let mut desk = Desk::set(us, X, more);
    desk.say(desk.walk("A", 200), &[]);
    desk.look(&["X"], &["A"]);
    assert!(desk.state.is_known(desk.id("A")) && desk.state.is_known(desk.id("X")));
    desk
}

#[test]
fn the_noise_of_figures_that_are_only_seen_is_tested() {
    skirmish::proves!("S-noise", "S-R21", "S-companion");
    assert_eq!(refused(&met(A, EARLIER), &Command::Done), None, "saved games go on as they were played");
    let mut desk = met(A, "");
    assert_eq!(refused(&desk, &Command::Done).as_deref(), Some("S-noise"));
    let noise = Said::Noise { figures: desk.crowd(&["A"]) };
    desk.say(noise, &[1]);
    desk.say(Said::Near { near: true }, &[]);
    desk.play(Command::Done, &[]);
    desk.say(desk.walk("X", 200), &[]);
    assert!(desk.state.is_known(desk.id("A")), "heard, though X has gone out of sight");
}

#[test]
fn beside_a_table_who_is_only_seen_is_heard_as_well() {
    skirmish::proves!("S-listen", "S-companion");
    let set = |more: &str| {
        let mut desk = Desk::set(&format!("{A}, {B}"), X, more);
        desk.say(Said::LookOut, &[]);
        let sighted = Said::Sighted { figures: desk.crowd(&["X"]) };
        desk.say(sighted, &[]);
        if more.is_empty() {
            desk.say(Said::Sighted { figures: desk.crowd(&[]) }, &[]);
        }
        desk.play(Command::Listen { figure: desk.id("B") }, &[1]);
        desk
    };
    let mut desk = set("");
    assert_eq!(desk.asked(), Some(Side::VcNva));
    let heard = Said::Heard { figures: desk.crowd(&["X"]) };
    assert!(options(&desk).contains(&Command::Beside(heard)));
    let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(heard));
    assert!(form[0].choices[0].label.starts_with("X, nearer than 10"), "{form:?}");
    desk.say(heard, &[]);
    desk.say(desk.walk("A", 200), &[]);
    assert!(desk.state.is_known(desk.id("X")), "though A may see it no more");
    assert_eq!(set(EARLIER).asked(), None, "saved games go on as they were played");
}

#[test]
fn who_is_seen_stays_so_until_somebody_moves() {
    skirmish::proves!("S-companion", "S-hidden");
    let known = |more: &str| {
        let mut desk = Desk::set(A, X, more);
        desk.prepare("A", Work::Throw, 1);
        desk.look(&["X"], &["A"]);
        let mut turns = Vec::new();
        for _ in 0..2 {
            desk.play(Command::Done, &[]);
            turns.push(["A", "X"].map(|name| desk.state.is_known(desk.id(name))));
        }
        desk.say(desk.walk("A", 100), &[]);
        turns.push(["A", "X"].map(|name| desk.state.is_known(desk.id(name))));
        turns
    };
    assert_eq!(known(""), [[true, true], [true, true], [false, false]]);
    assert_eq!(known(EARLIER), [[true, false], [false, false], [false, false]]);
    // Who is thrown out of a vehicle is asked about again, though it was seen to get in.
    let us = "(name: \"V\", kind: \"M113\", counters: 6), (name: \"P\", kind: \"Rifleman\")";
    let mut desk = Desk::set(us, "(name: \"X\", kind: \"RPG gunner\")", "");
    desk.say(Said::Show { figure: desk.id("P") }, &[]);
    desk.say(Said::Try { figure: desk.id("P"), deed: Deed::Mount(desk.id("V")), near: true }, &[]);
    assert!(desk.state.is_known(desk.id("P")));
    desk.play(Command::Done, &[]);
    desk.prepare("X", Work::Rocket, 1);
    let rocket = Said::Rocket { figure: desk.id("X"), target: desk.id("V"), facts: SEEN };
    desk.say(rocket, &[6]);
    desk.play(Command::Done, &[1]);
    assert_eq!(desk.state.figure(desk.id("P")).unwrap().standing, Standing::Up);
    assert!(!desk.state.is_known(desk.id("P")));
}

#[test]
fn a_gunner_alone_has_no_crew_beside_a_table_either() {
    skirmish::proves!("S-R39", "S-companion");
    let gunner = "(name: \"G\", kind: \"Mortar gunner\", ready: true), (name: \"V\", kind: \"M113\")";
    let shell = |us: &str, more: &str| {
        let desk = Desk::set(us, X, more);
        let aim = Aim { range: 2000, mate: Some(true), identified: false, ..POINT };
        let (figure, grenade) = (desk.id("G"), Grenade::Fragmentation);
        let send = Command::Beside(Said::Send { figure, delivery: Delivery::Mortar, grenade, aim });
        (refused(&desk, &send), options(&desk).contains(&send))
    };
    assert_eq!(shell(gunner, ""), (Some("S-R39".into()), false));
    assert_eq!(shell(&format!("{gunner}, {A}"), "").0, None);
    assert_eq!(shell(gunner, EARLIER).0, None, "saved games go on as they were played");
    let mut desk = Desk::set(&gunner.replace(", ready: true", ""), X, ALTERNATE);
    let finish = Command::Beside(Said::Try { figure: desk.id("G"), deed: Deed::Finish, near: true });
    desk.prepare("G", Work::SetUp, 3);
    desk.play(Command::Done, &[]);
    desk.play(Command::Done, &[]);
    desk.prepare("G", Work::SetUp, 2);
    assert_eq!(refused(&desk, &finish).as_deref(), Some("S-R39"));
}

#[test]
fn nobody_says_that_an_enemy_hears_of_whom_his_side_does_not_know() {
    skirmish::proves!("S-R21", "S-noise", "S-companion");
    let near = Command::Beside(Said::Near { near: true });
    let asked = |vc: &str, more: &str| {
        let mut desk = Desk::set(A, vc, more);
        desk.say(desk.walk("A", 200), &[]);
        let noise = Said::Noise { figures: desk.crowd(&["A"]) };
        desk.say(noise, &[1]);
        assert_eq!(options(&desk).contains(&near), refused(&desk, &near).is_none());
        desk
    };
    let vehicle = "(name: \"V\", kind: \"M113\")";
    let mut desk = asked(&format!("{X}, {vehicle}"), "rulings: 10,");
    assert_eq!((desk.asked(), refused(&desk, &near).as_deref()), (Some(Side::UsArvn), Some("S-R21")));
    desk.say(Said::Near { near: false }, &[]);
    assert_eq!((desk.asked(), refused(&desk, &near)), (Some(Side::VcNva), None), "X may be near");
    let known = "(name: \"Y\", kind: \"Rifleman\", hidden: false)";
    let desk = asked(&format!("{X}, {known}"), "");
    assert_eq!((desk.asked(), refused(&desk, &near)), (Some(Side::UsArvn), None));
    assert_eq!(refused(&asked(X, EARLIER), &near), None, "saved games go on as they were played");
    // Who rides behind the engine does not hear, and may be asked after all the same.
    let desk = asked(&format!("{vehicle}, (name: \"P\", kind: \"Rifleman\", aboard: \"V\")"), "");
    assert_eq!((desk.asked(), refused(&desk, &near).as_deref()), (Some(Side::VcNva), Some("S-R21")));
}

#[test]
fn a_rifle_against_an_m113_alone_is_told_of_its_armour() {
    skirmish::proves!("S-apc", "S-companion");
    let desk = Desk::set(A, "(name: \"V\", kind: \"M113\")", "");
    let fire = Command::Fire { figure: desk.id("A"), weapon: Weapon::AssaultRifle, at: None };
    let refusal = skirmish_rules().check(&desk.state, &fire).unwrap_err();
    assert!(refusal.rule.as_str() == "S-apc" && refusal.because.contains("cannot hurt V"), "{refusal}");
}

#[test]
fn who_hid_under_a_vehicle_that_leaves_is_asked_for() {
    skirmish::proves!("S-R16", "S-R31", "S-companion");
    let mut desk = Desk::set(&format!("(name: \"V\", kind: \"M113\"), {A}"), X, "");
    let over = Said::Over { vehicle: desk.id("V"), figure: desk.id("X") };
    desk.say(Said::LookOut, &[]);
    assert!(!skirmish_rules().question(&desk.state).contains("under"), "it has not moved");
    desk.say(Said::Sighted { figures: desk.crowd(&[]) }, &[]);
    desk.say(Said::Try { figure: desk.id("V"), deed: Deed::Leave, near: true }, &[]);
    let refusal = desk.refused(over);
    assert!(refusal.rule.as_str() == "S-R16" && refusal.remedy.contains("under the vehicle"), "{refusal}");
    desk.say(Said::LookOut, &[]);
    for state in [&desk.state, &skirmish_rules().view(&desk.state, Side::VcNva)] {
        let question = skirmish_rules().question(state);
        assert!(question.contains("under V"), "{question}");
    }
    let sighted = Said::Sighted { figures: desk.crowd(&["X"]) };
    desk.say(sighted, &[]);
    assert!(matches!(desk.state.beside().measuring, Some((Side::UsArvn, Measuring::Sighted))));
    assert!(!skirmish_rules().question(&desk.state).contains("under"));
    desk.say(Said::Sighted { figures: desk.crowd(&[]) }, &[]);
    let events = desk.say(over, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::RunOver { .. })), "{events:?}");
    assert_eq!((desk.counters("X"), desk.state.figure(desk.id("V")).unwrap().standing), (5, Standing::Left));
}
