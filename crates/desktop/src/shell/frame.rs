//! The window's own frame: how large it opens, whether it has the whole screen, and that it opens next time as it was left.

use std::num::NonZeroU32;
use std::time::Duration;

use bevy::diagnostic::FrameCount;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
use bevy::render::settings::{MemoryHints, RenderCreation, WgpuSettings};
use bevy::render::slab_allocator::SlabAllocatorSettings;
use bevy::render::sync_world::SyncWorldPlugin;
use bevy::render::{RenderApp, RenderPlugin};
use bevy::window::{MonitorSelection, PresentMode, PrimaryWindow, RequestRedraw, WindowMode, WindowResolution};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use bevy_egui::EguiGlobalSettings;
use panels::screens::WindowSize;
use tabletop::between;

use super::folders::Folders;
use super::order::{GameSystems, Room};
use super::settings::Settings;
use super::table::Table;
use super::{diary, leaving};

/// The size of a window of which nothing is known, in points.
const USUAL: (u32, u32) = (1280, 720);

/// The least size of the window, in points.
pub const LEAST: (u32, u32) = (640, 480);

/// The size of the blocks that textures and buffers of the graphics card share, in bytes: what is larger has its own, and goes
/// with it.
const BLOCK: u64 = 4 << 20;

/// No screen is larger, in points.
const MOST: u32 = 16_384;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (switch, fill).chain().in_set(GameSystems::Before.of(Room::Shell)))
        .add_systems(Last, hurry.run_if(not(shown)));
}

/// Frames until the window shows its first picture: what is drawn reaches the screen a frame or two late.
const FIRST_FRAMES: u32 = 3;

/// Whether the window shows its first picture. What takes a processor for long begins afterwards.
pub fn shown(frames: Res<FrameCount>) -> bool {
    frames.0 >= FIRST_FRAMES
}

fn hurry(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}

/// The window opens next time as it is left this time.
pub fn remembered(app: &mut App) {
    app.add_systems(Last, keep.after(leaving::leave));
}

/// How a window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    size: (u32, u32),
    maximized: bool,
    full_screen: bool,
}

impl Opening {
    /// Of this size, whatever was before.
    pub fn of_size(size: (u32, u32)) -> Self {
        Self { size, maximized: false, full_screen: false }
    }

    /// As it was left; the first time as large as the screen allows.
    pub fn as_left(settings: &Settings) -> Self {
        let known = settings.window.map(|left| ((left.width, left.height), left.maximized));
        let ((width, height), maximized) = known.unwrap_or((USUAL, true));
        let size = (between(width, LEAST.0, MOST), between(height, LEAST.1, MOST));
        Self { size, maximized, full_screen: settings.full_screen }
    }

    /// A window that opens so.
    pub fn window(self) -> Window {
        let mut window = Window {
            resolution: WindowResolution::new(self.size.0, self.size.1),
            mode: mode(self.full_screen),
            ..default()
        };
        if self.maximized {
            window.set_maximized(true);
        }
        window
    }
}

/// Bevy's plugins for a window of this title that opens so, and draws only when something happens.
pub fn window_plugins(title: &str, opening: Opening, table: &Table, folders: &Folders) -> impl PluginGroup {
    let (min_width, min_height) = (LEAST.0 as f32, LEAST.1 as f32);
    let window = Window {
        title: title.into(),
        name: Some("pointman".into()),
        present_mode: PresentMode::AutoVsync,
        // What is pointed at answers a frame earlier, and a picture as large as the window less is kept.
        desired_maximum_frame_latency: Some(NonZeroU32::MIN),
        resize_constraints: WindowResizeConstraints { min_width, min_height, ..default() },
        ..opening.window()
    };
    // Large blocks, for games that load without end, keep what one print of the map needs for a moment.
    let blocks = MemoryHints::Manual { suballocated_device_memory_block_size: BLOCK..BLOCK };
    let mut wgpu = WgpuSettings { memory_hints: blocks, ..default() };
    if is_undrawn() {
        wgpu.backends = None;
    }
    let render_creation = RenderCreation::Automatic(Box::new(wgpu));
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(AssetPlugin { file_path: table.library.root().join("assets").display().to_string(), ..default() })
        .set(RenderPlugin { render_creation, synchronous_pipeline_compilation: true, ..default() })
        .set(diary::plugin(folders))
        .add_after::<WindowPlugin>(rest)
        .add_after::<WindowPlugin>(undrawn)
        .add_after::<WindowPlugin>(InTurn)
        .add_after::<RenderPlugin>(buffers)
}

/// Each mesh has buffers of its own, which go with it. Buffers that meshes share grow by half, keep whatever they once needed, and
/// come with lists of four megabytes for each layout of corners.
fn buffers(app: &mut App) {
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        let alone = SlabAllocatorSettings { large_threshold: 0, ..default() };
        renderer.insert_resource(MeshAllocatorSettings { slab_allocator_settings: alone, ..default() });
    }
}

/// The systems of the window run one after another. There are hundreds, over in microseconds each: to hand them to other threads
/// takes longer than to run them. What takes long goes to the task pool, and drawing keeps its own threads.
struct InTurn;

impl Plugin for InTurn {
    fn build(&self, _app: &mut App) {}

    /// Not before every plugin has added its schedules.
    fn cleanup(&self, app: &mut App) {
        for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
}

/// Set where a test looks at no picture: the window opens, hears and shows its controls to the probe, and nothing is drawn. Most
/// of a frame's time is the software driver's.
const UNDRAWN: &str = "POINTMAN_UNDRAWN";

fn is_undrawn() -> bool {
    std::env::var_os(UNDRAWN).is_some()
}

/// What Bevy leaves out without a renderer, though what is drawn asks for it when it goes.
fn undrawn(app: &mut App) {
    if is_undrawn() {
        app.add_plugins(SyncWorldPlugin);
    }
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

fn mode(full_screen: bool) -> WindowMode {
    if full_screen { WindowMode::BorderlessFullscreen(MonitorSelection::Current) } else { WindowMode::Windowed }
}

/// F11, on every page.
fn switch(
    mut pressed: MessageReader<KeyboardInput>,
    mut settings: ResMut<Settings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = |key: &KeyboardInput| key.logical_key == Key::F11 && key.state == ButtonState::Pressed && !key.repeat;
    for _ in pressed.read().filter(|key| now(key)) {
        settings.full_screen = !settings.full_screen;
        redraw.write(RequestRedraw);
    }
}

/// The window has the whole screen where that is wished.
fn fill(settings: Res<Settings>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let wished = mode(settings.full_screen);
    if settings.is_changed() && window.mode != wished {
        window.mode = wished;
    }
}

/// Whether the window fills the screen between its edges, as far as the system says so.
fn is_maximized(window: Entity) -> bool {
    WINIT_WINDOWS.with_borrow(|windows| windows.get_window(window).is_some_and(|window| window.is_maximized()))
}

/// Writes down how the window is left, beside the settings as they lie on the disk: what was only wished for this time stays
/// out. A window that has the whole screen keeps the size it had before, and settings that cannot be read are left alone.
fn keep(
    mut exit: MessageReader<AppExit>,
    window: Option<Single<(Entity, &Window), With<PrimaryWindow>>>,
    folders: Res<Folders>,
) {
    let (Some(_), Some(window)) = (exit.read().last(), window) else { return };
    let (entity, window) = *window;
    let (mut settings, problem) = Settings::read(&folders.settings);
    if window.mode != WindowMode::Windowed || problem.is_some() {
        return;
    }
    let maximized = is_maximized(entity);
    let (width, height) = match settings.window {
        Some(left) if maximized => (left.width, left.height),
        None if maximized => USUAL,
        _ => (window.width() as u32, window.height() as u32),
    };
    let left = WindowSize { width, height, maximized };
    if settings.window.replace(left) != Some(left)
        && let Err(problem) = settings.write(&folders.settings)
    {
        warn!("{problem}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use panels::screens::Settings as Likings;

    fn opening(window: Option<WindowSize>) -> Opening {
        Opening::as_left(&Settings(Likings { window, ..Likings::default() }))
    }

    #[test]
    fn the_first_window_is_as_large_as_the_screen_allows_and_later_ones_are_as_they_were_left() {
        assert_eq!(opening(None), Opening { size: (1280, 720), maximized: true, full_screen: false });
        let left = WindowSize { width: 1500, height: 900, maximized: false };
        assert_eq!(opening(Some(left)), Opening { size: (1500, 900), maximized: false, full_screen: false });
    }

    #[test]
    fn a_size_that_cannot_be_is_bounded() {
        let left = WindowSize { width: 3, height: 4_000_000, maximized: false };
        assert_eq!(opening(Some(left)).size, (640, 16_384));
    }
}
