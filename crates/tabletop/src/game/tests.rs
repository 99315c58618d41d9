//! Journal, undo, forks, replays and the log, played with the toy.

use super::*;
use crate::toy::{Command, Side, Toy, arranged, rolled};
use crate::{Player, RuleId};

fn fresh(seed: u64) -> Game<Toy> {
    Game::new(Arc::new(Toy::default()), rolled(40), "lot", seed).unwrap()
}

/// Plays `count` commands chosen by `picks`.
fn play_on(game: &mut Game<Toy>, count: usize, picks: u64) {
    let mut picks = Seeded::new(picks);
    for _ in 0..count {
        let (options, _) = game.options();
        if options.is_empty() {
            return;
        }
        game.play(options[picks.choose(options.len())].clone()).unwrap();
    }
}

#[test]
fn the_same_seed_and_commands_give_the_same_game() {
    let (mut one, mut two, mut other) = (fresh(7), fresh(7), fresh(8));
    for game in [&mut one, &mut two, &mut other] {
        play_on(game, 20, 3);
    }
    assert_eq!(one.record(), two.record());
    assert_ne!(one.record().opening, other.record().opening);
    assert_eq!(one.record().opening.len(), 6, "the set-up's dice are written down");
}

#[test]
fn what_happened_last_is_not_taken_for_what_happened_elsewhere() {
    let mut game = fresh(7);
    for picks in 0..20 {
        // Every second time another order takes the place of the last one.
        if picks % 2 == 1 {
            game.undo();
        }
        play_on(&mut game, 1, picks);
        for n in 0..=game.len() {
            assert_eq!(game.events(n), game.replayed(n), "entry {n}");
        }
    }
    let events = game.events(game.len() - 1);
    assert!(!events.is_empty());
    game.seek(3);
    assert_eq!(game.events(game.len() - 1), events, "what was taken back happened all the same");
    assert_eq!(game.fork(2).events(2), [], "a shorter game knows nothing of it");
}

#[test]
fn undo_and_redo_lead_to_the_same_positions() {
    let mut game = fresh(7);
    play_on(&mut game, 20, 3);
    let states: Vec<_> = (0..=game.len()).map(|n| game.state_at(n).clone()).collect();
    for n in (0..game.len()).rev() {
        assert!(game.undo());
        assert_eq!(game.state(), &states[n]);
    }
    assert!(!game.undo());
    for state in &states[1..] {
        assert!(game.redo());
        assert_eq!(game.state(), state);
    }
    assert!(!game.redo());
}

#[test]
fn after_an_undo_the_same_command_rolls_the_same_dice_and_keeps_what_follows() {
    let mut game = fresh(7);
    play_on(&mut game, 20, 3);
    let whole = game.clone();
    game.seek(4);
    let next = game.entries()[4].clone();
    assert_eq!(game.play(next.command).unwrap().rolls, next.rolls);
    assert_eq!((game.cursor(), game.len()), (5, whole.len()));
    game.seek(20);
    assert_eq!(game.state(), whole.state());
}

#[test]
fn another_command_after_an_undo_replaces_what_followed() {
    let mut game = fresh(7);
    play_on(&mut game, 20, 3);
    let whole = game.clone();
    game.seek(4);
    let other = game.options().0.into_iter().find(|command| *command != whole.entries()[4].command).unwrap();
    game.play(other).unwrap();
    assert_eq!((game.cursor(), game.len()), (5, 5));
    assert_eq!(game.state_at(4), whole.state_at(4));
    assert_eq!(Game::replay(Arc::clone(game.rules()), game.record().clone()).unwrap().state(), game.state());
}

#[test]
fn a_fork_leaves_the_game_it_came_from_alone() {
    let mut game = fresh(7);
    play_on(&mut game, 20, 3);
    let whole = game.len();
    let mut fork = game.fork(6);
    assert_eq!((fork.cursor(), fork.len(), game.len()), (6, 6, whole));
    play_on(&mut fork, 5, 99);
    assert_eq!(game.state_at(6), fork.state_at(6));
    assert_ne!(game.record().journal, fork.record().journal);
}

#[test]
fn dice_from_the_table_are_taken_exactly() {
    let scenario = arranged([[3, 3, 3], [1, 1, 1]]);
    let mut game = Game::new(Arc::new(Toy::default()), scenario, "arranged", 1).unwrap();
    let untouched = game.record().clone();
    let raid = Command::Raid { from: 0, post: 0 };
    let need = |purpose| Need::d6(purpose, RuleId::fixed("3"));
    for (dice, expected) in [
        (vec![], Stop::Halt(Halt::NeedsRoll(need("raid")))),
        (vec![6], Stop::Halt(Halt::NeedsRoll(need("storm")))),
        (vec![5, 1], Stop::LeftOver { used: 1, given: 2 }),
        (vec![6, 7], Stop::NoSuchFace { value: 7, need: need("storm") }),
        (vec![0], Stop::NoSuchFace { value: 0, need: need("raid") }),
    ] {
        assert_eq!(game.play_tape(raid.clone(), dice).unwrap_err(), expected);
        assert_eq!(game.record(), &untouched);
    }
    let refused = game.play_tape(Command::TakeLoss { post: 0 }, vec![]).unwrap_err();
    assert!(matches!(refused, Stop::Halt(Halt::Refused(_))));
    let played = game.play_tape(raid, [6, 5]).unwrap();
    assert_eq!(played.rolls.iter().map(|roll| roll.value).collect::<Vec<_>>(), [6, 5]);
    assert_eq!(game.state().strengths[Side::Blue as usize][0], Some(0));
}

#[test]
fn typed_dice_do_not_move_the_seeded_ones_and_a_mixed_game_replays() {
    let rules = Arc::new(Toy::default());
    let scenario = arranged([[3, 3, 3], [3, 3, 3]]);
    let scout = |post| Command::Scout { post };
    let mut seeded = Game::new(Arc::clone(&rules), scenario.clone(), "arranged", 5).unwrap();
    let first = seeded.play(scout(0)).unwrap().rolls;
    let mut mixed = Game::new(Arc::clone(&rules), scenario, "arranged", 5).unwrap();
    mixed.play_tape(scout(0), [2]).unwrap();
    assert_eq!(mixed.play(scout(0)).unwrap().rolls, first);
    mixed.play_with(scout(1), &mut Tape::new([4])).unwrap();
    mixed.play(scout(1)).unwrap();
    mixed.seek(1);
    let again = Game::replay(rules, mixed.record().clone()).unwrap();
    assert_eq!(again.record(), mixed.record());
    assert_eq!((again.state(), again.state_at(4)), (mixed.state(), mixed.state_at(4)));
    assert_eq!(again.read, mixed.read);
}

#[test]
fn the_set_up_may_be_rolled_by_hand() {
    let rules = Arc::new(Toy::default());
    let needs = Game::new_with(Arc::clone(&rules), rolled(9), "lot", 1, &mut Tape::new([1, 2])).unwrap_err();
    assert!(matches!(needs, Halt::NeedsRoll(need) if need.sides == 3));
    let mut game = Game::new_with(Arc::clone(&rules), rolled(9), "lot", 1, &mut Tape::new([1, 2, 3, 3, 2, 1])).unwrap();
    play_on(&mut game, 5, 1);
    assert_eq!(Game::replay(rules, game.record().clone()).unwrap().state(), game.state());
}

#[test]
fn a_journal_that_cannot_have_been_played_is_named_by_its_entry() {
    let mut game = fresh(7);
    play_on(&mut game, 30, 3);
    let rules = Arc::clone(game.rules());
    let rolled = game.entries().iter().position(|entry| entry.rolls.len() == 1).unwrap();
    let silent = game.entries().iter().position(|entry| entry.rolls.is_empty()).unwrap();
    let said = |spoil: &dyn Fn(&mut Record<_, _>)| {
        let mut record = game.record().clone();
        spoil(&mut record);
        Game::replay(Arc::clone(&rules), record).unwrap_err()
    };
    let forged = said(&|record| record.journal[rolled].rolls[0].value = 7 - record.journal[rolled].rolls[0].value);
    assert_eq!(forged.entry, Some(rolled));
    assert!(forged.problem.contains("the game's seed gives"), "{forged}");
    let missing = said(&|record| drop(record.journal[rolled].rolls.pop()));
    assert_eq!(missing.entry, Some(rolled));
    assert!(missing.problem.contains("which is missing here"), "{missing}");
    let surplus = said(&|record| {
        let roll = record.journal[rolled].rolls[0].clone();
        record.journal[silent].rolls.push(roll);
    });
    assert_eq!(surplus.entry, Some(silent));
    assert!(surplus.problem.contains("the rules ask for 0"), "{surplus}");
    // What a roll is for is words, and may be worded better later.
    let mut reworded = game.record().clone();
    reworded.journal[rolled].rolls[0].purpose = "fun".into();
    assert_eq!(Game::replay(Arc::clone(&rules), reworded).unwrap().state(), game.state());
    let rule = said(&|record| record.journal[rolled].rolls[0].rule = RuleId::fixed("99"));
    assert!(rule.problem.contains("rule 99"), "{rule}");
    let illegal = said(&|record| record.journal[3].command = Command::Scout { post: 9 });
    assert_eq!(illegal.entry, Some(3));
    assert!(illegal.to_string().starts_with("Entry 4: The rules forbid this."), "{illegal}");
    assert_eq!(said(&|record| record.cursor = 31).entry, None);
    assert_eq!(said(&|record| record.opening[0].rule = RuleId::fixed("99")).entry, None);
    let impossible = said(&|record| {
        record.journal[rolled].dice = Throw::Typed;
        record.journal[rolled].rolls[0].value = 9;
    });
    assert!(impossible.problem.contains("has 6 sides"), "{impossible}");
}

#[test]
fn the_log_tells_each_reader_what_he_may_know() {
    let scenario = arranged([[3, 3, 3], [3, 3, 3]]);
    let mut game = Game::new(Arc::new(Toy::default()), scenario, "arranged", 5).unwrap();
    game.play(Command::Shift { from: 0, to: 1 }).unwrap();
    game.play_tape(Command::Scout { post: 1 }, [3]).unwrap();
    let open = game.log(0..9, None);
    assert_eq!(open.len(), 2);
    assert_eq!(open[0].told, ["Red sends a man from 0 to 1."]);
    assert_eq!(open[0].phrase.as_deref(), Some("Red: Shift { from: 0, to: 1 }."));
    assert_eq!(open[1].moment, (2, "Turn 2 of 12".into()));
    assert_eq!(game.log(0..1, Some(Side::Red)), open[..1]);
    let blue = game.log(0..2, Some(Side::Blue));
    assert_eq!((&blue[0].phrase, &*blue[0].told), (&None, &["Something stirs at Red.".to_owned()][..]));
    assert_eq!(blue[1], open[1]);
}

/// Who gave each entry, in one letter.
fn givers(game: &Game<Toy>) -> String {
    let letter = |n: usize| match game.rules().to_act(game.state_at(n)) {
        Some(Side::Red) => 'r',
        Some(Side::Blue) => 'b',
        None => '-',
    };
    (0..game.len()).map(letter).collect()
}

#[test]
fn undo_goes_back_over_the_orders_of_the_computer_and_redo_goes_on_over_them() {
    let mut game = fresh(7);
    game.seat([Player::Person, Player::Recruit]);
    play_on(&mut game, 9, 3);
    let givers = givers(&game);
    let mine: Vec<usize> = (0..game.len()).filter(|n| givers.as_bytes()[*n] == b'r').collect();
    assert!(mine.len() > 2 && mine.len() < 9, "both play: {givers}");
    let mut back = Vec::new();
    while let Some(point) = game.before_last_decision() {
        game.seek(point);
        back.push(point);
    }
    back.reverse();
    assert_eq!(back, mine);
    let mut forth = Vec::new();
    while let Some(point) = game.after_next_decision() {
        game.seek(point);
        forth.push(point);
    }
    assert_eq!(forth.last(), Some(&9));
    assert!(forth.iter().all(|point| *point == 9 || mine.contains(point)), "{forth:?} {mine:?}");
    // With nobody at the table each step is one order; a player who takes a side over can take its orders back.
    game.seat([Player::Veteran, Player::Recruit]);
    assert_eq!(game.before_last_decision(), Some(8));
    game.seat([Player::Recruit, Player::Person]);
    assert_eq!(game.before_last_decision(), givers.rfind('b'));
    game.seek(0);
    assert_eq!(game.before_last_decision(), None);
}

#[test]
fn the_journal_says_who_gave_each_order() {
    let mut game = fresh(7);
    game.seat([Player::Person, Player::Veteran]);
    play_on(&mut game, 6, 3);
    let by: Vec<bool> = game.entries().iter().map(|entry| entry.by.is_person()).collect();
    let red: Vec<bool> = givers(&game).chars().map(|letter| letter == 'r').collect();
    assert_eq!(by, red);
    assert!(game.entries().iter().all(|entry| entry.by.is_person() || entry.by == Player::Veteran));
}

#[test]
fn what_two_read_together_neither_reads_alone() {
    let scenario = arranged([[3, 3, 3], [3, 3, 3]]);
    let mut game = Game::new(Arc::new(Toy::default()), scenario, "arranged", 5).unwrap();
    game.play(Command::Shift { from: 0, to: 1 }).unwrap();
    game.play_tape(Command::Scout { post: 1 }, [3]).unwrap();
    let both = game.log_for(0..2, &[Side::Red, Side::Blue]);
    assert_eq!(both, game.log_for(0..2, &[Side::Blue, Side::Red]));
    assert_eq!(both[0], game.log(0..1, Some(Side::Blue))[0], "what Red alone knows is left out");
    assert_eq!(game.log_for(0..2, &[]), game.log(0..2, None));
}
