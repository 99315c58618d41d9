//! What a side knows. Rules S-hidden, S-mines and S-claymore: hidden figures, mines and Claymores are their owner's secret.

use std::sync::Arc;

use table::{Compass, Going, Heading, Point};
use tabletop::dice::Seeded;

use crate::companion::{Crowd, Measuring, notices};
use crate::event::{Event, Who};
use crate::figure::{Figure, FigureId, Kit, Side, Standing, Trace};
use crate::sight::BASE;
use crate::state::{State, Step, Support};
use crate::{Skirmish, tables};

/// What a figure is called of which nothing is known.
const HIDDEN: &str = "somebody hidden";

/// A figure of which nothing is known but that it is there somewhere.
fn unknown(figure: &Figure) -> Figure {
    Figure {
        side: figure.side,
        vehicle: false,
        standing: Standing::Up,
        at: None,
        facing: Heading { dx: 0, dy: 1 },
        counters: 0,
        phases: 0,
        begun: false,
        work: None,
        kit: Kit::default(),
        pips: 0,
        trace: Trace { hidden: true, ..Trace::default() },
        kills: 0,
        shot: false,
        mortar: None,
    }
}

impl State {
    /// Supposes that a figure whose place is not known stands here, and carries this: for whoever wonders where the hidden enemies
    /// are. Who stands on the table already stays where he is.
    pub fn suppose(&mut self, id: FigureId, at: Point, facing: Heading, kit: Kit) {
        if let Some(figure) = self.figures.get_mut(id.index())
            && figure.at.is_none()
            && figure.standing == Standing::Up
        {
            (figure.at, figure.facing, figure.kit) = (Some(at), facing, kit);
        }
    }
}

/// The position with what `side` may not know taken out.
pub(crate) fn view(state: &State, side: Side) -> State {
    let mut view = state.clone();
    for id in state.of(side.enemy()).filter(|(id, _)| !state.is_located(*id)).map(|(id, _)| id) {
        view.figures[id.index()] = unknown(&state.figures[id.index()]);
        if view.active == Some(id) {
            view.active = None;
        }
    }
    mask(&mut view, state, side);
    view.mines.retain(|mine| mine.side == side);
    view.claymores.retain(|claymore| claymore.side == side);
    view.beside.claymores.retain(|(_, owner)| *owner == side);
    view.support[side.enemy() as usize] = Support::default();
    view
}

/// Takes out the names of the enemy's hidden figures, and what is asked beside a real table about them.
fn mask(view: &mut State, state: &State, side: Side) {
    let secret = |id: FigureId| state.figure(id).is_some_and(|f| f.side != side) && !state.is_located(id);
    if state.figures().any(|(id, _)| secret(id)) {
        let mut setting = state.setting().clone();
        for id in state.figures().map(|(id, _)| id).filter(|id| secret(*id)) {
            setting.names[id.index()] = HIDDEN.to_owned();
            setting.kinds[id.index()] = HIDDEN.to_owned();
        }
        view.setting = Arc::new(setting);
    }
    view.beside.tested = view.beside.tested.each().filter(|id| !secret(*id)).collect();
    if view.active.is_none() {
        (view.beside.moved, view.beside.looked) = (false, false);
    }
    if let Some((_, what)) = &mut view.beside.measuring {
        match what {
            Measuring::Near { figures, pips, die, .. } if figures.each().any(secret) => {
                (*figures, *pips, *die) = (Crowd::default(), 0, 0);
            }
            Measuring::Heard { listener, .. } if secret(*listener) => *listener = FigureId(u8::MAX),
            _ => {}
        }
    }
}

/// What `side` notices of an event.
pub(crate) fn seen(event: &Event, state: &State, side: Side) -> Option<Event> {
    let own = |who: &Who| state.figure(who.id).is_some_and(|f| f.side == side);
    let noticed = |who: &Who| own(who) || state.is_located(who.id);
    let shown = match event {
        Event::Beside(seen) => notices(seen, side, &own, &noticed),
        Event::Prepared { figure, .. }
        | Event::Radio { figure, .. }
        | Event::Listened { figure, .. }
        | Event::ClaymorePlaced { figure, .. } => own(figure),
        Event::Called { side: caller, .. } => *caller == side,
        Event::Noise { figures, pips, die, heard, .. } => {
            let ours = figures.first().is_some_and(own);
            // How far the enemy is stays the referee's secret.
            let told = Event::Noise { figures: figures.clone(), pips: *pips, against: None, die: *die, heard: *heard };
            return (ours || *heard).then_some(told);
        }
        Event::SpottingRound { side: caller, at, .. } if *caller != side => {
            return Some(Event::SpottingRound { side: *caller, aim: *at, at: *at });
        }
        Event::Checked { figure, .. }
        | Event::Moved { figure, .. }
        | Event::Turned { figure, .. }
        | Event::MortarReady { figure, .. }
        | Event::Fired { figure, .. }
        | Event::Suppressed { figure, .. }
        | Event::Sprayed { figure, .. }
        | Event::Sent { figure, .. }
        | Event::RocketFired { figure, .. }
        | Event::MineWentOff { figure, .. }
        | Event::ClaymoreFired { figure, .. }
        | Event::FellBack { figure, .. }
        | Event::Killed { figure }
        | Event::Mounted { figure, .. }
        | Event::Dismounted { figure, .. }
        | Event::RunOver { figure, .. }
        | Event::Spotted { figure, .. }
        | Event::CameIntoSight { figure, .. }
        | Event::LeftTable { figure }
        | Event::Recovered { figure, .. } => noticed(figure),
        Event::Fought { attacker, defender, .. } => noticed(attacker) && noticed(defender),
        Event::TurnBegan { .. }
        | Event::Landed { .. }
        | Event::Burst { .. }
        | Event::SmokeRose { .. }
        | Event::SmokeGone { .. }
        | Event::VehicleStruck { .. }
        | Event::Round { .. }
        | Event::SpottingRound { .. }
        | Event::Ended { .. } => true,
    };
    shown.then(|| event.clone())
}

/// A position in which the enemy's hidden figures and mines are elsewhere, if he has any.
pub(crate) fn disguised(rules: &Skirmish, state: &State, side: Side, seed: u64) -> Option<State> {
    if state.step() == Step::Over {
        return None;
    }
    let mut picks = Seeded::new(seed);
    let mut other = state.clone();
    let corner = state.board().corner();
    let anywhere = |picks: &mut Seeded| {
        let along = |picks: &mut Seeded, to: i32| {
            i32::try_from(picks.choose(usize::try_from(to).unwrap_or(0) + 1)).unwrap_or(0)
        };
        Point::new(along(picks, corner.x), along(picks, corner.y))
    };
    let hidden: Vec<FigureId> = (state.of(side.enemy()))
        .filter(|(id, f)| f.place().is_some() && !state.is_located(*id))
        .map(|(id, _)| id)
        .collect();
    if state.is_beside() {
        let hidden = state.of(side.enemy()).filter(|(id, f)| f.standing == Standing::Up && !state.is_located(*id));
        for id in hidden.map(|(id, _)| id) {
            let figure = other.own(id);
            figure.counters = u8::try_from(picks.choose(3)).unwrap_or(0);
            figure.kit.grenades[0] = u8::try_from(picks.choose(3)).unwrap_or(0);
        }
        return (other != *state).then_some(other);
    }
    let glance = tables::inches(&rules.numbers().see_in);
    for id in hidden {
        for _ in 0..20 {
            let at = anywhere(&mut picks);
            let free = other.board().terrain(at).going() != Going::Impassable
                && !other
                    .placed()
                    .any(|(one, f, p)| one != id && p.within(at, if f.side == side { glance + 1 } else { BASE }));
            if free {
                let figure = other.own(id);
                figure.at = Some(at);
                figure.facing = Compass::ALL[picks.choose(8)].heading();
                figure.counters = u8::try_from(picks.choose(3)).unwrap_or(0);
                break;
            }
        }
    }
    for mine in other.mines.iter_mut().filter(|mine| mine.side != side) {
        mine.at = anywhere(&mut picks);
    }
    for claymore in other.claymores.iter_mut().filter(|claymore| claymore.side != side) {
        claymore.at = anywhere(&mut picks);
    }
    (other != *state).then_some(other)
}
