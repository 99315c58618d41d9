//! Fire that is held: what a side has said in advance, and the question that it is spared.

use tabletop::game::Game;

use super::{Deed, Desk, Stage};
use crate::companion::{ActionLine, Ask, Companion, Flag, Manner};
use crate::holding::{self, Holds, InAdvance};

impl<R: Companion> Desk<R> {
    /// Who of a side may fire at the squad that acts. It is told from what everybody knows, so that nothing said in advance, and no
    /// question that is spared, tells whether somebody hides.
    fn may_fire(&self, game: &Game<R>, side: usize) -> Option<InAdvance> {
        self.rules.in_advance(&self.rules.shown_to(game.state(), None), side)
    }

    fn turn(&self, game: &Game<R>) -> u32 {
        self.rules.moment(game.state()).0
    }

    /// The order of the side that is asked now, if none of its units is to fire yet.
    pub(super) fn holding(&self, game: &Game<R>) -> Option<R::Command> {
        let side = self.asked(game)?;
        let stopped = || {
            let last = game.cursor().checked_sub(1).map(|n| &game.entries()[n].command);
            last.is_some_and(|command| self.rules.stopped(&self.rules.shown_to(game.state(), None), command))
        };
        let (orders, turn, may_fire) = (game.cursor(), self.turn(game), self.may_fire(game, side)?);
        let spared = self.advance.spares(&holding::Asked { side, orders, turn, may_fire }, stopped);
        self.rules.holds_fire(game.state()).filter(|_| spared)
    }

    /// What a side that may fire now can say for the rest of the turn.
    pub(super) fn lasting(&self, game: &Game<R>) -> Option<ActionLine> {
        let shown = self.rules.shown_to(game.state(), self.viewer);
        let asked = self.may_act(game) && self.rules.holds_fire(&shown).is_some();
        asked.then(|| ActionLine {
            label: "Nobody fires this turn".into(),
            group: "For the rest of the turn".into(),
            hover: "This side is not asked again this turn whether it fires.".into(),
            ends: false,
            asks: false,
            key: Some('k'),
        })
    }

    /// Nobody of the side that is asked fires this turn.
    pub(super) fn nobody_fires(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let side = self.asked(game)?;
        self.advance.not_this_turn(side, self.turn(game));
        self.give_up(game)
    }

    /// Lets the enemy go on for a side that has said so in advance, if that is what is asked.
    pub(super) fn give_up(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let hold = self.holding(game)?;
        self.advance.gave(game.cursor());
        self.attempt(game, hold, "Nobody fires".to_owned())
    }

    /// The side that can say now when it fires: the one that looks in secret, the one that is asked, or the one that would be. Whose
    /// phone is there says it on the phone.
    pub(super) fn may_say(&self, game: &Game<R>) -> Option<usize> {
        if self.past.is_some() || game.outcome().is_some() {
            return None;
        }
        let asked = self.rules.holds_fire(&self.rules.shown_to(game.state(), self.viewer));
        let acts = self.asked(game)?;
        let side = self.viewer.unwrap_or(if asked.is_some() { acts } else { 1 - acts });
        let has_phone = self.phones.is_some_and(|there| there[side]);
        let says = !has_phone && !self.is_computers(side);
        self.may_fire(game, side).filter(|may_fire| says && !may_fire.who.is_empty()).map(|_| side)
    }

    /// Opens the form. What was said before stands in it for its owner alone.
    pub(super) fn say_when(&mut self, game: &Game<R>) {
        let Some(side) = self.may_say(game).filter(|_| matches!(self.stage, Stage::Choosing)) else { return };
        let Some(may_fire) = self.may_fire(game, side) else { return };
        let none = Holds::default();
        let said = if self.viewer == Some(side) { self.advance.said(side) } else { &none };
        let answers = said.answers(&may_fire, self.turn(game));
        self.stage = Stage::Holding { side, answers };
        self.refusal = None;
    }

    /// Whether a player still fills the form in on a phone: the enemy may go on meanwhile.
    pub(super) fn is_saying(&self, game: &Game<R>) -> bool {
        let Stage::Holding { side, answers } = &self.stage else { return false };
        let asked = || self.may_fire(game, *side).map(|may_fire| Holds::questions(&may_fire).len());
        self.in_hand && self.may_say(game) == Some(*side) && asked() == Some(answers.len())
    }

    /// The form says when a side fires.
    pub(super) fn said_when(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let Stage::Holding { side, answers } = std::mem::replace(&mut self.stage, Stage::Choosing) else { return None };
        let may_fire = self.may_fire(game, side)?;
        self.advance.say(side, Holds::said(&may_fire, &answers, self.turn(game)));
        self.give_up(game)
    }

    /// Nobody holds fire any longer. The question that was spared last is asked, too, if nothing has been done since; a phone takes
    /// nothing back.
    pub(super) fn ask_again(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        (self.advance.forget(game.cursor()) && !self.in_hand).then_some(Deed::Undo)
    }

    /// The sides that have said when they fire; what they said only to themselves.
    pub(super) fn holding_lines(&self, game: &Game<R>) -> Vec<(Flag, Vec<String>)> {
        let turn = self.turn(game);
        let said = (0..2).filter(|side| self.advance.said(*side).hold(turn));
        let lines = |side: usize| {
            let own = self.may_fire(game, side).filter(|_| self.viewer == Some(side));
            own.map(|may_fire| self.advance.said(side).lines(&may_fire, turn)).unwrap_or_default()
        };
        said.map(|side| (Flag::of(side), lines(side))).collect()
    }

    /// The form as the screen shows it.
    pub(super) fn ask_when(&self, game: &Game<R>, side: usize, answers: &[Option<i32>]) -> Ask {
        let name = self.rules.sides().get(side).map_or(String::new(), |side| R::side_name(*side).to_owned());
        let questions = self.may_fire(game, side).map(|may_fire| Holds::questions(&may_fire)).unwrap_or_default();
        Ask::Facts {
            title: holding::heading(&name),
            questions,
            answers: answers.to_vec(),
            words: None,
            refusal: None,
            preview: None,
            manner: Manner::Own,
        }
    }
}
