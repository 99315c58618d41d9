//! What an order may come to, counted: who is lost, who is pinned, whose morale fails.

use platoon::state::{Hull, Order, Squad};
use platoon::{Command, Platoon, Side, State};
use tabletop::Ruleset as _;
use tabletop::odds::{Chance, Effort, Fraction, odds};

use crate::theme::Outcome;

/// Runs of the dice that are looked at one by one; beyond that a sample is taken.
const EXACT: u64 = 3_000;
/// Throws of a sample.
const SAMPLE: u64 = 600;
/// From here on nobody counts one by one.
const MANY: u8 = 3;
/// Results that are told in sentences, where there is nothing to count.
const TOLD: usize = 8;

/// What a side suffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Harm {
    lost: u8,
    pinned: u8,
    broken: bool,
    hull: u8,
}

/// What an order comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    theirs: Harm,
    own: Harm,
    granted: bool,
}

/// One of what may come of an order, what may come besides, and whether that is exact.
pub(super) type Chances = (Vec<Outcome>, Vec<Outcome>, bool);

/// What may come of a command as a view sees it; none if nothing is left to chance.
pub(super) fn chances(rules: &Platoon, shown: &State, command: &Command) -> Option<Chances> {
    let effort = Effort { runs: EXACT, samples: SAMPLE, ..Effort::default() };
    let own = rules.to_act(shown);
    let count = |after: &State, _: &[platoon::Event]| Toll::of(shown, after, own);
    let found = odds(rules, shown, command, &count, &|_| None, effort).ok()?;
    let tolls: Vec<(Toll, Fraction)> = found.outcomes.iter().map(|one| (one.summary, one.probability)).collect();
    if tolls.iter().any(|(toll, _)| *toll != Toll::default()) {
        return (tolls.len() > 1).then(|| (bar(&tolls), besides(&tolls), found.exact));
    }
    // Nobody can come to harm: what else may come of it, in sentences.
    let sentences = |after: &State, events: &[platoon::Event]| rules.sum_up(shown, after, events);
    let found = odds(rules, shown, command, &sentences, &|_| None, effort).ok()?;
    (found.outcomes.len() > 1).then(|| (sentences_of(&found.outcomes), Vec::new(), found.exact))
}

impl Toll {
    fn of(before: &State, after: &State, own: Option<Side>) -> Self {
        let mut toll = Self { granted: after.missions.len() > before.missions.len(), ..Self::default() };
        for (old, new) in after.squads.iter().filter_map(|new| Some((before.squad(new.id)?, new))) {
            let harm = if Some(new.side) == own { &mut toll.own } else { &mut toll.theirs };
            harm.add(old, new);
        }
        toll
    }
}

impl Harm {
    fn add(&mut self, old: &Squad, new: &Squad) {
        let pinned = |squad: &Squad| squad.able().filter(|(_, figure)| figure.pinned.is_some()).count();
        let more = |now: usize, then: usize| u8::try_from(now.saturating_sub(then)).unwrap_or(u8::MAX).min(MANY);
        self.lost = (self.lost + more(new.casualties(), old.casualties())).min(MANY);
        self.pinned = (self.pinned + more(pinned(new), pinned(old))).min(MANY);
        self.broken |= new.order != old.order && new.order != Order::Steady;
        if new.hull != old.hull {
            self.hull = self.hull.max(if new.hull == Hull::Destroyed { 2 } else { 1 });
        }
    }
}

/// How likely it is that something holds.
fn chance(tolls: &[(Toll, Fraction)], holds: impl Fn(&Toll) -> bool) -> Fraction {
    let holding = tolls.iter().filter(|(toll, _)| holds(toll)).map(|(_, chance)| *chance);
    holding.fold(Fraction::ZERO, |sum, chance| sum.plus(chance).unwrap_or(sum))
}

/// Exactly one of these comes of the order, what it is given for first.
fn bar(tolls: &[(Toll, Fraction)]) -> Vec<Outcome> {
    let can = |holds: fn(&Toll) -> bool| tolls.iter().any(|(toll, _)| holds(toll));
    let line =
        |what: &str, good: u8, holds: &dyn Fn(&Toll) -> bool| Outcome::new(what, chance(tolls, holds)).good(good);
    let counted = |of: fn(&Toll) -> u8, words: [(&str, u8); 4]| -> Vec<Outcome> {
        (0..=MANY).rev().zip(words).map(|(n, (words, good))| line(words, good, &|toll| of(toll) == n)).collect()
    };
    let lost = [("3 or more are lost", 100), ("2 are lost", 85), ("1 is lost", 70), ("no losses", 0)];
    let yours = [
        ("3 or more of yours are lost", 0),
        ("2 of yours are lost", 15),
        ("1 of yours is lost", 30),
        ("no losses of yours", 100),
    ];
    let pinned = [("3 or more are pinned", 100), ("2 are pinned", 85), ("1 is pinned", 70), ("none are pinned", 0)];
    let mut bar = match () {
        () if can(|toll| toll.granted) => {
            vec![line("granted", 100, &|toll| toll.granted), line("not granted", 0, &|toll| !toll.granted)]
        }
        () if can(|toll| toll.theirs.hull > 0) => vec![
            line("destroyed", 100, &|toll| toll.theirs.hull == 2),
            line("immobilised", 70, &|toll| toll.theirs.hull == 1),
            line("the vehicle goes on", 0, &|toll| toll.theirs.hull == 0),
        ],
        () if can(|toll| toll.theirs.lost > 0) => counted(|toll| toll.theirs.lost, lost),
        () if can(|toll| toll.theirs.pinned > 0) => counted(|toll| toll.theirs.pinned, pinned),
        () => counted(|toll| toll.own.lost, yours),
    };
    bar.retain(|outcome| outcome.chance != Fraction::ZERO);
    bar
}

/// What may come besides.
fn besides(tolls: &[(Toll, Fraction)]) -> Vec<Outcome> {
    let vehicle = tolls.iter().any(|(toll, _)| toll.theirs.hull > 0);
    let deadly = tolls.iter().any(|(toll, _)| toll.theirs.lost > 0);
    type Line = (&'static str, bool, fn(&Toll) -> bool);
    let lines: [Line; 7] = [
        ("a figure is lost", vehicle, |toll| toll.theirs.lost > 0),
        ("a figure is pinned", vehicle || deadly, |toll| toll.theirs.pinned > 0),
        ("their morale fails", true, |toll| toll.theirs.broken),
        ("one of your figures is lost", vehicle || deadly, |toll| toll.own.lost > 0),
        ("one of your figures is pinned", true, |toll| toll.own.pinned > 0),
        ("your morale fails", true, |toll| toll.own.broken),
        ("one of your vehicles is hit", true, |toll| toll.own.hull > 0),
    ];
    let told = lines.into_iter().filter(|(_, tell, _)| *tell);
    told.map(|(what, _, holds)| Outcome::new(what, chance(tolls, holds)))
        .filter(|outcome| outcome.chance != Fraction::ZERO)
        .collect()
}

/// Results in sentences, the likeliest ones; the others together, with how many they are.
fn sentences_of(outcomes: &[Chance]) -> Vec<Outcome> {
    let mut told: Vec<Outcome> =
        outcomes.iter().take(TOLD).map(|one| Outcome::new(one.summary.clone(), one.probability)).collect();
    let rest = &outcomes[TOLD.min(outcomes.len())..];
    let sum = rest.iter().fold(Fraction::ZERO, |sum, one| sum.plus(one.probability).unwrap_or(sum));
    if let [_, ..] = rest {
        told.push(Outcome::new(format!("one of {} less likely results", rest.len()), sum));
    }
    told
}
