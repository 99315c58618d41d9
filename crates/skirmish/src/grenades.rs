//! Grenades by hand, from launchers, as rockets and from mortars: deviation, bursts, smoke. Rules S-grenade and S-smoke.

use table::{Heading, Point};
use tabletop::{Halt, Refusal};

use crate::command::RocketAim;
use crate::event::{Cause, Delivery, Event};
use crate::figure::{Figure, FigureId, Grenade, Weapon, Work};
use crate::fire::{identified, whole_inches};
use crate::play::Play;
use crate::sight::in_arc;
use crate::state::{Smoke, State};
use crate::tables::{Band, Deviation, band, inches};
use crate::turn::{actor, ready_for};
use crate::{Skirmish, rule};

pub(crate) fn has_grenade(state: &State, id: FigureId, grenade: Grenade) -> Result<(), Refusal> {
    if state.figure(id).is_some_and(|f| f.kit.left(grenade) > 0) {
        return Ok(());
    }
    let because = format!("{} has no {} grenade left.", state.name(id), grenade.name());
    Err(Refusal::new(rule!("S-grenade"), because, "Choose another type, or another figure."))
}

fn on_table(state: &State, at: Point) -> Result<(), Refusal> {
    if state.board().contains(at) {
        return Ok(());
    }
    Err(Refusal::new(rule!("S-grenade"), "That is off the table.", "Choose a point on it."))
}

fn front(state: &State, id: FigureId, from: Point, at: Point) -> Result<(), Refusal> {
    if state.figure(id).is_some_and(|f| in_arc(from, f.facing, at)) {
        return Ok(());
    }
    Err(Refusal::new(rule!("S-R05"), "That is outside the arc of 90°.", "Turn the firer first."))
}

/// Throwing: the last of three phases.
pub(crate) fn check_throw(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    grenade: Grenade,
    at: Point,
) -> Result<(), Refusal> {
    let (figure, from) = actor(state, id)?;
    if figure.vehicle || figure.kit.weapons.has(Weapon::Launcher) || figure.kit.weapons.has(Weapon::Mortar) {
        let because = format!("{} has no hand grenades.", state.name(id));
        return Err(Refusal::new(rule!("S-grenade"), because, "Rounds are fired: choose another figure to throw."));
    }
    has_grenade(state, id, grenade)?;
    ready_for(rules, state, id, Work::Throw)?;
    on_table(state, at)?;
    let far = inches(&rules.numbers().throw_in);
    if !from.within(at, far) {
        let because = format!("A grenade is thrown {} at most.", whole_inches(far));
        return Err(Refusal::new(rule!("S-grenade"), because, "Choose a nearer point."));
    }
    Ok(())
}

/// Firing a launcher: the last of two phases, to any range.
pub(crate) fn check_launch(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    grenade: Grenade,
    at: Point,
) -> Result<(), Refusal> {
    let (figure, from) = actor(state, id)?;
    if !figure.kit.weapons.has(Weapon::Launcher) {
        let because = format!("{} has no launcher.", state.name(id));
        return Err(Refusal::new(rule!("S-grenade"), because, "Choose a figure with an M79 or M203."));
    }
    has_grenade(state, id, grenade)?;
    ready_for(rules, state, id, Work::Launch)?;
    on_table(state, at)?;
    front(state, id, from, at)
}

/// Ruling S-R15.
pub(crate) fn check_rocket(rules: &Skirmish, state: &State, id: FigureId, aim: RocketAim) -> Result<(), Refusal> {
    let (figure, from) = actor(state, id)?;
    let refuse = |rule, because: String, remedy: &str| Err(Refusal::new(rule, because, remedy));
    if !figure.kit.weapons.has(Weapon::Rpg) {
        return refuse(rule!("S-R15"), format!("{} has no RPG.", state.name(id)), "Choose a figure with one.");
    }
    ready_for(rules, state, id, Work::Rocket)?;
    match aim {
        RocketAim::Vehicle(target) => {
            if !state.figure(target).is_some_and(|f| f.vehicle) {
                return refuse(rule!("S-R15"), "This is no vehicle.".into(), "Fire at the ground where men are.");
            }
            rules.check_target(state, id, Weapon::Rpg, target)
        }
        RocketAim::Ground(at) => {
            on_table(state, at)?;
            front(state, id, from, at)?;
            let range = rules.weapons().of(Weapon::Rpg).map_or(0, crate::tables::WeaponRow::range);
            if !from.within(at, range) {
                let because = format!("An RPG reaches {}.", whole_inches(range));
                return refuse(rule!("S-R15"), because, "Choose a nearer point.");
            }
            if rules.sees(state, from, at) {
                Ok(())
            } else {
                refuse(rule!("S-R15"), "That is out of sight.".into(), "An RPG needs a clear line.")
            }
        }
    }
}

/// A point moved along or across a line.
pub(crate) fn shift(at: Point, line: Heading, deviation: Deviation, length: i32) -> Point {
    let way = match deviation {
        Deviation::Over => line,
        Deviation::Right => line.right(),
        Deviation::Short => line.reversed(),
        Deviation::Left => line.right().reversed(),
    };
    at.toward(at.plus(way.dx, way.dy), length)
}

impl Skirmish {
    /// The counters a figure takes if its die says so. Rule S-apc: fragments bring a vehicle to one. Ruling S-R07.
    pub(crate) fn fragments(&self, figure: &Figure, row: &Band, covered: bool) -> u8 {
        let limit = if figure.vehicle {
            self.numbers().fragments_on_vehicle.value.saturating_sub(figure.counters)
        } else if covered {
            1_u8.saturating_sub(figure.counters)
        } else {
            u8::MAX
        };
        row.counters.min(limit)
    }

    /// Whether a round from a mortar strikes a vehicle in this band as an RPG would. Rule S-mortar.
    pub(crate) fn strikes(&self, figure: &Figure, row: &Band, grenade: Grenade, delivery: Delivery) -> bool {
        let inner = self.bursts().of(grenade).bands.first() == Some(row);
        figure.vehicle && inner && delivery == Delivery::Mortar && grenade == Grenade::Fragmentation
    }
}

impl Play<'_> {
    pub fn throw(&mut self, id: FigureId, grenade: Grenade, at: Point) -> Result<(), Halt> {
        self.send(id, grenade, at, Delivery::Thrown)
    }

    pub fn launch(&mut self, id: FigureId, grenade: Grenade, at: Point) -> Result<(), Halt> {
        self.send(id, grenade, at, Delivery::Launched)
    }

    /// A grenade leaves. Ruling S-R24: where nobody has been identified it is speculation; smoke comes all the same.
    fn send(&mut self, id: FigureId, grenade: Grenade, at: Point, delivery: Delivery) -> Result<(), Halt> {
        let line = self.line(id, at);
        self.spend(id, 1);
        self.state.own(id).kit.grenades[grenade as usize] -= 1;
        if delivery == Delivery::Launched {
            self.mark_fired(id);
        }
        self.say(Event::Sent { figure: self.state.who(id), grenade, aim: at, delivery });
        let speculative = !self.rules.bursts().of(grenade).bands.is_empty() && !identified(self.rules, self.state, at);
        if speculative {
            self.speculate(id, at)?;
        }
        let smokes = self.rules.bursts().of(grenade).smoke_in.value > 0;
        if speculative && !smokes {
            return Ok(());
        }
        let landed =
            if delivery == Delivery::Thrown { self.by_hand(id, at, line)? } else { self.by_launcher(id, at, line)? };
        if speculative {
            self.raise_smoke(grenade, landed);
            Ok(())
        } else {
            self.burst(grenade, landed, delivery)
        }
    }

    /// The firing line; straight ahead for what comes down where one stands.
    pub fn line(&self, id: FigureId, at: Point) -> Heading {
        let figure = &self.state.figures[id.index()];
        match figure.place() {
            Some(from) if from != at => from.heading(at),
            _ => figure.facing,
        }
    }

    /// A hand grenade's deviation: direction, and then a die for the distance.
    pub fn by_hand(&mut self, id: FigureId, at: Point, line: Heading) -> Result<Point, Halt> {
        let die = self.d6(id, "deviation", rule!("S-grenade"))?;
        let deviation = self.rules.bursts().direction(die);
        let landed = match deviation {
            None => at,
            Some(way) => {
                let distance = self.d6(id, "the distance of deviation", rule!("S-grenade"))?;
                let by = self.rules.bursts().hand_in.value[usize::from(distance - 1)];
                shift(at, line, way, i32::from(by) * table::INCH)
            }
        };
        self.say(Event::Landed { at: landed, die, deviation });
        Ok(landed)
    }

    /// An M79's or M203's deviation.
    pub fn by_launcher(&mut self, id: FigureId, at: Point, line: Heading) -> Result<Point, Halt> {
        let by = inches(&self.rules.bursts().launcher_in);
        self.deviate(id, at, line, by)
    }

    /// One die gives direction and distance together.
    pub fn deviate(&mut self, id: FigureId, at: Point, line: Heading, by: i32) -> Result<Point, Halt> {
        let die = self.d6(id, "deviation", rule!("S-grenade"))?;
        let deviation = self.rules.bursts().direction(die);
        let landed = deviation.map_or(at, |way| shift(at, line, way, by));
        self.say(Event::Landed { at: landed, die, deviation });
        Ok(landed)
    }

    /// Ruling S-R15.
    pub fn rocket(&mut self, id: FigureId, aim: RocketAim) -> Result<(), Halt> {
        let Some(row) = self.rules.weapons().of(Weapon::Rpg) else { return Ok(()) };
        let needed = row.suppress_on.value;
        let line = match aim {
            RocketAim::Ground(at) => self.line(id, at),
            RocketAim::Vehicle(_) => Heading::default(),
        };
        self.spend(id, 1);
        self.mark_fired(id);
        match aim {
            RocketAim::Vehicle(target) => self.rocket_at(id, target),
            RocketAim::Ground(at) => {
                let (grenade, delivery) = (Grenade::Fragmentation, Delivery::Rocket);
                self.say(Event::Sent { figure: self.state.who(id), grenade, aim: at, delivery });
                if !identified(self.rules, self.state, at) {
                    return self.speculate(id, at);
                }
                let die = self.d6(id, "the RPG", rule!("S-R15"))?;
                let landed = if die >= needed {
                    self.say(Event::Landed { at, die, deviation: None });
                    at
                } else {
                    self.by_launcher(id, at, line)?
                };
                self.burst(grenade, landed, delivery)
            }
        }
    }

    /// Rule S-apc.
    pub fn rocket_at(&mut self, id: FigureId, target: FigureId) -> Result<(), Halt> {
        let Some(row) = self.rules.weapons().of(Weapon::Rpg) else { return Ok(()) };
        let (needed, counters) = (row.suppress_on.value, row.counters.value);
        let die = self.d6(id, "the RPG", rule!("S-apc"))?;
        let hits = die >= needed;
        let (figure, struck) = (self.state.who(id), self.state.who(target));
        self.say(Event::RocketFired { figure, target: struck, die, hits });
        if hits {
            self.give(target, counters, Cause::Rocket);
        }
        Ok(())
    }

    /// A burst: every figure of either side rolls by its distance (S-R26); behind cover that the burst is not beyond, hand
    /// and launcher grenades keep the cover limit (S-R07).
    pub fn burst(&mut self, grenade: Grenade, at: Point, delivery: Delivery) -> Result<(), Halt> {
        self.say(Event::Burst { grenade, at });
        let bands = self.rules.bursts().of(grenade).bands.clone();
        let limited = delivery != Delivery::Mortar;
        for (id, place) in self.state.placed().map(|(id, _, place)| (id, place)).collect::<Vec<_>>() {
            let Some(row) = band(&bands, at.squared(place)) else { continue };
            if self.rules.strikes(self.state.own(id), row, grenade, delivery) {
                self.strike_vehicle(id)?;
                continue;
            }
            let covered = limited && self.rules.covered_from_burst(self.state, at, place);
            self.splinters(id, row, covered, Cause::Grenade(grenade))?;
        }
        self.raise_smoke(grenade, at);
        Ok(())
    }

    /// A figure in a burst rolls its die. Rule S-apc: a vehicle takes one counter at most, and none if it has any.
    pub fn splinters(&mut self, id: FigureId, row: &Band, covered: bool, cause: Cause) -> Result<(), Halt> {
        let die = self.d6(id, "a burst", rule!("S-grenade"))?;
        if die >= row.die {
            let counters = self.rules.fragments(self.state.own(id), row, covered);
            self.give(id, counters, cause);
        }
        Ok(())
    }

    /// Rule S-mortar: a fragmentation round on a vehicle counts as an RPG.
    pub fn strike_vehicle(&mut self, id: FigureId) -> Result<(), Halt> {
        let Some(row) = self.rules.weapons().of(Weapon::Rpg) else { return Ok(()) };
        let (needed, counters) = (row.suppress_on.value, row.counters.value);
        let die = self.d6(id, "the mortar round", rule!("S-mortar"))?;
        let hits = die >= needed;
        self.say(Event::VehicleStruck { target: self.state.who(id), die, hits });
        if hits {
            self.give(id, counters, Cause::Rocket);
        }
        Ok(())
    }

    /// Rule S-smoke: to the end of its maker's next turn.
    pub fn raise_smoke(&mut self, grenade: Grenade, at: Point) {
        let radius = i32::from(self.rules.bursts().of(grenade).smoke_in.value) * table::INCH;
        if radius > 0 {
            let side = self.state.side;
            self.state.smokes.push(Smoke { at, radius, side, ends: 2 });
            self.say(Event::SmokeRose { at, radius });
        }
    }
}
