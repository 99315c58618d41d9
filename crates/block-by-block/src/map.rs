//! The map of Huế: what borders what, and what it looks like. Rules 2.1, 6.3, 6.4 and 8.0.
//!
//! The file `boards/hue.ron` is any drawing of the right shape ([`MapFile`]); [`Map`] is one that was checked.

use serde::{Deserialize, Serialize};
use tabletop::{Provenance, Sourced};

use crate::places::{AREA_COUNT, GATE_COUNT, Gate, PLACE_COUNT, Place, PlaceSet, ZONE_COUNT, Zone};
use crate::set::GateSet;

/// A point of the drawing: x to the right, y downwards, in canvas units.
pub type Point = (f32, f32);

/// The map as the file has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// Width and height of the drawing, in canvas units.
    pub canvas: Point,
    /// The 51 areas, in any order.
    pub areas: Vec<Area>,
    /// Every pair of areas that share a line of the drawing.
    pub borders: Vec<Border>,
    /// The eight gates.
    pub gates: Vec<GateSite>,
    /// What is drawn and has no rule.
    pub scenery: Scenery,
}

/// An area of the map.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub id: Place,
    /// What the people of Huế call it.
    pub name: String,
    /// What stood there in 1968, in English.
    pub note: String,
    /// The terrain value, a die roll modifier. Rule 13.0.
    pub terrain: Sourced<i8>,
    /// Whether it has a river landing, and where that is from. Rule 6.3.
    #[serde(default, with = "unwrapped_option", skip_serializing_if = "Option::is_none")]
    pub landing: Option<Provenance>,
    /// Whether it touches the edge of the map. Rule 12.1.
    #[serde(default)]
    pub map_edge: bool,
    /// Whether it lies inside the wall. Rule 8.1.
    #[serde(default)]
    pub in_citadel: bool,
    /// Where its label and its stack of counters go.
    pub at: Point,
    pub outline: Vec<Point>,
}

/// A `None` that is written by leaving the field out, and a `Some` without the word `Some`.
mod unwrapped_option {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tabletop::Provenance;

    pub fn serialize<S: Serializer>(value: &Option<Provenance>, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Provenance>, D::Error> {
        Provenance::deserialize(deserializer).map(Some)
    }
}

/// What lies between two areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BorderKind {
    /// Free to cross.
    Plain,
    /// Crossed by the side that controls the gate. Rule 8.0.
    Gate(Gate),
    /// A bridge: its name and where it is from. Rule 6.3.
    Bridge(String, Provenance),
    /// The citadel wall: never crossed. Rule 6.4.
    Wall,
    /// A canal without a bridge: never crossed. Rule 6.4.
    Canal,
}

/// The line two areas share.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Border {
    /// One area.
    pub a: Place,
    /// The other.
    pub b: Place,
    /// What lies between them.
    pub kind: BorderKind,
    /// The line, in pieces.
    pub lines: Vec<Vec<Point>>,
}

/// Where a gate stands. Rule 8.0.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateSite {
    /// A to H.
    pub letter: Gate,
    pub name: String,
    /// Where the box is drawn.
    pub at: Point,
    /// The area before the wall.
    pub outside: Place,
    /// The areas in which the letter is printed: they may assault the box and suffer its modifier (ruling BB-R14).
    pub letters: Vec<Place>,
    /// The pairs of areas it joins (ruling BB-R14).
    pub passages: Vec<(Place, Place)>,
    pub from: Provenance,
}

/// What is drawn and has no rule of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenery {
    /// Outline of the Perfume River.
    pub perfume_river: Vec<Point>,
    /// Course of the Đông Ba canal.
    pub dong_ba_canal: Vec<Point>,
    /// Course of the Phủ Cam canal.
    pub phu_cam_canal: Vec<Point>,
    /// The four corners of the wall.
    pub citadel_wall: Vec<Point>,
    /// Course of the Ngự Hà canal inside the citadel.
    pub ngu_ha_canal: Vec<Point>,
    /// The two river bridges nobody can use. Rule 6.4.
    pub unusable_bridges: Vec<RiverBridge>,
}

/// A bridge over the Perfume River, drawn and unusable. Rule 6.4.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverBridge {
    pub name: String,
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

/// A checked map with everything the rules ask of it as sets.
#[derive(Clone, Debug)]
pub struct Map {
    /// The drawing, areas in the order of [`Place`].
    pub file: MapFile,
    terrain: [i8; AREA_COUNT],
    plain: [PlaceSet; AREA_COUNT],
    bridge: [PlaceSet; AREA_COUNT],
    /// Areas joined to an area by each gate.
    through: [[PlaceSet; GATE_COUNT]; AREA_COUNT],
    /// Areas beside a place without asking who controls the gates; for a Gate Box, its lettered areas.
    beside: [PlaceSet; PLACE_COUNT],
    /// Areas beside an area in its own zone. Rule 6.2c.
    zone_mates: [PlaceSet; AREA_COUNT],
    lettered: [PlaceSet; GATE_COUNT],
    /// Gates whose letter is printed in a place.
    letters: [GateSet; PLACE_COUNT],
    zone_gates: [GateSet; ZONE_COUNT],
    landings: PlaceSet,
    printed_landings: PlaceSet,
    edge: PlaceSet,
    citadel: PlaceSet,
}

impl Map {
    /// Checks a drawing.
    ///
    /// # Errors
    /// One sentence on the first thing that is wrong.
    pub fn new(mut file: MapFile) -> Result<Self, String> {
        file.areas.sort_by_key(|a| a.id);
        if let Some(missing) = Place::areas().find(|p| file.areas.iter().filter(|a| a.id == *p).count() != 1) {
            return Err(format!("area {missing} must be listed exactly once under `areas`."));
        }
        if file.areas.len() != AREA_COUNT {
            return Err("a Gate Box is listed under `areas`: boxes belong under `gates`.".into());
        }
        file.gates.sort_by_key(|g| g.letter);
        if let Some(missing) = Gate::all().find(|l| file.gates.iter().filter(|g| g.letter == *l).count() != 1) {
            return Err(format!("{missing:?} must be listed exactly once under `gates`."));
        }
        let mut map = Self {
            terrain: [0; AREA_COUNT],
            plain: [PlaceSet::EMPTY; AREA_COUNT],
            bridge: [PlaceSet::EMPTY; AREA_COUNT],
            through: [[PlaceSet::EMPTY; GATE_COUNT]; AREA_COUNT],
            beside: [PlaceSet::EMPTY; PLACE_COUNT],
            zone_mates: [PlaceSet::EMPTY; AREA_COUNT],
            lettered: [PlaceSet::EMPTY; GATE_COUNT],
            letters: [GateSet::EMPTY; PLACE_COUNT],
            zone_gates: [GateSet::EMPTY; ZONE_COUNT],
            landings: PlaceSet::EMPTY,
            printed_landings: PlaceSet::EMPTY,
            edge: PlaceSet::EMPTY,
            citadel: PlaceSet::EMPTY,
            file,
        };
        for area in &map.file.areas {
            if !(-6..=6).contains(&area.terrain.value) {
                return Err(format!(
                    "{} has terrain value {}: it must lie between -6 and 6.",
                    area.id, area.terrain.value
                ));
            }
            if area.outline.len() < 3 {
                return Err(format!("{} has an outline of {} points: it needs three.", area.id, area.outline.len()));
            }
            let set = area.id.set();
            map.terrain[area.id.index()] = area.terrain.value;
            if let Some(from) = &area.landing {
                map.landings |= set;
                if matches!(from, Provenance::Printed(_)) {
                    map.printed_landings |= set;
                }
            }
            map.edge |= if area.map_edge { set } else { PlaceSet::EMPTY };
            map.citadel |= if area.in_citadel { set } else { PlaceSet::EMPTY };
        }
        let mut seen: Vec<(Place, Place)> = Vec::new();
        for border in &map.file.borders {
            let (a, b) = (border.a.min(border.b), border.a.max(border.b));
            if a == b || b.is_box() {
                return Err(format!("the border {a} to {b} must join two different areas."));
            }
            if seen.contains(&(a, b)) {
                return Err(format!("the border {a} to {b} is listed twice."));
            }
            seen.push((a, b));
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (from.index(), to.set());
                match &border.kind {
                    BorderKind::Plain => map.plain[from] |= to,
                    BorderKind::Bridge(..) => map.bridge[from] |= to,
                    BorderKind::Gate(gate) => map.through[from][gate.index()] |= to,
                    BorderKind::Wall | BorderKind::Canal => continue,
                }
                map.beside[from] |= to;
            }
        }
        for area in Place::areas() {
            map.zone_mates[area.index()] = map.beside[area.index()] & area.zone().map_or(PlaceSet::EMPTY, Zone::set);
        }
        for site in &map.file.gates {
            let gate = site.letter;
            for &area in &site.letters {
                if area.is_box() {
                    return Err(format!("{gate:?}: {area} is no area."));
                }
                map.lettered[gate.index()] |= area.set();
                map.letters[area.index()] |= GateSet::of(gate);
                if let Some(zone) = area.zone() {
                    map.zone_gates[zone.index()] |= GateSet::of(gate);
                }
            }
            map.beside[gate.place().index()] = map.lettered[gate.index()];
            for &(a, b) in &site.passages {
                if a.is_box() || b.is_box() {
                    return Err(format!("{gate:?}: a passage joins two areas, not a Gate Box."));
                }
                let joined = !(map.through[a.index()][gate.index()] & b.set()).is_empty();
                let lettered = !(map.lettered[gate.index()] & a.set()).is_empty()
                    && !(map.lettered[gate.index()] & b.set()).is_empty();
                if !joined || !lettered {
                    return Err(format!(
                        "{gate:?}: the passage {a} to {b} needs a border of kind Gate('{}') and its letter in both areas.",
                        gate.letter()
                    ));
                }
            }
        }
        for border in &map.file.borders {
            if let BorderKind::Gate(gate) = border.kind {
                let listed = &map.file.gates[gate.index()].passages;
                if !listed.contains(&(border.a, border.b)) && !listed.contains(&(border.b, border.a)) {
                    return Err(format!("the border {} to {} is no passage of {gate:?}.", border.a, border.b));
                }
            }
        }
        Ok(map)
    }

    /// The drawing of an area. Panics for a Gate Box: those are in [`Map::gate`].
    pub fn area(&self, area: Place) -> &Area {
        &self.file.areas[area.index()]
    }

    /// The site of a gate.
    pub fn gate(&self, gate: Gate) -> &GateSite {
        &self.file.gates[gate.index()]
    }

    /// Where counters of a place stand.
    pub fn at(&self, place: Place) -> Point {
        match place.gate() {
            Some(gate) => self.gate(gate).at,
            None => self.area(place).at,
        }
    }

    /// The name people know a place by: `Tây Lộc`, `Thượng Tứ gate`.
    pub fn local_name(&self, place: Place) -> String {
        match place.gate() {
            Some(gate) => format!("{} gate", self.gate(gate).name),
            None => self.area(place).name.clone(),
        }
    }

    /// Terrain value of an area; a Gate Box has none of its own (rule 8.1). Rule 13.0.
    pub fn terrain(&self, area: Place) -> i8 {
        if area.is_box() { 0 } else { self.terrain[area.index()] }
    }

    /// Areas across a plain border.
    pub fn plain(&self, area: Place) -> PlaceSet {
        self.plain[area.index()]
    }

    /// Areas across a bridge.
    pub fn bridges(&self, area: Place) -> PlaceSet {
        self.bridge[area.index()]
    }

    /// Areas across this gate's border.
    pub fn through(&self, area: Place, gate: Gate) -> PlaceSet {
        self.through[area.index()][gate.index()]
    }

    /// Areas across any border that somebody could cross; for a Gate Box its lettered areas.
    pub fn beside(&self, place: Place) -> PlaceSet {
        self.beside[place.index()]
    }

    /// Areas beside an area in its own zone: where a unit must stop if the enemy holds the area. Rule 6.2c, ruling BB-R28.
    pub fn zone_mates(&self, area: Place) -> PlaceSet {
        self.zone_mates[area.index()]
    }

    /// The gate whose border lies between two areas.
    pub fn gate_between(&self, a: Place, b: Place) -> Option<Gate> {
        if a.is_box() || b.is_box() {
            return None;
        }
        Gate::all().find(|g| !(self.through[a.index()][g.index()] & b.set()).is_empty())
    }

    /// The areas that carry a gate's letter. Rule 8.0.
    pub fn lettered(&self, gate: Gate) -> PlaceSet {
        self.lettered[gate.index()]
    }

    /// The gates whose letter is printed in a place. Rule 8.0.
    pub fn letters(&self, place: Place) -> GateSet {
        self.letters[place.index()]
    }

    /// The gates connected to a zone. Rule 9.2.1, ruling BB-R25.
    pub fn zone_gates(&self, zone: Zone) -> GateSet {
        self.zone_gates[zone.index()]
    }

    /// Areas with a river landing; only those the text names unless `extra`. Rule 6.3.
    pub fn landings(&self, extra: bool) -> PlaceSet {
        if extra { self.landings } else { self.printed_landings }
    }

    /// Areas at the edge of the map. Rule 12.1.
    pub fn edge(&self) -> PlaceSet {
        self.edge
    }

    /// Areas inside the wall, the Palace among them.
    pub fn citadel(&self) -> PlaceSet {
        self.citadel
    }
}
