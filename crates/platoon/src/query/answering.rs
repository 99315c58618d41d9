//! Who may fire at the active squad, so that a side can say in advance when somebody does. Rules P-opportunity and P-companion.

use crate::command::Target;
use crate::state::{Condition, State};
use crate::tables::Length;
use crate::troops::{Side, Weapon};
use crate::turn::{Answering, answering};
use crate::{Platoon, fire};

impl Platoon {
    /// Who of a side may fire at the active squad. Asked of what everybody knows, it tells nobody who is under the markers.
    pub fn answering(&self, known: &State, side: Side) -> Vec<Answering> {
        answering(known, side).collect()
    }

    /// How far somebody who may fire is from the active squad, in hundredths of an inch, as a shot is measured: from the nearest
    /// able figure of a squad in sight, or from the nearest marker of a side, for its enemy does not know who lies under which.
    /// None of aircraft, which are nowhere in particular, and beside a real table.
    pub fn away(&self, known: &State, side: Side, who: Answering) -> Option<i32> {
        known.board.as_ref()?;
        let goals = fire::points(self, known, Target::Squad(known.active.squad));
        let to_goals = |from: table::Point| goals.iter().map(|(_, goal)| from.distance(*goal)).min();
        match who {
            Answering::Squad(id) => known.squad(id)?.able().filter_map(|(_, figure)| to_goals(figure.at)).min(),
            Answering::Hidden => {
                let down = known.markers.iter().filter(|m| m.side == side && m.condition == Condition::Down);
                down.filter_map(|marker| to_goals(marker.at)).min()
            }
            Answering::Aircraft => None,
        }
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
