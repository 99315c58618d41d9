//! The page of forces: squads and figures of the players' own, for games beside a real table, and force lists as files.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use panels::platoon::{Roster, RosterModel, RosterWant, read_list, roster_panel};
use panels::{Intent, Theme};
use platoon::Platoon;
use platoon::scenario::SquadSetup;
use tabletop::Ruleset;
use tabletop::game::Game;

use crate::shell::folders::Folders;
use crate::shell::game::Lay;
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::start::Seeds;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mustering>()
        .add_systems(Update, open)
        .add_systems(EguiPrimaryContextPass, draw.run_if(|page: Res<Page>| *page == Page::PlatoonForces));
}

/// The forces that are being put together.
#[derive(Resource, Default)]
struct Mustering {
    roster: Roster,
    shelf: Vec<(String, Vec<SquadSetup>)>,
    news: Option<(bool, String)>,
}

/// The name of a file as a title: `us-rifle-platoon.ron` becomes `US rifle platoon`.
fn titled(path: &str) -> String {
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".ron").replace('-', " ");
    let known = |word: &str| match word {
        "us" | "vc" | "nva" | "arvn" | "lurp" => word.to_uppercase(),
        other => other.to_owned(),
    };
    let words: Vec<String> = stem.split(' ').map(known).collect();
    words.join(" ")
}

/// Where the players' own forces for a ruleset lie.
pub(super) fn own_folder(folders: &Folders, ruleset: &str) -> PathBuf {
    folders.games.join("forces").join(ruleset)
}

/// The players' own files for a ruleset, in the order of their names.
pub(super) fn own_files(folders: &Folders, ruleset: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(own_folder(folders, ruleset));
    let mut files: Vec<PathBuf> =
        entries.map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    files
}

/// Writes a file of the players' own. What came of it, and whether that is bad.
pub(super) fn save(folders: &Folders, ruleset: &str, name: &str, text: &str) -> (bool, String) {
    let folder = own_folder(folders, ruleset);
    let path = folder.join(name);
    if let Err(error) = std::fs::create_dir_all(&folder) {
        return (true, format!("The folder {} cannot be made: {error}.", folder.display()));
    }
    match tabletop::disk::write_atomically(&path, text) {
        Ok(()) => (false, format!("Saved as {}.", path.display())),
        Err(error) => (true, error.to_string()),
    }
}

/// The shipped lists, then the players' own; what cannot be read is told.
fn shelf(table: &Table, folders: &Folders) -> (Vec<(String, Vec<SquadSetup>)>, Option<(bool, String)>) {
    let mut shelf: Vec<(String, Vec<SquadSetup>)> =
        table.platoon.forces().iter().map(|(file, squads)| (titled(file), squads.clone())).collect();
    let mut problem = None;
    for path in own_files(folders, Platoon::ID) {
        let name = path.display().to_string();
        let read = tabletop::files::read_text(&name, &path).and_then(|text| read_list(&name, &text));
        match read {
            Ok(squads) => shelf.push((titled(&name), squads)),
            Err(error) => problem = Some((true, error.to_string())),
        }
    }
    (shelf, problem)
}

/// Opens the page when it is asked for.
fn open(
    mut said: MessageReader<Said>,
    table: Res<Table>,
    folders: Res<Folders>,
    mut mustering: ResMut<Mustering>,
    mut page: ResMut<Page>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        if *intent == Intent::OpenForces(Platoon::ID.to_owned()) {
            (mustering.shelf, mustering.news) = shelf(&table, &folders);
            *page = Page::PlatoonForces;
            redraw.write(RequestRedraw);
        }
    }
}

fn draw(
    mut contexts: EguiContexts,
    table: Res<Table>,
    folders: Res<Folders>,
    seeds: Res<Seeds>,
    mut mustering: ResMut<Mustering>,
    mut lays: MessageWriter<Lay<Platoon>>,
    mut said: MessageWriter<Said>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let colours = Theme::of_context(&ctx).colours;
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut root = egui::Ui::new(ctx.clone(), "forces".into(), builder);
    let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
    let model = RosterModel { roster: &mustering.roster, shelf: &mustering.shelf, news: mustering.news.clone() };
    let wants = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| roster_panel(ui, &model)).inner;
    let leave = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    for want in wants.into_iter().chain(leave.then_some(RosterWant::Back)) {
        redraw.write(RequestRedraw);
        let Mustering { roster, shelf: lists, news } = &mut *mustering;
        roster.want(&want, lists);
        *news = None;
        match want {
            RosterWant::Back => _ = said.write(Said(Intent::ChooseRuleset(Platoon::ID.into()))),
            RosterWant::Begin => {
                let seed = seeds.next();
                let game = roster.scenario(&table.platoon, seed).and_then(|scenario| {
                    Game::new(table.platoon.clone(), scenario, "forces of your own", seed).map_err(|r| r.to_string())
                });
                match game {
                    Ok(game) => _ = lays.write(Lay(game)),
                    Err(sentence) => *news = Some((true, sentence)),
                }
            }
            RosterWant::Save(side) => {
                let name = file_name(&roster.title, side.name());
                *news = Some(match roster.list(side) {
                    Ok(text) => save(&folders, Platoon::ID, &name, &text),
                    Err(sentence) => (true, sentence),
                });
                (*lists, _) = shelf(&table, &folders);
            }
            _ => {}
        }
    }
    Ok(())
}

/// A file's name from a title and a side: letters and digits, the rest as dashes.
pub(super) fn file_name(title: &str, side: &str) -> String {
    let plain = |text: &str| {
        let dashed: String =
            text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        dashed.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    };
    format!("{}-{}.ron", plain(title), plain(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_for_game_and_side() {
        assert_eq!(file_name("Beside our table!", "VC/NVA"), "beside-our-table-vc-nva.ron");
        assert_eq!(titled("forces/platoon/us-rifle-platoon.ron"), "US rifle platoon");
    }
}
