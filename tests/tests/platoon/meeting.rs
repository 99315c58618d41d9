//! Two rules that meet: each in the position in which one of them might be forgotten. Rulings P-R66 to P-R73.

use platoon::command::Stores;
use platoon::state::{Condition, Fate, Flight, Hull, Mission, Order, Pattern, Support};
use platoon::{Command, Event, MarkerId, Mode, News, Phase, Rulings, Side, SquadId, Target, Way, proves};
use pointman_tests::platoon::*;
use table::Point;
use tabletop::Ruleset;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((20, 8)), facing: (dx: 0, dy: -1), gung_ho: Some(8))"#;
const OTHER: &str = r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 12)), gung_ho: Some(8))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(4, AssaultRifle)], at: Some((20, 2)), facing: (dx: 0, dy: 1), gung_ho: Some(8))"#;
const FAR: &str =
    r#"(id: 12, name: "Y", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((38, 1)), gung_ho: Some(8))"#;

fn on(rows: &[String], squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(rows, squads, markers), dice)
}

fn game(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    on(&open(40, 14), squads, markers, dice)
}

fn rule_of(field: &Field, command: Command) -> String {
    field.refused(command).rule.as_str().to_owned()
}

fn is_legal(field: &Field, command: &Command) -> bool {
    rules().check(&field.state, command).is_ok()
}

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

#[test]
fn rifles_harm_no_armour_that_they_did_not_see() {
    proves!("P-R24", "P-R55");
    let apc = NVA.replace("figures", "kind: Apc, figures").replace("at: Some((20, 2)), ", "");
    let marker = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))";
    let mut field = game(&[US, &apc, FAR], &[marker], &[1, 5, 6]);
    let recon = Command::Fire { squad: SquadId(1), target: Target::Marker(MarkerId(1)), facts: None };
    // Two dice; the APC shows, is under fire for the first time, and takes no harm.
    field.play(recon, &[6, 6, 3, 4]);
    assert_eq!((field.squad(11).hidden, field.squad(11).hull), (None, Hull::Running));
}

#[test]
fn who_is_locked_snipes_at_nobody_and_fires_at_no_aircraft() {
    proves!("P-R33", "P-sniper", "P-R26");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(4, Ass", "(1, Ass");
    let mut field = game(&[US, &sniper, FAR], &[], &[6, 1, 5]);
    field.state.squads[0].locked = Some(SquadId(11));
    field.state.squads[1].locked = Some(SquadId(1));
    let snipe = Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range: None, from: None };
    assert_eq!(rule_of(&field, snipe), "P-R33");
    let mut field = flown_over(&[US, NVA, FAR], true);
    field.state.squads[0].locked = Some(SquadId(11));
    field.state.squads[1].locked = Some(SquadId(1));
    assert_eq!(rule_of(&field, Command::FireAtAircraft { squad: SquadId(11), range: None }), "P-R33");
}

/// An aircraft of squad 1 attacks; VC and NVA may fire at it.
fn flown_over(squads: &[&str], gunship: bool) -> Field {
    let dice: Vec<u8> = [1, 5, 6, 6][..squads.len()].to_vec();
    let mut field = game(squads, &[], &dice);
    let target = Point::inches(20, 6).middle();
    field.state.missions.push(Mission { arrived: true, gunship, ..mission(Support::Air, target) });
    field.play(Command::Strike { squad: SquadId(1), target, path: None }, &[]);
    assert_eq!(field.state.phase, Phase::Overflight(Side::Vc));
    field
}

#[test]
fn the_rifle_beside_a_law_reaches_a_gunship_as_far_as_any_rifle() {
    proves!("P-R26", "P-fire");
    // Thirty inches from its way.
    let law = NVA.replace("(4, AssaultRifle)", "(1, Law)").replace("(20, 2)", "(12, 2)");
    let wide: Vec<String> = open(60, 14);
    let us = US.replace("(20, 8)", "(50, 8)");
    let mut field = on(&wide, &[&us, &law, FAR], &[], &[1, 5, 6]);
    let target = Point::inches(42, 6).middle();
    field.state.missions.push(Mission { arrived: true, gunship: true, ..mission(Support::Air, target) });
    field.play(Command::Strike { squad: SquadId(1), target, path: None }, &[]);
    rules().check(&field.state, &Command::FireAtAircraft { squad: SquadId(11), range: None }).unwrap();
    // And a squad on the ground.
    let far = law.replace("id: 11", "id: 13").replace("(12, 2)", "(20, 2)");
    let field = on(&wide, &[&us, FAR, &far], &[], &[6, 5, 1]);
    assert!(is_legal(&field, &fire(13, 1)));
}

#[test]
fn the_firepower_of_good_and_poor_troops_counts_against_aircraft_too() {
    proves!("P-fire", "P-R26");
    let dice = |gung_ho: &str| {
        let nva = NVA.replace("Some(8)", gung_ho);
        let mut field = flown_over(&[US, &nva, FAR], true);
        field.state.options.firepower_by_rating = true;
        let shoot = Command::FireAtAircraft { squad: SquadId(11), range: None };
        rules().fire_forecast(&field.state, &shoot).unwrap().total()
    };
    assert_eq!([dice("Some(10)"), dice("Some(8)"), dice("Some(6)")], [8, 4, 2]);
}

#[test]
fn a_tie_in_the_middle_of_a_move_ends_it() {
    proves!("P-R33");
    let close = NVA.replace("(20, 2)", "(20, 5)");
    let mut field = game(&[&US.replace("(4, Ass", "(1, Ass"), &close.replace("(4, Ass", "(1, Ass")], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    field.play(step(1, 2050, 620), &[]);
    field.play(Command::Pass, &[]);
    let fight = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    field.play(fight, &[3, 3]);
    assert!(field.squad(1).locked.or(field.squad(11).locked).is_some());
    assert_eq!(rule_of(&field, step(1, 2050, 820)), "P-R33");
}

#[test]
fn two_halves_of_a_turn_are_a_turn() {
    proves!("P-R68", "P-infantry-move", "P-prone", "P-R04");
    let prone = || {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        let squad = &mut field.state.squads[0];
        squad.figures.iter_mut().for_each(|f| f.prone = true);
        squad.figures[3].fate = Fate::Killed;
        squad.figures[3].at = squad.figures[0].at;
        field
    };
    let (carry, stand) =
        (Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 4 }, Command::StandUp { squad: SquadId(1) });
    // To pick somebody up and to stand up: half a turn each, and nothing is left to move with, in either order.
    for order in [[&carry, &stand], [&stand, &carry]] {
        let mut field = prone();
        for command in order {
            field.play(command.clone(), &[]);
        }
        assert_eq!(rule_of(&field, march(1, Mode::Patrol)), "P-R04");
        let third = Command::PutDown { squad: SquadId(1) };
        field.play(third, &[]);
        assert_eq!(rule_of(&field, carry.clone()), "P-R04");
    }
    // Nor is anything left to get in with, though nobody is pinned.
    let beside = OTHER.replace("(2, 12)", "(20, 9)").replace("figures", "kind: Soft, figures");
    let mut field = game(&[US, &beside, NVA], &[], &[1, 4, 6]);
    let squad = &mut field.state.squads[0];
    squad.figures[0].prone = true;
    squad.figures[3].fate = Fate::Killed;
    squad.figures[3].at = squad.figures[0].at;
    let mount = Command::Mount { squad: SquadId(1), vehicle: SquadId(2) };
    field.play(stand.clone(), &[]);
    assert!(is_legal(&field, &mount));
    field.play(carry.clone(), &[]);
    field.play(Command::PutDown { squad: SquadId(1) }, &[]);
    assert_eq!(rule_of(&field, mount), "P-infantry-move");
    // So are getting out and picking somebody up.
    let lorry = OTHER.replace("(2, 12)", "(20, 8)").replace("figures", "kind: Soft, figures");
    let riders = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let mut field = game(&[&riders, &lorry, NVA], &[], &[1, 4, 6]);
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.play(Command::Dismount { squad: SquadId(1) }, &[]);
    field.play(Command::Pass, &[]);
    let beside = field.squad(1).figures[0].at;
    field.state.squads[0].figures[3].at = beside;
    field.play(carry, &[]);
    assert_eq!(rule_of(&field, march(1, Mode::Patrol)), "P-R04");
}

#[test]
fn who_withdraws_keeps_half_a_turn_to_go() {
    proves!("P-R49", "P-R68", "P-morale");
    let (carry, stand) =
        (Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 4 }, Command::StandUp { squad: SquadId(1) });
    let withdraws = |prone: bool| {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        let squad = &mut field.state.squads[0];
        squad.figures.iter_mut().for_each(|f| f.prone = prone);
        squad.figures[3].fate = Fate::Killed;
        squad.figures[3].at = squad.figures[0].at;
        squad.order = Order::Withdrawing;
        field
    };
    let mut field = withdraws(true);
    assert_eq!(rule_of(&field, carry.clone()), "P-morale", "to stand up takes the other half");
    field.play(stand.clone(), &[]);
    assert_eq!(rule_of(&field, carry.clone()), "P-morale");
    assert_eq!(rule_of(&field, Command::Done), "P-morale");
    assert!(is_legal(&field, &march(1, Mode::Patrol)));
    // Who stands picks him up and goes the other half.
    let mut field = withdraws(false);
    field.play(carry.clone(), &[]);
    assert_eq!(rule_of(&field, Command::Done), "P-morale");
    assert!(is_legal(&field, &march(1, Mode::Patrol)));
    // Saved games of before go on as they did.
    let mut field = withdraws(true);
    field.state.options.rulings = Rulings::of(5);
    field.play(stand, &[]);
    field.play(carry, &[]);
    assert!(is_legal(&field, &Command::Done));
}

#[test]
fn a_mortar_does_not_fire_in_the_turn_in_which_its_crew_gets_out() {
    proves!("P-R53", "P-mortar");
    let lorry = OTHER.replace("(2, 12)", "(20, 12)").replace("figures", "kind: Soft, figures");
    let crew = US.replace("at: Some((20, 8))", "aboard: Some(2)").replace("(4, AssaultRifle)", "(4, Mortar60)");
    let mortar = Command::Mortar { squad: SquadId(1), figure: 1, target: SquadId(11), facts: None };
    let mut field = game(&[&crew, &lorry, NVA], &[], &[1, 4, 6]);
    field.play(Command::Dismount { squad: SquadId(1) }, &[]);
    field.play(Command::Pass, &[]);
    assert_eq!(rule_of(&field, mortar.clone()), "P-R53");
    field.state.options.rulings = Rulings::of(5);
    assert!(is_legal(&field, &mortar));
    // The squad that stood there all along fires.
    let stays = game(&[&US.replace("(4, AssaultRifle)", "(4, Mortar60)"), NVA], &[], &[1, 6]);
    assert!(is_legal(&stays, &mortar));
}

#[test]
fn an_officer_away_as_a_runner_neither_asks_for_support_nor_corrects_it() {
    proves!("P-messages", "P-artillery", "P-R29");
    let officer = US.replace("gung_ho", "officer: true, gung_ho");
    let mut field = game(&[&officer, NVA], &[], &[1, 6]);
    let target = Point::inches(20, 2).middle();
    let request = Command::Request {
        squad: SquadId(1),
        support: Support::Howitzer105,
        target,
        pattern: Pattern::Box,
        path: None,
        facts: None,
    };
    let runs = |field: &mut Field, runs: bool| field.state.squads[0].figures[0].running = runs;
    runs(&mut field, true);
    assert_eq!(rule_of(&field, request.clone()), "P-artillery");
    field.state.options.rulings = Rulings::of(5);
    assert!(is_legal(&field, &request), "as saved games of before know it");
    field.state.options.rulings = Rulings::default();
    runs(&mut field, false);
    field.state.options.guess = true;
    field.play(request.clone(), &[1, 2, 1]);
    field.state.active.asked = false;
    // One mission at a time, each squad.
    assert_eq!(rule_of(&field, request.clone()), "P-artillery");
    field.state.missions[0].squad = Some(SquadId(2));
    assert!(is_legal(&field, &request), "another squad's mission is no hindrance");
    field.state.missions[0].squad = Some(SquadId(1));
    let correct = Command::Correct { squad: SquadId(1), target };
    assert!(is_legal(&field, &correct));
    runs(&mut field, true);
    assert_eq!(rule_of(&field, correct), "P-artillery");
}

#[test]
fn who_is_pinned_lies_down_whatever_his_squad_did() {
    proves!("P-prone");
    let down = Command::LieDown { squad: SquadId(1), only_pinned: false };
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].prone = true;
    field.play(Command::StandUp { squad: SquadId(1) }, &[]);
    assert_eq!(rule_of(&field, down.clone()), "P-prone");
    field.state.squads[0].figures[2].pinned = Some(1);
    field.play(down.clone(), &[]);
    assert_eq!(field.squad(1).figures.iter().map(|f| f.prone).collect::<Vec<_>>(), [false, false, true, false]);
    // To have got out of a lorry is not to have stood up.
    let lorry = OTHER.replace("(2, 12)", "(20, 8)").replace("figures", "kind: Soft, figures");
    let riders = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let mut field = game(&[&riders, &lorry, NVA], &[], &[1, 4, 6]);
    field.play(Command::Dismount { squad: SquadId(1) }, &[]);
    field.play(Command::Pass, &[]);
    field.play(down, &[]);
}

#[test]
fn nobody_steps_over_a_trap() {
    proves!("P-R67", "P-traps", "P-hidden");
    let us = US.replace("(4, Ass", "(1, Ass");
    let mut field = game(&[&us, NVA], &["(id: 1, side: Vc, at: Some((22, 8)), hides: Trap(Punji))"], &[1, 6]);
    field.play(march(1, Mode::Fast), &[4, 4, 4]);
    field.state.squads[0].figures[0].at = at(2100, 850);
    // From an inch and a half before it to an inch and a half behind it.
    let events = field.play(step(1, 2400, 850), &[2, 5, 1]);
    assert!(events.iter().any(|e| matches!(e, Event::TrapMet { sprung: true, .. })), "{events:?}");
}

#[test]
fn who_crosses_the_open_is_seen_though_he_ends_in_growth() {
    proves!("P-R67", "P-hidden", "P-R59");
    let mut ground = open(40, 14);
    for row in &mut ground[..5] {
        row.replace_range(5..8, "JJJ");
        row.replace_range(10..14, "JJJJ");
    }
    // The example of P-R59: five inches from wood to wood, twelve from a patrol.
    let marker = "(id: 1, side: Vc, at: Some((7, 2)), hides: Squad(11))";
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
    let us = US.replace("(20, 8)", "(8, 13)");
    let mut field = on(&ground, &[&us, unknown, FAR], &[marker], &[6, 1, 5]);
    let over = Command::MoveMarker { marker: MarkerId(1), to: at(1250, 250) };
    let events = field.play(over, &[3]);
    assert!(events.iter().any(|e| matches!(e, Event::Drawn { .. })), "{events:?}");
    // And a squad of known strength.
    let nva = NVA.replace("at: Some((20, 2)), ", "").replace("(4, Ass", "(1, Ass");
    let mut field = on(&ground, &[&us, &nva, FAR], &[marker], &[6, 1, 5]);
    field.play(march(11, Mode::Patrol), &[4, 4, 4]);
    field.play(step(11, 1020, 250), &[]);
    assert_eq!(field.squad(11).hidden, None);
}

#[test]
fn a_helicopter_that_halts_does_not_fly_nearer() {
    proves!("P-morale", "P-vehicle-move");
    let chopper = OTHER.replace("id: 2", "id: 1").replace("figures", "kind: Helicopter, figures");
    for order in [Order::Halted, Order::Withdrawing] {
        let mut field = game(&[&chopper, NVA], &[], &[1, 6]);
        field.state.squads[0].order = order;
        let nearer = Command::Fly { squad: SquadId(1), to: Some(at(1950, 350)), below: None, nearer: false };
        assert_eq!(rule_of(&field, nearer), "P-morale", "{order:?}");
    }
}

#[test]
fn a_vehicle_that_flees_takes_its_passengers_and_its_dead_along() {
    proves!("P-R72", "P-morale", "P-R62", "P-victory");
    let lorry = US.replace("figures", "kind: Soft, figures").replace("(20, 8)", "(20, 13)");
    let riders = OTHER.replace("at: Some((2, 12))", "aboard: Some(1)");
    let third = OTHER.replace("id: 2", "id: 3").replace("\"B\"", "\"C\"");
    let mut field = game(&[&lorry, &riders, &third, NVA], &[], &[1, 2, 4, 6]);
    field.state.squads[0].order = Order::Leaving;
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.state.squads[1].figures[1].fate = Fate::Killed;
    field.play(Command::Done, &[]);
    assert!(field.squad(1).gone && field.squad(2).gone);
    assert_ne!(field.state.active.squad, SquadId(2), "who has left the table has no phase");
    let left = rules().score(&field.state).lines.iter().find(|line| line.what.contains("abandoned")).unwrap().count;
    assert_eq!(left, 0, "they are not left behind");
}

#[test]
fn the_crew_of_a_wreck_tests_nothing_any_more() {
    proves!("P-R58", "P-unpin");
    let lorry = US.replace("figures", "kind: Soft, figures");
    let mut field = game(&[&lorry, OTHER, NVA, FAR], &[], &[2, 1, 4, 5]);
    field.state.squads[0].hull = Hull::Destroyed;
    field.state.squads[0].figures[0].pinned = Some(0);
    field.until(12);
    // The last phase of the turn, and the levels of three squads.
    field.play(Command::Done, &[1, 2, 3]);
    assert_eq!(field.state.turn, 2);
}

#[test]
fn all_whom_a_burst_catches_are_under_fire() {
    proves!("P-R69", "P-direct", "P-morale", "P-R34", "P-R06");
    let nva = NVA.replace("(4, AssaultRifle)", "(1, Rpg)");
    let (one, two) =
        (US.replace("(4, Ass", "(1, Ass"), OTHER.replace("(2, Ass", "(1, Ass").replace("(2, 12)", "(21, 8)"));
    let mut field = game(&[&one, &two, &nva, FAR], &[], &[4, 5, 1, 6]);
    // A hit; both save and are pinned; both squads are under fire for the first time.
    let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(1), facts: None };
    let events = field.play(launch, &[5, 6, 6, 1, 2, 1, 2]);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::Morale { .. })).count(), 2, "{events:?}");
    assert!(field.squad(2).since.under_fire && !field.squad(2).fresh);
    // So are those of whom a sniper shoots one as he disappears.
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(4, Ass", "(1, Ass");
    let mut field = game(&[US, &sniper, FAR], &[], &[6, 1, 5]);
    let out = Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None, from: None };
    // A double, the second of four, panic of three near him, and the test of first fire.
    let events = field.play(out, &[2, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    assert!(events.iter().any(|e| matches!(e, Event::Morale { .. })), "{events:?}");
    assert!(field.squad(1).since.under_fire);
}

#[test]
fn beside_a_real_table_a_mortars_target_tests_when_it_is_known_what_came_of_the_round() {
    proves!("P-R69", "P-R34", "P-mortar", "P-companion");
    let nva = NVA.replace("(4, AssaultRifle)", "(1, Mortar60), (1, AssaultRifle)").replace("at: Some((20, 2)), ", "");
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field = Field::begin(&scenario(&BESIDE, &[&us, &nva], &[]), &[6, 1]);
    let shot = platoon::Shot {
        range: 2000,
        cover: table::Cover::None,
        from: table::Quarter::Front,
        seeing: None,
        heard: None,
    };
    let mortar = Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts: Some(shot) };
    // On target; nothing more before the players have said whom it reaches.
    let events = field.ask(mortar, &[6]);
    assert!(!events.iter().any(|e| matches!(e, Event::Morale { .. })), "{events:?}");
    // It reaches one, who is not hit; then the squad tests, one above for the shells.
    let events = field.ask(Command::Burst { caught: vec![(SquadId(1), 1)], markers: Vec::new() }, &[1, 3, 4]);
    let total = events.iter().find_map(|e| if let Event::Morale { test, .. } = e { Some(test.total) } else { None });
    assert_eq!(total, Some(8), "{events:?}");
    // Nobody is reached: it tests all the same.
    let mut field = Field::begin(&scenario(&BESIDE, &[&us, &nva], &[]), &[6, 1]);
    field.ask(Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts: Some(shot) }, &[6]);
    field.ask(Command::Burst { caught: Vec::new(), markers: Vec::new() }, &[3, 4]);
    assert!(field.squad(1).tested);
}

#[test]
fn nobody_takes_a_wounded_man_from_his_bearers_or_out_of_a_vehicle() {
    proves!("P-R71", "P-interrogation", "P-infantry-move");
    let near = NVA.replace("(20, 2)", "(20, 7)");
    let take = Command::Capture { squad: SquadId(1), target: SquadId(11) };
    let mut field = game(&[US, &near, FAR], &[], &[1, 5, 6]);
    field.state.squads[1].figures[3].fate = Fate::Wounded;
    field.state.squads[1].figures[3].at = at(2050, 800);
    assert!(is_legal(&field, &take));
    field.state.squads[1].burden = vec![(SquadId(11), 3)];
    assert_eq!(rule_of(&field, take.clone()), "P-interrogation");
    let lorry = near.replace("figures", "kind: Soft, figures");
    let mut field = game(&[US, &lorry, FAR], &[], &[1, 4, 6]);
    field.state.squads[1].figures[3].fate = Fate::Wounded;
    assert_eq!(rule_of(&field, take.clone()), "P-interrogation");
    // With a wreck its crew is gone. Ruling P-R58.
    field.state.squads[1].hull = Hull::Destroyed;
    assert_eq!(rule_of(&field, take), "P-interrogation");
}

#[test]
fn pinned_men_do_not_get_out_nor_run_nor_disappear() {
    proves!("P-R70", "P-fire", "P-infantry-move", "P-messages", "P-sniper");
    let lorry = OTHER.replace("(2, 12)", "(20, 8)").replace("figures", "kind: Soft, figures");
    let riders = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let mut field = game(&[&riders, &lorry, NVA], &[], &[1, 4, 6]);
    let out = Command::Dismount { squad: SquadId(1) };
    assert!(is_legal(&field, &out));
    field.state.squads[0].figures[2].pinned = Some(1);
    assert_eq!(rule_of(&field, out), "P-R70");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(4, Ass", "(1, Ass");
    let mut field = game(&[US, &sniper, FAR], &[], &[6, 1, 5]);
    let bug_out = Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None, from: None };
    assert!(is_legal(&field, &bug_out));
    field.state.squads[1].figures[0].pinned = Some(1);
    assert_eq!(rule_of(&field, bug_out), "P-R70");
    // A runner who is pinned on his way stays where he is that turn.
    let mut field = game(&[US, OTHER, NVA], &[], &[1, 5, 6]);
    let runner = |to| Command::Message {
        squad: SquadId(1),
        to: SquadId(to),
        way: Way::Runner { figure: 1, distance: None },
        news: News::Sign(1),
    };
    field.play(runner(2), &[]);
    field.state.squads[0].figures[0].pinned = Some(1);
    field.until(11);
    // The levels of three squads, and no dice of a runner.
    field.play(Command::Done, &[1, 5, 6]);
    assert!(!field.state.messages[0].arrived && field.squad(1).figures[0].running);
    // Nobody jumps out of what drives or flies to carry a message.
    let third = OTHER.replace("id: 2", "id: 3");
    let field = game(&[&riders, &lorry, &third, NVA], &[], &[1, 3, 5, 6]);
    assert_eq!(rule_of(&field, runner(3)), "P-messages");
}

#[test]
fn a_helicopter_needs_somebody_to_fly_it_and_finds_what_it_lands_on() {
    proves!("P-R61", "P-vehicle-move", "P-hidden", "P-traps");
    let chopper = OTHER.replace("id: 2", "id: 1").replace("figures", "kind: Helicopter, figures");
    let marker = "(id: 1, side: Vc, at: Some((2, 12)), hides: Trap(Grenade))";
    let mut field = game(&[&chopper, NVA], &[marker], &[1, 6]);
    let fly = Command::Fly { squad: SquadId(1), to: Some(at(1050, 1250)), below: None, nearer: false };
    field.state.squads[0].figures.iter_mut().for_each(|f| f.pinned = Some(1));
    assert_eq!(rule_of(&field, fly), "P-R61");
    let mut field = game(&[&chopper, NVA], &[marker], &[1, 6]);
    field.state.squads[0].flight = Flight::Descending;
    let land = Command::Fly { squad: SquadId(1), to: None, below: None, nearer: false };
    // The trap is found in time.
    let events = field.ask(land, &[2]);
    assert!(events.iter().any(|e| matches!(e, Event::TrapMet { sprung: false, .. })), "{events:?}");
    assert_eq!(field.state.markers[0].condition, Condition::Removed);
}

#[test]
fn a_sniper_chooses_among_those_he_sees() {
    proves!("P-sniper", "P-R63");
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(4, Ass", "(1, Ass");
    let mut ground = open(40, 14);
    ground[10].replace_range(15..25, "HHHHHHHHHH");
    let mut field = on(&ground, &[&US.replace("(4, Ass", "(2, Ass"), &sniper, FAR], &[], &[6, 1, 5]);
    field.state.squads[0].figures[1].at = at(2050, 1250);
    let snipe = |figure| Command::Snipe { squad: SquadId(11), target: SquadId(1), figure, range: None, from: None };
    assert!(is_legal(&field, &snipe(1)));
    assert_eq!(rule_of(&field, snipe(2)), "P-R37");
    let mut options = Vec::new();
    rules().options(&field.state, &mut options);
    assert!(!options.contains(&snipe(2)) && options.contains(&snipe(1)));
}

#[test]
fn shells_find_troops_that_are_not_drawn_yet() {
    proves!("P-R66", "P-vc-table", "P-artillery");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
    let marker = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))";
    let mut field = game(&[US, unknown, FAR], &[marker], &[1, 5, 6]);
    let target = Point::inches(20, 2).middle();
    field.state.missions.push(Mission { due: 2, left: 1, ..mission(Support::Howitzer105, target) });
    field.until(12);
    // On target; two of the table: three rifles, none of whom is hit; the morale of who is under fire; levels.
    let events = field.play(Command::Done, &[6, 2, 1, 1, 1, 2, 3, 1, 5, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::Drawn { figures, .. } if figures.len() == 3)), "{events:?}");
    // They are hidden still, and the enemy has learnt nothing of it.
    assert!(field.squad(11).hidden.is_some());
    let told = |e: &Event| rules().seen(e, &field.state, Side::Allied);
    assert!(!events.iter().filter_map(told).any(|e| matches!(e, Event::Drawn { .. } | Event::Caught { .. })));
}

#[test]
fn who_withdraws_does_not_stop_for_a_casualty() {
    proves!("P-R49", "P-morale");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    let beside = field.squad(1).figures[0].at;
    field.state.squads[0].figures[3].at = beside;
    field.state.squads[0].figures[3].fate = Fate::Killed;
    let carry = Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 4 };
    assert!(is_legal(&field, &carry), "before it goes it may take him along");
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    field.play(step(1, 2050, 910), &[]);
    field.play(Command::Pass, &[]);
    assert_eq!(rule_of(&field, carry), "P-morale");
}

#[test]
fn stores_are_picked_up_by_who_has_fired() {
    proves!("P-search", "P-R04");
    let mut field = game(&[US, NVA], &["(id: 1, side: Vc, at: Some((20, 8)), hides: Cache)"], &[1, 6]);
    field.state.markers[0].condition = Condition::Found;
    field.any(fire(1, 11), 3);
    let stores = |what| Command::Stores { squad: SquadId(1), marker: MarkerId(1), what };
    assert_eq!(rule_of(&field, stores(Stores::Destroy)), "P-search");
    field.play(stores(Stores::Capture), &[]);
    assert!(field.squad(1).carrying);
}

#[test]
fn whether_a_prisoner_knows_of_one_cache_or_of_two_the_question_does_not_tell() {
    proves!("P-R73", "P-interrogation");
    let villagers =
        r#"(id: 12, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((20, 9)))"#;
    let caches =
        ["(id: 1, side: Vc, at: Some((2, 2)), hides: Cache)", "(id: 2, side: Vc, at: Some((6, 2)), hides: Cache)"];
    let ask = Command::Question { squad: SquadId(1), target: SquadId(12) };
    let asked = |second: &str| {
        let mut field = game(&[US, NVA, villagers], &[caches[0], second], &[1, 6]);
        let events = field.ask(ask.clone(), &[1]);
        let told: Vec<Event> = events.iter().filter_map(|e| rules().seen(e, &field.state, Side::Allied)).collect();
        (rules().view(&field.state, Side::Allied).phase, told)
    };
    assert_eq!(asked(caches[1]), asked(&caches[1].replace("Cache", "Nothing")));
}

#[test]
fn a_salvo_does_not_reach_a_helicopter_in_the_air() {
    proves!("P-artillery", "P-companion");
    let chopper = OTHER.replace("figures", "kind: Helicopter, figures").replace("at: Some((2, 12)), ", "");
    let nva = NVA.replace("(4, AssaultRifle)", "(1, Mortar60), (1, AssaultRifle)").replace("at: Some((20, 2)), ", "");
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field = Field::begin(&scenario(&BESIDE, &[&us, &chopper, &nva], &[]), &[5, 6, 1]);
    let shot = platoon::Shot {
        range: 2000,
        cover: table::Cover::None,
        from: table::Quarter::Front,
        seeing: None,
        heard: None,
    };
    let mortar = Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts: Some(shot) };
    field.any(mortar, 1);
    let burst = |squad| Command::Burst { caught: vec![(SquadId(squad), 1)], markers: Vec::new() };
    assert_eq!(rule_of(&field, burst(2)), "P-companion");
    field.state.squads[1].flight = Flight::Landed;
    assert!(is_legal(&field, &burst(2)));
}

#[test]
fn a_trap_catches_hidden_figures_too() {
    proves!("P-R36", "P-traps");
    let nva = NVA.replace("at: Some((20, 2)), ", "").replace("(4, Ass", "(1, Ass");
    let markers = [
        "(id: 1, side: Vc, at: Some((22, 8)), hides: Trap(Grenade))",
        "(id: 2, side: Vc, at: Some((23, 8)), hides: Squad(11))",
    ];
    let us = US.replace("(4, Ass", "(1, Ass");
    let mut field = game(&[&us, &nva, FAR], &markers, &[1, 5, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    // Sprung; both save, and fall back.
    field.play(step(1, 2150, 850), &[6, 6, 1, 6, 1]);
    assert!(field.squad(11).figures[0].pinned.is_some() && field.squad(11).hidden.is_none());
}

#[test]
fn beside_a_real_table_a_trap_catches_the_crew_that_is_named() {
    proves!("P-R60", "P-companion");
    let lorry = US.replace("figures", "kind: Soft, figures").replace("at: Some((20, 8)), ", "");
    let nva = NVA.replace("at: Some((20, 2)), ", "");
    let mut field =
        Field::begin(&scenario(&BESIDE, &[&lorry, &nva], &["(id: 1, side: Vc, hides: Trap(Grenade))"]), &[1, 6]);
    field.ask(Command::Reach { squad: SquadId(1), marker: MarkerId(1) }, &[6]);
    let caught = vec![(SquadId(1), 1), (SquadId(1), 2)];
    field.ask(Command::Burst { caught, markers: Vec::new() }, &[6, 6]);
    assert_eq!(field.squad(1).figures.iter().filter(|f| f.pinned.is_some()).count(), 2);
}

#[test]
fn by_night_unknown_troops_and_empty_markers_go_half_as_far_as_everybody() {
    proves!("P-R59", "P-hidden", "P-infantry-move");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
    let marker = "(id: 1, side: Vc, at: Some((30, 2)), hides: Squad(11))";
    let farthest = |night: bool| {
        let mut field = game(&[US, unknown], &[marker], &[6, 1]);
        field.state.options.night = night;
        let far = |inches: &i32| {
            is_legal(&field, &Command::MoveMarker { marker: MarkerId(1), to: at(3050 + inches * 50, 250) })
        };
        (1..=16).rev().find(far)
    };
    assert_eq!([farthest(false), farthest(true)], [Some(14), Some(7)]);
}

#[test]
fn fire_from_behind_is_fire_from_behind_whoever_fires_and_at_whomever() {
    proves!("P-activation", "P-R06", "P-sniper");
    let lorry = NVA.replace("figures", "kind: Soft, figures").replace("dy: 1", "dy: -1");
    let mut field = game(&[US, &lorry, FAR], &[], &[1, 4, 6]);
    field.play(fire(1, 11), &[1, 1, 1, 1, 3, 4]);
    assert!(field.squad(11).since.rear && !field.squad(11).since.flanked);
    let sniper = NVA.replace("troops: Nva", "troops: VcMain, kind: Sniper").replace("(4, Ass", "(1, Ass");
    let mut field = game(&[&US.replace("dx: 0, dy: -1", "dx: 1, dy: 0"), &sniper, FAR], &[], &[6, 1, 5]);
    let snipe = Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range: None, from: None };
    field.play(snipe, &[1, 3, 4]);
    assert!(field.squad(1).since.flanked && !field.squad(1).since.rear);
}
