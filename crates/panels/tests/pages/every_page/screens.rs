//! The pages around a game: title, scenarios, saved games, options, dialogs, lessons, forces.

use std::cell::RefCell;
use std::sync::Arc;

use block_by_block::BlockByBlock;
use panels::computer::{BESIDE, SeatsModel, Watch, players_dialog};
use panels::elsewhere::{
    CompanyModel, InviteModel, JoinModel, OpenModel, PhoneLine, PhonesModel, SeatLine, company_panel, invite_screen,
    join_screen, phones_screen,
};
use panels::guess::{Distances, GuessModel, guess_panel};
use panels::holding::{Firer, HoldingModel, InAdvance, holding_panel};
use panels::platoon::{Roster, RosterModel, RosterWant, roster_panel};
use panels::screens::{
    BoardPicture, ConfirmModel, CurtainModel, Hearing, LoadModel, MenuModel, OptionsModel, SaveLine, SavedBoard,
    ScenarioLine, ScenariosModel, Settings, TitleModel, banner, confirm_dialog, curtain_screen, game_menu, keys_panel,
    load_screen, modal, options_screen, ruleset_cards, save_dialog, scenarios_screen, side_banner, title_screen,
};
use panels::skirmish::{Builder, BuilderModel, BuilderWant, builder_panel};
use panels::teacher::{Feedback, LearnModel, LessonLine, LessonModel, Turning, learn_screen, lesson_panel};
use panels::theme::SideMark;
use panels::{Intent, Theme};
use platoon::{Platoon, Side};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::{Library, Player, RuleId, Ruleset};

use super::stage::{Case, Page, floating, whole};
use super::{look_at, rules, scenarios};
use crate::common::root;

/// The keys of a board, as long as the longest.
const BOARD: &[(&str, &str)] = &[
    ("G, Shift+G", "Show what known enemies can fire at, and hide it again"),
    ("Ctrl+Click", "Add a counter to the selection, or take it away"),
    ("M", "The ruler: how far, through what, and what stands in the way"),
    ("Alt", "Lift the counters off the ground while it is held"),
];

fn title_and_games() -> Vec<Page> {
    let mut pages = Vec::new();
    let long = "27-14 Battalion Contact · Turn 12, US Defensive Fire Phase".to_owned();
    for (n, last) in [None, Some("Huế 1968 · Turn 2, Assault".to_owned()), Some(long.clone())].into_iter().enumerate()
    {
        let saves = last.is_some();
        let model = TitleModel { cards: ruleset_cards(), last_game: last, saves, version: "0.1.0".into() };
        pages.push(Page::new("title", n, whole(move |ui| _ = title_screen(ui, &model))));
    }
    let picture = BoardPicture { texture: egui::TextureId::default(), size: (480, 320) };
    let save = |n: usize| SaveLine {
        title: ["Huế 1968", "27-14 Battalion Contact", "Beside your table"][n % 3].into(),
        scenario: [
            "Block by Block, historical",
            "Search & Destroy, 27-14-battalion-contact",
            "20mm Platoon, beside-your-table",
        ][n % 3]
            .into(),
        moment: "Turn 12, US Defensive Fire Phase".into(),
        saved: "2026-11-22 18:04".into(),
        automatic: !n.is_multiple_of(2),
        board: if n == 1 { SavedBoard::Drawn(picture) } else { SavedBoard::Nothing },
        problem: (n == 3)
            .then(|| "hue-1968-3.ron:4:17: This is no game: the journal ends in the middle of an order.".into()),
    };
    for count in [0, 1, 9] {
        let model = LoadModel { saves: (0..count).map(save).collect() };
        pages.push(Page::new("saved games", count, whole(move |ui| _ = load_screen(ui, &model))));
    }
    let model = OptionsModel { settings: Settings::default(), hearing: Hearing::Ready, back: Intent::OpenTitle };
    pages.push(Page::new("options", 0, whole(move |ui| _ = options_screen(ui, &model))));
    let mut dialog = |name: &'static str, width: f32, draw: fn(&mut egui::Ui) -> Vec<Intent>| {
        pages.push(Page::new(name, 0, move |ui| _ = modal(ui.ctx(), name, width, draw)));
    };
    dialog("menu", 280.0, |ui| game_menu(ui, &MenuModel { saves: true, beside: false, shared: false }));
    dialog("menu beside a table", 280.0, |ui| game_menu(ui, &MenuModel { saves: false, beside: true, shared: false }));
    dialog("menu at a seat elsewhere", 280.0, |ui| {
        game_menu(ui, &MenuModel { saves: true, beside: false, shared: true })
    });
    dialog("save", 420.0, |ui| save_dialog(ui, "The M113s, before the relief came back"));
    dialog("keys", 460.0, |ui| keys_panel(ui, BOARD));
    dialog("who plays", 520.0, |ui| players_dialog(ui, &seats::<SearchAndDestroy>(3)));
    dialog("who plays, two computers", 520.0, |ui| players_dialog(ui, &seats::<SearchAndDestroy>(2)));
    dialog("question", 420.0, |ui| {
        let model = ConfirmModel {
            title: "Delete this saved game?".into(),
            text: "27-14 Battalion Contact, Turn 12, US Defensive Fire Phase 2026-11-22 18:04. This cannot be undone."
                .into(),
            yes: "Delete".into(),
            no: "Keep it".into(),
            other: Some("Look at it".into()),
            danger: true,
        };
        confirm_dialog(ui, &model)
    });
    dialog("when a side fires", 860.0, |ui| {
        let firer = |id: i32| Firer { id, name: format!("Squad {id} of the Main Force"), away: None };
        let may_fire = InAdvance {
            who: (1..7).map(firer).collect(),
            distances: vec![400, 500, 1_000, 1_500, 3_500, 4_000, 5_000],
            rule: RuleId::fixed("P-opportunity"),
        };
        let (side, other) = (SideMark::liberation("VC/NVA"), Some("Allied".to_owned()));
        holding_panel(ui, &HoldingModel { side, may_fire, answers: vec![Some(1_500); 7], other });
        Vec::new()
    });
    pages.push(Page::new("banner", 0, floating(820.0, |ui| {
        banner(ui, "The game cannot be saved in /home/somebody/.local/share/pointman/games: no space is left on the device.", false);
    })));
    for (n, side) in [SideMark::allied("US/ARVN"), SideMark::liberation("PAVN/NLF")].into_iter().enumerate() {
        pages.push(Page::new(
            "change of sides",
            n,
            floating(820.0, move |ui| {
                side_banner(ui, side, "Turn 12, NLF Offensive Fire Phase");
            }),
        ));
        let model = CurtainModel {
            side,
            moment: "Turn 3, 2nd Squad of the Main Force may interrupt".into(),
            noticed: (0..n * 12)
                .map(|k| format!("Squad {k} fires at 2nd Squad: 4 are pinned, 1 is lost, and the rest go to ground."))
                .collect(),
        };
        pages.push(Page::new("curtain", n, whole(move |ui| _ = curtain_screen(ui, &model))));
    }
    let model = GuessModel {
        who: "2nd Squad".into(),
        most: [60, 48],
        calls: vec!["2nd Squad asks for a battery of 105 mm howitzers, three salvos of high explosive.".into()],
        refusal: None,
        rule: RuleId::fixed("P-artillery"),
    };
    let distances = RefCell::new(Distances::default());
    pages.push(Page::new(
        "guess",
        0,
        floating(280.0, move |ui| {
            guess_panel(ui, &model, &mut distances.borrow_mut());
        }),
    ));
    pages
}

/// Who plays, one way after the other.
fn seats<R: Ruleset>(n: usize) -> SeatsModel {
    let name = |side: usize| R::side_name(rules::<R>().sides()[side]);
    SeatsModel {
        sides: [SideMark::allied(name(0)), SideMark::liberation(name(1))],
        players: [Player::ALL[n % 4], Player::ALL[(n / 2) % 4]],
        watch: n.is_multiple_of(2).then_some(Watch::Common),
        why_not: (n % 7 == 6).then_some(BESIDE),
        beside: n % 5 == 4,
    }
}

fn lists<R: Ruleset>(library: &Library, line: fn(&R::Scenario) -> [&str; 3], forces: bool) -> Vec<Page> {
    let rules: Arc<R> = rules();
    let lines: Vec<ScenarioLine> = scenarios::<R>()
        .iter()
        .map(|(_, scenario)| {
            let [title, summary, background] = line(scenario).map(str::to_owned);
            let variants = rules.variants(scenario);
            let written = variants.iter().map(|variant| variant.chosen).collect();
            ScenarioLine {
                title,
                summary,
                background,
                briefing: rules.briefing(scenario),
                variants,
                written,
                beside: false,
                computer: false,
                last: Some("2026-11-24 21:40. PAVN/NLF strategic victory".into()),
                problem: None,
            }
        })
        .collect();
    let mut pages = Vec::new();
    for (n, chosen) in lines.iter().enumerate() {
        let model = ScenariosModel {
            ruleset: R::TITLE.into(),
            scenarios: lines.clone(),
            forces: forces.then(|| R::ID.to_owned()),
            seats: Some(seats::<R>(n)),
            board: Some((
                n,
                [(1200, 800), (1200, 240)].map(|size| Some(BoardPicture { texture: egui::TextureId::default(), size })),
            )),
        };
        let page = |model: ScenariosModel| {
            Page::new(format!("{} scenarios", R::TITLE), n, whole(move |ui| _ = scenarios_screen(ui, &model)))
        };
        pages.push(page(model.clone()).pressing(chosen.title.clone()));
        if n.is_multiple_of(3) {
            pages.push(page(model).pressing(chosen.title.clone()).pressing("Optional rules"));
        }
    }
    let lessons = teacher::library::lessons::<R>(library).expect("the lessons are right");
    let line = |(n, course): (usize, &teacher::library::Course<R>)| LessonLine {
        title: course.lesson.title.clone(),
        about: course.lesson.about.clone(),
        minutes: course.lesson.minutes,
        done: u16::try_from(n).unwrap(),
        of: 8,
        finished: n % 3 == 1,
    };
    let model = LearnModel {
        ruleset: R::TITLE.into(),
        lessons: lessons.iter().enumerate().map(line).collect(),
        quiz: (12, 9),
        problem: None,
    };
    for n in 0..3 {
        let model = model.clone();
        pages.push(Page::new("lessons", n, whole(move |ui| _ = learn_screen(ui, &model))));
    }
    for (n, course) in lessons.iter().enumerate() {
        let steps = course.lesson.steps.iter().map(|step| (&step.text, &step.task, &step.otherwise));
        for (k, (text, task, otherwise)) in steps.enumerate().filter(|(k, _)| (k + n).is_multiple_of(4)) {
            let wrong = Feedback::Wrong(
                otherwise.clone(),
                Some((RuleId::fixed("6.2c"), "F/2/5 Marines must stop in S3-2.".into())),
            );
            let model = LessonModel {
                title: course.lesson.title.clone(),
                step: k,
                of: course.lesson.steps.len(),
                text: text.clone(),
                task: task.clone(),
                turning: [Turning::Read, Turning::Act, Turning::Solve(3), Turning::Retry, Turning::Done(true)][k % 5],
                feedback: (k % 2 == 1).then_some(wrong),
                back: k > 0,
                busy: false,
            };
            pages.push(Page::new("lesson", n * 100 + k, floating(372.0, move |ui| _ = lesson_panel(ui, &model))));
        }
    }
    pages
}

/// Inviting, joining, and what stands beside the board of a shared game.
fn elsewhere() -> Vec<Page> {
    let sides = [SideMark::allied("US/ARVN"), SideMark::liberation("PAVN/NLF")];
    let link = format!("pointman://192.168.100.107:7468/#token={}&certificate={}", "3f".repeat(16), "a9".repeat(32));
    let squares = |n: usize| (0..n).map(|row| (0..n).map(|column| (row * column + row) % 3 == 0).collect()).collect();
    let open = |n: usize| OpenModel {
        address: "192.168.100.107:7468".into(),
        words: (n == 0).then(|| "tiger-bridge-forty".into()),
        link: link.clone(),
        code: squares(57),
        there: n == 1,
    };
    let mut pages = Vec::new();
    for n in 0..4 {
        let model = InviteModel {
            title: "27-14 Battalion Contact".into(),
            sides,
            own: n % 2,
            fair: n == 2,
            why_not: (n == 3).then(|| "This game is played beside a real table, where both players are.".into()),
            open: (n < 2).then(|| open(n)),
            shared: n == 2,
        };
        pages.push(Page::new("invite", n, whole(move |ui| _ = invite_screen(ui, &model))));
        let seat = |k: usize| SeatLine {
            title: ["Huế 1968, US/ARVN", "27-14 Battalion Contact, PAVN/NLF"][k % 2].into(),
            about: "192.168.100.107:7468 · 2026-11-22 18:04".into(),
        };
        let model = JoinModel {
            typed: if n == 0 { String::new() } else { link.clone() },
            busy: n == 1,
            problem: (n > 1)
                .then(|| "192.168.100.107:7468 cannot be reached: Connection refused (os error 111).".into()),
            seats: (0..n * n).map(seat).collect(),
        };
        pages.push(Page::new("join", n, whole(move |ui| _ = join_screen(ui, &model))));
        let said = |k: usize| {
            (
                k % 2,
                ["Are you there?", "Yes. I was only looking for the place where my second squad ran to."][k % 2].into(),
            )
        };
        let phone = |(n, side): (usize, SideMark)| PhoneLine {
            side,
            link: format!("http://192.168.100.107:7469/#key={}", "3f".repeat(16)),
            code: squares(37),
            there: n == 1,
        };
        let model = PhonesModel {
            why_not: (n == 0).then(|| "192.168.100.107 cannot be listened at: the address is taken.".into()),
            lines: if n == 1 { Vec::new() } else { sides.into_iter().enumerate().map(phone).collect() },
        };
        pages.push(Page::new("phones", n, whole(move |ui| _ = phones_screen(ui, &model))));
        let model = CompanyModel {
            seats: sides.iter().map(|side| (*side, n % 2 == 0)).collect(),
            own: n % 2,
            said: (0..n * 3).map(said).collect(),
            unread: n,
            open: n > 0,
            draft: String::new(),
            lost: n == 1,
            ended: (n == 3).then(|| "This link opens no seat here. Ask for a new one.".into()),
            asked: n == 2,
            waits: n == 1,
        };
        pages.push(Page::new("company", n, floating(280.0, move |ui| _ = company_panel(ui, &model))));
    }
    pages
}

fn forces() -> Vec<Page> {
    let mut pages = Vec::new();
    let panel = |draw: Box<dyn Fn(&mut egui::Ui)>| {
        move |ui: &mut egui::Ui| {
            let colours = Theme::of(ui).colours;
            let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
            egui::CentralPanel::default().frame(frame).show(ui, |ui| draw(ui));
        }
    };
    let rules: Arc<Platoon> = rules();
    let shelf: Vec<_> = rules
        .forces()
        .iter()
        .map(|(name, squads)| {
            (name.rsplit('/').next().unwrap().trim_end_matches(".ron").replace('-', " "), squads.clone())
        })
        .collect();
    for lists in 0..4 {
        let mut roster = Roster::default();
        for side in [Side::Allied, Side::Vc].into_iter().take(lists) {
            let place = shelf.iter().position(|(_, squads)| squads[0].side == side).unwrap();
            roster.want(&RosterWant::AddList(place), &shelf);
        }
        roster.want(&RosterWant::Dummies(u8::try_from(lists).unwrap()), &shelf);
        let news = (lists > 1)
            .then(|| (lists == 2, "forces/platoon/our-platoon.ron cannot be written: no space is left.".into()));
        let (shelf, platoon) = (shelf.clone(), Arc::clone(&rules));
        let saved: Vec<String> = (0..lists).map(|n| format!("Our patrol, day {n}")).collect();
        pages.push(Page::new(
            "forces of Platoon",
            lists,
            panel(Box::new(move |ui| {
                let (rules, saved, shelf) = (&*platoon, &saved, &shelf);
                roster_panel(ui, &RosterModel { rules, roster: &roster, saved, shelf, news: news.clone() });
            })),
        ));
    }
    let rules: Arc<Skirmish> = super::rules();
    let shelf: Vec<_> = rules.forces().iter().map(|(_, force)| force.clone()).collect();
    for taken in 0..shelf.len().min(5) {
        let mut builder = Builder::default();
        if taken > 0 {
            builder.want(&BuilderWant::Take(taken), &shelf);
        }
        let (rules, shelf) = (Arc::clone(&rules), shelf.clone());
        let scenarios: Vec<String> = scenarios::<Skirmish>().into_iter().map(|(_, scenario)| scenario.title).collect();
        let news = (taken > 1)
            .then(|| (taken == 2, "forces/skirmish/our-patrol.ron cannot be written: no space is left.".into()));
        pages.push(Page::new(
            "forces of Skirmish",
            taken,
            panel(Box::new(move |ui| {
                let model = BuilderModel {
                    builder: &builder,
                    rules: &rules,
                    shelf: &shelf,
                    scenarios: &scenarios,
                    news: news.clone(),
                };
                builder_panel(ui, &model);
            })),
        ));
    }
    pages
}

#[test]
fn pages_and_dialogs_fit_every_window() {
    let mut all = title_and_games();
    all.extend(forces());
    all.extend(elsewhere());
    look_at("pages", Case::COUNT / 2, all);
}

#[test]
fn scenarios_and_lessons_fit_every_window() {
    let library = Library::at(root()).expect("the library is there");
    let mut all = lists::<BlockByBlock>(&library, |s| [&s.title, &s.summary, &s.background], false);
    all.extend(lists::<SearchAndDestroy>(&library, |s| [&s.title, &s.summary, &s.background], false));
    all.extend(lists::<Platoon>(&library, |s| [&s.title, &s.summary, &s.background], true));
    all.extend(lists::<Skirmish>(&library, |s| [&s.title, &s.summary, &s.background], true));
    look_at("scenarios and lessons", 1, all);
}
