//! The ids of the rules, checked when the program is built. Texts stand in `assets/rulebooks/platoon.ron`.

pub use tabletop::rule::{RuleId, is_listed};

/// Every rule id, in the order of the rulebook.
pub const RULE_IDS: &[&str] = &[
    "P-gung-ho",
    "P-R01",
    "P-R02",
    "P-R03",
    "P-R46",
    "P-R50",
    "P-activation",
    "P-R05",
    "P-R06",
    "P-turn",
    "P-R04",
    "P-infantry-move",
    "P-R07",
    "P-R08",
    "P-R09",
    "P-prone",
    "P-R43",
    "P-vehicle-move",
    "P-R44",
    "P-hidden",
    "P-R47",
    "P-R38",
    "P-R39",
    "P-vc-table",
    "P-R57",
    "P-R58",
    "P-R59",
    "P-R60",
    "P-R61",
    "P-R62",
    "P-R63",
    "P-R66",
    "P-R67",
    "P-R68",
    "P-R69",
    "P-R70",
    "P-R71",
    "P-R72",
    "P-R73",
    "P-search",
    "P-R40",
    "P-R51",
    "P-traps",
    "P-R36",
    "P-sniper",
    "P-R37",
    "P-fire",
    "P-R10",
    "P-R11",
    "P-R12",
    "P-R13",
    "P-R14",
    "P-R15",
    "P-R16",
    "P-R17",
    "P-R18",
    "P-R55",
    "P-save",
    "P-R19",
    "P-R20",
    "P-opportunity",
    "P-R42",
    "P-R48",
    "P-R45",
    "P-direct",
    "P-R21",
    "P-R22",
    "P-R23",
    "P-R24",
    "P-R56",
    "P-helicopter-fire",
    "P-R25",
    "P-artillery",
    "P-R27",
    "P-R28",
    "P-R29",
    "P-R30",
    "P-mortar",
    "P-R31",
    "P-R53",
    "P-air",
    "P-R26",
    "P-R32",
    "P-messages",
    "P-close-combat",
    "P-R33",
    "P-panic",
    "P-morale",
    "P-R34",
    "P-R49",
    "P-R52",
    "P-unpin",
    "P-R35",
    "P-interrogation",
    "P-R41",
    "P-victory",
    "P-R54",
    "P-companion",
    "P-R64",
    "P-R65",
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

/// The rule of fire whose fall is guessed.
pub const GUESSED_FIRE: RuleId = rule!("P-artillery");
