//! The data files of Block by Block have the shape the rules ask for, and every number says where it is from.

use block_by_block::scenario::Scenario;
use block_by_block::tables::{AssaultResult, Calendar, CombatTable, UnitTable};
use block_by_block::{Condition, Place, UnitId, UnitKind};
use pointman_tests::{root, rules};
use tabletop::dice::Tape;
use tabletop::files::parse_ron;
use tabletop::{Provenance, Ruleset};

fn read<T: serde::de::DeserializeOwned>(path: &str) -> T {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    parse_ron(path, &text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn unit_table_has_every_kind_once_and_the_values_of_the_examples() {
    let table: UnitTable = read("assets/tables/block-by-block/units.ron");
    for kind in UnitKind::ALL {
        assert_eq!(table.0.iter().filter(|v| v.kind == kind).count(), 1, "{kind:?}");
    }
    let of = |kind| table.0.iter().find(|v| v.kind == kind).map(|v| (v.fresh.value, v.spent.as_ref().map(|s| s.value)));
    assert_eq!(of(UnitKind::Marines), Some((5, Some(3))));
    assert!(matches!(of(UnitKind::Pavn4th), Some((_, Some(2)))));
    assert!(matches!(of(UnitKind::NlfCompany), Some((_, None))));
    assert!(table.0.iter().all(|v| !v.fresh.from.detail().is_empty()));
}

#[test]
fn combat_table_is_eleven_by_seven_and_never_gets_worse_with_strength_or_a_lower_roll() {
    let table: CombatTable = read("assets/tables/block-by-block/combat.ron");
    assert_eq!((table.rows.len(), table.first_roll, table.columns.len()), (11, -2, 7));
    assert!(table.rows.iter().all(|row| row.len() == 7));
    for roll in -2..=8 {
        for column in 0..7 {
            let cell = table.cell(column, roll);
            let expected = match cell.0 {
                0 => AssaultResult::Repulsed,
                1 => AssaultResult::Success,
                _ => AssaultResult::Breakthrough,
            };
            assert_eq!(cell.1, expected, "hits and result at column {column}, roll {roll}");
            if roll < 8 {
                assert!(cell.0 >= table.cell(column, roll + 1).0, "roll {roll}, column {column}");
            }
            if column > 0 {
                assert!(cell.0 >= table.cell(column - 1, roll).0, "roll {roll}, column {column}");
            }
        }
    }
}

#[test]
fn combat_table_agrees_with_every_result_the_rules_text_reads_from_it() {
    let table: CombatTable = read("assets/tables/block-by-block/combat.ron");
    let cell = |strength, roll| table.cell(table.column(strength), roll);
    assert_eq!(cell(10, 6).0, 0);
    assert_eq!(cell(1, 1).0, 0);
    assert_eq!(cell(10, 5).1, AssaultResult::Success);
    assert_eq!(cell(8, 1).1, AssaultResult::Breakthrough);
    assert_eq!(cell(8, 5).1, AssaultResult::Repulsed);
    assert_eq!(cell(10, 4).1, AssaultResult::Success);
    assert_eq!((cell(2, 6).0, cell(2, 8).0), (0, 0));
    assert_eq!((cell(3, 5).0, cell(3, 3).0), (0, 0));
    assert_eq!(table.known.len(), 10);
    assert!(matches!(table.source(4, 5), Provenance::Printed(_)));
    assert!(matches!(table.source(6, 0), Provenance::Reconstructed(_)));
}

#[test]
fn calendar_has_five_turns_and_every_reinforcement_of_the_rules_text() {
    let calendar: Calendar = read("assets/tables/block-by-block/calendar.ron");
    let arriving: Vec<usize> = calendar.0.iter().map(|t| t.arrivals.iter().map(|a| a.units.len()).sum()).collect();
    assert_eq!(arriving, [0, 2, 7, 1, 2]);
    let points: Vec<u8> = calendar.0.iter().map(|t| t.us_arvn_points.value).collect();
    assert_eq!(points, [0, 5, 5, 6, 5]);
}

#[test]
fn every_counter_is_set_up_arrives_or_is_a_tower_or_platoon_in_waiting() {
    let scenario: Scenario = read("scenarios/block-by-block/historical.ron");
    let calendar: Calendar = read("assets/tables/block-by-block/calendar.ron");
    let mut seen: Vec<UnitId> = scenario.units.values().flatten().copied().collect();
    seen.extend(calendar.0.iter().flat_map(|t| &t.arrivals).flat_map(|a| &a.units).copied());
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), count, "no counter twice");
    for unit in UnitId::all() {
        let in_waiting = matches!(unit.name(), "Tower C" | "Tower D") || unit.kind() == UnitKind::Platoon;
        assert_eq!(seen.contains(&unit), !in_waiting, "{unit}");
    }
    assert_eq!(scenario.units[&Place::MACV].len(), 6);
    assert!(scenario.spent.is_empty() && scenario.routed.is_empty());
    let table: UnitTable = read("assets/tables/block-by-block/units.ron");
    assert!(table.0.iter().all(|v| v.fresh.value <= 9));
    assert_eq!(Condition::default(), Condition::Fresh);
}

#[test]
fn the_example_in_the_documentation_is_a_legal_scenario() {
    let text = std::fs::read_to_string(root().join("docs/scenarios.md")).unwrap_or_else(|e| panic!("{e}"));
    let example = text.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    let scenario: Scenario = parse_ron("docs/scenarios.md", example).unwrap_or_else(|e| panic!("{e}"));
    let state = rules().begin(&scenario, &mut Tape::default()).unwrap_or_else(|halt| panic!("{halt}"));
    rules().audit(&state).unwrap_or_else(|e| panic!("{e}"));
    let mut options = Vec::new();
    rules().options(&state, &mut options);
    assert!(options.len() > 1, "somebody has something to decide");
    for field in ["groups", "points", "attacked", "airborne_penalty", "lost", "withdrawn", "background"] {
        assert!(text.contains(&format!("`{field}`")), "{field} is not explained");
    }
}
