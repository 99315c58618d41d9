//! What a player may ask before he decides: reach, sight, forecasts, command and points. Everything here only reads, and
//! tells no more than the position it is given: ask about what a side sees with that side's view of the position.

use tabletop::{Outcome, Refusal, RuleId, Ruleset, between};

use crate::antitank::check_antitank;
use crate::command::{Command, Shot};
use crate::control;
use crate::event::{Cause, Modifier, Ordnance};
use crate::hex::Hex;
use crate::refuse::{No, no};
use crate::sight::{Crossing, Eye};
use crate::state::{Place, State, Switch, Unit};
use crate::tables::die_and;
use crate::units::{Kind, Side, UnitId};
use crate::{SearchAndDestroy, rule, score, support, words};

/// Why one end does not see the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// A hex on the way blocks the line.
    Hex(Hex),
    /// The line runs along the side between two hexes, and both block.
    Side(Hex, Hex),
    /// Farther away than anybody sees in this light, in hexes. `range`: how far it is. `sight`: how far one sees.
    TooFar { range: u8, sight: u8 },
    /// One of the ends is not on the map.
    OffTheMap,
}

/// What one unit brings to an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub unit: UnitId,
    /// Its strength after halving and doubling, in eighths of a Strength Point.
    pub eighths: u16,
}

/// Something that changes the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// In a word or two.
    pub text: &'static str,
    /// What it adds.
    pub value: i8,
    pub rule: RuleId,
}

/// What comes of one face of the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The die, 1 to 6.
    pub die: u8,
    /// The row of the table it leads to, from 0: see [`crate::tables::Grid::rows`].
    pub row: usize,
    /// The cell as it is printed.
    pub text: String,
}

/// What an attack would be, as far as the attacker knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Who attacks; empty for shells and bombs.
    pub parts: Vec<Part>,
    /// All their strength, in eighths of a Strength Point.
    pub eighths: u16,
    /// What it is compared with.
    pub defence: u8,
    /// The column of the Combat Results Table, as in [`crate::tables::ODDS`]; none on the Vehicle Defense Table.
    pub column: Option<usize>,
    /// What changes the die, each with its rule.
    pub changes: Vec<Change>,
    /// The six faces of the die.
    pub faces: Vec<Face>,
}

/// Who leads whom. Rules base-4.8 and base-4.9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authority {
    /// How far the unit leads or commands, in hexes; none if it does neither.
    pub radius: Option<u8>,
    /// Units on the map that it leads or commands, within its radius or not.
    pub followers: Vec<UnitId>,
    /// Who leads or commands the unit: all that may, the nearest first.
    pub leaders: Vec<UnitId>,
    /// Whether one of those is near enough now, or the unit needs nobody.
    pub in_radius: bool,
    /// Whether the unit is under control in this turn, as was found when its player turn began.
    pub controlled: bool,
}

/// A line of the account. Rule base-4.18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    pub side: Side,
    pub cause: Cause,
    pub points: i32,
    /// Already scored; if not, they would be scored if the game ended now.
    pub settled: bool,
}

/// The account of both sides. Rule base-4.18.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Line by line: what is scored first, then what an end of the game would add.
    pub lines: Vec<ScoreLine>,
    /// US points, with the lines that are not settled.
    pub us: i32,
    /// NLF points, with the lines that are not settled.
    pub nlf: i32,
    /// The scenario's par.
    pub par: i32,
    /// US points less NLF points less the par.
    pub margin: i32,
    /// The level of victory of that margin.
    pub level: Outcome,
}

/// The rule a modifier is from.
pub(crate) fn source(modifier: Modifier) -> RuleId {
    match modifier {
        Modifier::ImprovedPosition => rule!("base-4.10"),
        Modifier::FaceDown => rule!("base-4.4"),
        Modifier::Surprise => rule!("32.3"),
        Modifier::SappersAttack | Modifier::SappersDefend => rule!("32.7"),
        Modifier::HeavyMachineGun => rule!("31.11"),
    }
}

impl SearchAndDestroy {
    /// Whether somebody at one end sees the other, in this scenario's light. Rule base-4.5.
    ///
    /// # Errors
    /// What blocks the line, or how far it is too far.
    pub fn sight(&self, state: &State, from: Eye, to: Eye) -> Result<(), Unseen> {
        let range = self.map().range(from, to).ok_or(Unseen::OffTheMap)?;
        if range > state.sight() {
            return Err(Unseen::TooFar { range, sight: state.sight() });
        }
        match self.map().blocker(from, to) {
            None => Ok(()),
            Some(Crossing::Through(hex)) => Err(Unseen::Hex(hex)),
            Some(Crossing::Along(one, other)) => Err(Unseen::Side(one, other)),
        }
    }

    /// What an attack would be, as far as the attacker knows: fire, close assault, an antitank weapon, or shells and bombs in
    /// the hex they are meant for.
    ///
    /// # Errors
    /// It is not allowed, or the command is no attack.
    pub fn forecast(&self, state: &State, command: &Command) -> Result<Forecast, Refusal> {
        self.check(state, command)?;
        match command {
            Command::Fire { shots, target } => {
                let found = self.fire_forecast(state, shots, *target)?;
                let parts = parts(shots, |shot| self.fire_strength(state, shot.unit, shot.rate))?;
                Ok(self.on_table(state, parts, found.eighths, found.defence, found.column, &found.modifiers))
            }
            Command::Assault { shots, target } => {
                let found = self.assault_forecast(state, shots, *target)?;
                let parts = parts(shots, |shot| self.assault_strength(state, shot))?;
                Ok(self.on_table(state, parts, found.eighths, found.defence, found.column, &found.modifiers))
            }
            Command::Antitank { unit, target } => {
                let aim = check_antitank(self, state, *unit, *target)?;
                let value = self.combat.vehicle_defence.modifier(aim.kind);
                let id = if aim.kind.is_boat() { rule!("33.34") } else { rule!("31.13") };
                let changes = vec![Change { text: aim.kind.name(), value: die_and(value, 0), rule: id }];
                let face = |die: u8| {
                    let row = usize::from(die.saturating_add(value).min(8)) - 1;
                    Face { die, row, text: self.antitank_result(aim, die).cell().to_owned() }
                };
                Ok(Forecast {
                    parts: vec![Part { unit: *unit, eighths: 0 }],
                    eighths: 0,
                    defence: 0,
                    column: None,
                    changes: if value > 0 { changes } else { Vec::new() },
                    faces: (1..=6).map(face).collect(),
                })
            }
            Command::Plot { at, .. } => Ok(self.shelling(state, Ordnance::Battery, *at, None)?),
            Command::Preplanned { at } => Ok(self.shelling(state, Ordnance::Preplanned, *at, None)?),
            Command::CallStrike { at, .. } => Ok(self.shelling(state, Ordnance::AirStrike, *at, None)?),
            Command::Mortar { weapon, at, .. } => {
                let us = state.unit(*weapon).is_some_and(|u| u.kind == Kind::Mortar81);
                let ordnance = if us { Ordnance::Mortar81 } else { Ordnance::Mortar82 };
                Ok(self.shelling(state, ordnance, *at, support::crew(state, *weapon))?)
            }
            _ => Err(Refusal::new(rule!("base-4.4"), "That is not an attack.", "Ask about fire or a close assault.")),
        }
    }

    /// What shells or bombs would do in the hex they are meant for; [`SearchAndDestroy::pattern`] tells what else they hit.
    fn shelling(&self, state: &State, ordnance: Ordnance, at: Hex, crew: Option<&Unit>) -> Result<Forecast, No> {
        let (strength, _) = self.shells(ordnance);
        let Some(odds) = self.odds_in(at, support::weight(state, crew, strength)) else {
            return no(rule!("SD-A4"), "Odds below 1 to 3 have no effect.", "Choose a hex with less cover.");
        };
        let dug_in = support::protects(state, at);
        let modifiers: &[Modifier] = if dug_in { &[Modifier::ImprovedPosition] } else { &[] };
        Ok(self.on_table(state, Vec::new(), odds.eighths, odds.defence, odds.column, modifiers))
    }

    pub(crate) fn on_table(
        &self,
        state: &State,
        parts: Vec<Part>,
        eighths: u16,
        defence: u8,
        column: usize,
        modifiers: &[Modifier],
    ) -> Forecast {
        let shift = self.numbers.shift(modifiers);
        let value = |m: &Modifier| self.numbers.modifier(*m);
        let changes =
            modifiers.iter().map(|m| Change { text: words::modifier(*m), value: value(m), rule: source(*m) }).collect();
        let casualties = state.switches().has(Switch::Casualties);
        let face = |die: u8| {
            let roll = die_and(die, shift);
            let row = usize::try_from(between(roll, 1, 8) - 1).unwrap_or(0);
            Face { die, row, text: self.combat.cell_text(self.combat.cell(column, roll), casualties) }
        };
        Forecast { parts, eighths, defence, column: Some(column), changes, faces: (1..=6).map(face).collect() }
    }

    /// Who leads or commands a unit, and whom it leads or commands itself. Rules base-4.8 and base-4.9. Face-down counters of
    /// the other side neither lead nor follow.
    pub fn authority(&self, state: &State, id: UnitId) -> Authority {
        let Some(unit) = state.unit(id).filter(|u| u.kind != Kind::Suspect) else { return Authority::default() };
        let radius = control::radius(self, state, unit);
        let others = || state.units().filter(|(other, u)| *other != id && u.side() == unit.side());
        let here = control::stands(state, unit);
        let mut leaders: Vec<(u8, UnitId)> = others()
            .filter(|(_, u)| control::leads(state, u, unit))
            .filter_map(|(other, u)| Some((control::stands(state, u)?.distance(here?), other)))
            .collect();
        leaders.sort_unstable();
        let near = leaders.iter().any(|(distance, other)| {
            state
                .unit(*other)
                .and_then(|u| control::reach(self, state, u, unit))
                .is_some_and(|reach| *distance <= reach)
        });
        Authority {
            radius,
            followers: others()
                .filter(|(_, u)| u.hex().is_some() && control::leads(state, unit, u))
                .map(|(other, _)| other)
                .collect(),
            leaders: leaders.into_iter().map(|(_, other)| other).collect(),
            in_radius: near || !control::needs_leader(state, unit),
            controlled: unit.controlled,
        }
    }

    /// The account as it stands, and what would come of it if the game ended now. Rule base-4.18.
    pub fn score_sheet(&self, state: &State) -> ScoreSheet {
        let line = |settled| move |(side, cause, points)| ScoreLine { side, cause, points, settled };
        let mut lines: Vec<ScoreLine> = state.ledger.iter().copied().map(line(true)).collect();
        if state.step() != crate::state::Step::Over {
            lines.extend(score::at_the_end(self, state).into_iter().map(line(false)));
        }
        let sum = |side| lines.iter().filter(|l| l.side == side).map(|l| l.points).sum::<i32>();
        let (us, nlf, par) = (sum(Side::Us), sum(Side::Nlf), i32::from(state.par()));
        ScoreSheet { us, nlf, par, margin: us - nlf - par, level: self.level_of(us, nlf, state.par()), lines }
    }

    /// Where a unit looks from, on the map or on the river.
    pub fn eye(&self, unit: &Unit) -> Option<Eye> {
        unit.eye()
    }

    /// The hex a unit is counted to for ranges on the map: its own, or the northern bank of a boat.
    pub fn near_hex(&self, unit: &Unit) -> Option<Hex> {
        match unit.place {
            Place::River(number) => self.map().banks(number).map(|banks| banks[0]),
            _ => unit.eye().and_then(|eye| match eye {
                Eye::Hex(hex) | Eye::Air(hex) => Some(hex),
                Eye::River(_) => None,
            }),
        }
    }
}

fn parts(shots: &[Shot], strength: impl Fn(Shot) -> Result<u16, Refusal>) -> Result<Vec<Part>, Refusal> {
    shots.iter().map(|shot| Ok(Part { unit: shot.unit, eighths: strength(*shot)? })).collect()
}
