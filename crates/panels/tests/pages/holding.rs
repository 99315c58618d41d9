//! The page on which a side says in advance when it fires.

use crate::common::screen_of;
use panels::holding::{Firer, HoldingModel, HoldingWant, InAdvance, holding_panel};
use panels::theme::SideMark;
use tabletop::RuleId;

fn model(who: &[&str]) -> HoldingModel {
    let firer = |(id, name): (usize, &&str)| Firer { id: id as i32, name: (*name).to_owned(), away: Some(2_000) };
    let may_fire = InAdvance {
        who: who.iter().enumerate().map(firer).collect(),
        distances: vec![400, 1_500],
        rule: RuleId::fixed("P-opportunity"),
    };
    let answers = vec![Some(0); who.len() + usize::from(who.len() > 1)];
    HoldingModel { side: SideMark::liberation("VC/NVA"), may_fire, answers, other: Some("Allied".into()) }
}

#[test]
fn a_side_says_of_everybody_and_of_each_when_it_fires() {
    let model = model(&["1st Squad", "Units under markers"]);
    let mut screen = screen_of(820.0, 480.0, 1.0, move |ui| holding_panel(ui, &model));
    screen.picture("holding-fire");
    assert_eq!(screen.click("Everybody not before 15\""), [HoldingWant::Answer(0, 1_500)]);
    assert_eq!(screen.click("Units under markers not this turn"), [HoldingWant::Answer(2, -1)]);
    assert_eq!(screen.click("Say so"), [HoldingWant::Say]);
    assert_eq!(screen.click("Let Allied say"), [HoldingWant::Other]);
    screen.assert_nothing_is_cut();
}

#[test]
fn a_side_without_fire_left_has_nothing_to_say_and_the_other_may() {
    let model = model(&[]);
    let mut screen = screen_of(820.0, 300.0, 1.0, move |ui| holding_panel(ui, &model));
    assert!(screen.shows("None of your units has fire left this turn.") && !screen.shows("Say so"));
    assert_eq!(screen.click("Close"), [HoldingWant::Close]);
}
