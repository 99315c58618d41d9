//! How to win: the clearing score with its four parts, and the result if the game ended now. Rules 3.1 to 3.3.

use serde::Serialize;
use tabletop::Outcome;

/// The clearing score and what it would mean. Rule 3.3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Zones with a US/ARVN marker. Rule 3.2.
    pub us_arvn_zones: u8,
    /// Sum of the clearing levels of all zones; counts twice. Part a.
    pub clearing: u8,
    /// The publicity track. Part b.
    pub publicity: u8,
    /// PAVN/NLF units on the map that count, and withdrawn ones. Part c, rule 12.0.
    pub survivors: u8,
    /// The destruction track; every three, rounded up, count two. Part d.
    pub destruction: u8,
    /// Points for destruction. Part d.
    pub destruction_points: u8,
    /// The four parts together.
    pub total: u8,
    /// The result if the game ended now. Rule 3.2.
    pub result: Outcome,
}
