//! Two bots in another language play whole games against each other: three processes, and nothing between them but the protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use pointman_tests::root;
use pointman_tests::wire::Wire;
use serde_json::{Value, json};

use crate::serve_killed::{SCENARIOS, Serve};

fn bot(serve: &Serve, seed: usize, tokens: &[String]) -> Child {
    let mut child = Command::new("python3")
        .arg(root().join("tests/bots/bot.py"))
        .args([serve.address.to_string(), seed.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("python3: {e}"));
    let text: String = tokens.iter().map(|token| format!("{token}\n")).collect();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child
}

/// Every `fair`th game has fair dice.
fn played(ruleset: &str, scenario: &str, games: usize, fair: usize) {
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path());
    let mut tokens = [Vec::new(), Vec::new()];
    for n in 0..games {
        let is_fair = n % fair == fair - 1;
        let what = json!({
            "key": serve.key, "ruleset": ruleset, "scenario": scenario, "seed": n, "fair_dice": is_fair, "beat": 5,
        });
        let opened = Wire::open(serve.address).unwrap().ask("new", what);
        for (seat, tokens) in tokens.iter_mut().enumerate() {
            tokens.push(opened["ok"]["seats"][seat]["token"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned());
        }
    }
    let mut bots: Vec<Child> = tokens.iter().enumerate().map(|(n, tokens)| bot(&serve, n, tokens)).collect();
    let told: Vec<Vec<Value>> = bots
        .iter_mut()
        .map(|bot| {
            let lines = BufReader::new(bot.stdout.take().unwrap()).lines();
            lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
        })
        .collect();
    for bot in &mut bots {
        assert!(bot.wait().unwrap().success());
    }
    let sum = |key: &str| told.iter().flatten().map(|game| game[key].as_u64().unwrap()).sum::<u64>();
    assert!(told.iter().all(|told| told.len() == games));
    let proved = told.iter().flatten().filter(|game| game["proved"] == true).count();
    assert!(told.iter().flatten().all(|game| game["proved"] != false), "a bot says that the host's dice do not fit");
    assert_eq!(proved, 2 * (games / fair));
    println!("{games} games of {ruleset}: {} orders, {} draws, {proved} proofs", sum("orders"), sum("draws"));
}

#[test]
fn two_bots_in_python_play_a_game_with_fair_dice() {
    played(SCENARIOS[2].0, SCENARIOS[2].1, 2, 2);
}

fn a_hundred_games(ruleset: usize) {
    played(SCENARIOS[ruleset].0, SCENARIOS[ruleset].1, 100, 10);
}

#[test]
#[ignore = "takes minutes"]
fn two_bots_in_python_play_a_hundred_games_of_block_by_block() {
    a_hundred_games(0);
}

#[test]
#[ignore = "takes minutes"]
fn two_bots_in_python_play_a_hundred_games_of_search_and_destroy() {
    a_hundred_games(1);
}

#[test]
#[ignore = "takes minutes"]
fn two_bots_in_python_play_a_hundred_games_of_platoon() {
    a_hundred_games(2);
}

#[test]
#[ignore = "takes minutes"]
fn two_bots_in_python_play_a_hundred_games_of_skirmish() {
    a_hundred_games(3);
}
