//! Sides, figures, what they carry and what they are at.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{Heading, Point};

use crate::state::Spot;

/// A player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// Americans and their South Vietnamese allies.
    UsArvn,
    /// The Viet Cong and the North Vietnamese army.
    VcNva,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::UsArvn, Self::VcNva];

    /// `US/ARVN`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UsArvn => "US/ARVN",
            Self::VcNva => "VC/NVA",
        }
    }

    /// The other side.
    pub const fn enemy(self) -> Self {
        match self {
            Self::UsArvn => Self::VcNva,
            Self::VcNva => Self::UsArvn,
        }
    }
}

/// A figure by its number in the scenario's lists, from 0: first those of US/ARVN, then those of VC/NVA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FigureId(pub u8);

impl FigureId {
    /// Its place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A weapon. Section "Firing".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    Pistol,
    /// A bolt-action or self-loading rifle.
    Rifle,
    Shotgun,
    SubmachineGun,
    /// An M16 or AK-47.
    AssaultRifle,
    /// An M60, RPD or the like.
    LightMachineGun,
    /// A .50 or 12.7 mm machine gun.
    HeavyMachineGun,
    /// A rifle with a telescope: one aimed shot a turn.
    SniperRifle,
    /// An M79 or M203.
    Launcher,
    /// A rocket-propelled grenade.
    Rpg,
    /// A mortar on the table.
    Mortar,
}

impl Weapon {
    /// All, in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Pistol,
        Self::Rifle,
        Self::Shotgun,
        Self::SubmachineGun,
        Self::AssaultRifle,
        Self::LightMachineGun,
        Self::HeavyMachineGun,
        Self::SniperRifle,
        Self::Launcher,
        Self::Rpg,
        Self::Mortar,
    ];

    /// Its name in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pistol => "pistol",
            Self::Rifle => "rifle",
            Self::Shotgun => "shotgun",
            Self::SubmachineGun => "submachine gun",
            Self::AssaultRifle => "assault rifle",
            Self::LightMachineGun => "light machine gun",
            Self::HeavyMachineGun => "heavy machine gun",
            Self::SniperRifle => "sniper rifle",
            Self::Launcher => "grenade launcher",
            Self::Rpg => "RPG",
            Self::Mortar => "mortar",
        }
    }

    /// Whether a die is rolled for each phase of fire and a counter placed: everything but launchers, RPG and mortars.
    pub const fn is_direct(self) -> bool {
        !matches!(self, Self::Launcher | Self::Rpg | Self::Mortar)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The weapons of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WeaponSet(u16);

impl WeaponSet {
    /// Whether it is among them.
    pub const fn has(self, weapon: Weapon) -> bool {
        self.0 & weapon.bit() != 0
    }

    /// All of them, in the order of the table.
    pub fn each(self) -> impl Iterator<Item = Weapon> {
        Weapon::ALL.into_iter().filter(move |&w| self.has(w))
    }
}

impl FromIterator<Weapon> for WeaponSet {
    fn from_iter<I: IntoIterator<Item = Weapon>>(weapons: I) -> Self {
        Self(weapons.into_iter().fold(0, |set, w| set | w.bit()))
    }
}

impl Serialize for WeaponSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for WeaponSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Weapon>::deserialize(deserializer).map(Self::from_iter)
    }
}

/// A type of grenade, for hand, launcher and mortar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grenade {
    /// Splinters.
    Fragmentation,
    /// White phosphorus: burns and smokes.
    Phosphorus,
    /// Smoke alone.
    Smoke,
    /// Blast alone; optional.
    Concussion,
}

impl Grenade {
    /// All.
    pub const ALL: [Self; 4] = [Self::Fragmentation, Self::Phosphorus, Self::Smoke, Self::Concussion];

    /// Its name before `grenade` or `round`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fragmentation => "fragmentation",
            Self::Phosphorus => "phosphorus",
            Self::Smoke => "smoke",
            Self::Concussion => "concussion",
        }
    }
}

/// What a figure carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kit {
    pub weapons: WeaponSet,
    /// Grenades or rounds, in the order of [`Grenade::ALL`].
    pub grenades: [u8; 4],
    /// Claymores to be placed.
    pub claymores: u8,
    pub radio: bool,
}

impl Kit {
    /// What is written in a table of figures.
    pub fn new(weapons: &[Weapon], grenades: &BTreeMap<Grenade, u8>, claymores: u8, radio: bool) -> Self {
        let left = Grenade::ALL.map(|g| grenades.get(&g).copied().unwrap_or(0));
        Self { weapons: weapons.iter().copied().collect(), grenades: left, claymores, radio }
    }

    /// How many grenades of a type are left.
    pub const fn left(&self, grenade: Grenade) -> u8 {
        self.grenades[grenade as usize]
    }
}

/// Something that takes several phases one after another, possibly over turns. Ruling S-R08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Work {
    /// Tactical movement.
    Tactical,
    /// Throwing a hand grenade.
    Throw,
    /// Loading and firing an M79 or M203.
    Launch,
    /// Loading and firing an RPG.
    Rocket,
    /// Aiming a sniper's rifle.
    Aim,
    /// Placing a Claymore: the whole of one turn.
    Claymore,
    /// Setting up a mortar.
    SetUp,
    /// Taking a mortar down.
    TakeDown,
}

impl Work {
    /// All.
    pub const ALL: [Self; 8] = [
        Self::Tactical,
        Self::Throw,
        Self::Launch,
        Self::Rocket,
        Self::Aim,
        Self::Claymore,
        Self::SetUp,
        Self::TakeDown,
    ];

    /// What the figure does, after `prepares`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tactical => "a tactical move",
            Self::Throw => "a hand grenade",
            Self::Launch => "the grenade launcher",
            Self::Rocket => "the RPG",
            Self::Aim => "an aimed shot",
            Self::Claymore => "a Claymore",
            Self::SetUp => "the mortar for firing",
            Self::TakeDown => "the mortar for carrying",
        }
    }
}

/// Where a figure is in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// On the table.
    Up,
    /// In a vehicle.
    Aboard(FigureId),
    /// Killed, or exploded.
    Removed,
    /// Off the table by its edge.
    Left,
}

/// How the enemy may know of a figure. Ruling S-R19.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// Whether it is hidden at all.
    pub hidden: bool,
    /// Where it fired from in its last turn. Rule S-hidden.
    pub fired_from: Option<Spot>,
    /// Its movement was heard, as its own side was told.
    pub heard: bool,
    /// A listener heard it. Its own side does not know of that.
    pub overheard: bool,
    /// An enemy is near enough to see it, hidden or not; of one that rides or has left: the enemy saw it go there.
    pub seen: bool,
    /// It was spotted under the alternate rules.
    pub spotted: bool,
}

impl Trace {
    /// Whether the enemy may fire at it wherever it goes now: it does not hide, has fired, was heard or spotted. Who is only seen is
    /// not given away.
    pub const fn is_given_away(&self) -> bool {
        !self.hidden || self.fired_from.is_some() || self.heard || self.overheard || self.spotted
    }
}

/// A mortar on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mortar {
    /// Whether it is set up.
    pub ready: bool,
    /// Where its last round was aimed since it was set up.
    pub aim: Option<Spot>,
}

/// A figure, or a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    pub side: Side,
    /// An M113.
    pub vehicle: bool,
    /// Where it is in the game.
    pub standing: Standing,
    /// Where it is on the table; none if it is not, or if the viewer does not know.
    pub at: Option<Point>,
    /// Straight ahead, in lowest terms.
    pub facing: Heading,
    /// Suppression counters: they stand for wounds, fear and going to ground, of which there is nothing else. Ruling S-R27.
    pub counters: u8,
    /// Phases left in this turn.
    pub phases: u8,
    /// Phases that its last turn began with; none if the viewer does not know what is left of them. Rulings S-R03 and S-R28.
    pub granted: Option<u8>,
    /// Whether it has spent a phase in this turn.
    pub begun: bool,
    /// What it is at, and how many phases of it are done.
    pub work: Option<(Work, u8)>,
    pub kit: Kit,
    /// Noise made in its last turn.
    pub pips: u8,
    /// How the enemy may know of it.
    pub trace: Trace,
    /// Kills of a vehicle: the first immobilises it, the second explodes it.
    pub kills: u8,
    /// Whether its one shot or round of this turn is fired.
    pub shot: bool,
    pub mortar: Option<Mortar>,
}

impl Figure {
    /// Where it stands, if it is on the table.
    pub fn place(&self) -> Option<Point> {
        self.at.filter(|_| self.standing == Standing::Up)
    }

    /// Whether it is still in the game, on the table or aboard.
    pub fn in_play(&self) -> bool {
        matches!(self.standing, Standing::Up | Standing::Aboard(_))
    }
}
