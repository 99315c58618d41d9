//! A window beside a real table with two phones: Chromium without a screen, at a phone's size.

use serde_json::{Value, json};

use crate::display::{Window, only_if_asked, pictures, root, says};
use crate::phone::Phone;

/// The links on the page with the codes, from left to right, for this machine alone.
fn links(probe: &Value) -> Vec<String> {
    let mut found: Vec<(f64, &str)> = probe["controls"].as_array().unwrap().iter().filter_map(link).collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let local = |(_, link): (f64, &str)| {
        let (host, key) = link.trim_start_matches("http://").split_once('/').unwrap();
        format!("http://127.0.0.1:{}/{key}", host.rsplit(':').next().unwrap())
    };
    found.into_iter().map(local).collect()
}

fn link(control: &Value) -> Option<(f64, &str)> {
    let name = control["name"].as_str().filter(|name| name.starts_with("http://"))?;
    Some((control["x"].as_f64()?, name))
}

/// A window beside a real table with the phones of both sides.
struct Table {
    window: Window,
    phones: [Phone; 2],
}

impl Table {
    fn set(ruleset: &str) -> Self {
        let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7", ruleset, "beside-your-table"]);
        window.wait_for("the desk", |p| p["screen"] == "Game" && says(p, "We roll the dice"));
        window.key("F10");
        window.press("Secrets on phones");
        window.press("Listen and show the codes");
        let probe = window.wait_for("both codes", |p| links(p).len() == 2);
        window.picture("phones-codes");
        let folder = pictures().unwrap_or_else(|| window.home.path().to_owned());
        let links = links(&probe);
        let phones = [0, 1].map(|side| Phone::open(&root(), &links[side], &folder));
        Self { window, phones }
    }
}

#[test]
fn a_hidden_squad_is_asked_for_on_its_phone_and_the_table_goes_on() {
    only_if_asked!();
    let Table { mut window, phones: [mut us, mut vc] } = Table::set("platoon");
    let (seen, _) = (us.until("At the table."), vc.until("Under your markers"));
    vc.until("Marker 4: a cache");
    assert!(!seen.contains("Under your markers") && !seen.contains("a cache"), "they are the enemy's markers: {seen}");
    assert!(!seen.contains("Guerrilla squad"), "a hidden squad is nobody's business: {seen}");
    window.press("To the table");
    let probe = window.wait_for("the table", |p| says(p, "1st Squad stands"));
    assert!(!says(&probe, "looks in secret"), "nobody has to turn away while the phones are there");
    // The first squad by phone, the second at the laptop: as they like.
    // A finger is quicker than the page: of two orders the first counts, in a form every press does.
    us.press("Something else");
    us.until("2nd Squad stands");
    us.asks(json!({"quickly": ["1st Squad stands", "2nd Squad stands"]}));
    us.until("On what ground does the squad stand");
    us.asks(json!({"picture": "phone-facts"}));
    us.asks(json!({"quickly": ["jungle", "Do it"]}));
    us.until("1st Squad stands in the jungle.");
    window.wait_for("the order of the phone", |p| p["length"] == 1 && says(p, "2nd Squad stands"));
    window.wait_for("the question", |p| says(p, "On what ground does the squad stand"));
    window.key("Return");
    // The hidden squad is asked for on one phone, and nowhere else.
    let probe = window.wait_for("who decides", |p| says(p, "decides on the phone"));
    window.picture("phones-table");
    assert!(!says(&probe, "Guerrilla squad"), "the table does not hear of it");
    vc.until("Guerrilla squad");
    vc.asks(json!({"picture": "phone-secret"}));
    let found = vc.asks(json!({"measure": true}));
    assert_eq!((&found["too_wide"], &found["nameless"]), (&json!(false), &json!(0)), "{found}");
    assert!(found["smallest"].as_f64() >= Some(44.0), "a thumb hits everything: {found}");
    let length = |p: &Value| p["length"].as_u64().unwrap();
    let before = length(&probe);
    // Somebody has put the window out of sight: the table goes on.
    window.xdotool(&["search", "--name", "Pointman", "windowunmap"]);
    vc.press("Guerrilla squad stands");
    vc.press("Do it");
    vc.until("stands in");
    window.xdotool(&["search", "--name", "Pointman", "windowmap", "windowfocus"]);
    let probe = window.wait_for("the table going on", |p| length(p) > before);
    assert!(!says(&probe, "is alone"), "no curtain");
    let other = us.until("VC/NVA");
    assert!(!other.contains("Guerrilla squad"), "{other}");
    for squad in ["Main force stands in", "Unknown squad stands in"] {
        vc.press("Do it");
        vc.until(squad);
    }
    // When it fires is said there as well, and the table is not held up by a question that is answered already.
    vc.press("Say when to fire");
    vc.until("whenever it can");
    vc.asks(json!({"picture": "phone-when"}));
    vc.asks(json!({"quickly": ["not this turn", "Do it"]}));
    let held = "Units under markers: not this turn";
    vc.until(held);
    vc.asks(json!({"picture": "phone-held"}));
    window.picture("phones-held");
    assert!(!us.until("VC/NVA").contains(held), "it is nobody else's business");
    vc.press("Its phase is over");
    window.wait_for("the squad going on at once", |p| says(p, "Roll to move on patrol"));
    vc.asks(json!({"dark": true}));
    vc.asks(json!({"picture": "phone-secret-dark"}));
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

/// Both phones press whatever they show; the laptop takes back an order now and then, and changes whose dice they are.
fn phones_press_everything(ruleset: &str) {
    only_if_asked!();
    let Table { mut window, mut phones } = Table::set(ruleset);
    phones.iter_mut().for_each(|phone| _ = phone.until("At the table."));
    window.press("To the table");
    let presses = if std::env::var_os("POINTMAN_LONG").is_some() { 400 } else { 30 };
    let mut longest = 0;
    for n in 0..presses {
        for (side, phone) in phones.iter_mut().enumerate() {
            let found = phone.asks(json!({"any": true}));
            let measured = phone.asks(json!({"measure": true}));
            assert_eq!(
                (&measured["too_wide"], &measured["nameless"]),
                (&json!(false), &json!(0)),
                "{found} {:?}",
                phone.asks(json!({"picture": format!("phone-{ruleset}-{side}-fault")})),
            );
        }
        match n % 20 {
            9 => window.key("u"),
            19 => window.press(if n % 40 == 19 { "We roll the dice" } else { "Computer rolls the dice" }),
            _ => {}
        }
        let probe = window.wait_until("the table", |p| p["screen"] == "Game");
        longest = longest.max(probe["length"].as_u64().unwrap());
    }
    for (side, phone) in phones.iter_mut().enumerate() {
        let kinds = phone.asks(json!({"any": true}))["kinds"].clone();
        eprintln!("{ruleset}, side {side} of the table: {kinds}");
        phone.asks(json!({"picture": format!("phone-{ruleset}-{side}")}));
    }
    assert!(longest >= presses / 10, "{longest} orders came of {presses} presses on each phone");
    assert!(!window.log().contains("panicked"), "{}", window.log());
}

#[test]
fn phones_of_platoon_press_everything_and_the_game_goes_on() {
    phones_press_everything("platoon");
}

#[test]
fn phones_of_skirmish_press_everything_and_the_game_goes_on() {
    phones_press_everything("skirmish");
}
