//! 20mm Platoon beside a real table, faster than paper: how many keys a move, a volley, an idle squad and a whole turn take.

use egui::Key;
use panels::companion::{ActionLine, Ask, DiceSource, Manner, action_keys};
use platoon::Platoon;
use tabletop::Game;

use crate::companion_platoon::{Laptop, rules, scenario};

#[test]
fn a_move_of_the_whole_way_takes_two_keys_beside_its_dice() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    let key = key_of(&laptop, "Roll to move on patrol");
    laptop.key(key.expect("it may move"));
    while matches!(laptop.page.borrow().ask, Ask::Throw(_)) {
        laptop.dice(&[3]);
    }
    laptop.key(Key::Enter);
    let march = laptop.game.state().active.march.expect("it has rolled");
    assert_eq!((laptop.game.cursor(), march.used), (laptop.begun + 2, march.allowance()));
}

#[test]
fn an_action_always_has_the_same_key_and_no_two_have_the_same() {
    platoon::proves!("P-companion");
    let action = |label: &str, key: Option<char>, ends: bool| ActionLine {
        label: label.into(),
        group: String::new(),
        hover: String::new(),
        ends,
        asks: false,
        key,
    };
    let all = [
        action("Main force fires", Some('3'), false),
        action("Fights hand to hand", Some('h'), false),
        action("Its phase is over", None, true),
        action("Fights another", Some('h'), false),
        action("Shows itself", None, false),
        action("Writes a letter", Some('B'), false),
    ];
    let keys = |actions: &[ActionLine]| action_keys(actions).into_iter().flatten().collect::<String>();
    assert_eq!(keys(&all), "3h0124");
    assert_eq!(keys(&all[2..]), "0h12", "what went away takes no key along");
    let many: Vec<_> = (0..40).map(|n| action(&format!("Action {n}"), None, false)).collect();
    assert!(
        !keys(&many).contains(['b', 'i', 'l', 'o', 'p', 'r', 'u', 'y']),
        "these are the page's own, and O is read as 0"
    );
    let laptop = Laptop::new(DiceSource::Typed);
    for (words, key) in [
        ("cautiously", Key::C),
        ("on patrol", Key::X),
        ("move fast", Key::Z),
        ("Radio or voice", Key::M),
        ("Runner", Key::H),
    ] {
        assert_eq!(key_of(&laptop, words), Some(key), "{words}");
    }
    // The digit beside an enemy squad is its own, whichever squads there are besides.
    let laptop = first_squad_acts();
    let Ask::Choose(actions) = laptop.page.borrow().ask.clone() else { panic!("somebody acts") };
    let fights: Vec<_> = actions.iter().filter(|action| action.label.contains("hand to hand")).collect();
    assert!(fights.len() > 1, "{actions:?}");
    for (place, fight) in (1_u32..).zip(fights) {
        assert_eq!(fight.key, char::from_digit(place, 10), "{}", fight.label);
    }
}

/// Three squads of Americans and three of the enemy, all in sight: nobody looks behind the curtain.
pub(super) fn six_squads() -> Game<Platoon> {
    let mut scenario = scenario();
    let copy = |of: usize, id: u8, name: &str| platoon::scenario::SquadSetup {
        id: platoon::SquadId(id),
        name: name.into(),
        ..scenario.squads[of].clone()
    };
    scenario.squads = vec![
        copy(0, 1, "1st Squad"),
        copy(1, 2, "2nd Squad"),
        copy(1, 3, "3rd Squad"),
        copy(2, 11, "Guerrilla squad"),
        copy(3, 12, "Main force"),
        copy(3, 13, "Main force, second squad"),
    ];
    scenario.markers.clear();
    let mut game = Game::new(rules(), scenario, "six squads", 7).expect("the scenario is right");
    for id in [1, 2, 3, 11, 12, 13] {
        let squad = platoon::SquadId(id);
        let stand = platoon::Command::Stand { squad, ground: table::Terrain::Jungle };
        if id == 13 {
            break;
        }
        game.play(stand).expect("its ground is asked for");
    }
    game
}

/// With the ground of the last squad come the dice of the order.
pub(super) fn last_stands() -> platoon::Command {
    platoon::Command::Stand { squad: platoon::SquadId(13), ground: table::Terrain::Jungle }
}

/// A die for each squad, and no ties to roll off.
pub(super) fn faces_without_ties() -> Vec<u8> {
    let all = (0..6_u32.pow(6))
        .map(|n| (0..6).map(|place| u8::try_from(n / 6_u32.pow(place) % 6 + 1).expect("a face")).collect::<Vec<_>>());
    let mut fits = all.filter(|faces| six_squads().play_tape(last_stands(), faces.clone()).is_ok());
    fits.next().expect("some dice leave no ties")
}

/// The key of the action with these words.
pub(super) fn key_of(laptop: &Laptop, words: &str) -> Option<Key> {
    let Ask::Choose(actions) = &laptop.page.borrow().ask else { return None };
    let place = actions.iter().position(|action| action.label.contains(words))?;
    let key = action_keys(actions)[place]?;
    Key::from_name(&key.to_uppercase().to_string())
}

/// What a squad does in its phase, for the count of keys.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Moves,
    Fires,
    Nothing,
}

/// Leads a squad's phase by keys alone, real dice and all; how many it took.
fn lead(laptop: &mut Laptop, does: Does) -> usize {
    let before = laptop.keys;
    let acting = laptop.game.state().active.squad;
    let mut done = false;
    for _ in 0..60 {
        let next = matches!(&laptop.page.borrow().ask, Ask::Throw(throw) if throw.purpose == "activation");
        if laptop.game.state().active.squad != acting || laptop.game.state().turn > 1 || next {
            break;
        }
        let ask = laptop.page.borrow().ask.clone();
        match ask {
            // Neither sixes nor fives; else the face that does least.
            Ask::Throw(throw) if throw.together.is_some() => laptop.key(Key::Num0),
            Ask::Throw(_) => laptop.key(Key::Num3),
            Ask::Facts { answers, manner, .. } => {
                match (answers.iter().any(Option::is_none), manner == Manner::OwnLast) {
                    (true, _) => laptop.key(Key::Num1),
                    (false, true) => laptop.with(egui::Modifiers::SHIFT, Key::Enter),
                    (false, false) => laptop.key(Key::Enter),
                }
            }
            Ask::Choose(_) if key_of(laptop, "Nobody fires this turn").is_some() => {
                let key = key_of(laptop, "Nobody fires this turn").expect("it is offered");
                laptop.key(key);
            }
            Ask::Choose(_) => {
                let words = match does {
                    Does::Moves if !done => "Roll to move on patrol",
                    Does::Fires if !done => " fires",
                    _ => "Its phase is over",
                };
                done = true;
                let key = key_of(laptop, words).unwrap_or_else(|| panic!("{words} is not offered"));
                laptop.key(key);
            }
            other => panic!("nobody expected {other:?}"),
        }
    }
    laptop.keys - before
}

/// Before the first turn: a key for each squad, one to look in secret, and one more for the first squad among markers.
#[test]
fn where_everybody_stands_takes_a_key_for_each_squad() {
    platoon::proves!("P-companion");
    let game = Game::new(rules(), scenario(), "beside-your-table", 7).expect("the scenario is right");
    let mut laptop = Laptop::at(game, DiceSource::Typed);
    laptop.desk.changed(&laptop.game);
    laptop.obey();
    for _ in ["1st Squad", "2nd Squad"] {
        laptop.key(Key::Enter);
    }
    assert!(matches!(laptop.page.borrow().ask, Ask::Secret { .. }), "{:?}", laptop.page.borrow().ask);
    laptop.pause();
    laptop.key(Key::Enter);
    let key = key_of(&laptop, "Guerrilla squad stands");
    laptop.key(key.expect("the markers are on the page, and one of the squads is chosen"));
    laptop.key(Key::Enter);
    laptop.key(Key::Enter);
    assert!(matches!(laptop.page.borrow().ask, Ask::Facts { .. }), "the last squad is asked for");
    assert_eq!((laptop.game.cursor(), laptop.keys), (laptop.begun + 4, 6));
    laptop.key(Key::Enter);
    assert!(matches!(laptop.page.borrow().ask, Ask::Throw(_)), "the first order is rolled for");
}

/// Faster than paper: a move, a volley, an idle squad, a whole turn of six squads by keys alone, with real dice.
#[test]
fn a_turn_of_six_squads_takes_few_keys() {
    let faces = faces_without_ties();
    let mut laptop = Laptop::at(six_squads(), DiceSource::Typed);
    laptop.click("Main force, second squad stands");
    laptop.key(Key::Enter);
    let before = laptop.keys;
    laptop.dice(&faces);
    assert!(!matches!(laptop.page.borrow().ask, Ask::Throw(_)), "that is all of the order");
    let order = laptop.keys - before;
    let mut counts = Vec::new();
    // The first squad of each side is asked for the first time whether the other side fires at it.
    for does in [Does::Moves, Does::Moves, Does::Moves, Does::Fires, Does::Nothing, Does::Nothing] {
        if laptop.game.state().turn > 1 {
            break;
        }
        counts.push((does, lead(&mut laptop, does)));
    }
    let most =
        |wanted: Does| counts.iter().filter(|(does, _)| *does == wanted).map(|(_, keys)| *keys).collect::<Vec<_>>();
    let all = order + counts.iter().map(|(_, keys)| keys).sum::<usize>();
    eprintln!(
        "keys: order {order}, moves {:?}, volleys {:?}, idle {:?}, all {all}",
        most(Does::Moves),
        most(Does::Fires),
        most(Does::Nothing)
    );
    assert!(all < 35, "a turn takes {all} keys");
}

/// What the form that stands open has been told, question by question.
fn said(laptop: &Laptop) -> Vec<(String, Option<i32>)> {
    match &laptop.page.borrow().ask {
        Ask::Facts { questions, answers, .. } => {
            questions.iter().map(|q| q.ask.clone()).zip(answers.iter().copied()).collect()
        }
        other => panic!("no facts are asked for: {other:?}"),
    }
}

/// The first squad of the order at its turn; nobody fires at it first.
fn first_squad_acts() -> Laptop {
    let mut game = six_squads();
    game.play_tape(last_stands(), faces_without_ties()).expect("these are its dice");
    game.play(platoon::Command::HoldFire).expect("the enemy is asked first");
    Laptop::at(game, DiceSource::Typed)
}

/// Presses the key of the action with these words.
pub(super) fn press(laptop: &mut Laptop, words: &str) {
    let key = key_of(laptop, words).unwrap_or_else(|| panic!("{words} is not offered"));
    laptop.key(key);
}

/// The dice of a volley: neither sixes nor fives. Few dice are said one by one, more are counted.
fn nothing_hits(laptop: &mut Laptop) {
    loop {
        let key = match &laptop.page.borrow().ask {
            Ask::Throw(throw) if throw.together.is_some() => Key::Num0,
            Ask::Throw(throw) if throw.purpose == "fire" => Key::Num3,
            _ => break,
        };
        laptop.key(key);
    }
}

#[test]
fn a_volley_takes_six_keys_and_the_next_at_the_same_target_four() {
    platoon::proves!("P-companion", "P-R10");
    let mut laptop = first_squad_acts();
    let volley = |laptop: &mut Laptop, first: bool| {
        let before = laptop.keys;
        press(laptop, " fires");
        if first {
            laptop.key(Key::Num1);
            laptop.key(Key::Num2);
        }
        let said = said(laptop);
        laptop.with(egui::Modifiers::SHIFT, Key::Enter);
        nothing_hits(laptop);
        (laptop.keys - before, said)
    };
    let (keys, told) = volley(&mut laptop, true);
    assert_eq!(keys, 6, "{told:?}");
    let cover = told.iter().find(|(ask, _)| ask.contains("cover")).expect("cover is asked");
    assert_eq!(cover.1, Some(1), "jungle is soft cover: {told:?}");
    laptop.desk.want(&laptop.game, panels::companion::Want::Back);
    laptop.obey();
    let (keys, again) = volley(&mut laptop, false);
    assert_eq!((keys, again), (4, told), "whom, how far and behind what is remembered");
}

#[test]
fn a_key_too_many_answers_the_next_question_and_changes_none_before_it() {
    let mut laptop = first_squad_acts();
    press(&mut laptop, " fires");
    laptop.key(Key::Num1);
    laptop.key(Key::Num2);
    let before = said(&laptop);
    assert!(before.iter().all(|(_, answer)| answer.is_some()), "cover is known by the ground: {before:?}");
    laptop.key(Key::Num3);
    let after = said(&laptop);
    assert_eq!(after[..2], before[..2], "whom and how far stay");
    assert_eq!((after[2].0.as_str(), after[2].1), ("What cover do they have?", Some(2)));
    // Another target by a click: how far it is must be said again, and the digits say it.
    let other = match &laptop.page.borrow().ask {
        Ask::Facts { questions, .. } => questions[0].choices[1].value,
        other => panic!("no facts are asked for: {other:?}"),
    };
    laptop.desk.want(&laptop.game, panels::companion::Want::Answer(0, other));
    laptop.obey();
    assert_eq!(said(&laptop)[1].1, None, "nobody has said how far the other is");
    laptop.key(Key::Num1);
    assert!(said(&laptop)[1].1.is_some());
}

#[test]
fn cover_that_was_said_holds_until_the_target_stands_elsewhere() {
    let mut laptop = first_squad_acts();
    let enemy = laptop.game.state().active.squad;
    let target =
        laptop.game.state().squads.iter().find(|s| s.side != laptop.game.state().squad(enemy).expect("it acts").side);
    let target = target.expect("there are enemies").id;
    let cover =
        |laptop: &Laptop| said(laptop).into_iter().find(|(ask, _)| ask.contains("cover")).and_then(|(_, said)| said);
    press(&mut laptop, " fires");
    laptop.key(Key::Num1);
    laptop.key(Key::Num2);
    let place = said(&laptop).iter().position(|(ask, _)| ask.contains("cover")).expect("it is asked");
    laptop.desk.want(&laptop.game, panels::companion::Want::Answer(place, 2));
    laptop.obey();
    assert_eq!(cover(&laptop), Some(2), "behind a wall");
    laptop.key(Key::Enter);
    laptop.desk.want(&laptop.game, panels::companion::Want::Back);
    laptop.obey();
    press(&mut laptop, " fires");
    assert_eq!(cover(&laptop), Some(2), "it still lies there");
    laptop.desk.want(&laptop.game, panels::companion::Want::Back);
    let mut elsewhere = laptop.game.state().clone();
    let there = elsewhere.squads.iter_mut().find(|squad| squad.id == target).expect("it is there");
    there.ground = table::Terrain::Open;
    let form = |state: &platoon::State| {
        let action = panels::companion::Companion::actions(&*rules(), state, true, None);
        let fires = action.into_iter().find(|action| action.label.contains(" fires")).expect("it may fire");
        let asked = fires.form.questions.into_iter().find(|q| q.ask.contains("cover")).expect("it is asked");
        asked.meant(Some(i32::from(target.0)))
    };
    assert_eq!((form(laptop.game.state()), form(&elsewhere)), (Some(1), Some(0)), "the ground says what is meant");
}
