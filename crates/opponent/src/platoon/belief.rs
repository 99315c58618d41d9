//! Who may lie under the markers, as likely as a side should think it. A side knows how many markers there are, where they lie and
//! which of them moved; it does not know how many squads are under them.

use std::sync::Arc;

use ::platoon::state::{Answer, Condition, Content, Figure, Flight, Hull, Order, SinceRoll, Squad, ThisTurn, Trap};
use ::platoon::{Kind, MarkerId, Platoon, Side, SquadId, State, Troops, Weapon};
use table::{Heading, INCH, Point, Terrain};
use tabletop::between;
use tabletop::dice::Seeded;

use crate::view::View;

/// What may lie under a marker, in parts of a hundred: a squad, a cache, a trap; else nothing.
const PARTS: [usize; 3] = [40, 18, 16];

/// A whole position: every marker that lies face down has something under it, or nothing.
pub(super) fn resample(view: &View<Platoon>, seed: u64) -> State {
    let mut state = view.seen().clone();
    let side = view.side();
    let mut lots = Seeded::new(seed);
    for n in 0..state.markers.len() {
        let marker = &state.markers[n];
        if marker.side == side || marker.condition != Condition::Down || marker.content != Content::Unknown {
            continue;
        }
        let (id, at, moved) = (marker.id, marker.at, marker.moved);
        let lot = lots.choose(100);
        let [squad, cache, trap] = PARTS;
        let content = match lot {
            _ if lot < squad => {
                hide(&mut state, side.enemy(), id, at, &mut lots).map_or(Content::Dummy, Content::Squad)
            }
            // What moves is neither a store nor a trap.
            _ if moved => Content::Dummy,
            _ if lot < squad + cache => Content::Cache,
            _ if lot < squad + cache + trap => {
                Content::Trap([Trap::Punji, Trap::Grenade, Trap::Mortar, Trap::Claymore][lots.choose(4)])
            }
            _ => Content::Dummy,
        };
        state.markers[n].content = content;
    }
    state
}

/// A squad as there might be one, under a marker.
fn hide(state: &mut State, side: Side, marker: MarkerId, at: Point, lots: &mut Seeded) -> Option<SquadId> {
    let used = |id: u8| state.squads.iter().any(|squad| squad.id == SquadId(id));
    let id = SquadId((1..=u8::MAX).rev().find(|id| !used(*id))?);
    let kind = match lots.choose(10) {
        0 => Kind::Sniper,
        1 if side == Side::Vc => Kind::Peasants,
        _ => Kind::Foot,
    };
    let (troops, weapon, count) = match (kind, side) {
        (Kind::Peasants, _) => (Troops::Peasant, Weapon::Nothing, 4),
        (Kind::Sniper, Side::Vc) => (Troops::VcMain, Weapon::OldRifle, 1),
        (Kind::Sniper, Side::Allied) => (Troops::UsInfantry, Weapon::OldRifle, 1),
        (_, Side::Vc) => (Troops::VcMain, Weapon::AssaultRifle, 4 + lots.choose(3)),
        (_, Side::Allied) => (Troops::UsInfantry, Weapon::AssaultRifle, 5),
    };
    let corner = state.board.as_ref().map_or(at, table::Board::corner);
    let spot = |n: usize| {
        let (dx, dy) = (i32::try_from(n % 3).unwrap_or(0) - 1, i32::try_from(n / 3).unwrap_or(0));
        let beside = at.plus(dx * INCH / 2, dy * INCH / 2);
        Point::new(between(beside.x, 0, corner.x), between(beside.y, 0, corner.y))
    };
    let figure = |n: usize| Figure::new(weapon, if n == 0 { at } else { spot(n) });
    state.squads.push(Squad {
        id,
        name: Arc::from("somebody unseen"),
        side,
        troops,
        kind,
        gung_ho: 6,
        quality: None,
        officer: false,
        figures: (0..count).map(figure).collect(),
        facing: Heading { dx: 0, dy: 1 },
        hidden: Some(marker),
        aboard: None,
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
        porters: false,
        burden: Vec::new(),
        locked: None,
        grip: None,
        young: false,
        ground: Terrain::Open,
        questioned: 0,
        bugged_out: false,
        asks_from: 0,
        gone: false,
        drawn_from: None,
    });
    // Whether it has acted this turn is not known either.
    if kind != Kind::Peasants && lots.choose(2) == 0 {
        state.queue.push((id, 20));
    }
    Some(id)
}
