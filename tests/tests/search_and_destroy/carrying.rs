//! Casualties, heavy weapons and passengers of Search & Destroy, acting leaders, what is given up, and counters that are not
//! shown.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Cause, Event};
use search_and_destroy::state::{Place, Step, Switch};
use search_and_destroy::units::{Element, Kind};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

fn until(field: &mut Field, step: Step) {
    while field.state.step() != step {
        field.done();
    }
}

/// A squad (0) that takes casualties in 1808 and goes back to its movement; a team (1), an M113 (2), the enemy (3).
fn hurt(dice: &[u8]) -> Field {
    let mut field = Field::set(
        "level: Basic, also: [Casualties, Evacuation, CloseAssault, Vehicles, FireAndMovement], us_exit: Some(Rows(1, 8)), \
         step: Some(NlfFire), units: [(kind: Rifle, at: Some(\"1808\")), (kind: Observer, at: Some(\"1808\")), \
         (kind: M113, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\")), (kind: PlatoonCadre, at: Some(\"1910\"))]",
    );
    field.dice(dice);
    field.play(fire(&[shot(3), shot(4)], 0));
    until(&mut field, Step::UsMovement);
    field
}

fn load(unit: u8, killed: u8, wounded: u8) -> Command {
    Command::Load { unit: id(unit), killed, wounded }
}

#[test]
fn a_squad_carries_casualties_slowly_and_fights_badly() {
    proves!("base-4.16", "32.43");
    // Four to one with a three: one wounded, and pinned until the end of its own turn.
    let mut field = hurt(&[3]);
    assert_eq!(field.unit(0).losses, 1);
    field.refuses(&load(0, 0, 1), "base-4.6");
    field.refuses(&load(2, 1, 0), "base-4.16");
    until(&mut field, Step::NlfMovement);
    until(&mut field, Step::UsMovement);
    field.refuses(&load(0, 0, 2), "base-4.16");
    field.play(load(0, 0, 1));
    assert_eq!((field.unit(0).spent, rules().allowance(field.unit(0))), (2, 6));
    assert!(field.state.casualties().is_empty());
    field.refuses(&march(0, &["1807", "1806", "1705"]), "base-4.2");
    field.done();
    until(&mut field, Step::UsFire);
    // Half for carrying, half for having spent points.
    assert_eq!(rules().forecast(&field.state, &fire(&[shot(0)], 3)).unwrap().eighths, 8);
}

#[test]
fn carriers_do_not_assault_and_leave_their_burden_when_they_retreat() {
    proves!("32.43", "32.123", "base-4.16");
    let set = |step: &str| {
        Field::set(&format!(
            "level: Basic, also: [Casualties, Evacuation, CloseAssault], step: Some({step}), units: [\
             (kind: Rifle, at: Some(\"1508\"), losses: 2, burden: (1, 1)), (kind: MainForce, at: Some(\"1507\")), \
             (kind: MainForce, at: Some(\"1407\")), (kind: Rifle, at: Some(\"1608\"))]"
        ))
    };
    let field = set("UsAssault");
    field.refuses(&assault(&[shot(0)], 1), "32.43");
    let mut field = set("NlfAssault");
    // Four to four, five: a wounded man, and out of the hex.
    field.dice(&[5]);
    field.play(assault(&[shot(1), shot(2)], 0));
    let to = field.options().into_iter().find(|c| matches!(c, Command::Retreat { .. }));
    if let Some(to) = to {
        field.play(to);
    }
    assert_ne!(field.unit(0).hex(), Some(hex("1508")));
    assert_eq!(field.unit(0).burden.markers(), 0);
    let left = field.state.casualties().iter().find(|c| c.hex == hex("1508")).unwrap();
    assert_eq!((left.killed, left.wounded), (1, 2));
}

#[test]
fn wounded_men_are_driven_out_and_count_less() {
    proves!("base-4.16", "base-4.18");
    let mut field = hurt(&[3]);
    assert_eq!(field.points(), (0, 20));
    field.play(load(2, 0, 1));
    let road = ["2208", "2308", "2307", "2306", "2305", "2304", "2303", "2302", "2401"];
    field.play(march(2, &["1908", "2008", "2108"]));
    field.play(march(2, &road));
    let events = field.play(Command::Leave { unit: id(2) });
    assert!(events.contains(&Event::Evacuated { killed: 0, wounded: 1 }));
    assert_eq!((field.points(), field.state.evacuated()), ((0, 10), 1));
    let sheet = rules().score_sheet(&field.state);
    assert!(sheet.lines.iter().any(|l| l.cause == Cause::Evacuation && l.points == -10));
}

#[test]
fn a_boat_carries_nobody() {
    proves!("33.43", "SD-A59");
    let field = Field::set(
        "level: Basic, also: [Casualties, Evacuation, PatrolBoats], step: Some(UsMovement), units: [\
         (kind: PatrolBoat, river: Some(48)), (kind: Rifle, at: Some(\"2116\"))]",
    );
    field.refuses(&Command::Mount { unit: id(1), carrier: id(0) }, "33.43");
    field.refuses(&load(0, 1, 0), "33.43");
    assert_eq!(rules().burden_limit(Kind::PatrolBoat), 0);
}

#[test]
fn a_heavy_weapon_is_taken_up_set_down_and_lost_with_its_crew() {
    proves!("base-4.16", "base-4.18");
    let set = || {
        Field::set(
            "level: Basic, also: [HeavyWeapons], step: Some(NlfMovement), units: [(kind: MainForce, at: Some(\"1808\")), \
             (kind: Mortar82, with: Some(0)), (kind: MainForce, at: Some(\"1908\")), (kind: Rifle, at: Some(\"1811\")), \
             (kind: Weapons, at: Some(\"1911\"))]",
        )
    };
    let mut field = set();
    field.refuses(&Command::Haul { unit: id(2), weapon: id(1) }, "base-4.16");
    assert_eq!(rules().allowance(field.unit(0)), 6);
    field.play(Command::SetDown { unit: id(0) });
    field.stands(1, "1808");
    field.play(march(0, &["1807"]));
    field.play(march(2, &["1808"]));
    field.play(Command::Haul { unit: id(2), weapon: id(1) });
    assert_eq!(field.unit(1).place, Place::With(id(2)));
    // Ten to one with a six destroys the squad: 45 points, and thirty for its mortar.
    until(&mut field, Step::UsFire);
    field.dice(&[6]);
    field.play(fire(&[shot(3), shot(4)], 2));
    field.is_gone(1);
    assert_eq!(field.points(), (45 + 30, 0));
    // Left by itself it is lost to the unit that comes.
    let mut field = set();
    field.play(Command::SetDown { unit: id(0) });
    field.play(march(0, &["1807", "1806"]));
    until(&mut field, Step::UsMovement);
    field.play(march(3, &["1810", "1809", "1808"]));
    field.is_gone(1);
    assert_eq!(field.points(), (30, 0));
}

#[test]
fn an_m113_takes_a_squad_and_throws_it_out_when_it_is_destroyed() {
    proves!("base-4.15");
    let set = |switches: &str, step: &str, with: &str| {
        Field::set(&format!(
            "level: Basic, also: [Vehicles, Rpgs, {switches}], step: Some({step}), units: [(kind: M113, at: Some(\"1808\")), \
             (kind: Rifle, {with}), (kind: Rifle, at: Some(\"1908\")), (kind: MainForce, at: Some(\"1810\"), rpg: true)]"
        ))
    };
    let mut field = set("", "UsMovement", "at: Some(\"1807\")");
    field.play(Command::Mount { unit: id(1), carrier: id(0) });
    assert_eq!((field.unit(1).spent, field.unit(0).spent), (6, 4));
    field.refuses(&Command::Mount { unit: id(2), carrier: id(0) }, "base-4.15");
    field.refuses(&fire(&[shot(1)], 3), "base-4.1");
    field.play(march(0, &["1807", "1707"]));
    field.refuses(&Command::Dismount { unit: id(1), at: hex("1710") }, "base-4.15");
    field.play(Command::Dismount { unit: id(1), at: hex("1706") });
    field.stands(1, "1706");
    assert_eq!((field.unit(1).spent, field.unit(0).spent), (12, 12));
    for (switches, points, losses) in [("", 80 + 60, 0), ("Casualties", 80 + 40 + 20, 2)] {
        let mut field = set(switches, "NlfFire", "with: Some(0)");
        field.dice(&[4]);
        field.play(antitank(3, 0));
        field.is_gone(0);
        field.stands(1, "1808");
        assert!(field.unit(1).is_pinned());
        assert_eq!((field.points(), field.unit(1).losses), ((0, points), losses));
    }
}

#[test]
fn a_squad_takes_a_dead_leaders_place_from_the_second_turn_on() {
    proves!("base-4.8");
    let mut field = Field::set(
        "level: Advanced, turns: 9, step: Some(NlfFire), units: [(kind: PlatoonLeader, at: Some(\"1808\")), \
         (kind: Rifle, at: Some(\"1704\")), (kind: Rifle, at: Some(\"1604\")), (kind: MainForce, at: Some(\"1810\")), \
         (kind: PlatoonCadre, at: Some(\"1910\"))]",
    );
    // Four to one with a five: one killed, two wounded, and the two men are gone.
    field.dice(&[5]);
    field.play(fire(&[shot(3), shot(4)], 0));
    field.is_gone(0);
    let appoint = |n| Command::Appoint { unit: id(n) };
    // Dead: each squad is without leadership on one to three.
    field.dice(&[4, 4]);
    until(&mut field, Step::UsMovement);
    field.refuses(&appoint(1), "base-4.8");
    until(&mut field, Step::NlfMovement);
    field.dice(&[4, 4]);
    until(&mut field, Step::UsMovement);
    field.dice(&[4]);
    field.play(appoint(1));
    assert!(!field.unit(1).acting);
    field.refuses(&appoint(2), "base-4.8");
    until(&mut field, Step::NlfMovement);
    field.dice(&[4, 4]);
    until(&mut field, Step::UsMovement);
    field.dice(&[5]);
    field.play(appoint(2));
    assert!(field.unit(2).acting);
    assert_eq!(rules().authority(&field.state, id(2)).followers, [id(1)]);
    // From the next check on nobody within two hexes rolls.
    until(&mut field, Step::NlfMovement);
    until(&mut field, Step::UsMovement);
    assert!(field.unit(1).controlled);
}

/// The platoon of the test before, with its acting leader (2) fired at with this die before a check with these dice; who is under control.
fn tried(rulings: &str, fire_die: u8, check: &[u8]) -> [bool; 2] {
    let mut field = Field::set(&format!(
        "level: Advanced, {rulings} turns: 9, step: Some(NlfFire), units: [(kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: \
         Some(\"1704\")), (kind: Rifle, at: Some(\"1604\")), (kind: MainForce, at: Some(\"1810\")), (kind: PlatoonCadre, at: \
         Some(\"1910\")), (kind: Sniper, at: Some(\"1602\")), (kind: Sniper, at: Some(\"1502\"))]"
    ));
    field.dice(&[5]);
    field.play(fire(&[shot(3), shot(4)], 0));
    for turn in 2..=3 {
        field.dice(&[4, 4]);
        field.until(turn, Step::UsMovement);
    }
    field.dice(&[5]);
    field.play(Command::Appoint { unit: id(2) });
    field.until(3, Step::NlfFire);
    field.dice(&[fire_die]);
    field.play(fire(&[shot(5), shot(6)], 2));
    assert!(field.unit(2).is_pinned());
    field.dice(check);
    field.until(4, Step::UsMovement);
    [1, 2].map(|squad| field.unit(squad).controlled)
}

#[test]
fn an_acting_leader_is_tried_like_any_leader() {
    proves!("base-4.8");
    // Two to one: a two pins, a four wounds a man besides. Pinned it loses leadership on a one, wounded on one to three.
    assert_eq!(tried("", 2, &[2]), [true, true]);
    assert_eq!(tried("", 2, &[1, 2, 3]), [false, true]);
    assert_eq!(tried("", 4, &[4]), [true, true]);
    assert_eq!(tried("", 4, &[3, 3, 2]), [true, false]);
    // In an earlier journal nobody acts for the dead as long as he is pinned.
    assert_eq!(tried("rulings: 8,", 2, &[3, 4]), [false, true]);
}

#[test]
fn the_nlf_player_may_give_troops_up_for_a_better_par() {
    proves!("base-4.18");
    let mut field = Field::arrange(
        "level: Basic, forgo: true, par: 10, traps: 1, entries: [(forces: [VcPlatoon(1, 1), Snipers(1)], at: Columns(1, 5))]",
        &[1, 1, 1, 1],
    )
    .unwrap();
    let number = |field: &Field, kind| field.state.units().find(|(_, u)| u.kind == kind).unwrap().0;
    let (cadre, sniper) = (number(&field, Kind::PlatoonCadre), number(&field, Kind::Sniper));
    let squad = number(&field, Kind::MainForce);
    field.refuses(&Command::Forgo { unit: Some(squad) }, "base-4.18");
    field.play(Command::Forgo { unit: Some(sniper) });
    field.play(Command::Forgo { unit: None });
    field.refuses(&Command::Forgo { unit: None }, "base-4.18");
    assert_eq!(field.state.par(), 40);
    field.play(Command::Forgo { unit: Some(cadre) });
    assert_eq!(field.state.par(), 100);
    assert!(field.state.units().all(|(_, u)| u.place == Place::Gone));
}

#[test]
fn where_hidden_counters_are_not_shown_a_unit_stops_before_one_and_has_probed_it() {
    proves!("base-4.7", "SD-A18");
    let mut field = Field::set(
        "level: Basic, also: [FullyHidden, CloseAssault, Helicopters], step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0104\"), hidden: true), (kind: Transport), (kind: MainForce, at: Some(\"1808\"), hidden: true), \
         (kind: MainForce, at: Some(\"0107\"))]",
    );
    let view = rules().view(&field.state, Side::Us);
    assert_eq!((view.unit(id(1)).unwrap().hex(), view.unit(id(1)).unwrap().kind), (None, Kind::Suspect));
    assert!(field.state.switches().has(Switch::FullyHidden));
    let events = field.play(Command::Land { helicopter: id(2), passengers: vec![], supply: false, at: hex("1808") });
    assert!(events.iter().any(|e| matches!(e, Event::WavedOff { .. })));
    assert_eq!((field.unit(2).place, field.unit(3).face_down), (Place::Base, false));
    let events = field.play(march(0, &["0105", "0104"]));
    assert!(events.iter().any(|e| matches!(e, Event::Contact { at, .. } if *at == hex("0104"))));
    field.stands(0, "0105");
    field.refuses(&fire(&[shot(0)], 1), "base-4.1");
    // It has nothing left to search, and so the Surprise Attack Segment follows at once.
    field.done();
    assert_eq!((field.state.step(), field.to_act()), (Step::Surprise, Some(Side::Nlf)));
    assert!(!field.unit(1).face_down);
    assert!(field.allows(&fire(&[shot(1)], 0)));
}

#[test]
fn a_probe_into_nothing_finds_nothing_and_says_nothing() {
    proves!("base-4.7");
    let mut field = Field::set(
        "level: Basic, also: [FullyHidden], step: Some(UsSearch), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0120\"), hidden: true)]",
    );
    field.refuses(&probe(0, "0109"), "base-4.7");
    field.play(probe(0, "0105"));
    assert!(field.unit(1).face_down);
    assert_ne!(field.state.step(), Step::Surprise);
}

/// Whichever comes first, the mortar or the element.
#[test]
fn a_cadre_has_a_mortar_or_a_heavy_element() {
    proves!("base-4.16", "31.1");
    let set = |more: &str| {
        Field::arrange(
            &format!(
                "level: Advanced, also: [CompanyCadres], {more} elements: [HeavyMachineGun, Sapper], entries: [(forces: [VcPlatoon(1, 1), \
                 CompanyCadre(1), Mortar82(1)], at: Columns(1, 5))]"
            ),
            &[1; 5],
        )
        .unwrap_or_else(|halt| panic!("{halt:?}"))
    };
    let number = |field: &Field, kind| field.state.units().find(|(_, u)| u.kind == kind).unwrap().0;
    let hauled = |more: &str| {
        let mut field = set(more);
        let (cadre, mortar) = (number(&field, Kind::CompanyCadre), number(&field, Kind::Mortar82));
        field.play(Command::Haul { unit: cadre, weapon: mortar });
        (field, cadre, mortar)
    };
    let (mut field, cadre, mortar) = hauled("");
    let assign = |element| Command::Assign { unit: cadre, element };
    field.refuses(&assign(Element::HeavyMachineGun), "base-4.16");
    field.offers(&assign(Element::Sapper));
    // Nor does it get one when the rest is set up by itself.
    field.dice(&[1; 2]);
    field.play(Command::Done);
    assert_eq!(field.state.unit(cadre).unwrap().element, Element::Sapper);
    let squad = number(&set(""), Kind::MainForce);
    let (mut field, ..) = hauled("");
    field.play(Command::Haul { unit: squad, weapon: mortar });
    field.play(assign(Element::HeavyMachineGun));
    field.refuses(&Command::Haul { unit: cadre, weapon: mortar }, "base-4.16");
    assert!(hauled("rulings: 8,").0.allows(&assign(Element::HeavyMachineGun)));
}

#[test]
fn a_dummy_takes_no_weapon_and_whoever_takes_one_is_turned_up() {
    proves!("base-4.16", "SD-A79", "base-4.7");
    let enters = |kind: &str, rulings: &str| {
        let units = format!("(kind: Mortar81, at: Some(\"0425\")), (kind: {kind}, at: Some(\"0424\"), hidden: true)");
        let mut field = basic("HeavyWeapons", "NlfMovement", &units, rulings);
        let events = field.play(march(1, &["0425"]));
        let shown = events.iter().any(|event| matches!(event, Event::Revealed { .. }));
        (shown, [0, 1].map(|number| field.unit(number).place == Place::Gone))
    };
    assert_eq!(enters("Nva", ""), (true, [true, false]));
    assert_eq!(enters("Dummy", ""), (true, [false, true]));
    assert_eq!(enters("Dummy", "rulings: 10"), (false, [true, false]));
}

#[test]
fn a_mortar_that_comes_out_of_the_wreck_of_a_carrier_that_drove_is_not_ready() {
    proves!("base-4.13");
    let mortar = Command::Mortar { weapon: id(2), observer: id(3), at: hex("2109") };
    let set = |rulings: &str, drives: bool| {
        let mut field = Field::set(&format!(
            "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], {rulings} turns: 3, step: Some(UsMovement), units: \
             [(kind: M113, at: Some(\"2112\")), (kind: Rifle, with: Some(0)), (kind: Mortar81, with: Some(1)), (kind: Observer, at: \
             Some(\"2115\")), (kind: PlatoonCadre, at: Some(\"2109\"), rpg: true)]"
        ));
        if drives {
            field.play(Command::Move { unit: id(0), path: vec![hex("2113")] });
        }
        field.until(1, Step::NlfFire);
        field.dice(&[6]);
        field.play(Command::Antitank { unit: id(4), target: id(0) });
        field.is_gone(0);
        field.until(2, Step::UsFire);
        field
    };
    set("", true).refuses(&mortar, "base-4.13");
    set("", false).offers(&mortar);
    set("rulings: 13,", true).offers(&mortar);
}
