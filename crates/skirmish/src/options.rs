//! What may be done: every command of few choices, and a fair sample of moves and points, of which there are endlessly many.

use table::{Compass, Heading, INCH, Point};
use tabletop::Refusal;

use crate::command::RocketAim;
use crate::companion::{self, Said};
use crate::figure::{Figure, FigureId, Grenade, Standing, Weapon, Work};
use crate::sight::{lowest, toward};
use crate::state::{State, Step};
use crate::support::FARTHEST;
use crate::turn::{check_done, check_prepare};
use crate::{Command, Skirmish, close_combat, devices, fire, grenades, hidden, moving, rule, support, vehicles};

/// Whether a command is legal, and if not, by which rule.
pub(crate) fn check(rules: &Skirmish, state: &State, command: &Command) -> Result<(), Refusal> {
    check_moment(state, command)?;
    check_table(state, command)?;
    match *command {
        Command::Done => check_done(state),
        Command::CallFire { at } => support::check_call(state, at),
        Command::NextRound => support::check_next(state),
        Command::SpottingRound { at } => support::check_spotting(state, at),
        Command::Correct { over, right } => support::check_correct(state, over, right),
        Command::Move { figure, to, facing } => moving::check_move(rules, state, figure, to, facing),
        Command::Turn { figure, facing } => moving::check_turn(state, figure, facing),
        Command::Prepare { figure, work } => check_prepare(rules, state, figure, work),
        Command::Sneak { figure, to, facing } => moving::check_sneak(rules, state, figure, to, facing),
        Command::Fire { figure, weapon } => fire::check_fire(rules, state, figure, weapon),
        Command::Suppress { target } => fire::check_suppress(rules, state, target),
        Command::Spray { figure, weapon, at } => fire::check_spray(rules, state, figure, weapon, at),
        Command::Listen { figure } => hidden::check_listen(rules, state, figure),
        Command::Throw { figure, grenade, at } => grenades::check_throw(rules, state, figure, grenade, at),
        Command::Launch { figure, grenade, at } => grenades::check_launch(rules, state, figure, grenade, at),
        Command::Rocket { figure, aim } => grenades::check_rocket(rules, state, figure, aim),
        Command::Shell { figure, grenade, at } => devices::check_shell(rules, state, figure, grenade, at),
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
fn check_moment(state: &State, command: &Command) -> Result<(), Refusal> {
    if state.step() == Step::Over {
        return Err(Refusal::new(rule!("S-turn"), "The game is over.", "Look at its result, or take something back."));
    }
    let answering = matches!(command, Command::Beside(said) if said.is_answer());
    if state.beside().measuring.is_some() && !answering {
        let because = "Something has to be measured first.";
        return Err(Refusal::new(rule!("S-companion"), because, "Answer the question."));
    }
    let placing = matches!(command, Command::Suppress { .. } | Command::Beside(Said::Mark { .. } | Said::Spare));
    if state.pending().is_some() && !placing {
        return Err(Refusal::new(rule!("S-R04"), "A counter waits to be placed.", "Choose who is suppressed."));
    }
    if state.step() == Step::Support && command.figure().is_some() {
        let because = "Off-table fire comes before the figures.";
        return Err(Refusal::new(rule!("S-R01"), because, "Call for fire, or say that there is none."));
    }
    Ok(())
}

/// Points mean nothing beside a real table. Rule S-companion.
fn check_table(state: &State, command: &Command) -> Result<(), Refusal> {
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
        let because = "There is no table to measure this on.";
        return Err(Refusal::new(rule!("S-companion"), because, "Say what you measured."));
    }
    Ok(())
}

/// Adds options: all that have few choices, samples of the others. The same for positions that look the same to the side to act.
pub(crate) fn list(rules: &Skirmish, state: &State, options: &mut Vec<Command>) {
    let mut add = |command: Command| {
        if check(rules, state, &command).is_ok() && !options.contains(&command) {
            options.push(command);
        }
    };
    if state.is_beside() {
        companion::list(state, &mut add);
        return;
    }
    if state.pending().is_some() {
        state.of(state.side().enemy()).for_each(|(target, _)| add(Command::Suppress { target }));
        return;
    }
    match state.step() {
        Step::Over => return,
        Step::Support => list_support(state, &mut add),
        Step::Figures => {
            for (id, figure) in state.of(state.side()).filter(|(_, f)| f.phases > 0) {
                match figure.standing {
                    Standing::Aboard(vehicle) => list_dismount(state, id, vehicle, &mut add),
                    _ => {
                        if let Some(at) = figure.place() {
                            list_figure(state, id, figure, at, &mut add);
                        }
                    }
                }
            }
        }
    }
    add(Command::Done);
}

/// The places of enemies that are known, and the middle of the table.
fn aims(state: &State) -> Vec<Point> {
    let known = state.placed().filter(|(id, f, _)| f.side != state.side() && state.is_known(*id));
    let mut points: Vec<Point> = known.map(|(_, _, at)| at).collect();
    let corner = state.board().corner();
    points.push(Point::new(corner.x / 2, corner.y / 2));
    points
}

fn list_support(state: &State, add: &mut impl FnMut(Command)) {
    for at in aims(state) {
        add(Command::CallFire { at });
        add(Command::SpottingRound { at });
    }
    add(Command::NextRound);
    for over in [0, FARTHEST / 4, -FARTHEST / 4] {
        for right in [0, FARTHEST / 4, -FARTHEST / 4] {
            add(Command::Correct { over, right });
        }
    }
}

fn list_dismount(state: &State, id: FigureId, vehicle: FigureId, add: &mut impl FnMut(Command)) {
    let Some(at) = state.figure(vehicle).and_then(Figure::place) else { return };
    for way in Compass::ALL {
        add(Command::Dismount { figure: id, to: at.compass(way, INCH + INCH / 2), facing: way.heading() });
    }
}

fn list_figure(state: &State, id: FigureId, figure: &Figure, at: Point, add: &mut impl FnMut(Command)) {
    let reach = if figure.vehicle { 4 * INCH } else { 2 * INCH };
    let ways: Vec<Heading> = Compass::ALL.into_iter().map(Compass::heading).collect();
    let points: Vec<(Point, Heading)> = Compass::ALL
        .into_iter()
        .flat_map(|way| [reach, reach / 2].map(|length| (at.compass(way, length), way.heading())))
        .collect();
    for &(to, facing) in &points {
        add(Command::Move { figure: id, to, facing });
        add(Command::Sneak { figure: id, to, facing });
    }
    for &facing in &ways {
        add(Command::Turn { figure: id, facing });
    }
    for work in Work::ALL {
        add(Command::Prepare { figure: id, work });
    }
    add(Command::Finish { figure: id });
    add(Command::Listen { figure: id });
    add(Command::Leave { figure: id });
    let mut aims = aims(state);
    aims.push(at.toward(at.plus(figure.facing.dx, figure.facing.dy), 6 * INCH));
    for weapon in figure.kit.weapons.each().filter(|w| w.is_direct()) {
        add(Command::Fire { figure: id, weapon });
        for &at in &aims {
            add(Command::Spray { figure: id, weapon, at });
        }
    }
    for &at in &aims {
        for grenade in Grenade::ALL {
            add(Command::Throw { figure: id, grenade, at });
            add(Command::Launch { figure: id, grenade, at });
            add(Command::Shell { figure: id, grenade, at });
        }
        add(Command::Rocket { figure: id, aim: RocketAim::Ground(at) });
    }
    for claymore in state.claymores() {
        add(Command::FireClaymore { figure: id, number: claymore.number });
    }
    let ahead = at.toward(at.plus(figure.facing.dx, figure.facing.dy), INCH);
    add(Command::PlaceClaymore { figure: id, at: ahead, facing: figure.facing });
    for (other, them) in state.figures() {
        if them.side == figure.side {
            if them.vehicle {
                add(Command::Mount { figure: id, vehicle: other });
            }
            continue;
        }
        add(Command::Rocket { figure: id, aim: RocketAim::Vehicle(other) });
        add(Command::Fight { figure: id, target: other });
        add(Command::Spot { figure: id, target: other });
    }
}

impl Skirmish {
    /// Everybody an RPG could be fired at.
    pub fn rocket_targets(&self, state: &State, id: FigureId) -> Vec<FigureId> {
        grenades::rocket_targets(self, state, id)
    }

    /// The facing with which a figure looks from one point to another: what a command wants.
    pub fn facing(from: Point, to: Point) -> Heading {
        lowest(toward(from, to, Heading { dx: 0, dy: -1 }))
    }

    /// The direct weapons a figure has.
    pub fn direct_weapons(figure: &Figure) -> impl Iterator<Item = Weapon> {
        figure.kit.weapons.each().filter(|w| w.is_direct())
    }
}
