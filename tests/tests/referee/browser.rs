//! The page of a seat in a real browser at a phone's size: it is there soon, fits, can be used by finger and by keyboard.
//!
//! It needs Chromium, so it runs only where `check` asks for it with `POINTMAN_WINDOW_TEST=1`.

use std::process::Command;

use pointman_tests::root;
use pointman_tests::wire::Wire;
use serde_json::{Value, json};

use crate::serve_killed::Serve;

#[test]
fn the_page_works_on_a_phone() {
    if std::env::var_os("POINTMAN_WINDOW_TEST").is_none() {
        eprintln!("left out: set POINTMAN_WINDOW_TEST=1 to open the page in Chromium");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path());
    let what = json!({"key": serve.key, "ruleset": "platoon", "scenario": "ambush", "seed": 7});
    let opened = Wire::open(serve.address).unwrap().ask("new", what)["ok"].clone();
    // The side whose decision it is.
    let seats = opened["seats"].as_array().unwrap();
    let token = |seat: &Value| seat["token"].as_str().unwrap().to_owned();
    let acting = Wire::sit(serve.address, &token(&seats[0])).ask("view", json!({}))["ok"]["to_act"].clone();
    let seat = seats.iter().find(|seat| seat["side"] == acting).unwrap();
    let pictures = std::env::var_os("POINTMAN_PICTURES").map_or_else(|| folder.path().to_owned(), Into::into);
    let output = Command::new("python3")
        .arg(root().join("tests/bots/browser.py"))
        .args(["chromium".to_owned(), format!("http://{}/#token={}", serve.address, token(seat))])
        .arg(&pictures)
        .output()
        .unwrap_or_else(|e| panic!("python3: {e}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    println!("{found}");
    assert_eq!(found["side"], acting);
    assert_eq!(found["too_wide"], false, "nothing has to be pushed aside");
    assert_eq!(found["nameless"], 0, "a screen reader has a name for everything");
    assert_eq!(found["outline"], "solid", "the focus can be seen");
    assert!(found["smallest"].as_f64() >= Some(44.0), "a thumb hits everything: {found}");
    assert!(found["letters"].as_f64() >= Some(16.0), "it can be read at arm's length: {found}");
    assert_ne!(found["after_key"], "", "the keyboard gives an order: {found}");
    assert_ne!(found["dark"], "rgb(247, 244, 236)", "dark is dark");
    // The aim is one second on a quiet machine; tests run on busy ones.
    assert!(found["seconds"].as_f64() < Some(10.0), "{found}");
    for picture in ["phone-light.png", "phone-dark.png"] {
        assert!(std::fs::metadata(pictures.join(picture)).unwrap().len() > 10_000);
    }
}
