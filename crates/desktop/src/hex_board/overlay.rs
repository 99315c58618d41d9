//! What is drawn over the map for what is in hand: costs, the way, rings of river hexsides, the planned attack, the ruler.

use artwork::fonts::Font;
use artwork::hex::HEX_COUNTER;
use artwork::hex::grid::{HEIGHT, HexGrid, RADIUS, hexagon};
use artwork::path::dashes;
use artwork::text::{Align, Lettering};
use artwork::{Colour, MeshOptions, Palette, Path, Point, Sheet, pt};
use bevy::prelude::*;
use search_and_destroy::command::Command;
use search_and_destroy::queries::Unseen;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::State;
use search_and_destroy::{Hex, Place, SearchAndDestroy, UnitId};
use tabletop::numbers::counted;

use super::HexBoardSystems;
use super::ground::Net;
use super::hand::Hand;
use super::mouse::Hovered;
use crate::shell::drawing::{Paint, arrow};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::printed::{blank, show};
use crate::shell::screen::OnTable;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<SearchAndDestroy>()), spawn).add_systems(
        Update,
        draw.after(super::markers::draw).in_set(GameSystems::Board.of(Room::Board)).in_set(HexBoardSystems),
    );
}

/// A drawing that follows the hand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    /// Under the counters: costs and rings.
    Below,
    /// Over the counters: ways, arrows, the ruler.
    Above,
}

fn spawn(mut commands: Commands, paint: Res<Paint>) {
    for (overlay, height) in [(Overlay::Below, 23.0), (Overlay::Above, 55.0)] {
        commands.spawn((overlay, blank(&paint, height)));
    }
}

/// Everything the drawings are made from.
struct Scene<'a> {
    rules: &'a SearchAndDestroy,
    view: &'a State,
    hand: &'a Hand,
    hovered: &'a Hovered,
    palette: &'a Palette,
    net: HexGrid,
}

fn draw(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    hand: Res<Hand>,
    hovered: Res<Hovered>,
    look: Res<Look>,
    net: Option<Res<Net>>,
    playback: Res<Playback<search_and_destroy::Event>>,
    mut overlays: Query<(&Overlay, &mut Mesh2d, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Some(net), Some(view)) = (net, seat.view()) else { return };
    let below = hand.is_changed() || seat.is_changed() || look.is_changed() || playback.is_changed();
    let above = below || hovered.is_changed();
    if !above {
        return;
    }
    let scene = Scene { rules: play.game.rules(), view, hand: &hand, hovered: &hovered, palette: &look.0, net: net.0 };
    for (overlay, mut shape, mut visibility) in &mut overlays {
        if *overlay == Overlay::Below && !below {
            continue;
        }
        let sheet = match overlay {
            _ if !playback.is_idle() => Sheet::new(),
            Overlay::Below => scene.below(),
            Overlay::Above => scene.above(),
        };
        show(&sheet, MeshOptions::map(look.0.valley.broken), (&mut shape, &mut visibility), &mut meshes);
    }
}

impl Scene<'_> {
    fn centre(&self, hex: Hex) -> Point {
        self.net.centre(hex)
    }

    /// Where a counter lies, hex or river.
    fn place(&self, unit: UnitId) -> Option<Point> {
        match self.view.unit(unit)?.place {
            Place::Hex(hex) => Some(self.centre(hex)),
            Place::River(number) => self.net.river(self.rules.map(), number).map(|(at, _)| at),
            _ => None,
        }
    }

    fn below(&self) -> Sheet {
        let mut sheet = Sheet::new();
        let (ink, paper) = (self.palette.map.ink, self.palette.map.paper);
        let lettering = Lettering::new(Font::CondensedBold, 8.2);
        for (hex, (cost, _)) in &self.hand.offers.hexes {
            if let Some(cost) = cost {
                let at = self.centre(*hex) + pt(0.0, HEIGHT / 2.0 - 3.2);
                sheet.text_with_halo(&cost.to_string(), at, Align::Middle, lettering, ink, (paper.alpha(0.85), 1.1));
            }
        }
        for number in self.hand.offers.rivers.keys() {
            if let Some((at, _)) = self.net.river(self.rules.map(), *number) {
                sheet.fill(Path::circle(at, 6.4), ink.alpha(0.6));
                sheet.fill(Path::circle(at, 5.2), self.palette.accent.ground);
            }
        }
        sheet
    }

    fn above(&self) -> Sheet {
        let mut sheet = Sheet::new();
        self.way(&mut sheet);
        if let Some(hex) = self.hovered.hex.filter(|_| self.hovered.refusal.is_some()) {
            let mut ring = hexagon(self.centre(hex), RADIUS - 1.0).to_vec();
            ring.push(ring[0]);
            sheet.stroke(dashes(&ring, 5.0, 3.0), 2.6, self.palette.map.ink);
            sheet.stroke(dashes(&ring, 5.0, 3.0), 1.7, self.palette.danger.ground);
        }
        if let Some(hex) = self.hand.inspected.filter(|_| self.hand.cursor.is_none()) {
            sheet.stroke(
                Path::polygon(&hexagon(self.centre(hex), RADIUS - 0.4)),
                1.3,
                self.palette.map.ink.alpha(0.75),
            );
        }
        if let Some(hex) = self.hand.cursor {
            let ring = hexagon(self.centre(hex), RADIUS - 0.6);
            sheet.stroke(Path::polygon(&ring), 3.2, self.palette.map.ink);
            sheet.stroke(Path::polygon(&ring), 1.6, Colour::WHITE);
        }
        self.plan(&mut sheet);
        self.ruler(&mut sheet);
        sheet
    }

    /// The way to the hex that is pointed at, with its cost.
    fn way(&self, sheet: &mut Sheet) {
        let Some(to) = self.hand.cursor.or(self.hovered.hex) else { return };
        let Some((_, commands)) = self.hand.offers.hexes.get(&to) else { return };
        for command in commands {
            let Command::Move { unit, path } = command else { continue };
            let start = self.view.unit(*unit).and_then(|u| u.hex());
            let line: Vec<Point> = start.iter().chain(path).map(|hex| self.centre(*hex)).collect();
            if line.len() > 1 {
                sheet.round_stroke(Path::line(&line), 4.4, self.palette.map.ink.alpha(0.8));
                sheet.round_stroke(Path::line(&line), 2.4, self.palette.accent.ground);
            }
        }
        sheet.stroke(Path::polygon(&hexagon(self.centre(to), RADIUS - 1.0)), 3.0, self.palette.map.ink.alpha(0.8));
        sheet.stroke(Path::polygon(&hexagon(self.centre(to), RADIUS - 1.0)), 1.7, self.palette.accent.ground);
    }

    /// Arrows from everybody in the planned attack to the target.
    fn plan(&self, sheet: &mut Sheet) {
        let Some(plan) = &self.hand.plan else { return };
        let (from, target) = match plan {
            Command::Fire { shots, target } | Command::Assault { shots, target } => {
                (shots.iter().map(|s| s.unit).collect::<Vec<_>>(), *target)
            }
            Command::Antitank { unit, target } => (vec![*unit], *target),
            _ => return,
        };
        let Some(tip) = self.place(target) else { return };
        for start in from.into_iter().filter_map(|unit| self.place(unit)) {
            let (trim, colours) = ((HEX_COUNTER * 0.6, 0.3), (self.palette.danger.ground, self.palette.map.ink));
            arrow(sheet, start, tip, trim, [1.8, 5.0, 8.0], colours);
        }
    }

    /// The line of sight from where the ruler begins, or from the first counter in hand, to what is pointed at.
    fn ruler(&self, sheet: &mut Sheet) {
        let Some(reading) = self.hovered.reading(self.rules, self.view, self.hand) else { return };
        let (from, to) = (self.end(reading.from), self.end(reading.to));
        let (Some(a), Some(b)) = (from, to) else { return };
        let map = &self.palette.map;
        let clear = reading.sight.is_ok();
        let colour = if clear { self.palette.accent.ground } else { self.palette.danger.ground };
        sheet.round_stroke(Path::line(&[a, b]), 3.0, map.ink.alpha(0.85));
        let line = if clear { Path::line(&[a, b]) } else { dashes(&[a, b], 6.0, 3.5) };
        sheet.stroke(line, 1.6, colour);
        for end in [a, b] {
            sheet.fill(Path::circle(end, 3.0), map.ink);
            sheet.fill(Path::circle(end, 2.0), colour);
        }
        let blocking: Vec<Hex> = match reading.sight {
            Err(Unseen::Hex(hex)) => vec![hex],
            Err(Unseen::Side(one, other)) => vec![one, other],
            _ => Vec::new(),
        };
        for hex in blocking {
            let ring = hexagon(self.centre(hex), RADIUS - 1.2);
            sheet.fill(Path::polygon(&ring), colour.alpha(0.3));
            sheet.stroke(Path::polygon(&ring), 3.4, map.ink);
            sheet.stroke(Path::polygon(&ring), 2.0, colour);
            let m = self.centre(hex);
            for s in [-1.0, 1.0] {
                sheet.round_stroke(Path::line(&[m - pt(5.0, 5.0 * s), m + pt(5.0, 5.0 * s)]), 2.2, map.ink);
            }
        }
        let text = counted(reading.range, "hex", "hexes");
        let at = a.toward(b, 0.5) + pt(0.0, -4.0);
        let lettering = Lettering::new(Font::SansSemiBold, 9.0);
        sheet.text_with_halo(&text, at, Align::Middle, lettering, map.ink, (map.paper.alpha(0.92), 1.8));
    }

    fn end(&self, eye: Eye) -> Option<Point> {
        match eye {
            Eye::Hex(hex) | Eye::Air(hex) => Some(self.centre(hex)),
            Eye::River(number) => self.net.river(self.rules.map(), number).map(|(at, _)| at),
        }
    }
}
