//! Rulings of the fifth batch: what a squad out of command is measured from, where riders are, who is hit, seen and answered, who leads, and
//! how troops go round an entry that the enemy holds.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Command, Event, Side, proves};

const NO_LEADERS: &str = "without: [Leadership, PlatoonLeaders, CommandControl],";

/// The position of today, and as the earlier saved games know it.
#[track_caller]
fn both(fields: impl Fn(&str) -> String) -> (Field, Field) {
    (Field::set(&fields("")), Field::set(&fields("rulings: 7,")))
}

#[test]
fn a_squad_out_of_command_is_measured_from_where_its_turn_began() {
    proves!("base-4.9");
    let (mut now, mut then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} nlf_first: true, nlf_exit: Some(Columns(1, 1)), units: [(kind: Rifle, at: Some(\"4022\")), (kind: \
             PlatoonCadre, at: Some(\"1409\")), (kind: MainForce, at: Some(\"0910\"))]"
        )
    });
    let way = ["0910", "1009", "1109", "1208", "1309", "1409", "1509", "1609", "1710", "1810", "1911"];
    for field in [&mut now, &mut then] {
        assert_eq!(field.state.step(), Step::NlfMovement);
        field.refuses(&march(2, &way[1..]), "base-4.9");
        field.play(march(2, &["0810"]));
    }
    // Neither back to where it was nor past its Cadre, but nearer to the Cadre than it was at first.
    let reaches = |field: &Field, to: &str| rules().reach(&field.state, id(2)).iter().any(|(at, ..)| *at == hex(to));
    for (to, path) in [("0910", &way[..1]), ("1911", &way[..])] {
        now.refuses(&march(2, path), "base-4.9");
        assert!(then.allows(&march(2, path)));
        assert_eq!((reaches(&now, to), reaches(&then, to)), (false, true));
    }
    assert!(now.allows(&march(2, &way[..2])) && reaches(&now, "1009"));
    // The next turn begins where it stands now.
    now.until(2, Step::NlfMovement);
    now.offers(&march(2, &["0910"]));
}

#[test]
fn who_rides_is_where_the_carrier_stands_when_ground_is_counted() {
    proves!("SD-A80", "base-4.18");
    let zone = |rulings: &str| {
        format!(
            "level: Advanced, {rulings} turns: 1, step: Some(NlfAssault), units: [(kind: Transport, at: Some(\"1708\")), (kind: Rifle, with: \
             Some(0)), (kind: MainForce, at: Some(\"0101\"))], objectives: [KeepLandingZone([\"1708\"], 150)]"
        )
    };
    let (mut now, mut then) = both(zone);
    now.done();
    then.done();
    assert_eq!((now.points().1, then.points().1), (0, 150));
}

#[test]
fn riders_rescue_the_crew_and_a_crew_that_rides_is_where_it_is() {
    proves!("SD-A72", "SD-A80");
    let end = |units: &str| {
        let (mut now, mut then) = both(|rulings| {
            format!(
                "level: Advanced, {rulings} turns: 1, step: Some(NlfAssault), units: [{units}, (kind: MainForce, at: Some(\"1111\"))], \
                 objectives: [Rescue(120, 160)]"
            )
        });
        now.done();
        then.done();
        (now.points().1, then.points().1)
    };
    let beside =
        "(kind: Crew, at: Some(\"1112\")), (kind: Transport, at: Some(\"1212\")), (kind: Rifle, with: Some(1))";
    assert_eq!(end(beside), (0, 160));
    let aboard = "(kind: Crew, with: Some(1)), (kind: Transport, at: Some(\"1112\"))";
    assert_eq!(end(aboard), (160, 0));
}

#[test]
fn many_points_for_each_do_not_overflow() {
    proves!("base-4.18");
    let mut field = Field::set(
        "level: Basic, turns: 1, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"2110\")), (kind: Rifle, at: Some(\"2111\")), \
         (kind: Rifle, at: Some(\"2112\"))], objectives: [Stragglers(30000)]",
    );
    field.done();
    assert_eq!(field.points().1, 90_000);
}

#[test]
fn shells_do_not_hit_those_again_whom_they_throw_out_of_a_wreck() {
    proves!("base-4.13", "base-4.15");
    // Whatever the numbers of the counters are.
    let orders = [
        "(kind: M113, at: Some(\"2501\")), (kind: PlatoonLeader, with: Some(0)), (kind: Rifle, at: Some(\"2501\"))",
        "(kind: Rifle, at: Some(\"2501\")), (kind: PlatoonLeader, with: Some(2)), (kind: M113, at: Some(\"2501\"))",
    ];
    let leader = |units: &str, rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(NlfFire), units: [{units}, (kind: MainForce, at: Some(\"2604\")), (kind: \
             Mortar82, with: Some(3)), (kind: PlatoonCadre, at: Some(\"2504\"))]"
        ));
        field.dice(&[1, 6]);
        field.play(Command::Mortar { weapon: id(4), observer: id(5), at: hex("2501") });
        (field.unit(1).place, field.unit(1).losses)
    };
    let thrown = (Place::Hex(hex("2501")), 1);
    assert_eq!(orders.map(|units| leader(units, "")), [thrown; 2]);
    assert_eq!(leader(orders[0], "rulings: 7,").0, Place::Gone);
}

#[test]
fn nor_in_the_hex_beside_into_which_they_are_thrown() {
    proves!("base-4.13", "SD-A69");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(UsPlot), missions: 1, units: [(kind: M113, at: Some(\"2110\")), (kind: \
             Rifle, with: Some(0)), (kind: Rifle, at: Some(\"2110\")), (kind: Observer, at: Some(\"2109\")), (kind: MainForce, at: \
             Some(\"0525\"))]"
        )
    });
    let losses = |mut field: Field| {
        field.play(Command::Plot { unit: id(3), at: hex("2110") });
        field.until(2, Step::UsSearch);
        field.dice(&[1, 6, 6]);
        field.done();
        field.is_gone(0);
        field.stands(1, "2109");
        field.unit(1).losses
    };
    let thrown = rules().numbers.thrown_squad.value;
    assert_eq!(losses(now), thrown.killed + thrown.wounded);
    assert!(losses(then) > thrown.killed + thrown.wounded);
}

#[test]
fn a_unit_that_recovers_sees_what_stands_in_the_open() {
    proves!("base-4.7", "base-4.6");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"2409\"), pinned: true), \
             (kind: MainForce, at: Some(\"2411\"), hidden: true), (kind: MainForce, at: Some(\"0101\"), hidden: true)]"
        )
    });
    let hidden = |mut field: Field| {
        field.until(1, Step::NlfMovement);
        (field.unit(1).face_down, field.unit(2).face_down)
    };
    assert_eq!((hidden(now), hidden(then)), ((false, true), (true, true)));
}

#[test]
fn counters_in_the_open_are_turned_up_when_the_nlf_player_begins_the_game() {
    proves!("base-4.7", "base-4.1");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} nlf_first: true, units: [(kind: Rifle, at: Some(\"2409\")), (kind: MainForce, at: \
             Some(\"2410\"), hidden: true)]"
        )
    });
    for (field, hidden) in [(now, false), (then, true)] {
        assert_eq!((field.state.step(), field.unit(1).face_down), (Step::NlfMovement, hidden));
    }
}

#[test]
fn a_squad_answers_for_the_team_that_ran_into_a_hidden_unit() {
    proves!("SD-A28", "base-4.4", "base-4.7");
    let run_into = |also: &str, rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Standard, also: [FullyHidden{also}], {rulings} {NO_LEADERS} step: Some(UsMovement), units: [(kind: Observer, at: \
             Some(\"2409\")), (kind: Rifle, at: Some(\"2409\")), (kind: MainForce, at: Some(\"2410\"), hidden: true), (kind: Rifle, at: \
             Some(\"2411\"))]"
        ));
        field.play(march(0, &["2410"]));
        field.until(1, Step::UsSearch);
        field.done();
        field
    };
    let field = run_into("", "");
    assert_eq!(field.state.step(), Step::Surprise);
    field.offers(&fire(&[shot(2)], 1));
    field.refuses(&fire(&[shot(2)], 0), "base-4.4");
    field.refuses(&fire(&[shot(2)], 3), "SD-A28");
    let charge = assault(&[shot(2)], 1);
    run_into(", CloseAssault", "").offers(&charge);
    let earlier = "rulings: 7,";
    run_into(", CloseAssault", earlier).refuses(&charge, "SD-A28");
    assert_ne!(run_into("", earlier).state.step(), Step::Surprise);
}

#[test]
fn who_gets_out_of_a_wreck_takes_a_weapon_that_nobody_mans() {
    proves!("base-4.16", "SD-A69");
    let mut field = Field::set(&format!(
        "level: Advanced, {NO_LEADERS} step: Some(NlfFire), units: [(kind: M113, at: Some(\"2409\")), (kind: Rifle, with: Some(0)), (kind: \
         Rifle, at: Some(\"2409\")), (kind: Mortar82, at: Some(\"2408\")), (kind: PlatoonCadre, at: Some(\"2411\"), rpg: true)]"
    ));
    field.dice(&[6]);
    field.play(antitank(4, 0));
    field.stands(1, "2408");
    field.is_gone(3);
}

#[test]
fn who_gets_out_of_a_wreck_finds_the_position_there() {
    proves!("base-4.10", "SD-A69");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(NlfMovement), units: [(kind: M113, at: Some(\"0904\")), (kind: Rifle, with: \
             Some(0)), (kind: Rifle, at: Some(\"0904\")), (kind: MainForce, at: Some(\"0903\"), hidden: true), (kind: PlatoonCadre, at: \
             Some(\"0907\"), rpg: true)]"
        )
    });
    let known = |mut field: Field| {
        field.play(Command::Dig { unit: id(3) });
        field.until(2, Step::NlfMovement);
        field.play(march(3, &["0902"]));
        assert!(field.view(Side::Us).positions().is_empty());
        field.until(2, Step::NlfFire);
        field.dice(&[6]);
        field.play(antitank(4, 0));
        field.stands(1, "0903");
        !field.view(Side::Us).positions().is_empty()
    };
    assert_eq!((known(now), known(then)), (true, false));
}

#[test]
fn a_squad_takes_over_for_a_dead_commander_in_platoons_without_a_leader() {
    proves!("base-4.8");
    let bereft = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, {rulings} turns: 10, turn: 3, step: Some(NlfFire), units: [(kind: CompanyCommander, at: Some(\"2409\"), \
             platoon: 0, losses: 1), (kind: Rifle, at: Some(\"2413\")), (kind: Rifle, at: Some(\"2412\")), (kind: Sniper, at: Some(\"2407\"), \
             platoon: 0, company: 0), (kind: Sniper, at: Some(\"2408\"), platoon: 0, company: 0), (kind: PlatoonLeader, at: Some(\"2414\"), \
             platoon: 2), (kind: Rifle, at: Some(\"2414\"), platoon: 2)]"
        ));
        field.dice(&[6]);
        field.play(fire(&[doubled(3), doubled(4)], 0));
        field.is_gone(0);
        // The squads of the commander roll, and the leader of the other platoon.
        for turn in [4, 5] {
            field.dice(&[6, 6, 6]);
            field.until(turn, Step::UsMovement);
        }
        field
    };
    let appoint = |unit: u8| Command::Appoint { unit: id(unit) };
    let mut field = bereft("");
    field.refuses(&appoint(6), "base-4.8");
    assert_eq!(field.refusal(&appoint(6)).because.to_string(), "No leader of this squad is dead.");
    field.offers(&appoint(1));
    field.dice(&[6]);
    field.play(appoint(1));
    assert_eq!(rules().authority(&field.state, id(1)).followers, [id(2)]);
    // Only the leader of the other platoon still misses the commander.
    field.dice(&[6]);
    field.until(6, Step::UsMovement);
    assert!([1, 2, 6].iter().all(|n| field.unit(*n).controlled));
    field.refuses(&appoint(2), "base-4.8");
    bereft("rulings: 7,").refuses(&appoint(1), "base-4.8");
}

#[test]
fn troops_go_round_an_entry_that_the_enemy_holds() {
    proves!("SD-A81", "base-4.2");
    let relief = |level: &str, dummy: &str, more: &str| {
        Field::set(&format!(
            "level: {level}, {more} {NO_LEADERS} turn: 3, step: Some(UsMovement), entries: [(forces: [RiflePlatoon(1, 2)], at: \
             Hexes([\"2401\"]), turn: 3)], units: [(kind: Rifle, at: Some(\"2002\")), (kind: Dummy, at: Some(\"{dummy}\"), hidden: true)]"
        ))
    };
    // With helicopters and without them.
    for level in ["Advanced", "Basic"] {
        let field = relief(level, "2401", "");
        let held = field.refusal(&march(2, &["2401"]));
        assert_eq!((held.rule.as_str(), &*held.remedy.to_string()), ("base-4.2", "Come onto the map by another way."));
        for hex in ["2301", "2501"] {
            field.offers(&march(2, &[hex]));
        }
        for hex in ["2201", "2402", "0101"] {
            field.refuses(&march(2, &[hex]), "base-4.2");
        }
        // As long as one of its hexes is free they come by that, and nobody goes round what is not known.
        let free = relief(level, "2410", "");
        free.offers(&march(2, &["2401"]));
        free.refuses(&march(2, &["2301"]), "base-4.2");
        relief(level, "2401", "also: [FullyHidden],").refuses(&march(2, &["2301"]), "base-4.2");
        relief(level, "2401", "rulings: 7,").refuses(&march(2, &["2301"]), "base-4.2");
    }
}

#[test]
fn a_unit_draws_from_one_cache_after_another() {
    proves!("base-4.12");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(NlfMovement), caches_at: [\"0101\", \"0102\"], units: [(kind: Rifle, at: \
             Some(\"3813\")), (kind: MainForce, at: Some(\"0102\"), ammunition: Some(1)), (kind: MainForce, at: Some(\"0201\"), ammunition: \
             Some(1)), (kind: MainForce, at: Some(\"0101\"), ammunition: Some(0))]"
        )
    });
    let supplied = |mut field: Field| {
        field.until(2, Step::UsMovement);
        let times = field.log.iter().filter(|event| matches!(event, Event::Resupplied { who } if who.unit == id(3)));
        (field.unit(3).ammunition, times.count())
    };
    assert_eq!((supplied(now), supplied(then)), ((4, 1), (2, 1)));
}

#[test]
fn who_rides_in_an_m113_that_has_not_moved_is_supplied() {
    proves!("base-4.12", "SD-A80");
    let (now, then) = both(|rulings| {
        format!(
            "level: Advanced, {rulings} {NO_LEADERS} step: Some(UsMovement), units: [(kind: M113, at: Some(\"1708\")), (kind: Rifle, with: \
             Some(0), ammunition: Some(0)), (kind: MainForce, at: Some(\"0101\"))]"
        )
    });
    let supplied = |mut field: Field| {
        field.until(1, Step::NlfMovement);
        field.unit(1).ammunition
    };
    let mut moving = now.again();
    moving.play(march(0, &["1709"]));
    assert_eq!((supplied(now), supplied(then), supplied(moving)), (4, 0, 0));
}
