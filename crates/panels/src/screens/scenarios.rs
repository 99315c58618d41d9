//! Choosing a scenario.

use egui::{Id, RichText, ScrollArea, Ui, Vec2, vec2};

use tabletop::{Section, Variant, between};

use super::page_within;
use crate::Intent;
use crate::computer::{BESIDE, SeatsModel, seats_panel};
use crate::elsewhere::Away;
use crate::teacher::Ask;
use crate::theme::{Face, Press, Theme, Weight, hint, note, paragraph, scrolling, section, side_by_side, size};

/// What the list of scenarios shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenariosModel {
    pub ruleset: String,
    pub scenarios: Vec<ScenarioLine>,
    /// The ruleset's id, if players can put forces of their own together.
    pub forces: Option<String>,
    /// Who plays which side.
    pub seats: Option<SeatsModel>,
    /// The board of the scenario with this place in the list, and its forces; none while it is still being drawn, or if it has none.
    pub board: Option<(usize, [Option<BoardPicture>; 2])>,
}

/// A picture of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    pub texture: egui::TextureId,
    /// Its width and height in pixels.
    pub size: (u32, u32),
}

/// A scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioLine {
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// A page of history.
    pub background: String,
    /// Forces, where they stand, what decides.
    pub briefing: Vec<Section>,
    /// What the players may agree on, with what is chosen now.
    pub variants: Vec<Variant>,
    /// What the file has chosen of each.
    pub written: Vec<usize>,
    /// Whether it is played beside a real table.
    pub beside: bool,
    /// Whether the computer can play a side beside a real table.
    pub computer: bool,
    /// When it was played last, and how that game went or how far it is.
    pub last: Option<String>,
    /// What is wrong with its file, if it cannot be played.
    pub problem: Option<String>,
}

impl ScenarioLine {
    /// How many variants are not as the file has them.
    fn changed(&self) -> usize {
        self.variants.iter().zip(&self.written).filter(|(variant, written)| variant.chosen != **written).count()
    }
}

/// The scenarios: a list at the left, the chosen one at the right.
pub fn scenarios_screen(ui: &mut Ui, model: &ScenariosModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    page_within(ui, WIDEST, &model.ruleset, Intent::OpenTitle, &mut intents, |ui, intents| {
        let learn = Press::new("Learn to play").hover("Lessons on the board, and a quiz.");
        if ui.add(learn).clicked() {
            intents.push(Intent::Teacher(Ask::Learn));
        }
        ui.add_space(8.0);
        let memory = Id::new(("chosen scenario", &model.ruleset));
        let last = model.scenarios.len().saturating_sub(1);
        let mut chosen: usize = ui.data(|data| data.get_temp(memory)).unwrap_or(0).min(last);
        if model.scenarios.is_empty() {
            note(ui, "No scenarios found: the folder scenarios is missing or empty.");
            return;
        }
        let height = ui.available_height();
        let list = between(ui.available_width() * 0.36, 160.0, 360.0);
        ui.horizontal_top(|ui| {
            ui.allocate_ui(vec2(list, height), |ui| {
                ui.vertical(|ui| {
                    if let Some(id) = &model.forces {
                        let press = Press::new("Forces of your own …").name("Forces of your own").full_width();
                        let words = "Put squads together for a game beside your own table.";
                        if ui.add(press.hover(words)).clicked() {
                            intents.push(Intent::OpenForces(id.clone()));
                        }
                        ui.add_space(8.0);
                    }
                    scrolling(ui, ScrollArea::vertical().id_salt("scenarios"), |ui| {
                        for (index, scenario) in model.scenarios.iter().enumerate() {
                            let press = Press::new(&scenario.title).line().selected(index == chosen);
                            if ui.add(press).clicked() {
                                chosen = index;
                            }
                        }
                    });
                });
            });
            ui.add_space(16.0);
            ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
                ui.vertical(|ui| page_of(ui, model, chosen, intents))
            });
        });
        ui.data_mut(|data| data.insert_temp(memory, chosen));
    });
    intents
}

fn page_of(ui: &mut Ui, model: &ScenariosModel, chosen: usize, intents: &mut Vec<Intent>) {
    let Some(scenario) = model.scenarios.get(chosen) else { return };
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::SemiBold, 20.0);
    ui.add(egui::Label::new(RichText::new(&scenario.title).font(font)).wrap());
    paragraph(ui, &scenario.summary);
    if let Some(last) = &scenario.last {
        note(ui, &format!("Last time: {last}"));
    }
    ui.add_space(8.0);
    if let Some(problem) = &scenario.problem {
        ui.add(egui::Label::new(RichText::new(problem).color(c.danger)).wrap());
    }
    let rules_page = Id::new("scenario page on rules");
    let mut on_rules: bool =
        ui.data(|data| data.get_temp(rules_page)).unwrap_or(false) && !scenario.variants.is_empty();
    ui.horizontal_wrapped(|ui| {
        let start = Press::new("Start").weight(Weight::Primary).enabled(scenario.problem.is_none());
        if ui.add(start).clicked() {
            intents.push(Intent::StartScenario(chosen));
        }
        if !scenario.beside {
            let invite = Press::new("Invite somebody").enabled(scenario.problem.is_none());
            if ui.add(invite.hover("Somebody on another machine plays the other side.")).clicked() {
                intents.push(Intent::Elsewhere(Away::InviteTo(chosen)));
            }
        }
        if !scenario.variants.is_empty() {
            let words = match scenario.changed() {
                0 => "Optional rules".to_owned(),
                1 => "Optional rules: 1 changed".to_owned(),
                changed => format!("Optional rules: {changed} changed"),
            };
            let press = Press::new(words).name("Optional rules").selected(on_rules);
            if ui.add(press.hover("Rules you may switch on or off in this scenario.")).clicked() {
                on_rules = !on_rules;
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(rules_page, on_rules));
    ui.add_space(12.0);
    let area = ScrollArea::vertical().id_salt(("scenario", chosen, on_rules)).auto_shrink(false);
    scrolling(ui, area, |ui| {
        ui.set_max_width(ui.available_width() - 16.0);
        if let Some(seats) = &model.seats {
            let why_not = (scenario.beside && !scenario.computer).then_some(BESIDE);
            let watch = seats.watch.filter(|_| !scenario.beside);
            seats_panel(ui, &SeatsModel { why_not, watch, beside: scenario.beside, ..seats.clone() }, intents);
            ui.add_space(12.0);
        }
        let shown = !scenario.beside && scenario.problem.is_none();
        if on_rules {
            agreements(ui, scenario, chosen, intents);
        } else if shown && ui.available_width() >= BESIDE_THE_BOARD {
            ui.spacing_mut().item_spacing.x = 24.0;
            side_by_side(ui, 2, |columns| {
                board(&mut columns[0], model, chosen, intents);
                briefing(&mut columns[1], scenario);
            });
        } else {
            if shown {
                board(ui, model, chosen, intents);
            }
            briefing(ui, scenario);
        }
    });
}

/// How wide this page is at most, in points.
const WIDEST: f32 = 1760.0;

/// How much room puts the briefing beside the board, in points.
const BESIDE_THE_BOARD: f32 = 960.0;

/// How wide lines of prose are at most, in points.
const PROSE: f32 = 720.0;

/// How high the picture of a board is at most, as a share of the window.
const HIGHEST: f32 = 0.5;

/// How wide most boards are for their height.
const BOARD_SHAPE: f32 = 1.5;

/// The narrowest row in which counters are still told apart, in points.
const MUSTER: f32 = 480.0;

/// The board as the game begins on it, and the forces.
fn board(ui: &mut Ui, model: &ScenariosModel, chosen: usize, intents: &mut Vec<Intent>) {
    let drawn = model.board.filter(|(scenario, _)| *scenario == chosen);
    if drawn.is_none() {
        intents.push(Intent::ShowBoard(chosen));
    }
    let [board, forces] = drawn.map_or([None; 2], |(_, pictures)| pictures);
    let title = model.scenarios.get(chosen).map_or("", |scenario| scenario.title.as_str());
    let most = ui.ctx().content_rect().height() * HIGHEST;
    let room = ui.available_width();
    let width = if let Some(board) = board {
        picture(ui, board, vec2(room, most), &format!("The board of {title}"))
    } else {
        frame(ui, vec2(room, most))
    };
    if let Some(forces) = forces {
        picture(ui, forces, vec2(width.max(MUSTER).min(room), most), &format!("The forces of {title}"));
    }
}

/// An empty frame while a board is being drawn, so that what is being read does not jump when its picture comes; how wide it is.
fn frame(ui: &mut Ui, room: Vec2) -> f32 {
    let width = room.x.min(room.y * BOARD_SHAPE);
    let (_, rect) = ui.allocate_space(vec2(width, width / BOARD_SHAPE));
    ui.painter().rect_filled(rect, 6.0, Theme::of(ui).colours.panel);
    ui.add_space(12.0);
    width
}

/// A picture as large as the room for it; how wide that is.
fn picture(ui: &mut Ui, picture: BoardPicture, room: Vec2, name: &str) -> f32 {
    let BoardPicture { texture, size: (wide, high) } = picture;
    let shape = high as f32 / (wide as f32).max(1.0);
    let width = room.x.min(room.y / shape.max(0.05));
    let shown = ui.add(egui::Image::new((texture, vec2(width, width * shape))).corner_radius(6.0));
    shown.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, name));
    ui.add_space(12.0);
    width
}

/// The story, and what there is to know before one begins.
fn briefing(ui: &mut Ui, scenario: &ScenarioLine) {
    ui.set_max_width(ui.available_width().min(PROSE));
    let c = Theme::of(ui).colours;
    for part in scenario.background.split('\n').filter(|p| !p.trim().is_empty()) {
        ui.add(egui::Label::new(RichText::new(part).color(c.muted)).wrap());
        ui.add_space(8.0);
    }
    for Section { title, lines } in &scenario.briefing {
        section(ui, title, |ui| {
            for line in lines {
                paragraph(ui, line);
            }
        });
    }
}

/// What the players may agree on: a line each, with its choices.
fn agreements(ui: &mut Ui, scenario: &ScenarioLine, chosen: usize, intents: &mut Vec<Intent>) {
    note(
        ui,
        "The scenario's own settings apply unless you agree otherwise. Pars and points assume the rules as written.",
    );
    for (variant, written) in scenario.variants.iter().zip(&scenario.written) {
        ui.add_space(12.0);
        ui.horizontal_wrapped(|ui| {
            let font = Theme::font(ui, Face::Medium, size::BODY);
            ui.label(RichText::new(&variant.name).font(font));
            hint(ui, variant.rule.as_str());
            if variant.chosen != *written {
                let colour = Theme::of(ui).colours.accent;
                ui.label(RichText::new("changed").size(size::SMALL).color(colour));
            }
        });
        note(ui, &variant.about);
        ui.horizontal_wrapped(|ui| {
            for (choice, words) in variant.choices.iter().enumerate() {
                let press = Press::new(*words).small().selected(choice == variant.chosen);
                let press = press.name(format!("{}: {words}", variant.name));
                if ui.add(press).clicked() && choice != variant.chosen {
                    intents.push(Intent::Agree { scenario: chosen, variant: variant.id.clone(), choice });
                }
            }
        });
    }
}
