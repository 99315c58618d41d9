//! Where the project's data lie: the folder with `assets/` and `scenarios/`, and how its files are read.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

pub use crate::notation::{is_usual, locate, parse_ron, parse_ron_borrowed, piece_place, write_ron, write_ron_line};
use crate::{DataError, Ruleset, disk};

/// The environment variable that names the folder with the data.
pub const HOME_VARIABLE: &str = "POINTMAN_HOME";

/// The project's data were not found; printed as one sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoLibrary(String);

/// The folder that holds `assets/` and `scenarios/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    root: PathBuf,
}

/// A scenario file of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScenarioFile {
    /// The file's name without its ending: what `--scenario` takes.
    pub name: String,
    pub path: PathBuf,
}

impl Library {
    /// Looks in the folder that `POINTMAN_HOME` names; without it beside the program, in every folder above and in
    /// `share/pointman` there, where packages put the data, then in the current folder and every folder above.
    ///
    /// # Errors
    /// A sentence that says what was looked for and how to help.
    pub fn find() -> Result<Self, NoLibrary> {
        Self::find_from(env::var_os(HOME_VARIABLE), env::current_exe().ok(), env::current_dir().ok())
    }

    /// As [`Library::find`], with what it would have asked the system for.
    ///
    /// # Errors
    /// As [`Library::find`].
    pub fn find_from(
        home: Option<OsString>,
        program: Option<PathBuf>,
        folder: Option<PathBuf>,
    ) -> Result<Self, NoLibrary> {
        if let Some(home) = home.filter(|home| !home.is_empty()) {
            return Self::at(PathBuf::from(home)).map_err(|NoLibrary(reason)| {
                NoLibrary(format!("{HOME_VARIABLE} is set, but {} Correct it or unset it.", lower_first(&reason)))
            });
        }
        let beside = program.as_deref().and_then(Path::parent).into_iter().flat_map(Path::ancestors);
        let beside = beside.flat_map(|folder| [folder.to_path_buf(), folder.join("share/pointman")]);
        let around = folder.as_deref().into_iter().flat_map(Path::ancestors).map(Path::to_path_buf);
        beside.chain(around).find_map(|folder| Self::at(folder).ok()).ok_or_else(|| {
            NoLibrary(format!(
                "The game data were not found: no folder beside the program or around the current folder holds \
                 `assets` and `scenarios`. Start in the project's folder, or name that folder in \
                 {HOME_VARIABLE}."
            ))
        })
    }

    /// The data in `root`.
    ///
    /// # Errors
    /// `root` does not hold both folders.
    pub fn at(root: PathBuf) -> Result<Self, NoLibrary> {
        for folder in ["assets", "scenarios"] {
            if !root.join(folder).is_dir() {
                return Err(NoLibrary(format!("The folder {} holds no folder `{folder}`.", root.display())));
            }
        }
        Ok(Self { root })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where an asset lies; `path` is relative to the assets folder.
    pub fn asset(&self, path: &str) -> PathBuf {
        self.root.join("assets").join(path)
    }

    /// The text of an asset; `path` is relative to the assets folder and also names the file in errors.
    ///
    /// # Errors
    /// The file is not there, cannot be read, or is not UTF-8 text.
    pub fn read(&self, path: &str) -> Result<String, DataError> {
        read_text(path, &self.asset(path))
    }

    /// The rules of a game with the tables of this library.
    ///
    /// # Errors
    /// The first table that is missing or wrong.
    pub fn load<R: Ruleset>(&self) -> Result<R, DataError> {
        R::load(&|path| self.read(path))
    }

    /// The scenario files of a ruleset, by name. A ruleset without a folder has none.
    ///
    /// # Errors
    /// The folder is there and cannot be read.
    pub fn scenarios(&self, ruleset: &str) -> Result<Vec<ScenarioFile>, DataError> {
        let folder = self.root.join("scenarios").join(ruleset);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let unreadable = |error: std::io::Error| {
            DataError::whole(folder.display().to_string(), format!("The folder cannot be read: {error}."))
        };
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension() == Some(OsStr::new("ron"))
                && let Some(name) = path.file_stem()
            {
                files.push(ScenarioFile { name: name.to_string_lossy().into_owned(), path });
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads a scenario: one of [`Library::scenarios`] by its name, or any file by its path.
    ///
    /// # Errors
    /// No such scenario (the sentence lists those there are), or a file that cannot be read or is wrong.
    pub fn scenario<R: Ruleset>(&self, name_or_path: &str) -> Result<R::Scenario, DataError> {
        let known = self.scenarios(R::ID)?;
        let path = match known.iter().find(|file| file.name == name_or_path) {
            Some(file) => file.path.clone(),
            None if Path::new(name_or_path).is_file() => PathBuf::from(name_or_path),
            None => {
                let names: Vec<_> = known.iter().map(|file| format!("`{}`", file.name)).collect();
                let there = match names.as_slice() {
                    [] => format!("No scenarios of {} exist yet.", R::ID),
                    names => format!("The scenarios of {} are {}.", R::ID, names.join(", ")),
                };
                return Err(DataError::whole(
                    name_or_path,
                    format!("This is not a scenario's name or a file. {there}"),
                ));
            }
        };
        let file = path.display().to_string();
        parse_ron(&file, &read_text(&file, &path)?)
    }
}

/// The text of any file; `name` is what errors call it.
///
/// # Errors
/// The file is not there, cannot be read, or is not UTF-8 text; then the place of the first wrong byte is told.
pub fn read_text(name: &str, path: &Path) -> Result<String, DataError> {
    let bytes = disk::read(path).map_err(|problem| DataError::whole(name, problem.to_string()))?;
    text_of(name, bytes)
}

/// Bytes as text; `name` is what errors call the file they are from.
pub(crate) fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, DataError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        let start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = 1 + String::from_utf8_lossy(&good[start..]).chars().count();
        let problem = "This is not text in UTF-8. Save the file with that encoding.".to_owned();
        DataError { file: name.to_owned(), line, column, problem }
    })
}

/// Reads one of a ruleset's data files with what [`Ruleset::load`] is given, and makes of it what the rules use; `check` says in a
/// sentence what is wrong with a file that can be read. A file that needs no check is taken with [`Ok`].
///
/// # Errors
/// The file cannot be read, its text is not what it should be, or `check` does not take it.
pub fn table<T: DeserializeOwned, U>(
    read: &dyn Fn(&str) -> Result<String, DataError>,
    file: &str,
    check: impl FnOnce(T) -> Result<U, String>,
) -> Result<U, DataError> {
    let text = read(file)?;
    check(parse_ron(file, &text)?).map_err(|problem| DataError::whole(file, problem))
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with `assets/`, `scenarios/toy/` and a program folder three levels below.
    fn home() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for folder in ["assets/tables", "scenarios/toy", "target/debug/deps"] {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        home
    }

    #[test]
    fn a_table_is_read_and_checked_and_its_faults_name_the_file() {
        let read = |file: &str| match file {
            "three.ron" => Ok("3".to_owned()),
            "words.ron" => Ok("\"three\"".to_owned()),
            _ => Err(DataError::whole(file, "There is no such file.")),
        };
        let even = |n: u8| if n.is_multiple_of(2) { Ok(n / 2) } else { Err("Odd.".to_owned()) };
        assert_eq!(table(&read, "three.ron", Ok::<u8, String>), Ok(3));
        assert_eq!(table(&read, "three.ron", even).unwrap_err().to_string(), "three.ron:1:1: Odd.");
        assert!(table(&read, "words.ron", even).unwrap_err().to_string().starts_with("words.ron:1:1: "));
        assert!(table(&read, "none.ron", even).unwrap_err().to_string().ends_with("There is no such file."));
    }

    #[test]
    fn the_variable_is_asked_first_then_the_program_then_the_current_folder() {
        let (named, beside, around) = (home(), home(), home());
        let empty = tempfile::tempdir().unwrap();
        let program = Some(beside.path().join("target/debug/pointman"));
        let folder = Some(around.path().join("scenarios/toy"));
        let find = Library::find_from;
        let root = |library: Result<Library, NoLibrary>| library.unwrap().root().to_path_buf();
        assert_eq!(root(find(Some(named.path().into()), program.clone(), folder.clone())), named.path());
        assert_eq!(root(find(Some(OsString::new()), program.clone(), folder.clone())), beside.path());
        assert_eq!(root(find(None, Some(empty.path().join("pointman")), folder.clone())), around.path());
        let wrong = find(Some(empty.path().into()), program, folder).unwrap_err().to_string();
        assert!(wrong.starts_with("POINTMAN_HOME is set, but the folder "), "{wrong}");
        let nowhere = find(None, None, Some(empty.path().to_path_buf())).unwrap_err().to_string();
        assert!(nowhere.contains("Start in the project's folder"), "{nowhere}");
        assert!(!nowhere.contains('\n'));
    }

    #[test]
    fn an_installed_program_finds_the_data_of_its_package() {
        let (system, around) = (tempfile::tempdir().unwrap(), home());
        let share = system.path().join("usr/share/pointman");
        for folder in ["assets", "scenarios"] {
            fs::create_dir_all(share.join(folder)).unwrap();
        }
        let program = Some(system.path().join("usr/bin/pointman"));
        let found = Library::find_from(None, program, Some(around.path().to_path_buf())).unwrap();
        assert_eq!(found.root(), share);
    }

    #[test]
    fn scenarios_are_listed_by_name_and_only_the_ron_files() {
        let home = home();
        for name in ["b.ron", "a.ron", "notes.txt"] {
            fs::write(home.path().join("scenarios/toy").join(name), "()").unwrap();
        }
        let library = Library::at(home.path().to_path_buf()).unwrap();
        let names: Vec<_> = library.scenarios("toy").unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(library.scenarios("chess").unwrap(), []);
    }

    #[test]
    fn a_missing_file_a_folder_and_foreign_bytes_are_told_apart() {
        let home = home();
        let library = Library::at(home.path().to_path_buf()).unwrap();
        fs::write(library.asset("tables/latin.ron"), b"(\n  Hu\xe9)").unwrap();
        let said = |path: &str| library.read(path).unwrap_err().to_string();
        assert_eq!(
            said("tables/none.ron"),
            "tables/none.ron:1:1: There is no such file. Check the name and the folder."
        );
        assert_eq!(said("tables"), "tables:1:1: This is a folder. Name a file in it.");
        assert!(said("tables/latin.ron").starts_with("tables/latin.ron:2:5: This is not text in UTF-8."));
    }
}
