//! The force builder: figures of every kind, counted up, checked by the rules and saved as a short file.

use egui::{Label, RichText, TextEdit, Ui, vec2};
use skirmish::{Force, Muster, Side, Skirmish};
use tabletop::numbers::counted;

use super::flag;
use crate::companion::{flag_badge, stepper};
use crate::theme::{Face, Press, Theme, Weight, card, columns, fact, hint, note, section, size};

/// What is asked for on the page of forces.
#[derive(Clone, Debug, PartialEq)]
pub enum BuilderWant {
    /// Build a force of this side.
    Side(Side),
    /// The name of the force that is built.
    Name(String),
    /// So many figures of a kind.
    Count(String, u8),
    /// Take this force from the shelf, by its place.
    Take(usize),
    /// Begin with nobody.
    Clear,
    /// Save the force that is built.
    Save,
    /// Play a scenario with both forces: its place in the list.
    Play(usize),
    /// Leave the page.
    Back,
}

/// Everything that is put together on the page: a force of each side, and which of them is in work.
#[derive(Clone, Debug, PartialEq)]
pub struct Builder {
    /// The forces, in the order of the rulebook.
    pub forces: [Force; 2],
    /// The side in work.
    pub side: Side,
}

impl Default for Builder {
    fn default() -> Self {
        let empty = |side: Side, name: &str| Force { name: name.to_owned(), side, figures: Default::default() };
        Self { forces: [empty(Side::UsArvn, "Our patrol"), empty(Side::VcNva, "Their section")], side: Side::UsArvn }
    }
}

impl Builder {
    /// The force in work.
    pub fn force(&self) -> &Force {
        &self.forces[usize::from(self.side == Side::VcNva)]
    }

    fn force_mut(&mut self) -> &mut Force {
        &mut self.forces[usize::from(self.side == Side::VcNva)]
    }

    /// Does what is asked for, if it concerns the forces alone.
    pub fn want(&mut self, want: &BuilderWant, shelf: &[Force]) {
        match want {
            BuilderWant::Side(side) => self.side = *side,
            BuilderWant::Name(name) => self.force_mut().name.clone_from(name),
            BuilderWant::Count(kind, count) => {
                let figures = &mut self.force_mut().figures;
                if *count == 0 {
                    figures.remove(kind);
                } else {
                    figures.insert(kind.clone(), *count);
                }
            }
            BuilderWant::Take(place) => {
                if let Some(force) = shelf.get(*place) {
                    self.side = force.side;
                    *self.force_mut() = force.clone();
                }
            }
            BuilderWant::Clear => self.force_mut().figures.clear(),
            BuilderWant::Save | BuilderWant::Play(_) | BuilderWant::Back => {}
        }
    }
}

/// Everything the page shows.
pub struct BuilderModel<'a> {
    /// The forces.
    pub builder: &'a Builder,
    /// The rules: kinds of figures and what is wrong with a force.
    pub rules: &'a Skirmish,
    /// Forces that can be taken: the shipped ones and the players' own.
    pub shelf: &'a [Force],
    /// Scenarios in which the forces can be played, by title.
    pub scenarios: &'a [String],
    /// What went wrong with the last attempt, or where a force was saved.
    pub news: Option<(bool, String)>,
}

/// The page of forces: kinds at the left, the force in work in the middle, ready-made forces and scenarios at the right.
pub fn builder_panel(ui: &mut Ui, model: &BuilderModel<'_>) -> Vec<BuilderWant> {
    let mut wants = Vec::new();
    ui.horizontal_wrapped(|ui| {
        if ui.add(Press::new("Back").key("Esc").weight(Weight::Quiet)).clicked() {
            wants.push(BuilderWant::Back);
        }
        let font = Theme::font(ui, Face::SemiBold, size::TITLE);
        ui.label(RichText::new("Forces of your own").font(font));
        ui.add_space(16.0);
        for side in Side::ALL {
            let press = Press::new(side.name()).selected(model.builder.side == side);
            if ui.add(press.name(format!("Build a force of {}", side.name()))).clicked() {
                wants.push(BuilderWant::Side(side));
            }
        }
    });
    if let Some((bad, news)) = &model.news {
        let c = Theme::of(ui).colours;
        ui.add(Label::new(RichText::new(news).color(if *bad { c.danger } else { c.text })).wrap());
    }
    ui.add_space(8.0);
    columns(ui, "builder", 3, |ui, column| match column {
        0 => kinds(ui, model, &mut wants),
        1 => force(ui, model, &mut wants),
        _ => shelf(ui, model, &mut wants),
    });
    wants
}

/// What a kind carries: `assault rifle, 2 fragmentation`.
fn arms(row: &skirmish::tables::KindRow) -> String {
    let mut words: Vec<String> = row.weapons.iter().map(|w| w.name().to_owned()).collect();
    words.extend(row.grenades.iter().map(|(grenade, n)| format!("{n} {}", grenade.name())));
    if row.claymores > 0 {
        words.push(format!("{} Claymores", row.claymores));
    }
    if row.radio {
        words.push("radio".into());
    }
    words.join(", ")
}

fn kinds(ui: &mut Ui, model: &BuilderModel<'_>, wants: &mut Vec<BuilderWant>) {
    let force = model.builder.force();
    section(ui, "Kinds of figures", |ui| {
        for row in &model.rules.figure_table().kinds {
            let count = force.figures.get(&row.kind).copied().unwrap_or(0);
            if let Some(count) = stepper(ui, &row.kind, count, 0, 40) {
                wants.push(BuilderWant::Count(row.kind.clone(), count));
            }
            hint(ui, &arms(row));
            ui.add_space(4.0);
        }
    });
}

fn force(ui: &mut Ui, model: &BuilderModel<'_>, wants: &mut Vec<BuilderWant>) {
    let force = model.builder.force();
    let c = Theme::of(ui).colours;
    flag_badge(ui, flag(force.side), force.side.name());
    ui.add_space(4.0);
    let mut name = force.name.clone();
    let field = ui.add(TextEdit::singleline(&mut name).desired_width(f32::INFINITY).hint_text("Name of the force"));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Name of the force"));
    if field.changed() {
        wants.push(BuilderWant::Name(name));
    }
    ui.add_space(8.0);
    card(ui, |ui| {
        if force.figures.is_empty() {
            note(ui, "Empty. Add figures on the left, or take a ready-made force on the right.");
        }
        for (kind, count) in &force.figures {
            fact(ui, kind, &count.to_string());
        }
    });
    let check = force.check(model.rules.figure_table());
    muster(ui, &force.muster(model.rules));
    if let Err(problem) = &check
        && !force.figures.is_empty()
    {
        ui.add(Label::new(RichText::new(problem).color(c.danger)).wrap());
    }
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        if ui.add(Press::new("Save this force").weight(Weight::Primary).enabled(check.is_ok())).clicked() {
            wants.push(BuilderWant::Save);
        }
        let clear = Press::new("Clear the force").weight(Weight::Quiet).enabled(!force.figures.is_empty());
        if ui.add(clear).clicked() {
            wants.push(BuilderWant::Clear);
        }
    });
}

fn muster(ui: &mut Ui, muster: &Muster) {
    section(ui, "What it brings", |ui| {
        let vehicles = if muster.vehicles > 0 {
            format!(", {} of them vehicles with {}", muster.vehicles, counted(muster.seats, "seat", "seats"))
        } else {
            String::new()
        };
        note(ui, &format!("{}{vehicles}", counted(muster.figures, "figure", "figures")));
        let weapons: Vec<String> = muster.weapons.iter().map(|(w, n)| format!("{n} × {}", w.name())).collect();
        let grenades: Vec<String> = muster.grenades.iter().map(|(g, n)| format!("{n} {}", g.name())).collect();
        for line in [weapons.join(", "), grenades.join(", ")].iter().filter(|line| !line.is_empty()) {
            hint(ui, line);
        }
        if muster.claymores > 0 {
            hint(ui, &format!("{} Claymores", muster.claymores));
        }
        let radio = match muster.radios {
            0 => "No radio: the force cannot call for off-table fire.".to_owned(),
            1 => "A radio".to_owned(),
            n => format!("{n} radios"),
        };
        hint(ui, &radio);
        for remark in &muster.remarks {
            note(ui, remark);
        }
    });
}

fn shelf(ui: &mut Ui, model: &BuilderModel<'_>, wants: &mut Vec<BuilderWant>) {
    section(ui, "Ready-made forces", |ui| {
        for (place, force) in model.shelf.iter().enumerate() {
            if force.side != model.builder.side {
                continue;
            }
            let figures: u32 = force.figures.values().map(|n| u32::from(*n)).sum();
            let press = Press::new(&force.name).line().hover(counted(figures, "figure", "figures"));
            if ui.push_id(("force", place), |ui| ui.add(press).clicked()).inner {
                wants.push(BuilderWant::Take(place));
            }
        }
    });
    section(ui, "Play with these forces", |ui| {
        let ready = model.builder.forces.iter().all(|f| f.check(model.rules.figure_table()).is_ok());
        if !ready {
            note(ui, "Both sides need a force before they can play.");
        }
        for (place, title) in model.scenarios.iter().enumerate() {
            let press = Press::new(title).line().enabled(ready);
            if ui.push_id(("scenario", place), |ui| ui.add(press).clicked()).inner {
                wants.push(BuilderWant::Play(place));
            }
        }
    });
}
