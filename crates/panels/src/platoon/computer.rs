//! The computer as a player of 20mm Platoon beside a real table: what it asks, and its orders in words for those who move its
//! figures. Rule P-companion.

use std::collections::BTreeMap;

use platoon::query::{Answer, Fact, FactQuestion, Look as Looked, Purpose};
use platoon::{Command, Platoon, Side, SquadId, State, Weapon};
use tabletop::Ruleset as _;
use tabletop::briefing::{count, listed};

use super::actions::form_of;
use super::name;
use crate::companion::{Announced, Choice, Look, Question, Seen, Told};

/// The answer that stands for nothing to be seen.
const NOTHING: i32 = -1;

/// What has to be told before a side decides, with its questions.
pub(super) fn looks(rules: &Platoon, known: &State, side: Side, told: &Told) -> Vec<(Look, Question)> {
    let told = told.iter().map(|(Look::Platoon(look), Seen::Platoon(seen))| (*look, *seen)).collect();
    let looks = rules.looks(known, side, &told).into_iter();
    looks.map(|look| (Look::Platoon(look), question(&rules.look_question(known, look)))).collect()
}

fn question(asked: &FactQuestion) -> Question {
    let choices = (0_i32..).zip(&asked.choices).map(|(place, c)| Choice::new(&c.label, code(place, c.answer)));
    let usual = (0_i32..).zip(&asked.choices).find(|(_, choice)| choice.answer == asked.usual);
    let mut question = Question::new(&asked.asks, asked.rule.clone()).choices(choices);
    if let Some((place, choice)) = usual {
        question = question.usual(code(place, choice.answer));
    }
    match asked.between {
        Some((least, most)) => question.exact(least / table::INCH, most / table::INCH, "inches", table::INCH),
        None => question,
    }
}

/// The number that stands for an answer: a length itself, nothing, or its place among the choices.
fn code(place: i32, answer: Answer) -> i32 {
    match answer {
        Answer::Inches(length) => length,
        Answer::Marker(None) | Answer::Deed(None) => NOTHING,
        _ => place,
    }
}

/// What an answer says.
pub(super) fn seen_as(rules: &Platoon, known: &State, look: Look, value: i32) -> Option<Seen> {
    let Look::Platoon(look) = look;
    let asked = rules.look_question(known, look);
    let chosen = (0_i32..).zip(&asked.choices).find(|(place, choice)| code(*place, choice.answer) == value);
    let measured = asked.fact == Fact::Range && value >= 0;
    let answer = if measured { Answer::Inches(value) } else { chosen?.1.answer };
    look.seen(answer).map(Seen::Platoon)
}

/// Whether an order that led to a position makes it necessary to look again.
pub(super) fn spoils(state: &State, command: &Command, look: Look) -> bool {
    let Look::Platoon(look) = look;
    Looked::is_spoilt_by(look, state, command)
}

/// An order of the computer for those at the table, with what still has to be measured; none if there is nothing to be done there
/// and nothing to be told: dice, fire that is held, the end of a phase.
pub fn announced(
    rules: &Platoon,
    view: &State,
    command: &Command,
    purpose: Option<Purpose>,
) -> Option<Announced<Command>> {
    let quiet = matches!(
        command,
        Command::March { .. }
            | Command::Stand { .. }
            | Command::Pass
            | Command::HoldFire
            | Command::Done
            | Command::Tell { .. }
    );
    if quiet {
        return None;
    }
    let acts = command.squad();
    let marker = acts.and_then(|squad| view.squad(squad)).and_then(|squad| squad.hidden);
    let who = marker.map_or_else(
        || acts.map_or_else(String::new, |squad| name(view, squad)),
        |marker| format!("Marker {}", marker.0),
    );
    let fires = matches!(command, Command::Fire { .. } | Command::Launch { .. } | Command::Snipe { .. });
    let title = match command {
        Command::Step { .. } => format!("{who} moves."),
        Command::LeaveTable { .. } => format!("{who} is to leave the table."),
        _ if marker.is_none() => rules.phrase(view, command),
        // Who fires from under a marker has a name.
        _ if fires => format!("{who}: {}", rules.phrase(view, command)),
        _ => format!("{who} acts."),
    };
    let says = match (command, purpose) {
        _ if fires && marker.is_some() => turned_over(view, acts),
        (Command::LeaveTable { .. }, _) => "Has it reached the edge of the table?".to_owned(),
        (_, Some(purpose)) => format!("{}{}", toward(view, purpose), left_to_go(view)),
        _ => String::new(),
    };
    Some(Announced { title, says, form: form_of(rules, view, command) })
}

/// What stands where a marker is turned over.
fn turned_over(view: &State, squad: Option<SquadId>) -> String {
    let squad = squad.and_then(|squad| view.squad(squad));
    let Some(squad) = squad.filter(|squad| squad.drawn_from.is_none()) else {
        return "Turn the marker over. Its figures are drawn when it fires; place them then.".to_owned();
    };
    let mut armed: BTreeMap<Weapon, usize> = BTreeMap::new();
    squad.able().for_each(|(_, figure)| *armed.entry(figure.weapon).or_default() += 1);
    let armed: Vec<String> = armed.into_iter().map(|(weapon, number)| count(number, weapon.name())).collect();
    format!("Turn the marker over and place its figures: {}.", listed(&armed))
}

/// How far the squad that moves may still go.
fn left_to_go(view: &State) -> String {
    let Some(march) = view.active.march else { return String::new() };
    let [good, bad] = [march.good, march.bad].map(|most| (most - march.used).max(0) / table::INCH);
    if march.met_bad || bad >= good {
        return format!(" It has {bad}\" left.");
    }
    format!(" It has {good}\" left, or {bad}\" if any of it is bad going.")
}

/// Where the figures of a squad are to go.
fn toward(view: &State, purpose: Purpose) -> String {
    match purpose {
        Purpose::ToMarker => {
            "Move it toward the nearest enemy marker that no other squad of its side is nearer to, from cover to cover where it can."
                .to_owned()
        }
        Purpose::ToEnemy(enemy) => format!("Move it toward {}, from cover to cover where it can.", name(view, enemy)),
        Purpose::IntoCover => "Move it into the nearest cover, and stop there.".to_owned(),
        Purpose::Back => "It withdraws: move it away from the enemy, out of sight where it can.".to_owned(),
        Purpose::OffTheTable => "It leaves: move it away from the enemy, or toward the nearest edge of the table.".to_owned(),
        Purpose::Land => "It lands its passengers on firm, open ground near an enemy marker. If it is not over such ground, it cannot come \
             down: it flies there first."
            .to_owned(),
    }
}
