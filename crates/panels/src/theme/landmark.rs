//! The parts of the window, by name: for those who go from part to part by ear.

use egui::Ui;
use egui::accesskit::Role;

/// A part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landmark {
    /// What is asked, and its answers.
    Prompt,
    /// The line at the foot of the window.
    Status,
    /// What stands at the side of the board.
    Sidebar,
    /// Squads or figures in the order of the turn.
    Order,
    /// The log.
    Log,
    /// The page beside a real table.
    Companion,
    /// A dialog of this name.
    Dialog(&'static str),
}

impl Landmark {
    /// Its name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Status => "status line",
            Self::Sidebar => "sidebar",
            Self::Order => "order of the turn",
            Self::Log => "log",
            Self::Companion => "companion",
            Self::Dialog(name) => name,
        }
    }

    fn role(self) -> Role {
        match self {
            Self::Prompt => Role::Main,
            Self::Status => Role::Status,
            Self::Sidebar => Role::Complementary,
            Self::Order => Role::List,
            Self::Log => Role::Log,
            Self::Companion => Role::Region,
            Self::Dialog(_) => Role::Dialog,
        }
    }

    /// Whether a node of the accessibility tree is a part of the window.
    pub fn is_role(role: Role) -> bool {
        matches!(
            role,
            Role::Main | Role::Status | Role::Complementary | Role::List | Role::Log | Role::Region | Role::Dialog
        )
    }

    /// Says that what is drawn here is this part of the window.
    pub fn mark(self, ui: &Ui) {
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(self.role());
            node.set_label(self.name());
        });
    }
}
