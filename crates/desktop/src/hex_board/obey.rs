//! What the panels of Search & Destroy say is done here.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::hex::{HexIntent, Shade, Tool};
use search_and_destroy::command::Command;
use search_and_destroy::{Event, Hex, Place, SearchAndDestroy};

use super::ground::Net;
use super::hand::{Deed, Hand, attackers};
use super::{Fought, HexBoardSystems};
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::dialog::Desk;
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::said::Said;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;

/// Magnification at which a hex is shown when a panel points to it.
const CLOSE_UP: f32 = 2.2;

/// The parts of the sidebar, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Forecast, last attack, tables.
    Combat,
    /// What lies in a hex.
    Stack,
    /// What is off the map.
    Forces,
    /// Who leads whom, ammunition, support from off the map.
    Command,
    Points,
}

impl Part {
    /// All, in the order of their tabs.
    pub const ALL: [Self; 5] = [Self::Combat, Self::Stack, Self::Forces, Self::Command, Self::Points];

    /// The part that is open.
    pub fn of(desk: &Desk) -> Self {
        Self::ALL.get(desk.part).copied().unwrap_or(Self::Combat)
    }

    /// The word on its tab.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Combat => "Combat",
            Self::Stack => "Stack",
            Self::Forces => "Forces",
            Self::Command => "Lead",
            Self::Points => "Points",
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (obey.in_set(GameSystems::Input.of(Room::Board)), attend.in_set(GameSystems::After.of(Room::Board)))
            .in_set(HexBoardSystems),
    );
}

pub(super) fn obey(
    mut said: MessageReader<Said>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    standing: Res<Standing>,
    net: Option<Res<Net>>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut hand: ResMut<Hand>,
    mut view: ResMut<View>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(net) = net else { return };
    for Said(intent) in said.read() {
        if let Intent::Plan { point, index } = intent
            && *point == play.point()
            && let Some(command) = seat.offers().get(*index)
        {
            redraw.write(RequestRedraw);
            hand.hold(attackers(command).unwrap_or_default());
            hand.plan = Some(command.clone());
        }
        let Intent::Hex(intent) = intent else { continue };
        redraw.write(RequestRedraw);
        match intent {
            HexIntent::Order(command) if standing.still => match seat.check(play.game.rules(), command) {
                Ok(()) => {
                    refused.0 = None;
                    orders.write(Order(vec![command.clone()]));
                }
                Err(refusal) => refused.0 = Some(refusal),
            },
            HexIntent::Order(_) => {}
            HexIntent::Hold(units) => {
                hand.hold(units.clone());
                let place = units.first().and_then(|id| seat.view()?.unit(*id)).map(|u| u.place);
                if let Some(Place::Hex(hex)) = place {
                    hand.inspected = Some(hex);
                    show(hex, &net, &mut view, &bounds, &board);
                }
            }
            HexIntent::LookAt(hex) => {
                hand.inspected = Some(*hex);
                show(*hex, &net, &mut view, &bounds, &board);
            }
            HexIntent::Rate(unit, rate) => hand.set_rate(*unit, *rate),
            HexIntent::CarryOut => {
                if let Deed::Order(commands) = hand.confirm_plan()
                    && standing.still
                {
                    orders.write(Order(commands));
                }
            }
            HexIntent::PutAway => hand.put_away(),
            HexIntent::Take(tool) => {
                let tool = (hand.tool != Some(*tool)).then_some(*tool);
                // What is hidden in the set-up needs nobody; the rest is done by the counter in hand.
                if matches!(tool, Some(Tool::Trap | Tool::Cache | Tool::Register | Tool::Dig)) {
                    hand.hold(Vec::new());
                }
                hand.put_away();
                hand.tool = tool;
            }
            HexIntent::Show(shade) => hand.shade = if hand.shade == *shade { Shade::Reach } else { *shade },
        }
    }
}

/// Brings a hex into sight: closer, if the whole map is shown.
fn show(hex: Hex, net: &Net, view: &mut View, bounds: &Bounds, board: &BoardRect) {
    let at = net.0.centre(hex);
    let at = Vec2::new(at.x, -at.y);
    if view.magnification < CLOSE_UP && !view.fitted {
        *view = view.zoomed(CLOSE_UP / view.magnification, at, bounds.0, board.0);
    }
    *view = view.showing(at, bounds.0, board.0);
}

/// The sidebar turns to what the player is busy with.
pub(super) fn attend(
    play: Res<Play<SearchAndDestroy>>,
    playback: Res<Playback<Event>>,
    seat: Res<Seat<SearchAndDestroy>>,
    hand: Res<Hand>,
    fought: Res<Fought>,
    mut desk: ResMut<Desk>,
    mut before: Local<(bool, usize, Option<Hex>, bool)>,
) {
    let Some(view) = seat.view().filter(|_| playback.is_idle()) else { return };
    use search_and_destroy::state::Step;
    let off_map = |id: &search_and_destroy::UnitId| view.unit(*id).is_some_and(|u| u.eye().is_none());
    let waiting = matches!(view.step(), Step::UsSetup | Step::Setup) || hand.offers.actors.iter().all(off_map);
    let waiting = waiting && hand.offers.actors.iter().any(off_map);
    let now = (hand.plan.is_some(), fought.0.len(), hand.inspected, waiting);
    let (planned, told, inspected, waited) = *before;
    if play.is_added() || (now.3 && !waited) {
        desk.part = Part::Forces as usize;
    } else if (now.0 && !planned) || (now.1 != told && now.1 > 0) {
        desk.part = Part::Combat as usize;
    } else if now.2 != inspected && now.2.is_some() && !waiting {
        desk.part = Part::Stack as usize;
    }
    *before = now;
}
