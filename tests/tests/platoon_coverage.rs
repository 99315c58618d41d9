//! Every line of the checklist and every ruling of 20mm Platoon has an id, a text and a test, and nothing cites a rule that
//! does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use platoon::Platoon;
use platoon::rules::RULE_IDS;
use pointman_tests::{library, root};
use tabletop::rulebook::Rulebook;
use tabletop::{Provenance, Ruleset};

/// The lines of the checklist; the rulings are P-R01 to P-R59.
const LINES: [&str; 27] = [
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
];

fn rulebook() -> Rulebook {
    let library = library();
    Rulebook::load(&|path| library.read(path), Platoon::ID).unwrap_or_else(|e| panic!("{e}"))
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
    let named = |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(prefix));
    entries.filter(|p| p.extension().is_some_and(|e| e == "rs") && named(p)).collect()
}

#[test]
fn every_line_of_the_checklist_and_every_ruling_is_a_rule() {
    let rulings = (1..=59).map(|n| format!("P-R{n:02}"));
    let wanted: BTreeSet<String> = LINES.iter().map(|id| (*id).to_owned()).chain(rulings).collect();
    let there: BTreeSet<String> = RULE_IDS.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(there.len(), RULE_IDS.len(), "an id is listed twice");
    assert_eq!(wanted.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "missing");
    assert_eq!(there.difference(&wanted).collect::<Vec<_>>(), Vec::<&String>::new(), "not in the checklist");
}

#[test]
fn every_rule_has_a_test() {
    // The opening bracket is written apart, so that this file cites nothing itself.
    let proved = cited(&files("tests/tests", "platoon_"), concat!("proves!", "("));
    let missing: Vec<_> = RULE_IDS.iter().filter(|id| !proved.contains(**id)).collect();
    println!("{} of {} rules of 20mm Platoon have a test.", RULE_IDS.len() - missing.len(), RULE_IDS.len());
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}

#[test]
fn every_rule_stands_in_the_rulebook_and_the_rulebook_holds_no_other() {
    let book = rulebook();
    assert_eq!(book.lacks(RULE_IDS), Vec::<&str>::new(), "ids without a text");
    assert_eq!(book.beyond(RULE_IDS), Vec::<&str>::new(), "texts without an id");
    let mut sources = files("crates/platoon/src", "");
    for topic in ["fire", "movement", "options", "query", "secrets", "state", "support", "words"] {
        sources.extend(files(&format!("crates/platoon/src/{topic}"), ""));
    }
    let cited = cited(&sources, concat!("rule!", "("));
    assert!(cited.len() > 40, "the scan found {} ids only", cited.len());
    let unknown: Vec<_> = cited.iter().filter(|id| book.rule(id).is_none()).collect();
    assert!(unknown.is_empty(), "cited and not in the rulebook: {unknown:?}");
}

#[test]
fn rulings_give_their_reason_and_are_never_called_printed() {
    for entry in rulebook().rules() {
        let ruling = entry.id.starts_with("P-R");
        assert_eq!(ruling, !entry.reason.is_empty(), "{}: rulings, and only they, give a reason", entry.id);
        assert!(!ruling || !matches!(entry.from, Provenance::Printed(_)), "{}: a ruling is not printed", entry.id);
    }
}
