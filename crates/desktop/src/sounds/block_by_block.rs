//! What is heard of Block by Block: a battle of battalions, most of it some streets away.

use block_by_block::{Event, HeavyLevel};
use sound::Arm::{Artillery, MachineGun, Mortar, Rifle};
use sound::Distance::{Far, Near};
use sound::Sound;

/// What is heard of an event.
pub fn sound_of(event: &Event) -> Option<Sound> {
    Some(match event {
        Event::TurnBegan { .. } => Sound::Turn,
        Event::Travelled { .. } | Event::Appeared { .. } | Event::Restored { .. } | Event::StepLost { .. } => {
            Sound::Counter
        }
        // In close combat both stand in one area.
        Event::AttackDeclared { from, target, .. } if from == target => Sound::Fire(Rifle, Near),
        Event::AttackDeclared { .. } => Sound::Fire(MachineGun, Far),
        Event::CounterattackDeclared { .. } => Sound::Fire(Rifle, Near),
        Event::LevelChosen { level: HeavyLevel::One } => Sound::Fire(Mortar, Far),
        Event::LevelChosen { level: HeavyLevel::Two } => Sound::Fire(Artillery, Far),
        Event::FriendlyFireRolled { hit: true, .. } => Sound::Fire(Artillery, Near),
        Event::FriendlyFireRolled { hit: false, .. }
        | Event::StepBegan { .. }
        | Event::PointsReceived { .. }
        | Event::TowerRolled { .. }
        | Event::Detached { .. }
        | Event::Left { .. }
        | Event::ZoneTaken { .. }
        | Event::GateTaken { .. }
        | Event::GroupFormed { .. }
        | Event::LeftGroup { .. }
        | Event::GroupFinished { .. }
        | Event::DestructionRose { .. }
        | Event::PublicityRose { .. }
        | Event::DefendersChosen { .. }
        | Event::AssaultRolled { .. }
        | Event::CloseCombatRolled { .. }
        | Event::AttackerLossRolled { .. }
        | Event::AttackFailed { .. }
        | Event::HitsWasted { .. }
        | Event::RouteMarked { .. }
        | Event::Held
        | Event::RetreatDeclared
        | Event::GateCleared { .. }
        | Event::ClearingRose { .. }
        | Event::GameEnded { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_weapons_are_heard_by_their_level_and_close_when_they_hit_their_own() {
        let level = |level| sound_of(&Event::LevelChosen { level });
        assert_eq!(level(HeavyLevel::One), Some(Sound::Fire(Mortar, Far)));
        assert_eq!(level(HeavyLevel::Two), Some(Sound::Fire(Artillery, Far)));
        let rolled = |hit| sound_of(&Event::FriendlyFireRolled { die: 1, hit });
        assert_eq!((rolled(true), rolled(false)), (Some(Sound::Fire(Artillery, Near)), None));
    }

    #[test]
    fn a_turn_is_announced_and_a_pause_is_silent() {
        assert_eq!(sound_of(&Event::TurnBegan { turn: 2 }), Some(Sound::Turn));
        assert_eq!(sound_of(&Event::Held), None);
    }
}
