//! The force builder of Vietnam Skirmish: forces are put together, saved as short files, and played.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use panels::skirmish::{Builder, BuilderModel, BuilderWant, builder_panel};
use panels::{Intent, Theme};
use skirmish::{Force, Skirmish};
use tabletop::Ruleset;
use tabletop::game::Game;

use super::forces::{file_name, own_files, save};
use crate::shell::folders::Folders;
use crate::shell::game::Lay;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::start::Seeds;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Workbench>()
        .add_systems(Update, open.after(super::forces::open).in_set(GameSystems::Heed.of(Room::Companion)))
        .add_systems(
            EguiPrimaryContextPass,
            draw.after(super::forces::draw)
                .in_set(HudSystems::Above.of(Room::Companion))
                .run_if(|page: Res<Page>| *page == Page::SkirmishForces),
        );
}

/// The forces in work.
#[derive(Resource, Default)]
struct Workbench {
    builder: Builder,
    shelf: Vec<Force>,
    /// Scenarios by file name, with their titles.
    scenarios: Vec<(String, String)>,
    news: Option<(bool, String)>,
}

/// The shipped forces, then the players' own; what cannot be read is told.
fn shelf(table: &Table, folders: &Folders) -> (Vec<Force>, Option<(bool, String)>) {
    let mut shelf: Vec<Force> = table.skirmish.forces().iter().map(|(_, force)| force.clone()).collect();
    let mut problem = None;
    for path in own_files(folders, Skirmish::ID) {
        let name = path.display().to_string();
        let read = tabletop::files::read_text(&name, &path)
            .and_then(|text| Force::parse(&name, &text, table.skirmish.figure_table()));
        match read {
            Ok(force) => shelf.push(force),
            Err(error) => problem = Some((true, error.to_string())),
        }
    }
    (shelf, problem)
}

/// Scenarios that can be read; the list of scenarios tells what is wrong with others.
fn scenarios(table: &Table) -> Vec<(String, String)> {
    let files = table.library.scenarios(Skirmish::ID).unwrap_or_default();
    let titled = files.into_iter().filter_map(|file| {
        let scenario = table.library.scenario::<Skirmish>(&file.name).ok()?;
        Some((file.name, scenario.title))
    });
    titled.collect()
}

/// Opens the page when it is asked for.
fn open(
    mut said: MessageReader<Said>,
    table: Res<Table>,
    folders: Res<Folders>,
    mut bench: ResMut<Workbench>,
    mut page: ResMut<Page>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        if *intent == Intent::OpenForces(Skirmish::ID.to_owned()) {
            (bench.shelf, bench.news) = shelf(&table, &folders);
            bench.scenarios = scenarios(&table);
            *page = Page::SkirmishForces;
            redraw.write(RequestRedraw);
        }
    }
}

fn draw(
    mut contexts: EguiContexts,
    table: Res<Table>,
    folders: Res<Folders>,
    seeds: Res<Seeds>,
    mut bench: ResMut<Workbench>,
    mut lays: MessageWriter<Lay<Skirmish>>,
    mut said: MessageWriter<Said>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let colours = Theme::of_context(&ctx).colours;
    let mut root = panels::around::whole_window(&ctx, "force builder");
    let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
    let titles: Vec<String> = bench.scenarios.iter().map(|(_, title)| title.clone()).collect();
    let model = BuilderModel {
        builder: &bench.builder,
        rules: &table.skirmish,
        shelf: &bench.shelf,
        scenarios: &titles,
        news: bench.news.clone(),
    };
    let wants = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| builder_panel(ui, &model)).inner;
    let leave = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    for want in wants.into_iter().chain(leave.then_some(BuilderWant::Back)) {
        redraw.write(RequestRedraw);
        let Workbench { builder, shelf: forces, scenarios, news } = &mut *bench;
        builder.want(&want, forces);
        *news = None;
        match want {
            BuilderWant::Back => _ = said.write(Said(Intent::ChooseRuleset(Skirmish::ID.into()))),
            BuilderWant::Save => {
                let force = builder.force();
                *news = Some(match force.written() {
                    Ok(text) => save(&folders, Skirmish::ID, &file_name(&force.name, force.side.name()), &text),
                    Err(sentence) => (true, sentence),
                });
                (*forces, _) = shelf(&table, &folders);
            }
            BuilderWant::Play(place) => {
                let Some((name, _)) = scenarios.get(place) else { continue };
                match play(&table, builder, name, seeds.next()) {
                    Ok(game) => _ = lays.write(Lay(game)),
                    Err(sentence) => *news = Some((true, sentence)),
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A game of a scenario with both forces.
fn play(table: &Table, builder: &Builder, name: &str, seed: u64) -> std::result::Result<Game<Skirmish>, String> {
    let rules = &table.skirmish;
    let mut scenario = table.library.scenario::<Skirmish>(name).map_err(|error| error.to_string())?;
    for force in &builder.forces {
        scenario = rules.with_force(&scenario, force)?;
    }
    Game::new(rules.clone(), scenario, name, seed).map_err(|refusal| refusal.to_string())
}
