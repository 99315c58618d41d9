//! Publicity, destruction, clearing and control, and what they would be worth if the game ended now.

mod page;
mod panel;
mod turn_end;

use block_by_block::score::{Lines, Score, Victory};
use block_by_block::{BlockByBlock, Place, Side, State, Zone};
use tabletop::{RuleId, Ruleset};

use crate::screens::{GameOverModel, ResultParts};

pub use page::turn_end_panel;
pub use panel::politics_panel;
pub(crate) use panel::score_lines;
pub use turn_end::{Rise, TurnEndModel, ZoneEnd, turn_end_model};

/// What the political panel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoliticsModel {
    pub publicity: u8,
    pub destruction: u8,
    /// The end of both tracks.
    pub track_end: u8,
    /// Where the results divide.
    pub lines: Lines,
    /// The zones, N1 to N5 and S1 to S6.
    pub zones: Vec<ZoneLine>,
    /// Zones with a US/ARVN marker.
    pub us_arvn_zones: u8,
    /// The parts of the clearing score: words, arithmetic, points.
    pub parts: Vec<ScorePart>,
    /// The clearing score.
    pub total: u8,
    /// The result if the game ended now, or as it ended.
    pub result: Victory,
    pub because: String,
    pub over: bool,
    /// The victory table; where the result stands is lit.
    pub matrix: Vec<MatrixRow>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneLine {
    pub name: &'static str,
    /// Whether it lies inside the citadel.
    pub in_citadel: bool,
    /// Whose marker lies in it.
    pub control: Side,
    /// How far PAVN/NLF has cleared it.
    pub clearing: u8,
    /// How many areas it has.
    pub size: u8,
    /// Its first area, to bring it into view.
    pub at: Option<Place>,
}

/// A part of the clearing score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// What it counts.
    pub text: String,
    /// How it is reckoned.
    pub sum: String,
    pub points: u8,
    pub rule: RuleId,
}

/// A row of the victory table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixRow {
    /// Zones under US/ARVN control.
    pub zones: String,
    /// The results, with a clearing score below the one that divides them, and from it on.
    pub results: [Victory; 2],
    /// Which of them is the result if the game ended now: none after a sudden death that the table does not tell.
    pub lit: [bool; 2],
}

/// The victory table of rule 3.2.
fn matrix(lines: Lines, score: &Score) -> Vec<MatrixRow> {
    let Score { us_arvn_zones: held, total, victory, .. } = *score;
    let (great, told) = (total >= lines.great_score, lines.result(held, total) == victory);
    let row = |(least, most): (u8, usize)| MatrixRow {
        zones: if usize::from(least) == most { most.to_string() } else { format!("{least}–{most}") },
        results: [lines.great_score.saturating_sub(1), lines.great_score].map(|score| lines.result(least, score)),
        lit: [false, true].map(|column| told && column == great && least <= held && usize::from(held) <= most),
    };
    let below = |zones: u8| usize::from(zones.saturating_sub(1));
    let (winning, draw) = (lines.winning_zones, lines.draw_zones);
    let rows = [(winning, Zone::ALL.len()), (draw, below(winning)), (0, below(draw))];
    rows.into_iter().filter(|(least, most)| usize::from(*least) <= *most).map(row).collect()
}

/// The end of a game of Block by Block; `orders` is how many orders it took.
pub fn game_over_model(rules: &BlockByBlock, state: &State, orders: impl Into<Option<usize>>) -> GameOverModel {
    let politics = politics_model(rules, state);
    GameOverModel {
        result: politics.result.title(),
        because: politics.because.clone(),
        parts: ResultParts::Score(Box::new(politics)),
        orders: orders.into(),
    }
}

/// The politics of a position.
pub fn politics_model(rules: &BlockByBlock, state: &State) -> PoliticsModel {
    let score = rules.score(state);
    let zone = |zone: Zone| ZoneLine {
        name: zone.name(),
        in_citadel: zone.in_citadel(),
        control: state.zone_control(zone),
        clearing: state.clearing(zone),
        size: zone.size(),
        at: zone.areas().next(),
    };
    let numbers = rules.numbers();
    let matrix = matrix(rules.lines(state.options()), &score);
    let part = |text: &str, sum: String, points: u8, rule: RuleId| ScorePart { text: text.into(), sum, points, rule };
    PoliticsModel {
        publicity: score.publicity,
        destruction: score.destruction,
        track_end: numbers.track_end.value,
        lines: rules.lines(state.options()),
        zones: Zone::ALL.into_iter().map(zone).collect(),
        us_arvn_zones: score.us_arvn_zones,
        parts: vec![
            part(
                "Clearing",
                format!("{} × {}", score.clearing, numbers.clearing_worth.value),
                score.clearing.saturating_mul(numbers.clearing_worth.value),
                block_by_block::rule!("3.3"),
            ),
            part("Publicity", String::new(), score.publicity, block_by_block::rule!("9.1a")),
            part("Survivors", String::new(), score.survivors, block_by_block::rule!("12.0")),
            part(
                "Destruction",
                format!(
                    "{} ÷ {}, rounded up, × {}",
                    score.destruction, numbers.destruction_by.value, numbers.destruction_worth.value
                ),
                score.destruction_points,
                block_by_block::rule!("3.3"),
            ),
        ],
        total: score.total,
        result: score.victory,
        because: score.result.because,
        over: rules.to_act(state).is_none(),
        matrix,
    }
}
