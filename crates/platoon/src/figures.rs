//! Figures of a squad, as a set.

use serde::{Deserialize, Serialize};

/// Figures of one squad by their places, from 0. In files a number whose lowest bit stands for figure 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Figures(u16);

impl Figures {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// As many as a squad may have.
    pub const ALL: Self = Self(u16::MAX);

    /// Whether the figure at this place is among them.
    pub const fn has(self, place: usize) -> bool {
        place < 16 && self.0 >> place & 1 == 1
    }

    /// Whether nobody is among them.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Their places, upwards.
    pub fn each(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |place| self.has(*place))
    }

    /// Those of either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those of both.
    #[must_use]
    pub const fn of(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the other.
    #[must_use]
    pub const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Of these figures those, of all others the same as before.
    #[must_use]
    pub(crate) const fn said(self, of: Self, those: Self) -> Self {
        self.except(of).and(those.of(of))
    }

    /// A number of figures, where nothing is said of who they are: in games saved before P-R64.
    pub fn counted(count: u8) -> Self {
        Self(count.into())
    }

    /// That number.
    pub(crate) fn as_count(self) -> usize {
        self.0.into()
    }
}

impl FromIterator<usize> for Figures {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        Self(places.into_iter().filter(|place| *place < 16).fold(0, |all, place| all | 1 << place))
    }
}
