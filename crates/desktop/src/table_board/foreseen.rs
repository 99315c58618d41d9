//! What the order that is pointed at may come to.

use std::sync::Arc;

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::companion::Preview;

use super::fielded::Fielded;
use super::hand::{Hand, Hovered};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::seat::Seat;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.init_resource::<Foreseen<R>>().add_systems(
        Update,
        foresee::<R>.in_set(GameSystems::After.of(Room::Board)).run_if(resource_exists::<Play<R>>),
    );
}

/// The order that is pointed at: of an open list its row, otherwise what a click would do.
pub(super) fn deed<'a, R: Fielded>(hand: &'a Hand<R>, hovered: &'a Hovered<R>) -> Option<&'a R::Command> {
    match &hand.question {
        Some(question) => question.pointed.and_then(|n| question.answers.get(n)),
        None => hovered.deeds.first(),
    }
}

/// What an order may come to.
pub(super) struct Foretold {
    /// In a few short lines.
    pub lines: Vec<String>,
    /// With its dice and chances.
    pub preview: Option<Preview>,
}

/// What the order in question may come to, and when what the seat knows changed last.
pub(super) type Foreseen<R> = crate::shell::foreseen::Foreseen<(Tick, <R as tabletop::Ruleset>::Command), Foretold>;

pub(super) fn foresee<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    hovered: Res<Hovered<R>>,
    mut foreseen: ResMut<Foreseen<R>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(view) = seat.view() else { return };
    let wanted = deed(&hand, &hovered).map(|deed| (seat.last_changed(), deed.clone()));
    let work = |(_, deed): &(Tick, R::Command)| {
        let (rules, view, deed) = (Arc::clone(play.game.rules()), view.clone(), deed.clone());
        move || Foretold { lines: rules.forecast(&view, &deed), preview: rules.preview(&view, &deed) }
    };
    foreseen.bypass_change_detection().ask(wanted, work, &mut redraw);
}
