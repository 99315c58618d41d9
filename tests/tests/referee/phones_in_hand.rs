//! A phone beside a real table in a real browser, without a window: every press comes to something, or the page says why not.
//!
//! It needs Chromium, so it runs only where `check` asks for it with `POINTMAN_WINDOW_TEST=1`.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use host::{Came, PhoneKeys, Phones, Press};
use pointman_tests::root;
use serde_json::{Value, json};

use crate::phone::Phone;

fn page(ask: Value) -> String {
    let page = json!({
        "viewer": "First", "names": ["US", "VC"], "title": "A test", "moment": "Turn 1", "actor": null, "question": "What now?",
        "ask": ask, "refusal": null, "agree": null, "told": [], "rolled": [], "cards": [], "order": [], "order_title": "Order",
        "clock": [], "points": {"names": ["US", "VC"], "sums": [0, 0], "result": "Even", "lines": []}, "log": [],
    });
    page.to_string()
}

fn choices(labels: &[&str]) -> String {
    let one = |label: &&str| json!({"label": label, "group": "", "hover": "", "ends": false, "asks": false});
    page(json!({"Choose": labels.iter().map(one).collect::<Vec<_>>()}))
}

fn distance(answer: Option<i64>) -> String {
    let question = json!({
        "ask": "How far?", "choices": [], "several": null,
        "exact": {"unit": "inches", "least": 0, "most": 200, "scale": 1},
    });
    page(json!({"Facts": {
        "title": "A move", "questions": [question], "answers": [answer], "words": null, "refusal": null, "preview": null,
    }}))
}

#[track_caller]
fn pressed(phones: &Phones) -> Press {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        match phones.heard() {
            Some(press) => return press,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("nothing was pressed");
}

#[test]
fn every_press_of_a_phone_comes_to_something_or_the_page_says_why_not() {
    if std::env::var_os("POINTMAN_WINDOW_TEST").is_none() {
        eprintln!("left out: set POINTMAN_WINDOW_TEST=1 to open the page in Chromium");
        return;
    }
    let phones = Phones::listen(Ipv4Addr::LOCALHOST, PhoneKeys::fresh(0).unwrap(), || {}).unwrap();
    phones.show(0, choices(&["One", "Two"]));
    let folder = tempfile::tempdir().unwrap();
    let mut phone = Phone::open(&root(), &phones.link(phones.address(), 0), folder.path());
    phone.until("At the table.");
    // Two presses before the page can change: the first goes, and it is said that the second does not.
    let seen = phone.asks(json!({"quickly": ["One", "Two"]}))["text"].to_string();
    assert!(seen.contains("One moment"), "{seen}");
    let first = pressed(&phones);
    assert_eq!((first.side, first.wants.as_str()), (0, r#"[{"choose":0}]"#));
    phones.show(0, choices(&["Three", "Four"]));
    phones.answer(&first, Came::Done);
    phone.until("Three");
    let seen = phone.until("At the table.");
    assert!(!seen.contains("One moment"), "{seen}");
    // What came of each press but one that was done is said, and the next one goes.
    for (came, says) in
        [(Came::Late, "had changed"), (Came::Asked, "whether an order may be taken back"), (Came::Busy, "is busy")]
    {
        phone.press("Four");
        let press = pressed(&phones);
        phones.answer(&press, came);
        phone.until(says);
    }
    // A press that changes nothing is over as soon as it is answered, and shows until then that it is on its way.
    for _ in 0..2 {
        phone.press("Four");
        let press = pressed(&phones);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                phones.answer(&press, Came::Done);
            });
            phone.until("At the table.");
            phone.press("Four");
        });
        let press = pressed(&phones);
        phones.answer(&press, Came::Done);
    }
    // Nobody answers: that is said, too.
    phone.press("Three");
    pressed(&phones);
    phone.until("has not answered your last press");

    // What is typed while a press is on its way waits for its page, and what is pressed after it comes after it.
    phones.show(0, distance(None));
    phone.until("How far?");
    phone.asks(json!({"fill": ["exact-0", "12"]}));
    let mut said = Vec::new();
    let mut answer = None;
    while answer != Some(12) {
        let press = pressed(&phones);
        let wants: Value = serde_json::from_str(&press.wants).unwrap();
        answer = wants[0]["answer"][1].as_i64();
        said.push(wants);
        std::thread::sleep(Duration::from_millis(200));
        phones.show(0, distance(answer));
        phones.answer(&press, Came::Done);
    }
    phone.asks(json!({"fill": ["exact-0", "123", "Do it"]}));
    loop {
        let press = pressed(&phones);
        let wants: Value = serde_json::from_str(&press.wants).unwrap();
        said.push(wants.clone());
        std::thread::sleep(Duration::from_millis(200));
        if wants[0] == "go" {
            phones.show(0, choices(&["Done"]));
            phones.answer(&press, Came::Done);
            break;
        }
        answer = wants[0]["answer"][1].as_i64();
        phones.show(0, distance(answer));
        phones.answer(&press, Came::Done);
    }
    assert_eq!(answer, Some(123), "what was typed before “Do it” belongs to it: {said:?}");
    phone.until("Done");
}
