//! A shared game with the people at it: one task for each, so that what goes wrong in one game touches no other.

pub(crate) mod draws;
mod word;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cpu_time::ThreadTime;
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use tabletop::Library;
use tabletop::save::Autosave;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use crate::ledger::{Ledger, Write};
use crate::room::{Notices, Shared, Throwing, Work};
use crate::server::Allowance;
use crate::talk::playing::rule_of;
use crate::talk::request::{Piece, Request, one_word};
use crate::talk::{Trouble, answered, one_line};
use draws::{Draws, kept};
use word::{KEYS, Sync, Word};

/// Where a game is kept.
pub(crate) enum Keeping {
    /// In the database of a host with many games.
    Ledger(Ledger),
    /// In the player's own file.
    File(Box<Autosave>),
    /// Nowhere: it ends with the program.
    Nowhere,
}

/// Somebody at a seat. One seat may have several: a window and a phone.
pub(crate) struct Guest {
    pub(crate) seat: usize,
    /// What is to be sent. A line that does not take it is given up.
    pub(crate) push: mpsc::Sender<Utf8Bytes>,
    /// Whether the whole view is wanted with each notice.
    pub(crate) views: bool,
}

/// What a game is asked.
pub(crate) enum Ask {
    /// Somebody sits down; since when he has missed what happened: the game's number of this run, and his last notice.
    Enter { guest: Guest, since: Option<(u64, u64)>, done: oneshot::Sender<Entered> },
    /// Somebody's line has ended.
    Leave(u64),
    /// A message of somebody at the table.
    Message { from: u64, line: Utf8Bytes },
}

impl Ask {
    /// Who asks, if he sits already.
    fn guest(&self) -> Option<u64> {
        match self {
            Self::Enter { .. } => None,
            Self::Leave(guest) | Self::Message { from: guest, .. } => Some(*guest),
        }
    }
}

/// What somebody is told who sits down.
pub(crate) struct Entered {
    pub(crate) number: u64,
    pub(crate) welcome: Value,
    /// How fast his seat may talk.
    pub(crate) allowance: Arc<Mutex<Allowance>>,
}

/// What is worked out beside the games, each by threads of its own: an order that was given never waits for it, nor a list of
/// orders for odds.
#[derive(Clone)]
pub(crate) struct Works {
    odds: std::sync::mpsc::Sender<Job>,
    lists: std::sync::mpsc::Sender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

impl Works {
    /// Threads for each: one of the processors stays free of them. They end when nobody is left who could ask.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) fn new() -> Result<Self, String> {
        let most = std::thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1));
        let queue = |name: &str| {
            let (send, jobs) = std::sync::mpsc::channel::<Job>();
            let jobs = Arc::new(Mutex::new(jobs));
            for _ in 0..most {
                let jobs = Arc::clone(&jobs);
                let next = move || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
                std::thread::Builder::new()
                    .name(name.to_owned())
                    .spawn(move || std::iter::from_fn(next).for_each(|job| job()))
                    .map_err(|error| format!("No thread could be started: {error}."))?;
            }
            Ok::<_, String>(send)
        };
        Ok(Self { odds: queue("odds")?, lists: queue("lists")? })
    }
}

/// What a seat may ask of a host at a time.
struct Bounds {
    /// How fast it may talk.
    allowance: Arc<Mutex<Allowance>>,
    /// Its questions about odds, and its lists of orders, that are being worked out or wait for it.
    odds: Arc<Semaphore>,
    lists: Arc<Semaphore>,
}

/// Lists of orders of one seat that may wait at a time.
const MOST_LISTS: usize = 8;

impl Bounds {
    fn new(rate: f64) -> Self {
        Self {
            allowance: Arc::new(Mutex::new(Allowance::new(rate))),
            odds: Arc::new(Semaphore::new(1)),
            lists: Arc::new(Semaphore::new(MOST_LISTS)),
        }
    }
}

/// What a table has of the hall it stands in.
pub(crate) struct Around {
    pub(crate) library: Arc<Library>,
    pub(crate) works: Works,
    /// Messages a second of one seat.
    pub(crate) rate: f64,
    /// The way to the table, for what is worked out beside it.
    pub(crate) table: mpsc::WeakSender<Ask>,
}

/// The longest line somebody may say, in letters.
const LONGEST_SAYING: usize = 400;
/// Lines at one seat: a window, a phone, and what was lost and does not know it yet. One more takes the place of the oldest.
const MOST_AT_SEAT: usize = 16;
/// How much of what was said is told to somebody who comes later.
const REMEMBERED: usize = 50;

/// A question of one seat that another one is to answer.
struct Question {
    seat: usize,
    to: usize,
}

/// What is worked out beside the games. Odds have a time of their own; lists count as work of the seat.
#[derive(Clone, Copy)]
enum Beside {
    Odds,
    Lists,
}

/// A seat has made work.
fn worked(allowance: &Mutex<Allowance>, took: Duration) {
    allowance.lock().unwrap_or_else(PoisonError::into_inner).worked(took);
}

/// A shared game with its guests.
pub(crate) struct Table {
    id: String,
    room: Box<dyn Shared>,
    sides: Vec<&'static str>,
    keeping: Keeping,
    around: Around,
    /// What each seat may ask at a time.
    bounds: Vec<Bounds>,
    /// The work that the message being heard has made so far.
    worked: Duration,
    guests: BTreeMap<u64, Guest>,
    next: u64,
    epoch: u64,
    question: Option<Question>,
    said: Vec<Value>,
    /// Draws of fair dice, if they are fair.
    draws: Option<Draws>,
}

impl Table {
    pub(crate) fn new(
        id: String,
        room: Box<dyn Shared>,
        keeping: Keeping,
        around: Around,
        epoch: u64,
        beat: Option<Duration>,
    ) -> Self {
        let sides = room.sides();
        let draws = beat.filter(|_| room.fair().is_some()).map(|beat| Draws::new(beat, sides.len()));
        let bounds = sides.iter().map(|_| Bounds::new(around.rate)).collect();
        Self {
            id,
            room,
            sides,
            keeping,
            around,
            bounds,
            worked: Duration::ZERO,
            guests: BTreeMap::new(),
            next: 0,
            epoch,
            question: None,
            said: Vec::new(),
            draws,
        }
    }

    /// Answers until the host stops, or until everybody has left a game that can be read again.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Ask>) {
        let mut beats = interval(self.draws.as_ref().map_or(Duration::from_secs(3_600), |draws| draws.beat));
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let ask = tokio::select! {
                ask = inbox.recv() => ask,
                _ = beats.tick(), if self.draws.is_some() => {
                    let beaten = AssertUnwindSafe(self.beat()).catch_unwind().await;
                    if beaten.is_err() && matches!(self.keeping, Keeping::Ledger(_)) {
                        return;
                    }
                    continue;
                }
            };
            let Some(ask) = ask else { return };
            let asker = ask.guest();
            if AssertUnwindSafe(self.hear(ask)).catch_unwind().await.is_err() {
                if matches!(self.keeping, Keeping::Ledger(_)) {
                    // It is read again as it is on the disk.
                    return;
                }
                // Nothing else holds this game. Who asked comes back and looks at the whole.
                asker.map(|guest| self.guests.remove(&guest));
            }
            if self.guests.is_empty() && matches!(self.keeping, Keeping::Ledger(_)) && inbox.is_empty() {
                // Those who come in from now on find the door closed and have the game read again.
                inbox.close();
            }
        }
    }

    async fn hear(&mut self, ask: Ask) {
        match ask {
            Ask::Enter { guest, since, done } => self.enter(guest, since, done),
            Ask::Leave(number) => {
                self.leaves(number);
                self.tell_who();
            }
            Ask::Message { from, line } => {
                let Some(seat) = self.guests.get(&from).map(|guest| guest.seat) else { return };
                self.worked = Duration::ZERO;
                self.message(from, &line).await;
                worked(&self.bounds[seat].allowance, self.worked);
            }
        }
    }

    fn leaves(&mut self, guest: u64) {
        self.guests.remove(&guest);
        if let Some(draws) = &mut self.draws {
            draws.left(guest);
        }
    }

    fn enter(&mut self, guest: Guest, since: Option<(u64, u64)>, done: oneshot::Sender<Entered>) {
        self.next += 1;
        let (number, seat) = (self.next, guest.seat);
        let mut welcome = json!({
            "epoch": self.epoch,
            "number": self.room.noticed(seat),
            "ruleset": self.room.ruleset(),
            "title": self.room.title(),
            "side": self.sides[seat],
            "sides": self.sides,
            "said": self.said,
            "fair": self.fair_welcome(seat),
        });
        if let (Some((epoch, since)), Value::Object(welcome)) = (since, &mut welcome) {
            welcome.insert("missed".into(), self.missed(seat, epoch, since).unwrap_or_default());
        }
        if let (Some(question), Value::Object(welcome)) = (&self.question, &mut welcome)
            && question.seat != seat
        {
            welcome.insert("asked".into(), json!({"undo": {"by": self.sides[question.seat]}}));
        }
        let mut of_seat = self.guests.iter().filter(|(_, guest)| guest.seat == seat).map(|(number, _)| *number);
        if let Some(oldest) = of_seat.next()
            && of_seat.count() + 1 >= MOST_AT_SEAT
        {
            self.leaves(oldest);
        }
        self.guests.insert(number, guest);
        let allowance = Arc::clone(&self.bounds[seat].allowance);
        if done.send(Entered { number, welcome, allowance }).is_err() {
            self.guests.remove(&number);
        }
        self.tell_who();
    }

    fn missed(&self, seat: usize, epoch: u64, since: u64) -> Result<Value, Trouble> {
        let missed = if epoch == self.epoch { self.room.missed(seat, since)? } else { None };
        Ok(missed.map_or(Value::Null, Value::from))
    }

    fn who(&self) -> Value {
        let here = |seat: usize| self.guests.values().filter(|guest| guest.seat == seat).count();
        let seats: Vec<Value> =
            self.sides.iter().enumerate().map(|(seat, side)| json!({"side": side, "here": here(seat)})).collect();
        let Some(draws) = &self.draws else { return json!({"seats": seats}) };
        let takes_part = |seat: usize| self.room.fair().is_some_and(|fair| fair.takes_part(seat));
        let with_dice = seats.into_iter().enumerate().map(|(seat, mut there)| {
            there["dice"] = if takes_part(seat) { draws.is_there(seat).into() } else { Value::Null };
            there
        });
        json!({"seats": with_dice.collect::<Vec<_>>()})
    }

    fn tell_who(&mut self) {
        let who = json!({"who": self.who()});
        self.push(&who, |_| true);
    }

    /// Sends something to the guests it is for. A guest that does not take what is sent is shown out; their own machine comes back.
    fn push(&mut self, value: &Value, is_for: impl Fn(&Guest) -> bool) {
        let text = Utf8Bytes::from(value.to_string());
        self.guests.retain(|_, guest| !is_for(guest) || guest.push.try_send(text.clone()).is_ok());
    }

    /// Sends notices to everybody of each seat but `except`, who has his answer.
    fn tell(&mut self, notices: &Notices, except: Option<u64>) {
        for (seat, notice) in notices.iter().enumerate() {
            let Some(notice) = notice else { continue };
            for views in [false, true] {
                let is_for = |(number, guest): (&u64, &Guest)| {
                    guest.seat == seat && guest.views == views && Some(*number) != except
                };
                if !self.guests.iter().any(is_for) {
                    continue;
                }
                let notice = if views { &self.with_view(seat, notice) } else { notice };
                let text = Utf8Bytes::from(format!("{{\"noticed\":{notice}}}"));
                self.guests
                    .retain(|number, guest| !is_for((number, guest)) || guest.push.try_send(text.clone()).is_ok());
            }
        }
    }

    /// A notice and what the seat sees by now: one object of both.
    fn with_view(&self, seat: usize, notice: &str) -> String {
        let view = self.room.view(seat).ok();
        match (notice.strip_suffix('}'), view.as_deref().and_then(|view| view.strip_prefix('{'))) {
            (Some(notice), Some(view)) => format!("{notice},{view}"),
            _ => notice.to_owned(),
        }
    }

    async fn message(&mut self, from: u64, line: &Utf8Bytes) {
        let Some(guest) = self.guests.get(&from) else { return };
        let (seat, push) = (guest.seat, guest.push.clone());
        let side = self.sides[seat];
        let parsed = self.timed(|_| one_word(line.as_bytes(), KEYS, |key, piece| Word::named(key, piece, side)));
        let (id, word) = parsed.unwrap_or_else(|trouble| (None, Err(trouble)));
        let answer = match word {
            Ok(Word::Talk(Request::Odds(command, limit))) => {
                match self.fault_free(|table| table.room.odds(seat, &command, &limit)) {
                    Ok(work) => return self.work_out((from, seat), id, push, work, Beside::Odds),
                    Err(trouble) => Err(trouble),
                }
            }
            // What changes a game with fair dice waits for the beat, and is answered then.
            Ok(word @ (Word::Talk(Request::Do(..) | Request::Undo) | Word::Answer { .. })) if self.draws.is_some() => {
                match self.wait_for_beat(from, id.clone(), seat, word) {
                    Ok(()) => return,
                    Err(trouble) => Err(trouble),
                }
            }
            Ok(Word::Talk(Request::Options(listing))) => {
                match self.fault_free(|table| Ok(table.room.options(seat, listing))) {
                    Ok(work) => return self.work_out((from, seat), id, push, work, Beside::Lists),
                    Err(trouble) => Err(trouble),
                }
            }
            // A right link has no answer.
            Ok(Word::Link(link)) => match self.link(from, seat, &link).await {
                Ok(()) => return,
                Err(trouble) => Err(trouble),
            },
            Ok(Word::Bind(bind)) => self.bind(from, seat, &bind).await.map(|bound| bound.to_string()),
            Ok(word) => self.answer(from, seat, word).await,
            Err(trouble) => Err(trouble),
        };
        self.push_to(from, &push, answered(id, answer));
    }

    /// Sends an answer. A guest that does not take it is shown out, and comes back.
    fn push_to(&mut self, guest: u64, push: &mpsc::Sender<Utf8Bytes>, answer: String) {
        if push.try_send(answer.into()).is_err() {
            self.guests.remove(&guest);
        }
    }

    /// What goes wrong inside is said, and the game goes on as it was.
    fn fault_free<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T, Trouble>) -> Result<T, Trouble> {
        self.timed(|table| catch_unwind(AssertUnwindSafe(|| run(table)))).unwrap_or_else(|_| {
            Err(Trouble::error(
                "This is a fault of the program, and nothing has changed: please report what you asked.",
            ))
        })
    }

    /// Does something that takes work, and counts how much: of this thread's processor, whatever else the machine does.
    fn timed<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let begun = ThreadTime::try_now();
        let done = run(self);
        if let Ok(begun) = begun {
            self.worked += begun.try_elapsed().unwrap_or_default();
        }
        done
    }

    /// Works something out beside the games, in the order in which all of them ask.
    fn work_out(
        &mut self,
        (from, seat): (u64, usize),
        id: Option<Value>,
        push: mpsc::Sender<Utf8Bytes>,
        work: Work,
        beside: Beside,
    ) {
        let (bounds, works) = (&self.bounds[seat], &self.around.works);
        let (of_seat, of_all) = match beside {
            Beside::Odds => (&bounds.odds, &works.odds),
            Beside::Lists => (&bounds.lists, &works.lists),
        };
        let Ok(permit) = Arc::clone(of_seat).try_acquire_owned() else {
            let busy = Err(Trouble::error("Your last questions are not answered yet. Ask again when they are."));
            return self.push_to(from, &push, answered(id, busy));
        };
        let (table, allowance) = (self.around.table.clone(), Arc::clone(&bounds.allowance));
        let job = move || {
            let begun = ThreadTime::try_now();
            let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                Err(Trouble::error("This is a fault of the program: please report what you asked."))
            });
            if let (Beside::Lists, Ok(begun)) = (beside, begun) {
                worked(&allowance, begun.try_elapsed().unwrap_or_default());
            }
            drop(permit);
            // As with any answer: a guest that does not take it is shown out, and comes back.
            if push.try_send(answered(id, answer).into()).is_err()
                && let Some(table) = table.upgrade()
            {
                let _ = table.blocking_send(Ask::Leave(from));
            }
        };
        // The threads are there as long as the hall is.
        let _ = of_all.send(Box::new(job));
    }

    /// The answer to a word, as JSON.
    async fn answer(&mut self, from: u64, seat: usize, word: Word) -> Result<String, Trouble> {
        match word {
            Word::View => self.fault_free(|table| table.room.position(seat)),
            Word::Talk(Request::Do(command, dice)) => self.order(from, seat, &command, dice).await,
            other => self.value_of(seat, other).await.map(|value| value.to_string()),
        }
    }

    async fn value_of(&mut self, seat: usize, word: Word) -> Result<Value, Trouble> {
        match word {
            Word::Show => self.fault_free(|table| Ok(json!({"text": table.room.show(seat)}))),
            Word::Talk(Request::Undo) => self.undo(seat).await,
            Word::Talk(Request::Rule(rule)) => {
                let ruleset = rule.ruleset.as_deref().unwrap_or(self.room.ruleset()).to_owned();
                self.fault_free(|table| rule_of(&table.around.library, &ruleset, &rule.id))
            }
            Word::Secrets => {
                if !self.room.is_over() {
                    let because = "The secrets of the dice are shown once the game is over.";
                    return Err(Trouble::error(because));
                }
                self.fault_free(|table| table.room.secrets())
            }
            Word::View | Word::Bind(_) | Word::Link(_) | Word::Talk(_) => {
                Err(Trouble::error(format!("Write one of: {KEYS}.")))
            }
            Word::Answer { undo } => self.settle(seat, undo).await,
            Word::Say(text) => {
                let text = one_line(text.trim(), LONGEST_SAYING);
                if text.is_empty() {
                    return Err(Trouble::error("There is nothing in this line. Write something."));
                }
                let said = json!({"by": self.sides[seat], "text": text});
                self.said.push(said.clone());
                let forgotten = self.said.len().saturating_sub(REMEMBERED);
                self.said.drain(..forgotten);
                self.push(&json!({"said": said}), |_| true);
                Ok(json!({}))
            }
            Word::Who => Ok(self.who()),
            Word::Sync(Sync { epoch, since }) => {
                let missed = self.fault_free(|table| table.missed(seat, epoch, since))?;
                Ok(json!({"epoch": self.epoch, "number": self.room.noticed(seat), "missed": missed}))
            }
            Word::History { from } => self.fault_free(|table| table.room.history(seat, from)),
            Word::File => {
                if !self.room.is_over() {
                    return Err(Trouble::error("The file holds what is hidden. It is shown once the game is over."));
                }
                Ok(json!({"file": self.fault_free(|table| table.room.file().map_err(Trouble::error))?}))
            }
        }
    }

    /// An order: carried out, on the disk, and only then acknowledged and told.
    async fn order(
        &mut self,
        from: u64,
        seat: usize,
        command: &Piece,
        dice: Option<Vec<u8>>,
    ) -> Result<String, Trouble> {
        let before = self.room.cursor();
        let throwing = dice.map_or(Throwing::Host, Throwing::Typed);
        let played = self.fault_free(|table| table.room.order(seat, command, throwing));
        if played.is_err() && self.room.cursor() > before {
            self.room.forget_last();
        }
        let notices = played?;
        if let Err(problem) = self.keep_order().await {
            self.room.forget_last();
            return Err(Trouble::error(problem));
        }
        self.has_happened(&notices);
        self.tell(&notices, Some(from));
        Ok(self.own_notice(from, seat, &notices))
    }

    /// Something has happened: what was asked before it is answered, if the one who asked notices anything of it. Otherwise the
    /// question stands, for he must not hear that something has happened.
    fn has_happened(&mut self, notices: &Notices) {
        if let Some(question) = self.question.take_if(|question| notices[question.seat].is_some()) {
            self.push(&json!({"answered": {"undo": false}}), |guest| guest.seat == question.seat);
        }
    }

    /// What the giver of an order is answered.
    fn own_notice(&self, guest: u64, seat: usize, notices: &Notices) -> String {
        let notice = notices[seat].clone().unwrap_or_else(|| json!({"number": self.room.noticed(seat)}).to_string());
        let views = self.guests.get(&guest).is_some_and(|guest| guest.views);
        if views { self.with_view(seat, &notice) } else { notice }
    }

    async fn keep_order(&mut self) -> Result<(), String> {
        match &mut self.keeping {
            Keeping::Ledger(ledger) => {
                let (game, number) = (self.id.clone(), self.room.cursor().saturating_sub(1));
                let (line, fair) = (self.room.last_line()?, kept(self.room.fair())?);
                ledger.write(Write::Order { game, number, line, fair }).await
            }
            Keeping::File(file) => tokio::task::block_in_place(|| self.room.keep_in(file, self.room.cursor())),
            Keeping::Nowhere => Ok(()),
        }
    }

    async fn undo(&mut self, seat: usize) -> Result<Value, Trouble> {
        self.still_secret()?;
        let undo = self.fault_free(|table| table.room.undo(seat))?;
        if !undo.ask {
            self.take_back(undo.to).await?;
            return Ok(json!({"taken_back": true, "number": self.room.noticed(seat)}));
        }
        if self.question.as_ref().is_some_and(|question| question.seat != seat) {
            return Err(Trouble::error("The other side asks to take its own order back. Answer that first."));
        }
        if self.question.replace(Question { seat, to: undo.to }).is_none() {
            self.push(&json!({"asked": {"undo": {"by": self.sides[seat]}}}), |guest| guest.seat != seat);
        }
        Ok(json!({"asked": true}))
    }

    async fn settle(&mut self, seat: usize, agreed: bool) -> Result<Value, Trouble> {
        let Some(question) = self.question.take_if(|question| question.seat != seat) else {
            return Err(Trouble::error("Nothing is asked of you."));
        };
        if agreed && let Err(trouble) = self.take_back(question.to).await {
            // It is still asked.
            self.question = Some(question);
            return Err(trouble);
        }
        self.push(&json!({"answered": {"undo": agreed}}), |guest| guest.seat == question.seat);
        Ok(json!({"taken_back": agreed, "number": self.room.noticed(seat)}))
    }

    /// Whether nothing is shown yet that a game which goes on must hide: the secrets of fair dice, and what sides hid from each
    /// other.
    fn still_secret(&self) -> Result<(), Trouble> {
        let because = match self.room.is_over() {
            true if self.draws.is_some() => {
                "The game is over and the secrets of its dice are shown, so nothing is taken back any more."
            }
            true if self.room.has_secrets() => {
                "The game is over and all that was hidden is shown, so nothing is taken back any more."
            }
            _ => return Ok(()),
        };
        Err(Trouble::error(because))
    }

    async fn keep_cursor(&mut self, cursor: usize) -> Result<(), String> {
        match &mut self.keeping {
            Keeping::Ledger(ledger) => {
                let fair = kept(self.room.fair())?;
                ledger.write(Write::Cursor { game: self.id.clone(), cursor, fair }).await
            }
            Keeping::File(file) => tokio::task::block_in_place(|| self.room.keep_in(file, cursor)),
            Keeping::Nowhere => Ok(()),
        }
    }

    async fn take_back(&mut self, to: usize) -> Result<(), Trouble> {
        self.still_secret()?;
        let spent = self.room.fair().map_or(0, |fair| fair.spent.len());
        self.room.spend(to);
        // On the disk first: if that fails, nothing has changed.
        if let Err(problem) = self.keep_cursor(to).await {
            if let Some(fair) = self.room.fair_mut() {
                fair.spent.truncate(spent);
            }
            return Err(Trouble::error(problem));
        }
        let notices = self.room.take_back(to)?;
        self.has_happened(&notices);
        self.tell(&notices, None);
        Ok(())
    }
}
