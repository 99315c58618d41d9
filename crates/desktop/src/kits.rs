//! The rulesets as the pages around the game know them: by name, without their types.

use std::path::Path;
use std::sync::Arc;

use artwork::{Palette, PaletteChoice, Picture, muster};
use bevy::prelude::*;
use block_by_block::BlockByBlock;
use panels::screens::ScenarioLine;
use panels::theme::SideMark;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::DataError;
use tabletop::agreement::{Agreement, agreed};
use tabletop::dice::Seeded;
use tabletop::save;

use crate::shell::dialog::{Busy, busy};
use crate::shell::game::Play;
use crate::shell::screen::{OnTable, Screen};
use crate::shell::staged::Staged;
use crate::shell::start::{Seeds, Source, open};
use crate::shell::storage::{Opening, Storage};
use crate::shell::table::Table;

/// How wide the picture of a board is, in pixels: on a page of its own, and in the list of saved games.
const PICTURE: u32 = 1200;
const SAVED_PICTURE: u32 = 480;

/// How many pieces stand in a row of the forces, and how many pixels each has.
const MUSTER: (usize, u32) = (20, 60);

/// A ruleset without its types.
pub struct Kit {
    pub id: &'static str,
    pub title: &'static str,
    /// The scenario it opens with when it is named alone.
    pub opening: &'static str,
    /// Both sides, in the order of the rulebook.
    pub sides: fn() -> [SideMark; 2],
    /// Whether anything is hidden from a side in it.
    pub hides: bool,
    /// Its scenarios by file name, each as a line of the list or with what is wrong with it.
    pub scenarios: fn(&Table) -> Result<Vec<Shelved>, String>,
    /// One of them, with what the players agreed on.
    pub scenario: fn(&Table, &str, &[Agreement]) -> Shelved,
    /// What draws the board of one of them as both sides see it when the game begins, for any thread.
    pub picture: fn(&Table, &str, PaletteChoice) -> Option<Draw>,
    /// What draws the forces of a scenario as both sides know them when the game begins, for any thread.
    pub forces: fn(&Table, &str, PaletteChoice) -> Option<Draw>,
    /// What draws the board of a saved game as both sides see it, for any thread.
    pub saved_picture: fn(&Table, &Path, PaletteChoice) -> Draw,
    /// Whether a text is a scenario of it.
    pub reads: fn(&str) -> bool,
    /// Whether something can be opened, and why not.
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests ask without opening"))]
    pub try_open: fn(&Table, &Source, Seeds) -> Result<(), String>,
    /// Opens a game before there is a window.
    pub launch: fn(&Table, &Source, Seeds, &mut Storage) -> Result<Launch, String>,
}

/// Draws a board; nothing if there is none.
pub type Draw = Box<dyn FnOnce() -> Option<Picture> + Send>;

/// A game that was opened before there is a window.
pub struct Launch {
    /// Lays it on the table of a window.
    pub lay: Box<dyn FnOnce(&mut App)>,
    /// What came of saving it.
    pub kept: Result<(), String>,
}

/// A scenario in the list of its ruleset: the name of its file, and what it is or what is wrong with it.
pub type Shelved = (String, Result<ScenarioLine, DataError>);

impl Kit {
    const fn of<R: Staged>() -> Self {
        Self {
            id: R::ID,
            title: R::TITLE,
            opening: R::OPENING,
            sides: || R::SEATS.map(R::mark),
            hides: R::HIDES,
            scenarios: scenarios::<R>,
            scenario: scenario::<R>,
            picture: picture::<R>,
            forces: forces::<R>,
            saved_picture: saved_picture::<R>,
            reads: |text| tabletop::files::parse_ron::<R::Scenario>("scenario", text).is_ok(),
            try_open: |table, source, seeds| open::<R>(table, source, seeds).map(|_| ()),
            launch: launch::<R>,
        }
    }
}

/// Every ruleset, in the order of the title page.
pub static ALL: [Kit; 4] =
    [Kit::of::<BlockByBlock>(), Kit::of::<SearchAndDestroy>(), Kit::of::<Platoon>(), Kit::of::<Skirmish>()];

/// The ruleset with this id.
pub fn named(id: &str) -> Option<&'static Kit> {
    ALL.iter().find(|kit| kit.id == id)
}

fn scenarios<R: Staged>(table: &Table) -> Result<Vec<Shelved>, String> {
    let files = table.library.scenarios(R::ID).map_err(|error| error.to_string())?;
    let mut scenarios: Vec<Shelved> = files.into_iter().map(|file| scenario::<R>(table, &file.name, &[])).collect();
    // The one that shows the whole game first, the others after it.
    scenarios.sort_by_key(|(name, _)| (name != R::OPENING, name.clone()));
    Ok(scenarios)
}

fn scenario<R: Staged>(table: &Table, name: &str, agreements: &[Agreement]) -> Shelved {
    let rules = R::rules(table);
    let line = table.library.scenario::<R>(name).map(|scenario| {
        let written = rules.variants(&scenario).iter().map(|variant| variant.chosen).collect();
        let scenario = agreed(&**rules, scenario, agreements);
        ScenarioLine {
            briefing: rules.briefing(&scenario),
            variants: rules.variants(&scenario),
            written,
            beside: R::beside(&scenario),
            computer: R::PLAYS_BESIDE,
            ..R::line(&scenario)
        }
    });
    (name.to_owned(), line)
}

fn picture<R: Staged>(table: &Table, name: &str, palette: PaletteChoice) -> Option<Draw> {
    at_the_start::<R>(table, name, palette, |rules, known, palette| rules.board_picture(known, palette, PICTURE))
}

fn forces<R: Staged>(table: &Table, name: &str, palette: PaletteChoice) -> Option<Draw> {
    at_the_start::<R>(table, name, palette, |rules, known, palette| {
        muster(&rules.forces(known, palette), MUSTER.0, MUSTER.1, palette.panel.table)
    })
}

/// Draws something of a scenario as both sides know it when the game begins; nothing of one that is played beside a real table.
fn at_the_start<R: Staged>(
    table: &Table,
    name: &str,
    palette: PaletteChoice,
    draw: impl FnOnce(&R, &R::State, &Palette) -> Option<Picture> + Send + 'static,
) -> Option<Draw> {
    let scenario = table.library.scenario::<R>(name).ok().filter(|scenario| !R::beside(scenario))?;
    let rules = Arc::clone(R::rules(table));
    Some(Box::new(move || {
        let state = rules.begin(&scenario, &mut Seeded::new(1)).ok()?;
        draw(&rules, &rules.known_to_all(&state), &Palette::built_in(palette))
    }))
}

fn saved_picture<R: Staged>(table: &Table, path: &Path, palette: PaletteChoice) -> Draw {
    let (rules, path) = (Arc::clone(R::rules(table)), path.to_owned());
    Box::new(move || {
        let (game, _) = save::read(Arc::clone(&rules), &path).ok().filter(|(game, _)| !R::beside(game.scenario()))?;
        rules.board_picture(&rules.known_to_all(game.state()), &Palette::built_in(palette), SAVED_PICTURE)
    })
}

fn launch<R: Staged>(table: &Table, source: &Source, seeds: Seeds, storage: &mut Storage) -> Result<Launch, String> {
    let opened = open::<R>(table, source, seeds)?;
    match storage.open(&opened.game, opened.read()) {
        Opening::Ours(kept) => {
            let game = opened.game;
            let lay = Box::new(|app: &mut App| {
                app.insert_resource(Play::new(game)).insert_state(Screen::Game).insert_state(OnTable::of::<R>());
            });
            Ok(Launch { lay, kept })
        }
        Opening::Busy(path) => {
            let lay = Box::new(|app: &mut App| _ = app.insert_resource(busy(Busy { ruleset: R::ID, path })));
            Ok(Launch { lay, kept: Ok(()) })
        }
    }
}
