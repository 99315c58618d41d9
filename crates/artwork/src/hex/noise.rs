//! Rolling noise for the edges of woods and the lie of fields: the same on every machine.

use crate::geometry::{Point, pt};

/// A number between 0 and 1 for a lattice point.
pub fn hash(x: i32, y: i32, seed: u32) -> f32 {
    let mut h =
        (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841) ^ seed.wrapping_mul(0xcb1a_b31f);
    h ^= h >> 16;
    h = h.wrapping_mul(0x7feb_352d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846c_a68b);
    h ^= h >> 16;
    (h >> 8) as f32 / (1u32 << 24) as f32
}

/// Smooth noise between -1 and 1 whose hills are about `size` wide.
pub fn noise(p: Point, size: f32, seed: u32) -> f32 {
    let (x, y) = (p.x / size, p.y / size);
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - column), ease(y - row));
    let (c, r) = (column as i32, row as i32);
    let across = |r: i32| hash(c, r, seed) * (1.0 - u) + hash(c + 1, r, seed) * u;
    (across(r) * (1.0 - v) + across(r + 1) * v) * 2.0 - 1.0
}

/// A step that bends straight lines: three sizes of noise.
pub fn warp(p: Point, seed: u32) -> Point {
    let step = |size: f32, seed: u32| pt(noise(p, size, seed), noise(p, size, seed + 1));
    step(37.0, seed) * 6.2 + step(15.0, seed + 7) * 3.6 + step(6.5, seed + 13) * 1.3
}
