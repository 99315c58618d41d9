//! What must be there before a window can open, and one sentence when it is not.
//!
//! Bevy and winit end the program with a panic when there is no display server or no driver. The hook set here turns the panics
//! we know into a sentence that says what to do, and every other one into a sentence that says where the game is kept.

use std::panic::PanicHookInfo;

/// Whether a display server is named in the environment.
///
/// # Errors
/// One sentence that says what to do.
pub fn display() -> Result<(), String> {
    let named = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if cfg!(not(all(unix, not(target_os = "macos"))))
        || named("DISPLAY")
        || named("WAYLAND_DISPLAY")
        || named("WAYLAND_SOCKET")
    {
        return Ok(());
    }
    Err("there is no display to open a window on: start it from a desktop session, or draw a position with \
         `pointman picture SAVE OUT.png`."
        .into())
}

/// Turns panics into one sentence on standard error and exit status 1.
///
/// The game itself is safe: it is saved after every accepted command.
pub fn set_panic_hook() {
    let loud = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v == "full");
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if loud {
            earlier(panic);
        }
        eprintln!(
            "pointman: {}",
            sentence(&message(panic), panic.location().map_or(String::new(), ToString::to_string))
        );
        std::process::exit(1);
    }));
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(|s| (*s).to_string()))
        .unwrap_or_default()
}

/// What to tell the player about a panic with this message.
fn sentence(message: &str, place: String) -> String {
    if message.contains("Failed to build event loop") || message.contains("Failed to create wgpu surface") {
        let cause = message.split_once(": ").map_or("", |(_, cause)| cause);
        let server = ["WAYLAND_DISPLAY", "DISPLAY"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()).map(|v| format!("{name}={v}")))
            .unwrap_or_else(|| "no display".into());
        let cause = if cause.contains("xkbcommon") {
            "install libxkbcommon-x11-0"
        } else {
            "check that the display server runs and that you may use it"
        };
        return format!("the window cannot be opened ({server}): {cause}.");
    }
    if message.contains("Unable to find a GPU")
        || message.contains("request_device")
        || message.contains("RequestDeviceError")
    {
        return "there is no Vulkan or OpenGL driver to draw with: install one (on Debian and Ubuntu \
                `sudo apt install mesa-vulkan-drivers libgl1-mesa-dri`) and start again."
            .into();
    }
    format!(
        "something went wrong that should not have ({}; {place}). The game was saved after the last command: choose Continue to go on.",
        message.lines().next().unwrap_or("no message")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_failures_say_what_to_do() {
        let driver = sentence("Unable to find a GPU! Make sure you have installed required drivers!", String::new());
        assert!(driver.contains("mesa-vulkan-drivers"), "{driver}");
        let display = sentence("Failed to build event loop: Os(OsError)", String::new());
        assert!(display.contains("display server"), "{display}");
        let bug = sentence("index out of bounds\nmore", "src/x.rs:1:2".into());
        assert!(bug.contains("index out of bounds") && !bug.contains("more") && bug.contains("Continue"), "{bug}");
    }
}
