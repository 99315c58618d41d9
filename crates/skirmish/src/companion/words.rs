//! What is said, asked and seen beside a real table, in words.

use tabletop::capital;

use super::{Burst, Deed, Measuring, Said, Seen};
use crate::Skirmish;
use crate::event::{Delivery, Pace};
use crate::figure::{FigureId, Grenade};
use crate::hidden::at_a_glance;
use crate::state::State;
use crate::tables::{Band, inches};
use crate::words::{called, claymore_name, inches as whole, sent, way};

/// The question that waits.
pub(crate) fn question(rules: &Skirmish, state: &State) -> Option<String> {
    let (asked, _) = state.beside().measuring?;
    Some(format!("{}: {}", asked.name(), asks(rules, state)?))
}

/// The same where it is known who is asked.
pub(crate) fn asks(rules: &Skirmish, state: &State) -> Option<String> {
    let (asked, what) = state.beside().measuring?;
    let numbers = rules.numbers();
    let whom =
        if asked == state.side() { "Of the figures on the table, which" } else { "Of the hidden figures, which" };
    Some(match what {
        Measuring::Struck(Burst::Grenade { grenade, .. }) => {
            format!("{whom} is within reach of the {} burst?", grenade.name())
        }
        Measuring::Struck(Burst::Speculation) => {
            format!("{whom} is within {} of the point?", whole(inches(&numbers.speculative_in)))
        }
        Measuring::Struck(Burst::Round) => {
            format!("{whom} is within {} of where the round came down?", whole(inches(&numbers.support_in)))
        }
        Measuring::Struck(Burst::Mine { .. }) => {
            let reach = rules.burst_bands(Grenade::Fragmentation).last().map_or(0, Band::reach);
            format!("{whom} is within {} of the mine?", whole(reach))
        }
        Measuring::Struck(Burst::Claymore) => format!("{whom} is in the Claymore's fan?"),
        Measuring::Heard { listener, die } => {
            // A listener who hides himself is not named to the enemy.
            let known = listener.filter(|id| state.is_located(*id));
            let who = known.map_or("A hidden figure", |id| state.name(id));
            format!("{who} listens, die {die}. Which of your hidden figures does the listener hear?")
        }
        Measuring::Sighted => {
            let near = whole(at_a_glance(rules, state));
            let drove = state.active().filter(|_| state.beside().moved && asked != state.side());
            let vehicle = drove.filter(|id| state.figure(*id).is_some_and(|f| f.vehicle));
            let under = vehicle.map_or(String::new(), |id| format!(", or were under {} as it moved", state.name(id)));
            format!("which of your hidden figures are within {near} of an enemy with nothing between them{under}?")
        }
        Measuring::Heir => {
            let carrier = state.beside().heirless[asked as usize].first();
            let whose = carrier.map_or(String::new(), |id| format!(" of {}", state.name(*id)));
            format!("the radio{whose} survived. Which figure is nearest to it and takes it?")
        }
        Measuring::Room { loser } => {
            let far = whole(inches(&numbers.fall_back_in));
            let whom = loser.filter(|id| state.is_located(*id)).map_or("the loser", |id| state.name(id));
            format!("is there room for {whom} to be driven {far} straight back?")
        }
        Measuring::Near { within, .. } if asked == state.side() => {
            format!(
                "is an enemy figure on foot, on the table, closer than {} to the figures that moved?",
                whole(within)
            )
        }
        Measuring::Near { within, .. } => {
            format!("is one of your hidden figures on foot closer than {} to the figures that moved?", whole(within))
        }
    })
}

/// Who might hear noise, with the article, of those that the side which is asked can tell of. Ruling S-R21.
pub(super) fn hearer(state: &State) -> (&'static str, &'static str) {
    match state.beside().measuring {
        Some((asked, _)) if asked == state.side() => ("an", "enemy figure on foot"),
        _ => ("a", "hidden figure on foot"),
    }
}

/// What is said, as a sentence.
pub(crate) fn phrase(state: &State, said: &Said) -> String {
    let name = |id| called(state, id);
    let crowd = |crowd: super::Crowd| {
        let names: Vec<&str> = crowd.each().map(name).collect();
        if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
    };
    match said {
        Said::Go { figure, tactical: true, way } => {
            format!("{} moves {} tactically.", name(*figure), whole(way.length))
        }
        Said::Go { figure, way, .. } => format!("{} moves {}.", name(*figure), whole(way.length)),
        Said::Face { figure } => format!("{} turns.", name(*figure)),
        Said::SetOff { figure } => format!("{} has triggered a mine.", name(*figure)),
        Said::Over { vehicle, figure } => format!("{} runs over {}.", name(*vehicle), name(*figure)),
        Said::Mark { target, .. } => format!("{} is suppressed.", name(*target)),
        Said::Spare => "No figure takes the counter.".into(),
        Said::Spray { figure, weapon, .. } => format!("{} fires the {} on speculation.", name(*figure), weapon.name()),
        Said::Send { figure, delivery, grenade, .. } => format!("{}.", sent(name(*figure), *grenade, *delivery)),
        Said::Rocket { figure, target, .. } => format!("{} fires the RPG at {}.", name(*figure), name(*target)),
        Said::Seek { figure, target, .. } => format!("{} looks for {}.", name(*figure), name(*target)),
        Said::Show { figure } => format!("{} is close enough to be seen.", name(*figure)),
        Said::Plant { figure } => format!("{} places a Claymore.", name(*figure)),
        Said::GetOut { figure } => format!("{} gets out.", name(*figure)),
        Said::CallFire => "Call for fire at the point you pointed out.".into(),
        Said::SpottingRound => "Call a spotting round at the point you pointed out.".into(),
        Said::Noise { figures } => format!("Test the noise of {}.", crowd(*figures)),
        Said::Struck { inner, outer, .. } if outer.is_empty() => format!("In the burst: {}.", crowd(*inner)),
        Said::Struck { inner, outer, .. } => {
            format!("In the burst: {}; farther out: {}.", crowd(*inner), crowd(*outer))
        }
        Said::Heard { figures } => format!("Close enough: {}.", crowd(*figures)),
        Said::Hark { figure, .. } => format!("{} listens.", name(*figure)),
        Said::LookOut => "Is a hidden figure close enough to be seen?".into(),
        Said::Sighted { figures } => format!("Close enough to be seen: {}.", crowd(*figures)),
        Said::Heir { figure } => format!("{} takes the radio.", name(*figure)),
        Said::Try { figure, deed, .. } => tried(state, *figure, *deed),
        Said::Room { room: true } => "There is room.".into(),
        Said::Room { room: false } => "There is no room.".into(),
        Said::Near { near } => {
            let (article, who) = hearer(state);
            capital(&format!("{} {who} is close enough.", if *near { article } else { "no" }))
        }
    }
}

fn tried(state: &State, figure: FigureId, deed: Deed) -> String {
    crate::words::phrase(state, &super::check::command_of(figure, deed))
}

/// What happened, as a sentence.
pub(crate) fn tell(rules: &Skirmish, seen: &Seen) -> String {
    match seen {
        Seen::Went { figure, pace } => {
            let verb = match pace {
                Pace::Walking => "moves",
                Pace::Tactical => "moves tactically",
                Pace::Driving => "drives",
            };
            format!("{} {verb}.", figure.name)
        }
        Seen::Faced { figure } => format!("{} turns.", figure.name),
        Seen::Sprayed { figure, die, effective } => {
            let what = if *effective { "it takes effect" } else { "nothing" };
            format!("{} fires on speculation, die {die}: {what}.", figure.name)
        }
        Seen::Sent { figure, delivery: Delivery::Rocket, .. } => {
            format!("{}.", sent(&figure.name, Grenade::Fragmentation, Delivery::Rocket))
        }
        Seen::Sent { figure, grenade, delivery } => format!("{}.", sent(&figure.name, *grenade, *delivery)),
        Seen::Strayed { die, deviation: None, .. } => format!("It lands on the point (die {die})."),
        Seen::Strayed { die, deviation, by } => format!("It lands {} {} (die {die}).", whole(*by), way(*deviation)),
        Seen::Called { side } => format!("{} calls for fire.", side.name()),
        Seen::Round { die, deviation: None, .. } => format!("A round comes down on the point (die {die})."),
        Seen::Round { die, deviation, by, .. } => {
            format!("A round comes down {} {} (die {die}).", whole(*by), way(*deviation))
        }
        Seen::Drifted { by: 0, .. } => "The smoke round comes down on the point.".into(),
        Seen::Drifted { way, by, .. } => {
            format!("The smoke round comes down {} {} of the point.", whole(*by), way.name())
        }
        Seen::Corrected { over, right, .. } => {
            let (along, across) = (if *over < 0 { "short" } else { "over" }, if *right < 0 { "left" } else { "right" });
            format!("From the smoke {}\" {along}, {}\" {across}.", over.unsigned_abs(), right.unsigned_abs())
        }
        Seen::MineWentOff { figure } => format!("{} sets off a mine.", figure.name),
        Seen::ClaymorePlaced { figure, number } => format!("{} places {}.", figure.name, claymore_name(*number)),
        Seen::ClaymoreFired { figure, number } => {
            let which = number.map_or("a Claymore".to_owned(), claymore_name);
            format!("{} fires {which}.", figure.name)
        }
        Seen::FellBack { figure } => {
            let far = whole(inches(&rules.numbers().fall_back_in));
            format!("{} falls back {far}.", figure.name)
        }
        Seen::GotOut { figure, vehicle } => format!("{} gets out of {}.", figure.name, vehicle.name),
        Seen::RadioWhole { figure, die } => format!("The radio of {} survives (die {die}).", figure.name),
        Seen::RadioTaken { figure } => format!("{} takes the radio.", figure.name),
        Seen::CameIntoSight { figure } => format!("{} comes into sight.", figure.name),
    }
}
