//! Every rule of Search & Destroy that the crate holds has a text and a test, and nothing cites a rule that does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::rules::RULE_IDS;
use tabletop::rulebook::Rulebook;
use tabletop::{Provenance, Ruleset};

fn rulebook() -> Rulebook {
    let library = library();
    Rulebook::load(&|path| library.read(path), SearchAndDestroy::ID).unwrap_or_else(|e| panic!("{e}"))
}

/// The string literals in the arguments of every call of a macro in these files.
fn cited(files: &[PathBuf], call: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(path).unwrap();
        for rest in text.split(call).skip(1) {
            let arguments = rest.split(')').next().unwrap_or_default();
            ids.extend(arguments.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    ids
}

fn files(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|e| e.unwrap().path());
    entries.filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(prefix))).collect()
}

#[test]
fn every_rule_has_a_test() {
    // The opening bracket is written apart, so that this file cites nothing itself.
    let proved = cited(&files("tests/tests", "search_and_destroy"), concat!("proves!", "("));
    let missing: Vec<_> = RULE_IDS.iter().filter(|id| !proved.contains(**id)).collect();
    println!("{} of {} rules of Search & Destroy have a test.", RULE_IDS.len() - missing.len(), RULE_IDS.len());
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}

#[test]
fn every_rule_stands_in_the_rulebook_and_the_rulebook_holds_no_other() {
    let book = rulebook();
    assert_eq!(book.lacks(RULE_IDS), Vec::<&str>::new(), "ids without a text");
    assert_eq!(book.beyond(RULE_IDS), Vec::<&str>::new(), "texts without an id");
    assert_eq!(RULE_IDS.iter().collect::<BTreeSet<_>>().len(), RULE_IDS.len(), "an id is listed twice");
    assert!(cited(&files("crates/search-and-destroy/src", ""), concat!("rule!", "(")).len() > 20);
}

#[test]
fn rulings_give_their_reason_and_are_never_called_printed() {
    for entry in rulebook().rules() {
        let ruling = entry.id.starts_with("SD-A");
        assert_eq!(ruling, !entry.reason.is_empty(), "{}: rulings, and only they, give a reason", entry.id);
        assert!(!ruling || !matches!(entry.from, Provenance::Printed(_)), "{}: a ruling is not printed", entry.id);
    }
}
