//! The saving roll. Rule P-save.

use serde::Serialize;
use table::Terrain;
use tabletop::between;

use crate::Platoon;
use crate::state::State;
use crate::tables::Number;
use crate::troops::{Kind, SquadId};

/// The rows of the saving table. Rule P-save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shelter {
    /// Jungle, a building, a bunker, armour.
    Close,
    /// A village, a paddy, a soft vehicle.
    Village,
    Open,
}

impl Shelter {
    /// The row of a kind of terrain.
    pub fn of(terrain: Terrain) -> Self {
        match terrain {
            Terrain::Jungle
            | Terrain::Forest
            | Terrain::Bamboo
            | Terrain::Hooch
            | Terrain::Masonry
            | Terrain::Bunker => Self::Close,
            Terrain::Village | Terrain::DryPaddy | Terrain::WetPaddy | Terrain::Bund => Self::Village,
            _ => Self::Open,
        }
    }

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Close => "in close terrain, a building or armour",
            Self::Village => "in a village, a paddy or a soft vehicle",
            Self::Open => "as in the open",
        }
    }
}

/// What a figure must throw to be saved, and why. Rule P-save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Save {
    /// The row of the table.
    pub shelter: Shelter,
    /// The number in that row.
    pub row: u8,
    /// Whether a flak jacket helps.
    pub flak: bool,
    /// Whether lying down does.
    pub prone: bool,
    /// Whether it is one of the villagers, who are saved less.
    pub peasant: bool,
    /// What the die must show: a natural 1 fails and a natural 6 saves. Ruling P-R19.
    pub needs: u8,
}

/// What a figure must throw to be saved.
pub(crate) fn needed(rules: &Platoon, state: &State, squad: SquadId, figure: usize) -> Save {
    let numbers = &rules.tables().numbers;
    let it = state.squad(squad);
    let carrier = it.and_then(|s| s.aboard).and_then(|v| state.squad(v)).map(|v| v.kind);
    let shelter = match carrier.or(it.map(|s| s.kind).filter(|kind| kind.is_vehicle())) {
        Some(Kind::Apc | Kind::Tank) => Shelter::Close,
        Some(Kind::Soft | Kind::Boat) => Shelter::Village,
        Some(_) => Shelter::Open,
        None => it.map_or(Shelter::Open, |s| Shelter::of(state.ground_of(s, figure))),
    };
    let row = match shelter {
        Shelter::Close => numbers.save_close.value,
        Shelter::Village => numbers.save_village.value,
        Shelter::Open => numbers.save_open.value,
    };
    let man = it.and_then(|s| s.figures.get(figure));
    let (flak, prone) = (man.is_some_and(|f| f.flak), man.is_some_and(|f| f.prone));
    let peasant = it.is_some_and(|s| s.kind == Kind::Peasants);
    let counts = |so: bool, number: &Number| if so { number.value } else { 0 };
    let helps = counts(flak, &numbers.save_flak) + counts(prone, &numbers.save_prone);
    let needs = between((row + counts(peasant, &numbers.save_peasant)).saturating_sub(helps), 2, 6);
    Save { shelter, row, flak, prone, peasant, needs }
}
