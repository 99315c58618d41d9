//! The panels around the table: prompt, status line, and at the side the groups that may act, the selected one, the log.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{RichText, Ui};
use panels::Intent;
use panels::companion::{OrderSize, Want, card_panel, clock_panel, order_panel, points_panel, preview_panel};
use panels::log::LogModel;
use panels::prompt::{Choice, Kind, MUCH, plain_answers, prompt_bar};
use panels::screens::plain_game_over_model;
use panels::status::{PlainStatusModel, plain_status_bar};
use panels::theme::{Face, Press, Theme, coming, note, size};

use super::fielded::{Fielded, Group, figures, is_step};
use super::foreseen::Foreseen;
use super::hand::{Hand, Hovered};
use super::holding::{self, Holding};
use crate::hud::floating::Whisper;
use crate::hud::{prompt_of, surround};
use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::dialog::{Desk, TheEnd};
use crate::shell::focus::Focus;
use crate::shell::game::{OwnDice, Play};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        around::<R>.run_if(on_board).run_if(resource_exists::<Play<R>>).in_set(HudSystems::Around.of(Room::Board)),
    )
    .add_systems(
        Update,
        (whisper::<R>, sum_up::<R>).in_set(GameSystems::After.of(Room::Board)).run_if(resource_exists::<Play<R>>),
    );
}

/// The orders offered as buttons: those of the selected group and those of nobody; all, if it has none.
pub fn kinds<R: Fielded>(rules: &R, view: &R::State, offers: &[R::Command], hand: &Hand<R>) -> Vec<Kind> {
    let mine = |command: &R::Command| R::doer(command).is_none_or(|group| Some(group) == hand.selected);
    let own_orders = offers.iter().any(|command| R::doer(command).is_some() && mine(command));
    let mut kinds: Vec<(R::Sort, Kind)> = Vec::new();
    for (index, command) in offers.iter().enumerate() {
        if own_orders && !mine(command) {
            continue;
        }
        let group = match R::doer(command) {
            Some(group) if !own_orders => rules.name(view, group),
            _ => String::new(),
        };
        let choice = Choice { index, group, phrase: rules.phrase(view, command), harms: R::harms(command) };
        let sort = R::sort(command);
        match kinds.iter_mut().find(|(other, _)| *other == sort) {
            Some((_, kind)) => kind.choices.push(choice),
            None => kinds.push((sort, Kind { choices: vec![choice], ..sort.into() })),
        }
    }
    let mut kinds: Vec<Kind> = kinds.into_iter().map(|(_, kind)| kind).collect();
    let mut able: Vec<Group> = offers.iter().filter_map(R::doer).collect();
    able.sort_unstable();
    able.dedup();
    if let (Some((label, left)), [ending]) =
        (rules.ending(view, able.len()), kinds.iter_mut().filter(|kind| kind.ends).collect::<Vec<_>>().as_mut_slice())
    {
        ending.label = label;
        ending.much = !left.is_empty() && able.len() >= MUCH;
        ending.left = left;
    }
    kinds
}

fn around<R: Fielded>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    standing: Res<Standing>,
    hand: Res<Hand<R>>,
    (hovered, foreseen, holding): (Res<Hovered<R>>, Res<Foreseen<R>>, Res<Holding<R>>),
    (focus, course): (Res<Focus>, Res<Course>),
    settings: Res<Settings>,
    own_dice: Res<OwnDice>,
    desk: Res<Desk>,
    mut board: ResMut<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(view) = seat.view() else { return Ok(()) };
    let rules = &**play.game.rules();
    let answers = plain_answers(standing.point, kinds(rules, view, seat.offers(), &hand));
    let answers = holding::ask(&play, &seat, hand.question.is_some(), answers);
    let mut prompt = prompt_of(&standing, answers, &focus, &course);
    // An open list takes the digits.
    prompt.keys &= hand.question.is_none();
    let status = PlainStatusModel {
        moment: standing.moment.clone(),
        figures: figures(rules, view),
        log_open: settings.log,
        typed_dice: play.game.whole().map(|_| own_dice.on),
    };
    let side = Side {
        play: &play,
        rules,
        view,
        seat: &seat,
        holding: &holding,
        hand: &hand,
        hovered: &hovered,
        foreseen: &foreseen,
        log: settings.log,
        point: standing.point,
        part: desk.part,
    };
    let intents = surround(
        &ctx,
        &mut board,
        Box::new(|ui, intents| intents.extend(prompt_bar(ui, &prompt))),
        Box::new(|ui, intents| intents.extend(plain_status_bar(ui, &status))),
        Box::new(|ui, intents| sidebar(ui, &side, intents)),
    );
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// What the sidebar is drawn from.
struct Side<'a, R: Fielded> {
    play: &'a Play<R>,
    holding: &'a Holding<R>,
    rules: &'a R,
    view: &'a R::State,
    seat: &'a Seat<R>,
    hand: &'a Hand<R>,
    hovered: &'a Hovered<R>,
    foreseen: &'a Foreseen<R>,
    log: bool,
    point: usize,
    part: usize,
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(Theme::font(ui, Face::SemiBold, size::BODY)));
}

fn sidebar<R: Fielded>(ui: &mut Ui, side: &Side<'_, R>, intents: &mut Vec<Intent>) {
    // In a low window a planned shot wants the whole height: its odds must be in sight.
    let low = ui.available_height() < 800.0;
    let asked = || side.rules.fire_asked(side.view).is_some();
    let plans = side.hand.question.as_ref().is_some_and(|question| question.only().is_some() || asked());
    let log = (side.log && !(plans && low)).then(|| LogModel { book: side.seat.log(), at: side.point });
    let part = side.part.min(PARTS.len() - 1);
    let pressed = panels::around::sidebar(ui, &PARTS, part, log.as_ref(), intents, |ui, intents| {
        if part == 0 {
            intents.extend(holding::held_fire(ui, side.play, side.seat, side.holding));
        }
        let wants = match part {
            0 => troops(ui, side),
            1 => order_panel(ui, &side.rules.order(side.view).1, small(side.hand.selected), OrderSize::Small),
            _ => {
                let mut wants = clock_panel(ui, &side.rules.clock(side.view));
                ui.add_space(8.0);
                wants.extend(points_panel(ui, &side.rules.points(side.view)));
                wants
            }
        };
        intents.extend(wants.into_iter().filter_map(meant));
    });
    intents.extend(pressed.map(Intent::ShowPart));
}

/// The parts of the sidebar.
const PARTS: [(usize, &str); 3] = [(0, "Figures"), (1, "Order"), (2, "Support & points")];

/// What a panel wants, as the window says it.
fn meant(want: Want) -> Option<Intent> {
    Some(match want {
        Want::Select(id) => Intent::SelectPiece(u32::from(id)),
        Want::OpenRule(rule) => Intent::OpenRule(rule),
        Want::OpenRulebook => Intent::OpenRulebook,
        _ => return None,
    })
}

fn small(group: Option<Group>) -> Option<u8> {
    group.and_then(|group| u8::try_from(group).ok())
}

/// What is planned, what it may come to, and the card of the selected group or the one under the pointer.
fn troops<R: Fielded>(ui: &mut Ui, side: &Side<'_, R>) -> Vec<Want> {
    let mut wants = Vec::new();
    // At the top: what follows changes with whatever is pointed at, and buttons must not move away under the pointer.
    if side.hand.actors.len() > 1 {
        heading(ui, "May act now");
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            for group in &side.hand.actors {
                let name = side.rules.name(side.view, *group);
                let chosen = side.hand.selected == Some(*group);
                if ui.add(Press::new(name).selected(chosen)).clicked()
                    && let Ok(id) = u8::try_from(*group)
                {
                    wants.push(Want::Select(id));
                }
            }
        });
        ui.add_space(8.0);
    }
    if side.foreseen.is_coming() {
        coming(ui);
    } else if let Some(preview) = side.foreseen.told().and_then(|told| told.preview.as_ref()) {
        wants.extend(preview_panel(ui, preview));
        ui.add_space(8.0);
    }
    if let Some(way) = &side.hand.way {
        heading(ui, "The path");
        ui.add(egui::Label::new(&way.words).wrap());
        ui.add_space(8.0);
    }
    let shown = side.hovered.group.or(side.hand.selected);
    match shown.and_then(|group| side.rules.card(side.view, group)) {
        Some(card) => {
            let name = side.rules.sides().get(card.flag.place()).map_or("", |side| R::side_name(*side));
            wants.extend(card_panel(ui, &card, name, true));
        }
        None => {
            note(ui, "Point at a figure to read about it; click one of your own to select it.");
        }
    }
    wants
}

/// Keeps what is said at the top of the board true, and whether the hand holds something.
pub(super) fn whisper<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    hovered: Res<Hovered<R>>,
    mut whisper: ResMut<Whisper>,
    mut standing: ResMut<Standing>,
) {
    let words = seat.view().filter(|_| standing.still && standing.now).and_then(|view| {
        if let Some(question) = &hand.question {
            let asked = holding::hint(&play, &seat, question.answers.len());
            return Some(asked.unwrap_or_else(|| question.words()).to_owned());
        }
        if hand.ruler.is_some() {
            return Some("The ruler is out: point anywhere. M puts it away.".into());
        }
        if let Some(way) = hand.way.as_ref().filter(|way| way.refusal.is_none() && hand.drag.is_none()) {
            return Some(format!("{} Enter confirms; Escape clears the path.", way.words));
        }
        let group = hand.selected.filter(|group| hand.actors.contains(group))?;
        let name = play.game.rules().name(view, group);
        let moves = |command: &R::Command| R::doer(command) == Some(group) && is_step::<R>(command);
        let drag = seat.offers().iter().any(moves).then_some("drag a path to move");
        let target = (!hand.targets.is_empty()).then_some("click a ringed target to act on it");
        let rest = (!seat.complete()).then_some("click the ground for the orders possible there");
        let what: Vec<&str> = drag.into_iter().chain(target).chain(rest).collect();
        (!what.is_empty()).then(|| format!("{name}: {}.", what.join("; ")))
    });
    let refusal = hovered
        .refusal
        .clone()
        .or_else(|| hand.way.as_ref().filter(|_| hand.drag.is_some()).and_then(|way| way.refusal.clone()));
    whisper.set_if_neq(Whisper { refusal, words, pointed: Vec::new() });
    if standing.holding != hand.holds() {
        standing.holding = hand.holds();
    }
}

/// The page at the end of the game.
fn sum_up<R: Fielded>(play: Res<Play<R>>, mut end: ResMut<TheEnd>) {
    if play.is_changed() {
        let game = &play.game;
        let model = game
            .outcome()
            .map(|outcome| plain_game_over_model(outcome, figures(&**game.rules(), game.state()), game.given()));
        end.set_if_neq(TheEnd(model));
    }
}
