//! The events of Block by Block that carry dice.

use bevy::prelude::*;
use block_by_block::{Event, Side};
use tabletop::numbers::counted;

use crate::shell::dice::{Die, Rolling, Throw};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Happened;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take.in_set(GameSystems::Board.of(Room::Board)).in_set(super::AreaBoardSystems));
}

/// The throw of an event, if it carries dice.
pub fn throw_of(event: &Event) -> Option<Throw> {
    let die =
        |label: &str, side: Option<Side>, value: u8| Die { label: label.into(), side: side.map(Into::into), value };
    let throw = match event {
        Event::TowerRolled { gate, die: value, recovered } => Throw {
            dice: vec![die(&format!("Tower {}", gate.letter()), Some(Side::PavnNlf), *value)],
            result: if *recovered { "the tower is fresh again" } else { "the tower stays spent" }.into(),
        },
        Event::FriendlyFireRolled { die: value, hit } => Throw {
            dice: vec![die("Friendly fire", Some(Side::UsArvn), *value)],
            result: if *hit { "the group loses a step" } else { "no losses" }.into(),
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
        Event::CloseCombatRolled { attacker, hits_on_defender, defender, hits_on_attacker, counterattack, .. } => {
            let name = if *counterattack { "Counterattack" } else { "Attacker" };
            Throw {
                dice: vec![
                    die(name, Some(attacker.side), attacker.die),
                    die("Defender", Some(defender.side), defender.die),
                ],
                result: format!(
                    "{} on the {}, {} on the {}",
                    counted(*hits_on_defender, "hit", "hits"),
                    defender.side.name(),
                    counted(*hits_on_attacker, "hit", "hits"),
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
            rolling.begin(throw);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use block_by_block::Gate;

    #[test]
    fn a_tower_is_named_at_its_die() {
        let gate = Gate::lettered('C').unwrap();
        let throw = throw_of(&Event::TowerRolled { gate, die: 5, recovered: true }).unwrap();
        assert_eq!(throw.dice[0].label, "Tower C");
        assert_eq!((throw.dice[0].value, throw.result.as_str()), (5, "the tower is fresh again"));
    }

    #[test]
    fn events_without_dice_throw_none() {
        assert!(throw_of(&Event::Held).is_none());
    }
}
