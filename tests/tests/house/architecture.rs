//! The house rules that a reader would otherwise have to remember. `docs/architecture.md` says why.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pointman_tests::root;

/// Crates that hold rules or serve them: no window, no files, no clock, no chance but dice.
const RULES: [&str; 4] = ["block-by-block", "search-and-destroy", "platoon", "skirmish"];

/// Which crates of ours each crate may depend on. **Dependencies point down only.**
const MAY_USE: [(&str, &[&str]); 14] = [
    ("tabletop", &[]),
    ("sound", &[]),
    ("table", &["tabletop"]),
    ("block-by-block", &["tabletop"]),
    ("skirmish", &["tabletop", "table"]),
    ("search-and-destroy", &["tabletop"]),
    ("platoon", &["tabletop", "table"]),
    ("teacher", &["tabletop", "block-by-block", "search-and-destroy", "platoon", "skirmish"]),
    ("opponent", &["tabletop", "table", "block-by-block", "search-and-destroy", "platoon", "skirmish"]),
    ("host", &["tabletop", "block-by-block", "search-and-destroy", "platoon", "skirmish", "teacher", "opponent"]),
    (
        "referee",
        &["tabletop", "block-by-block", "search-and-destroy", "platoon", "skirmish", "teacher", "opponent", "host"],
    ),
    ("artwork", &["tabletop", "table", "block-by-block", "search-and-destroy", "platoon", "skirmish"]),
    (
        "panels",
        &["tabletop", "table", "block-by-block", "search-and-destroy", "platoon", "skirmish", "artwork", "teacher"],
    ),
    (
        "desktop",
        &[
            "tabletop",
            "table",
            "block-by-block",
            "search-and-destroy",
            "platoon",
            "skirmish",
            "artwork",
            "panels",
            "teacher",
            "opponent",
            "host",
            "sound",
        ],
    ),
];

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// Every source file below a folder with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join(folder), "rs", &mut found);
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The names under a heading of a manifest.
fn dependencies(manifest: &str, heading: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(manifest)).unwrap();
    let section = text.split(&format!("[{heading}]")).nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    let names = section.lines().filter_map(|l| l.split(['.', ' ', '=']).next());
    names.filter(|n| !n.is_empty() && !n.starts_with('#')).map(str::to_owned).collect()
}

/// A source line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

#[test]
fn rules_crates_know_no_window_no_files_no_clock_and_no_chance_but_dice() {
    for name in RULES {
        let used = dependencies(&format!("crates/{name}/Cargo.toml"), "dependencies");
        let allowed = ["tabletop", "table", "serde", "thiserror"];
        assert!(used.iter().all(|u| allowed.contains(&u.as_str())), "{name} depends on {used:?}");
        for (path, text) in sources(&format!("crates/{name}/src")) {
            for word in [
                "std::fs",
                "std::io",
                "std::time",
                "std::env",
                "std::thread",
                "static mut",
                "HashMap",
                "HashSet",
                "rand",
            ] {
                let found = text.lines().map(code).find(|l| {
                    l.split(|c: char| !(c.is_alphanumeric() || c == ':' || c == '_' || c == ' '))
                        .any(|w| w.trim() == word || w.contains(&format!("{word}::")))
                });
                assert!(found.is_none(), "{}: {word} in {found:?}", path.display());
            }
        }
    }
}

#[test]
fn floating_point_decides_nothing() {
    for name in RULES {
        for (path, text) in sources(&format!("crates/{name}/src")) {
            // The drawing of a map may have fractions; nobody but the window reads them.
            if path.ends_with("map.rs") {
                continue;
            }
            for line in text.lines().map(code) {
                assert!(!line.contains("f32") && !line.contains("f64"), "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn dependencies_point_down_only() {
    let ours: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some((_, allowed)) = MAY_USE.iter().find(|(n, _)| *n == name) else {
            panic!("crate {name} is new: say in MAY_USE what it may use")
        };
        for heading in ["dependencies", "dev-dependencies"] {
            for used in dependencies(&format!("crates/{name}/Cargo.toml"), heading) {
                let ok = !ours.contains(&used.as_str()) || allowed.contains(&used.as_str());
                assert!(ok, "{name} uses {used}");
            }
        }
    }
}

#[test]
fn only_the_window_knows_bevy_and_only_panels_and_window_know_egui() {
    for (name, _) in MAY_USE {
        let used = dependencies(&format!("crates/{name}/Cargo.toml"), "dependencies");
        assert!(name == "desktop" || !used.iter().any(|u| u.starts_with("bevy")), "{name} uses Bevy");
        assert!(matches!(name, "desktop" | "panels") || !used.iter().any(|u| u == "egui"), "{name} uses egui");
    }
}

/// The rooms of the window, each above all that it may name: **one way between them**. The files beside them (`app.rs` and what
/// begins with it) may name every room.
const ROOMS: [&str; 11] = [
    "shell",
    "hud",
    "teacher",
    "computer",
    "sounds",
    "elsewhere",
    "area_board",
    "hex_board",
    "table_board",
    "companion",
    "pages",
];

#[test]
fn the_rooms_of_the_window_know_only_those_below_them() {
    for (floor, room) in ROOMS.iter().enumerate() {
        for (path, text) in sources(&format!("crates/desktop/src/{room}")) {
            for line in text.lines().map(code) {
                for named in line.split("crate::").skip(1) {
                    let named = named.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
                    let below = ROOMS[..=floor].contains(&named);
                    let list_of_rulesets = *room == "pages" && named == "kits";
                    assert!(below || list_of_rulesets, "{}: {room} must not know {named}", path.display());
                }
            }
        }
    }
    for entry in fs::read_dir(root().join("crates/desktop/src")).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!entry.is_dir() || ROOMS.contains(&name.as_str()), "room {name} is new: say in ROOMS where it stands");
    }
}

#[test]
fn the_window_holds_no_rule() {
    for (path, text) in sources("crates/desktop/src") {
        let inside = text.split("#[cfg(test)]").next().unwrap_or("");
        assert!(!inside.contains("rule!("), "{} cites a rule by itself: the rules crate does that", path.display());
    }
}

#[test]
fn nothing_tells_of_the_machine_it_was_made_on() {
    let mut all = Vec::new();
    for ending in ["rs", "md", "toml", "ron"] {
        for folder in ["crates", "tests", "docs", "assets", "scenarios"] {
            files(&root().join(folder), ending, &mut all);
        }
    }
    let words =
        [["/", "work/"].concat(), ["/", "root/"].concat(), ["../", "shared"].concat(), ["crates", ".io/api"].concat()];
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        for word in &words {
            assert!(!text.contains(word.as_str()), "{} contains {word}", path.display());
        }
    }
}

#[test]
fn every_data_file_is_read_by_somebody() {
    let mut text = String::new();
    for folder in ["crates", "tests"] {
        for (_, source) in sources(folder) {
            text.push_str(&source);
        }
    }
    let mut data = Vec::new();
    files(&root().join("assets"), "ron", &mut data);
    files(&root().join("assets"), "ttf", &mut data);
    for path in data {
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(text.contains(name) || text.contains(&format!("\"{stem}\"")), "nobody reads {}", path.display());
    }
}

#[test]
fn source_files_fit_a_few_screens() {
    let mut long = BTreeMap::new();
    for folder in ["crates", "tests"] {
        for (path, text) in sources(folder) {
            let lines = text.lines().count();
            if lines > 700 {
                long.insert(path, lines);
            }
        }
    }
    assert!(long.is_empty(), "files of more than 700 lines: {long:?}");
}

/// What a public item begins with, of those that need words.
const ITEMS: [&str; 8] = ["async fn ", "const ", "enum ", "fn ", "static ", "struct ", "trait ", "type "];

/// **Public items of a library have docs.** Fields and variants need none where their names say all, and no `new` does.
#[test]
fn public_items_have_docs() {
    let mut bare = Vec::new();
    for (name, _) in MAY_USE.into_iter().filter(|(name, _)| *name != "desktop") {
        let files = sources(&format!("crates/{name}/src"));
        let types = files.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| {
            let named = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "))?;
            named.split(|c: char| !in_name(c)).next()
        });
        let public: Vec<&str> = types.collect();
        for (path, text) in &files {
            let lines: Vec<&str> = text.lines().take_while(|line| *line != "mod tests {").collect();
            // What the line stands in: a public trait, or what is done for a public type.
            let mut block = "";
            for (n, line) in lines.iter().enumerate() {
                match line {
                    line if line.starts_with("impl") || line.starts_with("pub trait ") => block = line,
                    &"}" => block = "",
                    _ => {}
                }
                let in_trait = block.starts_with("pub trait ") && line.starts_with("    fn ");
                let of_public = block.split(|c: char| !in_name(c)).any(|word| public.contains(&word));
                let item = line.strip_prefix(if of_public { "    pub " } else { "pub " });
                let item =
                    item.is_some_and(|it| ITEMS.iter().any(|kind| it.starts_with(kind)) && !it.contains("fn new("));
                let mut above = lines[..n].iter().rev().map(|line| line.trim());
                let ended = |line: &&str| line.starts_with("///") || line.is_empty() || line.ends_with(['{', '}', ';']);
                if (item || in_trait) && !above.find(ended).is_some_and(|line| line.starts_with("///")) {
                    bare.push(format!("{}:{}: {}", path.display(), n + 1, line.trim()));
                }
            }
        }
    }
    assert!(bare.is_empty(), "public, and nothing is said about it:\n{}", bare.join("\n"));
}

/// Where a text is searched or taken apart that was not made for players, and what it is.
const READ_BACK: [(&str, &str); 15] = [
    ("desktop/src/shell/preflight.rs", "errors of the window system and the graphics driver, which have no other form"),
    ("desktop/src/cli.rs", "what the program was started with"),
    ("desktop/src/shell/diary.rs", "the system's own description of itself"),
    ("desktop/src/companion/forces.rs", "names of files"),
    ("host/src/talk/strict.rs", "errors of the reader of JSON"),
    ("panels/src/area/words.rs", "names of units, for a last word that they share"),
    ("panels/src/rulebook/finding.rs", "what the player searches for"),
    ("panels/src/rulebook/part.rs", "marks in the rulebooks' files"),
    ("panels/src/rulebook/pictures.rs", "names of pictures in the rulebooks' files"),
    ("panels/src/teacher/explain.rs", "the sign of a number"),
    ("referee/src/check.rs", "names of files"),
    ("search-and-destroy/src/tables.rs", "the cells of the printed tables"),
    ("tabletop/src/disk/lock.rs", "names of files"),
    ("tabletop/src/save/chain.rs", "a line of a saved game"),
    ("tabletop/src/save/head.rs", "a line of a saved game"),
];

/// **No behaviour hangs on a sentence.** A word that is looked for in a text, or cut out of it, would change the program when
/// somebody words it better.
#[test]
fn no_text_for_players_is_read_back() {
    const SEARCHES: [&str; 14] = [
        "contains",
        "starts_with",
        "ends_with",
        "find",
        "rfind",
        "split",
        "split_once",
        "rsplit_once",
        "strip_prefix",
        "strip_suffix",
        "replace",
        "matches",
        "trim_end_matches",
        "trim_start_matches",
    ];
    // These cut a text whatever stands in the brackets: in the crates that word things, any of them is said.
    const CUTS: [&str; 6] = ["matches", "rsplit_once", "split_once", "splitn", "strip_prefix", "strip_suffix"];
    let wording = |name: &str| {
        let crates = name.split('/').next().unwrap_or_default();
        !["artwork", "host", "referee", "sound", "tabletop"].contains(&crates)
    };
    let mut unused: Vec<&str> = READ_BACK.iter().map(|(file, _)| *file).collect();
    for (path, text) in sources("crates") {
        let name = path.strip_prefix(root().join("crates")).unwrap().to_string_lossy().replace('\\', "/");
        if !name.contains("/src/") || name.ends_with("/tests.rs") || name.contains("/tests/") {
            continue;
        }
        for line in text.lines().take_while(|line| *line != "mod tests {") {
            let searched = SEARCHES.iter().any(|search| {
                line.split(&format!(".{search}(\""))
                    .skip(1)
                    .any(|rest| rest.split('"').next().unwrap_or_default().chars().any(char::is_alphabetic))
            });
            let cut = wording(&name) && CUTS.iter().any(|cut| line.contains(&format!(".{cut}(")));
            if !searched && !cut {
                continue;
            }
            match READ_BACK.iter().find(|(file, _)| name == *file) {
                Some((file, _)) => unused.retain(|other| other != file),
                None => panic!("{name} takes a text apart: {}", line.trim()),
            }
        }
    }
    assert!(unused.is_empty(), "these no longer read anything back: {unused:?}");
}

/// Where a text is compared with another that was not made for players, or only to show equal lines as one.
const COMPARED: [(&str, &str); 3] = [
    ("panels/src/companion/ask.rs", "which form the arrows were moved in"),
    ("tabletop/src/conformance/position.rs", "whether words tell what a side must not know"),
    ("panels/src/hex/forecast.rs", "faces of the die that say the same stand in one line"),
];

/// What texts for players are called.
const WORDINGS: [&str; 8] = ["label", "title", "phrase", "words", "because", "instead", "verb", "heading"];

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What the value is called that a text ends with: of `rules.phrase(view, order)` it is `phrase`.
fn name_before(text: &str) -> &str {
    let mut text = text.trim_end().trim_end_matches(".as_str()");
    if text.ends_with(')') {
        let mut open = 0_i32;
        let begins = text.rfind(|c: char| {
            open += i32::from(c == ')') - i32::from(c == '(');
            open == 0
        });
        text = &text[..begins.unwrap_or(0)];
    }
    text.rsplit(|c: char| !in_name(c)).next().unwrap_or_default()
}

/// What the value is called that a text begins with.
fn name_behind(text: &str) -> &str {
    let mut open = 0_i32;
    let end = text.find(|c: char| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open < 0 || open == 0 && !in_name(c) && !"&*.:) ".contains(c)
    });
    let value = text[..end.unwrap_or(text.len())].trim();
    name_before(value.split([' ', '{']).next().unwrap_or_default())
}

/// Whether a line asks if two wordings are the same.
fn compares_wordings(line: &str) -> bool {
    let listed = line.split(".contains(&").skip(1).any(|rest| WORDINGS.contains(&name_behind(rest)));
    let compared = ["==", "!="].iter().flat_map(|sign| line.match_indices(sign)).any(|(at, sign)| {
        let names = [name_before(&line[..at]), name_behind(&line[at + sign.len()..])];
        names.iter().any(|name| WORDINGS.contains(name))
    });
    listed || compared
}

/// **No behaviour hangs on a sentence**, also not on two being the same: two orders are of one kind by their type.
#[test]
fn no_texts_for_players_are_compared() {
    let mut found = Vec::new();
    let mut unused: Vec<&str> = COMPARED.iter().map(|(file, _)| *file).collect();
    for (path, text) in sources("crates") {
        let name = path.strip_prefix(root().join("crates")).unwrap().to_string_lossy().replace('\\', "/");
        if !name.contains("/src/") || name.ends_with("/tests.rs") || name.contains("/tests/") {
            continue;
        }
        for line in
            text.lines().take_while(|line| *line != "mod tests {").map(code).filter(|line| compares_wordings(line))
        {
            match COMPARED.iter().find(|(file, _)| name == *file) {
                Some((file, _)) => unused.retain(|other| other != file),
                None => found.push(format!("{name} compares texts: {}", line.trim())),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(unused.is_empty(), "these no longer compare texts: {unused:?}");
}

#[test]
fn comparisons_of_labels_are_found() {
    for line in [
        "match kinds.iter_mut().find(|kind| kind.label == button.label) {",
        "if option.label == other {",
        "let possible = |label: &str| legal.iter().any(|deed| R::button(deed).label != wanted);",
        "for other in hand.ways.iter().filter(|way| verb(way) != verb(plan)) {",
        "if other == *it.title {",
        "[\"Move\", \"Go\"].contains(&R::button(command).label.as_str())",
    ] {
        assert!(compares_wordings(line), "{line}");
    }
    for line in ["if label.is_empty() || at == point {", "let same = question.rule == other.rule;", "label: a == b,"] {
        assert!(!compares_wordings(line), "{line}");
    }
}

/// Where the name that a type has in the code is written out with `{:?}`, and who reads it: never a player, and nothing is kept
/// under it.
const DEBUG_NAMES: [(&str, &str); 14] = [
    ("artwork/src/fonts.rs", "a panic that cannot happen"),
    ("block-by-block/src/audit.rs", "what is wrong with a position, for who mends the program"),
    ("block-by-block/src/map.rs", "what is wrong with a data file, in the file's own names"),
    ("block-by-block/src/tables.rs", "what is wrong with a data file, in the file's own names"),
    ("desktop/src/shell/probe.rs", "the window told to a program that tries it"),
    ("platoon/src/tables.rs", "what is wrong with a data file, in the file's own names"),
    ("search-and-destroy/src/reach/field.rs", "itself a name for who mends the program"),
    ("search-and-destroy/src/tables.rs", "what is wrong with a data file, in the file's own names"),
    ("search-and-destroy/src/variants.rs", "the id of a switch, made from its name in a scenario's file"),
    ("tabletop/src/conformance.rs", "what a ruleset breaks, for who mends it"),
    ("tabletop/src/conformance/position.rs", "what a ruleset breaks, for who mends it"),
    ("tabletop/src/game.rs", "a check of builds for tests"),
    ("tabletop/src/toy.rs", "a ruleset for tests, which no player is given"),
    ("teacher/src/proof.rs", "what is wrong with a lesson, in the lesson's own notation"),
];

/// **No `{:?}` reaches a player, and nothing is remembered under one.** A name in the code may change with the code; what a player
/// reads is worded, and what is looked up has a type.
#[test]
fn names_of_the_code_are_written_out_for_programmers_only() {
    let mut unused: Vec<&str> = DEBUG_NAMES.iter().map(|(file, _)| *file).collect();
    for (path, text) in sources("crates") {
        let name = path.strip_prefix(root().join("crates")).unwrap().to_string_lossy().replace('\\', "/");
        if !name.contains("/src/") || name.ends_with("/tests.rs") || name.contains("/tests/") {
            continue;
        }
        for line in text.lines().take_while(|line| *line != "mod tests {").map(code) {
            if ![":?}", ":#?}"].iter().any(|written| line.contains(written)) {
                continue;
            }
            match DEBUG_NAMES.iter().find(|(file, _)| name == *file) {
                Some((file, _)) => unused.retain(|other| other != file),
                None => panic!("{name} writes a name of the code: {}", line.trim()),
            }
        }
    }
    assert!(unused.is_empty(), "these no longer write a name of the code: {unused:?}");
}
