//! The M113: passengers, running over. Rule S-apc, rulings S-R14, S-R16 and S-R38.

use table::{Compass, Going, Heading, INCH, Point};
use tabletop::Halt;

use crate::companion::Seen;
use crate::event::{Cause, Event, Pace};
use crate::figure::{Figure, FigureId, Standing};
use crate::moving::{Bar, check_facing, check_room, taken};
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::sight::{BASE, VEHICLE_HALF, are_too_close, passes};
use crate::state::State;
use crate::turn::{actor, passenger};
use crate::{Skirmish, rule, tables};

/// Whether a vehicle that drives from one point to another goes over a third.
pub(crate) fn in_the_way(state: &State, from: Point, to: Point, at: Point) -> bool {
    // A figure beside or behind it as it starts is not driven over by its tail.
    let spared = if state.setting().rulings.before(9) {
        to.squared(at) > from.squared(at)
    } else {
        from.heading(to).dot(from.heading(at)) <= 0
    };
    passes(from, to, at, VEHICLE_HALF) && !(spared && from.within(at, VEHICLE_HALF))
}

/// Free places around a vehicle of a side: an inch away in the eight directions, then two. Enemies of whom that side does not
/// know take no room, or the places would tell of them.
pub(crate) fn around(rules: &Skirmish, state: &State, vehicle: FigureId, at: Point) -> Vec<Point> {
    let far = tables::inches(&rules.numbers().boarding_in);
    let side = state.figure(vehicle).map_or(state.side(), |v| v.side);
    let ring = |length| Compass::ALL.into_iter().map(move |way| at.compass(way, length));
    let free = |to: &Point| {
        state.board().contains(*to)
            && state.board().terrain(*to).going() != Going::Impassable
            && taken(state, side, vehicle, *to).is_none()
    };
    let mut places: Vec<Point> = ring(INCH).chain(ring(far)).filter(free).collect();
    if state.setting().rulings.before(5) {
        return places;
    }
    // Where these do not do, half an inch from one another, the nearest first. Ruling S-R48.
    let steps = far / BASE;
    let all = (-steps..=steps).flat_map(|y| (-steps..=steps).map(move |x| at.plus(x * BASE, y * BASE)));
    let mut more: Vec<Point> = all.filter(|to| at.within(*to, far)).filter(free).collect();
    more.sort_by_key(|to| (to.squared(at), *to));
    for to in more {
        if !places.iter().any(|place| are_too_close(state, *place, to)) {
            places.push(to);
        }
    }
    if !state.setting().rulings.before(10) {
        places.sort_by_key(|to| state.board().walk(at, *to).impassable > 0);
    }
    places
}

pub(crate) fn check_mount(rules: &Skirmish, state: &State, id: FigureId, vehicle: FigureId) -> Result<(), No> {
    let figure = actor(state, id)?;
    let refuse = |because: Because, remedy: &'static str| Err(No::new(rule!("S-apc"), because, remedy));
    let mine = |v: &&Figure| v.vehicle && v.side == state.side() && v.standing == Standing::Up;
    let Some(into) = state.figure(vehicle).filter(mine) else {
        return refuse("That is not one of your vehicles on the table.".into(), "Choose one that is.");
    };
    if figure.vehicle || figure.mortar.is_some_and(|m| m.ready) {
        return refuse(
            said!("{} cannot get in.", id),
            "Only figures on foot can get in, and a mortar must be taken down.",
        );
    }
    let reach = tables::inches(&rules.numbers().boarding_in);
    if !state.is_near(figure.place(), into.place(), reach) {
        return Err(too_far(rules, id, vehicle));
    }
    check_dry(rules, state, id, figure.place(), into.place())?;
    let capacity = rules.numbers().vehicle_capacity.value;
    if state.passengers(vehicle).count() >= capacity.into() {
        let because = said!("{} is full: it takes {}.", vehicle, capacity);
        return Err(No::new(rule!("S-R38"), because, "Choose another vehicle."));
    }
    Ok(())
}

/// Nobody gets in or out across deep water. Ruling S-R34.
fn check_dry(rules: &Skirmish, state: &State, id: FigureId, from: Option<Point>, to: Option<Point>) -> Result<(), No> {
    let wet = |(from, to)| state.board().walk(from, to).impassable > 0;
    if state.setting().rulings.before(9) || !from.zip(to).is_some_and(wet) {
        return Ok(());
    }
    Err(Bar::Water.refusal(rules, id, Pace::Walking))
}

pub(crate) fn too_far(rules: &Skirmish, id: FigureId, vehicle: FigureId) -> No {
    let reach = Part::Length(tables::inches(&rules.numbers().boarding_in));
    No::new(rule!("S-R38"), said!("{} is more than {} from {}.", id, reach, vehicle), "Move there first.")
}

pub(crate) fn check_dismount(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    to: Point,
    facing: Heading,
) -> Result<(), No> {
    let vehicle = passenger(state, id)?;
    let reach = tables::inches(&rules.numbers().boarding_in);
    if !state.is_near(state.whereabouts(id), Some(to), reach) {
        let because = said!("That is more than {} from {}.", Part::Length(reach), vehicle);
        return Err(No::new(rule!("S-R38"), because, "Choose a point beside the vehicle."));
    }
    check_dry(rules, state, id, state.whereabouts(id), Some(to))?;
    check_room(rules, state, id, to)?;
    check_facing(facing)
}

impl Play<'_> {
    pub fn mount(&mut self, id: FigureId, vehicle: FigureId) -> Result<(), Halt> {
        self.spend(id, 1);
        let way = self.state.whereabouts(id).zip(self.state.whereabouts(vehicle));
        let hit = way.and_then(|(from, to)| Some((from, to, self.mine_beside_a_vehicle(from, to)?)));
        if let Some((from, to, (met, mine))) = hit {
            let to = self.stop_at_mine(id, from, to, met);
            self.state.own(id).at = Some(to);
            self.say(Event::Moved { figure: self.state.who(id), from, to, pace: Pace::Walking });
            return self.set_off(id, mine);
        }
        // An enemy who knows of it sees it get in.
        let seen = self.state.is_located(id);
        let figure = self.state.own(id);
        figure.trace.seen = seen;
        figure.standing = Standing::Aboard(vehicle);
        figure.at = None;
        let (figure, vehicle) = (self.state.who(id), self.state.who(vehicle));
        self.say(Event::Mounted { figure, vehicle });
        self.out_of_sight(id);
        // Beside a real table it is said now whether a mine was met on the way.
        self.state.beside.moved = self.state.is_beside() && !self.state.setting.rulings.before(10);
        Ok(())
    }

    /// The first mine on the way into a vehicle or out of it, and where it is met. Ruling S-R40.
    fn mine_beside_a_vehicle(&self, from: Point, to: Point) -> Option<(Point, usize)> {
        let passed = self.state.setting.rulings.before(9);
        if passed { None } else { self.first_mine(from, to) }
    }

    /// To a point of the computer's table and facing somewhere, or on the players' own.
    pub fn dismount(&mut self, id: FigureId, to: Option<(Point, Heading)>) -> Result<(), Halt> {
        let vehicle = passenger(self.state, id).map_err(|no| self.state.told(no))?;
        self.spend(id, 1);
        let (who, from) = (self.state.who(id), self.state.whereabouts(id));
        let vehicle = self.state.who(vehicle);
        let figure = self.state.own(id);
        figure.standing = Standing::Up;
        let Some((to, facing)) = to else {
            // Whether an enemy is near enough is said again.
            figure.trace.seen = false;
            self.state.beside.moved = true;
            self.say(Event::Beside(Seen::GotOut { figure: who, vehicle }));
            return Ok(());
        };
        let trigger = tables::inches(&self.rules.numbers().mine_in);
        let there = || Some((to, self.state.mines.iter().position(|mine| mine.at.within(to, trigger))?));
        let hit = from.and_then(|from| self.mine_beside_a_vehicle(from, to)).or_else(there);
        let to = hit.map_or(to, |(met, _)| self.stop_at_mine(id, from.unwrap_or(to), to, met));
        let figure = self.state.own(id);
        figure.at = Some(to);
        figure.facing = facing;
        self.say(Event::Dismounted { figure: who, vehicle, to });
        match hit {
            Some((_, mine)) => self.set_off(id, mine),
            None => Ok(()),
        }
    }

    /// Ruling S-R16: counters are raised to five; a figure that has as many stays as it is.
    pub fn run_over(&mut self, vehicle: FigureId, from: Point, to: Point) {
        let most = self.rules.numbers().run_over_counters.value;
        let under: Vec<(FigureId, u8)> = (self.state.placed())
            .filter(|(id, f, at)| *id != vehicle && !f.vehicle && in_the_way(self.state, from, to, *at))
            .map(|(id, f, _)| (id, f.counters))
            .collect();
        for (id, counters) in under {
            let (vehicle, figure) = (self.state.who(vehicle), self.state.who(id));
            self.say(Event::RunOver { vehicle, figure });
            self.give(id, most.saturating_sub(counters), Cause::RunOver);
        }
    }
}
