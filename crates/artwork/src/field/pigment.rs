//! What each kind of ground is painted with.

use table::Terrain;

use crate::colour::Colour;

/// The paint of a kind of ground: two tones that run into each other.
#[derive(Clone, Copy)]
pub(super) struct Pigment {
    pub(super) tones: [Colour; 2],
    /// Patches an inch.
    pub(super) patches: f32,
    /// How strongly single grains stand out.
    pub(super) grain: f32,
}

const fn paint(one: (u8, u8, u8), other: (u8, u8, u8), patches: f32, grain: f32) -> Pigment {
    Pigment { tones: [Colour::rgb(one.0, one.1, one.2), Colour::rgb(other.0, other.1, other.2)], patches, grain }
}

/// The paint under everything that grows or stands there.
pub(super) const fn pigment(kind: Terrain) -> Pigment {
    match kind {
        Terrain::Open | Terrain::Trail | Terrain::Crater | Terrain::Trench | Terrain::Sandbags => {
            paint((0x9f, 0x9c, 0x62), (0x84, 0x8c, 0x50), 0.45, 0.10)
        }
        Terrain::Road => paint((0xc3, 0x97, 0x6a), (0xae, 0x80, 0x55), 0.8, 0.08),
        Terrain::Village | Terrain::Hooch | Terrain::Wall | Terrain::Hedge => {
            paint((0xc0, 0xa6, 0x7c), (0xab, 0x92, 0x66), 0.55, 0.09)
        }
        Terrain::Masonry | Terrain::Rubble => paint((0xb0, 0xa3, 0x8c), (0x98, 0x8b, 0x76), 0.9, 0.14),
        Terrain::Bunker => paint((0xa8, 0x8e, 0x64), (0x92, 0x7c, 0x55), 0.8, 0.12),
        Terrain::DryPaddy => paint((0xc1, 0xad, 0x70), (0xa9, 0xa0, 0x5e), 0.4, 0.06),
        Terrain::WetPaddy => paint((0x86, 0x9e, 0x8d), (0x6f, 0x8c, 0x7e), 0.35, 0.03),
        Terrain::Bund => paint((0xa5, 0x9a, 0x60), (0x8b, 0x87, 0x4d), 0.8, 0.10),
        Terrain::Plantation => paint((0xa0, 0x95, 0x5c), (0x8a, 0x87, 0x4c), 0.6, 0.10),
        Terrain::Jungle => paint((0x4f, 0x62, 0x38), (0x3d, 0x50, 0x2d), 0.7, 0.12),
        Terrain::Forest => paint((0x62, 0x6c, 0x40), (0x50, 0x5b, 0x36), 0.7, 0.12),
        Terrain::Bamboo => paint((0x7a, 0x80, 0x44), (0x66, 0x70, 0x3b), 0.7, 0.12),
        Terrain::ElephantGrass => paint((0xa0, 0x98, 0x4c), (0x86, 0x88, 0x40), 0.8, 0.12),
        Terrain::Swamp => paint((0x6d, 0x78, 0x54), (0x58, 0x68, 0x50), 0.6, 0.08),
        Terrain::Stream => paint((0x7f, 0xa3, 0x9f), (0x67, 0x90, 0x92), 0.6, 0.02),
        Terrain::Shallows => paint((0x8f, 0xa9, 0x95), (0x7c, 0x9b, 0x8c), 0.5, 0.02),
        Terrain::River => paint((0x5f, 0x87, 0x87), (0x50, 0x77, 0x7c), 0.3, 0.02),
        Terrain::SteepHill => paint((0x9b, 0x8a, 0x60), (0x7f, 0x74, 0x50), 1.1, 0.20),
        Terrain::Boulders => paint((0x95, 0x93, 0x68), (0x80, 0x82, 0x58), 0.8, 0.14),
    }
}

/// Bare earth of paths.
pub(super) const EARTH: Colour = Colour::rgb(0xc4, 0xa5, 0x77);
/// Wet earth along the water.
pub(super) const MUD: Colour = Colour::rgb(0x7c, 0x6f, 0x4c);
/// Young rice.
pub(super) const RICE: Colour = Colour::rgb(0x7f, 0x9e, 0x4b);
/// Light on water.
pub(super) const GLINT: Colour = Colour::rgb(0xd8, 0xe4, 0xd8);
/// What falls from everything that stands.
pub(super) const SHADOW: Colour = Colour::rgb(0x18, 0x1c, 0x10);
/// The greens of crowns, dark to light: jungle.
pub(super) const JUNGLE: [Colour; 3] =
    [Colour::rgb(0x2c, 0x42, 0x25), Colour::rgb(0x44, 0x60, 0x33), Colour::rgb(0x63, 0x80, 0x45)];
/// A second jungle green, cooler.
pub(super) const JUNGLE_COOL: [Colour; 3] =
    [Colour::rgb(0x25, 0x41, 0x2f), Colour::rgb(0x3a, 0x5c, 0x42), Colour::rgb(0x56, 0x7c, 0x58)];
/// Forest crowns.
pub(super) const FOREST: [Colour; 3] =
    [Colour::rgb(0x3d, 0x4f, 0x2a), Colour::rgb(0x58, 0x6e, 0x38), Colour::rgb(0x7a, 0x8e, 0x4c)];
/// Crowns in rows.
pub(super) const RUBBER: [Colour; 3] =
    [Colour::rgb(0x4a, 0x60, 0x30), Colour::rgb(0x69, 0x83, 0x40), Colour::rgb(0x8d, 0xa3, 0x58)];
/// Fronds of palms.
pub(super) const PALM: [Colour; 3] =
    [Colour::rgb(0x3b, 0x57, 0x2b), Colour::rgb(0x5d, 0x7f, 0x3c), Colour::rgb(0x8b, 0xa6, 0x55)];
/// Leaves of bamboo.
pub(super) const BAMBOO: [Colour; 3] =
    [Colour::rgb(0x5a, 0x69, 0x2f), Colour::rgb(0x85, 0x91, 0x42), Colour::rgb(0xb2, 0xb8, 0x62)];
/// Blades of high grass.
pub(super) const GRASS: [Colour; 3] =
    [Colour::rgb(0x71, 0x74, 0x33), Colour::rgb(0x9d, 0x99, 0x48), Colour::rgb(0xc9, 0xbf, 0x70)];
/// Thatch: the four sides of a roof from the sunny one to the dark one.
pub(super) const THATCH: [Colour; 4] = [
    Colour::rgb(0xd6, 0xb9, 0x7e),
    Colour::rgb(0xc4, 0xa3, 0x68),
    Colour::rgb(0xa0, 0x80, 0x4e),
    Colour::rgb(0x88, 0x6b, 0x40),
];
/// Roof tiles, in the same order.
pub(super) const TILES: [Colour; 4] = [
    Colour::rgb(0xc4, 0x82, 0x62),
    Colour::rgb(0xb1, 0x6e, 0x52),
    Colour::rgb(0x8f, 0x55, 0x40),
    Colour::rgb(0x79, 0x47, 0x36),
];
/// Stone, light, middle and dark.
pub(super) const STONE: [Colour; 3] =
    [Colour::rgb(0xc6, 0xbd, 0xa6), Colour::rgb(0x9c, 0x93, 0x80), Colour::rgb(0x6a, 0x63, 0x56)];
/// Sandbags, light, middle and dark.
pub(super) const BAGS: [Colour; 3] =
    [Colour::rgb(0xc9, 0xb5, 0x86), Colour::rgb(0xab, 0x96, 0x68), Colour::rgb(0x6f, 0x60, 0x40)];
