//! The kinds of units and who owns them. Reference table 5.1.

use serde::{Deserialize, Serialize};

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The Americans.
    Us,
    /// The National Liberation Front and the North Vietnamese Army.
    Nlf,
}

impl Side {
    /// The other side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::Us => Self::Nlf,
            Self::Nlf => Self::Us,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Us => "US",
            Self::Nlf => "NLF",
        }
    }
}

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// US rifle squad.
    Rifle,
    /// US weapons squad with two machine guns.
    Weapons,
    /// US Platoon Leader. Rule base-4.8.
    PlatoonLeader,
    /// US Company Commander. Rule base-4.8.
    CompanyCommander,
    /// US Forward Observer.
    Observer,
    /// US armoured personnel carrier.
    M113,
    /// US tank.
    M48,
    /// US River Patrol Boat. Rule 33.0.
    PatrolBoat,
    /// NLF squad of the local guerrillas.
    Local,
    /// NLF main-force squad.
    MainForce,
    /// North Vietnamese squad.
    Nva,
    /// NLF Platoon Cadre.
    PlatoonCadre,
    /// NLF Company Cadre. Rule 31.0.
    CompanyCadre,
    /// NLF Battalion Cadre.
    BattalionCadre,
    /// NLF sniper.
    Sniper,
    /// NLF counter with nobody behind it.
    Dummy,
    /// A face-down NLF counter, as the other side sees it.
    Suspect,
}

impl Kind {
    /// All kinds that a table has values for.
    pub const ALL: [Self; 16] = [
        Self::Rifle,
        Self::Weapons,
        Self::PlatoonLeader,
        Self::CompanyCommander,
        Self::Observer,
        Self::M113,
        Self::M48,
        Self::PatrolBoat,
        Self::Local,
        Self::MainForce,
        Self::Nva,
        Self::PlatoonCadre,
        Self::CompanyCadre,
        Self::BattalionCadre,
        Self::Sniper,
        Self::Dummy,
    ];

    /// Who owns it.
    pub const fn side(self) -> Side {
        match self {
            Self::Rifle
            | Self::Weapons
            | Self::PlatoonLeader
            | Self::CompanyCommander
            | Self::Observer
            | Self::M113
            | Self::M48
            | Self::PatrolBoat => Side::Us,
            _ => Side::Nlf,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rifle => "rifle squad",
            Self::Weapons => "weapons squad",
            Self::PlatoonLeader => "Platoon Leader",
            Self::CompanyCommander => "Company Commander",
            Self::Observer => "Forward Observer",
            Self::M113 => "M113",
            Self::M48 => "M48",
            Self::PatrolBoat => "patrol boat",
            Self::Local => "guerrilla squad",
            Self::MainForce => "VC squad",
            Self::Nva => "NVA squad",
            Self::PlatoonCadre => "Platoon Cadre",
            Self::CompanyCadre => "Company Cadre",
            Self::BattalionCadre => "Battalion Cadre",
            Self::Sniper => "sniper",
            Self::Dummy => "dummy",
            Self::Suspect => "face-down counter",
        }
    }

    /// M48 or M113.
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Self::M113 | Self::M48)
    }

    /// A River Patrol Boat.
    pub const fn is_boat(self) -> bool {
        matches!(self, Self::PatrolBoat)
    }

    /// Men on foot, snipers among them; a face-down counter has to be taken for that.
    pub const fn is_personnel(self) -> bool {
        !self.is_vehicle() && !self.is_boat() && !matches!(self, Self::Dummy)
    }

    /// A squad of either side.
    pub const fn is_squad(self) -> bool {
        matches!(self, Self::Rifle | Self::Weapons | Self::Local | Self::MainForce | Self::Nva)
    }

    /// An NLF Cadre of any level.
    pub const fn is_cadre(self) -> bool {
        matches!(self, Self::PlatoonCadre | Self::CompanyCadre | Self::BattalionCadre)
    }

    /// A Cadre that may carry a support element. Rule 31.1, ruling SD-A38.
    pub const fn may_carry_element(self) -> bool {
        matches!(self, Self::CompanyCadre | Self::BattalionCadre)
    }

    /// US Company Commander or Platoon Leader.
    pub const fn is_leader(self) -> bool {
        matches!(self, Self::CompanyCommander | Self::PlatoonLeader)
    }

    /// Two men without an Attack Strength: they stack with a unit that has one. Rule base-4.3.
    pub const fn is_team(self) -> bool {
        matches!(self, Self::CompanyCommander | Self::PlatoonLeader | Self::Observer)
    }
}

/// What a Company or Battalion Cadre has with it. Rule 31.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Element {
    /// Nothing.
    #[default]
    None,
    /// A Heavy Machine Gun. Rule 31.11.
    HeavyMachineGun,
    /// Sappers. Rule 31.12.
    Sapper,
    /// A Recoilless Rifle. Rule 31.13.
    RecoillessRifle,
}

impl Element {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::HeavyMachineGun => "Heavy Machine Gun",
            Self::Sapper => "Sappers",
            Self::RecoillessRifle => "Recoilless Rifle",
        }
    }

    /// Whether it is too heavy to carry far. Rules 31.11 and 31.13.
    pub const fn is_heavy(self) -> bool {
        matches!(self, Self::HeavyMachineGun | Self::RecoillessRifle)
    }
}

/// A counter's number in the position. Numbers of face-down counters are dealt at random, so that they tell nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Its place in the list of units.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
