//! What both sides have said in advance, and which questions they are spared.

use super::{Holds, InAdvance, Until};

/// The question whether a side fires, as everybody knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The side that is asked, by its place in the rulebook.
    pub side: usize,
    /// How many orders had been given.
    pub orders: usize,
    pub turn: u32,
    /// Who of that side may fire.
    pub may_fire: InAdvance,
}

/// What both sides have said in advance. It belongs to the screen that shows the game, and not to the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    said: [Holds; 2],
    /// How many orders had been given when the game last changed.
    orders: usize,
    /// How many orders had been given when the last one was given for a side that had said when it fires.
    given: Option<usize>,
    /// The point at which that side is asked all the same, for an order was taken back there.
    let_be: Option<usize>,
}

impl Advance {
    /// What a side has said.
    pub fn said(&self, side: usize) -> &Holds {
        &self.said[side.min(1)]
    }

    /// Whether the game has changed since it was said how many orders are in force.
    pub fn is_new(&self, orders: usize) -> bool {
        self.orders != orders
    }

    /// The game has changed: so many orders are in force now. Whether one was taken back: the side that is asked there is asked again.
    pub fn changed(&mut self, orders: usize) -> bool {
        let back = orders < std::mem::replace(&mut self.orders, orders);
        self.let_be = back.then_some(orders);
        back
    }

    /// The side that is asked after so many orders is asked, whatever was said.
    pub fn let_be(&mut self, orders: usize) {
        self.let_be = Some(orders);
    }

    /// Whether somebody is asked after so many orders, whatever was said.
    fn lets_be(&self, orders: usize) -> bool {
        self.let_be == Some(orders)
    }

    /// A side says when it fires.
    pub fn say(&mut self, side: usize, holds: Holds) {
        self.said[side.min(1)] = holds;
        self.let_be = None;
    }

    /// Nobody of a side fires in this turn.
    pub fn not_this_turn(&mut self, side: usize, turn: u32) {
        self.say(side, Holds::everybody(Until::TurnIsOver(turn)));
    }

    /// Whether a side is spared a question: nobody of those who may fire means to. Where nobody measures how far off they are, those
    /// who wait for the enemy mean to fire when he `is_near`.
    pub fn spares(&self, asked: &Asked, is_near: impl FnOnce() -> bool) -> bool {
        !self.lets_be(asked.orders) && self.said(asked.side).lets_go_on(&asked.may_fire, asked.turn, is_near())
    }

    /// The question that came up after so many orders was answered for its side.
    pub fn gave(&mut self, orders: usize) {
        self.given = Some(orders);
    }

    /// Nobody holds fire any longer. Whether the last order of those in force was given for a side: it is taken back then, so that
    /// the side is asked.
    pub fn forget(&mut self, orders: usize) -> bool {
        self.said = Default::default();
        self.given.take().is_some_and(|given| orders == given + 1)
    }
}

#[cfg(test)]
mod tests {
    use tabletop::RuleId;

    use super::*;
    use crate::holding::Firer;

    /// The other side is asked; its squad stands so far off.
    fn asked(orders: usize, away: i32) -> Asked {
        let who = vec![Firer { id: 1, name: "1st Squad".into(), away: Some(away) }];
        let may_fire = InAdvance { who, distances: vec![400, 1500], rule: RuleId::fixed("P-opportunity") };
        Asked { side: 1, orders, turn: 3, may_fire }
    }

    #[test]
    fn who_has_said_nothing_is_asked_and_an_order_taken_back_asks_again() {
        let mut advance = Advance::default();
        assert!(!advance.spares(&asked(4, 2_000), || true));
        advance.say(1, Holds::everybody(Until::Near(1_500)));
        assert!(advance.spares(&asked(4, 1_501), || true) && !advance.spares(&asked(4, 1_500), || false));
        assert!(!advance.changed(6) && advance.changed(4), "two orders were taken back");
        assert!(!advance.spares(&asked(4, 2_000), || false), "asked again");
        assert!(!advance.changed(5) && advance.spares(&asked(5, 2_000), || false));
    }

    #[test]
    fn what_is_forgotten_takes_back_only_an_answer_that_was_the_last_order() {
        let mut advance = Advance::default();
        advance.not_this_turn(1, 3);
        advance.gave(7);
        assert!(!advance.clone().forget(9) && advance.forget(8));
        assert!(!advance.said(1).hold(3) && !advance.forget(8));
    }
}
