//! Dice that are rolling over the board, and how far the throw is.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::theme::SideMark;

use super::order::{GameSystems, Room};
use super::playback::{Pace, Ticker, elapsed};

/// Seconds the dice are seen to roll and lie.
pub const DICE: f32 = 0.48;
/// How long a throw lies on the table after it came to rest, in seconds at normal speed.
const REST: f32 = 1.1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Rolling>()
        .add_systems(Update, roll.after(super::traces::draw).in_set(GameSystems::After.of(Room::Shell)));
}

/// A die of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// What it is for, in a word or two.
    pub label: String,
    /// Who rolls, for the colour.
    pub side: Option<SideMark>,
    /// What it shows in the end.
    pub value: u8,
}

/// A throw and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Throw {
    pub dice: Vec<Die>,
    /// What came of it, in a few words; shown once the dice lie still.
    pub result: String,
}

/// The throw that is seen now.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Rolling {
    throw: Option<Throw>,
    elapsed: f32,
    number: u64,
}

impl Rolling {
    pub fn begin(&mut self, throw: Throw) {
        *self = Self { throw: Some(throw), elapsed: 0.0, number: self.number + 1 };
    }

    /// How many throws there were, with this one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The throw on the table, if there is one.
    pub fn throw(&self) -> Option<&Throw> {
        self.throw.as_ref()
    }

    /// Whether the dice lie still.
    pub fn at_rest(&self) -> bool {
        self.elapsed >= DICE * 0.6
    }

    /// What a die of the throw shows now.
    pub fn face(&self, number: usize) -> u8 {
        let value = self.throw.as_ref().and_then(|t| t.dice.get(number)).map_or(1, |d| d.value);
        rolling_face(value, self.elapsed / DICE, number)
    }

    /// Takes the dice off the table.
    pub fn clear(&mut self) {
        self.throw = None;
    }
}

fn roll(
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    mut rolling: ResMut<Rolling>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if rolling.throw.is_none() {
        return;
    }
    // With the animation off the dice still lie there to be read, in real time.
    rolling.elapsed += match elapsed(*ticker, *pace) {
        Some(seconds) => seconds,
        None => ticker.seconds() + if rolling.elapsed == 0.0 { DICE } else { 0.0 },
    };
    if rolling.elapsed > DICE + REST {
        rolling.clear();
    }
    ticker.keep_going(&mut redraw);
}

/// The faces a rolling die shows before it comes to rest on `face`, `share` of the way through.
fn rolling_face(face: u8, share: f32, number: usize) -> u8 {
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
    fn a_throw_comes_to_rest_on_what_was_rolled() {
        let die = Die { label: "Tower C".into(), side: None, value: 5 };
        let mut rolling = Rolling::default();
        rolling.begin(Throw { dice: vec![die], result: "fresh again".into() });
        assert!(!rolling.at_rest());
        rolling.elapsed = DICE;
        assert!(rolling.at_rest());
        assert_eq!(rolling.face(0), 5);
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
