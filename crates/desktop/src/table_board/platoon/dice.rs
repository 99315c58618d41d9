//! The events of 20mm Platoon whose dice are seen to roll.

use platoon::event::{Event, Test};
use platoon::state::Squad;
use platoon::{Platoon, Side, SquadId, State};

use crate::shell::dice::{Die, Throw};
use crate::table_board::fielded::inches;
use panels::log::Logged as _;

/// The most dice of one throw that are shown one by one.
const SEEN: usize = 10;

/// What a volley came to: `2 hits, 1 pinned`.
fn hits(hits: u8, pins: u8) -> String {
    match (hits, pins) {
        (0, 0) => "nothing hit".into(),
        (hits, 0) => format!("{hits} hit"),
        (0, pins) => format!("{pins} pinned"),
        (hits, pins) => format!("{hits} hit, {pins} pinned"),
    }
}

/// The throw of an event, if it carries dice.
pub(super) fn throw_of(view: &State, event: &Event) -> Option<Throw> {
    let side_of = |id: SquadId| view.squad(id).map(|squad: &Squad| Platoon::mark(squad.side));
    let side = |side: Side| Some(Platoon::mark(side));
    let throw = |label: &str, side, dice: &[u8], result: String| {
        let die = |(n, value): (usize, &u8)| Die {
            label: if n == 0 { label.to_owned() } else { String::new() },
            side,
            value: *value,
        };
        let dice: Vec<Die> = dice.iter().take(SEEN).enumerate().map(die).collect();
        (!dice.is_empty()).then_some(Throw { dice, result })
    };
    let kept = |good: bool, yes: &str, no: &str| if good { yes.to_owned() } else { no.to_owned() };
    let tested = |label: &str, squad: SquadId, test: &Test| {
        let result = format!("{} against {}: {}", test.total, test.rating, kept(test.passed, "passed", "failed"));
        throw(label, side_of(squad), &test.dice, result)
    };
    match event {
        Event::Marched { squad, dice, good, bad, .. } => {
            let result = format!("{} in the open, {} in bad going", inches(*good), inches(*bad));
            throw("Move", side_of(*squad), dice, result)
        }
        Event::Volley { squad, dice, hits: hit, pins, .. } => throw("Fire", side_of(*squad), dice, hits(*hit, *pins)),
        Event::Saved { squad, die, needs, lost, .. } => {
            throw("Save", side_of(*squad), &[*die], format!("needs {needs}: {}", kept(*lost, "hit", "saved")))
        }
        Event::Panic { squad, test, .. } => tested("Panic", *squad, test),
        Event::Morale { squad, test, .. } => tested("Morale", *squad, test),
        Event::Unpinning { squad, test, .. } => tested("Unpin", *squad, test),
        Event::TrapMet { squad, die, needs, sprung, .. } => throw(
            "Trap",
            side_of(*squad),
            &[*die],
            format!("needs {needs}: {}", kept(*sprung, "it goes off", "seen in time")),
        ),
        Event::Launched { squad, die, needs, hit, .. } => {
            throw("Launch", side_of(*squad), &[*die], format!("needs {needs}: {}", kept(*hit, "hit", "missed")))
        }
        Event::Sniped { squad, die, .. } => throw("Sniper", side_of(*squad), &[*die], String::new()),
        Event::FiredAtAircraft { squad, dice, hits: hit } => throw("Fire", side_of(*squad), dice, hits(*hit, 0)),
        Event::AircraftSaved { side: whose, die, needs, down } => {
            throw("Save", side(*whose), &[*die], format!("needs {needs}: {}", kept(*down, "down", "flies on")))
        }
        Event::Salvo { side: whose, die: Some(die), on_target, .. } => {
            throw("Salvo", side(*whose), &[*die], kept(*on_target, "on target", "it strays"))
        }
        Event::Caught { squad, die, hit, .. } => {
            throw("In the burst", side_of(*squad), &[*die], kept(*hit, "hit", "unhurt"))
        }
        Event::Fought { squad, dice, sums, .. } => {
            throw("Hand to hand", side_of(*squad), dice, format!("{} to {}", sums[0], sums[1]))
        }
        Event::Requested { squad, test, .. } => tested("Radio", *squad, test),
        _ => None,
    }
}
