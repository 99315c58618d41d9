//! The rules of 20mm Platoon by their ids: clauses that are easily overlooked, each read in the text and tried here.

use platoon::state::{Condition, Fate, Flight, Mission, Pattern, Support};
use platoon::{Command, MarkerId, Mode, Phase, Side, SquadId, Weapon, proves};
use pointman_tests::platoon::*;
use table::Point;
use tabletop::Ruleset;
use tabletop::dice::Tape;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, officer: true, figures: [(5, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

fn legal(field: &Field, command: &Command) -> bool {
    rules().check(&field.state, command).is_ok()
}

fn launch(squad: u8, figure: u8, target: u8) -> Command {
    Command::Launch { squad: SquadId(squad), figure, target: SquadId(target), facts: None }
}

fn pass(field: &mut Field) {
    if matches!(field.state.phase, Phase::Interrupt(_)) {
        field.play(Command::Pass, &[]);
    }
}

#[test]
fn who_has_fired_a_rocket_in_his_own_phase_interrupts_nobody() {
    proves!("P-opportunity", "P-R42");
    let nva = NVA.replace("(2, AssaultRifle)", "(4, AssaultRifle), (1, Rpg)");
    let mut field = game(&[US, &nva], &[], &[6, 1]);
    field.play(launch(11, 5, 1), &[2, 3, 4]);
    field.until(1);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    field.play(step(1, 250, 850), &[]);
    assert!(matches!(field.state.phase, Phase::Active(Side::Allied)), "nobody may fire any more");
}

#[test]
fn each_figure_fires_once() {
    proves!("P-R04", "P-fire", "P-R22");
    let us = US.replace("(5, AssaultRifle)", "(1, Law), (2, AssaultRifle)");
    let firers = |field: &Field| {
        let goal = platoon::Target::Squad(SquadId(11));
        rules().volley(&field.state, SquadId(1), goal, None).unwrap().firers
    };
    let mut field = game(&[&us, NVA], &[], &[1, 6]);
    assert_eq!(firers(&field), 3);
    field.play(launch(1, 1, 11), &[2, 3, 4]);
    assert_eq!(firers(&field), 2, "whose rocket is gone does not fire his rifle too");
    let mut field = game(&[&us, NVA], &[], &[1, 6]);
    field.play(fire(1, 11), &[1, 1, 1, 3, 4]);
    let mut options = Vec::new();
    rules().options(&field.state, &mut options);
    assert!(!options.contains(&launch(1, 1, 11)), "whoever fired with the others is offered no rocket");
}

#[test]
fn two_search_and_fire_nothing_and_the_others_may_fire() {
    proves!("P-search", "P-R40", "P-R51");
    let us = US.replace("(5, AssaultRifle)", "(1, Law), (4, AssaultRifle)");
    let markers = ["(id: 1, side: Vc, at: Some((3, 6)), hides: Cache)"];
    let search = Command::Search { squad: SquadId(1), marker: MarkerId(1) };
    let goal = platoon::Target::Squad(SquadId(11));
    let mut field = game(&[&us, NVA], &markers, &[1, 6]);
    let all = rules().volley(&field.state, SquadId(1), goal, None).unwrap().firers;
    field.play(search.clone(), &[]);
    let busy: Vec<usize> = (0..5).filter(|&n| field.squad(1).figures[n].searches).collect();
    assert_eq!(busy.len(), 2);
    let number = u8::try_from(busy[0] + 1).unwrap();
    if busy[0] == 0 {
        assert_eq!(field.refused(launch(1, number, 11)).rule.as_str(), "P-R51");
    }
    assert_eq!(rules().volley(&field.state, SquadId(1), goal, None).unwrap().firers, all - 2);
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-R04", "but nobody moves");
    field.play(fire(1, 11), &[1, 1, 1, 3, 4]);
    // Who has fired does not search: two who have not are needed.
    let mut field = game(&[&us, NVA], &markers, &[1, 6]);
    field.play(fire(1, 11), &[1, 1, 1, 1, 1, 3, 4]);
    assert_eq!(field.refused(search.clone()).rule.as_str(), "P-search");
    let mut field = game(&[&us, NVA], &markers, &[1, 6]);
    field.play(launch(1, 1, 11), &[2, 3, 4]);
    field.play(search, &[]);
    assert!(!field.squad(1).figures[0].searches, "the man with the tube does not");
}

#[test]
fn stores_are_found_by_a_search_and_not_in_passing() {
    proves!("P-search", "P-R40", "P-hidden");
    let markers =
        ["(id: 1, side: Vc, at: Some((5, 5)), hides: Cache)", "(id: 2, side: Vc, at: Some((5, 6)), hides: Nothing)"];
    let mut field = game(&[US, NVA], &markers, &[1, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    field.play(step(1, 550, 550), &[]);
    let condition = |field: &Field, n| field.state.marker(MarkerId(n)).unwrap().condition;
    assert_eq!((condition(&field, 1), condition(&field, 2)), (Condition::Down, Condition::Removed));
    pass(&mut field);
    field.until(11);
    field.play(Command::Done, &[1, 6]);
    field.play(Command::Search { squad: SquadId(1), marker: MarkerId(1) }, &[]);
    assert_eq!(condition(&field, 1), Condition::Found);
}

#[test]
fn hand_to_hand_one_fights_however_one_came_there() {
    proves!("P-close-combat", "P-R33");
    let near = NVA.replace("12, 5", "6, 5");
    let close = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    // At a run, and then not with fire.
    let mut field = game(&[US, &near], &[], &[1, 6]);
    field.play(march(1, Mode::Fast), &[1, 1, 1]);
    field.play(step(1, 550, 550), &[]);
    pass(&mut field);
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-fire");
    assert!(legal(&field, &close));
    // After a volley; and once in a phase.
    let near = NVA.replace("12, 5", "3, 5");
    let mut field = game(&[US, &near], &[], &[1, 6]);
    field.play(fire(1, 11), &[1, 1, 1, 1, 1, 1, 1, 3, 4]);
    let duel = rules().fire_forecast(&field.state, &close).unwrap().duel.unwrap();
    let edge: i8 = duel[0].iter().map(|l| l.value).sum::<i8>() - duel[1].iter().map(|l| l.value).sum::<i8>();
    field.play(close.clone(), &[3, u8::try_from(3 + edge).unwrap()]);
    assert_eq!(field.refused(close).rule.as_str(), "P-close-combat");
}

#[test]
fn after_one_move_of_hovering_a_helicopter_flies_on_at_once() {
    proves!("P-vehicle-move");
    let chopper = r#"(id: 1, name: "V", side: Allied, troops: UsMarines, kind: Helicopter, figures: [(2, Pistol)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
    let mut field = game(&[chopper, NVA], &[], &[1, 6]);
    let to = Point::inches(30, 5).middle();
    let fly = Command::Fly { squad: SquadId(1), to: Some(to), below: None, nearer: false };
    for flight in [Flight::Landed, Flight::Descending] {
        field.state.squads[0].flight = flight;
        assert_eq!(field.refused(fly.clone()).rule.as_str(), "P-vehicle-move");
    }
    field.state.squads[0].flight = Flight::Rising;
    field.play(fly, &[]);
    assert_eq!((field.squad(1).flight, field.squad(1).at()), (Flight::Flying, to));
}

#[test]
fn near_a_village_it_is_not_enough_to_have_fired() {
    proves!("P-R27", "P-artillery");
    let mut ground = open(40, 12);
    ground[1].replace_range(30..32, "vv");
    let mut field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
    field.play(fire(1, 11), &[1, 1, 1, 1, 1, 3, 4]);
    let ask = Command::Request {
        squad: SquadId(1),
        support: Support::Howitzer155,
        target: Point::inches(12, 5).middle(),
        pattern: Pattern::Box,
        path: None,
        facts: None,
    };
    assert_eq!(field.refused(ask.clone()).rule.as_str(), "P-R27");
    field.state.squads[0].fired_on = true;
    assert!(legal(&field, &ask));
    // Who was fired at, was.
    let mut field = game(&[US, NVA], &[], &[6, 1]);
    field.play(fire(11, 1), &[1, 1, 3, 4]);
    assert!(field.squad(1).fired_on && !field.squad(11).fired_on);
}

#[test]
fn nobody_corrects_when_the_observer_has_fallen() {
    proves!("P-R29", "P-artillery");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.missions.push(Mission {
        arrived: true,
        fired: 1,
        ..mission(Support::Howitzer105, Point::inches(33, 5).middle())
    });
    field.state.squads[0].figures[0].fate = Fate::Killed;
    field.until(11);
    // The salvo's own die and two of activation; none against the rating.
    field.play(Command::Done, &[5, 1, 6]);
    assert_eq!(field.state.missions[0].dice, 3);
}

#[test]
fn a_sniper_who_disappears_kills_only_whom_he_sees() {
    proves!("P-sniper", "P-R37");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(2, Ass", "(1, Ass");
    let mut ground = open(40, 12);
    ground.iter_mut().for_each(|row| row.replace_range(8..9, "H"));
    let gone = |ground: &[String], dice: &[u8]| {
        let mut field = Field::begin(&scenario(ground, &[US, &sniper], &[]), &[6, 1]);
        field.play(Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None, from: None }, dice);
        assert!(field.squad(11).gone);
        field.squad(1).casualties()
    };
    assert_eq!(gone(&ground, &[2, 2]), 0, "behind a house");
    // In the open a second man falls, those about him test for panic, and the squad is under fire for the first time.
    assert_eq!(gone(&open(40, 12), &[2, 2, 1, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4]), 1);
}

#[test]
fn what_takes_half_a_turn_may_come_after_half_of_the_move() {
    proves!("P-infantry-move", "P-R04");
    let after = |parts: &[i32]| {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        field.play(march(1, Mode::Patrol), &[4, 4, 2]);
        for &x in parts {
            field.play(step(1, x, 550), &[]);
            pass(&mut field);
        }
        field.state.squads[0].figures[4].fate = Fate::Wounded;
        field.state.squads[0].figures[4].at = field.squad(1).at();
        field
    };
    let carry = Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 5 };
    let mut field = after(&[550]);
    field.play(carry.clone(), &[]);
    assert_eq!(field.refused(step(1, 650, 550)).rule.as_str(), "P-infantry-move", "that was the rest of it");
    let field = after(&[550, 750]);
    assert_eq!(field.refused(carry).rule.as_str(), "P-R04", "five inches of eight");
}

#[test]
fn a_recoilless_rifle_has_the_range_of_its_row_in_a_volley_and_another_against_vehicles() {
    proves!("P-fire", "P-direct");
    let tables = rules().tables();
    assert_eq!((tables.volley_range(Weapon::Rcl), tables.range(Weapon::Rcl)), (10_000, 4_500));
    // So has the rifle beside a LAW, which is a rifle like any other.
    assert_eq!(tables.volley_range(Weapon::Law), tables.range(Weapon::AssaultRifle));
    let same = Weapon::ALL.iter().filter(|&&w| !matches!(w, Weapon::Rcl | Weapon::Law));
    assert!(same.copied().all(|w| tables.volley_range(w) == tables.range(w)));
}

#[test]
fn a_marker_with_nothing_under_it_moves_in_parts_as_a_squad_does() {
    proves!("P-hidden");
    let hidden = NVA.replace(", at: Some((12, 5))", "");
    let markers = [
        "(id: 1, side: Vc, at: Some((30, 5)), hides: Squad(11))",
        "(id: 2, side: Vc, at: Some((30, 8)), hides: Nothing)",
    ];
    let mut field = game(&[US, &hidden], &markers, &[6, 1]);
    let go = |x: i32| Command::MoveMarker { marker: MarkerId(2), to: Point::new(x, 850) };
    field.play(go(3_300), &[]);
    field.play(go(3_550), &[]);
    assert_eq!(field.refused(go(3_800)).rule.as_str(), "P-hidden", "seven inches in a turn");
    field.play(go(3_750), &[]);
    assert_eq!(rules().view(&field.state, Side::Allied).marker(MarkerId(2)).unwrap().gone, 0);
}

#[test]
fn a_tie_with_somebody_hidden_is_rolled_unseen_and_leaves_no_trace() {
    proves!("P-activation", "P-hidden");
    let hidden = NVA.replace(", at: Some((12, 5))", "");
    let markers = ["(id: 1, side: Vc, at: Some((30, 5)), hides: Squad(11))"];
    let setup = scenario(&open(40, 12), &[US, &hidden], &markers);
    let (mut events, mut throwers) = (Vec::new(), Vec::new());
    let mut tape = Tape::new([3, 3, 2, 5]);
    let (state, halt) = rules().begin_part_way(&setup, &mut tape, &mut events, &mut throwers).unwrap();
    assert!(halt.is_none() && tape.left() == 0);
    let secret: Vec<_> = throwers.iter().map(|thrower| (thrower.squad, thrower.secret)).collect();
    let (us, nva) = (Some(SquadId(1)), Some(SquadId(11)));
    assert_eq!(secret, [(us, None), (nva, Some(Side::Vc)), (us, Some(Side::Vc)), (nva, Some(Side::Vc))]);
    let ties = |side| rules().view(&state, side).levels.iter().map(|level| level.tie).collect::<Vec<_>>();
    assert_eq!((ties(Side::Allied), ties(Side::Vc)), (vec![None], vec![Some(2), Some(5)]));
}
