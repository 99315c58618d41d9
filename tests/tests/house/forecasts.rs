//! What is told of an order beforehand is what comes of it: forecasts that a side is shown, asked of what it sees, against what
//! happens, in random games of every scenario and with what may be agreed on.

use std::collections::BTreeMap;

use platoon::Platoon;
use pointman_tests::{library, mixed};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::event::Modifier;
use skirmish::{FigureId, Skirmish};
use tabletop::dice::Seeded;
use tabletop::odds::{Effort, Fraction, odds};
use tabletop::{Dice, Ruleset};

/// Looks at options of random games of every scenario of a ruleset: of each position the options and the one that is played.
fn in_random_games<R: Ruleset>(games: u64, mut look: impl FnMut(&R, &R::State, &[R::Command], &str)) {
    let rules = library().load::<R>().unwrap();
    let more = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(games);
    for file in library().scenarios(R::ID).unwrap() {
        let plain = library().scenario::<R>(&file.name).unwrap();
        for seed in 0..more {
            let (scenario, words) =
                if seed == 0 { (plain.clone(), String::new()) } else { mixed(&rules, &plain, seed) };
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0xF0CA57));
            let mut state = rules.begin(&scenario, &mut dice).unwrap();
            let what = format!("{} with {words}, seed {seed}", file.name);
            for _ in 0..1_500 {
                let mut options = Vec::new();
                rules.options(&state, &mut options);
                if options.is_empty() {
                    break;
                }
                look(&rules, &state, &options, &what);
                let command = &options[picks.choose(options.len())];
                rules.apply(&mut state, command, &mut dice, &mut Vec::new()).unwrap();
            }
        }
    }
}

fn carried_out<R: Ruleset>(rules: &R, state: &R::State, command: &R::Command, dice: &mut dyn Dice) -> Vec<R::Event> {
    let mut events = Vec::new();
    rules.apply(&mut state.clone(), command, dice, &mut events).unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
    events
}

#[test]
fn a_volley_of_platoon_throws_the_dice_it_is_told_to_and_a_rocket_needs_what_it_is_told_to() {
    use platoon::{Command, Event};
    platoon::proves!("P-fire", "P-direct", "P-R12");
    let (mut volleys, mut rockets) = (0, 0);
    in_random_games::<Platoon>(3, |rules, state, options, what| {
        let seen = rules.view(state, rules.to_act(state).unwrap());
        for command in options {
            let told = match command {
                Command::Fire { .. } | Command::Launch { .. } => rules.fire_forecast(&seen, command).unwrap(),
                _ => continue,
            };
            let events = carried_out(rules, state, command, &mut Seeded::new(volleys + rockets));
            for event in events {
                match event {
                    Event::Volley { dice, .. } if !told.dice.is_empty() || told.base.is_empty() => {
                        if told.base.is_empty() {
                            continue;
                        }
                        assert_eq!(told.total() as usize, dice.len(), "{what}: {command:?}");
                        volleys += 1;
                    }
                    Event::Launched { needs, .. } => {
                        assert_eq!(told.dice[0].hits_on, needs, "{what}: {command:?}");
                        rockets += 1;
                    }
                    _ => {}
                }
            }
        }
    });
    println!("{volleys} volleys, {rockets} rockets");
    assert!(volleys > 200 && rockets > 20, "{volleys} volleys, {rockets} rockets");
}

#[test]
fn an_attack_of_search_and_destroy_has_the_column_and_the_changes_it_is_told_to_have() {
    use search_and_destroy::{Command, Event};
    search_and_destroy::proves!("base-4.4", "32.0", "SD-A64");
    let mut attacks = 0_u64;
    in_random_games::<SearchAndDestroy>(2, |rules, state, options, what| {
        let seen = rules.view(state, rules.to_act(state).unwrap());
        let attack = |c: &&Command| matches!(c, Command::Fire { .. } | Command::Assault { .. });
        for command in options.iter().filter(attack).take(6) {
            let told = rules.forecast(&seen, command).unwrap_or_else(|e| panic!("{what}: {command:?}: {e}"));
            let mut after = state.clone();
            let mut events = Vec::new();
            rules.apply(&mut after, command, &mut Seeded::new(attacks), &mut events).unwrap();
            let side = rules.to_act(state).unwrap();
            for event in events.iter().filter_map(|event| rules.seen(event, &after, side)) {
                let Event::Attacked { column, modifiers, die, .. } = &event else { continue };
                let shift = rules.numbers.shift(modifiers);
                assert_eq!(told.column, Some(*column), "{what}: {command:?}: the column");
                let known: i8 = told.changes.iter().map(|c| c.value).sum();
                // A position that was dug unseen shows when its men are hit, and not before.
                let unseen = modifiers.contains(&Modifier::FaceDown) && known == shift + 1;
                assert!(known == shift || unseen, "{what}: {command:?}: {known}, and {modifiers:?}");
                let row = usize::try_from(tabletop::between(i8::try_from(*die).unwrap() + known, 1, 8) - 1).unwrap();
                assert_eq!(told.faces[usize::from(*die) - 1].row, row, "{what}: {command:?}");
                attacks += 1;
                break;
            }
        }
    });
    println!("{attacks} attacks");
    assert!(attacks > 300, "{attacks} attacks");
}

#[test]
fn figures_of_skirmish_take_counters_as_often_as_is_told() {
    use skirmish::{Command, Event};
    skirmish::proves!("S-grenade", "S-R24", "S-support", "S-claymore", "S-R15");
    let (mut orders, mut figures) = (0, 0);
    in_random_games::<Skirmish>(2, |rules, state, options, what| {
        let sends = |c: &&Command| {
            matches!(
                c,
                Command::Spray { .. }
                    | Command::Throw { .. }
                    | Command::Launch { .. }
                    | Command::Shell { .. }
                    | Command::Rocket { .. }
                    | Command::CallFire { .. }
                    | Command::NextRound
                    | Command::FireClaymore { .. }
            )
        };
        for command in options.iter().filter(sends).take(2) {
            let told = rules.fire_forecast(state, command).unwrap();
            let hit = |_: &skirmish::State, events: &[Event]| {
                let mut names: Vec<FigureId> = events
                    .iter()
                    .filter_map(|e| if let Event::Suppressed { figure, .. } = e { Some(figure.id) } else { None })
                    .collect();
                names.sort_unstable();
                names.dedup();
                names.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join(" ")
            };
            let effort = Effort { runs: 40_000, samples: 1, seed: 0 };
            let found = odds(rules, state, command, &hit, &|_| None, effort).unwrap();
            if !found.exact {
                continue;
            }
            let mut shares: BTreeMap<FigureId, Fraction> = BTreeMap::new();
            for outcome in &found.outcomes {
                for id in outcome.summary.split_whitespace().map(|id| FigureId(id.parse().unwrap())) {
                    let share = shares.entry(id).or_insert(Fraction::ZERO);
                    *share = share.plus(outcome.probability).unwrap();
                }
            }
            orders += 1;
            for figure in told.figures.iter().filter(|f| f.obstruction.is_none()) {
                let share = shares.remove(&figure.figure).unwrap_or(Fraction::ZERO);
                assert_eq!(figure.suppressed, share, "{what}: {command:?}, {}", figure.name);
                figures += 1;
            }
            assert!(shares.is_empty(), "{what}: {command:?}: not told: {shares:?}");
        }
    });
    println!("{orders} orders, {figures} figures");
    assert!(orders > 100 && figures > 100, "{orders} orders, {figures} figures");
}
