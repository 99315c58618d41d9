//! What hangs on a distance, beside a real table. Ruling P-R64.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use table::{Going, Terrain};

use crate::command::{Command, News, Stores, Way};
use crate::figures::Figures;
use crate::movement::{acting, wrong_facts};
use crate::refuse::No;
use crate::state::{Fate, Squad, State};
use crate::troops::{Kind, MarkerId, SquadId, Weapon};
use crate::{Platoon, rule};

/// What a squad does that hangs on a distance. Ruling P-R64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deed {
    /// Searches where a marker lies. Rule P-search.
    Search(MarkerId),
    /// Takes or destroys found stores. Rule P-search.
    Stores(MarkerId, Stores),
    /// Questions villagers. Rule P-interrogation.
    Question(SquadId),
    /// Takes enemy wounded prisoner. Rule P-interrogation.
    Capture(SquadId),
    /// Takes up a casualty: whose, and which figure, from 1. Rule P-infantry-move.
    Carry(SquadId, u8),
    /// Gets into this vehicle. Rule P-infantry-move.
    Mount(SquadId),
    /// Gets out of the vehicle it rides in. Rule P-infantry-move.
    Dismount,
    /// Gives a squad of its side a sign by whistle. Rule P-messages.
    Signal(SquadId, u8),
}

/// What was seen and measured before a deed. Ruling P-R64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nearby {
    /// Whether the squad is as near as the rule wants it.
    pub near: bool,
    /// Where there is a choice: the two figures that search or destroy stores, or the wounded that are in reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<Figures>,
    /// The ground on which a squad gets out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Terrain>,
}

impl Nearby {
    /// Nothing is in the way: said of what the table measures, and in games that took distances for granted.
    pub const GRANTED: Self = Self { near: true, which: None, ground: None };

    /// Whether it is said of a figure that it is one of those who search, or who lie in reach.
    pub(crate) fn names(self, figure: usize) -> bool {
        self.near && self.which.is_none_or(|those| those.has(figure))
    }
}

impl Deed {
    /// The same deed, as the computer's table has it.
    pub fn plain(self, squad: SquadId) -> Command {
        match self {
            Self::Search(marker) => Command::Search { squad, marker },
            Self::Stores(marker, what) => Command::Stores { squad, marker, what },
            Self::Question(target) => Command::Question { squad, target },
            Self::Capture(target) => Command::Capture { squad, target },
            Self::Carry(of, figure) => Command::Carry { squad, of, figure },
            Self::Mount(vehicle) => Command::Mount { squad, vehicle },
            Self::Dismount => Command::Dismount { squad },
            Self::Signal(to, sign) => Command::Message { squad, to, way: Way::Signal, news: News::Sign(sign) },
        }
    }

    /// What is done by a command that hangs on a distance. Prisoners go with their guards, and are questioned anywhere.
    fn of(state: &State, command: &Command) -> Option<(SquadId, Self)> {
        let free = |s: &Squad| s.kind == Kind::Peasants && !state.is_hidden(s) && !state.has_prisoner(s);
        let villagers = |id| state.squad(id).is_some_and(free);
        Some(match *command {
            Command::Search { squad, marker } => (squad, Self::Search(marker)),
            Command::Stores { squad, marker, what } => (squad, Self::Stores(marker, what)),
            Command::Question { squad, target } if villagers(target) => (squad, Self::Question(target)),
            Command::Capture { squad, target } => (squad, Self::Capture(target)),
            Command::Carry { squad, of, figure } => (squad, Self::Carry(of, figure)),
            Command::Mount { squad, vehicle } => (squad, Self::Mount(vehicle)),
            Command::Dismount { squad } => (squad, Self::Dismount),
            Command::Message { squad, to, way: Way::Signal, news: News::Sign(sign) } => (squad, Self::Signal(to, sign)),
            _ => return None,
        })
    }
}

impl State {
    /// Whether the players are asked for every distance: beside a real table, but not in games from before. Ruling P-R64.
    pub fn asks_distances(&self) -> bool {
        self.board.is_none() && !self.options.rulings.before(4)
    }
}

impl Command {
    /// The squad that does it, if one does.
    pub fn squad(&self) -> Option<SquadId> {
        Some(match *self {
            Self::March { squad, .. }
            | Self::Step { squad, .. }
            | Self::Stand { squad, .. }
            | Self::LieDown { squad, .. }
            | Self::StandUp { squad }
            | Self::Fire { squad, .. }
            | Self::Launch { squad, .. }
            | Self::Snipe { squad, .. }
            | Self::BugOut { squad, .. }
            | Self::Search { squad, .. }
            | Self::Deed { squad, .. }
            | Self::Stores { squad, .. }
            | Self::Request { squad, .. }
            | Self::Mortar { squad, .. }
            | Self::Close { squad, .. }
            | Self::Question { squad, .. }
            | Self::Capture { squad, .. }
            | Self::Mount { squad, .. }
            | Self::Dismount { squad }
            | Self::Fly { squad, .. }
            | Self::Reveal { squad }
            | Self::Correct { squad, .. }
            | Self::Strike { squad, .. }
            | Self::FireAtAircraft { squad, .. }
            | Self::Carry { squad, .. }
            | Self::PutDown { squad }
            | Self::Message { squad, .. }
            | Self::LeaveTable { squad }
            | Self::OutOfReach { squad }
            | Self::Try { squad, .. }
            | Self::Reach { squad, .. } => squad,
            Self::MoveMarker { .. }
            | Self::Burst { .. }
            | Self::Tell { .. }
            | Self::Pass
            | Self::HoldFire
            | Self::Done => return None,
        })
    }

    /// What a deed beside a real table is on the computer's; any other command is what it is.
    pub fn plain(&self) -> Cow<'_, Self> {
        match *self {
            Self::Deed { squad, deed, .. } => Cow::Owned(deed.plain(squad)),
            _ => Cow::Borrowed(self),
        }
    }

    /// What was measured for a deed.
    pub(crate) fn nearby(&self) -> Nearby {
        if let Self::Deed { facts, .. } = self { *facts } else { Nearby::GRANTED }
    }
}

/// As it is given in this game: beside a real table with the question that it hangs on.
pub(crate) fn asked(rules: &Platoon, state: &State, command: Command) -> Command {
    match Deed::of(state, &command).filter(|_| state.asks_distances()) {
        Some((squad, deed)) => {
            let which = choice(rules, state, squad, deed).first().map(|(_, figures)| *figures);
            let ground = (deed == Deed::Dismount).then(|| ground_below(state, squad));
            Command::Deed { squad, deed, facts: Nearby { near: true, which, ground } }
        }
        None => command,
    }
}

/// The ground of the vehicle that a squad rides in.
pub(crate) fn ground_below(state: &State, squad: SquadId) -> Terrain {
    let vehicle = state.squad(squad).and_then(|s| s.aboard).and_then(|v| state.squad(v));
    // Nobody gets out on deep water.
    vehicle.map(|v| v.ground).filter(|ground| ground.going() != Going::Impassable).unwrap_or(Terrain::Open)
}

/// Whether a command is said as this game wants it: beside a real table with its distance, and only there.
pub(crate) fn check_asked(rules: &Platoon, state: &State, command: &Command) -> Result<(), No> {
    let Command::Deed { squad, deed, facts } = *command else {
        return match Deed::of(state, command).filter(|_| state.asks_distances()) {
            Some(_) => Err(unsaid()),
            None => Ok(()),
        };
    };
    if state.board.is_some() {
        return Err(wrong_facts(true));
    }
    // Nobody learns what another squad carries.
    acting(state, squad)?;
    if Deed::of(state, &deed.plain(squad)).is_none() || !state.asks_distances() {
        return Err(No::new(rule!("P-R64"), "No distance is asked for here.", "Give the order without measurements."));
    }
    if facts.which.is_some() == choice(rules, state, squad, deed).is_empty()
        || facts.ground.is_some() != (deed == Deed::Dismount)
    {
        return Err(unsaid());
    }
    Ok(())
}

pub(crate) fn unsaid() -> No {
    No::new(
        rule!("P-R64"),
        "Beside a real table this hangs on what you see there.",
        "Say whether the squad is near enough, and what else is asked.",
    )
}

/// Figures among which a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Two who carry the same.
    Two(Weapon),
    OneEach(Weapon, Weapon),
    /// So many of those who are alike.
    Count(usize),
}

/// Where it makes a difference which figures do it, the choices: two of each pair of weapons that may search, or how many of
/// several wounded are in reach, all of them first.
pub(crate) fn choice(rules: &Platoon, state: &State, squad: SquadId, deed: Deed) -> Vec<(Pick, Figures)> {
    let Some(it) = state.squad(squad) else { return Vec::new() };
    match deed {
        Deed::Search(_) | Deed::Stores(_, Stores::Destroy) if !it.kind.is_vehicle() => {
            let mut kinds: Vec<(Weapon, Vec<usize>)> = Vec::new();
            for n in crate::hidden::free_to_search(it) {
                let weapon = it.figures[n].weapon;
                match kinds.iter_mut().find(|(kind, _)| *kind == weapon) {
                    Some((_, alike)) => alike.push(n),
                    None => kinds.push((weapon, vec![n])),
                }
            }
            if kinds.len() < 2 {
                return Vec::new();
            }
            let mut pairs = Vec::new();
            for (n, (weapon, alike)) in kinds.iter().enumerate() {
                if alike.len() > 1 {
                    pairs.push((Pick::Two(*weapon), alike.iter().copied().take(2).collect()));
                }
                let others = kinds[n + 1..].iter();
                pairs.extend(others.map(|(other, others)| {
                    (Pick::OneEach(*weapon, *other), [alike[0], others[0]].into_iter().collect())
                }));
            }
            pairs
        }
        Deed::Capture(target) => {
            let Some(them) = state.squad(target).filter(|s| !state.is_hidden(s)) else { return Vec::new() };
            let wounded: Vec<usize> = (0..them.figures.len())
                .filter(|&n| them.figures[n].fate == Fate::Wounded && state.may_be_taken(rules, them, n))
                .collect();
            if wounded.len() < 2 {
                return Vec::new();
            }
            let first = |count: usize| (Pick::Count(count), wounded.iter().copied().take(count).collect());
            (0..=wounded.len()).rev().map(first).collect()
        }
        _ => Vec::new(),
    }
}
