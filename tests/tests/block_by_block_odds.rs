//! What odds tell apart: whatever differs for a player. Rules 7.4 to 7.6.

use std::collections::BTreeMap;

use block_by_block::state::Location;
use block_by_block::{BlockByBlock, Command, Event, Place, Side, State, UnitId, UnitSet};
use pointman_tests::*;
use tabletop::Ruleset;
use tabletop::dice::Seeded;
use tabletop::odds::{Effort, Fraction, Odds, odds};

fn odds_of(state: &State, command: &Command) -> Odds {
    let sum_up = |after: &State, events: &[Event]| rules().sum_up(state, after, events);
    odds(rules(), state, command, &sum_up, &|_| None, Effort::default()).unwrap()
}

fn half() -> Fraction {
    Fraction::new(1, 2).unwrap()
}

/// Two companies in N1-4 before a fresh battalion in N1-5.
const NORTH: &str = r#"turn: 2, step: UsArvnCombat, units: { "N1-4": ["A/1/1 Marines", "B/1/1 Marines"], "N1-5": ["800th Battalion"],
    "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }, groups: [["A/1/1 Marines", "B/1/1 Marines"], ["H/2/5 Marines"]]"#;

#[test]
fn calling_heavy_weapons_costs_a_step_half_of_the_time_and_the_odds_say_so() {
    block_by_block::proves!("7.4a", "BB-R23");
    let told = odds_of(&Table::set(NORTH).state, &heavy_assault(1, "N1-5"));
    assert!(told.exact);
    assert_eq!(told.outcomes.len(), 2, "{told:?}");
    let loss = |chance: &&tabletop::odds::Chance| chance.summary.contains("US/ARVN loses one step");
    let hit: Vec<_> = told.outcomes.iter().filter(loss).collect();
    assert_eq!(hit.len(), 1, "{told:?}");
    assert_eq!(hit[0].probability, half());
}

#[test]
fn a_repulse_with_a_lost_step_is_another_thing_than_one_without() {
    block_by_block::proves!("7.5c", "7.5d");
    let told = odds_of(&Table::set(NORTH).state, &assault(1, "N1-5"));
    let parts = |word: &str, step: bool| {
        let fits = |s: &str| s.starts_with(word) && s.contains("US/ARVN loses one step") == step;
        told.outcomes.iter().filter(|c| fits(&c.summary)).map(|c| c.value).sum::<f64>()
    };
    assert!(parts("Repulsed", true) > 0.0 && (parts("Repulsed", true) - parts("Repulsed", false)).abs() < 1e-9);
    assert!(parts("Breakthrough", true) > 0.0 && (parts("Breakthrough", true) - parts("Breakthrough", false)).abs() < 1e-9);
    assert_eq!(parts("Success", false), 0.0, "a * always costs a step, chosen or not: {told:?}");
}

/// What an umpire would write down of a position: the steps each side has lost, those it still has to choose among
/// them, and who stands on the ground that was fought for.
fn note(before: &State, after: &State, target: Place) -> (i32, i32, bool, bool) {
    let steps = |state: &State, side: Side, among: UnitSet| {
        let here = UnitId::each(among).filter(|u| u.side() == side && matches!(state.location(*u), Location::Map(_)));
        here.map(|u| i32::from(state.steps_left(u))).sum::<i32>()
    };
    let due = |side: Side| -> (i32, UnitSet) {
        let Some(attack) = after.attack() else { return (0, 0) };
        let attacks = after.step().side() == Some(side);
        let group = after.group(attack.group).map_or(0, |g| g.units);
        let (hits, among) = if attacks {
            (attack.attacker_losses + u8::from(attack.toll), group)
        } else {
            (attack.defender_losses, attack.defenders)
        };
        (i32::from(hits).min(steps(after, side, among)), among)
    };
    let lost = |side: Side| steps(before, side, !0) - steps(after, side, !0) + due(side).0;
    let stands = |side: Side| {
        let (hits, among) = due(side);
        let here = after.side_at(side, target);
        here & !among != 0 || (here != 0 && steps(after, side, among) > hits)
    };
    (lost(Side::UsArvn), lost(Side::PavnNlf), stands(Side::UsArvn), stands(Side::PavnNlf))
}

fn target_of(state: &State, command: &Command) -> Option<Place> {
    match command {
        Command::Assault { target, .. } => Some(*target),
        Command::CloseCombat { group, .. } => UnitId::each(state.group(*group)?.units).find_map(|u| state.place(u)),
        Command::ChooseLevel { .. } | Command::Defend { .. } | Command::Counterattack { .. } => {
            state.attack().map(|a| a.target)
        }
        _ => None,
    }
}

#[test]
fn no_two_results_that_differ_for_a_player_are_told_alike() {
    block_by_block::proves!("7.4a", "7.5b", "7.5c", "7.5d", "7.6b", "8.1c");
    let rules = rules();
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let mut asked = 0;
    for seed in 0..6 {
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let mut state = rules.begin(&scenario, &mut dice).unwrap();
        while rules.to_act(&state).is_some() {
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            for command in options.iter().filter(|_| picks.choose(4) == 0) {
                let Some(target) = target_of(&state, command) else { continue };
                let told = std::cell::RefCell::new(BTreeMap::new());
                let sum_up = |after: &State, events: &[Event]| {
                    let summary = rules.sum_up(&state, after, events);
                    let noted = note(&state, after, target);
                    let known = *told.borrow_mut().entry(summary.clone()).or_insert(noted);
                    assert_eq!(known, noted, "seed {seed}, {command:?}: two results are told as \"{summary}\"");
                    summary
                };
                assert!(odds(rules, &state, command, &sum_up, &|_| None, Effort::default()).unwrap().exact);
                asked += 1;
            }
            let command = options[picks.choose(options.len())].clone();
            rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(asked > 100, "{asked}");
}
