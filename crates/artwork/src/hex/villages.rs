//! Villages: huts under thatch around trodden yards, behind a hedge, with palms and fruit trees.

use search_and_destroy::map::Terrain;

use crate::area::map::Detail;
use crate::colour::Colour;
use crate::geometry::{Course, Placement, Point, Rect, Scatter, pt};
use crate::hex::Painter;
use crate::hex::grid::{RADIUS, hexagon};
use crate::hex::growth::blob;
use crate::path::Path;
use crate::sheet::Sheet;

/// Yards and lanes.
pub fn ground(painter: &mut Painter<'_>) {
    let valley = &painter.palette.valley;
    let field = &painter.grounds[Terrain::Village as usize];
    let outline = field.area(0.5);
    painter.sheet.fill(field.area(0.42), valley.village.mix(valley.jungle, 0.35).alpha(0.55));
    painter.sheet.fill(outline, valley.village);
    painter.sheet.fill(field.area(0.82), valley.village.mix(painter.palette.map.paper, 0.25));
}

/// Hedges, huts and trees.
pub fn huts(painter: &mut Painter<'_>, detail: Detail) {
    let mut sheet = Sheet::new();
    if detail == Detail::Full {
        for line in painter.ground(Terrain::Village).contours(0.52) {
            hedge(&mut sheet, painter, &line);
        }
    }
    let hexes: Vec<_> = painter.map.hexes().filter(|h| painter.map.terrain(*h) == Terrain::Village).collect();
    for hex in hexes {
        let seed = u64::from(hex.column) * 100 + u64::from(hex.row);
        let centre = painter.grid.centre(hex);
        let own = hexagon(centre, RADIUS - 0.8);
        let inside = |p: Point| {
            crate::geometry::inside(&own, p) && painter.share(Terrain::Village, p) > 0.55 && painter.mask.free(p)
        };
        hamlet(&mut sheet, painter, centre, seed, &inside);
    }
    painter.sheet.append(sheet);
}

/// A hedge of small round bushes with gaps for the lanes.
fn hedge(sheet: &mut Sheet, painter: &Painter<'_>, outline: &[Point]) {
    let valley = &painter.palette.valley;
    let course = Course::new(outline.to_vec());
    let count = (course.length() / 2.5) as usize;
    let (mut dark, mut green, mut lit) = (Vec::new(), Vec::new(), Vec::new());
    let mut scatter = Scatter::new(17);
    for i in 0..count {
        let at = course.walk(i as f32 * 2.5).0 + pt(scatter.between(-0.5, 0.5), scatter.between(-0.5, 0.5));
        let radius = scatter.between(1.2, 1.9);
        if !painter.mask.free(at) || scatter.share() < 0.07 {
            continue;
        }
        dark.push(blob(at + pt(0.6, 0.9), radius + 0.1, 7, i as i32));
        green.push(blob(at, radius, 7, i as i32));
        lit.push(blob(at - pt(0.35, 0.45), radius * 0.5, 5, i as i32));
    }
    sheet.pieces(dark, valley.jungle_dark.mix(Colour::BLACK, 0.1));
    sheet.pieces(green, valley.jungle.mix(valley.jungle_dark, 0.25));
    sheet.pieces(lit, valley.jungle_light);
}

/// The huts and palms of one hex.
pub fn hamlet(sheet: &mut Sheet, painter: &Painter<'_>, centre: Point, seed: u64, inside: &dyn Fn(Point) -> bool) {
    let mut scatter = Scatter::new(900 + seed);
    let lie = scatter.between(-28.0, 28.0);
    let mut built: Vec<Point> = Vec::new();
    for _ in 0..46 {
        let at = centre + pt(scatter.between(-16.0, 16.0), scatter.between(-14.5, 14.5));
        let quarter = if scatter.share() < 0.5 { 0.0 } else { 90.0 };
        let size = pt(scatter.between(5.4, 7.6), scatter.between(3.6, 4.6));
        let tone = scatter.share();
        let frame = Placement::turned(at, 1.0, lie + quarter + scatter.between(-7.0, 7.0));
        let plan = Rect::around(pt(0.0, 0.0), size.x, size.y);
        let yard = plan.grown(0.9).corners().map(|p| frame.apply(p));
        if built.len() < 8 && yard.iter().all(|p| inside(*p)) && built.iter().all(|b| b.distance(at) > 8.2) {
            hut(sheet, painter, frame, plan, tone);
            built.push(at);
        }
    }
    for _ in 0..16 {
        let at = centre + pt(scatter.between(-17.0, 17.0), scatter.between(-15.0, 15.0));
        let size = scatter.between(1.9, 2.8);
        if inside(at) && built.iter().all(|b| b.distance(at) > 5.6) {
            palm(sheet, painter, at, size, scatter.share());
        }
    }
}

/// A hipped roof of thatch: two long slopes, two short ones, the ridge.
fn hut(sheet: &mut Sheet, painter: &Painter<'_>, frame: Placement, plan: Rect, tone: f32) {
    let palette = painter.palette;
    let thatch = palette.valley.thatch.mix(palette.map.paper, 0.04 + tone * 0.22);
    let p = |x: f32, y: f32| frame.apply(pt(x, y));
    let (w, h) = (plan.width() / 2.0, plan.height() / 2.0);
    let ridge = w - h * 0.85;
    let outline = plan.corners().map(|q| frame.apply(q));
    let shadow: Vec<Point> = outline.iter().map(|q| *q + pt(1.1, 1.5)).collect();
    sheet.fill(Path::polygon(&shadow), Colour::rgb(46, 30, 12).alpha(0.38));
    // A slope is lit by how far it faces the north-west.
    let lit = |normal: Point| {
        let way = frame.right * normal.x + frame.down * normal.y;
        let share = way.dot(pt(-0.6, -0.8));
        if share > 0.0 {
            thatch.mix(Colour::rgb(255, 236, 190), share * 0.5)
        } else {
            thatch.mix(Colour::rgb(50, 26, 8), -share * 0.5)
        }
    };
    sheet.pieces(vec![vec![p(-w, -h), p(w, -h), p(ridge, 0.0), p(-ridge, 0.0)]], lit(pt(0.0, -1.0)));
    sheet.pieces(vec![vec![p(-w, h), p(w, h), p(ridge, 0.0), p(-ridge, 0.0)]], lit(pt(0.0, 1.0)));
    sheet.pieces(vec![vec![p(-w, -h), p(-ridge, 0.0), p(-w, h)]], lit(pt(-1.0, 0.0)));
    sheet.pieces(vec![vec![p(w, -h), p(ridge, 0.0), p(w, h)]], lit(pt(1.0, 0.0)));
    sheet.stroke(Path::line(&[p(-ridge, 0.0), p(ridge, 0.0)]), 0.45, thatch.mix(Colour::WHITE, 0.4));
    sheet.stroke(Path::polygon(&outline), 0.4, palette.map.ink.alpha(0.75));
}

/// A palm from above: a star of fronds.
fn palm(sheet: &mut Sheet, painter: &Painter<'_>, at: Point, size: f32, turn: f32) {
    let valley = &painter.palette.valley;
    sheet.fill(Path::circle(at + pt(0.7, 1.0), size * 0.8), Colour::rgb(40, 40, 16).alpha(0.25));
    let mut fronds = Path::default();
    for i in 0..8 {
        let angle = std::f32::consts::TAU * (i as f32 + turn) / 8.0;
        fronds.add_line(&[at, at + pt(angle.cos(), angle.sin()) * size]);
    }
    sheet.round_stroke(fronds.clone(), 1.05, valley.jungle_dark);
    sheet.round_stroke(fronds, 0.5, valley.jungle_light);
}
