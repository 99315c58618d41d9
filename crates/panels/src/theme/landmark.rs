//! The parts of the window, by name: for those who go from part to part by ear.

use egui::Ui;
use egui::accesskit::{Rect as Bounds, Role};

/// A part of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landmark {
    /// What is asked, and its answers.
    Prompt,
    /// The line at the foot of the window.
    Status,
    /// The board: its places and who is there.
    Board,
    /// What stands at the side of the board.
    Sidebar,
    /// Squads or figures in the order of the turn.
    Order,
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
            Self::Board => "board",
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
            Self::Companion | Self::Board => Role::Region,
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

    /// Says what is to be seen in a place where nothing of the panels is drawn, for those who go there by ear. `rect` is
    /// where it is seen, and `place` stays the same while what is told of it changes.
    pub fn tell(ui: &mut Ui, place: usize, rect: egui::Rect, words: &str) {
        let place = egui::UiBuilder::new().id_salt(place).max_rect(rect);
        ui.scope_builder(place, |ui| {
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(Role::Label);
                node.set_value(words);
                node.set_bounds(Bounds {
                    x0: rect.left().into(),
                    y0: rect.top().into(),
                    x1: rect.right().into(),
                    y1: rect.bottom().into(),
                });
            });
        });
    }

    /// Says that what is drawn here is this part of the window.
    pub fn mark(self, ui: &Ui) {
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(self.role());
            node.set_label(self.name());
        });
    }
}
