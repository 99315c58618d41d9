//! The window on a virtual display with a software driver, as the window tests drive it: started, clicked, looked at.
//!
//! It needs Xvfb, xdotool and a Vulkan driver, so it runs only where `check` asks for it with `POINTMAN_WINDOW_TEST=1`;
//! without that it says so and does nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a slow machine may take for one step of the window.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something holds that no window tells of.
#[track_caller]
pub fn patiently(mut holds: impl FnMut() -> bool, otherwise: impl Fn() -> String) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{}", otherwise());
        sleep(Duration::from_millis(50));
    }
}

/// Leaves the test out unless the window was asked for.
macro_rules! only_if_asked {
    () => {
        if std::env::var_os("POINTMAN_WINDOW_TEST").is_none() {
            return eprintln!("left out: set POINTMAN_WINDOW_TEST=1 to open the window on a virtual display");
        }
    };
}
pub(crate) use only_if_asked;

/// How many orders have been given in the game on the table.
#[track_caller]
pub fn length(probe: &Value) -> u64 {
    probe["length"].as_u64().unwrap()
}

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_pointman");

/// The project's folder, from where cargo runs tests.
pub fn root() -> PathBuf {
    std::path::absolute("../..").unwrap()
}

/// A virtual display, gone when the test is.
pub struct Display {
    pub name: String,
    server: Child,
}

impl Display {
    pub fn open(size: &str) -> Self {
        let mut server = Command::new("Xvfb")
            // A key whose release comes late on a busy machine must not repeat itself.
            .args(["-r", "-displayfd", "1", "-screen", "0", &format!("{size}x24")])
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

/// A window that is drawn has the machine to itself: two cores with a software driver have enough to do with one. Windows in which
/// nothing is drawn go beside each other.
static MACHINE: RwLock<()> = RwLock::new(());

/// A window's part of the machine, held as long as the window is there.
#[expect(dead_code, reason = "held, and read by nobody")]
enum Part {
    Alone(RwLockWriteGuard<'static, ()>),
    Beside(RwLockReadGuard<'static, ()>),
}

impl Part {
    fn of(drawn: bool) -> Self {
        // A test that failed has let go of its window.
        if drawn {
            Self::Alone(MACHINE.write().unwrap_or_else(PoisonError::into_inner))
        } else {
            Self::Beside(MACHINE.read().unwrap_or_else(PoisonError::into_inner))
        }
    }
}

/// Where pictures are kept, if they are.
pub fn pictures() -> Option<PathBuf> {
    std::env::var_os("POINTMAN_WINDOW_PICTURES").map(PathBuf::from)
}

/// Whether every window is drawn: where pictures are kept, and in a long run.
fn all_are_drawn() -> bool {
    pictures().is_some() || std::env::var_os("POINTMAN_LONG").is_some()
}

/// The program on its display, with a home of its own.
pub struct Window {
    _part: Option<Part>,
    /// Whether anything is drawn in it: most of a frame's time is the software driver's.
    drawn: bool,
    pub display: Display,
    pub home: tempfile::TempDir,
    pub process: Child,
}

/// Starts the program for the player whose folder is `players`; its log and its probe lie in `home`.
fn spawn(
    display: &Display,
    home: &tempfile::TempDir,
    players: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
    drawn: bool,
) -> Child {
    let log = fs::File::create(home.path().join("log")).unwrap();
    let _ = fs::remove_file(home.path().join("probe"));
    Command::new(PROGRAM)
        .args(arguments)
        .current_dir(root())
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .env("HOME", players)
        .env("XDG_DATA_HOME", players.join("data"))
        .env("XDG_CONFIG_HOME", players.join("config"))
        .env("XDG_RUNTIME_DIR", home.path())
        .env("POINTMAN_PROBE", home.path().join("probe"))
        .env("RUST_BACKTRACE", "full")
        .envs((!drawn).then_some(("POINTMAN_UNDRAWN", "1")))
        .envs(variables.iter().copied())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the window starts")
}

impl Window {
    /// A window of which only the probe is read: drawn only where all are.
    pub fn start(size: &str, arguments: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), size, arguments)
    }

    /// A window that is looked at.
    pub fn drawn(size: &str, arguments: &[&str]) -> Self {
        Self::drawn_with(tempfile::tempdir().unwrap(), size, arguments, &[])
    }

    pub fn start_in(home: tempfile::TempDir, size: &str, arguments: &[&str]) -> Self {
        Self::start_with(home, size, arguments, &[])
    }

    /// With these variables of the environment.
    pub fn start_with(home: tempfile::TempDir, size: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::first(all_are_drawn(), home, size, arguments, variables)
    }

    /// A window that is looked at, with these variables of the environment.
    pub fn drawn_with(home: tempfile::TempDir, size: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::first(true, home, size, arguments, variables)
    }

    /// A window that waits for its part of the machine.
    fn first(drawn: bool, home: tempfile::TempDir, size: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let (part, players) = (Part::of(drawn), home.path().to_path_buf());
        Self::open(Some(part), drawn, home, &players, size, arguments, variables)
    }

    /// A second window of the same player, with the same games and settings.
    pub fn beside(&self, size: &str, arguments: &[&str]) -> Self {
        Self::open(None, self.drawn, tempfile::tempdir().unwrap(), self.home.path(), size, arguments, &[])
    }

    /// A window of somebody else, on another machine as it were, beside this one.
    pub fn stranger(&self, size: &str, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let players = home.path().to_path_buf();
        Self::open(None, self.drawn, home, &players, size, arguments, &[])
    }

    /// The folder of the player's games.
    pub fn games(&self) -> PathBuf {
        self.home.path().join("data/pointman/games")
    }

    fn open(
        part: Option<Part>,
        drawn: bool,
        home: tempfile::TempDir,
        players: &Path,
        size: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let display = Display::open(size);
        let process = spawn(&display, &home, players, arguments, variables, drawn);
        let mut window = Self { _part: part, drawn, display, home, process };
        window.appear();
        window
    }

    /// Waits for the first frame of a window that was just started.
    #[track_caller]
    fn appear(&mut self) {
        self.wait_for("the first frame", |_| true);
        // There is no window manager to give it the keyboard. On a slow machine its first frame may be drawn before it is on the display.
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            self.xdotool(&["search", "--onlyvisible", "--name", "Pointman", "windowfocus"]);
            let said = |output: Output| String::from_utf8_lossy(&output.stdout).trim().to_owned();
            let focused = said(self.xdotool(&["getwindowfocus"]));
            if said(self.xdotool(&["search", "--onlyvisible", "--name", "Pointman"])).lines().any(|own| own == focused)
            {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("the window is not given the keyboard:\n{}", self.log());
    }

    /// How the program ended, if it did.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().unwrap()
    }

    /// Whether the diary says last that the player closed the program.
    pub fn was_closed(&self) -> bool {
        let logs = self.home.path().join("data/pointman/logs");
        let pages = fs::read_dir(logs).into_iter().flatten().flatten();
        let newest = pages.map(|page| page.path()).max();
        let diary = newest.and_then(|page| fs::read_to_string(page).ok()).unwrap_or_default();
        diary.lines().last().is_some_and(|line| line.ends_with("closed by the player"))
    }

    /// The program again, after it ended, for the same player on the same display.
    #[track_caller]
    pub fn reopen(&mut self, arguments: &[&str]) {
        self.process = spawn(&self.display, &self.home, self.home.path(), arguments, &[], self.drawn);
        self.appear();
    }

    /// Ends the program as a crash of the machine would.
    pub fn kill(mut self) -> tempfile::TempDir {
        let _ = self.process.kill();
        let _ = self.process.wait();
        std::mem::replace(&mut self.home, tempfile::tempdir().unwrap())
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.home.path().join("log")).unwrap_or_default()
    }

    pub fn probe(&self) -> Option<Value> {
        serde_json::from_str(&fs::read_to_string(self.home.path().join("probe")).ok()?).ok()
    }

    /// Waits until the window shows what is asked for, and nothing moves.
    #[track_caller]
    pub fn wait_for(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        self.wait_until(what, |p| p["still"] == true && holds(p))
    }

    /// Waits until the window shows what is asked for, whether or not something moves.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        self.watch_for(what, PATIENCE, holds).unwrap_or_else(|| {
            let mut last = self.probe().unwrap_or_default();
            for key in ["places", "counters"] {
                last[key] = Value::Null;
            }
            panic!("{what} never came. The window shows {last}\n{}", self.log())
        })
    }

    /// What the window shows once it shows what is asked for; nothing if that takes longer than `patience`.
    #[track_caller]
    fn watch_for(&mut self, what: &str, patience: Duration, holds: impl Fn(&Value) -> bool) -> Option<Value> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(status) = self.process.try_wait().unwrap() {
                panic!("the window ended with {status} before {what}:\n{}", self.log());
            }
            if let Some(probe) = self.probe().filter(|p| holds(p)) {
                return Some(probe);
            }
            sleep(Duration::from_millis(50));
        }
        None
    }

    pub fn xdotool(&self, arguments: &[&str]) -> Output {
        Command::new("xdotool").args(arguments).env("DISPLAY", &self.display.name).output().expect("xdotool runs")
    }

    /// Does something to the window and waits until it has heard of it: so many keys and buttons let go.
    #[track_caller]
    fn heard_after(&mut self, what: &str, strokes: u64, deed: impl FnOnce(&Self)) {
        let before = self.probe().and_then(|probe| probe["heard"].as_u64()).unwrap_or_default();
        deed(self);
        self.wait_until(&format!("{what} is heard"), |p| p["heard"].as_u64() >= Some(before + strokes));
    }

    #[track_caller]
    pub fn click_at(&mut self, x: f64, y: f64) {
        self.point_at(x, y);
        self.heard_after("the click", 1, |window| {
            window.xdotool(&["click", "1"]);
        });
    }

    pub fn spot(probe: &Value, list: &str, name: &str) -> Option<(f64, f64)> {
        let found = probe[list].as_array()?.iter().find(|s| s["name"] == name)?;
        Some((found["x"].as_f64()?, found["y"].as_f64()?))
    }

    /// Clicks a button of the panels by its name or a part of it.
    #[track_caller]
    pub fn press(&mut self, name: &str) {
        let (x, y) = self.button(name);
        self.click_at(x, y);
    }

    /// Clicks a button that ends the program, and waits until it has.
    #[track_caller]
    pub fn press_to_end(&mut self, name: &str) {
        let (x, y) = self.button(name);
        self.point_at(x, y);
        self.xdotool(&["click", "1"]);
        patiently(|| self.ended().is_some(), || format!("{name} does not end the program"));
    }

    /// Where a button of the panels is, by its name or a part of it.
    #[track_caller]
    fn button(&mut self, name: &str) -> (f64, f64) {
        let named = |control: &Value| {
            control["enabled"] == true
                && control["role"] == "Button"
                && control["name"].as_str().is_some_and(|n| n.contains(name))
        };
        let probe = self.wait_for(&format!("the button {name}"), |p| controls(p).iter().any(named));
        let button = controls(&probe).iter().find(|control| named(control)).unwrap();
        (button["x"].as_f64().unwrap(), button["y"].as_f64().unwrap())
    }

    /// Moves the pointer and waits until the window knows where it is.
    #[track_caller]
    pub fn point_at(&mut self, x: f64, y: f64) -> Value {
        let (x, y) = (x.round(), y.round());
        let there = |p: &Value| p["still"] == true && p["pointer"] == serde_json::json!([x, y]);
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        // A window that only just came may miss a motion. A hand that sees nothing happen moves again.
        for _ in 0..5 {
            if let Some(probe) = self.watch_for("the pointer", Duration::from_secs(5), there) {
                return probe;
            }
            self.xdotool(&["mousemove_relative", "1", "0", "mousemove", &x.to_string(), &y.to_string()]);
        }
        self.wait_for("the pointer", there)
    }

    /// Clicks a counter or a place on the map. A stack fans out under the pointer, so it looks twice, as a hand does.
    #[track_caller]
    pub fn click(&mut self, list: &str, name: &str) {
        let probe = self.wait_for(&format!("{name} on the map"), |p| Self::spot(p, list, name).is_some());
        let mut at = Self::spot(&probe, list, name).unwrap();
        for _ in 0..5 {
            let probe = self.point_at(at.0, at.1);
            let Some(now) = Self::spot(&probe, list, name).filter(|now| *now != at) else { break };
            at = now;
        }
        self.click_at(at.0, at.1);
    }

    #[track_caller]
    pub fn key(&mut self, key: &str) {
        let strokes = key.split('+').count() as u64;
        self.heard_after(key, strokes, |window| {
            window.xdotool(&["key", "--delay", "80", key]);
        });
    }

    /// Presses the key that ends a step, and a second time where much is unused and the window asks.
    #[track_caller]
    pub fn end_step(&mut self) {
        let before = self.probe().unwrap_or_default()["length"].clone();
        self.key("0");
        let ended = |p: &Value| p["length"] != before || p["curtain"] == true;
        let probe = self.wait_for("the end of the step", |p| ended(p) || says(p, "Sure?"));
        if !ended(&probe) {
            self.key("0");
        }
    }

    /// Keeps a picture, where pictures are kept.
    pub fn picture(&self, name: &str) {
        if pictures().is_some() {
            self.shot(name);
        }
    }

    /// A picture of the whole display.
    fn shot(&self, name: &str) -> tiny_skia::Pixmap {
        let folder = pictures().unwrap_or_else(|| self.home.path().into());
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

/// What the panels show.
pub fn controls(probe: &Value) -> &[Value] {
    probe["controls"].as_array().map_or(&[], Vec::as_slice)
}

impl Window {
    /// A picture, once it shows what it should: what the window knows is drawn a moment later.
    #[track_caller]
    pub fn picture_of(
        &self,
        name: &str,
        what: &str,
        shows: impl Fn(&tiny_skia::Pixmap, &Value) -> bool,
    ) -> tiny_skia::Pixmap {
        assert!(self.drawn, "nothing is drawn in this window: it was not started for being looked at");
        let start = Instant::now();
        loop {
            let picture = self.shot(name);
            if self.probe().is_some_and(|probe| shows(&picture, &probe)) {
                return picture;
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

impl Window {
    /// Drags from one point of the window to another, slowly enough to be seen as a drag.
    #[track_caller]
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        let text = |(x, y): (f64, f64)| (x.round().to_string(), y.round().to_string());
        let ((x, y), (u, v)) = (text(from), text(to));
        let (p, q) = text(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0));
        self.heard_after("the drag", 1, |window| {
            window.xdotool(&[
                "mousemove",
                &x,
                &y,
                "sleep",
                "0.4",
                "mousedown",
                "1",
                "sleep",
                "0.4",
                "mousemove",
                &p,
                &q,
            ]);
            window.xdotool(&["sleep", "0.4", "mousemove", &u, &v, "sleep", "0.6", "mouseup", "1"]);
        });
    }
}

/// How many different colours a picture has, in steps of eight.
pub fn colours(picture: &tiny_skia::Pixmap) -> usize {
    let coarse = |p: &tiny_skia::PremultipliedColorU8| (p.red() / 8, p.green() / 8, p.blue() / 8);
    picture.pixels().iter().map(coarse).collect::<std::collections::BTreeSet<_>>().len()
}

/// Whether a colour like this one covers at least so many pixels near a point.
pub fn has_near(
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

pub fn green(r: u8, g: u8, b: u8) -> bool {
    g > r.saturating_add(12) && g > b
}

pub fn red(r: u8, g: u8, b: u8) -> bool {
    r > 120 && r > g.saturating_add(60) && r > b.saturating_add(60)
}

/// Whether some text or button of the panels contains these words.
pub fn says(probe: &Value, words: &str) -> bool {
    controls(probe).iter().any(|control| control["name"].as_str().is_some_and(|name| name.contains(words)))
}
