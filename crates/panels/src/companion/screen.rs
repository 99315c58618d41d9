//! The companion's screen: the order at the left, the question in the middle, everybody at the right.

use egui::{
    Align, CornerRadius, Frame, Id, Key, Label, Layout, Margin, Modifiers, Rect, RichText, ScrollArea, Stroke, Ui,
    UiBuilder, pos2, vec2,
};
use tabletop::between;

use super::ask::{Facts, action_key, actions, fact_keys, refused, secret};
use super::flag::flag_colours;
use super::order::rule;
use super::throw::{dice_row, throw_panel};
use super::{Ask, DiceSource, Flag, OrderSize, Page, Side, Want, card, column, order_panel};
use crate::theme::{Face, Press, Theme, Weight, heading, note, paragraph, section, size, tab_strip};

/// The key of a digit.
pub(super) fn digit(value: usize) -> Option<Key> {
    const DIGITS: [Key; 10] =
        [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    DIGITS.get(value).copied()
}

/// Dice as players write them down: `3 5 1` or `351` for six-sided ones.
pub fn die_digits(text: &str, sides: u8) -> Vec<u8> {
    if sides > 9 {
        return text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    }
    text.chars().filter_map(|c| c.to_digit(10)).filter_map(|d| u8::try_from(d).ok()).collect()
}

/// The whole screen.
pub fn companion_screen(ui: &mut Ui, page: &Page) -> Vec<Want> {
    let mut wants = if page.keys { keys(ui, page) } else { Vec::new() };
    let whole = ui.available_rect_before_wrap();
    ui.allocate_rect(whole, egui::Sense::hover());
    let bar = Rect::from_min_size(whole.min, vec2(whole.width(), 48.0));
    inside(ui, bar, |ui| tools(ui, page, &mut wants));
    let body = Rect::from_min_max(pos2(whole.left(), bar.bottom() + 8.0), whole.max);
    if let Some(flag) = page.curtain {
        inside(ui, body, |ui| curtain(ui, page, flag, &mut wants));
        return wants;
    }
    if page.magnified {
        inside(ui, body, |ui| wants.extend(order_panel(ui, &page.order, None, OrderSize::Huge)));
        return wants;
    }
    let gap = 16.0;
    let left = between(whole.width() * 0.31, 300.0, 640.0);
    let right = between(whole.width() * 0.26, 300.0, 460.0);
    let column = |from: f32, wide: f32| Rect::from_min_size(pos2(from, body.top()), vec2(wide, body.height()));
    let middle_from = whole.left() + left + gap;
    let middle = column(middle_from, whole.width() - left - right - 2.0 * gap);
    inside(ui, column(whole.left(), left), |ui| {
        section(ui, page.order_title, |_| {});
        wants.extend(order_panel(ui, &page.order, page.selected, OrderSize::Large));
    });
    inside(ui, middle, |ui| question(ui, page, &mut wants));
    inside(ui, column(whole.right() - right, right), |ui| side_column(ui, page, &mut wants));
    wants
}

fn inside(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::LEFT));
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
        add(ui);
    });
}

fn tools(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    ui.horizontal(|ui| {
        ui.set_height(40.0);
        ui.vertical(|ui| {
            heading(ui, &page.title);
            crate::theme::hint(ui, &page.moment);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if ui.add(Press::new("Menu").key("Esc").weight(Weight::Quiet)).clicked() {
                wants.push(Want::OpenMenu);
            }
            if ui.add(Press::new("Rules").key("R").weight(Weight::Quiet)).clicked() {
                wants.push(Want::OpenRulebook);
            }
            if ui.add(Press::new("Redo").key("Y").weight(Weight::Quiet).enabled(page.redo)).clicked() {
                wants.push(Want::Redo);
            }
            if ui.add(Press::new("Undo").key("U").weight(Weight::Quiet).enabled(page.undo)).clicked() {
                wants.push(Want::Undo);
            }
            let big = Press::new("Large").key("B").selected(page.magnified).name("Large order");
            if ui.add(big.hover("The order over the whole screen, to be read across the table.")).clicked() {
                wants.push(Want::Magnify(!page.magnified));
            }
            ui.add_space(8.0);
            let typed = page.dice == DiceSource::Typed;
            let ours = Press::new("Our dice").selected(typed).hover("You roll and type what the dice show.");
            if ui.add(ours).clicked() {
                wants.push(Want::UseDice(DiceSource::Typed));
            }
            let program = Press::new("Its dice").selected(!typed).name("The computer's dice");
            if ui.add(program.hover("The computer rolls.")).clicked() {
                wants.push(Want::UseDice(DiceSource::Computer));
            }
            ui.add_space(8.0);
            viewers(ui, page, wants);
        });
    });
}

/// Who is in front of the screen.
fn viewers(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    for flag in [Flag::Second, Flag::First] {
        let name = &page.names[flag.place()];
        let press = Press::new(name).selected(page.viewer == Some(flag)).name(format!("{name} looks in secret"));
        if ui.add(press.hover(format!("{name} looks at what only this side knows, behind a curtain."))).clicked() {
            wants.push(Want::LookAs(Some(flag.place())));
        }
    }
    let all = Press::new("Everybody").selected(page.viewer.is_none()).name("Everybody looks");
    if ui.add(all.hover("What everybody at the table may know.")).clicked() {
        wants.push(Want::LookAs(None));
    }
}

fn curtain(ui: &mut Ui, page: &Page, flag: Flag, wants: &mut Vec<Want>) {
    let theme = Theme::of(ui);
    let (fill, ink) = flag_colours(&theme, flag);
    let name = &page.names[flag.place()];
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, CornerRadius::same(8), fill);
    ui.vertical_centered(|ui| {
        ui.add_space((rect.height() * 0.3).max(8.0));
        let font = Theme::font(ui, Face::SemiBold, 40.0);
        ui.add(Label::new(RichText::new(format!("Only {name} looks now")).font(font).color(ink)).wrap());
        let font = Theme::font(ui, Face::Regular, size::LEAD);
        ui.label(RichText::new("The others turn away.").font(font).color(ink));
        ui.add_space(24.0);
        if ui.add(Press::new(format!("{name} is alone")).key("Enter").weight(Weight::Primary)).clicked() {
            wants.push(Want::LiftCurtain);
        }
        ui.add_space(8.0);
        if ui.add(Press::new("Back to the table").key("Esc")).clicked() {
            wants.push(Want::LookAs(None));
        }
    });
}

fn question(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    if let Some((flag, name)) = &page.actor {
        actor(ui, *flag, name, &page.names[flag.place()]);
    }
    if page.own_opening && matches!(page.ask, Ask::Choose(_) | Ask::Secret { .. }) {
        let press = Press::new("Roll for the first order yourselves").key("O");
        if ui.add(press.hover("The computer has rolled for it. Your own dice take their place.")).clicked() {
            wants.push(Want::RollOpening);
        }
    }
    if page.viewer.is_some() {
        ui.horizontal(|ui| {
            note(ui, "You look in secret.");
            let back = Press::new("Show everybody the table").small();
            if ui.add(back).clicked() {
                wants.push(Want::LookAs(None));
            }
        });
    }
    if let Some(refusal) = &page.refusal
        && !matches!(page.ask, Ask::Facts { .. })
    {
        wants.extend(refused(ui, refusal));
    }
    // What came of the last order stands below, so that the question never jumps.
    let busy = matches!(page.ask, Ask::Throw(_) | Ask::Facts { .. });
    let told = !busy && (!page.told.is_empty() || !page.rolled.is_empty());
    let rest = ui.available_rect_before_wrap();
    let below = if told { (rest.height() * 0.4).min(240.0) } else { 0.0 };
    let above = Rect::from_min_max(rest.min, pos2(rest.right(), rest.bottom() - below));
    inside(ui, above, |ui| ask(ui, page, wants));
    if told {
        inside(ui, Rect::from_min_max(pos2(rest.left(), above.bottom()), rest.max), |ui| last(ui, page));
    }
}

fn actor(ui: &mut Ui, flag: Flag, name: &str, side: &str) {
    let theme = Theme::of(ui);
    let (fill, ink) = flag_colours(&theme, flag);
    Frame::new().fill(fill).corner_radius(8.0).inner_margin(Margin::symmetric(16, 8)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        let row = vec2(ui.available_width(), 56.0);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(40.0, 36.0), egui::Sense::hover());
            super::paint_flag(ui.painter(), rect, flag, ink);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let font = Theme::font(ui, Face::SemiBold, 30.0);
                ui.add(Label::new(RichText::new(name).font(font).color(ink)).truncate());
                let font = Theme::font(ui, Face::Medium, size::BODY);
                ui.label(RichText::new(side).font(font).color(ink));
            });
        });
    });
    ui.add_space(4.0);
}

fn ask(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    match &page.ask {
        Ask::Choose(choices) => {
            let font = Theme::font(ui, Face::Medium, size::LEAD);
            ui.horizontal_wrapped(|ui| {
                ui.add(Label::new(RichText::new(&page.question).font(font)).wrap());
                rule(ui, &page.question_rule, wants);
            });
            wants.extend(actions(ui, choices));
        }
        Ask::Facts { title, questions, answers, words, refusal, preview } => {
            let (refusal, preview) = (refusal.as_ref(), preview.as_ref());
            let facts = Facts { title, questions, answers, words: words.as_ref(), refusal, preview };
            wants.extend(facts.show(ui));
        }
        Ask::Throw(throw) => {
            ScrollArea::vertical().auto_shrink([false, false]).id_salt("throw").show(ui, |ui| {
                wants.extend(throw_panel(ui, throw));
            });
        }
        Ask::Secret { flag, name } => wants.extend(secret(ui, *flag, name)),
        Ask::Past { moment } => {
            let font = Theme::font(ui, Face::Medium, size::LEAD);
            ui.add(Label::new(RichText::new(format!("So it stood: {moment}")).font(font)).wrap());
            if ui.add(Press::new("Back to how it stands").key("Esc").weight(Weight::Primary)).clicked() {
                wants.push(Want::LookBack(None));
            }
        }
        Ask::Over { title, because } => {
            let font = Theme::font(ui, Face::SemiBold, 30.0);
            ui.add(Label::new(RichText::new(title).font(font)).wrap());
            paragraph(ui, because);
        }
    }
}

/// What came of the last order.
fn last(ui: &mut Ui, page: &Page) {
    let c = Theme::of(ui).colours;
    let line = ui.max_rect().x_range();
    ui.painter().hline(line, ui.max_rect().top() + 4.0, Stroke::new(1.0, c.line));
    ui.add_space(4.0);
    section(ui, "What happened", |_| {});
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("last").show(ui, |ui| {
        for thrown in &page.rolled {
            dice_row(ui, thrown, 20.0);
        }
        for told in &page.told {
            paragraph(ui, told);
        }
    });
}

fn side_column(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    if let Some(tab) = tab_strip(ui, &Side::ALL, page.side) {
        wants.push(Want::Show(tab));
    }
    match page.side {
        Side::Troops => wants.extend(card::cards(ui, &page.cards, &page.names, page.selected)),
        Side::Score => {
            ScrollArea::vertical().auto_shrink([false, false]).id_salt("score").show(ui, |ui| {
                wants.extend(column::clock_panel(ui, &page.clock));
                wants.extend(column::points_panel(ui, &page.points));
            });
        }
        Side::Log => column::log_panel(ui, &page.log, wants),
    }
}

/// Under what egui remembers when the last die was typed.
const LAST_DIE: &str = "last die typed";

/// Whether a die was typed a moment ago.
fn just_typed(ui: &Ui) -> bool {
    let now = ui.input(|input| input.time);
    ui.data(|data| data.get_temp::<f64>(Id::new(LAST_DIE))).is_some_and(|typed| now - typed < 0.6)
}

/// What the keys want.
fn keys(ui: &Ui, page: &Page) -> Vec<Want> {
    let mut wants = Vec::new();
    if ui.ctx().text_edit_focused() {
        return wants;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if page.curtain.is_some() {
        if pressed(Key::Enter) {
            wants.push(Want::LiftCurtain);
        }
        if pressed(Key::Escape) {
            wants.push(Want::LookAs(None));
        }
        return wants;
    }
    // A button that has the focus takes Enter and Space for itself.
    let focused = ui.memory(|memory| memory.focused().is_some());
    match &page.ask {
        // A die typed twice by a hasty hand is no choice.
        Ask::Choose(_) if just_typed(ui) => {
            for value in 0..=9 {
                let _ = digit(value).is_some_and(pressed);
            }
        }
        Ask::Choose(choices) => {
            for place in 0..choices.len() {
                let key = action_key(choices, place).and_then(|key| Key::from_name(&key.to_uppercase().to_string()));
                if key.is_some_and(pressed) {
                    wants.push(Want::Choose(place));
                }
            }
        }
        Ask::Facts { title, questions, answers, words, refusal, preview } if !focused => {
            let (refusal, preview) = (refusal.as_ref(), preview.as_ref());
            let facts = Facts { title, questions, answers, words: words.as_ref(), refusal, preview };
            wants.extend(fact_keys(ui, &facts));
        }
        Ask::Facts { .. } => {
            if pressed(Key::Escape) {
                wants.push(Want::Back);
            }
        }
        Ask::Throw(throw) => {
            for value in 1..=throw.sides.min(9) {
                if digit(usize::from(value)).is_some_and(pressed) {
                    let now = ui.input(|input| input.time);
                    ui.data_mut(|data| data.insert_temp(Id::new(LAST_DIE), now));
                    wants.push(Want::Die(value));
                }
            }
            if throw.sides == 10 && pressed(Key::Num0) {
                wants.push(Want::Die(10));
            }
            if !focused && pressed(Key::Space) {
                wants.push(Want::RollOne);
            }
            if !focused && pressed(Key::Enter) {
                wants.push(Want::RollRest);
            }
            if pressed(Key::Backspace) {
                wants.push(Want::Unroll);
            }
            if pressed(Key::Escape) {
                wants.push(Want::Back);
            }
        }
        Ask::Secret { flag, .. } => {
            if !focused && pressed(Key::Enter) {
                wants.push(Want::LookAs(Some(flag.place())));
            }
        }
        Ask::Past { .. } => {
            if !focused && pressed(Key::Escape) {
                wants.push(Want::LookBack(None));
            }
        }
        Ask::Over { .. } => {}
    }
    let undo = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Z)) || pressed(Key::U);
    let redo = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Y)) || pressed(Key::Y);
    if undo && page.undo {
        wants.push(Want::Undo);
    }
    if redo && page.redo {
        wants.push(Want::Redo);
    }
    if page.own_opening && pressed(Key::O) {
        wants.push(Want::RollOpening);
    }
    if pressed(Key::B) {
        wants.push(Want::Magnify(!page.magnified));
    }
    if pressed(Key::R) {
        wants.push(Want::OpenRulebook);
    }
    if pressed(Key::L) {
        wants.push(Want::Show(if page.side == Side::Log { Side::Troops } else { Side::Log }));
    }
    if pressed(Key::P) {
        wants.push(Want::Show(if page.side == Side::Score { Side::Troops } else { Side::Score }));
    }
    if pressed(Key::Escape) {
        wants.push(if page.magnified { Want::Magnify(false) } else { Want::OpenMenu });
    }
    wants
}
