//! 20mm Platoon beside a real table: fire that is held in advance, markers before the first turn, and answers that one side alone
//! reads.

use egui::Key;
use panels::companion::{Ask, Companion, Deed, Desk, DiceSource, Flag, PhoneWant, Want};
use platoon::state::{Activation, Content, FallOfShot, Pattern, Reaches, Support};
use platoon::{Command, Kind, Phase, Platoon, Side, SquadId, Weapon};
use tabletop::{Game, Ruleset};

use crate::companion_keys::{faces_without_ties, key_of, last_stands, press, six_squads};
use crate::companion_platoon::{Laptop, rules, scenario};

/// The enemy is asked whether he fires before the first squad acts.
fn asked_first() -> Laptop {
    let mut game = six_squads();
    game.play_tape(last_stands(), faces_without_ties()).expect("these are its dice");
    let laptop = Laptop::at(game, DiceSource::Typed);
    assert!(asks(&laptop), "fire is asked for");
    laptop
}

/// Whether a side is asked whether it fires.
fn asks(laptop: &Laptop) -> bool {
    let page = laptop.page.borrow();
    matches!(laptop.game.state().phase, Phase::Interrupt(_))
        && matches!(&page.ask, Ask::Choose(actions) if actions.iter().any(|action| action.label == "Nobody fires"))
}

/// Says of everybody what stands under this digit.
fn say(laptop: &mut Laptop, digit: Key) {
    for key in [Key::I, digit, Key::Enter] {
        laptop.key(key);
    }
}

/// The acting squad goes this far, or the whole way.
fn goes(laptop: &mut Laptop, length: Option<i32>) {
    press(laptop, "Roll to move on patrol");
    while matches!(laptop.page.borrow().ask, Ask::Throw(_)) {
        laptop.dice(&[3]);
    }
    if let Some(length) = length {
        laptop.desk.want(&laptop.game, Want::Answer(0, length));
    }
    laptop.key(Key::Enter);
}

#[test]
fn three_keys_hold_fire_until_a_move_is_stopped() {
    platoon::proves!("P-companion", "P-opportunity");
    let mut laptop = asked_first();
    let before = laptop.keys;
    say(&mut laptop, Key::Num3);
    assert_eq!(laptop.keys - before, 3);
    assert!(matches!(laptop.game.state().phase, Phase::Active(_)), "the squad acts: nobody is that near");
    let acts = laptop.game.state().active.squad;
    goes(&mut laptop, None);
    assert!(laptop.game.state().active.squad != acts || matches!(laptop.game.state().phase, Phase::Active(_)));
    let mut laptop = asked_first();
    say(&mut laptop, Key::Num3);
    goes(&mut laptop, Some(100));
    assert!(asks(&laptop), "somebody said stop");
    assert!(laptop.game.state().active.march.is_some_and(|march| march.used == 100));
    let mut laptop = asked_first();
    say(&mut laptop, Key::Num2);
    goes(&mut laptop, Some(100));
    assert!(!asks(&laptop), "this turn nobody fires, wherever a move ends");
}

#[test]
fn one_squad_that_fires_whenever_it_can_keeps_the_question() {
    let mut laptop = asked_first();
    laptop.key(Key::I);
    let Ask::Facts { questions, .. } = laptop.page.borrow().ask.clone() else { panic!("nothing is asked") };
    let names: Vec<&str> = questions.iter().map(|question| question.ask.as_str()).collect();
    assert_eq!(names.len(), 4, "everybody, and three squads: {names:?}");
    laptop.key(Key::Num2);
    laptop.desk.want(&laptop.game, Want::Answer(2, 0));
    laptop.obey();
    laptop.key(Key::Enter);
    assert!(asks(&laptop));
    laptop.picture("companion-held-fire");
}

#[test]
fn what_was_spared_is_asked_again_and_undo_asks_as_well() {
    let mut laptop = asked_first();
    say(&mut laptop, Key::Num4);
    assert!(!asks(&laptop));
    laptop.with(egui::Modifiers::SHIFT, Key::I);
    assert!(asks(&laptop), "the question that was spared last comes back");
    assert!(laptop.page.borrow().holding.is_empty());
    say(&mut laptop, Key::Num4);
    laptop.key(Key::U);
    assert!(asks(&laptop), "an order that was taken back is not given at once again");
    assert!(!laptop.page.borrow().holding.is_empty(), "what was said still holds");
}

#[test]
fn before_everybody_nothing_tells_what_was_said_nor_who_hides() {
    platoon::proves!("P-companion", "P-hidden");
    let pages: Vec<String> = [Key::Num2, Key::Num3, Key::Num7]
        .into_iter()
        .map(|digit| {
            let mut laptop = asked_first();
            say(&mut laptop, digit);
            let page = format!("{:?}", laptop.page.borrow());
            page
        })
        .collect();
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:#?}");
    // Where markers lie, their whole content is one unit, whether there is anybody or not.
    let game = Game::new(rules(), scenario(), "beside-your-table", 7).expect("the scenario is right");
    let who = |state: &platoon::State| {
        let asked = rules().in_advance(&rules().known_to_all(state), Flag::Second.place());
        asked.expect("it may fire").who.into_iter().map(|it| it.name).collect::<Vec<_>>()
    };
    let mut empty = game.state().clone();
    empty.squads.retain(|squad| squad.side == Side::Allied);
    empty.markers.iter_mut().for_each(|marker| marker.content = Content::Dummy);
    assert_eq!(who(game.state()), who(&empty));
    assert_eq!(who(&empty), ["Units under markers"]);
}

#[test]
fn a_side_reads_what_it_said_itself() {
    let mut laptop = asked_first();
    let side = laptop.page.borrow().may_say.expect("it may say so");
    say(&mut laptop, Key::Num3);
    assert_eq!(laptop.page.borrow().holding, [(side, Vec::new())]);
    laptop.desk.want(&laptop.game, Want::LookAlone(side.place()));
    let page = laptop.desk.page(&laptop.game, true);
    let shortest = rules().ranges_of_fire()[0] / 100;
    assert!(page.holding[0].1.iter().all(|line| line.ends_with(&format!("not before {shortest}\""))), "{page:?}");
    assert_eq!(page.holding[0].1.len(), 3);
}

/// A side that has its phone says there when it fires, and nowhere else.
#[test]
fn a_phone_says_when_its_side_fires_and_the_enemy_goes_on() {
    platoon::proves!("P-companion", "P-opportunity", "P-hidden");
    let mut game = six_squads();
    game.play_tape(last_stands(), faces_without_ties()).expect("these are its dice");
    let Phase::Interrupt(side) = game.state().phase else { panic!("fire is asked for") };
    let own = game.rules().sides().iter().position(|other| *other == side).expect("it plays");
    let desk = |side| Desk::in_hand(rules(), DiceSource::Computer, side);
    let (mut phone, other, mut table) = (desk(own), desk(1 - own), Desk::new(rules(), DiceSource::Computer));
    table.phones(Some([true; 2]));
    let sent = |desk: &Desk<Platoon>, game: &Game<Platoon>| serde_json::to_string(&desk.page_in_hand(game)).unwrap();
    let before = sent(&other, &game);
    assert_eq!((phone.page_in_hand(&game).may_say, table.page(&game, true).may_say), (Some(Flag::of(own)), None));
    assert_eq!(phone.want(&game, PhoneWant::SayWhen.into()), None);
    let Ask::Facts { questions, .. } = phone.page_in_hand(&game).ask else { panic!("the form lies open") };
    let never = questions[0].choices.iter().find(|choice| choice.label == "not this turn").expect("it can be said");
    phone.want(&game, PhoneWant::Answer(0, never.value).into());
    let Some(Deed::Play(lets_go_on)) = phone.want(&game, PhoneWant::Go.into()) else { panic!("it is answered") };
    assert_eq!(sent(&other, &game), before, "on the other phone nothing tells what was said");
    let turn = game.state().turn;
    game.play(lets_go_on).expect("it may be answered so");
    let mut spared = 0;
    for _ in 0..60 {
        let answer = phone.changed(&game);
        match (game.state().phase, answer) {
            (Phase::Interrupt(asked), Some(Deed::Play(order))) if asked == side => {
                spared += 1;
                game.play(order).expect("it may be answered so");
            }
            (Phase::Interrupt(asked), answer) if asked == side => {
                assert!(answer.is_none() && game.state().turn > turn, "in this turn it is spared every question");
                break;
            }
            (_, answer) => {
                assert_eq!(answer, None, "nothing else is answered for it");
                let (options, _) = game.options();
                game.play(options.last().expect("something can be done").clone()).expect("it is offered");
            }
        }
    }
    assert!(spared > 0, "it was asked again in that turn");
}

#[test]
fn a_form_on_a_phone_stays_open_while_the_enemy_goes_on() {
    let mut game = six_squads();
    game.play_tape(last_stands(), faces_without_ties()).expect("these are its dice");
    let Phase::Interrupt(side) = game.state().phase else { panic!("fire is asked for") };
    let own = game.rules().sides().iter().position(|other| *other == side).expect("it plays");
    let mut phone = Desk::in_hand(rules(), DiceSource::Computer, own);
    phone.changed(&game);
    phone.want(&game, PhoneWant::SayWhen.into());
    game.play(Command::Pass).expect("it is asked");
    assert_eq!(phone.changed(&game), None);
    assert!(matches!(phone.page_in_hand(&game).ask, Ask::Facts { .. }));
    phone.want(&game, PhoneWant::Answer(0, -1).into());
    assert_eq!(phone.want(&game, PhoneWant::Go.into()), None, "it is not asked just now");
    assert!(!phone.page_in_hand(&game).holding.is_empty());
    assert_eq!(phone.want(&game, PhoneWant::AskAgain.into()), None, "a phone takes no order back");
    assert!(phone.page_in_hand(&game).holding.is_empty());
}

/// A desk at the start of the shipped scenario, where the enemy is asked about his ground.
fn enemy_stands(game: &mut Game<Platoon>) -> Desk<Platoon> {
    for id in [1, 2] {
        game.play(Command::Stand { squad: SquadId(id), ground: table::Terrain::Jungle }).expect("it is asked");
    }
    let mut desk = Desk::new(rules(), DiceSource::Computer);
    desk.changed(game);
    desk
}

#[test]
fn before_the_first_turn_markers_are_placed_in_secret() {
    platoon::proves!("P-companion", "P-hidden");
    let mut game = Game::new(rules(), scenario(), "beside-your-table", 7).expect("the scenario is right");
    let mut desk = enemy_stands(&mut game);
    let page = desk.page(&game, true);
    assert!(matches!(page.ask, Ask::Secret { flag: Flag::Second, .. }) && page.under_markers.is_empty());
    desk.want(&game, Want::LookAlone(1));
    let page = desk.page(&game, true);
    let line = |marker: &str, what: &str| (marker.to_owned(), what.to_owned());
    assert_eq!(page.under_markers.len(), 6);
    assert_eq!(page.under_markers[..2], [line("Marker 1", "Guerrilla squad"), line("Marker 2", "nothing")]);
    let trap = platoon::state::Trap::Mortar.name();
    assert_eq!(page.under_markers[3..5], [line("Marker 4", "a cache"), line("Marker 5", trap)]);
    assert!(page.question.contains("place your markers"), "{}", page.question);
    desk.want(&game, Want::LookAlone(0));
    assert!(desk.page(&game, true).under_markers.is_empty(), "they are not the Americans' markers");
}

#[test]
fn a_side_whose_markers_hide_nobody_is_asked_in_secret_as_well() {
    let mut scenario = scenario();
    scenario.markers.iter_mut().for_each(|marker| marker.hides = platoon::scenario::Hides::Nothing);
    scenario.squads.retain(|squad| squad.drawn_from.is_none());
    let mut game = Game::new(rules(), scenario, "beside-your-table", 7).expect("the scenario is right");
    let desk = enemy_stands(&mut game);
    assert!(matches!(desk.page(&game, true).ask, Ask::Secret { flag: Flag::Second, .. }));
}

#[test]
fn a_sniper_chooses_the_figure_that_falls() {
    platoon::proves!("P-sniper", "P-companion");
    let mut state = six_squads().state().clone();
    state.phase = Phase::Active(Side::Allied);
    state.active = Activation { squad: SquadId(1), ..Activation::default() };
    let sniper = state.squads.iter_mut().find(|squad| squad.id == SquadId(1)).expect("it is there");
    sniper.kind = Kind::Sniper;
    sniper.figures.truncate(1);
    let actions = rules().actions(&state, true, None);
    let shot = actions.iter().find(|action| action.label.contains("takes a shot")).expect("it may shoot");
    let choices = &shot.form.questions[0].choices;
    let enemies = state.squads.iter().filter(|squad| squad.side == Side::Vc);
    let figures: usize = enemies.map(|squad| squad.figures.len()).sum();
    assert_eq!(choices.len(), figures, "each figure of each squad");
    let gunner = choices.iter().find(|choice| choice.label.contains(Weapon::Lmg.name())).expect("it has a gun");
    let answers: Vec<Option<i32>> = [Some(gunner.value)].into_iter().chain([Some(1_200), Some(0)]).collect();
    let Some(Command::Snipe { target, figure, .. }) = shot.form.command(&answers) else { panic!("it shoots") };
    let target = state.squad(target).expect("it is there");
    assert_eq!(target.figures[usize::from(figure) - 1].weapon, Weapon::Lmg);
}

#[test]
fn the_question_after_a_salvo_says_how_large_its_area_is() {
    platoon::proves!("P-artillery");
    let rules = rules();
    let n = &rules.tables().numbers;
    let sizes = [
        (Support::Howitzer105, (n.artillery_length.value, n.artillery_width.value)),
        (Support::Howitzer155, (n.heavy_length.value, n.heavy_width.value)),
        (Support::Mortar, (n.mortar_burst.value, n.mortar_burst.value)),
        (Support::Air, (n.air_length.value, n.air_width.value)),
    ];
    for (support, (length, width)) in sizes {
        for (pattern, lies) in [(Pattern::Box, "across the line of fire"), (Pattern::Sheaf, "along the line of fire")] {
            let mut state = six_squads().state().clone();
            let what = Reaches::Salvo { support, pattern, drift: None, aimed: None };
            state.fall_of_shot = Some(FallOfShot { side: Side::Allied, what, then: Phase::Active(Side::Allied) });
            state.phase = Phase::Burst(Side::Allied);
            let asked = rules.question(&state);
            assert!(asked.contains(&format!("{length}\" by {width}\"")), "{asked}");
            assert_eq!(asked.contains(lies), length != width && support != Support::Air, "{asked}");
        }
    }
}

#[test]
fn what_came_of_a_request_waits_for_its_own_side_to_look() {
    platoon::proves!("P-companion", "P-artillery");
    let mut laptop = Laptop::new(DiceSource::Computer);
    for _ in 0..12 {
        if key_of(&laptop, "Asks for").is_some() {
            break;
        }
        let end = if key_of(&laptop, "Nobody fires").is_some() { "Nobody fires" } else { "Its phase is over" };
        press(&mut laptop, end);
    }
    let Ask::Choose(actions) = laptop.page.borrow().ask.clone() else { panic!("it is asked what to do") };
    let requests = actions.iter().filter(|action| action.label.starts_with("Asks for"));
    let letters: Vec<Option<char>> = requests.map(|request| request.key).collect();
    assert!(letters.iter().all(|key| key.is_some_and(char::is_alphabetic)), "{letters:?}: a digit is a squad's number");
    press(&mut laptop, "Asks for");
    let Ask::Facts { questions, answers, .. } = laptop.page.borrow().ask.clone() else { panic!("nothing is asked") };
    for (n, question) in questions.iter().enumerate() {
        let located = question.ask.starts_with("Is an enemy");
        if located || answers[n].is_none() {
            let value = if located { 1 } else { question.choices[0].value };
            laptop.desk.want(&laptop.game, Want::Answer(n, value));
        }
    }
    laptop.obey();
    laptop.key(Key::Enter);
    let page = laptop.page.borrow().clone();
    assert_eq!(page.answered, Some(Flag::First), "{:?}", page.ask);
    assert!(!page.told.iter().any(|told| told.contains("asks for")), "the enemy does not hear it");
    laptop.picture("companion-answered");
    laptop.pause();
    laptop.key(Key::Enter);
    let page = laptop.page.borrow().clone();
    assert!(page.viewer == Some(Flag::First) && page.answered.is_none());
    assert!(page.told.iter().any(|told| told.contains("asks for")), "{:?}", page.told);
}
