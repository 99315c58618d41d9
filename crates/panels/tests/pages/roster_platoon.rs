//! Forces for 20mm Platoon: lists join, squads are changed, a game begins, a list is written and read again.

use std::cell::RefCell;
use std::rc::Rc;

use crate::common::{Screen, asset, screen};
use panels::platoon::{Roster, RosterModel, RosterWant, read_list, roster_panel, write_list};
use platoon::scenario::{Hides, SquadSetup};
use platoon::{Platoon, Side};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

fn rules() -> Platoon {
    Platoon::load(&asset).expect("the data files are right")
}

fn shelf(rules: &Platoon) -> Vec<(String, Vec<SquadSetup>)> {
    rules.forces().iter().map(|(file, squads)| ((*file).to_owned(), squads.clone())).collect()
}

#[test]
fn a_written_list_is_read_again_as_it_was() {
    let rules = rules();
    for (file, squads) in shelf(&rules) {
        let read = read_list(&file, &write_list(&squads).unwrap()).expect("what is written can be read");
        assert_eq!(read, squads, "{file}");
    }
    let error = read_list("mine.ron", "[(id: 1, nam: \"x\")]").unwrap_err();
    assert!(error.to_string().starts_with("mine.ron:1:"), "{error}");
}

#[test]
fn two_lists_make_a_game_beside_a_real_table() {
    let rules = rules();
    let shelf = shelf(&rules);
    let mut roster = Roster::default();
    for side in [Side::Allied, Side::Vc] {
        let place = shelf.iter().position(|(_, squads)| squads[0].side == side).unwrap();
        roster.want(&RosterWant::AddList(place), &shelf);
    }
    roster.want(&RosterWant::Dummies(4), &shelf);
    let scenario = roster.scenario(&rules, 5).expect("it can be played");
    assert!(scenario.table.is_none());
    let nothing = scenario.markers.iter().filter(|m| m.hides == Hides::Nothing).count();
    assert_eq!(nothing, 4);
    assert!(rules.begin(&scenario, &mut Seeded::new(1)).is_ok());
    let other = roster.scenario(&rules, 6).unwrap();
    assert_ne!(scenario.markers, other.markers, "what lies under a number is shuffled");
}

#[test]
fn the_page_of_forces_is_used_with_the_mouse() {
    let rules = rules();
    let shelf = shelf(&rules);
    let roster = Rc::new(RefCell::new(Roster::default()));
    let (shown, lists) = (roster.clone(), shelf.clone());
    let mut page: Screen<'_, RosterWant> = screen(move |ui| {
        let roster = shown.borrow();
        roster_panel(ui, &RosterModel { roster: &roster, shelf: &lists, news: None })
    });
    let names: Vec<String> = shelf.iter().map(|(name, _)| name.clone()).collect();
    for name in ["New squad of Allied", "A figure with LMG", names[4].as_str()] {
        for want in page.click(name) {
            roster.borrow_mut().want(&want, &shelf);
        }
        page.harness.run();
    }
    page.picture("platoon-forces");
    page.assert_nothing_is_cut();
    assert!(roster.borrow().squads.iter().any(|e| e.squad.figures.len() == 2));
    assert_eq!(page.click("Begin the game"), vec![RosterWant::Begin]);
}
