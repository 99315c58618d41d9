//! Beside a real table: what the screen would see by itself.

use crate::looks::{NVA, US, again, is_legal, rule_of, vehicle};
use platoon::query::{Answer, Fact};
use platoon::state::{Flight, Phase};
use platoon::{Command, Leg, MarkerId, Side, SquadId, proves};
use pointman_tests::platoon::*;
use table::{Quarter, Terrain};
use tabletop::Ruleset;

/// A squad without a place.
fn bare(text: &str) -> String {
    text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))"
}

fn field(squads: &[String], markers: &[&str], dice: &[u8]) -> Field {
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    Field::begin(&scenario(&BESIDE, &squads, markers), dice)
}

#[test]
fn who_sets_no_foot_on_the_ground_comes_to_no_marker() {
    proves!("P-R60", "P-R36", "P-companion", "P-hidden");
    let reach = |squad| Command::Reach { squad: SquadId(squad), marker: MarkerId(1) };
    let trap = "(id: 1, side: Vc, hides: Trap(Grenade))";
    let before = |field: &Field| {
        let mut before = again(field);
        before.state.options.eighth_rulings = true.into();
        before
    };
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
