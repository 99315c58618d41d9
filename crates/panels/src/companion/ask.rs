//! What is asked: what to do, or how things stand on the table.

use egui::{Id, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};
use tabletop::Refusal;

use super::order::rule;
use super::{ActionLine, Exact, Manner, Preview, Question, Want, action_keys, preview_panel};
use crate::theme::{Face, Press, Theme, Weight, card, hint, note, paragraph, scrolling, size};

/// What may be done, group by group.
pub(super) fn actions(ui: &mut Ui, actions: &[ActionLine]) -> Vec<Want> {
    let mut wants = Vec::new();
    let keys = action_keys(actions);
    if actions.is_empty() {
        note(ui, "There is nothing to decide here.");
    }
    // What ends the phase never scrolls away.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for (place, _) in actions.iter().enumerate().filter(|(_, action)| action.ends) {
            if ui.add(button(&actions[place], keys[place])).clicked() {
                wants.push(Want::Choose(place));
            }
        }
    });
    scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("actions"), |ui| {
        let mut group = None;
        let mut n = 0;
        while n < actions.len() {
            let here = &actions[n];
            if here.ends {
                n += 1;
                continue;
            }
            if group != Some(&here.group) {
                group = Some(&here.group);
                ui.add_space(4.0);
                let font = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
                let colour = Theme::of(ui).colours.muted;
                ui.label(RichText::new(here.group.to_uppercase()).font(font).color(colour).extra_letter_spacing(0.6));
            }
            let end = n + actions[n..].iter().take_while(|a| Some(&a.group) == group && !a.ends).count();
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
                for place in n..end {
                    if ui.add(button(&actions[place], keys[place])).clicked() {
                        wants.push(Want::Choose(place));
                    }
                }
            });
            n = end;
        }
    });
    wants
}

fn button(action: &ActionLine, key: Option<char>) -> Press {
    let label = if action.asks { format!("{} …", action.label) } else { action.label.clone() };
    let mut press = Press::new(label).name(&action.label).max_width(380.0);
    if action.ends {
        press = press.weight(Weight::Primary);
    }
    if !action.hover.is_empty() {
        press = press.hover(&action.hover);
    }
    match key {
        Some(key) => press.key(key.to_uppercase().to_string()),
        None => press,
    }
}

/// Under what egui remembers the question that digits answer.
const CURRENT: &str = "fact the digits answer";

/// Under what egui remembers the question that the form has scrolled to.
const SHOWN: &str = "fact the form shows";

/// A question that digits answer.
#[derive(Clone)]
struct Current {
    /// The form's title: in another form this is forgotten.
    title: String,
    place: usize,
    /// Whether the arrows went there, and not only an answer to the question before it.
    meant: bool,
}

/// Facts that are asked for: the answers as buttons, one press each.
pub(crate) struct Facts<'a> {
    pub title: &'a str,
    pub questions: &'a [Question],
    pub answers: &'a [Option<i32>],
    pub words: Option<&'a (String, String)>,
    pub refusal: Option<&'a Refusal>,
    pub preview: Option<&'a Preview>,
    pub manner: &'a Manner,
}

/// The most letters that are typed: as many as the longest message has.
const WORDS: usize = 120;

impl Facts<'_> {
    /// The first question that is open.
    pub(super) fn open(&self) -> Option<usize> {
        self.answers.iter().position(Option::is_none)
    }

    /// The question that the digits answer: the one the arrows went to, or the first one open, or the one after the last answer.
    pub(crate) fn current(&self, ui: &Ui) -> usize {
        let last = self.questions.len().saturating_sub(1);
        let current = ui.data(|data| data.get_temp::<Current>(Id::new(CURRENT)));
        let place = match current.filter(|current| current.title == self.title) {
            Some(Current { place, meant: true, .. }) => place,
            after => self.open().or(after.map(|after| after.place)).unwrap_or(0),
        };
        place.min(last)
    }

    /// The arrows go to a question.
    pub(crate) fn go_to(&self, ui: &Ui, place: usize) {
        self.set(ui, place, true);
    }

    /// A question is answered, and what comes is the next: what is typed faster than read never changes an answer before it.
    fn answered(&self, ui: &Ui, question: usize) {
        self.set(ui, question + 1, false);
    }

    fn set(&self, ui: &Ui, place: usize, meant: bool) {
        let current = Current { title: self.title.to_owned(), place, meant };
        ui.data_mut(|data| data.insert_temp(Id::new(CURRENT), current));
    }

    /// The form scrolls to the question that the digits answer, once, when it becomes that one.
    fn follow(&self, ui: &Ui, place: usize, rect: egui::Rect) {
        let shown = (self.title.to_owned(), place);
        let before = ui.data(|data| data.get_temp::<(String, usize)>(Id::new(SHOWN)));
        if before.as_ref() != Some(&shown) {
            ui.data_mut(|data| data.insert_temp(Id::new(SHOWN), shown));
            ui.scroll_to_rect(rect, None);
        }
    }

    /// A form that is done with begins at its first question the next time.
    pub(crate) fn begin_again(ui: &Ui) {
        ui.data_mut(|data| data.remove::<Current>(Id::new(CURRENT)));
    }

    /// Whether everything is said and the rules allow it.
    pub(super) fn ready(&self) -> bool {
        let said = self.words.is_none_or(|(_, text)| !text.trim().is_empty());
        self.open().is_none() && self.refusal.is_none() && said
    }

    pub(super) fn show(&self, ui: &mut Ui) -> Vec<Want> {
        let mut wants = Vec::new();
        let font = Theme::font(ui, Face::SemiBold, 24.0);
        ui.add(Label::new(RichText::new(self.title).font(font)).wrap());
        if let Manner::Computer(says) = self.manner
            && !says.is_empty()
        {
            paragraph(ui, says);
        }
        ui.horizontal_wrapped(|ui| {
            let go = match self.manner {
                Manner::Own | Manner::OwnLast => "Do it",
                Manner::Looks => "It is so",
                Manner::Computer(_) => "It is done",
            };
            let go = Press::new(go).key("Enter").weight(Weight::Primary).enabled(self.ready());
            if ui.add(go).clicked() {
                wants.push(Want::Go);
            }
            if *self.manner == Manner::OwnLast {
                let end = Press::new("Do it and end the phase").key("Shift+Enter").enabled(self.ready());
                if ui.add(end).clicked() {
                    wants.push(Want::GoAndEnd);
                }
            }
            let back = match self.manner {
                Manner::Own | Manner::OwnLast => Some("Something else"),
                Manner::Looks => None,
                Manner::Computer(_) => Some("It cannot be done"),
            };
            if back.is_some_and(|back| ui.add(Press::new(back).key("Esc").weight(Weight::Quiet)).clicked()) {
                wants.push(Want::Back);
            }
            let left = self.answers.iter().filter(|a| a.is_none()).count();
            if left > 0 {
                note(ui, &format!("{left} of {} facts still to give.", self.answers.len()));
            }
        });
        scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("facts"), |ui| {
            self.rows(ui, &mut wants);
            if let Some((ask, text)) = self.words {
                self.words_field(ui, ask, text, &mut wants);
            }
            if let Some(refusal) = self.refusal {
                ui.add_space(8.0);
                wants.extend(refused(ui, refusal));
            }
            if let Some(preview) = self.preview {
                ui.add_space(8.0);
                wants.extend(preview_panel(ui, preview));
            }
        });
        if is_done_with(&wants) {
            Self::begin_again(ui);
        }
        wants
    }

    /// The questions with their answers.
    pub(crate) fn rows(&self, ui: &mut Ui, wants: &mut Vec<Want>) {
        for (number, question) in self.questions.iter().enumerate() {
            self.question(ui, number, question, wants);
        }
    }

    /// Where words are typed: a message, or what is tried.
    fn words_field(&self, ui: &mut Ui, ask: &str, text: &str, wants: &mut Vec<Want>) {
        ui.add_space(12.0);
        let font = Theme::font(ui, Face::Medium, size::LEAD);
        ui.label(RichText::new(ask).font(font));
        let mut typed = text.to_owned();
        let field =
            TextEdit::singleline(&mut typed).char_limit(WORDS).desired_width(f32::INFINITY).hint_text("In a few words");
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, ask));
        if response.changed() {
            wants.push(Want::Word(typed));
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if entered && self.ready() {
            wants.push(Want::Go);
        }
    }

    fn question(&self, ui: &mut Ui, number: usize, question: &Question, wants: &mut Vec<Want>) {
        let c = Theme::of(ui).colours;
        let open = self.current(ui) == number;
        let answer = self.answers.get(number).copied().flatten();
        ui.add_space(12.0);
        let asked = ui.horizontal_wrapped(|ui| {
            let font = Theme::font(ui, Face::Medium, size::LEAD);
            let ink = if open { c.accent } else { c.text };
            ui.label(RichText::new(&question.ask).font(font).color(ink));
            rule(ui, &question.rule, wants);
        });
        ui.push_id(("question", number), |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
                for (place, choice) in question.choices.iter().enumerate() {
                    let mut press = Press::new(&choice.label)
                        .selected(match &question.several {
                            Some(holding) => holding.contains(&choice.value),
                            None => answer == Some(choice.value),
                        })
                        .max_width(360.0)
                        .name(format!("{} {}", question.ask, choice.label));
                    if !choice.hover.is_empty() {
                        press = press.hover(&choice.hover);
                    }
                    if open && place < 9 {
                        press = press.key((place + 1).to_string());
                    }
                    if ui.add(press).clicked() {
                        wants.push(Want::Answer(number, choice.value));
                        if question.several.is_none() {
                            self.answered(ui, number);
                        }
                    }
                }
                if let Some(exact) = &question.exact {
                    number_field(ui, number, question, exact, answer, wants);
                }
            });
        });
        if open {
            self.follow(ui, number, asked.response.rect.union(ui.min_rect().with_min_y(asked.response.rect.top())));
        }
    }
}

/// A field for a number that is measured exactly.
fn number_field(
    ui: &mut Ui,
    number: usize,
    question: &Question,
    exact: &Exact,
    answer: Option<i32>,
    wants: &mut Vec<Want>,
) {
    let id = ui.id().with(("number", number));
    let said = answer.filter(|value| !question.choices.iter().any(|c| c.value == *value));
    let shown = said.map_or(String::new(), |value| (value / exact.scale.max(1)).to_string());
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.clone());
    let hint = format!("{}–{}", exact.least, exact.most);
    let field = TextEdit::singleline(&mut text).desired_width(80.0).hint_text(hint).id(id.with("field"));
    let response = ui.add(field);
    let name = format!("{} in {}", question.ask, exact.unit);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name.clone()));
    note(ui, exact.unit);
    if response.changed() {
        text.retain(|letter| letter.is_ascii_digit());
        let value = text.parse::<i32>().ok().filter(|v| (exact.least..=exact.most).contains(v));
        match value {
            Some(value) => wants.push(Want::Answer(number, value * exact.scale)),
            None if said.is_some() => wants.push(Want::Unanswer(number)),
            None => {}
        }
    }
    if response.has_focus() || response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text));
    } else {
        ui.data_mut(|data| data.remove::<String>(id));
    }
}

/// Why something is refused, and what would be right.
pub(super) fn refused(ui: &mut Ui, refusal: &Refusal) -> Vec<Want> {
    let mut wants = Vec::new();
    let c = Theme::of(ui).colours;
    egui::Frame::new()
        .fill(c.danger_ground)
        .stroke(egui::Stroke::new(1.0, c.danger))
        .corner_radius(6.0)
        .inner_margin(egui::Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let font = Theme::font(ui, Face::Medium, size::BODY);
                ui.label(RichText::new(format!("Not so: {}", refusal.because)).font(font));
                rule(ui, &refusal.rule, &mut wants);
                ui.label(&refusal.remedy);
            });
        });
    wants
}

/// The digits of the question that is open, Enter and Escape.
pub(crate) fn fact_keys(ui: &Ui, facts: &Facts<'_>) -> Vec<Want> {
    let mut wants = Vec::new();
    let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    if *facts.manner == Manner::OwnLast
        && facts.ready()
        && ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::Enter))
    {
        wants.push(Want::GoAndEnd);
    }
    if facts.ready() && pressed(Key::Enter) {
        wants.push(Want::Go);
    }
    if *facts.manner != Manner::Looks && pressed(Key::Escape) {
        wants.push(Want::Back);
    }
    let current = facts.current(ui);
    if pressed(Key::ArrowDown) {
        facts.go_to(ui, current + 1);
    }
    if pressed(Key::ArrowUp) {
        facts.go_to(ui, current.saturating_sub(1));
    }
    if let Some(question) = facts.questions.get(current) {
        for (place, choice) in question.choices.iter().enumerate().take(9) {
            if super::screen::digit(place + 1).is_some_and(pressed) {
                wants.push(Want::Answer(current, choice.value));
                if question.several.is_none() {
                    facts.answered(ui, current);
                }
            }
        }
    }
    if pressed(Key::Backspace)
        && let Some(last) = facts.answers.iter().rposition(Option::is_some)
    {
        wants.push(Want::Unanswer(last));
    }
    if is_done_with(&wants) {
        Facts::begin_again(ui);
    }
    wants
}

/// Whether a form closes.
fn is_done_with(wants: &[Want]) -> bool {
    wants.iter().any(|want| matches!(want, Want::Go | Want::GoAndEnd | Want::Back))
}

/// The secret of a side: only the way to look. This page is the curtain as well: nobody sees more before that side is alone.
pub(super) fn secret(ui: &mut Ui, flag: super::Flag, name: &str, on_phone: bool) -> Vec<Want> {
    let mut wants = Vec::new();
    card(ui, |ui| {
        let font = Theme::font(ui, Face::SemiBold, 24.0);
        ui.add(Label::new(RichText::new(format!("{name} acts in secret")).font(font)).wrap());
        if on_phone {
            note(ui, &format!("The player of {name} decides on the phone. The table goes on by itself afterwards."));
            return;
        }
        note(ui, "Hidden units act now. Only this side's player looks; the others turn away.");
        ui.add_space(8.0);
        let alone = ui.add(Press::new(format!("{name} is alone")).key("Enter").weight(Weight::Primary));
        if alone.clicked() && super::screen::is_meant(ui) {
            wants.push(Want::LookAlone(flag.place()));
        }
    });
    if !on_phone {
        hint(ui, "When this side finishes, the table is shown again automatically.");
    }
    wants
}
