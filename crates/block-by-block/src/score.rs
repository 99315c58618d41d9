//! How to win: the clearing score with its four parts, and the result if the game ended now. Rules 3.1 to 3.3.

use serde::Serialize;
use tabletop::{Outcome, Sourced};

use crate::BlockByBlock;
use crate::places::{Place, PlaceSet, ZONE_COUNT, Zone};
use crate::state::{Location, Options, State};
use crate::units::{PAVN_NLF_UNITS, Side, UnitId};

/// The clearing score and what it would mean. Rule 3.3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Zones with a US/ARVN marker. Rule 3.2.
    pub us_arvn_zones: u8,
    /// Sum of the clearing levels of all zones; counts twice. Part a.
    pub clearing: u8,
    /// The publicity track. Part b.
    pub publicity: u8,
    /// PAVN/NLF units on the map that count, and withdrawn ones. Part c, rule 12.0.
    pub survivors: u8,
    /// The destruction track; every three, rounded up, count two. Part d.
    pub destruction: u8,
    /// Points for destruction. Part d.
    pub destruction_points: u8,
    /// The four parts together.
    pub total: u8,
    /// What that comes to if the game ends now. Rules 3.1 and 3.2.
    #[serde(skip)]
    pub victory: Victory,
    /// The same as every ruleset tells it.
    pub result: Outcome,
}

impl BlockByBlock {
    /// The score as it stands, and the result if the game ended now. Rules 3.1 to 3.3 and 12.0.
    pub fn score(&self, state: &State) -> Score {
        let clearing = Zone::ALL.into_iter().map(|z| state.clearing(z)).sum();
        let survivors = survivors(self, state);
        let numbers = self.numbers();
        let destruction_points =
            state.destruction().div_ceil(numbers.destruction_by.value).saturating_mul(numbers.destruction_worth.value);
        let zones = state.us_arvn_zones.len();
        let parts =
            [numbers.clearing_worth.value.saturating_mul(clearing), state.publicity(), survivors, destruction_points];
        let total = parts.into_iter().fold(0, u8::saturating_add);
        let (victory, result) = result(self.lines(&state.options), zones, total, state.sudden_death);
        Score {
            us_arvn_zones: zones,
            clearing,
            publicity: state.publicity(),
            survivors,
            destruction: state.destruction(),
            destruction_points,
            total,
            victory,
            result,
        }
    }

    /// Where results divide, by what the players agreed on.
    pub fn lines(&self, options: &Options) -> Lines {
        let numbers = self.numbers();
        let agreed = |even, ours: &Sourced<u8>, printed: &Sourced<u8>| if even { ours.value } else { printed.value };
        Lines {
            winning_zones: agreed(options.even_winning_zones, &numbers.even_winning_zones, &numbers.winning_zones),
            draw_zones: numbers.draw_zones.value,
            great_score: agreed(options.even_great_score, &numbers.even_great_score, &numbers.great_score),
        }
    }
}

/// Where the results of a game divide. Rule 3.2, rulings BB-R61 and BB-R62.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// With so many zones US/ARVN wins.
    pub winning_zones: u8,
    /// With so many zones, and fewer than to win, it is a draw.
    pub draw_zones: u8,
    /// The clearing score that divides the two results of each side.
    pub great_score: u8,
}

impl Lines {
    /// The cell of the victory table: by zones under US/ARVN control and the clearing score.
    pub fn result(self, zones: u8, score: u8) -> Victory {
        let great = score >= self.great_score;
        match zones {
            zones if zones >= self.winning_zones && great => Victory::Tactical(Side::UsArvn),
            zones if zones >= self.winning_zones => Victory::Strategic(Side::UsArvn),
            zones if zones >= self.draw_zones => Victory::Draw,
            _ if great => Victory::Strategic(Side::PavnNlf),
            _ => Victory::Tactical(Side::PavnNlf),
        }
    }
}

/// The areas whose units neither count as survivors nor withdraw: N1 to N5 once all gates are US/ARVN. Rules 12.0 and 12.1, ruling BB-R42.
pub(crate) fn cut_off(rules: &BlockByBlock, state: &State) -> PlaceSet {
    let palace = if state.options.rulings.before(10) { PlaceSet::EMPTY } else { Place::PALACE.set() };
    if state.gates_of(Side::PavnNlf).is_empty() { rules.map().citadel() & !palace } else { PlaceSet::EMPTY }
}

/// Units on the map and withdrawn ones; Gate Towers never, and nobody who is cut off. Rule 12.0, ruling BB-R42.
fn survivors(rules: &BlockByBlock, state: &State) -> u8 {
    let cut_off = cut_off(rules, state);
    let count = UnitId::each(PAVN_NLF_UNITS)
        .filter(|u| match state.location(*u) {
            Location::Map(place) => !cut_off.has(place),
            Location::Exited => true,
            _ => false,
        })
        .count();
    u8::try_from(count).unwrap_or(u8::MAX)
}

/// What a game comes to. Rule 3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// A side wins with the greater result.
    Strategic(Side),
    /// A side wins with the lesser result.
    Tactical(Side),
    /// Neither side wins.
    Draw,
}

impl Victory {
    /// Its name: `US/ARVN tactical victory`.
    pub fn title(self) -> String {
        match self {
            Self::Draw => self.short(),
            Self::Strategic(_) | Self::Tactical(_) => format!("{} victory", self.short()),
        }
    }

    /// Its name where there is little room: `US/ARVN tactical`.
    pub fn short(self) -> String {
        match self {
            Self::Strategic(side) => format!("{} strategic", side.name()),
            Self::Tactical(side) => format!("{} tactical", side.name()),
            Self::Draw => "Draw".into(),
        }
    }

    /// The side that wins, if one does.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Strategic(side) | Self::Tactical(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// Rule 3.2; `sudden` is rule 3.1.
fn result(lines: Lines, zones: u8, total: u8, sudden: bool) -> (Victory, Outcome) {
    let victory = if sudden { Victory::Strategic(Side::UsArvn) } else { lines.result(zones, total) };
    let because = if sudden {
        "All eleven zones are under US/ARVN control: sudden death.".to_owned()
    } else {
        format!("US/ARVN controls {zones} of {ZONE_COUNT} zones and the clearing score is {total}.")
    };
    let winner = victory.winner().map(|side| side.name().to_owned());
    (victory, Outcome { winner, title: victory.title(), because })
}
