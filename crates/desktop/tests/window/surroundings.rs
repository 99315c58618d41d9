//! The window in surroundings that a developer's desk does not have: a display of twice the density, a window that is dragged
//! from the smallest to the largest size, hundreds of megabytes of saved games, a compositor that died.
//! What was tried by hand stands in `docs/surroundings.md`.

use std::fs;
use std::time::{Duration, Instant};

use crate::display::{Window, colours, only_if_asked, root, says};

const QUIET: [&str; 3] = ["--no-animation", "--seed", "7"];

#[test]
fn twice_the_density_shows_the_same_board() {
    only_if_asked!();
    let home = tempfile::tempdir().unwrap();
    let arguments = [&QUIET[..], &["block-by-block"]].concat();
    let mut window = Window::drawn_with(home, "2560x1440", &arguments, &[("WINIT_X11_SCALE_FACTOR", "2")]);
    window.wait_for("the board", |p| p["screen"] == "Game" && says(p, "Begin the battle"));
    window.picture_of("window-dense", "the map", |p, _| colours(p) > 600);
}

#[test]
fn a_window_follows_from_the_smallest_to_the_largest_size() {
    only_if_asked!();
    let mut window = Window::drawn("3840x2160", &[&QUIET[..], &["block-by-block"]].concat());
    for size in ["640x480", "1024x768", "1920x1080", "3840x2160", "640x480"] {
        let found = window.xdotool(&["search", "--onlyvisible", "--name", "Pointman"]);
        let id = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        let (width, height) = size.split_once('x').unwrap();
        window.xdotool(&["windowsize", "--sync", &id, width, height]);
        let wide: f64 = width.parse().unwrap();
        let probe = window.wait_for(&format!("the board at {size}"), |p| {
            let controls = p["controls"].as_array().unwrap();
            let right = controls.iter().filter_map(|c| Some(c["x"].as_f64()? + c["width"].as_f64()? / 2.0));
            let right = right.fold(0.0, f64::max);
            (wide * 0.9..=wide + 20.0).contains(&right)
        });
        assert_eq!(probe["screen"], "Game");
        window.picture(&format!("window-{size}"));
    }
}

#[test]
fn a_heap_of_saved_games_holds_nobody_up() {
    only_if_asked!();
    let megabytes = if std::env::var_os("POINTMAN_LONG").is_some() { 300 } else { 30 };
    let home = tempfile::tempdir().unwrap();
    let saves = home.path().join("data/pointman/saves");
    fs::create_dir_all(&saves).unwrap();
    let one = fs::read_to_string(root().join("tests/museum/format-1/under-way.ron")).unwrap();
    let long = format!("{one}// {}\n", "x".repeat(1_000_000_usize.saturating_sub(one.len())));
    for n in 0..megabytes {
        fs::write(saves.join(format!("game-{n}.ron")), &long).unwrap();
    }
    let mut window = Window::start_in(home, "1280x720", &QUIET);
    let begun = Instant::now();
    window.wait_for("the title page", |p| p["screen"] == "Title");
    window.press("Load");
    window.wait_for("the saved games", |p| p["page"] == "Load" && says(p, "Delete"));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn the_name_of_a_dead_compositor_is_passed_over() {
    only_if_asked!();
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::start_with(home, "1280x720", &QUIET, &[("WAYLAND_DISPLAY", "wayland-nobody")]);
    window.wait_for("the title page", |p| p["screen"] == "Title");
}

#[test]
fn a_window_at_rest_draws_nothing() {
    only_if_asked!();
    let mut window = Window::drawn("1280x720", &[&QUIET[..], &["block-by-block"]].concat());
    window.press("Begin the battle");
    window.wait_for("the order", |p| p["length"] == 1);
    let ticks = |window: &Window| {
        let stat = fs::read_to_string(format!("/proc/{}/stat", window.process.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    // The last frames of the order are drawn first, and its hints worked out.
    let mut before = ticks(&window);
    for _ in 0..60 {
        std::thread::sleep(Duration::from_secs(1));
        let now = ticks(&window);
        if now == std::mem::replace(&mut before, now) {
            break;
        }
    }
    std::thread::sleep(Duration::from_secs(12));
    let spent = ticks(&window) - before;
    assert!(spent <= 2, "{spent} ticks of the processor in twelve seconds of rest");
}

#[test]
fn the_window_opens_as_it_was_left_and_f11_is_heard() {
    only_if_asked!();
    let id = |window: &Window| {
        let found = window.xdotool(&["search", "--onlyvisible", "--name", "Pointman"]);
        String::from_utf8_lossy(&found.stdout).trim().to_owned()
    };
    let size = |window: &Window| {
        let told = window.xdotool(&["getwindowgeometry", "--shell", &id(window)]);
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let number = |name: &str| told.lines().find_map(|line| line.strip_prefix(name)?.parse::<u32>().ok());
        (number("WIDTH=").unwrap(), number("HEIGHT=").unwrap())
    };
    let mut window = Window::start("1600x1000", &QUIET);
    assert_eq!(size(&window), (1280, 720), "without a window manager nothing fills the screen");
    window.xdotool(&["windowsize", "--sync", &id(&window), "1100", "800"]);
    let inside = |p: &serde_json::Value| {
        p["controls"]
            .as_array()
            .is_some_and(|all| !all.is_empty() && all.iter().all(|c| c["x"].as_f64() < Some(1100.0)))
    };
    window.wait_for("the title page in its new size", |p| p["screen"] == "Title" && inside(p));
    window.press_to_end("Quit");
    let mut window = Window::start_in(window.kill(), "1600x1000", &QUIET);
    assert_eq!(size(&window), (1100, 800));
    window.press("Options");
    window.wait_for("the options", |p| says(p, "Full screen"));
    // Nothing but a window manager can give it the screen: here it is seen that the key is heard.
    window.key("F11");
    window.picture("window-options");
    let settings = window.kill();
    let told = fs::read_to_string(settings.path().join("config/pointman/settings.ron")).unwrap();
    assert!(told.contains("full_screen: true"), "{told}");
}
