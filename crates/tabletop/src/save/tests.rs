//! Saving and loading, and every way in which a file may be wrong.

use std::fs;

use super::*;
use crate::Player;
use crate::dice::{Seeded, Tape};
use crate::toy::{Command, Toy, arranged, rolled};

fn note() -> Note {
    Note { title: "Thứ \"bảy\"".into(), saved: "1968-01-31 02:33".into() }
}

/// A game by lot with 12 commands, three of them taken back, one with typed dice.
fn game() -> Game<Toy> {
    let mut game = Game::new(Arc::new(Toy::default()), rolled(40), "lot", 7).unwrap();
    let mut picks = Seeded::new(2);
    let scout = game.options().0.into_iter().find(|command| matches!(command, Command::Scout { .. })).unwrap();
    game.play_with(scout, &mut Tape::new([1])).unwrap();
    while game.len() < 12 {
        let (mut options, _) = game.options();
        options.retain(|command| !matches!(command, Command::Raid { .. }));
        game.play(options[picks.choose(options.len())].clone()).unwrap();
    }
    game.seek(9);
    game
}

fn load(text: &str) -> Result<(Game<Toy>, Note), DataError> {
    from_text(Arc::new(Toy::default()), "a.ron", text)
}

fn error(text: &str) -> String {
    load(text).unwrap_err().to_string()
}

#[test]
fn a_game_comes_back_whole_with_what_was_taken_back() {
    let game = game();
    let text = to_text(&game, &note()).unwrap();
    let (mut back, told) = load(&text).unwrap();
    assert_eq!(told, note());
    assert_eq!(back.record(), game.record());
    assert_eq!(back.state(), game.state());
    assert!(back.redo());
    assert_eq!(back.state(), game.state_at(10));
    assert_eq!(to_text(&game, &note()).unwrap(), text, "the same game is the same text");
}

#[test]
fn a_save_may_have_the_name_of_the_player() {
    let note = Note::of(&game(), String::new());
    let (scenario, moment) = note.parts();
    assert!(!scenario.is_empty() && !moment.is_empty());
    assert_eq!(note.clone().named("Before · the gate ").parts(), ("Before the gate", moment));
    assert_eq!(note.clone().named(" "), note);
}

#[test]
fn a_save_is_read_by_people_one_entry_a_line() {
    let mut game = Game::new(Arc::new(Toy::default()), arranged([[3, 3, 3], [1, 1, 1]]), "arranged", 1).unwrap();
    game.play_tape(Command::Raid { from: 0, post: 0 }, [6, 5]).unwrap();
    game.play(Command::Scout { post: 2 }).unwrap();
    game.undo();
    let value = game.entries()[1].rolls[0].value;
    let text = to_text(&game, &note()).unwrap();
    let quoted = |before: &str, nth: usize| {
        text.match_indices(before).nth(nth).map(|(at, _)| text[at + before.len()..].split('"').next().unwrap()).unwrap()
    };
    let [begun, sealed] = ["begun: \"", "sealed: \""].map(|before| quoted(before, 0));
    let [first, second] = [0, 1].map(|nth| quoted("link: \"", nth));
    assert_eq!([begun, sealed, first, second].map(str::len), [16, 16, 8, 8]);
    let expected = format!(
        r#"// Outposts: a saved game. One entry of the journal a line; the cursor says how many of them are in force.
(
    format: 4,
    ruleset: "outposts",
    title: "Thứ \"bảy\"",
    saved: "1968-01-31 02:33",
    scenario_name: "arranged",
    scenario: (
        title: "Arranged",
        background: "",
        turns: 12,
        strengths: ((3, 3, 3), (1, 1, 1)),
    ),
    seed: 1,
    opening: [],
    cursor: 1,
    begun: "{begun}",
    sealed: "{sealed}",
    journal: [
        (command: Raid(from: 0, post: 0), dice: Typed, rolls: [(sides: 6, value: 6, for: "raid", rule: "3"), (sides: 6, value: 5, for: "storm", rule: "3")], link: "{first}"),
        (command: Scout(post: 2), rolls: [(sides: 6, value: {value}, for: "scouting", rule: "2")], link: "{second}"),
    ],
)
"#
    );
    assert_eq!(text, expected);
}

#[test]
fn a_save_without_seals_is_read_as_it_stands_and_a_sealed_one_bears_no_change() {
    let text = to_text(&game(), &note()).unwrap();
    let (first, second) = {
        let mut lines = text.lines().filter(|line| line.contains("(command: "));
        (lines.next().unwrap(), lines.next().unwrap())
    };
    let swapped = text.replacen(&format!("{first}\n{second}"), &format!("{second}\n{first}"), 1);
    assert!(error(&swapped).contains("Entry 1"), "{}", error(&swapped));
    let unlinked: String = text
        .lines()
        .map(|line| match line.rsplit_once(", link: ") {
            Some((entry, _)) => format!("{entry}),\n"),
            None => format!("{line}\n"),
        })
        .collect();
    assert!(error(&unlinked).contains("Entry 1 is not the one that was saved here"));
    for old in [&text, &unlinked] {
        let sealed = old.lines().find(|line| line.contains("sealed: ")).unwrap();
        let old = old.replacen(sealed, "", 1);
        assert_eq!(load(&old).unwrap().0.record(), game().record());
    }
    let relaid = text
        .replace("(command: ", "(   command :")
        .replace("    journal: [", "// A word\n journal: [ // and another\n");
    assert_eq!(load(&relaid).unwrap().0.record(), game().record(), "white space and comments are nobody's orders");
}

#[test]
fn the_head_is_told_without_the_rules() {
    let head = header("a.ron", &to_text(&game(), &note()).unwrap()).unwrap();
    assert_eq!(head, Header { format: FORMAT, ruleset: "outposts".into(), note: note(), scenario_name: "lot".into() });
}

#[test]
fn a_saved_game_is_known_by_its_stamp_even_if_it_is_cut_off() {
    let text = to_text(&game(), &note()).unwrap();
    assert!(is_saved_game(&text) && is_saved_game(&text[..200]) && is_saved_game("(cursor: 1, format: 9)"));
    assert!(!is_saved_game("(title: \"The format: a play\")") && !is_saved_game(""));
}

#[test]
fn a_file_cut_anywhere_is_refused_with_one_line() {
    let text = to_text(&game(), &note()).unwrap();
    let whole = text.trim_end().len();
    for length in (0..whole).filter(|&length| text.is_char_boundary(length)) {
        let said = error(&text[..length]);
        assert!(said.starts_with("a.ron:") && !said.contains('\n'), "{length}: {said}");
    }
}

#[test]
fn each_kind_of_wrong_file_has_its_sentence_and_place() {
    let text = to_text(&game(), &note()).unwrap();
    for (from, to, expected) in [
        ("format: 4", "format: 5", "a.ron:3:5: This game was saved in format 5; this program reads formats up to 4."),
        ("format: 4", "format: 0", "a.ron:3:5: Saved games never had a format 0"),
        ("    format: 4,\n", "", "a.ron:1:1: This is not a saved game"),
        ("\"outposts\"", "\"chess\"", "a.ron:4:5: This is a game of `chess`."),
        ("seed: 7", "sead: 7", "a.ron:14:5: There is no field `sead` here. Did you mean `seed`?"),
        ("cursor: 9", "cursor: 13", "a.ron:23:5: The cursor stands at 13"),
        ("cursor: 9", "cursor: 8", "a.ron:25:5: The journal does not end as it was saved"),
        ("\"lot\"", "\"lots\"", "a.ron:7:5: What this game began with, its scenario, seed or dice, was changed"),
        ("    begun: ", "    // begun: ", "a.ron:7:5: What this game began with"),
        ("seed: 7", "seed: 8", "a.ron:15:5: Roll 2 shows 1, but the game's seed gives 2."),
        ("turns: 40", "turns: forty", "a.ron:11:16: A whole number"),
    ] {
        assert!(text.contains(from), "{text}");
        let said = error(&text.replacen(from, to, 1));
        assert!(said.starts_with(expected), "{said}");
    }
    for garbage in ["hello", "\u{0}\u{1}", "{\"format\": 1}", "(format: 1)", "[]"] {
        let said = error(garbage);
        assert!(said.starts_with("a.ron:1:") && !said.contains('\n'), "{said}");
    }
}

#[test]
fn an_entry_that_cannot_have_been_played_is_named_by_number_and_line() {
    let text = to_text(&game(), &note()).unwrap();
    let line = text.lines().position(|line| line.contains("dice: Typed")).unwrap() + 1;
    let said = error(&text.replacen("value: 1, for: \"scouting\"", "value: 9, for: \"scouting\"", 1));
    assert_eq!(said, format!("a.ron:{line}:9: Entry 1: Roll 1 shows 9, but the die for scouting has 6 sides."));
}

#[test]
fn files_are_written_and_read_and_the_autosave_follows_each_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("auto.ron");
    let mut game = game();
    let mut autosave = Autosave::begin(&path).unwrap();
    assert!(autosave.keep(&game, &note()).unwrap());
    assert!(!autosave.keep(&game, &note()).unwrap(), "nothing has changed");
    for change in [Game::undo, Game::redo, Game::redo] {
        assert!(change(&mut game));
        assert!(autosave.keep(&game, &note()).unwrap());
        assert_eq!(read(Arc::clone(game.rules()), &path).unwrap().0.record(), game.record());
    }
    let lost = Autosave::begin(&folder.path().join("none/auto.ron")).unwrap_err();
    assert!(lost.to_string().ends_with("The folder does not exist. Create it, or choose another one."));
    assert!(open(Arc::clone(game.rules()), &path).unwrap_err().is_in_use());
    assert_eq!(write(&path, &game, &note()).unwrap_err().why, WhyNot::NotHeld(disk::NotLocked::InUse));
    drop(autosave);
    let (mut again, told, mut autosave) = open(Arc::clone(game.rules()), &path).unwrap();
    assert_eq!((again.record(), &told), (game.record(), &note()));
    assert!(!autosave.keep(&again, &note()).unwrap(), "it is there as it was");
    again.undo();
    assert!(autosave.keep(&again, &note()).unwrap());
    drop(autosave);
    fs::write(&path, [0xff, 0xfe]).unwrap();
    let said = read(Arc::clone(game.rules()), &path).unwrap_err().to_string();
    assert!(said.ends_with("auto.ron:1:1: This is not text in UTF-8. Save the file with that encoding."), "{said}");
}

#[test]
fn the_head_of_a_file_is_read_however_long_it_is_and_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    let text = to_text(&game(), &note()).unwrap();
    let head = header("a.ron", &text).unwrap();
    let journal = text.find("journal:").unwrap();
    for (written, expected) in [
        (text.clone(), true),
        (text[..journal].to_owned() + &"x".repeat(100_000), true),
        (text[..journal].to_owned() + &"ế".repeat(100_000), true),
        (text.replace("(\n    format", "(seed: 3, opening: [],\n    format"), true),
        (text.replace("    saved:", "    saved"), false),
        ("(title: \"A scenario\")".into(), false),
        (format!("(scenario: \"{}\", {text}", "x".repeat(20_000)), false),
        (text.replace("format: 4", "format: 9"), false),
    ] {
        fs::write(&path, &written).unwrap();
        let read = read_header(&path);
        assert_eq!(read.is_ok(), expected, "{read:?}");
        assert!(!expected || read.unwrap() == head);
    }
    fs::write(&path, text.replace("format: 4", "format: 9")).unwrap();
    assert!(read_header(&path).unwrap_err().problem.starts_with("This game was saved in format 9;"));
}

#[test]
fn a_game_is_never_saved_over_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    for other in ["", "Dear diary", "(title: \"A scenario\")", "\u{0}"] {
        fs::write(&path, other).unwrap();
        assert_eq!(write(&path, &game(), &note()).unwrap_err().why, WhyNot::NoSave, "{other}");
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }
    for save in [to_text(&game(), &note()).unwrap(), "(\n    format: 1,\n    rul".into(), "(format: 9)".into()] {
        fs::write(&path, save).unwrap();
        write(&path, &game(), &note()).unwrap();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_save_says_who_plays_and_one_that_does_not_is_of_persons() {
    let mut game = game();
    game.seat([Player::Person, Player::Veteran]);
    let (mut options, _) = game.options();
    game.play(options.remove(0)).unwrap();
    let text = to_text(&game, &note()).unwrap();
    assert!(text.contains("players: (Person, Veteran),"), "{text}");
    let (back, _) = load(&text).unwrap();
    assert_eq!((back.players(), back.record()), (game.players(), game.record()));
    assert_eq!(header("a.ron", &text).unwrap().scenario_name, "lot");
    // Who plays which side is sealed as well, and the seal does not come off with an older format.
    for (one, other) in [("(Person, Veteran)", "(Veteran, Person)"), ("format: 4", "format: 2")] {
        assert!(load(&text.replacen(one, other, 1)).unwrap_err().problem.contains("who plays which side"), "{other}");
    }
    let unsealed = text.lines().filter(|line| !line.contains("sealed:"));
    let text: String = unsealed.map(|line| format!("{line}\n")).collect();
    let old = text
        .replace("    players: (Person, Veteran),\n", "")
        .replace("by: Veteran, ", "")
        .replace("format: 4", "format: 1");
    assert_eq!(load(&old).unwrap().0.players(), [Player::Person; 2]);
}
