//! What a player may decide. Each command is complete in itself.

use serde::{Deserialize, Serialize};
use table::{Board, Compass, Cover, Point, Quarter, Terrain};

use crate::deed::{Deed, Nearby};
use crate::figures::Figures;
use crate::state::{Pattern, Support};
use crate::troops::{MarkerId, Mode, SquadId};

/// A squad that may be left out, written as one that may not: so were saved games.
mod named {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::troops::SquadId;

    #[expect(clippy::ref_option, reason = "serde gives it so")]
    pub fn serialize<S: Serializer>(squad: &Option<SquadId>, to: S) -> Result<S::Ok, S::Error> {
        squad.unwrap_or_default().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SquadId>, D::Error> {
        SquadId::deserialize(from).map(Some)
    }
}

/// A straight part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Leg {
    /// On the computer's table: where the first figure goes.
    To(Point),
    /// Beside a real table: what was measured. Rule P-companion.
    Measured {
        /// Length in hundredths of an inch.
        length: i32,
        /// Whether any of it is bad going.
        bad: bool,
        /// Obstacles crossed.
        obstacles: u8,
        ends_in: Terrain,
        /// For a hidden squad: whether an enemy sees or hears it there.
        noticed: bool,
        /// For a squad that morale keeps from the enemy: whether it goes nearer to one in sight. Ruling P-R34.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        nearer: bool,
        /// For a squad that withdraws: whether no enemy can fire at it there, or nothing leads farther away. Ruling P-R49.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
        /// The enemy's marker that it comes to, if it comes to one. Rule P-hidden, ruling P-R64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meets: Option<MarkerId>,
    },
}

impl Leg {
    /// Measured, in hundredths of an inch: over good going and no obstacle, seen by nobody, not nearer to an enemy, and to no marker.
    /// Ruling P-R64.
    pub const fn measured(length: i32, ends_in: Terrain) -> Self {
        let (bad, obstacles, noticed, nearer, clear, meets) = (false, 0, false, false, false, None);
        Self::Measured { length, bad, obstacles, ends_in, noticed, nearer, clear, meets }
    }

    /// The same, but it comes to this marker of the enemy. A leg of the computer's table stays as it is.
    #[must_use]
    pub const fn to(mut self, marker: MarkerId) -> Self {
        if let Self::Measured { meets, .. } = &mut self {
            *meets = Some(marker);
        }
        self
    }
}

/// Whom a volley is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Target {
    /// A squad that is seen.
    Squad(SquadId),
    /// A marker: reconnaissance by fire. Rule P-fire.
    Marker(MarkerId),
}

/// Beside a real table: what was measured before a shot. Rule P-companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Range in hundredths of an inch.
    pub range: i32,
    /// The target's cover.
    pub cover: Cover,
    /// From which side of the target it comes.
    pub from: Quarter,
    /// The figures of a volley that see the target; left out, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeing: Option<Figures>,
    /// For a mortar of a hidden crew: whether an enemy is near enough to hear it. Rulings P-R39 and P-R64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<bool>,
}

/// What happens to stores that were found. Rule P-search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Stores {
    /// Carried off.
    Capture,
    /// Destroyed on the spot.
    Destroy,
}

/// The way of an aircraft over the table: where it comes in and where it goes out. It flies over its target between.
/// Rule P-air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightPath {
    /// Where it comes onto the table.
    pub from: Point,
    /// Where it leaves it.
    pub to: Point,
}

impl FlightPath {
    /// The straight way over a target that comes in from a direction of the compass.
    pub fn over(board: &Board, target: Point, from: Compass) -> Self {
        let (corner, heading) = (board.corner(), from.heading());
        // How far the edge is along an axis.
        let room = |at: i32, end: i32, step: i32| match step {
            1 => end - at,
            -1 => at,
            _ => i32::MAX,
        };
        let reach = |dx: i32, dy: i32| {
            let length = room(target.x, corner.x, dx).min(room(target.y, corner.y, dy));
            target.plus(dx * length, dy * length)
        };
        Self { from: reach(heading.dx, heading.dy), to: reach(-heading.dx, -heading.dy) }
    }

    /// The direction of the compass it comes in from.
    pub fn comes_from(self) -> Option<Compass> {
        Compass::nearest(self.to.heading(self.from))
    }
}

/// Beside a real table: what is so when support is asked for. Rules P-companion and P-artillery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Whether an enemy in sight is within six inches of the target.
    pub located: bool,
    /// Whether a village stands within a thousand metres of it.
    pub village: bool,
}

/// How a message goes. Rule P-messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Way {
    /// By radio or by voice: a die each turn until it is through. Not VC or NVA.
    Radio,
    /// A whistle or a gong, heard by all friends near enough. VC and NVA only.
    Signal,
    /// A figure carries it.
    Runner {
        /// Which, from 1.
        figure: u8,
        /// Beside a real table: how far it is, in hundredths of an inch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<i32>,
    },
}

/// What a message says. Rule P-messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum News {
    /// Where an enemy squad is: the squad that hears it has located it.
    Enemy(SquadId),
    /// A sign that was agreed on before.
    Sign(u8),
    /// In words, at most [`News::LONGEST`] letters.
    Words(String),
}

impl News {
    /// The longest message in words, in letters.
    pub const LONGEST: u8 = 120;
}

/// A player's decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// The acting squad rolls for its move. Rules P-infantry-move and P-vehicle-move.
    March {
        squad: SquadId,
        /// How it goes; vehicles have no mode.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<Mode>,
    },
    /// The acting squad goes on in a straight line, three inches at most, so that the enemy may interrupt; beside a
    /// real table as far as nobody does. Rules P-turn and P-companion. `leg`: where to, or what was measured.
    Step { squad: SquadId, leg: Leg },
    /// Beside a real table: the ground a squad stands on at the start. Rule P-companion.
    Stand { squad: SquadId, ground: Terrain },
    /// The acting squad's figures lie down. Rule P-prone.
    LieDown {
        squad: SquadId,
        /// Whether only those do that are pinned, which ends nobody's move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_pinned: bool,
    },
    /// The acting squad's figures stand up. Rule P-prone.
    StandUp { squad: SquadId },
    /// All rifles and machine guns of a squad fire at one target. Rule P-fire.
    Fire {
        /// Who fires.
        squad: SquadId,
        target: Target,
        /// Beside a real table, what was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<Shot>,
    },
    /// One figure fires its rocket, recoilless rifle or gun at a squad or vehicle. Rule P-direct.
    Launch {
        /// Whose figure.
        squad: SquadId,
        /// Which figure, from 1.
        figure: u8,
        target: SquadId,
        /// Beside a real table, what was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<Shot>,
    },
    /// A sniper fires. Rule P-sniper.
    Snipe {
        /// The sniper.
        squad: SquadId,
        target: SquadId,
        /// The figure that falls on a 6, from 1.
        figure: u8,
        /// Beside a real table: how far off the nearest figure is that he sees, in hundredths of an inch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<i32>,
        /// Beside a real table: from which side of them he fires; left out, from the front.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Quarter>,
    },
    /// A sniper tries to disappear. Rule P-sniper.
    BugOut {
        /// The sniper.
        squad: SquadId,
        /// The squad that loses a figure if the double comes; left out, nobody is aimed at.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "named")]
        target: Option<SquadId>,
        /// Beside a real table: which of its figures he sees within his reach.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sees: Option<Figures>,
        /// Beside a real table: from which side of them he fires; left out, from the front.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Quarter>,
    },
    /// Two figures, a tank or an APC search where a marker lies. Rule P-search.
    Search { squad: SquadId, marker: MarkerId },
    /// Found stores are taken or destroyed. Rule P-search. `marker`: the marker of the stores. `what`: what is done
    /// with them.
    Stores { squad: SquadId, marker: MarkerId, what: Stores },
    /// Beside a real table: does what hangs on a distance, with what was measured. Ruling P-R64. `deed`: what it does.
    /// `facts`: what was measured.
    Deed { squad: SquadId, deed: Deed, facts: Nearby },
    /// An officer asks for support. Rules P-artillery, P-mortar and P-air.
    Request {
        /// The officer's squad.
        squad: SquadId,
        support: Support,
        /// Where it is to come down.
        target: Point,
        /// How the template lies.
        pattern: Pattern,
        /// An airstrike's way over the table; left out, straight over the target from the own edge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<FlightPath>,
        /// Beside a real table, what is so there; the target is then of no meaning, unless it is called out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<Call>,
    },
    /// The observer calls other inches for a mission under way. Only where the fall of shot is guessed. Rule
    /// P-artillery. `squad`: the squad that asked for it. `target`: where the next salvo is to fall.
    Correct { squad: SquadId, target: Point },
    /// An aircraft over the table attacks, in any phase of the turn. Rule P-air, ruling P-R32.
    Strike {
        /// The squad that asked for it.
        squad: SquadId,
        /// What it attacks; of no meaning beside a real table.
        target: Point,
        /// Its way, if another than was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<FlightPath>,
    },
    /// A squad fires at an aircraft that attacks. Rule P-air, ruling P-R26.
    FireAtAircraft {
        /// Who fires.
        squad: SquadId,
        /// Beside a real table: how near its way comes, in hundredths of an inch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<i32>,
    },
    /// Beside a real table: who lies in the area of a salvo, the burst of a rocket or the reach of a trap, or near the
    /// fallen. Rules P-companion, P-artillery, P-direct, P-traps and P-panic. `caught`: figures, each as its squad and
    /// its number from 1; any figure of a vehicle stands for the vehicle. `markers`: markers that lie face down in it:
    /// the squads under them are caught.
    Burst { caught: Vec<(SquadId, u8)>, markers: Vec<MarkerId> },
    /// A crew with a mortar fires at a squad it sees. Rule P-mortar.
    Mortar {
        /// The crew.
        squad: SquadId,
        /// The figure with the mortar, from 1.
        figure: u8,
        target: SquadId,
        /// Beside a real table, what was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<Shot>,
    },
    /// Hand to hand. Rule P-close-combat.
    Close {
        /// Who attacks.
        squad: SquadId,
        target: SquadId,
        /// Beside a real table: own figures and enemies in base contact; in games saved before P-R64 only how many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<(Figures, Figures)>,
    },
    /// A villager or prisoner is questioned. Rule P-interrogation. `squad`: who asks. `target`: who is asked.
    Question { squad: SquadId, target: SquadId },
    /// The VC player chooses what a prisoner tells of. Rule P-interrogation. `marker`: the marker of a cache, or of a
    /// hidden squad.
    Tell { marker: MarkerId },
    /// Two figures take up a casualty of their side. Rule P-infantry-move. `squad`: who carries. `of`: whose casualty.
    /// `figure`: which figure, from 1.
    Carry { squad: SquadId, of: SquadId, figure: u8 },
    /// The casualties a squad carries are put down.
    PutDown { squad: SquadId },
    /// News for another squad. Rule P-messages. `squad`: who sends it. `to`: to whom; a signal is heard by everybody
    /// near enough.
    Message { squad: SquadId, to: SquadId, way: Way, news: News },
    /// Something the rules do not mention is tried against the rating. Ruling P-R46. `squad`: who tries it. `what`:
    /// what, in 1 to [`News::LONGEST`] letters.
    Try { squad: SquadId, what: String },
    /// Beside a real table: a squad on its way off the table has reached the edge. Rules P-companion and P-morale.
    LeaveTable { squad: SquadId },
    /// Beside a real table: no enemy can fire at a squad that withdraws, where it stands. Rules P-companion and P-morale.
    OutOfReach { squad: SquadId },
    /// Enemy wounded are taken prisoner. Rule P-interrogation. `squad`: who takes them. `target`: whose wounded.
    Capture { squad: SquadId, target: SquadId },
    /// The acting squad gets into a vehicle. Rule P-infantry-move.
    Mount { squad: SquadId, vehicle: SquadId },
    /// The acting squad gets out. Rule P-infantry-move.
    Dismount { squad: SquadId },
    /// A helicopter goes on to the next part of its landing or taking off. Rule P-vehicle-move.
    Fly {
        /// The helicopter.
        squad: SquadId,
        /// Where it flies, if it is in the air; beside a real table any point says that it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Point>,
        /// Beside a real table: the terrain below it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<Terrain>,
        /// Beside a real table, for one that morale keeps from the enemy: whether it flies nearer to one in sight. Ruling P-R34.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        nearer: bool,
    },
    /// A hidden squad shows itself. Rule P-hidden.
    Reveal { squad: SquadId },
    /// A marker moves with nothing under it, to confuse, or with troops that are not drawn yet. Rule P-hidden, ruling P-R59.
    MoveMarker { marker: MarkerId, to: Point },
    /// Beside a real table: the acting squad has come to a marker. Rules P-hidden and P-companion.
    Reach { squad: SquadId, marker: MarkerId },
    /// Nobody interrupts, or nobody more. Rule P-opportunity.
    Pass,
    /// Nobody interrupts for the rest of this phase. Rule P-opportunity, ruling P-R42.
    HoldFire,
    /// The acting squad is finished. Rule P-turn.
    Done,
}
