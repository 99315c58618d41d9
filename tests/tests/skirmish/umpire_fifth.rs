//! What an umpire found wrong who came a fifth time, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::{Command, Event, FigureId, Grenade, Said, Side, Weapon, Work};
use table::{Heading, Walk};
use tabletop::Ruleset;
use tabletop::files::parse_ron;

use super::companion::{A, Desk, X};

/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 12,";

#[track_caller]
fn refused(field: &Field, command: &Command) -> (String, String) {
    let refusal = field.refusal(command);
    (refusal.rule.as_str().to_owned(), refusal.remedy)
}

/// A way that is bad in part is exactly as long as it is.
#[test]
fn a_way_through_some_bad_going_is_measured_to_a_hair() {
    skirmish::proves!("S-R34");
    // Jungle from ten inches on.
    let rows = vec![".".repeat(10) + &"J".repeat(30); 20];
    let z = [a("Guerrilla", "Z", 3900, 1900)];
    let (mut exact, mut earlier) = (0, 0);
    for x in (900..1000).step_by(7) {
        let us = [a("Rifleman", "A", x, 1050)];
        let (now, before) = (Field::on(&rows, &us, &z, "", "", ""), Field::on(&rows, &us, &z, "", "", EARLIER));
        for to_x in 1001..x + 200 {
            for to_y in (1050..1180).step_by(11) {
                let length = f64::from((to_x - x).pow(2) + (to_y - 1050_i32).pow(2)).sqrt();
                let bad = f64::from(to_x - 1000) / f64::from(to_x - x);
                let way = now.walk("A", to_x, to_y);
                let fits = length * (1.0 + bad) <= 200.0 + 1e-6;
                assert_eq!(now.allows(&way), fits, "{x} to {to_x}, {to_y}: {}", length * (1.0 + bad));
                exact += usize::from(fits);
                earlier += usize::from(before.allows(&way) != fits);
            }
        }
    }
    assert!(exact > 1000 && earlier > 0, "saved games go on as they were played: {exact}, {earlier}");
    // Half an inch of jungle and an inch before it are two inches.
    let field = Field::on(&rows, &[a("Rifleman", "A", 900, 1050)], &z, "", "", "");
    assert!(field.allows(&field.walk("A", 1050, 1050)) && !field.allows(&field.walk("A", 1051, 1050)));
}

/// A wall right behind a hedge is crossed by itself, also by one who stands on the hedge.
#[test]
fn who_stands_on_a_hedge_does_not_cross_the_wall_behind_it_for_nothing() {
    skirmish::proves!("S-R34");
    let set = |cells: &str, more: &str| {
        let rows = vec![format!("{}{cells}{}", ".".repeat(10), ".".repeat(28)); 20];
        Field::on(&rows, &[a("Rifleman", "A", 1050, 1050)], &[a("Guerrilla", "Z", 3900, 1900)], "", "", more)
    };
    let crosses = |cells: &str, length: i32, more: &str| {
        let field = set(cells, more);
        field.allows(&field.walk("A", 1050 + length, 1050))
    };
    assert!(!crosses("eW", 200, "") && !crosses("eW", 101, "") && crosses("eW", 100, ""));
    assert!(crosses("eW", 200, EARLIER), "saved games go on as they were played");
    // One wall two inches thick is one wall, and what it comes from is crossed already.
    assert!(crosses("WW", 200, "") && crosses("e.", 200, ""));
    assert_eq!(refused(&set("eW", ""), &set("eW", "").walk("A", 1250, 1050)).0, "S-R34");
}

/// Nobody plays a game that one side has lost before its first decision.
#[test]
fn a_side_of_which_nobody_lives_to_act_is_refused() {
    skirmish::proves!("S-R02");
    let set = |us: &[&str], more: &str| {
        let us: Vec<String> = us.iter().map(|f| (*f).to_owned()).collect();
        let z = [a("Guerrilla", "Z", 3900, 1900)];
        Field::arrange(&open_ground(), &us, &z, "", "", more, &[]).map(|_| ()).map_err(|halt| halt.to_string())
    };
    let falls = a("Rifleman", "A", 500, 500) + ", counters: 6";
    let because = set(&[&falls], "").unwrap_err();
    assert!(because.starts_with("All figures of US/ARVN fall in their first KIA check."), "{because}");
    assert!(set(&[&falls], EARLIER).is_ok());
    assert!(set(&[&falls, &a("Rifleman", "B", 900, 500)], "").is_ok());
    assert!(set(&[&(a("M113", "V", 900, 500) + ", counters: 6")], "").is_ok(), "it is immobilised");
}

/// Both sides are told of a fight, also where the loser is out of sight after it.
#[test]
fn a_fight_in_the_dark_is_told_to_both_sides() {
    skirmish::proves!("S-R20", "S-R28");
    let us = [a("Rifleman", "A", 1000, 1000)];
    let mut field = Field::set(&us, &[a("Guerrilla", "Z", 1100, 1000)], "night_in: 1,");
    let fight = Command::Fight { figure: field.id("A"), target: field.id("Z") };
    let events = field.dice(&[4, 3]).play(fight);
    assert!(!field.state.is_known(field.id("A")), "Z is two inches away, in a night of one");
    for side in Side::ALL {
        let told = events.iter().filter_map(|event| skirmish_rules().seen(event, &field.state, side));
        assert!(told.into_iter().any(|event| matches!(event, Event::Fought { .. })), "{}", side.name());
    }
}

/// The dice of one who hides are its own side's, and so is what they tell of where the grenade came from.
#[test]
fn how_far_a_grenade_of_one_who_hides_went_astray_is_not_told() {
    skirmish::proves!("S-R28", "S-R44");
    let told = |hidden: bool, side: Side| {
        let us = [a("Rifleman", "A", 1000, 1000) + ", hidden: false"];
        let z = [a("Guerrilla", "Z", 1700, 1000) + &format!(", hidden: {hidden}")];
        let mut field = Field::set(&us, &z, "first: VcNva,");
        for _ in 0..2 {
            field.play(field.prepare("Z", Work::Throw));
        }
        let throw = Command::Throw { figure: field.id("Z"), grenade: Grenade::Fragmentation, at: at(1000, 1000) };
        let events = field.dice(&[3, 1, 1]).play(throw);
        let seen: Vec<Event> =
            events.iter().filter_map(|event| skirmish_rules().seen(event, &field.state, side)).collect();
        assert!(seen.iter().any(|event| matches!(event, Event::Burst { at: burst, .. } if *burst == at(900, 1000))));
        seen.iter().any(|event| matches!(event, Event::Landed { .. }))
    };
    assert!(!told(true, Side::UsArvn) && told(true, Side::VcNva) && told(false, Side::UsArvn));
}

/// What a refusal says would be right can be done.
#[test]
fn remedies_can_be_carried_out() {
    skirmish::proves!("S-R03", "S-apc", "S-claymore");
    let us = [
        a("M113", "V", 2000, 500),
        "name: \"R\", kind: \"Rifleman\", aboard: \"V\", counters: 3".to_owned(),
        a("Claymore man", "C", 1000, 50),
        a("Rifleman", "A", 500, 500),
    ];
    let laid = "claymores: [(at: (1000, 500), facing: East)],";
    let z = [a("Guerrilla", "Z", 3900, 1900)];
    let set = || Field::arrange(&open_ground(), &us, &z, laid, "", "", &[6]).unwrap_or_else(|halt| panic!("{halt}"));
    let mut field = set();
    // A passenger without phases cannot get out first.
    let rides = Command::Turn { figure: field.id("R"), facing: SOUTH };
    assert_eq!(refused(&field, &rides).0, "S-R03");
    // A vehicle does not turn in place.
    let here = |name: &str, x, y| Command::Move { figure: field.id(name), to: at(x, y), facing: SOUTH };
    assert_eq!(refused(&field, &here("V", 2000, 500)).1, "Choose another point.");
    assert_eq!(refused(&field, &here("A", 500, 500)).1, "Choose another point, or turn in place.");
    // Who is too far from a Claymore goes nearer.
    let fire = Command::FireClaymore { figure: field.id("A"), number: 0 };
    assert_eq!(refused(&field, &fire), ("S-claymore".to_owned(), "Move within 4\" of it first.".to_owned()));
    field.play(field.walk("A", 600, 500));
    assert!(field.allows(&fire));
    // A place off the table is near enough, and off the table.
    let mut field = set();
    for _ in 0..2 {
        field.play(field.prepare("C", Work::Claymore));
    }
    let place = |y| Command::PlaceClaymore { figure: field.id("C"), at: at(1000, y), facing: SOUTH };
    assert_eq!(refused(&field, &place(-10)).1, "Choose a point on it.");
    assert_eq!(refused(&field, &place(151)).1, "Choose a nearer point.");
    assert!(field.allows(&place(0)) && field.allows(&place(150)));
}

/// An RPG is named where it reaches.
#[test]
fn who_is_out_of_reach_of_an_rpg_as_well_goes_nearer() {
    skirmish::proves!("S-R35", "S-R15");
    let us = [a("RPG gunner", "R", 500, 500)];
    let field = Field::set(&us, &[a("M113", "W", 3500, 500), a("M113", "N", 2500, 500)], "");
    let remedy = |target| refused(&field, &field.fire_at("R", Weapon::Pistol, target)).1;
    assert_eq!((remedy("W"), remedy("N")), ("Go nearer.".into(), "Go nearer, or prepare and fire the RPG.".into()));
}

/// Beside a table as well.
#[test]
fn beside_a_table_a_way_through_water_and_a_second_mine_are_told_for_what_they_are() {
    skirmish::proves!("S-R34", "S-mines");
    let mut desk = Desk::set(A, X, "");
    let way = Walk { length: 100, impassable: 20, ..Walk::default() };
    let wet = desk.refused(Said::Go { figure: desk.id("A"), way, tactical: false });
    assert_eq!((wet.rule.as_str(), wet.remedy.as_str()), ("S-R34", "Go round."));
    desk.say(desk.walk("A", 200), &[]);
    desk.say(Said::SetOff { figure: desk.id("A") }, &[1]);
    let answer = skirmish_rules().blank_answer(&desk.state).unwrap();
    desk.play(answer, &[]);
    let again = desk.refused(Said::SetOff { figure: desk.id("A") });
    assert_eq!(again.because, "A has already set off a mine on this move.");
    // A slip of the pen is told.
    let walk =
        |more: &str| parse_ron::<Walk>("way", &format!("(length: 9, bad: 0, impassable: 0, obstacles: 0{more})"));
    assert!(walk("").is_ok() && walk(", walls: 1").is_err());
    let heading = |more: &str| parse_ron::<Heading>("facing", &format!("(dx: 1, dy: 0{more})"));
    assert!(heading("").is_ok() && heading(", dz: 1").is_err());
}

/// However a figure looks: a diagonal is no longer than a straight line.
#[test]
fn what_goes_astray_where_its_thrower_stands_lands_as_far_off_as_anywhere() {
    skirmish::proves!("S-grenade", "S-R36");
    let us = [a("Grenadier", "G", 1000, 1000) + ", facing: NorthEast"];
    let landed = |more: &str, dice: &[u8]| {
        let mut field = Field::set(&us, &[a("Rifleman", "Z", 1100, 1100) + ", hidden: false"], more);
        field.play(field.prepare("G", Work::Launch));
        let launch = Command::Launch { figure: FigureId(0), grenade: Grenade::Fragmentation, at: at(1000, 1000) };
        let told = skirmish_rules().landings(&field.state, &launch);
        let events = field.dice(dice).play(launch);
        let fell = events.iter().find_map(|e| if let Event::Landed { at, .. } = e { Some(*at) } else { None }).unwrap();
        assert!(told.iter().any(|landing| landing.at == fell));
        fell
    };
    // Over; four inches off its own burst still reaches the firer.
    assert_eq!(landed("", &[3, 1]), at(1282, 718));
    assert_eq!(landed("rulings: 13,", &[3]), at(1400, 600), "saved games go on as they were played");
}

#[test]
fn who_is_driven_back_goes_an_inch_however_near_the_winner_is() {
    skirmish::proves!("S-R20", "S-R29");
    let driven = |more: &str| {
        let us = [a("Rifleman", "A", 1000, 1000)];
        let mut field = Field::set(&us, &[a("Rifleman", "Z", 1036, 1036)], more);
        let fight = Command::Fight { figure: field.id("A"), target: field.id("Z") };
        field.dice(&[4, 3]).play(fight);
        field.figure("Z").at.unwrap()
    };
    assert_eq!(driven(""), at(1106, 1106));
    assert_eq!(driven("rulings: 13,"), at(1108, 1108), "saved games go on as they were played");
}

/// Every facing counts, not only the four straight ones.
#[test]
fn a_claymore_is_offered_to_one_who_looks_askew() {
    skirmish::proves!("S-claymore");
    for facing in ["North", "NorthEast", "SouthWest"] {
        let us = [format!("{}, facing: {facing}", a("Claymore man", "C", 1000, 1000))];
        let mut field = Field::set(&us, &[a("Rifleman", "Z", 3900, 1900)], "");
        field.play(field.prepare("C", Work::Claymore));
        field.play(field.prepare("C", Work::Claymore));
        let offered = field.options().iter().any(|option| matches!(option, Command::PlaceClaymore { .. }));
        assert!(offered, "{facing}");
    }
}
