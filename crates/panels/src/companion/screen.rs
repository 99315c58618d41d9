//! The companion's screen: the order at the left, the question in the middle, everybody at the right.

use egui::{
    Align, CornerRadius, Frame, Id, Key, Label, Layout, Margin, Modifiers, Rect, RichText, ScrollArea, Stroke, Ui,
    UiBuilder, pos2, vec2,
};
use tabletop::between;

use super::ask::{Facts, actions, fact_keys, refused, secret};
use super::flag::flag_colours;
use super::order::rule;
use super::throw::{dice_row, throw_panel};
use super::{Ask, DiceSource, Flag, OrderSize, Page, Side, Want, action_keys, card, column, order_panel};
use crate::holding;
use crate::theme::{
    Face, Landmark, Press, Theme, Weight, heading, note, paragraph, scrolling, section, size, tab_strip, width_of,
};

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
    Landmark::Companion.mark(ui);
    mark_alone(ui, page);
    let mut wants = if page.keys { keys(ui, page) } else { Vec::new() };
    let whole = ui.available_rect_before_wrap();
    let bar = inside(ui, whole, |ui| tools(ui, page, &mut wants));
    ui.allocate_rect(whole, egui::Sense::hover());
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
    let column = |from: f32, wide: f32| Rect::from_min_size(pos2(from, body.top()), vec2(wide, body.height()));
    let right = between(whole.width() * 0.26, 300.0, 460.0);
    let last = column(whole.right() - right, right);
    if whole.width() < THREE {
        // No room for three columns: the order stands above the troops.
        let (above, below) = last.split_top_bottom_at_fraction(0.45);
        inside(ui, above, |ui| order(ui, page, OrderSize::Small, &mut wants));
        inside(ui, below, |ui| side_column(ui, page, &mut wants));
        inside(ui, column(whole.left(), whole.width() - right - gap), |ui| middle(ui, page, &mut wants));
        return wants;
    }
    let left = between(whole.width() * 0.31, 300.0, 640.0);
    inside(ui, column(whole.left(), left), |ui| order(ui, page, OrderSize::Large, &mut wants));
    let rest = whole.width() - left - right - 2.0 * gap;
    inside(ui, column(whole.left() + left + gap, rest), |ui| middle(ui, page, &mut wants));
    inside(ui, last, |ui| side_column(ui, page, &mut wants));
    wants
}

/// From which width on, in points, order, question and troops stand beside each other.
const THREE: f32 = 1000.0;

/// Below which height, in points, the question scrolls as a whole.
const LOW: f32 = 560.0;

fn order(ui: &mut Ui, page: &Page, how: OrderSize, wants: &mut Vec<Want>) {
    section(ui, page.order_title, |_| {});
    wants.extend(order_panel(ui, &page.order, page.selected, how));
}

fn middle(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    if ui.available_height() > LOW {
        return question(ui, page, wants);
    }
    scrolling(ui, ScrollArea::vertical().auto_shrink(false).id_salt("question"), |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        question(ui, page, wants);
    });
}

/// Draws into a part of the screen, and says how much of it was needed.
fn inside(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) -> Rect {
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::LEFT));
    let shown = ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
        add(ui);
    });
    shown.response.rect
}

/// Title and buttons: beside each other, or the buttons below the title where there is no room for that.
fn tools(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    let buttons = buttons(page);
    let apart = 4.0;
    let wide: f32 = buttons.iter().map(|(press, _)| press.natural_width(ui) + apart).sum();
    let font = Theme::font(ui, Face::SemiBold, size::HEADING);
    let small = Theme::font(ui, Face::Regular, size::SMALL);
    let title = width_of(ui, &page.title, &font).max(width_of(ui, &page.moment, &small));
    let words = |ui: &mut Ui| {
        ui.vertical(|ui| {
            heading(ui, &page.title);
            crate::theme::hint(ui, &page.moment);
        });
    };
    let mut press = |ui: &mut Ui, (press, want): (Press, Want)| {
        if ui.add(press).clicked() {
            wants.push(want);
        }
    };
    if title + wide + 24.0 <= ui.available_width() {
        ui.horizontal(|ui| {
            ui.set_height(40.0);
            words(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = apart;
                buttons.into_iter().rev().for_each(|button| press(ui, button));
            });
        });
    } else {
        words(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(apart, apart);
            buttons.into_iter().for_each(|button| press(ui, button));
        });
    }
}

/// Who is in front of the screen, whose dice are rolled, and what is at hand at any time.
fn buttons(page: &Page) -> Vec<(Press, Want)> {
    let typed = page.dice == DiceSource::Typed;
    let quiet = |label: &str, key: &str| Press::new(label).key(key).weight(Weight::Quiet);
    let all = Press::new("Everybody").selected(page.viewer.is_none()).name("Everybody looks");
    let mut buttons = vec![(all.hover("What everyone at the table may know."), Want::LookAs(None))];
    if page.with_computer {
        buttons.clear();
    }
    for flag in [Flag::First, Flag::Second].into_iter().filter(|flag| !page.has_phone(*flag) && !page.with_computer) {
        let name = &page.names[flag.place()];
        let press = Press::new(name).selected(page.viewer == Some(flag)).name(format!("{name} looks in secret"));
        let press = press.hover(format!("{name} looks, behind a curtain, at what only this side knows."));
        buttons.push((press, Want::LookAs(Some(flag.place()))));
    }
    let program = Press::new("Computer rolls").selected(!typed).name("Computer rolls the dice");
    let program = program.hover("The computer rolls all dice.");
    let ours =
        Press::new("We roll").selected(typed).name("We roll the dice").hover("You roll the dice and type the results.");
    let big = Press::new("Large").key("B").selected(page.magnified).name("Large order");
    let big = big.hover("Show the order across the whole screen, to be read from across the table.");
    buttons.extend([
        (program, Want::UseDice(DiceSource::Computer)),
        (ours, Want::UseDice(DiceSource::Typed)),
        (big, Want::Magnify(!page.magnified)),
        (quiet("Undo", "U").enabled(page.undo), Want::Undo),
        (quiet("Redo", "Y").enabled(page.redo), Want::Redo),
        (quiet("Rules", "R"), Want::OpenRulebook),
        (quiet("Menu", "Esc"), Want::OpenMenu),
    ]);
    buttons
}

fn curtain(ui: &mut Ui, page: &Page, flag: Flag, wants: &mut Vec<Want>) {
    let theme = Theme::of(ui);
    let (fill, ink) = flag_colours(&theme, flag);
    let name = &page.names[flag.place()];
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, CornerRadius::same(8), fill);
    ui.vertical_centered(|ui| {
        ui.add_space(between((rect.height() - 200.0) * 0.4, 8.0, rect.height() * 0.3));
        let font = Theme::font(ui, Face::SemiBold, 40.0);
        ui.add(Label::new(RichText::new(format!("Only {name} looks now")).font(font).color(ink)).wrap());
        let font = Theme::font(ui, Face::Regular, size::LEAD);
        ui.label(RichText::new("The others turn away.").font(font).color(ink));
        ui.add_space(24.0);
        if ui.add(Press::new(format!("{name} is alone")).key("Enter").weight(Weight::Primary)).clicked() {
            wants.push(Want::LookAlone(flag.place()));
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
    if let Some(agree) = &page.agree {
        crate::theme::card(ui, |ui| {
            paragraph(ui, agree);
            if ui.add(Press::new("Leave the order as it is")).clicked() {
                wants.push(Want::Agree(false));
            }
        });
        return;
    }
    if page.own_opening && matches!(page.ask, Ask::Choose(_) | Ask::Secret { .. }) {
        let press = Press::new("Roll for the first order yourselves").key("E");
        if ui.add(press.hover("The computer has rolled for it. Use your own dice instead.")).clicked() {
            wants.push(Want::RollOpening);
        }
    }
    if page.viewer.is_some() && !page.with_computer {
        ui.horizontal_wrapped(|ui| {
            note(ui, "You look in secret.");
            let back = Press::new("Show everyone the table").small();
            if ui.add(back).clicked() {
                wants.push(Want::LookAs(None));
            }
        });
    }
    if matches!(page.ask, Ask::Choose(_) | Ask::Secret { .. }) {
        held(ui, page, wants);
        answered(ui, page, wants);
        under_markers(ui, page);
    }
    if let Some(refusal) = &page.refusal
        && !matches!(page.ask, Ask::Facts { .. })
    {
        wants.extend(refused(ui, refusal));
    }
    // What came of the last order stands below, so that the question never jumps.
    let busy = matches!(page.ask, Ask::Throw(_) | Ask::Facts { .. });
    let rest = ui.available_rect_before_wrap();
    let told = !busy && (!page.told.is_empty() || !page.rolled.is_empty());
    if !told {
        return ask(ui, page, wants);
    }
    if rest.height() < LOW / 2.0 {
        ask(ui, page, wants);
        return last(ui, page);
    }
    let below = (rest.height() * 0.4).min(240.0);
    let above = Rect::from_min_max(rest.min, pos2(rest.right(), rest.bottom() - below));
    inside(ui, above, |ui| ask(ui, page, wants));
    inside(ui, Rect::from_min_max(pos2(rest.left(), above.bottom()), rest.max), |ui| last(ui, page));
}

/// The answer to what one side asked for, which only that side hears.
fn answered(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    let Some(flag) = page.answered.filter(|flag| !page.has_phone(*flag)) else { return };
    let name = &page.names[flag.place()];
    ui.horizontal_wrapped(|ui| {
        note(ui, &format!("What came of that is for {name} alone."));
        if ui.add(Press::new(format!("{name} is alone and reads it")).small().key("Enter")).clicked() && is_meant(ui) {
            wants.push(Want::LookAlone(flag.place()));
        }
    });
}

/// What lies under whose markers, for the eyes of their owner alone.
fn under_markers(ui: &mut Ui, page: &Page) {
    if page.under_markers.is_empty() {
        return;
    }
    section(ui, "Under your markers", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(16.0, 4.0);
            for (marker, what) in &page.under_markers {
                ui.add(egui::Label::new(format!("{marker}: {what}")).extend());
            }
        });
    });
}

/// Who has said in advance when he fires, and the way to say it. Before everybody's eyes no line tells what was said.
fn held(ui: &mut Ui, page: &Page, wants: &mut Vec<Want>) {
    if page.holding.is_empty() && page.may_say.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let names: Vec<&str> = page.holding.iter().map(|(flag, _)| page.names[flag.place()].as_str()).collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "has" } else { "have" };
            note(ui, &format!("{} {verb} said in advance when to fire.", names.join(" and ")));
            let again = Press::new("Ask again").key("Shift+I");
            let hover = "Nobody holds fire any longer. If the last question was spared, it is asked now.";
            if ui.add(again.small().hover(hover)).clicked() {
                wants.push(Want::AskAgain);
            }
        }
        if let Some(flag) = page.may_say {
            let say = Press::new(holding::heading(&page.names[flag.place()])).key("I");
            let hover = "Say once for each unit: whenever it can, not before a distance, or not this turn. \
                         If somebody fires at a move, give its length up to there.";
            if ui.add(say.small().weight(Weight::Quiet).hover(hover)).clicked() {
                wants.push(Want::SayWhen);
            }
        }
    });
    for line in page.holding.iter().flat_map(|(_, lines)| lines) {
        crate::theme::hint(ui, line);
    }
}

fn actor(ui: &mut Ui, flag: Flag, name: &str, side: &str) {
    let theme = Theme::of(ui);
    let (fill, ink) = flag_colours(&theme, flag);
    Frame::new().fill(fill).corner_radius(8.0).inner_margin(Margin::symmetric(16, 8)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(40.0, 36.0), egui::Sense::hover());
            super::paint_flag(ui.painter(), rect, flag, ink);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let font = Theme::font(ui, Face::SemiBold, 30.0);
                ui.add(Label::new(RichText::new(name).font(font).color(ink)).wrap());
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
        Ask::Facts { title, questions, answers, words, refusal, preview, manner } => {
            let (refusal, preview) = (refusal.as_ref(), preview.as_ref());
            let facts = Facts { title, questions, answers, words: words.as_ref(), refusal, preview, manner };
            wants.extend(facts.show(ui));
        }
        Ask::Throw(throw) => {
            scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("throw"), |ui| {
                wants.extend(throw_panel(ui, throw));
            });
        }
        Ask::Secret { flag, name } => wants.extend(secret(ui, *flag, name, page.has_phone(*flag))),
        Ask::Computer { name } => {
            let font = Theme::font(ui, Face::Medium, size::LEAD);
            ui.add(Label::new(RichText::new(format!("The computer decides for {name}.")).font(font)).wrap());
        }
        Ask::Past { moment } => {
            let font = Theme::font(ui, Face::Medium, size::LEAD);
            ui.add(Label::new(RichText::new(format!("The position then: {moment}")).font(font)).wrap());
            if ui.add(Press::new("Back to the present").key("Esc").weight(Weight::Primary)).clicked() {
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
    scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("last"), |ui| {
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
            scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("score"), |ui| {
                wants.extend(column::clock_panel(ui, &page.clock));
                wants.extend(column::points_panel(ui, &page.points));
            });
        }
        Side::Log => column::log_panel(ui, &page.log, wants),
    }
}

/// For so many seconds a key or a click is taken for the end of the one before, by a hasty hand.
const HASTY: f64 = 0.6;

/// The sides that are asked to look alone, and since when.
type Alone = ([Option<Flag>; 2], f64);

/// Under what egui remembers who is asked to look alone.
const ALONE: &str = "alone since";

/// Remembers since when a side is asked to look alone.
fn mark_alone(ui: &Ui, page: &Page) {
    let secret = if let Ask::Secret { flag, .. } = page.ask { Some(flag) } else { None };
    let asked = [secret, page.answered];
    let now = ui.input(|input| input.time);
    ui.data_mut(|data| {
        let alone: &mut Alone = data.get_temp_mut_or(Id::new(ALONE), (asked, now));
        if alone.0 != asked {
            *alone = (asked, now);
        }
    });
}

/// Whether the question to look alone has stood long enough to be read: the second Enter of a hasty hand shows no secret.
pub(super) fn is_meant(ui: &Ui) -> bool {
    let now = ui.input(|input| input.time);
    ui.data(|data| data.get_temp::<Alone>(Id::new(ALONE))).is_some_and(|(_, since)| now - since >= HASTY)
}

/// Under what egui remembers when the last die was typed.
const LAST_DIE: &str = "last die typed";

/// A die is typed now.
fn typed_now(ui: &Ui) {
    let now = ui.input(|input| input.time);
    ui.data_mut(|data| data.insert_temp(Id::new(LAST_DIE), now));
}

/// Whether a die was typed a moment ago.
fn just_typed(ui: &Ui) -> bool {
    let now = ui.input(|input| input.time);
    ui.data(|data| data.get_temp::<f64>(Id::new(LAST_DIE))).is_some_and(|typed| now - typed < HASTY)
}

fn keys(ui: &Ui, page: &Page) -> Vec<Want> {
    let mut wants = Vec::new();
    if ui.ctx().text_edit_focused() {
        return wants;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if let Some(flag) = page.curtain {
        if pressed(Key::Enter) {
            wants.push(Want::LookAlone(flag.place()));
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
            for (place, key) in action_keys(choices).into_iter().enumerate() {
                let key = key.and_then(|key| Key::from_name(&key.to_uppercase().to_string()));
                if key.is_some_and(pressed) {
                    wants.push(Want::Choose(place));
                }
            }
        }
        Ask::Facts { title, questions, answers, words, refusal, preview, manner } if !focused => {
            let (refusal, preview) = (refusal.as_ref(), preview.as_ref());
            let facts = Facts { title, questions, answers, words: words.as_ref(), refusal, preview, manner };
            wants.extend(fact_keys(ui, &facts));
        }
        Ask::Facts { .. } => {
            if pressed(Key::Escape) {
                wants.push(Want::Back);
            }
        }
        Ask::Throw(throw) => {
            if let Some(together) = &throw.together {
                for number in 0..=9_u8 {
                    let there = usize::from(number) <= together.most;
                    if digit(usize::from(number)).is_some_and(pressed) && there {
                        typed_now(ui);
                        wants.push(Want::Count(number));
                    }
                }
            }
            if (throw.together.is_some() || throw.each) && pressed(Key::D) {
                wants.push(Want::EachDie(!throw.each));
            }
            for value in 1..=throw.sides.min(9) {
                if digit(usize::from(value)).is_some_and(pressed) {
                    typed_now(ui);
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
            if !focused && !page.has_phone(*flag) && pressed(Key::Enter) && is_meant(ui) {
                wants.push(Want::LookAlone(flag.place()));
            }
        }
        Ask::Past { .. } => {
            if !focused && pressed(Key::Escape) {
                wants.push(Want::LookBack(None));
            }
        }
        Ask::Computer { .. } | Ask::Over { .. } => {}
    }
    let undo = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Z)) || pressed(Key::U);
    let redo = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Y)) || pressed(Key::Y);
    if undo && page.undo {
        wants.push(Want::Undo);
    }
    if redo && page.redo {
        wants.push(Want::Redo);
    }
    let chooses = matches!(page.ask, Ask::Choose(_) | Ask::Secret { .. });
    // Before the key without Shift, which would be heard as well. Every letter that is not an action's is another button's.
    if chooses && !page.holding.is_empty() && ui.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::I)) {
        wants.push(Want::AskAgain);
    }
    if chooses && page.may_say.is_some() && pressed(Key::I) {
        wants.push(Want::SayWhen);
    }
    if chooses
        && !focused
        && let Some(flag) = page.answered.filter(|flag| !page.has_phone(*flag))
        && pressed(Key::Enter)
        && is_meant(ui)
    {
        wants.push(Want::LookAlone(flag.place()));
    }
    if page.own_opening && pressed(Key::E) {
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
