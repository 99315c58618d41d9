//! Every rule id has a text and a test, and nothing cites a rule that does not exist. Prints the share of rules with a
//! test: `cargo test -p pointman-tests --test rule_coverage -- --nocapture`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use block_by_block::BlockByBlock;
use block_by_block::rules::RULE_IDS;
use pointman_tests::{library, root};
use tabletop::rulebook::Rulebook;
use tabletop::{Provenance, Ruleset};

fn rulebook() -> Rulebook {
    let library = library();
    Rulebook::load(&|path| library.read(path), BlockByBlock::ID).unwrap_or_else(|e| panic!("{e}"))
}

/// Every `.rs` file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The string literals in the arguments of every call of a macro, with the file they stand in.
fn cited(folder: &Path, call: &str) -> BTreeMap<String, PathBuf> {
    let mut ids = BTreeMap::new();
    // Tests of the other rulesets are named for them and have rules of their own.
    let foreign = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        ["platoon_", "search_and_destroy_", "skirmish_"].iter().any(|ruleset| name.starts_with(ruleset))
    };
    for path in sources(folder).into_iter().filter(|path| !foreign(path)) {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let code: String = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for rest in code.split(call).skip(1) {
            let arguments = rest.split(')').next().unwrap_or_default();
            for literal in arguments.split('"').skip(1).step_by(2) {
                ids.insert(literal.to_owned(), path.clone());
            }
        }
    }
    ids
}

#[test]
fn every_rule_has_a_test() {
    // The opening bracket is written apart, so that this file cites nothing itself.
    let proved = cited(&root().join("tests").join("tests"), concat!("block_by_block::proves!", "("));
    let unknown: Vec<_> = proved.iter().filter(|(id, _)| !RULE_IDS.contains(&id.as_str())).collect();
    assert!(unknown.is_empty(), "tests prove rules that do not exist: {unknown:?}");
    let missing: Vec<_> = RULE_IDS.iter().filter(|id| !proved.contains_key(**id)).collect();
    let share = RULE_IDS.len() - missing.len();
    println!("{share} of {} rules of Block by Block have a test.", RULE_IDS.len());
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}

#[test]
fn every_rule_stands_in_the_rulebook_and_the_rulebook_holds_no_other() {
    let book = rulebook();
    assert_eq!(book.lacks(RULE_IDS), Vec::<&str>::new(), "ids without a text");
    assert_eq!(book.beyond(RULE_IDS), Vec::<&str>::new(), "texts without an id");
    let unique: BTreeSet<_> = RULE_IDS.iter().collect();
    assert_eq!(unique.len(), RULE_IDS.len(), "an id is listed twice");
}

#[test]
fn every_rule_the_code_cites_stands_in_the_rulebook() {
    let book = rulebook();
    let cited = cited(&root().join("crates").join("block-by-block").join("src"), concat!("rule!", "("));
    assert!(cited.len() > 30, "the scan found {} ids only", cited.len());
    let unknown: Vec<_> = cited.iter().filter(|(id, _)| book.rule(id).is_none()).collect();
    assert!(unknown.is_empty(), "cited and not in the rulebook: {unknown:?}");
}

#[test]
fn rulings_give_their_reason_and_are_never_called_printed() {
    for entry in rulebook().rules() {
        let ruling = entry.id.starts_with("BB-R");
        assert_eq!(ruling, !entry.reason.is_empty(), "{}: rulings, and only they, give a reason", entry.id);
        let printed = matches!(entry.from, Provenance::Printed(_));
        assert_ne!(ruling, printed, "{}: rules are printed, rulings are not", entry.id);
    }
}

#[test]
fn ids_the_rulebook_mentions_exist() {
    let book = rulebook();
    for entry in book.rules() {
        for word in entry.text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '-')) {
            let word = word.trim_end_matches(['.', '-']);
            if word.starts_with("BB-R") {
                assert!(book.rule(word).is_some(), "{} mentions {word}", entry.id);
            }
        }
        for mention in entry.text.split("rule ").skip(1).chain(entry.text.split("rules ").skip(1)) {
            let id: String = mention.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
            let id = id.trim_end_matches('.');
            if id.starts_with(|c: char| c.is_ascii_digit()) {
                assert!(book.rule(id).is_some(), "{} mentions rule {id}", entry.id);
            }
        }
    }
}
