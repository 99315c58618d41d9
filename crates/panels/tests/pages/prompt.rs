//! The prompt bar: what it asks, what its buttons give, and that it can be played by keyboard.

use crate::common::{area_prompt, options, position, random_game, rules, screen, screen_of};
use block_by_block::state::Stage;
use block_by_block::{Command, State, Step, UnitId, UnitSet};
use panels::Intent;
use panels::area::AreaIntent;
use panels::prompt::{Choice, Does, Hint, Kind, PromptModel, hint_strip, plain_answers, prompt_bar};
use tabletop::{Refusal, RuleId, Ruleset as _};

fn prompt(state: &State, selection: UnitSet) -> PromptModel {
    area_prompt(rules(), state, &options(state), selection)
}

/// Every order a prompt offers, in its row and in its menus.
fn offered(model: &PromptModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    for answer in &model.answers {
        match &answer.does {
            Does::At(intent) => intents.push(intent.clone()),
            Does::Menu(items) => intents.extend(items.iter().map(|i| i.intent.clone())),
        }
    }
    intents
}

#[test]
fn every_position_of_a_game_has_few_buttons_and_a_way_on() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=3 {
        for state in random_game(seed).states {
            if state.step() == Step::Over {
                continue;
            }
            let options = options(&state);
            let model = prompt(&state, UnitSet::EMPTY);
            seen.insert(format!("{:?} {:?}", state.step(), state.attack().map(|a| a.stage)));
            assert!(!model.answers.is_empty(), "{}: {}", model.moment, model.question);
            assert!(model.answers.len() <= 7, "{} answers to {}", model.answers.len(), model.question);
            assert!(model.side.is_some());
            let mut keys: Vec<_> = model.answers.iter().filter_map(|a| a.key).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), model.answers.len(), "every button has a key of its own");
            for answer in &model.answers {
                let number = answer.label.strip_prefix("Group ").or_else(|| answer.label.strip_prefix("Level "));
                let digits = number.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
                // A number of two digits is on no key.
                let printed = digits.filter(|digits| digits.len() == 1).and_then(|digits| digits.chars().next());
                assert!(printed.is_none() || printed == answer.key, "{} has the key {:?}", answer.label, answer.key);
            }
            for intent in offered(&model) {
                if let Intent::Area(AreaIntent::Order(command)) | Intent::Area(AreaIntent::Preview(command)) = intent {
                    assert!(options.contains(&command), "{command:?} is offered and not legal");
                }
            }
        }
    }
    assert!(seen.len() > 15, "the games came through many kinds of position: {seen:?}");
}

#[test]
fn every_legal_command_can_be_reached_from_the_prompt() {
    let state = random_game(2).states;
    for state in state.iter().filter(|s| s.step() != Step::Over).step_by(7) {
        let everybody: Vec<UnitId> = UnitId::all().collect();
        let mut found = offered(&prompt(state, UnitSet::EMPTY));
        for unit in everybody {
            found.extend(offered(&prompt(state, unit.set())));
        }
        let one_by_one = |units: &[UnitId], order: &Command| {
            let taken = |n: usize| units[..n].iter().collect();
            let with = |n: usize| offered(&prompt(state, taken(n)));
            let whole = with(units.len()).contains(&Intent::Area(AreaIntent::Order(order.clone())));
            let steps = (0..units.len()).all(|n| with(n).contains(&Intent::Area(AreaIntent::SelectUnit(units[n]))));
            found.contains(&Intent::Area(AreaIntent::Order(order.clone()))) || (whole && steps)
        };
        for option in options(state) {
            let plain = match &option {
                Command::FormGroup { units } | Command::Defend { units } => one_by_one(units, &option),
                Command::Assault { group, target, .. } => {
                    found.iter().any(|i| matches!(i, Intent::Area(AreaIntent::Preview(Command::Assault { group: g, target: t, .. })) if g == group && t == target))
                }
                Command::CloseCombat { group, .. } => {
                    found.iter().any(|i| matches!(i, Intent::Area(AreaIntent::Preview(Command::CloseCombat { group: g, .. })) if g == group))
                }
                other => found.contains(&Intent::Area(AreaIntent::Order(other.clone()))),
            };
            assert!(plain, "{option:?} cannot be reached in {}", rules_moment(state));
        }
    }
}

fn rules_moment(state: &State) -> String {
    prompt(state, UnitSet::EMPTY).moment
}

#[test]
fn a_group_is_gathered_unit_by_unit_and_the_bar_says_who_may_still_come() {
    let marines = |names: &[&str]| names.iter().map(|name| UnitId::named(name).expect("a unit")).collect::<UnitSet>();
    let state = position(|s| {
        let four = marines(&["A/1/1 Marines", "B/1/1 Marines", "G/2/5 Marines", "H/2/5 Marines"]);
        s.step() == Step::UsArvnGroups && four.is_within(s.units_at(block_by_block::Place::MACV))
    });
    let ask = |names: &[&str]| prompt(&state, marines(names));
    let none = ask(&[]);
    assert!(none.question.contains("one to three units in one place") && none.question.contains("Enter"));
    assert!(
        none.answers.iter().all(
            |a| !matches!(&a.does, Does::Menu(items) if items.iter().any(|i| matches!(i.intent, Intent::Area(AreaIntent::Order(_)))))
        )
    );
    let one = ask(&["A/1/1 Marines"]);
    assert!(one.question.contains("Click up to two more units in MACV"), "{}", one.question);
    assert_eq!(one.answers[0].label, "Form group: A/1/1 Marines");
    let two = ask(&["A/1/1 Marines", "B/1/1 Marines"]);
    assert!(two.question.contains("one more unit in MACV"), "{}", two.question);
    let three = ask(&["A/1/1 Marines", "B/1/1 Marines", "G/2/5 Marines"]);
    assert_eq!(three.question, "Press Enter: these attack together.");
    let back = Intent::Area(AreaIntent::SelectUnit(UnitId::named("B/1/1 Marines").expect("a unit")));
    assert!(offered(&three).contains(&back), "who is in hand can be put back");
    let mut screen = screen(|ui| prompt_bar(ui, &two));
    screen.assert_fits();
    screen.picture("prompt-gathering");
}

#[test]
fn ending_the_step_is_a_click_or_the_key_zero() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = prompt(&state, UnitSet::EMPTY);
    let ending = model.answers.iter().find(|a| a.key == Some('0')).expect("the step can be ended");
    let left = ending.confirm.clone().expect("much is unused");
    assert_eq!(ending.label, format!("End movement ({left})"));
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    assert_eq!(screen.click(&ending.label), vec![], "what loses much is asked about once");
    screen.picture("prompt-sure");
    assert_eq!(screen.click(&format!("Sure? {left}")), vec![Intent::Area(AreaIntent::Order(Command::Done))]);
    for given in [vec![], vec![Intent::Area(AreaIntent::Order(Command::Done))]] {
        screen.harness.key_press(egui::Key::Num0);
        screen.harness.run();
        assert_eq!(*screen.harness.state(), given, "by key as well");
    }
    assert!(screen.shows("US/ARVN acts"));
    assert!(screen.shows(&model.question));
    screen.assert_fits();
    screen.picture("prompt-movement");
    screen.harness.key_press(egui::Key::Num0);
    screen.harness.run();
    assert!(screen.shows("Sure?"));
    screen.harness.key_press(egui::Key::Tab);
    screen.harness.run();
    assert!(!screen.shows("Sure?"), "something else is wanted first");
}

#[test]
fn a_menu_opens_by_its_digit_and_gives_its_lines() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = prompt(&state, UnitSet::EMPTY);
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    screen.harness.key_press(egui::Key::Num1);
    screen.harness.run();
    screen.picture("prompt-menu");
    let line = model.answers.iter().find_map(|a| match &a.does {
        Does::Menu(items) => items.first().cloned(),
        Does::At(_) => None,
    });
    let line = line.expect("units can move");
    assert_eq!(screen.click(&line.label), vec![line.intent]);
}

#[test]
fn keys_alone_choose_a_line_of_a_menu() {
    use egui::Key::{ArrowDown, ArrowUp, Enter, Num1, Num3};
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = prompt(&state, UnitSet::EMPTY);
    let Does::Menu(lines) = &model.answers[0].does else { panic!("units can move") };
    let lines = lines.clone();
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    for (keys, chosen) in
        [(&[Enter][..], 0), (&[ArrowDown, Enter], 1), (&[ArrowDown, ArrowDown, ArrowUp, Enter], 1), (&[Num3], 2)]
    {
        for key in [Num1].iter().chain(keys) {
            screen.harness.key_press(*key);
            screen.harness.run();
        }
        assert_eq!(std::mem::take(screen.harness.state_mut()), vec![lines[chosen].intent.clone()], "{keys:?}");
    }
}

#[test]
fn an_answer_that_finds_no_room_in_the_bar_keeps_its_letter() {
    let kind = |n: usize| Kind {
        label: format!("An order with a long name, number {n}"),
        key: panels::prompt::LETTERS.chars().nth(n),
        choices: vec![Choice { index: n, ..Choice::default() }],
        ..Kind::default()
    };
    let answers = plain_answers(0, (0..8).map(kind).collect());
    let model = PromptModel { question: "What now?".into(), answers, keys: true, ..PromptModel::default() };
    let last = || vec![Intent::Choose { point: 0, index: 7 }];
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    let letter = egui::Key::from_name(&model.answers[7].key.unwrap().to_string()).unwrap();
    screen.harness.key_press(letter);
    screen.harness.run();
    assert_eq!(std::mem::take(screen.harness.state_mut()), last(), "while the list is closed");
    screen.click("More");
    screen.harness.key_press(letter);
    screen.harness.run();
    assert_eq!(std::mem::take(screen.harness.state_mut()), last(), "while it is open");
}

#[test]
fn undo_and_redo_by_button_and_by_key() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = prompt(&state, UnitSet::EMPTY);
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    assert_eq!(screen.click("Undo (U)"), vec![Intent::Undo]);
    assert_eq!(screen.click("Redo (Ctrl+Y)"), vec![Intent::Redo]);
    screen.harness.key_press(egui::Key::U);
    screen.harness.run();
    assert_eq!(std::mem::take(screen.harness.state_mut()), vec![Intent::Undo]);
    screen.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Y);
    screen.harness.run();
    assert_eq!(*screen.harness.state(), vec![Intent::Redo]);
}

#[test]
fn nothing_can_be_answered_while_something_moves_but_it_can_be_skipped() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = PromptModel { busy: true, ..prompt(&state, UnitSet::EMPTY) };
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    let ending = model.answers.iter().find(|a| a.key == Some('0')).expect("the step can be ended");
    assert_eq!(screen.click(&ending.label), vec![]);
    screen.harness.key_press(egui::Key::Num0);
    screen.harness.run();
    assert_eq!(*screen.harness.state(), vec![]);
    assert_eq!(screen.click("Skip"), vec![Intent::SkipAnimation]);
}

#[test]
fn a_position_of_the_past_offers_the_way_back_only() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = PromptModel { past: Some((12, 40)), answers: Vec::new(), ..prompt(&state, UnitSet::EMPTY) };
    let mut screen = screen(|ui| prompt_bar(ui, &model));
    assert!(screen.shows("order 12 of 40"));
    assert_eq!(screen.click("Return to now"), vec![Intent::ReturnToNow]);
    assert_eq!(screen.click("Continue from here"), vec![Intent::ContinueFromHere]);
    screen.picture("prompt-past");
}

#[test]
fn a_refusal_says_why_and_leads_to_its_rule() {
    let rule = RuleId::fixed("7.5a");
    let refusal = Refusal::new(
        rule.clone(),
        "N1-5 is not beside N1-1.",
        "Choose an area that shares a border with the group's own.",
    );
    let words = Hint::Refused(refusal);
    let mut screen = screen(|ui| hint_strip(ui, &words));
    assert!(screen.shows("N1-5 is not beside N1-1."));
    assert!(screen.shows("Choose an area"));
    assert_eq!(screen.click("Rule 7.5a"), vec![Intent::OpenRule(rule)]);
    screen.picture("prompt-refusal");
}

#[test]
fn every_stage_of_a_combat_fits_into_the_bar() {
    for (name, stage) in [
        ("friendly-fire", Stage::FriendlyFireLoss),
        ("level", Stage::Level),
        ("defenders", Stage::Defenders),
        ("losses", Stage::Losses),
        ("defensive-action", Stage::DefensiveAction),
        ("retreat", Stage::Retreat),
    ] {
        let state = position(|s| s.attack().is_some_and(|a| a.stage == stage));
        let model = prompt(&state, UnitSet::EMPTY);
        let mut wide = screen_of(1280.0, 160.0, 1.0, |ui| prompt_bar(ui, &model));
        wide.assert_fits();
        wide.picture(&format!("prompt-{name}"));
        screen_of(1280.0, 400.0, 2.0, |ui| prompt_bar(ui, &model)).assert_nothing_is_cut();
    }
    let state = position(|s| s.step() == Step::UsArvnCombat && s.attack().is_none() && s.groups().count() > 1);
    let model = prompt(&state, UnitSet::EMPTY);
    let mut wide = screen_of(1280.0, 160.0, 1.0, |ui| prompt_bar(ui, &model));
    wide.assert_fits();
    wide.picture("prompt-combat");
}

#[test]
fn a_group_that_can_attack_nothing_says_so_and_why() {
    let (mut idle, mut none) = (0, 0);
    for state in (1..=3).flat_map(|seed| random_game(seed).states) {
        if !matches!(state.step(), Step::UsArvnCombat | Step::PavnNlfCombat) || state.attack().is_some() {
            continue;
        }
        let options = options(&state);
        let attacks = |number: u8| {
            options.iter().any(|option| match option {
                Command::Assault { group, .. } | Command::CloseCombat { group, .. } => *group == number,
                Command::WalkThrough { group, .. } => *group == number,
                _ => false,
            })
        };
        let acting = options.iter().filter_map(|o| if let Command::Pause { group } = o { Some(*group) } else { None });
        let acting: Vec<u8> = acting.collect();
        for number in &acting {
            let model = prompt(&state, state.group(*number).unwrap().units);
            let why = rules().why_no_attack(&state, *number).filter(|_| !attacks(*number));
            let usual = || (rules().question(&state), rules().question_rule(&state));
            let (question, rule) = why.map_or_else(usual, |why| (why.because, why.rule));
            assert_eq!((model.question, model.rule), (question, Some(rule)), "group {number}");
            idle += usize::from(!attacks(*number));
        }
        // Such groups alone are left.
        let rests = |option: &&Command| match option {
            Command::Pause { group } => !attacks(*group),
            option => **option == Command::Done,
        };
        let left: Vec<Command> = options.iter().filter(rests).cloned().collect();
        if left.len() > 2 {
            let question = area_prompt(rules(), &state, &left, UnitSet::EMPTY).question;
            assert!(question.starts_with("No group can attack."), "{question}");
            none += 1;
        }
    }
    assert!(idle > 100 && none > 10, "{idle} idle groups, {none} times none could attack");
}

#[test]
fn a_hint_about_the_selection_can_put_the_selection_away() {
    let words = Hint::Plain("A/1/1 Marines is selected: press an area that glows.".into());
    let mut screen = screen(|ui| hint_strip(ui, &words));
    assert!(screen.shows("press an area that glows"));
    assert_eq!(screen.click("Clear the selection"), vec![Intent::ClearSelection]);
}
