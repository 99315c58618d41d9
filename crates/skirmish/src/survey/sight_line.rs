//! Lines of sight and of fire, with what stands in their way and what protects at their end.

use serde::Serialize;
use table::{Angle, INCH, Point, Template, Terrain, Veil};

use crate::facts::{self, Facts, Obstruction};
use crate::figure::{FigureId, Weapon};
use crate::sight::Veiling;
use crate::state::State;
use crate::{Skirmish, tables};

/// What ends a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Blocking {
    /// It is too dark to see so far. In hundredths of an inch. `sight`: how far one sees.
    Night { sight: i32 },
    /// Smoke. Rule S-smoke. `at`: its middle. `radius`: its radius in hundredths of an inch.
    Smoke { at: Point, radius: i32 },
    /// A building or bunker. `terrain`: of what kind.
    Building { at: Point, terrain: Terrain },
    /// The ground rises above the line.
    Ground { at: Point },
    /// Too much growth. In hundredths of an inch. `at`: where the line has gone through as much of it as one sees
    /// through. `through`: how much lies on the whole line. `most`: how much one sees through.
    Growth { at: Point, through: i32, most: i32 },
}

impl Blocking {
    /// Where the line ends, if that is a place.
    pub const fn at(&self) -> Option<Point> {
        match *self {
            Self::Night { .. } => None,
            Self::Smoke { at, .. } | Self::Building { at, .. } | Self::Ground { at } | Self::Growth { at, .. } => {
                Some(at)
            }
        }
    }

    /// Why, in a few words: `12" of growth, and one sees through 8"`.
    pub fn words(&self) -> String {
        match *self {
            Self::Night { sight } => format!("night: sight reaches {}\"", sight / INCH),
            Self::Smoke { .. } => "smoke".into(),
            Self::Building { terrain, .. } => format!("a {}", terrain.name()),
            Self::Ground { .. } => "rising ground".into(),
            Self::Growth { through, most, .. } => {
                format!("{}\" of growth; sight reaches {}\" through it", through / INCH, most / INCH)
            }
        }
    }
}

/// A line of sight from point to point. The same both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SightLine {
    pub from: Point,
    pub to: Point,
    /// The distance in hundredths of an inch.
    pub range: i32,
    /// How much of the line goes through growth, in hundredths of an inch.
    pub through: i32,
    /// What ends it; nothing if one sees the other.
    pub blocked: Option<Blocking>,
}

/// What protects a figure at the end of a line of fire. Ruling S-R06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shelter {
    /// The terrain of a cell: its own or one that the line crosses just before it.
    Terrain { at: Point, terrain: Terrain },
    /// A vehicle.
    Vehicle { figure: FigureId, at: Point },
}

/// A line of fire: the facts, and what they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FireLine {
    pub sight: SightLine,
    /// What the rules are told.
    pub facts: Facts,
    /// What protects the target, if anything does.
    pub shelter: Option<Shelter>,
    /// The counters that fire may bring the target to; none for as many as there are dice. Ruling S-R07.
    pub limit: Option<u8>,
    /// Why fire can give the target nothing.
    pub obstruction: Option<Obstruction>,
}

impl Skirmish {
    /// A line of sight with what blocks it. Rules S-fire and S-smoke.
    pub fn sight_line(&self, state: &State, from: Point, to: Point) -> SightLine {
        let most = tables::inches(&self.numbers().growth_in);
        let through = state.board().sight(from, to, most).through;
        let blocked = self.veil(state, from, to).map(|veil| match veil {
            Veiling::Night => Blocking::Night { sight: state.setting().sight },
            Veiling::Smoke(at, radius) => Blocking::Smoke { at, radius },
            Veiling::Ground(at, through) => self.block(state, from, to, at, through, most),
        });
        SightLine { from, to, range: from.distance(to), through, blocked }
    }

    fn block(&self, state: &State, from: Point, to: Point, at: Point, through: i32, most: i32) -> Blocking {
        let terrain = state.board().terrain(at);
        if at != to && terrain.veil() == Veil::Solid {
            return Blocking::Building { at, terrain };
        }
        if at != to || through <= most {
            return Blocking::Ground { at };
        }
        let mut sum = 0;
        let full = state.board().line(from, to).into_iter().find(|(cell, length)| {
            sum += if state.board().terrain(*cell).veil() == Veil::Thick { *length } else { 0 };
            sum > most
        });
        Blocking::Growth { at: full.map_or(to, |(cell, _)| cell), through, most }
    }

    /// A line of fire from one figure at another with a weapon, in either side's turn. None if the place of either is not known
    /// or the weapon is not fired at figures. Rule S-fire.
    pub fn fire_line(&self, state: &State, firer: FigureId, weapon: Weapon, target: FigureId) -> Option<FireLine> {
        let row = self.weapons().of(weapon)?;
        let facts = self.facts(state, firer, target)?;
        let (here, there) = (state.figure(firer)?.place()?, state.figure(target)?);
        let place = there.place()?;
        Some(FireLine {
            sight: self.sight_line(state, here, place),
            facts,
            shelter: self.shelter(state, here, place),
            limit: facts::limit(self.numbers(), there, facts.cover),
            obstruction: facts::obstruction(self.numbers(), row, &facts, there),
        })
    }

    /// The ground a figure can fire at: a fan of 90°, or a circle for a vehicle's gun, as far as the weapon reaches. What is
    /// unlimited ends beyond the table. Rulings S-R05 and S-R14.
    pub fn arc(&self, state: &State, id: FigureId, weapon: Weapon) -> Option<Template> {
        let figure = state.figure(id)?;
        let tip = figure.place()?;
        let corner = state.board().corner();
        let reach = self.weapons().of(weapon).map_or(i32::MAX, tables::WeaponRow::range).min(corner.x + corner.y);
        Some(if figure.vehicle {
            Template::Circle { centre: tip, radius: reach }
        } else {
            Template::Fan { tip, facing: figure.facing, half: Angle::FortyFive, reach }
        })
    }
}
