//! What is said to the teacher whichever ruleset is played: pages, what lies over the board, and the file with the progress.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::teacher::Ask;
use tabletop::disk::write_atomically;
use tabletop::files::{parse_ron, read_text, write_ron};

use super::schools::{self, Take, Taken};
use super::{Open, Teacher, Wanted};
use crate::shell::banner::Banner;
use crate::shell::dialog::Dialog;
use crate::shell::folders::Folders;
use crate::shell::order::{GameSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::{Chosen, OnTable, Page, Screen};
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Take>()
        .add_systems(Startup, read_progress)
        .add_systems(Update, listen.in_set(GameSystems::Heed.of(Room::Teacher)))
        .add_systems(OnEnter(Screen::Title), put_away);
}

fn put_away(mut teacher: ResMut<Teacher>) {
    teacher.open = Open::Nothing;
    teacher.lit.clear();
}

fn file(folders: &Folders) -> std::path::PathBuf {
    folders.games.join("progress.ron")
}

/// What was learned before. A file that cannot be read is said and not overwritten until something new is learned.
fn read_progress(folders: Res<Folders>, mut teacher: ResMut<Teacher>, mut banner: ResMut<Banner>) {
    let path = file(&folders);
    if !path.exists() {
        return;
    }
    let name = path.display().to_string();
    match read_text(&name, &path).and_then(|text| parse_ron(&name, &text)) {
        Ok(progress) => teacher.progress = progress,
        Err(error) => banner.say(format!("Your lesson progress cannot be read: {error}")),
    }
}

/// Keeps what was learned.
///
/// # Errors
/// One sentence for the player.
pub(super) fn write_progress(folders: &Folders, teacher: &Teacher) -> Result<(), String> {
    let failed = |why: String| format!("Your lesson progress cannot be saved: {why}");
    let text = write_ron(&teacher.progress).map_err(failed)?;
    std::fs::create_dir_all(&folders.games).map_err(|error| failed(error.to_string()))?;
    write_atomically(&file(folders), &text).map_err(|error| failed(error.to_string()))
}

pub(super) fn listen(
    mut said: MessageReader<Said>,
    table: Res<Table>,
    standing: Res<Standing>,
    chosen: Res<Chosen>,
    mut teacher: ResMut<Teacher>,
    mut page: ResMut<Page>,
    mut dialog: ResMut<Dialog>,
    mut settings: ResMut<Settings>,
    mut takes: MessageWriter<Take>,
    mut screen: ResMut<NextState<Screen>>,
    mut on_table: ResMut<NextState<OnTable>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        let Intent::Teacher(ask) = intent else { continue };
        redraw.write(RequestRedraw);
        let toggle = |open: &Open, is: bool, wanted| {
            if is && *open != Open::Nothing { Open::Nothing } else { Open::Wanted(wanted) }
        };
        match *ask {
            Ask::Learn | Ask::LearnRuleset(_) | Ask::LeaveLesson => {
                let asked = if let Ask::LearnRuleset(id) = *ask { schools::named(id) } else { None };
                let here = || schools::named(standing.ruleset).or_else(|| schools::named(chosen.0));
                if let Some(school) = asked.or_else(here) {
                    teacher.ruleset = school.id;
                }
                *dialog = Dialog::None;
                fill(&table, &mut teacher);
                *page = Page::Learn;
            }
            Ask::LeavePage => {
                // The way back leads to the scenarios, or off the table with the lesson that lies on it.
                if standing.ruleset.is_empty() {
                    *page = if !chosen.0.is_empty() { Page::Scenarios } else { Page::Home };
                } else {
                    screen.set(Screen::Title);
                    on_table.set(OnTable(None));
                    *page = Page::Home;
                }
            }
            Ask::Lesson(index) => _ = takes.write(Take { ruleset: teacher.ruleset, what: Taken::Lesson(index) }),
            Ask::Quiz | Ask::NextQuestion => {
                takes.write(Take { ruleset: teacher.ruleset, what: Taken::Question });
            }
            Ask::Help => {
                let is = matches!(teacher.open, Open::Help(..));
                teacher.open = toggle(&teacher.open, is, Wanted::Help);
            }
            Ask::Hints(on) => {
                settings.hints = on;
                teacher.open = Open::Wanted(Wanted::Help);
            }
            Ask::Luck => {
                let is = matches!(teacher.open, Open::Luck(..));
                teacher.open = toggle(&teacher.open, is, Wanted::Luck);
            }
            Ask::Explain(order) => teacher.open = Open::Wanted(Wanted::Explain(order)),
            Ask::Why(order) => teacher.open = Open::Wanted(Wanted::Why(order)),
            Ask::Unfold(order) => {
                if !teacher.unfold.contains(&order) {
                    teacher.unfold.push(order);
                }
            }
            Ask::Close => {
                teacher.open = Open::Nothing;
                teacher.lit.clear();
            }
            Ask::ShowExample { kind, example } => {
                if let Open::Help(_, _, about) = &teacher.open {
                    teacher.lit = about.examples.get(kind).and_then(|k| k.get(example)).cloned().unwrap_or_default();
                }
            }
            Ask::ShowHint(index) => {
                if let Open::Help(_, _, about) = &teacher.open {
                    teacher.lit = about.hints.get(index).cloned().unwrap_or_default();
                }
            }
            // Those are the lesson's own.
            Ask::GoOn | Ask::Back | Ask::ShowMe | Ask::NextLesson | Ask::Answer(_) => {}
        }
    }
}

/// Reads the list of lessons.
pub(super) fn fill(table: &Table, teacher: &mut Teacher) {
    let Some(school) = schools::named(teacher.ruleset) else { return };
    let read = (school.lines)(&table.library, &teacher.progress);
    teacher.learn.ruleset = school.title.to_owned();
    teacher.learn.quiz = teacher.progress.quiz.get(school.id).copied().unwrap_or_default();
    match read {
        Ok(lessons) => (teacher.learn.lessons, teacher.learn.problem) = (lessons, None),
        Err(problem) => (teacher.learn.lessons, teacher.learn.problem) = (Vec::new(), Some(problem)),
    }
}
