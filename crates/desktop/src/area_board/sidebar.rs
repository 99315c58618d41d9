//! The sidebar: one part of it at a time, and the log below.

use bevy_egui::egui::{Frame, Margin, Panel, ScrollArea, Ui};
use block_by_block::{BlockByBlock, Command};
use panels::Intent;
use panels::combat::{crt_model, crt_panel, forecast_model, forecast_panel, resolution_model, resolution_panel};
use panels::inspector::{area_model, area_panel, boxes_model, boxes_panel, unit_model, unit_panel};
use panels::intent::Tab;
use panels::log::LogModel;
use panels::politics::{politics_model, politics_panel};
use panels::theme::{Theme, note, tab_strip};
use panels::turns::{turn_record_model, turn_record_panel};

use super::hand::{Hand, Inspected};
use crate::chronicle::Chronicle;
use crate::game::Play;
use crate::hud::{Desk, log_below};

/// What the sidebar shows.
pub(super) struct Contents<'a> {
    pub play: &'a Play<BlockByBlock>,
    pub hand: &'a Hand,
    pub desk: &'a Desk,
    pub options: &'a [Command],
    pub chronicle: &'a Chronicle,
    pub log: bool,
}

/// Draws the sidebar.
pub(super) fn sidebar(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    let colours = Theme::of(ui).colours;
    let inner = Frame::new().fill(colours.panel).inner_margin(Margin { left: 12, right: 8, top: 8, bottom: 8 });
    // A planned attack wants the whole height: its button must be in sight.
    if contents.log && contents.hand.plan.is_none() {
        let model = LogModel { book: &contents.chronicle.book, at: contents.play.point() };
        intents.extend(log_below(ui, &model));
    }
    Panel::top("tabs").frame(inner).resizable(false).show(ui, |ui| {
        let tabs: Vec<(Tab, &str)> = Tab::ALL.iter().map(|tab| (*tab, tab.name())).collect();
        if let Some(tab) = tab_strip(ui, &tabs, contents.desk.tab) {
            intents.push(Intent::ShowTab(tab));
        }
    });
    Frame::new().inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 4 }).show(ui, |ui| {
        ScrollArea::vertical().id_salt(contents.desk.tab).auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            match contents.desk.tab {
                Tab::Combat => combat(ui, contents, intents),
                Tab::Inspector => inspector(ui, contents, intents),
                Tab::Politics => {
                    let model = politics_model(contents.play.game.rules(), contents.play.state());
                    intents.extend(politics_panel(ui, &model));
                }
                Tab::Turns => {
                    let model = turn_record_model(contents.play.game.rules(), contents.play.state());
                    intents.extend(turn_record_panel(ui, &model));
                }
            }
        });
    });
}

fn combat(ui: &mut Ui, contents: &Contents<'_>, intents: &mut Vec<Intent>) {
    let (rules, state) = (contents.play.game.rules(), contents.play.state());
    if let Some(plan) = &contents.hand.plan
        && let Ok(model) = forecast_model(rules, state, &plan.command, plan.level)
    {
        let lit = model.lit();
        intents.extend(forecast_panel(ui, &model));
        ui.add_space(8.0);
        intents.extend(crt_panel(ui, &crt_model(rules, lit)));
        return;
    }
    match resolution_model(rules, &contents.chronicle.last_attack) {
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
