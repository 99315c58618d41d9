//! What happens at the laptop beside the table: a player chooses, answers, rolls; the order goes out to the game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tabletop::dice::Tape;
use tabletop::game::Game;
use tabletop::{Refusal, Roll, RuleId};

use super::memory::Key;
use super::throwing::{From, program_dice, together};
use super::{
    Action, ActionLine, Ask, Companion, DiceSource, Flag, Form, LogEntry, Page, Question, Side, Throw, Throwing,
    Thrown, Want, Whose,
};

/// What the desk asks of whoever keeps the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed<C> {
    /// Begin the game anew with these dice of the set-up.
    Begin(Vec<u8>),
    /// Play this with the program's dice.
    Play(C),
    /// Play this with exactly these dice.
    PlayTape(C, Vec<u8>),
    /// Take the last order back.
    Undo,
    /// Give it again.
    Redo,
    /// An order may be taken back, or is not to be.
    Agree(bool),
    /// Open the rulebook at this rule.
    OpenRule(RuleId),
    /// Open the rulebook.
    OpenRulebook,
    /// Open the menu of the game.
    OpenMenu,
}

/// What Undo takes back while there are phones: the last order that was noticed before this screen, with everything after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// How many orders are left then.
    pub to: usize,
    /// Which sides are asked on their phones first, for orders that they gave out of this screen's sight may go as well. The same
    /// whether there are any.
    pub asks: [bool; 2],
    /// What is to be taken back, if everybody may know it.
    pub phrase: Option<String>,
}

/// Where the players are.
#[derive(Debug)]
enum Stage<R: Companion> {
    /// Nothing is chosen.
    Choosing,
    /// Facts are being said.
    Asking { label: String, form: Form<R::Command>, answers: Vec<Option<i32>>, words: String },
    /// Dice are being typed.
    Throwing(Throwing<R>),
}

/// The desk: what is chosen, answered and typed, and who is looking. The game itself is kept elsewhere.
#[derive(Debug)]
pub struct Desk<R: Companion> {
    rules: Arc<R>,
    stage: Stage<R>,
    dice: DiceSource,
    viewer: Option<usize>,
    curtain: Option<usize>,
    /// What was answered last: the number of an answer, or its place where the rules keep the form.
    remembered: BTreeMap<Key, i32>,
    refusal: Option<Refusal>,
    side: Side,
    magnified: bool,
    selected: Option<u8>,
    past: Option<usize>,
    /// Orders of the log that stand open.
    unfolded: BTreeSet<usize>,
    /// Whether this is the desk in one player's hand, on his phone.
    in_hand: bool,
    phones: Option<[bool; 2]>,
    /// What is asked, or waited for, before an order is taken back.
    agree: Option<String>,
    /// The last order that the reader noticed, whether he may act, and the position as he knows it, when it last changed for him.
    seen: Option<(Option<usize>, bool, R::State)>,
}

impl<R: Companion> Desk<R> {
    /// A desk at which nothing is chosen yet.
    pub fn new(rules: Arc<R>, dice: DiceSource) -> Self {
        Self {
            rules,
            stage: Stage::Choosing,
            dice,
            viewer: None,
            curtain: None,
            remembered: BTreeMap::new(),
            refusal: None,
            side: Side::default(),
            magnified: false,
            selected: None,
            past: None,
            unfolded: BTreeSet::new(),
            in_hand: false,
            phones: None,
            agree: None,
            seen: None,
        }
    }

    /// A desk in the hand of one side's player, by its place in the rulebook: what it shows is his, and nobody else's ever.
    pub fn in_hand(rules: Arc<R>, dice: DiceSource, side: usize) -> Self {
        Self { viewer: Some(side), in_hand: true, side: Side::Log, ..Self::new(rules, dice) }
    }

    /// Which sides hold a phone that is there. Nobody looks in secret here for a side that does.
    pub fn phones(&mut self, there: Option<[bool; 2]>) {
        self.phones = there;
        let has = |side: Option<usize>| side.is_some_and(|side| there.is_some_and(|there| there[side]));
        if has(self.viewer) {
            self.viewer = None;
            self.stage = Stage::Choosing;
            self.refusal = None;
        }
        if has(self.curtain) {
            self.curtain = None;
        }
    }

    /// What Undo takes back while there are phones; none if this screen has noticed no order.
    pub fn take_back(&self, game: &Game<R>) -> Option<TakeBack> {
        let to = self.last_noticed(game, game.cursor()).map(|(n, _)| n)?;
        let decided = |side: usize| {
            let states = (to + 1..=game.cursor()).map(|n| game.state_at(n));
            let mut acts = states.filter_map(|state| game.rules().to_act(state));
            acts.any(|acts| self.place(acts) == Some(side))
        };
        let there = self.phones.unwrap_or_default();
        let asks = [0, 1].map(|side| there[side] && decided(side));
        let phrase = || self.rules.phrase(game.state_at(to), &game.entries()[to].command);
        let open = self.is_open_to(game, to, None);
        Some(TakeBack { to, asks, phrase: open.then(phrase) })
    }

    /// Asks, or waits to hear, whether an order may be taken back; none if that is settled.
    pub fn ask_to_agree(&mut self, what: Option<String>) {
        self.agree = what;
    }

    /// Where dice come from.
    pub fn dice(&self) -> DiceSource {
        self.dice
    }

    /// The side that is looking alone, by its place in the rulebook; none if everybody is.
    pub fn viewer(&self) -> Option<usize> {
        self.viewer
    }

    /// Whether the screen is covered until the right player sits before it.
    pub fn is_covered(&self) -> bool {
        self.curtain.is_some()
    }

    /// The game has changed: whatever was chosen is done with, and what only one side may see is put away unless that side
    /// goes on. Of an order that the reader noticed nothing of, he does not hear by this either.
    pub fn changed(&mut self, game: &Game<R>) {
        // While it is asked, nobody gives an order.
        self.agree = None;
        let acts = game.to_act().and_then(|side| self.place(side));
        let leaves = self.viewer != acts && !self.in_hand && self.viewer.is_some();
        if leaves {
            self.viewer = None;
        }
        let noticed = self.last_noticed(game, game.cursor()).map(|(n, _)| n);
        let now = (noticed, self.may_act(game), self.rules.shown_to(game.state(), self.viewer));
        if self.seen.as_ref() != Some(&now) {
            self.seen = Some(now);
            self.stage = Stage::Choosing;
            self.refusal = None;
            self.past = None;
            if let Some(next) = self.actions(game).into_iter().find(|action| action.form.at_once) {
                self.ask_for(game, next);
            }
        }
    }

    /// The rules refused what the desk asked for.
    pub fn refused(&mut self, refusal: Refusal) {
        self.stage = Stage::Choosing;
        self.refusal = Some(refusal);
    }

    fn place(&self, side: R::Side) -> Option<usize> {
        self.rules.sides().iter().position(|s| *s == side)
    }

    /// Whether the viewer is the side to act, alone in front of the screen.
    fn private(&self, game: &Game<R>) -> bool {
        self.viewer.is_some() && self.viewer == game.to_act().and_then(|side| self.place(side))
    }

    fn may_act(&self, game: &Game<R>) -> bool {
        let private = self.private(game);
        private || (self.viewer.is_none() && !self.rules.acts_in_secret(game.state()))
    }

    fn actions(&self, game: &Game<R>) -> Vec<Action<R::Command>> {
        if !self.may_act(game) {
            return Vec::new();
        }
        let shown = self.rules.shown_to(game.state(), self.viewer);
        self.rules.actions(&shown, self.private(game), self.selected)
    }

    /// Does what a player wants; what the game is asked for, if anything.
    pub fn want(&mut self, game: &Game<R>, want: Want) -> Option<Deed<R::Command>> {
        if self.curtain.is_some() {
            match want {
                Want::LiftCurtain => self.viewer = self.curtain.take(),
                Want::Back | Want::LookAs(None) => self.curtain = None,
                Want::OpenMenu => return Some(Deed::OpenMenu),
                _ => {}
            }
            return None;
        }
        // Nobody goes on while it is asked whether an order may be taken back.
        let looks = matches!(
            want,
            Want::Show(_)
                | Want::Magnify(_)
                | Want::Unfold(_)
                | Want::OpenRule(_)
                | Want::OpenRulebook
                | Want::OpenMenu
        );
        if self.agree.is_some() && !looks && !matches!(want, Want::Agree(_)) {
            return None;
        }
        match want {
            // What is past is looked at, not played.
            Want::Choose(_) | Want::Go | Want::Die(_) | Want::RollOne | Want::RollRest | Want::RollOpening
                if self.past.is_some() => {}
            Want::LookBack(point) => {
                self.past = point.filter(|point| *point < game.cursor());
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::Word(said) => {
                if let Stage::Asking { words, .. } = &mut self.stage {
                    *words = said;
                }
            }
            Want::Choose(place) => return self.choose(game, place),
            Want::Answer(question, value) => self.answer(game, question, Some(value)),
            Want::Unanswer(question) => self.answer(game, question, None),
            Want::Go => return self.go(game),
            Want::Back => {
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::Die(_) | Want::RollOne | Want::RollRest => return self.throw(game, &want),
            Want::Unroll => {
                if let Stage::Throwing(throwing) = &mut self.stage
                    && !throwing.take_back()
                {
                    self.stage = Stage::Choosing;
                }
            }
            Want::RollOpening if self.own_opening(game) => {
                self.stage = Stage::Throwing(Throwing::opening("The order of the first turn".into()));
                return self.run_on(game);
            }
            Want::RollOpening => {}
            Want::UseDice(dice) => self.dice = dice,
            Want::LookAs(_) if self.in_hand => {}
            Want::LookAs(None) => {
                self.viewer = None;
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::LookAs(Some(side)) if self.phones.is_some_and(|there| there[side]) => {}
            Want::LookAs(Some(side)) if self.viewer != Some(side) => {
                self.viewer = None;
                self.curtain = Some(side);
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::LookAs(Some(_)) | Want::LiftCurtain => {}
            Want::Undo => return Some(Deed::Undo),
            Want::Redo => return Some(Deed::Redo),
            Want::Agree(yes) => return self.agree.take().map(|_| Deed::Agree(yes)),
            Want::OpenRule(rule) => return Some(Deed::OpenRule(rule)),
            Want::OpenRulebook => return Some(Deed::OpenRulebook),
            Want::OpenMenu => return Some(Deed::OpenMenu),
            Want::Show(side) => self.side = side,
            Want::Unfold(order) => {
                if !self.unfolded.remove(&order) {
                    self.unfolded.insert(order);
                }
            }
            Want::Magnify(magnified) => self.magnified = magnified,
            Want::Select(id) => {
                self.selected = if self.selected == Some(id) { None } else { Some(id) };
                self.side = Side::Troops;
            }
        }
        None
    }

    /// Whether nothing but the program's own dice has been played yet.
    fn own_opening(&self, game: &Game<R>) -> bool {
        let record = game.record();
        let program = record.opening_dice == tabletop::journal::Throw::Seeded && !record.opening.is_empty();
        game.is_empty() && program && self.dice == DiceSource::Typed
    }

    fn choose(&mut self, game: &Game<R>, place: usize) -> Option<Deed<R::Command>> {
        let action = self.actions(game).into_iter().nth(place)?;
        self.refusal = None;
        if action.picks.is_some() {
            self.selected = action.picks;
            return None;
        }
        if action.form.live.is_none()
            && action.form.words.is_none()
            && let Some(command) = action.form.command(&[])
        {
            return self.attempt(game, command, action.label);
        }
        self.ask_for(game, action);
        None
    }

    /// The facts of an action are asked for, with what was answered the last time.
    fn ask_for(&mut self, game: &Game<R>, action: Action<R::Command>) {
        let mut form = action.form;
        let mut answers = vec![None; form.questions.len()];
        recall(&self.remembered, self.asked(game), &form.questions, &mut answers);
        if let Some(command) = form.live.take() {
            form = Form::live(self.recall_live(game, command));
        }
        self.stage = Stage::Asking { label: action.label, form, answers, words: String::new() };
    }

    /// The side that is asked, whose answers are its own.
    fn asked(&self, game: &Game<R>) -> Option<usize> {
        game.to_act().and_then(|side| self.place(side))
    }

    /// A command whose form the rules keep, with what was answered the last time.
    fn recall_live(&self, game: &Game<R>, mut command: R::Command) -> R::Command {
        let shown = self.rules.shown_to(game.state(), self.viewer);
        let count = self.rules.live(&shown, &command).len();
        for place in 0..count {
            let Some(question) = self.rules.live(&shown, &command).into_iter().nth(place) else { break };
            let said = question.remember.key(self.asked(game), None).and_then(|key| self.remembered.get(&key));
            let answer = said.and_then(|said| usize::try_from(*said).ok());
            if let Some((_, again, ..)) = answer.and_then(|answer| question.answers.into_iter().nth(answer)) {
                command = again;
            }
        }
        command
    }

    fn answer(&mut self, game: &Game<R>, question: usize, value: Option<i32>) {
        let shown = self.rules.shown_to(game.state(), self.viewer);
        let side = self.asked(game);
        if let Stage::Asking { form, .. } = &mut self.stage
            && let Some(command) = &form.live
        {
            let questions = self.rules.live(&shown, command);
            let place = value.and_then(|value| usize::try_from(value).ok());
            let chosen = questions.get(question).zip(place).and_then(|(asked, place)| asked.answers.get(place));
            if let Some((_, command, ..)) = chosen {
                *form = Form::live(command.clone());
            }
            return;
        }
        if let Stage::Asking { form, answers, .. } = &mut self.stage
            && let (Some(asked), Some(answer)) = (form.questions.get(question), answers.get_mut(question))
            && value.is_none_or(|v| asked.allows(v))
        {
            let was = std::mem::replace(answer, value);
            if question == 0 && value.is_some() && was != value {
                // What was said of another target does not hold for this one.
                for (asked, answer) in form.questions.iter().zip(answers.iter_mut()).skip(1) {
                    if asked.remember.by_aim() && (was.is_some() || *answer == asked.usual) {
                        *answer = None;
                    }
                }
                recall(&self.remembered, side, &form.questions, answers);
            }
        }
    }

    fn go(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let Stage::Asking { label, form, answers, words } = &self.stage else { return None };
        let command = form.worded_command(answers, words)?;
        let doing = label.clone();
        // What is refused was not so: it is no answer for the next time.
        if self.check(game, &command).is_ok() {
            let (side, aim) = (self.asked(game), answers.first().copied().flatten());
            for (question, answer) in form.questions.iter().zip(answers) {
                if let (Some(answer), Some(key)) = (answer, question.remember.key(side, aim)) {
                    self.remembered.insert(key, *answer);
                }
            }
            if let Some(command) = &form.live {
                let shown = self.rules.shown_to(game.state(), self.viewer);
                for question in self.rules.live(&shown, command) {
                    let chosen = question.answers.iter().position(|(_, _, holds, _)| *holds);
                    let chosen = chosen.and_then(|place| i32::try_from(place).ok());
                    if let (Some(place), Some(key)) = (chosen, question.remember.key(side, None)) {
                        self.remembered.insert(key, place);
                    }
                }
            }
        }
        self.attempt(game, command, doing)
    }

    /// Asked of what the reader knows, so that no refusal tells him more.
    fn check(&self, game: &Game<R>, command: &R::Command) -> Result<(), Refusal> {
        self.rules.check(&self.rules.shown_to(game.state(), self.viewer), command)
    }

    /// A command is complete: it is refused, played, or wants dice.
    fn attempt(&mut self, game: &Game<R>, command: R::Command, doing: String) -> Option<Deed<R::Command>> {
        if let Err(refusal) = self.check(game, &command) {
            // What is answered stays, so that it can be put right.
            self.refusal = Some(refusal);
            return None;
        }
        if self.dice == DiceSource::Computer {
            self.stage = Stage::Choosing;
            return Some(Deed::Play(command));
        }
        self.stage = Stage::Throwing(Throwing::command(command, doing));
        self.run_on(game)
    }

    /// Rolls what nobody may see, and plays the command when no die is wanted any more.
    fn run_on(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let Stage::Throwing(throwing) = &mut self.stage else { return None };
        loop {
            match throwing.asked(&self.rules, throwing.from(game)) {
                Ok(Some(asked)) if asked.whose.secret.is_some_and(|side| self.viewer != Some(side)) => {
                    throwing.roll(&mut program_dice(game, throwing.values.len()), &asked.need, true);
                }
                Ok(Some(_)) => return None,
                Ok(None) => {
                    let command = throwing.command.take();
                    let values = std::mem::take(&mut throwing.values);
                    self.stage = Stage::Choosing;
                    return Some(match command {
                        None => Deed::Begin(values),
                        Some(command) if values.is_empty() => Deed::Play(command),
                        Some(command) => Deed::PlayTape(command, values),
                    });
                }
                Err(refusal) => {
                    self.refused(refusal);
                    return None;
                }
            }
        }
    }

    fn throw(&mut self, game: &Game<R>, want: &Want) -> Option<Deed<R::Command>> {
        loop {
            let Stage::Throwing(throwing) = &mut self.stage else { return None };
            let asked = throwing.asked(&self.rules, throwing.from(game)).ok().flatten()?;
            match *want {
                Want::Die(value) if (1..=asked.need.sides).contains(&value) => throwing.push(value),
                Want::Die(_) => return None,
                _ => throwing.roll(&mut program_dice(game, throwing.values.len()), &asked.need, false),
            }
            let deed = self.run_on(game);
            if deed.is_some() || *want != Want::RollRest {
                return deed;
            }
        }
    }

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
            curtain: self.curtain.map(Flag::of),
            actor: rules.actor(&shown).map(|(side, name)| (Flag::of(side), name)),
            question: rules.question(&shown),
            question_rule: rules.question_rule(&shown),
            order,
            order_title,
            ask: self.ask(game, &shown),
            refusal: self.refusal.clone(),
            agree: self.agree.clone(),
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

    fn ask(&self, game: &Game<R>, shown: &R::State) -> Ask {
        let rules = &*self.rules;
        if self.past.is_some() {
            return Ask::Past { moment: rules.moment(shown).1 };
        }
        if let Some(outcome) = game.outcome() {
            return Ask::Over { title: outcome.title, because: outcome.because };
        }
        match &self.stage {
            Stage::Choosing if !self.may_act(game) => {
                let side = game.to_act().and_then(|side| self.place(side)).unwrap_or(0);
                let name = rules.sides().get(side).map_or(String::new(), |s| R::side_name(*s).to_owned());
                Ask::Secret { flag: Flag::of(side), name }
            }
            Stage::Choosing => Ask::Choose(self.actions(game).iter().map(line).collect()),
            Stage::Asking { label, form, answers, words } => {
                let (mut questions, mut answers) = (form.questions.clone(), answers.clone());
                if let Some(command) = &form.live {
                    (questions, answers) = rules.live(shown, command).iter().map(super::LiveQuestion::shown).unzip();
                }
                let command = form.live.clone().or_else(|| form.worded_command(&answers, words));
                let refusal = command.as_ref().and_then(|c| rules.check(shown, c).err());
                let preview = command.filter(|_| refusal.is_none()).and_then(|c| rules.preview(shown, &c));
                let words = form.words.map(|ask| (ask.to_owned(), words.clone()));
                Ask::Facts { title: label.clone(), questions, answers, words, refusal, preview }
            }
            Stage::Throwing(throwing) => match throw_line(rules, throwing, throwing.from(game), self.viewer) {
                Some(throw) => Ask::Throw(throw),
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
    fn last_noticed(&self, game: &Game<R>, here: usize) -> Option<(usize, Vec<String>)> {
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

    fn is_open_to(&self, game: &Game<R>, n: usize, reader: Option<usize>) -> bool {
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

/// Puts in what was said of the same thing before, or else the usual, where nothing is said yet.
fn recall(kept: &BTreeMap<Key, i32>, side: Option<usize>, questions: &[Question], answers: &mut [Option<i32>]) {
    let only = |q: &Question| (q.choices.len() == 1 && q.exact.is_none()).then(|| q.choices[0].value);
    for (n, question) in questions.iter().enumerate() {
        if answers[n].is_some() {
            continue;
        }
        let said = question.remember.key(side, answers[0]).and_then(|key| kept.get(&key));
        let again = said.copied().filter(|value| question.allows(*value));
        answers[n] = again.or(question.usual).or_else(|| only(question));
    }
}

/// Dice as lines of the log.
fn told_dice(rolls: &[tabletop::Roll]) -> Vec<String> {
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
    }
}

/// The die that is asked for, as shown.
pub(super) fn throw_line<R: Companion>(
    rules: &R,
    throwing: &Throwing<R>,
    from: From<'_, R>,
    viewer: Option<usize>,
) -> Option<Throw> {
    let asked = throwing.asked(rules, from).ok().flatten()?;
    let same = |roll: &&tabletop::Roll| roll.purpose == asked.need.purpose && roll.sides == asked.need.sides;
    let before = asked.rolls.iter().rev().take_while(same).count();
    let all = if asked.whose.alone { 0 } else { before + throwing.ahead(rules, from, &asked.need) };
    let told = asked.so_far.events.iter();
    let told = told.filter_map(|event| rules.noticed_by(event, &asked.so_far.state, viewer));
    Some(Throw {
        doing: throwing.doing.clone(),
        purpose: asked.need.purpose.to_string(),
        rule: asked.need.rule.clone(),
        sides: asked.need.sides,
        who: asked.whose.name,
        of: (all > 1).then_some((before + 1, all)),
        so_far: together(&throwing.open(&asked.rolls)),
        told: told.map(|event| rules.tell_in(&asked.so_far.state, &event)).collect(),
    })
}
