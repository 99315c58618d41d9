//! What is laid over the table: rings around pieces, paths, lines of sight, arcs, templates, noise, smoke.

use artwork::field::mark::{self, Mood};
use artwork::field::{degrees, inches};
use artwork::{MeshOptions, Palette, Point, Sheet, pt};
use bevy::prelude::*;
use table::{Angle, Template};

use super::OnTheTable;
use super::fielded::{Fielded, Mark, Sight, Way};
use super::ground::FINE;
use super::hand::{Hand, Hovered};
use super::pieces::{Lying, PieceSystems, have_moved};
use super::space::UNIT;
use crate::shell::camera::{BoardRect, View};
use crate::shell::drawing::Paint;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::printed::show;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        Update,
        draw::<R>.after(PieceSystems).in_set(GameSystems::Board.of(Room::Board)).run_if(resource_exists::<Play<R>>),
    );
}

/// A drawing that follows the hand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    /// Smoke and fire: on the ground, under the pieces.
    Lying,
    /// Rings around the pieces, arcs.
    Rings,
    /// Paths, lines and templates over the pieces.
    Lines,
}

impl Overlay {
    const ALL: [Self; 3] = [Self::Lying, Self::Rings, Self::Lines];

    const fn height(self) -> f32 {
        match self {
            Self::Lying => 20.0,
            Self::Rings => 25.0,
            Self::Lines => 50.0,
        }
    }
}

/// How far an arc is shaded, in inches: weapons reach farther, but a shade over the whole table says nothing.
const ARC: f32 = 16.0;

/// Half an arc in degrees.
fn half_degrees(half: Angle) -> f32 {
    match half {
        Angle::Thirty => 30.0,
        Angle::FortyFive => 45.0,
        Angle::Sixty => 60.0,
        Angle::Ninety => 90.0,
    }
}

/// The outline of a template in inches.
fn outline(template: &Template) -> Vec<Point> {
    match *template {
        Template::Circle { centre, radius } => mark::circle(inches(centre), radius as f32 / 100.0),
        Template::Rectangle { centre, along, length, width } => {
            let facing = degrees(along).unwrap_or(-90.0);
            mark::rectangle(inches(centre), length as f32 / 100.0, width as f32 / 100.0, facing)
        }
        Template::Fan { tip, facing, half, reach } => {
            mark::fan(inches(tip), degrees(facing).unwrap_or(-90.0), half_degrees(half), reach as f32 / 100.0)
        }
    }
}

/// The corners of the upright box around what an order would cover, in the world.
pub(super) fn corners(mark: &Mark) -> [Vec2; 2] {
    let points = match mark {
        Mark::Area(template, _) => outline(template),
        Mark::Spot(at, _) => vec![inches(*at)],
    };
    let points = points.into_iter().map(|at| Vec2::new(at.x, -at.y) * UNIT);
    points.fold([Vec2::MAX, Vec2::MIN], |[low, high], at| [low.min(at), high.max(at)])
}

/// Draws one thing that an order would cover.
pub fn draw_mark(sheet: &mut Sheet, mark: &Mark, palette: &Palette, unit: f32) {
    match mark {
        Mark::Area(template, mood) => sheet.append(mark::area(&outline(template), *mood, palette, unit)),
        Mark::Spot(at, chance) => {
            let at = inches(*at);
            sheet.append(mark::area(&mark::circle(at, 5.0 * unit), Mood::Danger, palette, unit));
            sheet.append(mark::label(chance, at - pt(0.0, 20.0 * unit), Mood::Danger, palette, unit));
        }
    }
}

/// Draws a path. Where there is room for its words, `seen` is what of the table is in sight.
fn draw_way<C>(sheet: &mut Sheet, way: &Way<C>, seen: Option<artwork::Rect>, palette: &Palette, unit: f32) {
    let points: Vec<Point> = way.points.iter().map(|p| inches(*p)).collect();
    let open = way.refusal.is_none();
    sheet.append(mark::path(&points, &way.bad, open, palette, unit));
    let Some(end) = points.last() else { return };
    if let Some(heard) = way.heard {
        sheet.append(mark::ring(*end, heard as f32 / 100.0, Mood::Plain, palette, unit));
    }
    let mood = if open { Mood::Now } else { Mood::Danger };
    let Some(seen) = seen else { return };
    let at = mark::kept_in_sight(&way.words, *end + pt(0.0, 34.0 * unit), seen, unit);
    sheet.append(mark::label(&way.words, at, mood, palette, unit));
}

fn draw_sight(sheet: &mut Sheet, sight: &Sight, ruler: bool, palette: &Palette, unit: f32) {
    let (from, to) = (inches(sight.from), inches(sight.to));
    if ruler && from.distance(to) > 0.05 {
        sheet.append(mark::ruler(from, to, &sight.words, palette, unit));
    }
    sheet.append(mark::sight_line(from, to, sight.blocked.map(inches), palette, unit));
    if !ruler {
        let mood = if sight.blocked.is_some() { Mood::Danger } else { Mood::Plain };
        let at = from.toward(to, 0.5) - pt(0.0, 16.0 * unit);
        sheet.append(mark::label(&sight.words, at, mood, palette, unit));
    }
}

/// Draws all overlays again when something they show has changed.
fn draw<R: Fielded>(
    mut commands: Commands,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    hovered: Res<Hovered<R>>,
    look: Res<Look>,
    eye: Res<View>,
    board: Res<BoardRect>,
    paint: Res<Paint>,
    lying: Query<Ref<Lying>>,
    mut overlays: Query<(&Overlay, &mut Mesh2d, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if overlays.is_empty() {
        for overlay in Overlay::ALL {
            commands.spawn((
                OnTheTable,
                overlay,
                Mesh2d::default(),
                MeshMaterial2d(paint.0.clone()),
                Transform::from_xyz(0.0, 0.0, overlay.height()).with_scale(Vec3::new(UNIT, UNIT, 1.0)),
                Visibility::Hidden,
            ));
        }
        return;
    }
    let moved = have_moved(&lying);
    let changed =
        seat.is_changed() || hand.is_changed() || hovered.is_changed() || look.is_changed() || eye.is_changed();
    if !(changed || moved) {
        return;
    }
    let Some(view) = seat.view() else { return };
    let rules = play.game.rules();
    let palette = &look.0;
    let unit = 1.0 / (UNIT * eye.magnification.max(1e-3));
    let [mut ground, mut rings, mut lines] = [Sheet::new(), Sheet::new(), Sheet::new()];

    for (at, radius) in rules.clouds(view) {
        ground.append(mark::smoke(inches(at), radius as f32 / 100.0, palette, unit));
    }
    rules.lying(view).iter().for_each(|mark| draw_mark(&mut ground, mark, palette, unit));
    if hand.drag.is_none() {
        for (at, radius) in rules.noise(view) {
            ground.append(mark::ring(inches(at), radius as f32 / 100.0, Mood::Plain, palette, unit));
        }
    }

    if let Some(group) = hand.selected.filter(|_| hand.drag.is_none()) {
        let table = R::board(view).map_or_else(artwork::Rect::default, |board| {
            let corner = inches(board.corner());
            artwork::Rect::new(0.0, 0.0, corner.x, corner.y)
        });
        for arc in rules.arcs(view, group) {
            if let Template::Fan { tip, facing, half, reach } = arc {
                let facing = degrees(facing).unwrap_or(-90.0);
                rings.append(mark::arc(
                    inches(tip),
                    facing,
                    half_degrees(half),
                    (reach as f32 / 100.0).min(ARC),
                    table,
                    palette,
                    unit,
                ));
            }
        }
    }
    for piece in &lying {
        let at = pt(piece.at.x / UNIT, -piece.at.y / UNIT);
        let radius = piece.reach / UNIT + 2.5 * unit;
        let own = piece.group.filter(|_| piece.own);
        let chosen = own.is_some() && own == hand.selected;
        if chosen || own.is_some_and(|group| hand.actors.first() == Some(&group)) {
            rings.append(mark::halo(at, radius, Mood::Now, chosen, palette, unit));
        } else if own.is_some_and(|group| hand.actors.contains(&group)) {
            rings.append(mark::halo(at, radius, Mood::Plain, false, palette, unit));
        } else if hand.targets.contains(&piece.key) {
            rings.append(mark::target(at, radius, palette, unit));
        }
        let refused = hovered.key == Some(piece.key) && hovered.refusal.is_some();
        if refused {
            rings.append(mark::halo(at, radius, Mood::Danger, false, palette, unit));
        }
    }

    if let Some(sight) = &hovered.sight {
        draw_sight(&mut lines, sight, hand.ruler.is_some(), palette, unit);
    }
    let pointed = hand.question.as_ref().and_then(|q| q.pointed.and_then(|n| q.answers.get(n)));
    let shown = pointed.or_else(|| hovered.deeds.first().filter(|_| hand.question.is_none()));
    if let Some(deed) = shown {
        Fielded::marks(&**rules, view, deed).iter().for_each(|mark| draw_mark(&mut lines, mark, palette, unit));
    }
    if let Some(way) = &hand.way {
        let [low, high] = [board.0.min, board.0.max].map(|corner| eye.to_map(corner, board.0) / UNIT);
        let seen = artwork::Rect { min: pt(low.x, -low.y), max: pt(high.x, -high.y) };
        // A list of orders would lie over the words; the sidebar says them too.
        draw_way(&mut lines, way, hand.question.is_none().then_some(seen), palette, unit);
    }
    if let Some(cursor) = hand.cursor {
        lines.append(mark::halo(inches(cursor), 9.0 * unit, Mood::Now, true, palette, unit));
    }

    let options = MeshOptions { tolerance: FINE, ground: artwork::Colour::rgb(0x8a, 0x8c, 0x58) };
    for (overlay, mut shape, mut visibility) in &mut overlays {
        let sheet = match overlay {
            Overlay::Lying => &ground,
            Overlay::Rings => &rings,
            Overlay::Lines => &lines,
        };
        show(sheet, options, (&mut shape, &mut visibility), &mut meshes);
    }
}
