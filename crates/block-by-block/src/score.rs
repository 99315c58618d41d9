//! How to win: the clearing score with its four parts, and the result if the game ended now. Rules 3.1 to 3.3.

use serde::Serialize;
use tabletop::Outcome;

use crate::BlockByBlock;
use crate::places::{PlaceSet, ZONE_COUNT, Zone};
use crate::state::{Location, Options, State};
use crate::tables::Numbers;
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
        let great = total >= self.great_score(&state.options);
        let (victory, result) = result(numbers, zones, total, great, state.sudden_death);
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

    /// The clearing score that divides the two results of each side, by what the players agreed on. Rule 3.2, ruling BB-R61.
    pub fn great_score(&self, options: &Options) -> u8 {
        let numbers = self.numbers();
        if options.even_great_score { numbers.even_great_score.value } else { numbers.great_score.value }
    }
}

/// Units on the map and withdrawn ones; Gate Towers never. With all gates in US/ARVN hands, those inside the wall do
/// not count. Rule 12.0, ruling BB-R42.
fn survivors(rules: &BlockByBlock, state: &State) -> u8 {
    let cut_off = if state.gates_of(Side::PavnNlf).is_empty() { rules.map().citadel() } else { PlaceSet::EMPTY };
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

    /// The cell of the victory table: by zones under US/ARVN control, and whether the clearing score is great. Rule 3.2.
    pub fn of(numbers: &Numbers, zones: u8, great: bool) -> Self {
        match (zones, great) {
            (zones, false) if zones >= numbers.winning_zones.value => Self::Strategic(Side::UsArvn),
            (zones, true) if zones >= numbers.winning_zones.value => Self::Tactical(Side::UsArvn),
            (zones, _) if zones >= numbers.draw_zones.value => Self::Draw,
            (_, true) => Self::Strategic(Side::PavnNlf),
            (_, false) => Self::Tactical(Side::PavnNlf),
        }
    }
}

/// Rule 3.2; `sudden` is rule 3.1.
fn result(numbers: &Numbers, zones: u8, total: u8, great: bool, sudden: bool) -> (Victory, Outcome) {
    let victory = if sudden { Victory::Strategic(Side::UsArvn) } else { Victory::of(numbers, zones, great) };
    let because = if sudden {
        "All eleven zones are under US/ARVN control: sudden death.".to_owned()
    } else {
        format!("US/ARVN controls {zones} of {ZONE_COUNT} zones and the clearing score is {total}.")
    };
    let winner = victory.winner().map(|side| side.name().to_owned());
    (victory, Outcome { winner, title: victory.title(), because })
}
