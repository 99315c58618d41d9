//! The links of the rulebook to examples.

use tabletop::rulebook::Example;
use tabletop::{DataError, Library, Rulebook};

/// The scenarios a book names as examples and that do not exist, each with the rule that names it.
///
/// # Errors
/// The folder with the scenarios cannot be read.
pub fn unknown_examples<'a>(library: &Library, book: &'a Rulebook) -> Result<Vec<(&'a str, &'a str)>, DataError> {
    let known = library.scenarios(&book.ruleset)?;
    let named = book.rules().filter_map(|rule| match &rule.example {
        Some(Example::Scenario(name)) => Some((rule.id.as_str(), name.as_str())),
        _ => None,
    });
    Ok(named.filter(|(_, name)| known.iter().all(|file| file.name != *name)).collect())
}
