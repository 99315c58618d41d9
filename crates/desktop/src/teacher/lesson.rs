//! A lesson or a question of the quiz on the table.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use opponent::{Level, Mind, Patience, View};
use panels::Intent;
use panels::teacher::{Ask, Feedback, LessonModel, QuizModel, Turning, lesson_panel, quiz_panel};
use tabletop::{Game, Refusal, Ruleset};
use teacher::lesson::Shown;
use teacher::quiz::{Better, QuestionOf, asked, weighed};
use teacher::{Answer, Run, Stage, Teaching, lessons};

use super::desk::write_progress;
use super::over;
use super::schools::{Take, Taken};
use super::{Teacher, ask_nearer, card};
use crate::hud::floating::Card;
use crate::shell::banner::Banner;
use crate::shell::camera::BoardRect;
use crate::shell::folders::Folders;
use crate::shell::game::{Order, Play, Practice, Practise, Refused, TimeStep, carry_out, lay, noticed, practise, step};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::said::Said;
use crate::shell::screen::{OnTable, on_board};
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;
use crate::shell::table::Table;

/// Seeds of the quiz that are tried for a question.
const TRIES: u64 = 40;
/// Each question of so many asks for the better of two orders, and the others whether something is allowed.
const WEIGHED: u64 = 3;
/// Positions that are looked at to say which order is better: the board waits for it.
const MOMENT: u64 = 1_500;

/// The lesson that is taken on the board.
#[derive(Resource)]
pub struct Lesson<R: Ruleset> {
    run: Run<R>,
    feedback: Option<Feedback>,
    /// Its place in the list, and how many there are.
    index: usize,
    count: usize,
}

/// What came of an order in a lesson.
enum Judged<E> {
    /// It was played; these are the events to be shown.
    Played(Vec<E>),
    /// It was played, and the lesson goes on in another position.
    Elsewhere,
    /// Nothing was played; perhaps the rules forbid it.
    Not(Option<Refusal>),
}

impl<R: Ruleset> Lesson<R> {
    /// Judges an order, and plays it if it is right.
    fn judge(&mut self, game: &mut Game<R>, command: R::Command) -> Judged<R::Event> {
        let before = self.run.has_own_position();
        let answer = match self.run.attempt(game, command) {
            Ok(answer) => answer,
            Err(refusal) => return Judged::Not(Some(refusal)),
        };
        let (said, entries) = match answer {
            Answer::Right { say, entries } => (Some(Feedback::Right(say)), entries),
            Answer::Wrong { say, refusal } => {
                let reason = refusal.map(|refusal| (refusal.rule, refusal.because));
                self.feedback = Some(Feedback::Wrong(say, reason));
                return Judged::Not(None);
            }
            Answer::Refused(refusal) => {
                self.feedback = Some(refused(&refusal));
                return Judged::Not(None);
            }
            Answer::NotAsked => {
                let say = "Read first: press “Go on”.".to_owned();
                self.feedback = Some(Feedback::Wrong(say, None));
                return Judged::Not(None);
            }
            Answer::Played { entries } => (None, entries),
            Answer::Solved { entries } => (Some(Feedback::Right("Solved.".into())), entries),
            Answer::Failed { say, entries } => (Some(Feedback::Wrong(say, None)), entries),
        };
        self.feedback = said;
        if self.run.has_own_position() != before {
            return Judged::Elsewhere;
        }
        Judged::Played(entries.flat_map(|entry| game.events(entry)).collect())
    }

    /// The game it is taken on, as the window knows it.
    fn practice(&self) -> Practice {
        Practice::Lesson { asks: matches!(self.run.stage(), Stage::Doing | Stage::Free) }
    }

    /// Goes back a step, if there is one before this.
    fn step_back(&mut self, play: &mut Play<R>, practise: &mut MessageWriter<Practise<R>>) {
        if let Some(game) = play.game.whole_mut()
            && self.run.back(game)
        {
            self.feedback = None;
            practise.write(Practise(game.clone(), self.practice()));
        }
    }

    fn model(&self, failed: bool, busy: bool) -> LessonModel {
        let (step, of) = self.run.place();
        let turning = match self.run.stage() {
            Stage::Reading => Turning::Read,
            Stage::Doing => Turning::Act,
            Stage::Free if failed => Turning::Retry,
            Stage::Free => Turning::Solve(self.run.commands_left().unwrap_or(0)),
            Stage::Finished => Turning::Done(self.index + 1 < self.count),
        };
        LessonModel {
            title: self.run.lesson().title.clone(),
            step,
            of,
            text: self.run.text().to_owned(),
            task: self.run.task().to_owned(),
            turning,
            feedback: self.feedback.clone(),
            back: step > 0,
            busy,
        }
    }
}

fn refused(refusal: &Refusal) -> Feedback {
    Feedback::Wrong("The rules do not allow that.".into(), Some((refusal.rule.clone(), refusal.because.clone())))
}

/// The question of the quiz that is asked on the board.
#[derive(Resource)]
pub struct Asking<R: Ruleset> {
    question: QuestionOf<R>,
    moment: String,
    given: Option<usize>,
}

pub(super) fn plugin<R: Staged + Teaching>(app: &mut App) {
    app.add_systems(Update, take::<R>.in_set(GameSystems::Laying).after(lay::<R>).before(practise::<R>))
        .add_systems(
            Update,
            (judge::<R>, go_back::<R>)
                .chain()
                .after(carry_out::<R>)
                .before(step::<R>)
                .in_set(GameSystems::Orders)
                .run_if(resource_exists::<Lesson<R>>)
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(
            Update,
            put_away::<R>.run_if(resource_exists::<Play<R>>).after(GameSystems::Laying).before(GameSystems::Events),
        )
        .add_systems(
            Update,
            (
                // Before the shell reads it away: a refusal that the board gave by itself.
                translate::<R>.run_if(resource_exists::<Lesson<R>>).in_set(GameSystems::Laying.of(Room::Teacher)),
                (heed::<R>.run_if(resource_exists::<Lesson<R>>), mark::<R>.run_if(resource_exists::<Asking<R>>))
                    .chain()
                    .in_set(GameSystems::Input.of(Room::Teacher)),
            )
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                draw_lesson::<R>.run_if(resource_exists::<Lesson<R>>),
                draw_question::<R>.run_if(resource_exists::<Asking<R>>),
            )
                .chain()
                .after(over::draw)
                .before(over::buttons::<R>)
                .run_if(on_board)
                .in_set(HudSystems::Over.of(Room::Teacher)),
        )
        .add_systems(OnExit(OnTable::of::<R>()), |mut commands: Commands, mut covered: ResMut<Card>| {
            covered.0 = None;
            commands.remove_resource::<Lesson<R>>();
            commands.remove_resource::<Asking<R>>();
        });
}

/// Lays a lesson, or a question of the quiz, on the table.
fn take<R: Staged + Teaching>(
    mut takes: MessageReader<Take>,
    table: Res<Table>,
    mut next_seed: Local<u64>,
    mut commands: Commands,
    mut teacher: ResMut<Teacher>,
    mut practise: MessageWriter<Practise<R>>,
    mut banner: ResMut<Banner>,
    mut place: ResMut<card::Place>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for take in takes.read().filter(|take| take.ruleset == R::ID) {
        redraw.write(RequestRedraw);
        place.begin();
        let rules = R::rules(&table);
        match take.what {
            Taken::Lesson(index) => {
                let begun = lessons::<R>(&table.library).map_err(|error| error.to_string()).and_then(|all| {
                    let course = all.get(index).ok_or("This lesson no longer exists.")?;
                    let begun = Run::begin(rules.clone(), &course.id, course.lesson.clone());
                    begun.map(|begun| (begun, all.len())).map_err(|refusal| refusal.to_string())
                });
                match begun {
                    Ok(((run, game), count)) => {
                        teacher.lit = lit(&run);
                        if R::SPRAWLS {
                            ask_nearer(&mut teacher);
                        }
                        let lesson = Lesson { run, feedback: None, index, count };
                        practise.write(Practise(game, lesson.practice()));
                        commands.insert_resource(lesson);
                    }
                    Err(problem) => banner.say(problem),
                }
            }
            Taken::Question => {
                if *next_seed == 0 {
                    let clock = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
                    *next_seed = (clock >> 10) as u64;
                }
                let scenario = match table.library.scenario::<R>(R::OPENING) {
                    Ok(scenario) => scenario,
                    Err(error) => {
                        banner.say(error.to_string());
                        continue;
                    }
                };
                let found = (0..TRIES).find_map(|_| {
                    *next_seed = next_seed.wrapping_add(1);
                    if next_seed.is_multiple_of(WEIGHED) {
                        weighed(rules, &scenario, *next_seed, &|game| judged(&table, game))
                    } else {
                        asked(rules, &scenario, *next_seed)
                    }
                });
                match found {
                    Some((question, game)) => {
                        teacher.lit = question.about.clone();
                        if R::SPRAWLS {
                            ask_nearer(&mut teacher);
                        }
                        let moment = game.rules().moment(&question.seen).1;
                        commands.insert_resource(Asking::<R> { question, moment, given: None });
                        practise.write(Practise(game, Practice::Question));
                    }
                    None => banner.say("No question was found. Try again.".to_owned()),
                }
            }
        }
    }
}

/// Which of two orders is the better one, as a Regular sees it who looks no longer than a moment.
fn judged<R: Staged>(table: &Table, game: &Game<R>) -> Option<Better<R::Command>> {
    let view = View::of(&**game.rules(), game.state(), game.to_act()?);
    let mind = Mind::<R>::load(&|path| table.library.read(path), Level::Regular, game.seed()).ok()?;
    let patience = Patience { work: MOMENT, ..Patience::ENDLESS };
    let [(order, because), (than, beside)] = mind.two_orders(game.rules(), &view, &patience)?;
    Some(Better { order, than, because: format!("{because}\n{beside}") })
}

/// What the step points at.
fn lit<R: Ruleset>(run: &Run<R>) -> Vec<serde_json::Value> {
    let value = |shown: &Shown| match shown {
        Shown::Place(value) | Shown::Piece(value) => value.clone(),
    };
    run.show().iter().map(value).collect()
}

/// A refusal that the board gave before there was an order is answered by the lesson as well.
fn translate<R: Staged + Teaching>(refused_now: Res<Refused>, play: Res<Play<R>>, mut lesson: ResMut<Lesson<R>>) {
    if !refused_now.is_changed() {
        return;
    }
    let Some(refusal) = &refused_now.0 else { return };
    let Some(game) = play.game.whole() else { return };
    let said = match lesson.run.note_for(game, refusal) {
        Some(say) => Feedback::Wrong(say.to_owned(), Some((refusal.rule.clone(), refusal.because.clone()))),
        None => refused(refusal),
    };
    lesson.feedback = Some(said);
}

/// Judges the orders that are given in a lesson; what is right is played.
fn judge<R: Staged + Teaching>(
    mut orders: MessageReader<Order<R::Command>>,
    seat: Res<Seat<R>>,
    mut play: ResMut<Play<R>>,
    mut lesson: ResMut<Lesson<R>>,
    mut practise: MessageWriter<Practise<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    mut refused_now: ResMut<Refused>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Order(commands) in orders.read() {
        if !play.is_now() || !matches!(play.practice(), Some(Practice::Lesson { .. })) {
            continue;
        }
        refused_now.0 = None;
        redraw.write(RequestRedraw);
        for command in commands {
            let Some(game) = play.game.whole_mut() else { break };
            let judged = lesson.judge(game, command.clone());
            play.practise(lesson.practice());
            match judged {
                Judged::Played(events) => playback.push(noticed(&play.game, Some(&*seat), events)),
                Judged::Elsewhere => {
                    let Some(game) = play.game.whole() else { break };
                    practise.write(Practise(game.clone(), lesson.practice()));
                }
                Judged::Not(refusal) => {
                    refused_now.0 = refusal;
                    break;
                }
            }
        }
    }
}

/// Undo in a lesson goes back a step of it; what was played stays as the lesson has it.
fn go_back<R: Staged + Teaching>(
    mut steps: MessageReader<TimeStep>,
    mut play: ResMut<Play<R>>,
    mut lesson: ResMut<Lesson<R>>,
    mut practise: MessageWriter<Practise<R>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if steps.read().filter(|step| **step == TimeStep::Undo).count() > 0 && play.is_now() {
        lesson.step_back(&mut play, &mut practise);
        redraw.write(RequestRedraw);
    }
}

/// A lesson or a question is over when another game lies on the table.
fn put_away<R: Staged + Teaching>(
    play: Res<Play<R>>,
    lesson: Option<Res<Lesson<R>>>,
    asking: Option<Res<Asking<R>>>,
    mut commands: Commands,
) {
    if lesson.is_some() && !matches!(play.practice(), Some(Practice::Lesson { .. })) {
        commands.remove_resource::<Lesson<R>>();
    }
    if asking.is_some() && play.practice() != Some(Practice::Question) {
        commands.remove_resource::<Asking<R>>();
    }
}

/// What is said to the lesson.
fn heed<R: Staged + Teaching>(
    mut said: MessageReader<Said>,
    folders: Res<Folders>,
    mut play: ResMut<Play<R>>,
    mut lesson: ResMut<Lesson<R>>,
    mut teacher: ResMut<Teacher>,
    mut place: ResMut<card::Place>,
    mut playback: ResMut<Playback<R::Event>>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut practise: MessageWriter<Practise<R>>,
    mut takes: MessageWriter<Take>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        let Intent::Teacher(ask) = intent else { continue };
        redraw.write(RequestRedraw);
        match ask {
            Ask::GoOn if lesson.run.stage() == Stage::Reading => {
                let (own, from) = (lesson.run.has_own_position(), play.game.cursor());
                let Some(game) = play.game.whole_mut() else { continue };
                match lesson.run.go_on(game) {
                    Ok(_) if lesson.run.has_own_position() != own => {
                        _ = practise.write(Practise(game.clone(), lesson.practice()))
                    }
                    Ok(_) => {
                        let events: Vec<R::Event> =
                            (from..game.cursor()).flat_map(|entry| game.events(entry)).collect();
                        playback.push(events);
                    }
                    Err(refusal) => banner.say(refusal.to_string()),
                }
                lesson.feedback = None;
                play.practise(lesson.practice());
            }
            Ask::Back => lesson.step_back(&mut play, &mut practise),
            Ask::ShowMe => {
                if let Some(command) = play.game.whole().and_then(|game| lesson.run.right_command(game)) {
                    orders.write(Order(vec![command]));
                }
            }
            Ask::NextLesson => {
                takes.write(Take { ruleset: R::ID, what: Taken::Lesson(lesson.index + 1) });
            }
            _ => {}
        }
    }
    if lesson.is_changed() {
        place.look_again();
        redraw.write(RequestRedraw);
        teacher.lit = lit(&lesson.run);
        let (id, reached) = (lesson.run.id().to_owned(), lesson.run.reached());
        if teacher.progress.note(R::ID, &id, reached) {
            banner.say(write_progress(&folders, &teacher).err());
        }
    }
}

/// An answer to the question is marked.
fn mark<R: Staged + Teaching>(
    mut said: MessageReader<Said>,
    folders: Res<Folders>,
    mut asking: ResMut<Asking<R>>,
    mut teacher: ResMut<Teacher>,
    mut banner: ResMut<Banner>,
) {
    for Said(intent) in said.read() {
        if let Intent::Teacher(Ask::Answer(given)) = intent
            && asking.given.is_none()
        {
            asking.given = Some(*given);
            teacher.progress.answered(R::ID, *given == asking.question.right);
            banner.say(write_progress(&folders, &teacher).err());
        }
    }
}

fn draw_lesson<R: Staged + Teaching>(
    mut contexts: EguiContexts,
    lesson: Res<Lesson<R>>,
    playback: Res<Playback<R::Event>>,
    board: Res<BoardRect>,
    standing: Res<Standing>,
    mut place: ResMut<card::Place>,
    mut covered: ResMut<Card>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let model = lesson.model(lesson.run.has_failed(), !playback.is_idle());
    let intents =
        card::show(&ctx, &board, &standing, &mut place, &mut covered, "lesson", |ui| lesson_panel(ui, &model));
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

fn draw_question<R: Staged + Teaching>(
    mut contexts: EguiContexts,
    asking: Res<Asking<R>>,
    teacher: Res<Teacher>,
    board: Res<BoardRect>,
    standing: Res<Standing>,
    mut place: ResMut<card::Place>,
    mut covered: ResMut<Card>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let question = &asking.question;
    let model = QuizModel {
        moment: asking.moment.clone(),
        asks: question.asks.clone(),
        answers: question.answers.clone(),
        given: asking.given,
        right: question.right,
        explanation: question.explanation.clone(),
        rule: question.rule.clone(),
        score: teacher.progress.quiz.get(R::ID).copied().unwrap_or_default(),
    };
    let intents = card::show(&ctx, &board, &standing, &mut place, &mut covered, "quiz", |ui| quiz_panel(ui, &model));
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
