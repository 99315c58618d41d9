//! The page of forces: squads and figures of the players' own, for games beside a real table, and force lists as files.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use panels::platoon::{Roster, RosterModel, RosterWant, read_list, read_roster, roster_panel};
use panels::{Intent, Theme};
use platoon::Platoon;
use platoon::scenario::SquadSetup;
use tabletop::Ruleset;
use tabletop::game::Game;

use crate::shell::folders::Folders;
use crate::shell::game::Lay;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::start::Seeds;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mustering>()
        .add_systems(Update, open.in_set(GameSystems::Heed.of(Room::Companion)))
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(HudSystems::Above.of(Room::Companion)).run_if(|page: Res<Page>| *page == Page::PlatoonForces),
        );
}

/// The forces that are being put together.
#[derive(Resource, Default)]
pub(super) struct Mustering {
    roster: Roster,
    shelf: Vec<(String, Vec<SquadSetup>)>,
    /// Forces of both sides that were saved: their names, and their files.
    saved: Vec<String>,
    files: Vec<PathBuf>,
    news: Option<(bool, String)>,
}

impl Mustering {
    /// Looks for the forces that were saved.
    fn look(&mut self, folders: &Folders) {
        self.files = files_in(&both_sides(folders));
        self.saved = self.files.iter().map(|file| titled(&file.display().to_string())).collect();
    }
}

/// Where forces of both sides lie.
fn both_sides(folders: &Folders) -> PathBuf {
    own_folder(folders, Platoon::ID).join("both-sides")
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
    files_in(&own_folder(folders, ruleset))
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder);
    let mut files: Vec<PathBuf> =
        entries.map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    files
}

/// Writes a file of the players' own. What came of it, and whether that is bad.
pub(super) fn save(folders: &Folders, ruleset: &str, name: &str, text: &str) -> (bool, String) {
    save_in(&own_folder(folders, ruleset), name, text)
}

fn save_in(folder: &Path, name: &str, text: &str) -> (bool, String) {
    let path = folder.join(name);
    if let Err(error) = std::fs::create_dir_all(folder) {
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
pub(super) fn open(
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
            mustering.look(&folders);
            *page = Page::PlatoonForces;
            redraw.write(RequestRedraw);
        }
    }
}

pub(super) fn draw(
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
    let mut root = panels::around::whole_window(&ctx, "forces");
    let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
    let model = RosterModel {
        rules: &table.platoon,
        roster: &mustering.roster,
        saved: &mustering.saved,
        shelf: &mustering.shelf,
        news: mustering.news.clone(),
    };
    let wants = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| roster_panel(ui, &model)).inner;
    let leave = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    for want in wants.into_iter().chain(leave.then_some(RosterWant::Back)) {
        redraw.write(RequestRedraw);
        let Mustering { roster, shelf: lists, files, news, .. } = &mut *mustering;
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
            RosterWant::Keep => {
                let saved = match roster.text() {
                    Ok(text) => save_in(&both_sides(&folders), &format!("{}.ron", dashed(&roster.title)), &text),
                    Err(sentence) => (true, sentence),
                };
                *news = Some(saved);
                mustering.look(&folders);
            }
            RosterWant::TakeUp(place) => {
                let Some(file) = files.get(place) else { continue };
                let name = file.display().to_string();
                match tabletop::files::read_text(&name, file).and_then(|text| read_roster(&name, &text)) {
                    Ok(taken) => *roster = taken,
                    Err(error) => *news = Some((true, error.to_string())),
                }
            }
            RosterWant::Sheet(side) => {
                let name = format!("{}-{}.html", dashed(&roster.title), dashed(side.name()));
                let folder = own_folder(&folders, Platoon::ID).join("army-sheets");
                let (bad, said) = save_in(&folder, &name, &roster.sheet(&table.platoon, side));
                *news = Some((bad, if bad { said } else { format!("{said} Open it in a browser to print it.") }));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A file's name from a title and a side.
pub(super) fn file_name(title: &str, side: &str) -> String {
    format!("{}-{}.ron", dashed(title), dashed(side))
}

/// Letters and digits of a text, the rest as dashes; of a text that has none, a name all the same.
fn dashed(text: &str) -> String {
    let dashed: String = text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = dashed.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "unnamed".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_for_game_and_side() {
        assert_eq!(file_name("Beside our table!", "VC/NVA"), "beside-our-table-vc-nva.ron");
        assert_eq!(file_name("…", "VC/NVA"), "unnamed-vc-nva.ron");
        assert_eq!(titled("forces/platoon/us-rifle-platoon.ron"), "US rifle platoon");
    }
}
