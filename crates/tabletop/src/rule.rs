//! Rule ids and refusals: how the rules speak to whoever asked for something.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Halt;

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

/// A refusal that nobody has put into words yet. Lists of commands ask thousands of checks and read none of their answers, so that
/// a sentence is only written when a player is refused something. `B` is what is wrong, and what to do instead, before it is one.
#[derive(Clone, Debug)]
pub struct No<B> {
    rule: RuleId,
    because: B,
    remedy: B,
}

impl<B> No<B> {
    /// A refusal under `rule`; both sentences will end with a full stop.
    pub fn new(rule: RuleId, because: impl Into<B>, remedy: impl Into<B>) -> Self {
        Self { rule, because: because.into(), remedy: remedy.into() }
    }
}

/// Refuses.
///
/// # Errors
/// Always: this refusal.
pub fn no<T, B>(rule: RuleId, because: impl Into<B>, remedy: impl Into<B>) -> Result<T, No<B>> {
    Err(No::new(rule, because, remedy))
}

impl<B: Into<String>> From<No<B>> for Refusal {
    fn from(no: No<B>) -> Self {
        Self::new(no.rule, no.because, no.remedy)
    }
}

impl<B: Into<String>> From<No<B>> for Halt {
    fn from(no: No<B>) -> Self {
        Refusal::from(no).into()
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
