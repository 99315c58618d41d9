//! Rulings SD-A64 to SD-A70 and what went with them: odds too low after doubling, probes that do not enter, commanders without
//! Platoon Leaders, men who hide, ride and hold ground; and scenarios that do what their descriptions say.

use pointman_tests::library;
use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::{Pending, Place, Step, Switch};
use search_and_destroy::units::Kind;
use search_and_destroy::{Command, Event, SearchAndDestroy, Side, proves};
use tabletop::dice::Seeded;
use tabletop::rulebook::Example;
use tabletop::{Rulebook, Ruleset};

#[test]
fn odds_that_doubling_brings_below_one_to_three_are_no_attack_and_no_die() {
    proves!("SD-A4", "32.6");
    let set = |earlier: &str| {
        Field::set(&format!(
            "level: Advanced, also: [CloseAssault, CompanyCadres], without: [Leadership, PlatoonLeaders, CommandControl], {earlier} step: \
             Some(NlfAssault), units: [(kind: Rifle, at: Some(\"3813\")), (kind: CompanyCadre, at: Some(\"3812\"), element: Sapper)]"
        ))
    };
    let mut field = set("");
    field.play(assault(&[shot(1)], 0));
    assert!(matches!(field.state.pending(), Pending::Answer(_)));
    // Two against eight is one to four.
    let events = field.play(Command::Answer { double: true });
    assert!(events.iter().any(|e| matches!(e, Event::CameToNothing { .. })), "{events:?}");
    assert!(!events.iter().any(|e| matches!(e, Event::Attacked { .. })));
    let squad = field.unit(0);
    assert_eq!((squad.ammunition, squad.is_pinned(), squad.losses), (2, false, 0));
    assert_eq!(field.unit(1).ammunition, 3);
    field.refuses(&assault(&[shot(1)], 0), "SD-A12");
    // Saved games of an earlier day rolled a die.
    let mut field = set("rulings: 1,");
    field.play(assault(&[shot(1)], 0));
    field.dice(&[1]);
    let events = field.play(Command::Answer { double: true });
    assert!(events.iter().any(|e| matches!(e, Event::Attacked { .. })), "{events:?}");
}

#[test]
fn a_probe_finds_no_cache_and_meets_no_trap() {
    proves!("base-4.7", "base-4.17");
    let set = || {
        Field::set(
            "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], step: Some(UsSearch), traps_at: [\"0425\"], caches_at: \
             [\"0425\"], units: [(kind: Rifle, at: Some(\"0424\")), (kind: Dummy, at: Some(\"0425\"), hidden: true), (kind: Rifle, at: \
             Some(\"0101\"))]",
        )
    };
    let mut field = set();
    field.play(probe(0, "0425"));
    let mut events = Vec::new();
    while field.state.step() == Step::UsSearch {
        events.extend(field.play(Command::Done));
    }
    assert!(
        !events
            .iter()
            .any(|e| matches!(e, Event::Disarmed { .. } | Event::TrapWentOff { .. } | Event::CacheFound { .. }))
    );
    assert_eq!(field.state.traps().len(), 1);
    assert!(field.state.caches().iter().all(|c| c.found.is_none()));
}

/// A platoon whose leader is dead, with its commander two hexes from one squad and three from another, when the US turn begins.
fn orphans(commander: &str, more: &str, dice: &[u8]) -> Field {
    let mut field = Field::set(&format!(
        "level: Advanced, without: [CommandControl], step: Some(NlfFire), {more} units: [(kind: CompanyCommander, at: \
         Some(\"1808\"), platoon: 0{commander}), (kind: PlatoonLeader, at: Some(\"1408\"), losses: 1), (kind: Rifle, at: Some(\"1806\")), \
         (kind: Weapons, at: Some(\"1805\")), (kind: MainForce, at: Some(\"1407\")), (kind: MainForce, at: Some(\"1507\"))]"
    ));
    field.dice(&[6]);
    field.play(fire(&[shot(4), shot(5)], 1));
    assert_eq!(field.unit(1).place, Place::Gone);
    field.dice(dice);
    while field.state.step() != Step::UsMovement {
        field.play(Command::Done);
    }
    field
}

#[test]
fn a_commander_leads_the_near_squads_of_a_dead_platoon_leader() {
    proves!("SD-A65", "base-4.8");
    // One die: for the squad at three hexes. A three is too little for it.
    let field = orphans("", "", &[3]);
    assert!(field.unit(2).controlled, "two hexes from the commander");
    assert!(!field.unit(3).controlled, "three hexes from him");
    // Without his hold he leads nobody: a die for him, and one for each squad.
    let field = orphans(", pinned: true", "", &[1, 3, 4]);
    assert!(!field.unit(2).controlled && field.unit(3).controlled);
    // An earlier journal has a die for each.
    let field = orphans("", "rulings: 1,", &[3, 4]);
    assert!(!field.unit(2).controlled && field.unit(3).controlled);
}

#[test]
fn a_pinned_unit_hides_and_its_marker_goes() {
    proves!("SD-A66", "base-4.6");
    let mut field = basic(
        "",
        "NlfAssault",
        "(kind: MainForce, at: Some(\"0105\"), pinned: true), (kind: Rifle, at: Some(\"4028\"))",
        "",
    );
    field.play(Command::Hide { unit: id(0) });
    assert_eq!(rules().view(&field.state, Side::Us).unit(id(0)).unwrap().kind, Kind::Suspect);
    let events = field.play(Command::Done);
    assert!(!field.unit(0).is_pinned() && field.unit(0).face_down);
    assert!(!events.iter().any(|e| matches!(e, Event::Recovered { .. })), "{events:?}");
}

#[test]
fn an_m113_takes_a_squad_and_a_team_and_no_more() {
    proves!("SD-A67", "base-4.15");
    let mount = |unit, carrier| Command::Mount { unit: id(unit), carrier: id(carrier) };
    let mut field = basic(
        "Vehicles",
        "UsMovement",
        "(kind: M113, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1808\")), (kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: \
         Some(\"1809\")), (kind: Observer, at: Some(\"1809\"))",
        "",
    );
    field.play(mount(1, 0));
    field.refuses(&mount(3, 0), "base-4.15");
    field.play(mount(2, 0));
    field.refuses(&mount(4, 0), "base-4.15");
}

#[test]
fn a_dummy_holds_no_ground_when_points_are_counted() {
    proves!("SD-A70", "base-4.18");
    let points = |kind: &str, rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Basic, {rulings} turns: 1, step: Some(NlfAssault), objectives: [Seize([\"1903\", \"2002\"], 2, 150)], \
             units: [(kind: MainForce, at: Some(\"1903\"), hidden: true), (kind: {kind}, at: Some(\"2002\"), hidden: true), (kind: Rifle, \
             at: Some(\"0128\"))]"
        ));
        field.play(Command::Done);
        assert_eq!(field.state.step(), Step::Over);
        field.state.score().nlf
    };
    assert_eq!(points("MainForce", ""), 150);
    assert_eq!(points("Dummy", ""), 0);
    assert_eq!(points("Dummy", "rulings: 1,"), 150, "as in an earlier saved game");
}

#[test]
fn men_are_flown_out_where_and_when_the_scenario_says() {
    proves!("base-4.14", "27.26");
    let set = |at: &str, turn: u8, rider: &str| {
        Field::set(&format!(
            "level: Standard, turn: {turn}, pick_up: Some((at: Named(\"Delta\"), turn: 2)), step: Some(UsMovement), units: [(kind: \
             Transport, at: Some(\"{at}\")), (kind: Observer, {rider}), (kind: Rifle, at: Some(\"0128\"))]"
        ))
    };
    let lift = Command::LiftOff { helicopter: id(0) };
    let aboard = "with: Some(0)";
    set("2822", 1, aboard).refuses(&lift, "base-4.14");
    assert!(set("2822", 2, aboard).allows(&lift));
    set("1808", 2, aboard).refuses(&lift, "base-4.14");
    assert!(set("1808", 1, "at: Some(\"0127\")").allows(&lift), "empty, it leaves from anywhere");
    let scenario = library().scenario::<SearchAndDestroy>("27-26-extraction").unwrap();
    assert_eq!(scenario.pick_up.map(|p| p.turn), Some(2));
}

/// The counters of a side at the beginning of a scenario.
fn count(name: &str, kind: Kind) -> usize {
    let scenario = library().scenario::<SearchAndDestroy>(name).unwrap();
    let state = rules().begin(&scenario, &mut Seeded::new(1)).unwrap();
    state.units().filter(|(_, u)| u.kind == kind).count()
}

#[test]
fn scenarios_have_the_forces_of_their_descriptions() {
    proves!("27.24", "33.0", "SD-A46");
    assert_eq!((count("27-24-base-camp", Kind::Transport), count("27-24-base-camp", Kind::Gunship)), (0, 1));
    assert_eq!(count("33-a", Kind::CompanyCommander), 0);
    assert_eq!((count("33-b", Kind::Dummy), count("33-b", Kind::PatrolBoat)), (0, 3));
    let scenario = library().scenario::<SearchAndDestroy>("33-b").unwrap();
    let state = rules().begin(&scenario, &mut Seeded::new(1)).unwrap();
    assert_eq!(state.units().filter(|(_, u)| u.rpg).count(), 2, "two RPG-7s");
}

/// Where a kind of counter may be set up in a scenario, with the other side set up by itself.
fn may_set_up(name: &str, kind: Kind, at: &str) -> bool {
    let scenario = library().scenario::<SearchAndDestroy>(name).unwrap();
    let mut dice = Seeded::new(1);
    let mut state = rules().begin(&scenario, &mut dice).unwrap();
    if kind.side() == Side::Nlf && state.step() == Step::UsSetup {
        rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).unwrap();
    }
    let unit = state.units().find(|(_, u)| u.kind == kind).unwrap().0;
    rules().check(&state, &Command::Place { unit, at: hex(at) }).is_ok()
}

#[test]
fn scenarios_let_troops_stand_where_their_descriptions_say() {
    proves!("27.13", "27.23", "27.25", "27.31");
    assert!(may_set_up("27-13-road-runner", Kind::MainForce, "2501"), "anywhere off the road");
    assert!(!may_set_up("27-13-road-runner", Kind::MainForce, "2303"), "but not on it");
    // Six hexes from 0820, which is six from no other hex of the list as it was: the trail counts with every hex of it.
    assert!(may_set_up("27-23-trail-ambush", Kind::MainForce, "2225"), "six hexes from 2219");
    assert!(may_set_up("27-25-outpost", Kind::MainForce, "1908"), "five from Hill 96, whoever stands beside it");
    assert!(!may_set_up("27-25-outpost", Kind::MainForce, "1907"));
    assert!(may_set_up("27-25-outpost", Kind::MainForce, "2025"), "south of the river too");
    assert!(may_set_up("33-b", Kind::Nva, "0128"), "anywhere on the south bank");
    // 27.31: on foot from the second turn on.
    let scenario = library().scenario::<SearchAndDestroy>("27-31-downed-aircraft").unwrap();
    let mut dice = Seeded::new(1);
    let mut state = rules().begin(&scenario, &mut dice).unwrap();
    while state.step() != Step::UsMovement {
        rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).unwrap();
    }
    let squad = state.units().find(|(_, u)| u.kind == Kind::Rifle).unwrap().0;
    let walks = Command::Move { unit: squad, path: vec![hex("2114")] };
    assert_eq!(rules().check(&state, &walks).unwrap_err().rule.as_str(), "base-4.2");
    while state.turn() < 2 || state.step() != Step::UsMovement {
        rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).unwrap();
    }
    rules().check(&state, &walks).unwrap();
}

/// A scenario at the beginning of a US Movement Phase, with everybody set up by the program and nothing done before it.
fn us_movement(name: &str, turn: u8) -> (tabletop::dice::Seeded, search_and_destroy::state::State) {
    let scenario = library().scenario::<SearchAndDestroy>(name).unwrap();
    let mut dice = Seeded::new(1);
    let mut state = rules().begin(&scenario, &mut dice).unwrap();
    while state.turn() < turn || state.step() != Step::UsMovement {
        rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).unwrap();
    }
    (dice, state)
}

#[test]
fn lifts_of_battalion_contact_go_on_six_a_turn_until_both_companies_are_there() {
    proves!("SD-A71", "27.14");
    let (mut dice, mut state) = us_movement("27-14-battalion-contact", 5);
    let squads: Vec<_> = state.units().filter(|(_, u)| u.kind == Kind::Rifle).map(|(id, _)| id).collect();
    let transports: Vec<_> = state.units().filter(|(_, u)| u.kind == Kind::Transport).map(|(id, _)| id).collect();
    let land = |n: usize, at: &str| Command::Land {
        helicopter: transports[n],
        passengers: vec![squads[n]],
        supply: false,
        at: hex(at),
    };
    let outside = rules().check(&state, &land(0, "2109")).unwrap_err();
    assert_eq!(outside.rule.as_str(), "base-4.14", "nowhere but at Alpha and Echo");
    for (n, at) in ["0904", "0905", "1005", "1607", "1707", "1708"].iter().enumerate() {
        rules().apply(&mut state, &land(n, at), &mut dice, &mut Vec::new()).unwrap();
    }
    let seventh = rules().check(&state, &land(6, "0904")).unwrap_err();
    assert_eq!(seventh.because, "No more helicopters can land this turn.");
}

#[test]
fn a_crew_is_in_enemy_hands_if_it_is_lost_or_alone_beside_him() {
    proves!("SD-A72", "27.31");
    let pays = |others: &str| {
        let mut field = Field::set(&format!(
            "level: Basic, turns: 1, nlf_first: true, step: Some(UsMovement), objectives: [Rescue(120, 160)], units: [(kind: Crew, at: \
             Some(\"1808\")), (kind: Rifle, at: Some(\"0128\")){others}]"
        ));
        while field.to_act().is_some() {
            field.done();
        }
        field.points()
    };
    assert_eq!(pays(", (kind: MainForce, at: Some(\"1807\"))"), (0, 160));
    assert_eq!(pays(", (kind: MainForce, at: Some(\"1806\"))"), (0, 0), "two hexes off");
    assert_eq!(
        pays(", (kind: MainForce, at: Some(\"1807\")), (kind: Rifle, at: Some(\"1809\"))"),
        (0, 0),
        "a squad guards it"
    );
    assert_eq!(
        pays(", (kind: MainForce, at: Some(\"1807\")), (kind: Observer, at: Some(\"1809\"))"),
        (0, 160),
        "a man with no strength does not"
    );
    assert_eq!(pays(", (kind: Dummy, at: Some(\"1807\"), hidden: true)"), (0, 0), "a dummy takes nobody");
}

#[test]
fn helicopters_of_downed_aircraft_land_wherever_they_can_from_turn_one_on() {
    proves!("27.31");
    let (_, state) = us_movement("27-31-downed-aircraft", 1);
    let of = |kind| state.units().find(|(_, u)| u.kind == kind).unwrap().0;
    let land = Command::Land {
        helicopter: of(Kind::Transport),
        passengers: vec![of(Kind::Rifle)],
        supply: false,
        at: hex("0108"),
    };
    assert!(rules().check(&state, &land).is_err(), "broken ground is no place to land");
    let land = Command::Land {
        helicopter: of(Kind::Transport),
        passengers: vec![of(Kind::Rifle)],
        supply: false,
        at: hex("0905"),
    };
    rules().check(&state, &land).unwrap();
    let corner = Command::Land {
        helicopter: of(Kind::Transport),
        passengers: vec![of(Kind::Rifle)],
        supply: false,
        at: hex("0111"),
    };
    rules().check(&state, &corner).unwrap();
}

#[test]
fn helicopters_come_with_the_troops_they_bring() {
    proves!("SD-A75", "base-4.14", "27.13", "27.23");
    let set = |more: &str| {
        Field::set(&format!(
            "level: Advanced, without: [Leadership, PlatoonLeaders], step: Some(UsMovement), turn: 1, {more} units: [(kind: MainForce, at: \
             Some(\"0105\"))], entries: [(forces: [RiflePlatoon(1, 1), Transports(1)], at: Hexes([]), by_air: Some(Map), turn: 3), \
             (forces: [Gunships(1)], at: Hexes([]), turn: 1)]"
        ))
    };
    let number = |field: &Field, kind| field.state.units().find(|(_, u)| u.kind == kind).map(|(id, _)| id).unwrap();
    let supply = |helicopter| Command::Land { helicopter, passengers: Vec::new(), supply: true, at: hex("2310") };
    let mut field = set("");
    let (transport, gunship) = (number(&field, Kind::Transport), number(&field, Kind::Gunship));
    field.refuses(&supply(transport), "SD-A75");
    assert!(!field.options().iter().any(|c| matches!(c, Command::Land { .. })));
    field.play(Command::Hover { helicopter: gunship, at: hex("2310") });
    for turn in 2..=3 {
        while field.state.turn() < turn {
            field.play(Command::Done);
        }
        if turn == 2 {
            field.refuses(&supply(transport), "SD-A75");
        }
    }
    field.play(supply(transport));
    assert_eq!(field.state.unit(transport).unwrap().place, Place::Hex(hex("2310")));
    // An earlier journal may have flown before.
    let mut field = set("rulings: 2,");
    field.play(supply(transport));
}

#[test]
fn a_counter_that_nobody_knows_is_not_close_assaulted() {
    proves!("SD-A74", "32.0");
    for kind in ["MainForce", "Dummy"] {
        let units = format!("(kind: Rifle, at: Some(\"1508\")), (kind: {kind}, at: Some(\"1507\"), hidden: true)");
        basic("CloseAssault", "UsAssault", &units, "").refuses(&assault(&[shot(0)], 1), "SD-A74");
    }
}

#[test]
fn whoever_carries_something_may_dig() {
    proves!("base-4.10", "base-4.16");
    let units = "(kind: Weapons, at: Some(\"1508\")), (kind: Mortar81, with: Some(0)), (kind: Rifle, at: Some(\"1608\"), burden: (1, 1)), \
                 (kind: MainForce, at: Some(\"0105\"))";
    let mut field = basic("ImprovedPositions, HeavyWeapons, Evacuation", "UsMovement", units, "");
    field.play(Command::Dig { unit: id(0) });
    field.play(Command::Dig { unit: id(2) });
    while field.state.step() != Step::NlfMovement {
        field.play(Command::Done);
    }
    assert!(field.state.has_position(hex("1508")) && field.state.has_position(hex("1608")));
}

#[test]
fn the_example_of_what_is_given_up_has_the_par_of_the_standard_game() {
    proves!("SD-A73", "base-4.18");
    let par = library().scenario::<SearchAndDestroy>("standard").unwrap().par;
    let raised = par + rules().points.platoon_forgone.value;
    let book = Rulebook::load(&|path| library().read(path), SearchAndDestroy::ID).unwrap();
    let Some(Example::Told(example)) = &book.rule("SD-A73").unwrap().example else { panic!("no example") };
    let ahead = 60;
    let margins = [raised, par].map(|par| ahead - i32::from(par));
    let [now, before] = [raised, par].map(|par| rules().level_of(ahead, 0, par).title);
    assert_eq!((now.as_str(), before.as_str()), ("Draw", "US marginal victory"));
    let told = format!(
        "The standard game has a par of {par}. The NLF gives up a platoon: the par is {raised}. With {ahead} points more than the NLF \
         the US player now has a margin of {} and no victory; at {par} it would have been {}, a marginal one.",
        margins[0], margins[1]
    );
    assert_eq!(*example, told.replace('-', "−"));
}

#[test]
fn without_helicopters_troops_come_by_their_own_way_if_they_have_one() {
    proves!("SD-A82", "base-4.2", "27.31");
    let set = |level: &str, ground: &str, more: &str| {
        Field::set(&format!(
            "level: {level}, {more} without: [Leadership, PlatoonLeaders], units: [(kind: MainForce, at: Some(\"0101\"))], entries: [(forces: \
             [RiflePlatoon(1, 1)], at: Hexes([{ground}]), by_air: Some(Map), turn: 1, on_foot_from: 2)]"
        ))
    };
    let (far, near) = (march(1, &["1111"]), march(1, &["2114"]));
    let mut field = set("Basic", "\"2114\"", "");
    field.refuses(&far, "base-4.2");
    field.refuses(&near, "base-4.2");
    field.until(2, Step::UsMovement);
    field.refuses(&far, "base-4.2");
    field.offers(&near);
    // Those who could only fly walk on anywhere, and with helicopters nobody does.
    assert!(set("Basic", "", "").allows(&far));
    set("Standard", "\"2114\"", "").refuses(&far, "base-4.2");
    assert!(set("Basic", "\"2114\"", "rulings: 8,").allows(&far));
}

#[test]
fn the_briefing_names_the_way_by_which_troops_come() {
    proves!("SD-A82");
    let told = |helicopters: bool| {
        let scenario = library().scenario::<SearchAndDestroy>("27-31-downed-aircraft").unwrap();
        let scenario = scenario.switched(Switch::Helicopters, helicopters);
        rules().briefing(&scenario).into_iter().flat_map(|section| section.lines).collect::<Vec<_>>().join("\n")
    };
    assert!(
        told(true).contains("Turn 1 in hex 2114, or by helicopter anywhere on the map; on foot from turn 2 on: "),
        "{}",
        told(true)
    );
    assert!(told(false).contains("Turn 2 in hex 2114: "), "{}", told(false));
}
