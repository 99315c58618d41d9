//! What a scenario is about, in words: par, points and objectives, and the ways out.

use tabletop::briefing::count;
use tabletop::numbers::number;

use crate::SearchAndDestroy;
use crate::region::{any_in_words, hexes_in_words};
use crate::scenario::{Force, Objective, Scenario};
use crate::switches::Switch;
use crate::units::Kind;
use crate::words::in_hexes;

fn points(number: u16) -> String {
    count(number.into(), "point")
}

pub(super) fn decides(rules: &SearchAndDestroy, scenario: &Scenario, cadres: usize) -> Vec<String> {
    let table = &rules.points;
    let cadres = i32::try_from(cadres).unwrap_or(0) * i32::from(table.company_cadre_par.value);
    let par = i32::from(scenario.par) - cadres;
    let mut lines = vec![
        format!("The margin is US points less NLF points less the par of {}.", number(par)),
        format!(
            "A margin of {} or more is a US marginal victory, {} or more a decisive one. The same margins below \
             zero are NLF victories. Anything between is a draw.",
            table.marginal.value, table.decisive.value
        ),
        "Both sides score for enemy casualties.".into(),
    ];
    if scenario.forgo {
        lines.push("Before play the NLF player may give up platoons, snipers and traps to improve the par.".into());
    }
    let worth = scenario.objectives.iter().find_map(|objective| match objective {
        Objective::CacheWorth(points) => Some(*points),
        _ => None,
    });
    if scenario.caches > 0 || !scenario.caches_at.is_empty() {
        lines.push(format!(
            "US: {} for each cache destroyed. NLF: {} for each one not found.",
            points(worth.unwrap_or(table.cache_destroyed.value)),
            table.cache_unfound.value,
        ));
    }
    lines.extend(scenario.objectives.iter().flat_map(|objective| told(rules, scenario, objective)));
    lines
}

/// An objective in sentences; none for what is told elsewhere or cannot be had with the rules that are played.
fn told(rules: &SearchAndDestroy, scenario: &Scenario, objective: &Objective) -> Vec<String> {
    let map = rules.map();
    match objective {
        Objective::ClearVillages(n) => vec![format!(
            "US: {} for each village with a US unit in it and no NLF unit in or beside it at the end.",
            points(*n)
        )],
        Objective::Overrun(hexes, n) => vec![format!(
            "NLF: {}, once, for a unit with Attack Strength in {} at the end of an NLF player turn.",
            points(*n),
            any_in_words(map, hexes)
        )],
        Objective::Convoy(..) if !scenario.switches().has(Switch::Vehicles) => Vec::new(),
        Objective::Convoy(out, left) => vec![format!(
            "US: {} for each vehicle that has left the map. NLF: {} for each other one.",
            points(*out),
            points(*left)
        )],
        Objective::BattalionCadre(n) => vec![format!("US: {} for eliminating the Battalion Cadre.", points(*n))],
        Objective::KeepLandingZone(hexes, n) => vec![format!(
            "NLF: {} unless a US unit with Attack Strength is within {} of {} at the end.",
            points(*n),
            in_hexes(rules.numbers.landing_zone.value.into()),
            any_in_words(map, hexes)
        )],
        Objective::TakeHill(name, free, n) => vec![format!(
            "US: {} for {name} at the end: at least {free} of its hexes free of NLF units, and a US unit on it.",
            points(*n)
        )],
        Objective::DestroyPlatoon(company, platoon, n) => {
            vec![format!("NLF: {} if platoon {platoon} of company {company} has no squad left at the end.", points(*n))]
        }
        Objective::Seize(hexes, enough, n) => vec![format!(
            "NLF: {} for units in at least {enough} hexes of {} at the end.",
            points(*n),
            hexes_in_words(map, hexes)
        )],
        Objective::Stragglers(n) => {
            vec![format!("NLF: {} for each US squad still on the map at the end.", points(*n))]
        }
        Objective::Escape(turn, n) => {
            vec![format!("NLF: {} for each of its squads that leaves the map after turn {turn}.", points(*n))]
        }
        Objective::Crossing(n) => {
            vec![format!("NLF: {} for each squad or Cadre that has left the map.", points(*n))]
        }
        Objective::Boats(..) if !scenario.switches().has(Switch::PatrolBoats) => Vec::new(),
        Objective::Boats(out, lost) => {
            let through = format!("US: {} for each boat that leaves at the other end of the river.", points(*out));
            let lost = format!("NLF: {} for each boat destroyed.", points(*lost));
            if *out > 0 { vec![through, lost] } else { vec![lost] }
        }
        Objective::CacheWorth(_) => Vec::new(),
        Objective::Rescue(out, lost) => vec![
            format!("US: {} if the aircrew has left the map.", points(*out)),
            format!(
                "NLF: {} if the aircrew is lost, or has an NLF unit beside it and no US unit to protect it at the end.",
                points(*lost)
            ),
        ],
    }
}

pub(super) fn exits(rules: &SearchAndDestroy, scenario: &Scenario) -> Vec<String> {
    let map = rules.map();
    let ways = [("US", &scenario.us_exit), ("NLF", &scenario.nlf_exit)];
    let mut lines: Vec<String> = ways
        .iter()
        .filter_map(|(side, way)| {
            way.as_ref().map(|region| format!("{side} units may leave the map {}.", region.words(map)))
        })
        .collect();
    let transports = |entry: &crate::scenario::Entry| {
        entry.forces.iter().any(|force| matches!(force, Force::Transports(number) if *number > 0))
    };
    let here = scenario.units.iter().any(|posted| posted.kind == Kind::Transport);
    if scenario.switches().has(Switch::Helicopters) && (here || scenario.entries.iter().any(transports)) {
        let also = if scenario.us_exit.is_some() { "also " } else { "" };
        lines.push(format!("US units may {also}be flown out by helicopter."));
    }
    lines
}
