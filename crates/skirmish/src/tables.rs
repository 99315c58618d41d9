//! Numbers: weapons, grenades, distances, kinds of figures. Each says where it is from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::INCH;
use tabletop::{Provenance, Sourced};

use crate::figure::{Grenade, Kit, Weapon};

/// A row of `tables/skirmish/weapons.ron`. Ruling S-R35.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    pub weapon: Weapon,
    /// The lowest face that suppresses.
    pub suppress_on: Sourced<u8>,
    pub counters: Sourced<u8>,
    /// How far it reaches, in inches; as far as one sees if there is none.
    #[serde(default)]
    pub range_in: Option<Sourced<u8>>,
    /// Whether it can do anything to an M113.
    pub harms_vehicles: Sourced<bool>,
}

impl WeaponRow {
    /// Its range in hundredths of an inch.
    pub fn range(&self) -> i32 {
        self.range_in.as_ref().map_or(i32::MAX, |r| i32::from(r.value) * INCH)
    }
}

/// `tables/skirmish/weapons.ron`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponTable {
    rows: Vec<WeaponRow>,
    rpg: WeaponRow,
}

impl WeaponTable {
    pub(crate) fn checked(rows: Vec<WeaponRow>) -> Result<Self, String> {
        for weapon in Weapon::ALL {
            let rows = rows.iter().filter(|row| row.weapon == weapon).count();
            let expected = usize::from(weapon.is_direct() || weapon == Weapon::Rpg);
            if rows != expected {
                return Err(format!("The {} has {rows} rows; it needs {expected}.", weapon.name()));
            }
        }
        for row in &rows {
            if !(1..=6).contains(&row.suppress_on.value) || !(1..=5).contains(&row.counters.value) {
                return Err(format!("The {}: faces run from 1 to 6, counters from 1 to 5.", row.weapon.name()));
            }
        }
        let rpg = rows.iter().find(|row| row.weapon == Weapon::Rpg).cloned().ok_or("The RPG has no row.")?;
        Ok(Self { rows, rpg })
    }

    /// Every row.
    pub fn each(&self) -> &[WeaponRow] {
        &self.rows
    }

    /// The row of a weapon; launchers and mortars have none.
    pub fn of(&self, weapon: Weapon) -> Option<&WeaponRow> {
        self.rows.iter().find(|row| row.weapon == weapon)
    }

    /// The row of the RPG.
    pub fn rpg(&self) -> &WeaponRow {
        &self.rpg
    }
}

/// What a burst does up to a distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The distance in inches.
    pub up_to_in: u8,
    pub counters: u8,
    /// The lowest face that gives them.
    pub die: u8,
    /// Where the row is from.
    pub from: Provenance,
}

impl Band {
    /// The distance in hundredths of an inch.
    pub fn reach(&self) -> i32 {
        i32::from(self.up_to_in) * INCH
    }
}

/// A type of grenade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrenadeRow {
    /// The type.
    pub grenade: Grenade,
    /// What it does, from the inside out.
    pub bands: Vec<Band>,
    /// The radius of its smoke in inches; 0 for none.
    pub smoke_in: Sourced<u8>,
}

/// A direction of deviation along or across the firing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deviation {
    /// Beyond the point.
    Over,
    Right,
    /// Before the point.
    Short,
    Left,
}

impl Deviation {
    /// In running text: `over`, `to the right`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Right => "to the right",
            Self::Short => "short",
            Self::Left => "to the left",
        }
    }
}

/// `tables/skirmish/grenades.ron`. Rulings S-R36 and S-R37.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurstTable {
    /// The types of grenades.
    pub hand: Vec<GrenadeRow>,
    /// The one who sets off a mine.
    pub mine: Band,
    /// A Claymore, from the inside out.
    pub claymore: Vec<Band>,
    /// The highest face that lands on the point.
    pub on_point_up_to: Sourced<u8>,
    /// The directions of the faces after it.
    pub directions: Sourced<Vec<Deviation>>,
    /// How far a hand grenade deviates, by face, in inches.
    pub hand_in: Sourced<Vec<u8>>,
    /// How far an M79 or M203 deviates, in inches.
    pub launcher_in: Sourced<u8>,
    /// How far artillery deviates, in inches.
    pub artillery_in: Sourced<u8>,
}

impl BurstTable {
    pub(crate) fn checked(self) -> Result<Self, String> {
        for grenade in Grenade::ALL {
            if self.hand.iter().filter(|row| row.grenade == grenade).count() != 1 {
                return Err(format!("The {} grenade must appear in exactly one row.", grenade.name()));
            }
        }
        let faces = usize::from(self.on_point_up_to.value) + self.directions.value.len();
        if faces != 6 || self.hand_in.value.len() != 6 {
            return Err("The deviation table needs an entry for each of the six faces.".into());
        }
        let all = self.hand.iter().map(|row| &row.bands).chain([&self.claymore]);
        for bands in all {
            if bands.windows(2).any(|pair| pair[0].up_to_in >= pair[1].up_to_in) {
                return Err("List bands from the inside out.".into());
            }
            if bands.iter().any(|band| !(1..=6).contains(&band.die)) {
                return Err("Faces run from 1 to 6.".into());
            }
        }
        Ok(self)
    }

    /// A type's row.
    pub fn of(&self, grenade: Grenade) -> &GrenadeRow {
        // Checked: each type stands in one row.
        self.hand.iter().find(|row| row.grenade == grenade).unwrap_or(&self.hand[0])
    }

    /// The direction a face of the deviation die means; none on the point.
    pub(crate) fn direction(&self, face: u8) -> Option<Deviation> {
        let beyond = usize::from(face.checked_sub(self.on_point_up_to.value + 1)?);
        self.directions.value.get(beyond).copied()
    }
}

/// The band a distance in hundredths of an inch falls into.
pub fn band(bands: &[Band], squared: i64) -> Option<&Band> {
    bands.iter().find(|b| squared <= i64::from(b.reach()) * i64::from(b.reach()))
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// `tables/skirmish/numbers.ron`. Names that end in `_in` are distances in inches.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Numbers {
            $($(#[$doc])* pub $name: Sourced<u8>),+
        }

        impl Numbers {
            /// Every number with its name.
            pub fn each(&self) -> Vec<(&'static str, &Sourced<u8>)> {
                vec![$((stringify!($name), &self.$name)),+]
            }
        }
    };
}

numbers! {
    /// Phases of a figure's turn.
    phases,
    /// A man's move in a phase.
    walk_in,
    /// How many times as far an inch of bad going counts.
    bad_going_factor,
    /// A move in which an obstacle is crossed.
    obstacle_in,
    /// A tactical move.
    tactical_in,
    /// Its phases.
    tactical_phases,
    /// Phases of throwing a grenade.
    throw_phases,
    /// How far a grenade is thrown.
    throw_in,
    /// Phases of firing a launcher.
    launch_phases,
    /// Phases of firing an RPG.
    rocket_phases,
    /// Phases of a sniper's shot.
    aim_phases,
    /// How near close combat is.
    contact_in,
    /// Counters of the loser of a close combat.
    close_combat_counters,
    /// How many times the other's score kills in close combat.
    close_combat_kill,
    /// How far the loser of a close combat goes back.
    fall_back_in,
    /// Noise of figures this near to each other is added.
    noise_pool_in,
    /// A pip less for each full distance of this.
    noise_step_in,
    /// Pips of a figure's move on foot.
    walk_pips,
    /// Pips of a vehicle's move.
    vehicle_pips,
    /// Own fire this near spoils listening.
    listen_spoilt_in,
    /// Pips a listener takes a silent figure for.
    listen_pips,
    /// Hidden figures see each other at this distance.
    see_in,
    /// How far one spots. Alternate rules.
    spot_in,
    /// How far one sees through growth.
    growth_in,
    /// The counters that fire, and bursts before the cover, may bring a figure in cover to.
    cover_counters,
    /// Counters of those whom speculative fire reaches and who have none.
    speculative_counters,
    /// The lowest face on which speculative fire does something.
    speculative_die,
    /// How far from its point.
    speculative_in,
    /// How far from its landing point a support round works.
    support_in,
    /// Counters it gives.
    support_counters,
    /// Counters it gives behind hard cover.
    support_hard_counters,
    /// The most rounds of a turn.
    support_rounds,
    /// How much less than two dice a spotting round drifts.
    drift_less_in,
    /// At how many ends of its maker's turns smoke is gone.
    smoke_ends,
    /// The farthest correction from a spotting round, each way.
    correction_in,
    /// The lowest face on which the radio is lost with its carrier.
    radio_lost_on,
    /// A vehicle's move in a phase.
    vehicle_in,
    /// Figures in a vehicle.
    vehicle_capacity,
    /// Counters that fragmentation grenades may give a vehicle.
    fragments_on_vehicle,
    /// Counters of a figure that was run over.
    run_over_counters,
    /// Counters of a passenger when the vehicle explodes.
    passenger_counters,
    /// How near to a vehicle one gets in and out.
    boarding_in,
    /// A mortar's least range.
    mortar_minimum_in,
    /// How far its aim may shift in a turn.
    mortar_shift_in,
    /// Full turns of setting it up or taking it down.
    mortar_turns,
    /// How near the second man of its crew must be.
    mortar_mate_in,
    /// How near a mine is set off.
    mine_in,
    /// How near to a Claymore its firer must be.
    claymore_wire_in,
    /// How far from himself a figure places it.
    claymore_reach_in,
    /// How many times the other's points make a victory a clear one.
    clear_victory,
}

impl Numbers {
    pub(crate) fn checked(self) -> Result<Self, String> {
        match self.each().into_iter().find(|(_, n)| n.value == 0) {
            Some((name, _)) => Err(format!("`{name}` is 0; it should be at least 1.")),
            None => Ok(self),
        }
    }
}

/// A number of inches in hundredths.
pub fn inches(number: &Sourced<u8>) -> i32 {
    i32::from(number.value) * INCH
}

/// A kind of figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRow {
    /// Its name: `Rifleman`.
    pub kind: String,
    pub weapons: Vec<Weapon>,
    pub grenades: BTreeMap<Grenade, u8>,
    /// Claymores it may place.
    #[serde(default)]
    pub claymores: u8,
    #[serde(default)]
    pub radio: bool,
    /// Whether it leads others: it is drawn so.
    #[serde(default)]
    pub leads: bool,
    #[serde(default)]
    pub vehicle: bool,
}

impl KindRow {
    /// What it carries.
    pub fn kit(&self) -> Kit {
        Kit::new(&self.weapons, &self.grenades, self.claymores, self.radio)
    }
}

/// `tables/skirmish/figures.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureTable {
    pub from: Provenance,
    pub kinds: Vec<KindRow>,
}

impl FigureTable {
    pub(crate) fn checked(self) -> Result<Self, String> {
        for (n, row) in self.kinds.iter().enumerate() {
            if row.kind.trim().is_empty() || self.kinds[..n].iter().any(|other| other.kind == row.kind) {
                return Err(format!("The kind \"{}\" is listed twice, or has no name.", row.kind));
            }
            if row.weapons.is_empty() {
                return Err(format!("The kind \"{}\" has no weapon.", row.kind));
            }
        }
        Ok(self)
    }

    /// The kind with this name.
    pub fn kind(&self, name: &str) -> Option<&KindRow> {
        self.kinds.iter().find(|row| row.kind == name)
    }
}
