//! Every rule of every ruleset has an id, code, a text and a test, and nothing cites a rule that does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::rulebook::Rulebook;
use tabletop::{Provenance, Ruleset};

/// A ruleset's rules: its ids, those of its checklist, how its rulings begin, and where its code and its tests lie.
struct Rules {
    id: &'static str,
    title: &'static str,
    ids: &'static [&'static str],
    /// Empty where the checklist is the numbering of the printed rules.
    checklist: &'static [&'static str],
    rulings: &'static str,
    code: &'static str,
    tests: &'static str,
}

const ALL: [Rules; 4] = [
    Rules {
        id: BlockByBlock::ID,
        title: BlockByBlock::TITLE,
        ids: block_by_block::rules::RULE_IDS,
        checklist: &[],
        rulings: "BB-R",
        code: "block-by-block",
        tests: "block_by_block",
    },
    Rules {
        id: Platoon::ID,
        title: Platoon::TITLE,
        ids: platoon::rules::RULE_IDS,
        checklist: &[
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
        ],
        rulings: "P-R",
        code: "platoon",
        tests: "platoon",
    },
    Rules {
        id: SearchAndDestroy::ID,
        title: SearchAndDestroy::TITLE,
        ids: search_and_destroy::rules::RULE_IDS,
        checklist: &[],
        rulings: "SD-A",
        code: "search-and-destroy",
        tests: "search_and_destroy",
    },
    Rules {
        id: Skirmish::ID,
        title: Skirmish::TITLE,
        ids: skirmish::rules::RULE_IDS,
        checklist: &[
            "S-turn",
            "S-fire",
            "S-grenade",
            "S-smoke",
            "S-noise",
            "S-tactical",
            "S-listen",
            "S-hidden",
            "S-speculative",
            "S-support",
            "S-apc",
            "S-mortar",
            "S-mines",
            "S-claymore",
            "S-close-combat",
            "S-companion",
        ],
        rulings: "S-R",
        code: "skirmish",
        tests: "skirmish",
    },
];

impl Rules {
    fn book(&self) -> Rulebook {
        let library = library();
        Rulebook::load(&|path| library.read(path), self.id).unwrap_or_else(|e| panic!("{e}"))
    }

    fn is_ruling(&self, id: &str) -> bool {
        id.strip_prefix(self.rulings).is_some_and(|number| number.parse::<u8>().is_ok())
    }

    /// The ids that the ruleset's code gives as a reason.
    fn cited(&self) -> BTreeSet<String> {
        cited(&root().join("crates").join(self.code).join("src"), "rule!")
    }

    /// The ids that tests say they prove: those of its own tests, and of all that name its crate.
    fn proved(&self) -> BTreeSet<String> {
        let tests = root().join("tests").join("tests");
        let mut proved = cited(&tests.join(self.tests), "proves!");
        proved.extend(cited(&tests, &format!("{}::proves!", self.tests)));
        proved
    }
}

/// The code below a folder, without comments.
fn code(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())).flatten() {
        let path = entry.path();
        if path.is_dir() {
            self::code(&path, code);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            code.extend(text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]));
        }
    }
}

/// The literals in every call of a macro in the code below a folder.
fn cited(folder: &Path, call: &str) -> BTreeSet<String> {
    let mut text = String::new();
    code(folder, &mut text);
    let call = format!("{call}(");
    let arguments = text.split(&call).skip(1).map(|rest| rest.split(')').next().unwrap_or_default());
    arguments.flat_map(|arguments| arguments.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn ids_are_listed_once_and_rulings_are_numbered_without_a_gap() {
    for rules in &ALL {
        let ids: BTreeSet<&str> = rules.ids.iter().copied().collect();
        assert_eq!(ids.len(), rules.ids.len(), "an id of {} is listed twice", rules.title);
        let numbers: Vec<usize> = ids
            .iter()
            .filter(|id| rules.is_ruling(id))
            .map(|id| id[rules.rulings.len()..].parse().unwrap())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "rulings of {}", rules.title);
        if !rules.checklist.is_empty() {
            let lines: BTreeSet<&str> = ids.into_iter().filter(|id| !rules.is_ruling(id)).collect();
            assert_eq!(lines, rules.checklist.iter().copied().collect(), "the checklist of {}", rules.title);
        }
    }
}

#[test]
fn every_rule_has_a_test() {
    for rules in &ALL {
        let proved = rules.proved();
        let missing: Vec<_> = rules.ids.iter().filter(|id| !proved.contains(**id)).collect();
        println!("{} of {} rules of {} have a test.", rules.ids.len() - missing.len(), rules.ids.len(), rules.title);
        assert!(missing.is_empty(), "rules of {} without a test: {missing:?}", rules.title);
    }
}

#[test]
fn every_rule_stands_in_the_rulebook_and_the_rulebook_holds_no_other() {
    for rules in &ALL {
        let book = rules.book();
        assert_eq!(book.lacks(rules.ids), Vec::<&str>::new(), "ids of {} without a text", rules.title);
        assert_eq!(book.beyond(rules.ids), Vec::<&str>::new(), "texts of {} without an id", rules.title);
    }
}

#[test]
fn every_rule_the_code_cites_stands_in_the_rulebook() {
    for rules in &ALL {
        let (book, cited) = (rules.book(), rules.cited());
        assert!(cited.len() > 20, "the scan of {} found {} ids only", rules.title, cited.len());
        let unknown: Vec<_> = cited.iter().filter(|id| book.rule(id).is_none()).collect();
        assert!(unknown.is_empty(), "{} cites what is not in the rulebook: {unknown:?}", rules.title);
    }
}

#[test]
fn rulings_and_only_they_give_their_reason_and_are_not_called_printed() {
    for rules in &ALL {
        for entry in rules.book().rules() {
            let ruling = rules.is_ruling(&entry.id);
            assert_eq!(ruling, !entry.reason.is_empty(), "{}: rulings, and only they, give a reason", entry.id);
            assert!(!ruling || !matches!(entry.from, Provenance::Printed(_)), "{}: a ruling is not printed", entry.id);
        }
    }
}

/// A rule is read at a glance: no part of it is longer than a dozen lines of its page, and what has many parts has headings or
/// lists.
#[test]
fn no_rule_is_a_wall_of_text() {
    for rules in &ALL {
        for entry in rules.book().rules() {
            let count = |words: &str| words.split_whitespace().count();
            let mut structured = false;
            for line in entry.text.lines() {
                let heading = line.strip_prefix("# ");
                let words = heading.or(line.strip_prefix("- ")).unwrap_or(line);
                structured |= words != line;
                let most = if heading.is_some() { 10 } else { 120 };
                assert!(count(words) <= most, "{}: {} words at a stretch: {words}", entry.id, count(words));
                assert!(!words.starts_with([' ', '#', '-']), "{}: {words}", entry.id);
            }
            assert!(
                structured || count(&entry.text) <= 180,
                "{}: {} words without structure",
                entry.id,
                count(&entry.text)
            );
        }
    }
}

#[test]
fn ids_the_rulebook_mentions_exist() {
    for rules in &ALL {
        let book = rules.book();
        for entry in book.rules() {
            for word in entry.text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-')) {
                let word = word.trim_end_matches(['.', '-']);
                let own = rules.is_ruling(word) || rules.checklist.contains(&word);
                assert!(!own || book.rule(word).is_some(), "{} mentions {word}", entry.id);
            }
            for mention in entry.text.split("rule ").skip(1).chain(entry.text.split("rules ").skip(1)) {
                let id: String = mention.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
                let id = id.trim_end_matches('.');
                if rules.id == BlockByBlock::ID && id.starts_with(|c: char| c.is_ascii_digit()) {
                    assert!(book.rule(id).is_some(), "{} mentions rule {id}", entry.id);
                }
            }
        }
    }
}
