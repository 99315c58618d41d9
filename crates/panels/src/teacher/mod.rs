//! The teacher's panels: the page with the lessons, the lesson beside the board, quiz, hints, luck and arithmetic.

mod explain;
mod help;
mod learn;
mod lesson;
mod luck;
mod quiz;

pub use explain::{ExplainModel, account_lines, explain_panel, explanation, luck_words};
pub use help::{ChoiceLine, HelpModel, HintLine, Veteran, help_panel};
pub use learn::{LearnModel, LessonLine, learn_screen};
pub use lesson::{Feedback, LessonModel, Turning, lesson_panel};
pub use luck::{LuckLine, LuckModel, LuckSide, luck_panel};
pub use quiz::{QuizModel, quiz_panel};

use egui::{ScrollArea, Ui};
use tabletop::between;

use crate::theme::scrolling;

/// What of a window's height is not for the text of a card: prompt, status line, the card's own heading and buttons, in points.
const BESIDE_TEXT: f32 = 250.0;

/// The text of a card: it scrolls where the window is too small for it, so that the buttons below it stay in sight.
fn card_text<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let most = between(ui.ctx().content_rect().height() - BESIDE_TEXT, 96.0, f32::INFINITY);
    let area = ScrollArea::vertical().id_salt(name).auto_shrink([false, true]).max_height(most);
    scrolling(ui, area.min_scrolled_height(most), add)
}

/// Something that is asked of the teacher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Go to the page with the lessons of the ruleset whose scenarios, or whose game, are shown.
    Learn,
    /// Go to the page with the lessons of this ruleset.
    LearnRuleset(&'static str),
    /// Leave that page.
    LeavePage,
    /// Take the lesson with this place in the list.
    Lesson(usize),
    /// Turn the page of a step that is only read.
    GoOn,
    /// Go back a step, or begin the free task again.
    Back,
    /// Play what is right.
    ShowMe,
    /// Take the next lesson.
    NextLesson,
    /// Go back to the list of lessons.
    LeaveLesson,
    /// Begin the quiz.
    Quiz,
    /// Answer the question of the quiz.
    Answer(usize),
    /// Ask another question.
    NextQuestion,
    /// Open or close "What can I do?".
    Help,
    /// Show hints, or stop showing them.
    Hints(bool),
    /// Let the example of a kind of decision light up on the board. `kind`: the kind's place in the list. `example`:
    /// the example's place in it.
    ShowExample { kind: usize, example: usize },
    /// Let what a hint is about light up on the board.
    ShowHint(usize),
    /// Open or close the luck ledger.
    Luck,
    /// Open an order into its arithmetic, over the board.
    Explain(usize),
    /// Say why the computer gave an order.
    Why(usize),
    /// Work out the arithmetic of an order: one of its lines in the log was opened.
    Unfold(usize),
    /// Close what lies over the board: help, luck ledger, arithmetic.
    Close,
}
