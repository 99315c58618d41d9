//! What happens, one thing at a time.

use serde::{Deserialize, Serialize};
use table::Point;
use tabletop::Outcome;

use crate::command::{FlightPath, News, Stores, Target};
use crate::fire::Volley;
use crate::rule;
use crate::state::{Content, Drift, Hull, Order, Quality, Support};
use crate::troops::{MarkerId, Mode, Side, SquadId, Weapon};

/// A die that may not have been thrown, written as 0 where it was not: so were saved games.
mod thrown {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde gives it so")]
    pub fn serialize<S: Serializer>(die: &Option<u8>, to: S) -> Result<S::Ok, S::Error> {
        die.unwrap_or_default().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
        u8::deserialize(from).map(|die| (die > 0).then_some(die))
    }
}

/// Why a squad acts later or earlier. Rule P-activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    Fresh,
    SoftCover,
    HardCover,
    Bunker,
    NotUnderFire,
    Shelled,
    Flank,
    Rear,
    Casualties,
}

impl Reason {
    /// As in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::SoftCover => "soft cover",
            Self::HardCover => "hard cover",
            Self::Bunker => "bunker",
            Self::NotUnderFire => "not under fire",
            Self::Shelled => "shelled or bombed",
            Self::Flank => "attacked in the flank",
            Self::Rear => "attacked in the rear",
            Self::Casualties => "casualties",
        }
    }
}

impl Reason {
    /// The rule that says when it counts.
    pub fn rule(self) -> tabletop::RuleId {
        match self {
            Self::SoftCover | Self::HardCover | Self::Bunker => rule!("P-R10"),
            Self::Fresh | Self::NotUnderFire => rule!("P-activation"),
            Self::Shelled | Self::Flank | Self::Rear | Self::Casualties => rule!("P-R06"),
        }
    }
}

/// How somebody came to be seen. Rule P-hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Noticed {
    /// It was seen or heard moving.
    Moving,
    Firing,
    /// An enemy came to its marker.
    Contact,
    Hit,
    /// It chose to.
    Itself,
    /// A prisoner told.
    Told,
}

/// Where a test against the rating comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    pub dice: [u8; 2],
    /// Dice and modifiers.
    pub total: i8,
    pub rating: u8,
    pub passed: bool,
    /// Whether the dice are a double. Ruling P-R02.
    pub double: bool,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A turn begins.
    TurnBegan { turn: u8 },
    /// A squad's activation level. Rule P-activation.
    Levelled { squad: SquadId, die: u8, gung_ho: u8, reasons: Vec<(Reason, i8)>, level: i8 },
    /// Equal levels were rolled off.
    TieBroken { first: SquadId, then: SquadId },
    /// A squad's phase begins.
    Activated { squad: SquadId },
    /// A squad of a side is next, whichever: of hidden squads in a row the first alone is announced. Rule P-hidden.
    SomebodyActs { side: Side },
    /// A move was rolled for.
    Marched { squad: SquadId, mode: Option<Mode>, dice: Vec<u8>, good: i32, bad: i32 },
    /// A squad went a part of its way.
    Stepped { squad: SquadId, to: Option<Point>, length: i32, bad: bool, obstacles: u8 },
    /// A marker was moved.
    MarkerMoved { marker: MarkerId, to: Point },
    /// Beside a real table: on what ground a squad stands at the start. Rule P-companion.
    Stands { squad: SquadId, ground: table::Terrain },
    /// Figures lie down.
    LaidDown {
        squad: SquadId,
        /// Whether only those that are pinned do.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_pinned: bool,
    },
    /// Figures stand up.
    StoodUp { squad: SquadId },
    /// Beside a real table: no enemy can fire at a squad that withdraws. Ruling P-R49.
    OutOfReach { squad: SquadId },
    /// A squad fires.
    Volley { squad: SquadId, target: Target, volley: Volley, dice: Vec<u8>, hits: u8, pins: u8, halved: Vec<u8> },
    /// A figure throws its save. Rule P-save.
    Saved { squad: SquadId, figure: u8, die: u8, needs: u8, lost: bool, wounded: bool },
    /// A figure is pinned.
    Pinned { squad: SquadId, figure: u8 },
    /// A figure panics or does not. Rule P-panic.
    Panic { squad: SquadId, figure: u8, test: Test },
    /// A squad tests its morale. Rule P-morale.
    Morale { squad: SquadId, test: Test, order: Order, rallied: bool },
    /// A figure tries to lose its pinned marker. Rule P-unpin.
    Unpinning { squad: SquadId, figure: u8, test: Test },
    /// A hidden squad is put on the table.
    Revealed { squad: SquadId, marker: MarkerId, how: Noticed },
    /// Its figures are drawn from a table. Rule P-vc-table.
    Drawn { squad: SquadId, die: u8, figures: Vec<Weapon> },
    /// A marker is turned up.
    Turned { marker: MarkerId, content: Content },
    /// Searchers found nothing new.
    Searched { squad: SquadId, marker: MarkerId },
    /// Stores were taken or destroyed.
    StoresDealtWith { squad: SquadId, marker: MarkerId, what: Stores },
    /// A trap was met. Rule P-traps.
    TrapMet { squad: SquadId, marker: MarkerId, die: u8, needs: u8, sprung: bool },
    /// A rocket, gun or recoilless rifle fires. Rule P-direct.
    Launched { squad: SquadId, figure: u8, target: SquadId, die: u8, needs: u8, hit: bool, empty: bool },
    /// A vehicle was hit.
    VehicleHit { squad: SquadId, die: u8, hull: Hull },
    /// A helicopter throws its save. Rule P-helicopter-fire.
    ChopperSaved { squad: SquadId, die: u8, needs: u8, down: bool },
    /// An immobilised vehicle tries to get going.
    Freeing { squad: SquadId, die: u8, free: bool },
    /// A sniper's die. Rule P-sniper.
    Sniped { squad: SquadId, target: SquadId, figure: u8, die: u8, kills: bool, pins: bool },
    /// A sniper tries to disappear.
    BuggedOut { squad: SquadId, test: Test },
    /// Support was asked for. Rules P-artillery and P-air.
    Requested { squad: SquadId, support: Support, test: Test, due: Option<u8> },
    /// A salvo or attack comes down. Where is of no meaning beside a real table.
    Salvo {
        side: Side,
        support: Support,
        /// None where the fall of shot is guessed: no die is thrown.
        #[serde(with = "thrown")]
        die: Option<u8>,
        on_target: bool,
        drift: Option<(Drift, i32)>,
        at: Point,
    },
    /// The observer calls other inches.
    CalledAnew { squad: SquadId, target: Point },
    /// An aircraft comes in to attack. Rule P-air.
    Attacking { side: Side, gunship: bool, target: Point, path: FlightPath },
    /// A squad fires at it. Ruling P-R26.
    FiredAtAircraft { squad: SquadId, dice: Vec<u8>, hits: u8 },
    /// Its save. Ruling P-R26.
    AircraftSaved { side: Side, die: u8, needs: u8, down: bool },
    /// A squad has met the enemy: its rating is rolled for. Rule P-gung-ho.
    Rated { squad: SquadId, quality: Quality, die: u8, gung_ho: u8 },
    /// A casualty is picked up.
    PickedUp { squad: SquadId, of: SquadId, figure: u8 },
    /// Casualties are put down.
    PutDown { squad: SquadId },
    /// A message sets out. Rule P-messages.
    MessageSent { squad: SquadId, to: SquadId },
    /// A message's die.
    MessageTried { squad: SquadId, to: SquadId, die: u8, needs: u8 },
    /// A message is through.
    MessageCame { squad: SquadId, to: SquadId, news: News },
    /// The observer corrects the fire. Ruling P-R29.
    Corrected { squad: SquadId, test: Test, dice: u8 },
    /// What kind of aircraft came. Rule P-air.
    AircraftCame { side: Side, gunship: bool, turns: u8 },
    /// A mission ends.
    MissionOver { side: Side, support: Support },
    /// A figure in a burst: on 4 to 6 it is hit.
    Caught { squad: SquadId, figure: u8, die: u8, hit: bool },
    /// Hand to hand. Rule P-close-combat.
    Fought { squad: SquadId, target: SquadId, dice: [u8; 2], sums: [i8; 2], winner: Option<SquadId> },
    /// A figure falls without a save.
    Fell { squad: SquadId, figure: u8, wounded: bool },
    /// Somebody was questioned. Rule P-interrogation.
    Questioned { squad: SquadId, target: SquadId, die: u8, told: Told },
    /// Wounded were taken.
    Taken { squad: SquadId, target: SquadId, count: u8 },
    /// Something the rules do not mention was tried. Ruling P-R46.
    Tried { squad: SquadId, what: String, test: Test },
    /// A squad got into a vehicle.
    Mounted { squad: SquadId, vehicle: SquadId },
    /// A squad got out.
    Dismounted { squad: SquadId, vehicle: SquadId },
    /// A helicopter goes on.
    Flew { squad: SquadId, to: Option<Point>, now: crate::state::Flight },
    /// A squad leaves the table.
    LeftTable { squad: SquadId },
    /// A squad is finished.
    Finished { squad: SquadId },
    /// The game is over.
    Ended { result: Outcome },
}

/// What a question brought. Rule P-interrogation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Told {
    Nothing,
    Cache(Option<MarkerId>),
    Squad(Option<SquadId>),
    /// The prisoner dies.
    Death,
}

impl Event {
    /// The squads an event is about, so that one can tell who may know of it.
    pub fn squads(&self) -> Vec<SquadId> {
        match self {
            Self::Levelled { squad, .. }
            | Self::Activated { squad }
            | Self::Marched { squad, .. }
            | Self::Stepped { squad, .. }
            | Self::Stands { squad, .. }
            | Self::LaidDown { squad, .. }
            | Self::StoodUp { squad }
            | Self::OutOfReach { squad }
            | Self::Volley { squad, .. }
            | Self::Saved { squad, .. }
            | Self::Pinned { squad, .. }
            | Self::Panic { squad, .. }
            | Self::Morale { squad, .. }
            | Self::Unpinning { squad, .. }
            | Self::Revealed { squad, .. }
            | Self::Drawn { squad, .. }
            | Self::Searched { squad, .. }
            | Self::StoresDealtWith { squad, .. }
            | Self::TrapMet { squad, .. }
            | Self::VehicleHit { squad, .. }
            | Self::ChopperSaved { squad, .. }
            | Self::Freeing { squad, .. }
            | Self::BuggedOut { squad, .. }
            | Self::Requested { squad, .. }
            | Self::Corrected { squad, .. }
            | Self::Caught { squad, .. }
            | Self::Fell { squad, .. }
            | Self::Flew { squad, .. }
            | Self::LeftTable { squad }
            | Self::CalledAnew { squad, .. }
            | Self::FiredAtAircraft { squad, .. }
            | Self::Rated { squad, .. }
            | Self::PutDown { squad }
            | Self::Tried { squad, .. }
            | Self::Finished { squad } => vec![*squad],
            Self::TieBroken { first: squad, then: target }
            | Self::Launched { squad, target, .. }
            | Self::Sniped { squad, target, .. }
            | Self::Fought { squad, target, .. }
            | Self::Questioned { squad, target, .. }
            | Self::Taken { squad, target, .. }
            | Self::PickedUp { squad, of: target, .. }
            | Self::MessageSent { squad, to: target }
            | Self::MessageTried { squad, to: target, .. }
            | Self::MessageCame { squad, to: target, .. }
            | Self::Mounted { squad, vehicle: target }
            | Self::Dismounted { squad, vehicle: target } => vec![*squad, *target],
            Self::TurnBegan { .. }
            | Self::SomebodyActs { .. }
            | Self::MarkerMoved { .. }
            | Self::Turned { .. }
            | Self::Salvo { .. }
            | Self::AircraftCame { .. }
            | Self::Attacking { .. }
            | Self::AircraftSaved { .. }
            | Self::MissionOver { .. }
            | Self::Ended { .. } => Vec::new(),
        }
    }
    /// The dice it speaks of, as they fell.
    pub fn dice(&self) -> Vec<u8> {
        match self {
            Self::Salvo { die, .. } => die.iter().copied().collect(),
            Self::Levelled { die, .. }
            | Self::Saved { die, .. }
            | Self::Drawn { die, .. }
            | Self::TrapMet { die, .. }
            | Self::Launched { die, .. }
            | Self::VehicleHit { die, .. }
            | Self::ChopperSaved { die, .. }
            | Self::Freeing { die, .. }
            | Self::Sniped { die, .. }
            | Self::AircraftSaved { die, .. }
            | Self::Rated { die, .. }
            | Self::MessageTried { die, .. }
            | Self::Caught { die, .. }
            | Self::Questioned { die, .. } => vec![*die],
            Self::Marched { dice, .. } | Self::Volley { dice, .. } | Self::FiredAtAircraft { dice, .. } => dice.clone(),
            Self::Panic { test, .. }
            | Self::Morale { test, .. }
            | Self::Unpinning { test, .. }
            | Self::BuggedOut { test, .. }
            | Self::Requested { test, .. }
            | Self::Corrected { test, .. }
            | Self::Tried { test, .. } => test.dice.to_vec(),
            Self::Fought { dice, .. } => dice.to_vec(),
            _ => Vec::new(),
        }
    }
}
