//! The rulesets this program knows: one line each at the end of this module, and nothing anywhere else.

use opponent::Thinking;
use tabletop::{DataError, Library, Ruleset};
use teacher::Teaching;

/// What is to be known about a ruleset besides its rules.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name in files and on the command line.
    pub id: &'static str,
    /// The name on the title page.
    pub title: &'static str,
    /// Every rule id, for checking its rulebook.
    pub rule_ids: &'static [&'static str],
    /// The scenario that is its whole game.
    pub whole_game: &'static str,
}

/// Something that is done in the same way for any ruleset.
pub trait Visit {
    /// What comes of it.
    type Answer;

    /// Does it for `R`.
    fn visit<R: Teaching + Thinking>(self, about: &About) -> Self::Answer;
}

macro_rules! rulesets {
    ($($rules:ty { rule_ids: $ids:expr, whole_game: $scenario:literal }),+ $(,)?) => {
        /// The ids of all rulesets.
        pub const IDS: &[&str] = &[$(<$rules as Ruleset>::ID),+];

        const ALL: &[About] = &[$(About {
            id: <$rules as Ruleset>::ID,
            title: <$rules as Ruleset>::TITLE,
            rule_ids: $ids,
            whole_game: $scenario,
        }),+];

        fn dispatch<V: Visit>(about: &About, visit: V) -> Option<V::Answer> {
            $(if about.id == <$rules as Ruleset>::ID {
                return Some(visit.visit::<$rules>(about));
            })+
            None
        }
    };
}

/// All rulesets, in the order they are listed.
pub fn all() -> &'static [About] {
    ALL
}

/// The ruleset with this id.
///
/// # Errors
/// There is none; the sentence names those there are.
pub fn about(id: &str) -> Result<&'static About, String> {
    ALL.iter().find(|about| about.id == id).ok_or_else(|| unknown(id))
}

/// Does something for the ruleset with this id.
///
/// # Errors
/// There is none; the sentence names those there are.
pub fn with<V: Visit>(id: &str, visit: V) -> Result<V::Answer, String> {
    dispatch(about(id)?, visit).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> String {
    format!("There is no ruleset `{id}` here. There is: {}.", IDS.join(", "))
}

/// The side somebody means: its name, in any case, or what serde calls it.
///
/// # Errors
/// There is none; the sentence names those there are.
pub fn side_named<R: Ruleset>(rules: &R, name: &str) -> Result<R::Side, String> {
    let written = |side: R::Side| serde_json::to_value(side).ok().and_then(|value| value.as_str().map(str::to_owned));
    let is_meant =
        |side: R::Side| R::side_name(side).eq_ignore_ascii_case(name) || written(side).as_deref() == Some(name);
    rules.sides().iter().copied().find(|&side| is_meant(side)).ok_or_else(|| {
        let sides: Vec<_> = rules.sides().iter().map(|&side| format!("`{}`", R::side_name(side))).collect();
        format!("There is no side `{name}`. The sides are {}.", sides.join(" and "))
    })
}

/// The rules with the tables of the project's data.
///
/// # Errors
/// The first table that is missing or wrong.
pub fn load<R: Ruleset>(library: &Library) -> Result<std::sync::Arc<R>, DataError> {
    library.load::<R>().map(std::sync::Arc::new)
}

rulesets! {
    block_by_block::BlockByBlock { rule_ids: block_by_block::rules::RULE_IDS, whole_game: "historical" },
    search_and_destroy::SearchAndDestroy { rule_ids: search_and_destroy::rules::RULE_IDS, whole_game: "standard" },
    platoon::Platoon { rule_ids: platoon::rules::RULE_IDS, whole_game: "ambush" },
    skirmish::Skirmish { rule_ids: skirmish::rules::RULE_IDS, whole_game: "patrol-and-ambush" },
}
