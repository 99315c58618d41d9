//! The ids of the rules, checked when the program is built. Texts stand in `assets/rulebooks/skirmish.ron`.

pub use tabletop::rule::{RuleId, is_listed};

/// Every rule id, in the order of the rulebook.
pub const RULE_IDS: &[&str] = &[
    "S-turn",
    "S-fire",
    "S-grenade",
    "S-smoke",
    "S-noise",
    "S-tactical",
    "S-listen",
    "S-hidden",
    "S-speculative",
    "S-support",
    "S-apc",
    "S-mortar",
    "S-mines",
    "S-claymore",
    "S-close-combat",
    "S-companion",
    "S-R01",
    "S-R02",
    "S-R03",
    "S-R04",
    "S-R05",
    "S-R06",
    "S-R07",
    "S-R08",
    "S-R09",
    "S-R10",
    "S-R11",
    "S-R12",
    "S-R13",
    "S-R14",
    "S-R15",
    "S-R16",
    "S-R17",
    "S-R18",
    "S-R19",
    "S-R20",
    "S-R21",
    "S-R22",
    "S-R23",
    "S-R24",
    "S-R25",
    "S-R26",
    "S-R27",
    "S-R28",
    "S-R29",
    "S-R30",
    "S-R31",
    "S-R32",
    "S-R33",
    "S-R34",
    "S-R35",
    "S-R36",
    "S-R37",
    "S-R38",
    "S-R39",
    "S-R40",
    "S-R41",
    "S-R42",
    "S-R43",
    "S-R44",
    "S-R45",
    "S-R46",
    "S-R47",
    "S-R48",
];

/// A checked rule id: `rule!("S-fire")`; an unknown id does not compile.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        const { assert!($crate::rules::is_listed($crate::rules::RULE_IDS, $id), "no such rule id") };
        $crate::rules::RuleId::fixed($id)
    }};
}

/// Marks a test as the proof of the rules it names; an unknown id does not compile.
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        $(const { assert!($crate::rules::is_listed($crate::rules::RULE_IDS, $id), "no such rule id") };)+
    };
}
