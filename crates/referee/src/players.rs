//! Who may sit at a table that nobody watches, and what each of them does.

use clap::ValueEnum;
use opponent::{Level, Mind, Patience, Thinking, View, Weights};
use tabletop::Library;
use tabletop::dice::Seeded;
use teacher::{Teaching, player};

use crate::games::pick;

/// Somebody who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// Any option, each as likely as the others
    Random,
    /// The first option of the list, always
    First,
    /// The best of some options, looking one decision ahead over what his side sees
    Shallow,
    /// The computer as a beginner
    Recruit,
    /// The computer as somebody who knows the game
    Regular,
    /// The computer at its best
    Veteran,
}

impl Player {
    /// The strength, if it is a mind.
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Random | Self::First | Self::Shallow => None,
            Self::Recruit => Some(Level::Recruit),
            Self::Regular => Some(Level::Regular),
            Self::Veteran => Some(Level::Veteran),
        }
    }

    /// As it is written on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// What minds weigh by, for the players that are minds.
#[derive(Clone, Debug)]
pub(crate) struct School {
    weights: Vec<(Level, Weights)>,
}

impl School {
    /// Reads the weights for these players.
    pub(crate) fn of<R: Thinking>(library: &Library, players: &[Player]) -> Result<Self, String> {
        let mut weights = Vec::new();
        for level in players.iter().filter_map(|player| player.level()) {
            let read = Weights::load::<R>(&|path| library.read(path), level).map_err(|error| error.to_string())?;
            weights.push((level, read));
        }
        Ok(Self { weights })
    }

    /// A player at the table. The seed is for a mind; the others draw from the lots they are lent.
    pub(crate) fn seat<R: Thinking>(&self, player: Player, seed: u64) -> Seated<R> {
        let level = player.level().and_then(|level| self.weights.iter().find(|(known, _)| *known == level));
        let mind = level.map(|(level, weights)| Mind::weighing(*level, seed, weights.clone()));
        Seated { player, mind, options: Vec::new() }
    }
}

/// A player at the table.
pub(crate) struct Seated<R: Thinking> {
    player: Player,
    mind: Option<Mind<R>>,
    options: Vec<R::Command>,
}

impl<R: Teaching + Thinking> Seated<R> {
    /// A mind at the table.
    pub(crate) fn mind(mind: Mind<R>) -> Self {
        Self { player: Player::Regular, mind: Some(mind), options: Vec::new() }
    }

    /// What he does for the side that is to decide; `None` if there is nothing that he could.
    pub(crate) fn order(
        &mut self,
        rules: &R,
        state: &R::State,
        side: R::Side,
        picks: &mut Seeded,
    ) -> Option<R::Command> {
        if let Some(mind) = &self.mind {
            return mind
                .decide(rules, &View::of(rules, state, side), &Patience::ENDLESS)
                .map(|decision| decision.command);
        }
        self.options.clear();
        rules.options(state, &mut self.options);
        self.options.retain(|option| rules.giver(state, option) == Some(side));
        // A player who thinks at all does not try what cannot come to anything.
        if self.player != Player::Random && self.options.iter().any(|option| !rules.futile(state, option)) {
            self.options.retain(|option| !rules.futile(state, option));
        }
        let first = self.options.first()?;
        Some(match self.player {
            Player::First => first.clone(),
            Player::Shallow => self.options[player::choose(rules, state, &self.options, picks)].clone(),
            _ => pick(&self.options, picks).clone(),
        })
    }
}
