//! Games beside a real table, led by the desk alone: it always knows a way on, real dice are typed and lie in the journal, and
//! nobody ever reads what he may not know.

use std::sync::Arc;

use crate::common::{asset, root};
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
    if let Some(flag) = page.curtain {
        return vec![Want::LookAlone(flag.place())];
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
        Ask::Past { .. } => vec![Want::LookBack(None)],
        Ask::Facts { words: Some((_, text)), .. } if text.is_empty() => vec![Want::Word("the bridge at noon".into())],
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
        Ask::Secret { flag, .. } => vec![Want::LookAlone(flag.place())],
        Ask::Computer { .. } | Ask::Over { .. } => Vec::new(),
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
            // Dice that lie on the table may just have brought him to light, and when the game is over nobody hides any more.
            let may = page.viewer == Some(flag) || matches!(page.ask, Ask::Throw(_) | Ask::Over { .. });
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
fn skirmishers_are_led_through_a_game_and_who_hides_is_named_to_his_own_side_alone() {
    for seed in 1..=2 {
        let rules = rules::<Skirmish>();
        let mut game = Game::new(rules, scenario::<Skirmish>("beside-your-table.ron"), "beside", seed).unwrap();
        play(&mut game, 120, seed, |state| {
            let hides = |(id, figure): &(skirmish::FigureId, &skirmish::Figure)| {
                figure.standing == skirmish::figure::Standing::Up && !state.is_located(*id)
            };
            state
                .figures()
                .filter(hides)
                .map(|(id, f)| (panels::skirmish::flag(f.side), state.name(id).to_owned()))
                .collect()
        });
        assert!(game.cursor() > 10, "the desk gets on");
    }
}

/// Whether a phase ends with this.
fn is_over(command: &platoon::Command) -> bool {
    matches!(command, platoon::Command::Done | platoon::Command::Pass)
}

/// A game of 20mm Platoon beside a real table in which everybody has said on what ground he stands.
fn placed(seed: u64) -> Game<Platoon> {
    let scenario = scenario::<Platoon>("beside-your-table.ron");
    let mut game = Game::new(rules::<Platoon>(), scenario, "beside", seed).unwrap();
    while matches!(game.state().phase, platoon::Phase::Ground(_)) {
        let stand = game.options().0.into_iter().next();
        game.play(stand.expect("somebody's ground is asked for")).unwrap();
    }
    game
}

/// Presses the action with this label.
fn press(desk: &mut Desk<Platoon>, game: &Game<Platoon>, label: &str) -> Option<Deed<platoon::Command>> {
    let Ask::Choose(actions) = desk.page(game, true).ask else { panic!("nothing is to be chosen") };
    let place = actions.iter().position(|action| action.label == label);
    desk.want(game, Want::Choose(place.unwrap_or_else(|| panic!("{label} is not among {actions:?}"))))
}

#[test]
fn messages_and_attempts_are_told_in_the_players_own_words() {
    let mut game = placed(1);
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Computer);
    // Somebody in sight, of the side that has radios.
    for _ in 0..40 {
        let state = game.state();
        let squad = state.squad(state.active.squad);
        let acts = squad.is_some_and(|s| s.hidden.is_none() && s.side == platoon::Side::Allied && !s.kind.is_vehicle());
        if acts && matches!(state.phase, platoon::Phase::Active(_)) {
            break;
        }
        let command = game.options().0.into_iter().find(is_over);
        game.play(command.expect("a phase ends")).unwrap();
        desk.changed(&game);
    }
    let said = |deed: Option<Deed<platoon::Command>>| match deed {
        Some(Deed::Play(command)) => command,
        other => panic!("nothing is played: {other:?}"),
    };
    assert!(press(&mut desk, &game, "Tries something the rules do not cover").is_none());
    assert!(desk.want(&game, Want::Go).is_none(), "nothing is said yet");
    desk.want(&game, Want::Word(" climb the tower ".into()));
    let command = said(desk.want(&game, Want::Go));
    assert!(matches!(&command, platoon::Command::Try { what, .. } if what == "climb the tower"), "{command:?}");
    game.play(command).unwrap();
    desk.changed(&game);
    assert!(press(&mut desk, &game, "Radio or voice message").is_none());
    desk.want(&game, Want::Answer(0, 0));
    desk.want(&game, Want::Word("Hold the bridge".into()));
    let command = said(desk.want(&game, Want::Go));
    assert!(
        matches!(&command, platoon::Command::Message { news: platoon::News::Words(words), .. } if words == "Hold the bridge")
    );
    game.play(command).unwrap();
}

#[test]
fn one_looks_back_at_any_line_of_the_log_and_takes_nothing_back() {
    let mut game = placed(2);
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Computer);
    let begun = game.cursor();
    for _ in 0..12 {
        let command = game.options().0.into_iter().find(is_over);
        game.play(command.expect("a phase ends")).unwrap();
        desk.changed(&game);
    }
    desk.want(&game, Want::Show(panels::companion::Side::Log));
    let now = desk.page(&game, true);
    let point = now.log.first().expect("something happened").order + 1;
    desk.want(&game, Want::LookBack(Some(point)));
    let then = desk.page(&game, true);
    assert!(matches!(then.ask, Ask::Past { .. }) && then.moment != now.moment, "{} {}", then.moment, now.moment);
    assert!(desk.want(&game, Want::Choose(0)).is_none() && game.cursor() == begun + 12);
    assert_eq!(then.log, now.log, "the log stays whole");
    desk.want(&game, Want::LookBack(None));
    assert_eq!(desk.page(&game, true), now);
}

/// Types dice at a desk where nothing has been played until the game is to begin with them: by the earlier rulings nobody is asked
/// for his ground, and the first order is rolled for before anything is played.
fn own_first_order_before_anything() {
    let name = "beside-your-table";
    let mut scenario = scenario::<Platoon>(&format!("{name}.ron"));
    scenario.options.rulings = platoon::Rulings::of(1);
    let game = Game::new(rules::<Platoon>(), scenario, name, 7).unwrap();
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Typed);
    assert!(desk.page(&game, true).own_opening, "their own dice are offered");
    assert!(desk.want(&game, Want::RollOpening).is_none(), "the first die is asked for");
    let mut typed = 0;
    let values = loop {
        let Ask::Throw(throw) = desk.page(&game, true).ask else { panic!("a die is asked for after {typed}") };
        assert!(typed < 40, "the dice of the first order end");
        typed += 1;
        let value = u8::try_from(1 + (typed * 5) % usize::from(throw.sides)).unwrap();
        match desk.want(&game, Want::Die(value)) {
            None => {}
            Some(Deed::Begin(values)) => break values,
            Some(other) => panic!("nobody asked for {other:?}"),
        }
    };
    assert!(values.len() >= typed);
    let mut tape = tabletop::dice::Tape::new(values.clone());
    let begun =
        Game::new_with(rules::<Platoon>(), game.scenario().clone(), name, 7, &mut tape).expect("these are its dice");
    assert_eq!(begun.record().opening.iter().map(|roll| roll.value).collect::<Vec<_>>(), values);
    let page = Desk::new(begun.rules().clone(), DiceSource::Typed).page(&begun, true);
    assert!(!page.own_opening && matches!(page.ask, Ask::Choose(_) | Ask::Secret { .. }), "the game goes on");
}

/// Says at a desk on what ground everybody stands, until the game asks for the dice of the first order; types them.
fn own_first_order_after_the_ground() {
    let name = "beside-your-table";
    let mut game = Game::new(rules::<Platoon>(), scenario::<Platoon>(&format!("{name}.ron")), name, 7).unwrap();
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Typed);
    assert!(game.record().opening.is_empty(), "nothing is rolled before the ground is known");
    assert!(!desk.page(&game, true).own_opening);
    let (mut stood, mut typed) = (0, Vec::new());
    for _ in 0..200 {
        if !matches!(game.state().phase, platoon::Phase::Ground(_)) {
            break;
        }
        let page = desk.page(&game, true);
        let next = match &page.ask {
            Ask::Secret { flag, .. } => Want::LookAlone(flag.place()),
            Ask::Choose(actions) => {
                assert!(actions[0].label.ends_with(" stands"), "{actions:?}");
                Want::Choose(0)
            }
            Ask::Facts { .. } => Want::Go,
            Ask::Throw(throw) => {
                assert!(throw.purpose.contains("activation"), "{throw:?}");
                typed.push(u8::try_from(1 + (typed.len() * 5) % usize::from(throw.sides)).unwrap());
                Want::Die(typed[typed.len() - 1])
            }
            other => panic!("nobody asked for {other:?}"),
        };
        match desk.want(&game, next) {
            None => continue,
            Some(Deed::Play(command)) => {
                assert!(typed.is_empty());
                game.play(command).expect("what the desk offers is legal");
            }
            Some(Deed::PlayTape(command, values)) => {
                assert_eq!(values, typed, "the dice are the players' own");
                game.play_tape(command, values).expect("the desk asks for the right dice");
            }
            Some(other) => panic!("nobody asked for {other:?}"),
        }
        stood += 1;
        desk.changed(&game);
    }
    let squads = game.state().squads.len();
    assert!(stood == squads && typed.len() >= squads, "{stood} stand, {} dice", typed.len());
    let last = &game.entries()[game.cursor() - 1];
    assert_eq!(last.dice, Throw::Typed);
    assert_eq!(last.rolls.iter().map(|roll| roll.value).collect::<Vec<_>>(), typed);
    assert_eq!(game.rules().activation_order(game.state()).len(), squads, "the order is theirs");
}

#[test]
fn players_roll_for_the_first_order_themselves_and_the_game_begins_with_their_dice() {
    own_first_order_before_anything();
    own_first_order_after_the_ground();
}
