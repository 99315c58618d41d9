//! An owner of the printed game may change a number of the tables: the rules then go by it, and no sentence goes on saying the
//! old one. Here every number of every table is another one.

use std::collections::BTreeSet;

use pointman_tests::library;
use pointman_tests::search_and_destroy::*;
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::event::Modifier;
use search_and_destroy::proves;
use search_and_destroy::scenario::Scenario;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

use crate::conformance::spoilt;

/// A table with each of its numbers one further from nothing. What stands in quotes and comments stays.
fn changed(table: &str) -> String {
    let mut text = String::new();
    for line in table.lines() {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        for (n, part) in code.split('"').enumerate() {
            text.push_str(if n == 0 { "" } else { "\"" });
            if n % 2 == 1 {
                text.push_str(part);
                continue;
            }
            let mut rest = part;
            while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
                let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |length| at + length);
                let word = rest[..at].ends_with(|c: char| c.is_alphabetic() || c == '_');
                let number: u32 = rest[at..end].parse().unwrap();
                text.push_str(&rest[..at]);
                if word || number == 0 {
                    text.push_str(&rest[at..end]);
                } else {
                    text.push_str(&(number + 1).to_string());
                }
                rest = &rest[end..];
            }
            text.push_str(rest);
        }
        text.push_str(comment);
        text.push('\n');
    }
    text
}

/// The rules with those numbers.
fn owner() -> SearchAndDestroy {
    let library = library();
    let read = |path: &str| {
        library.read(path).map(|text| if path.starts_with("tables/search-and-destroy") { changed(&text) } else { text })
    };
    SearchAndDestroy::load(&read).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_number_of_every_table_is_changed() {
    assert_eq!(changed("(kind: M113, a: (value: -1, b: 10)) // 5\n"), "(kind: M113, a: (value: -2, b: 11)) // 5\n");
    assert_eq!(
        changed("mortar_81: (value: 0, from: Printed(\"32.3\")),\n"),
        "mortar_81: (value: 0, from: Printed(\"32.3\")),\n"
    );
    let (printed, owner) = (rules(), owner());
    let numbers = |rules: &SearchAndDestroy| format!("{:?}", (&rules.numbers, &rules.support, &rules.points));
    assert_ne!(numbers(printed), numbers(&owner));
    assert_eq!(owner.numbers.watched.value, printed.numbers.watched.value + 1);
    assert_eq!(owner.numbers.shift(&[Modifier::Surprise, Modifier::FaceDown]), 3 - 2);
}

/// Whatever a player may be told in a game of this scenario: questions, orders, refusals, the log, the state of the game.
fn told_in(rules: &SearchAndDestroy, scenario: &Scenario, told: &mut BTreeSet<String>) {
    for section in rules.briefing(scenario) {
        told.extend(section.lines);
    }
    told.extend(rules.variants(scenario).into_iter().map(|variant| variant.about));
    let (mut dice, mut picks) = (Seeded::new(3), Seeded::new(4));
    let mut state = rules.begin(scenario, &mut dice).unwrap();
    for _ in 0..2_000 {
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        if options.is_empty() {
            break;
        }
        told.extend([rules.question(&state), rules.moment(&state).1]);
        let command = options[picks.choose(options.len())].clone();
        told.insert(rules.phrase(&state, &command));
        for forbidden in spoilt(rules, &state, &command, &mut picks) {
            if let Err(refusal) = rules.check(&state, &forbidden) {
                told.extend([refusal.because, refusal.remedy]);
            }
        }
        let (before, mut events) = (state.clone(), Vec::new());
        rules.apply(&mut state, &command, &mut dice, &mut events).unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
        rules.audit(&state).unwrap_or_else(|broken| panic!("{command:?}: {broken}"));
        told.extend(events.iter().map(|event| rules.tell(event)));
        told.insert(rules.sum_up(&before, &state, &events));
    }
}

#[test]
fn no_sentence_says_a_number_that_the_tables_have_changed() {
    proves!("base-4.7", "base-4.12", "base-4.13", "base-4.14", "32.6");
    let rules = owner();
    let mut told = BTreeSet::new();
    for name in ["27-14-battalion-contact", "27-21-hot-lz", "27-24-base-camp", "27-26-extraction", "33-a", "standard"] {
        told_in(&rules, &library().scenario::<SearchAndDestroy>(name).unwrap(), &mut told);
    }
    assert!(told.len() > 3_000, "{}", told.len());
    for new in [
        "has 5 units of fire; doubled attacks cost 3",
        "US units are within 3 hexes",
        "A margin of 76 or more is a US marginal victory, 201 or more",
    ] {
        assert!(told.iter().any(|sentence| sentence.contains(new)), "nobody is told \"{new}\"");
    }
    for old in
        ["two units of fire", "3 to 20", "units are within 2 hexes", "within 8 hexes", " 75 or more", "4 units of fire"]
    {
        let stale = told.iter().find(|sentence| sentence.contains(old));
        assert_eq!(stale, None, "the tables no longer say \"{old}\"");
    }
}

#[test]
fn the_rules_go_by_the_numbers_of_the_tables() {
    proves!("base-4.4", "base-4.7", "SD-A41");
    let rules = owner();
    let field = |step: &str, units: &str| basic("Vehicles, Rpgs, CloseAssault", step, units, "");
    // An RPG-7 reaches a hex farther, and is refused with the owner's number beyond.
    let set = |at: &str| {
        field("NlfFire", &format!("(kind: M48, at: Some(\"1808\")), (kind: MainForce, at: Some(\"{at}\"), rpg: true)"))
    };
    assert_eq!(rules.check(&set("1813").state, &antitank(1, 0)), Ok(()));
    let refusal = rules.check(&set("1814").state, &antitank(1, 0)).unwrap_err();
    assert_eq!((refusal.rule.as_str(), refusal.because.as_str()), ("SD-A41", "These weapons reach 5 hexes."));
    // Two, not one, come off the die against a face-down counter.
    let hidden =
        field("UsFire", "(kind: Rifle, at: Some(\"1809\")), (kind: MainForce, at: Some(\"1810\"), hidden: true)");
    let forecast = rules.forecast(&hidden.state, &fire(&[shot(0)], 1)).unwrap();
    assert_eq!(forecast.changes.iter().map(|change| change.value).collect::<Vec<_>>(), [-2]);
}

#[test]
fn an_antitank_weapon_is_foretold_to_destroy_what_it_has_stopped() {
    proves!("base-4.15");
    let armed = |at: &str| format!("(kind: MainForce, at: Some(\"{at}\"), rpg: true)");
    let units = format!("(kind: M113, at: Some(\"1808\")), {}, {}", armed("1809"), armed("1807"));
    let mut field = basic("Vehicles, Rpgs", "NlfFire", &units, "");
    for (by, result) in [(1, "immobilized"), (2, "destroyed")] {
        let forecast = rules().forecast(&field.state, &antitank(by, 0)).unwrap();
        assert_eq!(forecast.faces[2].text, result);
        field.dice(&[3]);
        field.play(antitank(by, 0));
        assert_eq!(field.unit(0).hex().is_none(), result == "destroyed");
    }
}
