//! How long each event is shown. Everything ends in under half a second.

use search_and_destroy::Event;

use crate::shell::counter::TURN;
use crate::shell::dice::DICE;

/// Seconds a counter needs for a way of so many hexes: longer for more, but never half a second.
pub fn travel_time(hexes: usize) -> f32 {
    (0.2 + 0.03 * hexes as f32).min(0.46)
}

/// Seconds an event is shown at normal speed.
pub fn pace(event: &Event) -> f32 {
    match event {
        Event::Moved { path, .. } => travel_time(path.len()),
        Event::Sailed { .. } => 0.4,
        Event::Attacked { .. }
        | Event::Shelled { .. }
        | Event::FiredAntitank { .. }
        | Event::Disarmed { .. }
        | Event::TrapWentOff { .. } => DICE,
        Event::Left { .. } | Event::Revealed { .. } | Event::Hid { .. } | Event::Retreated { .. } => TURN,
        Event::CameIn { .. } | Event::LiftedOff { .. } | Event::CameDown { .. } => 0.3,
        Event::Advanced { .. } | Event::Pinned { .. } | Event::Casualties { .. } => TURN,
        Event::TurnBegan { .. } | Event::Ended => 0.3,
        Event::StepBegan { .. } => 0.1,
        _ => 0.06,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_half_a_second() {
        assert!((0..60).all(|hexes| travel_time(hexes) < 0.5));
        const { assert!(DICE < 0.5) };
    }
}
