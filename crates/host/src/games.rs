//! Beginning games, for the programs that keep them: the referee, a host.

use std::path::Path;
use std::sync::Arc;

use tabletop::agreement::{agreed, read_agreement};
use tabletop::save::Note;
use tabletop::{Game, Library, Ruleset};

/// A fresh game of a scenario, by its name or the path of its file, with what the players agreed on.
///
/// # Errors
/// No such scenario, or one that is wrong; or nothing that could be agreed on.
pub fn begin<R: Ruleset>(
    library: &Library,
    rules: Arc<R>,
    scenario: &str,
    agree: &[String],
    seed: u64,
) -> Result<Game<R>, String> {
    let arrangement = arranged(library, &*rules, scenario, agree)?;
    Game::new(rules, arrangement, scenario_name(scenario), seed).map_err(|refusal| format!("{scenario}: {refusal}"))
}

/// A scenario with what the players agreed on.
///
/// # Errors
/// No such scenario, or nothing that could be agreed on.
pub fn arranged<R: Ruleset>(
    library: &Library,
    rules: &R,
    scenario: &str,
    agree: &[String],
) -> Result<R::Scenario, String> {
    let arrangement = library.scenario::<R>(scenario).map_err(|error| error.to_string())?;
    let variants = rules.variants(&arrangement);
    let agreements = agree.iter().map(|text| read_agreement(&variants, text)).collect::<Result<Vec<_>, _>>()?;
    Ok(agreed(rules, arrangement, &agreements))
}

/// What a scenario that was named by its name or its path is called.
pub fn scenario_name(name_or_path: &str) -> String {
    Path::new(name_or_path).file_stem().map_or(name_or_path.into(), |stem| stem.to_string_lossy()).into_owned()
}

/// What is written on a saved game.
pub fn note<R: Ruleset>(game: &Game<R>) -> Note {
    Note::of(game, jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string())
}
