//! What the face-down counters may be.

use ::search_and_destroy::units::Kind;
use ::search_and_destroy::{SearchAndDestroy, State, UnitId};
use tabletop::dice::Seeded;

use crate::view::View;

/// What a face-down counter may be, of a hundred: dummies, and who hides with a mixed company.
const SHARES: [(Kind, usize); 5] =
    [(Kind::Dummy, 35), (Kind::Local, 25), (Kind::MainForce, 22), (Kind::PlatoonCadre, 10), (Kind::Sniper, 8)];

/// A whole position: every face-down counter on the map is somebody, or nobody.
pub(super) fn resample(rules: &SearchAndDestroy, view: &View<SearchAndDestroy>, seed: u64) -> State {
    let mut state = view.seen().clone();
    let mut lots = Seeded::new(seed);
    let suspects: Vec<UnitId> = state
        .units()
        .filter(|(_, unit)| unit.kind == Kind::Suspect && unit.hex().is_some())
        .map(|(id, _)| id)
        .collect();
    for id in suspects {
        let mut lot = lots.choose(100);
        let kind = SHARES.iter().find_map(|(kind, share)| {
            let here = lot < *share;
            lot = lot.saturating_sub(*share);
            here.then_some(*kind)
        });
        rules.suppose(&mut state, id, kind.unwrap_or(Kind::Dummy));
    }
    state
}
