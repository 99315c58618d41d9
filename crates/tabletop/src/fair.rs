//! Fair dice: dice of a shared game that come from several machines, so that none of them can know or choose a roll before the
//! order it is for.
//!
//! The host binds itself to a secret by its hash; each seat that takes part binds itself to a chain of hashes by its end. Draws
//! are numbered. For each one the host first says a [`commitment`], in which an order and the host's share are fixed and hidden;
//! then each seat shows the next link of its chain; share and links together are the dice. A draw may be blank, so that the
//! number of draws says nothing about orders. Everything is SHA-256 and can be worked out in any language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::dice::Seeded;

/// 32 bytes: a hash, a link or a secret. Written in hexadecimal.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// These bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The SHA-256 of these pieces, one behind the other.
    pub fn of(pieces: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        pieces.iter().for_each(|piece| hasher.update(piece));
        Self(hasher.finalize().into())
    }

    /// Its own hash: the link before this one, or what binds to a secret.
    #[must_use]
    pub fn hashed(self) -> Self {
        Self::of(&[&self.0])
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It may be a secret, and a secret has no business in a log.
        f.write_str("Digest(…)")
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "64 hexadecimal digits are wanted";
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let digits = pairs.iter().map(|pair| {
            let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.bytes().all(|byte| byte.is_ascii_hexdigit()));
            pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()).ok_or(WRONG)
        });
        let bytes = digits.collect::<Result<Vec<u8>, _>>()?;
        if rest.is_empty() { bytes.try_into().map(Self).map_err(|_| WRONG) } else { Err(WRONG) }
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// What a host says before anybody shows a link: `hidden` is [`hidden`] of the order, `share` the hash of the host's share.
pub fn commitment(hidden: Digest, share: Digest) -> Digest {
    Digest::of(&[b"commitment", &hidden.0, &share.0])
}

/// An order as it is fixed in a commitment without being told. A blank draw has the order of zeros.
pub fn hidden(nonce: Digest, order: Digest) -> Digest {
    Digest::of(&[b"order", &nonce.0, &order.0])
}

/// The dice of a draw. A seat that takes no part has no link.
pub fn dice(draw: u64, share: Digest, links: &[Option<Digest>]) -> Seeded {
    let mut hasher = Sha256::new();
    hasher.update(b"dice");
    hasher.update(draw.to_le_bytes());
    hasher.update(share.0);
    for link in links {
        hasher.update([u8::from(link.is_some())]);
        hasher.update(link.unwrap_or_default().0);
    }
    Seeded::of_key(hasher.finalize().into())
}

/// The hash over everything a seat was asked: the next one, from the one before, a draw's number, its commitment, and what the
/// seats were bound to then.
#[must_use]
pub fn remembered(before: Digest, draw: u64, commitment: Digest, bound: &[Option<Digest>]) -> Digest {
    let bound: Vec<u8> = bound.iter().flat_map(|end| end.unwrap_or_default().0).collect();
    Digest::of(&[b"asked", &before.0, &draw.to_le_bytes(), &commitment.0, &bound])
}

/// A chain of hashes as the seat that made it has it. Its end is link 0; the hash of each link is the link before it.
#[derive(Clone)]
pub struct Chain {
    /// Links 0, `STEP`, 2 × `STEP` and so on.
    marks: Vec<Digest>,
}

impl Chain {
    /// How many links a chain has: days of play.
    pub const LENGTH: u64 = 1 << 18;
    const STEP: u64 = 1 << 9;

    /// The chain of a secret.
    pub fn new(secret: Digest) -> Self {
        let mut marks = vec![secret];
        let mut link = secret;
        for n in (0..Self::LENGTH).rev() {
            link = link.hashed();
            if n.is_multiple_of(Self::STEP) {
                marks.push(link);
            }
        }
        marks.reverse();
        Self { marks }
    }

    /// What binds to it.
    pub fn end(&self) -> Digest {
        self.marks[0]
    }

    /// A link; `None` if the chain is not so long.
    pub fn link(&self, number: u64) -> Option<Digest> {
        let mark = number.div_ceil(Self::STEP);
        let from = *self.marks.get(usize::try_from(mark).ok()?)?;
        Some((number..mark * Self::STEP).fold(from, |link, _| link.hashed()))
    }
}

/// A chain a seat has bound itself to, and how much of it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bond {
    /// The first draw that it is for; the links count from there.
    pub from: u64,
    /// Its end, said before the first of these draws.
    pub end: Digest,
    /// How many links are known.
    pub links: u64,
    /// The last of them; the end if there are none.
    pub last: Digest,
}

/// A draw whose order does not stand in the journal any more: it was taken back, or a machine began again before its link was
/// shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    pub draw: u64,
    /// The hash of the order it was for.
    pub order: Digest,
}

/// An order that is fixed and whose dice are still to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    pub draw: u64,
    /// The seat that gave it, in the order of the rulebook's sides.
    pub seat: usize,
    /// The order as JSON.
    pub order: String,
}

impl Pending {
    /// The hash by which the order is fixed.
    pub fn digest(&self) -> Digest {
        order_digest(&self.order)
    }
}

/// The hash of an order that is written as JSON, its keys in alphabetical order and without white space.
pub fn order_digest(order: &str) -> Digest {
    Digest::of(&[order.as_bytes()])
}

/// Everything that fair dice of a game come from, as the host keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The host's secret. Everybody knows its hash before the first draw, and it when the game is over.
    pub secret: Digest,
    /// The first draw that this secret is for.
    pub from: u64,
    /// What each seat has bound itself to; `None` for one that takes no part, for the host's own machine sits there.
    pub seats: Vec<Option<Vec<Bond>>>,
    /// Draws without an order in the journal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<Spent>,
    /// The order whose dice are being drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
}

impl Fair {
    /// So many times one seat may begin with a new chain: all of them are kept with the game.
    pub const MOST_BONDS: usize = 1_000;

    /// With this secret, from this draw on; each seat takes part or not.
    pub fn new(secret: Digest, from: u64, takes_part: impl Iterator<Item = bool>) -> Self {
        let seats = takes_part.map(|part| part.then(Vec::new)).collect();
        Self { secret, from, seats, spent: Vec::new(), pending: None }
    }

    /// Whether a seat takes part.
    pub fn takes_part(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(Option::is_some)
    }

    /// The host's share of a draw.
    pub fn share(&self, draw: u64) -> Digest {
        Digest::of(&[b"share", &self.secret.0, &draw.to_le_bytes()])
    }

    /// What hides the order of a draw.
    pub fn nonce(&self, draw: u64) -> Digest {
        Digest::of(&[b"nonce", &self.secret.0, &draw.to_le_bytes()])
    }

    /// What the host says of a draw before links are shown. Without an order it is blank.
    pub fn commitment(&self, draw: u64, order: Option<Digest>) -> Digest {
        commitment(hidden(self.nonce(draw), order.unwrap_or_default()), self.share(draw).hashed())
    }

    /// What the seats are bound to now.
    pub fn bound(&self) -> Vec<Option<Digest>> {
        self.seats.iter().map(|bonds| bonds.as_ref().and_then(|bonds| bonds.last()).map(|bond| bond.end)).collect()
    }

    /// What the seats were bound to for a draw.
    pub fn bound_for(&self, draw: u64) -> Vec<Option<Digest>> {
        let bound = |bonds: &Vec<Bond>| bonds.iter().rfind(|bond| bond.from <= draw).map(|bond| bond.end);
        self.seats.iter().map(|bonds| bonds.as_ref().and_then(bound)).collect()
    }

    /// The last draw that a seat has answered, or has bound itself too late for.
    fn answered(bonds: &[Bond]) -> Option<u64> {
        bonds.last().map(|bond| bond.from - 1 + bond.links)
    }

    /// What each seat that takes part has answered; `None` for one that is not bound.
    fn all_answered(&self) -> impl Iterator<Item = Option<u64>> {
        self.seats.iter().flatten().map(|bonds| Self::answered(bonds))
    }

    /// The last draw that any seat has answered.
    pub fn latest(&self) -> u64 {
        self.all_answered().flatten().max().unwrap_or(0).max(self.from - 1)
    }

    /// The draw to be answered next: one that somebody has answered and somebody not, or a new one. `None` while a seat that
    /// takes part is not bound. A seat that has only just bound itself begins with a new one: it must not choose its link
    /// after another one was shown.
    pub fn next(&self) -> Option<u64> {
        let latest = self.latest();
        let mut lags = false;
        for bonds in self.seats.iter().flatten() {
            let bond = bonds.last()?;
            lags |= bond.links > 0 && bond.from - 1 + bond.links < latest;
        }
        Some(if lags { latest } else { latest + 1 })
    }

    /// Whether this seat is still to answer a draw.
    pub fn owes(&self, seat: usize, draw: u64) -> bool {
        let bonds = self.seats.get(seat).and_then(Option::as_ref);
        bonds.and_then(|bonds| Self::answered(bonds)).is_some_and(|answered| answered < draw)
    }

    /// Whether all links of a draw are known.
    pub fn is_drawn(&self, draw: u64) -> bool {
        self.links(draw).is_some()
    }

    /// Binds a seat to a chain, for draws later than `asked`, the last one that anybody was asked for. What it was bound to
    /// before holds no longer, and is forgotten where nobody was asked for a draw of it. Gives the first draw it is for; `None`
    /// for a seat that takes no part, or has begun [`Fair::MOST_BONDS`] times.
    pub fn bind(&mut self, seat: usize, end: Digest, asked: u64) -> Option<u64> {
        let from = self.latest().max(asked) + 1;
        let bonds = self.seats.get_mut(seat)?.as_mut()?;
        bonds.pop_if(|bond| bond.links == 0 && bond.from >= from);
        if bonds.len() >= Self::MOST_BONDS {
            return None;
        }
        bonds.push(Bond { from, end, links: 0, last: end });
        Some(from)
    }

    /// Takes the link of a seat for a draw.
    ///
    /// # Errors
    /// It is not the next link of the chain that the seat is bound to; nothing has changed.
    pub fn take(&mut self, seat: usize, draw: u64, link: Digest) -> Result<(), NoLink> {
        let bonds = self.seats.get_mut(seat).and_then(Option::as_mut);
        let bond = bonds.and_then(|bonds| bonds.last_mut()).ok_or(NoLink)?;
        let next = draw.checked_add(1).ok_or(NoLink)?;
        let ahead = next.checked_sub(bond.from + bond.links).ok_or(NoLink)?;
        // A host that was stopped may have missed blank draws.
        if ahead > Chain::LENGTH || (0..ahead).fold(link, |link, _| link.hashed()) != bond.last {
            return Err(NoLink);
        }
        bond.links += ahead;
        bond.last = link;
        Ok(())
    }

    /// The links of a draw, one for each seat; `None` if one is not known.
    pub fn links(&self, draw: u64) -> Option<Vec<Option<Digest>>> {
        self.all_links(&BTreeSet::from([draw])).remove(&draw)
    }

    /// The links of these draws, as far as they are all known.
    pub fn all_links(&self, draws: &BTreeSet<u64>) -> BTreeMap<u64, Vec<Option<Digest>>> {
        let mut links: BTreeMap<u64, Vec<Option<Digest>>> =
            draws.range(self.from..).map(|&draw| (draw, vec![None; self.seats.len()])).collect();
        for (seat, bonds) in self.seats.iter().enumerate() {
            let Some(bonds) = bonds else { continue };
            let mut known = BTreeSet::new();
            for bond in bonds {
                let last = bond.from + bond.links;
                let (mut link, mut at) = (bond.last, last);
                // From the last one back: each link's hash is the one before it.
                for &draw in draws.range(bond.from..last).rev() {
                    while at > draw + 1 {
                        link = link.hashed();
                        at -= 1;
                    }
                    if let Some(of_draw) = links.get_mut(&draw) {
                        of_draw[seat] = Some(link);
                        known.insert(draw);
                    }
                }
            }
            links.retain(|draw, _| known.contains(draw));
        }
        links
    }

    /// Whether every chain leads from its last known link to its end.
    ///
    /// # Errors
    /// The seat whose chain does not.
    pub fn verify(&self) -> Result<(), usize> {
        let holds = |bond: &Bond| {
            bond.from >= self.from
                && bond.links <= Chain::LENGTH
                && (0..bond.links).fold(bond.last, |link, _| link.hashed()) == bond.end
        };
        let broken = self.seats.iter().position(|bonds| !bonds.iter().flatten().all(holds));
        broken.map_or(Ok(()), Err)
    }
}

/// A link that is not the next one of its chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLink;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Need, RuleId};

    fn chain(n: u8) -> Chain {
        Chain::new(Digest::new([n; 32]))
    }

    #[test]
    fn the_hash_of_each_link_is_the_one_before_it() {
        let chain = chain(1);
        for n in [1, 2, 511, 512, 513, 1024, Chain::LENGTH] {
            assert_eq!(chain.link(n).unwrap().hashed(), chain.link(n - 1).unwrap(), "{n}");
        }
        assert_eq!(chain.link(0), Some(chain.end()));
        assert_eq!(chain.link(Chain::LENGTH), Some(Digest::new([1; 32])));
        assert_eq!(chain.link(Chain::LENGTH + 1), None);
    }

    #[test]
    fn a_digest_comes_back_from_its_text_and_rubbish_does_not() {
        let digest = Digest::of(&[b"abc"]);
        assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for text in ["", "ba", "zz", &"+1".repeat(32), &"ab".repeat(33), &"ế".repeat(32)] {
            assert!(text.parse::<Digest>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_next_link_is_taken_and_a_host_that_missed_some_catches_up() {
        let (chain, mut fair) = (chain(1), Fair::new(Digest::new([9; 32]), 1, [false, true].into_iter()));
        assert_eq!(fair.next(), None, "the seat is not bound yet");
        assert_eq!(fair.bind(0, chain.end(), 0), None, "this seat takes no part");
        assert_eq!(fair.bind(1, chain.end(), 0), Some(1));
        for n in 1..=4 {
            assert_eq!(fair.next(), Some(n));
            assert_eq!(fair.take(1, n, chain.link(n + 1).unwrap()), Err(NoLink));
            assert_eq!(fair.take(1, n + 1, chain.link(n).unwrap()), Err(NoLink));
            assert_eq!(fair.take(1, n, Digest::default()), Err(NoLink));
            assert!(fair.owes(1, n) && !fair.is_drawn(n));
            assert_eq!(fair.take(1, n, chain.link(n).unwrap()), Ok(()));
            assert!(!fair.owes(1, n) && fair.is_drawn(n));
        }
        assert_eq!(fair.take(1, 9, chain.link(9).unwrap()), Ok(()));
        assert_eq!((fair.next(), fair.verify()), (Some(10), Ok(())));
        assert_eq!(fair.links(3), Some(vec![None, chain.link(3)]));
        fair.seats[1].as_mut().unwrap()[0].last = Digest::default();
        assert_eq!(fair.verify(), Err(1));
    }

    #[test]
    fn chains_of_which_nobody_was_asked_for_a_link_are_forgotten_and_others_are_so_many() {
        let mut fair = Fair::new(Digest::default(), 1, [true].into_iter());
        let end = |n: usize| Digest::of(&[&n.to_le_bytes()]);
        for n in 0..10_000 {
            assert_eq!(fair.bind(0, end(n), 0), Some(1));
        }
        assert_eq!(fair.seats[0].as_ref().unwrap().len(), 1);
        // A draw was asked for before each: what was said of it must be known when all is shown.
        let bound = (1..10_000).map_while(|n| fair.bind(0, end(n), n as u64)).count();
        assert_eq!((bound, fair.seats[0].as_ref().unwrap().len()), (Fair::MOST_BONDS - 1, Fair::MOST_BONDS));
        assert_eq!(fair.bound_for(7), [Some(end(6))]);
        assert_eq!(fair.take(0, u64::MAX, Digest::default()), Err(NoLink));
    }

    #[test]
    fn a_seat_that_begins_again_leaves_the_draw_that_is_under_way() {
        let (one, other, again) = (chain(1), chain(2), chain(3));
        let mut fair = Fair::new(Digest::default(), 1, [true, true].into_iter());
        assert_eq!((fair.bind(0, one.end(), 0), fair.bind(1, other.end(), 0)), (Some(1), Some(1)));
        for n in 1..=2 {
            fair.take(0, n, one.link(n).unwrap()).unwrap();
            fair.take(1, n, other.link(n).unwrap()).unwrap();
        }
        fair.take(0, 3, one.link(3).unwrap()).unwrap();
        assert_eq!(fair.next(), Some(3), "one has answered and the other not");
        assert_eq!(fair.bind(1, again.end(), 3), Some(4));
        assert_eq!(fair.next(), Some(4), "nobody chooses a new link for a draw that was answered");
        assert!(!fair.is_drawn(3));
        assert_eq!(fair.bound_for(3), [Some(one.end()), Some(other.end())]);
        assert_eq!(fair.bound_for(4), [Some(one.end()), Some(again.end())]);
        fair.take(0, 4, one.link(4).unwrap()).unwrap();
        fair.take(1, 4, again.link(1).unwrap()).unwrap();
        assert_eq!(fair.links(4), Some(vec![one.link(4), again.link(1)]));
        assert_eq!(fair.links(2), Some(vec![one.link(2), other.link(2)]));
    }

    #[test]
    fn dice_hang_on_every_part_and_are_even() {
        let need = Need::d6("a test", RuleId::fixed("1.1"));
        let rolled = |draw: u64, share: u8, links: &[Option<Digest>]| -> Vec<u8> {
            let mut dice = dice(draw, Digest::new([share; 32]), links);
            (0..30).map(|_| dice.roll(&need).unwrap()).collect()
        };
        let link = |n: u8| Some(Digest::new([n; 32]));
        let all = [
            rolled(1, 1, &[link(1), None]),
            rolled(2, 1, &[link(1), None]),
            rolled(1, 2, &[link(1), None]),
            rolled(1, 1, &[link(2), None]),
            rolled(1, 1, &[None, link(1)]),
            rolled(1, 1, &[link(1), link(1)]),
        ];
        assert_eq!(all[0], rolled(1, 1, &[link(1), None]));
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        let mut faces = [0_u32; 6];
        for draw in 0..6_000 {
            let face = dice(draw, Digest::default(), &[link(7)]).roll(&need).unwrap();
            faces[usize::from(face) - 1] += 1;
        }
        assert!(faces.iter().all(|count| (900..1_100).contains(count)), "{faces:?}");
    }
}
