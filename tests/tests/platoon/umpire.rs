//! Rulings of 20mm Platoon on fire, crews and officers, each in the position in which it makes a difference.

use platoon::state::{Fate, Hull, Order};
use platoon::{Command, Event, Kind, MarkerId, Mode, Phase, Side, SquadId, Target, proves};
use pointman_tests::platoon::*;
use tabletop::Ruleset;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(1, AssaultRifle)], at: Some((20, 8)), facing: (dx: 0, dy: -1), gung_ho: Some(8))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(4, AssaultRifle)], at: Some((20, 2)), facing: (dx: 0, dy: 1), gung_ho: Some(8))"#;

fn game(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    let rows = open(40, 14);
    Field::begin(&scenario(&rows, squads, markers), dice)
}

fn launch(squad: u8, figure: u8, target: u8) -> Command {
    Command::Launch { squad: SquadId(squad), figure, target: SquadId(target), facts: None }
}

fn dice_of(events: &[Event]) -> usize {
    events.iter().find_map(|e| if let Event::Volley { dice, .. } = e { Some(dice.len()) } else { None }).unwrap()
}

fn tested(events: &[Event]) -> usize {
    events.iter().filter(|e| matches!(e, Event::Morale { .. })).count()
}

#[test]
fn one_pinned_rifle_throws_one_die() {
    proves!("P-R12", "P-fire");
    let far = US.replace("(20, 8)", "(20, 12)");
    let mut field = game(&[&far, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].pinned = Some(1);
    assert_eq!(dice_of(&field.play(fire(1, 11), &[1, 3, 3])), 1);
    // One old rifle has half a die to begin with, and none at all: it frightens nobody.
    let mut field = game(&[&far.replace("AssaultRifle", "OldRifle"), NVA], &[], &[1, 6]);
    let events = field.play(fire(1, 11), &[]);
    assert_eq!((dice_of(&events), tested(&events)), (0, 0));
    assert!(!field.squad(11).since.under_fire && !field.squad(11).fired_on && field.squad(11).fresh);
    // Nor does it a lorry.
    let lorry = NVA.replace("figures", "kind: Soft, figures");
    let mut field = game(&[&far.replace("AssaultRifle", "OldRifle"), &lorry], &[], &[1, 6]);
    field.play(fire(1, 11), &[]);
    assert!(!field.squad(11).since.under_fire);
}

#[test]
fn who_has_fired_anything_does_not_go_fast_and_a_law_fires_once() {
    proves!("P-fire", "P-R04");
    let us = US.replace("(1, AssaultRifle)", "(1, Rpg), (1, AssaultRifle)");
    let mut field = game(&[&us, NVA], &[], &[1, 6]);
    field.play(launch(1, 1, 11), &[2, 3, 3]);
    assert_eq!(field.refused(march(1, Mode::Fast)).rule.as_str(), "P-fire");
    assert!(rules().check(&field.state, &march(1, Mode::Patrol)).is_ok());
    for weapon in ["Law", "Rcl"] {
        let us = US.replace("(1, AssaultRifle)", &format!("(1, {weapon}), (1, AssaultRifle)"));
        let far = us.replace("(20, 8)", "(20, 12)");
        let mut field = game(&[&far, NVA], &[], &[1, 6]);
        field.any(fire(1, 11), 1);
        assert_eq!(field.refused(launch(1, 1, 11)).rule.as_str(), "P-direct", "{weapon}");
    }
}

#[test]
fn a_squad_that_interrupts_uses_every_figure_before_its_marker_is_laid() {
    proves!("P-R48", "P-opportunity", "P-R04");
    let nva = NVA.replace("(4, AssaultRifle)", "(4, AssaultRifle), (1, Rpg)");
    let us = US.replace("(1, Ass", "(5, Ass");
    for rocket_first in [false, true] {
        let mut field = game(&[&us, &nva], &[], &[1, 6]);
        field.ask(march(1, Mode::Patrol), &[4, 4, 4]);
        field.ask(step(1, 2050, 1100), &[]);
        assert_eq!(field.state.phase, Phase::Interrupt(Side::Vc));
        let volley = |field: &mut Field, dice: &[u8]| field.ask(fire(11, 1), dice);
        if rocket_first {
            field.ask(launch(11, 5, 1), &[2, 3, 3]);
        } else {
            volley(&mut field, &[1, 1, 1, 1, 3, 3]);
        }
        assert_eq!(field.state.phase, Phase::Interrupt(Side::Vc), "it has not finished");
        assert!(!field.squad(11).turn.no_fire);
        if rocket_first {
            volley(&mut field, &[1, 1, 1, 1]);
        } else {
            assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-fire", "one volley");
            field.ask(launch(11, 5, 1), &[2]);
        }
        assert!(field.squad(11).turn.no_fire && field.state.phase == Phase::Active(Side::Allied));
    }
    // Who lets the squad go on has finished.
    let mut field = game(&[&us, &nva], &[], &[1, 6]);
    field.ask(march(1, Mode::Patrol), &[4, 4, 4]);
    field.ask(step(1, 2050, 1100), &[]);
    field.ask(fire(11, 1), &[1, 1, 1, 1, 3, 3]);
    field.ask(Command::Pass, &[]);
    assert!(field.squad(11).turn.no_fire);
    field.ask(step(1, 2050, 1250), &[]);
    assert_eq!(field.state.phase, Phase::Active(Side::Allied), "and is not asked again");
}

#[test]
fn an_ambush_is_one_round_whichever_weapon_is_fired_first() {
    proves!("P-R48", "P-fire");
    let nva = NVA.replace("(4, AssaultRifle)", "(4, AssaultRifle), (1, Rpg)");
    let mut field = game(&[US, &nva], &["(id: 1, side: Vc, at: Some((20, 3)), hides: Squad(11))"], &[1, 6]);
    field.ask(march(1, Mode::Patrol), &[4, 4, 4]);
    field.ask(step(1, 2050, 1100), &[]);
    field.ask(launch(11, 5, 1), &[2, 3, 3]);
    assert_eq!(dice_of(&field.ask(fire(11, 1), &[1; 8])), 8, "twice four");
    field.until(11);
    assert!(!field.squad(11).answer.ambush);
}

#[test]
fn troops_that_are_not_drawn_yet_open_fire_from_ambush() {
    proves!("P-R57", "P-vc-table", "P-hidden");
    let nva = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let markers = ["(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))"];
    let mut field = game(&[US, nva], &markers, &[1, 6]);
    field.ask(march(1, Mode::Patrol), &[4, 4, 4]);
    field.ask(step(1, 2050, 1100), &[]);
    let mut options = Vec::new();
    rules().options(&field.state, &mut options);
    assert!(options.contains(&fire(11, 1)));
    let before = rules().view(&field.state, Side::Allied);
    assert_eq!(before.squads.len(), 1);
    // A 2 draws three rifles.
    let events = field.ask(fire(11, 1), &[2, 1, 1, 1, 1, 1, 1, 3, 3]);
    assert!(matches!(events[..2], [Event::Revealed { .. }, Event::Drawn { .. }]), "{events:?}");
    assert_eq!(dice_of(&events), 6);
    // A 1 draws a sniper, who fires no volley: he is in sight, and fires as a sniper does.
    let mut field = game(&[US, nva], &markers, &[1, 6]);
    field.ask(march(1, Mode::Patrol), &[4, 4, 4]);
    field.ask(step(1, 2050, 1100), &[]);
    field.ask(fire(11, 1), &[1]);
    assert_eq!((field.squad(11).kind, field.squad(11).hidden), (Kind::Sniper, None));
    field
        .ask(Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range: None, from: None }, &[1, 3, 3]);
}

#[test]
fn hits_keep_the_weapon_that_made_them() {
    proves!("P-R56", "P-R24");
    let lorry = US.replace("(1, AssaultRifle)", "(2, Pistol)").replace("figures", "kind: Soft, figures");
    let crew = NVA.replace("(4, AssaultRifle)", "(1, Hmg), (1, AssaultRifle)");
    let hull = |crew: &str, dice: &[u8]| {
        let mut field = game(&[&lorry, crew], &[], &[6, 1]);
        field.play(fire(11, 1), dice);
        field.squad(1).hull
    };
    // Four dice of the HMG, one of the rifle; a 4 goes through if nothing is taken from it.
    assert_eq!(hull(&crew, &[6, 1, 1, 1, 1, 4, 6, 6]), Hull::Destroyed);
    assert_eq!(hull(&crew, &[1, 1, 1, 1, 6, 4, 3, 3]), Hull::Immobilised);
    // A cannon's hit in a mixed volley is a cannon's, and counts first.
    let gun = NVA.replace("(4, AssaultRifle)", "(1, Cannon), (1, AssaultRifle)");
    assert_eq!(hull(&gun, &[1, 5, 1, 1, 1, 1, 1, 4, 6, 6]), Hull::Destroyed);
    let rifles = NVA.replace("(4, Ass", "(2, Ass");
    assert_eq!(hull(&rifles, &[6, 1, 4, 3, 3]), Hull::Immobilised);
}

#[test]
fn crews_frighten_and_are_frightened_like_anybody() {
    proves!("P-R52", "P-panic", "P-morale");
    let rpg = NVA.replace("(4, AssaultRifle)", "(1, Rpg)");
    let lorry = US.replace("(1, AssaultRifle)", "(2, Pistol)").replace("figures", "kind: Soft, figures");
    let beside = US.replace("id: 1", "id: 2").replace("(20, 8)", "(21, 8)");
    let mut field = game(&[&lorry, &beside, &rpg], &[], &[6, 5, 1]);
    // A hit that goes through, both of the crew fall, and the man beside them panics.
    let events = field.play(launch(11, 1, 1), &[6, 6, 1, 1, 6, 5]);
    assert!(events.iter().any(|e| matches!(e, Event::Panic { squad: SquadId(2), .. })), "{events:?}");
    assert!(field.squad(2).figures[0].pinned.is_some());
    // Hit without effect, or missed: it tests its morale.
    for dice in [vec![6, 1, 3, 3], vec![1, 3, 3]] {
        let mut field = game(&[&lorry, &rpg], &[], &[6, 1]);
        let events = field.play(launch(11, 1, 1), &dice);
        assert_eq!(tested(&events), 1);
        assert!(field.squad(1).tested);
    }
    // A volley at a lorry as well.
    let mut field = game(&[&lorry, &NVA.replace("(4, Ass", "(1, Ass")], &[], &[6, 1]);
    assert_eq!(tested(&field.play(fire(11, 1), &[1, 3, 3])), 1);
    // Passengers who have to save are under fire, and sit near enough to panic.
    let rider =
        US.replace("id: 1", "id: 3").replace("(1, Ass", "(2, Ass").replace("at: Some((20, 8))", "aboard: Some(1)");
    let apc = lorry.replace("Soft", "Apc");
    let mut field = game(&[&apc, &rider, &rpg], &[], &[6, 5, 1]);
    let events = field.play(launch(11, 1, 1), &[6, 6, 5, 1, 6, 6, 6, 3, 3, 3, 3]);
    let panics = events.iter().filter(|e| matches!(e, Event::Panic { .. })).count();
    assert_eq!((panics, tested(&events)), (0, 2), "all are pinned already: {events:?}");
    assert!(field.squad(3).since.under_fire);
}

#[test]
fn a_pinned_man_fires_his_mortar_and_one_that_has_moved_does_not() {
    proves!("P-R53", "P-mortar", "P-R31");
    let crew = NVA.replace("(4, AssaultRifle)", "(1, Mortar60), (1, AssaultRifle)");
    let mortar = Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts: None };
    let mut field = game(&[US, &crew], &[], &[6, 1]);
    field.state.squads[1].figures[0].pinned = Some(1);
    field.any(mortar.clone(), 3);
    assert!(!field.squad(11).turn.fired && field.squad(11).figures[0].fired, "the rifleman has not fired");
    assert_eq!(field.refused(mortar.clone()).rule.as_str(), "P-R53", "once a turn");
    let mut field = game(&[US, &crew], &[], &[6, 1]);
    field.state.squads[1].turn.moved = true;
    assert_eq!(field.refused(mortar).rule.as_str(), "P-R53");
}

#[test]
fn a_five_at_a_marker_pins_whom_nobody_sees() {
    proves!("P-R55", "P-fire", "P-hidden");
    let us = US.replace("(1, Ass", "(4, Ass");
    let markers = ["(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))"];
    let recon = Command::Fire { squad: SquadId(1), target: Target::Marker(MarkerId(1)), facts: None };
    let mut field = game(&[&us, NVA], &markers, &[1, 6]);
    // Two dice: a pin by lot, and the test of who is under fire for the first time.
    let events = field.play(recon, &[5, 1, 3, 3, 4]);
    assert!(field.squad(11).hidden.is_some());
    assert!(field.squad(11).figures[2].pinned.is_some() && field.squad(11).since.under_fire);
    let seen: Vec<_> = events.iter().filter_map(|e| rules().seen(e, &field.state, Side::Allied)).collect();
    assert!(matches!(seen[..], [Event::Volley { .. }]), "{seen:?}");
    assert!(events.iter().any(|e| matches!(e, Event::Pinned { squad: SquadId(11), .. })));
}

#[test]
fn a_wounded_man_scores_no_killed() {
    proves!("P-R54", "P-victory", "P-save");
    let rows = open(40, 14);
    let mut setup = scenario(&rows, &[&US.replace("(1, Ass", "(4, Ass"), NVA], &[]);
    setup.options.wounds = true;
    let mut field = Field::begin(&setup, &[1, 6]);
    // Two hits: figures 1 and 2; one lives on a 3, the other dies on a 4.
    field.play(fire(1, 11), &[6, 6, 1, 1, 1, 1, 3, 1, 1, 4, 3, 3]);
    let fates: Vec<Fate> = field.squad(11).figures.iter().take(2).map(|f| f.fate).collect();
    assert_eq!(fates, [Fate::Wounded, Fate::Killed]);
    assert_eq!(field.state.tally.vc_killed, 1);
}

#[test]
fn an_officer_is_rated_above_his_men() {
    proves!("P-R50", "P-gung-ho", "P-panic");
    let us = US.replace("(1, Ass", "(3, Ass").replace("figures", "officer: true, figures");
    let field = game(&[&us, NVA], &[], &[1, 6]);
    assert_eq!(rules().officers_rating(field.squad(1)), 9);
    assert_eq!(rules().officers_rating(field.squad(11)), 8);
    // The third man falls: the officer keeps his nerve with 9, the rifleman does not.
    let mut field = game(&[&us, NVA], &[], &[6, 1]);
    let events = field.play(fire(11, 1), &[6, 1, 1, 1, 3, 1, 5, 4, 5, 4, 3, 3]);
    let ratings: Vec<(u8, bool)> = (events.iter())
        .filter_map(|e| if let Event::Panic { test, .. } = e { Some((test.rating, test.passed)) } else { None })
        .collect();
    assert_eq!(ratings, [(9, true), (8, false)]);
    assert_eq!(field.squad(1).order, Order::Steady);
    // Nobody is better than 10.
    let best = us.replace("gung_ho: Some(8)", "gung_ho: Some(10)");
    assert_eq!(rules().officers_rating(game(&[&best, NVA], &[], &[1, 6]).squad(1)), 10);
}

#[test]
fn equal_dice_of_a_tie_are_rolled_again() {
    proves!("P-R05", "P-activation");
    let field = game(&[US, NVA], &[], &[3, 3, 5, 5, 4, 4, 6, 2]);
    assert_eq!(field.state.active.squad, SquadId(11));
}

/// Two Americans and two NVA squads beside a real table, with their ground as it is said.
fn beside(ground: [table::Terrain; 3], dice: &[u8]) -> Field {
    let setup = scenario(&BESIDE, &[US_BESIDE, US_SECOND, NVA_BESIDE], &[]);
    let mut state = rules().begin(&setup, &mut tabletop::dice::Tape::new([])).unwrap();
    assert_eq!(state.phase, Phase::Ground(Side::Allied), "no die is rolled before the ground is known");
    let mut tape = tabletop::dice::Tape::new(dice);
    for (n, ground) in [1, 2, 11].into_iter().zip(ground) {
        let stand = Command::Stand { squad: SquadId(n), ground };
        rules().apply(&mut state, &stand, &mut tape, &mut Vec::new()).unwrap();
    }
    let mut field = Field { state, events: Vec::new() };
    while matches!(field.state.phase, Phase::Interrupt(_)) {
        field.ask(Command::Pass, &[]);
    }
    field
}

const US_BESIDE: &str =
    r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(3, AssaultRifle), (1, Lmg)], gung_ho: Some(8))"#;
const US_SECOND: &str =
    r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], gung_ho: Some(8))"#;
const NVA_BESIDE: &str =
    r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(3, AssaultRifle), (1, Rpg)], gung_ho: Some(8))"#;

const SHOT: platoon::Shot =
    platoon::Shot { range: 600, cover: table::Cover::None, from: table::Quarter::Front, seeing: None, heard: None };

#[test]
fn beside_a_real_table_the_ground_of_each_squad_is_asked_at_the_start() {
    proves!("P-companion", "P-activation", "P-save");
    use platoon::query::{Answer, Fact};
    let field = beside([table::Terrain::Open, table::Terrain::Jungle, table::Terrain::Bunker], &[1, 1, 1]);
    let level = |id: u8| field.state.levels.iter().find(|l| l.squad == SquadId(id)).unwrap().level;
    assert_eq!([level(1), level(2), level(11)], [12, 13, 15], "soft cover adds one, a bunker three");
    assert_eq!(rules().squad_card(&field.state, SquadId(11)).unwrap().figures[0].save.needs, 3);
    // Each is asked once, with the scenario's ground as it stands, and by its own side.
    let state =
        rules().begin(&scenario(&BESIDE, &[US_BESIDE, NVA_BESIDE], &[]), &mut tabletop::dice::Tape::new([])).unwrap();
    let offers = rules().offers(&state);
    assert_eq!(offers.len(), 1);
    assert_eq!(
        (offers[0].facts[0].fact, offers[0].facts[0].usual),
        (Fact::Stands, Answer::Terrain(table::Terrain::Open))
    );
    let other = Command::Stand { squad: SquadId(11), ground: table::Terrain::Open };
    assert_eq!(rules().check(&state, &other).unwrap_err().rule.as_str(), "P-companion");
}

#[test]
fn beside_a_real_table_the_players_say_who_stands_near_the_fallen() {
    proves!("P-companion", "P-panic");
    let mut field = beside([table::Terrain::Open; 3], &[6, 5, 1]);
    let volley = Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), facts: Some(SHOT) };
    // One falls: who is near is asked before anybody tests.
    field.ask(volley, &[6, 1, 1, 1, 1]);
    assert_eq!(field.state.phase, Phase::Burst(Side::Allied));
    assert!(
        rules().question(&field.state).contains("figure 1 of A out of action"),
        "{}",
        rules().question(&field.state)
    );
    let near = Command::Burst { caught: vec![(SquadId(1), 2), (SquadId(2), 1)], markers: vec![] };
    let enemies = Command::Burst { caught: vec![(SquadId(11), 1)], markers: vec![] };
    assert_eq!(field.refused(enemies).rule.as_str(), "P-companion");
    let events = field.ask(near, &[6, 6, 3, 3, 3, 4]);
    let panics: Vec<u8> =
        (events.iter()).filter_map(|e| if let Event::Panic { squad, .. } = e { Some(squad.0) } else { None }).collect();
    assert_eq!((panics, tested(&events)), (vec![1, 2], 1), "another squad's figure as well, then the morale");
}

#[test]
fn beside_a_real_table_the_players_say_who_lies_in_a_burst_and_who_sees_the_target() {
    proves!("P-companion", "P-direct", "P-fire");
    let mut field = beside([table::Terrain::Open; 3], &[6, 5, 1]);
    let rocket = Command::Launch { squad: SquadId(11), figure: 4, target: SquadId(1), facts: Some(SHOT) };
    field.ask(rocket, &[6, 2]);
    assert_eq!(field.state.phase, Phase::Burst(Side::Vc));
    let nobody = Command::Burst { caught: vec![], markers: vec![] };
    assert_eq!(field.refused(nobody).rule.as_str(), "P-companion", "the figure aimed at lies in it");
    field.ask(Command::Burst { caught: vec![(SquadId(1), 2), (SquadId(2), 1)], markers: vec![] }, &[6, 6, 3, 3, 3, 4]);
    assert!(field.squad(2).figures[0].pinned.is_some() && field.squad(1).figures[0].pinned.is_none());
    // Two of three rifles see the target.
    let mut field = beside([table::Terrain::Open; 3], &[6, 5, 1]);
    let volley = |seeing| Command::Fire {
        squad: SquadId(11),
        target: Target::Squad(SquadId(1)),
        facts: Some(platoon::Shot { seeing, ..SHOT }),
    };
    let asked = rules().facts_needed(&field.state, &volley(None));
    let seeing = asked.iter().find(|q| q.asks.contains("assault rifle")).unwrap();
    assert_eq!(seeing.choices.len(), 4);
    let two = volley(None).with_fact(seeing.fact, seeing.choices[2].answer);
    assert_eq!(dice_of(&field.ask(two, &[1, 1, 3, 3])), 2);
}

#[test]
fn beside_a_real_table_the_players_say_whom_a_trap_reaches_and_what_a_sniper_sees() {
    proves!("P-companion", "P-traps", "P-sniper", "P-R37");
    let setup = scenario(
        &BESIDE,
        &[
            US_BESIDE,
            &NVA_BESIDE
                .replace("(3, AssaultRifle), (1, Rpg)", "(1, OldRifle)")
                .replace("figures", "kind: Sniper, figures"),
        ],
        &["(id: 1, side: Vc, hides: Trap(Punji))", "(id: 2, side: Vc, hides: Trap(Grenade))"],
    );
    let reach = |marker| Command::Reach { squad: SquadId(1), marker: MarkerId(marker) };
    let mut field = Field::begin(&setup, &[1, 6]);
    field.ask(reach(1), &[6]);
    assert_eq!(field.state.phase, Phase::Burst(Side::Allied));
    let two = Command::Burst { caught: vec![(SquadId(1), 2), (SquadId(1), 3)], markers: vec![] };
    assert_eq!(field.refused(two.clone()).rule.as_str(), "P-companion", "stakes catch one");
    field.ask(Command::Burst { caught: vec![(SquadId(1), 3)], markers: vec![] }, &[6, 1]);
    assert!(field.squad(1).figures[2].pinned.is_some());
    let mut field = Field::begin(&setup, &[1, 6]);
    field.ask(reach(2), &[6]);
    field.ask(two, &[6, 1, 6, 1]);
    // A sniper's range is asked for, and what he does not see he does not hit.
    let mut field = Field::begin(&setup, &[6, 1]);
    let snipe = |range| Command::Snipe { squad: SquadId(11), target: SquadId(1), figure: 1, range, from: None };
    assert_eq!(field.refused(snipe(None)).rule.as_str(), "P-companion");
    assert_eq!(field.refused(snipe(Some(6_100))).rule.as_str(), "P-R37");
    field.ask(snipe(Some(5_900)), &[1, 3, 3]);
}

#[test]
fn troops_that_are_not_drawn_yet_move_with_their_marker_and_are_noticed_like_others() {
    proves!("P-R59", "P-hidden", "P-vc-table");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let mut rows = open(40, 30);
    rows[..6].fill("J".repeat(40));
    let us = US.replace("(20, 8)", "(20, 20)");
    let set = || {
        let markers = [
            "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))",
            "(id: 2, side: Vc, at: Some((30, 2)), hides: Nothing)",
        ];
        let mut field = Field::begin(&scenario(&rows, &[&us, unknown], &markers), &[1, 6]);
        field.until(11);
        field
    };
    let to = |marker: u8, x: i32, y: i32| Command::MoveMarker { marker: MarkerId(marker), to: table::Point::new(x, y) };
    // In the jungle nobody notices it, and it moves as the empty marker does.
    let mut field = set();
    let events = field.play(to(1, 2050, 500), &[]);
    assert_eq!(events.len(), 1, "{events:?}");
    let seen = rules().seen(&events[0], &field.state, Side::Allied);
    assert_eq!(seen.as_ref(), Some(&events[0]));
    field.play(to(2, 3050, 500), &[]);
    assert!(field.squad(11).hidden.is_some() && field.squad(11).drawn_from.is_some());
    assert_eq!(field.state.marker(MarkerId(1)).unwrap().at, table::Point::new(2050, 500));
    assert_eq!(field.refused(to(1, 2050, 1300)).rule.as_str(), "P-hidden", "seven inches in all");
    // In the open, in sight within sixteen inches, it is turned over and drawn.
    let events = field.ask(to(1, 2050, 650), &[2]);
    assert!(
        matches!(events[..], [Event::MarkerMoved { .. }, Event::Revealed { .. }, Event::Drawn { .. }]),
        "{events:?}"
    );
    assert_eq!(field.squad(11).strength(), 3, "a 2 draws three rifles");
    assert!(field.squad(11).figures.iter().all(|f| f.at.within(table::Point::new(2050, 650), 300)));
    // Troops that are known move by their dice.
    let mut field = set();
    field.play(Command::Reveal { squad: SquadId(11) }, &[2]);
    assert_eq!(field.refused(to(1, 2050, 500)).rule.as_str(), "P-hidden");
}

#[test]
fn passengers_get_out_of_a_wreck_and_its_crew_is_gone_without_points() {
    proves!("P-R58", "P-direct", "P-victory");
    let rpg = NVA.replace("(4, AssaultRifle)", "(1, Rpg)");
    let lorry = US.replace("(1, AssaultRifle)", "(2, Pistol)").replace("figures", "kind: Soft, figures");
    let rider = US.replace("id: 1", "id: 2").replace("at: Some((20, 8)), facing: (dx: 0, dy: -1)", "aboard: Some(1)");
    let mut field = game(&[&lorry, &rider, &rpg], &[], &[6, 2, 1]);
    // It is hit and goes through; one of the crew falls, the other and the passenger save.
    let mut tape = tabletop::dice::Tape::new([6, 6, 1, 6, 6, 3, 3, 3, 3, 3, 3]);
    rules().apply(&mut field.state, &launch(11, 1, 1), &mut tape, &mut Vec::new()).unwrap();
    assert_eq!(field.squad(1).hull, Hull::Destroyed);
    assert!(
        !field.squad(1).in_play() && field.squad(1).strength() == 1,
        "one of the crew came through, and takes no part"
    );
    assert!(field.squad(2).on_table() && field.squad(2).strength() == 1, "the passenger fights on");
    let tally = field.state.tally;
    assert_eq!((tally.us_killed, tally.us_captured, tally.vehicles_destroyed), (1, 0, 0));
    let mut options = Vec::new();
    rules().options(&field.state, &mut options);
    assert!(
        options.iter().all(|o| !matches!(o, Command::Fire { target: Target::Squad(SquadId(1)), .. })),
        "nor is it fired at"
    );
}
