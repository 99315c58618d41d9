//! Forces for 20mm Platoon: lists join, squads are changed, a game begins, a list is written and read again.

use std::cell::RefCell;
use std::rc::Rc;

use crate::common::{Screen, asset, screen};
use panels::platoon::{Roster, RosterModel, RosterWant, read_list, read_roster, roster_panel, write_list};
use platoon::scenario::{Hides, SquadSetup};
use platoon::{Platoon, Side, Weapon};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

fn rules() -> Rc<Platoon> {
    Rc::new(Platoon::load(&asset).expect("the data files are right"))
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
fn a_squad_of_a_file_with_far_too_many_figures_is_put_right() {
    let rules = rules();
    let text = r#"[(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(200, AssaultRifle), (200, Lmg), (1, Rpg)])]"#;
    let mut roster = Roster::default();
    roster.join(&read_list("mine.ron", text).unwrap());
    assert!(roster.scenario(&rules, 1).unwrap_err().contains("401 figures"));
    for (weapon, count) in [(Weapon::Rpg, 3), (Weapon::Lmg, 0), (Weapon::AssaultRifle, 200), (Weapon::Rpg, 3)] {
        roster.want(&RosterWant::Figures(0, weapon, count), &[]);
    }
    assert_eq!(roster.squads[0].squad.figures, [(16, Weapon::AssaultRifle)]);
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
    let saved = vec!["Ambush at the ford".to_owned()];
    let for_page = rules.clone();
    let mut page: Screen<'_, RosterWant> = screen(move |ui| {
        let roster = shown.borrow();
        let rules = &for_page;
        roster_panel(ui, &RosterModel { rules, roster: &roster, saved: &saved, shelf: &lists, news: None })
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
    assert_eq!(page.click("Save both sides under the name of the game"), vec![RosterWant::Keep]);
    assert_eq!(page.click("Take up Ambush at the ford"), vec![RosterWant::TakeUp(0)]);
    assert_eq!(page.click("Army sheet of Allied"), vec![RosterWant::Sheet(Side::Allied)]);
}

#[test]
fn a_rating_is_shown_and_changed_within_what_the_table_has() {
    let rules = rules();
    let roster = Rc::new(RefCell::new(Roster::default()));
    roster.borrow_mut().want(&RosterWant::AddSquad(Side::Allied), &[]);
    let (shown, for_page) = (roster.clone(), rules.clone());
    let mut page: Screen<'_, RosterWant> = screen(move |ui| {
        let (roster, rules) = (shown.borrow(), &for_page);
        roster_panel(ui, &RosterModel { rules, roster: &roster, saved: &[], shelf: &[], news: None })
    });
    let usual = rules.tables().rating(roster.borrow().squads[0].squad.troops);
    assert!(page.shows(&format!("Gung-Ho {usual}")));
    for want in page.click("One more: Gung-Ho") {
        roster.borrow_mut().want(&want, &[]);
    }
    page.harness.run();
    assert!(page.shows(&format!("Gung-Ho {}", usual + 1)));
    assert_eq!(roster.borrow().squads[0].squad.gung_ho, Some(usual + 1));
    for want in page.click("One less: Gung-Ho") {
        roster.borrow_mut().want(&want, &[]);
    }
    assert_eq!(roster.borrow().squads[0].squad.gung_ho, None, "that of its troops again");
}

/// Both sides as somebody might have put them together.
fn mustered(rules: &Platoon) -> Roster {
    let shelf = shelf(rules);
    let mut roster = Roster { title: "Ford <at> night & rain".into(), ..Roster::default() };
    for side in [Side::Allied, Side::Vc] {
        let place = shelf.iter().position(|(_, squads)| squads[0].side == side).unwrap();
        roster.want(&RosterWant::AddList(place), &shelf);
    }
    roster.want(&RosterWant::AddTrap(platoon::state::Trap::Punji), &shelf);
    roster.want(&RosterWant::GungHo(0, Some(9)), &shelf);
    roster
}

#[test]
fn forces_of_both_sides_are_read_again_as_they_were_saved() {
    let roster = mustered(&rules());
    let text = roster.text().expect("it can be written");
    assert_eq!(read_roster("mine.ron", &text).expect("it can be read"), roster);
    for (wrong, why) in [("turns: 8", "turns: 0"), ("dummies: 3", "dummies: 200"), ("title:", "titel:")] {
        assert!(text.contains(wrong), "{text}");
        let error = read_roster("mine.ron", &text.replace(wrong, why)).expect_err("it is wrong");
        assert!(error.to_string().starts_with("mine.ron:"), "{error}");
    }
}

#[test]
fn an_army_sheet_has_a_box_for_each_figure_and_nothing_of_the_other_side() {
    let rules = rules();
    let roster = mustered(&rules);
    for (side, other) in [(Side::Allied, Side::Vc), (Side::Vc, Side::Allied)] {
        let sheet = roster.sheet(&rules, side);
        assert!(sheet.starts_with("<!doctype html>") && sheet.contains("Ford &lt;at&gt; night &amp; rain"), "{sheet}");
        let figures: usize =
            roster.side(side).flat_map(|(_, e)| &e.squad.figures).map(|(count, _)| usize::from(*count)).sum();
        assert_eq!(sheet.matches("class=\"box\"").count(), figures);
        for (_, enlisted) in roster.side(side) {
            assert!(sheet.contains(&enlisted.squad.name), "{}", enlisted.squad.name);
        }
        for (_, enlisted) in roster.side(other) {
            assert!(!sheet.contains(&format!("<h2>{}</h2>", enlisted.squad.name)), "{}", enlisted.squad.name);
        }
        assert_eq!(sheet.contains("punji stakes"), side == Side::Vc);
    }
    let rifle = rules.tables().volley_range(platoon::Weapon::AssaultRifle) / 100;
    assert!(roster.sheet(&rules, Side::Allied).contains(&format!(">{rifle}\"<")), "ranges come from the table");
    assert!(roster.sheet(&rules, Side::Allied).contains("Gung-Ho 9"));
}
