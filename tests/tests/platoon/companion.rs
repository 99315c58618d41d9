//! The companion: one whole game beside a real table, recorded in `tests/golden/platoon-companion.ron` as what the players
//! said and what their dice showed, and played again as a panel would: from the offers, question by question, with dice
//! typed in one at a time. `UPDATE_EXPECT=1 cargo test -p pointman-tests --test platoon companion` writes its story again; with
//! `RECORD_ANEW=1` as well another game is looked for, which takes a while.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::expect_file;
use platoon::query::{Answer, Fact, FactQuestion, Offer};
use platoon::{Command, Deed, Event, Phase, Platoon, Side, proves};
use pointman_tests::story::story;
use pointman_tests::{library, root};
use serde::Deserialize;
use tabletop::dice::{Seeded, Tape};
use tabletop::save::{self, Note};
use tabletop::{Game, Halt, Ruleset, Stop, parse_ron};

const SCENARIO: &str = "beside-your-table";
const RECORD: &str = "tests/golden/platoon-companion.ron";

/// One decision and the dice thrown for it.
#[derive(Deserialize)]
struct Turn(Command, Vec<u8>);

/// A recorded game: the dice of the first activation, then everything that was decided.
#[derive(Deserialize)]
struct Recorded {
    first: Vec<u8>,
    game: Vec<Turn>,
}

fn rules() -> Arc<Platoon> {
    Arc::new(library().load().unwrap_or_else(|e| panic!("{e}")))
}

/// What kind of thing happened, by the first word of its name.
fn kind(event: &Event) -> String {
    format!("{event:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn phase(state: &platoon::State) -> &'static str {
    match state.phase {
        Phase::Active(_) => "active",
        Phase::Interrupt(_) => "interrupt",
        Phase::Overflight(_) => "overflight",
        Phase::Burst(_) => "burst",
        Phase::Ground(_) => "ground",
        Phase::Telling(_) => "telling",
        Phase::Between | Phase::Over => "over",
    }
}

/// What a whole game beside a table should have met with.
const WANTED: [&str; 23] = [
    "AircraftCame",
    "Attacking",
    "Caught",
    "Drawn",
    "FiredAtAircraft",
    "Fought",
    "LaidDown",
    "Launched",
    "Levelled",
    "Marched",
    "Morale",
    "Panic",
    "Pinned",
    "Requested",
    "Revealed",
    "Salvo",
    "Saved",
    "Searched",
    "Stepped",
    "StoresDealtWith",
    "TrapMet",
    "Unpinning",
    "Volley",
];

/// How much players like to do something.
fn liking(command: &Command) -> usize {
    match command {
        Command::Request { .. } => 30,
        Command::Strike { .. } | Command::FireAtAircraft { .. } => 60,
        // Stores are found by a whole turn's search; who has them does something with them.
        Command::Deed { deed: Deed::Stores(..), .. } => 300,
        Command::Deed { deed: Deed::Search(_), .. } => 40,
        Command::Deed { deed: Deed::Question(_), .. } | Command::Question { .. } => 8,
        Command::Launch { .. } | Command::Fire { .. } => 6,
        Command::Close { .. } | Command::Step { .. } | Command::Burst { .. } | Command::Reveal { .. } => 4,
        Command::PutDown { .. } | Command::StandUp { .. } | Command::LieDown { .. } | Command::Done => 1,
        _ => 2,
    }
}

/// An answer to a question, from its buttons.
fn answer(asked: &FactQuestion, picks: &mut Seeded) -> Answer {
    asked.choices[picks.choose(asked.choices.len())].answer
}

/// A game of two players who take what the offers give them, with dice of a seed; nothing if it does not end in time.
fn recorded(rules: &Arc<Platoon>, seed: u64) -> Option<(String, BTreeSet<String>)> {
    let scenario = library().scenario::<Platoon>(SCENARIO).unwrap();
    let mut picks = Seeded::new(seed + 5_000);
    let mut game = Game::new(Arc::clone(rules), scenario, SCENARIO, seed).unwrap();
    let first: Vec<u8> = game.record().opening.iter().map(|roll| roll.value).collect();
    let mut text =
        String::from("// A whole game beside a real table. Each line: what was decided, with the facts; the dice.\n");
    let _ = writeln!(text, "(\n    first: {first:?},\n    game: [");
    let mut kinds = BTreeSet::new();
    while game.to_act().is_some() {
        if game.len() > 420 {
            return None;
        }
        let offers = rules.offers(game.state());
        let mut legal: Vec<Command> = Vec::new();
        for offer in &offers {
            let said = offer
                .facts
                .iter()
                .fold(offer.command.clone(), |command, asked| command.with_fact(asked.fact, answer(asked, &mut picks)));
            // Nobody comes to a marker without having gone.
            let stays = matches!(said, Command::Reach { .. }) && game.state().active.march.is_none_or(|m| m.used == 0);
            if !stays && game.check(&said).is_ok() {
                legal.extend(vec![said.clone(); liking(&said)]);
            }
        }
        // What cannot be otherwise is said as it is offered.
        if legal.is_empty() {
            legal.extend(offers.iter().map(|offer| offer.command.clone()).filter(|said| game.check(said).is_ok()));
        }
        // Who withdraws has to say a step that is left to him.
        if legal.is_empty() {
            legal.extend(game.options().0);
        }
        assert!(!legal.is_empty(), "nobody can do anything in {:?}: {offers:?}", game.state().phase);
        let command = legal[picks.choose(legal.len())].clone();
        let played = game.play(command.clone()).unwrap();
        kinds.extend(played.events.iter().map(kind));
        let dice: Vec<u8> = played.rolls.iter().map(|roll| roll.value).collect();
        let _ = writeln!(text, "        ({}, {dice:?}),", ron::to_string(&command).unwrap());
    }
    text.push_str("    ],\n)\n");
    Some((text, kinds))
}

/// The shortest of the first games in which everything happens that should.
fn record_anew(rules: &Arc<Platoon>) -> String {
    let whole = |kinds: &BTreeSet<String>| WANTED.iter().all(|kind| kinds.contains(*kind));
    let games = (0..20_000).filter_map(|seed| recorded(rules, seed)).filter(|(_, kinds)| whole(kinds));
    games
        .take(4)
        .map(|(text, _)| text)
        .min_by_key(String::len)
        .unwrap_or_else(|| panic!("no game has all of {WANTED:?}"))
}

/// Puts the facts of a recorded decision into an offer.
fn said(offer: &Offer, wanted: &Command) -> Command {
    offer.facts.iter().fold(offer.command.clone(), |command, asked| match wanted.fact(asked.fact) {
        Some(answer) => command.with_fact(asked.fact, answer),
        None => command,
    })
}

/// Each fact of a recorded decision must be one that a player can click, type or tick.
fn can_be_said(offer: &Offer, wanted: &Command) {
    for asked in &offer.facts {
        let answer = wanted.fact(asked.fact).unwrap_or_else(|| panic!("{wanted:?} says nothing of {asked:?}"));
        let typed = match (answer, asked.between) {
            (Answer::Inches(length), Some((least, most))) => (least..=most).contains(&length),
            _ => false,
        };
        // Several figures of a squad are ticked one after the other.
        let ticked = matches!(asked.fact, Fact::Caught(_));
        let offered = asked.choices.iter().any(|choice| choice.answer == answer);
        assert!(offered || typed || ticked, "{answer:?} is no answer to {asked:?}");
    }
}

#[test]
fn a_whole_game_beside_a_real_table_is_played_by_offers_facts_and_typed_dice() {
    proves!("P-companion", "P-turn");
    let rules = rules();
    if std::env::var_os("RECORD_ANEW").is_some() {
        std::fs::write(root().join(RECORD), record_anew(&rules)).unwrap();
    }
    let text = std::fs::read_to_string(root().join(RECORD)).unwrap();
    let record: Recorded = parse_ron(RECORD, &text).unwrap_or_else(|e| panic!("{e}"));
    let scenario = library().scenario::<Platoon>(SCENARIO).unwrap();
    let mut game = Game::new_with(Arc::clone(&rules), scenario, SCENARIO, 0, &mut Tape::new(record.first)).unwrap();
    let (mut kinds, mut phases, mut asked) = (BTreeSet::new(), BTreeSet::new(), 0);
    for Turn(command, dice) in &record.game {
        let side = game.to_act().unwrap_or_else(|| panic!("{command:?} comes after the end"));
        phases.insert(phase(game.state()));
        // The panel knows what this side may know, and no more.
        let view = rules.view(game.state(), side);
        let offers = rules.offers(&view);
        let offer = offers.iter().find(|offer| said(offer, command) == *command);
        let offer = offer.unwrap_or_else(|| panic!("nothing that is offered becomes {command:?}"));
        can_be_said(offer, command);
        asked += offer.facts.len();
        let mut typed: Vec<u8> = Vec::new();
        let played = loop {
            match game.play_tape(command.clone(), typed.clone()) {
                Ok(played) => break played,
                Err(Stop::Halt(Halt::NeedsRoll(need))) => {
                    let die =
                        *dice.get(typed.len()).unwrap_or_else(|| panic!("{command:?} needs a die more: {need:?}"));
                    assert!((1..=need.sides).contains(&die), "{die} is no face of {need:?}");
                    typed.push(die);
                }
                Err(stop) => panic!("{command:?}: {stop:?}"),
            }
        };
        assert_eq!(&typed, dice, "{command:?} leaves dice");
        kinds.extend(played.events.iter().map(kind));
        rules.audit(game.state()).unwrap_or_else(|e| panic!("{e}"));
    }
    assert_eq!(game.to_act(), None, "the game is not over");
    assert!(asked > 50, "{asked} questions");
    let missing: Vec<_> = WANTED.iter().filter(|wanted| !kinds.contains(**wanted)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
    assert!(["active", "interrupt", "burst", "overflight"].iter().all(|phase| phases.contains(phase)), "{phases:?}");
    // Saved, loaded and taken back like any other game.
    let note = Note { title: "companion".into(), saved: String::new() };
    let saved = save::to_text(&game, &note).unwrap();
    let (loaded, _) = save::from_text(Arc::clone(&rules), "saved", &saved).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.state(), game.state());
    let end = game.state().clone();
    while game.undo() {}
    while game.redo() {}
    assert_eq!(game.state(), &end);
    expect_file!["../../golden/platoon-companion.txt"].assert_eq(&story(&game));
}

#[test]
fn a_random_game_on_the_computers_table_reads_as_it_did() {
    proves!("P-turn");
    let rules = rules();
    let scenario = library().scenario::<Platoon>("village-search").unwrap();
    let mut game = Game::new(Arc::clone(&rules), scenario, "village-search", 4).unwrap();
    let mut picks = Seeded::new(4_004);
    while game.to_act().is_some() {
        let (options, _) = game.options();
        // Nobody stops as long as there is something else to do, every third time.
        let command = match &options[picks.choose(options.len())] {
            Command::Step { .. } | Command::MoveMarker { .. } if picks.choose(3) > 0 => options[0].clone(),
            command => command.clone(),
        };
        game.play(command).unwrap();
    }
    expect_file!["../../golden/platoon-village-search.txt"].assert_eq(&story(&game));
}

#[test]
fn what_the_enemy_hides_is_in_no_offer_and_no_answer() {
    proves!("P-hidden", "P-companion");
    let rules = rules();
    let scenario = library().scenario::<Platoon>(SCENARIO).unwrap();
    let state = rules.begin(&scenario, &mut Seeded::new(9)).unwrap();
    for side in [Side::Allied, Side::Vc] {
        let Some(other) = rules.disguised(&state, side, 1) else { continue };
        let (one, two) = (rules.view(&state, side), rules.view(&other, side));
        assert_eq!(rules.offers(&one), rules.offers(&two));
        assert_eq!(rules.activation_order(&one), rules.activation_order(&two));
        assert_eq!(rules.support_clock(&one), rules.support_clock(&two));
    }
}
