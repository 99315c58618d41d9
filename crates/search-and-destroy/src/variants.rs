//! What the players agree on before a game: the level, and every optional part of the rules. Rule base-4.1.

use tabletop::{RuleId, Variant};

use crate::scenario::{Level, Scenario};
use crate::switches::Switch;
use crate::{SearchAndDestroy, rule};

const LEVEL: &str = "level";

/// What can be chosen: the level first, then each part of the rules.
pub(crate) fn variants(rules: &SearchAndDestroy, scenario: &Scenario) -> Vec<Variant> {
    let level = Variant {
        id: LEVEL.into(),
        name: "Level".into(),
        about: "Choose how much of the rules to use; you can add or drop single parts below.".into(),
        rule: rule!("base-4.1"),
        choices: Level::ALL.map(Level::name).to_vec(),
        chosen: Level::ALL.iter().position(|level| *level == scenario.level).unwrap_or(0),
    };
    let on = scenario.switches();
    let part = |switch: Switch| {
        let (rule, about) = told(switch);
        let mut about = about.to_owned();
        if switch == Switch::Ammunition {
            let (full, cost) = (rules.units.units_of_fire.value, rules.numbers.increased_cost.value);
            about = format!("Every unit has {full} units of fire; doubled attacks cost {cost}.");
        }
        Variant::switch(id(switch), switch.name(), about, rule, on.has(switch))
    };
    std::iter::once(level).chain(Switch::ALL.into_iter().map(part)).collect()
}

/// Makes another choice. What boats have suffered is counted as the other Combat Results Table counts it. Rules 33.31 and 33.32.
pub(crate) fn vary(rules: &SearchAndDestroy, scenario: &mut Scenario, variant: &str, choice: usize) {
    let limit = |scenario: &Scenario| u32::from(rules.combat.sinks_at(scenario.switches()));
    let before = limit(scenario);
    if variant == LEVEL {
        scenario.level = Level::ALL.get(choice).copied().unwrap_or(scenario.level);
    } else if let Some(switch) = Switch::ALL.into_iter().find(|switch| id(*switch) == variant)
        && scenario.switches().has(switch) != (choice > 0)
    {
        *scenario = scenario.switched(switch, choice > 0);
    }
    let after = limit(scenario);
    for posted in scenario.units.iter_mut().filter(|_| before != after) {
        posted.tally = u16::try_from(u32::from(posted.tally) * after / before.max(1)).unwrap_or(u16::MAX);
    }
}

/// The name on the command line: that of a file, in small letters with hyphens.
fn id(switch: Switch) -> String {
    let mut id = String::new();
    for letter in format!("{switch:?}").chars() {
        if letter.is_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}

/// The rule of a part, and what it changes.
fn told(switch: Switch) -> (RuleId, &'static str) {
    match switch {
        Switch::Leadership => (rule!("base-4.8"), "US squads need their Company Commander to move and search."),
        Switch::PlatoonLeaders => (rule!("base-4.8"), "Each US platoon has its own leader."),
        Switch::CommandControl => (rule!("base-4.9"), "NLF squads far from a Cadre may only fire, stay or fall back."),
        Switch::ImprovedPositions => (rule!("base-4.10"), "Troops dig in; dug-in troops are harder to hit."),
        Switch::FireAndMovement => {
            (rule!("base-4.11"), "A unit that moves at most half its allowance may still fire at half strength.")
        }
        Switch::Ammunition => (rule!("base-4.12"), "Units have so many units of fire."),
        Switch::Casualties => {
            (rule!("base-4.4"), "Losses are killed and wounded from the Casualty table instead of the Points table.")
        }
        Switch::CompanyCadres => {
            (rule!("31.0"), "Company and Battalion Cadres bring a heavy machine gun, sappers or a recoilless rifle.")
        }
        Switch::CloseAssault => (rule!("32.0"), "Units assault adjacent hexes hand to hand."),
        Switch::PatrolBoats => (rule!("33.0"), "Boats patrol the river if the scenario has any."),
        Switch::ScaledDestruction => {
            (rule!("SD-A20"), "A unit destroyed in close assault scores by its size instead of a flat value.")
        }
        Switch::Artillery => (rule!("base-4.13"), "The battery fires at hexes plotted a turn earlier."),
        Switch::AirStrikes => (rule!("base-4.13"), "Aircraft bomb hexes in a row."),
        Switch::Helicopters => (rule!("base-4.14"), "Transports and gunships fly; units due by air arrive by air."),
        Switch::Vehicles => (rule!("base-4.15"), "Tanks and armoured personnel carriers, if the scenario has any."),
        Switch::Rpgs => (rule!("base-4.15"), "Some Platoon Cadres carry rocket launchers against vehicles."),
        Switch::HeavyWeapons => (rule!("base-4.16"), "Companies have mortars that squads carry and set up."),
        Switch::Evacuation => {
            (rule!("base-4.16"), "Units carry and evacuate killed and wounded; needs the Casualty table.")
        }
        Switch::ActingLeaders => (rule!("base-4.8"), "A squad may take over from a dead leader."),
        Switch::Civilians => (rule!("base-4.17"), "People live in the villages."),
        Switch::FullyHidden => (rule!("base-4.7"), "The US player does not even see where face-down counters are."),
    }
}
