//! Every call of the referee but `talk`: what it answers, and what it says when it is called wrongly.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desk::{argument, referee, referee_in, with_input};
use pointman_tests::root;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

const RULESET: &str = "block-by-block";

/// A game file of up to three commands, made by talking.
fn game(folder: &TempDir, commands: usize) -> PathBuf {
    let path = folder.path().join("game.ron");
    let mut talk = String::from(
        r#"{"new": {"ruleset": "block-by-block", "scenario": "combat-example", "seed": 7}}
{"do": {"command": {"CloseCombat": {"group": 1, "heavy_weapons": false}}, "dice": [4, 2]}}
{"do": {"command": "Hold"}}
{"do": {"command": {"Pause": {"group": 1}}}}
"#,
    );
    talk.push_str(&format!("{{\"save\": {{\"path\": \"{}\"}}}}\n", argument(&path)));
    let lines: Vec<&str> = talk.lines().collect();
    let kept: Vec<&str> = lines[..=commands].iter().chain(lines.last()).copied().collect();
    let answers = with_input(&["talk"], &kept.join("\n")).answer();
    assert!(answers.lines().all(|line| line.contains("\"ok\"")), "{answers}");
    path
}

/// A copy of the project's data that a test may spoil.
fn copy_of_data() -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap().path();
            let target = to.join(entry.file_name().unwrap());
            if entry.is_dir() {
                copy(&entry, &target);
            } else if entry.extension().is_some_and(|ending| ending == "ron") {
                fs::copy(&entry, &target).unwrap();
            }
        }
    }
    let folder = tempdir().unwrap();
    for part in ["assets", "scenarios"] {
        copy(&root().join(part), &folder.path().join(part));
    }
    folder
}

#[test]
fn list_names_rulesets_scenarios_and_lessons() {
    let text = referee(&["list"]).answer();
    assert!(text.starts_with("block-by-block          Block by Block\n"), "{text}");
    assert!(text.contains("\n  historical            The Battle of Huế, 1968\n"), "{text}");
    let json: Value = serde_json::from_str(&referee(&["list", "--json"]).answer()).unwrap();
    let first = &json["rulesets"][0];
    assert_eq!((&first["id"], &first["title"]), (&RULESET.into(), &"Block by Block".into()));
    let historical = serde_json::json!({"id": "historical", "title": "The Battle of Huế, 1968"});
    assert!(first["scenarios"].as_array().unwrap().contains(&historical));
    assert_eq!(first["lessons"][0], serde_json::json!({"id": "01-move-a-company", "title": "Move a company"}));
    for ruleset in json["rulesets"].as_array().unwrap() {
        let files =
            fs::read_dir(root().join(format!("scenarios/{}/lessons", ruleset["id"].as_str().unwrap()))).unwrap();
        assert_eq!(ruleset["lessons"].as_array().unwrap().len(), files.count(), "{}", ruleset["id"]);
    }
}

#[test]
fn list_names_a_broken_lesson_by_its_file_and_says_what_is_wrong() {
    let folder = copy_of_data();
    let lessons = folder.path().join("scenarios/platoon/lessons");
    fs::write(lessons.join("01-first-steps.ron"), "(").unwrap();
    let said = referee_in(folder.path(), &["list", "--json"]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let platoon = json["rulesets"].as_array().unwrap().iter().find(|ruleset| ruleset["id"] == "platoon").unwrap();
    assert_eq!(platoon["lessons"][0], serde_json::json!({"id": "01-first-steps", "title": "01-first-steps"}));
    assert!(said.err.contains("01-first-steps.ron:1:"), "{}", said.err);
}

#[test]
fn new_writes_a_game_that_can_be_shown_and_replayed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let file = argument(&path);
    let told = referee(&["new", RULESET, "--scenario", "historical", "--seed", "7", "-o", file]).answer();
    assert_eq!(told, format!("{file}: Block by Block, The Battle of Huế, 1968, seed 7.\n"));
    let shown = referee(&["show", file]).answer();
    assert!(shown.starts_with("Block by Block: The Battle of Huế, 1968 · after 0 of 0 commands\nUS/ARVN: "), "{shown}");
    assert!(shown.contains("800th Battalion, 12th Sappers"), "{shown}");
    assert!(referee(&["replay", file]).answer().contains("0 commands and 0 rolls verified"));
}

#[test]
fn new_without_a_seed_draws_one_and_tells_it() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let draw = || referee(&["new", RULESET, "--scenario", "historical", "-o", argument(&path)]).answer();
    let (one, two) = (draw(), draw());
    assert_ne!(one, two);
    let seed = one.trim_end().trim_end_matches('.').rsplit(' ').next().unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("seed: "), "{seed}");
    assert!(seed.parse::<u64>().unwrap() < 1 << 53);
}

#[test]
fn new_says_what_is_wrong_with_a_scenario_and_with_a_place() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let unknown = referee(&["new", RULESET, "--scenario", "waterloo", "-o", argument(&path)]).complaint();
    assert!(
        unknown.starts_with("waterloo:1:1: This is not a scenario's name or a file. The scenarios of"),
        "{unknown}"
    );
    assert!(unknown.contains("`historical`"), "{unknown}");
    let nowhere = folder.path().join("none/game.ron");
    let lost = referee(&["new", RULESET, "--scenario", "historical", "-o", argument(&nowhere)]).complaint();
    assert!(lost.ends_with("was not written: The folder does not exist. Create it, or choose another one."), "{lost}");
    assert!(!path.exists());
}

#[test]
fn show_tells_a_point_of_the_game_and_a_side() {
    let folder = tempdir().unwrap();
    let path = game(&folder, 3);
    let file = argument(&path);
    let now = referee(&["show", file]).answer();
    assert!(now.lines().next().unwrap().ends_with("after 3 of 3 commands"), "{now}");
    let start = referee(&["show", file, "--at", "0"]).answer();
    assert!(start.contains("after 0 of 3 commands"), "{start}");
    assert_ne!(now.split_once('\n').unwrap().1, start.split_once('\n').unwrap().1);
    let seen = referee(&["show", file, "--side", "pavn/nlf"]).answer();
    assert!(seen.lines().next().unwrap().ends_with("as PAVN/NLF sees it"), "{seen}");
    let scenario = root().join("scenarios/block-by-block/combat-example.ron");
    let shown = referee(&["show", argument(&scenario)]).answer();
    assert_eq!(shown.split_once('\n').unwrap().1, start.split_once('\n').unwrap().1);
}

#[test]
fn show_says_what_cannot_be_shown() {
    let folder = tempdir().unwrap();
    let path = game(&folder, 1);
    let file = argument(&path);
    let side = referee(&["show", file, "--side", "French"]).complaint();
    assert_eq!(side, "There is no side `French`. The sides are `US/ARVN` and `PAVN/NLF`.");
    let late = referee(&["show", file, "--at", "2"]).complaint();
    assert!(late.ends_with("has 1 commands. --at can be 0 to 1."), "{late}");
    let missing = referee(&["show", "none.ron"]).complaint();
    assert_eq!(missing, "none.ron:1:1: There is no such file. Check the name and the folder.");
}

#[test]
fn replay_verifies_and_reports() {
    let folder = tempdir().unwrap();
    let path = game(&folder, 3);
    let report = folder.path().join("report.md");
    let told = referee(&["replay", argument(&path), "--report", argument(&report)]).answer();
    assert!(told.contains(": 3 commands and 2 rolls verified. Turn 4 of 5"), "{told}");
    let page = fs::read_to_string(report).unwrap();
    assert!(page.starts_with("# Block by Block: The combat example\n\n**Not finished.** Turn 4 of 5"), "{page}");
    assert!(page.contains("| US/ARVN | 2 | 2 | 3.00 |"), "{page}");
    assert!(page.contains("\n## Turn 4 of 5, US/ARVN combat\n\n- **US/ARVN**: "), "{page}");
    assert!(
        page.contains("  - Dice: 4 for close combat, attacker (7.6b), 2 for close combat, defender (7.6b).\n"),
        "{page}"
    );
    assert!(page.contains("- **PAVN/NLF**: "), "{page}");
}

#[test]
fn replay_refuses_a_journal_that_was_not_played() {
    let folder = tempdir().unwrap();
    let path = game(&folder, 3);
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().position(|line| line.contains("CloseCombat")).unwrap() + 1;
    fs::write(&path, text.replacen("rule: \"7.6b\"", "rule: \"7.5a\"", 1)).unwrap();
    let said = referee(&["replay", argument(&path)]).complaint();
    assert!(said.contains(&format!("game.ron:{line}:9: Entry 1: Roll 1 is written as the one for")), "{said}");
    fs::write(&path, &text[..text.len() - 40]).unwrap();
    assert!(referee(&["replay", argument(&path)]).complaint().contains("game.ron:"));
    let lost = folder.path().join("none/report.md");
    fs::write(&path, text).unwrap();
    let unwritten = referee(&["replay", argument(&path), "--report", argument(&lost)]).complaint();
    assert!(unwritten.contains("report.md was not written"), "{unwritten}");
}

#[test]
fn check_finds_nothing_wrong_with_the_projects_data_and_a_game() {
    let folder = tempdir().unwrap();
    let path = game(&folder, 3);
    let (assets, scenarios) = (root().join("assets"), root().join("scenarios"));
    let told = referee(&["check", argument(&assets), argument(&scenarios), argument(&path)]).answer();
    assert!(told.ends_with(" files checked, no faults found.\n"), "{told}");
    assert!(told.split(' ').next().unwrap().parse::<u32>().unwrap() >= 8, "{told}");
}

#[test]
fn check_tells_file_line_and_column_of_each_kind_of_file() {
    let data = copy_of_data();
    for (file, from, to, expected) in [
        ("scenarios/block-by-block/historical.ron", "\"MACV Team\"", "\"MACV Teem\"", ":"),
        ("scenarios/block-by-block/historical.ron", "us_arvn_gates", "us_arvn_gate", "Did you mean `us_arvn_gates`?"),
        ("scenarios/block-by-block/historical.ron", "\"K4B Battalion\"", "\"K4C Battalion\"", "K4C Battalion"),
        ("assets/boards/hue.ron", "\"N1-2\"", "\"N9-2\"", "N9-2"),
        ("assets/boards/hue.ron", "canvas", "canvass", "Did you mean `canvas`?"),
        ("assets/tables/block-by-block/units.ron", "kind: MacvTeam", "kind: Macvteam", "Did you mean `MacvTeam`?"),
        ("assets/tables/block-by-block/units.ron", "kind: HacBao", "kind: Marines", "Marines"),
        ("assets/rulebooks/block-by-block.ron", "id: \"7.5a\"", "id: \"7.5b\"", "Rule 7.5b appears twice."),
        ("assets/rulebooks/block-by-block.ron", "id: \"7.5a\"", "id: \"77.5a\"", "These rules are missing: 7.5a."),
        ("assets/palettes/staff-map.ron", "(", "", ""),
    ] {
        let path = data.path().join(file);
        let whole = fs::read_to_string(&path).unwrap();
        assert!(whole.contains(from), "{file} has no {from}");
        fs::write(&path, whole.replacen(from, to, 1)).unwrap();
        let called = referee(&["check", argument(&path)]);
        assert_eq!((called.status, called.err.as_str()), (1, ""), "{file}: {}", called.out);
        let place = called.out.strip_prefix(&format!("{}:", path.display())).expect(&called.out);
        let numbers: Vec<_> = place.splitn(3, ':').take(2).map(str::parse::<usize>).collect();
        assert!(numbers.iter().all(Result::is_ok), "{}", called.out);
        assert!(called.out.contains(expected), "{}", called.out);
        assert_eq!(called.out.lines().count(), 1, "{}", called.out);
        fs::write(&path, whole).unwrap();
    }
}

#[test]
fn check_points_at_the_unit_that_the_rules_object_to() {
    let data = copy_of_data();
    let path = data.path().join("scenarios/block-by-block/historical.ron");
    let text = fs::read_to_string(&path).unwrap();
    // A unit that stands in two places.
    fs::write(&path, text.replacen("\"O-8\": [", "\"O-8\": [\"810th Battalion\", ", 1)).unwrap();
    let called = referee(&["check", argument(&path)]);
    let line = text.lines().position(|line| line.contains("\"O-8\"")).unwrap() + 1;
    assert_eq!(called.status, 1);
    assert!(called.out.contains(&format!("historical.ron:{line}:")), "{}", called.out);
}

#[test]
fn check_knows_files_elsewhere_by_their_shape() {
    let data = copy_of_data();
    let scenario = data.path().join("problem.ron");
    fs::rename(data.path().join("scenarios/block-by-block/historical.ron"), &scenario).unwrap();
    let book = data.path().join("book.ron");
    fs::rename(data.path().join("assets/rulebooks/block-by-block.ron"), &book).unwrap();
    let told = referee(&["check", argument(&scenario), argument(&book)]).answer();
    assert_eq!(told, "2 files checked, no faults found.\n");
    let game = game(&data, 2);
    let text = fs::read_to_string(&game).unwrap();
    for (from, to, expected) in [
        ("format: 4", "format: 5", "was saved in format 5"),
        ("\"block-by-block\"", "\"chess\"", "There is no ruleset `chess` here. There is: block-by-block"),
        ("dice: Typed, ", "", "the game's seed gives"),
    ] {
        fs::write(&game, text.replacen(from, to, 1)).unwrap();
        let called = referee(&["check", argument(&game)]);
        assert!(called.status == 1 && called.out.contains(expected), "{}", called.out);
    }
    fs::write(&game, "").unwrap();
    assert!(
        referee(&["check", argument(&game)])
            .out
            .ends_with("game.ron:1:1: The file is empty. It may have been cut off.\n")
    );
    let note = data.path().join("note.txt");
    fs::write(&note, "hello").unwrap();
    assert!(referee(&["check", argument(&note)]).out.contains("This is not a data file"));
    let several = referee(&["check", "none.ron", argument(&scenario), "nor.ron"]);
    assert_eq!((several.status, several.out.lines().count()), (1, 2));
}

/// A scenario that lies in no folder of a ruleset is known by its fields, whatever is wrong with it.
#[test]
fn check_names_the_right_ruleset_of_a_broken_scenario_elsewhere() {
    let data = copy_of_data();
    let elsewhere = data.path().join("problem.ron");
    for (file, from, to, expected) in [
        ("skirmish/patrol-and-ambush.ron", "turns: 10", "turns: 99", "cannot last 99 turns"),
        ("skirmish/patrol-and-ambush.ron", "turns: 10", "turn: 10", "Did you mean `turns`?"),
        ("skirmish/patrol-and-ambush.ron", "\"Leader\"", "\"Leeder\"", "Leeder"),
        ("skirmish/patrol-and-ambush.ron", "edge: West", "edge: Wset", "Did you mean `West`?"),
        ("skirmish/patrol-and-ambush.ron", "\"JJJ", "\"JJ§", "is not a terrain letter"),
        ("platoon/river-patrol.ron", "title:", "titel:", "Did you mean `title`?"),
        ("search-and-destroy/27-23-trail-ambush.ron", "title:", "titel:", "Did you mean `title`?"),
    ] {
        let text = fs::read_to_string(data.path().join("scenarios").join(file)).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(&elsewhere, text.replacen(from, to, 1)).unwrap();
        let called = referee(&["check", argument(&elsewhere)]);
        assert!(called.status == 1 && called.out.contains(expected), "{file}, {to}: {}", called.out);
        fs::write(&elsewhere, &text).unwrap();
        assert_eq!(referee(&["check", argument(&elsewhere)]).status, 0, "{file}");
    }
}

#[test]
fn selfplay_counts_and_does_not_depend_on_threads() {
    let play = |more: &[&str]| {
        let call = [&["selfplay", RULESET, "--games", "6", "--seed", "11", "--json"], more].concat();
        serde_json::from_str::<Value>(&referee(&call).answer()).unwrap()
    };
    let (one, two) = (play(&["--threads", "1"]), play(&["--threads", "3", "--scenario", "historical"]));
    for field in ["ruleset", "scenario", "games", "finished", "mean_commands", "results"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    assert_eq!((&one["games"], &one["finished"]), (&6.into(), &6.into()));
    assert_eq!(one["results"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 6);
    assert!(one["games_per_second"].as_f64().unwrap() > 0.0 && one["seconds"].as_f64().unwrap() > 0.0);
    assert!(one["commands_per_second"].as_f64().unwrap() > one["games_per_second"].as_f64().unwrap());
    assert_ne!(play(&["--players", "first,random"])["mean_commands"], one["mean_commands"]);
    let table = referee(&["selfplay", RULESET, "--games", "3"]).answer();
    assert!(table.starts_with("block-by-block · historical · 3 games, "), "{table}");
    assert!(table.contains("commands a game") && table.contains(" %  "), "{table}");
}

#[test]
fn selfplay_ends_with_players_who_always_take_the_first_option() {
    // A close combat that cannot hit leaves everything as it was: a side that took it again would take it for ever.
    let call = ["selfplay", RULESET, "--games", "4", "--seed", "1", "--players", "first", "--json"];
    let told = serde_json::from_str::<Value>(&referee(&call).answer()).unwrap();
    assert_eq!((&told["games"], &told["finished"]), (&4.into(), &4.into()));
}

#[test]
fn selfplay_with_shallow_players_tells_how_the_points_are_spread() {
    let call = ["selfplay", "search-and-destroy", "--games", "3", "--seed", "5", "--players", "shallow"];
    let json = referee(&[&call[..], &["--json"]].concat()).answer();
    let told = serde_json::from_str::<Value>(&json).unwrap();
    let rows = told["account"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(names, ["US points", "NLF points", "US less NLF", "the same less the par"]);
    let number = |row: usize, what: &str| rows[row][what].as_f64().unwrap();
    for row in 0..names.len() {
        let middle = number(row, "median");
        assert!(number(row, "least") <= number(row, "lower_quarter") && number(row, "lower_quarter") <= middle);
        assert!(middle <= number(row, "upper_quarter") && number(row, "upper_quarter") <= number(row, "most"));
    }
    assert!((number(2, "mean") - (number(0, "mean") - number(1, "mean"))).abs() < 1e-9);
    // The same seeds are the same games; players who draw their commands by lot play others.
    assert_eq!(
        serde_json::from_str::<Value>(&referee(&[&call[..], &["--json", "--threads", "1"]].concat()).answer()).unwrap()
            ["account"],
        told["account"]
    );
    let by_lot = referee(&["selfplay", "search-and-destroy", "--games", "3", "--seed", "5", "--json"]).answer();
    assert_ne!(serde_json::from_str::<Value>(&by_lot).unwrap()["account"], told["account"]);
    let table = referee(&call).answer();
    assert!(table.contains("  US less NLF: median; mean ") && table.contains(", half of the games from "), "{table}");
}

#[test]
fn selfplay_says_what_is_wrong() {
    let players = referee(&["selfplay", RULESET, "--players", "random,random,first"]).complaint();
    assert_eq!(players, "3 players are named for 2 sides. Name one, or one for each side.");
    assert!(referee(&["selfplay", RULESET, "--scenario", "x"]).complaint().starts_with("x:1:1: "));
}

#[test]
fn wrong_usage_is_told_on_standard_error_and_help_on_standard_output() {
    for call in [
        &[][..],
        &["frolic"],
        &["new", RULESET],
        &["new", "chess", "--scenario", "x", "-o", "x"],
        &["check"],
        &["selfplay", RULESET, "--games", "0"],
        &["selfplay", RULESET, "--players", "deep"],
        &["show", "x", "--at", "many"],
    ] {
        let called = referee(call);
        assert_eq!((called.status, called.out.as_str()), (2, ""), "{call:?}");
        assert!(called.err.starts_with("error: ") || called.err.contains("Usage: referee"), "{}", called.err);
    }
    for call in [&["--help"][..], &["help"], &["--version"], &["selfplay", "--help"]] {
        let called = referee(call);
        assert_eq!((called.status, called.err.as_str()), (0, ""));
        assert!(!called.out.is_empty());
    }
}

#[test]
fn without_data_there_is_one_sentence() {
    let empty = tempdir().unwrap();
    let find = || tabletop::Library::find_from(None, None, Some(empty.path().to_path_buf()));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let call = ["referee", "list"].map(Into::into);
    let status = referee::run(call, &find, &mut "".as_bytes(), &mut out, &mut err);
    assert_eq!((status, out.len()), (1, 0));
    assert!(String::from_utf8(err).unwrap().starts_with("The game data were not found:"));
}
