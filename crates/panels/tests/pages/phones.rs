//! Phones beside a real table: what is sent to a phone, and what stands on the screen that everybody sees, is the same byte for byte in
//! games that differ only in what the reader may not know.

use std::sync::Arc;

use crate::common::{asset, root};
use panels::companion::{Ask, Companion, Deed, Desk, DiceSource, Page, PhoneWant, Want};
use platoon::Platoon;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset};

fn begin<R: Companion>(seed: u64) -> Game<R> {
    let rules = Arc::new(R::load(&asset).expect("the data files are right"));
    let file = root().join("scenarios").join(R::ID).join("beside-your-table.ron");
    let scenario = tabletop::parse_ron("beside-your-table", &std::fs::read_to_string(file).unwrap()).unwrap();
    Game::new(rules, scenario, "beside-your-table", seed).expect("the scenario is right")
}

/// Fails with the places at which two pages differ.
fn alike(one: &str, two: &str, what: &str) {
    let apart = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let from = |text: &str| text.chars().skip(apart.saturating_sub(80)).take(300).collect::<String>();
    assert!(one == two, "{what}:\n{}\n{}", from(one), from(two));
}

fn bytes(page: &Page) -> String {
    serde_json::to_string(page).unwrap()
}

/// What a reader is sent: a side on its phone, or everybody on the laptop.
fn sent<R: Companion>(game: &Game<R>, reader: Option<usize>) -> String {
    let rules = Arc::clone(game.rules());
    bytes(&match reader {
        Some(side) => Desk::in_hand(rules, DiceSource::Computer, side).page_in_hand(game),
        None => Desk::new(rules, DiceSource::Computer).page(game, false),
    })
}

/// What the rules let a reader know: the position, and what he noticed of the last order.
fn known<R: Companion>(game: &Game<R>, reader: Option<usize>) -> String {
    let (rules, state) = (game.rules(), game.state());
    let events = game.events(game.cursor() - 1);
    let noticed: Vec<_> = events.iter().filter_map(|event| rules.noticed_by(event, state, reader)).collect();
    format!("{:?} {noticed:?}", rules.shown_to(state, reader))
}

/// Random games; wherever a side acts in secret, two different orders of it are given, and the side that cannot tell them apart by the rules
/// is sent the same bytes. An order of which he notices nothing
/// changes no byte. Says how many pairs were compared.
fn compare<R: Companion>(games: u64, longest: usize) -> usize {
    let mut compared = 0;
    for seed in 0..games {
        let (mut game, mut picks) = (begin::<R>(seed), Seeded::new(seed ^ 0x0F0E));
        for _ in 0..longest {
            let Some(acts) = game.to_act() else { break };
            let (options, _) = game.options();
            let pick = options[picks.choose(options.len())].clone();
            if game.rules().acts_in_secret(game.state()) {
                let other = options[picks.choose(options.len())].clone();
                let (mut one, mut two) = (game.clone(), game.clone());
                one.play(pick.clone()).unwrap();
                two.play(other.clone()).unwrap();
                let own = game.rules().sides().iter().position(|side| *side == acts);
                for reader in [Some(0), Some(1), None] {
                    // Whether somebody hidden acts is what the table waits for, and everybody sees whether it does.
                    let waits = |game: &Game<R>| reader.is_none() && game.rules().acts_in_secret(game.state());
                    let (rules, events) = (game.rules(), one.events(one.cursor() - 1));
                    let shown = |game: &Game<R>| format!("{:?}", rules.shown_to(game.state(), reader));
                    let noticed = |event: &R::Event| rules.noticed_by(event, one.state(), reader).is_some();
                    if reader != own
                        && !events.iter().any(noticed)
                        && shown(&game) == shown(&one)
                        && waits(&game) == waits(&one)
                    {
                        compared += 1;
                        alike(
                            &sent(&game, reader),
                            &sent(&one, reader),
                            &format!("{seed}: {pick:?}, not noticed by {reader:?}"),
                        );
                    }
                    if pick != other
                        && reader != own
                        && known(&one, reader) == known(&two, reader)
                        && waits(&one) == waits(&two)
                    {
                        compared += 1;
                        alike(
                            &sent(&one, reader),
                            &sent(&two, reader),
                            &format!("{seed}: {pick:?}, {other:?} to {reader:?}"),
                        );
                    }
                }
            }
            game.play(pick).unwrap();
        }
    }
    compared
}

#[test]
fn orders_that_a_reader_cannot_tell_apart_send_him_the_same_page_in_platoon() {
    let compared = compare::<Platoon>(60, 60);
    assert!(compared > 100, "{compared} pairs");
}

#[test]
fn orders_that_a_reader_cannot_tell_apart_send_him_the_same_page_in_skirmish() {
    let compared = compare::<Skirmish>(60, 60);
    assert!(compared > 100, "{compared} pairs");
}

/// The first moment at which a hidden squad says where it stands.
fn hidden_stands() -> Game<Platoon> {
    let mut game = begin::<Platoon>(7);
    while !game.rules().acts_in_secret(game.state()) {
        let (options, _) = game.options();
        game.play(options[0].clone()).unwrap();
    }
    game
}

#[test]
fn what_only_one_side_may_answer_is_asked_on_its_phone_and_nowhere_else() {
    let mut game = hidden_stands();
    let acts = game.to_act().unwrap();
    let own = game.rules().sides().iter().position(|side| *side == acts).unwrap();
    let rules = || Arc::clone(game.rules());
    let mut phone = Desk::in_hand(rules(), DiceSource::Computer, own);
    let other = Desk::in_hand(rules(), DiceSource::Computer, 1 - own);
    let mut table = Desk::new(rules(), DiceSource::Computer);
    table.phones(Some([true; 2]));
    assert!(matches!(other.page_in_hand(&game).ask, Ask::Secret { .. }));
    assert!(matches!(table.page(&game, true).ask, Ask::Secret { .. }));
    let page = phone.page_in_hand(&game);
    let Ask::Choose(choices) = &page.ask else { panic!("{:?}", page.ask) };
    assert!(choices.iter().any(|choice| choice.label.contains("Guerrilla squad")), "{choices:?}");
    // Nobody looks behind a curtain at the laptop for a side that has its phone; and no phone becomes another side's.
    table.want(&game, Want::LookAs(Some(own)));
    assert!(!table.is_covered());
    phone.want(&game, Want::LookAs(Some(1 - own)));
    phone.want(&game, Want::LookAs(None));
    assert_eq!((phone.viewer(), phone.is_covered()), (Some(own), false));
    // The answer is given there, and everybody goes on.
    let before = bytes(&other.page_in_hand(&game));
    assert_eq!(phone.want(&game, PhoneWant::Choose(0).into()), None);
    let Some(Deed::Play(command)) = phone.want(&game, PhoneWant::Go.into()) else { panic!("its ground is said") };
    game.play(command).unwrap();
    phone.changed(&game);
    assert_eq!(phone.viewer(), Some(own), "the phone stays its side's");
    assert_eq!(bytes(&other.page_in_hand(&game)), before, "not even that it was answered is told");
}

#[test]
fn a_phone_says_nothing_but_what_is_listed() {
    let read = |text: &str| serde_json::from_str::<PhoneWant>(text).ok();
    assert_eq!(read("{\"answer\":[1,200]}"), Some(PhoneWant::Answer(1, 200)));
    for text in ["\"undo\"", "{\"look_as\":0}", "{\"open_rule\":\"7.5\"}", "\"lift_curtain\""] {
        assert_eq!(read(text), None, "{text}");
    }
}
