//! What odds tell apart: whatever differs for a player. Rules 7.4 to 7.6.

use std::collections::BTreeMap;

use block_by_block::command::HeavyLevel;
use block_by_block::state::{Location, Stage};
use block_by_block::tables::AssaultResult;
use block_by_block::{BlockByBlock, Command, Event, Place, Side, State, UnitId, UnitSet};
use pointman_tests::*;
use tabletop::Ruleset;
use tabletop::dice::{Seeded, Tape};
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
    assert!(
        parts("Breakthrough", true) > 0.0 && (parts("Breakthrough", true) - parts("Breakthrough", false)).abs() < 1e-9
    );
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
        let Some(attack) = after.attack() else { return (0, UnitSet::EMPTY) };
        let attacks = after.step().side() == Some(side);
        let group = after.group(attack.group).map_or(UnitSet::EMPTY, |g| g.units);
        let (hits, among) = if attacks {
            (attack.attacker_losses + u8::from(attack.toll), group)
        } else {
            (attack.defender_losses, attack.defenders)
        };
        (i32::from(hits).min(steps(after, side, among)), among)
    };
    let everybody: UnitSet = UnitId::all().collect();
    let lost = |side: Side| steps(before, side, everybody) - steps(after, side, everybody) + due(side).0;
    let stands = |side: Side| {
        let (hits, among) = due(side);
        let here = after.side_at(side, target);
        !(here & !among).is_empty() || (!here.is_empty() && steps(after, side, among) > hits)
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

/// What came of every run of the dice of a supported assault, worked out command by command: how many of 216 succeed, and
/// how many steps the group loses in all of them.
fn by_hand(before: &State, group: u8, target: Place, level: HeavyLevel) -> (u32, u32) {
    let rules = rules();
    let (mut succeed, mut lost) = (0, 0);
    for runs in 0..216_u8 {
        let (fire, die, last) = (1 + runs / 36, 1 + runs / 6 % 6, 1 + runs % 6);
        let mut state = before.clone();
        let mut play = |command: Command, dice: &[u8]| {
            let mut events = Vec::new();
            let mut tape = Tape::new(dice);
            rules.apply(&mut state, &command, &mut tape, &mut events).unwrap();
            (state.clone(), events)
        };
        let command = Command::Assault { group, target, heavy_weapons: true };
        let (mut now, _) = play(command, &[fire]);
        if now.attack().unwrap().stage == Stage::FriendlyFireLoss {
            // All are alike, so any will do.
            let first = UnitId::each(now.group(group).unwrap().units).next().unwrap();
            (now, _) = play(Command::TakeLoss { unit: first }, &[]);
        }
        let (after, events) = play(Command::ChooseLevel { level }, &[die, last]);
        let result = events.iter().find_map(|e| match e {
            Event::AssaultRolled { result, .. } => Some(*result),
            _ => None,
        });
        succeed += u32::from(result.is_some_and(|r| r != AssaultResult::Repulsed));
        lost += u32::try_from(note(before, &after, target).0).unwrap();
        let _ = now;
    }
    (succeed, lost)
}

#[test]
fn the_forecast_of_a_supported_assault_counts_friendly_fire_and_its_cost() {
    block_by_block::proves!("7.4a", "7.5a", "13.0");
    let table = Table::set(NORTH);
    for level in [HeavyLevel::One, HeavyLevel::Two] {
        let forecast = rules().forecast(&table.state, &heavy_assault(1, "N1-5"), Some(level)).unwrap();
        let (succeed, lost) = by_hand(&table.state, 1, place("N1-5"), level);
        assert_eq!(forecast.success(), Fraction::new(succeed.into(), 216).unwrap(), "{level:?}");
        let mean: f64 = forecast.steps(Side::UsArvn).into_iter().map(|(n, chance)| f64::from(n) * chance.value()).sum();
        assert!((mean - f64::from(lost) / 216.0).abs() < 1e-9, "{level:?}");
    }
    let alone = rules().forecast(&table.state, &assault(1, "N1-5"), None).unwrap();
    let told = odds_of(&table.state, &assault(1, "N1-5"));
    let succeeds =
        |c: &&tabletop::odds::Chance| c.summary.starts_with("Success") || c.summary.starts_with("Breakthrough");
    let sum = told.outcomes.iter().filter(succeeds).map(|c| c.value).sum::<f64>();
    assert!((alone.success().value() - sum).abs() < 1e-9, "the window and the referee say the same");
}

#[test]
fn a_close_combat_that_cannot_hit_is_legal_and_the_forecast_says_so() {
    block_by_block::proves!("BB-R54", "7.2h");
    let table = Table::set(
        r#"turn: 2, step: PavnNlfCombat, units: { "S1-1": ["NLF Company 1", "F/2/5 Marines"] }, routed: ["F/2/5 Marines"],
            groups: [["NLF Company 1"]]"#,
    );
    table.offers(&close_combat(1));
    let forecast = rules().forecast(&table.state, &close_combat(1), None).unwrap();
    assert!(forecast.changes_nothing(), "2 against 1 in terrain 0: {forecast:?}");
    assert!(rules().futile(&table.state, &close_combat(1)));
    assert!(!rules().futile(&table.state, &pause(1)));
    assert_eq!(odds_of(&table.state, &close_combat(1)).outcomes.len(), 1);
    let able = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "S1-1": ["NLF Company 1", "F/2/5 Marines"] }, groups: [["F/2/5 Marines"]]"#,
    );
    assert!(!rules().futile(&able.state, &close_combat(1)));
}

#[test]
fn odds_say_which_choice_is_still_to_be_made() {
    block_by_block::proves!("7.6a", "7.4a");
    let mut table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-5": ["A/1/1 Marines", "B/1/1 Marines", "800th Battalion", "802nd Battalion"],
            "S1-1": ["H/2/5 Marines"], "S1-2": ["2nd Sappers"] }, groups: [["A/1/1 Marines", "B/1/1 Marines"], ["H/2/5 Marines"]]"#,
    );
    let all_say = |state: &State, command: &Command, word: &str| {
        let told = odds_of(state, command);
        assert!(told.outcomes.iter().all(|chance| chance.summary.contains(word)), "{told:?}");
    };
    let defenders = "The defender chooses who defends";
    all_say(&table.state, &close_combat(1), defenders);
    all_say(&table.state, &heavy_close_combat(1), "The level of heavy weapons is still to be chosen.");
    table.dice(&[6]).play(heavy_close_combat(1));
    all_say(&table.state, &level(2), defenders);
}

/// Steps lost by US/ARVN and by PAVN/NLF, and which of the attacker and the defender stand on the ground.
type Class = (i32, i32, bool, bool);

/// Plays an attack out along every run of its dice, with all losses chosen: what came of it, by chance.
fn played_out(
    before: &State,
    command: &Command,
    level: Option<HeavyLevel>,
    forecast: &block_by_block::forecast::Forecast,
    picks: &mut Seeded,
) -> BTreeMap<Class, Fraction> {
    let (rules, target) = (rules(), target_of(before, command).unwrap());
    let steps = |state: &State, side: Side| {
        let here = UnitId::all().filter(|u| u.side() == side && matches!(state.location(*u), Location::Map(_)));
        here.map(|u| i32::from(state.steps_left(u))).sum::<i32>()
    };
    let mut classes = BTreeMap::new();
    let mut open = vec![(before.clone(), command.clone(), Vec::<u8>::new(), 1_u64)];
    while let Some((state, command, dice, runs)) = open.pop() {
        let mut after = state.clone();
        match rules.apply(&mut after, &command, &mut Tape::new(dice.clone()), &mut Vec::new()) {
            Err(tabletop::Halt::NeedsRoll(need)) => {
                assert_eq!(need.sides, 6);
                for value in 1..=6 {
                    open.push((state.clone(), command.clone(), [dice.clone(), vec![value]].concat(), runs * 6));
                }
                continue;
            }
            other => other.unwrap(),
        }
        let mut options = Vec::new();
        rules.options(&after, &mut options);
        let next = match after.attack().map(|attack| attack.stage) {
            Some(Stage::Level) => Some(Command::ChooseLevel { level: level.unwrap() }),
            Some(Stage::Defenders) => {
                let chosen = UnitId::each(forecast.defenders).collect::<Vec<_>>();
                options.iter().find(|o| matches!(o, Command::Defend { units } if *units == chosen)).cloned()
            }
            Some(Stage::FriendlyFireLoss) => {
                let group = after.group(after.attack().unwrap().group).unwrap().units;
                let kept = |command: &Command| {
                    let mut then = after.clone();
                    rules.apply(&mut then, command, &mut Tape::new([0_u8; 0]), &mut Vec::new()).unwrap();
                    UnitId::each(group).map(|unit| u32::from(rules.attack_value(&then, unit))).sum::<u32>()
                };
                options.iter().max_by_key(|option| kept(option)).cloned()
            }
            Some(Stage::Losses) => Some(options[picks.choose(options.len())].clone()),
            _ => None,
        };
        if let Some(next) = next {
            open.push((after, next, Vec::new(), runs));
            continue;
        }
        let side = before.step().side().unwrap();
        let lost = |side: Side| steps(before, side) - steps(&after, side);
        let stands = |side: Side| !after.side_at(side, target).is_empty();
        let class = (lost(Side::UsArvn), lost(Side::PavnNlf), stands(side), stands(side.enemy()));
        let chance = classes.entry(class).or_insert(Fraction::ZERO);
        *chance = chance.plus(Fraction::new(1, runs.into()).unwrap()).unwrap();
    }
    classes
}

/// Whether the halves of an attack, which rules of thumb go by, tell the same of it as its whole forecast.
fn as_in_its_halves(
    rules: &BlockByBlock,
    state: &State,
    command: &Command,
    level: Option<HeavyLevel>,
    forecast: &block_by_block::forecast::Forecast,
) {
    if level == Some(HeavyLevel::One) {
        return;
    }
    let halves = rules.halves(state, command).unwrap();
    assert_eq!(
        (halves.kind, &halves.attacker, &halves.defender, halves.defenders, halves.doubled, halves.toll),
        (forecast.kind, &forecast.attacker, &forecast.defender, forecast.defenders, forecast.doubled, forecast.toll)
    );
    // Friendly fire may weaken a group, but it may as well miss.
    assert_eq!(halves.good_faces() > 0, forecast.success() != Fraction::ZERO, "{command:?}");
    if level.is_none() {
        assert_eq!(Fraction::new(halves.good_faces().into(), 6).unwrap(), forecast.success(), "{command:?}");
    }
    let mut attacks = Vec::new();
    rules.attacks(state, &mut attacks);
    assert!(attacks.contains(command), "{command:?}");
}

/// In random positions of every scenario, with and without what may be agreed on. More with `GAMES=30`.
#[test]
fn what_is_forecast_of_an_attack_is_what_happens_in_every_class_of_outcome() {
    block_by_block::proves!("7.4a", "7.5a", "7.6b", "8.1c", "BB-R23", "13.0");
    let rules = rules();
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(3);
    let (mut attacks, mut heavy, mut gates, mut chosen) = (0, 0, 0, 0);
    for file in library().scenarios("block-by-block").unwrap() {
        let plain = library().scenario::<BlockByBlock>(&file.name).unwrap();
        for seed in 0..games {
            let scenario = if seed == 0 { plain.clone() } else { mixed(rules, &plain, seed).0 };
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x0DD5));
            let mut state = rules.begin(&scenario, &mut dice).unwrap();
            while rules.to_act(&state).is_some() {
                let mut options = Vec::new();
                rules.options(&state, &mut options);
                for command in &options {
                    let (Command::Assault { heavy_weapons, .. } | Command::CloseCombat { heavy_weapons, .. }) = command
                    else {
                        continue;
                    };
                    let levels: &[_] = match heavy_weapons {
                        true => &[Some(HeavyLevel::One), Some(HeavyLevel::Two)],
                        false => &[None],
                    };
                    for &level in levels {
                        let forecast = rules.forecast(&state, command, level).unwrap();
                        as_in_its_halves(rules, &state, command, level, &forecast);
                        let mut told: BTreeMap<Class, Fraction> = BTreeMap::new();
                        for (outcome, chance) in &forecast.outcomes {
                            use block_by_block::reckoning::Ground;
                            let class = (
                                i32::from(outcome.us_arvn_steps),
                                i32::from(outcome.pavn_nlf_steps),
                                matches!(outcome.ground, Ground::Attacker | Ground::Shared),
                                matches!(outcome.ground, Ground::Defender | Ground::Shared),
                            );
                            let sum = told.entry(class).or_insert(Fraction::ZERO);
                            *sum = sum.plus(*chance).unwrap();
                        }
                        let happens = played_out(&state, command, level, &forecast, &mut picks);
                        assert_eq!(
                            told,
                            happens,
                            "{}, seed {seed}: {command:?}, {level:?}\n{}",
                            file.name,
                            rules.show(&state)
                        );
                        attacks += 1;
                        heavy += usize::from(level.is_some());
                        gates += usize::from(forecast.kind == block_by_block::state::AttackKind::GateAssault);
                        chosen += usize::from(told.len() > 2);
                    }
                }
                let command = options[picks.choose(options.len())].clone();
                rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
            }
        }
    }
    println!("{attacks} attacks, {heavy} with heavy weapons, {gates} on gates, {chosen} with more than two classes");
    assert!(attacks > 200 && heavy > 40 && gates > 10 && chosen > 100, "{attacks}, {heavy}, {gates}, {chosen}");
}

#[test]
fn the_odds_of_the_last_attack_of_a_turn_end_with_it() {
    block_by_block::proves!("7.5d", "8.0c");
    let towers = |list: &str| ["A", "B", "C", "D", "E", "F", "G", "H"].map(|gate| list.replace('?', gate)).join(", ");
    let table = Table::set(&format!(
        r#"step: PavnNlfCombat, units: {{ "S2-3": ["810th Battalion"], "S2-2": ["F/2/5 Marines"], {} }}, spent: [{}],
            groups: [["810th Battalion"]]"#,
        towers(r#""Gate ?": ["Tower ?"]"#),
        towers(r#""Tower ?""#),
    ));
    // 3 points against +2: every die fails, and an even one costs a step. Then the towers of the next turn roll.
    let told = odds_of(&table.state, &assault(1, "S2-2"));
    assert_eq!(told.outcomes.len(), 2, "{told:?}");
    assert!(told.outcomes.iter().all(|outcome| !outcome.summary.contains("Turn 2")), "{told:?}");
    let forecast = rules().forecast(&table.state, &assault(1, "S2-2"), None).unwrap();
    assert_eq!(forecast.steps(Side::PavnNlf), [(0, half()), (1, half())]);
}
