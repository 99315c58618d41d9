//! The squad card.

use serde::Serialize;
use table::{Point, Terrain};

use crate::Platoon;
use crate::save::{self, Save};
use crate::state::{Fate, Flight, Hull, Order, State};
use crate::troops::{Kind, MarkerId, Mode, Side, SquadId, Troops, Weapon, number};

/// A figure on its squad's card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureCard {
    /// Its number in the squad, from 1: as commands name it.
    pub number: u8,
    pub weapon: Weapon,
    /// The weapon's farthest range in hundredths of an inch; nothing for no limit.
    pub range: Option<i32>,
    /// Its dice in a volley, in halves of a die.
    pub dice_for_two: u32,
    /// What has become of it.
    pub fate: Fate,
    /// The turn its pinned marker was laid in.
    pub pinned: Option<u8>,
    /// Whether it lies.
    pub prone: bool,
    /// Whether it wears a flak jacket.
    pub flak: bool,
    /// Whether its launcher or mortar has fired this turn.
    pub fired: bool,
    /// Whether its launcher is out of ammunition.
    pub empty: bool,
    /// Where it stands; of no meaning beside a real table.
    pub at: Point,
    /// What it must throw if it is hit where it is. Rule P-save.
    pub save: Save,
}

/// Everything a squad card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquadCard {
    pub id: SquadId,
    pub name: String,
    pub side: Side,
    pub troops: Troops,
    pub kind: Kind,
    pub gung_ho: u8,
    /// Whether an officer or observer is with it, its first figure.
    pub officer: bool,
    pub figures: Vec<FigureCard>,
    /// Figures in the fight.
    pub able: usize,
    /// Figures in the fight with a pinned marker.
    pub pinned: usize,
    /// Figures in the fight that lie.
    pub prone: usize,
    /// Figures out of action.
    pub casualties: usize,
    /// How it last moved this turn.
    pub mode: Option<Mode>,
    /// What morale makes of it.
    pub order: Order,
    /// The No Fire marker.
    pub no_fire: bool,
    /// Whether its volley is spent this turn.
    pub fired: bool,
    /// The marker it hides under.
    pub hidden: Option<MarkerId>,
    /// The vehicle it rides in.
    pub aboard: Option<SquadId>,
    /// Squads that ride in it.
    pub passengers: Vec<SquadId>,
    /// The state of the vehicle itself.
    pub hull: Hull,
    /// Where a helicopter is in its landing or rising; nothing for anything else.
    pub flight: Option<Flight>,
    /// Whether it carries captured stores.
    pub carrying: bool,
    pub ground: Terrain,
    /// The turn from which it may ask for support again, if it was turned down.
    pub asks_from: Option<u8>,
    /// How far its moving is heard by the enemy, in hundredths of an inch. Rule P-hidden.
    pub heard: i32,
}

impl Platoon {
    /// The card of a squad.
    pub fn squad_card(&self, state: &State, squad: SquadId) -> Option<SquadCard> {
        let it = state.squad(squad)?;
        let figures = it.figures.iter().enumerate().map(|(n, f)| FigureCard {
            number: number(n),
            weapon: f.weapon,
            range: Some(self.tables().range(f.weapon)).filter(|&range| range < i32::MAX / 4),
            dice_for_two: self.tables().dice_for_two(f.weapon),
            fate: f.fate,
            pinned: f.pinned,
            prone: f.prone,
            flak: f.flak,
            fired: f.fired,
            empty: f.empty,
            at: f.at,
            save: save::needed(self, state, squad, n),
        });
        let count = |yes: &dyn Fn(&crate::state::Figure) -> bool| it.able().filter(|(_, f)| yes(f)).count();
        Some(SquadCard {
            id: it.id,
            name: it.name.to_string(),
            side: it.side,
            troops: it.troops,
            kind: it.kind,
            gung_ho: it.gung_ho,
            officer: it.officer,
            figures: figures.collect(),
            able: it.strength(),
            pinned: count(&|f| f.pinned.is_some()),
            prone: count(&|f| f.prone),
            casualties: it.casualties(),
            mode: it.turn.mode,
            order: it.order,
            no_fire: it.turn.no_fire,
            fired: it.turn.fired,
            hidden: it.hidden,
            aboard: it.aboard,
            passengers: state.squads.iter().filter(|s| s.aboard == Some(squad)).map(|s| s.id).collect(),
            hull: it.hull,
            flight: (it.kind == Kind::Helicopter).then_some(it.flight),
            carrying: it.carrying,
            ground: state.ground(it),
            asks_from: Some(it.asks_from).filter(|&turn| turn > state.turn),
            heard: crate::hidden::heard_within(self, it),
        })
    }
}
