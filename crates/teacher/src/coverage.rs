//! Which lessons teach which rules: the links of the rulebook.

use std::collections::BTreeMap;

use tabletop::Ruleset;

use crate::library::Course;

/// For each rule that some lesson teaches, the lessons' ids in order.
pub fn taught_by<R: Ruleset>(lessons: &[Course<R>]) -> BTreeMap<String, Vec<String>> {
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

/// The rules a lesson names that do not exist: slips of the pen.
pub fn unknown_rules<R: Ruleset>(course: &Course<R>, rules: &[&str]) -> Vec<String> {
    course.lesson.teaches.iter().filter(|rule| !rules.contains(&rule.as_str())).cloned().collect()
}
