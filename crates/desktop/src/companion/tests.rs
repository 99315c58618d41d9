//! The desk with a computer at it, without a window: whatever those at the table press, the game goes on, and no page names a squad
//! that hides.

use std::sync::Arc;

use opponent::{Level, Mind, Patience, Thinking as _, View};
use panels::companion::{Ask, Deed, Desk, DiceSource, Manner, Side, Want};
use platoon::{Command, Platoon};
use tabletop::dice::{Seeded, Tape};
use tabletop::{Game, Player, Ruleset as _};

use super::computer::plays;
use crate::shell::staged::Staged;
use crate::shell::start::{Source, fresh_seed, open};
use crate::shell::table::Table;

/// A game beside a real table with a desk and somebody who presses what comes to mind.
struct AtTable {
    game: Game<Platoon>,
    desk: Desk<Platoon>,
    mind: Mind<Platoon>,
    chance: Seeded,
    /// How often the computer decided, said what is to be done, and asked.
    decided: usize,
    announced: usize,
    asked: usize,
}

impl AtTable {
    fn new(table: &Table, players: [Player; 2], dice: DiceSource, seed: u64) -> Self {
        let source = Source::Agreed("beside-your-table".into(), Vec::new(), players);
        let game = open::<Platoon>(table, &source, fresh_seed(Some(seed))).unwrap().game;
        let mut desk = Desk::new(Arc::clone(game.rules()), dice);
        desk.computers(&game, plays(game.players()));
        let _ = desk.changed(&game);
        let mind = Mind::load(&|path| table.library.read(path), Level::Regular, seed).unwrap();
        Self { game, desk, mind, chance: Seeded::new(seed), decided: 0, announced: 0, asked: 0 }
    }

    fn obey(&mut self, mut deed: Option<Deed<Command>>) {
        while let Some(next) = deed.take() {
            match next {
                Deed::Play(command) => drop(self.game.play(command).unwrap()),
                Deed::PlayTape(command, values) => drop(self.game.play_tape(command, values).unwrap()),
                Deed::Undo => {
                    let back = self.game.before_last_decision();
                    back.into_iter().for_each(|point| self.game.seek(point));
                }
                Deed::Begin(values) => {
                    let (rules, scenario) = (Arc::clone(self.game.rules()), self.game.scenario().clone());
                    let players = self.game.players();
                    let name = self.game.scenario_name().to_owned();
                    let begun = Game::new_with(rules, scenario, &name, self.game.seed(), &mut Tape::new(values));
                    self.game = begun.unwrap_or_else(|halt| panic!("{halt}"));
                    self.game.seat(players);
                }
                _ => continue,
            }
            deed = self.desk.changed(&self.game);
        }
    }

    /// The computer decides, if it is to.
    fn decide(&mut self) -> bool {
        let Some(from) = self.desk.deciding(&self.game) else { return false };
        let rules = Arc::clone(self.game.rules());
        let view = View::of(&*rules, self.game.state(), Platoon::SEATS[from.side]);
        let (command, announced) =
            rules.decide_beside(&self.mind, &view, &from, &Patience::ENDLESS).expect("there is something to do");
        self.decided += 1;
        self.announced += usize::from(announced.is_some());
        let deed = self.desk.decided(&self.game, command, announced);
        self.obey(deed);
        true
    }

    /// Something is pressed.
    fn press(&mut self) {
        let page = self.desk.page(&self.game, true);
        let odd = self.chance.choose(30);
        let want = match &page.ask {
            _ if odd == 0 => Want::Show(Side::ALL[self.chance.choose(3)].0),
            _ if odd == 1 && page.undo => Want::Undo,
            _ if odd == 2 && self.game.cursor() > 0 => Want::LookBack(Some(self.chance.choose(self.game.cursor()))),
            _ if odd == 3 => Want::LookAlone(self.chance.choose(2)),
            _ if odd == 4 => Want::LookAs(Some(self.chance.choose(2))),
            _ if odd == 5 => Want::SayWhen,
            Ask::Choose(actions) if actions.is_empty() => panic!("nothing to do: {}", page.question),
            Ask::Choose(actions) => {
                let ends = actions.iter().position(|action| action.ends).filter(|_| self.chance.choose(3) > 0);
                Want::Choose(ends.unwrap_or_else(|| self.chance.choose(actions.len())))
            }
            Ask::Past { .. } => Want::LookBack(None),
            Ask::Facts { words: Some((_, text)), .. } if text.is_empty() => Want::Word("over there".into()),
            Ask::Facts { questions, answers, refusal, manner, .. } => {
                self.asked += usize::from(*manner == Manner::Looks);
                match answers.iter().position(Option::is_none) {
                    _ if odd == 6 && refusal.is_some() => Want::Back,
                    Some(open) if questions[open].choices.is_empty() => Want::Back,
                    None if refusal.is_some() || odd == 7 => Want::Back,
                    None if odd > 20 && !questions.is_empty() => {
                        let place = self.chance.choose(questions.len());
                        let choices = &questions[place].choices;
                        Want::Answer(place, choices[self.chance.choose(choices.len())].value)
                    }
                    None => Want::Go,
                    Some(open) => {
                        let choices = &questions[open].choices;
                        Want::Answer(open, choices[self.chance.choose(choices.len())].value)
                    }
                }
            }
            Ask::Throw(throw) => Want::Die(u8::try_from(self.chance.choose(usize::from(throw.sides)) + 1).unwrap()),
            other => panic!("nobody can go on: {other:?}"),
        };
        let deed = self.desk.want(&self.game, want);
        self.obey(deed);
    }

    /// No page names a squad of the computer that lies under a marker, but the one that turns it over.
    fn keeps_secrets(&self, computer: usize) {
        let page = self.desk.page(&self.game, true);
        if matches!(page.ask, Ask::Facts { manner: Manner::Computer(_), .. } | Ask::Throw(_) | Ask::Past { .. }) {
            return;
        }
        let text = serde_json::to_string(&page).unwrap();
        let state = self.game.state();
        let hides = |squad: &&platoon::state::Squad| {
            self.game.rules().sides()[computer] == squad.side && squad.hidden.is_some() && squad.in_play()
        };
        for squad in state.squads.iter().filter(hides) {
            assert!(!text.contains(&*squad.name), "{} stands on the page: {text}", squad.name);
        }
        assert!(page.under_markers.is_empty() || self.desk.viewer() == Some(1 - computer));
        assert!(self.game.outcome().is_some() || self.desk.viewer() == Some(1 - computer));
    }
}

#[test]
fn whatever_is_pressed_beside_a_table_a_game_with_the_computer_goes_on_to_its_end_and_keeps_its_secrets() {
    let table = Table::read().unwrap();
    let (mut announced, mut asked, mut turns) = (0, 0, 0);
    for seed in 0..12 {
        let computer = usize::from(seed % 3 != 0);
        let mut players = [Player::Person; 2];
        players[computer] = Player::Regular;
        let dice = if seed % 2 == 0 { DiceSource::Typed } else { DiceSource::Computer };
        let mut at = AtTable::new(&table, players, dice, seed);
        for pressed in 0.. {
            assert!(pressed < 60_000, "the game of seed {seed} does not end: {:?}", at.desk.page(&at.game, true).ask);
            if at.game.outcome().is_some() {
                break;
            }
            at.keeps_secrets(computer);
            if !at.decide() {
                at.press();
            }
        }
        turns += at.game.rules().moment(at.game.state()).0;
        (announced, asked) = (announced + at.announced, asked + at.asked);
        assert!(at.decided > 5, "{}", at.decided);
    }
    assert!(announced > 20 && asked > 100 && turns > 30, "{announced} {asked} {turns}");
}
