//! Rulings of Vietnam Skirmish, each with the position that shows it.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::{Command, Grenade, Weapon, Work};

const OPEN: &str = "hidden: false";

fn man(name: &str, kind: &str, x: i32, y: i32) -> String {
    format!("name: \"{name}\", kind: \"{kind}\", at: ({x}, {y}), {OPEN}")
}

fn field(us: &[String], vc: &[String], rows: &[String], for_us: &str, more: &str, dice: &[u8]) -> Field {
    let (us, vc): (Vec<&str>, Vec<&str>) =
        (us.iter().map(String::as_str).collect(), vc.iter().map(String::as_str).collect());
    Field::arrange(rows, &us, &vc, for_us, "", more, dice).unwrap_or_else(|halt| panic!("{halt}"))
}

/// The radio goes to whom is really nearest: a rider is where his vehicle is.
#[test]
fn the_nearest_comrade_takes_the_radio_and_riders_are_where_their_vehicle_is() {
    skirmish::proves!("S-R12");
    let heir = |vehicle: (i32, i32), dead: &str| {
        let us = [
            format!("name: \"R\", kind: \"Radio operator\", {dead}, counters: 6"),
            man("V", "M113", vehicle.0, vehicle.1),
            "name: \"P\", kind: \"Rifleman\", aboard: \"V\"".to_owned(),
            man("N", "Rifleman", 1100, 550),
            man("F", "Rifleman", 3900, 1900),
        ];
        let mut field = field(&us, &[man("Z", "Guerrilla", 3800, 550)], &open_ground(), "", "first: VcNva,", &[]);
        let events = field.end_turn(&[1]);
        let told = events.iter().find_map(|e| match e {
            Event::Radio { to, .. } => Some(to.as_ref().map(|who| who.name.clone())),
            _ => None,
        });
        told.flatten().unwrap_or_else(|| panic!("{events:?}"))
    };
    assert_eq!(heir((3500, 1500), "at: (1000, 550), hidden: false"), "N", "the vehicle is far away");
    assert_eq!(heir((1020, 620), "at: (1000, 550), hidden: false"), "P", "the vehicle is nearer than N");
    // The carrier dies aboard: it is measured from the vehicle.
    assert_eq!(heir((3500, 1500), "aboard: \"V\""), "P");
    let us = [
        "name: \"R\", kind: \"Radio operator\", aboard: \"V\", counters: 6".to_owned(),
        man("V", "M113", 3500, 1500),
        man("N", "Rifleman", 300, 300),
        man("F", "Rifleman", 3900, 1900),
    ];
    let mut field = field(&us, &[man("Z", "Guerrilla", 3800, 550)], &open_ground(), "", "first: VcNva,", &[]);
    field.end_turn(&[1]);
    assert!(field.figure("F").kit.radio && !field.figure("N").kit.radio);
}

/// The order of the lists does not decide who has the radio: nobody takes it who falls in the same check.
#[test]
fn the_radio_goes_to_one_that_lives_through_the_check() {
    skirmish::proves!("S-R12", "S-R46");
    let begun = |order: [usize; 2], more: &str, dice: &[u8]| {
        let fallen = [man("R", "Radio operator", 500, 500), man("A", "Rifleman", 600, 500)];
        let mut us = order.map(|n| fallen[n].clone() + ", counters: 6").to_vec();
        us.push(man("B", "Rifleman", 2500, 500));
        let field = field(&us, &[man("Z", "Guerrilla", 3900, 1900)], &open_ground(), "", more, dice);
        field.figure("B").kit.radio
    };
    assert!(begun([0, 1], "", &[1]) && begun([1, 0], "", &[1]));
    assert!(!begun([0, 1], "rulings: 9,", &[1, 6]), "saved games go on as they were played");
}

#[test]
fn a_loser_is_driven_back_only_where_there_is_room() {
    skirmish::proves!("S-R29", "S-R20");
    let fight = |vc: &[String], rows: &[String]| {
        let mut field = field(&[man("A", "Rifleman", 1000, 550)], vc, rows, "", "", &[]);
        let command = Command::Fight { figure: field.id("A"), target: field.id("Z") };
        let events = field.dice(&[4, 3]).play(command);
        assert_eq!(field.counters("Z"), 2, "the counters come anyway");
        (field.figure("Z").at, events)
    };
    let z = || man("Z", "Guerrilla", 1100, 550);
    assert_eq!(fight(&[z()], &open_ground()).0, Some(at(1200, 550)));
    for (x, y) in [(1200, 550), (1240, 560), (1200, 501)] {
        let (place, events) = fight(&[z(), man("Y", "Guerrilla", x, y)], &open_ground());
        assert_eq!(place, Some(at(1100, 550)), "Y stands at {x}, {y}");
        assert!(!events.iter().any(|e| matches!(e, Event::FellBack { .. })));
    }
    assert_eq!(
        fight(&[z(), man("Y", "Guerrilla", 1200, 600)], &open_ground()).0,
        Some(at(1200, 550)),
        "half an inch is room"
    );
    let mut water = open_ground();
    water[5] = format!("{}R{}", ".".repeat(12), ".".repeat(27));
    assert_eq!(fight(&[z()], &water).0, Some(at(1100, 550)), "nobody is driven into deep water");
}

#[test]
fn a_gunner_who_is_driven_back_has_no_mortar_ready_and_nothing_under_way() {
    skirmish::proves!("S-R29", "S-R17");
    let gunner = format!("{}, ready: true", man("Z", "Mortar gunner", 1100, 550));
    let mut one = field(&[man("A", "Rifleman", 1000, 550)], std::slice::from_ref(&gunner), &open_ground(), "", "", &[]);
    let fight = Command::Fight { figure: one.id("A"), target: one.id("Z") };
    let events = one.dice(&[4, 3]).play(fight);
    let mortar = one.figure("Z").mortar.unwrap();
    assert!(!mortar.ready && mortar.aim.is_none(), "{events:?}");
    assert!(events.iter().any(|e| matches!(e, Event::MortarReady { ready: false, .. })));
    // Where there is no room he stays, and so does the mortar.
    let vc = [gunner, man("Y", "Guerrilla", 1200, 550)];
    let mut stays = field(&[man("A", "Rifleman", 1000, 550)], &vc, &open_ground(), "", "", &[]);
    stays.dice(&[4, 3]).play(fight);
    assert!(stays.figure("Z").mortar.unwrap().ready);
    // Whatever takes several phases is broken off.
    let mut aims = field(
        &[man("A", "Rifleman", 1000, 550)],
        &[man("Z", "Sniper", 1100, 550)],
        &open_ground(),
        "",
        "first: VcNva,",
        &[],
    );
    aims.play(aims.prepare("Z", Work::Aim));
    aims.end_turn(&[]);
    aims.dice(&[4, 3]).play(fight);
    assert_eq!(aims.figure("Z").work, None);
}

#[test]
fn every_shot_of_the_turn_near_a_listener_spoils_listening() {
    skirmish::proves!("S-R23");
    let mut field = Field::set(
        &["name: \"A\", kind: \"Rifleman\", at: (500, 550)", "name: \"B\", kind: \"Rifleman\", at: (500, 1500)"],
        &["name: \"Z\", kind: \"Guerrilla\", at: (3500, 550)"],
        "",
    );
    let spray = |x, y| Command::Spray { figure: skirmish::FigureId(1), weapon: Weapon::AssaultRifle, at: at(x, y) };
    let listen = Command::Listen { figure: field.id("A") };
    field.dice(&[1]).play(spray(1500, 1500));
    field.refuses(&listen, "S-R23"); // nine and a half inches
    field.play(Command::Move { figure: field.id("B"), to: at(500, 1700), facing: EAST });
    field.dice(&[1]).play(spray(1500, 1700));
    field.refuses(&listen, "S-R23"); // eleven and a half, but the first shot was near
    field.end_turn(&[6]);
    field.end_turn(&[]);
    assert!(field.allows(&listen), "in another turn it is quiet");
}

#[test]
fn leaving_costs_what_the_ground_before_the_edge_costs() {
    skirmish::proves!("S-R31");
    let jungle = vec!["J".repeat(40); 20];
    let goals = "goals: [Exit(edge: East, points: 3)],";
    let on = |rows: &[String], x: i32, more: &str| {
        let us = [man("A", "Rifleman", x, 550), man("B", "Rifleman", 200, 200)];
        field(&us, &[man("Z", "Guerrilla", 3900, 1900)], rows, &format!("{goals} {more}"), "", &[])
    };
    let leave = Command::Leave { figure: skirmish::FigureId(0) };
    on(&jungle, 3800, "").refuses(&leave, "S-R31"); // two inches of jungle take two phases
    on(&jungle, 3899, "").refuses(&leave, "S-R31");
    assert!(on(&jungle, 3900, "").allows(&leave));
    assert!(on(&open_ground(), 3800, "").allows(&leave));
    on(&open_ground(), 3799, "").refuses(&leave, "S-R31");
    assert!(on(&jungle, 4000, "").allows(&leave), "on the edge itself");
    let mut bund = open_ground();
    bund[5] = format!("{}W", ".".repeat(39));
    on(&bund, 3800, "").refuses(&leave, "S-R34"); // an obstacle is crossed with an inch at most
    let mut water = open_ground();
    water[5] = format!("{}R", ".".repeat(39));
    on(&water, 3850, "").refuses(&leave, "S-R34");
    // A mine on the way keeps him here.
    let mut mined = field(
        &[man("A", "Rifleman", 3810, 550), man("B", "Rifleman", 200, 200)],
        &[man("Z", "Guerrilla", 200, 1900)],
        &open_ground(),
        &format!("{goals} mines: [(4000, 600)],"),
        "",
        &[],
    );
    let events = mined.dice(&[6]).play(leave);
    assert!(events.iter().any(|e| matches!(e, Event::MineWentOff { .. })), "{events:?}");
    assert_eq!((mined.figure("A").standing, mined.counters("A")), (Standing::Up, 3));
    let mut gone = on(&open_ground(), 3850, "");
    gone.play(leave);
    assert_eq!(gone.figure("A").standing, Standing::Left);
}

#[test]
fn tactical_movement_goes_two_inches_through_jungle_as_well() {
    skirmish::proves!("S-tactical");
    let jungle = vec!["J".repeat(40); 20];
    let mut field =
        field(&[man("A", "Rifleman", 1200, 550)], &[man("Z", "Guerrilla", 3500, 550)], &jungle, "", "", &[]);
    field.play(field.prepare("A", Work::Tactical));
    field.refuses(&field.sneak("A", 1401, 550), "S-tactical");
    field.play(field.sneak("A", 1400, 550));
    assert_eq!((field.figure("A").at, field.figure("A").pips), (Some(at(1400, 550)), 0));
}

#[test]
fn an_engine_does_not_listen() {
    skirmish::proves!("S-R21");
    let heard = |vc: &[String], die: u8| {
        let us = ["name: \"A\", kind: \"Rifleman\", at: (500, 550)".to_owned()];
        let mut field = field(&us, vc, &open_ground(), "", "", &[]);
        for x in [600, 700, 800] {
            field.play(Command::Move { figure: field.id("A"), to: at(x, 550), facing: EAST });
        }
        field.end_turn(&[die]);
        field.state.is_known(field.id("A"))
    };
    let vehicle = man("V", "M113", 1300, 550);
    let far = vec![vehicle.clone(), man("Z", "Guerrilla", 3200, 550)];
    assert!(heard(&far, 1) && !heard(&far, 2), "three pips, two for the 24 inches to the man");
    let near = vec![vehicle, man("Z", "Guerrilla", 1300, 800)];
    assert!(heard(&near, 3));
}

#[test]
fn nobody_stands_within_half_an_inch_of_another() {
    skirmish::proves!("S-R30");
    let field = field(
        &[man("A", "Rifleman", 1000, 550), man("B", "Rifleman", 1150, 550)],
        &[man("Z", "Guerrilla", 1000, 700)],
        &open_ground(),
        "",
        "",
        &[],
    );
    field.refuses(&field.walk("A", 1101, 550), "S-R30");
    assert!(field.allows(&field.walk("A", 1100, 550)));
    field.refuses(&field.walk("A", 1000, 651), "S-R30");
    assert!(field.allows(&field.walk("A", 1000, 650)));
    let party = ["name: \"A\", kind: \"Rifleman\", at: (500, 500)", "name: \"B\", kind: \"Rifleman\", at: (549, 500)"];
    assert!(
        Field::arrange(&open_ground(), &party, &["name: \"Z\", kind: \"Guerrilla\", at: (900, 900)"], "", "", "", &[])
            .is_err()
    );
}

#[test]
fn a_line_of_sight_ends_at_houses_hills_smoke_night_and_too_much_growth() {
    skirmish::proves!("S-R32");
    let sees = |row: String, more: &str| {
        let mut rows = open_ground();
        rows[5] = row;
        let field = field(&[man("A", "Rifleman", 550, 550)], &[man("Z", "Guerrilla", 3050, 550)], &rows, "", more, &[]);
        (
            skirmish_rules().sees(&field.state, at(550, 550), at(3050, 550)),
            skirmish_rules().sight_line(&field.state, at(550, 550), at(3050, 550)).blocked,
        )
    };
    let growth = |inches: usize| format!("{}{}{}", ".".repeat(10), "J".repeat(inches), ".".repeat(30 - inches));
    let most = usize::from(skirmish_rules().numbers().growth_in.value);
    assert!(sees(growth(0), "").0 && sees(growth(most), "").0);
    for (row, more) in
        [(growth(most + 1), ""), (format!("{}h{}", ".".repeat(15), ".".repeat(24)), ""), (growth(0), "night_in: 20,")]
    {
        let (clear, blocked) = sees(row.clone(), more);
        assert!(!clear && blocked.is_some(), "{row} {more}");
    }
    // What the window draws and what the rules ask are one line.
    assert_eq!(sees(growth(most), "").1, None);
}

#[test]
fn under_the_alternate_rules_a_hidden_enemy_is_seen_at_an_inch_only() {
    skirmish::proves!("S-R33");
    let known = |x: i32| {
        let hidden = format!("name: \"Z\", kind: \"Guerrilla\", at: ({x}, 550), hidden: true");
        let field = field(&[man("A", "Rifleman", 1000, 550)], &[hidden], &open_ground(), "", "hiding: Alternate,", &[]);
        field.state.is_known(field.id("Z"))
    };
    assert!(known(1100) && !known(1101));
}

#[test]
fn the_kia_check_goes_by_the_counters_at_its_beginning() {
    skirmish::proves!("S-R46");
    // The vehicle is listed before its passenger, or after it.
    for passenger_first in [false, true] {
        for rulings in [3, 4] {
            let mut us = vec![
                format!("{}, counters: 6", man("V", "M113", 500, 1000)),
                "name: \"P\", kind: \"Rifleman\", aboard: \"V\", counters: 2".to_owned(),
            ];
            if passenger_first {
                us.reverse();
            }
            let rulings = format!("hiding: Alternate, rulings: {rulings},");
            let vc = [man("X", "RPG gunner", 2500, 1000)];
            let mut field = field(&us, &vc, &open_ground(), "", &rulings, &[6]);
            field.end_turn(&[]);
            assert_eq!((field.figure("V").kills, field.counters("P")), (1, 1));
            field.play(field.prepare("X", Work::Rocket));
            let aim = skirmish::RocketAim::Vehicle(field.id("V"));
            let rocket = Command::Rocket { figure: field.id("X"), aim };
            field.dice(&[5]).play(rocket);
            field.end_turn(&[2, 2]);
            assert_eq!(field.figure("V").standing, Standing::Removed);
            let removed = field.figure("P").standing == Standing::Removed;
            // A two does not remove who had one counter, but did remove one who was checked with four.
            assert_eq!(removed, rulings.contains('3') && !passenger_first, "{rulings} {passenger_first}");
            assert!(removed || field.counters("P") == 4);
        }
    }
}

#[test]
fn counters_take_no_phases_from_an_m113_and_bursts_give_it_one() {
    skirmish::proves!("S-R43", "S-R40");
    const ALTERNATE: &str = "hiding: Alternate,";
    let set = |counters: u8, x: i32, for_vc: &str, dice: &[u8]| {
        let us = [format!("{}, counters: {counters}", man("V", "M113", 500, 1000))];
        let vc = man("X", "Guerrilla", x, 1000);
        Field::arrange(&open_ground(), &us, &[&vc], "", for_vc, ALTERNATE, dice).unwrap()
    };
    for (counters, dice) in [(0, vec![]), (1, vec![6]), (4, vec![6])] {
        let mut field = set(counters, 3900, "mines: [(900, 1000)],", &dice);
        assert_eq!(field.figure("V").phases, 3);
        // It sets the mine off; a figure would take three counters.
        let drive = Command::Move { figure: field.id("V"), to: at(850, 1000), facing: EAST };
        field.dice(&[6]).play(drive);
        assert_eq!(field.counters("V"), counters.max(1));
        for x in [1000, 1200] {
            field.play(field.walk("V", x, 1000));
        }
        assert_eq!(field.figure("V").at, Some(at(1200, 1000)));
    }
    let mut fanned = set(0, 1000, "claymores: [(at: (700, 1000), facing: West)],", &[]);
    fanned.end_turn(&[]);
    let fire = Command::FireClaymore { figure: fanned.id("X"), number: 0 };
    fanned.dice(&[6]).play(fire);
    assert_eq!(fanned.counters("V"), 1, "two for a figure so near");
    // A mortar's round hits two inches away; a hair farther it bursts beside it.
    for (x, counters) in [(2200, 3), (2201, 1)] {
        let us = [format!("{}, ready: true", man("G", "Mortar gunner", 500, 1000)), man("M", "Mortar mate", 400, 1000)];
        let vc = [man("V", "M113", 2000, 1000)];
        let mut field = field(&us, &vc, &open_ground(), "", ALTERNATE, &[]);
        let shell = Command::Shell { figure: field.id("G"), grenade: Grenade::Fragmentation, at: at(x, 1000) };
        field.dice(&[1, 6]).play(shell);
        assert_eq!(field.counters("V"), counters, "{x}");
    }
}

#[test]
fn only_fire_betrays_a_figure_and_spoils_listening() {
    skirmish::proves!("S-R44", "S-claymore", "S-R23");
    let set = |kind: &str, more: &str| {
        Field::on(
            &open_ground(),
            &[
                &format!("name: \"A\", kind: \"{kind}\", at: (1000, 550){more}"),
                "name: \"B\", kind: \"Rifleman\", at: (1000, 800)",
            ],
            &["name: \"Z\", kind: \"Guerrilla\", at: (1600, 550)"],
            "claymores: [(at: (1050, 550), facing: East)],",
            "",
            "",
        )
    };
    let quiet = |field: &Field| {
        let listen = Command::Listen { figure: field.id("B") };
        (!field.state.is_known(field.id("A")), field.allows(&listen))
    };
    let mut claymore = set("Claymore man", "");
    let a = claymore.id("A");
    claymore.dice(&[6]).play(Command::FireClaymore { figure: a, number: 0 });
    assert_eq!((claymore.counters("Z"), quiet(&claymore)), (1, (true, true)));

    let mut thrower = set("Rifleman", "");
    for _ in 0..2 {
        thrower.play(thrower.prepare("A", Work::Throw));
    }
    let at = at(1500, 550);
    thrower.dice(&[1]).play(Command::Throw { figure: a, grenade: Grenade::Fragmentation, at });
    assert_eq!(quiet(&thrower), (true, true));

    let mut grenadier = set("Grenadier", "");
    grenadier.play(grenadier.prepare("A", Work::Launch));
    grenadier.dice(&[1]).play(Command::Launch { figure: a, grenade: Grenade::Fragmentation, at });
    assert_eq!(quiet(&grenadier), (false, false));

    let mut rifleman = set("Rifleman", "");
    rifleman.dice(&[1]).play(Command::Spray { figure: a, weapon: Weapon::AssaultRifle, at });
    assert_eq!(quiet(&rifleman), (false, false));
}

#[test]
fn a_look_is_free_for_who_has_a_phase_and_once_a_turn() {
    skirmish::proves!("S-R45");
    let us = [
        man("A", "Rifleman", 1000, 550),
        man("B", "Rifleman", 1000, 700),
        format!("{}, counters: 3", man("C", "Rifleman", 1000, 850)),
    ];
    let vc = ["name: \"X\", kind: \"Guerrilla\", at: (1800, 550), hidden: true".to_owned()];
    let mut field = field(&us, &vc, &open_ground(), "", "hiding: Alternate,", &[6]);
    let look = |field: &Field, name: &str| Command::Spot { figure: field.id(name), target: field.id("X") };
    let (a, b, c) = (look(&field, "A"), look(&field, "B"), look(&field, "C"));
    field.dice(&[3, 4]).play(a);
    assert_eq!(field.figure("A").phases, 3);
    field.refuses(&a, "S-R45");
    field.refuses(&c, "S-R03");
    field.dice(&[3, 4]).play(b);
    // Another figure's look does not end a figure's turn.
    field.play(field.walk("A", 1100, 550));
    field.refuses(&b, "S-R45");
    field.end_turn(&[]);
    field.end_turn(&[6]);
    field.dice(&[4, 4]).play(a);
    assert!(field.state.is_known(field.id("X")));
    for check in [&[6][..], &[]] {
        field.end_turn(&[]);
        field.end_turn(check);
        assert!(field.state.is_known(field.id("X")), "and stays so");
    }
}
