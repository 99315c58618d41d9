//! Politics, turn record, inspector, timeline and the bottom bar.

use std::cell::Cell;

use crate::common::{asset, options, position, random_game, rules, scenario, screen_of, sidebar};
use block_by_block::score::Victory;
use block_by_block::{BlockByBlock, Command, Condition, Location, Place, State, Step, UnitId, UnitSet, Zone};
use panels::Intent;
use panels::area::AreaIntent;
use panels::area::Part;
use panels::area::combat::{crt_model, crt_panel};
use panels::area::inspector::{
    area_model, area_panel, area_told, boxes_model, boxes_panel, tray_model, tray_panel, unit_model, unit_panel,
};
use panels::area::politics::{politics_model, politics_panel};
use panels::area::turns::{status_bar, status_model, turn_record_model, turn_record_panel};
use panels::theme::tab_strip;
use panels::timeline::{TimelineModel, timeline_panel};
use tabletop::Ruleset;

fn late() -> State {
    position(|s| s.turn() == 4 && s.publicity() > 0 && Zone::ALL.into_iter().any(|z| s.clearing(z) > 1))
}

fn unit(name: &str) -> UnitId {
    UnitId::named(name).expect("there is such a unit")
}

fn place(name: &str) -> Place {
    Place::named(name).expect("there is such a place")
}

#[test]
fn the_parts_of_the_score_add_up_in_every_position() {
    for state in random_game(3).states.iter().step_by(9) {
        let model = politics_model(rules(), state);
        assert_eq!(model.parts.iter().map(|p| p.points).sum::<u8>(), model.total);
        assert_eq!(model.total, rules().score(state).total);
        let cells = || model.matrix.iter().flat_map(|row| row.results.into_iter().zip(row.lit));
        let lit: Vec<Victory> = cells().filter(|(_, lit)| *lit).map(|(result, _)| result).collect();
        assert_eq!(lit, [model.result], "one cell of the victory table is lit");
    }
}

#[test]
fn the_political_panel_shows_tracks_zones_score_and_result() {
    let state = late();
    let model = politics_model(rules(), &state);
    let mut screen = screen_of(324.0, 680.0, 1.0, |ui| politics_panel(ui, &model));
    assert!(screen.shows(&format!("Publicity: {} of 51", model.publicity)));
    assert!(screen.shows("Clearing score"));
    assert!(screen.shows(&format!("{} (now)", model.result.title())));
    screen.picture("politics");
    let zone = &model.zones[0];
    let words =
        format!("Zone {}: {} control, cleared {} of {}", zone.name, zone.control.name(), zone.clearing, zone.size);
    assert_eq!(screen.click(&words), vec![Intent::Area(AreaIntent::Focus(place("N1-1")))]);
    screen.assert_fits();
}

#[test]
fn the_turn_record_says_who_comes_when_and_where_numbers_are_from() {
    let state = late();
    let model = turn_record_model(rules(), &state);
    assert_eq!(model.current, 4);
    let mut screen = sidebar(|ui| turn_record_panel(ui, &model));
    assert!(screen.shows("Turn 4, being played"));
    assert!(screen.shows("21st + 39th Rangers"));
    assert!(screen.shows("reconstructed: one more than turns 2 and 3"));
    screen.assert_nothing_is_cut();
    screen.picture("turns");
}

#[test]
fn a_unit_says_what_it_is_where_its_values_are_from_and_what_it_may_do() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = unit_model(rules(), &state, unit("A/1/1 Marines"), &options(&state));
    assert!(model.may.iter().any(|line| line.starts_with("Move to")), "{:?}", model.may);
    let mut screen = sidebar(|ui| unit_panel(ui, &model));
    assert!(screen.shows("US Marine company"));
    assert!(screen.shows("inferred") || screen.shows("printed"));
    assert_eq!(screen.click(&model.location), vec![Intent::Area(AreaIntent::Focus(Place::MACV))]);
    screen.assert_fits();
    screen.picture("unit");
}

#[test]
fn the_card_of_a_fresh_battalion_shows_the_value_that_the_scenario_names() {
    let mut named = scenario();
    named.options.pavn_fresh_value = Some(5);
    let state = rules().begin(&named, &mut tabletop::dice::Seeded::new(1)).expect("the scenario begins");
    for (name, fresh) in [("804th Battalion", 5), ("800th Battalion", 5), ("A/1/1 Marines", 5), ("NLF Company 1", 2)] {
        let model = unit_model(rules(), &state, unit(name), &[]);
        assert_eq!((model.values[0].value.value, model.attack), (fresh, fresh), "{name}");
    }
}

#[test]
fn the_turn_record_goes_by_the_tables_that_name_its_turns() {
    let read = |path: &str| {
        let text = asset(path)?;
        Ok(["replacement", "withdrawal", "penalty"].iter().fold(text, |text, name| {
            let (was, now) = if *name == "penalty" { (4, 3) } else { (3, 2) };
            text.replace(&format!("{name}_turn: (value: {was}"), &format!("{name}_turn: (value: {now}"))
        }))
    };
    let owner = BlockByBlock::load(&read).expect("the tables are right");
    let state = late();
    let told = |rules: &BlockByBlock| {
        let turns = turn_record_model(rules, &state).turns;
        let notes = turns.iter().map(|turn| turn.notes.iter().map(|(what, _)| what.clone()).collect::<Vec<_>>());
        (notes.collect::<Vec<_>>(), turns.iter().position(|turn| turn.starred))
    };
    let ((printed, star), (changed, moved)) = (told(rules()), told(&owner));
    assert_eq!((star, moved), (Some(2), Some(1)));
    assert_eq!((&changed[1], &changed[2], changed[3].len()), (&printed[2], &printed[3], 0));
}

#[test]
fn a_unit_that_may_not_move_says_why_with_the_rule() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = unit_model(rules(), &state, unit("MACV Team"), &options(&state));
    let refusal = model.why_not.clone().expect("the MACV team never moves");
    let mut screen = sidebar(|ui| unit_panel(ui, &model));
    assert!(screen.shows(&refusal.because));
    assert_eq!(screen.click(&format!("Rule {}", refusal.rule)), vec![Intent::OpenRule(refusal.rule)]);
    screen.picture("unit-static");
}

#[test]
fn an_area_shows_its_borders_its_gates_and_who_is_there() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = area_model(rules(), &state, place("N2-3"));
    assert_eq!(model.gates.len(), 2);
    let mut screen = sidebar(|ui| area_panel(ui, &model));
    assert!(screen.shows("Terrain value"));
    assert!(screen.shows("Zone N2"));
    assert_eq!(screen.click("N4-1"), vec![Intent::Area(AreaIntent::Focus(place("N4-1")))]);
    assert_eq!(screen.click("Gate C"), vec![Intent::Area(AreaIntent::Focus(place("Gate C")))]);
    let hq = model.occupants.iter().find(|l| l.unit == unit("1st Division HQ")).expect("the staff is there");
    let words = format!("1st Division HQ, fresh, attack value {}", hq.value);
    assert_eq!(hq.condition, Condition::Fresh);
    assert_eq!(screen.click(&words), vec![Intent::Area(AreaIntent::SelectUnit(unit("1st Division HQ")))]);
    screen.assert_nothing_is_cut();
    screen.picture("area");
}

#[test]
fn a_place_is_told_to_those_who_do_not_see_the_map() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let told = area_told(rules(), &state, place("N2-3"));
    assert!(told.starts_with("N2-3") && told.contains("Zone N2: US/ARVN control, cleared 0 of 3"), "{told}");
    assert!(told.contains("1st Division HQ, fresh, attack value"), "{told}");
    let empty = Place::all().find(|p| state.units_at(*p).is_empty()).expect("some place is empty");
    assert!(area_told(rules(), &state, empty).ends_with(". Nobody is there."));
}

#[test]
fn a_gate_box_shows_its_holder_and_its_areas() {
    let state = position(|s| s.step() == Step::UsArvnMovement);
    let model = area_model(rules(), &state, place("Gate E"));
    let mut screen = sidebar(|ui| area_panel(ui, &model));
    assert!(screen.shows("An Hòa") || screen.shows("An Hoa"), "the gate has its name");
    assert!(screen.shows("Tower E"));
    assert_eq!(screen.click("N1-2"), vec![Intent::Area(AreaIntent::Focus(place("N1-2")))]);
    screen.picture("gate");
}

#[test]
fn every_place_can_be_inspected() {
    let state = late();
    let places = Place::all().map(|place| area_model(rules(), &state, place));
    let units = UnitId::all().map(|unit| unit_model(rules(), &state, unit, &[]));
    let (places, units): (Vec<_>, Vec<_>) = (places.collect(), units.collect());
    let shown = Cell::new(0);
    let mut screen = sidebar(|ui| match shown.get() {
        n if n < places.len() => area_panel(ui, &places[n]),
        n => unit_panel(ui, &units[n - places.len()]),
    });
    for n in 0..places.len() + units.len() {
        shown.set(n);
        screen.harness.step();
        screen.assert_nothing_is_cut();
    }
}

#[test]
fn the_boxes_hold_every_unit_off_the_map_that_plays_a_part() {
    let state = late();
    let model = boxes_model(rules(), &state);
    let listed: usize = model.boxes.iter().map(|b| b.1.len()).sum();
    let off = UnitId::all().filter(|u| match state.location(*u) {
        Location::Map(_) => false,
        Location::Waiting => rules().still_comes(&state, *u).is_some(),
        _ => true,
    });
    assert_eq!(listed, off.count());
    let mut screen = sidebar(|ui| boxes_panel(ui, &model));
    assert!(screen.shows("TO COME"));
    screen.picture("boxes");
}

#[test]
fn the_tray_holds_the_counters_that_must_be_laid_on_the_map() {
    let state = position(|s| s.step() == Step::UsArvnReinforcements);
    let options = options(&state);
    let model = tray_model(rules(), &state, &options, UnitSet::EMPTY).expect("there are reinforcements");
    for (face, _) in &model.counters {
        assert!(options.iter().any(|o| matches!(o, Command::Reinforce { unit, .. } if *unit == face.unit)));
    }
    let first = model.counters[0].0.unit;
    let palette = artwork::Palette::built_in(artwork::PaletteChoice::StaffMap);
    let mut screen = screen_of(560.0, 160.0, 1.0, |ui| tray_panel(ui, &model, &palette));
    assert_eq!(screen.click(&format!("Place {first}")), vec![Intent::Area(AreaIntent::SelectUnit(first))]);
    screen.assert_nothing_is_cut();
    screen.picture("tray");
    let moving = position(|s| s.step() == Step::UsArvnMovement);
    assert_eq!(
        tray_model(rules(), &moving, &crate::common::options(&moving), UnitSet::EMPTY),
        None,
        "nothing to lay down"
    );
}

#[test]
fn the_bottom_bar_leads_to_the_panels() {
    let state = late();
    let model = status_model(rules(), &state, false);
    let mut screen = screen_of(1280.0, 52.0, 1.0, |ui| status_bar(ui, &model));
    screen.assert_fits();
    assert_eq!(screen.click("Turn 4 of 5"), vec![Intent::ShowPart(Part::Turns as usize)]);
    assert_eq!(screen.click("Log"), vec![Intent::ToggleLog]);
    assert_eq!(screen.click("Fit map"), vec![Intent::FitMap]);
    assert_eq!(
        screen.click(&format!("Destruction {} of 51", model.destruction)),
        vec![Intent::ShowPart(Part::Politics as usize)]
    );
    screen.picture("status");
    screen_of(1280.0, 104.0, 2.0, |ui| status_bar(ui, &model)).assert_nothing_is_cut();
}

#[test]
fn the_timeline_steps_back_and_forth() {
    let model = TimelineModel {
        at: 12,
        length: 40,
        moment: "Turn 1 of 5, US/ARVN movement".into(),
        order: rules().phrase(&late(), &Command::Done),
        turns: vec![(0, "Turn 1".into()), (20, "Turn 2".into())],
        live: false,
        elsewhere: false,
    };
    let mut screen = screen_of(1280.0, 84.0, 1.0, |ui| timeline_panel(ui, &model));
    for (name, intent) in [
        ("First position", Intent::Seek(0)),
        ("Back one order (comma)", Intent::Seek(11)),
        ("Forward one order (full stop)", Intent::Seek(13)),
        ("Last position", Intent::Seek(40)),
        ("Return to now", Intent::ReturnToNow),
        ("Continue from here", Intent::ContinueFromHere),
    ] {
        assert_eq!(screen.click(name), vec![intent]);
    }
    screen.harness.key_press(egui::Key::Comma);
    screen.harness.run();
    assert_eq!(*screen.harness.state(), vec![Intent::Seek(11)]);
    screen.assert_fits();
    screen.picture("timeline");
}

#[test]
fn every_tab_fits_the_sidebar_at_every_scale() {
    let state = late();
    let options = options(&state);
    let tab = Cell::new(Part::Combat);
    let table = crt_model(rules(), Vec::new());
    let unit = unit_model(rules(), &state, unit("A/1/1 Marines"), &options);
    let area = area_model(rules(), &state, place("N2-3"));
    let (politics, turns) = (politics_model(rules(), &state), turn_record_model(rules(), &state));
    let contents = |ui: &mut egui::Ui| {
        let tabs = Part::ALL.map(|part| (part, part.name()));
        let mut intents: Vec<Intent> =
            tab_strip(ui, &tabs, tab.get()).map(|part| Intent::ShowPart(part as usize)).into_iter().collect();
        intents.extend(match tab.get() {
            Part::Combat => crt_panel(ui, &table),
            Part::Inspector => [unit_panel(ui, &unit), area_panel(ui, &area)].concat(),
            Part::Politics => politics_panel(ui, &politics),
            Part::Turns => turn_record_panel(ui, &turns),
        });
        intents
    };
    for scale in [0.75, 1.0, 2.0] {
        let mut screen = screen_of(324.0 * scale, 600.0 * scale, scale, contents);
        for next in Part::ALL {
            let name = next.name();
            assert_eq!(screen.click(name), vec![Intent::ShowPart(next as usize)]);
            tab.set(next);
            screen.harness.run();
            screen.assert_nothing_is_cut();
            if scale > 0.9 {
                screen.picture(&format!("sidebar-{name}-{scale}"));
            }
        }
    }
}
