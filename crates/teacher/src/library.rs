//! The lessons of a ruleset as files: `scenarios/<ruleset>/lessons/*.ron`, taken in the order of their names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::value::RawValue;
use serde::Deserialize;
use tabletop::files::{locate, parse_ron, parse_ron_borrowed, piece_place, read_text};
use tabletop::{DataError, Library, Ruleset};

use crate::Teaching;
use crate::lesson::{LessonOf, Position};
use crate::pattern::Pattern;
use crate::proof;

/// Minutes a lesson may take.
pub const LONGEST: u8 = 5;

/// A lesson with its name.
#[derive(Debug)]
pub struct Course<R: Ruleset> {
    /// The file's name without its ending; progress is kept under it.
    pub id: String,
    /// The lesson, with its scenario in place.
    pub lesson: Arc<LessonOf<R>>,
    /// Where it stands.
    pub path: PathBuf,
}

impl<R: Ruleset> Clone for Course<R> {
    fn clone(&self) -> Self {
        Self { id: self.id.clone(), lesson: Arc::clone(&self.lesson), path: self.path.clone() }
    }
}

/// The lesson files of a ruleset, in order. A ruleset without the folder has none.
///
/// # Errors
/// The folder is there and cannot be read.
pub fn files(library: &Library, ruleset: &str) -> Result<Vec<PathBuf>, DataError> {
    let folder = library.root().join("scenarios").join(ruleset).join("lessons");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = |error: std::io::Error| {
        DataError::whole(folder.display().to_string(), format!("The folder cannot be read: {error}."))
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension() == Some(OsStr::new("ron")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Every lesson of a ruleset.
///
/// # Errors
/// The first file that cannot be read or is wrong.
pub fn lessons<R: Ruleset>(library: &Library) -> Result<Vec<Course<R>>, DataError> {
    let course = |path: PathBuf| Ok(Course { id: id_of(&path), lesson: Arc::new(read::<R>(library, &path)?), path });
    files(library, R::ID)?.into_iter().map(course).collect()
}

/// One lesson.
///
/// # Errors
/// The file cannot be read, or what is wrong in it.
pub fn read<R: Ruleset>(library: &Library, path: &Path) -> Result<LessonOf<R>, DataError> {
    let name = path.display().to_string();
    parse::<R>(library, &name, &read_text(&name, path)?)
}

/// A lesson's id: its file's name without the ending.
pub fn id_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Where the parts of a lesson stand in its text.
#[derive(Deserialize)]
struct Outline<'a> {
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    free: Option<&'a RawValue>,
}

/// Which part of a lesson something is said about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The lesson as a whole.
    Whole,
    /// The step with this number, from 0.
    Step(usize),
    /// The free task.
    Free,
}

/// Line and column of a part.
fn place(text: &str, part: Part) -> (usize, usize) {
    let Ok(outline) = parse_ron_borrowed::<Outline<'_>>("", text) else { return (1, 1) };
    let raw = match part {
        Part::Whole => None,
        Part::Step(number) => outline.steps.get(number).copied(),
        Part::Free => outline.free,
    };
    let Some(raw) = raw.map(RawValue::get_ron) else { return (1, 1) };
    piece_place(text, raw)
}

/// Reads a lesson and puts the scenario it names in its place. `file` names it in errors.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse<R: Ruleset>(library: &Library, file: &str, text: &str) -> Result<LessonOf<R>, DataError> {
    let mut lesson: LessonOf<R> = parse_ron(file, text)?;
    check_words::<R>(&lesson).map_err(|(part, problem)| {
        let (line, column) = place(text, part);
        DataError { file: file.to_owned(), line, column, problem }
    })?;
    let fill = |position: &mut Position<R::Scenario>| -> Result<(), DataError> {
        if let Position::File(name) = position {
            let scenario = library.scenario::<R>(name).map_err(|error| {
                if error.file != *name {
                    return error;
                }
                let (line, column) = locate(text, &format!("\"{name}\""), 0);
                DataError { file: file.to_owned(), line, column, problem: error.problem }
            })?;
            *position = Position::Here(scenario);
        }
        Ok(())
    };
    fill(&mut lesson.position)?;
    if let Some(position) = lesson.free.as_mut().and_then(|free| free.position.as_mut()) {
        fill(position)?;
    }
    Ok(lesson)
}

/// Reads a lesson and plays it through, rightly and wrongly: what `referee check` does.
///
/// # Errors
/// As [`parse`]; or the first part of the lesson that does not work out.
pub fn check<R: Teaching>(
    library: &Library,
    rules: &Arc<R>,
    file: &str,
    text: &str,
) -> Result<Arc<LessonOf<R>>, DataError> {
    let lesson = Arc::new(parse::<R>(library, file, text)?);
    match proof::prove(rules, &id_of(Path::new(file)), Arc::clone(&lesson)) {
        Ok(_) => Ok(lesson),
        Err(fault) => {
            let (line, column) = place(text, fault.part);
            Err(DataError { file: file.to_owned(), line, column, problem: fault.problem })
        }
    }
}

/// What can be said of a lesson without playing it.
fn check_words<R: Ruleset>(lesson: &LessonOf<R>) -> Result<(), (Part, String)> {
    let whole = |problem: &str| Err((Part::Whole, problem.to_owned()));
    if [&lesson.title, &lesson.about, &lesson.farewell].iter().any(|words| words.trim().is_empty()) {
        return whole("`title`, `about` and `farewell` must say something.");
    }
    if !(1..=LONGEST).contains(&lesson.minutes) {
        return whole("A lesson takes one to five minutes. Cut it in two if it takes longer.");
    }
    if lesson.teaches.is_empty() {
        return whole("`teaches` is empty. Name the rules it teaches: the rulebook links them to it.");
    }
    if lesson.steps.is_empty() {
        return whole("A lesson has at least one step.");
    }
    for (number, step) in lesson.steps.iter().enumerate() {
        let wrong = |problem: String| Err((Part::Step(number), problem));
        if step.text.trim().is_empty() {
            return wrong("This step explains nothing. Write its `text`.".into());
        }
        if step.task.trim().is_empty() != step.is_read_only() {
            return wrong("`task` and `right` belong together: write both, or neither in a step that is read.".into());
        }
        if step.is_read_only() && !(step.dice.is_empty() && step.wrong.is_empty()) {
            return wrong("A step that is only read has neither `dice` nor `wrong`.".into());
        }
        let patterns = step.right.iter().chain(step.wrong.iter().map(|note| &note.when));
        if let Some(fault) = patterns.filter_map(Pattern::fault).next() {
            return wrong(fault);
        }
    }
    if let Some(free) = &lesson.free {
        let wrong = |problem: String| Err((Part::Free, problem));
        if free.task.trim().is_empty() || free.text.trim().is_empty() {
            return wrong("The free task needs a `text` and a `task`.".into());
        }
        let mut patterns: Vec<&Pattern<R::Command>> = free.replies.iter().collect();
        patterns.extend(free.solved.patterns());
        patterns.extend(free.failed.iter().flat_map(|failed| failed.patterns()));
        if let Some(fault) = patterns.into_iter().filter_map(Pattern::fault).next() {
            return wrong(fault);
        }
    }
    Ok(())
}
