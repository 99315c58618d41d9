//! What an umpire found wrong who came a fourth time, and how it is now.

use std::sync::Arc;

use pointman_tests::skirmish::*;
use skirmish::scenario::Goal;
use skirmish::{Command, Deed, FigureId, Force, Grenade, Said, Scenario, Side, Weapon};
use tabletop::dice::Tape;
use tabletop::{Game, Ruleset};

use super::companion::{A, Desk, X};

const ALTERNATE: &str = "hiding: Alternate,";
/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 11,";

/// One who looks down from a hill does not see more than one who looks up to it.
#[test]
fn a_line_of_sight_over_rising_ground_is_the_same_both_ways() {
    skirmish::proves!("S-R32");
    let us = [a("Rifleman", "A", 500, 500)];
    let on_a_hill = |more: &str| {
        let heights: Vec<String> =
            (0..20).map(|_| "0".repeat(20) + "1" + &"0".repeat(8) + "2" + &"0".repeat(10)).collect();
        let text = format!(
            "(title: \"T\", summary: \"T\", board: (rows: {:?}, heights: {heights:?}), turns: 9, first: UsArvn, {more} \
             us_arvn: (edge: West, figures: [({})], goals: [Kill(points: 1)]), \
             vc_nva: (edge: East, figures: [({})], goals: [Kill(points: 1)]))",
            open_ground(),
            us[0],
            a("Guerrilla", "Z", 3900, 500),
        );
        let scenario: Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
        skirmish_rules().begin(&scenario, &mut Tape::default()).unwrap()
    };
    let rules = skirmish_rules();
    let differ = |more: &str| {
        let state = on_a_hill(more);
        let mut differ = 0;
        for x in 1400..1500 {
            let (low, high) = (at(x, 550), at(2950, 650));
            let sees = rules.sees(&state, low, high);
            assert_eq!(sees, rules.sight_line(&state, low, high).blocked.is_none());
            differ += usize::from(sees != rules.sees(&state, high, low));
        }
        differ
    };
    assert_eq!(differ(""), 0);
    assert!(differ(EARLIER) > 0, "saved games go on as they were played");
}

#[test]
fn figures_in_a_building_see_through_two_inches_of_it_and_no_more() {
    skirmish::proves!("S-R32");
    let sees = |from: i32, row: &str, more: &str| {
        let mut rows = open_ground();
        rows[5].replace_range(5..5 + row.len(), row);
        let us = [a("Rifleman", "A", from, 550)];
        let field = Field::on(&rows, &us, &[a("Rifleman", "Z", 1550, 550)], "", "", &format!("{ALTERNATE} {more}"));
        let (there, back) = (at(from, 550), at(1550, 550));
        let (rules, state) = (skirmish_rules(), &field.state);
        assert_eq!(rules.sees(state, there, back), rules.sees(state, back, there), "the same both ways");
        assert_eq!(rules.sight_line(state, there, back).blocked.is_none(), rules.sees(state, there, back));
        rules.sees(state, there, back)
    };
    assert!(sees(600, "hhh", ""), "two inches");
    assert!(!sees(599, "hhh", "") && !sees(550, "hhh", ""));
    assert!(sees(550, "hhh", EARLIER), "saved games go on as they were played");
    // From end to end of one building as well.
    assert!(sees(1350, "hhhhhhhhhhhhhh", "") && !sees(1349, "hhhhhhhhhhhhhh", ""));
}

#[test]
fn a_vehicle_drives_round_other_vehicles() {
    skirmish::proves!("S-R16", "S-R38");
    let set = |more: &str| {
        let us = [a("M113", "V", 1000, 1050)];
        Field::set(&us, &[a("M113", "W", 1200, 1050), a("Guerrilla", "Z", 3500, 100)], more)
    };
    let field = set("");
    field.refuses(&field.walk("V", 1400, 1050), "S-R16");
    field.refuses(&field.walk("V", 1150, 1050), "S-R16");
    assert!(field.allows(&field.walk("V", 1139, 1050)));
    assert!(set(EARLIER).allows(&field.walk("V", 1400, 1050)), "saved games go on as they were played");
}

#[test]
fn a_vehicle_begins_outside_buildings() {
    skirmish::proves!("S-R38");
    let rows: Vec<String> = vec![format!("....hh{}", ".".repeat(34)); 20];
    let begun = |x: i32, more: &str| {
        let us = [a("M113", "V", x, 500)];
        let begun = Field::arrange(&rows, &us, &[a("Guerrilla", "Z", 3000, 500)], "", "", more, &[]);
        begun.err().map(|halt| halt.into_refusal().rule.as_str().to_owned())
    };
    assert_eq!(begun(500, "").as_deref(), Some("S-R38"), "it could not leave it");
    assert_eq!((begun(350, ""), begun(500, EARLIER)), (None, None));
    // One that takes a rifleman's place in a hut stands before it.
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {rows:?}), turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [({})], \
         goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [({})], goals: [Kill(points: 1)]))",
        a("Rifleman", "A", 450, 500),
        a("Guerrilla", "Z", 3000, 500),
    );
    let scenario: Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let force = "(name: \"F\", side: UsArvn, figures: {\"M113\": 1, \"Rifleman\": 1})";
    let force = Force::parse("force", force, skirmish_rules().figure_table()).unwrap();
    let changed = skirmish_rules().with_force(&scenario, &force).unwrap();
    assert!(skirmish_rules().begin(&changed, &mut Tape::default()).is_ok(), "{:?}", changed.us_arvn.figures);
}

#[test]
fn a_goal_brings_points() {
    skirmish::proves!("S-turn");
    let begun = |points: u8, more: &str| {
        let goals = format!("goals: [Kill(points: {points})],");
        let z = [a("Guerrilla", "Z", 3000, 500)];
        Field::arrange(&open_ground(), &[a("Rifleman", "A", 500, 500)], &z, &goals, "", more, &[]).is_ok()
    };
    assert_eq!((begun(0, ""), begun(1, ""), begun(0, EARLIER)), (false, true, true));
}

#[test]
fn a_second_gunner_helps_at_a_mortar_and_a_vehicle_does_not() {
    skirmish::proves!("S-R39");
    let remarks = |figures: &str| {
        let force = format!("(name: \"F\", side: VcNva, figures: {{{figures}}})");
        let force = Force::parse("force", &force, skirmish_rules().figure_table()).unwrap();
        force.muster(skirmish_rules()).remarks.len()
    };
    assert_eq!(remarks("\"Mortar gunner\": 1"), 1);
    assert_eq!(remarks("\"Mortar gunner\": 1, \"M113\": 1"), 1);
    assert_eq!(remarks("\"Mortar gunner\": 2"), 0);
}

/// What it is known by is forgotten as its turn begins, so that its check is as secret as it is.
#[test]
fn the_check_of_one_that_has_fired_and_hides_again_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28", "S-hidden", "S-R02");
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 9, first: VcNva, us_arvn: (edge: West, figures: [({})], \
         goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [({}), ({})], goals: [Kill(points: 1)]))",
        open_ground(),
        a("Rifleman", "A", 1000, 500),
        a("Rifleman", "Z", 2000, 500),
        a("Rifleman", "Y", 3900, 1900),
    );
    let scenario: Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let z = FigureId(1);
    for seed in 0..8 {
        let mut game = Game::new(Arc::new(skirmish_rules().clone()), scenario.clone(), "", seed).unwrap();
        game.play(Command::Spray { figure: z, weapon: Weapon::AssaultRifle, at: at(1500, 1000) }).unwrap();
        game.play(Command::Done).unwrap();
        for _ in 0..3 {
            game.play(Command::Fire { figure: FigureId(0), weapon: Weapon::AssaultRifle, at: Some(z) }).unwrap();
        }
        game.play(Command::Done).unwrap();
        let line = |side| game.log(game.len() - 1..game.len(), Some(side)).pop().unwrap();
        let checked = line(Side::VcNva).rolls.len();
        let told = line(Side::UsArvn);
        assert_eq!(told.rolls.len(), 0, "{checked} rolled: {told:?}");
        if game.state().is_known(z) {
            // That it has fallen is told, and not by how many counters.
            let words = told.told;
            assert!(words.iter().any(|said| said == "Z is removed."), "{words:?}");
            assert!(!words.iter().any(|said| said.contains("KIA check")), "{words:?}");
            let seen = skirmish_rules().view(game.state(), Side::UsArvn);
            assert_eq!(seen.figure(z).map(|f| f.counters), Some(0));
        }
    }
}

#[test]
fn a_mortar_reaches_nothing_a_hair_nearer_than_its_least_range() {
    skirmish::proves!("S-R39");
    let us = [a("Mortar gunner", "M", 500, 500) + ", ready: true", a("Mortar mate", "N", 500, 600)];
    let field = |more: &str| Field::set(&us, &[a("Guerrilla", "Z", 3500, 100)], more);
    let shell = |y: i32| Command::Shell { figure: FigureId(0), grenade: Grenade::Smoke, at: at(1699, y) };
    // Eleven inches and 99.5 hundredths, and twelve and a hair.
    field("").refuses(&shell(535), "S-R39");
    assert!(field("").allows(&shell(549)));
    assert!(field(EARLIER).allows(&shell(535)), "saved games go on as they were played");
}

/// A slip of the pen in a goal or in what was measured is told, and not passed over.
#[test]
fn what_no_goal_and_no_measurement_has_is_refused() {
    skirmish::proves!("S-companion", "S-R31");
    let goal = |text: &str| tabletop::files::parse_ron::<Goal>("goal", text).is_ok();
    assert!(goal("Kill(points: 2)") && !goal("Kill(points: 2, vehicles: 3)"));
    let aim = "range: 600, in_arc: true, clear: true, identified: false, shift: 0";
    let command = |aim: &str, more: &str| {
        let text = format!("Beside(Spray(figure: 0, weapon: Pistol, aim: ({aim}){more}))");
        tabletop::files::parse_ron::<Command>("command", &text).is_ok()
    };
    assert!(command(aim, "") && !command(aim, ", spoilt: true") && !command(&format!("{aim}, mates: true"), ""));
    let facts = "range: 600, in_arc: true, clear: true, cover: Soft";
    let mark = |facts: &str| {
        let text = format!("Beside(Mark(target: 0, facts: ({facts})))");
        tabletop::files::parse_ron::<Command>("command", &text).is_ok()
    };
    assert!(mark(facts) && !mark(&format!("{facts}, hidden: true")));
}

#[test]
fn beside_a_table_a_vehicle_that_has_left_sees_nobody_under_it() {
    skirmish::proves!("S-companion", "S-R31");
    let left = |more: &str| {
        let mut desk = Desk::set(&format!("(name: \"V\", kind: \"M113\"), {A}"), X, more);
        desk.say(Said::Try { figure: desk.id("V"), deed: Deed::Leave, near: true }, &[]);
        desk.look(&["X"], &[]);
        desk.say(Said::Over { vehicle: desk.id("V"), figure: desk.id("X") }, &[]);
        let known = desk.state.is_known(desk.id("X"));
        let asks = skirmish_rules().check(&desk.state, &Command::Beside(Said::LookOut)).is_ok();
        (desk.counters("X"), known, asks)
    };
    assert_eq!(left(""), (5, false, true), "whether A sees it is asked again");
    assert_eq!(left(EARLIER), (5, true, false), "saved games go on as they were played");
}
