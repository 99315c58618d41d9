//! `referee check`: what a file is, by its place or its shape, and what is wrong with it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use tabletop::dice::Seeded;
use tabletop::files::{locate, read_text};
use tabletop::save::{self, is_saved_game};
use tabletop::{DataError, Library, Rulebook, Ruleset, parse_ron};
use teacher::Teaching;
use teacher::coverage::unknown_examples;

use crate::Answer;
use crate::rulesets::{self, About, Visit};

/// What a file is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A file below an assets folder: that folder, and the path in it.
    Asset(PathBuf, String),
    /// A lesson of this ruleset.
    Lesson(&'static str),
    /// A scenario of this ruleset, or of whichever it fits.
    Scenario(Option<&'static str>),
    Save,
    Rulebook,
}

/// Checks files, and in folders every RON file. The answer is one line for each thing that is wrong.
pub fn check(library: &Library, paths: &[PathBuf]) -> Answer {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        let found = files.len() + problems.len();
        collect(path, &mut Vec::new(), &mut BTreeSet::new(), &mut files, &mut problems);
        if files.len() + problems.len() == found {
            problems.push(DataError::whole(path.display().to_string(), "This folder contains no file to check."));
        }
    }
    for file in &files {
        problems.extend(check_file(library, file).err());
    }
    // A board that is wrong is found once for each table that is read after it.
    let mut told = BTreeSet::new();
    let lines: Vec<String> =
        problems.iter().map(|problem| format!("{problem}\n")).filter(|line| told.insert(line.clone())).collect();
    if lines.is_empty() {
        let count = files.len();
        return format!("{count} file{} checked, no faults found.\n", if count == 1 { "" } else { "s" }).into();
    }
    Answer { text: lines.concat(), remarks: Vec::new(), wrong: true }
}

/// The file itself, or every RON file below the folder, in order; what links lead to more than once is looked at once.
/// `around` are the folders that this one is in.
fn collect(
    path: &Path,
    around: &mut Vec<PathBuf>,
    seen: &mut BTreeSet<PathBuf>,
    files: &mut Vec<PathBuf>,
    problems: &mut Vec<DataError>,
) {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return;
    }
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if around.contains(&place) {
        let problem = "This folder contains itself through a link. Remove the link.";
        problems.push(DataError::whole(path.display().to_string(), problem));
        return;
    }
    if !seen.insert(place.clone()) {
        return;
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries: Vec<PathBuf> = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect(),
        Err(error) => {
            problems.push(DataError::whole(path.display().to_string(), format!("The folder cannot be read: {error}.")));
            return;
        }
    };
    entries.sort();
    around.push(place);
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|ending| ending == "ron") {
            collect(&entry, around, seen, files, problems);
        }
    }
    around.pop();
}

fn check_file(library: &Library, path: &Path) -> Result<(), DataError> {
    let name = path.display().to_string();
    if path.extension().is_none_or(|ending| ending != "ron") && path.exists() {
        return Err(DataError::whole(name, "This is not a data file: their names end in `.ron`."));
    }
    let text = read_text(&name, path)?;
    let whole = |problem: String| DataError::whole(name.as_str(), problem);
    match kind(path, &name, &text)? {
        Kind::Save => {
            let header = save::header(&name, &text)?;
            rulesets::with(&header.ruleset, Saved { library, name: &name, text: &text }).map_err(whole)?
        }
        Kind::Rulebook => rulebook(library, &name, &text),
        Kind::Lesson(ruleset) => {
            rulesets::with(ruleset, Lesson { library, name: &name, text: &text }).map_err(whole)?
        }
        Kind::Scenario(Some(ruleset)) => {
            rulesets::with(ruleset, Scenario { library, name: &name, text: &text }).map_err(whole)?
        }
        Kind::Scenario(None) => ruleset_of_scenario(library, path, &text).map(drop),
        Kind::Asset(folder, asset) if asset.starts_with("rulebooks/") => {
            rulebook(library, &name, &text)?;
            // The rulebook must also be the one that its place says.
            let expected = asset.trim_start_matches("rulebooks/").trim_end_matches(".ron").to_owned();
            Rulebook::load(&|_| Ok(text.clone()), &expected)
                .map(drop)
                .map_err(|error| renamed(error, &folder, &asset, &name))
        }
        Kind::Asset(folder, asset) => {
            let mut known = false;
            for about in rulesets::all() {
                let table = Table { folder: &folder, asset: &asset, text: &text };
                known |= rulesets::with(about.id, table)
                    .map_err(whole)?
                    .map_err(|error| renamed(error, &folder, &asset, &name))?;
            }
            // Not a table of the rules: a palette, for one. At least it must be RON.
            if known { Ok(()) } else { parse_ron::<IgnoredAny>(&name, &text).map(drop) }
        }
    }
}

/// An error about a file below the assets folder, with the file named as the user named it; another file that the
/// rules read beside it is named with its folder.
fn renamed(error: DataError, folder: &Path, asset: &str, name: &str) -> DataError {
    let file = if error.file == asset { name.to_owned() } else { folder.join(&error.file).display().to_string() };
    DataError { file, ..error }
}

/// What a file is: by the folders it lies in, or else by the fields it has.
fn kind(path: &Path, name: &str, text: &str) -> Result<Kind, DataError> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folders: Vec<Component<'_>> = place.components().collect();
    let last = |folder: &str| folders.iter().rposition(|component| component.as_os_str() == folder);
    if is_saved_game(text) {
        return Ok(Kind::Save);
    }
    if let Some(n) = last("scenarios") {
        let ruleset = folders.get(n + 1).and_then(|folder| folder.as_os_str().to_str());
        let ruleset = ruleset.and_then(|id| rulesets::about(id).ok()).map(|about| about.id);
        let is_lesson = folders.get(n + 2).is_some_and(|folder| folder.as_os_str() == "lessons");
        return Ok(match ruleset {
            Some(ruleset) if is_lesson => Kind::Lesson(ruleset),
            ruleset => Kind::Scenario(ruleset),
        });
    }
    if let Some(n) = last("assets") {
        let asset: Vec<_> = folders[n + 1..].iter().map(|component| component.as_os_str().to_string_lossy()).collect();
        return Ok(Kind::Asset(folders[..=n].iter().collect(), asset.join("/")));
    }
    #[derive(Deserialize)]
    struct Shape {
        chapters: Option<IgnoredAny>,
    }
    let shape: Shape = parse_ron(name, text)?;
    Ok(if shape.chapters.is_some() { Kind::Rulebook } else { Kind::Scenario(None) })
}

fn rulebook(library: &Library, name: &str, text: &str) -> Result<(), DataError> {
    let book = Rulebook::parse(name, text)?;
    let whole = |problem: String| DataError::whole(name, problem);
    let about = rulesets::about(&book.ruleset).map_err(whole)?;
    let (lacks, beyond) = (book.lacks(about.rule_ids), book.beyond(about.rule_ids));
    if !lacks.is_empty() {
        return Err(whole(format!("These rules are missing: {}. Write them, or remove their ids.", lacks.join(", "))));
    }
    if !beyond.is_empty() {
        return Err(whole(format!("These rules have ids the program does not know: {}.", beyond.join(", "))));
    }
    match unknown_examples(library, &book)?.first() {
        Some((rule, scenario)) => {
            let (line, column) = locate(text, &format!("Scenario(\"{scenario}\")"), 0);
            let problem = format!(
                "Rule {rule} names the scenario `{scenario}` as its example, but no such file exists. Name a \
                 file of scenarios/{} without its ending.",
                book.ruleset
            );
            Err(DataError { file: name.to_owned(), line, column, problem })
        }
        None => Ok(()),
    }
}

struct Saved<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
}

impl Visit for Saved<'_> {
    type Answer = Result<(), DataError>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library)?;
        let (game, _) = save::from_text(Arc::clone(&rules), self.name, self.text)?;
        for n in 0..=game.len() {
            rules.audit(game.state_at(n)).map_err(|broken| {
                DataError::whole(self.name, format!("After entry {n} the position is not sound: {broken}"))
            })?;
        }
        Ok(())
    }
}

struct Lesson<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
}

impl Visit for Lesson<'_> {
    type Answer = Result<(), DataError>;

    fn visit<R: Teaching>(self, about: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library)?;
        let lesson = teacher::library::check(self.library, &rules, self.name, self.text)?;
        match lesson.teaches.iter().find(|rule| !about.rule_ids.contains(&rule.as_str())) {
            Some(rule) => {
                let (line, column) = locate(self.text, &format!("\"{rule}\""), 0);
                let problem = format!("No rule is called {rule}. The rulebook lists them all.");
                Err(DataError { file: self.name.to_owned(), line, column, problem })
            }
            None => Ok(()),
        }
    }
}

struct Scenario<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
}

impl Visit for Scenario<'_> {
    type Answer = Result<(), DataError>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let scenario: R::Scenario = parse_ron(self.name, self.text)?;
        let rules = rulesets::load::<R>(self.library)?;
        let begun = rules.begin(&scenario, &mut Seeded::new(0));
        let state = begun.map_err(|halt| {
            let refusal = halt.into_refusal();
            let (line, column) = mentioned(self.text, &refusal.because);
            DataError { file: self.name.to_owned(), line, column, problem: refusal.to_string() }
        })?;
        let unsound = |broken| DataError::whole(self.name, format!("The position is not sound: {broken}"));
        rules.audit(&state).map_err(unsound)
    }
}

/// Where the longest quoted name of the file that a sentence mentions stands, or the file's beginning: a refusal knows
/// the unit or the place, but not the line.
fn mentioned(text: &str, sentence: &str) -> (usize, usize) {
    let (mut best, mut longest) = ((1, 1), 1);
    for (number, line) in text.lines().enumerate() {
        let mut pieces = line.split('"');
        let mut column = 1;
        while let (Some(outside), Some(quoted)) = (pieces.next(), pieces.next()) {
            column += outside.chars().count();
            if quoted.len() > longest && sentence.contains(quoted) {
                (best, longest) = ((number + 1, column), quoted.len());
            }
            column += quoted.chars().count() + 2;
        }
    }
    best
}

/// The ruleset a scenario is for: the one its folder names, or else the one it can be read by.
///
/// # Errors
/// None can read it; what is told is the error of the one whose fields the file has, or of them the one that came furthest.
pub(crate) fn ruleset_of_scenario(library: &Library, path: &Path, text: &str) -> Result<&'static str, DataError> {
    let name = path.display().to_string();
    if let Kind::Scenario(Some(ruleset)) = kind(path, &name, text)? {
        return Ok(ruleset);
    }
    // The ruleset that knows most of the file's fields is the one that was meant.
    let keys: Keys = parse_ron(&name, text)?;
    let whole = |problem: String| DataError::whole(name.as_str(), problem);
    let mut known = Vec::new();
    for about in rulesets::all() {
        known.push((rulesets::with(about.id, Knows(&keys)).map_err(whole)?, about));
    }
    let most = known.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let mut furthest: Option<DataError> = None;
    for (_, about) in known.into_iter().filter(|(count, _)| *count == most) {
        let scenario = Scenario { library, name: &name, text };
        match rulesets::with(about.id, scenario).map_err(whole)? {
            Ok(()) => return Ok(about.id),
            Err(error) => {
                let further =
                    furthest.as_ref().is_none_or(|other| (error.line, error.column) > (other.line, other.column));
                if further {
                    furthest = Some(error);
                }
            }
        }
    }
    Err(furthest.unwrap_or_else(|| DataError::whole(name.as_str(), "No ruleset can read this.")))
}

/// The names of the fields that a file writes.
struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("", &[], KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("fields in brackets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            keys.push(key);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(Keys(keys))
    }
}

struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl Visitor<'_> for KeyVisitor {
            type Value = Key;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("the name of a field")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Key, E> {
                Ok(Key(name.to_owned()))
            }
        }
        deserializer.deserialize_identifier(KeyVisitor)
    }
}

/// How many of a file's fields a ruleset's scenarios have.
struct Knows<'a>(&'a Keys);

impl Visit for Knows<'_> {
    type Answer = usize;

    fn visit<R: Ruleset>(self, _: &About) -> usize {
        let mut fields: &'static [&'static str] = &[];
        // It reads nothing: all that is wanted is the names it is asked for.
        let _ = R::Scenario::deserialize(Names(&mut fields));
        self.0.0.iter().filter(|key| fields.contains(&key.as_str())).count()
    }
}

/// Keeps the names of the fields that a type wants to read.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::custom("nothing is read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A file below an assets folder, put in the place of the one that a ruleset reads.
struct Table<'a> {
    folder: &'a Path,
    asset: &'a str,
    text: &'a str,
}

impl Visit for Table<'_> {
    /// Whether the ruleset reads it.
    type Answer = Result<bool, DataError>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let read = RefCell::new(false);
        let loaded = R::load(&|path| {
            if path == self.asset {
                *read.borrow_mut() = true;
                return Ok(self.text.to_owned());
            }
            read_text(path, &self.folder.join(path))
        });
        loaded.map(|_| read.into_inner())
    }
}
