//! The page on which forces are put together for a game beside a real table.

use egui::{Align, ComboBox, Label, Layout, RichText, TextEdit, Ui, vec2};
use platoon::scenario::SquadSetup;
use platoon::state::Trap;
use platoon::{Kind, Platoon, Side, Troops, Weapon};
use tabletop::numbers::counted;

use super::flag;
use super::roster::{CACHES, DUMMIES, Enlisted, Roster, RosterWant, TURNS};
use crate::companion::{flag_badge, stepper};
use crate::theme::{Face, Press, Theme, Weight, beside, card, columns, hint, note, section, size};

/// Everything the page shows.
pub struct RosterModel<'a> {
    pub rules: &'a Platoon,
    /// The forces.
    pub roster: &'a Roster,
    /// The names of forces of both sides that were saved.
    pub saved: &'a [String],
    /// Force lists that can join: name and squads.
    pub shelf: &'a [(String, Vec<SquadSetup>)],
    /// What went wrong with the last attempt, or where a list was saved.
    pub news: Option<(bool, String)>,
}

/// The page of forces: the Allies at the left, VC/NVA in the middle, the table at the right.
pub fn roster_panel(ui: &mut Ui, model: &RosterModel<'_>) -> Vec<RosterWant> {
    let mut wants = Vec::new();
    ui.horizontal(|ui| {
        if ui.add(Press::new("Back").key("Esc").weight(Weight::Quiet)).clicked() {
            wants.push(RosterWant::Back);
        }
        let font = Theme::font(ui, Face::SemiBold, size::TITLE);
        ui.label(RichText::new("Forces for your own table").font(font));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let ready = [Side::Allied, Side::Vc].iter().all(|side| model.roster.side(*side).next().is_some());
            let begin = Press::new("Begin the game").key("F5").weight(Weight::Primary).enabled(ready);
            let begin = if ready { begin } else { begin.hover("Both sides need at least one squad.") };
            if ui.add(begin).clicked() || (ready && ui.input(|i| i.key_pressed(egui::Key::F5))) {
                wants.push(RosterWant::Begin);
            }
        });
    });
    // The line is there without news as well, so that nothing below it jumps.
    let c = Theme::of(ui).colours;
    let usual = "Save the forces under a name to use them another day.";
    let (bad, news) = model.news.as_ref().map_or((false, usual), |(bad, news)| (*bad, news.as_str()));
    ui.add(Label::new(RichText::new(news).color(if bad { c.danger } else { c.text })).wrap());
    ui.add_space(8.0);
    columns(ui, "forces", 3, |ui, place| match [Some(Side::Allied), Some(Side::Vc), None][place] {
        Some(side) => force(ui, model, side, &mut wants),
        None => table(ui, model, &mut wants),
    });
    wants
}

fn force(ui: &mut Ui, model: &RosterModel<'_>, side: Side, wants: &mut Vec<RosterWant>) {
    let roster = model.roster;
    ui.horizontal(|ui| {
        flag_badge(ui, flag(side), side.name());
        let figures: usize = roster.side(side).map(|(_, e)| strength(e)).sum();
        let squads = roster.side(side).count();
        let (squads, figures) = (counted(squads, "squad", "squads"), counted(figures, "figure", "figures"));
        hint(ui, &format!("{squads}, {figures}"));
    });
    ui.add_space(4.0);
    for (place, enlisted) in roster.side(side) {
        ui.push_id(("squad", place), |ui| {
            let shown = ui.scope(|ui| card(ui, |ui| squad(ui, model, place, enlisted, wants))).response;
            if newly_open(ui, roster.open) && roster.open == Some(place) {
                ui.scroll_to_rect(shown.rect, None);
            }
        });
        ui.add_space(4.0);
    }
    let room = roster.room(side) > 0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        if ui.add(Press::new("New squad").name(format!("New squad of {}", side.name())).enabled(room)).clicked() {
            wants.push(RosterWant::AddSquad(side));
        }
        let save = Press::new("Save as a force list").name(format!("Save {} as a force list", side.name()));
        if ui.add(save.weight(Weight::Quiet).enabled(roster.side(side).next().is_some())).clicked() {
            wants.push(RosterWant::Save(side));
        }
        let sheet = Press::new("Army sheet").name(format!("Army sheet of {}", side.name())).weight(Weight::Quiet);
        let sheet = sheet.hover("A page to print, with a box to tick for each figure.");
        if ui.add(sheet.enabled(roster.side(side).next().is_some())).clicked() {
            wants.push(RosterWant::Sheet(side));
        }
    });
    section(ui, "Force lists", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            for (place, (name, squads)) in model.shelf.iter().enumerate() {
                if squads.first().is_none_or(|s| s.side != side) {
                    continue;
                }
                let figures: u32 = squads.iter().flat_map(|s| &s.figures).map(|(n, _)| u32::from(*n)).sum();
                let words = format!(
                    "{} of {} join.",
                    counted(squads.len(), "squad", "squads"),
                    counted(figures, "figure", "figures")
                );
                if ui.add(Press::new(name).max_width(240.0).hover(words).enabled(room)).clicked() {
                    wants.push(RosterWant::AddList(place));
                }
            }
        });
    });
}

fn strength(enlisted: &Enlisted) -> usize {
    enlisted.squad.figures.iter().map(|(n, _)| usize::from(*n)).sum()
}

/// What a squad carries: `5 assault rifles, 1 LMG`.
fn arms(enlisted: &Enlisted) -> String {
    if let Some(list) = enlisted.squad.drawn_from {
        return format!("drawn from the table of {} at first contact", list.name());
    }
    let lines: Vec<String> = enlisted.squad.figures.iter().map(|(n, w)| format!("{n} × {}", w.name())).collect();
    lines.join(", ")
}

/// Whether another squad has just been opened: then it is brought into view.
fn newly_open(ui: &Ui, open: Option<usize>) -> bool {
    let id = egui::Id::new("squad of the forces that was opened last");
    let last = ui.data_mut(|data| data.get_temp_mut_or_insert_with(id, || (open, 0.0)).to_owned());
    let now = ui.input(|input| input.time);
    if last.0 != open {
        ui.data_mut(|data| data.insert_temp(id, (open, now)));
    }
    last.0 != open || last.1 == now
}

fn squad(ui: &mut Ui, model: &RosterModel<'_>, place: usize, enlisted: &Enlisted, wants: &mut Vec<RosterWant>) {
    let squad = &enlisted.squad;
    let open = model.roster.open == Some(place);
    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
    let word = if open { "Done" } else { "Change" };
    let remove = Press::new("Remove").small().weight(Weight::Quiet).name(format!("Remove {}", squad.name));
    let change = Press::new(word).small().name(format!("{word} {}", squad.name));
    let wide = remove.natural_width(ui) + change.natural_width(ui) + 8.0;
    beside(ui, RichText::new(&squad.name).font(font), wide, |ui| {
        if ui.add(remove).clicked() {
            wants.push(RosterWant::Remove(place));
        }
        if ui.add(change).clicked() {
            wants.push(RosterWant::Open(place));
        }
    });
    let hidden = if enlisted.hidden { ", under a marker" } else { "" };
    let officer = if squad.officer { ", with an officer" } else { "" };
    let flak = if squad.flak { ", flak jackets" } else { "" };
    let gung_ho = enlisted.rating_words(model.rules);
    note(ui, &format!("{}, {gung_ho}{officer}{flak}{hidden}", squad.troops.name()));
    hint(ui, &arms(enlisted));
    if open {
        ui.add_space(8.0);
        details(ui, model.rules, place, enlisted, wants);
    }
}

const KINDS: [(Kind, &str); 8] = [
    (Kind::Foot, "On foot"),
    (Kind::Sniper, "Sniper"),
    (Kind::Peasants, "Villagers"),
    (Kind::Soft, "Soft vehicle"),
    (Kind::Boat, "Patrol boat"),
    (Kind::Apc, "Armoured carrier"),
    (Kind::Tank, "Tank"),
    (Kind::Helicopter, "Helicopter"),
];

fn details(ui: &mut Ui, rules: &Platoon, place: usize, enlisted: &Enlisted, wants: &mut Vec<RosterWant>) {
    let squad = &enlisted.squad;
    let mut name = squad.name.clone();
    let field = ui.add(TextEdit::singleline(&mut name).desired_width(f32::INFINITY).hint_text("Name"));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Name of the squad"));
    if field.changed() {
        wants.push(RosterWant::Name(place, name));
    }
    let wide = ui.available_width() - 16.0;
    ComboBox::from_id_salt("troops").width(wide).height(320.0).selected_text(squad.troops.name()).show_ui(ui, |ui| {
        for troops in Troops::ALL {
            if ui.selectable_label(troops == squad.troops, troops.name()).clicked() {
                wants.push(RosterWant::Troops(place, troops));
            }
        }
    });
    let kind = KINDS.iter().find(|(kind, _)| *kind == squad.kind).map_or("", |(_, word)| word);
    ComboBox::from_id_salt("kind").width(wide).selected_text(kind).show_ui(ui, |ui| {
        for (kind, word) in KINDS {
            if ui.selectable_label(kind == squad.kind, word).clicked() {
                wants.push(RosterWant::Kind(place, kind));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let mut toggle = |word: &str, on: bool, want: RosterWant| {
            if ui.add(Press::new(word).small().selected(on)).clicked() {
                wants.push(want);
            }
        };
        toggle("Officer", squad.officer, RosterWant::Officer(place, !squad.officer));
        toggle("Flak jackets", squad.flak, RosterWant::Flak(place, !squad.flak));
        if !squad.kind.is_vehicle() {
            toggle("Under a marker", enlisted.hidden, RosterWant::Hidden(place, !enlisted.hidden));
        }
    });
    let ratings = rules.tables().ratings();
    let (least, most) = (*ratings.start(), *ratings.end());
    if squad.quality.is_none()
        && let Some(other) = stepper(ui, "Gung-Ho", enlisted.rating(rules), least, most)
    {
        let usual = other == rules.tables().rating(squad.troops);
        wants.push(RosterWant::GungHo(place, (!usual).then_some(other)));
    }
    section(ui, "Figures", |ui| {
        let carried = |weapon: Weapon| squad.figures.iter().find(|(_, w)| *w == weapon).map_or(0, |(n, _)| *n);
        for weapon in Weapon::ALL.into_iter().filter(|w| carried(*w) > 0) {
            if let Some(count) = stepper(ui, weapon.name(), carried(weapon), 0, 16) {
                wants.push(RosterWant::Figures(place, weapon, count));
            }
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for weapon in Weapon::ALL.into_iter().filter(|w| *w != Weapon::Nothing && carried(*w) == 0) {
                let press = Press::new(format!("+ {}", weapon.name())).small().weight(Weight::Quiet);
                if ui.add(press.name(format!("A figure with {}", weapon.name()))).clicked() {
                    wants.push(RosterWant::Figures(place, weapon, 1));
                }
            }
        });
    });
}

const TRAPS: [(Trap, &str); 4] = [
    (Trap::Punji, "Punji stakes"),
    (Trap::Grenade, "Grenades on a wire"),
    (Trap::Mortar, "Mortar bombs"),
    (Trap::Claymore, "Claymores"),
];

fn table(ui: &mut Ui, model: &RosterModel<'_>, wants: &mut Vec<RosterWant>) {
    let roster = model.roster;
    section(ui, "The game", |ui| {
        let mut title = roster.title.clone();
        let field = ui.add(TextEdit::singleline(&mut title).desired_width(f32::INFINITY).hint_text("Name of the game"));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Name of the game"));
        if field.changed() {
            wants.push(RosterWant::Title(title));
        }
        if let Some(turns) = stepper(ui, "Turns", roster.turns, 1, TURNS) {
            wants.push(RosterWant::Turns(turns));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            if ui.add(Press::new("At night").small().selected(roster.night)).clicked() {
                wants.push(RosterWant::Night(!roster.night));
            }
            let wounds = Press::new("Casualties may be wounded").small().selected(roster.wounds);
            if ui.add(wounds).clicked() {
                wants.push(RosterWant::Wounds(!roster.wounds));
            }
        });
    });
    section(ui, "Kept under a name", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            let some = !roster.squads.is_empty();
            let keep = Press::new("Save both sides").name("Save both sides under the name of the game").enabled(some);
            if ui.add(keep.hover("Squads, markers and options, under the name of the game.")).clicked() {
                wants.push(RosterWant::Keep);
            }
            for (place, name) in model.saved.iter().enumerate() {
                let take = Press::new(name).max_width(240.0).name(format!("Take up {name}")).weight(Weight::Quiet);
                if ui.add(take.hover("These forces take the place of those on this page.")).clicked() {
                    wants.push(RosterWant::TakeUp(place));
                }
            }
        });
    });
    section(ui, "Markers of VC/NVA", |ui| {
        if let Some(count) = stepper(ui, "With nothing under them", roster.dummies, 0, DUMMIES) {
            wants.push(RosterWant::Dummies(count));
        }
        if let Some(count) = stepper(ui, "Caches", roster.caches, 0, CACHES) {
            wants.push(RosterWant::Caches(count));
        }
        for (trap, word) in TRAPS {
            let count = u8::try_from(roster.traps.iter().filter(|t| **t == trap).count()).unwrap_or(10);
            match stepper(ui, word, count, 0, 10) {
                Some(more) if more > count => wants.push(RosterWant::AddTrap(trap)),
                Some(_) => wants.push(RosterWant::RemoveTrap(trap)),
                None => {}
            }
        }
        let hidden = roster.squads.iter().filter(|e| e.hidden).count();
        let all = hidden + usize::from(roster.dummies) + usize::from(roster.caches) + roster.traps.len();
        hint(ui, &format!("{all} numbered markers in all. The computer shuffles their contents."));
    });
}
