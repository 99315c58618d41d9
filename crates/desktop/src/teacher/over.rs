//! "What can I do?", hints, the luck ledger and the arithmetic of an order, over the board.

use std::marker::PhantomData;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Margin, Order as Layer, vec2};
use panels::computer::why_panel;
use panels::teacher::{
    Ask, ChoiceLine, ExplainModel, HelpModel, HintLine, LuckLine, LuckModel, LuckSide, Veteran, explain_panel,
    help_panel, luck_panel,
};
use panels::theme::{Press, Weight, paragraph};
use panels::{Intent, Theme};
use tabletop::Game;
use teacher::Teaching;
use teacher::choices::choices;
use teacher::explain::{Account, Known, account, account_of, all_parts};
use teacher::hints::hints;
use teacher::luck::ledger;
use teacher::mentions::mentions;

use super::rulebook::look_up;
use super::{Asking, HelpAbout, Lesson, Open, Teacher, Wanted};
use crate::hud::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::eyes::Eyes;
use crate::shell::game::Play;
use crate::shell::held::Held;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::pool::WorkedOut;
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;
use crate::shell::settings::Settings;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Over.of(Room::Teacher)));
}

/// The same for one ruleset.
pub(super) fn of<R: Staged + Teaching>(app: &mut App) {
    app.init_resource::<UnderWay<R>>()
        .add_systems(
            Update,
            (work_out::<R>, unfold::<R>)
                .chain()
                .after(look_up)
                .in_set(GameSystems::After.of(Room::Teacher))
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            buttons::<R>
                .run_if(on_board)
                .run_if(resource_exists::<Play<R>>)
                .run_if(not(resource_exists::<Lesson<R>>))
                .run_if(not(resource_exists::<Asking<R>>))
                .in_set(HudSystems::Over.of(Room::Teacher)),
        );
}

/// For whom arithmetic and luck are worked out: a side, or none for everything. Somebody who may know no more than both sides
/// gets neither.
fn one_reader<S: Copy>(eyes: Eyes<S>) -> Option<Option<S>> {
    match eyes {
        Eyes::Of(side) => Some(Some(side)),
        Eyes::Both(_) => None,
        Eyes::All => Some(None),
    }
}

/// What is being worked out beside the drawing of the window.
#[derive(Resource)]
pub(super) struct UnderWay<R: Staged> {
    /// A page, of the position after so many orders.
    page: Option<(Wanted, usize, WorkedOut<Open>)>,
    /// The arithmetic of orders whose lines were opened in the log.
    accounts: Vec<(usize, WorkedOut<Option<Account>>)>,
    ruleset: PhantomData<R>,
}

impl<R: Staged> Default for UnderWay<R> {
    fn default() -> Self {
        Self { page: None, accounts: Vec::new(), ruleset: PhantomData }
    }
}

/// Has worked out what is wanted, and again when the game has gone on.
fn work_out<R: Staged + Teaching>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    seat: Res<Seat<R>>,
    settings: Res<Settings>,
    mut under_way: ResMut<UnderWay<R>>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !playback.is_idle() {
        return;
    }
    let point = play.point();
    let wanted = match &teacher.open {
        Open::Wanted(Wanted::Why(_)) => None,
        Open::Wanted(wanted) => Some(*wanted),
        Open::Help(made, ..) if *made != point => Some(Wanted::Help),
        Open::Luck(made, _) if *made != point => Some(Wanted::Luck),
        _ => None,
    };
    let Some(wanted) = wanted else {
        if under_way.page.is_some() {
            under_way.page = None;
        }
        return;
    };
    if under_way.page.as_ref().is_none_or(|(what, from, _)| (*what, *from) != (wanted, point)) {
        let asked = play.is_asked() && !play.game.beside();
        let page = page(&play, seat.eyes(&play.game), wanted, settings.hints, asked);
        under_way.page = page.map(|page| (wanted, point, page));
        if under_way.page.is_none() {
            teacher.open = Open::Nothing;
            redraw.write(RequestRedraw);
            return;
        }
    }
    let Some(open) = under_way.page.as_mut().and_then(|(.., page)| page.ready()) else { return };
    redraw.write(RequestRedraw);
    under_way.page = None;
    let open = open.unwrap_or_default();
    if !matches!(open, Open::Explain(_)) {
        teacher.lit.clear();
    }
    teacher.open = open;
}

/// Begins to work out a page; none if the player at the table may not know what it would tell.
fn page<R: Staged + Teaching>(
    play: &Play<R>,
    eyes: Eyes<R::Side>,
    wanted: Wanted,
    hints: bool,
    asked: bool,
) -> Option<WorkedOut<Open>> {
    let (game, point) = (&play.game, play.point());
    match (wanted, one_reader(eyes)) {
        (Wanted::Help, _) => {
            let rules = Arc::clone(game.rules());
            let state = eyes.look(&*rules, play.state());
            Some(WorkedOut::begin(move || {
                let (mut model, about) = help(&*rules, &state, hints);
                model.veteran = (hints && asked).then_some(Veteran::Thinking);
                Open::Help(point, model, about)
            }))
        }
        (Wanted::Luck, Some(reader)) => {
            let game = game.whole()?.clone();
            Some(WorkedOut::begin(move || Open::Luck(point, luck(&game, reader))))
        }
        (Wanted::Explain(order), Some(reader)) => {
            let line = game.log_for(order..order + 1, reader.as_slice()).pop();
            let phrase = line.and_then(|line| line.phrase).unwrap_or_else(|| "What you noticed of an order".to_owned());
            let account = accounting(game, order, reader);
            Some(WorkedOut::begin(move || {
                let parts = account.and_then(|account| account()).map_or_else(Vec::new, all_parts);
                Open::Explain(ExplainModel { phrase, parts })
            }))
        }
        _ => None,
    }
}

/// Has worked out the arithmetic of the orders whose lines were opened in the log, and writes it beside them.
pub(super) fn unfold<R: Staged + Teaching>(
    play: Res<Play<R>>,
    mut seat: ResMut<Seat<R>>,
    mut under_way: ResMut<UnderWay<R>>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let game = &play.game;
    if play.is_added() {
        under_way.accounts.clear();
    }
    if !teacher.unfold.is_empty() {
        let asked = std::mem::take(&mut teacher.unfold);
        if let Some(reader) = one_reader(seat.eyes(game)) {
            let begun = asked.into_iter().filter(|order| *order < game.cursor()).filter_map(|order| {
                let account = accounting(game, order, reader)?;
                Some((order, WorkedOut::begin(account)))
            });
            under_way.accounts.extend(begun);
        }
    }
    if under_way.accounts.is_empty() {
        return;
    }
    let written = &mut *seat.bypass_change_detection();
    under_way.accounts.retain_mut(|(order, account)| {
        // An order that was taken back has no line any more.
        if *order >= game.cursor() {
            return false;
        }
        let Some(account) = account.ready() else { return true };
        if let Ok(Some(account)) = account {
            redraw.write(RequestRedraw);
            written.explain(*order, account);
        }
        false
    });
}

fn help<R: Teaching>(rules: &R, state: &R::State, with_hints: bool) -> (HelpModel, HelpAbout) {
    let (kinds, complete) = choices(rules, state);
    let given = if with_hints { hints(rules, state) } else { Vec::new() };
    let about = HelpAbout {
        examples: kinds.iter().map(|kind| kind.examples.iter().map(|e| e.about.clone()).collect()).collect(),
        hints: given.iter().map(|hint| mentions(&hint.command)).collect(),
    };
    let choice = |choice: teacher::choices::Choice<R::Command>| ChoiceLine {
        title: choice.kind.title,
        rule: choice.kind.rule,
        count: choice.count,
        examples: choice.examples.into_iter().map(|example| example.phrase).collect(),
    };
    let hint = |hint: teacher::hints::Hint<R::Command>| HintLine {
        phrase: hint.phrase,
        reason: hint.reason,
        rule: hint.kind.rule,
    };
    let model = HelpModel {
        question: rules.question(state),
        complete,
        choices: kinds.into_iter().map(choice).collect(),
        hints: with_hints.then(|| given.into_iter().map(hint).collect()),
        veteran: None,
    };
    (model, about)
}

/// What works out the account of an order, as far as this window may know it.
fn accounting<R: Staged + Teaching>(
    game: &Held<R>,
    order: usize,
    reader: Option<R::Side>,
) -> Option<Box<dyn FnOnce() -> Option<Account> + Send>> {
    match game {
        Held::Whole(game) => {
            let game = game.clone();
            Some(Box::new(move || account(&game, order, reader)))
        }
        Held::Told(told) => {
            let (rules, deed) = (Arc::clone(told.rules()), told.deeds().get(order)?.clone());
            let (before, after) = (told.state_at(order).clone(), told.state_at(order + 1).clone());
            Some(Box::new(move || {
                let known = Known {
                    before: &before,
                    after: &after,
                    command: None,
                    events: &deed.events,
                    phrase: deed.phrase,
                    rolls: &deed.rolls,
                };
                Some(account_of(&*rules, known))
            }))
        }
    }
}

fn luck<R: Staged + Teaching>(game: &Game<R>, reader: Option<R::Side>) -> LuckModel {
    let ledger = ledger(game, reader);
    let side = |luck: &teacher::luck::SideLuck<R::Side>| LuckSide {
        side: R::mark(luck.side),
        throws: luck.throws,
        dice: luck.dice,
        percentile: luck.percentile as f32,
    };
    let line = |throw: &teacher::luck::Throw<R::Side>| LuckLine {
        order: throw.entry,
        side: R::mark(throw.side),
        phrase: throw.phrase.clone(),
        dice: throw.rolls.iter().map(|roll| (roll.value, roll.sides)).collect(),
        percentile: throw.percentile,
    };
    LuckModel { sides: ledger.sides.iter().map(side).collect(), lines: ledger.throws.iter().map(line).collect() }
}

/// The teacher's buttons at the lower left of the board.
pub(super) fn buttons<R: Staged + Teaching>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    standing: Res<Standing>,
    teacher: Res<Teacher>,
    seat: Res<Seat<R>>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if standing.outcome.is_none() && !standing.now {
        // The timeline lies there while the past is looked at.
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.left_bottom() - ctx.viewport_rect().left_bottom() + vec2(12.0, -12.0);
    let mut intents = Vec::new();
    Area::new("teacher".into()).order(Layer::Middle).anchor(Align2::LEFT_BOTTOM, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::same(4)).show(ui, |ui| {
            ui.horizontal(|ui| {
                let help = Press::new("What can I do?").small().weight(Weight::Quiet);
                let help = help.selected(matches!(teacher.open, Open::Help(..)));
                if ui.add(help.hover("Every legal order by kind, with hints.")).clicked() {
                    intents.push(Intent::Teacher(Ask::Help));
                }
                let luck = Press::new("Luck").small().weight(Weight::Quiet);
                let luck = luck.selected(matches!(teacher.open, Open::Luck(..)));
                let told = one_reader(seat.eyes(&play.game)).is_some();
                if told
                    && play.game.whole().is_some()
                    && ui.add(luck.hover("Every roll of the game compared with what it could have been.")).clicked()
                {
                    intents.push(Intent::Teacher(Ask::Luck));
                }
                if let Some(last) = play.point().checked_sub(1).filter(|_| told) {
                    let explain = Press::new("Explain").small().weight(Weight::Quiet);
                    if ui.add(explain.hover("The arithmetic of the last order.")).clicked() {
                        intents.push(Intent::Teacher(Ask::Explain(last)));
                    }
                }
            });
        });
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// What lies over the board.
pub(super) fn draw(
    mut contexts: EguiContexts,
    teacher: Res<Teacher>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if teacher.open == Open::Nothing {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let mut intents = Vec::new();
    Area::new("teacher's page".into())
        .order(Layer::Middle)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(rect.right_top() + vec2(-12.0, 12.0))
        .constrain_to(rect)
        .movable(true)
        .show(&ctx, |ui| {
            let c = Theme::of(ui).colours;
            Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::same(12)).show(ui, |ui| {
                ui.set_width(400.0_f32.min(rect.width() - 48.0));
                ui.set_max_height(rect.height() - 96.0);
                intents = match &teacher.open {
                    Open::Help(_, model, _) => help_panel(ui, model),
                    Open::Luck(_, model) => luck_panel(ui, model),
                    Open::Explain(model) => explain_panel(ui, model),
                    Open::Why(_, model) => why_panel(ui, model),
                    Open::Wanted(_) => {
                        paragraph(ui, "Working it out …");
                        Vec::new()
                    }
                    Open::Nothing => Vec::new(),
                };
            });
        });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
