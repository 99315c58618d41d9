//! Finding a rule by its words: the rule that means them first, each with the line that has them.

use tabletop::Rulebook;
use tabletop::rulebook::Entry;

use super::part::Part;

/// A rule that has all the words that were looked for.
pub(super) struct Hit<'a> {
    pub rule: &'a Entry,
    /// The sentence in which one of the words stands; empty if they stand in number and title alone.
    pub line: String,
    /// How much it is about them.
    weight: u32,
}

/// Every rule that has all of these words, those that are most about them first; nothing for no words.
pub(super) fn hits<'a>(book: &'a Rulebook, search: &str) -> Vec<Hit<'a>> {
    let lowered = search.to_lowercase();
    let wanted: Vec<&str> = lowered.split_whitespace().collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<Hit<'_>> = book.rules().filter_map(|rule| hit(rule, &wanted)).collect();
    // Those that weigh the same stay in the order of the book.
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.weight));
    hits
}

fn hit<'a>(rule: &'a Entry, wanted: &[&str]) -> Option<Hit<'a>> {
    let [id, title, text, reason] = [&rule.id, &rule.title, &rule.text, &rule.reason].map(|part| part.to_lowercase());
    let mut weight = 0;
    for word in wanted {
        weight += match () {
            () if id == *word => 200,
            () if id.starts_with(word) => 90,
            () if begins(&title, word) => 60,
            () if title.contains(word) || id.contains(word) => 30,
            () if begins(&text, word) => 8 + u32::try_from(text.matches(word).count().min(8)).unwrap_or(0),
            () if text.contains(word) => 4,
            () if reason.contains(word) => 2,
            () => return None,
        };
    }
    Some(Hit { rule, line: line(rule, wanted), weight })
}

fn begins(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|other| other.starts_with(word))
}

/// The first sentence with one of the words, in the text or else in its reason.
fn line(rule: &Entry, wanted: &[&str]) -> String {
    let has = |sentence: &&str| {
        let lowered = sentence.to_lowercase();
        wanted.iter().any(|word| lowered.contains(word))
    };
    let sentences = [&rule.text, &rule.reason].into_iter().flat_map(|part| part.split_inclusive(". "));
    let found = sentences.flat_map(|sentence| sentence.split('\n')).find(has);
    found.map_or_else(String::new, |sentence| Part::of(sentence.trim()).words().to_owned())
}
