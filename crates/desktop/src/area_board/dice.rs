//! Dice that are rolling: the events that carry dice, and how far each throw is.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{Event, Side};

use super::animation::{DICE, rolling_face};
use crate::game::GameSystems;
use crate::playback::{Happened, Pace, Ticker, elapsed};

/// How long a throw lies on the table after it came to rest, in seconds at normal speed.
const REST: f32 = 1.1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Rolling>().add_systems(Update, (take, roll).chain().in_set(GameSystems::Board));
}

/// A die of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// What it is for, in a word or two.
    pub label: String,
    /// Who rolls, for the colour.
    pub side: Option<Side>,
    /// What it shows in the end.
    pub value: u8,
}

/// A throw and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Throw {
    /// The dice.
    pub dice: Vec<Die>,
    /// What came of it, in a few words; shown once the dice lie still.
    pub result: String,
}

/// The throw that is seen now.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Rolling {
    throw: Option<Throw>,
    elapsed: f32,
}

impl Rolling {
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

/// The throw of an event, if it carries dice.
pub fn throw_of(event: &Event) -> Option<Throw> {
    let die = |label: &str, side: Option<Side>, value: u8| Die { label: label.into(), side, value };
    let plural = |n: u8, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let throw = match event {
        Event::TowerRolled { gate, die: value, recovered } => Throw {
            dice: vec![die(&format!("Tower {}", gate.letter()), Some(Side::PavnNlf), *value)],
            result: if *recovered { "the tower is fresh again" } else { "the tower stays spent" }.into(),
        },
        Event::FriendlyFireRolled { die: value, hit } => Throw {
            dice: vec![die("Friendly fire", Some(Side::UsArvn), *value)],
            result: if *hit { "the group loses a step" } else { "nobody is hurt" }.into(),
        },
        Event::AssaultRolled { roll, result, doubled } => {
            let word = match result.sign() {
                "-" => "repulsed",
                "*" => "success",
                _ => "breakthrough",
            };
            let doubled = if *doubled { ", losses doubled" } else { "" };
            Throw {
                dice: vec![die("Assault", Some(roll.side), roll.die)],
                result: format!("{} with modifiers: {word}{doubled}", roll.total),
            }
        }
        Event::CloseCombatRolled { attacker, hits_on_defender, defender, hits_on_attacker, counterattack } => {
            let name = if *counterattack { "Counterattack" } else { "Attacker" };
            Throw {
                dice: vec![
                    die(name, Some(attacker.side), attacker.die),
                    die("Defender", Some(defender.side), defender.die),
                ],
                result: format!(
                    "{} on the {}, {} on the {}",
                    plural(*hits_on_defender, "hit"),
                    defender.side.name(),
                    plural(*hits_on_attacker, "hit"),
                    attacker.side.name()
                ),
            }
        }
        Event::AttackerLossRolled { die: value, hit, .. } => Throw {
            dice: vec![die("Attacker's loss", None, *value)],
            result: if *hit { "the group loses a step" } else { "no loss" }.into(),
        },
        _ => return None,
    };
    Some(throw)
}

fn take(mut happened: MessageReader<Happened<Event>>, mut rolling: ResMut<Rolling>) {
    for Happened(event) in happened.read() {
        if let Some(throw) = throw_of(event) {
            *rolling = Rolling { throw: Some(throw), elapsed: 0.0 };
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use block_by_block::Gate;

    #[test]
    fn a_throw_comes_to_rest_on_what_was_rolled() {
        let gate = Gate::lettered('C').unwrap();
        let throw = throw_of(&Event::TowerRolled { gate, die: 5, recovered: true }).unwrap();
        assert_eq!(throw.dice[0].label, "Tower C");
        let mut rolling = Rolling { throw: Some(throw), elapsed: 0.0 };
        assert!(!rolling.at_rest());
        rolling.elapsed = DICE;
        assert!(rolling.at_rest());
        assert_eq!(rolling.face(0), 5);
    }

    #[test]
    fn events_without_dice_throw_none() {
        assert!(throw_of(&Event::Held).is_none());
    }
}
