//! The parts of a rule's text, a line each.

use tabletop::rulebook::Entry;

/// A part of a rule's text.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// A heading over the parts that follow: a line that begins with `# `.
    Heading(&'a str),
    /// An item of a list: a line that begins with `- `.
    Item(&'a str),
    /// A paragraph: any other line.
    Paragraph(&'a str),
}

impl<'a> Part<'a> {
    /// A line of a rule's text.
    pub(super) fn of(line: &'a str) -> Self {
        match (line.strip_prefix("# "), line.strip_prefix("- ")) {
            (Some(words), _) => Self::Heading(words),
            (None, Some(words)) => Self::Item(words),
            (None, None) => Self::Paragraph(line),
        }
    }

    /// Its words, without the sign before them.
    pub(super) fn words(self) -> &'a str {
        match self {
            Self::Heading(words) | Self::Item(words) | Self::Paragraph(words) => words,
        }
    }

    /// The parts of a rule's text, in order.
    pub(super) fn all(rule: &'a Entry) -> impl Iterator<Item = Self> {
        rule.text.lines().filter(|line| !line.trim().is_empty()).map(Self::of)
    }
}
