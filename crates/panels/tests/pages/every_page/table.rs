//! 20mm Platoon and Vietnam Skirmish on the table: every part of the sidebar, what an order may come to, the cards.

use std::rc::Rc;
use std::sync::Arc;

use egui::Ui;
use panels::companion::{Companion, OrderSize, card_panel, clock_panel, order_panel, points_panel, preview_panel};
use panels::log::Logged;
use panels::screens::{game_over_panel, modal, plain_game_over_model};
use panels::status::{PlainStatusModel, plain_status_bar};
use platoon::Platoon;
use skirmish::Skirmish;
use tabletop::{Game, Outcome};

use super::around::{Draw, cards, prompt, quiz, window};
use super::stage::Page;
use super::{log_of, look_at, played, rules, scenarios};

const TABS: &[(usize, &str)] = &[(0, "Figures"), (1, "Order"), (2, "Support & points")];

fn pages<R: Companion + Logged>(game: &Game<R>, every: usize) -> Vec<Page> {
    let rules = &**game.rules();
    let mut pages = Vec::new();
    for at in (0..=game.len()).filter(|at| at.is_multiple_of(every) || *at == game.len()) {
        let state = game.state_at(at);
        let side = rules.to_act(state).unwrap_or_else(|| rules.sides()[0]);
        let view = rules.view(state, side);
        let question = prompt(rules, &view, rules.to_act(state).map(R::mark), at);
        let points = rules.points(&view);
        let bar = PlainStatusModel {
            moment: rules.moment(&view).1,
            figures: points.names.iter().zip(points.sums).map(|(name, sum)| (name.clone(), sum.to_string())).collect(),
            log_open: true,
            typed_dice: (at % 3 < 2).then_some(at.is_multiple_of(2)),
        };
        let status: Draw = Rc::new(move |ui: &mut Ui| _ = plain_status_bar(ui, &bar));
        let mut options = Vec::new();
        rules.options(&view, &mut options);
        let previews: Vec<_> = options
            .iter()
            .step_by((options.len() / 12).max(1))
            .filter_map(|command| rules.preview(&view, command))
            .collect();
        let every_card = rules.cards(&view);
        for (n, preview) in previews.into_iter().enumerate().take(3) {
            let card = every_card.get((at + n) % every_card.len().max(1)).cloned();
            let part: Draw = Rc::new(move |ui: &mut Ui| {
                preview_panel(ui, &preview);
                if let Some(card) = &card {
                    card_panel(ui, card, R::mark(side).name, true);
                }
            });
            let draw = window(question.clone(), status.clone(), TABS, 0, part, None);
            pages.push(Page::new(format!("{} preview", R::TITLE), at, draw));
        }
        let card = every_card.get(at % every_card.len().max(1)).cloned();
        let (_, order) = rules.order(&view);
        let selected = order.first().map(|line| line.id);
        let (clock, score) = (rules.clock(&view), points.clone());
        let parts: [Draw; 3] = [
            Rc::new(move |ui: &mut Ui| {
                if let Some(card) = &card {
                    card_panel(ui, card, R::mark(side).name, true);
                }
            }),
            Rc::new(move |ui: &mut Ui| _ = order_panel(ui, &order, selected, OrderSize::Small)),
            Rc::new(move |ui: &mut Ui| {
                clock_panel(ui, &clock);
                points_panel(ui, &score);
            }),
        ];
        let book = Rc::new(log_of(game, at.min(60), Some(side)));
        for (tab, part) in parts.into_iter().enumerate() {
            let log = (at / every + tab).is_multiple_of(2).then(|| (Rc::clone(&book), at));
            let name = format!("{} {}", R::TITLE, TABS[tab].1);
            let page = Page::new(name, at, window(question.clone(), status.clone(), TABS, tab, part, log));
            pages.push(if tab == 2 { page.pressing("Show the arithmetic") } else { page });
        }
        pages.extend(cards(R::TITLE, game, at, Some(side), None));
    }
    let points = rules.points(game.state());
    let lines = points.names.iter().zip(points.sums).map(|(name, sum)| (name.clone(), format!("{sum} points")));
    let outcome = game.outcome().unwrap_or(Outcome {
        title: "A draw".into(),
        because: "Both sides have as many points.".into(),
        winner: None,
    });
    let over = plain_game_over_model(outcome, lines.collect(), game.len());
    pages.push(Page::new(format!("{} end", R::TITLE), game.len(), move |ui| {
        modal(ui.ctx(), "the end", 460.0, |ui| game_over_panel(ui, &over, false));
    }));
    pages
}

fn every_game<R: Companion + Logged>() {
    let rules: Arc<R> = rules();
    let mut all = Vec::new();
    for (n, (name, scenario)) in scenarios::<R>().into_iter().enumerate() {
        if name == "beside-your-table.ron" {
            continue;
        }
        for seed in 1..=2 {
            let game = played(&rules, &name, scenario.clone(), n as u64 + seed, 160);
            if n == 0 && seed == 1 {
                all.extend(quiz(R::TITLE, &game));
            }
            all.extend(pages(&game, 40));
        }
    }
    look_at(R::TITLE, 1, all);
}

#[test]
fn platoon_fits_every_window() {
    every_game::<Platoon>();
}

#[test]
fn skirmish_fits_every_window() {
    every_game::<Skirmish>();
}
