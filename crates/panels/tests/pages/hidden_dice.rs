//! Requests for real dice: each says whose die it is and what for, and none tells a side what it may not know. Two positions
//! that differ in nothing else make the same requests.

use std::sync::Arc;

use crate::common::{asset, root};
use panels::companion::{Companion, From, Throwing};
use platoon::Platoon;
use skirmish::Skirmish;
use tabletop::dice::{Seeded, Tape};
use tabletop::{Dice as _, Need, Ruleset};

fn scenarios<R: Ruleset>() -> Vec<(String, R::Scenario)> {
    let folder = root().join("scenarios").join(R::ID);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    files.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let scenario = tabletop::parse_ron(&name, &std::fs::read_to_string(path).unwrap()).unwrap();
        (name, scenario)
    };
    files.into_iter().map(read).collect()
}

/// What is told to a reader before the next die that he is asked for, and that die: its faces, what for, whose. None for a
/// die if no more are asked for.
type Request = (Vec<String>, Option<(u8, String, String, bool)>);

/// Goes on to the next die that `reader` is asked for; what he may not know is rolled unseen.
fn next<R: Companion>(rules: &R, state: &R::State, throwing: &mut Throwing<R>, reader: Option<usize>) -> Request {
    loop {
        let from = From::State(state);
        let Some(asked) = throwing.asked(rules, from).expect("an option is legal") else {
            let command = throwing.command.as_ref().expect("a command is thrown for");
            let done = rules.part_way(state, command, &mut Tape::new(throwing.values.clone()));
            let events = done.events.iter().filter_map(|event| rules.noticed_by(event, &done.state, reader));
            return (events.map(|event| rules.tell_in(&done.state, &event)).collect(), None);
        };
        if asked.whose.secret.is_some_and(|side| reader != Some(side)) {
            throwing.roll(&mut Seeded::new(throwing.values.len() as u64), &asked.need, true);
            continue;
        }
        let events = asked.so_far.events.iter();
        let told = events.filter_map(|event| rules.noticed_by(event, &asked.so_far.state, reader));
        let told = told.map(|event| rules.tell_in(&asked.so_far.state, &event)).collect();
        let Need { sides, purpose, .. } = asked.need;
        assert!(!asked.whose.name.is_empty(), "nobody's die: {purpose}");
        return (told, Some((sides, purpose.into_owned(), asked.whose.name, asked.whose.alone)));
    }
}

/// Random games; wherever a disguised position can be made, options are thrown for in both. Says how often that was, and how
/// many dice were asked for in the same words.
fn compare<R: Companion>(games: u64, longest: usize) -> (usize, usize) {
    let rules = Arc::new(R::load(&asset).expect("the data files are right"));
    let (mut compared, mut alike) = (0, 0);
    for (name, scenario) in scenarios::<R>() {
        for seed in 0..games {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0xD1CE));
            let mut state = rules.begin(&scenario, &mut dice).unwrap();
            for _ in 0..longest {
                let Some(acts) = rules.to_act(&state) else { break };
                let mut options = Vec::new();
                rules.options(&state, &mut options);
                let command = options[picks.choose(options.len())].clone();
                // Where shells and bombs come down at the beginning of a turn comes to light there.
                let turn_ends = {
                    let mut after = state.clone();
                    let played = rules.apply(&mut after, &command, &mut Seeded::new(seed), &mut Vec::new());
                    played.is_ok() && rules.moment(&after).0 != rules.moment(&state).0
                };
                for (place, &side) in rules.sides().iter().enumerate() {
                    let Some(other) = rules.disguised(&state, side, picks.choose(1 << 16) as u64) else { continue };
                    if rules.check(&other, &command).is_err() || (side != acts && rules.acts_in_secret(&state)) {
                        continue;
                    }
                    compared += 1;
                    let throwing = || Throwing::<R>::command(command.clone(), String::new());
                    let (mut here, mut there) = (throwing(), throwing());
                    for _ in 0..40 {
                        let one = next(&*rules, &state, &mut here, Some(place));
                        let two = next(&*rules, &other, &mut there, Some(place));
                        // What comes to light by the rules may differ; then everything after it may, too.
                        if one.0 != two.0 {
                            break;
                        }
                        // The enemy throws his dice in sight: how many there are may tell that a squad of his spent time on a
                        // message. The table shows that as well.
                        let counted = |die: &Request| die.1.as_ref().is_some_and(|(.., alone)| !alone);
                        if side != acts && one.1 != two.1 && (counted(&one) || counted(&two)) {
                            break;
                        }
                        // Who may be hit hangs on which of the enemy's figures fire, which everybody sees.
                        let of = |die: &Request| {
                            die.1.as_ref().map(|(_, purpose, whose, _)| (purpose.clone(), whose.clone()))
                        };
                        if side != acts && one.1 != two.1 && of(&one) == of(&two) {
                            break;
                        }
                        // Shells and aircraft that come are a side's and nobody's in particular: that they come is seen by all.
                        let comes = |die: &Request| {
                            let enemys =
                                |whose: &str| rules.sides().iter().any(|s| *s != side && R::side_name(*s) == whose);
                            die.1.as_ref().is_some_and(|(_, _, whose, _)| enemys(whose))
                        };
                        if one.1 != two.1 && (turn_ends || comes(&one) || comes(&two)) {
                            break;
                        }
                        assert_eq!(one.1, two.1, "{name}, seed {seed}, {command:?} for {side:?}: {:?}", one.0);
                        let Some(die) = &one.1 else { break };
                        alike += 1;
                        let need =
                            Need { sides: die.0, purpose: die.1.clone().into(), rule: tabletop::RuleId::fixed("any") };
                        let value = dice.roll(&need).unwrap();
                        here.push(value);
                        there.push(value);
                    }
                }
                rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
            }
        }
    }
    (compared, alike)
}

#[test]
fn positions_that_differ_in_what_a_side_may_not_know_ask_it_for_the_same_dice_in_platoon() {
    let (compared, alike) = compare::<Platoon>(4, 250);
    assert!(compared > 2_000 && alike > 5_000, "{compared} orders, {alike} dice");
}

#[test]
fn positions_that_differ_in_what_a_side_may_not_know_ask_it_for_the_same_dice_in_skirmish() {
    let (compared, alike) = compare::<Skirmish>(3, 250);
    assert!(compared > 1_000 && alike > 500, "{compared} orders, {alike} dice");
}
