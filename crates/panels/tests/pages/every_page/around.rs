//! What lies around every board: the panels in their places, and the teacher's cards.

use std::rc::Rc;

use egui::Ui;
use panels::around::{sidebar, surround};
use panels::computer::{
    ComputerModel, CourseLine, CourseModel, Promise, Told, WhyModel, WhyState, course_card, why_panel,
};
use panels::log::{LogBook, LogModel, Logged};
use panels::prompt::{Choice, Hint, Kind, PromptModel, hint_strip, plain_answers, prompt_bar};
use panels::teacher::{
    ChoiceLine, ExplainModel, HelpModel, HintLine, LuckLine, LuckModel, LuckSide, QuizModel, Veteran, explain_panel,
    help_panel, luck_panel, quiz_panel,
};
use panels::theme::SideMark;
use panels::timeline::{TimelineModel, timeline_panel};
use tabletop::{Game, Refusal};
use teacher::Teaching;
use teacher::choices::choices;

use super::stage::{Page, floating};

/// Draws part of a window.
pub type Draw = Rc<dyn Fn(&mut Ui)>;

/// The panels around a board; the log lies below the sidebar if there is one.
pub fn window(
    prompt: Draw,
    status: Draw,
    tabs: &'static [(usize, &'static str)],
    tab: usize,
    part: Draw,
    log: Option<(Rc<LogBook>, usize)>,
) -> impl Fn(&mut Ui) + 'static {
    move |ui| {
        surround(
            ui.ctx(),
            Box::new(|ui, _| prompt(ui)),
            Box::new(|ui, _| status(ui)),
            Box::new(|ui, intents| {
                let log = log.as_ref().map(|(book, at)| LogModel { book, at: *at });
                sidebar(ui, tabs, tab, log.as_ref(), intents, |ui, _| part(ui));
            }),
        );
    }
}

/// A prompt made of the kinds of decision that the teacher knows.
pub fn prompt<R: Teaching>(rules: &R, view: &R::State, mark: Option<SideMark>, point: usize) -> Draw {
    let (kinds, _) = choices(rules, view);
    let mut index = 0;
    let kind = |choice: teacher::choices::Choice<R::Command>| {
        let choices = choice.examples.iter().map(|example| {
            index += 1;
            Choice { index, group: String::new(), phrase: example.phrase.clone(), harms: false }
        });
        Kind { label: choice.kind.title.clone(), choices: choices.collect(), ..Kind::default() }
    };
    let model = PromptModel {
        side: mark,
        moment: rules.moment(view).1,
        question: rules.question(view),
        rule: Some(rules.question_rule(view)),
        answers: plain_answers(point, kinds.into_iter().map(kind).collect()),
        undo: true,
        redo: point.is_multiple_of(2),
        busy: false,
        before: point.checked_sub(1),
        past: point.is_multiple_of(7).then_some((point, point + 5)),
        computer: point.is_multiple_of(3).then(|| computer(point)),
        keys: true,
    };
    Rc::new(move |ui| _ = prompt_bar(ui, &model))
}

/// The computer at its turn.
fn computer(point: usize) -> ComputerModel {
    ComputerModel {
        name: ["Recruit", "Regular", "Veteran"][point % 3],
        paused: point.is_multiple_of(2),
        skipping: point.is_multiple_of(5),
        slower: true,
        faster: point.is_multiple_of(4),
        opposed: point.is_multiple_of(7),
    }
}

/// What the computer did in the last orders of a game, and why it gave the last of them.
fn deeds<R: Teaching + Logged>(game: &Game<R>, at: usize, reader: Option<R::Side>) -> (CourseModel, WhyModel) {
    let rules = &**game.rules();
    let lines: Vec<CourseLine> = game
        .log(at.saturating_sub(9)..at, reader)
        .into_iter()
        .map(|line| CourseLine {
            order: line.entry,
            ordered: line.phrase.unwrap_or_default(),
            told: line.told.join(" "),
        })
        .collect();
    let promise = |line: &CourseLine| Promise {
        phrase: line.ordered.clone(),
        because: "It wins ground and costs the enemy more, though it leaves the gate open.".into(),
        worth: 12 - line.order as i64 % 7,
        rule: Some(rules.question_rule(game.state_at(line.order))),
    };
    let others: Vec<Promise> = lines.iter().map(promise).collect();
    let state = match at % 4 {
        0 => WhyState::Thinking,
        1 => WhyState::Withheld,
        _ => WhyState::Told(Told {
            order: others.last().cloned().unwrap_or_default(),
            likeliest: lines.last().map(|line| format!("Likeliest, in 83 of 100: {}", line.told)),
            others,
        }),
    };
    let side = R::mark(rules.sides()[at % 2]);
    let moment = rules.moment(game.state_at(at)).1;
    let around = [at.checked_sub(2), at.is_multiple_of(2).then_some(at)];
    let why = WhyModel { who: format!("Veteran, {}", side.name), moment, state, around };
    (CourseModel { side, lines, over: at.is_multiple_of(2), why: at.is_multiple_of(3) }, why)
}

/// What floats over every board at this point of a game.
pub fn cards<R: Teaching + Logged>(
    what: &str,
    game: &Game<R>,
    at: usize,
    reader: Option<R::Side>,
    refusal: Option<Refusal>,
) -> Vec<Page> {
    let rules = &**game.rules();
    let state = game.state_at(at);
    let view = rules.to_act(state).map_or_else(|| state.clone(), |side| rules.view(state, side));
    let mut pages = Vec::new();
    let mut add = |name: &str, width: f32, draw: Draw| {
        pages.push(Page::new(format!("{what} {name}"), at, floating(width, move |ui| draw(ui))));
    };
    let (kinds, complete) = choices(rules, &view);
    let hints = kinds.first().map(|kind| {
        let line = |example: &teacher::choices::Example<R::Command>| HintLine {
            phrase: example.phrase.clone(),
            reason: "It takes nothing from the others and leaves the way to the landing zone open.".into(),
            rule: kind.kind.rule.clone(),
        };
        kind.examples.iter().map(line).collect()
    });
    let veteran = match kinds.last().and_then(|kind| Some((kind, kind.examples.last()?))) {
        Some((kind, example)) => Veteran::Would(HintLine {
            phrase: example.phrase.clone(),
            reason: "It wins ground and keeps the platoon together, though it leaves the gate to the enemy.".into(),
            rule: kind.kind.rule.clone(),
        }),
        None => Veteran::Thinking,
    };
    let help = HelpModel {
        question: rules.question(&view),
        complete,
        choices: kinds
            .into_iter()
            .map(|choice| ChoiceLine {
                title: choice.kind.title,
                rule: choice.kind.rule,
                count: choice.count,
                examples: choice.examples.into_iter().map(|e| e.phrase).collect(),
            })
            .collect(),
        hints: hints.filter(|_| at.is_multiple_of(2)),
        veteran: at.is_multiple_of(2).then_some(veteran),
    };
    add(
        "help",
        400.0,
        Rc::new(move |ui| {
            help_panel(ui, &help);
        }),
    );
    if let Some(refusal) = refusal {
        let hint = Hint::Refused(refusal);
        add("refusal", 860.0, Rc::new(move |ui| _ = hint_strip(ui, &hint)));
    }
    let Some(order) = at.checked_sub(1) else { return pages };
    let (course, why) = deeds(game, at, reader);
    add("deeds of the computer", 380.0, Rc::new(move |ui| _ = course_card(ui, &course)));
    add("why", 400.0, Rc::new(move |ui| _ = why_panel(ui, &why)));
    let line = game.log(order..at, reader).pop();
    let phrase = line.as_ref().and_then(|line| line.phrase.clone()).unwrap_or_default();
    let explained = ExplainModel { phrase: phrase.clone(), parts: teacher::explain::explain(game, order, reader) };
    add(
        "arithmetic",
        400.0,
        Rc::new(move |ui| {
            explain_panel(ui, &explained);
        }),
    );
    let timeline = TimelineModel {
        at,
        length: game.len(),
        moment: rules.moment(state).1,
        order: phrase,
        turns: vec![(0, "Turn 1".into()), (game.len() / 2, "Turn 2".into())],
        live: at.is_multiple_of(3),
        elsewhere: false,
    };
    add("timeline", 760.0, Rc::new(move |ui| _ = timeline_panel(ui, &timeline)));
    let rolls: Vec<_> = game.log(at.saturating_sub(12)..at, reader);
    let luck = LuckModel {
        sides: rules
            .sides()
            .iter()
            .map(|side| LuckSide { side: R::mark(*side), throws: at, dice: at * 7, percentile: 37.5 })
            .collect(),
        lines: rolls
            .into_iter()
            .filter_map(|line| {
                Some(LuckLine {
                    order: line.entry,
                    side: R::mark(line.side?),
                    phrase: line.phrase?,
                    dice: line.rolls.iter().map(|roll| (roll.value, roll.sides)).collect(),
                    percentile: Some(62),
                })
            })
            .collect(),
    };
    add(
        "luck",
        400.0,
        Rc::new(move |ui| {
            luck_panel(ui, &luck);
        }),
    );
    pages
}

/// A question of the quiz, open and answered.
pub fn quiz<R: Teaching>(what: &str, game: &Game<R>) -> Vec<Page> {
    let asked = (1..40).filter_map(|seed| teacher::quiz::question(game.rules(), game.scenario(), seed)).take(6);
    let page = |(n, question): (usize, teacher::quiz::QuestionOf<R>)| {
        let model = QuizModel {
            moment: game.rules().moment(&question.seen).1,
            asks: question.asks,
            answers: question.answers,
            given: (n % 2 == 1).then_some(0),
            right: question.right,
            explanation: question.explanation,
            rule: question.rule,
            score: (7, 3),
        };
        Page::new(format!("{what} quiz"), n, floating(372.0, move |ui| _ = quiz_panel(ui, &model)))
    };
    asked.enumerate().map(page).collect()
}
