//! What a third reading of the rules found wrong, and that saved games of before go on as they did.

use crate::looks::{NVA, OTHER, UNDER_1, US, again, game, is_legal, rule_of, vehicle};
use platoon::command::Stores;
use platoon::event::{Noticed, Told};
use platoon::fire::Factor;
use platoon::query::Fact;
use platoon::state::{Condition, FallOfShot, Fate, Flight, Hull, Order, Reaches, Support, Trap};
use platoon::{Command, Event, MarkerId, Mode, News, Phase, Rulings, Shot, Side, SquadId, Target, Way, proves};
use pointman_tests::platoon::*;
use table::{Cover, Point, Quarter, Terrain};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

const VILLAGERS: &str =
    r#"(id: 13, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((21, 9)))"#;

/// The same position in a game saved before.
fn as_before(field: &Field) -> Field {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(7);
    before
}

/// The same position, as now and as before.
fn both(field: &Field) -> [Field; 2] {
    [again(field), as_before(field)]
}

/// The first figure of a squad is pinned and left behind; the others are here.
fn leave_the_first(field: &mut Field, squad: usize, others: Point) {
    let figures = &mut field.state.squads[squad].figures;
    figures[0].pinned = Some(1);
    (1..).zip(&mut figures[1..]).for_each(|(n, figure)| figure.at = others.plus(100 * n, 0));
}

#[test]
fn a_hidden_squad_is_noticed_where_it_goes_and_not_where_one_was_left_behind() {
    proves!("P-hidden", "P-R67");
    let us = US.replace("(20, 8)", "(20, 28)");
    let mut field = Field::begin(&scenario(&open(40, 30), &[&us, NVA], &[UNDER_1]), &[6, 1]);
    leave_the_first(&mut field, 1, Point::new(1950, 1200));
    field.play(march(11, Mode::Patrol), &[4, 4, 4]);
    let noticed = |mut field: Field| {
        let events = field.any(step(11, 2050, 1480), 1);
        events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Moving, .. }))
    };
    assert_eq!(both(&field).map(noticed), [true, false]);
}

#[test]
fn a_casualty_goes_with_its_bearers_and_not_to_one_who_was_left_behind() {
    proves!("P-infantry-move");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    leave_the_first(&mut field, 0, Point::new(2450, 850));
    let squad = &mut field.state.squads[0];
    squad.figures[3].fate = Fate::Killed;
    squad.burden = vec![(SquadId(1), 3)];
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let goes_along = |mut field: Field| {
        field.play(step(1, 2550, 1000), &[]);
        let figures = &field.squad(1).figures;
        [figures[3].at == figures[1].at, figures[3].at == figures[0].at]
    };
    assert_eq!(both(&field).map(goes_along), [[true, false], [false, true]]);
}

#[test]
fn fire_comes_from_the_side_of_those_who_have_gone_on() {
    proves!("P-R06", "P-activation");
    let nva = NVA.replace("(20, 2)", "(20, 10)");
    let mut field = game(&[US, &nva], &[], &[6, 1]);
    leave_the_first(&mut field, 0, Point::new(1950, 500));
    field.state.squads[0].figures[0].at = Point::new(2050, 1300);
    let rear = |mut field: Field| {
        field.any(fire(11, 1), 3);
        field.squad(1).since.rear
    };
    assert_eq!(both(&field).map(rear), [true, false]);
}

#[test]
fn a_squad_leaves_the_table_where_those_stand_who_go_on_and_leaves_nobody_pinned() {
    proves!("P-morale", "P-R49", "P-R70");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    leave_the_first(&mut field, 0, Point::new(1950, 1350));
    field.state.squads[0].order = Order::Leaving;
    assert_eq!(rule_of(&as_before(&field), Command::Done), "P-morale");
    field.play(Command::Done, &[]);
    assert!(!field.squad(1).gone, "one of them is pinned");
    // So is one of those at the edge.
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].order = Order::Leaving;
    field.state.squads[0].figures.iter_mut().for_each(|f| f.at = Point::new(2050, 1350));
    let leaves = |mut field: Field| {
        field.play(Command::Done, &[]);
        field.squad(1).gone
    };
    assert_eq!(both(&field).map(leaves), [true, true]);
    field.state.squads[0].figures[1].pinned = Some(1);
    assert_eq!(both(&field).map(leaves), [false, true]);
    // A vehicle takes its crew along.
    field.state.squads[0].kind = platoon::Kind::Soft;
    assert!(leaves(again(&field)));
    // Beside a real table as well.
    let [us, nva] = [US.replace("at: Some((20, 8)), ", ""), NVA.replace("at: Some((20, 2)), ", "")];
    let mut field = Field::begin(&scenario(&BESIDE, &[&us, &nva], &[]), &[1, 6]);
    field.state.squads[0].order = Order::Leaving;
    let leave = Command::LeaveTable { squad: SquadId(1) };
    assert!(is_legal(&field, &leave));
    field.state.squads[0].figures[1].pinned = Some(1);
    assert_eq!(rule_of(&field, leave.clone()), "P-R70");
    assert!(is_legal(&as_before(&field), &leave));
}

#[test]
fn who_may_not_go_nearer_keeps_away_from_every_figure() {
    proves!("P-R34", "P-morale");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[1].figures[3].at = Point::new(2050, 1300);
    field.state.squads[0].order = Order::Halted;
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let nearer = step(1, 2050, 1000);
    assert_eq!(both(&field).map(|field| is_legal(&field, &nearer)), [false, true]);
    assert_eq!(rule_of(&field, nearer), "P-morale");
}

#[test]
fn a_whistle_and_a_runner_go_from_figure_to_figure() {
    proves!("P-messages");
    let friend = NVA.replace("id: 11", "id: 12").replace("(20, 2)", "(38, 2)");
    let mut field = game(&[US, NVA, &friend], &[], &[6, 1, 2]);
    field.state.squads[2].figures[3].at = Point::new(3250, 250);
    let whistle = Command::Message { squad: SquadId(11), to: SquadId(12), way: Way::Signal, news: News::Sign(1) };
    let heard = |mut field: Field| {
        field.play(whistle.clone(), &[]);
        field.state.messages.len()
    };
    assert_eq!(both(&field).map(heard), [1, 0]);
    field.state.squads[1].figures[1].at = Point::new(3050, 250);
    let way = Way::Runner { figure: 2, distance: None };
    let run = Command::Message { squad: SquadId(11), to: SquadId(12), way, news: News::Sign(1) };
    let left = |mut field: Field| {
        field.play(run.clone(), &[]);
        field.state.messages[0].left
    };
    assert_eq!(both(&field).map(left), [200, 1800]);
}

#[test]
fn a_runner_is_slower_by_night() {
    proves!("P-messages", "P-infantry-move");
    let friend = NVA.replace("id: 11", "id: 12").replace("(20, 2)", "(38, 2)");
    let mut setup = scenario(&open(40, 14), &[US, NVA, &friend], &[]);
    setup.options.night = true;
    let mut field = Field::begin(&setup, &[6, 1, 2]);
    let way = Way::Runner { figure: 1, distance: None };
    field.play(Command::Message { squad: SquadId(11), to: SquadId(12), way, news: News::Sign(1) }, &[]);
    let left = |mut field: Field| {
        [11, 12].into_iter().for_each(|id| {
            field.until(id);
            field.play(Command::Done, &[]);
        });
        // The runner's three dice come first in the new turn, then activation.
        field.play(Command::Done, &[4, 4, 4, 6, 1, 2]);
        field.state.messages[0].left
    };
    assert_eq!(both(&field).map(left), [1200, 600]);
}

#[test]
fn a_mortar_is_heard_where_it_stands() {
    proves!("P-R39", "P-hidden");
    let us = US.replace("(20, 8)", "(38, 8)");
    let crew = NVA.replace("(4, AssaultRifle)", "(1, AssaultRifle), (1, Mortar60)");
    let mut field = game(&[&us, &crew], &[UNDER_1], &[6, 1]);
    field.state.squads[1].figures[1].at = Point::new(150, 250);
    let shot = Command::Mortar { squad: SquadId(11), figure: 2, target: SquadId(1), facts: None };
    let heard = |mut field: Field| {
        field.any(shot.clone(), 1);
        field.squad(11).hidden.is_none()
    };
    assert_eq!(both(&field).map(heard), [false, true]);
}

#[test]
fn a_helicopter_that_withdraws_flies_away() {
    proves!("P-R49", "P-morale", "P-vehicle-move");
    let heli = vehicle(&US.replace("(4, AssaultRifle)", "(2, Pistol)"), "Helicopter");
    let mut field = game(&[&heli, NVA], &[], &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    let fly = |to| Command::Fly { squad: SquadId(1), to, below: None, nearer: false };
    let away = fly(Some(Point::new(2050, 1400)));
    // It lands nowhere, does not stay, and no hop is a flight.
    for order in [fly(None), fly(Some(Point::new(2050, 850))), fly(Some(Point::new(2050, 900)))] {
        assert_eq!(rule_of(&field, order.clone()), "P-R49", "{order:?}");
        assert!(is_legal(&as_before(&field), &order), "{order:?}");
    }
    assert!(field.refused(Command::Done).remedy.contains("Fly"));
    let mut offered = Vec::new();
    rules().options(&field.state, &mut offered);
    assert!(offered.iter().any(|order| matches!(order, Command::Fly { .. })), "{offered:?}");
    for flight in [Flight::Rising, Flight::Flying] {
        field.state.squads[0].flight = flight;
        assert_eq!(rule_of(&field, fly(None)), "P-R49", "{flight:?}");
    }
    field.play(away, &[]);
    field.state.phase = Phase::Active(Side::Allied);
    field.play(Command::Done, &[]);
    assert_eq!(field.squad(1).order, Order::Steady);
    // Beside a real table as well.
    let [heli, nva] = [heli.replace("at: Some((20, 8)), ", ""), NVA.replace("at: Some((20, 2)), ", "")];
    let mut field = Field::begin(&scenario(&BESIDE, &[&heli, &nva], &[]), &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    let fly = |to| Command::Fly { squad: SquadId(1), to, below: Some(Terrain::Open), nearer: false };
    assert_eq!(rule_of(&field, fly(None)), "P-R49");
    assert!(is_legal(&field, &fly(Some(Point::default()))) && is_legal(&as_before(&field), &fly(None)));
}

#[test]
fn the_first_volley_goes_by_the_rating_that_is_rolled_for_it() {
    proves!("P-gung-ho", "P-fire", "P-close-combat", "P-R26");
    let us = US.replace("facing", "quality: Some(Poor), facing");
    let mut setup = scenario(&open(40, 14), &[&us, NVA], &[]);
    setup.options.firepower_by_rating = true;
    let field = Field::begin(&setup, &[1, 6]);
    let halved = |mut field: Field| {
        let events = field.any(fire(1, 11), 5);
        let volley =
            |e: &Event| matches!(e, Event::Volley { volley, .. } if volley.factors.contains(&Factor::PoorTroops));
        events.iter().any(volley)
    };
    assert_eq!(both(&field).map(halved), [true, false]);
    // Hand to hand who is attacked is rated first, too: 10 as they were said to be, 6 at most as they are.
    let poor = NVA.replace("(20, 2)", "(20, 7)").replace("facing", "quality: Some(Poor), facing");
    let field = game(&[US, &poor.replace("gung_ho: Some(8)", "gung_ho: Some(10)")], &[], &[1, 6]);
    let added = |mut field: Field| {
        let close = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
        let sums = field.any(close, 2).into_iter().find_map(|e| match e {
            Event::Fought { dice, sums, .. } => Some([0, 1].map(|n| sums[n] - i8::try_from(dice[n]).unwrap())),
            _ => None,
        });
        let [own, other] = sums.unwrap();
        own > other
    };
    assert_eq!(both(&field).map(added), [true, false]);
}

#[test]
fn half_a_turn_leaves_no_time_for_what_takes_a_whole_one() {
    proves!("P-R68", "P-R04", "P-R40");
    let markers =
        ["(id: 1, side: Vc, at: Some((22, 9)), hides: Nothing)", "(id: 2, side: Vc, at: Some((22, 9)), hides: Cache)"];
    let mut field = game(&[US, NVA, VILLAGERS], &markers, &[1, 6]);
    field.state.markers[1].condition = Condition::Found;
    field.state.squads[0].figures.iter_mut().for_each(|f| f.prone = true);
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    field.state.squads[1].figures[0].at = Point::new(2050, 800);
    let (squad, marker) = (SquadId(1), MarkerId(1));
    let tasks = [
        Command::Search { squad, marker },
        Command::Stores { squad, marker: MarkerId(2), what: Stores::Destroy },
        Command::Question { squad, target: SquadId(13) },
        Command::Capture { squad, target: SquadId(11) },
    ];
    assert!(tasks.iter().all(|task| is_legal(&field, task)));
    field.play(Command::StandUp { squad }, &[]);
    for task in tasks {
        assert_eq!(rule_of(&field, task.clone()), "P-R68", "{task:?}");
        assert!(is_legal(&as_before(&field), &task), "{task:?}");
    }
    assert!(is_legal(&field, &march(1, Mode::Patrol)));
}

#[test]
fn who_gets_out_beside_a_trap_meets_it() {
    proves!("P-traps", "P-hidden");
    let apc = vehicle(&OTHER.replace("(2, 12)", "(20, 8)"), "Soft");
    let riders = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let trap = "(id: 1, side: Vc, at: Some((21, 8)), hides: Trap(Grenade))";
    let rpg = NVA.replace("(4, AssaultRifle)", "(1, Rpg)");
    let field = game(&[&riders, &apc, &rpg], &[trap], &[1, 2, 6]);
    let met = |events: &[Event]| events.iter().any(|e| matches!(e, Event::TrapMet { squad: SquadId(1), .. }));
    let out = Command::Dismount { squad: SquadId(1) };
    assert_eq!(both(&field).map(|mut field| met(&field.any(out.clone(), 1))), [true, false]);
    // So does a squad thrown out of a wreck.
    let mut field = field;
    field.until(11);
    let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(2), facts: None };
    let thrown_out = |field: Field| (0..200).any(|seed| met(&again(&field).any(launch.clone(), seed)));
    assert_eq!(both(&field).map(thrown_out), [true, false]);
}

#[test]
fn a_trap_reaches_nobody_in_the_air() {
    proves!("P-traps", "P-R36", "P-R60");
    let heli = vehicle(&OTHER.replace("(2, 12)", "(20, 10)"), "Helicopter");
    let trap = "(id: 1, side: Vc, at: Some((20, 10)), hides: Trap(Mortar))";
    let mut field = game(&[US, &heli, NVA], &[trap], &[1, 2, 6]);
    field.play(march(1, Mode::Fast), &[4, 4, 4]);
    let sprung = |mut field: Field| {
        let events = field.any(step(1, 2050, 970), 2);
        assert!(events.iter().any(|e| matches!(e, Event::TrapMet { sprung: true, .. })), "{events:?}");
        events.iter().any(|e| matches!(e, Event::Saved { squad: SquadId(2), .. }))
    };
    assert_eq!(both(&field).map(sprung), [false, true]);
    // Beside a real table its crew is neither asked for nor named.
    let bare = |text: &str| text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))";
    let squads = [bare(US), vehicle(&bare(OTHER), "Helicopter"), bare(NVA)];
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    let mut field = Field::begin(&scenario(&BESIDE, &squads, &[]), &[1, 2, 6]);
    let what = Reaches::Trap { squad: SquadId(1), trap: Trap::Mortar };
    field.state.fall_of_shot = Some(FallOfShot { side: Side::Allied, what, then: field.state.phase });
    field.state.phase = Phase::Burst(Side::Allied);
    let burst = |caught: &[(u8, u8)]| {
        let caught = caught.iter().map(|&(squad, figure)| (SquadId(squad), figure)).collect();
        Command::Burst { caught, markers: Vec::new() }
    };
    assert!(is_legal(&field, &burst(&[(1, 1)])));
    let crew = burst(&[(1, 1), (2, 1)]);
    assert_eq!(both(&field).map(|field| is_legal(&field, &crew)), [false, true]);
    let asked = rules().facts_needed(&field.state, &burst(&[]));
    assert!(!asked.iter().any(|question| question.fact == Fact::Caught(SquadId(2))), "{asked:?}");
}

#[test]
fn beside_a_real_table_nothing_covers_what_flies() {
    proves!("P-companion", "P-R10", "P-helicopter-fire");
    let heli = vehicle(&US.replace("at: Some((20, 8)), ", ""), "Helicopter");
    let nva = NVA.replace("at: Some((20, 2)), ", "");
    let mut field = Field::begin(&scenario(&BESIDE, &[&heli, &nva], &[]), &[6, 1]);
    field.state.squads[0].ground = Terrain::Jungle;
    let (squad, target) = (SquadId(11), Target::Squad(SquadId(1)));
    let facts = Shot { range: 1000, cover: Cover::Soft, from: Quarter::Front, seeing: None, heard: None };
    let volley = Command::Fire { squad, target, facts: Some(facts) };
    let dice = |field: &Field| rules().fire_forecast(&field.state, &volley).unwrap().total();
    assert_eq!(both(&field).map(|field| dice(&field)), [4, 2]);
    let asked = |field: &Field| {
        let asked = rules().facts_needed(&field.state, &Command::Fire { squad, target, facts: None });
        asked.iter().any(|question| question.fact == Fact::Cover)
    };
    assert_eq!(both(&field).map(|field| asked(&field)), [false, true]);
    field.state.squads[0].flight = Flight::Descending;
    assert!(asked(&field));
}

#[test]
fn a_bunker_steadies_those_who_are_in_it() {
    proves!("P-morale");
    let mut rows = open(40, 16);
    rows[11..].fill("B".repeat(40));
    let nva = NVA.replace("(20, 2)", "(2, 9)");
    let plus = |squad: &str, before: bool| {
        let mut setup = scenario(&rows, &[squad, &nva], &[]);
        setup.options.rulings = if before { Rulings::of(7) } else { Rulings::default() };
        let mut field = Field::begin(&setup, &[6, 1]);
        let added = |e: Event| match e {
            Event::Morale { squad: SquadId(2), test, .. } => {
                Some(test.total - i8::try_from(test.dice[0] + test.dice[1]).unwrap())
            }
            _ => None,
        };
        field.any(fire(11, 2), 1).into_iter().find_map(added).unwrap()
    };
    let [lorry, heli] = ["Soft", "Helicopter"].map(|kind| vehicle(OTHER, kind));
    for squad in [lorry, heli] {
        assert_eq!([false, true].map(|before| plus(&squad, before)), [0, -2], "{squad}");
    }
    assert_eq!(plus(OTHER, false), -2);
}

#[test]
fn an_enemy_is_located_by_any_of_his_figures_and_villagers_are_none() {
    proves!("P-artillery", "P-air", "P-messages");
    let us = US.replace("figures", "officer: true, figures");
    let mut field = game(&[&us, NVA, VILLAGERS], &[], &[1, 6]);
    field.state.squads[1].figures[3].at = Point::new(3650, 250);
    let added = |mut field: Field, target: Point| {
        let (squad, support, pattern) = (SquadId(1), Support::Air, platoon::state::Pattern::Box);
        let ask = Command::Request { squad, support, target, pattern, path: None, facts: None };
        let added = field.any(ask, 1).into_iter().find_map(|e| match e {
            Event::Requested { test, .. } => Some(test.total - i8::try_from(test.dice[0] + test.dice[1]).unwrap()),
            _ => None,
        });
        added.unwrap()
    };
    let of = |target| both(&field).map(|field| added(field, target));
    assert_eq!(of(Point::new(3650, 250)), [0, 2], "near the last figure");
    assert_eq!(of(Point::new(2050, 250)), [0, 0], "near the first");
    assert_eq!(of(Point::new(2150, 1150)), [2, 0], "near villagers");
}

#[test]
fn the_first_round_from_hiding_goes_on_until_the_phase_is_over() {
    proves!("P-R48", "P-fire");
    for (weapon, mortar) in [("Rpg", false), ("Mortar60", true)] {
        let team = NVA.replace("(4, AssaultRifle)", &format!("(1, {weapon}), (4, AssaultRifle)"));
        let field = game(&[US, &team], &[UNDER_1], &[6, 1]);
        let (squad, figure, target, facts) = (SquadId(11), 1, SquadId(1), None);
        let first = if mortar {
            Command::Mortar { squad, figure, target, facts }
        } else {
            Command::Launch { squad, figure, target, facts }
        };
        let ambush = |mut field: Field| {
            field.any(first.clone(), 1);
            assert!(field.squad(11).hidden.is_none());
            let volley = rules().volley(&field.state, squad, Target::Squad(target), facts).unwrap();
            volley.factors.contains(&Factor::Ambush)
        };
        assert_eq!(both(&field).map(ambush), [true, false], "{weapon}");
        let mut field = field;
        field.any(first.clone(), 1);
        field.any(Command::Done, 1);
        assert!(!field.squad(11).answer.ambush, "{weapon}");
    }
}

#[test]
fn who_has_fought_was_not_fired_on() {
    proves!("P-close-combat", "P-R27", "P-activation");
    let field = game(&[US, &NVA.replace("(20, 2)", "(20, 7)")], &[], &[1, 6]);
    let fired_on = |mut field: Field| {
        field.any(Command::Close { squad: SquadId(1), target: SquadId(11), facts: None }, 1);
        field.squad(1).fired_on || field.squad(1).since.under_fire
    };
    assert_eq!(both(&field).map(fired_on), [false, true]);
}

#[test]
fn the_crew_of_a_wreck_is_left_behind_by_nobody() {
    proves!("P-R58", "P-victory", "P-infantry-move");
    let apc = vehicle(&OTHER.replace("(2, 12)", "(21, 8)"), "Apc");
    let mut field = game(&[US, &apc, NVA], &[], &[1, 2, 6]);
    field.state.squads[1].hull = Hull::Destroyed;
    field.state.squads[1].figures.iter_mut().for_each(|f| f.fate = Fate::Killed);
    let carry = Command::Carry { squad: SquadId(1), of: SquadId(2), figure: 1 };
    assert_eq!(both(&field).map(|field| is_legal(&field, &carry)), [false, true]);
    field.state.squads[0].figures.iter_mut().for_each(|f| f.at = Point::new(150, 150));
    let points = |field: Field| rules().score(&field.state).allied;
    assert_eq!(both(&field).map(points), [0, -4]);
}

#[test]
fn beside_a_real_table_nobody_stands_on_a_river_after_a_wreck() {
    proves!("P-R58", "P-companion");
    let bare = |text: &str| text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))";
    let squads = [
        bare(US).replace("gung_ho", "aboard: Some(2), gung_ho"),
        vehicle(&bare(OTHER), "Boat"),
        bare(NVA).replace("(4, AssaultRifle)", "(1, Rpg)"),
    ];
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    let mut field = Field::begin(&scenario(&BESIDE, &squads, &[]), &[6, 5, 1]);
    field.state.squads[1].ground = Terrain::River;
    let facts = Some(Shot { range: 500, ..Shot::USUAL });
    let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(2), facts };
    let stands = |field: &Field| {
        let wrecked = |seed| {
            let mut field = again(field);
            field.any(launch.clone(), seed);
            (field.squad(2).hull == Hull::Destroyed).then(|| field.squad(1).ground)
        };
        (0..200).find_map(wrecked)
    };
    assert_eq!(both(&field).map(|field| stands(&field)), [Some(Terrain::Open), Some(Terrain::River)]);
}

#[test]
fn a_recoilless_rifle_is_told_why_it_fires_at_nothing_that_flies() {
    proves!("P-helicopter-fire");
    let heli = vehicle(US, "Helicopter");
    let field = game(&[&heli, &NVA.replace("(4, AssaultRifle)", "(1, Rcl)")], &[], &[6, 1]);
    assert_eq!(rule_of(&field, fire(11, 1)), "P-helicopter-fire");
}

#[test]
fn a_scenario_seats_nobody_where_he_cannot_sit() {
    proves!("P-infantry-move", "P-vc-table", "P-turn");
    let begins = |squads: &[&str], before: bool| {
        let mut setup = scenario(&open(40, 14), squads, &[]);
        setup.options.rulings = if before { Rulings::of(7) } else { Rulings::default() };
        rules().begin(&setup, &mut Seeded::new(1)).is_ok()
    };
    let [lorry, tank] = ["Soft", "Tank"].map(|kind| vehicle(OTHER, kind));
    let riders =
        |count: u8| US.replace("at: Some((20, 8))", "aboard: Some(2)").replace("(4, Ass", &format!("({count}, Ass"));
    assert!(begins(&[&riders(11), &lorry, NVA], false));
    let itself = lorry.replace("at: Some((2, 12))", "at: Some((2, 12)), aboard: Some(2)");
    let [twelve, two] = [12, 2].map(riders);
    let strays = NVA.replace("at: Some((20, 2))", "aboard: Some(2)");
    let wrong: [[&str; 3]; 5] =
        [[&twelve, &lorry, NVA], [&two, &tank, NVA], [US, &itself, NVA], [US, OTHER, VILLAGERS], [US, &lorry, &strays]];
    for squads in wrong {
        assert!(!begins(&squads, false), "{squads:?}");
    }
    assert!(begins(&[&riders(12), &lorry, NVA], true), "saved games begin as they did");
    let drawn = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Tank, drawn_from: Some(Nva)");
    let mut setup = scenario(&open(40, 14), &[US, &drawn], &[UNDER_1]);
    assert!(rules().begin(&setup, &mut Seeded::new(1)).is_err());
    setup.options.rulings = Rulings::of(7);
    assert!(rules().begin(&setup, &mut Seeded::new(1)).is_ok());
}

#[test]
fn sentences_say_what_happened() {
    proves!("P-R26", "P-mortar", "P-air", "P-helicopter-fire", "P-interrogation");
    let (squad, side) = (SquadId(1), Side::Allied);
    let told = |event: Event| rules().tell(&event);
    let nothing = told(Event::FiredAtAircraft { squad, dice: Vec::new(), hits: 0 });
    assert_eq!(nothing, "Squad 1 fires at the aircraft with 0 dice: 0 hits.");
    let drift = Some((platoon::state::Drift::Left, 400));
    let fell =
        Event::Salvo { side, support: Support::Mortar, die: Some(3), on_target: false, drift, at: Point::default() };
    assert!(told(fell).starts_with("The mortar fire lands "));
    assert_eq!(told(Event::MissionOver { side, support: Support::Mortar }), "The mortar fire is over.");
    let came = told(Event::AircraftCame { side, gunship: true, turns: 1 });
    assert_eq!(came, "An Allied gunship is over the table for 1 turn.");
    assert!(!told(Event::ChopperSaved { squad, die: 5, needs: 4, down: false }).contains("flies"));
    let dead = Event::Questioned { squad, target: SquadId(13), die: 1, told: Told::Death };
    assert!(!told(dead).contains("prisoner"));
}

#[test]
fn odds_and_briefing_say_what_hangs_on_the_dice() {
    proves!("P-sniper", "P-messages", "P-victory", "P-R26", "P-R27");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let friend = NVA.replace("id: 11", "id: 12").replace("(20, 2)", "(38, 2)");
    let field = game(&[US, &sniper, &friend], &[], &[6, 1, 2]);
    let summed = |order: &Command, dice: &[u8]| {
        let mut field = again(&field);
        let before = field.state.clone();
        let events = field.play(order.clone(), dice);
        rules().sum_up(&before, &field.state, &events)
    };
    let out = Command::BugOut { squad: SquadId(11), target: None, sees: None, from: None };
    assert_eq!(summed(&out, &[2, 3]), "The sniper disappears.");
    assert_eq!(summed(&out, &[6, 5]), "The sniper stays in sight.");
    // Where an officer may call a gunship, it may be shot down.
    let told = |us: &str| {
        let setup = scenario(&open(40, 14), &[us, NVA], &[]);
        let mut lines = rules().briefing(&setup).into_iter().flat_map(|section| section.lines);
        lines.any(|line| line.contains("helicopters destroyed"))
    };
    assert!(told(&US.replace("figures", "officer: true, figures")) && !told(US));
}

#[test]
fn pinned_figures_lie_down_and_the_others_go_on() {
    proves!("P-prone", "P-R43");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    let alone = Command::LieDown { squad: SquadId(1), only_pinned: true };
    assert_eq!(rule_of(&field, alone.clone()), "P-prone", "nobody is pinned");
    field.state.squads[0].figures[1].pinned = Some(1);
    let offered = |field: &Field| {
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        offered.contains(&alone)
    };
    assert!(offered(&field));
    field.play(alone.clone(), &[]);
    let prone: Vec<bool> = field.squad(1).figures.iter().map(|f| f.prone).collect();
    assert_eq!(prone, [false, true, false, false]);
    assert!(!is_legal(&field, &alone) && !offered(&field));
    // The march is as long as ever.
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    field.play(step(1, 2050, 650), &[]);
    // After more than half of it, too, and nothing of it is lost.
    field.state.squads[0].figures[2].pinned = Some(1);
    field.state.squads[0].turn.over_half = true;
    let left = field.state.active.march;
    field.state.phase = Phase::Active(Side::Allied);
    field.play(alone, &[]);
    assert_eq!(field.state.active.march, left);
}

#[test]
fn a_heavy_weapon_kills_more_in_a_volley_too() {
    proves!("P-save", "P-R56");
    let mut setup = scenario(&open(40, 14), &[US, &NVA.replace("(4, AssaultRifle)", "(1, Hmg)")], &[]);
    setup.options.wounds = true;
    let field = Field::begin(&setup, &[6, 1]);
    let wounded = |mut field: Field, seed| {
        let fell = |e: Event| match e {
            Event::Saved { lost: true, wounded, .. } => Some(wounded),
            _ => None,
        };
        field.any(fire(11, 1), seed).into_iter().find_map(fell)
    };
    let outcomes: Vec<_> = (0..100).map(|seed| both(&field).map(|field| wounded(field, seed))).collect();
    assert!(outcomes.contains(&[Some(false), Some(true)]), "a three kills now");
    assert!(!outcomes.contains(&[Some(true), Some(false)]));
}
