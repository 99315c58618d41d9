//! Who plays which side: on the page before a game, and in the menu of a game under way.

use egui::{RichText, Ui};
use tabletop::{Player, Players};

use crate::Intent;
use crate::theme::{Face, Press, SideBadge, SideMark, Theme, heading, hint, note, side_badge, size};

/// What somebody sees of a game that only computers play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// What both sides may know.
    #[default]
    Common,
    /// What the first side may know.
    First,
    /// What the second side may know.
    Second,
    Everything,
}

impl Watch {
    /// All, the most modest first.
    const ALL: [Self; 4] = [Self::Common, Self::First, Self::Second, Self::Everything];
}

/// Who plays which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatsModel {
    /// Both sides, in the order of the rulebook.
    pub sides: [SideMark; 2],
    /// Who plays them.
    pub players: Players,
    /// What a watcher sees, in a game in which something is hidden.
    pub watch: Option<Watch>,
    /// Why the computer plays no side of this game, if it does not.
    pub why_not: Option<&'static str>,
    /// Whether it is played beside a real table, of which the computer has to be told.
    pub beside: bool,
}

/// Why the computer plays no side beside a real table of a game in which it would have to be told of every figure.
pub const BESIDE: &str =
    "Beside your own table the computer plays no side of this game: it would have to be told where each figure stands.";

/// A line for each side, with who plays it.
pub fn seats_panel(ui: &mut Ui, model: &SeatsModel, intents: &mut Vec<Intent>) {
    if let Some(why_not) = model.why_not {
        note(ui, why_not);
        return;
    }
    for (place, side) in model.sides.into_iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
            side_badge(ui, side, SideBadge::Name);
            for player in Player::ALL {
                if player == Player::Recruit {
                    note(ui, "or the computer as");
                }
                let press = Press::new(player.name()).small().selected(model.players[place] == player);
                let press = press.name(format!("{}: {}", side.name, player.name())).hover(about(player));
                if ui.add(press).clicked() && model.players[place] != player {
                    intents.push(Intent::Seat { side: place, player });
                }
            }
        });
    }
    let watched = model.players.iter().all(|player| !player.is_person());
    if let Some(watch) = model.watch.filter(|_| watched) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
            let font = Theme::font(ui, Face::Medium, size::BODY);
            ui.label(RichText::new("You watch, and see").font(font));
            for choice in Watch::ALL {
                let words = match choice {
                    Watch::Common => "what both know".to_owned(),
                    Watch::First => format!("what {} knows", model.sides[0].name),
                    Watch::Second => format!("what {} knows", model.sides[1].name),
                    Watch::Everything => "everything".to_owned(),
                };
                let press = Press::new(&words).small().selected(watch == choice).name(format!("See {words}"));
                if ui.add(press).clicked() && watch != choice {
                    intents.push(Intent::Watch(choice));
                }
            }
        });
    } else if watched {
        hint(ui, "Two computers play, and you watch.");
    }
    if model.beside && model.players.iter().any(|player| !player.is_person()) {
        let words = "The computer asks what its units see and how far it is. You move its figures, turn over its markers and \
                     tell it when something cannot be done. It asks for no support and moves no markers of its own.";
        hint(ui, words);
    }
}

/// What to expect of a player.
const fn about(player: Player) -> &'static str {
    match player {
        Player::Person => "A player at this screen.",
        Player::Recruit => "A beginner computer: good for a first evening.",
        Player::Regular => "A computer that knows what matters. It never peeks, and its dice are fair.",
        Player::Veteran => "The computer at its best. It never peeks, and its dice are fair.",
    }
}

/// The same in the menu of a game under way. Put it into a modal.
pub fn players_dialog(ui: &mut Ui, model: &SeatsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, "Who plays");
    seats_panel(ui, model, &mut intents);
    if model.why_not.is_none() {
        note(ui, "Take over a side, or hand one to the computer. This applies from the next order on.");
    }
    ui.add_space(8.0);
    if ui.add(Press::new("Close").key("Esc")).clicked() {
        intents.push(Intent::CloseDialog);
    }
    intents
}
