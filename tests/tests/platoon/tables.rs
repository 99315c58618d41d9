//! Rules and sentences take their numbers from the tables: with other tables, which owners may write, they say and do otherwise.

use std::collections::BTreeSet;

use platoon::{Event, Platoon, SquadId, proves};
use pointman_tests::library;
use pointman_tests::platoon::*;
use tabletop::dice::{Seeded, Tape};
use tabletop::{DataError, Ruleset};

const NUMBERS: &str = "tables/platoon/numbers.ron";

/// Distances that sentences name as `within` so many inches.
const DISTANCES: [&str; 16] = [
    "near",
    "trap_reach",
    "grenade_range",
    "panic",
    "village_limit",
    "claymore",
    "recovery",
    "contact",
    "search_reach",
    "casualty_reach",
    "question_reach",
    "boarding",
    "landing",
    "located",
    "whistle",
    "sniper_range",
];

/// The rules with other values of these numbers.
fn with(change: impl Fn(&str, u8) -> Option<u8>) -> Platoon {
    try_with(change).unwrap_or_else(|e| panic!("{e}"))
}

fn try_with(change: impl Fn(&str, u8) -> Option<u8>) -> Result<Platoon, DataError> {
    let line = |line: &str| -> String {
        let changed = || {
            let name = line.trim_start().split(':').next()?;
            let (before, rest) = line.split_once("(value: ")?;
            let (value, after) = rest.split_once(',')?;
            Some(format!("{before}(value: {},{after}", change(name, value.parse().ok()?)?))
        };
        changed().unwrap_or_else(|| line.to_owned())
    };
    let read = |path: &str| {
        let text = library().read(path)?;
        Ok(if path == NUMBERS { text.lines().map(|text| line(text) + "\n").collect() } else { text })
    };
    Platoon::load(&read)
}

/// What is asked, told and refused in random games: each order that was offered somewhere is tried again where it may not be given.
fn said(rules: &Platoon, scenario: &str, orders: usize, seed: u64) -> BTreeSet<String> {
    let scenario = library().scenario::<Platoon>(scenario).unwrap();
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed + 1));
    let mut state = rules.begin(&scenario, &mut dice).unwrap();
    let (mut told, mut offered) = (BTreeSet::new(), Vec::new());
    for _ in 0..orders {
        let (mut options, mut events) = (Vec::new(), Vec::new());
        rules.options(&state, &mut options);
        let Some(command) = options.get(picks.choose(options.len().max(1))).cloned() else { break };
        for option in &options {
            told.extend(rules.facts_needed(&state, option).into_iter().map(|fact| fact.asks));
        }
        let before: &[platoon::Command] = &offered[offered.len().saturating_sub(60)..];
        let refused = before.iter().filter_map(|old| rules.check(&state, old).err());
        told.extend(refused.flat_map(|refusal| [refusal.because, refusal.remedy]));
        offered.extend(options);
        rules.apply(&mut state, &command, &mut dice, &mut events).unwrap();
        told.insert(rules.question(&state));
        told.extend(events.iter().map(|event| rules.tell(event)));
    }
    told
}

#[test]
fn sentences_name_the_distances_of_the_tables() {
    proves!("P-companion");
    let farther = with(|name, value| DISTANCES.contains(&name).then_some(value + 60));
    let mut seen = 0;
    let games = [("beside-your-table", 300), ("village-search", 150), ("ambush", 150)];
    for ((scenario, orders), seed) in games.into_iter().flat_map(|game| [5, 7].map(|seed| (game, seed))) {
        for told in said(&farther, scenario, orders, seed) {
            for piece in told.split("within ").skip(1) {
                let number: String = piece.chars().take_while(char::is_ascii_digit).collect();
                let Ok(inches) = number.parse::<u16>() else { continue };
                assert!(inches > 60, "written by hand: {told}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 8, "{seen} sentences name a distance");
}

#[test]
fn a_sniper_is_told_his_range_as_the_table_has_it() {
    proves!("P-sniper");
    let us = "(id: 1, name: \"A\", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))";
    let sniper = "(id: 11, name: \"X\", side: Vc, troops: VcMain, kind: Sniper, figures: [(1, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))";
    let rows = open(40, 10);
    let field = Field::begin(&scenario(&rows, &[us, sniper], &[]), &[6, 1]);
    let shorter = with(|name, _| (name == "sniper_range").then_some(7));
    let snipe = platoon::Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range: None, from: None };
    let refusal = shorter.check(&field.state, &snipe).unwrap_err();
    assert_eq!(refusal.because, "The sniper cannot see that figure within 7\".");
}

#[test]
fn dice_that_no_table_can_mean_are_refused() {
    for (name, value) in [("hit", 7), ("hit", 1), ("cannon", 0), ("freed", 7), ("pin", 6), ("pin", 0)] {
        let wrong = try_with(|other, _| (other == name).then_some(value)).err().unwrap().to_string();
        assert!(wrong.contains(&format!("`{name}` must be")), "{wrong}");
    }
}

#[test]
fn volleys_hit_and_pin_on_the_dice_of_the_tables() {
    proves!("P-fire");
    let kinder = with(|name, _| {
        [("hit", 5), ("pin", 3), ("cannon", 4), ("freed", 2)].into_iter().find(|n| n.0 == name).map(|n| n.1)
    });
    let us = "(id: 1, name: \"A\", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))";
    let vc = "(id: 11, name: \"X\", side: Vc, troops: Nva, figures: [(4, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))";
    let rows = open(40, 10);
    let field = Field::begin(&scenario(&rows, &[us, vc], &[]), &[1, 6]);
    let order = fire(1, 11);
    let forecast = kinder.fire_forecast(&field.state, &order).unwrap();
    assert_eq!(forecast.dice.iter().map(|line| (line.hits_on, line.pins_on)).collect::<Vec<_>>(), [(5, Some(3))]);
    let dice = forecast.dice[0].dice;
    let thrown = |face: u8| {
        let mut tape = Tape::new([vec![face; dice as usize], vec![1; 40]].concat());
        let mut events = Vec::new();
        kinder.apply(&mut field.state.clone(), &order, &mut tape, &mut events).unwrap();
        events
            .iter()
            .find_map(|e| if let Event::Volley { hits, pins, .. } = e { Some((*hits, *pins)) } else { None })
            .unwrap()
    };
    let all = u8::try_from(dice).unwrap();
    assert_eq!([2, 3, 4, 5, 6].map(thrown), [(0, 0), (0, all), (0, all), (all, 0), (all, 0)]);
}
