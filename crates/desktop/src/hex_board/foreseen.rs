//! What the attack that is planned may come to, and what is on its way.

use std::sync::Arc;

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::hex::{HexForecastModel, PlotsModel, hex_forecast_model, plots_model};
use search_and_destroy::{Command, SearchAndDestroy};

use super::HexBoardSystems;
use super::hand::Hand;
use super::obey::{Part, attend};
use crate::shell::dialog::Desk;
use crate::shell::foreseen::Foreseen;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::seat::Seat;

/// The forecast of the plan, and when what the seat knows changed last.
pub(super) type Planned = Foreseen<(Tick, Command), Option<HexForecastModel>>;

/// What is on its way and where it may come down, and when what the seat knows changed last.
pub(super) type Plotted = Foreseen<Tick, PlotsModel>;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planned>()
        .init_resource::<Plotted>()
        .add_systems(Update, foresee.after(attend).in_set(GameSystems::After.of(Room::Board)).in_set(HexBoardSystems));
}

fn foresee(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    hand: Res<Hand>,
    desk: Res<Desk>,
    (mut planned, mut plotted): (ResMut<Planned>, ResMut<Plotted>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    let known = seat.last_changed();
    let plan = hand.plan.as_ref().map(|plan| (known, plan.clone()));
    let work = |(_, command): &(Tick, Command)| {
        let (rules, view, command) = (Arc::clone(play.game.rules()), view.clone(), command.clone());
        move || hex_forecast_model(&rules, &view, &command).ok()
    };
    planned.bypass_change_detection().ask(plan, work, &mut redraw);
    let shown = (Part::of(&desk) == Part::Command).then_some(known);
    let work = |_: &Tick| {
        let (rules, view) = (Arc::clone(play.game.rules()), view.clone());
        move || plots_model(&rules, &view, side)
    };
    plotted.bypass_change_detection().ask(shown, work, &mut redraw);
}
