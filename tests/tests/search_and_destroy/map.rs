//! Map and sight of Search & Destroy: the ground, the lines over it, and what a boat sees. Sections 4.5 and 6.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pointman_tests::search_and_destroy::*;
use search_and_destroy::hex::{Direction, Hex, Point};
use search_and_destroy::map::Terrain;
use search_and_destroy::proves;
use search_and_destroy::sight::Eye;

#[test]
fn the_map_has_its_terrain_and_one_unbroken_river() {
    proves!("base-4.2");
    let map = rules().map();
    let count = |terrain| map.hexes().filter(|h| map.terrain(*h) == terrain).count();
    let counts = [Terrain::Broken, Terrain::Jungle, Terrain::Clear, Terrain::Paddy, Terrain::Village].map(count);
    assert_eq!(counts, [382, 374, 193, 157, 14]);
    assert_eq!((map.river().len(), map.bridge()), (97, 48));
    assert_eq!(map.river()[0], (hex("0109"), Direction::S));
    assert_eq!(map.river()[96], (hex("4017"), Direction::S));
    for side in Direction::ALL {
        let (a, b) = (hex("1510"), hex("1610"));
        assert_eq!(a.neighbour(side).neighbour(side.opposite()), a);
        assert_eq!(b.neighbour(side).distance(b), 1);
    }
    assert_eq!(hex("0101").distance(hex("4028")), 47);
}

/// The corners of a hex in the plane.
fn corners(hex: Hex) -> [(i64, i64); 6] {
    let c = hex.centre();
    [(-2, -2), (2, -2), (4, 0), (2, 2), (-2, 2), (-4, 0)].map(|(x, y)| (i64::from(c.x + x), i64::from(c.y + y)))
}

/// The slow, obvious reference: every hex of the map is cut with the line, and the cut is found by its two ends.
fn obvious_blocked(from: Hex, to: Hex) -> bool {
    let map = rules().map();
    if from.distance(to) <= 1 {
        return false;
    }
    let (a, b): (Point, Point) = (from.centre(), to.centre());
    let (ax, ay, bx, by) = (i64::from(a.x), i64::from(a.y), i64::from(b.x), i64::from(b.y));
    let (dx, dy) = (bx - ax, by - ay);
    // Twice the signed area: on which side of the line a point lies; and how far along it.
    let side = |(x, y): (i64, i64)| dx * (y - ay) - dy * (x - ax);
    let along = |(x, y): (i64, i64)| dx * (x - ax) + dy * (y - ay);
    let whole = dx * dx + dy * dy;
    let blocks = |hex: Hex| {
        let (thick, high) = (map.terrain(hex).blocks(), map.level(hex) == 1);
        match (map.level(from), map.level(to)) {
            (0, 0) => thick || high,
            (1, 1) => thick && high,
            (0, _) => thick && (high || hex.is_adjacent(from)),
            _ => thick && (high || hex.is_adjacent(to)),
        }
    };
    let mut touching = Vec::new();
    // What lies outside the box of the two hexes, with a hex to spare, is not cut.
    let span = |a: u8, b: u8| a.min(b).saturating_sub(1)..=a.max(b) + 1;
    let box_of =
        span(from.column, to.column).flat_map(|column| span(from.row, to.row).map(move |row| Hex::at(column, row)));
    for hex in box_of.filter(|h| *h != from && *h != to && map.contains(*h)) {
        // No corner is farther from the centre than four across and two down: a line that passes at a greater distance
        // does not touch the hex.
        let centre = hex.centre();
        if side((i64::from(centre.x), i64::from(centre.y))).abs() > 4 * dy.abs() + 2 * dx.abs() {
            continue;
        }
        let points = corners(hex);
        let sides = points.map(side);
        if sides.iter().any(|s| *s > 0) && sides.iter().any(|s| *s < 0) {
            // Where the line crosses the outline: between corners on different sides, or at a corner on the line.
            let mut cuts = Vec::new();
            for n in 0..6 {
                let (p, q) = (points[n], points[(n + 1) % 6]);
                let (sp, sq) = (side(p), side(q));
                if sp == 0 {
                    cuts.push((along(p), 1));
                }
                if sp * sq < 0 {
                    cuts.push((along(p) * sq - along(q) * sp, sq - sp));
                }
            }
            let inside = cuts.iter().all(|(n, d)| {
                let (n, d) = if *d < 0 { (-n, -d) } else { (*n, *d) };
                n >= 0 && n <= whole * d
            });
            if inside && blocks(hex) {
                return true;
            }
        } else {
            let on: Vec<i64> = points.into_iter().filter(|p| side(*p) == 0).map(along).collect();
            if let [one, other] = on[..]
                && one.min(other) >= 0
                && one.max(other) <= whole
                && blocks(hex)
            {
                touching.push((one.min(other), one.max(other)));
            }
        }
    }
    // Along a side both hexes have to block.
    touching.sort_unstable();
    touching.windows(2).any(|pair| pair[0] == pair[1])
}

#[test]
fn line_of_sight_agrees_with_a_slow_reference() {
    proves!("base-4.5");
    let hexes: Vec<Hex> = rules().map().hexes().collect();
    // All pairs, shared among threads: every hex with those after it in the list.
    let next = AtomicUsize::new(0);
    let share = || {
        let (mut pairs, mut blocked) = (0, 0);
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(&from) = hexes.get(n) else { return (pairs, blocked) };
            for &to in &hexes[n + 1..] {
                let expected = obvious_blocked(from, to);
                pairs += 1;
                blocked += usize::from(expected);
                assert_eq!(!rules().map().sees(Eye::Hex(from), Eye::Hex(to)), expected, "{from} to {to}");
                assert_eq!(!rules().map().sees(Eye::Hex(to), Eye::Hex(from)), expected, "{to} to {from}");
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (pairs, blocked) = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        let counts = running.into_iter().map(|thread| thread.join().unwrap());
        counts.fold((0, 0), |(pairs, blocked), (more, also)| (pairs + more, blocked + also))
    });
    assert_eq!(pairs, 1_120 * 1_119 / 2, "every pair of the 40 x 28 hexes");
    assert!(blocked > 1_000, "{blocked}");
}

#[test]
fn a_line_along_a_side_is_free_unless_both_hexes_block_and_neighbours_always_see() {
    proves!("base-4.5");
    let map = rules().map();
    let mut free = 0;
    for from in map.hexes() {
        // Two columns on, the line runs along the side between the two hexes of the column between.
        let to = Hex::at(from.column + 2, from.row);
        let (one, other) = (from.neighbour(Direction::NE), from.neighbour(Direction::SE));
        if !map.contains(to) || [one, other].iter().any(|h| !map.contains(*h)) || map.level(from) + map.level(to) > 0 {
            continue;
        }
        let block = [one, other].map(|h| map.terrain(h).blocks() || map.level(h) == 1);
        assert_eq!(map.sees(Eye::Hex(from), Eye::Hex(to)), block != [true, true], "{from}");
        free += usize::from(block[0] != block[1]);
        assert!(map.sees(Eye::Hex(from), Eye::Hex(one)));
    }
    assert!(free > 20, "half-blocked sides were tried: {free}");
}

#[test]
fn a_boat_sees_from_its_hexside_and_counts_the_bank_as_the_first_hex() {
    proves!("SD-A52", "33.2");
    let map = rules().map();
    let boat = Eye::River(48);
    assert_eq!(map.range(boat, Eye::Hex(hex("2116"))), Some(1));
    assert_eq!(map.range(Eye::Hex(hex("2117")), boat), Some(1));
    assert_eq!(map.range(boat, Eye::Hex(hex("2114"))), Some(3));
    assert!(map.sees(boat, Eye::Hex(hex("2115"))));
}
