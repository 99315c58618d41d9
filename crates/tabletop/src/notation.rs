//! Reading and writing RON: one set of options for every file, and errors that say what would be right.

use std::fmt::Write as _;
use std::marker::PhantomData;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};

use crate::DataError;
use crate::keys::written_twice;

/// The dialect of every file: optional values are written without `Some(…)`.
fn dialect() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a value from RON text. `file` is only used to name the file in the error.
///
/// # Errors
/// The first thing that is wrong, with its line and column and a sentence on what would be right.
pub fn parse_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataError> {
    parse_ron_borrowed(file, text)
}

/// As [`parse_ron`], for a value that keeps pieces of the text.
///
/// # Errors
/// As [`parse_ron`].
pub fn parse_ron_borrowed<'a, T: Deserialize<'a>>(file: &str, text: &'a str) -> Result<T, DataError> {
    parse_ron_seed(file, text, PhantomData)
}

/// As [`parse_ron`], for a value that is read in some way of its own.
pub(crate) fn parse_ron_seed<'a, S: DeserializeSeed<'a>>(
    file: &str,
    text: &'a str,
    seed: S,
) -> Result<S::Value, DataError> {
    // An editor may have put a byte-order mark in front; it is no part of the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(DataError::whole(file, "The file is empty. It may have been cut off."));
    }
    let value = dialect().from_str_seed(text, seed).map_err(|error| {
        let (start, end) = (error.span.start, error.span.end);
        let (line, column) = place(text, &error.code, (start.line, start.col), (end.line, end.col));
        DataError { file: file.to_owned(), line, column, problem: explain(&error.code) }
    })?;
    written_twice(text).map_or(Ok(value), |key| {
        let (line, column) = piece_place(text, key);
        let problem = format!("`{}` is written twice. Keep one of the two.", key.trim_matches('"'));
        Err(DataError { file: file.to_owned(), line, column, problem })
    })
}

/// Where the reader should look. RON tells where its cursor was before and after the token it choked on: a wrong name
/// or value is pointed at by its first character, a missing bracket or comma by the place where it should stand.
fn place(text: &str, code: &ron::Error, start: (usize, usize), end: (usize, usize)) -> (usize, usize) {
    use ron::Error as E;
    match code {
        E::Eof
        | E::ExpectedArrayEnd
        | E::ExpectedMapEnd
        | E::ExpectedStructLikeEnd
        | E::ExpectedOptionEnd
        | E::ExpectedComma
        | E::MissingStructField { .. } => end,
        _ => first_visible(text, start, end),
    }
}

/// The first character at or after `start` that is not white space, but not beyond `end`.
fn first_visible(text: &str, start: (usize, usize), end: (usize, usize)) -> (usize, usize) {
    let (mut line, mut column) = (1, 1);
    for character in text.chars() {
        if (line, column) >= end {
            break;
        }
        if (line, column) >= start && !character.is_whitespace() && character != ',' {
            return (line, column);
        }
        if character == '\n' {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
    }
    end
}

/// Line and column of the `nth` (from 0) place where `needle` stands in `text`, or of the text's beginning.
pub fn locate(text: &str, needle: &str, nth: usize) -> (usize, usize) {
    let Some((offset, _)) = text.match_indices(needle).nth(nth) else { return (1, 1) };
    place_at(text, offset)
}

/// Line and column of a piece of the text, behind the blanks that it begins with.
pub fn piece_place(text: &str, piece: &str) -> (usize, usize) {
    let offset = (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    place_at(text, offset + piece.len() - piece.trim_start().len())
}

fn place_at(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (1 + before.matches('\n').count(), 1 + before[start..].chars().count())
}

/// What is wrong and what would be right, in words of our own.
fn explain(code: &ron::Error) -> String {
    use ron::Error as E;
    let missing = |what: &str| format!("{what} is missing here.");
    match code {
        E::NoSuchStructField { expected, found, .. } => {
            format!("There is no field `{found}` here.{}{}", nearest(found, expected), list("The fields are", expected))
        }
        E::MissingStructField { field, .. } => {
            format!("The field `{field}` is missing. Add `{field}: …` before this bracket closes.")
        }
        E::DuplicateStructField { field, .. } => {
            format!("The field `{field}` is written twice. Keep one of the two.")
        }
        E::NoSuchEnumVariant { expected, found, .. } => {
            format!("`{found}` is not known here.{}{}", nearest(found, expected), list("It can be", expected))
        }
        E::InvalidValueForType { expected, found } => format!("This is {found}; it should be {expected}."),
        E::ExpectedDifferentLength { expected, found } => {
            format!("There are {found} elements here; there should be {expected}.")
        }
        E::IntegerOutOfBounds => {
            "This number does not fit: it is too large, or below zero where that cannot be.".into()
        }
        E::InvalidIntegerDigit { digit, base: 10 } => {
            format!("A whole number should stand here, and `{digit}` is not a digit.")
        }
        E::InvalidIntegerDigit { digit, base } => format!("`{digit}` is not a digit of a number to base {base}."),
        E::UnderscoreAtBeginning | E::FloatUnderscore => "A number cannot have an underscore there. Remove it.".into(),
        E::ExpectedInteger => "A whole number should stand here.".into(),
        E::ExpectedFloat => "A number should stand here.".into(),
        E::ExpectedBoolean => "`true` or `false` should stand here.".into(),
        E::ExpectedString => "A text in double quotes should stand here.".into(),
        E::ExpectedStringEnd => "This text has no end. Close it with a double quote.".into(),
        E::ExpectedChar => "One character in single quotes should stand here.".into(),
        E::ExpectedOption | E::ExpectedIdentifier => "A name should stand here.".into(),
        E::ExpectedArray => "A list in square brackets `[…]` should stand here.".into(),
        E::ExpectedArrayEnd => missing("The closing `]` of a list, or a comma between two of its elements,"),
        E::ExpectedMap => "Pairs in braces `{ key: value, … }` should stand here.".into(),
        E::ExpectedMapColon => missing("The colon between a name and its value"),
        E::ExpectedMapEnd => missing("The closing `}`, or a comma between two pairs,"),
        E::ExpectedStructLike | E::ExpectedUnit => "A value in round brackets `(…)` should stand here.".into(),
        E::ExpectedNamedStructLike("") => "An opening `(` should stand here.".into(),
        E::ExpectedNamedStructLike(name) => format!("`{name}(…)` or only `(…)` should stand here."),
        E::ExpectedStructLikeEnd | E::ExpectedOptionEnd => missing("The closing `)`, or a comma between two fields,"),
        E::ExpectedDifferentStructName { expected, found } => {
            format!("This is called `{found}`; it should be `{expected}`, or have no name at all.")
        }
        E::ExpectedComma => missing("A comma or the closing bracket"),
        E::Eof => "The text stops in the middle: it may have been cut off.".into(),
        E::TrailingCharacters => {
            "The text goes on after its last bracket. Remove what follows, or look for an extra bracket before it."
                .into()
        }
        E::UnclosedBlockComment => "This comment has no end. Close it with `*/`.".into(),
        E::UnexpectedChar(found) => format!("`{found}` cannot stand here. A value was expected."),
        E::InvalidEscape(_) => "This is not an escape of a text. Write a backslash itself as `\\\\`.".into(),
        E::NoSuchExtension(name) => format!("RON has no extension `{name}`. Remove that line."),
        E::ExceededRecursionLimit => "Brackets are nested too deep here. None of our files needs that many.".into(),
        E::InvalidIdentifier(name) | E::SuggestRawIdentifier(name) => {
            format!("`{name}` is not a name that can stand here.")
        }
        // What the types themselves say is a sentence already.
        E::Message(sentence) | E::Io(sentence) => sentence.clone(),
        other => format!("{other}."),
    }
}

/// ` Did you mean …?`, if one of the names is close enough to be what was meant.
fn nearest(found: &str, names: &[&str]) -> String {
    let closest = names.iter().map(|name| (strsim::normalized_damerau_levenshtein(found, name), name));
    match closest.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((similar, name)) if similar >= 0.6 => format!(" Did you mean `{name}`?"),
        _ => String::new(),
    }
}

fn list(opening: &str, names: &[&str]) -> String {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        let _ = match i {
            0 => write!(text, " {opening} `{name}`"),
            _ if i + 1 == names.len() => write!(text, " and `{name}`"),
            _ => write!(text, ", `{name}`"),
        };
    }
    if !text.is_empty() {
        text.push('.');
    }
    text
}

/// Whether a value is what it is when nobody writes it: such a field can be left out of a file.
pub fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value as RON over several lines, for files that people read and change.
///
/// # Errors
/// A value that RON cannot write, such as an enum whose variant has no name that RON accepts.
pub fn write_ron<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    let layout = PrettyConfig::new().new_line("\n").indentor("    ").compact_arrays(true);
    dialect().to_string_pretty(value, layout).map_err(|error| error.to_string())
}

/// A value as RON on a single line.
///
/// # Errors
/// As [`write_ron`].
pub fn write_ron_line<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    let layout = PrettyConfig::new().depth_limit(0).new_line("").indentor("");
    dialect().to_string_pretty(value, layout).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sheet {
        title: String,
        #[serde(default)]
        turn: Option<u8>,
        #[serde(default)]
        weather: Weather,
        #[serde(default)]
        places: BTreeMap<String, Vec<u8>>,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    enum Weather {
        #[default]
        Clear,
        Monsoon {
            days: u8,
        },
    }

    fn error(text: &str) -> String {
        parse_ron::<Sheet>("a.ron", text).unwrap_err().to_string()
    }

    #[test]
    fn optional_values_are_written_plainly() {
        let sheet: Sheet = parse_ron("a.ron", "\u{feff}(title: \"Huế\", turn: 3, weather: Monsoon(days: 2))").unwrap();
        assert_eq!(sheet.turn, Some(3));
        assert_eq!(sheet.weather, Weather::Monsoon { days: 2 });
        let back: Sheet = parse_ron("a.ron", &write_ron(&sheet).unwrap()).unwrap();
        assert_eq!(back, sheet);
        let line = write_ron_line(&sheet).unwrap();
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(parse_ron::<Sheet>("a.ron", &line).unwrap(), sheet);
    }

    #[test]
    fn an_unknown_field_is_named_with_the_known_ones_and_its_place() {
        assert_eq!(
            error("(\n    title: \"A\",\n    trun: 3,\n)"),
            "a.ron:3:5: There is no field `trun` here. Did you mean `turn`? \
             The fields are `title`, `turn`, `weather` and `places`."
        );
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_words_that_would_do() {
        assert_eq!(
            error("(title: \"A\",\n weather: Monsun(days: 3))"),
            "a.ron:2:11: `Monsun` is not known here. Did you mean `Monsoon`? It can be `Clear` and `Monsoon`."
        );
    }

    #[test]
    fn each_slip_of_the_pen_has_its_sentence_and_place() {
        for (text, expected) in [
            ("(turn: 3)", "a.ron:1:9: The field `title` is missing."),
            ("(title: \"A\", title: \"B\")", "a.ron:1:14: The field `title` is written twice."),
            ("(title: \"A\", turn: 300)", "a.ron:1:20: This number does not fit"),
            ("(title: 7)", "a.ron:1:9: A text in double quotes"),
            ("(title: \"A\"\n turn: 3)", "a.ron:2:2: A comma or the closing bracket is missing"),
            ("(title: \"A\",\n", "a.ron:2:1: The text stops in the middle:"),
            ("(title: \"A", "a.ron:1:9: This text has no end."),
            ("(title: \"A\") )", "a.ron:1:14: The text goes on"),
            (" \n", "a.ron:1:1: The file is empty."),
            ("(title: \"A\", places: { \"x\": [1, 2)", "a.ron:1:34: A comma or the closing bracket"),
            ("(title: \"A\", places: { \"x\" [1] })", "a.ron:1:28: The colon"),
            ("(title: \"A\",\nplaces: { \"x\": [1], \"x\": [] })", "a.ron:2:21: `x` is written twice."),
        ] {
            let said = error(text);
            assert!(said.starts_with(expected), "{text:?} gave {said:?}");
        }
    }
}
