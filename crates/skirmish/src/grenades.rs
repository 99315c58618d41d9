//! Grenades by hand, from launchers, as rockets and from mortars: deviation, bursts, smoke. Rules S-grenade and S-smoke.

use table::{Heading, Point};
use tabletop::Halt;

use crate::command::RocketAim;
use crate::companion::{Aim, Burst, Measuring, Seen};
use crate::devices::{crew_sees, free_number};
use crate::event::{Cause, Delivery, Event};
use crate::figure::{Figure, FigureId, Grenade, Mortar, Weapon, Work};
use crate::fire::{identified, turn_first};
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::sight::{in_arc, lengthened};
use crate::state::{Lies, Smoke, Spot, State};
use crate::tables::{Band, Deviation, band, inches};
use crate::turn::{actor, placed_actor, ready_for};
use crate::{Skirmish, rule};

pub(crate) fn has_grenade(state: &State, id: FigureId, grenade: Grenade) -> Result<(), No> {
    if state.figure(id).is_some_and(|f| f.kit.left(grenade) > 0) {
        return Ok(());
    }
    let because = said!("{} has no {} grenade left.", id, Part::Grenade(grenade));
    Err(No::new(rule!("S-grenade"), because, "Choose another type, or another figure."))
}

fn on_table(state: &State, at: Point) -> Result<(), No> {
    if state.board().contains(at) {
        return Ok(());
    }
    Err(No::new(rule!("S-grenade"), "That is off the table.", "Choose a point on it."))
}

/// What has to be so for a grenade, rocket or round to go to a point: the same beside a real table, where the facts are told,
/// and on the computer's, which measures them. Rules S-grenade and S-mortar, ruling S-R15.
pub(crate) fn check_send(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    delivery: Delivery,
    grenade: Grenade,
    aim: &Aim,
) -> Result<(), No> {
    let figure = actor(state, id)?;
    let refuse = |rule, because: Because, remedy: &'static str| Err(No::new(rule, because, remedy));
    let has = |weapon| figure.kit.weapons.has(weapon);
    match delivery {
        Delivery::Thrown => {
            if figure.vehicle || has(Weapon::Launcher) || has(Weapon::Mortar) {
                let remedy = "Launchers fire these rounds: choose another figure to throw.";
                return refuse(rule!("S-R36"), said!("{} has no hand grenades.", id), remedy);
            }
            has_grenade(state, id, grenade)?;
            ready_for(rules, figure, Work::Throw)?;
            let far = inches(&rules.numbers().throw_in);
            if aim.range > far {
                let because = said!("A grenade is thrown {} at most.", Part::Length(far));
                return refuse(rule!("S-grenade"), because, "Choose a nearer point.");
            }
            Ok(())
        }
        Delivery::Launched => {
            if !has(Weapon::Launcher) {
                let because = said!("{} has no launcher.", id);
                return refuse(rule!("S-grenade"), because, "Choose a figure with an M79 or M203.");
            }
            has_grenade(state, id, grenade)?;
            ready_for(rules, figure, Work::Launch)?;
            in_front(aim, true)
        }
        Delivery::Rocket => {
            check_rpg(rules, state, id)?;
            if grenade != Grenade::Fragmentation {
                let because = "A rocket bursts like a fragmentation grenade.".into();
                return refuse(rule!("S-R15"), because, "Choose fragmentation.");
            }
            in_front(aim, true)?;
            let range = rules.weapons().rpg().range();
            if aim.range > range {
                let because = said!("An RPG reaches {}.", Part::Length(range));
                return refuse(rule!("S-R15"), because, "Choose a nearer point.");
            }
            if !aim.clear {
                return refuse(rule!("S-R15"), "That is out of sight.".into(), "Choose a point in sight.");
            }
            Ok(())
        }
        Delivery::Mortar => crate::devices::check_round(rules, state, id, grenade, aim),
    }
}

/// Whether a figure has an RPG that is ready to be fired. Ruling S-R15.
pub(crate) fn check_rpg(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), No> {
    let figure = actor(state, id)?;
    if !figure.kit.weapons.has(Weapon::Rpg) {
        let because = said!("{} has no RPG.", id);
        return Err(No::new(rule!("S-R15"), because, "Choose a figure with one."));
    }
    ready_for(rules, figure, Work::Rocket)
}

/// Ruling S-R05. `prepared`: whether turning would break off what was prepared for it.
pub(crate) fn in_front(aim: &Aim, prepared: bool) -> Result<(), No> {
    if aim.in_arc {
        return Ok(());
    }
    Err(No::new(rule!("S-R05"), "That is outside the 90° arc.", turn_first(prepared)))
}

/// The last phase of sending a grenade or round to a point of the computer's table.
pub(crate) fn check_sent(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    delivery: Delivery,
    grenade: Grenade,
    at: Point,
) -> Result<(), No> {
    actor(state, id)?;
    on_table(state, at)?;
    let (figure, from) = placed_actor(state, id)?;
    let mut aim = rules.aim(state, figure, from, at);
    if delivery == Delivery::Mortar && !state.setting().rulings.before(12) {
        // Its range is a least one: a hair nearer is nearer. Ruling S-R39.
        aim.range = from.distance(at);
    }
    check_send(rules, state, id, delivery, grenade, &aim)
}

/// Ruling S-R15.
pub(crate) fn check_rocket(rules: &Skirmish, state: &State, id: FigureId, aim: RocketAim) -> Result<(), No> {
    match aim {
        RocketAim::Vehicle(target) => {
            check_rocket_at(rules, state, id, target)?;
            rules.aims_at(state, id, Weapon::Rpg, target)
        }
        RocketAim::Ground(at) => check_sent(rules, state, id, Delivery::Rocket, Grenade::Fragmentation, at),
    }
}

/// An RPG at a vehicle, whatever lies between.
pub(crate) fn check_rocket_at(rules: &Skirmish, state: &State, id: FigureId, target: FigureId) -> Result<(), No> {
    check_rpg(rules, state, id)?;
    if state.figure(target).is_some_and(|f| f.vehicle) {
        return Ok(());
    }
    Err(No::new(rule!("S-R15"), "That is not a vehicle.", "Fire at the ground among the figures."))
}

/// The line from a figure to a point; straight ahead for what comes down where it stands.
pub(crate) fn line(state: &State, figure: &Figure, at: Point) -> Heading {
    let line = match figure.place() {
        Some(from) if from != at => from.heading(at),
        _ => figure.facing,
    };
    if state.setting().rulings.before(14) { line } else { lengthened(line) }
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
    /// The facts about a point of the computer's table that a figure aims at from its place.
    pub(crate) fn aim(&self, state: &State, figure: &Figure, from: Point, at: Point) -> Aim {
        // Rounded up: a point a hair beyond a distance is beyond it.
        let exactly = |one: Point, other: Point| {
            let down = one.distance(other);
            if one.within(other, down) { down } else { down + 1 }
        };
        let aimed = figure.mortar.and_then(|mortar| mortar.aim).and_then(Spot::point);
        Aim {
            range: exactly(from, at),
            in_arc: figure.vehicle || in_arc(from, figure.facing, at),
            clear: self.sees(state, from, at),
            identified: identified(self, state, at),
            mate: None,
            shift: aimed.map_or(0, |aim| exactly(aim, at)),
        }
    }

    /// Whether something is speculation where nobody has been identified: what bursts, but for a mortar's round. Ruling S-R24.
    pub(crate) fn may_speculate(&self, grenade: Grenade, delivery: Delivery) -> bool {
        !self.bursts().of(grenade).bands.is_empty() && delivery != Delivery::Mortar
    }

    /// The counters a figure takes if its die says so. Rule S-apc: fragments bring a vehicle to one. Ruling S-R07.
    pub(crate) fn fragments(&self, figure: &Figure, row: &Band, covered: bool) -> u8 {
        let limit = if figure.vehicle {
            self.numbers().fragments_on_vehicle.value.saturating_sub(figure.counters)
        } else if covered {
            self.numbers().cover_counters.value.saturating_sub(figure.counters)
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
    /// A grenade, rocket or round goes to a point of the table.
    pub fn send_to(&mut self, id: FigureId, delivery: Delivery, grenade: Grenade, at: Point) -> Result<(), Halt> {
        let (figure, from) = self.stands(id)?;
        let mut aim = self.rules.aim(self.state, &figure, from, at);
        if delivery == Delivery::Mortar {
            aim.clear = crew_sees(self.rules, self.state, id, at);
        }
        self.send(id, delivery, grenade, &aim, Some(at))
    }

    /// A grenade, rocket or round leaves; `at` is a point of the computer's table, if there is one. Ruling S-R24: where nobody
    /// has been identified it is speculation, but for a mortar's round; smoke comes all the same.
    pub fn send(
        &mut self,
        id: FigureId,
        delivery: Delivery,
        grenade: Grenade,
        aim: &Aim,
        at: Option<Point>,
    ) -> Result<(), Halt> {
        let line = at.map(|at| self.line(id, at));
        self.let_fly(id, delivery, grenade, at);
        let row = self.rules.bursts().of(grenade);
        let (bands, smokes) = (!row.bands.is_empty(), row.smoke_in.value > 0);
        let speculative = self.rules.may_speculate(grenade, delivery) && !aim.identified;
        if speculative {
            self.speculate(id, at)?;
            if !smokes {
                return Ok(());
            }
        }
        let (die, deviation, by) = self.goes_astray(id, delivery, aim.clear)?;
        let Some((at, line)) = at.zip(line) else {
            self.say(Event::Beside(Seen::Strayed { die, deviation, by }));
            self.raise_smoke(grenade, None)?;
            if bands && !speculative {
                self.ask(Measuring::Struck(Burst::Grenade { grenade, delivery }));
            }
            return Ok(());
        };
        let landed = deviation.map_or(at, |way| shift(at, line, way, by));
        self.say(Event::Landed { at: landed, die, deviation });
        if speculative { self.raise_smoke(grenade, Some(landed)) } else { self.burst(grenade, landed, delivery) }
    }

    /// What sending costs: phases, the grenade, and that everybody knows who has fired. A throw makes no noise.
    fn let_fly(&mut self, id: FigureId, delivery: Delivery, grenade: Grenade, at: Option<Point>) {
        let mortar = delivery == Delivery::Mortar;
        self.spend(id, if mortar { self.state.figures[id.index()].phases } else { 1 });
        let figure = self.state.own(id);
        if delivery != Delivery::Rocket {
            let left = &mut figure.kit.grenades[grenade as usize];
            *left = left.saturating_sub(1);
        }
        if mortar {
            figure.shot = true;
            figure.mortar = Some(Mortar { ready: true, aim: Some(at.into()) });
        }
        if delivery != Delivery::Thrown {
            self.mark_fired(id);
        }
        let figure = self.state.who(id);
        self.say(match at {
            Some(aim) => Event::Sent { figure, grenade, aim, delivery },
            None => Event::Beside(Seen::Sent { figure, grenade, delivery }),
        });
    }

    /// The deviation die and what it means: which way and how far. By hand, and from a mortar whose crew sees the point, another
    /// die says how far; an RPG hits its point on its own number. Rules S-grenade and S-mortar, ruling S-R15.
    fn goes_astray(
        &mut self,
        id: FigureId,
        delivery: Delivery,
        seen: bool,
    ) -> Result<(u8, Option<Deviation>, i32), Halt> {
        if delivery == Delivery::Rocket {
            let needed = self.rules.weapons().rpg().suppress_on.value;
            let die = self.d6(id, "the RPG", rule!("S-R15"))?;
            if die >= needed {
                return Ok((die, None, 0));
            }
        }
        let bursts = self.rules.bursts();
        let die = self.d6(id, "deviation", rule!("S-grenade"))?;
        let deviation = bursts.direction(die);
        let by_hand = delivery == Delivery::Thrown || (delivery == Delivery::Mortar && seen);
        let by = match deviation {
            None => 0,
            Some(_) if by_hand => {
                let distance = self.d6(id, "the distance of deviation", rule!("S-grenade"))?;
                i32::from(bursts.hand_in.value[usize::from(distance - 1)]) * table::INCH
            }
            Some(_) if delivery == Delivery::Mortar => inches(&bursts.artillery_in),
            Some(_) => inches(&bursts.launcher_in),
        };
        Ok((die, deviation, by))
    }

    /// The firing line.
    pub fn line(&self, id: FigureId, at: Point) -> Heading {
        line(self.state, &self.state.figures[id.index()], at)
    }

    /// Ruling S-R15.
    pub fn rocket(&mut self, id: FigureId, aim: RocketAim) -> Result<(), Halt> {
        match aim {
            RocketAim::Vehicle(target) => self.rocket_at(id, target),
            RocketAim::Ground(at) => self.send_to(id, Delivery::Rocket, Grenade::Fragmentation, at),
        }
    }

    /// Rule S-apc.
    pub fn rocket_at(&mut self, id: FigureId, target: FigureId) -> Result<(), Halt> {
        self.spend(id, 1);
        self.mark_fired(id);
        let row = self.rules.weapons().rpg();
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
            let covered = limited && self.rules.covered_from_burst(self.state, at, place);
            self.caught(id, row, grenade, delivery, covered)?;
        }
        self.raise_smoke(grenade, Some(at))
    }

    /// A figure in a band of a burst.
    pub fn caught(
        &mut self,
        id: FigureId,
        row: &Band,
        grenade: Grenade,
        delivery: Delivery,
        covered: bool,
    ) -> Result<(), Halt> {
        if self.rules.strikes(self.state.own(id), row, grenade, delivery) {
            return self.strike_vehicle(id);
        }
        self.splinters(id, row, covered, Cause::Grenade(grenade))
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
    fn strike_vehicle(&mut self, id: FigureId) -> Result<(), Halt> {
        let row = self.rules.weapons().rpg();
        let (needed, counters) = (row.suppress_on.value, row.counters.value);
        let die = self.d6(id, "the mortar round", rule!("S-mortar"))?;
        let hits = die >= needed;
        self.say(Event::VehicleStruck { target: self.state.who(id), die, hits });
        if hits {
            self.give(id, counters, Cause::Rocket);
        }
        Ok(())
    }

    /// Rule S-smoke: to the end of its maker's next turn, around a point of the computer's table or on the players' own.
    fn raise_smoke(&mut self, grenade: Grenade, at: Option<Point>) -> Result<(), Halt> {
        let radius = inches(&self.rules.bursts().of(grenade).smoke_in);
        if radius == 0 {
            return Ok(());
        }
        let taken = |number| self.state.smokes.iter().any(|smoke| smoke.lies == Lies::Numbered(number));
        let lies = match at {
            Some(at) => Lies::At(at),
            None => Lies::Numbered(free_number(1, taken)?),
        };
        let ends = self.rules.numbers().smoke_ends.value;
        self.state.smokes.push(Smoke { lies, radius, side: self.state.side, ends });
        self.say(Event::SmokeRose { lies, radius });
        Ok(())
    }
}
