//! Where things stand on the map: labels, counters, gate boxes and zone markers, none covering another.

mod packing;

use block_by_block::map::Map;
use block_by_block::places::{GATE_COUNT, PLACE_COUNT, ZONE_COUNT};
use block_by_block::{Gate, Place, Zone};

use crate::area::map::landmarks::flag_tower_site;
use crate::area::map::lines::bridges;
use crate::area::map::roads::{railway_line, wall_corners};
use crate::area::map::wall::{MOAT, RAMPART};
use crate::area::map::water::CANAL;
use crate::fonts::Font;
use crate::geometry::{Course, Placement, Point, Rect, centroid, distance_to_segment, edges, inside, pt, rect_inside};
use crate::text::Lettering;
use packing::Room;

/// Sides of a counter on the map, in map units: the largest of them at which those of a place lie side by side.
pub const COUNTERS: [f32; 3] = [32.0, 27.5, COUNTER];
/// Side of the smallest counters, in map units: of those in piles, too.
pub const COUNTER: f32 = 23.0;
/// Side of a gate box, in map units.
pub const GATE_BOX: f32 = 33.0;
/// Side of the largest counters in gate boxes, in map units.
const IN_BOX: f32 = 28.0;
/// Radius of the tab with a gate's letter, in map units.
pub const GATE_TAB: f32 = 6.9;
/// Size of what is lettered on the map, in map units: twelve pixels where the whole map is as high as a small window.
pub(crate) const LETTERS: f32 = 13.2;
/// Width and height of a zone marker, in map units.
pub const ZONE_MARKER: Point = pt(53.0, 15.0);
/// Radius of a terrain value's circle and of a landing's, in map units.
pub const BADGE: f32 = 7.6;
/// Width of a gate letter's badge, in map units.
pub(crate) const GATE_BADGE: f32 = 11.4;
/// Pixels to the map unit from which on labels and markers are printed smaller: closer in they are large enough.
pub const CLOSE: f32 = 1.3;

/// How large labels and markers are printed at this many pixels to the map unit, as a share of their room.
pub fn print_scale(zoom: f32) -> f32 {
    if zoom < CLOSE { 1.0 } else { 0.74 }
}

/// Lettering of area ids.
pub(crate) const ID: Lettering = Lettering::new(Font::CondensedSemiBold, LETTERS);
/// Lettering of place names.
pub(crate) const NAME: Lettering = Lettering::new(Font::Condensed, 6.6);

/// The label of an area: its id, terrain value, gate letters and landing.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// All of it; no counter is put here.
    pub room: Rect,
    /// Left end of the id's base line.
    pub id: Point,
    /// Middle of the terrain circle.
    pub terrain: Point,
    /// Middles of the gate letters' badges.
    pub letters: Vec<(Gate, Point)>,
    /// Middle of the landing symbol.
    pub landing: Option<Point>,
    /// Left end of the place name's base line, and its lettering.
    pub name: (Point, Lettering),
}

#[derive(Clone, Debug)]
struct Spot {
    outline: Vec<Point>,
    label: Option<Label>,
    /// For each size in [`COUNTERS`]: where `n + 1` counters stand, for as many as have room side by side.
    slots: [Vec<Vec<Point>>; COUNTERS.len()],
}

/// Where everything stands. Reckoned once from the map.
#[derive(Clone, Debug)]
pub struct Layout {
    spots: Vec<Spot>,
    boxes: [Rect; GATE_COUNT],
    outward: [Point; GATE_COUNT],
    markers: [Rect; ZONE_COUNT],
}

/// Lowest and highest offset of the next counter in a pile, in map units: each lies a little up and to the right.
const PILE_STEP: f32 = 2.8;
const PILE_HEIGHT: f32 = 8.0;

impl Layout {
    /// Finds the places of everything on this map.
    pub fn new(map: &Map) -> Self {
        let wall: Vec<Point> = map.file.scenery.citadel_wall.iter().map(|p| Point::from(*p)).collect();
        let outward = std::array::from_fn(|i| match Gate::all().nth(i) {
            Some(gate) => outward(&wall, Point::from(map.gate(gate).at)),
            None => pt(0.0, 0.0),
        });
        let boxes: [Rect; GATE_COUNT] = std::array::from_fn(|i| {
            let at = Gate::all().nth(i).map_or(pt(0.0, 0.0), |g| Point::from(map.gate(g).at));
            Rect::around(at + outward[i] * 5.0, GATE_BOX, GATE_BOX)
        });
        // The letter's tab and the holder's flag stick out of a box.
        let blocked: Vec<Rect> = boxes
            .iter()
            .flat_map(|b| [b.grown(1.5), tab(*b, false), tab(*b, true)])
            .chain(bridges(map).map(|(at, along)| bridge_room(at, along)))
            .collect();
        let quiet = quiet_ground(map);

        let mut rooms: Vec<Room> = Place::areas()
            .map(|area| {
                let outline: Vec<Point> = map.area(area).outline.iter().map(|p| Point::from(*p)).collect();
                Room::new(outline, Point::from(map.area(area).at), &blocked, &quiet)
            })
            .collect();
        let mut labels: Vec<Label> =
            Place::areas().zip(&mut rooms).map(|(area, room)| place_label(map, area, room)).collect();
        let mut markers = [Rect::default(); ZONE_COUNT];
        for zone in Zone::ALL {
            markers[zone.index()] = place_marker(zone, &mut rooms);
        }
        for (area, (label, room)) in Place::areas().zip(labels.iter_mut().zip(&rooms)) {
            label.name = place_name(&map.area(area).name, label, room);
        }
        let mut spots: Vec<Spot> = rooms
            .into_iter()
            .zip(labels)
            .map(|(room, label)| Spot {
                slots: COUNTERS.map(|side| if side == COUNTER { room.slots() } else { room.resized(side).slots() }),
                outline: room.outline,
                label: Some(label),
            })
            .collect();
        for rect in boxes {
            // A counter leaves the letter's tab and the flag on the corners of its box in sight.
            let in_box = |side| if side > IN_BOX { Vec::new() } else { vec![vec![rect.middle() + pt(0.0, 1.5)]] };
            spots.push(Spot { outline: rect.corners().to_vec(), label: None, slots: COUNTERS.map(in_box) });
        }
        debug_assert_eq!(spots.len(), PLACE_COUNT);
        Self { spots, boxes, outward, markers }
    }

    /// The outline of a place: of an area as the map has it, of a gate its box.
    pub fn outline(&self, place: Place) -> &[Point] {
        &self.spots[place.index()].outline
    }

    /// The place at a point: boxes lie over areas. Nothing on the river.
    pub fn place_at(&self, point: Point) -> Option<Place> {
        Gate::all()
            .find(|g| self.gate_box(*g).contains(point))
            .map(Gate::place)
            .or_else(|| Place::areas().find(|a| inside(self.outline(*a), point)))
    }

    /// The label of an area; none for a Gate Box.
    pub fn label(&self, area: Place) -> Option<&Label> {
        self.spots[area.index()].label.as_ref()
    }

    /// How many counters stand side by side in a place, none over another.
    pub fn room(&self, place: Place) -> usize {
        self.slots_of(place, COUNTER).len()
    }

    /// How wide each of `count` counters in a place is: as wide as they can be side by side, one of [`COUNTERS`].
    pub fn side(&self, place: Place, count: usize) -> f32 {
        COUNTERS.into_iter().find(|side| self.slots_of(place, *side).len() >= count).unwrap_or(COUNTER)
    }

    fn slots_of(&self, place: Place, side: f32) -> &[Vec<Point>] {
        let size = COUNTERS.iter().position(|s| *s == side).unwrap_or(COUNTERS.len() - 1);
        &self.spots[place.index()].slots[size]
    }

    /// Middles of `count` counters in a place, each [`Layout::side`] wide, in the order in which they are painted and row
    /// by row. While there is room, none covers another; else they lie in piles, each counter a little up and to the right
    /// of the one below it, and those of a pile follow one another in the list.
    pub fn slots(&self, place: Place, count: usize) -> Vec<Point> {
        let slots = self.slots_of(place, self.side(place, count));
        if count == 0 {
            return Vec::new();
        }
        if let Some(spread) = slots.get(count - 1) {
            return spread.clone();
        }
        let Some(feet) = slots.last() else {
            return vec![centroid(self.outline(place)); count];
        };
        let piles = feet.len();
        let highest = count.div_ceil(piles);
        let step = PILE_STEP.min(PILE_HEIGHT / (highest.max(2) - 1) as f32);
        let mut out = Vec::with_capacity(count);
        for (pile, foot) in feet.iter().enumerate() {
            let height = count / piles + usize::from(pile < count % piles);
            let middle = (height.max(1) - 1) as f32 * step / 2.0;
            out.extend((0..height).map(|level| {
                let shift = level as f32 * step - middle;
                *foot + pt(shift, -shift)
            }));
        }
        out
    }

    /// The box of a gate, astride the wall and mostly outside of it.
    pub fn gate_box(&self, gate: Gate) -> Rect {
        self.boxes[gate.index()]
    }

    /// Middle of the tab with a gate's letter, on the upper left corner of its box; its radius is [`GATE_TAB`].
    pub fn gate_tab(&self, gate: Gate) -> Point {
        tab(self.gate_box(gate), false).middle()
    }

    /// Middle of the flag that says who holds a gate, on the upper right corner of its box.
    pub fn gate_flag(&self, gate: Gate) -> Point {
        tab(self.gate_box(gate), true).middle()
    }

    /// The way out of the citadel at a gate, length 1.
    pub fn outward(&self, gate: Gate) -> Point {
        self.outward[gate.index()]
    }

    /// Where the marker of a zone lies: who controls it and how far it is cleared. Width and height are [`ZONE_MARKER`].
    pub fn zone_marker(&self, zone: Zone) -> Rect {
        self.markers[zone.index()]
    }
}

/// The room of the letter's tab on the left corner of a box, or of the flag on the right one.
fn tab(gate_box: Rect, flag: bool) -> Rect {
    let x = if flag { gate_box.max.x } else { gate_box.min.x };
    Rect::around(pt(x, gate_box.min.y), GATE_TAB * 2.0, GATE_TAB * 2.0)
}

/// The room of a bridge's sign, whichever way it lies.
fn bridge_room(at: Point, along: Point) -> Rect {
    let across = along.turned();
    let corner = |x: f32, y: f32| at + across * x + along * y;
    Rect::bounding([corner(-11.5, -6.0), corner(11.5, -6.0), corner(11.5, 6.0), corner(-11.5, 6.0)])
}

/// Where a label would lie on the wall, the moat, a canal or the railway: squares along their courses.
fn quiet_ground(map: &Map) -> Vec<Rect> {
    let scenery = &map.file.scenery;
    let line =
        |list: &[(f32, f32)]| crate::geometry::smooth(&list.iter().map(|p| Point::from(*p)).collect::<Vec<_>>(), 10);
    let ring = |mut corners: Vec<Point>| {
        corners.extend(corners.first().copied());
        corners
    };
    let corners = wall_corners(map);
    let courses = [
        (line(&scenery.dong_ba_canal), CANAL * 2.0 + 2.0),
        (line(&scenery.phu_cam_canal), CANAL * 2.0 + 2.0),
        (line(&scenery.ngu_ha_canal), 8.0),
        (ring(crate::geometry::inset(&corners, -MOAT.0)), MOAT.1 + 2.0),
        (ring(corners), RAMPART * 2.0 + 1.0),
        (railway_line(map), 5.0),
    ];
    let mut squares = vec![Rect::around(flag_tower_site(map), 24.0, 19.0)];
    for (course, width) in courses {
        let course = Course::new(course);
        let steps = (course.length() / (width * 0.4)).ceil() as usize;
        squares.extend(
            (0..=steps).map(|i| Rect::around(course.walk(course.length() * i as f32 / steps as f32).0, width, width)),
        );
    }
    squares
}

/// The direction out of the walled polygon at a point of its wall.
fn outward(wall: &[Point], at: Point) -> Point {
    let nearest =
        edges(wall).min_by(|a, b| distance_to_segment(at, a.0, a.1).total_cmp(&distance_to_segment(at, b.0, b.1)));
    let Some((a, b)) = nearest else { return pt(0.0, 0.0) };
    let normal = (b - a).unit().turned();
    if inside(wall, at + normal * 5.0) { normal * -1.0 } else { normal }
}

/// Gap between the parts of a label.
const GAP: f32 = 2.0;

/// How the parts of a label stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    /// All in one row.
    Row,
    /// Letters and landing below the id and the terrain value.
    Block,
    /// Everything below the id.
    Column,
}

/// The parts of a label at the origin.
fn parts(map: &Map, area: Place, setting: Setting) -> Label {
    let id_width = ID.width(area.name());
    let base = (BADGE * 2.0 + ID.cap_height()) / 2.0;
    let below = BADGE * 3.0 + 1.5;
    let terrain = match setting {
        Setting::Column => pt(BADGE, below),
        Setting::Row | Setting::Block => pt(id_width + GAP + BADGE, BADGE),
    };
    let (mut x, y) = match setting {
        Setting::Block => (0.0, below),
        Setting::Row | Setting::Column => (terrain.x + BADGE + GAP, terrain.y),
    };
    let letters: Vec<(Gate, Point)> = Gate::all()
        .filter(|g| map.lettered(*g).has(area))
        .map(|g| {
            let at = pt(x + GATE_BADGE / 2.0, y);
            x += GATE_BADGE + 1.5;
            (g, at)
        })
        .collect();
    let landing = (map.landings(true).has(area)).then(|| {
        let at = pt(x + BADGE, y);
        x += BADGE * 2.0 + 1.5;
        at
    });
    let width = (x - GAP).max(terrain.x + BADGE).max(id_width);
    let room = Rect::new(0.0, 0.0, width, y + BADGE);
    Label { room, id: pt(0.0, base), terrain, letters, landing, name: (pt(0.0, 0.0), NAME) }
}

impl Label {
    /// Where the label is printed at this scale: it shrinks towards its lower left corner, where the place's name begins.
    pub fn placement(&self, scale: f32) -> Placement {
        let corner = pt(self.room.min.x, self.room.max.y);
        Placement::at(corner * (1.0 - scale), scale)
    }

    fn moved(&self, by: Point) -> Self {
        Self {
            room: Rect { min: self.room.min + by, max: self.room.max + by },
            id: self.id + by,
            terrain: self.terrain + by,
            letters: self.letters.iter().map(|(g, p)| (*g, *p + by)).collect(),
            landing: self.landing.map(|p| p + by),
            name: self.name,
        }
    }
}

/// Finds the spot for an area's label that leaves most room for counters, and of those the most upper left.
fn place_label(map: &Map, area: Place, room: &mut Room) -> Label {
    let wished = room.at + pt(-10.0, -24.0);
    let mut best: Option<(f32, Label)> = None;
    let most = room.capacity(None).min(6);
    let variants = [Setting::Row, Setting::Block, Setting::Column].map(|setting| parts(map, area, setting));
    for (n, variant) in variants.iter().enumerate() {
        if n > 0 && variant.letters.is_empty() && variant.landing.is_none() {
            continue;
        }
        let (w, h) = (variant.room.width(), variant.room.height());
        let mut spots: Vec<Point> = room.grid(1.5).filter(|p| room.is_free(Rect::new(p.x, p.y, w, h), 2.4)).collect();
        let cost = |p: &Point| (*p + pt(w / 2.0, h / 2.0)).distance(wished);
        spots.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        for spot in spots {
            let bound = most as f32 * 40.0 - cost(&spot) - n as f32 * 16.0;
            if best.as_ref().is_some_and(|(b, _)| *b >= bound) {
                break;
            }
            let moved = variant.moved(spot);
            let left = room.capacity(Some(moved.room.grown(0.8))).min(most);
            let worth = bound - (most - left) as f32 * 40.0 - 2_usize.saturating_sub(left) as f32 * 80.0;
            if best.as_ref().is_none_or(|(b, _)| worth > *b) {
                best = Some((worth, moved));
            }
        }
    }
    let label = match best {
        Some((_, label)) => label,
        // An area too small for its label: over its middle, as small as can be.
        None => variants[2].moved(room.at - pt(variants[2].room.width() / 2.0, variants[2].room.height())),
    };
    room.block(label.room.grown(0.8));
    label
}

/// Finds the spot in a zone for its marker that costs least room for counters.
fn place_marker(zone: Zone, rooms: &mut [Room]) -> Rect {
    let all: Vec<Point> = zone.areas().map(|a| rooms[a.index()].at).collect();
    let middle = all.iter().fold(pt(0.0, 0.0), |sum, p| sum + *p) * (1.0 / all.len() as f32);
    let mut best: Option<(f32, Rect, usize)> = None;
    for area in zone.areas() {
        let room = &rooms[area.index()];
        let before = room.capacity(None);
        // Low in the area, below the counters, and near the middle of the zone.
        let place = |p: &Point| {
            let here = *p + ZONE_MARKER * 0.5;
            (here.y - room.at.y) * 0.4 - here.distance(middle) * 0.3
        };
        let mut spots: Vec<Point> =
            room.grid(3.0).filter(|p| room.is_free(Rect::new(p.x, p.y, ZONE_MARKER.x, ZONE_MARKER.y), 2.6)).collect();
        spots.sort_by(|a, b| place(b).total_cmp(&place(a)));
        for p in spots {
            if best.as_ref().is_some_and(|(b, ..)| *b >= place(&p)) {
                break;
            }
            let rect = Rect::new(p.x, p.y, ZONE_MARKER.x, ZONE_MARKER.y);
            let after = room.capacity(Some(rect.grown(0.6)));
            let loss = (before.min(7) - after.min(7)) as f32 * 60.0 + 3_usize.saturating_sub(after) as f32 * 70.0;
            if best.as_ref().is_none_or(|(b, ..)| place(&p) - loss > *b) {
                best = Some((place(&p) - loss, rect, area.index()));
            }
        }
    }
    match best {
        Some((_, rect, area)) => {
            rooms[area].block(rect.grown(0.6));
            rect
        }
        None => Rect::around(middle, ZONE_MARKER.x, ZONE_MARKER.y),
    }
}

/// The smallest place names.
const NAME_LEAST: f32 = 5.8;

/// Finds the spot for a place name: under the label if it fits, smaller if it must be.
fn place_name(name: &str, label: &Label, room: &Room) -> (Point, Lettering) {
    for size in [NAME.size, 6.2, NAME_LEAST] {
        let lettering = Lettering { size, ..NAME };
        let (w, h) = (lettering.width(name), lettering.cap_height() * 1.35);
        let below = label.room.min + pt(0.0, label.room.height() + 2.2);
        let fits = |p: &Point| room.is_free(Rect::new(p.x, p.y, w, h), 2.2);
        let spot = if fits(&below) {
            Some(below)
        } else {
            room.grid(2.0).filter(fits).min_by(|a, b| a.distance(below).total_cmp(&b.distance(below)))
        };
        if let Some(spot) = spot.filter(|s| s.distance(below) < 60.0) {
            return (spot + pt(0.0, h - lettering.cap_height() * 0.1), lettering);
        }
    }
    let lettering = Lettering { size: NAME_LEAST, ..NAME };
    (label.room.min + pt(0.0, label.room.height() + 5.0), lettering)
}

/// Whether a rectangle lies in a place with this margin; for tests and for those who add things of their own.
pub fn fits(outline: &[Point], rect: Rect, margin: f32) -> bool {
    rect_inside(outline, rect, margin)
}
