//! What glows: where the selected counters can go, what is attacked, where the keyboard points; and the rings around counters.

use artwork::layout::COUNTER;
use artwork::path::dashes;
use artwork::{Colour, Highlight, MeshOptions, Palette, Path, Point, Rect, Sheet, highlight_sheet, pt};
use bevy::prelude::*;
use block_by_block::{BlockByBlock, Place, UnitId};

use super::counters::{Counter, CounterSystems};
use super::hand::Hand;
use super::mouse::Hovered;
use crate::drawing::{Paint, drawn_mesh, mesh};
use crate::game::{GameSystems, Play};
use crate::playback::Playback;
use crate::table::{Look, Table};

/// Height of the glow on the map, under the counters.
const GLOW: f32 = 20.0;
/// Height of arrows over standing counters.
const ARROWS: f32 = 55.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, ring).after(CounterSystems).in_set(GameSystems::Board));
}

/// A drawing that follows the hand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Under the counters.
    Glow,
    /// Over the counters.
    Arrows,
}

/// A ring around a counter.
#[derive(Component)]
struct Ring;

/// Puts the empty overlays on the board.
pub fn spawn(commands: &mut Commands, paint: &Paint) {
    for (overlay, height) in [(Overlay::Glow, GLOW), (Overlay::Arrows, ARROWS)] {
        commands.spawn((
            super::OnBoard,
            overlay,
            Mesh2d::default(),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, height),
        ));
    }
}

/// Draws both overlays anew when something about the hand changed.
#[expect(clippy::too_many_arguments, reason = "a system's arguments are what it reads")]
fn draw(
    hand: Res<Hand>,
    hovered: Res<Hovered>,
    look: Res<Look>,
    table: Res<Table>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<block_by_block::Event>>,
    mut overlays: Query<(&Overlay, &mut Mesh2d, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if !(hand.is_changed() || hovered.is_changed() || look.is_changed() || play.is_changed() || playback.is_changed()) {
        return;
    }
    let palette = &look.0;
    let (glow, arrows) = if playback.is_idle() {
        (glow(&hand, &hovered, palette, &table), arrows(&hand, palette, &table, &play))
    } else {
        (Sheet::new(), Sheet::new())
    };
    for (overlay, mut shape, mut visibility) in &mut overlays {
        let sheet = match overlay {
            Overlay::Glow => &glow,
            Overlay::Arrows => &arrows,
        };
        match drawn_mesh(sheet, MeshOptions::map(palette.map.country)) {
            Some(drawn) => {
                shape.0 = meshes.add(drawn);
                visibility.set_if_neq(Visibility::Visible);
            }
            None => _ = visibility.set_if_neq(Visibility::Hidden),
        }
    }
}

fn glow(hand: &Hand, hovered: &Hovered, palette: &Palette, table: &Table) -> Sheet {
    let mut sheet = Sheet::new();
    let accent = palette.accent.ground;
    let planned = hand.plan.is_some();
    for place in Place::each(hand.offers.target_places(hand.selected)).filter(|_| !planned) {
        let outline = table.layout.outline(place);
        let pointed = hovered.place == Some(place) || hand.cursor == Some(place);
        sheet.fill(Path::polygon(outline), accent.alpha(if pointed { 0.5 } else { 0.26 }));
        sheet.stroke(closed(outline), 3.4, palette.map.ink.alpha(0.55));
        sheet.stroke(closed(outline), 2.0, accent);
    }
    if let Some(refused) = hovered.refused_place() {
        let outline = table.layout.outline(refused);
        sheet.stroke(dashes(&looped(outline), 5.0, 3.0), 1.8, palette.danger.ground.alpha(0.9));
    }
    if let Some(cursor) = hand.cursor {
        let outline = table.layout.outline(cursor);
        sheet.stroke(closed(outline), 4.4, palette.map.ink);
        sheet.stroke(dashes(&looped(outline), 6.0, 4.0), 2.2, Colour::WHITE);
    }
    sheet
}

/// The arrow of a planned attack.
fn arrows(hand: &Hand, palette: &Palette, table: &Table, play: &Play<BlockByBlock>) -> Sheet {
    let mut sheet = Sheet::new();
    let state = play.state();
    let Some(plan) = &hand.plan else { return sheet };
    let from = plan.group().and_then(|g| state.group(g)).and_then(|g| UnitId::each(g.units).find_map(|u| state.place(u)));
    if let (Some(from), Some(target)) = (from, plan.target(state)) {
        let outline = table.layout.outline(target);
        sheet.stroke(closed(outline), 4.0, palette.map.ink);
        sheet.stroke(closed(outline), 2.4, palette.danger.ground);
        if from != target {
            let centre = |place: Place| {
                let (x, y) = table.rules.map().at(place);
                pt(x, y)
            };
            arrow(&mut sheet, centre(from), centre(target), palette.danger.ground, palette.map.ink);
        }
    }
    sheet
}

/// A broad arrow with a dark edge, short of both ends so that it leaves the counters readable.
fn arrow(sheet: &mut Sheet, from: Point, to: Point, colour: Colour, edge: Colour) {
    let length = from.distance(to);
    if length < 1.0 {
        return;
    }
    let (way, side) = ((to - from).unit(), (to - from).unit().turned());
    let trim = (COUNTER * 0.7).min(length * 0.25);
    let (start, tip) = (from + way * trim, to + way * -trim);
    let neck = tip + way * -9.0;
    let shape = [
        start + side * 2.2,
        neck + side * 2.2,
        neck + side * 6.0,
        tip,
        neck + side * -6.0,
        neck + side * -2.2,
        start + side * -2.2,
    ];
    sheet.stroke(closed(&shape), 2.0, edge);
    sheet.fill(Path::polygon(&shape), colour);
}

fn closed(outline: &[Point]) -> Path {
    Path::polygon(outline)
}

fn looped(outline: &[Point]) -> Vec<Point> {
    outline.iter().chain(outline.first()).copied().collect()
}

/// What a counter's ring says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Marked {
    /// It is selected.
    Selected,
    /// It can be clicked to answer the question.
    Target,
    /// It can do something.
    Ready,
}

/// Rings around counters that are selected, can be clicked or can act.
#[expect(clippy::too_many_arguments, reason = "a system's arguments are what it reads")]
fn ring(
    hand: Res<Hand>,
    look: Res<Look>,
    paint: Res<Paint>,
    playback: Res<Playback<block_by_block::Event>>,
    counters: Query<(Entity, &Counter, Option<&Children>)>,
    rings: Query<&Ring>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut cache: Local<std::collections::HashMap<Marked, Handle<Mesh>>>,
    mut commands: Commands,
) {
    if !(hand.is_changed() || look.is_changed() || playback.is_changed()) {
        return;
    }
    if look.is_changed() {
        cache.clear();
    }
    let idle = playback.is_idle();
    let (ready, targets) = (hand.offers.actors(), hand.offers.target_units(hand.selected));
    for (entity, counter, children) in &counters {
        let bit = counter.unit.set();
        let marked = match () {
            () if !idle => None,
            () if hand.selected & bit != 0 => Some(Marked::Selected),
            () if targets & bit != 0 => Some(Marked::Target),
            () if ready & bit != 0 => Some(Marked::Ready),
            () => None,
        };
        for child in children.into_iter().flatten().filter(|c| rings.contains(**c)) {
            commands.entity(*child).despawn();
        }
        let Some(marked) = marked else { continue };
        let shape = cache
            .entry(marked)
            .or_insert_with(|| meshes.add(mesh(&ring_sheet(marked, &look.0), MeshOptions::counter(look.0.map.country))))
            .clone();
        commands.entity(entity).with_child((
            Ring,
            Mesh2d(shape),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, -0.005),
        ));
    }
}

/// A ring in the counter's own square: full for the selected, double for targets, corners for the ready.
fn ring_sheet(marked: Marked, palette: &Palette) -> Sheet {
    let frame = |by: f32, radius: f32| Path::rounded(Rect::around(pt(0.0, 0.0), 1.0 + 2.0 * by, 1.0 + 2.0 * by), radius);
    match marked {
        Marked::Selected => highlight_sheet(Highlight::Selected, palette),
        Marked::Ready => highlight_sheet(Highlight::Offered, palette),
        Marked::Target => {
            let mut sheet = Sheet::new();
            sheet.fill(frame(0.15, 0.2), palette.map.ink);
            sheet.fill(frame(0.12, 0.17), Colour::WHITE);
            sheet.fill(frame(0.07, 0.13), palette.accent.ground);
            sheet
        }
    }
}
