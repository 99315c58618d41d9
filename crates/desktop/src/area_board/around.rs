//! The panels around the map of Huế.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use block_by_block::{BlockByBlock, Event};
use panels::prompt::{PromptContext, PromptModel, prompt_bar, prompt_model};
use panels::turns::{status_bar, status_model};

use super::hand::Hand;
use super::sidebar;
use crate::camera::BoardRect;
use crate::chronicle::Chronicle;
use crate::computer::Course;
use crate::focus::Focus;
use crate::game::Play;
use crate::hud::{Desk, HudSystems, Said, surround};
use crate::playback::Playback;
use crate::screen::on_board;
use crate::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        around.run_if(on_board).run_if(resource_exists::<Play<BlockByBlock>>).in_set(HudSystems::Around),
    );
}

fn around(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    (focus, course): (Res<Focus>, Res<Course>),
    desk: Res<Desk>,
    settings: Res<Settings>,
    chronicle: Res<Chronicle>,
    mut board: ResMut<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let options: Vec<_> = hand.offers.commands().cloned().collect();
    let rules = play.game.rules();
    let context = PromptContext {
        selection: hand.selected,
        undo: play.game.before_last_decision().is_some(),
        redo: play.game.after_next_decision().is_some(),
        busy: !playback.is_idle(),
        past: (!play.is_now()).then(|| (play.point(), play.game.len())),
        // An open list takes the digits.
        keys: focus.on_board() && hand.question.is_none(),
    };
    let asked = prompt_model(rules, play.state(), &options, context);
    let question = crate::elsewhere::waits_for(&play).unwrap_or_else(|| asked.question.clone());
    let prompt = PromptModel { computer: course.now, question, ..asked };
    let status = status_model(rules, play.state(), settings.log);
    let contents = sidebar::Contents {
        play: &play,
        hand: &hand,
        desk: &desk,
        options: &options,
        chronicle: &chronicle,
        log: settings.log,
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
