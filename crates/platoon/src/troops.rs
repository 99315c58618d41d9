//! Who fights, and with what.

use serde::{Deserialize, Serialize};

/// The number of a figure in its squad, from 1, as commands name it; its place is counted from 0.
pub(crate) const fn number(place: usize) -> u8 {
    place as u8 + 1
}

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The Americans and their allies.
    Allied,
    /// Viet Cong and North Vietnamese.
    Vc,
}

impl Side {
    /// The name as players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allied => "Allied",
            Self::Vc => "VC/NVA",
        }
    }

    /// The other one.
    pub const fn enemy(self) -> Self {
        match self {
            Self::Allied => Self::Vc,
            Self::Vc => Self::Allied,
        }
    }
}

/// The number of a squad, as written on its base. 0 stands for one that is not to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SquadId(pub u8);

/// The number of a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MarkerId(pub u8);

/// Troops by their rating. Rule P-gung-ho.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Troops {
    /// A film hero.
    Character,
    /// Airmobile infantry, Armoured Cavalry, 101st Airborne.
    Airmobile,
    /// Long-range patrols and Green Berets.
    Lurps,
    RokMarines,
    UsMarines,
    /// Australians, New Zealanders and Koreans of the line.
    Anzac,
    ArvnAirborne,
    UsInfantry,
    ArvnRangers,
    /// Regular NVA.
    Nva,
    /// VC Main Force after 1968.
    VcMainLate,
    /// ARVN of the line.
    Arvn,
    /// VC Main Force before 1968.
    VcMain,
    /// ARVN of the 3rd, 5th, 9th and 18th Divisions.
    ArvnPoor,
    /// VC of the local force.
    VcLocal,
    /// VC village militia, Dan Cong.
    Militia,
    /// Civilian Irregular Defense Group.
    Cidg,
    Peasant,
}

impl Troops {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::Character,
        Self::Airmobile,
        Self::Lurps,
        Self::RokMarines,
        Self::UsMarines,
        Self::Anzac,
        Self::ArvnAirborne,
        Self::UsInfantry,
        Self::ArvnRangers,
        Self::Nva,
        Self::VcMainLate,
        Self::Arvn,
        Self::VcMain,
        Self::ArvnPoor,
        Self::VcLocal,
        Self::Militia,
        Self::Cidg,
        Self::Peasant,
    ];

    /// Its name in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Character => "Film hero",
            Self::Airmobile => "Airmobile infantry",
            Self::Lurps => "Long-range patrol",
            Self::RokMarines => "ROK Marines",
            Self::UsMarines => "US Marines",
            Self::Anzac => "Anzac or Korean infantry",
            Self::ArvnAirborne => "ARVN Airborne",
            Self::UsInfantry => "US Infantry",
            Self::ArvnRangers => "ARVN Rangers",
            Self::Nva => "NVA regulars",
            Self::VcMainLate => "VC Main Force after 1968",
            Self::Arvn => "ARVN infantry",
            Self::VcMain => "VC Main Force before 1968",
            Self::ArvnPoor => "ARVN of a poor division",
            Self::VcLocal => "VC local force",
            Self::Militia => "VC village militia",
            Self::Cidg => "Irregular Defense Group",
            Self::Peasant => "Peasants",
        }
    }

    /// Whether they get on better in bad terrain: VC, long-range patrols and Rangers. Rule P-infantry-move.
    pub(crate) const fn is_light(self) -> bool {
        matches!(
            self,
            Self::Lurps | Self::ArvnRangers | Self::VcMain | Self::VcMainLate | Self::VcLocal | Self::Militia
        )
    }

    /// Whether they are of the ARVN, for interrogations.
    pub(crate) const fn is_arvn(self) -> bool {
        matches!(self, Self::Arvn | Self::ArvnPoor | Self::ArvnAirborne | Self::ArvnRangers)
    }
}

/// What a figure carries. Rules P-fire and P-direct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Nothing, or hidden from view.
    Nothing,
    /// Garand, Mosin, SKS, carbine.
    OldRifle,
    /// M14, M16, AK47, SLR.
    AssaultRifle,
    /// Submachine gun.
    Smg,
    Shotgun,
    Pistol,
    /// M60, RPD.
    Lmg,
    /// M79 or M203.
    GrenadeLauncher,
    /// .50 calibre, PKM, door minigun.
    Hmg,
    /// Tank gun, cannon, gunship minigun.
    Cannon,
    /// Rocket-propelled grenade.
    Rpg,
    /// A single 66mm rocket beside a rifle.
    Law,
    /// Carl Gustav.
    Maw,
    /// Recoilless rifle.
    Rcl,
    /// 60mm mortar.
    Mortar60,
    /// 81mm mortar.
    Mortar81,
    /// 82mm mortar.
    Mortar82,
    /// A mortar over 82mm.
    HeavyMortar,
}

impl Weapon {
    /// Every weapon.
    pub const ALL: [Self; 18] = [
        Self::Nothing,
        Self::OldRifle,
        Self::AssaultRifle,
        Self::Smg,
        Self::Shotgun,
        Self::Pistol,
        Self::Lmg,
        Self::GrenadeLauncher,
        Self::Hmg,
        Self::Cannon,
        Self::Rpg,
        Self::Law,
        Self::Maw,
        Self::Rcl,
        Self::Mortar60,
        Self::Mortar81,
        Self::Mortar82,
        Self::HeavyMortar,
    ];

    /// Whether it may fire at a point or a vehicle. Rule P-direct, ruling P-R21.
    pub const fn is_direct(self) -> bool {
        matches!(self, Self::Rpg | Self::Law | Self::Maw | Self::Rcl | Self::Cannon)
    }

    /// As in running text, one of them.
    pub(crate) fn with_article(self) -> String {
        let name = self.name();
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u'])
            || matches!(self, Self::Lmg | Self::Hmg | Self::GrenadeLauncher | Self::Rpg);
        format!("{} {name}", if vowel { "an" } else { "a" })
    }

    /// Whether it takes part in volleys. Rule P-fire.
    pub(crate) const fn fires_in_volleys(self) -> bool {
        !matches!(self, Self::Nothing | Self::Rpg | Self::Maw) && !self.is_mortar()
    }

    /// Whether it stands in the row of heavy machine guns. Ruling P-R24.
    pub const fn is_heavy(self) -> bool {
        matches!(self, Self::Hmg | Self::Rcl)
    }

    /// Whether it fires over what is between. Rule P-mortar.
    pub const fn is_mortar(self) -> bool {
        matches!(self, Self::Mortar60 | Self::Mortar81 | Self::Mortar82 | Self::HeavyMortar)
    }

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no weapon",
            Self::OldRifle => "old rifle",
            Self::AssaultRifle => "assault rifle",
            Self::Smg => "submachine gun",
            Self::Shotgun => "shotgun",
            Self::Pistol => "pistol",
            Self::Lmg => "LMG",
            Self::GrenadeLauncher => "M79",
            Self::Hmg => "HMG",
            Self::Cannon => "cannon",
            Self::Rpg => "RPG",
            Self::Law => "LAW",
            Self::Maw => "MAW",
            Self::Rcl => "recoilless rifle",
            Self::Mortar60 => "60mm mortar",
            Self::Mortar81 => "81mm mortar",
            Self::Mortar82 => "82mm mortar",
            Self::HeavyMortar => "heavy mortar",
        }
    }
}

/// What a squad is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Figures on foot.
    #[default]
    Foot,
    Sniper,
    /// Villagers.
    Peasants,
    /// A lorry or jeep.
    Soft,
    /// A patrol boat. Ruling P-R44.
    Boat,
    /// An armoured personnel carrier.
    Apc,
    Tank,
    Helicopter,
}

impl Kind {
    /// Whether it is a vehicle, with its crew as figures.
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Self::Soft | Self::Boat | Self::Apc | Self::Tank | Self::Helicopter)
    }

    /// Whether it is an armoured fighting vehicle.
    pub(crate) const fn is_armoured(self) -> bool {
        matches!(self, Self::Apc | Self::Tank)
    }
}

/// The three ways of going on foot. Rule P-infantry-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// Looking for traps and the enemy.
    Cautious,
    /// The usual way.
    Patrol,
    /// As fast as one can.
    Fast,
}

impl Mode {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Cautious, Self::Patrol, Self::Fast];

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cautious => "cautiously",
            Self::Patrol => "on patrol",
            Self::Fast => "fast",
        }
    }
}
