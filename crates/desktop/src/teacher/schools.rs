//! The lessons as the page around the game knows them: by ruleset, without its types.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use block_by_block::BlockByBlock;
use panels::rulebook::LessonLink;
use panels::teacher::LessonLine;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Library;
use teacher::library::{Course, lessons};
use teacher::{Progress, Teaching};

/// A ruleset's lessons without its types.
pub struct School {
    pub id: &'static str,
    pub title: &'static str,
    /// The lessons with what was done of them, or what is wrong with one of their files.
    pub lines: fn(&Library, &Progress) -> Result<Vec<LessonLine>, String>,
    /// For each rule the lessons that teach it.
    pub taught: fn(&Library, &Progress) -> Result<BTreeMap<String, Vec<LessonLink>>, String>,
}

impl School {
    const fn of<R: Teaching>() -> Self {
        Self { id: R::ID, title: R::TITLE, lines: lines::<R>, taught: taught::<R> }
    }
}

/// Every ruleset's.
static ALL: [School; 4] =
    [School::of::<BlockByBlock>(), School::of::<SearchAndDestroy>(), School::of::<Platoon>(), School::of::<Skirmish>()];

/// The lessons of the ruleset with this id.
pub fn named(id: &str) -> Option<&'static School> {
    ALL.iter().find(|school| school.id == id)
}

fn lines<R: Teaching>(library: &Library, progress: &Progress) -> Result<Vec<LessonLine>, String> {
    let read = lessons::<R>(library).map_err(|error| error.to_string())?;
    let line = |course: &Course<R>| {
        let lesson = Arc::clone(&course.lesson);
        let reached = progress.of(R::ID, &course.id);
        let of = lesson.steps.len() + usize::from(lesson.free.is_some());
        LessonLine {
            title: lesson.title.clone(),
            about: lesson.about.clone(),
            minutes: lesson.minutes,
            done: reached.steps,
            of: u16::try_from(of).unwrap_or(u16::MAX),
            finished: reached.finished,
        }
    };
    Ok(read.iter().map(line).collect())
}

fn taught<R: Teaching>(library: &Library, progress: &Progress) -> Result<BTreeMap<String, Vec<LessonLink>>, String> {
    let read = lessons::<R>(library).map_err(|error| error.to_string())?;
    let mut by_rule: BTreeMap<String, Vec<LessonLink>> = BTreeMap::new();
    for (index, course) in read.iter().enumerate() {
        let finished = progress.of(R::ID, &course.id).finished;
        let link = LessonLink { index, title: course.lesson.title.clone(), finished };
        for rule in &course.lesson.teaches {
            by_rule.entry(rule.clone()).or_default().push(link.clone());
        }
    }
    Ok(by_rule)
}

/// A lesson that is to be taken, or a question that is to be asked.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    pub ruleset: &'static str,
    pub what: Taken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The lesson with this place in the list.
    Lesson(usize),
    /// A question of the quiz.
    Question,
}
