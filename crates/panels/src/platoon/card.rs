//! The squad card.

use platoon::query::{FigureCard, SquadCard};
use platoon::state::{Fate, Flight, Hull, Order, Squad};
use platoon::{Kind, Mode, Platoon, SquadId, State};
use tabletop::RuleId;

use super::{flag, name};
use crate::companion::{Card, FigureLine, Mark};
use crate::words::inches;

const fn rule(id: &'static str) -> RuleId {
    RuleId::fixed(id)
}

/// The markers of a squad, at a glance.
pub(super) fn marks(state: &State, squad: &Squad) -> Vec<Mark> {
    let mut marks = Vec::new();
    let able = |yes: &dyn Fn(&platoon::state::Figure) -> bool| squad.able().filter(|(_, f)| yes(f)).count();
    match squad.order {
        Order::Steady => {}
        Order::Halted => marks.push(Mark::bad("halted", rule("P-morale"))),
        Order::Withdrawing => marks.push(Mark::bad("withdraws", rule("P-morale"))),
        Order::Leaving => marks.push(Mark::bad("leaves the table", rule("P-morale"))),
    }
    match squad.hull {
        Hull::Running => {}
        Hull::Immobilised => marks.push(Mark::bad("immobilised", rule("P-R23"))),
        Hull::Destroyed => marks.push(Mark::bad("destroyed", rule("P-direct"))),
    }
    let pinned = able(&|f| f.pinned.is_some());
    if pinned > 0 {
        marks.push(Mark::bad(format!("{pinned} pinned"), rule("P-unpin")));
    }
    let down = squad.casualties();
    if down > 0 {
        marks.push(Mark::bad(format!("{down} down"), rule("P-save")));
    }
    let empty = able(&|f| f.empty);
    if empty > 0 {
        marks.push(Mark::bad(format!("{empty} out of ammunition"), rule("P-R22")));
    }
    if squad.turn.no_fire {
        marks.push(Mark::plain("No Fire", rule("P-opportunity")));
    }
    let prone = able(&|f| f.prone);
    if prone > 0 {
        let all = prone == squad.strength();
        marks.push(Mark::plain(if all { "prone".into() } else { format!("{prone} prone") }, rule("P-prone")));
    }
    if let Some(marker) = squad.hidden {
        marks.push(Mark::plain(format!("hidden: marker {}", marker.0), rule("P-hidden")));
    }
    if let Some(vehicle) = squad.aboard {
        marks.push(Mark::plain(format!("in {}", name(state, vehicle)), rule("P-infantry-move")));
    }
    if squad.carrying {
        marks.push(Mark::plain("carries stores", rule("P-search")));
    }
    if squad.turn.mode == Some(Mode::Fast) {
        let fast = if squad.turn.moved { "went fast" } else { "rolled for a fast move" };
        marks.push(Mark::plain(fast, rule("P-fire")));
    }
    if squad.gone {
        marks.push(Mark::plain("left the table", rule("P-morale")));
    }
    marks
}

/// A squad's card as a view knows it.
pub fn card_model(rules: &Platoon, shown: &State, squad: SquadId) -> Option<Card> {
    let it = rules.squad_card(shown, squad)?;
    let marks = shown.squad(squad).map(|s| marks(shown, s)).unwrap_or_default();
    let most = u8::try_from(it.figures.len()).unwrap_or(16);
    Some(Card {
        id: it.id.0,
        name: it.name.clone(),
        flag: flag(it.side),
        kind: kind_words(&it),
        marks,
        facts: facts(shown, &it),
        boxes: (most > 0).then(|| ("In the fight".into(), u8::try_from(it.able).unwrap_or(16), most)),
        figures: it.figures.iter().map(figure_line).collect(),
    })
}

/// Everybody's card as a view knows them: those out of play last.
pub fn cards_model(rules: &Platoon, shown: &State) -> Vec<Card> {
    let (in_play, out): (Vec<&Squad>, Vec<&Squad>) = shown.squads.iter().partition(|s| s.in_play());
    in_play.into_iter().chain(out).filter_map(|s| card_model(rules, shown, s.id)).collect()
}

fn kind_words(it: &SquadCard) -> String {
    let kind = match it.kind {
        Kind::Foot => "on foot",
        Kind::Sniper => "a sniper",
        Kind::Peasants => "villagers",
        Kind::Soft => "soft vehicle",
        Kind::Boat => "patrol boat",
        Kind::Apc => "armoured carrier",
        Kind::Tank => "tank",
        Kind::Helicopter => "helicopter",
    };
    format!("{}, {kind}", it.troops.name())
}

fn facts(shown: &State, it: &SquadCard) -> Vec<(String, String)> {
    let mut facts = vec![("Gung-Ho".to_owned(), it.gung_ho.to_string())];
    let mut add = |word: &str, value: String| facts.push((word.to_owned(), value));
    if it.officer {
        add("Officer", "may call for support".into());
    }
    if let Some(turn) = it.asks_from {
        add("May ask again", format!("from turn {turn}"));
    }
    if it.aboard.is_none() && it.hidden.is_none() && !it.kind.is_vehicle() {
        add("Stands in", it.ground.name().to_owned());
    }
    if let Some(flight) = it.flight {
        let where_now = match flight {
            Flight::Flying => "in the air",
            Flight::Descending => "hovers before landing",
            Flight::Landed => "on the ground",
            Flight::Rising => "hovers after rising",
        };
        add("Helicopter", where_now.into());
    }
    if let Some(mode) = it.mode {
        add("Moved", mode.name().into());
    }
    add("Volley", if it.fired { "fired this turn".into() } else { "not fired yet".into() });
    if it.heard > 0 {
        add("Heard within", inches(it.heard));
    }
    if !it.passengers.is_empty() {
        let names: Vec<String> = it.passengers.iter().map(|id| name(shown, *id)).collect();
        add("Carries", names.join(", "));
    }
    facts
}

fn figure_line(figure: &FigureCard) -> FigureLine {
    let out = figure.fate != Fate::Able;
    let mut state: Vec<String> = Vec::new();
    match figure.fate {
        Fate::Able => {}
        Fate::Killed => state.push("killed".into()),
        Fate::Wounded => state.push("wounded".into()),
        Fate::Captured => state.push("captured".into()),
    }
    if !out {
        if let Some(turn) = figure.pinned {
            state.push(format!("pinned since turn {turn}"));
        }
        if figure.prone {
            state.push("prone".into());
        }
        if figure.empty {
            state.push("out of ammunition".into());
        } else if figure.fired {
            state.push("fired".into());
        }
        if figure.flak {
            state.push("flak jacket".into());
        }
        state.push(format!("saves on {}", figure.save.needs));
    }
    FigureLine {
        name: figure.number.to_string(),
        what: figure.weapon.name().to_owned(),
        state: state.join(", "),
        out,
        bad: figure.pinned.is_some() || figure.empty || out,
    }
}
