//! What stands on the buttons of Vietnam Skirmish: orders of one sort share one.

use panels::prompt::Kind as Button;

/// What orders are about that stand behind one button; each is what its button says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Done,
    Support,
    Move,
    Turn,
    Prepare,
    Fire,
    Suppress,
    Listen,
    Grenade,
    Claymore,
    HandToHand,
    Vehicle,
    Spot,
    OnTheTable,
    Leave,
}

impl From<Sort> for Button {
    fn from(sort: Sort) -> Self {
        let (label, hover, ends) = match sort {
            Sort::Done => {
                ("Done", "Continue with the figures, or with the other side. No more figures of this side act.", true)
            }
            Sort::Support => ("Support", "Off-table fire: click where it should land.", false),
            Sort::Move => ("Move", "Dragging the figure is easier.", false),
            Sort::Turn => ("Turn", "Face another way.", false),
            Sort::Prepare => ("Prepare", "Prepare an action of several phases.", false),
            Sort::Fire => ("Fire", "Fire for a phase: click a target.", false),
            Sort::Suppress => ("Suppress", "Click the figure that takes the counter.", false),
            Sort::Listen => ("Listen", "Listen for hidden enemies.", false),
            Sort::Grenade => ("Grenade", "Throw or launch: click where.", false),
            Sort::Claymore => ("Claymore", "Place or fire one.", false),
            Sort::HandToHand => ("Hand to hand", "Fight an enemy next to you.", false),
            Sort::Vehicle => ("Vehicle", "Get in or out.", false),
            Sort::Spot => ("Spot", "Look for a hidden figure.", false),
            Sort::OnTheTable => ("On the table", "What happened at the real table.", false),
            Sort::Leave => ("Leave", "Leave the table by your edge.", false),
        };
        Self { label: label.into(), hover: hover.into(), ends, key: sort.key(), ..Self::default() }
    }
}

impl Sort {
    /// The letter of its button, the same wherever it stands.
    const fn key(self) -> Option<char> {
        Some(match self {
            Self::Move => 'G',
            Self::Turn => 'A',
            Self::Prepare => 'E',
            Self::Fire => 'S',
            Self::Suppress => 'P',
            Self::Listen => 'Q',
            Self::Grenade => 'B',
            Self::Claymore => 'C',
            Self::HandToHand => 'J',
            Self::Vehicle => 'V',
            Self::Spot => 'D',
            Self::Support => 'N',
            Self::Leave => 'W',
            Self::Done | Self::OnTheTable => return None,
        })
    }
}
