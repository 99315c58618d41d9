//! The base game of Search & Destroy sentence by sentence: sections 4.1 to 4.6.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::Event;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Side, proves};

/// Where the first event of this sort stands among all.
#[track_caller]
fn place_of(events: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    events.iter().position(wanted).unwrap_or_else(|| panic!("not among {events:?}"))
}

// 4.1: the sequence.

#[test]
fn searches_bring_what_they_bring_after_the_surprise_attacks() {
    proves!("base-4.1", "base-4.7");
    let units = "(kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0105\"), hidden: true), \
         (kind: Rifle, at: Some(\"0110\"))";
    let mut field = basic("", "UsSearch", units, "traps_at: [\"0110\"], caches_at: [\"0110\"]");
    field.play(probe(0, "0105"));
    // Nothing is found when the searches are named, nor before the surprise attacks are over.
    let named = field.play(search(2, "0110"));
    assert_eq!((field.state.step(), field.state.traps().len()), (Step::Surprise, 1));
    assert!(named.iter().all(|e| !matches!(e, Event::CacheFound { .. } | Event::Disarmed { .. })), "{named:?}");
    field.dice(&[1, 1]);
    let events = field.play(fire(&[shot(1)], 0));
    let attack = place_of(&events, |e| matches!(e, Event::Attacked { .. }));
    assert!(attack < place_of(&events, |e| matches!(e, Event::CacheFound { .. })));
    assert!(attack < place_of(&events, |e| matches!(e, Event::Disarmed { .. })));
    assert!(field.state.traps().is_empty());
}

#[test]
fn a_unit_pinned_by_surprise_destroys_no_cache() {
    proves!("base-4.1", "base-4.7");
    for (die, left, points) in [(4, 1, 0), (1, 0, 60)] {
        let units = "(kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0105\"), hidden: true)";
        let mut field = basic("", "UsSearch", units, "caches_at: [\"0106\"]");
        field.play(search(0, "0106"));
        field.until(2, Step::UsSearch);
        field.play(probe(0, "0105"));
        // Two against jungle is 1-2: a four pins, a one does nothing.
        field.dice(&[die]);
        field.play(fire(&[shot(1)], 0));
        assert_eq!((field.state.caches().len(), field.points()), (left, (points, 0)), "die {die}");
    }
}

#[test]
fn nobody_fires_in_the_other_sides_player_turn() {
    proves!("base-4.1");
    let units = "(kind: Rifle, at: Some(\"1708\")), (kind: MainForce, at: Some(\"1710\"))";
    for step in ["UsMovement", "UsSearch", "UsFire", "UsAssault", "UsPlot"] {
        assert!(!basic("", step, units, "").allows(&fire(&[shot(1)], 0)), "NLF in {step}");
    }
    for step in ["NlfMovement", "NlfFire", "NlfAssault"] {
        assert!(!basic("", step, units, "").allows(&fire(&[shot(0)], 1)), "US in {step}");
    }
}

#[test]
fn artillery_is_plotted_after_recovery() {
    proves!("base-4.1", "base-4.13");
    let units = "(kind: Observer, at: Some(\"1808\"), pinned: true), (kind: Rifle, at: Some(\"1807\")), \
         (kind: MainForce, at: Some(\"1812\"))";
    let mut field = basic("Artillery", "UsFire", units, "missions: 1");
    let plot = Command::Plot { unit: id(0), at: hex("1812") };
    assert!(!field.allows(&plot));
    field.until(1, Step::UsPlot);
    assert!(!field.unit(0).is_pinned() && field.allows(&plot));
}

// 4.2: movement.

#[test]
fn nobody_enters_a_hex_he_cannot_pay_for() {
    proves!("base-4.2");
    let units = "(kind: CompanyCadre, at: Some(\"3403\"), element: RecoillessRifle), (kind: Rifle, at: Some(\"1808\"))";
    let mut field = basic("CompanyCadres", "NlfMovement", units, "");
    // Four of six points uphill: two are left, and jungle costs three on every side.
    field.refuses(&march(0, &["3404", "3504"]), "base-4.2");
    field.play(march(0, &["3404"]));
    assert_eq!(field.unit(0).spent, 4);
    for around in search_and_destroy::Direction::ALL.map(|side| hex("3404").neighbour(side).to_string()) {
        field.refuses(&march(0, &[&around]), "base-4.2");
    }
}

#[test]
fn there_are_no_zones_of_control_but_the_enemy_s_own_hex_is_closed() {
    proves!("base-4.2");
    let units = "(kind: Rifle, at: Some(\"1708\")), (kind: MainForce, at: Some(\"1809\")), \
         (kind: MainForce, at: Some(\"1909\"))";
    let mut field = basic("", "UsMovement", units, "");
    field.refuses(&march(0, &["1709", "1809"]), "base-4.2");
    field.refuses(&march(0, &["1808", "1909", "2008"]), "base-4.2");
    field.play(march(0, &["1808", "1908", "2008", "2108"]));
    field.stands(0, "2108");
    assert_eq!(field.unit(0).spent, 4, "past two of the enemy at the ordinary cost");
}

#[test]
fn whoever_has_left_does_not_return() {
    proves!("base-4.2");
    let mut field = basic(
        "",
        "UsMovement",
        "(kind: Rifle, at: Some(\"1501\")), (kind: Rifle, at: Some(\"1508\")), (kind: MainForce, at: Some(\"4020\"))",
        "us_exit: Some(Rows(1, 1)), nlf_exit: Some(Columns(40, 40))",
    );
    field.play(Command::Leave { unit: id(0) });
    field.refuses(&march(0, &["1501"]), "base-4.2");
    field.refuses(&Command::Leave { unit: id(0) }, "base-4.2");
    field.until(1, Step::NlfMovement);
    assert!(field.allows(&Command::Leave { unit: id(2) }), "by the NLF's own edge");
    field.until(2, Step::UsMovement);
    assert_eq!(field.unit(0).place, Place::Exited);
    field.refuses(&march(0, &["1501"]), "base-4.2");
    field.refuses(&Command::Leave { unit: id(1) }, "base-4.2");
}

// 4.4: fire. Sums, odds, range, sight and the one attack on a hex stand in `search_and_destroy_fire.rs`.

#[test]
fn the_strengths_of_all_who_fire_are_added() {
    proves!("base-4.4");
    let units = "(kind: MainForce, at: Some(\"1809\")), (kind: MainForce, at: Some(\"1909\")), \
         (kind: PlatoonCadre, at: Some(\"1709\")), (kind: Rifle, at: Some(\"1812\"))";
    for (shooters, column) in [(1, 2), (2, 3), (3, 4)] {
        let mut field = basic("", "NlfFire", units, "");
        field.dice(&[1]);
        let shots: Vec<_> = (0..shooters).map(shot).collect();
        assert_eq!(attacked(&field.play(fire(&shots, 3))).0, column, "{shooters} against paddy");
    }
}

#[test]
fn a_firer_is_turned_up_when_his_attack_is_over() {
    proves!("base-4.4", "base-4.7");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1508\"), hidden: true)";
    let mut field = basic("", "NlfFire", units, "");
    field.dice(&[6]);
    let events = field.play(fire(&[shot(1)], 0));
    let attack = place_of(&events, |e| matches!(e, Event::Attacked { by, .. } if by[0].hidden));
    assert!(attack < place_of(&events, |e| matches!(e, Event::Revealed { .. })));
    assert!(!field.unit(1).face_down);
}

/// Three NLF squads (2 to 4) around a US squad (0) that has a commander (1) with it.
fn squad_and_team(switches: &str) -> Field {
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: CompanyCommander, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1710\")), (kind: MainForce, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1910\"))";
    basic(switches, "NlfFire", units, "")
}

#[test]
fn a_pin_marks_the_team_beside_the_squad_too() {
    proves!("base-4.4");
    let mut field = squad_and_team("");
    field.refuses(&fire(&[shot(2)], 1), "base-4.4");
    // Two against one is 2-1.
    field.dice(&[2]);
    field.play(fire(&[shot(2)], 0));
    assert!(field.unit(0).is_pinned() && field.unit(1).is_pinned());
}

#[test]
fn on_a_six_the_first_casualty_falls_in_the_team() {
    proves!("base-4.4");
    for (die, squad, team, points) in [(5, 1, 0, 20), (6, 1, 1, 60)] {
        let mut field = squad_and_team("Casualties");
        field.dice(&[die]);
        field.play(fire(&[shot(2)], 0));
        assert_eq!((field.unit(0).losses, field.unit(1).losses, field.points().1), (squad, team, points), "die {die}");
    }
    // The killed one is the first: the squad has the wounded one.
    let mut field = squad_and_team("Casualties");
    field.dice(&[6]);
    let fallen: Vec<_> = field
        .play(fire(&[shot(2)], 0))
        .into_iter()
        .filter_map(|e| {
            if let Event::Casualties { who, killed, wounded } = e { Some((who.unit, killed, wounded)) } else { None }
        })
        .collect();
    assert_eq!(fallen, [(id(1), 1, 0), (id(0), 0, 1)]);
}

#[test]
fn on_the_points_table_the_team_of_a_destroyed_squad_is_rolled_for_on_a_six() {
    proves!("base-4.4", "base-4.18");
    for (die, gone) in [(2, true), (3, false)] {
        let mut field = squad_and_team("");
        field.dice(&[6, die]);
        field.play(fire(&[shot(2)], 0));
        field.is_gone(0);
        assert_eq!(field.unit(1).place == Place::Gone, gone, "die {die}");
        assert_eq!(field.points(), (0, 60 + if gone { 40 } else { 0 }), "a commander costs forty more");
    }
    // Six against one: a four destroys, and is no six.
    let mut field = squad_and_team("");
    field.dice(&[4]);
    field.play(fire(&[shot(2), shot(3), shot(4)], 0));
    field.is_gone(0);
    assert!(field.unit(1).is_pinned());
}

#[test]
fn a_landed_helicopter_shares_the_one_attack_on_its_hex() {
    proves!("base-4.4");
    let units = "(kind: Rifle, at: Some(\"1808\")), (kind: Transport, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1710\"))";
    for (first, then) in [(0, 1), (1, 0)] {
        let mut field = basic("Helicopters", "NlfFire", units, "");
        field.dice(&[1]);
        field.play(fire(&[shot(2)], first));
        field.refuses(&fire(&[shot(3)], then), "base-4.4");
    }
}

// 4.6: pins. Digging, probing, searching and assaulting stand in `search_and_destroy_sentences.rs`.

#[test]
fn a_second_pin_changes_nothing() {
    proves!("base-4.6");
    let units = "(kind: Rifle, at: Some(\"1808\"), pinned: true), (kind: MainForce, at: Some(\"1810\"))";
    let mut field = basic("", "NlfFire", units, "");
    field.dice(&[2]);
    let events = field.play(fire(&[shot(1)], 0));
    assert!(events.iter().any(|e| matches!(e, Event::Attacked { result, .. } if result.pinned)));
    assert!(!events.iter().any(|e| matches!(e, Event::Pinned { .. })), "{events:?}");
    field.until(2, Step::UsFire);
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(16), "half, and not a quarter");
    field.until(2, Step::NlfMovement);
    assert!(!field.unit(0).is_pinned(), "one recovery is enough for two pins");
}

#[test]
fn a_second_pin_in_the_unit_s_own_turn_does_not_hold_it_longer() {
    proves!("base-4.6", "base-4.13");
    let set = |pinned: bool| {
        let units = format!(
            "(kind: Observer, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1811\"), pinned: {pinned}), \
             (kind: MainForce, at: Some(\"4020\"))"
        );
        let mut field = basic("Artillery", "UsPlot", &units, "missions: 1");
        field.play(Command::Plot { unit: id(0), at: hex("1812") });
        field.until(2, Step::UsSearch);
        // On target; four to one beside it, and a two pins its own squad.
        field.dice(&[1, 2]);
        let events = field.done();
        assert!(events.iter().any(|e| matches!(e, Event::Shelled { result, .. } if result.pinned)));
        field.until(2, Step::NlfMovement);
        field.unit(1).is_pinned()
    };
    assert!(!set(true), "it was pinned when its turn began");
    assert!(set(false), "it was not");
}

#[test]
fn a_pinned_unit_is_attacked_like_any_other() {
    proves!("base-4.6", "32.0");
    for pinned in [false, true] {
        let units =
            format!("(kind: Rifle, at: Some(\"1808\"), pinned: {pinned}), (kind: MainForce, at: Some(\"1809\"))");
        let field = basic("", "NlfFire", &units, "");
        assert_eq!(rules().forecast(&field.state, &fire(&[shot(1)], 0)).unwrap().column, Some(3));
        let field = basic("CloseAssault", "NlfAssault", &units, "");
        assert_eq!(rules().forecast(&field.state, &assault(&[shot(1)], 0)).unwrap().column, Some(1));
    }
}

#[test]
fn a_pinned_unit_retreats_all_the_same() {
    proves!("base-4.6", "SD-A19", "32.112");
    let units = "(kind: MainForce, at: Some(\"1509\")), (kind: MainForce, at: Some(\"1410\")), \
         (kind: MainForce, at: Some(\"1610\")), (kind: PlatoonCadre, at: Some(\"1511\")), \
         (kind: Rifle, at: Some(\"1510\"), pinned: true)";
    let mut field = basic("CloseAssault", "NlfAssault", units, "");
    field.dice(&[5]);
    let events = field.play(assault(&[shot(0), shot(1), shot(2), shot(3)], 4));
    assert!(!events.iter().any(|e| matches!(e, Event::Pinned { .. })), "one marker only");
    assert_eq!(field.to_act(), Some(Side::Us));
    field.play(retreat("1409"));
    field.stands(4, "1409");
    assert!(field.unit(4).is_pinned());
}

#[test]
fn nobody_observes_while_he_is_pinned() {
    proves!("base-4.6", "base-4.13");
    let observer = "(kind: Observer, at: Some(\"1808\"), pinned: true), (kind: MainForce, at: Some(\"1812\"))";
    let strike = Command::CallStrike { unit: id(0), at: hex("1812"), along: search_and_destroy::Direction::N };
    basic("AirStrikes", "UsMovement", observer, "strikes: 1").refuses(&strike, "base-4.6");
    let mortar = Command::Mortar { weapon: id(3), observer: id(0), at: hex("1812") };
    let crew = format!("{observer}, (kind: Weapons, at: Some(\"1801\")), (kind: Mortar81, with: Some(2))");
    basic("HeavyWeapons", "UsFire", &crew, "").refuses(&mortar, "base-4.6");
    let ready = crew.replace(", pinned: true", "");
    assert!(basic("HeavyWeapons", "UsFire", &ready, "").allows(&mortar));
}
