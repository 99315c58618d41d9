//! Which lessons teach which rules, and which rules have an example instead: the links of the rulebook.

use std::collections::BTreeMap;

use tabletop::rulebook::Example;
use tabletop::{DataError, Library, Rulebook, Ruleset};

use crate::library::Course;

/// For each rule that some lesson teaches, the lessons' ids in order.
fn taught_by<R: Ruleset>(lessons: &[Course<R>]) -> BTreeMap<String, Vec<String>> {
    let mut by_rule: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for course in lessons {
        for rule in &course.lesson.teaches {
            by_rule.entry(rule.clone()).or_default().push(course.id.clone());
        }
    }
    by_rule
}

/// Those of `rules` that no lesson teaches.
pub fn untaught<'a, R: Ruleset>(lessons: &[Course<R>], rules: &[&'a str]) -> Vec<&'a str> {
    let taught = taught_by(lessons);
    rules.iter().copied().filter(|rule| !taught.contains_key(*rule)).collect()
}

/// The rules of a book that can be seen at work nowhere: no lesson teaches them, and they have no example.
pub fn without_example<'a, R: Ruleset>(lessons: &[Course<R>], book: &'a Rulebook) -> Vec<&'a str> {
    let taught = taught_by(lessons);
    let bare = book.rules().filter(|rule| rule.example.is_none() && !taught.contains_key(&rule.id));
    bare.map(|rule| rule.id.as_str()).collect()
}

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

/// The rules a lesson names that do not exist: slips of the pen.
pub fn unknown_rules<R: Ruleset>(course: &Course<R>, rules: &[&str]) -> Vec<String> {
    course.lesson.teaches.iter().filter(|rule| !rules.contains(&rule.as_str())).cloned().collect()
}
