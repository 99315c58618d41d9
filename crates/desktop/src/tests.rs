//! The window's systems without a window: which of them could run in one order today and in another tomorrow.

use std::collections::BTreeMap;

use artwork::Palette;
use bevy::ecs::schedule::Schedules;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::winit::WinitPlugin;
use bevy_egui::EguiPlugin;
use panels::screens::Speed;

use crate::app::rooms;
use crate::shell::banner::Banner;
use crate::shell::folders::Folders;
use crate::shell::frame::{self, Opening, window_plugins};
use crate::shell::playback::Pace;
use crate::shell::settings::Settings;
use crate::shell::start::fresh_seed;
use crate::shell::storage::Storage;
use crate::shell::table::{Look, Table};

/// The whole window, but that nothing opens and nothing is drawn.
fn unopened() -> App {
    let table = Table::read().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folders = Folders { games: folder.path().into(), settings: folder.path().into() };
    let nothing = WgpuSettings { backends: None, ..default() };
    let unseen = RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(nothing)), ..default() };
    let plugins = window_plugins("Pointman", Opening::of_size((800, 600)), &table, &folders);
    let mut app = App::new();
    app.add_plugins(plugins.build().disable::<WinitPlugin>().disable::<LogPlugin>().set(unseen))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Look(Palette::built_in(artwork::PaletteChoice::default())))
        .insert_resource(Pace(Speed::Off))
        .insert_resource(Settings(panels::screens::Settings::default()))
        .insert_resource(folders)
        .insert_resource(fresh_seed(Some(1)))
        .add_plugins((rooms, frame::remembered))
        .insert_resource(Storage::below(folder.path()))
        .insert_resource(table)
        .insert_resource(Banner::default());
    app
}

/// Whether two systems could run in the same frame: one game lies on the table, of one ruleset.
fn of_one_game(one: &str, other: &str) -> bool {
    const GAMES: [&[&str]; 4] = [
        &["block_by_block::", "area_board::"],
        &["search_and_destroy::", "hex_board::"],
        &["platoon::"],
        &["skirmish::"],
    ];
    let game = |name: &str| GAMES.iter().position(|marks| marks.iter().any(|mark| name.contains(mark)));
    game(one).zip(game(other)).is_none_or(|(one, other)| one == other)
}

/// Pairs of systems of ours that touch the same thing, one of them changing it, and whose order nobody has said.
fn disorder(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let labels: Vec<_> = world.resource::<Schedules>().iter().map(|(_, schedule)| schedule.label()).collect();
    let mut found = Vec::new();
    for label in labels {
        world.schedule_scope(label, |world, schedule| {
            schedule.initialize(world).unwrap();
            let ours: BTreeMap<_, _> = schedule
                .systems()
                .unwrap()
                .map(|(key, system)| (key, system.name().to_string()))
                .filter(|(_, name)| name.starts_with("pointman::"))
                .collect();
            for (one, other, things) in schedule.graph().conflicting_systems().iter() {
                if let (Some(one), Some(other)) = (ours.get(one), ours.get(other))
                    && of_one_game(one, other)
                {
                    let name = |thing| world.components().get_name(thing).unwrap().to_string();
                    let things: Vec<_> = things.iter().map(|thing| name(*thing)).collect();
                    found.push(format!("{label:?}: {one} and {other} over {}", things.join(", ")));
                }
            }
        });
    }
    found.sort();
    found
}

#[test]
fn systems_that_touch_the_same_thing_run_in_an_order_that_is_said() {
    let found = disorder(&mut unopened());
    assert!(found.is_empty(), "{} pairs without an order:\n{}", found.len(), found.join("\n"));
}
