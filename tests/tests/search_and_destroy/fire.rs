//! Fire and antitank weapons of Search & Destroy: the test vectors of the reconstruction and rule 31.1 clause by clause.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::state::Step;
use search_and_destroy::tables::{VehicleResult, odds_column};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

/// A fire fight: a US squad (0) in 1610 and an NLF one (1) two hexes away in paddy 1612.
fn fire_fight(switches: &str, step: &str, us: &str, nlf: &str) -> Field {
    Field::set(&format!(
        "level: Basic, also: [{switches}], step: Some({step}), units: [(kind: Rifle, at: Some(\"1610\"){us}), \
         (kind: MainForce, at: Some(\"1612\"){nlf})]"
    ))
}

#[test]
fn odds_are_rounded_down_for_the_defender() {
    proves!("base-4.4", "SD-A4");
    // In eighths: 4 to 3, 2 to 3, 1 to 3, a half to 2, 7 to 3, 30 to 2.
    let columns = [(32, 3), (16, 3), (8, 3), (4, 2), (56, 3), (240, 2)].map(|(a, d)| odds_column(a, d));
    assert_eq!(columns, [Some(2), Some(1), Some(0), None, Some(3), Some(7)]);
}

#[test]
fn the_die_is_clamped_to_the_rows_of_the_table() {
    proves!("SD-A3", "SD-A22");
    let table = &rules().combat;
    assert_eq!(table.cell(2, -1), table.cell(2, 1));
    assert_eq!(table.cell(2, 10), table.cell(2, 8));
    assert_eq!((table.cell(2, 6).killed, table.cell(2, 6).wounded), (1, 0));
    // The Points table is the Casualty table in points.
    assert_eq!(table.points(table.cell(3, 6), Side::Us), 20);
    assert_eq!(table.points(table.cell(7, 8), Side::Nlf), 200);
}

#[test]
fn a_squad_fires_on_the_casualty_table_and_a_position_lowers_the_die() {
    proves!("base-4.4", "base-4.10", "base-4.18");
    // Four against jungle is even; a six kills one man.
    let jungle = |positions: &str| {
        Field::set(&format!(
            "level: Basic, also: [Casualties, ImprovedPositions], step: Some(UsFire), positions: [{positions}], \
             units: [(kind: Rifle, at: Some(\"0105\")), (kind: MainForce, at: Some(\"0106\"))]"
        ))
    };
    let mut field = jungle("");
    field.dice(&[6]);
    field.play(fire(&[shot(0)], 1));
    assert_eq!((field.points(), field.unit(1).losses), ((15, 0), 1));
    assert!(field.unit(1).is_pinned());
    let mut field = jungle("\"0106\"");
    field.dice(&[6]);
    let events = field.play(fire(&[shot(0)], 1));
    assert_eq!(attacked(&events).1, [Modifier::ImprovedPosition]);
    assert_eq!((field.points(), field.unit(1).losses), ((5, 0), 1));
}

#[test]
fn a_hex_is_fired_at_once_and_a_unit_fires_once() {
    proves!("base-4.4");
    let mut field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"1610\")), (kind: Rifle, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1612\")), (kind: MainForce, at: Some(\"1712\"))]",
    );
    field.refuses(&fire(&[shot(1), shot(0)], 2), "base-4.4");
    field.dice(&[1]);
    field.play(fire(&[shot(0)], 2));
    field.refuses(&fire(&[shot(1)], 2), "base-4.4");
    field.refuses(&fire(&[shot(0)], 3), "base-4.4");
}

#[test]
fn fire_needs_range_sight_and_strength() {
    proves!("base-4.4", "base-4.5");
    let field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"1610\")), (kind: Observer, at: Some(\"1510\")), \
         (kind: MainForce, at: Some(\"1616\")), (kind: Rifle, at: Some(\"0303\")), (kind: MainForce, at: Some(\"0306\"))]",
    );
    field.refuses(&fire(&[shot(0)], 2), "base-4.4");
    field.refuses(&fire(&[shot(1)], 2), "base-4.4");
    field.refuses(&fire(&[shot(3)], 4), "base-4.5");
}

#[test]
fn the_points_table_destroys_and_pays() {
    proves!("base-4.4");
    let mut field = fire_fight("", "UsFire", "", "");
    field.dice(&[6]);
    let events = field.play(fire(&[shot(0)], 1));
    // Four against two is 2-1; a six destroys.
    assert_eq!(attacked(&events).0, 3);
    field.is_gone(1);
    assert_eq!(field.points(), (20, 0));
}

#[test]
fn a_pinned_unit_fires_at_half_strength_and_recovers_at_the_end_of_its_own_turn() {
    proves!("base-4.6");
    let mut field = fire_fight("", "UsMovement", ", pinned: true", "");
    field.refuses(&march(0, &["1609"]), "base-4.6");
    field.done();
    assert_eq!(field.state.step(), Step::UsFire);
    field.dice(&[6]);
    assert_eq!(attacked(&field.play(fire(&[shot(0)], 1))).0, 2);
    while field.state.step() != Step::NlfMovement {
        field.done();
    }
    assert!(!field.unit(0).is_pinned());
}

#[test]
fn a_unit_moves_or_fires_unless_fire_and_movement_is_played() {
    proves!("base-4.11");
    let mut field = fire_fight("", "UsMovement", "", "");
    field.play(march(0, &["1510"]));
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement, "nobody is left who may fire");
    let mut field = fire_fight("FireAndMovement", "UsMovement", "", "");
    field.play(march(0, &["1510"]));
    field.done();
    assert_eq!(field.state.step(), Step::UsFire);
    field.dice(&[1]);
    // Four halved is two, against two.
    assert_eq!(attacked(&field.play(fire(&[shot(0)], 1))).0, 2);
}

#[test]
fn ammunition_runs_out_and_the_increased_rate_doubles() {
    proves!("base-4.12");
    let mut field = fire_fight("Ammunition", "UsFire", ", ammunition: Some(2)", "");
    field.dice(&[1]);
    assert_eq!(attacked(&field.play(fire(&[doubled(0)], 1))).0, 5);
    assert_eq!(field.unit(0).ammunition, 0);
    let field = fire_fight("Ammunition", "UsFire", ", ammunition: Some(1)", "");
    field.refuses(&fire(&[doubled(0)], 1), "base-4.12");
    let empty = fire_fight("Ammunition", "UsFire", ", ammunition: Some(0)", "");
    empty.refuses(&fire(&[shot(0)], 1), "base-4.12");
    let without = fire_fight("", "UsFire", "", "");
    without.refuses(&fire(&[doubled(0)], 1), "base-4.12");
}

#[test]
fn recoilless_rifles_and_rpgs_use_the_vehicle_defence_table() {
    proves!("31.13", "33.34", "base-4.15", "SD-A41", "SD-A42", "SD-A55");
    let set = |kind: &str| {
        Field::set(&format!(
            "level: Basic, also: [CompanyCadres, Rpgs, Vehicles], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
             element: RecoillessRifle), (kind: PlatoonCadre, at: Some(\"1410\"), rpg: true), (kind: {kind}, at: Some(\"1510\")), \
             (kind: MainForce, at: Some(\"1509\"))]"
        ))
    };
    let result = |events: &[Event]| {
        events.iter().find_map(|e| match e {
            Event::FiredAntitank { result, .. } => Some(*result),
            _ => None,
        })
    };
    let mut field = set("M113");
    field.dice(&[4]);
    assert_eq!(result(&field.play(antitank(0, 2))), Some(VehicleResult::Destroyed));
    assert_eq!(field.points(), (0, 80));
    let mut field = set("M48");
    field.refuses(&antitank(3, 2), "31.13");
    field.refuses(&fire(&[shot(3)], 2), "base-4.4");
    field.dice(&[4, 5]);
    assert_eq!(result(&field.play(antitank(0, 2))), Some(VehicleResult::Immobilized));
    field.refuses(&antitank(0, 2), "SD-A42");
    assert_eq!(result(&field.play(antitank(1, 2))), Some(VehicleResult::Destroyed), "the second time");
    assert!(!field.unit(1).rpg, "an RPG-7 is fired once in a game");
}

#[test]
fn a_recoilless_rifle_empties_its_ammunition_in_four_shots() {
    proves!("31.15", "SD-A42");
    let field = Field::set(
        "level: Basic, also: [CompanyCadres, Ammunition, Vehicles], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
         element: RecoillessRifle, ammunition: Some(0)), (kind: M48, at: Some(\"1510\"))]",
    );
    field.refuses(&antitank(0, 1), "base-4.12");
    let mut field = Field::set(
        "level: Basic, also: [CompanyCadres, Ammunition, Vehicles], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"1508\"), \
         element: RecoillessRifle), (kind: M48, at: Some(\"1510\"))]",
    );
    field.dice(&[1]);
    field.play(antitank(0, 1));
    assert_eq!(field.unit(0).ammunition, 3);
}

#[test]
fn heavy_elements_halve_the_movement_and_fire_after_three_points() {
    proves!("31.13", "31.14", "31.1");
    let mut field = Field::set(
        "level: Basic, also: [CompanyCadres, FireAndMovement, Vehicles], step: Some(NlfMovement), units: [(kind: CompanyCadre, \
         at: Some(\"1808\"), element: RecoillessRifle), (kind: M48, at: Some(\"1811\")), (kind: CompanyCadre, at: Some(\"2008\"), element: Sapper)]",
    );
    assert_eq!(rules().allowance(field.unit(0)), 6);
    assert_eq!(rules().allowance(field.unit(2)), 12);
    field.play(march(0, &["1809"]));
    field.done();
    field.dice(&[1]);
    let events = field.play(antitank(0, 1));
    assert!(events.iter().any(|e| matches!(e, Event::FiredAntitank { modifier: 0, .. })));
}

#[test]
fn a_result_is_told_as_what_it_does_to_its_target() {
    proves!("base-4.4", "32.8", "33.33", "base-4.14");
    let told = |fields: &str, command: Command, die: u8| {
        let mut field = Field::set(fields);
        field.dice(&[die]);
        let before = field.state.clone();
        let events = field.play(command);
        let summary = rules().sum_up(&before, &field.state, &events);
        let first = summary.split_once(". ").map_or(summary.as_str(), |(first, _)| first);
        let first = first.trim_end_matches('.').to_owned();
        let log: Vec<String> = events.iter().map(|event| rules().tell(event)).collect();
        (first, log.join(" "))
    };
    // On the Casualty table nobody is destroyed by the letter h.
    let men = |table: &str| {
        format!(
            "level: Basic, also: [{table}], step: Some(UsFire), units: [(kind: Rifle, at: Some(\"1807\")), (kind: MainForce, at: \
             Some(\"1808\"))]"
        )
    };
    let (summary, log) = told(&men("Casualties"), fire(&[shot(0)], 1), 5);
    assert!(summary.contains("pinned") && !summary.contains("destroyed") && !log.contains("destroyed"), "{log}");
    let (_, log) = told(&men(""), fire(&[shot(0)], 1), 6);
    assert!(log.contains("is eliminated") || !log.contains("destroyed"), "{log}");
    // A vehicle minds nothing but an h.
    let assaulted = "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl, Ammunition], also: [CloseAssault], \
         step: Some(NlfAssault), units: [(kind: M113, at: Some(\"1807\")), (kind: MainForce, at: Some(\"1808\"))]";
    let (mut harmless, mut destroyed) = (0, 0);
    for die in 1..=6 {
        let (summary, log) = told(assaulted, assault(&[shot(1)], 0), die);
        assert!(!log.contains("pinned") && !log.contains("killed"), "{log}");
        harmless += usize::from(summary.ends_with(": no effect"));
        destroyed += usize::from(summary.ends_with(": destroyed"));
    }
    assert!(harmless > 0 && harmless + destroyed == 6, "{harmless}, {destroyed}");
    // Nor of a shell, and no position helps it.
    let shelled = "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], step: Some(NlfFire), positions: [\"2314\"], \
         units: [(kind: M113, at: Some(\"2314\")), (kind: PlatoonCadre, at: Some(\"2210\")), (kind: MainForce, at: Some(\"2209\")), \
         (kind: Mortar82, with: Some(2))]";
    for die in 1..=6 {
        let mut field = Field::set(shelled);
        field.dice(&[1, die]);
        let before = field.state.clone();
        let events = field.play(Command::Mortar { weapon: id(3), observer: id(1), at: hex("2314") });
        let summary = rules().sum_up(&before, &field.state, &events);
        let log: Vec<String> = events.iter().map(|event| rules().tell(event)).collect();
        assert!(!summary.contains("pinned") && !summary.contains("wounded"), "{summary}");
        assert!(!log.join(" ").contains("pinned") && !log.join(" ").contains("Improved"), "{log:?}");
        assert_eq!(
            field.unit(0).place == search_and_destroy::state::Place::Gone,
            summary.contains("destroyed"),
            "{summary}"
        );
    }
}
