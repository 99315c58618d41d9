//! The panels around the map of Search & Destroy.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use panels::Intent;
use panels::hex::{
    HexIntent, Tool, attack_told, attack_told_panel, command_model, command_panel, forces_model, forces_panel,
    hex_forecast_panel, hex_status_bar, hex_status_model, plots_panel, points_model, points_panel, stack_model,
    stack_panel, tables_model, tables_panel, unit_name,
};
use panels::log::LogModel;
use panels::prompt::{Answer, Choice, Does, Kind, LETTERS, MUCH, plain_answers, prompt_bar};
use panels::screens::{GameOverModel, ResultParts};
use panels::theme::{Weight, coming, note};
use search_and_destroy::command::Command;
use search_and_destroy::state::{Pending, Place, State, Step, Switch};
use search_and_destroy::units::Kind as UnitKind;
use search_and_destroy::{Direction, SearchAndDestroy, Side};
use tabletop::Ruleset;

use super::foreseen::{Planned, Plotted};
use super::hand::{Hand, attackers};
use super::keys::hears;
use super::obey::Part;
use super::verbs::{alike, done_word, letter, verb};
use super::{Fought, HexBoardSystems};
use crate::hud::{prompt_of, surround};
use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::dialog::{Desk, TheEnd};
use crate::shell::focus::Focus;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;

/// Orders of one kind in a menu, at most.
const MENU: usize = 24;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        around
            .run_if(on_board)
            .run_if(resource_exists::<Play<SearchAndDestroy>>)
            .in_set(HudSystems::Around.of(Room::Board)),
    )
    .add_systems(Update, sum_up.in_set(GameSystems::After.of(Room::Board)).in_set(HexBoardSystems));
}

/// What the sidebar shows.
struct Contents<'a> {
    rules: &'a SearchAndDestroy,
    view: &'a State,
    side: Side,
    hand: &'a Hand,
    fought: &'a Fought,
    planned: &'a Planned,
    plotted: &'a Plotted,
    part: Part,
    log: Option<LogModel<'a>>,
}

fn around(
    mut contexts: EguiContexts,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    standing: Res<Standing>,
    hand: Res<Hand>,
    (fought, planned, plotted): (Res<Fought>, Res<Planned>, Res<Plotted>),
    (focus, course): (Res<Focus>, Res<Course>),
    desk: Res<Desk>,
    settings: Res<Settings>,
    mut board: ResMut<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return Ok(()) };
    let rules = play.game.rules();
    let prompt = prompt_of(&standing, answers(rules, view, &seat, &hand, standing.point), &focus, &course);
    let status = hex_status_model(rules, view, hand.shade, settings.log);
    let contents = Contents {
        rules,
        view,
        side,
        hand: &hand,
        fought: &fought,
        planned: &planned,
        plotted: &plotted,
        part: Part::of(&desk),
        log: settings.log.then(|| LogModel { book: seat.log(), at: play.point() }),
    };
    let intents = surround(
        &ctx,
        &mut board,
        Box::new(|ui, intents| intents.extend(prompt_bar(ui, &prompt))),
        Box::new(|ui, intents| intents.extend(hex_status_bar(ui, &status))),
        Box::new(|ui, intents| sidebar(ui, &contents, intents)),
    );
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// The buttons of the prompt: what the counters in hand can do without a target; with nothing in hand, a choice of what can be
/// done at all; and the end of the step.
fn answers(
    rules: &SearchAndDestroy,
    view: &State,
    seat: &Seat<SearchAndDestroy>,
    hand: &Hand,
    point: usize,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    let order = |label: String, command: &Command| Answer {
        label,
        hover: rules.phrase(view, command),
        weight: Weight::Normal,
        key: letter(command),
        does: Does::At(Intent::Hex(HexIntent::Order(command.clone()))),
        confirm: None,
    };
    if let Some(plan) = &hand.plan {
        answers.push(Answer {
            label: verb(plan).to_owned(),
            hover: rules.phrase(view, plan),
            weight: Weight::Primary,
            key: letter(plan),
            does: Does::At(Intent::Hex(HexIntent::CarryOut)),
            confirm: None,
        });
        for other in hand.ways.iter().filter(|way| !alike(way, plan)) {
            answers.push(order(format!("{} instead", verb(other)), other));
        }
    }
    for command in &hand.offers.more {
        let name = |id| view.unit(id).map_or_else(String::new, |u| unit_name(id, u));
        let label = match command {
            Command::Leave { .. } => "Leave the map".to_owned(),
            Command::Stray { unit } => format!("Give {} up at the edge: counts as destroyed", name(*unit)),
            Command::Dig { .. } => "Dig in".to_owned(),
            Command::Hide { unit } => format!("Hide {}", name(*unit)),
            Command::Mount { carrier, .. } => format!("Get into {}", name(*carrier)),
            Command::Haul { weapon, .. } => format!("Pick up {}", name(*weapon)),
            Command::Assign { element, .. } => format!("Assign {}", element.name()),
            other => rules.phrase(view, other),
        };
        answers.push(order(label, command));
    }
    tools(rules, view, seat.offers(), hand, &mut answers);
    let free = hand.held.is_empty() && hand.tool.is_none() && hand.plan.is_none();
    let mut kinds = kinds(rules, view, seat, free);
    for kind in kinds.iter_mut().filter(|kind| kind.ends) {
        let count = hand.offers.actors.len();
        kind.left = unused(view.step(), count);
        kind.much = !kind.left.is_empty() && count >= MUCH;
    }
    // What ends the step is always there, however much else can be done.
    let (ending, other): (Vec<_>, Vec<_>) =
        plain_answers(point, kinds).into_iter().partition(|answer| answer.key == Some('0'));
    answers.extend(other);
    answers.truncate(8);
    answers.extend(ending);
    keyed(&mut answers);
    answers
}

/// Gives each answer its letter, unless the board hears it or an answer before it has it, and the next digit otherwise.
fn keyed(answers: &mut [Answer]) {
    let mut taken = vec!['0'];
    let mut digits = '1'..='9';
    // A unit is given up with the pointer: no slip of a key costs one.
    let stray = |does: &Does| matches!(does, Does::At(Intent::Hex(HexIntent::Order(Command::Stray { .. }))));
    for answer in answers.iter_mut().filter(|answer| answer.key != Some('0') && !stray(&answer.does)) {
        let own = answer.key.filter(|key| LETTERS.contains(*key) && !hears(*key) && !taken.contains(key));
        answer.key = own.or_else(|| digits.next());
        taken.extend(own);
    }
}

/// What the counter in hand can do with a click on the map besides moving and fighting.
fn tools(rules: &SearchAndDestroy, view: &State, offered: &[Command], hand: &Hand, answers: &mut Vec<Answer>) {
    let [unit] = hand.held[..] else { return };
    let mut add = |label: &str, letter: char, tool: Tool| {
        answers.push(Answer {
            label: label.to_owned(),
            hover: tool.hint().to_owned(),
            weight: Weight::Normal,
            key: Some(letter),
            does: Does::At(Intent::Hex(HexIntent::Take(tool))),
            confirm: None,
        });
    };
    if offered.iter().any(|c| matches!(c, Command::CallStrike { unit: by, .. } if *by == unit)) {
        // Pressed again, the strike turns.
        let (label, along) = match hand.tool {
            Some(Tool::Strike(Direction::N)) => ("Turn the strike", Direction::NE),
            Some(Tool::Strike(Direction::NE)) => ("Turn the strike", Direction::SE),
            Some(Tool::Strike(_)) => ("Turn the strike", Direction::N),
            _ => ("Call an air strike", Direction::N),
        };
        add(label, 'Q', Tool::Strike(along));
    }
    let armed = view.units().any(|(_, u)| u.kind.is_heavy_weapon() && u.place == Place::With(unit));
    if armed && matches!(view.step(), Step::UsFire | Step::NlfFire) {
        add("Aim the mortar", 'B', Tool::Mortar);
    }
    let transport = view.unit(unit).is_some_and(|u| u.kind == UnitKind::Transport && u.place == Place::Base);
    if transport && view.switches().has(Switch::Ammunition) && rules.to_act(view) == Some(Side::Us) {
        add("Bring supplies", 'N', Tool::Supply);
    }
}

/// The orders that are offered, by their kind; with something in hand only those that end the step.
fn kinds(rules: &SearchAndDestroy, view: &State, seat: &Seat<SearchAndDestroy>, free: bool) -> Vec<Kind> {
    let some = if seat.complete() { "" } else { "Some of the possible orders; the map offers all of them." };
    let mut kinds: Vec<(&Command, Kind)> = Vec::new();
    for (index, command) in seat.offers().iter().enumerate() {
        let done = *command == Command::Done;
        let asked = !matches!(view.pending(), Pending::Nothing);
        if !done && !asked && !free {
            continue;
        }
        // Nobody loses a unit by a button that names none: this one is offered when the unit is in hand.
        if matches!(command, Command::Stray { .. }) {
            continue;
        }
        let label = if done { done_word(view.step()) } else { verb(command) };
        let harms = attackers(command).is_some();
        let choice = Choice { index, group: String::new(), phrase: rules.phrase(view, command), harms };
        match kinds.iter_mut().find(|(other, _)| alike(other, command)) {
            Some((_, kind)) if kind.choices.len() >= MENU => {}
            Some((_, kind)) => kind.choices.push(choice),
            None => kinds.push((
                command,
                Kind {
                    label: label.to_owned(),
                    key: letter(command),
                    hover: if done { String::new() } else { some.to_owned() },
                    choices: vec![choice],
                    ends: done,
                    ..Kind::default()
                },
            )),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// What so many counters could still do in a step, in a few words.
fn unused(step: Step, count: usize) -> String {
    let what = match (step, count) {
        (_, 0) => return String::new(),
        (Step::UsMovement | Step::NlfMovement, _) => "not moved",
        (Step::UsFire | Step::NlfFire | Step::Surprise, _) => "may fire",
        (Step::UsAssault | Step::NlfAssault, _) => "may attack",
        (Step::UsSearch, _) => "may search",
        (Step::UsPlot, _) => "may plot",
        _ => return String::new(),
    };
    format!("{count} {what}")
}

fn sidebar(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    // A planned attack wants the whole height.
    let log = contents.log.as_ref().filter(|_| contents.hand.plan.is_none());
    let tabs = Part::ALL.map(|part| (part as usize, part.name()));
    let shown = contents.part as usize;
    let pressed = panels::around::sidebar(ui, &tabs, shown, log, intents, |ui, intents| part(ui, contents, intents));
    intents.extend(pressed.map(Intent::ShowPart));
}

fn part(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    let Contents { rules, view, side, hand, .. } = *contents;
    match contents.part {
        Part::Stack => match hand.inspected {
            Some(hex) => intents.extend(stack_panel(ui, &stack_model(rules, view, hex, &hand.held))),
            None => _ = note(ui, "Click a hex or a counter to read about it."),
        },
        Part::Forces => intents.extend(forces_panel(ui, &forces_model(view, side, &hand.held, hand.tool))),
        Part::Command => {
            match contents.plotted.told() {
                Some(model) => intents.extend(plots_panel(ui, model)),
                None => coming(ui),
            }
            intents.extend(command_panel(ui, &command_model(rules, view, side)));
        }
        Part::Points => intents.extend(points_panel(ui, &points_model(rules, view))),
        Part::Combat => {
            let planned = contents.planned.told().and_then(Option::as_ref);
            let told = attack_told(rules, &contents.fought.0);
            let lit = match (planned, &told) {
                (Some(model), _) => Some(model.lit.clone()),
                (None, Some(told)) => Some(told.lit.clone()),
                (None, None) => None,
            };
            if contents.planned.is_coming() {
                coming(ui);
            } else if let Some(model) = planned {
                intents.extend(hex_forecast_panel(ui, model));
            } else if let Some(told) = &told {
                intents.extend(attack_told_panel(ui, told));
            }
            ui.add_space(8.0);
            intents.extend(tables_panel(ui, &tables_model(rules, view, lit)));
        }
    }
}

/// The result of the game.
fn sum_up(play: Res<Play<SearchAndDestroy>>, mut end: ResMut<TheEnd>) {
    if !play.is_changed() {
        return;
    }
    let game = &play.game;
    let model = game.outcome().map(|outcome| {
        // The game is over: everything may be told.
        let sheet = game.rules().score_sheet(game.state());
        let line = |l: &search_and_destroy::queries::ScoreLine| {
            (format!("{}: {}", l.side.name(), l.cause.name()), l.points.to_string())
        };
        let mut lines: Vec<(String, String)> = sheet.lines.iter().map(line).collect();
        lines.push(("Par".to_owned(), sheet.par.to_string()));
        lines.push(("Margin".to_owned(), sheet.margin.to_string()));
        GameOverModel {
            result: outcome.title.clone(),
            because: outcome.because.clone(),
            parts: ResultParts::Lines(lines),
            orders: game.given(),
        }
    });
    end.set_if_neq(TheEnd(model));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_no_letter_that_the_board_hears_and_none_that_another_has() {
        let answer = |key| Answer {
            label: String::new(),
            hover: String::new(),
            weight: Weight::Normal,
            key,
            does: Does::At(Intent::Hex(HexIntent::CarryOut)),
            confirm: None,
        };
        let mut answers: Vec<Answer> = [Some('S'), Some('G'), Some('S'), None, Some('D'), Some('0')].map(answer).into();
        keyed(&mut answers);
        let keys: String = answers.iter().filter_map(|answer| answer.key).collect();
        assert_eq!(keys, "S123D0", "G shows the threat");
    }
}
