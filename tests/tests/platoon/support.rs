//! The rules of 20mm Platoon by their ids: rockets, vehicles, support, close combat, morale, prisoners, points.

use platoon::event::Told;
use platoon::state::{Condition, Fate, Flight, Hull, Order, Pattern, Support};
use platoon::{Command, Event, Rulings, SquadId, State, Target, Weapon, proves};
use pointman_tests::platoon::*;
use table::Point;
use tabletop::odds::{Effort, Fraction, odds};
use tabletop::{Ruleset, dice::Seeded};

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, officer: true, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

fn game(squads: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(&open(40, 12), squads, &[]), dice)
}

fn vehicle(kind: &str) -> String {
    format!(
        r#"(id: 1, name: "V", side: Allied, troops: UsMarines, kind: {kind}, figures: [(2, Pistol)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#
    )
}

fn launch(figure: u8) -> Command {
    Command::Launch { squad: SquadId(11), figure, target: SquadId(1), facts: None }
}

#[test]
fn rockets_stop_armour_and_seldom_destroy_it() {
    proves!("P-direct", "P-R22", "P-R23");
    let rpg = NVA.replace("(2, AssaultRifle)", "(1, AssaultRifle), (1, Rpg)");
    // A hit, 4 penetrates an APC; of an RPG only a 6 destroys: both men of the crew throw their saves.
    let mut field = game(&[&vehicle("Apc"), &rpg], &[6, 1]);
    assert_eq!(field.refused(launch(1)).rule.as_str(), "P-direct");
    field.play(launch(2), &[5, 4, 5, 6, 6, 1, 2]);
    assert_eq!(field.squad(1).hull, Hull::Immobilised);
    assert_eq!(field.refused(launch(2)).rule.as_str(), "P-direct", "once a turn");
    // At the start of its phase 5 and 6 set it free.
    field.play(Command::Done, &[5]);
    assert_eq!(field.squad(1).hull, Hull::Running);
    let mut field = game(&[&vehicle("Apc"), &rpg], &[6, 1]);
    field.play(launch(2), &[6, 6, 6, 6, 6]);
    assert_eq!((field.squad(1).hull, field.state.tally.vehicles_destroyed), (Hull::Destroyed, 1));
    // A 1 and the rockets are gone.
    let mut field = game(&[&vehicle("Apc"), &rpg], &[6, 1]);
    field.play(launch(2), &[1, 3, 4]);
    assert!(field.squad(11).figures[1].empty);
    // The tube of a LAW is thrown away.
    let law = rpg.replace("(1, Rpg)", "(1, Law)");
    let mut field = game(&[&vehicle("Apc"), &law], &[6, 1]);
    field.play(launch(2), &[4, 3, 4]);
    assert_eq!(field.squad(11).figures[1].weapon, Weapon::AssaultRifle);
}

#[test]
fn the_odds_of_a_rocket_are_those_of_the_damage_table() {
    proves!("P-direct");
    let rpg = NVA.replace("(2, AssaultRifle)", "(1, AssaultRifle), (1, Rpg)");
    let field = game(&[&vehicle("Apc"), &rpg], &[6, 1]);
    let hull = |state: &State, _: &[Event]| format!("{:?}", state.squads[0].hull);
    let told = odds(rules(), &field.state, &launch(2), &hull, &|_| None, Effort::default()).unwrap();
    assert!(told.exact);
    // One shot in three hits; of the hits 1/12 destroys and 7/12 stop it.
    assert_eq!(told.of("Destroyed"), Fraction::new(1, 36).unwrap());
    assert_eq!(told.of("Immobilised"), Fraction::new(7, 36).unwrap());
}

#[test]
fn small_arms_harm_soft_vehicles_a_little_and_armour_not_at_all() {
    proves!("P-R24");
    let field = game(&[&vehicle("Tank"), NVA], &[6, 1]);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-R24");
    let mut field = game(&[&vehicle("Soft"), NVA], &[6, 1]);
    field.play(fire(11, 1), &[6, 1, 5, 1, 2]);
    assert_eq!(field.squad(1).hull, Hull::Immobilised, "5 - 2 is 3");
    let hmg = NVA.replace("(2, AssaultRifle)", "(1, Hmg)");
    let mut field = game(&[&vehicle("Soft"), &hmg], &[6, 1]);
    field.play(fire(11, 1), &[6, 1, 1, 1, 4, 6, 6]);
    assert_eq!(field.squad(1).hull, Hull::Destroyed);
}

#[test]
fn a_helicopter_saves_once_for_a_volley_and_is_out_of_reach_of_rockets_in_the_air() {
    proves!("P-helicopter-fire", "P-R25", "P-vehicle-move");
    let rpg = NVA.replace("(2, AssaultRifle)", "(4, AssaultRifle), (1, Rpg)");
    let mut field = game(&[&vehicle("Helicopter"), &rpg], &[6, 1]);
    assert_eq!(field.refused(launch(5)).rule.as_str(), "P-helicopter-fire");
    field.play(fire(11, 1), &[6, 6, 6, 1, 2, 1, 2]);
    assert_eq!(field.squad(1).hull, Hull::Running);
    field.until(1);
    field.play(Command::Fly { squad: SquadId(1), to: None, below: None, nearer: false }, &[]);
    assert_eq!(field.squad(1).flight, Flight::Descending);
    let mut field = game(&[&vehicle("Helicopter"), &rpg], &[6, 1]);
    field.state.squads[0].flight = Flight::Landed;
    field.play(launch(5), &[6, 3, 5, 5]);
    assert_eq!((field.squad(1).hull, field.state.tally.choppers_destroyed), (Hull::Destroyed, 1));
}

fn ask(support: Support, x: i32, y: i32) -> Command {
    Command::Request {
        squad: SquadId(1),
        support,
        target: Point::inches(x, y).middle(),
        pattern: Pattern::Box,
        path: None,
        facts: None,
    }
}

#[test]
fn artillery_is_granted_as_the_rating_says_and_drifts_less_as_it_is_corrected() {
    proves!("P-artillery", "P-R28", "P-R29", "P-R45", "P-R50");
    let field = game(&[US, NVA], &[1, 6]);
    let told = odds(
        rules(),
        &field.state,
        &ask(Support::Howitzer105, 12, 5),
        &|state: &State, _| format!("{}", state.missions.len()),
        &|_| None,
        Effort::default(),
    )
    .unwrap();
    assert_eq!(told.of("1"), Fraction::new(26, 36).unwrap(), "72.2 % at an officer's rating of 8");
    // Nobody is seen where it is to come down: +2, that is 6 or less on two dice.
    let told = odds(
        rules(),
        &field.state,
        &ask(Support::Howitzer105, 30, 5),
        &|state: &State, _| format!("{}", state.missions.len()),
        &|_| None,
        Effort::default(),
    )
    .unwrap();
    assert_eq!(told.of("1"), Fraction::new(15, 36).unwrap());
    let mut field = game(&[US, NVA], &[1, 6]);
    field.play(ask(Support::Howitzer105, 12, 5), &[3, 3]);
    assert_eq!((field.state.missions[0].due, field.state.tally.missions), (2, 0));
    assert_eq!(field.refused(ask(Support::Howitzer105, 12, 5)).rule.as_str(), "P-R04");
    field.until(11);
    // Off target: north, three inches; one of two men is in the burst and lives. Then the morale and the next levels.
    let events = field.play(Command::Done, &[4, 1, 1, 1, 1, 1, 3, 4, 2, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::Salvo { drift: Some((_, 300)), .. })));
    assert_eq!(field.state.tally.missions, 1);
    assert_eq!(field.state.missions[0].dice, 3);
    while field.state.turn == 2 {
        let command =
            if matches!(field.state.phase, platoon::Phase::Active(_)) { Command::Done } else { Command::Pass };
        field.any(command, 5);
    }
    assert!(field.state.missions.iter().all(|m| m.dice <= 3 && m.left == 1));
}

#[test]
fn near_a_village_only_who_was_fired_on_asks_and_enemies_never_do() {
    proves!("P-R27", "P-R30", "P-messages");
    let mut ground = open(40, 12);
    ground[1].replace_range(30..32, "vv");
    let mut field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
    assert_eq!(field.refused(ask(Support::Howitzer155, 12, 5)).rule.as_str(), "P-R27");
    let sheaf = Command::Request {
        squad: SquadId(1),
        support: Support::Air,
        target: Point::inches(12, 5).middle(),
        pattern: Pattern::Sheaf,
        path: None,
        facts: None,
    };
    assert_eq!(field.refused(sheaf).rule.as_str(), "P-R30");
    field.until(11);
    let radio = Command::Request {
        squad: SquadId(11),
        support: Support::Air,
        target: Point::inches(2, 5).middle(),
        pattern: Pattern::Box,
        path: None,
        facts: None,
    };
    assert_eq!(field.refused(radio).rule.as_str(), "P-messages");
}

#[test]
fn air_support_takes_dice_of_turns() {
    proves!("P-air", "P-R32");
    let mut field = game(&[US, NVA], &[1, 6]);
    field.play(ask(Support::Air, 12, 5), &[3, 4, 2, 1]);
    assert_eq!(field.state.missions[0].due, 4);
    let mut field = game(&[US, NVA], &[1, 6]);
    field.play(ask(Support::Air, 12, 5), &[2, 2, 1]);
    field.until(11);
    // Fixed wing, one turn over the table for a die of 1; then both levels.
    let events = field.play(Command::Done, &[1, 1, 1, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::AircraftCame { gunship: false, turns: 1, .. })), "{events:?}");
    // The riflemen cannot reach a jet, and it attacks at once: on target, one is hit and falls; morale.
    let strike = Command::Strike { squad: SquadId(1), target: Point::inches(12, 5).middle(), path: None };
    field.play(strike.clone(), &[6, 4, 1, 3, 3, 4]);
    assert_eq!((field.squad(11).casualties(), field.state.tally.missions), (1, 1));
    assert_eq!(field.refused(strike).rule.as_str(), "P-R32", "once a turn");
    field.until(11);
    let events = field.play(Command::Done, &[3, 4, 1, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::MissionOver { .. })));
}

#[test]
fn a_mortar_on_the_table_fires_at_what_it_sees_beyond_its_least_range() {
    proves!("P-mortar", "P-R31");
    let tube = NVA.replace("(2, AssaultRifle)", "(1, Mortar81), (1, AssaultRifle)");
    let mortar = Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts: None };
    let near = tube.replace("12, 5", "10, 5");
    assert_eq!(game(&[US, &near], &[6, 1]).refused(mortar.clone()).rule.as_str(), "P-direct");
    let mut field = game(&[US, &tube], &[6, 1]);
    let events = field.play(mortar, &[5, 3, 3, 3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Salvo { on_target: true, .. })));
}

#[test]
fn hand_to_hand_the_higher_sum_kills_all_and_a_tie_nobody() {
    proves!("P-close-combat", "P-R33");
    let close = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    assert_eq!(game(&[US, NVA], &[1, 6]).refused(close.clone()).rule.as_str(), "P-close-combat");
    let near = NVA.replace("12, 5", "3, 5");
    let mut field = game(&[US, &near], &[1, 6]);
    field.play(close.clone(), &[4, 4]);
    assert_eq!(field.squad(11).casualties() + field.squad(1).casualties(), 0);
    let mut field = game(&[US, &near], &[1, 6]);
    field.play(close, &[5, 4]);
    assert_eq!((field.squad(11).casualties(), field.state.tally.vc_killed), (2, 2));
    assert!(matches!(field.state.phase, platoon::Phase::Over), "nobody of them is left");
}

#[test]
fn allies_panic_near_a_casualty_and_nva_do_not() {
    proves!("P-panic", "P-R34", "P-morale");
    let mut field = game(&[US, NVA], &[6, 1]);
    // A hit, the first man falls; his mate fails with 8 against 7 and is pinned; morale +1 fails, half lost: it halts.
    let events = field.play(fire(11, 1), &[6, 1, 1, 1, 3, 5, 3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Panic { figure: 2, .. })));
    assert!(field.squad(1).figures[1].pinned.is_some());
    assert_eq!(field.squad(1).order, Order::Halted);
    let mut field = game(&[US, NVA], &[1, 6]);
    let events = field.play(fire(1, 11), &[6, 1, 1, 1, 3, 4]);
    assert!(!events.iter().any(|e| matches!(e, Event::Panic { .. })));
}

#[test]
fn pinned_markers_stay_a_whole_turn() {
    proves!("P-unpin", "P-R35");
    let mut field = game(&[US, NVA], &[1, 6]);
    field.play(fire(1, 11), &[5, 1, 1, 3, 4]);
    assert_eq!(field.squad(11).figures[0].pinned, Some(1));
    field.until(11);
    let events = field.play(Command::Done, &[1, 6]);
    assert!(!events.iter().any(|e| matches!(e, Event::Unpinning { .. })), "not in the turn it was laid");
    field.until(11);
    let events = field.play(Command::Done, &[3, 4, 1, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::Unpinning { figure: 1, .. })));
    assert!(field.squad(11).figures[0].pinned.is_none());
}

#[test]
fn villagers_tell_of_a_cache_and_the_second_question_may_kill() {
    proves!("P-interrogation", "P-R41");
    let village = r#"(id: 12, name: "Villagers", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((3, 6)))"#;
    let markers = ["(id: 1, side: Vc, at: Some((30, 5)), hides: Cache)"];
    let mut field = Field::begin(&scenario(&open(40, 12), &[US, NVA, village], &markers), &[1, 6]);
    let question = Command::Question { squad: SquadId(1), target: SquadId(12) };
    field.play(question.clone(), &[3]);
    let events = field.play(Command::Tell { marker: platoon::MarkerId(1) }, &[]);
    assert!(events.iter().any(|e| matches!(e, Event::Questioned { told: Told::Cache(Some(_)), .. })));
    assert_eq!(field.state.markers[0].condition, Condition::Found);
    field.until(11);
    field.play(Command::Done, &[1, 6]);
    field.play(question.clone(), &[2]);
    assert_eq!((field.squad(12).casualties(), field.state.tally.peasants_killed), (1, 1));
    field.until(11);
    field.any(Command::Done, 3);
    field.until(1);
    assert_eq!(field.refused(question).rule.as_str(), "P-R41");
}

#[test]
fn wounded_enemies_become_prisoners() {
    proves!("P-interrogation", "P-victory");
    let near = NVA.replace("12, 5", "3, 5");
    let mut field = game(&[US, &near], &[1, 6]);
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    field.play(Command::Capture { squad: SquadId(1), target: SquadId(11) }, &[]);
    assert_eq!((field.state.tally.vc_captured, field.state.tally.vc_killed), (1, 0));
    let score = rules().score(&field.state);
    assert_eq!((score.allied, score.vc), (3, 0));
}

#[test]
fn a_trap_goes_off_by_the_way_one_goes() {
    proves!("P-traps", "P-R36");
    for (mode, die, sprung) in [
        (platoon::Mode::Fast, 2, true),
        (platoon::Mode::Patrol, 3, false),
        (platoon::Mode::Patrol, 4, true),
        (platoon::Mode::Cautious, 5, false),
    ] {
        let markers = ["(id: 1, side: Vc, at: Some((5, 5)), hides: Trap(Punji))"];
        let mut field = Field::begin(&scenario(&open(40, 12), &[US, NVA], &markers), &[1, 6]);
        field.play(march(1, mode), &[6, 6, 6]);
        // Stakes catch one man; he makes his save, goes back and is pinned.
        let dice: &[u8] = if sprung { &[die, 6, 1] } else { &[die] };
        field.play(step(1, 500, 550), dice);
        let pinned = field.squad(1).figures.iter().filter(|f| f.pinned.is_some()).count();
        assert_eq!(pinned, usize::from(sprung), "{mode:?} {die}");
        assert_eq!(field.state.markers[0].condition, Condition::Removed);
    }
}

#[test]
fn a_trap_throws_no_crew_out_of_its_vehicle() {
    proves!("P-R60", "P-traps");
    let lorry = US.replace("figures", "kind: Soft, figures");
    let drive = |before: bool, dice: &[u8]| {
        let markers = ["(id: 1, side: Vc, at: Some((5, 5)), hides: Trap(Grenade))"];
        let mut scenario = scenario(&open(40, 12), &[&lorry, NVA], &markers);
        scenario.options.rulings = if before { Rulings::of(2) } else { Rulings::default() };
        let mut field = Field::begin(&scenario, &[1, 6]);
        field.play(Command::March { squad: SquadId(1), mode: None }, &[4, 4, 4, 4]);
        let before = field.squad(1).figures.iter().map(|f| f.at).collect::<Vec<_>>();
        field.play(step(1, 500, 550), dice);
        let crew = &field.squad(1).figures;
        assert!(crew.iter().all(|f| f.pinned.is_some()), "{crew:?}");
        let gone = before.iter().zip(crew).map(|(before, f)| f.at.x - before.x).collect::<Vec<_>>();
        (gone, field.squad(1).hull)
    };
    // Sprung; both save, and nobody rolls how far to fall back.
    let (gone, hull) = drive(false, &[6, 6, 6]);
    assert_eq!((gone[0], hull), (gone[1], platoon::state::Hull::Running));
    assert!(gone[0] > 0);
    let (gone, _) = drive(true, &[6, 6, 1, 6, 4]);
    assert_ne!(gone[0], gone[1], "earlier saved games threw them apart");
}

#[test]
fn a_vehicle_takes_its_pinned_crew_along() {
    proves!("P-R61");
    let lorry = US.replace("(2, AssaultRifle)", "(4, AssaultRifle)").replace("figures", "kind: Soft, figures");
    let drive = |before: bool| {
        let mut scenario = scenario(&open(40, 12), &[&lorry, NVA], &[]);
        scenario.options.rulings = if before { Rulings::of(2) } else { Rulings::default() };
        let mut field = Field::begin(&scenario, &[1, 6]);
        field.state.squads[0].figures[0].pinned = Some(1);
        field.state.squads[0].figures[2].fate = Fate::Killed;
        // He was taken out of it.
        field.state.squads[0].figures[3].fate = Fate::Killed;
        field.state.squads[0].figures[3].at = Point::new(50, 50);
        field.play(Command::March { squad: SquadId(1), mode: None }, &[4, 4, 4, 4]);
        field.play(step(1, 450, 550), &[]);
        field
    };
    let field = drive(false);
    let figures = &field.squad(1).figures;
    assert!(figures[..3].iter().all(|f| f.at == Point::new(450, 550)), "{figures:?}");
    assert_eq!(figures[3].at, Point::new(50, 50));
    assert_eq!(field.squad(1).at(), Point::new(450, 550));
    assert_ne!(drive(true).squad(1).at(), Point::new(450, 550), "earlier saved games left him behind");
    // With nobody left to drive it stands.
    let mut field = Field::begin(&scenario(&open(40, 12), &[&lorry, NVA], &[]), &[1, 6]);
    field.state.squads[0].figures.iter_mut().for_each(|f| f.pinned = Some(1));
    assert_eq!(field.refused(Command::March { squad: SquadId(1), mode: None }).rule.as_str(), "P-R61");
}

#[test]
fn a_casualty_lies_where_it_fell_when_its_squad_rides_away() {
    proves!("P-R62", "P-victory");
    let riders = US.replace("(2, AssaultRifle)", "(4, AssaultRifle)").replace("at: Some((2, 5))", "aboard: Some(3)");
    let lorry = US.replace("id: 1", "id: 3").replace("\"A\"", "\"L\"").replace("figures", "kind: Soft, figures");
    let rides = |before: bool| {
        let mut scenario = scenario(&open(40, 12), &[&riders, &lorry, NVA], &[]);
        scenario.options.rulings = if before { Rulings::of(2) } else { Rulings::default() };
        // The lorry acts first, then its passengers.
        let mut field = Field::begin(&scenario, &[3, 1, 6]);
        let start = field.squad(3).at();
        let squad = &mut field.state.squads[0];
        squad.figures[2].fate = Fate::Killed;
        squad.figures[2].at = Point::new(50, 50);
        squad.figures[3].fate = Fate::Killed;
        squad.figures[3].at = start;
        field.play(Command::March { squad: SquadId(3), mode: None }, &[4, 4, 4, 4]);
        field.play(step(3, start.x + 200, start.y), &[]);
        let aboard = field.squad(1).figures[3].at;
        field.play(Command::Pass, &[]);
        field.play(Command::Done, &[]);
        let dismount = Command::Dismount { squad: SquadId(1) };
        field.play(dismount, &[]);
        (field.squad(1).figures[2].at, aboard == field.squad(3).at())
    };
    assert_eq!(rides(false), (Point::new(50, 50), true));
    let (elsewhere, along) = rides(true);
    assert!(elsewhere != Point::new(50, 50) && !along, "earlier saved games brought him along, and dropped the other");
}

#[test]
fn a_sniper_pins_whom_he_sees() {
    proves!("P-R63", "P-R14", "P-sniper");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(2, Ass", "(1, Ass");
    let others = NVA.replace("id: 11", "id: 12").replace("12, 5", "14, 11");
    let mut ground = open(40, 12);
    ground[6..9].iter_mut().for_each(|row| row.replace_range(3..10, &"J".repeat(7)));
    let pinned = |before: bool, dice: &[u8]| {
        let mut scenario = scenario(&ground, &[US, &sniper, &others], &[]);
        scenario.options.rulings = if before { Rulings::of(2) } else { Rulings::default() };
        let mut field = Field::begin(&scenario, &[4, 1, 6]);
        field.state.squads[0].figures[1].at = Point::new(250, 850);
        let snipe =
            |victim| Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: victim, range: None, from: None };
        field.play(snipe(1), dice);
        field.squad(1).figures.iter().map(|f| f.pinned.is_some()).collect::<Vec<_>>()
    };
    // The second stands behind the jungle: there is nobody to draw lots among. Then morale.
    assert_eq!(pinned(false, &[4, 3, 4]), [true, false]);
    assert_eq!(pinned(true, &[4, 2, 3, 4]), [false, true], "earlier saved games drew among all");
}

#[test]
fn a_rocket_is_aimed_at_a_figure_in_sight() {
    proves!("P-R63", "P-direct");
    let rockets = NVA.replace("(2, AssaultRifle)", "(1, Rpg)");
    let mut ground = open(40, 12);
    ground[6..9].iter_mut().for_each(|row| row.replace_range(3..10, &"J".repeat(7)));
    let hurt = |before: bool, dice: &[u8]| {
        let mut scenario = scenario(&ground, &[US, &rockets], &[]);
        scenario.options.rulings = if before { Rulings::of(2) } else { Rulings::default() };
        let mut field = Field::begin(&scenario, &[6, 1]);
        field.state.squads[0].figures[1].at = Point::new(250, 850);
        let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(1), facts: None };
        field.play(launch, dice);
        field.squad(1).figures.iter().map(|f| f.pinned.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(hurt(false, &[5, 6, 3, 4]), [true, false]);
    assert_eq!(hurt(true, &[5, 2, 6, 3, 4]), [false, true], "earlier saved games drew among all");
}

#[test]
fn a_sniper_pins_kills_and_disappears() {
    proves!("P-sniper", "P-R37");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(2, Ass", "(1, Ass");
    let snipe = Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 2, range: None, from: None };
    let mut field = game(&[US, &sniper, &NVA.replace("id: 11", "id: 12").replace("12, 5", "14, 9")], &[6, 1, 5]);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-sniper");
    field.play(snipe.clone(), &[6, 3, 4, 3, 4]);
    assert_eq!(field.squad(1).figures[1].fate, Fate::Killed);
    assert_eq!(field.refused(snipe).rule.as_str(), "P-sniper");
    field.play(Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None, from: None }, &[1, 2]);
    assert!(field.squad(11).gone);
}

#[test]
fn every_line_of_the_points_table_counts() {
    proves!("P-victory");
    let mut field = game(&[US, NVA], &[1, 6]);
    let t = &mut field.state.tally;
    (t.caches_destroyed, t.caches_captured, t.missions, t.vc_captured, t.vc_killed, t.friendly_fire) =
        (1, 1, 1, 1, 1, 1);
    (t.us_killed, t.us_captured, t.peasants_killed, t.vehicles_destroyed, t.choppers_destroyed) = (1, 1, 1, 1, 1);
    field.state.squads[0].figures[0].fate = Fate::Killed;
    field.state.squads[0].figures[1].at = Point::inches(30, 10);
    let score = rules().score(&field.state);
    assert_eq!((score.allied, score.vc), (15 + 20 - 10 + 3 + 2 - 2 - 3, 2 + 3 + 2 + 15 + 20));
    assert_eq!(score.result.winner.as_deref(), Some("VC/NVA"));
    assert_eq!(score.lines.len(), 12);
}

#[test]
fn what_a_side_may_not_know_is_not_in_its_view() {
    proves!("P-hidden");
    let library = pointman_tests::library();
    let scenario = library.scenario::<platoon::Platoon>("ambush").unwrap();
    let state = rules().begin(&scenario, &mut Seeded::new(3)).unwrap();
    let view = rules().view(&state, platoon::Side::Allied);
    assert!(view.squads.iter().all(|s| s.side == platoon::Side::Allied));
    assert!(view.markers.iter().all(|m| m.content == platoon::state::Content::Unknown));
    assert!(view.queue.iter().all(|(squad, _)| squad.0 < 10));
    let moved = Event::Levelled { squad: SquadId(11), die: 1, gung_ho: 6, reasons: vec![], level: 7 };
    assert_eq!(rules().seen(&moved, &state, platoon::Side::Allied), None);
    assert_eq!(rules().seen(&moved, &state, platoon::Side::Vc), Some(moved));
    // The refusal to fire at a squad under a marker is the same as for one that does not exist.
    let at = |squad| Command::Fire { squad: SquadId(1), target: Target::Squad(SquadId(squad)), facts: None };
    assert_eq!(rules().check(&state, &at(11)), rules().check(&state, &at(77)));
}

#[test]
fn six_force_lists_are_read_and_can_be_set_up() {
    proves!("P-companion");
    let forces = rules().forces();
    assert_eq!(forces.len(), 6);
    for (file, squads) in forces {
        assert!(squads.len() >= 2, "{file}");
    }
    let mut setup = scenario(&BESIDE, &[], &[]);
    setup.squads = forces[0].1.iter().chain(&forces[5].1).cloned().collect();
    assert!(rules().begin(&setup, &mut Seeded::new(1)).is_ok());
}
