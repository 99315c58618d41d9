//! What a side may know. Rule P-hidden, ruling P-R47.
//!
//! Everything is taken apart field by field, and nothing is copied whole but what is a side's own: who adds a field to a
//! position, a squad or an event has to say here who may know of it, or nothing compiles.

mod disguise;

use std::sync::Arc;

use table::Point;

use crate::event::Event;
use crate::state::{
    Activation, Answer, Attack, Condition, Content, FallOfShot, Figure, Level, Marker, Mission, Reaches, SinceRoll,
    Squad, State, ThisTurn,
};
use crate::troops::{Side, SquadId};

pub(crate) use disguise::disguised;

/// Whether a squad is hidden from a side.
fn is_secret(state: &State, squad: SquadId, side: Side) -> bool {
    state.squad(squad).is_some_and(|s| s.side != side && state.is_hidden(s))
}

/// The position as a side knows it.
pub(crate) fn view(state: &State, side: Side) -> State {
    let State {
        turn,
        last_turn,
        options,
        board,
        squads,
        markers,
        missions,
        queue,
        levels,
        active,
        announced,
        phase,
        stage,
        attack,
        fall_of_shot,
        unplaced,
        telling,
        messages,
        tally,
        abandoned,
    } = state;
    let shown = |squad: SquadId| !is_secret(state, squad, side);
    let own = |squad: &&Squad| squad.side == side;
    let in_sight = |squad: &Squad| if own(&squad) { squad.clone() } else { of_enemy(squad) };
    State {
        turn: *turn,
        last_turn: *last_turn,
        options: *options,
        board: board.clone(),
        squads: squads.iter().filter(|s| shown(s.id)).map(in_sight).collect(),
        markers: markers.iter().map(|m| if m.side == side { m.clone() } else { marker(m) }).collect(),
        missions: (missions.iter())
            .filter(|m| m.side == side || m.arrived)
            .map(|m| if m.side == side { m.clone() } else { mission(m) })
            .collect(),
        queue: queue.iter().filter(|(squad, _)| shown(*squad)).copied().collect(),
        levels: order(levels.iter().filter(|level| shown(level.squad))),
        active: activation(state, active, side),
        announced: *announced,
        phase: *phase,
        stage: *stage,
        attack: attack.map(|attack| if attack.side == side { attack } else { Attack { squad: None, ..attack } }),
        fall_of_shot: fall_of_shot.as_ref().map(|fall| reaches(fall, side, shown)),
        unplaced: unplaced.iter().filter(|squad| shown(**squad)).copied().collect(),
        telling: *telling,
        messages: messages.iter().filter(|m| m.side == side).cloned().collect(),
        tally: *tally,
        abandoned: abandoned.clone(),
    }
}

/// A squad of the enemy's that stands on the table: figures, weapons and markers are seen. What was said by radio is not, nor
/// who is away with a message, nor whether it fired unheard while it hid.
fn of_enemy(squad: &Squad) -> Squad {
    let (turn, answer, since) = (squad.turn, squad.answer, squad.since);
    Squad {
        id: squad.id,
        name: Arc::clone(&squad.name),
        side: squad.side,
        troops: squad.troops,
        kind: squad.kind,
        gung_ho: squad.gung_ho,
        quality: squad.quality,
        officer: squad.officer,
        figures: squad.figures.iter().map(figure).collect(),
        facing: squad.facing,
        hidden: None,
        aboard: squad.aboard,
        hull: squad.hull,
        flight: squad.flight,
        turn: ThisTurn {
            mode: turn.mode,
            over_half: turn.over_half,
            stood_up: turn.stood_up,
            got_out: turn.got_out,
            moved: turn.moved,
            fired: turn.fired,
            no_fire: turn.no_fire,
            lost: turn.lost,
            shelled: turn.shelled,
        },
        answer: Answer { begun: answer.begun, ambush: answer.ambush },
        ambushed: false,
        since: SinceRoll {
            losses: since.losses,
            flanked: since.flanked,
            rear: since.rear,
            shelled: since.shelled,
            under_fire: since.under_fire,
        },
        fired_on: squad.fired_on,
        fresh: squad.fresh,
        tested: squad.tested,
        order: squad.order,
        carrying: squad.carrying,
        porters: squad.porters,
        burden: squad.burden.clone(),
        locked: squad.locked,
        grip: squad.grip,
        young: squad.young,
        ground: squad.ground,
        questioned: squad.questioned,
        bugged_out: squad.bugged_out,
        asks_from: 0,
        gone: squad.gone,
        drawn_from: None,
    }
}

fn figure(figure: &Figure) -> Figure {
    let &Figure { weapon, at, fate, pinned, prone, flak, fired, empty, running: _, searches } = figure;
    Figure { weapon, at, fate, pinned, prone, flak, fired, empty, running: false, searches }
}

/// A marker of the enemy's. What lay under one that is off the table only its owner remembers; and nobody may tell by how far
/// a marker went whether somebody is under it.
fn marker(marker: &Marker) -> Marker {
    let &Marker { id, side, at, content, condition, moved, gone: _ } = marker;
    let content = if condition == Condition::Found { content } else { Content::Unknown };
    Marker { id, side, at, content, condition, moved, gone: 0 }
}

/// Support of the enemy's that has come: what it is and for how long, not who asked for it nor where it is aimed.
fn mission(mission: &Mission) -> Mission {
    let &Mission {
        squad: _,
        side,
        support,
        target: _,
        pattern,
        due: _,
        left,
        dice: _,
        arrived,
        fired,
        path: _,
        gunship,
    } = mission;
    let (target, due, dice, path) = (Point::default(), 0, 0, None);
    Mission { squad: None, side, support, target, pattern, due, left, dice, arrived, fired, path, gunship }
}

/// What the players say who it reached: of those who hide and test afterwards the enemy knows nothing.
fn reaches(fall: &FallOfShot, looks: Side, shown: impl Fn(SquadId) -> bool) -> FallOfShot {
    let FallOfShot { side, what, then } = fall.clone();
    let what = match what {
        // A hidden mortar's target is what its crew knows.
        Reaches::Salvo { support, pattern, drift, aimed } => {
            Reaches::Salvo { support, pattern, drift, aimed: aimed.filter(|_| side == looks) }
        }
        Reaches::Rocket { squad, figure } => Reaches::Rocket { squad, figure },
        Reaches::Trap { squad, trap } => Reaches::Trap { squad, trap },
        Reaches::Fright { fallen, then } => {
            Reaches::Fright { fallen, then: then.into_iter().filter(|squad| shown(*squad)).collect() }
        }
        Reaches::Abandoned => Reaches::Abandoned,
    };
    FallOfShot { side, what, then }
}

/// A die that broke a tie with nobody in sight tells of somebody hidden with the same level.
fn order<'a>(levels: impl Iterator<Item = &'a Level> + Clone) -> Vec<Level> {
    let alone = |level: &Level| levels.clone().filter(|other| other.level == level.level).count() < 2;
    let shown = |level: &Level| {
        let Level { squad, die, gung_ho, reasons, level: sum, tie } = level.clone();
        Level { squad, die, gung_ho, reasons, level: sum, tie: tie.filter(|_| !alone(level)) }
    };
    levels.clone().map(shown).collect()
}

/// What the acting squad has done in its phase so far.
fn activation(state: &State, active: &Activation, side: Side) -> Activation {
    if is_secret(state, active.squad, side) {
        return Activation::default();
    }
    if state.squad(active.squad).is_none_or(|s| s.side == side) {
        return active.clone();
    }
    let done = active.clone();
    let Activation { squad, march, task, fought, reached: _, asked: _, tried, flown_from, held, .. } = done;
    let Activation { ordered, went_back, clear, rose, .. } = done;
    let (reached, asked) = (Vec::new(), false);
    Activation { squad, march, task, fought, reached, asked, tried, flown_from, held, ordered, went_back, clear, rose }
}

/// What a side notices: what happens to squads that are on the table or its own. What goes from mouth to ear the other side
/// does not hear.
pub(crate) fn seen(event: &Event, state: &State, side: Side) -> Option<Event> {
    let own = |squad: SquadId| state.squad(squad).is_none_or(|s| s.side == side);
    let in_sight =
        |squads: &[SquadId]| squads.iter().all(|&squad| state.squad(squad).is_some() && !is_secret(state, squad, side));
    let known = match event {
        Event::Requested { squad, .. }
        | Event::CalledAnew { squad, .. }
        | Event::Corrected { squad, .. }
        | Event::MessageSent { squad, .. }
        | Event::MessageTried { squad, .. }
        | Event::MessageCame { squad, .. } => own(*squad),
        Event::TurnBegan { .. }
        | Event::SomebodyActs { .. }
        | Event::MarkerMoved { .. }
        | Event::Turned { .. }
        | Event::Salvo { .. }
        | Event::AircraftCame { .. }
        | Event::Attacking { .. }
        | Event::AircraftSaved { .. }
        | Event::MissionOver { .. }
        | Event::Ended { .. } => true,
        Event::Levelled { .. }
        | Event::TieBroken { .. }
        | Event::Activated { .. }
        | Event::Marched { .. }
        | Event::Stepped { .. }
        | Event::Stands { .. }
        | Event::LaidDown { .. }
        | Event::StoodUp { .. }
        | Event::OutOfReach { .. }
        | Event::Volley { .. }
        | Event::Saved { .. }
        | Event::Pinned { .. }
        | Event::Panic { .. }
        | Event::Morale { .. }
        | Event::Unpinning { .. }
        | Event::Revealed { .. }
        | Event::Drawn { .. }
        | Event::Searched { .. }
        | Event::StoresDealtWith { .. }
        | Event::TrapMet { .. }
        | Event::Launched { .. }
        | Event::VehicleHit { .. }
        | Event::ChopperSaved { .. }
        | Event::Freeing { .. }
        | Event::Sniped { .. }
        | Event::BuggedOut { .. }
        | Event::FiredAtAircraft { .. }
        | Event::Rated { .. }
        | Event::PickedUp { .. }
        | Event::PutDown { .. }
        | Event::Caught { .. }
        | Event::Fought { .. }
        | Event::Fell { .. }
        | Event::Questioned { .. }
        | Event::Taken { .. }
        | Event::Tried { .. }
        | Event::Mounted { .. }
        | Event::Dismounted { .. }
        | Event::Flew { .. }
        | Event::LeftTable { .. }
        | Event::Finished { .. } => in_sight(&event.squads()),
    };
    known.then(|| event.clone())
}
