//! Vietnam Skirmish beside a real table: figures spend their phases behind the curtain, and the force builder.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::common::{Screen, asset, root, screen, screen_of};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use panels::companion::{Ask, Deed, Desk, DiceSource, Page, Part, Preview, Want, companion_screen, preview_panel};
use panels::skirmish::{Builder, BuilderModel, BuilderWant, builder_panel};
use skirmish::{Force, Scenario, Skirmish};
use tabletop::{Game, RuleId, Ruleset};

fn rules() -> Arc<Skirmish> {
    static RULES: OnceLock<Arc<Skirmish>> = OnceLock::new();
    RULES.get_or_init(|| Arc::new(Skirmish::load(&asset).expect("the data files are right"))).clone()
}

fn scenario() -> Scenario {
    let file = root().join("scenarios/skirmish/beside-your-table.ron");
    tabletop::parse_ron("beside-your-table.ron", &std::fs::read_to_string(file).unwrap()).unwrap()
}

struct Laptop {
    game: Game<Skirmish>,
    desk: Desk<Skirmish>,
    page: Rc<RefCell<Page>>,
    screen: Screen<'static, Want>,
}

impl Laptop {
    fn new(dice: DiceSource) -> Self {
        let game = Game::new(rules(), scenario(), "beside-your-table", 3).expect("the game begins");
        let desk = Desk::new(rules(), dice);
        let page = Rc::new(RefCell::new(desk.page(&game, true)));
        let shown = page.clone();
        let screen = screen_of(1280.0, 720.0, 1.0, move |ui| companion_screen(ui, &shown.borrow()));
        Self { game, desk, page, screen }
    }

    fn obey(&mut self) {
        for want in std::mem::take(self.screen.harness.state_mut()) {
            match self.desk.want(&self.game, want) {
                Some(Deed::Play(command)) => {
                    self.game.play(command).expect("what the desk offers is legal");
                    self.desk.changed(&self.game);
                }
                Some(Deed::PlayTape(command, values)) => {
                    self.game.play_tape(command, values).expect("the desk asks for the right dice");
                    self.desk.changed(&self.game);
                }
                Some(Deed::Undo) => {
                    self.game.undo();
                    self.desk.changed(&self.game);
                }
                _ => {}
            }
        }
        *self.page.borrow_mut() = self.desk.page(&self.game, true);
        self.screen.harness.run();
    }

    fn click(&mut self, name: &str) {
        let wants = self.screen.click(name);
        self.screen.harness.state_mut().extend(wants);
        self.obey();
    }

    fn key(&mut self, key: Key) {
        self.screen.harness.key_press(key);
        self.screen.harness.run();
        self.obey();
    }
}

#[test]
fn hidden_figures_are_led_behind_the_curtain() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    assert!(laptop.screen.shows("acts in secret"));
    assert!(!laptop.screen.shows("Comrade An"), "the enemy's men are nobody's business");
    laptop.screen.harness.run_steps(4);
    laptop.key(Key::Enter);
    assert!(!laptop.screen.shows("Comrade An"));
    laptop.screen.picture("skirmish-support");
    if laptop.screen.shows("No more support") {
        laptop.click("No more support");
    }
    laptop.screen.picture("skirmish-figures");
    assert!(laptop.screen.shows("TURN TO"));
    laptop.click("Pfc Ford");
    laptop.screen.picture("skirmish-figure");
    assert!(laptop.screen.shows("Sprays a place with the assault rifle"));
    laptop.click("Moves");
    assert!(matches!(laptop.page.borrow().ask, Ask::Facts { .. }), "a move is measured");
    assert!(laptop.screen.shows("How far does the figure move?"));
    laptop.screen.picture("skirmish-facts");
    laptop.click("How far does the figure move? 1\"");
    let before = laptop.game.cursor();
    laptop.key(Key::Enter);
    assert_eq!(laptop.game.cursor(), before + 1, "the move is played");
    laptop.screen.assert_nothing_is_cut();
}

/// The answers that stand on the page, in words.
fn standing(page: &Page) -> Vec<String> {
    let Ask::Facts { questions, answers, .. } = &page.ask else { panic!("no facts are asked for: {:?}", page.ask) };
    let label = |(question, answer): (&panels::companion::Question, &Option<i32>)| {
        question.choices.iter().find(|choice| Some(choice.value) == *answer).map_or(String::new(), |c| c.label.clone())
    };
    questions.iter().zip(answers).map(label).collect()
}

#[test]
fn what_was_said_last_stands_there_the_next_time_for_the_same_figure() {
    skirmish::proves!("S-companion", "S-R42");
    let mut laptop = Laptop::new(DiceSource::Computer);
    laptop.key(Key::Enter);
    laptop.key(Key::Enter);
    if laptop.screen.shows("No more support") {
        laptop.click("No more support");
    }
    laptop.click("Pfc Ford");
    laptop.click("Moves");
    assert_eq!(standing(&laptop.page.borrow())[1], "good going");
    laptop.click("How far does the figure move? 1.5\"");
    laptop.click("Over what ground? 0.5\" of it bad going");
    laptop.key(Key::Enter);
    laptop.click("Moves");
    assert_eq!(standing(&laptop.page.borrow()), ["1.5\"", "0.5\" of it bad going", "no"]);
    laptop.key(Key::Escape);
    // A deed that hangs on one distance is no other.
    laptop.click("Leaves the table");
    assert_eq!(standing(&laptop.page.borrow()), ["yes"]);
    laptop
        .click("Does one phase's move take it over the edge, counting ground and mines on the way as for any move? no");
    let before = laptop.game.cursor();
    laptop.key(Key::Enter);
    assert_eq!(laptop.game.cursor(), before, "it does not reach the edge");
    // What was refused is not kept: the next time it may stand elsewhere.
    laptop.key(Key::Escape);
    laptop.click("Leaves the table");
    assert_eq!(standing(&laptop.page.borrow()), ["yes"]);
}

#[test]
fn a_fire_die_is_typed_and_what_is_near_is_measured() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    laptop.key(Key::Enter);
    laptop.key(Key::Enter);
    if laptop.screen.shows("No more support") {
        laptop.click("No more support");
    }
    laptop.click("Pfc Ford");
    laptop.click("Sprays a place with the assault rifle");
    laptop.key(Key::Enter);
    let page = laptop.page.borrow().clone();
    assert!(matches!(page.ask, Ask::Throw(_)), "a real die is asked for: {:?}", page.ask);
    laptop.key(Key::Num6);
    laptop.screen.picture("skirmish-suppressed");
    assert_eq!(laptop.game.entries().last().map(|entry| entry.rolls[0].value), Some(6), "the die is in the journal");
    let page = laptop.page.borrow();
    assert!(page.told.iter().any(|line| line.contains("it takes effect")), "{:?}", page.told);
    assert!(page.question.contains("within 3"), "somebody has to measure: {}", page.question);
}

#[test]
fn a_force_is_counted_up_checked_and_written() {
    let rules = rules();
    let builder = Rc::new(RefCell::new(Builder::default()));
    let shelf: Vec<Force> = rules.forces().iter().map(|(_, force)| force.clone()).collect();
    let (shown, on_shelf, with) = (builder.clone(), shelf.clone(), rules.clone());
    let mut page: Screen<'_, BuilderWant> = screen(move |ui| {
        let titles = ["Patrol and ambush".to_owned(), "Beside your table".to_owned()];
        let builder = shown.borrow();
        let model = BuilderModel { builder: &builder, rules: &with, shelf: &on_shelf, scenarios: &titles, news: None };
        builder_panel(ui, &model)
    });
    assert!(page.shows("Empty. Add figures"));
    for name in ["One more: Rifleman", "One more: Rifleman", "One more: Radio operator"] {
        for want in page.click(name) {
            builder.borrow_mut().want(&want, &shelf);
        }
        page.harness.run();
    }
    page.picture("skirmish-builder");
    page.assert_nothing_is_cut();
    assert!(page.shows("3 figures"));
    assert_eq!(page.click("Save this force"), vec![BuilderWant::Save]);
    let force = builder.borrow().force().clone();
    let text = force.written().expect("it can be written");
    assert_eq!(Force::parse("mine.ron", &text, rules.figure_table()).expect("it can be read"), force);
}

#[test]
fn a_forecast_in_words_keeps_within_a_narrow_sidebar_and_nothing_lies_over_anything() {
    let part = |what: &str, value: &str| Part::new(what, value, RuleId::fixed("S-fire"));
    let preview = Preview {
        parts: vec![
            part("light machine gun", "suppresses on 4 to 6"),
            part("Comrade Binh", "in cover, already with a counter"),
            part("counters", "1"),
        ],
        needs: vec![part("Comrade An", "6\" to 1 counter, falls 1/3 → 5/12")],
        ..Preview::default()
    };
    let shown = screen_of(316.0, 420.0, 1.0, |ui| preview_panel(ui, &preview));
    shown.assert_fits();
    let rect = |words: &str| shown.harness.get_by_label(words).rect();
    for (what, value, below) in [
        ("Comrade Binh", "in cover, already with a counter", true),
        ("Comrade An", "6\" to 1 counter, falls 1/3 → 5/12", true),
        ("counters", "1", false),
    ] {
        assert!(!rect(what).intersects(rect(value)), "{what} and {value}");
        assert_eq!(rect(value).top() >= rect(what).bottom(), below, "{value} stands below {what} only where it must");
    }
}
