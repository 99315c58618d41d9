//! What the guns of a side could do where everybody stands: its fire phase, played by taking the best attack first.

use ::search_and_destroy::state::{Place, Step, Unit};
use ::search_and_destroy::tables::odds_column;
use ::search_and_destroy::units::Kind;
use ::search_and_destroy::{SearchAndDestroy, Side, State};

/// Columns of the Combat Results Table.
const COLUMNS: usize = 8;
/// What is aimed at a counter that lies face down is worth so many hundredths: it may be nobody.
const UNSEEN: i64 = 40;
/// What worse odds than any column are worth.
const NOTHING: i64 = 0;

/// Which fire phase is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// That of this player turn: a unit that has moved or fired does not fire in it.
    Now,
    /// One to come, with everybody where he is.
    Next,
}

/// What the attacks of a side bring on average, in points: the best one first; each unit fires once, and each hex is fired at once.
pub(super) fn worth(rules: &SearchAndDestroy, state: &State, side: Side, when: When) -> i64 {
    let prices = Prices::of(rules, side);
    let mut firers: Vec<(&Unit, u16)> = state
        .units()
        .filter(|(_, unit)| unit.side() == side)
        .filter_map(|(_, unit)| Some((unit, strength(rules, unit, when)?)))
        .collect();
    let targets: Vec<&Unit> =
        state.units().map(|(_, unit)| unit).filter(|unit| unit.side() != side && aimed_at(state, unit)).collect();
    // Who reaches whom does not change while the attacks are counted, but for those who have fired and what was fired at.
    let mut aims: Vec<(&Unit, Vec<usize>)> = targets
        .into_iter()
        .map(|target| (target, (0..firers.len()).filter(|n| reaches(rules, state, firers[*n].0, target)).collect()))
        .filter(|(_, by): &(&Unit, Vec<usize>)| !by.is_empty())
        .collect();
    let mut sum = 0;
    loop {
        let strength = |by: &[usize]| by.iter().map(|n| firers[*n].1).sum();
        let mut best: Option<(i64, usize)> = None;
        for (n, (target, by)) in aims.iter().enumerate() {
            let worth = prices.worth(rules, strength(by), target);
            if worth > NOTHING && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, n));
            }
        }
        let Some((worth, aim)) = best else { break };
        sum += worth;
        for n in std::mem::take(&mut aims[aim].1) {
            firers[n].1 = 0;
        }
        let place = aims[aim].0.place;
        aims.retain(|(other, _)| other.place != place);
    }
    sum / 100
}

/// Whether the fire phase of the player turn is still to come, or under way.
pub(super) fn fire_is_to_come(step: Step, side: Side) -> bool {
    match side {
        Side::Us => matches!(step, Step::UsMovement | Step::UsSearch | Step::Surprise | Step::UsFire),
        Side::Nlf => matches!(step, Step::NlfMovement | Step::NlfFire),
    }
}

/// With how much a unit fires, in eighths of a Strength Point.
fn strength(rules: &SearchAndDestroy, unit: &Unit, when: When) -> Option<u16> {
    if unit.eye().is_none() || unit.kind.is_heavy_weapon() || unit.digging && when == When::Now {
        return None;
    }
    if when == When::Now && (unit.fired || unit.assaulted || unit.spent > 0 && !unit.kind.is_vehicle()) {
        return None;
    }
    let full = 8 * u16::from(rules.attack(unit));
    let halved = unit.is_pinned() || unit.side() == Side::Us && !unit.controlled;
    let strength = if halved { full / 2 } else { full };
    (strength > 0).then_some(strength)
}

/// Whether fire does anything to a unit, and the unit takes it for its hex.
fn aimed_at(state: &State, unit: &Unit) -> bool {
    let stands = matches!(unit.place, Place::Hex(_) | Place::Air(_));
    let team = unit.kind.is_team()
        && unit.hex().is_some_and(|hex| state.in_hex(hex, unit.side()).any(|(_, other)| other.kind.is_squad()));
    stands && !team && !unit.kind.is_vehicle() && !unit.kind.is_heavy_weapon() && unit.kind != Kind::Dummy
}

fn reaches(rules: &SearchAndDestroy, state: &State, firer: &Unit, target: &Unit) -> bool {
    let (Some(from), Some(to)) = (firer.eye(), target.eye()) else { return false };
    let reach = rules.range(firer).min(state.sight());
    rules.map().range(from, to).is_some_and(|range| range <= reach) && rules.map().sees(from, to)
}

/// What each column brings the attacker on average, in hundredths of a point: at the table's own die, and one less.
struct Prices {
    plain: [i64; COLUMNS],
    less: [i64; COLUMNS],
    destroys: [i64; COLUMNS],
}

impl Prices {
    fn of(rules: &SearchAndDestroy, side: Side) -> Self {
        let mean = |worth: &dyn Fn(usize, i8) -> i64| -> [i64; COLUMNS] {
            std::array::from_fn(|column| (1..=6).map(|die| worth(column, die)).sum::<i64>() * 100 / 6)
        };
        let points = |column: usize, die: i8| i64::from(rules.combat.points(rules.combat.cell(column, die), side));
        Self {
            plain: mean(&points),
            less: mean(&|column, die| points(column, die - 1)),
            destroys: mean(&|column, die| i64::from(rules.combat.cell(column, die).destroyed)),
        }
    }

    fn worth(&self, rules: &SearchAndDestroy, eighths: u16, target: &Unit) -> i64 {
        let Some(column) = odds_column(eighths, rules.defence(target)) else { return NOTHING };
        if target.kind.is_helicopter() {
            return self.destroys[column] * i64::from(rules.points.helicopter.value);
        }
        if target.face_down { self.less[column] * UNSEEN / 100 } else { self.plain[column] }
    }
}
