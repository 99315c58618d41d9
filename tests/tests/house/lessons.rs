//! Every lesson of every ruleset is played along its right path and, at each step, along wrong ones; and the share of the
//! rules that some lesson teaches is told: `cargo test -p pointman-tests --test house lessons -- --nocapture`.

use std::sync::Arc;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::files::read_text;
use tabletop::{Rulebook, Ruleset};
use teacher::lesson::{Position, Shown};
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
            let unknown = course.lesson.teaches.iter().find(|rule| !ids.contains(&rule.as_str()));
            assert_eq!(unknown, None, "{}: there is no such rule", course.path.display());
        }
    }
    check::<BlockByBlock>();
    check::<SearchAndDestroy>();
    check::<Platoon>();
    check::<Skirmish>();
}

/// A rule that can be seen at work nowhere is a rule nobody learns.
#[test]
fn every_rule_has_a_lesson_or_an_example() {
    fn check<R: Teaching>() {
        let library = library();
        let book = Rulebook::load(&|path| library.read(path), R::ID).unwrap_or_else(|e| panic!("{e}"));
        let all = lessons::<R>(&library).unwrap_or_else(|e| panic!("{e}"));
        let teaches = |id: &String| all.iter().any(|course| course.lesson.teaches.contains(id));
        let taught = book.rules().filter(|rule| teaches(&rule.id)).count();
        println!("{}: {} lessons teach {taught} of {} rules.", R::TITLE, all.len(), book.rules().count());
        let bare = book.rules().filter(|rule| rule.example.is_none() && !teaches(&rule.id));
        let missing: Vec<&str> = bare.map(|rule| rule.id.as_str()).collect();
        assert!(
            missing.is_empty(),
            "{}: these rules have neither lesson nor example: {missing:?}. Write a lesson that teaches them, or their \
             `example` in the rulebook.",
            R::TITLE
        );
    }
    check::<BlockByBlock>();
    check::<SearchAndDestroy>();
    check::<Platoon>();
    check::<Skirmish>();
}

#[test]
fn examples_name_scenarios_that_exist() {
    for ruleset in [BlockByBlock::ID, SearchAndDestroy::ID, Platoon::ID, Skirmish::ID] {
        let library = library();
        let book = Rulebook::load(&|path| library.read(path), ruleset).unwrap_or_else(|e| panic!("{e}"));
        let unknown = coverage::unknown_examples(&library, &book).unwrap_or_else(|e| panic!("{e}"));
        assert!(unknown.is_empty(), "{}: {unknown:?}", book.title);
    }
}

/// On the first page of a lesson whatever is named lights up, so that a beginner finds it on the table.
#[test]
fn the_first_page_of_a_lesson_lights_up_whom_it_names() {
    let shown = |show: &[Shown], number: usize| {
        show.iter().any(|shown| matches!(shown, Shown::Piece(piece) if piece.as_u64() == u64::try_from(number).ok()))
    };
    let mut dark = Vec::new();
    let mut page = |lesson: &str, text: &str, show: &[Shown], pieces: Vec<(usize, String)>| {
        let words = |text: &str| format!(" {} ", text.replace(|c: char| !c.is_alphanumeric(), " "));
        for (number, name) in pieces {
            if words(text).contains(&words(&name)) && !shown(show, number) {
                dark.push(format!("{lesson}: {name}"));
            }
        }
    };
    let library = library();
    for course in lessons::<Skirmish>(&library).unwrap() {
        if let (Position::Here(scenario), Some(first)) = (&course.lesson.position, course.lesson.steps.first()) {
            let figures = scenario.us_arvn.figures.iter().chain(&scenario.vc_nva.figures);
            // A man is called by the last part of his name.
            let called = |name: &str| name.split(' ').next_back().unwrap_or_default().to_owned();
            let names = figures.map(|figure| called(&figure.name)).enumerate().collect();
            page(&course.id, &format!("{} {}", first.text, first.task), &first.show, names);
        }
    }
    for course in lessons::<Platoon>(&library).unwrap() {
        if let (Position::Here(scenario), Some(first)) = (&course.lesson.position, course.lesson.steps.first())
            && scenario.table.is_some()
        {
            let names = scenario.squads.iter().map(|s| (usize::from(s.id.0), s.name.clone())).collect();
            page(&course.id, &format!("{} {}", first.text, first.task), &first.show, names);
        }
    }
    assert!(dark.is_empty(), "{}", dark.join("\n"));
}
