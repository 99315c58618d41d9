//! Numbers, each with where it is from: `assets/tables/platoon/`.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::Sourced;

use crate::state::Quality;
use crate::troops::{Kind, Mode, Troops, Weapon};

/// A number and where it is from.
pub type Number = Sourced<u8>;

/// A number of a table that is a distance.
pub(crate) trait Length {
    /// In hundredths of an inch.
    fn inches(&self) -> i32;
}

impl Length for Number {
    fn inches(&self) -> i32 {
        i32::from(self.value) * table::INCH
    }
}

/// One row of the weapon table. Rules P-fire and P-direct.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    /// Farthest range in inches; 0 for no limit.
    pub range: Number,
    /// Dice two figures have between them in a volley; 0 if it fires in no volley.
    pub dice_for_two: Number,
    /// Least range in inches.
    #[serde(default)]
    pub least: Option<Number>,
    /// Farthest range in a volley, if that is another one.
    #[serde(default)]
    pub in_volley: Option<Number>,
}

/// Which of three dice, sorted upwards, are added: lowest, middle, highest.
pub type Picks = [bool; 3];

/// How far a mode goes. Rule P-infantry-move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRow {
    /// In good terrain.
    pub good: Sourced<Picks>,
    /// In bad terrain.
    pub bad: Sourced<Picks>,
    /// Light infantry in bad terrain.
    pub light: Sourced<Picks>,
    /// What sets a trap off, or more.
    pub trap: Number,
}

/// How far a vehicle goes, and what a hit does to it. Rules P-vehicle-move and P-direct.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleRow {
    /// Dice in good going.
    pub good: Number,
    /// Dice in bad going.
    pub bad: Number,
    /// The least die that immobilises.
    pub immobilised: Number,
    /// The least die that penetrates.
    pub penetrated: Number,
}

/// One line of the table of VC troops: what a die stands for. Rule P-vc-table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VcRow {
    /// Figures with AK47.
    pub rifles: u8,
    /// Another figure or team: drawn evenly from these, if there are several.
    #[serde(default)]
    pub besides: Vec<Weapon>,
    /// Whether it is a sniper.
    #[serde(default)]
    pub sniper: bool,
}

/// What each thing is worth in points; less than nothing if it costs some. Rule P-victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Points {
    pub cache_destroyed: Sourced<i8>,
    pub cache_captured: Sourced<i8>,
    pub mission: Sourced<i8>,
    pub vc_captured: Sourced<i8>,
    pub vc_killed: Sourced<i8>,
    pub abandoned: Sourced<i8>,
    pub friendly_fire: Sourced<i8>,
    pub us_killed: Sourced<i8>,
    pub us_captured: Sourced<i8>,
    pub peasant_killed: Sourced<i8>,
    pub armour: Sourced<i8>,
    pub helicopter: Sourced<i8>,
}

/// The other numbers of the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Numbers {
    pub fresh: Number,
    pub soft_cover: Number,
    pub hard_cover: Number,
    pub bunker: Number,
    pub not_under_fire: Number,
    pub shelled: Number,
    pub flank: Number,
    pub rear: Number,
    pub casualty: Number,
    pub hit: Number,
    pub pin: Number,
    pub cannon: Number,
    pub freed: Number,
    pub near: Number,
    pub grenade_range: Number,
    pub grenade_dice: Number,
    pub obstacle: Number,
    pub save_close: Number,
    pub save_village: Number,
    pub save_open: Number,
    pub seen_open: Number,
    pub seen_paddy: Number,
    pub seen_jungle: Number,
    pub heard_vehicle: Number,
    pub heard_allied: Number,
    pub heard_vc: Number,
    pub heard_fire: Number,
    pub heard_chopper: Number,
    pub night_sight: Number,
    pub recovery: Number,
    pub panic: Number,
    pub burst: Number,
    pub artillery_dice: Number,
    pub mortar_dice: Number,
    pub artillery_length: Number,
    pub artillery_width: Number,
    pub heavy_length: Number,
    pub heavy_width: Number,
    pub mortar_burst: Number,
    pub air_length: Number,
    pub air_width: Number,
    pub village_limit: Number,
    pub sniper_range: Number,
    pub trap_reach: Number,
    pub claymore: Number,
    pub vehicle_trap: Number,
    pub salvos: Number,
    pub contact: Number,
    pub search_reach: Number,
    pub casualty_reach: Number,
    pub question_reach: Number,
    pub boarding: Number,
    pub landing: Number,
    pub located: Number,
    pub whistle: Number,
    pub message: Number,
    pub message_under_fire: Number,
    pub capacity: Number,
    pub chopper_capacity: Number,
    pub officer: Number,
    pub best: Number,
    pub points: Points,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Ratings of troops.
    pub gung_ho: BTreeMap<Troops, Number>,
    /// Ratings at first contact, one for each face of a ten-sided die; the 0 is the tenth.
    pub quality: BTreeMap<Quality, Sourced<Vec<u8>>>,
    /// Weapons.
    pub weapons: BTreeMap<Weapon, WeaponRow>,
    /// Modes on foot.
    pub modes: BTreeMap<Mode, ModeRow>,
    /// Vehicles.
    pub vehicles: BTreeMap<Kind, VehicleRow>,
    /// VC, cadre and NVA by the die, six rows each.
    pub vc: BTreeMap<VcList, Sourced<Vec<VcRow>>>,
    /// The rest.
    pub numbers: Numbers,
}

/// The three tables of forces. Rule P-vc-table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, Deserialize)]
pub enum VcList {
    /// Local VC.
    Local,
    /// VC cadre.
    Cadre,
    /// Regular NVA.
    Nva,
}

impl VcList {
    /// Its name in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "local VC",
            Self::Cadre => "VC cadre",
            Self::Nva => "regular NVA",
        }
    }
}

impl Tables {
    /// The file of each table.
    pub(crate) const FILES: [&'static str; 7] = [
        "tables/platoon/gung_ho.ron",
        "tables/platoon/weapons.ron",
        "tables/platoon/infantry.ron",
        "tables/platoon/vehicles.ron",
        "tables/platoon/forces.ron",
        "tables/platoon/numbers.ron",
        "tables/platoon/quality.ron",
    ];

    /// What is missing or out of range, with the number of the file it is in.
    pub(crate) fn checked(self) -> Result<Self, (usize, String)> {
        if let Some(troops) = Troops::ALL.iter().find(|t| !self.gung_ho.contains_key(t)) {
            return Err((0, format!("{troops:?} is missing.")));
        }
        if let Some((troops, n)) = self.gung_ho.iter().find(|(_, n)| !(4..=10).contains(&n.value)) {
            return Err((0, format!("{troops:?} has {}: ratings run from 4 to 10.", n.value)));
        }
        if let Some(weapon) = Weapon::ALL.iter().find(|w| !self.weapons.contains_key(w)) {
            return Err((1, format!("{weapon:?} is missing.")));
        }
        if let Some(mode) = Mode::ALL.iter().find(|m| !self.modes.contains_key(m)) {
            return Err((2, format!("{mode:?} is missing.")));
        }
        for kind in [Kind::Soft, Kind::Boat, Kind::Apc, Kind::Tank] {
            let Some(row) = self.vehicles.get(&kind) else { return Err((3, format!("{kind:?} is missing."))) };
            if row.immobilised.value >= row.penetrated.value {
                return Err((3, format!("{kind:?}: what penetrates must be more than what immobilises.")));
            }
        }
        for list in [VcList::Local, VcList::Cadre, VcList::Nva] {
            if self.vc.get(&list).is_none_or(|rows| rows.value.len() != 6) {
                return Err((4, format!("{list:?} must have six rows.")));
            }
        }
        let n = &self.numbers;
        let dice = [("hit", &n.hit), ("cannon", &n.cannon), ("freed", &n.freed)];
        if let Some((name, _)) = dice.into_iter().find(|(_, least)| !(2..=6).contains(&least.value)) {
            return Err((5, format!("`{name}` must be from 2 to 6.")));
        }
        if !(1..n.hit.value).contains(&n.pin.value) {
            return Err((5, "`pin` must be less than `hit`.".into()));
        }
        for quality in Quality::ALL {
            let rows = self.quality.get(&quality).map(|rows| rows.value.as_slice()).unwrap_or_default();
            if rows.len() != 10 || rows.iter().any(|rating| !(4..=10).contains(rating)) {
                return Err((6, format!("{quality:?} must have ten ratings from 4 to 10.")));
            }
        }
        Ok(self)
    }

    /// The rating of troops. Rule P-gung-ho.
    pub fn rating(&self, troops: Troops) -> u8 {
        self.gung_ho.get(&troops).map_or(4, |n| n.value)
    }

    /// The farthest range of a weapon in hundredths of an inch.
    pub fn range(&self, weapon: Weapon) -> i32 {
        match self.weapons.get(&weapon).map_or(0, |row| row.range.value) {
            0 => i32::MAX / 4,
            inches => i32::from(inches) * table::INCH,
        }
    }

    /// The farthest range of a weapon in a volley, in hundredths of an inch. Rule P-fire.
    pub fn volley_range(&self, weapon: Weapon) -> i32 {
        let own = self.weapons.get(&weapon).and_then(|row| row.in_volley.as_ref());
        own.map_or_else(|| self.range(weapon), Length::inches)
    }

    /// The least range of a weapon in hundredths of an inch.
    pub fn least(&self, weapon: Weapon) -> i32 {
        self.weapons.get(&weapon).and_then(|row| row.least.as_ref()).map_or(0, Length::inches)
    }

    /// Dice that two figures with this weapon have in a volley.
    pub fn dice_for_two(&self, weapon: Weapon) -> u32 {
        self.weapons.get(&weapon).map_or(0, |row| u32::from(row.dice_for_two.value))
    }
}
