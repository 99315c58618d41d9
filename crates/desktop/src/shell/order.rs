//! In which order things happen in a frame: hour by hour, and in each hour room by room. `tests.rs` of the window holds that no two systems
//! that touch the same thing are left without an order.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiPrimaryContextPass;

use super::screen::Screen;

/// The hours of a frame, one after another.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSystems {
    /// What came in meanwhile is taken in, and the dialogs and pages have the first look at the keys.
    Before,
    /// The player's clicks and keys become orders.
    Input,
    /// What was said by buttons is done, on every screen.
    Heed,
    /// The rules carry the orders out.
    Orders,
    /// Another game is laid on the table, on every screen: when what was ordered of the one before is carried out and kept, so
    /// that no order reaches the wrong game or its file.
    Laying,
    /// Events that are due happen.
    Events,
    /// Those at the table take in how things stand.
    Seats,
    /// The board follows.
    Board,
    /// What follows the board: what is said of it, sounds, traces, and what is worked out beside the drawing.
    After,
}

/// The order in which the panels are drawn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HudSystems {
    /// The panels around the board.
    Around,
    /// What lies over the board.
    Over,
    /// What lies over everything: the curtain, dialogs, pages.
    Above,
}

/// Whose system it is. In each hour the rooms have their turns in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    Shell,
    /// The panels around every board.
    Hud,
    Teacher,
    /// The computer as a player.
    Computer,
    Sounds,
    /// Games that are shared with other machines.
    Elsewhere,
    /// The board of the ruleset that is played.
    Board,
    /// The page beside a real table.
    Companion,
    /// Pages and dialogs.
    Pages,
}

/// The turn of one room in one hour.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot<H>(H, Room);

impl GameSystems {
    const ALL: [Self; 9] = {
        use GameSystems::*;
        [Before, Input, Heed, Orders, Laying, Events, Seats, Board, After]
    };

    /// The turn that a room has in this hour.
    pub fn of(self, room: Room) -> Slot<Self> {
        Slot(self, room)
    }

    /// Whether this hour strikes only while a game is on the screen.
    fn is_of_a_game(self) -> bool {
        matches!(self, Self::Input | Self::Orders | Self::Events | Self::Board)
    }
}

impl HudSystems {
    const ALL: [Self; 3] = [Self::Around, Self::Over, Self::Above];

    /// The turn that a room has when this is drawn.
    pub fn of(self, room: Room) -> Slot<Self> {
        Slot(self, room)
    }
}

impl Room {
    const ALL: [Self; 9] = {
        use Room::*;
        [Shell, Hud, Teacher, Computer, Sounds, Elsewhere, Board, Companion, Pages]
    };
}

pub(super) fn plugin(app: &mut App) {
    in_turn(app, Update, &GameSystems::ALL);
    in_turn(app, EguiPrimaryContextPass, &HudSystems::ALL);
    for hour in GameSystems::ALL {
        let rooms = Room::ALL.map(|room| hour.of(room));
        for room in rooms {
            app.configure_sets(Update, room.in_set(hour));
        }
        in_turn(app, Update, &rooms);
        if hour.is_of_a_game() {
            app.configure_sets(Update, hour.run_if(in_state(Screen::Game)));
        }
    }
    for layer in HudSystems::ALL {
        let rooms = Room::ALL.map(|room| layer.of(room));
        for room in rooms {
            app.configure_sets(EguiPrimaryContextPass, room.in_set(layer));
        }
        in_turn(app, EguiPrimaryContextPass, &rooms);
    }
    // However often another picture is asked for in a frame, and by whom, there is one.
    app.allow_ambiguous_resource::<Messages<RequestRedraw>>();
}

/// Each of these sets after the one before it.
fn in_turn<S: SystemSet + Copy>(app: &mut App, schedule: impl ScheduleLabel + Clone, sets: &[S]) {
    for pair in sets.windows(2) {
        app.configure_sets(schedule.clone(), pair[1].after(pair[0]));
    }
}
