//! Hidden counters of Search & Destroy as they are found: probes, surprise attacks, searches, snipers and traps. Section 4.7.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::state::Step;
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

#[test]
fn a_face_down_counter_is_seen_when_it_crosses_open_ground_and_a_dummy_is_removed() {
    proves!("base-4.7");
    let mut field = basic(
        "",
        "NlfMovement",
        "(kind: Rifle, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1608\"), hidden: true), (kind: Dummy, at: Some(\"1508\")), \
         (kind: MainForce, at: Some(\"0120\"), hidden: true)",
        "",
    );
    let events = field.play(march(1, &["1708"]));
    assert!(events.iter().any(|e| matches!(e, Event::Revealed { .. })), "{events:?}");
    assert!(!field.unit(1).face_down);
    field.play(march(2, &["1509"]));
    field.is_gone(2);
    field.play(march(3, &["0121"]));
    assert!(field.unit(3).face_down);
}

#[test]
fn a_probe_turns_counters_up_and_they_may_attack_by_surprise() {
    proves!("base-4.7", "32.3", "SD-A28", "SD-A30", "SD-A31");
    let set = || {
        Field::set(
            "level: Basic, also: [CloseAssault, CompanyCadres], step: Some(UsSearch), units: [(kind: Rifle, at: Some(\"0106\")), \
             (kind: CompanyCadre, at: Some(\"0105\"), hidden: true, element: Sapper), (kind: Rifle, at: Some(\"0207\")), \
             (kind: Dummy, at: Some(\"0205\")), (kind: MainForce, at: Some(\"0107\"), hidden: true)]",
        )
    };
    let mut field = set();
    field.refuses(&probe(0, "0303"), "base-4.7");
    field.refuses(&probe(0, "0206"), "base-4.7");
    field.play(probe(0, "0105"));
    field.refuses(&probe(0, "0107"), "base-4.7");
    field.done();
    assert_eq!((field.state.step(), field.to_act()), (Step::Surprise, Some(Side::Nlf)));
    field.refuses(&fire(&[shot(1)], 2), "SD-A28");
    field.refuses(&fire(&[shot(4)], 0), "SD-A28");
    // Two against four is 1-2; three, and four for surprise and Sappers, is seven: pinned and one killed.
    field.dice(&[3]);
    let events = field.play(assault(&[shot(1)], 0));
    let found = events.iter().find_map(|e| match e {
        Event::Attacked { column, modifiers, .. } => Some((*column, modifiers.clone())),
        _ => None,
    });
    assert_eq!(found, Some((1, vec![Modifier::Surprise, Modifier::SappersAttack])));
    assert_eq!(field.points(), (0, 40));
    // Only 0206 is free: it goes there, and the Cadre must follow.
    field.stands(0, "0206");
    field.stands(1, "0106");
    assert!(!field.unit(1).assaulted, "its own turn is not used up");
    let mut field = set();
    field.play(probe(0, "0205"));
    field.done();
    field.is_gone(3);
    assert_ne!(field.state.step(), Step::Surprise, "nobody was there");
    let mut field = set();
    field.play(probe(2, "0107"));
    field.done();
    field.done();
    assert_eq!(field.state.step(), Step::UsFire, "the US unit goes on");
}

#[test]
fn the_surprise_attacker_advances_into_the_vacated_hex() {
    proves!("SD-A29", "32.3");
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(UsSearch), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0105\"), hidden: true)]",
    );
    field.play(probe(0, "0105"));
    field.dice(&[6]);
    field.play(assault(&[shot(1)], 0));
    // Eight on 1-2: destroyed.
    field.is_gone(0);
    field.stands(1, "0106");
}

#[test]
fn whoever_assaults_from_hiding_is_turned_up_without_a_bonus() {
    proves!("SD-A61");
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0105\"), hidden: true)]",
    );
    field.dice(&[1]);
    let events = field.play(assault(&[shot(1)], 0));
    assert!(!field.unit(1).face_down);
    assert!(events.iter().any(|e| matches!(e, Event::Attacked { modifiers, .. } if modifiers.is_empty())));
}

#[test]
fn fire_at_a_face_down_counter_is_worse_and_a_dummy_stays() {
    proves!("base-4.4", "base-4.7");
    let mut field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Dummy, at: Some(\"0105\")), \
         (kind: Rifle, at: Some(\"0107\")), (kind: MainForce, at: Some(\"0108\"), hidden: true)]",
    );
    field.dice(&[6, 6]);
    let events = field.play(fire(&[shot(0)], 1));
    assert!(
        events.iter().any(|e| matches!(e, Event::Attacked { modifiers, .. } if *modifiers == [Modifier::FaceDown]))
    );
    field.stands(1, "0105");
    assert!(field.unit(1).face_down);
    field.play(fire(&[shot(2)], 3));
    assert!(!field.unit(3).face_down && field.unit(3).is_pinned());
}

#[test]
fn a_sniper_stays_hidden_and_picks_his_man_and_others_hide_again() {
    proves!("base-4.7");
    let set = || {
        Field::set(
            "level: Basic, step: Some(NlfFire), units: [(kind: Rifle, at: Some(\"1808\")), (kind: CompanyCommander, at: Some(\"1808\")), \
             (kind: Sniper, at: Some(\"1506\"), hidden: true), (kind: MainForce, at: Some(\"0120\")), (kind: MainForce, at: Some(\"0122\"), hidden: true)]",
        )
    };
    let mut field = set();
    field.refuses(&fire(&[shot(4)], 1), "base-4.4");
    field.dice(&[1, 5]);
    field.play(fire(&[shot(2)], 1));
    assert!(field.unit(2).face_down, "nobody saw him");
    field.done();
    field.play(Command::Hide { unit: id(3) });
    assert!(field.unit(3).face_down);
    let mut field = set();
    field.dice(&[1, 6]);
    field.play(fire(&[shot(2)], 1));
    assert!(!field.unit(2).face_down, "a six gives him away");
}

#[test]
fn caches_are_found_and_then_destroyed_and_traps_are_disarmed_or_go_off() {
    proves!("base-4.7", "base-4.17", "base-4.18");
    let mut field = Field::set(
        "level: Basic, step: Some(UsSearch), caches_at: [\"0106\"], traps_at: [\"0110\"], units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: Rifle, at: Some(\"0110\")), (kind: MainForce, at: Some(\"4020\"), hidden: true)]",
    );
    field.play(search(0, "0106"));
    field.dice(&[4]);
    // With the last search named the segment ends by itself.
    let events = field.play(search(1, "0110"));
    assert!(events.iter().any(|e| matches!(e, Event::CacheFound { .. })));
    assert!(events.iter().any(|e| matches!(e, Event::Disarmed { die: 4, .. })));
    while field.state.turn() == 1 || field.state.step() != Step::UsMovement {
        field.done();
    }
    field.done();
    field.play(search(1, "0110"));
    let events = field.done();
    assert!(events.iter().any(|e| matches!(e, Event::CacheDestroyed { .. })), "{events:?}");
    assert_eq!(field.points(), (60, 0));
}

#[test]
fn a_leader_lost_to_the_trap_of_the_squad_with_him_searches_no_more() {
    proves!("base-4.17");
    let set = |rulings: &str| {
        basic(
            "Casualties",
            "UsSearch",
            "(kind: Rifle, at: Some(\"1913\")), (kind: PlatoonLeader, at: Some(\"1913\"), losses: 1), (kind: MainForce, at: \
             Some(\"4020\"), hidden: true)",
            &format!("traps_at: [\"1913\", \"1914\"], {rulings}"),
        )
    };
    let mut field = set("");
    field.play(search(0, "1913"));
    // The first trap goes off, and its one casualty falls in the leader's team. Nobody touches the second one.
    field.dice(&[5, 6]);
    field.play(search(1, "1914"));
    field.is_gone(1);
    assert_eq!(field.state.traps(), [Some(hex("1914"))]);
    // In games of an earlier day it went off beside nobody.
    let mut field = set("rulings: 12");
    field.play(search(0, "1913"));
    field.dice(&[5, 6, 5, 6]);
    field.play(search(1, "1914"));
    assert_eq!(field.state.traps(), []);
}

#[test]
fn a_leader_pinned_by_the_trap_of_the_squad_with_him_searches_no_more() {
    proves!("base-4.6");
    let set = |rulings: &str| {
        let mut field = basic(
            "Casualties",
            "UsSearch",
            "(kind: Rifle, at: Some(\"1913\")), (kind: PlatoonLeader, at: Some(\"1913\")), (kind: MainForce, at: \
             Some(\"4020\"), hidden: true)",
            &format!("traps_at: [\"1913\", \"1914\"], {rulings}"),
        );
        field.play(search(0, "1913"));
        field
    };
    let mut field = set("");
    // The first trap goes off and pins both; the second one stays as it is.
    field.dice(&[5, 3]);
    field.play(search(1, "1914"));
    assert!(field.unit(0).is_pinned() && field.unit(1).is_pinned());
    assert_eq!(field.state.traps(), [Some(hex("1914"))]);
    // In games of an earlier day he disarmed it all the same.
    let mut field = set("rulings: 13");
    field.dice(&[5, 3, 1]);
    field.play(search(1, "1914"));
    assert_eq!(field.state.traps(), []);
}

#[test]
fn searched_ground_is_remembered_and_counts_as_much_of_the_caches_as_it_holds_of_their_ground() {
    proves!("base-4.17");
    let mut field = Field::set(
        "level: Basic, step: Some(UsSearch), hiding_places: Some(Hexes([\"0106\", \"0107\", \"0108\", \"0109\"])), \
         caches_at: [\"0109\"], units: [(kind: Rifle, at: Some(\"0106\")), (kind: Rifle, at: Some(\"0109\")), \
         (kind: MainForce, at: Some(\"4020\"), hidden: true)]",
    );
    let rules = rules();
    let combed = |field: &Field| rules.combed(&rules.view(&field.state, Side::Us));
    assert_eq!(combed(&field), 2 * 125, "each of both squads may search a quarter of the ground, next turn if not now");
    field.play(search(0, "0106"));
    assert_eq!(combed(&field), 250 + 125);
    field.play(search(1, "0109"));
    assert_eq!(combed(&field), 2 * 250 + 600, "a cache was found, and somebody is there to destroy it");
    for side in [Side::Us, Side::Nlf] {
        let view = rules.view(&field.state, side);
        let searched: Vec<String> = view.searched(rules).map(|hex| hex.to_string()).collect();
        assert_eq!(searched, ["0106", "0109"], "both sides saw it");
    }
    while field.state.step() != Step::UsMovement {
        field.done();
    }
    assert_eq!(combed(&field), 2 * 250 + 600, "what was searched is not searched again");
    field.play(march(0, &["0107"]));
    assert_eq!(combed(&field), 2 * 250 + 125 + 600);
}

#[test]
fn a_trap_stops_whoever_walks_into_it() {
    proves!("base-4.17");
    let mut field = basic(
        "Vehicles",
        "UsMovement",
        "(kind: Rifle, at: Some(\"1808\")), (kind: M113, at: Some(\"2008\"))",
        "traps_at: [\"1708\", \"2108\"]",
    );
    field.dice(&[4, 6]);
    field.play(march(0, &["1708", "1608"]));
    field.stands(0, "1708");
    assert!(field.unit(0).is_pinned() && field.state.traps().len() == 1);
    field.play(march(1, &["2108", "2208"]));
    field.stands(1, "2108");
    assert!(field.unit(1).immobilized);
}
