//! What the player likes: one RON file in the configuration folder of the desktop.

use std::path::{Path, PathBuf};
use tabletop::between;

use bevy::prelude::*;
use panels::screens::Settings as Likings;
use tabletop::disk::{self, NotRead, write_atomically};

/// The settings in use.
#[derive(Resource, Clone, Debug, PartialEq, Deref, DerefMut)]
pub struct Settings(pub Likings);

impl Settings {
    /// Reads the settings of a folder. A missing file means the usual ones; a damaged one too, with a sentence that says so.
    pub fn read(folder: &Path) -> (Self, Option<String>) {
        let file = file(folder);
        let (likings, problem) = match disk::read(&file) {
            Ok(bytes) => match understood(&bytes) {
                Ok((likings, unknown)) if unknown.is_empty() => (likings, None),
                Ok((likings, unknown)) => (
                    likings,
                    Some(format!(
                        "The settings in {} contain entries this program does not know: {}. The others are in use.",
                        file.display(),
                        unknown.join(", ")
                    )),
                ),
                Err(error) => (
                    Likings::default(),
                    Some(format!(
                        "The settings in {} cannot be read ({error}); the defaults are in use.",
                        file.display()
                    )),
                ),
            },
            Err(NotRead::Missing) => (Likings::default(), None),
            Err(error) => {
                (Likings::default(), Some(format!("The settings in {} cannot be read: {error}", file.display())))
            }
        };
        (Self(bounded(likings)), problem)
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let file = file(folder);
        let failed = |why: String| format!("The settings cannot be saved in {}: {why}.", file.display());
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(&self.0, pretty).map_err(|error| failed(error.to_string()))?;
        std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
        write_atomically(&file, &text).map_err(|error| error.to_string())
    }
}

/// Settings as they were written, and the names among them that mean nothing.
fn understood(text: &[u8]) -> Result<(Likings, Vec<String>), String> {
    let mut reader = ron::Deserializer::from_bytes(text).map_err(|error| error.to_string())?;
    let mut unknown = Vec::new();
    let likings = serde_ignored::deserialize(&mut reader, |path| unknown.push(format!("`{path}`")))
        .map_err(|error| reader.span_error(error).to_string())?;
    reader.end().map_err(|error| reader.span_error(error).to_string())?;
    Ok((likings, unknown))
}

/// The settings with every number in its range.
fn bounded(mut likings: Likings) -> Likings {
    likings.scale = if likings.scale.is_finite() { between(likings.scale, 0.75, 2.0) } else { 1.0 };
    likings.volume = likings.volume.min(100);
    likings
}

fn file(folder: &Path) -> PathBuf {
    folder.join("settings.ron")
}

#[cfg(test)]
mod tests {
    use super::*;
    use panels::screens::Speed;

    #[test]
    fn settings_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::read(folder.path()), (Settings(Likings::default()), None));
        let settings = Settings(Likings { scale: 1.5, speed: Speed::Fourfold, log: false, ..Likings::default() });
        settings.write(&folder.path().join("new")).unwrap();
        assert_eq!(Settings::read(&folder.path().join("new")), (settings, None));
    }

    #[test]
    fn a_damaged_file_is_said_and_survived() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.ron"), "(scale: banana").unwrap();
        let (settings, problem) = Settings::read(folder.path());
        assert_eq!(settings.0, Likings::default());
        assert!(problem.unwrap().contains("settings.ron"));
    }

    #[test]
    fn names_that_mean_nothing_are_said_and_the_rest_is_used() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.ron"), "(scale: 1.5, sclae: 2.0, sound: Off)").unwrap();
        let (settings, problem) = Settings::read(folder.path());
        assert_eq!(settings.scale, 1.5);
        let problem = problem.unwrap();
        assert!(problem.contains("`sclae`, `sound`") && problem.contains("settings.ron"), "{problem}");
    }

    #[test]
    fn numbers_out_of_range_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.ron"), "(scale: 40.0, volume: 250)").unwrap();
        let (settings, problem) = Settings::read(folder.path());
        assert_eq!((settings.scale, settings.volume, problem), (2.0, 100, None));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        std::fs::write(&taken, "").unwrap();
        let problem = Settings(Likings::default()).write(&taken).unwrap_err();
        assert!(problem.starts_with("The settings cannot be saved in") && problem.ends_with('.'), "{problem}");
    }
}
