//! How long each event is shown. Everything ends in under half a second.

use block_by_block::Event;

use crate::shell::counter::TURN;
use crate::shell::dice::DICE;

/// Seconds an event is shown at normal speed.
pub fn pace(event: &Event) -> f32 {
    match event {
        Event::Travelled { path, .. } => travel_time(path.len()),
        Event::TowerRolled { .. }
        | Event::FriendlyFireRolled { .. }
        | Event::AssaultRolled { .. }
        | Event::CloseCombatRolled { .. }
        | Event::AttackerLossRolled { .. } => DICE,
        Event::StepLost { .. } | Event::Left { .. } | Event::Appeared { .. } | Event::Restored { .. } => TURN,
        Event::AttackDeclared { .. } | Event::CounterattackDeclared { .. } => 0.25,
        Event::ZoneTaken { .. } | Event::GateTaken { .. } | Event::GateCleared { .. } | Event::ClearingRose { .. } => {
            0.3
        }
        Event::PublicityRose { .. } | Event::DestructionRose { .. } => 0.25,
        Event::TurnBegan { .. } | Event::GameEnded { .. } => 0.3,
        Event::StepBegan { .. } => 0.1,
        Event::PointsReceived { .. }
        | Event::Detached { .. }
        | Event::GroupFormed { .. }
        | Event::LeftGroup { .. }
        | Event::GroupFinished { .. }
        | Event::LevelChosen { .. }
        | Event::DefendersChosen { .. }
        | Event::AttackFailed { .. }
        | Event::HitsWasted { .. }
        | Event::RouteMarked { .. }
        | Event::Held
        | Event::RetreatDeclared => 0.08,
    }
}

/// Seconds a counter needs for a path of so many places: longer for more, but never half a second.
pub fn travel_time(places: usize) -> f32 {
    (0.26 + 0.04 * places as f32).min(0.46)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_half_a_second() {
        for places in 0..60 {
            assert!(travel_time(places) < 0.5);
        }
        const { assert!(DICE < 0.5) };
    }

    #[test]
    fn longer_ways_take_longer() {
        assert!(travel_time(2) < travel_time(4));
    }
}
