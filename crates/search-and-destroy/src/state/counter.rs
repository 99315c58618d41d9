//! A counter and where it is.

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::sight::Eye;
use crate::units::{Element, Kind, Side, UnitId};

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// On the map.
    Hex(Hex),
    /// A boat on the river hexside with this number. Ruling SD-A47.
    River(u8),
    /// A gunship above this hex. Rule base-4.14.
    Air(Hex),
    /// Aboard this unit, or carried by it. Rules base-4.14 to base-4.16.
    With(UnitId),
    /// A helicopter that is off the map and can come. Rule base-4.14.
    Base,
    /// Not yet set up, in this entry of the scenario's list.
    Pool(u8),
    /// Still to come by this entry of the scenario's list.
    Reserve(u8),
    /// Left the map by its own edge.
    Exited,
    /// Eliminated, destroyed, or a dummy found out.
    Gone,
}

/// Whether a unit is pinned. Rule base-4.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pin {
    #[default]
    No,
    /// Since its own player turn began, or later: it stays so through this turn's recovery.
    Fresh,
    /// Since before its own player turn began: it recovers at the end of it.
    Old,
}

/// Which way a boat goes on the river. Rule 33.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Course {
    /// Towards river hexside 0.
    West,
    /// Away from it.
    East,
}

impl Course {
    /// From one river hexside to another one.
    pub(crate) const fn between(from: u8, to: u8) -> Self {
        if to > from { Self::East } else { Self::West }
    }
}

/// Casualty markers that a unit carries. Rule base-4.16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Burden {
    pub killed: u8,
    pub wounded: u8,
}

impl Burden {
    /// How many markers.
    pub const fn markers(self) -> u8 {
        self.killed.saturating_add(self.wounded)
    }
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub kind: Kind,
    /// Its company, from 1; 0 for none.
    pub company: u8,
    /// Its platoon, from 1; 0 for none.
    pub platoon: u8,
    /// What a Cadre has with it. Rule 31.1.
    pub element: Element,
    /// Whether it still has an RPG-7. Rule base-4.15.
    pub rpg: bool,
    /// Whether it fights without command. Rule base-4.9.
    pub independent: bool,
    pub place: Place,
    /// Whether it lies face down. Rule base-4.7.
    pub face_down: bool,
    pub pin: Pin,
    /// Casualties it has taken for good. Ruling SD-A24.
    pub losses: u8,
    /// Units of fire left. Rule base-4.12.
    pub ammunition: u8,
    /// Movement Points spent in this player turn.
    pub spent: u8,
    /// Where the first move of an NLF unit in this player turn began, or came onto the map. Rule base-4.9.
    pub began: Option<Hex>,
    /// What it did in this player turn.
    pub fired: bool,
    /// It close assaulted in this player turn.
    pub assaulted: bool,
    /// It digs in this player turn. Rule base-4.10.
    pub digging: bool,
    /// It named a hex in this Search Phase.
    pub searched: bool,
    /// It is under leadership or command. Rules base-4.8 and base-4.9.
    pub controlled: bool,
    /// A leader that took casualties since the last Command Segment.
    pub shaken: bool,
    /// The other side has seen what the Cadre has with it. Ruling SD-A38.
    pub element_known: bool,
    /// A vehicle or boat that moves no more. Rule 33.34.
    pub immobilized: bool,
    /// Points scored against a boat. Rule 33.31.
    pub tally: u16,
    /// The river hexside a boat began on.
    pub home: Option<u8>,
    /// Which way a boat went in this phase. Rule 33.1.
    pub course: Option<Course>,
    /// Casualty markers it carries. Rule base-4.16.
    pub burden: Burden,
    /// The heavy weapon it carries. Rule base-4.16.
    pub weapon: Option<UnitId>,
    /// It got out of a helicopter in this player turn. Rule base-4.14.
    pub landed: bool,
    /// A booby trap or a hidden enemy stopped it in this player turn. Ruling SD-A76.
    pub stopped: bool,
    /// It moved in its own last player turn. Rule base-4.13.
    pub moved_before: bool,
    /// A helicopter that has landed, lifted off or come in this turn. Rule base-4.14.
    pub flown: bool,
    /// A squad that leads in place of a dead leader. Rule base-4.8.
    pub acting: bool,
}

impl Unit {
    /// A fresh counter.
    pub const fn fresh(kind: Kind, place: Place) -> Self {
        Self {
            kind,
            company: 0,
            platoon: 0,
            element: Element::None,
            rpg: false,
            independent: false,
            place,
            face_down: false,
            pin: Pin::No,
            losses: 0,
            ammunition: 0,
            spent: 0,
            began: None,
            fired: false,
            assaulted: false,
            digging: false,
            searched: false,
            controlled: true,
            shaken: false,
            element_known: false,
            immobilized: false,
            tally: 0,
            home: None,
            course: None,
            burden: Burden { killed: 0, wounded: 0 },
            weapon: None,
            landed: false,
            stopped: false,
            moved_before: false,
            flown: false,
            acting: false,
        }
    }

    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.kind.side()
    }

    /// The hex it is in.
    pub const fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Where it looks from and is seen: none off the map.
    pub const fn eye(&self) -> Option<Eye> {
        match self.place {
            Place::Hex(hex) => Some(Eye::Hex(hex)),
            Place::River(number) => Some(Eye::River(number)),
            Place::Air(hex) => Some(Eye::Air(hex)),
            _ => None,
        }
    }

    /// Whether it carries anything that slows it down. Rules base-4.16 and 32.43.
    pub fn carries(&self) -> bool {
        self.kind.is_personnel() && (self.burden.markers() > 0 || self.weapon.is_some())
    }

    /// Whether it is pinned.
    pub fn is_pinned(&self) -> bool {
        self.pin != Pin::No
    }
}
