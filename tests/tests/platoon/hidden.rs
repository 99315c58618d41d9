//! Hidden squads of 20mm Platoon: the other side learns neither from the order of the turn nor from its dice how many there
//! are.

use std::sync::Arc;

use platoon::{Command, Event, Mode, Phase, Rulings, Scenario, Side, SquadId, State, proves};
use pointman_tests::platoon::*;
use tabletop::dice::Tape;
use tabletop::{Game, Ruleset};

const FIRST: &str =
    r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)))"#;
const LAST: &str = r#"(id: 2, name: "B", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 8)), gung_ho: Some(10))"#;

/// Two Americans and three markers; so many of them hide somebody.
fn setup(hiding: u8) -> Scenario {
    let rows = open(40, 12);
    let squads: Vec<String> = (1..=hiding)
        .map(|n| {
            let id = 10 + n;
            format!(
                r#"(id: {id}, name: "X{n}", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], gung_ho: Some(8))"#
            )
        })
        .collect();
    let markers: Vec<String> = (1..=3)
        .map(|n| {
            let hides = if n <= hiding { format!("Squad({})", 10 + n) } else { "Nothing".into() };
            format!("(id: {n}, side: Vc, at: Some((30, {})), hides: {hides})", 3 * n)
        })
        .collect();
    let squads: Vec<&str> = [FIRST, LAST].into_iter().chain(squads.iter().map(String::as_str)).collect();
    let markers: Vec<&str> = markers.iter().map(String::as_str).collect();
    scenario(&rows, &squads, &markers)
}

/// The dice of the activation are such that one American acts first and one last.
fn field(hiding: u8) -> Field {
    let dice: Vec<u8> = [1, 6].into_iter().chain(3..3 + hiding).collect();
    let state = rules().begin(&setup(hiding), &mut Tape::new(dice)).unwrap();
    Field { state, events: Vec::new() }
}

/// What a side notices of a command.
fn noticed(field: &mut Field, command: Command, side: Side) -> Vec<Event> {
    let events = field.ask(command, &[]);
    events.iter().filter_map(|event| rules().seen(event, &field.state, side)).collect()
}

fn announcements(events: &[Event], side: Side) -> usize {
    events.iter().filter(|event| **event == Event::SomebodyActs { side }).count()
}

/// Everything the Americans are told from the end of their first squad's phase to the beginning of their last one's, and each
/// position as they see it with its words, once where it stays the same.
fn waited_through(hiding: u8) -> (Vec<Event>, Vec<(State, String, String)>) {
    let mut field = field(hiding);
    field.ask(Command::Pass, &[]);
    let (mut told, mut views) = (Vec::new(), Vec::new());
    while field.state.active.squad != SquadId(2) {
        told.extend(noticed(&mut field, Command::Done, Side::Allied));
        let view = rules().view(&field.state, Side::Allied);
        let (moment, question) = (rules().moment(&view).1, rules().question(&view));
        views.push((view, moment, question));
    }
    views.dedup();
    (told, views)
}

#[test]
fn how_many_hidden_squads_act_in_a_row_is_not_told() {
    proves!("P-hidden", "P-turn");
    let (told, views) = waited_through(1);
    assert_eq!(announcements(&told, Side::Vc), 1);
    assert_eq!(views.len(), 2, "one act of somebody hidden, and the last squad");
    for more in [2, 3] {
        assert_eq!(waited_through(more).0, told, "{more} hide");
        assert_eq!(waited_through(more).1, views, "{more} hide");
    }
    // Their own side reads of each.
    let mut field = field(3);
    field.ask(Command::Pass, &[]);
    for hidden in [11, 12, 13] {
        let told = noticed(&mut field, Command::Done, Side::Vc);
        assert!(told.contains(&Event::Activated { squad: SquadId(hidden) }), "{told:?}");
    }
}

#[test]
fn who_shows_himself_is_told_and_the_next_hidden_squad_again() {
    proves!("P-hidden");
    let mut field = field(3);
    field.ask(Command::Pass, &[]);
    assert_eq!(announcements(&noticed(&mut field, Command::Done, Side::Allied), Side::Vc), 1);
    assert_eq!(noticed(&mut field, Command::Done, Side::Allied), [], "the second is not announced");
    let shown = noticed(&mut field, Command::Reveal { squad: SquadId(12) }, Side::Allied);
    assert!(matches!(shown[..], [Event::Revealed { squad: SquadId(12), .. }]), "{shown:?}");
    field.ask(Command::Pass, &[]);
    let next = noticed(&mut field, Command::Done, Side::Allied);
    assert_eq!(next, [Event::Finished { squad: SquadId(12) }, Event::SomebodyActs { side: Side::Vc }]);
    // In its next phase it is called by name, as everybody in sight.
    field.state.options.rulings = Rulings::of(0);
    field.until(2);
    let mut turn = field.any(Command::Done, 5);
    while field.state.turn == 2 && !turn.contains(&Event::Activated { squad: SquadId(12) }) {
        let passes = matches!(field.state.phase, Phase::Interrupt(_));
        turn = field.any(if passes { Command::Pass } else { Command::Done }, 5);
    }
    let at = turn.iter().position(|event| *event == Event::Activated { squad: SquadId(12) }).unwrap();
    assert_eq!(turn[at - 1], Event::SomebodyActs { side: Side::Vc });
}

/// Markers with nothing under them move in the phase of any hidden squad: that one moves does not say whose phase it is.
#[test]
fn a_marker_that_moves_does_not_tell_that_another_squad_acts() {
    proves!("P-hidden");
    let moves = |hiding: u8| {
        let mut field = field(hiding);
        field.ask(Command::Pass, &[]);
        let mut told = noticed(&mut field, Command::Done, Side::Allied);
        let to = table::Point::new(3050, 1150);
        if hiding == 1 {
            told.extend(noticed(&mut field, Command::MoveMarker { marker: platoon::MarkerId(3), to }, Side::Allied));
        } else {
            told.extend(noticed(&mut field, Command::Done, Side::Allied));
            told.extend(noticed(&mut field, Command::Done, Side::Allied));
            field.ask(march(13, Mode::Patrol), &[3, 3, 3]);
            told.extend(noticed(&mut field, step(13, to.x, to.y), Side::Allied));
        }
        told.extend(noticed(&mut field, Command::Done, Side::Allied));
        told
    };
    assert_eq!(announcements(&moves(1), Side::Vc), 1);
    assert_eq!(moves(1), moves(3));
}

/// The end of a turn makes everybody roll for the next one, hidden enemies as well.
#[test]
fn the_dice_of_ones_own_order_do_not_tell_who_else_had_to_roll() {
    proves!("P-hidden", "P-activation");
    let mut turns = 0;
    for seed in 0..12 {
        let mut game = Game::new(Arc::new(rules().clone()), setup(3), "test", seed).unwrap();
        let mut acted = Side::Vc;
        while game.state().turn == 1 {
            let (side, command) = match game.state().phase {
                Phase::Interrupt(side) => (side.enemy(), Command::Pass),
                Phase::Active(side) => (side, Command::Done),
                phase => panic!("{phase:?}"),
            };
            acted = side;
            game.play(command).unwrap();
        }
        if acted == Side::Vc {
            continue;
        }
        turns += 1;
        let last = game.len() - 1;
        let activations = |reader: Option<Side>| {
            let line = game.log(last..last + 1, reader).pop().unwrap();
            line.rolls.iter().filter(|roll| roll.purpose == "activation").count()
        };
        assert_eq!((activations(None), activations(Some(Side::Allied))), (5, 2), "seed {seed}");
    }
    assert!(turns > 2, "the Americans ended {turns} turns");
}
