//! The kinds of units and who owns them. Reference table 5.1.

use serde::{Deserialize, Serialize};

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
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
    M48,
    /// US River Patrol Boat. Rule 33.0.
    PatrolBoat,
    /// US transport helicopter. Rule base-4.14.
    Transport,
    /// US gunship. Rule base-4.14.
    Gunship,
    /// US mortar of 81 mm: a heavy weapon that a unit carries. Rule base-4.13.
    Mortar81,
    /// The two men of a US aircraft that is down.
    Crew,
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
    /// NLF mortar of 82 mm: a heavy weapon that a unit carries. Rule base-4.13.
    Mortar82,
    /// NLF counter with nobody behind it.
    Dummy,
    /// A face-down NLF counter, as the other side sees it.
    Suspect,
}

impl Kind {
    /// All kinds that a table has values for.
    pub const ALL: [Self; 21] = [
        Self::Rifle,
        Self::Weapons,
        Self::PlatoonLeader,
        Self::CompanyCommander,
        Self::Observer,
        Self::M113,
        Self::M48,
        Self::PatrolBoat,
        Self::Transport,
        Self::Gunship,
        Self::Mortar81,
        Self::Crew,
        Self::Local,
        Self::MainForce,
        Self::Nva,
        Self::PlatoonCadre,
        Self::CompanyCadre,
        Self::BattalionCadre,
        Self::Sniper,
        Self::Mortar82,
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
            | Self::PatrolBoat
            | Self::Transport
            | Self::Gunship
            | Self::Mortar81
            | Self::Crew => Side::Us,
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
            Self::Transport => "UH-1",
            Self::Gunship => "gunship",
            Self::Mortar81 => "81 mm mortar",
            Self::Crew => "aircrew",
            Self::Local => "guerrilla squad",
            Self::MainForce => "VC squad",
            Self::Nva => "NVA squad",
            Self::PlatoonCadre => "Platoon Cadre",
            Self::CompanyCadre => "Company Cadre",
            Self::BattalionCadre => "Battalion Cadre",
            Self::Sniper => "sniper",
            Self::Mortar82 => "82 mm mortar",
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

    /// A helicopter of either sort. Rule base-4.14.
    pub const fn is_helicopter(self) -> bool {
        matches!(self, Self::Transport | Self::Gunship)
    }

    /// A mortar, which lies with its carrier or on the ground. Rule base-4.16.
    pub const fn is_heavy_weapon(self) -> bool {
        matches!(self, Self::Mortar81 | Self::Mortar82)
    }

    /// What takes others aboard. Rules base-4.14 and base-4.15.
    pub const fn takes_passengers(self) -> bool {
        matches!(self, Self::M113 | Self::Transport)
    }

    /// Who may call artillery, air strikes and mortars: observers, leaders and boats. Rules base-4.13 and 33.42.
    pub const fn is_observer(self) -> bool {
        matches!(self, Self::CompanyCommander | Self::PlatoonLeader | Self::Observer | Self::PatrolBoat)
    }

    /// Men on foot, snipers among them; a face-down counter has to be taken for that.
    pub const fn is_personnel(self) -> bool {
        !self.is_vehicle()
            && !self.is_boat()
            && !self.is_helicopter()
            && !self.is_heavy_weapon()
            && !matches!(self, Self::Dummy)
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
        matches!(self, Self::CompanyCommander | Self::PlatoonLeader | Self::Observer | Self::Crew)
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
