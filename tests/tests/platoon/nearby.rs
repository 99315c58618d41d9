//! Beside a real table: every fact that the rules need is asked. Rulings P-R64 and P-R65.

use std::collections::BTreeSet;

use platoon::command::Stores;
use platoon::event::Noticed;
use platoon::query::{Answer, Fact};
use platoon::state::{Attack, Condition, Fate};
use platoon::{
    Call, Command, Deed, Event, FlightPath, Leg, MarkerId, Mode, Nearby, Phase, Rulings, Side, SquadId, Target, proves,
};
use pointman_tests::platoon::{BESIDE, Field, figures, march, open, rules, scenario};
use table::{Cover, Point, Quarter, Terrain};
use tabletop::Ruleset;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(1, Lmg), (3, AssaultRifle)], officer: true, gung_ho: Some(8))"#;
const NVA: &str =
    r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(3, AssaultRifle), (1, Rpg)], gung_ho: Some(8))"#;
const VILLAGE: &str =
    r#"(id: 12, name: "Villagers", side: Vc, troops: Peasant, kind: Peasants, figures: [(2, Nothing)])"#;
const BOAT: &str = r#"(id: 2, name: "Boat", side: Allied, troops: UsInfantry, kind: Boat, figures: [(2, Nothing)], gung_ho: Some(10))"#;

const A: SquadId = SquadId(1);
const X: SquadId = SquadId(11);
const ANSWERED: Nearby = Nearby { near: true, which: None, ground: None };

fn deed(deed: Deed, facts: Nearby) -> Command {
    Command::Deed { squad: A, deed, facts }
}

/// Beside a real table, with A to act.
fn beside(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    let mut field = Field::begin(&scenario(&BESIDE, squads, markers), dice);
    field.until(1);
    field
}

/// A table with everything on it that hangs on a distance, and each deed with the rule that refuses who is too far away.
fn everything() -> (Field, [(Deed, &'static str); 7]) {
    let markers = ["(id: 1, side: Vc, hides: Nothing)", "(id: 2, side: Vc, hides: Cache)"];
    let mut field = beside(&[US, BOAT, NVA, VILLAGE], &markers, &[1, 5, 6]);
    field.state.markers[1].condition = Condition::Found;
    field.state.squads[0].figures[3].fate = Fate::Wounded;
    field.state.squads[2].figures[0].fate = Fate::Wounded;
    let deeds = [
        (Deed::Search(MarkerId(1)), "P-search"),
        (Deed::Stores(MarkerId(2), Stores::Capture), "P-search"),
        (Deed::Stores(MarkerId(2), Stores::Destroy), "P-search"),
        (Deed::Question(SquadId(12)), "P-interrogation"),
        (Deed::Capture(X), "P-interrogation"),
        (Deed::Carry(A, 4), "P-infantry-move"),
        (Deed::Mount(SquadId(2)), "P-infantry-move"),
    ];
    (field, deeds)
}

#[test]
fn what_hangs_on_a_distance_is_asked_and_refused_to_who_is_too_far_away() {
    proves!("P-R64", "P-companion");
    let (field, deeds) = everything();
    let mut offered = Vec::new();
    rules().options(&field.state, &mut offered);
    let offers = rules().offers(&field.state);
    for (what, rule) in deeds {
        let plain = what.plain(A);
        assert_eq!(field.refused(plain.clone()).rule.as_str(), "P-R64", "{plain:?}");
        assert!(!offered.contains(&plain), "{plain:?} is listed");
        let found = offers.iter().find(|o| matches!(o.command, Command::Deed { deed, .. } if deed == what));
        let offer = found.unwrap_or_else(|| panic!("{what:?} is not offered"));
        assert_eq!(offer.refusal, None, "{what:?}");
        let near = offer.facts.iter().find(|f| f.fact == Fact::Near).unwrap_or_else(|| panic!("{what:?}"));
        assert_eq!(near.usual, Answer::Yes(true), "who gives the order is near, unless he says otherwise");
        assert!(offered.contains(&offer.command), "{:?} is not listed", offer.command);
        // No is refused by the rule that wants it nearer, and the sentence has the distance of the question.
        let refusal = field.refused(offer.command.with_fact(Fact::Near, Answer::Yes(false)));
        assert_eq!(refusal.rule.as_str(), rule, "{what:?}");
        let distance = near.asks.split(' ').find(|word| word.contains('"')).unwrap_or_else(|| panic!("{}", near.asks));
        assert!(refusal.remedy.contains(distance), "{}: {}", near.asks, refusal.remedy);
        assert_eq!(rules().phrase(&field.state, &offer.command), rules().phrase(&field.state, &plain));
    }
}

#[test]
fn a_deed_is_done_as_its_order_and_a_table_of_the_computers_asks_nothing() {
    proves!("P-R64");
    let (mut field, _) = everything();
    field.play(deed(Deed::Carry(A, 4), ANSWERED), &[]);
    assert_eq!(field.squad(1).burden, [(A, 3)]);
    let (mut field, _) = everything();
    field.play(deed(Deed::Capture(X), ANSWERED), &[]);
    assert_eq!(field.state.tally.vc_captured, 1);
    let (mut field, _) = everything();
    field.play(deed(Deed::Mount(SquadId(2)), ANSWERED), &[]);
    assert_eq!(field.squad(1).aboard, Some(SquadId(2)));
    // A whistle is heard by the squad that it is meant for, if that is near enough.
    let second = NVA.replace("id: 11", "id: 13").replace("\"X\"", "\"Y\"");
    let field = {
        let mut field = Field::begin(&scenario(&BESIDE, &[US, NVA, &second], &[]), &[6, 1, 2]);
        field.until(11);
        field
    };
    let signal =
        |near| Command::Deed { squad: X, deed: Deed::Signal(SquadId(13), 2), facts: Nearby { near, ..ANSWERED } };
    let asked = rules().facts_needed(&field.state, &signal(true));
    assert!(asked.len() == 1 && asked[0].asks.contains("15\""), "{asked:?}");
    assert_eq!(field.refused(signal(false)).rule.as_str(), "P-messages");
    assert_eq!(rules().check(&field.state, &signal(true)), Ok(()));
    assert_eq!(field.refused(Deed::Signal(SquadId(13), 2).plain(X)).rule.as_str(), "P-R64");
    // A prisoner goes with his guards: nobody is asked how far he is.
    let (mut field, _) = everything();
    field.state.squads[2].figures[0].fate = Fate::Captured;
    let question = Command::Question { squad: A, target: X };
    assert_eq!(field.refused(deed(Deed::Question(X), ANSWERED)).rule.as_str(), "P-R64");
    assert!(rules().facts_needed(&field.state, &question).is_empty());
    field.play(question, &[6]);
    // The computer's table measures by itself.
    let rows = open(30, 20);
    let at = |squad: &str, at: &str| squad.replace("figures", &format!("at: Some({at}), figures"));
    let marker = "(id: 1, side: Vc, at: Some((5, 5)), hides: Nothing)";
    let setup = scenario(&rows, &[&at(US, "(5, 5)"), &at(NVA, "(25, 15)")], &[marker]);
    let field = Field::begin(&setup, &[1, 6]);
    let search = Deed::Search(MarkerId(1));
    assert_eq!(rules().check(&field.state, &search.plain(A)), Ok(()));
    assert_eq!(field.refused(deed(search, ANSWERED)).rule.as_str(), "P-companion");
}

#[test]
fn the_players_say_which_two_search_and_how_many_wounded_are_in_reach() {
    proves!("P-R64", "P-R51", "P-interrogation");
    let mut field = beside(&[US, NVA], &["(id: 1, side: Vc, hides: Nothing)"], &[1, 6]);
    let search = |which| deed(Deed::Search(MarkerId(1)), Nearby { which, ..ANSWERED });
    let asked = rules().facts_needed(&field.state, &search(None));
    let which = asked.iter().find(|f| f.fact == Fact::Which).unwrap();
    let words: Vec<&str> = which.choices.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(words.len(), 2, "two rifles, or one and the machine gun: {words:?}");
    assert_eq!(field.refused(search(None)).rule.as_str(), "P-R64", "who searches is asked");
    assert_eq!(field.refused(search(Some(figures([2])))).rule.as_str(), "P-search", "one is too few");
    let rifles = which.choices.iter().find(|c| c.label.contains("two")).unwrap().answer;
    field.play(search(None).with_fact(Fact::Which, rifles), &[]);
    let busy: Vec<bool> = field.squad(1).figures.iter().map(|f| f.searches).collect();
    assert_eq!(busy, [false, true, true, false], "the machine gun may fire");
    // Of two wounded one is in reach.
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    (field.state.squads[1].figures[0].fate, field.state.squads[1].figures[2].fate) = (Fate::Wounded, Fate::Wounded);
    let capture = |which| deed(Deed::Capture(X), Nearby { which: Some(which), ..ANSWERED });
    let asked = rules().facts_needed(&field.state, &capture(figures([])));
    assert_eq!(asked.iter().map(|f| f.fact).collect::<Vec<_>>(), [Fact::Which], "each fact once");
    assert_eq!(field.refused(capture(figures([]))).rule.as_str(), "P-interrogation");
    let one = asked[0].choices.iter().find(|c| c.label == "1").unwrap().answer;
    field.play(capture(figures([])).with_fact(Fact::Which, one), &[]);
    assert_eq!((field.state.tally.vc_captured, field.squad(11).figures[2].fate), (1, Fate::Wounded));
}

#[test]
fn those_fight_and_fall_who_are_said_to_touch() {
    proves!("P-R64", "P-close-combat");
    let mut field = beside(&[US, NVA], &[], &[1, 6]);
    field.state.squads[0].figures[1].pinned = Some(1);
    let close = |own, enemies| Command::Close { squad: A, target: X, facts: Some((own, enemies)) };
    let asked = rules().facts_needed(&field.state, &close(figures([]), figures([])));
    let asks: Vec<&str> = asked.iter().map(|f| f.asks.as_str()).collect();
    assert_eq!(asked.len(), 5, "the gun, rifles, a pinned one; enemies with rifles and with the RPG: {asks:?}");
    assert_eq!(field.refused(close(figures([]), figures([1]))).rule.as_str(), "P-close-combat", "nobody touches");
    // The RPG gunner alone, the last of them, falls to two riflemen.
    let fought = asked.iter().fold(close(figures([]), figures([])), |said, asked| {
        let count = match asked.asks.as_str() {
            asks if asks.contains("RPG") => 1,
            asks if asks.contains("your figures with an assault rifle") => 2,
            _ => 0,
        };
        said.with_fact(asked.fact, asked.choices[count].answer)
    });
    assert_eq!(fought, close(figures([3, 4]), figures([4])));
    field.play(fought, &[6, 1]);
    let fallen: Vec<usize> = (0..4).filter(|&n| !field.squad(11).figures[n].able()).collect();
    assert_eq!(fallen, [3]);
}

#[test]
fn a_part_of_a_move_says_which_marker_it_comes_to() {
    proves!("P-R64", "P-traps");
    let markers = ["(id: 1, side: Vc, hides: Trap(Punji))", "(id: 2, side: Vc, hides: Nothing)"];
    let mut field = beside(&[US, NVA], &markers, &[1, 6]);
    field.play(march(1, Mode::Patrol), &[6, 6, 6]);
    let leg = Leg::measured(200, Terrain::Open);
    let step = |meets: Option<MarkerId>| Command::Step { squad: A, leg: meets.map_or(leg, |marker| leg.to(marker)) };
    let asked = rules().facts_needed(&field.state, &step(None));
    let meets = asked.iter().find(|f| f.fact == Fact::Meets).unwrap();
    assert_eq!((meets.choices.len(), meets.usual), (3, Answer::Marker(None)));
    let events = field.play(step(None).with_fact(Fact::Meets, meets.choices[1].answer), &[1]);
    assert!(events.iter().any(|e| matches!(e, Event::TrapMet { marker: MarkerId(1), .. })), "{events:?}");
    field.play(Command::Pass, &[]);
    assert_eq!(field.refused(step(Some(MarkerId(1)))).rule.as_str(), "P-hidden", "it is gone");
    let asked = rules().facts_needed(&field.state, &step(None));
    assert_eq!(asked.iter().find(|f| f.fact == Fact::Meets).unwrap().choices.len(), 2);
}

#[test]
fn whether_a_hidden_mortar_is_heard_is_asked() {
    proves!("P-R64", "P-R39");
    let mortar = NVA.replace("(1, Rpg)", "(1, Mortar82)");
    let setup = scenario(&BESIDE, &[US, &mortar], &["(id: 1, side: Vc, hides: Squad(11))"]);
    let fired = |heard| {
        let shot = platoon::Shot { range: 5_000, cover: Cover::None, from: Quarter::Front, seeing: None, heard };
        Command::Mortar { squad: X, figure: 4, target: A, facts: Some(shot) }
    };
    for heard in [true, false] {
        let mut field = Field::begin(&setup, &[6, 1]);
        field.until(11);
        let asked = rules().facts_needed(&field.state, &fired(None));
        assert!(asked.iter().any(|f| f.fact == Fact::Heard && f.asks.contains("30\"")), "{asked:?}");
        assert_eq!(field.refused(fired(None)).rule.as_str(), "P-R64");
        let events = field.any(fired(Some(heard)), 3);
        let shown = events.iter().any(|e| matches!(e, Event::Revealed { how: Noticed::Firing, .. }));
        assert_eq!(shown, heard, "fifty inches to the target say nothing of the others: {events:?}");
    }
}

#[test]
fn who_gets_out_stands_where_that_was_said_and_a_boat_needs_a_bank() {
    proves!("P-R64", "P-infantry-move", "P-save");
    let mut field = beside(&[US, BOAT, NVA], &[], &[1, 5, 6]);
    field.play(deed(Deed::Mount(SquadId(2)), ANSWERED), &[]);
    field.play(Command::Done, &[]);
    field.state.active.squad = A;
    field.state.phase = Phase::Active(Side::Allied);
    field.state.active.task = false;
    let out = |near, ground| deed(Deed::Dismount, Nearby { near, ground, which: None });
    assert_eq!(field.refused(Command::Dismount { squad: A }).rule.as_str(), "P-R64");
    assert_eq!(field.refused(out(true, None)).rule.as_str(), "P-R64", "the ground is asked");
    assert_eq!(field.refused(out(false, Some(Terrain::Jungle))).rule.as_str(), "P-infantry-move", "no bank");
    field.play(out(true, Some(Terrain::Jungle)), &[]);
    assert_eq!((field.squad(1).aboard, field.squad(1).ground), (None, Terrain::Jungle));
    // At the start vehicles are asked for as well: who gets out stands beside them.
    let apc = BOAT.replace("Boat", "Apc");
    let setup = scenario(&BESIDE, &[US, &apc, NVA], &[]);
    let state = rules().begin(&setup, &mut tabletop::dice::Tape::new([])).unwrap();
    assert_eq!(state.unplaced, [A, SquadId(2), X]);
}

#[test]
fn nobody_fires_at_an_aircraft_from_under_a_roof_that_was_named() {
    proves!("P-R64", "P-R26");
    let gun = NVA.replace("(1, Rpg)", "(1, Hmg)");
    let mut field = beside(&[US, &gun], &[], &[1, 6]);
    let path = FlightPath { from: Point::new(0, 1_000), to: Point::new(0, 0) };
    let then = field.state.phase;
    field.state.attack =
        Some(Attack { squad: Some(A), side: Side::Allied, gunship: false, target: Point::new(0, 500), path, then });
    field.state.phase = Phase::Overflight(Side::Vc);
    let volley = Command::FireAtAircraft { squad: X, range: Some(1_000) };
    assert_eq!(rules().check(&field.state, &volley), Ok(()));
    field.state.squads[1].ground = Terrain::Masonry;
    assert_eq!(field.refused(volley).rule.as_str(), "P-R26");
}

#[test]
fn at_the_end_the_players_say_whom_the_allies_left_behind() {
    proves!("P-R64", "P-victory");
    let mut setup = scenario(&BESIDE, &[US, NVA], &[]);
    setup.turns = 1;
    let mut field = Field::begin(&setup, &[1, 6]);
    (field.state.squads[0].figures[2].fate, field.state.squads[0].figures[3].fate) = (Fate::Killed, Fate::Wounded);
    field.until(11);
    field.play(Command::Done, &[]);
    assert!(field.state.asks_abandoned() && field.state.phase == Phase::Burst(Side::Allied), "{:?}", field.state.phase);
    let said = |caught: &[u8]| Command::Burst { caught: caught.iter().map(|n| (A, *n)).collect(), markers: vec![] };
    let asked = rules().facts_needed(&field.state, &said(&[]));
    assert_eq!(asked.len(), 1);
    assert_eq!((asked[0].usual, asked[0].choices.len()), (Answer::Figures(figures([])), 4), "none, all, and each");
    assert_eq!(field.refused(said(&[1])).rule.as_str(), "P-companion", "it is on its feet");
    let points = |field: &Field| rules().score(&field.state).allied;
    assert_eq!(points(&field), 0, "nothing is taken for granted");
    let events = field.play(said(&[4]), &[]);
    assert!(matches!(events.last(), Some(Event::Ended { .. })), "{events:?}");
    assert_eq!((field.state.phase, points(&field)), (Phase::Over, -2));
    // Where nobody able is left, there is nothing to ask.
    let mut field = Field::begin(&setup, &[1, 6]);
    for figure in &mut field.state.squads[0].figures {
        figure.fate = Fate::Killed;
    }
    field.play(Command::Done, &[]);
    assert_eq!((field.state.phase, points(&field)), (Phase::Over, -8));
}

#[test]
fn games_from_before_these_questions_go_on_without_them() {
    proves!("P-R64");
    let mut setup = scenario(&BESIDE, &[US, NVA], &["(id: 1, side: Vc, hides: Nothing)"]);
    setup.options.rulings = Rulings::of(2);
    let mut field = Field::begin(&setup, &[1, 6]);
    let search = Deed::Search(MarkerId(1));
    assert_eq!(field.refused(deed(search, ANSWERED)).rule.as_str(), "P-R64");
    let offers = rules().offers(&field.state);
    assert!(offers.iter().all(|offer| !matches!(offer.command, Command::Deed { .. })));
    let close = Command::Close {
        squad: A,
        target: X,
        facts: Some((platoon::Figures::counted(2), platoon::Figures::counted(3))),
    };
    let asked = rules().facts_needed(&field.state, &close);
    assert_eq!(asked.iter().map(|f| f.fact).collect::<Vec<_>>(), [Fact::OwnTouching, Fact::EnemiesTouching]);
    field.play(search.plain(A), &[]);
}

#[test]
fn a_squad_is_measured_as_one() {
    proves!("P-R65");
    // One of four sees the target; the others throw no die, and whom it hits lots decide among all four of the target.
    let seeing = Some(platoon::Figures::ALL.except(figures([2, 3, 4])));
    let shot = |range| platoon::Shot { range, cover: Cover::None, from: Quarter::Front, seeing, heard: None };
    let volley = |range| Command::Fire { squad: A, target: Target::Squad(X), facts: Some(shot(range)) };
    let mut reached = BTreeSet::new();
    for seed in 0..60 {
        let mut field = beside(&[US, NVA], &[], &[1, 6]);
        let events = field.any(volley(1_200), seed);
        let fired = |e: &Event| matches!(e, Event::Volley { volley, .. } if volley.firers == 1);
        assert!(events.iter().any(fired), "{events:?}");
        reached.extend(
            (0..4).filter(|&n| !field.squad(11).figures[n].able() || field.squad(11).figures[n].pinned.is_some()),
        );
    }
    assert_eq!(reached, BTreeSet::from([0, 1, 2, 3]));
    let field = beside(&[US, NVA], &[], &[1, 6]);
    let card = rules().squad_card(&field.state, A).unwrap();
    let needs: Vec<u8> = card.figures.iter().map(|f| f.save.needs).collect();
    assert!(needs.windows(2).all(|pair| pair[0] == pair[1]), "one ground for all: {needs:?}");
}

#[test]
fn where_messages_are_played_a_request_asks_what_the_squad_itself_knows() {
    proves!("P-R64", "P-messages");
    let mut setup = scenario(&BESIDE, &[US, NVA], &[]);
    let request = Command::Request {
        squad: A,
        support: platoon::state::Support::Air,
        target: Point::default(),
        pattern: platoon::state::Pattern::Box,
        path: None,
        facts: Some(Call::default()),
    };
    let asks = |messages: bool, setup: &mut platoon::Scenario| {
        setup.options.messages = messages;
        let field = Field::begin(setup, &[1, 6]);
        rules().facts_needed(&field.state, &request).swap_remove(0).asks
    };
    let (plain, told) = (asks(false, &mut setup), asks(true, &mut setup));
    assert!(plain.contains("6\"") && told.contains("told of") && plain != told, "{plain} {told}");
}
