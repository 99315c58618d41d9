//! The rulebooks, at every kind of rule and with every picture, and the lessons.

use std::sync::Arc;

use artwork::{Palette, PaletteChoice};
use block_by_block::BlockByBlock;
use egui::vec2;
use panels::rulebook::{
    Illustration, LessonLink, RulebookModel, area_pictures, figure_pictures, hex_pictures, rulebook_panel,
    squad_pictures,
};
use panels::screens::modal;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};
use skirmish::Skirmish;
use tabletop::rulebook::Picture;
use tabletop::{RuleId, Rulebook, Ruleset};

use super::stage::Page;
use super::{look_at, rules};
use crate::common::asset;

fn page(model: RulebookModel, name: String, at: usize) -> Page {
    Page::new(name, at, move |ui| {
        let room = ui.ctx().content_rect().size() - vec2(120.0, 120.0);
        modal(ui.ctx(), "rulebook", room.x.min(1000.0), |ui| {
            ui.set_height(room.y.min(760.0));
            rulebook_panel(ui, &model)
        });
    })
}

fn book<R: Ruleset>(pictures: fn(&R, &Palette, &[Picture]) -> Vec<Illustration>, every: usize) -> Vec<Page> {
    let rules: Arc<R> = rules();
    let book = Arc::new(Rulebook::load(&asset, R::ID).unwrap());
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let mut pages = Vec::new();
    let name = format!("{} rulebook", R::TITLE);
    for n in 0..4 {
        let model = RulebookModel { book: Arc::clone(&book), open: None, lessons: Vec::new(), pictures: Vec::new() };
        let page = page(model, format!("{name} contents"), n);
        pages.push(if n == 3 { page.typing("fire close") } else { page });
    }
    for (n, rule) in book.rules().enumerate() {
        if !n.is_multiple_of(every) && rule.pictures.is_empty() {
            continue;
        }
        let lessons = (0..n % 3).map(|index| LessonLink {
            index,
            title: "Close assault from two sides, and what friendly fire does to it".into(),
            finished: index == 0,
        });
        let model = RulebookModel {
            book: Arc::clone(&book),
            open: Some(rule_id(&rule.id)),
            lessons: lessons.collect(),
            pictures: pictures(&rules, &palette, &rule.pictures),
        };
        pages.push(page(model, name.clone(), n));
    }
    pages
}

#[test]
fn rulebooks_fit_every_window() {
    let mut all = book::<BlockByBlock>(area_pictures, 9);
    all.extend(book::<SearchAndDestroy>(hex_pictures, 17));
    all.extend(book::<Platoon>(squad_pictures, 13));
    all.extend(book::<Skirmish>(figure_pictures, 13));
    look_at("rulebooks", 1, all);
}

fn rule_id(id: &str) -> RuleId {
    let text: StrDeserializer<'_, ValueError> = id.into_deserializer();
    RuleId::deserialize(text).unwrap()
}
