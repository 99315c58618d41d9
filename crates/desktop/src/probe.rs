//! What the window shows, as a file: for the window test, which has to know where to click and what came of it.
//!
//! Nothing of this happens unless `POINTMAN_PROBE` names a file. It is written anew whenever something in it changed.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiOutput;
use bevy_egui::egui::accesskit::Role;
use block_by_block::{BlockByBlock, Event, Place};
use serde::Serialize;
use tabletop::Ruleset;

use crate::area_board::counters::Counter;
use crate::area_board::hand::Hand;
use crate::camera::{BoardRect, View};
use crate::drawing::world;
use crate::game::Play;
use crate::playback::Playback;
use crate::screen::{Page, Screen};
use crate::table::Table;

/// The environment variable that names the file.
pub const VARIABLE: &str = "POINTMAN_PROBE";

pub(super) fn plugin(app: &mut App) {
    if let Some(path) = std::env::var_os(VARIABLE) {
        app.insert_resource(Probe { path: path.into(), last: String::new() }).add_systems(Last, report);
    }
}

#[derive(Resource)]
struct Probe {
    path: PathBuf,
    last: String,
}

/// Something with a name and a place on the screen, in logical pixels from the upper left.
#[derive(Serialize)]
struct Spot {
    name: String,
    x: f32,
    y: f32,
}

/// A button, field or text of the panels.
#[derive(Serialize)]
struct Control {
    role: String,
    name: String,
    enabled: bool,
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

#[derive(Serialize)]
struct Report {
    screen: String,
    page: String,
    still: bool,
    point: usize,
    length: usize,
    moment: String,
    question: String,
    acting: String,
    selected: Vec<String>,
    places: Vec<Spot>,
    counters: Vec<Spot>,
    controls: Vec<Control>,
}

fn report(
    mut probe: ResMut<Probe>,
    screen: Res<State<Screen>>,
    page: Res<Page>,
    view: Res<View>,
    board: Res<BoardRect>,
    table: Res<Table>,
    hand: Res<Hand>,
    playback: Res<Playback<Event>>,
    play: Option<Res<Play<BlockByBlock>>>,
    counters: Query<&Counter>,
    outputs: Query<&EguiOutput>,
) {
    let rules = &table.rules;
    let on_screen = |name: &str, at: (f32, f32)| {
        let pixel = view.to_screen(world(at), board.0);
        Spot { name: name.to_owned(), x: pixel.x.round(), y: pixel.y.round() }
    };
    let mut lying: Vec<&Counter> = counters.iter().filter(|c| c.place.is_some()).collect();
    lying.sort_by_key(|c| c.unit);
    let state = play.as_ref().map(|p| p.state());
    let report = Report {
        screen: format!("{:?}", screen.get()),
        page: format!("{:?}", *page),
        still: playback.is_idle() && !lying.iter().any(|c| c.is_moving()),
        point: play.as_ref().map_or(0, |p| p.point()),
        length: play.as_ref().map_or(0, |p| p.game.len()),
        moment: state.map_or_else(String::new, |s| rules.moment(s).1),
        question: state.map_or_else(String::new, |s| rules.question(s)),
        acting: state.and_then(|s| rules.to_act(s)).map_or("", |s| s.name()).to_owned(),
        selected: block_by_block::UnitId::each(hand.selected).map(|u| u.name().to_owned()).collect(),
        places: Place::all().map(|p| on_screen(p.name(), rules.map().at(p))).collect(),
        counters: lying.iter().map(|c| on_screen(c.unit.name(), c.at)).collect(),
        controls: outputs.iter().flat_map(controls).collect(),
    };
    let Ok(text) = serde_json::to_string(&report) else { return };
    if text != probe.last {
        // A reader never finds half a file: it is written beside and renamed.
        let beside = probe.path.with_extension("new");
        if std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, &probe.path)).is_ok() {
            probe.last = text;
        }
    }
}

fn controls(output: &EguiOutput) -> Vec<Control> {
    let Some(update) = &output.platform_output.accesskit_update else { return Vec::new() };
    let named = update.nodes.iter().filter_map(|(_, node)| {
        let name = node.label().or_else(|| node.value())?;
        let bounds = node.bounds()?;
        (!matches!(node.role(), Role::Window | Role::GenericContainer)).then(|| Control {
            role: format!("{:?}", node.role()),
            name: name.to_owned(),
            enabled: !node.is_disabled(),
            x: ((bounds.x0 + bounds.x1) / 2.0).round() as f32,
            y: ((bounds.y0 + bounds.y1) / 2.0).round() as f32,
            width: (bounds.x1 - bounds.x0).round() as f32,
            height: (bounds.y1 - bounds.y0).round() as f32,
        })
    });
    named.collect()
}
