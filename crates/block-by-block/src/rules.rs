//! The ids of the rules, checked when the program is built. Texts stand in `assets/rulebooks/block-by-block.ron`.

pub use tabletop::rule::{RuleId, is_listed};

/// Every rule id, in the order of the rulebook.
pub const RULE_IDS: &[&str] = &[
    "2.1a", "2.1b", "2.4a", "2.5a", "2.5b", "2.5c", "2.5d", "2.5e", "2.6a", "2.6b", "2.6c", "2.6d", "3.1", "3.2",
    "3.3", "4.1", "5.0", "5.1", "6.1", "6.2a", "6.2b", "6.2c", "6.2d", "6.3a", "6.3b", "6.3c", "6.3d", "6.4", "7.1a",
    "7.1b", "7.1c", "7.2a", "7.2b", "7.2c", "7.2d", "7.2e", "7.2f", "7.2g", "7.2h", "7.2i", "7.3", "7.4a", "7.5a",
    "7.5b", "7.5c", "7.5d", "7.5e", "7.5f", "7.6a", "7.6b", "7.6c", "7.7a", "7.7b", "7.7c", "7.7d", "7.7e", "7.7f",
    "7.7g", "8.0a", "8.0b", "8.0c", "8.0d", "8.1a", "8.1b", "8.1c", "8.1d", "8.1e", "8.1f", "8.1g", "8.2a", "9.1a",
    "9.1b", "9.1c", "9.1d", "9.2.1", "9.2.2a", "9.2.2b", "9.2.2c", "10.1", "10.2", "11.1a", "11.1b", "11.1c", "11.2",
    "12.0", "12.1", "13.0", "ex-12", "BB-R1", "BB-R2", "BB-R3", "BB-R4", "BB-R5", "BB-R6", "BB-R7", "BB-R8", "BB-R9",
    "BB-R10", "BB-R11", "BB-R12", "BB-R13", "BB-R14", "BB-R15", "BB-R16", "BB-R17", "BB-R18", "BB-R19", "BB-R20",
    "BB-R21", "BB-R22", "BB-R23", "BB-R24", "BB-R25", "BB-R26", "BB-R27", "BB-R28", "BB-R29", "BB-R30", "BB-R31",
    "BB-R32", "BB-R33", "BB-R34", "BB-R35", "BB-R36", "BB-R37", "BB-R38", "BB-R39", "BB-R40", "BB-R41", "BB-R42",
    "BB-R43", "BB-R44", "BB-R45", "BB-R46", "BB-R47", "BB-R48", "BB-R49", "BB-R50", "BB-R51", "BB-R52", "BB-R53",
    "BB-R54", "BB-R55", "BB-R56", "BB-R57", "BB-R58", "BB-R59", "BB-R60", "BB-R61", "BB-R62", "BB-R63", "BB-R64",
];

/// A checked rule id: `rule!("7.5a")`; an unknown id does not compile.
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
