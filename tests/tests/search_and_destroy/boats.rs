//! Patrol boats of Search & Destroy: rule 33 clause by clause.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Departure, Event};
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Scenario, proves};
use tabletop::Ruleset;
use tabletop::files::parse_ron;

fn boat(switches: &str, step: &str, extra: &str, more: &str) -> Field {
    Field::set(&format!(
        "level: Basic, also: [PatrolBoats, {switches}], step: Some({step}), units: [(kind: PatrolBoat, river: Some(48){extra}), {more}]"
    ))
}

#[test]
fn boats_sail_one_way_past_each_other_and_end_alone() {
    proves!("33.0", "33.1", "SD-A47", "SD-A48", "SD-A49");
    let mut field =
        boat("", "UsMovement", "", "(kind: PatrolBoat, river: Some(50)), (kind: Rifle, at: Some(\"2116\"))");
    let sail = |river| Command::Sail { unit: id(0), river };
    field.refuses(&sail(50), "33.1");
    field.refuses(&sail(89), "33.1");
    field.play(sail(52));
    assert_eq!((field.unit(0).place, field.unit(0).spent), (Place::River(52), 4));
    field.refuses(&sail(51), "33.1");
    field.refuses(&march(0, &["2116"]), "33.1");
    field.play(sail(88));
    assert_eq!(field.unit(0).spent, 40);
}

#[test]
fn a_boat_sees_from_each_hexside_it_enters_however_its_order_is_cut() {
    proves!("33.1", "SD-A58", "base-4.7");
    let sail = |rulings: &str, stops: &[u8]| {
        let units = "(kind: PatrolBoat, river: Some(40)), (kind: MainForce, at: Some(\"2217\"), hidden: true)";
        let mut field = basic("PatrolBoats", "UsMovement", units, rulings);
        let mut events = Vec::new();
        for river in stops {
            events.extend(field.play(Command::Sail { unit: id(0), river: *river }));
        }
        assert_eq!((field.unit(0).place, field.unit(0).spent), (Place::River(60), 20));
        (field.unit(1).face_down, events)
    };
    let (hidden, events) = sail("", &[60]);
    assert!(!hidden);
    assert!(matches!(events[..], [Event::Sailed { .. }, Event::Revealed { .. }]), "{events:?}");
    assert!(!sail("", &[49, 60]).0);
    let earlier = "rulings: 5";
    assert_eq!((sail(earlier, &[60]).0, sail(earlier, &[49, 60]).0), (true, false));
}

#[test]
fn an_air_strike_keeps_its_distance_from_both_banks_of_a_boat() {
    proves!("SD-A52", "33.2", "base-4.13");
    let units = "(kind: PatrolBoat, river: Some(48)), (kind: MainForce, at: Some(\"0101\"))";
    let field = basic("AirStrikes, PatrolBoats", "UsMovement", units, "strikes: 1");
    let strike = |at: &str| Command::CallStrike { unit: id(0), at: hex(at), along: search_and_destroy::Direction::N };
    for (at, allowed) in [("2114", true), ("2115", false), ("2118", false), ("2119", true)] {
        assert_eq!(field.allows(&strike(at)), allowed, "{at}");
    }
}

#[test]
fn a_boat_fires_whole_or_split_after_half_its_movement() {
    proves!("33.2", "SD-A50", "SD-A51", "SD-A52");
    let targets = "(kind: MainForce, at: Some(\"2118\")), (kind: MainForce, at: Some(\"2113\"))";
    let mut field = boat("", "UsFire", "", targets);
    field.dice(&[1, 1]);
    field.refuses(&fire(&[doubled(0)], 1), "33.41");
    field.play(fire(&[half(0)], 1));
    field.refuses(&fire(&[half(0)], 1), "base-4.4");
    field.refuses(&fire(&[shot(0)], 2), "33.2");
    field.play(fire(&[half(0)], 2));
    let mut field = boat("", "UsMovement", "", "(kind: MainForce, at: Some(\"2118\"))");
    field.play(Command::Sail { unit: id(0), river: 69 });
    assert_eq!(field.unit(0).spent, 21);
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement, "it may not fire");
}

#[test]
fn a_boat_is_destroyed_by_points_or_casualties_and_pays_nothing_by_itself() {
    proves!("33.3", "33.31", "33.32", "33.33", "33.35", "SD-A53", "SD-A54", "SD-A56", "SD-A57");
    let squads = "(kind: MainForce, at: Some(\"2118\")), (kind: MainForce, at: Some(\"2018\")), \
         (kind: MainForce, at: Some(\"2218\")), (kind: PlatoonCadre, at: Some(\"2117\"))";
    let all = [shot(1), shot(2), shot(3), shot(4)];
    for (switches, tally, after) in [("", 160, None), ("", 0, Some(60)), ("Casualties", 0, Some(2))] {
        let mut field = boat(switches, "NlfFire", &format!(", tally: {tally}"), squads);
        field.dice(&[6]);
        let events = field.play(fire(&all, 0));
        // Eight against three is 2-1.
        assert_eq!(attacked(&events).0, 3);
        assert!(!field.unit(0).is_pinned());
        assert_eq!(field.points(), (0, 0));
        match after {
            Some(tally) => assert_eq!(field.unit(0).tally, tally),
            None => {
                field.is_gone(0);
                assert!(events.iter().any(|e| matches!(e, Event::Left { how: Departure::Destroyed, .. })));
            }
        }
    }
}

#[test]
fn a_boat_neither_probes_nor_digs_nor_is_assaulted() {
    proves!("33.4", "33.41", "SD-A58", "SD-A59");
    let field = boat("ImprovedPositions, CloseAssault", "UsMovement", "", "(kind: Rifle, at: Some(\"2116\"))");
    field.refuses(&Command::Dig { unit: id(0) }, "33.41");
    let field = boat(
        "",
        "UsSearch",
        "",
        "(kind: MainForce, at: Some(\"2117\"), hidden: true), (kind: Rifle, at: Some(\"2116\"))",
    );
    field.refuses(&probe(0, "2117"), "33.41");
}

#[test]
fn with_boats_the_river_is_crossed_at_the_bridge_only() {
    proves!("33.44", "SD-A60", "base-4.2");
    let place = "(kind: Rifle, at: Some(\"1916\")), (kind: Rifle, at: Some(\"2116\"))";
    let with = boat("", "UsMovement", "", place);
    with.refuses(&march(1, &["1917"]), "33.44");
    assert!(with.allows(&march(2, &["2117"])));
    let without = Field::set(&format!("level: Basic, step: Some(UsMovement), units: [{place}]"));
    assert!(without.allows(&march(0, &["1917"])));
    assert_eq!(
        rules().step_cost(&without.state, search_and_destroy::units::Kind::Rifle, hex("1916"), hex("1917")),
        Some(6)
    );
}

#[test]
fn a_river_without_boats_is_waded_whatever_was_agreed_on() {
    proves!("33.44", "base-4.1");
    let across = march(0, &["2017"]);
    let bank = |more: &str, boat: &str| {
        Field::set(&format!(
            "level: Basic, also: [PatrolBoats], {more} step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"2016\")), (kind: MainForce, \
             at: Some(\"0101\")){boat}]"
        ))
    };
    assert!(bank("", "").allows(&across));
    bank("", ", (kind: PatrolBoat, river: Some(3))").refuses(&across, "33.44");
    let entry = |boats: u8| format!("entries: [(forces: [PatrolBoats({boats})], at: Map, river: [0, 1])],");
    bank(&entry(1), "").refuses(&across, "33.44");
    assert!(bank(&entry(0), "").allows(&across));
    bank("rulings: 8,", "").refuses(&across, "33.44");
}

#[test]
fn a_single_boat_stays_out_of_a_game_without_boats() {
    proves!("33.0", "33.44", "base-4.1");
    let set = |switch: &str, rulings: &str| {
        let units = "(kind: Rifle, at: Some(\"2016\")), (kind: MainForce, at: Some(\"0101\")), (kind: PatrolBoat, river: Some(48))";
        basic(switch, "UsMovement", units, rulings)
    };
    let (sail, across) = (Command::Sail { unit: id(2), river: 50 }, march(0, &["2017"]));
    let field = set("", "");
    field.is_gone(2);
    field.refuses(&sail, "base-4.2");
    assert!(field.allows(&across));
    let field = set("PatrolBoats", "");
    assert!(field.allows(&sail) && !field.allows(&across));
    // An earlier journal has it, on a river that is waded.
    let field = set("", "rulings: 9");
    assert!(field.allows(&sail) && field.allows(&across));
}

#[test]
fn the_briefing_has_no_boat_where_boats_are_not_played() {
    proves!("33.0");
    let told = |switches: &str| {
        let text = format!(
            "(title: \"Test\", summary: \"Test\", level: Basic, also: [{switches}], turns: 6, units: [(kind: Rifle, at: Some(\"2016\")), (kind: \
             PatrolBoat, river: Some(48))])"
        );
        let scenario: Scenario = parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}"));
        rules().briefing(&scenario).into_iter().flat_map(|section| section.lines).collect::<Vec<_>>().join(" ")
    };
    assert!(told("PatrolBoats").contains("patrol boat"));
    assert!(!told("").contains("patrol boat"));
}
