//! The list of what may be done and the check of any command agree, in both directions: what is listed is accepted, and
//! what is accepted stands in the list. Tried with commands of other positions and with any values that can be written,
//! in random games and in positions that a game reaches once in a thousand.

use std::collections::BTreeSet;

use block_by_block::command::{Garrison, HeavyLevel};
use block_by_block::state::Stage;
use block_by_block::{
    BlockByBlock, Command, Condition, Gate, Options, Place, Scenario, Side, State, Step, UnitId, UnitKind, Zone,
};
use pointman_tests::*;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// Commands of positions seen before; as many as are kept.
const MEMORY: usize = 600;

fn any<T: Clone>(of: &[T], picks: &mut Seeded) -> T {
    of[picks.choose(of.len())].clone()
}

fn one_in(n: usize, picks: &mut Seeded) -> bool {
    picks.choose(n) == 0
}

/// Some units, in order or not, some of them twice.
fn some_units(picks: &mut Seeded) -> Vec<UnitId> {
    let all: Vec<UnitId> = UnitId::all().collect();
    let mut units: Vec<UnitId> = (0..picks.choose(5)).map(|_| any(&all, picks)).collect();
    if !one_in(3, picks) {
        units.sort_unstable();
    }
    units
}

/// A command of every kind with any values.
fn arbitrary(state: &State, picks: &mut Seeded) -> Vec<Command> {
    let units: Vec<UnitId> = UnitId::all().collect();
    let places: Vec<Place> = Place::all().collect();
    let gates: Vec<Gate> = Gate::all().collect();
    let (unit, other) = (any(&units, picks), any(&units, picks));
    let (to, gate) = (any(&places, picks), any(&gates, picks));
    let group = u8::try_from(picks.choose(6)).unwrap();
    let heavy_weapons = one_in(2, picks);
    let here: Vec<UnitId> = UnitId::each(state.units_at(to)).collect();
    vec![
        Command::Done,
        Command::Hold,
        Command::Retreat,
        Command::ChooseLevel { level: any(&[HeavyLevel::One, HeavyLevel::Two], picks) },
        Command::Move { unit, to },
        Command::RetreatTo { unit, to },
        Command::Restore { unit },
        Command::Return { unit, to },
        Command::Reinforce { unit, to },
        Command::Exit { unit },
        Command::TakeLoss { unit },
        Command::Detach { unit, gate, to },
        Command::Infiltrate { gate, step_out: None },
        Command::Infiltrate { gate, step_out: Some(to) },
        Command::Counterattack { unit, target: other },
        Command::Assault { group, target: to, heavy_weapons },
        Command::CloseCombat { group, heavy_weapons },
        Command::WalkThrough { group, to },
        Command::Pause { group },
        Command::Split { group, units: some_units(picks), as_group: one_in(2, picks) },
        Command::FormGroup { units: some_units(picks) },
        Command::FormGroup { units: here.clone() },
        Command::Defend { units: some_units(picks) },
        Command::Defend { units: here },
        Command::Occupy { garrison: any(&[Garrison::Nobody, Garrison::Unit(unit), Garrison::PlatoonOf(unit)], picks) },
    ]
}

/// Asserts that list and check agree on these commands; how many were compared.
fn compare(state: &State, options: &[Command], tried: &[Command], what: &str) -> u64 {
    let listed: BTreeSet<&Command> = options.iter().collect();
    assert_eq!(listed.len(), options.len(), "{what}: an option is listed twice");
    for command in options.iter().chain(tried) {
        let legal = rules().check(state, command);
        assert_eq!(
            legal.is_ok(),
            listed.contains(command),
            "{what}, {:?}: {command:?} is {legal:?}\n{}",
            state.step(),
            rules().show(state)
        );
    }
    if state.attack().is_some_and(|attack| attack.stage == Stage::DefensiveAction) {
        let question = rules().question(state);
        let strikes = options.iter().any(|option| matches!(option, Command::Counterattack { .. }));
        assert_eq!(question.contains("counterattack"), strikes, "{what}: {question}");
        assert_eq!(question.contains("retreat"), options.contains(&Command::Retreat), "{what}: {question}");
    }
    for command in options {
        let Command::Pause { group } = command else { continue };
        let attacks = options.iter().any(|option| match option {
            Command::Assault { group: other, .. } | Command::CloseCombat { group: other, .. } => other == group,
            _ => false,
        });
        let why = rules().why_no_attack(state, *group);
        assert_eq!(why.is_none(), attacks, "{what}: group {group}, {why:?}\n{}", rules().show(state));
    }
    (options.len() + tried.len()) as u64
}

/// Plays on at random and compares at every position.
fn wander(
    mut state: State,
    dice: &mut Seeded,
    picks: &mut Seeded,
    memory: &mut Vec<Command>,
    most: usize,
    what: &str,
) -> u64 {
    let mut compared = 0;
    for _ in 0..most {
        if rules().to_act(&state).is_none() {
            break;
        }
        let mut options = Vec::new();
        assert!(rules().options(&state, &mut options), "{what}: the list calls itself complete");
        assert!(!options.is_empty(), "{what}: nothing may be done");
        let mut tried = arbitrary(&state, picks);
        tried.extend((0..40.min(memory.len())).map(|_| any(memory, picks)));
        compared += compare(&state, &options, &tried, what);
        for _ in 0..4 {
            let seen = any(&options, picks);
            if memory.len() < MEMORY {
                memory.push(seen);
            } else {
                let old = picks.choose(MEMORY);
                memory[old] = seen;
            }
        }
        let command = any(&options, picks);
        rules()
            .apply(&mut state, &command, dice, &mut Vec::new())
            .unwrap_or_else(|h| panic!("{what}, {command:?}: {h}"));
        rules().audit(&state).unwrap_or_else(|e| panic!("{what}, {command:?}: {e}"));
    }
    compared
}

/// Any arrangement at all; most of them begin, and those that do not are left out.
fn arrangement(picks: &mut Seeded) -> Scenario {
    const STEPS: [Step; 13] = [
        Step::Garrisons,
        Step::UsArvnReplacements,
        Step::PavnNlfReplacements,
        Step::Infiltration,
        Step::UsArvnReinforcements,
        Step::PavnNlfReinforcements,
        Step::Exit,
        Step::PavnNlfMovement,
        Step::UsArvnMovement,
        Step::UsArvnGroups,
        Step::PavnNlfGroups,
        Step::UsArvnCombat,
        Step::PavnNlfCombat,
    ];
    let step = any(&STEPS, picks);
    let turn = match step {
        Step::Garrisons => 1,
        Step::PavnNlfReplacements => 3,
        Step::Exit => 5,
        _ => u8::try_from(1 + picks.choose(5)).unwrap(),
    };
    // Few places, so that many stand together.
    let crowded: Vec<Place> = (0..8).map(|_| any(&Place::areas().collect::<Vec<_>>(), picks)).collect();
    let mut scenario = library().scenario::<BlockByBlock>("combat-example").unwrap();
    scenario.units.clear();
    scenario.groups.clear();
    scenario.spent.clear();
    scenario.routed.clear();
    scenario.detached.clear();
    scenario.eliminated.clear();
    scenario.points = None;
    scenario.clearing.clear();
    scenario.attacked.clear();
    scenario.airborne_penalty = 0;
    (scenario.turn, scenario.step) = (turn, step);
    scenario.options = Options {
        strict_retreat_order: one_in(4, picks),
        double_losses_in_close_combat: one_in(4, picks),
        infiltration_turn_1: !one_in(4, picks),
        counterattack_terrain: one_in(4, picks),
        extra_landings: !one_in(4, picks),
        even_great_score: one_in(4, picks),
        even_winning_zones: one_in(4, picks),
        pavn_fresh_value: one_in(4, picks).then(|| u8::try_from(2 + picks.choose(8)).unwrap()),
        ..Options::default()
    };
    scenario.us_arvn_gates = Gate::all().filter(|_| one_in(2, picks)).collect();
    scenario.us_arvn_zones = Zone::ALL.into_iter().filter(|_| one_in(3, picks)).collect();
    let mut boxes: Vec<Place> = Gate::all().map(Gate::place).collect();
    for unit in UnitId::all() {
        let kind = unit.kind();
        let at = match kind {
            UnitKind::GateTower | UnitKind::Platoon => {
                let own =
                    Gate::all().find(|g| UnitId::tower(*g) == unit || UnitId::platoon(*g) == unit).unwrap().place();
                if !boxes.contains(&own) || !one_in(3, picks) {
                    continue;
                }
                own
            }
            UnitKind::MacvTeam | UnitKind::DivisionHq => any(&crowded, picks),
            _ if one_in(9, picks) => {
                scenario.eliminated.push(unit);
                continue;
            }
            _ if one_in(5, picks) => continue,
            _ if one_in(8, picks) && !boxes.is_empty() => any(&boxes, picks),
            _ => any(&crowded, picks),
        };
        boxes.retain(|free| *free != at);
        if unit.side() == Side::UsArvn && kind != UnitKind::Platoon && one_in(6, picks) {
            scenario.detached.insert(unit, u8::try_from(1 + picks.choose(8)).unwrap());
        }
        scenario.units.entry(at).or_default().push(unit);
        if kind != UnitKind::Platoon && one_in(4, picks) {
            scenario.routed.push(unit);
        } else if !kind.one_sided() && one_in(4, picks) {
            scenario.spent.push(unit);
        }
    }
    if matches!(step, Step::UsArvnCombat | Step::PavnNlfCombat) {
        let side = step.side().unwrap();
        let routed = scenario.routed.clone();
        let steady = |unit: &UnitId| !routed.contains(unit) && unit.kind() != UnitKind::Platoon;
        for units in scenario.units.values() {
            let able =
                |unit: &&UnitId| unit.side() == side && !matches!(unit.kind(), UnitKind::GateTower | UnitKind::Platoon);
            let own: Vec<UnitId> = units.iter().filter(able).copied().collect();
            for units in own.chunks(1 + picks.choose(3)) {
                let marines = |unit: &UnitId| matches!(unit.kind(), UnitKind::Marines | UnitKind::MacvTeam);
                let mixed = side == Side::UsArvn
                    && units.iter().any(marines)
                    && units.iter().any(|u| !marines(u) && u.kind() != UnitKind::HacBao);
                if units.iter().any(steady) && !mixed && scenario.groups.len() < 20 {
                    scenario.groups.push(units.to_vec());
                }
            }
        }
    }
    scenario
}

#[test]
fn in_random_games_what_is_listed_is_accepted_and_what_is_accepted_is_listed() {
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let (mut compared, mut memory) = (0, Vec::new());
    for seed in 0..8 {
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let state = rules().begin(&scenario, &mut dice).unwrap();
        compared += wander(state, &mut dice, &mut picks, &mut memory, 4_000, &format!("seed {seed}"));
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn in_any_position_what_is_listed_is_accepted_and_what_is_accepted_is_listed() {
    block_by_block::proves!("8.2a", "BB-R49");
    let (mut compared, mut memory, mut begun) = (0, Vec::new(), 0);
    let (mut routed, mut detached) = (0, 0);
    for seed in 0..600 {
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let Ok(state) = rules().begin(&arrangement(&mut picks), &mut dice) else { continue };
        begun += 1;
        routed += UnitId::all().filter(|u| state.condition(*u) == Condition::Routed).count();
        compared += wander(state, &mut dice, &mut picks, &mut memory, 30, &format!("arrangement {seed}"));
        detached += memory.iter().filter(|c| matches!(c, Command::Detach { .. })).count();
    }
    assert!(begun > 300 && routed > 1_000 && detached > 100, "{begun} begun, {routed} routed, {detached} platoons");
    assert!(compared > 100_000, "{compared}");
}
