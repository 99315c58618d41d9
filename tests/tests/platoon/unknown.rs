//! Troops of whom not everything is known yet: those who are not drawn, and those whose rating is not rolled.

use crate::looks::{NVA, US, again, game};
use platoon::event::Reason;
use platoon::fire::Factor;
use platoon::state::Quality;
use platoon::{Event, Rulings, Scenario, SquadId, Target, proves};
use pointman_tests::platoon::*;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

const UNKNOWN: &str = r#"(id: 11, name: "U", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;

/// A table with one letter of ground in the far left corner and another under the marker.
fn ground(corner: char, marker: char) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = open(40, 14).iter().map(|row| row.chars().collect()).collect();
    (rows[0][0], rows[2][20]) = (corner, marker);
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

#[test]
fn troops_not_yet_drawn_have_the_cover_of_their_marker() {
    proves!("P-activation", "P-R59", "P-R10");
    let bunker = |corner, marker, before: bool| {
        let mut setup = scenario(
            &ground(corner, marker),
            &[US, UNKNOWN],
            &["(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))"],
        );
        setup.options.rulings = if before { Rulings::of(9) } else { Rulings::default() };
        let field = Field::seeded(&setup, 1);
        let level = field.state.levels.iter().find(|level| level.squad == SquadId(11)).unwrap();
        level.reasons.iter().any(|(reason, _)| *reason == Reason::Bunker)
    };
    assert_eq!([bunker('.', 'B', false), bunker('B', '.', false)], [true, false]);
    assert_eq!([bunker('.', 'B', true), bunker('B', '.', true)], [false, true]);
}

#[test]
fn troops_are_drawn_from_under_a_marker() {
    proves!("P-vc-table", "P-hidden");
    let begins = |setup: &Scenario| rules().begin(setup, &mut Seeded::new(1)).is_ok();
    let lorry = NVA.replace("id: 11", "id: 10").replace("figures", "kind: Soft, figures");
    let standing = UNKNOWN.replace("drawn_from", "at: Some((20, 4)), drawn_from");
    let riding = UNKNOWN.replace("drawn_from", "aboard: Some(10), drawn_from");
    for (squads, markers, begun) in [
        (vec![US, &standing], vec![], false),
        (vec![US, &lorry, &riding], vec![], false),
        (vec![US, UNKNOWN], vec!["(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))"], true),
    ] {
        let mut setup = scenario(&open(40, 14), &squads, &markers);
        assert_eq!(begins(&setup), begun);
        setup.options.rulings = Rulings::of(9);
        assert!(begins(&setup));
    }
}

#[test]
fn a_forecast_knows_what_every_rating_to_come_has_in_common() {
    proves!("P-fire", "P-gung-ho");
    let shown = |quality| {
        let us = US.replace("gung_ho: Some(8)", "gung_ho: Some(6)");
        let mut field = game(&[&us, NVA], &[], &[1, 6]);
        field.state.options.firepower_by_rating = true;
        field.state.squads[0].quality = quality;
        let volley =
            |field: &Field| rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap();
        let told = volley(&field).factors;
        // What is thrown is as it was told, whatever the rating.
        for seed in 0..30 {
            let mut field = again(&field);
            let events = field.any(fire(1, 11), seed);
            let fired = events.into_iter().find_map(|event| match event {
                Event::Volley { volley, .. } => Some(volley.factors),
                _ => None,
            });
            assert!(quality == Some(Quality::Fair) || fired.as_ref() == Some(&told), "{quality:?}");
        }
        told.contains(&Factor::PoorTroops)
    };
    let qualities = [None, Some(Quality::Poor), Some(Quality::Fair), Some(Quality::Excellent)];
    assert_eq!(qualities.map(shown), [true, true, false, false]);
}
