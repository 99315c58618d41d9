//! From a scenario to a position.

use std::sync::Arc;

use table::{Board, Going, Veil};
use tabletop::{Dice, Halt, Refusal};

use crate::companion::Beside;
use crate::figure::{Figure, FigureId, Mortar, Side, Standing, Trace, Weapon};
use crate::play::Play;
use crate::scenario::{Goal, Hiding, Party, Placed, Scenario};
use crate::sight::{BASE, are_too_close, lowest};
use crate::state::{Claymore, Mine, Setting, State, Step, Support};
use crate::words::inches as told;
use crate::{Skirmish, facts, rule, support};

/// The most figures of a scenario.
const MOST: usize = 80;

fn refuse(because: impl Into<String>, remedy: &str) -> Refusal {
    Refusal::new(rule!("S-turn"), because, remedy)
}

/// Turns a scenario into a position, as far as the first decision.
pub(crate) fn begin(rules: &Skirmish, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
    let mut state = arrange(rules, scenario)?;
    let mut events = Vec::new();
    let mut play = Play::new(rules, &mut state, dice, &mut events);
    play.look_around();
    play.begin_turn()?;
    play.go_on();
    Ok(state)
}

fn arrange(rules: &Skirmish, scenario: &Scenario) -> Result<State, Refusal> {
    if scenario.title.trim().is_empty() {
        return Err(refuse("The scenario has no title.", "Give it one."));
    }
    if !(1..=40).contains(&scenario.turns) {
        return Err(refuse(format!("A game cannot last {} turns.", scenario.turns), "Play 1 to 40 turns."));
    }
    let earlier = scenario.rulings.before(11);
    if scenario.night_in == Some(0) && !earlier {
        let because = "In a night of 0 inches no figure sees another.";
        return Err(Refusal::new(rule!("S-R32"), because, "Let them see an inch at least, or leave `night_in` out."));
    }
    let all: Vec<(Side, &Placed)> =
        Side::ALL.into_iter().flat_map(|side| scenario.party(side).figures.iter().map(move |f| (side, f))).collect();
    if all.len() > MOST {
        return Err(refuse(format!("The scenario has {} figures.", all.len()), &format!("Use at most {MOST}.")));
    }
    let setting = Setting {
        title: scenario.title.clone(),
        board: match &scenario.board {
            Some(board) => board.clone(),
            None => Board::new(&["."], &[]).map_err(|problem| refuse(problem, "Draw the table."))?,
        },
        beside: scenario.board.is_none(),
        rulings: scenario.rulings,
        hiding: scenario.hiding,
        sight: scenario.sight(),
        turns: scenario.turns,
        first: scenario.first,
        names: all.iter().map(|(_, f)| f.name.clone()).collect(),
        kinds: all.iter().map(|(_, f)| f.kind.clone()).collect(),
        edges: Side::ALL.map(|side| scenario.party(side).edge),
        goals: Side::ALL.map(|side| scenario.party(side).goals.clone()),
    };
    let mut state = State {
        setting: Arc::new(setting),
        turn: 1,
        side: scenario.first,
        step: Step::Figures,
        figures: Vec::new(),
        active: None,
        pending: None,
        support: [Support::default(); 2],
        smokes: Vec::new(),
        mines: Vec::new(),
        claymores: Vec::new(),
        spotters: Vec::new(),
        shots: Vec::new(),
        gone: Vec::new(),
        beside: Beside::default(),
    };
    for (n, (side, placed)) in all.iter().enumerate() {
        if placed.name.trim().is_empty() || all[..n].iter().any(|(_, other)| other.name == placed.name) {
            let because = format!("The name \"{}\" is empty or already taken.", placed.name);
            return Err(refuse(because, "Give each figure a name of its own."));
        }
        let figure = figure(rules, scenario, *side, placed)?;
        let on = |f: &Figure| f.at.zip(figure.at).is_some_and(|(a, b)| are_too_close(&state, a, b));
        if let Some(other) = state.figures.iter().position(on) {
            let because = format!("\"{}\" stands on \"{}\".", placed.name, state.setting.names[other]);
            return Err(refuse(because, &format!("Place figures {} apart.", told(BASE))));
        }
        state.figures.push(figure);
    }
    board_vehicles(rules, &mut state, &all)?;
    for side in Side::ALL {
        party(rules, &mut state, side, scenario.party(side))?;
    }
    Ok(state)
}

fn figure(rules: &Skirmish, scenario: &Scenario, side: Side, placed: &Placed) -> Result<Figure, Refusal> {
    let Some(kind) = rules.figure_table().kind(&placed.kind) else {
        let because = format!("\"{}\": no kind of figure is called \"{}\".", placed.name, placed.kind);
        return Err(refuse(because, "Choose one from the table of figures."));
    };
    let wet = |board: &Board, at| !board.contains(at) || board.terrain(at).going() == Going::Impassable;
    match placed.at {
        Some(_) if scenario.board.is_none() => {
            let because = format!("\"{}\" has a place, but the game has no table.", placed.name);
            return Err(Refusal::new(rule!("S-companion"), because, "Leave the place out, or draw the table."));
        }
        Some(at) if scenario.board.as_ref().is_some_and(|board| wet(board, at)) => {
            let because = format!("\"{}\" stands off the table or in deep water.", placed.name);
            return Err(refuse(because, "Place it on dry ground."));
        }
        None if placed.aboard.is_none() && scenario.board.is_some() => {
            let because = format!("\"{}\" has no place.", placed.name);
            return Err(refuse(because, "Give its place with `at`, or its vehicle with `aboard`."));
        }
        Some(_) if placed.aboard.is_some() => {
            let because = format!("\"{}\" stands on the table and rides in a vehicle.", placed.name);
            return Err(refuse(because, "Keep either `at` or `aboard`."));
        }
        _ => {}
    }
    let earlier = scenario.rulings.before(9);
    if kind.vehicle && placed.hidden == Some(true) && !earlier {
        let because = format!("\"{}\" is a vehicle, and vehicles do not hide.", placed.name);
        return Err(Refusal::new(rule!("S-R19"), because, "Leave `hidden` out."));
    }
    let kit = kind.kit();
    if placed.ready && !kit.weapons.has(Weapon::Mortar) && !earlier {
        let because = format!("\"{}\" has no mortar to be set up.", placed.name);
        return Err(Refusal::new(rule!("S-R17"), because, "Leave `ready` out."));
    }
    let inside = |board: &Board| placed.at.is_some_and(|at| board.terrain(at).veil() == Veil::Solid);
    if kind.vehicle && scenario.board.as_ref().is_some_and(inside) && !scenario.rulings.before(12) {
        let because = format!("\"{}\" is a vehicle, and stands in a building.", placed.name);
        return Err(Refusal::new(rule!("S-R38"), because, "Place it outside."));
    }
    // A rider is seen by nobody unless the scenario says so. Ruling S-R28.
    let seen = placed.aboard.is_some() && placed.hidden == Some(false);
    let ahead = scenario.party(side).edge.inward();
    let hidden = !kind.vehicle && placed.hidden.unwrap_or(scenario.hiding == Hiding::Standard);
    let mortar = kit.weapons.has(Weapon::Mortar).then_some(Mortar { ready: placed.ready, aim: None });
    Ok(Figure {
        side,
        vehicle: kind.vehicle,
        standing: Standing::Up,
        at: placed.at,
        facing: lowest(placed.facing.map_or(ahead, table::Compass::heading)),
        counters: placed.counters,
        phases: 0,
        granted: Some(0),
        begun: false,
        work: None,
        kit,
        pips: 0,
        trace: Trace { hidden, seen, ..Trace::default() },
        kills: 0,
        shot: false,
        mortar,
    })
}

/// Puts those who begin in a vehicle into it.
fn board_vehicles(rules: &Skirmish, state: &mut State, all: &[(Side, &Placed)]) -> Result<(), Refusal> {
    for (n, (side, placed)) in all.iter().enumerate() {
        let Some(name) = &placed.aboard else { continue };
        let vehicle = state.named(name).filter(|v| state.figures[v.index()].vehicle);
        let Some(vehicle) = vehicle.filter(|v| state.figures[v.index()].side == *side && v.index() != n) else {
            let because = format!("\"{}\" is aboard \"{name}\", which is not a vehicle of its side.", placed.name);
            return Err(refuse(because, "Name one of its vehicles."));
        };
        if state.figures[n].vehicle {
            return Err(refuse(
                format!("\"{}\" is a vehicle inside a vehicle.", placed.name),
                "Place it on the table.",
            ));
        }
        if placed.ready && !state.setting().rulings.before(7) {
            let because = format!("\"{}\" is aboard with a mortar that is set up.", placed.name);
            return Err(Refusal::new(rule!("S-R17"), because, "Leave `ready` out, or place it on the table."));
        }
        state.figures[n].standing = Standing::Aboard(vehicle);
        let capacity = usize::from(rules.numbers().vehicle_capacity.value);
        if state.passengers(vehicle).count() > capacity {
            let because = format!("More than {capacity} are aboard \"{name}\".");
            return Err(Refusal::new(rule!("S-apc"), because, "Put some of them on foot."));
        }
    }
    Ok(())
}

fn party(rules: &Skirmish, state: &mut State, side: Side, party: &Party) -> Result<(), Refusal> {
    if party.figures.is_empty() {
        return Err(refuse(format!("{} has no figures.", side.name()), "Give each side at least one."));
    }
    let falls = |(_, f): (FigureId, &Figure)| !f.vehicle && facts::needs_no_die(f.counters);
    if state.of(side).all(falls) && !state.setting().rulings.before(13) {
        let because = format!("All figures of {} fall in their first KIA check.", side.name());
        return Err(Refusal::new(rule!("S-R02"), because, "Let one of them begin with fewer counters."));
    }
    let earlier = state.setting().rulings.before(11);
    if let Some(battery) = &party.battery {
        support::check_rounds(rules, battery.rounds)?;
        if battery.turns == 0 && !earlier {
            let because = format!("The guns of {} fire in no turn.", side.name());
            return Err(Refusal::new(
                rule!("S-R10"),
                because,
                "Let them fire in one at least, or leave `battery` out.",
            ));
        }
        if !state.of(side).any(|(_, f)| f.kit.radio) {
            let because = format!("{} has off-table fire but no figure with a radio.", side.name());
            return Err(Refusal::new(rule!("S-support"), because, "Give it a radio operator."));
        }
        let (turns, rounds, spotting) = (battery.turns, battery.rounds, battery.spotting);
        state.support[side as usize] = Support { turns, rounds, spotting, ..Support::default() };
    }
    if state.is_beside() && !(party.mines.is_empty() && party.claymores.is_empty()) {
        let because = "Mines and Claymores have places, but the game has no table.";
        let remedy = "Write mines down on paper, and give the number of Claymores with `claymores_laid`.";
        return Err(Refusal::new(rule!("S-companion"), because, remedy));
    }
    if !state.is_beside() && party.claymores_laid > 0 {
        let because = "`claymores_laid` is for games beside a real table.";
        return Err(Refusal::new(rule!("S-companion"), because, "Lay them with `claymores`."));
    }
    if party.claymores.len() + usize::from(party.claymores_laid) > MOST && !earlier {
        let because = format!("{} has too many Claymores on the table.", side.name());
        return Err(Refusal::new(rule!("S-claymore"), because, format!("Lay at most {MOST}.")));
    }
    state.claymores.extend((0..party.claymores_laid).map(|number| Claymore { number, side, laid: None }));
    let mines = party.mines.iter().map(|at| (at, "mine", rule!("S-mines")));
    let mut laid = mines.chain(party.claymores.iter().map(|c| (&c.at, "Claymore", rule!("S-claymore"))));
    if let Some((at, what, rule)) = laid.find(|(at, ..)| !state.board().contains(**at)) {
        let because = format!("A {what} of {} lies off the table, at {at}.", side.name());
        return Err(Refusal::new(rule, because, "Lay it on the table."));
    }
    state.mines.extend(party.mines.iter().map(|&at| Mine { side, at }));
    for (n, claymore) in party.claymores.iter().enumerate() {
        let number = u8::try_from(n).unwrap_or(u8::MAX);
        state.claymores.push(Claymore { number, side, laid: Some((claymore.at, claymore.facing.heading())) });
    }
    if party.goals.iter().any(|goal| goal.points() == 0) && !state.setting().rulings.before(12) {
        return Err(refuse(
            format!("A goal of {} brings no points.", side.name()),
            "Give each goal one point at least.",
        ));
    }
    for goal in &party.goals {
        if state.is_beside() && matches!(goal, Goal::Hold { .. }) {
            let because = "Holding a point cannot be measured without a table.";
            return Err(Refusal::new(rule!("S-companion"), because, "Use the goals Kill, Wreck and Exit."));
        }
        if let Goal::Hold { at, .. } = goal
            && !state.board().contains(*at)
        {
            return Err(refuse(format!("A goal of {} is off the table.", side.name()), "Choose a point on it."));
        }
    }
    let worths =
        party.goals.iter().filter_map(|g| if let Goal::Exit { points, .. } = g { Some(*points) } else { None });
    let differ = worths.clone().zip(worths.skip(1)).any(|(one, next)| one != next);
    if state.is_beside() && differ && !state.setting().rulings.before(7) {
        let because = format!("The edges that {} may leave by are worth different points.", side.name());
        let remedy = "Without a table no one measures which edge it was: give them the same points.";
        return Err(Refusal::new(rule!("S-companion"), because, remedy));
    }
    if party.goals.is_empty() {
        return Err(refuse(format!("{} has no goal.", side.name()), "Give each side at least one goal."));
    }
    // Hidden figures that begin with the enemy beside them are seen at once; that is looked up when the game begins.
    debug_assert!(state.of(side).all(|(id, _)| id.index() < MOST && id < FigureId(u8::MAX)));
    Ok(())
}
