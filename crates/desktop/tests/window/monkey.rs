//! A monkey before the window: it presses whatever was pressed least, a place on the board, a key, drags, and changes the size
//! of the window and of the letters. Whatever it does, the window lives on.
//!
//! `POINTMAN_LONG=1` lets it press much longer, through every scenario, and asks that it pressed everything it met.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::display::{Window, only_if_asked, root};
use serde_json::Value;
use tabletop::dice::Seeded;

/// What ends the program, and so is pressed by nobody here.
const NOT: [&str; 3] = ["Quit", "Leave", "Close the window"];

const KEYS: [&str; 30] = [
    "Escape",
    "Return",
    "1",
    "g",
    "s",
    "d",
    "e",
    "2",
    "3",
    "0",
    "Tab",
    "shift+Tab",
    "t",
    "f",
    "l",
    "r",
    "u",
    "y",
    "Left",
    "Right",
    "Up",
    "Down",
    "plus",
    "minus",
    "F1",
    "F6",
    "F10",
    "comma",
    "period",
    "space",
];

/// Where a monkey is let loose.
struct Cage {
    arguments: Vec<String>,
    scale: &'static str,
    /// A lesson is opened first.
    lesson: bool,
    /// What the monkey brings up is drawn, too: a renderer can fail where nothing else does.
    drawn: bool,
}

fn cage(words: &[&str], scale: &'static str) -> Cage {
    Cage { arguments: words.iter().map(|word| (*word).to_owned()).collect(), scale, lesson: false, drawn: false }
}

/// How often each kind of control was pressed, and how often it was there to be pressed.
type Met = BTreeMap<String, Times>;

#[derive(Clone, Copy, Default)]
struct Times {
    pressed: u32,
    seen: u32,
}

struct Monkey {
    window: Window,
    /// What the window is started with.
    arguments: Vec<String>,
    lesson: bool,
    /// The screen and the ruleset it was let loose on, and how many presses long it has been elsewhere.
    home: Option<[String; 2]>,
    away: usize,
    /// How often the monkey closed it: chance comes to Quit by keys and by clicks on the board's places.
    closed: usize,
    chance: Seeded,
    met: Met,
    trail: Vec<String>,
    /// Whether it presses what it never pressed before anything else: in a long run.
    thorough: bool,
    /// The new controls beside the one it pressed last, and how many orders had been given: it goes back for them.
    left_behind: Option<(u64, Vec<String>)>,
}

/// What closes the panel it stands in: pressed after everything else there, in a long run half of the time.
const CLOSING: [&str; 5] = [": Cancel", ": Clear", ": Close", ": Do something else", ": Something else"];

/// What of the window must have been pressed whole in a long run: what stands at the side of the board, the menu, and the page
/// beside a real table. Where the names in it are those of rules, units or places, one of each kind is enough.
const WHOLE: [&str; 3] = ["sidebar: ", "menu: ", "companion: "];

fn is_whole(kind: &str) -> bool {
    WHOLE.iter().any(|part| kind.starts_with(part))
}

/// The parts of the window that lie beside each other; all others are dialogs, and lie over them.
const BESIDE: [&str; 6] = [": ", "prompt: ", "status line: ", "sidebar: ", "log: ", "companion: "];

/// The lines of squads or figures at the side of the board.
const LIST: &str = "order of the turn";

/// A control's kind: the part of the window it stands in, and its name without numbers, proper names, and what a colon, a comma or
/// an "of" brings. One of these units is like another.
fn kind(control: &Value, units: &[&str]) -> Option<String> {
    let (role, part) = (control["role"].as_str()?, control["part"].as_str()?);
    let name = control["name"].as_str().filter(|name| !name.is_empty())?;
    let pressed =
        matches!(role, "Button" | "CheckBox" | "RadioButton" | "Tab" | "ComboBox" | "Link" | "Slider" | "ListItem");
    let named = |(place, word): (usize, &str)| {
        let proper = place > 0 && word.starts_with(char::is_uppercase);
        !proper && !word.contains(|letter: char| letter.is_ascii_digit())
    };
    let said = [": ", ", ", " of "].iter().fold(name, |name, end| name.split(end).next().unwrap_or(name));
    let words: Vec<&str> = said.split_whitespace().enumerate().filter(|at| named(*at)).map(|(_, word)| word).collect();
    let may = pressed && control["enabled"] == true && !NOT.iter().any(|not| name.starts_with(not));
    // Lines of a list are named after what they are about: one is like another.
    let kind = if part == LIST {
        "sidebar: a line".to_owned()
    } else if units.iter().any(|unit| name.starts_with(unit)) {
        format!("{part}: a unit")
    } else {
        format!("{part}: {}", words.join(" "))
    };
    may.then_some(kind)
}

/// The controls that can be pressed: kind and middle of each. Under a dialog nothing else can be.
fn pressable(probe: &Value, inside: impl Fn(f64, f64) -> bool) -> Vec<(String, f64, f64)> {
    let counters = probe["counters"].as_array().into_iter().flatten();
    let units: Vec<&str> = counters.filter_map(|counter| counter["name"].as_str()).collect();
    let controls = probe["controls"].as_array().into_iter().flatten();
    let controls = controls.filter_map(|control| {
        let (x, y) = middle(control)?;
        Some((kind(control, &units)?, x, y)).filter(|_| inside(x, y))
    });
    let (beside, over): (Vec<_>, Vec<_>) =
        controls.partition(|(name, ..)| BESIDE.iter().any(|part| name.starts_with(part)));
    if over.is_empty() { beside } else { over }
}

fn middle(spot: &Value) -> Option<(f64, f64)> {
    spot["x"].as_f64().zip(spot["y"].as_f64())
}

impl Monkey {
    fn choose(&mut self, n: usize) -> usize {
        self.chance.choose(n.max(1))
    }

    /// What the window shows once it is still; nothing if it moves on for long.
    fn look(&mut self) -> Option<Value> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if let Some(status) = self.window.ended() {
                let trail = &self.trail[self.trail.len().saturating_sub(6)..];
                let closed = status.success() && self.window.was_closed();
                assert!(closed, "the window ended with {status} after {trail:?}\n{}", self.window.log());
                self.closed += 1;
                self.reopen();
            }
            if let Some(probe) = self.window.probe().filter(|probe| probe["still"] == true) {
                return Some(probe);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.window.probe()
    }

    fn reopen(&mut self) {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        self.window.reopen(&arguments);
        enter(&mut self.window, self.lesson);
    }

    /// Back to where it was let loose, if it strayed into another game or onto the title page and has looked round there.
    fn come_home(&mut self) {
        let Some(probe) = self.look() else { return };
        let here = [&probe["screen"], &probe["ruleset"]].map(Value::to_string);
        self.away = if *self.home.get_or_insert_with(|| here.clone()) == here { 0 } else { self.away + 1 };
        if self.away > AWAY {
            self.away = 0;
            self.trail.push("back home".into());
            let _ = self.window.process.kill();
            let _ = self.window.process.wait();
            self.reopen();
        }
    }

    fn xdotool(&mut self, what: String, arguments: &[&str]) {
        self.trail.push(what);
        self.window.xdotool(arguments);
    }

    /// Does what chance says; presses a control, if `controls_only`.
    fn press_once(&mut self, (width, height): (f64, f64), controls_only: bool) {
        let Some(mut probe) = self.look() else { return };
        let inside = |x: f64, y: f64| (0.0..width).contains(&x) && (0.0..height).contains(&y);
        let mut controls = pressable(&probe, inside);
        if let Some((before, others)) = self.left_behind.take()
            && !controls.iter().any(|(name, ..)| others.contains(name))
        {
            // An order is taken back; what only opened or closed something is left by Escape.
            let key = if probe["length"].as_u64() > Some(before) { "u" } else { "Escape" };
            self.xdotool(format!("key {key}"), &["key", key]);
            std::thread::sleep(Duration::from_millis(100));
            let Some(back) = self.look() else { return };
            controls = pressable(&back, inside);
            probe = back;
        }
        for (name, ..) in &controls {
            self.met.entry(name.clone()).or_default().seen += 1;
        }
        let board = |monkey: &mut Self| {
            let spots = probe["counters"].as_array().into_iter().chain(probe["places"].as_array()).flatten();
            let spots: Vec<(f64, f64)> = spots.filter_map(middle).filter(|(x, y)| inside(*x, *y)).collect();
            match monkey.choose(spots.len() + 1).checked_sub(1) {
                Some(place) => spots[place],
                None => (monkey.choose(width as usize) as f64, monkey.choose(height as usize) as f64),
            }
        };
        let is_new = |name: &String| is_whole(name) && self.met.get(name).is_none_or(|times| times.pressed == 0);
        let new: Vec<String> = controls.iter().map(|(name, ..)| name.clone()).filter(is_new).collect();
        let new = if self.thorough { new } else { Vec::new() };
        match if controls_only || !new.is_empty() { 20 } else { self.choose(20) } {
            0 | 1 => {
                let key = KEYS[self.choose(KEYS.len())];
                self.xdotool(format!("key {key}"), &["key", key]);
            }
            2..=4 => {
                let (x, y) = board(self);
                let button = if self.choose(4) == 0 { "3" } else { "1" };
                self.xdotool(
                    format!("click {button} at {x},{y}"),
                    &["mousemove", &x.to_string(), &y.to_string(), "sleep", "0.05", "click", button],
                );
            }
            5 => {
                let ((x, y), (u, v)) = (board(self), board(self));
                let [x, y, u, v] = [x, y, u, v].map(|at| at.to_string());
                self.xdotool(
                    format!("drag {x},{y} to {u},{v}"),
                    &[
                        "mousemove",
                        &x,
                        &y,
                        "mousedown",
                        "1",
                        "sleep",
                        "0.05",
                        "mousemove",
                        &u,
                        &v,
                        "sleep",
                        "0.05",
                        "mouseup",
                        "1",
                    ],
                );
            }
            6 => {
                let (x, y) = board(self);
                let way = if self.choose(2) == 0 { "4" } else { "5" };
                self.xdotool(
                    format!("wheel {way}"),
                    &["mousemove", &x.to_string(), &y.to_string(), "click", "--repeat", "3", way],
                );
            }
            _ => {
                // What is there only beside something that carries an order out would never be pressed if it always came last.
                let closing_last = !self.thorough || self.choose(2) == 0;
                let times = |name: &str| self.met.get(name).copied().unwrap_or_default();
                // What is seldom there is pressed when it is.
                let closes = |name: &str| closing_last && CLOSING.iter().any(|closing| name.ends_with(closing));
                let order = |name: &str| (times(name).pressed, !is_whole(name), closes(name), times(name).seen);
                let Some(least) = controls.iter().map(|(name, ..)| order(name)).min() else { return };
                let rare: Vec<_> = controls.iter().filter(|(name, ..)| order(name) == least).collect();
                let (name, x, y) = rare[self.choose(rare.len())].clone();
                self.met.entry(name.clone()).or_default().pressed += 1;
                let others: Vec<String> = new.into_iter().filter(|other| *other != name).collect();
                let given = probe["length"].as_u64();
                self.left_behind = given.filter(|_| !others.is_empty()).map(|given| (given, others));
                self.xdotool(name, &["mousemove", &x.to_string(), &y.to_string(), "sleep", "0.05", "click", "1"]);
            }
        }
    }
}

/// What was there, should have been pressed, and was not.
fn never_pressed(met: &Met) -> impl Iterator<Item = (&String, &Times)> {
    met.iter().filter(|(name, times)| times.pressed == 0 && is_whole(name))
}

/// The sizes the window is given in turn.
const SIZES: [(u32, u32); 4] = [(1280, 720), (1920, 1080), (960, 600), (640, 480)];

/// How many presses long it may look round elsewhere.
const AWAY: usize = 40;

/// Opens the lesson, if the monkey is to be let loose in one.
fn enter(window: &mut Window, lesson: bool) {
    if lesson {
        window.press("Learn to play Block by Block");
        window.press("Begin: Move a company");
    }
}

/// Lets a monkey press so often. It remembers what it `met` before, and how often it pressed each control.
fn let_loose(cage: &Cage, presses: usize, seed: u64, met: Met) -> Met {
    let mut arguments = vec!["--no-animation", "--seed", "7", "--scale", cage.scale];
    arguments.extend(cage.arguments.iter().map(String::as_str));
    let mut window = if cage.drawn { Window::drawn } else { Window::start }("1920x1080", &arguments);
    let arguments = arguments.iter().map(ToString::to_string).collect();
    enter(&mut window, cage.lesson);
    let mut monkey = Monkey {
        window,
        arguments,
        lesson: cage.lesson,
        home: None,
        away: 0,
        closed: 0,
        chance: Seeded::new(seed),
        met,
        trail: Vec::new(),
        thorough: long().is_some(),
        left_behind: None,
    };
    let mut size = SIZES[0];
    // A long run goes on, up to twice as long, for what it has met and not yet pressed.
    let most = if monkey.thorough { 2 * presses } else { presses };
    for n in 0..most {
        if n >= presses && never_pressed(&monkey.met).next().is_none() {
            break;
        }
        monkey.come_home();
        if n % 12 == 0 {
            size = SIZES[(n / 12) % SIZES.len()];
            let (width, height) = (size.0.to_string(), size.1.to_string());
            let found = monkey.window.xdotool(&["search", "--onlyvisible", "--name", "Pointman"]);
            let id = String::from_utf8_lossy(&found.stdout).lines().next().unwrap_or_default().to_owned();
            monkey.xdotool(format!("size {width}x{height}"), &["windowsize", &id, &width, &height]);
            std::thread::sleep(Duration::from_millis(150));
        }
        // Chance alone would hardly ever come to the menu.
        let to_the_menu = n % 12 == 6;
        if to_the_menu {
            monkey.xdotool("key F10".into(), &["key", "F10"]);
            std::thread::sleep(Duration::from_millis(150));
        }
        monkey.press_once((f64::from(size.0), f64::from(size.1)), to_the_menu);
    }
    monkey.look();
    assert!(monkey.closed <= 1 + presses / 30, "the window was closed {} times in {presses} presses", monkey.closed);
    let pressed = monkey.met.values().filter(|times| times.pressed > 0).count();
    eprintln!("{:?} at {}: {pressed} of {} controls pressed", cage.arguments, cage.scale, monkey.met.len());
    monkey.met
}

/// How often a monkey presses in a long run, in all scenarios of a ruleset together; `POINTMAN_LONG` may say another number.
fn long() -> Option<usize> {
    let wished = std::env::var("POINTMAN_LONG").ok()?;
    Some(wished.parse().ok().filter(|presses| *presses > 1).unwrap_or(2_000))
}

/// Every scenario of a ruleset by name.
fn scenarios(ruleset: &str) -> Vec<String> {
    let folder = std::fs::read_dir(root().join("scenarios").join(ruleset)).unwrap();
    let mut names: Vec<String> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// One ruleset: a few scenarios shortly, or with `POINTMAN_LONG` all of them at length.
fn ruleset(name: &str, shortly: &[(&str, &'static str)]) {
    only_if_asked!();
    let Some(presses) = long() else {
        for (seed, (scenario, scale)) in shortly.iter().enumerate() {
            let cage = cage(&[name, scenario], scale);
            let_loose(&cage, 60, seed as u64, Met::new());
            let_loose(&Cage { drawn: true, ..cage }, 15, 100 + seed as u64, Met::new());
        }
        return;
    };
    let (mut met, scenarios) = (Met::new(), scenarios(name));
    for (seed, scenario) in scenarios.iter().enumerate() {
        let scale = ["1", "1.5", "0.75", "2"][seed % 4];
        met = let_loose(&cage(&[name, scenario], scale), presses.div_ceil(scenarios.len()), seed as u64, met);
    }
    let never: Vec<_> =
        never_pressed(&met).map(|(name, times)| format!("{name} (there {} times)", times.seen)).collect();
    assert!(never.is_empty(), "met and never pressed: {never:?}");
}

#[test]
fn block_by_block_outlives_a_monkey() {
    ruleset("block-by-block", &[("historical", "1")]);
}

#[test]
fn search_and_destroy_outlives_a_monkey() {
    ruleset("search-and-destroy", &[("standard", "1.5")]);
}

#[test]
fn platoon_outlives_a_monkey() {
    ruleset("platoon", &[("village-search", "1"), ("beside-your-table", "1")]);
}

#[test]
fn skirmish_outlives_a_monkey() {
    ruleset("skirmish", &[("patrol-and-ambush", "0.75"), ("beside-your-table", "2")]);
}

#[test]
fn title_page_and_a_lesson_outlive_a_monkey() {
    only_if_asked!();
    let presses = long().unwrap_or(60);
    let_loose(&cage(&[], "1"), presses, 1, Met::new());
    let_loose(&Cage { lesson: true, ..cage(&[], "1") }, presses, 2, Met::new());
}
