//! The panels around the map of Huế.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use block_by_block::BlockByBlock;
use panels::area::Part;
use panels::area::prompt::{answers, question};
use panels::area::turns::{status_bar, status_model};
use panels::log::LogModel;
use panels::prompt::prompt_bar;

use super::foreseen::Foreseen;
use super::fought::Fought;
use super::hand::Hand;
use super::sidebar;
use crate::hud::{prompt_of, surround};
use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::dialog::Desk;
use crate::shell::focus::Focus;
use crate::shell::game::Play;
use crate::shell::order::{HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        around
            .run_if(on_board)
            .run_if(resource_exists::<Play<BlockByBlock>>)
            .in_set(HudSystems::Around.of(Room::Board)),
    );
}

fn around(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    (seat, standing): (Res<Seat<BlockByBlock>>, Res<Standing>),
    hand: Res<Hand>,
    (focus, course): (Res<Focus>, Res<Course>),
    desk: Res<Desk>,
    settings: Res<Settings>,
    (fought, foreseen): (Res<Fought>, Res<Foreseen>),
    mut board: ResMut<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let options: Vec<_> = hand.offers.commands().cloned().collect();
    let (rules, state) = (play.game.rules(), play.state());
    let answers = answers(rules, state, &options, hand.selected);
    let mut prompt = prompt_of(&standing, answers, &focus, &course);
    if standing.now && play.is_asked() && play.game.waits_for().is_none() {
        let (question, rule) = question(rules, state, &options, hand.selected);
        (prompt.question, prompt.rule) = (question, Some(rule));
    }
    // An open list takes the digits.
    prompt.keys &= hand.question.is_none();
    let status = status_model(rules, state, settings.log);
    let contents = sidebar::Contents {
        play: &play,
        hand: &hand,
        options: &options,
        fought: &fought,
        foreseen: &foreseen,
        part: Part::ALL.get(desk.part).copied().unwrap_or_default(),
        log: settings.log.then(|| LogModel { book: seat.log(), at: play.point() }),
    };
    let intents = surround(
        &ctx,
        &mut board,
        Box::new(|ui, intents| intents.extend(prompt_bar(ui, &prompt))),
        Box::new(|ui, intents| intents.extend(status_bar(ui, &status))),
        Box::new(|ui, intents| sidebar::sidebar(ui, &contents, intents)),
    );
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
