//! Whole games of random legal play end, and every invariant holds after every command.

use block_by_block::{BlockByBlock, Scenario};
use tabletop::dice::Seeded;
use tabletop::{Dice, Ruleset};

fn assets(file: &str) -> Result<String, tabletop::DataError> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/");
    std::fs::read_to_string(format!("{path}{file}")).map_err(|e| tabletop::DataError::whole(file, e.to_string()))
}

#[test]
fn quick() {
    let rules = BlockByBlock::load(&assets).unwrap();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/block-by-block/historical.ron")).unwrap();
    let scenario: Scenario = tabletop::files::parse_ron("historical.ron", &text).unwrap();
    let mut results = std::collections::BTreeMap::new();
    let start = std::time::Instant::now();
    let (mut commands, mut total_options) = (0_u64, 0_u64);
    let games: u64 = std::env::var("GAMES").ok().and_then(|v| v.parse().ok()).unwrap_or(50);
    let audit = std::env::var("NOAUDIT").is_err();
    for seed in 0..games {
        let mut dice = Seeded::new(seed);
        let mut choice = Seeded::new(seed ^ 0xabcdef);
        let mut state = rules.begin(&scenario, &mut dice).unwrap();
        let mut options = Vec::new();
        let mut events = Vec::new();
        let mut n = 0;
        while rules.to_act(&state).is_some() {
            options.clear();
            rules.options(&state, &mut options);
            total_options += options.len() as u64;
            assert!(!options.is_empty(), "seed {seed} command {n}: no options in {:?} {:?}", state.step(), state.attack());
            let command = options[choice.choose(options.len())].clone();
            events.clear();
            if audit {
                for o in &options {
                    rules.check(&state, o).unwrap_or_else(|r| panic!("seed {seed} command {n}: option {o:?} refused: {r}"));
                }
            }
            rules.apply(&mut state, &command, &mut dice, &mut events).unwrap_or_else(|h| panic!("seed {seed} {n} {command:?}: {h}"));
            if audit {
                rules.audit(&state).unwrap_or_else(|p| panic!("seed {seed} command {n} {command:?}: {p}"));
            }
            n += 1;
            commands += 1;
            assert!(n < 5000);
        }
        *results.entry(rules.outcome(&state).unwrap().title).or_insert(0) += 1;
    }
    eprintln!("{results:?} {:.1} commands/game {:.1} options each, {:.0} games/s", commands as f64 / games as f64, total_options as f64 / commands as f64, games as f64 / start.elapsed().as_secs_f64());
    let _ = &mut Seeded::new(0) as &mut dyn Dice;
}
