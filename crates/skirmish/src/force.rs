//! Forces: how many figures of each kind, in a short file of its own. Ready-made ones, and those players put together.
//!
//! The rules print no points and no force lists: a force is any figures of the table's kinds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{Board, Point};
use tabletop::DataError;
use tabletop::files::{locate, parse_ron, write_ron};

use crate::Skirmish;
use crate::figure::{Grenade, Side, Weapon};
use crate::scenario::{Party, Placed, Scenario};
use crate::sight::BASE;
use crate::tables::{FigureTable, KindRow};

/// The most figures of a force.
pub const MOST: u32 = 40;

/// The ready-made forces below the assets folder.
pub(crate) const FILES: [&str; 8] = [
    "forces/skirmish/us-rifle-squad.ron",
    "forces/skirmish/us-listening-post.ron",
    "forces/skirmish/us-mechanised-squad.ron",
    "forces/skirmish/us-patrol.ron",
    "forces/skirmish/vc-cell.ron",
    "forces/skirmish/vc-sappers.ron",
    "forces/skirmish/nva-section.ron",
    "forces/skirmish/nva-mortar-team.ron",
];

/// A force. In files `(name: "VC cell", side: VcNva, figures: {"Officer": 1, "Guerrilla": 3})`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Its name: `US rifle squad`.
    pub name: String,
    pub side: Side,
    /// Figures by kind.
    pub figures: BTreeMap<String, u8>,
}

/// What a force brings, for players who put one together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Muster {
    /// Figures, vehicles among them.
    pub figures: u32,
    /// Vehicles among them.
    pub vehicles: u32,
    pub seats: u32,
    /// Weapons by kind, in the order of the table.
    pub weapons: BTreeMap<Weapon, u32>,
    /// Grenades and rounds by type.
    pub grenades: BTreeMap<Grenade, u32>,
    /// Claymores to be placed.
    pub claymores: u32,
    /// Radios: without one no off-table fire can be called for. Rule S-support.
    pub radios: u32,
    /// What is legal and yet odd, a sentence each.
    pub remarks: Vec<String>,
}

/// What is wrong with a force, and the word of its file that is to blame.
struct Fault {
    problem: String,
    word: Option<String>,
}

impl Force {
    /// Reads a force and checks it against the kinds of figures. `file` names it in errors.
    ///
    /// # Errors
    /// What is wrong, with the line and the column where.
    pub fn parse(file: &str, text: &str, kinds: &FigureTable) -> Result<Self, DataError> {
        let force: Self = parse_ron(file, text)?;
        force.fault(kinds).map_or(Ok(force), |fault| {
            let (line, column) = fault.word.map_or((1, 1), |word| locate(text, &format!("\"{word}\""), 0));
            Err(DataError { file: file.to_owned(), line, column, problem: fault.problem })
        })
    }

    /// Whether it can be played.
    ///
    /// # Errors
    /// In a sentence or two, what is wrong and what would be right.
    pub fn check(&self, kinds: &FigureTable) -> Result<(), String> {
        self.fault(kinds).map_or(Ok(()), |fault| Err(fault.problem))
    }

    fn fault(&self, kinds: &FigureTable) -> Option<Fault> {
        let fault = |problem: String, word: Option<&String>| Some(Fault { problem, word: word.cloned() });
        if self.name.trim().is_empty() {
            return fault("Give the force a name.".into(), Some(&self.name));
        }
        if let Some(unknown) = self.figures.keys().find(|kind| kinds.kind(kind).is_none()) {
            let known: Vec<&str> = kinds.kinds.iter().map(|row| row.kind.as_str()).collect();
            let problem = format!("No kind of figure is called \"{unknown}\". The kinds are {}.", known.join(", "));
            return fault(problem, Some(unknown));
        }
        if let Some((none, _)) = self.figures.iter().find(|(_, n)| **n == 0) {
            return fault(format!("The kind \"{none}\" has no figures. Leave it out."), Some(none));
        }
        let count: u32 = self.figures.values().map(|&n| u32::from(n)).sum();
        if !(1..=MOST).contains(&count) {
            return fault(format!("\"{}\" has {count} figures; it needs 1 to {MOST}.", self.name), Some(&self.name));
        }
        None
    }

    /// The file of it: what [`Force::parse`] reads.
    ///
    /// # Errors
    /// What cannot be written, in a sentence.
    pub fn written(&self) -> Result<String, String> {
        write_ron(self).map_err(|error| error.to_string())
    }

    /// What it brings. Kinds that are not in the table bring nothing.
    pub fn muster(&self, rules: &Skirmish) -> Muster {
        let mut all = Muster::default();
        let rows = self.figures.iter().filter_map(|(kind, n)| Some((rules.figure_table().kind(kind)?, u32::from(*n))));
        for (row, n) in rows {
            all.figures += n;
            all.claymores += n * u32::from(row.claymores);
            all.radios += n * u32::from(row.radio);
            all.vehicles += n * u32::from(row.vehicle);
            for weapon in &row.weapons {
                *all.weapons.entry(*weapon).or_default() += n;
            }
            for (grenade, count) in &row.grenades {
                *all.grenades.entry(*grenade).or_default() += n * u32::from(*count);
            }
        }
        all.seats = all.vehicles * u32::from(rules.numbers().vehicle_capacity.value);
        let has = |weapon| all.weapons.contains_key(&weapon);
        // Another gunner is a second figure as well, and a vehicle is none.
        if has(Weapon::Mortar) && all.figures - all.vehicles < 2 {
            all.remarks.push("A mortar needs a second figure beside its gunner.".into());
        }
        if all.figures == all.vehicles && all.figures > 0 {
            all.remarks.push("Vehicles alone cannot hold ground.".into());
        }
        all
    }
}

impl Skirmish {
    /// The ready-made forces: the file below the assets folder and the force.
    pub fn forces(&self) -> &[(&'static str, Force)] {
        &self.forces
    }

    /// A scenario in which one side plays another force. The force stands where the scenario's own figures stood: one figure
    /// to each of their places, and beside the last of them if it has more; beside a real table nowhere in particular.
    ///
    /// # Errors
    /// In a sentence, what is wrong with the force, or that there is no room for it.
    pub fn with_force(&self, scenario: &Scenario, force: &Force) -> Result<Scenario, String> {
        force.check(self.figure_table())?;
        let mut changed = scenario.clone();
        let enemy = scenario.party(force.side.enemy());
        let party: &mut Party = match force.side {
            Side::UsArvn => &mut changed.us_arvn,
            Side::VcNva => &mut changed.vc_nva,
        };
        let old: Vec<Placed> = std::mem::take(&mut party.figures);
        let places: Vec<Point> = old.iter().filter_map(|f| f.at).collect();
        let all_hide = !old.is_empty() && old.iter().all(|placed| placed.hidden == Some(true));
        let mut taken: Vec<Point> = enemy.figures.iter().filter_map(|f| f.at).collect();
        for (kind, &count) in &force.figures {
            let row = self.figure_table().kind(kind);
            for n in 1..=count {
                let at = match &scenario.board {
                    Some(board) => Some(
                        room(board, &places, &taken, row.is_some_and(|row| row.vehicle))
                            .ok_or_else(|| format!("\"{}\" does not fit into \"{}\".", force.name, scenario.title))?,
                    ),
                    None => None,
                };
                taken.extend(at);
                let name = if count == 1 { kind.clone() } else { format!("{kind} {n}") };
                // The enemy may have a figure of this name.
                let clash = enemy.figures.iter().any(|f| f.name == name);
                let name = if clash { format!("{} {name}", force.side.name()) } else { name };
                let before = match at {
                    Some(_) => old.iter().find(|placed| placed.at == at),
                    None => old.get(party.figures.len()),
                };
                party.figures.push(instead_of(before, row, all_hide, name, kind, at));
            }
        }
        // Off-table fire that nobody can call for is left at home.
        let radio = |row: Option<&KindRow>| row.is_some_and(|row| row.radio);
        if !force.figures.keys().any(|kind| radio(self.figure_table().kind(kind))) {
            party.battery = None;
        }
        Ok(changed)
    }
}

/// The first free place: where somebody stood, then around those places. No vehicle stands in a building.
fn room(board: &Board, places: &[Point], taken: &[Point], vehicle: bool) -> Option<Point> {
    let free = |at: &Point| {
        board.contains(*at)
            && board.terrain(*at).going() != table::Going::Impassable
            && !(vehicle && board.terrain(*at).veil() == table::Veil::Solid)
            && !taken.iter().any(|other| other.squared(*at) < i64::from(BASE) * i64::from(BASE))
    };
    let ring = |at: Point| (0..8).flat_map(move |y| (-4..=4).map(move |x| at.plus(x * 100, y * 100 - 400)));
    places.iter().copied().chain(places.iter().copied().flat_map(ring)).find(free)
}

/// Somebody who takes another's place hides, looks and has a mortar ready as that one would; one more hides if all did.
fn instead_of(
    before: Option<&Placed>,
    row: Option<&KindRow>,
    all_hide: bool,
    name: String,
    kind: &str,
    at: Option<Point>,
) -> Placed {
    let on_foot = row.is_some_and(|row| !row.vehicle);
    let hidden = before.map_or(all_hide.then_some(true), |placed| placed.hidden).filter(|_| on_foot);
    let gunner = row.is_some_and(|row| row.weapons.contains(&Weapon::Mortar));
    let ready = gunner && before.is_some_and(|placed| placed.ready);
    let facing = before.and_then(|placed| placed.facing);
    Placed { name, kind: kind.to_owned(), at, aboard: None, facing, hidden, counters: 0, ready }
}
