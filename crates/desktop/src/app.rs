//! The window: what it is made of and how it begins.

use std::process::ExitCode;
use std::time::Duration;

use artwork::Palette;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::window::PresentMode;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiGlobalSettings, EguiPlugin};
use block_by_block::BlockByBlock;
use panels::screens::Speed;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;

use crate::banner::Banner;
use crate::cli::Start;
use crate::diary;
use crate::drawing::Paint;
use crate::frame::{self, Opening};
use crate::game::GamePlugin;
use crate::hud::timeline::plugin as timeline;
use crate::picture::named_palette;
use crate::playback::Pace;
use crate::preflight;
use crate::settings::Settings;
use crate::sounds;
use crate::start::{asked_for, fresh_seed};
use crate::storage::Storage;
use crate::table::{Look, Table};
use crate::teacher;
use crate::turns;

/// Where the program keeps what is the player's.
#[derive(Resource, Clone, Debug)]
pub struct Folders {
    /// Games.
    pub games: std::path::PathBuf,
    /// Settings.
    pub settings: std::path::PathBuf,
}

impl Folders {
    /// Where they are for this player.
    ///
    /// # Errors
    /// One sentence: there is no home folder.
    pub fn find() -> Result<Self, String> {
        let home = "No home folder to keep games in: set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME.";
        let games = dirs::data_dir().ok_or(home)?.join("pointman");
        let settings = dirs::config_dir().ok_or(home)?.join("pointman");
        Ok(Self { games, settings })
    }
}

/// Bevy's plugins for a window of this title that opens so, and draws only when something happens.
pub fn window_plugins(title: &str, opening: Opening, table: &Table, folders: &Folders) -> impl PluginGroup {
    let (min_width, min_height) = (frame::LEAST.0 as f32, frame::LEAST.1 as f32);
    let window = Window {
        title: title.into(),
        name: Some("pointman".into()),
        present_mode: PresentMode::AutoVsync,
        resize_constraints: WindowResizeConstraints { min_width, min_height, ..default() },
        ..opening.window()
    };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(AssetPlugin { file_path: table.library.root().join("assets").display().to_string(), ..default() })
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .set(diary::plugin(folders))
        .add_after::<WindowPlugin>(rest)
}

/// How long a window rests when nothing happens: as good as for ever.
pub const REST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How a window rests: nothing is drawn unless something happens.
fn rest(app: &mut App) {
    app.insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..default() }).insert_resource(
        WinitSettings {
            focused_mode: UpdateMode::reactive(REST),
            unfocused_mode: UpdateMode::reactive_low_power(REST),
        },
    );
}

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
    let launch = asked.map(|(kit, source)| (kit.launch)(&table, &source, seeds, &mut storage)).transpose()?;

    preflight::display()?;
    preflight::set_panic_hook(diary::folder(&folders));
    let mut app = App::new();
    let opening = start.size.map_or_else(|| Opening::as_left(&settings), Opening::of_size);
    app.add_plugins(window_plugins("Pointman", opening, &table, &folders))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Look(Palette::built_in(settings.palette)))
        .insert_resource(Pace(settings.speed))
        .insert_resource(settings)
        .insert_resource(folders)
        .insert_resource(seeds)
        .init_resource::<Paint>()
        .add_plugins((
            crate::screen::plugin,
            crate::playback::plugin,
            crate::pointer::plugin,
            crate::focus::plugin,
            crate::look::plugin,
            crate::camera::plugin,
            crate::plate::plugin,
            crate::hud::plugin,
            crate::obey::plugin,
            crate::dialogs::plugin,
            crate::screens::plugin,
            (crate::probe::plugin, crate::traces::plugin),
            (crate::storage::plugin, crate::leaving::plugin, frame::plugin, diary::begin),
            (
                crate::computer::plugin,
                crate::computer::of::<BlockByBlock>,
                crate::computer::of::<SearchAndDestroy>,
                crate::computer::of::<Platoon>,
                crate::computer::of::<Skirmish>,
                teacher::plugin,
                teacher::of::<BlockByBlock>,
                teacher::of::<SearchAndDestroy>,
                teacher::of::<Platoon>,
                teacher::of::<Skirmish>,
            ),
        ));
    app.add_plugins((crate::standing::plugin, crate::game::plugin, crate::dice::plugin, crate::keys::plugin))
        .add_plugins((
            (
                GamePlugin::<BlockByBlock>::default(),
                crate::seat::plugin::<BlockByBlock>,
                crate::area_board::plugin,
                timeline::<BlockByBlock>,
            ),
            (
                GamePlugin::<SearchAndDestroy>::default(),
                crate::seat::plugin::<SearchAndDestroy>,
                crate::hex_board::plugin,
                timeline::<SearchAndDestroy>,
                crate::hud::chart::of::<SearchAndDestroy>,
                turns::plugin::<SearchAndDestroy>,
            ),
            (
                GamePlugin::<Platoon>::default(),
                crate::seat::plugin::<Platoon>,
                timeline::<Platoon>,
                turns::plugin::<Platoon>,
                crate::table_board::plugin::<Platoon>,
            ),
            (
                GamePlugin::<Skirmish>::default(),
                crate::seat::plugin::<Skirmish>,
                timeline::<Skirmish>,
                turns::plugin::<Skirmish>,
                crate::table_board::plugin::<Skirmish>,
            ),
            (
                crate::elsewhere::plugin,
                crate::elsewhere::of::<BlockByBlock>,
                crate::elsewhere::of::<SearchAndDestroy>,
                crate::elsewhere::of::<Platoon>,
                crate::elsewhere::of::<Skirmish>,
            ),
            (crate::table_board::shared, turns::shared),
            crate::companion::plugin,
            (
                sounds::plugin,
                sounds::of::<BlockByBlock>,
                sounds::of::<SearchAndDestroy>,
                sounds::of::<Platoon>,
                sounds::of::<Skirmish>,
            ),
        ));
    if start.size.is_none() {
        app.add_plugins(frame::remembered);
    }
    if let Some(launch) = launch {
        banner.kept(launch.kept);
        (launch.lay)(&mut app);
    }
    app.insert_resource(table).insert_resource(storage).insert_resource(banner);
    match app.run() {
        AppExit::Success => Ok(ExitCode::SUCCESS),
        AppExit::Error(code) => Ok(ExitCode::from(code.get())),
    }
}
