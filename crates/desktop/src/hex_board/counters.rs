//! The counters on the map: one system brings them in line with what is seen, another moves them. Stacks fan out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use artwork::hex::{HEX_COUNTER, HexFace, HexGrid, hex_counter_sheet};
use artwork::{Highlight, MeshOptions, Sheet, highlight_sheet};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use search_and_destroy::{Event, Hex, Place, SearchAndDestroy, UnitId};

use super::animation::travel_time;
use super::ground::Net;
use super::hand::Hand;
use super::mouse::Fan;
use super::{HexBoardSystems, Shown};
use crate::shell::camera::View;
use crate::shell::counter::{self, SLIDE, TURN, glide};
use crate::shell::drawing::{Paint, mesh};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::printed::blank;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Faces>().add_systems(
        Update,
        (arrange, glide::<UnitId, Hex, Seen>)
            .chain()
            .in_set(GameSystems::Board.of(Room::Board))
            .in_set(HexBoardSystems)
            .in_set(CounterSystems),
    );
}

/// Counters are brought in line and moved.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CounterSystems;

/// A ring around a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// It is in hand.
    Held,
    /// It can be taken up.
    Ready,
    /// It can be attacked, or otherwise meant.
    Target,
}

/// What a counter looks like: its face and its ring.
pub type Seen = (HexFace, Option<Ring>);

/// A counter on the board; its place is the hex it is counted to.
pub type Counter = counter::Counter<UnitId, Hex, Seen>;

/// Meshes of counter faces that were needed so far.
#[derive(Resource, Default)]
struct Faces(HashMap<Seen, Handle<Mesh>>);

impl Faces {
    fn get(&mut self, key: &Seen, look: &Look, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        if let Some(handle) = self.0.get(key) {
            return handle.clone();
        }
        let (face, ring) = key;
        let mut sheet = ring.map_or_else(Sheet::new, |ring| {
            let highlight = match ring {
                Ring::Held => Highlight::Selected,
                Ring::Ready => Highlight::Offered,
                Ring::Target => Highlight::Endangered,
            };
            highlight_sheet(highlight, &look.0)
        });
        sheet.append(hex_counter_sheet(face, &look.0));
        let handle = meshes.add(mesh(&sheet, MeshOptions::counter(look.0.valley.broken)));
        self.0.insert(key.clone(), handle.clone());
        handle
    }
}

/// Where the counters of a stack lie: one in the middle, more in steps so that each shows an edge.
fn slots(middle: (f32, f32), count: usize) -> Vec<(f32, f32)> {
    let step = if count > 3 { 2.6 } else { 3.6 };
    let back = step * (count as f32 - 1.0) / 2.0;
    (0..count).map(|n| (middle.0 - back + step * n as f32, middle.1 + back - step * n as f32)).collect()
}

/// How large a counter under the pointer is at least, in pixels: with the whole map in sight the others are hardly more than specks.
const READABLE: f32 = 44.0;

/// Where the counters of a stack lie while it is fanned out: side by side, and larger.
fn fanned(middle: (f32, f32), count: usize, size: f32) -> Vec<(f32, f32)> {
    let step = size * 1.08;
    let left = middle.0 - step * (count as f32 - 1.0) / 2.0;
    (0..count).map(|n| (left + step * n as f32, middle.1)).collect()
}

/// How large the counters of a hex are while the pointer is on them: a stack is spread, and at any zoom they can be read.
fn lifted(magnification: f32, count: usize) -> f32 {
    let spread = if count > 1 { HEX_COUNTER * 1.25 } else { HEX_COUNTER };
    spread.max(READABLE / magnification.max(1e-3))
}

/// The one system that brings the counters in line with what is seen.
fn arrange(
    mut commands: Commands,
    paint: Res<Paint>,
    look: Res<Look>,
    net: Option<Res<Net>>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    shown: Res<Shown>,
    hand: Res<Hand>,
    fan: Res<Fan>,
    eye: Res<View>,
    playback: Res<Playback<Event>>,
    mut faces: ResMut<Faces>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut counters: Query<(&mut Counter, &mut Mesh2d)>,
    mut known: Local<usize>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(net), Some(view)) = (net, seat.view()) else { return };
    if look.is_changed() {
        faces.0.clear();
    }
    let lifted_anew = fan.is_changed() || (fan.0.is_some() && eye.is_changed());
    // Counters that were made in the frame before have no place yet.
    let there = counters.iter().count();
    let new = std::mem::replace(&mut *known, there) != there;
    let moved = shown.is_changed() || hand.is_changed() || lifted_anew || look.is_changed() || new;
    if !moved && !seat.is_changed() && !playback.is_changed() && !play.is_changed() {
        return;
    }
    let rules = play.game.rules();
    let count = view.units().count();
    for n in there..count {
        let unit = UnitId(u8::try_from(n).unwrap_or(u8::MAX));
        commands.spawn((Counter::new(unit), blank(&paint, 0.0)));
        redraw.write(RequestRedraw);
    }
    let place = |id: UnitId| shown.moved.get(&id).copied().or_else(|| view.unit(id).map(|u| u.place));
    let mut stacks: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (id, _) in view.units() {
        if let Some(Place::Hex(hex)) = place(id) {
            stacks.entry(hex).or_default().push(id);
        }
    }
    let alone: BTreeSet<Hex> = stacks.iter().filter(|(_, stack)| stack.len() == 1).map(|(hex, _)| *hex).collect();
    let mut goals: HashMap<UnitId, (Hex, (f32, f32), f32, f32)> = HashMap::new();
    for (hex, mut stack) in stacks {
        // Squads on top, leaders and observers below.
        stack.sort_by_key(|id| (view.unit(*id).is_some_and(|u| !u.kind.is_team()), *id));
        let open = fan.0 == Some(hex);
        let centre = net.0.centre(hex);
        // Nothing that comes nearer hides where a counter in hand can go.
        let open = open && (stack.len() > 1 || hand.held.is_empty());
        let size = if open { lifted(eye.magnification, stack.len()) } else { HEX_COUNTER };
        let places = if open {
            fanned((centre.x, centre.y), stack.len(), size)
        } else {
            slots((centre.x, centre.y), stack.len())
        };
        for (n, (unit, at)) in stack.iter().zip(places).enumerate() {
            let mut rank = n as f32 * 0.02 + f32::from(hex.row) * 0.1 + f32::from(hex.column) * 0.001;
            if hand.held.contains(unit) {
                rank += 0.01;
            }
            if open {
                rank += 8.0;
            }
            goals.insert(*unit, (hex, at, size, rank));
        }
    }
    for (id, _) in view.units() {
        if let Some(Place::River(number)) = place(id)
            && let Some((at, _)) = net.0.river(rules.map(), number)
            && let Some([north, _]) = rules.map().banks(number)
        {
            goals.insert(id, (north, (at.x, at.y), HEX_COUNTER, 4.0));
        }
        // A gunship hangs over its hex, above the units there.
        if let Some(Place::Air(hex)) = place(id) {
            let at = net.0.centre(hex);
            goals.insert(id, (hex, (at.x + 5.0, at.y - 9.0), HEX_COUNTER * 0.9, 6.0));
        }
    }
    let still = playback.is_idle();
    for (mut counter, mut shape) in &mut counters {
        let unit = counter.unit;
        match goals.get(&unit) {
            Some(&(hex, at, size, rank)) => {
                let way = shown.ways.get(&unit);
                let over: Vec<(f32, f32)> = way.map_or_else(Vec::new, |way| inner(way, net.0));
                let duration = match way {
                    Some(way) => travel_time(way.len()),
                    None if counter.size == 0.0 => TURN,
                    None => SLIDE,
                };
                counter.place = Some(hex);
                counter.grip = if alone.contains(&hex) { HEX_COUNTER } else { f32::INFINITY };
                counter.rank = rank;
                counter.send(at, size, &over, duration);
            }
            None => {
                counter.place = None;
                let at = counter.at;
                counter.send(at, 0.0, &[], TURN);
            }
        }
        let Some(face) = counter.place.and_then(|_| HexFace::of(rules, view, unit)) else {
            if counter.place.is_none() {
                counter.face = None;
            }
            continue;
        };
        let ring = ring(&hand, unit).filter(|_| still);
        let key = (face, ring);
        if counter.face.as_ref() != Some(&key) || look.is_changed() {
            let turned =
                |old: &Seen| (old.0.face_down, old.0.kind, old.0.pinned) != (key.0.face_down, key.0.kind, key.0.pinned);
            if counter.face.as_ref().is_some_and(turned) {
                counter.turn_over();
            }
            shape.0 = faces.get(&key, &look, &mut meshes);
            counter.face = Some(key);
        }
    }
}

/// The hexes between the ends of a way.
fn inner(way: &[Hex], net: HexGrid) -> Vec<(f32, f32)> {
    let end = way.len().saturating_sub(1);
    way[..end].iter().map(|hex| net.centre(*hex)).map(|p| (p.x, p.y)).collect()
}

fn ring(hand: &Hand, unit: UnitId) -> Option<Ring> {
    if hand.offers.targets.contains_key(&unit) {
        Some(Ring::Target)
    } else if hand.held.contains(&unit) {
        Some(Ring::Held)
    } else {
        (hand.held.is_empty() && hand.can_take(unit)).then_some(Ring::Ready)
    }
}
