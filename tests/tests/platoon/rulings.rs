//! Rulings of 20mm Platoon that other tests pass by: each clause with the case in which it decides.

use platoon::event::{Noticed, Told};
use platoon::fire::Factor;
use platoon::state::{Fate, Hull, Mission, Order, Pattern, Support};
use platoon::{Command, Event, Kind, MarkerId, Mode, Phase, Shot, Side, SquadId, Target, Weapon, proves};
use pointman_tests::platoon::*;
use table::{Cover, Going, Point, Quarter, Terrain};
use tabletop::Ruleset;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((3, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(3, AssaultRifle)], at: Some((14, 5)), facing: (dx: -1, dy: 0))"#;

fn needs(field: &Field, squad: u8) -> u8 {
    rules().squad_card(&field.state, SquadId(squad)).unwrap().figures[0].save.needs
}

/// A double does something where a table says so, and nowhere else.
#[test]
fn a_double_is_nothing_more_where_no_table_makes_it_more() {
    proves!("P-R03");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].pinned = Some(1);
    let before = field.state.squads.clone();
    let events = field.play(Command::Try { squad: SquadId(1), what: "swim".into() }, &[2, 2]);
    assert!(events.iter().any(|e| matches!(e, Event::Tried { test, .. } if test.double && test.passed)));
    assert_eq!(field.state.squads, before, "nobody rallies");
    let events = field.play(Command::Done, &[]);
    assert!(!events.iter().any(|e| matches!(e, Event::Unpinning { .. })));
}

#[test]
fn ground_is_good_or_bad_as_the_ruling_lists_it() {
    proves!("P-R09");
    use Terrain as T;
    for good in [T::Open, T::Road, T::Trail, T::Village, T::DryPaddy, T::Plantation] {
        assert_eq!(good.going(), Going::Good, "{good:?}");
    }
    for bad in
        [T::Jungle, T::Forest, T::Bamboo, T::ElephantGrass, T::Swamp, T::WetPaddy, T::Stream, T::Rubble, T::SteepHill]
    {
        assert_eq!(bad.going(), Going::Bad, "{bad:?}");
    }
}

#[test]
fn a_pinned_man_who_draws_another_pin_takes_no_second_marker() {
    proves!("P-R14", "P-unpin");
    let pinned = |second: u8| {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        // Two pins, drawn by lot among three; then morale.
        let events = field.play(fire(1, 11), &[5, 5, 1, 1, 2, second, 3, 4]);
        let marked = events.iter().filter(|e| matches!(e, Event::Pinned { .. })).count();
        let held = field.squad(11).figures.iter().filter(|f| f.pinned.is_some()).count();
        assert_eq!(marked, held);
        held
    };
    assert_eq!((pinned(2), pinned(3)), (1, 2));
}

#[test]
fn a_heavy_gun_counts_in_its_own_row_and_a_cannon_hits_on_five() {
    proves!("P-R16", "P-fire");
    let volley = |weapon: &str| {
        let us = US.replace("(4, AssaultRifle)", &format!("(1, {weapon})"));
        let field = game(&[&us, NVA], &[], &[1, 6]);
        rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap()
    };
    assert_eq!((volley("Hmg").near, volley("Hmg").cannon), (4, 0));
    assert_eq!((volley("Cannon").near, volley("Cannon").cannon), (0, 6));
    let us = US.replace("(4, AssaultRifle)", "(1, Cannon)");
    let mut field = game(&[&us, NVA], &[], &[1, 6]);
    // A 5 hits and nothing pins: one save, which is failed; morale.
    let events = field.play(fire(1, 11), &[5, 4, 4, 4, 4, 4, 1, 2, 3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Volley { hits: 1, pins: 0, .. })));
    assert_eq!(field.squad(11).casualties(), 1);
}

#[test]
fn only_who_goes_fast_on_foot_draws_twice_the_dice() {
    proves!("P-R18");
    let factors = |us: &str, mode: Option<Mode>, dice: &[u8]| {
        let mut field = game(&[us, NVA], &[], &[1, 6]);
        field.play(Command::March { squad: SquadId(1), mode }, dice);
        let x = field.squad(1).at();
        field.play(step(1, x.x, x.y + 100), &[]);
        rules().volley(&field.state, SquadId(11), Target::Squad(SquadId(1)), None).unwrap().factors
    };
    assert_eq!(factors(US, Some(Mode::Fast), &[3, 3, 3]), [Factor::TargetFast]);
    assert_eq!(factors(US, Some(Mode::Patrol), &[3, 3, 3]), []);
    let lorry = US.replace("figures", "kind: Soft, figures");
    assert_eq!(factors(&lorry, None, &[6, 6, 6, 6]), []);
}

#[test]
fn a_one_never_saves_and_a_six_always_does() {
    proves!("P-R19", "P-save");
    // In a bunker, lying, in a flak jacket a 1 would do by the sum: it never does.
    let mut ground = open(40, 12);
    ground.iter_mut().for_each(|row| row.replace_range(0..20, &"J".repeat(20)));
    let us = US.replace("facing", "flak: true, facing");
    let mut field = Field::begin(&scenario(&ground, &[&us, NVA], &[]), &[1, 6]);
    assert_eq!(needs(&field, 1), 2);
    field.state.squads[0].figures[0].prone = true;
    assert_eq!(needs(&field, 1), 2, "3 less two");
    // Villagers in the open have the worst there is, and a 6 still saves them.
    let village =
        r#"(id: 12, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((9, 6)))"#;
    assert_eq!(needs(&game(&[US, NVA, village], &[], &[1, 6]), 12), 6);
}

#[test]
fn who_fails_his_save_falls_and_who_makes_it_is_pinned_even_lying() {
    proves!("P-R20", "P-save");
    let after = |die: u8| {
        let mut field = game(&[US, NVA], &[], &[6, 1]);
        field.state.squads[0].figures.iter_mut().for_each(|f| f.prone = true);
        field.state.squads[0].tested = true;
        // One hit on the second man; his mates test for panic if he falls.
        let dice: &[u8] = if die < 4 { &[6, 1, 1, 2, die, 3, 4, 3, 4, 3, 4] } else { &[6, 1, 1, 2, die] };
        field.play(fire(11, 1), dice);
        let man = field.squad(1).figures[1];
        (man.fate, man.pinned.is_some(), man.prone)
    };
    assert_eq!(after(3), (Fate::Killed, false, true));
    assert_eq!(after(4), (Fate::Able, true, true));
}

#[test]
fn a_box_lies_across_the_line_of_fire_and_a_sheaf_along_it() {
    proves!("P-R30");
    let field = game(&[US, NVA], &[], &[1, 6]);
    let at = Point::inches(20, 6).middle();
    let covers = |pattern, dx, dy| {
        let area = rules().area(&field.state, Side::Allied, Support::Howitzer105, at, pattern, None).unwrap();
        area.covers(at.plus(dx, dy))
    };
    // The guns of the Allies stand behind the near edge: ten inches by eight.
    assert!(covers(Pattern::Box, 490, 0) && !covers(Pattern::Box, 0, 490));
    assert!(covers(Pattern::Sheaf, 0, 490) && !covers(Pattern::Sheaf, 490, 0));
    assert!(covers(Pattern::Box, 0, 390) && covers(Pattern::Sheaf, 390, 0));
}

#[test]
fn each_kind_of_trap_catches_whom_it_reaches() {
    proves!("P-R36", "P-traps");
    let caught = |trap: &str, places: [(i32, i32); 4]| {
        let marker = format!("(id: 1, side: Vc, at: Some((8, 5)), hides: Trap({trap}))");
        let mut field = game(&[US, NVA], &[&marker], &[1, 6]);
        for (figure, (x, y)) in field.state.squads[0].figures.iter_mut().zip(places) {
            figure.at = Point::new(x, y);
        }
        // The others are pinned, and stay where they are.
        field.state.squads[0].figures[1..].iter_mut().for_each(|f| f.pinned = Some(1));
        field.play(march(1, Mode::Fast), &[6, 6, 6]);
        let (x, y) = places[0];
        let events = field.any(step(1, x + 100, y), 3);
        assert!(events.iter().any(|e| matches!(e, Event::TrapMet { .. })), "{events:?}");
        if !events.iter().any(|e| matches!(e, Event::TrapMet { sprung: true, .. })) {
            return None;
        }
        Some(events.iter().filter(|e| matches!(e, Event::Saved { .. })).count())
    };
    // The first goes to half an inch from the marker; the others are 1.9, 2.1 and 4 inches from it.
    let in_file = [(700, 550), (660, 550), (640, 550), (450, 550)];
    assert_eq!(caught("Punji", in_file), Some(1));
    assert_eq!(caught("Grenade", in_file), Some(2));
    // Four inches square, two to each side: who stands near a corner is in it, and beyond a grenade.
    let square = [(700, 550), (670, 380), (660, 740), (450, 550)];
    assert_eq!((caught("Mortar", square), caught("Grenade", square)), (Some(3), Some(1)));
    // A Claymore looks at who set it off: six inches, thirty degrees to either side.
    let fan = [(700, 550), (500, 550), (500, 950), (240, 550)];
    assert_eq!(caught("Claymore", fan), Some(2));
}

#[test]
fn prisoners_talk_less_and_arvn_press_harder() {
    proves!("P-R41", "P-interrogation");
    let told = |troops: &str, prisoner: bool, again: bool, die: u8| {
        let us = US.replace("UsInfantry", troops);
        let village = r#"(id: 12, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((4, 6)))"#;
        let taken = r#"(id: 12, name: "P", side: Vc, troops: VcMain, figures: [(2, AssaultRifle)], at: Some((4, 6)))"#;
        let markers = ["(id: 1, side: Vc, at: Some((30, 5)), hides: Cache)"];
        let asked = if prisoner { taken } else { village };
        let dice: &[u8] = if prisoner { &[1, 6, 4] } else { &[1, 6] };
        let mut field = game(&[&us, NVA, asked], &markers, dice);
        let goal = &mut field.state.squads[2];
        if prisoner {
            goal.figures.iter_mut().for_each(|f| f.fate = Fate::Captured);
        }
        goal.questioned = u8::from(again);
        let mut events = field.play(Command::Question { squad: SquadId(1), target: SquadId(12) }, &[die]);
        if matches!(field.state.phase, Phase::Telling(_)) {
            events.extend(field.play(Command::Tell { marker: MarkerId(1) }, &[]));
        }
        events.into_iter().find_map(|e| match e {
            Event::Questioned { told, .. } => Some(told),
            _ => None,
        })
    };
    let (cache, nothing) = (Some(Told::Cache(Some(MarkerId(1)))), Some(Told::Nothing));
    assert_eq!((told("UsInfantry", false, false, 3), told("UsInfantry", false, false, 4)), (cache, nothing));
    assert_eq!((told("UsInfantry", true, false, 2), told("UsInfantry", true, false, 3)), (cache, nothing));
    assert_eq!((told("Arvn", false, false, 5), told("Arvn", false, false, 6)), (cache, nothing));
    // The second question: the same two count, and make it deadlier in ARVN hands.
    assert_eq!(
        (told("UsInfantry", false, true, 2), told("UsInfantry", true, true, 2)),
        (Some(Told::Death), Some(Told::Squad(None)))
    );
    assert_eq!((told("Arvn", false, true, 4), told("Arvn", false, true, 6)), (Some(Told::Death), cache));
}

#[test]
fn standing_up_leaves_half_of_the_move() {
    proves!("P-R43", "P-prone");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures.iter_mut().for_each(|f| f.prone = true);
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-prone");
    field.play(Command::StandUp { squad: SquadId(1) }, &[]);
    field.play(march(1, Mode::Patrol), &[4, 4, 2]);
    assert_eq!(field.state.active.march.unwrap().good, 400);
    assert_eq!(field.refused(Command::LieDown { squad: SquadId(1), only_pinned: false }).rule.as_str(), "P-prone");
}

#[test]
fn an_or_of_the_lists_of_troops_is_two_pips_each_in_printed_order() {
    proves!("P-vc-table");
    let drawn = |list: &str, dice: [u8; 2]| {
        let unknown = format!(r#"(id: 11, name: "X", side: Vc, troops: VcMain, drawn_from: Some({list}))"#);
        let markers = ["(id: 1, side: Vc, at: Some((14, 5)), hides: Squad(11))"];
        let mut field = game(&[US, &unknown], &markers, &[6, 1]);
        let events = field.play(Command::Reveal { squad: SquadId(11) }, &dice);
        assert!(events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Itself, .. })));
        field.squad(11).figures.iter().map(|f| f.weapon).collect::<Vec<_>>()
    };
    use Weapon::{AssaultRifle, Hmg, Mortar82, Rpg};
    for (die, cadre, nva) in [(1, Hmg, Rpg), (2, Hmg, Rpg), (3, Mortar82, Hmg), (4, Mortar82, Hmg), (6, Rpg, Mortar82)]
    {
        // A team is the weapon and a mate; who has an RPG is alone with it.
        let team = |weapon| if weapon == Rpg { vec![Rpg] } else { vec![weapon, AssaultRifle] };
        assert_eq!(drawn("Cadre", [6, die]), team(cadre), "{die}");
        assert_eq!(drawn("Nva", [6, die]), team(nva), "{die}");
    }
    let sniper = |die| {
        let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
        let markers = ["(id: 1, side: Vc, at: Some((14, 5)), hides: Squad(11))"];
        let mut field = game(&[US, unknown], &markers, &[6, 1]);
        field.play(Command::Reveal { squad: SquadId(11) }, &[die]);
        field.squad(11).kind == Kind::Sniper
    };
    assert!(sniper(1) && !sniper(2));
}

#[test]
fn small_arms_harm_a_boat_as_they_do_a_lorry() {
    proves!("P-R24");
    let hull = |kind: &str, weapon: &str, dice: &[u8]| {
        let river = if kind == "Boat" { "RRR" } else { "..." };
        let row = format!(".{river}{}", ".".repeat(36));
        let rows = [row.as_str(); 12];
        let vehicle = US.replace("figures: [(4, AssaultRifle)]", &format!("kind: {kind}, figures: [(2, Pistol)]"));
        let nva = NVA.replace("(3, AssaultRifle)", &format!("(1, {weapon})"));
        let mut field = Field::begin(&scenario(&rows, &[&vehicle, &nva], &[]), &[6, 1]);
        field.play(fire(11, 1), dice);
        field.squad(1).hull
    };
    for kind in ["Soft", "Boat"] {
        assert_eq!(hull(kind, "AssaultRifle", &[6, 3, 1, 2]), Hull::Running, "{kind}");
        assert_eq!(hull(kind, "AssaultRifle", &[6, 4, 1, 2]), Hull::Immobilised, "{kind}");
        assert_eq!(hull(kind, "AssaultRifle", &[6, 6, 6, 6]), Hull::Destroyed, "{kind}: and two saves");
        assert_eq!(hull(kind, "Hmg", &[6, 1, 1, 1, 4, 6, 6]), Hull::Destroyed, "{kind}");
    }
}

/// The roll for the order of the turn forgets the shells that fell at its start; the test at its end does not.
#[test]
fn who_lost_men_to_shells_at_the_start_of_a_turn_tests_under_fire_at_its_end() {
    proves!("P-morale", "P-R34");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.options.guess = true;
    field.state.missions.push(Mission { due: 2, left: 1, ..mission(Support::Howitzer105, field.squad(11).at()) });
    field.play(Command::Done, &[]);
    // One of three falls, and the first test is passed; then the order of turn 2.
    let events = field.play(Command::Done, &[4, 1, 1, 1, 1, 2, 1, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::Morale { test, .. } if test.total == 4)), "{events:?}");
    field.play(Command::Done, &[]);
    let events = field.play(Command::Done, &[3, 4, 1, 6]);
    let halted = |e: &Event| matches!(e, Event::Morale { test, order: Order::Halted, .. } if test.total == 8);
    assert!(events.iter().any(halted), "{events:?}");
}

#[test]
fn a_mortar_beside_a_real_table_is_answered_once_its_burst_is_told() {
    proves!("P-R42", "P-companion", "P-mortar");
    let us = US.replace("(4, AssaultRifle)", "(2, AssaultRifle), (1, Mortar60)");
    let mut field = Field::begin(&scenario(&BESIDE, &[&us, NVA], &[]), &[1, 6]);
    let facts = Some(Shot { range: 1200, cover: Cover::None, from: Quarter::Front, seeing: None, heard: None });
    field.ask(Command::Mortar { squad: SquadId(1), figure: 3, target: SquadId(11), facts }, &[5]);
    assert_eq!(field.state.phase, Phase::Burst(Side::Allied));
    assert_eq!(rules().question_rule(&field.state).as_str(), "P-mortar");
    field.ask(Command::Burst { caught: Vec::new(), markers: Vec::new() }, &[3, 4]);
    assert_eq!(field.state.phase, Phase::Interrupt(Side::Vc));
}

#[test]
fn what_players_type_is_told_as_they_typed_it() {
    proves!("P-R46");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    let events = field.play(Command::Try { squad: SquadId(1), what: "équad 1, squad 11, squad 12".into() }, &[1, 2]);
    let told = rules().tell_to(&events[0], &field.state);
    assert!(told.starts_with("A tries: équad 1, squad 11, squad 12."), "{told}");
}
