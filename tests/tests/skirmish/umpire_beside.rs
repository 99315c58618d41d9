//! What an umpire found wrong beside a real table, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::companion::{Burst, Fact, Measuring};
use skirmish::event::Delivery;
use skirmish::{Aim, Command, Deed, Facts, FigureId, Grenade, Said, Side, Weapon, Work};
use tabletop::Ruleset;
use tabletop::dice::Tape;

use super::companion::{A, ALTERNATE, Desk, POINT, SEEN, X};

#[test]
fn where_no_enemy_is_known_no_grenade_is_sent_at_one() {
    skirmish::proves!("S-speculative", "S-R24", "S-companion");
    let sent = [
        ("Rifleman", Delivery::Thrown, Work::Throw, 2),
        ("Grenadier", Delivery::Launched, Work::Launch, 1),
        ("RPG gunner", Delivery::Rocket, Work::Rocket, 1),
    ];
    for (kind, delivery, work, phases) in sent {
        let us = format!("(name: \"A\", kind: \"{kind}\")");
        let send = |aim| Said::Send { figure: FigureId(0), delivery, grenade: Grenade::Fragmentation, aim };
        let speculation = Aim { identified: false, ..POINT };
        let asks = |desk: &Desk, aim| {
            let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(send(aim)));
            form.iter().any(|fact| fact.fact == Fact::Identified)
        };
        let begin = |vc: &str, more: &str| {
            let mut desk = Desk::set(&us, vc, more);
            desk.prepare("A", work, phases);
            desk
        };
        let mut desk = begin(X, "");
        assert_eq!(desk.refused(send(POINT)).rule.as_str(), "S-speculative", "{kind}");
        assert!(!asks(&desk, speculation), "what can only be answered with no is not asked");
        let mut options = Vec::new();
        skirmish_rules().options(&desk.state, &mut options);
        let offered = |command: &Command| matches!(command, Command::Beside(Said::Send { grenade: Grenade::Fragmentation, aim, .. }) if !aim.identified && aim.clear);
        assert!(options.iter().any(offered), "{kind}: {options:?}");
        desk.say(send(speculation), &[6]);
        assert!(matches!(desk.state.beside().measuring, Some((_, Measuring::Struck(Burst::Speculation)))));
        // An enemy who is known may be there.
        let known = begin("(name: \"X\", kind: \"Rifleman\", hidden: false)", "");
        assert!(skirmish_rules().check(&known.state, &Command::Beside(send(POINT))).is_ok() && asks(&known, POINT));
        // Saved games go on as they were played.
        let earlier = begin(X, "rulings: 6,");
        assert!(skirmish_rules().check(&earlier.state, &Command::Beside(send(POINT))).is_ok());
    }
    // Smoke is no speculation, nor a mortar's round.
    let mut desk =
        Desk::set("(name: \"A\", kind: \"Leader\"), (name: \"M\", kind: \"Mortar gunner\", ready: true)", X, "");
    let (a, m) = (desk.id("A"), desk.id("M"));
    let aim = Aim { range: 2000, mate: Some(true), ..POINT };
    let shell = Said::Send { figure: m, delivery: Delivery::Mortar, grenade: Grenade::Fragmentation, aim };
    assert!(skirmish_rules().check(&desk.state, &Command::Beside(shell)).is_ok());
    desk.prepare("A", Work::Throw, 2);
    desk.say(Said::Send { figure: a, delivery: Delivery::Thrown, grenade: Grenade::Smoke, aim: POINT }, &[1]);
}

#[test]
fn who_hears_noise_is_asked_of_figures_on_foot() {
    skirmish::proves!("S-R21", "S-noise", "S-companion");
    let mut desk = Desk::set(A, &format!("(name: \"Y\", kind: \"Rifleman\", hidden: false), {X}"), "");
    desk.say(desk.walk("A", 200), &[]);
    let noise = Said::Noise { figures: desk.crowd(&["A"]) };
    desk.say(noise, &[1]);
    for (asked, ask, phrase) in [
        (Side::UsArvn, "Is an enemy figure on foot close enough?", "No enemy figure on foot is close enough."),
        (Side::VcNva, "Is a hidden figure on foot close enough?", "No hidden figure on foot is close enough."),
    ] {
        assert_eq!(desk.asked(), Some(asked));
        let question = skirmish_rules().question(&desk.state);
        assert!(question.contains("on foot"), "{question}");
        let no = Command::Beside(Said::Near { near: false });
        assert_eq!(skirmish_rules().facts_needed(&desk.state, &no)[0].ask, ask);
        assert_eq!(skirmish_rules().phrase(&desk.state, &no), phrase);
        desk.play(no, &[]);
    }
}

#[test]
fn an_m113s_gun_turns_all_round_beside_a_table_as_well() {
    skirmish::proves!("S-R05", "S-companion");
    let mut desk = Desk::set(&format!("(name: \"V\", kind: \"M113\"), {A}"), X, ALTERNATE);
    let (v, a, x) = (desk.id("V"), desk.id("A"), desk.id("X"));
    let asks = |desk: &Desk, said| {
        let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(said));
        form.iter().any(|fact| fact.fact == Fact::Arc)
    };
    let behind = Facts { in_arc: false, ..SEEN };
    let spray = |figure, weapon| Said::Spray { figure, weapon, aim: Aim { identified: false, ..POINT } };
    assert!(!asks(&desk, spray(v, Weapon::HeavyMachineGun)) && asks(&desk, spray(a, Weapon::AssaultRifle)));
    desk.play(Command::Fire { figure: v, weapon: Weapon::HeavyMachineGun, at: None }, &[6]);
    assert!(!asks(&desk, Said::Mark { target: x, facts: SEEN }));
    desk.say(Said::Mark { target: x, facts: behind }, &[]);
    assert_eq!(desk.counters("X"), 1);
    desk.play(Command::Fire { figure: a, weapon: Weapon::AssaultRifle, at: None }, &[6]);
    assert!(asks(&desk, Said::Mark { target: x, facts: SEEN }));
    assert_eq!(desk.refused(Said::Mark { target: x, facts: behind }).rule.as_str(), "S-R05");
}

#[test]
fn who_has_got_in_is_named_with_those_who_moved_beside_it() {
    skirmish::proves!("S-noise", "S-R21", "S-companion");
    let us = format!("(name: \"T\", kind: \"M113\"), {A}, (name: \"B\", kind: \"Rifleman\")");
    let begin = |more: &str| {
        let mut desk = Desk::set(&us, X, more);
        desk.say(desk.walk("A", 200), &[]);
        let mount = Said::Try { figure: desk.id("A"), deed: Deed::Mount(desk.id("T")), near: true };
        desk.say(mount, &[]);
        desk
    };
    let mut desk = begin("");
    let alone = Said::Noise { figures: desk.crowd(&["A"]) };
    assert_eq!(desk.refused(alone).rule.as_str(), "S-noise", "alone nobody could fire at it");
    assert!(skirmish_rules().check(&desk.state, &Command::Done).is_ok());
    desk.say(desk.walk("B", 200), &[]);
    let both = Said::Noise { figures: desk.crowd(&["A", "B"]) };
    desk.say(both, &[2]);
    assert!(matches!(desk.state.beside().measuring, Some((_, Measuring::Near { pips: 2, .. }))));
    let mut earlier = begin("rulings: 6,");
    earlier.say(earlier.walk("B", 200), &[]);
    assert_eq!(earlier.refused(both).rule.as_str(), "S-noise");
}

#[test]
fn beside_a_table_all_edges_of_a_side_are_worth_the_same() {
    skirmish::proves!("S-companion", "S-R31");
    let begin = |first: u8, second: u8, more: &str| {
        let text = format!(
            "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{A}, (name: \"B\", kind: \"Rifleman\")], \
             goals: [Exit(edge: East, points: {first}), Exit(edge: North, points: {second})]), vc_nva: (edge: East, figures: [{X}], \
             goals: [Kill(points: 1)]), {more})"
        );
        let scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
        skirmish_rules().begin(&scenario, &mut Tape::default()).map(|state| Desk { state })
    };
    let refusal = begin(3, 1, "").map(|_| ()).unwrap_err().into_refusal();
    assert!(refusal.rule.as_str() == "S-companion" && refusal.because.contains("US/ARVN"), "{refusal}");
    assert!(begin(3, 1, "rulings: 6,").is_ok());
    let mut desk = begin(2, 2, "").unwrap();
    desk.say(Said::Try { figure: desk.id("A"), deed: Deed::Leave, near: true }, &[]);
    assert_eq!(skirmish::score::points(&desk.state, Side::UsArvn), 2, "once, by whichever edge");
}

#[test]
fn what_is_asked_of_a_crew_and_of_cover_is_what_counts() {
    skirmish::proves!("S-mortar", "S-R06", "S-companion");
    let vc = "(name: \"X\", kind: \"Rifleman\", counters: 1)";
    let mut desk = Desk::set(&format!("(name: \"M\", kind: \"Mortar gunner\", ready: true), {A}"), vc, ALTERNATE);
    let asks = |desk: &Desk, said| -> Vec<String> {
        skirmish_rules().facts_needed(&desk.state, &Command::Beside(said)).into_iter().map(|fact| fact.ask).collect()
    };
    let shell = Said::Send {
        figure: desk.id("M"),
        delivery: Delivery::Mortar,
        grenade: Grenade::Fragmentation,
        aim: Aim { range: 2000, mate: Some(true), ..POINT },
    };
    assert!(asks(&desk, shell).iter().any(|ask| ask == "Can the crew see the point?"));
    desk.play(Command::Fire { figure: desk.id("A"), weapon: Weapon::AssaultRifle, at: None }, &[6]);
    let mark = Said::Mark { target: desk.id("X"), facts: SEEN };
    assert!(asks(&desk, mark).iter().any(|ask| ask.contains("1.5\"")), "{:?}", asks(&desk, mark));
}
