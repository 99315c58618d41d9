//! The figure card: phases left, counters, what it is at.

use skirmish::figure::Standing;
use skirmish::survey::{Card as Known, KnownBy, WeaponLine};
use skirmish::{FigureId, Skirmish, State};
use tabletop::RuleId;
use tabletop::numbers::counted;

use super::flag;
use crate::companion::{Card, FigureLine, Mark};
use crate::theme::chance_words;

const fn rule(id: &'static str) -> RuleId {
    RuleId::fixed(id)
}

/// The markers of a figure, at a glance.
pub(super) fn marks(it: &Known, shown: &State) -> Vec<Mark> {
    let mut marks = Vec::new();
    match it.standing {
        Standing::Up => {}
        Standing::Aboard(vehicle) => marks.push(Mark::plain(format!("in {}", shown.name(vehicle)), rule("S-apc"))),
        Standing::Removed => marks.push(Mark::bad("removed", rule("S-R02"))),
        Standing::Left => marks.push(Mark::plain("left the table", rule("S-turn"))),
    }
    if it.counters > 0 {
        marks.push(Mark::bad(counted(it.counters, "counter", "counters"), rule("S-R03")));
    }
    if it.kills > 0 {
        marks.push(Mark::bad(counted(it.kills, "kill", "kills"), rule("S-R14")));
    }
    if let Some(work) = it.under_way {
        let text = format!("prepares {}: {} of {}", work.work.name(), work.done, work.of);
        marks.push(Mark::plain(text, rule("S-R08")));
    }
    if it.pips > 0 {
        marks.push(Mark::plain(format!("noise {}", it.pips), rule("S-noise")));
    }
    if let Some(mortar) = it.mortar {
        let text = if mortar.ready { "mortar set up" } else { "mortar taken down" };
        marks.push(Mark::plain(text, rule("S-mortar")));
    }
    for how in &it.known_by {
        let (text, rule) = match how {
            KnownBy::InTheOpen => continue,
            KnownBy::Fire => ("seen firing", rule("S-hidden")),
            KnownBy::Noise => ("heard", rule("S-noise")),
            KnownBy::Sight => ("in sight", rule("S-hidden")),
            KnownBy::Spotting => ("spotted", rule("S-hidden")),
        };
        marks.push(Mark::plain(text, rule));
    }
    if it.known_by.is_empty() && it.standing == Standing::Up {
        marks.push(Mark::plain("hidden", rule("S-hidden")));
    }
    marks
}

/// A figure's card as a view knows it.
pub fn card_model(rules: &Skirmish, shown: &State, figure: FigureId) -> Option<Card> {
    let it = rules.card(shown, figure)?;
    let mut facts = Vec::new();
    if it.standing == Standing::Up || matches!(it.standing, Standing::Aboard(_)) {
        facts.push(("Phases next turn".to_owned(), it.phases_next_turn.to_string()));
        if it.counters > 0 {
            facts.push(("Falls at the next check".to_owned(), chance_words(it.falls)));
        }
        if it.active && it.phases.is_some_and(|left| left > 0) {
            facts.push(("Now".to_owned(), "is spending its phases".into()));
        } else if it.active || it.finished {
            facts.push(("Now".to_owned(), "has no phase left".into()));
        }
    }
    if it.radio {
        facts.push(("Radio".to_owned(), "may call for support".into()));
    }
    if it.claymores > 0 {
        facts.push(("Claymores".to_owned(), it.claymores.to_string()));
    }
    if !it.passengers.is_empty() {
        let names: Vec<&str> = it.passengers.iter().map(|id| shown.name(*id)).collect();
        facts.push(("Carries".to_owned(), names.join(", ")));
    }
    let mut lines: Vec<FigureLine> = it.weapons.iter().map(weapon_line).collect();
    lines.extend(it.grenades.iter().map(|(grenade, left)| FigureLine {
        name: left.to_string(),
        what: format!("{} {}", grenade.name(), if *left == 1 { "grenade" } else { "grenades" }),
        state: String::new(),
        out: false,
        bad: false,
    }));
    let phases = rules.numbers().phases.value;
    Some(Card {
        id: figure.0,
        name: it.name.clone(),
        flag: flag(it.side),
        kind: it.kind.clone(),
        marks: marks(&it, shown),
        facts,
        boxes: (it.phases)
            .filter(|_| matches!(it.standing, Standing::Up | Standing::Aboard(_)))
            .map(|left| ("Phases left".to_owned(), left, phases)),
        figures: lines,
    })
}

/// Everybody's card as a view knows them: those out of the game last.
pub fn cards_model(rules: &Skirmish, shown: &State) -> Vec<Card> {
    let all: Vec<FigureId> = shown.figures().map(|(id, _)| id).collect();
    let in_play = |id: &FigureId| shown.figure(*id).is_some_and(skirmish::Figure::in_play);
    let (here, gone): (Vec<FigureId>, Vec<FigureId>) = all.into_iter().partition(in_play);
    here.into_iter().chain(gone).filter_map(|id| card_model(rules, shown, id)).collect()
}

fn weapon_line(line: &WeaponLine) -> FigureLine {
    let mut numbers: Vec<String> = Vec::new();
    if let Some(row) = &line.row {
        if let Some(chance) = line.chance {
            numbers.push(format!(
                "{} for {}",
                chance_words(chance),
                counted(row.counters.value, "counter", "counters")
            ));
        }
        if let Some(range) = &row.range_in {
            numbers.push(format!("{}\"", range.value));
        }
    }
    FigureLine {
        name: "•".into(),
        what: line.weapon.name().to_owned(),
        state: numbers.join(", "),
        out: false,
        bad: false,
    }
}
