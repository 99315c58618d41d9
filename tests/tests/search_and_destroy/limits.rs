//! Rulings SD-A76 to SD-A80: units that are stopped, villages that are not empty, rings of counters not shown, weapons without a
//! crew, leaders who ride; and what has to be offered. Each as it is, and as the earlier saved games know it.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::Step;
use search_and_destroy::{Command, Event, Side, proves};
use tabletop::Ruleset;

const EARLIER: &str = "rulings: 4,";

#[test]
fn whoever_runs_into_a_hidden_counter_does_not_walk_away_from_it() {
    proves!("SD-A76", "base-4.7");
    let set = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], without: [Leadership, PlatoonLeaders, CommandControl], {rulings} step: Some(UsMovement), \
             units: [(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1806\"), hidden: true), (kind: M113, at: Some(\"1807\"))]"
        ));
        let events = field.play(march(0, &["1807", "1806"]));
        assert!(events.iter().any(|e| matches!(e, Event::Contact { .. })), "{events:?}");
        field
    };
    let mut field = set("");
    field.stands(0, "1807");
    field.refuses(&march(0, &["1808"]), "SD-A76");
    field.refuses(&Command::Mount { unit: id(0), carrier: id(2) }, "SD-A76");
    field.done();
    assert_eq!(field.state.step(), Step::Surprise, "and so it can be surprised");
    field.done();
    // It has spent half its points and no more: two against two, at half strength.
    assert!(field.allows(&fire(&[shot(0)], 1)));
    field.until(2, Step::UsMovement);
    assert!(field.allows(&march(0, &["1808"])), "in its next turn it goes on");
    let mut field = set(EARLIER);
    field.play(march(0, &["1808"]));
    field.done();
    assert_ne!(field.state.step(), Step::Surprise);
}

#[test]
fn a_trap_stops_a_unit_and_leaves_it_its_points() {
    proves!("SD-A76", "base-4.17", "base-4.11");
    let set = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], {rulings} step: Some(UsMovement), traps_at: [\"1807\"], \
             units: [(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1804\")), (kind: M48, at: Some(\"1908\"))]"
        ));
        field.dice(&[1]);
        let events = field.play(march(0, &["1807", "1806"]));
        assert!(events.iter().any(|e| matches!(e, Event::TrapWentOff { .. })), "{events:?}");
        field.stands(0, "1807");
        field
    };
    let mut field = set("");
    field.refuses(&march(0, &["1806"]), "SD-A76");
    assert!(field.unit(0).spent <= 6);
    field.until(1, Step::UsFire);
    assert!(field.allows(&fire(&[shot(0)], 1)));
    let mut field = set(EARLIER);
    field.refuses(&march(0, &["1806"]), "base-4.2");
    field.until(1, Step::UsFire);
    field.refuses(&fire(&[shot(0)], 1), "base-4.11");
}

#[test]
fn a_village_that_is_not_empty_is_not_searched_from_outside() {
    proves!("SD-A77", "base-4.7");
    let found = |rulings: &str, at: &str| {
        let mut field = Field::set(&format!(
            "level: Basic, also: [FullyHidden], {rulings} step: Some(UsSearch), caches_at: [\"1914\"], units: [(kind: Rifle, at: Some(\"1915\")), \
             (kind: MainForce, at: Some(\"{at}\"), hidden: true)]"
        ));
        let mut events = field.play(search(0, "1914"));
        while field.state.step() != Step::NlfMovement {
            events.extend(field.done());
        }
        events.iter().any(|e| matches!(e, Event::CacheFound { .. }))
    };
    assert!(!found("", "1914"), "a squad stands on it");
    assert!(found("", "0120"), "an empty one is searched");
    assert!(found(EARLIER, "1914"));
}

#[test]
fn a_ring_of_counters_not_shown_is_closed_before_the_result_is_scored() {
    proves!("SD-A78", "32.115", "SD-A18", "SD-A23", "SD-A25");
    let set = |rulings: &str, level: &str, second: &str| {
        let mut field = Field::set(&format!(
            "level: {level}, also: [FullyHidden, CloseAssault, CompanyCadres], without: [Leadership, PlatoonLeaders, CommandControl, Ammunition], \
             {rulings} step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0101\")), (kind: MainForce, at: Some(\"0102\")), \
             (kind: {second}, at: Some(\"0201\"), hidden: true), (kind: Rifle, at: Some(\"3001\"))]"
        ));
        field.dice(&[6]);
        field.play(assault(&[shot(1)], 0));
        field
    };
    let field = set("", "Basic", "CompanyCadre");
    field.is_gone(0);
    assert_eq!(field.points(), (0, 240), "one set of points");
    assert!(!field.unit(2).face_down);
    assert_eq!(set(EARLIER, "Basic", "CompanyCadre").points(), (0, 260));
    // On the other table six killed and not five and a wounded man, and six markers.
    let field = set("", "Advanced", "CompanyCadre");
    assert_eq!(field.points(), (0, 240));
    assert_eq!(field.state.casualties().iter().map(|c| (c.killed, c.wounded)).collect::<Vec<_>>(), [(6, 0)]);
    assert_eq!(set(EARLIER, "Advanced", "CompanyCadre").points(), (0, 220));
    // A dummy bars nobody: the squad goes there.
    let field = set("", "Basic", "Dummy");
    field.stands(0, "0201");
    assert_eq!(field.points(), (0, 20));
}

#[test]
fn units_too_weak_alone_are_offered_together() {
    proves!("32.0", "SD-A4", "base-4.4");
    let units =
        "(kind: Weapons, at: Some(\"1010\")), (kind: Local, at: Some(\"1011\")), (kind: Local, at: Some(\"1110\"))";
    let field = basic("CloseAssault", "NlfAssault", units, "");
    let both = assault(&[shot(1), shot(2)], 0);
    field.refuses(&assault(&[shot(1)], 0), "SD-A4");
    assert!(field.allows(&both));
    assert!(field.options().contains(&both), "{:?}", field.options());
    // Half a point each, against jungle.
    let units = "(kind: Rifle, at: Some(\"0303\")), (kind: Local, at: Some(\"0302\"), pinned: true), (kind: Local, at: Some(\"0304\"), pinned: true)";
    let field = basic("", "NlfFire", units, "");
    let both = fire(&[shot(1), shot(2)], 0);
    field.refuses(&fire(&[shot(1)], 0), "SD-A4");
    assert!(field.allows(&both));
    assert!(field.options().contains(&both), "{:?}", field.options());
}

#[test]
fn a_gunship_is_refused_as_what_it_is() {
    proves!("32.8");
    let field = basic(
        "CloseAssault, Helicopters",
        "NlfAssault",
        "(kind: Gunship, at: Some(\"1010\")), (kind: Local, at: Some(\"1011\"))",
        "",
    );
    field.refuses(&assault(&[shot(1)], 0), "32.8");
}

#[test]
fn a_step_with_a_hex_to_plot_or_to_shell_does_not_end_by_itself() {
    proves!("base-4.13", "base-4.1");
    // The observer sees the jungle beside him and no counter.
    let set = |rulings: &str| {
        Field::set(&format!(
            "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], missions: 3, {rulings} step: Some(UsAssault), \
             units: [(kind: Observer, at: Some(\"0303\")), (kind: Rifle, at: Some(\"0303\")), (kind: MainForce, at: Some(\"0320\"), hidden: true)]"
        ))
    };
    let mut field = set("");
    field.done();
    assert_eq!(field.state.step(), Step::UsPlot);
    field.play(Command::Plot { unit: id(0), at: hex("0302") });
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement);
    let mut field = set(EARLIER);
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement);
    // The mortar in 0303 reaches what the second observer sees.
    let set = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], without: [Leadership, PlatoonLeaders, CommandControl], {rulings} step: Some(UsSearch), \
             units: [(kind: Weapons, at: Some(\"0303\")), (kind: Mortar81, with: Some(0)), (kind: Rifle, at: Some(\"0306\")), \
             (kind: Observer, at: Some(\"0306\")), (kind: MainForce, at: Some(\"0207\"), hidden: true)]"
        ));
        field.done();
        field
    };
    let mortar = Command::Mortar { weapon: id(1), observer: id(3), at: hex("0206") };
    let mut field = set("");
    assert_eq!(field.state.step(), Step::UsFire);
    field.dice(&[1, 1]);
    field.play(mortar.clone());
    assert_eq!(field.state.step(), Step::NlfMovement, "after that there is nothing left to fire");
    assert_eq!(set(EARLIER).state.step(), Step::NlfMovement);
}

#[test]
fn who_is_turned_up_on_the_way_is_seen_to_go_on() {
    proves!("base-4.7", "SD-A64");
    for (fully, told) in [("", 2), ("FullyHidden", 1)] {
        let mut field = basic(
            fully,
            "NlfMovement",
            "(kind: Rifle, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1608\"), hidden: true)",
            "",
        );
        let events = field.play(march(1, &["1708", "1709"]));
        field.stands(1, "1709");
        let seen = events.iter().filter_map(|e| rules().seen(e, &field.state, Side::Us));
        let ways: Vec<_> = seen
            .filter_map(|e| match e {
                Event::Moved { who, path } => Some((who.hidden, path)),
                _ => None,
            })
            .collect();
        assert_eq!(ways.len(), told, "{fully}: {events:?}");
        assert_eq!(ways.last(), Some(&(false, vec![hex("1709")])), "{fully}: {events:?}");
    }
}

#[test]
fn a_squad_without_leadership_is_offered_to_take_command() {
    proves!("base-4.8");
    let mut field = Field::set(
        "level: Advanced, turns: 8, step: Some(NlfFire), units: [(kind: PlatoonLeader, at: Some(\"1808\"), losses: 1), \
         (kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\")), (kind: Sniper, at: Some(\"1806\"))]",
    );
    field.dice(&[6]);
    field.play(fire(&[shot(3)], 0));
    field.is_gone(0);
    let appoint = Command::Appoint { unit: id(1) };
    while field.state.turn() < 3 {
        // It fails the test of leadership each time.
        field.dice(&[1]);
        field.until(field.state.turn() + 1, Step::UsMovement);
    }
    assert!(!field.unit(1).controlled);
    field.refuses(&march(1, &["1708"]), "base-4.8");
    assert!(field.allows(&appoint));
    assert!(field.options().contains(&appoint), "{:?}", field.options());
}

#[test]
fn a_weapon_without_its_crew_holds_no_ground() {
    proves!("SD-A79", "27.14", "27.12", "27.31", "27.11");
    let points = |rulings: &str, objective: &str, units: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, turns: 1, {rulings} without: [Leadership, PlatoonLeaders, CommandControl], step: Some(NlfAssault), \
             objectives: [{objective}], units: [{units}, (kind: Rifle, at: Some(\"3001\")), (kind: MainForce, at: Some(\"3020\"))]"
        ));
        while field.to_act().is_some() {
            field.done();
        }
        field.points()
    };
    for (objective, units, now, before) in [
        ("KeepLandingZone([\"0904\"], 150)", "(kind: Mortar81, at: Some(\"0905\"))", (0, 150), (0, 0)),
        ("Overrun([\"2114\"], 100)", "(kind: Mortar82, at: Some(\"2114\"))", (0, 0), (0, 100)),
        (
            "ClearVillages(60)",
            "(kind: Rifle, at: Some(\"1009\")), (kind: Mortar82, at: Some(\"1007\"))",
            (60, 0),
            (0, 0),
        ),
        (
            "Rescue(120, 160)",
            "(kind: Crew, at: Some(\"1112\")), (kind: Mortar82, at: Some(\"1111\"))",
            (0, 0),
            (0, 160),
        ),
        (
            "Rescue(120, 160)",
            "(kind: Crew, at: Some(\"1112\")), (kind: MainForce, at: Some(\"1111\")), (kind: Mortar81, at: Some(\"1113\"))",
            (0, 160),
            (0, 0),
        ),
    ] {
        assert_eq!(points("", objective, units), now, "{objective}");
        assert_eq!(points(EARLIER, objective, units), before, "{objective}, earlier");
    }
}

#[test]
fn an_acting_leader_leads_from_his_carrier_and_squads_aboard_are_not_tested() {
    proves!("SD-A80", "base-4.8");
    let set = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, turns: 9, {rulings} step: Some(NlfFire), units: [(kind: PlatoonLeader, at: Some(\"1808\"), losses: 1), \
             (kind: Rifle, at: Some(\"1704\")), (kind: Rifle, at: Some(\"1604\")), (kind: Sniper, at: Some(\"1806\")), \
             (kind: M113, at: Some(\"1704\")), (kind: MainForce, at: Some(\"3020\"))]"
        ));
        field.dice(&[6]);
        field.play(fire(&[shot(3)], 0));
        field.is_gone(0);
        field.dice(&[4, 4]);
        field.until(2, Step::UsMovement);
        field.dice(&[4, 4]);
        field.until(3, Step::UsMovement);
        field.dice(&[5]);
        field.play(Command::Appoint { unit: id(1) });
        field.play(Command::Mount { unit: id(1), carrier: id(4) });
        field
    };
    // Nobody rolls: the leader rides, and the squad beside him is led.
    let mut field = set("");
    field.until(4, Step::UsMovement);
    assert!(field.unit(2).controlled && field.unit(1).acting);
    field.refuses(&Command::Appoint { unit: id(2) }, "base-4.8");
    // In earlier saved games a rider led nobody.
    let mut field = set(EARLIER);
    field.dice(&[1]);
    field.until(4, Step::UsMovement);
    assert!(!field.unit(2).controlled);
    assert!(field.allows(&Command::Appoint { unit: id(2) }));
}

#[test]
fn a_helicopter_is_offered_a_landing_before_anybody_stands_in_open_ground() {
    proves!("base-4.14");
    let field = Field::set(
        "level: Advanced, step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"2721\")), (kind: Transport), \
         (kind: MainForce, at: Some(\"0120\"), hidden: true)]",
    );
    let there = Command::Land { helicopter: id(1), passengers: vec![], supply: false, at: hex("2822") };
    assert!(field.allows(&there));
    assert!(field.options().iter().any(|c| matches!(c, Command::Land { .. })), "{:?}", field.options());
}
