//! What may be done: every command of few choices, and a fair sample of moves and points, of which there are endlessly many.

use table::{Compass, Heading, INCH, Point};

use crate::command::RocketAim;
use crate::companion::{self, Said};
use crate::event::{Delivery, Pace};
use crate::figure::{Figure, FigureId, Grenade, Standing, Weapon, Work};
use crate::refuse::No;
use crate::scenario::Hiding;
use crate::sight::{in_arc, lengthened, lowest, toward};
use crate::state::{State, Step};
use crate::tables::inches;
use crate::turn::{check_done, check_prepare, has_for, is_ready};
use crate::{Command, Skirmish, close_combat, devices, fire, grenades, hidden, moving, rule, support, vehicles};

/// How far ahead of a figure fire on speculation is offered. A sample of points, and no rule.
const FAR_AHEAD: i32 = 6 * INCH;

/// Whether a command is legal, and if not, by which rule.
pub(crate) fn check(rules: &Skirmish, state: &State, command: &Command) -> Result<(), No> {
    check_moment(state, command)?;
    check_table(state, command)?;
    check_deed(rules, state, command)
}

/// Whether a command is legal where and when it is given at all.
pub(crate) fn check_deed(rules: &Skirmish, state: &State, command: &Command) -> Result<(), No> {
    match *command {
        Command::Done => check_done(rules, state),
        Command::CallFire { at } => support::check_call(state, at),
        Command::NextRound => support::check_next(state),
        Command::SpottingRound { at } => support::check_spotting(state, at),
        Command::Correct { over, right } => support::check_correct(rules, state, over, right),
        Command::Move { figure, to, facing } => moving::check_move(rules, state, figure, to, facing),
        Command::Turn { figure, facing } => moving::check_turn(state, figure, facing),
        Command::Prepare { figure, work } => check_prepare(rules, state, figure, work),
        Command::Sneak { figure, to, facing } => moving::check_sneak(rules, state, figure, to, facing),
        Command::Fire { figure, weapon, at } => fire::check_fire(rules, state, figure, weapon, at),
        Command::Suppress { target } => fire::check_suppress(rules, state, target),
        Command::Spray { figure, weapon, at } => fire::check_spray(rules, state, figure, weapon, at),
        Command::Listen { figure } => hidden::check_listen(rules, state, figure),
        Command::Throw { figure, grenade, at } => {
            grenades::check_sent(rules, state, figure, Delivery::Thrown, grenade, at)
        }
        Command::Launch { figure, grenade, at } => {
            grenades::check_sent(rules, state, figure, Delivery::Launched, grenade, at)
        }
        Command::Rocket { figure, aim } => grenades::check_rocket(rules, state, figure, aim),
        Command::Shell { figure, grenade, at } => {
            grenades::check_sent(rules, state, figure, Delivery::Mortar, grenade, at)
        }
        Command::Finish { figure } => devices::check_finish(rules, state, figure),
        Command::PlaceClaymore { figure, at, facing } => {
            devices::check_place_claymore(rules, state, figure, at, facing)
        }
        Command::FireClaymore { figure, number } => devices::check_fire_claymore(rules, state, figure, number),
        Command::Fight { figure, target } => close_combat::check_fight(rules, state, figure, target),
        Command::Mount { figure, vehicle } => vehicles::check_mount(rules, state, figure, vehicle),
        Command::Dismount { figure, to, facing } => vehicles::check_dismount(rules, state, figure, to, facing),
        Command::Spot { figure, target } => hidden::check_spot(rules, state, figure, target),
        Command::Leave { figure } => moving::check_leave(rules, state, figure),
        Command::Beside(said) => companion::check(rules, state, &said),
    }
}

/// What any command must fulfil: the game goes on, a counter is placed first, and each step has its own commands.
fn check_moment(state: &State, command: &Command) -> Result<(), No> {
    if state.step() == Step::Over {
        return Err(No::new(rule!("S-turn"), "The game is over.", "Look at the result, or undo."));
    }
    let answering = matches!(command, Command::Beside(said) if said.is_answer());
    if state.beside().measuring.is_some() && !answering {
        let because = "A measurement is needed first.";
        return Err(No::new(rule!("S-companion"), because, "Answer the question."));
    }
    let placing = matches!(command, Command::Suppress { .. } | Command::Beside(Said::Mark { .. } | Said::Spare));
    if state.pending().is_some() && !placing {
        return Err(No::new(
            rule!("S-R04"),
            "A counter is waiting to be placed.",
            "Choose which figure is suppressed.",
        ));
    }
    if state.step() == Step::Support && command.figure().is_some() {
        let because = "Off-table fire comes before the figures.";
        return Err(No::new(rule!("S-R01"), because, "Call for fire, or decline it."));
    }
    Ok(())
}

/// Points mean nothing beside a real table. Rule S-companion.
fn check_table(state: &State, command: &Command) -> Result<(), No> {
    let points = matches!(
        command,
        Command::CallFire { .. }
            | Command::SpottingRound { .. }
            | Command::Move { .. }
            | Command::Turn { .. }
            | Command::Sneak { .. }
            | Command::Suppress { .. }
            | Command::Spray { .. }
            | Command::Throw { .. }
            | Command::Launch { .. }
            | Command::Rocket { .. }
            | Command::Shell { .. }
            | Command::PlaceClaymore { .. }
            | Command::Dismount { .. }
            | Command::Spot { .. }
    );
    if points && state.is_beside() {
        let because = "This game has no table to measure on.";
        return Err(No::new(rule!("S-companion"), because, "Give the measurements."));
    }
    let hangs_on_a_distance = matches!(
        command,
        Command::Mount { .. }
            | Command::FireClaymore { .. }
            | Command::Fight { .. }
            | Command::Finish { .. }
            | Command::Leave { .. }
    );
    if hangs_on_a_distance && state.is_beside() && !state.setting().rulings.before(3) {
        let because = "You have not said whether the distance allows it.";
        return Err(No::new(rule!("S-R42"), because, "Say so."));
    }
    Ok(())
}

/// Adds options: all that have few choices, samples of the others. The same for positions that look the same to the side to act.
/// Whether these are all.
pub(crate) fn list(rules: &Skirmish, state: &State, options: &mut Vec<Command>) -> bool {
    if state.is_beside() {
        let mut add = |command: Command| {
            if check(rules, state, &command).is_ok() && !options.contains(&command) {
                options.push(command);
            }
        };
        companion::list(rules, state, &mut add);
        return state.step() == Step::Over || companion::is_listed_whole(state);
    }
    let mut list = Listing { rules, state, options };
    if state.pending().is_some() {
        state.of(state.side().enemy()).for_each(|(target, _)| list.add(Command::Suppress { target }));
        return true;
    }
    match state.step() {
        Step::Over => return true,
        Step::Support => list.support(),
        Step::Figures => {
            let aims = aims(state);
            for (id, figure) in state.of(state.side()).filter(|(_, f)| f.phases > 0) {
                match figure.standing {
                    Standing::Aboard(vehicle) => list.dismount(id, vehicle),
                    _ => {
                        if let Some(at) = figure.place() {
                            list.figure(id, figure, at, &aims);
                        }
                    }
                }
            }
        }
    }
    list.add(Command::Done);
    false
}

/// Options being listed: nothing is tried twice, and what can be told cheaply to be refused is not tried.
struct Listing<'a> {
    rules: &'a Skirmish,
    state: &'a State,
    options: &'a mut Vec<Command>,
}

/// Points that fire may be aimed at.
struct Aims {
    /// The places of enemies who are known, each once.
    enemies: Vec<Point>,
    /// The middle of the table, unless an enemy stands there.
    middle: Option<Point>,
}

impl Aims {
    fn each(&self) -> impl Iterator<Item = Point> + '_ {
        self.enemies.iter().copied().chain(self.middle)
    }
}

fn aims(state: &State) -> Aims {
    let mut enemies: Vec<Point> = Vec::new();
    for (_, _, at) in state.placed().filter(|(id, f, _)| f.side != state.side() && state.is_known(*id)) {
        if !enemies.contains(&at) {
            enemies.push(at);
        }
    }
    let corner = state.board().corner();
    let middle = Some(Point::new(corner.x / 2, corner.y / 2)).filter(|middle| !enemies.contains(middle));
    Aims { enemies, middle }
}

impl Listing<'_> {
    /// What is legal.
    fn add(&mut self, command: Command) {
        if check(self.rules, self.state, &command).is_ok() {
            self.options.push(command);
        }
    }

    /// What has been found to be legal.
    fn sure(&mut self, command: Command) {
        self.options.push(command);
    }

    fn support(&mut self) {
        for at in aims(self.state).each() {
            self.add(Command::CallFire { at });
            self.add(Command::SpottingRound { at });
        }
        self.add(Command::NextRound);
        let step = support::farthest(self.rules) / 4;
        for over in [0, step, -step] {
            for right in [0, step, -step] {
                self.add(Command::Correct { over, right });
            }
        }
    }

    fn dismount(&mut self, id: FigureId, vehicle: FigureId) {
        let Some(at) = self.state.figure(vehicle).and_then(Figure::place) else { return };
        // Three quarters of what is allowed: beside the vehicle and not under it.
        let away = inches(&self.rules.numbers().boarding_in) * 3 / 4;
        for way in Compass::ALL {
            self.add(Command::Dismount { figure: id, to: at.compass(way, away), facing: way.heading() });
        }
    }

    fn figure(&mut self, id: FigureId, figure: &Figure, at: Point, aims: &Aims) {
        let (rules, state) = (self.rules, self.state);
        if moving::check_free(id, figure).is_ok() {
            self.moves(id, figure, at);
            if moving::is_near_exit(rules, state, figure, at) {
                self.add(Command::Leave { figure: id });
            }
        }
        if !figure.vehicle {
            for facing in Compass::ALL.map(Compass::heading).into_iter().filter(|facing| *facing != figure.facing) {
                self.sure(Command::Turn { figure: id, facing });
            }
            for work in Work::ALL.into_iter().filter(|work| has_for(figure, *work) && !is_ready(rules, figure, *work)) {
                self.add(Command::Prepare { figure: id, work });
            }
            if figure.mortar.is_some() {
                self.add(Command::Finish { figure: id });
            }
            if !figure.begun && state.setting().hiding == Hiding::Standard {
                self.add(Command::Listen { figure: id });
            }
        }
        let facing = lengthened(figure.facing);
        let before = |length| at.toward(at.plus(facing.dx, facing.dy), length);
        let ahead = before(FAR_AHEAD);
        let ahead = Some(ahead).filter(|ahead| aims.each().all(|aim| aim != *ahead));
        self.fire(id, figure, at, aims.middle.into_iter().chain(ahead));
        self.bursts(id, figure, aims.each().chain(ahead));
        for claymore in state.claymores().iter().filter(|claymore| claymore.side == figure.side && !figure.vehicle) {
            self.add(Command::FireClaymore { figure: id, number: claymore.number });
        }
        if has_for(figure, Work::Claymore) && is_ready(rules, figure, Work::Claymore) {
            let reach = inches(&rules.numbers().claymore_reach_in);
            let at = state.board().clamp(before(reach));
            self.add(Command::PlaceClaymore { figure: id, at, facing: figure.facing });
        }
        self.others(id, figure, at);
    }

    fn moves(&mut self, id: FigureId, figure: &Figure, at: Point) {
        let (rules, state) = (self.rules, self.state);
        let pace = moving::on_wheels_or_foot(figure);
        let (far, sneak) = (moving::reach(rules, pace), moving::reach(rules, Pace::Tactical));
        let sneaks = has_for(figure, Work::Tactical) && is_ready(rules, figure, Work::Tactical);
        for way in Compass::ALL {
            for part in [1, 2] {
                let (to, facing) = (at.compass(way, far / part), way.heading());
                if moving::way(rules, state, id, at, to, pace).is_none() {
                    self.sure(Command::Move { figure: id, to, facing });
                }
                let to = at.compass(way, sneak / part);
                if sneaks && moving::way(rules, state, id, at, to, Pace::Tactical).is_none() {
                    self.sure(Command::Sneak { figure: id, to, facing });
                }
            }
        }
    }

    /// Where an enemy is known fire is no speculation, so that places of enemies are not among these points.
    fn fire(&mut self, id: FigureId, figure: &Figure, from: Point, points: impl Iterator<Item = Point> + Clone) {
        let (rules, state) = (self.rules, self.state);
        for weapon in figure.kit.weapons.each().filter(|w| fire::has_shot(rules, figure, *w)) {
            for target in rules.targets(state, id, weapon) {
                self.sure(Command::Fire { figure: id, weapon, at: Some(target) });
            }
            let ahead = |to: &Point| figure.vehicle || in_arc(from, figure.facing, *to);
            for at in points.clone().filter(ahead).filter(|at| !fire::identified(rules, state, *at)) {
                self.add(Command::Spray { figure: id, weapon, at });
            }
        }
    }

    fn bursts(&mut self, id: FigureId, figure: &Figure, points: impl Iterator<Item = Point>) {
        let ready = |work| has_for(figure, work) && is_ready(self.rules, figure, work);
        let (throws, launches, rockets) = (ready(Work::Throw), ready(Work::Launch), ready(Work::Rocket));
        let shells = figure.mortar.is_some_and(|mortar| mortar.ready) && !figure.begun;
        for at in points.filter(|_| shells || throws || launches || rockets) {
            for grenade in Grenade::ALL.into_iter().filter(|grenade| figure.kit.left(*grenade) > 0) {
                if throws {
                    self.add(Command::Throw { figure: id, grenade, at });
                }
                if launches {
                    self.add(Command::Launch { figure: id, grenade, at });
                }
                if shells {
                    self.add(Command::Shell { figure: id, grenade, at });
                }
            }
            if rockets {
                self.add(Command::Rocket { figure: id, aim: RocketAim::Ground(at) });
            }
        }
    }

    /// What is done with another figure.
    fn others(&mut self, id: FigureId, figure: &Figure, at: Point) {
        let (rules, state) = (self.rules, self.state);
        let rockets = has_for(figure, Work::Rocket) && is_ready(rules, figure, Work::Rocket);
        let (touch, boarding) = (inches(&rules.numbers().contact_in), inches(&rules.numbers().boarding_in));
        for (other, them) in state.figures() {
            if them.side == figure.side {
                if them.vehicle && them.at.is_some_and(|there| there.within(at, boarding)) {
                    self.add(Command::Mount { figure: id, vehicle: other });
                }
                continue;
            }
            if rockets && them.vehicle {
                self.add(Command::Rocket { figure: id, aim: RocketAim::Vehicle(other) });
            }
            if !figure.vehicle && them.at.is_some_and(|there| there.within(at, touch)) {
                self.add(Command::Fight { figure: id, target: other });
            }
            if state.setting().hiding == Hiding::Alternate && hidden::is_to_be_spotted(state, other) {
                self.add(Command::Spot { figure: id, target: other });
            }
        }
    }
}

impl Skirmish {
    /// The facing with which a figure looks from one point to another: what a command wants.
    pub fn facing(from: Point, to: Point) -> Heading {
        lowest(toward(from, to, Heading { dx: 0, dy: -1 }))
    }

    /// The direct weapons a figure has.
    pub fn direct_weapons(figure: &Figure) -> impl Iterator<Item = Weapon> {
        figure.kit.weapons.each().filter(|w| w.is_direct())
    }
}
