//! The teacher's panels: lessons, the lesson beside the board, quiz, hints, luck and arithmetic.

use std::sync::Arc;

use crate::common::{asset, root, screen, screen_of};
use block_by_block::{BlockByBlock, Command, Place, Side};
use panels::Intent;
use panels::teacher::{
    Ask, ChoiceLine, ExplainModel, Feedback, HelpModel, HintLine, LearnModel, LessonLine, LessonModel, LuckLine,
    LuckModel, LuckSide, QuizModel, Turning, explain_panel, help_panel, learn_screen, lesson_panel, luck_panel,
    quiz_panel,
};
use tabletop::{Game, RuleId, Ruleset};
use teacher::explain::explain;

fn rule(id: &'static str) -> RuleId {
    RuleId::fixed(id)
}

fn lesson_line(title: &str, finished: bool, done: u16) -> LessonLine {
    let about = "Units march as far as you like, until they come up against the enemy.".into();
    LessonLine { title: title.into(), about, minutes: 3, done, of: 6, finished }
}

#[test]
fn the_page_lists_the_lessons_with_what_was_done_of_them() {
    let model = LearnModel {
        ruleset: "Block by Block".into(),
        lessons: vec![
            lesson_line("Move a company", true, 6),
            lesson_line("Name your assault groups", false, 2),
            lesson_line("Your first assault", false, 0),
        ],
        quiz: (7, 5),
        problem: None,
    };
    let mut screen = screen(|ui| learn_screen(ui, &model));
    assert!(screen.shows("1 of 3 lessons finished. About 6 minutes are left."));
    assert!(screen.shows("2 of 6 steps"));
    assert!(screen.shows("5 of 7 answered correctly so far."));
    assert_eq!(screen.click("Begin: Your first assault"), vec![Intent::Teacher(Ask::Lesson(2))]);
    assert_eq!(screen.click("Again: Move a company"), vec![Intent::Teacher(Ask::Lesson(0))]);
    assert_eq!(screen.click("Ask me"), vec![Intent::Teacher(Ask::Quiz)]);
    assert_eq!(screen.click("Back"), vec![Intent::Teacher(Ask::LeavePage)]);
    screen.assert_nothing_is_cut();
    screen.picture("teacher-learn");
}

#[test]
fn a_page_without_lessons_or_with_a_damaged_one_says_so() {
    let mut model = LearnModel { ruleset: "20mm Platoon".into(), ..LearnModel::default() };
    {
        let empty = model.clone();
        let screen = screen(move |ui| learn_screen(ui, &empty));
        assert!(screen.shows("This game has no lessons yet."));
    }
    model.problem = Some("lessons/01.ron:4:5: There is no field `tsak` here.".into());
    let screen = screen(|ui| learn_screen(ui, &model));
    assert!(screen.shows("There is no field `tsak` here."));
}

fn lesson_model() -> LessonModel {
    LessonModel {
        title: "Move a company".into(),
        step: 2,
        of: 6,
        text: "The enemy stops you. A unit that enters an area of a zone halts there if an enemy stands in a neighbouring area of the same zone. The 804th Battalion sits in S3-3.".into(),
        task: "Move F/2/5 Marines to S3-2, beside the battalion.".into(),
        turning: Turning::Act,
        feedback: Some(Feedback::Wrong(
            "It would have to pass through S3-2, and there the battalion next door stops it.".into(),
            Some((rule("6.2c"), "F/2/5 Marines must stop in S3-2.".into())),
        )),
        back: true,
        busy: false,
    }
}

#[test]
fn a_wrong_try_is_answered_with_its_reason_and_its_rule() {
    let model = lesson_model();
    let mut screen = screen_of(372.0, 420.0, 1.0, |ui| lesson_panel(ui, &model));
    assert!(screen.shows("the battalion next door stops it"));
    assert_eq!(screen.click("Rule 6.2c"), vec![Intent::OpenRule(rule("6.2c"))]);
    assert_eq!(screen.click("Show me"), vec![Intent::Teacher(Ask::ShowMe)]);
    assert_eq!(screen.click("Back"), vec![Intent::Teacher(Ask::Back)]);
    assert_eq!(screen.click("Leave"), vec![Intent::Teacher(Ask::LeaveLesson)]);
    screen.assert_fits();
    screen.picture("teacher-lesson");
}

#[test]
fn the_button_is_the_one_the_step_needs() {
    for (turning, label, ask) in [
        (Turning::Read, "Go on", Ask::GoOn),
        (Turning::Retry, "Try again", Ask::Back),
        (Turning::Done(true), "Next lesson", Ask::NextLesson),
        (Turning::Done(false), "All lessons", Ask::LeaveLesson),
        (Turning::Solve(2), "Show me", Ask::ShowMe),
    ] {
        let model = LessonModel { turning, task: String::new(), feedback: None, ..lesson_model() };
        let mut screen = screen_of(372.0, 420.0, 1.0, |ui| lesson_panel(ui, &model));
        assert_eq!(screen.click(label), vec![Intent::Teacher(ask)], "{turning:?}");
        assert_eq!(screen.shows("2 commands left."), turning == Turning::Solve(2));
    }
}

#[test]
fn the_quiz_tells_why_once_it_is_answered() {
    let mut model = QuizModel {
        moment: "Turn 2 of 5, US/ARVN movement".into(),
        asks: "May H/2/5 Marines move from MACV to S3-3?".into(),
        answers: vec!["Yes".into(), "No".into()],
        given: None,
        right: 1,
        explanation: "No. S3-3 holds an enemy. Assault it in the Combat Phase.".into(),
        rule: Some(rule("6.2b")),
        score: (3, 2),
    };
    {
        let open = model.clone();
        let mut screen = screen_of(372.0, 560.0, 1.0, move |ui| quiz_panel(ui, &open));
        assert!(!screen.shows("S3-3 holds an enemy"), "the answer is not told before");
        assert_eq!(screen.click("No"), vec![Intent::Teacher(Ask::Answer(1))]);
    }
    model.given = Some(0);
    let mut screen = screen_of(372.0, 560.0, 1.0, |ui| quiz_panel(ui, &model));
    assert!(screen.shows("Wrong.") && screen.shows("S3-3 holds an enemy"));
    assert_eq!(screen.click("Next question"), vec![Intent::Teacher(Ask::NextQuestion)]);
    screen.assert_fits();
    screen.picture("teacher-quiz");
}

#[test]
fn help_lists_kinds_with_examples_and_hints_when_they_are_wanted() {
    let choice = |title: &str, count: usize, examples: &[&str]| ChoiceLine {
        title: title.into(),
        rule: Some(rule("7.5a")),
        count,
        examples: examples.iter().map(|&e| e.to_owned()).collect(),
    };
    let mut model = HelpModel {
        question: "Which group attacks, and what?".into(),
        complete: true,
        choices: vec![
            choice(
                "Assault an area",
                4,
                &["Group 2 (F/2/5 Marines and G/2/5 Marines) assaults N1-1.", "Group 3 assaults N1-3."],
            ),
            choice("Pause a group", 3, &["Group 1 pauses."]),
        ],
        hints: None,
        veteran: None,
    };
    {
        let off = model.clone();
        let mut screen = screen_of(400.0, 560.0, 1.0, move |ui| help_panel(ui, &off));
        assert_eq!(
            screen.click("Show: Group 1 pauses."),
            vec![Intent::Teacher(Ask::ShowExample { kind: 1, example: 0 })]
        );
        assert_eq!(screen.click("Show hints"), vec![Intent::Teacher(Ask::Hints(true))]);
    }
    model.hints = Some(vec![HintLine {
        phrase: "Group 2 assaults N1-1.".into(),
        reason: "It costs the enemy steps, but may cost you steps. Most likely (1 in 3): Success (*).".into(),
        rule: Some(rule("7.5a")),
    }]);
    let mut screen = screen_of(400.0, 560.0, 1.0, |ui| help_panel(ui, &model));
    assert_eq!(screen.click("Show: Group 2 assaults N1-1."), vec![Intent::Teacher(Ask::ShowHint(0))]);
    assert_eq!(screen.click("Close"), vec![Intent::Teacher(Ask::Close)]);
    screen.assert_fits();
    screen.picture("teacher-help");
}

#[test]
fn the_luck_ledger_says_who_had_it() {
    let side = |side: Side, percentile| LuckSide { side: side.into(), throws: 3, dice: 5, percentile };
    let model = LuckModel {
        sides: vec![side(Side::UsArvn, 72.0), side(Side::PavnNlf, 28.0)],
        lines: vec![LuckLine {
            order: 4,
            side: Side::UsArvn.into(),
            phrase: "Group 2 (F/2/5 Marines and G/2/5 Marines) assaults N1-1.".into(),
            dice: vec![(2, 6), (4, 6)],
            percentile: Some(83),
        }],
    };
    let mut screen = screen_of(400.0, 420.0, 1.0, |ui| luck_panel(ui, &model));
    assert!(screen.shows("US/ARVN: lucky") && screen.shows("PAVN/NLF: unlucky") && screen.shows("83: lucky"));
    let explain = "Explain: Group 2 (F/2/5 Marines and G/2/5 Marines) assaults N1-1.";
    assert_eq!(screen.click(explain), vec![Intent::Teacher(Ask::Explain(4))]);
    screen.assert_fits();
    screen.picture("teacher-luck");
}

#[test]
fn an_order_opens_into_its_arithmetic_with_a_rule_on_each_line() {
    let rules = Arc::new(BlockByBlock::load(&asset).expect("the data files are right"));
    let file = root().join("scenarios/block-by-block/combat-example.ron");
    let text = std::fs::read_to_string(file).expect("the example is there");
    let scenario = tabletop::parse_ron("combat-example.ron", &text).expect("the example is right");
    let mut game = Game::new(rules, scenario, "combat-example", 1).expect("the example begins");
    game.play_tape(Command::Pause { group: 1 }, []).expect("a group may pause");
    let target = Place::named("N1-1").expect("there is N1-1");
    game.play_tape(Command::Assault { group: 2, target, heavy_weapons: false }, [2]).expect("the example's assault");
    let model = ExplainModel { phrase: "Group 2 assaults N1-1.".into(), parts: explain(&game, 1, None) };
    let mut screen = screen_of(400.0, 640.0, 1.0, |ui| explain_panel(ui, &model));
    assert!(screen.shows("terrain of N1-1") && screen.shows("PAVN/NLF holds gate E") && screen.shows("* success"));
    assert_eq!(screen.click("Rule 8.1g"), vec![Intent::OpenRule(rule("8.1g"))]);
    screen.assert_fits();
    screen.picture("teacher-explain");
}
