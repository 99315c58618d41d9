//! Scenario files, and how one becomes a position.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Board, Heading, INCH, Point, Terrain};
use tabletop::dice::Seeded;
use tabletop::files::is_usual;
use tabletop::{Dice, Halt, Refusal};

use crate::state::{
    Activation, Answer, Condition, Content, Figure, Flight, Hull, Marker, Options, Order, Phase, Quality, SinceRoll,
    Squad, Stage, State, Tally, ThisTurn, Trap,
};
use crate::tables::VcList;
use crate::troops::{Kind, MarkerId, Side, SquadId, Troops, Weapon};
use crate::{Platoon, movement, rule, turn};

/// A scenario: the table, who is on it, and for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name on the title page.
    pub title: String,
    /// One or two sentences for the one who chooses.
    pub summary: String,
    /// A page of history.
    #[serde(default)]
    pub background: String,
    pub turns: u8,
    /// What the rules leave open.
    #[serde(default)]
    pub options: Options,
    /// The table; left out, the game is played beside a real one. Rule P-companion.
    #[serde(default)]
    pub table: Option<Board>,
    pub squads: Vec<SquadSetup>,
    /// Markers, real ones and dummies. Rule P-hidden.
    #[serde(default)]
    pub markers: Vec<MarkerSetup>,
}

/// A squad of a scenario or of a force list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquadSetup {
    /// Its number, from 1, in ascending order.
    pub id: SquadId,
    pub name: String,
    pub side: Side,
    pub troops: Troops,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub kind: Kind,
    /// A rating other than that of its troops.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub gung_ho: Option<u8>,
    /// Whether it has an officer or forward observer.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub officer: bool,
    /// Weapons, a figure each: `[(7, AssaultRifle), (1, Lmg)]`.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub figures: Vec<(u8, Weapon)>,
    /// Whether they wear flak jackets.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub flak: bool,
    /// Where its first figure stands, in whole inches from the left and the far edge.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub at: Option<(i32, i32)>,
    /// Where it looks, in steps to the right and to the near edge.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub facing: Heading,
    /// Beside a real table: the terrain it stands in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub ground: Option<Terrain>,
    /// The vehicle it rides in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub aboard: Option<SquadId>,
    /// How good it is said to be: its rating is rolled for when it first meets the enemy. Rule P-gung-ho.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub quality: Option<Quality>,
    /// Whether it has porters, whom stores do not slow.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub porters: bool,
    /// Whether they are young men, who talk less when questioned. Rule P-interrogation.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub young: bool,
    /// The table its figures are drawn from when its marker is turned up.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub drawn_from: Option<VcList>,
}

impl SquadSetup {
    /// A squad of foot without figures, as a file that says no more would have it.
    pub fn new(id: SquadId, name: impl Into<String>, side: Side, troops: Troops) -> Self {
        Self {
            id,
            name: name.into(),
            side,
            troops,
            kind: Kind::default(),
            gung_ho: None,
            officer: false,
            figures: Vec::new(),
            flak: false,
            at: None,
            facing: Heading::default(),
            ground: None,
            aboard: None,
            quality: None,
            porters: false,
            young: false,
            drawn_from: None,
        }
    }
}

/// A marker of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkerSetup {
    /// Its number, from 1, in ascending order.
    pub id: MarkerId,
    pub side: Side,
    /// Where it lies, in whole inches; left out beside a real table.
    #[serde(default)]
    pub at: Option<(i32, i32)>,
    /// What lies under it.
    pub hides: Hides,
}

/// What a marker of a scenario hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hides {
    Nothing,
    Squad(SquadId),
    /// Stores.
    Cache,
    Trap(Trap),
}

impl Scenario {
    /// Beside a real table: deals what the markers of a side hide among them, so that who has read the scenario does not know where
    /// it lies. The same seed deals the same.
    pub fn deal_markers(&mut self, side: Side, seed: u64) {
        if self.table.is_some() {
            return;
        }
        let mut lots = Seeded::new(seed);
        let own = self.markers.iter_mut().filter(|marker| marker.side == side);
        let mut hidden: Vec<Hides> = own.map(|marker| marker.hides).collect();
        for marker in self.markers.iter_mut().filter(|marker| marker.side == side) {
            marker.hides = hidden.swap_remove(lots.choose(hidden.len()));
        }
    }
}

fn wrong(because: String, remedy: &str) -> Halt {
    Halt::Refused(Refusal::new(rule!("P-turn"), because, remedy))
}

/// The places of a squad's figures about its first: a loose double row, an inch and a half apart.
pub(crate) fn formation(n: usize) -> (i32, i32) {
    let pair = i32::try_from(n / 2).unwrap_or(0);
    let out = (pair + 1) / 2 * 150;
    (if pair % 2 == 0 { -out } else { out }, if n.is_multiple_of(2) { 0 } else { 150 })
}

/// Puts a squad's figures on the table around a point, near one another and on ground they can stand on.
pub(crate) fn place(board: &Board, kind: Kind, point: Point, n: usize) -> Point {
    if kind.is_vehicle() {
        return point;
    }
    let (dx, dy) = formation(n);
    let wish = point.plus(dx, dy);
    fit(board, point, wish)
}

/// Whether one can stand there.
fn stands(board: &Board, point: Point) -> bool {
    board.contains(point) && board.terrain(point).going() != table::Going::Impassable
}

/// A point, or if nobody can stand on it the nearest square of the table on which one can.
pub(crate) fn ashore(board: &Board, point: Point) -> Point {
    if stands(board, point) {
        return point;
    }
    let columns = board.columns();
    let squares =
        (0..).take(board.lines()).flat_map(|y| (0..).take(columns).map(move |x| Point::inches(x, y).middle()));
    squares.filter(|&p| stands(board, p)).min_by_key(|p| p.squared(point)).unwrap_or(point)
}

/// The wished point, or the nearest to it around the leader that one can stand on.
pub(crate) fn fit(board: &Board, leader: Point, wish: Point) -> Point {
    let stands = |p: Point| stands(board, p);
    let ways = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let around = ways.iter().map(|&(x, y)| leader.plus(x * INCH, y * INCH));
    std::iter::once(board.clamp(wish)).chain(around).find(|&p| stands(p)).unwrap_or(leader)
}

pub(crate) fn squad(rules: &Platoon, setup: &SquadSetup, board: Option<&Board>) -> Squad {
    let at = setup.at.map_or(Point::default(), |(x, y)| Point::inches(x, y).middle());
    let weapons = setup.figures.iter().flat_map(|&(count, weapon)| std::iter::repeat_n(weapon, usize::from(count)));
    let stands = |n| board.map_or(at, |board| place(board, setup.kind, at, n));
    let figures = weapons.enumerate().map(|(n, weapon)| Figure { flak: setup.flak, ..Figure::new(weapon, stands(n)) });
    Squad {
        id: setup.id,
        name: Arc::from(setup.name.as_str()),
        side: setup.side,
        troops: setup.troops,
        kind: setup.kind,
        gung_ho: setup.gung_ho.unwrap_or_else(|| rules.tables().rating(setup.troops)),
        quality: setup.quality,
        officer: setup.officer,
        figures: figures.collect(),
        facing: if setup.facing == Heading::default() { Heading { dx: 0, dy: -1 } } else { setup.facing },
        hidden: None,
        aboard: setup.aboard,
        hull: Hull::Running,
        flight: Flight::Flying,
        turn: ThisTurn::default(),
        answer: Answer::default(),
        ambushed: false,
        since: SinceRoll::default(),
        fired_on: false,
        fresh: true,
        tested: false,
        order: Order::Steady,
        carrying: false,
        porters: setup.porters,
        burden: Vec::new(),
        locked: None,
        grip: None,
        young: setup.young,
        ground: setup.ground.unwrap_or(Terrain::Open),
        questioned: 0,
        bugged_out: false,
        asks_from: 0,
        gone: false,
        drawn_from: setup.drawn_from,
    }
}

/// Turns an arrangement into a position: the first activation rolls are made.
pub(crate) fn begin(rules: &Platoon, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
    let mut state = arrange(rules, scenario)?;
    turn::begin_turn(rules, &mut state, dice, &mut Vec::new())?;
    Ok(state)
}

/// Everybody at his place, before any die is rolled.
pub(crate) fn arrange(rules: &Platoon, scenario: &Scenario) -> Result<State, Halt> {
    if !(1..=60).contains(&scenario.turns) {
        return Err(wrong(format!("{} turns are out of range.", scenario.turns), "Give from 1 to 60 turns."));
    }
    let board = scenario.table.as_ref();
    let mut squads: Vec<Squad> = Vec::new();
    for setup in &scenario.squads {
        let last = squads.last().map_or(0, |s| s.id.0);
        if setup.id.0 <= last || setup.id.0 > 99 {
            return Err(wrong(
                format!("Squad number {} is out of order.", setup.id.0),
                "Number squads upwards from 1 to 99, each number once.",
            ));
        }
        if board.is_some() && setup.at.is_none() && setup.aboard.is_none() {
            let hides = |m: &&MarkerSetup| m.hides == Hides::Squad(setup.id);
            if scenario.markers.iter().find(hides).is_none() {
                return Err(wrong(format!("{} has no place.", setup.name), "Give it a place, a marker or a vehicle."));
            }
        }
        let count: usize = setup.figures.iter().map(|&(count, _)| usize::from(count)).sum();
        if count > 16 || (count == 0) != setup.drawn_from.is_some() {
            return Err(wrong(
                format!("{} has {count} figures.", setup.name),
                "Give it from 1 to 16 figures, or the table they are drawn from.",
            ));
        }
        let under = scenario.markers.iter().any(|m| m.hides == Hides::Squad(setup.id));
        // Once nobody ever drew who was under no marker.
        if setup.drawn_from.is_some() && !under && !scenario.options.rulings.before(10) {
            return Err(wrong(
                format!("{} is to be drawn, and no marker hides it.", setup.name),
                "Put it under a marker, or give it its figures.",
            ));
        }
        let ratings = rules.tables().ratings();
        if setup.gung_ho.is_some_and(|g| !ratings.contains(&g)) {
            let remedy = format!("Ratings run from {} to {}.", ratings.start(), ratings.end());
            return Err(wrong(format!("{} has an impossible rating.", setup.name), &remedy));
        }
        let mut it = squad(rules, setup, board);
        // Once it was on open ground.
        if it.kind == Kind::Boat && board.is_none() && !scenario.options.rulings.before(13) {
            it.ground = setup.ground.unwrap_or(Terrain::River);
        }
        squads.push(it);
    }
    if !scenario.options.rulings.before(8) {
        check_crews(rules, scenario)?;
    }
    let mut state = State {
        turn: 0,
        last_turn: scenario.turns,
        options: scenario.options,
        board: scenario.table.clone(),
        squads,
        markers: Vec::new(),
        missions: Vec::new(),
        queue: Vec::new(),
        levels: Vec::new(),
        active: Activation::default(),
        announced: None,
        phase: Phase::Between,
        stage: Stage::Support,
        attack: None,
        fall_of_shot: None,
        unplaced: Vec::new(),
        telling: None,
        messages: Vec::new(),
        tally: Tally::default(),
        abandoned: None,
    };
    for setup in &scenario.markers {
        add_marker(&mut state, setup)?;
    }
    for n in 0..state.squads.len() {
        let Some(vehicle) = state.squads[n].aboard else { continue };
        let Some(at) = state.squad(vehicle).filter(|v| v.kind.is_vehicle()).map(Squad::at) else {
            return Err(wrong(format!("{} rides in no vehicle.", state.squads[n].name), "Name a vehicle's number."));
        };
        state.squads[n].figures.iter_mut().for_each(|f| f.at = at);
    }
    for squad in &state.squads {
        for figure in &squad.figures {
            let Some(board) = &state.board else { break };
            let sinks = squad.aboard.is_none() && !movement::bears(board.terrain(figure.at), squad.kind);
            if !board.contains(figure.at) || sinks {
                return Err(wrong(
                    format!("{} cannot stand at {}.", squad.name, figure.at),
                    "Put it on ground where it can stand.",
                ));
            }
        }
    }
    // Once troops were drawn on deep water, and stood there for ever.
    let sinks = |s: &&Squad| {
        let said = s.drawn_from.is_some() || state.board.is_none();
        said && movement::check_ground(&state, s.id, state.ground(s)).is_err()
    };
    if let Some(squad) = state.squads.iter().find(sinks) {
        return Err(wrong(
            format!("{} cannot be {}.", squad.name, state.ground(squad).stands()),
            "Put it on ground where it can stand.",
        ));
    }
    let sides = |side| state.squads.iter().any(|s| s.side == side);
    if !sides(Side::Allied) || !sides(Side::Vc) {
        return Err(wrong("One side has no squad.".into(), "Give both sides at least one squad."));
    }
    let acts = |side| scenario.options.rulings.before(8) || turn::has_anybody(&state, side);
    if let Some(side) = [Side::Allied, Side::Vc].into_iter().find(|side| !acts(*side)) {
        return Err(wrong(
            format!("{} has only villagers in sight.", side.name()),
            "Give that side troops, or a marker.",
        ));
    }
    Ok(state)
}

/// Who sits in what, and who is drawn. Rules P-infantry-move and P-vc-table.
fn check_crews(rules: &Platoon, scenario: &Scenario) -> Result<(), Halt> {
    let size = |squad: &SquadSetup| squad.figures.iter().map(|&(count, _)| usize::from(count)).sum::<usize>();
    for squad in &scenario.squads {
        if squad.drawn_from.is_some() && squad.kind != Kind::Foot {
            return Err(wrong(
                format!("{} is to be drawn, and is not on foot.", squad.name),
                "Only troops on foot are drawn; give a crew its figures.",
            ));
        }
        if squad.drawn_from.is_some() && squad.side == Side::Allied && !scenario.options.rulings.before(12) {
            return Err(wrong(
                format!("{} is to be drawn, and is no VC or NVA.", squad.name),
                "The lists are of VC and NVA; give the squad its figures.",
            ));
        }
        if let Some(vehicle) = squad.aboard
            && (squad.kind.is_vehicle() || scenario.squads.iter().any(|v| v.id == vehicle && v.side != squad.side))
        {
            return Err(wrong(
                format!("{} cannot ride in squad {}.", squad.name, vehicle.0),
                "Only troops on foot ride, in a vehicle of their own side.",
            ));
        }
        let riders = scenario.squads.iter().filter(|rider| rider.aboard == Some(squad.id)).map(size).sum::<usize>();
        let room = crate::contact::room(rules, squad.kind);
        if squad.kind.is_vehicle() && riders > room {
            return Err(wrong(
                format!("{} has {riders} figures aboard and room for {room}.", squad.name),
                "Let fewer ride in it.",
            ));
        }
    }
    Ok(())
}

fn add_marker(state: &mut State, setup: &MarkerSetup) -> Result<(), Halt> {
    let last = state.markers.last().map_or(0, |m| m.id.0);
    if setup.id.0 <= last {
        return Err(wrong(
            format!("Marker number {} is out of order.", setup.id.0),
            "Number markers upwards from 1, each number once.",
        ));
    }
    let at = setup.at.map_or(Point::default(), |(x, y)| Point::inches(x, y).middle());
    if let Some(board) = &state.board
        && (setup.at.is_none() || !board.contains(at))
    {
        return Err(wrong(format!("Marker {} has no place.", setup.id.0), "Give it a place on the table."));
    }
    let content = match setup.hides {
        Hides::Nothing => Content::Dummy,
        Hides::Cache => Content::Cache,
        Hides::Trap(trap) => Content::Trap(trap),
        Hides::Squad(id) => {
            let board = state.board.clone();
            let squad = state.squad_mut(id).filter(|s| s.side == setup.side && s.hidden.is_none());
            let Some(squad) = squad.filter(|s| s.kind != Kind::Helicopter && s.aboard.is_none()) else {
                return Err(wrong(
                    format!("Marker {} cannot hide squad {}.", setup.id.0, id.0),
                    "A marker hides one squad or vehicle of its own side that does not fly and that no other marker hides.",
                ));
            };
            squad.hidden = Some(setup.id);
            for (n, figure) in squad.figures.iter_mut().enumerate() {
                figure.at = board.as_ref().map_or(at, |board| place(board, squad.kind, at, n));
            }
            Content::Squad(id)
        }
    };
    let condition = Condition::Down;
    state.markers.push(Marker { id: setup.id, side: setup.side, at, content, condition, moved: false, gone: 0 });
    Ok(())
}
