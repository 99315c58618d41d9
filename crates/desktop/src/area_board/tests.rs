//! Pointing at the board with the real rules: what a click means, what is selected, what is refused.

use std::sync::Arc;

use block_by_block::state::Stage;
use block_by_block::{BlockByBlock, Command, Event, Place, Step, UnitId, UnitSet};
use tabletop::game::Game;
use tabletop::{Refusal, Ruleset};

use super::hand::{Deed, Hand};
use super::offers::Target;
use super::shown::Shown;
use crate::shell::start::{fresh_seed, new_game};
use crate::shell::table::Table;

/// A game with the hand of the acting side.
struct Board {
    game: Game<BlockByBlock>,
    hand: Hand,
}

impl Board {
    fn new() -> Self {
        let table = Table::read().unwrap();
        let scenario = table.library.scenario::<BlockByBlock>("historical").unwrap();
        let game = new_game(&Arc::clone(&table.rules), scenario, "historical", fresh_seed(Some(1))).unwrap();
        let mut board = Self { game, hand: Hand::default() };
        board.renew();
        board
    }

    /// Goes on with `Done` until a step begins.
    fn at(step: Step) -> Self {
        let mut board = Self::new();
        while board.game.state().step() != step {
            board.order(Command::Done);
        }
        board
    }

    fn renew(&mut self) {
        let (options, _) = self.game.options();
        self.hand.renew(self.game.state(), options);
    }

    fn order(&mut self, command: Command) {
        self.game.play(command).unwrap();
        self.renew();
    }

    fn check(&self) -> impl Fn(&Command) -> Result<(), Refusal> + use<> {
        let (rules, state) = (Arc::clone(self.game.rules()), self.game.state().clone());
        move |command| rules.check(&state, command)
    }

    fn click(&mut self, unit: &str) -> Deed {
        let state = self.game.state().clone();
        let check = self.check();
        self.hand.click_unit(&state, named(unit), false, false, check)
    }

    fn shift_click(&mut self, unit: &str) {
        let state = self.game.state().clone();
        let check = self.check();
        self.hand.click_unit(&state, named(unit), true, false, check);
    }

    fn click_place(&mut self, place: &str) -> Deed {
        let (state, check) = (self.game.state().clone(), self.check());
        self.hand.click_place(&state, Place::named(place).unwrap(), check)
    }

    fn confirm(&mut self) -> Deed {
        let (state, check) = (self.game.state().clone(), self.check());
        self.hand.confirm(&state, check)
    }
}

fn named(unit: &str) -> UnitId {
    UnitId::named(unit).unwrap()
}

fn set(units: &[&str]) -> UnitSet {
    units.iter().map(|unit| named(unit)).collect()
}

#[test]
fn a_click_on_a_counter_and_one_on_a_lit_place_move_it() {
    let mut board = Board::at(Step::PavnNlfMovement);
    assert_eq!(board.click("802nd Battalion"), Deed::Hold);
    let lit = board.hand.offers.target_places(board.hand.selected);
    assert_eq!(lit, board.game.rules().destinations(board.game.state(), named("802nd Battalion")));
    let deed = board.click_place("PALACE");
    assert_eq!(deed, Deed::Order(vec![Command::Move { unit: named("802nd Battalion"), to: Place::PALACE }]));
}

#[test]
fn a_click_on_a_dark_place_is_refused_with_its_rule_and_keeps_the_selection() {
    let mut board = Board::at(Step::PavnNlfMovement);
    board.click("802nd Battalion");
    let Deed::Refuse(refusal) = board.click_place("MACV") else { panic!("not refused") };
    assert!(!refusal.rule.as_str().is_empty() && refusal.because.ends_with('.'));
    assert_eq!(board.hand.selected, set(&["802nd Battalion"]));
}

#[test]
fn its_own_place_is_no_target_and_no_mistake() {
    let mut board = Board::at(Step::PavnNlfMovement);
    board.click("802nd Battalion");
    assert_eq!(board.click_place("N2-1"), Deed::Hold);
}

#[test]
fn shift_adds_and_takes_away_within_one_place_only() {
    let mut board = Board::at(Step::UsArvnMovement);
    board.click("A/1/1 Marines");
    board.shift_click("B/1/1 Marines");
    assert_eq!(board.hand.selected, set(&["A/1/1 Marines", "B/1/1 Marines"]));
    board.shift_click("A/1/1 Marines");
    assert_eq!(board.hand.selected, set(&["B/1/1 Marines"]));
    board.shift_click("Hac Bao");
    assert_eq!(board.hand.selected, set(&["Hac Bao"]), "a unit elsewhere begins a new selection");
}

#[test]
fn several_units_move_together_one_command_each() {
    let mut board = Board::at(Step::UsArvnMovement);
    board.click("A/1/1 Marines");
    board.shift_click("B/1/1 Marines");
    let Deed::Order(commands) = board.click_place("S3-2") else { panic!("no order") };
    assert_eq!(commands.len(), 2);
}

#[test]
fn a_double_click_takes_the_whole_stack_and_three_at_most_for_a_group() {
    let mut board = Board::at(Step::UsArvnGroups);
    let state = board.game.state().clone();
    let check = board.check();
    board.hand.click_unit(&state, named("H/2/5 Marines"), false, true, check);
    assert_eq!(board.hand.selected.len(), 3);
    assert!(board.hand.selected.has(named("H/2/5 Marines")), "the one that was clicked is among them");
    assert!(matches!(board.confirm(), Deed::Order(commands) if matches!(commands[0], Command::FormGroup { .. })));
}

#[test]
fn clicks_gather_a_group_and_put_units_back() {
    let mut board = Board::at(Step::UsArvnGroups);
    for unit in ["A/1/1 Marines", "B/1/1 Marines", "H/2/5 Marines"] {
        assert_eq!(board.click(unit), Deed::Hold);
    }
    assert_eq!(board.hand.selected, set(&["A/1/1 Marines", "B/1/1 Marines", "H/2/5 Marines"]));
    let Deed::Refuse(refusal) = board.click("G/2/5 Marines") else { panic!("a fourth unit") };
    assert_eq!(refusal.rule.as_str(), "7.2a");
    assert_eq!(board.hand.selected.len(), 3, "those in hand stay there");
    board.click("B/1/1 Marines");
    assert_eq!(board.hand.selected, set(&["A/1/1 Marines", "H/2/5 Marines"]));
    board.click("Hac Bao");
    assert_eq!(board.hand.selected, set(&["Hac Bao"]), "a group stands in one place: a unit elsewhere begins another");
    assert_eq!(board.click("806th Battalion"), Deed::Hold);
    assert_eq!(board.hand.selected, set(&["Hac Bao"]), "an enemy is only looked at");
    let Deed::Order(commands) = board.confirm() else { panic!("no order") };
    assert_eq!(commands, [Command::FormGroup { units: vec![named("Hac Bao")] }]);
    board.order(commands[0].clone());
    let Deed::Refuse(refusal) = board.click("Hac Bao") else { panic!("named twice") };
    assert_eq!(refusal.rule.as_str(), "7.2g");
}

#[test]
fn a_group_is_formed_selected_and_plans_its_attack() {
    let mut board = Board::at(Step::UsArvnGroups);
    board.click("A/1/1 Marines");
    board.click("B/1/1 Marines");
    let Deed::Order(commands) = board.confirm() else { panic!("no order") };
    for command in commands {
        board.order(command);
    }
    board.order(Command::Done);
    assert_eq!(board.game.state().step(), Step::UsArvnCombat);
    assert_eq!(board.hand.selected, set(&["A/1/1 Marines", "B/1/1 Marines"]), "the only group needs no click");
    assert_eq!(board.click_place("S4-1"), Deed::Hold);
    let plan = board.hand.plan.clone().unwrap();
    assert_eq!(plan.target(board.game.state()), Place::named("S4-1"));
    assert!(matches!(plan.order(), Command::Assault { heavy_weapons: false, .. }));
    board.hand.plan.as_mut().unwrap().level = Some(block_by_block::HeavyLevel::Two);
    let Deed::Order(commands) = board.confirm() else { panic!("no attack") };
    assert!(matches!(commands[..], [Command::Assault { heavy_weapons: true, .. }]));
}

#[test]
fn that_a_group_with_the_macv_team_cannot_assault_is_said_before_it_is_formed() {
    let group = [named("A/1/1 Marines"), named("MACV Team")];
    assert!(super::words::gathered(&group).contains("MACV Team never leaves its area"));
    assert!(!super::words::gathered(&group[..1]).contains("never"));
}

#[test]
fn the_level_that_was_planned_is_not_asked_about_again_after_the_die() {
    let mut board = Board::at(Step::UsArvnGroups);
    board.order(Command::FormGroup { units: vec![named("A/1/1 Marines"), named("B/1/1 Marines")] });
    board.order(Command::Done);
    board.click_place("S4-1");
    board.hand.plan.as_mut().unwrap().level = Some(block_by_block::HeavyLevel::Two);
    let Deed::Order(commands) = board.confirm() else { panic!("no attack") };
    board.order(commands[0].clone());
    // Friendly fire may cost a step first: who loses it is asked.
    while board.game.state().attack().is_some_and(|attack| attack.stage == Stage::FriendlyFireLoss) {
        assert_eq!(board.hand.level_meant(board.game.state()), None);
        board.order(Command::TakeLoss { unit: named("B/1/1 Marines") });
    }
    let level = Command::ChooseLevel { level: block_by_block::HeavyLevel::Two };
    assert_eq!(board.hand.level_meant(board.game.state()), Some(level.clone()));
    board.order(level);
    board.game.undo();
    board.renew();
    assert_eq!(board.game.state().attack().unwrap().stage, Stage::Level);
    assert_eq!(board.hand.level_meant(board.game.state()), None, "taken back, it is asked about");
}

#[test]
fn enemies_in_a_target_stand_for_their_place() {
    let mut board = Board::at(Step::UsArvnGroups);
    board.order(Command::FormGroup { units: vec![named("A/1/1 Marines"), named("B/1/1 Marines")] });
    board.order(Command::Done);
    assert_eq!(board.click("K4B Battalion"), Deed::Hold);
    assert_eq!(board.hand.plan.as_ref().and_then(|p| p.target(board.game.state())), Place::named("S4-1"));
}

#[test]
fn an_enemy_without_a_plan_is_only_looked_at() {
    let mut board = Board::at(Step::UsArvnMovement);
    assert_eq!(board.click("806th Battalion"), Deed::Hold);
    assert!(board.hand.offers.target_places(board.hand.selected).is_empty());
}

#[test]
fn escape_lets_go_of_one_thing_after_another() {
    let mut board = Board::at(Step::UsArvnGroups);
    board.order(Command::FormGroup { units: vec![named("A/1/1 Marines")] });
    board.order(Command::Done);
    board.click_place("S4-1");
    assert!(board.hand.plan.is_some());
    assert!(board.hand.let_go() && board.hand.plan.is_none() && !board.hand.selected.is_empty());
    assert!(board.hand.let_go() && board.hand.selected.is_empty());
    assert!(!board.hand.let_go());
}

#[test]
fn part_of_a_group_is_offered_to_split_and_not_to_attack() {
    let mut board = Board::at(Step::UsArvnGroups);
    board.order(Command::FormGroup { units: vec![named("A/1/1 Marines"), named("B/1/1 Marines")] });
    board.order(Command::Done);
    board.hand.select(named("A/1/1 Marines").set());
    assert!(board.hand.offers.target_places(board.hand.selected).is_empty());
    board.click("A/1/1 Marines");
    assert_eq!(board.hand.selected.len(), 2, "a click on one takes its group");
}

#[test]
fn every_offered_gesture_gives_legal_orders() {
    let mut board = Board::new();
    let mut picks = tabletop::dice::Seeded::new(5);
    for _ in 0..400 {
        let (options, _) = board.game.options();
        if options.is_empty() {
            return;
        }
        for unit in UnitId::each(board.hand.offers.actors()) {
            let selected = board.hand.offers.picked(unit);
            for target in board.hand.offers.targets(selected) {
                for answer in board.hand.offers.at(selected, target) {
                    board.game.check(&answer[0]).unwrap();
                }
                if let Target::Place(place) = target {
                    assert!(board.hand.offers.target_places(selected).has(place));
                }
            }
        }
        board.order(options[picks.choose(options.len())].clone());
    }
}

#[test]
fn the_events_alone_bring_the_board_to_the_position() {
    let mut board = Board::new();
    let mut shown = Shown::of(board.game.state());
    let mut picks = tabletop::dice::Seeded::new(11);
    for number in 0..600 {
        let (options, _) = board.game.options();
        if options.is_empty() {
            return;
        }
        let played = board.game.play(options[picks.choose(options.len())].clone()).unwrap();
        for event in &played.events {
            shown.take(event);
        }
        let now = Shown::of(board.game.state());
        assert_eq!(shown.units, now.units, "after order {number}: {:?}", played.events);
        assert_eq!(shown.markers(), Shown { routes: shown.routes, ..now.clone() }.markers());
        assert_eq!(shown.tracks, now.tracks);
        shown = now;
    }
}

#[test]
fn every_event_that_matters_takes_time() {
    let travelled = Event::Travelled {
        unit: named("Hac Bao"),
        path: vec![Place::MACV, Place::PALACE],
        how: block_by_block::event::Travel::March,
    };
    assert!(super::animation::pace(&travelled) > 0.2);
}
