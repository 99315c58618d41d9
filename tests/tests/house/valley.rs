//! The computer in Search & Destroy: whom it thinks of, what its helicopters are for, and whether it finds who hides.

use std::collections::BTreeSet;

use opponent::{Candidate, Level, MOST_TERMS, Patience, Thinking, View};
use pointman_tests::search_and_destroy::{Field, hex, id, rules};
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Command, SearchAndDestroy, Side, State};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

use crate::opponent::{begun, mind};

/// How much of a term a side has in a position.
fn amount(state: &State, side: Side, name: &str) -> i64 {
    let mut counts = [0; MOST_TERMS];
    rules().measure(state, side, &[1; MOST_TERMS], &mut counts);
    counts[SearchAndDestroy::TERMS.iter().position(|term| term.name == name).unwrap()]
}

fn candidates(rules: &SearchAndDestroy, state: &State, level: Level) -> Vec<Command> {
    let mut found: Vec<Candidate<SearchAndDestroy>> = Vec::new();
    rules.candidates(&View::of(rules, state, rules.to_act(state).unwrap()), level, &mut found);
    found.into_iter().map(|candidate| candidate.command).collect()
}

/// Plays on with a mind on the US side and an NLF side that only ends its steps, while `goes_on` says so.
fn against_nobody(level: Level, seed: u64, goes_on: &mut dyn FnMut(&State, Side, &Command) -> bool) -> State {
    let (rules, mut state) = begun::<SearchAndDestroy>("standard", seed);
    let (mind, mut dice) = (mind::<SearchAndDestroy>(level, seed), Seeded::new(seed));
    while let Some(side) = rules.to_act(&state) {
        let thinks = || mind.decide(&rules, &View::of(&rules, &state, side), &Patience::ENDLESS).unwrap().command;
        let order = if side == Side::Us { thinks() } else { Command::Done };
        if !goes_on(&state, side, &order) {
            break;
        }
        let done = rules.apply(&mut state, &order, &mut dice, &mut Vec::new());
        assert!(done.is_ok(), "{order:?}: {done:?}");
    }
    state
}

#[test]
fn the_us_side_finds_an_enemy_that_only_hides() {
    for level in [Level::Regular, Level::Veteran] {
        let mut before = None;
        let end = against_nobody(level, 9001, &mut |state, side, _| {
            if side == Side::Us {
                before.get_or_insert(rules().lead(state));
            }
            true
        });
        let (before, after) = (before.unwrap(), rules().lead(&end));
        assert!(
            after > before + 30,
            "{level:?} stood {before} ahead when nothing had happened, and {after} at the end"
        );
    }
}

#[test]
fn a_veteran_thinks_of_every_unit_that_has_not_gone_and_of_every_place_to_land() {
    let state = against_nobody(Level::Recruit, 3, &mut |state, _, _| state.step() != Step::UsMovement);
    let orders = candidates(rules(), &state, Level::Veteran);
    for (unit, _) in state.units().filter(|(_, unit)| unit.side() == Side::Us && unit.spent == 0) {
        let goes = |to| {
            orders
                .iter()
                .any(|order| matches!(order, Command::Move { unit: u, path } if *u == unit && path.last() == Some(to)))
        };
        let reach = rules().reach(&state, unit);
        assert!(reach.iter().all(|(to, ..)| goes(to)), "{unit:?} has places that nobody looks at");
    }
    let landed: BTreeSet<_> =
        orders.iter().filter_map(|order| if let Command::Land { at, .. } = order { Some(*at) } else { None }).collect();
    let rider = orders.iter().find_map(|order| match order {
        Command::Land { helicopter, passengers, .. } => Some((*helicopter, passengers.clone())),
        _ => None,
    });
    let (helicopter, passengers) = rider.unwrap();
    let can_land = |at| Command::Land { helicopter, passengers: passengers.clone(), supply: false, at };
    let places: Vec<_> = rules().map().hexes().filter(|at| rules().check(&state, &can_land(*at)).is_ok()).collect();
    assert!(places.len() > 50);
    assert!(places.iter().all(|at| landed.contains(at)));
}

#[test]
fn no_helicopter_comes_empty_where_nobody_is_to_be_fetched() {
    let mut landings = 0;
    let state = against_nobody(Level::Recruit, 5, &mut |state, side, _| {
        if side == Side::Us && state.step() == Step::UsMovement {
            let orders = candidates(rules(), state, Level::Recruit);
            let lands = orders
                .iter()
                .filter_map(|order| if let Command::Land { passengers, .. } = order { Some(passengers) } else { None });
            for passengers in lands {
                landings += 1;
                assert!(!passengers.is_empty(), "turn {}", state.turn());
            }
        }
        true
    });
    assert!(landings > 0 && rules().to_act(&state).is_none());
}

#[test]
fn a_helicopter_that_has_brought_its_men_leaves_before_it_is_shot_at() {
    let mut waits = 0;
    against_nobody(Level::Veteran, 9001, &mut |state, side, order| {
        if side == Side::Us && state.step() == Step::UsMovement && *order == Command::Done {
            let stays = state.units().filter(|(_, unit)| unit.kind.is_helicopter() && !unit.flown);
            waits += stays.filter(|(_, unit)| matches!(unit.place, Place::Hex(_))).count();
        }
        state.turn() < 3
    });
    assert_eq!(waits, 0);
}

/// An observer without weapons and a rifle squad, near a face-down counter that the observer can see or not.
fn patrol(observer: &str, squad: &str, missions: u8) -> State {
    Field::set(&format!(
        "level: Basic, also: [Artillery], missions: {missions}, step: Some(UsMovement), units: [\
         (kind: Observer, at: Some(\"{observer}\")), (kind: Rifle, at: Some(\"{squad}\")), \
         (kind: MainForce, at: Some(\"1812\"), hidden: true)]"
    ))
    .state
    .clone()
}

#[test]
fn whoever_has_no_weapons_does_not_go_out_to_look_for_the_enemy() {
    let (far, near, squad) = (patrol("1801", "1802", 1), patrol("1811", "1802", 1), patrol("1801", "1811", 1));
    for term in ["way", "touch"] {
        let of = |state: &State| amount(state, Side::Us, term);
        assert_eq!(of(&far), of(&near), "{term} draws the observer");
        assert!(of(&squad) > of(&far), "{term} draws the squad");
    }
}

#[test]
fn an_observer_is_drawn_to_where_it_sees_targets_while_there_are_missions() {
    let observed = |state: &State| amount(state, Side::Us, "observers");
    assert_eq!(rules().map().terrain(hex("1812")), search_and_destroy::map::Terrain::Paddy);
    assert!(observed(&patrol("1808", "1801", 1)) > observed(&patrol("0101", "1801", 1)));
    assert_eq!(observed(&patrol("1808", "1801", 0)), 0);
}

#[test]
fn where_nothing_is_hidden_each_order_without_dice_is_looked_at_once() {
    let (rules, mut state) = begun::<SearchAndDestroy>("standard", 2);
    while state.step() != Step::NlfMovement {
        rules.apply(&mut state, &Command::Done, &mut Seeded::new(2), &mut Vec::new()).unwrap();
    }
    let many = candidates(&rules, &state, Level::Veteran).len() as u64;
    let view = View::of(&rules, &state, Side::Nlf);
    let work = mind::<SearchAndDestroy>(Level::Veteran, 2).decide(&rules, &view, &Patience::ENDLESS).unwrap().work;
    assert!(many > 200 && work < 3 * many, "{work} positions for {many} orders");
    assert!(state.unit(id(0)).is_some());
}

/// The first unit that hides ends the close assaults of its turn.
#[test]
fn who_may_close_assault_thinks_of_hiding_last() {
    let field = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(NlfAssault), units: [(kind: Nva, at: Some(\"1108\")), (kind: Nva, at: \
         Some(\"0809\")), (kind: Rifle, at: Some(\"0810\"))]",
    );
    let hides = |order: &Command| matches!(order, Command::Hide { .. });
    let first = candidates(rules(), &field.state, Level::Veteran);
    assert!(
        first.iter().any(|order| matches!(order, Command::Assault { .. })) && !first.iter().any(hides),
        "{first:?}"
    );
    let afterwards = |state: &State, decided: &Command| {
        let mut found: Vec<Candidate<SearchAndDestroy>> = Vec::new();
        rules().afterthoughts(&View::of(rules(), state, Side::Nlf), Level::Veteran, decided, &mut found);
        found.into_iter().map(|candidate| candidate.command).collect::<Vec<_>>()
    };
    assert_eq!(afterwards(&field.state, &Command::Done), [Command::Hide { unit: id(0) }, Command::Done]);
    assert!(afterwards(&field.state, &first[0]).is_empty());
    // Where nobody can close assault it is thought of at once, and once.
    let alone = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(NlfAssault), units: [(kind: Nva, at: Some(\"1108\")), (kind: Rifle, at: Some(\"4028\"))]",
    );
    assert!(candidates(rules(), &alone.state, Level::Veteran).iter().any(hides));
    assert!(afterwards(&alone.state, &Command::Done).is_empty());
}
