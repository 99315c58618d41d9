//! What a side may not know in Vietnam Skirmish: names, questions and dice tell nothing of who hides.

use std::sync::Arc;

use pointman_tests::library;
use pointman_tests::skirmish::*;
use skirmish::companion::Measuring;
use skirmish::event::Event;
use skirmish::{Command, Crowd, FigureId, Said, Side, State, Weapon};
use table::Walk;
use tabletop::dice::{Seeded, Tape};
use tabletop::{Game, Ruleset};

const A: &str = r#"(name: "Able", kind: "Rifleman"), (name: "Baker", kind: "Rifleman")"#;
const X: &str = r#"(name: "Xuan", kind: "RPG gunner"), (name: "Yen", kind: "Rifleman")"#;

/// A game beside a table.
fn beside(more: &str) -> State {
    let text = format!(
        "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{A}], goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [{X}], goals: [Kill(points: 1)]), {more})"
    );
    let scenario = tabletop::files::parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}"));
    skirmish_rules().begin(&scenario, &mut Tape::default()).unwrap_or_else(|halt| panic!("{halt}"))
}

#[track_caller]
fn play(state: &mut State, command: Command, dice: &[u8]) -> Vec<Event> {
    let (mut tape, mut events) = (Tape::new(dice), Vec::new());
    skirmish_rules()
        .apply(state, &command, &mut tape, &mut events)
        .unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
    assert_eq!(tape.left(), 0);
    skirmish_rules().audit(state).unwrap_or_else(|e| panic!("{command:?}: {e}"));
    events
}

#[track_caller]
fn refused(state: &State, said: Said) -> String {
    skirmish_rules().check(state, &Command::Beside(said)).unwrap_err().rule.as_str().to_owned()
}

fn id(state: &State, name: &str) -> FigureId {
    state.named(name).unwrap()
}

fn walk(state: &State, name: &str) -> Command {
    let way = Walk { length: 200, ..Walk::default() };
    Command::Beside(Said::Go { figure: id(state, name), way, tactical: false })
}

#[test]
fn the_names_of_hidden_figures_are_their_own_sides_alone() {
    skirmish::proves!("S-hidden");
    let state = beside("");
    let view = skirmish_rules().view(&state, Side::UsArvn);
    let text = format!("{view:?}");
    assert!(!text.contains("Xuan") && !text.contains("RPG gunner") && text.contains("Able"), "{text}");
    assert!(format!("{:?}", skirmish_rules().view(&state, Side::VcNva)).contains("Xuan"));
    // Nor in what may be done, and in why it may not.
    let mut options = Vec::new();
    skirmish_rules().options(&state, &mut options);
    let words: String = options.iter().map(|command| skirmish_rules().phrase(&state, command)).collect();
    assert!(!words.contains("Xuan") && !words.contains("Yen"), "{words}");
    let fight = Command::Fight { figure: id(&state, "Able"), target: id(&state, "Xuan") };
    let refusal = skirmish_rules().check(&state, &fight).unwrap_err();
    assert!(!refusal.to_string().contains("Xuan"), "{refusal}");
    // Under the alternate rules they stand on the table, for all to see.
    assert!(format!("{:?}", skirmish_rules().view(&beside("hiding: Alternate,"), Side::UsArvn)).contains("Xuan"));
}

#[test]
fn who_is_near_enough_to_be_seen_is_said_by_his_own_side() {
    skirmish::proves!("S-hidden", "S-companion", "S-R19");
    let mut state = beside("");
    let (a, x) = (id(&state, "Able"), id(&state, "Xuan"));
    let offers = |state: &State, said: Said| {
        let mut options = Vec::new();
        skirmish_rules().options(state, &mut options);
        options.contains(&Command::Beside(said))
    };
    assert!(!offers(&state, Said::Show { figure: x }), "that is not for US/ARVN to say");
    assert!(offers(&state, Said::Show { figure: a }) && offers(&state, Said::LookOut));
    let step = walk(&state, "Able");
    play(&mut state, step, &[]);
    play(&mut state, Command::Beside(Said::LookOut), &[]);
    assert_eq!(state.beside().measuring, Some((Side::VcNva, Measuring::Sighted)));
    assert_eq!(skirmish_rules().to_act(&state), Some(Side::VcNva));
    assert_eq!(refused(&state, Said::Sighted { figures: [a].into_iter().collect() }), "S-companion");
    play(&mut state, Command::Beside(Said::Sighted { figures: Crowd::default() }), &[]);
    assert_eq!(refused(&state, Said::LookOut), "S-hidden", "once after each phase");
    let step = walk(&state, "Able");
    play(&mut state, step, &[]);
    play(&mut state, Command::Beside(Said::LookOut), &[]);
    play(&mut state, Command::Beside(Said::Sighted { figures: [x].into_iter().collect() }), &[]);
    assert_eq!(state.beside().measuring, Some((Side::UsArvn, Measuring::Sighted)), "and whom do they see?");
    assert_eq!(refused(&state, Said::Sighted { figures: [x].into_iter().collect() }), "S-companion");
    let events = play(&mut state, Command::Beside(Said::Sighted { figures: [a].into_iter().collect() }), &[]);
    assert!(state.is_known(x) && state.is_known(a), "both see each other: {events:?}");
    assert!(!state.is_known(id(&state, "Yen")) && !state.is_known(id(&state, "Baker")));
    // One's own may be shown at any time.
    let b = id(&state, "Baker");
    play(&mut state, Command::Beside(Said::Show { figure: b }), &[]);
    assert!(state.is_known(b));
}

#[test]
fn questions_to_the_other_side_do_not_name_who_hides() {
    skirmish::proves!("S-listen", "S-noise", "S-hidden");
    let mut state = beside("");
    let a = id(&state, "Able");
    play(&mut state, Command::Listen { figure: a }, &[1]);
    let question = skirmish_rules().question(&state);
    assert!(!question.contains("Able") && question.contains("A hidden figure listens"), "{question}");
    let view = skirmish_rules().view(&state, Side::VcNva);
    assert!(matches!(view.beside().measuring, Some((_, Measuring::Heard { listener: None, die: 1 }))));
    play(&mut state, Command::Beside(Said::Heard { figures: Crowd::default() }), &[]);
    let step = walk(&state, "Baker");
    play(&mut state, step, &[]);
    let b: Crowd = [id(&state, "Baker")].into_iter().collect();
    play(&mut state, Command::Beside(Said::Noise { figures: b }), &[1]);
    let view = skirmish_rules().view(&state, Side::VcNva);
    let Some((Side::VcNva, Measuring::Near { figures, pips, .. })) = view.beside().measuring else { panic!() };
    assert!(figures.is_empty() && pips == 0 && view.beside().tested.is_empty());
}

#[test]
fn beside_a_table_it_is_asked_whether_ones_own_fire_spoils_the_listening() {
    skirmish::proves!("S-listen", "S-R23");
    let mut state = beside("");
    let (a, b) = (id(&state, "Able"), id(&state, "Baker"));
    assert_eq!(refused(&state, Said::Hark { figure: b, spoilt: false }), "S-companion", "nobody has fired");
    let aim = skirmish::Aim { range: 600, in_arc: true, clear: true, identified: false, shift: 0, mate: None };
    play(&mut state, Command::Beside(Said::Spray { figure: a, weapon: Weapon::AssaultRifle, aim }), &[1]);
    let mut options = Vec::new();
    skirmish_rules().options(&state, &mut options);
    assert!(!options.contains(&Command::Listen { figure: b }), "how near the shot was has to be said");
    assert!(options.contains(&Command::Beside(Said::Hark { figure: b, spoilt: false })));
    assert_eq!(refused(&state, Said::Hark { figure: b, spoilt: true }), "S-R23");
    let hark = Command::Beside(Said::Hark { figure: b, spoilt: false });
    let form = skirmish_rules().facts_needed(&state, &hark);
    assert_eq!((form.len(), form[0].choices.len()), (1, 2));
    play(&mut state, hark, &[1]);
    assert!(matches!(state.beside().measuring, Some((Side::VcNva, Measuring::Heard { .. }))));
}

#[test]
fn dice_of_hidden_figures_are_their_own_sides_secret() {
    skirmish::proves!("S-companion", "S-hidden");
    let mut state = beside("");
    let x = id(&state, "Xuan");
    let asked = |state: &State, command: Command| {
        let mut throwers = Vec::new();
        let _ = skirmish_rules().apply_part_way(
            &mut state.clone(),
            &command,
            &mut Tape::default(),
            &mut Vec::new(),
            &mut throwers,
        );
        throwers.pop().unwrap()
    };
    let listener = asked(&state, Command::Listen { figure: id(&state, "Able") });
    assert_eq!((listener.side, listener.secret, listener.purpose), (Side::UsArvn, true, "listening"));
    play(&mut state, Command::Done, &[]);
    let fire = asked(
        &state,
        Command::Beside(Said::Spray {
            figure: x,
            weapon: Weapon::Pistol,
            aim: skirmish::Aim { range: 600, in_arc: true, clear: true, identified: false, shift: 0, mate: None },
        }),
    );
    assert_eq!((fire.figure, fire.secret), (Some(x), false), "his own fire gives him away");
}

/// The side that ends its turn makes the enemy check its figures, hidden ones as well.
#[test]
fn the_dice_of_ones_own_order_do_not_tell_who_else_had_to_roll() {
    skirmish::proves!("S-hidden", "S-R02");
    let suppressed = X.replace(r#"kind: "RPG gunner""#, r#"kind: "RPG gunner", counters: 1"#);
    let text = format!(
        "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{A}], goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [{suppressed}], goals: [Kill(points: 1)]))"
    );
    let scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let mut game = Game::new(Arc::new(skirmish_rules().clone()), scenario, "test", 3).unwrap();
    game.play(Command::Done).unwrap();
    let rolls = |reader| game.log(0..1, reader).pop().unwrap().rolls.len();
    assert_eq!((rolls(None), rolls(Some(Side::VcNva)), rolls(Some(Side::UsArvn))), (1, 1, 0));
}

/// A die by what it is for and how many of its kind came before it, so that a die more of something secret moves no other.
fn die(seed: usize, purpose: &str, before: usize, sides: u8) -> u8 {
    let text = purpose.bytes().fold(seed * 31 + before, |sum, byte| (sum * 33 + usize::from(byte)) % 65_521);
    u8::try_from(text / 7 % usize::from(sides)).unwrap() + 1
}

/// What a side gets to know while a command is carried out.
#[derive(Debug, PartialEq)]
struct Noticed {
    events: Vec<Event>,
    dice: Vec<(String, u8)>,
    view: State,
    told: (Option<Side>, (u32, String)),
}

/// Carries a command out with dice that only depend on what they are for.
fn carried_out(state: &State, command: &Command, side: Side, seed: usize) -> (Noticed, State) {
    let rules = skirmish_rules();
    let (mut values, mut purposes, mut dice) = (Vec::<u8>::new(), Vec::<String>::new(), Vec::new());
    loop {
        let (mut after, mut events, mut throwers) = (state.clone(), Vec::new(), Vec::new());
        let done = rules.apply_part_way(&mut after, command, &mut Tape::new(&values[..]), &mut events, &mut throwers);
        match done {
            Ok(()) => {
                let events = events.iter().filter_map(|event| rules.seen(event, &after, side)).collect();
                let told = (rules.to_act(&after), rules.moment(&after));
                return (Noticed { events, dice, view: rules.view(&after, side), told }, after);
            }
            Err(tabletop::Halt::NeedsRoll(need)) => {
                let purpose = need.purpose.into_owned();
                let value = die(seed, &purpose, purposes.iter().filter(|other| **other == purpose).count(), need.sides);
                let thrower = throwers.last().unwrap();
                if !thrower.secret || thrower.side == side {
                    dice.push((purpose.clone(), value));
                }
                values.push(value);
                purposes.push(purpose);
            }
            Err(tabletop::Halt::Refused(refusal)) => panic!("{command:?}: {refusal}"),
        }
    }
}

/// Two positions that a side cannot tell apart, side by side.
#[track_caller]
fn look_the_same(state: &State, other: &State, side: Side, what: &str) {
    let rules = skirmish_rules();
    rules.audit(other).unwrap_or_else(|broken| panic!("{what}: the disguise is unsound: {broken}"));
    let (seen, disguised) = (rules.view(state, side), rules.view(other, side));
    assert_eq!(rules.view(&seen, side), seen, "{what}: the view of a view");
    assert!(seen == disguised, "{what}: the view tells\n{seen:#?}\n{disguised:#?}");
    assert_eq!(rules.moment(state), rules.moment(other), "{what}: the moment tells");
    assert_eq!(rules.to_act(state), rules.to_act(other), "{what}: it tells who acts");
    assert_eq!(rules.outcome(state), rules.outcome(other), "{what}: the result tells");
    if rules.to_act(state) != Some(side) {
        return;
    }
    assert_eq!(rules.question(state), rules.question(other), "{what}: the question tells");
    let options = rules_list(state);
    assert_eq!(options, rules_list(other), "{what}: the list tells");
    // Refusals: of everything that somebody could try against anybody.
    let mut tried = options;
    for (figure, _) in state.of(side) {
        for (target, enemy) in state.of(side.enemy()) {
            tried.push(Command::Fight { figure, target });
            tried.push(Command::Suppress { target });
            tried.push(Command::Spot { figure, target });
            tried.push(Command::Rocket { figure, aim: skirmish::RocketAim::Vehicle(target) });
            tried.push(Command::Mount { figure, vehicle: target });
            tried.extend(enemy.place().map(|to| Command::Move { figure, to, facing: EAST }));
            tried.extend(Weapon::ALL.map(|weapon| Command::Fire { figure, weapon, at: Some(target) }));
        }
        tried.extend(Weapon::ALL.map(|weapon| Command::Fire { figure, weapon, at: None }));
    }
    for command in tried {
        assert_eq!(
            rules.check(state, &command),
            rules.check(other, &command),
            "{what}: the refusal of {command:?} tells"
        );
        assert_eq!(
            rules.phrase(state, &command),
            rules.phrase(other, &command),
            "{what}: the words of {command:?} tell"
        );
    }
    // Odds: what is shown is asked of the view, and of nothing else.
    for command in rules_list(&seen) {
        assert_eq!(
            rules.fire_forecast(&seen, &command),
            rules.fire_forecast(&disguised, &command),
            "{what}: the odds of {command:?} tell"
        );
    }
}

/// What may be done in a position.
fn rules_list(state: &State) -> Vec<Command> {
    let mut options = Vec::new();
    skirmish_rules().options(state, &mut options);
    options
}

/// Every shot of the other side's, whatever its die: the same is noticed of it whether or not a listener has heard others as
/// well. How many were carried out where that makes a difference.
#[track_caller]
fn shots_alike(state: &State, other: &State, side: Side, what: &str) -> usize {
    let rules = skirmish_rules();
    let heard = |id| state.is_known(id) != other.is_known(id);
    if state.side() == side || !state.of(side).any(|(id, _)| heard(id)) {
        return 0;
    }
    let shots = rules_list(state).into_iter().filter(|command| matches!(command, Command::Fire { .. }));
    let mut tried = 0;
    for command in shots.filter(|command| rules.check(other, command).is_ok()) {
        for seed in 0..12 {
            let [noticed, also] = [state, other].map(|state| carried_out(state, &command, side, seed).0);
            assert!(noticed == also, "{what}, {command:?}: the shot tells {side:?}\n{noticed:#?}\n{also:#?}");
            tried += 1;
        }
    }
    tried
}

/// Random games of every scenario, both ways of hiding. After each command each side is shown another position that
/// differs in what it may not know, and notices nothing; nor does it when both go on by the same command.
#[test]
fn nothing_that_a_side_gets_tells_two_positions_apart() {
    skirmish::proves!("S-hidden", "S-R28");
    let rules = skirmish_rules();
    let (mut compared, mut together, mut overheard) = (0, 0, 0);
    for file in library().scenarios("skirmish").unwrap() {
        for choice in 0..2 {
            let mut scenario = library().scenario::<skirmish::Skirmish>(&file.name).unwrap();
            rules.vary(&mut scenario, "hiding", choice);
            let mut dice = Seeded::new(7);
            let mut picks = Seeded::new(70 + choice as u64);
            let mut state = rules.begin(&scenario, &mut dice).unwrap();
            for number in 0..110 {
                let mut options = Vec::new();
                rules.options(&state, &mut options);
                // Listeners and shots are rare otherwise.
                let telling = |command: &Command| matches!(command, Command::Fire { .. } | Command::Listen { .. });
                if picks.choose(2) == 0 && options.iter().any(telling) {
                    options.retain(telling);
                }
                let Some(command) = options.get(picks.choose(options.len().max(1))).copied() else { break };
                let what = format!("{}, way of hiding {choice}, command {number}", file.name);
                let mut next = None;
                for side in Side::ALL {
                    for seed in [2 * number, 2 * number + 1] {
                        let Some(other) = rules.disguised(&state, side, seed as u64) else { continue };
                        look_the_same(&state, &other, side, &what);
                        compared += 1;
                        // Only where everybody stays in his place has a command the same consequences; and whether a grenade is
                        // thrown at somebody who was heard or on speculation shows when it lands, rule S-speculative.
                        let lands = matches!(
                            command,
                            Command::Throw { .. }
                                | Command::Launch { .. }
                                | Command::Shell { .. }
                                | Command::Rocket { .. }
                        );
                        if seed % 2 == 1 {
                            overheard += shots_alike(&state, &other, side, &what);
                        }
                        let goes_on = seed % 2 == 1 && state.step() == other.step() && !lands;
                        if !goes_on || rules.check(&other, &command).is_err() {
                            continue;
                        }
                        let (noticed, after) = carried_out(&state, &command, side, number);
                        let (also, _) = carried_out(&other, &command, side, number);
                        assert_eq!(noticed.events, also.events, "{what}, {command:?}: events tell {side:?}");
                        assert_eq!(noticed.dice, also.dice, "{what}, {command:?}: dice tell {side:?}");
                        assert!(noticed == also, "{what}, {command:?}: what follows tells {side:?}");
                        together += 1;
                        next = Some(after);
                    }
                }
                let next = next.unwrap_or_else(|| carried_out(&state, &command, Side::UsArvn, number).1);
                state = next;
            }
        }
    }
    println!(
        "{compared} positions were compared, {together} commands carried out side by side, and {overheard} shots."
    );
    assert!(compared > 2_000 && together > 500 && overheard > 100, "{compared}, {together} and {overheard}");
}

/// What is found out about an enemy in plain sight: not what he prepares, not what is in his pack.
#[test]
fn a_known_man_shows_his_weapon_and_nothing_of_what_he_prepares_or_carries() {
    skirmish::proves!("S-R28", "S-claymore");
    let z = "name: \"Z\", kind: \"Claymore man\", at: (2000, 550), hidden: false";
    let r = "name: \"R\", kind: \"Radio operator\", at: (2200, 950), hidden: false";
    let a = "name: \"A\", kind: \"Rifleman\", at: (500, 550)";
    let mut field = Field::set(&[a], &[z, r], "first: VcNva,");
    let seen = |field: &Field, name: &str| *field.view(Side::UsArvn).figure(field.id(name)).unwrap();
    let before = seen(&field, "Z");
    assert!(before.kit.weapons.has(Weapon::AssaultRifle) && before.at.is_some());
    assert_eq!((before.kit.claymores, before.kit.grenades, seen(&field, "R").kit.radio), (0, [0; 4], false));
    let work = field.prepare("Z", skirmish::Work::Claymore);
    field.play(work);
    assert_eq!((seen(&field, "Z"), field.view(Side::UsArvn).active()), (before, None));
    field.play(work);
    let place = Command::PlaceClaymore { figure: field.id("Z"), at: at(1900, 550), facing: WEST };
    field.play(place);
    assert_eq!(seen(&field, "Z"), before);
    assert_eq!(field.view(Side::VcNva).figure(field.id("Z")).unwrap().kit.claymores, 1, "his own side counts them");
}

#[test]
fn whether_there_are_guns_left_shows_nowhere() {
    skirmish::proves!("S-R28", "S-support");
    let begin = |battery: &str| {
        let z = ["name: \"Z\", kind: \"Radio operator\", at: (3000, 550)"];
        Field::on(
            &open_ground(),
            &["name: \"A\", kind: \"Rifleman\", at: (500, 550)"],
            &z,
            "",
            battery,
            "first: VcNva,",
        )
    };
    let (guns, none) = (begin("battery: (turns: 2, rounds: 2),"), begin(""));
    assert_ne!(guns.state.step(), none.state.step());
    assert!(guns.view(Side::UsArvn) == none.view(Side::UsArvn));
    let rules = skirmish_rules();
    assert_eq!(rules.moment(&guns.state), rules.moment(&none.state));
    assert_eq!(rules.show(&guns.view(Side::UsArvn)), rules.show(&none.view(Side::UsArvn)));
}

#[test]
fn who_rides_in_an_enemy_vehicle_is_not_seen_unless_he_was_seen_getting_in() {
    skirmish::proves!("S-R28", "S-apc");
    let begin = |vc: &[&str]| Field::set(&["name: \"A\", kind: \"Rifleman\", at: (500, 550)"], vc, "");
    let v = "name: \"V\", kind: \"M113\", at: (3500, 1500)";
    let (h, o) = ("name: \"H\", kind: \"Sniper\", aboard: \"V\"", "name: \"O\", kind: \"Officer\", at: (3000, 200)");
    let rides = begin(&[v, h, o]);
    let walks =
        begin(&[v, &h.replace("aboard: \"V\"", "at: (3900, 900)"), &o.replace("at: (3000, 200)", "aboard: \"V\"")]);
    let seen = rides.view(Side::UsArvn);
    assert!(seen == walks.view(Side::UsArvn));
    assert!(!format!("{seen:?}").contains("Sniper") && seen.passengers(rides.id("V")).next().is_none());
    let fight = Command::Fight { figure: rides.id("A"), target: rides.id("H") };
    assert_eq!(rides.refusal(&fight), walks.refusal(&fight));
    // One who is in view gets in, and is known to be there; when the vehicle leaves he is known to have gone.
    let plain = "name: \"P\", kind: \"Rifleman\", at: (3400, 1500), hidden: false";
    let mut boards = begin(&[v, plain]);
    boards.end_turn(&[]);
    let mount = Command::Mount { figure: boards.id("P"), vehicle: boards.id("V") };
    let events = boards.play(mount);
    assert!(events.iter().any(|e| skirmish_rules().seen(e, &boards.state, Side::UsArvn).is_some()), "{events:?}");
    assert_eq!(boards.view(Side::UsArvn).passengers(boards.id("V")).count(), 1);
}

/// A figure that leaves unseen is not named, and is not told to have gone.
#[test]
fn who_leaves_the_table_unseen_is_not_told() {
    skirmish::proves!("S-R28", "S-R31");
    let us = ["name: \"A\", kind: \"Rifleman\", at: (3900, 550)", "name: \"B\", kind: \"Rifleman\", at: (500, 550)"];
    let z = ["name: \"Z\", kind: \"Guerrilla\", at: (2000, 1900)"];
    let mut field = Field::on(&open_ground(), &us, &z, "goals: [Exit(edge: East, points: 3)],", "", "");
    let before = field.view(Side::VcNva);
    let events = field.play(Command::Leave { figure: field.id("A") });
    assert!(events.iter().all(|e| skirmish_rules().seen(e, &field.state, Side::VcNva).is_none()), "{events:?}");
    assert_eq!(field.view(Side::VcNva).figure(field.id("A")), before.figure(field.id("A")));
}

/// A hears X; B hears Y or does not, and A fires at one of them with this die: what X's and Y's side then knows and reads.
fn shot(hears_y: bool, target: &str, die: u8) -> (State, String) {
    let man = |name: &str, x: i32| format!("(name: \"{name}\", kind: \"Rifleman\", at: ({x}, 550), hidden: true)");
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{}, {}], goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [{}, {}], goals: [Kill(points: 1)]))",
        open_ground(),
        man("A", 500),
        man("B", 900),
        man("X", 1350),
        man("Y", 1750),
    );
    let scenario = tabletop::files::parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}"));
    let mut game = Game::new(Arc::new(skirmish_rules().clone()), scenario, "test", 1).unwrap();
    let id = |name: &str| game.state().named(name).unwrap();
    let (a, b, target) = (id("A"), id("B"), id(target));
    game.play_tape(Command::Listen { figure: b }, [if hears_y { 1 } else { 6 }]).unwrap();
    game.play_tape(Command::Listen { figure: a }, [1]).unwrap();
    let fire = Command::Fire { figure: a, weapon: Weapon::AssaultRifle, at: Some(target) };
    game.play_tape(fire, [die]).unwrap();
    assert!(skirmish_rules().phrase(game.state_at(2), &fire).contains(&game.state().name(target).to_owned()));
    let log = format!("{:?}", game.log(0..3, Some(Side::VcNva)));
    (skirmish_rules().view(game.state(), Side::VcNva), log)
}

#[test]
fn a_shot_tells_the_enemy_neither_whom_it_missed_nor_whom_else_a_listener_had_heard() {
    skirmish::proves!("S-R04", "S-listen", "S-R28");
    assert_eq!(shot(true, "X", 2), shot(true, "Y", 2), "it missed either");
    assert_eq!(shot(true, "X", 6), shot(false, "X", 6), "it hit X, who was the only one to be heard or was not");
    assert_ne!(shot(true, "X", 6), shot(true, "Y", 6));
}

/// Coming near enough to be seen is told to both sides, and does not tell either whether it had been heard before.
#[test]
fn who_comes_into_sight_is_not_told_whether_a_listener_had_heard_him() {
    skirmish::proves!("S-listen", "S-hidden", "S-R28");
    let events = |die: u8| {
        let man = |name: &str, x: i32| format!("name: \"{name}\", kind: \"Rifleman\", at: ({x}, 550)");
        let mut field = Field::set(&[&man("A", 500), &man("B", 800)], &[&man("Z", 1350)], "");
        let listen = Command::Listen { figure: field.id("A") };
        field.dice(&[die]).play(listen);
        let walk = field.walk("B", 1000, 550);
        let events = field.play(walk);
        let seen = |event| skirmish_rules().seen(event, &field.state, Side::VcNva);
        events.iter().filter_map(seen).collect::<Vec<_>>()
    };
    assert_eq!(events(1), events(6));
    assert!(events(1).iter().any(|event| matches!(event, Event::CameIntoSight { figure, .. } if figure.name == "Z")));
}

/// That somebody of his was heard by a listener his owner does not learn before he is fired at.
#[test]
fn whom_a_listener_hears_is_the_listeners_secret() {
    skirmish::proves!("S-listen", "S-R28");
    let a = "name: \"A\", kind: \"Rifleman\", at: (500, 550)";
    let mut field = Field::set(&[a], &["name: \"Z\", kind: \"Guerrilla\", at: (1300, 550)"], "");
    let before = field.view(Side::VcNva);
    let listen = Command::Listen { figure: field.id("A") };
    field.dice(&[1]).play(listen);
    assert!(field.state.is_known(field.id("Z")));
    assert!(field.view(Side::VcNva).figure(field.id("Z")) == before.figure(field.id("Z")));
    assert!(field.view(Side::UsArvn).figure(field.id("Z")).unwrap().at.is_some());
}
