//! The computer as a player beside a real table: games to their end with whatever those at the table say, and what it asks.

use std::collections::HashSet;
use std::mem::discriminant;
use std::sync::Arc;

use opponent::{Level, Mind, Patience, View, decide_beside};
use platoon::query::{Answer, FactQuestion, Purpose, Told};
use platoon::{Command, Phase, Platoon, Side, State, proves};
use pointman_tests::library;
use pointman_tests::platoon::rules;
use table::INCH;
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
        for look in rules.looks(known, side) {
            if self.told.contains_key(&look) {
                continue;
            }
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
    let offers = rules.offers(view);
    offers.iter().all(|offer| offer.refusal.is_some() || cannot.contains(&offer.command))
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
        table.told.retain(|look, _| !look.is_spoilt_by(&command));
        game.play(command.clone()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
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
    assert!(kinds.len() >= 8 && goals.len() == 5 && given_up > 10, "{} {} {given_up}", kinds.len(), goals.len());
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
