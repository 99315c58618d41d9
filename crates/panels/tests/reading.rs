//! The log and the rulebook.
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod common;

use std::cell::Cell;
use std::sync::Arc;

use block_by_block::Event;
use common::{asset, random_game, rules, screen_of};
use panels::Intent;
use panels::log::{LogBook, LogKind, LogModel, log_panel};
use panels::rulebook::{RulebookModel, rulebook_panel};
use tabletop::{RuleId, Rulebook};

fn book_of(seed: u64, orders: usize) -> LogBook {
    let game = random_game(seed);
    let mut book = LogBook::new();
    for (order, events) in game.events.iter().take(orders).enumerate() {
        book.write(rules(), Some(order), events);
    }
    book
}

#[test]
fn a_line_shows_the_position_after_its_order() {
    let book = book_of(1, 12);
    let line = book.lines().iter().rev().find(|l| l.kind == LogKind::Movement).expect("something moved").clone();
    let model = LogModel { book: &book, at: 12 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    let order = line.order.expect("it belongs to an order");
    assert_eq!(screen.click(&line.text), vec![Intent::Seek(order + 1)]);
    screen.assert_nothing_is_cut();
    screen.picture("log");
}

#[test]
fn a_line_with_dice_opens_to_its_arithmetic() {
    let game = random_game(1);
    let (order, events) = game
        .events
        .iter()
        .enumerate()
        .find(|(_, events)| events.iter().any(|e| matches!(e, Event::AssaultRolled { .. })))
        .expect("there was an assault");
    let only: Vec<Event> = events.iter().filter(|e| matches!(e, Event::AssaultRolled { .. })).cloned().collect();
    let mut book = LogBook::new();
    book.write(rules(), Some(order), &only);
    let model = LogModel { book: &book, at: order + 1 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    assert!(!screen.shows("die shows"));
    screen.click("Show the arithmetic");
    assert!(screen.shows("die shows"));
    let roll = &book.lines()[0].rolls[0];
    if let Some(modifier) = roll.modifiers.first() {
        assert_eq!(screen.click(&format!("Rule {}", modifier.rule)), vec![Intent::OpenRule(modifier.rule.clone())]);
    }
    screen.picture("log-open");
}

#[test]
fn filters_leave_lines_out_and_bring_them_back() {
    let book = book_of(1, 12);
    let line = book.lines().iter().rev().find(|l| l.kind == LogKind::Movement).expect("something moved").clone();
    let model = LogModel { book: &book, at: 12 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    assert!(screen.shows(&line.text));
    screen.click("Show movement");
    assert!(!screen.shows(&line.text));
    screen.click("Show movement");
    assert!(screen.shows(&line.text));
}

#[test]
fn orders_that_were_taken_back_leave_the_log() {
    let mut book = book_of(1, 12);
    let whole = book.clone();
    book.take_back(5);
    assert!(book.lines().iter().all(|l| l.order.is_none_or(|n| n < 5)));
    assert!(book.lines().len() < whole.lines().len());
    assert_eq!(book, book_of(1, 5));
}

#[test]
fn a_whole_game_is_drawn_fast_because_only_what_is_in_view_is_laid_out() {
    let book = book_of(2, usize::MAX);
    assert!(book.lines().len() > 300, "a game has many lines");
    let at = book.lines().last().and_then(|l| l.order).expect("the last line has an order") + 1;
    let model = LogModel { book: &book, at };
    let screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    let last = book.lines().last().expect("there is a last line");
    assert!(screen.shows(&last.text), "the log shows its end");
    let drawn = book.lines().iter().filter(|l| screen.shows(&l.text)).count();
    assert!(drawn < 200, "{drawn} lines are drawn");
}

fn rulebook(open: Option<RuleId>) -> RulebookModel {
    let book = Rulebook::load(&asset, "block-by-block").expect("the rulebook is right");
    RulebookModel { book: Arc::new(book), open }
}

#[test]
fn a_rule_is_found_by_a_word_and_opened() {
    let model = rulebook(Some(RuleId::fixed("7.4a")));
    let mut screen = screen_of(840.0, 560.0, 1.0, |ui| rulebook_panel(ui, &model));
    assert!(screen.shows("Heavy weapons"));
    assert!(screen.shows("printed: 7.4"));
    screen.picture("rulebook");
    use egui_kittest::kittest::Queryable as _;
    screen.harness.get_by_label("Search the rules").focus();
    screen.harness.run();
    screen.harness.get_by_label("Search the rules").type_text("toll");
    screen.harness.run();
    let intents = screen.click("8.1c  The toll from outside");
    assert_eq!(intents, vec![Intent::OpenRule(RuleId::fixed("8.1c"))]);
    assert_eq!(screen.click("Close"), vec![Intent::CloseRulebook]);
    screen.assert_nothing_is_cut();
}

#[test]
fn a_ruling_gives_its_reason_and_leads_to_the_rules_it_speaks_of() {
    let model = rulebook(Some(RuleId::fixed("BB-R4")));
    let mut screen = screen_of(840.0, 560.0, 1.0, |ui| rulebook_panel(ui, &model));
    assert!(screen.shows("WHY IT IS RULED SO"));
    assert!(screen.shows("SEE ALSO"));
    screen.picture("rulebook-ruling");
}

#[test]
fn every_rule_can_be_opened() {
    let book = rulebook(None).book;
    let open = Cell::new(None);
    let mut screen = screen_of(840.0, 560.0, 1.0, |ui| {
        let open = open.get().map(RuleId::fixed);
        rulebook_panel(ui, &RulebookModel { book: Arc::clone(&book), open })
    });
    for rule in book.rules() {
        let id = block_by_block::rules::RULE_IDS.iter().find(|id| **id == rule.id).expect("the id is known");
        open.set(Some(*id));
        screen.harness.step();
        assert!(screen.shows(&format!("{}  {}", rule.id, rule.title)));
    }
}

#[test]
fn an_unknown_rule_is_said_to_be_unknown() {
    let model = rulebook(Some(RuleId::fixed("99.9")));
    assert!(screen_of(840.0, 560.0, 1.0, |ui| rulebook_panel(ui, &model)).shows("The rulebook has no rule 99.9."));
}
