//! The computer as a player: who plays, its turn, and why.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use block_by_block::BlockByBlock;
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset as _};

use crate::common::{asset, scenario, screen_of};
use panels::Intent;
use panels::computer::{
    ComputerModel, CourseLine, CourseModel, Promise, SeatsModel, Tempo, Told, Watch, WhyModel, WhyState, course_card,
    players_dialog, why_panel,
};
use panels::log::brought_about;
use panels::prompt::{PromptModel, prompt_bar};
use panels::teacher::Ask;
use panels::theme::SideMark;
use tabletop::Player;

const SIDES: [SideMark; 2] = [SideMark::allied("US/ARVN"), SideMark::liberation("PAVN/NLF")];

#[test]
fn each_side_says_who_plays_it_and_can_be_handed_over() {
    let mut model = SeatsModel {
        sides: SIDES,
        players: [Player::Person, Player::Recruit],
        watch: Some(Watch::Common),
        why_not: None,
        beside: false,
    };
    let shown = model.clone();
    let mut screen = screen_of(640.0, 400.0, 1.0, move |ui| players_dialog(ui, &shown));
    assert_eq!(screen.click("US/ARVN: A person here"), vec![], "that is chosen");
    assert_eq!(screen.click("PAVN/NLF: Veteran"), vec![Intent::Seat { side: 1, player: Player::Veteran }]);
    assert_eq!(screen.click("US/ARVN: Regular"), vec![Intent::Seat { side: 0, player: Player::Regular }]);
    assert!(!screen.shows("You watch, and see"), "somebody plays");
    screen.picture("who-plays");
    model.players = [Player::Veteran, Player::Recruit];
    let watched = model.clone();
    let mut screen = screen_of(640.0, 400.0, 1.0, move |ui| players_dialog(ui, &watched));
    assert_eq!(screen.click("See what PAVN/NLF knows"), vec![Intent::Watch(Watch::Second)]);
    assert_eq!(screen.click("See everything"), vec![Intent::Watch(Watch::Everything)]);
    screen.picture("who-plays-nobody");
    model.why_not = Some("Beside your own table the computer plays no side.");
    let screen = screen_of(640.0, 400.0, 1.0, move |ui| players_dialog(ui, &model));
    assert!(screen.shows("Beside your own table") && !screen.shows("US/ARVN: Recruit"));
}

#[test]
fn while_the_computer_thinks_the_prompt_says_of_what_and_offers_no_answers() {
    let computer = ComputerModel { name: "Recruit", slower: true, opposed: true, ..ComputerModel::default() };
    let model = PromptModel {
        side: Some(SIDES[1]),
        moment: "Turn 1 of 5, PAVN/NLF movement".into(),
        question: "Move your units, or end the movement.".into(),
        computer: Some(computer),
        undo: true,
        keys: true,
        ..PromptModel::default()
    };
    let mut screen = screen_of(1280.0, 100.0, 1.0, move |ui| prompt_bar(ui, &model));
    assert!(screen.shows("Recruit is thinking …") && screen.shows("Move your units, or end the movement."));
    for (name, tempo) in [("Pause", Tempo::Pause), ("Slower", Tempo::Slower), ("Skip to my decision", Tempo::Skip)] {
        assert_eq!(screen.click(name), vec![Intent::Tempo(tempo)]);
    }
    assert_eq!(screen.click("Faster"), vec![], "it is as fast as it can be");
    assert_eq!(screen.click("Undo (U)"), vec![Intent::Undo], "one may take back while it thinks");
    screen.picture("computer-prompt");
}

#[test]
fn what_the_computer_brought_about_ends_where_the_next_step_begins() {
    let rules = Arc::new(BlockByBlock::load(&asset).expect("the data files are right"));
    let mut game = Game::new(Arc::clone(&rules), scenario(), "historical", 3).expect("it begins");
    let mut chance = Seeded::new(5);
    while game.to_act().is_some() {
        let (mut options, _) = game.options();
        game.play(options.swap_remove(chance.choose(options.len()))).expect("an option can be played");
    }
    let mut ended = 0;
    for line in game.log(0..game.len(), None) {
        let told = brought_about(&*rules, &line);
        let heading = line.events.iter().position(|event| rules.is_heading(event));
        ended += usize::from(heading.is_some_and(|at| at + 2 < line.told.len()));
        assert_eq!(told, line.told[..heading.unwrap_or(line.told.len())], "{:?}", line.phrase);
    }
    assert!(ended > 4, "a segment's end brings about much that the turn's page tells: {ended}");
}

#[test]
fn an_order_is_told_in_one_line_and_its_turn_in_as_many_as_were_noticed() {
    let line = |order: usize| CourseLine {
        order,
        ordered: format!("The 80{order}th Battalion moves to N{order}-1."),
        told: format!("The 80{order}th Battalion comes to N{order}-1."),
    };
    let mut model = CourseModel { side: SIDES[1], lines: vec![line(4), line(5)], over: false, why: true };
    let now = model.clone();
    let mut screen = screen_of(420.0, 200.0, 1.0, move |ui| course_card(ui, &now));
    assert!(screen.shows("The 805th Battalion moves to N5-1.") && !screen.shows("The 804th Battalion"));
    assert_eq!(screen.click("Why?"), vec![Intent::Teacher(Ask::Why(5))]);
    (model.over, model.why) = (true, false);
    let over = model.clone();
    let mut screen = screen_of(420.0, 200.0, 1.0, move |ui| course_card(ui, &over));
    assert!(screen.shows("The 804th Battalion comes to N4-1.") && screen.shows("The 805th Battalion comes to N5-1."));
    assert!(!screen.shows("Why?"));
    assert_eq!(screen.click("Close what you noticed"), vec![Intent::Tempo(Tempo::Seen)]);
    screen.picture("computer-noticed");
    model.lines.clear();
    let screen = screen_of(420.0, 200.0, 1.0, move |ui| course_card(ui, &model));
    assert!(screen.shows("You noticed none of its turn."));
}

#[test]
fn however_much_was_noticed_since_one_looked_the_board_stays_in_sight() {
    let many = |n: usize| vec!["A face-down counter sets up in 0925."; n].join(" ");
    let height = |n: usize| {
        let line = CourseLine { order: 0, ordered: many(n), told: many(n) };
        let model = CourseModel { side: SIDES[1], lines: vec![line], over: false, why: false };
        let tall = Rc::new(Cell::new(0.0));
        let seen = Rc::clone(&tall);
        let _screen = screen_of(420.0, 600.0, 1.0, move |ui| {
            let card = ui.scope(|ui| course_card(ui, &model));
            seen.set(card.response.rect.height());
            card.inner
        });
        tall.get()
    };
    assert!(height(1) < 40.0, "one line is no higher than it was: {}", height(1));
    assert!((100.0..150.0).contains(&height(40)), "{}", height(40));
}

#[test]
fn reasons_are_told_with_what_else_was_weighed_or_withheld() {
    let promise = |phrase: &str, because: &str, worth| Promise {
        phrase: phrase.into(),
        because: because.into(),
        worth,
        rule: Some(tabletop::RuleId::fixed("8.1")),
    };
    let told = Told {
        order: promise("Group 2 assaults N2-1.", "It wins ground, though it costs troops.", 14),
        likeliest: Some("Likeliest, in 83 of 100: N2-1 falls.".into()),
        others: vec![
            promise("Group 2 pauses.", "It changes little, and nothing else promises more.", 3),
            promise("Group 2 assaults N1-3.", "It wins ground.", 15),
        ],
    };
    let mut model = WhyModel {
        who: "Recruit, US/ARVN".into(),
        moment: "Turn 2 of 5, US/ARVN combat".into(),
        state: WhyState::Told(told),
        around: [Some(7), None],
    };
    let shown = model.clone();
    let mut screen = screen_of(440.0, 560.0, 1.0, move |ui| why_panel(ui, &shown));
    assert!(screen.shows("Group 2 assaults N2-1.") && screen.shows("It wins ground, though it costs troops."));
    assert!(screen.shows("Promised 11 less."));
    assert_eq!(screen.click("Its order before this"), vec![Intent::Seek(8), Intent::Teacher(Ask::Why(7))]);
    assert_eq!(screen.click("Its next order"), vec![]);
    screen.picture("why");
    model.state = WhyState::Withheld;
    let screen = screen_of(440.0, 300.0, 1.0, move |ui| why_panel(ui, &model));
    assert!(screen.shows("when the game is over") && !screen.shows("Group 2"));
}
