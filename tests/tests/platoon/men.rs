//! The rules of 20mm Platoon by their ids: casualties, stores, prisoners, hidden vehicles, morale, ratings at contact.

use platoon::event::{Noticed, Told};
use platoon::state::{Fate, Order, Quality};
use platoon::{Command, Event, Kind, MarkerId, Mode, Phase, Rulings, Side, SquadId, proves};
use pointman_tests::platoon::*;
use table::Point;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(5, AssaultRifle)], at: Some((3, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((14, 5)), facing: (dx: -1, dy: 0))"#;

fn both_go_on(field: &mut Field) {
    if matches!(field.state.phase, Phase::Interrupt(_)) {
        field.play(Command::Pass, &[]);
    }
}

#[test]
fn two_men_carry_a_casualty_at_half_speed_and_it_is_not_abandoned() {
    proves!("P-infantry-move", "P-victory");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[4].fate = Fate::Wounded;
    field.state.squads[0].figures[4].at = field.squad(1).at();
    let carry = Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 5 };
    field.play(carry.clone(), &[]);
    assert_eq!(field.refused(carry).rule.as_str(), "P-infantry-move", "half of the move is spent");
    // Eight inches: halved for picking him up, and halved again for carrying him.
    field.play(march(1, Mode::Patrol), &[4, 4, 2]);
    assert_eq!(field.state.active.march.unwrap().good, 200);
    field.play(step(1, 350, 750), &[]);
    assert_eq!(field.squad(1).figures[4].at, field.squad(1).at());
    let abandoned = |field: &Field| {
        let lines = rules().score(&field.state).lines;
        lines.into_iter().find(|l| l.what == "casualties abandoned").unwrap().count
    };
    assert_eq!(abandoned(&field), 0);
    // From afar nobody carries him; once they did.
    for figure in &mut field.state.squads[0].figures[..4] {
        figure.at = Point::new(3_000, 1_000);
    }
    assert_eq!(abandoned(&field), 1);
    field.state.options.rulings = Rulings::of(10);
    assert_eq!(abandoned(&field), 0);
    field.state.squads[0].burden.clear();
    assert_eq!(abandoned(&field), 1);
    // One man cannot do it.
    let two = US.replace("(5, Ass", "(2, Ass");
    let mut field = game(&[&two, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[1].fate = Fate::Killed;
    let alone = Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 2 };
    assert_eq!(field.refused(alone).rule.as_str(), "P-infantry-move");
}

#[test]
fn carriers_who_are_pinned_put_the_casualty_down_first() {
    proves!("P-infantry-move");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[4].fate = Fate::Wounded;
    field.state.squads[0].burden = vec![(SquadId(1), 4)];
    field.state.squads[0].figures[1..4].iter_mut().for_each(|f| f.pinned = Some(1));
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-infantry-move");
    field.play(Command::PutDown { squad: SquadId(1) }, &[]);
    field.play(march(1, Mode::Patrol), &[4, 4, 2]);
}

#[test]
fn stores_slow_a_squad_without_porters_and_take_half_a_move_to_pick_up() {
    proves!("P-search", "P-R40", "P-infantry-move");
    let reach = |porters: bool| {
        let us = US.replace("facing", if porters { "porters: true, facing" } else { "facing" });
        let markers = ["(id: 1, side: Vc, at: Some((3, 6)), hides: Cache)"];
        let mut field = game(&[&us, NVA], &markers, &[1, 6]);
        field.play(Command::Search { squad: SquadId(1), marker: MarkerId(1) }, &[]);
        field.until(11);
        field.play(Command::Done, &[1, 6]);
        let what = platoon::command::Stores::Capture;
        field.play(Command::Stores { squad: SquadId(1), marker: MarkerId(1), what }, &[]);
        assert_eq!(field.state.tally.caches_captured, 1);
        field.play(march(1, Mode::Patrol), &[4, 4, 2]);
        field.state.active.march.unwrap().good
    };
    assert_eq!((reach(false), reach(true)), (200, 400));
}

#[test]
fn pinned_men_stay_behind_and_close_up_when_they_are_free() {
    proves!("P-infantry-move", "P-unpin");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[4].pinned = Some(1);
    let left = field.squad(1).figures[4].at;
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    for x in [650, 950] {
        field.play(step(1, x, 550), &[]);
        both_go_on(&mut field);
    }
    assert_eq!(field.squad(1).figures[4].at, left);
    field.state.squads[0].figures[4].pinned = None;
    field.play(step(1, 1_050, 750), &[]);
    let (leader, straggler) = (field.squad(1).figures[0].at, field.squad(1).figures[4].at);
    assert!(straggler.distance(leader) < left.distance(leader), "{straggler} comes up to {leader}");
    assert!(left.within(straggler, 230), "no farther than the others went");
}

#[test]
fn who_is_fired_at_on_his_way_may_lie_down_after_the_fire_if_he_has_not_gone_half() {
    proves!("P-prone", "P-R42");
    let lies = |x: i32, die: u8| {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        field.play(march(1, Mode::Patrol), &[3, die, 1]);
        field.play(step(1, x, 550), &[]);
        let lie = Command::LieDown { squad: SquadId(1), only_pinned: false };
        assert_eq!(field.refused(lie.clone()).rule.as_str(), "P-opportunity", "first the fire, then the ground");
        field.play(fire(11, 1), &[1, 1, 3, 4]);
        rules_check(&field, &lie)
    };
    assert!(lies(550, 3), "two inches of six");
    assert!(!lies(650, 2), "three inches of five");
}

fn rules_check(field: &Field, command: &Command) -> bool {
    use tabletop::Ruleset;
    rules().check(&field.state, command).is_ok()
}

#[test]
fn a_hidden_vehicle_is_heard_at_fifteen_inches() {
    proves!("P-hidden", "P-R39");
    let found = |x: i32| {
        let lorry = r#"(id: 12, name: "Lorry", side: Vc, troops: Nva, kind: Soft, figures: [(2, AssaultRifle)])"#;
        let mut ground = open(40, 12);
        ground.iter_mut().for_each(|row| row.replace_range(12..40, &"J".repeat(28)));
        let marker = format!("(id: 1, side: Vc, at: Some(({x}, 5)), hides: Squad(12))");
        let setup = scenario(&ground, &[US, lorry], &[&marker]);
        let mut field = Field::begin(&setup, &[6, 1]);
        assert_eq!(field.squad(12).kind, Kind::Soft);
        field.play(Command::March { squad: SquadId(12), mode: None }, &[6, 6, 6, 6]);
        let events = field.play(step(12, x * 100 + 50, 650), &[]);
        events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Moving, .. }))
    };
    assert!(found(15) && !found(25));
}

#[test]
fn a_hidden_mortar_is_heard_at_thirty_inches_and_not_beyond() {
    proves!("P-hidden", "P-R39", "P-mortar");
    let fires = |x: i32| {
        let tube = r#"(id: 12, name: "Tube", side: Vc, troops: Nva, figures: [(1, Mortar60), (1, AssaultRifle)])"#;
        let marker = format!("(id: 1, side: Vc, at: Some(({x}, 5)), hides: Squad(12))");
        let mut field = game(&[US, tube], &[&marker], &[6, 1]);
        let mortar = Command::Mortar { squad: SquadId(12), figure: 1, target: SquadId(1), facts: None };
        let events = field.any(mortar, 7);
        events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Firing, .. }))
    };
    assert!(fires(25) && !fires(38));
}

#[test]
fn the_vc_player_chooses_what_a_prisoner_tells_and_young_men_talk_less() {
    proves!("P-interrogation", "P-R41");
    let village = |young: &str| {
        format!(
            r#"(id: 12, name: "Villagers", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((4, 6)){young})"#
        )
    };
    let markers =
        ["(id: 1, side: Vc, at: Some((30, 5)), hides: Cache)", "(id: 2, side: Vc, at: Some((33, 5)), hides: Cache)"];
    let question = Command::Question { squad: SquadId(1), target: SquadId(12) };
    let mut field = game(&[US, NVA, &village("")], &markers, &[1, 6]);
    field.play(question.clone(), &[3]);
    assert_eq!(field.state.phase, Phase::Telling(Side::Vc));
    assert_eq!(field.refused(Command::Done).rule.as_str(), "P-turn");
    let choices: Vec<_> = rules().offers(&field.state).into_iter().map(|o| o.command).collect();
    assert_eq!(choices, [1, 2].map(|n| Command::Tell { marker: MarkerId(n) }));
    let events = field.play(Command::Tell { marker: MarkerId(2) }, &[]);
    assert!(events.iter().any(|e| matches!(e, Event::Questioned { told: Told::Cache(Some(MarkerId(2))), .. })));
    assert!(matches!(field.state.phase, Phase::Active(Side::Allied)));
    let mut field = game(&[US, NVA, &village(", young: true")], &markers, &[1, 6]);
    let events = field.play(question, &[3]);
    assert!(events.iter().any(|e| matches!(e, Event::Questioned { told: Told::Nothing, .. })));
}

#[test]
fn equal_sums_lock_both_until_one_wins() {
    proves!("P-R33");
    let near = NVA.replace("14, 5", "4, 5");
    let other = NVA.replace("id: 11", "id: 12");
    let mut field = game(&[US, &near, &other], &[], &[1, 5, 6]);
    let close = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    let touching = rules().fire_forecast(&field.state, &close).unwrap().duel.unwrap();
    let edge: i8 = touching[0].iter().map(|l| l.value).sum::<i8>() - touching[1].iter().map(|l| l.value).sum::<i8>();
    let tie = [3, u8::try_from(3 + edge).unwrap()];
    field.play(close, &tie);
    assert_eq!(field.squad(1).locked, Some(SquadId(11)));
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-R33");
    field.until(11);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-R33");
    assert_eq!(field.refused(march(11, Mode::Patrol)).rule.as_str(), "P-R33");
    // Who is driven back breaks away.
    field.state.squads[1].order = Order::Withdrawing;
    field.play(march(11, Mode::Patrol), &[3, 3, 3]);
}

/// The Americans withdraw, ten inches from the enemy.
fn withdrawing() -> Field {
    let us = US.replace("(3, 5)", "(22, 5)");
    let mut field = game(&[&us, &NVA.replace("(14, 5)", "(32, 5)")], &[], &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    field
}

#[test]
fn who_withdraws_goes_as_far_as_he_can() {
    proves!("P-morale", "P-R34", "P-R49");
    let rule = |field: &Field, command| field.refused(command).rule.as_str().to_owned();
    let mut field = withdrawing();
    assert_eq!(rule(&field, Command::Done), "P-morale", "he does not stay");
    assert_eq!(rule(&field, Command::LieDown { squad: SquadId(1), only_pinned: false }), "P-morale", "nor lie down");
    assert_eq!(rule(&field, march(1, Mode::Cautious)), "P-R49");
    field.play(march(1, Mode::Patrol), &[3, 3, 3]);
    assert_eq!(rule(&field, step(1, 2550, 550)), "P-morale", "not toward the enemy");
    assert_eq!(rule(&field, step(1, 2250, 600)), "P-R49", "nor half an inch aside");
    field.play(step(1, 1950, 550), &[]);
    both_go_on(&mut field);
    assert_eq!(rule(&field, Command::Done), "P-morale", "half of the way is not as far as he can");
    assert_eq!(rule(&field, Command::LieDown { squad: SquadId(1), only_pinned: false }), "P-morale");
    field.play(step(1, 1650, 550), &[]);
    both_go_on(&mut field);
    field.play(Command::Done, &[]);
    assert_eq!(field.squad(1).order, Order::Steady);
    // Who lies gets up first.
    let mut field = withdrawing();
    field.state.squads[0].figures.iter_mut().for_each(|f| f.prone = true);
    assert_eq!(rule(&field, Command::Done), "P-morale");
    field.play(Command::StandUp { squad: SquadId(1) }, &[]);
    assert_eq!(rule(&field, Command::Done), "P-morale");
    // Who cannot go stays, and goes when he can.
    let mut field = withdrawing();
    field.state.squads[0].figures.iter_mut().for_each(|f| f.pinned = Some(1));
    field.play(Command::Done, &[]);
    assert_eq!(field.squad(1).order, Order::Withdrawing);
}

#[test]
fn an_order_to_withdraw_that_comes_in_mid_move_turns_the_squad_round() {
    proves!("P-R49");
    let mut field = withdrawing();
    field.state.squads[0].order = Order::Steady;
    field.ask(march(1, Mode::Patrol), &[6, 6, 6]);
    field.ask(step(1, 2450, 550), &[]);
    field.ask(fire(11, 1), &[1, 1, 6, 6]);
    assert_eq!(field.squad(1).order, Order::Withdrawing);
    both_go_on(&mut field);
    assert_eq!(field.refused(Command::Done).rule.as_str(), "P-morale");
    assert_eq!(field.refused(step(1, 2650, 550)).rule.as_str(), "P-morale");
    field.ask(step(1, 2150, 550), &[]);
}

#[test]
fn out_of_reach_of_fire_one_has_withdrawn() {
    proves!("P-R49");
    let wood: Vec<String> = (0..12).map(|_| format!("{}{}", "J".repeat(20), ".".repeat(20))).collect();
    let us = US.replace("(3, 5)", "(17, 5)");
    let squads = [us.as_str(), &NVA.replace("(14, 5)", "(32, 5)")];
    let mut field = Field::begin(&scenario(&wood, &squads, &[]), &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    assert_eq!(field.refused(Command::Done).rule.as_str(), "P-morale");
    field.play(step(1, 1450, 550), &[]);
    both_go_on(&mut field);
    field.play(step(1, 1250, 550), &[]);
    both_go_on(&mut field);
    field.play(Command::Done, &[]);
    assert_eq!(field.squad(1).order, Order::Steady, "behind five inches of jungle nobody sees it");
}

#[test]
fn what_the_rules_do_not_mention_is_tried_against_the_rating() {
    proves!("P-R46");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    let climb = Command::Try { squad: SquadId(1), what: "climb the water tower".into() };
    let events = field.play(climb.clone(), &[3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Tried { test, .. } if test.passed && test.total == 7)));
    assert_eq!(field.refused(climb).rule.as_str(), "P-R46", "once a phase");
    assert_eq!(field.refused(Command::Try { squad: SquadId(11), what: "x".into() }).rule.as_str(), "P-turn");
}

#[test]
fn troops_of_unknown_worth_are_rated_when_they_meet_the_enemy() {
    proves!("P-gung-ho");
    let rows = &rules().tables().quality;
    assert_eq!(rows[&Quality::Poor].value, [4, 5, 5, 5, 5, 5, 6, 6, 6, 6]);
    assert_eq!(rows[&Quality::Fair].value, [6, 7, 7, 7, 7, 7, 8, 8, 8, 8]);
    assert_eq!(rows[&Quality::Excellent].value, [8, 8, 8, 8, 8, 9, 9, 9, 9, 9]);
    let (us, nva) = (US.replace("facing", "quality: Some(Poor), facing"), NVA);
    let mut field = game(&[&us, nva], &[], &[1, 6]);
    // The firer is rated before his dice: a 10 of ten makes 6.
    let events = field.play(fire(1, 11), &[10, 1, 1, 1, 1, 1, 3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Rated { die: 10, gung_ho: 6, .. })));
    assert_eq!((field.squad(1).gung_ho, field.squad(1).quality), (6, None));
}
