//! The map: terrain, heights, river, road and trails, read from the board file and checked.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::Provenance;

use crate::hex::{Direction, Hex};
use crate::hexset::HexSet;
use crate::lines::Lines;
use crate::sight::Eye;

/// Terrain of a hex. Reference table 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Rice fields with their dikes.
    Paddy,
    /// Brush and elephant grass.
    Broken,
    Jungle,
    /// Huts and hedges.
    Village,
}

impl Terrain {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Clear, Self::Paddy, Self::Broken, Self::Jungle, Self::Village];

    /// Its letter in the board file.
    pub const fn code(self) -> char {
        match self {
            Self::Clear => '.',
            Self::Paddy => 'p',
            Self::Broken => 'b',
            Self::Jungle => 'j',
            Self::Village => 'v',
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Paddy => "paddy",
            Self::Broken => "broken",
            Self::Jungle => "jungle",
            Self::Village => "village",
        }
    }

    /// Whether it stops the line of sight. Rule base-4.5.
    pub const fn blocks(self) -> bool {
        matches!(self, Self::Jungle | Self::Village)
    }

    /// Whether a helicopter can land there. Rule base-4.14.
    pub const fn landing(self) -> bool {
        matches!(self, Self::Clear | Self::Paddy)
    }
}

/// The board file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    columns: u8,
    rows: u8,
    from: Provenance,
    terrain: Vec<String>,
    north_bank: Vec<u8>,
    bridge: (Hex, Direction),
    villages: BTreeMap<String, Vec<Hex>>,
    hills: BTreeMap<String, Vec<Hex>>,
    road: Vec<Hex>,
    trails: BTreeMap<String, Vec<Hex>>,
    landing_zones: BTreeMap<String, Vec<Hex>>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    terrain: Terrain,
    level: u8,
    north: bool,
    road: u8,
    trail: u8,
    river: [Option<u8>; 6],
}

/// A checked map.
#[derive(Clone, Debug)]
pub struct Map {
    columns: u8,
    rows: u8,
    cells: Vec<Cell>,
    river: Vec<(Hex, Direction)>,
    bridge: u8,
    villages: BTreeMap<String, Vec<Hex>>,
    hills: BTreeMap<String, Vec<Hex>>,
    landing_zones: BTreeMap<String, Vec<Hex>>,
    from: Provenance,
    seen: Lines,
    lands: HexSet,
}

impl Map {
    /// Checks a board file.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn new(board: Board) -> Result<Self, String> {
        let Board { columns, rows, .. } = board;
        if board.terrain.len() != usize::from(rows) || board.north_bank.len() != usize::from(columns) {
            return Err(format!("The map needs {rows} lines of terrain and {columns} numbers of `north_bank`."));
        }
        let mut cells = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        for (row, line) in (1..).zip(&board.terrain) {
            if line.chars().count() != usize::from(columns) {
                return Err(format!("Line {row} of the terrain needs {columns} letters."));
            }
            for (code, &bank) in line.chars().zip(&board.north_bank) {
                let terrain = Terrain::ALL.into_iter().find(|t| t.code() == code);
                let terrain = terrain.ok_or_else(|| format!("`{code}` is no terrain. Write one of `.pbjv`."))?;
                cells.push(Cell { terrain, level: 0, north: row <= bank, road: 0, trail: 0, river: [None; 6] });
            }
        }
        let mut map = Self {
            columns,
            rows,
            cells,
            river: Vec::new(),
            bridge: 0,
            villages: board.villages,
            hills: board.hills,
            landing_zones: board.landing_zones,
            from: board.from,
            seen: Lines::default(),
            lands: HexSet::default(),
        };
        for (name, hexes) in map.villages.iter().chain(&map.hills).chain(&map.landing_zones) {
            if let Some(hex) = hexes.iter().find(|h| !map.contains(**h)) {
                return Err(format!("{hex} of {name} is not on the map."));
            }
        }
        for hexes in map.hills.clone().values() {
            for &hex in hexes {
                map.cell_mut(hex).level = 1;
            }
        }
        map.lay(&board.road, |cell| &mut cell.road)?;
        for trail in board.trails.values() {
            map.lay(trail, |cell| &mut cell.trail)?;
        }
        map.dig_river()?;
        let (hex, side) = board.bridge;
        map.bridge = map.river_at(hex, side).ok_or_else(|| format!("The bridge at {hex} is not over the river."))?;
        let zone = |hex: &Hex| map.landing_zones.values().any(|hexes| hexes.contains(hex));
        let mut lands = HexSet::for_map(map.size());
        let open = map.hexes().filter(|hex| map.terrain(*hex).landing() || zone(hex));
        open.for_each(|hex| lands.insert(map.index(hex)));
        map.lands = lands;
        map.seen = Lines::between(map.size() + map.river.len());
        Ok(map)
    }

    fn lay(&mut self, way: &[Hex], which: fn(&mut Cell) -> &mut u8) -> Result<(), String> {
        for pair in way.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let side = a.side_to(b).filter(|_| self.contains(a) && self.contains(b));
            let side = side.ok_or_else(|| format!("A road or trail goes from {a} to {b}, which is no step."))?;
            *which(self.cell_mut(a)) |= 1 << side.index();
            *which(self.cell_mut(b)) |= 1 << side.opposite().index();
        }
        Ok(())
    }

    /// Every hexside between the banks is river; they are numbered from the west edge to the east edge.
    fn dig_river(&mut self) -> Result<(), String> {
        let mut sides = Vec::new();
        for hex in self.hexes() {
            for side in Direction::ALL {
                let other = hex.neighbour(side);
                if self.contains(other) && self.is_north(hex) && !self.is_north(other) {
                    sides.push((hex, side));
                }
            }
        }
        // Two river hexsides follow one another where they share a corner.
        let mut here = sides
            .iter()
            .position(|(hex, side)| hex.column == 1 && *side == Direction::S)
            .ok_or("The river does not begin at the west edge.")?;
        loop {
            let (hex, side) = sides.swap_remove(here);
            let number = u8::try_from(self.river.len()).map_err(|_| "The river is too long.")?;
            self.cell_mut(hex).river[side.index()] = Some(number);
            self.cell_mut(hex.neighbour(side)).river[side.opposite().index()] = Some(number);
            self.river.push((hex, side));
            let ends = corners(hex, side);
            match sides.iter().position(|&(h, s)| corners(h, s).iter().any(|c| ends.contains(c))) {
                Some(next) => here = next,
                None if sides.is_empty() => return Ok(()),
                None => return Err(format!("The river breaks off at {hex}.")),
            }
        }
    }

    fn index(&self, hex: Hex) -> usize {
        usize::from(hex.row - 1) * usize::from(self.columns) + usize::from(hex.column - 1)
    }

    fn cell(&self, hex: Hex) -> &Cell {
        &self.cells[self.index(hex)]
    }

    fn cell_mut(&mut self, hex: Hex) -> &mut Cell {
        let index = self.index(hex);
        &mut self.cells[index]
    }

    /// The place of an end of a line of sight among all ends on the ground: hexes first, then the river.
    fn end_number(&self, eye: Eye) -> Option<usize> {
        match eye {
            Eye::Hex(hex) => self.contains(hex).then(|| self.index(hex)),
            Eye::River(number) => {
                Some(self.size() + usize::from(number)).filter(|_| usize::from(number) < self.river.len())
            }
            Eye::Air(_) => None,
        }
    }

    /// Whether one end sees the other. Rule base-4.5.
    pub fn sees(&self, from: Eye, to: Eye) -> bool {
        let draw = || self.blocker(from, to).is_none();
        match (self.end_number(from), self.end_number(to)) {
            (Some(a), Some(b)) => self.seen.is_open(a, b, draw),
            _ => draw(),
        }
    }

    /// How many hexes there are: the length of lists by [`Map::number`].
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// A hex's place in lists of all hexes.
    pub fn number(&self, hex: Hex) -> usize {
        self.index(hex)
    }

    /// The hex with this place in lists of all hexes.
    pub fn at(&self, number: usize) -> Hex {
        let columns = usize::from(self.columns);
        let small = |n: usize| u8::try_from(n + 1).unwrap_or(u8::MAX);
        Hex::at(small(number % columns), small(number / columns))
    }

    /// Where a helicopter can come down: clear ground, paddy and the landing zones. Rule base-4.14.
    pub(crate) fn lands(&self) -> &HexSet {
        &self.lands
    }

    /// Columns and rows.
    pub fn extent(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Whether a hex is at the edge of the map.
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.contains(hex) && (hex.column == 1 || hex.row == 1 || hex.column == self.columns || hex.row == self.rows)
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        (1..=self.columns).contains(&hex.column) && (1..=self.rows).contains(&hex.row)
    }

    /// Every hex, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (1..=rows).flat_map(move |row| (1..=columns).map(move |column| Hex::at(column, row)))
    }

    /// The hexes within a distance of one, itself among them.
    pub fn around(&self, hex: Hex, distance: u8) -> impl Iterator<Item = Hex> + use<> {
        let columns =
            hex.column.saturating_sub(distance).max(1)..=hex.column.saturating_add(distance).min(self.columns);
        let rows = hex.row.saturating_sub(distance).max(1)..=hex.row.saturating_add(distance).min(self.rows);
        let all = columns.flat_map(move |column| rows.clone().map(move |row| Hex::at(column, row)));
        all.filter(move |other| other.distance(hex) <= distance)
    }

    /// The hexes beside one.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        Direction::ALL.into_iter().map(move |side| (side, hex.neighbour(side))).filter(|(_, h)| self.contains(*h))
    }

    /// The terrain of a hex on the map.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.cell(hex).terrain
    }

    /// Its height: 1 on hills, else 0.
    pub fn level(&self, hex: Hex) -> u8 {
        self.cell(hex).level
    }

    /// Whether it lies north of the river.
    pub fn is_north(&self, hex: Hex) -> bool {
        self.cell(hex).north
    }

    /// Whether the road leads from a hex over one of its sides.
    pub fn road_over(&self, hex: Hex, side: Direction) -> bool {
        self.cell(hex).road & (1 << side.index()) != 0
    }

    /// Whether a trail leads from a hex over one of its sides.
    pub fn trail_over(&self, hex: Hex, side: Direction) -> bool {
        self.cell(hex).trail & (1 << side.index()) != 0
    }

    /// Whether the road runs through a hex.
    pub fn has_road(&self, hex: Hex) -> bool {
        self.cell(hex).road != 0
    }

    /// The number of the river hexside on one side of a hex, if there is one.
    pub fn river_at(&self, hex: Hex, side: Direction) -> Option<u8> {
        self.cell(hex).river[side.index()]
    }

    /// The number of the river hexside between two adjacent hexes.
    pub fn river_between(&self, a: Hex, b: Hex) -> Option<u8> {
        self.river_at(a, a.side_to(b)?)
    }

    /// The number of the bridge hexside.
    pub fn bridge(&self) -> u8 {
        self.bridge
    }

    /// The river hexsides from the west edge to the east edge: a hex of the north bank and its side.
    pub fn river(&self) -> &[(Hex, Direction)] {
        &self.river
    }

    /// The two bank hexes of a river hexside, the northern one first.
    pub fn banks(&self, number: u8) -> Option<[Hex; 2]> {
        let &(hex, side) = self.river.get(usize::from(number))?;
        Some([hex, hex.neighbour(side)])
    }

    /// The hexes of a village, a hill or a landing zone.
    pub fn named(&self, name: &str) -> Option<&[Hex]> {
        self.villages.get(name).or_else(|| self.hills.get(name)).or_else(|| self.landing_zones.get(name)).map(|h| &**h)
    }

    /// The hexes of a hill. A scenario that names another does not begin.
    pub fn hill(&self, name: &str) -> &[Hex] {
        self.hills.get(name).map_or(&[], Vec::as_slice)
    }

    /// The villages.
    pub fn villages(&self) -> &BTreeMap<String, Vec<Hex>> {
        &self.villages
    }

    /// The hills.
    pub fn hills(&self) -> &BTreeMap<String, Vec<Hex>> {
        &self.hills
    }

    /// The landing zones.
    pub fn landing_zones(&self) -> &BTreeMap<String, Vec<Hex>> {
        &self.landing_zones
    }

    /// Where the map is from.
    pub fn from(&self) -> &Provenance {
        &self.from
    }
}

/// The two ends of a hexside in the plane.
fn corners(hex: Hex, side: Direction) -> [(i32, i32); 2] {
    const CORNERS: [(i32, i32); 6] = [(-2, -2), (2, -2), (4, 0), (2, 2), (-2, 2), (-4, 0)];
    let centre = hex.centre();
    let corner = |n: usize| {
        let (dx, dy) = CORNERS[n % 6];
        (centre.x + dx, centre.y + dy)
    };
    [corner(side.index()), corner(side.index() + 1)]
}
