//! The Political Phase: clearing, publicity, and the end of the game. Rules 9.1, 9.2.2 and 3; rulings BB-R25 to BB-R27.

use crate::event::PublicityCause;
use crate::places::{Place, PlaceSet, Zone};
use crate::play::Play;
use crate::state::{State, Step};
use crate::units::Side;
use crate::{BlockByBlock, Event};

/// How many areas of a zone are eligible for clearing now: held by PAVN/NLF, free of enemies, not beside an area of
/// the zone with enemies, not attacked this turn. Rule 9.2.2b, ruling BB-R27.
pub(crate) fn eligible_areas(rules: &BlockByBlock, state: &State, zone: Zone) -> u8 {
    let enemy = state.presence(Side::UsArvn) & zone.set();
    let beside: PlaceSet = Place::each(enemy).map(|p| rules.map().beside(p)).collect();
    (zone.set() & state.presence(Side::PavnNlf) & !enemy & !beside & !state.attacked()).len()
}

impl Play<'_> {
    /// Rules 9.2.2a, 9.2.2c and 9.1.
    pub fn political_phase(&mut self) {
        for zone in Zone::ALL {
            let (from, to) = (self.state.clearing(zone), eligible_areas(self.rules, self.state, zone));
            if to > from {
                self.state.clearing[zone.index()] = to;
                self.say(Event::ClearingRose { zone, from, to });
            }
        }
        let held = Zone::ALL.into_iter().filter(|z| self.state.zone_control(*z) == Side::PavnNlf).count();
        self.raise_publicity(u8::try_from(held).unwrap_or(0), PublicityCause::Zones);
        let macv = Place::MACV.set();
        if self.state.presence(Side::PavnNlf).meets(macv) && !self.state.presence(Side::UsArvn).meets(macv) {
            self.raise_publicity(self.rules.numbers().macv_publicity.value, PublicityCause::Macv);
        }
    }

    /// Rules 3.1 and 3.2: ends the game and says how.
    pub fn end_game(&mut self) {
        let outcome = self.rules.score(self.state).result;
        self.state.step = Step::Over;
        self.put_groups_away();
        self.say(Event::GameEnded { outcome });
    }
}
