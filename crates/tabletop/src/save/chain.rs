//! The seals of a saved game. What the game began with has a hash; each entry of the journal has one over its own text and the
//! hash before it; the last of all is over the end of that chain and the cursor. So an order or a die that was taken out,
//! changed or put elsewhere is noticed. There is no secret in it: it guards against accidents and idle hands, not against
//! somebody who works the hashes out again.
//!
//! Hashes are of the text as it stands in the file, without white space and comments, so that a later program that would
//! write the same game in other words still finds an old file whole.

use blake3::{Hash, Hasher};
use ron::value::RawValue;
use serde::Deserialize;

/// Letters of an entry's link.
const LINK: usize = 8;
/// Letters of the other seals.
const SEAL: usize = 16;

/// What a sealed file lacks to be as it was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    /// Scenario, seed or the dice of the set-up.
    Beginning,
    /// The entry of this number, from 0, or something before it.
    Entry(usize),
    /// Entries at the end, the cursor, who plays the sides, or what fair dice come from.
    End,
}

impl Break {
    /// What is wrong and what to do.
    pub(super) fn sentence(self) -> String {
        let what = match self {
            Self::Beginning => {
                "What this game began with, its scenario, seed or dice, was changed after it was saved".to_owned()
            }
            // People count from one.
            Self::Entry(number) => format!(
                "Entry {} is not the one that was saved here: an order or a die was changed, taken out or put elsewhere",
                number + 1
            ),
            Self::End => {
                "The journal does not end as it was saved: orders were taken out or added at its end, the cursor \
                          was moved, or somebody changed who plays which side or what fair dice come from"
                    .to_owned()
            }
        };
        format!("{what}. Use an unchanged copy; or remove the line `sealed`, and the game is read as it stands here.")
    }
}

/// The raw pieces of a save that seals are made of.
#[derive(Deserialize)]
pub(super) struct Outline<'a> {
    format: u32,
    #[serde(borrow)]
    scenario_name: &'a RawValue,
    #[serde(borrow)]
    pub(super) scenario: &'a RawValue,
    #[serde(borrow)]
    seed: &'a RawValue,
    #[serde(borrow, default)]
    opening_dice: Option<&'a RawValue>,
    #[serde(borrow, default)]
    opening: Option<&'a RawValue>,
    #[serde(borrow, default)]
    players: Option<&'a RawValue>,
    #[serde(borrow, default)]
    fair: Option<&'a RawValue>,
    pub(super) cursor: usize,
    #[serde(default)]
    begun: Option<String>,
    #[serde(default)]
    sealed: Option<String>,
    #[serde(borrow)]
    pub(super) journal: Vec<&'a RawValue>,
}

impl Outline<'_> {
    /// Where the file is not as it was saved; `None` if it is, or if it has no seals: older programs wrote none.
    pub(super) fn broken(&self) -> Option<Break> {
        let sealed = self.sealed.as_deref()?;
        let raw = |value: Option<&RawValue>| value.map_or(String::new(), |value| value.get_ron().to_owned());
        let mut chain = Chain::begin([
            &raw(Some(self.scenario_name)),
            &raw(Some(self.scenario)),
            &raw(Some(self.seed)),
            &raw(self.opening_dice),
            &raw(self.opening),
        ]);
        if self.begun.as_deref() != Some(chain.seal().as_str()) {
            return Some(Break::Beginning);
        }
        for (number, entry) in self.journal.iter().enumerate() {
            let (content, link) = parted(entry.get_ron());
            if link != Some(chain.link(&content)) {
                return Some(Break::Entry(number));
            }
        }
        let (players, fair) = (raw(self.players), raw(self.fair));
        let more = if self.format < super::SEALED_WHOLE { [""; 2] } else { [players.as_str(), fair.as_str()] };
        (sealed != chain.end(self.cursor, more)).then_some(Break::End)
    }
}

/// A chain of hashes that is being made or followed.
pub(super) struct Chain(Hash);

impl Chain {
    /// From what the game began with.
    pub(super) fn begin(pieces: [&str; 5]) -> Self {
        let mut hasher = Hasher::new();
        for piece in pieces {
            hasher.update(bare(piece).as_bytes()).update(b"\n");
        }
        Self(hasher.finalize())
    }

    /// The seal of all so far.
    pub(super) fn seal(&self) -> String {
        short(&self.0, SEAL)
    }

    /// The link of the next entry, whose text this is.
    pub(super) fn link(&mut self, entry: &str) -> String {
        self.0 = Hasher::new().update(self.0.as_bytes()).update(bare(entry).as_bytes()).finalize();
        short(&self.0, LINK)
    }

    /// The seal of the whole, with as many entries in force, and of what may change while the journal stays: who plays, and
    /// what fair dice come from. Earlier formats seal neither.
    pub(super) fn end(&self, cursor: usize, more: [&str; 2]) -> String {
        let mut hasher = Hasher::new();
        hasher.update(self.0.as_bytes()).update(cursor.to_string().as_bytes());
        for piece in more.into_iter().filter(|piece| !piece.is_empty()) {
            hasher.update(b"\n").update(bare(piece).as_bytes());
        }
        short(&hasher.finalize(), SEAL)
    }
}

fn short(hash: &Hash, letters: usize) -> String {
    hash.to_hex().chars().take(letters).collect()
}

/// An entry's text with its link.
pub(super) fn with_link(entry: &str, link: &str) -> String {
    format!("{}, link: \"{link}\")", entry.strip_suffix(')').unwrap_or(entry))
}

/// An entry's text without its link, and the link.
fn parted(entry: &str) -> (String, Option<String>) {
    let entry = bare(entry);
    let link = entry.rsplit_once(",link:\"").and_then(|(before, after)| {
        let link = after.strip_suffix("\")").or_else(|| after.strip_suffix("\",)"))?;
        Some((format!("{before})"), link.to_owned()))
    });
    match link {
        Some((content, link)) => (content, Some(link)),
        None => (entry, None),
    }
}

/// RON text without white space and comments; texts in quotes stay as they are.
fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                bare.push(letter);
                while let Some(inner) = letters.next() {
                    bare.push(inner);
                    match inner {
                        '\\' => bare.extend(letters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|&letter| letter == '\n');
            }
            letter if letter.is_whitespace() => {}
            letter => bare.push(letter),
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_comments_make_no_difference_but_within_texts() {
        assert_eq!(bare("( a: \"b c\\\" // d\", // e\n f: [1, 2] )"), "(a:\"b c\\\" // d\",f:[1,2])");
    }

    #[test]
    fn a_link_is_parted_from_its_entry() {
        let entry = "(command: Say(\"a, link: \\\"b\\\")\"))";
        let linked = with_link(entry, "0123abcd");
        assert_eq!(parted(&linked), (bare(entry), Some("0123abcd".into())));
        assert_eq!(parted("(command: Done)"), ("(command:Done)".into(), None));
    }
}
