//! What a ninth look found: Claymores exactly beneath, and beside a real table how shells lie, where helicopters land and who hears a
//! mortar. Each as now and as in games saved before.

use crate::looks::{NVA, US, again, beside, game, vehicle};
use platoon::command::Shot;
use platoon::query::{Answer, Fact};
use platoon::state::{Pattern, Support};
use platoon::{Command, Event, Mode, Rulings, Side, SquadId, proves};
use pointman_tests::platoon::*;
use table::{Cover, Point, Quarter, Terrain};

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(14);
    [again(field), before]
}

#[test]
fn a_claymore_exactly_beneath_looks_to_where_they_come_from() {
    proves!("P-R36", "P-traps");
    let trap = "(id: 1, side: Vc, at: Some((20, 6)), hides: Trap(Claymore))";
    let mut field = game(&[US, NVA], &[trap], &[1, 6]);
    // In file, so that two more are in its fan and the last is more than six inches away.
    for (n, y) in [850, 950, 1_150, 1_350].into_iter().enumerate() {
        field.state.squads[0].figures[n].at = Point::new(2_050, y);
    }
    field.state.squads[0].figures[1..].iter_mut().for_each(|figure| figure.pinned = Some(1));
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    let caught = both(&field).map(|mut field| {
        let events = (0..60).find_map(|seed| {
            let mut next = again(&field);
            let events = next.any(step(1, 2_050, 650), seed);
            events.iter().any(|event| matches!(event, Event::TrapMet { sprung: true, .. })).then_some(events)
        });
        field.events = events.unwrap();
        field.events.iter().filter(|event| matches!(event, Event::Saved { .. })).count()
    });
    // Once it caught all around, four enemies behind it among them.
    assert_eq!(caught, [3, 7]);
}

#[test]
fn beside_a_table_howitzers_fire_in_a_box_or_a_sheaf() {
    proves!("P-R30", "P-artillery", "P-companion");
    let field = beside(&[&US.replace("at: Some", "officer: true, at: Some"), NVA], &[], &[1, 6]);
    let offers = rules().offers(&field.state);
    let patterns = |wanted: Support| -> Vec<Pattern> {
        let asked = offers.iter().filter_map(|offer| match offer.command {
            Command::Request { support, pattern, .. } if support == wanted => Some((pattern, &offer.refusal)),
            _ => None,
        });
        asked.inspect(|(_, refusal)| assert!(refusal.is_none())).map(|(pattern, _)| pattern).collect()
    };
    for support in [Support::Howitzer105, Support::Howitzer155] {
        assert_eq!(patterns(support), [Pattern::Box, Pattern::Sheaf]);
    }
    for support in [Support::Mortar, Support::Air] {
        assert_eq!(patterns(support), [Pattern::Box]);
    }
}

#[test]
fn beside_a_table_a_helicopter_over_jungle_may_look_for_a_place_to_land() {
    proves!("P-vehicle-move", "P-companion");
    let mut field = beside(&[&vehicle(US, "Helicopter"), NVA], &[], &[1, 6]);
    field.state.squads[0].ground = Terrain::Jungle;
    let offers = rules().offers(&field.state);
    let land = offers.iter().find(|offer| matches!(offer.command, Command::Fly { to: None, .. })).unwrap();
    assert!(land.refusal.is_none(), "{:?}", land.refusal);
    let asked = &land.facts[0];
    assert_eq!((land.facts.len(), asked.fact, asked.usual), (1, Fact::Below, Answer::Terrain(Terrain::Open)));
    // What it says there counts.
    let wood = land.command.with_fact(Fact::Below, Answer::Terrain(Terrain::Jungle));
    assert_eq!(field.refused(wood).rule.as_str(), "P-vehicle-move");
    // Where it flies on nothing is asked of the ground.
    let on = Command::Fly { squad: SquadId(1), to: Some(Point::default()), below: None, nearer: false };
    assert!(rules().facts_needed(&field.state, &on).is_empty());
}

#[test]
fn whom_a_mortar_is_aimed_at_from_near_enough_hears_it() {
    proves!("P-R39", "P-R64", "P-mortar");
    let mortar = NVA.replace("(4, AssaultRifle)", "(2, Mortar82)");
    let mut field = beside(&[US, &mortar], &["(id: 1, side: Vc, hides: Squad(11))"], &[6, 1]);
    field.until(11);
    let shown = |field: &Field, range: i32, heard: bool| {
        let facts = Some(Shot { range, cover: Cover::None, from: Quarter::Front, seeing: None, heard: Some(heard) });
        let events = again(field).any(Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(1), facts }, 3);
        events.iter().any(|event| matches!(event, Event::Revealed { .. }))
    };
    assert_eq!(both(&field).map(|field| shown(&field, 3_000, false)), [true, false]);
    assert_eq!(both(&field).map(|field| shown(&field, 3_001, false)), [false, false]);
    assert_eq!(both(&field).map(|field| shown(&field, 3_001, true)), [true, true]);
    assert!(field.state.hides(SquadId(11)) && field.state.decides() == Some(Side::Vc));
}
