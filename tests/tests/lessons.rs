//! Every lesson of every ruleset is played along its right path and, at each step, along wrong ones; and the share of the
//! rules that some lesson teaches is told: `cargo test -p pointman-tests --test lessons -- --nocapture`.

use std::fs;
use std::sync::Arc;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::files::read_text;
use tabletop::{Rulebook, Ruleset};
use teacher::{Teaching, coverage, lessons, library as shelf};

fn load<R: Ruleset>() -> Arc<R> {
    Arc::new(library().load().unwrap_or_else(|e| panic!("{e}")))
}

/// Plays every lesson of a ruleset; how many there were.
fn play_all<R: Teaching>() -> usize {
    let (library, rules) = (library(), load::<R>());
    let mut wrong = Vec::new();
    let files = shelf::files(&library, R::ID).unwrap_or_else(|e| panic!("{e}"));
    for path in &files {
        let name = path.display().to_string();
        let text = read_text(&name, path).unwrap_or_else(|e| panic!("{e}"));
        wrong.extend(shelf::check(&library, &rules, &name, &text).err().map(|error| error.to_string()));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    files.len()
}

#[test]
fn every_lesson_of_block_by_block_works_rightly_and_wrongly() {
    assert!(play_all::<BlockByBlock>() >= 10, "there should be ten lessons at least");
}

#[test]
fn every_lesson_of_search_and_destroy_works_rightly_and_wrongly() {
    play_all::<SearchAndDestroy>();
}

#[test]
fn every_lesson_of_platoon_works_rightly_and_wrongly() {
    play_all::<Platoon>();
}

#[test]
fn every_lesson_of_skirmish_works_rightly_and_wrongly() {
    assert!(play_all::<Skirmish>() >= 6, "there should be six lessons at least");
}

#[test]
fn lessons_teach_rules_that_exist() {
    fn check<R: Teaching>() {
        let library = library();
        let book = Rulebook::load(&|path| library.read(path), R::ID).unwrap_or_else(|e| panic!("{e}"));
        let ids: Vec<&str> = book.rules().map(|rule| rule.id.as_str()).collect();
        for course in lessons::<R>(&library).unwrap_or_else(|e| panic!("{e}")) {
            let unknown = coverage::unknown_rules(&course, &ids);
            assert!(unknown.is_empty(), "{}: there are no rules {unknown:?}", course.path.display());
        }
    }
    check::<BlockByBlock>();
    check::<SearchAndDestroy>();
    check::<Platoon>();
    check::<Skirmish>();
}

/// The lists in `tests/golden/untaught/`, one for each ruleset that has lessons, are honest: a rule that no lesson teaches stands there. `UPDATE_EXPECT=1` writes
/// them anew; a rule that has got its lesson since is told, and does no harm.
#[test]
fn rules_that_no_lesson_teaches_are_listed() {
    fn check<R: Teaching>() {
        let library = library();
        let book = Rulebook::load(&|path| library.read(path), R::ID).unwrap_or_else(|e| panic!("{e}"));
        let ids: Vec<&str> = book.rules().map(|rule| rule.id.as_str()).collect();
        let all = lessons::<R>(&library).unwrap_or_else(|e| panic!("{e}"));
        let missing = coverage::untaught(&all, &ids);
        println!("{}: {} lessons teach {} of {} rules.", R::TITLE, all.len(), ids.len() - missing.len(), ids.len());
        // A ruleset without lessons teaches nothing, and no list is needed to say so.
        if all.is_empty() {
            return;
        }
        let path = root().join("tests/golden/untaught").join(format!("{}.txt", R::ID));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let rows: Vec<String> = missing.chunks(12).map(|row| row.join(" ") + "\n").collect();
            fs::write(&path, rows.concat()).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
        let listed = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let listed: Vec<&str> = listed.split_whitespace().collect();
        let hidden: Vec<&&str> = missing.iter().filter(|id| !listed.contains(id)).collect();
        assert!(
            hidden.is_empty(),
            "{}: no lesson teaches {hidden:?}, and {} does not say so",
            R::TITLE,
            path.display()
        );
        let taught: Vec<&&str> = listed.iter().filter(|id| !missing.contains(id)).collect();
        if !taught.is_empty() {
            println!("{} have a lesson by now: UPDATE_EXPECT=1 takes them off the list.", taught.len());
        }
    }
    check::<BlockByBlock>();
    check::<SearchAndDestroy>();
    check::<Platoon>();
    check::<Skirmish>();
}
