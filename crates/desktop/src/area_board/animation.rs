//! How long each event is shown. Everything ends in under half a second.

use block_by_block::Event;

/// Seconds an event is shown at normal speed.
pub fn pace(event: &Event) -> f32 {
    match event {
        Event::Travelled { path, .. } => travel_time(path.len()),
        Event::TowerRolled { .. }
        | Event::FriendlyFireRolled { .. }
        | Event::AssaultRolled { .. }
        | Event::CloseCombatRolled { .. }
        | Event::AttackerLossRolled { .. } => DICE,
        Event::StepLost { .. } | Event::Left { .. } | Event::Appeared { .. } | Event::Restored { .. } => COUNTER,
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

/// Seconds the dice are seen to roll and lie.
pub const DICE: f32 = 0.48;
/// Seconds a counter needs to flip, rout, come or go.
pub const COUNTER: f32 = 0.24;
/// Seconds a counter needs to slide to its new place in a stack.
pub const SLIDE: f32 = 0.16;

/// How far a movement is after this share of its time: it starts and ends gently.
pub fn eased(share: f32) -> f32 {
    let t = share.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The faces a rolling die shows before it comes to rest on `face`, `share` of the way through.
pub fn rolling_face(face: u8, share: f32, number: usize) -> u8 {
    const TUMBLE: [u8; 8] = [3, 6, 2, 5, 1, 4, 6, 1];
    if share >= 0.6 {
        return face;
    }
    let step = (share / 0.6 * 7.0) as usize;
    TUMBLE[(step + number * 3) % TUMBLE.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_half_a_second() {
        for places in 0..60 {
            assert!(travel_time(places) < 0.5);
        }
        const { assert!(DICE < 0.5 && COUNTER < 0.5 && SLIDE < 0.5) };
    }

    #[test]
    fn longer_ways_take_longer() {
        assert!(travel_time(2) < travel_time(4));
    }

    #[test]
    fn movement_begins_and_ends_where_it_should() {
        assert_eq!((eased(0.0), eased(1.0), eased(-3.0), eased(9.0)), (0.0, 1.0, 0.0, 1.0));
        assert!(eased(0.1) < 0.1 && eased(0.9) > 0.9);
    }

    #[test]
    fn dice_come_to_rest_on_what_was_rolled() {
        for face in 1..=6 {
            assert_eq!(rolling_face(face, 1.0, 0), face);
            assert!((1..=6).contains(&rolling_face(face, 0.3, 1)));
        }
        assert_ne!(rolling_face(1, 0.05, 0), rolling_face(1, 0.25, 0), "it tumbles");
    }
}
