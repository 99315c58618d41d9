//! What the command line asks for.

use std::path::Path;

use tabletop::files::read_text;
use tabletop::save;

use crate::cli::Start;
use crate::kits::{self, Kit};
use crate::shell::start::Source;

/// What the command line asks for: a ruleset and what to open; nothing if it asks for the title page.
///
/// # Errors
/// One sentence: what is not there or wrong.
pub fn asked_for(start: &Start) -> Result<Option<(&'static Kit, Source)>, String> {
    let (ruleset, game) = match (&start.ruleset, &start.game) {
        (None, _) => return Ok(None),
        (Some(first), None) if Path::new(first).is_file() => (None, Some(first)),
        (Some(first), game) => (Some(first), game.as_ref()),
    };
    let kit = ruleset.map(|id| kits::named(id).ok_or_else(|| no_such_ruleset(id))).transpose()?;
    let Some(word) = game else {
        return Ok(kit.map(|kit| (kit, Source::Scenario(kit.opening.to_owned()))));
    };
    let path = Path::new(word);
    if !path.is_file() {
        return Ok(kit.map(|kit| (kit, Source::Scenario(word.clone()))));
    }
    let source = Source::File(path.to_path_buf());
    match kit {
        Some(kit) => Ok(Some((kit, source))),
        None => kit_of_file(path).map(|kit| Some((kit, source))),
    }
}

fn no_such_ruleset(id: &str) -> String {
    let names: Vec<&str> = kits::ALL.iter().map(|kit| kit.id).collect();
    format!("there is no ruleset `{id}` and no such file: the rulesets are {}.", names.join(", "))
}

/// The ruleset a file belongs to: a saved game says so; a scenario is tried with each.
///
/// # Errors
/// What is wrong with the file.
pub fn kit_of_file(path: &Path) -> Result<&'static Kit, String> {
    let name = path.display().to_string();
    let text = read_text(&name, path).map_err(|e| e.to_string())?;
    if save::is_saved_game(&text) {
        let header = save::header(&name, &text).map_err(|e| e.to_string())?;
        return kits::named(&header.ruleset).ok_or_else(|| {
            format!("{name}: this is a game of `{}`, a ruleset this program does not know.", header.ruleset)
        });
    }
    // A scenario in one of the scenario folders belongs to the ruleset of that folder, whatever is wrong with it.
    let folder = path.parent().and_then(|f| f.file_name()).map(|f| f.to_string_lossy().into_owned());
    if let Some(kit) = folder.and_then(|f| kits::named(&f)) {
        return Ok(kit);
    }
    let mut fitting = kits::ALL.iter().filter(|kit| (kit.reads)(&text));
    match (fitting.next(), fitting.next()) {
        (Some(kit), None) => Ok(kit),
        (Some(_), Some(_)) => Err(format!("{name}: this could be a scenario of several rulesets: name one before it.")),
        (None, _) => Err(format!(
            "{name}: this is neither a saved game nor a scenario of any ruleset. Name its ruleset before it to read what is \
             wrong."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::start::{fresh_seed, open};
    use crate::shell::table::Table;
    use block_by_block::BlockByBlock;

    fn start(words: &[&str]) -> Start {
        let mut words = words.iter().map(|w| (*w).to_string());
        Start { ruleset: words.next(), game: words.next(), seed: Some(4), ..Start::default() }
    }

    fn asked(words: &[&str]) -> Result<Option<(&'static str, Source)>, String> {
        super::asked_for(&start(words)).map(|asked| asked.map(|(kit, source)| (kit.id, source)))
    }

    #[test]
    fn nothing_asked_for_is_the_title_page() {
        assert!(asked(&[]).unwrap().is_none());
    }

    #[test]
    fn a_ruleset_alone_begins_its_first_scenario_and_each_of_them_can_be_played() {
        let table = Table::read().unwrap();
        for kit in &kits::ALL {
            let (id, source) = asked(&[kit.id]).unwrap().unwrap();
            assert_eq!((id, &source), (kit.id, &Source::Scenario(kit.opening.into())));
            assert_eq!((kit.try_open)(&table, &source, fresh_seed(Some(4))), Ok(()));
        }
    }

    #[test]
    fn a_scenario_begins_and_its_save_goes_on() {
        let table = Table::read().unwrap();
        let source = Source::Scenario("historical".into());
        let opened = open::<BlockByBlock>(&table, &source, fresh_seed(Some(4))).unwrap();
        assert_eq!((opened.game.seed(), opened.read()), (4, None));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        save::write(&path, &opened.game, &save::Note::default()).unwrap();
        let word = path.display().to_string();
        for words in [vec![word.as_str()], vec!["block-by-block", word.as_str()]] {
            let (id, source) = asked(&words).unwrap().unwrap();
            assert_eq!(id, "block-by-block");
            let loaded = open::<BlockByBlock>(&table, &source, fresh_seed(None)).unwrap();
            assert_eq!(loaded.read().map(|(path, _)| path), Some(path.as_path()));
            assert_eq!(loaded.game.record(), opened.game.record());
        }
    }

    #[test]
    fn a_scenario_file_finds_its_ruleset_by_itself() {
        let table = Table::read().unwrap();
        let folder = tempfile::tempdir().unwrap();
        for kit in &kits::ALL {
            let from = table.library.root().join(format!("scenarios/{}/{}.ron", kit.id, kit.opening));
            let copy = folder.path().join("mine.ron");
            std::fs::copy(from, &copy).unwrap();
            assert_eq!(kit_of_file(&copy).map(|kit| kit.id), Ok(kit.id));
        }
    }

    #[test]
    fn wrong_words_are_answered_with_what_there_is() {
        let table = Table::read().unwrap();
        let unknown = asked(&["chess"]).err().unwrap();
        assert!(unknown.contains("block-by-block") && unknown.contains("skirmish"), "{unknown}");
        let (kit, source) = super::asked_for(&start(&["block-by-block", "nowhere"])).unwrap().unwrap();
        let missing = (kit.try_open)(&table, &source, fresh_seed(None)).unwrap_err();
        assert!(missing.contains("historical"), "{missing}");
    }

    #[test]
    fn without_a_seed_each_game_has_its_own() {
        let seeds = fresh_seed(None);
        let some: std::collections::BTreeSet<u64> = (0..20).map(|_| seeds.next()).collect();
        assert!(some.len() > 10);
        assert_eq!(fresh_seed(Some(3)).next(), 3);
    }
}
