//! What the attack that is planned may come to.

use std::sync::Arc;

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command};
use panels::area::combat::{ForecastModel, forecast_model};

use super::AreaBoardSystems;
use super::hand::Hand;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::seat::Seat;

/// The forecast of the plan, in every way to make the attack, and when what the seat knows changed last.
pub(super) type Foreseen = crate::shell::foreseen::Foreseen<(Tick, Command), Option<ForecastModel>>;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Foreseen>()
        .add_systems(Update, foresee.in_set(GameSystems::After.of(Room::Board)).in_set(AreaBoardSystems));
}

fn foresee(
    play: Res<Play<BlockByBlock>>,
    seat: Res<Seat<BlockByBlock>>,
    hand: Res<Hand>,
    mut foreseen: ResMut<Foreseen>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let wanted = hand.plan.as_ref().map(|plan| (seat.last_changed(), plan.command.clone()));
    let work = |(_, command): &(Tick, Command)| {
        let (rules, state, command) = (Arc::clone(play.game.rules()), play.state().clone(), command.clone());
        move || forecast_model(&rules, &state, &command, None).ok()
    };
    let foreseen = foreseen.bypass_change_detection();
    foreseen.ask(wanted, work, &mut redraw);
    if let (Some(plan), Some(Some(model))) = (&hand.plan, foreseen.told_mut()) {
        model.choose(plan.level);
    }
}
