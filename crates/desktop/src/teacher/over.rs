//! "What can I do?", hints, the luck ledger and the arithmetic of an order, over the board.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Margin, Order as Layer, vec2};
use panels::computer::why_panel;
use panels::teacher::{
    Ask, ChoiceLine, ExplainModel, HelpModel, HintLine, LuckLine, LuckModel, LuckSide, Veteran, explain_panel,
    help_panel, luck_panel,
};
use panels::theme::{Press, Weight};
use panels::{Intent, Theme};
use tabletop::Game;
use teacher::Teaching;
use teacher::choices::choices;
use teacher::explain::{Account, Known, account, account_of, all_parts};
use teacher::hints::hints;
use teacher::luck::ledger;
use teacher::mentions::mentions;

use super::{Asking, HelpAbout, Lesson, Open, Teacher, Wanted};
use crate::camera::BoardRect;
use crate::computer::Eyes;
use crate::game::Play;
use crate::held::Held;
use crate::hud::floating::board_rect;
use crate::hud::{HudSystems, Said};
use crate::playback::Playback;
use crate::screen::on_board;
use crate::seat::Seat;
use crate::settings::Settings;
use crate::staged::Staged;
use crate::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Over));
}

/// The same for one ruleset.
pub(super) fn of<R: Staged + Teaching>(app: &mut App) {
    app.add_systems(Update, (work_out::<R>, unfold::<R>).run_if(resource_exists::<Play<R>>)).add_systems(
        EguiPrimaryContextPass,
        buttons::<R>
            .run_if(on_board)
            .run_if(resource_exists::<Play<R>>)
            .run_if(not(resource_exists::<Lesson<R>>))
            .run_if(not(resource_exists::<Asking<R>>))
            .in_set(HudSystems::Over),
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

/// Works out what is wanted, and again when the game has gone on.
fn work_out<R: Staged + Teaching>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    seat: Res<Seat<R>>,
    settings: Res<Settings>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !playback.is_idle() {
        return;
    }
    let point = play.point();
    let wanted = match &teacher.open {
        Open::Wanted(Wanted::Why(_)) => return,
        Open::Wanted(wanted) => *wanted,
        Open::Help(made, ..) if *made != point => Wanted::Help,
        Open::Luck(made, _) if *made != point => Wanted::Luck,
        _ => return,
    };
    let game = &play.game;
    // Of a game with secrets only what whoever sits at the table may know.
    let eyes = seat.eyes(game);
    let open = match (wanted, one_reader(eyes)) {
        (Wanted::Help, _) => {
            let state = eyes.look(&**game.rules(), play.state());
            let (mut model, about) = help::<R>(game.rules(), &state, settings.hints);
            model.veteran = (settings.hints && play.is_asked() && !game.beside()).then_some(Veteran::Thinking);
            Open::Help(point, model, about)
        }
        (Wanted::Luck, Some(reader)) => {
            game.whole().map_or(Open::Nothing, |game| Open::Luck(point, luck(game, reader)))
        }
        (Wanted::Explain(order), Some(reader)) => Open::Explain(arithmetic(game, order, reader)),
        _ => Open::Nothing,
    };
    if !matches!(open, Open::Explain(_)) {
        teacher.lit.clear();
    }
    teacher.open = open;
    redraw.write(RequestRedraw);
}

/// Works out the arithmetic of the orders whose lines were opened in the log, and writes it beside them.
fn unfold<R: Staged + Teaching>(
    play: Res<Play<R>>,
    mut seat: ResMut<Seat<R>>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if teacher.unfold.is_empty() {
        return;
    }
    let game = &play.game;
    let eyes = seat.eyes(game);
    let asked = std::mem::take(&mut teacher.unfold);
    let Some(reader) = one_reader(eyes) else { return };
    for order in asked.into_iter().filter(|order| *order < game.cursor()) {
        let Some(account) = accounted(game, order, reader) else { continue };
        seat.bypass_change_detection().explain(order, account);
    }
    redraw.write(RequestRedraw);
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

/// The account of an order, as far as this window may know it.
fn accounted<R: Teaching>(game: &Held<R>, order: usize, reader: Option<R::Side>) -> Option<Account> {
    match game {
        Held::Whole(game) => account(game, order, reader),
        Held::Told(told) => {
            let deed = told.deeds().get(order)?;
            let known = Known {
                before: told.state_at(order),
                after: told.state_at(order + 1),
                command: None,
                events: &deed.events,
                phrase: deed.phrase.clone(),
                rolls: &deed.rolls,
            };
            Some(account_of(&**told.rules(), known))
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

fn arithmetic<R: Teaching>(game: &Held<R>, order: usize, reader: Option<R::Side>) -> ExplainModel {
    let line = game.log_for(order..order + 1, reader.as_slice()).pop();
    let phrase = line.and_then(|line| line.phrase).unwrap_or_else(|| "What you noticed of an order".to_owned());
    let parts = accounted(game, order, reader).map_or_else(Vec::new, all_parts);
    ExplainModel { phrase, parts }
}

/// The teacher's buttons at the lower left of the board.
fn buttons<R: Staged + Teaching>(
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
fn draw(
    mut contexts: EguiContexts,
    teacher: Res<Teacher>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if matches!(teacher.open, Open::Nothing | Open::Wanted(_)) {
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
                    Open::Nothing | Open::Wanted(_) => Vec::new(),
                };
            });
        });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
