//! What each term is worth to each side: data, made by `referee tune`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabletop::{DataError, parse_ron};

use crate::level::Level;
use crate::thinking::{MOST_TERMS, Thinking};

/// The weights of both sides, in the order of the ruleset's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    sides: [[i64; MOST_TERMS]; 2],
}

/// The weights of one side as the file has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// The side's name.
    pub side: String,
    /// The levels that think so.
    pub levels: Vec<Level>,
    /// What one of each term is worth. A term that is not named keeps a beginner's weight.
    pub weights: BTreeMap<String, i64>,
}

/// The file of a ruleset's weights, below the assets folder.
pub fn file_of<R: Thinking>() -> String {
    format!("opponents/{}.ron", R::ID)
}

impl Weights {
    /// A beginner's weights: those of the terms themselves.
    pub fn plain<R: Thinking>() -> Self {
        let mut sides = [[0; MOST_TERMS]; 2];
        for (n, term) in R::TERMS.iter().enumerate() {
            sides[0][n] = term.plain[0];
            sides[1][n] = term.plain[1];
        }
        Self { sides }
    }

    /// The weights of a level, from the ruleset's file. `read` gives the text of a file below the assets folder.
    ///
    /// # Errors
    /// The file cannot be read, or names a side or a term that there is not.
    pub fn load<R: Thinking>(
        read: &dyn Fn(&str) -> Result<String, DataError>,
        level: Level,
    ) -> Result<Self, DataError> {
        let file = file_of::<R>();
        let written: Vec<WeightsFile> = parse_ron(&file, &read(&file)?)?;
        Self::of::<R>(&written, level).map_err(|problem| DataError::whole(file, problem))
    }

    /// The weights of a level as a file has them.
    ///
    /// # Errors
    /// A sentence on the side or term that there is not.
    pub fn of<R: Thinking>(written: &[WeightsFile], level: Level) -> Result<Self, String> {
        let mut weights = Self::plain::<R>();
        for part in written {
            let side = seats::<R>().iter().position(|name| *name == part.side);
            let side = side.ok_or_else(|| format!("There is no side `{}` in {}.", part.side, R::TITLE))?;
            for (name, weight) in &part.weights {
                let term = R::TERMS.iter().position(|term| term.name == name);
                let term = term.ok_or_else(|| format!("There is no term `{name}` in {}.", R::TITLE))?;
                if part.levels.contains(&level) {
                    weights.sides[side][term] = *weight;
                }
            }
        }
        Ok(weights)
    }

    /// Puts the weights of the side in this seat into a file's parts, for one level. The other levels and the other side keep theirs.
    pub fn put_into<R: Thinking>(&self, written: &mut Vec<WeightsFile>, level: Level, seat: usize) {
        let name = seats::<R>()[seat.min(1)];
        for part in written.iter_mut().filter(|part| part.side == name) {
            part.levels.retain(|other| *other != level);
        }
        written.retain(|part| !part.levels.is_empty());
        let weights = R::TERMS.iter().zip(self.of_seat(seat)).map(|(term, weight)| (term.name.to_owned(), *weight));
        written.push(WeightsFile { side: name.to_owned(), levels: vec![level], weights: weights.collect() });
    }

    /// What one of each term is worth to the side in this seat, from 0.
    pub fn of_seat(&self, seat: usize) -> &[i64; MOST_TERMS] {
        &self.sides[seat.min(1)]
    }

    pub(crate) fn seat_mut(&mut self, seat: usize) -> &mut [i64; MOST_TERMS] {
        &mut self.sides[seat.min(1)]
    }
}

/// The names of both sides.
fn seats<R: Thinking>() -> [&'static str; 2] {
    R::SEATS.map(R::side_name)
}
