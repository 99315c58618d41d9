//! What is heard of Vietnam Skirmish: single figures, every shot near.

use skirmish::event::{Delivery, Fate};
use skirmish::{Event, Grenade as Kind, Weapon};
use sound::Arm::{Artillery, Grenade, MachineGun, Mortar, Rifle};
use sound::Distance::{Far, Near};
use sound::Sound;

/// What is heard of an event.
pub fn sound_of(event: &Event) -> Option<Sound> {
    Some(match event {
        Event::TurnBegan { .. } => Sound::Turn,
        Event::Moved { .. }
        | Event::FellBack { .. }
        | Event::Mounted { .. }
        | Event::Dismounted { .. }
        | Event::ClaymorePlaced { .. }
        | Event::CameIntoSight { .. } => Sound::Counter,
        Event::Fired { weapon, .. } => Sound::Fire(if has_bursts(*weapon) { MachineGun } else { Rifle }, Near),
        Event::Sprayed { .. } => Sound::Fire(Rifle, Near),
        Event::Sent { delivery: Delivery::Mortar, .. } | Event::SpottingRound { .. } => Sound::Fire(Mortar, Far),
        // Smoke comes without a bang.
        Event::Burst { grenade: Kind::Smoke, .. } => return None,
        Event::Burst { .. } | Event::RocketFired { .. } | Event::MineWentOff { .. } | Event::ClaymoreFired { .. } => {
            Sound::Fire(Grenade, Near)
        }
        Event::Round { .. } | Event::Checked { fate: Fate::Exploded, .. } => Sound::Fire(Artillery, Near),
        _ => return None,
    })
}

const fn has_bursts(weapon: Weapon) -> bool {
    matches!(weapon, Weapon::SubmachineGun | Weapon::LightMachineGun | Weapon::HeavyMachineGun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish::FigureId;
    use skirmish::event::Who;
    use table::Point;

    #[test]
    fn each_weapon_fires_with_its_own_sound() {
        let fired = |weapon| {
            let figure = Who { id: FigureId(0), name: "Baker".into() };
            sound_of(&Event::Fired { figure, weapon, die: 4, suppresses: true })
        };
        assert_eq!(fired(Weapon::SniperRifle), Some(Sound::Fire(Rifle, Near)));
        assert_eq!(fired(Weapon::LightMachineGun), Some(Sound::Fire(MachineGun, Near)));
    }

    #[test]
    fn smoke_comes_without_a_bang() {
        let burst = |grenade| sound_of(&Event::Burst { grenade, at: Point::inches(1, 1) });
        assert_eq!((burst(Kind::Smoke), burst(Kind::Fragmentation)), (None, Some(Sound::Fire(Grenade, Near))));
    }
}
