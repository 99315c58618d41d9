//! How a side fights when an order is played on in thought: rules of thumb, quick, the same for both sides.

use ::block_by_block::forecast::{Halves, SideForecast};
use ::block_by_block::state::{AttackKind, Stage};
use ::block_by_block::tables::{AssaultResult, Cell};
use ::block_by_block::units::STATIC_UNITS;
use ::block_by_block::{
    BlockByBlock, Command, Garrison, Gate, HeavyLevel, Place, PlaceSet, Side, State, Step, UnitId, UnitKind, UnitSet,
    Zone,
};
use tabletop::Ruleset;

use super::ground::{best_group, fighters};

/// What the side to decide does by the doctrine; `None` when the game is over.
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
        // Only gates are worth so much rubble.
        Stage::Level if attack.kind == AttackKind::GateAssault => Some(Command::ChooseLevel { level: HeavyLevel::Two }),
        Stage::Level => Some(Command::ChooseLevel { level: HeavyLevel::One }),
        Stage::FriendsRetreat => Some(Command::Done),
        Stage::DefensiveAction => Some(Command::Hold),
        Stage::FriendlyFireLoss | Stage::Losses => {
            // The unit that stands longest, and of those the one that loses least.
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
        Step::UsArvnMovement => Some(march(rules, state).unwrap_or(Command::Done)),
        Step::PavnNlfMovement | Step::Exit => Some(Command::Done),
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

/// The next unit that comes up from the rear to where it is fought: as near to the enemy as it can, where it makes the strongest group.
/// Who stands beside the enemy stays.
fn march(rules: &BlockByBlock, state: &State) -> Option<Command> {
    let side = state.step().side()?;
    let enemy = state.presence(side.enemy());
    let widen = |set| Place::each(set).fold(set, |wider, place| wider | rules.map().beside(place));
    let front = widen(enemy);
    let mut rear = Place::each(state.presence(side) & !front).filter(|place| !place.is_box());
    rear.find_map(|from| {
        let left = fighters(state.side_at(side, from)) & !state.moved() & !STATIC_UNITS;
        let unit = UnitId::each(left).next()?;
        let mut open = rules.destinations(state, unit) & !enemy;
        // A platoon's work.
        open &= !Place::each(open).filter(|place| place.is_box()).collect::<PlaceSet>();
        let mut ring = front;
        for _ in 0..REAR {
            if ring.has(from) {
                return None;
            }
            if open.meets(ring) {
                let together = |place: &Place| {
                    best_group(rules, state, fighters(state.side_at(side, *place)) | unit.set()).1.min(ENOUGH)
                };
                let to = Place::each(open & ring).max_by_key(together)?;
                return Some(Command::Move { unit, to });
            }
            ring = widen(ring);
        }
        None
    })
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
    let grouped = state.groups().map(|(_, group)| group.units).collect::<UnitSet>();
    for place in Place::each(state.presence(side)) {
        let near =
            !((rules.map().beside(place) | place.set()) & enemy).is_empty() || near_gate(rules, state, side, place);
        let free = fighters(state.side_at(side, place)) & !grouped;
        if !near || free.is_empty() {
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
pub(super) fn near_gate(rules: &BlockByBlock, state: &State, side: Side, place: Place) -> bool {
    Gate::each(rules.map().letters(place)).any(|gate| !state.side_at(side.enemy(), gate.place()).is_empty())
}

/// The attack that promises most, or the end of the group's or the side's combat.
fn best_attack(rules: &BlockByBlock, state: &State) -> Command {
    let mut attacks = Vec::with_capacity(32);
    rules.attacks(state, &mut attacks);
    let mut best: Option<(i32, Command)> = None;
    for command in attacks {
        let worth = match &command {
            Command::WalkThrough { to, .. } => {
                let side = state.step().side().unwrap_or(Side::UsArvn);
                // US/ARVN goes on to the next fight. PAVN/NLF leaves nothing for an area in which there is nothing to win.
                let idle = side == Side::PavnNlf && to.zone().is_none_or(|zone| state.zone_control(zone) == side);
                match (state.side_at(side.enemy(), *to).is_empty(), idle) {
                    (false, _) => 90,
                    (true, true) => 0,
                    (true, false) => 30,
                }
            }
            Command::Assault { heavy_weapons: true, target, .. } if !target.is_box() => 0,
            Command::Assault { .. } | Command::CloseCombat { heavy_weapons: false, .. } => {
                rules.halves(state, &command).map_or(0, |halves| promise(rules, state, &command, &halves))
            }
            _ => 0,
        };
        if worth > 0 && best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    let rest = || state.active_group().map_or(Command::Done, |group| Command::Pause { group });
    best.map_or_else(rest, |(_, command)| command)
}

/// How far behind the fighting a unit may stand and still be sent there, in areas.
const REAR: usize = 5;
/// The strength of a group beyond which more brings nothing: the last column of the table.
const ENOUGH: u8 = 13;
/// What a gate is worth beside an area, what more if a zone goes over with it, what the step costs that it takes from outside, and
/// what heavy weapons cost.
const GATE: i32 = 16;
const ZONE: i32 = 20;
const TOLL: i32 = 6;
const HEAVY: i32 = 12;

/// Whether a zone goes over with this Gate Box: it is the last gate that the enemy has there, and only our own stand in the zone. Rule 9.2.1.
fn turns_a_zone(rules: &BlockByBlock, state: &State, side: Side, target: Place) -> bool {
    let (own, enemy) = (state.presence(side), state.presence(side.enemy()));
    Zone::ALL.into_iter().filter(|zone| state.zone_control(*zone) != side).any(|zone| {
        let gates = Gate::each(rules.map().zone_gates(zone));
        let mut theirs = gates.filter(|gate| state.gate_control(*gate) != side).map(Gate::place);
        theirs.next() == Some(target) && theirs.next().is_none() && own.meets(zone.set()) && !enemy.meets(zone.set())
    })
}

/// What an attack promises by rule of thumb, in sixtieths of a step: above zero it is worth making.
fn promise(rules: &BlockByBlock, state: &State, command: &Command, halves: &Halves) -> i32 {
    let sum = |half: &SideForecast, worth: &dyn Fn(Cell) -> i32| -> i32 {
        half.dice.iter().map(|face| worth(face.cell)).sum()
    };
    match halves.kind {
        AttackKind::CloseCombat => {
            // Steps still standing in the way of the area: the last ones are worth more than the first.
            let standing: i32 = UnitId::each(halves.defenders).map(|unit| i32::from(state.steps_left(unit))).sum();
            let hits = |cell: Cell| i32::from(cell.0) * if halves.doubled { 2 } else { 1 };
            let given = sum(&halves.attacker, &|cell| hits(cell).min(standing));
            let taken = halves.defender.as_ref().map_or(0, |half| sum(half, &|cell| i32::from(cell.0)));
            if given == 0 { 0 } else { given * 10 - taken * 8 + 12 / standing.max(1) }
        }
        AttackKind::AreaAssault | AttackKind::GateAssault => {
            let of = |result: AssaultResult| sum(&halves.attacker, &|cell| i32::from(cell.1 == result));
            let (success, through) = (of(AssaultResult::Success), of(AssaultResult::Breakthrough));
            let gate = match (state.step().side(), command) {
                (Some(side), Command::Assault { target, .. }) if target.is_box() => {
                    GATE + if turns_a_zone(rules, state, side, *target) { ZONE } else { 0 }
                }
                _ => 0,
            };
            let toll = if halves.toll { TOLL } else { 0 };
            let heavy = if matches!(command, Command::Assault { heavy_weapons: true, .. }) { HEAVY } else { 0 };
            // Chances in six: half of them are enough.
            let worth = success * 10 + through * 16 - 28 - toll - heavy + gate;
            if success + through == 0 { 0 } else { worth }
        }
    }
}

/// Whether an attack can do anything at all to the enemy. Who cannot hit may go on for ever.
pub(super) fn can_hit(rules: &BlockByBlock, state: &State, command: &Command) -> bool {
    rules.halves(state, command).is_none_or(|halves| halves.good_faces() > 0)
}
