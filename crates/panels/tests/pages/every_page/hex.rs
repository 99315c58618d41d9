//! Search & Destroy: every part of its sidebar, its attacks, its tables.

use std::rc::Rc;
use std::sync::Arc;

use egui::Ui;
use panels::hex::{
    Shade, attack_told, attack_told_panel, command_model, command_panel, forces_model, forces_panel,
    hex_forecast_model, hex_forecast_panel, hex_status_bar, hex_status_model, plots_model, plots_panel, points_model,
    points_panel, stack_model, stack_panel, tables_model, tables_panel,
};
use panels::log::Logged as _;
use search_and_destroy::command::Command;
use search_and_destroy::{SearchAndDestroy, Side};
use tabletop::{Game, Ruleset};

use super::around::{Draw, cards, prompt, quiz, window};
use super::stage::Page;
use super::{log_of, look_at, played, rules, scenarios};

const TABS: &[(usize, &str)] = &[(0, "Combat"), (1, "Stack"), (2, "Forces"), (3, "Command"), (4, "Points")];

fn pages(game: &Game<SearchAndDestroy>, every: usize) -> Vec<Page> {
    let rules = &**game.rules();
    let mut pages = Vec::new();
    for at in (0..=game.len()).filter(|at| at.is_multiple_of(every) || *at == game.len()) {
        let state = game.state_at(at);
        let side = rules.to_act(state).unwrap_or(Side::Us);
        let view = rules.view(state, side);
        let question = prompt(rules, &view, rules.to_act(state).map(SearchAndDestroy::mark), at);
        let bar = hex_status_model(rules, &view, Shade::ALL[at % Shade::ALL.len()], true);
        let status: Draw = Rc::new(move |ui: &mut Ui| _ = hex_status_bar(ui, &bar));
        let mut options = Vec::new();
        rules.options(&view, &mut options);
        let planned = options
            .iter()
            .filter(|command| {
                matches!(command, Command::Fire { .. } | Command::Assault { .. } | Command::Antitank { .. })
            })
            .find_map(|command| hex_forecast_model(rules, &view, command).ok());
        if let Some(model) = planned {
            let tables = tables_model(rules, &view, Some(model.lit.clone()));
            let part: Draw = Rc::new(move |ui: &mut Ui| {
                hex_forecast_panel(ui, &model);
                tables_panel(ui, &tables);
            });
            let draw = window(question.clone(), status.clone(), TABS, 0, part, None);
            pages.push(Page::new("Search & Destroy attack", at, draw));
        }
        let told = at.checked_sub(1).and_then(|order| attack_told(rules, &game.events(order)));
        let tables = tables_model(rules, &view, told.as_ref().map(|told| told.lit.clone()));
        let hexes: Vec<_> = view.units().filter_map(|(_, unit)| unit.hex()).collect();
        let stack = hexes.get(at % hexes.len().max(1)).map(|hex| stack_model(rules, &view, *hex, &[]));
        let forces = forces_model(&view, side, &[], None);
        let (plots, command) = (plots_model(rules, &view, side), command_model(rules, &view, side));
        let points = points_model(rules, &view);
        let parts: [Draw; 5] = [
            Rc::new(move |ui: &mut Ui| {
                if let Some(told) = &told {
                    attack_told_panel(ui, told);
                }
                tables_panel(ui, &tables);
            }),
            Rc::new(move |ui: &mut Ui| {
                if let Some(stack) = &stack {
                    stack_panel(ui, stack);
                }
            }),
            Rc::new(move |ui: &mut Ui| _ = forces_panel(ui, &forces)),
            Rc::new(move |ui: &mut Ui| {
                plots_panel(ui, &plots);
                command_panel(ui, &command);
            }),
            Rc::new(move |ui: &mut Ui| _ = points_panel(ui, &points)),
        ];
        let book = Rc::new(log_of(game, at.min(60), Some(side)));
        for (tab, part) in parts.into_iter().enumerate() {
            let log = (at / every + tab).is_multiple_of(2).then(|| (Rc::clone(&book), at));
            let name = format!("Search & Destroy {}", TABS[tab].1);
            let page = Page::new(name, at, window(question.clone(), status.clone(), TABS, tab, part, log));
            pages.push(if tab == 0 { page.pressing("Casualty") } else { page });
        }
        pages.extend(cards("Search & Destroy", game, at, Some(side), None));
    }
    pages
}

#[test]
fn search_and_destroy_fits_every_window() {
    let rules: Arc<SearchAndDestroy> = rules();
    let mut all = Vec::new();
    for (n, (name, scenario)) in scenarios::<SearchAndDestroy>().into_iter().enumerate() {
        let game = played(&rules, &name, scenario, n as u64 + 1, 90);
        if n == 0 {
            all.extend(quiz("Search & Destroy", &game));
        }
        all.extend(pages(&game, 45));
    }
    look_at("Search & Destroy", 1, all);
}
