//! What the painter reads off a board: what is drawn as a thread, what lies under it, blocks of cells, depth of water.

use table::{Board, Terrain};
use tabletop::between;

use crate::geometry::{Point, Rect, pt};

/// The cells of a board as the painter needs them.
pub(super) struct Cells {
    pub(super) columns: i32,
    pub(super) lines: i32,
    kinds: Vec<Terrain>,
    /// The ground below a thread: what lies around it.
    beneath: Vec<Terrain>,
    /// Inches to the nearest land, up to 4, in water.
    depth: Vec<f32>,
    height: Vec<f32>,
    /// Whether no cell is higher than another.
    pub(super) flat: bool,
}

/// Whether a kind is drawn as a band through its cells and not as the cells.
pub(super) const fn is_thread(kind: Terrain) -> bool {
    matches!(
        kind,
        Terrain::Trail
            | Terrain::Stream
            | Terrain::Bund
            | Terrain::Wall
            | Terrain::Hedge
            | Terrain::Sandbags
            | Terrain::Trench
    )
}

/// Whether a kind is a sheet of water.
pub(super) const fn is_water(kind: Terrain) -> bool {
    matches!(kind, Terrain::River | Terrain::Shallows)
}

impl Cells {
    pub(super) fn new(board: &Board) -> Self {
        let (columns, lines) = (board.columns() as i32, board.lines() as i32);
        let every = || (0..lines).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        let middle = |(x, y): (i32, i32)| table::Point::inches(x, y).middle();
        let kinds: Vec<Terrain> = every().map(|cell| board.terrain(middle(cell))).collect();
        let height: Vec<f32> = every().map(|cell| board.height(middle(cell)) as f32 / table::INCH as f32).collect();
        let mut cells = Self {
            columns,
            lines,
            beneath: kinds.clone(),
            kinds,
            depth: Vec::new(),
            flat: height.iter().all(|h| *h == height[0]),
            height,
        };
        cells.beneath = every().map(|(x, y)| cells.around(x, y)).collect();
        cells.depth = every().map(|(x, y)| cells.shore_distance(x, y)).collect();
        cells
    }

    fn index(&self, x: i32, y: i32) -> usize {
        (between(y, 0, self.lines - 1) * self.columns + between(x, 0, self.columns - 1)) as usize
    }

    pub(super) fn every(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let columns = self.columns;
        (0..self.lines).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    /// The kind of a cell; beyond the edge, that of the nearest one.
    pub(super) fn kind(&self, x: i32, y: i32) -> Terrain {
        self.kinds[self.index(x, y)]
    }

    /// What is painted in a cell before any thread.
    pub(super) fn ground(&self, x: i32, y: i32) -> Terrain {
        self.beneath[self.index(x, y)]
    }

    pub(super) fn depth(&self, x: i32, y: i32) -> f32 {
        self.depth[self.index(x, y)]
    }

    pub(super) fn height(&self, x: i32, y: i32) -> f32 {
        self.height[self.index(x, y)]
    }

    /// The commonest ground around a cell with a thread, or its own kind.
    fn around(&self, x: i32, y: i32) -> Terrain {
        let own = self.kind(x, y);
        if !is_thread(own) {
            return own;
        }
        let mut best = (0, Terrain::Open);
        for reach in 1..=2 {
            let near: Vec<Terrain> = (-reach..=reach)
                .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)))
                .map(|(dx, dy)| self.kind(x + dx, y + dy))
                .filter(|kind| {
                    !is_thread(*kind)
                        && !matches!(kind, Terrain::Hooch | Terrain::Masonry | Terrain::Road | Terrain::Bunker)
                })
                .collect();
            for kind in &near {
                let count = near.iter().filter(|other| *other == kind).count();
                if count > best.0 {
                    best = (count, *kind);
                }
            }
            if best.0 > 0 {
                break;
            }
        }
        best.1
    }

    fn shore_distance(&self, x: i32, y: i32) -> f32 {
        if !is_water(self.kind(x, y)) {
            return 0.0;
        }
        let mut least = 4.0_f32;
        for dy in -4..=4_i32 {
            for dx in -4..=4_i32 {
                let inside = (0..self.columns).contains(&(x + dx)) && (0..self.lines).contains(&(y + dy));
                if inside && !is_water(self.kind(x + dx, y + dy)) {
                    least = least.min(((dx * dx + dy * dy) as f32).sqrt());
                }
            }
        }
        if self.kind(x, y) == Terrain::Shallows { least.min(1.0) * 0.5 } else { least }
    }

    /// The pieces of thread in a cell: from its middle half the way to each neighbour of its kind. Corners are cut where
    /// a diagonal joins what two straight pieces would.
    pub(super) fn threads(&self, x: i32, y: i32) -> Vec<(Point, Point)> {
        let kind = self.kind(x, y);
        if !is_thread(kind) {
            return Vec::new();
        }
        // Walls and hedges keep their corners; what is two cells wide of the others has no hole in it.
        let fills = !matches!(kind, Terrain::Wall | Terrain::Hedge | Terrain::Sandbags);
        let joins = |dx: i32, dy: i32| self.kind(x + dx, y + dy) == kind;
        let middle = pt(x as f32 + 0.5, y as f32 + 0.5);
        let mut pieces = Vec::new();
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
            let straight = dx == 0 || dy == 0;
            let lonely = !joins(dx, 0) && !joins(0, dy);
            let broad = fills && joins(dx, 0) && joins(0, dy);
            if joins(dx, dy) && (straight || lonely || broad) {
                pieces.push((middle, middle + pt(dx as f32, dy as f32) * 0.5));
            }
        }
        if pieces.is_empty() {
            pieces.push((middle + pt(-0.35, 0.0), middle + pt(0.35, 0.0)));
        }
        pieces
    }

    /// The cells of a kind in rectangles: each block that hangs together, as one if it is a rectangle, else row by row.
    pub(super) fn blocks(&self, kind: Terrain) -> Vec<Rect> {
        let mut seen = vec![false; self.kinds.len()];
        let mut blocks = Vec::new();
        for (x, y) in self.every() {
            if self.kind(x, y) != kind || seen[self.index(x, y)] {
                continue;
            }
            let free = |x: i32, y: i32, seen: &[bool]| {
                x < self.columns && y < self.lines && self.kind(x, y) == kind && !seen[self.index(x, y)]
            };
            let mut width = 1;
            while free(x + width, y, &seen) {
                width += 1;
            }
            let mut height = 1;
            while (x..x + width).all(|x| free(x, y + height, &seen)) {
                height += 1;
            }
            for row in y..y + height {
                for column in x..x + width {
                    seen[self.index(column, row)] = true;
                }
            }
            blocks.push(Rect::new(x as f32, y as f32, width as f32, height as f32));
        }
        blocks
    }
}
