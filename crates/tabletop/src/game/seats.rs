//! Who plays which side of a game, and how undo and redo pass over the orders of those who are not persons.

use super::Game;
use crate::Ruleset;
use crate::players::{Player, Players};

impl<R: Ruleset> Game<R> {
    /// Who plays the sides, in the order of the rulebook.
    pub fn players(&self) -> Players {
        self.record.players
    }

    /// Who plays a side.
    pub fn player(&self, side: R::Side) -> Player {
        let place = self.rules.sides().iter().position(|other| *other == side);
        place.and_then(|place| self.record.players.get(place)).copied().unwrap_or_default()
    }

    /// From here on the sides are played by these. What was played stays as it was.
    pub fn seat(&mut self, players: Players) {
        self.record.players = players;
    }

    /// The sides that persons play.
    pub fn persons(&self) -> Vec<R::Side> {
        self.rules.sides().iter().copied().filter(|side| self.player(*side).is_person()).collect()
    }

    /// How many entries are in force once the last decision of a person is taken back, with everything that the computer gave
    /// after it; where no person plays, the last decision. `None` if there is none.
    pub fn before_last_decision(&self) -> Option<usize> {
        let nobody = self.persons().is_empty();
        (0..self.cursor()).rev().find(|n| nobody || self.is_decided_by_person(*n))
    }

    /// How many entries are in force once the next decision that was taken back is given again, with everything that the
    /// computer gave after it. `None` if nothing was taken back.
    pub fn after_next_decision(&self) -> Option<usize> {
        let next = self.can_redo().then(|| self.cursor() + 1)?;
        if self.persons().is_empty() {
            return Some(next);
        }
        Some((next..self.len()).find(|n| self.is_decided_by_person(*n)).unwrap_or(self.len()))
    }

    /// Whether a person, by who plays now, decides what entry `n` decided.
    fn is_decided_by_person(&self, n: usize) -> bool {
        let Some(entry) = self.entries().get(n) else { return false };
        let giver = self.rules.giver(self.state_at(n), &entry.command);
        giver.is_none_or(|side| self.player(side).is_person())
    }
}
