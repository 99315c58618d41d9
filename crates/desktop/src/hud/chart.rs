//! A small map of the whole, while only a part of the board is in sight: where everybody is, and what is seen. A click looks there.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Order as Layer, Sense, Stroke, StrokeKind, vec2};
use panels::Theme;
use panels::theme::{SideMark, side_ink};

use super::floating::turnover;
use super::floating::{Card, board_rect};
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::pool::WorkedOut;
use crate::shell::screen::{Screen, on_board};
use crate::shell::settings::Settings;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

/// How wide the chart is, in points.
const WIDE: f32 = 180.0;
/// How much nearer than the whole one looks before it is shown.
const NEARER: f32 = 1.15;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chart>()
        .init_resource::<Ground>()
        .add_systems(
            EguiPrimaryContextPass,
            draw.after(turnover).run_if(on_board).in_set(HudSystems::Over.of(Room::Hud)),
        )
        .add_systems(OnExit(Screen::Game), |mut chart: ResMut<Chart>, mut ground: ResMut<Ground>| {
            *chart = Chart::default();
            *ground = Ground::default();
        });
}

/// The ground for boards of this ruleset.
pub fn of<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        paint::<R>.in_set(GameSystems::After.of(Room::Hud)).run_if(on_board).run_if(resource_exists::<Play<R>>),
    );
}

/// Where everybody is, as the board tells it: points of the map, y upwards. A board that tells nothing has no chart.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Everybody.
    pub dots: Vec<(Vec2, SideMark)>,
}

/// The ground under them, painted beside the drawing of the board.
#[derive(Resource, Default)]
pub(super) struct Ground {
    painting: Option<WorkedOut<Option<artwork::Picture>>>,
    painted: Option<artwork::Picture>,
    texture: Option<egui::TextureHandle>,
    palette: Option<artwork::PaletteChoice>,
}

/// Whether a part of the board only is in sight.
fn is_near(view: &View, bounds: &Bounds, board: &BoardRect) -> bool {
    !view.fitted && view.magnification > View::fit(bounds.0, board.0).magnification * NEARER
}

/// Paints the ground once it is wanted.
fn paint<R: Staged>(
    play: Res<Play<R>>,
    chart: Res<Chart>,
    settings: Res<Settings>,
    (view, bounds, board): (Res<View>, Res<Bounds>, Res<BoardRect>),
    mut ground: ResMut<Ground>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let ground = ground.bypass_change_detection();
    if let Some(work) = &mut ground.painting {
        if let Some(painted) = work.ready() {
            (ground.painting, ground.painted) = (None, painted.ok().flatten());
            redraw.write(RequestRedraw);
        }
        return;
    }
    let wanted = !chart.dots.is_empty() && is_near(&view, &bounds, &board);
    if !wanted || ground.palette == Some(settings.palette) {
        return;
    }
    let palette = settings.palette;
    ground.palette = Some(palette);
    let rules = play.game.rules().clone();
    let paint = move || rules.ground_picture(&artwork::Palette::built_in(palette), WIDE as u32 * 2);
    ground.painting = Some(WorkedOut::begin(paint));
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    chart: Res<Chart>,
    standing: Res<Standing>,
    card: Res<Card>,
    (bounds, board): (Res<Bounds>, Res<BoardRect>),
    mut ground: ResMut<Ground>,
    mut view: ResMut<View>,
) -> Result {
    if chart.dots.is_empty() || standing.curtain || card.0.is_some() || !is_near(&view, &bounds, &board) {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let ground = ground.bypass_change_detection();
    if let Some(painted) = ground.painted.take() {
        let (width, height) = painted.size();
        let image = egui::ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &painted.rgba());
        ground.texture = Some(ctx.load_texture("chart", image, egui::TextureOptions::LINEAR));
    }
    let rect = board_rect(&board, ctx.zoom_factor());
    let size = vec2(WIDE, WIDE * bounds.0.height() / bounds.0.width().max(1.0));
    // Where there is room for it above the teacher’s buttons, beside what else floats over the board.
    if rect.width() < WIDE * 3.0 || rect.height() < size.y * 2.5 {
        return Ok(());
    }
    let offset = rect.left_bottom() - ctx.viewport_rect().left_bottom() + vec2(12.0, -56.0);
    Area::new("chart".into()).order(Layer::Middle).anchor(Align2::LEFT_BOTTOM, offset).show(&ctx, |ui| {
        let theme = Theme::of(ui);
        let c = theme.colours;
        Frame::new().fill(c.panel).stroke(Stroke::new(1.0, c.edge)).corner_radius(6.0).inner_margin(4.0).show(
            ui,
            |ui| {
                let (place, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(
                        egui::WidgetType::Image,
                        true,
                        "The whole map. Click to look at a part of it.",
                    )
                });
                let whole = bounds.0;
                let on_chart = |at: Vec2| {
                    let share = (at - whole.min) / whole.size();
                    egui::pos2(place.left() + share.x * place.width(), place.bottom() - share.y * place.height())
                };
                let painter = ui.painter_at(place);
                match &ground.texture {
                    Some(texture) => {
                        let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                        painter.image(texture.id(), place, uv, egui::Color32::WHITE);
                    }
                    None => _ = painter.rect_filled(place, 2.0, c.ground),
                }
                for (at, side) in &chart.dots {
                    painter.circle(on_chart(*at), 2.6, side_ink(&theme, *side), Stroke::new(1.0, egui::Color32::BLACK));
                }
                let half = board.0.size() / view.magnification / 2.0;
                let seen = egui::Rect::from_two_pos(on_chart(view.centre - half), on_chart(view.centre + half));
                let seen = seen.intersect(place);
                painter.rect_stroke(
                    seen,
                    1.0,
                    Stroke::new(3.0, egui::Color32::from_black_alpha(170)),
                    StrokeKind::Inside,
                );
                painter.rect_stroke(seen, 1.0, Stroke::new(1.5, c.accent), StrokeKind::Inside);
                if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
                    let share = (at - place.min) / place.size();
                    let to = whole.min + Vec2::new(share.x, 1.0 - share.y) * whole.size();
                    let moved = View { centre: to, ..*view }.within(whole, board.0);
                    view.set_if_neq(moved);
                }
            },
        );
    });
    Ok(())
}
