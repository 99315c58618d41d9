//! `pointman picture`: a position as a PNG, without any display.

use artwork::{Palette, PaletteChoice};
use block_by_block::BlockByBlock;
use tabletop::Ruleset;

use crate::asked::kit_of_file;
use crate::cli::Picture;
use crate::shell::start::{fresh_seed, from_file};
use crate::shell::table::Table;

/// Draws the position of a file.
///
/// # Errors
/// One sentence: what is wrong with the file, the palette or the place to write to.
pub fn draw(task: &Picture) -> Result<(), String> {
    let table = Table::read()?;
    let palette = named_palette(task.palette.as_deref())?;
    // A scenario without set-up dice looks the same whatever the seed.
    let kit = kit_of_file(&task.save)?;
    if kit.id != BlockByBlock::ID {
        return Err(format!(
            "{}: pictures are drawn of {} only, this is {}.",
            task.save.display(),
            BlockByBlock::TITLE,
            kit.title
        ));
    }
    let game = from_file(&task.save, &table.rules, fresh_seed(Some(1)))?.game;
    let picture = artwork::picture(&table.rules, game.state(), &Palette::built_in(palette), task.size)
        .map_err(|error| format!("the picture cannot be drawn: {error}"))?;
    std::fs::write(&task.out, picture)
        .map_err(|error| format!("the picture cannot be written to {}: {error}.", task.out.display()))
}

/// The palette with this name; the usual one without a name.
///
/// # Errors
/// One sentence that lists the palettes there are.
pub fn named_palette(name: Option<&str>) -> Result<PaletteChoice, String> {
    let Some(name) = name else { return Ok(PaletteChoice::default()) };
    PaletteChoice::named(name).ok_or_else(|| {
        let names: Vec<&str> = PaletteChoice::ALL.iter().map(|p| p.name()).collect();
        format!("there is no palette `{name}`: choose one of {}.", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn task(save: PathBuf, out: PathBuf) -> Picture {
        Picture { save, out, size: (320, 208), palette: None }
    }

    #[test]
    fn a_scenario_is_drawn_in_the_size_that_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("hue.png");
        let scenario = Table::read().unwrap().library.root().join("scenarios/block-by-block/historical.ron");
        draw(&task(scenario, out.clone())).unwrap();
        let png = std::fs::read(out).unwrap();
        assert_eq!(&png[1..4], b"PNG");
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (320, 208));
    }

    #[test]
    fn what_is_wrong_is_said_in_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let nothing = draw(&task(folder.path().join("none.ron"), folder.path().join("a.png"))).unwrap_err();
        assert!(nothing.contains("no such file"), "{nothing}");
        assert!(named_palette(Some("mauve")).unwrap_err().contains("colour-safe"));
    }
}
