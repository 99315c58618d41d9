//! Roads, streets, the railway and the two river bridges nobody can use. They have no rule: crossings that count are
//! drawn with the borders.

use crate::area::map::{Painter, points};
use crate::colour::Colour;
use crate::geometry::{Course, Point, pt, smooth};
use crate::path::{Path, dashes};
use crate::sheet::Sheet;
use block_by_block::Map;

/// A road and its width.
pub struct Road {
    line: Vec<Point>,
    width: f32,
}

/// Distance of the ring road from the wall.
const RING: f32 = 27.0;

/// All roads of the map: the highway, the ring around the citadel, the avenues, the streets to the bridges.
pub fn network(painter: &Painter<'_>) -> Vec<Road> {
    let mut roads = Vec::new();
    let mut add = |line: &[Point], width: f32, round: bool| {
        let line = if round { smooth(line, 8) } else { line.to_vec() };
        roads.push(Road { line, width });
    };
    let c = |u: f32, v: f32| painter.in_citadel(u, v);
    let (w, h) = (painter.citadel_size.x, painter.citadel_size.y);
    // Highway 1: from the north round the west of the wall, along the river, over the broken bridge, south-east.
    let bridge = painter.map.file.scenery.unusable_bridges.first().map(|b| (Point::from(b.from), Point::from(b.to)));
    let (north_end, south_end) = bridge.unwrap_or((pt(607.0, 410.0), pt(640.0, 460.0)));
    add(
        &[
            pt(326.0, -12.0),
            pt(322.0, 30.0),
            c(225.0, -RING),
            c(60.0, -RING),
            c(-RING * 0.7, -RING * 0.7),
            c(-RING, 60.0),
            c(-RING, h - 40.0),
            c(-RING * 0.6, h + RING * 0.6),
            c(70.0, h + RING),
            c(w - 20.0, h + RING - 2.0),
            north_end,
        ],
        3.6,
        true,
    );
    add(
        &[
            south_end,
            pt(616.0, 481.0),
            pt(597.0, 512.0),
            pt(597.0, 560.0),
            pt(606.0, 584.0),
            pt(640.0, 589.0),
            pt(720.0, 577.0),
            pt(800.0, 574.0),
            pt(850.0, 584.0),
            pt(870.0, 595.0),
            pt(920.0, 606.0),
            pt(1014.0, 634.0),
        ],
        3.6,
        true,
    );
    // The rest of the ring, and the roads from the gates out to it.
    add(
        &[
            c(225.0, -RING),
            c(w - 20.0, -RING),
            c(w + RING * 0.7, -RING * 0.7),
            c(w + RING, 50.0),
            c(w + RING, h - 30.0),
            c(w + 8.0, h + RING),
        ],
        2.6,
        true,
    );
    for site in &painter.map.file.gates {
        let at = Point::from(site.at);
        let out = painter.layout.outward(site.letter);
        add(&[at, at + out * (RING - 2.0)], 2.4, false);
    }
    // Lê Lợi avenue along the southern bank, on over Đập Đá to Vỹ Dạ.
    let bank: Vec<Point> = Course::new(painter.river.right().to_vec()).beside(9.5);
    let avenue: Vec<Point> =
        bank.into_iter().filter(|p| p.x > 158.0 && p.x < 812.0 && p.y > 428.0).step_by(3).collect();
    if avenue.len() > 2 {
        add(&avenue, 3.0, true);
        add(&[avenue[avenue.len() - 1], pt(846.0, 446.0), pt(905.0, 470.0), pt(1014.0, 462.0)], 2.6, true);
        add(&[pt(905.0, 470.0), pt(930.0, 390.0), pt(942.0, 312.0), pt(1014.0, 288.0)], 2.2, true);
    }
    // South over the four bridges.
    add(&[pt(246.0, 541.0), pt(252.0, 589.0), pt(240.0, 662.0)], 2.4, true);
    add(&[pt(393.0, 516.0), pt(393.0, 601.0), pt(378.0, 662.0)], 2.4, true);
    add(&[pt(500.0, 497.0), pt(500.0, 603.0), pt(508.0, 662.0)], 2.4, true);
    add(&[pt(172.0, 551.0), pt(225.0, 572.0), pt(290.0, 585.0), pt(430.0, 591.0), pt(603.0, 592.0)], 2.0, true);
    add(&[pt(249.0, 565.0), pt(330.0, 550.0), pt(430.0, 539.0), pt(597.0, 527.0)], 2.2, true);
    add(&[pt(727.0, 510.0), pt(790.0, 505.0), pt(846.0, 500.0), pt(905.0, 470.0)], 2.2, true);
    add(&[pt(735.0, 441.0), pt(738.0, 474.0), pt(727.0, 510.0), pt(727.0, 577.0)], 2.0, true);
    add(
        &[
            pt(-12.0, 600.0),
            pt(60.0, 596.0),
            pt(150.0, 622.0),
            pt(240.0, 636.0),
            pt(378.0, 637.0),
            pt(508.0, 632.0),
            pt(640.0, 640.0),
            pt(780.0, 630.0),
            pt(870.0, 600.0),
        ],
        2.2,
        true,
    );
    // Gia Hội and the quays of the north-east.
    add(&[c(w, 141.0), pt(570.0, 216.0), pt(614.0, 235.0), pt(700.0, 222.0), pt(802.0, 214.0)], 2.4, true);
    add(
        &[
            c(w + 8.0, h + RING),
            pt(646.0, 364.0),
            pt(700.0, 354.0),
            pt(770.0, 326.0),
            pt(812.0, 262.0),
            pt(806.0, 196.0),
            pt(764.0, 128.0),
            pt(700.0, 98.0),
            pt(643.0, 86.0),
            pt(590.0, 58.0),
            c(w + RING * 0.7, -RING * 0.7),
        ],
        2.4,
        true,
    );
    add(&[pt(700.0, 354.0), pt(690.0, 222.0), pt(664.0, 96.0)], 2.0, true);
    add(&[pt(590.0, 58.0), pt(640.0, 30.0), pt(700.0, -12.0)], 2.0, true);
    // Country roads.
    add(&[c(-RING, 66.0), pt(30.0, 196.0), pt(-12.0, 188.0)], 2.0, true);
    add(&[c(-RING, h - 100.0), pt(50.0, 360.0), pt(-12.0, 372.0)], 2.0, true);
    add(&[c(20.0, h + RING * 0.9), pt(80.0, 492.0), pt(-12.0, 502.0)], 2.2, true);
    add(&[c(60.0, -RING), pt(118.0, 50.0), pt(60.0, -12.0)], 2.0, true);
    add(&[c(330.0, -RING), pt(430.0, 30.0), pt(452.0, -12.0)], 2.0, true);
    streets_of_the_citadel(painter, &mut roads);
    roads
}

/// The main streets inside the wall run from the gates along its axes and around the palace.
fn streets_of_the_citadel(painter: &Painter<'_>, roads: &mut Vec<Road>) {
    let h = painter.citadel_size.y;
    let gate = |letter: char| {
        block_by_block::Gate::lettered(letter).map(|g| {
            let p = Point::from(painter.map.gate(g).at) - painter.citadel.origin;
            pt(p.dot(painter.citadel.right), p.dot(painter.citadel.down))
        })
    };
    let [Some(a), Some(b), Some(cg), Some(d), Some(e), Some(f), Some(g), Some(hg)] =
        ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(gate)
    else {
        return;
    };
    let (west, east, north, south) = (136.0, 285.0, 169.0, 293.0);
    let lines = [
        [pt(e.x, 0.0), pt(e.x, south)],
        [pt(d.x, 0.0), pt(d.x, north)],
        [pt(a.x, h), pt(a.x, cg.y)],
        [pt(west, south + 8.0), pt(west, north)],
        [pt(east, south), pt(east, north)],
        [pt(hg.x, h), pt(hg.x, south)],
        [pt(0.0, f.y), pt(d.x, f.y)],
        [pt(d.x, cg.y), pt(painter.citadel_size.x, cg.y)],
        [pt(east, b.y), pt(painter.citadel_size.x, b.y)],
        [pt(0.0, g.y), pt(west, g.y)],
        [pt(8.0, north), pt(a.x, north)],
        [pt(e.x, south), pt(painter.citadel_size.x - 8.0, south)],
        [pt(11.0, 11.0), pt(11.0, h - 11.0)],
        [pt(painter.citadel_size.x - 11.0, 11.0), pt(painter.citadel_size.x - 11.0, h - 11.0)],
        [pt(11.0, 11.0), pt(painter.citadel_size.x - 11.0, 11.0)],
        [pt(11.0, h - 11.0), pt(painter.citadel_size.x - 11.0, h - 11.0)],
    ];
    for (i, [p, q]) in lines.into_iter().enumerate() {
        let line = vec![painter.citadel.apply(p), painter.citadel.apply(q)];
        roads.push(Road { line, width: if i < 12 { 2.6 } else { 1.7 } });
    }
}

/// Draws the roads: first every casing, then every surface, so that crossings are open.
pub fn roads(painter: &mut Painter<'_>, network: &[Road]) {
    let map = &painter.palette.map;
    for road in network {
        painter.sheet.round_stroke(Path::line(&road.line), road.width + 1.1, map.road_edge.mix(map.country, 0.25));
        painter.mask.line(&road.line, road.width + 1.6);
    }
    for road in network {
        painter.sheet.round_stroke(Path::line(&road.line), road.width, map.road);
    }
    // The highway is marked as such by its middle line.
    for road in network.iter().take(2) {
        painter.sheet.stroke(dashes(&road.line, 5.0, 4.0), 0.6, map.zone_line.mix(map.road, 0.25));
    }
    for (course, half) in crate::area::map::water::canals(painter) {
        painter.mask.line(&course, half * 2.0 + 5.0);
    }
    let river = painter.river.outline();
    painter.mask.polygon(&river);
    painter.mask.line(painter.river.left(), 8.0);
    painter.mask.line(painter.river.right(), 8.0);
    let line = railway_line(painter.map);
    painter.mask.line(&line, 6.0);
}

/// From the north past the west of the citadel, over the Bạch Hổ bridge, through the station and south.
pub fn railway_line(map: &Map) -> Vec<Point> {
    let bridge = map.file.scenery.unusable_bridges.last().map(|b| (Point::from(b.from), Point::from(b.to)));
    let (north, south) = bridge.unwrap_or((pt(30.0, 513.0), pt(40.0, 567.0)));
    smooth(
        &[
            pt(10.0, -12.0),
            pt(7.0, 120.0),
            pt(7.0, 260.0),
            pt(12.0, 400.0),
            north - (south - north).unit() * 12.0,
            north,
            south,
            south + (south - north).unit() * 7.0,
            pt(58.0, 579.5),
            pt(84.0, 577.0),
            pt(116.0, 571.0),
            pt(138.0, 577.0),
            pt(172.0, 618.0),
            pt(204.0, 641.0),
            pt(270.0, 662.0),
        ],
        8,
    )
}

/// Draws the railway: a dark line with sleepers.
pub fn railway(painter: &mut Painter<'_>) {
    let line = railway_line(painter.map);
    let ink = painter.palette.map.rail;
    painter.sheet.stroke(Path::line(&line), 2.2, ink);
    painter.sheet.stroke(Path::line(&line), 1.2, painter.palette.map.paper);
    painter.sheet.stroke(dashes(&line, 3.0, 3.0), 1.2, ink);
}

/// Draws the two river bridges with their spans broken and a cross upon the gap. Rule 6.4.
pub fn river_bridges(painter: &mut Painter<'_>) {
    let palette = painter.palette;
    let map = &palette.map;
    for bridge in &painter.map.file.scenery.unusable_bridges {
        let (a, b) = (Point::from(bridge.from), Point::from(bridge.to));
        let (along, length) = ((b - a).unit(), a.distance(b));
        let side = along.turned();
        let sheet = &mut painter.sheet;
        for (from, to) in [(-4.0, length * 0.4), (length * 0.6, length + 4.0)] {
            let (p, q) = (a + along * from, a + along * to);
            sheet.stroke(Path::line(&[p + pt(1.2, 1.6), q + pt(1.2, 1.6)]), 6.4, map.shore.alpha(0.45));
            sheet.stroke(Path::line(&[p, q]), 6.2, map.wall);
            sheet.stroke(Path::line(&[p, q]), 4.2, map.road);
        }
        trusses(sheet, a, along, side, length, map.wall);
        // The broken ends hang into the water.
        for (at, way) in [(length * 0.4, 1.0), (length * 0.6, -1.0)] {
            let p = a + along * at;
            let torn = [
                p + side * 3.0,
                p + side * 1.2 + along * (3.4 * way),
                p + along * (0.6 * way),
                p - side * 1.5 + along * (2.6 * way),
                p - side * 3.0,
            ];
            sheet.fill(Path::polygon(&torn), map.wall);
        }
        let middle = a.toward(b, 0.5);
        let r = 4.2;
        for s in [1.0, -1.0] {
            let line = Path::line(&[middle - pt(r, r * s), middle + pt(r, r * s)]);
            sheet.round_stroke(line.clone(), 4.0, Colour::WHITE);
            sheet.round_stroke(line, 2.3, map.zone_line);
        }
        painter.mask.line(&[a, b], 14.0);
    }
}

fn trusses(sheet: &mut Sheet, a: Point, along: Point, side: Point, length: f32, ink: Colour) {
    let step = 5.0;
    let mut path = Path::default();
    let count = (length / step) as usize;
    for i in 0..count {
        let (from, to) = (i as f32 * step, (i + 1) as f32 * step);
        if to > length * 0.4 && from < length * 0.6 {
            continue;
        }
        path.add_line(&[a + along * from + side * 2.1, a + along * to - side * 2.1]);
        path.add_line(&[a + along * from - side * 2.1, a + along * to + side * 2.1]);
    }
    sheet.stroke(path, 0.45, ink.alpha(0.55));
}

/// The corner points of the citadel's wall.
pub fn wall_corners(map: &Map) -> Vec<Point> {
    points(&map.file.scenery.citadel_wall)
}

/// Streets that cross the canal inside the citadel are carried over it: no rule asks there, the areas border plainly.
pub fn crossings(painter: &mut Painter<'_>, network: &[Road]) {
    let map = &painter.palette.map;
    let canal = smooth(&points(&painter.map.file.scenery.ngu_ha_canal), 10);
    let wall = wall_corners(painter.map);
    for road in network {
        for (a, b) in road.line.windows(2).map(|w| (w[0], w[1])) {
            for (c, d) in canal.windows(2).map(|w| (w[0], w[1])) {
                if !crate::geometry::cross(a, b, c, d) {
                    continue;
                }
                let share = (c - a).cross(d - c) / (b - a).cross(d - c);
                let at = a.toward(b, share);
                let long = (b - a).unit() * 5.6;
                if crate::geometry::inside(&wall, at + long) && crate::geometry::inside(&wall, at - long) {
                    let line = Path::line(&[at - long, at + long]);
                    painter.sheet.stroke(line.clone(), road.width + 1.5, map.wall);
                    painter.sheet.stroke(line, road.width, map.road);
                }
            }
        }
    }
}
