//! What a sixth look found: fire at aircraft and what comes before or after it, ratings that a sniper's shot calls for, the way back
//! from a trap, prisoners, runners, and morale and fright beside a real table. Each as now and as in games saved before.

use crate::looks::{NVA, OTHER, US, again, beside, game, is_legal, rule_of};
use platoon::query::{Answer, Fact};
use platoon::state::{Attack, Fate, Order, Quality};
use platoon::{
    Command, Event, FlightPath, Leg, MarkerId, Mode, News, Phase, Rulings, Shot, Side, SquadId, Target, Way, proves,
};
use pointman_tests::platoon::*;
use table::{Heading, Point, Terrain};
use tabletop::Ruleset;
use tabletop::dice::{Seeded, Tape};

const UNKNOWN: &str = r#"(id: 12, name: "U", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
const UNDER: &str = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(12))";

/// The same position, as now and in a game saved before.
fn both(field: &Field) -> [Field; 2] {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(11);
    [again(field), before]
}

/// An aircraft of the Allies flies down a column of the table, over nobody's head, while the Americans act.
pub fn attacked(field: &mut Field, gunship: bool) {
    let target = Point::inches(20, 13).middle();
    let path = FlightPath { from: Point::new(target.x, 1_400), to: Point::new(target.x, 0) };
    let then = Phase::Active(Side::Allied);
    field.state.attack = Some(Attack { squad: None, side: Side::Allied, gunship, target, path, then });
    field.state.phase = Phase::Overflight(Side::Vc);
}

pub const UP: Command = Command::FireAtAircraft { squad: SquadId(11), range: None };

#[test]
fn who_has_fired_at_an_aircraft_does_not_search() {
    proves!("P-R51", "P-R26", "P-search");
    let us = US.replace("(20, 8)", "(2, 8)");
    let mut field = game(&[&us, NVA], &["(id: 1, side: Allied, at: Some((20, 3)), hides: Nothing)"], &[1, 6]);
    attacked(&mut field, true);
    let search = Command::Search { squad: SquadId(11), marker: MarkerId(1) };
    let legal = both(&field).map(|mut field| {
        // Four rifles miss, and the attack hits the ground.
        field.ask(UP, &[1, 1, 1, 1, 6]);
        field.until(11);
        is_legal(&field, &search)
    });
    assert_eq!(legal, [false, true]);
    field.state.phase = Phase::Active(Side::Allied);
    field.until(11);
    assert!(is_legal(&field, &search), "who has not fired searches");
}

#[test]
fn troops_not_drawn_yet_fire_at_a_gunship() {
    proves!("P-R57", "P-R26", "P-air");
    let us = US.replace("(20, 8)", "(2, 8)");
    let mut field = game(&[&us, UNKNOWN], &[UNDER], &[1, 6]);
    let up = Command::FireAtAircraft { squad: SquadId(12), range: None };
    attacked(&mut field, false);
    assert_eq!(rule_of(&field, up.clone()), "P-R26", "no rifle reaches a jet");
    attacked(&mut field, true);
    assert_eq!(both(&field).map(|field| is_legal(&field, &up)), [true, false]);
    assert!(rules().fire_forecast(&field.state, &up).unwrap().undrawn);
    let mut sniper = again(&field);
    // Six rifles from ambush, and all miss.
    let mut dice = vec![3];
    dice.extend([1; 12]);
    dice.push(6);
    let events = field.ask(up.clone(), &dice);
    assert!(events.iter().any(|event| matches!(event, Event::FiredAtAircraft { dice, .. } if dice.len() == 12)));
    assert!(field.squad(12).hidden.is_none() && field.squad(12).turn.no_fire);
    // A sniper fires at no aircraft, but has shown himself.
    sniper.ask(up, &[1, 6]);
    assert!(sniper.squad(12).hidden.is_none() && !sniper.squad(12).turn.no_fire);
}

#[test]
fn who_sees_a_friend_shot_by_a_sniper_panics_by_the_rating_that_is_rolled_for_it() {
    proves!("P-gung-ho", "P-sniper", "P-panic");
    let sniper = NVA.replace("figures: [(4, AssaultRifle)]", "kind: Sniper, figures: [(1, OldRifle)]");
    let mut field = game(&[US, &sniper], &[], &[1, 6]);
    field.state.squads[0].quality = Some(Quality::Poor);
    field.until(11);
    let (squad, target, figure, range, from) = (SquadId(11), SquadId(1), 1, None, None);
    let snipe = Command::Snipe { squad, target, figure, range, from };
    let [now, before] = both(&field);
    let dice: [&[u8]; 2] = [&[6, 1, 1, 2, 1, 2, 1, 2, 1, 2], &[6, 1, 2, 1, 2, 1, 2, 1, 1, 2]];
    let ratings = [(now, dice[0]), (before, dice[1])].map(|(mut field, dice)| {
        let events = field.ask(snipe.clone(), dice);
        let rating = |event: &Event| match event {
            Event::Panic { test, .. } => Some(test.rating),
            _ => None,
        };
        events.iter().filter_map(rating).collect::<Vec<_>>()
    });
    assert_eq!(ratings, [vec![4; 3], vec![8; 3]]);
}

#[test]
fn each_survivor_of_a_trap_goes_back_the_way_his_own_squad_came() {
    proves!("P-traps", "P-R36");
    let alone = |text: &str| text.replace("(4, Ass", "(1, Ass").replace("(2, Ass", "(1, Ass");
    let other = alone(OTHER).replace("(2, 12)", "(23, 8)");
    let trap = "(id: 1, side: Vc, at: Some((22, 8)), hides: Trap(Grenade))";
    let mut field = game(&[&alone(US), &other, NVA], &[trap], &[1, 2, 6]);
    field.state.squads[1].facing = Heading { dx: 0, dy: -1 };
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let at = field.squad(2).figures[0].at;
    let back = both(&field).map(|mut field| {
        field.play(step(1, 2_150, 850), &[6, 6, 1, 6, 2]);
        let to = field.squad(2).figures[0].at;
        (to.x - at.x, to.y - at.y)
    });
    assert_eq!(back, [(0, 200), (-200, 0)]);
}

#[test]
fn nobody_carries_a_prisoner_of_the_enemys() {
    proves!("P-interrogation", "P-infantry-move", "P-R71");
    let far = NVA.replace("id: 11", "id: 12").replace("(20, 2)", "(2, 2)");
    let mut field = game(&[US, NVA, &far], &[], &[1, 5, 6]);
    let lies = field.squad(1).figures[0].at;
    field.state.squads[1].figures[3].fate = Fate::Wounded;
    field.state.squads[1].figures[3].at = lies;
    // Its bearers have left it.
    field.state.squads[2].burden = vec![(SquadId(11), 3)];
    let carry = both(&field).map(|mut field| {
        field.ask(Command::Capture { squad: SquadId(1), target: SquadId(11) }, &[]);
        field.squad(12).burden.len()
    });
    assert_eq!(carry, [0, 1]);
}

#[test]
fn no_runner_leaves_a_fight_hand_to_hand() {
    proves!("P-R33", "P-messages");
    let mut field = game(&[US, OTHER, &NVA.replace("(20, 2)", "(20, 7)")], &[], &[1, 5, 6]);
    let way = Way::Runner { figure: 1, distance: None };
    let runs = Command::Message { squad: SquadId(1), to: SquadId(2), way, news: News::Sign(1) };
    assert!(is_legal(&field, &runs));
    field.state.squads[0].locked = Some(SquadId(11));
    assert_eq!(both(&field).map(|field| is_legal(&field, &runs)), [false, true]);
    assert_eq!(rule_of(&field, runs), "P-R33");
    let radio = Command::Message { squad: SquadId(1), to: SquadId(2), way: Way::Radio, news: News::Sign(1) };
    assert!(is_legal(&field, &radio));
}

#[test]
fn beside_a_table_it_is_asked_whether_a_halted_squad_goes_nearer() {
    proves!("P-morale", "P-R34", "P-R64", "P-companion");
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let goes = Command::Step { squad: SquadId(1), leg: Leg::measured(300, Terrain::Open) };
    let asks = |field: &Field| {
        let asked = rules().facts_needed(&field.state, &goes);
        asked.iter().any(|question| question.fact == Fact::Nearer && question.usual == Answer::Yes(false))
    };
    let nearer = goes.with_fact(Fact::Nearer, Answer::Yes(true));
    assert_eq!(nearer.fact(Fact::Nearer), Some(Answer::Yes(true)));
    assert!(!asks(&field) && is_legal(&field, &nearer));
    for order in [Order::Halted, Order::Withdrawing, Order::Leaving] {
        field.state.squads[0].order = order;
        assert!(asks(&field) && is_legal(&field, &goes), "{order:?}");
        assert_eq!(rule_of(&field, nearer.clone()), "P-morale", "{order:?}");
    }
}

#[test]
fn that_fright_is_asked_for_does_not_tell_who_hides() {
    proves!("P-panic", "P-hidden", "P-companion");
    let mut field = beside(&[US, NVA], &["(id: 1, side: Allied, hides: Nothing)"], &[1, 6]);
    for figure in &mut field.state.squads[0].figures {
        figure.pinned = Some(1);
    }
    field.until(11);
    let facts = Some(Shot { range: 1_200, ..Shot::USUAL });
    let fire = Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), facts };
    // A hit, the first figure, no save; in games before then the test for the first fire.
    let [mut now, mut before] = both(&field);
    now.ask(fire.clone(), &[6, 1, 1, 1, 1, 1]);
    assert_eq!(now.state.phase, Phase::Burst(Side::Allied));
    before.ask(fire, &[6, 1, 1, 1, 1, 1, 1, 2]);
    assert_ne!(before.state.phase, Phase::Burst(Side::Allied));
    // Nobody is near, and it goes on as it did.
    let nobody = Command::Burst { caught: Vec::new(), markers: Vec::new() };
    let mut events = Vec::new();
    rules().apply(&mut now.state, &nobody, &mut Tape::new([1, 2]), &mut events).unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::Morale { squad: SquadId(1), .. })));
}

#[test]
fn no_allied_squad_is_drawn_from_the_lists_of_the_enemy() {
    proves!("P-vc-table");
    let ours = UNKNOWN.replace("id: 12", "id: 2").replace("Vc, troops: VcLocal", "Allied, troops: UsInfantry");
    let under = UNDER.replace("Vc", "Allied").replace("Squad(12)", "Squad(2)");
    let mut setup = scenario(&open(40, 14), &[US, &ours, NVA], &[&under]);
    let begins = |setup: &platoon::Scenario| rules().begin(setup, &mut Seeded::new(1)).is_ok();
    assert!(!begins(&setup));
    setup.options.rulings = Rulings::of(11);
    assert!(begins(&setup));
}
