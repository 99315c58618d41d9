//! What a second reading of the rules found missing, and that saved games of before go on as they did.

use platoon::command::Stores;
use platoon::event::Reason;
use platoon::query::{Answer, Fact};
use platoon::state::{Condition, Fate, Flight, Hull, Order};
use platoon::{Command, Event, MarkerId, Mode, Phase, Shot, Side, SquadId, Target, proves};
use pointman_tests::platoon::*;
use table::{Board, Cover, Going, Point, Quarter, Terrain};
use tabletop::{Ruleset, parse_ron};

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((20, 8)), facing: (dx: 0, dy: -1), gung_ho: Some(8))"#;
const OTHER: &str = r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 12)), gung_ho: Some(8))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(4, AssaultRifle)], at: Some((20, 2)), facing: (dx: 0, dy: 1), gung_ho: Some(8))"#;
const FAR: &str =
    r#"(id: 12, name: "Y", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((20, 1)), gung_ho: Some(8))"#;

fn game(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(&open(40, 14), squads, markers), dice)
}

fn is_legal(field: &Field, command: &Command) -> bool {
    rules().check(&field.state, command).is_ok()
}

fn rule_of(field: &Field, command: Command) -> String {
    field.refused(command).rule.as_str().to_owned()
}

/// The same position in a game saved before.
fn as_before(field: &Field) -> Field {
    let mut before = Field { state: field.state.clone(), events: Vec::new() };
    before.state.options.fifth_rulings = true.into();
    before
}

const fn shot(range: i32) -> Shot {
    Shot { range, cover: Cover::None, from: Quarter::Front, seeing: None, heard: None }
}

#[test]
fn by_night_nobody_aims_far_beside_a_real_table_either() {
    proves!("P-R38", "P-companion", "P-fire");
    let beside = |us: &str| {
        let us = us.replace("at: Some((20, 8)), ", "");
        let nva = NVA.replace("at: Some((20, 2)), ", "");
        let mut setup = scenario(&BESIDE, &[&us, &nva], &["(id: 1, side: Vc, hides: Nothing)"]);
        setup.options.night = true;
        Field::begin(&setup, &[1, 6])
    };
    let (squad, target, figure) = (SquadId(1), SquadId(11), 1);
    let volley = |range| Command::Fire { squad, target: Target::Squad(target), facts: Some(shot(range)) };
    let launch = |range| Command::Launch { squad, figure, target, facts: Some(shot(range)) };
    let mortar = |range| Command::Mortar { squad, figure, target, facts: Some(shot(range)) };
    let snipe = |range| Command::Snipe { squad, target, figure, range: Some(range) };
    let sniper = US.replace("(4, Ass", "(1, Ass").replace("figures", "kind: Sniper, figures");
    let all: [(&str, &dyn Fn(i32) -> Command, &str); 4] = [
        (US, &volley, "P-fire"),
        (&US.replace("(4, AssaultRifle)", "(1, Maw)"), &launch, "P-direct"),
        (&US.replace("(4, AssaultRifle)", "(1, Mortar60)"), &mortar, "P-direct"),
        (&sniper, &snipe, "P-R37"),
    ];
    for (us, order, rule) in all {
        let field = beside(us);
        assert!(is_legal(&field, &order(1_000)), "{us}");
        assert_eq!(rule_of(&field, order(1_100)), rule, "{us}");
        assert!(is_legal(&as_before(&field), &order(1_100)), "{us}");
        let asked = rules().facts_needed(&field.state, &order(500));
        let range = asked.iter().find(|q| q.fact == Fact::Range).unwrap();
        let far = |answer| matches!(answer, Answer::Inches(length) if length > 1_000);
        assert!(!range.choices.iter().any(|choice| far(choice.answer)), "{range:?}");
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        let same = |option: &&Command| std::mem::discriminant(*option) == std::mem::discriminant(&order(0));
        assert!(offered.iter().any(|option| same(&option)), "{us}: {offered:?}");
    }
    // At a marker nobody aims.
    let recon = Command::Fire { squad, target: Target::Marker(MarkerId(1)), facts: Some(shot(1_100)) };
    assert!(is_legal(&beside(US), &recon));
}

#[test]
fn by_night_troops_not_yet_drawn_open_fire_no_farther_beside_a_real_table() {
    proves!("P-R38", "P-R57");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut setup = scenario(&BESIDE, &[&us, unknown], &["(id: 1, side: Vc, hides: Squad(11))"]);
    setup.options.night = true;
    let mut field = Field::begin(&setup, &[6, 1]);
    field.until(11);
    let volley =
        |range| Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), facts: Some(shot(range)) };
    assert!(is_legal(&field, &volley(900)));
    assert_eq!(rule_of(&field, volley(1_100)), "P-fire");
    assert!(is_legal(&as_before(&field), &volley(1_100)));
}

#[test]
fn a_sniper_who_disappears_kills_nobody_inside_a_vehicle() {
    proves!("P-sniper");
    let out = Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None };
    let tank = US.replace("figures", "kind: Tank, figures");
    let mut field = game(&[&tank, SNIPER, FAR], &[], &[6, 1, 5]);
    let mut before = as_before(&field);
    field.play(out.clone(), &[2, 2]);
    assert!(field.squad(1).strength() == 4 && field.squad(11).gone);
    before.any(out, 1);
    assert!(before.squad(1).strength() == 3 || !before.squad(11).gone);
}

#[test]
fn a_sniper_disappears_with_no_enemy_in_sight() {
    proves!("P-sniper", "P-hidden");
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field =
        game(&[&us, SNIPER, FAR], &["(id: 1, side: Allied, at: Some((20, 8)), hides: Squad(1))"], &[6, 1, 5]);
    field.until(11);
    let out = Command::BugOut { squad: SquadId(11), target: None, sees: None };
    let mut offered = Vec::new();
    rules().options(&field.state, &mut offered);
    assert!(offered.contains(&out), "{offered:?}");
    field.play(out, &[2, 2]);
    assert!(field.squad(11).gone);
    // Saved games name a squad without more.
    let read = |text: &str| parse_ron::<Command>("order", text).unwrap_or_else(|e| panic!("{e}"));
    for target in [Some(SquadId(1)), None] {
        let command = Command::BugOut { squad: SquadId(11), target, sees: None };
        assert_eq!(read(&ron::to_string(&command).unwrap()), command);
    }
    let old = Command::BugOut { squad: SquadId(12), target: Some(SquadId(3)), sees: None };
    assert_eq!(read("BugOut(squad: 12, target: 3)"), old);
}

#[test]
fn only_small_arms_reach_a_helicopter_in_the_air() {
    proves!("P-helicopter-fire", "P-mortar", "P-R26");
    let heli = US.replace("(4, AssaultRifle)", "(2, Pistol)").replace("figures", "kind: Helicopter, figures");
    let crew = NVA.replace("(4, AssaultRifle)", "(1, Rcl), (1, AssaultRifle), (1, Mortar60)");
    let mut field = game(&[&heli, &crew], &[], &[6, 1]);
    assert_eq!(field.squad(1).flight, Flight::Flying);
    let dice = |field: &Field| rules().fire_forecast(&field.state, &fire(11, 1)).unwrap().total();
    let mortar = Command::Mortar { squad: SquadId(11), figure: 3, target: SquadId(1), facts: None };
    assert_eq!((dice(&field), dice(&as_before(&field))), (1, 5));
    assert_eq!(rule_of(&field, mortar.clone()), "P-helicopter-fire");
    assert!(is_legal(&as_before(&field), &mortar));
    field.state.squads[0].flight = Flight::Descending;
    assert_eq!(dice(&field), 5);
    assert!(is_legal(&field, &mortar));
    // A tank's gun is launched at what hovers, and fires no volley at what flies.
    let tank = NVA.replace("(4, AssaultRifle)", "(1, Cannon)").replace("figures", "kind: Tank, figures");
    let field = game(&[&heli, &tank], &[], &[6, 1]);
    assert_eq!(rule_of(&field, fire(11, 1)), "P-fire");
}

#[test]
fn stores_of_the_allies_score_for_nobody() {
    proves!("P-victory", "P-search");
    let take = Command::Stores { squad: SquadId(11), marker: MarkerId(1), what: Stores::Capture };
    let captured = |before: bool| {
        let cache = "(id: 1, side: Allied, at: Some((20, 2)), hides: Cache)";
        let mut field = game(&[US, NVA], &[cache], &[6, 1]);
        field.state.markers[0].condition = Condition::Found;
        field.state.options.fifth_rulings = before.into();
        field.play(take.clone(), &[]);
        field.state.tally.caches_captured
    };
    assert_eq!([captured(false), captured(true)], [0, 1]);
}

#[test]
fn a_refusal_names_what_is_in_the_way() {
    proves!("P-fire", "P-R59", "P-mortar", "P-companion");
    // Whose only figure has fired its rocket is not told to go nearer.
    let mut field = game(&[&US.replace("(4, Ass", "(1, Ass"), NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].fired = true;
    let refusal = field.refused(fire(1, 11));
    assert!(!refusal.remedy.contains("closer"), "{refusal}");
    // Who is not drawn is neither pinned nor prone.
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let marker = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))";
    let mut field = game(&[US, unknown], &[marker], &[6, 1]);
    field.until(11);
    assert_eq!(rule_of(&field, march(11, Mode::Patrol)), "P-R59");
    assert_eq!(rule_of(&field, Command::LieDown { squad: SquadId(11) }), "P-R59");
    // A marker on a real table takes no order, and no measurements.
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field =
        Field::begin(&scenario(&BESIDE, &[&us, unknown], &["(id: 1, side: Vc, hides: Squad(11))"]), &[6, 1]);
    field.until(11);
    let refusal = field.refused(Command::MoveMarker { marker: MarkerId(1), to: Point::default() });
    assert!(refusal.rule.as_str() == "P-companion" && !refusal.remedy.contains("measurements"), "{refusal}");
    // A crew has a mortar, and its rifleman has none.
    let crew = US.replace("(4, AssaultRifle)", "(1, Mortar60), (1, AssaultRifle)");
    let field = game(&[&crew, NVA], &[], &[1, 6]);
    let mortar = Command::Mortar { squad: SquadId(1), figure: 2, target: SquadId(11), facts: None };
    assert!(field.refused(mortar).because.contains("figure"));
}

