//! What a side may know. Rules base-4.7, base-4.13 and 31.16, rulings SD-A38 and SD-A64: what a side sees of the other is put together here
//! piece by piece, so that whatever is added to a position is a secret until a line of this file tells it. Face-down counters
//! are numbers without a face, or not there at all; traps, unfound caches and unseen positions are not there; and what the US
//! player has plotted or written down is his alone.

mod disguise;

use tabletop::Roll;

use crate::event::Who;
use crate::state::{Cache, Place, State, Step, Support, Switch, Unit};
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy};

pub(crate) use disguise::disguised;

/// An entry of the scenario that is not told.
const UNTOLD: u8 = u8::MAX;

impl SearchAndDestroy {
    /// Supposes that a face-down counter whose face is not known is of this kind: for a side that wonders what it hides. A counter that
    /// is known stays what it is.
    pub fn suppose(&self, state: &mut State, id: UnitId, kind: Kind) {
        let full = self.full_ammunition(kind);
        if let Some(unit) = state.units.get_mut(id.index())
            && unit.kind == Kind::Suspect
            && kind.side() == Side::Nlf
        {
            *unit = Unit { face_down: true, ammunition: full, controlled: true, ..Unit::fresh(kind, unit.place) };
        }
    }
}

/// The position as a side sees it. When the game is over everything is turned up.
pub(crate) fn view(state: &State, side: Side) -> State {
    if state.step == Step::Over {
        return state.clone();
    }
    State {
        switches: state.switches,
        turn: state.turn,
        turns: state.turns,
        nlf_first: state.nlf_first,
        sight: state.sight,
        par: state.par,
        step: state.step,
        units: state
            .units
            .iter()
            .map(|unit| if unit.side() == side { *unit } else { seen_unit(state, unit) })
            .collect(),
        entries: state.entries.clone(),
        lay: state.lay.clone(),
        objectives: state.objectives.clone(),
        pick_up: state.pick_up.clone(),
        forgo: state.forgo,
        rulings: state.rulings,
        positions: state.positions.iter().filter(|p| side == Side::Nlf || p.known).copied().collect(),
        permits: if state.step.side() == Some(side) { state.permits.clone() } else { Vec::new() },
        traps: if side == Side::Nlf { state.traps.clone() } else { Vec::new() },
        caches: match side {
            Side::Us => state.caches.iter().filter(|c| c.found.is_some()).map(|c| Cache { supply: 0, ..*c }).collect(),
            Side::Nlf => state.caches.clone(),
        },
        searched: state.searched.clone(),
        elements: if side == Side::Nlf { state.elements.clone() } else { Vec::new() },
        casualties: state.casualties.clone(),
        assaulted: state.assaulted.clone(),
        fired_at: state.fired_at.clone(),
        split: state.split.clone(),
        escaped: state
            .escaped
            .iter()
            .filter(|id| side == Side::Nlf || !state.units[id.index()].face_down)
            .copied()
            .collect(),
        overrun: state.overrun,
        hid: state.hid,
        probes: state.probes.clone(),
        surprises: state.surprises.clone(),
        pending: state.pending.clone(),
        score: state.score,
        support: if side == Side::Us { state.support.clone() } else { seen_support(&state.support) },
        supplies: state.supplies.clone(),
        civilians: state.civilians.clone(),
        landings: state.landings,
        landings_left: state.landings_left,
        lost_leaders: state.lost_leaders.clone(),
        appointed: state.appointed.clone(),
        evacuated: state.evacuated,
        ledger: state.ledger.clone(),
    }
}

/// What the other side sees of a counter.
fn seen_unit(state: &State, unit: &Unit) -> Unit {
    match unit.side() {
        Side::Us => seen_us_unit(unit),
        Side::Nlf if unit.face_down => Unit { face_down: true, ..Unit::fresh(Kind::Suspect, seen_place(state, unit)) },
        Side::Nlf => seen_nlf_unit(unit),
    }
}

/// Where a face-down counter is, for the US player: those that are not on the map are somewhere, and he cannot tell who of them is
/// still to come, who is carried and who was given up.
fn seen_place(state: &State, unit: &Unit) -> Place {
    let unseen = state.has(Switch::FullyHidden);
    match unit.place {
        place @ (Place::Hex(_) | Place::Exited) if !unseen && !unit.kind.is_heavy_weapon() => place,
        _ if state.step == Step::Setup => Place::Pool(UNTOLD),
        _ => Place::Reserve(UNTOLD),
    }
}

/// A US unit hides nothing but what is called down for it.
fn seen_us_unit(unit: &Unit) -> Unit {
    let mut seen = Unit::fresh(unit.kind, unit.place);
    (seen.company, seen.platoon, seen.acting, seen.controlled) =
        (unit.company, unit.platoon, unit.acting, unit.controlled);
    (seen.pin, seen.losses, seen.shaken, seen.ammunition) = (unit.pin, unit.losses, unit.shaken, unit.ammunition);
    (seen.spent, seen.moved_before, seen.landed, seen.flown) = (unit.spent, unit.moved_before, unit.landed, unit.flown);
    (seen.fired, seen.assaulted, seen.digging, seen.searched) =
        (unit.fired, unit.assaulted, unit.digging, unit.searched);
    seen.stopped = unit.stopped;
    (seen.immobilized, seen.tally, seen.home, seen.course) = (unit.immobilized, unit.tally, unit.home, unit.course);
    (seen.burden, seen.weapon) = (unit.burden, unit.weapon);
    seen
}

/// Of a visible NLF unit is known what it is, to which platoon it belongs and what it does before everybody's eyes: not whether it
/// is in command, what it has left to fire, or how far it has come unseen.
fn seen_nlf_unit(unit: &Unit) -> Unit {
    let mut seen = Unit::fresh(unit.kind, unit.place);
    (seen.company, seen.platoon, seen.independent) = (unit.company, unit.platoon, unit.independent);
    (seen.pin, seen.losses, seen.burden, seen.weapon) = (unit.pin, unit.losses, unit.burden, unit.weapon);
    (seen.fired, seen.assaulted, seen.digging) = (unit.fired, unit.assaulted, unit.digging);
    seen.element_known = unit.element_known;
    // What a Cadre had with it is told when it is lost. Ruling SD-A38.
    if unit.element_known || unit.place == Place::Gone {
        seen.element = unit.element;
    }
    seen
}

/// A mission that is plotted is told of when it comes down.
fn seen_support(support: &Support) -> Support {
    let more = |left: u8, asked: usize| left.saturating_add(u8::try_from(asked).unwrap_or(u8::MAX));
    Support {
        missions: more(support.missions, support.plots.len()),
        strikes: more(support.strikes, support.calls.len()),
        preplanned: Vec::new(),
        plots: Vec::new(),
        calls: Vec::new(),
        hit_before: support.hit_before.clone(),
        hit_now: support.hit_now.clone(),
    }
}

/// Who gets an event.
enum Audience {
    Both,
    Us,
    Nlf,
    /// Both, but what lies face down is told to the US player without its face.
    Faceless,
}

/// Every sort of event says here who gets it. `unseen`: counters that lie face down are not shown at all.
fn audience(event: &Event, unseen: bool) -> Audience {
    let nlf = |who: &Who| who.kind.side() == Side::Nlf;
    match event {
        Event::Called { .. } | Event::Registered { .. } => Audience::Us,
        Event::Assigned { .. }
        | Event::Concealed { .. }
        | Event::Dug { hidden: true, .. }
        | Event::Improved { side: Side::Nlf, .. } => Audience::Nlf,
        Event::Resupplied { who } | Event::Control { who, .. } if nlf(who) => Audience::Nlf,
        // A heavy weapon shares the counter of its crew.
        Event::Hauled { who, .. } | Event::Recovered { who } if who.hidden => Audience::Nlf,
        Event::Left { who, .. } if who.hidden && who.kind.is_heavy_weapon() => Audience::Nlf,
        Event::Placed { who, .. } | Event::Moved { who, .. } | Event::Digs { who } | Event::Left { who, .. }
            if who.hidden && unseen =>
        {
            Audience::Nlf
        }
        Event::Placed { .. }
        | Event::Moved { .. }
        | Event::Digs { .. }
        | Event::Left { .. }
        | Event::Attacked { .. }
        | Event::SniperFired { .. }
        | Event::FiredAntitank { .. } => Audience::Faceless,
        Event::TurnBegan { .. }
        | Event::StepBegan { .. }
        | Event::SetUp { .. }
        | Event::Improved { .. }
        | Event::Sailed { .. }
        | Event::Dug { .. }
        | Event::Revealed { .. }
        | Event::Hid { .. }
        | Event::Named { .. }
        | Event::CacheFound { .. }
        | Event::CacheDestroyed { .. }
        | Event::Disarmed { .. }
        | Event::TrapWentOff { .. }
        | Event::Answered { .. }
        | Event::CameToNothing { .. }
        | Event::Pinned { .. }
        | Event::Recovered { .. }
        | Event::Casualties { .. }
        | Event::Tallied { .. }
        | Event::Scored { .. }
        | Event::Retreated { .. }
        | Event::Advanced { .. }
        | Event::Control { .. }
        | Event::LeadershipLost { .. }
        | Event::WithoutCommander { .. }
        | Event::Resupplied { .. }
        | Event::Immobilized { .. }
        | Event::Forwent { .. }
        | Event::CameDown { .. }
        | Event::Shelled { .. }
        | Event::CameIn { .. }
        | Event::WavedOff { .. }
        | Event::LiftedOff { .. }
        | Event::Mounted { .. }
        | Event::Dismounted { .. }
        | Event::Carried { .. }
        | Event::Hauled { .. }
        | Event::Evacuated { .. }
        | Event::Appointed { .. }
        | Event::CiviliansGone { .. }
        | Event::Contact { .. }
        | Event::Ended => Audience::Both,
    }
}

/// What a side notices of an event.
pub(crate) fn seen(event: &Event, state: &State, side: Side) -> Option<Event> {
    match (audience(event, state.has(Switch::FullyHidden)), side) {
        (Audience::Us, Side::Nlf) | (Audience::Nlf, Side::Us) => None,
        (Audience::Faceless, Side::Us) => Some(faceless(event.clone())),
        _ => Some(event.clone()),
    }
}

/// An event without the faces of what lies face down.
fn faceless(mut event: Event) -> Event {
    let mask = |who: &mut Who| {
        if who.hidden {
            *who = Who { kind: Kind::Suspect, company: 0, platoon: 0, ..*who };
        }
    };
    match &mut event {
        Event::Attacked { by, target, .. } => by.iter_mut().chain([target]).for_each(mask),
        Event::Placed { who, .. }
        | Event::Moved { who, .. }
        | Event::Digs { who }
        | Event::Left { who, .. }
        | Event::SniperFired { who, .. }
        | Event::FiredAntitank { who, .. } => mask(who),
        _ => {}
    }
    event
}

/// Which dice of a command a side may know of. Those of a set-up are its owner's: they tell where his counters, traps and caches lie,
/// and what preplanned fire was written down.
pub(crate) fn dice_known_to(before: &State, command: &Command, rolls: &[Roll], side: Side) -> Vec<bool> {
    let sets_up = matches!(before.step, Step::UsSetup | Step::Setup) && *command == Command::Done;
    let theirs = sets_up && before.step.side() != Some(side);
    rolls.iter().map(|roll| !(theirs && roll.rule == crate::placing::SET_UP_RULE)).collect()
}
