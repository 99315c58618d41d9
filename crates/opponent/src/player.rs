//! A strength as a player of a saved game.

use tabletop::Player;

use crate::Level;

impl Level {
    /// The strength of a player; none if it is a person.
    pub const fn of(player: Player) -> Option<Self> {
        match player {
            Player::Person => None,
            Player::Recruit => Some(Self::Recruit),
            Player::Regular => Some(Self::Regular),
            Player::Veteran => Some(Self::Veteran),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_can_sit_at_the_table_under_its_name() {
        let levels: Vec<Level> = Player::ALL.into_iter().filter_map(Level::of).collect();
        assert_eq!(levels, Level::ALL);
        let named = |player: &Player| Level::of(*player).is_none_or(|level| level.name() == player.name());
        assert!(Player::ALL.iter().all(named));
    }
}
