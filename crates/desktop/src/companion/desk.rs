//! The desk in the window: it shows its page, and what it asks of the game is carried out like any other order.

use std::sync::Arc;

use tabletop::numbers::counted;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, egui};
use panels::companion::{Companion, Deed, Desk, DiceSource, Page, companion_screen};
use panels::screens::plain_game_over_model;
use panels::{Intent, Theme};
use tabletop::dice::Tape;
use tabletop::game::Game;

use crate::shell::banner::Banner;
use crate::shell::dialog::Desk as Panels;
use crate::shell::dialog::{Dialog, TheEnd};
use crate::shell::game::{Given, Lay, Order, OwnDice, Play, Refused, TimeStep};
use crate::shell::said::Said;
use crate::shell::staged::Staged;

use super::phones::Hands;

/// The laptop beside the table.
#[derive(Resource)]
pub struct Laptop<R: Companion> {
    pub(super) desk: Desk<R>,
    /// The desks on the players' phones, if there are any.
    pub(super) hands: Option<Hands<R>>,
    page: Page,
    /// The game the page was made for: orders in force, and orders there are.
    made_for: (usize, usize),
    pub(super) stale: bool,
}

/// Lays the desk out for a game beside a real table, and follows what becomes of it.
pub fn follow<R: Staged + Companion>(
    play: Res<Play<R>>,
    laptop: Option<ResMut<Laptop<R>>>,
    mut refused: ResMut<Refused>,
    mut end: ResMut<TheEnd>,
    mut commands: Commands,
    mut given: ResMut<Given<R>>,
    mut out: Outbox<R>,
) {
    let Some(game) = play.game.whole().filter(|game| R::beside(game.scenario())) else {
        if laptop.is_some() {
            commands.remove_resource::<Laptop<R>>();
        }
        return;
    };
    let now = (game.cursor(), game.len());
    let computers = super::computer::plays(game.players());
    let Some(mut laptop) = laptop.filter(|_| !play.is_added()) else {
        let dice = if out.own.on { DiceSource::Typed } else { DiceSource::Computer };
        let mut desk = Desk::new(Arc::clone(game.rules()), dice);
        desk.computers(game, computers);
        let _ = desk.changed(game);
        let page = desk.page(game, false);
        commands.insert_resource(Laptop { desk, hands: None, page, made_for: now, stale: true });
        out.redraw.write(RequestRedraw);
        return;
    };
    if let Some(refusal) = refused.0.take() {
        let Laptop { desk, hands, stale, .. } = &mut *laptop;
        // Why an order from a phone is refused is that side's own.
        match hands.as_mut().and_then(Hands::asked) {
            Some(hand) => hand.refused(refusal),
            None => desk.refused(refusal),
        }
        *stale = true;
        out.redraw.write(RequestRedraw);
    }
    laptop.desk.computers(game, computers);
    if laptop.made_for != now {
        laptop.made_for = now;
        let here = laptop.desk.changed(game);
        let there = laptop.hands.as_mut().and_then(|hands| hands.changed(game));
        if let Some(deed) = here.or(there) {
            carry_out(game, deed, &mut out, &mut given);
        }
        laptop.stale = true;
        out.redraw.write(RequestRedraw);
        let lines = |points: &panels::companion::Points| {
            let sums = points.names.iter().zip(points.sums);
            sums.map(|(name, sum)| (name.clone(), counted(sum, "point", "points"))).collect()
        };
        let over = game
            .outcome()
            .map(|outcome| plain_game_over_model(outcome, lines(&game.rules().points(game.state())), game.cursor()));
        end.set_if_neq(TheEnd(over));
    }
}

/// Where what the desk asks for goes.
#[derive(SystemParam)]
pub struct Outbox<'w, R: Staged> {
    said: MessageWriter<'w, Said>,
    orders: MessageWriter<'w, Order<<R as tabletop::Ruleset>::Command>>,
    lays: MessageWriter<'w, Lay<R>>,
    own: ResMut<'w, OwnDice>,
    pub(super) banner: ResMut<'w, Banner>,
    pub(super) steps: MessageWriter<'w, TimeStep>,
    pub(super) redraw: MessageWriter<'w, RequestRedraw>,
}

/// Shows the desk and does what is wanted of it.
pub fn draw<R: Staged + Companion>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    mut laptop: ResMut<Laptop<R>>,
    dialog: Res<Dialog>,
    panels: Res<Panels>,
    mut given: ResMut<Given<R>>,
    mut out: Outbox<R>,
) -> Result {
    let Some(game) = play.game.whole() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let open = *dialog != Dialog::None || panels.rulebook.is_some();
    if open && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        let close = if *dialog == Dialog::None { Intent::CloseRulebook } else { Intent::CloseDialog };
        out.said.write(Said(close));
    }
    if laptop.stale || laptop.page.keys == open {
        laptop.stale = false;
        laptop.page = laptop.desk.page(game, !open);
    }
    let colours = Theme::of_context(&ctx).colours;
    let mut root = panels::around::whole_window(&ctx, "companion");
    let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
    let shown = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| companion_screen(ui, &laptop.page));
    for want in shown.inner {
        laptop.stale = true;
        out.redraw.write(RequestRedraw);
        // An order from a phone is under way.
        if laptop.hands.as_mut().is_some_and(|hands| hands.asked().is_some()) {
            continue;
        }
        let Laptop { desk, hands, .. } = &mut *laptop;
        match (desk.want(game, want), hands) {
            (Some(Deed::Undo), Some(hands)) => hands.take_back(game, desk, &mut out),
            (Some(Deed::Agree(_)), Some(hands)) => hands.leave(desk),
            (Some(deed), _) => carry_out(game, deed, &mut out, &mut given),
            (None, _) => {}
        }
    }
    Ok(())
}

pub(super) fn carry_out<R: Staged + Companion>(
    game: &Game<R>,
    deed: Deed<R::Command>,
    out: &mut Outbox<R>,
    given: &mut Given<R>,
) {
    // Of a side that the computer plays the desk gives the orders, and no one else.
    if let Deed::Play(command) | Deed::PlayTape(command, _) = &deed {
        let by_computer = game.to_act().is_some_and(|side| !game.player(side).is_person());
        given.0 = by_computer.then(|| command.clone());
    }
    let mut say = |intent| _ = out.said.write(Said(intent));
    match deed {
        Deed::Begin(values) => {
            let mut tape = Tape::new(values);
            let (rules, scenario) = (Arc::clone(game.rules()), game.scenario().clone());
            match Game::new_with(rules, scenario, game.scenario_name(), game.seed(), &mut tape) {
                Ok(mut again) => {
                    again.seat(game.players());
                    out.own.on = true;
                    out.lays.write(Lay(again));
                }
                Err(halt) => out.banner.say(halt.into_refusal().to_string()),
            }
        }
        Deed::Play(command) => {
            out.own.on = false;
            out.own.forget();
            out.orders.write(Order(vec![command]));
        }
        // The dice lie ready when the order arrives.
        Deed::PlayTape(command, values) => {
            *out.own = OwnDice::ready(values);
            out.orders.write(Order(vec![command]));
        }
        // Only phones are asked, and they have their own way.
        Deed::Agree(_) => {}
        Deed::Undo => say(Intent::Undo),
        Deed::Redo => say(Intent::Redo),
        Deed::OpenRule(rule) => say(Intent::OpenRule(rule)),
        Deed::OpenRulebook => say(Intent::OpenRulebook),
        Deed::OpenMenu => say(Intent::OpenMenu),
    }
}
