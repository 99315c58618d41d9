//! What both players may know of a scenario before the game. Nothing is hidden in this one.

use tabletop::Section;
use tabletop::briefing::{capital, listed};

use crate::reinforcements::arrival_step;
use crate::score::Lines;
use crate::tables::Arrival;
use crate::units::{Side, UnitId, UnitKind};
use crate::{BlockByBlock, Scenario, variants};

/// The sections, in the order in which they are read.
pub(crate) fn briefing(rules: &BlockByBlock, scenario: &Scenario) -> Vec<Section> {
    let sides = [Side::UsArvn, Side::PavnNlf];
    let mut sections: Vec<Section> = sides.map(|side| forces(rules, scenario, side)).into();
    sections.push(Section::new("Turns", turns(rules, scenario)));
    sections.push(Section::new("What decides", decides(rules, scenario)));
    let options = options(scenario);
    if !options.is_empty() {
        sections.push(Section::new("Options in force", options));
    }
    sections
}

const fn names(kind: UnitKind) -> [&'static str; 2] {
    match kind {
        UnitKind::MacvTeam => ["MACV team", "MACV teams"],
        UnitKind::Marines => ["company of US Marines", "companies of US Marines"],
        UnitKind::DivisionHq => ["ARVN division headquarters", "ARVN division headquarters"],
        UnitKind::Airborne => ["ARVN Airborne battalion", "ARVN Airborne battalions"],
        UnitKind::Regiment => ["battalion of the ARVN 3rd Regiment", "battalions of the ARVN 3rd Regiment"],
        UnitKind::HacBao => ["Black Panther company", "Black Panther companies"],
        UnitKind::RvnMarines => ["battalion of Vietnamese Marines", "battalions of Vietnamese Marines"],
        UnitKind::Rangers => ["ARVN Ranger battalion", "ARVN Ranger battalions"],
        UnitKind::Pavn4th => ["battalion of the PAVN 4th Regiment", "battalions of the PAVN 4th Regiment"],
        UnitKind::Pavn6th => ["battalion of the PAVN 6th Regiment", "battalions of the PAVN 6th Regiment"],
        UnitKind::NlfCompany => ["NLF company", "NLF companies"],
        UnitKind::GateTower => ["Gate Tower", "Gate Towers"],
        UnitKind::Platoon => ["gate platoon", "gate platoons"],
    }
}

/// `one NLF company, 2 Gate Towers`, in the order of the counter list.
fn by_kind(units: &[UnitId]) -> String {
    let kinds = UnitKind::ALL.into_iter().filter_map(|kind| {
        let [one, many] = names(kind);
        match units.iter().filter(|unit| unit.kind() == kind).count() {
            0 => None,
            1 => Some(format!("one {one}")),
            number => Some(format!("{number} {many}")),
        }
    });
    listed(&kinds.collect::<Vec<_>>())
}

fn named(units: &[UnitId]) -> String {
    listed(&units.iter().map(|unit| unit.name()).collect::<Vec<_>>())
}

fn forces(rules: &BlockByBlock, scenario: &Scenario, side: Side) -> Section {
    let mut units: Vec<UnitId> =
        scenario.units.values().flatten().copied().filter(|unit| unit.side() == side).collect();
    units.sort_unstable();
    let mut lines = match units.is_empty() {
        true => vec!["No units on the map.".to_owned()],
        false => vec![format!("On the map: {}.", by_kind(&units))],
    };
    for (state, list) in [("Spent", &scenario.spent), ("Routed", &scenario.routed)] {
        let ours: Vec<UnitId> = list.iter().copied().filter(|unit| unit.side() == side).collect();
        if !ours.is_empty() {
            lines.push(format!("{state}: {}.", named(&ours)));
        }
    }
    // A unit that is there already, or will not be, does not arrive.
    let settled = |unit: &UnitId| {
        let gone = [&scenario.eliminated, &scenario.withdrawn, &scenario.lost];
        scenario.units.values().chain(gone).any(|list| list.contains(unit))
    };
    let step = arrival_step(side);
    let still_comes = |turn: u8| turn > scenario.turn || (turn == scenario.turn && scenario.step <= step);
    for (turn, record) in (1..).zip(&rules.calendar().0).filter(|(turn, _)| still_comes(*turn)) {
        let arrives =
            |arrival: &Arrival| arrival.units.iter().copied().filter(|u| u.side() == side && !settled(u)).collect();
        let units: Vec<UnitId> =
            record.arrivals.iter().flat_map(|arrival| -> Vec<UnitId> { arrives(arrival) }).collect();
        if !units.is_empty() {
            lines.push(format!("Arriving in turn {turn}: {}.", named(&units)));
        }
    }
    Section::new(format!("{} forces", side.name()), lines)
}

fn turns(rules: &BlockByBlock, scenario: &Scenario) -> Vec<String> {
    let last = rules.calendar().0.len();
    let begins = match scenario.turn {
        turn if usize::from(turn) >= last => format!("Only turn {turn}, the last, is left to play."),
        1 => format!("The game has {last} turns."),
        turn => format!("The game begins with turn {turn} of {last}."),
    };
    vec![begins, format!("It begins here: {}.", scenario.step.name())]
}

fn decides(rules: &BlockByBlock, scenario: &Scenario) -> Vec<String> {
    let (us, pavn) = (Side::UsArvn.name(), Side::PavnNlf.name());
    let Lines { winning_zones: winning, draw_zones: draw, great_score: great } = rules.lines(&scenario.options);
    let draws = match winning.saturating_sub(1) {
        most if most > draw => format!("{draw} to {most} are a draw"),
        most if most == draw => format!("{draw} are a draw"),
        _ => "there is no draw".to_owned(),
    };
    vec![
        format!(
            "{us} wins with {winning} or more of the eleven zones at the end; {draws}; with \
                 fewer, {pavn} wins. Holding all eleven ends the game at once."
        ),
        format!(
            "The clearing score says how clear the win is. It adds up the work of the new administration, \
                 headlines, rubble and {pavn} survivors. Below {great} it favours {us}; from {great} up it \
                 favours {pavn}."
        ),
    ]
}

fn options(scenario: &Scenario) -> Vec<String> {
    let mut options = scenario.options;
    let mut lines: Vec<String> = variants::TOGGLES
        .iter()
        .filter(|toggle| *(toggle.of)(&mut options))
        .map(|toggle| format!("{}: {}", capital(toggle.name), toggle.about))
        .collect();
    lines.extend(scenario.options.pavn_fresh_value.map(|value| {
        format!("Fresh PAVN battalions have the attack value {value} instead of the one in their table.")
    }));
    lines
}
