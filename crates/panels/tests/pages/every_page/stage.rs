//! A window without a window: it draws a page at a size, with letters of a size, and finds what a reader would stumble over.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use artwork::PaletteChoice;
use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput, Id, LayerId, Pos2, RawInput, Rect, Shape, Ui, Vec2, vec2};
use egui_kittest::TestRenderer as _;
use panels::Colours;
use panels::theme::{self, Theme, install_fonts};

use crate::common::{fonts, picture::Canvas};

/// A window: its size in pixels, how large letters are wished, its colours.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    window: Vec2,
    letters: f32,
    palette: PaletteChoice,
}

const WINDOWS: [Vec2; 3] = [vec2(1280.0, 720.0), vec2(1920.0, 1080.0), vec2(640.0, 480.0)];
const LETTERS: [f32; 4] = [1.0, 2.0, 1.5, 0.75];

/// Windows in which nobody reads: a window passes through such sizes while it opens, is dragged or put away.
const PASSING: [Vec2; 6] =
    [Vec2::ZERO, vec2(1.0, 1.0), vec2(40.0, 700.0), vec2(1300.0, 8.0), vec2(90.0, 60.0), vec2(300.0, 40.0)];

impl Case {
    pub const COUNT: usize = WINDOWS.len() * LETTERS.len() * PaletteChoice::ALL.len();

    /// All of them, over and over.
    pub fn nth(n: usize) -> Self {
        let (window, n) = (WINDOWS[n % WINDOWS.len()], n / WINDOWS.len());
        let (letters, n) = (LETTERS[n % LETTERS.len()], n / LETTERS.len());
        Self { window, letters, palette: PaletteChoice::ALL[n % PaletteChoice::ALL.len()] }
    }

    fn name(self) -> String {
        format!("{}x{} {}%", self.window.x, self.window.y, self.letters * 100.0)
    }
}

/// A page: what it is, and how it is drawn.
pub struct Page {
    /// What it is; pages of one kind have one name.
    pub name: String,
    /// Where in its game.
    pub at: usize,
    /// What is pressed before one looks, by the beginnings of its names.
    press: Vec<String>,
    /// What is typed before.
    typed: Option<&'static str>,
    draw: Box<dyn Fn(&mut Ui)>,
}

impl Page {
    pub fn new(name: impl Into<String>, at: usize, draw: impl Fn(&mut Ui) + 'static) -> Self {
        Self { name: name.into(), at, press: Vec::new(), typed: None, draw: Box::new(draw) }
    }

    /// With something typed where the cursor stands.
    pub fn typing(mut self, words: &'static str) -> Self {
        self.typed = Some(words);
        self
    }

    /// With something opened that is closed at first.
    pub fn pressing(mut self, name: impl Into<String>) -> Self {
        self.press.push(name.into());
        self
    }
}

/// Text as it was painted.
struct Text {
    words: String,
    rows: Vec<Rect>,
    clip: Rect,
    elided: bool,
    layer: LayerId,
}

/// Something that scrolls.
#[derive(Clone, Copy, Debug)]
struct View {
    room: Rect,
    far: Vec2,
}

/// A context for each size of letters, with all that was found.
#[derive(Default)]
pub struct Stage {
    contexts: HashMap<u32, (Context, Canvas)>,
    faults: BTreeMap<(String, String), (usize, String)>,
    drawn: usize,
    time: f64,
}

impl Stage {
    /// Draws a page and keeps what is wrong with it.
    pub fn look(&mut self, page: &Page, case: Case) {
        let whole = format!("{} {} {}", page.name, case.name(), page.at);
        if std::env::var("PANEL_PAGES").is_ok_and(|wanted| !whole.contains(&wanted)) {
            return;
        }
        self.drawn += 1;
        let found = catch_unwind(AssertUnwindSafe(|| self.faults_of(page, case)));
        let found = found.unwrap_or_else(|why| {
            self.contexts.clear();
            let words = why.downcast_ref::<String>().cloned();
            let words = words.or_else(|| why.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            vec![format!("it ends the program: {}", words.unwrap_or_default())]
        });
        for fault in found {
            let example = format!("{} at {}", case.name(), page.at);
            self.faults.entry((page.name.clone(), fault)).or_insert((0, example)).0 += 1;
        }
    }

    fn faults_of(&mut self, page: &Page, case: Case) -> Vec<String> {
        let zoom = theme::zoom(case.letters, case.window);
        let size = theme::room(case.letters, case.window);
        let key = (zoom * 1000.0).round() as u32;
        let clock = &mut self.time;
        let (ctx, canvas) = self.contexts.entry(key).or_insert_with(|| {
            let ctx = Context::default();
            ctx.enable_accesskit();
            install_fonts(&ctx, fonts());
            let mut canvas = Canvas::default();
            _ = pass(&ctx, &mut canvas, size, zoom, 0.0, &[], &|_| {});
            (ctx, canvas)
        });
        Theme { colours: Colours::of(case.palette) }.apply(ctx);
        // Nothing of the page before is left.
        for _ in 0..3 {
            *clock += 1.0;
            _ = pass(ctx, canvas, size, zoom, *clock, &[], &|_| {});
        }
        let mut show = |presses: &[Event]| {
            *clock += 1.0;
            pass(ctx, canvas, size, zoom, *clock, presses, &*page.draw)
        };
        let mut shown = show(&[]);
        if let Some(words) = page.typed {
            _ = show(&[Event::Text(words.into())]);
            shown = show(&[]);
        }
        for name in &page.press {
            let presses = presses_of(&shown.0, name);
            _ = show(&presses);
            shown = show(&[]);
        }
        for _ in 0..4 {
            shown = show(&[]);
            if !ctx.has_requested_repaint() {
                break;
            }
        }
        let (output, texts) = shown;
        let faults = judge(ctx, &output, &texts, Rect::from_min_size(Pos2::ZERO, size));
        if let Some(folder) = std::env::var_os("PANEL_PICTURES") {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            let name = format!("{}-{}-{}.png", page.name, case.name(), page.at).replace([' ', '/', '%'], "_");
            let png = canvas.paint(ctx, &output);
            std::fs::write(std::path::Path::new(&folder).join(name), png).expect("the picture can be written");
        }
        // The window is drawn to a size in which nothing can be read.
        *clock += 1.0;
        let passing = theme::room(case.letters, PASSING[self.drawn % PASSING.len()]);
        _ = pass(ctx, canvas, passing, zoom, *clock, &[], &*page.draw);
        faults
    }

    /// Fails if anything was found.
    pub fn finish(self, what: &str) {
        eprintln!("{what}: {} pages drawn", self.drawn);
        let lines: Vec<String> = self
            .faults
            .iter()
            .map(|((page, fault), (count, example))| format!("{page}: {fault} ({count} times, as {example})"))
            .collect();
        let shown = lines.iter().take(120).cloned().collect::<Vec<_>>().join("\n");
        assert!(lines.is_empty(), "{} faults\n{shown}", lines.len());
    }
}

/// What presses the first control whose name begins so.
fn presses_of(output: &FullOutput, name: &str) -> Vec<Event> {
    let update = output.platform_output.accesskit_update.as_ref().expect("screen readers are told");
    let named = |node: &Node| node.supports_action(Action::Click) && node.label().is_some_and(|l| l.starts_with(name));
    let found = update.nodes.iter().find(|(_, node)| named(node));
    let request =
        |id: NodeId| ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node: id, data: None };
    found.map(|(id, _)| Event::AccessKitActionRequest(request(*id))).into_iter().collect()
}

/// One pass over a page.
fn pass(
    ctx: &Context,
    canvas: &mut Canvas,
    size: Vec2,
    zoom: f32,
    time: f64,
    events: &[Event],
    draw: &dyn Fn(&mut Ui),
) -> (FullOutput, Vec<Text>) {
    let mut input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
        time: Some(time),
        focused: true,
        events: events.to_vec(),
        ..RawInput::default()
    };
    input.viewports.entry(input.viewport_id).or_default().native_pixels_per_point = Some(zoom);
    let mut texts = Vec::new();
    let mut output = ctx.run_ui(input, |ui| {
        draw(ui);
        texts = painted(ui.ctx());
    });
    canvas.handle_delta(&mut output.textures_delta);
    (output, texts)
}

/// Every text that was painted, layer by layer.
fn painted(ctx: &Context) -> Vec<Text> {
    let mut layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    if !layers.contains(&LayerId::background()) {
        layers.push(LayerId::background());
    }
    let mut texts = Vec::new();
    ctx.graphics(|graphics| {
        for layer in layers {
            let Some(list) = graphics.get(layer) else { continue };
            for entry in list.all_entries() {
                collect(&entry.shape, entry.clip_rect, layer, &mut texts);
            }
        }
    });
    texts
}

fn collect(shape: &Shape, clip: Rect, layer: LayerId, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, layer, texts)),
        Shape::Text(text) if text.angle == 0.0 && text.opacity_factor > 0.0 => {
            let rows = text.galley.rows.iter().filter(|row| row.row.visuals.mesh_bounds.is_positive());
            let rows = rows.map(|row| row.row.visuals.mesh_bounds.translate(text.pos.to_vec2() + row.pos.to_vec2()));
            texts.push(Text {
                words: text.galley.text().to_owned(),
                rows: rows.collect(),
                clip,
                elided: text.galley.elided,
                layer,
            });
        }
        _ => {}
    }
}

fn short(words: &str) -> String {
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    // What differs only in its numbers is one fault.
    let plain: String = words.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).take(60).collect();
    format!("\"{plain}\"")
}

/// Everything that is wrong with what was drawn.
fn judge(ctx: &Context, output: &FullOutput, texts: &[Text], screen: Rect) -> Vec<String> {
    let update = output.platform_output.accesskit_update.as_ref().expect("screen readers are told");
    let tree = Tree::new(update);
    let mut faults = Vec::new();
    let views: Vec<View> = tree.views().collect();
    for text in texts {
        if text.elided {
            faults.push(format!("the text {} is cut short", short(&text.words)));
        }
        if text.words.contains("use of widget ID") || text.words.contains("use of ScrollArea ID") {
            faults.push(format!("two controls are one: {}", short(&text.words)));
        }
        for row in &text.rows {
            if let Some(how) = cut(*row, text.clip.intersect(screen), &views) {
                faults.push(format!("the text {} is cut {how}", short(&text.words)));
            }
        }
    }
    lying_over_each_other(texts, &mut faults);
    tree.judge(ctx, screen, &mut faults);
    faults.sort();
    faults.dedup();
    faults
}

/// Where something is cut off that cannot be scrolled into sight.
fn cut(rect: Rect, clip: Rect, views: &[View]) -> Option<&'static str> {
    let room = clip.expand(1.5);
    if room.contains_rect(rect) {
        return None;
    }
    // What scrolls clips at its own edges in the direction in which it scrolls, give or take its bar.
    let near = |one: f32, other: f32| (one - other).abs() < 16.0;
    let beside = |view: &View| {
        let edge = near(clip.left(), view.room.left()) || near(clip.right(), view.room.right());
        view.far.x > 0.0 && edge && view.room.y_range().expand(4.0).contains(rect.center().y)
    };
    let aside = rect.left() < room.left() || rect.right() > room.right();
    if aside && clip.is_positive() && !views.iter().any(beside) {
        return Some("at the side");
    }
    // What scrolls inside of what scrolls is clipped above by the one and below by the other.
    let over = |view: &&View| {
        let wide = view.room.x_range().expand(4.0);
        view.far.y > 0.0 && (wide.contains(clip.center().x) || wide.contains(rect.center().x))
    };
    let above = rect.top() >= room.top() || views.iter().filter(over).any(|view| near(clip.top(), view.room.top()));
    let below =
        rect.bottom() <= room.bottom() || views.iter().filter(over).any(|view| near(clip.bottom(), view.room.bottom()));
    let upright = rect.top() < room.top() || rect.bottom() > room.bottom();
    (upright && clip.is_positive() && !(above && below)).then_some("above or below")
}

/// Texts of one layer that lie over each other.
fn lying_over_each_other(texts: &[Text], faults: &mut Vec<String>) {
    let mut rows: Vec<(Rect, usize)> = Vec::new();
    for (n, text) in texts.iter().enumerate().filter(|(_, text)| !text.words.trim().is_empty()) {
        let seen = text.rows.iter().map(|row| row.intersect(text.clip)).filter(|row| row.is_positive());
        rows.extend(seen.map(|row| (row, n)));
    }
    rows.sort_by(|a, b| a.0.top().total_cmp(&b.0.top()));
    for (n, (row, one)) in rows.iter().enumerate() {
        for (other_row, other) in rows[n + 1..].iter().take_while(|(other, _)| other.top() < row.bottom()) {
            let common = row.intersect(*other_row);
            let same = one == other || texts[*one].layer != texts[*other].layer;
            if !same && common.width() > 1.5 && common.height() > 1.5 {
                let (a, b) = (short(&texts[*one].words), short(&texts[*other].words));
                let (a, b) = if a < b { (a, b) } else { (b, a) };
                faults.push(format!("the texts {a} and {b} lie over each other"));
            }
        }
    }
}

/// What screen readers are told.
struct Tree<'a> {
    nodes: HashMap<NodeId, &'a Node>,
    parents: HashMap<NodeId, NodeId>,
}

fn bounds(node: &Node) -> Option<Rect> {
    let b = node.bounds()?;
    Some(Rect::from_min_max(Pos2::new(b.x0 as f32, b.y0 as f32), Pos2::new(b.x1 as f32, b.y1 as f32)))
}

fn view(node: &Node) -> Option<View> {
    let far = vec2(node.scroll_x_max().unwrap_or(0.0) as f32, node.scroll_y_max().unwrap_or(0.0) as f32);
    (node.role() == Role::ScrollView).then(|| bounds(node)).flatten().map(|room| View { room, far })
}

impl<'a> Tree<'a> {
    fn new(update: &'a TreeUpdate) -> Self {
        let nodes = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let children = update.nodes.iter().flat_map(|(id, node)| node.children().iter().map(move |c| (*c, *id)));
        Self { nodes, parents: children.collect() }
    }

    fn views(&self) -> impl Iterator<Item = View> {
        self.nodes.values().filter_map(|node| view(node))
    }

    /// What scrolls around something, from the nearest on.
    fn around(&self, id: NodeId) -> impl Iterator<Item = View> {
        std::iter::successors(self.parents.get(&id), |id| self.parents.get(id)).filter_map(|id| view(self.nodes[id]))
    }

    fn judge(&self, ctx: &Context, screen: Rect, faults: &mut Vec<String>) {
        let widgets = ctx.viewport(|viewport| viewport.prev_pass.widgets.clone());
        let known: HashMap<NodeId, egui::WidgetRect> =
            widgets.layers().flat_map(|(_, rects)| rects.iter().map(|w| (w.id.accesskit_id(), *w))).collect();
        let mut controls: Vec<(Rect, LayerId, String)> = Vec::new();
        for (id, node) in &self.nodes {
            let Some(rect) = bounds(node) else { continue };
            let words = node.label().or_else(|| node.value()).unwrap_or_default().trim().to_owned();
            if let Some(view) = view(node) {
                let scrolled = self.around(*id).any(|around| around.far.y > 0.0);
                if !scrolled && !screen.expand(2.0).contains_rect(rect) {
                    faults.push("something that scrolls lies outside the window".into());
                }
                if view.far.y > 0.0 && rect.height() < 44.0 {
                    faults.push("something scrolls in less than two lines".into());
                }
                continue;
            }
            let control = node.supports_action(Action::Click) || node.supports_action(Action::Focus);
            let widget = known.get(id);
            let own = |w: &egui::WidgetRect| [w.layer_id.id, w.layer_id.id.with("move")].contains(&w.id);
            let whole = widget.is_some_and(own) || rect.expand(1.0).contains_rect(screen);
            if words.is_empty() {
                let named = node.role() != Role::ScrollBar && node.role() != Role::GenericContainer;
                // The second line of a link that is broken over two is part of the link, which has the name of both.
                let of_link = |other: &&Node| {
                    other.role() == Role::Link && bounds(other).is_some_and(|b| b.expand(1.0).contains_rect(rect))
                };
                let named = named && !self.nodes.values().any(of_link);
                if control && named && !whole && node.labelled_by().is_empty() {
                    faults.push(format!("a control has no name ({:?} of {:?})", node.role(), rect.size()));
                }
                continue;
            }
            if whole || matches!(node.role(), Role::GenericContainer | Role::Window) {
                continue;
            }
            let what = if control { "control" } else { "label" };
            let around = self.around(*id).next();
            let room = around.map_or(screen, |view| view.room).expand(2.0);
            let aside = rect.left() < room.left() || rect.right() > room.right();
            if aside && around.is_none_or(|view| view.far.x <= 0.0) {
                faults.push(format!("the {what} {} lies outside at the side", short(&words)));
            }
            let upright = rect.top() < room.top() || rect.bottom() > room.bottom();
            if upright && around.is_none_or(|view| view.far.y <= 0.0) {
                faults.push(format!("the {what} {} lies above or below", short(&words)));
            }
            if let Some(widget) = widget.filter(|_| control && around.is_none()) {
                let seen = widget.interact_rect;
                if (seen.size() - widget.rect.size()).abs().max_elem() > 3.0 {
                    faults.push(format!("the control {} is cut", short(&words)));
                }
            }
            if let Some(widget) = widget.filter(|w| control && w.interact_rect.is_positive()) {
                controls.push((widget.interact_rect, widget.layer_id, words));
            }
        }
        controls.sort_by(|a, b| a.0.top().total_cmp(&b.0.top()).then_with(|| a.2.cmp(&b.2)));
        for (n, (rect, layer, words)) in controls.iter().enumerate() {
            for (other, other_layer, other_words) in
                controls[n + 1..].iter().take_while(|(other, ..)| other.top() < rect.bottom())
            {
                let common = rect.intersect(*other);
                let within = rect.expand(1.0).contains_rect(*other) || other.expand(1.0).contains_rect(*rect);
                if layer == other_layer && !within && common.width() > 2.0 && common.height() > 2.0 {
                    let (a, b) = (short(words), short(other_words));
                    faults.push(format!("the controls {a} and {b} lie over each other"));
                }
            }
        }
    }
}

/// A page that fills the window, as pages around a game do.
pub fn whole(add: impl Fn(&mut Ui) + 'static) -> impl Fn(&mut Ui) + 'static {
    move |ui| {
        let colours = Theme::of(ui).colours;
        let frame = egui::Frame::new().fill(colours.ground).inner_margin(egui::Margin::symmetric(24, 16));
        egui::CentralPanel::default().frame(frame).show(ui, |ui| add(ui));
    }
}

/// A card that lies over the board.
pub fn floating(width: f32, add: impl Fn(&mut Ui) + 'static) -> impl Fn(&mut Ui) + 'static {
    move |ui| {
        egui::Area::new(Id::new("card")).fixed_pos(Pos2::new(12.0, 72.0)).show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).inner_margin(egui::Margin::same(12)).show(ui, |ui| {
                let board = ui.ctx().content_rect().size() - vec2(0.0, 110.0);
                ui.set_width(width.min(board.x - 48.0));
                ui.set_max_height(board.y - 96.0);
                add(ui);
            });
        });
    }
}
