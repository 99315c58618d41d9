//! A seat's part in fair dice: the chain it is bound to, what it was asked, and what it checks of what it is told.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::fair::{Bond, Chain, Digest, Fair, Spent, commitment, dice, hidden, order_digest, remembered};
use tabletop::{Dice, Need, Roll};

use crate::lots;

/// Commitments that are kept to check notices by; notices come with the draw or the one after.
const RECENT: usize = 256;

/// An order as JSON with its keys in alphabetical order and without white space: the same in every language.
pub(crate) fn in_order(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(",");
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            let written =
                |(key, value): (&String, &Value)| format!("{}:{}", Value::from(key.as_str()), in_order(value));
            format!("{{{}}}", joined(sorted.into_iter().map(written).collect()))
        }
        Value::Array(values) => format!("[{}]", joined(values.iter().map(in_order).collect())),
        plain => plain.to_string(),
    }
}

/// What the host says of fair dice when one sits down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Asked {
    /// The hash of its secret.
    bond: Digest,
    /// Whether this seat takes part.
    takes_part: bool,
}

/// A draw for which a link is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Draw {
    number: u64,
    commitment: Digest,
    bound: Vec<Option<Digest>>,
}

/// What comes with the notice of an order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Proof {
    number: u64,
    nonce: Option<Digest>,
    bond: Option<Digest>,
    hidden: Option<Digest>,
    share: Option<Digest>,
    links: Option<Vec<Option<Digest>>>,
}

#[derive(Deserialize)]
struct Drawn {
    draw: u64,
    order: Digest,
    rolls: Vec<Roll>,
}

/// What the host shows when the game is over.
#[derive(Deserialize)]
struct Secrets {
    secret: Digest,
    seats: Vec<Option<Vec<Bond>>>,
    spent: Vec<Spent>,
    orders: Vec<Drawn>,
}

/// A seat's memory of fair dice.
pub(crate) struct Oath {
    host: Asked,
    chain: Chain,
    /// The first draw that the chain is for; 0 until the host has said it.
    from: u64,
    /// The first and the last draw that were answered; 0 for none.
    first: u64,
    answered: u64,
    memory: Digest,
    /// The last draws: number, commitment, and the memory before.
    recent: VecDeque<(u64, Digest, Digest)>,
    /// What was told of each draw.
    told: BTreeMap<u64, Vec<Roll>>,
}

type Wrong = String;

impl Oath {
    /// Binds nobody yet.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn new(host: Asked) -> Result<Self, String> {
        let chain = Chain::new(Digest::new(lots::bits()?));
        let (memory, recent, told) = (Digest::default(), VecDeque::new(), BTreeMap::new());
        Ok(Self { host, chain, from: 0, first: 0, answered: 0, memory, recent, told })
    }

    /// Whether this is what the host said the first time.
    pub(crate) fn is_as_before(&self, host: &Asked) -> bool {
        self.host == *host
    }

    /// Whether nothing was answered yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.first == 0
    }

    /// The same seat with a new chain; what it was told it still knows.
    pub(crate) fn again(&self) -> Result<Self, String> {
        Ok(Self { told: self.told.clone(), ..Self::new(self.host.clone())? })
    }

    pub(crate) fn takes_part(&self) -> bool {
        self.host.takes_part
    }

    /// What the host is told when one has sat down.
    pub(crate) fn bind(&self) -> Value {
        match self.chain.link((self.answered + 1).saturating_sub(self.from)).filter(|_| self.first > 0) {
            Some(link) => json!({"end": self.chain.end(), "at": self.answered, "link": link}),
            None => json!({"end": self.chain.end()}),
        }
    }

    /// The host has answered.
    pub(crate) fn bound(&mut self, from: u64) -> Result<(), Wrong> {
        if self.from == 0 {
            self.from = from;
            self.answered = from.saturating_sub(1);
        }
        let is_same = self.from == from && from > 0;
        is_same.then_some(()).ok_or_else(|| "The host counts the draws of the dice in another way than before.".into())
    }

    /// A link is wanted: what is to be said.
    ///
    /// # Errors
    /// It must not be given: somebody could choose a roll.
    pub(crate) fn draw(&mut self, asked: Value) -> Result<Value, Wrong> {
        let Draw { number, commitment, bound } = serde_json::from_value(asked).map_err(|error| error.to_string())?;
        if self.from == 0 || !bound.contains(&Some(self.chain.end())) {
            return Err("The host asks for dice to which this machine has not bound itself.".into());
        }
        let is_again = self.recent.back().is_some_and(|&(last, fixed, before)| {
            (last, fixed) == (number, commitment) && remembered(before, number, commitment, &bound) == self.memory
        });
        let is_next = if self.first == 0 { number > self.answered } else { number == self.answered + 1 };
        if !is_again && !is_next {
            return Err(format!(
                "The host asks for draw {number} of the dice, and draw {} is the next: somebody could choose a roll so.",
                self.answered + 1
            ));
        }
        let link =
            self.chain.link(number + 1 - self.from).ok_or("The chain for the dice is used up. Sit down again.")?;
        if !is_again {
            if self.first == 0 {
                self.first = number;
            }
            self.answered = number;
            self.recent.push_back((number, commitment, self.memory));
            self.memory = remembered(self.memory, number, commitment, &bound);
            let forgotten = self.recent.len().saturating_sub(RECENT);
            self.recent.drain(..forgotten);
        }
        Ok(json!({"number": number, "link": link}))
    }

    /// Checks what came with an order: `own` is the order's hash if this seat gave it.
    ///
    /// # Errors
    /// The dice are not those that all were bound to.
    pub(crate) fn check(&mut self, proof: Option<Value>, rolls: &[Roll], own: Option<Digest>) -> Result<(), Wrong> {
        let Some(proof) = proof.filter(|proof| !proof.is_null()) else {
            let rolled = "The host has rolled dice without the draw to which both machines are bound.";
            return if rolls.is_empty() { Ok(()) } else { Err(rolled.into()) };
        };
        let proof: Proof = serde_json::from_value(proof).map_err(|error| error.to_string())?;
        let number = proof.number;
        if !self.takes_part() {
            self.told.insert(number, rolls.to_vec());
            return Ok(());
        }
        if number > self.answered {
            return Err(format!("The host tells dice of draw {number}, for which this machine was not asked."));
        }
        let fixed = self.recent.iter().find(|(draw, ..)| *draw == number).map(|(_, commitment, _)| *commitment);
        if let (Some(fixed), Some(own), Some(nonce), Some(bond)) = (fixed, own, proof.nonce, proof.bond)
            && fixed != commitment(hidden(nonce, own), bond)
        {
            return Err(format!("Your order is not the one that the host had fixed for draw {number} of the dice."));
        }
        if let (Some(fixed), Some(hidden), Some(share), Some(links)) = (fixed, proof.hidden, proof.share, &proof.links)
        {
            let mine = self.chain.link((number + 1).saturating_sub(self.from));
            if fixed != commitment(hidden, share.hashed()) || !links.contains(&mine) {
                return Err(format!("The host has changed its part of draw {number} of the dice."));
            }
            follow(number, share, links, rolls)?;
        }
        self.told.insert(number, rolls.to_vec());
        Ok(())
    }

    /// Checks everything when the game is over and the secrets are shown.
    ///
    /// # Errors
    /// What does not fit.
    pub(crate) fn finish(&self, shown: Value) -> Result<(), Wrong> {
        let shown: Secrets = serde_json::from_value(shown).map_err(|error| error.to_string())?;
        if shown.secret.hashed() != self.host.bond {
            return Err(
                "The secret that the host shows is not the one it had bound itself to before the first roll.".into()
            );
        }
        let fair = Fair { secret: shown.secret, from: 1, seats: shown.seats, spent: Vec::new(), pending: None };
        if fair.verify().is_err() {
            return Err("The links that the host shows do not fit what the seats had bound themselves to.".into());
        }
        let mut fixed: BTreeMap<u64, Digest> = shown.spent.iter().map(|spent| (spent.draw, spent.order)).collect();
        let spent: BTreeSet<u64> = fixed.keys().copied().collect();
        fixed.extend(shown.orders.iter().map(|drawn| (drawn.draw, drawn.order)));
        if self.first > 0 {
            let asked = (self.first..=self.answered).fold(Digest::default(), |memory, draw| {
                remembered(memory, draw, fair.commitment(draw, fixed.get(&draw).copied()), &fair.bound_for(draw))
            });
            if asked != self.memory {
                return Err("The host has not carried out what it had fixed before the dice were drawn.".into());
            }
        }
        let links = fair.all_links(&shown.orders.iter().map(|drawn| drawn.draw).collect());
        for (drawn, number) in shown.orders.iter().zip(1_u64..) {
            let of_draw = links.get(&drawn.draw).ok_or_else(|| format!("Draw {} was never whole.", drawn.draw))?;
            follow(drawn.draw, fair.share(drawn.draw), of_draw, &drawn.rolls)
                .map_err(|wrong| format!("Order {number} with fair dice: {wrong}"))?;
        }
        for (draw, rolls) in self.told.iter().filter(|(draw, _)| !spent.contains(draw)) {
            let all = shown.orders.iter().find(|drawn| drawn.draw == *draw).map_or(&[][..], |drawn| &drawn.rolls);
            let mut left = all.iter();
            if !rolls.iter().all(|roll| left.any(|other| other == roll)) {
                return Err(format!("The dice of draw {draw} are not those that were told during the game."));
            }
        }
        Ok(())
    }
}

/// Whether these rolls are the dice of a draw.
fn follow(draw: u64, share: Digest, links: &[Option<Digest>], rolls: &[Roll]) -> Result<(), Wrong> {
    let mut dice = dice(draw, share, links);
    for roll in rolls {
        let need = Need { sides: roll.sides, purpose: roll.purpose.clone(), rule: roll.rule.clone() };
        let right = dice.roll(&need).map_err(|halt| halt.to_string())?;
        if right != roll.value {
            return Err(format!(
                "the die for {} shows {}, but draw {draw} of the fair dice gives {right}.",
                roll.purpose, roll.value
            ));
        }
    }
    Ok(())
}

/// The hash of an order that a seat has given.
pub(crate) fn own_order(command: &Value) -> Digest {
    order_digest(&in_order(command))
}
