//! What lies open beside the board and over everything else. Anybody may open or close it; `pages` draws it.

use std::path::PathBuf;

use bevy::prelude::*;
use panels::area::politics::TurnEndModel;
use panels::screens::{ConfirmModel, GameOverModel, PointsTurnModel};
use tabletop::RuleId;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Desk>().init_resource::<Dialog>().init_resource::<TheEnd>().init_resource::<TurnPage>();
}

/// How the panels stand.
#[derive(Resource, Clone, Debug, Default)]
pub struct Desk {
    /// The part of the sidebar that is shown.
    pub part: usize,
    /// The rulebook, if it is open, and the rule it is open at.
    pub rulebook: Option<Option<RuleId>>,
}

/// The dialog that lies over everything else.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub enum Dialog {
    #[default]
    None,
    /// The menu of the game.
    Menu,
    Keys,
    /// Under what name a copy of the game is kept, so far.
    Save(String),
    /// Who plays which side.
    Players,
    /// When a side fires, said in advance: a board with such a page draws it.
    Holding,
    /// What a turn came to.
    Turn,
    /// The end of the game.
    Over,
    /// A question.
    Ask(Asked, ConfirmModel),
}

/// What is done if the answer is yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A saved game is deleted.
    Delete(PathBuf),
    /// The program ends, though the game could not be saved.
    Leave,
    /// A game that is open in another window is played on as a copy; or it is only looked at.
    Busy(Busy),
}

/// A game that is open in another window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Busy {
    pub ruleset: &'static str,
    pub path: PathBuf,
}

/// The end of the game on the table as its page shows it. A ruleset's board writes it when the game is over.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct TheEnd(pub Option<GameOverModel>);

/// What a turn came to.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnModel {
    /// Zones, tracks and score of Block by Block.
    Zones(TurnEndModel),
    /// The points of both sides.
    Points(PointsTurnModel),
}

/// What a turn came to, and how much of it has been counted up: from 0 to 1.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct TurnPage {
    pub model: Option<TurnModel>,
    /// How much of it is told.
    pub told: f32,
}

/// What is said of a game that another window plays.
pub const OPEN_ELSEWHERE: &str = "This game is open in another window.";

/// The question what to do with a game that is open in another window.
pub fn busy(busy: Busy) -> Dialog {
    let question = ConfirmModel {
        title: OPEN_ELSEWHERE.into(),
        text: "Two windows cannot play one game. Play a copy of it here, or look at it as last saved.".into(),
        yes: "Play a copy".into(),
        other: Some("Look at it".into()),
        no: "Back".into(),
        danger: false,
    };
    Dialog::Ask(Asked::Busy(busy), question)
}
