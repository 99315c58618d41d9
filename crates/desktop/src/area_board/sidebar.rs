//! The sidebar: one part of it at a time, and the log below.

use bevy_egui::egui::Ui;
use block_by_block::{BlockByBlock, Command};
use panels::Intent;
use panels::area::Part;
use panels::area::combat::{crt_model, crt_panel, forecast_panel, resolution_model, resolution_panel};
use panels::area::inspector::{area_model, area_panel, boxes_model, boxes_panel, unit_model, unit_panel};
use panels::area::politics::{politics_model, politics_panel};
use panels::area::turns::{turn_record_model, turn_record_panel};
use panels::around;
use panels::log::LogModel;
use panels::theme::{coming, note};

use super::foreseen::Foreseen;
use super::fought::Fought;
use super::hand::{Hand, Inspected};
use crate::shell::game::Play;

/// What the sidebar shows.
pub(super) struct Contents<'a> {
    pub play: &'a Play<BlockByBlock>,
    pub hand: &'a Hand,
    pub options: &'a [Command],
    pub fought: &'a Fought,
    pub foreseen: &'a Foreseen,
    pub part: Part,
    pub log: Option<LogModel<'a>>,
}

/// Draws the sidebar.
pub(super) fn sidebar(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    // A planned attack wants the whole height.
    let log = contents.log.as_ref().filter(|_| contents.hand.plan.is_none());
    let tabs = Part::ALL.map(|part| (part as usize, part.name()));
    let shown = contents.part as usize;
    let pressed = around::sidebar(ui, &tabs, shown, log, intents, |ui, intents| match contents.part {
        Part::Combat => combat(ui, contents, intents),
        Part::Inspector => inspector(ui, contents, intents),
        Part::Politics => {
            let model = politics_model(contents.play.game.rules(), contents.play.state());
            intents.extend(politics_panel(ui, &model));
        }
        Part::Turns => {
            let model = turn_record_model(contents.play.game.rules(), contents.play.state());
            intents.extend(turn_record_panel(ui, &model));
        }
    });
    intents.extend(pressed.map(Intent::ShowPart));
}

fn combat(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    let rules = contents.play.game.rules();
    if contents.foreseen.is_coming() {
        coming(ui);
        ui.add_space(8.0);
        intents.extend(crt_panel(ui, &crt_model(rules, Vec::new())));
        return;
    }
    if let Some(Some(model)) = contents.foreseen.told() {
        let lit = model.lit();
        intents.extend(forecast_panel(ui, model));
        ui.add_space(8.0);
        intents.extend(crt_panel(ui, &crt_model(rules, lit)));
        return;
    }
    match resolution_model(rules, &contents.fought.0) {
        Some(model) => {
            intents.extend(resolution_panel(ui, &model));
            ui.add_space(8.0);
            intents.extend(crt_panel(ui, &crt_model(rules, model.lit())));
        }
        None => intents.extend(crt_panel(ui, &crt_model(rules, Vec::new()))),
    }
}

fn inspector(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    let (rules, state) = (contents.play.game.rules(), contents.play.state());
    match contents.hand.inspected {
        Some(Inspected::Unit(unit)) => {
            intents.extend(unit_panel(ui, &unit_model(rules, state, unit, contents.options)));
        }
        Some(Inspected::Place(place)) => intents.extend(area_panel(ui, &area_model(rules, state, place))),
        None => {
            note(ui, "Click a counter or an area to read about it.");
        }
    }
    ui.add_space(8.0);
    intents.extend(boxes_panel(ui, &boxes_model(rules, state)));
}
