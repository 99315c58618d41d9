//! The pars of the scenarios of Search & Destroy, out of self-play: `GAMES=60 cargo test -p pointman-tests --test
//! search_and_destroy_par -- --ignored --nocapture` plays every scenario against itself and prints the middle of the margins.

use pointman_tests::library;
use pointman_tests::search_and_destroy::rules;
use search_and_destroy::{Command, SearchAndDestroy, State};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// Whoever plays here attacks where it pays, answers what he is asked, and otherwise does something, until he has done enough.
fn choose<'a>(state: &State, options: &'a [Command], picks: &mut Seeded) -> &'a Command {
    let strength = |command: &Command| {
        let forecast = rules().forecast(state, command).ok()?;
        let shift: i8 = forecast.changes.iter().map(|c| c.value).sum();
        Some(10 * forecast.column.map_or(3, |column| i32::try_from(column).unwrap_or(0)) + 5 * i32::from(shift))
    };
    let attacks = |c: &&Command| {
        matches!(
            c,
            Command::Fire { .. } | Command::Assault { .. } | Command::Antitank { .. } | Command::Preplanned { .. }
        ) || matches!(c, Command::Mortar { .. } | Command::Plot { .. } | Command::CallStrike { .. })
    };
    let best = options.iter().filter(attacks).filter_map(|c| Some((strength(c)?, c))).max_by_key(|(value, _)| *value);
    if let Some((value, command)) = best
        && value >= 20
    {
        return command;
    }
    if picks.choose(30) == 0 && options.contains(&Command::Done) {
        return &Command::Done;
    }
    &options[picks.choose(options.len())]
}

#[test]
#[ignore = "measures; a par is only changed by hand"]
fn pars_out_of_self_play() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(20);
    for file in library().scenarios(SearchAndDestroy::ID).unwrap() {
        let scenario = library().scenario::<SearchAndDestroy>(&file.name).unwrap();
        let mut margins = Vec::new();
        let mut added = 0;
        for seed in 0..games {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
            let mut state = rules().begin(&scenario, &mut dice).unwrap();
            added = scenario.par - state.par();
            // Both sides set up by themselves.
            while state.step().player_turn().is_some()
                && state.turn() == 1
                && rules().moment(&state).1.contains("set-up")
            {
                rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).unwrap();
            }
            let mut options = Vec::new();
            while rules().to_act(&state).is_some() {
                options.clear();
                rules().options(&state, &mut options);
                let command = choose(&state, &options, &mut picks).clone();
                rules().apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
            }
            margins.push(state.score().us - state.score().nlf);
        }
        margins.sort_unstable();
        let at = |share: usize| margins[(margins.len() - 1) * share / 100];
        println!(
            "{:28} par {:5} (cadres {added:3}); middle {:5}, quarters {:5} and {:5}; so par {:5}",
            file.name,
            scenario.par,
            at(50),
            at(25),
            at(75),
            (at(50) + i32::from(added)).div_euclid(25) * 25
        );
    }
}
