//! Small drawings for the cards of the title screen, in the colours of the palette.

use egui::{Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use crate::Colours;
use crate::theme::mix;

/// Which drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// The citadel of Huế beside the Perfume River.
    Citadel,
    /// Hexes with hills and a hidden enemy.
    Hexes,
    /// A village between paddies.
    Village,
    /// A patrol on a ridge.
    Patrol,
}

/// Paints a drawing.
pub(super) fn paint(painter: &Painter, rect: Rect, scene: Scene, c: &Colours) {
    painter.rect_filled(rect, CornerRadius::ZERO, mix(c.paper, c.ink, 0.06));
    match scene {
        Scene::Citadel => citadel(painter, rect, c),
        Scene::Hexes => hexes(painter, rect, c),
        Scene::Village => village(painter, rect, c),
        Scene::Patrol => patrol(painter, rect, c),
    }
}

/// A point of a drawing 100 wide and 62 high.
fn at(rect: Rect, x: f32, y: f32) -> Pos2 {
    rect.min + vec2(rect.width() * x / 100.0, rect.height() * y / 62.0)
}

/// The ground between two lines of as many points: one mesh, so that no seams show between its parts.
fn between(painter: &Painter, upper: &[Pos2], lower: &[Pos2], colour: Color32) {
    let mut mesh = Mesh::default();
    for (a, b) in upper.iter().zip(lower) {
        mesh.colored_vertex(*a, colour);
        mesh.colored_vertex(*b, colour);
    }
    for pair in 1..u32::try_from(upper.len().min(lower.len())).unwrap_or(0) {
        let first = 2 * (pair - 1);
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    painter.add(Shape::mesh(mesh));
}

/// A ribbon along a course.
fn band(painter: &Painter, rect: Rect, course: &[(f32, f32)], width: f32, colour: Color32) {
    let points: Vec<Pos2> = course.iter().map(|(x, y)| at(rect, *x, *y)).collect();
    let side = |i: usize| {
        let along = points[(i + 1).min(points.len() - 1)] - points[i.saturating_sub(1)];
        along.normalized().rot90() * (width / 2.0)
    };
    let left: Vec<Pos2> = (0..points.len()).map(|i| points[i] + side(i)).collect();
    let right: Vec<Pos2> = (0..points.len()).map(|i| points[i] - side(i)).collect();
    between(painter, &left, &right, colour);
}

/// A curve through four control points.
fn curve(a: (f32, f32), b: (f32, f32), c: (f32, f32), d: (f32, f32)) -> Vec<(f32, f32)> {
    (0..=24u8)
        .map(|i| {
            let t = f32::from(i) / 24.0;
            let u = 1.0 - t;
            let mix = |a: f32, b: f32, c: f32, d: f32| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
        })
        .collect()
}

fn citadel(painter: &Painter, rect: Rect, c: &Colours) {
    let river = curve((-6.0, 56.0), (30.0, 50.0), (66.0, 62.0), (104.0, 34.0));
    band(painter, rect, &river, rect.height() * 0.16, mix(c.water, c.ink, 0.25));
    band(painter, rect, &river, rect.height() * 0.13, c.water);
    let turn = |x: f32, y: f32| {
        let (sin, cos) = (-0.17_f32).sin_cos();
        at(rect, 40.0 + x * cos - y * sin, 27.5 + x * sin + y * cos)
    };
    let square =
        |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| turn(x, y)).to_vec();
    painter.add(Shape::convex_polygon(square(21.0), mix(c.water, c.paper, 0.2), Stroke::NONE));
    painter.add(Shape::convex_polygon(square(18.5), mix(c.paper, c.accent, 0.25), Stroke::new(3.0, c.ink)));
    for step in [-12.0_f32, -6.0, 0.0, 6.0, 12.0] {
        let street = Stroke::new(1.0, mix(c.paper, c.ink, 0.35));
        painter.line_segment([turn(step, -18.0), turn(step, 18.0)], street);
        painter.line_segment([turn(-18.0, step), turn(18.0, step)], street);
    }
    painter.add(Shape::convex_polygon(
        [(-6.0, 4.0), (6.0, 4.0), (6.0, 14.0), (-6.0, 14.0)].map(|(x, y)| turn(x, y)).to_vec(),
        mix(c.accent, c.paper, 0.3),
        Stroke::new(1.5, c.ink),
    ));
    for (x, y) in [
        (-18.5, -18.5),
        (18.5, -18.5),
        (18.5, 18.5),
        (-18.5, 18.5),
        (0.0, -18.5),
        (18.5, 0.0),
        (0.0, 18.5),
        (-18.5, 0.0),
    ] {
        painter.circle_filled(turn(x, y), rect.height() * 0.032, c.ink);
    }
    counter(painter, at(rect, 66.0, 44.0), rect.height() * 0.17, c.us_arvn, c.on_us_arvn, true);
    counter(painter, at(rect, 73.0, 41.0), rect.height() * 0.17, c.us_arvn, c.on_us_arvn, true);
    counter(painter, at(rect, 33.0, 15.0), rect.height() * 0.17, c.pavn_nlf, c.on_pavn_nlf, false);
}

fn counter(painter: &Painter, center: Pos2, size: f32, fill: Color32, ink: Color32, crossed: bool) {
    let rect = Rect::from_center_size(center, Vec2::splat(size));
    painter.rect_filled(rect.translate(vec2(1.5, 2.0)), CornerRadius::same(3), Color32::from_black_alpha(70));
    painter.rect(
        rect,
        CornerRadius::same(3),
        fill,
        Stroke::new(1.0, Color32::from_black_alpha(90)),
        StrokeKind::Inside,
    );
    let sign = rect.shrink(size * 0.22);
    let stroke = Stroke::new(1.4, ink);
    if crossed {
        let sign = Rect::from_center_size(center, vec2(sign.width(), sign.height() * 0.7));
        painter.rect_stroke(sign, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        painter.line_segment([sign.left_top(), sign.right_bottom()], stroke);
        painter.line_segment([sign.right_top(), sign.left_bottom()], stroke);
    } else {
        let r = sign.width() / 2.0;
        painter.add(Shape::closed_line(
            [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|v| center + v).to_vec(),
            stroke,
        ));
    }
}

fn hexes(painter: &Painter, rect: Rect, c: &Colours) {
    let line = Stroke::new(1.0, mix(c.paper, c.ink, 0.4));
    let r = rect.width() / 100.0 * 8.5;
    for column in 0..9_u8 {
        let shift = if column % 2 == 0 { 0.0 } else { 0.5 };
        // Down to the foot of the card, however high it is.
        for row in 0..=u8::MAX / 7 {
            let center = rect.min + vec2(f32::from(column) * r * 1.5, (f32::from(row) + shift) * r * 1.732);
            if center.y - r > rect.bottom() {
                break;
            }
            let points: Vec<Pos2> = (0..6u8)
                .map(|i| {
                    let angle = std::f32::consts::FRAC_PI_3 * f32::from(i);
                    center + r * vec2(angle.cos(), angle.sin())
                })
                .collect();
            let fill = match (column * 7 + row * 5) % 9 {
                0 | 4 => mix(c.paper, c.us_arvn, 0.45),
                2 => mix(c.paper, c.us_arvn, 0.25),
                7 => mix(c.paper, c.water, 0.6),
                _ => mix(c.paper, c.us_arvn, 0.08),
            };
            painter.add(Shape::convex_polygon(points, fill, line));
        }
    }
    counter(painter, at(rect, 39.0, 25.0), rect.height() * 0.19, c.us_arvn, c.on_us_arvn, true);
    for (x, y) in [(65.0, 18.0), (78.0, 40.0)] {
        let center = at(rect, x, y);
        counter(painter, center, rect.height() * 0.19, c.pavn_nlf, c.pavn_nlf, true);
        painter.text(
            center,
            egui::Align2::CENTER_CENTER,
            "?",
            egui::FontId::proportional(rect.height() * 0.14),
            c.on_pavn_nlf,
        );
    }
}

fn village(painter: &Painter, rect: Rect, c: &Colours) {
    for (i, row) in [(2.0, 14.0), (17.0, 13.0), (32.0, 13.0), (47.0, 13.0)].into_iter().enumerate() {
        for column in 0..5_u8 {
            let x = -6.0 + f32::from(column) * 23.0 + i as f32 * 4.0;
            let field = Rect::from_min_max(at(rect, x, row.0), at(rect, x + 21.0, row.0 + row.1));
            let tint = if (usize::from(column) + i) % 3 == 0 { c.water } else { c.us_arvn };
            painter.rect_filled(field, CornerRadius::same(2), mix(c.paper, tint, 0.32));
        }
    }
    band(
        painter,
        rect,
        &[(-4.0, 46.0), (30.0, 38.0), (60.0, 42.0), (104.0, 30.0)],
        rect.height() * 0.07,
        mix(c.paper, c.accent, 0.35),
    );
    for (x, y) in [(44.0, 30.0), (56.0, 26.0), (66.0, 34.0), (52.0, 44.0)] {
        let hut = Rect::from_center_size(at(rect, x, y), vec2(rect.width() * 0.085, rect.height() * 0.1));
        painter.rect_filled(hut.translate(vec2(2.0, 2.0)), CornerRadius::same(1), Color32::from_black_alpha(50));
        painter.rect(
            hut,
            CornerRadius::same(1),
            mix(c.paper, c.ink, 0.35),
            Stroke::new(1.0, c.ink),
            StrokeKind::Inside,
        );
        painter.line_segment([hut.left_center(), hut.right_center()], Stroke::new(1.0, c.ink));
    }
    for (x, y) in [(38.0, 22.0), (72.0, 24.0), (61.0, 48.0), (42.0, 50.0), (75.0, 44.0)] {
        painter.circle_filled(at(rect, x, y), rect.height() * 0.055, mix(c.us_arvn, c.ink, 0.15));
    }
    for i in 0..5_u8 {
        let figure = at(rect, 12.0 + 4.5 * f32::from(i), 50.0 - 1.2 * f32::from(i));
        painter.circle_filled(figure, rect.height() * 0.022, c.ink);
    }
}

fn patrol(painter: &Painter, rect: Rect, c: &Colours) {
    painter.circle_filled(at(rect, 74.0, 18.0), rect.height() * 0.13, mix(c.accent, c.paper, 0.35));
    for (top, tint) in [(30.0_f32, 0.25), (38.0, 0.45), (47.0, 0.7)] {
        let mut ridge = Vec::new();
        for i in 0..=50_u8 {
            let x = f32::from(i) * 2.0;
            let y = top + 4.0 * (x * 0.09 + top).sin() + 2.0 * (x * 0.23 + top * 2.0).sin();
            ridge.push((x, y));
        }
        let upper: Vec<Pos2> = ridge.iter().map(|(x, y)| at(rect, *x, *y)).collect();
        let lower: Vec<Pos2> = ridge.iter().map(|(x, _)| at(rect, *x, 62.0)).collect();
        between(painter, &upper, &lower, mix(c.paper, mix(c.us_arvn, c.ink, 0.35), tint));
    }
    for i in 0..4_u8 {
        let x = 24.0 + 13.0 * f32::from(i);
        let y = 47.0 + 4.0 * (x * 0.09 + 47.0).sin() + 2.0 * (x * 0.23 + 94.0).sin();
        let feet = at(rect, x, y + 0.6);
        let h = rect.height() * 0.19;
        let ink = c.ink;
        painter.circle_filled(feet + vec2(0.0, -h), h * 0.13, ink);
        painter.line_segment(
            [feet + vec2(-h * 0.16, -h * 1.02), feet + vec2(h * 0.16, -h * 1.02)],
            Stroke::new(h * 0.08, ink),
        );
        painter
            .line_segment([feet + vec2(0.0, -h * 0.86), feet + vec2(-h * 0.02, -h * 0.42)], Stroke::new(h * 0.26, ink));
        painter.line_segment([feet + vec2(0.0, -h * 0.42), feet + vec2(-h * 0.15, 0.0)], Stroke::new(h * 0.11, ink));
        painter.line_segment([feet + vec2(0.0, -h * 0.42), feet + vec2(h * 0.16, 0.0)], Stroke::new(h * 0.11, ink));
        painter.line_segment(
            [feet + vec2(-h * 0.2, -h * 0.52), feet + vec2(h * 0.38, -h * 0.7)],
            Stroke::new(h * 0.06, ink),
        );
    }
}
