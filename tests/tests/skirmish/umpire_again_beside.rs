//! What an umpire who came again found wrong beside a real table, and how it is now.

use std::sync::Arc;

use pointman_tests::skirmish::*;
use skirmish::companion::Fact;
use skirmish::event::Delivery;
use skirmish::figure::Standing;
use skirmish::state::Step;
use skirmish::{Aim, Command, Crowd, Deed, Grenade, Said, Side, Weapon};
use table::Walk;
use tabletop::dice::Tape;
use tabletop::{Game, Ruleset};

use super::companion::{A, Desk, POINT, X};

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 7,";

/// A looks about and comes within four inches of X.
fn met(more: &str) -> Desk {
    let mut desk =
        Desk::set(&format!("{A}, (name: \"B\", kind: \"Rifleman\"), (name: \"T\", kind: \"M113\")"), X, more);
    desk.say(desk.walk("A", 200), &[]);
    desk.look(&["X"], &["A"]);
    assert!(desk.state.is_known(desk.id("A")) && desk.state.is_known(desk.id("X")));
    desk
}

#[test]
fn who_was_only_seen_is_asked_about_again_when_one_has_gone() {
    skirmish::proves!("S-hidden", "S-companion");
    let known = |desk: &Desk| ["A", "X"].map(|name| desk.state.is_known(desk.id(name)));
    let mut desk = met("");
    desk.say(desk.walk("A", 200), &[]);
    assert_eq!(known(&desk), [false, false]);
    let fire = |desk: &Desk| Command::Fire { figure: desk.id("B"), weapon: Weapon::AssaultRifle, at: None };
    assert_eq!(skirmish_rules().check(&desk.state, &fire(&desk)).unwrap_err().rule.as_str(), "S-hidden");
    // It is asked again, and answered.
    desk.look(&["X"], &["A"]);
    assert!(skirmish_rules().check(&desk.state, &fire(&desk)).is_ok());
    // A figure that was seen to get in is known to ride; X is not seen from there.
    let mut desk = met("");
    let mount = Said::Try { figure: desk.id("A"), deed: Deed::Mount(desk.id("T")), near: true };
    desk.say(mount, &[]);
    assert_eq!(known(&desk), [true, false]);
    // Who leaves sees nobody any more either.
    let mut desk = met("");
    desk.say(Said::Try { figure: desk.id("A"), deed: Deed::Leave, near: true }, &[]);
    assert_eq!(known(&desk), [true, false]);
    // Turning on the spot changes nothing.
    let mut desk = met("");
    desk.say(Said::Face { figure: desk.id("A") }, &[]);
    assert_eq!(known(&desk), [true, true]);
    // Saved games go on as they were played.
    let mut desk = met(EARLIER);
    desk.say(desk.walk("A", 200), &[]);
    assert_eq!(known(&desk), [true, true]);
}

#[test]
fn a_side_whose_radio_nobody_can_take_up_does_not_call() {
    skirmish::proves!("S-support", "S-R12");
    let us = "(name: \"R\", kind: \"Radio operator\", counters: 6), (name: \"A\", kind: \"Rifleman\", counters: 6), \
              (name: \"C\", kind: \"Rifleman\", counters: 6), (name: \"V\", kind: \"M113\")";
    let begin = |us: &str, more: &str| {
        let text = format!(
            "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, battery: (turns: 3, rounds: 3), \
             figures: [{us}], goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [{X}], goals: [Kill(points: 1)]), {more})"
        );
        let scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
        // The radio survives its carrier.
        let state = skirmish_rules().begin(&scenario, &mut Tape::new([1])).unwrap();
        (state.step(), state.beside().measuring.is_some())
    };
    assert_eq!(begin(us, ""), (Step::Figures, false), "only the M113 is left");
    // Who is nearest is asked of those that live through the check: where only one does, nobody need say it.
    let one = format!("{us}, (name: \"D\", kind: \"Rifleman\")");
    let two = format!("{one}, (name: \"E\", kind: \"Rifleman\")");
    assert_eq!([begin(&one, ""), begin(&two, "")], [(Step::Support, false), (Step::Support, true)]);
    assert_eq!(begin(&one, "rulings: 9,"), (Step::Support, true), "saved games go on as they were played");
    assert_eq!(begin(us, EARLIER), (Step::Support, false), "saved games go on as they were played");
}

#[test]
fn whom_a_vehicle_runs_over_as_it_leaves_is_said() {
    skirmish::proves!("S-R16", "S-R31", "S-companion");
    let set = |more: &str| {
        let us = format!("(name: \"V\", kind: \"M113\"), {A}");
        Desk::set(&us, "(name: \"X\", kind: \"Rifleman\", hidden: false)", more)
    };
    let mut desk = set("");
    let over = Said::Over { vehicle: desk.id("V"), figure: desk.id("X") };
    let leave = Said::Try { figure: desk.id("V"), deed: Deed::Leave, near: true };
    let refusal = desk.refused(over);
    assert_eq!(refusal.rule.as_str(), "S-R16", "{refusal}");
    desk.say(leave, &[]);
    let mut options = Vec::new();
    skirmish_rules().options(&desk.state, &mut options);
    assert!(options.contains(&Command::Beside(over)), "{options:?}");
    assert_eq!(
        desk.refused(Said::SetOff { figure: desk.id("V") }).rule.as_str(),
        "S-mines",
        "a mine would have kept it"
    );
    desk.say(over, &[]);
    assert_eq!((desk.counters("X"), desk.state.figure(desk.id("V")).unwrap().standing), (5, Standing::Left));
    // Right after it, and no later.
    let mut desk = set("");
    desk.say(leave, &[]);
    desk.say(desk.walk("A", 200), &[]);
    assert_eq!(desk.refused(over).rule.as_str(), "S-R16");
    let mut earlier = set(EARLIER);
    earlier.say(leave, &[]);
    assert_eq!(earlier.refused(over).rule.as_str(), "S-R16");
    // Who leaves on foot runs nobody over.
    let mut desk = set("");
    desk.say(Said::Try { figure: desk.id("A"), deed: Deed::Leave, near: true }, &[]);
    assert_eq!(desk.state.active(), None);
}

#[test]
fn each_mortar_is_asked_about_its_own_last_aim() {
    skirmish::proves!("S-R18", "S-companion");
    let gunner = |name: &str| format!("(name: \"{name}\", kind: \"Mortar gunner\", ready: true)");
    let mut desk = Desk::set(&format!("{}, {}, {A}", gunner("G"), gunner("H")), X, "");
    let shell = |desk: &Desk, name: &str| Said::Send {
        figure: desk.id(name),
        delivery: Delivery::Mortar,
        grenade: Grenade::Fragmentation,
        aim: Aim { range: 2000, mate: Some(true), identified: false, ..POINT },
    };
    let asked = |desk: &Desk, name: &str| {
        let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(shell(desk, name)));
        form.iter().any(|fact| fact.fact == Fact::Shift)
    };
    let first = shell(&desk, "G");
    desk.say(first, &[1]);
    while let Some(blank) = skirmish_rules().blank_answer(&desk.state) {
        desk.play(blank, &[]);
    }
    assert!(asked(&desk, "G") && !asked(&desk, "H"));
}

#[test]
fn smoke_on_the_players_table_is_told_in_plain_words() {
    skirmish::proves!("S-smoke", "S-companion");
    let mut desk = Desk::set("(name: \"A\", kind: \"Leader\")", X, "");
    desk.prepare("A", skirmish::Work::Throw, 2);
    let (figure, aim) = (desk.id("A"), Aim { identified: false, ..POINT });
    desk.say(Said::Send { figure, delivery: Delivery::Thrown, grenade: Grenade::Smoke, aim }, &[1]);
    let told = skirmish_rules().show(&desk.state);
    assert!(told.contains("Smoke 1, until US/ARVN has ended 2 more turns\n"), "{told}");
}

#[test]
fn what_is_said_in_secret_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28", "S-noise", "S-companion");
    let us = format!("{A}, (name: \"C\", kind: \"Rifleman\"), (name: \"V\", kind: \"M113\")");
    let text = format!(
        "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{us}], goals: [Kill(points: 1)]), \
         vc_nva: (edge: East, figures: [{X}], goals: [Kill(points: 1)]))"
    );
    let scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let mut game = Game::new(Arc::new(skirmish_rules().clone()), scenario, "", 3).unwrap();
    let id = |game: &Game<skirmish::Skirmish>, name: &str| game.state().named(name).unwrap();
    let (a, c, v) = (id(&game, "A"), id(&game, "C"), id(&game, "V"));
    let go = |figure| Said::Go { figure, way: Walk { length: 200, ..Walk::default() }, tactical: false };
    // Who hides and listens is not named, nor are those who made noise beside one who is known; nor are the dice told.
    game.play(Command::Listen { figure: a }).unwrap();
    if let Some(blank) = skirmish_rules().blank_answer(game.state()) {
        game.play(blank).unwrap();
    }
    game.play(Command::Beside(go(c))).unwrap();
    game.play(Command::Beside(go(v))).unwrap();
    let noise = game.len();
    game.play(Command::Beside(Said::Noise { figures: [c, v].into_iter().collect() })).unwrap();
    for reader in [Side::VcNva, Side::UsArvn] {
        let own = reader == Side::UsArvn;
        for n in [0, noise] {
            let line = &game.log(n..n + 1, Some(reader))[0];
            assert_eq!((line.phrase.is_some(), line.rolls.is_empty()), (own, !own), "{:?}", line.phrase);
        }
    }
    // A hidden figure that a burst does not hurt is not named, and nobody reads from what is told that none was.
    let struck = |more: &str, name: &str| {
        let desk = Desk::set(&us, X, more);
        let (nobody, outer) = (Crowd::default(), desk.crowd(&[name]));
        let said = Command::Beside(Said::Struck { inner: nobody, outer, covered: nobody });
        skirmish_rules().phrase_to_others(&desk.state, &said)
    };
    assert_eq!((struck("", "A"), struck("", "V")), (None, None));
    assert!(struck("hiding: Alternate,", "V").is_some_and(|told| told.contains("V")));
}
