//! Every printed and reconstructed number of Search & Destroy: units (5.1), terrain (5.2), both Combat Results Tables (5.3 and
//! 5.4), the Vehicle Defense Table (5.5), points and levels of victory (4.18), and what bodies of troops are made of.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::map::Terrain;
use search_and_destroy::scenario::Scenario;
use search_and_destroy::state::State;
use search_and_destroy::tables::VehicleResult;
use search_and_destroy::units::Kind;
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;
use tabletop::dice::Seeded;
use tabletop::files::parse_ron;

// 5.1: units.

#[test]
fn every_unit_has_its_strength_movement_range_and_worth() {
    proves!("31.0", "32.124", "33.1", "33.2", "base-4.2", "base-4.4");
    let values = [
        (Kind::Rifle, 4, 12, 5, 6),
        (Kind::Weapons, 6, 12, 10, 6),
        (Kind::PlatoonLeader, 0, 12, 0, 2),
        (Kind::CompanyCommander, 0, 12, 0, 2),
        (Kind::Observer, 0, 12, 0, 2),
        (Kind::M113, 4, 24, 10, 0),
        (Kind::M48, 12, 20, 15, 0),
        (Kind::PatrolBoat, 12, 40, 12, 0),
        (Kind::Transport, 0, 0, 0, 0),
        (Kind::Gunship, 10, 0, 4, 0),
        (Kind::Mortar81, 6, 0, 20, 0),
        (Kind::Local, 1, 12, 4, 6),
        (Kind::MainForce, 2, 12, 5, 6),
        (Kind::Nva, 2, 12, 5, 6),
        (Kind::PlatoonCadre, 2, 12, 6, 6),
        (Kind::CompanyCadre, 2, 12, 6, 6),
        (Kind::BattalionCadre, 2, 12, 6, 6),
        (Kind::Sniper, 1, 12, 6, 1),
        (Kind::Mortar82, 4, 0, 15, 0),
        (Kind::Dummy, 0, 12, 0, 0),
    ];
    for (kind, attack, movement, range, worth) in values {
        let of = rules().units.of(kind);
        let found = (of.attack.value, of.movement.value, of.range.value, of.worth.value);
        assert_eq!(found, (attack, movement, range, worth), "{kind:?}");
    }
    assert_eq!([Kind::Mortar81, Kind::Mortar82].map(|k| rules().shortest_range(k)), [3, 2]);
}

#[test]
fn what_a_cadre_carries_changes_its_movement_and_a_machine_gun_its_range() {
    proves!("31.11", "31.12", "31.13");
    for (element, movement, range) in
        [("None", 12, 6), ("Sapper", 12, 6), ("RecoillessRifle", 6, 6), ("HeavyMachineGun", 6, 10)]
    {
        for kind in ["CompanyCadre", "BattalionCadre"] {
            let units = format!("(kind: {kind}, at: Some(\"1808\"), element: {element})");
            let field = basic("CompanyCadres", "NlfMovement", &units, "");
            let unit = field.unit(0);
            assert_eq!((rules().allowance(unit), rules().range(unit)), (movement, range), "{kind} with {element}");
        }
    }
}

/// The counters of a force that enters in turn 9, so that nobody has to set up.
fn mustered(level: &str, also: &str, force: &str) -> State {
    let text = format!(
        "(title: \"x\", summary: \"y\", level: {level}, also: [{also}], turns: 9, entries: [(forces: [{force}], at: Map, turn: 9)])"
    );
    let scenario: Scenario = parse_ron("scenario", &text).unwrap();
    rules().begin(&scenario, &mut Seeded::new(1)).unwrap()
}

#[test]
fn bodies_of_troops_are_made_of_their_parts() {
    proves!("31.0", "base-4.8", "base-4.15");
    use Kind::{CompanyCadre, CompanyCommander, Local, MainForce, Nva, Observer, PlatoonCadre, PlatoonLeader};
    let us = |mortars, leaders| {
        let squads = [(Kind::Rifle, 9), (Kind::Weapons, 3), (CompanyCommander, 1), (Observer, 1)];
        squads.into_iter().chain([(Kind::Mortar81, mortars), (PlatoonLeader, leaders)]).collect::<Vec<_>>()
    };
    for (level, force, parts, rpgs) in [
        ("Standard", "RifleCompany(1)", us(0, 0), 0),
        ("Advanced", "RifleCompany(1)", us(1, 3), 0),
        ("Advanced", "RiflePlatoon(1, 1)", vec![(Kind::Rifle, 3), (Kind::Weapons, 1), (PlatoonLeader, 1)], 0),
        ("Advanced", "VcPlatoon(1, 1)", vec![(MainForce, 3), (PlatoonCadre, 1)], 0),
        ("Advanced", "VcCompany(1)", vec![(MainForce, 9), (PlatoonCadre, 3)], 0),
        ("Advanced", "NvaCompany(1)", vec![(Nva, 9), (PlatoonCadre, 3)], 3),
        ("Advanced", "MixedCompany(1)", vec![(Nva, 3), (MainForce, 3), (Local, 3), (PlatoonCadre, 3)], 2),
    ] {
        let state = mustered(level, "", force);
        let count = |kind| state.units().filter(|(_, u)| u.kind == kind).count();
        for kind in Kind::ALL {
            let expected = parts.iter().find(|(k, _)| *k == kind).map_or(0, |(_, n)| *n);
            assert_eq!(count(kind), expected, "{kind:?} of {force} at {level}");
        }
        assert_eq!(state.units().filter(|(_, u)| u.rpg).count(), rpgs, "RPG-7s of {force}");
        assert!(state.units().filter(|(_, u)| u.rpg).all(|(_, u)| u.kind == PlatoonCadre));
    }
    for force in ["VcCompany(1)", "NvaCompany(1)", "MixedCompany(1)"] {
        let state = mustered("Advanced", "CompanyCadres", force);
        assert_eq!(state.units().filter(|(_, u)| u.kind == CompanyCadre).count(), 1, "{force} with rule 31.0");
    }
}

#[test]
fn only_guerrillas_by_themselves_are_independent() {
    proves!("base-4.9");
    for (force, independent) in [("LocalPlatoon(1, 1)", 3), ("MixedCompany(1)", 0), ("VcPlatoon(1, 1)", 0)] {
        let state = mustered("Standard", "", force);
        assert_eq!(state.units().filter(|(_, u)| u.independent && u.kind.is_squad()).count(), independent, "{force}");
    }
}

// 5.2: terrain.

#[test]
fn every_terrain_costs_covers_blocks_and_takes_helicopters_as_it_should() {
    proves!("base-4.2", "base-4.4", "base-4.5", "base-4.14");
    for (terrain, foot, m113, m48, defence, blocks, landing) in [
        (Terrain::Clear, 1, 2, 2, 1, false, true),
        (Terrain::Paddy, 2, 3, 4, 2, false, true),
        (Terrain::Broken, 2, 3, 3, 2, false, false),
        (Terrain::Jungle, 3, 8, 6, 3, true, false),
        (Terrain::Village, 1, 3, 3, 2, true, false),
    ] {
        let of = rules().terrain.of(terrain);
        let found = (of.foot.value, of.m113.value, of.m48.value, of.defence.value);
        assert_eq!(found, (foot, m113, m48, defence), "{terrain:?}");
        assert_eq!((terrain.blocks(), terrain.landing()), (blocks, landing), "{terrain:?}");
    }
}

#[test]
fn roads_trails_slopes_the_river_and_the_bridge_cost_what_they_say() {
    proves!("base-4.2");
    let field = basic("", "UsMovement", "(kind: Rifle, at: Some(\"1808\"))", "");
    let costs = |a: &str, b: &str| {
        [Kind::Rifle, Kind::M113, Kind::M48].map(|kind| rules().step_cost(&field.state, kind, hex(a), hex(b)))
    };
    // Along the road through broken ground, and into it from the side.
    assert_eq!(costs("2303", "2304"), [Some(1), Some(1), Some(1)], "from road to road");
    assert_eq!(costs("2404", "2304"), [Some(2), Some(3), Some(3)], "onto the road from beside it");
    assert_eq!(costs("0419", "0520"), [Some(1), Some(2), Some(2)], "a trail through jungle");
    assert_eq!(costs("0418", "0419"), [Some(3), Some(8), Some(6)], "onto the trail from beside it");
    assert_eq!(costs("3403", "3404"), [Some(4), Some(10), Some(8)], "uphill");
    assert_eq!(costs("3404", "3403"), [Some(3), Some(8), Some(6)], "downhill");
    assert_eq!(costs("3404", "3405"), [Some(3), Some(8), Some(6)], "along the top");
    assert_eq!(costs("1916", "1917"), [Some(6), Some(11), None], "over the river");
    assert_eq!(costs("2116", "2117"), [Some(1), Some(1), Some(1)], "over the bridge");
}

// 5.3 and 5.4: the Combat Results Tables.

#[test]
fn both_combat_results_tables_are_those_of_the_reconstruction() {
    proves!("32.11", "32.12", "33.31", "33.32", "base-4.4");
    let casualties = [
        ["-", "-", "-", "-", "-", "-", "P", "P 1W"],
        ["-", "-", "-", "P", "P 1W", "P 1W", "P 1W", "P 1K 1W"],
        ["-", "-", "P", "P 1W", "P 1W", "P 1W", "P 1K 1W", "P 1K 1W"],
        ["-", "P", "P 1W", "P 1W", "P 1W", "P 1K 1W", "P 1K 1W", "P 1K 2W h"],
        ["-", "P", "P 1W", "P 1W", "P 1K 1W", "P 1K 1W h", "P 1K 2W h", "P 2K 2W h"],
        ["P", "P 1W", "P 1K", "P 1K 1W h", "P 1K 1W h", "P 1K 2W h", "P 2K 2W h", "P 2K 3W h"],
        ["P 1W", "P 1K", "P 1K 1W h", "P 1K 2W h", "P 1K 2W h", "P 2K 2W h", "P 2K 3W h", "P 3K 3W h"],
        ["P 1K", "P 1K 1W h", "P 1K 2W h", "P 2K 1W h", "P 2K 2W h", "P 2K 3W h", "P 3K 3W h", "P 4K 2W h"],
    ];
    let points = [
        ["-", "-", "-", "-", "-", "-", "P", "P 5/20"],
        ["-", "-", "-", "P", "P 5/20", "P 5/20", "P 5/20", "P 20/60"],
        ["-", "-", "P", "P 5/20", "P 5/20", "P 5/20", "P 20/60", "P 20/60"],
        ["-", "P", "P 5/20", "P 5/20", "P 5/20", "P 20/60", "P 20/60", "D 25/80 h"],
        ["-", "P", "P 5/20", "P 5/20", "P 20/60", "D 20/60 h", "D 25/80 h", "D 40/120 h"],
        ["P", "P 5/20", "P 15/40", "D 20/60 h", "D 20/60 h", "D 25/80 h", "D 40/120 h", "D 45/140 h"],
        ["P 5/20", "P 15/40", "D 20/60 h", "D 25/80 h", "D 25/80 h", "D 40/120 h", "D 45/140 h", "D 60/180 h"],
        ["P 15/40", "D 20/60 h", "D 25/80 h", "D 35/100 h", "D 40/120 h", "D 45/140 h", "D 60/180 h", "D 70/200 h"],
    ];
    for (table, on_casualties) in [(casualties, true), (points, false)] {
        let grid = rules().combat.grid(on_casualties);
        for (row, cells) in table.iter().enumerate() {
            let found: Vec<&str> = grid.rows[row].cells.iter().map(|cell| &**cell).collect();
            let plain: Vec<String> = found.iter().map(|cell| cell.replace('\u{2013}', "-")).collect();
            assert_eq!(plain, cells, "row {}", row + 1);
        }
    }
    let combat = &rules().combat;
    assert_eq!([Side::Us, Side::Nlf].map(|s| (combat.killed.of(s), combat.wounded.of(s))), [(15, 5), (40, 20)]);
    assert_eq!([Side::Us, Side::Nlf].map(|s| combat.destroyed.of(s)), [90, 240]);
    assert_eq!((combat.boat_points.value, combat.boat_casualties.value), (180, 6));
}

// 5.5: the Vehicle Defense Table.

#[test]
fn the_vehicle_defence_table_stops_on_four_and_destroys_on_six() {
    proves!("31.13", "33.34", "base-4.15");
    use VehicleResult::{Destroyed, Immobilized, NoEffect};
    let table = &rules().combat.vehicle_defence;
    let results = |kind: Kind| (1..=6).map(|die| table.result(die + table.modifier(kind))).collect::<Vec<_>>();
    assert_eq!(results(Kind::M48), [NoEffect, NoEffect, NoEffect, Immobilized, Immobilized, Destroyed]);
    assert_eq!(results(Kind::PatrolBoat), results(Kind::M48), "no modifier for a boat");
    assert_eq!(results(Kind::M113), [NoEffect, Immobilized, Immobilized, Destroyed, Destroyed, Destroyed]);
}

// 4.18: points and levels of victory.

#[test]
fn the_points_besides_combat_are_those_of_the_reconstruction() {
    proves!("base-4.18", "base-4.17");
    let p = &rules().points;
    assert_eq!((p.cache_destroyed.value, p.cache_unfound.value), (60, 20));
    assert_eq!((p.m113.value, p.m48.value, p.helicopter.value), (80, 160, 160));
    assert_eq!((p.element.value, p.left_behind.value, p.evacuated.value), (30, 20, 10));
    assert_eq!((p.company_commander.value, p.platoon_leader.value, p.civilians.value), (40, 20, 30));
}

#[test]
fn the_margin_less_the_par_gives_the_level_of_victory() {
    proves!("base-4.18");
    for (us, nlf, par, title) in [
        (200, 0, 0, "US decisive victory"),
        (199, 0, 0, "US marginal victory"),
        (75, 0, 0, "US marginal victory"),
        (74, 0, 0, "Draw"),
        (0, 74, 0, "Draw"),
        (0, 75, 0, "NLF marginal victory"),
        (0, 199, 0, "NLF marginal victory"),
        (0, 200, 0, "NLF decisive victory"),
        (100, 50, 100, "Draw"),
        (100, 50, 125, "NLF marginal victory"),
        (100, 50, -150, "US decisive victory"),
    ] {
        assert_eq!(rules().level_of(us, nlf, par).title, title, "{us} to {nlf} with a par of {par}");
    }
}
