//! Rule ids and refusals: how the rules answer a request.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The id of a rule in its ruleset's rulebook, such as `7.5a` or `BB-R12`. In code it is written
/// `rule!("7.5a")`, a macro of each rules crate that asks
/// [`is_listed`] when the program is built, so that an unknown id does not compile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Cow<'static, str>);

impl RuleId {
    /// An id known when the program is built.
    pub const fn fixed(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The id as the rulebook prints it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rule {}", self.0)
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a command is not allowed: the rule, the reason in one plain sentence, and what would make it legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{because} (rule {rule}) {remedy}")]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// One sentence: what is wrong.
    pub because: String,
    /// One sentence: what would make it legal, or what to do instead.
    pub remedy: String,
}

impl Refusal {
    /// A refusal under `rule`; both sentences end with a full stop.
    pub fn new(rule: RuleId, because: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { rule, because: because.into(), remedy: remedy.into() }
    }
}

/// Whether `id` stands in `ids`, at compile time.
pub const fn is_listed(ids: &[&str], id: &str) -> bool {
    let mut i = 0;
    while i < ids.len() {
        if same(ids[i].as_bytes(), id.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
