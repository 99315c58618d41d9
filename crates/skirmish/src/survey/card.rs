//! A figure's card: what it carries, what is left of its turn, what it is at and who knows of it.

use serde::Serialize;
use table::{Heading, Point};
use tabletop::odds::Fraction;

use super::{counters_then, falls};
use crate::figure::{FigureId, Grenade, Mortar, Side, Standing, Weapon, Work};
use crate::state::State;
use crate::tables::WeaponRow;
use crate::{Skirmish, facts};

/// Something that takes several phases, begun and not finished. Ruling S-R08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnderWay {
    pub work: Work,
    /// Phases of it that are done.
    pub done: u8,
    /// Phases it takes in all.
    pub of: u8,
}

/// A weapon on a card, with its numbers. Rule S-fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WeaponLine {
    pub weapon: Weapon,
    /// Its row of the table; launchers and mortars have none.
    pub row: Option<WeaponRow>,
    /// The chance that a phase of fire suppresses somebody; none where no die is rolled for it.
    pub chance: Option<Fraction>,
}

/// How the enemy knows of a figure. Ruling S-R19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum KnownBy {
    /// It never was hidden.
    InTheOpen,
    /// It fired in its last turn.
    Fire,
    /// It was heard.
    Noise,
    /// An enemy is near enough to see it.
    Sight,
    /// It was spotted.
    Spotting,
}

/// A figure's card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    pub id: FigureId,
    pub name: String,
    /// Its kind: `Rifleman`.
    pub kind: String,
    pub side: Side,
    /// Whether it is an M113.
    pub vehicle: bool,
    /// On the table, aboard, removed or gone.
    pub standing: Standing,
    /// Where it stands, if it does and that is known.
    pub at: Option<Point>,
    /// Where it looks.
    pub facing: Heading,
    /// Suppression counters.
    pub counters: u8,
    /// Phases left in this turn; none if that is the enemy's secret. Ruling S-R28.
    pub phases: Option<u8>,
    /// Phases that its next turn has as things stand now. Ruling S-R03.
    pub phases_next_turn: u8,
    /// The chance to be removed, or a vehicle to take a kill, at the next KIA check. Ruling S-R02.
    pub falls: Fraction,
    /// Whether it is the one that is spending its phases. Ruling S-R01.
    pub active: bool,
    /// Whether its turn is spent although it had phases: somebody else acted after it, or none are left.
    pub finished: bool,
    pub under_way: Option<UnderWay>,
    pub weapons: Vec<WeaponLine>,
    /// Its grenades or rounds, those it has.
    pub grenades: Vec<(Grenade, u8)>,
    /// Claymores it can still place.
    pub claymores: u8,
    /// Whether it carries the radio. Rule S-support.
    pub radio: bool,
    pub mortar: Option<Mortar>,
    /// Pips of noise made in its last turn. Rule S-noise.
    pub pips: u8,
    /// Kills of a vehicle. Ruling S-R14.
    pub kills: u8,
    pub passengers: Vec<FigureId>,
    /// How the enemy knows of it; empty if he does not.
    pub known_by: Vec<KnownBy>,
}

impl Skirmish {
    /// A figure's card. None for numbers that nobody has, and for figures of which this view knows no more than that they
    /// are somewhere.
    pub fn card(&self, state: &State, id: FigureId) -> Option<Card> {
        let figure = state.figure(id)?;
        if figure.standing == Standing::Up
            && figure.at.is_none()
            && !state.is_known(id)
            && figure.kit.weapons.each().next().is_none()
        {
            return None;
        }
        let numbers = self.numbers();
        let trace = figure.trace;
        let known_by = [
            (!trace.hidden && figure.standing == Standing::Up, KnownBy::InTheOpen),
            (trace.hidden && trace.fired_from.is_some(), KnownBy::Fire),
            (trace.hidden && (trace.heard || trace.overheard), KnownBy::Noise),
            (trace.hidden && trace.seen, KnownBy::Sight),
            (trace.hidden && trace.spotted, KnownBy::Spotting),
        ];
        let weapons = figure.kit.weapons.each().map(|weapon| {
            let row = self.weapons().of(weapon).cloned();
            let chance = row.as_ref().map(|row| super::from_face(row.suppress_on.value));
            WeaponLine { weapon, row, chance }
        });
        Some(Card {
            id,
            name: state.name(id).to_owned(),
            kind: state.setting().kinds.get(id.index()).cloned().unwrap_or_default(),
            side: figure.side,
            vehicle: figure.vehicle,
            standing: figure.standing,
            at: figure.place(),
            facing: figure.facing,
            counters: figure.counters,
            phases: figure.granted.map(|_| figure.phases),
            phases_next_turn: facts::phases(numbers, counters_then(state, figure), figure.vehicle),
            falls: falls(counters_then(state, figure)),
            active: state.active() == Some(id),
            finished: figure.side == state.side() && figure.phases == 0 && figure.granted.is_some(),
            under_way: figure.work.map(|(work, done)| UnderWay { work, done, of: self.phases_of(work) }),
            weapons: weapons.collect(),
            grenades: Grenade::ALL.into_iter().map(|g| (g, figure.kit.left(g))).filter(|(_, n)| *n > 0).collect(),
            claymores: figure.kit.claymores,
            radio: figure.kit.radio,
            mortar: figure.mortar,
            pips: figure.pips,
            kills: figure.kills,
            passengers: state.passengers(id).collect(),
            known_by: known_by.into_iter().filter(|(so, _)| *so).map(|(_, how)| how).collect(),
        })
    }
}
