//! The chain of hashes in saved games: an order or a die that was taken out, changed or put elsewhere is noticed in every ruleset.

use std::sync::Arc;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::save::{self, Note};
use tabletop::{Game, Ruleset};

/// A random game of at most this many commands.
fn game<R: Ruleset>(scenario: &str, seed: u64, most: usize) -> Game<R> {
    let rules = Arc::new(library().load::<R>().unwrap_or_else(|e| panic!("{e}")));
    let scenario_text = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    let mut game = Game::new(rules, scenario_text, scenario, seed).unwrap_or_else(|e| panic!("{e}"));
    let mut picks = Seeded::new(seed);
    while game.to_act().is_some() && game.len() < most {
        let (options, _) = game.options();
        game.play(options[picks.choose(options.len())].clone()).unwrap_or_else(|e| panic!("{e}"));
    }
    game
}

/// The lines of the journal are changed in one way; every one of these files must be refused with one sentence and a line of
/// the file. Gives how many were tried.
fn tampered<R: Ruleset>(scenario: &str, seed: u64) -> usize {
    let game = game::<R>(scenario, seed, 40);
    let text = save::to_text(&game, &Note::default()).unwrap();
    let load = |text: &str| save::from_text(Arc::clone(game.rules()), "a.ron", text);
    assert!(load(&text).is_ok());
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("    journal: [")).unwrap() + 1;
    let entries = first..first + game.len();
    let mut picks = Seeded::new(seed + 1);
    let mut pick = |count: usize| entries.start + picks.choose(count);
    let mut tried = 0;
    let mut noticed = |changed: Vec<String>, what: &str| {
        let (changed, original) = (changed.join("\n"), lines.join("\n"));
        if changed == original {
            return;
        }
        let Err(error) = load(&changed) else { panic!("{}: {what} was not noticed", R::ID) };
        assert!(error.line > 1 && !error.problem.is_empty() && !error.problem.contains('\n'), "{error}");
        tried += 1;
    };
    let copy = || -> Vec<String> { lines.iter().map(|line| (*line).to_owned()).collect() };
    for round in 0..12 {
        let (one, other) = (pick(game.len()), pick(game.len()));
        let mut swapped = copy();
        // Every other time with the links left in their places, as somebody would who knows of them.
        swapped.swap(one, other);
        if round % 2 == 0 && one != other {
            let parted = |line: &str| line.rsplit_once(", link: ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
            let ((a, first), (b, second)) = (parted(&swapped[one]), parted(&swapped[other]));
            swapped[one] = format!("{a}, link: {second}");
            swapped[other] = format!("{b}, link: {first}");
        }
        noticed(swapped, "a swap");
        let mut dropped = copy();
        dropped.remove(one);
        noticed(dropped, "an order that was taken out");
        let mut doubled = copy();
        doubled.insert(one, lines[other].to_owned());
        noticed(doubled, "an order that was put in");
        let mut changed = copy();
        let digits: Vec<usize> =
            changed[one].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[pick(digits.len()) - entries.start];
        let digit = changed[one].as_bytes()[at] - b'0';
        changed[one].replace_range(at..=at, &((digit + 1) % 10).to_string());
        noticed(changed, "a digit");
    }
    let mut cut = copy();
    cut.remove(entries.end - 1);
    noticed(cut, "the last order taken out");
    tried
}

#[test]
fn whatever_is_swapped_taken_out_put_in_or_changed_is_noticed() {
    for seed in 1..=2 {
        for tried in [
            tampered::<BlockByBlock>("historical", seed),
            tampered::<SearchAndDestroy>("standard", seed),
            tampered::<Platoon>("ambush", seed),
            tampered::<Skirmish>("patrol-and-ambush", seed),
        ] {
            assert!(tried > 40, "{tried}");
        }
    }
}

#[test]
fn the_chain_costs_a_file_less_than_a_third() {
    let text = save::to_text(&game::<BlockByBlock>("historical", 1, 5_000), &Note::default()).unwrap();
    let without: usize = text
        .lines()
        .map(|line| line.rsplit_once(", link: ").map_or(line.len(), |(entry, _)| entry.len() + 2) + 1)
        .sum();
    assert!(text.len() * 3 < without * 4, "{} and {without}", text.len());
}

#[test]
fn the_games_of_the_first_format_have_no_chain() {
    for file in std::fs::read_dir(root().join("tests/museum/format-1")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains("sealed:") && !text.contains("link:"));
    }
}
