//! Leaving the map of Search & Destroy: by one's own edge unharmed, by another one as a loss. Section 4.2.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Cause, Departure, Event};
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;
use teacher::Teaching;

/// The US side leaves by the eastern edge, the NLF by the western one.
const EXITS: &str = "us_exit: Some(Columns(40, 40)), nlf_exit: Some(Columns(1, 1))";

/// A unit goes off the map by a wrong edge.
fn stray(number: u8) -> Command {
    Command::Stray { unit: id(number) }
}

/// The points of both sides when counter 0 of these has gone off the map.
fn paid(switches: &str, step: &str, units: &str, more: &str) -> (i32, i32) {
    let mut field = basic(switches, step, units, &format!("{EXITS}, {more}"));
    let events = field.play(stray(0));
    assert_eq!(field.unit(0).place, Place::Gone);
    assert!(events.iter().any(|e| matches!(e, Event::Left { who, how: Departure::Astray } if who.unit == id(0))));
    field.points()
}

const US: &str = "UsMovement";
const NLF: &str = "NlfMovement";

#[test]
fn whoever_leaves_by_a_wrong_edge_counts_as_destroyed() {
    proves!("base-4.2", "base-4.18");
    let squad = "(kind: Rifle, at: Some(\"0110\"), losses: 2), (kind: Dummy, at: Some(\"2020\"))";
    assert_eq!(paid("", US, squad, ""), (0, 240), "on the Points table as in close assault");
    assert_eq!(paid("Casualties", US, squad, ""), (0, 160), "on the other for the four men it was still worth");
    assert_eq!(paid("ScaledDestruction", US, squad, ""), (0, 240));
    let enemy = "(kind: MainForce, at: Some(\"4010\")), (kind: Rifle, at: Some(\"2020\"))";
    assert_eq!(paid("", NLF, enemy, ""), (90, 0));
    assert_eq!(paid("Casualties", NLF, enemy, ""), (90, 0));
    let sniper = "(kind: Sniper, at: Some(\"4010\")), (kind: Rifle, at: Some(\"2020\"))";
    assert_eq!(paid("ScaledDestruction", NLF, sniper, ""), (15, 0));
    let tank = "(kind: M48, at: Some(\"0110\")), (kind: Dummy, at: Some(\"2020\"))";
    assert_eq!(paid("Vehicles", US, tank, ""), (0, 160));
}

#[test]
fn leaders_weapons_and_objectives_are_lost_as_ever() {
    proves!("base-4.2", "base-4.18");
    let commander = "(kind: CompanyCommander, at: Some(\"0110\"), platoon: 0), (kind: Dummy, at: Some(\"2020\"))";
    assert_eq!(paid("Leadership, Casualties", US, commander, ""), (0, 80 + 40));
    let cadre =
        "(kind: BattalionCadre, at: Some(\"4010\"), element: HeavyMachineGun), (kind: Rifle, at: Some(\"2020\"))";
    assert_eq!(paid("CompanyCadres", NLF, cadre, "objectives: [BattalionCadre(150)]"), (90 + 30 + 150, 0));
    // Who has gone this way has neither escaped nor crossed, and aircrew has not come out.
    let squad = "(kind: MainForce, at: Some(\"4010\")), (kind: Rifle, at: Some(\"2020\"))";
    let mut field = basic("", NLF, squad, &format!("{EXITS}, turns: 1, objectives: [Escape(0, 20), Crossing(25)]"));
    field.play(stray(0));
    field.until(1, Step::Over);
    assert_eq!(field.points(), (90, 0));
    let crew = "(kind: Crew, at: Some(\"0110\")), (kind: Dummy, at: Some(\"2020\"))";
    let mut field = basic("", US, crew, &format!("{EXITS}, turns: 1, objectives: [Rescue(120, 160)]"));
    field.play(stray(0));
    field.until(1, Step::Over);
    assert_eq!(field.points(), (0, 240 + 160));
}

#[test]
fn passengers_and_what_is_carried_are_lost_with_the_unit() {
    proves!("base-4.2", "base-4.15", "base-4.16");
    let carrier = "(kind: M113, at: Some(\"0110\")), (kind: Rifle, with: Some(0)), (kind: PlatoonLeader, with: Some(0)), \
         (kind: Dummy, at: Some(\"2020\"))";
    let mut field = basic("Vehicles, Leadership, PlatoonLeaders, ScaledDestruction", US, carrier, EXITS);
    field.play(stray(0));
    (0..3).for_each(|n| assert_eq!(field.unit(n).place, Place::Gone));
    assert_eq!(field.points(), (0, 80 + 240 + 80 + 20));
    // The mortar of a crew: thirty for it, and it is told of once.
    let crew = "(kind: MainForce, at: Some(\"4010\"), hidden: true), (kind: Mortar82, with: Some(0)), \
         (kind: Rifle, at: Some(\"2020\"))";
    let mut field = basic("HeavyWeapons", NLF, crew, EXITS);
    let events = field.play(stray(0));
    assert_eq!((field.points(), field.unit(1).place), ((90 + 30, 0), Place::Gone));
    let left =
        |number| events.iter().filter(|e| matches!(e, Event::Left { who, .. } if who.unit == id(number))).count();
    assert_eq!((left(0), left(1)), (1, 1));
    // Casualties that are carried are neither brought out nor left behind.
    let porter = "(kind: Rifle, at: Some(\"0110\"), losses: 3, burden: (1, 2)), (kind: Dummy, at: Some(\"2020\"))";
    let mut field = basic("Casualties, Evacuation", US, porter, EXITS);
    field.play(stray(0));
    assert_eq!((field.points(), field.state.evacuated()), ((0, 120), 0));
    assert!(field.state.casualties().is_empty());
}

/// A crew that leaves by its own edge takes its mortar with it, and the log says so once.
#[test]
fn a_mortar_leaves_once_with_its_crew() {
    proves!("base-4.2", "base-4.16");
    let crew =
        "(kind: MainForce, at: Some(\"0110\")), (kind: Mortar82, with: Some(0)), (kind: Rifle, at: Some(\"2020\"))";
    let mut field = basic("HeavyWeapons", NLF, crew, EXITS);
    let events = field.play(Command::Leave { unit: id(0) });
    assert_eq!((field.unit(0).place, field.unit(1).place), (Place::Exited, Place::Exited));
    assert_eq!(events.iter().filter(|e| matches!(e, Event::Left { .. })).count(), 2);
}

#[test]
fn nobody_goes_astray_but_from_a_wrong_edge() {
    proves!("base-4.2", "33.1");
    let units = "(kind: Rifle, at: Some(\"0210\")), (kind: Rifle, at: Some(\"4010\")), \
         (kind: Rifle, at: Some(\"0112\"), pinned: true), (kind: PatrolBoat, river: Some(0)), \
         (kind: Rifle, at: Some(\"0114\")), (kind: MainForce, at: Some(\"4020\"))";
    let mut field = basic("PatrolBoats", US, units, EXITS);
    field.refuses(&stray(0), "base-4.2");
    field.refuses(&stray(1), "base-4.2");
    assert!(field.allows(&Command::Leave { unit: id(1) }), "its own edge, unharmed");
    field.refuses(&stray(2), "base-4.6");
    field.refuses(&stray(3), "33.1");
    assert!(field.allows(&Command::Leave { unit: id(3) }), "boats leave by the ends of the river");
    assert!(field.allows(&stray(4)) && !field.allows(&Command::Leave { unit: id(4) }));
    field.refuses(&stray(5), "base-4.1");
    field.until(1, Step::NlfMovement);
    assert!(field.allows(&stray(5)));
    field.done();
    field.refuses(&stray(5), "base-4.1");
    // A scenario that names no edge for a side lets nobody of it off the map.
    let units = "(kind: Rifle, at: Some(\"0110\")), (kind: MainForce, at: Some(\"4010\"))";
    let field = basic("", US, units, "nlf_exit: Some(Columns(1, 1))");
    field.refuses(&stray(0), "base-4.2");
    // Out of command nobody goes away from his friends.
    let units = "(kind: MainForce, at: Some(\"4010\")), (kind: Rifle, at: Some(\"2020\"))";
    let mut field = basic("CommandControl", "UsAssault", units, EXITS);
    field.until(1, Step::NlfMovement);
    field.refuses(&stray(0), "base-4.9");
}

#[test]
fn a_hidden_unit_that_goes_astray_is_turned_up() {
    proves!("base-4.2", "base-4.7");
    for (kind, points) in [("MainForce", 90), ("Dummy", 0)] {
        let units = format!("(kind: {kind}, at: Some(\"4010\"), hidden: true), (kind: Rifle, at: Some(\"2020\"))");
        for fully in ["", "FullyHidden"] {
            let mut field = basic(fully, NLF, &units, &format!("positions: [\"4011\"], {EXITS}"));
            let events = field.play(stray(0));
            assert_eq!(field.points(), (points, 0), "{kind}");
            for event in &events {
                assert_eq!(rules().seen(event, &field.state, Side::Us).as_ref(), Some(event), "the US player sees it");
            }
            let named = rules().tell(events.last().unwrap());
            assert!(named.contains("counts as destroyed") && !named.contains("face-down"), "{named}");
        }
    }
}

#[test]
fn its_words_say_that_the_unit_is_lost_and_what_that_pays() {
    proves!("base-4.2");
    let units = "(kind: Rifle, at: Some(\"0110\")), (kind: Dummy, at: Some(\"4010\"), hidden: true)";
    let mut field = basic("", US, units, EXITS);
    let words = rules().phrase(&field.state, &stray(0));
    assert_eq!(
        words,
        "Rifle squad 0 of platoon 1/1 leaves the map where its side has no exit and counts as destroyed: 240 points \
         for the NLF side."
    );
    assert_eq!(field.points(), (0, 0), "saying what it would pay pays nothing");
    let foreign = rules().phrase(&field.state, &stray(1));
    assert!(foreign.ends_with("and counts as destroyed."), "what a hidden counter pays is for its owner: {foreign}");
    field.until(1, Step::NlfMovement);
    assert!(rules().phrase(&field.state, &stray(1)).ends_with("counts as destroyed; neither side scores for it."));
    let mut field = basic("", US, units, EXITS);
    let told = field.play(stray(0));
    assert!(told.contains(&Event::Scored { side: Side::Nlf, points: 240, cause: Cause::Astray }));
}

/// It is offered once, last before the end of the step, and nobody who looks a decision ahead wants it.
#[test]
fn it_is_offered_last_and_never_looks_good() {
    proves!("base-4.2");
    let all = ["Rifle", "PlatoonLeader", "Crew", "M113", "MainForce", "Sniper", "Dummy", "PlatoonCadre"];
    for (n, kind) in all.into_iter().enumerate() {
        let us = n < 4;
        let (step, edge, side) = if us { (US, "01", Side::Us) } else { (NLF, "40", Side::Nlf) };
        let units = format!(
            "(kind: {kind}, at: Some(\"{edge}10\")), (kind: {kind}, at: Some(\"{edge}14\")), \
             (kind: Rifle, at: Some(\"2020\")), (kind: Dummy, at: Some(\"2022\"))"
        );
        for more in ["", "objectives: [Crossing(25), Stragglers(30)],"] {
            let mut field = basic("Casualties, Vehicles", step, &units, &format!("{more} {EXITS}"));
            let options = field.options();
            let [.., stray, Command::Done] = &options[..] else { panic!("{options:?}") };
            assert_eq!(*stray, Command::Stray { unit: id(0) });
            assert_eq!(options.iter().filter(|c| matches!(c, Command::Stray { .. })).count(), 1);
            let worth = |field: &Field| {
                let seen = rules().view(&field.state, side);
                rules().standing(&seen, side).iter().map(|term| term.points).sum::<i64>()
            };
            let before = worth(&field);
            field.play(stray.clone());
            assert!(worth(&field) < before, "{kind}: {} after {before}", worth(&field));
        }
    }
}

#[test]
fn nobody_leaves_unharmed_but_by_his_own_edge() {
    proves!("base-4.2");
    let mut field = basic(
        "",
        "UsMovement",
        "(kind: Rifle, at: Some(\"1501\")), (kind: Rifle, at: Some(\"1508\"))",
        "us_exit: Some(Rows(1, 1))",
    );
    field.refuses(&Command::Leave { unit: id(1) }, "base-4.2");
    field.play(Command::Leave { unit: id(0) });
    assert_eq!(field.unit(0).place, Place::Exited);
}

#[test]
fn nobody_leaves_from_the_middle_of_the_map() {
    proves!("base-4.2", "base-4.9");
    let units =
        "(kind: Rifle, at: Some(\"0424\")), (kind: Rifle, at: Some(\"0124\")), (kind: Rifle, at: Some(\"0528\"))";
    let exit = "us_exit: Some(Columns(1, 4))";
    let field = basic("", "UsMovement", units, exit);
    let then = basic("", "UsMovement", units, &format!("{exit}, rulings: 10"));
    assert!(then.allows(&Command::Leave { unit: id(0) }));
    field.refuses(&Command::Leave { unit: id(0) }, "base-4.2");
    assert!(field.allows(&Command::Leave { unit: id(1) }));
    assert!(field.allows(&stray(2)) && !field.allows(&stray(0)));
    // What a squad out of command falls back to is the edge, too.
    let mut squad = Field::set(
        "level: Standard, nlf_exit: Some(Columns(1, 7)), step: Some(UsPlot), missions: 1, units: [(kind: Observer, at: Some(\"4010\")), \
         (kind: Nva, at: Some(\"0526\"))]",
    );
    squad.until(1, Step::NlfMovement);
    assert!(!squad.unit(1).controlled);
    assert!(squad.allows(&march(1, &["0527"])) && !squad.allows(&march(1, &["0525"])));
}
