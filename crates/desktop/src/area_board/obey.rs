//! What the panels of Block by Block say is done here.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command, Event, Place, Step, UnitId, UnitSet};
use panels::Intent;
use panels::area::{AreaIntent, Part};

use super::AreaBoardSystems;
use super::fought::Fought;
use super::hand::{Hand, Inspected, Plan};
use super::mouse::carry_out;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::dialog::Desk;
use crate::shell::drawing::world;
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::phase::Phase;
use crate::shell::playback::Playback;
use crate::shell::said::Said;
use crate::shell::seat::Seat;
use crate::shell::table::Table;

/// Magnification at which a place is shown when a panel points to it.
const CLOSE_UP: f32 = 1.8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            obey.in_set(GameSystems::Input.of(Room::Board)),
            (open_boxes.run_if(state_changed::<Phase<Step>>), attend)
                .chain()
                .in_set(GameSystems::After.of(Room::Board)),
        )
            .in_set(AreaBoardSystems),
    );
}

/// The attack a command means, with and without heavy weapons as far as each is legal.
fn plan_of(hand: &Hand, command: &Command) -> Plan {
    let same = |other: &&Command| match (command, *other) {
        (Command::Assault { group: a, target: b, .. }, Command::Assault { group: c, target: d, .. }) => {
            a == c && b == d
        }
        (Command::CloseCombat { group: a, .. }, Command::CloseCombat { group: b, .. }) => a == b,
        _ => false,
    };
    let calls = |c: &&Command| {
        matches!(c, Command::Assault { heavy_weapons: true, .. } | Command::CloseCombat { heavy_weapons: true, .. })
    };
    let legal: Vec<&Command> = hand.offers.commands().filter(same).collect();
    let heavy = legal.iter().copied().find(|c| calls(c)).cloned();
    let plain = legal.iter().copied().find(|c| !calls(c)).cloned();
    Plan { command: plain.or_else(|| heavy.clone()).unwrap_or_else(|| command.clone()), heavy, level: None }
}

pub(super) fn obey(
    mut said: MessageReader<Said>,
    (play, seat): (Res<Play<BlockByBlock>>, Res<Seat<BlockByBlock>>),
    table: Res<Table>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    playback: Res<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut view: ResMut<View>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let state = play.state();
    let mut together = Vec::new();
    for Said(intent) in said.read() {
        if *intent == Intent::ClearSelection {
            hand.select(UnitSet::EMPTY);
            refused.0 = None;
        }
        let Intent::Area(intent) = intent else { continue };
        redraw.write(RequestRedraw);
        match intent {
            AreaIntent::Order(command) => {
                hand.mean(command);
                together.push(command.clone());
            }
            AreaIntent::Preview(command) => {
                let plan = plan_of(&hand, command);
                if let Some(group) = plan.group().and_then(|group| state.group(group)) {
                    hand.selected = group.units;
                }
                hand.plan = Some(plan);
            }
            AreaIntent::ClearPreview => hand.plan = None,
            AreaIntent::PlanHeavyWeapons(level) => {
                if let Some(plan) = &mut hand.plan {
                    plan.level = *level;
                }
            }
            AreaIntent::Focus(place) => {
                hand.inspected = Some(Inspected::Place(*place));
                show(*place, &table, &mut view, &bounds, &board);
            }
            AreaIntent::SelectUnit(unit) => {
                let check = |command: &Command| seat.check(play.game.rules(), command);
                let deed = hand.click_unit(state, *unit, false, false, check);
                if let Some(place) = state.place(*unit) {
                    show(place, &table, &mut view, &bounds, &board);
                }
                carry_out(deed, &mut orders, &mut refused);
            }
            AreaIntent::SelectUnits(units) => hand.select(units.iter().collect()),
        }
    }
    if !together.is_empty() && playback.is_idle() {
        orders.write(Order(together));
    }
}

/// Brings a place into sight: closer, if the whole map is shown.
fn show(place: Place, table: &Table, view: &mut View, bounds: &Bounds, board: &BoardRect) {
    let at = world(table.rules.map().at(place));
    if view.magnification < CLOSE_UP && !view.fitted {
        *view = view.zoomed(CLOSE_UP / view.magnification, at, bounds.0, board.0);
    }
    *view = view.showing(at, bounds.0, board.0);
}

/// Counters that come from off the map lie in the inspector's boxes: it is shown as their phase begins.
fn open_boxes(play: Res<Play<BlockByBlock>>, hand: Res<Hand>, mut desk: ResMut<Desk>) {
    if UnitId::each(hand.offers.actors()).any(|unit| play.state().place(unit).is_none()) {
        desk.part = Part::Inspector as usize;
    }
}

/// The sidebar turns to what the player is busy with: a planned attack, the last fight, what he inspects.
fn attend(
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    fought: Res<Fought>,
    mut desk: ResMut<Desk>,
    mut before: Local<(bool, usize, Option<Inspected>)>,
) {
    if !playback.is_idle() {
        return;
    }
    let state = play.state();
    let now = (hand.plan.is_some(), fought.0.len(), hand.inspected);
    let (planned, fought, inspected) = *before;
    if (now.0 && !planned) || (now.1 != fought && now.1 > 0 && play.game.cursor() > 0) {
        desk.part = Part::Combat as usize;
    } else if now.2 != inspected && now.2.is_some() && !now.0 && state.attack().is_none() {
        desk.part = Part::Inspector as usize;
    }
    *before = now;
}
