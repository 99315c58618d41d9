//! The counters on the map. One system brings them in line with what is shown; another moves them.

use std::collections::HashMap;

use artwork::{CounterFace, MeshOptions, Print, Sheet, counter_sheet, pt};
use bevy::prelude::*;
use block_by_block::{BlockByBlock, Condition, Event, Place, State, UnitId};

use super::animation::travel_time;
use super::fan::Fan;
use super::hand::Hand;
use super::rings::{Ring, ring_sheet};
use super::shown::Shown;
use crate::shell::camera::View;
use crate::shell::counter::{self, SLIDE, TURN, glide};
use crate::shell::drawing::{Paint, mesh};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Happened, Playback};
use crate::shell::printed::blank;
use crate::shell::table::{Look, Table};
use crate::shell::traces::{Trace, Traces};

/// How wide heavy weapons are seen to strike, in map units.
const SHELLED: f32 = 22.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Faces>().init_resource::<Travels>().add_systems(
        Update,
        (follow_events, arrange, glide::<UnitId, Place, Seen>)
            .chain()
            .in_set(GameSystems::Board.of(Room::Board))
            .in_set(super::AreaBoardSystems)
            .in_set(CounterSystems),
    );
}

/// Counters are brought in line and moved.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CounterSystems;

/// What a counter looks like: its face, its ring, and how much of it is printed.
pub type Seen = (CounterFace, Option<Ring>, Print);

/// A counter on the board.
pub type Counter = counter::Counter<UnitId, Place, Seen>;

/// Ways that counters were told to go by the events of this frame.
#[derive(Resource, Default)]
struct Travels(HashMap<UnitId, (Vec<Place>, f32)>);

/// Meshes of counter faces that were needed so far.
#[derive(Resource, Default)]
pub struct Faces(HashMap<Seen, Handle<Mesh>>);

impl Faces {
    fn get(&mut self, key: &Seen, look: &Look, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        if let Some(handle) = self.0.get(key) {
            return handle.clone();
        }
        let (face, ring, print) = key;
        let mut sheet = ring.map_or_else(Sheet::new, |ring| ring_sheet(ring, &look.0));
        sheet.append(counter_sheet(face, *print, &look.0));
        let handle = meshes.add(mesh(&sheet, MeshOptions::counter(look.0.map.country)));
        self.0.insert(key.clone(), handle.clone());
        handle
    }

    /// Forgets all faces: the palette changed.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Puts every counter there is on the board, invisible.
pub fn spawn(commands: &mut Commands, paint: &Paint) {
    for unit in UnitId::all() {
        commands.spawn((Counter::new(unit), blank(paint, 0.0)));
    }
}

fn follow_events(
    mut happened: MessageReader<Happened<Event>>,
    table: Res<Table>,
    mut shown: ResMut<Shown>,
    mut travels: ResMut<Travels>,
    mut traces: ResMut<Traces>,
) {
    travels.0.clear();
    let at = |place: Place| {
        let (x, y) = middle(&table, place);
        pt(x, y)
    };
    for Happened(event) in happened.read() {
        match event {
            Event::Travelled { unit, path, .. } => {
                travels.0.insert(*unit, (path.clone(), travel_time(path.len())));
                traces.begin(Trace::Way(path.iter().map(|place| at(*place)).collect()));
            }
            Event::AttackDeclared { from, target, heavy_weapons, .. } => {
                if *heavy_weapons {
                    traces.begin(Trace::Burst(at(*target), SHELLED));
                }
                if from != target {
                    traces.begin(Trace::Fire(at(*from), at(*target)));
                }
            }
            _ => {}
        }
        shown.take(event);
    }
}

/// The one system that brings the counters in line with what is shown.
fn arrange(
    shown: Res<Shown>,
    hand: Res<Hand>,
    fan: Res<Fan>,
    look: Res<Look>,
    table: Res<Table>,
    play: Res<Play<BlockByBlock>>,
    travels: Res<Travels>,
    playback: Res<Playback<Event>>,
    view: Res<View>,
    mut faces: ResMut<Faces>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut counters: Query<(&mut Counter, &mut Mesh2d)>,
) {
    if look.is_changed() {
        faces.clear();
    }
    if !(shown.is_changed()
        || hand.is_changed()
        || fan.is_changed()
        || look.is_changed()
        || play.is_changed()
        || playback.is_changed()
        || view.is_changed())
    {
        return;
    }
    let state = play.state();
    let mut goals: HashMap<UnitId, (Place, (f32, f32), f32, f32)> = HashMap::new();
    for place in Place::all() {
        let stack = shown.stack(place);
        if stack.is_empty() {
            continue;
        }
        let fanned = fan.0.as_ref().filter(|f| f.place == place);
        let slots: Vec<((f32, f32), f32)> = match fanned {
            Some(fanned) => fanned.slots(stack.len()),
            None => {
                let side = table.layout.side(place, stack.len());
                table.layout.slots(place, stack.len()).into_iter().map(|p| ((p.x, p.y), side)).collect()
            }
        };
        for (number, (unit, (at, size))) in stack.into_iter().zip(slots).enumerate() {
            let mut rank = number as f32 * 0.02 + place.index() as f32 * 0.001;
            if hand.selected.has(unit) {
                rank += 2.0;
            }
            if fanned.is_some() {
                rank += 8.0;
            }
            goals.insert(unit, (place, at, size, rank));
        }
    }
    for (mut counter, mut mesh) in &mut counters {
        let unit = counter.unit;
        match goals.get(&unit) {
            Some(&(place, at, size, rank)) => {
                let travel = travels.0.get(&unit);
                let over: Vec<(f32, f32)> = travel.map_or_else(Vec::new, |(path, _)| {
                    let inner = path.len().saturating_sub(1).max(1);
                    path.get(1..inner).unwrap_or_default().iter().map(|p| middle(&table, *p)).collect()
                });
                let duration = match travel {
                    Some((_, duration)) => *duration,
                    None if counter.size == 0.0 => TURN,
                    None => SLIDE,
                };
                counter.place = Some(place);
                counter.rank = rank;
                counter.send(at, size, &over, duration);
            }
            None => {
                counter.place = None;
                let at = counter.at;
                counter.send(at, 0.0, &[], TURN);
            }
        }
        if counter.place.is_some() {
            let ring = Ring::of(&hand, unit).filter(|_| playback.is_idle());
            let print = Print::at(counter.goal.1 * view.magnification);
            let face = (face(&shown, play.game.rules(), state, unit), ring, print);
            if counter.face.as_ref() != Some(&face) || look.is_changed() {
                let handle = faces.get(&face, &look, &mut meshes);
                if counter.face.as_ref().is_some_and(|old| is_flip(old.0.condition, face.0.condition)) {
                    counter.turn_over();
                }
                counter.face = Some(face);
                mesh.0 = handle;
            }
        } else {
            counter.face = None;
        }
    }
}

/// What is printed on a counter and laid upon it.
fn face(shown: &Shown, rules: &BlockByBlock, state: &State, unit: UnitId) -> CounterFace {
    let unit_shown = shown.units[unit.index()];
    CounterFace {
        condition: unit_shown.condition,
        detached: unit_shown.detached,
        group: shown.group(unit),
        ..CounterFace::of(rules, state, unit)
    }
}

/// Whether a change of condition turns the counter over or only marks it; both are seen as a flip.
fn is_flip(from: Condition, to: Condition) -> bool {
    from != to
}

/// The middle of a place, for counters on their way through it.
fn middle(table: &Table, place: Place) -> (f32, f32) {
    table.rules.map().at(place)
}
