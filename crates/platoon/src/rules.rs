//! The ids of the rules, checked when the program is built. Texts stand in `assets/rulebooks/platoon.ron`.

pub use tabletop::rule::{RuleId, is_listed};

/// Every rule id, in the order of the rulebook.
pub const RULE_IDS: &[&str] = &[
    "P-gung-ho",
    "P-activation",
    "P-turn",
    "P-infantry-move",
    "P-prone",
    "P-vehicle-move",
    "P-hidden",
    "P-search",
    "P-fire",
    "P-save",
    "P-opportunity",
    "P-direct",
    "P-helicopter-fire",
    "P-artillery",
    "P-mortar",
    "P-air",
    "P-close-combat",
    "P-panic",
    "P-morale",
    "P-unpin",
    "P-interrogation",
    "P-traps",
    "P-sniper",
    "P-messages",
    "P-vc-table",
    "P-victory",
    "P-companion",
    "P-R01",
    "P-R02",
    "P-R03",
    "P-R04",
    "P-R05",
    "P-R06",
    "P-R07",
    "P-R08",
    "P-R09",
    "P-R10",
    "P-R11",
    "P-R12",
    "P-R13",
    "P-R14",
    "P-R15",
    "P-R16",
    "P-R17",
    "P-R18",
    "P-R19",
    "P-R20",
    "P-R21",
    "P-R22",
    "P-R23",
    "P-R24",
    "P-R25",
    "P-R27",
    "P-R28",
    "P-R29",
    "P-R30",
    "P-R31",
    "P-R32",
    "P-R33",
    "P-R34",
    "P-R35",
    "P-R36",
    "P-R37",
    "P-R38",
    "P-R39",
    "P-R40",
    "P-R41",
    "P-R42",
    "P-R43",
    "P-R44",
    "P-R45",
    "P-R46",
];

/// A checked rule id: `rule!("P-fire")`; an unknown id does not compile.
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
