//! The numbers that stand in the rules and in no other table.

use serde::Deserialize;
use tabletop::Sourced;

use crate::event::Modifier;
use crate::units::Side;

/// So many men hit at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Men {
    pub killed: u8,
    pub wounded: u8,
}

/// `tables/search-and-destroy/numbers.ron`. Distances are in hexes; a number "up to" or "from" is a face of a die.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Added to the die against men in an Improved Position. Rules base-4.10 and 32.0.
    pub improved_position: Sourced<i8>,
    /// Added to fire at a face-down counter. Rule base-4.4.
    pub face_down: Sourced<i8>,
    /// Added to a close assault by surprise. Rule 32.3.
    pub surprise: Sourced<i8>,
    /// Added when Sappers close assault. Rules 31.12 and 32.7.
    pub sappers_attack: Sourced<i8>,
    /// Added when Sappers are close assaulted. Rule 32.7.
    pub sappers_defend: Sourced<i8>,
    /// Added when a Heavy Machine Gun fires at a helicopter. Rule 31.11.
    pub heavy_machine_gun: Sourced<i8>,
    /// From this roll with its modifiers on, casualties reach the team beside a squad. Rule base-4.4.
    pub team_hit_from: Sourced<u8>,
    /// On the Points table that team is lost up to this die. Rule base-4.4.
    pub team_lost_up_to: Sourced<u8>,
    /// Units of fire that an attack or a defence of doubled strength costs. Rules base-4.12 and 32.6.
    pub increased_cost: Sourced<u8>,
    /// How far off a face-down counter is seen that moves in clear ground, paddy or on a road. Rule base-4.7.
    pub open_moving: Sourced<u8>,
    /// The same in broken ground.
    pub broken_moving: Sourced<u8>,
    /// How far off one is seen that stands still in clear ground or paddy.
    pub open_standing: Sourced<u8>,
    /// No unit hides in sight of a US unit so near. Rule base-4.7.
    pub watched: Sourced<u8>,
    /// A sniper is turned up if a US unit is so near. Rule base-4.7.
    pub sniper_near: Sourced<u8>,
    /// A sniper that nobody is near is turned up from this die on.
    pub sniper_found_from: Sourced<u8>,
    /// A search disarms a booby trap up to this die. Rule base-4.17.
    pub disarmed_up_to: Sourced<u8>,
    /// The Attack Strength of a booby trap against a Defense Strength of one. Rule base-4.17.
    pub trap_strength: Sourced<u8>,
    /// A booby trap immobilizes a vehicle from this die on. Rule base-4.17.
    pub trap_stops_vehicle_from: Sourced<u8>,
    /// A pinned leader loses leadership up to this die. Rule base-4.8.
    pub pinned_leader_up_to: Sourced<u8>,
    /// A leader that took casualties loses it up to this die.
    pub shaken_leader_up_to: Sourced<u8>,
    /// A Platoon Leader without a commander loses it up to this die.
    pub platoon_up_to: Sourced<u8>,
    /// A squad out of leadership is without it up to this die.
    pub squad_up_to: Sourced<u8>,
    /// A squad whose leader is dead is without it up to this die.
    pub squad_of_the_dead_up_to: Sourced<u8>,
    /// How near a Company Commander takes a Platoon Leader's place. Rule base-4.8, ruling SD-A65.
    pub commander_replaces: Sourced<u8>,
    /// A squad becomes acting leader from this die on.
    pub acting_from: Sourced<u8>,
    /// So many turns after a leader's death a squad may try to lead.
    pub acting_after: Sourced<u8>,
    /// From this die on the battery is two hexes off. Rule base-4.13.
    pub far_drift_from: Sourced<u8>,
    /// Units of fire that a cache gives. Rule base-4.12.
    pub cache_supply: Sourced<u8>,
    /// How near to a landing zone a US unit holds it. Rule base-4.18.
    pub landing_zone: Sourced<u8>,
    /// Teams of two men that a transport helicopter takes. Rule base-4.14.
    pub transport_teams: Sourced<u8>,
    /// A squad aboard a helicopter that is destroyed. Rule base-4.14.
    pub lost_squad: Sourced<Men>,
    /// A team aboard a helicopter that is destroyed.
    pub lost_team: Sourced<Men>,
    /// A squad in an M113 that is destroyed. Rule base-4.15.
    pub thrown_squad: Sourced<Men>,
    /// A team in an M113 that is destroyed.
    pub thrown_team: Sourced<Men>,
    /// What two men are scored as on the Points table.
    pub team_points: Sourced<Men>,
}

impl Numbers {
    /// # Errors
    /// One sentence on the first number that makes no sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        if self.trap_strength.value == 0 {
            return Err("`trap_strength` must be at least 1.".into());
        }
        Ok(self)
    }

    /// What a modifier adds to the die.
    pub fn modifier(&self, modifier: Modifier) -> i8 {
        match modifier {
            Modifier::ImprovedPosition => self.improved_position.value,
            Modifier::FaceDown => self.face_down.value,
            Modifier::Surprise => self.surprise.value,
            Modifier::SappersAttack => self.sappers_attack.value,
            Modifier::SappersDefend => self.sappers_defend.value,
            Modifier::HeavyMachineGun => self.heavy_machine_gun.value,
        }
    }

    /// What these modifiers add to the die together.
    pub fn shift(&self, modifiers: &[Modifier]) -> i8 {
        modifiers.iter().map(|modifier| self.modifier(*modifier)).fold(0, i8::saturating_add)
    }
}

impl super::CombatTable {
    /// What a side scores for these men.
    pub fn price(&self, men: Men, side: Side) -> u16 {
        u16::from(men.killed) * self.killed.of(side) + u16::from(men.wounded) * self.wounded.of(side)
    }
}
