//! What a second reading of the rules found missing, and that saved games of before go on as they did.

use crate::looks::{NVA, OTHER, US, again, game, is_legal, rule_of};
use platoon::command::Stores;
use platoon::event::Reason;
use platoon::query::{Answer, Fact};
use platoon::state::{Condition, Fate, Flight, Hull, Order};
use platoon::{Command, Event, MarkerId, Mode, Phase, Rulings, Shot, Side, SquadId, Target, proves};
use pointman_tests::platoon::*;
use table::{Board, Cover, Going, Point, Quarter, Terrain};
use tabletop::{Ruleset, parse_ron};

const FAR: &str =
    r#"(id: 12, name: "Y", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((20, 1)), gung_ho: Some(8))"#;

/// The same position in a game saved before.
fn as_before(field: &Field) -> Field {
    let mut before = again(field);
    before.state.options.rulings = Rulings::of(6);
    before
}

const fn shot(range: i32) -> Shot {
    Shot { range, cover: Cover::None, from: Quarter::Front, seeing: None, heard: None }
}

#[test]
fn by_night_nobody_aims_far_beside_a_real_table_either() {
    proves!("P-R38", "P-companion", "P-fire");
    let beside = |us: &str| {
        let us = us.replace("at: Some((20, 8)), ", "");
        let nva = NVA.replace("at: Some((20, 2)), ", "");
        let mut setup = scenario(&BESIDE, &[&us, &nva], &["(id: 1, side: Vc, hides: Nothing)"]);
        setup.options.night = true;
        Field::begin(&setup, &[1, 6])
    };
    let (squad, target, figure) = (SquadId(1), SquadId(11), 1);
    let volley = |range| Command::Fire { squad, target: Target::Squad(target), facts: Some(shot(range)) };
    let launch = |range| Command::Launch { squad, figure, target, facts: Some(shot(range)) };
    let mortar = |range| Command::Mortar { squad, figure, target, facts: Some(shot(range)) };
    let snipe = |range| Command::Snipe { squad, target, figure, range: Some(range), from: None };
    let sniper = US.replace("(4, Ass", "(1, Ass").replace("figures", "kind: Sniper, figures");
    type Order<'a> = &'a dyn Fn(i32) -> Command;
    let all: [(&str, Order<'_>, &str); 4] = [
        (US, &volley, "P-fire"),
        (&US.replace("(4, AssaultRifle)", "(1, Maw)"), &launch, "P-direct"),
        (&US.replace("(4, AssaultRifle)", "(1, Mortar60)"), &mortar, "P-direct"),
        (&sniper, &snipe, "P-R37"),
    ];
    for (us, order, rule) in all {
        let field = beside(us);
        assert!(is_legal(&field, &order(1_000)), "{us}");
        assert_eq!(rule_of(&field, order(1_100)), rule, "{us}");
        assert!(is_legal(&as_before(&field), &order(1_100)), "{us}");
        let asked = rules().facts_needed(&field.state, &order(500));
        let range = asked.iter().find(|q| q.fact == Fact::Range).unwrap();
        let far = |answer| matches!(answer, Answer::Inches(length) if length > 1_000);
        assert!(!range.choices.iter().any(|choice| far(choice.answer)), "{range:?}");
        let mut offered = Vec::new();
        rules().options(&field.state, &mut offered);
        let same = |option: &&Command| std::mem::discriminant(*option) == std::mem::discriminant(&order(0));
        assert!(offered.iter().any(|option| same(&option)), "{us}: {offered:?}");
    }
    // At a marker nobody aims.
    let recon = Command::Fire { squad, target: Target::Marker(MarkerId(1)), facts: Some(shot(1_100)) };
    assert!(is_legal(&beside(US), &recon));
}

#[test]
fn by_night_troops_not_yet_drawn_open_fire_no_farther_beside_a_real_table() {
    proves!("P-R38", "P-R57");
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut setup = scenario(&BESIDE, &[&us, unknown], &["(id: 1, side: Vc, hides: Squad(11))"]);
    setup.options.night = true;
    let mut field = Field::begin(&setup, &[6, 1]);
    field.until(11);
    let volley =
        |range| Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), facts: Some(shot(range)) };
    assert!(is_legal(&field, &volley(900)));
    assert_eq!(rule_of(&field, volley(1_100)), "P-fire");
    assert!(is_legal(&as_before(&field), &volley(1_100)));
}

#[test]
fn stores_slow_a_squad_and_forbid_it_no_way_to_go() {
    proves!("P-search", "P-infantry-move");
    let fast = march(1, Mode::Fast);
    for (porters, good) in [(false, 450), (true, 900)] {
        let mut field = game(&[US, NVA], &[], &[1, 6]);
        (field.state.squads[0].carrying, field.state.squads[0].porters) = (true, porters);
        field.play(fast.clone(), &[2, 3, 4]);
        assert_eq!(field.state.active.march.unwrap().good, good);
    }
}

#[test]
fn a_fight_leaves_a_squad_its_fire_and_its_move() {
    proves!("P-R04", "P-close-combat", "P-fire");
    let near = NVA.replace("(20, 2)", "(20, 7)").replace("(4, Ass", "(1, Ass");
    let begun = || game(&[US, &near, FAR], &[], &[1, 5, 6]);
    let fight = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
    let mut field = begun();
    field.play(fight.clone(), &[6, 1]);
    assert!(!field.squad(11).in_play() && !field.squad(1).has_fired(&field.state.options));
    assert!(is_legal(&field, &fire(1, 12)) && is_legal(&field, &march(1, Mode::Fast)));
    // A tie still binds both.
    let mut field = begun();
    field.play(fight.clone(), &[3, 3]);
    assert_eq!(rule_of(&field, fire(1, 12)), "P-R33");
    let mut before = as_before(&begun());
    before.play(fight, &[6, 1]);
    assert_eq!(rule_of(&before, fire(1, 12)), "P-fire");
}

/// Squad 1 carries its fourth figure.
fn carries() -> Field {
    let mut field = game(&[US, NVA], &[], &[1, 6]);
    let squad = &mut field.state.squads[0];
    squad.figures[3].fate = Fate::Killed;
    squad.figures[3].at = squad.figures[0].at;
    squad.burden = vec![(SquadId(1), 3)];
    field
}

#[test]
fn one_bearer_alone_drags_nobody_on() {
    proves!("P-infantry-move", "P-R49");
    let mut field = carries();
    field.play(march(1, Mode::Patrol), &[4, 4, 4]);
    let on = step(1, 2050, 950);
    assert!(is_legal(&field, &on));
    field.state.squads[0].figures[1].pinned = Some(1);
    assert!(is_legal(&field, &on), "two are left");
    field.state.squads[0].figures[2].pinned = Some(1);
    assert_eq!(rule_of(&field, on.clone()), "P-infantry-move");
    assert!(is_legal(&as_before(&field), &on));
    // Nor is a casualty a reason not to fall back.
    field.state.squads[0].order = Order::Withdrawing;
    assert_eq!(rule_of(&field, Command::Done), "P-morale");
    field.play(Command::PutDown { squad: SquadId(1) }, &[]);
    field.play(on, &[]);
}

#[test]
fn who_is_away_as_a_runner_lends_no_hand() {
    proves!("P-messages", "P-infantry-move", "P-interrogation", "P-close-combat");
    let runs = |field: &mut Field, figures: &[usize]| {
        figures.iter().for_each(|&n| field.state.squads[0].figures[n].running = true);
    };
    // Three able figures, two of them away.
    let mut field = carries();
    runs(&mut field, &[0, 1]);
    assert_eq!(rule_of(&field, march(1, Mode::Patrol)), "P-infantry-move");
    assert!(is_legal(&as_before(&field), &march(1, Mode::Patrol)));
    field.state.squads[0].burden.clear();
    let carry = Command::Carry { squad: SquadId(1), of: SquadId(1), figure: 4 };
    assert_eq!(rule_of(&field, carry.clone()), "P-infantry-move");
    assert!(is_legal(&as_before(&field), &carry));
    // Nobody else is near the wounded, the villagers and the enemy.
    let villagers =
        r#"(id: 13, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((21, 9)))"#;
    let near = NVA.replace("(20, 2)", "(20, 7)");
    let mut field = game(&[US, &near, FAR, villagers], &[], &[1, 5, 6]);
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    runs(&mut field, &[0, 1, 2, 3]);
    let (squad, target) = (SquadId(1), SquadId(11));
    let orders = [
        (Command::Capture { squad, target }, "P-interrogation"),
        (Command::Question { squad, target: SquadId(13) }, "P-interrogation"),
        (Command::Close { squad, target, facts: None }, "P-close-combat"),
    ];
    for (order, rule) in orders {
        assert_eq!(rule_of(&field, order.clone()), rule);
        assert!(is_legal(&as_before(&field), &order), "{order:?}");
    }
    // An enemy's runner is as good as any other: nobody knows who is away.
    runs(&mut field, &[]);
    field.state.squads[0].figures.iter_mut().for_each(|f| f.running = false);
    field.state.squads[1].figures.iter_mut().for_each(|f| f.running = true);
    assert!(is_legal(&field, &Command::Close { squad, target, facts: None }));
}

const SNIPER: &str = r#"(id: 11, name: "X", side: Vc, troops: VcMain, kind: Sniper, figures: [(1, OldRifle)], at: Some((20, 2)), gung_ho: Some(8))"#;

#[test]
fn a_sniper_who_disappears_kills_nobody_inside_a_vehicle() {
    proves!("P-sniper");
    let out = Command::BugOut { squad: SquadId(11), target: Some(SquadId(1)), sees: None, from: None };
    let tank = US.replace("figures", "kind: Tank, figures");
    let mut field = game(&[&tank, SNIPER, FAR], &[], &[6, 1, 5]);
    let mut before = as_before(&field);
    field.play(out.clone(), &[2, 2]);
    assert!(field.squad(1).strength() == 4 && field.squad(11).gone);
    before.any(out, 1);
    assert!(before.squad(1).strength() == 3 || !before.squad(11).gone);
}

#[test]
fn a_sniper_disappears_with_no_enemy_in_sight() {
    proves!("P-sniper", "P-hidden");
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field =
        game(&[&us, SNIPER, FAR], &["(id: 1, side: Allied, at: Some((20, 8)), hides: Squad(1))"], &[6, 1, 5]);
    field.until(11);
    let out = Command::BugOut { squad: SquadId(11), target: None, sees: None, from: None };
    let mut offered = Vec::new();
    rules().options(&field.state, &mut offered);
    assert!(offered.contains(&out), "{offered:?}");
    field.play(out, &[2, 2]);
    assert!(field.squad(11).gone);
    // Saved games name a squad without more.
    let read = |text: &str| parse_ron::<Command>("order", text).unwrap_or_else(|e| panic!("{e}"));
    for target in [Some(SquadId(1)), None] {
        let command = Command::BugOut { squad: SquadId(11), target, sees: None, from: None };
        assert_eq!(read(&ron::to_string(&command).unwrap()), command);
    }
    let old = Command::BugOut { squad: SquadId(12), target: Some(SquadId(3)), sees: None, from: None };
    assert_eq!(read("BugOut(squad: 12, target: 3)"), old);
}

#[test]
fn only_small_arms_reach_a_helicopter_in_the_air() {
    proves!("P-helicopter-fire", "P-mortar", "P-R26");
    let heli = US.replace("(4, AssaultRifle)", "(2, Pistol)").replace("figures", "kind: Helicopter, figures");
    let crew = NVA.replace("(4, AssaultRifle)", "(1, Rcl), (1, AssaultRifle), (1, Mortar60)");
    let mut field = game(&[&heli, &crew], &[], &[6, 1]);
    assert_eq!(field.squad(1).flight, Flight::Flying);
    let dice = |field: &Field| rules().fire_forecast(&field.state, &fire(11, 1)).unwrap().total();
    let mortar = Command::Mortar { squad: SquadId(11), figure: 3, target: SquadId(1), facts: None };
    assert_eq!((dice(&field), dice(&as_before(&field))), (1, 5));
    assert_eq!(rule_of(&field, mortar.clone()), "P-helicopter-fire");
    assert!(is_legal(&as_before(&field), &mortar));
    field.state.squads[0].flight = Flight::Descending;
    assert_eq!(dice(&field), 5);
    assert!(is_legal(&field, &mortar));
    // A tank's gun is launched at what hovers, and fires no volley at what flies.
    let tank = NVA.replace("(4, AssaultRifle)", "(1, Cannon)").replace("figures", "kind: Tank, figures");
    let field = game(&[&heli, &tank], &[], &[6, 1]);
    assert_eq!(rule_of(&field, fire(11, 1)), "P-helicopter-fire");
}

#[test]
fn who_gets_out_of_a_wreck_on_deep_water_gets_ashore() {
    proves!("P-R58", "P-R09");
    let mut rows = open(40, 20);
    rows[3..14].fill("R".repeat(40));
    let boat = OTHER.replace("(2, 12)", "(20, 7)").replace("figures", "kind: Boat, figures");
    let riders = US.replace("at: Some((20, 8))", "aboard: Some(2)");
    let rpg = NVA.replace("(4, AssaultRifle)", "(1, Rpg)").replace("(20, 2)", "(20, 1)");
    let begun = Field::begin(&scenario(&rows, &[&riders, &boat, &rpg], &[]), &[6, 5, 1]);
    let launch = Command::Launch { squad: SquadId(11), figure: 1, target: SquadId(2), facts: None };
    let board = Board::new(&rows, &[]).unwrap();
    let stand = |mut field: Field| {
        let wrecked = |seed| {
            let mut field = Field { state: field.state.clone(), events: Vec::new() };
            field.any(launch.clone(), seed);
            Some(field).filter(|f| f.squad(2).hull == Hull::Destroyed && f.squad(1).in_play())
        };
        field = (0..200).find_map(wrecked).unwrap();
        field.squad(1).able().all(|(_, f)| board.terrain(f.at).going() != Going::Impassable)
    };
    assert!(!stand(as_before(&begun)));
    assert!(stand(begun));
}

#[test]
fn stores_of_the_allies_score_for_nobody() {
    proves!("P-victory", "P-search");
    let take = Command::Stores { squad: SquadId(11), marker: MarkerId(1), what: Stores::Capture };
    let captured = |before: bool| {
        let cache = "(id: 1, side: Allied, at: Some((20, 2)), hides: Cache)";
        let mut field = game(&[US, NVA], &[cache], &[6, 1]);
        field.state.markers[0].condition = Condition::Found;
        field.state.options.rulings = if before { Rulings::of(6) } else { Rulings::default() };
        field.play(take.clone(), &[]);
        field.state.tally.caches_captured
    };
    assert_eq!([captured(false), captured(true)], [0, 1]);
}

#[test]
fn a_crew_has_the_cover_of_its_vehicle_when_levels_are_rolled() {
    proves!("P-R10", "P-activation");
    let vehicle = |kind: &str| OTHER.replace("figures", &format!("kind: {kind}, figures"));
    let mut rows = open(40, 14);
    rows[12] = "B".repeat(40);
    let covers = |kind: &str, before: bool| {
        let mut setup = scenario(&rows, &[&vehicle(kind), NVA], &[]);
        setup.options.rulings = if before { Rulings::of(6) } else { Rulings::default() };
        let field = Field::begin(&setup, &[1, 6]);
        let level = field.state.levels.iter().find(|level| level.squad == SquadId(2)).unwrap();
        let is_cover = |reason: &&Reason| matches!(reason, Reason::SoftCover | Reason::HardCover | Reason::Bunker);
        level.reasons.iter().map(|(reason, _)| reason).find(is_cover).copied()
    };
    assert_eq!(covers("Apc", false), Some(Reason::HardCover));
    assert_eq!(covers("Soft", false), Some(Reason::SoftCover));
    assert_eq!(covers("Soft", true), Some(Reason::Bunker), "once as if they lay beside it");
}

#[test]
fn a_side_of_which_all_see_that_nobody_can_fire_is_not_asked() {
    proves!("P-R42", "P-opportunity", "P-R33");
    let asked = |change: &dyn Fn(&mut Field)| {
        let mut field = game(&[US, NVA, FAR], &[], &[6, 1, 2]);
        change(&mut field);
        field.ask(march(11, Mode::Patrol), &[4, 4, 4]);
        field.ask(step(11, 2250, 250), &[]);
        field.state.phase == Phase::Interrupt(Side::Allied)
    };
    let fast = |field: &mut Field| field.state.squads[0].turn.mode = Some(Mode::Fast);
    let locked = |field: &mut Field| {
        (field.state.squads[0].locked, field.state.squads[2].locked) = (Some(SquadId(12)), Some(SquadId(1)));
    };
    assert!(asked(&|_| {}));
    assert!(!asked(&fast) && !asked(&locked));
    assert!(!asked(&|field| field.state.squads[0].order = Order::Leaving));
    assert!(asked(&|field| {
        fast(field);
        field.state.options.rulings = Rulings::of(6);
    }));
}

#[test]
fn beside_a_real_table_a_helicopter_lands_on_no_river() {
    proves!("P-vehicle-move", "P-companion");
    let heli = US.replace("at: Some((20, 8)), ", "").replace("figures", "kind: Helicopter, figures");
    let nva = NVA.replace("at: Some((20, 2)), ", "");
    let mut field = Field::begin(&scenario(&BESIDE, &[&heli, &nva], &[]), &[1, 6]);
    field.state.squads[0].flight = Flight::Descending;
    let land = |below| Command::Fly { squad: SquadId(1), to: None, below: Some(below), nearer: false };
    assert_eq!(rule_of(&field, land(Terrain::River)), "P-vehicle-move");
    assert!(is_legal(&field, &land(Terrain::Open)));
    assert!(is_legal(&as_before(&field), &land(Terrain::River)));
}

#[test]
fn a_refusal_names_what_is_in_the_way() {
    proves!("P-fire", "P-R59", "P-mortar", "P-companion");
    // Whose only figure has fired its rocket is not told to go nearer.
    let mut field = game(&[&US.replace("(4, Ass", "(1, Ass"), NVA], &[], &[1, 6]);
    field.state.squads[0].figures[0].fired = true;
    let refusal = field.refused(fire(1, 11));
    assert!(!refusal.remedy.contains("closer"), "{refusal}");
    // Who is not drawn is neither pinned nor prone.
    let unknown = r#"(id: 11, name: "X", side: Vc, troops: VcLocal, drawn_from: Some(Local), gung_ho: Some(8))"#;
    let marker = "(id: 1, side: Vc, at: Some((20, 2)), hides: Squad(11))";
    let mut field = game(&[US, unknown], &[marker], &[6, 1]);
    field.until(11);
    assert_eq!(rule_of(&field, march(11, Mode::Patrol)), "P-R59");
    assert_eq!(rule_of(&field, Command::LieDown { squad: SquadId(11), only_pinned: false }), "P-R59");
    // A marker on a real table takes no order, and no measurements.
    let us = US.replace("at: Some((20, 8)), ", "");
    let mut field =
        Field::begin(&scenario(&BESIDE, &[&us, unknown], &["(id: 1, side: Vc, hides: Squad(11))"]), &[6, 1]);
    field.until(11);
    let refusal = field.refused(Command::MoveMarker { marker: MarkerId(1), to: Point::default() });
    assert!(refusal.rule.as_str() == "P-companion" && !refusal.remedy.contains("measurements"), "{refusal}");
    // A crew has a mortar, and its rifleman has none.
    let crew = US.replace("(4, AssaultRifle)", "(1, Mortar60), (1, AssaultRifle)");
    let field = game(&[&crew, NVA], &[], &[1, 6]);
    let mortar = Command::Mortar { squad: SquadId(1), figure: 2, target: SquadId(11), facts: None };
    assert!(field.refused(mortar).because.contains("figure"));
}

#[test]
fn a_third_squad_frees_nobody_from_a_tie() {
    proves!("P-R33");
    let near = NVA.replace("(20, 2)", "(20, 7)");
    let third = OTHER.replace("(2, 12)", "(20, 6)");
    let far = FAR.replace("(20, 1)", "(38, 1)");
    let close = |squad, target| Command::Close { squad: SquadId(squad), target: SquadId(target), facts: None };
    let tied = |before: bool| {
        let mut field = game(&[US, &third, &near, &far], &[], &[1, 2, 5, 6]);
        field.state.options.rulings = if before { Rulings::of(6) } else { Rulings::default() };
        let one = rules().fire_forecast(&field.state, &close(1, 11)).unwrap().duel.unwrap();
        let sum = |n: usize| one[n].iter().map(|line| line.value).sum::<i8>();
        // Equal sums, whatever is added.
        let even = |sums: [i8; 2]| [3, u8::try_from(3 + sums[0] - sums[1]).unwrap()];
        field.play(close(1, 11), &even([sum(0), sum(1)]));
        field.until(2);
        let two = rules().fire_forecast(&field.state, &close(2, 11)).unwrap().duel.unwrap();
        let sums = [0, 1].map(|n: usize| two[n].iter().map(|line| line.value).sum::<i8>());
        field.play(close(2, 11), &even(sums));
        // The turn goes by; squad 1 acts first again.
        field.until(11);
        field
    };
    let locked = |field: &Field| {
        let mut field = Field { state: field.state.clone(), events: Vec::new() };
        [1, 2, 11].map(|id| {
            field.state.active.squad = SquadId(id);
            field.state.phase = Phase::Active(if id == 11 { Side::Vc } else { Side::Allied });
            rules().check(&field.state, &march(id, Mode::Patrol)).is_err_and(|no| no.rule.as_str() == "P-R33")
        })
    };
    let field = tied(false);
    assert_eq!(locked(&field), [true, true, true]);
    assert_eq!(locked(&tied(true)), [false, true, true], "once squad 1 was free");
    // It may fight either, and who loses is locked with nobody.
    assert!(is_legal(&field, &close(11, 1)) && is_legal(&field, &close(11, 2)));
    let mut lost = field;
    lost.any(
        close(11, 2),
        (0..200)
            .find(|&seed| {
                let mut trial = Field { state: lost.state.clone(), events: Vec::new() };
                let won = |e: &Event| matches!(e, Event::Fought { winner: Some(SquadId(2)), .. });
                trial.any(close(11, 2), seed).iter().any(won)
            })
            .unwrap(),
    );
    assert_eq!(locked(&lost)[..2], [false, false]);
    // Who has gone back is not locked again from afar.
    let mut field = tied(false);
    field.state.squads[2].order = Order::Withdrawing;
    field.play(march(11, Mode::Patrol), &[4, 4, 4]);
    let ways = (1700..2500).step_by(50).flat_map(|x| (400..1100).step_by(50).map(move |y| (x, y)));
    let legal = ways.filter(|&(x, y)| is_legal(&field, &step(11, x, y)));
    let (x, y) = legal.max_by_key(|(x, y)| (x - 2050_i32).pow(2) + (y - 750_i32).pow(2)).unwrap();
    field.play(step(11, x, y), &[]);
    field.state.squads[2].order = Order::Steady;
    assert!(!locked(&field)[0]);
}
