//! Keys of RON maps: serde keeps the later of two entries with one key, and says nothing.

use std::collections::BTreeSet;

/// A bracket that is open.
enum Open<'a> {
    /// A map, with the keys so far; while a key is being read, where it begins and ends, if it has begun.
    Map {
        keys: BTreeSet<&'a str>,
        key: Option<Option<(usize, usize)>>,
    },
    Other,
}

/// The first key that stands in its map for the second time, in text that is RON.
pub fn written_twice(text: &str) -> Option<&str> {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, is_code) = piece(rest);
        let end = at + length;
        match (rest.as_bytes()[0], open.last_mut()) {
            (b'{', _) => open.push(Open::Map { keys: BTreeSet::new(), key: Some(None) }),
            (b'(' | b'[', _) => {
                grow(open.last_mut(), at, end);
                open.push(Open::Other);
            }
            (b')' | b']' | b'}', _) => {
                open.pop();
                grow(open.last_mut(), at, end);
            }
            (b':', Some(Open::Map { keys, key })) => {
                if let Some((from, to)) = key.take().flatten()
                    && !keys.insert(&text[from..to])
                {
                    return Some(&text[from..to]);
                }
            }
            (b',', Some(Open::Map { key, .. })) => *key = Some(None),
            (_, last) if is_code => grow(last, at, end),
            _ => {}
        }
        at = end;
    }
    None
}

/// Counts a piece of the text to the key that is being read, if one is.
fn grow(open: Option<&mut Open<'_>>, from: usize, to: usize) {
    if let Some(Open::Map { key: Some(key), .. }) = open {
        *key = Some((key.map_or(from, |(begun, _)| begun), to));
    }
}

/// The length of what stands at the front, taken together where brackets in it would mislead: a text, a character, a comment. And
/// whether it is more than a comment or blanks.
fn piece(rest: &str) -> (usize, bool) {
    let to = |closing: &str, from: usize| {
        rest.get(from..).and_then(|inner| inner.find(closing)).map_or(rest.len(), |found| from + found + closing.len())
    };
    let hashes = rest.strip_prefix('r').map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
    let first = rest.chars().next().map_or(1, char::len_utf8);
    if rest.starts_with("//") {
        (to("\n", 2), false)
    } else if rest.starts_with("/*") {
        (block(rest), false)
    } else if rest.starts_with('r') && rest[1 + hashes..].starts_with('"') {
        (to(&format!("\"{}", "#".repeat(hashes)), 2 + hashes), true)
    } else if rest.starts_with('"') {
        (quoted(rest), true)
    } else if let Some(character) = rest.strip_prefix('\'') {
        // The character itself may be a quotation mark, a bracket or a backslash.
        (to("'", if character.starts_with('\\') { 3 } else { 2 }), true)
    } else {
        (first, !rest.starts_with(char::is_whitespace))
    }
}

/// The length of a block comment; they nest.
fn block(rest: &str) -> usize {
    let mut depth = 0;
    let mut marks = rest.match_indices(['/', '*']).map(|(i, _)| i).peekable();
    while let Some(i) = marks.next() {
        let mark = rest.get(i..i + 2);
        if mark == Some("/*") || mark == Some("*/") {
            depth = if mark == Some("/*") { depth + 1 } else { depth - 1 };
            marks.next();
            if depth == 0 {
                return i + 2;
            }
        }
    }
    rest.len()
}

/// The length of a text in double quotes.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (i, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_that_stands_in_its_map_twice() {
        for (text, twice) in [
            ("{a: 1, b: 2, a: 3}", Some("a")),
            ("(m: {1: [], /* 1: */ 2: [], 1 /* again */ : []}, m: {})", Some("1")),
            ("{(1, \"a\"): {}, (1, \"b\"): {}, (1, \"a\"): {}}", Some("(1, \"a\")")),
            ("{\"a, b: {\": {\"x\": 1}, \"c\": {\"x\": 1}, \"a, b: {\": {}}", Some("\"a, b: {\"")),
            ("{A: (b: 1, c: {}), B: (b: 1, c: {}), }", None),
            (
                "{'{': 1, '\\'': 2, '\"': 3, r#\"a\"b\"#: 4, \"a\\\"b\": 5, // '{': 1, '{': 2\n'}': 6, '\\'': 7}",
                Some("'\\''"),
            ),
            ("{a: \"ế, a: {\", b: /* { /* a: } */ a: */ 2, r: 1, rr: 2}", None),
            ("{Huế: 1, Huế: 2", Some("Huế")),
            ("", None),
        ] {
            assert_eq!(written_twice(text), twice, "{text}");
        }
    }
}
