//! Games on the disk while windows open, close, crash and fill it: nothing that was played is lost, nothing is written over.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::display::{Display, PROGRAM, Window, only_if_asked, patiently, root, says};
use tabletop::dice::Seeded;

const QUIET: [&str; 3] = ["--no-animation", "--seed", "7"];

fn game_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    files
}

/// A window with a game of Block by Block in which one order was given.
fn begun() -> Window {
    let mut window = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    window.press("Begin the battle");
    window.wait_for("the order", |p| p["length"] == 1);
    window
}

#[test]
fn a_game_gets_its_file_with_its_first_order() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    window.wait_for("the board", |p| p["screen"] == "Game");
    assert_eq!(game_files(&window.games()).len(), 0, "nobody played yet");
    window.press("Begin the battle");
    window.wait_for("the order", |p| p["length"] == 1);
    assert_eq!(game_files(&window.games()).len(), 1);
}

#[test]
fn a_start_that_fails_leaves_no_game_behind() {
    only_if_asked!();
    let window = begun();
    let home = window.kill();
    let games = home.path().join("data/pointman/games");
    let before = game_files(&games);
    assert_eq!(before.len(), 1);
    let display = Display::open("1280x720");
    for (variable, value) in [("DISPLAY", ":4242"), ("VK_DRIVER_FILES", "/dev/null")] {
        let output = Command::new(PROGRAM)
            .arg("platoon")
            .current_dir(root())
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_DRIVERS_PATH", "/nowhere")
            .env("HOME", home.path())
            .env("XDG_DATA_HOME", home.path().join("data"))
            .env("XDG_RUNTIME_DIR", home.path())
            .env(variable, value)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.lines().filter(|line| line.contains("pointman:")).count() == 1,
            "{said}"
        );
        assert_eq!(game_files(&games), before, "{variable}: {said}");
    }
}

#[test]
fn two_windows_cannot_play_one_game() {
    only_if_asked!();
    let mut first = begun();
    let file = game_files(&first.games()).remove(0);
    let mut second = first.beside("1280x720", &QUIET);
    second.press("Continue");
    second.wait_for("the question", |p| says(p, "open in another window"));
    second.picture("window-busy");
    // It may be looked at, and no order is taken there.
    second.press("Look at it");
    second.wait_for("the game", |p| p["screen"] == "Game" && p["length"] == 1);
    second.key("0");
    second.wait_for("nothing to happen", |p| p["length"] == 1);
    // A copy of it has a file of its own, and both go on.
    second.press("Continue from here");
    second.press("End infiltration");
    second.wait_for("an order of the copy", |p| p["length"] == 2);
    assert_eq!(game_files(&first.games()).len(), 2);
    let before = fs::read_to_string(&file).unwrap();
    first.press("End infiltration");
    first.wait_for("an order of the game", |p| p["length"] == 2);
    assert_ne!(fs::read_to_string(&file).unwrap(), before, "the first window goes on");
    drop(second);
    // What somebody else wrote is not written over: the game goes on in another file.
    fs::write(&file, "somebody else's").unwrap();
    first.key("ctrl+z");
    first.wait_for("the order taken back", |p| p["point"] == 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), "somebody else's");
    assert_eq!(game_files(&first.games()).len(), 3);
}

#[test]
fn a_save_that_failed_is_tried_again_by_itself_and_on_leaving() {
    only_if_asked!();
    let mut window = Window::start("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    window.wait_for("the board", |p| p["screen"] == "Game");
    // A file where the folder of games should be: nothing can be saved.
    let folder = window.games();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "in the way").unwrap();
    window.press("Begin the battle");
    window.wait_for("the banner", |p| says(p, "The game could not be saved."));
    // Who leaves is asked.
    window.key("ctrl+q");
    window.wait_for("the question", |p| says(p, "Leave without saving?"));
    window.picture("window-unsaved");
    window.press("Stay");
    fs::remove_file(&folder).unwrap();
    window.wait_for("the save", |p| !says(p, "The game could not be saved."));
    assert_eq!(game_files(&folder).len(), 1);
    // It ends before it could be heard.
    window.xdotool(&["key", "ctrl+q"]);
    patiently(|| window.process.try_wait().unwrap().is_some(), || "the window does not close".into());
}

#[test]
fn pipes_and_devices_among_the_games_hold_nobody_up() {
    only_if_asked!();
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("data/pointman/games");
    fs::create_dir_all(&games).unwrap();
    assert!(Command::new("mkfifo").arg(games.join("x.ron")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", games.join("endless.ron")).unwrap();
    std::os::unix::fs::symlink(&games, games.join("circle.ron")).unwrap();
    fs::write(games.join(".writing-left.tmp"), "half").unwrap();
    let mut window = Window::start_in(home, "1280x720", &QUIET);
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.press("Load");
    window.wait_for("what is wrong with them", |p| says(p, "x.ron") && says(p, "endless.ron"));
    window.picture("window-odd-files");
}

#[test]
fn a_fault_shows_a_page_with_its_report() {
    only_if_asked!();
    let mut window = Window::drawn("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    window.wait_for("the board", |p| p["screen"] == "Game");
    fs::write(window.home.path().join("probe.fault"), "").unwrap();
    window.xdotool(&["key", "F1"]);
    let shows = || {
        let found = window.xdotool(&["search", "--onlyvisible", "--name", "Pointman has stopped"]);
        window.process.try_wait().unwrap().is_some() && !found.stdout.is_empty()
    };
    patiently(shows, || "no page".into());
    let logs = window.home.path().join("data/pointman/logs");
    let report = fs::read_to_string(logs.join("last-fault.txt")).unwrap();
    assert!(report.contains("asked for by a test"), "{report}");
    let page = fs::read_dir(&logs)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|e| e == "log"));
    let diary = fs::read_to_string(page.unwrap()).unwrap();
    for said in ["drawing with", "opened", "asked for by a test"] {
        assert!(diary.contains(said), "{said}: {diary}");
    }
    std::thread::sleep(Duration::from_secs(2));
    window.picture("window-fault");
    window.xdotool(&["search", "--onlyvisible", "--name", "Pointman has stopped", "windowfocus", "key", "Escape"]);
}

/// A window of this ruleset is killed at random moments, and goes on where it was.
fn killed(ruleset: &str) {
    only_if_asked!();
    let kills: u64 = if std::env::var_os("POINTMAN_LONG").is_some() { 100 } else { 1 };
    let mut chance = Seeded::new(41);
    let mut home = tempfile::tempdir().unwrap();
    let (mut shown, mut last) = (0, None);
    for kill in 0..=kills {
        // A window that was killed before its first order has left no game to go on with.
        let has_game = !game_files(&home.path().join("data/pointman/games")).is_empty();
        assert!(has_game || shown == 0, "kill {kill} took the game");
        let arguments = if has_game { QUIET.to_vec() } else { [&QUIET[..], &[ruleset]].concat() };
        let mut window = Window::start_in(home, "1280x720", &arguments);
        if has_game {
            window.press("Continue");
        }
        let probe = window.wait_for("the game", |p| p["screen"] == "Game");
        assert!(probe["length"].as_u64().unwrap() >= shown, "kill {kill} lost orders");
        // Six handfuls of keys, and more on a slow machine until one was an order.
        let before = shown;
        for handful in 0..60 {
            let over = window.probe().is_some_and(|probe| probe["acting"] == "");
            if over || handful >= 6 && shown > before {
                break;
            }
            // Takes something up, chooses where, carries it out; or ends the step, and says yes to that.
            let keys = ["Tab", "t", "Return", "Return", "0", "Return"];
            if handful < 6 {
                window.xdotool(&keys.map(|key| ["key", key]).concat());
            } else {
                // A slow machine hears a handful in one frame, where each key finds what the one before it has not changed yet.
                for key in keys {
                    window.xdotool(&["key", key]);
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
            std::thread::sleep(Duration::from_millis(20 + 10 * chance.choose(30) as u64));
            shown = window.probe().and_then(|probe| probe["length"].as_u64()).unwrap_or(shown);
        }
        let told = ["screen", "page", "curtain", "still", "heard", "question", "point"];
        last = window.probe().map(|probe| told.map(|what| format!("{what}: {}", probe[what])).join(", "));
        home = window.kill();
    }
    assert!(
        shown > kills / 10,
        "{ruleset}: only {shown} orders were given in {kills} kills; the last was seen as {last:?}"
    );
    eprintln!("{ruleset}: {kills} kills, {shown} orders shown, none lost");
}

#[test]
fn a_killed_window_of_block_by_block_loses_no_order_it_has_shown() {
    killed("block-by-block");
}

#[test]
fn a_killed_window_of_search_and_destroy_loses_no_order_it_has_shown() {
    killed("search-and-destroy");
}

#[test]
fn a_killed_window_of_platoon_loses_no_order_it_has_shown() {
    killed("platoon");
}

#[test]
fn a_killed_window_of_skirmish_loses_no_order_it_has_shown() {
    killed("skirmish");
}
