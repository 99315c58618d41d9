//! Off-table fire, the M113, mortars, mines, Claymores, forces: rules S-support to S-claymore.

use pointman_tests::library;
use pointman_tests::skirmish::*;
use skirmish::Force;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::rules::RULE_IDS;
use skirmish::state::Spot;
use skirmish::{Command, Grenade, Scenario, Side, Skirmish, Step, Weapon, Work};
use tabletop::rulebook::Rulebook;
use tabletop::{Halt, Provenance, Ruleset};

const ALTERNATE: &str = "hiding: Alternate,";

fn on(rows: &[String], us: &[String], vc: &[String], for_us: &str, for_vc: &str, more: &str) -> Field {
    Field::on(rows, us, vc, for_us, for_vc, more)
}

fn set(us: &[String], vc: &[String]) -> Field {
    on(&open_ground(), us, vc, "", "", ALTERNATE)
}

fn gunless() -> Vec<String> {
    vec![a("Rifleman", "X", 3000, 1000), a("Rifleman", "Y", 3600, 1000)]
}

#[test]
fn off_table_rounds_deviate_from_the_last_landing_point_and_need_no_die_for_effect() {
    skirmish::proves!("S-R37", "S-support", "S-R09", "S-R10", "S-R13");
    let mut rows = open_ground();
    rows[10].replace_range(36..37, "t");
    let radio = [a("Radio operator", "A", 300, 1000)];
    let vc = [a("Rifleman", "X", 3000, 1050), a("Rifleman", "Y", 3650, 1050)];
    let mut field = on(&rows, &radio, &vc, "battery: (turns: 1, rounds: 3),", "", ALTERNATE);
    field.refuses(&Command::NextRound, "S-support");
    // On the point: X is there, Y in his trench just beyond six inches.
    field.dice(&[2]).play(Command::CallFire { at: at(3000, 1050) });
    assert_eq!((field.counters("X"), field.counters("Y")), (3, 0));
    field.refuses(&Command::CallFire { at: at(100, 100) }, "S-support");
    // Over: eight inches from the western edge.
    field.dice(&[3]).play(Command::NextRound);
    assert_eq!(field.state.support(Side::UsArvn).last, Some(Spot::At(at(3800, 1050))));
    assert_eq!((field.counters("X"), field.counters("Y")), (3, 1), "hard cover: one");
    // Right of a line to the east is south; a 1 would have stayed where the last one fell.
    field.dice(&[4]).play(Command::NextRound);
    assert_eq!(field.state.support(Side::UsArvn).last, Some(Spot::At(at(3800, 1850))));
    field.refuses(&Command::NextRound, "S-R10");
    field.play(Command::Done);
    field.refuses(&Command::CallFire { at: at(100, 100) }, "S-support");
    field.end_turn(&[6, 6]);
    field.end_turn(&[]);
    assert_eq!(field.state.step(), Step::Figures, "one turn of fire was all");
    let too_much = Field::arrange(&open_ground(), &[&radio[0]], &[&vc[0]], "battery: (rounds: 6),", "", ALTERNATE, &[]);
    assert!(matches!(too_much, Err(Halt::Refused(r)) if r.rule.as_str() == "S-R10"));
    let mute =
        Field::arrange(&open_ground(), &[&a("Rifleman", "A", 1, 1)], &[&vc[0]], "battery: (),", "", ALTERNATE, &[]);
    assert!(matches!(mute, Err(Halt::Refused(r)) if r.rule.as_str() == "S-support"));
}

#[test]
fn a_spotting_round_drifts_and_is_corrected_by_guess_in_a_later_turn() {
    skirmish::proves!("S-R11");
    let radio = [a("Radio operator", "A", 300, 1000)];
    let mut field = on(&open_ground(), &radio, &gunless(), "battery: (spotting: true),", "", ALTERNATE);
    field.refuses(&Command::CallFire { at: at(3000, 1000) }, "S-R11");
    field.refuses(&Command::Correct { over: 0, right: 0 }, "S-R11");
    // Face 3 is east; 4 and 3 less two are five inches.
    field.dice(&[3, 4, 3]).play(Command::SpottingRound { at: at(3000, 1000) });
    assert_eq!(field.state.support(Side::UsArvn).smoke, Some(Spot::At(at(3500, 1000))));
    field.refuses(&Command::Correct { over: -5, right: 0 }, "S-R11");
    field.play(Command::Done);
    field.end_turn(&[]);
    field.end_turn(&[]);
    field.refuses(&Command::Correct { over: 25, right: 0 }, "S-R11");
    field.dice(&[1]).play(Command::Correct { over: -5, right: 2 });
    assert_eq!(field.state.support(Side::UsArvn).last, Some(Spot::At(at(3000, 1200))));
    assert_eq!(field.counters("X"), 3);
    // The enemy does not see what was aimed at.
    let event = Event::SpottingRound { side: Side::UsArvn, aim: at(1, 1), at: at(2, 2) };
    let told = skirmish_rules().seen(&event, &field.state, Side::VcNva);
    assert_eq!(told, Some(Event::SpottingRound { side: Side::UsArvn, aim: at(2, 2), at: at(2, 2) }));
}

#[test]
fn the_radio_is_lost_with_its_carrier_on_four_to_six() {
    skirmish::proves!("S-R12");
    for (die, saved) in [(3, true), (4, false)] {
        let us = [a("Radio operator", "A", 300, 1000) + ", counters: 6", a("Rifleman", "B", 300, 1200)];
        let vc = a("Rifleman", "X", 3000, 1000);
        let field = Field::arrange(&open_ground(), &us, &[&vc], "battery: (),", "", ALTERNATE, &[die]).unwrap();
        assert_eq!(field.figure("B").kit.radio, saved);
        assert_eq!(field.state.step(), if saved { Step::Support } else { Step::Figures });
    }
}

#[test]
fn an_m113_drives_four_inches_whatever_its_counters_and_shrugs_rifles_off() {
    skirmish::proves!("S-R38", "S-apc");
    let v = a("M113", "V", 500, 1000) + ", counters: 4";
    let us = [v, a("Rifleman", "A", 400, 1100), "name: \"P\", kind: \"Rifleman\", aboard: \"V\"".into()];
    let vc = [a("Machine gunner", "X", 2500, 1000), a("Heavy gunner", "Y", 2500, 1200), a("Rifleman", "Z", 900, 1450)];
    let mut field = Field::arrange(&open_ground(), &us, &vc, "", "", ALTERNATE, &[5]).unwrap();
    assert_eq!(field.figure("V").phases, 3);
    field.refuses(&Command::Move { figure: field.id("P"), to: at(700, 1000), facing: EAST }, "S-apc");
    let mount = Command::Mount { figure: field.id("A"), vehicle: field.id("V") };
    field.play(mount);
    assert_eq!((field.figure("A").standing, field.figure("A").phases), (Standing::Aboard(field.id("V")), 2));
    let out = Command::Dismount { figure: field.id("P"), to: at(500, 850), facing: NORTH };
    field.refuses(&Command::Dismount { figure: field.id("P"), to: at(500, 799), facing: NORTH }, "S-R38");
    field.play(out);
    assert_eq!(field.figure("P").at, Some(at(500, 850)));
    field.refuses(&field.walk("V", 901, 1000), "S-apc");
    field.play(field.walk("V", 900, 1000));
    assert_eq!(field.figure("V").pips, 3);
    field.end_turn(&[]);
    for (name, weapon) in [("X", Weapon::LightMachineGun), ("Z", Weapon::AssaultRifle)] {
        let able = skirmish_rules().targets(&field.state, field.id(name), weapon);
        assert!(!able.contains(&field.id("V")), "{weapon:?}");
    }
    assert!(skirmish_rules().targets(&field.state, field.id("Y"), Weapon::HeavyMachineGun).contains(&field.id("V")));
    // A fragmentation grenade gives it nothing, as it has counters.
    field.play(field.prepare("Z", Work::Throw));
    field.play(field.prepare("Z", Work::Throw));
    let before = field.counters("V");
    let throw = Command::Throw { figure: field.id("Z"), grenade: Grenade::Fragmentation, at: at(900, 1000) };
    field.dice(&[1, 6]).play(throw);
    assert_eq!(field.counters("V"), before);
}

#[test]
fn the_first_kill_immobilises_the_second_explodes() {
    skirmish::proves!("S-R14");
    let set = |counters: u8, dice: &[u8]| {
        let us = [
            a("M113", "V", 500, 1000) + &format!(", counters: {counters}"),
            "name: \"P\", kind: \"Rifleman\", aboard: \"V\"".into(),
        ];
        let vc = a("RPG gunner", "X", 2500, 1000);
        Field::arrange(&open_ground(), &us, &[&vc], "", "", ALTERNATE, dice).unwrap()
    };
    let mut field = set(3, &[3]);
    assert_eq!((field.figure("V").kills, field.counters("V"), field.figure("V").standing), (1, 0, Standing::Up));
    field.refuses(&field.walk("V", 600, 1000), "S-R14");
    field.end_turn(&[]);
    field.play(field.prepare("X", Work::Rocket));
    let rocket = Command::Rocket { figure: field.id("X"), aim: skirmish::RocketAim::Vehicle(field.id("V")) };
    field.dice(&[5]).play(rocket);
    assert_eq!(field.counters("V"), 3);
    field.end_turn(&[2]);
    assert_eq!(field.figure("V").standing, Standing::Removed);
    let p = field.figure("P");
    assert_eq!((p.standing, p.counters), (Standing::Up, 3));
    assert!(p.at.unwrap().within(at(500, 1000), 200));
    assert_eq!(set(3, &[4]).figure("V").kills, 0);
}

#[test]
fn whoever_is_run_over_has_five_counters() {
    skirmish::proves!("S-R16");
    let us = [a("M113", "V", 500, 1000), a("Rifleman", "A", 700, 1150)];
    let vc = [
        a("Rifleman", "X", 700, 1050) + ", counters: 2",
        a("Rifleman", "Y", 700, 900) + ", counters: 4",
        a("Rifleman", "Z", 800, 1000) + ", counters: 7",
    ];
    let mut field = set(&us, &vc);
    field.play(field.walk("V", 880, 1000));
    assert_eq!(["X", "Y", "Z"].map(|n| field.counters(n)), [5, 4, 7], "Y stands an inch beside it");
    field.refuses(&field.walk("V", 620, 1250), "S-R16"); // over its own man
}

#[test]
fn a_mortar_fires_one_round_with_two_men_beyond_twelve_inches() {
    skirmish::proves!("S-R39", "S-mortar", "S-R18");
    let us = [a("Mortar gunner", "G", 500, 1000) + ", ready: true", a("Mortar mate", "M", 400, 1000)];
    let vc = [a("M113", "V", 2000, 1000), a("Rifleman", "X", 2000, 1300)];
    let mut field = set(&us, &vc);
    let shell = |x, y| Command::Shell { figure: skirmish::FigureId(0), grenade: Grenade::Fragmentation, at: at(x, y) };
    field.refuses(&shell(1699, 1000), "S-R39");
    // Seen: as by hand. On the point; the vehicle as by an RPG, the man three inches away on a 5.
    field.dice(&[1, 5, 5]).play(shell(2000, 1000));
    assert_eq!((field.counters("V"), field.counters("X"), field.figure("G").phases), (3, 1, 0));
    field.end_turn(&[6, 6]);
    field.end_turn(&[]);
    field.refuses(&shell(3201, 1000), "S-R18");
    assert!(field.allows(&shell(3200, 1000)));
    // Unseen: as artillery, eight inches.
    let mut rows = open_ground();
    for row in &mut rows {
        row.replace_range(10..11, "h");
    }
    let mut field = on(&rows, &us, &vc, "", "", ALTERNATE);
    let events = field.dice(&[4]).play(shell(3000, 500));
    assert!(events.iter().any(|e| matches!(e, Event::Landed { at: p, .. } if p.distance(at(3000, 500)) / 10 == 79 || p.distance(at(3000, 500)) == 800)), "{events:?}");
    // Alone, nobody fires it.
    let alone = set(&[us[0].clone(), a("Mortar mate", "M", 1000, 1000)], &vc);
    alone.refuses(&shell(3000, 500), "S-R39");
    let mut moved = set(&us, &vc);
    moved.play(Command::Turn { figure: moved.id("G"), facing: NORTH });
    moved.refuses(&shell(3000, 500), "S-R39");
}

#[test]
fn a_mortar_is_set_up_and_taken_down_in_two_full_turns() {
    skirmish::proves!("S-R17");
    let us = [a("Mortar gunner", "G", 500, 1000) + ", ready: true", a("Mortar mate", "M", 400, 1000)];
    let mut field = set(&us, &[a("Rifleman", "X", 3500, 1000)]);
    field.refuses(&field.walk("G", 600, 1000), "S-R17");
    field.refuses(&field.prepare("G", Work::SetUp), "S-R17");
    for n in 0..5 {
        field.play(field.prepare("G", Work::TakeDown));
        if n == 2 {
            field.end_turn(&[]);
            field.end_turn(&[]);
        }
    }
    field.play(Command::Finish { figure: field.id("G") });
    assert!(!field.figure("G").mortar.unwrap().ready);
    assert_eq!((field.state.turn(), field.figure("G").phases), (2, 0), "six phases: two turns");
    field.end_turn(&[]);
    field.end_turn(&[]);
    assert!(field.allows(&field.walk("G", 600, 1000)));
    field.refuses(&Command::Finish { figure: field.id("G") }, "S-R08");
}

#[test]
fn mines_are_secret_and_hit_whoever_sets_them_off_hardest() {
    skirmish::proves!("S-R40", "S-mines");
    let us = [a("Rifleman", "A", 500, 1000), a("Rifleman", "B", 500, 1150)];
    let mut field = on(&open_ground(), &us, &[a("Rifleman", "X", 3500, 1000)], "", "mines: [(750, 1000)],", ALTERNATE);
    assert!(field.view(Side::UsArvn).mines().is_empty());
    assert_eq!(field.view(Side::VcNva).mines().len(), 1);
    // A stops at an inch and rolls for three; B, within four inches, for one on a 5.
    let walk = field.walk("A", 700, 1000);
    field.dice(&[3, 5]).play(walk);
    assert_eq!(field.figure("A").at, Some(at(650, 1000)));
    assert_eq!((field.counters("A"), field.counters("B")), (3, 1));
    assert!(field.state.mines().is_empty());
    assert!(field.state.is_known(field.id("A")), "the bang is heard");
}

#[test]
fn claymores_take_a_turn_to_place_and_fire_in_two_bands() {
    skirmish::proves!("S-claymore", "S-R25");
    let us = [a("Claymore man", "A", 500, 1000), a("Rifleman", "F", 900, 1000)];
    let vc = [a("Rifleman", "X", 900, 1100), a("Rifleman", "Y", 1200, 1000), a("Rifleman", "Z", 600, 1500)];
    let mut field = on(&open_ground(), &us, &vc, "", "", "");
    let place = Command::PlaceClaymore { figure: field.id("A"), at: at(600, 1000), facing: EAST };
    field.refuses(&place, "S-R08");
    field.play(field.prepare("A", Work::Claymore));
    field.play(field.prepare("A", Work::Claymore));
    field.play(place);
    assert_eq!((field.figure("A").phases, field.figure("A").kit.claymores), (0, 1));
    assert!(field.view(Side::VcNva).claymores().is_empty());
    field.end_turn(&[]);
    field.end_turn(&[]);
    let fire = Command::FireClaymore { figure: field.id("A"), number: 0 };
    assert!(skirmish_rules().phrase(&field.state, &fire).ends_with(&format!("fires {}.", skirmish::claymore_name(0))));
    assert_eq!(skirmish::claymore_name(0), "Claymore 1", "on the table as in the log they are counted from 1");
    // Three inches: F, a friend, on 4. X is a little farther: one on 5. Y at six inches on 5. Z is outside the fan.
    field.dice(&[4, 5, 4]).play(fire);
    assert_eq!(["F", "X", "Y", "Z"].map(|n| field.counters(n)), [2, 1, 0, 0]);
    field.refuses(&fire, "S-claymore");
    let mut far = on(&open_ground(), &us, &vc, "claymores: [(at: (901, 1000), facing: East)],", "", "");
    far.refuses(&Command::FireClaymore { figure: far.id("A"), number: 0 }, "S-claymore");
    far.play(far.prepare("A", Work::Throw));
    far.refuses(&far.prepare("A", Work::Claymore), "S-claymore"); // not an entire turn any more
}

#[test]
fn forces_of_a_players_own_take_the_places_of_a_scenario() {
    let rules = skirmish_rules();
    for file in library().scenarios("skirmish").unwrap() {
        let scenario: Scenario = library().scenario::<Skirmish>(&file.name).unwrap();
        for (_, force) in rules.forces() {
            let changed = rules.with_force(&scenario, force).unwrap();
            let count: usize = force.figures.values().map(|&n| usize::from(n)).sum();
            assert_eq!(changed.party(force.side).figures.len(), count);
            if changed.party(force.side).battery.is_none() || force.figures.contains_key("Radio operator") {
                let begun = rules.begin(&changed, &mut tabletop::dice::Tape::default());
                begun.unwrap_or_else(|halt| panic!("{} with {}: {halt}", file.name, force.name));
            }
        }
        let nobody = Force { name: "Nobody".into(), side: Side::UsArvn, figures: Default::default() };
        assert!(rules.with_force(&scenario, &nobody).is_err());
    }
}

#[test]
fn every_rule_stands_in_the_rulebook_and_rulings_give_their_reason() {
    let library = library();
    let book = Rulebook::load(&|path| library.read(path), Skirmish::ID).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(book.lacks(RULE_IDS), Vec::<&str>::new(), "ids without a text");
    assert_eq!(book.beyond(RULE_IDS), Vec::<&str>::new(), "texts without an id");
    for entry in book.rules() {
        let ruling = entry.id.starts_with("S-R");
        assert_eq!(ruling, !entry.reason.is_empty(), "{}: rulings, and only they, give a reason", entry.id);
        assert!(!ruling || !matches!(entry.from, Provenance::Printed(_)), "{}: a ruling is not printed", entry.id);
    }
}

#[test]
fn every_number_says_where_it_is_from() {
    let rules = skirmish_rules();
    let numbers = rules.numbers().each();
    assert!(numbers.iter().all(|(_, n)| !n.from.detail().is_empty()));
    assert!(matches!(rules.numbers().vehicle_in.from, Provenance::Printed(_)));
    assert!(matches!(rules.numbers().walk_in.from, Provenance::Reconstructed(_)));
    assert!(rules.weapons().each().iter().all(|row| !row.suppress_on.from.detail().is_empty()));
}
