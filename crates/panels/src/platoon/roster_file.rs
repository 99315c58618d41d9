//! Forces of both sides under a name, as a short file.

use tabletop::files::write_ron;
use tabletop::{DataError, parse_ron};

use super::roster::{CACHES, DUMMIES, MOST, Roster, TRAPS, TURNS};
use platoon::Side;

impl Roster {
    /// Both sides with their markers and options as a short file.
    ///
    /// # Errors
    /// What cannot be written, in a sentence.
    pub fn text(&self) -> Result<String, String> {
        write_ron(self)
    }
}

/// Reads forces of both sides.
///
/// # Errors
/// What is wrong, with line and column.
pub fn read_roster(file: &str, text: &str) -> Result<Roster, DataError> {
    let roster: Roster = parse_ron(file, text)?;
    let fits = [
        (
            [Side::Allied, Side::Vc].iter().all(|side| roster.side(*side).count() <= MOST),
            "more squads than a side may have",
        ),
        (roster.dummies <= DUMMIES && roster.caches <= CACHES && roster.traps.len() <= TRAPS, "too many markers"),
        ((1..=TURNS).contains(&roster.turns), "an impossible number of turns"),
    ];
    match fits.into_iter().find(|(fits, _)| !fits) {
        Some((_, what)) => Err(DataError::whole(
            file,
            format!("These forces have {what}. Put them together again on the page of forces."),
        )),
        None => Ok(roster),
    }
}
