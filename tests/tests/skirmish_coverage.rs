//! Every line of the checklist and every ruling of Vietnam Skirmish has code that names it, a text in the rulebook and a test
//! that proves it, and nothing names a rule that does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use pointman_tests::{library, root};
use skirmish::Skirmish;
use skirmish::rules::RULE_IDS;
use tabletop::Ruleset;
use tabletop::rulebook::Rulebook;

/// The lines of the checklist. The rulings are numbered without a gap.
const LINES: [&str; 15] = [
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
];

fn files(folder: &str, beginning: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            found.extend(files(&format!("{folder}/{name}"), beginning));
        } else if name.starts_with(beginning) && name.ends_with(".rs") {
            found.push(path);
        }
    }
    found
}

fn text(folder: &str, beginning: &str) -> String {
    files(folder, beginning).iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The ids that stand in quotes in every call of a macro.
fn cited(text: &str, call: &str) -> BTreeSet<String> {
    let arguments = text.split(call).skip(1).map(|rest| rest.split(')').next().unwrap_or_default());
    arguments.flat_map(|a| a.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Every word that looks like a rule of this game.
fn mentioned(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).map(|word| word.trim_end_matches('-'));
    words.filter(|word| word.starts_with("S-")).map(str::to_owned).collect()
}

fn all_ids() -> BTreeSet<String> {
    let rulings = (1..=42).map(|n| format!("S-R{n:02}"));
    LINES.iter().map(|id| (*id).to_owned()).chain(rulings).chain(["S-companion".to_owned()]).collect()
}

#[test]
fn the_list_of_rules_is_the_checklist_and_the_rulings() {
    let listed: BTreeSet<String> = RULE_IDS.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(listed, all_ids());
    assert_eq!(listed.len(), RULE_IDS.len(), "an id is listed twice");
}

#[test]
fn every_rule_has_code_that_names_it() {
    let code = text("crates/skirmish/src", "");
    let (called, named) = (cited(&code, concat!("rule!", "(")), mentioned(&code.replace("\"S-", "\"")));
    let missing: Vec<_> = all_ids().into_iter().filter(|id| !called.contains(id) && !named.contains(id)).collect();
    assert!(missing.is_empty(), "rules without code: {missing:?}");
    let unknown: Vec<_> = named.iter().filter(|id| !all_ids().contains(*id)).collect();
    assert!(unknown.is_empty(), "rules that do not exist: {unknown:?}");
}

#[test]
fn every_rule_has_a_test_that_proves_it() {
    let proved = cited(&text("tests/tests", "skirmish_"), concat!("proves!", "("));
    let missing: Vec<_> = all_ids().into_iter().filter(|id| !proved.contains(id)).collect();
    println!("{} of {} rules of Vietnam Skirmish have a test.", all_ids().len() - missing.len(), all_ids().len());
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}

#[test]
fn every_rule_has_a_text_and_texts_name_only_rules_that_exist() {
    let library = library();
    let book = Rulebook::load(&|path| library.read(path), Skirmish::ID).unwrap_or_else(|e| panic!("{e}"));
    let missing: Vec<_> = all_ids().into_iter().filter(|id| book.rule(id).is_none()).collect();
    assert!(missing.is_empty(), "rules without a text: {missing:?}");
    for entry in book.rules() {
        let unknown: Vec<_> = mentioned(&entry.text).into_iter().filter(|id| !all_ids().contains(id)).collect();
        assert!(unknown.is_empty(), "{} mentions {unknown:?}", entry.id);
    }
}
