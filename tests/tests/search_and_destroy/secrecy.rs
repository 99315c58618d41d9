//! Nothing that a side gets differs between two positions it cannot tell apart: random games with a disguise beside them, in
//! lockstep, and each kind of leak by itself. Rules base-4.7 and base-4.13, rulings SD-A38 and SD-A64.

use std::sync::Arc;

use pointman_tests::search_and_destroy::*;
use pointman_tests::{library, mixed};
use search_and_destroy::event::{Departure, Modifier};
use search_and_destroy::state::{Place, Step, Switch};
use search_and_destroy::units::Kind;
use search_and_destroy::{Command, Event, Scenario, SearchAndDestroy, Side, State, proves};
use tabletop::dice::{Recorder, Seeded};
use tabletop::files::parse_ron;
use tabletop::{Game, Roll, Ruleset};

/// What came of a command.
struct Done {
    after: State,
    events: Vec<Event>,
    rolls: Vec<Roll>,
}

fn carry_out(state: &State, command: &Command, seed: u64) -> Option<Done> {
    let (mut after, mut events) = (state.clone(), Vec::new());
    let mut dice = Seeded::new(seed);
    let mut recorder = Recorder::new(&mut dice);
    rules().apply(&mut after, command, &mut recorder, &mut events).ok()?;
    Some(Done { after, events, rolls: recorder.rolls })
}

/// Whether something hidden came to light: from there on two positions may well differ.
fn discloses(event: &Event) -> bool {
    let used =
        |m: &Modifier| matches!(m, Modifier::SappersAttack | Modifier::SappersDefend | Modifier::HeavyMachineGun);
    match event {
        Event::Revealed { .. }
        | Event::Contact { .. }
        | Event::WavedOff { .. }
        | Event::TrapWentOff { .. }
        | Event::Disarmed { .. }
        | Event::CacheFound { .. }
        | Event::CacheDestroyed { .. }
        | Event::CameDown { .. }
        | Event::FiredAntitank { .. }
        | Event::Ended => true,
        Event::Dug { hidden, .. } => !hidden,
        // What a Cadre had with it shows when it is gone: ruling SD-A38.
        Event::Left { who, how: Departure::Eliminated } => {
            matches!(who.kind, Kind::CompanyCadre | Kind::BattalionCadre)
        }
        Event::Left { how, .. } => matches!(how, Departure::Dummy | Departure::Astray),
        Event::Attacked { modifiers, .. } => modifiers.iter().any(used),
        _ => false,
    }
}

/// What a side can tell apart after the same command in both positions.
fn tells(side: Side, before: &State, command: &Command, one: &Done, other: &Done) -> Option<String> {
    let rules = rules();
    if one.events.iter().chain(&other.events).any(discloses) {
        return None;
    }
    let told = |done: &Done| -> Vec<String> {
        done.events.iter().filter_map(|e| rules.seen(e, &done.after, side)).map(|e| rules.tell(&e)).collect()
    };
    if told(one) != told(other) {
        return Some(format!("events: {:?} and {:?}", told(one), told(other)));
    }
    let dice = |done: &Done| -> Vec<Roll> {
        let known = rules.dice_known_to(before, command, &done.rolls, side);
        done.rolls.iter().zip(known).filter(|(_, known)| *known).map(|(roll, _)| roll.clone()).collect()
    };
    if dice(one) != dice(other) {
        return Some("dice".into());
    }
    let (a, b) = (rules.view(&one.after, side), rules.view(&other.after, side));
    if a != b {
        let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
        let line = a.lines().zip(b.lines()).find(|(a, b)| a != b);
        return Some(format!("the view: {line:?}"));
    }
    (rules.to_act(&one.after) != rules.to_act(&other.after)).then(|| "who is to act".into())
}

/// What a side can tell apart before anything is done.
fn differs(side: Side, state: &State, other: &State, options: &[Command], others: &[Command]) -> Option<String> {
    let rules = rules();
    if rules.view(state, side) != rules.view(other, side) {
        return Some("the view".into());
    }
    if rules.to_act(state) != rules.to_act(other) || rules.moment(state) != rules.moment(other) {
        return Some("the moment".into());
    }
    if rules.to_act(state) != Some(side) {
        return None;
    }
    let mut list = Vec::new();
    rules.options(other, &mut list);
    if list != options {
        return Some("the options".into());
    }
    for command in options.iter().chain(others) {
        if rules.check(state, command) != rules.check(other, command) {
            return Some(format!("the refusal of {command:?}"));
        }
        if rules.phrase(state, command) != rules.phrase(other, command) {
            return Some(format!("the words of {command:?}"));
        }
        let forecast = |state| rules.forecast(state, command).ok();
        if forecast(state) != forecast(other) {
            return Some(format!("the forecast of {command:?}"));
        }
    }
    None
}

/// Plays a game at random, with a new disguise for each side beside every position. How many pairs were compared.
fn in_lockstep(name: &str, scenario: &Scenario, seed: u64) -> (usize, usize) {
    let rules = rules();
    let mut picks = Seeded::new(seed);
    let mut state = rules.begin(scenario, &mut picks).unwrap();
    let (mut seen, mut stepped) = (0, 0);
    let mut earlier: Vec<Command> = Vec::new();
    for number in 0..3_000u64 {
        let mut options = Vec::new();
        rules.options(&state, &mut options);
        if options.is_empty() {
            break;
        }
        // Movement alone would fill the game.
        let moves = matches!(state.step(), Step::UsMovement | Step::NlfMovement | Step::UsSetup | Step::Setup);
        let command = match options[picks.choose(options.len())].clone() {
            _ if moves && options.contains(&Command::Done) && picks.choose(25) == 0 => Command::Done,
            command => command,
        };
        let dice = seed * 10_000 + number;
        let done = carry_out(&state, &command, dice).unwrap_or_else(|| panic!("{name}: {command:?} is no option"));
        for side in [Side::Us, Side::Nlf] {
            let Some(other) = rules.disguised(&state, side, dice) else { continue };
            rules.audit(&other).unwrap_or_else(|e| panic!("{name}, {number}: the disguise is unsound: {e}"));
            let broken =
                |what: String| panic!("{name}, seed {seed}, {number}, {command:?}: {side:?} is told by {what}");
            seen += 1;
            if let Some(what) = differs(side, &state, &other, &options, &earlier) {
                broken(what);
            }
            let set_up = matches!(state.step(), Step::UsSetup | Step::Setup) && command == Command::Done;
            if set_up && state.step().side() != Some(side) {
                continue;
            }
            if let Some(twin) = carry_out(&other, &command, dice) {
                stepped += 1;
                if let Some(what) = tells(side, &state, &command, &done, &twin) {
                    broken(what);
                }
            }
        }
        if earlier.len() < 40 {
            earlier.push(command);
        } else {
            let at = picks.choose(40);
            earlier[at] = command;
        }
        state = done.after;
    }
    (seen, stepped)
}

#[test]
fn no_side_tells_positions_apart_that_differ_in_what_it_may_not_know() {
    proves!("base-4.7", "base-4.13", "SD-A38", "SD-A64");
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    for file in library().scenarios("search-and-destroy").unwrap() {
        let name = file.name.as_str();
        for seed in 1..=games {
            let (seen, stepped) = in_lockstep(name, &scenario(name), seed);
            assert!(seen > 100 && stepped > 50, "{name}: {seen} positions and {stepped} commands were compared");
        }
    }
}

#[test]
fn nor_where_hidden_counters_are_not_shown() {
    proves!("base-4.7", "SD-A64");
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    for name in ["standard", "27-11-armored-sweep", "27-13-road-runner", "27-22-cordon-and-search", "27-24-base-camp"] {
        for seed in 1..=games {
            let (seen, stepped) = in_lockstep(name, &scenario(name).switched(Switch::FullyHidden, true), seed);
            assert!(seen > 100 && stepped > 50, "{name}: {seen} positions and {stepped} commands were compared");
        }
    }
}

fn scenario(name: &str) -> Scenario {
    library().scenario::<search_and_destroy::SearchAndDestroy>(name).unwrap()
}

#[test]
fn nor_with_any_mixture_of_what_may_be_agreed_on() {
    proves!("base-4.1", "base-4.7", "SD-A64");
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    let mut stepped = 0;
    for file in library().scenarios("search-and-destroy").unwrap() {
        for seed in 1..=games {
            let (scenario, words) = mixed(rules(), &scenario(&file.name), seed);
            stepped += in_lockstep(&format!("{} with {words}", file.name), &scenario, seed).1;
        }
    }
    assert!(stepped > 1_000, "{stepped} commands were compared");
}

// Each kind of leak by itself.

/// The positions before and after a US player looks: what he sees of both must be one.
#[track_caller]
fn looks_alike(one: &Field, other: &Field) {
    assert_eq!(rules().view(&one.state, Side::Us), rules().view(&other.state, Side::Us));
    assert_eq!(rules().to_act(&one.state), rules().to_act(&other.state));
}

fn told(field: &Field, events: &[Event], side: Side) -> Vec<String> {
    events.iter().filter_map(|e| rules().seen(e, &field.state, side)).map(|e| rules().tell(&e)).collect()
}

const ADVANCED: &str = "level: Advanced, without: [Leadership, PlatoonLeaders]";

#[test]
fn the_view_does_not_say_who_commands_whom() {
    proves!("base-4.9", "SD-A64");
    // The same squads with the Cadre near one or near the other, and a dummy where it is not.
    let set = |cadre: &str, dummy: &str| {
        Field::set(&format!(
            "{ADVANCED}, step: Some(UsPlot), missions: 1, units: [(kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: \
             Some(\"0105\")), (kind: MainForce, at: Some(\"0125\")), (kind: PlatoonCadre, at: Some(\"{cadre}\"), hidden: true), \
             (kind: Dummy, at: Some(\"{dummy}\"), hidden: true)]"
        ))
    };
    let (mut near, mut far) = (set("0104", "0124"), set("0104", "0124"));
    far.state = rules().disguised(&far.state, Side::Us, 3).unwrap();
    near.play(Command::Done);
    far.play(Command::Done);
    assert!(near.unit(1).controlled && !near.unit(2).controlled);
    looks_alike(&near, &far);
    let view = rules().view(&near.state, Side::Us);
    assert!(view.unit(id(1)).unwrap().controlled && view.unit(id(2)).unwrap().controlled);
}

#[test]
fn fire_that_turns_nothing_up_tells_neither_men_nor_a_position() {
    proves!("base-4.4", "base-4.10", "SD-A64");
    let set = |kind: &str, positions: &str| {
        Field::set(&format!(
            "{ADVANCED}, step: Some(UsFire), {positions} units: [(kind: Rifle, at: Some(\"0424\")), (kind: {kind}, at: Some(\"0425\"), \
             hidden: true)]"
        ))
    };
    let dug = "positions: [\"0425\"],";
    // A position that both know of counts for a dummy as for men.
    for kind in ["MainForce", "Dummy"] {
        let mut field = set(kind, dug);
        let shots = [shot(0)];
        let forecast = rules().fire_forecast(&field.state, &shots, id(1)).unwrap();
        assert_eq!(forecast.modifiers, [Modifier::FaceDown, Modifier::ImprovedPosition], "{kind}");
        field.dice(&[1]);
        let events = field.play(fire(&shots, 1));
        assert_eq!(attacked(&events).1, forecast.modifiers, "{kind}");
    }
}

#[test]
fn a_position_that_nobody_knows_of_shows_itself_only_when_its_men_are_hit() {
    proves!("base-4.10", "SD-A64");
    // The men dig unseen, with a US unit too far away to see it; then a second one comes and fires.
    let set = |kind: &str| {
        let mut field = Field::set(&format!(
            "{ADVANCED}, step: Some(NlfMovement), units: [(kind: Rifle, at: Some(\"0422\")), (kind: {kind}, at: Some(\"0425\"), \
             hidden: true), (kind: Rifle, at: Some(\"0424\"))]"
        ));
        field.play(Command::Dig { unit: id(1) });
        field.until(2, Step::UsFire);
        field
    };
    for (die, shows) in [(4, false), (5, true)] {
        let mut all = Vec::new();
        for kind in ["MainForce", "Dummy"] {
            let mut field = set(kind);
            field.dice(&[die]);
            let events = field.play(fire(&[shot(2)], 1));
            all.push((told(&field, &events, Side::Us), rules().view(&field.state, Side::Us).positions().to_vec()));
        }
        // Four against three is 1-1: with a four less one for the counter pinned, less another one for the position nothing.
        assert_eq!(all[0] == all[1], !shows, "die {die}: {all:?}");
        assert_eq!(all[0].1.is_empty(), !shows, "die {die}");
    }
}

#[test]
fn a_counter_that_leaves_unseen_is_not_turned_up() {
    proves!("base-4.2", "SD-A64");
    let mut seen = Vec::new();
    for kind in ["MainForce", "PlatoonCadre", "Dummy", "Sniper"] {
        let mut field = Field::set(&format!(
            "{ADVANCED}, step: Some(NlfMovement), turn: 3, nlf_exit: Some(Columns(1, 1)), objectives: [Escape(2, 20)], units: [(kind: Rifle, \
             at: Some(\"4010\")), (kind: {kind}, at: Some(\"0105\"), hidden: true)]"
        ));
        let events = field.play(Command::Leave { unit: id(1) });
        assert_eq!(field.unit(1).place, Place::Exited);
        assert_eq!(rules().view(&field.state, Side::Us).unit(id(1)).unwrap().kind, Kind::Suspect, "{kind}");
        let text = told(&field, &events, Side::Us);
        assert!(!text.iter().any(|line| line.contains("squad") || line.contains("Cadre")), "{text:?}");
        seen.push((text, rules().view(&field.state, Side::Us)));
    }
    assert!(seen.iter().all(|view| *view == seen[0]));
    // Its mortar goes with it and is not told of.
    let mut field = Field::set(&format!(
        "{ADVANCED}, step: Some(NlfMovement), nlf_exit: Some(Columns(1, 1)), units: [(kind: Rifle, at: Some(\"4010\")), (kind: MainForce, \
         at: Some(\"0105\"), hidden: true), (kind: Mortar82, with: Some(1))]"
    ));
    let events = field.play(Command::Leave { unit: id(1) });
    assert_eq!(told(&field, &events, Side::Us).len(), 1, "{events:?}");
}

#[test]
fn what_was_given_up_is_told_by_the_par_alone_and_raises_it() {
    proves!("base-4.18", "SD-A64", "SD-A73");
    let mut field = Field::arrange(
        "level: Standard, forgo: true, entries: [(forces: [VcCompany(1), Snipers(2), Dummies(2)], at: Columns(1, 9))]",
        &[1; 15],
    )
    .unwrap();
    let cadre = field.state.units().find(|(_, u)| u.kind == Kind::PlatoonCadre).unwrap().0;
    let before = rules().view(&field.state, Side::Us);
    field.play(Command::Forgo { unit: Some(cadre) });
    let after = rules().view(&field.state, Side::Us);
    assert_eq!(after.par(), before.par() + 60, "the US player needs more than before");
    let margin = |view| rules().score_sheet(view).margin;
    assert_eq!(margin(&after), margin(&before) - 60);
    assert!(before.units().eq(after.units()), "no counter looks another way");
}

#[test]
fn the_question_and_the_surprise_attack_do_not_tell_what_is_left_to_fire_with() {
    proves!("32.6", "base-4.7", "SD-A68");
    for left in 0..=4 {
        let units = format!(
            "(kind: Rifle, at: Some(\"3813\")), (kind: MainForce, at: Some(\"3812\"), ammunition: Some({left}))"
        );
        let also = format!("{ADVANCED}, also: [CloseAssault]");
        let mut field = Field::set(&format!("{also}, step: Some(UsAssault), units: [{units}]"));
        field.play(assault(&[shot(0)], 1));
        assert_eq!(rules().to_act(&field.state), Some(Side::Nlf), "{left} units of fire");
        let double = Command::Answer { double: true };
        if left >= 2 {
            assert!(field.allows(&double));
        } else {
            field.refuses(&double, "32.6");
        }
        assert!(field.allows(&Command::Answer { double: false }));

        let hidden = units.replace("ammunition", "hidden: true, ammunition");
        let mut field = Field::set(&format!("{also}, step: Some(UsSearch), units: [{hidden}]"));
        field.play(probe(0, "3812"));
        if field.state.step() == Step::UsSearch {
            field.play(Command::Done);
        }
        assert_eq!(field.state.step(), Step::Surprise, "{left} units of fire");
        assert_eq!(field.allows(&fire(&[shot(1)], 0)), left > 0);
    }
}

#[test]
fn men_get_out_of_a_wreck_where_they_see_nobody() {
    proves!("base-4.15", "SD-A69");
    let set = |unseen: &str| {
        let mut field = Field::set(&format!(
            "{ADVANCED}, also: [FullyHidden, CloseAssault], step: Some(NlfFire), units: [(kind: M113, at: Some(\"1808\")), (kind: Rifle, \
             at: Some(\"1808\")), (kind: Rifle, with: Some(0)), (kind: PlatoonCadre, at: Some(\"1807\"), rpg: true){unseen}]"
        ));
        field.dice(&[6]);
        let events = field.play(antitank(3, 0));
        (field, events)
    };
    let (open, _) = set("");
    let first = open.unit(2).hex().unwrap();
    // Somebody real lies there unseen: he is turned up, and they get out elsewhere.
    let (barred, events) = set(&format!(", (kind: MainForce, at: Some(\"{first}\"), hidden: true)"));
    assert!(events.iter().any(|e| matches!(e, Event::Revealed { at, .. } if *at == first)), "{events:?}");
    assert_ne!(barred.unit(2).hex(), Some(first));
    assert!(barred.unit(2).hex().is_some());
    // A dummy is found out and bars nobody.
    let (free, _) = set(&format!(", (kind: Dummy, at: Some(\"{first}\"), hidden: true)"));
    assert_eq!(free.unit(2).hex(), Some(first));
}

#[test]
fn dice_of_a_set_up_are_its_owners() {
    proves!("base-4.7", "base-4.13", "SD-A64");
    let scenario = library().scenario::<search_and_destroy::SearchAndDestroy>("27-12-night-perimeter").unwrap();
    let mut dice = Seeded::new(4);
    let mut state = rules().begin(&scenario, &mut dice).unwrap();
    for owner in [Side::Us, Side::Nlf] {
        assert_eq!(rules().to_act(&state), Some(owner));
        let done = carry_out(&state, &Command::Done, 7).unwrap();
        let known = |side| rules().dice_known_to(&state, &Command::Done, &done.rolls, side);
        assert!(known(owner).iter().all(|known| *known) && !known(owner).is_empty());
        assert!(known(owner.enemy()).iter().all(|known| !known), "{owner:?}");
        state = done.after;
    }
}

#[test]
fn the_words_of_an_order_tell_neither_what_was_given_up_nor_who_observes() {
    proves!("SD-A64", "SD-A73", "base-4.13");
    let all = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let standard = library().scenario::<SearchAndDestroy>("standard").unwrap();
    let mut game = Game::new(Arc::clone(&all), standard, "standard", 3).unwrap();
    let sniper = game.state().units().find(|(_, unit)| unit.kind == Kind::Sniper).map(|(id, _)| id);
    game.play(Command::Forgo { unit: sniper }).unwrap();
    let read = |game: &Game<SearchAndDestroy>, reader| game.log(0..1, Some(reader)).remove(0);
    let (us, nlf) = (read(&game, Side::Us), read(&game, Side::Nlf));
    assert!(us.phrase.is_none() && us.told == nlf.told, "{us:?}");
    assert!(nlf.phrase.unwrap().contains("niper"));

    let text = "(title: \"Test\", summary: \"Test\", level: Advanced, without: [CommandControl], turns: 6, step: Some(NlfFire), units: [(kind: \
                Rifle, at: Some(\"2112\")), (kind: MainForce, at: Some(\"2106\")), (kind: Mortar82, with: Some(1)), (kind: PlatoonCadre, at: \
                Some(\"2114\"), hidden: true)])";
    let mut game = Game::new(all, parse_ron("scenario", text).unwrap(), "test", 1).unwrap();
    game.play(Command::Mortar { weapon: id(2), observer: id(3), at: hex("2112") }).unwrap();
    let (us, nlf) = (read(&game, Side::Us).phrase.unwrap(), read(&game, Side::Nlf).phrase.unwrap());
    assert!(us.ends_with("fires on 2112.") && us.contains("82 mm mortar"), "{us}");
    assert!(nlf.contains("the Platoon Cadre 3 of platoon 1/1 observes"), "{nlf}");
}

#[test]
fn where_a_unit_meant_to_go_is_not_told_when_it_is_stopped() {
    proves!("SD-A64", "SD-A76");
    let all = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let text = "(title: \"Test\", summary: \"Test\", level: Standard, also: [FullyHidden], without: [Leadership], turns: 6, step: Some(UsMovement), \
                units: [(kind: Rifle, at: Some(\"0814\")), (kind: MainForce, at: Some(\"2112\"), hidden: true), (kind: Rifle, at: Some(\"1604\")), \
                (kind: Transport), (kind: Rifle, at: Some(\"0110\")), (kind: MainForce, at: Some(\"0816\"), hidden: true)], traps_at: [\"1605\"])";
    let mut game = Game::new(all, parse_ron("scenario", text).unwrap(), "test", 1).unwrap();
    let land = Command::Land { helicopter: id(3), passengers: Vec::new(), supply: false, at: hex("2112") };
    for (command, told) in [
        (march(4, &["0111"]), true),
        (march(2, &["1605", "1606", "1607"]), false),
        (march(0, &["0815", "0816", "0817"]), false),
        (land, false),
    ] {
        game.play(command).unwrap();
        let last = game.len() - 1;
        let line = |reader| game.log(last..last + 1, Some(reader)).remove(0);
        let (us, nlf) = (line(Side::Us), line(Side::Nlf));
        assert_eq!((us.phrase.is_some(), nlf.phrase.is_some()), (true, told), "{nlf:?}");
        assert_eq!(us.told, nlf.told);
    }
}
