//! What lies over the game: questions, the menu, the keys, banners.

use egui::text::{CCursor, CCursorRange};
use egui::{
    Align2, CornerRadius, Frame, Grid, Id, Key, Label, Margin, Modal, Rect, RichText, ScrollArea, Sense, Stroke,
    TextEdit, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::Intent;
use crate::elsewhere::Away;
use crate::theme::{
    Face, Landmark, Press, SideMark, Theme, Weight, heading, newly_opened, note, paint_side_symbol, paragraph,
    scrolling, side_colours, size,
};

/// A dialog over everything else. Escape, or a press beside it, closes it.
pub fn modal(
    ctx: &egui::Context,
    name: &'static str,
    width: f32,
    add: impl FnOnce(&mut Ui) -> Vec<Intent>,
) -> Vec<Intent> {
    let c = Theme::of_context(ctx).colours;
    let frame = Frame::new()
        .fill(c.panel)
        .stroke(Stroke::new(1.0, c.edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(20));
    let room = ctx.content_rect().size() - vec2(56.0, 56.0);
    let shown = Modal::new(Id::new(("dialog", name))).frame(frame).show(ctx, |ui| {
        Landmark::Dialog(name).mark(ui);
        ui.set_width(width.min(room.x));
        let area = ScrollArea::vertical().id_salt(name).auto_shrink([false, true]).max_height(room.y);
        scrolling(ui, area.min_scrolled_height(room.y), add)
    });
    let close = shown.should_close();
    let mut intents = shown.inner;
    if close && intents.is_empty() {
        intents.push(Intent::CloseDialog);
    }
    intents
}

/// A question with two answers, or three.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfirmModel {
    pub title: String,
    /// What it would mean.
    pub text: String,
    /// What stands on the button that agrees.
    pub yes: String,
    /// What stands on the other.
    pub no: String,
    /// What stands on a third one between them, if there is another way.
    pub other: Option<String>,
    /// Whether agreeing destroys something.
    pub danger: bool,
}

/// The question. Put it into a [`modal`].
pub fn confirm_dialog(ui: &mut Ui, model: &ConfirmModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, &model.title);
    paragraph(ui, &model.text);
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        let weight = if model.danger { Weight::Danger } else { Weight::Primary };
        if ui.add(Press::new(&model.yes).weight(weight)).clicked() {
            intents.push(Intent::Confirm);
        }
        if let Some(other) = &model.other
            && ui.add(Press::new(other)).clicked()
        {
            intents.push(Intent::ConfirmOther);
        }
        if ui.add(Press::new(&model.no)).clicked() {
            intents.push(Intent::CloseDialog);
        }
    });
    intents
}

/// How long the name of a saved game may be, in letters.
const NAME: usize = 40;

/// Under what name a copy of the game is kept. Put it into a [`modal`].
pub fn save_dialog(ui: &mut Ui, name: &str) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, "Save a copy");
    ui.add_space(4.0);
    let mut typed = name.to_owned();
    let field =
        TextEdit::singleline(&mut typed).char_limit(NAME).desired_width(f32::INFINITY).hint_text("Name").show(ui);
    let (response, mut state) = (field.response.response, field.state);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Name of the copy"));
    // It opens with the name chosen whole, so that typing replaces it.
    if newly_opened(ui, "save") {
        response.request_focus();
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(typed.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        let save = ui.add(Press::new("Save").weight(Weight::Primary).key("Enter")).clicked();
        if save || entered {
            intents.push(Intent::SaveAs(typed.clone()));
        }
        if ui.add(Press::new("Cancel").key("Esc")).clicked() {
            intents.push(Intent::CloseDialog);
        }
    });
    if intents.is_empty() && typed != name {
        intents.push(Intent::NameSave(typed));
    }
    intents
}

/// What the menu of a game needs to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MenuModel {
    /// Whether there are saved games.
    pub saves: bool,
    /// Whether the game is played beside a real table.
    pub beside: bool,
    /// Whether a host keeps the game, in this window or elsewhere, so that nothing of it is saved or changed from here.
    pub shared: bool,
}

/// The menu of the game under way. Put it into a [`modal`].
pub fn game_menu(ui: &mut Ui, model: &MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, "Menu");
    ui.add_space(4.0);
    let kept_here = |press: Press| {
        if model.shared { press.enabled(false).hover("Off while the game is shared.") } else { press }
    };
    for (press, intent) in [
        (Press::new("Play on").weight(Weight::Primary).key("Esc"), Intent::CloseDialog),
        (kept_here(Press::new("Save")), Intent::Save),
        (Press::new("Load").enabled(model.saves), Intent::OpenLoad),
        (kept_here(Press::new("Who plays")), Intent::OpenPlayers),
        (
            Press::new(if model.beside { "Secrets on phones" } else { "Invite somebody" }),
            Intent::Elsewhere(Away::Invite),
        ),
        (Press::new("Rulebook"), Intent::OpenRulebook),
        (Press::new("Keys"), Intent::OpenKeys),
        (Press::new("Options"), Intent::OpenOptions),
        (Press::new("Title screen"), Intent::OpenTitle),
        (Press::new("Quit"), Intent::Quit),
    ] {
        if ui.add(press.full_width()).clicked() {
            intents.push(intent);
        }
    }
    note(
        ui,
        if model.shared {
            "While a game is shared, its host saves it after each order, and the two of you play it: Save and Who plays are off."
        } else {
            "The game is saved automatically after each order."
        },
    );
    intents
}

/// The keys that mean the same on every board.
pub const KEYS: &[(&str, &str)] = &[
    ("1 – 9, 0, letters", "Press the buttons of the prompt bar; 0 ends the step"),
    ("Tab, Shift+Tab", "Next or previous unit or group"),
    ("T, Shift+T", "Next or previous target"),
    ("Ctrl+Arrows", "Move the map"),
    ("Enter", "Press, or give the order shown"),
    ("Esc", "Step back; open the menu"),
    ("U or Ctrl+Z", "Undo"),
    ("Ctrl+Y", "Redo"),
    ("Space", "Skip the animation"),
    ("P, N", "Pause the computer or let it play on; skip to your next decision"),
    ("[ and ]", "Slow the computer down, or speed it up"),
    (", and .", "Step back and forward through the game"),
    ("F or Home", "Fit the map into the window"),
    ("+ and −", "Zoom"),
    ("L", "Open or close the log"),
    ("R", "Open the rulebook"),
    ("Ctrl+S, Ctrl+O", "Save a copy; load a game"),
    ("Ctrl+M", "Mute the sound, or let it be heard again"),
    ("F6", "Move the keyboard to the panels, and back to the board"),
    ("F10", "Menu"),
    ("F11", "Switch full screen on or off"),
    ("Ctrl+Q", "Quit"),
    ("? or F1", "This list"),
];

/// The list of keys: those of every board, and those of the board on the table. Put it into a [`modal`].
pub fn keys_panel(ui: &mut Ui, board: &[(&str, &str)]) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, "Keys");
    ui.add_space(4.0);
    Grid::new("keys").num_columns(2).spacing(vec2(16.0, 6.0)).show(ui, |ui| {
        for (key, what) in board.iter().chain(KEYS) {
            let font = Theme::font(ui, Face::Medium, size::BODY);
            ui.label(RichText::new(*key).font(font));
            ui.add(Label::new(*what).wrap());
            ui.end_row();
        }
    });
    ui.add_space(8.0);
    if ui.add(Press::new("Close").key("Esc")).clicked() {
        intents.push(Intent::CloseDialog);
    }
    intents
}

/// A sentence that something went wrong, across the top: until it is put away, or, if it `stays`, until it is no longer true.
pub fn banner(ui: &mut Ui, sentence: &str, stays: bool) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    Frame::new()
        .fill(c.danger_ground)
        .stroke(Stroke::new(1.0, c.danger))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), Sense::hover());
                let font = Theme::font(ui, Face::Bold, size::LEAD);
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, "!", font, c.danger);
                ui.add(Label::new(RichText::new(sentence).color(c.text)).wrap());
                if !stays && ui.add(Press::new("Dismiss").small().weight(Weight::Quiet)).clicked() {
                    intents.push(Intent::DismissBanner);
                }
            });
        });
    intents
}

/// The plate that says whose turn it is now, for two players at one machine; shown for a moment over the board.
pub fn side_banner(ui: &mut Ui, side: SideMark, moment: &str) {
    let theme = Theme::of(ui);
    let (fill, ink) = side_colours(&theme, side);
    let title = Theme::font(ui, Face::Bold, 28.0);
    let small = Theme::font(ui, Face::Medium, size::LEAD);
    let name = ui.painter().layout_no_wrap(format!("{} decides", side.name), title, ink);
    let below = ui.painter().layout_no_wrap(moment.to_owned(), small, ink);
    let width = 40.0 + 56.0 + name.size().x.max(below.size().x);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 88.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{} decides. {moment}", side.name)));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(8), fill);
    let sign = Rect::from_center_size(pos2(rect.left() + 44.0, rect.center().y), vec2(40.0, 36.0));
    paint_side_symbol(painter, sign, side, ink);
    let left = rect.left() + 80.0;
    let height = name.size().y;
    painter.galley(pos2(left, rect.top() + 14.0), name, ink);
    painter.galley(pos2(left, rect.top() + 16.0 + height), below, ink);
}
