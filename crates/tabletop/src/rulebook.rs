//! The rulebook as a file: every rule with its id, its words and where it is from.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::notation::{locate, parse_ron};
use crate::{DataError, Provenance};

/// `rulebooks/<ruleset>.ron`: the rules of a game in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The id of the ruleset: `block-by-block`.
    pub ruleset: String,
    /// The name on the title page.
    pub title: String,
    pub chapters: Vec<Chapter>,
}

/// A chapter of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub title: String,
    pub rules: Vec<Entry>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The id that refusals, events and lessons cite: `7.5a`.
    pub id: String,
    /// A few words for headings and links.
    pub title: String,
    pub text: String,
    pub from: Provenance,
    /// Only for rulings: why it was ruled so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Where it can be seen at work, if no lesson teaches it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
    /// The pieces and tables it means, shown on its page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
}

/// Where a rule can be seen at work without a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Example {
    /// A scenario of the ruleset by its name: its page begins it.
    Scenario(String),
    /// A worked example in words: who does what, with which numbers, and what comes of it.
    Told(String),
}

/// Something a rule means that can be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Picture {
    /// A piece, by the name the ruleset has for it or its kind: `Hac Bao`, `squad`, `M60`.
    Piece(String),
    /// A table, by the name the ruleset has for it: `combat`.
    Table(String),
}

impl Rulebook {
    /// Where the rulebook of a ruleset lies below the assets folder.
    pub fn path(ruleset: &str) -> String {
        format!("rulebooks/{ruleset}.ron")
    }

    /// Reads and checks a rulebook. `read` gives the text of a file below the assets folder.
    ///
    /// # Errors
    /// As [`Rulebook::parse`]; or the file cannot be read, or belongs to another ruleset.
    pub fn load(read: &dyn Fn(&str) -> Result<String, DataError>, ruleset: &str) -> Result<Self, DataError> {
        let file = Self::path(ruleset);
        let text = read(&file)?;
        let book = Self::parse(&file, &text)?;
        if book.ruleset != ruleset {
            let (line, column) = locate(&text, &format!("\"{}\"", book.ruleset), 0);
            let problem = format!("This is the rulebook of `{}`. It should be that of `{ruleset}`.", book.ruleset);
            return Err(DataError { file, line, column, problem });
        }
        Ok(book)
    }

    /// Reads and checks a rulebook's text; `file` names it in errors.
    ///
    /// # Errors
    /// The text is wrong; an id is there twice; an id, a title, a text or an example is empty, or has blanks around it.
    pub fn parse(file: &str, text: &str) -> Result<Self, DataError> {
        let book: Self = parse_ron(file, text)?;
        book.check(file, text)?;
        Ok(book)
    }

    fn check(&self, file: &str, text: &str) -> Result<(), DataError> {
        let wrong = |needle: &str, nth: usize, problem: String| {
            let (line, column) = locate(text, needle, nth);
            Err(DataError { file: file.to_owned(), line, column, problem })
        };
        for (what, words) in [("ruleset", &self.ruleset), ("title", &self.title)] {
            if words.trim().is_empty() {
                return wrong(what, 0, format!("The rulebook's {what} is empty. Write it."));
            }
        }
        let mut seen = BTreeSet::new();
        for chapter in &self.chapters {
            if chapter.title.trim().is_empty() {
                return wrong("title: \"\"", 0, "A chapter has no title. Write it.".into());
            }
            if chapter.rules.is_empty() {
                let problem = format!("The chapter \"{}\" has no rules. Write one or take it out.", chapter.title);
                return wrong(&format!("\"{}\"", chapter.title), 0, problem);
            }
            for rule in &chapter.rules {
                let quoted = format!("id: \"{}\"", rule.id);
                if rule.id.is_empty() || rule.id.contains(char::is_whitespace) {
                    return wrong(
                        &quoted,
                        0,
                        format!("\"{}\" is not an id. An id is one word such as `7.5a`.", rule.id),
                    );
                }
                if !seen.insert(&rule.id) {
                    return wrong(&quoted, 1, format!("Rule {} appears twice. Give each rule its own id.", rule.id));
                }
                for (what, words) in [("title", &rule.title), ("text", &rule.text)] {
                    if words.trim().is_empty() {
                        return wrong(&quoted, 0, format!("The {what} of rule {} is empty. Write it.", rule.id));
                    }
                }
                if let Some(Example::Scenario(words) | Example::Told(words)) = &rule.example
                    && words.trim().is_empty()
                {
                    let problem = format!(
                        "The example of rule {} is empty. Name a scenario, tell what happens, or leave it out.",
                        rule.id
                    );
                    return wrong(&quoted, 0, problem);
                }
                if rule.from.detail().trim().is_empty() {
                    let problem =
                        format!("Rule {} does not say where it comes from. Name the heading or the reason.", rule.id);
                    return wrong(&quoted, 0, problem);
                }
            }
        }
        Ok(())
    }

    /// The rule with this id.
    pub fn rule(&self, id: &str) -> Option<&Entry> {
        self.rules().find(|rule| rule.id == id)
    }

    /// The chapter and its rule with this id.
    pub fn find(&self, id: &str) -> Option<(&Chapter, &Entry)> {
        self.chapters.iter().find_map(|chapter| Some((chapter, chapter.rules.iter().find(|rule| rule.id == id)?)))
    }

    /// Every rule, in the order of the book.
    pub fn rules(&self) -> impl Iterator<Item = &Entry> {
        self.chapters.iter().flat_map(|chapter| &chapter.rules)
    }

    /// Those of `ids` that the rulebook does not hold.
    pub fn lacks<'a>(&self, ids: &[&'a str]) -> Vec<&'a str> {
        ids.iter().copied().filter(|id| self.rule(id).is_none()).collect()
    }

    /// The ids of the rulebook that are not among `ids`.
    pub fn beyond(&self, ids: &[&str]) -> Vec<&str> {
        self.rules().map(|rule| rule.id.as_str()).filter(|id| !ids.contains(id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = r#"(
    ruleset: "toy",
    title: "Toy",
    chapters: [
        (title: "Play", rules: [
            (id: "1.1", title: "Turns", text: "Each in turn.", from: Printed("1")),
            (id: "T-R1", title: "Ties", text: "A tie is a draw.", from: House("us"), reason: "Nothing is said.",
                example: Told("Four against four: a draw.")),
        ]),
    ],
)"#;

    #[test]
    fn rules_are_found_by_id_with_their_chapter() {
        let book = Rulebook::load(&|_| Ok(BOOK.into()), "toy").unwrap();
        assert_eq!(book.rule("1.1").map(|rule| rule.title.as_str()), Some("Turns"));
        assert_eq!(
            book.find("T-R1").map(|(chapter, rule)| (&*chapter.title, rule.from.word())),
            Some(("Play", "house"))
        );
        assert_eq!(book.rule("9"), None);
        assert_eq!(book.lacks(&["1.1", "2.2"]), ["2.2"]);
        assert_eq!(book.beyond(&["1.1"]), ["T-R1"]);
    }

    #[test]
    fn what_is_wrong_with_a_rulebook_is_said_where_it_stands() {
        for (from, to, expected) in [
            ("T-R1", "1.1", "rulebooks/toy.ron:7:14: Rule 1.1 appears twice."),
            ("Each in turn.", "  ", "rulebooks/toy.ron:6:14: The text of rule 1.1 is empty."),
            ("\"us\"", "\"\"", "rulebooks/toy.ron:7:14: Rule T-R1 does not say where it comes from."),
            ("Four against four: a draw.", " ", "rulebooks/toy.ron:7:14: The example of rule T-R1 is empty."),
            ("1.1", "1 1", "rulebooks/toy.ron:6:14: \"1 1\" is not an id."),
            ("ruleset: \"toy\"", "ruleset: \"boy\"", "rulebooks/toy.ron:2:14: This is the rulebook of `boy`."),
            ("reason", "because", "rulebooks/toy.ron:7:86: There is no field `because` here."),
        ] {
            let said = Rulebook::load(&|_| Ok(BOOK.replace(from, to)), "toy").unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
