//! What the window shows, as a file: for the window test, which has to know where to click and what came of it.
//!
//! Nothing of this happens unless `POINTMAN_PROBE` names a file. It is written again whenever something in it changed.

use std::collections::HashMap;
use std::path::PathBuf;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy_egui::egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use bevy_egui::{EguiContext, EguiOutput};
use panels::theme::Landmark;
use serde::Serialize;

use super::camera::{BoardRect, View};
use super::course::Course;
use super::pointer::Pointer;
use super::screen::{Page, Screen};
use super::standing::Standing;

/// The environment variable that names the file.
pub const VARIABLE: &str = "POINTMAN_PROBE";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Spots>().init_resource::<SpotsWanted>();
    if let Some(path) = std::env::var_os(VARIABLE) {
        let probe = Probe { path: path.into(), heard: 0, last: String::new(), written: String::new(), alike: 0 };
        app.insert_resource(probe).add_systems(Last, report);
    }
}

/// What a board tells the probe; in map points of the window, y upwards.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Spots {
    /// Where things can be done.
    pub places: Vec<(String, Vec2)>,
    /// The pieces that are in sight.
    pub pieces: Vec<(String, Vec2)>,
    /// The names of those that are selected.
    pub selected: Vec<String>,
    /// What the teacher points at, as far as it is in sight.
    pub lit: Vec<Lit>,
    /// Whether a piece is still moving, or odds are still being worked out.
    pub moving: bool,
}

/// Something the teacher points at, in map units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lit {
    /// Its middle.
    pub at: Vec2,
    /// How far it reaches from there.
    pub reach: f32,
}

/// Whether the teacher reads what the boards tell.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpotsWanted(pub bool);

/// Whether somebody reads what the boards tell, the window test or the teacher: they need not say anything otherwise.
pub fn is_on(probe: Option<Res<Probe>>, wanted: Res<SpotsWanted>) -> bool {
    probe.is_some() || wanted.0
}

/// How many frames must say the same before the window counts as still: a press is heard in one, obeyed in the next, shown in
/// the one after that.
const ALIKE: u32 = 4;

/// The file that is written.
#[derive(Resource)]
pub struct Probe {
    path: PathBuf,
    /// How many keys and buttons of the mouse were let go so far.
    heard: u64,
    last: String,
    written: String,
    alike: u32,
}

impl Probe {
    fn listen<'a>(&mut self, events: impl Iterator<Item = &'a WindowEvent>) {
        for event in events {
            let (WindowEvent::KeyboardInput(KeyboardInput { state, .. })
            | WindowEvent::MouseButtonInput(MouseButtonInput { state, .. })) = event
            else {
                continue;
            };
            self.heard += u64::from(*state == ButtonState::Released);
        }
    }
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
    /// The part of the window it stands in, by its name; empty if in none.
    part: String,
    role: String,
    name: String,
    /// The key that does the same.
    key: Option<String>,
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
    ruleset: &'static str,
    still: bool,
    heard: u64,
    pointer: Option<[f32; 2]>,
    curtain: bool,
    point: usize,
    length: usize,
    moment: String,
    question: String,
    acting: String,
    selected: Vec<String>,
    places: Vec<Spot>,
    counters: Vec<Spot>,
    lit: Vec<[f32; 2]>,
    controls: Vec<Control>,
}

fn report(
    mut probe: ResMut<Probe>,
    screen: Res<State<Screen>>,
    page: Res<Page>,
    view: Res<View>,
    board: Res<BoardRect>,
    (standing, course): (Res<Standing>, Res<Course>),
    spots: Res<Spots>,
    pointer: Res<Pointer>,
    mut outputs: Query<(&EguiOutput, &mut EguiContext)>,
    mut events: MessageReader<WindowEvent>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    probe.listen(events.read());
    if probe.path.with_extension("fault").exists() {
        panic!("a fault that was asked for by a test");
    }
    let spot = |(name, at): &(String, Vec2)| {
        let pixel = view.to_screen(*at, board.0);
        Spot { name: name.clone(), x: pixel.x.round(), y: pixel.y.round() }
    };
    let computes = course.now.is_some_and(|now| !now.paused);
    let at_rest = (standing.still || standing.ruleset.is_empty()) && !spots.moving && !computes;
    let mut report = Report {
        screen: format!("{:?}", screen.get()),
        page: format!("{:?}", *page),
        ruleset: standing.ruleset,
        still: at_rest,
        heard: probe.heard,
        pointer: pointer.pixel.map(|pixel| pixel.round().to_array()),
        curtain: standing.curtain,
        point: standing.point,
        length: standing.length,
        moment: standing.moment.clone(),
        question: standing.question.clone(),
        acting: standing.acting.map_or("", |side| side.name).to_owned(),
        selected: spots.selected.clone(),
        places: spots.places.iter().map(spot).collect(),
        counters: spots.pieces.iter().map(spot).collect(),
        lit: spots.lit.iter().map(|lit| view.to_screen(lit.at, board.0).round().to_array()).collect(),
        controls: outputs
            .iter_mut()
            .flat_map(|(output, mut context)| controls(output, context.get_mut().zoom_factor()))
            .collect(),
    };
    let Ok(mut text) = serde_json::to_string(&report) else { return };
    if text == probe.last {
        probe.alike += 1;
    } else {
        (probe.alike, probe.last) = (1, text.clone());
    }
    if at_rest && probe.alike < ALIKE {
        redraw.write(RequestRedraw);
        report.still = false;
        let Ok(restless) = serde_json::to_string(&report) else { return };
        text = restless;
    }
    if text != probe.written {
        // A reader never finds half a file: it is written beside and renamed.
        let beside = probe.path.with_extension("new");
        if std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, &probe.path)).is_ok() {
            probe.written = text;
        }
    }
}

/// What the panels show, where the window shows it: the panels count in points of their own, `zoom` pixels each.
fn controls(output: &EguiOutput, zoom: f32) -> Vec<Control> {
    let pixels = |points: f64| (points as f32 * zoom).round();
    let Some(update) = &output.platform_output.accesskit_update else { return Vec::new() };
    let parts = parts(update);
    let named = update.nodes.iter().filter_map(|(id, node)| {
        let name = node.label().or_else(|| node.value())?;
        let bounds = node.bounds()?;
        let stands = !matches!(node.role(), Role::Window | Role::GenericContainer) && !Landmark::is_role(node.role());
        stands.then(|| Control {
            part: parts.get(id).copied().unwrap_or_default().to_owned(),
            role: format!("{:?}", node.role()),
            name: name.to_owned(),
            key: node.keyboard_shortcut().map(str::to_owned),
            enabled: !node.is_disabled(),
            x: pixels((bounds.x0 + bounds.x1) / 2.0),
            y: pixels((bounds.y0 + bounds.y1) / 2.0),
            width: pixels(bounds.x1 - bounds.x0),
            height: pixels(bounds.y1 - bounds.y0),
        })
    });
    named.collect()
}

/// The name of the innermost part of the window that each control stands in.
fn parts(update: &TreeUpdate) -> HashMap<NodeId, &str> {
    let nodes: HashMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut parts = HashMap::new();
    let mut open: Vec<(NodeId, &str)> = update.tree.iter().map(|tree| (tree.root, "")).collect();
    while let Some((id, part)) = open.pop() {
        let Some(node) = nodes.get(&id) else { continue };
        let part = node.label().filter(|_| Landmark::is_role(node.role())).unwrap_or(part);
        if parts.insert(id, part).is_none() {
            open.extend(node.children().iter().map(|child| (*child, part)));
        }
    }
    parts
}
