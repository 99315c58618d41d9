//! Beside a real table: what the screen would see by itself.

use crate::looks::{NVA, US, again, is_legal, rule_of, vehicle};
use platoon::query::{Answer, Fact};
use platoon::state::{Flight, Phase};
use platoon::{Command, Leg, MarkerId, Rulings, Shot, Side, SquadId, proves};
use pointman_tests::platoon::*;
use table::{Point, Quarter, Terrain};
use tabletop::Ruleset;

/// A squad without a place.
fn bare(text: &str) -> String {
    text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))"
}

fn field(squads: &[String], markers: &[&str], dice: &[u8]) -> Field {
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    Field::begin(&scenario(&BESIDE, &squads, markers), dice)
}

/// The same position in a game saved before.
fn before(field: &Field) -> Field {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(9);
    before
}

#[test]
fn who_sets_no_foot_on_the_ground_comes_to_no_marker() {
    proves!("P-R60", "P-R36", "P-companion", "P-hidden");
    let reach = |squad| Command::Reach { squad: SquadId(squad), marker: MarkerId(1) };
    let trap = "(id: 1, side: Vc, hides: Trap(Grenade))";
    let rider = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let lorry = bare(&vehicle(&US.replace("id: 1", "id: 2"), "Soft"));
    let rides = field(&[rider, lorry, bare(NVA)], &[trap], &[1, 2, 6]);
    let flies = field(&[bare(&vehicle(US, "Helicopter")), bare(NVA)], &[trap], &[1, 6]);
    for field in [&rides, &flies] {
        assert_eq!(rule_of(field, reach(1)), "P-hidden");
        assert!(is_legal(&before(field), &reach(1)));
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        assert!(!offered.contains(&reach(1)));
    }
    assert!(rides.refused(reach(1)).remedy.contains("Get out") && flies.refused(reach(1)).remedy.contains("Land"));
    // The vehicle itself and a helicopter that has landed come there, and somebody can be named.
    let mut lands = again(&flies);
    lands.state.squads[0].flight = Flight::Landed;
    let mut drives = rides;
    drives.until(2);
    for (mut field, squad) in [(lands, 1), (drives, 2)] {
        field.ask(reach(squad), &[6]);
        assert_eq!(field.state.phase, Phase::Burst(Side::Allied));
        assert!(is_legal(&field, &Command::Burst { caught: vec![(SquadId(squad), 1)], markers: Vec::new() }));
    }
    // A part of a move that comes to a marker is the vehicle's too.
    let leg = Leg::measured(100, Terrain::Open).to(MarkerId(1));
    assert!(!is_legal(&flies, &Command::Step { squad: SquadId(1), leg }));
}

#[test]
fn a_rocket_among_figures_asks_for_no_vehicle() {
    proves!("P-direct", "P-companion");
    let apc = vehicle(&US.replace("id: 1", "id: 2"), "Apc");
    let mut field = field(&[bare(US), bare(&apc), bare(&NVA.replace("(4, Ass", "(1, Rpg), (3, Ass"))], &[], &[5, 6, 1]);
    let shot = Some(Shot::USUAL);
    field.play(Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(1), facts: shot }, &[6, 1]);
    assert_eq!(field.state.phase, Phase::Burst(Side::Vc));
    let burst = |caught: &[(u8, u8)]| Command::Burst {
        caught: caught.iter().map(|&(squad, figure)| (SquadId(squad), figure)).collect(),
        markers: Vec::new(),
    };
    let asks = |field: &Field, squad| {
        let asked = rules().facts_needed(&field.state, &burst(&[(1, 1)]));
        asked.iter().any(|question| question.fact == Fact::Caught(SquadId(squad)))
    };
    assert_eq!([asks(&field, 1), asks(&field, 2), asks(&field, 11)], [true, false, true]);
    assert!(is_legal(&field, &burst(&[(1, 1), (11, 1)])));
    let vehicle = burst(&[(1, 1), (2, 1)]);
    assert_eq!([&field, &before(&field)].map(|field| is_legal(field, &vehicle)), [false, true]);
}

#[test]
fn what_a_helicopter_lands_on_is_asked_once() {
    proves!("P-vehicle-move", "P-companion");
    let mut field = field(&[bare(&vehicle(US, "Helicopter")), bare(NVA)], &[], &[1, 6]);
    let down = Command::Fly { squad: SquadId(1), to: None, below: None, nearer: false };
    let on = Command::Fly { squad: SquadId(1), to: Some(Point::default()), below: None, nearer: false };
    for (flight, asked) in [
        (Flight::Flying, [true, false]),
        (Flight::Descending, [false, false]),
        (Flight::Landed, [false, false]),
        (Flight::Rising, [false, false]),
    ] {
        field.state.squads[0].flight = flight;
        let asks = |order| !rules().facts_needed(&field.state, order).is_empty();
        assert_eq!([&down, &on].map(asks), asked, "{flight:?}");
        let offer = rules().offers(&field.state).into_iter().find(|offer| matches!(offer.command, Command::Fly { .. }));
        assert!(offer.unwrap().refusal.is_none(), "{flight:?}");
    }
}

#[test]
fn a_sniper_fires_from_a_side() {
    proves!("P-R06", "P-sniper", "P-companion");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let mut field = field(&[bare(US), bare(&sniper)], &[], &[6, 1]);
    let snipe = Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range: Some(1200), from: None };
    let asked = rules().facts_needed(&field.state, &snipe);
    assert_eq!(asked.iter().map(|question| question.fact).collect::<Vec<_>>(), [Fact::Range, Fact::Side]);
    let shot = snipe.with_fact(Fact::Side, Answer::Quarter(Quarter::Rear));
    assert_eq!(shot.fact(Fact::Side), Some(Answer::Quarter(Quarter::Rear)));
    // Saved games say nothing of it: from the front.
    for (order, rear) in [(snipe, false), (shot.clone(), true)] {
        let mut field = again(&field);
        field.any(order, 1);
        assert_eq!(field.squad(1).since.rear, rear);
    }
    // On the computer's table it is seen.
    field.state.board = Some(table::Board::new(&open(40, 14), &[]).unwrap());
    assert_eq!(rule_of(&field, shot), "P-companion");
}
