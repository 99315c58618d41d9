//! The rulebook's page: what a rule means, drawn, and the lessons that teach it; and where its links lead.

use std::collections::BTreeMap;
use std::sync::Arc;

use artwork::Palette;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::BlockByBlock;
use panels::Intent;
use panels::rulebook::{
    Illustration, LessonLink, RulebookModel, area_pictures, figure_pictures, hex_pictures, squad_pictures,
};
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::rulebook::Picture;

use super::Teacher;
use super::desk::listen;
use super::light::come_nearer;
use super::schools::{self, Take, Taken};
use crate::shell::banner::Banner;
use crate::shell::dialog::{Desk, Dialog};
use crate::shell::game::{Begin, Beginning};
use crate::shell::order::{GameSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::settings::Settings;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;
use crate::shell::start::Source;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Taught>().add_systems(
        Update,
        (
            follow.after(listen).in_set(GameSystems::Heed.of(Room::Teacher)),
            look_up.after(come_nearer).in_set(GameSystems::After.of(Room::Teacher)),
        ),
    );
}

/// The lessons of the open rulebook by the rule they teach.
#[derive(Resource, Default)]
pub struct Taught {
    ruleset: &'static str,
    by_rule: BTreeMap<String, Vec<LessonLink>>,
}

/// Reads the lessons when the rulebook is opened.
pub(super) fn look_up(
    table: Res<Table>,
    desk: Res<Desk>,
    standing: Res<Standing>,
    teacher: Res<Teacher>,
    mut banner: ResMut<Banner>,
    mut taught: ResMut<Taught>,
) {
    let wanted = if desk.rulebook.is_some() { standing.ruleset } else { "" };
    if taught.ruleset == wanted {
        return;
    }
    let read = schools::named(wanted).map(|school| (school.taught)(&table.library, &teacher.progress));
    let by_rule = match read {
        Some(Ok(by_rule)) => by_rule,
        Some(Err(problem)) => {
            banner.say(problem);
            BTreeMap::new()
        }
        None => BTreeMap::new(),
    };
    *taught = Taught { ruleset: wanted, by_rule };
}

/// The rulebook of the game on the table, if it is open.
pub fn model(
    table: &Table,
    desk: &Desk,
    standing: &Standing,
    taught: &Taught,
    settings: &Settings,
) -> Option<RulebookModel> {
    let open = desk.rulebook.as_ref()?;
    let book = table.rulebooks.get(standing.ruleset)?;
    let rule = open.as_ref().and_then(|open| book.rule(open.as_str()));
    let lessons = rule.and_then(|rule| taught.by_rule.get(&rule.id)).cloned().unwrap_or_default();
    let pictures = rule.map(|rule| pictures(table, standing.ruleset, settings, &rule.pictures)).unwrap_or_default();
    Some(RulebookModel { book: Arc::clone(book), open: open.clone(), lessons, pictures })
}

fn pictures(table: &Table, ruleset: &str, settings: &Settings, wanted: &[Picture]) -> Vec<Illustration> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let palette = Palette::built_in(settings.palette);
    match ruleset {
        BlockByBlock::ID => area_pictures(BlockByBlock::rules(table), &palette, wanted),
        SearchAndDestroy::ID => hex_pictures(SearchAndDestroy::rules(table), &palette, wanted),
        Platoon::ID => squad_pictures(Platoon::rules(table), &palette, wanted),
        Skirmish::ID => figure_pictures(Skirmish::rules(table), &palette, wanted),
        _ => Vec::new(),
    }
}

/// From a rule to a lesson, or to the scenario that is its example.
fn follow(
    mut said: MessageReader<Said>,
    table: Res<Table>,
    mut teacher: ResMut<Teacher>,
    mut desk: ResMut<Desk>,
    mut dialog: ResMut<Dialog>,
    mut page: ResMut<Page>,
    mut takes: MessageWriter<Take>,
    mut begins: MessageWriter<Begin>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        match intent {
            Intent::TakeLesson { ruleset, index } => {
                let Some(school) = schools::named(ruleset) else { continue };
                teacher.ruleset = school.id;
                super::desk::fill(&table, &mut teacher);
                takes.write(Take { ruleset: school.id, what: Taken::Lesson(*index) });
            }
            Intent::BeginScenario { ruleset, scenario } => {
                let Some(school) = schools::named(ruleset) else { continue };
                let from = Beginning::Source(Source::Scenario(scenario.clone()));
                begins.write(Begin { ruleset: school.id, from });
            }
            _ => continue,
        }
        desk.rulebook = None;
        *dialog = Dialog::None;
        *page = Page::Home;
        redraw.write(RequestRedraw);
    }
}
