//! The program itself when it is killed, has no room, may not write, or is given what is no file.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tabletop::disk::clear_leftovers;
use tabletop::save::read_header;

const REFEREE: &str = env!("CARGO_BIN_EXE_referee");
const NEW: &str = r#"{"new": {"ruleset": "block-by-block", "scenario": "historical", "seed": 7}}"#;
const DONE: &str = r#"{"do": {"command": "Done"}}"#;

fn save(path: &Path) -> String {
    serde_json::json!({"save": {"path": path}}).to_string()
}

fn referee(arguments: &[&str]) -> Output {
    Command::new(REFEREE).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What a shell script prints; `$1` is a folder, `$REFEREE` the program.
fn shell(script: &str, folder: &Path) -> Output {
    let root = std::path::absolute("../..").unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(folder).env("REFEREE", REFEREE).env("POINTMAN_HOME", root);
    shell.stdin(Stdio::null()).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// How many kills: many in the long run.
fn kills() -> u64 {
    if std::env::var_os("POINTMAN_LONG").is_some() { 300 } else { 12 }
}

#[test]
fn killed_at_any_moment_it_loses_nothing_that_it_has_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    for kill in 0..kills() {
        let mut talk = Command::new(REFEREE).arg("talk").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut said, heard) = (talk.stdin.take().unwrap(), talk.stdout.take().unwrap());
        let line = save(&path);
        let speaker = std::thread::spawn(move || {
            // Each save holds one command more than the one before, until nobody listens.
            let _ = writeln!(said, "{NEW}");
            while writeln!(said, "{DONE}\n{line}").is_ok() {}
        });
        let mut heard = BufReader::new(heard);
        let mut first = String::new();
        heard.read_line(&mut first).unwrap();
        assert!(first.contains("\"ok\""), "{first}");
        std::thread::sleep(Duration::from_micros(kill * 7_919 % 90_000));
        // The signal that nothing can be done about.
        talk.kill().unwrap();
        talk.wait().unwrap();
        let mut rest = String::new();
        heard.read_to_string(&mut rest).unwrap();
        speaker.join().unwrap();
        // What was done before a save that was answered; a line that was cut off is no answer.
        let (mut done, mut acknowledged) = (0, 0);
        for line in rest.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            done += usize::from(line.starts_with("{\"ok\":{\"events\""));
            if line.starts_with("{\"ok\":{\"outcome\"") {
                acknowledged = done;
            }
        }
        if acknowledged > 0 {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.matches("(command:").count() >= acknowledged, "{acknowledged} commands were saved: {text}");
            assert_eq!(read_header(&path).unwrap().ruleset, "block-by-block");
        }
        if path.exists() {
            let replayed = referee(&["replay", path.to_str().unwrap()]);
            assert!(replayed.status.success(), "kill {kill}: {replayed:?}");
        }
        clear_leftovers(folder.path());
        assert!(names(folder.path()).iter().all(|name| name == "game.ron"), "{:?}", names(folder.path()));
    }
    assert!(path.exists(), "no kill came late enough");
}

#[test]
fn a_file_that_may_not_grow_leaves_the_old_one_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(folder.path().join("lines"), format!("{NEW}\n{}\n", save(&path))).unwrap();
    let first = shell(r#"cd "$1" && exec "$REFEREE" talk <lines"#, folder.path());
    assert!(first.status.success(), "{first:?}");
    let old = fs::read_to_string(&path).unwrap();
    assert!(old.len() > 1024, "the limit is a kilobyte at most");
    // The signal of a file that grows too large is not minded, as in a program that is asked for an answer.
    let second = shell(r#"cd "$1" && trap "" XFSZ && ulimit -f 1 && exec "$REFEREE" talk <lines | cat"#, folder.path());
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(said.contains("was not written: Files cannot grow that large here."), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
    assert_eq!(names(folder.path()), ["game.ron", "lines"]);
}

#[test]
fn a_full_and_a_read_only_disk_are_said_and_leave_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    fs::write(folder.path().join("lines"), format!("{NEW}\n{}\n", save(&disk.join("game.ron")))).unwrap();
    let script = r#"
        unshare -rm true 2>/dev/null || { echo "no disk of its own"; exit 0; }
        exec unshare -rm sh -c '
            set -e
            mount -t tmpfs -o size=64k tmpfs "$1/disk"
            "$REFEREE" talk <"$1/lines"
            cp "$1/disk/game.ron" "$1/old"
            head -c 1000000 /dev/zero >"$1/disk/fill" 2>/dev/null || true
            "$REFEREE" talk <"$1/lines" >"$1/full"
            cmp "$1/disk/game.ron" "$1/old"
            mount -o remount,ro "$1/disk"
            "$REFEREE" talk <"$1/lines" >"$1/read-only"
            cmp "$1/disk/game.ron" "$1/old"
            ls -A "$1/disk"
        ' sh "$1"
    "#;
    let done = shell(script, folder.path());
    let told = String::from_utf8(done.stdout.clone()).unwrap();
    if told.starts_with("no disk of its own") {
        eprintln!("skipped: this system lets nobody mount a disk of their own");
        return;
    }
    assert!(done.status.success(), "{done:?}");
    let said = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(said("full").contains("game.ron was not written: The disk is full."), "{}", said("full"));
    assert!(said("read-only").contains("game.ron was not written: The disk is read-only."), "{}", said("read-only"));
    assert!(told.ends_with("\nfill\ngame.ron\n"), "nothing else is left: {told}");
}

#[test]
fn what_is_no_file_is_refused_in_a_sentence_and_never_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let made = shell(
        r#"cd "$1" && mkdir empty circle && ln -s .. circle/around && mkfifo pipe.ron && ln -s /dev/zero zero.ron && ln -s none dangling.ron"#,
        folder.path(),
    );
    assert!(made.status.success(), "{made:?}");
    for (call, file, expected) in [
        ("show", "pipe.ron", "This is a pipe, a device or a socket."),
        ("replay", "zero.ron", "This is a pipe, a device or a socket."),
        ("check", "zero.ron", "This is a pipe, a device or a socket."),
        ("check", "pipe.ron", "This is a pipe, a device or a socket."),
        ("check", "dangling.ron", "There is no such file."),
        ("check", "empty", "This folder contains no file to check."),
        ("check", "circle", "This folder contains itself"),
    ] {
        let done = referee(&[call, folder.path().join(file).to_str().unwrap()]);
        let said = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert!(done.status.code() == Some(1) && said.contains(expected), "{call} {file}: {said}");
    }
    for (file, expected) in [
        ("pipe.ron", "That is a pipe, a device or a socket."),
        ("zero.ron", "That is a pipe, a device or a socket."),
        ("dangling.ron", "That link leads nowhere."),
        ("diary.txt", "and is not a saved game."),
    ] {
        fs::write(folder.path().join("diary.txt"), "Dear diary").unwrap();
        let path = folder.path().join(file);
        fs::write(folder.path().join("lines"), format!("{NEW}\n{}\n", save(&path))).unwrap();
        let done = shell(r#"exec "$REFEREE" talk <"$1/lines""#, folder.path());
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains(expected), "{file}: {said}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("diary.txt")).unwrap(), "Dear diary");
    assert!(fs::symlink_metadata(folder.path().join("dangling.ron")).unwrap().is_symlink());
}
