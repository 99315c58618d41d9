//! Refusals before anybody has asked for them in words.

use std::fmt::Display;

use crate::{Halt, Refusal, RuleId};

/// What is wrong, or what to do instead, before it is a sentence. `P` is what sentences of a ruleset speak of: a place, a length,
/// a number. [`said!`](crate::said) makes those that speak of something.
#[derive(Clone, Debug)]
pub enum Because<P> {
    /// In these words.
    Said(&'static str),
    /// In words around one thing.
    One(fn(String) -> String, P),
    /// In words around two things.
    Two(fn(String, String) -> String, P, P),
    /// In words around three things.
    Three(fn(String, String, String) -> String, P, P, P),
    /// In words that were made up on the spot: only where lists seldom ask.
    Made(String),
}

impl<P> Because<P> {
    fn told(self, tell: &impl Fn(P) -> String) -> String {
        match self {
            Self::Said(text) => text.to_owned(),
            Self::One(words, one) => words(tell(one)),
            Self::Two(words, one, other) => words(tell(one), tell(other)),
            Self::Three(words, one, other, third) => words(tell(one), tell(other), tell(third)),
            Self::Made(text) => text,
        }
    }
}

impl<P> From<&'static str> for Because<P> {
    fn from(text: &'static str) -> Self {
        Self::Said(text)
    }
}

impl<P> From<String> for Because<P> {
    fn from(text: String) -> Self {
        Self::Made(text)
    }
}

/// A sentence of a refusal, not yet written: `said!("Move to within {}.", reach)`.
#[macro_export]
macro_rules! said {
    ($text:literal, $one:expr $(,)?) => {
        $crate::Because::One(|one| format!($text, one), $one.into())
    };
    ($text:literal, $one:expr, $other:expr $(,)?) => {
        $crate::Because::Two(|one, other| format!($text, one, other), $one.into(), $other.into())
    };
    ($text:literal, $one:expr, $other:expr, $third:expr $(,)?) => {
        $crate::Because::Three(
            |one, other, third| format!($text, one, other, third),
            $one.into(),
            $other.into(),
            $third.into(),
        )
    };
}

/// A refusal that nobody has put into words yet. Lists of commands ask thousands of checks and read none of their answers, so that
/// a sentence is only written when a player is refused something.
#[derive(Clone, Debug)]
pub struct No<P> {
    rule: RuleId,
    because: Because<P>,
    remedy: Because<P>,
}

impl<P> No<P> {
    /// A refusal under `rule`; both sentences will end with a full stop.
    pub fn new(rule: RuleId, because: impl Into<Because<P>>, remedy: impl Into<Because<P>>) -> Self {
        Self { rule, because: because.into(), remedy: remedy.into() }
    }

    /// Puts it into words. `tell` says how those it speaks of are called.
    pub fn told(self, tell: impl Fn(P) -> String) -> Refusal {
        Refusal::new(self.rule, self.because.told(&tell), self.remedy.told(&tell))
    }
}

/// Refuses.
///
/// # Errors
/// Always: this refusal.
pub fn no<T, P>(rule: RuleId, because: impl Into<Because<P>>, remedy: impl Into<Because<P>>) -> Result<T, No<P>> {
    Err(No::new(rule, because, remedy))
}

impl<P: Display> From<No<P>> for Refusal {
    fn from(no: No<P>) -> Self {
        no.told(|part| part.to_string())
    }
}

impl<P: Display> From<No<P>> for Halt {
    fn from(no: No<P>) -> Self {
        Refusal::from(no).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Because, No};
    use crate::{Refusal, RuleId};

    #[test]
    fn a_refusal_becomes_sentences_when_somebody_asks() {
        let far: Because<u8> = crate::said!("It is {} of {} away, at {}.", 3_u8, 5_u8, 8_u8);
        let no = No::new(RuleId::fixed("1"), far, "Go nearer.");
        assert_eq!(Refusal::from(no.clone()).because, "It is 3 of 5 away, at 8.");
        let named = no.told(|number| format!("<{number}>"));
        assert_eq!((named.because.as_str(), named.remedy.as_str()), ("It is <3> of <5> away, at <8>.", "Go nearer."));
    }
}
