//! Smooth noise that is the same on every machine: the unevenness of painted ground.

use tabletop::between;

/// A number from 0 to 1 for a corner of the lattice.
pub(super) fn corner(x: i32, y: i32, seed: u32) -> f32 {
    let mut h =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    (h ^ (h >> 15)) as f32 / u32::MAX as f32
}

/// From 0 below `low` to 1 above `high`, smoothly.
pub(super) fn step(low: f32, high: f32, value: f32) -> f32 {
    let t = between((value - low) / (high - low), 0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Noise from 0 to 1 with a wave length of 1.
pub(super) fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (s, t) = (step(0.0, 1.0, x - left), step(0.0, 1.0, y - top));
    let (i, j) = (left as i32, top as i32);
    let far = corner(i, j, seed) * (1.0 - s) + corner(i + 1, j, seed) * s;
    let near = corner(i, j + 1, seed) * (1.0 - s) + corner(i + 1, j + 1, seed) * s;
    far * (1.0 - t) + near * t
}

/// Three octaves of it, still from 0 to 1.
pub(super) fn clouds(x: f32, y: f32, seed: u32) -> f32 {
    noise(x, y, seed) * 0.55 + noise(x * 2.1, y * 2.1, seed + 1) * 0.3 + noise(x * 4.3, y * 4.3, seed + 2) * 0.15
}

/// How near the point is to a plant of a jittered lattice of this pitch: 0 on it, 1 half a pitch away or more.
pub(super) fn planted(x: f32, y: f32, pitch: f32, seed: u32) -> f32 {
    let (i, j) = ((x / pitch).floor(), (y / pitch).floor());
    let jitter = |salt: u32| (corner(i as i32, j as i32, seed + salt) - 0.5) * 0.34;
    let (dx, dy) = (x / pitch - i - 0.5 - jitter(0), y / pitch - j - 0.5 - jitter(9));
    ((dx * dx + dy * dy).sqrt() * 2.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_stays_between_nought_and_one_and_is_smooth() {
        let mut last = noise(0.0, 0.3, 5);
        for n in 1..400 {
            let here = noise(n as f32 * 0.02, 0.3, 5);
            assert!((0.0..=1.0).contains(&here));
            assert!((here - last).abs() < 0.06, "no step at {n}");
            last = here;
        }
    }
}
