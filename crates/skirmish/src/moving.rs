//! Movement: a phase's move, tactical movement, turning, leaving the table. Rules S-turn and S-tactical.

use table::{Going, Heading, INCH, Point, Terrain, Veil, Walk};
use tabletop::Halt;

use crate::event::{Event, Pace};
use crate::figure::{Figure, FigureId, Side, Standing, Work};
use crate::play::Play;
use crate::refuse::{No, Part, said};
use crate::scenario::Edge;
use crate::score::exits;
use crate::sight::{BASE, are_too_close, lowest, passes};
use crate::state::{Gone, Mine, State};
use crate::turn::{actor, placed_actor, ready_for};
use crate::{Skirmish, rule, tables};

/// A facing in lowest terms, so that each has one spelling.
pub(crate) fn check_facing(facing: Heading) -> Result<(), No> {
    const FAR: i32 = 200 * INCH;
    let small = facing.dx.abs() <= FAR && facing.dy.abs() <= FAR;
    if facing == Heading::default() || !small || lowest(facing) != facing {
        let because = "A facing is a direction in lowest terms.";
        return Err(No::new(rule!("S-R05"), because, "Write one such as (dx: 1, dy: -1)."));
    }
    Ok(())
}

/// Whether a figure can go anywhere: a mortar that is set up holds its gunner, a damaged vehicle stands.
pub(crate) fn check_free(id: FigureId, figure: &Figure) -> Result<(), No> {
    if figure.mortar.is_some_and(|m| m.ready) {
        let because = "The mortar is set up.";
        return Err(No::new(rule!("S-R17"), because, "Take it down before the gunner moves."));
    }
    if figure.vehicle && figure.kills > 0 {
        let because = said!("{} is immobilised.", id);
        return Err(No::new(rule!("S-R14"), because, "Fire it, or let the passengers out."));
    }
    Ok(())
}

/// What keeps a figure from going somewhere. Lists only ask whether there is anything; a refusal says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    /// It stands there.
    Here,
    /// Nobody can stand there.
    NoPlace,
    /// Somebody stands there.
    Taken(FigureId),
    /// Deep water on the way.
    Water,
    /// More than a move's inches. `bad`: bad going makes it so.
    Far { bad: bool },
    /// More than the inches in which an obstacle is crossed.
    Obstacle,
    /// A building in a vehicle's way.
    Building,
    /// One of its own side or another vehicle in a vehicle's way.
    InTheWay(FigureId),
}

impl Bar {
    pub(crate) fn refusal(self, rules: &Skirmish, id: FigureId, pace: Pace) -> No {
        let far = Part::Length(reach(rules, pace));
        match self {
            Self::Here => {
                let because = said!("{} is already there.", id);
                let vehicle = pace == Pace::Driving;
                let remedy = if vehicle { "Choose another point." } else { "Choose another point, or turn in place." };
                No::new(rule!("S-turn"), because, remedy)
            }
            Self::NoPlace => {
                let remedy = "Choose a point on the table and on dry ground.";
                No::new(rule!("S-R34"), "No figure can stand there.", remedy)
            }
            Self::Taken(other) => {
                let remedy = said!("Choose a point {} away.", Part::Length(BASE));
                No::new(rule!("S-R30"), said!("{} stands there.", other), remedy)
            }
            Self::Water => No::new(rule!("S-R34"), "The way crosses deep water.", "Go round."),
            Self::Far { .. } if pace == Pace::Driving => {
                let because = said!("That is too far: a vehicle drives {} in a phase.", far);
                No::new(rule!("S-apc"), because, "Choose a nearer point.")
            }
            Self::Far { .. } if pace == Pace::Tactical => {
                let because = said!("That is too far: a tactical move goes {}.", far);
                No::new(rule!("S-tactical"), because, "Choose a nearer point.")
            }
            Self::Far { bad: true } => {
                let factor = rules.numbers().bad_going_factor.value;
                let because = said!(
                    "That is too far: a figure moves {} in a phase, and an inch of bad going counts as {}.",
                    far,
                    factor,
                );
                No::new(rule!("S-R34"), because, "Choose a nearer point.")
            }
            Self::Far { bad: false } => {
                let because = said!("That is too far: a figure moves {} in a phase.", far);
                No::new(rule!("S-R34"), because, "Choose a nearer point.")
            }
            Self::Obstacle => {
                let across = Part::Length(tables::inches(&rules.numbers().obstacle_in));
                let remedy = said!("Move up to it first, then cross it with a move of at most {}.", across);
                No::new(rule!("S-R34"), "Crossing an obstacle uses up the phase.", remedy)
            }
            Self::Building => No::new(rule!("S-R38"), "The way crosses a building.", "Drive round."),
            Self::InTheWay(other) => {
                let because = said!("{} is in the way.", other);
                No::new(rule!("S-R16"), because, "Drive round your own figures and other vehicles.")
            }
        }
    }
}

/// What keeps somebody from standing at a point: the edge, water, or one of those we know of.
fn room(state: &State, id: FigureId, to: Point) -> Option<Bar> {
    if !state.board().contains(to) || state.board().terrain(to).going() == Going::Impassable {
        return Some(Bar::NoPlace);
    }
    taken(state, state.side(), id, to).map(Bar::Taken)
}

/// Whether somebody can stand at a point: on the table, and nobody we know of there.
pub(crate) fn check_room(rules: &Skirmish, state: &State, id: FigureId, to: Point) -> Result<(), No> {
    room(state, id, to).map_or(Ok(()), |bar| Err(bar.refusal(rules, id, Pace::Walking)))
}

/// Who stands within half an inch of a point, of those that a side knows of, but for the mover itself. Ruling S-R30.
pub(crate) fn taken(state: &State, side: Side, mover: FigureId, to: Point) -> Option<FigureId> {
    let near = |(id, f, at): &(FigureId, &Figure, Point)| {
        *id != mover && are_too_close(state, *at, to) && (f.side == side || state.is_located(*id))
    };
    state.placed().find(near).map(|(id, ..)| id)
}

/// How a figure moves that is told to move, tactically or not, and whether it can.
pub(crate) fn check_pace(rules: &Skirmish, state: &State, id: FigureId, tactical: bool) -> Result<Pace, No> {
    let figure = actor(state, id)?;
    check_free(id, figure)?;
    match (figure.vehicle, tactical) {
        (true, true) => {
            let because = "A vehicle cannot move tactically.";
            Err(No::new(rule!("S-tactical"), because, "Drive it."))
        }
        (true, false) => Ok(Pace::Driving),
        (false, true) => ready_for(rules, figure, Work::Tactical).map(|()| Pace::Tactical),
        (false, false) => Ok(Pace::Walking),
    }
}

/// What keeps a figure that may move from going to a point.
pub(crate) fn way(rules: &Skirmish, state: &State, id: FigureId, from: Point, to: Point, pace: Pace) -> Option<Bar> {
    if from == to {
        return Some(Bar::Here);
    }
    room(state, id, to).or_else(|| ground(rules, state, id, from, to, pace))
}

fn check_way(rules: &Skirmish, state: &State, id: FigureId, to: Point, pace: Pace) -> Result<(), No> {
    let (_, from) = placed_actor(state, id)?;
    way(rules, state, id, from, to, pace).map_or(Ok(()), |bar| Err(bar.refusal(rules, id, pace)))
}

/// What lies on the way.
fn ground(rules: &Skirmish, state: &State, id: FigureId, from: Point, to: Point, pace: Pace) -> Option<Bar> {
    let walk = state.board().walk(from, to);
    if walk.impassable > 0 {
        return Some(Bar::Water);
    }
    if pace == Pace::Driving {
        return drive(rules, state, id, from, to);
    }
    let across = tables::inches(&rules.numbers().obstacle_in);
    if !state.setting().rulings.before(13) {
        if !state.board().is_within(from, to, reach(rules, pace), bad_going(rules, pace)) {
            return Some(Bar::Far { bad: cost(rules, &walk, pace) > walk.length });
        }
        // Who stands on a hedge crosses a wall behind it as anybody does.
        let ground = state.board().terrain(from);
        let other = |(kind, _): &(Terrain, i32)| kind.is_obstacle() && *kind != ground;
        let crosses =
            || walk.obstacles > 0 || ground.is_obstacle() && state.board().crossed(from, to).iter().any(other);
        return (!from.within(to, across) && crosses()).then_some(Bar::Obstacle);
    }
    // Good going is measured exactly: a hair beyond is beyond it.
    let exact = cost(rules, &walk, pace) == walk.length && !state.setting().rulings.before(7);
    if exact && !from.within(to, reach(rules, pace)) {
        return Some(Bar::Far { bad: false });
    }
    if state.setting().rulings.before(8) {
        return on_foot(rules, &walk, pace);
    }
    // So are an inch over an obstacle and a way that is bad from end to end.
    let factor = i32::from(rules.numbers().bad_going_factor.value).max(1);
    if pace == Pace::Walking && walk.bad == walk.length && !from.within(to, reach(rules, pace) / factor) {
        return Some(Bar::Far { bad: true });
    }
    on_foot(rules, &walk, pace).or_else(|| (walk.obstacles > 0 && !from.within(to, across)).then_some(Bar::Obstacle))
}

/// What a way on foot costs: an inch of bad going counts for two, but those who move tactically go as far in the jungle as
/// in the open, for that is where the text has them go. Ruling S-R34, rule S-tactical.
pub(crate) fn cost(rules: &Skirmish, walk: &Walk, pace: Pace) -> i32 {
    walk.length + walk.bad * (bad_going(rules, pace) - 1)
}

/// How many times an inch of bad going counts.
fn bad_going(rules: &Skirmish, pace: Pace) -> i32 {
    if pace == Pace::Walking { i32::from(rules.numbers().bad_going_factor.value).max(1) } else { 1 }
}

/// How far somebody goes with a phase's move, or with a whole tactical one.
pub(crate) fn reach(rules: &Skirmish, pace: Pace) -> i32 {
    let numbers = rules.numbers();
    tables::inches(match pace {
        Pace::Walking => &numbers.walk_in,
        Pace::Tactical => &numbers.tactical_in,
        Pace::Driving => &numbers.vehicle_in,
    })
}

/// The noise of a phase's move, or of a whole tactical one. Rules S-noise and S-tactical.
pub(crate) fn pips(rules: &Skirmish, pace: Pace) -> u8 {
    match pace {
        Pace::Walking => rules.numbers().walk_pips.value,
        Pace::Tactical => 0,
        Pace::Driving => rules.numbers().vehicle_pips.value,
    }
}

/// A way's length on foot: an obstacle takes the phase.
fn on_foot(rules: &Skirmish, walk: &Walk, pace: Pace) -> Option<Bar> {
    let cost = cost(rules, walk, pace);
    if cost > reach(rules, pace) {
        return Some(Bar::Far { bad: cost > walk.length });
    }
    let across = tables::inches(&rules.numbers().obstacle_in);
    (walk.obstacles > 0 && walk.length > across).then_some(Bar::Obstacle)
}

/// A way that was measured beside a real table. Rules S-turn, S-tactical and S-apc.
pub(crate) fn check_length(rules: &Skirmish, id: FigureId, walk: &Walk, pace: Pace) -> Result<(), No> {
    let bar = if pace == Pace::Driving {
        (walk.length > reach(rules, pace)).then_some(Bar::Far { bad: false })
    } else {
        on_foot(rules, walk, pace)
    };
    bar.map_or(Ok(()), |bar| Err(bar.refusal(rules, id, pace)))
}

/// A vehicle drives as far in bad going, but not through what is solid or another vehicle, nor over its own side. Rules S-apc and
/// S-R16.
fn drive(rules: &Skirmish, state: &State, id: FigureId, from: Point, to: Point) -> Option<Bar> {
    if !from.within(to, reach(rules, Pace::Driving)) {
        return Some(Bar::Far { bad: false });
    }
    let solid = |at: &Point| state.board().terrain(*at).veil() == Veil::Solid;
    let barred = if state.setting().rulings.before(9) {
        along(from, to).any(|at| solid(&at))
    } else {
        solid(&to) || state.board().line(from, to).iter().any(|(at, _)| solid(at))
    };
    if barred {
        return Some(Bar::Building);
    }
    let through = state.setting().rulings.before(12);
    let stands = |(other, f, at): &(FigureId, &Figure, Point)| {
        let bars = f.side == state.side() || (f.vehicle && !through);
        *other != id && bars && crate::vehicles::in_the_way(state, from, to, *at)
    };
    state.placed().find(stands).map(|(other, ..)| Bar::InTheWay(other))
}

/// Points along a straight way, a tenth of an inch apart, its end among them.
pub(crate) fn along(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let length = from.distance(to);
    let steps = (1..=length / 10).map(move |n| from.toward(to, n * 10)).filter(move |at| *at != to);
    steps.chain([to])
}

pub(crate) fn check_move(rules: &Skirmish, state: &State, id: FigureId, to: Point, facing: Heading) -> Result<(), No> {
    let pace = check_pace(rules, state, id, false)?;
    check_way(rules, state, id, to, pace)?;
    check_facing(facing)
}

/// Rule S-tactical.
pub(crate) fn check_sneak(rules: &Skirmish, state: &State, id: FigureId, to: Point, facing: Heading) -> Result<(), No> {
    let pace = check_pace(rules, state, id, true)?;
    check_way(rules, state, id, to, pace)?;
    check_facing(facing)
}

pub(crate) fn check_turn(state: &State, id: FigureId, facing: Heading) -> Result<(), No> {
    let figure = actor(state, id)?;
    check_turning(figure)?;
    check_facing(facing)?;
    if figure.facing == facing {
        let because = said!("{} already faces that way.", id);
        return Err(No::new(rule!("S-turn"), because, "Choose another facing."));
    }
    Ok(())
}

/// Whether a figure turns on the spot at all.
pub(crate) fn check_turning(figure: &Figure) -> Result<(), No> {
    if figure.vehicle {
        let because = "A vehicle turns as it drives, and its gun turns all round.";
        return Err(No::new(rule!("S-apc"), because, "Drive or fire."));
    }
    Ok(())
}

/// The edges that a figure may leave by and a phase's move reaches, the nearest first.
fn near_edges(rules: &Skirmish, state: &State, figure: &Figure, at: Point) -> Vec<Edge> {
    let far = reach(rules, on_wheels_or_foot(figure));
    let away = |edge: &Edge| edge.distance(state.board(), at);
    let mut near: Vec<Edge> = exits(state, figure.side).filter(|edge| away(edge) <= far).collect();
    near.sort_by_key(away);
    if state.setting().rulings.before(7) {
        near.truncate(1);
    }
    near
}

/// Whether an edge is near enough to leave by, whatever lies before it.
pub(crate) fn is_near_exit(rules: &Skirmish, state: &State, figure: &Figure, at: Point) -> bool {
    !near_edges(rules, state, figure, at).is_empty()
}

/// The edge that a figure leaves by: the nearest that the ground lets it come to. Else what keeps it from the nearest, if one is
/// near at all.
fn way_out(rules: &Skirmish, state: &State, id: FigureId, figure: &Figure, at: Point) -> Result<Edge, Option<Bar>> {
    let pace = on_wheels_or_foot(figure);
    let mut kept = None;
    for edge in near_edges(rules, state, figure, at) {
        let over = edge.nearest(state.board(), at);
        match ground(rules, state, id, at, over, pace) {
            Some(bar) if !state.setting().rulings.before(2) => kept = kept.or(Some(bar)),
            _ => return Ok(edge),
        }
    }
    Err(kept)
}

/// How a figure moves that does not move tactically.
pub(crate) const fn on_wheels_or_foot(figure: &Figure) -> Pace {
    if figure.vehicle { Pace::Driving } else { Pace::Walking }
}

/// Ruling S-R31.
pub(crate) fn not_over(id: FigureId) -> No {
    let because = said!("One phase's move does not take {} over the edge.", id);
    No::new(rule!("S-R31"), because, "Move closer first.")
}

/// Leaving by an edge that a goal of the scenario names: the last move, straight over it, for which the ground before the
/// edge counts as for any other. Ruling S-R31.
pub(crate) fn check_leave(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), No> {
    let figure = actor(state, id)?;
    check_free(id, figure)?;
    let nowhere = || {
        let because = said!("{} is not at an edge where its side may leave.", id);
        No::new(rule!("S-R31"), because, "Go to such an edge first, if the scenario names one.")
    };
    if state.is_beside() {
        return if exits(state, figure.side).next().is_some() { Ok(()) } else { Err(nowhere()) };
    }
    let (_, at) = placed_actor(state, id)?;
    match way_out(rules, state, id, figure, at) {
        Ok(_) => Ok(()),
        Err(Some(Bar::Far { .. })) => Err(not_over(id)),
        Err(Some(bar)) => Err(bar.refusal(rules, id, on_wheels_or_foot(figure))),
        Err(None) => Err(nowhere()),
    }
}

impl Play<'_> {
    /// Rule S-turn: a phase's move makes noise.
    pub fn walk(&mut self, id: FigureId, to: Point, facing: Heading) -> Result<(), Halt> {
        let pace = self.set_out(id, false);
        self.go(id, to, facing, pace)
    }

    /// Rule S-tactical: the second phase carries the figure, in silence.
    pub fn sneak(&mut self, id: FigureId, to: Point, facing: Heading) -> Result<(), Halt> {
        let pace = self.set_out(id, true);
        self.go(id, to, facing, pace)
    }

    /// What a move costs: a phase, and noise unless it is tactical. Rules S-noise and S-tactical.
    pub fn set_out(&mut self, id: FigureId, tactical: bool) -> Pace {
        self.spend(id, 1);
        let figure = self.state.own(id);
        let pace = if tactical { Pace::Tactical } else { on_wheels_or_foot(figure) };
        figure.pips = figure.pips.saturating_add(pips(self.rules, pace));
        pace
    }

    /// Moves a figure, as far as the first mine. Rule S-mines.
    fn go(&mut self, id: FigureId, to: Point, facing: Heading, pace: Pace) -> Result<(), Halt> {
        let (_, from) = self.stands(id)?;
        let hit = self.first_mine(from, to);
        let end = hit.map_or(to, |(met, _)| self.stop_at_mine(id, from, to, met));
        let figure = self.state.own(id);
        figure.at = Some(end);
        figure.facing = facing;
        self.say(Event::Moved { figure: self.state.who(id), from, to: end, pace });
        if pace == Pace::Driving {
            self.run_over(id, from, end);
        }
        match hit {
            Some((_, mine)) => self.set_off(id, mine),
            None => Ok(()),
        }
    }

    pub fn leave(&mut self, id: FigureId) -> Result<(), Halt> {
        let from = self.state.own(id).place();
        let by = from.and_then(|at| way_out(self.rules, self.state, id, &self.state.figures[id.index()], at).ok());
        let straight = from.zip(by).filter(|_| !self.state.setting.rulings.before(2));
        let over = straight.map(|(at, edge)| (at, edge.nearest(self.state.board(), at), edge.inward().reversed()));
        match over {
            // A mine on the way keeps it on the table.
            Some((from, to, out)) if self.first_mine(from, to).is_some() => return self.walk(id, to, out),
            _ if self.state.setting.rulings.before(8) => self.spend(id, 1),
            _ => {
                self.set_out(id, false);
            }
        }
        let vehicle = self.state.own(id).vehicle;
        if let Some((from, to, _)) = over.filter(|_| vehicle) {
            self.run_over(id, from, to);
        }
        let passengers: Vec<FigureId> = self.state.passengers(id).collect();
        for gone in passengers.into_iter().chain([id]) {
            let seen = self.state.is_located(gone);
            let figure = self.state.own(gone);
            figure.trace.seen = seen;
            figure.standing = Standing::Left;
            figure.at = None;
            figure.phases = 0;
            figure.work = None;
            self.state.gone.push(Gone { figure: gone, at: from, by });
            self.say(Event::LeftTable { figure: self.state.who(gone) });
            self.out_of_sight(gone);
        }
        // Beside a real table it is said now whom the vehicle ran over.
        let may_have_run_over = vehicle && self.state.is_beside() && !self.state.setting.rulings.before(8);
        self.state.active = may_have_run_over.then_some(id);
        self.state.beside.moved = may_have_run_over;
        Ok(())
    }

    /// Where a figure stops that meets a mine on its way: there, or if that is taken short of it, or else beyond. Rulings S-R30 and
    /// S-R40.
    pub fn stop_at_mine(&self, id: FigureId, from: Point, to: Point, met: Point) -> Point {
        if self.state.setting.rulings.before(10) {
            return met;
        }
        let side = self.state.figures[id.index()].side;
        let free = |at: &Point| taken(self.state, side, id, *at).is_none();
        let short = [from].into_iter().chain(along(from, met)).filter(free).max_by_key(|at| at.squared(from));
        short.or_else(|| along(met, to).find(free)).unwrap_or(met)
    }

    /// The first mine on a figure's straight way, and where it is met. Ruling S-R40.
    pub fn first_mine(&self, from: Point, to: Point) -> Option<(Point, usize)> {
        let trigger = tables::inches(&self.rules.numbers().mine_in);
        let by_points = self.state.setting.rulings.before(9);
        let met = |(n, mine): (usize, &Mine)| {
            let within = along(from, to).find(|at| at.within(mine.at, trigger));
            // A way may touch it between two of these points.
            let touched = !by_points && passes(from, to, mine.at, trigger);
            let nearest = || along(from, to).filter(|_| touched).min_by_key(|at| at.squared(mine.at));
            within.or_else(nearest).map(|at| (at, n))
        };
        self.state.mines.iter().enumerate().filter_map(met).min_by_key(|(at, _)| from.squared(*at))
    }
}
