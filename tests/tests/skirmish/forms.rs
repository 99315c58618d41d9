//! What is asked and said beside a real table in Vietnam Skirmish is what counts on the computer's.

use pointman_tests::skirmish::*;
use skirmish::companion::Fact;
use skirmish::event::Delivery;
use skirmish::figure::Standing;
use skirmish::{Aim, Command, Deed, Facts, FigureId, Grenade, Said, Weapon, Work};
use table::Walk;

use super::companion::{A, ALTERNATE, Desk, POINT, SEEN};

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 9,";
const V: &str = "(name: \"V\", kind: \"M113\")";

fn asked(desk: &Desk, said: Said) -> Vec<Fact> {
    let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(said));
    form.into_iter().map(|question| question.fact).collect()
}

#[test]
fn a_way_over_good_and_bad_ground_can_be_said() {
    skirmish::proves!("S-R34", "S-companion", "S-tactical");
    let desk = Desk::set(A, V, ALTERNATE);
    let a = desk.id("A");
    let go = |length, bad| Said::Go { figure: a, way: Walk { length, bad, ..Walk::default() }, tactical: false };
    let form = |said| skirmish_rules().facts_needed(&desk.state, &Command::Beside(said));
    let ground = form(go(150, 50)).remove(1).choices;
    let ground: Vec<_> = ground.iter().map(|c| (c.label.as_str(), c.chosen, c.refusal.is_none(), c.command)).collect();
    let said = |length, bad| Command::Beside(go(length, bad));
    let expected = [
        ("good going", false, true, said(150, 0)),
        ("bad going", false, false, said(150, 150)),
        ("0.5\" of it bad going", true, true, said(150, 50)),
        ("1\" of it bad going", false, false, said(150, 100)),
    ];
    assert_eq!(ground, expected);
    // Another length keeps what is bad of it.
    let kept = |length, bad| form(go(length, bad)).remove(0).choices.into_iter().map(|c| c.command).collect::<Vec<_>>();
    assert_eq!(kept(150, 50), [said(50, 50), said(100, 50), said(150, 50), said(200, 50)]);
    assert_eq!(kept(100, 100), [said(50, 50), said(100, 100), said(150, 150), said(200, 200)]);
    // The ground of a tactical move does not count.
    let sneak = Said::Go { figure: a, way: Walk { length: 200, ..Walk::default() }, tactical: true };
    assert_eq!(asked(&desk, sneak), [Fact::Length, Fact::Obstacle]);
    // An inch goes over any ground and across anything.
    assert_eq!(asked(&desk, go(100, 0)), [Fact::Length]);
    assert_eq!(asked(&desk, go(150, 0)), [Fact::Length, Fact::Ground, Fact::Obstacle]);
}

#[test]
fn nothing_is_asked_that_does_not_count() {
    skirmish::proves!("S-R24", "S-R07", "S-companion");
    let us = "(name: \"L\", kind: \"Leader\"), (name: \"H\", kind: \"Heavy gunner\"), (name: \"S\", kind: \"Sniper\")";
    let vc = "(name: \"X\", kind: \"Rifleman\"), (name: \"Y\", kind: \"Rifleman\", counters: 1)";
    let mut desk = Desk::set(us, &format!("{V}, {vc}"), ALTERNATE);
    desk.prepare("L", Work::Throw, 2);
    let figure = desk.id("L");
    let throw =
        |grenade| Said::Send { figure, delivery: Delivery::Thrown, grenade, aim: Aim { identified: false, ..POINT } };
    assert_eq!(asked(&desk, throw(Grenade::Fragmentation)), [Fact::Range, Fact::Identified]);
    assert_eq!(asked(&desk, throw(Grenade::Smoke)), [Fact::Range]);
    desk.play(Command::Fire { figure: desk.id("H"), weapon: Weapon::HeavyMachineGun, at: None }, &[6]);
    let mark = |name: &str| Said::Mark { target: desk.id(name), facts: Facts { range: 0, ..SEEN } };
    assert_eq!(asked(&desk, mark("X")), [Fact::Arc, Fact::Sight], "a first counter is taken in any cover");
    assert_eq!(asked(&desk, mark("Y")), [Fact::Arc, Fact::Sight, Fact::Cover]);
    assert_eq!(asked(&desk, mark("V")), [Fact::Arc, Fact::Sight]);
    desk.say(Said::Spare, &[]);
    // A sniper's shot gives two.
    desk.prepare("S", Work::Aim, 1);
    desk.play(Command::Fire { figure: desk.id("S"), weapon: Weapon::SniperRifle, at: None }, &[6]);
    let mark = Said::Mark { target: desk.id("X"), facts: SEEN };
    assert_eq!(asked(&desk, mark), [Fact::Arc, Fact::Sight, Fact::Cover]);
}

#[test]
fn cover_from_a_burst_is_asked_of_those_whom_it_keeps_from_something() {
    skirmish::proves!("S-R07", "S-companion");
    let vc = "(name: \"X\", kind: \"Rifleman\"), (name: \"Y\", kind: \"Rifleman\", counters: 1)";
    let mut desk = Desk::set("(name: \"L\", kind: \"Leader\")", vc, ALTERNATE);
    desk.prepare("L", Work::Throw, 2);
    let (figure, delivery, grenade) = (desk.id("L"), Delivery::Thrown, Grenade::Fragmentation);
    desk.say(Said::Send { figure, delivery, grenade, aim: POINT }, &[1]);
    let covers = |inner: &[&str], outer: &[&str]| {
        let struck = Said::Struck { inner: desk.crowd(inner), outer: desk.crowd(outer), covered: desk.crowd(&[]) };
        let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(struck)).into_iter();
        let covered = form.filter(|question| question.fact == Fact::Covered);
        covered.flat_map(|question| question.choices).map(|choice| choice.label).collect::<Vec<_>>()
    };
    assert_eq!(covers(&["X"], &["Y"]), ["X", "Y"]);
    assert_eq!(covers(&["Y"], &["X"]), ["Y"], "it takes one counter, as many as in cover");
    assert!(covers(&[], &["X"]).is_empty());
}

#[test]
fn each_question_names_the_rule_that_the_answer_is_held_against() {
    skirmish::proves!("S-companion");
    let us = "(name: \"P\", kind: \"Officer\"), (name: \"G\", kind: \"RPG gunner\"), (name: \"T\", kind: \"M113\")";
    let mut desk = Desk::set(us, V, ALTERNATE);
    let rules = |desk: &Desk, said| {
        let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(said));
        form.into_iter().map(|question| question.rule.as_str().to_owned()).collect::<Vec<_>>()
    };
    let walk = |desk: &Desk, name| desk.walk(name, 200);
    assert_eq!(rules(&desk, walk(&desk, "P")), ["S-R34"; 3]);
    assert_eq!(rules(&desk, walk(&desk, "T")), ["S-apc"]);
    let spray = Said::Spray { figure: desk.id("P"), weapon: Weapon::Pistol, aim: POINT };
    assert_eq!(rules(&desk, spray), ["S-R35", "S-R05", "S-speculative"]);
    desk.prepare("G", Work::Rocket, 1);
    let rocket = Said::Rocket { figure: desk.id("G"), target: desk.id("V"), facts: SEEN };
    assert_eq!(rules(&desk, rocket), ["S-R15", "S-R05", "S-R32"]);
    let mount = Said::Try { figure: desk.id("P"), deed: Deed::Mount(desk.id("T")), near: true };
    assert_eq!(rules(&desk, mount), ["S-R38"]);
    let far = Said::Try { figure: desk.id("P"), deed: Deed::Mount(desk.id("T")), near: false };
    assert_eq!(desk.refused(far).rule.as_str(), "S-R38");
}

/// A gets into V.
fn got_in(more: &str) -> (Desk, FigureId) {
    let mut desk =
        Desk::set(&format!("{A}, (name: \"B\", kind: \"Rifleman\"), {V}"), "(name: \"Z\", kind: \"Rifleman\")", more);
    let (a, v) = (desk.id("A"), desk.id("V"));
    desk.say(desk.walk("A", 200), &[]);
    desk.say(Said::Try { figure: a, deed: Deed::Mount(v), near: true }, &[]);
    (desk, a)
}

#[test]
fn a_mine_on_the_way_into_a_vehicle_is_said_right_after() {
    skirmish::proves!("S-R40", "S-mines");
    let (mut desk, a) = got_in("");
    let mut options = Vec::new();
    tabletop::Ruleset::options(skirmish_rules(), &desk.state, &mut options);
    assert!(options.contains(&Command::Beside(Said::SetOff { figure: a })));
    desk.say(Said::SetOff { figure: a }, &[3]);
    let man = desk.state.figure(a).unwrap();
    assert_eq!((man.standing, man.counters, desk.state.is_known(a)), (Standing::Up, 3, true));
    let nobody = desk.crowd(&[]);
    desk.say(Said::Struck { inner: nobody, outer: nobody, covered: nobody }, &[]);
    // Once anybody else has acted it is too late.
    let (mut desk, a) = got_in("");
    desk.say(desk.walk("B", 100), &[]);
    assert_eq!(desk.refused(Said::SetOff { figure: a }).rule.as_str(), "S-mines");
    let (desk, a) = got_in(EARLIER);
    assert_eq!(
        desk.refused(Said::SetOff { figure: a }).rule.as_str(),
        "S-mines",
        "saved games go on as they were played"
    );
}

#[test]
fn the_noise_of_riders_alone_is_not_tested_beside_a_table() {
    skirmish::proves!("S-R21");
    let noise = |more: &str, names: &[&str]| {
        let (mut desk, _) = got_in(more);
        desk.say(desk.walk("B", 200), &[]);
        let said = Said::Noise { figures: desk.crowd(names) };
        tabletop::Ruleset::check(skirmish_rules(), &desk.state, &Command::Beside(said))
            .map_err(|no| no.rule.to_string())
    };
    assert_eq!(noise("", &["A"]), Err("S-R21".to_owned()));
    assert_eq!((noise("", &["A", "B"]), noise("", &["B"])), (Ok(()), Ok(())));
    assert_eq!(noise(EARLIER, &["A"]), Ok(()), "saved games go on as they were played");
}

#[test]
fn who_is_driven_back_is_no_longer_seen_until_it_is_said_again() {
    skirmish::proves!("S-R29", "S-companion");
    let fought = |room: bool, more: &str| {
        let mut desk = Desk::set(A, "(name: \"X\", kind: \"Rifleman\")", more);
        desk.prepare("A", Work::Throw, 1);
        desk.look(&["X"], &["A"]);
        let (a, x) = (desk.id("A"), desk.id("X"));
        desk.say(Said::Try { figure: a, deed: Deed::Fight(x), near: true }, &[5, 4]);
        desk.say(Said::Room { room }, &[]);
        [a, x].map(|id| desk.state.is_known(id))
    };
    assert_eq!((fought(true, ""), fought(false, "")), ([false, false], [true, true]));
    assert_eq!(fought(true, EARLIER), [true, true], "saved games go on as they were played");
}
