//! Who may fire at the active squad, so that a side can say in advance when somebody does. Rules P-opportunity and P-companion.

use crate::Platoon;
use crate::state::State;
use crate::tables::Length;
use crate::troops::{Side, Weapon};
use crate::turn::{Answering, answering};

impl Platoon {
    /// Who of a side may fire at the active squad. Asked of what everybody knows, it tells nobody who is under the markers.
    pub fn answering(&self, known: &State, side: Side) -> Vec<Answering> {
        answering(known, side).collect()
    }

    /// The distances at which fire becomes another one, in hundredths of an inch, the shortest first: grenades, short range, and
    /// the ranges of the rifles and guns that fire in volleys.
    pub fn ranges_of_fire(&self) -> Vec<i32> {
        let n = &self.tables().numbers;
        let fired = Weapon::ALL.into_iter().filter(|weapon| weapon.fires_in_volleys());
        let reach = |weapon| self.tables().volley_range(weapon);
        let longest = n.sniper_range.inches();
        let mut ranges: Vec<i32> = fired.map(reach).filter(|range| (1..=longest).contains(range)).collect();
        ranges.extend([n.grenade_range.inches(), n.near.inches()]);
        ranges.sort_unstable();
        ranges.dedup();
        ranges
    }

    /// Beside a real table: whether a part of a move has just ended before the whole way was gone, as it does where somebody said
    /// stop.
    pub fn was_stopped(&self, state: &State) -> bool {
        state.board.is_none() && state.active.march.is_some_and(|march| march.used < march.allowance())
    }
}
