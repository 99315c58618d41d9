//! Whom the program asks beside a real table in Vietnam Skirmish, and after whom: nobody where only one answer can be given.

use pointman_tests::skirmish::*;
use skirmish::companion::{Fact, Measuring};
use skirmish::event::Delivery;
use skirmish::{Aim, Command, Deed, Grenade, Said, Side, Weapon, Work};
use tabletop::Ruleset;

use super::companion::{A, ALTERNATE, Desk, POINT, X};

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 10,";
const V: &str = "(name: \"V\", kind: \"M113\")";

fn among(desk: &Desk, names: &[&str], covered: &[&str]) -> Said {
    Said::Struck { inner: desk.crowd(names), outer: desk.crowd(&[]), covered: desk.crowd(covered) }
}

/// The rule by which something is refused, if it is.
fn refused(desk: &Desk, said: Said) -> Option<String> {
    let checked = skirmish_rules().check(&desk.state, &Command::Beside(said));
    checked.err().map(|refusal| refusal.rule.as_str().to_owned())
}

fn facts(desk: &Desk, said: Said) -> Vec<Fact> {
    let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(said));
    form.into_iter().map(|question| question.fact).collect()
}

#[test]
fn each_radio_that_loses_its_carrier_has_an_heir() {
    skirmish::proves!("S-R12", "S-companion");
    let set = |more: &str| {
        let radio = |name: &str| format!("(name: \"{name}\", kind: \"Radio operator\", counters: 6)");
        let vc = format!("{}, {}, {X}, (name: \"Y\", kind: \"Rifleman\")", radio("R"), radio("S"));
        let mut desk = Desk::set(A, &vc, more);
        desk.play(Command::Done, &[1, 3]);
        desk
    };
    let carries = |desk: &Desk| ["X", "Y"].map(|name| desk.state.figure(desk.id(name)).unwrap().kit.radio);
    let mut desk = set("");
    for (fallen, heir) in [("R", "Y"), ("S", "X")] {
        assert_eq!(desk.state.beside().measuring, Some((Side::VcNva, Measuring::Heir)));
        let question = skirmish_rules().question(&desk.state);
        assert!(question.contains(&format!("the radio of {fallen} survived")), "{question}");
        let view = skirmish_rules().view(&desk.state, Side::UsArvn);
        assert!(view.beside().measuring.is_none() && view.beside().heirless.iter().all(Vec::is_empty));
        desk.say(Said::Heir { figure: desk.id(heir) }, &[]);
    }
    assert_eq!((desk.asked(), carries(&desk)), (None, [true, true]));
    let mut desk = set(EARLIER);
    desk.say(Said::Heir { figure: desk.id("Y") }, &[]);
    assert_eq!((desk.asked(), carries(&desk)), (None, [false, true]), "saved games go on as they were played");
}

#[test]
fn those_are_not_asked_after_to_whom_a_burst_gives_nothing() {
    skirmish::proves!("S-R24", "S-R07", "S-companion");
    let sprayed = |more: &str| {
        let vc = format!("{X}, (name: \"Y\", kind: \"Rifleman\", counters: 1)");
        let mut desk = Desk::set(&format!("{A}, {V}"), &vc, &format!("{ALTERNATE} {more}"));
        let spray = Said::Spray { figure: desk.id("A"), weapon: Weapon::AssaultRifle, aim: unknown() };
        desk.say(spray, &[6]);
        desk
    };
    let named = |desk: &Desk| ["A", "X", "Y", "V"].map(|name| refused(desk, among(desk, &[name], &[])).is_none());
    assert_eq!(named(&sprayed("")), [true, true, false, false], "a counter already, and a vehicle");
    assert_eq!(named(&sprayed(EARLIER)), [true; 4], "saved games go on as they were played");
    let form = skirmish_rules().facts_needed(&sprayed("").state, &Command::Beside(among(&sprayed(""), &[], &[])));
    assert_eq!(
        form[0].choices.iter().map(|c| c.label.as_str()).collect::<Vec<_>>(),
        ["A, within 3\"", "X, within 3\""]
    );
    // What hides a man is no cover for a vehicle.
    let thrown = |more: &str| {
        let us = format!("(name: \"L\", kind: \"Leader\"), {V}");
        let mut desk = Desk::set(&us, X, &format!("{ALTERNATE} {more}"));
        desk.prepare("L", Work::Throw, 2);
        let (figure, delivery, grenade) = (desk.id("L"), Delivery::Thrown, Grenade::Fragmentation);
        desk.say(Said::Send { figure, delivery, grenade, aim: POINT }, &[1]);
        desk
    };
    let desk = thrown("");
    assert_eq!(facts(&desk, among(&desk, &["V"], &[])), [Fact::Figures, Fact::Outer]);
    assert_eq!(facts(&desk, among(&desk, &["V", "X"], &[])), [Fact::Figures, Fact::Outer, Fact::Covered]);
    assert_eq!(refused(&desk, among(&desk, &["V"], &["V"])).as_deref(), Some("S-companion"));
    assert_eq!(refused(&thrown(EARLIER), among(&desk, &["V"], &["V"])), None);
}

fn unknown() -> Aim {
    Aim { identified: false, ..POINT }
}

#[test]
fn who_could_only_say_nobody_is_not_asked() {
    skirmish::proves!("S-mines", "S-noise", "S-R21", "S-companion");
    let met = |more: &str| {
        let mut desk = Desk::set(A, X, more);
        desk.say(desk.walk("A", 200), &[]);
        desk.say(Said::SetOff { figure: desk.id("A") }, &[1]);
        desk.asked()
    };
    assert_eq!((met(""), met(EARLIER)), (Some(Side::VcNva), Some(Side::UsArvn)), "A is alone, and knows of nobody");
    let moved = |vc: &str, more: &str| {
        let mut desk = Desk::set(A, vc, more);
        desk.say(desk.walk("A", 200), &[]);
        let said = Said::Noise { figures: desk.crowd(&["A"]) };
        desk.say(said, &[1]);
        (desk.asked(), desk.state.is_known(desk.id("A")))
    };
    let open = "(name: \"X\", kind: \"Rifleman\", hidden: false)";
    assert_eq!(moved(open, ""), (Some(Side::UsArvn), false), "it sees X");
    assert_eq!(moved(&format!("{V}, {X}"), ""), (Some(Side::VcNva), false), "a vehicle hears nothing");
    assert_eq!(moved(V, ""), (None, false));
    assert_eq!(moved(V, EARLIER), (Some(Side::UsArvn), false), "saved games go on as they were played");
}

#[test]
fn nobody_is_asked_of_a_die_that_hears_nobody() {
    skirmish::proves!("S-R41", "S-listen");
    let listens = |die: u8, more: &str| {
        let mut desk = Desk::set(A, X, more);
        desk.play(Command::Listen { figure: desk.id("A") }, &[die]);
        desk
    };
    let heard = |die: u8, more: &str| {
        let desk = listens(die, more);
        refused(&desk, Said::Heard { figures: desk.crowd(&["X"]) })
    };
    assert_eq!([1, 3, 4, 6].map(|die| listens(die, "").asked().is_some()), [true, true, false, false]);
    assert_eq!((heard(1, ""), heard(2, "").as_deref()), (None, Some("S-R41")), "X is silent");
    assert_eq!((listens(6, EARLIER).asked(), heard(6, EARLIER)), (Some(Side::VcNva), None));
}

/// What cannot be played does not pass as a scenario.
#[test]
fn a_scenario_gives_no_guns_without_turns_no_night_without_sight_and_no_end_of_claymores() {
    skirmish::proves!("S-R10", "S-R32", "S-claymore");
    let begin = |for_us: &str, more: &str| {
        let us = [a("Radio operator", "R", 500, 500)];
        let begun = Field::arrange(&open_ground(), &us, &[a("Guerrilla", "Z", 3000, 500)], for_us, "", more, &[]);
        begun.err().map(|halt| halt.into_refusal().rule.as_str().to_owned())
    };
    let claymores = format!("claymores: [{}],", "(at: (500, 600), facing: East),".repeat(81));
    for (for_us, more, rule) in
        [("battery: (turns: 0),", "", "S-R10"), ("", "night_in: 0,", "S-R32"), (claymores.as_str(), "", "S-claymore")]
    {
        assert_eq!(begin(for_us, more).as_deref(), Some(rule));
        assert_eq!(begin(for_us, &format!("{more} {EARLIER}")), None, "saved games go on as they were played");
    }
    assert_eq!(begin("battery: (turns: 1),", "night_in: 1,"), None);
}

#[test]
fn fire_on_speculation_asks_whether_a_known_enemy_is_near() {
    skirmish::proves!("S-speculative", "S-companion");
    let spray = |desk: &Desk, aim| Said::Spray { figure: desk.id("A"), weapon: Weapon::AssaultRifle, aim };
    let (nobody, known) = (Desk::set(A, X, ""), Desk::set(A, X, ALTERNATE));
    assert_eq!(facts(&nobody, spray(&nobody, unknown())), [Fact::Arc]);
    assert_eq!(facts(&known, spray(&known, unknown())), [Fact::Arc, Fact::Identified]);
    assert_eq!(refused(&known, spray(&known, POINT)).as_deref(), Some("S-speculative"));
}

#[test]
fn a_vehicle_runs_over_one_that_hides_in_sight_and_it_stays_hidden() {
    skirmish::proves!("S-R16", "S-hidden");
    let hides = "(name: \"X\", kind: \"Rifleman\", hidden: true)";
    let mut desk = Desk::set(V, hides, ALTERNATE);
    desk.say(desk.walk("V", 400), &[]);
    let over = Said::Over { vehicle: desk.id("V"), figure: desk.id("X") };
    desk.say(over, &[]);
    assert_eq!((desk.counters("X"), desk.state.is_known(desk.id("X"))), (5, false), "it is not within an inch");
    assert_eq!(refused(&desk, over).as_deref(), Some("S-R16"), "it has five counters");
    // A mine that it has met does not keep anybody from having been under it.
    let mut desk = Desk::set(V, hides, ALTERNATE);
    desk.say(desk.walk("V", 400), &[]);
    desk.say(Said::SetOff { figure: desk.id("V") }, &[1]);
    desk.say(among(&desk, &[], &[]), &[]);
    assert_eq!(
        refused(&desk, Said::SetOff { figure: desk.id("V") }).as_deref(),
        Some("S-mines"),
        "it has stopped there"
    );
    desk.say(over, &[]);
    assert_eq!(desk.counters("X"), 5);
    // One that is not on the table its own side names.
    let mut desk = Desk::set(V, X, "");
    desk.say(desk.walk("V", 400), &[]);
    assert_eq!(refused(&desk, over).as_deref(), Some("S-R16"));
}

#[test]
fn who_says_what_ran_over_somebody_is_told_what_is_wrong_with_it() {
    skirmish::proves!("S-R16", "S-companion");
    let them = "(name: \"X\", kind: \"Rifleman\", hidden: false), (name: \"W\", kind: \"M113\", hidden: false)";
    let mut desk = Desk::set(&format!("{V}, {A}"), them, ALTERNATE);
    let over = |desk: &Desk, vehicle, figure| {
        let refusal = desk.refused(Said::Over { vehicle: desk.id(vehicle), figure: desk.id(figure) });
        assert_eq!(refusal.rule.as_str(), "S-R16", "{refusal}");
        refusal.because
    };
    assert_eq!(over(&desk, "A", "X"), "A is not a vehicle.", "before it has moved");
    desk.say(desk.walk("A", 200), &[]);
    assert_eq!(over(&desk, "A", "X"), "A is not a vehicle.", "after it has moved");
    desk.say(desk.walk("V", 200), &[]);
    assert!(over(&desk, "V", "W").starts_with("W is a vehicle"));
    desk.say(Said::Over { vehicle: desk.id("V"), figure: desk.id("X") }, &[]);
    assert!(over(&desk, "V", "X").contains("fewer than"));
}

#[test]
fn a_vehicle_that_has_left_has_met_no_mine() {
    skirmish::proves!("S-R31", "S-mines", "S-companion");
    let mut desk = Desk::set(&format!("{V}, {A}"), X, "");
    desk.say(Said::Try { figure: desk.id("V"), deed: Deed::Leave, near: true }, &[]);
    let refusal = desk.refused(Said::SetOff { figure: desk.id("V") });
    assert!(refusal.rule.as_str() == "S-mines" && refusal.because.starts_with("V has left"), "{refusal}");
}
