//! How a side fights when an order is played on in thought: rules of thumb, quick, the same for both sides.

use ::block_by_block::forecast::Forecast;
use ::block_by_block::reckoning::Reckoning;
use ::block_by_block::state::{AttackKind, Stage};
use ::block_by_block::tables::AssaultResult;
use ::block_by_block::{BlockByBlock, Command, Garrison, HeavyLevel, Place, Side, State, Step, UnitId, UnitKind};
use tabletop::Ruleset;

use super::ground::{best_group, fighters};

/// What whoever is to decide does by the doctrine; `None` when the game is over.
pub(super) fn order(rules: &BlockByBlock, state: &State) -> Option<Command> {
    match state.attack() {
        Some(_) => answer(rules, state),
        None => step(rules, state),
    }
}

/// All legal commands.
fn options(rules: &BlockByBlock, state: &State) -> Vec<Command> {
    let mut options = Vec::with_capacity(32);
    rules.options(state, &mut options);
    options
}

/// What an attack under way asks.
pub(super) fn answer(rules: &BlockByBlock, state: &State) -> Option<Command> {
    let attack = state.attack()?;
    match attack.stage {
        Stage::Level => Some(Command::ChooseLevel { level: HeavyLevel::One }),
        Stage::FriendsRetreat => Some(Command::Done),
        Stage::DefensiveAction => Some(Command::Hold),
        Stage::FriendlyFireLoss | Stage::Losses => {
            // Whoever stands longest, and of those whoever loses least.
            let cost = |command: &Command| match command {
                Command::TakeLoss { unit } => {
                    (std::cmp::Reverse(state.steps_left(*unit)), rules.attack_value(state, *unit))
                }
                _ => (std::cmp::Reverse(0), u8::MAX),
            };
            options(rules, state).into_iter().min_by_key(cost)
        }
        Stage::Defenders => options(rules, state).into_iter().max_by_key(|command| match command {
            Command::Defend { units } => {
                units.iter().map(|unit| u32::from(rules.defence_value(state, *unit))).sum::<u32>()
            }
            _ => 0,
        }),
        Stage::Occupy => {
            let all = options(rules, state);
            let platoon = all.iter().find(|o| matches!(o, Command::Occupy { garrison: Garrison::PlatoonOf(_) }));
            platoon.or(all.first()).cloned()
        }
        Stage::Retreat => options(rules, state).into_iter().next(),
    }
}

fn step(rules: &BlockByBlock, state: &State) -> Option<Command> {
    match state.step() {
        Step::Over | Step::Political => None,
        Step::PavnNlfMovement | Step::UsArvnMovement | Step::Exit => Some(Command::Done),
        Step::UsArvnGroups | Step::PavnNlfGroups => Some(next_group(rules, state).unwrap_or(Command::Done)),
        Step::UsArvnCombat | Step::PavnNlfCombat => Some(best_attack(rules, state)),
        Step::UsArvnReplacements => {
            let worth = |command: &Command| match command {
                Command::Restore { unit } => {
                    1 + u32::from(3 - state.steps_left(*unit).min(3)) * 2 + strength_of(unit.kind())
                }
                _ => 0,
            };
            options(rules, state).into_iter().max_by_key(worth)
        }
        Step::Garrisons
        | Step::PavnNlfReplacements
        | Step::Infiltration
        | Step::UsArvnReinforcements
        | Step::PavnNlfReinforcements => options(rules, state).into_iter().next(),
    }
}

fn strength_of(kind: UnitKind) -> u32 {
    match kind {
        UnitKind::Marines => 3,
        UnitKind::Airborne | UnitKind::RvnMarines | UnitKind::Rangers | UnitKind::HacBao => 2,
        _ => 0,
    }
}

/// The next group worth naming: the strongest three of a place with the enemy in it or beside it.
pub(super) fn next_group(rules: &BlockByBlock, state: &State) -> Option<Command> {
    let side = state.step().side()?;
    let enemy = state.presence(side.enemy());
    let grouped = state.groups().fold(0, |set, (_, group)| set | group.units);
    for place in Place::each(state.presence(side)) {
        let near = (rules.map().beside(place) | place.set()) & enemy != 0 || near_gate(rules, state, side, place);
        let free = fighters(state.side_at(side, place)) & !grouped;
        if !near || free == 0 {
            continue;
        }
        let (units, strength) = best_group(rules, state, free);
        if strength > 0 {
            let command = Command::FormGroup { units: UnitId::each(units).collect() };
            if rules.check(state, &command).is_ok() {
                return Some(command);
            }
        }
    }
    None
}

/// Whether somebody of the enemy's holds a gate whose letter stands in this area.
fn near_gate(rules: &BlockByBlock, state: &State, side: Side, place: Place) -> bool {
    let letters = rules.map().letters(place);
    ::block_by_block::Gate::all()
        .any(|gate| letters & (1 << gate.index()) != 0 && state.side_at(side.enemy(), gate.place()) != 0)
}

/// The attack that promises most, or the end of the group's or the side's combat.
fn best_attack(rules: &BlockByBlock, state: &State) -> Command {
    let mut best: Option<(i32, Command)> = None;
    let mut rest = None;
    for command in options(rules, state) {
        let worth = match &command {
            Command::WalkThrough { to, .. } => {
                let side = state.step().side().unwrap_or(Side::UsArvn);
                if state.side_at(side.enemy(), *to) == 0 { 30 } else { 90 }
            }
            Command::Assault { heavy_weapons: false, .. } | Command::CloseCombat { heavy_weapons: false, .. } => {
                match rules.forecast(state, &command, None) {
                    Ok(forecast) => promise(state, &command, &forecast),
                    Err(_) => continue,
                }
            }
            Command::Pause { .. } => {
                rest.get_or_insert(command);
                continue;
            }
            Command::Done => {
                rest = Some(command);
                continue;
            }
            _ => continue,
        };
        if worth > 0 && best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command).or(rest).unwrap_or(Command::Done)
}

/// What an attack promises by rule of thumb, in sixtieths of a step: above zero it is worth making.
fn promise(state: &State, command: &Command, forecast: &Forecast) -> i32 {
    let mean = |worth: &dyn Fn(&Reckoning) -> i32| {
        let sum =
            forecast.outcomes.iter().map(|(outcome, chance)| f64::from(worth(outcome)) * chance.value()).sum::<f64>();
        (sum * 6.0).round() as i32
    };
    let enemy_steps = |outcome: &Reckoning| i32::from(outcome.steps_of(outcome.attacker.enemy()));
    let own_steps = |outcome: &Reckoning| i32::from(outcome.steps_of(outcome.attacker));
    match forecast.kind {
        AttackKind::CloseCombat => {
            let given = mean(&enemy_steps);
            // Steps still standing in the way of the area: the last ones are worth more than the first.
            let standing: u8 = UnitId::each(forecast.defenders).map(|unit| state.steps_left(unit)).sum();
            if given == 0 { 0 } else { given * 10 - mean(&own_steps) * 8 + 12 / i32::from(standing.max(1)) }
        }
        AttackKind::AreaAssault | AttackKind::GateAssault => {
            let of = |result: AssaultResult| mean(&|outcome: &Reckoning| i32::from(outcome.result == Some(result)));
            let (success, through) = (of(AssaultResult::Success), of(AssaultResult::Breakthrough));
            let gate = matches!(command, Command::Assault { target, .. } if target.is_box());
            let toll = if forecast.toll { 6 } else { 0 };
            // Chances in six: half of them are enough.
            let worth = success * 10 + through * 16 - 28 - toll + if gate { 8 } else { 0 };
            if success + through == 0 { 0 } else { worth }
        }
    }
}

/// Whether an attack can do anything at all to the enemy. Who cannot hit may go on for ever.
pub(super) fn can_hit(rules: &BlockByBlock, state: &State, command: &Command) -> bool {
    let level = match command {
        Command::Assault { heavy_weapons, .. } | Command::CloseCombat { heavy_weapons, .. } => {
            heavy_weapons.then_some(HeavyLevel::Two)
        }
        _ => return true,
    };
    rules.forecast(state, command, level).is_ok_and(|forecast| forecast.success().numerator() > 0)
}
