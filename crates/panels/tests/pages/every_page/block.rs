//! Block by Block: every part of its sidebar, its prompt, its attacks and its end.

use std::rc::Rc;
use std::sync::Arc;

use artwork::{Palette, PaletteChoice};
use block_by_block::{BlockByBlock, Command, Event, Place, UnitId, UnitSet};
use egui::Ui;
use panels::area::Part;
use panels::area::combat::{crt_model, crt_panel, forecast_model, forecast_panel, resolution_model, resolution_panel};
use panels::area::inspector::{
    area_model, area_panel, boxes_model, boxes_panel, tray_model, tray_panel, unit_model, unit_panel,
};
use panels::area::politics::{game_over_model, politics_model, politics_panel};
use panels::area::turns::{status_bar, status_model, turn_record_model, turn_record_panel};
use panels::log::LogBook;
use panels::prompt::{PromptModel, prompt_bar};
use panels::screens::{game_over_panel, modal};
use tabletop::{Game, Ruleset};

use crate::common::area_prompt;

use super::around::{Draw, cards, quiz, window};
use super::stage::{Page, floating};
use super::{look_at, played, rules, scenarios};

const TABS: &[(usize, &str)] =
    &[(0, Part::Combat.name()), (1, Part::Inspector.name()), (2, Part::Politics.name()), (3, Part::Turns.name())];

fn attack(command: &Command) -> bool {
    matches!(command, Command::Assault { .. } | Command::CloseCombat { .. })
}

fn combat(rules: &BlockByBlock, last: &[Event]) -> Draw {
    let told = resolution_model(rules, last);
    let table = crt_model(rules, told.as_ref().map(|told| told.lit()).unwrap_or_default());
    Rc::new(move |ui| {
        if let Some(told) = &told {
            resolution_panel(ui, told);
        }
        crt_panel(ui, &table);
    })
}

fn inspector(game: &Game<BlockByBlock>, at: usize, options: &[Command]) -> Draw {
    let (rules, state) = (&**game.rules(), game.state_at(at));
    let boxes = boxes_model(rules, state);
    let unit = UnitId::all().nth(at * 7 % UnitId::all().count()).unwrap();
    let unit = unit_model(rules, state, unit, options);
    let places: Vec<Place> = UnitId::all().filter_map(|unit| state.place(unit)).collect();
    let area = area_model(rules, state, places[at % places.len()]);
    let on_unit = at.is_multiple_of(2);
    Rc::new(move |ui| {
        if on_unit {
            unit_panel(ui, &unit);
        } else {
            area_panel(ui, &area);
        }
        boxes_panel(ui, &boxes);
    })
}

fn pages(game: &Game<BlockByBlock>, every: usize) -> Vec<Page> {
    let rules = &**game.rules();
    let mut pages = Vec::new();
    let mut book = LogBook::default();
    let mut last: Vec<Event> = Vec::new();
    for at in 0..=game.len() {
        let state = game.state_at(at);
        if let Some(order) = at.checked_sub(1) {
            for line in game.log(order..at, None) {
                book.write(rules, line);
            }
            let events = game.events(order);
            if events.iter().any(|event| matches!(event, Event::AttackDeclared { .. })) {
                last.clear();
            }
            last.extend(events);
        }
        let mut options = Vec::new();
        rules.options(state, &mut options);
        let attacks: Vec<&Command> = options.iter().filter(|command| attack(command)).collect();
        if !at.is_multiple_of(every) && attacks.is_empty() && at != game.len() {
            continue;
        }
        let past = at.is_multiple_of(11).then_some((at, game.len()));
        let mut question =
            area_prompt(rules, state, &options, UnitId::all().nth(at % 20).map_or(UnitSet::EMPTY, UnitId::set));
        question.answers.retain(|_| past.is_none());
        let question =
            PromptModel { undo: at > 0, redo: at.is_multiple_of(3), busy: at.is_multiple_of(5), past, ..question };
        let menu = question.answers.iter().find(|a| matches!(a.does, panels::prompt::Does::Menu(_)));
        let menu = menu.map(|answer| answer.label.clone()).filter(|_| !question.busy && question.past.is_none());
        let prompt: Draw = Rc::new(move |ui: &mut Ui| _ = prompt_bar(ui, &question));
        let bar = status_model(rules, state, true);
        let status: Draw = Rc::new(move |ui: &mut Ui| _ = status_bar(ui, &bar));
        if let Some(command) = attacks.get(at % attacks.len().max(1)) {
            let forecast = forecast_model(rules, state, command, None).expect("the attack is legal");
            let table = crt_model(rules, forecast.lit());
            let part: Draw = Rc::new(move |ui: &mut Ui| {
                forecast_panel(ui, &forecast);
                crt_panel(ui, &table);
            });
            let draw = window(prompt.clone(), status.clone(), TABS, 0, part, None);
            pages.push(Page::new("Block by Block attack", at, draw));
        }
        if !at.is_multiple_of(every) && at != game.len() {
            continue;
        }
        let politics = politics_model(rules, state);
        let turns = turn_record_model(rules, state);
        let parts: [(usize, Draw); 4] = [
            (0, combat(rules, &last)),
            (1, inspector(game, at, &options)),
            (2, Rc::new(move |ui: &mut Ui| _ = politics_panel(ui, &politics))),
            (3, Rc::new(move |ui: &mut Ui| _ = turn_record_panel(ui, &turns))),
        ];
        let shared = Rc::new(book.clone());
        for (tab, part) in parts {
            let log = (at / every + tab).is_multiple_of(2).then(|| (Rc::clone(&shared), at));
            let name = format!("Block by Block {}", TABS[tab].1);
            let opened = log.is_some() && tab == 1;
            let page = Page::new(name, at, window(prompt.clone(), status.clone(), TABS, tab, part, log));
            pages.push(match &menu {
                Some(menu) if tab == 3 => page.pressing(menu.clone()),
                _ if opened => page.pressing("Show the arithmetic"),
                _ => page,
            });
        }
        if let Some(tray) = tray_model(rules, state, &options, UnitSet::EMPTY) {
            let palette = Palette::built_in(PaletteChoice::StaffMap);
            pages.push(Page::new(
                "Block by Block tray",
                at,
                floating(520.0, move |ui| _ = tray_panel(ui, &tray, &palette)),
            ));
        }
        let refusal = UnitId::all().find_map(|unit| unit_model(rules, state, unit, &options).why_not);
        pages.extend(cards("Block by Block", game, at, None, refusal));
    }
    let over = game_over_model(rules, game.state(), game.len());
    pages.push(Page::new("Block by Block end", game.len(), move |ui| {
        modal(ui.ctx(), "the end", 460.0, |ui| game_over_panel(ui, &over, true));
    }));
    pages.extend(quiz("Block by Block", game));
    pages
}

#[test]
fn block_by_block_fits_every_window() {
    let rules: Arc<BlockByBlock> = rules();
    let mut all = Vec::new();
    for (n, (name, scenario)) in scenarios::<BlockByBlock>().into_iter().enumerate() {
        for seed in 1..=2 {
            let game = played(&rules, &name, scenario.clone(), seed + n as u64, 400);
            all.extend(pages(&game, 53));
        }
    }
    look_at("Block by Block", 1, all);
}
