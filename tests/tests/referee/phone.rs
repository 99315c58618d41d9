//! A page for a phone, open in Chromium without a screen: told what to do a line at a time, it answers with a line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A phone that does what it is told.
pub struct Phone {
    browser: Child,
    say: Option<ChildStdin>,
    hear: BufReader<ChildStdout>,
}

impl Phone {
    /// Opens a link; pictures go into the folder. `root` is the project's.
    pub fn open(root: &Path, link: &str, folder: &Path) -> Self {
        let mut browser = Command::new("python3")
            .arg(root.join("tests/bots/phone.py"))
            .args(["chromium", link])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 runs");
        let say = browser.stdin.take();
        let hear = BufReader::new(browser.stdout.take().unwrap());
        Self { browser, say, hear }
    }

    /// Has something done, and says what was found; nothing may be wrong with the page.
    #[track_caller]
    pub fn asks(&mut self, what: Value) -> Value {
        writeln!(self.say.as_mut().unwrap(), "{what}").unwrap();
        let mut line = String::new();
        self.hear.read_line(&mut line).unwrap();
        let found: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{what}: {error}: {line}"));
        assert_eq!(found["faults"], json!([]), "{what}");
        found
    }

    /// Waits until the page says this, and gives all it says.
    #[track_caller]
    pub fn until(&mut self, text: &str) -> String {
        self.asks(json!({"until": text}))["text"].as_str().unwrap().to_owned()
    }

    /// Presses the button that says this.
    #[track_caller]
    pub fn press(&mut self, text: &str) {
        self.asks(json!({"press": text}));
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        // It ends by itself when nothing more is said, and takes Chromium with it; killed, it would leave it running.
        drop(self.say.take());
        let _ = self.browser.wait();
    }
}
