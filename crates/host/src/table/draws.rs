//! Fair dice at a table: draws at an even beat, whether there is an order or not, so that a seat learns nothing from them.
//!
//! Orders, and the taking back of orders, wait for the beat. An order is on the disk before a seat is asked for its link, and a
//! seat that is asked again for the same order gives the same link: whatever is stopped in between, nobody rolls twice.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::fair::{Digest, Fair, Pending, Spent};

use super::{Keeping, Table, Word};
use crate::ledger::Write;
use crate::room::Throwing;
use crate::talk::request::Piece;
use crate::talk::{Trouble, answered};

/// Something that waits for the beat.
pub(super) struct Waiting {
    from: u64,
    id: Option<Value>,
    seat: usize,
    word: Word,
}

/// The draw for which links are awaited.
struct Asked {
    draw: u64,
}

/// The state of the draws of a game with fair dice.
pub(super) struct Draws {
    pub(super) beat: Duration,
    /// The machine of each seat that takes part and has bound itself.
    machines: Vec<Option<u64>>,
    asked: Option<Asked>,
    /// The highest draw that anybody was asked for.
    highest: u64,
    waiting: VecDeque<Waiting>,
    /// Who is to be answered when the order's dice are drawn.
    giver: Option<(u64, Option<Value>)>,
}

/// A seat's machine binds itself: the end of its chain, and where it stood if it was bound before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bind {
    end: Digest,
    at: Option<u64>,
    link: Option<Digest>,
}

/// A link that was asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Link {
    number: u64,
    link: Digest,
}

impl Draws {
    pub(super) fn new(beat: Duration, seats: usize) -> Self {
        Self { beat, machines: vec![None; seats], asked: None, highest: 0, waiting: VecDeque::new(), giver: None }
    }

    /// Somebody has left.
    pub(super) fn left(&mut self, guest: u64) {
        for machine in self.machines.iter_mut().filter(|machine| **machine == Some(guest)) {
            *machine = None;
            // It is asked again when it is back.
            self.asked = None;
        }
        self.waiting.retain(|waiting| waiting.from != guest);
    }

    /// Whether a seat's machine is there for the dice.
    pub(super) fn is_there(&self, seat: usize) -> bool {
        self.machines.get(seat).is_some_and(Option::is_some)
    }
}

/// Written as it is kept beside the game.
pub(crate) fn kept(fair: Option<&Fair>) -> Result<Option<String>, String> {
    fair.map(|fair| serde_json::to_string(fair).map_err(|error| error.to_string())).transpose()
}

impl Table {
    /// What somebody who sits down is told of fair dice; null if the host rolls.
    pub(super) fn fair_welcome(&self, seat: usize) -> Value {
        match (&self.draws, self.room.fair()) {
            (Some(draws), Some(fair)) => json!({
                "bond": fair.secret.hashed(),
                "takes_part": fair.takes_part(seat),
                "beat": draws.beat.as_millis() as u64,
            }),
            _ => Value::Null,
        }
    }

    /// The sides whose machine is wanted for the dice and is not there.
    fn missing(&self) -> Vec<&'static str> {
        let (Some(draws), Some(fair)) = (&self.draws, self.room.fair()) else { return Vec::new() };
        let is_missing = |seat: &usize| fair.takes_part(*seat) && !draws.is_there(*seat);
        (0..self.sides.len()).filter(is_missing).map(|seat| self.sides[seat]).collect()
    }

    /// Puts a word that changes the game on the list for the next beat.
    pub(super) fn wait_for_beat(
        &mut self,
        from: u64,
        id: Option<Value>,
        seat: usize,
        word: Word,
    ) -> Result<(), Trouble> {
        let missing = self.missing();
        if let Word::Talk(crate::talk::request::Request::Do(command, dice)) = &word {
            let because = match dice {
                Some(_) => Some("In this game the machines roll the dice. Give the order without `dice`.".to_owned()),
                None if !missing.is_empty() => Some(format!(
                    "The dice of this game come from both machines, and that of {} is not here or takes no part. \
                     Give the order when it is.",
                    missing.join(" and ")
                )),
                None => None,
            };
            if let Some(because) = because {
                return Err(Trouble::error(because));
            }
            self.fault_free(|table| table.room.fixed(seat, command))?;
        }
        let Some(draws) = &mut self.draws else { return Ok(()) };
        if draws.waiting.iter().any(|waiting| waiting.seat == seat) {
            return Err(Trouble::error("Your last word waits for the dice. Wait for its answer."));
        }
        draws.waiting.push_back(Waiting { from, id, seat, word });
        Ok(())
    }

    /// A seat's machine binds itself, or comes back.
    pub(super) async fn bind(&mut self, guest: u64, seat: usize, bind: &Bind) -> Result<Value, Trouble> {
        let none = || Trouble::error("This seat takes no part in the dice.");
        let (Some(draws), Some(fair)) = (&mut self.draws, self.room.fair_mut()) else { return Err(none()) };
        if !fair.takes_part(seat) {
            return Err(none());
        }
        let current = fair.seats[seat].as_ref().and_then(|bonds| bonds.last());
        let from = match (bind.at, bind.link, current) {
            (Some(at), Some(link), Some(bond)) if bond.end == bind.end => {
                let from = bond.from;
                if at >= from && fair.take(seat, at, link).is_err() {
                    return Err(Trouble::error("This link is not of the chain that the seat is bound to."));
                }
                from
            }
            (Some(_), ..) | (_, Some(_), _) => {
                return Err(Trouble::error("The seat is not bound to this chain. Bind it to a new one."));
            }
            (None, None, Some(bond)) if bond.end == bind.end && bond.links == 0 => bond.from,
            (None, None, _) => {
                let known = fair.seats.iter().flatten().flatten().any(|bond| bond.end == bind.end);
                if known {
                    return Err(Trouble::error("A chain binds one seat, and once. Bind it to a new one."));
                }
                fair.bind(seat, bind.end, draws.highest).ok_or_else(|| {
                    Trouble::error(
                        "This seat has begun with new chains too often. The game cannot go on with fair dice.",
                    )
                })?
            }
        };
        draws.machines[seat] = Some(guest);
        // A guest who has just come is asked, too, and what their coming ends is left.
        draws.asked = None;
        self.keep_fair().await.map_err(Trouble::error)?;
        self.tell_who();
        Ok(json!({"from": from}))
    }

    /// A link has come.
    pub(super) async fn link(&mut self, guest: u64, seat: usize, link: &Link) -> Result<(), Trouble> {
        let (Some(draws), Some(fair)) = (&mut self.draws, self.room.fair_mut()) else {
            return Err(Trouble::error("The dice of this game are not fair ones."));
        };
        let asked = draws.asked.as_ref().filter(|asked| asked.draw == link.number && fair.owes(seat, asked.draw));
        if asked.is_none() || draws.machines.get(seat) != Some(&Some(guest)) {
            return Err(Trouble::error(format!("Nobody asks this machine for a link of draw {}.", link.number)));
        }
        fair.take(seat, link.number, link.link)
            .map_err(|_| Trouble::error("This link is not the next one of the chain that this machine is bound to."))?;
        self.finish_draw().await;
        Ok(())
    }

    /// Carries out what the draw was for, if all have answered.
    async fn finish_draw(&mut self) {
        let (Some(draws), Some(fair)) = (&mut self.draws, self.room.fair_mut()) else { return };
        let Some(draw) = draws.asked.as_ref().map(|asked| asked.draw) else { return };
        if (0..fair.seats.len()).any(|seat| fair.takes_part(seat) && fair.owes(seat, draw)) {
            return;
        }
        draws.asked = None;
        self.carry_out_drawn().await;
    }

    /// The order that is fixed, if its dice are drawn: carried out, on the disk, acknowledged and told.
    async fn carry_out_drawn(&mut self) {
        let Some(fair) = self.room.fair_mut() else { return };
        let Some(pending) = fair.pending.clone().filter(|pending| fair.is_drawn(pending.draw)) else { return };
        let before = self.room.cursor();
        let command = Piece::whole(&pending.order);
        let played = self.fault_free(|table| table.room.order(pending.seat, &command, Throwing::Drawn(pending.draw)));
        let giver = self.draws.as_mut().and_then(|draws| draws.giver.take());
        let answer = match played {
            Ok(notices) => {
                if let Some(fair) = self.room.fair_mut() {
                    fair.pending = None;
                }
                match self.keep_order().await {
                    Ok(()) => Ok(notices),
                    Err(problem) => {
                        // It stands, and is kept as soon as that can be done.
                        self.room.forget_last();
                        if let Some(fair) = self.room.fair_mut() {
                            fair.pending = Some(pending.clone());
                        }
                        Err(Trouble::error(problem))
                    }
                }
            }
            Err(trouble) => {
                if self.room.cursor() > before {
                    self.room.forget_last();
                }
                self.give_up_pending();
                let kept = self.keep_fair().await;
                Err(kept.map_or_else(Trouble::error, |()| trouble))
            }
        };
        if let Ok(notices) = &answer {
            self.has_happened(notices);
            self.tell(notices, giver.as_ref().map(|(guest, _)| *guest));
        }
        if let Some((guest, id)) = giver {
            let answer = answer.map(|notices| self.own_notice(guest, pending.seat, &notices));
            self.send(guest, id, answer);
        }
    }

    /// The order that is fixed will not be carried out; what was fixed is written down.
    fn give_up_pending(&mut self) {
        if let Some(fair) = self.room.fair_mut()
            && let Some(pending) = fair.pending.take()
        {
            fair.spent.push(Spent { draw: pending.draw, order: pending.digest() });
        }
    }

    /// Keeps what fair dice come from.
    async fn keep_fair(&mut self) -> Result<(), String> {
        match &mut self.keeping {
            Keeping::Ledger(ledger) => match kept(self.room.fair())? {
                Some(fair) => ledger.write(Write::Fair { game: self.id.clone(), fair }).await,
                None => Ok(()),
            },
            Keeping::File(file) => tokio::task::block_in_place(|| self.room.keep_in(file, self.room.cursor())),
            Keeping::Nowhere => Ok(()),
        }
    }

    /// The beat: what waits is fixed, and links are asked for.
    pub(super) async fn beat(&mut self) {
        if self.draws.as_ref().is_none_or(|draws| draws.asked.is_some()) {
            return;
        }
        // An order whose dice are drawn already: the host was stopped, or the disk was full.
        self.carry_out_drawn().await;
        let is_here = self.missing().is_empty();
        while self.room.fair().is_some_and(|fair| fair.pending.is_none()) {
            let Some(waiting) = self.draws.as_mut().and_then(|draws| draws.waiting.pop_front()) else { break };
            let Waiting { from, id, seat, word } = waiting;
            if let Word::Talk(crate::talk::request::Request::Do(command, _)) = &word {
                let fixed = match is_here {
                    true => self.fix(seat, command).await,
                    false => Err(Trouble::error("The other machine has left. Give the order when it is back.")),
                };
                match fixed {
                    Ok(()) => {
                        if let Some(draws) = &mut self.draws {
                            draws.giver = Some((from, id));
                        }
                    }
                    Err(trouble) => self.send(from, id, Err(trouble)),
                }
            } else {
                let answer = self.answer(from, seat, word).await;
                self.send(from, id, answer);
            }
        }
        if is_here && !self.room.is_over() {
            self.ask_for_links().await;
        }
    }

    /// The first draw that nobody was asked for: what was fixed in the others stays as it is.
    fn fresh_draw(&self) -> u64 {
        let highest = self.draws.as_ref().map_or(0, |draws| draws.highest);
        self.room.fair().map_or(0, Fair::latest).max(highest) + 1
    }

    /// Fixes an order for the next draw, on the disk.
    async fn fix(&mut self, seat: usize, command: &Piece) -> Result<(), Trouble> {
        let order = self.fault_free(|table| table.room.fixed(seat, command))?;
        let draw = self.fresh_draw();
        let Some(fair) = self.room.fair_mut() else { return Ok(()) };
        fair.pending = Some(Pending { draw, seat, order });
        if let Err(problem) = self.keep_fair().await {
            if let Some(fair) = self.room.fair_mut() {
                fair.pending = None;
            }
            return Err(Trouble::error(problem));
        }
        Ok(())
    }

    async fn ask_for_links(&mut self) {
        let fresh = self.fresh_draw();
        let Some(fair) = self.room.fair_mut() else { return };
        let Some(draw) = fair.next() else { return };
        if let Some(pending) = fair.pending.as_mut().filter(|pending| pending.draw < draw) {
            // Somebody began again before his link was shown: the order waits for another draw, and what was fixed is kept.
            let spent = Spent { draw: pending.draw, order: pending.digest() };
            pending.draw = fresh;
            fair.spent.push(spent);
            if self.keep_fair().await.is_err() {
                return;
            }
        }
        let Some(fair) = self.room.fair() else { return };
        let pending = fair.pending.as_ref().filter(|pending| pending.draw == draw);
        let spent = fair.spent.iter().find(|spent| spent.draw == draw).map(|spent| spent.order);
        let order = pending.map(Pending::digest).or(spent);
        let asked = json!({"draw": {
            "number": draw, "commitment": fair.commitment(draw, order), "bound": fair.bound_for(draw),
        }});
        let owing: Vec<u64> = match &self.draws {
            Some(draws) => {
                let owes = |(seat, guest): (usize, &Option<u64>)| guest.filter(|_| fair.owes(seat, draw));
                draws.machines.iter().enumerate().filter_map(owes).collect()
            }
            None => return,
        };
        let text = axum::extract::ws::Utf8Bytes::from(asked.to_string());
        for guest in owing {
            let taken = self.guests.get(&guest).is_some_and(|guest| guest.push.try_send(text.clone()).is_ok());
            if !taken {
                self.guests.remove(&guest);
                if let Some(draws) = &mut self.draws {
                    draws.left(guest);
                }
            }
        }
        if let Some(draws) = &mut self.draws {
            draws.asked = Some(Asked { draw });
            draws.highest = draws.highest.max(draw);
        }
        // Nobody may owe anything: a seat that began again has left this draw.
        self.finish_draw().await;
    }

    /// Answers a guest, if he is still there.
    fn send(&mut self, guest: u64, id: Option<Value>, answer: Result<String, Trouble>) {
        let text = answered(id, answer);
        if self.guests.get(&guest).is_some_and(|guest| guest.push.try_send(text.into()).is_err()) {
            self.guests.remove(&guest);
        }
    }
}
