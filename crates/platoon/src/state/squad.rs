//! A squad and its figures.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Heading, Point, Terrain};

use super::Options;
use crate::figures::Figures;
use crate::tables::VcList;
use crate::troops::{Kind, MarkerId, Mode, Side, SquadId, Troops, Weapon};

/// What has become of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// It stands.
    #[default]
    Able,
    /// Out of action.
    Killed,
    /// Out of action and alive.
    Wounded,
    /// In the enemy's hands.
    Captured,
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    pub weapon: Weapon,
    /// Where it stands; of no meaning beside a real table.
    pub at: Point,
    /// What has become of it.
    pub fate: Fate,
    /// The turn its pinned marker was laid in. Rule P-unpin.
    pub pinned: Option<u8>,
    /// Whether it lies. Rule P-prone.
    pub prone: bool,
    /// Whether it wears a flak jacket. Rule P-save.
    pub flak: bool,
    /// Whether it has fired this turn.
    pub fired: bool,
    /// Whether its launcher is out of ammunition. Ruling P-R22.
    pub empty: bool,
    /// Whether it is away with a message, and fires at nobody. Rule P-messages.
    pub running: bool,
    /// Whether it searches or destroys stores this turn, and does not fire. Ruling P-R51.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub searches: bool,
}

impl Figure {
    /// One who stands there and has done nothing yet.
    pub const fn new(weapon: Weapon, at: Point) -> Self {
        Self {
            weapon,
            at,
            fate: Fate::Able,
            pinned: None,
            prone: false,
            flak: false,
            fired: false,
            empty: false,
            running: false,
            searches: false,
        }
    }

    /// Whether it is here to lend a hand: to carry, to take prisoners, to ask and to fight hand to hand. Who is away with a
    /// message is not. Rule P-messages.
    pub fn is_here(&self, options: &Options) -> bool {
        !self.running || options.rulings.before(7)
    }

    /// Whether it is in the fight.
    pub fn able(&self) -> bool {
        self.fate == Fate::Able
    }
}

/// What morale makes of a squad. Rule P-morale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// It carries on.
    #[default]
    Steady,
    /// It may not go nearer to the enemy.
    Halted,
    /// It goes out of range.
    Withdrawing,
    /// It goes on until it has left the table.
    Leaving,
}

impl Order {
    /// What the squad does, in running text.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Steady => "carries on",
            Self::Halted => "halts",
            Self::Withdrawing => "withdraws",
            Self::Leaving => "flees towards the table edge",
        }
    }
}

/// What has become of a vehicle. Rule P-direct.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hull {
    /// It runs.
    #[default]
    Running,
    /// It stands, and may fire. Ruling P-R23.
    Immobilised,
    /// It is a wreck.
    Destroyed,
}

impl Hull {
    /// What has become of it, in running text.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Running => "runs again",
            Self::Immobilised => "is immobilised",
            Self::Destroyed => "is destroyed",
        }
    }
}

/// Where a helicopter is. Rule P-vehicle-move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Flight {
    /// In the air, free to go anywhere.
    #[default]
    Flying,
    /// Hovering before the landing.
    Descending,
    /// On the ground.
    Landed,
    /// Hovering after the landing.
    Rising,
}

/// What a squad has done and suffered in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThisTurn {
    /// How it last moved.
    pub mode: Option<Mode>,
    /// Whether it has gone more than half of what it might. Rules P-fire and P-prone.
    pub over_half: bool,
    /// Whether half of its move is spent: on standing up, getting out, or picking something up. Rules P-prone and
    /// P-infantry-move.
    pub stood_up: bool,
    /// Whether it has got out of a vehicle. Ruling P-R53.
    pub got_out: bool,
    /// Whether it has moved at all.
    pub moved: bool,
    /// Whether its volley is spent.
    pub fired: bool,
    /// The No Fire marker. Rule P-opportunity.
    pub no_fire: bool,
    /// Casualties.
    pub lost: u8,
    /// Whether shells or bombs fell on it. Rule P-morale.
    pub shelled: bool,
}

/// How a squad fires into the phase of the acting one. Ruling P-R48.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Whether it has begun to fire and may go on.
    pub begun: bool,
    /// Whether its first round of fire from ambush goes on.
    pub ambush: bool,
}

/// What has befallen a squad since its last activation roll. Ruling P-R06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SinceRoll {
    /// Casualties.
    pub losses: u8,
    /// Whether it was attacked in the flank.
    pub flanked: bool,
    /// Whether it was attacked in the rear.
    pub rear: bool,
    /// Whether it was under artillery or air attack.
    pub shelled: bool,
    pub under_fire: bool,
}

/// A squad, a vehicle with its crew, a sniper or a group of villagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squad {
    pub id: SquadId,
    #[serde(with = "tabletop::shared::text")]
    pub name: Arc<str>,
    pub side: Side,
    pub troops: Troops,
    pub kind: Kind,
    /// Its rating now. Rule P-gung-ho.
    pub gung_ho: u8,
    /// How good it is said to be, until its rating is rolled for at first contact. Rule P-gung-ho.
    pub quality: Option<Quality>,
    /// Whether it has an officer or forward observer who may call for support. Rule P-artillery.
    pub officer: bool,
    pub figures: Vec<Figure>,
    /// Where it looks: where it last went.
    pub facing: Heading,
    /// The marker it hides under. Rule P-hidden.
    pub hidden: Option<MarkerId>,
    /// The vehicle it rides in.
    pub aboard: Option<SquadId>,
    /// The vehicle itself.
    pub hull: Hull,
    /// The helicopter itself.
    pub flight: Flight,
    /// What is forgotten when the next turn begins.
    pub turn: ThisTurn,
    /// What is forgotten when the acting squad is finished.
    pub answer: Answer,
    /// Whether its first round of fire from hiding is over. Ruling P-R48.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ambushed: bool,
    /// What is forgotten at its next activation roll. Ruling P-R06.
    pub since: SinceRoll,
    /// Whether it was ever under fire in this game. Ruling P-R27.
    pub fired_on: bool,
    /// Whether it has seen no combat in this game.
    pub fresh: bool,
    /// Whether it has taken its test for being under fire for the first time. Rule P-morale.
    pub tested: bool,
    /// What morale makes of it.
    pub order: Order,
    /// Whether it carries captured stores. Rule P-search.
    pub carrying: bool,
    /// Whether it has porters, whom stores do not slow. Rule P-infantry-move.
    pub porters: bool,
    /// Casualties it carries: squad and figure, from 0. Rule P-infantry-move.
    pub burden: Vec<(SquadId, u8)>,
    /// The squad it is locked with hand to hand. Ruling P-R33.
    pub locked: Option<SquadId>,
    /// Who of both was base to base when they were locked, its own first; in games from before nobody remembers. Ruling P-R33.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grip: Option<[Figures; 2]>,
    /// Whether they are young men, who talk less. Rule P-interrogation.
    pub young: bool,
    /// Beside a real table: the terrain it stands in, as its player last said.
    pub ground: Terrain,
    /// Questions put to it. Rule P-interrogation.
    pub questioned: u8,
    /// Whether, as a sniper, it has tried to disappear. Rule P-sniper.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bugged_out: bool,
    /// The turn from which it may ask for support again. Rule P-artillery.
    pub asks_from: u8,
    /// Whether it has left the table.
    pub gone: bool,
    /// Troops that are drawn from a table when the marker is turned up. Rule P-vc-table.
    pub drawn_from: Option<VcList>,
}

impl Squad {
    /// Who asks for support and observes, if he is here to do it: its first figure, unless he has fallen or runs with a message.
    /// Rules P-artillery and P-messages.
    pub fn observer(&self, options: &Options) -> Option<&Figure> {
        let first = self.figures.first().filter(|figure| figure.able());
        first.filter(|figure| !figure.running || options.rulings.before(6))
    }

    /// Figures in the fight.
    pub fn able(&self) -> impl Iterator<Item = (usize, &Figure)> {
        self.figures.iter().enumerate().filter(|(_, figure)| figure.able())
    }

    /// How many are in the fight.
    pub fn strength(&self) -> usize {
        self.able().count()
    }

    /// Whether it can still act.
    pub fn in_play(&self) -> bool {
        !self.gone && self.hull != Hull::Destroyed && (self.strength() > 0 || self.drawn_from.is_some())
    }

    /// How many are out of action.
    pub fn casualties(&self) -> usize {
        self.figures.len() - self.strength()
    }

    /// Whether it is the crew of a wreck.
    pub fn is_wreck(&self) -> bool {
        self.kind.is_vehicle() && self.hull == Hull::Destroyed
    }

    /// Whether it is a helicopter in the air, neither hovering nor on the ground.
    pub fn flies(&self) -> bool {
        self.kind == Kind::Helicopter && self.flight == Flight::Flying
    }

    /// Whether it is a helicopter that lands or rises and does not fly to another place. Rule P-vehicle-move.
    pub(crate) fn stays_over(&self, to: Option<Point>) -> bool {
        let lands = matches!(self.flight, Flight::Descending | Flight::Landed);
        self.kind == Kind::Helicopter && (lands || (self.flight == Flight::Rising && to.is_none()))
    }

    /// Whether figures of it stand on the table, for everybody to see.
    pub fn on_table(&self) -> bool {
        self.in_play() && self.hidden.is_none() && self.aboard.is_none()
    }

    /// Whether it can be hit: somebody of it is in the fight, or it is a vehicle whose hull stands, with or without a crew. Ruling
    /// P-R52.
    pub fn stands(&self) -> bool {
        self.in_play() || (self.kind.is_vehicle() && !self.gone && self.hull != Hull::Destroyed)
    }

    /// Whether it stands on the table, for everybody to fire at.
    pub fn in_sight(&self) -> bool {
        self.stands() && self.hidden.is_none() && self.aboard.is_none()
    }

    /// Where it can be hit: its able figures, or the vehicle of which nobody is able, as its first figure.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (usize, Point)> {
        let empty = self.kind.is_vehicle() && self.strength() == 0;
        self.able().map(|(n, figure)| (n, figure.at)).chain(empty.then(|| (0, self.at())))
    }

    /// What it does takes its whole turn: nobody of it fires. Rule P-search.
    pub(crate) fn leaves_no_fire(&mut self) {
        self.turn.fired = true;
        self.figures.iter_mut().for_each(|figure| figure.fired = true);
    }

    /// Whether it has fire left for the acting enemy: it has not fired this turn, or has just begun and some of its figures
    /// have not. Rule P-opportunity, ruling P-R48.
    pub(crate) fn may_answer(&self, options: &Options) -> bool {
        let unfired = |figure: &Figure| {
            let weapon = figure.weapon;
            let alone = weapon.is_mortar() || (weapon.is_direct() && !figure.empty);
            !figure.fired && !figure.searches && (alone || (!self.turn.fired && weapon.fires_in_volleys()))
        };
        let more = || self.kind != Kind::Sniper && self.able().any(|(_, figure)| unfired(figure));
        !self.turn.no_fire && self.aboard.is_none() && (!self.has_fired(options) || (self.answer.begun && more()))
    }

    /// Whether it has fired anything this turn, or spent the turn on what leaves no fire.
    pub fn has_fired(&self, options: &Options) -> bool {
        // Once the fire of who had fallen since was forgotten.
        let counts = |figure: &Figure| figure.able() || !options.rulings.before(9);
        self.turn.fired || self.figures.iter().any(|figure| figure.fired && counts(figure))
    }

    /// Whether what it fires now is from ambush: of its first round from hiding. Ruling P-R48.
    pub(crate) fn fires_from_ambush(&self, options: &Options) -> bool {
        // Once every round of who was still hidden was.
        let first = !self.ambushed || options.rulings.before(9);
        self.answer.ambush || (self.hidden.is_some() && first)
    }

    /// Its round of fire is over. Ruling P-R48.
    pub(crate) fn stops_firing(&mut self) {
        self.ambushed |= self.answer.ambush;
        self.answer = Answer::default();
    }

    /// Where it is: the first of its figures that can go on, or if all are pinned the first able one.
    pub fn place(&self, options: &Options) -> Point {
        // Once a figure that was pinned and stayed behind stood for those who had gone on.
        if options.rulings.before(8) { self.at() } else { self.lead() }
    }

    /// The same, whatever a saved game makes of it.
    pub fn lead(&self) -> Point {
        self.able().find(|(_, figure)| figure.pinned.is_none()).map_or_else(|| self.at(), |(_, figure)| figure.at)
    }

    /// Where its first able figure is: of a vehicle, where it is.
    pub fn at(&self) -> Point {
        self.able().next().map_or_else(|| self.figures.first().map_or(Point::default(), |f| f.at), |(_, f)| f.at)
    }
}

/// How good troops are said to be before they have met the enemy. Rule P-gung-ho.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quality {
    /// From 4 to 6.
    Poor,
    /// From 6 to 8.
    Fair,
    /// 8 or 9.
    Excellent,
}

impl Quality {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Poor, Self::Fair, Self::Excellent];

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poor => "poor",
            Self::Fair => "fair",
            Self::Excellent => "excellent",
        }
    }
}
