//! The rules of 20mm Platoon by their ids: turn, moving, hiding, fire.

use platoon::event::{Noticed, Reason};
use platoon::fire::{Factor, multiplied};
use platoon::state::{Condition, Order};
use platoon::{Command, Event, Kind, Leg, MarkerId, Mode, Phase, Rulings, SquadId, Target, Troops, Weapon, proves};
use pointman_tests::library;
use pointman_tests::platoon::*;
use table::{Point, Terrain};
use tabletop::{Provenance, Rulebook};

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

/// Two squads ten inches apart in the open; the Americans act first.
fn duel() -> Field {
    Field::begin(&scenario(&open(40, 10), &[US, NVA], &[]), &[1, 6])
}

fn morale_of(events: &[Event]) -> Option<(bool, Order, bool)> {
    events.iter().find_map(|event| match event {
        Event::Morale { test, order, rallied, .. } => Some((test.passed, *order, *rallied)),
        _ => None,
    })
}

#[test]
fn the_rulebook_has_a_text_for_every_rule_and_every_ruling_its_reason() {
    let library = library();
    let book = Rulebook::load(&|path| library.read(path), "platoon").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(book.lacks(platoon::rules::RULE_IDS), Vec::<&str>::new());
    assert_eq!(book.beyond(platoon::rules::RULE_IDS), Vec::<&str>::new());
    for rule in book.rules().filter(|rule| rule.id.starts_with("P-R")) {
        assert!(!rule.reason.is_empty(), "{}", rule.id);
        assert!(!matches!(rule.from, Provenance::Printed(_)), "{}", rule.id);
    }
}

#[test]
fn ratings_run_from_ten_down_to_four() {
    proves!("P-gung-ho");
    let of = |troops| rules().tables().rating(troops);
    assert_eq!((of(Troops::Character), of(Troops::Lurps), of(Troops::UsMarines)), (10, 9, 8));
    assert_eq!((of(Troops::Nva), of(Troops::VcMain), of(Troops::VcLocal), of(Troops::Cidg)), (7, 6, 5, 4));
}

#[test]
fn a_test_passes_at_the_rating_and_doubles_are_read_from_the_dice() {
    proves!("P-R01", "P-R02", "P-R03");
    // One pin, then morale at 7 against 7.
    let mut field = duel();
    let events = field.play(fire(1, 11), &[5, 1, 1, 3, 4]);
    assert_eq!(morale_of(&events), Some((true, Order::Steady, false)));
    let mut strict = scenario(&open(40, 10), &[US, NVA], &[]);
    strict.options.strict_under = true;
    let mut field = Field::begin(&strict, &[1, 6]);
    let events = field.play(fire(1, 11), &[5, 1, 1, 3, 4]);
    assert_eq!(morale_of(&events), Some((false, Order::Halted, false)));
    // A double that passes takes the pinned markers off.
    let mut field = duel();
    let events = field.play(fire(1, 11), &[5, 1, 1, 3, 3]);
    assert_eq!(morale_of(&events), Some((true, Order::Steady, true)));
    assert!(field.squad(11).figures.iter().all(|f| f.pinned.is_none()));
}

/// What a squad added to its activation die when it rolled.
fn added(field: &Field, squad: u8) -> Vec<(Reason, i8)> {
    let level = field.state.levels.iter().find(|level| level.squad == SquadId(squad));
    level.unwrap().reasons.clone()
}

#[test]
fn activation_adds_rating_and_modifiers_and_goes_upwards() {
    proves!("P-activation", "P-R05", "P-turn", "P-R11");
    let mut ground = open(40, 10);
    ground[5].replace_range(12..13, "B");
    let field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[4, 2]);
    assert_eq!(field.state.active.squad, SquadId(1));
    assert_eq!(field.state.queue, [(SquadId(11), 15)], "2 + 7 + 2 fresh + 3 bunker + 1 not under fire");
    assert_eq!(added(&field, 1), [(Reason::Fresh, 2), (Reason::NotUnderFire, 1)]);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-turn");
    // Equal levels: the lower die first.
    let tie = Field::begin(&scenario(&open(40, 10), &[US, NVA], &[]), &[3, 3, 5, 2]);
    assert_eq!(tie.state.active.squad, SquadId(11));
}

#[test]
fn what_happened_counts_once_and_fire_from_behind_counts_more() {
    proves!("P-R06");
    let behind = NVA.replace("dx: -1", "dx: 1");
    let mut field = Field::begin(&scenario(&open(40, 10), &[US, &behind], &[]), &[1, 6]);
    field.play(fire(1, 11), &[6, 1, 1, 1, 3, 4]);
    field.until(11);
    // End of the turn: morale of who lost a man, then the next levels.
    field.play(Command::Done, &[3, 4, 1, 5]);
    assert_eq!(added(&field, 11), [(Reason::Rear, -2), (Reason::Casualties, -2)]);
    field.play(Command::Done, &[]);
    field.play(Command::Done, &[1, 5]);
    assert_eq!(added(&field, 11), [(Reason::NotUnderFire, 1)]);
}

#[test]
fn three_dice_make_a_move_by_mode_and_terrain() {
    proves!("P-infantry-move", "P-R07", "P-R08", "P-R09", "P-R04");
    let reach = |troops: &str, mode| {
        let us = US.replace("UsInfantry", troops);
        let mut field = Field::begin(&scenario(&open(40, 10), &[&us, NVA], &[]), &[1, 6]);
        field.play(march(1, mode), &[5, 1, 3]);
        assert_eq!(field.refused(march(1, mode)).rule.as_str(), "P-R04");
        let march = field.state.active.march.unwrap();
        (march.good / 100, march.bad / 100)
    };
    assert_eq!(reach("UsInfantry", Mode::Cautious), (3, 1));
    assert_eq!(reach("UsInfantry", Mode::Patrol), (8, 4));
    assert_eq!(reach("UsInfantry", Mode::Fast), (9, 4));
    assert_eq!(reach("ArvnRangers", Mode::Cautious), (3, 3));
    assert_eq!(reach("ArvnRangers", Mode::Patrol), (8, 6));
    // Jungle met once limits the whole of the move.
    let mut ground = open(40, 10);
    for row in &mut ground {
        row.replace_range(4..8, "JJJJ");
    }
    let mut field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
    field.play(march(1, Mode::Patrol), &[5, 1, 3]);
    field.play(step(1, 550, 550), &[]);
    assert!(field.state.active.march.unwrap().met_bad);
    field.play(Command::Pass, &[]);
    assert_eq!(field.refused(step(1, 750, 550)).rule.as_str(), "P-infantry-move");
}

#[test]
fn deep_water_is_for_boats() {
    proves!("P-vehicle-move", "P-R44");
    let mut ground = open(40, 10);
    for row in &mut ground {
        row.replace_range(4..8, "RRRR");
    }
    let boat =
        r#"(id: 2, name: "PBR", side: Allied, troops: UsMarines, kind: Boat, figures: [(2, Hmg)], at: Some((5, 8)))"#;
    let mut field = Field::begin(&scenario(&ground, &[US, boat, NVA], &[]), &[1, 2, 6]);
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    assert_eq!(field.refused(step(1, 450, 550)).rule.as_str(), "P-R09");
    field.play(Command::Done, &[]);
    assert_eq!(field.refused(march(2, Mode::Fast)).rule.as_str(), "P-vehicle-move");
    field.play(Command::March { squad: SquadId(2), mode: None }, &[1, 1, 1, 1, 1]);
    let march = field.state.active.march.unwrap();
    assert_eq!((march.good, march.bad), (500, 200));
    field.play(step(2, 550, 550), &[]);
}

#[test]
fn lying_down_takes_half_a_move_and_helps_the_save() {
    proves!("P-prone", "P-R43");
    let mut field = duel();
    field.play(march(1, Mode::Patrol), &[2, 2, 1]);
    field.play(step(1, 500, 550), &[]);
    field.play(Command::Pass, &[]);
    assert_eq!(field.refused(Command::LieDown { squad: SquadId(1), only_pinned: false }).rule.as_str(), "P-prone");
    let mut field = duel();
    field.play(Command::LieDown { squad: SquadId(1), only_pinned: false }, &[]);
    assert!(field.squad(1).figures.iter().all(|f| f.prone));
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-R04");
}

#[test]
fn an_enemy_may_interrupt_after_each_part_of_a_move_and_then_has_a_no_fire_marker() {
    proves!("P-opportunity", "P-R42", "P-R18");
    let mut field = duel();
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    field.play(step(1, 550, 550), &[]);
    assert!(matches!(field.state.phase, Phase::Interrupt(_)));
    let volley = rules().volley(&field.state, SquadId(11), Target::Squad(SquadId(1)), None).unwrap();
    assert_eq!((volley.factors, volley.near), (vec![Factor::TargetFast], 4));
    field.play(fire(11, 1), &[1, 1, 1, 1, 3, 4]);
    assert!(field.squad(11).turn.no_fire);
    assert!(matches!(field.state.phase, Phase::Active(_)), "nobody is left to interrupt");
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-fire", "who goes fast does not fire");
    field.until(11);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-opportunity");
}

#[test]
fn dice_are_multiplied_then_rounded_down_but_one_is_left() {
    proves!("P-fire", "P-R12", "P-R15", "P-R16");
    assert_eq!(multiplied(9 * 4, &[Factor::Ambush, Factor::TargetFast]), 36);
    assert_eq!(multiplied(5 * 4, &[Factor::SoftCover]), 2);
    assert_eq!(multiplied(4, &[Factor::HardCover, Factor::MovedOnPatrol]), 1);
    assert_eq!(multiplied(2, &[]), 0);
    // Thirteen dice of an American squad, at 10 inches in the open; with a pinned man half a die less, rounded down.
    let squad = US.replace("(2, AssaultRifle)", "(7, AssaultRifle), (1, Lmg), (1, GrenadeLauncher)");
    let mut field = Field::begin(&scenario(&open(40, 10), &[&squad, NVA], &[]), &[1, 6]);
    let goal = Target::Squad(SquadId(11));
    assert_eq!(rules().volley(&field.state, SquadId(1), goal, None).unwrap().near, 13);
    field.state.squads[0].figures[0].pinned = Some(1);
    let volley = rules().volley(&field.state, SquadId(1), goal, None).unwrap();
    assert_eq!((volley.near, volley.pinned, volley.base_quarters), (12, 1, 50));
    let gunship = squad.replace("(7, AssaultRifle), (1, Lmg), (1, GrenadeLauncher)", "(1, Cannon)");
    let field = Field::begin(&scenario(&open(40, 10), &[&gunship, NVA], &[]), &[1, 6]);
    assert_eq!(rules().volley(&field.state, SquadId(1), goal, None).unwrap().cannon, 6);
}

#[test]
fn beyond_fifteen_inches_the_odd_half_is_rolled_for() {
    proves!("P-R13");
    let far = NVA.replace("12, 5", "30, 5");
    for (die, falls) in [(3, false), (4, true)] {
        let mut field = Field::begin(&scenario(&open(40, 10), &[US, &far], &[]), &[1, 6]);
        let dice: &[u8] = if falls { &[6, 1, die, 1, 1, 3, 4] } else { &[6, 1, die, 3, 4] };
        field.play(fire(1, 11), dice);
        assert_eq!(field.squad(11).casualties() == 1, falls);
    }
}

#[test]
fn cover_of_the_target_halves_or_quarters() {
    proves!("P-R10");
    for (letter, dice, factor) in [("J", 2, Some(Factor::SoftCover)), ("t", 1, Some(Factor::HardCover)), (".", 4, None)]
    {
        let mut ground = open(40, 10);
        for row in &mut ground[4..9] {
            row.replace_range(11..14, &letter.repeat(3));
        }
        let us = US.replace("(2, Ass", "(4, Ass");
        let field = Field::begin(&scenario(&ground, &[&us, NVA], &[]), &[1, 6]);
        let volley = rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap();
        assert_eq!((volley.near, volley.factors), (dice, Vec::from_iter(factor)), "{letter}");
    }
}

#[test]
fn grenades_add_two_dice_within_four_inches() {
    proves!("P-R17");
    let near = NVA.replace("12, 5", "5, 5");
    let field = Field::begin(&scenario(&open(40, 10), &[US, &near], &[]), &[1, 6]);
    let volley = rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap();
    assert!(volley.grenades);
    assert_eq!(volley.near, 4);
}

#[test]
fn saves_depend_on_ground_flak_and_lying_and_leave_a_man_pinned() {
    proves!("P-save", "P-R14", "P-R19", "P-R20");
    let needed = |letter: &str, flak: bool| {
        let mut ground = open(40, 10);
        for row in &mut ground {
            row.replace_range(0..40, &letter.repeat(40));
        }
        let near = NVA.replace("12, 5", "4, 5").replace("facing", if flak { "flak: true, facing" } else { "facing" });
        let us = US.replace("(2, AssaultRifle)", "(4, AssaultRifle)");
        let mut field = Field::begin(&scenario(&ground, &[&us, &near], &[]), &[1, 6]);
        for seed in 0..200 {
            let mut copy = Field { state: field.state.clone(), events: Vec::new() };
            let events = copy.any(fire(1, 11), seed);
            let saved = events.iter().find_map(|event| match event {
                Event::Saved { needs, lost, die, squad, figure, .. } => Some((*needs, *lost, *die, *squad, *figure)),
                _ => None,
            });
            if let Some((needs, lost, die, squad, figure)) = saved {
                assert_eq!(lost, die < needs);
                let it = &copy.state.squad(squad).unwrap().figures[usize::from(figure) - 1];
                assert!(!it.able() || it.pinned.is_some() || morale_of(&events).is_some_and(|(_, _, r)| r));
                return needs;
            }
        }
        field.play(Command::Done, &[]);
        0
    };
    assert_eq!((needed("J", false), needed("v", false), needed(".", false)), (3, 4, 5));
    assert_eq!((needed("J", true), needed(".", true)), (2, 4));
}

#[test]
fn a_hidden_squad_is_noticed_by_distance_and_ground() {
    proves!("P-hidden", "P-R39");
    let hidden = r#"(id: 11, name: "X", side: Vc, troops: VcMain, figures: [(2, AssaultRifle)])"#;
    let found = |letter: &str, x: i32| {
        let mut ground = open(40, 10);
        for row in &mut ground {
            row.replace_range(0..40, &letter.repeat(40));
        }
        let marker = format!("(id: 1, side: Vc, at: Some(({x}, 5)), hides: Squad(11))");
        let empty = "(id: 2, side: Vc, at: Some((39, 9)), hides: Nothing)";
        let mut field = Field::begin(&scenario(&ground, &[US, hidden], &[&marker, empty]), &[6, 1]);
        assert_eq!(field.state.active.squad, SquadId(11));
        field.play(march(11, Mode::Patrol), &[3, 3, 3]);
        let to = x * 100 + 50;
        let events = field.play(step(11, to, 450), &[]);
        events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Moving, .. }))
    };
    assert!(found(".", 17) && !found(".", 20), "sixteen inches in the open");
    assert!(found("d", 9) && !found("d", 12), "eight in paddy");
    assert!(found("J", 5) && !found("J", 8), "four in jungle");
}

#[test]
fn by_night_sight_is_halved_and_fire_ends_at_ten_inches() {
    proves!("P-R38");
    let far = NVA.replace("12, 5", "15, 5");
    let mut night = scenario(&open(40, 10), &[US, &far], &[]);
    let day = Field::begin(&night, &[1, 6]);
    assert!(rules().volley(&day.state, SquadId(1), Target::Squad(SquadId(11)), None).is_ok());
    night.options.night = true;
    let field = Field::begin(&night, &[1, 6]);
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-fire");
}

#[test]
fn who_comes_to_a_marker_turns_it_up_and_searches_it() {
    proves!("P-search", "P-R40", "P-vc-table");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;
    let markers = [
        "(id: 1, side: Vc, at: Some((4, 5)), hides: Nothing)",
        "(id: 2, side: Vc, at: Some((3, 6)), hides: Cache)",
        "(id: 3, side: Vc, at: Some((12, 5)), hides: Squad(11))",
    ];
    let mut field = Field::begin(&scenario(&open(40, 10), &[US, unknown], &markers), &[1, 6]);
    let search = |marker| Command::Search { squad: SquadId(1), marker: MarkerId(marker) };
    assert_eq!(field.refused(search(3)).rule.as_str(), "P-search");
    field.play(search(2), &[]);
    assert_eq!(field.state.marker(MarkerId(2)).unwrap().condition, Condition::Found);
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-fire");
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-R04");
    // What fire finds out: from the list of local VC a 4 draws six figures, one of them with an RPG.
    let mut field = Field::begin(&scenario(&open(40, 10), &[US, unknown], &markers), &[1, 6]);
    let recon = Command::Fire { squad: SquadId(1), target: Target::Marker(MarkerId(3)), facts: None };
    field.play(recon, &[6, 4, 1, 1, 3, 4]);
    let squad = field.squad(11);
    assert_eq!(squad.figures.len(), 6);
    assert_eq!(squad.figures[5].weapon, Weapon::Rpg);
    assert!(squad.hidden.is_none() && squad.casualties() == 1);
}

#[test]
fn an_ambush_doubles_the_first_volley() {
    proves!("P-R21");
    let hidden = r#"(id: 11, name: "X", side: Vc, troops: VcMain, figures: [(8, AssaultRifle), (1, Rpg)])"#;
    let markers = ["(id: 1, side: Vc, at: Some((12, 5)), hides: Squad(11))"];
    let mut field = Field::begin(&scenario(&open(40, 12), &[US, hidden], &markers), &[6, 1]);
    let goal = Target::Squad(SquadId(1));
    let volley = rules().volley(&field.state, SquadId(11), goal, None).unwrap();
    assert_eq!((volley.near, volley.factors), (16, vec![Factor::Ambush]));
    // The RPG bursts among infantry: on 5 and 6 everybody in three inches square throws his save.
    let launch = Command::Launch { squad: SquadId(11), figure: 9, target: SquadId(1), facts: None };
    let mut before = Field { state: field.state.clone(), events: Vec::new() };
    before.state.options.rulings = Rulings::of(7);
    before.play(launch.clone(), &[5, 1, 6, 6, 1, 2]);
    let events = field.play(launch, &[5, 1, 6, 6, 1, 2]);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::Saved { .. })).count(), 2);
    let volley = |field: &Field| rules().volley(&field.state, SquadId(11), goal, None).unwrap().near;
    assert_eq!(volley(&field), 16, "whichever weapon of the round fires first");
    assert_eq!(volley(&before), 8, "once the rocket took the ambush along");
}

#[test]
fn beside_a_real_table_facts_are_said_and_on_the_computers_they_are_not() {
    proves!("P-companion");
    let field = Field::begin(&scenario(&BESIDE, &[US, NVA], &[]), &[1, 6]);
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-companion");
    let shot = platoon::Shot {
        range: 1000,
        cover: table::Cover::Soft,
        from: table::Quarter::Front,
        seeing: None,
        heard: None,
    };
    let said = |facts| Command::Fire { squad: SquadId(1), target: Target::Squad(SquadId(11)), facts };
    let mut field = field;
    field.play(said(Some(shot)), &[1, 3, 4]);
    let field = duel();
    assert_eq!(field.refused(said(Some(shot))).rule.as_str(), "P-companion");
    let leg = Leg::measured(200, Terrain::Open);
    let mut field = field;
    field.play(march(1, Mode::Patrol), &[3, 3, 3]);
    assert_eq!(field.refused(Command::Step { squad: SquadId(1), leg }).rule.as_str(), "P-companion");
    assert_eq!(field.squad(1).kind, Kind::Foot);
    assert_eq!(field.squad(1).at(), Point::new(250, 550));
}

#[test]
fn beside_a_real_table_a_move_goes_the_whole_way_in_one_part() {
    proves!("P-companion");
    let mut field = Field::begin(&scenario(&BESIDE, &[US, NVA], &[]), &[1, 6]);
    field.play(march(1, Mode::Patrol), &[3, 3, 3]);
    let whole = field.state.active.march.expect("it has rolled").allowance();
    assert!(whole > 300, "farther than a part of a move on the computer's table: {whole}");
    let step = |length| Command::Step { squad: SquadId(1), leg: Leg::measured(length, Terrain::Open) };
    for too_far in [whole + 1, i32::MAX] {
        assert_eq!(field.refused(step(too_far)).rule.as_str(), "P-infantry-move");
    }
    field.play(step(whole), &[]);
    assert_eq!(field.state.active.march.map(|march| march.used), Some(whole));
}
