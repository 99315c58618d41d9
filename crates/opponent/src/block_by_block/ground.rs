//! Who stands where, counted once for a position: what terms and doctrine both ask.

use ::block_by_block::units::{Nationality, PLATOONS, TOWERS};
use ::block_by_block::{BlockByBlock, Condition, State, UnitId, UnitSet};

/// Counters that fight: no towers, no platoons.
pub(super) fn fighters(set: UnitSet) -> UnitSet {
    set & !(TOWERS | PLATOONS)
}

/// The best three of a place that may share a group, with their strength; the Hac Bao go where they add most.
pub(super) fn best_group(rules: &BlockByBlock, state: &State, among: UnitSet) -> (UnitSet, u8) {
    let mut best = (UnitSet::EMPTY, 0);
    for nationality in [Nationality::Us, Nationality::Arvn, Nationality::Pavn] {
        // The three strongest so far, without a list: this is asked many times a thought.
        let mut three: [Option<(u8, UnitId)>; 3] = [None; 3];
        for unit in UnitId::each(among) {
            let kind = unit.kind().nationality();
            if kind != nationality && (kind != Nationality::Either || nationality == Nationality::Pavn) {
                continue;
            }
            let mut hand = Some((rules.attack_value(state, unit), unit));
            for seat in &mut three {
                if hand.map(|(value, _)| value) > seat.map(|(value, _)| value) {
                    std::mem::swap(seat, &mut hand);
                }
            }
        }
        let chosen = three.iter().flatten();
        let unrouted = chosen.clone().any(|(_, unit)| state.condition(*unit) != Condition::Routed);
        let strength: u8 = chosen.clone().map(|(value, _)| value).sum();
        if unrouted && strength > best.1 {
            best = (chosen.map(|(_, unit)| unit).collect(), strength);
        }
    }
    best
}
