//! The tables: units, terrain and both Combat Results Tables, each number with where it is from.

mod numbers;

use serde::Deserialize;
use tabletop::{Provenance, Sourced, between};

use crate::map::Terrain;
use crate::switches::{Switch, Switches};
use crate::units::{Kind, Side};

pub use numbers::{Men, Numbers};

/// The values of one kind of unit. Reference table 5.1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitValues {
    pub kind: Kind,
    /// Attack Strength.
    pub attack: Sourced<u8>,
    /// Movement Allowance.
    pub movement: Sourced<u8>,
    /// How far it fires, in hexes.
    pub range: Sourced<u8>,
    /// Casualties that eliminate it. Rule 32.124.
    pub worth: Sourced<u8>,
}

/// `tables/search-and-destroy/units.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTable {
    units: Vec<UnitValues>,
    /// Movement Allowance with a Heavy Machine Gun or Recoilless Rifle. Rules 31.11 and 31.13.
    pub heavy_movement: Sourced<u8>,
    /// Range of a Cadre with a Heavy Machine Gun.
    pub heavy_machine_gun_range: Sourced<u8>,
    /// Range of RPG-7 and Recoilless Rifle. Ruling SD-A41.
    pub antitank_range: Sourced<u8>,
    /// Units of fire of a unit. Rule 31.15.
    pub units_of_fire: Sourced<u8>,
    /// Defense Strength of a boat. Rule 33.3.
    pub boat_defence: Sourced<u8>,
    /// Strength of an M113 against close assault. Rule 32.8.
    pub m113_close_defence: Sourced<u8>,
    /// Strength of an M48 against close assault. Rule 32.8.
    pub m48_close_defence: Sourced<u8>,
    /// How far a Company Commander leads. Rule base-4.8.
    pub company_radius: Sourced<u8>,
    /// How far a Platoon Leader leads. Rule base-4.8.
    pub platoon_radius: Sourced<u8>,
    /// How far a Cadre commands. Rule base-4.9.
    pub cadre_radius: Sourced<u8>,
}

impl UnitTable {
    /// Checks that every kind is there, in order.
    ///
    /// # Errors
    /// Which one is not.
    pub fn checked(self) -> Result<Self, String> {
        for (n, kind) in Kind::ALL.into_iter().enumerate() {
            if self.units.get(n).is_none_or(|u| u.kind != kind) {
                return Err(format!("Number {} of the units must be {kind:?}.", n + 1));
            }
        }
        if self.units.len() == Kind::ALL.len() { Ok(self) } else { Err("A unit is listed twice.".into()) }
    }

    /// The most Movement Points of a unit for each way of going: on foot, an M113, an M48.
    pub(crate) fn most_movement(&self) -> [u8; 3] {
        let mut most = [self.heavy_movement.value; 3];
        for values in
            self.units.iter().filter(|u| u.kind.is_personnel() || u.kind.is_vehicle() || u.kind == Kind::Dummy)
        {
            let points = &mut most[crate::ways::Ways::going(values.kind)];
            *points = (*points).max(values.movement.value);
        }
        most
    }

    /// The values of a kind; a face-down counter has those of a dummy.
    pub fn of(&self, kind: Kind) -> &UnitValues {
        let kind = if kind == Kind::Suspect { Kind::Dummy } else { kind };
        &self.units[kind as usize]
    }
}

/// The values of one terrain. Reference table 5.2.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainValues {
    terrain: Terrain,
    /// Movement Points on foot.
    pub foot: Sourced<u8>,
    /// Movement Points of an M113.
    pub m113: Sourced<u8>,
    /// Movement Points of an M48.
    pub m48: Sourced<u8>,
    /// Defense Strength of the units there.
    pub defence: Sourced<u8>,
}

/// Movement Points along a road or trail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayValues {
    pub foot: u8,
    pub m113: u8,
    pub m48: u8,
    /// Where the three are from.
    pub from: Provenance,
}

/// `tables/search-and-destroy/terrain.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    terrain: Vec<TerrainValues>,
    /// From road hex to road hex.
    pub road: WayValues,
    /// From trail hex to trail hex.
    pub trail: WayValues,
    /// More, to wade over a river hexside.
    pub river_foot: Sourced<u8>,
    /// More, for an M113 to swim it.
    pub river_m113: Sourced<u8>,
    /// More, uphill on foot.
    pub upslope_foot: Sourced<u8>,
    /// More, uphill for vehicles.
    pub upslope_vehicle: Sourced<u8>,
}

impl TerrainTable {
    /// Checks that every terrain is there, in order.
    ///
    /// # Errors
    /// Which one is not.
    pub fn checked(self) -> Result<Self, String> {
        for (n, terrain) in Terrain::ALL.into_iter().enumerate() {
            if self.terrain.get(n).is_none_or(|t| t.terrain != terrain || t.defence.value == 0 || t.foot.value == 0) {
                return Err(format!("Number {} of the terrain must be {terrain:?}, with no value of 0.", n + 1));
            }
        }
        if self.terrain.len() == Terrain::ALL.len() { Ok(self) } else { Err("A terrain is listed twice.".into()) }
    }

    /// The values of a terrain.
    pub fn of(&self, terrain: Terrain) -> &TerrainValues {
        &self.terrain[terrain as usize]
    }
}

/// A cell of the Combat Results Table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct CombatResult {
    pub pinned: bool,
    pub killed: u8,
    pub wounded: u8,
    /// Destroyed on the Points table, "h" on both.
    pub destroyed: bool,
}

impl CombatResult {
    fn read(text: &str) -> Option<Self> {
        let mut cell = Self::default();
        for part in text.split(' ').filter(|p| *p != "-") {
            match (part, part.strip_suffix('K'), part.strip_suffix('W')) {
                ("P", ..) => cell.pinned = true,
                ("D", ..) => cell.destroyed = true,
                (_, Some(n), _) => cell.killed = n.parse().ok()?,
                (_, _, Some(n)) => cell.wounded = n.parse().ok()?,
                _ => return None,
            }
        }
        Some(cell)
    }

    /// Killed and wounded together.
    pub const fn casualties(self) -> u8 {
        self.killed + self.wounded
    }
}

/// Points of both sides for one thing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    us: u16,
    nlf: u16,
    /// Where both are from.
    pub from: Provenance,
}

impl Points {
    /// What a side scores.
    pub const fn of(&self, side: Side) -> u16 {
        match side {
            Side::Us => self.us,
            Side::Nlf => self.nlf,
        }
    }
}

/// The Vehicle Defense Table. Reference table 5.5.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleDefence {
    immobilized: Sourced<u8>,
    destroyed: Sourced<u8>,
    m113: Sourced<u8>,
    m48: Sourced<u8>,
    patrol_boat: Sourced<u8>,
}

/// What an RPG-7 or a Recoilless Rifle did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum VehicleResult {
    NoEffect,
    /// It moves no more; the second time it is destroyed.
    Immobilized,
    /// It is gone.
    Destroyed,
}

impl VehicleResult {
    /// As it stands in the table.
    pub const fn cell(self) -> &'static str {
        match self {
            Self::NoEffect => "–",
            other => other.name(),
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoEffect => "no effect",
            Self::Immobilized => "immobilized",
            Self::Destroyed => "destroyed",
        }
    }
}

impl VehicleDefence {
    /// What is added to the die. Rules 31.13 and 33.34.
    pub fn modifier(&self, target: Kind) -> u8 {
        match target {
            Kind::M113 => self.m113.value,
            Kind::M48 => self.m48.value,
            _ => self.patrol_boat.value,
        }
    }

    /// The result of a roll with its modifier.
    pub fn result(&self, roll: u8) -> VehicleResult {
        if roll >= self.destroyed.value {
            VehicleResult::Destroyed
        } else if roll >= self.immobilized.value {
            VehicleResult::Immobilized
        } else {
            VehicleResult::NoEffect
        }
    }
}

/// `tables/search-and-destroy/support.ron`: what comes from above, and helicopters. Rules base-4.13 and base-4.14.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportTable {
    /// Attack Strength of the battery in the target hex.
    pub battery: Sourced<u8>,
    /// Attack Strength of the battery in the six hexes beside it.
    pub battery_beside: Sourced<u8>,
    /// Attack Strength of an air strike in the target hex.
    pub air_strike: Sourced<u8>,
    /// Attack Strength of an air strike in two hexes beside it.
    pub air_strike_beside: Sourced<u8>,
    /// The battery is on target on this die or less.
    pub battery_on_target: Sourced<u8>,
    /// The same, near a hex that was hit in the turn before.
    pub battery_adjusted: Sourced<u8>,
    /// Air strikes and mortars are on target on this die or less.
    pub others_on_target: Sourced<u8>,
    /// How near to US units no air strike is called, in hexes.
    pub safe_distance: Sourced<u8>,
    /// Shortest range of the US mortar.
    pub mortar_81_shortest: Sourced<u8>,
    /// Shortest range of the NLF mortar.
    pub mortar_82_shortest: Sourced<u8>,
    /// Defense Strength of a transport helicopter.
    pub transport_defence: Sourced<u8>,
    /// Defense Strength of a gunship.
    pub gunship_defence: Sourced<u8>,
    /// Attacks of a gunship in a scenario.
    pub gunship_attacks: Sourced<u8>,
    /// Casualty markers that a helicopter or M113 takes.
    pub helicopter_markers: Sourced<u8>,
    /// Casualty markers that a squad takes.
    pub squad_markers: Sourced<u8>,
    /// Casualty markers that a team of two men takes.
    pub team_markers: Sourced<u8>,
    /// Movement Points to take something up or lay it down.
    pub loading: Sourced<u8>,
    /// Movement Allowance of a unit that carries something.
    pub carrier_movement: Sourced<u8>,
    /// Movement Points of an M113 for letting somebody in or out.
    pub m113_loading: Sourced<u8>,
    /// How far an acting leader leads.
    pub acting_radius: Sourced<u8>,
}

/// `tables/search-and-destroy/combat.ron`, as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatFile {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    from: Provenance,
    killed: Points,
    wounded: Points,
    destroyed: Points,
    vehicle_defence: VehicleDefence,
    boat_points: Sourced<u16>,
    boat_casualties: Sourced<u8>,
}

/// The columns of the table, by odds.
pub const ODDS: [&str; 8] = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];

/// Both Combat Results Tables.
#[derive(Clone, Debug)]
pub struct CombatTable {
    rows: [[CombatResult; 8]; 8],
    pub from: Provenance,
    /// Points for a killed man.
    pub killed: Points,
    /// Points for a wounded man.
    pub wounded: Points,
    /// Points for a unit destroyed in close assault. Rule 32.113.
    pub destroyed: Points,
    /// The Vehicle Defense Table.
    pub vehicle_defence: VehicleDefence,
    /// Points that destroy a boat. Rule 33.31.
    pub boat_points: Sourced<u16>,
    /// Casualties that destroy a boat. Rule 33.32.
    pub boat_casualties: Sourced<u8>,
}

impl CombatTable {
    /// Checks a file: eight columns, eight rows, nothing kinder with better odds.
    ///
    /// # Errors
    /// What is wrong.
    pub fn checked(file: CombatFile) -> Result<Self, String> {
        if file.columns != ODDS || file.rows.len() != 8 {
            return Err(format!("The table needs the columns {ODDS:?} and eight rows."));
        }
        let mut rows = [[CombatResult::default(); 8]; 8];
        for (n, (row, texts)) in rows.iter_mut().zip(&file.rows).enumerate() {
            if texts.len() != 8 {
                return Err(format!("Row {} needs eight cells.", n + 1));
            }
            for (cell, text) in row.iter_mut().zip(texts) {
                *cell = CombatResult::read(text)
                    .ok_or_else(|| format!("`{text}` is no result. Write such as `P 1K 2W D`."))?;
                if cell.casualties() > 0 && !cell.pinned {
                    return Err(format!("`{text}` has casualties and does not pin, which no rule provides for."));
                }
            }
        }
        let CombatFile { from, killed, wounded, destroyed, vehicle_defence, boat_points, boat_casualties, .. } = file;
        Ok(Self { rows, from, killed, wounded, destroyed, vehicle_defence, boat_points, boat_casualties })
    }

    /// The cell of a column (a place in [`ODDS`]) and a roll with its modifiers. Ruling SD-A3.
    pub fn cell(&self, column: usize, roll: i8) -> CombatResult {
        let row = usize::try_from(between(roll, 1, 8) - 1).unwrap_or(0);
        self.rows[row][column.min(7)]
    }

    /// How much has to be scored against a boat, in casualties or in points, until it is destroyed. Rules 33.31 and 33.32.
    pub(crate) fn sinks_at(&self, switches: Switches) -> u16 {
        if switches.has(Switch::Casualties) { self.boat_casualties.value.into() } else { self.boat_points.value }
    }

    /// What a cell scores.
    pub fn points(&self, cell: CombatResult, side: Side) -> u16 {
        u16::from(cell.killed) * self.killed.of(side) + u16::from(cell.wounded) * self.wounded.of(side)
    }
}

/// A table as it is printed: for a page or a panel, with the place of every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<'a> {
    pub title: &'static str,
    /// The headings of the columns.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    pub from: &'a Provenance,
}

/// A row of a table as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rolls it is for: `1 or less`.
    pub rolls: String,
    /// The same where there is little room: `1−`.
    pub short: String,
    /// A text for each column.
    pub cells: Vec<String>,
}

impl CombatTable {
    /// One of the two Combat Results Tables as it is printed. Row `n` is the modified die `n + 1`, the first one counting for
    /// anything less and the last one for anything more; columns stand as in [`ODDS`].
    pub fn grid(&self, casualties: bool) -> Grid<'_> {
        let rolls = |n: usize| match n {
            0 => ("1 or less".to_owned(), "1−".to_owned()),
            7 => ("8 or more".to_owned(), "8+".to_owned()),
            n => ((n + 1).to_string(), (n + 1).to_string()),
        };
        let rows = self.rows.iter().enumerate();
        Grid {
            title: if casualties { "Casualty Combat Results Table" } else { "Points Combat Results Table" },
            columns: ODDS
                .iter()
                .enumerate()
                .map(|(n, c)| if n == 7 { format!("{c}+") } else { (*c).to_owned() })
                .collect(),
            rows: rows
                .map(|(n, row)| {
                    let (rolls, short) = rolls(n);
                    Row { rolls, short, cells: row.iter().map(|c| self.cell_text(*c, casualties)).collect() }
                })
                .collect(),
            from: &self.from,
        }
    }

    /// A cell as it is printed: `P 1K 1W h` with casualties, `D 20/60 h` with points (US points before NLF points).
    pub fn cell_text(&self, cell: CombatResult, casualties: bool) -> String {
        let mut parts = Vec::new();
        if cell.pinned {
            parts.push(if cell.destroyed && !casualties { "D" } else { "P" }.to_owned());
        }
        if casualties {
            for (count, letter) in [(cell.killed, 'K'), (cell.wounded, 'W')] {
                if count > 0 {
                    parts.push(format!("{count}{letter}"));
                }
            }
        } else if cell.casualties() > 0 {
            parts.push(format!("{}/{}", self.points(cell, Side::Us), self.points(cell, Side::Nlf)));
        }
        if cell.destroyed {
            parts.push("h".to_owned());
        }
        if parts.is_empty() { "–".to_owned() } else { parts.join(" ") }
    }

    /// The Vehicle Defense Table as it is printed: a row for each die from 1 to 8, modifiers added.
    pub fn vehicle_grid(&self) -> Grid<'_> {
        Grid {
            title: "Vehicle Defense Table",
            columns: vec!["result".to_owned()],
            rows: (1..=8)
                .map(|roll| Row {
                    rolls: roll.to_string(),
                    short: roll.to_string(),
                    cells: vec![self.vehicle_defence.result(roll).cell().to_owned()],
                })
                .collect(),
            from: &self.vehicle_defence.destroyed.from,
        }
    }
}

/// A strength in eighths, what it is compared with, and the column of the table.
pub(crate) struct Odds {
    pub eighths: u16,
    pub defence: u8,
    pub column: usize,
}

impl Odds {
    /// None below one to three. Ruling SD-A4.
    pub fn of(eighths: u16, defence: u8) -> Option<Self> {
        Some(Self { eighths, defence, column: odds_column(eighths, defence)? })
    }
}

/// A die with what changes it. Ruling SD-A3.
pub(crate) const fn die_and(die: u8, shift: i8) -> i8 {
    shift.saturating_add_unsigned(die)
}

/// The column for a strength in eighths against a defence; `None` below 1-3. Rules base-4.4, ruling SD-A4.
pub fn odds_column(eighths: u16, defence: u8) -> Option<usize> {
    let (attack, defence) = (u32::from(eighths), 8 * u32::from(defence.max(1)));
    if attack >= defence {
        return usize::try_from((attack / defence).min(6)).ok().map(|times| times + 1);
    }
    [(2, 1), (3, 0)].into_iter().find(|(times, _)| attack * times >= defence).map(|(_, column)| column)
}

/// `tables/search-and-destroy/points.ron`. Rule base-4.18.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointTable {
    /// US, for a cache destroyed.
    pub cache_destroyed: Sourced<u16>,
    /// NLF, for a cache unfound at the end.
    pub cache_unfound: Sourced<u16>,
    /// NLF, for an M113.
    pub m113: Sourced<u16>,
    /// NLF, for an M48.
    pub m48: Sourced<u16>,
    /// US, for a heavy support element lost with its Cadre.
    pub element: Sourced<u16>,
    /// NLF, for a Company Commander, besides his casualties.
    pub company_commander: Sourced<u16>,
    /// NLF, for a Platoon Leader, besides his casualties.
    pub platoon_leader: Sourced<u16>,
    /// NLF, for a helicopter.
    pub helicopter: Sourced<u16>,
    /// Less for the NLF, for each US wounded man brought out.
    pub evacuated: Sourced<u16>,
    /// NLF, for civilians hit by US shells or bombs.
    pub civilians: Sourced<u16>,
    /// What the par rises by for a platoon that the NLF player gives up.
    pub platoon_forgone: Sourced<i16>,
    /// What it rises by for a sniper or a booby trap.
    pub other_forgone: Sourced<i16>,
    /// What it falls by for each Company Cadre of rule 31.0.
    pub company_cadre_par: Sourced<i16>,
    /// NLF, for each US casualty left in a hex that NLF units hold at the end.
    pub left_behind: Sourced<u16>,
    /// The margin of a marginal victory.
    pub marginal: Sourced<u16>,
    /// The margin of a decisive victory.
    pub decisive: Sourced<u16>,
}
