//! Panic, morale and pinned markers. Rules P-panic, P-morale and P-unpin.

use table::Terrain;
use tabletop::Halt;

use crate::event::Event;
use crate::play::Play;
use crate::rule;
use crate::state::{FallOfShot, Hull, Order, Reaches, Squad};
use crate::tables::{Length, plus};
use crate::troops::{Kind, Side, SquadId, number};
use crate::turn::may_hide;

impl Play<'_> {
    /// Everybody near a friend who fell tests once. Not VC or NVA; and nobody panics because another did. Rule P-panic.
    fn panic(&mut self, fallen: &[(SquadId, usize)]) -> Result<(), Halt> {
        let reach = self.rules.tables().numbers.panic.inches();
        let mut near: Vec<(SquadId, usize)> = Vec::new();
        for &(squad, figure) in fallen {
            let own = self.state.squad(squad).filter(|s| s.side == Side::Allied);
            let Some(at) = own.and_then(|s| s.figures.get(figure)).map(|f| f.at) else { continue };
            // Passengers and men who hide are near as well. Ruling P-R52.
            let there = |s: &&Squad| if self.state.options.rulings.before(2) { s.on_table() } else { s.in_play() };
            for other in self.state.squads.iter().filter(there).filter(|s| s.side == Side::Allied) {
                for (n, f) in other.able() {
                    let close = match self.state.board {
                        Some(_) => f.at.within(at, reach),
                        // Once, beside a real table, all of the squad and nobody else.
                        None => other.id == squad,
                    };
                    if close && f.pinned.is_none() && !near.contains(&(other.id, n)) {
                        near.push((other.id, n));
                    }
                }
            }
        }
        self.frightened(near)
    }

    /// These figures test whether they panic.
    pub fn frightened(&mut self, near: Vec<(SquadId, usize)>) -> Result<(), Halt> {
        for (squad, n) in near {
            let figure = self.figure(squad, n)?;
            if !figure.able() || figure.pinned.is_some() {
                continue;
            }
            let test = self.test((squad, n), 0, "panic", rule!("P-panic"))?;
            let figure = number(n);
            self.say(Event::Panic { squad, figure, test });
            if !test.passed {
                self.pin(squad, n)?;
            }
        }
        Ok(())
    }

    /// What casualties and fire do to nerves: panic about those who fell, then the tests of squads that are under fire for the
    /// first time. Rules P-panic and P-morale.
    pub fn nerves(&mut self, fallen: &[(SquadId, usize)], under_fire: &[SquadId]) -> Result<(), Halt> {
        if self.state.board.is_none() && !self.state.options.rulings.before(2) {
            let side = |id: SquadId| self.state.squad(id).map(|s| s.side);
            let own = fallen.iter().filter(|(squad, _)| side(*squad) == Some(Side::Allied));
            let own: Vec<(SquadId, u8)> = own.map(|(squad, n)| (*squad, number(*n))).collect();
            // Who is near is asked once for all that fell.
            if let Some(FallOfShot { what: Reaches::Fright { fallen, then }, .. }) = &mut self.state.fall_of_shot {
                fallen.extend(own);
                then.extend_from_slice(under_fire);
                return Ok(());
            }
            let steady = |s: &Squad| s.side == Side::Allied && s.in_play() && s.able().any(|(_, f)| f.pinned.is_none());
            // Whether somebody of those who hide could be near the question does not tell. Once it did.
            let before = self.state.options.rulings.before(12);
            let known = |s: &Squad| steady(s) && (before || !self.state.is_hidden(s));
            let asks = self.state.squads.iter().any(known) || (!before && may_hide(self.state, Side::Allied));
            if !own.is_empty() && asks {
                self.ask_who(Side::Allied, Reaches::Fright { fallen: own, then: under_fire.to_vec() });
                return Ok(());
            }
        }
        self.panic(fallen)?;
        under_fire.iter().try_for_each(|&squad| self.first_fire(squad))
    }

    /// The test of a squad as a whole. Rule P-morale, ruling P-R34.
    pub fn morale(&mut self, squad: SquadId) -> Result<(), Halt> {
        let it = self.state.named(squad)?;
        if !it.in_play() || it.kind == Kind::Peasants || it.drawn_from.is_some() {
            return Ok(());
        }
        let pinned = it.able().filter(|(_, f)| f.pinned.is_some()).count();
        let n = &self.rules.tables().numbers;
        let counts = |so: bool, number| if so { plus(number) } else { 0 };
        // Once a bunker counted for who flew or drove over it as well.
        let inside = self.state.options.rulings.before(8) || !(it.kind.is_vehicle() || it.aboard.is_some());
        let bunker = inside && self.state.ground(it) == Terrain::Bunker;
        let plus = counts(it.turn.shelled, &n.morale_shelled) + counts(pinned * 2 > it.strength(), &n.morale_pinned)
            - counts(bunker, &n.morale_bunker);
        let heavy = it.casualties() * 2 > it.figures.len();
        let earlier = self.state.options.rulings.before(11);
        let test = self.test(squad, plus, "morale", rule!("P-morale"))?;
        let (order, rallied) = match (test.passed, test.double, heavy) {
            (true, double, heavy) => (Order::Steady, double && !heavy),
            (false, false, false) => (Order::Halted, false),
            (false, true, false) | (false, false, true) => (Order::Withdrawing, false),
            (false, true, true) => (Order::Leaving, false),
        };
        self.with(squad, |s| {
            // Who is on his way off the table does not turn round.
            s.order = s.order.max(order);
            if test.passed && s.order != Order::Leaving {
                s.order = Order::Steady;
            }
            // Once a test for casualties of a trap or a fight stood for that of the first fire.
            s.tested |= s.fired_on || earlier;
            if rallied {
                s.figures.iter_mut().for_each(|f| f.pinned = None);
            }
        })?;
        self.state.active.ordered |= self.state.active.squad == squad && order > Order::Steady;
        self.say(Event::Morale { squad, test, order, rallied });
        Ok(())
    }

    /// At the end of the turn after that in which they were pinned, and of each later one, figures test. Ruling P-R35.
    pub fn unpin_all(&mut self) -> Result<(), Halt> {
        let turn = self.state.turn;
        for n in 0..self.state.squads.len() {
            for figure in 0..self.state.squads[n].figures.len() {
                let it = self.state.squads[n].figures[figure];
                // Of the crew of a wreck nobody takes part any more. Ruling P-R58.
                let wreck = self.state.squads[n].hull == Hull::Destroyed && !self.state.options.rulings.before(5);
                let away = self.state.squads[n].gone || wreck;
                if !it.able() || it.pinned.is_none_or(|since| since >= turn) || away {
                    continue;
                }
                let squad = self.state.squads[n].id;
                let test = self.test((squad, figure), 0, "removing a pinned marker", rule!("P-unpin"))?;
                if test.passed {
                    self.state.squads[n].figures[figure].pinned = None;
                }
                let figure = number(figure);
                self.say(Event::Unpinning { squad, figure, test });
            }
        }
        Ok(())
    }
}
