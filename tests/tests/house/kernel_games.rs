//! Whole games of Block by Block in the kernel: seeking, saving, forks, dice from the table, odds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use block_by_block::{BlockByBlock, Command};
use pointman_tests::library;
use tabletop::dice::Seeded;
use tabletop::odds::{Effort, Fraction, odds};
use tabletop::save::{self, Note};
use tabletop::{Game, Ruleset, Stop};

/// A whole game; every third command with dice typed in.
fn whole_game(seed: u64) -> Game<BlockByBlock> {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let mut game = Game::new(rules, scenario, "historical", seed).unwrap();
    let (mut picks, mut hand) = (Seeded::new(seed + 100), Seeded::new(seed + 200));
    while game.to_act().is_some() {
        let (options, _) = game.options();
        let command = options[picks.choose(options.len())].clone();
        if game.len().is_multiple_of(3) {
            let mut dice = Vec::new();
            while let Err(stop) = game.play_tape(command.clone(), dice.clone()) {
                assert!(matches!(stop, Stop::Halt(tabletop::Halt::NeedsRoll(_))), "{stop}");
                dice.push(u8::try_from(hand.choose(6) + 1).unwrap());
            }
        } else {
            game.play(command).unwrap();
        }
    }
    game
}

#[test]
fn any_point_of_a_whole_game_is_there_within_a_frame() {
    let mut game = whole_game(1);
    let end = game.len();
    assert!(end > 200, "{end} commands");
    for n in [0, end, end / 2, 1, end - 1] {
        // The quickest of five: what the seek costs, not what else the machine is doing.
        let quickest = (0..5).map(|_| {
            game.seek(end - n);
            let begun = Instant::now();
            game.seek(n);
            assert!(!game.rules().show(game.state()).is_empty());
            begun.elapsed()
        });
        let quickest = quickest.min().unwrap();
        assert!(quickest < Duration::from_millis(16), "{n}: {quickest:?}");
        assert_eq!((game.cursor(), game.len()), (n, end));
    }
}

#[test]
fn a_line_of_the_log_knows_whether_it_is_a_heading() {
    let game = whole_game(4);
    let lines = game.log(0..game.len(), None);
    let mut stops = [0, 0];
    for (line, entry) in lines.iter().zip(game.entries()) {
        let bare = line.events.iter().all(|event| game.rules().is_heading(event));
        match entry.command {
            Command::Done => stops[usize::from(bare)] += 1,
            Command::Assault { .. } | Command::CloseCombat { .. } | Command::Move { .. } => {
                assert!(!bare, "{:?} {:?}", line.phrase, line.told);
            }
            _ => {}
        }
    }
    let [with_news, bare] = stops;
    assert!(with_news > 0 && bare > 5, "of the orders to stop {bare} were headings and {with_news} were not");
}

#[test]
fn a_game_with_both_kinds_of_dice_is_saved_and_plays_on_alike() {
    let game = whole_game(2);
    let note = Note { title: "Mixed".into(), saved: "1968-02-24".into() };
    let mut half = game.clone();
    half.seek(game.len() / 2);
    let text = save::to_text(&half, &note).unwrap();
    assert!(text.contains("dice: Typed"));
    let (mut back, told) = save::from_text(Arc::clone(game.rules()), "mixed.ron", &text).unwrap();
    assert_eq!((&told, back.record()), (&note, half.record()));
    while back.redo() {}
    assert_eq!((back.state(), back.outcome()), (game.state(), game.outcome()));
    // The next seeded command rolls the same dice in the loaded game as in the one that was never saved.
    let n = (game.len() / 2..game.len())
        .find(|&n| game.entries()[n].dice.is_seeded() && !game.entries()[n].rolls.is_empty());
    let n = n.unwrap();
    let mut fork = back.fork(n);
    assert_eq!(fork.play(game.entries()[n].command.clone()).unwrap().rolls, game.entries()[n].rolls);
}

#[test]
fn every_entry_has_its_events_and_its_line_in_the_log() {
    let game = whole_game(3);
    let log = game.log(0..game.len(), None);
    assert_eq!(log.len(), game.len());
    for (n, line) in log.iter().enumerate() {
        assert_eq!(line.told.len(), game.events(n).len());
        assert!(line.phrase.as_ref().is_some_and(|phrase| phrase.ends_with('.')), "{line:?}");
        assert_eq!(line.rolls, game.entries()[n].rolls);
    }
}

#[test]
fn odds_of_every_attack_of_a_game_are_exact_and_quick() {
    let game = whole_game(4);
    let rules = &**game.rules();
    let (mut asked, mut slowest) = (0, Duration::ZERO);
    for n in (0..game.len()).filter(|&n| !game.entries()[n].rolls.is_empty()) {
        let before = game.state_at(n);
        let sum_up = |after: &_, events: &[_]| rules.sum_up(before, after, events);
        let begun = Instant::now();
        let told = odds(rules, before, &game.entries()[n].command, &sum_up, &|_| None, Effort::default()).unwrap();
        slowest = slowest.max(begun.elapsed());
        asked += 1;
        assert!(told.exact);
        let sum = told.outcomes.iter().try_fold(Fraction::ZERO, |sum, chance| sum.plus(chance.probability));
        assert_eq!(sum, Some(Fraction::ONE));
        assert_ne!(told.of(&sum_up(game.state_at(n + 1), &game.events(n))), Fraction::ZERO);
    }
    assert!(asked > 20, "{asked}");
    println!("{asked} commands with dice, the slowest odds took {slowest:?}");
}
