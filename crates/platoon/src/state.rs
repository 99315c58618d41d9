//! The position.

mod marker;
mod mission;
mod options;
mod squad;

use serde::{Deserialize, Serialize};
use table::{Board, Point, Terrain};

use crate::Platoon;
use crate::command::{News, Way};
use crate::event::Reason;
use crate::figures::Figures;
use crate::play::astray;
use crate::refuse::{No, said};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, Side, SquadId};

pub use marker::{Condition, Content, Marker, Trap};
pub use mission::{Attack, Drift, FallOfShot, Mission, Pattern, Reaches, Support};
pub use options::{Options, Rulings};
pub use squad::{Answer, Fate, Figure, Flight, Hull, Order, Quality, SinceRoll, Squad, ThisTurn};

/// A question that the VC player's choice answers. Rule P-interrogation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    pub squad: SquadId,
    /// Who is asked.
    pub target: SquadId,
    /// The die of the question.
    pub die: u8,
    /// Whether a hidden squad is told of, and not a cache.
    pub unit: bool,
    /// The phase that goes on afterwards.
    pub then: Phase,
}

/// A message on its way. Rule P-messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub from: SquadId,
    pub to: SquadId,
    pub side: Side,
    pub way: Way,
    pub news: News,
    /// For a runner: hundredths of an inch still to go.
    pub left: i32,
    /// Whether it is through.
    pub arrived: bool,
}

/// A move on foot or wheels under way. Rule P-infantry-move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Hundredths of an inch in good terrain.
    pub good: i32,
    /// Hundredths of an inch if any of it is bad.
    pub bad: i32,
    /// Hundredths of an inch gone.
    pub used: i32,
    /// Whether any of it was bad.
    pub met_bad: bool,
}

impl March {
    /// How far it may go in all.
    pub fn allowance(&self) -> i32 {
        if self.met_bad { self.bad } else { self.good }
    }

    /// How much of that is left, if what is still to go is `bad` going or not: half an inch at least, which nobody may have left.
    pub(crate) fn left(&self, bad: bool) -> i32 {
        let all = Self { met_bad: self.met_bad || bad, ..*self }.allowance();
        (all - self.used).max(crate::movement::SHORTEST)
    }
}

/// The squad whose phase it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// Which; 0 if that is not to be seen.
    pub squad: SquadId,
    /// Its move, once rolled for.
    pub march: Option<March>,
    /// Whether a task has taken the place of its move. Ruling P-R04.
    pub task: bool,
    /// Whether it has fought hand to hand. Rule P-close-combat.
    pub fought: bool,
    /// Beside a real table: markers it has come to. Rule P-hidden.
    pub reached: Vec<MarkerId>,
    /// Whether it has asked for support or sent a message.
    pub asked: bool,
    /// Whether it has tried something the rules do not mention. Ruling P-R46.
    pub tried: bool,
    /// From where a helicopter flew in this phase. Ruling P-R25.
    pub flown_from: Option<Point>,
    /// Whether the other side holds its fire while it acts. Ruling P-R42.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether morale has told it in this phase what to do. Ruling P-R49.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
    /// Whether it has gone back as morale makes it. Ruling P-R49.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub went_back: bool,
    /// Beside a real table: whether no enemy can fire at it where it has come to. Ruling P-R49.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clear: bool,
    /// Whether it has stood up in this phase, and so does not lie down again. Rule P-prone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rose: bool,
}

/// How a squad came to its place in the order of a turn. Rule P-activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    pub squad: SquadId,
    pub die: u8,
    /// Its rating when it rolled.
    pub gung_ho: u8,
    /// What was added, item by item.
    pub reasons: Vec<(Reason, i8)>,
    /// The sum.
    pub level: i8,
    /// The die that broke a tie with equal squads, if there was one.
    pub tie: Option<u8>,
}

/// Where in the turn the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// A squad of this side acts.
    Active(Side),
    /// This side may interrupt. Rule P-opportunity.
    Interrupt(Side),
    /// This side may fire at an aircraft that attacks. Rule P-air.
    Overflight(Side),
    /// Beside a real table: this side says who lies in an area or near the fallen. Rule P-companion.
    Burst(Side),
    /// Beside a real table: this side says on what ground its squads stand at the start. Rule P-companion.
    Ground(Side),
    /// This side chooses what a prisoner tells of. Rule P-interrogation.
    Telling(Side),
    /// Between two squads: nobody decides.
    Between,
    Over,
}

/// How far a turn has come. Rule P-turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Messages and support come in.
    #[default]
    Support,
    /// Everybody rolls for his level.
    Levels,
    /// Squads act.
    Acting,
}

/// What counts. Rule P-victory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub caches_destroyed: u8,
    pub caches_captured: u8,
    pub missions: u8,
    pub vc_captured: u8,
    pub vc_killed: u8,
    pub friendly_fire: u8,
    pub us_killed: u8,
    pub us_captured: u8,
    pub peasants_killed: u8,
    pub vehicles_destroyed: u8,
    pub choppers_destroyed: u8,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    pub last_turn: u8,
    /// What the scenario switches.
    pub options: Options,
    /// The table, or none if it is a real one.
    pub board: Option<Board>,
    /// Everybody, by number.
    pub squads: Vec<Squad>,
    /// Markers, by number.
    pub markers: Vec<Marker>,
    /// Support that was granted.
    pub missions: Vec<Mission>,
    /// Squads still to act this turn with their levels, lowest first. Rule P-activation.
    pub queue: Vec<(SquadId, i8)>,
    /// This turn's activation rolls in the order in which squads act, also of those who have acted.
    pub levels: Vec<Level>,
    /// The squad whose phase it is.
    pub active: Activation,
    /// The side whose hidden squads act, one after the other, and have been announced to the enemy, who has noticed nothing
    /// since but markers that move. Rule P-hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<Side>,
    /// Where in the turn the game is.
    pub phase: Phase,
    /// How far the turn has come.
    pub stage: Stage,
    /// The aircraft that attacks just now.
    pub attack: Option<Attack>,
    /// Beside a real table: what the players say who it reached.
    pub fall_of_shot: Option<FallOfShot>,
    /// Beside a real table: squads whose ground at the start is still to be said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unplaced: Vec<SquadId>,
    /// What a prisoner is about to tell.
    pub telling: Option<Telling>,
    /// Messages on their way, and news that came.
    pub messages: Vec<Message>,
    /// What counts.
    pub tally: Tally,
    /// Beside a real table: the casualties that were left behind, once that has been asked. Ruling P-R64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abandoned: Option<Vec<(SquadId, u8)>>,
}

impl State {
    /// The squad with this number.
    pub fn squad(&self, id: SquadId) -> Option<&Squad> {
        self.squads.iter().find(|squad| squad.id == id)
    }

    /// The squad that a checked command or the position itself names. That it is not there is a fault, and said.
    pub(crate) fn named(&self, id: SquadId) -> Result<&Squad, No> {
        self.squad(id).ok_or_else(|| astray(said!("There is no squad {}.", id.0)))
    }

    /// The same, to change it.
    pub(crate) fn named_mut(&mut self, id: SquadId) -> Result<&mut Squad, No> {
        self.squad_mut(id).ok_or_else(|| astray(said!("There is no squad {}.", id.0)))
    }

    pub(crate) fn squad_mut(&mut self, id: SquadId) -> Option<&mut Squad> {
        self.squads.iter_mut().find(|squad| squad.id == id)
    }

    /// The marker with this number.
    pub fn marker(&self, id: MarkerId) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.id == id)
    }

    /// The marker that a checked command or the position itself names.
    pub(crate) fn named_marker(&self, id: MarkerId) -> Result<&Marker, No> {
        self.marker(id).ok_or_else(|| astray(said!("There is no marker {}.", id.0)))
    }

    pub(crate) fn marker_mut(&mut self, id: MarkerId) -> Option<&mut Marker> {
        self.markers.iter_mut().find(|marker| marker.id == id)
    }

    /// Whether the players are asked whom the Allies leave behind. Ruling P-R64.
    pub fn asks_abandoned(&self) -> bool {
        self.fall_of_shot.as_ref().is_some_and(|fall| fall.what == Reaches::Abandoned)
    }

    /// The side that decides now.
    pub fn decides(&self) -> Option<Side> {
        match self.phase {
            Phase::Active(side)
            | Phase::Interrupt(side)
            | Phase::Overflight(side)
            | Phase::Burst(side)
            | Phase::Ground(side)
            | Phase::Telling(side) => Some(side),
            Phase::Between | Phase::Over => None,
        }
    }

    /// Whether the enemy does not see a squad: it lies under a marker, or rides in what does. Rule P-hidden, ruling P-R47.
    pub(crate) fn is_hidden(&self, squad: &Squad) -> bool {
        squad.hidden.is_some() || squad.aboard.and_then(|v| self.squad(v)).is_some_and(|v| v.hidden.is_some())
    }

    /// Whether the enemy does not see the squad with this number.
    pub fn hides(&self, squad: SquadId) -> bool {
        self.squad(squad).is_some_and(|s| self.is_hidden(s))
    }

    /// A squad another is locked with hand to hand, if there is one. Ruling P-R33.
    pub(crate) fn locked_with(&self, squad: &Squad) -> Option<&Squad> {
        self.squads.iter().find(|enemy| self.are_locked(squad, enemy))
    }

    /// Whether two squads are locked hand to hand: both are on the table, figures of both are still base to base, and neither goes
    /// back. Ruling P-R33.
    pub(crate) fn are_locked(&self, one: &Squad, two: &Squad) -> bool {
        // Of those who were base to base, somebody stands on both sides.
        let holds = |squad: &Squad, those: Figures| squad.able().any(|(n, _)| those.has(n));
        let names = [(one, two), (two, one)].map(|(one, two)| {
            let grips = |[own, enemies]: [Figures; 2]| holds(one, own) && holds(two, enemies);
            one.locked == Some(two.id) && one.grip.is_none_or(grips)
        });
        // Several may be locked with one, which names the first of them. Once a third squad freed the first.
        let tied = if self.options.rulings.before(7) { names == [true, true] } else { names.contains(&true) };
        tied && [one, two].iter().all(|s| s.on_table() && s.order < Order::Withdrawing)
    }

    /// Whether a casualty is being carried by somebody, or was carried off the table.
    pub(crate) fn is_carried(&self, rules: &Platoon, of: SquadId, figure: u8) -> bool {
        // Once one who was left of a squad carried all that it had taken up.
        let rides = |s: &Squad| s.aboard.is_some() || self.options.rulings.before(10);
        let hands = |s: &Squad| if rides(s) { usize::MAX } else { s.strength() / 2 };
        // Once those who were left carried it from afar.
        let lies = self.squad(of).and_then(|s| s.figures.get(usize::from(figure))).map(|figure| figure.at);
        let lies = lies.filter(|_| self.board.is_some() && !self.options.rulings.before(11));
        let reach = rules.tables().numbers.casualty_reach.inches();
        let beside = |s: &Squad| lies.is_none_or(|at| s.able().any(|(_, own)| own.at.within(at, reach)));
        let there = self.squads.iter().filter(|s| s.gone || (s.in_play() && (s.aboard.is_some() || beside(s))));
        there.into_iter().any(|s| s.burden.iter().take(hands(s)).any(|&it| it == (of, figure)))
    }

    /// The vehicle a casualty lies in, if it does: that of its crew, or the one its squad rides in. Ruling P-R62. Beside a real
    /// table nobody knows.
    pub(crate) fn lies_aboard<'a>(&'a self, squad: &'a Squad, figure: usize) -> Option<&'a Squad> {
        let own = Some(squad).filter(|s| s.kind.is_vehicle());
        let vehicle = own.or_else(|| squad.aboard.and_then(|v| self.squad(v))).filter(|v| v.hull != Hull::Destroyed);
        let lies = squad.figures.get(figure).filter(|_| self.board.is_some());
        vehicle.filter(|vehicle| lies.is_some_and(|figure| figure.at == vehicle.at()))
    }

    /// Whether somebody of a squad is in the enemy's hands, to be questioned anywhere. Rule P-interrogation, ruling P-R64.
    pub(crate) fn has_prisoner(&self, squad: &Squad) -> bool {
        // Once villagers who were taken were villagers like the others.
        let taken = squad.kind != Kind::Peasants || !self.options.rulings.before(9);
        taken && squad.figures.iter().any(|figure| figure.fate == Fate::Captured)
    }

    /// Whether the enemy can lay hands on a wounded figure: its friends neither carry it nor have it in a vehicle that is
    /// manned, and it has not left the table with a wreck. Rule P-interrogation, ruling P-R58.
    pub(crate) fn may_be_taken(&self, rules: &Platoon, squad: &Squad, figure: usize) -> bool {
        if squad.is_wreck() && !self.options.rulings.before(9) {
            return false;
        }
        let carried = u8::try_from(figure).is_ok_and(|n| self.is_carried(rules, squad.id, n));
        let manned = |vehicle: &Squad| vehicle.in_play() || vehicle.gone;
        self.options.rulings.before(5) || !(carried || self.lies_aboard(squad, figure).is_some_and(manned))
    }

    /// The terrain a squad stands in: the table's, or what was said.
    pub fn ground(&self, squad: &Squad) -> Terrain {
        // Once troops that are not drawn yet stood in the corner of the table.
        let at = if self.options.rulings.before(10) { squad.place(&self.options) } else { self.place_of(squad) };
        self.board.as_ref().map_or(squad.ground, |board| board.terrain(at))
    }

    /// Where a squad is: troops that are not drawn yet are where their marker is. Ruling P-R59.
    pub(crate) fn place_of(&self, squad: &Squad) -> Point {
        let marker = squad.hidden.filter(|_| squad.drawn_from.is_some()).and_then(|marker| self.marker(marker));
        marker.map_or_else(|| squad.place(&self.options), |marker| marker.at)
    }

    /// The terrain a figure stands in.
    pub(crate) fn ground_of(&self, squad: &Squad, figure: usize) -> Terrain {
        match (&self.board, squad.figures.get(figure)) {
            (Some(board), Some(figure)) => board.terrain(figure.at),
            _ => squad.ground,
        }
    }
}
