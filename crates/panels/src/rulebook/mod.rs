//! The rulebook in the window: chapters, search, and one rule with where it is from, what it means, and where to learn it.

mod finding;
mod part;
mod pictures;

use std::sync::Arc;

use tabletop::numbers::counted;

use egui::{Frame, Id, Key, Label, Link, Margin, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, WidgetType, vec2};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StringDeserializer;
use tabletop::rulebook::{Entry, Example};
use tabletop::{RuleId, Rulebook, between};

pub use pictures::{Illustration, area_pictures, figure_pictures, hex_pictures, squad_pictures};

use finding::hits;
use part::Part;

use crate::Intent;
use crate::theme::{
    Face, Press, Theme, Verdict, Weight, card, hint, newly_opened, note, provenance_badge, rule_chip, scrolling,
    section, size, verdict,
};
use pictures::illustrations;

/// What the rulebook shows.
#[derive(Clone, Debug)]
pub struct RulebookModel {
    pub book: Arc<Rulebook>,
    pub open: Option<RuleId>,
    /// The lessons that teach the open rule.
    pub lessons: Vec<LessonLink>,
    /// The pieces and tables the open rule means.
    pub pictures: Vec<Illustration>,
}

/// A lesson a rule's page leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonLink {
    /// Its place in the list of lessons.
    pub index: usize,
    pub title: String,
    /// Whether it was finished once.
    pub finished: bool,
}

/// The book: a list at the left, a rule at the right. Fills what room it has.
pub fn rulebook_panel(ui: &mut Ui, model: &RulebookModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let size = ui.available_size();
    let left = between(size.x * 0.36, 180.0, 320.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(left, size.y), |ui| ui.vertical(|ui| contents(ui, model, &mut intents)));
        ui.add_space(8.0);
        ui.allocate_ui(vec2(ui.available_width(), size.y), |ui| {
            ui.vertical(|ui| {
                ui.set_min_width(ui.available_width());
                entry_page(ui, model, &mut intents);
            });
        });
    });
    intents
}

fn contents(ui: &mut Ui, model: &RulebookModel, intents: &mut Vec<Intent>) {
    let memory = Id::new("rulebook search");
    let mut search: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    // Opened without a rule it is opened to look for one.
    let looks = newly_opened(ui, "rulebook") && model.open.is_none();
    if looks {
        search.clear();
    }
    let field = TextEdit::singleline(&mut search).hint_text("Search the rules").desired_width(f32::INFINITY);
    let response = ui.add(field);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Search the rules"));
    if looks {
        response.request_focus();
    }
    if response.changed() || looks {
        ui.data_mut(|data| data.insert_temp(memory, search.clone()));
    }
    ui.add_space(4.0);
    let opened = model.open.as_ref().map(RuleId::as_str);
    let last = Id::new("rulebook shown last");
    let jump = ui.data_mut(|data| {
        let before: Option<String> = data.get_temp(last);
        let now = opened.map(str::to_owned);
        data.insert_temp(last, now.clone().unwrap_or_default());
        before != now
    });
    let hits = hits(&model.book, &search);
    let searched = !search.trim().is_empty();
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered && let Some(first) = hits.first() {
        intents.push(Intent::OpenRule(rule_id(first.rule)));
    }
    if searched {
        hint(ui, &format!("{} of {} rules. Enter opens the first.", hits.len(), model.book.rules().count()));
    }
    let mut line = |ui: &mut Ui, rule: &Entry| {
        let chosen = opened == Some(rule.id.as_str());
        let line = Press::new(format!("{}  {}", rule.id, rule.title)).line();
        let response = ui.add(if chosen { line.selected(true) } else { line });
        if chosen && jump {
            response.scroll_to_me(Some(egui::Align::Center));
        }
        if response.clicked() {
            intents.push(Intent::OpenRule(rule_id(rule)));
        }
    };
    let area = ScrollArea::vertical().id_salt(("contents", searched)).auto_shrink(false);
    scrolling(ui, area, |ui| {
        if searched {
            for hit in &hits {
                line(ui, hit.rule);
                if !hit.line.is_empty() {
                    Frame::new().inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 8 }).show(ui, |ui| {
                        hint(ui, &hit.line);
                    });
                }
            }
            if hits.is_empty() {
                note(ui, "No rule contains these words.");
            }
            return;
        }
        for chapter in &model.book.chapters {
            section(ui, &chapter.title, |ui| chapter.rules.iter().for_each(|rule| line(ui, rule)));
        }
    });
}

/// What the book has, chapter by chapter.
fn contents_page(ui: &mut Ui, book: &Rulebook, intents: &mut Vec<Intent>) {
    scrolling(ui, ScrollArea::vertical().id_salt("contents page").auto_shrink(false), |ui| {
        let font = Theme::font(ui, Face::SemiBold, 20.0);
        ui.add(Label::new(RichText::new("Contents").font(font)).wrap());
        note(ui, "Type a word to find rules about it, open a chapter, or click any rule number in the game.");
        ui.add_space(8.0);
        for chapter in &book.chapters {
            let Some(first) = chapter.rules.first() else { continue };
            let rules = counted(chapter.rules.len(), "rule", "rules");
            if ui.add(Press::new(&chapter.title).line().name(format!("Chapter: {}, {rules}", chapter.title))).clicked()
            {
                intents.push(Intent::OpenRule(rule_id(first)));
            }
            Frame::new().inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 6 }).show(ui, |ui| {
                let titles: Vec<&str> = chapter.rules.iter().take(4).map(|rule| rule.title.as_str()).collect();
                let more = if chapter.rules.len() > titles.len() { " …" } else { "" };
                hint(ui, &format!("{rules}: {}{more}", titles.join(", ")));
            });
        }
    });
}

/// The id of an entry; ids that come from files are made the way files are read.
fn rule_id(rule: &Entry) -> RuleId {
    let text: StringDeserializer<serde::de::value::Error> = rule.id.clone().into_deserializer();
    RuleId::deserialize(text).unwrap_or_else(|_| RuleId::fixed(""))
}

fn entry_page(ui: &mut Ui, model: &RulebookModel, intents: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::Condensed, size::BODY);
        let colour = Theme::of(ui).colours.muted;
        ui.label(RichText::new(&model.book.title).font(font).color(colour));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(Press::new("Close").key("Esc").weight(Weight::Quiet)).clicked() {
                intents.push(Intent::CloseRulebook);
            }
            let trail = Id::new("rulebook trail");
            let mut read: Vec<RuleId> = ui.data(|data| data.get_temp(trail)).unwrap_or_default();
            if let Some(open) = &model.open
                && read.last() != Some(open)
            {
                read.push(open.clone());
            }
            if read.len() > 1
                && ui.add(Press::new("Back").weight(Weight::Quiet).hover("Back to the rule you read before.")).clicked()
            {
                read.pop();
                intents.extend(read.last().cloned().map(Intent::OpenRule));
            }
            ui.data_mut(|data| data.insert_temp(trail, read));
        });
    });
    let Some(open) = &model.open else {
        return contents_page(ui, &model.book, intents);
    };
    let Some((chapter, rule)) = model.book.find(open.as_str()) else {
        note(ui, &format!("The rulebook has no rule {open}."));
        return;
    };
    scrolling(ui, ScrollArea::vertical().id_salt("entry").auto_shrink(false), |ui| {
        hint(ui, &chapter.title);
        let font = Theme::font(ui, Face::SemiBold, 20.0);
        ui.add(Label::new(RichText::new(format!("{}  {}", rule.id, rule.title)).font(font)).wrap());
        ui.horizontal_wrapped(|ui| {
            provenance_badge(ui, &rule.from);
            hint(ui, rule.from.detail());
        });
        ui.add_space(4.0);
        for part in Part::all(rule) {
            match part {
                Part::Heading(words) => {
                    ui.add_space(4.0);
                    ui.add(Label::new(RichText::new(words).font(Theme::font(ui, Face::SemiBold, 15.0))).wrap());
                }
                Part::Item(words) => {
                    ui.horizontal_top(|ui| {
                        ui.label("•");
                        ui.vertical(|ui| linked(ui, words, rule, &model.book, intents));
                    });
                }
                Part::Paragraph(words) => {
                    linked(ui, words, rule, &model.book, intents);
                    ui.add_space(4.0);
                }
            }
        }
        if !rule.reason.is_empty() {
            section(ui, "Reasons for this ruling", |ui| linked(ui, &rule.reason, rule, &model.book, intents));
        }
        illustrations(ui, &model.pictures);
        taught(ui, model, rule, intents);
        let others = mentioned(&model.book, rule);
        if !others.is_empty() {
            section(ui, "See also", |ui| {
                for other in others {
                    ui.horizontal_wrapped(|ui| {
                        rule_chip(ui, &rule_id(other), intents);
                        note(ui, &other.title);
                    });
                }
            });
        }
    });
}

/// Where the rule can be learned or seen at work.
fn taught(ui: &mut Ui, model: &RulebookModel, rule: &Entry, intents: &mut Vec<Intent>) {
    let ruleset = || model.book.ruleset.clone();
    if !model.lessons.is_empty() {
        section(ui, "Learn it by playing", |ui| {
            for lesson in &model.lessons {
                ui.horizontal(|ui| {
                    let press = Press::new(&lesson.title).small().max_width((ui.available_width() - 24.0).max(80.0));
                    let press = press.name(format!("Lesson: {}", lesson.title));
                    if ui.add(press.hover("Start this lesson. Your current game is kept.")).clicked() {
                        intents.push(Intent::TakeLesson { ruleset: ruleset(), index: lesson.index });
                    }
                    if lesson.finished {
                        verdict(ui, Verdict::Right);
                    }
                });
            }
        });
    }
    match &rule.example {
        Some(Example::Told(words)) => {
            section(ui, "An example", |ui| {
                card(ui, |ui| linked(ui, words, rule, &model.book, intents));
            });
        }
        Some(Example::Scenario(name)) => {
            section(ui, "An example", |ui| {
                let press = Press::new("Play the scenario").small().name(format!("Play the scenario {name}"));
                if ui.add(press.hover("Start a game of it. Your current game is kept.")).clicked() {
                    intents.push(Intent::BeginScenario { ruleset: ruleset(), scenario: name.clone() });
                }
            });
        }
        None => {}
    }
}

/// Running text in which every rule that is named is a link to it.
fn linked(ui: &mut Ui, text: &str, own: &Entry, book: &Rulebook, intents: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut from = 0;
        for (start, end) in words(text) {
            let word = text[start..end].trim_end_matches(['.', '-']);
            let Some(named) = book.rule(word).filter(|named| named.id != own.id && word.len() > 2) else { continue };
            if from < start {
                ui.label(&text[from..start]);
            }
            from = start + word.len();
            let ink = Theme::of(ui).colours.accent;
            let link = ui.add(Link::new(RichText::new(word).color(ink)));
            link.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, format!("Rule {word}")));
            if link.on_hover_text(&named.title).clicked() {
                intents.push(Intent::OpenRule(rule_id(named)));
            }
        }
        if from < text.len() {
            ui.label(&text[from..]);
        }
    });
}

/// Where the words of a text begin and end; an id is one word.
fn words(text: &str) -> Vec<(usize, usize)> {
    let inside = |c: char| c.is_alphanumeric() || c == '.' || c == '-';
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, inside(c)) {
            (None, true) => start = Some(at),
            (Some(begun), false) => {
                found.push((begun, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The rules an entry speaks of, and those that speak of it.
fn mentioned<'a>(book: &'a Rulebook, rule: &Entry) -> Vec<&'a Entry> {
    let words = |entry: &Entry| -> Vec<String> {
        let text = format!("{} {} {}", entry.text, entry.reason, entry.from.detail());
        text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-'))
            .map(|word| word.trim_end_matches(['.', '-']).to_owned())
            .filter(|word| word.len() > 2)
            .collect()
    };
    let said = words(rule);
    book.rules()
        .filter(|other| other.id != rule.id)
        .filter(|other| speaks_of(&said, &other.id) || words(other).contains(&rule.id))
        .take(12)
        .collect()
}

/// Whether the words name a rule, by its id or by its paragraph: `7.7` names `7.7a`.
fn speaks_of(words: &[String], id: &str) -> bool {
    let paragraph = id.trim_end_matches(|c: char| c.is_ascii_lowercase());
    words.iter().any(|word| word == id || (word == paragraph && paragraph.contains('.')))
}
