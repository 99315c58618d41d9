//! The turn, hiding, noise: rules S-turn to S-listen of Vietnam Skirmish.

use pointman_tests::skirmish::*;
use skirmish::event::{Event, Fate};
use skirmish::facts;
use skirmish::figure::Standing;
use skirmish::{Command, Side, Skirmish, Step, Weapon, Work};
use tabletop::Ruleset;
use tabletop::odds::{Effort, odds};

const ALTERNATE: &str = "hiding: Alternate,";
const X_FAR: &str = "name: \"X\", kind: \"Rifleman\", at: (3500, 1000)";

fn rifleman(name: &str, x: i32, y: i32) -> String {
    format!("name: \"{name}\", kind: \"Rifleman\", at: ({x}, {y})")
}

#[test]
fn three_phases_in_any_mix_two_inches_each_half_of_it_in_bad_going_and_an_obstacle_takes_one() {
    skirmish::proves!("S-R34", "S-turn");
    let mut rows = open_ground();
    rows[5] = format!("{}{}", "J".repeat(20), ".".repeat(20));
    rows[12] = format!(".......W{}", ".".repeat(32));
    let us = [rifleman("A", 500, 1000), rifleman("B", 500, 550), rifleman("C", 650, 1250)];
    let mut field = Field::on(&rows, &us, &[X_FAR], "", "", ALTERNATE);
    assert_eq!(field.figure("A").phases, 3);
    field.refuses(&field.walk("A", 701, 1000), "S-R34");
    field.play(field.walk("A", 700, 1000));
    let turn = Command::Turn { figure: field.id("A"), facing: NORTH };
    field.play(turn);
    field.refuses(&turn, "S-turn"); // looks there already
    field.play(field.walk("A", 700, 800));
    assert_eq!((field.figure("A").phases, field.figure("A").pips), (0, 2));
    field.refuses(&field.walk("A", 700, 700), "S-R03");
    field.refuses(&field.walk("B", 601, 550), "S-R34"); // jungle: an inch
    field.play(field.walk("B", 600, 550));
    field.refuses(&field.walk("C", 800, 1250), "S-R34"); // over the wall: an inch at most
    field.play(field.walk("C", 749, 1250));
    field.refuses(&Command::Move { figure: field.id("X"), to: at(3400, 1000), facing: WEST }, "S-turn");
    assert!(!field.allows(&Command::Turn { figure: field.id("C"), facing: table::Heading { dx: 2, dy: 2 } }));
}

#[test]
fn a_turn_is_check_support_figures_one_by_one_and_recovery() {
    skirmish::proves!("S-R01");
    let us =
        ["name: \"A\", kind: \"Radio operator\", at: (500, 1000)", "name: \"B\", kind: \"Rifleman\", at: (500, 1200)"];
    let mut field =
        Field::on(&open_ground(), &us, &[&format!("{X_FAR}, counters: 2")], "battery: (turns: 1),", "", ALTERNATE);
    assert_eq!(field.state.step(), Step::Support);
    field.refuses(&field.walk("A", 600, 1000), "S-R01");
    field.play(Command::Done);
    field.play(field.walk("A", 600, 1000));
    field.play(field.walk("B", 600, 1200));
    assert_eq!(field.figure("A").phases, 0, "figure by figure: A is done when B acts");
    field.refuses(&field.walk("A", 700, 1000), "S-R03");
    // The enemy's check comes first in his turn, the counter goes at its end.
    let events = field.end_turn(&[3]);
    assert!(matches!(events[1], Event::Checked { die: Some(3), fate: Fate::Stays, .. }), "{events:?}");
    assert_eq!((field.state.side(), field.counters("X")), (Side::VcNva, 2));
    let events = field.end_turn(&[]);
    assert!(events.iter().any(|e| matches!(e, Event::Recovered { now: 1, .. })));
    assert_eq!((field.counters("X"), field.state.turn()), (1, 2));
}

#[test]
fn a_check_removes_on_the_number_of_counters_or_less() {
    skirmish::proves!("S-R02");
    for (counters, die, gone) in [(1, 1, true), (1, 2, false), (3, 3, true), (3, 4, false), (5, 5, true), (5, 6, false)]
    {
        assert_eq!(facts::killed(counters, die), gone, "{counters} counters, die {die}");
    }
    let us: Vec<String> = (0..4_i32)
        .map(|n| format!("{}, counters: {}", rifleman(&format!("M{n}"), 500, 500 + n * 200), [2, 2, 6, 0][n as usize]))
        .collect();
    let field = Field::arrange(&open_ground(), &us, &[X_FAR], "", "", ALTERNATE, &[2, 3]).unwrap();
    let standing = |name: &str| field.figure(name).standing;
    assert_eq!(standing("M0"), Standing::Removed);
    assert_eq!(standing("M1"), Standing::Up);
    assert_eq!(standing("M2"), Standing::Removed, "six counters need no die");
    assert_eq!(standing("M3"), Standing::Up, "and none neither");
}

#[test]
fn phases_are_three_less_counters_counted_once() {
    skirmish::proves!("S-R03");
    let phases = |counters| facts::phases(skirmish_rules().numbers(), counters, false);
    assert_eq!([0, 1, 2, 3, 4, 9].map(phases), [3, 2, 1, 0, 0, 0]);
    let us = format!("{}, counters: 2", rifleman("A", 500, 1000));
    let field = Field::arrange(&open_ground(), &[&us], &[X_FAR], "", "", ALTERNATE, &[6]).unwrap();
    assert_eq!(field.figure("A").phases, 1);
}

#[test]
fn what_takes_several_phases_may_span_turns_and_is_broken_by_anything_else() {
    skirmish::proves!("S-R08");
    let mut field = Field::set(&[&rifleman("A", 500, 1000)], &[X_FAR], ALTERNATE);
    let throw = Command::Throw { figure: field.id("A"), grenade: skirmish::Grenade::Smoke, at: at(900, 1000) };
    field.refuses(&throw, "S-grenade"); // no smoke with a rifleman
    let throw = Command::Throw { figure: field.id("A"), grenade: skirmish::Grenade::Fragmentation, at: at(900, 1000) };
    field.refuses(&throw, "S-R08");
    field.play(field.walk("A", 600, 1000));
    field.play(field.prepare("A", Work::Throw));
    field.play(field.prepare("A", Work::Throw));
    field.end_turn(&[]);
    field.end_turn(&[]);
    assert_eq!(field.figure("A").work, Some((Work::Throw, 2)), "it goes on in the next turn");
    field.refuses(&field.prepare("A", Work::Throw), "S-R08"); // ready
    assert!(field.allows(&throw));
    field.play(Command::Turn { figure: field.id("A"), facing: NORTH });
    assert_eq!(field.figure("A").work, None, "turning breaks it off");
    field.refuses(&throw, "S-R08");
}

#[test]
fn counters_are_all_there_is() {
    skirmish::proves!("S-R27");
    let mut field = Field::set(&[&rifleman("A", 500, 1000)], &[&rifleman("X", 1500, 1000)], ALTERNATE);
    let before = field.figure("X");
    let fire = field.fire("A", Weapon::AssaultRifle);
    field.dice(&[6]).play(fire);
    assert_eq!(field.figure("X"), skirmish::Figure { counters: 1, ..before });
}

#[test]
fn noise_is_pooled_within_six_inches_less_a_pip_for_each_ten_inches() {
    skirmish::proves!("S-noise", "S-R21");
    let noise = |pips, inches| facts::heard_up_to(skirmish_rules().numbers(), pips, inches * 100);
    assert_eq!([noise(3, 9), noise(3, 10), noise(3, 19), noise(3, 29), noise(9, 35)], [3, 2, 2, 1, 6]);
    // A and B within six inches make one group of four pips, C another of one; the enemy is 28 and 30 inches away.
    let us = [rifleman("A", 500, 1000), rifleman("B", 500, 1400), rifleman("C", 500, 100)];
    for (dice, heard) in [([2, 6], [true, true, false]), ([3, 6], [false, false, false])] {
        let mut field = Field::set(&us, &[X_FAR], "");
        for to in [600, 700, 500] {
            field.play(field.walk("A", to, 1000));
        }
        field.play(field.walk("B", 600, 1400));
        field.play(field.walk("C", 600, 100));
        assert_eq!(field.figure("A").pips, 3);
        let events = field.end_turn(&dice);
        assert_eq!(["A", "B", "C"].map(|n| field.state.is_known(field.id(n))), heard, "{events:?}");
        // Neither side is told how far the enemy is.
        for side in Side::ALL {
            let told = events.iter().filter_map(|e| skirmish_rules().seen(e, &field.state, side));
            assert!(told.into_iter().all(|e| !matches!(e, Event::Noise { against: Some(_), .. })));
        }
        // A figure that was heard is forgotten when its own next turn begins.
        field.end_turn(&[]);
        assert!(!field.state.is_known(field.id("A")));
    }
}

#[test]
fn two_phases_carry_two_inches_in_silence() {
    skirmish::proves!("S-tactical");
    let mut field = Field::set(&[&rifleman("A", 500, 1000)], &[&rifleman("X", 1500, 1000)], "");
    field.refuses(&field.sneak("A", 700, 1000), "S-R08");
    field.play(field.prepare("A", Work::Tactical));
    field.refuses(&field.sneak("A", 701, 1000), "S-tactical");
    field.play(field.sneak("A", 700, 1000));
    assert_eq!((field.figure("A").at, field.figure("A").pips, field.figure("A").phases), (Some(at(700, 1000)), 0, 1));
    field.play(field.prepare("A", Work::Tactical));
    let events = field.end_turn(&[]); // no die: there is nothing to hear
    assert!(!events.iter().any(|e| matches!(e, Event::Noise { .. })));
    field.end_turn(&[]);
    field.play(field.sneak("A", 800, 1000));
    assert_eq!(field.figure("A").phases, 2, "a tactical move may span turns");
}

#[test]
fn listening_comes_first_and_own_fire_nearby_spoils_it() {
    skirmish::proves!("S-R41", "S-listen", "S-R22", "S-R23");
    let us = [rifleman("A", 500, 1000), rifleman("B", 800, 1000)];
    let set = || Field::set(&[&us[0], &us[1]], &[&rifleman("X", 1450, 1000)], "");
    let mut field = set();
    let listen = Command::Listen { figure: field.id("A") };
    field.refuses(&field.fire("A", Weapon::AssaultRifle), "S-hidden");
    field.dice(&[1]).play(listen);
    assert!(field.state.is_known(field.id("X")), "a silent man within ten inches is heard on a 1");
    assert!(field.allows(&field.fire("A", Weapon::AssaultRifle)));
    let mut field = set();
    field.dice(&[2]).play(listen);
    assert!(!field.state.is_known(field.id("X")));
    field.refuses(&listen, "S-listen"); // not his first phase
    let mut field = set();
    let spray = Command::Spray { figure: field.id("B"), weapon: Weapon::AssaultRifle, at: at(1200, 1000) };
    field.dice(&[1]).play(spray);
    field.refuses(&listen, "S-R23");
    // Noise is heard without anybody listening.
    let mut field = set();
    field.play(field.walk("B", 900, 1000));
    field.end_turn(&[1]);
    assert!(field.state.is_known(field.id("B")));
}

#[test]
fn hidden_figures_are_their_owners_secret_until_they_are_heard_fire_or_are_near() {
    skirmish::proves!("S-hidden");
    let mut field = Field::set(&[&rifleman("A", 500, 1000)], &[&rifleman("X", 1500, 1000)], "");
    let x = field.id("X");
    let seen = field.view(Side::UsArvn);
    assert_eq!((seen.figure(x).unwrap().at, seen.figure(x).unwrap().kit), (None, Default::default()));
    assert!(field.view(Side::VcNva).figure(x).unwrap().at.is_some());
    field.refuses(&field.fire("A", Weapon::AssaultRifle), "S-hidden");
    field.end_turn(&[]);
    // He fires in his first phase and moves in two more: still a target in the enemy's turn.
    let spray = Command::Spray { figure: x, weapon: Weapon::AssaultRifle, at: at(700, 1000) };
    field.dice(&[1]).play(spray);
    field.play(field.walk("X", 1500, 1200));
    field.end_turn(&[6]);
    assert!(field.allows(&field.fire("A", Weapon::AssaultRifle)));
    assert_eq!(field.view(Side::UsArvn).figure(x).unwrap().at, Some(at(1500, 1200)));
    field.end_turn(&[]);
    assert!(!field.state.is_known(x), "in his own next turn it is forgotten");
    // Within four inches both are seen, and not at five.
    let near = |x| Field::set(&[&rifleman("A", 500, 1000)], &[&rifleman("X", x, 1000)], "");
    assert!(near(900).allows(&near(900).fire("A", Weapon::AssaultRifle)));
    assert!(near(900).state.is_known(near(900).id("A")));
    near(901).refuses(&near(901).fire("A", Weapon::AssaultRifle), "S-hidden");
}

#[test]
fn the_alternate_rules_spot_with_two_dice() {
    skirmish::proves!("S-R19");
    // 36ths of the reference's table for 2 to 12 inches.
    let expected = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    for (inches, of_36) in (2..=12).zip(expected) {
        let x = format!("{}, hidden: true", rifleman("X", 500 + inches * 100, 1000));
        let field = Field::set(&[&rifleman("A", 500, 1000)], &[&x], ALTERNATE);
        let spot = Command::Spot { figure: field.id("A"), target: field.id("X") };
        let words = |after: &skirmish::State, _: &[Event]| after.is_known(field.id("X")).to_string();
        let effort = Effort { runs: 5_000, samples: 10, seed: 0 };
        let told = odds(skirmish_rules(), &field.state, &spot, &words, &|_| None, effort).unwrap();
        assert_eq!((told.exact, told.of("true")), (true, tabletop::odds::Fraction::new(of_36, 36).unwrap()));
    }
    let x = format!("{}, hidden: true", rifleman("X", 1200, 1000));
    let mut field = Field::set(&[&rifleman("A", 500, 1000)], &[&x], ALTERNATE);
    let spot = Command::Spot { figure: field.id("A"), target: field.id("X") };
    assert!(field.view(Side::UsArvn).figure(field.id("X")).unwrap().at.is_some(), "he stands on the table");
    field.refuses(&field.fire("A", Weapon::AssaultRifle), "S-hidden");
    field.refuses(&Command::Listen { figure: field.id("A") }, "S-R19");
    field.dice(&[3, 3]).play(spot);
    field.refuses(&spot, "S-R45"); // once a turn
    assert_eq!(field.figure("A").phases, 3, "spotting costs nothing");
    field.end_turn(&[]);
    field.end_turn(&[]);
    field.dice(&[3, 4]).play(spot);
    assert!(field.allows(&field.fire("A", Weapon::AssaultRifle)));
    let standard = Field::set(&[&rifleman("A", 500, 1000)], &[&rifleman("X", 1200, 1000)], "");
    standard.refuses(&spot, "S-R19");
    assert_eq!(Skirmish::ID, "skirmish");
}
