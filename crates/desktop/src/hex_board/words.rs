//! What is said over the board: what the hand can do, why something is refused, what the ruler reads.

use bevy::prelude::*;
use panels::hex::{stack_model, unit_name};
use search_and_destroy::queries::Unseen;
use search_and_destroy::state::{State, Step};
use search_and_destroy::units::Kind;
use search_and_destroy::{Event, Place, SearchAndDestroy};
use tabletop::numbers::counted;

use super::HexBoardSystems;
use super::hand::Hand;
use super::mouse::{Hovered, Reading};
use crate::hud::floating::Whisper;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, whisper.in_set(GameSystems::After.of(Room::Board)).in_set(HexBoardSystems));
}

fn whisper(
    hovered: Res<Hovered>,
    hand: Res<Hand>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    playback: Res<Playback<Event>>,
    mut whisper: ResMut<Whisper>,
    mut standing: ResMut<Standing>,
) {
    let rules = play.game.rules();
    let reading = seat.view().and_then(|view| hovered.reading(rules, view, &hand));
    let words = match (reading, seat.view()) {
        _ if !playback.is_idle() || seat.curtain().is_some() => None,
        (Some(reading), _) => Some(read(rules, &reading)),
        (None, Some(view)) => hint(view, &hand).filter(|_| play.is_now()),
        (None, None) => None,
    };
    // While one measures, what is measured is said, not why nobody is there to be shot at.
    let refusal = hovered.refusal.clone().filter(|_| reading.is_none());
    let pointed = match (hovered.is_changed() || hand.is_changed(), seat.view()) {
        (true, Some(view)) if seat.curtain().is_none() => pointed(rules, view, &hovered, &hand),
        (true, _) => Vec::new(),
        (false, _) => whisper.pointed.clone(),
    };
    whisper.set_if_neq(Whisper { refusal, words, pointed });
    let holding = hand.is_holding();
    if standing.holding != holding {
        standing.holding = holding;
    }
}

/// What is under the pointer: name, state, what it can do.
fn pointed(rules: &SearchAndDestroy, view: &State, hovered: &Hovered, hand: &Hand) -> Vec<String> {
    let hex = hovered.hex.or_else(|| hovered.unit.and_then(|id| view.unit(id)).and_then(|unit| unit.hex()));
    let Some(hex) = hex else { return Vec::new() };
    let stack = stack_model(rules, view, hex, &hand.held);
    let mut lines = Vec::new();
    if let Some(id) = hovered.unit
        && let Some(line) = stack.lines.iter().find(|line| line.unit == id)
    {
        lines.push(line.name.clone());
        let values = line.values.map(|(attack, allowance, range)| {
            format!(
                "Attack Strength {attack}, range {range}, {} of {allowance} Movement Points left",
                allowance.saturating_sub(line.spent)
            )
        });
        lines.extend(values);
        lines.extend(line.notes.iter().take(2).cloned());
        if hand.offers.targets.contains_key(&id) {
            lines.push("Ringed: click to plan the attack and see its odds.".to_owned());
        } else if hand.can_take(id) && !hand.held.contains(&id) {
            lines.push("Click to select it.".to_owned());
        }
    }
    lines.push(stack.title);
    if hovered.unit.is_none() {
        let facts: Vec<String> = stack.ground.iter().map(|(name, value)| format!("{name} {value}")).collect();
        lines.push(facts.join(", "));
        lines.extend(stack.markers.into_iter().take(2));
    }
    lines
}

/// What the ruler reads, in a sentence.
fn read(rules: &SearchAndDestroy, reading: &Reading) -> String {
    let far = format!("{}, {} yards", counted(reading.range, "hex", "hexes"), u16::from(reading.range) * 100);
    let ground = |hex| rules.map().terrain(hex).name();
    match reading.sight {
        Ok(()) => format!("{far}: in sight."),
        Err(Unseen::Hex(hex)) => format!("{far}: not in sight, {hex} ({}) blocks the line.", ground(hex)),
        Err(Unseen::Side(one, other)) => format!(
            "{far}: not in sight, the line runs between {one} ({}) and {other} ({}).",
            ground(one),
            ground(other)
        ),
        Err(Unseen::TooFar { sight, .. }) => format!("{far}: sight reaches {sight} hexes in this light."),
        Err(Unseen::OffTheMap) => far,
    }
}

/// Whether a helicopter is held, and nobody else.
fn flies(view: &State, hand: &Hand) -> bool {
    hand.held.iter().all(|id| view.unit(*id).is_some_and(|unit| unit.kind == Kind::Transport))
}

/// What the hand is about, in a sentence.
fn hint(view: &State, hand: &Hand) -> Option<String> {
    if hand.plan.is_some() {
        return Some("Press Enter or click the target again to carry out the attack. Escape cancels it.".into());
    }
    if let Some(tool) = hand.tool {
        return Some(tool.hint().into());
    }
    let names: Vec<String> = hand.held.iter().filter_map(|id| Some(unit_name(*id, view.unit(*id)?))).collect();
    if names.is_empty() {
        return None;
    }
    let who = names.join(" and ");
    let offers = &hand.offers;
    Some(if !offers.targets.is_empty() {
        format!("{who}: click a counter with a broken ring to plan the attack. Shift+click adds a firer.")
    } else if !offers.rivers.is_empty() {
        format!("{who}: click a lit hexside of the river.")
    } else if !offers.hexes.is_empty() {
        match view.step() {
            Step::UsSearch => format!("{who}: click a lit hex to probe or search it."),
            Step::UsPlot => format!("{who}: click a lit hex to plot artillery there."),
            Step::UsSetup | Step::Setup => format!("{who}: click a lit hex to set up there."),
            _ if flies(view, hand) => {
                format!("{who}: click a lit hex to land there empty. To bring troops, choose the troops.")
            }
            _ if hand.held.iter().all(|id| {
                view.unit(*id).is_some_and(|unit| matches!(unit.place, Place::Pool(_) | Place::Reserve(_)))
            }) =>
            {
                format!(
                    "{who}: click a lit hex. The number is the cost; where no number is shown, a helicopter lands there."
                )
            }
            _ => format!(
                "{who}: click a lit hex, or drag the counter there. The number is the cost. Shift+click adds another counter."
            ),
        }
    } else if offers.is_idle() && hand.held.iter().any(|u| hand.can_take(*u)) {
        format!("{who}: these have nothing to do together; select one of them.")
    } else {
        return None;
    })
}
