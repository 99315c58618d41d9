//! The position.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Board, Compass, Heading, Point, Terrain};

use crate::command::{FlightPath, News, Way};
use crate::event::Reason;
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
    /// What it carries.
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
    /// Whether its launcher has fired this turn.
    pub fired: bool,
    /// Whether its launcher is out of ammunition. Ruling P-R22.
    pub empty: bool,
    /// Whether it is away with a message, and fires at nobody. Rule P-messages.
    pub running: bool,
}

impl Figure {
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

fn as_text<S: serde::Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

/// A squad, a vehicle with its crew, a sniper or a group of villagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Squad {
    /// Its number.
    pub id: SquadId,
    /// Its name.
    #[serde(serialize_with = "as_text")]
    pub name: Arc<str>,
    /// Its side.
    pub side: Side,
    /// What sort of troops.
    pub troops: Troops,
    /// What it is.
    pub kind: Kind,
    /// Its rating now. Rule P-gung-ho.
    pub gung_ho: u8,
    /// How good it is said to be, until its rating is rolled for at first contact. Rule P-gung-ho.
    pub quality: Option<Quality>,
    /// Whether it has an officer or forward observer who may call for support. Rule P-artillery.
    pub officer: bool,
    /// Its figures.
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
    /// How it last moved this turn.
    pub mode: Option<Mode>,
    /// Whether it has gone more than half of what it might. Rules P-fire and P-prone.
    pub over_half: bool,
    /// Whether half of its move is spent: on standing up, getting out, or picking something up. Rules P-prone and
    /// P-infantry-move.
    pub stood_up: bool,
    /// Whether it has moved at all this turn.
    pub moved: bool,
    /// Whether its volley is spent this turn.
    pub fired: bool,
    /// The No Fire marker. Rule P-opportunity.
    pub no_fire: bool,
    /// Casualties since its last activation roll. Ruling P-R06.
    pub losses: u8,
    /// Whether it was attacked in the flank since then.
    pub flanked: bool,
    /// Whether it was attacked in the rear since then.
    pub rear: bool,
    /// Whether it was under artillery or air attack since then.
    pub shelled: bool,
    /// Whether it was under fire since then.
    pub under_fire: bool,
    /// Whether it has seen no combat in this game.
    pub fresh: bool,
    /// Whether it has taken its test for being under fire for the first time. Rule P-morale.
    pub tested: bool,
    /// Casualties this turn.
    pub lost_now: u8,
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
    /// Whether they are young men, who talk less. Rule P-interrogation.
    pub young: bool,
    /// Beside a real table: the terrain it stands in, as its player last said.
    pub ground: Terrain,
    /// Questions put to it. Rule P-interrogation.
    pub questioned: u8,
    /// The turn from which it may ask for support again. Rule P-artillery.
    pub asks_from: u8,
    /// Whether it has left the table.
    pub gone: bool,
    /// Troops that are drawn from a table when the marker is turned up. Rule P-vc-table.
    pub drawn_from: Option<VcList>,
}

impl Squad {
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

    /// Whether figures of it stand on the table, for everybody to see.
    pub fn on_table(&self) -> bool {
        self.in_play() && self.hidden.is_none() && self.aboard.is_none()
    }

    /// Where it is: its first able figure.
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

/// What lies under a marker. Rule P-hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Content {
    /// Nothing at all.
    Dummy,
    /// A squad, villagers or a sniper.
    Squad(SquadId),
    /// Stores.
    Cache,
    /// A booby trap.
    Trap(Trap),
    /// Not to be seen.
    Unknown,
}

/// Kinds of booby traps. Rule P-traps, ruling P-R36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trap {
    /// Punji sticks: one figure.
    Punji,
    /// As a grenade: everybody within two inches.
    Grenade,
    /// As a mortar bomb: four inches square.
    Mortar,
    /// A Claymore: a fan of six inches.
    Claymore,
}

/// What has become of a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// Face down.
    #[default]
    Down,
    /// A cache that was found.
    Found,
    /// Off the table.
    Removed,
}

/// A numbered marker. Rule P-hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Its number.
    pub id: MarkerId,
    /// Whose it is.
    pub side: Side,
    /// Where it lies.
    pub at: Point,
    /// What lies under it.
    pub content: Content,
    /// What has become of it.
    pub condition: Condition,
    /// Whether it was moved this turn.
    pub moved: bool,
}

/// What support is on its way. Rules P-artillery, P-mortar and P-air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Support {
    /// 105mm howitzers.
    Howitzer105,
    /// 155mm howitzers.
    Howitzer155,
    /// Mortars behind the table.
    Mortar,
    /// An airstrike.
    Air,
}

impl Support {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Howitzer105, Self::Howitzer155, Self::Mortar, Self::Air];

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Howitzer105 => "105mm artillery",
            Self::Howitzer155 => "155mm artillery",
            Self::Mortar => "mortars",
            Self::Air => "air support",
        }
    }
}

/// How the template lies. Ruling P-R30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pattern {
    /// Its long side across the line of fire.
    Box,
    /// Its long side along it.
    Sheaf,
}

/// A fire mission that was granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mission {
    /// Who asked.
    pub squad: SquadId,
    /// Whose it is.
    pub side: Side,
    /// What comes.
    pub support: Support,
    /// Where it is to come down.
    pub target: Point,
    /// How the template lies.
    pub pattern: Pattern,
    /// The turn of its first salvo.
    pub due: u8,
    /// Salvos or attacks left.
    pub left: u8,
    /// Dice of deviation. Ruling P-R29.
    pub dice: u8,
    /// Whether it has come, and so counts.
    pub arrived: bool,
    /// The turn of its last salvo; 0 before the first.
    pub fired: u8,
    /// An airstrike's way, if it was drawn. Rule P-air.
    pub path: Option<FlightPath>,
    /// Whether the aircraft is a helicopter gunship, once it has come.
    pub gunship: bool,
}

impl Mission {
    /// Whether it is an aircraft over the table that has not attacked this turn. Rule P-air.
    pub fn may_attack(&self, turn: u8) -> bool {
        self.support == Support::Air && self.arrived && self.fired < turn
    }
}

/// An aircraft on its way to its target: the enemy may fire at it. Rule P-air, ruling P-R26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The squad that asked for it.
    pub squad: SquadId,
    /// Whose it is.
    pub side: Side,
    /// Whether it is a helicopter gunship.
    pub gunship: bool,
    /// What it attacks.
    pub target: Point,
    /// Its way.
    pub path: FlightPath,
    /// The phase that goes on afterwards.
    pub then: Phase,
}

/// Beside a real table: a salvo that came down, until the players say who lies in it. Rule P-companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallOfShot {
    /// Whose it is.
    pub side: Side,
    /// What came down.
    pub support: Support,
    /// How the template lies.
    pub pattern: Pattern,
    /// How it missed, and by how many hundredths of an inch; nothing if it is on target.
    pub drift: Option<(Drift, i32)>,
    /// The phase that goes on afterwards.
    pub then: Phase,
}

/// Where a salvo or attack falls that is off its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Drift {
    /// In this direction of the compass.
    To(Compass),
    /// Beyond the target on the aircraft's way.
    Over,
    /// To its left.
    Left,
    /// To its right.
    Right,
    /// Short of it.
    Under,
}

/// A question that the VC player's choice answers. Rule P-interrogation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// Who asks.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Who sent it.
    pub from: SquadId,
    /// To whom.
    pub to: SquadId,
    /// Whose it is.
    pub side: Side,
    /// How it goes.
    pub way: Way,
    /// What it says.
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
    /// Whether it has asked for support or sent a message.
    pub asked: bool,
    /// Whether it has tried something the rules do not mention. Ruling P-R46.
    pub tried: bool,
    /// From where a helicopter flew in this phase. Ruling P-R25.
    pub flown_from: Option<Point>,
}

/// How a squad came to its place in the order of a turn. Rule P-activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// Whose.
    pub squad: SquadId,
    /// The die.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// A squad of this side acts.
    Active(Side),
    /// This side may interrupt. Rule P-opportunity.
    Interrupt(Side),
    /// This side may fire at an aircraft that attacks. Rule P-air.
    Overflight(Side),
    /// Beside a real table: this side says who lies in the area of a salvo. Rule P-companion.
    Burst(Side),
    /// This side chooses what a prisoner tells of. Rule P-interrogation.
    Telling(Side),
    /// Between two squads: nobody decides.
    Between,
    /// The game is over.
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
#[expect(missing_docs, reason = "the names say it")]
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

/// What a scenario may switch. All off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Very good troops have twice the dice, poor ones half. Rule P-fire.
    pub firepower_by_rating: bool,
    /// Whether casualties are killed or wounded is rolled for. Rule P-save.
    pub wounds: bool,
    /// Tests need less than the rating. Ruling P-R01.
    pub strict_under: bool,
    /// It is night. Ruling P-R38.
    pub night: bool,
    /// The whole table is a free fire zone. Rule P-artillery.
    pub free_fire_zone: bool,
    /// Salvos fall where they are called out, in inches from two table edges. Rule P-artillery.
    pub guess: bool,
    /// A target counts as located only for whom sees the enemy there or was told. Rule P-messages.
    pub messages: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The turn, from 1.
    pub turn: u8,
    /// The last turn.
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
    /// Where in the turn the game is.
    pub phase: Phase,
    /// How far the turn has come.
    pub stage: Stage,
    /// The aircraft that attacks just now.
    pub attack: Option<Attack>,
    /// Beside a real table: the salvo that came down just now.
    pub fall_of_shot: Option<FallOfShot>,
    /// What a prisoner is about to tell.
    pub telling: Option<Telling>,
    /// Messages on their way, and news that came.
    pub messages: Vec<Message>,
    /// What counts.
    pub tally: Tally,
}

impl State {
    /// The squad with this number.
    pub fn squad(&self, id: SquadId) -> Option<&Squad> {
        self.squads.iter().find(|squad| squad.id == id)
    }

    pub(crate) fn squad_mut(&mut self, id: SquadId) -> Option<&mut Squad> {
        self.squads.iter_mut().find(|squad| squad.id == id)
    }

    /// The marker with this number.
    pub fn marker(&self, id: MarkerId) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.id == id)
    }

    pub(crate) fn marker_mut(&mut self, id: MarkerId) -> Option<&mut Marker> {
        self.markers.iter_mut().find(|marker| marker.id == id)
    }

    /// The side whose squad acts, whoever decides just now.
    pub fn acting_side(&self) -> Option<Side> {
        let mut phase = self.phase;
        if let (Phase::Overflight(_), Some(attack)) = (phase, &self.attack) {
            phase = attack.then;
        }
        if let (Phase::Burst(_), Some(fall)) = (phase, &self.fall_of_shot) {
            phase = fall.then;
        }
        match phase {
            Phase::Active(side) => Some(side),
            Phase::Interrupt(side) => Some(side.enemy()),
            Phase::Telling(_) => Some(Side::Allied),
            Phase::Overflight(_) | Phase::Burst(_) | Phase::Between | Phase::Over => None,
        }
    }

    /// The side that decides now.
    pub fn decides(&self) -> Option<Side> {
        match self.phase {
            Phase::Active(side)
            | Phase::Interrupt(side)
            | Phase::Overflight(side)
            | Phase::Burst(side)
            | Phase::Telling(side) => Some(side),
            Phase::Between | Phase::Over => None,
        }
    }

    /// The squad another is locked with hand to hand, while both are. Ruling P-R33.
    pub fn locked_with(&self, squad: &Squad) -> Option<&Squad> {
        let enemy = squad.locked.and_then(|id| self.squad(id))?;
        let both = enemy.locked == Some(squad.id) && enemy.on_table() && squad.on_table();
        (both && squad.order < Order::Withdrawing && enemy.order < Order::Withdrawing).then_some(enemy)
    }

    /// Whether a casualty is being carried by somebody, or was carried off the table.
    pub fn is_carried(&self, of: SquadId, figure: u8) -> bool {
        self.squads.iter().any(|s| (s.in_play() || s.gone) && s.burden.contains(&(of, figure)))
    }

    /// The terrain a squad stands in: the table's, or what was said.
    pub fn ground(&self, squad: &Squad) -> Terrain {
        self.board.as_ref().map_or(squad.ground, |board| board.terrain(squad.at()))
    }

    /// The terrain a figure stands in.
    pub fn ground_of(&self, squad: &Squad, figure: usize) -> Terrain {
        match (&self.board, squad.figures.get(figure)) {
            (Some(board), Some(figure)) => board.terrain(figure.at),
            _ => squad.ground,
        }
    }
}
