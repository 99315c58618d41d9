//! What a fifth look found: first fire after other casualties, villagers who were taken, bearers far away, troops not drawn yet,
//! directions, ground that nobody stands on, and reach beside a real table. Each as now and as in games saved before.

use crate::looks::{NVA, OTHER, US, again, game, is_legal, rule_of, vehicle};
use platoon::query::{Answer, Fact};
use platoon::state::{Attack, Fate, Order, Pattern, Quality, Support};
use platoon::{
    Command, Deed, Event, Figures, FlightPath, Leg, Mode, Phase, Rulings, Scenario, Side, SquadId, Target, proves,
};
use pointman_tests::platoon::*;
use table::{Point, Quarter, Terrain};
use tabletop::Ruleset;
use tabletop::dice::{Seeded, Tape};

const VILLAGERS: &str =
    r#"(id: 13, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((20, 9)))"#;
const UNKNOWN: &str = r#"(id: 12, name: "U", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
const UNDER: &str = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(12))";

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(10);
    [again(field), before]
}

/// A squad without a place.
fn bare(text: &str) -> String {
    text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))"
}

fn beside(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    let squads: Vec<String> = squads.iter().map(|text| bare(text)).collect();
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    Field::begin(&scenario(&BESIDE, &squads, markers), dice)
}

fn begins(setup: &Scenario) -> bool {
    rules().begin(setup, &mut Seeded::new(1)).is_ok()
}

#[test]
fn who_lost_somebody_otherwise_still_tests_when_he_is_first_fired_at() {
    proves!("P-morale", "P-R34");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    // A trap took a figure in this turn.
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.state.squads[0].turn.lost = 1;
    let tests = both(&field).map(|mut field| {
        field.until(11);
        let tests =
            |events: &[Event]| events.iter().any(|event| matches!(event, Event::Morale { squad: SquadId(1), .. }));
        let ends = field.any(Command::Done, 3);
        assert!(tests(&ends));
        while field.state.active.squad != SquadId(11) || !matches!(field.state.phase, Phase::Active(_)) {
            let command = if matches!(field.state.phase, Phase::Active(_)) { Command::Done } else { Command::Pass };
            field.any(command, 1);
        }
        tests(&field.any(fire(11, 1), 5))
    });
    assert_eq!(tests, [true, false]);
}

#[test]
fn villagers_who_were_taken_are_no_soldiers_of_the_enemys() {
    proves!("P-interrogation", "P-R41");
    let cache = "(id: 1, side: Vc, at: Some((38, 2)), hides: Cache)";
    let mut field = game(&[US, NVA, VILLAGERS], &[cache], &[1, 6]);
    field.state.squads[2].figures[0].fate = Fate::Captured;
    let talks = both(&field).map(|mut field| {
        field.ask(Command::Question { squad: SquadId(1), target: SquadId(13) }, &[3]);
        matches!(field.state.phase, Phase::Telling(_))
    });
    assert_eq!(talks, [true, false]);
}

#[test]
fn a_casualty_whose_bearers_are_far_away_is_carried_by_nobody() {
    proves!("P-infantry-move", "P-victory", "P-R71");
    let other = OTHER.replace("(2, 12)", "(34, 8)");
    let mut field = game(&[US, &other, NVA], &[], &[2, 1, 6]);
    field.until(2);
    field.state.squads[0].figures[3].fate = Fate::Wounded;
    field.state.squads[0].burden = vec![(SquadId(1), 3)];
    let carry = Command::Carry { squad: SquadId(2), of: SquadId(1), figure: 4 };
    // With his bearers about him he is theirs.
    assert!(!is_legal(&field, &carry));
    field.state.squads[0].figures[3].at = field.squad(2).at();
    assert_eq!(both(&field).map(|field| is_legal(&field, &carry)), [true, false]);
    let mut taken = again(&field);
    taken.play(carry, &[]);
    assert!(taken.squad(1).burden.is_empty());
    let abandoned = |field: &Field| {
        let lines = rules().score(&field.state).lines;
        lines.into_iter().find(|line| line.what == "casualties abandoned").unwrap().count
    };
    field.state.squads[0].figures[3].at = Point::new(3_850, 150);
    assert_eq!(both(&field).map(|field| abandoned(&field)), [1, 0]);
    field.until(11);
    field.state.squads[2].figures[0].at = Point::new(3_800, 150);
    let take = Command::Capture { squad: SquadId(11), target: SquadId(1) };
    assert_eq!(both(&field).map(|field| is_legal(&field, &take)), [true, false]);
    // Villagers watch over nobody.
    let villager = VILLAGERS.replace("side: Vc", "side: Allied").replace("(20, 9)", "(38, 1)").replace("13", "3");
    let mut field = game(&[US, &villager, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.state.squads[0].figures[3].at = Point::new(3_850, 150);
    assert_eq!(both(&field).map(|field| abandoned(&field)), [1, 0]);
}

#[test]
fn troops_not_drawn_yet_see_what_others_see() {
    proves!("P-R57", "P-R52", "P-helicopter-fire");
    let open_fire = fire(12, 1);
    let interrupts = |field: &mut Field| field.state.phase = Phase::Interrupt(Side::Vc);
    // A lorry without a crew.
    let setup = scenario(&open(40, 14), &[&vehicle(US, "Soft"), OTHER, NVA, UNKNOWN], &[UNDER]);
    let mut field = Field::seeded(&setup, 1);
    field.until(12);
    field.state.squads[0].figures.iter_mut().for_each(|figure| figure.fate = Fate::Killed);
    assert_eq!(both(&field).map(|field| is_legal(&field, &open_fire)), [true, false]);
    // A helicopter above the trees, and one that flew by.
    let mut rows = open(40, 14);
    rows[3..8].iter_mut().for_each(|row| *row = "J".repeat(40));
    let setup = scenario(&rows, &[&vehicle(US, "Helicopter"), UNKNOWN], &[UNDER]);
    let mut field = Field::seeded(&setup, 1);
    field.until(1);
    interrupts(&mut field);
    assert_eq!(both(&field).map(|field| is_legal(&field, &open_fire)), [true, false]);
    // Under a roof one sees no sky.
    rows[2].replace_range(20..21, "h");
    field.state.board = Some(table::Board::new(&rows, &[]).unwrap());
    assert!(!is_legal(&field, &open_fire));
}

#[test]
fn the_card_of_troops_not_drawn_yet_says_so() {
    proves!("P-R57");
    let mut field = game(&[US, UNKNOWN], &[UNDER], &[1, 6]);
    let shown = |field: &Field, order: &Command| rules().fire_forecast(&field.state, order).unwrap();
    assert!(
        !shown(&field, &Command::Fire { squad: SquadId(1), target: Target::Marker(platoon::MarkerId(1)), facts: None })
            .undrawn
    );
    field.until(12);
    let forecast = shown(&field, &fire(12, 1));
    assert!(forecast.undrawn && forecast.total() == 0);
}

#[test]
fn as_many_dice_as_there_may_be_are_counted() {
    proves!("P-fire");
    let guns = US.replace("(4, AssaultRifle)", "(16, Hmg)").replace("Some(8)", "Some(10)");
    let mut field = game(&[&guns, &NVA.replace("(4, Ass", "(1, Ass")], &[], &[1, 6]);
    field.state.options.firepower_by_rating = true;
    field.state.squads[0].answer.ambush = true;
    (field.state.squads[1].turn.mode, field.state.squads[1].turn.moved) = (Some(Mode::Fast), true);
    let dice = rules().fire_forecast(&field.state, &fire(1, 11)).unwrap().total();
    assert_eq!(dice, 512);
    let mut tape = Tape::new(vec![6; 900]);
    let mut events = Vec::new();
    rules().apply(&mut field.state, &fire(1, 11), &mut tape, &mut events).ok();
    assert!(events.iter().any(|event| matches!(event, Event::Volley { hits: u8::MAX, .. })));
}

#[test]
fn an_attack_where_its_way_begins_has_a_direction() {
    proves!("P-air", "P-R32");
    let edge = Point::new(2_050, 1_400);
    let path = FlightPath { from: edge, to: Point::new(2_050, 0) };
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    let mut strike = mission(Support::Air, edge);
    (strike.arrived, strike.left) = (true, 2);
    field.state.missions = vec![strike];
    let order = Command::Strike { squad: SquadId(1), target: edge, path: Some(path) };
    assert_eq!(both(&field).map(|field| is_legal(&field, &order)), [true, false]);
    let area = |field: &Field| {
        let area = rules().area(&field.state, Side::Allied, Support::Air, edge, Pattern::Box, Some(path)).unwrap();
        [area.covers(edge.plus(0, -490)), area.covers(edge.plus(490, 0))]
    };
    assert_eq!(area(&field), [true, false]);
    field.state.attack = Some(Attack {
        squad: Some(SquadId(1)),
        side: Side::Allied,
        gunship: false,
        target: edge,
        path,
        then: Phase::Active(Side::Allied),
    });
    field.state.phase = Phase::Overflight(Side::Vc);
    // Beyond it by four inches, which is where it flies to.
    let falls = both(&field).map(|mut field| {
        let mut events = Vec::new();
        let mut dice = Tape::new(vec![1, 5, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        rules().apply(&mut field.state, &Command::Pass, &mut dice, &mut events).ok();
        events.into_iter().find_map(|event| match event {
            Event::Salvo { at, .. } => Some(at),
            _ => None,
        })
    });
    assert_ne!(falls[0], falls[1]);
    assert_eq!(falls[1], Some(edge));
    assert!(falls[0].is_some_and(|at| at.x == edge.x && at.y < edge.y));
}

#[test]
fn a_fight_is_told_with_a_rating_only_where_it_is_sure() {
    proves!("P-close-combat", "P-gung-ho");
    let mut field = game(&[US, &NVA.replace("(20, 2)", "(20, 7)")], &[], &[1, 6]);
    let fight = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    field.state.squads[1].gung_ho = 7;
    let better = |field: &Field| {
        let duel = rules().fire_forecast(&field.state, &fight).unwrap().duel.unwrap();
        duel.map(|lines| lines.iter().any(|line| line.what == "higher Gung-Ho"))
    };
    assert_eq!(better(&field), [true, false]);
    for (quality, told) in
        [(Quality::Poor, [true, false]), (Quality::Fair, [false, false]), (Quality::Excellent, [false, false])]
    {
        field.state.squads[1].quality = Some(quality);
        assert_eq!(better(&field), told, "{quality:?}");
    }
    field.state.squads[0].gung_ho = 7;
    assert_eq!(better(&field), [false, true]);
}

#[test]
fn a_sniper_who_disappears_kills_from_a_side() {
    proves!("P-sniper", "P-R06", "P-companion");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let mut field = beside(&[US, &sniper], &[], &[6, 1]);
    let out = Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: Some(Figures::ALL), from: None };
    let asked = rules().facts_needed(&field.state, &out);
    assert!(asked.iter().any(|question| question.fact == Fact::Side));
    let rear = out.with_fact(Fact::Side, Answer::Quarter(Quarter::Rear));
    assert_eq!(rear.fact(Fact::Side), Some(Answer::Quarter(Quarter::Rear)));
    for (order, from_rear) in [(out, false), (rear.clone(), true)] {
        let mut field = again(&field);
        let mut tape = Tape::new(vec![2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
        rules().apply(&mut field.state, &order, &mut tape, &mut Vec::new()).ok();
        assert_eq!(field.squad(1).since.rear, from_rear);
    }
    // Nobody is aimed at from a side who is not aimed at, and the computer's table sees it.
    let alone = Command::BugOut { squad: SquadId(11), target: None, sees: None, from: Some(Quarter::Rear) };
    assert_eq!(rule_of(&field, alone), "P-companion");
    field.state.board = Some(table::Board::new(&open(40, 14), &[]).unwrap());
    assert_eq!(rule_of(&field, rear), "P-companion");
}

#[test]
fn who_is_out_of_reach_from_the_start_says_so() {
    proves!("P-R49", "P-companion", "P-morale");
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    let clear = Command::OutOfReach { squad: SquadId(1) };
    let offered = |field: &Field| {
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        offered.contains(&clear)
    };
    assert!(offered(&field) && !is_legal(&field, &Command::Done));
    // With all its figures pinned as well.
    for pinned in [None, Some(1)] {
        let mut field = again(&field);
        field.state.squads[0].figures.iter_mut().for_each(|figure| figure.pinned = pinned);
        assert_eq!(field.play(clear.clone(), &[]), [Event::OutOfReach { squad: SquadId(1) }]);
        assert!(!offered(&field) && rule_of(&field, clear.clone()) == "P-R49");
        field.play(Command::Done, &[]);
        assert_eq!(field.squad(1).order, Order::Steady);
    }
    // Who then goes on is in reach again until it is said.
    let mut goes = again(&field);
    goes.play(clear.clone(), &[]);
    goes.play(march(1, Mode::Patrol), &[4, 4, 4]);
    goes.play(Command::Step { squad: SquadId(1), leg: Leg::measured(100, Terrain::Open) }, &[]);
    goes.play(Command::Pass, &[]);
    assert!(!is_legal(&goes, &Command::Done) && offered(&goes));
    for order in [Order::Steady, Order::Halted, Order::Leaving] {
        field.state.squads[0].order = order;
        assert_eq!(rule_of(&field, clear.clone()), "P-R49");
    }
    field.state.board = Some(table::Board::new(&open(40, 14), &[]).unwrap());
    assert_eq!(rule_of(&field, clear), "P-companion");
}

#[test]
fn nobody_stands_on_deep_water() {
    proves!("P-R09", "P-companion", "P-vc-table");
    let mut field = beside(&[US, &vehicle(OTHER, "Boat"), NVA], &[], &[1, 2, 6]);
    let leg = Command::Step { squad: SquadId(1), leg: Leg::measured(100, Terrain::River) };
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    assert_eq!(both(&field).map(|field| is_legal(&field, &leg)), [false, true]);
    assert_eq!(rule_of(&field, leg), "P-R09");
    field.until(2);
    field.play(Command::March { squad: SquadId(2), mode: None }, &[4, 4, 4, 4, 4]);
    assert!(is_legal(&field, &Command::Step { squad: SquadId(2), leg: Leg::measured(100, Terrain::River) }));
    // Nor at the start.
    let setup = scenario(&BESIDE, &[&bare(US), &bare(NVA)], &[]);
    let state = rules().begin(&setup, &mut Seeded::new(1)).unwrap();
    let stand = |ground| rules().check(&state, &Command::Stand { squad: SquadId(1), ground }).is_ok();
    assert_eq!([stand(Terrain::River), stand(Terrain::Jungle)], [false, true]);
    let mut setup = scenario(&BESIDE, &[&bare(US).replace("gung_ho", "ground: Some(River), gung_ho"), &bare(NVA)], &[]);
    assert!(!begins(&setup));
    setup.options.rulings = Rulings::of(10);
    assert!(begins(&setup));
    // Nor are troops drawn there.
    let mut rows = open(40, 14);
    rows[..5].iter_mut().for_each(|row| *row = "R".repeat(40));
    let mut setup = scenario(&rows, &[US, UNKNOWN], &[UNDER]);
    assert!(!begins(&setup));
    setup.options.rulings = Rulings::of(10);
    assert!(begins(&setup));
}

#[test]
fn rifles_that_set_a_lorry_on_fire_wound_as_rifles_do() {
    proves!("P-save");
    let rider = OTHER.replace("at: Some((2, 12))", "aboard: Some(1)").replace("(2, Ass", "(1, Ass");
    let lorry = vehicle(US, "Soft").replace("(4, Ass", "(1, Ass");
    let mut field = game(&[&lorry, &rider, NVA], &[], &[1, 2, 6]);
    field.state.options.wounds = true;
    field.until(11);
    // A hit at short range, penetrated less two, two saves that fail, and a 3 for the passenger.
    let lives = both(&field).map(|mut field| {
        let mut tape = Tape::new(vec![6, 1, 1, 1, 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
        rules().apply(&mut field.state, &fire(11, 1), &mut tape, &mut Vec::new()).ok();
        field.squad(2).figures[0].fate
    });
    assert_eq!(lives, [Fate::Wounded, Fate::Killed]);
}

#[test]
fn a_sniper_who_rides_does_not_disappear() {
    proves!("P-sniper", "P-R04");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let sniper = sniper.replace("at: Some((20, 2))", "aboard: Some(10)");
    let lorry = vehicle(&NVA.replace("id: 11", "id: 10"), "Soft");
    let mut field = Field::seeded(&scenario(&open(40, 14), &[US, &lorry, &sniper], &[]), 1);
    field.until(11);
    let out = Command::BugOut { squad: SquadId(11), target: None, sees: None, from: None };
    assert_eq!(both(&field).map(|field| is_legal(&field, &out)), [false, true]);
    assert!(field.refused(out).remedy.contains("Get out"));
}

#[test]
fn a_squad_of_which_a_trap_has_left_nobody_meets_no_other() {
    proves!("P-traps", "P-R67");
    let traps = [
        "(id: 1, side: Vc, at: Some((19, 5)), hides: Trap(Punji))",
        "(id: 2, side: Vc, at: Some((21, 5)), hides: Trap(Punji))",
    ];
    let mut field = game(&[&US.replace("(4, Ass", "(1, Ass"), OTHER, NVA], &traps, &[1, 2, 6]);
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    let met = both(&field).map(|mut field| {
        let mut tape = Tape::new(vec![6, 1, 6, 6, 6, 6, 6]);
        let mut events = Vec::new();
        rules().apply(&mut field.state, &step(1, 2_050, 550), &mut tape, &mut events).ok();
        assert_eq!(field.squad(1).strength(), 0);
        events.iter().filter(|event| matches!(event, Event::TrapMet { .. })).count()
    });
    assert_eq!(met, [1, 2]);
}

#[test]
fn who_gets_out_of_a_boat_on_the_river_is_asked_for_the_bank() {
    proves!("P-R64", "P-companion");
    let boat = bare(&vehicle(OTHER, "Boat")).replace("gung_ho", "ground: Some(River), gung_ho");
    let rider = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let field = Field::begin(&scenario(&BESIDE, &[&rider, &boat, &bare(NVA)], &[]), &[1, 2, 6]);
    let offers = rules().offers(&field.state);
    let out = offers.into_iter().find(|offer| matches!(offer.command, Command::Deed { deed: Deed::Dismount, .. }));
    assert!(out.unwrap().refusal.is_none());
}
