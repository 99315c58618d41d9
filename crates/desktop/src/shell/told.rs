//! What a seat at a host knows of its game: the position after everything it noticed, and what it noticed. It is kept here in the
//! place of a whole game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use host::{Heard, Invitation, No, Notice, Present, Said, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::game::{LineOf, LogLine};
use tabletop::{Refusal, Roll, Ruleset};

/// How long sitting down may take.
const SITTING_DOWN: Duration = Duration::from_secs(30);
/// What was missed is played on the board if it is no more than this; otherwise it is told.
const REPLAYED: usize = 6;

/// What this seat noticed of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed<S, E> {
    /// Who gave it, if that is known.
    pub by: Option<S>,
    /// The order as a sentence, if it is known.
    pub phrase: Option<String>,
    pub events: Vec<E>,
    /// The dice it knows of.
    pub rolls: Vec<Roll>,
    /// What happened, a sentence each.
    pub told: Vec<String>,
}

type DeedOf<R> = Deed<<R as Ruleset>::Side, <R as Ruleset>::Event>;

/// A notice as a deed, and the position after it if it came along.
fn deed_of<R: Ruleset>(rules: &R, notice: Notice<R>) -> (DeedOf<R>, Option<R::State>) {
    let Notice { by, phrase, events, rolls, told, state, .. } = notice;
    (Deed { by: by.and_then(|name| side_named(rules, &name)), phrase, events, rolls, told }, state)
}

fn side_named<R: Ruleset>(rules: &R, name: &str) -> Option<R::Side> {
    rules.sides().iter().copied().find(|&side| R::side_name(side) == name)
}

/// A piece of what has happened so far, as the host tells it.
#[derive(Deserialize)]
#[serde(bound(deserialize = ""))]
struct History<R: Ruleset> {
    first: Option<R::State>,
    notices: Vec<Notice<R>>,
    complete: bool,
}

/// What has happened so far, while the host is telling it.
struct Coming<R: Ruleset> {
    asked: u64,
    states: Vec<R::State>,
    deeds: Vec<DeedOf<R>>,
}

/// What is to be shown of what was heard.
#[derive(Clone, Debug, PartialEq)]
pub enum News<E> {
    /// An order was carried out.
    Happened(Vec<E>),
    /// The position is another one, without anything to show of the way to it.
    Anew,
    /// This seat's order was refused.
    Refused(Refusal),
    /// A sentence for the player.
    Problem(String),
}

/// The seat and what it knows.
pub struct Told<R: Ruleset> {
    rules: Arc<R>,
    side: R::Side,
    title: String,
    states: Vec<R::State>,
    deeds: Vec<DeedOf<R>>,
    line: Option<Mutex<Seat<R>>>,
    corrected: u64,
    coming: Option<Coming<R>>,
    /// Orders that wait for the one before them.
    orders: VecDeque<R::Command>,
    /// The number of the order that is on its way.
    ordered: Option<u64>,
    /// The number of the request to take an order back.
    undoing: Option<u64>,
    pub present: Vec<Present>,
    /// What was written to each other.
    pub said: Vec<Said>,
    /// Who asks to take back an order.
    pub asked: Option<String>,
    /// Whether this seat has asked the other one to agree to an undo.
    pub waits: bool,
    /// Why there is no line just now.
    pub lost: Option<String>,
    /// Why there will be none any more.
    pub ended: Option<String>,
}

impl<R: Ruleset> Told<R> {
    /// Sits down and hears what has happened so far. It waits for the host: not for the thread that draws.
    ///
    /// # Errors
    /// One sentence: nobody is there, or the host will not have us.
    pub fn arrive(rules: Arc<R>, invitation: Invitation, wake: impl Fn() + Send + 'static) -> Result<Self, String> {
        let line = Seat::<R>::join(invitation, wake)?;
        let until = Instant::now() + SITTING_DOWN;
        let next = || {
            let silent = || "The host does not answer. Try again.".to_owned();
            match line.wait(until.saturating_duration_since(Instant::now())).ok_or_else(silent)? {
                Heard::Lost(why) | Heard::Ended(why) => Err(why),
                heard => Ok(heard),
            }
        };
        let welcome = loop {
            if let Heard::Welcome(welcome) = next()? {
                break welcome;
            }
        };
        let unknown = || format!("The host speaks of a side that this program does not know: {}.", welcome.side);
        let side = side_named(&*rules, &welcome.side).ok_or_else(unknown)?;
        let mut told = Self {
            rules,
            side,
            title: welcome.title.clone(),
            states: Vec::new(),
            deeds: Vec::new(),
            line: None,
            corrected: 0,
            coming: None,
            orders: VecDeque::new(),
            ordered: None,
            undoing: None,
            present: Vec::new(),
            said: welcome.said.clone(),
            asked: None,
            waits: false,
            lost: None,
            ended: None,
        };
        told.ask_history(&line);
        while told.coming.is_some() {
            told.hear(next()?, &line, &mut Vec::new());
        }
        if let Some(why) = told.ended.take() {
            return Err(why);
        }
        told.line = Some(Mutex::new(line));
        Ok(told)
    }

    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The side that sits here.
    pub fn side(&self) -> R::Side {
        self.side
    }

    /// The title of the scenario.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What was noticed, in order.
    pub fn deeds(&self) -> &[DeedOf<R>] {
        &self.deeds
    }

    /// The position after so many deeds; beyond the end, the last one.
    pub fn state_at(&self, n: usize) -> &R::State {
        &self.states[n.min(self.states.len() - 1)]
    }

    /// How often what was told before no longer held.
    pub fn corrected(&self) -> u64 {
        self.corrected
    }

    /// A deed as a line of the log.
    pub fn line(&self, n: usize) -> Option<LineOf<R>> {
        let Deed { by, phrase, rolls, told, events, .. } = self.deeds.get(n)?.clone();
        Some(LogLine { entry: n, moment: self.rules.moment(self.state_at(n)), side: by, phrase, rolls, events, told })
    }

    /// Whether an order can be given now: nothing is on its way, and there is a line.
    pub fn is_ready(&self) -> bool {
        let nothing_on_its_way = self.ordered.is_none() && self.coming.is_none();
        nothing_on_its_way && self.lost.is_none() && self.ended.is_none()
    }

    /// Whether the host has an order of this seat and has not answered yet.
    pub fn is_ordering(&self) -> bool {
        self.ordered.is_some()
    }

    fn with_line<T>(&mut self, ask: impl FnOnce(&mut Self, &Seat<R>) -> T) -> Option<T> {
        let line = self.line.take()?;
        let asked = ask(self, &line.lock().unwrap_or_else(PoisonError::into_inner));
        self.line = Some(line);
        Some(asked)
    }

    /// Gives orders, one after another; the first refusal ends them.
    pub fn give(&mut self, orders: impl IntoIterator<Item = R::Command>) {
        if self.is_ready() {
            self.orders = orders.into_iter().collect();
            self.with_line(Self::send_next);
        }
    }

    fn send_next(&mut self, line: &Seat<R>) {
        self.ordered = self.orders.pop_front().map(|order| line.order(&order));
    }

    /// Takes the last order back, or asks the other side to agree.
    pub fn undo(&mut self) {
        if self.is_ready() {
            self.undoing = self.with_line(|_, line| line.ask("undo", json!({})));
        }
    }

    /// Answers the other side's question.
    pub fn answer(&mut self, agreed: bool) {
        self.asked = None;
        self.with_line(|_, line| line.ask("answer", json!({"undo": agreed})));
    }

    /// Writes a line to the others.
    pub fn say(&mut self, text: &str) {
        self.with_line(|_, line| line.ask("say", json!({"text": text})));
    }

    /// Hears everything that has come.
    pub fn listen(&mut self) -> Vec<News<R::Event>> {
        let mut news = Vec::new();
        self.with_line(|told, line| {
            while let Some(heard) = line.heard() {
                told.hear(heard, line, &mut news);
            }
        });
        news
    }

    fn ask_history(&mut self, line: &Seat<R>) {
        let asked = line.ask("history", json!({"from": 0}));
        self.coming = Some(Coming { asked, states: Vec::new(), deeds: Vec::new() });
    }

    fn hear(&mut self, heard: Heard<R>, line: &Seat<R>, news: &mut Vec<News<R::Event>>) {
        match heard {
            Heard::Welcome(welcome) => {
                (self.lost, self.asked, self.waits) = (None, None, false);
                (self.ordered, self.undoing) = (None, None);
                self.orders.clear();
                self.said = welcome.said;
                self.ask_history(line);
            }
            // The history tells it.
            Heard::Position(_) => {}
            Heard::Noticed(notice) => match &self.coming {
                // What is told just now no longer holds: once more from the beginning.
                Some(_) if notice.taken_back > 0 => self.ask_history(line),
                Some(_) => {}
                None => self.notice(*notice, line, news),
            },
            Heard::Answer(id, answer) => self.answered(id, answer, line, news),
            Heard::Who(present) => self.present = present,
            Heard::Said(said) => self.said.push(said),
            Heard::UndoAsked(by) => self.asked = Some(by),
            Heard::UndoAnswered(agreed) => {
                if self.waits && !agreed {
                    news.push(News::Problem("Your order stands: the other side would not have it taken back.".into()));
                }
                self.waits = false;
            }
            Heard::Lost(why) => {
                self.lost = Some(why);
                (self.ordered, self.undoing, self.coming) = (None, None, None);
                self.orders.clear();
                self.present.clear();
            }
            Heard::Ended(why) => {
                self.ended = Some(why);
                self.coming = None;
                self.present.clear();
            }
        }
    }

    fn notice(&mut self, notice: Notice<R>, line: &Seat<R>, news: &mut Vec<News<R::Event>>) {
        let back = usize::try_from(notice.taken_back).unwrap_or(usize::MAX);
        if back > 0 {
            let stays = self.deeds.len().saturating_sub(back);
            self.deeds.truncate(stays);
            self.states.truncate(stays + 1);
            (self.asked, self.waits) = (None, false);
            self.corrected += 1;
            return news.push(News::Anew);
        }
        match deed_of(&*self.rules, notice) {
            (deed, Some(state)) => {
                news.push(News::Happened(deed.events.clone()));
                self.deeds.push(deed);
                self.states.push(state);
                // The player who plays on was not asked to go back.
                self.asked = None;
            }
            (_, None) => self.ask_history(line),
        }
    }

    fn answered(&mut self, id: u64, answer: Result<Value, No>, line: &Seat<R>, news: &mut Vec<News<R::Event>>) {
        if self.coming.as_ref().is_some_and(|coming| coming.asked == id) {
            let page = answer.map_err(|_| "The host cannot tell what has happened so far.".to_owned());
            let read = |page| serde_json::from_value::<History<R>>(page).map_err(|error| error.to_string());
            match page.and_then(read) {
                Ok(page) => self.tell_on(page, line, news),
                Err(why) => (self.ended, self.coming) = (Some(why), None),
            }
            return;
        }
        let was_order = self.ordered == Some(id);
        if was_order {
            self.ordered = None;
        }
        let was_undo = self.undoing == Some(id);
        if was_undo {
            self.undoing = None;
        }
        match answer {
            Ok(_) if was_order => self.send_next(line),
            Ok(value) if was_undo => self.waits = value["asked"] == true,
            Ok(_) => {}
            Err(no) => {
                if was_order {
                    self.orders.clear();
                }
                news.push(match no {
                    No::Refused(refusal) => News::Refused(refusal),
                    No::NeedsRoll(need) => News::Problem(format!("The host waits for a die: {}.", need.purpose)),
                    No::Error(why) => News::Problem(why),
                });
            }
        }
    }

    /// The host goes on with what has happened so far.
    fn tell_on(&mut self, page: History<R>, line: &Seat<R>, news: &mut Vec<News<R::Event>>) {
        let Some(mut coming) = self.coming.take() else { return };
        coming.states.extend(page.first);
        for notice in page.notices {
            let (deed, state) = deed_of(&*self.rules, notice);
            coming.deeds.push(deed);
            coming.states.extend(state);
        }
        if coming.states.len() != coming.deeds.len() + 1 {
            self.ended = Some("The host tells of orders without the positions after them.".to_owned());
            return;
        }
        if !page.complete {
            coming.asked = line.ask("history", json!({"from": coming.deeds.len()}));
            self.coming = Some(coming);
            return;
        }
        let known = self.deeds.len();
        let goes_on = !self.states.is_empty() && coming.deeds.get(..known) == Some(&self.deeds[..]);
        let missed = coming.deeds.len() - known.min(coming.deeds.len());
        if !goes_on {
            self.corrected += 1;
        }
        if goes_on && missed <= REPLAYED {
            news.extend(coming.deeds[known..].iter().map(|deed| News::Happened(deed.events.clone())));
        } else {
            news.push(News::Anew);
        }
        (self.deeds, self.states) = (coming.deeds, coming.states);
    }
}

impl<R: Ruleset> Drop for Told<R> {
    fn drop(&mut self) {
        // A line that is just being mended ends when its host has answered or not: nobody waits for that.
        if let Some(line) = self.line.take() {
            std::thread::spawn(move || drop(line));
        }
    }
}
