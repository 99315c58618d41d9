//! What is heard of Search & Destroy: fire from hexes away, close assaults near, helicopters.

use search_and_destroy::Event;
use search_and_destroy::event::{Ordnance, Who};
use search_and_destroy::units::Kind;
use sound::Arm::{Artillery, Grenade, MachineGun, Mortar, Rifle};
use sound::Distance::{Far, Near};
use sound::Sound;

/// What is heard of an event, as the side that hears it is told of it: a face-down counter sounds like any.
pub fn sound_of(event: &Event) -> Option<Sound> {
    Some(match event {
        Event::TurnBegan { .. } => Sound::Turn,
        Event::Moved { who, .. }
        | Event::CameIn { who, .. }
        | Event::WavedOff { who, .. }
        | Event::LiftedOff { who } => moved(who),
        Event::Placed { .. }
        | Event::Sailed { .. }
        | Event::Revealed { .. }
        | Event::Hid { .. }
        | Event::Retreated { .. }
        | Event::Advanced { .. }
        | Event::Mounted { .. }
        | Event::Dismounted { .. } => Sound::Counter,
        Event::Attacked { by, close, .. } => {
            let arm = if by.iter().any(|who| has_machine_guns(who.kind)) { MachineGun } else { Rifle };
            Sound::Fire(arm, if *close { Near } else { Far })
        }
        Event::FiredAntitank { .. } | Event::TrapWentOff { .. } => Sound::Fire(Grenade, Near),
        Event::CacheDestroyed { .. } => Sound::Fire(Grenade, Far),
        Event::CameDown { ordnance, .. } => match ordnance {
            Ordnance::Battery | Ordnance::Preplanned | Ordnance::AirStrike => Sound::Fire(Artillery, Far),
            Ordnance::Mortar81 | Ordnance::Mortar82 => Sound::Fire(Mortar, Far),
        },
        _ => return None,
    })
}

fn moved(who: &Who) -> Sound {
    if who.kind.is_helicopter() { Sound::Rotor } else { Sound::Counter }
}

const fn has_machine_guns(kind: Kind) -> bool {
    matches!(kind, Kind::Weapons | Kind::M113 | Kind::M48 | Kind::PatrolBoat | Kind::Gunship)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search_and_destroy::{Hex, UnitId};

    fn who(kind: Kind) -> Who {
        Who { unit: UnitId(1), kind, company: 0, platoon: 0, hidden: false }
    }

    #[test]
    fn a_helicopter_is_heard_and_a_squad_is_set_down() {
        let moved = |kind| sound_of(&Event::Moved { who: who(kind), path: Vec::new() });
        assert_eq!(moved(Kind::Transport), Some(Sound::Rotor));
        assert_eq!((moved(Kind::Rifle), moved(Kind::Suspect)), (Some(Sound::Counter), Some(Sound::Counter)));
    }

    #[test]
    fn what_came_down_sounds_like_what_it_was() {
        let came = |ordnance, at| sound_of(&Event::CameDown { ordnance, aim: hex(), at, die: None });
        assert_eq!(came(Ordnance::Mortar82, Some(hex())), Some(Sound::Fire(Mortar, Far)));
        assert_eq!(came(Ordnance::AirStrike, None), Some(Sound::Fire(Artillery, Far)));
    }

    fn hex() -> Hex {
        Hex::at(3, 4)
    }
}
