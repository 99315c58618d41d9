//! Every lesson of every ruleset is played along its right path and, at each step, along wrong ones; and the share of the
//! rules that some lesson teaches is told: `cargo test -p pointman-tests --test lessons -- --nocapture`.

use std::fmt::Write as _;
use std::sync::Arc;

use block_by_block::BlockByBlock;
use expect_test::expect_file;
use platoon::Platoon;
use pointman_tests::library;
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
    play_all::<Skirmish>();
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

/// The list is honest: a rule that nothing teaches stands in it, and one that is taught does not. Write it anew with
/// `UPDATE_EXPECT=1` and read what changed.
#[test]
fn rules_that_no_lesson_teaches_are_listed() {
    fn untaught<R: Teaching>(told: &mut String) {
        let library = library();
        let book = Rulebook::load(&|path| library.read(path), R::ID).unwrap_or_else(|e| panic!("{e}"));
        let ids: Vec<&str> = book.rules().map(|rule| rule.id.as_str()).collect();
        let all = lessons::<R>(&library).unwrap_or_else(|e| panic!("{e}"));
        let missing = coverage::untaught(&all, &ids);
        println!("{}: {} of {} rules have a lesson.", R::TITLE, ids.len() - missing.len(), ids.len());
        let _ = writeln!(
            told,
            "{}: {} lessons teach {} of {} rules. Not taught:",
            R::TITLE,
            all.len(),
            ids.len() - missing.len(),
            ids.len()
        );
        for row in missing.chunks(12) {
            let _ = writeln!(told, "    {}", row.join(" "));
        }
    }
    let mut told = String::new();
    untaught::<BlockByBlock>(&mut told);
    untaught::<SearchAndDestroy>(&mut told);
    untaught::<Platoon>(&mut told);
    untaught::<Skirmish>(&mut told);
    expect_file!["../golden/untaught-rules.txt"].assert_eq(&told);
}
