//! The parts of the rules that can be played with or without. Rule base-4.1.

use serde::{Deserialize, Serialize};

/// A part of the rules that can be played with or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Switch {
    /// The Company Commander leads [13.2]. Rule base-4.8.
    Leadership,
    /// Platoon Leaders lead too. Rule base-4.8.
    PlatoonLeaders,
    /// NLF command control [15.1]. Rule base-4.9.
    CommandControl,
    /// Improved Positions [16.0]. Rule base-4.10.
    ImprovedPositions,
    /// Fire and Movement [17.0]. Rule base-4.11.
    FireAndMovement,
    /// Increased Fire Rate and Ammunition Supply [19.0]. Rule base-4.12.
    Ammunition,
    /// The Casualty Combat Results Table in place of the Points table.
    Casualties,
    /// Company and Battalion Cadres with support elements [31.0].
    CompanyCadres,
    /// Close assault [32.0].
    CloseAssault,
    /// River Patrol Boats [33.0].
    PatrolBoats,
    /// Points for a unit destroyed in close assault by its size. Ruling SD-A20.
    ScaledDestruction,
    /// The battery and preplanned fire. Rule base-4.13.
    Artillery,
    /// Air strikes. Rule base-4.13.
    AirStrikes,
    /// Helicopters. Rule base-4.14.
    Helicopters,
    /// Tanks and armoured personnel carriers. Rule base-4.15.
    Vehicles,
    /// RPG-7s. Rule base-4.15.
    Rpgs,
    /// Mortars. Rules base-4.13 and base-4.16.
    HeavyWeapons,
    /// Casualties are carried and brought out. Rule base-4.16.
    Evacuation,
    /// Squads that take a dead leader's place. Rule base-4.8.
    ActingLeaders,
    /// Civilians in the villages. Rule base-4.17.
    Civilians,
    /// Hidden counters are not shown at all. Rule base-4.7.
    FullyHidden,
}

impl Switch {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Leadership,
        Self::PlatoonLeaders,
        Self::CommandControl,
        Self::ImprovedPositions,
        Self::FireAndMovement,
        Self::Ammunition,
        Self::Casualties,
        Self::CompanyCadres,
        Self::CloseAssault,
        Self::PatrolBoats,
        Self::ScaledDestruction,
        Self::Artillery,
        Self::AirStrikes,
        Self::Helicopters,
        Self::Vehicles,
        Self::Rpgs,
        Self::HeavyWeapons,
        Self::Evacuation,
        Self::ActingLeaders,
        Self::Civilians,
        Self::FullyHidden,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leadership => "US leadership",
            Self::PlatoonLeaders => "Platoon Leaders",
            Self::CommandControl => "NLF command control",
            Self::ImprovedPositions => "Improved Positions",
            Self::FireAndMovement => "Fire and Movement",
            Self::Ammunition => "Increased Fire Rate and Ammunition Supply",
            Self::Casualties => "Casualty Combat Results Table",
            Self::CompanyCadres => "Company Cadres and support elements",
            Self::CloseAssault => "Close assault",
            Self::PatrolBoats => "River Patrol Boats",
            Self::ScaledDestruction => "Scaled points for close assault",
            Self::Artillery => "Artillery",
            Self::AirStrikes => "Air strikes",
            Self::Helicopters => "Helicopters",
            Self::Vehicles => "Vehicles",
            Self::Rpgs => "RPG-7s",
            Self::HeavyWeapons => "Mortars",
            Self::Evacuation => "Carrying and evacuating casualties",
            Self::ActingLeaders => "Acting leaders",
            Self::Civilians => "Civilians",
            Self::FullyHidden => "Hidden counters are not shown",
        }
    }
}

/// Which switches are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Switches(pub(crate) u32);

impl Switches {
    /// Whether a part of the rules is played.
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & (1 << switch as u32) != 0
    }

    /// Turns one on.
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u32)
    }

    /// Turns one off.
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(1 << switch as u32))
    }
}
