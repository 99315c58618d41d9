//! The teacher asks the referee: quiz, hints, choices, explanations and the luck ledger of all four rulesets.

use std::sync::Arc;

use block_by_block::{BlockByBlock, Command, Side};
use opponent::{Level, Mind, Patience, Thinking, View};
use platoon::Platoon;
use pointman_tests::{assault, library, pause};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset};
use teacher::choices::choices;
use teacher::explain::explain;
use teacher::hints::hints;
use teacher::luck::ledger;
use teacher::quiz::{Better, question, weighed};
use teacher::{Answer, Run, Stage, Teaching, lessons};

fn load<R: Ruleset>() -> Arc<R> {
    Arc::new(library().load().unwrap_or_else(|e| panic!("{e}")))
}

/// The questions of a few seeds, each marked by the referee; how many there were.
fn quiz<R: Teaching>(scenario: &str, seeds: u64) -> usize {
    let rules = load::<R>();
    let scenario = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    let mut asked = 0;
    for seed in 0..seeds {
        let Some(question) = question(&rules, &scenario, seed) else { continue };
        asked += 1;
        assert!(!question.asks.is_empty() && !question.explanation.is_empty(), "seed {seed}: {question:?}");
        let legal = |n: usize| rules.check(&question.seen, &question.commands[n]).is_ok();
        if question.answers.len() == 2 {
            // "Yes" is right exactly if the referee allows it.
            assert_eq!(question.right == 0, legal(0), "seed {seed}: {question:?}");
        } else {
            for n in 0..question.answers.len() {
                assert_eq!(n == question.right, legal(n), "seed {seed}, answer {n}: {question:?}");
            }
        }
    }
    asked
}

#[test]
fn the_quiz_of_block_by_block_is_marked_by_the_referee() {
    assert!(quiz::<BlockByBlock>("historical", 40) > 25);
}

#[test]
fn the_quiz_of_search_and_destroy_is_marked_by_the_referee() {
    assert!(quiz::<SearchAndDestroy>("27-23-trail-ambush", 12) > 4);
}

#[test]
fn the_quiz_of_platoon_is_marked_by_the_referee() {
    assert!(quiz::<Platoon>("ambush", 12) > 4);
}

#[test]
fn the_quiz_of_skirmish_is_marked_by_the_referee() {
    assert!(quiz::<Skirmish>("listening-post", 12) > 4);
}

/// Questions which of two orders is better, as a Regular judges; how often the first answer was right, and how often the second.
fn better_of_two<R: Teaching + Thinking>(scenario: &str, seeds: u64) -> [usize; 2] {
    let rules = load::<R>();
    let scenario = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    let mind = Mind::<R>::load(&|path| library().read(path), Level::Regular, 1).unwrap();
    let judge = |game: &Game<R>| {
        let view = View::of(&**game.rules(), game.state(), game.to_act()?);
        let [order, than] = mind.two_orders(game.rules(), &view, &Patience::ENDLESS)?;
        assert_ne!(order.0, than.0);
        Some(Better { order: order.0, than: than.0, because: format!("{}\n{}", order.1, than.1) })
    };
    let mut rights = [0; 2];
    for seed in 0..seeds {
        let Some((question, game)) = weighed(&rules, &scenario, seed, &judge) else { continue };
        assert!(weighed(&rules, &scenario, seed, &judge).is_some_and(|(again, _)| again == question), "seed {seed}");
        assert_eq!((question.answers.len(), question.commands.len()), (2, 2));
        assert_ne!(question.answers[0], question.answers[1]);
        let best = judge(&game).unwrap();
        assert_eq!(
            (&question.commands[question.right], &question.commands[1 - question.right]),
            (&best.order, &best.than)
        );
        for command in &question.commands {
            rules.check(game.state(), command).unwrap_or_else(|e| panic!("seed {seed}, {command:?}: {e}"));
        }
        assert_eq!(question.explanation.lines().count(), 2, "seed {seed}: {}", question.explanation);
        rights[question.right] += 1;
    }
    assert!(rights.iter().sum::<usize>() > 4, "{}: {rights:?}", R::ID);
    rights
}

#[test]
fn the_quiz_asks_which_of_two_orders_is_better() {
    let all = [
        better_of_two::<BlockByBlock>("historical", 16),
        better_of_two::<Platoon>("village-search", 12),
        better_of_two::<SearchAndDestroy>("27-23-trail-ambush", 12),
        better_of_two::<Skirmish>("patrol-and-ambush", 12),
    ];
    let sum = |answer: usize| all.iter().map(|rights| rights[answer]).sum::<usize>();
    assert!(sum(0) > 4 && sum(1) > 4, "the better one is nearly always in the same place: {all:?}");
}

#[test]
fn the_same_seed_asks_the_same_question() {
    let rules = load::<BlockByBlock>();
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    assert_eq!(question(&rules, &scenario, 7), question(&rules, &scenario, 7));
    let both: Vec<usize> = (0..30).filter_map(|s| question(&rules, &scenario, s)).map(|q| q.right).collect();
    assert!(both.contains(&0) && both.contains(&1), "yes and no are both right sometimes");
}

fn example() -> Game<BlockByBlock> {
    let scenario = library().scenario::<BlockByBlock>("combat-example").unwrap();
    Game::new(load(), scenario, "combat-example", 1).unwrap()
}

#[test]
fn hints_are_legal_and_give_a_reason() {
    fn check<R: Teaching>(scenario: &str) {
        let rules = load::<R>();
        let scenario = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
        let mut state = rules.begin(&scenario, &mut Seeded::new(1)).unwrap_or_else(|e| panic!("{e}"));
        for step in 0..8 {
            let given = hints(&*rules, &state);
            assert!((1..=3).contains(&given.len()), "{} at step {step}", R::TITLE);
            for hint in &given {
                rules.check(&state, &hint.command).unwrap_or_else(|e| panic!("{:?}: {e}", hint.command));
                assert!(hint.reason.ends_with('.') || hint.reason.ends_with('!'), "{}", hint.reason);
            }
            assert!(given.windows(2).all(|pair| pair[0].gain >= pair[1].gain), "best first");
            let first = given[0].command.clone();
            rules.apply(&mut state, &first, &mut Seeded::new(step), &mut Vec::new()).unwrap_or_else(|e| panic!("{e}"));
            if rules.to_act(&state).is_none() {
                break;
            }
        }
    }
    check::<BlockByBlock>("combat-example");
    check::<SearchAndDestroy>("27-23-trail-ambush");
    check::<Platoon>("ambush");
    check::<Skirmish>("listening-post");
}

#[test]
fn a_good_assault_is_hinted_at_in_the_example() {
    let game = example();
    let given = hints(&**game.rules(), game.state());
    assert!(
        given.iter().any(|hint| matches!(hint.command, Command::Assault { .. } | Command::CloseCombat { .. })),
        "{given:?}"
    );
}

#[test]
fn what_can_i_do_lists_every_kind_with_legal_examples() {
    let game = example();
    let (kinds, complete) = choices(&**game.rules(), game.state());
    assert!(complete);
    let titles: Vec<&str> = kinds.iter().map(|choice| choice.kind.title.as_str()).collect();
    for expected in ["Fight a close combat", "Assault an area", "Assault an area with heavy weapons", "Pause a group"] {
        assert!(titles.contains(&expected), "{expected} is not in {titles:?}");
    }
    let (options, _) = game.options();
    assert_eq!(kinds.iter().map(|choice| choice.count).sum::<usize>(), options.len(), "each command in one kind");
    for example in kinds.iter().flat_map(|choice| &choice.examples) {
        game.check(&example.command).unwrap();
    }
}

#[test]
fn an_assault_opens_into_its_arithmetic() {
    let mut game = example();
    game.play_tape(pause(1), []).unwrap();
    game.play_tape(assault(2, "N1-1"), [2]).unwrap();
    let explained = explain(&game, 1, None);
    let assault = explained.iter().find(|e| e.title == "Assault on N1-1").unwrap_or_else(|| panic!("{explained:?}"));
    let lines: Vec<(&str, &str)> = assault.lines.iter().map(|l| (l.text.as_str(), l.value.as_str())).collect();
    assert_eq!(
        lines,
        [
            ("F/2/5 Marines", "5"),
            ("G/2/5 Marines", "5"),
            ("Strength", "10"),
            ("Column", "9–10"),
            ("Die", "2"),
            ("terrain of N1-1", "+2"),
            ("PAVN/NLF holds gate E", "+1"),
            ("Total, the row", "5"),
        ]
    );
    assert!(assault.result.starts_with("* success"), "{}", assault.result);
    assert_eq!(assault.lines[5].rule.as_ref().map(|rule| rule.as_str()), Some("13.0"));
    assert!(assault.from.is_some(), "the cell says where it is from");
}

#[test]
fn the_luck_ledger_weighs_each_roll_against_what_could_be_expected() {
    let luck = |die: u8| {
        let mut game = example();
        game.play_tape(pause(1), []).unwrap();
        game.play_tape(assault(2, "N1-1"), if die == 6 { vec![6, 2] } else { vec![die] }).unwrap();
        let ledger = ledger(&game, None);
        assert_eq!(ledger.throws.len(), 1, "a pause rolls nothing");
        let throw = ledger.throws[0].clone();
        assert_eq!(throw.side, Side::UsArvn);
        let us = &ledger.sides[0];
        assert_eq!((us.side, us.throws, us.points), (Side::UsArvn, 1, throw.actual - throw.expected));
        assert_eq!(ledger.sides[1].points, -us.points, "one side's luck is the other's");
        throw.percentile.unwrap()
    };
    let (good, bad) = (luck(2), luck(6));
    assert!(good > 50 && bad < 50, "2 is {good}, 6 is {bad}");
}

#[test]
fn the_learner_is_corrected_and_can_go_back() {
    let courses = lessons::<BlockByBlock>(&library()).unwrap_or_else(|e| panic!("{e}"));
    let course = &courses[0];
    let (mut run, mut game) = Run::begin(load::<BlockByBlock>(), &course.id, Arc::clone(&course.lesson)).unwrap();
    assert_eq!(run.stage(), Stage::Reading);
    assert_eq!(run.attempt(&mut game, Command::Done), Ok(Answer::NotAsked));
    assert!(run.go_on(&mut game).unwrap());
    assert_eq!(run.stage(), Stage::Doing);
    let answer = run.attempt(&mut game, Command::Done).unwrap();
    assert!(matches!(answer, Answer::Wrong { .. }), "{answer:?}");
    assert_eq!((game.len(), run.reached().slips), (0, 1));
    let right = run.right_command(&game).unwrap();
    assert!(matches!(run.attempt(&mut game, right), Ok(Answer::Right { .. })));
    assert_eq!((game.cursor(), run.place().0), (1, 2));
    assert!(run.back(&mut game));
    assert_eq!((game.cursor(), run.place().0), (0, 1), "the step and its command are taken back");
    assert!(run.back(&mut game));
    assert!(!run.back(&mut game), "this is the beginning");
}
