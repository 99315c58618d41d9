//! Areas: where a grenade or a round may come down, what a burst reaches, how far noise carries, where smoke lies.

use serde::Serialize;
use table::{Angle, Compass, Heading, INCH, Point, Template};
use tabletop::odds::Fraction;

use super::{both, either, pairs, share, sixths};
use crate::command::RocketAim;
use crate::devices::crew_sees;
use crate::facts::{self, FACES};
use crate::figure::{FigureId, Grenade, Side};
use crate::fire::identified;
use crate::grenades::{line, shift};
use crate::state::{Spot, State};
use crate::support::{corrected, drifts};
use crate::tables::{Band, Deviation, inches};
use crate::turn::{noisy_groups, noisy_place};
use crate::{Command, Skirmish};

/// A point where something may come down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Landing {
    /// The point; it may lie off the table.
    pub at: Point,
    /// How likely that is.
    pub chance: Fraction,
    /// Which way it strays; none on the point.
    pub deviation: Option<Deviation>,
    /// How far, in hundredths of an inch.
    pub by: i32,
}

/// Up to a distance noise is heard with this chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseRing {
    /// From any figure of the group, in hundredths of an inch; at this distance it is one pip less already.
    pub within: i32,
    /// The chance that an enemy nearer than that hears it.
    pub chance: Fraction,
}

/// Figures whose noise is tested together. Rule S-noise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseGroup {
    pub figures: Vec<FigureId>,
    /// Where their noise is: where they stand, or were last.
    pub places: Vec<Point>,
    /// Their pips so far.
    pub pips: u8,
    /// From the inside out.
    pub rings: Vec<NoiseRing>,
}

/// Smoke on the table. Rule S-smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cloud {
    /// What it covers.
    pub area: Template,
    /// Who made it.
    pub side: Side,
    /// Whether it goes at the end of the next turn of that side to end, or of the one after.
    pub turns: u8,
}

impl Skirmish {
    /// Where what a command sends may come down; empty for commands that send nothing, and where speculation needs no
    /// deviation. Rules S-grenade, S-support and S-mortar.
    pub fn landings(&self, state: &State, command: &Command) -> Vec<Landing> {
        let line = |figure: FigureId, at: Point| state.figure(figure).map(|f| line(state, f, at)).unwrap_or_default();
        let bursts = self.bursts();
        let (launched, guns) = (inches(&bursts.launcher_in), inches(&bursts.artillery_in));
        // Speculation on a place where nobody is known is resolved on the spot: only smoke drifts then.
        let goes = |grenade: Grenade, at: Point| {
            let row = bursts.of(grenade);
            row.bands.is_empty() || row.smoke_in.value > 0 || identified(self, state, at)
        };
        match *command {
            Command::Throw { figure, grenade, at } if goes(grenade, at) => self.by_hand(at, line(figure, at)),
            Command::Launch { figure, grenade, at } if goes(grenade, at) => self.strays(at, line(figure, at), launched),
            Command::Rocket { figure, aim: RocketAim::Ground(at) } if identified(self, state, at) => {
                self.rocket_landings(at, line(figure, at), launched)
            }
            Command::Shell { figure, at, .. } => {
                if crew_sees(self, state, figure, at) {
                    self.by_hand(at, line(figure, at))
                } else {
                    self.strays(at, line(figure, at), guns)
                }
            }
            Command::CallFire { at } => self.strays(at, Self::gun_line(state), guns),
            Command::NextRound => match state.support(state.side()).last.and_then(Spot::point) {
                Some(at) => self.strays(at, Self::gun_line(state), guns),
                None => Vec::new(),
            },
            Command::Correct { over, right } => match state.support(state.side()).smoke.and_then(Spot::point) {
                Some(smoke) => self.strays(corrected(state, smoke, over, right), Self::gun_line(state), guns),
                None => Vec::new(),
            },
            Command::SpottingRound { at } => self.drift(state, at),
            _ => Vec::new(),
        }
    }

    /// A die for the direction.
    fn faces(&self) -> impl Iterator<Item = Option<Deviation>> + '_ {
        (1..=6).map(|face| self.bursts().direction(face))
    }

    fn strays(&self, at: Point, line: table::Heading, by: i32) -> Vec<Landing> {
        let landing = |deviation: Option<Deviation>| Landing {
            at: deviation.map_or(at, |way| shift(at, line, way, by)),
            chance: sixths(1),
            deviation,
            by: if deviation.is_some() { by } else { 0 },
        };
        gathered(self.faces().map(landing))
    }

    fn by_hand(&self, at: Point, line: table::Heading) -> Vec<Landing> {
        let stray = |deviation: Option<Deviation>| -> Vec<Landing> {
            let Some(way) = deviation else { return vec![Landing { at, chance: sixths(1), deviation, by: 0 }] };
            let distances = self.bursts().hand_in.value.iter().map(|inches| i32::from(*inches) * INCH);
            let chance = both(sixths(1), sixths(1));
            distances.map(|by| Landing { at: shift(at, line, way, by), chance, deviation, by }).collect()
        };
        gathered(self.faces().flat_map(stray))
    }

    /// Ruling S-R15: on the point on its own number, otherwise as a launched grenade.
    fn rocket_landings(&self, at: Point, line: table::Heading, by: i32) -> Vec<Landing> {
        let hits = (FACES + 1).saturating_sub(self.weapons().rpg().suppress_on.value);
        let missed = self.strays(at, line, by).into_iter();
        let missed = missed.map(|landing| Landing { chance: both(landing.chance, sixths(FACES - hits)), ..landing });
        gathered([Landing { at, chance: sixths(hits), deviation: None, by: 0 }].into_iter().chain(missed))
    }

    /// Ruling S-R11: a spotting round drifts in any direction by two dice, less some inches.
    fn drift(&self, state: &State, aim: Point) -> Vec<Landing> {
        let each = |sum: u8| {
            let (chance, by) = (both(pairs(|one, other| one + other == sum), share(1, 8)), drifts(self, sum));
            let at = move |way| state.board().clamp(aim.compass(way, by));
            Compass::ALL.map(|way| Landing { at: at(way), chance, deviation: None, by })
        };
        gathered((2..=2 * FACES).flat_map(each))
    }

    /// What a burst does, from the inside out; empty for smoke. Rule S-grenade.
    pub fn burst_bands(&self, grenade: Grenade) -> &[Band] {
        &self.bursts().of(grenade).bands
    }

    /// A Claymore's fan with its bands, from the inside out. Rule S-claymore.
    pub fn claymore_fans(&self, tip: Point, facing: Heading) -> Vec<(Template, Band)> {
        let fan =
            |band: &Band| (Template::Fan { tip, facing, half: Angle::FortyFive, reach: band.reach() }, band.clone());
        self.bursts().claymore.iter().map(fan).collect()
    }

    /// The noise of the side to act so far, group by group, and how far it carries. Empty under the alternate rules, where
    /// nobody listens. Rules S-noise and S-R21.
    pub fn noise(&self, state: &State) -> Vec<NoiseGroup> {
        if state.setting().hiding == crate::scenario::Hiding::Alternate {
            return Vec::new();
        }
        let groups = noisy_groups(self, state, state.side()).into_iter();
        let group = |figures: Vec<FigureId>| {
            let members = || figures.iter().filter_map(|id| state.figure(*id));
            let pips = members().fold(0_u8, |sum, f| sum.saturating_add(f.pips));
            let places = figures.iter().filter_map(|id| noisy_place(state, *id)).collect();
            // What a die hears the lower ones hear as well, and farther; with more pips than it has faces the innermost rings are
            // certain.
            let ring = |die: u8| {
                let within = facts::heard_within(self.numbers(), pips, die)?;
                Some(NoiseRing { within, chance: sixths(die) })
            };
            let rings = (1..=pips).rev().filter_map(ring).collect();
            NoiseGroup { figures, places, pips, rings }
        };
        groups.map(group).collect()
    }

    /// The smoke on the table. Rule S-smoke.
    pub fn clouds(&self, state: &State) -> Vec<Cloud> {
        let cloud = |smoke: &crate::state::Smoke| {
            let area = Template::Circle { centre: smoke.at()?, radius: smoke.radius };
            Some(Cloud { area, side: smoke.side, turns: smoke.ends })
        };
        state.smokes().iter().filter_map(cloud).collect()
    }
}

/// Each point once.
fn gathered(all: impl IntoIterator<Item = Landing>) -> Vec<Landing> {
    let mut points: Vec<Landing> = Vec::new();
    for landing in all.into_iter().filter(|l| l.chance != Fraction::ZERO) {
        match points.iter_mut().find(|point| point.at == landing.at) {
            Some(point) => point.chance = either(point.chance, landing.chance),
            None => points.push(landing),
        }
    }
    points
}
