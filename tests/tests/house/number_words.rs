//! **Numbers come from their tables.** A sentence that says a number of its own would go on saying it when the owner of a printed
//! game changes a table. Of the rules of Block by Block and Search & Destroy, and of what the teacher says of them, no sentence has
//! a number in its words but those below, which stand in no table.

use std::fs;
use std::path::Path;

use pointman_tests::root;

/// Files whose sentences speak of other things than rules, and of what.
const OTHERS: [(&str, &str); 9] = [
    ("block-by-block/src/audit.rs", "a broken position, told to who mends the program"),
    ("block-by-block/src/map.rs", "what a data file may hold"),
    ("block-by-block/src/places.rs", "names of areas"),
    ("block-by-block/src/setup.rs", "what a scenario may hold"),
    ("block-by-block/src/tables.rs", "what a data file may hold"),
    ("block-by-block/src/units.rs", "names of units"),
    ("search-and-destroy/src/hex.rs", "how hexes are written"),
    ("search-and-destroy/src/muster.rs", "what a scenario may hold"),
    ("search-and-destroy/src/tables.rs", "what a data file may hold, and the rows of the printed tables"),
];

/// Numbers that no table owns: what the piece of text is, and why.
const FIXED: [(&str, &str); 19] = [
    ("eleven zones", "the map has them"),
    ("of 11 zones", "the map has them"),
    ("From 1 to {most}", "a list is not empty"),
    ("has 1 to {most}", "a list is not empty"),
    ("groups: 1 to {most}", "a list is not empty"),
    ("or O-8 if", "the name of an area"),
    ("on turn 1", "the first turn"),
    ("as turn 1.", "the first turn"),
    ("twice as many steps", "what doubling is"),
    ("two river landings", "the map has them"),
    ("RPG-7", "the name of a weapon"),
    ("81 mm", "the name of a weapon"),
    ("82 mm", "the name of a weapon"),
    ("below 1 to 3", "the first column of the printed table"),
    ("those two units", "an attacker and a target"),
    ("teams of two men", "what a team is"),
    ("one of the two", "the two that were named"),
    ("Two boats", "more than one"),
    ("must be at least 1", "what a data file may hold"),
];

/// The texts in quotes in a file's code, without those of its unit tests.
fn texts(code: &str) -> Vec<String> {
    let code: String = code
        .lines()
        .take_while(|line| *line != "mod tests {")
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let (mut texts, mut text, mut escaped) = (Vec::new(), None::<String>, false);
    for letter in code.chars() {
        match &mut text {
            None => text = (letter == '"').then(String::new),
            Some(_) if letter == '"' && !escaped => texts.extend(text.take()),
            Some(text) => text.push(letter),
        }
        escaped = letter == '\\' && !escaped;
    }
    texts
}

/// Whether words, without what is put into them, say a number.
fn says_number(text: &str) -> bool {
    const NUMBERS: [&str; 12] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twice"];
    let mut words = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => words.push(letter),
            _ => {}
        }
    }
    let number = |word: &str| {
        NUMBERS.contains(&word.to_lowercase().as_str())
            || (!word.is_empty() && word.chars().all(|c| c.is_ascii_digit()))
    };
    words.trim().contains(' ') && words.split(|c: char| !c.is_alphanumeric()).any(number)
}

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root().join("crates")).unwrap().to_string_lossy().replace('\\', "/");
            found.push((name, fs::read_to_string(path).unwrap()));
        }
    }
}

#[test]
fn no_sentence_says_a_number_that_a_table_owns() {
    assert!(says_number("Units reach 4 hexes.") && says_number("It has three attacks."));
    assert!(!says_number("Units reach {hexes} hexes.") && !says_number("4") && !says_number("M113 {}"));
    let mut files = Vec::new();
    for name in ["block-by-block", "search-and-destroy"] {
        sources(&root().join("crates").join(name).join("src"), &mut files);
    }
    for name in ["block_by_block.rs", "search_and_destroy.rs"] {
        let path = root().join("crates/teacher/src").join(name);
        files.push((format!("teacher/src/{name}"), fs::read_to_string(path).unwrap()));
    }
    let mut unused: Vec<&str> = FIXED.iter().map(|(piece, _)| *piece).collect();
    for (name, code) in files.iter().filter(|(name, _)| !OTHERS.iter().any(|(other, _)| name == other)) {
        for text in texts(code).iter().filter(|text| says_number(text)) {
            match FIXED.iter().find(|(piece, _)| text.contains(piece)) {
                Some((piece, _)) => unused.retain(|other| other != piece),
                None => panic!("{name} says a number of its own: {text}"),
            }
        }
    }
    assert!(unused.is_empty(), "these are said no more: {unused:?}");
}
