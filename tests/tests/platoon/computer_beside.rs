//! The computer as a player beside a real table: games to their end with whatever those at the table say, and what it asks.

use std::collections::HashSet;
use std::mem::discriminant;
use std::sync::Arc;

use crate::looks::{NVA, UNDER_1, US, vehicle};
use opponent::{Level, Mind, Patience, View, decide_beside};
use platoon::query::{Answer, Eye, Fact, FactQuestion, Look, Purpose, Seen, Told};
use platoon::state::{Fate, Flight, Order};
use platoon::{Command, Deed, Leg, MarkerId, Mode, Phase, Platoon, Side, SquadId, State, Target, proves};
use pointman_tests::library;
use pointman_tests::platoon::*;
use table::{INCH, Terrain};
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset};

/// Somebody at the table, who says what comes to mind.
struct AtTable {
    lots: Seeded,
    told: Told,
    /// How often an order could not be carried out.
    given_up: usize,
}

impl AtTable {
    fn answer(&mut self, asked: &FactQuestion) -> Answer {
        // A length between those of the buttons is typed.
        match (asked.between, asked.usual) {
            (Some((least, most)), Answer::Inches(_)) if self.lots.choose(3) == 0 => {
                let inches = usize::try_from((most - least) / INCH).unwrap_or(0);
                Answer::Inches(least + i32::try_from(self.lots.choose(inches + 1)).unwrap() * INCH)
            }
            _ if asked.choices.is_empty() || self.lots.choose(4) == 0 => asked.usual,
            _ => asked.choices[self.lots.choose(asked.choices.len())].answer,
        }
    }

    /// Tells the computer what it asks.
    fn look(&mut self, rules: &Platoon, known: &State, side: Side) {
        let next = |told: &Told| rules.looks(known, side, told).into_iter().find(|look| !told.contains_key(look));
        while let Some(look) = next(&self.told) {
            let asked = rules.look_question(known, look);
            let answer = self.answer(&asked);
            let seen = look.seen(answer).unwrap_or_else(|| panic!("{look:?} takes no {answer:?}"));
            self.told.insert(look, seen);
        }
    }

    /// Measures what an order still wants to know, until the rules take it.
    fn measure(&mut self, rules: &Platoon, view: &State, command: &Command) -> Option<Command> {
        (0..12).find_map(|_| {
            let facts = rules.facts_needed(view, command);
            let said = facts.iter().fold(command.clone(), |command, asked| {
                let answer = self.answer(asked);
                command.with_fact(asked.fact, answer)
            });
            rules.check(view, &said).is_ok().then_some(said)
        })
    }
}

/// Whether nothing is legal but what was said not to be possible.
fn is_alone(rules: &Platoon, view: &State, cannot: &[Command]) -> bool {
    let talk = |command: &Command| matches!(command, Command::Message { .. } | Command::Request { .. });
    let offers = rules.offers(view);
    offers.iter().all(|offer| offer.refusal.is_some() || cannot.contains(&offer.command) || talk(&offer.command))
}

/// Plays a game to its end. `computers`: which sides the computer plays; the others play at random. Returns the kinds of orders that
/// the computer gave, and the purposes of its moves.
fn play(mut game: Game<Platoon>, computers: [Option<Level>; 2], seed: u64) -> (AtTable, Vec<Command>, Vec<Purpose>) {
    let rules = Arc::clone(game.rules());
    let mut table = AtTable { lots: Seeded::new(seed), told: Told::new(), given_up: 0 };
    let (mut orders, mut purposes) = (Vec::new(), Vec::new());
    while let Some(side) = game.to_act() {
        assert!(game.len() < 6_000, "the game does not end");
        let level = computers[usize::from(side == Side::Vc)];
        let fact = matches!(game.state().phase, Phase::Burst(_));
        let command = match level.filter(|_| !fact) {
            None => {
                let (options, _) = game.options();
                options[table.lots.choose(options.len())].clone()
            }
            Some(level) => {
                table.look(&rules, &rules.known_to_all(game.state()), side);
                let view = View::of(&*rules, game.state(), side);
                let mind = Mind::<Platoon>::load(&|path| library().read(path), level, 7).unwrap();
                let mut cannot: Vec<Command> = Vec::new();
                loop {
                    let from = (&table.told, cannot.as_slice());
                    let ordered = decide_beside(&mind, &rules, &view, from, &Patience::ENDLESS);
                    let ordered = ordered.unwrap_or_else(|| panic!("nothing to do but {cannot:?}"));
                    let again = cannot.contains(&ordered.command);
                    assert!(!again || is_alone(&rules, view.seen(), &cannot), "{:?} cannot be done", ordered.command);
                    // On what ground its squads stand was told already.
                    let asks = !matches!(ordered.command, Command::Stand { .. })
                        && !rules.facts_needed(view.seen(), &ordered.command).is_empty();
                    let measured = match asks {
                        // Now and then those at the table say that it is not so.
                        true if table.lots.choose(8) == 0 => None,
                        true => table.measure(&rules, view.seen(), &ordered.command),
                        false => Some(ordered.command.clone()),
                    };
                    if let Some(command) = measured {
                        purposes.extend(ordered.purpose);
                        orders.push(command.clone());
                        break command;
                    }
                    table.given_up += 1;
                    cannot.push(ordered.command);
                }
            }
        };
        game.play(command.clone()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        table.told.retain(|look, _| !look.is_spoilt_by(game.state(), &command));
    }
    (table, orders, purposes)
}

/// A game beside a real table, of a scenario that has a board of its own or none.
fn begin(name: &str, seed: u64) -> Game<Platoon> {
    let mut scenario = library().scenario::<Platoon>(name).unwrap();
    scenario.table = None;
    Game::new(Arc::new(rules().clone()), scenario, name, seed).unwrap()
}

/// So many games of every scenario, with each way to seat the computer.
fn games(count: u64) {
    const SEATS: [[Option<Level>; 2]; 3] =
        [[Some(Level::Veteran), Some(Level::Recruit)], [None, Some(Level::Regular)], [Some(Level::Regular), None]];
    let files = library().scenarios(Platoon::ID).unwrap();
    let (mut kinds, mut goals, mut given_up) = (HashSet::new(), HashSet::new(), 0);
    for (n, file) in (0_u64..).zip(files) {
        for (seed, seats) in (0..count * 3).zip(SEATS.iter().cycle()) {
            let game = begin(&file.name, 1_000 * n + seed);
            let (table, orders, purposes) = play(game, *seats, n ^ seed);
            kinds.extend(orders.iter().map(discriminant));
            goals.extend(purposes.iter().map(discriminant));
            given_up += table.given_up;
        }
    }
    assert!(kinds.len() >= 8 && goals.len() >= 5 && given_up > 10, "{} {} {given_up}", kinds.len(), goals.len());
}

#[test]
fn it_plays_every_scenario_to_its_end_whatever_is_said_at_the_table() {
    proves!("P-companion");
    games(1);
}

#[test]
#[ignore = "hundreds of games a scenario take a while"]
fn it_plays_hundreds_of_games_to_their_end_whatever_is_said_at_the_table() {
    proves!("P-companion");
    games(150);
}

/// That the squad that acts is in sight of markers.
fn seen_by_all(known: &State) -> Told {
    Told::from([(Look::Markers(known.active.squad), Seen::Any(true))])
}

/// A game played at random, position by position.
fn positions(name: &str, seed: u64, mut see: impl FnMut(&State)) {
    let mut game = begin(name, seed);
    let mut lots = Seeded::new(seed);
    while game.to_act().is_some() && game.len() < 400 {
        see(game.state());
        let (options, _) = game.options();
        game.play(options[lots.choose(options.len())].clone()).unwrap();
    }
}

#[test]
fn what_it_asks_tells_its_enemy_nothing_of_who_lies_where() {
    proves!("P-companion", "P-hidden", "P-R42");
    let rules = rules();
    let asked = |state: &State, side: Side| -> Vec<FactQuestion> {
        let known = rules.known_to_all(state);
        [Told::new(), seen_by_all(&known)]
            .iter()
            .flat_map(|told| rules.looks(&known, side, told))
            .map(|look| rules.look_question(&known, look))
            .collect()
    };
    let (mut held, mut questions) = (0, 0);
    for (name, seed) in [("beside-your-table", 3), ("ambush", 5), ("village-search", 8), ("downed-helicopter", 2)] {
        positions(name, seed, |state| {
            let Some(side) = rules.to_act(state) else { return };
            for disguise in 0..4 {
                let Some(other) = rules.disguised(state, side.enemy(), disguise) else { continue };
                let asks = asked(state, side);
                assert_eq!(asks, asked(&other, side), "{name}, turn {}: {:?}", state.turn, state.phase);
                held += 1;
                questions += asks.len();
            }
        });
    }
    assert!(held > 300 && questions > 500, "{held} {questions}");
}

#[test]
fn in_positions_that_its_side_cannot_tell_apart_it_does_the_same() {
    proves!("P-companion");
    let rules = rules();
    let mind = Mind::<Platoon>::load(&|path| library().read(path), Level::Regular, 7).unwrap();
    let mut held = 0;
    for (name, seed) in [("beside-your-table", 4), ("village-search", 9)] {
        positions(name, seed, |state| {
            let Some(side) = rules.to_act(state) else { return };
            let Some(other) = rules.disguised(state, side, 1) else { return };
            let mut table = AtTable { lots: Seeded::new(1), told: Told::new(), given_up: 0 };
            table.look(rules, &rules.known_to_all(state), side);
            let [one, two] = [state, &other].map(|state| {
                let view = View::of(rules, state, side);
                decide_beside(&mind, rules, &view, (&table.told, &[]), &Patience::ENDLESS)
            });
            assert_eq!(one, two, "{name}, turn {}: {:?}", state.turn, state.phase);
            held += 1;
        });
    }
    assert!(held > 30, "{held}");
}

#[test]
fn what_its_markers_hide_is_dealt_among_them_and_nothing_is_lost() {
    proves!("P-companion");
    let scenario = library().scenario::<Platoon>("beside-your-table").unwrap();
    let dealt = |seed: u64| {
        let mut dealt = scenario.clone();
        dealt.deal_markers(Side::Vc, seed);
        dealt
    };
    let sorted = |scenario: &platoon::Scenario| {
        let mut hidden: Vec<String> = scenario.markers.iter().map(|marker| format!("{:?}", marker.hides)).collect();
        hidden.sort();
        hidden
    };
    let mut ways = HashSet::new();
    for seed in 0..40 {
        let one = dealt(seed);
        assert_eq!(one, dealt(seed));
        assert_eq!(sorted(&one), sorted(&scenario));
        let numbers: Vec<u8> = one.markers.iter().map(|marker| marker.id.0).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
        ways.insert(format!("{:?}", one.markers));
        rules().begin(&one, &mut Seeded::new(seed)).unwrap();
    }
    assert!(ways.len() > 30, "{}", ways.len());
    // The enemy's are left alone, and so is a table of the computer's own.
    let mut other = scenario.clone();
    other.deal_markers(Side::Allied, 1);
    assert_eq!(other, scenario);
    let ambush = library().scenario::<Platoon>("ambush").unwrap();
    let mut same = ambush.clone();
    same.deal_markers(Side::Vc, 1);
    assert_eq!(same, ambush);
}

/// What a side does at that level, in a position with what was told.
fn decides(field: &Field, level: Level, told: &[(Look, Seen)], cannot: &[Command]) -> (Command, Option<Purpose>) {
    let mind = Mind::<Platoon>::load(&|path| library().read(path), level, 7).unwrap();
    let view = View::of(rules(), &field.state, field.state.decides().unwrap());
    let told: Told = told.iter().copied().collect();
    let ordered = decide_beside(&mind, rules(), &view, (&told, cannot), &Patience::ENDLESS).expect("it decides");
    (ordered.command, ordered.purpose)
}

/// A US squad acts; the NVA squad lies under marker 1 or stands on the table. Both are beside a real table.
fn meet(markers: &[&str]) -> Field {
    Field::begin(&scenario(&BESIDE, &[US, NVA], markers), &[1, 6])
}

const ENEMY: Look = Look::Enemy(Eye::Marker(MarkerId(1)), SquadId(1));

fn away(inches: i32) -> Seen {
    Seen::Away(Some(inches * INCH))
}

#[test]
fn who_lies_in_ambush_fires_at_whom_it_was_told_to_see_and_at_the_range_it_was_told() {
    proves!("P-companion", "P-opportunity");
    let mut field = meet(&[UNDER_1]);
    field.play(Command::March { squad: SquadId(1), mode: Some(Mode::Patrol) }, &[3, 3, 3]);
    field.ask(Command::Step { squad: SquadId(1), leg: Leg::measured(600, Terrain::Open) }, &[]);
    assert_eq!(field.state.phase, Phase::Interrupt(Side::Vc));
    let looks = rules().looks(&rules().known_to_all(&field.state), Side::Vc, &Told::new());
    assert_eq!(looks, [ENEMY]);
    let fires = |seen: &[(Look, Seen)]| decides(&field, Level::Veteran, seen, &[]).0;
    let shot = fires(&[(ENEMY, away(6))]);
    assert!(matches!(shot, Command::Fire { squad: SquadId(11), target: Target::Squad(SquadId(1)), .. }), "{shot:?}");
    assert_eq!(shot.fact(Fact::Range), Some(Answer::Inches(600)));
    // Out of sight, or never told of, it lets the squad pass; so it does if it was said that it cannot fire.
    assert_eq!(fires(&[(ENEMY, Seen::Away(None))]), Command::Pass);
    assert_eq!(fires(&[]), Command::Pass);
    assert_eq!(decides(&field, Level::Veteran, &[(ENEMY, away(6))], &[shot]).0, Command::Pass);
}

#[test]
fn who_attacks_goes_to_markers_and_searches_at_the_one_within_reach() {
    proves!("P-companion", "P-search");
    let field = meet(&[UNDER_1]);
    let patrol = Command::March { squad: SquadId(1), mode: Some(Mode::Patrol) };
    assert_eq!(decides(&field, Level::Regular, &[], &[]), (patrol, Some(Purpose::ToMarker)));
    let known = rules().known_to_all(&field.state);
    assert_eq!(rules().looks(&known, Side::Allied, &Told::new()), [Look::Reach(SquadId(1))]);
    let there = [(Look::Reach(SquadId(1)), Seen::Reach(Some(Deed::Search(MarkerId(1)))))];
    let (search, _) = decides(&field, Level::Regular, &there, &[]);
    assert!(matches!(search, Command::Deed { deed: Deed::Search(MarkerId(1)), .. }), "{search:?}");
}

#[test]
fn who_stands_beside_the_fallen_takes_enemies_prisoner_and_carries_its_own() {
    proves!("P-companion", "P-interrogation", "P-infantry-move");
    let mut field = meet(&["(id: 1, side: Vc, hides: Cache)"]);
    field.state.squads[0].ground = Terrain::Jungle;
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.state.squads[1].figures[0].fate = Fate::Wounded;
    let choices = |field: &Field, squad: u8| -> Vec<String> {
        let known = rules().known_to_all(&field.state);
        let reach = Look::Reach(SquadId(squad));
        let asked = rules().looks(&known, field.state.decides().unwrap(), &Told::new()).contains(&reach);
        let question = rules().look_question(&known, reach);
        question.choices.into_iter().filter(|_| asked).map(|choice| choice.label).collect()
    };
    let [none, marker, own, enemy] =
        ["nothing", "marker 1, within 2\"", "figure 4 of A, fallen, within 1\"", "the wounded of X, within 1\""];
    assert_eq!(choices(&field, 1), [none, marker, own, enemy]);
    let does = |field: &Field, deed: Deed| {
        let squad = field.state.active.squad;
        decides(field, Level::Regular, &[(Look::Reach(squad), Seen::Reach(Some(deed)))], &[])
    };
    for deed in [Deed::Capture(SquadId(11)), Deed::Carry(SquadId(1), 4)] {
        let (command, _) = does(&field, deed);
        assert!(matches!(command, Command::Deed { deed: ordered, .. } if ordered == deed), "{command:?}");
        if matches!(deed, Deed::Carry(..)) {
            field.play(command, &[]);
        }
    }
    // With its burden it goes to no marker any more, and what takes a whole turn it has no time for.
    assert_eq!(choices(&field, 1), Vec::<String>::new());
    assert_eq!(decides(&field, Level::Regular, &[], &[]), (Command::Done, None));
    // The other side loses no points by those who are left behind.
    field.until(11);
    field.state.squads[0].burden.clear();
    field.state.squads[0].figures[3].fate = Fate::Able;
    assert_eq!(choices(&field, 11), Vec::<String>::new());
}

#[test]
fn who_is_seen_in_the_open_goes_into_cover_unless_it_is_a_recruit() {
    proves!("P-companion");
    let mut field = meet(&[]);
    field.until(11);
    // Too far off to be fired at.
    let seen = [(Look::Enemy(Eye::Squad(SquadId(11)), SquadId(1)), away(59))];
    let (march, purpose) = decides(&field, Level::Regular, &seen, &[]);
    assert_eq!(purpose, Some(Purpose::IntoCover), "{march:?}");
    assert!(matches!(march, Command::March { squad: SquadId(11), .. }), "{march:?}");
    assert_eq!(decides(&field, Level::Recruit, &seen, &[]), (Command::Done, None));
    field.state.squads[1].ground = Terrain::Jungle;
    assert_eq!(decides(&field, Level::Regular, &seen, &[]), (Command::Done, None));
}

#[test]
fn what_is_in_reach_is_asked_again_in_each_phase_and_after_what_was_found() {
    proves!("P-companion", "P-search");
    let mut field = meet(&["(id: 1, side: Vc, hides: Cache)"]);
    let reach = Look::Reach(SquadId(1));
    let search = Deed::Search(MarkerId(1));
    let (ordered, _) = decides(&field, Level::Regular, &[(reach, Seen::Reach(Some(search)))], &[]);
    field.play(ordered.clone(), &[]);
    assert!(reach.is_spoilt_by(&field.state, &ordered));
    // A search takes the turn: nothing more is asked.
    let known = |field: &Field| rules().known_to_all(&field.state);
    assert!(!rules().looks(&known(&field), Side::Allied, &Told::new()).contains(&reach));
    assert!(reach.is_spoilt_by(&field.state, &Command::Done));
    while field.state.turn == 1 || !matches!(field.state.phase, Phase::Active(Side::Allied)) {
        field.any(if matches!(field.state.phase, Phase::Active(_)) { Command::Done } else { Command::Pass }, 1);
    }
    assert!(rules().looks(&known(&field), Side::Allied, &Told::new()).contains(&reach));
    let there = Deed::Stores(MarkerId(1), platoon::command::Stores::Destroy);
    let (destroy, _) = decides(&field, Level::Regular, &[(reach, Seen::Reach(Some(there)))], &[]);
    assert!(matches!(destroy, Command::Deed { deed, .. } if deed == there), "{destroy:?}");
    // Riding, a squad sees nothing that it could use.
    field.state.squads[0].aboard = Some(SquadId(9));
    assert!(rules().looks(&known(&field), Side::Allied, &Told::new()).is_empty());
}

#[test]
fn who_moves_under_its_marker_is_measured_to_again() {
    proves!("P-companion", "P-hidden");
    let mut field = meet(&[UNDER_1, "(id: 2, side: Vc, hides: Nothing)"]);
    field.until(11);
    let leg = Leg::measured(300, Terrain::Open);
    let (own, other) = (Command::Step { squad: SquadId(11), leg }, Command::Step { squad: SquadId(2), leg });
    assert!(ENEMY.is_spoilt_by(&field.state, &own) && !ENEMY.is_spoilt_by(&field.state, &other));
    assert!(!Look::Enemy(Eye::Marker(MarkerId(2)), SquadId(1)).is_spoilt_by(&field.state, &own));
}

#[test]
fn by_night_it_asks_for_ten_inches() {
    proves!("P-companion", "P-R38");
    let mut field = meet(&[UNDER_1]);
    field.state.options.night = true;
    let labels: Vec<String> =
        rules().look_question(&field.state, ENEMY).choices.into_iter().map(|choice| choice.label).collect();
    assert_eq!(labels, ["out of sight", "up to 10\""]);
}

#[test]
fn who_has_to_fall_back_fires_at_nobody_that_it_was_not_told_of() {
    proves!("P-companion", "P-morale", "P-infantry-move");
    let mut field = meet(&[]);
    field.state.squads[0].order = Order::Withdrawing;
    // Two bearers for a casualty, and one of them is pinned.
    field.state.squads[0].figures[3].fate = Fate::Killed;
    field.state.squads[0].burden = vec![(SquadId(1), 3)];
    for n in [0, 1] {
        field.state.squads[0].figures[n].pinned = Some(1);
    }
    let put_down = Command::PutDown { squad: SquadId(1) };
    assert_eq!(decides(&field, Level::Regular, &[], &[]), (put_down, Some(Purpose::Back)));
}

#[test]
fn who_cannot_go_on_asks_for_no_support() {
    proves!("P-companion", "P-R49");
    let officer = US.replace("gung_ho", "officer: true, gung_ho");
    let mut field = Field::begin(&scenario(&BESIDE, &[&officer, NVA], &[]), &[1, 6]);
    field.state.squads[0].order = Order::Leaving;
    field.state.squads[0].figures[0].prone = true;
    field.state.squads[0].figures[0].pinned = Some(1);
    field.play(Command::March { squad: SquadId(1), mode: Some(Mode::Patrol) }, &[3, 3, 3]);
    // It is at the edge, and waits for who is pinned.
    let (step, purpose) = decides(&field, Level::Regular, &[], &[]);
    assert!(matches!(step, Command::Step { .. }) && purpose == Some(Purpose::OffTheTable), "{step:?}");
    assert_eq!(decides(&field, Level::Regular, &[], std::slice::from_ref(&step)).0, step);
}

#[test]
fn who_is_locked_hand_to_hand_fights_on() {
    proves!("P-companion", "P-R33");
    let mut field = meet(&[]);
    field.state.squads[0].locked = Some(SquadId(11));
    let (fights, _) = decides(&field, Level::Regular, &[], &[]);
    assert!(matches!(fights, Command::Close { squad: SquadId(1), target: SquadId(11), .. }), "{fights:?}");
    // Nobody is base to base any more.
    assert_eq!(decides(&field, Level::Regular, &[], &[fights]).0, Command::Done);
}

#[test]
fn who_is_broken_goes_back_and_leaves_the_table_once_it_is_at_the_edge() {
    proves!("P-companion", "P-morale");
    let mut field = meet(&[]);
    field.state.squads[0].order = Order::Leaving;
    let (march, purpose) = decides(&field, Level::Regular, &[], &[]);
    assert!(matches!(march, Command::March { .. }), "{march:?}");
    assert_eq!(purpose, Some(Purpose::OffTheTable));
    field.play(march, &[3, 3, 3]);
    let step = decides(&field, Level::Regular, &[], &[]);
    assert!(matches!(step, (Command::Step { .. }, Some(Purpose::OffTheTable))), "{step:?}");
    field.ask(Command::Step { squad: SquadId(1), leg: Leg::measured(300, Terrain::Open) }, &[]);
    field.ask(Command::Pass, &[]);
    let leaves = Command::LeaveTable { squad: SquadId(1) };
    assert_eq!(decides(&field, Level::Regular, &[], &[]).0, leaves);
    // It is not there yet.
    assert!(matches!(decides(&field, Level::Regular, &[], &[leaves]).0, Command::Step { .. }));
}

#[test]
fn each_of_several_markers_is_asked_for_only_if_any_is_in_sight() {
    proves!("P-companion", "P-hidden");
    let mut field = meet(&[UNDER_1, "(id: 2, side: Vc, hides: Nothing)"]);
    field.play(Command::March { squad: SquadId(1), mode: Some(Mode::Patrol) }, &[3, 3, 3]);
    let goes = Command::Step { squad: SquadId(1), leg: Leg::measured(300, Terrain::Open) };
    field.ask(goes.clone(), &[]);
    let any = Look::Markers(SquadId(1));
    let known = rules().known_to_all(&field.state);
    let asks = |told: &[(Look, Seen)]| rules().looks(&known, Side::Vc, &told.iter().copied().collect());
    assert_eq!(asks(&[]), [any]);
    assert_eq!(asks(&[(any, Seen::Any(false))]), []);
    assert_eq!(asks(&[(any, Seen::Any(true))]), [ENEMY, Look::Enemy(Eye::Marker(MarkerId(2)), SquadId(1))]);
    assert_eq!(decides(&field, Level::Veteran, &[(any, Seen::Any(false))], &[]).0, Command::Pass);
    // Whether any is, is asked again once the squad or a marker has moved.
    let hidden = Command::Step { squad: SquadId(11), leg: Leg::measured(300, Terrain::Open) };
    assert!(any.is_spoilt_by(&field.state, &goes) && any.is_spoilt_by(&field.state, &hidden));
    assert!(!any.is_spoilt_by(&field.state, &Command::Done));
}

#[test]
fn who_can_neither_fire_nor_go_on_is_asked_for_nothing() {
    proves!("P-companion", "P-R04");
    let mut field = meet(&[]);
    field.play(Command::March { squad: SquadId(1), mode: Some(Mode::Patrol) }, &[3, 3, 3]);
    let looks = |field: &Field| rules().looks(&rules().known_to_all(&field.state), Side::Allied, &Told::new());
    let enemy = Look::Enemy(Eye::Squad(SquadId(1)), SquadId(11));
    field.state.active.march.as_mut().unwrap().used = 600;
    assert_eq!(looks(&field), [enemy], "it may fire");
    for figure in &mut field.state.squads[0].figures {
        figure.fired = true;
    }
    assert_eq!(looks(&field), []);
    field.state.active.march.as_mut().unwrap().used = 300;
    assert_eq!(looks(&field), [enemy], "it may go into cover");
}

#[test]
fn a_helicopter_brings_its_passengers_down_and_rises_without_them() {
    proves!("P-companion", "P-vehicle-move");
    let rider = US.replace("id: 1", "id: 2").replace("at: Some((20, 8))", "aboard: Some(1)");
    let begin = |kind| Field::begin(&scenario(&BESIDE, &[&vehicle(US, kind), &rider, NVA], &[UNDER_1]), &[1, 2, 6]);
    let mut field = begin("Helicopter");
    let (down, purpose) = decides(&field, Level::Regular, &[], &[]);
    assert!(matches!(down, Command::Fly { to: None, .. }) && purpose == Some(Purpose::Land), "{down:?}");
    // It is not over firm ground: it flies there first.
    let (on, purpose) = decides(&field, Level::Regular, &[], &[down]);
    assert!(matches!(on, Command::Fly { to: Some(_), .. }) && purpose == Some(Purpose::Land), "{on:?}");
    let flies = |field: &Field| matches!(decides(field, Level::Regular, &[], &[]).0, Command::Fly { to: None, .. });
    for (flight, aboard, goes) in [
        (Flight::Flying, None, false),
        (Flight::Descending, Some(SquadId(1)), true),
        (Flight::Landed, Some(SquadId(1)), false),
        (Flight::Landed, None, true),
        (Flight::Rising, None, true),
    ] {
        (field.state.squads[0].flight, field.state.squads[1].aboard) = (flight, aboard);
        assert_eq!(flies(&field), goes, "{flight:?}");
    }
    let gets_out = |field: &Field| {
        let order = decides(field, Level::Regular, &[], &[]).0;
        matches!(order, Command::Deed { squad: SquadId(2), deed: Deed::Dismount, .. })
    };
    field.state.squads[1].aboard = Some(SquadId(1));
    field.until(2);
    for (flight, goes) in [(Flight::Flying, false), (Flight::Landed, true)] {
        field.state.squads[0].flight = flight;
        assert_eq!(gets_out(&field), goes, "{flight:?}");
    }
    // Of what drives they get out once it is fired at.
    let mut field = begin("Apc");
    field.until(2);
    assert!(!gets_out(&field));
    field.state.squads[0].since.under_fire = true;
    assert!(gets_out(&field));
}
