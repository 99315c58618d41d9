//! Who looks at a game with secrets: one side, or somebody who may know no more than both, or everything.

use panels::computer::Watch;
use tabletop::Ruleset;

/// Whose knowledge is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes<S> {
    /// One side's.
    Of(S),
    /// What both know.
    Both([S; 2]),
    /// Everything.
    All,
}

impl<S: Copy> Eyes<S> {
    /// Those of somebody who watches two computers.
    pub fn watching(sides: &[S], watch: Watch) -> Self {
        let (Some(first), Some(second)) = (sides.first(), sides.last()) else { return Self::All };
        match watch {
            Watch::Common => Self::Both([*first, *second]),
            Watch::First => Self::Of(*first),
            Watch::Second => Self::Of(*second),
            Watch::Everything => Self::All,
        }
    }

    /// The sides who must all be allowed to know something before it is shown; none if everything is.
    pub fn readers(&self) -> &[S] {
        match self {
            Self::Of(side) => std::slice::from_ref(side),
            Self::Both(sides) => sides,
            Self::All => &[],
        }
    }

    /// The position as these eyes see it.
    pub fn look<R: Ruleset<Side = S>>(&self, rules: &R, state: &R::State) -> R::State {
        self.readers().iter().fold(state.clone(), |seen, side| rules.view(&seen, *side))
    }

    /// What these eyes notice of events that led to a position.
    pub fn notice<R: Ruleset<Side = S>>(&self, rules: &R, state: &R::State, events: Vec<R::Event>) -> Vec<R::Event> {
        self.readers()
            .iter()
            .fold(events, |events, side| events.iter().filter_map(|event| rules.seen(event, state, *side)).collect())
    }
}
