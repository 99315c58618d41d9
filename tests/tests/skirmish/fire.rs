//! Fire, grenades, smoke, close combat: rules S-fire, S-speculative, S-grenade, S-smoke and S-close-combat.

use pointman_tests::skirmish::*;
use skirmish::event::{Bout, Event};
use skirmish::figure::Standing;
use skirmish::{Command, Grenade, RocketAim, State, Step, Weapon, Work};
use tabletop::Ruleset;
use tabletop::odds::{Effort, Fraction, odds};

const ALTERNATE: &str = "hiding: Alternate,";
const EFFORT: Effort = Effort { runs: 50_000, samples: 10, seed: 0 };

fn set(us: &[String], vc: &[String], more: &str) -> Field {
    on(&open_ground(), us, vc, more)
}

fn on(rows: &[String], us: &[String], vc: &[String], more: &str) -> Field {
    Field::on(rows, us, vc, "", "", more)
}

fn chance(field: &Field, command: Command, of: &dyn Fn(&State) -> bool) -> Fraction {
    let words = |after: &State, _: &[Event]| of(after).to_string();
    let told = odds(skirmish_rules(), &field.state, &command, &words, &|_| None, EFFORT).unwrap();
    assert!(told.exact);
    told.of("true")
}

#[test]
fn a_die_a_phase_against_the_weapons_number() {
    skirmish::proves!("S-R35", "S-fire");
    for (kind, weapon, sixths, inches) in [
        ("Officer", Weapon::Pistol, 1, 6),
        ("Guerrilla", Weapon::Rifle, 1, 35),
        ("Point man", Weapon::Shotgun, 2, 12),
        ("Sapper", Weapon::SubmachineGun, 2, 12),
        ("Rifleman", Weapon::AssaultRifle, 2, 35),
        ("Machine gunner", Weapon::LightMachineGun, 3, 35),
        ("Heavy gunner", Weapon::HeavyMachineGun, 4, 35),
    ] {
        let field = set(&[a(kind, "A", 200, 1000)], &[a("Rifleman", "X", 200 + inches * 100, 1000)], ALTERNATE);
        let x = field.id("X");
        let hit = chance(&field, field.fire("A", weapon), &|s| s.figure(x).unwrap().counters == 1);
        assert_eq!(hit, Fraction::new(sixths, 6).unwrap(), "{weapon:?}");
        if inches < 35 {
            let far = set(&[a(kind, "A", 200, 1000)], &[a("Rifleman", "X", 201 + inches * 100, 1000)], ALTERNATE);
            far.refuses(&far.fire("A", weapon), "S-R35");
        }
    }
    // A sniper aims first, fires once, and gives two counters.
    let mut field = set(&[a("Sniper", "A", 200, 1000)], &[a("Rifleman", "X", 2000, 1000)], ALTERNATE);
    field.refuses(&field.fire("A", Weapon::SniperRifle), "S-R08");
    field.play(field.prepare("A", Work::Aim));
    let shot = field.fire("A", Weapon::SniperRifle);
    field.dice(&[4]).play(shot);
    assert_eq!(field.counters("X"), 2);
    field.refuses(&shot, "S-R35");
    // Nobody behind a house is seen.
    let field =
        on(&with_cell(10, 10, "h"), &[a("Rifleman", "A", 500, 1050)], &[a("Rifleman", "X", 1500, 1050)], ALTERNATE);
    field.refuses(&field.fire("A", Weapon::AssaultRifle), "S-R32");
    // Three phases of one rifle at a man in the open: the reference's 17 % at his next check.
    let dead = |hits: u32| f64::from(hits.min(6)) / 6.0;
    let sum: f64 = (0..=3_u32).map(|hits| [8.0, 12.0, 6.0, 1.0][hits as usize] / 27.0 * dead(hits)).sum();
    assert!((sum - 0.17).abs() < 0.005, "{sum}");
}

#[test]
fn a_shot_names_who_takes_its_counter() {
    skirmish::proves!("S-R04");
    let enemies = [a("Rifleman", "X", 1500, 1000), a("Rifleman", "Y", 1500, 1200)];
    for enemies in [&enemies[..], &enemies[1..]] {
        let mut field = set(&[a("Rifleman", "A", 500, 1000)], enemies, ALTERNATE);
        field.refuses(&Command::Fire { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: None }, "S-R04");
        field.refuses(&field.fire_at("A", Weapon::AssaultRifle, "A"), "S-R04");
        let at_y = field.fire_at("A", Weapon::AssaultRifle, "Y");
        let mut options = Vec::new();
        skirmish_rules().options(&field.state, &mut options);
        let shots = options.iter().filter(|command| matches!(command, Command::Fire { .. }));
        assert_eq!(shots.count(), enemies.len());
        field.dice(&[4]).play(at_y);
        assert_eq!(field.counters("Y"), 0);
        field.dice(&[5]).play(at_y);
        assert!(field.state.pending().is_none(), "nobody is asked, whether there is a choice or not");
        assert_eq!(field.counters("Y"), 1);
    }
}

#[test]
fn in_games_of_earlier_rulings_who_is_suppressed_is_chosen_after_the_die() {
    skirmish::proves!("S-R04");
    let enemies = [a("Rifleman", "X", 1500, 1000), a("Rifleman", "Y", 1500, 1200)];
    let rulings = format!("{ALTERNATE} rulings: 5,");
    let mut field = set(&[a("Rifleman", "A", 500, 1000)], &enemies[..1], &rulings);
    let fire = Command::Fire { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: None };
    field.dice(&[5]).play(fire);
    assert_eq!(field.counters("X"), 1, "of one only nobody is asked");
    let mut field = set(&[a("Rifleman", "A", 500, 1000)], &enemies, &rulings);
    field.dice(&[4]).play(fire);
    assert!(field.state.pending().is_none());
    field.refuses(&field.suppress("X"), "S-R04");
    field.dice(&[5]).play(fire);
    field.refuses(&Command::Done, "S-R04");
    field.refuses(&field.walk("A", 600, 1000), "S-R04");
    field.refuses(&field.suppress("A"), "S-R04");
    let mut options = Vec::new();
    skirmish_rules().options(&field.state, &mut options);
    assert_eq!(options, [field.suppress("X"), field.suppress("Y")]);
    field.play(field.suppress("Y"));
    assert_eq!((field.counters("X"), field.counters("Y")), (0, 1));
}

#[test]
fn the_arc_is_forty_five_degrees_to_either_side() {
    skirmish::proves!("S-R05");
    let at_edge = |y| set(&[a("Rifleman", "A", 500, 500)], &[a("Rifleman", "X", 1500, y)], ALTERNATE);
    let field = at_edge(1500);
    assert!(field.allows(&field.fire("A", Weapon::AssaultRifle)));
    let mut field = at_edge(1501);
    field.refuses(&field.fire("A", Weapon::AssaultRifle), "S-R05");
    field.play(Command::Turn { figure: field.id("A"), facing: SOUTH });
    assert!(field.allows(&field.fire("A", Weapon::AssaultRifle)));
}

#[test]
fn cover_limits_fire_to_one_counter() {
    skirmish::proves!("S-R06", "S-R07");
    for letter in ["e", "J", "+", "b", "t", "S", "W", "o"] {
        let rows = with_cell(14, 10, letter);
        let x = format!("{}, counters: 1", a("Rifleman", "X", 1450, 1050));
        let covered = on(&rows, &[a("Rifleman", "A", 500, 1050)], &[x], ALTERNATE);
        covered.refuses(&covered.fire("A", Weapon::AssaultRifle), "S-R07");
    }
    // A sniper's two counters become one.
    let mut field =
        on(&with_cell(14, 10, "e"), &[a("Sniper", "A", 500, 1050)], &[a("Rifleman", "X", 1550, 1050)], ALTERNATE);
    field.play(field.prepare("A", Work::Aim));
    let shot = field.fire("A", Weapon::SniperRifle);
    field.dice(&[6]).play(shot);
    assert_eq!(field.counters("X"), 1);
    // From the side the hedge is no cover.
    let open = on(
        &with_cell(14, 10, "e"),
        &[a("Rifleman", "A", 1550, 500) + ", facing: South"],
        &[a("Rifleman", "X", 1550, 1050) + ", counters: 1"],
        ALTERNATE,
    );
    assert!(open.allows(&open.fire("A", Weapon::AssaultRifle)));
    // A vehicle in between is cover.
    let behind = set(
        &[a("Rifleman", "A", 500, 1000)],
        &[a("Rifleman", "X", 1500, 1000) + ", counters: 1", a("M113", "V", 1400, 1000)],
        ALTERNATE,
    );
    behind.refuses(&behind.fire("A", Weapon::AssaultRifle), "S-R07");
}

#[test]
fn speculation_tells_on_a_six_and_on_everybody_without_a_counter() {
    skirmish::proves!("S-speculative", "S-R24", "S-R26");
    let us = [a("Rifleman", "A", 500, 1000), a("Rifleman", "B", 1200, 1000)];
    let vc = [
        a("Rifleman", "X", 1700, 1000),
        a("Rifleman", "Y", 1701, 800),
        a("Rifleman", "Z", 1650, 1100) + ", counters: 1",
    ];
    let mut field = set(&us, &vc, "");
    let spray = Command::Spray { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: at(1400, 1000) };
    assert_eq!(
        chance(&field, spray, &|s| s.figures().any(|(_, f)| f.counters > 1 || (f.counters == 1 && f.vehicle))),
        Fraction::ZERO
    );
    field.dice(&[5]).play(spray);
    assert_eq!(field.counters("X"), 0);
    let events = field.dice(&[6]).play(spray);
    assert_eq!(["X", "Y", "Z", "B", "A"].map(|n| field.counters(n)), [1, 0, 1, 1, 0], "3\", friends as well");
    // The firer is not told whom he hit.
    let noticed: Vec<_> =
        events.iter().filter_map(|e| skirmish_rules().seen(e, &field.state, skirmish::Side::UsArvn)).collect();
    assert!(!format!("{noticed:?}").contains("\"X\""), "{noticed:?}");
    // Where an enemy has been identified it is no speculation.
    let known = set(&us, &[a("Rifleman", "X", 1700, 1000)], ALTERNATE);
    known.refuses(&spray, "S-speculative");
    // A grenade lobbed where nobody is known is speculation too, without deviation.
    let mut field = set(&us, &vc, "");
    let throw = Command::Throw { figure: field.id("B"), grenade: Grenade::Fragmentation, at: at(1700, 1000) };
    field.play(field.prepare("B", Work::Throw));
    field.play(field.prepare("B", Work::Throw));
    field.dice(&[6]).play(throw);
    assert_eq!(["X", "Y", "Z"].map(|n| field.counters(n)), [1, 1, 1]);
}

#[test]
fn grenades_deviate_and_reach_beyond_cover() {
    skirmish::proves!("S-R36", "S-grenade");
    let wall = with_cell(12, 10, "W");
    let vc = [a("Rifleman", "X", 1350, 1050) + ", counters: 1"];
    let ready = || {
        let mut field = on(&wall, &[a("Rifleman", "A", 600, 1050)], &vc, ALTERNATE);
        field.play(field.prepare("A", Work::Throw));
        field.play(field.prepare("A", Work::Throw));
        field
    };
    let throw =
        |field: &Field, x| Command::Throw { figure: field.id("A"), grenade: Grenade::Fragmentation, at: at(x, 1050) };
    let mut field = ready();
    field.refuses(&throw(&field, 1401), "S-grenade"); // eight inches
    let command = throw(&field, 1400);
    let events = field.dice(&[2, 4]).play(command); // on the point, and 4: two counters
    assert!(events.iter().any(|e| matches!(e, Event::Landed { at: p, deviation: None, .. } if *p == at(1400, 1050))));
    assert_eq!(field.counters("X"), 3, "beyond the wall it adds");
    let mut field = ready();
    let command = throw(&field, 1150);
    field.dice(&[1, 6]).play(command);
    assert_eq!(field.counters("X"), 1, "before the wall it does not");
    for (die, second, landed) in
        [(3, 5, at(1700, 1050)), (4, 1, at(1400, 1150)), (5, 3, at(1200, 1050)), (6, 6, at(1400, 750))]
    {
        let field = ready();
        let command = throw(&field, 1400);
        let mut after = field.state.clone();
        let mut told = Vec::new();
        let mut tape = tabletop::dice::Tape::new([die, second, 1, 1]);
        skirmish_rules().apply(&mut after, &command, &mut tape, &mut told).unwrap();
        assert!(told.iter().any(|e| matches!(e, Event::Landed { at: p, .. } if *p == landed)), "{die}: {told:?}");
    }
    // A launcher: two phases, any range in its arc, four inches.
    let mut field = set(&[a("Grenadier", "A", 300, 1000)], &[a("Rifleman", "X", 3800, 1000)], ALTERNATE);
    let launch = Command::Launch { figure: field.id("A"), grenade: Grenade::Fragmentation, at: at(3800, 1000) };
    field.refuses(&launch, "S-R08");
    field.play(field.prepare("A", Work::Launch));
    let mut aside = Vec::new();
    let mut after = field.state.clone();
    skirmish_rules().apply(&mut after, &launch, &mut tabletop::dice::Tape::new([4, 1]), &mut aside).unwrap();
    assert!(aside.iter().any(|e| matches!(e, Event::Landed { at: p, .. } if *p == at(3800, 1400))), "{aside:?}");
    field.dice(&[1, 6]).play(launch);
    assert_eq!(field.counters("X"), 2);
    assert!(field.state.is_known(field.id("A")), "launching is firing");
    // The reference's mean of 0.55 counters on the aimed man for a launched grenade is a third of one counter and more
    // from the outer band: the point 1/3 · (1/2 · 2), off by four inches 2/3 · (1/3 · 1).
    let mean = 1.0 / 3.0 + 2.0 / 9.0;
    assert!((mean - 0.55_f64).abs() < 0.01);
}

#[test]
fn smoke_blocks_sight_to_the_end_of_its_makers_next_turn() {
    skirmish::proves!("S-R36", "S-smoke");
    let us = [a("Leader", "A", 500, 1000), a("Rifleman", "B", 500, 1100)];
    let mut field = set(&us, &[a("Rifleman", "X", 1500, 1000)], ALTERNATE);
    assert!(field.allows(&field.fire("B", Weapon::AssaultRifle)));
    field.play(field.prepare("A", Work::Throw));
    field.play(field.prepare("A", Work::Throw));
    let throw = Command::Throw { figure: field.id("A"), grenade: Grenade::Smoke, at: at(1000, 1000) };
    field.dice(&[1]).play(throw);
    assert_eq!(field.state.smokes()[0].radius, 400);
    field.refuses(&field.fire("B", Weapon::AssaultRifle), "S-R32");
    field.end_turn(&[]);
    field.refuses(&field.fire("X", Weapon::AssaultRifle), "S-R32");
    field.end_turn(&[]);
    field.refuses(&field.fire("B", Weapon::AssaultRifle), "S-R32");
    field.end_turn(&[]);
    assert!(field.state.smokes().is_empty());
    assert!(field.allows(&field.fire("X", Weapon::AssaultRifle)));
}

#[test]
fn an_rpg_takes_two_phases_and_hits_on_five_and_six() {
    skirmish::proves!("S-R15");
    let vc = [a("M113", "V", 2000, 1000), a("Rifleman", "X", 2000, 400)];
    let mut field = set(&[a("RPG gunner", "A", 500, 1000)], &vc, ALTERNATE);
    let at_vehicle = Command::Rocket { figure: field.id("A"), aim: RocketAim::Vehicle(field.id("V")) };
    field.refuses(&at_vehicle, "S-R08");
    field.play(field.prepare("A", Work::Rocket));
    field.refuses(&Command::Rocket { figure: field.id("A"), aim: RocketAim::Vehicle(field.id("X")) }, "S-R15");
    let v = field.id("V");
    assert_eq!(chance(&field, at_vehicle, &|s| s.figure(v).unwrap().counters == 3), Fraction::new(1, 3).unwrap());
    field.refuses(&Command::Rocket { figure: field.id("A"), aim: RocketAim::Ground(at(2901, 1000)) }, "S-R15");
    let at_men = Command::Rocket { figure: field.id("A"), aim: RocketAim::Ground(at(2000, 400)) };
    // On the point at 5; the man in the middle takes two on a 4.
    field.dice(&[5, 4]).play(at_men);
    assert_eq!(field.counters("X"), 2);
}

#[test]
fn an_rpg_gunner_whose_pistol_does_nothing_is_told_of_the_rpg() {
    skirmish::proves!("S-apc", "S-R35");
    let vc = [a("M113", "V", 700, 1000), a("M113", "W", 2500, 1000)];
    let field = set(&[a("RPG gunner", "A", 500, 1000), a("Rifleman", "B", 500, 900)], &vc, ALTERNATE);
    let told = |who: &str, weapon: Weapon, target: &str| {
        let fire = Command::Fire { figure: field.id(who), weapon, at: Some(field.id(target)) };
        let why = field.refusal(&fire);
        (why.rule.as_str().to_owned(), why.remedy.to_string())
    };
    let expected = |rule: &str, remedy: &str| (rule.to_owned(), remedy.to_owned());
    assert_eq!(told("A", Weapon::Pistol, "V"), expected("S-apc", "Prepare and fire the RPG."));
    assert_eq!(told("A", Weapon::Pistol, "W"), expected("S-R35", "Go nearer, or prepare and fire the RPG."));
    assert_eq!(told("B", Weapon::AssaultRifle, "V"), expected("S-apc", "Use an RPG or a heavy machine gun."));
}

#[test]
fn close_combat_is_opposed_dice_less_counters() {
    skirmish::proves!("S-close-combat", "S-R20");
    for (attacker, defender, expected) in [
        (6, 3, Bout::AttackerKills),
        (2, 1, Bout::AttackerKills),
        (5, 3, Bout::AttackerWins),
        (4, 4, Bout::Tie),
        (3, 4, Bout::DefenderWins),
        (2, 4, Bout::DefenderKills),
    ] {
        assert_eq!(skirmish_rules().bout(attacker, defender), expected, "{attacker} against {defender}");
    }
    assert_eq!(skirmish::facts::score(3, 5), 1, "one at least");
    let vc = [a("Rifleman", "X", 600, 1000), a("Rifleman", "Y", 3000, 1000)];
    let mut field = set(&[a("Rifleman", "A", 500, 1000)], &vc, "");
    let fight = Command::Fight { figure: field.id("A"), target: field.id("X") };
    field.dice(&[5, 3]).play(fight);
    assert_eq!((field.counters("X"), field.figure("X").at), (2, Some(at(700, 1000))));
    field.refuses(&fight, "S-close-combat");
    field.play(field.walk("A", 600, 1000));
    field.dice(&[2, 3]).play(fight); // two against three less two
    assert_eq!((field.figure("X").standing, field.state.step()), (Standing::Removed, Step::Figures));
}
