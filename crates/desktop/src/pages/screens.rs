//! The pages around the game: title, scenarios, saved games, options; and how one leads to another.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::SystemTime;

use artwork::{PaletteChoice, Picture};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Frame, Margin};
use panels::computer::{SeatsModel, Watch};
use panels::elsewhere::{Away, invite_screen, join_screen, phones_screen};
use panels::screens::{
    BoardPicture, ConfirmModel, LoadModel, OptionsModel, RulesetCard, SaveLine, SavedBoard, ScenarioLine,
    ScenariosModel, TitleModel, load_screen, options_screen, ruleset_cards, scenarios_screen, title_screen,
};
use panels::teacher::{Ask, learn_screen};
use panels::{Intent, Theme};
use tabletop::Players;
use tabletop::agreement::Agreement;

use crate::companion::Phones;
use crate::elsewhere::{Invite, Join, KeptSeat};
use crate::kits::{self, Draw, Kit, Shelved};
use crate::shell::banner::Banner;
use crate::shell::course::Course;
use crate::shell::dialog::{Asked, Dialog};
use crate::shell::folders::Folders;
use crate::shell::frame;
use crate::shell::game::{Begin, Beginning};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::pool::WorkedOut;
use crate::shell::said::Said;
use crate::shell::screen::{Chosen, OnTable, Page, Screen, on_page};
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;
use crate::shell::start::Source;
use crate::shell::storage::{Kept, Storage};
use crate::shell::table::Table;
use crate::sounds::Ears;
use crate::teacher::Teacher;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shelf>()
        .add_systems(Startup, tidy)
        .add_systems(
            Update,
            (receive, receive_boards.run_if(frame::shown)).chain().in_set(GameSystems::Before.of(Room::Pages)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(HudSystems::Above.of(Room::Pages)).run_if(on_page).run_if(no_forces),
        )
        .add_systems(
            Update,
            (back_key.run_if(on_page), obey, keep_settings).chain().in_set(GameSystems::Heed.of(Room::Pages)),
        )
        .add_systems(OnEnter(Screen::Title), tidy);
}

/// What there is to choose from: the scenarios and the saved games, read when their page is opened.
#[derive(Resource, Default)]
pub(super) struct Shelf {
    /// The ruleset whose scenarios are shown, or were.
    kit: Option<&'static Kit>,
    scenarios: Vec<Shelved>,
    /// What the players agreed on, by the name of the scenario; forgotten when the list is read again.
    agreed: BTreeMap<String, Vec<Agreement>>,
    /// Who is to play the sides of the ruleset shown, and what a watcher is to see.
    players: Players,
    watch: Watch,
    /// The board of a scenario of the list that is shown, and its forces.
    board: Option<(usize, [Board; 2])>,
    /// The boards on the title page, by ruleset.
    covers: Vec<(&'static str, Board)>,
    saves: Vec<Kept>,
    /// The boards of saved games, while their list is shown.
    saved_boards: HashMap<PathBuf, Board>,
    last: Option<Kept>,
    /// The seat at a host elsewhere where one sat last, if that was later than the last game here.
    seat: Option<KeptSeat>,
    /// The saved games are being looked through.
    reading: Option<WorkedOut<Vec<Kept>>>,
}

/// The picture of a board, on the way or drawn.
struct Board {
    palette: PaletteChoice,
    drawing: Option<WorkedOut<Option<Picture>>>,
    drawn: Option<Picture>,
    texture: Option<(egui::TextureHandle, (u32, u32))>,
}

impl Board {
    /// Begins to draw it, beside the drawing of pages.
    fn begin(draw: Option<Draw>, palette: PaletteChoice) -> Self {
        let drawing = draw.map(WorkedOut::begin);
        Self { palette, drawing, drawn: None, texture: None }
    }

    /// Takes it in when it has been drawn; says whether that is now.
    fn receive(&mut self) -> bool {
        let Some(drawn) = self.drawing.as_mut().and_then(WorkedOut::ready) else { return false };
        (self.drawing, self.drawn) = (None, drawn.ok().flatten());
        true
    }

    fn show(&mut self, ctx: &egui::Context) {
        let Some(drawn) = self.drawn.take() else { return };
        let (width, height) = drawn.size();
        let image = egui::ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &drawn.rgba());
        self.texture = Some((ctx.load_texture("board", image, egui::TextureOptions::LINEAR), (width, height)));
    }

    fn picture(&self) -> Option<BoardPicture> {
        self.texture.as_ref().map(|(texture, size)| BoardPicture { texture: texture.id(), size: *size })
    }
}

impl Shelf {
    fn draw_board(&mut self, scenario: usize, table: &Table, palette: PaletteChoice) {
        let (Some(kit), Some((name, _))) = (self.kit, self.scenarios.get(scenario)) else { return };
        let drawn = [kit.picture, kit.forces].map(|draw| Board::begin(draw(table, name, palette), palette));
        self.board = Some((scenario, drawn));
    }

    /// Draws the board of a saved game.
    fn draw_saved_board(&mut self, save: usize, table: &Table, palette: PaletteChoice) {
        let Some(Kept { path, header: Ok(header), .. }) = self.saves.get(save) else { return };
        let draw = kits::named(&header.ruleset).map(|kit| (kit.saved_picture)(table, path, palette));
        self.saved_boards.insert(path.clone(), Board::begin(draw, palette));
    }

    /// Every board that is shown or on its way.
    fn boards(&mut self) -> impl Iterator<Item = &mut Board> {
        let here = self.board.iter_mut().flat_map(|(_, boards)| boards);
        here.chain(self.covers.iter_mut().map(|(_, board)| board)).chain(self.saved_boards.values_mut())
    }

    fn read_scenarios(&mut self, kit: &'static Kit, table: &Table) -> Result<(), String> {
        if self.kit.is_none_or(|before| before.id != kit.id) {
            (self.players, self.watch) = Default::default();
        }
        self.kit = Some(kit);
        self.board = None;
        self.scenarios = (kit.scenarios)(table)?;
        self.agreed.clear();
        Ok(())
    }

    /// The players agree on another choice.
    fn agree(&mut self, scenario: usize, variant: &str, choice: usize, table: &Table) {
        let (Some(kit), Some(shelved)) = (self.kit, self.scenarios.get_mut(scenario)) else { return };
        let agreements = self.agreed.entry(shelved.0.clone()).or_default();
        agreements.retain(|(other, _)| other != variant);
        agreements.push((variant.to_owned(), choice));
        *shelved = (kit.scenario)(table, &shelved.0, agreements);
    }

    /// Looks through the saved games, beside the drawing of pages.
    fn read_saves(&mut self, storage: &Storage) {
        let folders = storage.folders();
        self.reading = Some(WorkedOut::begin_to_read(move || folders.list()));
    }
}

fn tidy(storage: Res<Storage>, mut shelf: ResMut<Shelf>, mut page: ResMut<Page>) {
    shelf.read_saves(&storage);
    *page = Page::Home;
}

/// Takes boards in when they have been drawn; another palette wants other pictures.
fn receive_boards(
    mut shelf: ResMut<Shelf>,
    table: Res<Table>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (shelf, palette) = (shelf.bypass_change_detection(), settings.palette);
    if shelf.board.as_ref().is_some_and(|(_, [board, _])| board.palette != palette) {
        shelf.board = None;
    }
    let on_title = *screen.get() == Screen::Title;
    if !on_title || shelf.covers.iter().any(|(_, board)| board.palette != palette) {
        shelf.covers.clear();
    }
    if on_title && shelf.covers.is_empty() {
        let cover = |kit: &Kit| (kit.id, Board::begin((kit.picture)(&table, kit.opening, palette), palette));
        shelf.covers = kits::ALL.iter().map(cover).collect();
    }
    shelf.saved_boards.retain(|_, board| board.palette == palette);
    if shelf.boards().map(Board::receive).fold(false, |any, one| any | one) {
        redraw.write(RequestRedraw);
    }
}

/// Shows the saved games when they have been looked through.
fn receive(mut shelf: ResMut<Shelf>, storage: Res<Storage>, mut redraw: MessageWriter<RequestRedraw>) {
    if let Some(saves) = shelf.bypass_change_detection().reading.as_mut().and_then(WorkedOut::ready) {
        redraw.write(RequestRedraw);
        let saves = saves.unwrap_or_default();
        shelf.reading = None;
        shelf.last = saves.iter().find(|kept| !kept.aside && kept.header.is_ok()).cloned();
        let newest = KeptSeat::all(&storage.folders().games).into_iter().next();
        let later =
            |(_, written): &(KeptSeat, SystemTime)| shelf.last.as_ref().is_none_or(|last| last.written < *written);
        shelf.seat = newest.filter(later).map(|(seat, _)| seat);
        shelf.saves = saves;
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    page: Res<Page>,
    screen: Res<State<Screen>>,
    mut shelf: ResMut<Shelf>,
    (settings, ears): (Res<Settings>, Res<Ears>),
    teacher: Res<Teacher>,
    (join, invite, phones): (Res<Join>, Res<Invite>, Res<Phones>),
    standing: Res<Standing>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    if *page != Page::Scenarios {
        shelf.bypass_change_detection().board = None;
    }
    if *page != Page::Load && !shelf.saved_boards.is_empty() {
        shelf.bypass_change_detection().saved_boards.clear();
    }
    shelf.bypass_change_detection().boards().for_each(|board| board.show(&ctx));
    let colours = Theme::of_context(&ctx).colours;
    let mut root = panels::around::whole_window(&ctx, "page");
    let frame = Frame::new().fill(colours.ground).inner_margin(Margin::symmetric(24, 16));
    let intents = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| match *page {
        Page::Home => title_screen(ui, &title_model(&shelf)),
        Page::Scenarios => scenarios_screen(ui, &scenarios_model(&shelf)),
        Page::Learn => learn_screen(ui, &teacher.learn),
        Page::Load => load_screen(ui, &load_model(&shelf)),
        Page::Options => {
            let back = home_intent(*screen.get());
            options_screen(ui, &OptionsModel { settings: settings.0.clone(), hearing: ears.0, back })
        }
        Page::Join => join_screen(ui, &join.model()),
        Page::Invite if standing.beside => phones_screen(ui, &phones.model),
        Page::Invite => invite.model.as_ref().map_or_else(Vec::new, |model| invite_screen(ui, model)),
        Page::PlatoonForces | Page::SkirmishForces => Vec::new(),
    });
    said.write_batch(intents.inner.into_iter().map(Said));
    Ok(())
}

/// What leads back from a page: to the board if a game lies on the table.
fn home_intent(screen: Screen) -> Intent {
    match screen {
        Screen::Game => Intent::CloseDialog,
        Screen::Title => Intent::OpenTitle,
    }
}

fn title_model(shelf: &Shelf) -> TitleModel {
    let title = |kept: &Kept| kept.header.as_ref().ok().map(|h| h.note.title.clone());
    let cover =
        |card: &RulesetCard| shelf.covers.iter().find(|(id, _)| *id == card.id).and_then(|(_, it)| it.picture());
    TitleModel {
        cards: ruleset_cards().into_iter().map(|card| RulesetCard { picture: cover(&card), ..card }).collect(),
        last_game: shelf.seat.as_ref().map(|seat| seat.title.clone()).or_else(|| shelf.last.as_ref().and_then(title)),
        saves: !shelf.saves.is_empty(),
        version: env!("CARGO_PKG_VERSION").into(),
    }
}

/// The pages on which forces are put together draw themselves.
fn no_forces(page: Res<Page>) -> bool {
    !matches!(*page, Page::PlatoonForces | Page::SkirmishForces)
}

/// Rulesets with a page on which players put forces together.
const FORCES: [&str; 2] = [<platoon::Platoon as tabletop::Ruleset>::ID, <skirmish::Skirmish as tabletop::Ruleset>::ID];

fn scenarios_model(shelf: &Shelf) -> ScenariosModel {
    let line = |(name, read): &Shelved| match read {
        Ok(line) => ScenarioLine { last: last_time(shelf, name), ..line.clone() },
        Err(error) => ScenarioLine { title: name.clone(), problem: Some(error.to_string()), ..ScenarioLine::default() },
    };
    ScenariosModel {
        ruleset: shelf.kit.map_or_else(String::new, |kit| kit.title.into()),
        scenarios: shelf.scenarios.iter().map(line).collect(),
        forces: shelf.kit.filter(|kit| FORCES.contains(&kit.id)).map(|kit| kit.id.to_owned()),
        seats: shelf.kit.map(|kit| SeatsModel {
            sides: (kit.sides)(),
            players: shelf.players,
            watch: kit.hides.then_some(shelf.watch),
            why_not: None,
            beside: false,
        }),
        board: shelf.board.as_ref().map(|(scenario, boards)| (*scenario, boards.each_ref().map(Board::picture))),
    }
}

/// How the last game of a scenario went, or how far it is.
fn last_time(shelf: &Shelf, scenario: &str) -> Option<String> {
    let headers = shelf.saves.iter().filter(|kept| !kept.aside).filter_map(|kept| kept.header.as_ref().ok());
    let mut of_it = headers.filter(|header| header.scenario_name == scenario);
    let header = of_it.find(|header| shelf.kit.is_some_and(|kit| kit.id == header.ruleset))?;
    Some(format!("{}. {}", header.note.saved, header.note.parts().1))
}

fn load_model(shelf: &Shelf) -> LoadModel {
    let board = |kept: &Kept| match shelf.saved_boards.get(&kept.path) {
        None => SavedBoard::Unasked,
        Some(board) => board.picture().map_or(SavedBoard::Nothing, SavedBoard::Drawn),
    };
    LoadModel { saves: shelf.saves.iter().map(|kept| SaveLine { board: board(kept), ..save_line(kept) }).collect() }
}

/// A saved game as a line: the title is `scenario · moment`.
fn save_line(kept: &Kept) -> SaveLine {
    match &kept.header {
        Ok(header) => {
            let (scenario, moment) = header.note.parts();
            SaveLine {
                title: scenario.into(),
                scenario: format!("{}, {}", ruleset_title(&header.ruleset), header.scenario_name),
                moment: moment.into(),
                saved: header.note.saved.clone(),
                automatic: !kept.aside,
                ..SaveLine::default()
            }
        }
        Err(error) => {
            let name = kept.path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            SaveLine {
                title: name,
                saved: written(kept.written),
                automatic: !kept.aside,
                problem: Some(error.to_string()),
                ..SaveLine::default()
            }
        }
    }
}

/// A ruleset's name; its id if this program does not know it.
fn ruleset_title(id: &str) -> &str {
    kits::named(id).map_or(id, |kit| kit.title)
}

fn written(time: SystemTime) -> String {
    jiff::Timestamp::try_from(time).map_or_else(
        |_| String::new(),
        |time| time.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
    )
}

/// Escape leads back from a page.
fn back_key(
    mut keys: MessageReader<KeyboardInput>,
    page: Res<Page>,
    screen: Res<State<Screen>>,
    dialog: Res<Dialog>,
    mut said: MessageWriter<Said>,
) {
    for key in keys.read().filter(|key| key.state == ButtonState::Pressed) {
        let others = matches!(*page, Page::Home | Page::PlatoonForces | Page::SkirmishForces);
        if key.logical_key == Key::Escape && !others && *dialog == Dialog::None {
            said.write(Said(match *page {
                Page::Learn => Intent::Teacher(Ask::LeavePage),
                _ => home_intent(*screen.get()),
            }));
        }
    }
}

/// Carries out what was said about pages, games and settings.
fn obey(
    mut said: MessageReader<Said>,
    table: Res<Table>,
    standing: Res<Standing>,
    (mut shelf, mut course): (ResMut<Shelf>, ResMut<Course>),
    mut join: ResMut<Join>,
    (mut page, mut chosen): (ResMut<Page>, ResMut<Chosen>),
    mut dialog: ResMut<Dialog>,
    storage: Res<Storage>,
    mut settings: ResMut<Settings>,
    mut banner: ResMut<Banner>,
    mut begins: MessageWriter<Begin>,
    mut next: ResMut<NextState<Screen>>,
    mut on_table: ResMut<NextState<OnTable>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        redraw.write(RequestRedraw);
        let mut begin = |ruleset: &'static str, from: Beginning| _ = begins.write(Begin { ruleset, from });
        match intent {
            Intent::ChooseRuleset(id) => {
                if let Some(kit) = kits::named(id) {
                    chosen.0 = kit.id;
                    banner.say(shelf.read_scenarios(kit, &table).err());
                    *page = Page::Scenarios;
                }
            }
            // The teacher opens the page; from there the way back leads to the scenarios.
            Intent::Teacher(Ask::LearnRuleset(id)) => {
                if let Some(kit) = kits::named(id) {
                    chosen.0 = kit.id;
                    banner.say(shelf.read_scenarios(kit, &table).err());
                }
            }
            Intent::OpenLoad => {
                shelf.read_saves(&storage);
                *dialog = Dialog::None;
                *page = Page::Load;
            }
            Intent::OpenOptions => {
                *dialog = Dialog::None;
                *page = Page::Options;
            }
            Intent::OpenTitle => {
                *dialog = Dialog::None;
                // From the list of saved games the way back leads to the game that still lies on the table.
                if *page == Page::Home || standing.ruleset.is_empty() {
                    next.set(Screen::Title);
                    on_table.set(OnTable(None));
                }
                *page = Page::Home;
            }
            Intent::CloseDialog => {
                *dialog = Dialog::None;
                *page = Page::Home;
            }
            Intent::ShowBoard(scenario) => shelf.draw_board(*scenario, &table, settings.palette),
            Intent::ShowSavedBoard(save) => shelf.draw_saved_board(*save, &table, settings.palette),
            Intent::Agree { scenario, variant, choice } => shelf.agree(*scenario, variant, *choice, &table),
            Intent::StartScenario(index) | Intent::Elsewhere(Away::InviteTo(index)) => {
                if let (Some(kit), Some((name, Ok(line)))) = (shelf.kit, shelf.scenarios.get(*index)) {
                    let agreements = shelf.agreed.get(name).cloned().unwrap_or_default();
                    let shared = matches!(intent, Intent::Elsewhere(_));
                    let none = shared || line.beside && !line.computer;
                    let players = if none { Players::default() } else { shelf.players };
                    course.watch = shelf.watch;
                    begin(kit.id, Beginning::Source(Source::Agreed(name.clone(), agreements, players)));
                }
            }
            Intent::Seat { side, player } if *page == Page::Scenarios => {
                if let Some(seat) = shelf.players.get_mut(*side) {
                    *seat = *player;
                }
            }
            Intent::Watch(watch) if *page == Page::Scenarios => shelf.watch = *watch,
            Intent::PlayAgain => begin(standing.ruleset, Beginning::Again),
            Intent::ContinueGame if shelf.seat.is_some() => {
                if let Some(invitation) = shelf.seat.as_ref().and_then(KeptSeat::invitation) {
                    join.go(invitation, &table);
                }
                *page = Page::Join;
            }
            Intent::ContinueGame | Intent::LoadGame(_) => {
                let kept = match intent {
                    Intent::LoadGame(index) => shelf.saves.get(*index),
                    _ => shelf.last.as_ref(),
                };
                let Some(kept) = kept else { continue };
                course.watch = Watch::default();
                match &kept.header {
                    Ok(header) => match kits::named(&header.ruleset) {
                        Some(kit) => begin(kit.id, Beginning::Source(Source::File(kept.path.clone()))),
                        None => banner.say(format!(
                            "{} is a game of `{}`, a ruleset this program does not know.",
                            kept.path.display(),
                            header.ruleset
                        )),
                    },
                    Err(error) => banner.say(error.to_string()),
                }
            }
            Intent::DeleteGame(index) => {
                if let Some(kept) = shelf.saves.get(*index) {
                    let name = save_line(kept);
                    *dialog = Dialog::Ask(
                        Asked::Delete(kept.path.clone()),
                        ConfirmModel {
                            title: "Delete this saved game?".into(),
                            text: format!("{}, {} {}. This cannot be undone.", name.title, name.moment, name.saved),
                            yes: "Delete".into(),
                            no: "Keep it".into(),
                            danger: true,
                            ..ConfirmModel::default()
                        },
                    );
                }
            }
            Intent::Confirm | Intent::ConfirmOther => match &*dialog {
                Dialog::Ask(Asked::Delete(path), _) => {
                    banner.say(Storage::delete(path).err());
                    shelf.read_saves(&storage);
                    *dialog = Dialog::None;
                }
                Dialog::Ask(Asked::Busy(busy), _) => {
                    let path = busy.path.clone();
                    let copy = *intent == Intent::Confirm;
                    begin(busy.ruleset, if copy { Beginning::Copy(path) } else { Beginning::Look(path) });
                    *dialog = Dialog::None;
                }
                _ => {}
            },
            Intent::ChangeSettings(changed) => settings.0 = changed.clone(),
            Intent::DismissBanner => banner.problem = None,
            _ => {}
        }
    }
}

/// Keeps the settings when they change.
fn keep_settings(settings: Res<Settings>, folders: Res<Folders>, mut banner: ResMut<Banner>) {
    if settings.is_changed() && !settings.is_added() {
        banner.say(settings.write(&folders.settings).err());
    }
}
