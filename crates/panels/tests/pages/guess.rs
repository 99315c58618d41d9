//! Fire that is called by two guessed distances.

use crate::common::screen_of;
use panels::Intent;
use panels::guess::{Distances, GuessModel, GuessWant, guess_panel};
use tabletop::RuleId;

fn model(calls: &[&str], refusal: Option<&str>) -> GuessModel {
    GuessModel {
        who: "2nd Squad".into(),
        most: [60, 48],
        calls: calls.iter().map(|words| (*words).to_owned()).collect(),
        refusal: refusal.map(str::to_owned),
        rule: RuleId::fixed("P-artillery"),
    }
}

#[test]
fn two_distances_are_written_before_anything_is_called() {
    let model = model(&["2nd Squad asks for a battery."], None);
    let mut distances = Distances::default();
    let mut screen = screen_of(280.0, 300.0, 1.0, move |ui| guess_panel(ui, &model, &mut distances));
    for edge in ["Inches from the left edge", "Inches from the upper edge"] {
        assert!(screen.shows(edge), "{edge}");
    }
    screen.picture("guess");
    assert_eq!(screen.click("2nd Squad asks for a battery."), vec![GuessWant::Call(0)]);
    let rule = RuleId::fixed("P-artillery");
    assert_eq!(screen.click("Rule P-artillery"), vec![GuessWant::Say(Intent::OpenRule(rule))]);
    screen.assert_nothing_is_cut();
}

#[test]
fn what_forbids_a_call_is_said_in_its_place() {
    let model = model(&[], Some("This squad has already asked this turn."));
    let mut distances = Distances::default();
    let screen = screen_of(280.0, 300.0, 1.0, move |ui| guess_panel(ui, &model, &mut distances));
    assert!(screen.shows("This squad has already asked this turn."));
}

#[test]
fn distances_off_the_table_name_no_point() {
    for (written, read) in [
        (["12", "30"], Some([12, 30])),
        (["60", "48"], Some([60, 48])),
        (["61", "30"], None),
        (["12", "49"], None),
        (["12", ""], None),
    ] {
        assert_eq!(Distances::written(written).inches([60, 48]), read, "{written:?}");
    }
}
