//! The chances that the tables of 20mm Platoon are meant to give, out of the exact odds of what a player may do.

use platoon::fire::{Factor, multiplied};
use platoon::state::{Hull, Mission, Pattern, Support};
use platoon::{Command, Event, Mode, Side, SquadId, State, Target, proves};
use pointman_tests::platoon::*;
use table::Point;
use tabletop::dice::Tape;
use tabletop::odds::{Effort, Fraction, Odds};
use tabletop::{Ruleset, odds};

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, officer: true, figures: [(1, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(1, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

fn chances(state: &State, command: &Command, summary: &dyn Fn(&State, &[Event]) -> String) -> Odds {
    let told =
        odds::odds(rules(), state, command, &|s: &State, e| summary(s, e), &|_| None, Effort::default()).unwrap();
    assert!(told.exact, "{command:?}");
    told
}

fn of(numerator: u128, denominator: u128) -> Fraction {
    Fraction::new(numerator, denominator).unwrap()
}

/// In hundredths, rounded.
fn hundredths(chance: f64) -> i64 {
    let text = format!("{:.0}", chance * 100.0);
    text.parse().unwrap()
}

#[test]
fn a_test_passes_and_is_a_double_as_often_as_two_dice_say() {
    proves!("P-gung-ho", "P-R02");
    let ask = Command::Try { squad: SquadId(1), what: "cross the stream".into() };
    // Rating, passed, passed with a double, failed with a double, of 36.
    let table =
        [(4, 6, 2, 4), (5, 10, 2, 4), (6, 15, 3, 3), (7, 21, 3, 3), (8, 26, 4, 2), (9, 30, 4, 2), (10, 33, 5, 1)];
    for (rating, passed, good, ill) in table {
        let us = US.replace("facing", &format!("gung_ho: Some({rating}), facing"));
        let field = game(&[&us, NVA], &[], &[1, 6]);
        let told = chances(&field.state, &ask, &|_, events| match events.first() {
            Some(Event::Tried { test, .. }) => format!("{} {}", test.passed, test.double),
            _ => String::new(),
        });
        assert_eq!(told.of("true true"), of(good, 36), "{rating}");
        assert_eq!(told.of("true false"), of(passed - good, 36), "{rating}");
        assert_eq!(told.of("false true"), of(ill, 36), "{rating}");
    }
}

/// The mean of a length in hundredths of an inch.
fn mean(field: &Field, command: &Command, bad: bool) -> f64 {
    let told = chances(&field.state, command, &|state, _| {
        let march = state.active.march.unwrap();
        (if bad { march.bad } else { march.good }).to_string()
    });
    told.outcomes.iter().map(|o| o.probability.value() * o.summary.parse::<f64>().unwrap() / 100.0).sum()
}

#[test]
fn moves_have_the_means_of_their_dice() {
    proves!("P-infantry-move", "P-R07", "P-R08", "P-vehicle-move");
    let light = US.replace("UsInfantry", "Lurps");
    let (line, light) = (game(&[US, NVA], &[], &[1, 6]), game(&[&light, NVA], &[], &[1, 6]));
    let table = [(Mode::Cautious, 350, 204, 350), (Mode::Patrol, 846, 554, 700), (Mode::Fast, 1050, 554, 700)];
    for (mode, good, bad, elite) in table {
        assert_eq!(hundredths(mean(&line, &march(1, mode), false)), good, "{mode:?}");
        assert_eq!(hundredths(mean(&line, &march(1, mode), true)), bad, "{mode:?}");
        assert_eq!(hundredths(mean(&light, &march(1, mode), true)), elite, "{mode:?}");
    }
    for (kind, good, bad) in [("Tank", 1050, 350), ("Soft", 1400, 350), ("Apc", 1400, 700)] {
        let field = game(&[&vehicle(kind), NVA], &[], &[1, 6]);
        let drive = Command::March { squad: SquadId(1), mode: None };
        assert_eq!(hundredths(mean(&field, &drive, false)), good, "{kind}");
        assert_eq!(hundredths(mean(&field, &drive, true)), bad, "{kind}");
    }
}

fn vehicle(kind: &str) -> String {
    format!(
        r#"(id: 1, name: "V", side: Allied, troops: UsMarines, kind: {kind}, figures: [(1, Pistol)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#
    )
}

#[test]
fn one_die_fells_a_man_as_often_as_his_ground_lets_it() {
    proves!("P-fire", "P-save", "P-R19");
    // One die in six hits; two thirds are saved in jungle, half in a village, a third in the open.
    for (letter, chance) in [("J", of(1, 18)), ("v", of(1, 12)), (".", of(1, 9))] {
        let mut ground = open(40, 12);
        ground.iter_mut().for_each(|row| row.replace_range(11..14, &letter.repeat(3)));
        let field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
        let told = chances(&field.state, &fire(1, 11), &|state, _| state.squads[1].casualties().to_string());
        assert_eq!(told.of("1"), chance, "{letter}");
    }
    // Nine men in ambush on a running target throw 36 dice.
    assert_eq!(multiplied(36, &[Factor::Ambush, Factor::TargetFast]), 36);
}

#[test]
fn rockets_and_guns_stop_and_destroy_as_the_damage_table_says() {
    proves!("P-direct", "P-R22");
    // Nothing, immobilised, destroyed, of 36 hits: by MAW and by RPG.
    let table = [
        ("Soft", [6, 12, 18], [6, 12, 18]),
        ("Boat", [12, 12, 12], [12, 12, 12]),
        ("Apc", [12, 6, 18], [12, 21, 3]),
        ("Tank", [18, 12, 6], [18, 17, 1]),
    ];
    for (kind, maw, rpg) in table {
        for (weapon, [_, stopped, destroyed]) in [("Maw", maw), ("Rpg", rpg)] {
            let mut ground = open(40, 12);
            if kind == "Boat" {
                ground.iter_mut().for_each(|row| row.replace_range(1..4, "RRR"));
            }
            let crew = NVA.replace("(1, AssaultRifle)", &format!("(1, {weapon})"));
            let field = Field::begin(&scenario(&ground, &[&vehicle(kind), &crew], &[]), &[6, 1]);
            let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(1), facts: None };
            let told = chances(&field.state, &launch, &|state, _| format!("{:?}", state.squads[0].hull));
            // Every third shot hits what stands.
            assert_eq!(told.of(&format!("{:?}", Hull::Immobilised)), of(stopped, 108), "{kind} {weapon}");
            assert_eq!(told.of(&format!("{:?}", Hull::Destroyed)), of(destroyed, 108), "{kind} {weapon}");
        }
    }
}

#[test]
fn traps_go_off_by_mode() {
    proves!("P-traps", "P-R36");
    let marker = ["(id: 1, side: Vc, at: Some((5, 5)), hides: Trap(Punji))"];
    let sprung = |field: &Field| {
        let told = chances(&field.state, &step(1, 500, 550), &|_, events| {
            let met = events.iter().find_map(|e| match e {
                Event::TrapMet { sprung, .. } => Some(*sprung),
                _ => None,
            });
            format!("{met:?}")
        });
        told.of("Some(true)")
    };
    for (mode, chance) in [(Mode::Fast, of(5, 6)), (Mode::Patrol, of(1, 2)), (Mode::Cautious, of(1, 6))] {
        let mut field = game(&[US, NVA], &marker, &[1, 6]);
        field.play(march(1, mode), &[6, 6, 6]);
        assert_eq!(sprung(&field), chance, "{mode:?}");
    }
    let mut field = game(&[&vehicle("Apc"), NVA], &marker, &[1, 6]);
    field.play(Command::March { squad: SquadId(1), mode: None }, &[6, 6, 6, 6]);
    assert_eq!(sprung(&field), of(2, 3));
}

/// How often a salvo with so many dice of drift covers the point it is meant for: every throw of its dice is looked at.
fn covered(support: Support, dice: u8) -> f64 {
    let target = Point::inches(30, 3).middle();
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.until(11);
    let mission = Mission { due: 2, dice, ..mission(support, target) };
    field.state.missions.push(mission);
    let covers = |tape: &[u8]| {
        let mut all = tape.to_vec();
        all.extend([6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        let (mut state, mut events) = (field.state.clone(), Vec::new());
        rules().apply(&mut state, &Command::Done, &mut Tape::new(all), &mut events).unwrap();
        events.iter().any(|e| match e {
            Event::Salvo { at, .. } => {
                rules().area(&field.state, Side::Allied, support, *at, Pattern::Box, None).unwrap().covers(target)
            }
            _ => false,
        })
    };
    if dice == 0 {
        return if covers(&[1]) { 1.0 } else { 0.0 };
    }
    let (mut hit, mut all) = (0_u32, 0_u32);
    for way in 1..=8 {
        for throw in 0..6_u32.pow(u32::from(dice)) {
            let mut tape = vec![1, way];
            tape.extend((0..u32::from(dice)).map(|n| u8::try_from(throw / 6_u32.pow(n) % 6 + 1).unwrap()));
            all += 1;
            hit += u32::from(covers(&tape));
        }
    }
    1.0 / 3.0 + 2.0 / 3.0 * f64::from(hit) / f64::from(all)
}

#[test]
fn correction_brings_the_burst_over_its_point() {
    proves!("P-artillery", "P-R28", "P-R29", "P-R30");
    let table = [
        (Support::Howitzer105, [100, 86, 50, 36]),
        (Support::Howitzer155, [100, 97, 64, 41]),
        (Support::Mortar, [100, 56, 35, 33]),
    ];
    for (support, chances) in table {
        for (dice, chance) in (0..).zip(chances) {
            let found = covered(support, dice) * 100.0;
            assert!((found - f64::from(chance)).abs() <= 1.0, "{support:?} with {dice} dice: {found:.1} %");
        }
    }
}

#[test]
fn one_save_for_a_volley_keeps_a_helicopter_in_the_air() {
    proves!("P-R25", "P-helicopter-fire");
    let twelve = NVA.replace("(1, AssaultRifle)", "(2, AssaultRifle)");
    let field = game(&[&vehicle("Helicopter"), &twelve], &[], &[6, 1]);
    let told = chances(&field.state, &fire(11, 1), &|state, _| format!("{:?}", state.squads[0].hull));
    // 1 - (5/6)² that anything hits, and a sixth of that for the save.
    assert_eq!(told.of("Destroyed"), of(11, 216));
    let volley = rules().volley(&field.state, SquadId(11), Target::Squad(SquadId(1)), None).unwrap();
    assert_eq!(volley.near, 2);
}

/// Dice of a volley, and how often one of them fells somebody, and pins him.
fn volley(firer: &str, target: &str, ground: &str, hidden: bool, goal_mode: Option<Mode>) -> (f64, f64) {
    let mut map = open(40, 12);
    map.iter_mut().for_each(|row| row.replace_range(23..30, &ground.repeat(7)));
    let marker = "(id: 1, side: Vc, at: Some((12, 5)), hides: Squad(11))";
    let markers: &[&str] = if hidden { &[marker] } else { &[] };
    let setup = scenario(&map, &[target, firer], markers);
    let mut field = Field::seeded(&setup, 1);
    let (by, at) = (SquadId(11), SquadId(1));
    let goal = field.state.squads.iter_mut().find(|s| s.id == at).unwrap();
    (goal.turn.mode, goal.turn.moved) = (goal_mode, goal_mode.is_some());
    field.state.active = platoon::state::Activation { squad: by, ..Default::default() };
    let side = field.squad(11).side;
    field.state.phase = platoon::Phase::Active(side);
    let dice = rules().volley(&field.state, by, Target::Squad(at), None).unwrap();
    assert_eq!((dice.far, dice.cannon), (0, 0));
    let needs = f64::from(rules().squad_card(&field.state, at).unwrap().figures[0].save.needs);
    let (count, falls) = (f64::from(dice.near), (needs - 1.0) / 6.0);
    (count / 6.0 * falls, count / 6.0 + count / 6.0 * (1.0 - falls))
}

#[test]
fn volleys_cost_as_many_men_as_the_numbers_were_chosen_for() {
    proves!("P-fire", "P-save", "P-R12", "P-R11");
    let vc = |side: &str, arms: &str, place: &str| {
        format!(r#"(id: 11, name: "F", side: {side}, troops: Nva, figures: [{arms}]{place}, facing: (dx: 1, dy: 0))"#)
    };
    let us = |side: &str, more: &str| {
        format!(
            r#"(id: 1, name: "T", side: {side}, troops: UsInfantry, figures: [(9, AssaultRifle)]{more}, at: Some((26, 5)), facing: (dx: -1, dy: 0))"#
        )
    };
    let near = |(found, _): (f64, f64), printed: f64| assert!((found - printed).abs() < 0.01, "{found} for {printed}");
    let pins = |(_, found): (f64, f64), printed: f64| assert!((found - printed).abs() < 0.06, "{found} for {printed}");
    // Thirteen dice of an American squad, at a squad in jungle and in the open.
    let american = vc("Allied", "(7, AssaultRifle), (1, Lmg), (1, GrenadeLauncher)", ", at: Some((12, 5))");
    near(volley(&american, &us("Vc", ""), "J", false, None), 1.0 / 3.0);
    near(volley(&american, &us("Vc", ""), ".", false, None), 1.444);
    // At a bunker, which divides them by four.
    let bunker = volley(&american, &us("Vc", ""), "B", false, None);
    near(bunker, 0.16);
    pins(bunker, 0.8);
    // An ambush of eight rifles: twice the dice, and twice that at runners.
    let ambush = vc("Vc", "(8, AssaultRifle), (1, Rpg)", "");
    for (mode, casualties, pinned) in [(None, 1.78, 3.6), (Some(Mode::Fast), 3.56, 7.1)] {
        let found = volley(&ambush, &us("Allied", ""), ".", true, mode);
        near(found, casualties);
        pins(found, pinned);
    }
    // With flak jackets behind the bank of a paddy.
    let paddy = volley(&ambush, &us("Allied", ", flak: true"), "b", true, None);
    near(paddy, 0.44);
    pins(paddy, 2.2);
}

#[test]
fn boats_have_the_means_of_their_dice_and_a_strict_test_is_hard_for_poor_troops() {
    proves!("P-vehicle-move", "P-R01", "P-R25");
    let mut ground = open(40, 12);
    ground.iter_mut().for_each(|row| row.replace_range(0..8, &"R".repeat(8)));
    let field = Field::begin(&scenario(&ground, &[&vehicle("Boat"), NVA], &[]), &[1, 6]);
    let drive = Command::March { squad: SquadId(1), mode: None };
    assert_eq!(hundredths(mean(&field, &drive, false)), 1_750);
    assert_eq!(hundredths(mean(&field, &drive, true)), 700);
    // Less than the rating: three throws of 36 for a rating of four.
    let poor = US.replace("facing", "gung_ho: Some(4), facing");
    let mut setup = scenario(&open(40, 12), &[&poor, NVA], &[]);
    setup.options.strict_under = true;
    let field = Field::begin(&setup, &[1, 6]);
    let attempt = Command::Try { squad: SquadId(1), what: "swim".into() };
    let told = chances(&field.state, &attempt, &|_, events| match events.first() {
        Some(Event::Tried { test, .. }) => test.passed.to_string(),
        _ => String::new(),
    });
    assert_eq!(told.of("true"), of(3, 36));
    // Twelve dice at a helicopter: one save for them all.
    let down = (1.0 - (5.0_f64 / 6.0).powi(12)) / 6.0;
    assert!((down - 0.15).abs() < 0.005);
}

#[test]
fn support_that_is_refused_is_not_told_as_no_losses() {
    proves!("P-artillery");
    let us = US.replace("facing", "gung_ho: Some(7), facing");
    let field = game(&[&us, NVA], &[], &[1, 6]);
    let target = Point::inches(12, 5).middle();
    let (squad, support) = (SquadId(1), Support::Howitzer105);
    let ask = Command::Request { squad, support, target, pattern: Pattern::Box, path: None, facts: None };
    let told = chances(&field.state, &ask, &|after, events| rules().sum_up(&field.state, after, events));
    let refused = "Support is refused.";
    let waits = "Support is refused, and the officer must wait to ask again.";
    let mut kinds: Vec<&str> = told.outcomes.iter().map(|outcome| outcome.summary.as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["Support is granted.", waits, refused]);
    assert!(told.of(waits).value() > 0.0 && told.of(refused).value() > 0.0);
}
