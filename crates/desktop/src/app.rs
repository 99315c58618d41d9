//! The window: what it is made of and how it begins.

use std::process::ExitCode;

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy::winit::WinitSettings;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};

use crate::cli::Start;
use crate::preflight;

/// Opens the window and runs until it is closed.
///
/// # Errors
/// One sentence that says why there is no window and what to do.
pub fn run(start: Start) -> Result<ExitCode, String> {
    preflight::display()?;
    preflight::set_panic_hook();
    let (width, height) = start.size.unwrap_or((1280, 720));
    let window = Window {
        title: "Pointman".into(),
        name: Some("pointman".into()),
        resolution: WindowResolution::new(width, height),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(LogPlugin { filter: "error,wgpu_core=off,wgpu_hal=off,naga=off".into(), ..default() }),
    )
    .add_plugins(EguiPlugin::default())
    .insert_resource(WinitSettings::desktop_app())
    .insert_resource(ClearColor(Color::srgb(0.07, 0.08, 0.085)))
    .add_plugins((crate::screen::plugin, crate::banner::plugin, crate::pointer::plugin, crate::camera::plugin))
    .add_systems(EguiPrimaryContextPass, hello);
    match app.run() {
        AppExit::Success => Ok(ExitCode::SUCCESS),
        AppExit::Error(code) => Ok(ExitCode::from(code.get())),
    }
}

fn hello(mut contexts: EguiContexts) -> Result {
    bevy_egui::egui::Window::new("Hello").show(contexts.ctx_mut()?, |ui| {
        ui.label("world");
    });
    Ok(())
}
