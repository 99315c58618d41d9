//! What a fourth reading of the rules found wrong, and that saved games of before go on as they did.

use crate::looks::{NVA, OTHER, UNDER_1, US, again, game, is_legal, rule_of, vehicle};
use platoon::deed::Deed;
use platoon::fire::Factor;
use platoon::state::{Activation, FallOfShot, Fate, Hull, Reaches, Support, ThisTurn, Trap};
use platoon::{Command, Event, Leg, Mode, News, Phase, Rulings, Side, SquadId, Target, Way, proves};
use pointman_tests::platoon::*;
use table::{Point, Terrain};
use tabletop::Ruleset;

const FAR: &str =
    r#"(id: 12, name: "Y", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((38, 1)), gung_ho: Some(8))"#;
const VILLAGERS: &str =
    r#"(id: 13, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((38, 2)))"#;

/// The same position in a game saved before.
fn as_before(field: &Field) -> Field {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(8);
    before
}

/// The same position, as now and as before.
fn both(field: &Field) -> [Field; 2] {
    [again(field), as_before(field)]
}

/// Beside a real table.
fn bare(text: &str) -> String {
    text.split("at: Some((").next().unwrap().to_owned() + "gung_ho: Some(8))"
}

fn fall(field: &mut Field, squad: usize, fate: Fate) {
    field.state.squads[squad].figures.iter_mut().for_each(|figure| figure.fate = fate);
}

fn rocket(target: u8) -> Command {
    Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(target), facts: None }
}

fn mortar(target: u8) -> Command {
    Command::Mortar { squad: SquadId(11), figure: 1, target: SquadId(target), facts: None }
}

fn armed(weapon: &str) -> String {
    NVA.replace("(4, Ass", &format!("(1, {weapon}), (3, Ass"))
}

#[test]
fn a_squad_whose_gunner_fell_after_firing_has_fired() {
    proves!("P-opportunity", "P-fire");
    let mut field = game(&[US, &armed("Rpg")], &[], &[6, 1]);
    let gunner = &mut field.state.squads[1].figures[0];
    (gunner.fired, gunner.fate) = (true, Fate::Killed);
    let fast = march(11, Mode::Fast);
    assert_eq!(both(&field).map(|field| is_legal(&field, &fast)), [false, true]);
    assert_eq!(rule_of(&field, fast), "P-fire");
    field.state.active = Activation { squad: SquadId(1), ..Activation::default() };
    field.state.phase = Phase::Interrupt(Side::Vc);
    assert_eq!(both(&field).map(|field| is_legal(&field, &fire(11, 1))), [false, true]);
    assert_eq!(rule_of(&field, fire(11, 1)), "P-opportunity");
}

#[test]
fn who_was_base_to_base_and_fell_locks_nobody() {
    proves!("P-R33", "P-close-combat");
    let mut field = game(&[US, &NVA.replace("(20, 2)", "(20, 7)"), FAR], &[], &[1, 5, 6]);
    for (squad, y) in [(0, 1250), (1, 250)] {
        let others = &mut field.state.squads[squad].figures[1..];
        (0..).zip(others).for_each(|(n, figure)| figure.at = Point::new(1950 + 100 * n, y));
    }
    let bare = [bare(US), bare(NVA), bare(FAR)];
    let bare: Vec<&str> = bare.iter().map(String::as_str).collect();
    let beside = Field::begin(&scenario(&BESIDE, &bare, &[]), &[1, 5, 6]);
    let close = |facts| Command::Close { squad: SquadId(1), target: SquadId(11), facts };
    let moves = march(1, Mode::Patrol);
    for (field, close) in [(field, close(None)), (beside, close(Some((figures([1]), figures([1])))))] {
        for falls in [0, 1] {
            let free = |mut field: Field| {
                field.play(close.clone(), &[3, 3]);
                assert_eq!(rule_of(&field, moves.clone()), "P-R33");
                field.state.squads[falls].figures[3].fate = Fate::Killed;
                assert_eq!(rule_of(&field, moves.clone()), "P-R33", "it was not base to base");
                field.state.squads[falls].figures[0].fate = Fate::Killed;
                is_legal(&field, &moves)
            };
            assert_eq!(both(&field).map(free), [true, false], "{falls}");
        }
    }
}

#[test]
fn the_crew_of_a_wreck_is_killed_or_away() {
    proves!("P-R58", "P-victory", "P-R54");
    let mut setup =
        scenario(&open(40, 14), &[US, &vehicle(&OTHER.replace("(2, 12)", "(21, 4)"), "Soft"), &armed("Rpg")], &[]);
    setup.options.wounds = true;
    let mut field = Field::begin(&setup, &[5, 6, 1]);
    let wrecks = |field: &Field| -> Vec<(usize, bool)> {
        let wreck = |seed| {
            let mut field = again(field);
            field.any(rocket(2), seed);
            let it = field.squad(2);
            let wounded = it.figures.iter().filter(|f| f.fate == Fate::Wounded).count();
            let counted = usize::from(field.state.tally.us_killed) == it.casualties();
            (it.hull == Hull::Destroyed).then_some((wounded, counted))
        };
        (0..100).filter_map(wreck).collect()
    };
    let kill = |field: &Field| wrecks(field).iter().all(|wreck| *wreck == (0, true));
    assert!(!wrecks(&field).is_empty());
    assert_eq!(both(&field).map(|field| kill(&field)), [true, false]);
    // Who was wounded before is lost with it.
    field.state.squads[1].figures[1].fate = Fate::Wounded;
    assert_eq!(both(&field).map(|field| kill(&field)), [true, false]);
    // In a game from before one may lie there.
    field.state.squads[1].hull = Hull::Destroyed;
    field.state.squads[2].figures[1].at = Point::new(2150, 450);
    let take = Command::Capture { squad: SquadId(11), target: SquadId(2) };
    assert_eq!(both(&field).map(|field| is_legal(&field, &take)), [false, true]);
}

#[test]
fn who_left_the_table_aboard_is_picked_up_by_nobody() {
    proves!("P-R72", "P-infantry-move");
    let rider = US.replace("id: 1", "id: 3").replace("at: Some((20, 8))", "aboard: Some(2)");
    let lorry = vehicle(&OTHER.replace("(2, 12)", "(21, 8)"), "Soft");
    let mut field = game(&[US, &lorry, &rider, NVA], &[], &[1, 2, 3, 6]);
    for gone in [1, 2] {
        field.state.squads[gone].figures[0].fate = Fate::Killed;
        field.state.squads[gone].figures[0].at = field.state.squads[1].at();
    }
    let carry = |of| Command::Carry { squad: SquadId(1), of: SquadId(of), figure: 1 };
    for of in [2, 3] {
        assert!(is_legal(&field, &carry(of)), "it is still there");
        let mut field = again(&field);
        (field.state.squads[1].gone, field.state.squads[2].gone) = (true, true);
        assert_eq!(both(&field).map(|field| is_legal(&field, &carry(of))), [false, true], "{of}");
    }
}

#[test]
fn a_second_round_from_hiding_is_no_ambush() {
    proves!("P-R48", "P-fire", "P-R26");
    let us = US.replace("(20, 8)", "(20, 36)");
    let mut field = Field::begin(&scenario(&open(40, 40), &[&us, &armed("Mortar60")], &[UNDER_1]), &[6, 1]);
    let ambush = |field: &Field| {
        let target = Target::Squad(SquadId(1));
        rules().volley(&field.state, SquadId(11), target, None).unwrap().factors.contains(&Factor::Ambush)
    };
    assert!(ambush(&field));
    field.any(mortar(1), 1);
    assert!(field.squad(11).hidden.is_some(), "nobody has heard it");
    assert!(ambush(&field), "it is still the first round");
    field.any(Command::Done, 1);
    field.state.squads[1].turn = ThisTurn::default();
    field.state.squads[1].figures[0].fired = false;
    field.state.active = Activation { squad: SquadId(11), ..Activation::default() };
    field.state.phase = Phase::Active(Side::Vc);
    assert_eq!(both(&field).map(|field| ambush(&field)), [false, true]);
    // Nor has the first weapon of that round another one.
    let opens = |mut field: Field| {
        field.any(mortar(1), 1);
        field.squad(11).answer.ambush
    };
    assert_eq!(both(&field).map(opens), [false, true]);
    // The enemy does not learn of the round that nobody heard.
    field.any(Command::Reveal { squad: SquadId(11) }, 1);
    assert!(field.squad(11).ambushed);
    assert!(!rules().view(&field.state, Side::Allied).squad(SquadId(11)).unwrap().ambushed);
}

#[test]
fn a_figure_panics_once_a_salvo() {
    proves!("P-R34", "P-panic", "P-R52");
    let lorry = vehicle(&OTHER.replace("(2, 12)", "(21, 8)"), "Soft");
    let near = OTHER.replace("id: 2", "id: 3").replace("(2, 12)", "(22, 10)").replace("(2, Ass", "(8, Ass");
    let field = game(&[US, &lorry, &near, &armed("Mortar60")], &[], &[5, 6, 4, 1]);
    let twice = |field: Field| {
        (0..300).any(|seed| {
            let mut tested = Vec::new();
            again(&field).any(mortar(1), seed).into_iter().any(|event| match event {
                Event::Panic { squad, figure, .. } => {
                    let before = tested.contains(&(squad, figure));
                    tested.push((squad, figure));
                    before
                }
                _ => false,
            })
        })
    };
    assert_eq!(both(&field).map(twice), [false, true]);
}

#[test]
fn a_volley_at_a_helicopter_comes_from_a_side() {
    proves!("P-R06", "P-activation", "P-helicopter-fire");
    let field = game(&[&vehicle(US, "Helicopter"), &NVA.replace("(20, 2)", "(20, 12)")], &[], &[6, 1]);
    let rear = |mut field: Field| {
        field.any(fire(11, 1), 1);
        field.squad(1).since.rear
    };
    assert_eq!(both(&field).map(rear), [true, false]);
}

#[test]
fn a_helicopter_looks_where_it_flies() {
    proves!("P-R06", "P-vehicle-move");
    let field = game(&[&vehicle(US, "Helicopter"), NVA], &[], &[1, 6]);
    let looks = |to: Point| {
        both(&field).map(|mut field| {
            field.any(Command::Fly { squad: SquadId(1), to: Some(to), below: None, nearer: false }, 1);
            field.squad(1).facing.dy.signum()
        })
    };
    assert_eq!(looks(Point::new(2050, 1250)), [1, -1]);
    assert_eq!(looks(field.squad(1).at()), [-1, -1], "it stays where it was");
}

#[test]
fn who_has_only_rolled_for_a_fast_move_is_no_fast_target() {
    proves!("P-R18", "P-fire");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Fast), &[3, 3, 3]);
    assert!(field.refused(fire(1, 11)).because.contains("rolled for a fast move"));
    let fast = |mut field: Field| {
        field.play(Command::Done, &[]);
        let volley = rules().volley(&field.state, SquadId(11), Target::Squad(SquadId(1)), None).unwrap();
        volley.factors.contains(&Factor::TargetFast)
    };
    assert_eq!(both(&field).map(fast), [false, true]);
    field.play(step(1, 2050, 650), &[]);
    field.play(Command::Pass, &[]);
    assert_eq!(both(&field).map(fast), [true, true]);
}

#[test]
fn a_gun_that_took_no_part_in_a_volley_still_fires() {
    proves!("P-R04", "P-helicopter-fire");
    let tank = vehicle(&NVA.replace("(4, AssaultRifle)", "(1, Cannon), (1, Hmg)"), "Tank");
    let other = OTHER.replace("(2, 12)", "(22, 12)");
    let field = game(&[&vehicle(US, "Helicopter"), &other, &tank], &[], &[3, 6, 1]);
    let fires = |mut field: Field, target| {
        field.any(fire(11, target), 1);
        is_legal(&field, &rocket(2))
    };
    assert!(fires(again(&field), 1));
    assert!(!fires(again(&field), 2), "it fired with the others");
    // Once a volley did not mark who fired it.
    let mut before = again(&field);
    before.state.options.rulings = Rulings::of(1);
    assert!(!fires(before, 1));
}

#[test]
fn a_vehicle_without_a_crew_can_be_destroyed() {
    proves!("P-R52", "P-direct", "P-R24", "P-artillery");
    let rider = US.replace("id: 1", "id: 3").replace("at: Some((20, 8))", "aboard: Some(2)");
    let [apc, lorry] = ["Apc", "Soft"].map(|kind| vehicle(&OTHER.replace("(2, 12)", "(21, 8)"), kind));
    let without_crew = |vehicle: &str, weapon: &str| {
        let mut field = game(&[US, vehicle, &rider, &armed(weapon)], &[], &[4, 5, 6, 1]);
        fall(&mut field, 1, Fate::Killed);
        field
    };
    let destroyed = |field: &Field, order: &Command| {
        (0..200).any(|seed| {
            let mut field = again(field);
            field.any(order.clone(), seed);
            let saves = field.squad(3).aboard.is_none();
            assert_eq!(saves, field.squad(2).hull == Hull::Destroyed);
            saves
        })
    };
    let field = without_crew(&apc, "Maw");
    let mut offered = Vec::new();
    rules().options(&field.state, &mut offered);
    assert!(offered.contains(&rocket(2)));
    assert!(destroyed(&field, &rocket(2)));
    let mut field = without_crew(&lorry, "Mortar60");
    assert!(destroyed(&field, &fire(11, 2)));
    assert!(is_legal(&field, &mortar(2)));
    // A salvo that was meant for others meets it as well.
    assert_eq!(both(&field).map(|field| destroyed(&field, &mortar(1))), [true, false]);
    // Once it is a wreck, or gone, there is nothing to fire at.
    field.state.squads[1].gone = true;
    assert_eq!(rule_of(&field, fire(11, 2)), "P-fire");
}

#[test]
fn beside_a_real_table_shells_reach_a_vehicle_without_a_crew() {
    proves!("P-R52", "P-companion");
    let squads = [bare(US), vehicle(&bare(OTHER), "Apc"), bare(NVA)];
    let squads: Vec<&str> = squads.iter().map(String::as_str).collect();
    let mut field = Field::begin(&scenario(&BESIDE, &squads, &[]), &[5, 6, 1]);
    fall(&mut field, 1, Fate::Killed);
    let then = field.state.phase;
    field.state.phase = Phase::Burst(Side::Vc);
    let burst = Command::Burst { caught: vec![(SquadId(2), 1)], markers: Vec::new() };
    let mut named = |what| {
        field.state.fall_of_shot = Some(FallOfShot { side: Side::Vc, what, then });
        let nobody = Command::Burst { caught: Vec::new(), markers: Vec::new() };
        let asked = rules().facts_needed(&field.state, &nobody);
        let asked = asked.iter().any(|q| q.fact == platoon::query::Fact::Caught(SquadId(2)));
        [is_legal(&field, &burst), asked]
    };
    let (support, pattern) = (Support::Howitzer105, platoon::state::Pattern::Box);
    assert_eq!(named(Reaches::Salvo { support, pattern, drift: None, aimed: None }), [true, true]);
    // What bursts among figures finds none in it.
    assert_eq!(named(Reaches::Trap { squad: SquadId(2), trap: Trap::Mortar }), [false, false]);
    assert_eq!(named(Reaches::Rocket { squad: SquadId(2), figure: 1 }), [false, false]);
}

#[test]
fn the_radio_of_the_fallen_is_silent() {
    proves!("P-messages");
    let mut field = game(&[US, OTHER, NVA], &[], &[1, 2, 6]);
    let news = News::Enemy(SquadId(11));
    field.play(Command::Message { squad: SquadId(1), to: SquadId(2), way: Way::Radio, news }, &[1]);
    field.play(Command::Done, &[]);
    fall(&mut field, 0, Fate::Killed);
    field.until(11);
    let goes_on = |mut field: Field| {
        field.any(Command::Done, 1);
        !field.state.messages.is_empty()
    };
    assert_eq!(both(&field).map(goes_on), [false, true]);
}

#[test]
fn villagers_who_are_prisoners_are_questioned_anywhere() {
    proves!("P-interrogation", "P-R64", "P-victory");
    let ask = Command::Question { squad: SquadId(1), target: SquadId(13) };
    let prisoner = |field: &mut Field| {
        let village = &mut field.state.squads[2];
        (village.figures[0].fate, village.figures[1].fate) = (Fate::Killed, Fate::Captured);
        village.questioned = 1;
    };
    let mut field = game(&[US, NVA, VILLAGERS], &[], &[1, 6]);
    prisoner(&mut field);
    assert_eq!(both(&field).map(|field| is_legal(&field, &ask)), [true, false]);
    field.play(ask.clone(), &[1]);
    assert_eq!(field.squad(13).figures[1].fate, Fate::Killed);
    assert_eq!((field.state.tally.peasants_killed, field.state.tally.vc_killed), (1, 0));
    // Beside a real table nobody asks how near they are.
    let bare = [bare(US), bare(NVA), VILLAGERS.replace(", at: Some((38, 2))", "")];
    let bare: Vec<&str> = bare.iter().map(String::as_str).collect();
    let mut field = Field::begin(&scenario(&BESIDE, &bare, &[]), &[1, 6]);
    let plain = |field: Field| {
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        let deed = |order: &Command| matches!(order, Command::Deed { deed: Deed::Question(_), .. });
        [offered.contains(&ask), offered.iter().any(deed)]
    };
    assert_eq!(plain(again(&field)), [false, true]);
    prisoner(&mut field);
    assert_eq!(plain(again(&field)), [true, false]);
}

#[test]
fn a_part_of_a_move_that_cannot_be_is_refused_for_what_it_is() {
    proves!("P-turn");
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let said = |field: &Field, order| {
        let refusal = field.refused(order);
        assert_eq!(refusal.rule.as_str(), "P-turn");
        [refusal.because, refusal.remedy].join(" ")
    };
    let short = said(&field, step(1, 2050, 830));
    assert!(short.contains("at least") && !short.contains("shorter"), "{short}");
    let long = said(&field, step(1, 2050, 450));
    assert!(long.contains("at most") && long.contains("shorter"), "{long}");
    let bare = [bare(US), bare(NVA)];
    let mut field = Field::begin(&scenario(&BESIDE, &[&bare[0], &bare[1]], &[]), &[1, 6]);
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    let measured = |length, across| {
        let Leg::Measured { bad, ends_in, noticed, nearer, clear, meets, .. } = Leg::measured(length, Terrain::Open)
        else {
            panic!("it is measured");
        };
        let leg = Leg::Measured { length, bad, obstacles: across, ends_in, noticed, nearer, clear, meets };
        Command::Step { squad: SquadId(1), leg }
    };
    let short = said(&field, measured(30, 0));
    assert!(short.contains("at least") && !short.contains("shorter"), "{short}");
    assert!(is_legal(&field, &measured(900, 0)), "the others say stop");
    assert!(said(&field, measured(900, 10)).contains("obstacles"));
}
