//! Forces of a player's own: squads for a game beside a real table, and force lists as short files. Rule P-companion.

use platoon::scenario::{Hides, MarkerSetup, SquadSetup};
use platoon::state::Trap;
use platoon::{Kind, MarkerId, Platoon, Scenario, Side, SquadId, Troops, Weapon};
use serde::{Deserialize, Serialize};
use tabletop::dice::Seeded;
use tabletop::files::write_ron;
use tabletop::{DataError, between, parse_ron};

/// The most squads of a side.
pub(super) const MOST: usize = 12;
/// The most markers with nothing under them.
pub(super) const DUMMIES: u8 = 20;
/// The most caches.
pub(super) const CACHES: u8 = 10;
/// The most booby traps.
pub(super) const TRAPS: usize = 10;
/// The most turns.
pub(super) const TURNS: u8 = 60;

/// A squad of a roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enlisted {
    /// As a scenario writes it.
    pub squad: SquadSetup,
    /// Whether it begins under a marker.
    pub hidden: bool,
}

/// Everybody who takes part in a game beside a real table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The name of the game.
    pub title: String,
    pub turns: u8,
    pub night: bool,
    /// Whether casualties may be wounded.
    pub wounds: bool,
    /// Squads of both sides.
    pub squads: Vec<Enlisted>,
    /// Markers with nothing under them.
    pub dummies: u8,
    /// Caches under markers.
    pub caches: u8,
    /// Booby traps under markers.
    pub traps: Vec<Trap>,
    /// The squad that is being changed.
    #[serde(skip)]
    pub open: Option<usize>,
}

impl Default for Roster {
    fn default() -> Self {
        Self {
            title: "Beside our table".into(),
            turns: 8,
            night: false,
            wounds: false,
            squads: Vec::new(),
            dummies: 3,
            caches: 1,
            traps: Vec::new(),
            open: None,
        }
    }
}

/// What is asked for on the page of forces.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterWant {
    /// The name of the game.
    Title(String),
    Turns(u8),
    Night(bool),
    /// Whether casualties may be wounded.
    Wounds(bool),
    /// Markers with nothing under them.
    Dummies(u8),
    Caches(u8),
    /// A trap more of this kind.
    AddTrap(Trap),
    /// No trap of this kind any more.
    RemoveTrap(Trap),
    /// The squads of this force list join, by its place on the shelf.
    AddList(usize),
    /// A new squad of this side.
    AddSquad(Side),
    /// Change this squad, or no longer.
    Open(usize),
    /// This squad goes.
    Remove(usize),
    Name(usize, String),
    Troops(usize, Troops),
    Kind(usize, Kind),
    Officer(usize, bool),
    /// Whether it wears flak jackets.
    Flak(usize, bool),
    /// Whether it begins under a marker.
    Hidden(usize, bool),
    /// A squad's rating; none is that of its troops.
    GungHo(usize, Option<u8>),
    /// So many figures with this weapon.
    Figures(usize, Weapon, u8),
    /// Save the squads of this side as a force list.
    Save(Side),
    /// Save the forces of both sides under the name of the game.
    Keep,
    /// Take up the forces that were saved, by their place among them.
    TakeUp(usize),
    /// Write the army sheet of this side.
    Sheet(Side),
    /// Begin the game.
    Begin,
    /// Leave the page.
    Back,
}

impl Enlisted {
    /// The squad's rating: its own, or that of its troops.
    pub fn rating(&self, rules: &Platoon) -> u8 {
        self.squad.gung_ho.unwrap_or_else(|| rules.tables().rating(self.squad.troops))
    }

    /// The same in words: how good some squads are is found out when they meet the enemy.
    pub fn rating_words(&self, rules: &Platoon) -> String {
        match self.squad.quality {
            Some(_) => "Gung-Ho rolled at first contact".into(),
            None => format!("Gung-Ho {}", self.rating(rules)),
        }
    }
}

fn wrong(problem: impl Into<String>) -> DataError {
    DataError::whole("force list", problem)
}

/// A squad with nothing but a name yet.
fn recruit(id: u8, side: Side) -> SquadSetup {
    let troops = if side == Side::Allied { Troops::UsInfantry } else { Troops::VcLocal };
    SquadSetup {
        figures: vec![(6, Weapon::AssaultRifle)],
        ..SquadSetup::new(SquadId(id), format!("Squad {id}"), side, troops)
    }
}

impl Roster {
    /// The squads of a side.
    pub fn side(&self, side: Side) -> impl Iterator<Item = (usize, &Enlisted)> {
        self.squads.iter().enumerate().filter(move |(_, e)| e.squad.side == side)
    }

    /// How many more squads a side may have.
    pub fn room(&self, side: Side) -> usize {
        MOST.saturating_sub(self.side(side).count())
    }

    /// Does what is asked for, if it concerns the roster alone.
    pub fn want(&mut self, want: &RosterWant, shelf: &[(String, Vec<SquadSetup>)]) {
        match want {
            RosterWant::Title(title) => self.title.clone_from(title),
            RosterWant::Turns(turns) => self.turns = between(*turns, 1, TURNS),
            RosterWant::Night(night) => self.night = *night,
            RosterWant::Wounds(wounds) => self.wounds = *wounds,
            RosterWant::Dummies(dummies) => self.dummies = (*dummies).min(DUMMIES),
            RosterWant::Caches(caches) => self.caches = (*caches).min(CACHES),
            RosterWant::AddTrap(trap) if self.traps.len() < TRAPS => self.traps.push(*trap),
            RosterWant::AddTrap(_) => {}
            RosterWant::RemoveTrap(trap) => {
                if let Some(place) = self.traps.iter().rposition(|t| t == trap) {
                    self.traps.remove(place);
                }
            }
            RosterWant::AddList(place) => {
                if let Some((_, squads)) = shelf.get(*place) {
                    self.join(squads);
                }
            }
            RosterWant::AddSquad(side) => {
                self.join(&[recruit(1, *side)]);
                self.open = Some(self.squads.len() - 1);
            }
            RosterWant::Open(place) => self.open = if self.open == Some(*place) { None } else { Some(*place) },
            RosterWant::Remove(place) if *place < self.squads.len() => {
                self.squads.remove(*place);
                self.open = None;
            }
            RosterWant::Remove(_)
            | RosterWant::Save(_)
            | RosterWant::Keep
            | RosterWant::TakeUp(_)
            | RosterWant::Sheet(_)
            | RosterWant::Begin
            | RosterWant::Back => {}
            RosterWant::Name(place, _)
            | RosterWant::Troops(place, _)
            | RosterWant::Kind(place, _)
            | RosterWant::Officer(place, _)
            | RosterWant::Flak(place, _)
            | RosterWant::Hidden(place, _)
            | RosterWant::GungHo(place, _)
            | RosterWant::Figures(place, ..) => {
                if let Some(enlisted) = self.squads.get_mut(*place) {
                    change(enlisted, want);
                }
            }
        }
    }

    /// Squads of a force list join; two of one name are told apart by a number.
    pub fn join(&mut self, squads: &[SquadSetup]) {
        for squad in squads {
            if self.room(squad.side) == 0 {
                continue;
            }
            let mut squad = squad.clone();
            let base = squad.name.clone();
            let mut n = 2;
            while self.squads.iter().any(|other| other.squad.name == squad.name) {
                squad.name = format!("{base} {n}");
                n += 1;
            }
            squad.at = None;
            squad.aboard = None;
            let hidden = squad.side == Side::Vc && !squad.kind.is_vehicle();
            self.squads.push(Enlisted { squad, hidden });
        }
    }

    /// The game that these forces play beside a real table. What lies under which marker is shuffled with `seed`.
    ///
    /// # Errors
    /// In a sentence, what is missing.
    pub fn scenario(&self, rules: &Platoon, seed: u64) -> Result<Scenario, String> {
        let blank = "(title: \"\", summary: \"Forces of your own beside your own table.\", turns: 1, squads: [])";
        let mut scenario: Scenario = parse_ron("roster", blank).map_err(|e| e.to_string())?;
        scenario.title =
            if self.title.trim().is_empty() { "Beside our table".into() } else { self.title.trim().into() };
        scenario.turns = self.turns;
        scenario.options.night = self.night;
        scenario.options.wounds = self.wounds;
        let mut under: Vec<(Side, Hides)> = Vec::new();
        let both = self.side(Side::Allied).chain(self.side(Side::Vc));
        for (number, (_, enlisted)) in (1_u8..).zip(both) {
            let mut squad = enlisted.squad.clone();
            squad.id = SquadId(number);
            squad.aboard = None;
            if enlisted.hidden {
                under.push((squad.side, Hides::Squad(squad.id)));
            }
            scenario.squads.push(squad);
        }
        under.extend((0..self.dummies).map(|_| (Side::Vc, Hides::Nothing)));
        under.extend((0..self.caches).map(|_| (Side::Vc, Hides::Cache)));
        under.extend(self.traps.iter().map(|trap| (Side::Vc, Hides::Trap(*trap))));
        let mut lots = Seeded::new(seed);
        for number in 1..=u8::try_from(under.len()).unwrap_or(99) {
            let (side, hides) = under.remove(lots.choose(under.len()));
            scenario.markers.push(MarkerSetup { id: MarkerId(number), side, at: None, hides });
        }
        // Whatever the rules object to, they say themselves.
        tabletop::Ruleset::begin(rules, &scenario, &mut Seeded::new(seed)).map_err(|halt| {
            let refusal = halt.into_refusal();
            format!("{} {}", refusal.because, refusal.remedy)
        })?;
        Ok(scenario)
    }

    /// The squads of a side as a short file.
    ///
    /// # Errors
    /// As [`write_list`].
    pub fn list(&self, side: Side) -> Result<String, String> {
        let numbered = (1_u8..).zip(self.side(side));
        let squads = numbered.map(|(n, (_, e))| SquadSetup { id: SquadId(n), ..e.squad.clone() });
        write_list(&squads.collect::<Vec<_>>())
    }
}

fn change(enlisted: &mut Enlisted, want: &RosterWant) {
    let squad = &mut enlisted.squad;
    match want {
        RosterWant::Name(_, name) => squad.name.clone_from(name),
        RosterWant::Troops(_, troops) => {
            squad.troops = *troops;
            squad.gung_ho = None;
        }
        RosterWant::Kind(_, kind) => {
            squad.kind = *kind;
            enlisted.hidden &= !kind.is_vehicle();
        }
        RosterWant::GungHo(_, rating) => squad.gung_ho = *rating,
        RosterWant::Officer(_, officer) => squad.officer = *officer,
        RosterWant::Flak(_, flak) => squad.flak = *flak,
        RosterWant::Hidden(_, hidden) => enlisted.hidden = *hidden && !squad.kind.is_vehicle(),
        RosterWant::Figures(_, weapon, count) => {
            let others = squad.figures.iter().filter(|(_, w)| w != weapon);
            let others = others.fold(0_u8, |sum, (n, _)| sum.saturating_add(*n));
            let count = (*count).min(16_u8.saturating_sub(others));
            match squad.figures.iter_mut().find(|(_, w)| w == weapon) {
                Some(line) => line.0 = count,
                None => squad.figures.push((count, *weapon)),
            }
            squad.figures.retain(|(n, _)| *n > 0);
            squad.drawn_from = None;
        }
        _ => {}
    }
}

/// A force list as a short file: what is usual is left out.
///
/// # Errors
/// What cannot be written, in a sentence.
pub fn write_list(squads: &[SquadSetup]) -> Result<String, String> {
    write_ron(squads)
}

/// Reads a force list.
///
/// # Errors
/// What is wrong, with line and column.
pub fn read_list(file: &str, text: &str) -> Result<Vec<SquadSetup>, DataError> {
    let squads: Vec<SquadSetup> = parse_ron(file, text)?;
    if squads.is_empty() {
        return Err(wrong("The force is empty. Add at least one squad."));
    }
    Ok(squads)
}
