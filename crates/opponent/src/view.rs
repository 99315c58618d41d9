//! What a side may know: all that a mind is ever given.

use tabletop::Ruleset;

/// A position as a side may know it. It can only be made by [`Ruleset::view`].
#[derive(Clone, Debug)]
pub struct View<R: Ruleset> {
    seen: R::State,
    side: R::Side,
}

impl<R: Ruleset> View<R> {
    /// What `side` may know of a position.
    pub fn of(rules: &R, state: &R::State, side: R::Side) -> Self {
        Self { seen: rules.view(state, side), side }
    }

    /// The position with what the side may not know taken out.
    pub fn seen(&self) -> &R::State {
        &self.seen
    }

    /// Whose view it is.
    pub fn side(&self) -> R::Side {
        self.side
    }
}
