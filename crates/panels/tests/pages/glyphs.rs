//! Every letter and sign that rulebooks, lessons and scenarios use stands in the typeface that is shipped: nothing is shown as an
//! empty box.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::root;

/// Every RON file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_sign_of_the_texts_is_in_the_typeface() {
    let mut signs: BTreeSet<char> = BTreeSet::new();
    for folder in ["assets/rulebooks", "assets/tables", "scenarios"] {
        for path in files(&root().join(folder)) {
            signs.extend(std::fs::read_to_string(&path).expect("the file can be read").chars());
        }
    }
    signs.retain(|sign| !sign.is_control() && !sign.is_whitespace());
    // What panels write themselves.
    signs.extend("–−×·→“”’…¼½¾⅛⅜⅝⅞≤≥§°".chars());
    let file = std::fs::read(root().join("assets/fonts/IBMPlexSans-Regular.ttf")).expect("the typeface is shipped");
    let face = ttf_parser::Face::parse(&file, 0).expect("it is a typeface");
    let missing: Vec<char> = signs.into_iter().filter(|sign| face.glyph_index(*sign).is_none()).collect();
    assert!(missing.is_empty(), "not in the typeface: {missing:?}");
}
