//! Every rule of Search & Destroy that the crate holds has a text and a test, and nothing cites a rule that does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use pointman_tests::search_and_destroy::rules;
use pointman_tests::{library, root};
use search_and_destroy::rules::RULE_IDS;
use search_and_destroy::state::Switch;
use search_and_destroy::{Scenario, SearchAndDestroy};
use tabletop::dice::Seeded;
use tabletop::files::parse_ron;
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

/// The files of a folder whose names begin so, those of its folders too.
fn files(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)) {
                found.push(path);
            }
        }
    }
    found
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

/// `docs/scenarios.md` says what a scenario file can say: every field of a scenario, an entry and a counter, and every part of the rules.
#[test]
fn the_page_on_scenarios_names_every_field_and_every_part_of_the_rules() {
    let page = fs::read_to_string(root().join("docs/scenarios.md")).unwrap();
    let (from, to) = ("## Search & Destroy", "## 20mm Platoon");
    let page = &page[page.find(from).unwrap()..page.find(to).unwrap()];
    let scenario: Scenario = parse_ron(
        "all.ron",
        "(title: \"x\", summary: \"y\", turns: 1, entries: [(forces: [Crew], at: Map)], units: [(kind: Rifle)])",
    )
    .unwrap();
    let written = serde_json::to_value(&scenario).unwrap();
    let fields = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut names = fields(&written);
    names.extend(fields(&written["entries"][0]));
    names.extend(fields(&written["units"][0]));
    names.extend(Switch::ALL.map(|switch| format!("{switch:?}")));
    let missing: Vec<_> = names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/scenarios.md does not tell of {missing:?}");
    let example = page.split("```ron").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let example: Scenario = parse_ron("docs/scenarios.md", example).unwrap();
    rules().begin(&example, &mut Seeded::new(1)).unwrap();
}
