//! What the order in question may come to. Platoon's odds walk through thousands of throws: they are worked out beside the drawing.

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::companion::Preview;
use std::sync::Arc;

use super::fielded::Fielded;
use super::hand::{Hand, Hovered};
use crate::shell::game::{GameSystems, Play};
use crate::shell::pool::WorkedOut;
use crate::shell::seat::Seat;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.init_resource::<Foreseen<R>>().add_systems(
        Update,
        foresee::<R>.after(GameSystems::Input).after(GameSystems::Board).run_if(resource_exists::<Play<R>>),
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

/// What the order in question may come to.
#[derive(Resource)]
pub(super) struct Foreseen<R: Fielded> {
    /// The order, and when what the seat knows changed last.
    of: Option<(Tick, R::Command)>,
    work: Option<WorkedOut<Foretold>>,
    told: Option<Foretold>,
}

impl<R: Fielded> Default for Foreseen<R> {
    fn default() -> Self {
        Self { of: None, work: None, told: None }
    }
}

impl<R: Fielded> Foreseen<R> {
    /// What is known of it by now.
    pub fn told(&self) -> Option<&Foretold> {
        self.told.as_ref()
    }

    /// Whether it is still being worked out.
    pub fn is_coming(&self) -> bool {
        self.work.is_some()
    }
}

fn foresee<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    hovered: Res<Hovered<R>>,
    mut foreseen: ResMut<Foreseen<R>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let known = seat.last_changed();
    let wanted = seat.view().zip(deed(&hand, &hovered));
    let same = match (&foreseen.of, wanted) {
        (Some((then, order)), Some((_, deed))) => *then == known && order == deed,
        (None, None) => true,
        _ => false,
    };
    if !same {
        let work = wanted.map(|(view, deed)| {
            let (rules, view, deed) = (Arc::clone(play.game.rules()), view.clone(), deed.clone());
            WorkedOut::begin(move || Foretold {
                lines: rules.forecast(&view, &deed),
                preview: rules.preview(&view, &deed),
            })
        });
        *foreseen = Foreseen { of: wanted.map(|(_, deed)| (known, deed.clone())), work, told: None };
    }
    if !foreseen.is_coming() {
        return;
    }
    redraw.write(RequestRedraw);
    if let Some(told) = foreseen.work.as_mut().and_then(WorkedOut::ready) {
        foreseen.work = None;
        foreseen.told = told.ok();
    }
}
