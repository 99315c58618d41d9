//! The scenarios of Search & Destroy: their forces, what rule 31.17 adds to them, and what counts in them.

use std::collections::BTreeMap;

use pointman_tests::library;
use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::proves;
use search_and_destroy::scenario::{Level, Objective, Scenario};
use search_and_destroy::state::{Place, State, Switch};
use search_and_destroy::units::{Element, Kind};
use search_and_destroy::{SearchAndDestroy, Side};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

const HMG: Element = Element::HeavyMachineGun;
const RR: Element = Element::RecoillessRifle;

/// Every numbered scenario: its file, its turns, and what rule 31.17 adds: Company Cadres and elements.
const NUMBERED: [(&str, u8, usize, &[Element]); 11] = [
    ("27-11-armored-sweep", 12, 1, &[RR]),
    ("27-12-night-perimeter", 8, 1, &[Element::Sapper]),
    ("27-13-road-runner", 10, 2, &[Element::Sapper, RR]),
    ("27-14-battalion-contact", 15, 3, &[Element::Sapper, HMG, HMG]),
    ("27-21-hot-lz", 10, 1, &[HMG]),
    ("27-22-cordon-and-search", 8, 0, &[]),
    ("27-23-trail-ambush", 8, 1, &[Element::Sapper]),
    ("27-24-base-camp", 12, 1, &[Element::Sapper]),
    ("27-25-outpost", 10, 1, &[Element::Sapper]),
    ("27-26-extraction", 10, 1, &[HMG]),
    ("27-31-downed-aircraft", 10, 1, &[HMG]),
];

fn scenario(name: &str) -> Scenario {
    library().scenario::<SearchAndDestroy>(name).unwrap_or_else(|e| panic!("{e}"))
}

fn begun(scenario: &Scenario) -> State {
    rules().begin(scenario, &mut Seeded::new(1)).unwrap_or_else(|halt| panic!("{}: {halt}", scenario.title))
}

fn count(state: &State, kind: Kind) -> usize {
    state.units().filter(|(_, u)| u.kind == kind && u.place != Place::Gone).count()
}

/// How many there are of each kind that is there.
fn forces(name: &str) -> BTreeMap<&'static str, usize> {
    let state = begun(&scenario(name));
    Kind::ALL.into_iter().map(|k| (k.name(), count(&state, k))).filter(|(_, n)| *n > 0).collect()
}

#[track_caller]
fn has(name: &str, expected: &[(Kind, usize)]) {
    let found = forces(name);
    for (kind, number) in expected {
        assert_eq!(found.get(kind.name()).copied().unwrap_or(0), *number, "{name}: {}: {found:?}", kind.name());
    }
}

#[test]
fn rule_31_17_adds_to_every_numbered_scenario() {
    proves!("31.17", "SD-A46", "31.0");
    for (name, turns, cadres, elements) in NUMBERED {
        let with = scenario(name);
        assert_eq!((with.turns, with.level), (turns, Level::Advanced), "{name}");
        let number = format!("27.{}", &name[3..5]);
        assert!(with.title.starts_with(&number), "{name}: {}", with.title);
        let state = begun(&with);
        assert_eq!((count(&state, Kind::CompanyCadre), state.elements()), (cadres, elements), "{name}");
        // Without the rule the base forces are played, at the scenario's own par: twenty more for each Cadre.
        let without = begun(&with.switched(Switch::CompanyCadres, false));
        assert_eq!((count(&without, Kind::CompanyCadre), without.elements().len()), (0, 0), "{name}");
        assert_eq!(without.par(), with.par, "{name}");
        assert_eq!(state.par(), with.par - 20 * i16::try_from(cadres).unwrap(), "{name}");
    }
}

#[test]
fn armored_sweep() {
    proves!("27.11");
    has(
        "27-11-armored-sweep",
        &[(Kind::M113, 8), (Kind::M48, 3), (Kind::Rifle, 6), (Kind::Weapons, 2), (Kind::Sniper, 2), (Kind::Dummy, 6)],
    );
    let state = begun(&scenario("27-11-armored-sweep"));
    let aboard = state.units().filter(|(_, u)| u.kind.is_squad() && matches!(u.place, Place::With(_))).count();
    assert_eq!(
        (aboard, state.units().filter(|(_, u)| u.rpg).count()),
        (8, 4),
        "all squads ride, and there are four RPG-7s"
    );
    assert_eq!((state.support().missions, state.traps().len(), state.caches().len()), (3, 4, 2));
    assert!(scenario("27-11-armored-sweep").objectives.contains(&Objective::ClearVillages(60)));
}

#[test]
fn night_perimeter() {
    proves!("27.12");
    has(
        "27-12-night-perimeter",
        &[(Kind::Rifle, 9), (Kind::Mortar81, 1), (Kind::Mortar82, 1), (Kind::MainForce, 12), (Kind::PlatoonCadre, 4)],
    );
    let state = begun(&scenario("27-12-night-perimeter"));
    assert_eq!((state.sight(), state.support().missions, state.support().preplanned.len()), (4, 4, 2));
    let crew = state.units().find(|(_, u)| u.weapon.is_some() && u.side() == Side::Us).unwrap().1;
    assert_eq!(crew.kind, Kind::Weapons, "the company's mortar is with a weapons squad");
}

#[test]
fn road_runner() {
    proves!("27.13");
    has(
        "27-13-road-runner",
        &[
            (Kind::M113, 8),
            (Kind::M48, 4),
            (Kind::Gunship, 1),
            (Kind::Transport, 4),
            (Kind::PlatoonCadre, 6),
            (Kind::Dummy, 8),
        ],
    );
    let state = begun(&scenario("27-13-road-runner"));
    assert_eq!((state.units().filter(|(_, u)| u.rpg).count(), state.traps().len()), (4, 6));
    assert!(scenario("27-13-road-runner").objectives.contains(&Objective::Convoy(20, 10)));
}

#[test]
fn battalion_contact() {
    proves!("27.14");
    has(
        "27-14-battalion-contact",
        &[
            (Kind::Rifle, 18),
            (Kind::Transport, 12),
            (Kind::Gunship, 3),
            (Kind::Nva, 27),
            (Kind::BattalionCadre, 1),
            (Kind::Mortar82, 2),
            (Kind::Sniper, 3),
            (Kind::Dummy, 12),
        ],
    );
    let state = begun(&scenario("27-14-battalion-contact"));
    assert_eq!((state.landings_left(), state.support().missions, state.support().strikes), (Some(6), 6, 3));
}

#[test]
fn hot_lz_and_extraction() {
    proves!("27.21", "27.26");
    has(
        "27-21-hot-lz",
        &[(Kind::Rifle, 9), (Kind::Transport, 6), (Kind::Gunship, 2), (Kind::Nva, 9), (Kind::Sniper, 2)],
    );
    has(
        "27-26-extraction",
        &[(Kind::Rifle, 6), (Kind::Transport, 4), (Kind::Gunship, 2), (Kind::Nva, 9), (Kind::Dummy, 6)],
    );
    assert_eq!(begun(&scenario("27-26-extraction")).landings_left(), Some(4));
    assert!(scenario("27-26-extraction").objectives.contains(&Objective::Stragglers(30)));
}

#[test]
fn cordon_and_search() {
    proves!("27.22");
    has("27-22-cordon-and-search", &[(Kind::Local, 3), (Kind::Sniper, 3), (Kind::Dummy, 8), (Kind::Transport, 4)]);
    let state = begun(&scenario("27-22-cordon-and-search"));
    assert_eq!((state.traps().len(), state.caches().len(), state.civilians().len()), (6, 3, 6));
}

#[test]
fn trail_ambush_base_camp_and_outpost() {
    proves!("27.23", "27.24", "27.25");
    has("27-23-trail-ambush", &[(Kind::Rifle, 9), (Kind::Transport, 6), (Kind::MainForce, 9), (Kind::Sniper, 1)]);
    assert!(scenario("27-23-trail-ambush").nlf_first);
    has("27-24-base-camp", &[(Kind::Rifle, 9), (Kind::Gunship, 1), (Kind::Nva, 9), (Kind::Sniper, 2)]);
    let camp = begun(&scenario("27-24-base-camp"));
    assert_eq!((camp.support().missions, camp.support().strikes, camp.caches().len()), (5, 2, 3));
    has("27-25-outpost", &[(Kind::Rifle, 6), (Kind::Mortar82, 1), (Kind::Local, 3), (Kind::Dummy, 5)]);
    assert_eq!(begun(&scenario("27-25-outpost")).support().preplanned.len(), 1);
}

#[test]
fn downed_aircraft_pays_for_the_crew() {
    proves!("27.31", "base-4.18");
    has("27-31-downed-aircraft", &[(Kind::Crew, 1), (Kind::Transport, 6), (Kind::Gunship, 2), (Kind::MainForce, 9)]);
    let ends = |leaves: bool, more: &str| {
        let at = if leaves { "1801" } else { "1808" };
        let mut field = Field::set(&format!(
            "level: Basic, turns: 1, nlf_first: true, step: Some(UsMovement), us_exit: Some(Rows(1, 28)), \
             objectives: [Rescue(120, 160)], units: [(kind: Crew, at: Some(\"{at}\")), (kind: MainForce, at: Some(\"1807\")), {more}]"
        ));
        if leaves {
            field.play(Command::Leave { unit: id(0) });
        }
        while field.to_act().is_some() {
            field.done();
        }
        field.points()
    };
    assert_eq!(ends(true, ""), (120, 0));
    assert_eq!(ends(false, ""), (0, 160));
    assert_eq!(ends(false, "(kind: Rifle, at: Some(\"1809\"))"), (0, 0));
}

#[test]
fn the_standard_game_has_six_turns_and_the_boat_scenarios_their_boats() {
    proves!("base-4.1", "33.0");
    assert_eq!((scenario("standard").turns, scenario("standard").level), (6, Level::Standard));
    has(
        "standard",
        &[(Kind::Rifle, 9), (Kind::Transport, 4), (Kind::PlatoonLeader, 0), (Kind::Sniper, 2), (Kind::Dummy, 8)],
    );
    has("33-a", &[(Kind::PatrolBoat, 2), (Kind::CompanyCadre, 1)]);
    has("33-b", &[(Kind::PatrolBoat, 3), (Kind::Nva, 9)]);
    // With the Recoilless Rifle of rule 31.0 there are no RPG-7s in 33-A; without the rule there are two.
    let rpgs = |on| begun(&scenario("33-a").switched(Switch::CompanyCadres, on)).units().filter(|(_, u)| u.rpg).count();
    assert_eq!((rpgs(true), rpgs(false)), (0, 2));
}

#[test]
fn every_scenario_begins_at_every_level_and_with_every_switch_turned() {
    proves!("base-4.1");
    let files = library().scenarios(SearchAndDestroy::ID).unwrap();
    assert_eq!(files.len(), 14);
    for file in files {
        let own = scenario(&file.name);
        for level in Level::ALL {
            let state = begun(&Scenario { level, ..own.clone() });
            assert_eq!(state.switches().has(Switch::Leadership), level >= Level::Standard, "{}", file.name);
        }
        for switch in Switch::ALL {
            for on in [true, false] {
                let turned = own.switched(switch, on);
                assert_eq!(turned.switches().has(switch), on);
                assert_eq!(begun(&turned).switches().has(switch), on, "{} with {}", file.name, switch.name());
            }
        }
    }
}

#[test]
fn a_level_brings_its_parts_of_the_rules_and_each_is_a_switch() {
    proves!("base-4.1");
    let on = |level: Level| Switch::ALL.into_iter().filter(|s| level.switches().has(*s)).count();
    assert_eq!((on(Level::Basic), on(Level::Standard), on(Level::Advanced)), (0, 6, 15));
    let free = Switch::ALL.into_iter().filter(|s| Level::of(*s).is_none());
    let optional = [
        Switch::CompanyCadres,
        Switch::CloseAssault,
        Switch::PatrolBoats,
        Switch::ScaledDestruction,
        Switch::Civilians,
        Switch::FullyHidden,
    ];
    assert_eq!(free.collect::<Vec<_>>(), optional);
}

/// A par is a measurement, and says how it was made.
#[test]
fn every_scenario_says_how_its_par_was_found() {
    proves!("base-4.18");
    for file in library().scenarios(SearchAndDestroy::ID).unwrap() {
        let text = std::fs::read_to_string(&file.path).unwrap();
        let comment: String =
            text.lines().take_while(|l| l.starts_with("//")).map(|l| l[2..].to_owned()).collect::<Vec<_>>().concat();
        let par = scenario(&file.name).par;
        let says = |what: &str| assert!(comment.contains(what), "{}: {what} is not in: {comment}", file.name);
        says(&format!("The par of {par} is "));
        says(" games of self-play");
        says(&format!("selfplay search-and-destroy --scenario {} --games ", file.name));
        let played = ["shallow", "veteran"].map(|player| format!("--players {player}"));
        assert!(played.iter().any(|played| comment.contains(played)), "{}: who played is not in: {comment}", file.name);
    }
}

#[test]
fn random_games_of_every_scenario_end_and_keep_every_invariant() {
    proves!("base-4.1");
    let games: u64 = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    for file in library().scenarios(SearchAndDestroy::ID).unwrap() {
        let scenario = scenario(&file.name);
        for seed in 0..games {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
            let mut state = rules().begin(&scenario, &mut dice).unwrap();
            let (mut options, mut events, mut commands) = (Vec::new(), Vec::new(), 0);
            while rules().to_act(&state).is_some() {
                options.clear();
                rules().options(&state, &mut options);
                let command = options[picks.choose(options.len())].clone();
                rules().apply(&mut state, &command, &mut dice, &mut events).unwrap();
                rules()
                    .audit(&state)
                    .unwrap_or_else(|broken| panic!("{}, seed {seed}, {command:?}: {broken}", file.name));
                commands += 1;
                assert!(commands < 20_000, "{} does not end", file.name);
            }
            let sheet = rules().score_sheet(&state);
            assert_eq!((sheet.us, sheet.nlf), (state.score().us, state.score().nlf));
            assert_eq!(rules().outcome(&state).unwrap().title, sheet.level.title);
        }
    }
}

#[test]
fn a_hill_that_is_not_on_the_map_is_refused_at_the_beginning() {
    proves!("base-4.2");
    let mut scenario = scenario("27-21-hot-lz");
    begun(&scenario);
    scenario.objectives = vec![Objective::TakeHill("Hill 159".into(), 4, 75)];
    let halt = rules().begin(&scenario, &mut Seeded::new(1)).unwrap_err();
    assert!(halt.to_string().contains("The map has no `Hill 159`."), "{halt}");
}
