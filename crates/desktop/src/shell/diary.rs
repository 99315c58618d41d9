//! The program's diary: what it ran on, what was opened and every fault, in the folder `logs` of the player's data; a file a
//! day, the last ten are kept.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bevy::log::tracing_subscriber::Layer as _;
use bevy::log::tracing_subscriber::filter::LevelFilter;
use bevy::log::tracing_subscriber::fmt;
use bevy::log::{BoxedFmtLayer, BoxedLayer, LogPlugin, info, warn};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use tabletop::files::read_text;
use tracing_appender::rolling::{RollingFileAppender, Rotation};

use super::folders::Folders;

/// How many days are kept.
const DAYS: usize = 10;

/// Where the diary lies, once it is known.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder of the diary below the player's data.
pub fn folder(folders: &Folders) -> PathBuf {
    folders.games.join("logs")
}

/// The part of Bevy's plugins that writes the diary; faults go to standard error as well. Where the folder cannot be written
/// there is no diary, and the program runs all the same.
pub fn plugin(folders: &Folders) -> LogPlugin {
    _ = FOLDER.set(folder(folders));
    LogPlugin {
        filter: "error,pointman=info,wgpu_core=off,wgpu_hal=off,naga=off".into(),
        custom_layer: pages,
        fmt_layer: aloud,
        ..default()
    }
}

fn pages(_: &mut App) -> Option<BoxedLayer> {
    let appender = appender(FOLDER.get()?)?;
    Some(fmt::layer().with_ansi(false).with_writer(appender).boxed())
}

fn appender(folder: &Path) -> Option<RollingFileAppender> {
    std::fs::create_dir_all(folder).ok()?;
    let pages = RollingFileAppender::builder().rotation(Rotation::DAILY).max_log_files(DAYS);
    pages.filename_prefix("pointman").filename_suffix("log").build(folder).ok()
}

fn aloud(_: &mut App) -> Option<BoxedFmtLayer> {
    Some(Box::new(fmt::layer().with_writer(std::io::stderr).with_filter(LevelFilter::ERROR)))
}

/// The newest page of the diary, to be shown to the player.
pub fn page(folder: &Path) -> PathBuf {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "log");
    entries.map(|entry| entry.path()).filter(named).max().unwrap_or_else(|| folder.to_path_buf())
}

/// Writes down what the program is and runs on.
pub(super) fn begin(app: &mut App) {
    app.add_systems(Startup, |adapter: Option<Res<RenderAdapterInfo>>| {
        let graphics = adapter.map_or_else(|| "unknown".to_owned(), |adapter| driver(&adapter));
        info!("Pointman {} on {}, drawing with {graphics}", env!("CARGO_PKG_VERSION"), system());
    });
}

fn driver(adapter: &RenderAdapterInfo) -> String {
    format!("{} ({} {}, {})", adapter.name, adapter.driver, adapter.driver_info, adapter.backend)
}

/// The system in a few words: its name, its kernel, and which display server it offers.
fn system() -> String {
    let read = |path: &str| read_text(path, Path::new(path)).unwrap_or_default();
    let release = read("/etc/os-release");
    let named = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = named.map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    let kernel = read("/proc/sys/kernel/osrelease");
    let servers: Vec<String> = ["WAYLAND_DISPLAY", "DISPLAY"]
        .into_iter()
        .filter_map(|name| {
            std::env::var(name).ok().filter(|value| !value.is_empty()).map(|value| format!("{name}={value}"))
        })
        .collect();
    format!("{name}, {} {}, {}", std::env::consts::ARCH, kernel.trim(), servers.join(", "))
}

/// Writes a fault down that ended the program; what is said aloud is said elsewhere.
pub fn fault(report: &str) {
    warn!("{report}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_page_is_shown_and_a_folder_that_cannot_be_made_is_no_fault() {
        let home = tempfile::tempdir().unwrap();
        assert!(appender(&home.path().join("logs")).is_some());
        let page = page(&home.path().join("logs"));
        assert!(page.extension().is_some_and(|ending| ending == "log"), "{}", page.display());
        std::fs::write(home.path().join("taken"), "").unwrap();
        assert!(appender(&home.path().join("taken")).is_none());
    }
}
