//! Places people know in the modern city south of the river, and the markets and pagodas.

use block_by_block::Place;

use crate::area::map::Painter;
use crate::area::map::fabric::Town;
use crate::area::map::landmarks::{axes, hall};
use crate::geometry::{Placement, Point, Rect, pt};
use crate::path::Path;

/// A hall of a group: its middle, width and height.
type Hall = (f32, f32, f32, f32);

/// The modern city: prison, province headquarters, hospital, club, university, treasury, stadium, cathedral, pagodas.
pub fn south_bank(painter: &mut Painter<'_>, town: &mut Town) {
    let at = |painter: &Painter<'_>, x: f32, y: f32| axes(painter, pt(x, y));
    let groups: &[(f32, f32, &[Hall], usize)] = &[
        // The prison: wings around a yard.
        (
            252.0,
            544.0,
            &[(-9.0, 0.0, 4.0, 17.0), (9.0, 0.0, 4.0, 17.0), (0.0, -7.0, 13.0, 4.0), (0.0, 6.5, 13.0, 4.0)],
            2,
        ),
        // Province headquarters.
        (331.0, 533.0, &[(0.0, 0.0, 26.0, 6.0), (-11.0, 7.5, 5.0, 8.0), (11.0, 7.5, 5.0, 8.0)], 3),
        // Hospital pavilions.
        (
            404.0,
            572.0,
            &[(0.0, -13.0, 22.0, 4.2), (0.0, -5.0, 22.0, 4.2), (0.0, 3.0, 22.0, 4.2), (0.0, 11.0, 22.0, 4.2)],
            1,
        ),
        // University: a long front with wings.
        (573.0, 489.0, &[(0.0, 0.0, 40.0, 6.0), (-17.0, 8.0, 5.5, 9.0), (17.0, 8.0, 5.5, 9.0)], 3),
        // Treasury and post office.
        (566.0, 560.0, &[(0.0, 0.0, 18.0, 8.0), (14.0, 3.0, 7.0, 6.0)], 3),
        // Jeanne d'Arc school around its court.
        (463.0, 573.0, &[(-9.0, 0.0, 5.0, 20.0), (9.0, 0.0, 5.0, 20.0), (0.0, -7.6, 12.0, 4.8)], 2),
        // Police station.
        (690.0, 590.0, &[(0.0, 0.0, 20.0, 5.5)], 3),
        // Đông Ba market halls.
        (618.0, 381.0, &[(0.0, -8.0, 24.0, 5.0), (0.0, 0.0, 24.0, 5.0), (0.0, 8.0, 24.0, 5.0)], 2),
        // Gia Hội market.
        (760.0, 300.0, &[(0.0, -4.5, 20.0, 5.0), (0.0, 4.0, 20.0, 5.0)], 2),
        // Từ Đàm and Diệu Đế pagodas.
        (330.0, 626.0, &[(0.0, 0.0, 12.0, 8.0), (0.0, -8.0, 7.0, 4.0)], 3),
        (646.0, 286.0, &[(0.0, 0.0, 12.0, 8.0), (9.0, 0.0, 4.0, 5.0)], 3),
    ];
    for (x, y, halls, tone) in groups {
        let frame = at(painter, *x, *y);
        for (dx, dy, w, h) in *halls {
            hall(painter, town, frame, Rect::around(pt(*dx, *dy), *w, *h), *tone);
        }
    }
    cathedral(painter);
    stadium(painter);
    courts(painter);
    ramp(painter);
    park(painter, town);
}

/// The cathedral of Phủ Cam: a cross with two towers.
fn cathedral(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let frame = Placement::turned(pt(545.0, 629.0), 1.0, -8.0);
    let plan = [
        (-4.0, -11.0),
        (4.0, -11.0),
        (4.0, -4.0),
        (9.0, -4.0),
        (9.0, 2.0),
        (4.0, 2.0),
        (4.0, 11.0),
        (-4.0, 11.0),
        (-4.0, 2.0),
        (-9.0, 2.0),
        (-9.0, -4.0),
        (-4.0, -4.0),
    ];
    let outline: Vec<Point> = plan.iter().map(|p| frame.apply(Point::from(*p))).collect();
    if !painter.mask.all_free(&outline) {
        return;
    }
    let shadow: Vec<Point> = outline.iter().map(|p| *p + pt(1.2, 1.6)).collect();
    painter.sheet.fill(Path::polygon(&shadow), map.ink.alpha(0.3));
    painter.sheet.fill(Path::polygon(&outline), map.paper.mix(map.landmark, 0.75));
    painter.sheet.stroke(Path::polygon(&outline), 0.6, map.ink);
    let ridge = |a: (f32, f32), b: (f32, f32)| Path::line(&[frame.apply(a.into()), frame.apply(b.into())]);
    painter.sheet.stroke(ridge((0.0, -10.0), (0.0, 10.0)), 0.6, map.ink);
    painter.sheet.stroke(ridge((-8.0, -1.0), (8.0, -1.0)), 0.6, map.ink);
    painter.mask.polygon(&Rect::around(pt(0.0, 0.0), 22.0, 26.0).corners().map(|p| frame.apply(p)));
}

/// The Tự Do stadium: stands, track, field.
fn stadium(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let at = pt(758.0, 462.0);
    let frame = Placement::turned(at, 1.0, -20.0);
    let around: Vec<Point> = Rect::around(pt(0.0, 0.0), 40.0, 27.0).corners().map(|p| frame.apply(p)).to_vec();
    if !painter.mask.all_free(&around) {
        return;
    }
    let oval = |rx: f32, ry: f32| Path::ellipse(pt(0.0, 0.0), rx, ry).placed(frame);
    let sheet = &mut painter.sheet;
    sheet.fill(oval(20.0, 13.6).placed(Placement::at(pt(1.2, 1.6), 1.0)), map.ink.alpha(0.28));
    sheet.fill(oval(20.0, 13.6), map.wall_light.mix(map.paper, 0.35));
    sheet.stroke(oval(20.0, 13.6), 0.8, map.wall);
    sheet.fill(oval(16.0, 10.0), map.landmark.mix(map.paper, 0.35));
    sheet.fill(oval(13.2, 7.4), map.tree.mix(map.paper, 0.25));
    let field = Rect::around(pt(0.0, 0.0), 16.0, 8.4).corners().map(|p| frame.apply(p));
    sheet.stroke(Path::polygon(&field), 0.4, map.paper);
    sheet.stroke(Path::circle(pt(0.0, 0.0), 1.7).placed(frame), 0.4, map.paper);
    sheet.stroke(Path::line(&[frame.apply(pt(0.0, -4.2)), frame.apply(pt(0.0, 4.2))]), 0.4, map.paper);
    painter.mask.polygon(&around);
}

/// Tennis courts of the Cercle Sportif.
fn courts(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    for k in 0..3 {
        let frame = axes(painter, pt(452.0 + k as f32 * 9.6, 505.0 - k as f32 * 1.7));
        let court = |w: f32, h: f32| Rect::around(pt(0.0, 0.0), w, h).corners().map(|p| frame.apply(p));
        if painter.mask.all_free(&court(8.0, 13.0)) {
            painter.sheet.fill(Path::polygon(&court(7.6, 12.4)), map.landmark.mix(map.paper, 0.4));
            painter.sheet.stroke(Path::polygon(&court(4.8, 9.4)), 0.4, map.paper);
            painter.sheet.stroke(Path::line(&[frame.apply(pt(-2.8, 0.0)), frame.apply(pt(2.8, 0.0))]), 0.4, map.paper);
            painter.mask.polygon(&court(9.0, 14.0));
        }
    }
}

/// The boat ramp below the park. Its rule is the landing's; this is only its concrete.
fn ramp(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let frame = axes(painter, pt(690.0, 452.0));
    let slab = Rect::new(-5.0, -5.0, 10.0, 13.0).corners().map(|p| frame.apply(p));
    painter.sheet.fill(Path::polygon(&slab), map.road);
    painter.sheet.stroke(Path::polygon(&slab), 0.6, map.road_edge);
    painter.mask.polygon(&slab);
}

/// Trees of the park on the southern bank.
fn park(painter: &mut Painter<'_>, town: &mut Town) {
    let outline = Place::named("S5-1").map(|p| painter.layout.outline(p).to_vec()).unwrap_or_default();
    let bounds = Rect::bounding(outline.iter().copied());
    let mut scatter = crate::geometry::Scatter::new(91);
    for _ in 0..130 {
        let at = pt(scatter.between(bounds.min.x, bounds.max.x), scatter.between(bounds.min.y, bounds.max.y));
        let radius = scatter.between(1.2, 2.4);
        let clear =
            crate::geometry::inside(&outline, at) && crate::geometry::distance_to_outline(&outline, at) > radius + 1.0;
        if clear && painter.mask.free(at) && painter.mask.free(at + pt(2.0, 1.0)) {
            town.tree(at, radius);
        }
    }
}
