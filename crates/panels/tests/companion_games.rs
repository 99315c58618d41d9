//! Games beside a real table, led by the desk alone: it always knows a way on, real dice are typed and lie in the journal, and
//! nobody ever reads what he may not know.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::sync::Arc;

use common::{asset, root};
use panels::companion::{Ask, Companion, Deed, Desk, DiceSource, Flag, Page, Want};
use platoon::Platoon;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::journal::Throw;
use tabletop::{Game, Ruleset};

fn rules<R: Ruleset>() -> Arc<R> {
    Arc::new(R::load(&asset).expect("the data files are right"))
}

fn scenario<R: Ruleset>(name: &str) -> R::Scenario {
    let file = root().join("scenarios").join(R::ID).join(name);
    tabletop::parse_ron(name, &std::fs::read_to_string(file).unwrap()).unwrap()
}

/// What a player wants who chooses by chance; he measures whatever is asked and types what chance rolls.
fn want(page: &Page, chance: &mut Seeded) -> Vec<Want> {
    if page.curtain.is_some() {
        return vec![Want::LiftCurtain];
    }
    match &page.ask {
        Ask::Choose(actions) => {
            assert!(!actions.is_empty() || page.viewer.is_some(), "there is always something to do: {}", page.question);
            // Most of the time somebody finishes, so that turns end.
            let ends = actions.iter().position(|action| action.ends).filter(|_| chance.choose(4) > 0);
            if actions.is_empty() {
                return vec![Want::LookAs(None)];
            }
            vec![Want::Choose(ends.unwrap_or_else(|| chance.choose(actions.len())))]
        }
        Ask::Facts { questions, answers, refusal, .. } => {
            let open = answers.iter().position(Option::is_none);
            match open {
                Some(open) if questions[open].choices.is_empty() => vec![Want::Back],
                Some(open) => {
                    let choices = &questions[open].choices;
                    vec![Want::Answer(open, choices[chance.choose(choices.len())].value)]
                }
                None if refusal.is_some() => vec![Want::Back],
                None => vec![Want::Go],
            }
        }
        Ask::Throw(throw) => {
            let value = u8::try_from(chance.choose(usize::from(throw.sides)) + 1).unwrap();
            vec![Want::Die(value)]
        }
        Ask::Secret { flag, .. } => vec![Want::LookAs(Some(flag.place()))],
        Ask::Over { .. } => Vec::new(),
    }
}

/// Plays so many steps at the desk; `hidden` names what everybody must not read.
fn play<R: Companion>(game: &mut Game<R>, steps: usize, seed: u64, hidden: impl Fn(&R::State) -> Vec<(Flag, String)>) {
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Typed);
    let mut chance = Seeded::new(seed);
    for _ in 0..steps {
        let page = desk.page(game, true);
        let text = format!("{page:?}");
        for (flag, name) in hidden(game.state()) {
            // Dice that lie on the table may just have brought him to light.
            let may = page.viewer == Some(flag) || matches!(page.ask, Ask::Throw(_));
            assert!(may || !text.contains(&name), "{name} is read by {:?}: {text}", page.viewer);
        }
        if matches!(page.ask, Ask::Over { .. }) {
            return;
        }
        for want in want(&page, &mut chance) {
            match desk.want(game, want) {
                Some(Deed::Play(command)) => _ = game.play(command).expect("what the desk offers is legal"),
                Some(Deed::PlayTape(command, values)) => {
                    game.play_tape(command, values).expect("the desk asks for the right dice");
                    let entry = &game.entries()[game.cursor() - 1];
                    assert_eq!(entry.dice, Throw::Typed);
                }
                Some(other) => panic!("nobody asked for {other:?}"),
                None => continue,
            }
            desk.changed(game);
        }
    }
}

#[test]
fn platoons_are_led_through_a_game_and_hidden_squads_stay_hidden() {
    let mut turns = 0;
    for seed in 1..=3 {
        let rules = rules::<Platoon>();
        let mut game = Game::new(rules, scenario::<Platoon>("beside-your-table.ron"), "beside", seed).unwrap();
        play(&mut game, 160, seed, |state| {
            let secret = state.squads.iter().filter(|s| s.hidden.is_some() && s.in_play());
            secret.map(|s| (panels::platoon::flag(s.side), s.name.to_string())).collect()
        });
        assert!(game.cursor() > 10, "the desk gets on");
        turns = turns.max(game.state().turn);
    }
    assert!(turns > 1, "turns end");
}

#[test]
fn skirmishers_are_led_through_a_game() {
    for seed in 1..=2 {
        let rules = rules::<Skirmish>();
        let mut game = Game::new(rules, scenario::<Skirmish>("beside-your-table.ron"), "beside", seed).unwrap();
        play(&mut game, 120, seed, |_| Vec::new());
        assert!(game.cursor() > 10, "the desk gets on");
    }
}
