//! The chances that the reconstruction of Vietnam Skirmish's lost tables was made for come out of the exact odds.

use pointman_tests::skirmish::*;
use skirmish::figure::Standing;
use skirmish::{Command, Event, Force, Grenade, Side, State, Weapon, Work};
use tabletop::odds::{Effort, odds};

const ALTERNATE: &str = "hiding: Alternate,";

fn a(kind: &str, name: &str, x: i32) -> String {
    format!("name: \"{name}\", kind: \"{kind}\", at: ({x}, 1050)")
}

/// The chance of each value of something at the end of what `follow` goes on with.
fn values(
    field: &Field,
    command: Command,
    follow: &dyn Fn(&State) -> Option<Command>,
    value: &dyn Fn(&State) -> u8,
) -> Vec<(u8, f64)> {
    let words = |after: &State, _: &[Event]| value(after).to_string();
    let effort = Effort { runs: 200_000, samples: 1, seed: 0 };
    let told = odds(skirmish_rules(), &field.state, &command, &words, follow, effort).unwrap();
    assert!(told.exact, "{command:?}");
    told.outcomes.into_iter().map(|chance| (chance.summary.parse().unwrap(), chance.value)).collect()
}

fn mean(values: &[(u8, f64)]) -> f64 {
    values.iter().map(|(value, chance)| f64::from(*value) * chance).sum()
}

/// A firer at 5", a target in the open at 8" or in the way of a wall.
fn duel(kind: &str, covered: bool) -> Field {
    let mut rows = open_ground();
    if covered {
        rows[10].replace_range(7..=7, "W");
    }
    Field::on(&rows, &[&a(kind, "A", 500)], &[&a("Rifleman", "X", 850)], "", "", ALTERNATE)
}

/// Counters on the target when the firer has spent his phases.
fn counters_of_a_turn(kind: &str, weapon: Weapon, covered: bool) -> Vec<(u8, f64)> {
    let field = duel(kind, covered);
    let (firer, target) = (field.id("A"), field.id("X"));
    let fire = Command::Fire { figure: firer, weapon, at: Some(target) };
    let again = |state: &State| {
        let legal = tabletop::Ruleset::check(skirmish_rules(), state, &fire).is_ok();
        legal.then_some(fire)
    };
    values(&field, fire, &again, &|state| state.figure(target).unwrap().counters)
}

/// The chance to be removed with so many counters.
fn falls(counters: u8) -> f64 {
    f64::from(counters.min(6)) / 6.0
}

fn near(found: f64, percent: f64) -> bool {
    (found * 100.0 - percent).abs() < 0.6
}

#[test]
fn three_phases_of_fire_kill_at_the_next_check_as_often_as_the_weapon_table_was_made_for() {
    skirmish::proves!("S-fire", "S-R02");
    for (kind, weapon, percent) in [
        ("Officer", Weapon::Pistol, 8.0),
        ("Guerrilla", Weapon::Rifle, 8.0),
        ("Point man", Weapon::Shotgun, 17.0),
        ("Sapper", Weapon::SubmachineGun, 17.0),
        ("Rifleman", Weapon::AssaultRifle, 17.0),
        ("Machine gunner", Weapon::LightMachineGun, 25.0),
        ("Heavy gunner", Weapon::HeavyMachineGun, 33.0),
    ] {
        let open = counters_of_a_turn(kind, weapon, false);
        let dead: f64 = open.iter().map(|(counters, chance)| chance * falls(*counters)).sum();
        assert!(near(dead, percent), "{weapon:?}: {dead}");
        let cover = counters_of_a_turn(kind, weapon, true);
        assert!(cover.iter().all(|(counters, _)| *counters <= 1), "{cover:?}");
        assert!(cover.iter().map(|(counters, chance)| chance * falls(*counters)).sum::<f64>() <= 1.0 / 6.0);
    }
    let rifle = |covered| mean(&counters_of_a_turn("Rifleman", Weapon::AssaultRifle, covered));
    assert!((rifle(false) - 1.0).abs() < 0.005 && (rifle(true) - 0.70).abs() < 0.005);
}

#[test]
fn the_check_itself_is_rolled_after_the_fire() {
    skirmish::proves!("S-R01");
    // Fire as long as there are phases, then end the turn: the check is the enemy's first step.
    let field = duel("Machine gunner", false);
    let (firer, target) = (field.id("A"), field.id("X"));
    let fire = Command::Fire { figure: firer, weapon: Weapon::LightMachineGun, at: Some(target) };
    let on = |state: &State| {
        if state.side() == Side::VcNva {
            None
        } else if state.figure(firer).unwrap().phases > 0 {
            Some(fire)
        } else {
            Some(Command::Done)
        }
    };
    let gone = |state: &State| u8::from(state.figure(target).is_some_and(|f| f.standing == Standing::Removed));
    assert!(near(mean(&values(&field, fire, &on, &gone)), 25.0));
}

#[test]
fn four_rifles_kill_one_man_in_the_open_two_times_in_three_and_in_cover_one_in_six() {
    let together = |covered: bool| {
        let one = counters_of_a_turn("Rifleman", Weapon::AssaultRifle, covered);
        let mut sum = vec![(0_u8, 1.0)];
        for _ in 0..4 {
            let pairs = sum.iter().flat_map(|(n, p)| one.iter().map(move |(m, q)| (n + m, p * q)));
            sum = pairs.collect();
        }
        let limit = if covered { 1 } else { 12 };
        sum.iter().map(|(counters, chance)| chance * falls((*counters).min(limit))).sum::<f64>()
    };
    // Twelve dice at a third each, not more than six counters counting: 64.4 in a hundred.
    assert!((together(false) - 0.65).abs() < 0.015, "{}", together(false));
    assert!((together(true) - 0.16).abs() < 0.01, "{}", together(true));
}

#[test]
fn a_sniper_and_an_rpg_stop_one_in_six() {
    skirmish::proves!("S-R15");
    let field = duel("Sniper", false);
    let (firer, target) = (field.id("A"), field.id("X"));
    let shot = Command::Fire { figure: firer, weapon: Weapon::SniperRifle, at: Some(target) };
    let aim = Command::Prepare { figure: firer, work: Work::Aim };
    let once = |state: &State| (!state.figure(firer).unwrap().shot).then_some(shot);
    let counters = values(&field, aim, &once, &|state| state.figure(target).unwrap().counters);
    let dead: f64 = counters.iter().map(|(n, chance)| chance * falls(*n)).sum();
    assert!(near(dead, 17.0), "{dead}");
    let us = [a("RPG gunner", "A", 500)];
    let mut field = Field::set(&[&us[0]], &[&a("M113", "V", 1500)], ALTERNATE);
    field.play(field.prepare("A", Work::Rocket));
    let vehicle = field.id("V");
    let rocket = Command::Rocket { figure: field.id("A"), aim: skirmish::RocketAim::Vehicle(vehicle) };
    let end = |state: &State| (state.side() == Side::UsArvn).then_some(Command::Done);
    let kills = values(&field, rocket, &end, &|state| state.figure(vehicle).unwrap().kills);
    assert!(near(mean(&kills), 17.0), "{kills:?}");
}

#[test]
fn grenades_give_as_many_counters_as_the_reconstruction_counts_on() {
    skirmish::proves!("S-grenade");
    let ready = |kind: &str, work: Work| {
        let mut field = Field::set(&[&a(kind, "A", 500)], &[&a("Rifleman", "X", 1200)], ALTERNATE);
        for _ in 1..skirmish_rules().phases_of(work) {
            field.play(field.prepare("A", work));
        }
        field
    };
    let (grenade, aim) = (Grenade::Fragmentation, at(1200, 1050));
    let stop = |_: &State| None;
    let on_target = |field: &Field, command| {
        let target = field.id("X");
        mean(&values(field, command, &stop, &|state| state.figure(target).unwrap().counters))
    };
    let field = ready("Rifleman", Work::Throw);
    let thrown = on_target(&field, Command::Throw { figure: field.id("A"), grenade, at: aim });
    assert!((thrown - 0.86).abs() < 0.01, "{thrown}");
    let field = ready("Blooper", Work::Launch);
    let launched = on_target(&field, Command::Launch { figure: field.id("A"), grenade, at: aim });
    assert!((launched - 0.55).abs() < 0.01, "{launched}");
}

#[test]
fn a_mission_of_five_rounds_covers_its_target_at_least_once_in_about_half_of_all_cases() {
    skirmish::proves!("S-support", "S-R09", "S-R10");
    let us = a("Radio operator", "A", 200);
    let field = Field::on(
        &open_ground(),
        &[&us],
        &[&a("Rifleman", "X", 2000)],
        "battery: (turns: 1, rounds: 5),",
        "",
        ALTERNATE,
    );
    let target = field.id("X");
    let next = |state: &State| (state.support(Side::UsArvn).fired < 5).then_some(Command::NextRound);
    let call = Command::CallFire { at: at(2000, 1050) };
    let counters = |state: &State| state.figure(target).unwrap().counters;
    let first = values(&field, call, &|_| None, &counters);
    assert!(near(mean(&first) / 3.0, 33.3), "{first:?}");
    let mission = values(&field, call, &next, &counters);
    let never: f64 = mission.iter().filter(|(n, _)| *n == 0).map(|(_, chance)| chance).sum();
    assert!((1.0 - never - 0.53).abs() < 0.02, "{never}");
    assert!((mean(&mission) / 3.0 - 0.9).abs() < 0.05, "{}", mean(&mission) / 3.0);
}

#[test]
fn spotting_is_as_likely_as_the_table_says() {
    skirmish::proves!("S-hidden");
    for (inches, percent) in [
        (2, 100.0),
        (3, 97.0),
        (4, 92.0),
        (5, 83.0),
        (6, 72.0),
        (7, 58.0),
        (8, 42.0),
        (9, 28.0),
        (10, 17.0),
        (11, 8.0),
        (12, 3.0),
    ] {
        let hidden = a("Rifleman", "X", 500 + inches * 100) + ", hidden: true";
        let field = Field::set(&[&a("Rifleman", "A", 500)], &[&hidden], ALTERNATE);
        let target = field.id("X");
        let spot = Command::Spot { figure: field.id("A"), target };
        let seen = values(&field, spot, &|_| None, &|state| u8::from(state.is_known(target)));
        assert!(near(mean(&seen), percent), "{inches}: {seen:?}");
    }
}

#[test]
fn a_force_that_is_wrong_says_where_and_what_would_be_right() {
    let kinds = skirmish_rules().figure_table();
    let said = |text: &str| Force::parse("mine.ron", text, kinds).unwrap_err().to_string();
    let unknown =
        said("(\n    name: \"Mine\",\n    side: UsArvn,\n    figures: {\n        \"Riflemen\": 3,\n    },\n)");
    assert!(unknown.starts_with("mine.ron:5:9: No kind of figure is called \"Riflemen\"."), "{unknown}");
    assert!(unknown.contains("Rifleman, Leader"), "{unknown}");
    let none = said("(name: \"Mine\", side: UsArvn,\n figures: {\"Rifleman\": 0})");
    assert!(none.starts_with("mine.ron:2:12: The kind \"Rifleman\" has no figures."), "{none}");
    let many = said("(name: \"Mine\", side: UsArvn, figures: {\"Rifleman\": 41})");
    assert!(many.starts_with("mine.ron:1:8:") && many.contains("needs 1 to 40"), "{many}");
    assert!(said("(name: \"Mine\", side: Us, figures: {})").starts_with("mine.ron:1:"));
    for (file, force) in skirmish_rules().forces() {
        let text = force.written().unwrap();
        assert_eq!(Force::parse(file, &text, kinds).unwrap(), *force, "{file}: what is written is read");
        let muster = force.muster(skirmish_rules());
        assert!(muster.figures > 0 && !muster.weapons.is_empty() && muster.remarks.is_empty(), "{file}: {muster:?}");
    }
    let alone = Force::parse("mine.ron", "(name: \"M\", side: VcNva, figures: {\"Mortar gunner\": 1})", kinds).unwrap();
    assert_eq!(alone.muster(skirmish_rules()).remarks.len(), 1);
}
