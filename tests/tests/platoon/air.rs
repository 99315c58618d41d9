//! The rules of 20mm Platoon by their ids: aircraft, guessed fire, messages.

use platoon::query::Due;
use platoon::state::{Drift, Pattern, Support};
use platoon::{Command, Event, FlightPath, News, Phase, Side, SquadId, Target, Way, proves};
use pointman_tests::platoon::*;
use table::{Board, Compass, Point};
use tabletop::Ruleset;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, officer: true, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const OTHER: &str =
    r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 9)))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle), (1, Hmg)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

fn game(squads: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(&open(40, 12), squads, &[]), dice)
}

fn ask(support: Support, path: Option<FlightPath>) -> Command {
    let target = Point::inches(12, 5).middle();
    Command::Request { squad: SquadId(1), support, target, pattern: Pattern::Box, path, facts: None }
}

fn strike(x: i32, y: i32) -> Command {
    Command::Strike { squad: SquadId(1), target: Point::inches(x, y).middle(), path: None }
}

/// P-air: the ways that are offered lead straight over the target, from edge to edge, one from each direction.
#[test]
fn an_aircraft_can_come_in_from_each_direction_of_the_compass() {
    let board = Board::new(&open(40, 12), &[]).unwrap();
    let (target, corner) = (Point::inches(12, 5).middle(), board.corner());
    for from in Compass::ALL {
        let path = FlightPath::over(&board, target, from);
        assert_eq!(path.comes_from(), Some(from), "{path:?}");
        assert_eq!(Compass::nearest(target.heading(path.from)), Some(from), "over the target: {path:?}");
        for end in [path.from, path.to] {
            assert!(end.x == 0 || end.y == 0 || end.x == corner.x || end.y == corner.y, "{end:?} is no edge");
        }
        let mut field = game(&[US, NVA], &[1, 6]);
        let phrase = rules().phrase(&field.state, &ask(Support::Air, Some(path)));
        assert!(phrase.contains(&format!("coming in from the {}", from.name())), "{phrase}");
        field.play(ask(Support::Air, Some(path)), &[2, 2, 1]);
    }
}

/// An aircraft over the table; the Americans act first.
fn overhead(gunship: bool) -> Field {
    let mut field = game(&[US, NVA], &[1, 6]);
    field.play(ask(Support::Air, None), &[2, 2, 1]);
    field.until(11);
    // What came, how long, both levels.
    field.play(Command::Done, &[if gunship { 5 } else { 4 }, 4, 1, 6]);
    field
}

#[test]
fn enemies_who_have_not_fired_may_fire_at_an_aircraft_before_it_attacks() {
    proves!("P-air", "P-R26", "P-opportunity");
    let mut field = overhead(false);
    assert_eq!(rules().support_clock(&field.state)[0].due, Due::Firing(2), "half of four turns");
    field.play(strike(12, 5), &[]);
    assert_eq!(field.state.phase, Phase::Overflight(Side::Vc));
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-turn");
    // Four dice of the heavy machine gun, nothing of the rifles: at a jet they are no use.
    let shoot = Command::FireAtAircraft { squad: SquadId(11), range: None };
    assert_eq!(rules().fire_forecast(&field.state, &shoot).unwrap().total(), 4);
    let mut missed = Field { state: field.state.clone(), events: Vec::new() };
    // No hit, and nobody is left to fire: the attack is on target and hits nobody of three.
    let events = missed.play(shoot.clone(), &[5, 5, 5, 5, 6, 1, 1, 1, 3, 4]);
    assert!(events.iter().any(|e| matches!(e, Event::Salvo { on_target: true, .. })));
    assert!(missed.squad(11).turn.no_fire && matches!(missed.state.phase, Phase::Active(_)));
    // Two hits ask for one save; a 2 is enough.
    let mut saved = Field { state: field.state.clone(), events: Vec::new() };
    saved.play(shoot.clone(), &[6, 6, 1, 1, 2, 6, 1, 1, 1, 3, 4]);
    // A 1 and it is down; a jet is worth nothing, and nothing comes down.
    field.play(shoot, &[6, 1, 1, 1, 1]);
    assert!(field.state.missions.is_empty() && field.state.attack.is_none());
    assert_eq!(field.state.tally.choppers_destroyed, 0);
    assert_eq!(field.refused(strike(12, 5)).rule.as_str(), "P-R32");
}

#[test]
fn a_gunship_is_in_reach_of_rifles_and_counts_as_a_helicopter() {
    proves!("P-R26", "P-R25", "P-victory");
    let mut field = overhead(true);
    assert_eq!(rules().support_clock(&field.state)[0].due, Due::Firing(4));
    field.play(strike(12, 5), &[]);
    field.play(Command::FireAtAircraft { squad: SquadId(11), range: None }, &[6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(field.state.tally.choppers_destroyed, 1);
}

#[test]
fn nobody_under_a_roof_or_out_of_range_of_its_way_fires_at_an_aircraft() {
    proves!("P-R26");
    let mut ground = open(40, 12);
    for row in &mut ground[3..9] {
        row.replace_range(10..15, "HHHHH");
    }
    let mut field = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
    field.play(ask(Support::Air, None), &[2, 2, 1]);
    field.until(11);
    field.play(Command::Done, &[5, 4, 1, 6]);
    field.play(strike(20, 5), &[]);
    let shoot = Command::FireAtAircraft { squad: SquadId(11), range: None };
    assert_eq!(field.refused(shoot).rule.as_str(), "P-R26");
    field.play(Command::Pass, &[1, 6, 6, 6]);
    assert!(matches!(field.state.phase, Phase::Active(_)));
}

#[test]
fn an_aircraft_attacks_into_an_enemys_move_and_along_the_way_that_was_drawn() {
    proves!("P-air", "P-R32");
    let mut field = overhead(false);
    field.until(11);
    field.play(march(11, platoon::Mode::Patrol), &[3, 3, 3]);
    field.play(step(11, 1250, 750), &[]);
    assert!(matches!(field.state.phase, Phase::Interrupt(_)));
    // From the left edge to the right: it misses over, three inches further to the right.
    let target = Point::inches(12, 7).middle();
    let path = Some(FlightPath { from: Point::new(0, target.y), to: Point::new(4_000, target.y) });
    let bent = Some(FlightPath { from: Point::new(500, 500), to: Point::new(4_000, target.y) });
    let attack = |path| Command::Strike { squad: SquadId(1), target, path };
    assert_eq!(field.refused(attack(bent)).rule.as_str(), "P-air");
    field.play(attack(path), &[]);
    let events = field.play(Command::Pass, &[1, 5, 1, 2, 1, 1, 1, 3, 4]);
    let fell = events.iter().find_map(|e| match e {
        Event::Salvo { drift, at, .. } => Some((*drift, *at)),
        _ => None,
    });
    assert_eq!(fell, Some((Some((Drift::Over, 300)), target.plus(300, 0))));
    // Ten inches along that way and eight across.
    let area = rules().area(&field.state, Side::Allied, Support::Air, target, Pattern::Box, path).unwrap();
    assert!(area.covers(target.plus(490, 390)) && !area.covers(target.plus(390, 490)));
    assert!(matches!(field.state.phase, Phase::Interrupt(_)), "who has not fired may still interrupt");
}

#[test]
fn small_arms_fire_at_a_helicopter_anywhere_on_its_way() {
    proves!("P-R25", "P-helicopter-fire");
    let chopper = r#"(id: 1, name: "V", side: Allied, troops: UsMarines, kind: Helicopter, figures: [(2, Pistol)], at: Some((1, 5)))"#;
    let near = NVA.replace("(2, AssaultRifle), (1, Hmg)", "(2, Smg)").replace("12, 5", "20, 5");
    let mut field = game(&[chopper, &near], &[1, 6]);
    assert_eq!(field.refused(fire(1, 11)).rule.as_str(), "P-fire");
    field.play(Command::Fly { squad: SquadId(1), to: Some(Point::new(3_850, 550)), below: None, nearer: false }, &[]);
    // It is eighteen inches away by now, but it flew right over them.
    let volley = rules().volley(&field.state, SquadId(11), Target::Squad(SquadId(1)), None).unwrap();
    assert_eq!(volley.near, 2);
    // A hit, a save of 1; both men of the crew live.
    field.play(fire(11, 1), &[6, 1, 1, 6, 6]);
    assert_eq!(field.state.tally.choppers_destroyed, 1);
}

#[test]
fn guessed_fire_falls_where_it_is_called_and_may_be_called_anew() {
    proves!("P-artillery");
    let mut setup = scenario(&open(40, 12), &[US, NVA], &[]);
    let fair = Field::begin(&setup, &[1, 6]);
    let anew = Command::Correct { squad: SquadId(1), target: Point::inches(12, 5) };
    assert_eq!(fair.refused(anew).rule.as_str(), "P-artillery", "elsewhere the dice correct");
    setup.options.guess = true;
    let mut field = Field::begin(&setup, &[1, 6]);
    // Six inches from the near edge, thirty from the left one: too far to the right.
    let called = rules().called(&field.state, Side::Allied, 600, 3_000);
    assert_eq!(called, Point::new(3_000, 600));
    assert_eq!(rules().called(&field.state, Side::Vc, 600, 3_000), Point::new(1_000, 600));
    let Command::Request { squad, support, pattern, path, facts, .. } = ask(Support::Howitzer105, None) else { return };
    field.play(Command::Request { squad, support, target: called, pattern, path, facts }, &[1, 1]);
    field.until(11);
    let events = field.play(Command::Done, &[1, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::Salvo { die: None, drift: None, at, .. } if *at == called)));
    field.play(Command::Correct { squad: SquadId(1), target: Point::new(1_250, 550) }, &[]);
    field.until(11);
    // The second salvo needs no die to fall among them: three dice of those in the burst, morale, both levels.
    let events = field.play(Command::Done, &[1, 1, 1, 3, 4, 1, 5]);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::Caught { .. })).count(), 3);
}

fn tell(way: Way, news: News) -> Command {
    Command::Message { squad: SquadId(1), to: SquadId(2), way, news }
}

#[test]
fn a_message_by_radio_tries_each_turn_until_it_is_through() {
    proves!("P-messages");
    let mut field = game(&[US, OTHER, NVA], &[1, 2, 6]);
    let words = || News::Words("hold where you are".into());
    assert_eq!(field.refused(tell(Way::Signal, News::Sign(1))).rule.as_str(), "P-messages");
    assert_eq!(field.refused(tell(Way::Radio, News::Words("x".repeat(200)))).rule.as_str(), "P-messages");
    field.play(tell(Way::Radio, words()), &[2]);
    assert!(!field.state.messages[0].arrived);
    assert_eq!(field.refused(tell(Way::Radio, words())).rule.as_str(), "P-R04", "once a phase");
    field.until(11);
    let events = field.play(Command::Done, &[3, 1, 2, 6]);
    assert!(events.iter().any(|e| matches!(e, Event::MessageCame { to: SquadId(2), .. })));
    assert!(rules_hide_it_from_the_enemy(&field));
    // Under fire it takes a 4.
    let mut field = game(&[US, OTHER, NVA], &[1, 2, 6]);
    field.state.squads[1].since.under_fire = true;
    let events = field.play(tell(Way::Radio, words()), &[3]);
    assert!(events.iter().any(|e| matches!(e, Event::MessageTried { needs: 4, .. })));
    assert!(!field.state.messages[0].arrived);
}

fn rules_hide_it_from_the_enemy(field: &Field) -> bool {
    use tabletop::Ruleset;
    let told = Event::MessageCame { squad: SquadId(1), to: SquadId(2), news: News::Sign(1) };
    rules().view(&field.state, Side::Vc).messages.is_empty()
        && rules().seen(&told, &field.state, Side::Vc).is_none()
        && rules().seen(&told, &field.state, Side::Allied).is_some()
}

#[test]
fn a_runner_takes_three_dice_a_turn_and_does_not_fire_meanwhile() {
    proves!("P-messages");
    let far = OTHER.replace("2, 9", "22, 9");
    let mut field = game(&[US, &far, NVA], &[1, 2, 6]);
    let goal = Target::Squad(SquadId(11));
    let dice = |field: &Field| rules().volley(&field.state, SquadId(1), goal, None).unwrap().near;
    assert_eq!(dice(&field), 2);
    field.play(tell(Way::Runner { figure: 2, distance: None }, News::Enemy(SquadId(11))), &[]);
    assert_eq!(dice(&field), 1);
    field.until(11);
    field.play(Command::Done, &[5, 5, 5, 1, 2, 6]);
    assert!(!field.state.messages[0].arrived, "fifteen of twenty inches");
    field.until(11);
    field.play(Command::Done, &[5, 1, 1, 1, 2, 6]);
    assert!(field.state.messages[0].arrived && !field.squad(1).figures[1].running);
}

#[test]
fn vc_signal_by_whistle_to_who_is_near_enough() {
    proves!("P-messages");
    let near = NVA.replace("id: 11", "id: 12").replace("12, 5", "14, 9");
    let far = NVA.replace("id: 11", "id: 13").replace("12, 5", "36, 9");
    let mut field = game(&[US, NVA, &near, &far], &[6, 1, 3, 5]);
    let whistle = |news| Command::Message { squad: SquadId(11), to: SquadId(12), way: Way::Signal, news };
    assert_eq!(field.refused(whistle(News::Enemy(SquadId(1)))).rule.as_str(), "P-messages");
    let events = field.play(whistle(News::Sign(2)), &[]);
    let heard = events.iter().filter_map(|e| match e {
        Event::MessageCame { to, .. } => Some(*to),
        _ => None,
    });
    assert_eq!(heard.collect::<Vec<_>>(), [SquadId(12)]);
}

#[test]
fn where_messages_are_played_a_target_is_located_by_who_sees_it_or_was_told() {
    proves!("P-messages", "P-artillery");
    let mut ground = open(40, 12);
    for row in &mut ground[3..8] {
        row.replace_range(6..8, "HH");
    }
    let mut setup = scenario(&ground, &[US, OTHER, NVA], &[]);
    setup.options.messages = true;
    let total = |field: &Field| {
        let mut copy = Field { state: field.state.clone(), events: Vec::new() };
        let events = copy.play(ask(Support::Howitzer105, None), &[6, 5]);
        events.iter().find_map(|e| match e {
            Event::Requested { test, .. } => Some(test.total),
            _ => None,
        })
    };
    // A house is between them: nobody sees the target, and the request takes two more.
    let mut field = Field::begin(&setup, &[3, 2, 6]);
    field.until(1);
    assert_eq!(total(&field), Some(13));
    let mut field = Field::begin(&setup, &[3, 2, 6]);
    let report =
        Command::Message { squad: SquadId(2), to: SquadId(1), way: Way::Radio, news: News::Enemy(SquadId(11)) };
    field.until(2);
    field.play(report, &[6]);
    field.until(1);
    assert_eq!(total(&field), Some(11));
}
