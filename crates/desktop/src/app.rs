//! The window: what it is made of and how it begins.

use std::process::ExitCode;

use artwork::Palette;
use bevy::app::TaskPoolOptions;
use bevy::prelude::*;
use bevy_egui::EguiPlugin;
use block_by_block::BlockByBlock;
use panels::screens::Speed;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::ruleset::Ruleset;

use crate::asked::asked_for;
use crate::cli::Start;
use crate::picture::named_palette;
use crate::shell::banner::Banner;
use crate::shell::drawing::Paint;
use crate::shell::folders::Folders;
use crate::shell::frame::{self, Opening, window_plugins};
use crate::shell::playback::Pace;
use crate::shell::settings::Settings;
use crate::shell::staged::Staged;
use crate::shell::start::fresh_seed;
use crate::shell::storage::Storage;
use crate::shell::table::{Look, Table};
use crate::shell::{diary, preflight, printed};

/// Opens the window and runs until it is closed.
///
/// # Errors
/// One sentence that says why there is no window and what to do.
pub fn run(start: Start) -> Result<ExitCode, String> {
    let table = Table::read()?;
    let folders = Folders::find()?;
    let mut storage = Storage::below(&folders.games);
    let asked = asked_for(&start)?;
    let seeds = fresh_seed(start.seed);
    let (mut settings, complaint) = Settings::read(&folders.settings);
    if start.palette.is_some() {
        settings.palette = named_palette(start.palette.as_deref())?;
    }
    settings.scale = start.scale.unwrap_or(settings.scale);
    if start.no_animation {
        settings.speed = Speed::Off;
    }
    let mut banner = Banner::default();
    banner.say(complaint);
    banner.say(table.font_problem.clone());

    // Before any window is opened, what was asked for must be there.
    let ruleset = asked.as_ref().map(|(kit, _)| kit.id);
    if ruleset.is_none_or(|id| id == BlockByBlock::ID) {
        table.begin_layout();
    }
    let launch = asked.map(|(kit, source)| (kit.launch)(&table, &source, seeds, &mut storage)).transpose()?;

    let palette = Palette::built_in(settings.palette);
    // A window takes some time to open; the map is drawn meanwhile.
    TaskPoolOptions::default().create_default_pools();
    let drawing = match ruleset {
        Some(BlockByBlock::ID) => Some(printed::begin::<BlockByBlock>(&table, &palette)),
        Some(SearchAndDestroy::ID) => Some(printed::begin::<SearchAndDestroy>(&table, &palette)),
        _ => None,
    };
    preflight::display()?;
    preflight::set_panic_hook(diary::folder(&folders));
    let mut app = App::new();
    let opening = start.size.map_or_else(|| Opening::as_left(&settings), Opening::of_size);
    app.add_plugins(window_plugins("Pointman", opening, &table, &folders))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Look(palette))
        .insert_resource(Pace(settings.speed))
        .insert_resource(settings)
        .insert_resource(folders)
        .insert_resource(seeds)
        .add_plugins(rooms);
    if start.size.is_none() {
        app.add_plugins(frame::remembered);
    }
    if let Some(launch) = launch {
        banner.kept(launch.kept);
        (launch.lay)(&mut app);
    }
    if let Some(drawing) = drawing {
        app.insert_resource(drawing);
    }
    app.insert_resource(table).insert_resource(storage).insert_resource(banner);
    match app.run() {
        AppExit::Success => Ok(ExitCode::SUCCESS),
        AppExit::Error(code) => Ok(ExitCode::from(code.get())),
    }
}

/// Every room of the window, and the four games.
pub fn rooms(app: &mut App) {
    app.init_resource::<Paint>()
        .add_plugins((
            crate::shell::plugin,
            crate::hud::plugin,
            crate::pages::plugin,
            crate::computer::plugin,
            crate::teacher::plugin,
            crate::elsewhere::plugin,
            crate::sounds::plugin,
            crate::table_board::shared,
            crate::companion::plugin,
        ))
        .add_plugins((
            game_of::<BlockByBlock>,
            game_of::<SearchAndDestroy>,
            game_of::<Platoon>,
            game_of::<Skirmish>,
            crate::area_board::plugin,
            crate::hex_board::plugin,
            crate::table_board::plugin::<Platoon>,
            crate::table_board::plugin::<Skirmish>,
        ));
}

/// A ruleset's games, but for its board.
fn game_of<R: Staged>(app: &mut App) {
    app.add_plugins((
        crate::shell::of::<R>,
        crate::hud::of::<R>,
        crate::computer::of::<R>,
        crate::teacher::of::<R>,
        crate::elsewhere::of::<R>,
        crate::sounds::of::<R>,
    ));
}
