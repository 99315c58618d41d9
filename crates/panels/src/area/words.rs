//! Words that several panels of Block by Block use.

use block_by_block::units::{UnitKind, UnitSize};
use block_by_block::{BlockByBlock, Condition, Place, UnitId};

/// Names in a row: `A/1/1 Marines + B/1/1 Marines`, a shared last word said once: `A/1/1 + B/1/1 Marines`.
pub fn list_units(units: &[UnitId]) -> String {
    let last_word = |name: &'static str| name.rsplit_once(' ');
    let mut parts: Vec<String> = Vec::new();
    for (i, unit) in units.iter().enumerate() {
        let shared = last_word(unit.name()).filter(|(_, tail)| {
            units.get(i + 1).is_some_and(|next| last_word(next.name()).is_some_and(|n| n.1 == *tail))
        });
        parts.push(match shared {
            Some((head, tail)) if tail.chars().all(char::is_alphabetic) => head.to_owned(),
            _ => unit.name().to_owned(),
        });
    }
    parts.join(" + ")
}

/// A place with the name people know it by: `N1-5 · Tây Lộc airfield`.
pub fn place_words(rules: &BlockByBlock, place: Place) -> String {
    let local = rules.map().local_name(place);
    if local.eq_ignore_ascii_case(place.name()) { local } else { format!("{place} · {local}") }
}

/// Fresh, spent or routed.
pub const fn condition_word(condition: Condition) -> &'static str {
    match condition {
        Condition::Fresh => "fresh",
        Condition::Spent => "spent",
        Condition::Routed => "routed",
    }
}

/// What kind of counter it is.
pub const fn kind_words(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::MacvTeam => "MACV advisory team",
        UnitKind::Marines => "US Marine company",
        UnitKind::DivisionHq => "ARVN division headquarters",
        UnitKind::Airborne => "ARVN Airborne battalion",
        UnitKind::Regiment => "ARVN infantry battalion",
        UnitKind::HacBao => "Hắc Báo company, ARVN",
        UnitKind::RvnMarines => "RVN Marine battalion",
        UnitKind::Rangers => "ARVN Ranger battalion",
        UnitKind::Pavn4th => "PAVN battalion, 4th Regiment",
        UnitKind::Pavn6th => "PAVN battalion, 6th Regiment",
        UnitKind::NlfCompany => "NLF company",
        UnitKind::GateTower => "PAVN Gate Tower",
        UnitKind::Platoon => "US/ARVN platoon",
    }
}

/// The size as a word.
pub const fn size_word(size: UnitSize) -> &'static str {
    match size {
        UnitSize::Platoon => "platoon",
        UnitSize::Company => "company",
        UnitSize::Battalion => "battalion",
        UnitSize::Headquarters => "headquarters",
        UnitSize::Detachment => "detachment",
        UnitSize::Tower => "tower",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(names: &[&str]) -> Vec<UnitId> {
        names.iter().filter_map(|n| UnitId::named(n)).collect()
    }

    #[test]
    fn a_shared_last_word_is_said_once() {
        assert_eq!(list_units(&units(&["A/1/1 Marines", "B/1/1 Marines"])), "A/1/1 + B/1/1 Marines");
        assert_eq!(list_units(&units(&["2nd Airborne", "Hac Bao"])), "2nd Airborne + Hac Bao");
        assert_eq!(list_units(&units(&["NLF Company 1", "NLF Company 2"])), "NLF Company 1 + NLF Company 2");
        assert_eq!(list_units(&[]), "");
    }
}
