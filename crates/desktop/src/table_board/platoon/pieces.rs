//! How the squads, vehicles and markers of 20mm Platoon look on the table.

use artwork::field::plate::Under;
use artwork::field::{Allegiance, Chip, Fallen, Plate, Role, Sign, Token, Vehicle, degrees};
use platoon::state::{Condition, Content, Fate, Flight, Hull, Marker, Order, Squad};
use platoon::{Kind, Phase, Side, State, Weapon};

use super::MARKERS;
use crate::table_board::fielded::{Group, Key, Look, Piece};

fn allegiance(squad: &Squad) -> Allegiance {
    match (squad.kind, squad.side) {
        (Kind::Peasants, _) => Allegiance::Civilian,
        (_, Side::Allied) => Allegiance::Allied,
        (_, Side::Vc) => Allegiance::Charlie,
    }
}

fn role(weapon: Weapon, kind: Kind) -> Role {
    match weapon {
        _ if kind == Kind::Sniper => Role::Sniper,
        Weapon::Nothing => Role::Unarmed,
        Weapon::Pistol => Role::Pistol,
        Weapon::OldRifle | Weapon::AssaultRifle | Weapon::Smg | Weapon::Shotgun => Role::Rifle,
        Weapon::Lmg => Role::MachineGun,
        Weapon::Hmg | Weapon::Cannon => Role::HeavyMachineGun,
        Weapon::GrenadeLauncher => Role::GrenadeLauncher,
        Weapon::Rpg | Weapon::Law | Weapon::Maw | Weapon::Rcl => Role::Rocket,
        Weapon::Mortar60 | Weapon::Mortar81 | Weapon::Mortar82 | Weapon::HeavyMortar => Role::Mortar,
    }
}

fn facing(squad: &Squad) -> f32 {
    degrees(squad.facing).unwrap_or(match squad.side {
        Side::Allied => 0.0,
        Side::Vc => 180.0,
    })
}

/// Counters that lie with the squad, at its first figure.
fn chips(squad: &Squad) -> Vec<Chip> {
    let all = [
        (squad.turn.no_fire, Chip::NoFire),
        (squad.turn.fired && !squad.turn.no_fire, Chip::Fired),
        (squad.order != Order::Steady, Chip::Shaken),
        (squad.carrying, Chip::Stores),
        (squad.hull == Hull::Immobilised, Chip::Immobilised),
    ];
    all.into_iter().filter(|(lies, _)| *lies).map(|(_, chip)| chip).collect()
}

/// Whether a squad has had its phase this turn.
fn has_acted(state: &State, squad: &Squad) -> bool {
    let waits = state.queue.iter().any(|(id, _)| *id == squad.id) || state.active.squad == squad.id;
    !waits && !matches!(state.phase, Phase::Between | Phase::Over)
}

fn vehicle(kind: Kind) -> Option<Vehicle> {
    Some(match kind {
        Kind::Tank => Vehicle::Tank,
        Kind::Apc => Vehicle::Apc,
        Kind::Soft => Vehicle::Truck,
        Kind::Boat => Vehicle::Boat,
        Kind::Helicopter => Vehicle::Helicopter,
        Kind::Foot | Kind::Sniper | Kind::Peasants => return None,
    })
}

pub(super) fn squad_pieces(state: &State, squad: &Squad, own: bool, pieces: &mut Vec<Piece>) {
    if squad.hidden.is_some() || squad.aboard.is_some() || squad.gone {
        return;
    }
    let group = Group::from(squad.id.0);
    let name = squad.name.to_string();
    if let Some(kind) = vehicle(squad.kind) {
        let look = Look::Vehicle {
            kind,
            side: allegiance(squad),
            facing: facing(squad),
            wreck: squad.hull == Hull::Destroyed,
            flying: squad.kind == Kind::Helicopter && squad.flight != Flight::Landed,
            chips: chips(squad),
        };
        pieces.push(Piece { key: Key::Vehicle(group), group: Some(group), name, at: squad.at(), own, look });
        return;
    }
    let first = squad.able().next().map(|(n, _)| n);
    for (n, figure) in squad.figures.iter().enumerate() {
        let fallen = match figure.fate {
            Fate::Able => None,
            Fate::Killed => Some(Fallen::Dead),
            Fate::Wounded => Some(Fallen::Wounded),
            Fate::Captured => continue,
        };
        let leads = first == Some(n);
        let mut beside = if leads { chips(squad) } else { Vec::new() };
        if figure.pinned.is_some() && fallen.is_none() {
            beside.insert(0, Chip::Pinned);
        }
        let token = Token {
            prone: figure.prone,
            leader: squad.officer && n == 0,
            squad: Some(Sign::of(&squad.name, squad.id.0)),
            fallen,
            spent: has_acted(state, squad),
            chips: beside,
            ..Token::new(allegiance(squad), role(figure.weapon, squad.kind), facing(squad))
        };
        let number = u8::try_from(n).unwrap_or(u8::MAX);
        let group_of = fallen.is_none().then_some(group);
        let name = if leads { name.clone() } else { format!("{name} {}", n + 1) };
        pieces.push(Piece {
            key: Key::Figure(group, number),
            group: group_of,
            name,
            at: figure.at,
            own,
            look: Look::Token(token),
        });
    }
}

pub(super) fn marker_piece(marker: &Marker, own: bool) -> Option<Piece> {
    let number = marker.id.0;
    let (plate, group) = match (marker.condition, marker.content) {
        (Condition::Removed, _) => return None,
        (Condition::Found, _) => (Plate::Cache, None),
        (Condition::Down, content) => {
            let under = match content {
                Content::Unknown => Under::Unknown,
                Content::Dummy => Under::Nothing,
                Content::Squad(_) => Under::Figures,
                Content::Cache => Under::Stores,
                Content::Trap(_) => Under::Trap,
            };
            let side = match marker.side {
                Side::Allied => Allegiance::Allied,
                Side::Vc => Allegiance::Charlie,
            };
            let group = match content {
                Content::Squad(squad) if own => Some(Group::from(squad.0)),
                _ if own => Some(MARKERS + Group::from(number)),
                _ => None,
            };
            (Plate::Marker { side, number, under }, group)
        }
    };
    let key = Key::Marker(u16::from(number));
    let name = format!("Marker {number}");
    Some(Piece { key, group, name, at: marker.at, own, look: Look::Plate(plate, 0.0) })
}
