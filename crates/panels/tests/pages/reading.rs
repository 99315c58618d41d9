//! The log and the rulebook.

use std::cell::Cell;
use std::sync::Arc;

use crate::common::{asset, random_game, rules, screen_of};
use block_by_block::{BlockByBlock, Event};
use panels::Intent;
use panels::log::{LogBook, LogKind, LogLine, LogModel, log_panel};
use panels::rulebook::{
    LessonLink, RulebookModel, area_pictures, figure_pictures, hex_pictures, rulebook_panel, squad_pictures,
};
use panels::teacher::Ask;
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error as ValueError;
use tabletop::game::LineOf;
use tabletop::{Roll, RuleId, Rulebook, Ruleset as _};
use teacher::explain::{Account, Explanation, Line};

fn book_of(seed: u64, orders: usize) -> LogBook {
    let game = random_game(seed);
    let mut book = LogBook::default();
    for (order, events) in game.events.iter().take(orders).enumerate() {
        book.write(rules(), line(order, events));
    }
    book
}

/// An order by what it brought about.
fn line(order: usize, events: &[Event]) -> LineOf<BlockByBlock> {
    let roll = |value| Roll { sides: 6, value, purpose: "a test".into(), rule: RuleId::fixed("7.4a") };
    LineOf::<BlockByBlock> {
        entry: order,
        moment: (1, "Turn 1".to_owned()),
        side: None,
        phrase: None,
        rolls: events.iter().flat_map(Event::dice).map(roll).collect(),
        events: events.to_vec(),
        told: events.iter().map(|event| rules().tell(event)).collect(),
    }
}

#[test]
fn a_line_opens_in_its_place_and_leads_to_the_position_after_its_order() {
    let book = book_of(1, 12);
    let line = book.lines().iter().rev().find(|l| l.kind == LogKind::Movement).expect("something moved").clone();
    let model = LogModel { book: &book, at: 12 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    let order = line.order;
    screen.picture("log");
    assert_eq!(screen.click(&line.text), vec![Intent::Teacher(Ask::Unfold(order))], "its arithmetic is asked for once");
    assert_eq!(screen.click("Show the position"), vec![Intent::Seek(order + 1)]);
    screen.assert_nothing_is_cut();
    screen.click(&line.text);
    assert!(!screen.shows("Show the position"), "a second click closes it");
}

#[test]
fn a_line_with_dice_opens_to_them_and_then_to_its_arithmetic() {
    let game = random_game(1);
    let rolled = |event: &Event| matches!(event, Event::AssaultRolled { .. });
    let order = game.events.iter().position(|events| events.iter().any(rolled)).expect("there was an assault");
    let mut book = LogBook::default();
    book.write(rules(), line(order, &game.events[order]));
    let dice: Vec<usize> = book.lines().iter().map(|line| line.dice.len()).collect();
    let sentence = game.events[order].iter().position(rolled).expect("it was rolled");
    assert_eq!(
        dice.iter().position(|dice| *dice > 0),
        Some(sentence),
        "the die stands with the sentence that speaks of it"
    );
    let text = book.lines()[sentence].text.clone();
    {
        let model = LogModel { book: &book, at: order + 1 };
        let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
        assert!(!screen.shows("a test"));
        assert_eq!(screen.click(&text), vec![Intent::Teacher(Ask::Unfold(order))]);
        assert!(screen.shows("a test: "));
        assert_eq!(screen.click("Rule 7.4a"), vec![Intent::OpenRule(RuleId::fixed("7.4a"))]);
    }
    let reckoned = Line::new("Strength", 9, Some(RuleId::fixed("2.4a")));
    let part = Explanation { title: text.clone(), lines: vec![reckoned], result: "Success".into(), from: None };
    let parts = vec![part; sentence + 1];
    book.explain(order, Account { phrase: None, rule: None, parts, dice: Vec::new(), luck: None });
    let model = LogModel { book: &book, at: order + 1 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    screen.click(&text);
    assert!(screen.shows("Strength"));
    assert_eq!(screen.click("Rule 2.4a"), vec![Intent::OpenRule(RuleId::fixed("2.4a"))]);
    screen.picture("log-open");
}

#[test]
fn a_sentence_goes_on_under_its_dice() {
    let told =
        "Six rifles of Ambush party fire at 2nd Squad with 6 dice, ambush: 5, 2, 4, 2, 1 and 4: 0 hits and 1 pin.";
    let height = |dice: u8| {
        let roll = |value| Roll { sides: 6, value, purpose: "a test".into(), rule: RuleId::fixed("7.4a") };
        let rolls = (1..=dice).map(roll).collect();
        let mut book = LogBook::default();
        book.write(rules(), LineOf::<BlockByBlock> { phrase: Some(told.to_owned()), rolls, ..line(0, &[]) });
        let model = LogModel { book: &book, at: 1 };
        let mut screen = screen_of(290.0, 400.0, 1.0, |ui| log_panel(ui, &model));
        screen.picture(&format!("log-dice-{dice}"));
        let (top, bottom) = screen.span(told);
        bottom - top
    };
    let (plain, six) = (height(0), height(6));
    assert!(six <= plain + 26.0, "six dice take half a row, and no column of their own: {plain} and {six} points");
}

#[test]
fn dice_leave_room_for_a_word_beside_them_however_wide_the_log_is() {
    let told = "Counters are set up.";
    let height = |width: u16, dice: usize| {
        let roll = Roll { sides: 6, value: 3, purpose: "a test".into(), rule: RuleId::fixed("7.4a") };
        let mut book = LogBook::default();
        book.write(
            rules(),
            LineOf::<BlockByBlock> { phrase: Some(told.to_owned()), rolls: vec![roll; dice], ..line(0, &[]) },
        );
        let model = LogModel { book: &book, at: 1 };
        let screen = screen_of(f32::from(width), 400.0, 1.0, |ui| log_panel(ui, &model));
        let (top, bottom) = screen.span(told);
        bottom - top
    };
    for width in (260..=340).step_by(5) {
        let (bare, full) = (height(width, 0), height(width, 30));
        assert!(full > bare, "{width} points wide the words lie over the dice: {bare} and {full}");
    }
}

#[test]
fn a_turn_that_begins_is_the_heading_of_what_follows_and_nobodys_doing_where_orders_are_told() {
    use search_and_destroy::event::Event;
    use search_and_destroy::{SearchAndDestroy, Side};
    let rules = crate::hex::rules();
    let mut book = LogBook::default();
    let mut order = |entry, turn: u32, events: Vec<Event>| {
        let told = events.iter().map(|event| rules.tell(event)).collect();
        let phrase = Some("An order.".to_owned());
        let (moment, side, rolls) = ((turn, format!("Turn {turn}")), Some(Side::Nlf), Vec::new());
        book.write(rules, LineOf::<SearchAndDestroy> { entry, moment, side, phrase, rolls, events, told });
    };
    let (nlf, us) = (Event::SetUp { side: Side::Nlf }, Event::SetUp { side: Side::Us });
    order(0, 1, vec![nlf.clone(), Event::TurnBegan { turn: 2 }, us.clone()]);
    order(1, 2, vec![nlf]);
    order(2, 2, vec![Event::TurnBegan { turn: 3 }, us]);
    let told: Vec<_> =
        book.lines().iter().map(|line| (line.turn, line.kind, line.side.is_some(), line.text.as_str())).collect();
    let expected = [
        (1, LogKind::Turn, false, "Turn 1"),
        (1, LogKind::Deed, true, "The NLF side has set up."),
        (2, LogKind::Turn, false, "Turn 2 begins."),
        (2, LogKind::Deed, false, "The US side has set up."),
        (2, LogKind::Deed, true, "The NLF side has set up."),
        (3, LogKind::Turn, false, "Turn 3 begins."),
        (3, LogKind::Deed, false, "The US side has set up."),
    ];
    assert_eq!(told, expected, "the giver's sign stands with what the order did before anything began");
}

#[test]
fn counters_that_one_order_sets_up_share_a_line_that_opens_to_them() {
    use search_and_destroy::event::{Event, Who};
    use search_and_destroy::units::{Kind, UnitId};
    use search_and_destroy::{Hex, SearchAndDestroy, Side};
    let rules = crate::hex::rules();
    let mut book = LogBook::default();
    let mut order = |entry, events: Vec<Event>| {
        let told = events.iter().map(|event| rules.tell(event)).collect();
        let (moment, side, phrase, rolls) = ((1, "Turn 1".to_owned()), Some(Side::Nlf), None, Vec::new());
        book.write(rules, LineOf::<SearchAndDestroy> { entry, moment, side, phrase, rolls, events, told });
    };
    let suspect = |n: u8| Who { unit: UnitId(n), kind: Kind::Suspect, company: 0, platoon: 0, hidden: true };
    let placed = |n: u8| Event::Placed { who: suspect(n), at: Some(Hex::at(n, 12)) };
    order(0, vec![placed(1)]);
    order(1, vec![placed(2), placed(3), placed(4), Event::SetUp { side: Side::Nlf }]);
    let told: Vec<&str> = book.lines().iter().skip(1).map(|line| line.text.as_str()).collect();
    let alone = rules.tell(&placed(1));
    assert_eq!(told, [alone.as_str(), "3 counters are set up.", "The NLF side has set up."]);
    let model = LogModel { book: &book, at: 2 };
    let mut screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    let last = rules.tell(&placed(4));
    assert!(!screen.shows(&last));
    screen.click("3 counters are set up.");
    assert!(screen.shows(&last), "each is told once the line is opened");
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
    assert!(book.lines().iter().all(|l| l.order < 5));
    assert!(book.lines().len() < whole.lines().len());
    assert_eq!(book, book_of(1, 5));
}

#[test]
fn a_whole_game_is_drawn_fast_because_only_what_is_in_view_is_laid_out() {
    let book = book_of(2, usize::MAX);
    assert!(book.lines().len() > 300, "a game has many lines");
    let at = book.lines().last().expect("there is a last line").order + 1;
    let model = LogModel { book: &book, at };
    let screen = screen_of(420.0, 600.0, 1.0, |ui| log_panel(ui, &model));
    let last = book.lines().last().expect("there is a last line");
    assert!(screen.shows(&last.text), "the log shows its end");
    let drawn = book.lines().iter().filter(|l| screen.shows(&l.text)).count();
    assert!(drawn < 200, "{drawn} lines are drawn");
}

fn rulebook(open: Option<RuleId>) -> RulebookModel {
    let book = Rulebook::load(&asset, "block-by-block").expect("the rulebook is right");
    RulebookModel { book: Arc::new(book), open, lessons: Vec::new(), pictures: Vec::new() }
}

#[test]
fn a_rule_leads_to_its_lessons_its_example_and_the_rules_it_names() {
    let lessons = vec![
        LessonLink { index: 0, title: "Move a company".into(), finished: true },
        LessonLink { index: 4, title: "Beside the enemy".into(), finished: false },
    ];
    let model = RulebookModel { lessons, ..rulebook(Some(RuleId::fixed("BB-R46"))) };
    let mut screen = screen_of(840.0, 700.0, 1.0, |ui| rulebook_panel(ui, &model));
    assert!(screen.shows("LEARN IT BY PLAYING") && screen.shows("AN EXAMPLE"));
    screen.picture("rulebook-links");
    let take = Intent::TakeLesson { ruleset: "block-by-block".into(), index: 4 };
    assert_eq!(screen.click("Lesson: Beside the enemy"), vec![take]);
}

#[test]
fn a_scenario_that_is_a_rule_s_example_can_be_begun_from_its_page() {
    let book = Rulebook::load(&asset, "search-and-destroy").expect("the rulebook is right");
    let open = Some(RuleId::fixed("27.11"));
    let model = RulebookModel { book: Arc::new(book), open, lessons: Vec::new(), pictures: Vec::new() };
    let mut screen = screen_of(840.0, 560.0, 1.0, |ui| rulebook_panel(ui, &model));
    let begin = Intent::BeginScenario { ruleset: "search-and-destroy".into(), scenario: "27-11-armored-sweep".into() };
    assert_eq!(screen.click("Play the scenario 27-11-armored-sweep"), vec![begin]);
}

#[test]
fn every_piece_and_table_a_rulebook_means_is_drawn() {
    let palette = artwork::Palette::built_in(artwork::PaletteChoice::StaffMap);
    fn loaded<R: tabletop::Ruleset>() -> R {
        R::load(&asset).expect("the data files are right")
    }
    let (hue, sweep) = (loaded::<block_by_block::BlockByBlock>(), loaded::<search_and_destroy::SearchAndDestroy>());
    let (squads, figures) = (loaded::<platoon::Platoon>(), loaded::<skirmish::Skirmish>());
    for id in ["block-by-block", "search-and-destroy", "platoon", "skirmish"] {
        let book = Arc::new(Rulebook::load(&asset, id).expect("the rulebook is right"));
        let with: Vec<_> = book.rules().filter(|rule| !rule.pictures.is_empty()).collect();
        assert!(with.len() >= 4, "{id} shows {} pictures only", with.len());
        for (number, rule) in with.into_iter().enumerate() {
            let pictures = match id {
                "block-by-block" => area_pictures(&hue, &palette, &rule.pictures),
                "search-and-destroy" => hex_pictures(&sweep, &palette, &rule.pictures),
                "platoon" => squad_pictures(&squads, &palette, &rule.pictures),
                _ => figure_pictures(&figures, &palette, &rule.pictures),
            };
            assert_eq!(pictures.len(), rule.pictures.len(), "{id} {}: {:?}", rule.id, rule.pictures);
            let open = RuleId::deserialize(rule.id.as_str().into_deserializer()).map_err(|e: ValueError| e).ok();
            let model = RulebookModel { book: Arc::clone(&book), open, lessons: Vec::new(), pictures };
            let mut screen = screen_of(840.0, 900.0, 1.0, |ui| rulebook_panel(ui, &model));
            if number < 3 {
                screen.picture(&format!("rulebook-{id}-{}", rule.id));
            }
        }
    }
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
    assert!(screen.shows("REASONS FOR THIS RULING"));
    assert!(screen.shows("SEE ALSO"));
    screen.picture("rulebook-ruling");
}

#[test]
fn every_rule_can_be_opened() {
    let book = rulebook(None).book;
    let open = Cell::new(None);
    let mut screen = screen_of(840.0, 560.0, 1.0, |ui| {
        let open = open.get().map(RuleId::fixed);
        let model = RulebookModel { book: Arc::clone(&book), open, lessons: Vec::new(), pictures: Vec::new() };
        rulebook_panel(ui, &model)
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

#[test]
fn an_opened_line_stays_in_sight_though_the_log_clings_to_its_end() {
    let book = book_of(1, 12);
    let heads = |line: &&LogLine| !matches!(line.kind, LogKind::Turn | LogKind::Step);
    let line = book.lines().iter().rev().find(heads).expect("something happened").clone();
    let model = LogModel { book: &book, at: 12 };
    let mut screen = screen_of(324.0, 140.0, 1.0, |ui| log_panel(ui, &model));
    screen.click(&line.text);
    assert!(screen.shows("Show the position"));
    let (top, bottom) = screen.span(&line.text);
    assert!(top >= 0.0 && bottom <= 140.0, "it lies from {top} to {bottom}");
}

#[test]
fn the_rulebook_opens_at_its_contents_with_the_cursor_in_the_search() {
    let model = rulebook(None);
    let mut screen = screen_of(840.0, 700.0, 1.0, |ui| rulebook_panel(ui, &model));
    screen.harness.run();
    assert!(screen.shows("Contents"));
    screen.picture("rulebook-contents");
    let chapter = model.book.chapters.iter().find(|chapter| chapter.rules.len() > 1).expect("a chapter has rules");
    let name = format!("Chapter: {}, {} rules", chapter.title, chapter.rules.len());
    let opens = screen.click(&name);
    assert!(matches!(&opens[..], [Intent::OpenRule(rule)] if rule.as_str() == chapter.rules[0].id), "{opens:?}");
    let mut screen = screen_of(840.0, 700.0, 1.0, |ui| rulebook_panel(ui, &model));
    screen.harness.run();
    screen.harness.event(egui::Event::Text("friendly fire".into()));
    screen.harness.run();
    screen.picture("rulebook-search");
    assert!(screen.shows("rules. Enter opens the first."), "what is typed is searched for at once");
    screen.harness.key_press(egui::Key::Enter);
    screen.harness.run();
    let said = screen.harness.state().clone();
    let [.., Intent::OpenRule(rule)] = &said[..] else { panic!("Enter opens a rule: {said:?}") };
    let first = model.book.rule(rule.as_str()).expect("there is such a rule");
    assert!(first.title.to_lowercase().contains("friendly fire"), "a rule about it comes first: {}", first.title);
    let line = first.text.split(". ").next().expect("it has a text");
    assert!(!line.is_empty() && screen.shows("friendly"), "each rule found has a line with the words");
}
