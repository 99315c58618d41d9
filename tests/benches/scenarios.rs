//! How fast every scenario of every ruleset is, one after another on one core: `cargo bench -p pointman-tests --bench scenarios`.
//! Thousands of commands a second of random games, with the full list before each, and of the same commands on clones of the
//! positions they were given in.

use std::hint::black_box;
use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::dice::{Recorder, Seeded, Tape};
use tabletop::{Dice, Ruleset};

/// How long each of the two is measured.
const SPAN: Duration = Duration::from_secs(1);

/// Positions of the first games are kept, to be cloned.
const KEPT: usize = 20_000;

fn main() {
    println!("{:<20} {:<24} {:>10} {:>15}", "thousands a second", "", "with lists", "clone and apply");
    measure::<BlockByBlock>();
    measure::<Platoon>();
    measure::<Skirmish>();
    measure::<SearchAndDestroy>();
}

fn measure<R: Ruleset>() {
    let rules = library().load::<R>().unwrap();
    for file in library().scenarios(R::ID).unwrap() {
        let scenario = library().scenario::<R>(&file.name).unwrap();
        let mut kept = Vec::new();
        let (mut spent, mut commands) = (Duration::ZERO, 0_u32);
        for seed in 0.. {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
            let mut state = rules.begin(&scenario, &mut dice).unwrap();
            let (mut options, mut events) = (Vec::new(), Vec::new());
            while rules.to_act(&state).is_some() {
                let before = (kept.len() < KEPT).then(|| state.clone());
                let mut recorder = Recorder::new(&mut dice as &mut dyn Dice);
                options.clear();
                events.clear();
                let begun = Instant::now();
                rules.options(&state, &mut options);
                let command = options[picks.choose(options.len())].clone();
                rules.apply(&mut state, &command, &mut recorder, &mut events).unwrap();
                spent += begun.elapsed();
                commands += 1;
                let rolls: Vec<u8> = recorder.rolls.iter().map(|roll| roll.value).collect();
                kept.extend(before.map(|before| (before, command, rolls)));
            }
            if spent > SPAN {
                break;
            }
        }
        let listed = f64::from(commands) / spent.as_secs_f64();
        let (begun, mut applied, mut events) = (Instant::now(), 0_u32, Vec::new());
        'span: loop {
            for (before, command, rolls) in &kept {
                events.clear();
                let mut state = before.clone();
                rules.apply(&mut state, command, &mut Tape::new(rolls.as_slice()), &mut events).unwrap();
                black_box(&state);
                applied += 1;
                if applied % 64 == 0 && begun.elapsed() > SPAN {
                    break 'span;
                }
            }
        }
        let cloned = f64::from(applied) / begun.elapsed().as_secs_f64();
        println!("{:<20} {:<24} {:>10.0} {:>15.0}", R::ID, file.name, listed / 1e3, cloned / 1e3);
    }
}
