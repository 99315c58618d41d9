//! What a side may not know in Vietnam Skirmish: names, questions and dice tell nothing of who hides.

use std::sync::Arc;

use pointman_tests::skirmish::*;
use skirmish::companion::Measuring;
use skirmish::event::Event;
use skirmish::{Command, Crowd, FigureId, Said, Side, State, Weapon};
use table::Walk;
use tabletop::dice::Tape;
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
    let events = play(&mut state, Command::Beside(Said::Sighted { figures: [x].into_iter().collect() }), &[]);
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
    assert!(!question.contains("Able") && question.contains("Somebody listens"), "{question}");
    let view = skirmish_rules().view(&state, Side::VcNva);
    assert!(matches!(view.beside().measuring, Some((_, Measuring::Heard { listener, die: 1 })) if listener != a));
    play(&mut state, Command::Beside(Said::Heard { figures: Crowd::default() }), &[]);
    let step = walk(&state, "Baker");
    play(&mut state, step, &[]);
    let b: Crowd = [id(&state, "Baker")].into_iter().collect();
    play(&mut state, Command::Beside(Said::Noise { figures: b }), &[1]);
    play(&mut state, Command::Beside(Said::Near { near: false }), &[]);
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
    let aim = skirmish::Aim { range: 600, in_arc: true, clear: true, identified: false, shift: 0 };
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
            aim: skirmish::Aim { range: 600, in_arc: true, clear: true, identified: false, shift: 0 },
        }),
    );
    assert_eq!((fire.figure, fire.secret), (Some(x), false), "his own fire gives him away");
}

/// Whoever ends his turn makes the enemy check his figures, hidden ones as well.
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
