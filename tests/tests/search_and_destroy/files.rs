//! What a scenario file may not say, and what is made of what it says.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::Place;
use search_and_destroy::units::Kind;
use search_and_destroy::{Command, Event, Scenario, Side, proves};
use tabletop::files::parse_ron;
use tabletop::{Halt, Ruleset};

/// Why a scenario file cannot be played.
#[track_caller]
fn fault(fields: &str) -> (String, String) {
    match Field::arrange(fields, &[]) {
        Err(Halt::Refused(refusal)) => (refusal.rule.as_str().to_owned(), refusal.because.to_string()),
        Err(halt) => panic!("{halt:?}"),
        Ok(_) => panic!("nothing is wrong with {fields}"),
    }
}

#[track_caller]
fn is_at_fault(fields: &str, rule: &str, because: &str) {
    assert_eq!(fault(fields), (rule.to_owned(), because.to_owned()));
    // A saved game of an earlier day goes on.
    let saved = format!("rulings: 6, {fields}");
    if let Err(halt) = Field::arrange(&saved, &[]) {
        panic!("{saved}: {halt:?}");
    }
}

#[test]
fn counters_that_are_not_shown_are_not_where_the_us_side_sets_up() {
    proves!("base-4.7", "SD-A64");
    let set = |switch: &str, hidden: &str| {
        format!(
            "level: Standard, also: [{switch}], units: [(kind: MainForce, at: Some(\"{hidden}\"), hidden: true)], entries: [(forces: \
             [RiflePlatoon(1, 1)], at: Hexes([\"2112\", \"2113\", \"2114\", \"2115\", \"2116\"]))]"
        )
    };
    is_at_fault(
        &set("FullyHidden", "2112"),
        "base-4.7",
        "A hidden unit is in 2112, where the US side sets up, and this game does not show it.",
    );
    // Elsewhere it may be, and where it is shown it is in nobody's way of knowing.
    let place = Command::Place { unit: id(1), at: hex("2112") };
    let field = Field::set(&set("FullyHidden", "0525"));
    assert!(field.allows(&place));
    let field = Field::set(&set("", "2112"));
    field.refuses(&place, "base-4.2");
    assert_eq!(field.refusal(&place).because.to_string(), "The enemy holds 2112.");
}

#[test]
fn every_place_of_a_file_is_on_the_map() {
    proves!("base-4.2", "33.1");
    let with = |entries: &str, more: &str| {
        format!(
            "level: Advanced, also: [PatrolBoats], units: [(kind: MainForce, at: Some(\"2212\"))], entries: [{entries}], {more}"
        )
    };
    let squads = "(forces: [RiflePlatoon(1, 1)], at: Rows(9, 12))";
    let missing = "4545 is not on the map.";
    is_at_fault(&with("(forces: [RiflePlatoon(1, 1)], at: Hexes([\"2112\", \"4545\"]))", ""), "base-4.2", missing);
    is_at_fault(&with("(forces: [RiflePlatoon(1, 1)], at: Not(Near([\"4545\"], 2)))", ""), "base-4.2", missing);
    for more in [
        "objectives: [Seize([\"4545\"], 1, 50)]",
        "objectives: [Overrun([\"4545\"], 50)]",
        "objectives: [KeepLandingZone([\"4545\"], 50)]",
        "us_exit: Some(Both([Map, Hexes([\"4545\"])]))",
        "pick_up: Some((at: Hexes([\"4545\"])))",
    ] {
        is_at_fault(&with(squads, more), "base-4.2", missing);
    }
    let boats = "(forces: [PatrolBoats(1)], at: Map, river: [97]), ";
    is_at_fault(&with(&format!("{boats}{squads}"), ""), "33.1", "The river has no hexside 97.");
    Field::set(&with(&format!("(forces: [PatrolBoats(1)], at: Map, river: [96]), {squads}"), ""));
}

#[test]
fn carriers_are_not_overfull_and_teams_carry_no_mortars() {
    proves!("SD-A67", "base-4.16", "base-4.17");
    let with = |units: &str| {
        format!("level: Advanced, step: Some(UsMovement), units: [{units}, (kind: MainForce, at: Some(\"0525\"))]")
    };
    let m113 = "(kind: M113, at: Some(\"2110\")), (kind: Rifle, with: Some(0)), (kind: Observer, with: Some(0))";
    Field::set(&with(m113));
    let too_many = "Counter 0 (M113) has too many aboard.";
    is_at_fault(&with(&format!("{m113}, (kind: Rifle, with: Some(0))")), "base-4.3", too_many);
    let leader = "(kind: PlatoonLeader, at: Some(\"2210\")), (kind: Mortar81, with: Some(0))";
    let (rule, because) = fault(&with(leader));
    assert!(rule == "base-4.3" && because.contains("does not belong with the Platoon Leader"), "{because}");
    let lone = "(kind: Rifle, at: Some(\"2110\"))";
    let twice = format!("traps_at: [\"2112\", \"2113\", \"2112\"], {}", with(lone));
    is_at_fault(&twice, "base-4.17", "2112 is listed twice.");
}

#[test]
fn positions_are_listed_in_any_order_and_protect_where_they_are_played() {
    proves!("base-4.10", "base-4.1");
    let set = |level: &str, rulings: &str| {
        let mut field = Field::set(&format!(
            "level: {level}, {rulings} without: [Leadership, CommandControl], step: Some(UsFire), positions: [\"2114\", \"2112\", \"2114\"], \
             units: [(kind: Rifle, at: Some(\"2110\")), (kind: MainForce, at: Some(\"2112\"))]"
        ));
        field.dice(&[1]);
        let modifiers = attacked(&field.play(fire(&[shot(0)], 1))).1.len();
        (field.state.positions().len(), modifiers)
    };
    assert_eq!(set("Standard", ""), (2, 1));
    assert_eq!(set("Basic", ""), (0, 0));
    assert_eq!(set("Basic", "rulings: 6,"), (2, 1));
}

#[test]
fn numbers_that_are_too_large_do_not_wrap_round() {
    proves!("base-4.16", "33.31", "33.32", "base-4.18");
    let burdened = |killed: u8, wounded: u8| {
        format!(
            "level: Advanced, step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"2110\"), burden: ({killed}, {wounded})), (kind: \
             MainForce, at: Some(\"0525\"))]"
        )
    };
    assert_eq!(fault(&burdened(200, 56)).0, "base-4.3");
    Field::set(&burdened(2, 2));
    let boat = |table: &str, tally: u16| {
        format!(
            "level: Basic, also: [PatrolBoats{table}], step: Some(UsMovement), units: [(kind: PatrolBoat, river: Some(48), tally: {tally}), \
             (kind: MainForce, at: Some(\"0525\"))]"
        )
    };
    // Six casualties sink a boat; on the Points table 150 points do not.
    Field::set(&boat(", Casualties", 5));
    Field::set(&boat("", 6));
    assert_eq!(
        fault(&boat(", Casualties", 6)),
        ("base-4.3".into(), "Counter 0 (patrol boat) should be destroyed.".into())
    );
    let low = Field::arrange(
        "level: Basic, also: [CompanyCadres], par: -32760, entries: [(forces: [CompanyCadre(1)], at: Map), (forces: [RiflePlatoon(1, 1)], \
         at: Rows(1, 1), turn: 1)]",
        &[],
    )
    .unwrap_or_else(|halt| panic!("{halt:?}"));
    assert_eq!(low.state.par(), i16::MIN);
}

#[test]
fn the_odds_of_fire_at_a_counter_do_not_promise_that_it_is_turned_up() {
    proves!("base-4.7");
    let field = basic(
        "",
        "UsFire",
        "(kind: Rifle, at: Some(\"2110\")), (kind: MainForce, at: Some(\"2112\"), hidden: true)",
        "",
    );
    let mut seen = rules().view(&field.state, Side::Us);
    let before = seen.clone();
    let mut events = Vec::new();
    let mut dice = tabletop::dice::Tape::new([6]);
    rules().apply(&mut seen, &fire(&[shot(0)], 1), &mut dice, &mut events).unwrap_or_else(|halt| panic!("{halt:?}"));
    assert!(events.iter().any(|event| matches!(event, Event::Revealed { .. })), "{events:?}");
    let told = rules().sum_up(&before, &seen, &events);
    assert!(!told.contains("revealed"), "{told}");
}

#[test]
fn the_briefing_says_also_only_where_there_is_another_way_out() {
    proves!("base-4.14");
    let told = |more: &str| {
        let text = format!(
            "(title: \"Test\", summary: \"Test\", level: Standard, turns: 6, {more} entries: [(forces: [RiflePlatoon(1, 1)], at: Map)])"
        );
        let scenario: Scenario = parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}"));
        rules().briefing(&scenario).into_iter().flat_map(|section| section.lines).collect::<Vec<_>>().join(" ")
    };
    // One that the scenario lists by itself flies men out, too.
    let transport = "units: [(kind: Transport)],";
    assert!(told(transport).contains("US units may be flown out by helicopter."));
    let also = told(&format!("us_exit: Some(Rows(1, 1)), {transport}"));
    assert!(also.contains("US units may also be flown out by helicopter."));
    assert!(!told("").contains("flown out"));
}

/// A file that cannot be played, and a saved game of an earlier day that goes on.
#[track_caller]
fn was_taken(fields: &str, rule: &str, because: &str) {
    assert_eq!(fault(fields), (rule.to_owned(), because.to_owned()));
    if let Err(halt) = Field::arrange(&format!("rulings: 8, {fields}"), &[]) {
        panic!("{fields}: {halt:?}");
    }
}

#[test]
fn boats_set_up_on_the_river_and_do_not_come_later() {
    proves!("33.1");
    let boats = |entry: &str| {
        format!(
            "level: Basic, also: [PatrolBoats], step: Some(UsMovement), units: [(kind: MainForce, at: Some(\"0525\"))], entries: [(forces: \
             [PatrolBoats(1)], at: Map, {entry})]"
        )
    };
    was_taken(&boats("river: [0], turn: 2"), "33.1", "Boats cannot come in turn 2: they set up on the river.");
    was_taken(&boats(""), "33.1", "The boats have no place.");
    Field::set(&boats("river: [0]"));
}

#[test]
fn a_mortar_by_itself_is_not_hidden() {
    proves!("base-4.16", "base-4.7");
    let mortar = |where_: &str| {
        format!(
            "level: Advanced, step: Some(UsSearch), units: [(kind: MainForce, at: Some(\"0425\"), hidden: true), (kind: Mortar82, {where_})]"
        )
    };
    was_taken(&mortar("at: Some(\"0525\"), hidden: true"), "base-4.16", "A heavy weapon cannot hide by itself.");
    Field::set(&mortar("at: Some(\"0525\")"));
    Field::set(&mortar("with: Some(0)"));
}

#[test]
fn nobody_begins_with_more_than_he_can_carry() {
    proves!("base-4.16");
    let loaded = |unit: &str| {
        format!(
            "level: Advanced, also: [CompanyCadres], step: Some(NlfMovement), units: [(kind: CompanyCadre, at: Some(\"0525\"), {unit}), (kind: \
             Mortar82, with: Some(0))]"
        )
    };
    let because = "Counter 0 (Company Cadre) carries more than it can.";
    was_taken(&loaded("element: HeavyMachineGun"), "base-4.3", because);
    was_taken(&loaded("burden: (1, 0)"), "base-4.3", because);
    Field::set(&loaded("element: Sapper"));
}

#[test]
fn a_single_counter_has_no_rpg_where_none_are_played() {
    proves!("base-4.1", "base-4.15");
    let rocket = |level: &str| {
        let field = Field::set(&format!(
            "level: {level}, step: Some(NlfFire), units: [(kind: Nva, at: Some(\"2110\"), rpg: true), (kind: M113, at: Some(\"2111\"))]"
        ));
        field.allows(&antitank(0, 1))
    };
    assert_eq!(["Advanced", "Basic", "Basic, rulings: 8"].map(rocket), [true, false, true]);
}

#[test]
fn a_par_is_not_raised_beyond_all_numbers() {
    proves!("base-4.18");
    let mut field = Field::arrange(
        "level: Basic, forgo: true, par: 32760, traps: 1, entries: [(forces: [Snipers(1)], at: Map)]",
        &[],
    )
    .unwrap_or_else(|halt| panic!("{halt:?}"));
    field.play(Command::Forgo { unit: None });
    assert_eq!(field.state.par(), i16::MAX);
}

#[test]
fn a_helicopter_that_a_file_has_loaded_takes_no_second_load() {
    proves!("base-4.14");
    let loaded = |aboard: &str, more: &str| {
        Field::set(&format!(
            "level: Advanced, {more} without: [Leadership, PlatoonLeaders, CommandControl], step: Some(UsMovement), units: [(kind: Transport), \
             (kind: {aboard}, with: Some(0)), (kind: MainForce, at: Some(\"0101\"))], entries: [(forces: [RiflePlatoon(1, 1), Observer(1)], at: \
             Hexes([]), by_air: Some(Map), turn: 1)]"
        ))
    };
    let land = |passengers: &[u8], supply| Command::Land {
        helicopter: id(0),
        passengers: passengers.iter().map(|rider| id(*rider)).collect(),
        supply,
        at: hex("1604"),
    };
    let squad = loaded("Rifle", "");
    squad.refuses(&land(&[3], false), "base-4.14");
    squad.refuses(&land(&[], true), "base-4.14");
    assert!(squad.allows(&land(&[], false)));
    let team = loaded("Crew", "");
    team.refuses(&land(&[3], false), "base-4.14");
    assert!(team.allows(&land(&[7], false)));
    let then = loaded("Rifle", "rulings: 8,");
    assert!(then.allows(&land(&[3], false)) && then.allows(&land(&[], true)));
}

#[test]
fn nobody_aboard_is_pinned() {
    proves!("base-4.6", "base-4.15");
    let rider = |more: &str| {
        format!(
            "level: Advanced, step: Some(UsMovement), units: [(kind: M113, at: Some(\"2110\")), (kind: Rifle, with: Some(0){more}), (kind: \
             MainForce, at: Some(\"0525\"))]"
        )
    };
    let because = "Counter 1 (rifle squad) has too much ammunition, or is pinned and may not be.";
    was_taken(&rider(", pinned: true"), "base-4.3", because);
    Field::set(&rider(""));
}

#[test]
fn a_mortar_rides_with_the_company_it_comes_with() {
    proves!("base-4.16", "base-4.15");
    let mortar = |rulings: &str| {
        let field = Field::arrange(
            &format!(
                "level: Advanced, {rulings} units: [(kind: Rifle, at: Some(\"2110\"), company: 3), (kind: MainForce, at: Some(\"0525\"))], \
                 entries: [(forces: [RiflePlatoon(1, 1), Mortar81(1), M113(4)], mounted: true, at: Rows(1, 1), turn: 1)]"
            ),
            &[],
        )
        .unwrap_or_else(|halt| panic!("{halt:?}"));
        let mut kinds = field.state.units().filter(|(_, unit)| unit.weapon.is_some()).map(|(_, unit)| unit.kind);
        kinds.next()
    };
    assert_eq!(mortar(""), Some(Kind::Weapons));
    assert_eq!(mortar("rulings: 9,"), None);
}

#[test]
fn whoever_rides_in_a_carrier_without_a_place_stays_out_with_it() {
    proves!("base-4.7", "base-4.15");
    let entry = "(forces: [RiflePlatoon(1, 1), M113(4)], mounted: true, at: Hexes([\"2401\"]))";
    let mut field = Field::arrange(
        &format!("level: Advanced, units: [(kind: MainForce, at: Some(\"0525\"))], entries: [{entry}]"),
        &[],
    )
    .unwrap_or_else(|halt| panic!("{halt:?}"));
    // One M113 finds room, with a squad aboard.
    field.done();
    let here = |kind: Kind| field.state.units().filter(|(_, u)| u.kind == kind && u.place != Place::Gone).count();
    assert_eq!([Kind::M113, Kind::PlatoonLeader, Kind::Rifle].map(here), [1, 1, 1]);
}

#[test]
fn troops_come_in_a_turn_and_by_a_hex_that_there_is() {
    proves!("base-4.1", "base-4.2", "base-4.14");
    let file = |entry: &str| {
        format!(
            "level: Advanced, units: [(kind: MainForce, at: Some(\"0525\"))], entries: [(forces: [RiflePlatoon(1, 1)], at: Rows(1, 1)), ({entry})]"
        )
    };
    let is_taken_then = |entry: &str, rule: &str, because: &str| {
        let fields = file(entry);
        assert_eq!(fault(&fields), (rule.to_owned(), because.to_owned()));
        assert!(Field::arrange(&format!("rulings: 9, {fields}"), &[]).is_ok());
    };
    let late = "forces: [RiflePlatoon(1, 2)], at: Map, turn: 7";
    is_taken_then(late, "base-4.1", "Troops cannot come in turn 7: the game has 6.");
    let nowhere = "The Platoon Leader has no place to set up or to come onto the map.";
    is_taken_then("forces: [RiflePlatoon(1, 2)], at: Hexes([]), turn: 2", "base-4.2", nowhere);
    is_taken_then("forces: [RiflePlatoon(1, 2)], at: Hexes([]), by_air: Some(Map)", "base-4.2", nowhere);
    let carriers =
        "forces: [RiflePlatoon(1, 2), M113(1)], at: Both([Rows(1, 1), Rows(2, 2)]), by_air: Some(Map), turn: 2";
    is_taken_then(carriers, "base-4.2", "The M113 has no place to set up or to come onto the map.");
    for fine in [
        "forces: [RiflePlatoon(1, 2), Transports(2)], at: Hexes([]), by_air: Some(Map), turn: 2",
        "forces: [Transports(2), Gunships(1)], at: Hexes([]), turn: 6",
        "forces: [Snipers(1)], at: AwayFromUs(7), turn: 2",
        "forces: [M113(0)], at: Hexes([]), turn: 9",
    ] {
        assert!(Field::arrange(&file(fine), &[]).is_ok(), "{fine}");
    }
}

#[test]
fn in_the_darkest_night_units_see_one_hex_far() {
    proves!("base-4.5");
    let file = |sight: u8, more: &str| {
        format!(
            "level: Basic, {more} sight: {sight}, step: Some(UsMovement), units: [(kind: MainForce, at: Some(\"0525\"))]"
        )
    };
    let because = "With a `sight` of 0 nobody sees anything.";
    assert_eq!(fault(&file(0, "")), ("base-4.5".to_owned(), because.to_owned()));
    assert!(Field::arrange(&file(0, "rulings: 9,"), &[]).is_ok());
    Field::set(&file(1, ""));
}

#[test]
fn a_single_cadre_has_no_element_where_company_cadres_are_not_played() {
    proves!("31.1", "base-4.1");
    let armed = |kind: &str, switches: &str| {
        format!(
            "level: Basic, also: [Vehicles, {switches}], step: Some(NlfFire), units: [(kind: {kind}, at: Some(\"2110\"), element: \
             RecoillessRifle), (kind: M113, at: Some(\"2111\"))]"
        )
    };
    assert!(Field::set(&armed("CompanyCadre", "CompanyCadres")).allows(&antitank(0, 1)));
    let field = Field::set(&armed("BattalionCadre", ""));
    field.refuses(&antitank(0, 1), "31.13");
    assert_eq!(rules().allowance(field.unit(0)), 12);
    let because = "Only Company and Battalion Cadres have support elements.";
    assert_eq!(fault(&armed("PlatoonCadre", "CompanyCadres")), ("SD-A38".to_owned(), because.to_owned()));
}

#[test]
fn what_a_file_asks_for_can_be_had() {
    proves!("base-4.2", "base-4.14", "base-4.17", "base-4.18");
    let file = |more: &str| {
        format!(
            "level: Standard, also: [Civilians], units: [(kind: MainForce, at: Some(\"0525\"))], entries: [(forces: [RiflePlatoon(1, 1), Transports(1)], \
             at: Hexes([]), by_air: Some(Map), turn: 1)], {more}"
        )
    };
    let is_amiss = |more: &str, rule: &str, because: &str| {
        assert_eq!(fault(&file(more)), (rule.to_owned(), because.to_owned()));
        assert!(Field::arrange(&format!("rulings: 10, {}", file(more)), &[]).is_ok(), "{more}");
    };
    is_amiss("us_exit: Some(Named(\"Alpha\"))", "base-4.2", "No hex at the edge of the map is in `us_exit`.");
    is_amiss("civilians_at: [\"1914\", \"0525\"]", "base-4.17", "Civilians cannot live in 0525: it is no village.");
    is_amiss(
        "landings: Some(0)",
        "base-4.14",
        "No helicopter may land, and there are troops that come by helicopter alone.",
    );
    is_amiss(
        "objectives: [DestroyPlatoon(1, 2, 100)]",
        "base-4.18",
        "The US side has no squad of platoon 2 of company 1.",
    );
    is_amiss("objectives: [Seize([\"0525\"], 0, 50)]", "base-4.18", "An objective asks for 0 of 1 hexes.");
    is_amiss("objectives: [Seize([\"0525\"], 2, 50)]", "base-4.18", "An objective asks for 2 of 1 hexes.");
    is_amiss("objectives: [TakeHill(\"Hill 96\", 5, 50)]", "base-4.18", "An objective asks for 5 of 4 hexes.");
    for fine in [
        "us_exit: Some(Columns(1, 4)), nlf_exit: Some(AwayFromUs(3))",
        "civilians_at: [\"1914\"], landings: Some(1)",
        "objectives: [DestroyPlatoon(1, 1, 100), Seize([\"0525\"], 1, 50), TakeHill(\"Hill 96\", 4, 50)]",
    ] {
        assert!(Field::arrange(&file(fine), &[]).is_ok(), "{fine}");
    }
}

#[test]
fn single_counters_stay_out_where_their_part_of_the_rules_is_not_played() {
    proves!("base-4.1", "base-4.15", "base-4.16", "31.0");
    let units = "(kind: M113, at: Some(\"2112\")), (kind: Rifle, with: Some(0)), (kind: Weapons, at: Some(\"2114\")), (kind: Mortar81, with: \
                 Some(2)), (kind: PlatoonLeader, at: Some(\"2115\")), (kind: Transport), (kind: MainForce, at: Some(\"0101\")), (kind: \
                 CompanyCadre, at: Some(\"0103\")), (kind: Mortar82, with: Some(7)), (kind: M113, at: Some(\"2212\"), burden: (1, 0))";
    let set = |switches: &str, more: &str| {
        basic(switches, "NlfAssault", units, &format!("turns: 1, objectives: [Convoy(20, 10)], {more}"))
    };
    let parts = "Vehicles, HeavyWeapons, PlatoonLeaders, Helicopters, CompanyCadres";
    let out = [0, 3, 5, 7, 9];
    let gone = |field: &Field| out.map(|n| field.unit(n).place == Place::Gone);
    let mut field = set("", "");
    assert_eq!(gone(&field), [true; 5]);
    // Who would ride is on foot, the crew has no weapon, and no vehicle is missed at the end. A Platoon Leader is there.
    field.stands(1, "2112");
    field.stands(4, "2115");
    assert_eq!(field.unit(2).weapon, None);
    field.done();
    assert_eq!(field.points(), (0, 0));
    let mut field = set(parts, "");
    assert_eq!((gone(&field), field.unit(1).place), ([false; 5], Place::With(id(0))));
    field.done();
    assert_eq!(field.points(), (0, 20));
    // A mortar is not left behind by a crew that stays out.
    let field = set("HeavyWeapons", "");
    assert_eq!(gone(&field), [true, false, true, true, true]);
    assert_eq!(field.unit(8).place, Place::Gone);
    // A saved game of an earlier day goes on with all of them.
    assert_eq!(gone(&set("", "rulings: 11")), [false; 5]);
}

#[test]
fn those_whose_carrier_stays_out_find_room_beside_it() {
    proves!("base-4.1", "base-4.3", "base-4.15");
    let units = "(kind: M113, at: Some(\"2112\")), (kind: Rifle, with: Some(0)), (kind: Observer, with: Some(0)), (kind: Weapons, at: \
                 Some(\"2112\")), (kind: MainForce, at: Some(\"2111\"))";
    let field = basic("", "UsMovement", units, "");
    let near = field.unit(1).hex().filter(|at| at.distance(hex("2112")) == 1 && *at != hex("2111"));
    assert!(near.is_some(), "{:?}", field.unit(1).place);
    field.stands(2, "2112");
    field.stands(3, "2112");
    let field = basic("Vehicles", "UsMovement", units, "");
    assert_eq!([1, 2].map(|n| field.unit(n).place), [Place::With(id(0)); 2]);
}

#[test]
fn nobody_sets_up_on_a_mortar_of_the_enemy() {
    proves!("base-4.3", "base-4.16");
    let set = |rulings: &str, ground: &str| {
        Field::set(&format!(
            "level: Basic, also: [HeavyWeapons], {rulings} units: [(kind: Mortar82, at: Some(\"2112\")), (kind: MainForce, at: \
             Some(\"0525\"))], entries: [(forces: [CompanyCommander(1)], at: Hexes([{ground}]))]"
        ))
    };
    let place = Command::Place { unit: id(2), at: hex("2112") };
    let mut field = set("", "\"2112\", \"2113\"");
    field.refuses(&place, "base-4.3");
    field.done();
    field.stands(2, "2113");
    // Where there is no other hex the counter stays out.
    let mut field = set("", "\"2112\"");
    field.done();
    field.is_gone(2);
    assert!(set("rulings: 12,", "\"2112\"").allows(&place));
}

#[test]
fn a_file_is_a_position_with_every_part_of_the_rules() {
    proves!("base-4.1", "base-4.3");
    let is_amiss = |units: &str, rule: &str, because: &str| {
        let file = format!("level: Basic, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0101\")), {units}]");
        assert_eq!(fault(&file), (rule.to_owned(), because.to_owned()));
        assert!(Field::arrange(&format!("rulings: 12, {file}"), &[]).is_ok(), "{file}");
    };
    let mortar = "(kind: Mortar82, at: Some(\"0706\")), (kind: Observer, at: Some(\"0706\"))";
    is_amiss(mortar, "base-4.3", "Both sides are in 0706.");
    let two = "(kind: M113, at: Some(\"0706\")), (kind: M48, at: Some(\"0706\"))";
    is_amiss(two, "base-4.3", "Counter 1 (M113) is one too many in 0706.");
    is_amiss("(kind: M48, at: Some(\"9999\"))", "base-4.2", "The M48 has no place.");
}

#[test]
fn what_boats_have_suffered_is_counted_by_the_table_that_is_chosen() {
    proves!("33.31", "33.32");
    let file = |also: &str, tally: u16| {
        let text = format!(
            "(title: \"T\", summary: \"T\", turns: 3, level: Basic, also: [PatrolBoats{also}], step: Some(UsMovement), units: [(kind: PatrolBoat, \
             river: Some(48), tally: {tally}), (kind: MainForce, at: Some(\"0525\"))])"
        );
        parse_ron::<Scenario>("scenario", &text).unwrap_or_else(|e| panic!("{e}"))
    };
    let varied = |mut scenario: Scenario, variant: &str, choice: usize| {
        rules().vary(&mut scenario, variant, choice);
        Field::begin(&scenario, &[]).unwrap_or_else(|halt| panic!("{halt:?}")).unit(0).tally
    };
    // 180 points sink it, or six casualties.
    assert_eq!(varied(file("", 179), "casualties", 1), 5);
    assert_eq!(varied(file("", 90), "level", 2), 3);
    assert_eq!(varied(file(", Casualties", 3), "casualties", 0), 90);
    assert_eq!(varied(file(", Casualties", 3), "level", 2), 3);
    assert_eq!(varied(file("", 90), "close-assault", 1), 90);
}

#[test]
fn troops_that_come_by_air_have_transports_and_ground_to_land_on() {
    proves!("base-4.14");
    let file = |switches: &str, forces: &str, by_air: &str| {
        format!(
            "level: Basic, also: [{switches}], units: [(kind: MainForce, at: Some(\"0525\"))], entries: [(forces: [{forces}], at: Hexes([]), \
             by_air: Some({by_air}), turn: 1)]"
        )
    };
    let is_amiss = |file: &str, because: &str| {
        assert_eq!(fault(file), ("base-4.14".to_owned(), because.to_owned()));
        assert!(Field::arrange(&format!("rulings: 11, {file}"), &[]).is_ok(), "{file}");
    };
    let alone = "The rifle squad comes by helicopter alone, and there is no transport.";
    is_amiss(&file("Helicopters", "RiflePlatoon(1, 1)", "Map"), alone);
    is_amiss(&file("Helicopters", "RiflePlatoon(1, 1), Gunships(1)", "Map"), alone);
    let nowhere = "No helicopter can land in any hex of `by_air`.";
    is_amiss(&file("Helicopters", "RiflePlatoon(1, 1), Transports(1)", "Named(\"Hill 158\")"), nowhere);
    // A way on foot that no hex belongs to is none.
    let foot = file("Helicopters", "RiflePlatoon(1, 1)", "Map").replace("Hexes([])", "Both([Rows(1, 1), Rows(2, 2)])");
    is_amiss(&foot, alone);
    // Where helicopters are not played they walk.
    let walks = file("", "RiflePlatoon(1, 1)", "Named(\"Hill 158\")");
    let flies = file("Helicopters", "RiflePlatoon(1, 1), Transports(1)", "Named(\"Bravo\")");
    let nowhere = "No helicopter can land in any hex of `pick_up`.";
    is_amiss(&format!("{flies}, pick_up: Some((at: Named(\"Hill 158\")))"), nowhere);
    for fine in [&walks, &flies, &format!("{flies}, pick_up: Some((at: Named(\"Delta\")))")] {
        assert!(Field::arrange(fine, &[]).is_ok(), "{fine}");
    }
    // In the middle of a game the transports may have been lost.
    let later = format!("step: Some(UsMovement), {}", file("Helicopters", "RiflePlatoon(1, 1)", "Map"));
    assert!(Field::arrange(&later, &[]).is_ok());
}

#[test]
fn an_objective_counts_each_of_its_hexes_once_and_is_listed_once() {
    proves!("base-4.18");
    let file = |objectives: &str| {
        format!("level: Basic, units: [(kind: MainForce, at: Some(\"0525\"))], objectives: [{objectives}]")
    };
    let is_amiss = |objectives: &str, because: &str| {
        assert_eq!(fault(&file(objectives)), ("base-4.18".to_owned(), because.to_owned()));
        assert!(Field::arrange(&format!("rulings: 11, {}", file(objectives)), &[]).is_ok(), "{objectives}");
    };
    is_amiss("Seize([\"0525\", \"0525\"], 2, 50)", "0525 is listed twice.");
    is_amiss("Overrun([], 50)", "An objective asks for 1 of 0 hexes.");
    is_amiss("KeepLandingZone([], 50)", "An objective asks for 1 of 0 hexes.");
    let twice = "Two objectives are of a sort that a scenario has once.";
    is_amiss("Overrun([\"0525\"], 50), Overrun([\"0526\"], 50)", twice);
    is_amiss("Escape(2, 50), Escape(4, 50)", twice);
    is_amiss("CacheWorth(50), CacheWorth(80)", twice);
    assert!(Field::arrange(&file("Seize([\"0525\"], 1, 50), Seize([\"0526\"], 1, 50)"), &[]).is_ok());
}
