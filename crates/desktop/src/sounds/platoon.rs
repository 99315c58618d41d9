//! What is heard of 20mm Platoon: squads within shouting distance of each other.

use platoon::state::Support;
use platoon::{Event, Weapon};
use sound::Arm::{Artillery, Grenade, MachineGun, Mortar, Rifle};
use sound::Distance::{Far, Near};
use sound::Sound;

/// What is heard of an event.
pub fn sound_of(event: &Event) -> Option<Sound> {
    Some(match event {
        Event::TurnBegan { .. } => Sound::Turn,
        Event::Stepped { .. }
        | Event::MarkerMoved { .. }
        | Event::Revealed { .. }
        | Event::Turned { .. }
        | Event::Mounted { .. }
        | Event::Dismounted { .. } => Sound::Counter,
        Event::Volley { volley, .. } => {
            let automatic = volley.arms.iter().any(|arms| has_bursts(arms.weapon));
            Sound::Fire(if automatic { MachineGun } else { Rifle }, Near)
        }
        Event::FiredAtAircraft { .. } => Sound::Fire(MachineGun, Far),
        Event::Sniped { .. } => Sound::Fire(Rifle, Far),
        Event::Launched { .. } | Event::TrapMet { sprung: true, .. } => Sound::Fire(Grenade, Near),
        Event::Salvo { support, .. } => match support {
            Support::Howitzer105 | Support::Howitzer155 | Support::Air => Sound::Fire(Artillery, Near),
            Support::Mortar => Sound::Fire(Mortar, Near),
        },
        Event::Flew { .. } | Event::AircraftCame { gunship: true, .. } | Event::Attacking { gunship: true, .. } => {
            Sound::Rotor
        }
        _ => return None,
    })
}

const fn has_bursts(weapon: Weapon) -> bool {
    matches!(weapon, Weapon::Lmg | Weapon::Hmg | Weapon::Cannon | Weapon::Smg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use platoon::fire::{Arms, Volley};
    use platoon::{MarkerId, Side, SquadId, Target};
    use table::Point;

    fn volley(weapons: &[Weapon]) -> Option<Sound> {
        let arms = |weapon: &Weapon| Arms { weapon: *weapon, figures: 1, pinned: false, far: false, quarters: 4 };
        let volley = Volley { arms: weapons.iter().map(arms).collect(), ..Volley::default() };
        let (squad, target) = (SquadId(1), Target::Squad(SquadId(2)));
        sound_of(&Event::Volley { squad, target, volley, dice: Vec::new(), hits: 0, pins: 0, halved: Vec::new() })
    }

    #[test]
    fn a_machine_gun_is_heard_above_the_rifles() {
        assert_eq!(volley(&[Weapon::AssaultRifle; 8]), Some(Sound::Fire(Rifle, Near)));
        assert_eq!(volley(&[Weapon::AssaultRifle, Weapon::Lmg]), Some(Sound::Fire(MachineGun, Near)));
    }

    #[test]
    fn support_is_heard_by_its_kind_and_a_trap_only_when_it_is_sprung() {
        let salvo = |support| {
            let (side, at) = (Side::Allied, Point::inches(1, 1));
            sound_of(&Event::Salvo { side, support, die: Some(3), on_target: true, drift: None, at })
        };
        assert_eq!(salvo(Support::Mortar), Some(Sound::Fire(Mortar, Near)));
        assert_eq!(salvo(Support::Howitzer155), Some(Sound::Fire(Artillery, Near)));
        let trap = |sprung| {
            let (squad, marker) = (SquadId(1), MarkerId(1));
            sound_of(&Event::TrapMet { squad, marker, die: 2, needs: 3, sprung })
        };
        assert_eq!((trap(true), trap(false)), (Some(Sound::Fire(Grenade, Near)), None));
    }
}
