//! What glows: where the selected counters can go, what is attacked, where the keyboard points.

use artwork::area::layout::COUNTER;
use artwork::path::dashes;
use artwork::{Colour, MeshOptions, Palette, Path, Point, Sheet, pt};
use bevy::prelude::*;
use block_by_block::{BlockByBlock, Place, UnitId};

use super::hand::Hand;
use super::mouse::Hovered;
use crate::shell::drawing::{Paint, arrow};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::printed::{blank, show};
use crate::shell::table::{Look, Table};

/// Height of the glow on the map, under the counters.
const GLOW: f32 = 20.0;
/// Height of arrows over standing counters.
const ARROWS: f32 = 55.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        draw.after(super::markers::draw).in_set(GameSystems::Board.of(Room::Board)).in_set(super::AreaBoardSystems),
    );
}

/// A drawing that follows the hand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Under the counters.
    Glow,
    /// Over the counters.
    Arrows,
}

/// Puts the empty overlays on the board.
pub fn spawn(commands: &mut Commands, paint: &Paint) {
    for (overlay, height) in [(Overlay::Glow, GLOW), (Overlay::Arrows, ARROWS)] {
        commands.spawn((overlay, blank(paint, height)));
    }
}

/// Draws both overlays again when something about the hand changed.
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
        show(sheet, MeshOptions::map(palette.map.country), (&mut shape, &mut visibility), &mut meshes);
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

/// The arrow of a planned attack, or of the one under way.
fn arrows(hand: &Hand, palette: &Palette, table: &Table, play: &Play<BlockByBlock>) -> Sheet {
    let mut sheet = Sheet::new();
    let state = play.state();
    let group_place = |group: u8| UnitId::each(state.group(group)?.units).find_map(|unit| state.place(unit));
    let planned = hand.plan.as_ref().map(|plan| (plan.group().and_then(group_place), plan.target(state)));
    let (from, target) = match (planned, state.attack()) {
        (Some(planned), _) => planned,
        (None, Some(attack)) => (Some(attack.from), Some(attack.target)),
        (None, None) => return sheet,
    };
    let (Some(from), Some(target)) = (from, target) else { return sheet };
    let outline = table.layout.outline(target);
    sheet.stroke(closed(outline), 4.0, palette.map.ink);
    sheet.stroke(closed(outline), 2.4, palette.danger.ground);
    if from != target {
        let centre = |place: Place| {
            let (x, y) = table.rules.map().at(place);
            pt(x, y)
        };
        let (trim, colours) = ((COUNTER * 0.7, 0.25), (palette.danger.ground, palette.map.ink));
        arrow(&mut sheet, centre(from), centre(target), trim, [2.2, 6.0, 9.0], colours);
    }
    sheet
}

fn closed(outline: &[Point]) -> Path {
    Path::polygon(outline)
}

fn looped(outline: &[Point]) -> Vec<Point> {
    outline.iter().chain(outline.first()).copied().collect()
}
