//! Casualties and those who have them: bearers who fall, who withdraw, and who leave the table. Each as now and as in games saved
//! before.

use crate::looks::{NVA, US, again, game, is_legal, rule_of, vehicle};
use platoon::state::{Fate, Order};
use platoon::{Command, Mode, Rulings, SquadId, proves};
use pointman_tests::platoon::*;
use table::Point;

const NEAR: &str = r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((22, 8)), gung_ho: Some(8))"#;

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(9);
    [again(field), before]
}

fn line(field: &Field, what: &str) -> i32 {
    let lines = rules().score(&field.state).lines;
    lines.into_iter().find(|line| line.what == what).unwrap().count
}

/// The fourth figure of squad 1 has fallen, and so many of the others; the squad has taken it up.
fn carries(others: usize) -> Field {
    let mut field = game(&[US, NEAR, NVA], &[], &[2, 1, 6]);
    field.until(2);
    let squad = &mut field.state.squads[0];
    squad.figures[3].fate = Fate::Wounded;
    squad.figures[..others].iter_mut().for_each(|figure| figure.fate = Fate::Killed);
    squad.figures[3].at = squad.figures[2].at;
    squad.burden = vec![(SquadId(1), 3)];
    field
}

#[test]
fn nobody_carries_with_fewer_than_two() {
    proves!("P-infantry-move", "P-victory", "P-R71");
    let carry = Command::Carry { squad: SquadId(2), of: SquadId(1), figure: 4 };
    // Two are left: it is theirs, pinned or not.
    let mut field = carries(1);
    field.state.squads[0].figures[1].pinned = Some(1);
    assert!(!is_legal(&field, &carry));
    // One is left: others take over.
    let field = carries(2);
    assert_eq!(both(&field).map(|field| is_legal(&field, &carry)), [true, false]);
    let mut taken = again(&field);
    taken.play(carry, &[]);
    assert!(taken.squad(1).burden.is_empty() && taken.squad(2).burden == [(SquadId(1), 3)]);
    // He is abandoned where nobody is near.
    let mut far = again(&field);
    far.state.squads[0].figures[3].at = Point::new(3_850, 1_250);
    assert_eq!(both(&far).map(|field| line(&field, "casualties abandoned")), [1, 0]);
    // And the enemy takes him.
    far.until(11);
    far.state.squads[2].figures[0].at = Point::new(3_800, 1_250);
    let take = Command::Capture { squad: SquadId(11), target: SquadId(1) };
    assert_eq!(both(&far).map(|field| is_legal(&field, &take)), [true, false]);
    // In a vehicle he needs no hands.
    let mut rides = again(&field);
    rides.state.squads[0].aboard = Some(SquadId(2));
    let carried = |field: &Field| line(field, "casualties abandoned") == 0;
    rides.state.squads[0].figures[3].at = Point::new(3_850, 1_250);
    assert!(carried(&rides));
}

#[test]
fn who_stayed_behind_carries_nobody_from_afar() {
    proves!("P-infantry-move");
    let mut field = carries(1);
    field.until(1);
    let squad = &mut field.state.squads[0];
    squad.figures[3].at = Point::new(2050, 1350);
    let carried = |mut field: Field| {
        let legal = is_legal(&field, &march(1, Mode::Patrol));
        if legal {
            field.play(march(1, Mode::Patrol), &[6, 6, 6]);
            let from = field.squad(1).figures[1].at;
            field.any(step(1, from.x, from.y - 100), 1);
        }
        (legal, field.squad(1).figures[3].at != Point::new(2050, 1350))
    };
    assert_eq!(both(&field).map(carried), [(false, false), (true, true)]);
    assert!(field.refused(march(1, Mode::Patrol)).remedy.contains("Put the casualties down"));
    field.play(Command::PutDown { squad: SquadId(1) }, &[]);
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    // Beside a real table the players see to it.
    field.state.board = None;
    field.state.active.march = None;
    field.state.squads[0].burden = vec![(SquadId(1), 3)];
    assert!(is_legal(&field, &march(1, Mode::Patrol)));
}

#[test]
fn who_is_carried_gets_in_and_out_with_his_bearers() {
    proves!("P-infantry-move", "P-R04", "P-R58");
    let lorry = vehicle(&NEAR.replace("id: 2", "id: 3").replace("(22, 8)", "(20, 6)"), "Soft");
    let mut field = game(&[US, NEAR, &lorry, NVA], &[], &[1, 2, 4, 6]);
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    field.state.squads[1].figures[0].at = field.squad(1).at();
    field.state.squads[0].burden = vec![(SquadId(2), 0)];
    // It takes two to lift him in.
    let mount = Command::Mount { squad: SquadId(1), vehicle: SquadId(3) };
    assert!(is_legal(&field, &mount));
    let mut alone = again(&field);
    alone.state.squads[0].figures[1..].iter_mut().for_each(|figure| figure.fate = Fate::Killed);
    assert_eq!(both(&alone).map(|field| is_legal(&field, &mount)), [false, true]);
    assert!(alone.refused(mount).remedy.contains("Put the casualties down"));
    // He gets out where they do, and not on the river.
    let rows: Vec<String> = open(40, 14).iter().map(|row| row.replacen("..........", "....RRRRRR", 1)).collect();
    field.state.board = Some(table::Board::new(&rows, &[]).unwrap());
    let at = Point::new(450, 650);
    field.state.squads[0].aboard = Some(SquadId(3));
    field.state.squads[2].kind = platoon::Kind::Boat;
    field.state.squads[2].figures.iter_mut().for_each(|figure| figure.at = at);
    for squad in [0, 1] {
        field.state.squads[squad].figures.iter_mut().for_each(|figure| figure.at = at);
    }
    let lies = both(&field).map(|mut field| {
        field.any(Command::Dismount { squad: SquadId(1) }, 1);
        field.squad(2).figures[0].at
    });
    assert_eq!(lies[1], at, "once he stayed in the water");
    assert_ne!(lies[0], at);
    let board = field.state.board.as_ref().unwrap();
    assert_ne!(board.terrain(lies[0]), table::Terrain::River);
}

#[test]
fn who_has_too_few_bearers_withdraws_all_the_same() {
    proves!("P-R49", "P-morale", "P-infantry-move");
    let mut field = carries(0);
    field.until(1);
    let squad = &mut field.state.squads[0];
    squad.order = Order::Withdrawing;
    squad.figures[1..3].iter_mut().for_each(|figure| figure.pinned = Some(1));
    assert_eq!(both(&field).map(|field| is_legal(&field, &Command::Done)), [false, true]);
    assert!(field.refused(Command::Done).remedy.contains("Put the casualties down"));
    assert_eq!(rule_of(&field, march(1, Mode::Patrol)), "P-infantry-move");
    field.play(Command::PutDown { squad: SquadId(1) }, &[]);
    field.play(march(1, Mode::Patrol), &[3, 3, 3]);
    assert_eq!(rule_of(&field, Command::Done), "P-morale");
}

#[test]
fn who_is_rallied_where_he_lies_does_not_go_on_lying() {
    proves!("P-prone", "P-infantry-move");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].prone = true;
    field.state.squads[0].figures[0].pinned = Some(1);
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    // Morale rallies them in the middle of the move.
    field.state.squads[0].figures[0].pinned = None;
    let lay = field.squad(1).figures[0].at;
    let goes = both(&field).map(|mut field| {
        let from = field.squad(1).figures[1].at;
        field.any(step(1, from.x, from.y + 100), 1);
        let it = field.squad(1);
        [it.figures[0].at == lay, it.figures[1].at == from.plus(0, 100)]
    });
    assert_eq!(goes[0], [true, true]);
    assert!(!goes[1][0]);
    // Where all lie, nobody goes.
    field.state.squads[0].figures.iter_mut().for_each(|figure| figure.prone = true);
    let on = step(1, lay.x, lay.y + 200);
    assert_eq!(both(&field).map(|field| is_legal(&field, &on)), [false, true]);
}

#[test]
fn villagers_of_the_allies_are_no_soldiers() {
    proves!("P-victory");
    let villagers = r#"(id: 3, name: "V", side: Allied, troops: Peasant, kind: Peasants, figures: [(1, Nothing)], at: Some((38, 2)))"#;
    let mut field = game(&[US, villagers, NVA], &[], &[6, 1]);
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    assert_eq!(both(&field).map(|field| line(&field, "casualties abandoned")), [0, 1]);
    field.state.squads[2].figures[0].at = Point::new(3_800, 250);
    let take = Command::Capture { squad: SquadId(11), target: SquadId(3) };
    let taken = both(&field).map(|mut field| {
        field.any(take.clone(), 1);
        line(&field, "US captured")
    });
    assert_eq!(taken, [0, 1]);
}

#[test]
fn who_rides_leaves_the_table_with_the_vehicle_and_not_alone() {
    proves!("P-R72", "P-morale");
    let lorry = vehicle(&NEAR.replace("(22, 8)", "(20, 13)"), "Soft");
    let rider = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let mut field = game(&[&rider, &lorry, NVA], &[], &[1, 2, 6]);
    field.state.squads[0].order = Order::Leaving;
    let left = both(&field).map(|mut field| {
        field.any(Command::Done, 1);
        field.squad(1).gone
    });
    assert_eq!(left, [false, true]);
}

#[test]
fn a_refusal_to_get_in_says_what_is_in_the_way() {
    proves!("P-R33", "P-R04");
    let lorry = vehicle(NEAR, "Soft");
    let mut field = game(&[US, &lorry, &NVA.replace("(20, 2)", "(20, 7)")], &[], &[1, 2, 6]);
    let mount = Command::Mount { squad: SquadId(1), vehicle: SquadId(2) };
    assert!(is_legal(&field, &mount));
    field.state.squads[0].figures[0].pinned = Some(1);
    assert!(field.refused(mount.clone()).because.contains("pinned"));
    field.state.squads[0].figures[0].pinned = None;
    field.state.squads[0].locked = Some(SquadId(11));
    field.state.squads[2].locked = Some(SquadId(1));
    assert_eq!(rule_of(&field, mount), "P-R33");
    assert!(field.refused(fire(1, 11)).remedy.contains("own phase"));
}
