//! What a seventh look found: aircraft and helicopters, and water beside a real table. Each as now and as in games saved before.

use crate::looks::{NVA, US, again, beside, game, is_legal, rule_of, vehicle};
use crate::sixth_look::{UP, attacked};
use platoon::command::Stores;
use platoon::query::{Answer, Fact};
use platoon::state::{Condition, Order};
use platoon::{Command, Leg, MarkerId, Mode, Phase, Rulings, Shot, Side, SquadId, Target, proves};
use pointman_tests::platoon::*;
use table::{Point, Terrain};
use tabletop::dice::Seeded;
use tabletop::{Halt, Ruleset};

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(12);
    [again(field), before]
}

#[test]
fn no_tank_gun_fires_at_an_aircraft() {
    proves!("P-R26", "P-helicopter-fire");
    let us = US.replace("(20, 8)", "(2, 8)");
    let tank = |guns: &str| vehicle(&NVA.replace("(4, AssaultRifle)", guns), "Tank");
    for gunship in [true, false] {
        let mut field = game(&[&us, &tank("(2, Cannon)")], &[], &[1, 6]);
        attacked(&mut field, gunship);
        assert_eq!(both(&field).map(|field| is_legal(&field, &UP)), [false, true]);
        assert_eq!(rule_of(&field, UP), "P-R26");
        // The machine gun beside it does, alone.
        let mut field = game(&[&us, &tank("(1, Cannon), (1, Hmg)")], &[], &[1, 6]);
        attacked(&mut field, gunship);
        let dice = both(&field).map(|field| rules().fire_forecast(&field.state, &UP).unwrap().dice[0].dice);
        assert_eq!(dice, [4, 10]);
    }
}

#[test]
fn beside_a_table_it_is_asked_whether_a_halted_helicopter_flies_nearer() {
    proves!("P-morale", "P-R34", "P-companion", "P-vehicle-move");
    let mut field = beside(&[&vehicle(US, "Helicopter"), NVA], &[], &[1, 6]);
    let (squad, below, nearer) = (SquadId(1), None, false);
    let on = Command::Fly { squad, to: Some(Point::default()), below, nearer };
    let down = Command::Fly { squad, to: None, below, nearer };
    let asks = |field: &Field, order: &Command| {
        let asked = rules().facts_needed(&field.state, order);
        asked.iter().any(|question| question.fact == Fact::Nearer && question.usual == Answer::Yes(false))
    };
    let toward = on.with_fact(Fact::Nearer, Answer::Yes(true));
    assert_eq!(toward.fact(Fact::Nearer), Some(Answer::Yes(true)));
    assert!(!asks(&field, &on) && is_legal(&field, &toward));
    for order in [Order::Halted, Order::Withdrawing, Order::Leaving] {
        field.state.squads[0].order = order;
        assert!(asks(&field, &on) && !asks(&field, &down) && is_legal(&field, &on), "{order:?}");
        assert_eq!(rule_of(&field, toward.clone()), "P-morale", "{order:?}");
    }
    // On the computer's table it is measured.
    field.state.board = Some(table::Board::new(&open(40, 14), &[]).unwrap());
    assert_eq!(rule_of(&field, toward), "P-companion");
}

#[test]
fn beside_a_table_a_boat_is_on_water() {
    proves!("P-R09", "P-R44", "P-companion");
    let mut field = beside(&[&vehicle(US, "Boat"), NVA], &[], &[1, 6]);
    assert_eq!(field.squad(1).ground, Terrain::River);
    field.play(Command::March { squad: SquadId(1), mode: None }, &[1, 2, 3, 4, 5]);
    let goes = |ends_in| Command::Step { squad: SquadId(1), leg: Leg::measured(300, ends_in) };
    let water = [Terrain::River, Terrain::Shallows];
    let asked = rules().facts_needed(&field.state, &goes(Terrain::River));
    let ends = asked.iter().find(|question| question.fact == Fact::EndsIn).unwrap();
    let named: Vec<Answer> = ends.choices.iter().map(|choice| choice.answer).collect();
    assert_eq!(named, water.map(Answer::Terrain));
    assert!(water.into_iter().all(|ground| is_legal(&field, &goes(ground))));
    for ground in [Terrain::Open, Terrain::Jungle] {
        assert_eq!(both(&field).map(|field| is_legal(&field, &goes(ground))), [false, true], "{ground:?}");
    }
    assert_eq!(rule_of(&field, goes(Terrain::Open)), "P-R09");
    // A scenario that has it on land is refused.
    let ashore = vehicle(US, "Boat").replace("at: Some((20, 8))", "ground: Some(Jungle)");
    let refused = rules().begin(&scenario(&BESIDE, &[&ashore, NVA], &[]), &mut Seeded::new(1));
    assert!(matches!(refused, Err(Halt::Refused(_))), "{refused:?}");
}

#[test]
fn who_is_fired_at_beside_a_table_is_not_out_of_reach() {
    proves!("P-R49", "P-morale", "P-companion");
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let leg = Leg::measured(200, Terrain::Open);
    let clear = Command::Step { squad: SquadId(1), leg }.with_fact(Fact::Clear, Answer::Yes(true));
    let steady = both(&field);
    field.state.squads[0].order = Order::Withdrawing;
    let facts = Some(Shot { range: 3_000, ..Shot::USUAL });
    let fire = Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), facts };
    let stops = |mut field: Field, fires: bool| {
        field.ask(clear.clone(), &[]);
        if fires {
            field.any(fire.clone(), 3);
        }
        field.state.phase = Phase::Active(Side::Allied);
        field.state.squads[0].order = Order::Withdrawing;
        is_legal(&field, &Command::Done)
    };
    assert_eq!(both(&field).map(|field| stops(field, false)), [true, true]);
    assert_eq!(both(&field).map(|field| stops(field, true)), [false, true]);
    // What is said of a squad before it has to withdraw does not hold afterwards.
    assert_eq!(steady.map(|field| stops(field, false)), [false, true]);
}

#[test]
fn who_carries_stores_is_not_told_to_take_others_next_turn() {
    proves!("P-search", "P-R68");
    let mut field = game(&[US, NVA], &["(id: 1, side: Vc, at: Some((20, 8)), hides: Cache)"], &[1, 6]);
    field.state.markers[0].condition = Condition::Found;
    let take = Command::Stores { squad: SquadId(1), marker: MarkerId(1), what: Stores::Capture };
    assert!(is_legal(&field, &take));
    field.state.squads[0].turn.stood_up = true;
    assert!(is_legal(&field, &take), "half a move is left for it");
    field.play(march(1, Mode::Patrol), &[2, 2, 2]);
    assert!(field.refused(take.clone()).remedy.contains("next turn"));
    field.state.squads[0].carrying = true;
    let refused = field.refused(take);
    assert!(refused.remedy.contains("Destroy") && !refused.remedy.contains("next turn"), "{refused}");
}
