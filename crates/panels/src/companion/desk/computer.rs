//! Sides that the computer plays beside a real table: it is told what it has to know, decides, and those at the table carry its
//! orders out with the figures.

use std::collections::BTreeMap;

use tabletop::game::Game;

use super::{Deed, Desk, Stage};
use crate::companion::{Announced, Ask, Companion, Look, Manner, Question, Seen, Told};

/// What the desk keeps for the computer.
#[derive(Debug)]
pub(super) struct Computer<C> {
    /// Which sides it plays, in the order of the rulebook.
    plays: [bool; 2],
    /// What was told of the table, and how many orders had been given then.
    told: BTreeMap<Look, (usize, Seen)>,
    /// Orders that cannot be carried out as things stand, and how many orders had been given then.
    cannot: (usize, Vec<C>),
    /// The order that is being carried out, and what is to be done with the figures.
    doing: Option<(C, String)>,
}

impl<C> Default for Computer<C> {
    fn default() -> Self {
        Self { plays: [false; 2], told: BTreeMap::new(), cannot: (0, Vec::new()), doing: None }
    }
}

/// What the computer decides from.
#[derive(Clone, Debug, PartialEq)]
pub struct Deciding<C> {
    /// The side that it decides for, by its place in the rulebook.
    pub side: usize,
    /// What was told of the table and still holds.
    pub told: Told,
    /// What cannot be done as things stand.
    pub cannot: Vec<C>,
}

impl<R: Companion> Desk<R> {
    /// Says which sides the computer plays, in the order of the rulebook. Nobody looks in secret for such a side; where one player
    /// is left, the screen is his.
    pub fn computers(&mut self, game: &Game<R>, plays: [bool; 2]) {
        if self.computer.plays == plays {
            return;
        }
        self.computer = Computer { plays, told: std::mem::take(&mut self.computer.told), ..Computer::default() };
        (self.viewer, self.curtain, self.stage, self.refusal) = (self.person(), None, Stage::Choosing, None);
        self.open_at_once(game);
    }

    /// The only player at the table, where the computer plays the other side.
    pub(super) fn person(&self) -> Option<usize> {
        match self.computer.plays {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// Whether the computer plays a side.
    pub(super) fn is_computers(&self, side: usize) -> bool {
        self.computer.plays.get(side).is_some_and(|plays| *plays)
    }

    /// The side of the computer that is to act, if one is.
    pub(super) fn computer_acts(&self, game: &Game<R>) -> Option<usize> {
        self.asked(game).filter(|side| self.is_computers(*side))
    }

    /// Whether what is asked of a side of the computer is a fact of the table, which those who stand at it say.
    pub(super) fn says_fact(&self, game: &Game<R>) -> bool {
        self.rules.is_fact(&self.rules.shown_to(game.state(), None))
    }

    /// The side with whose eyes an order is looked at: that of the computer, where it gives the order.
    pub(super) fn orders_as(&self, game: &Game<R>) -> Option<usize> {
        match self.computer.doing {
            Some(_) => self.computer_acts(game),
            None => self.viewer,
        }
    }

    /// What the computer is to decide now, once everything is told that it asks; none while it is not its turn.
    pub fn deciding(&self, game: &Game<R>) -> Option<Deciding<R::Command>> {
        let side = self.computer_acts(game).filter(|_| self.past.is_none() && game.outcome().is_none())?;
        if !matches!(self.stage, Stage::Choosing) || self.says_fact(game) || !self.to_ask(game, side).is_empty() {
            return None;
        }
        let (then, cannot) = &self.computer.cannot;
        let cannot = if *then == game.cursor() { cannot.clone() } else { Vec::new() };
        Some(Deciding { side, told: self.told(game), cannot })
    }

    /// The computer has decided: its order is carried out, by those at the table where it has to do with figures.
    pub fn decided(
        &mut self,
        game: &Game<R>,
        command: R::Command,
        announced: Option<Announced<R::Command>>,
    ) -> Option<Deed<R::Command>> {
        self.computer_acts(game)?;
        let Some(Announced { title, says, form }) = announced else {
            self.computer.doing = Some((command.clone(), String::new()));
            // Beside open dice it must not be read who hides.
            let known = self.rules.shown_to(game.state(), None);
            let secret = if self.rules.acts_in_secret(game.state()) { self.rules.actor(&known) } else { None };
            let title = secret.map_or_else(|| self.rules.phrase(&known, &command), |(_, asked)| asked);
            let deed = self.attempt(game, command, title);
            if self.refusal.take().is_some() {
                self.cannot(game);
            }
            return deed;
        };
        self.computer.doing = Some((command, says));
        let answers = form.questions.iter().map(|question| question.usual).collect();
        self.stage = Stage::Asking { label: title, form, answers, words: String::new() };
        None
    }

    /// Nothing is being carried out for the computer any more; if its turn has come, it asks what it has to be told.
    pub(super) fn computer_looks(&mut self, game: &Game<R>) {
        self.computer.doing = None;
        let Some(side) = self.computer_acts(game).filter(|_| !self.says_fact(game)) else { return };
        let asked = self.to_ask(game, side);
        if !asked.is_empty() {
            let answers = asked.iter().map(|(_, question)| question.usual).collect();
            self.stage = Stage::Looking { looks: asked.into_iter().map(|(look, _)| look).collect(), answers };
        }
    }

    /// An order of the computer cannot be carried out: it thinks of another.
    pub(super) fn cannot(&mut self, game: &Game<R>) {
        let Some((command, _)) = self.computer.doing.take() else { return };
        let (then, cannot) = &mut self.computer.cannot;
        if *then != game.cursor() {
            (*then, *cannot) = (game.cursor(), Vec::new());
        }
        cannot.push(command);
    }

    /// The answers of the computer's form are kept. They may lead to more questions.
    pub(super) fn looked(&mut self, game: &Game<R>) {
        let Stage::Looking { looks, answers } = std::mem::replace(&mut self.stage, Stage::Choosing) else { return };
        let known = self.rules.shown_to(game.state(), None);
        for (look, answer) in looks.into_iter().zip(answers) {
            if let Some(seen) = answer.and_then(|answer| self.rules.seen_as(&known, look, answer)) {
                self.computer.told.insert(look, (game.cursor(), seen));
            }
        }
        self.computer_looks(game);
    }

    /// What was told after orders that were taken back was told of another table.
    pub(super) fn forget_untold(&mut self, game: &Game<R>) {
        self.computer.told.retain(|_, (then, _)| *then <= game.cursor());
    }

    /// What was told and still holds: nobody whom it is about has moved since.
    fn told(&self, game: &Game<R>) -> Told {
        let holds = |look: Look, then: usize| {
            let mut since = game.entries().get(then..game.cursor())?.iter();
            since.all(|entry| !self.rules.spoils(game.state(), &entry.command, look)).then_some(())
        };
        let told = self.computer.told.iter();
        told.filter_map(|(look, (then, seen))| holds(*look, *then).map(|()| (*look, *seen))).collect()
    }

    /// What a side of the computer still has to be told.
    fn to_ask(&self, game: &Game<R>, side: usize) -> Vec<(Look, Question)> {
        let told = self.told(game);
        let looks = self.rules.looks(&self.rules.shown_to(game.state(), None), side, &told);
        looks.into_iter().filter(|(look, _)| !told.contains_key(look)).collect()
    }

    /// The form by which the computer is told how things stand, as the screen shows it.
    pub(super) fn ask_looks(&self, game: &Game<R>, looks: &[Look], answers: &[Option<i32>]) -> Ask {
        let side = self.asked(game).unwrap_or(0);
        let name = self.rules.sides().get(side).map_or(String::new(), |side| R::side_name(*side).to_owned());
        let all = self.rules.looks(&self.rules.shown_to(game.state(), None), side, &self.told(game));
        let asked = all.into_iter().filter(|(look, _)| looks.contains(look));
        Ask::Facts {
            title: format!("The computer asks for {name}"),
            questions: asked.map(|(_, question)| question).collect(),
            answers: answers.to_vec(),
            words: None,
            refusal: None,
            preview: None,
            manner: Manner::Looks,
        }
    }

    /// How a form is asked: by a player, or for an order of the computer.
    pub(super) fn manner(&self, last: bool) -> Manner {
        match &self.computer.doing {
            Some((_, says)) => Manner::Computer(says.clone()),
            None if last && !self.in_hand => Manner::OwnLast,
            None => Manner::Own,
        }
    }
}
