//! What lies over everything else: menu, keys, rulebook, questions, the end of the game.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use panels::Intent;
use panels::area::politics::turn_end_panel;
use panels::computer::players_dialog;
use panels::rulebook::rulebook_panel;
use panels::screens::{
    MenuModel, confirm_dialog, game_menu, game_over_panel, keys_panel, modal, points_turn_panel, save_dialog,
};
use panels::teacher::Ask;

use crate::shell::course::Course;
use crate::shell::dialog::{Desk, Dialog, TheEnd, TurnModel, TurnPage};
use crate::shell::focus::{Focus, Held};
use crate::shell::game::{Refused, TimeStep};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::pressed::{Keys, Pressed};
use crate::shell::said::Said;
use crate::shell::screen::{Page, Screen};
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;
use crate::shell::table::Table;
use crate::teacher::{Open, Taught, Teacher, rulebook_model};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (keys.run_if(at_a_game), open, end_of_game, hold_focus).chain().in_set(GameSystems::Before.of(Room::Pages)),
    )
    .add_systems(EguiPrimaryContextPass, draw.after(super::screens::draw).in_set(HudSystems::Above.of(Room::Pages)));
}

/// Whether a game is before the player's eyes: its board, or the page beside a real table.
fn at_a_game(screen: Res<State<Screen>>, page: Res<Page>, standing: Res<Standing>) -> bool {
    **screen == Screen::Game && *page == Page::Home && !standing.curtain
}

/// What a key opens wherever the keys go: the board, the panels, or the page beside a real table.
fn anywhere(key: &Key, held: Held) -> Option<Intent> {
    match key {
        Key::F1 => Some(Intent::OpenKeys),
        Key::F10 => Some(Intent::OpenMenu),
        Key::Character(text) if held.ctrl => match text.as_str() {
            "s" | "S" => Some(Intent::Save),
            "o" | "O" => Some(Intent::OpenLoad),
            "q" | "Q" => Some(Intent::Quit),
            _ => None,
        },
        _ => None,
    }
}

/// Keys that open something while a game is in sight.
fn keys(
    mut pressed: Keys,
    focus: Res<Focus>,
    standing: Res<Standing>,
    dialog: Res<Dialog>,
    (desk, refused): (Res<Desk>, Res<Refused>),
    mut said: MessageWriter<Said>,
    mut steps: MessageWriter<TimeStep>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // How what lies over the board is closed. It is kept up over the keys of one frame, since a quick hand (or a slow
    // machine) puts the key that opens something and the Escape after it into the same one.
    let mut closing = if *dialog != Dialog::None {
        Some(Intent::CloseDialog)
    } else {
        desk.rulebook.is_some().then_some(Intent::CloseRulebook)
    };
    for Pressed { key, held, .. } in pressed.all() {
        redraw.write(RequestRedraw);
        if closing.is_some() {
            // The page beside a real table closes by itself what lies over it.
            let goes_on = *dialog == Dialog::Turn && matches!(key, Key::Enter | Key::Space);
            if !standing.beside && (key == Key::Escape || goes_on) {
                said.write_batch(closing.take().map(Said));
            }
            continue;
        }
        let intent = match (anywhere(&key, held), &key) {
            (Some(intent), _) => intent,
            (None, _) if !focus.on_board() => continue,
            (None, Key::Character(_)) if held.ctrl => continue,
            (None, Key::Character(text)) => match text.as_str() {
                "l" | "L" => Intent::ToggleLog,
                "r" | "R" => Intent::OpenRulebook,
                "?" => Intent::OpenKeys,
                "," => {
                    if standing.now && standing.cursor > 0 {
                        steps.write(TimeStep::See(standing.point - 1));
                    }
                    continue;
                }
                _ => continue,
            },
            (None, Key::Escape) if focus.over => Intent::Teacher(Ask::Close),
            (None, Key::Escape) if !standing.now => Intent::ReturnToNow,
            (None, Key::Escape) if !standing.holding && refused.0.is_none() => Intent::OpenMenu,
            _ => continue,
        };
        closing = match intent {
            Intent::OpenRulebook => Some(Intent::CloseRulebook),
            Intent::OpenKeys | Intent::OpenMenu => Some(Intent::CloseDialog),
            _ => None,
        };
        said.write(Said(intent));
    }
}

/// Opens the dialogs that were asked for.
fn open(mut said: MessageReader<Said>, mut dialog: ResMut<Dialog>) {
    for Said(intent) in said.read() {
        match intent {
            Intent::OpenMenu => *dialog = Dialog::Menu,
            Intent::OpenKeys => *dialog = Dialog::Keys,
            Intent::OpenPlayers => *dialog = Dialog::Players,
            Intent::OpenRulebook | Intent::OpenRule(_) | Intent::SaveAs(_) => *dialog = Dialog::None,
            Intent::NameSave(name) => *dialog = Dialog::Save(name.clone()),
            _ => {}
        }
    }
}

/// Shows the result once, when the last event has been seen.
fn end_of_game(standing: Res<Standing>, mut dialog: ResMut<Dialog>, mut told: Local<bool>) {
    let over = standing.now && standing.outcome.is_some();
    if over && standing.still && !*told {
        *dialog = Dialog::Over;
    }
    if standing.still {
        *told = over;
    }
}

fn hold_focus(dialog: Res<Dialog>, desk: Res<Desk>, teacher: Res<Teacher>, mut focus: ResMut<Focus>) {
    let over = teacher.open != Open::Nothing;
    if focus.over != over {
        focus.over = over;
    }
    let open = *dialog != Dialog::None || desk.rulebook.is_some();
    if focus.dialog != open {
        focus.dialog = open;
    }
}

fn draw(
    mut contexts: EguiContexts,
    dialog: Res<Dialog>,
    desk: Res<Desk>,
    table: Res<Table>,
    standing: Res<Standing>,
    taught: Res<Taught>,
    settings: Res<Settings>,
    (end, turn, course): (Res<TheEnd>, Res<TurnPage>, Res<Course>),
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut intents = Vec::new();
    if let Some(model) = rulebook_model(&table, &desk, &standing, &taught, &settings) {
        let room = ctx.content_rect().size() - bevy_egui::egui::vec2(120.0, 120.0);
        let inner = modal(&ctx, "rulebook", room.x.min(1000.0), |ui| {
            ui.set_height(room.y.min(760.0));
            rulebook_panel(ui, &model)
        });
        let close = |intent: Intent| if intent == Intent::CloseDialog { Intent::CloseRulebook } else { intent };
        intents.extend(inner.into_iter().map(close));
    }
    let shown = match &*dialog {
        Dialog::None | Dialog::Holding => Vec::new(),
        Dialog::Menu => {
            let model = MenuModel { saves: true, beside: standing.beside, shared: standing.shared };
            modal(&ctx, "menu", 280.0, |ui| game_menu(ui, &model))
        }
        Dialog::Save(name) => modal(&ctx, "save", 420.0, |ui| save_dialog(ui, name)),
        Dialog::Keys => modal(&ctx, "keys", 460.0, |ui| keys_panel(ui, standing.keys)),
        Dialog::Players => match &course.seats {
            Some(model) => modal(&ctx, "players", 520.0, |ui| players_dialog(ui, model)),
            None => Vec::new(),
        },
        Dialog::Ask(_, model) => modal(&ctx, "question", 420.0, |ui| confirm_dialog(ui, model)),
        Dialog::Turn => match &turn.model {
            Some(TurnModel::Zones(model)) => modal(&ctx, "turn", 820.0, |ui| turn_end_panel(ui, model, turn.told)),
            Some(TurnModel::Points(model)) => modal(&ctx, "turn", 640.0, |ui| points_turn_panel(ui, model, turn.told)),
            None => Vec::new(),
        },
        Dialog::Over => match &end.0 {
            Some(model) => modal(&ctx, "the end", 460.0, |ui| game_over_panel(ui, model, !standing.shared)),
            None => Vec::new(),
        },
    };
    intents.extend(shown);
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
