//! The tray: the counters in hand that have to be laid on the map now, as they will lie there.

use artwork::{CounterFace, Palette, Print, counter_sheet, raster};
use block_by_block::{BlockByBlock, Command, State, UnitId, UnitSet};
use egui::{
    ColorImage, CornerRadius, Id, Rect, RichText, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    WidgetInfo, WidgetType, pos2, vec2,
};

use crate::Intent;
use crate::area::AreaIntent;
use crate::theme::{Face, Theme, size};

/// Side of a counter, in points: at this size it is read without effort.
const COUNTER: f32 = 48.0;
/// Room around a counter for the frame of the chosen one, in points.
const FRAME: f32 = 4.0;
/// Most counters in a row.
const ROW: usize = 8;

/// The counters in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrayModel {
    /// What is printed on each counter, and whether it is the chosen one.
    pub counters: Vec<(CounterFace, bool)>,
}

/// The counters off the map that these commands would lay on it; none if there are no such commands.
pub fn tray_model(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> Option<TrayModel> {
    let in_hand: UnitSet = (options.iter())
        .filter_map(|command| match command {
            Command::Reinforce { unit, .. } | Command::Return { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    let counters = UnitId::each(in_hand).map(|u| (CounterFace::of(rules, state, u), selection.has(u))).collect();
    (!in_hand.is_empty()).then_some(TrayModel { counters })
}

/// The tray; pressing a counter chooses it.
pub fn tray_panel(ui: &mut Ui, model: &TrayModel, palette: &Palette) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::Medium, size::BODY);
    let words = match model.counters.iter().find(|(_, chosen)| *chosen) {
        Some((face, _)) => format!("{}: click a lit place.", face.unit),
        None => "Off the map: click a counter, then a lit place.".to_owned(),
    };
    ui.label(RichText::new(words).font(font).color(c.text));
    for row in model.counters.chunks(ROW) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (face, chosen) in row {
                if tile(ui, face, *chosen, palette) {
                    intents.push(Intent::Area(AreaIntent::SelectUnit(face.unit)));
                }
            }
        });
    }
    intents
}

/// One counter; says whether it was pressed.
fn tile(ui: &mut Ui, face: &CounterFace, chosen: bool, palette: &Palette) -> bool {
    let c = Theme::of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(vec2(COUNTER, COUNTER) + vec2(2.0, 2.0) * FRAME, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, format!("Place {}", face.unit)));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(6), c.lifted);
    }
    if let Some(picture) = picture(ui, face, palette) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(picture.id(), rect, whole, egui::Color32::WHITE);
    }
    if chosen || response.has_focus() {
        let stroke = Stroke::new(if chosen { 3.0 } else { 2.0 }, c.accent);
        painter.rect_stroke(rect, CornerRadius::same(6), stroke, StrokeKind::Inside);
    }
    response.on_hover_text(face.unit.name()).clicked()
}

/// The counter drawn at the size of its tile, pixel for pixel; drawn once and kept.
fn picture(ui: &Ui, face: &CounterFace, palette: &Palette) -> Option<TextureHandle> {
    let side = (COUNTER + 2.0 * FRAME) * ui.ctx().pixels_per_point();
    let id = Id::new(("tray", face, side.to_bits(), &palette.title));
    if let Some(kept) = ui.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(kept);
    }
    let pixels = side.round() as u32;
    let reach = 1.0 + 2.0 * FRAME / COUNTER;
    let view = artwork::Rect::around(artwork::pt(0.0, 0.0), reach, reach);
    let sheet = counter_sheet(face, Print::Fine, palette);
    let drawn = raster(&sheet, view, (pixels, pixels), palette.panel.ground).ok()?;
    let image = ColorImage::from_rgba_unmultiplied([pixels as usize, pixels as usize], &drawn.rgba());
    let handle = ui.ctx().load_texture(face.unit.name(), image, TextureOptions::LINEAR);
    ui.data_mut(|data| data.insert_temp(id, handle.clone()));
    Some(handle)
}
