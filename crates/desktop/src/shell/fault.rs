//! A fault of the program's own: it is written down, and a page in a process of its own says so, since the window it happened
//! in cannot be trusted any more.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext, egui};
use panels::Theme;
use panels::screens::{FaultModel, FaultWant, fault_page};
use panels::theme::{Colours, install_fonts};
use tabletop::disk::write_atomically;

use super::diary;
use super::folders::Folders;
use super::frame::{Opening, window_plugins};
use super::table::Table;

/// The report of the last fault, below the folder of the diary.
const REPORT: &str = "last-fault.txt";

/// The environment variable of the page's process: a fault of the page shows no further page.
const PAGE: &str = "POINTMAN_FAULT_PAGE";

/// Writes a fault down and shows it in a process of its own. Nothing here may fail: what cannot be done is left out.
pub fn tell(logs: &Path, sentence: &str, details: &str) {
    let report = format!("{sentence}\n\nPointman {}\n{details}\n", env!("CARGO_PKG_VERSION"));
    diary::fault(&report);
    let file = logs.join(REPORT);
    let written = write_atomically(&file, &report).is_ok();
    if written && std::env::var_os(PAGE).is_none() {
        let page =
            std::env::current_exe().map(|program| Command::new(program).arg("fault").arg(&file).env(PAGE, "1").spawn());
        drop(page);
    }
}

/// The page as it is shown.
#[derive(Resource)]
struct Shown(FaultModel);

/// Shows the report of a fault.
///
/// # Errors
/// One sentence: the report cannot be read.
pub fn show(file: &Path) -> Result<ExitCode, String> {
    let name = file.display().to_string();
    let report = tabletop::files::read_text(&name, file).map_err(|error| error.to_string())?;
    let table = Table::read()?;
    let sentence = report.lines().next().unwrap_or_default().to_owned();
    let log = file.parent().map_or_else(PathBuf::new, diary::page).display().to_string();
    let mut app = App::new();
    app.add_plugins(window_plugins("Pointman has stopped", Opening::of_size((720, 480)), &table, &Folders::find()?))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Shown(FaultModel { sentence, log, report, copied: false }))
        .insert_resource(table)
        .add_systems(Startup, |mut commands: Commands| _ = commands.spawn((Camera2d, PrimaryEguiContext)))
        .add_systems(EguiPrimaryContextPass, draw);
    app.run();
    Ok(ExitCode::SUCCESS)
}

fn draw(
    mut contexts: EguiContexts,
    table: Res<Table>,
    mut shown: ResMut<Shown>,
    mut dressed: Local<u8>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    // The typeface is in use from the next pass on.
    if *dressed < 2 {
        if *dressed == 0 {
            install_fonts(ctx, &table.fonts);
            Theme { colours: Colours::of(artwork::PaletteChoice::StaffMap) }.apply(ctx);
        }
        *dressed += 1;
        ctx.request_repaint();
        return Ok(());
    }
    let colours = Theme::of_context(ctx).colours;
    let mut root = panels::around::whole_window(ctx, "fault");
    let frame = egui::Frame::new().fill(colours.ground).inner_margin(egui::Margin::same(24));
    let want = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| fault_page(ui, &shown.0)).inner;
    match want {
        None => {}
        Some(FaultWant::Copy) => {
            ctx.copy_text(shown.0.report.clone());
            shown.0.copied = true;
        }
        Some(FaultWant::Restart) => {
            if let Ok(program) = std::env::current_exe() {
                _ = Command::new(program).env_remove(PAGE).spawn();
            }
            exit.write(AppExit::Success);
        }
        Some(FaultWant::Close) => _ = exit.write(AppExit::Success),
    }
    Ok(())
}
