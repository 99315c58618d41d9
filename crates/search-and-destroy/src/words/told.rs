//! What happened, in words.

use tabletop::numbers::{number, signed};

use super::{assault, capital, cell, improves, in_hexes, list, modifier, route, step_name, who};
use crate::SearchAndDestroy;
use crate::event::{Absence, Departure, Event, Modifier};
use crate::tables::ODDS;
use crate::units::Kind;

/// An event as a sentence.
pub(crate) fn tell(rules: &SearchAndDestroy, event: &Event) -> String {
    match event {
        Event::TurnBegan { turn } => format!("Turn {turn} begins."),
        Event::StepBegan { step, closes } => format!("{}.", capital(step_name(*step, *closes))),
        Event::SetUp { side } => format!("The {} side has set up.", side.name()),
        Event::Placed { who: w, at: Some(at) } => format!("{} sets up in {at}.", capital(&who(w))),
        Event::Improved { at, dug, .. } => improves(*at, *dug),
        Event::Registered { at } => format!("Preplanned fire is recorded for {at}."),
        Event::Forwent { par } => format!("The NLF side gives something up: the par rises by {par}."),
        Event::Called { who: w, ordnance, at } => format!("{} calls {} on {at}.", capital(&who(w)), ordnance.name()),
        Event::CameDown { ordnance, aim, at, die } => {
            let die = die.map_or_else(String::new, |die| format!(", die {die}"));
            match at {
                Some(at) if at == aim => format!("{} lands on {at}{die}.", capital(ordnance.name())),
                Some(at) => format!("{} aimed at {aim} lands on {at}{die}.", capital(ordnance.name())),
                None => format!("{} aimed at {aim} lands off the map{die}.", capital(ordnance.name())),
            }
        }
        Event::Shelled { at, column, die, modifiers, result, .. } => {
            let shifts = shifts(rules, modifiers);
            format!("{at} is hit at {}, die {die}{shifts}: {}.", ODDS[(*column).min(7)], cell(*result, None))
        }
        Event::CameIn { who: w, passengers, supply, at } => {
            let with = match (passengers.as_slice(), supply) {
                ([], true) => " with supply".to_owned(),
                ([], false) => String::new(),
                (all, _) => format!(" with {}", list(all.iter().map(who).collect())),
            };
            let how = if w.kind == Kind::Gunship { "comes in over" } else { "lands in" };
            format!("{} {how} {at}{with}.", capital(&who(w)))
        }
        Event::WavedOff { who: w, at } => format!("{} finds the enemy in {at} and turns away.", capital(&who(w))),
        Event::LiftedOff { who: w } => format!("{} lifts off.", capital(&who(w))),
        Event::Mounted { who: w, carrier } => format!("{} gets into {}.", capital(&who(w)), who(carrier)),
        Event::Dismounted { who: w, at } => format!("{} gets out in {at}.", capital(&who(w))),
        Event::Carried { who: w, killed, wounded, up } => {
            let verb = if *up { "picks up" } else { "puts down" };
            format!("{} {verb} {killed} killed and {wounded} wounded.", capital(&who(w)))
        }
        Event::Hauled { who: w, weapon, up } => {
            let verb = if *up { "picks up" } else { "sets down" };
            format!("{} {verb} {}.", capital(&who(w)), who(weapon))
        }
        Event::Evacuated { killed, wounded } => format!("{killed} killed and {wounded} wounded are evacuated."),
        Event::Appointed { who: w, die, leads: true } => format!("{} rolls {die} and takes command.", capital(&who(w))),
        Event::Appointed { who: w, die, leads: false } => {
            format!("{} rolls {die} and does not take command.", capital(&who(w)))
        }
        Event::CiviliansGone { at, hit: true } => format!("Civilians are hit in {at}."),
        Event::CiviliansGone { at, hit: false } => format!("Civilians are led away from {at}."),
        Event::Contact { who: w, at } => format!("{} runs into an enemy in {at}.", capital(&who(w))),
        Event::Placed { who: w, at: None } => format!("{} sets up on the river.", capital(&who(w))),
        Event::Assigned { who: w, element } => format!("{} has {} with it.", capital(&who(w)), element.name()),
        Event::Concealed { cache: true, at } => format!("A cache is hidden in {at}."),
        Event::Concealed { cache: false, at } => format!("A booby trap is laid in {at}."),
        Event::Moved { who: w, path: p } => format!("{} moves {}.", capital(&who(w)), route(p)),
        Event::Sailed { who: w, river } => format!("{} sails to river hexside {river}.", capital(&who(w))),
        Event::Left { who: w, how } => {
            let how = match how {
                Departure::Eliminated => "is eliminated",
                Departure::Destroyed => "is destroyed",
                Departure::Dummy => "was a dummy",
                Departure::Exited => "leaves the map",
                Departure::Astray => "leaves the map without an exit and counts as destroyed",
            };
            format!("{} {how}.", capital(&who(w)))
        }
        Event::Digs { who: w } => format!("{} digs in.", capital(&who(w))),
        Event::Dug { at, .. } => format!("{at} holds an Improved Position."),
        Event::Revealed { who: w, at } => format!("The counter in {at} is revealed: {}.", who(w)),
        Event::Hid { who: w, at } => format!("{} in {at} turns face down.", capital(&who(w))),
        Event::Named { who: w, at } => format!("{} names {at}.", capital(&who(w))),
        Event::CacheFound { at } => format!("A cache is found in {at}."),
        Event::CacheDestroyed { at } => format!("The cache in {at} is destroyed."),
        Event::Disarmed { at, die } => format!("A die of {die} disarms the booby trap in {at}."),
        Event::TrapWentOff { at, who: w, die } => {
            format!("A booby trap in {at} goes off against the {}: {die}.", who(w))
        }
        Event::Attacked { by, target, close, column, die, modifiers, result } => {
            let how = if *close { "close assault" } else { "fire" };
            let shifts = shifts(rules, modifiers);
            format!(
                "{}: {how} at {} against the {}, die {die}{shifts}: {}.",
                capital(&list(by.iter().map(who).collect())),
                ODDS[(*column).min(7)],
                who(target),
                cell(*result, Some(target.kind))
            )
        }
        Event::CameToNothing { by, target } => format!(
            "{} {} the {}: the odds are now below 1 to 3, so there is no attack.",
            capital(&list(by.iter().map(who).collect())),
            assault(by.len()),
            who(target)
        ),
        Event::Answered { who: w, double: true } => format!("{} doubles its strength.", capital(&who(w))),
        Event::Answered { who: w, double: false } => format!("{} saves its ammunition.", capital(&who(w))),
        Event::FiredAntitank { who: w, target, recoilless, die, modifier, result } => {
            let weapon = if *recoilless { "a Recoilless Rifle" } else { "an RPG-7" };
            let result = result.name();
            format!("{} fires {weapon} at the {}: {die}+{modifier}, {result}.", capital(&who(w)), who(target))
        }
        Event::Pinned { who: w } => format!("{} is pinned.", capital(&who(w))),
        Event::Recovered { who: w } => format!("{} recovers.", capital(&who(w))),
        Event::Casualties { who: w, killed, wounded } => {
            format!("{}: {killed} killed, {wounded} wounded.", capital(&who(w)))
        }
        Event::Tallied { who: w, tally } => format!("{} has taken {tally} in all.", capital(&who(w))),
        Event::Scored { side, points, cause } => {
            format!("{} scores {} for {}.", side.name(), number(*points), cause.name())
        }
        Event::Retreated { who: w, to } => format!("{} retreats to {to}.", capital(&who(w))),
        Event::Advanced { who: w, to } => format!("{} advances to {to}.", capital(&who(w))),
        Event::Control { who: w, controlled: true } => format!("{} is under control again.", capital(&who(w))),
        Event::Control { who: w, controlled: false } => format!("{} is out of control.", capital(&who(w))),
        Event::LeadershipLost { who: w } => format!("{} loses leadership for this turn.", capital(&who(w))),
        Event::WithoutCommander { company, platoon, absence, die, holds } => {
            let comes =
                if *holds { "the Platoon Leader keeps leadership" } else { "the Platoon Leader loses leadership" };
            format!("{}, die {die}: {comes}.", missing(*company, *platoon, *absence))
        }
        Event::Resupplied { who: w } => format!("{} resupplies.", capital(&who(w))),
        Event::SniperFired { who: w, die } => {
            let spotted = *die >= rules.numbers.sniper_found_from.value;
            format!(
                "{} fires from hiding, die {die}: {}.",
                capital(&who(w)),
                if spotted { "spotted" } else { "not spotted" }
            )
        }
        Event::Immobilized { who: w } => format!("{} is immobilized.", capital(&who(w))),
        Event::Ended => "The game is over.".to_owned(),
    }
}

/// What changes a die, with its sum.
fn shifts(rules: &SearchAndDestroy, modifiers: &[Modifier]) -> String {
    if modifiers.is_empty() {
        return String::new();
    }
    let because: Vec<&str> = modifiers.iter().map(|m| modifier(*m)).collect();
    format!(" {} ({})", signed(rules.numbers.shift(modifiers)), because.join(", "))
}

/// Which Platoon Leader has to do without his commander, and why.
fn missing(company: u8, platoon: u8, absence: Absence) -> String {
    let why = match absence {
        Absence::Dead => "has lost the Company Commander".to_owned(),
        Absence::WithoutHold => "has a Company Commander without leadership".to_owned(),
        Absence::OutOfReach(hexes) => format!("is {} from the Company Commander", in_hexes(hexes.into())),
        Absence::OffTheMap => "has a Company Commander off the map".to_owned(),
    };
    format!("The Platoon Leader of {company}/{platoon} {why}")
}

/// What came of a command without the dice.
pub(crate) fn sum_up(rules: &SearchAndDestroy, events: &[Event]) -> String {
    let mut told = Vec::new();
    for event in events {
        match event {
            Event::Attacked { target, result, .. } => {
                told.push(format!("{}: {}.", capital(&who(target)), cell(*result, Some(target.kind))))
            }
            Event::FiredAntitank { target, result, .. } => {
                told.push(format!("{}: {}.", capital(&who(target)), result.name()))
            }
            Event::TrapWentOff { at, .. } => told.push(format!("A booby trap goes off in {at}.")),
            Event::Disarmed { at, .. } => told.push(format!("The booby trap in {at} is disarmed.")),
            Event::CameDown { ordnance, at, .. } => told.push(match at {
                Some(at) => format!("{} lands on {at}.", capital(ordnance.name())),
                None => format!("{} lands off the map.", capital(ordnance.name())),
            }),
            Event::Shelled { at, result, .. } => told.push(format!("{at}: {}.", cell(*result, None))),
            Event::Appointed { who: w, leads, .. } => {
                let verb = if *leads { "takes" } else { "does not take" };
                told.push(format!("{} {verb} command.", capital(&who(w))));
            }
            Event::WithoutCommander { holds: true, .. } | Event::SniperFired { .. } => {}
            // Only odds speak of one: if it is a dummy it is taken away.
            Event::Revealed { who: w, .. } if w.kind == Kind::Suspect => {}
            Event::WithoutCommander { company, platoon, absence, .. } => {
                told.push(format!("{} and loses leadership.", missing(*company, *platoon, *absence)));
            }
            other => told.push(tell(rules, other)),
        }
    }
    told.join(" ")
}
