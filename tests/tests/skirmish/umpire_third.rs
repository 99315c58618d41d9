//! What an umpire found wrong who came a third time, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::{Command, Side, Weapon};
use table::Cover;
use tabletop::{Outcome, Ruleset};

const ALTERNATE: &str = "hiding: Alternate,";
/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 8,";

#[test]
fn whoever_stands_right_before_a_vehicle_is_run_over() {
    skirmish::proves!("S-R16", "S-apc");
    let vehicle = a("M113", "V", 1000, 1050);
    let driven = |more: &str| {
        let vc = [
            a("Guerrilla", "Ahead", 1050, 1050),
            a("Guerrilla", "Beside", 1000, 1100),
            a("Guerrilla", "Behind", 950, 1050),
        ];
        let mut field = Field::set(std::slice::from_ref(&vehicle), &vc, &format!("{ALTERNATE} {more}"));
        let path = skirmish_rules().path(&field.state, field.id("V"), at(1400, 1050), false).unwrap();
        let foreseen: Vec<&str> = path.run_over.iter().map(|id| field.state.name(*id)).collect();
        assert_eq!(foreseen, if more.is_empty() { vec!["Ahead"] } else { vec![] });
        field.play(field.walk("V", 1400, 1050));
        ["Ahead", "Beside", "Behind"].map(|name| field.counters(name))
    };
    assert_eq!(driven(""), [5, 0, 0]);
    assert_eq!(driven(EARLIER), [0, 0, 0], "saved games go on as they were played");
    // Its own side it does not drive through.
    let set = |more: &str| {
        let us = [vehicle.clone(), a("Rifleman", "A", 1040, 1090)];
        Field::set(&us, &[a("Guerrilla", "Z", 3000, 500)], more)
    };
    let field = set("");
    let (over, away) = (field.walk("V", 1250, 1300), field.walk("V", 750, 800));
    field.refuses(&over, "S-R16");
    assert!(field.allows(&away) && set(EARLIER).allows(&over));
}

#[test]
fn nobody_gets_in_or_out_across_deep_water() {
    skirmish::proves!("S-R34", "S-R38");
    let rows = vec![format!("{}R{}", ".".repeat(11), ".".repeat(28)); 20];
    let set = |more: &str| {
        let us = [
            a("M113", "V", 1050, 1050),
            "name: \"A\", kind: \"Rifleman\", aboard: \"V\"".to_owned(),
            a("Rifleman", "B", 1210, 1150),
        ];
        Field::on(&rows, &us, &[a("Guerrilla", "Z", 3500, 1050)], "", "", more)
    };
    let field = set("");
    let out = |x: i32| Command::Dismount { figure: field.id("A"), to: at(x, 1050), facing: EAST };
    let across = [out(1220), Command::Mount { figure: field.id("B"), vehicle: field.id("V") }];
    for command in &across {
        field.refuses(command, "S-R34");
        assert!(set(EARLIER).allows(command), "saved games go on as they were played");
    }
    assert!(field.allows(&out(900)));
}

#[test]
fn a_mine_is_met_on_the_way_into_a_vehicle_and_out_of_it() {
    skirmish::proves!("S-R40", "S-mines", "S-R38");
    let set = |man: String, more: &str| {
        let us = [a("M113", "V", 1000, 1050), man];
        Field::on(
            &open_ground(),
            &us,
            &[a("Guerrilla", "Z", 3500, 1050)],
            "",
            "mines: [(1080, 1130)],",
            &format!("{ALTERNATE} {more}"),
        )
    };
    let aboard = || "name: \"A\", kind: \"Rifleman\", aboard: \"V\"".to_owned();
    let out = |field: &Field| Command::Dismount { figure: field.id("A"), to: at(1200, 1050), facing: EAST };
    let mut field = set(aboard(), "");
    let command = out(&field);
    field.dice(&[1, 6]).play(command);
    assert_eq!((field.figure("A").at, field.counters("A")), (Some(at(1050, 1050)), 3));
    assert!(field.state.mines().is_empty());
    let mut earlier = set(aboard(), EARLIER);
    earlier.play(out(&earlier));
    assert_eq!(earlier.figure("A").at, Some(at(1200, 1050)), "saved games go on as they were played");

    let on_foot = || a("Rifleman", "A", 1200, 1050);
    let get_in = |field: &Field| Command::Mount { figure: field.id("A"), vehicle: field.id("V") };
    let mut field = set(on_foot(), "");
    let command = get_in(&field);
    let events = field.dice(&[1, 6]).play(command);
    assert!(!events.iter().any(|event| matches!(event, Event::Mounted { .. })), "{events:?}");
    let man = field.figure("A");
    assert_eq!((man.standing, man.at, man.counters, man.phases), (Standing::Up, Some(at(1140, 1050)), 3, 2));
    let mut earlier = set(on_foot(), EARLIER);
    earlier.play(get_in(&earlier));
    assert_eq!(earlier.figure("A").standing, Standing::Aboard(earlier.id("V")));
}

#[test]
fn who_is_only_seen_is_heard_as_well() {
    skirmish::proves!("S-listen", "S-R41");
    let known = |more: &str| {
        let us = [a("Rifleman", "A", 500, 550), a("Rifleman", "B", 1000, 550)];
        let mut field = Field::on(&open_ground(), &us, &[a("Guerrilla", "Z", 1300, 550)], "", "", more);
        assert!(field.state.is_known(field.id("Z")), "B sees it");
        let listen = Command::Listen { figure: field.id("A") };
        let events = field.dice(&[1]).play(listen);
        let heard = |event: &Event| matches!(event, Event::Listened { heard, .. } if heard.len() == 1);
        assert_eq!(events.iter().any(heard), more.is_empty(), "{events:?}");
        field.play(field.walk("B", 850, 550));
        field.state.is_known(field.id("Z"))
    };
    assert!(known(""), "though nobody sees it now");
    assert!(!known(EARLIER), "saved games go on as they were played");
}

#[test]
fn who_has_fired_may_be_spotted_for_good() {
    skirmish::proves!("S-R45", "S-hidden");
    let set = |more: &str| {
        let z = [format!("{}, hidden: true", a("Guerrilla", "Z", 1300, 500))];
        let more = format!("{ALTERNATE} first: VcNva, {more}");
        let mut field = Field::on(&open_ground(), &[a("Rifleman", "A", 500, 500)], &z, "", "", &more);
        let shot = field.fire_at("Z", Weapon::Rifle, "A");
        field.dice(&[1]).play(shot);
        field.end_turn(&[]);
        assert!(field.state.is_known(field.id("Z")));
        field
    };
    let mut field = set("");
    let look = Command::Spot { figure: field.id("A"), target: field.id("Z") };
    field.offers(&look);
    field.dice(&[6, 6]).play(look);
    field.end_turn(&[]);
    field.end_turn(&[]);
    assert!(field.state.is_known(field.id("Z")), "its shot is long ago");
    field.refuses(&look, "S-hidden");
    set(EARLIER).refuses(&look, "S-hidden");
    // One that fires and is not spotted is out of the firers' minds again.
    let mut field = set("");
    field.dice(&[1, 1]).play(look);
    assert!(field.state.is_known(field.id("Z")));
    field.end_turn(&[]);
    field.end_turn(&[]);
    assert!(!field.state.is_known(field.id("Z")));
}

#[test]
fn cover_is_as_near_as_its_nearest_edge() {
    skirmish::proves!("S-R06", "S-R13");
    let wall = with_cell(8, 10, "W");
    let behind = |x: i32, more: &str| {
        let vc = [a("Guerrilla", "Z", x, 1050)];
        let more = format!("{ALTERNATE} {more}");
        let field = Field::on(&wall, &[a("Rifleman", "A", 200, 1050)], &vc, "", "", &more);
        skirmish_rules().cover(&field.state, at(200, 1050), at(x, 1050)) != Cover::None
    };
    assert!(behind(1000, EARLIER) && behind(1020, "") && behind(1050, ""));
    assert!(!behind(1051, "") && !behind(1020, EARLIER), "saved games go on as they were played");
    let before = |x: i32, more: &str| {
        let vc = [a("Guerrilla", "Z", 1500, 500), a("M113", "V", x, 500)];
        let more = format!("{ALTERNATE} {more}");
        let field = Field::on(&open_ground(), &[a("Rifleman", "A", 200, 500)], &vc, "", "", &more);
        skirmish_rules().cover(&field.state, at(200, 500), at(1500, 500)) != Cover::None
    };
    assert!(before(1290, "") && !before(1289, "") && !before(1290, EARLIER) && before(1350, EARLIER));
    // A bunker an inch and a fifth before a figure is hard cover against a round as well.
    let shelled = |more: &str| {
        let us = [a("Radio operator", "R", 3500, 1900)];
        let rows = with_cell(12, 5, "B");
        let z = [a("Guerrilla", "Z", 1420, 550)];
        let mut field = Field::on(&rows, &us, &z, "battery: (turns: 1, rounds: 1),", "", more);
        field.dice(&[1]).play(Command::CallFire { at: at(1000, 550) });
        field.counters("Z")
    };
    assert_eq!((shelled(""), shelled(EARLIER)), (1, 3));
}

#[test]
fn nothing_is_slipped_past_between_two_points_of_a_way() {
    skirmish::proves!("S-R40", "S-R38");
    let walked = |more: &str, dice: &[u8]| {
        let us = [a("Rifleman", "A", 1000, 1050)];
        let z = [a("Guerrilla", "Z", 3050, 1050)];
        let mut field = Field::on(&open_ground(), &us, &z, "", "mines: [(1105, 1150)],", more);
        let walk = field.walk("A", 1200, 1050);
        field.dice(dice).play(walk);
        (field.figure("A").at, field.counters("A"))
    };
    assert_eq!(walked("", &[6]), (Some(at(1100, 1050)), 3), "an inch off the way");
    assert_eq!(walked(EARLIER, &[]), (Some(at(1200, 1050)), 0), "saved games go on as they were played");
    let drives = |more: &str, y: i32| {
        let v = [a("M113", "V", 900, y)];
        let field = Field::on(&with_cell(10, 10, "h"), &v, &[a("Guerrilla", "Z", 3590, 1050)], "", "", more);
        let past = field.walk("V", 1105, y - 205);
        if !field.allows(&past) {
            field.refuses(&past, "S-R38");
        }
        field.allows(&past)
    };
    assert!(!drives("", 1105) && drives("", 1095), "over its corner, and past it");
    assert!(drives(EARLIER, 1105));
}

#[test]
fn a_vehicle_that_shall_turn_is_told_that_it_does_not() {
    skirmish::proves!("S-apc");
    let field = Field::set(&[a("M113", "V", 500, 500)], &[a("Guerrilla", "Z", 3000, 500)], "");
    for facing in [field.figure("V").facing, table::Heading { dx: 2, dy: 2 }] {
        field.refuses(&Command::Turn { figure: field.id("V"), facing }, "S-apc");
    }
}

#[test]
fn what_a_scenario_asks_for_in_vain_is_refused() {
    skirmish::proves!("S-R17", "S-R19", "S-claymore");
    let begin = |us: &str, for_us: &str, more: &str| {
        let z = [a("Guerrilla", "Z", 3000, 500)];
        Field::arrange(&open_ground(), &[us], &z, for_us, "", more, &[]).map_err(|halt| halt.into_refusal())
    };
    let ready = format!("{}, ready: true", a("Rifleman", "A", 500, 500));
    let hidden = format!("{}, hidden: true", a("M113", "V", 500, 500));
    for (us, rule) in [(&ready, "S-R17"), (&hidden, "S-R19")] {
        let refusal = begin(us, "", "").map(|_| ()).unwrap_err();
        assert_eq!(refusal.rule.as_str(), rule, "{refusal}");
        assert!(begin(us, "", EARLIER).is_ok(), "saved games go on as they were played");
    }
    let off = "claymores: [(at: (9000, 100), facing: East)],";
    let refusal = begin(&a("Rifleman", "A", 500, 500), off, "").map(|_| ()).unwrap_err();
    assert!(refusal.rule.as_str() == "S-claymore" && refusal.because.contains("Claymore"), "{refusal}");
}

#[test]
fn points_of_any_number_are_counted() {
    skirmish::proves!("S-R02", "S-R20");
    let goals = |n: usize| format!("goals: [{}],", "Kill(points: 255),".repeat(n));
    let us = [a("Rifleman", "A", 1000, 500), format!("{}, counters: 6", a("Rifleman", "B", 200, 200))];
    let z = [a("Guerrilla", "Z", 1090, 500)];
    let mut field = Field::on(&open_ground(), &us, &z, &goals(300), &goals(200), ALTERNATE);
    let fight = Command::Fight { figure: field.id("A"), target: field.id("Z") };
    field.dice(&[6, 1]).play(fight);
    let points = Side::ALL.map(|side| skirmish::score::points(&field.state, side));
    assert_eq!(points, [u16::MAX, 51_000]);
    let Some(Outcome { title, .. }) = skirmish_rules().outcome(&field.state) else { panic!("it is over") };
    assert_eq!(title, "US/ARVN narrow victory");
}
