//! What stands on the buttons of 20mm Platoon: orders of one sort share one.

use panels::prompt::Kind as Button;

/// What orders are about that stand behind one button; each is what its button says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Move,
    Go,
    Stand,
    LieDown,
    StandUp,
    Fire,
    BugOut,
    Search,
    Support,
    FireAtTheAircraft,
    Casualties,
    Message,
    Tell,
    Try,
    Leave,
    HandToHand,
    Prisoners,
    Vehicle,
    Fly,
    ShowItself,
    MoveAMarker,
    NobodyFires,
    NobodyFiresWhileItActs,
    Finished,
}

impl From<Sort> for Button {
    fn from(sort: Sort) -> Self {
        let (label, hover, ends) = match sort {
            Sort::Move => ("Move", "Roll for how far the squad can move.", false),
            Sort::Go => ("Go", "Move. Dragging a path is easier.", false),
            Sort::Stand => ("Stand", "The ground the squad stands on.", false),
            Sort::LieDown => ("Lie down", "Prone figures are harder to hit.", false),
            Sort::StandUp => ("Stand up", "It costs half the move.", false),
            Sort::Fire => ("Fire", "At a target in sight; click it on the table.", false),
            Sort::BugOut => ("Bug out", "The sniper tries to disappear.", false),
            Sort::Search => ("Search", "Look under a marker, or deal with what you found.", false),
            Sort::Support => ("Support", "Request it, correct it or bring it in where you click the ground.", false),
            Sort::FireAtTheAircraft => ("Fire at the aircraft", "Before it attacks.", false),
            Sort::Casualties => ("Casualties", "Pick them up or put them down.", false),
            Sort::Message => ("Message", "News for another squad.", false),
            Sort::Tell => ("Tell", "What the prisoner reveals.", false),
            Sort::Try => ("Try", "Something the rules do not cover, against its rating.", false),
            Sort::Leave => ("Leave", "The squad has reached the edge.", false),
            Sort::HandToHand => ("Hand to hand", "Fight the enemy base to base with you.", false),
            Sort::Prisoners => ("Prisoners", "Question or take them.", false),
            Sort::Vehicle => ("Vehicle", "Get in or out.", false),
            Sort::Fly => ("Fly", "Continue in the air, land or rise.", false),
            Sort::ShowItself => ("Show itself", "Put the hidden squad on the table.", false),
            Sort::MoveAMarker => ("Move a marker", "To mislead the enemy. Dragging it is easier.", false),
            Sort::NobodyFires => {
                ("Nobody fires", "Let the enemy continue; you are asked again after what it does.", true)
            }
            Sort::NobodyFiresWhileItActs => (
                "Nobody fires while it acts",
                "Hold fire until this squad has finished; you are not asked again.",
                false,
            ),
            Sort::Finished => ("Finished", "End the squad's phase.", true),
        };
        Self { label: label.into(), hover: hover.into(), ends, key: sort.key(), ..Self::default() }
    }
}

impl Sort {
    /// The letter of its button, the same wherever it stands.
    const fn key(self) -> Option<char> {
        Some(match self {
            Self::Move | Self::Go | Self::Fly => 'G',
            Self::LieDown | Self::StandUp => 'D',
            Self::Fire => 'S',
            Self::BugOut => 'Q',
            Self::Search => 'E',
            Self::Support => 'N',
            Self::FireAtTheAircraft | Self::Prisoners => 'A',
            Self::Casualties => 'C',
            Self::Message => 'B',
            Self::Leave | Self::ShowItself => 'W',
            Self::HandToHand => 'J',
            Self::Vehicle => 'V',
            Self::Stand
            | Self::Try
            | Self::Tell
            | Self::MoveAMarker
            | Self::NobodyFires
            | Self::NobodyFiresWhileItActs
            | Self::Finished => return None,
        })
    }
}
