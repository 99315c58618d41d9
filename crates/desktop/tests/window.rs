//! The window on a virtual display with a software driver: started, played by mouse and key, looked at, closed.
//!
//! It needs Xvfb, xdotool and a Vulkan driver, so it runs only where `check` asks for it with `POINTMAN_WINDOW_TEST=1`;
//! without that it says so and does nothing.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong in a test may panic")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a slow machine may take for one step of the window.
const PATIENCE: Duration = Duration::from_secs(60);

fn asked_for() -> bool {
    let asked = std::env::var_os("POINTMAN_WINDOW_TEST").is_some();
    if !asked {
        eprintln!("left out: set POINTMAN_WINDOW_TEST=1 to open the window on a virtual display");
    }
    asked
}

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_pointman");

/// The project's folder.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A virtual display, gone when the test is.
struct Display {
    name: String,
    server: Child,
}

impl Display {
    fn open(size: &str) -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("{size}x24")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut line = String::new();
        let mut reader = std::io::BufReader::new(server.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
        Self { name: format!(":{}", line.trim()), server }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program on its display, with a home of its own.
struct Window {
    display: Display,
    home: tempfile::TempDir,
    process: Child,
}

impl Window {
    fn start(size: &str, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        Self::start_in(home, size, arguments)
    }

    fn start_in(home: tempfile::TempDir, size: &str, arguments: &[&str]) -> Self {
        let display = Display::open(size);
        let log = fs::File::create(home.path().join("log")).unwrap();
        let _ = fs::remove_file(home.path().join("probe"));
        let process = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(root())
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("HOME", home.path())
            .env("XDG_DATA_HOME", home.path().join("data"))
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .env("XDG_RUNTIME_DIR", home.path())
            .env("POINTMAN_PROBE", home.path().join("probe"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the window starts");
        let mut window = Self { display, home, process };
        window.wait_for("the first frame", |_| true);
        // There is no window manager to do it.
        window.xdotool(&["search", "--onlyvisible", "--name", "Pointman", "windowfocus"]);
        window
    }

    fn log(&self) -> String {
        fs::read_to_string(self.home.path().join("log")).unwrap_or_default()
    }

    fn probe(&self) -> Option<Value> {
        serde_json::from_str(&fs::read_to_string(self.home.path().join("probe")).ok()?).ok()
    }

    /// Waits until the window shows what is asked for, and nothing moves.
    #[track_caller]
    fn wait_for(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                panic!("the window ended with {status} before {what}:\n{}", self.log());
            }
            if let Some(probe) = self.probe().filter(|p| p["still"] == true && holds(p)) {
                return probe;
            }
            if start.elapsed() > PATIENCE {
                let mut last = self.probe().unwrap_or_default();
                for key in ["places", "counters"] {
                    last[key] = Value::Null;
                }
                panic!("{what} never came. The window shows {last}\n{}", self.log());
            }
            sleep(Duration::from_millis(100));
        }
    }

    fn xdotool(&self, arguments: &[&str]) -> Output {
        Command::new("xdotool").args(arguments).env("DISPLAY", &self.display.name).output().expect("xdotool runs")
    }

    fn click_at(&self, x: f64, y: f64) {
        let (x, y) = (x.round().to_string(), y.round().to_string());
        self.xdotool(&["mousemove", &x, &y, "sleep", "0.25", "click", "1", "sleep", "0.25"]);
    }

    fn spot(probe: &Value, list: &str, name: &str) -> Option<(f64, f64)> {
        let found = probe[list].as_array()?.iter().find(|s| s["name"] == name)?;
        Some((found["x"].as_f64()?, found["y"].as_f64()?))
    }

    /// Clicks a button of the panels by its name or a part of it.
    #[track_caller]
    fn press(&mut self, name: &str) {
        let named = |control: &Value| {
            control["enabled"] == true
                && control["role"] == "Button"
                && control["name"].as_str().is_some_and(|n| n.contains(name))
        };
        let probe =
            self.wait_for(&format!("the button {name}"), |p| p["controls"].as_array().unwrap().iter().any(named));
        let button = probe["controls"].as_array().unwrap().iter().find(|c| named(c)).unwrap();
        self.click_at(button["x"].as_f64().unwrap(), button["y"].as_f64().unwrap());
    }

    /// Clicks a counter or a place on the map. A stack fans out under the pointer, so it looks twice, as a hand does.
    #[track_caller]
    fn click(&mut self, list: &str, name: &str) {
        let mut at = (0.0, 0.0);
        for _ in 0..5 {
            let probe = self.wait_for(&format!("{name} on the map"), |p| Self::spot(p, list, name).is_some());
            let now = Self::spot(&probe, list, name).unwrap();
            if now == at {
                break;
            }
            at = now;
            self.xdotool(&["mousemove", &at.0.to_string(), &at.1.to_string()]);
            sleep(Duration::from_millis(1_500));
        }
        self.click_at(at.0, at.1);
    }

    fn key(&self, key: &str) {
        self.xdotool(&["key", "--delay", "80", key, "sleep", "0.2"]);
    }

    /// A picture of the whole display.
    fn picture(&self, name: &str) -> tiny_skia::Pixmap {
        let folder =
            std::env::var_os("POINTMAN_WINDOW_PICTURES").map_or_else(|| self.home.path().into(), PathBuf::from);
        let path = folder.join(format!("{name}.png"));
        let done = Command::new("import")
            .args(["-window", "root", "-depth", "8", "-define", "png:color-type=6"])
            .arg(format!("png32:{}", path.display()))
            .env("DISPLAY", &self.display.name)
            .status()
            .expect("import runs");
        assert!(done.success());
        tiny_skia::Pixmap::load_png(&path).unwrap()
    }
}

impl Window {
    /// A picture, once it shows what it should: what the window knows is drawn a moment later.
    #[track_caller]
    fn picture_of(&self, name: &str, what: &str, shows: impl Fn(&tiny_skia::Pixmap, &Value) -> bool) {
        let start = Instant::now();
        loop {
            let picture = self.picture(name);
            if self.probe().is_some_and(|probe| shows(&picture, &probe)) {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{name} never shows {what} ({} colours)\n{}",
                colours(&picture),
                self.log()
            );
            sleep(Duration::from_millis(300));
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How many different colours a picture has, in steps of eight.
fn colours(picture: &tiny_skia::Pixmap) -> usize {
    let coarse = |p: &tiny_skia::PremultipliedColorU8| (p.red() / 8, p.green() / 8, p.blue() / 8);
    picture.pixels().iter().map(coarse).collect::<std::collections::BTreeSet<_>>().len()
}

/// Whether a colour like this one covers at least so many pixels near a point.
fn has_near(
    picture: &tiny_skia::Pixmap,
    (x, y): (f64, f64),
    reach: u32,
    like: impl Fn(u8, u8, u8) -> bool,
    least: usize,
) -> bool {
    let (x, y) = (x as u32, y as u32);
    let mut found = 0;
    for py in y.saturating_sub(reach)..(y + reach).min(picture.height()) {
        for px in x.saturating_sub(reach)..(x + reach).min(picture.width()) {
            let pixel = picture.pixel(px, py).unwrap();
            found += usize::from(like(pixel.red(), pixel.green(), pixel.blue()));
        }
    }
    found >= least
}

fn green(r: u8, g: u8, b: u8) -> bool {
    g > r.saturating_add(12) && g > b
}

fn red(r: u8, g: u8, b: u8) -> bool {
    r > 120 && r > g.saturating_add(60) && r > b.saturating_add(60)
}

/// Ends steps until one of this name is reached.
#[track_caller]
fn until(window: &mut Window, step: &str, done: &[&str]) {
    for button in done {
        let now = window.wait_for("a step", |p| p["screen"] == "Game");
        if now["moment"].as_str().unwrap().contains(step) {
            return;
        }
        window.press(button);
    }
    window.wait_for(step, |p| p["moment"].as_str().unwrap().contains(step));
}

#[test]
fn a_first_turn_is_played_with_the_mouse_and_the_keyboard() {
    if !asked_for() {
        return;
    }
    let mut window = Window::start("1280x720", &["--no-animation", "--seed", "7"]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.picture_of("window-title", "the title page", |p, _| colours(p) > 60);
    window.press("Block by Block");
    window.press("The Battle of Huế, 1968");
    window.press("Start");
    let probe = window.wait_for("the board", |p| p["screen"] == "Game");
    assert_eq!(probe["acting"], "US/ARVN");
    window.picture_of("window-board", "the map", |p, _| colours(p) > 600);
    for (name, colour) in [("A/1/1 Marines", green as fn(u8, u8, u8) -> bool), ("804th Battalion", red)] {
        window.picture_of("window-board", name, |p, probe| {
            Window::spot(probe, "counters", name).is_some_and(|at| has_near(p, at, 8, colour, 20))
        });
    }

    // Set-up and the enemy's movement, by button.
    until(&mut window, "US/ARVN movement", &["Begin the battle", "End infiltration", "End movement"]);
    // A company moves with the mouse: the counter, then the area.
    let before = window.wait_for("the movement", |p| p["acting"] == "US/ARVN")["length"].as_u64().unwrap();
    window.click("counters", "A/1/1 Marines");
    window.wait_for("the company in the hand", |p| p["selected"] == serde_json::json!(["A/1/1 Marines"]));
    window.click("places", "S3-2");
    let probe = window.wait_for("the move", |p| p["length"].as_u64().unwrap() > before);
    let (at, home) = (Window::spot(&probe, "counters", "A/1/1 Marines"), Window::spot(&probe, "counters", "MACV Team"));
    let (at, home) = (at.unwrap(), home.unwrap());
    assert!((at.0 - home.0).hypot(at.1 - home.1) > 40.0, "the counter lies elsewhere now: {at:?}");
    // Taken back and done again with the keyboard.
    window.key("ctrl+z");
    window.wait_for("the move taken back", |p| p["point"].as_u64() == Some(before));
    window.key("ctrl+y");
    window.wait_for("the move done again", |p| p["point"].as_u64() == Some(before + 1));
    window.picture("window-moved");

    // The rest of the turn with the keyboard: the last answer of the prompt ends a step.
    for _ in 0..12 {
        let now = window.wait_for("a step", |p| p["screen"] == "Game");
        if now["moment"].as_str().unwrap().starts_with("Turn 2") {
            break;
        }
        window.key("0");
        let length = now["length"].clone();
        window.wait_for("the step to end", |p| p["length"] != length);
    }
    let probe = window.wait_for("turn 2", |p| p["moment"].as_str().unwrap().starts_with("Turn 2"));
    let (length, moment) = (probe["length"].clone(), probe["moment"].clone());
    window.picture("window-turn-2");
    assert!(!window.log().contains("panicked"), "{}", window.log());

    // Killed without warning, and continued exactly where it stood.
    let home = std::mem::replace(&mut window.home, tempfile::tempdir().unwrap());
    drop(window);
    let mut window = Window::start_in(home, "1920x1080", &["--no-animation"]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.press("Continue");
    let probe = window.wait_for("the game again", |p| p["screen"] == "Game");
    assert_eq!((&probe["length"], &probe["moment"]), (&length, &moment));
    window.picture_of("window-continued", "the map", |p, _| colours(p) > 600);
}

#[test]
fn without_a_display_one_sentence_says_what_to_do() {
    if !asked_for() {
        return;
    }
    let output =
        Command::new(PROGRAM).current_dir(root()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.trim().lines().count() == 1, "{said}");
    assert!(said.contains("display"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_position_is_drawn_without_a_display() {
    if !asked_for() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("picture.png");
    let save = root().join("tests/museum/format-1/under-way.ron");
    let output = Command::new(PROGRAM)
        .current_dir(root())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .arg("picture")
        .arg(&save)
        .arg(&out)
        .args(["--size", "1280x720"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let picture = tiny_skia::Pixmap::load_png(&out).unwrap();
    assert_eq!((picture.width(), picture.height()), (1280, 720));
    assert!(colours(&picture) > 400);
}
