//! Playing with somebody elsewhere: the page that invites, the page that joins, and what stands beside the board while two machines
//! share a game.

use egui::{
    Color32, CornerRadius, Key, Label, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};

use crate::Intent;
use crate::screens::page;
use crate::theme::{
    Face, Press, SideBadge, SideMark, Theme, Weight, beside, card, note, paragraph, scrolling, section, side_badge,
    size,
};

/// What the player wants of a game that two machines share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Away {
    /// Begin the scenario with this place in the list shown, and go to the page that invites somebody to it.
    InviteTo(usize),
    /// Go to the page that invites somebody to the game on the table.
    Invite,
    /// Play this side, by its place in the rulebook.
    Side(usize),
    /// The dice come from both machines; or this one rolls them.
    FairDice(bool),
    /// Listen on the local network, and let somebody in.
    Listen,
    /// Listen for the phones of both players; or no longer.
    Phones(bool),
    /// Listen no more; the game goes on at this machine alone.
    Stop,
    /// Give the shared game up: from now on both sides are played at this machine.
    Alone,
    /// Copy this text.
    Copy(String),
    /// Go to the page on which one joins.
    OpenJoin,
    /// The invitation reads so now.
    Typed(String),
    /// Sit down with the invitation as it reads.
    Join,
    /// Sit down again at the seat with this place in the list shown.
    SitDown(usize),
    /// Open or close the lines written to each other.
    Talk,
    /// The line that is being written reads so now.
    Draft(String),
    /// Send it.
    Say,
    /// Answer the other side, which asks to take an order back.
    Agree(bool),
}

/// What the page that invites shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InviteModel {
    /// The scenario.
    pub title: String,
    /// Both sides, in the order of the rulebook.
    pub sides: [SideMark; 2],
    /// The side of the one who invites.
    pub own: usize,
    /// Whether the dice come from both machines.
    pub fair: bool,
    /// Why nobody can be invited to this game, if so.
    pub why_not: Option<String>,
    /// What is told to the friend, once this machine listens.
    pub open: Option<OpenModel>,
    /// Whether somebody was invited before and hides something from this side, so that nothing else is shown here.
    pub shared: bool,
}

/// An open game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenModel {
    /// Where this machine listens, as its friend types it.
    pub address: String,
    /// Three words that open the free seat; none once it is taken.
    pub words: Option<String>,
    /// The link for the friend.
    pub link: String,
    /// The link as the squares of a QR code, row by row; true is dark.
    pub code: Vec<Vec<bool>>,
    /// Whether somebody sits at the other side.
    pub there: bool,
}

/// The page that invites somebody.
pub fn invite_screen(ui: &mut Ui, model: &InviteModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    page(ui, "Invite somebody", Intent::CloseDialog, &mut intents, |ui, intents| {
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            let font = Theme::font(ui, Face::SemiBold, size::LEAD);
            ui.add(Label::new(RichText::new(&model.title).font(font)).wrap());
            ui.add_space(8.0);
            match (&model.why_not, &model.open) {
                (Some(why), _) => _ = paragraph(ui, why),
                (None, None) => before(ui, model, intents),
                (None, Some(open)) => listening(ui, model, open, intents),
            }
        });
    });
    intents
}

/// A phone's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneLine {
    pub side: SideMark,
    /// The page the phone opens.
    pub link: String,
    /// The same as the squares of a QR code, row by row; true is dark.
    pub code: Vec<Vec<bool>>,
    pub there: bool,
}

/// The page that gives each player beside a real table his secrets on his phone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhonesModel {
    /// Why no phone can be used, if so.
    pub why_not: Option<String>,
    /// The code of each side, once this machine listens.
    pub lines: Vec<PhoneLine>,
}

/// The page with the codes for phones.
pub fn phones_screen(ui: &mut Ui, model: &PhonesModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    page(ui, "Secrets on phones", Intent::CloseDialog, &mut intents, |ui, intents| {
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            if let Some(why) = &model.why_not {
                _ = paragraph(ui, why);
            } else if model.lines.is_empty() {
                paragraph(
                    ui,
                    "Each player sees on a phone what only that side may know, and answers there what only that side may answer. This screen \
                     shows what everybody may know, and nobody has to turn away.",
                );
                paragraph(
                    ui,
                    "This machine then listens on the local network until you stop it or leave the game. The phones must be in the same network; \
                     no internet is needed. The lines are not encrypted: somebody in that network with the means to listen could read along.",
                );
                ui.add_space(8.0);
                if ui.add(Press::new("Listen and show the codes").weight(Weight::Primary)).clicked() {
                    intents.push(Intent::Elsewhere(Away::Phones(true)));
                }
            } else {
                codes(ui, model, intents);
            }
        });
    });
    intents
}

fn codes(ui: &mut Ui, model: &PhonesModel, intents: &mut Vec<Intent>) {
    paragraph(
        ui,
        "Each player points the phone's camera at the code of their own side only: it opens that side's secrets.",
    );
    ui.add_space(8.0);
    let wide = tabletop::between((ui.available_width() - 32.0) / 2.0, 200.0, 420.0);
    ui.horizontal_top(|ui| {
        for line in &model.lines {
            ui.vertical(|ui| {
                ui.set_width(wide);
                ui.horizontal(|ui| {
                    side_badge(ui, line.side, SideBadge::Name);
                    note(ui, if line.there { "The phone is there." } else { "No phone yet." });
                });
                squares(ui, &line.code);
                let c = Theme::of(ui).colours;
                ui.add(Label::new(RichText::new(&line.link).color(c.muted).size(size::SMALL)).wrap());
            });
            ui.add_space(16.0);
        }
    });
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        if ui.add(Press::new("To the table").weight(Weight::Primary)).clicked() {
            intents.push(Intent::CloseDialog);
        }
        let stop = Press::new("Stop listening").weight(Weight::Quiet);
        if ui.add(stop.hover("The phones' lines end. Secrets are then behind the curtain again.")).clicked() {
            intents.push(Intent::Elsewhere(Away::Phones(false)));
        }
    });
}

fn before(ui: &mut Ui, model: &InviteModel, intents: &mut Vec<Intent>) {
    paragraph(ui, "Somebody on another machine plays the other side. Pointman has to be there, too.");
    ui.add_space(8.0);
    section(ui, "You play", |ui| {
        ui.horizontal_wrapped(|ui| {
            for (place, side) in model.sides.iter().enumerate() {
                let press = Press::new(side.name).selected(place == model.own).name(format!("Play {}", side.name));
                if ui.add(press).clicked() {
                    intents.push(Intent::Elsewhere(Away::Side(place)));
                }
            }
        });
    });
    ui.add_space(8.0);
    section(ui, "The dice", |ui| {
        ui.horizontal_wrapped(|ui| {
            for (fair, name) in [(true, "Come from both machines"), (false, "Come from this machine")] {
                if ui.add(Press::new(name).selected(fair == model.fair)).clicked() {
                    intents.push(Intent::Elsewhere(Away::FairDice(fair)));
                }
            }
        });
        note(
            ui,
            if model.fair {
                "From here on neither machine can know or choose a roll, and after the game the file proves each of these. Orders wait while your friend is away."
            } else {
                "Your friend trusts this machine with the dice. Orders can be given while your friend is away."
            },
        );
    });
    ui.add_space(8.0);
    paragraph(
        ui,
        "This machine then listens on the local network until you stop it or leave the game. Over the internet it can be reached only if your \
         router lets it through.",
    );
    ui.add_space(8.0);
    let listen = Press::new("Listen and show the invitation").weight(Weight::Primary);
    if ui.add(listen).clicked() {
        intents.push(Intent::Elsewhere(Away::Listen));
    }
    if model.shared {
        ui.add_space(8.0);
        let alone = Press::new("Play both sides at this machine").weight(Weight::Quiet);
        if ui
            .add(alone.hover("Your friend's link then opens nothing, and all that is hidden can be seen here."))
            .clicked()
        {
            intents.push(Intent::Elsewhere(Away::Alone));
        }
    }
}

fn listening(ui: &mut Ui, model: &InviteModel, open: &OpenModel, intents: &mut Vec<Intent>) {
    let other = model.sides[1 - model.own.min(1)];
    ui.horizontal_wrapped(|ui| {
        note(ui, "You play");
        side_badge(ui, model.sides[model.own.min(1)], SideBadge::Name);
        note(ui, if open.there { "Your friend is there:" } else { "Free:" });
        side_badge(ui, other, SideBadge::Name);
    });
    ui.add_space(8.0);
    paragraph(ui, "This machine listens on the local network now. Your friend starts Pointman and chooses Join.");
    if let Some(words) = &open.words {
        section(ui, "To say on the telephone", |ui| {
            let font = Theme::font(ui, Face::SemiBold, size::LEAD);
            ui.add(Label::new(RichText::new(format!("{} {words}", open.address)).font(font)).wrap());
            note(ui, "The words open the free seat once. They do not prove which machine answers; the link does.");
        });
    }
    section(ui, "To send", |ui| {
        let c = Theme::of(ui).colours;
        ui.add(Label::new(RichText::new(&open.link).color(c.muted).size(size::SMALL)).wrap());
        ui.add_space(4.0);
        if ui.add(Press::new("Copy the link").weight(Weight::Primary)).clicked() {
            intents.push(Intent::Elsewhere(Away::Copy(open.link.clone())));
        }
        note(ui, "The link opens the seat by itself: send it to your friend alone.");
        ui.add_space(8.0);
        squares(ui, &open.code);
    });
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        if ui.add(Press::new("To the board")).clicked() {
            intents.push(Intent::CloseDialog);
        }
        let stop = Press::new("Stop listening").weight(Weight::Quiet);
        if ui.add(stop.hover("Your friend's line ends. The game goes on at this machine.")).clicked() {
            intents.push(Intent::Elsewhere(Away::Stop));
        }
    });
}

/// A QR code: dark on light in either palette, with the margin that a camera wants.
fn squares(ui: &mut Ui, code: &[Vec<bool>]) {
    let count = code.len() as f32 + 8.0;
    let cell = (ui.available_width().min(232.0) / count).floor().max(2.0);
    let (rect, response) = ui.allocate_exact_size(vec2(cell * count, cell * count), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, "The link as a QR code"));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::ZERO, Color32::WHITE);
    for (row, line) in code.iter().enumerate() {
        for (column, _) in line.iter().enumerate().filter(|(_, dark)| **dark) {
            let at = pos2(rect.left() + (column as f32 + 4.0) * cell, rect.top() + (row as f32 + 4.0) * cell);
            painter.rect_filled(Rect::from_min_size(at, vec2(cell, cell)), CornerRadius::ZERO, Color32::BLACK);
        }
    }
}

/// What the page on which one joins shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinModel {
    /// The invitation as it was typed or pasted.
    pub typed: String,
    /// Whether the host is being asked just now.
    pub busy: bool,
    /// What went wrong.
    pub problem: Option<String>,
    /// Seats that were taken earlier.
    pub seats: Vec<SeatLine>,
}

/// A seat that was taken earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLine {
    /// Scenario and side.
    pub title: String,
    /// Where its host is, and when one sat there last.
    pub about: String,
}

/// The page on which one joins.
pub fn join_screen(ui: &mut Ui, model: &JoinModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    page(ui, "Join", Intent::OpenTitle, &mut intents, |ui, intents| {
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            paragraph(
                ui,
                "Paste the link that you were sent, or type the address and the three words that you were told.",
            );
            ui.add_space(4.0);
            let mut typed = model.typed.clone();
            // A link is longer than a line.
            let field = TextEdit::multiline(&mut typed)
                .desired_width(f32::INFINITY)
                .desired_rows(2)
                .return_key(None)
                .hint_text("pointman://…   or   192.168.0.7 tiger-bridge-forty");
            let response = ui.add_enabled(!model.busy, field);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Invitation"));
            let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            typed.retain(|letter| !letter.is_control());
            if typed != model.typed {
                intents.push(Intent::Elsewhere(Away::Typed(typed.clone())));
            }
            ui.add_space(8.0);
            let ready = !model.busy && !typed.trim().is_empty();
            let words = if model.busy { "Asking the host …" } else { "Sit down" };
            let press = Press::new(words).weight(Weight::Primary).enabled(ready);
            if (ui.add(press).clicked() || entered) && ready {
                intents.push(Intent::Elsewhere(Away::Join));
            }
            if let Some(problem) = &model.problem {
                ui.add_space(8.0);
                let colour = Theme::of(ui).colours.danger;
                ui.add(Label::new(RichText::new(problem).color(colour)).wrap());
            }
            if model.seats.is_empty() {
                return;
            }
            ui.add_space(16.0);
            section(ui, "Your seats", |ui| {
                for (place, seat) in model.seats.iter().enumerate() {
                    card(ui, |ui| {
                        beside(ui, RichText::new(&seat.title), 150.0, |ui| {
                            let press = Press::new("Sit down again").small().enabled(!model.busy);
                            if ui.add(press.name(format!("Sit down again: {}", seat.title))).clicked() {
                                intents.push(Intent::Elsewhere(Away::SitDown(place)));
                            }
                        });
                        note(ui, &seat.about);
                    });
                    ui.add_space(4.0);
                }
            });
        });
    });
    intents
}

/// Who is at the table of a shared game, and how its line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyModel {
    /// Both sides, in the order of the rulebook, and whether somebody is there.
    pub seats: Vec<(SideMark, bool)>,
    /// The side that sits here.
    pub own: usize,
    /// What was written to each other: the side by its place, and its line.
    pub said: Vec<(usize, String)>,
    /// How many of these lines are new.
    pub unread: usize,
    /// Whether the lines are shown.
    pub open: bool,
    pub draft: String,
    /// Whether the line is being mended.
    pub lost: bool,
    /// Why there is no line any more.
    pub ended: Option<String>,
    /// Whether the other side asks to take an order back.
    pub asked: bool,
    /// Whether the other side was asked, and has not answered.
    pub waits: bool,
}

/// Who is there, the lines written to each other, and what the other side asks.
pub fn company_panel(ui: &mut Ui, model: &CompanyModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let mut say = |away| intents.push(Intent::Elsewhere(away));
    let other = model.seats.iter().enumerate().find(|(place, _)| *place != model.own).map(|(_, seat)| *seat);
    if let Some((side, _)) = other.filter(|_| model.asked) {
        ui.horizontal_wrapped(|ui| {
            side_badge(ui, side, SideBadge::Name);
            ui.add(Label::new("asks to take its last order back.").wrap());
        });
        ui.horizontal_wrapped(|ui| {
            if ui.add(Press::new("Agree").small().weight(Weight::Primary)).clicked() {
                say(Away::Agree(true));
            }
            if ui.add(Press::new("Not now").small()).clicked() {
                say(Away::Agree(false));
            }
        });
        ui.separator();
    }
    if model.waits {
        note(ui, "You ask to take your order back. It stands until the other side agrees.");
    }
    ui.horizontal_wrapped(|ui| {
        if let Some((side, here)) = other {
            side_badge(ui, side, SideBadge::Name);
            let words = match (&model.ended, model.lost, here) {
                (Some(_), ..) => "The line has ended.",
                (None, true, _) => "The line is lost.",
                (None, false, true) => "is there.",
                (None, false, false) => "is not there just now.",
            };
            note(ui, words);
        }
        let words = match model.unread {
            0 => "Write".to_owned(),
            unread => format!("Write ({unread} new)"),
        };
        let talk = Press::new(words).small().name("Write").weight(Weight::Quiet).selected(model.open);
        if ui.add(talk.hover("Lines to each other.")).clicked() {
            say(Away::Talk);
        }
    });
    if let Some(why) = &model.ended {
        let colour = Theme::of(ui).colours.danger;
        ui.add(Label::new(RichText::new(why).color(colour)).wrap());
    }
    if !model.open {
        return intents;
    }
    let area = ScrollArea::vertical().id_salt("said").auto_shrink([false, true]).max_height(120.0);
    scrolling(ui, area.stick_to_bottom(true), |ui| {
        if model.said.is_empty() {
            note(ui, "Nothing was written yet.");
        }
        for (place, text) in &model.said {
            ui.horizontal_wrapped(|ui| {
                if let Some((side, _)) = model.seats.get(*place) {
                    side_badge(ui, *side, SideBadge::Name);
                }
                ui.add(Label::new(text).wrap());
            });
        }
    });
    let mut draft = model.draft.clone();
    let field = TextEdit::singleline(&mut draft).desired_width(f32::INFINITY).hint_text("A line to the other side");
    let response = ui.add_enabled(!model.lost && model.ended.is_none(), field);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "A line to the other side"));
    if draft != model.draft {
        say(Away::Draft(draft));
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        say(Away::Say);
        response.request_focus();
    }
    intents
}
