//! Title, scenarios, saved games, options, dialogs and the end of a game.

use std::cell::RefCell;

use crate::common::{position, rules, scenario, screen, screen_of};
use artwork::PaletteChoice;
use block_by_block::{Side, Step};
use panels::Intent;
use panels::area::politics::game_over_model;
use panels::screens::{
    BoardPicture, ConfirmModel, Hearing, KEYS, LoadModel, MenuModel, OptionsModel, SaveLine, SavedBoard, ScenarioLine,
    ScenariosModel, Settings, Speed, TitleModel, banner, confirm_dialog, game_menu, game_over_panel, keys_panel,
    load_screen, modal, options_screen, ruleset_cards, save_dialog, scenarios_screen, side_banner, title_screen,
};
use panels::teacher::Ask;
use tabletop::{RuleId, Section, Variant};

fn title() -> TitleModel {
    TitleModel {
        cards: ruleset_cards(),
        last_game: Some("The Battle of Huế, 1968: turn 2 of 5, US/ARVN combat".into()),
        saves: true,
        version: "0.1.0".into(),
    }
}

#[test]
fn the_title_screen_leads_to_games_and_to_lessons() {
    let model = title();
    let mut screen = screen(|ui| title_screen(ui, &model));
    for card in ruleset_cards() {
        assert_eq!(screen.click(&format!("Play {}", card.title)), vec![Intent::ChooseRuleset(card.id.into())]);
        let learn = vec![Intent::Teacher(Ask::LearnRuleset(card.id))];
        assert_eq!(screen.click(&format!("Learn to play {}", card.title)), learn);
    }
    for (name, intent) in [
        ("Continue", Intent::ContinueGame),
        ("Load", Intent::OpenLoad),
        ("Options", Intent::OpenOptions),
        ("Keys", Intent::OpenKeys),
        ("Quit", Intent::Quit),
    ] {
        assert_eq!(screen.click(name), vec![intent]);
    }
    screen.assert_fits();
    screen.picture("title");
}

#[test]
fn the_title_screen_can_be_used_without_a_mouse() {
    let model = title();
    let mut screen = screen(|ui| title_screen(ui, &model));
    screen.harness.key_press(egui::Key::Tab);
    screen.harness.run();
    screen.harness.key_press(egui::Key::Enter);
    screen.harness.run();
    assert_eq!(*screen.harness.state(), vec![Intent::ChooseRuleset("block-by-block".into())]);
}

#[test]
fn the_title_screen_fits_a_big_and_a_small_window() {
    let model = title();
    let mut big = screen_of(3840.0, 2160.0, 2.0, |ui| title_screen(ui, &model));
    big.assert_fits();
    big.picture("title-4k");
    screen_of(1280.0, 720.0, 2.0, |ui| title_screen(ui, &model)).assert_nothing_is_cut();
    screen_of(1280.0, 720.0, 0.75, |ui| title_screen(ui, &model)).assert_fits();
}

#[test]
fn without_a_last_game_there_is_nothing_to_continue() {
    let model = TitleModel { last_game: None, saves: false, ..title() };
    let mut screen = screen(|ui| title_screen(ui, &model));
    assert!(!screen.shows("Continue"));
    assert_eq!(screen.click("Load"), vec![]);
}

#[test]
fn a_scenario_is_read_and_started() {
    let historical = scenario();
    let line = ScenarioLine {
        title: historical.title,
        summary: historical.summary,
        background: historical.background,
        briefing: vec![Section::new("Victory", vec!["Points decide.".into()])],
        variants: vec![Variant::switch("double", "Double losses", "It hurts.", RuleId::fixed("BB-R11"), false)],
        written: vec![0],
        beside: false,
        computer: false,
        last: Some("2026-11-24 21:40. PAVN/NLF strategic victory".into()),
        problem: None,
    };
    let broken = ScenarioLine {
        title: "Broken".into(),
        problem: Some("broken.ron:3:7: there is no unit \"X\".".into()),
        ..ScenarioLine::default()
    };
    let model = ScenariosModel {
        ruleset: "Block by Block".into(),
        scenarios: vec![line, broken],
        forces: None,
        seats: None,
        board: Some((0, [None; 2])),
    };
    let mut screen = screen(|ui| scenarios_screen(ui, &model));
    screen.assert_nothing_is_cut();
    screen.picture("scenarios");
    assert!(screen.shows("Points decide."));
    assert_eq!(screen.click("Start"), vec![Intent::StartScenario(0)]);
    screen.click("Optional rules");
    assert!(screen.shows("It hurts.") && !screen.shows("Points decide."));
    assert_eq!(screen.click("Double losses: off"), vec![], "that is chosen");
    let agreed = Intent::Agree { scenario: 0, variant: "double".into(), choice: 1 };
    assert_eq!(screen.click("Double losses: on"), vec![agreed]);
    screen.assert_nothing_is_cut();
    screen.picture("scenario-rules");
    screen.click("Broken");
    assert!(screen.shows("broken.ron:3:7"));
    assert_eq!(screen.click("Start"), vec![]);
    assert_eq!(screen.click("Back"), vec![Intent::OpenTitle]);
}

#[test]
fn the_board_of_a_scenario_is_asked_for_once_and_has_a_name() {
    let line = ScenarioLine { title: "The ford".into(), ..ScenarioLine::default() };
    let beside = ScenarioLine { title: "Your table".into(), beside: true, ..ScenarioLine::default() };
    let mut model = ScenariosModel { scenarios: vec![line, beside], ..ScenariosModel::default() };
    let asked = |model: &ScenariosModel, chosen: &str| {
        let mut screen = screen(|ui| scenarios_screen(ui, model));
        // The first stands open.
        if chosen != "The ford" {
            screen.click(chosen);
            screen.harness.state_mut().clear();
            screen.harness.run();
        }
        (screen.harness.state().contains(&Intent::ShowBoard(0)), screen.shows("The board of The ford"))
    };
    assert_eq!(asked(&model, "The ford"), (true, false));
    assert_eq!(asked(&model, "Your table"), (false, false), "that has none");
    model.board = Some((0, [None; 2]));
    assert_eq!(asked(&model, "The ford"), (false, false), "it is being drawn");
    let picture = BoardPicture { texture: egui::TextureId::default(), size: (1200, 800) };
    model.board = Some((0, [Some(picture); 2]));
    assert_eq!(asked(&model, "The ford"), (false, true));
}

#[test]
fn what_is_read_stays_where_it_is_when_the_board_comes() {
    let line = ScenarioLine { title: "The ford".into(), background: "It rained.".into(), ..ScenarioLine::default() };
    let picture = BoardPicture { texture: egui::TextureId::default(), size: (1200, 800) };
    let top = |board| {
        let model = ScenariosModel { scenarios: vec![line.clone()], board, ..ScenariosModel::default() };
        screen(|ui| scenarios_screen(ui, &model)).span("It rained.").0
    };
    let (unasked, awaited, drawn) = (top(None), top(Some((0, [None; 2]))), top(Some((0, [Some(picture), None]))));
    assert_eq!((unasked, awaited), (drawn, drawn));
}

#[test]
fn a_saved_game_is_loaded_and_a_damaged_one_says_what_is_wrong() {
    let good = SaveLine {
        title: "Evening game".into(),
        scenario: "Block by Block, The Battle of Huế, 1968".into(),
        moment: "Turn 2 of 5, US/ARVN combat".into(),
        saved: "Thursday 4 June, 21:14".into(),
        automatic: true,
        board: SavedBoard::Nothing,
        ..SaveLine::default()
    };
    let bad = SaveLine {
        title: "Old game".into(),
        problem: Some("the file ends in line 12".into()),
        saved: "2 May".into(),
        ..SaveLine::default()
    };
    let model = LoadModel { saves: vec![good, bad] };
    let mut screen = screen(|ui| load_screen(ui, &model));
    screen.assert_fits();
    screen.picture("load");
    assert_eq!(screen.click("Load Evening game"), vec![Intent::LoadGame(0)]);
    assert_eq!(screen.click("Load Old game"), vec![]);
    assert!(screen.shows("Damaged: the file ends in line 12"));
    assert_eq!(screen.click("Delete Old game"), vec![Intent::DeleteGame(1)]);
}

#[test]
fn the_board_of_a_saved_game_is_asked_for_once_and_shown() {
    let asks = |board: SavedBoard, problem: Option<String>| {
        let model =
            LoadModel { saves: vec![SaveLine { title: "Evening game".into(), board, problem, ..SaveLine::default() }] };
        let screen = screen(|ui| load_screen(ui, &model));
        (screen.harness.state().contains(&Intent::ShowSavedBoard(0)), screen.shows("The board of Evening game"))
    };
    assert_eq!(asks(SavedBoard::Unasked, None), (true, false));
    assert_eq!(asks(SavedBoard::Unasked, Some("the file ends in line 12".into())), (false, false), "it has none");
    assert_eq!(asks(SavedBoard::Nothing, None), (false, false), "it is being drawn");
    let picture = BoardPicture { texture: egui::TextureId::default(), size: (480, 320) };
    assert_eq!(asks(SavedBoard::Drawn(picture), None), (false, true));
}

#[test]
fn a_copy_is_saved_under_the_name_that_was_typed() {
    let name = RefCell::new("The ford".to_owned());
    let mut screen = screen(|ui| {
        let intents = modal(ui.ctx(), "save", 420.0, |ui| save_dialog(ui, &name.borrow()));
        for intent in &intents {
            if let Intent::NameSave(typed) = intent {
                name.replace(typed.clone());
            }
        }
        intents
    });
    screen.picture("save");
    screen.harness.event(egui::Event::Text("Before the gate".into()));
    screen.harness.run();
    assert_eq!(*name.borrow(), "Before the gate", "what stood there was chosen whole");
    assert_eq!(screen.click("Save"), vec![Intent::SaveAs("Before the gate".into())]);
    assert_eq!(screen.click("Cancel"), vec![Intent::CloseDialog]);
}

#[test]
fn every_option_is_in_force_at_once() {
    let now = Settings::default();
    let model = OptionsModel { settings: now.clone(), hearing: Hearing::Ready, back: Intent::OpenTitle };
    let mut screen = screen(|ui| options_screen(ui, &model));
    screen.assert_fits();
    screen.picture("options");
    for (name, settings) in [
        ("Colour-safe", Settings { palette: PaletteChoice::ColourSafe, ..now.clone() }),
        ("150 %", Settings { scale: 1.5, ..now.clone() }),
        ("Animation 4×", Settings { speed: Speed::Fourfold, ..now.clone() }),
        ("Animation off", Settings { speed: Speed::Off, ..now.clone() }),
        ("Log closed", Settings { log: false, ..now.clone() }),
        ("Volume 20 %", Settings { volume: 20, ..now.clone() }),
        ("Sound muted", Settings { muted: true, ..now.clone() }),
        ("Without rain", Settings { rain: false, ..now.clone() }),
    ] {
        assert_eq!(screen.click(name), vec![Intent::ChangeSettings(settings)]);
    }
    assert_eq!(screen.click("Back"), vec![Intent::OpenTitle]);
}

#[test]
fn a_program_that_cannot_be_heard_says_why_and_offers_nothing() {
    for hearing in [Hearing::NotBuilt, Hearing::Withheld, Hearing::NoCard] {
        let model = OptionsModel { settings: Settings::default(), hearing, back: Intent::OpenTitle };
        let why = hearing.why_silent().unwrap();
        let screen = screen(move |ui| options_screen(ui, &model));
        assert!(screen.shows(why), "{why}");
        assert!(!screen.shows("Volume 20 %") && !screen.shows("Sound muted"), "{why}");
    }
}

#[test]
fn a_question_is_answered_or_escaped() {
    let model = ConfirmModel {
        title: "Delete this game?".into(),
        text: "This cannot be undone.".into(),
        yes: "Delete".into(),
        no: "Keep it".into(),
        other: None,
        danger: true,
    };
    let mut screen = screen(|ui| modal(ui.ctx(), "confirm", 400.0, |ui| confirm_dialog(ui, &model)));
    screen.picture("confirm");
    assert_eq!(screen.click("Delete"), vec![Intent::Confirm]);
    assert_eq!(screen.click("Keep it"), vec![Intent::CloseDialog]);
    screen.harness.key_press(egui::Key::Escape);
    screen.harness.run();
    assert_eq!(*screen.harness.state(), vec![Intent::CloseDialog]);
}

#[test]
fn the_menu_leads_everywhere() {
    let mut screen = screen(|ui| {
        modal(ui.ctx(), "menu", 280.0, |ui| game_menu(ui, &MenuModel { saves: true, beside: false, shared: false }))
    });
    screen.assert_fits();
    screen.picture("menu");
    for (name, intent) in [
        ("Play on", Intent::CloseDialog),
        ("Save", Intent::Save),
        ("Load", Intent::OpenLoad),
        ("Rulebook", Intent::OpenRulebook),
        ("Options", Intent::OpenOptions),
        ("Title screen", Intent::OpenTitle),
        ("Quit", Intent::Quit),
    ] {
        assert_eq!(screen.click(name), vec![intent]);
    }
}

#[test]
fn the_list_of_keys_fits() {
    let mut screen = screen(|ui| modal(ui.ctx(), "keys", 520.0, |ui| keys_panel(ui, &[("M", "Place the ruler")])));
    assert!(KEYS.iter().all(|(key, _)| screen.shows(key)));
    screen.assert_fits();
    screen.picture("keys");
}

#[test]
fn a_finished_game_shows_its_result_and_the_way_on() {
    let state = position(|s| s.step() == Step::Over);
    let model = game_over_model(rules(), &state, 412);
    let mut screen = screen(|ui| modal(ui.ctx(), "over", 480.0, |ui| game_over_panel(ui, &model, true)));
    assert!(screen.shows(&model.result));
    assert!(screen.shows("412 orders"));
    assert_eq!(screen.click("Play again"), vec![Intent::PlayAgain]);
    assert_eq!(screen.click("Look at the board"), vec![Intent::CloseDialog]);
    screen.picture("over");
}

#[test]
fn a_game_that_another_machine_keeps_is_neither_saved_nor_played_again_here() {
    let over = game_over_model(rules(), &position(|s| s.step() == Step::Over), None);
    let end = screen(move |ui| modal(ui.ctx(), "over", 480.0, |ui| game_over_panel(ui, &over, false)));
    assert!(end.shows("Title screen") && !end.shows("Play again"));
    let model = MenuModel { saves: true, beside: false, shared: true };
    let mut menu = screen(move |ui| modal(ui.ctx(), "menu", 280.0, |ui| game_menu(ui, &model)));
    for name in ["Save", "Who plays"] {
        assert_eq!(menu.click(name), Vec::new(), "{name}");
    }
    assert_eq!(menu.click("Options"), vec![Intent::OpenOptions]);
}

#[test]
fn a_banner_is_one_sentence_and_can_be_put_away() {
    let mut screen = screen(|ui| {
        side_banner(ui, Side::PavnNlf.into(), "Turn 1 of 5, PAVN/NLF movement");
        banner(ui, "The game could not be saved: the disk is full. Make room and press Save.", false)
    });
    assert!(screen.shows("PAVN/NLF decides"));
    assert_eq!(screen.click("Dismiss"), vec![Intent::DismissBanner]);
    screen.picture("banner");
}
