//! What Vietnam Skirmish tells of a position without changing it agrees with what then happens.

use pointman_tests::skirmish::*;
use skirmish::facts::{self, Obstruction};
use skirmish::score;
use skirmish::state::Spot;
use skirmish::survey::{Blocking, Forecast, KnownBy, Shelter};
use skirmish::{Command, Event, FigureId, Grenade, RocketAim, Side, State, Weapon, Work};
use table::Template;
use tabletop::Ruleset;
use tabletop::odds::{Effort, Fraction, odds};

const ALTERNATE: &str = "hiding: Alternate,";

fn on(rows: &[String], us: &[String], vc: &[String], more: &str) -> Field {
    Field::on(rows, us, vc, "", "", more)
}

fn forecast(field: &Field, command: Command) -> Forecast {
    skirmish_rules().fire_forecast(&field.state, &command).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The exact chance that something holds after a command.
fn chance(field: &Field, command: Command, holds: &dyn Fn(&State) -> bool) -> Fraction {
    let words = |after: &State, _: &[Event]| holds(after).to_string();
    let effort = Effort { runs: 100_000, samples: 1, seed: 0 };
    let told = odds(skirmish_rules(), &field.state, &command, &words, &|_| None, effort).unwrap();
    assert!(told.exact, "{command:?}");
    told.of("true")
}

/// Forecasts of every kind say of each figure what the exact odds say, and their outcomes sum to one.
fn agrees(field: &Field, command: Command, expected: usize) {
    let told = forecast(field, command);
    assert_eq!(told.figures.len(), expected, "{told:?}");
    assert!(!told.lines.is_empty());
    let sum = told.chances.iter().fold(Fraction::ZERO, |sum, told| sum.plus(told.chance).unwrap());
    assert!(told.chances.is_empty() || sum == Fraction::ONE, "{told:?}");
    for figure in &told.figures {
        let before = field.state.figure(figure.figure).unwrap().counters;
        let exact = chance(field, command, &|s| s.figure(figure.figure).unwrap().counters > before);
        assert_eq!(figure.suppressed, exact, "{command:?}: {figure:?}");
    }
}

#[test]
fn a_card_shows_weapons_phases_counters_and_what_is_under_way() {
    let mut field = on(&open_ground(), &[a("Grenadier", "A", 500, 1000)], &[a("Sniper", "X", 3000, 1000)], "");
    field.play(field.prepare("A", Work::Launch));
    let card = skirmish_rules().card(&field.state, field.id("A")).unwrap();
    assert_eq!((card.name.as_str(), card.kind.as_str(), card.phases, card.counters), ("A", "Grenadier", Some(2), 0));
    let under_way = card.under_way.unwrap();
    assert_eq!((under_way.work, under_way.done, under_way.of), (Work::Launch, 1, 2));
    assert!(card.active && !card.finished && card.known_by.is_empty());
    assert_eq!(card.grenades, [(Grenade::Fragmentation, 6), (Grenade::Phosphorus, 1), (Grenade::Smoke, 1)]);
    let lines: Vec<_> = card.weapons.iter().map(|w| (w.weapon, w.chance)).collect();
    assert_eq!(lines, [(Weapon::AssaultRifle, Fraction::new(1, 3)), (Weapon::Launcher, None)]);
    // Of the hidden sniper nothing is told, of one in the open what is seen.
    let view = field.view(Side::UsArvn);
    assert_eq!(skirmish_rules().card(&view, field.id("X")), None);
    assert!(skirmish_rules().card(&field.state, field.id("X")).is_some());
    let us = [a("Rifleman", "A", 500, 1000) + ", counters: 2, hidden: false"];
    let (us, x) = (us[0].as_str(), a("Rifleman", "X", 3000, 1000));
    let field = Field::arrange(&open_ground(), &[us], &[&x], "", "", "", &[6]).unwrap();
    let card = skirmish_rules().card(&field.view(Side::VcNva), field.id("A")).unwrap();
    // Not the phases he has left: they would tell of what he prepares.
    assert_eq!((card.phases, card.phases_next_turn, card.falls), (None, 2, Fraction::new(1, 6).unwrap()));
    assert!(!card.finished, "nor whether any are left");
    assert_eq!(card.known_by, [KnownBy::InTheOpen]);
}

#[test]
fn a_fire_forecast_lists_each_number_with_its_rule_and_agrees_with_the_odds() {
    let enemies = [
        a("Rifleman", "X", 1500, 1050) + ", counters: 1",
        a("Rifleman", "Y", 1500, 1450),
        a("Rifleman", "Z", 400, 300),
        a("M113", "V", 2000, 1700),
    ];
    let field =
        on(&with_cell(14, 10, "e"), &[a("Rifleman", "A", 500, 1050)], &enemies, &format!("{ALTERNATE} rulings: 5,"));
    let shot = field.fire_at("A", Weapon::AssaultRifle, "Y");
    let named = forecast(&field, shot);
    assert_eq!(named.figures.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["Y"]);
    assert_eq!(named.figures[0].falls_then, Fraction::new(1, 18).unwrap());
    agrees(&field, shot, 1);
    // Where the target is chosen after the die, each as if it were chosen.
    let told = forecast(&field, Command::Fire { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: None });
    assert_eq!(
        told.chances.iter().map(|told| (told.what.as_str(), told.chance)).collect::<Vec<_>>(),
        [("suppressed", Fraction::new(1, 3).unwrap()), ("no effect", Fraction::new(2, 3).unwrap())]
    );
    let of = |name: &str| told.figures.iter().find(|f| f.name == name).unwrap();
    assert_eq!(of("X").obstruction, Some(Obstruction::Cover { most: 1 }));
    assert_eq!(of("Z").obstruction, Some(Obstruction::Arc));
    assert_eq!(of("V").obstruction, Some(Obstruction::Armour));
    assert_eq!((of("Y").obstruction, of("Y").suppressed, of("Y").most), (None, Fraction::new(1, 3).unwrap(), 1));
    assert_eq!((of("Y").falls_now, of("Y").falls_then), (Fraction::ZERO, Fraction::new(1, 18).unwrap()));
    assert_eq!(of("X").falls_then, Fraction::new(1, 6).unwrap());
    let rules: Vec<_> = told.lines.iter().map(|l| l.rule.as_str()).collect();
    assert_eq!(rules, ["S-fire", "S-fire", "S-R07", "S-R05", "S-apc"]);
    let listener = on(&open_ground(), &[a("Rifleman", "A", 500, 1000)], &[a("Rifleman", "X", 1000, 1000)], "");
    agrees(&listener, Command::Listen { figure: FigureId(0) }, 0);
}

#[test]
fn forecasts_of_bursts_agree_with_the_exact_odds() {
    let wall = with_cell(12, 10, "W");
    let vc =
        [a("Rifleman", "X", 1350, 1050) + ", counters: 1", a("M113", "V", 1500, 1150), a("Rifleman", "Y", 1150, 1250)];
    let ready = |kind: &str, work: Option<Work>| {
        let mut field = on(&wall, &[a(kind, "A", 600, 1050)], &vc, ALTERNATE);
        let needed = work.map_or(0, |work| skirmish_rules().phases_of(work) - 1);
        for _ in 0..needed {
            field.play(field.prepare("A", work.unwrap()));
        }
        field
    };
    for grenade in [Grenade::Fragmentation, Grenade::Smoke] {
        let field = ready("Leader", Some(Work::Throw));
        let figures = if grenade == Grenade::Smoke { 0 } else { 3 };
        agrees(&field, Command::Throw { figure: field.id("A"), grenade, at: at(1400, 1050) }, figures);
    }
    for grenade in [Grenade::Fragmentation, Grenade::Phosphorus] {
        let field = ready("Grenadier", Some(Work::Launch));
        // A fragmentation grenade that falls short reaches the firer.
        let figures = if grenade == Grenade::Fragmentation { 4 } else { 2 };
        agrees(&field, Command::Launch { figure: field.id("A"), grenade, at: at(1350, 1080) }, figures);
    }
    let field = ready("RPG gunner", Some(Work::Rocket));
    agrees(&field, Command::Rocket { figure: field.id("A"), aim: RocketAim::Ground(at(1350, 1050)) }, 4);
    agrees(&field, Command::Rocket { figure: field.id("A"), aim: RocketAim::Vehicle(field.id("V")) }, 1);
}

#[test]
fn forecasts_of_everything_else_agree_with_the_exact_odds() {
    // A mortar at what it sees, and a vehicle that it may strike.
    let us = [a("Mortar gunner", "A", 200, 1000) + ", ready: true", a("Mortar mate", "B", 250, 1080)];
    let vc = [a("M113", "V", 2000, 1000), a("Rifleman", "X", 2150, 1100)];
    let field = on(&open_ground(), &us, &vc, ALTERNATE);
    agrees(&field, Command::Shell { figure: field.id("A"), grenade: Grenade::Fragmentation, at: at(2010, 1000) }, 2);
    // Off-table fire, hard cover and open.
    let us = [a("Radio operator", "A", 200, 1000)];
    let (x, y) = (a("Rifleman", "X", 2050, 1050), a("Rifleman", "Y", 2050, 1950));
    let field = Field::on(&with_cell(20, 10, "t"), &us, &[&x, &y], "battery: (turns: 1),", "", ALTERNATE);
    agrees(&field, Command::CallFire { at: at(2000, 1000) }, 2);
    let told = forecast(&field, Command::CallFire { at: at(2000, 1000) });
    assert_eq!(told.figures.iter().map(|f| (f.name.as_str(), f.most)).collect::<Vec<_>>(), [("X", 1), ("Y", 3)]);
    // Speculation, friends as well.
    let us = [a("Rifleman", "A", 500, 1000), a("Rifleman", "B", 1200, 1000)];
    let field = on(&open_ground(), &us, &[a("Rifleman", "X", 3000, 1000)], "");
    let spray = Command::Spray { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: at(1400, 1000) };
    agrees(&field, spray, 1);
    assert!(forecast(&field, spray).figures[0].friend);
    // Close combat and spotting.
    let us = [a("Rifleman", "A", 500, 1000)];
    let field = on(&open_ground(), &us, &[a("Rifleman", "X", 570, 1000) + ", counters: 2"], ALTERNATE);
    let fight = Command::Fight { figure: field.id("A"), target: field.id("X") };
    let told = forecast(&field, fight);
    let x = field.id("X");
    let kills = chance(&field, fight, &|s| s.figure(x).unwrap().at.is_none());
    assert_eq!((told.chances[0].what.as_str(), told.chances[0].chance), ("X is killed", kills));
    let hidden = on(&open_ground(), &us, &[a("Rifleman", "X", 1250, 1000) + ", hidden: true"], ALTERNATE);
    let spot = Command::Spot { figure: hidden.id("A"), target: hidden.id("X") };
    let told = forecast(&hidden, spot);
    assert_eq!(told.chances[0].chance, Fraction::new(15, 36).unwrap(), "eight or more for seven and a half inches");
    assert_eq!(told.chances[0].chance, chance(&hidden, spot, &|s| s.is_known(x)));
    // What is not legal has no forecast.
    let refusal = skirmish_rules().fire_forecast(&hidden.state, &fight).unwrap_err();
    assert_eq!(refusal.rule.as_str(), "S-hidden");
}

#[test]
fn a_claymores_fan_is_forecast_by_bands() {
    let us = [a("Rifleman", "A", 500, 1000)];
    let vc = [a("Rifleman", "X", 900, 1000), a("Rifleman", "Y", 1200, 1000), a("Rifleman", "Z", 700, 600)];
    let claymore = "claymores: [(at: (600, 1000), facing: East)],";
    let field = Field::on(&open_ground(), &us, &vc, claymore, "", ALTERNATE);
    agrees(&field, Command::FireClaymore { figure: field.id("A"), number: 0 }, 2);
    let (tip, facing) = field.state.claymores()[0].laid.unwrap();
    let fans = skirmish_rules().claymore_fans(tip, facing);
    let covers = |n: usize, x, y| fans[n].0.covers(at(x, y));
    assert!(covers(0, 900, 1000) && !covers(0, 901, 1000) && covers(1, 1300, 1000) && !covers(1, 700, 600));
}

#[test]
fn a_sight_line_says_what_blocks_it() {
    let rules = skirmish_rules();
    let mut rows = open_ground();
    rows[4] = format!("{}{}", "J".repeat(30), ".".repeat(10));
    rows[10].replace_range(10..=10, "h");
    let us = [a("Rifleman", "A", 250, 450), a("Leader", "B", 500, 1500)];
    let field = on(&rows, &us, &[a("Rifleman", "X", 3500, 450)], ALTERNATE);
    let line = |from, to| rules.sight_line(&field.state, from, to);
    let jungle = line(at(250, 450), at(3500, 450));
    let Some(Blocking::Growth { at: stop, through, most }) = jungle.blocked else { panic!("{jungle:?}") };
    assert_eq!((through, most, stop.y), (2750, 1200, 450));
    assert!((1400..=1600).contains(&stop.x), "{stop}: twelve inches from the jungle's inside");
    assert!(line(at(250, 450), at(1400, 450)).blocked.is_none());
    let hooch = line(at(500, 1050), at(1500, 1050)).blocked.unwrap();
    assert_eq!(hooch.words(), "a hooch");
    assert!(hooch.at().is_some_and(|at| at.middle() == table::Point::new(1050, 1050)));
    let night = on(&open_ground(), &us, &[a("Rifleman", "X", 3500, 450)], "hiding: Alternate, night_in: 10,");
    let dark = rules.sight_line(&night.state, at(0, 0), at(1001, 0));
    assert_eq!(dark.blocked, Some(Blocking::Night { sight: 1000 }));
    // Smoke, once it is there.
    let mut field = on(&open_ground(), &us, &[a("Rifleman", "X", 3500, 450)], ALTERNATE);
    field.play(field.prepare("B", Work::Throw));
    field.play(field.prepare("B", Work::Throw));
    let throw = Command::Throw { figure: field.id("B"), grenade: Grenade::Smoke, at: at(1000, 1500) };
    field.dice(&[1]).play(throw);
    let smoked = rules.sight_line(&field.state, at(500, 1500), at(1500, 1500));
    assert_eq!(smoked.blocked, Some(Blocking::Smoke { at: at(1000, 1500), radius: 400 }));
    let cloud = rules.clouds(&field.state)[0];
    assert_eq!((cloud.area, cloud.turns), (Template::Circle { centre: at(1000, 1500), radius: 400 }, 2));
}

#[test]
fn a_line_of_fire_says_what_protects_at_its_end() {
    let rules = skirmish_rules();
    let vc = [a("Rifleman", "X", 1550, 1050), a("M113", "V", 1400, 1500), a("Rifleman", "Y", 1500, 1500)];
    let field = on(&with_cell(14, 10, "W"), &[a("Rifleman", "A", 500, 1050)], &vc, ALTERNATE);
    let line =
        |target: &str| rules.fire_line(&field.state, field.id("A"), Weapon::AssaultRifle, field.id(target)).unwrap();
    let wall = line("X");
    assert!(matches!(wall.shelter, Some(Shelter::Terrain { terrain: table::Terrain::Wall, .. })), "{wall:?}");
    assert_eq!((wall.limit, wall.obstruction), (Some(1), None));
    assert!(matches!(line("Y").shelter, Some(Shelter::Vehicle { .. })), "{:?}", line("Y"));
    assert_eq!(line("V").obstruction, Some(Obstruction::Armour));
    let arc = rules.arc(&field.state, field.id("A"), Weapon::AssaultRifle).unwrap();
    assert!(arc.covers(at(1500, 2000)) && !arc.covers(at(1500, 2060)) && !arc.covers(at(400, 1050)));
    let pistol = on(&open_ground(), &[a("Officer", "A", 500, 1000)], &vc, ALTERNATE);
    let arc = rules.arc(&pistol.state, pistol.id("A"), Weapon::Pistol).unwrap();
    assert!(arc.covers(at(1100, 1000)) && !arc.covers(at(1101, 1000)));
}

#[test]
fn noise_rings_say_at_which_distance_a_group_is_heard() {
    let us = [a("Rifleman", "A", 500, 1000), a("Rifleman", "B", 500, 1400)];
    let mut field = on(&open_ground(), &us, &[a("Rifleman", "X", 3500, 1000)], "");
    assert!(skirmish_rules().noise(&field.state).is_empty());
    for to in [600, 700] {
        field.play(field.walk("A", to, 1000));
    }
    field.play(field.walk("B", 600, 1400));
    let groups = skirmish_rules().noise(&field.state);
    assert_eq!((groups.len(), groups[0].pips, groups[0].places.len()), (1, 3, 2));
    let numbers = skirmish_rules().numbers();
    for inches in 0..40 {
        let distance = inches * 100;
        let against = facts::heard_up_to(numbers, 3, distance);
        let told =
            groups[0].rings.iter().find(|ring| distance < ring.within).map_or(Fraction::ZERO, |ring| ring.chance);
        assert_eq!(told, Fraction::new(against.into(), 6).unwrap(), "{inches} inches");
    }
}

#[test]
fn a_path_shows_its_cost_and_how_far_it_can_be_gone() {
    let mut rows = open_ground();
    rows[10] = format!("{}{}", ".".repeat(6), "J".repeat(34));
    let field = on(
        &rows,
        &[a("Rifleman", "A", 500, 1050), a("M113", "T", 500, 500)],
        &[a("Rifleman", "X", 800, 510)],
        ALTERNATE,
    );
    let path =
        |name: &str, x, y, tactical| skirmish_rules().path(&field.state, field.id(name), at(x, y), tactical).unwrap();
    let far = path("A", 900, 1050, false);
    assert_eq!((far.walk.length, far.walk.bad, far.cost, far.allowed), (400, 300, 700, 200));
    assert_eq!(far.refusal.as_ref().map(|r| r.rule.as_str()), Some("S-R34"));
    assert_eq!(far.farthest, at(650, 1050), "an inch in the open and half an inch of jungle");
    assert!(field.allows(&field.walk("A", 650, 1050)) && !field.allows(&field.walk("A", 660, 1050)));
    assert_eq!((path("A", 600, 1050, false).pips, path("A", 600, 1050, true).pips), (1, 0));
    assert_eq!(path("A", 600, 1050, true).refusal.map(|r| r.rule.as_str().to_owned()), Some("S-R08".into()));
    let drive = path("T", 900, 500, false);
    assert_eq!((drive.run_over, drive.pips, drive.refusal), (vec![field.id("X")], 3, None));
}

#[test]
fn landings_are_where_things_then_land_and_sum_to_one() {
    let us = [a("Leader", "A", 500, 1000)];
    let mut field = on(&open_ground(), &us, &[a("Rifleman", "X", 1200, 1000)], ALTERNATE);
    field.play(field.prepare("A", Work::Throw));
    field.play(field.prepare("A", Work::Throw));
    let throw = Command::Throw { figure: field.id("A"), grenade: Grenade::Smoke, at: at(1200, 1000) };
    let landings = skirmish_rules().landings(&field.state, &throw);
    assert_eq!(landings.len(), 13, "the point, and three distances in four directions");
    let sum = landings.iter().fold(Fraction::ZERO, |sum, l| sum.plus(l.chance).unwrap());
    assert_eq!(sum, Fraction::ONE);
    for landing in &landings {
        let lands = |after: &State| after.smokes()[0].at() == Some(landing.at);
        assert_eq!(chance(&field, throw, &lands), landing.chance, "{landing:?}");
    }
    // A spotting round drifts anywhere within ten inches.
    let us = [a("Radio operator", "A", 200, 1000)];
    let field = Field::on(
        &open_ground(),
        &[&us[0]],
        &[&a("Rifleman", "X", 1200, 1000)],
        "battery: (spotting: true),",
        "",
        ALTERNATE,
    );
    let spotting = Command::SpottingRound { at: at(2000, 1000) };
    let drifts = skirmish_rules().landings(&field.state, &spotting);
    assert!(drifts.iter().all(|l| l.by <= 1000) && drifts.len() == 1 + 8 * 10);
    for landing in drifts.iter().step_by(9) {
        let there = chance(&field, spotting, &|s| s.support(Side::UsArvn).smoke == Some(Spot::At(landing.at)));
        assert_eq!(there, landing.chance);
    }
}

#[test]
fn points_are_told_line_by_line() {
    let goals =
        "goals: [Kill(points: 3), Exit(edge: East, points: 2), Hold(at: (2000, 1000), within_in: 3, points: 4)],";
    let us = a("Rifleman", "A", 3950, 1000);
    let x = a("Rifleman", "X", 500, 1000);
    let party = |edge: &str, figure: &str| format!("(edge: {edge}, figures: [({figure})], {goals})");
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 3, first: UsArvn, us_arvn: {}, vc_nva: {}, {ALTERNATE})",
        open_ground(),
        party("West", &(us + ", facing: East")),
        party("East", &x)
    );
    let scenario: skirmish::Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let mut state = skirmish_rules().begin(&scenario, &mut tabletop::dice::Tape::default()).unwrap();
    let lines = score::lines(&state, Side::UsArvn);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1].words, "2 points for each of its figures that leaves by the eastern edge");
    assert!(lines[2].at_the_end && lines.iter().all(|l| l.points == 0));
    let leave = Command::Leave { figure: FigureId(0) };
    skirmish_rules().apply(&mut state, &leave, &mut tabletop::dice::Tape::default(), &mut Vec::new()).unwrap();
    assert_eq!(score::lines(&state, Side::UsArvn)[1].points, 2);
    let sum: u16 = score::lines(&state, Side::UsArvn).iter().map(|l| l.points).sum();
    assert_eq!(sum, score::points(&state, Side::UsArvn));
}
