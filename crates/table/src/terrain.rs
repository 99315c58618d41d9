//! Kinds of terrain and what they are like. A game that reads one of them otherwise says so itself.

use serde::{Deserialize, Serialize};

/// What protects a figure from fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// Nothing.
    #[default]
    None,
    /// What hides: leaves, thatch, a bank of earth.
    Soft,
    /// What stops a bullet: masonry, sandbags, a trench.
    Hard,
}

/// How a figure on foot or a vehicle on land gets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Going {
    /// Firm and free.
    Good,
    /// Tangled, soft, steep or broken.
    Bad,
    /// Not at all: deep water.
    Impassable,
}

/// How far sight goes through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Veil {
    /// Freely.
    Clear,
    /// A short way: how far is the game's to say.
    Thick,
    /// Not at all.
    Solid,
}

macro_rules! terrains {
    ($($(#[$doc:meta])* $kind:ident $letter:literal $name:literal $stands:literal $going:ident $cover:ident $veil:ident),+ $(,)?) => {
        /// What a cell of the table is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Terrain {
            $($(#[$doc])* $kind),+
        }

        impl Terrain {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Its letter in a scenario's drawing of the table.
            pub const fn letter(self) -> char {
                match self { $(Self::$kind => $letter),+ }
            }

            /// Its name in running text.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// Where somebody in it stands: `in the jungle`.
            pub const fn stands(self) -> &'static str {
                match self { $(Self::$kind => $stands),+ }
            }

            /// How figures on foot and vehicles on land get on in it.
            pub const fn going(self) -> Going {
                match self { $(Self::$kind => Going::$going),+ }
            }

            /// What cover a figure in it has.
            pub const fn cover(self) -> Cover {
                match self { $(Self::$kind => Cover::$cover),+ }
            }

            /// How far one sees through it.
            pub const fn veil(self) -> Veil {
                match self { $(Self::$kind => Veil::$veil),+ }
            }
        }
    };
}

terrains! {
    /// Short grass, bare ground.
    Open '.' "open ground" "in the open" Good None Clear,
    /// A road for vehicles.
    Road '=' "road" "on the road" Good None Clear,
    /// A footpath.
    Trail ':' "trail" "on the trail" Good None Clear,
    /// Yards and gardens between houses.
    Village 'v' "village" "in the village" Good None Clear,
    /// A hut of thatch and bamboo.
    Hooch 'h' "hooch" "in a hooch" Good Soft Solid,
    /// A building of stone or brick.
    Masonry 'H' "masonry building" "in a masonry building" Good Hard Solid,
    /// A bunker of logs and earth.
    Bunker 'B' "bunker" "in a bunker" Good Hard Solid,
    /// A trench or a line of foxholes.
    Trench 't' "trench" "in a trench" Good Hard Clear,
    /// A wall of sandbags.
    Sandbags 'S' "sandbags" "behind sandbags" Good Hard Clear,
    /// A field without water.
    DryPaddy 'd' "dry paddy" "in a dry paddy" Good None Clear,
    /// A field under water.
    WetPaddy 'p' "wet paddy" "in a wet paddy" Bad None Clear,
    /// The bank between two fields.
    Bund 'b' "paddy bund" "behind a paddy bund" Good Soft Clear,
    /// Trees in rows, clear below.
    Plantation 'n' "plantation" "in a plantation" Good Soft Clear,
    /// Jungle.
    Jungle 'J' "jungle" "in the jungle" Bad Soft Thick,
    /// Forest.
    Forest 'F' "forest" "in the forest" Bad Soft Thick,
    /// Bamboo.
    Bamboo 'm' "bamboo" "in bamboo" Bad Soft Thick,
    /// Grass higher than a man.
    ElephantGrass 'g' "elephant grass" "in elephant grass" Bad Soft Thick,
    /// Swamp.
    Swamp 'w' "swamp" "in a swamp" Bad None Clear,
    /// A brook that can be waded.
    Stream 's' "stream" "in a stream" Bad None Clear,
    /// Water that can be waded and that boats find narrow.
    Shallows 'r' "shallows" "in shallow water" Bad None Clear,
    /// Deep water.
    River 'R' "river" "on the river" Impassable None Clear,
    /// Rubble.
    Rubble 'u' "rubble" "in rubble" Bad Hard Clear,
    /// A steep slope.
    SteepHill 'x' "steep hill" "on a steep hill" Bad None Clear,
    /// A crater: cover behind its lip.
    Crater '+' "crater" "in a crater" Good Soft Clear,
    /// A low wall.
    Wall 'W' "wall" "behind a wall" Good Hard Clear,
    /// A hedge.
    Hedge 'e' "hedge" "behind a hedge" Good Soft Clear,
    /// Boulders.
    Boulders 'o' "boulders" "among boulders" Bad Hard Clear,
}

impl Terrain {
    /// The kind with this letter.
    pub fn lettered(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.letter() == letter)
    }

    /// Whether crossing it takes more than walking: walls, hedges, bunds, streams.
    pub const fn is_obstacle(self) -> bool {
        matches!(self, Self::Wall | Self::Hedge | Self::Bund | Self::Stream)
    }

    /// How a boat gets on in it.
    pub const fn afloat(self) -> Going {
        match self {
            Self::River => Going::Good,
            Self::Shallows => Going::Bad,
            _ => Going::Impassable,
        }
    }
}
