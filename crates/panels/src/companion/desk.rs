//! What happens at the laptop beside the table: a player chooses, answers, rolls; the order goes out to the game.

mod computer;
mod holding;
mod shown;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tabletop::game::Game;
use tabletop::{Refusal, RuleId};

use super::memory::{Key, Said};
use super::throwing::program_dice;
use super::{Action, Companion, DiceSource, Form, Look, Question, Side, Throwing, Want};
use crate::holding::{Advance, Holds};
use computer::Computer;

pub use computer::Deciding;

/// What the desk asks of the keeper of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed<C> {
    /// Begin the game again with these dice of the set-up.
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
    /// A side is saying when it fires.
    Holding { side: usize, answers: Vec<Option<i32>> },
    /// The computer is being told how things stand.
    Looking { looks: Vec<Look>, answers: Vec<Option<i32>> },
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
    remembered: BTreeMap<Key, Said>,
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
    /// Whether each die of a throw is said, where they could be counted.
    each: bool,
    /// What each side has said in advance of when it fires.
    advance: Advance,
    /// The sides that the computer plays, and what it was told.
    computer: Computer<R::Command>,
    /// The order given last before everybody whose outcome is its own side's business, and that side.
    answered: Option<(usize, usize)>,
    /// Who ends the phase with what is being done, as the screen names it.
    ending: Option<(usize, String)>,
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
            each: false,
            advance: Advance::default(),
            computer: Computer::default(),
            answered: None,
            ending: None,
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
    /// goes on. Of an order that the reader noticed nothing of, he does not hear by this either. What the side that is asked now
    /// has answered for the rest of the turn is given at once.
    pub fn changed(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let back = self.advance.changed(game.cursor());
        self.forget_untold(game);
        if let Some(deed) = self.give_up(game) {
            return Some(deed);
        }
        if let Some(end) = self.ends_now(game, back) {
            return self.attempt(game, end, "The phase ends".to_owned());
        }
        // While it is asked, nobody gives an order.
        self.agree = None;
        let acts = game.to_act().and_then(|side| self.place(side));
        let leaves = self.viewer != acts && !self.in_hand && self.person().is_none();
        if leaves {
            self.viewer = None;
        }
        let noticed = self.last_noticed(game, game.cursor()).map(|(n, _)| n);
        let now = (noticed, self.may_act(game), self.rules.shown_to(game.state(), self.viewer));
        if self.seen.as_ref() != Some(&now) || acts.is_some_and(|side| self.is_computers(side)) {
            self.seen = Some(now);
            self.refusal = None;
            self.past = None;
            if !self.is_saying(game) {
                self.stage = Stage::Choosing;
                self.open_at_once(game);
            }
        }
        None
    }

    /// Asks what is asked without being chosen first.
    fn open_at_once(&mut self, game: &Game<R>) {
        self.computer_looks(game);
        if let Some(next) = self.actions(game).into_iter().find(|action| action.form.at_once) {
            self.ask_for(game, next);
        }
    }

    /// The order that ends the phase which was to end with the last one. Not if the enemy answered it with dice, or somebody else acts:
    /// then it is thought over.
    fn ends_now(&mut self, game: &Game<R>, back: bool) -> Option<R::Command> {
        let ending = self.ending.take()?;
        let acts = self.rules.actor(&self.rules.shown_to(game.state(), self.viewer));
        let answered = game.cursor().checked_sub(1).is_some_and(|n| !game.entries()[n].rolls.is_empty());
        if acts.as_ref() != Some(&ending) {
            // The enemy is asked first.
            let asked = self.rules.holds_fire(game.state()).is_some() && !back;
            self.ending = Some(ending).filter(|_| asked);
            return None;
        }
        let given = game.cursor().checked_sub(1).map(|n| game.rules().to_act(game.state_at(n)));
        let by_enemy = given.flatten().and_then(|side| self.place(side)) != Some(ending.0);
        if back || by_enemy && answered {
            return None;
        }
        let end = self.actions(game).into_iter().find(|action| action.ends && !action.form.asks())?;
        end.form.command(&[])
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
        if self.computer_acts(game).is_some() {
            return self.says_fact(game);
        }
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
                Want::LookAlone(_) => {
                    self.viewer = self.curtain.take();
                    self.open_at_once(game);
                }
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
            Want::Choose(_)
            | Want::GoAndEnd
            | Want::Go
            | Want::SayWhen
            | Want::AskAgain
            | Want::Die(_)
            | Want::Count(_)
            | Want::RollOne
            | Want::RollRest
            | Want::RollOpening
                if self.past.is_some() => {}
            Want::LookBack(point) => {
                self.past = point.filter(|point| *point < game.cursor());
                self.stage = Stage::Choosing;
                self.refusal = None;
                if self.past.is_none() {
                    self.computer_looks(game);
                }
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
            Want::GoAndEnd => {
                let last = matches!(&self.stage, Stage::Asking { form, .. } if form.last);
                let acts = self.rules.actor(&self.rules.shown_to(game.state(), self.viewer));
                let deed = self.go(game);
                // Refused, it is still being asked.
                self.ending = acts.filter(|_| last && !matches!(self.stage, Stage::Asking { .. }));
                return deed;
            }
            Want::Back if matches!(self.stage, Stage::Looking { .. }) => {}
            Want::Back => {
                self.cannot(game);
                self.stage = Stage::Choosing;
                self.refusal = None;
                self.ending = None;
            }
            Want::Die(_) | Want::RollOne | Want::RollRest | Want::Count(_) => return self.throw(game, &want),
            Want::EachDie(each) => self.each = each,
            Want::AskAgain => return self.ask_again(game),
            Want::SayWhen => self.say_when(game),
            Want::Unroll => {
                if let Stage::Throwing(throwing) = &mut self.stage
                    && !throwing.take_back()
                {
                    self.stage = Stage::Choosing;
                    self.ending = None;
                }
            }
            Want::RollOpening if self.own_opening(game) => {
                self.stage = Stage::Throwing(Throwing::opening("The order of the first turn".into()));
                return self.run_on(game);
            }
            Want::RollOpening => {}
            Want::UseDice(dice) => self.dice = dice,
            Want::LookAs(_) | Want::LookAlone(_) if self.in_hand || self.person().is_some() => {}
            Want::LookAs(Some(side)) | Want::LookAlone(side) if self.is_computers(side) => {}
            Want::LookAs(None) => {
                self.viewer = None;
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::LookAs(Some(side)) | Want::LookAlone(side) if self.phones.is_some_and(|there| there[side]) => {}
            Want::LookAs(Some(side)) if self.viewer != Some(side) => {
                self.viewer = None;
                self.curtain = Some(side);
                self.stage = Stage::Choosing;
                self.refusal = None;
            }
            Want::LookAs(Some(_)) => {}
            Want::LookAlone(side) => {
                self.viewer = Some(side);
                self.stage = Stage::Choosing;
                self.refusal = None;
                self.open_at_once(game);
            }
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
        let mut actions = self.actions(game);
        if place == actions.len() && self.lasting(game).is_some() {
            return self.nobody_fires(game);
        }
        let action = if place < actions.len() { actions.swap_remove(place) } else { return None };
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
            let answer = said.and_then(|said| usize::try_from(said.value).ok());
            if let Some((_, again, ..)) = answer.and_then(|answer| question.answers.into_iter().nth(answer)) {
                command = again;
            }
        }
        command
    }

    fn answer(&mut self, game: &Game<R>, question: usize, value: Option<i32>) {
        let shown = self.rules.shown_to(game.state(), self.viewer);
        let side = self.asked(game);
        if let (Stage::Holding { answers, .. }, Some(value)) = (&mut self.stage, value) {
            return Holds::put(answers, question, value);
        }
        if let Stage::Looking { answers, .. } = &mut self.stage {
            return answers.get_mut(question).into_iter().for_each(|answer| *answer = value);
        }
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
        if matches!(self.stage, Stage::Holding { .. }) {
            return self.said_when(game);
        }
        if let Stage::Looking { answers, .. } = &self.stage {
            if answers.iter().all(Option::is_some) {
                self.looked(game);
            }
            return None;
        }
        let Stage::Asking { label, form, answers, words } = &self.stage else { return None };
        let command = form.worded_command(answers, words)?;
        let doing = label.clone();
        // What is refused was not so: it is no answer for the next time.
        if self.check(game, &command).is_ok() {
            let (side, aim) = (self.asked(game), answers.first().copied().flatten());
            for (question, answer) in form.questions.iter().zip(answers) {
                if let (Some(answer), Some(key)) = (answer, question.remember.key(side, aim)) {
                    self.remembered.insert(key, Said { value: *answer, meant: question.meant(aim) });
                }
            }
            if let Some(command) = &form.live {
                let shown = self.rules.shown_to(game.state(), self.viewer);
                for question in self.rules.live(&shown, command) {
                    let chosen = question.answers.iter().position(|(_, _, holds, _)| *holds);
                    let chosen = chosen.and_then(|place| i32::try_from(place).ok());
                    if let (Some(place), Some(key)) = (chosen, question.remember.key(side, None)) {
                        self.remembered.insert(key, Said { value: place, meant: None });
                    }
                }
            }
        }
        self.attempt(game, command, doing)
    }

    /// Asked of what the reader knows, so that no refusal tells him more.
    fn check(&self, game: &Game<R>, command: &R::Command) -> Result<(), Refusal> {
        self.rules.check(&self.rules.shown_to(game.state(), self.orders_as(game)), command)
    }

    /// A command is complete: it is refused, played, or wants dice.
    fn attempt(&mut self, game: &Game<R>, command: R::Command, doing: String) -> Option<Deed<R::Command>> {
        if let Err(refusal) = self.check(game, &command) {
            // What is answered stays, so that it can be put right.
            self.refusal = Some(refusal);
            return None;
        }
        // That somebody asks for something, everybody at the table has seen; it hangs on nothing but this screen.
        let own = self.viewer.is_none() && self.rules.is_private(game.state(), game.state(), &command);
        self.answered = self.asked(game).filter(|_| own).map(|side| (game.cursor(), side));
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
                Ok(Some(asked)) if asked.whose.lot => {
                    throwing.roll(&mut program_dice(game, throwing.values.len()), &asked.need, false);
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
        let mut rolls_for = None;
        loop {
            let Stage::Throwing(throwing) = &mut self.stage else { return None };
            let asked = throwing.asked(&self.rules, throwing.from(game)).ok().flatten()?;
            // What the program rolls for one side it does not roll for the other.
            if rolls_for.get_or_insert(asked.whose.side) != &asked.whose.side {
                return None;
            }
            match *want {
                Want::Count(number) => {
                    let dice = throwing.together(&self.rules, throwing.from(game), &asked).filter(|_| !self.each)?;
                    let left = dice - throwing.counted().iter().map(|n| usize::from(*n)).sum::<usize>();
                    if usize::from(number) > left || !throwing.count(dice, &asked.whose.counts, number) {
                        return None;
                    }
                }
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
}

/// Puts in what was said of the same thing before, or else the usual, where nothing is said yet.
fn recall(kept: &BTreeMap<Key, Said>, side: Option<usize>, questions: &[Question], answers: &mut [Option<i32>]) {
    let only = |q: &Question| (q.choices.len() == 1 && q.exact.is_none()).then(|| q.choices[0].value);
    for (n, question) in questions.iter().enumerate() {
        if answers[n].is_some() {
            continue;
        }
        let meant = question.meant(answers[0]);
        let said = question.remember.key(side, answers[0]).and_then(|key| kept.get(&key));
        // What hangs on the target was said of another target if that has come elsewhere since.
        let holds = |said: &&Said| question.usual_for.is_empty() || said.meant == meant;
        let again = said.filter(holds).map(|said| said.value).filter(|value| question.allows(*value));
        answers[n] = again.or(meant).or_else(|| only(question));
    }
}
