//! What a side of 20mm Platoon may not know. After every command of random games the position is held against others that
//! the side cannot tell from it: it sees the same, may do the same, is refused the same, and whatever is done next, it is
//! told the same and throws the same dice.

use platoon::thrower::Thrower;
use platoon::{
    Command, Deed, Event, Leg, MarkerId, Mode, Nearby, Phase, Platoon, Scenario, Side, SquadId, State, Target, proves,
};
use pointman_tests::{library, mixed, platoon::*};
use table::Point;
use tabletop::dice::{Seeded, Tape};
use tabletop::{Dice, Halt, Need, Ruleset};

const HQ: &str = r#"(id: 1, name: "HQ", side: Allied, troops: UsInfantry, officer: true, figures: [(3, AssaultRifle), (1, Law)], at: Some((4, 14)), gung_ho: Some(9))"#;
const SECOND: &str =
    r#"(id: 2, name: "Rifles", side: Allied, troops: UsInfantry, figures: [(3, AssaultRifle)], at: Some((10, 14)))"#;
const TRUCK: &str = r#"(id: 3, name: "Truck", side: Allied, troops: UsInfantry, kind: Soft, figures: [(2, Pistol)])"#;
const ABOARD: &str =
    r#"(id: 4, name: "Aboard", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], aboard: Some(3))"#;
const WATCH: &str = r#"(id: 5, name: "Listeners", side: Allied, troops: Lurps, figures: [(3, AssaultRifle)])"#;
const VC: &str = r#"(id: 11, name: "In sight", side: Vc, troops: VcMain, figures: [(4, AssaultRifle), (1, Rpg)], at: Some((14, 4)), facing: (dx: 0, dy: 1))"#;
const AMBUSH: &str = r#"(id: 12, name: "Ambush", side: Vc, troops: VcMain, figures: [(4, AssaultRifle), (1, Rpg)])"#;
const LORRY: &str = r#"(id: 13, name: "Lorry", side: Vc, troops: VcMain, kind: Soft, figures: [(1, Pistol)])"#;
const RIDERS: &str =
    r#"(id: 14, name: "Riders", side: Vc, troops: VcMain, figures: [(5, AssaultRifle)], aboard: Some(13))"#;
const UNKNOWN: &str = r#"(id: 15, name: "Unknown", side: Vc, troops: VcLocal, drawn_from: Some(Local))"#;

/// Both sides hide squads, vehicles and who rides in them; messages are played and support comes.
fn everything_hidden() -> Scenario {
    let rows: Vec<String> = (0..18).map(|y| if y < 4 { "J".repeat(30) } else { ".".repeat(30) }).collect();
    let squads = [HQ, SECOND, TRUCK, ABOARD, WATCH, VC, AMBUSH, LORRY, RIDERS, UNKNOWN];
    let markers = [
        "(id: 1, side: Allied, at: Some((2, 10)), hides: Squad(3))",
        "(id: 2, side: Allied, at: Some((24, 10)), hides: Squad(5))",
        "(id: 3, side: Allied, at: Some((16, 16)), hides: Nothing)",
        "(id: 4, side: Vc, at: Some((4, 2)), hides: Squad(12))",
        "(id: 5, side: Vc, at: Some((20, 6)), hides: Squad(13))",
        "(id: 6, side: Vc, at: Some((26, 2)), hides: Squad(15))",
        "(id: 7, side: Vc, at: Some((9, 9)), hides: Trap(Grenade))",
        "(id: 8, side: Vc, at: Some((12, 2)), hides: Nothing)",
        "(id: 9, side: Vc, at: Some((28, 8)), hides: Cache)",
    ];
    let mut scenario = scenario(&rows, &squads, &markers);
    scenario.options.messages = true;
    scenario.options.wounds = true;
    scenario.options.free_fire_zone = true;
    scenario
}

/// What a side is told by the carrying out of a command.
#[derive(Debug, PartialEq)]
struct Told {
    view: State,
    events: Vec<Event>,
    dice: Vec<(String, u8)>,
    moment: (u32, String),
    to_act: Option<Side>,
}

/// A command carried out: the dice that a side knows of come from one stream, all others from another.
struct Outcome {
    after: State,
    events: Vec<Event>,
    values: Vec<u8>,
    dice: Vec<(String, u8)>,
}

fn is_known(thrower: &Thrower, side: Side) -> bool {
    thrower.secret.is_none_or(|keeper| keeper == side)
}

fn carried_out(state: &State, command: &Command, side: Side, seed: u64) -> Option<Outcome> {
    let (mut open, mut hidden) = (Seeded::new(seed), Seeded::new(!seed));
    let (mut values, mut dice) = (Vec::new(), Vec::new());
    loop {
        let (mut after, mut events, mut throwers) = (state.clone(), Vec::new(), Vec::new());
        let mut tape = Tape::new(values.clone());
        match rules().apply_part_way(&mut after, command, &mut tape, &mut events, &mut throwers) {
            Ok(()) => return Some(Outcome { after, events, values, dice }),
            Err(Halt::Refused(_)) => return None,
            Err(Halt::NeedsRoll(need)) => {
                let known = is_known(throwers.last().unwrap(), side);
                let value = die(if known { &mut open } else { &mut hidden }, &need);
                values.push(value);
                if known {
                    dice.push((need.purpose.to_string(), value));
                }
            }
        }
    }
}

fn die(dice: &mut Seeded, need: &Need) -> u8 {
    dice.roll(need).unwrap()
}

fn told(outcome: &Outcome, side: Side) -> Told {
    let Outcome { after, events, dice, .. } = outcome;
    Told {
        view: rules().view(after, side),
        events: events.iter().filter_map(|event| rules().seen(event, after, side)).collect(),
        dice: dice.clone(),
        moment: rules().moment(after),
        to_act: rules().to_act(after),
    }
}

/// Whether something came to light by the rules, or another squad acts: that hangs on those who hide as well.
fn comes_to_light(before: &State, outcome: &Outcome) -> bool {
    let found = |event: &Event| {
        matches!(
            event,
            Event::Revealed { .. }
                        | Event::Turned { .. }
                        | Event::TrapMet { .. }
                        | Event::Searched { .. }
                        // Support shows when it arrives, at the beginning of a turn: also if the squad that acted last acts first.
                        | Event::AircraftCame { .. }
                                // And where it comes down.
                        | Event::Salvo { .. }
                        | Event::TurnBegan { .. }
        )
    };
    outcome.events.iter().any(found) || outcome.after.active.squad != before.active.squad
}

/// Commands about squads and markers that there may or may not be.
fn blind(picks: &mut Seeded) -> Vec<Command> {
    let mut number = |count: usize| u8::try_from(picks.choose(count)).unwrap();
    let (squad, target, marker) = (SquadId(number(17)), SquadId(number(17)), MarkerId(number(10)));
    let to = Point::new(i32::from(number(30)) * 100, i32::from(number(18)) * 100);
    vec![
        Command::March { squad, mode: Some(Mode::Patrol) },
        Command::Step { squad, leg: Leg::To(to) },
        Command::Fire { squad, target: Target::Squad(target), facts: None },
        Command::Fire { squad, target: Target::Marker(marker), facts: None },
        Command::Launch { squad, figure: 5, target, facts: None },
        Command::Close { squad, target, facts: None },
        Command::Question { squad, target },
        Command::Capture { squad, target },
        Command::Mount { squad, vehicle: target },
        Command::Carry { squad, of: target, figure: 1 },
        Command::Search { squad, marker },
        Command::Deed { squad, deed: Deed::Search(marker), facts: Nearby::GRANTED },
        Command::Deed { squad, deed: Deed::Question(target), facts: Nearby::GRANTED },
        Command::Deed { squad, deed: Deed::Capture(target), facts: Nearby::GRANTED },
        Command::MoveMarker { marker, to },
        Command::Message { squad, to: target, way: platoon::Way::Radio, news: platoon::News::Enemy(target) },
    ]
}

/// What a side sees, is asked, may do, is refused and is told beforehand does not hang on what it may not know.
fn looks_alike(state: &State, other: &State, side: Side, options: &[Command], picks: &mut Seeded, place: &str) {
    let rules = rules();
    rules.audit(other).unwrap_or_else(|e| panic!("{place}: the disguise is none: {e}"));
    let (one, two) = (rules.view(state, side), rules.view(other, side));
    assert!(one == two, "{place}: the view\n{}", difference(&one, &two));
    assert_eq!(rules.moment(state), rules.moment(other), "{place}");
    assert_eq!(rules.to_act(state), rules.to_act(other), "{place}");
    assert_eq!(rules.outcome(state), rules.outcome(other), "{place}");
    if rules.to_act(state) != Some(side) {
        return;
    }
    assert_eq!(rules.question(state), rules.question(other), "{place}");
    let mut others = Vec::new();
    rules.options(other, &mut others);
    assert_eq!(options, others, "{place}: the options");
    for command in options.iter().chain(&blind(picks)) {
        assert_eq!(rules.check(state, command), rules.check(other, command), "{place}: {command:?}");
        assert_eq!(rules.phrase(state, command), rules.phrase(other, command), "{place}: {command:?}");
        assert_eq!(rules.fire_forecast(state, command), rules.fire_forecast(other, command), "{place}: {command:?}");
    }
}

fn difference(one: &State, two: &State) -> String {
    let lines = |state: &State| -> Vec<String> {
        let text = ron::ser::to_string_pretty(state, ron::ser::PrettyConfig::default()).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let (one, two) = (lines(one), lines(two));
    let at = one.iter().zip(&two).position(|(a, b)| a != b).unwrap_or(one.len().min(two.len()));
    let part = |lines: &[String]| lines[at.saturating_sub(3)..(at + 4).min(lines.len())].join("\n");
    format!("{}\n---\n{}", part(&one), part(&two))
}

/// What was tried.
#[derive(Debug, Default)]
struct Count {
    alike: usize,
    lockstep: usize,
    unnoticed: usize,
}

fn game(scenario: &Scenario, name: &str, seed: u64, disguises: u64, count: &mut Count) {
    let rules = rules();
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(seed ^ 0x5ec2_e75e));
    let mut state = rules.begin(scenario, &mut dice).unwrap();
    let mut length = 0;
    while let Some(acts) = rules.to_act(&state) {
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        let command = options[picks.choose(options.len())].clone();
        length += 1;
        for side in [Side::Allied, Side::Vc] {
            let place = format!("{name}, seed {seed}, command {length} ({command:?}), for {side:?}");
            let one = carried_out(&state, &command, side, seed ^ length).unwrap_or_else(|| panic!("{place}: refused"));
            // Of what it does not notice a side sees nothing either.
            let noticed = told(&one, side);
            // Who passes, ends a phase, comes to a marker on a real table or says whom something reaches does so openly.
            let open = matches!(
                command,
                Command::Pass | Command::HoldFire | Command::Done | Command::Reach { .. } | Command::Burst { .. }
            );
            // Whom the rules ask something then has noticed that, too.
            let plain = !open && rules.to_act(&one.after) != Some(side);
            if acts != side && plain && noticed.events.is_empty() {
                let before = rules.view(&state, side);
                assert!(noticed.view == before, "{place}: not noticed\n{}", difference(&before, &noticed.view));
                assert_eq!(noticed.dice, [], "{place}: dice of what is not noticed");
                count.unnoticed += 1;
            }
            for _ in 0..disguises {
                let disguise = picks.choose(1 << 16) as u64;
                let Some(other) = rules.disguised(&state, side, disguise) else { continue };
                let place = format!("{place}, disguise {disguise:#x}");
                looks_alike(&state, &other, side, &options, &mut picks, &place);
                count.alike += 1;
                if acts != side {
                    continue;
                }
                let two = carried_out(&other, &command, side, seed ^ length).unwrap();
                if comes_to_light(&state, &one) || comes_to_light(&other, &two) {
                    continue;
                }
                let theirs = told(&two, side);
                assert_eq!(noticed.events, theirs.events, "{place}: events");
                assert_eq!(noticed.dice, theirs.dice, "{place}: dice");
                assert_eq!((&noticed.moment, noticed.to_act), (&theirs.moment, theirs.to_act), "{place}: the moment");
                assert!(noticed.view == theirs.view, "{place}: then\n{}", difference(&noticed.view, &theirs.view));
                assert_eq!(
                    known(&state, &command, &one, side),
                    known(&other, &command, &two, side),
                    "{place}: the dice in the journal"
                );
                count.lockstep += 1;
            }
        }
        rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
    }
}

/// The dice of a command that its side reads in its journal.
fn known(before: &State, command: &Command, outcome: &Outcome, side: Side) -> Vec<u8> {
    let mut tape = Tape::new(outcome.values.clone());
    let mut recorder = tabletop::dice::Recorder::new(&mut tape);
    rules().apply(&mut before.clone(), command, &mut recorder, &mut Vec::new()).unwrap();
    let open = rules().dice_known_to(before, command, &recorder.rolls, side);
    recorder.rolls.iter().zip(open).filter(|(_, open)| *open).map(|(roll, _)| roll.value).collect()
}

#[test]
fn nothing_a_side_gets_hangs_on_what_it_may_not_know() {
    proves!("P-hidden", "P-R47", "P-R42", "P-opportunity", "P-air", "P-messages", "P-artillery");
    let mut count = Count::default();
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(2);
    for seed in 0..games * 4 {
        game(&everything_hidden(), "everything hidden", seed, 3, &mut count);
    }
    for file in library().scenarios("platoon").unwrap() {
        let scenario = library().scenario::<Platoon>(&file.name).unwrap();
        for seed in 0..games {
            game(&scenario, &file.name, seed, 2, &mut count);
            let (mixed, words) = mixed(rules(), &scenario, seed);
            game(&mixed, &format!("{} with {words}", file.name), seed, 2, &mut count);
        }
    }
    println!("{count:?}");
    assert!(count.alike > 3_000 && count.lockstep > 1_000 && count.unnoticed > 50, "{count:?}");
}

/// Each kind of secret is hidden, one after the other: a disguise that changed nothing would prove nothing.
#[test]
fn every_kind_of_disguise_changes_something_and_is_seen_through_by_nobody() {
    proves!("P-hidden", "P-R47");
    let mut state = rules().begin(&everything_hidden(), &mut Seeded::new(5)).unwrap();
    state.active.asked = true;
    for side in [Side::Allied, Side::Vc] {
        for bit in [0, 1, 2, 3, 4, 6, 7] {
            let other = rules().disguised(&state, side, 1 << 10 | 1 << bit);
            let other = other.unwrap_or_else(|| panic!("bit {bit} changes nothing for {side:?}"));
            assert_eq!(rules().view(&other, side), rules().view(&state, side), "bit {bit}, {side:?}");
            assert_ne!(rules().view(&other, side.enemy()), rules().view(&state, side.enemy()), "bit {bit}, {side:?}");
        }
    }
}

#[test]
fn who_rides_in_a_hidden_vehicle_is_hidden_with_it_and_getting_out_shows_both() {
    proves!("P-R47", "P-hidden");
    let rows = open(40, 12);
    let us = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(2, AssaultRifle)], at: Some((2, 5)))"#;
    let markers = [
        "(id: 5, side: Vc, at: Some((30, 3)), hides: Squad(13))",
        "(id: 6, side: Vc, at: Some((30, 9)), hides: Nothing)",
    ];
    // The riders act first, then the lorry, then the Americans.
    let mut field = Field::begin(&scenario(&rows, &[us, LORRY, RIDERS], &markers), &[6, 3, 1]);
    let seen = rules().view(&field.state, Side::Allied);
    assert_eq!(seen.squads.iter().map(|s| s.id).collect::<Vec<_>>(), [SquadId(1)]);
    assert!(seen.levels.len() == 1 && seen.queue.len() == 1 && seen.active.squad == SquadId(0));
    assert_eq!(field.refused(Command::Question { squad: SquadId(1), target: SquadId(14) }).rule.as_str(), "P-turn");
    let events = field.ask(Command::Dismount { squad: SquadId(14) }, &[]);
    assert!(matches!(events[0], Event::Revealed { squad: SquadId(13), .. }), "{events:?}");
    let seen: Vec<_> = events.iter().filter_map(|e| rules().seen(e, &field.state, Side::Allied)).collect();
    assert_eq!(seen, events);
    assert_eq!(field.state.phase, Phase::Interrupt(Side::Allied), "they may be fired at at once");
}

#[test]
fn support_on_its_way_shows_nowhere() {
    proves!("P-R47", "P-artillery");
    let rows = open(40, 20);
    let mut setup = scenario(&rows, &[HQ, &VC.replace("Rpg", "AssaultRifle")], &[]);
    setup.options.free_fire_zone = true;
    let ask = Command::Request {
        squad: SquadId(1),
        support: platoon::state::Support::Howitzer105,
        target: Point::new(1450, 450),
        pattern: platoon::state::Pattern::Box,
        path: None,
        facts: None,
    };
    for dice in [vec![6, 6, 4], vec![1, 2, 1], vec![5, 6]] {
        let mut field = Field::begin(&setup, &[1, 6]);
        let before = rules().view(&field.state, Side::Vc);
        let request = field.state.clone();
        let events = field.ask(ask.clone(), &dice);
        assert_eq!(events.iter().filter_map(|e| rules().seen(e, &field.state, Side::Vc)).collect::<Vec<_>>(), []);
        assert_eq!(rules().view(&field.state, Side::Vc), before, "{dice:?}");
        let mut tape = Tape::new(dice);
        let mut recorder = tabletop::dice::Recorder::new(&mut tape);
        rules().apply(&mut request.clone(), &ask, &mut recorder, &mut Vec::new()).unwrap();
        let known = rules().dice_known_to(&request, &ask, &recorder.rolls, Side::Vc);
        assert!(known.iter().all(|known| !known), "the enemy reads no die of a request");
    }
    // It comes: what it is shows, and not who called it.
    let mut field = Field::begin(&setup, &[1, 6]);
    field.ask(ask, &[1, 2, 1]);
    field.any(Command::Done, 3);
    while field.state.turn == 1 {
        let passes = matches!(field.state.phase, Phase::Interrupt(_));
        field.any(if passes { Command::Pass } else { Command::Done }, 3);
    }
    let seen = rules().view(&field.state, Side::Vc);
    let mission = seen.missions.first().unwrap();
    assert_eq!((mission.squad, mission.dice, mission.arrived), (None, 0, true));
    let clock = rules().support_clock(&seen);
    assert_eq!((clock[0].name.as_str(), clock[0].target), ("Allied", None));
}
