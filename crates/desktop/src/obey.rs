//! What panels say is done here: orders, steps through time, the selection, what is open.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command, Event, Place, Step, UnitId};
use panels::Intent;
use panels::intent::Tab;
use tabletop::Ruleset as _;

use crate::area_board::AreaBoardSystems;
use crate::area_board::hand::{Hand, Inspected, Plan};
use crate::area_board::mouse::carry_out;
use crate::camera::{BoardRect, Bounds, View};
use crate::drawing::world;
use crate::game::{GameSystems, Order, Play, Refused, TimeStep};
use crate::hud::{Desk, Said};
use crate::playback::Playback;
use crate::settings::Settings;
use crate::table::Table;

/// Magnification at which a place is shown when a panel points to it.
const CLOSE_UP: f32 = 1.8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (obey_on_board.in_set(AreaBoardSystems), obey_in_time, obey_at_desk).in_set(GameSystems::Input),
    )
    .add_systems(Update, follow_attention.after(GameSystems::Board).in_set(AreaBoardSystems));
}

/// The attack a command means, with and without heavy weapons as far as each is legal.
pub fn plan_of(hand: &Hand, command: &Command) -> Plan {
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

/// Intents about the game and the board.
fn obey_on_board(
    mut said: MessageReader<Said>,
    play: Res<Play<BlockByBlock>>,
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
        redraw.write(RequestRedraw);
        match intent {
            Intent::Order(command) => together.push(command.clone()),
            Intent::Preview(command) => {
                let plan = plan_of(&hand, command);
                if let Some(group) = plan.group().and_then(|group| state.group(group)) {
                    hand.selected = group.units;
                }
                hand.plan = Some(plan);
            }
            Intent::ClearPreview => hand.plan = None,
            Intent::PlanHeavyWeapons(level) => {
                if let Some(plan) = &mut hand.plan {
                    plan.level = *level;
                }
            }
            Intent::Focus(place) => {
                hand.inspected = Some(Inspected::Place(*place));
                show(*place, &table, &mut view, &bounds, &board);
            }
            Intent::SelectUnit(unit) => {
                let check = |command: &Command| play.game.rules().check(state, command);
                let deed = hand.click_unit(state, *unit, false, false, check);
                if let Some(place) = state.place(*unit) {
                    show(place, &table, &mut view, &bounds, &board);
                }
                carry_out(deed, &mut orders, &mut refused);
            }
            Intent::SelectUnits(units) => hand.select(units.iter().fold(0, |set, unit| set | unit.set())),
            Intent::ClearSelection => {
                hand.select(0);
                refused.0 = None;
            }
            _ => {}
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

/// Intents about the game's course and the view, whichever ruleset is played.
fn obey_in_time(
    mut said: MessageReader<Said>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut view: ResMut<View>,
    mut steps: MessageWriter<TimeStep>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        redraw.write(RequestRedraw);
        match intent {
            Intent::Undo => _ = steps.write(TimeStep::Undo),
            Intent::Redo => _ = steps.write(TimeStep::Redo),
            Intent::Seek(point) => _ = steps.write(TimeStep::See(*point)),
            Intent::ReturnToNow => _ = steps.write(TimeStep::Now),
            Intent::ContinueFromHere => _ = steps.write(TimeStep::Continue),
            Intent::FitMap => *view = View::fit(bounds.0, board.0),
            _ => {}
        }
    }
}

/// Intents about the panels.
fn obey_at_desk(mut said: MessageReader<Said>, mut desk: ResMut<Desk>, mut settings: ResMut<Settings>) {
    for Said(intent) in said.read() {
        match intent {
            Intent::ShowTab(tab) => desk.tab = *tab,
            Intent::ShowPart(part) => desk.part = *part,
            Intent::OpenRule(rule) => desk.rulebook = Some(Some(rule.clone())),
            Intent::OpenRulebook => desk.rulebook = Some(None),
            Intent::CloseRulebook => desk.rulebook = None,
            Intent::ToggleLog => settings.log = !settings.log,
            _ => {}
        }
    }
}

/// The sidebar turns to what the player is busy with: a planned attack, the last fight, what he inspects.
fn follow_attention(
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    chronicle: Res<crate::chronicle::Chronicle>,
    mut desk: ResMut<Desk>,
    mut before: Local<(bool, usize, Option<Inspected>, Option<Step>)>,
) {
    if !playback.is_idle() {
        return;
    }
    let state = play.state();
    let now = (hand.plan.is_some(), chronicle.last_attack.len(), hand.inspected, Some(state.step()));
    let (planned, fought, inspected, step) = *before;
    // Counters that come from off the map lie in the inspector's boxes.
    let from_boxes = || UnitId::each(hand.offers.actors()).any(|unit| state.place(unit).is_none());
    if (now.0 && !planned) || (now.1 != fought && now.1 > 0 && play.game.cursor() > 0) {
        desk.tab = Tab::Combat;
    } else if (now.3 != step && from_boxes())
        || (now.2 != inspected && now.2.is_some() && !now.0 && state.attack().is_none())
    {
        desk.tab = Tab::Inspector;
    }
    *before = now;
}
