//! Two squads of a side on open ground, and what is asked of them: for the tests of what was found wrong later.

use platoon::Command;
use pointman_tests::platoon::*;
use tabletop::Ruleset;

pub const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((20, 8)), facing: (dx: 0, dy: -1), gung_ho: Some(8))"#;
pub const OTHER: &str = r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 12)), gung_ho: Some(8))"#;
pub const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(4, AssaultRifle)], at: Some((20, 2)), facing: (dx: 0, dy: 1), gung_ho: Some(8))"#;
pub const UNDER_1: &str = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))";

pub fn game(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(&open(40, 14), squads, markers), dice)
}

/// The same beside a real table.
pub fn beside(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    let bare = |text: &&str| text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))";
    let squads: Vec<String> = squads.iter().map(bare).collect();
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    Field::begin(&scenario(&BESIDE, &squads, markers), dice)
}

pub fn is_legal(field: &Field, command: &Command) -> bool {
    rules().check(&field.state, command).is_ok()
}

pub fn rule_of(field: &Field, command: Command) -> String {
    field.refused(command).rule.as_str().to_owned()
}

/// The same position, with nothing told yet.
pub fn again(field: &Field) -> Field {
    Field { state: field.state.clone(), events: Vec::new() }
}

pub fn vehicle(text: &str, kind: &str) -> String {
    text.replace("figures", &format!("kind: {kind}, figures"))
}
