//! What both players may know of a scenario before the game. What lies under a marker, and how much of it there is, only
//! its owner knows (rule P-hidden): of hidden squads nothing is told here, not even how many they are.

use std::collections::BTreeMap;

use tabletop::numbers::counted;

use tabletop::Section;
use tabletop::briefing::{count, listed};

use crate::scenario::{Hides, Scenario, SquadSetup};
use crate::state::{Quality, Tally};
use crate::troops::{Kind, Side, Troops, Weapon};
use crate::{Platoon, variants, victory};

/// The sections, in the order in which they are read.
pub(crate) fn briefing(rules: &Platoon, scenario: &Scenario) -> Vec<Section> {
    let mut sections: Vec<Section> = [Side::Allied, Side::Vc].map(|side| forces(rules, scenario, side)).into();
    sections.push(Section::new("Deployment", deployment(scenario)));
    sections.push(Section::new("What decides", decides(rules, scenario)));
    sections.push(Section::new("Support", support(scenario)));
    let conditions = conditions(rules, scenario);
    if !conditions.is_empty() {
        sections.push(Section::new("Conditions", conditions));
    }
    sections
}

/// Whether a squad, or the vehicle it rides in, lies under a marker.
fn is_hidden(scenario: &Scenario, squad: &SquadSetup) -> bool {
    let under = |id| scenario.markers.iter().any(|marker| marker.hides == Hides::Squad(id));
    under(squad.id) || squad.aboard.is_some_and(under)
}

/// The squads of a side that everybody sees.
fn in_sight(scenario: &Scenario, side: Side) -> impl Iterator<Item = &SquadSetup> {
    scenario.squads.iter().filter(move |squad| squad.side == side && !is_hidden(scenario, squad))
}

fn markers(scenario: &Scenario, side: Side) -> usize {
    scenario.markers.iter().filter(|marker| marker.side == side).count()
}

fn forces(rules: &Platoon, scenario: &Scenario, side: Side) -> Section {
    let mut lines: Vec<String> = in_sight(scenario, side).map(|squad| described(rules, scenario, squad)).collect();
    let hidden = match (lines.is_empty(), markers(scenario, side)) {
        (true, 0) => Some("No unit is in sight."),
        (true, _) => Some("No unit is in sight: all of them hide under the markers."),
        (false, 0) => None,
        (false, _) => Some("Any other units hide under the markers."),
    };
    lines.extend(hidden.map(str::to_owned));
    Section::new(format!("{} forces", side.name()), lines)
}

/// A squad with everything written on its card.
fn described(rules: &Platoon, scenario: &Scenario, squad: &SquadSetup) -> String {
    let mut parts = vec![squad.troops.name().to_owned()];
    // Peasants are villagers anyhow.
    parts.extend(kind(squad.kind).filter(|_| squad.troops != Troops::Peasant).map(str::to_owned));
    parts.push(rating(rules, squad));
    if squad.officer {
        parts.push("with an officer".into());
    }
    if squad.flak {
        parts.push("in flak jackets".into());
    }
    if squad.porters {
        parts.push("with porters".into());
    }
    if let Some(vehicle) = squad.aboard.and_then(|id| scenario.squads.iter().find(|other| other.id == id)) {
        parts.push(format!("aboard {}", vehicle.name));
    }
    format!("{}: {}; {}.", squad.name, parts.join(", "), figures(squad))
}

const fn kind(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Foot => None,
        Kind::Sniper => Some("a sniper"),
        Kind::Peasants => Some("villagers"),
        Kind::Soft => Some("a vehicle without armour"),
        Kind::Boat => Some("a patrol boat"),
        Kind::Apc => Some("an armoured carrier"),
        Kind::Tank => Some("a tank"),
        Kind::Helicopter => Some("a helicopter"),
    }
}

fn rating(rules: &Platoon, squad: &SquadSetup) -> String {
    match squad.quality {
        Some(Quality::Poor) => "poor; roll for Gung-Ho at first contact with the enemy".into(),
        Some(Quality::Fair) => "fair; roll for Gung-Ho at first contact with the enemy".into(),
        Some(Quality::Excellent) => "excellent; roll for Gung-Ho at first contact with the enemy".into(),
        None => format!("Gung-Ho {}", squad.gung_ho.unwrap_or_else(|| rules.tables().rating(squad.troops))),
    }
}

/// How many with which weapon, in the order of the card.
fn figures(squad: &SquadSetup) -> String {
    if let Some(list) = squad.drawn_from {
        return format!("roll for its figures on the table of {}", list.name());
    }
    let mut weapons: BTreeMap<Weapon, usize> = BTreeMap::new();
    for (number, weapon) in &squad.figures {
        *weapons.entry(*weapon).or_default() += usize::from(*number);
    }
    let all: usize = weapons.values().sum();
    let who = if squad.kind.is_vehicle() { format!("a crew of {all}") } else { count(all, "figure") };
    let unarmed = weapons.remove(&Weapon::Nothing);
    let mut named: Vec<String> = weapons.iter().map(|(weapon, number)| count(*number, weapon.name())).collect();
    if named.is_empty() {
        return format!("{who} without weapons");
    }
    named.extend(unarmed.map(|number| format!("{number} without weapons")));
    format!("{who} with {}", listed(&named))
}

fn deployment(scenario: &Scenario) -> Vec<String> {
    let mut lines = Vec::new();
    for side in [Side::Allied, Side::Vc] {
        if let Some(board) = &scenario.table {
            let placed = in_sight(scenario, side).filter_map(|squad| Some((squad, squad.at?)));
            lines.extend(placed.map(|(squad, (x, y))| {
                let at = table::Point::inches(x, y).middle();
                let over = if squad.kind == Kind::Helicopter { board.area(at) } else { board.whereabouts(at) };
                format!("{}: {over}.", squad.name)
            }));
        }
        let face_down = markers(scenario, side);
        if face_down > 0 {
            let them = count(face_down, &format!("{} marker", side.name()));
            let place = if scenario.table.is_some() { "on the table" } else { "where their owner places them" };
            lines.push(format!(
                "{}{} face down {place}. A marker may hide a squad, stores, a trap or nothing at all.",
                tabletop::briefing::capital(&them),
                if face_down == 1 { " lies" } else { " lie" },
            ));
        }
    }
    if scenario.table.is_none() {
        lines
            .insert(0, "The game is played beside a table of your own: put the visible squads where you agree.".into());
    }
    lines
}

/// The lines of the points table, without those for what is certainly not there.
fn decides(rules: &Platoon, scenario: &Scenario) -> Vec<String> {
    let turns = if scenario.turns == 1 { "one turn".into() } else { format!("{} turns", scenario.turns) };
    let mut lines =
        vec![format!("The game lasts {turns}. The side with more points then wins; equal points are a draw.")];
    // What the Allies hide might be a vehicle as well.
    let may_have = |wanted: fn(Kind) -> bool| {
        markers(scenario, Side::Allied) > 0 || in_sight(scenario, Side::Allied).any(|squad| wanted(squad.kind))
    };
    // A gunship that an officer has called counts as well. Ruling P-R26.
    let officer = in_sight(scenario, Side::Allied).any(|squad| squad.officer);
    let helicopters = officer || may_have(|kind| kind == Kind::Helicopter);
    let armour = may_have(Kind::is_armoured);
    let worth = victory::table(rules, &Tally::default(), 0).into_iter().filter(|line| match line.what {
        victory::ARMOUR => armour,
        victory::HELICOPTERS => helicopters,
        _ => true,
    });
    lines.extend(worth.map(|line| {
        let (more, points) = (if line.each < 0 { "less " } else { "" }, counted(line.each.abs(), "point", "points"));
        format!("{}, {}: {points} {more}each.", line.side.name(), line.what)
    }));
    lines
}

fn support(scenario: &Scenario) -> Vec<String> {
    let officers: Vec<&str> =
        in_sight(scenario, Side::Allied).filter(|squad| squad.officer).map(|squad| squad.name.as_str()).collect();
    let mut lines = Vec::new();
    if officers.is_empty() {
        lines.push("No unit in sight can call for artillery, mortars or aircraft.".into());
    } else {
        lines.push(format!(
            "Squads with an officer can ask for off-table 105 mm and 155 mm howitzers, mortars and aircraft \
             unless they ride in a vehicle: {}. Dice decide whether a request is granted.",
            listed(&officers)
        ));
    }
    let stands = |board: &table::Board| board.has(table::Terrain::Village) || board.has(table::Terrain::Hooch);
    match &scenario.table {
        _ if officers.is_empty() || scenario.options.free_fire_zone => {}
        Some(board) if !stands(board) => {}
        Some(_) => {
            lines.push("Because of the village, a squad may ask for guns or mortars only after being fired on.".into())
        }
        None => {
            lines.push("If a village is near, a squad may ask for guns or mortars only after being fired on.".into())
        }
    }
    lines.push("VC and NVA have no radio to call for support.".into());
    lines
}

/// What the scenario switches on.
fn conditions(rules: &Platoon, scenario: &Scenario) -> Vec<String> {
    let mut options = scenario.options;
    let mut lines = Vec::new();
    for toggle in &variants::TOGGLES {
        if *(toggle.of)(&mut options) {
            lines.push(format!("{}: {}", toggle.name, toggle.about));
        }
    }
    if options.night {
        lines.push(format!("It is dark: squads see {} inches far.", rules.tables().numbers.night_sight.value));
    }
    lines
}
