//! One shared game: the referee's whole position, and what each seat may know of it.
//!
//! Whatever goes to a seat is made from [`Ruleset::view`], [`Ruleset::seen`] and [`Game::log`] for its side, and is numbered by
//! what that seat has noticed, not by the orders there were: how many orders were given out of its sight is hidden, too.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use tabletop::dice::Tape;
use tabletop::fair::{Fair, Spent, hidden, order_digest};
use tabletop::odds::{Effort, odds_within};
use tabletop::save::{self, Note};
use tabletop::{Game, Outcome, Roll, Ruleset};

use crate::games;
use crate::talk::Trouble;
use crate::talk::request::{Limit, Listing, Piece};

/// The most work that odds are worth at a host, which has others to answer.
const MOST_RUNS: u64 = 200_000;
const MOST_TIME: Duration = Duration::from_secs(2);

/// Something to be worked out away from the game: the text of the answer.
pub(crate) type Work = Box<dyn FnOnce() -> Result<String, Trouble> + Send>;

/// What came of a change, for each seat in the order of the rulebook: `None` for one that notices nothing. They are written as text,
/// once for all who are told.
pub(crate) type Notices = Vec<Option<String>>;

/// What everybody may know of a point of the game.
#[derive(Clone, Serialize)]
struct Standing {
    turn: u32,
    phase: String,
    to_act: Option<&'static str>,
    outcome: Option<Outcome>,
}

/// What a seat notices of an order.
#[derive(Serialize)]
struct Notice<E> {
    number: u64,
    #[serde(flatten)]
    standing: Standing,
    by: Option<&'static str>,
    phrase: Option<String>,
    events: Vec<E>,
    rolls: Vec<Roll>,
    told: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<Value>,
}

/// What a seat notices of orders that are taken back.
#[derive(Serialize)]
struct TakenBack<'a> {
    number: u64,
    #[serde(flatten)]
    standing: &'a Standing,
    taken_back: usize,
}

/// The game as a seat may know it.
#[derive(Serialize)]
struct Position<'a, S> {
    ruleset: &'static str,
    scenario: &'a str,
    title: &'a str,
    side: &'static str,
    number: u64,
    #[serde(flatten)]
    standing: Standing,
    #[serde(flatten)]
    view: View<'a, S>,
}

/// The part of it that somebody wants who is told it with each notice.
#[derive(Serialize)]
struct View<'a, S> {
    question: Option<String>,
    state: &'a S,
}

/// Taking back a seat's last order: to which point, and whether the other side must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undo {
    /// How many orders stay in force.
    pub(crate) to: usize,
    /// Whether a die was rolled, something came to light, or the other side may have decided since.
    pub(crate) ask: bool,
}

/// Where the dice of an order come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Throwing {
    /// The host rolls them from the game's seed.
    Host,
    /// The giver threw real ones.
    Typed(Vec<u8>),
    /// They are those of a draw, whose links are all known.
    Drawn(u64),
}

/// A shared game of any ruleset. Seats are numbered in the order of the rulebook's sides.
pub(crate) trait Shared: Send {
    fn ruleset(&self) -> &'static str;
    fn title(&self) -> String;
    fn sides(&self) -> Vec<&'static str>;
    /// How many orders are in force.
    fn cursor(&self) -> usize;
    fn is_over(&self) -> bool;
    /// Whether its rules hide anything from a side.
    fn has_secrets(&self) -> bool;
    /// The position as a seat may know it, as JSON.
    fn position(&self, seat: usize) -> Result<String, Trouble>;
    /// The part of it that some want with each notice.
    fn view(&self, seat: usize) -> Result<String, Trouble>;
    /// The position in plain text, as a seat may know it.
    fn show(&self, seat: usize) -> String;
    /// The orders this seat may give. They are written as text: made into values first, hundreds of them take as long again.
    fn options(&self, seat: usize, listing: Listing) -> Work;
    fn odds(&self, seat: usize, command: &Piece, limit: &Limit) -> Result<Work, Trouble>;
    /// An order that this seat may give now, as the JSON by which it is fixed in a draw.
    fn fixed(&self, seat: usize, command: &Piece) -> Result<String, Trouble>;
    /// Carries an order out. The giver's notice is the answer.
    fn order(&mut self, seat: usize, command: &Piece, dice: Throwing) -> Result<Notices, Trouble>;
    /// What fair dice come from, if they are fair.
    fn fair(&self) -> Option<&Fair>;
    fn fair_mut(&mut self) -> Option<&mut Fair>;
    /// What was in each draw, and what proves it: for everybody to see once the game is over.
    fn secrets(&self) -> Result<Value, Trouble>;
    /// The last order could not be kept: it was never given.
    fn forget_last(&mut self);
    /// The last order in force as text for a ledger.
    fn last_line(&self) -> Result<String, String>;
    fn undo(&self, seat: usize) -> Result<Undo, Trouble>;
    /// Writes down the draws of the orders behind this point, which are to be taken back: what was fixed in them must be shown
    /// in the end.
    fn spend(&mut self, to: usize);
    fn take_back(&mut self, to: usize) -> Result<Notices, Trouble>;
    /// What a seat has noticed since; `None` if it must look at the whole again.
    fn missed(&self, seat: usize, since: u64) -> Result<Option<Vec<Value>>, Trouble>;
    /// What a seat has noticed from place `from` on of what is in force, so many notices at most, each with the position after it;
    /// with the first of all the position before it.
    fn history(&self, seat: usize, from: usize) -> Result<Value, Trouble>;
    fn noticed(&self, seat: usize) -> u64;
    /// The game's file: for everybody to see once the game is over.
    fn file(&self) -> Result<String, String>;
    /// Writes the game into its file with so many orders in force.
    fn keep_in(&self, file: &mut save::Autosave, cursor: usize) -> Result<(), String>;
}

/// Notices in one answer that tells the history.
const HISTORY: usize = 16;

/// What a seat has noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Noticed {
    /// The entries it has noticed something of.
    entries: Vec<u32>,
    /// How many notices there were besides.
    before: u64,
    /// A seat that knows no more than this must look at the whole again.
    anew: u64,
}

impl Noticed {
    fn number(&self) -> u64 {
        self.before + self.entries.len() as u64
    }
}

/// A shared game.
pub(crate) struct Room<R: Ruleset> {
    game: Game<R>,
    noticed: Vec<Noticed>,
    /// The view of each seat at the cursor, made when it is first asked for: every word of a seat asks for it.
    views: Vec<OnceLock<Arc<R::State>>>,
    typed: bool,
}

impl<R: Ruleset> Room<R> {
    /// A room for this game. `typed` lets players say what real dice show, where nothing is hidden: an older host allowed it
    /// everywhere, and such a game goes on with the host's dice.
    pub(crate) fn new(game: Game<R>, typed: bool) -> Self {
        let views = no_views::<R>(&game);
        let mut room = Self { game, noticed: Vec::new(), views, typed: typed && !R::SECRETS };
        room.count();
        room
    }

    /// Counts again what each seat has noticed.
    fn count(&mut self) {
        let counted = |seat| {
            let mut view = self.view_at(0, seat);
            let noticed = (0..self.game.cursor()).filter(|&n| {
                let then = self.view_at(n + 1, seat);
                let notices = self.notices(n, seat, &view, &then);
                view = then;
                notices
            });
            Noticed { entries: noticed.filter_map(|n| n.try_into().ok()).collect(), before: 0, anew: 0 }
        };
        self.noticed = (0..self.game.rules().sides().len()).map(counted).collect();
    }

    fn side(&self, seat: usize) -> R::Side {
        self.game.rules().sides()[seat]
    }

    /// The position as a seat may know it; all of it once the game is over.
    fn known(&self, seat: usize) -> &R::State {
        match self.game.outcome() {
            Some(_) => self.game.state(),
            None => self.seen(seat),
        }
    }

    /// The same for a caller that works it out away from the game.
    fn known_away(&self, seat: usize) -> Arc<R::State> {
        match self.game.outcome() {
            Some(_) => Arc::new(self.game.state().clone()),
            None => Arc::clone(self.seen(seat)),
        }
    }

    /// The view of a seat at the cursor.
    fn seen(&self, seat: usize) -> &Arc<R::State> {
        self.views[seat].get_or_init(|| Arc::new(self.view_at(self.game.cursor(), seat)))
    }

    /// The cursor stands elsewhere; the views that were known there.
    fn moved(&mut self) -> Vec<OnceLock<Arc<R::State>>> {
        std::mem::replace(&mut self.views, no_views::<R>(&self.game))
    }

    /// The view of a seat after so many entries.
    fn view_at(&self, n: usize, seat: usize) -> R::State {
        self.game.rules().view(self.game.state_at(n), self.side(seat))
    }

    /// Whether a seat notices anything of an entry, which made one view of it the other.
    fn notices(&self, n: usize, seat: usize, view: &R::State, then: &R::State) -> bool {
        let (rules, side) = (&**self.game.rules(), self.side(seat));
        let (before, after) = (self.game.state_at(n), self.game.state_at(n + 1));
        rules.giver(before, &self.game.entries()[n].command) == Some(side)
            || rules.to_act(before) != rules.to_act(after)
            || view != then
            || rules.moment(before) != rules.moment(after)
            || self.game.events(n).iter().any(|event| rules.seen(event, after, side).is_some())
    }

    /// What a seat notices of an entry, and `view`, how it sees the position afterwards.
    fn notice(&self, n: usize, seat: usize, number: u64, view: &R::State) -> Notice<R::Event> {
        let side = self.side(seat);
        let told = self.game.line(n, side, view).map(|line| {
            // Of an order that may not be known, what is seen of it need not be its giver's doing.
            let by = line.side.filter(|_| line.phrase.is_some()).map(R::side_name);
            (by, line.phrase, line.rolls, line.told, line.events)
        });
        let (by, phrase, rolls, told, events) = told.unwrap_or_default();
        let (standing, dice) = (self.standing(n + 1), self.proof(n, side));
        Notice { number, standing, by, phrase, events, rolls, told, dice }
    }

    /// What a seat sees and is asked at the cursor.
    fn view_of(&self, seat: usize) -> View<'_, R::State> {
        let state = self.known(seat);
        let question = (self.game.to_act() == Some(self.side(seat))).then(|| self.game.rules().question(state));
        View { question, state }
    }

    /// What a seat is shown of the draw of entry `n`, so that it can check what it may know: its own order, and the dice where
    /// nothing is hidden. Elsewhere they are shown when the game is over: what there was to roll is hidden, too.
    fn proof(&self, n: usize, side: R::Side) -> Option<Value> {
        let entry = &self.game.entries()[n];
        let draw = entry.dice.draw()?;
        let fair = self.game.record().fair.iter().rfind(|fair| fair.from <= draw)?;
        let mut proof = json!({"number": draw});
        let mut show = |key: &str, value: Value| proof[key] = value;
        if self.game.rules().giver(self.game.state_at(n), &entry.command) == Some(side) {
            show("nonce", json!(fair.nonce(draw)));
            show("bond", json!(fair.share(draw).hashed()));
        }
        if !R::SECRETS {
            show("hidden", json!(hidden(fair.nonce(draw), order_digest(&fixed(&entry.command).ok()?))));
            show("share", json!(fair.share(draw)));
            show("links", json!(fair.links(draw)?));
        }
        Some(proof)
    }

    /// What everybody may know of a point of the game.
    fn standing(&self, n: usize) -> Standing {
        let (rules, state) = (&**self.game.rules(), self.game.state_at(n));
        let (turn, phase) = rules.moment(state);
        Standing { turn, phase, to_act: rules.to_act(state).map(R::side_name), outcome: rules.outcome(state) }
    }

    /// Whether a seat learned something from entry `n`: whether what it sees afterwards is not what it could have told
    /// beforehand from what it knew.
    fn came_to_light(&self, n: usize, side: R::Side) -> bool {
        let rules = &**self.game.rules();
        let entry = &self.game.entries()[n];
        let mut expected = rules.view(self.game.state_at(n), side);
        let mut dice = Tape::new(entry.rolls.iter().map(|roll| roll.value).collect::<Vec<_>>());
        let told = rules.apply(&mut expected, &entry.command, &mut dice, &mut Vec::new()).is_ok();
        !told || rules.view(&expected, side) != rules.view(self.game.state_at(n + 1), side)
    }

    /// An order that this seat may give now, or why not, asked of what it knows.
    fn may_give(&self, seat: usize, command: &R::Command) -> Result<(), Trouble> {
        let (rules, side) = (&**self.game.rules(), self.side(seat));
        let known = self.known(seat);
        let acting = rules.to_act(known);
        let checked = rules.check(known, command);
        // Rules let the other side come in between with orders of its own; anything else waits.
        if acting != Some(side) && (checked.is_err() || rules.giver(known, command) != Some(side)) {
            return Err(Trouble::error(match acting {
                Some(other) => format!("Now {} decides. Wait until it is your turn.", R::side_name(other)),
                None => "The game is over.".to_owned(),
            }));
        }
        checked?;
        match rules.giver(known, command) {
            Some(giver) if giver != side => {
                Err(Trouble::error(format!("This order is for {} to give.", R::side_name(giver))))
            }
            _ => Ok(()),
        }
    }
}

fn no_views<R: Ruleset>(game: &Game<R>) -> Vec<OnceLock<Arc<R::State>>> {
    game.rules().sides().iter().map(|_| OnceLock::new()).collect()
}

fn value(of: impl Serialize) -> Result<Value, Trouble> {
    serde_json::to_value(of).map_err(Trouble::error)
}

fn text(of: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(of).map_err(Trouble::error)
}

/// An order as the JSON by which a draw fixes it.
fn fixed(command: &impl Serialize) -> Result<String, Trouble> {
    value(command).map(|value| crate::oath::in_order(&value))
}

impl<R: Ruleset> Shared for Room<R> {
    fn ruleset(&self) -> &'static str {
        R::ID
    }

    fn title(&self) -> String {
        R::title(self.game.scenario()).to_owned()
    }

    fn sides(&self) -> Vec<&'static str> {
        self.game.rules().sides().iter().map(|&side| R::side_name(side)).collect()
    }

    fn cursor(&self) -> usize {
        self.game.cursor()
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn has_secrets(&self) -> bool {
        R::SECRETS
    }

    fn position(&self, seat: usize) -> Result<String, Trouble> {
        text(&Position {
            ruleset: R::ID,
            scenario: self.game.scenario_name(),
            title: R::title(self.game.scenario()),
            side: R::side_name(self.side(seat)),
            number: self.noticed(seat),
            standing: self.standing(self.game.cursor()),
            view: self.view_of(seat),
        })
    }

    fn view(&self, seat: usize) -> Result<String, Trouble> {
        text(&self.view_of(seat))
    }

    fn show(&self, seat: usize) -> String {
        self.game.rules().show(self.known(seat))
    }

    fn options(&self, seat: usize, listing: Listing) -> Work {
        let (rules, side, known) = (Arc::clone(self.game.rules()), self.side(seat), self.known_away(seat));
        Box::new(move || {
            let mut commands = Vec::new();
            let complete = rules.options(&known, &mut commands);
            commands.retain(|command| rules.giver(&known, command) == Some(side));
            text(&listing.of(&*rules, &known, (commands, complete)))
        })
    }

    fn odds(&self, seat: usize, command: &Piece, limit: &Limit) -> Result<Work, Trouble> {
        let command = command.read_command::<R::Command>()?;
        let (rules, known) = (Arc::clone(self.game.rules()), self.known_away(seat));
        let usual = limit.effort;
        let effort = Effort { runs: usual.runs.min(MOST_RUNS), samples: usual.samples.min(MOST_RUNS), ..usual };
        let time = limit.time.min(MOST_TIME);
        Ok(Box::new(move || {
            let begun = std::time::Instant::now();
            let passed = || Some(begun.elapsed().as_secs_f64() / time.as_secs_f64());
            let sum_up = |after: &R::State, events: &[R::Event]| rules.sum_up(&known, after, events);
            text(&odds_within(&*rules, &known, &command, &sum_up, &|_| None, effort, &passed)?)
        }))
    }

    fn fixed(&self, seat: usize, command: &Piece) -> Result<String, Trouble> {
        let command = command.read_command::<R::Command>()?;
        self.may_give(seat, &command)?;
        fixed(&command)
    }

    fn order(&mut self, seat: usize, command: &Piece, dice: Throwing) -> Result<Notices, Trouble> {
        let command = command.read_command::<R::Command>()?;
        self.may_give(seat, &command)?;
        if self.game.can_redo() {
            // What was taken back stays taken back: no seat may find it again by giving the same order.
            self.game = self.game.fork(self.game.cursor());
        }
        match dice {
            Throwing::Typed(_) if !self.typed => {
                let because = "In this game the host rolls the dice. Give the order without `dice`.";
                return Err(Trouble::error(because));
            }
            Throwing::Typed(values) => drop(self.game.play_tape(command, values)?),
            Throwing::Host => drop(self.game.play(command)?),
            Throwing::Drawn(draw) => drop(self.game.play_drawn(command, draw)?),
        }
        let n = self.game.cursor() - 1;
        let before = self.moved();
        let notices = before.into_iter().enumerate().map(|(other, before)| {
            let before = before.into_inner().unwrap_or_else(|| Arc::new(self.view_at(n, other)));
            if !self.notices(n, other, &before, self.seen(other)) {
                return Ok(None);
            }
            self.noticed[other].entries.extend(u32::try_from(n));
            text(&self.notice(n, other, self.noticed[other].number(), self.seen(other))).map(Some)
        });
        notices.collect()
    }

    fn forget_last(&mut self) {
        let Some(to) = self.game.cursor().checked_sub(1) else { return };
        self.game = self.game.fork(to);
        self.moved();
        for noticed in &mut self.noticed {
            noticed.entries.retain(|&n| (n as usize) < to);
        }
    }

    fn last_line(&self) -> Result<String, String> {
        let last = self.game.cursor().checked_sub(1).and_then(|n| self.game.entries().get(n));
        last.map_or_else(|| Err("There is no order.".to_owned()), save::entry_text)
    }

    fn undo(&self, seat: usize) -> Result<Undo, Trouble> {
        let (rules, side) = (&**self.game.rules(), self.side(seat));
        let end = self.game.cursor();
        let gave = |&n: &usize| rules.giver(self.game.state_at(n), &self.game.entries()[n].command) == Some(side);
        let to = (0..end).rev().find(gave).ok_or_else(|| Trouble::error("You have given no order to take back."))?;
        let rolled = || {
            let entry = &self.game.entries()[to];
            rules.dice_known_to(self.game.state_at(to), &entry.command, &entry.rolls, side).contains(&true)
        };
        // Where orders may go unnoticed, only what this seat has noticed counts: the answer tells it nothing of the rest.
        let others_may_have_decided = if R::SECRETS {
            let last = self.noticed[seat].entries.last().map(|&n| n as usize);
            last != Some(to) || self.game.to_act() != Some(side)
        } else {
            to + 1 != end
        };
        let ask = others_may_have_decided || rolled() || self.came_to_light(to, side);
        Ok(Undo { to, ask })
    }

    fn spend(&mut self, to: usize) {
        let gone = self.game.entries().get(to..).unwrap_or_default();
        let spent: Vec<Spent> = gone
            .iter()
            .filter_map(|entry| {
                let order = order_digest(&fixed(&entry.command).ok()?);
                Some(Spent { draw: entry.dice.draw()?, order })
            })
            .collect();
        if let Some(fair) = self.game.fair_mut() {
            let known = |one: &Spent| one.draw < fair.from || fair.spent.iter().any(|other| other.draw == one.draw);
            let fresh: Vec<Spent> = spent.into_iter().filter(|one| !known(one)).collect();
            fair.spent.extend(fresh);
        }
    }

    fn take_back(&mut self, to: usize) -> Result<Notices, Trouble> {
        self.game.seek(to);
        self.moved();
        let standing = self.standing(to);
        let told = self.noticed.iter_mut().map(|noticed| {
            let stays = noticed.entries.partition_point(|&n| (n as usize) < to);
            let gone = noticed.entries.len() - stays;
            if gone == 0 {
                return Ok(None);
            }
            noticed.entries.truncate(stays);
            noticed.before += gone as u64 + 1;
            noticed.anew = noticed.number();
            text(&TakenBack { number: noticed.number(), standing: &standing, taken_back: gone }).map(Some)
        });
        told.collect()
    }

    fn fair(&self) -> Option<&Fair> {
        self.game.fair()
    }

    fn fair_mut(&mut self) -> Option<&mut Fair> {
        self.game.fair_mut()
    }

    fn secrets(&self) -> Result<Value, Trouble> {
        let Some(fair) = self.game.fair() else {
            return Err(Trouble::error("The dice of this game are not fair ones."));
        };
        let mut orders = Vec::new();
        for entry in &self.game.entries()[..self.game.cursor()] {
            if let Some(draw) = entry.dice.draw().filter(|&draw| draw >= fair.from) {
                orders
                    .push(json!({"draw": draw, "order": order_digest(&fixed(&entry.command)?), "rolls": entry.rolls}));
            }
        }
        Ok(json!({"secret": fair.secret, "seats": fair.seats, "spent": fair.spent, "orders": orders}))
    }

    fn missed(&self, seat: usize, since: u64) -> Result<Option<Vec<Value>>, Trouble> {
        let noticed = &self.noticed[seat];
        if since < noticed.anew || since > noticed.number() {
            return Ok(None);
        }
        let from = usize::try_from(since - noticed.before.min(since)).unwrap_or(0);
        let numbered = noticed.entries.iter().enumerate().skip(from);
        let notices = numbered.map(|(i, &n)| {
            let view = self.view_at(n as usize + 1, seat);
            value(self.notice(n as usize, seat, noticed.before + i as u64 + 1, &view))
        });
        notices.collect::<Result<_, _>>().map(Some)
    }

    fn history(&self, seat: usize, from: usize) -> Result<Value, Trouble> {
        let noticed = &self.noticed[seat];
        let numbered = noticed.entries.iter().enumerate().skip(from).take(HISTORY);
        let notices = numbered.map(|(i, &n)| {
            let n = n as usize;
            let view = self.view_at(n + 1, seat);
            let mut notice = value(self.notice(n, seat, noticed.before + i as u64 + 1, &view))?;
            let is_last = i + 1 == noticed.entries.len();
            notice["state"] = value(if is_last { self.known(seat) } else { &view })?;
            Ok(notice)
        });
        let notices = notices.collect::<Result<Vec<_>, Trouble>>()?;
        let complete = from + notices.len() >= noticed.entries.len();
        let first = (from == 0).then(|| value(self.view_at(0, seat))).transpose()?;
        Ok(json!({"from": from, "first": first, "notices": notices, "complete": complete}))
    }

    fn noticed(&self, seat: usize) -> u64 {
        self.noticed[seat].number()
    }

    fn file(&self) -> Result<String, String> {
        save::to_text(&self.game, &games::note(&self.game))
    }

    fn keep_in(&self, file: &mut save::Autosave, cursor: usize) -> Result<(), String> {
        let mut keep = |game: &Game<R>| {
            let note: Note = games::note(game);
            file.keep(game, &note).map(drop).map_err(|error| error.to_string())
        };
        if cursor == self.game.cursor() {
            return keep(&self.game);
        }
        let mut other = self.game.clone();
        other.seek(cursor);
        keep(&other)
    }
}
