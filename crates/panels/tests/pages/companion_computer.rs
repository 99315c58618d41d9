//! The computer as a player beside a real table: what it asks, whose the screen is, and how its orders are carried out.

use panels::companion::{Ask, Deciding, Deed, Desk, DiceSource, Flag, Manner, Want, companion_screen};
use panels::platoon::announced;
use platoon::query::{Answer, Fact, Purpose};
use platoon::{Command, Leg, Mode, Phase, Platoon, SquadId, Target};
use tabletop::{Game, Ruleset};

use crate::common::screen_of;
use crate::companion_platoon::{americans_first, rules, scenario};

/// The computer plays the second side.
const SECOND: [bool; 2] = [false, true];

fn facts(desk: &Desk<Platoon>, game: &Game<Platoon>) -> (String, Vec<String>, Manner) {
    match desk.page(game, true).ask {
        Ask::Facts { title, questions, manner, .. } => (title, questions.into_iter().map(|q| q.ask).collect(), manner),
        other => panic!("no facts are asked for: {other:?}"),
    }
}

/// A desk beside a game in which the Americans act first and the computer has been asked whether it fires.
fn desk(game: &Game<Platoon>) -> Desk<Platoon> {
    let mut desk = Desk::new(rules(), DiceSource::Computer);
    desk.computers(game, SECOND);
    let _ = desk.changed(game);
    desk
}

/// A question of the form is answered by the label of a choice.
fn answer(desk: &mut Desk<Platoon>, game: &Game<Platoon>, ask: &str, label: &str) {
    let Ask::Facts { questions, .. } = desk.page(game, true).ask else { panic!("nothing is asked") };
    let place = questions.iter().position(|q| q.ask == ask).unwrap_or_else(|| panic!("{ask} in {questions:#?}"));
    let choice = questions[place].choices.iter().find(|choice| choice.label == label).expect("it is an answer");
    assert!(desk.want(game, Want::Answer(place, choice.value)).is_none());
}

fn deciding(desk: &Desk<Platoon>, game: &Game<Platoon>) -> Deciding<Command> {
    desk.deciding(game).expect("everything is told")
}

#[test]
fn it_asks_for_all_markers_alike_and_decides_once_it_is_told() {
    let mut game = Game::new(rules(), scenario(), "beside-your-table", 7).unwrap();
    for id in [1, 2] {
        game.play(Command::Stand { squad: SquadId(id), ground: table::Terrain::Jungle }).unwrap();
    }
    let mut desk = desk(&game);
    let (title, asked, manner) = facts(&desk, &game);
    assert_eq!((title.as_str(), manner), ("The computer asks for VC/NVA", Manner::Looks));
    // Three of them hide a squad; nobody asks for those three.
    let markers: Vec<String> = (1..=6).map(|n| format!("On what ground does marker {n} lie?")).collect();
    assert_eq!(asked, markers);
    let actor = desk.page(&game, true).actor.map(|(flag, name)| (flag.place(), name));
    assert_eq!(actor, Some((1, "The computer".into())), "not: where do your squads stand?");
    assert!(desk.deciding(&game).is_none(), "it has not been told yet");
    answer(&mut desk, &game, &markers[2], "jungle");
    assert!(desk.want(&game, Want::Back).is_none() && desk.deciding(&game).is_none(), "it goes on asking");
    assert!(desk.want(&game, Want::Go).is_none());
    assert_eq!(deciding(&desk, &game).told.len(), 6);
    assert!(matches!(desk.page(&game, true).ask, Ask::Computer { name } if name == "VC/NVA"));
}

#[test]
fn beside_the_dice_that_follow_it_no_hidden_squad_is_named() {
    let mut game = Game::new(rules(), scenario(), "beside-your-table", 7).unwrap();
    for id in [1, 2] {
        game.play(Command::Stand { squad: SquadId(id), ground: table::Terrain::Jungle }).unwrap();
    }
    let mut desk = Desk::new(rules(), DiceSource::Typed);
    desk.computers(&game, SECOND);
    while let Some(&squad) = game.state().unplaced.first() {
        let stands = Command::Stand { squad, ground: table::Terrain::Jungle };
        let Some(Deed::Play(stands)) = desk.decided(&game, stands, None) else { break };
        game.play(stands).unwrap();
        let _ = desk.changed(&game);
    }
    // The last of them stands, and everybody rolls.
    let Ask::Throw(throw) = desk.page(&game, true).ask else { panic!("dice are typed") };
    let last = game.state().squad(game.state().unplaced[0]).unwrap();
    assert!(last.hidden.is_some() && !throw.doing.contains(&*last.name), "{}", throw.doing);
}

#[test]
fn the_screen_is_the_one_players_and_nobody_looks_for_the_computer() {
    let game = americans_first();
    let mut desk = desk(&game);
    for want in [Want::LookAs(Some(1)), Want::LookAlone(1), Want::LookAs(None), Want::Choose(0)] {
        assert!(desk.want(&game, want).is_none());
        assert_eq!(desk.viewer(), Some(0));
        assert!(!desk.is_covered());
    }
    let page = desk.page(&game, true);
    assert!(page.under_markers.is_empty() && page.may_say != Some(Flag::Second), "{:?}", page.may_say);
    assert!(page.cards.iter().all(|card| card.flag == Flag::First), "no card of a hidden squad");
    let mut screen = screen_of(1280.0, 720.0, 1.0, move |ui| companion_screen(ui, &page));
    assert!(
        !screen.shows("looks in secret") && !screen.shows("Everybody looks") && !screen.shows("You look in secret")
    );
    screen.picture("computer-asks");
    // Between two computers everybody sees what everybody knows.
    desk.computers(&game, [true, true]);
    assert_eq!(desk.viewer(), None);
    assert!(desk.want(&game, Want::LookAs(Some(0))).is_none() && !desk.is_covered());
    // A player takes the side over.
    desk.computers(&game, [false, false]);
    assert!(matches!(desk.page(&game, true).ask, Ask::Choose(_)));
}

/// The shot of the squad under marker 3, from so near.
fn shot(game: &Game<Platoon>) -> Command {
    let target = Target::Squad(game.state().active.squad);
    let shot = Command::Fire { squad: SquadId(12), target, facts: None };
    shot.with_fact(Fact::Range, Answer::Inches(1_200))
}

#[test]
fn its_order_is_announced_and_carried_out_with_what_is_measured_then() {
    let mut game = americans_first();
    let mut desk = desk(&game);
    let _ = desk.want(&game, Want::Go);
    let shot = shot(&game);
    let view = rules().view(game.state(), platoon::Side::Vc);
    let order = announced(&rules(), &view, &shot, None).expect("figures are placed for it");
    assert!(desk.decided(&game, shot, Some(order)).is_none());
    let (title, asked, manner) = facts(&desk, &game);
    let says = "Turn the marker over and place its figures: 4 assault rifles and one LMG.";
    assert_eq!(manner, Manner::Computer(says.to_owned()));
    assert!(title.starts_with("Marker 3: Main force fires at "), "{title}");
    assert!(
        matches!(desk.page(&game, true).ask, Ask::Facts { preview: None, refusal: None, .. }),
        "its odds are its own"
    );
    answer(&mut desk, &game, &asked[0], "up to 4\"");
    let page = desk.page(&game, true);
    let mut screen = screen_of(1280.0, 720.0, 1.0, move |ui| companion_screen(ui, &page));
    screen.picture("computer-fires");
    let Some(Deed::Play(given)) = desk.want(&game, Want::Go) else { panic!("it is given") };
    assert_eq!(given.fact(Fact::Range), Some(Answer::Inches(400)));
    game.play(given).expect("it is legal");
    assert!(game.state().squad(SquadId(12)).unwrap().hidden.is_none());
}

#[test]
fn what_cannot_be_done_is_told_to_the_computer_until_something_has_changed() {
    let mut game = americans_first();
    let mut desk = desk(&game);
    let _ = desk.want(&game, Want::Go);
    let shot = shot(&game);
    let view = rules().view(game.state(), platoon::Side::Vc);
    let order = announced(&rules(), &view, &shot, None);
    let _ = desk.decided(&game, shot.clone(), order);
    assert!(desk.want(&game, Want::Back).is_none());
    assert_eq!(deciding(&desk, &game).cannot, vec![shot]);
    // Nothing is to be done on the table for this, and it is given at once.
    assert_eq!(desk.decided(&game, Command::Pass, None), Some(Deed::Play(Command::Pass)));
    game.play(Command::Pass).unwrap();
    assert!(desk.changed(&game).is_none());
    assert!(desk.deciding(&game).is_none() && matches!(desk.page(&game, true).ask, Ask::Choose(_)));
}

#[test]
fn what_was_seen_holds_until_somebody_of_it_moves() {
    let mut game = americans_first();
    let mut desk = desk(&game);
    let squad = game.state().active.squad;
    let name = game.state().squad(squad).unwrap().name.to_string();
    let ask = |n: u8| format!("How far is {name} from marker {n}?");
    // Each is asked for only if it is in sight of any.
    let any = format!("Is {name} in sight of any marker of its enemy?");
    assert_eq!(facts(&desk, &game).1, std::slice::from_ref(&any));
    answer(&mut desk, &game, &any, "yes");
    let _ = desk.want(&game, Want::Go);
    assert_eq!(facts(&desk, &game).1, (1..=6).map(ask).collect::<Vec<_>>());
    answer(&mut desk, &game, &ask(3), "up to 35\"");
    let _ = desk.want(&game, Want::Go);
    let told = deciding(&desk, &game).told;
    let _ = desk.decided(&game, Command::Pass, None);
    let play = |game: &mut Game<Platoon>, desk: &mut Desk<Platoon>, command: Command| {
        game.play(command).unwrap();
        let _ = desk.changed(game);
    };
    play(&mut game, &mut desk, Command::Pass);
    // It lies down where it is: the computer is asked again and has been told.
    play(&mut game, &mut desk, Command::LieDown { squad, only_pinned: false });
    assert_eq!(deciding(&desk, &game).told, told);
    game.undo();
    let _ = desk.changed(&game);
    play(&mut game, &mut desk, Command::March { squad, mode: Some(Mode::Patrol) });
    play(&mut game, &mut desk, Command::Step { squad, leg: Leg::measured(100, table::Terrain::Open) });
    assert_eq!(facts(&desk, &game).1, [any], "it has moved, and everything is asked again");
    assert!(desk.deciding(&game).is_none());
    // That is told, then the move is taken back: as many orders later it is told of nothing.
    let _ = desk.want(&game, Want::Go);
    assert_eq!(deciding(&desk, &game).told.len(), 1);
    for _ in 0..2 {
        game.undo();
        let _ = desk.changed(&game);
    }
    play(&mut game, &mut desk, Command::March { squad, mode: Some(Mode::Patrol) });
    play(&mut game, &mut desk, Command::LieDown { squad, only_pinned: false });
    assert!(desk.deciding(&game).is_none());
    assert_eq!(facts(&desk, &game).1.len(), 1);
}

#[test]
fn a_hidden_squad_that_acts_is_not_asked_for() {
    let mut game = americans_first();
    let mut desk = desk(&game);
    // The Americans do nothing, and the computer does not fire.
    for _ in 0..40 {
        if game.state().phase == Phase::Active(platoon::Side::Vc) {
            break;
        }
        let _ = desk.want(&game, Want::Go);
        let over = if game.check(&Command::Done).is_ok() { Command::Done } else { Command::Pass };
        game.play(over).unwrap();
        let _ = desk.changed(&game);
    }
    assert_eq!(game.state().phase, Phase::Active(platoon::Side::Vc));
    assert!(matches!(desk.page(&game, true).ask, Ask::Computer { .. }), "{:?}", desk.page(&game, true).ask);
    assert!(desk.deciding(&game).is_some(), "it does with what it was told");
}

#[test]
fn where_its_squads_go_is_said_as_a_purpose() {
    let game = americans_first();
    let view = rules().view(game.state(), platoon::Side::Allied);
    let squad = game.state().active.squad;
    let step = Command::Step { squad, leg: Leg::measured(600, table::Terrain::Open) };
    let says = |purpose| announced(&rules(), &view, &step, Some(purpose)).unwrap().says;
    let all = [Purpose::ToMarker, Purpose::ToEnemy(squad), Purpose::IntoCover, Purpose::Back, Purpose::OffTheTable];
    let mut said = all.map(says).to_vec();
    assert!(said.iter().all(|says| says.contains("ove it ")), "{said:?}");
    said.push(says(Purpose::Land));
    said.sort();
    said.dedup();
    assert_eq!(said.len(), 6);
    // One that hides goes on as its marker.
    let view = rules().view(game.state(), platoon::Side::Vc);
    let hides = Command::Step { squad: SquadId(12), leg: Leg::measured(600, table::Terrain::Open) };
    let order = announced(&rules(), &view, &hides, Some(Purpose::Back)).unwrap();
    assert_eq!(order.title, "Marker 3 moves.");
    assert!(!order.says.contains("Turn the marker over"), "{}", order.says);
    let march = Command::March { squad, mode: Some(Mode::Patrol) };
    assert!(announced(&rules(), &view, &march, None).is_none(), "nobody has to do anything for a roll");
}
