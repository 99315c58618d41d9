//! Where a number comes from.

use serde::{Deserialize, Serialize};

/// Where a table value is from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Provenance {
    /// It stands in the rules text, under this heading.
    Printed(String),
    /// It follows from something that stands there: what, and how.
    Inferred(String),
    /// It is lost and was reconstructed, for this reason.
    Reconstructed(String),
    /// A house rule, and whose.
    House(String),
}

impl Provenance {
    /// The badge's word: `printed`, `inferred`, `reconstructed` or `house`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Printed(_) => "printed",
            Self::Inferred(_) => "inferred",
            Self::Reconstructed(_) => "reconstructed",
            Self::House(_) => "house",
        }
    }

    /// The heading, the reason or the author behind the word.
    pub fn detail(&self) -> &str {
        match self {
            Self::Printed(s) | Self::Inferred(s) | Self::Reconstructed(s) | Self::House(s) => s,
        }
    }
}

/// A value and where it is from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sourced<T> {
    pub value: T,
    pub from: Provenance,
}
