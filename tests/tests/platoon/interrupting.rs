//! Opportunity fire in 20mm Platoon: at which points of a phase it comes, and that nobody learns from being made to wait for
//! it who hides.

use platoon::command::Stores;
use platoon::state::{Content, Fate};
use platoon::{Command, Event, MarkerId, Mode, Phase, Platoon, Rulings, Side, SquadId, State, proves};
use pointman_tests::library;
use pointman_tests::platoon::*;
use table::Point;
use tabletop::Ruleset;
use tabletop::dice::{Seeded, Tape};

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;
const HIDDEN: &str = r#"(id: 12, name: "Y", side: Vc, troops: Nva, figures: [(2, AssaultRifle)])"#;

fn table() -> Vec<String> {
    open(40, 12)
}

/// The Americans act first, and nobody has been asked anything yet.
fn at_once(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    let rows = table();
    let state = rules().begin(&scenario(&rows, squads, markers), &mut Tape::new(dice)).unwrap();
    Field { state, events: Vec::new() }
}

const ASKED: Phase = Phase::Interrupt(Side::Vc);
const ACTS: Phase = Phase::Active(Side::Allied);

#[test]
fn a_squad_that_stands_still_and_fires_is_answered() {
    proves!("P-opportunity", "P-R42", "P-turn");
    let mut field = at_once(&[US, NVA], &[], &[1, 6]);
    field.ask(Command::Pass, &[]);
    field.ask(fire(1, 11), &[1, 1, 3, 4]);
    assert_eq!(field.state.phase, ASKED, "its fire is a point of its phase");
    field.ask(fire(11, 1), &[6, 1, 2, 3, 4, 3, 3, 4]);
    assert_eq!(field.squad(1).casualties(), 1);
    assert!(field.squad(11).turn.no_fire);
    assert_eq!(field.state.phase, ACTS, "once a turn");
    field.until(11);
    assert_eq!(field.refused(fire(11, 1)).rule.as_str(), "P-opportunity");
}

#[test]
fn it_may_be_fired_at_before_it_does_anything() {
    proves!("P-opportunity", "P-R42");
    let mut field = at_once(&[US, NVA], &[], &[1, 6]);
    assert_eq!(field.state.phase, ASKED);
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-opportunity");
    // Two pins: nobody of it goes anywhere.
    field.ask(fire(11, 1), &[5, 5, 1, 2, 3, 4]);
    assert_eq!(field.state.phase, ACTS);
    assert!(field.squad(1).figures.iter().all(|f| f.pinned.is_some()));
    assert_eq!(field.refused(march(1, Mode::Patrol)).rule.as_str(), "P-fire");
}

#[test]
fn what_is_done_on_the_table_is_answered_and_what_is_said_is_not() {
    proves!("P-R42");
    let after = |command: Command, dice: &[u8]| {
        let mut field = at_once(&[US, NVA], &[], &[1, 6]);
        field.ask(Command::Pass, &[]);
        field.ask(command, dice);
        field.state.phase
    };
    assert_eq!(after(Command::LieDown { squad: SquadId(1), only_pinned: false }, &[]), ASKED);
    assert_eq!(after(Command::Try { squad: SquadId(1), what: "shout".into() }, &[1, 2]), ACTS);
    assert_eq!(after(march(1, Mode::Patrol), &[3, 3, 3]), ACTS);
    let mut field = at_once(&[US, NVA], &[], &[1, 6]);
    field.ask(Command::Pass, &[]);
    field.ask(march(1, Mode::Patrol), &[3, 3, 3]);
    field.ask(step(1, 350, 550), &[]);
    assert_eq!(field.state.phase, ASKED);
    // Who has fired in his own phase, and has nobody else, is asked nothing.
    let mut field = at_once(&[US, NVA], &[], &[6, 1]);
    field.ask(Command::Pass, &[]);
    field.ask(fire(11, 1), &[1, 1, 3, 4]);
    field.ask(Command::Pass, &[]);
    field.ask(Command::Done, &[]);
    assert_eq!(field.state.phase, ACTS);
}

/// The first saved games were played under fire into moves alone.
#[test]
fn the_first_saved_games_keep_the_interruptions_they_were_played_with() {
    proves!("P-R42");
    let mut setup = scenario(&BESIDE, &[US, NVA], &[]);
    setup.table = Some(table::Board::new(&open(40, 12), &[]).unwrap());
    setup.options.wounds = true;
    setup.options.rulings = Rulings::of(0);
    let mut state = rules().begin(&setup, &mut Tape::new([1, 6])).unwrap();
    assert_eq!(state.phase, ACTS);
    rules().apply(&mut state, &fire(1, 11), &mut Tape::new([1, 1, 3, 4]), &mut Vec::new()).unwrap();
    assert_eq!(state.phase, ACTS);
}

/// An American goes a step while one of them in sight has fired; under the marker lies somebody, or nothing. Whether the
/// other side is asked then.
fn asked_while(hides: &str, before: bool) -> bool {
    let marker = format!("(id: 1, side: Vc, at: Some((35, 2)), hides: {hides})");
    let squads: &[&str] = if hides == "Nothing" { &[US, NVA] } else { &[US, NVA, HIDDEN] };
    let rows = table();
    let mut setup = scenario(&rows, squads, &[&marker]);
    setup.options.rulings = if before { Rulings::of(0) } else { Rulings::default() };
    let dice: &[u8] = if hides == "Nothing" { &[1, 6] } else { &[1, 6, 6, 1, 2] };
    let state = rules().begin(&setup, &mut Tape::new(dice)).unwrap();
    let mut field = Field { state, events: Vec::new() };
    field.state.squads[1].turn.fired = true;
    if matches!(field.state.phase, Phase::Interrupt(_)) {
        field.ask(Command::Pass, &[]);
    }
    field.ask(march(1, Mode::Patrol), &[3, 3, 3]);
    field.ask(step(1, 350, 550), &[]);
    field.state.phase == ASKED
}

#[test]
fn who_is_asked_does_not_tell_whether_somebody_hides() {
    proves!("P-hidden", "P-R42", "P-opportunity");
    assert_eq!(asked_while("Squad(12)", false), asked_while("Nothing", false));
    // As it was once, the question gave him away: that is what this test is for.
    assert_ne!(asked_while("Squad(12)", true), asked_while("Nothing", true));
}

#[test]
fn the_game_goes_on_as_long_as_somebody_might_hide() {
    proves!("P-turn", "P-hidden");
    let one = NVA.replace("12, 5", "3, 5").replace("(2, Ass", "(1, Ass");
    let over = |markers: &[&str]| {
        let mut field = at_once(&[US, &one], markers, &[1, 6]);
        field.ask(Command::Pass, &[]);
        let close = Command::Close { squad: SquadId(1), target: SquadId(11), facts: None };
        field.any(close, 1);
        let mut seed = 2;
        while field.squad(11).casualties() == 0 && seed < 200 {
            field = at_once(&[US, &one], markers, &[1, 6]);
            field.ask(Command::Pass, &[]);
            field.any(Command::Close { squad: SquadId(1), target: SquadId(11), facts: None }, seed);
            seed += 1;
        }
        assert_eq!(field.squad(11).casualties(), 1);
        field.state.phase == Phase::Over
    };
    assert!(over(&[]));
    assert!(!over(&["(id: 1, side: Vc, at: Some((30, 5)), hides: Nothing)"]));
}

const VILLAGERS: &str =
    r#"(id: 13, name: "V", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)], at: Some((38, 2)))"#;

/// The Americans stand beside the last marker, stores lie under it, and nobody of the enemy's is left.
fn beside_the_last_marker(rulings: Rulings) -> Field {
    let three = US.replace("(2, Ass", "(3, Ass");
    let mut field = at_once(&[&three, VILLAGERS], &["(id: 1, side: Vc, at: Some((3, 6)), hides: Cache)"], &[1]);
    field.state.options.rulings = rulings;
    while field.state.phase != ACTS {
        field.ask(Command::Pass, &[]);
    }
    field
}

#[test]
fn stores_found_last_may_still_be_taken() {
    proves!("P-turn", "P-search");
    let search = Command::Search { squad: SquadId(1), marker: MarkerId(1) };
    let mut before = beside_the_last_marker(Rulings::of(15));
    before.ask(search.clone(), &[]);
    assert_eq!(before.state.phase, Phase::Over, "a game saved before ends as it did");
    let mut field = beside_the_last_marker(Rulings::default());
    field.ask(search, &[]);
    assert_eq!(field.state.phase, ACTS);
    field.ask(Command::Done, &[1]);
    assert_eq!((field.state.turn, field.state.phase), (2, ACTS), "nobody of the enemy's is asked any more");
    let take = Command::Stores { squad: SquadId(1), marker: MarkerId(1), what: Stores::Capture };
    field.ask(take, &[]);
    assert_eq!(field.state.phase, Phase::Over, "now nothing is left to fetch");
    assert_eq!(rules().score(&field.state).allied, i32::from(rules().tables().numbers.points.cache_captured.value));
}

#[test]
fn casualties_may_still_be_reached_when_the_enemy_has_nobody_left() {
    proves!("P-turn", "P-victory");
    let ended = |rulings, beside: bool| {
        let mut field = beside_the_last_marker(rulings);
        field.state.markers[0].content = Content::Dummy;
        let figure = &mut field.state.squads[0].figures[1];
        figure.fate = Fate::Killed;
        figure.at = if beside { figure.at } else { Point::inches(20, 5) };
        let search = Command::Search { squad: SquadId(1), marker: MarkerId(1) };
        field.ask(search, &[]);
        field.state.phase == Phase::Over
    };
    assert!(ended(Rulings::of(15), false), "a game saved before ends as it did");
    assert!(!ended(Rulings::default(), false));
    assert!(ended(Rulings::default(), true));
}

/// What a side is told by the carrying out of a command: what it sees afterwards, and what it noticed of it.
fn told(state: &State, side: Side, command: &Command, seed: u64) -> Option<(State, Vec<Event>, String, Option<Side>)> {
    let (mut after, mut events) = (state.clone(), Vec::new());
    rules().apply(&mut after, command, &mut Seeded::new(seed), &mut events).ok()?;
    // Who is found, or a trap that goes off, is learnt by right.
    let found = |event: &Event| {
        matches!(event, Event::Revealed { .. } | Event::Turned { .. } | Event::TrapMet { .. } | Event::Searched { .. })
    };
    // So is who acts next: that hangs on squads that hide as well.
    if events.iter().any(found) || after.active.squad != state.active.squad {
        return None;
    }
    let seen = events.iter().filter_map(|event| rules().seen(event, &after, side)).collect();
    Some((rules().view(&after, side), seen, rules().moment(&after).1, rules().to_act(&after)))
}

/// Whether what comes of a command before the acting squad is finished can be compared: not what is aimed at a marker, nor
/// who acts next, which hangs on squads that hide.
fn is_compared(command: &Command) -> bool {
    let marker = matches!(command, Command::Fire { target: platoon::Target::Marker(_), .. });
    let burst = matches!(command, Command::Burst { .. });
    !marker && !burst && !matches!(command, Command::Done | Command::Search { .. } | Command::Question { .. })
}

#[test]
fn nothing_that_comes_of_a_command_hangs_on_what_a_side_may_not_know() {
    proves!("P-hidden", "P-R42", "P-opportunity", "P-air");
    let (mut compared, mut asked) = (0, 0);
    for file in library().scenarios("platoon").unwrap() {
        let setup = library().scenario::<Platoon>(&file.name).unwrap();
        for seed in 0..4 {
            let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x51de));
            let mut state = rules().begin(&setup, &mut dice).unwrap();
            while let Some(side) = rules().to_act(&state) {
                let mut options = Vec::new();
                rules().options(&state, &mut options);
                let command = options[picks.choose(options.len())].clone();
                if is_compared(&command) {
                    for disguise in 0..6 {
                        let Some(other) = rules().disguised(&state, side, disguise) else { break };
                        let (one, two) = (told(&state, side, &command, seed), told(&other, side, &command, seed));
                        let (Some(one), Some(two)) = (one, two) else { continue };
                        compared += 1;
                        asked += usize::from(matches!(one.0.phase, Phase::Interrupt(_) | Phase::Overflight(_)));
                        assert!(
                            one == two,
                            "{}, seed {seed}, disguise {disguise}: {command:?}\n{:?} {:?}",
                            file.name,
                            one.2,
                            two.2
                        );
                    }
                }
                rules().apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
            }
        }
    }
    assert!(compared > 1_000 && asked > 200, "{compared} commands compared, {asked} times somebody was asked");
}

#[test]
fn who_holds_his_fire_is_not_asked_again_before_the_next_squad_acts() {
    proves!("P-R42");
    let other = US.replace("id: 1", "id: 2").replace("(2, 5)", "(2, 9)");
    let mut field = at_once(&[US, &other, NVA], &[], &[1, 2, 6]);
    assert_eq!(field.state.phase, ASKED);
    field.ask(Command::HoldFire, &[]);
    assert_eq!(field.state.phase, ACTS);
    assert_eq!(field.refused(Command::HoldFire).rule.as_str(), "P-opportunity");
    field.ask(march(1, Mode::Patrol), &[3, 3, 3]);
    field.ask(step(1, 350, 550), &[]);
    field.ask(step(1, 450, 550), &[]);
    assert_eq!(field.state.phase, ACTS, "it goes on unasked");
    field.ask(Command::Done, &[]);
    assert_eq!(field.state.active.squad, SquadId(2));
    assert_eq!(field.state.phase, ASKED, "that was for the other squad only");
}
