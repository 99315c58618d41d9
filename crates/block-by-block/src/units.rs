//! The counters: who they are, not what happened to them. Rules 2.2 to 2.5, 4.1, 8.0, 8.2 and 11.1.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::places::{Bits, Gate};
pub use crate::set::UnitSet;

/// A player's side. Rule 2.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// United States Marines, MACV, ARVN and RVN Marines.
    #[serde(rename = "US/ARVN")]
    UsArvn,
    #[serde(rename = "PAVN/NLF")]
    PavnNlf,
}

impl Side {
    /// The other side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::UsArvn => Self::PavnNlf,
            Self::PavnNlf => Self::UsArvn,
        }
    }

    /// The name as the rulebook has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UsArvn => "US/ARVN",
            Self::PavnNlf => "PAVN/NLF",
        }
    }
}

/// Which counters share values, colour and rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum UnitKind {
    MacvTeam,
    Marines,
    DivisionHq,
    Airborne,
    Regiment,
    HacBao,
    RvnMarines,
    Rangers,
    Pavn4th,
    Pavn6th,
    NlfCompany,
    GateTower,
    Platoon,
}

/// Who may fight in one assault group. Rule 7.2 and ruling BB-R36.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nationality {
    /// US Marines.
    Us,
    /// ARVN and RVN.
    Arvn,
    /// Either of the two: the Hac Bao company and the MACV team.
    Either,
    /// PAVN and NLF, which mix freely.
    Pavn,
}

/// The size mark on a counter. Rule 2.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitSize {
    Platoon,
    Company,
    Battalion,
    Headquarters,
    Detachment,
    Tower,
}

impl UnitKind {
    /// All kinds, in the order of the counter list.
    pub const ALL: [Self; 13] = [
        Self::MacvTeam,
        Self::Marines,
        Self::DivisionHq,
        Self::Airborne,
        Self::Regiment,
        Self::HacBao,
        Self::RvnMarines,
        Self::Rangers,
        Self::Pavn4th,
        Self::Pavn6th,
        Self::NlfCompany,
        Self::GateTower,
        Self::Platoon,
    ];

    /// The side it fights for.
    pub const fn side(self) -> Side {
        match self {
            Self::Pavn4th | Self::Pavn6th | Self::NlfCompany | Self::GateTower => Side::PavnNlf,
            _ => Side::UsArvn,
        }
    }

    /// Who it may share an assault group with.
    pub const fn nationality(self) -> Nationality {
        match self {
            Self::Marines => Nationality::Us,
            Self::MacvTeam | Self::HacBao => Nationality::Either,
            Self::DivisionHq | Self::Airborne | Self::Regiment | Self::RvnMarines | Self::Rangers | Self::Platoon => {
                Nationality::Arvn
            }
            Self::Pavn4th | Self::Pavn6th | Self::NlfCompany | Self::GateTower => Nationality::Pavn,
        }
    }

    /// The size mark.
    pub const fn size(self) -> UnitSize {
        match self {
            Self::MacvTeam => UnitSize::Detachment,
            Self::DivisionHq => UnitSize::Headquarters,
            Self::Marines | Self::HacBao | Self::NlfCompany => UnitSize::Company,
            Self::GateTower => UnitSize::Tower,
            Self::Platoon => UnitSize::Platoon,
            _ => UnitSize::Battalion,
        }
    }

    /// Whether the counter has no spent side: the MACV team, the Division HQ, NLF companies and platoons. Rule 2.5.
    pub const fn one_sided(self) -> bool {
        matches!(self, Self::MacvTeam | Self::DivisionHq | Self::NlfCompany | Self::Platoon)
    }

    /// Whether it may never move: the MACV team, the Division HQ, Gate Towers and platoons. Rules 6.3, 8.0, 8.2.
    pub const fn is_static(self) -> bool {
        matches!(self, Self::MacvTeam | Self::DivisionHq | Self::GateTower | Self::Platoon)
    }
}

/// How many counters there are: 22 US/ARVN and 18 PAVN/NLF units, 8 Gate Towers, 8 platoons.
pub const UNIT_COUNT: usize = 56;

/// A counter. US/ARVN units come first, then PAVN/NLF, Gate Towers A to H and platoons A to H.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u8);

use UnitKind as K;

/// Name on the counter, formation above it, and kind. Labels are reconstructed (reference, section 3.4).
const ROSTER: [(&str, &str, &str, UnitKind); UNIT_COUNT] = [
    ("MACV Team", "MACV", "Advisory Team", K::MacvTeam),
    ("A/1/1 Marines", "A", "1/1", K::Marines),
    ("B/1/1 Marines", "B", "1/1", K::Marines),
    ("F/2/5 Marines", "F", "2/5", K::Marines),
    ("G/2/5 Marines", "G", "2/5", K::Marines),
    ("H/2/5 Marines", "H", "2/5", K::Marines),
    ("A/1/5 Marines", "A", "1/5", K::Marines),
    ("B/1/5 Marines", "B", "1/5", K::Marines),
    ("C/1/5 Marines", "C", "1/5", K::Marines),
    ("1st Division HQ", "HQ", "1st Division", K::DivisionHq),
    ("2nd Airborne", "2", "Airborne", K::Airborne),
    ("7th Airborne", "7", "Airborne", K::Airborne),
    ("9th Airborne", "9", "Airborne", K::Airborne),
    ("1/3 Regiment", "1/3", "3rd Regiment", K::Regiment),
    ("2/3 Regiment", "2/3", "3rd Regiment", K::Regiment),
    ("3/3 Regiment", "3/3", "3rd Regiment", K::Regiment),
    ("Hac Bao", "Hắc Báo", "Black Panthers", K::HacBao),
    ("1st RVN Marines", "1", "RVN Marines", K::RvnMarines),
    ("4th RVN Marines", "4", "RVN Marines", K::RvnMarines),
    ("5th RVN Marines", "5", "RVN Marines", K::RvnMarines),
    ("21st Rangers", "21", "Rangers", K::Rangers),
    ("39th Rangers", "39", "Rangers", K::Rangers),
    ("804th Battalion", "804", "4th", K::Pavn4th),
    ("810th Battalion", "810", "4th", K::Pavn4th),
    ("K4B Battalion", "K4B", "4th", K::Pavn4th),
    ("K4C Battalion", "K4C", "4th", K::Pavn4th),
    ("1st Sappers", "1 Sap", "4th", K::Pavn4th),
    ("2nd Sappers", "2 Sap", "4th", K::Pavn4th),
    ("800th Battalion", "800", "6th", K::Pavn6th),
    ("802nd Battalion", "802", "6th", K::Pavn6th),
    ("806th Battalion", "806", "6th", K::Pavn6th),
    ("12th Sappers", "12 Sap", "6th", K::Pavn6th),
    ("1st Reserve", "1 Res", "6th", K::Pavn6th),
    ("2nd Reserve", "2 Res", "6th", K::Pavn6th),
    ("NLF Company 1", "C1", "NLF", K::NlfCompany),
    ("NLF Company 2", "C2", "NLF", K::NlfCompany),
    ("NLF Company 3", "C3", "NLF", K::NlfCompany),
    ("NLF Company 4", "C4", "NLF", K::NlfCompany),
    ("NLF Company 5", "C5", "NLF", K::NlfCompany),
    ("NLF Company 6", "C6", "NLF", K::NlfCompany),
    ("Tower A", "A", "Gate Tower", K::GateTower),
    ("Tower B", "B", "Gate Tower", K::GateTower),
    ("Tower C", "C", "Gate Tower", K::GateTower),
    ("Tower D", "D", "Gate Tower", K::GateTower),
    ("Tower E", "E", "Gate Tower", K::GateTower),
    ("Tower F", "F", "Gate Tower", K::GateTower),
    ("Tower G", "G", "Gate Tower", K::GateTower),
    ("Tower H", "H", "Gate Tower", K::GateTower),
    ("Platoon A", "A", "Platoon", K::Platoon),
    ("Platoon B", "B", "Platoon", K::Platoon),
    ("Platoon C", "C", "Platoon", K::Platoon),
    ("Platoon D", "D", "Platoon", K::Platoon),
    ("Platoon E", "E", "Platoon", K::Platoon),
    ("Platoon F", "F", "Platoon", K::Platoon),
    ("Platoon G", "G", "Platoon", K::Platoon),
    ("Platoon H", "H", "Platoon", K::Platoon),
];

/// The battalions of sappers.
const SAPPERS: [&str; 3] = ["1st Sappers", "2nd Sappers", "12th Sappers"];

/// Every US/ARVN unit, platoons included.
pub const US_ARVN_UNITS: UnitSet = UnitSet::of_bits(0x3f_ffff | PLATOONS.bits());
/// Every PAVN and NLF unit, Gate Towers not included.
pub const PAVN_NLF_UNITS: UnitSet = UnitSet::of_bits(0x3_ffff << 22);
/// The eight Gate Towers.
pub const TOWERS: UnitSet = UnitSet::of_bits(0xff << 40);
/// The eight platoons.
pub const PLATOONS: UnitSet = UnitSet::of_bits(0xff << 48);
/// Units that never move: the MACV team, the Division HQ, towers and platoons. Rules 6.3, 8.0, 8.2.
pub const STATIC_UNITS: UnitSet = UnitSet::of_bits(1 | 1 << 9 | TOWERS.bits() | PLATOONS.bits());
/// The six NLF companies.
pub const NLF: UnitSet = UnitSet::of_bits(0x3f << 34);
/// The three Airborne battalions.
pub const AIRBORNE: UnitSet = UnitSet::of_bits(0b111 << 10);

impl UnitId {
    /// Every counter.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..UNIT_COUNT as u8).map(Self)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < UNIT_COUNT);
        Self(index as u8)
    }

    /// A number below [`UNIT_COUNT`], for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The unit with this name.
    pub fn named(name: &str) -> Option<Self> {
        ROSTER.iter().position(|r| r.0 == name).map(Self::from_index)
    }

    /// Whether these are sappers, whose counter bears a sign of their own.
    pub fn is_sappers(self) -> bool {
        SAPPERS.contains(&self.name())
    }

    /// The full name: `A/1/1 Marines`.
    pub const fn name(self) -> &'static str {
        ROSTER[self.0 as usize].0
    }

    /// The short designation printed large on the counter: `A`, `2/3`, `K4B`.
    pub const fn designation(self) -> &'static str {
        ROSTER[self.0 as usize].1
    }

    /// The formation printed small on the counter: `1/1`, `Airborne`.
    pub const fn formation(self) -> &'static str {
        ROSTER[self.0 as usize].2
    }

    /// What kind of counter it is.
    pub const fn kind(self) -> UnitKind {
        ROSTER[self.0 as usize].3
    }

    /// Its side.
    pub const fn side(self) -> Side {
        self.kind().side()
    }

    /// The set that holds this unit only.
    pub const fn set(self) -> UnitSet {
        UnitSet::of_bits(1 << self.0)
    }

    /// The units of a set, in order.
    pub fn each(set: UnitSet) -> impl Iterator<Item = Self> + Clone {
        Bits(set.bits()).map(|i| Self(i as u8))
    }

    /// The Gate Tower of a gate.
    pub const fn tower(gate: Gate) -> Self {
        Self(40 + gate.index() as u8)
    }

    /// The platoon that may garrison a gate; at most one a gate (ruling BB-R21).
    pub const fn platoon(gate: Gate) -> Self {
        Self(48 + gate.index() as u8)
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            de::Error::custom(format!(
                "there is no unit \"{name}\": write a name such as \"A/1/1 Marines\" or \"Tower A\""
            ))
        })
    }
}
