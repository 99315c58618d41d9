//! The events of Vietnam Skirmish whose dice are seen to roll.

use panels::theme::SideMark;
use skirmish::event::{Event, Fate, Who};
use skirmish::{Skirmish, State};
use tabletop::numbers::counted;

use crate::shell::dice::{Die, Throw};
use panels::log::Logged as _;

/// The throw of an event, if it carries dice.
pub(super) fn throw_of(view: &State, event: &Event) -> Option<Throw> {
    let whose = |who: &Who| view.figure(who.id).map(|figure| Skirmish::mark(figure.side));
    let die = |label: &str, side: Option<SideMark>, value: u8| Die { label: label.into(), side, value };
    let one = |label: &str, who: &Who, value: u8, result: String| {
        Some(Throw { dice: vec![die(label, whose(who), value)], result })
    };
    let said = |good: bool, yes: &str, no: &str| if good { yes.to_owned() } else { no.to_owned() };
    match event {
        Event::Checked { figure, counters, die: Some(value), fate, .. } => {
            let result = match fate {
                Fate::Stays => "stays in the fight",
                Fate::Removed => "out of the fight",
                Fate::Immobilised => "immobilised",
                Fate::Exploded => "explodes",
            };
            let counters = counted(*counters, "counter", "counters");
            one("KIA check", figure, *value, format!("{counters}: {result}"))
        }
        Event::Fired { figure, die: value, suppresses, .. } => {
            one("Fire", figure, *value, said(*suppresses, "a counter", "no effect"))
        }
        Event::Sprayed { figure, die: value, effective, .. } => one(
            "Blind fire",
            figure,
            *value,
            said(*effective, "a counter for everyone on foot there who has none", "no effect"),
        ),
        Event::Listened { figure, die: value, .. } => one("Listen", figure, *value, String::new()),
        Event::Noise { figures, die: value, heard, .. } => {
            one("Noise", figures.first()?, *value, said(*heard, "heard", "not heard"))
        }
        Event::RocketFired { figure, die: value, hits, .. } => {
            one("Rocket", figure, *value, said(*hits, "hits", "misses"))
        }
        Event::VehicleStruck { target, die: value, hits } => {
            one("Beside it", target, *value, said(*hits, "struck", "unhurt"))
        }
        Event::Round { side, die: value, deviation, .. } => Some(Throw {
            dice: vec![die("Round", Some(Skirmish::mark(*side)), *value)],
            result: deviation.map_or_else(|| "on target".into(), |way| way.words().into()),
        }),
        Event::Fought { attacker, defender, dice, scores, .. } => Some(Throw {
            dice: vec![die("Attack", whose(attacker), dice.0), die("Defence", whose(defender), dice.1)],
            result: format!("{} to {}", scores.0, scores.1),
        }),
        Event::Spotted { figure, dice, spotted, .. } => Some(Throw {
            dice: vec![die("Spot", whose(figure), dice.0), die("", whose(figure), dice.1)],
            result: said(*spotted, "spotted", "nothing seen"),
        }),
        _ => None,
    }
}
