//! What the shades are to show: where the hand can go, and on demand threat, command and sight.

use std::collections::BTreeMap;

use artwork::{Colour, Palette};
use bevy::prelude::*;
use panels::hex::Shade;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::State;
use search_and_destroy::{Hex, SearchAndDestroy, Side};

use super::HexBoardSystems;
use super::hand::Hand;
use super::mouse::Hovered;
use super::tiles::{Pattern, Shading, Shadings};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        shade
            .in_set(ShadeSystems)
            .in_set(GameSystems::Board.of(Room::Board))
            .in_set(HexBoardSystems)
            .after(super::renew),
    );
}

/// What the tiles show is decided.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShadeSystems;

fn shade(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    hand: Res<Hand>,
    hovered: Res<Hovered>,
    look: Res<Look>,
    playback: Res<Playback<search_and_destroy::Event>>,
    mut shadings: ResMut<Shadings>,
) {
    let pointed = hand.shade == Shade::Sight && hovered.is_changed();
    let changed = hand.is_changed() || seat.is_changed() || look.is_changed() || playback.is_changed();
    if !changed && !pointed {
        return;
    }
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    let rules = play.game.rules();
    let wanted = if playback.is_idle() {
        Shadings {
            ground: match hand.shade {
                Shade::Reach => BTreeMap::new(),
                Shade::Threat => threat(rules, view, side, &look.0),
                Shade::Command => command(rules, view, side, &hand, &look.0),
                Shade::Sight => sight(rules, view, &hand, hovered.hex, &look.0),
            },
            reach: reach(&hand, &look.0),
        }
    } else {
        Shadings::default()
    };
    shadings.set_if_neq(wanted);
}

/// Where the counters in hand can go: fainter the more it costs.
fn reach(hand: &Hand, palette: &Palette) -> BTreeMap<Hex, Shading> {
    let most = hand.offers.hexes.values().filter_map(|(cost, _)| *cost).max().unwrap_or(1).max(1);
    let shading = |cost: Option<u8>| {
        let share = cost.map_or(0.7, |cost| f32::from(cost) / f32::from(most));
        Shading { pattern: Pattern::Plain, colour: palette.accent.ground.alpha(0.84 - 0.46 * share) }
    };
    hand.offers.hexes.iter().map(|(hex, (cost, _))| (*hex, shading(*cost))).collect()
}

/// What known enemies can fire at from where they are: darker for every gun more.
fn threat(rules: &SearchAndDestroy, view: &State, side: Side, palette: &Palette) -> BTreeMap<Hex, Shading> {
    let mut guns: BTreeMap<Hex, u8> = BTreeMap::new();
    for (_, unit) in view.units().filter(|(_, u)| u.side() != side) {
        let (Some(eye), range) = (unit.eye(), rules.range(unit)) else { continue };
        // A pinned unit fires too; a heavy weapon without its crew does not.
        if rules.attack(unit) == 0 || unit.kind.is_heavy_weapon() {
            continue;
        }
        for hex in rules.map().hexes() {
            let near = rules.map().range(eye, Eye::Hex(hex)).is_some_and(|r| r <= range);
            if near && rules.sight(view, eye, Eye::Hex(hex)).is_ok() {
                *guns.entry(hex).or_default() += 1;
            }
        }
    }
    let shading = |count: u8| Shading {
        pattern: Pattern::Hatched,
        colour: palette
            .danger
            .ground
            .mix(Colour::rgb(120, 10, 0), 0.45)
            .alpha((0.42 + 0.14 * f32::from(count)).min(0.92)),
    };
    guns.into_iter().map(|(hex, count)| (hex, shading(count))).collect()
}

/// How far leaders lead and Cadres command: of those in hand, or of all.
fn command(
    rules: &SearchAndDestroy,
    view: &State,
    side: Side,
    hand: &Hand,
    palette: &Palette,
) -> BTreeMap<Hex, Shading> {
    let leader = |id| rules.authority(view, id).radius.zip(view.unit(id).and_then(|u| u.hex()));
    let mut circles: Vec<(u8, Hex)> = hand.held.iter().copied().filter_map(leader).collect();
    if circles.is_empty() {
        circles = view.units().filter(|(_, u)| u.side() == side).filter_map(|(id, _)| leader(id)).collect();
    }
    let inside = |hex: &Hex| circles.iter().any(|(radius, at)| at.distance(*hex) <= *radius);
    let ink = palette.sides.nlf_blue.ground;
    let shading = Shading { pattern: Pattern::Dotted, colour: ink.alpha(0.85) };
    rules.map().hexes().filter(inside).map(|hex| (hex, shading)).collect()
}

/// What is seen from the first counter in hand, or from the hex pointed at.
fn sight(
    rules: &SearchAndDestroy,
    view: &State,
    hand: &Hand,
    pointed: Option<Hex>,
    palette: &Palette,
) -> BTreeMap<Hex, Shading> {
    let held = hand.held.first().and_then(|id| view.unit(*id)).and_then(|u| u.eye());
    let Some(eye) = held.or(hand.cursor.or(pointed).map(Eye::Hex)) else { return BTreeMap::new() };
    let shading = |seen: bool| Shading {
        pattern: if seen { Pattern::Rimmed } else { Pattern::Plain },
        colour: if seen { palette.map.paper } else { palette.map.ink.alpha(0.42) },
    };
    rules.map().hexes().map(|hex| (hex, shading(rules.sight(view, eye, Eye::Hex(hex)).is_ok()))).collect()
}
