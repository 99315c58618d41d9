//! What the panel tests share: the rules with their data, positions of every kind, a screen of a given size, and a
//! painter that writes what a panel looks like to a PNG without any graphics driver.
//! Set `PANEL_PICTURES` to a folder to keep the pictures, and `PANEL_PALETTE` to the palette they are to have.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod picture;

use std::path::PathBuf;
use std::sync::OnceLock;

use block_by_block::{BlockByBlock, Command, Event, Scenario, State, UnitSet};
use egui::{Frame, Margin, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use panels::area::prompt::{answers, question};
use panels::prompt::PromptModel;
use panels::theme::{self, FontFiles, SideMark, Theme};
use panels::{Colours, Intent};
use tabletop::dice::Seeded;
use tabletop::{DataError, Ruleset};

pub fn root() -> PathBuf {
    PathBuf::from("../..")
}

/// A file of the assets.
pub fn asset(path: &str) -> Result<String, DataError> {
    std::fs::read_to_string(root().join("assets").join(path)).map_err(|e| DataError::whole(path, e.to_string()))
}

/// The rules with their data.
pub fn rules() -> &'static BlockByBlock {
    static RULES: OnceLock<BlockByBlock> = OnceLock::new();
    RULES.get_or_init(|| BlockByBlock::load(&asset).expect("the data files are right"))
}

/// The prompt of Block by Block with these units selected, as in a window where an order may be taken back and given again.
pub fn area_prompt(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> PromptModel {
    let (question, rule) = question(rules, state, options, selection);
    PromptModel {
        side: rules.to_act(state).map(SideMark::from),
        moment: rules.moment(state).1,
        question,
        rule: Some(rule),
        answers: answers(rules, state, options, selection),
        undo: true,
        redo: true,
        before: Some(0),
        keys: true,
        ..PromptModel::default()
    }
}

/// The historical set-up.
pub fn scenario() -> Scenario {
    let file = root().join("scenarios/block-by-block/historical.ron");
    let text = std::fs::read_to_string(&file).expect("the historical scenario is there");
    tabletop::parse_ron("historical.ron", &text).expect("the historical scenario is right")
}

/// A game played at random: every position with its events, until the end.
pub struct Played {
    pub states: Vec<State>,
    pub commands: Vec<Command>,
    pub events: Vec<Vec<Event>>,
}

/// Plays a whole game with this seed.
pub fn random_game(seed: u64) -> Played {
    let rules = rules();
    let mut dice = Seeded::new(seed);
    let mut choice = Seeded::new(seed ^ 0x5eed);
    let mut state = rules.begin(&scenario(), &mut dice).expect("the scenario begins");
    let mut played = Played { states: vec![state.clone()], commands: Vec::new(), events: Vec::new() };
    while rules.to_act(&state).is_some() {
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        let command = options[choice.choose(options.len())].clone();
        let mut events = Vec::new();
        rules.apply(&mut state, &command, &mut dice, &mut events).expect("an option can be played");
        played.states.push(state.clone());
        played.commands.push(command);
        played.events.push(events);
    }
    played
}

/// The first position of the games of seeds 1 to 40 for which `wanted` holds.
pub fn position(wanted: impl Fn(&State) -> bool) -> State {
    (1..=40)
        .find_map(|seed| random_game(seed).states.into_iter().find(|s| wanted(s)))
        .expect("such a position comes up in forty games")
}

/// Every legal command.
pub fn options(state: &State) -> Vec<Command> {
    let mut options = Vec::new();
    rules().options(state, &mut options);
    options
}

/// The typeface.
pub fn fonts() -> &'static FontFiles {
    static FONTS: OnceLock<FontFiles> = OnceLock::new();
    FONTS.get_or_init(|| {
        let (fonts, problems) = FontFiles::read(|name| std::fs::read(root().join("assets/fonts").join(name)));
        assert_eq!(problems, [""; 0], "the fonts are there");
        fonts
    })
}

/// A screen that shows one panel, and keeps what was asked for.
pub struct Screen<'a, I = Intent> {
    pub harness: Harness<'a, Vec<I>>,
    canvas: picture::Canvas,
}

/// The palette of the pictures: that named by `PANEL_PALETTE`, or the usual one.
fn palette() -> artwork::PaletteChoice {
    let name = std::env::var("PANEL_PALETTE").unwrap_or_default();
    artwork::PaletteChoice::named(&name).unwrap_or_default()
}

/// A screen of this size at this scale.
pub fn screen_of<'a, I: 'a>(
    width: f32,
    height: f32,
    scale: f32,
    mut panel: impl FnMut(&mut Ui) -> Vec<I> + 'a,
) -> Screen<'a, I> {
    let fonts = fonts();
    let mut passes = 0;
    let canvas = picture::Canvas::default();
    let harness = Harness::builder()
        .with_size(vec2(width / scale, height / scale))
        .with_pixels_per_point(scale)
        .with_max_steps(64)
        .renderer(canvas.clone())
        .build_ui_state(
            move |ui, intents: &mut Vec<I>| {
                passes += 1;
                if passes == 1 {
                    theme::install_fonts(ui.ctx(), fonts);
                    Theme { colours: Colours::of(palette()) }.apply(ui.ctx());
                    ui.ctx().request_repaint();
                    return;
                }
                let colours = Theme::of(ui).colours;
                Frame::new().fill(colours.panel).inner_margin(Margin::same(8)).show(ui, |ui| {
                    ui.set_min_size(ui.available_size());
                    intents.extend(panel(ui));
                });
            },
            Vec::new(),
        );
    Screen { harness, canvas }
}

/// A window of 1280 by 720.
pub fn screen<'a, I: 'a>(panel: impl FnMut(&mut Ui) -> Vec<I> + 'a) -> Screen<'a, I> {
    screen_of(1280.0, 720.0, 1.0, panel)
}

/// The sidebar of a window of 1280 by 720.
pub fn sidebar<'a, I: 'a>(panel: impl FnMut(&mut Ui) -> Vec<I> + 'a) -> Screen<'a, I> {
    screen_of(324.0, 600.0, 1.0, panel)
}

impl<I> Screen<'_, I> {
    /// Clicks what has this name and says what was asked for since the last click.
    pub fn click(&mut self, name: &str) -> Vec<I> {
        self.harness.state_mut().clear();
        self.harness.get_by_label(name).click();
        self.harness.run();
        std::mem::take(self.harness.state_mut())
    }

    /// Whether something has this name, or a name that contains it.
    pub fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// From where to where, downwards, the thing with this name lies.
    pub fn span(&self, name: &str) -> (f32, f32) {
        let rect = self.harness.get_by_label(name).rect();
        (rect.top(), rect.bottom())
    }

    /// The names of everything that can be read or pressed.
    pub fn harness_labels(&self) -> Vec<String> {
        let name = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        self.harness.root().children_recursive().filter_map(name).collect()
    }

    /// Everything that can be read or pressed lies inside the margins of the screen: nothing pushes its panel wider.
    pub fn assert_nothing_is_cut(&self) {
        let size = self.harness.ctx.content_rect();
        for node in self.harness.root().children_recursive() {
            let accessible = node.accesskit_node();
            let Some(words) = accessible.label().or_else(|| accessible.value()) else { continue };
            if accessible.bounding_box().is_none() {
                continue;
            }
            let rect = node.rect();
            assert!(
                rect.left() >= size.left() + 7.5 && rect.right() <= size.right() - 7.5,
                "\"{words}\" at {rect:?} is cut"
            );
        }
    }

    /// Everything lies inside the screen in height as well.
    pub fn assert_fits(&self) {
        self.assert_nothing_is_cut();
        let size = self.harness.ctx.content_rect();
        for node in self.harness.root().children_recursive() {
            let accessible = node.accesskit_node();
            let Some(words) = accessible.label().or_else(|| accessible.value()) else { continue };
            if accessible.bounding_box().is_some() {
                let rect = node.rect();
                assert!(rect.bottom() <= size.bottom() + 0.5, "\"{words}\" at {rect:?} is cut below");
            }
        }
    }

    /// Writes the picture, if pictures are asked for.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("PANEL_PICTURES") else { return };
        let output = self.harness.output();
        let png = self.canvas.paint(&self.harness.ctx, output);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        std::fs::write(PathBuf::from(&folder).join(format!("{name}.png")), png).expect("the picture can be written");
    }
}
