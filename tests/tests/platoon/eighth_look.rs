//! What an eighth look found: snipers who disappear, troops not drawn yet, ways back, helicopters that fall back, and the ground of a
//! real table. Each as now and as in games saved before.

use crate::looks::{NVA, OTHER, US, again, beside, game, is_legal, rule_of, vehicle};
use platoon::query::{Answer, Fact};
use platoon::state::{Flight, Order, Support};
use platoon::{Command, Event, Leg, MarkerId, Mode, Rulings, Side, SquadId, Target, proves};
use pointman_tests::platoon::*;
use table::{Going, Point, Terrain};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

const UNKNOWN: &str = r#"(id: 12, name: "U", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(13);
    [again(field), before]
}

#[test]
fn a_sniper_tries_to_disappear_only_once() {
    proves!("P-sniper", "P-R37");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let mut field = game(&[US, &sniper], &[], &[6, 1]);
    let out = Command::BugOut { squad: SquadId(11), target: None, sees: None, from: None };
    // Nine against eight.
    field.play(out.clone(), &[4, 5]);
    assert!(!field.squad(11).gone);
    assert_eq!(rule_of(&field, out.clone()), "P-R37");
    field.until(1);
    field.any(Command::Done, 3);
    field.until(11);
    let known = rules().view(&field.state, Side::Allied);
    assert!(known.squad(SquadId(11)).unwrap().bugged_out, "everybody has seen it");
    assert_eq!(both(&field).map(|field| is_legal(&field, &out)), [false, true]);
    // He goes on foot.
    assert!(is_legal(&field, &march(11, Mode::Fast)) && field.refused(out).remedy.contains("on foot"));
}

#[test]
fn pins_at_a_marker_meet_troops_that_are_not_drawn_yet() {
    proves!("P-R55", "P-R66", "P-vc-table");
    let mut field = game(&[US, UNKNOWN], &["(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(12))"], &[1, 6]);
    let at_marker = Command::Fire { squad: SquadId(1), target: Target::Marker(MarkerId(1)), facts: None };
    // Four rifles and a marker: two dice, both of which pin; a 2 draws three rifles, of which the first two are pinned.
    let [mut now, mut before] = both(&field);
    let events = now.play(at_marker.clone(), &[5, 5, 2, 1, 2, 3, 4]);
    let squad = now.squad(12);
    assert_eq!((squad.figures.len(), squad.hidden), (3, Some(MarkerId(1))));
    assert_eq!(squad.figures.iter().filter(|figure| figure.pinned.is_some()).count(), 2);
    // The enemy notices none of it.
    let seen = events.iter().filter_map(|event| rules().seen(event, &now.state, Side::Allied));
    assert!(!seen.into_iter().any(|event| matches!(event, Event::Drawn { .. } | Event::Pinned { .. })));
    before.play(at_marker.clone(), &[5, 5]);
    assert!(before.squad(12).figures.is_empty());
    // Who is not pinned is not drawn.
    field.play(at_marker, &[4, 4]);
    assert!(field.squad(12).figures.is_empty());
}

#[test]
fn a_trap_catches_troops_that_are_not_drawn_yet() {
    proves!("P-R36", "P-R66", "P-traps");
    let us = US.replace("(4, Ass", "(1, Ass");
    for (trap, reaches) in [("Grenade", true), ("Punji", false)] {
        let trap = format!("(id: 1, side: Vc, at: Some((20, 5)), hides: Trap({trap}))");
        let under = "(id: 2, side: Vc, at: Some((20, 4)), hides: Squad(12))";
        let mut field = game(&[&us, OTHER, NVA, UNKNOWN], &[&trap, under], &[1, 4, 5, 6]);
        field.play(march(1, Mode::Fast), &[6, 6, 6]);
        let drawn = both(&field).map(|mut field| {
            let mut dice = Seeded::new(1);
            while !field.events.iter().any(|event| matches!(event, Event::TrapMet { sprung: true, .. })) {
                let mut anew = again(&field);
                rules().apply(&mut anew.state, &step(1, 2_050, 650), &mut dice, &mut anew.events).unwrap();
                if anew.events.iter().any(|event| matches!(event, Event::TrapMet { sprung: true, .. })) {
                    field = anew;
                }
            }
            !field.squad(12).figures.is_empty()
        });
        assert_eq!(drawn, [reaches, false], "{trap}");
    }
}

#[test]
fn nobody_falls_back_over_deep_water() {
    proves!("P-R36", "P-R09", "P-traps");
    let mut rows = open(40, 14);
    rows[9] = "R".repeat(40);
    // He has just come from the bank and faces away from it.
    let us = US.replace("(4, Ass", "(1, Ass");
    let trap = "(id: 1, side: Vc, at: Some((20, 6)), hides: Trap(Punji))";
    let mut field = Field::begin(&scenario(&rows, &[&us, OTHER, NVA], &[trap]), &[1, 2, 6]);
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    let back = both(&field).map(|mut field| {
        // It is set off, the save is made, and six inches lie on the other bank.
        field.ask(step(1, 2_050, 750), &[6, 6, 6]);
        field.squad(1).figures[0].at.y
    });
    assert!(back[0] < 900 && back[1] >= 1_000, "{back:?}");
}

#[test]
fn a_helicopter_is_away_from_whom_nobody_can_fire_at_what_flies() {
    proves!("P-R49", "P-helicopter-fire", "P-morale");
    let on = |field: &Field, to: Point| {
        is_legal(field, &Command::Fly { squad: SquadId(1), to: Some(to), below: None, nearer: false })
    };
    let heli = vehicle(US, "Helicopter");
    // Behind a wood it is out of sight of who stands on the ground, but flies over it.
    let mut rows = vec![".".repeat(60); 40];
    rows[16..24].iter_mut().for_each(|row| *row = "J".repeat(60));
    let behind = Point::inches(20, 30).middle();
    let mut field = Field::begin(&scenario(&rows, &[&heli, NVA], &[]), &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    assert_eq!(both(&field).map(|field| on(&field, behind)), [false, true]);
    // Rockets do not reach what flies, and pistols not as far.
    for (weapons, away) in [("(2, Rpg)", true), ("(2, Pistol), (2, Rpg)", true), ("(4, Lmg)", false)] {
        let nva = NVA.replace("(4, AssaultRifle)", weapons);
        let mut field = Field::begin(&scenario(&vec![".".repeat(60); 40], &[&heli, &nva], &[]), &[1, 6]);
        field.state.squads[0].order = Order::Withdrawing;
        let near = Point::inches(20, 17).middle();
        assert_eq!(on(&field, near), away, "{weapons}");
    }
    // Whom only rockets threaten need not go at all.
    let rockets = NVA.replace("(4, AssaultRifle)", "(2, Rpg)");
    let mut field = Field::begin(&scenario(&rows, &[&heli, &rockets], &[]), &[1, 6]);
    field.state.squads[0].order = Order::Withdrawing;
    assert_eq!(both(&field).map(|field| is_legal(&field, &Command::Done)), [true, false]);
}

/// A wood of four inches' depth and more between both sides.
fn wood() -> Vec<String> {
    let mut rows = open(40, 14);
    rows[4..9].iter_mut().for_each(|row| *row = "J".repeat(40));
    rows
}

#[test]
fn a_helicopter_in_the_air_sees_over_what_stands_between() {
    proves!("P-helicopter-fire", "P-R38", "P-R10");
    let heli = vehicle(US, "Helicopter").replace("(4, AssaultRifle)", "(3, Hmg), (1, Rcl)");
    let nva = NVA.replace("(20, 2)", "(20, 1)");
    let field = Field::begin(&scenario(&wood(), &[&heli, &nva], &[]), &[1, 6]);
    let launch = Command::Launch { squad: SquadId(1), figure: 4, target: SquadId(11), facts: None };
    let line = |field: &Field, who: u8, at: u8| {
        rules().sight_line(&field.state, SquadId(who), Target::Squad(SquadId(at))).unwrap().blocked
    };
    for order in [fire(1, 11), launch] {
        assert_eq!(both(&field).map(|field| is_legal(&field, &order)), [true, false], "{order:?}");
    }
    assert_eq!(both(&field).map(|field| line(&field, 1, 11).is_none()), [true, false]);
    // The other way it was so before, and the line of sight said otherwise.
    assert_eq!(both(&field).map(|field| line(&field, 11, 1).is_none()), [true, true]);
    // Nothing else covers them than what they stand in.
    let mut rows = wood();
    for (letter, blocked, covered) in [('.', false, false), ('g', false, true), ('h', true, true), ('B', true, true)] {
        let row: String = [' '; 40].map(|_| letter).iter().collect();
        rows[..4].fill(row);
        let field = Field::begin(&scenario(&rows, &[&heli, &nva], &[]), &[1, 6]);
        assert_eq!(is_legal(&field, &fire(1, 11)), !blocked, "{letter}");
        assert_eq!(line(&field, 1, 11).is_some(), blocked, "{letter}");
        if !blocked {
            let volley = rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap();
            assert_eq!(!volley.factors.is_empty(), covered, "{letter}");
        }
    }
    // By night no farther than ten inches, and on the ground as everybody.
    let mut night = again(&field);
    night.state.options.night = true;
    assert!(is_legal(&night, &fire(1, 11)));
    night.state.squads[0].figures.iter_mut().for_each(|figure| figure.at.y = 1_350);
    assert!(!is_legal(&night, &fire(1, 11)) && line(&night, 1, 11).is_some());
    let mut hovers = again(&field);
    hovers.state.squads[0].flight = Flight::Descending;
    assert!(!is_legal(&hovers, &fire(1, 11)));
}

#[test]
fn a_helicopter_in_the_air_notices_who_moves_in_the_open_behind_a_wood() {
    proves!("P-hidden", "P-helicopter-fire");
    let heli = vehicle(US, "Helicopter");
    let under = "(id: 1, side: Vc, at: Some((20, 1)), hides: Squad(11))";
    let mut field = Field::begin(&scenario(&wood(), &[&heli, NVA], &[under]), &[6, 1]);
    field.play(march(11, Mode::Patrol), &[3, 3, 3]);
    let shown = both(&field).map(|mut field| {
        field.any(step(11, 2_250, 150), 1);
        field.squad(11).hidden.is_none()
    });
    assert_eq!(shown, [true, false]);
}

#[test]
fn who_searches_looks_for_traps() {
    proves!("P-traps", "P-search");
    let trap = "(id: 1, side: Vc, at: Some((20, 7)), hides: Trap(Punji))";
    let field = game(&[US, NVA], &[trap], &[1, 6]);
    let needs = both(&field).map(|mut field| {
        let events = field.play(Command::Search { squad: SquadId(1), marker: MarkerId(1) }, &[3]);
        events.iter().find_map(|event| match event {
            Event::TrapMet { needs, sprung: false, .. } => Some(*needs),
            _ => None,
        })
    });
    assert_eq!(needs, [Some(6), Some(4)]);
}

#[test]
fn beside_a_table_one_may_stand_in_streams_and_shallows() {
    proves!("P-R09", "P-companion");
    let field = beside(&[US, NVA], &[], &[1, 6]);
    for kind in ["Foot", "Soft", "Helicopter", "Boat"] {
        let of = if kind == "Foot" { US.to_owned() } else { vehicle(US, kind) };
        let field = beside(&[&of, NVA], &[], &[1, 6]);
        let stand = Command::Stand { squad: SquadId(1), ground: Terrain::Open };
        let asked = rules().facts_needed(&field.state, &stand);
        let named = |ground| asked[0].choices.iter().any(|choice| choice.answer == Answer::Terrain(ground));
        let [stream, shallows, river] = [Terrain::Stream, Terrain::Shallows, Terrain::River].map(named);
        assert_eq!((stream, shallows, river), (kind != "Boat", true, ["Helicopter", "Boat"].contains(&kind)), "{kind}");
    }
    assert!(rules().facts_needed(&field.state, &Command::Done).is_empty());
}

#[test]
fn beside_a_table_who_ends_in_bad_going_has_gone_over_some() {
    proves!("P-R09", "P-infantry-move", "P-companion");
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[1, 4, 6]);
    let goes = |length, ends_in| Command::Step { squad: SquadId(1), leg: Leg::measured(length, ends_in) };
    for &ground in Terrain::ALL {
        let bad = ground.going() == Going::Bad;
        let legal = both(&field).map(|field| is_legal(&field, &goes(1_000, ground)));
        assert_eq!(legal, [ground.going() == Going::Good, ground != Terrain::River], "{ground:?}");
        assert_eq!(is_legal(&field, &goes(500, ground)), ground != Terrain::River, "{ground:?}, {bad}");
    }
    // What is offered begins with as much as it can go on the ground where it stands.
    field.state.squads[0].ground = Terrain::Jungle;
    let offered = |field: &Field| {
        let offers = rules().offers(&field.state).into_iter();
        let mut steps = offers.filter(|offer| matches!(offer.command, Command::Step { .. }) && offer.refusal.is_none());
        steps.next().map(|offer| offer.command.fact(Fact::Length))
    };
    assert_eq!(
        both(&field).map(|field| offered(&field)),
        [500, 1_000].map(|length| Some(Some(Answer::Inches(length))))
    );
    field.ask(goes(500, Terrain::Jungle), &[]);
    field.play(Command::Pass, &[]);
    assert_eq!(field.state.active.march.unwrap().allowance(), 500);
    // Who has gone farther than that before still goes on in the open.
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[1, 4, 6]);
    field.ask(goes(480, Terrain::Open), &[]);
    field.play(Command::Pass, &[]);
    field.state.squads[0].ground = Terrain::Jungle;
    assert_eq!(offered(&field), Some(Some(Answer::Inches(520))));
}

#[test]
fn a_salvo_that_is_called_shows_no_die() {
    proves!("P-artillery");
    let salvo = |die| Event::Salvo {
        side: Side::Allied,
        support: Support::Howitzer105,
        die,
        on_target: true,
        drift: None,
        at: Point::default(),
    };
    assert_eq!(rules().dice_of(&salvo(None)), [0_u8; 0]);
    assert_eq!(rules().dice_of(&salvo(Some(5))), [5]);
    // Written as before: 0 is no die.
    for (die, written) in [(None, "\"die\":0,"), (Some(5), "\"die\":5,")] {
        let json = serde_json::to_string(&salvo(die)).unwrap();
        assert!(json.contains(written), "{json}");
        assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), salvo(die));
    }
}
