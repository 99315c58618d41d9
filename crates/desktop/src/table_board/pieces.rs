//! Figures, vehicles and markers on the table. One system brings them in line with what the side that looks may know;
//! another moves them.

use std::collections::{BTreeMap, HashMap};
use tabletop::between;

use artwork::field::{Ground, plate_sheet, token_sheet, vehicle_sheet};
use artwork::{MeshOptions, Palette, Picture, Placement, Sheet};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use table::Point;

use super::OnTheTable;
use super::fielded::{Fielded, Group, Key, Look, Piece};
use super::hand::Hand;
use super::space::{UNIT, world};
use crate::shell::camera::View;
use crate::shell::drawing::{Paint, mesh};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Pace, Ticker, elapsed};
use crate::shell::seat::Seat;
use crate::shell::table::Look as Palettes;
use crate::shell::traces::{Trace, Traces, on_map};

/// Width of a figure's base in inches.
const BASE: f32 = 0.9;
/// Pixels a base has at least, however far away one looks.
const LEAST: f32 = 29.0;
/// How much larger than life pieces may be drawn for that.
const LARGEST: f32 = 1.9;
/// Seconds a piece takes to its new place.
const TRAVEL: f32 = 0.34;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        Update,
        (reconcile::<R>, glide::<R>)
            .chain()
            .in_set(GameSystems::Board.of(Room::Board))
            .in_set(PieceSystems)
            .run_if(resource_exists::<Play<R>>),
    );
}

/// Pieces are brought in line and moved.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceSystems;

/// A piece on the board.
#[derive(Component, Debug)]
pub struct Lying {
    pub key: Key,
    pub group: Option<Group>,
    pub name: String,
    /// Where it lies once it stands still.
    pub goal: Point,
    /// Whether it belongs to the side that looks.
    pub own: bool,
    /// Half its width in map units, as large as it is drawn now.
    pub reach: f32,
    /// Where it is now.
    pub at: Vec2,
    height: f32,
    look: Look,
    way: Option<(Vec2, f32)>,
}

impl Lying {
    /// Whether it is on its way.
    pub fn is_moving(&self) -> bool {
        self.way.is_some()
    }

    /// Whether a point of the map lies on it.
    pub fn is_under(&self, at: Vec2) -> bool {
        self.at.distance(at) <= self.reach
    }

    /// Its order from the bottom.
    pub fn rank(&self) -> f32 {
        self.height
    }
}

/// Width in inches of what its drawing calls one unit, and half its real width in inches.
fn size_of(look: &Look) -> (f32, f32) {
    match look {
        Look::Token(token) if token.fallen.is_some() => (BASE, 0.28),
        Look::Token(_) => (BASE, BASE / 2.0),
        Look::Vehicle { kind, .. } => (1.0, kind.size().0 * 0.42),
        Look::Plate(..) => (0.95, 0.45),
    }
}

/// How high a piece lies over the table.
fn height_of(piece: &Piece) -> f32 {
    let base = match &piece.look {
        Look::Token(token) if token.fallen.is_some() => 30.0,
        Look::Plate(..) => 31.0,
        Look::Vehicle { flying: false, .. } => 32.0,
        Look::Token(_) => 33.0,
        Look::Vehicle { flying: true, .. } => 36.0,
    };
    // Nearer ones lie over those behind.
    base + piece.at.y as f32 * 1e-5 + piece.at.x as f32 * 1e-7
}

/// How much larger than life pieces are drawn, so that they can be read.
pub fn growth(view: &View) -> f32 {
    between(LEAST / (BASE * UNIT * view.magnification.max(1e-3)), 1.0, LARGEST)
}

fn drawn(look: &Look, palettes: &Palettes) -> Mesh {
    mesh(&sheet_of(look, &palettes.0), MeshOptions::counter(artwork::Colour::rgb(0x8a, 0x8c, 0x58)))
}

/// The drawing of a piece around the origin.
fn sheet_of(look: &Look, palette: &Palette) -> Sheet {
    match look {
        Look::Token(token) => token_sheet(token, palette),
        Look::Vehicle { kind, side, facing, wreck, flying, chips } => {
            vehicle_sheet(*kind, *side, *facing, (*wreck, *flying), chips, palette)
        }
        Look::Plate(plate, turned) => {
            let mut sheet = Sheet::new();
            sheet.stamp(&plate_sheet(*plate, palette), Placement::turned(artwork::pt(0.0, 0.0), 1.0, *turned));
            sheet
        }
    }
}

/// The drawing of a piece around the origin, with all that stands out within a square of side 1.
pub fn mustered_sheet(look: &Look, palette: &Palette) -> Sheet {
    let size = match look {
        Look::Token(_) => 1.4,
        Look::Vehicle { kind, .. } => kind.size().0.max(kind.size().1),
        Look::Plate(..) => 1.0,
    };
    let mut sheet = Sheet::new();
    sheet.stamp(&sheet_of(look, palette), Placement::at(artwork::pt(0.0, 0.0), 1.0 / size));
    sheet
}

/// A table with these pieces on it, about so many pixels wide.
pub fn field_picture(board: &table::Board, pieces: &[Piece], palette: &Palette, width: u32) -> Option<Picture> {
    let ground = Ground::new(board);
    let (columns, lines) = ground.size();
    let pixels = (width / columns.max(1)).max(1);
    let mut picture = ground.picture(pixels).ok()?;
    let mut sheet = Sheet::new();
    let mut lying: Vec<&Piece> = pieces.iter().collect();
    lying.sort_by(|a, b| height_of(a).total_cmp(&height_of(b)));
    for piece in lying {
        let grown = match piece.look {
            Look::Vehicle { .. } => 1.0,
            _ => between(LEAST / (BASE * pixels as f32), 1.0, LARGEST),
        };
        let at = Placement::at(artwork::field::inches(piece.at), size_of(&piece.look).0 * grown);
        sheet.stamp(&sheet_of(&piece.look, palette), at);
    }
    picture.paint(&sheet, artwork::Rect::new(0.0, 0.0, columns as f32, lines as f32));
    Some(picture)
}

/// The one system that brings the pieces in line with what may be known.
fn reconcile<R: Fielded>(
    mut commands: Commands,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    palettes: Res<Palettes>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut shown: Local<Option<R::Side>>,
    mut lying: Query<(Entity, &mut Lying, &mut Mesh2d)>,
    mut traces: ResMut<Traces>,
) {
    if !(seat.is_changed() || palettes.is_changed() || hand.is_added()) {
        return;
    }
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    let pieces = play.game.rules().pieces(view, side);
    // Another pair of eyes sees another table: nothing may slide from where the other side knew it to be.
    let fresh = *shown != Some(side) || seat.curtain().is_some();
    *shown = Some(side);
    // The way of the first of a squad stands for all of them.
    let mut ways: BTreeMap<Group, (Key, Vec2, Vec2)> = BTreeMap::new();
    let mut wanted: HashMap<Key, Piece> = pieces.into_iter().map(|piece| (piece.key, piece)).collect();
    for (entity, mut there, mut shape) in &mut lying {
        let Some(piece) = wanted.remove(&there.key) else {
            commands.entity(entity).despawn();
            continue;
        };
        if there.look != piece.look || palettes.is_changed() {
            shape.0 = meshes.add(drawn(&piece.look, &palettes));
        }
        if there.goal != piece.at {
            there.way = (!fresh).then_some((there.at, 0.0));
            if let Some(group) = piece.group.filter(|_| !fresh) {
                let this = (there.key, there.at, world(piece.at));
                let first = ways.entry(group).or_insert(this);
                if this.0 < first.0 {
                    *first = this;
                }
            }
            there.goal = piece.at;
            if fresh {
                there.at = world(piece.at);
            }
        }

        there.height = height_of(&piece);
        (there.group, there.name, there.own, there.look) = (piece.group, piece.name, piece.own, piece.look);
    }
    for (_, from, to) in ways.into_values() {
        traces.begin(Trace::Way(vec![on_map(from), on_map(to)]));
    }
    let mut rest: Vec<Piece> = wanted.into_values().collect();
    rest.sort_by_key(|piece| piece.key);
    for piece in rest {
        let at = world(piece.at);
        let height = height_of(&piece);
        let shape = Mesh2d(meshes.add(drawn(&piece.look, &palettes)));
        commands.spawn((
            OnTheTable,
            shape,
            MeshMaterial2d(paint.0.clone()),
            Transform::from_translation(at.extend(height)),
            Lying {
                key: piece.key,
                group: piece.group,
                name: piece.name,
                goal: piece.at,
                own: piece.own,
                reach: UNIT / 2.0,
                at,

                height,
                look: piece.look,
                way: None,
            },
        ));
    }
}

/// Moves what is on its way, and keeps everything as large as it must be to be read.
fn glide<R: Fielded>(
    ticker: Res<Ticker>,
    pace: Res<Pace>,
    view: Res<View>,
    hand: Res<Hand<R>>,
    mut lying: Query<(&mut Lying, &mut Transform)>,
    mut running: ResMut<TickerRunning>,
) {
    let grown = growth(&view);
    for (mut piece, mut transform) in &mut lying {
        let goal = world(piece.goal);
        if let Some((from, gone)) = piece.way {
            let gone = elapsed(*ticker, *pace).map_or(TRAVEL, |seconds| gone + seconds);
            let share = between(gone / TRAVEL, 0.0, 1.0);
            let eased = share * share * (3.0 - 2.0 * share);
            piece.at = from.lerp(goal, eased);
            piece.way = (share < 1.0).then_some((from, gone));
            if piece.way.is_some() {
                running.run();
            }
        } else if piece.at != goal {
            piece.at = goal;
        }
        let grows = match piece.look {
            Look::Vehicle { .. } => 1.0 + (grown - 1.0) * 0.35,
            _ => grown,
        };
        let (unit, half) = size_of(&piece.look);
        let scale = unit * UNIT * grows;
        let reach = half * UNIT * grows;
        if piece.reach != reach {
            piece.reach = reach;
        }
        let lift = if piece.group.is_some() && piece.group == hand.selected { 2.0 } else { 0.0 };
        let wanted =
            Transform::from_translation(piece.at.extend(piece.height + lift)).with_scale(Vec3::new(scale, scale, 1.0));
        transform.set_if_neq(wanted);
    }
}

/// Whether anything lies elsewhere than in the frame before. A piece that arrives moves no more, and has moved.
pub fn have_moved(lying: &Query<Ref<Lying>>) -> bool {
    lying.iter().any(|piece| piece.is_changed())
}

/// Whether a piece is still moving in this frame.
#[derive(Resource, Default)]
pub struct TickerRunning(bool);

impl TickerRunning {
    /// Something moves.
    pub fn run(&mut self) {
        self.0 = true;
    }
}

/// Asks for another frame while something moves.
pub(super) fn keep_going(
    mut running: ResMut<TickerRunning>,
    mut ticker: ResMut<Ticker>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if std::mem::take(&mut running.0) {
        ticker.keep_going(&mut redraw);
    }
}

#[cfg(test)]
mod tests {
    use panels::screens::Speed;
    use skirmish::Skirmish;
    use table::INCH;

    use super::*;

    #[derive(Resource, Default)]
    struct Moved(bool);

    #[test]
    fn what_follows_a_piece_is_drawn_again_where_it_arrives() {
        let mut app = App::new();
        app.insert_resource(Pace(Speed::Off))
            .init_resource::<Ticker>()
            .init_resource::<View>()
            .init_resource::<Hand<Skirmish>>()
            .init_resource::<TickerRunning>()
            .init_resource::<Moved>();
        let notice = |lying: Query<Ref<Lying>>, mut moved: ResMut<Moved>| moved.0 = have_moved(&lying);
        app.add_systems(Update, (glide::<Skirmish>, notice).chain());
        let goal = Point::new(3 * INCH, INCH);
        let piece = Lying {
            key: Key::Figure(0, 0),
            group: None,
            name: String::new(),
            goal,
            own: true,
            reach: 0.0,
            at: world(goal),
            height: 33.0,
            look: Look::Plate(artwork::field::Plate::Cache, 0.0),
            way: None,
        };
        let piece = app.world_mut().spawn((piece, Transform::default())).id();
        app.update();
        app.update();
        assert!(!app.world().resource::<Moved>().0, "it lies still");
        let to = Point::new(5 * INCH, INCH);
        let mut there = app.world_mut().entity_mut(piece);
        let mut there = there.get_mut::<Lying>().unwrap();
        (there.goal, there.way) = (to, Some((world(goal), 0.0)));
        app.update();
        let there = app.world().get::<Lying>(piece).unwrap();
        assert_eq!((there.at, there.is_moving()), (world(to), false), "it has arrived in one frame");
        assert!(app.world().resource::<Moved>().0);
        app.update();
        assert!(!app.world().resource::<Moved>().0);
    }
}
