//! Numbers, each with where it is from: `assets/tables/platoon/`.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::Sourced;

use crate::play::astray;
use crate::refuse::No;
use crate::state::Quality;
use crate::troops::{Kind, Mode, Troops, Weapon};

/// A number and where it is from.
pub type Number = Sourced<u8>;

/// A number of a table that is a distance.
pub(crate) trait Length {
    /// In hundredths of an inch.
    fn inches(&self) -> i32;
}

/// The lowest rating, as printed beside the best. Rule P-gung-ho.
const WORST: u8 = 4;

/// A number that is added to dice or taken from them.
pub(crate) fn plus(number: &Number) -> i8 {
    number.value.min(i8::MAX as u8) as i8
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
    #[serde(default)]
    pub sniper: bool,
}

/// What each thing is worth in points; less than nothing if it costs some. Rule P-victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// The least die on which the odd half of hits or pins counts. Ruling P-R13.
    pub odd_half: Number,
    /// The least rating of very good troops. Rule P-fire.
    pub very_good: Number,
    /// The highest rating of poor troops. Rule P-fire.
    pub poor: Number,
    /// The least die of a rocket, a recoilless rifle or a gun that hits. Rule P-direct.
    pub direct: Number,
    /// The same against what moves or flies. Rule P-direct.
    pub direct_moving: Number,
    /// The highest die with which an RPG has fired its last rocket. Ruling P-R22.
    pub empty: Number,
    /// The least die that destroys armour which an RPG has penetrated. Rule P-direct.
    pub rpg_destroys: Number,
    /// What is taken from the die of damage for small arms. Ruling P-R24.
    pub small_arms: Number,
    /// The least die of a sniper that kills. Rule P-sniper.
    pub snipe_kill: Number,
    /// The least die of a sniper that pins. Rule P-sniper.
    pub snipe_pin: Number,
    /// What an aircraft must throw to be saved from a volley. Rulings P-R25 and P-R26.
    pub aircraft_save: Number,
    /// What it must throw to be saved from a rocket. Rule P-helicopter-fire.
    pub rocket_save: Number,
    /// The least die of a salvo or attack that is on target. Rules P-artillery and P-air.
    pub on_target: Number,
    /// The least die that hits a figure or vehicle in a burst. Rule P-artillery.
    pub caught: Number,
    /// The least die that brings a gunship. Rule P-air.
    pub gunship: Number,
    /// The least die of an attack off target that falls beyond it; below come left, right and short. Rule P-air.
    pub attack_over: Number,
    /// Dice of deviation of an attack. Rule P-air.
    pub air_dice: Number,
    /// The highest die that leaves a casualty alive. Rule P-save.
    pub wounded: Number,
    /// The same for heavy weapons. Rule P-save.
    pub wounded_heavy: Number,
    /// What a flak jacket adds to the save. Rule P-save.
    pub save_flak: Number,
    /// What lying adds to the save. Rule P-save.
    pub save_prone: Number,
    /// What is taken from the save of villagers. Rule P-save.
    pub save_peasant: Number,
    /// What is taken from the dice of morale in a bunker. Rule P-morale.
    pub morale_bunker: Number,
    /// What is added to them under shells and bombs. Rule P-morale.
    pub morale_shelled: Number,
    /// What is added to them where most are pinned. Rule P-morale.
    pub morale_pinned: Number,
    /// How many opponents more count hand to hand at most. Rule P-close-combat.
    pub outnumbered: Number,
    /// What is taken hand to hand where most are pinned. Rule P-close-combat.
    pub close_pinned: Number,
    /// What the higher rating adds hand to hand. Rule P-close-combat.
    pub close_better: Number,
    /// How often a squad is questioned at most. Ruling P-R41.
    pub questions: Number,
    /// What a prisoner adds to the die of a question. Rule P-interrogation.
    pub question_prisoner: Number,
    /// What ARVN take from it. Rule P-interrogation.
    pub question_arvn: Number,
    /// What is added to a request for each thing that makes it harder. Rule P-artillery.
    pub request_worse: Number,
    /// Dice of inches that a runner goes in a turn. Rule P-messages.
    pub runner_dice: Number,
    /// Signs that a whistle may give. Rule P-messages.
    pub signs: Number,
    /// The reach of a grenade on a wire. Ruling P-R36.
    pub grenade_trap: Number,
    /// The square of a buried mortar bomb. Ruling P-R36.
    pub mortar_trap: Number,
    /// How far a marker with nothing under it moves in a turn. Rule P-hidden.
    pub marker_move: Number,
    /// How near the edge a squad leaves the table. Rule P-morale.
    pub edge: Number,
    /// The longest part of a move. Rule P-turn.
    pub step: Number,
    pub points: Points,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Ratings of troops.
    pub gung_ho: BTreeMap<Troops, Number>,
    /// Ratings at first contact, one for each face of a ten-sided die; the 0 is the tenth.
    pub quality: BTreeMap<Quality, Sourced<Vec<u8>>>,
    pub weapons: BTreeMap<Weapon, WeaponRow>,
    /// Modes on foot.
    pub modes: BTreeMap<Mode, ModeRow>,
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
        let dice = [
            ("hit", &n.hit),
            ("cannon", &n.cannon),
            ("freed", &n.freed),
            ("direct", &n.direct),
            ("direct_moving", &n.direct_moving),
            ("rpg_destroys", &n.rpg_destroys),
            ("snipe_kill", &n.snipe_kill),
            ("on_target", &n.on_target),
            ("caught", &n.caught),
            ("gunship", &n.gunship),
            ("aircraft_save", &n.aircraft_save),
            ("rocket_save", &n.rocket_save),
        ];
        if let Some((name, _)) = dice.into_iter().find(|(_, least)| !(2..=6).contains(&least.value)) {
            return Err((5, format!("`{name}` must be from 2 to 6.")));
        }
        if !(1..n.hit.value).contains(&n.pin.value) || !(1..n.snipe_kill.value).contains(&n.snipe_pin.value) {
            return Err((5, "`pin` must be less than `hit`, and `snipe_pin` less than `snipe_kill`.".into()));
        }
        if !(3..=6).contains(&n.attack_over.value) || n.step.value == 0 {
            return Err((5, "`attack_over` must be from 3 to 6, and `step` at least 1.".into()));
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

    /// The rating of troops of a quality by a die of ten sides at first contact. Rule P-gung-ho.
    pub(crate) fn quality(&self, quality: Quality, die: u8) -> Result<u8, No> {
        let rating = self.quality.get(&quality).and_then(|rows| rows.value.get(usize::from(die) - 1));
        rating.copied().ok_or_else(|| astray("The table of quality has no row for this die."))
    }

    /// The troops that a die draws. Rule P-vc-table.
    pub(crate) fn drawn(&self, list: VcList, die: u8) -> Result<&VcRow, No> {
        let row = self.vc.get(&list).and_then(|rows| rows.value.get(usize::from(die) - 1));
        row.ok_or_else(|| astray("The table of VC troops has no row for this die."))
    }

    /// The row of a way of going on foot. Rule P-infantry-move.
    pub(crate) fn mode(&self, mode: Mode) -> Result<&ModeRow, No> {
        self.modes.get(&mode).ok_or_else(|| astray("The table of moves has no row for this mode."))
    }

    /// The row of a kind of vehicle that drives. Rules P-vehicle-move and P-direct.
    pub(crate) fn vehicle(&self, kind: Kind) -> Result<&VehicleRow, No> {
        self.vehicles.get(&kind).ok_or_else(|| astray("The table of vehicles has no row for this kind."))
    }

    /// The farthest range of a weapon in hundredths of an inch.
    pub fn range(&self, weapon: Weapon) -> i32 {
        match self.weapons.get(&weapon).map_or(0, |row| row.range.value) {
            0 => i32::MAX / 4,
            inches => i32::from(inches) * table::INCH,
        }
    }

    /// The ratings there are. Rule P-gung-ho.
    pub fn ratings(&self) -> std::ops::RangeInclusive<u8> {
        WORST..=self.numbers.best.value
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
