//! What the desk shows: its page, to the viewer.

use tabletop::Roll;
use tabletop::dice::Tape;
use tabletop::game::Game;

use super::{Desk, Stage};
use crate::companion::throwing::{From, together};
use crate::companion::{
    Action, ActionLine, Ask, Companion, Flag, LiveQuestion, LogEntry, Manner, Page, Side, Throw, Throwing, Thrown,
    Together, Whose,
};

impl<R: Companion> Desk<R> {
    /// What the screen shows. `keys` says whether it listens to its keys.
    pub fn page(&self, game: &Game<R>, keys: bool) -> Page {
        let rules = &*self.rules;
        let here = self.past.unwrap_or(game.cursor());
        let shown = rules.shown_to(game.state_at(here), self.viewer);
        let (order_title, order) = rules.order(&shown);
        let names = |n: usize| rules.sides().get(n).map_or(String::new(), |s| R::side_name(*s).to_owned());
        let (told, rolled) = self.last(game, here);
        Page {
            title: R::title(game.scenario()).to_owned(),
            moment: rules.moment(&shown).1,
            names: [names(0), names(1)],
            viewer: self.viewer.map(Flag::of),
            with_computer: (0..2).any(|side| self.is_computers(side)),
            curtain: self.curtain.map(Flag::of),
            actor: self.actor(game, &shown),
            question: rules.question(&shown),
            question_rule: rules.question_rule(&shown),
            order,
            order_title,
            ask: self.ask(game, &shown),
            refusal: self.refusal.clone(),
            holding: self.holding_lines(game),
            may_say: self.may_say(game).map(Flag::of),
            agree: self.agree.clone(),
            answered: self
                .answered
                .filter(|(n, _)| n + 1 == here && self.viewer.is_none())
                .map(|(_, side)| Flag::of(side)),
            under_markers: if self.viewer.is_some() { rules.under_markers(&shown) } else { Vec::new() },
            told,
            rolled,
            cards: rules.cards(&shown),
            selected: self.selected,
            clock: rules.clock(&shown),
            points: rules.points(&shown),
            log: if self.side == Side::Log { self.log(game) } else { Vec::new() },
            dice: self.dice,
            own_opening: self.own_opening(game),
            side: self.side,
            magnified: self.magnified,
            // An order out of sight must not light the one or put out the other.
            undo: if self.phones.is_some() {
                self.last_noticed(game, game.cursor()).is_some()
            } else {
                game.can_undo()
            },
            redo: self.phones.is_none() && game.can_redo(),
            phones: self.phones,
            keys,
        }
    }

    /// The page for a phone: the last of the log is enough there.
    pub fn page_in_hand(&self, game: &Game<R>) -> Page {
        const LAST: usize = 40;
        let mut page = self.page(game, false);
        let before = page.log.len().saturating_sub(LAST);
        page.log.drain(..before);
        page
    }

    /// Whose it is to act or to answer. What a player would be asked is no heading for what the computer decides.
    fn actor(&self, game: &Game<R>, shown: &R::State) -> Option<(Flag, String)> {
        let (side, name) = self.rules.actor(shown)?;
        let computers = self.past.is_none() && self.computer_acts(game) == Some(side) && !self.says_fact(game);
        Some((Flag::of(side), if computers { "The computer".into() } else { name }))
    }

    fn ask(&self, game: &Game<R>, shown: &R::State) -> Ask {
        let rules = &*self.rules;
        if self.past.is_some() {
            return Ask::Past { moment: rules.moment(shown).1 };
        }
        if let Some(outcome) = game.outcome() {
            return Ask::Over { title: outcome.title, because: outcome.because };
        }
        match &self.stage {
            Stage::Choosing if self.computer_acts(game).is_some() && !self.says_fact(game) => {
                let side = self.asked(game).unwrap_or(0);
                let name = rules.sides().get(side).map_or(String::new(), |s| R::side_name(*s).to_owned());
                Ask::Computer { name }
            }
            Stage::Choosing if !self.may_act(game) => {
                let side = game.to_act().and_then(|side| self.place(side)).unwrap_or(0);
                let name = rules.sides().get(side).map_or(String::new(), |s| R::side_name(*s).to_owned());
                Ask::Secret { flag: Flag::of(side), name }
            }
            Stage::Choosing => Ask::Choose(self.actions(game).iter().map(line).chain(self.lasting(game)).collect()),
            Stage::Asking { label, form, answers, words } => {
                let (mut questions, mut answers) = (form.questions.clone(), answers.clone());
                if let Some(command) = &form.live {
                    (questions, answers) = rules.live(shown, command).iter().map(LiveQuestion::shown).unzip();
                }
                let command = form.live.clone().or_else(|| form.worded_command(&answers, words));
                let refusal = command.as_ref().and_then(|c| self.check(game, c).err());
                let manner = self.manner(form.last);
                // What the computer's order promises it keeps to itself.
                let own = !matches!(manner, Manner::Computer(_)) && refusal.is_none();
                let preview = command.filter(|_| own).and_then(|c| rules.preview(shown, &c));
                let words = form.words.map(|ask| (ask.to_owned(), words.clone()));
                Ask::Facts { title: label.clone(), questions, answers, words, refusal, preview, manner }
            }
            Stage::Holding { side, answers } => self.ask_when(game, *side, answers),
            Stage::Looking { looks, answers } => self.ask_looks(game, looks, answers),
            Stage::Throwing(throwing) => match throw_line(rules, throwing, throwing.from(game), self.viewer) {
                Some(mut throw) => {
                    if self.in_hand || self.each {
                        throw.each = throw.together.take().is_some() && !self.in_hand;
                    }
                    Ask::Throw(throw)
                }
                None => Ask::Choose(Vec::new()),
            },
        }
    }

    /// What came of the last order that the reader noticed, and its dice, as far as he may know. An order out of his sight changes
    /// nothing, or its place would tell of it.
    fn last(&self, game: &Game<R>, here: usize) -> (Vec<String>, Vec<Thrown>) {
        let last = self.last_noticed(game, here);
        last.map_or_else(Default::default, |(n, told)| (told, together(&self.open_dice(game, n))))
    }

    /// The last order before this point that the reader noticed, and what came of it.
    pub(super) fn last_noticed(&self, game: &Game<R>, here: usize) -> Option<(usize, Vec<String>)> {
        let told = |n: usize| -> Vec<String> {
            let after = game.state_at(n + 1);
            let events = game.events(n);
            let noticed = events.iter().filter_map(|event| self.rules.noticed_by(event, after, self.viewer));
            noticed.map(|event| self.rules.tell_in(after, &event)).collect()
        };
        let mut orders = (0..here).rev().map(|n| (n, told(n)));
        orders.find(|(n, told)| !told.is_empty() || self.is_open(game, *n))
    }

    /// Whether the reader may know that an order was given: it is his side's own, or everybody saw it given. What came of it
    /// makes no difference, or it could be told from this whether it met anybody.
    fn is_open(&self, game: &Game<R>, n: usize) -> bool {
        self.is_open_to(game, n, self.viewer)
    }

    pub(super) fn is_open_to(&self, game: &Game<R>, n: usize, reader: Option<usize>) -> bool {
        let (before, after, command) = (game.state_at(n), game.state_at(n + 1), &game.entries()[n].command);
        let own = reader.is_some() && game.rules().to_act(before).and_then(|side| self.place(side)) == reader;
        own || !self.rules.is_private(before, after, command)
    }

    /// The dice of an order that are no secret from the reader.
    fn open_dice(&self, game: &Game<R>, n: usize) -> Vec<Roll> {
        if !self.is_open(game, n) {
            return Vec::new();
        }
        let played = &game.entries()[n];
        let mut tape = Tape::new(played.rolls.iter().map(|roll| roll.value).collect::<Vec<_>>());
        let whose = self.rules.part_way(game.state_at(n), &played.command, &mut tape).dice;
        let shown = |whose: &Whose| whose.secret.is_none_or(|side| self.viewer == Some(side));
        played.rolls.iter().zip(&whose).filter(|(_, whose)| shown(whose)).map(|(roll, _)| roll.clone()).collect()
    }

    fn log(&self, game: &Game<R>) -> Vec<LogEntry> {
        let rules = &*self.rules;
        let entry = |n: usize| {
            let (before, after, events) = (game.state_at(n), game.state_at(n + 1), game.events(n));
            let noticed: Vec<R::Event> =
                events.iter().filter_map(|event| rules.noticed_by(event, after, self.viewer)).collect();
            let phrase = || rules.phrase(before, &game.entries()[n].command);
            let arithmetic = |_: &usize| {
                let shown = rules.shown_to(before, self.viewer);
                let command = self.is_open(game, n).then(|| &game.entries()[n].command);
                (0..noticed.len()).filter_map(|number| rules.explain(&shown, command, &noticed, number)).collect()
            };
            LogEntry {
                order: n,
                opened: self.unfolded.get(&n).map(arithmetic),
                moment: rules.moment(&rules.shown_to(before, self.viewer)).1,
                phrase: if self.is_open(game, n) { phrase() } else { String::new() },
                told: noticed.iter().map(|event| rules.tell_in(after, event)).collect(),
                rolls: told_dice(&self.open_dice(game, n)),
            }
        };
        (0..game.cursor()).map(entry).filter(|line| !line.phrase.is_empty() || !line.told.is_empty()).collect()
    }
}

/// Dice as lines of the log.
fn told_dice(rolls: &[Roll]) -> Vec<String> {
    let words = |values: &[u8]| values.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    together(rolls).iter().map(|thrown| format!("{}: {}", thrown.purpose, words(&thrown.values))).collect()
}

fn line<C>(action: &Action<C>) -> ActionLine {
    ActionLine {
        label: action.label.clone(),
        group: action.group.clone(),
        hover: action.hover.clone(),
        ends: action.ends,
        asks: action.form.asks(),
        key: action.key,
    }
}

/// The die that is asked for, as shown.
fn throw_line<R: Companion>(
    rules: &R,
    throwing: &Throwing<R>,
    from: From<'_, R>,
    viewer: Option<usize>,
) -> Option<Throw> {
    let asked = throwing.asked(rules, from).ok().flatten()?;
    let same = |roll: &&Roll| roll.purpose == asked.need.purpose && roll.sides == asked.need.sides;
    let before = asked.rolls.iter().rev().take_while(same).count();
    let all = if asked.whose.alone { 0 } else { before + throwing.ahead(rules, from, &asked.need) };
    let dice = throwing.together(rules, from, &asked);
    let counted_together = dice.map(|dice| {
        let counts = &asked.whose.counts;
        let counted: Vec<(String, usize)> =
            counts.iter().zip(throwing.counted()).map(|(count, n)| (count.words(), usize::from(*n))).collect();
        Together {
            dice,
            asks: counts.get(counted.len()).map(|count| count.words()).unwrap_or_default(),
            most: dice - counted.iter().map(|(_, n)| n).sum::<usize>(),
            counted,
        }
    });
    let told = asked.so_far.events.iter();
    let told = told.filter_map(|event| rules.noticed_by(event, &asked.so_far.state, viewer));
    Some(Throw {
        doing: throwing.doing.clone(),
        purpose: asked.need.purpose.to_string(),
        rule: asked.need.rule.clone(),
        sides: asked.need.sides,
        who: asked.whose.name,
        of: (all > 1).then_some((before + 1, all)),
        together: counted_together,
        each: false,
        so_far: together(&throwing.open(&asked.rolls)),
        told: told.map(|event| rules.tell_in(&asked.so_far.state, &event)).collect(),
    })
}
