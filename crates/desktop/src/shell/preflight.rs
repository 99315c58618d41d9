//! What must be there before a window can open, and one sentence when it is not.
//!
//! Bevy and winit end the program with a panic when there is no display server or no driver. The hook set here turns the panics
//! we know into a sentence that says what to do, and every other one into a report and a page that shows it.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::PathBuf;

use super::{diary, fault};

/// Whether a display server is named in the environment, and answers.
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
        #[cfg(all(unix, not(target_os = "macos")))]
        if named("DISPLAY") && named("WAYLAND_DISPLAY") && !named("WAYLAND_SOCKET") && !wayland_answers() {
            return start_without_wayland();
        }
        return Ok(());
    }
    Err("there is no display to open a window on: start it from a desktop session, or draw a position with \
         `pointman picture SAVE OUT.png`."
        .into())
}

/// Whether the compositor that WAYLAND_DISPLAY names takes connections.
#[cfg(all(unix, not(target_os = "macos")))]
fn wayland_answers() -> bool {
    let folder = PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default());
    let name = std::env::var_os("WAYLAND_DISPLAY").unwrap_or_default();
    // A name that is a whole path stands for itself.
    std::os::unix::net::UnixStream::connect(folder.join(name)).is_ok()
}

/// A session that has gone may leave its name behind, and the window library would insist on it: the program begins again
/// without the name, on the display server that is there.
#[cfg(all(unix, not(target_os = "macos")))]
fn start_without_wayland() -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    let program = std::env::current_exe().map_err(|error| format!("the program cannot find itself: {error}."))?;
    let error =
        std::process::Command::new(program).args(std::env::args_os().skip(1)).env_remove("WAYLAND_DISPLAY").exec();
    Err(format!("WAYLAND_DISPLAY names a compositor that does not answer, and starting without it failed: {error}."))
}

/// Turns panics into one sentence on standard error and exit status 1; a fault of the program itself also into a report
/// in `logs` and a page that shows it.
///
/// The game itself is safe: it is saved after every accepted command.
pub fn set_panic_hook(logs: PathBuf) {
    let loud = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v == "full");
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if loud {
            earlier(panic);
        }
        let message = message(panic);
        if GUARDED.get() {
            diary::fault(&format!("{message}\n{}", Backtrace::force_capture()));
            return;
        }
        match missing(&message) {
            Some(sentence) => eprintln!("pointman: {sentence}"),
            None => {
                let sentence = own_fault(&message, panic.location().map_or(String::new(), ToString::to_string));
                eprintln!("pointman: {sentence} The game was saved after the last command: choose Continue to go on.");
                fault::tell(&logs, &sentence, &format!("{message}\n{}", Backtrace::force_capture()));
            }
        }
        std::process::exit(1);
    }));
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    words_of(panic.payload())
}

fn words_of(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(|s| (*s).to_string()))
        .unwrap_or_default()
}

thread_local! {
    /// Whether what goes wrong on this thread ends only the work under way.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may fail without ending the program: a fault of its own is written in the diary.
///
/// # Errors
/// A sentence that is the same for every fault: what a fault says may hold what its side must not know.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    GUARDED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    done.map_err(|_| "The program has a fault there: please report the newest file in the folder of logs.".to_owned())
}

/// What to do about a panic that means something is missing on this machine.
fn missing(message: &str) -> Option<String> {
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
        return Some(format!("the window cannot be opened ({server}): {cause}."));
    }
    if message.contains("Unable to find a GPU")
        || message.contains("request_device")
        || message.contains("RequestDeviceError")
    {
        let driver = "there is no Vulkan or OpenGL driver to draw with: install one (on Debian and Ubuntu \
                `sudo apt install mesa-vulkan-drivers libgl1-mesa-dri`) and start again.";
        return Some(driver.into());
    }
    None
}

/// What to tell the player about any other panic.
fn own_fault(message: &str, place: String) -> String {
    let first = message.lines().next().unwrap_or("no message");
    format!("Something went wrong that should not have: {first} ({place}).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_work_that_fails_is_a_sentence_without_its_words() {
        assert_eq!(guarded(|| 3), Ok(3));
        let fails = |place: &str| guarded::<()>(|| panic!("no way to {place}"));
        assert!(fails("N2-1").is_err());
        assert_eq!(fails("N2-1"), fails("S4-1"), "what is hidden must not be told apart by it");
    }

    #[test]
    fn known_failures_say_what_to_do() {
        let driver = missing("Unable to find a GPU! Make sure you have installed required drivers!").unwrap();
        assert!(driver.contains("mesa-vulkan-drivers"), "{driver}");
        let display = missing("Failed to build event loop: Os(OsError)").unwrap();
        assert!(display.contains("display server"), "{display}");
        let bug = own_fault("index out of bounds\nmore", "src/x.rs:1:2".into());
        assert_eq!(missing("index out of bounds"), None);
        assert!(bug.contains("index out of bounds") && !bug.contains("more"), "{bug}");
    }
}
