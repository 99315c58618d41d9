//! Sets of hexes of the map, a bit for each.

/// Hexes by their numbers on the map ([`crate::map::Map::number`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct HexSet(Vec<u64>);

impl HexSet {
    /// An empty set for a map with so many hexes.
    pub fn for_map(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    /// Adds a hex.
    pub fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Whether a hex is in it.
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Takes all hexes out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether it is what two others have in common.
    pub fn is_common(&self, one: &Self, other: &Self) -> bool {
        self.0.iter().zip(one.0.iter().zip(&other.0)).all(|(word, (a, b))| *word == a & b)
    }

    /// Becomes what is in both.
    pub fn intersection(&mut self, one: &Self, other: &Self) {
        self.0.clear();
        self.0.extend(one.0.iter().zip(&other.0).map(|(a, b)| a & b));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The hexes, row by row.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}
