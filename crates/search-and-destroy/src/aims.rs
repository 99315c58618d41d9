//! What is worth going for: how near a side is to what its scenario pays for, as far as it knows. For hints and self-play;
//! no rule asks for it.

use crate::SearchAndDestroy;
use crate::control::stands;
use crate::hex::Hex;
use crate::scenario::Objective;
use crate::sight::Eye;
use crate::state::{Place, State, Step, Unit};
use crate::units::{Kind, Side, UnitId};

/// Farther away than this is all the same, in hexes.
const FAR: u8 = 30;
/// A unit that is out, or aboard of what brings it out, where getting out is what counts.
const OUT: i64 = 30;

/// Where the units of a side want to go.
#[derive(Default)]
struct Aims {
    /// Everybody who can fight.
    all: Vec<Hex>,
    /// Vehicles, if they have somewhere else to go.
    vehicles: Option<Vec<Hex>>,
    /// Where men have to get away, by air or by an edge: being aboard counts, and being out.
    away: bool,
    /// Ground is to be held.
    holds: bool,
    /// Where the aircrew goes.
    crew: Vec<Hex>,
    /// Boats that are paid for at the other end of the river.
    boats: bool,
}

impl SearchAndDestroy {
    /// How near the units of `side` are to what is worth going for, in hexes saved: objectives, the edge they are to leave by,
    /// and for the US side the enemy, visible or not. Larger is nearer. Nothing before the set-up is over. Only what `seen`
    /// holds is looked at.
    pub fn nearness(&self, seen: &State, side: Side) -> i64 {
        if matches!(seen.step, Step::UsSetup | Step::Setup | Step::Over) {
            return 0;
        }
        let aims = self.aims(seen, side);
        let near = |unit: &Unit| -> i64 {
            match unit.place {
                Place::Hex(hex) => {
                    let own = match &aims.vehicles {
                        _ if unit.kind == Kind::Crew => &aims.crew,
                        Some(vehicles) if unit.kind.is_vehicle() => vehicles,
                        _ => &aims.all,
                    };
                    // A unit beside the enemy is near enough to probe, to fire and to assault.
                    own.iter().map(|aim| i64::from(FAR.saturating_sub(aim.distance(hex).max(1)))).max().unwrap_or(0)
                }
                Place::With(_) if aims.away => OUT,
                Place::Exited if aims.away || (aims.vehicles.is_some() && unit.kind.is_vehicle()) => OUT,
                Place::Exited if aims.boats && unit.kind.is_boat() => {
                    i64::try_from(self.map().river().len()).unwrap_or(0)
                }
                Place::River(number) if aims.boats => {
                    let end = i64::try_from(self.map().river().len()).unwrap_or(0);
                    let way = i64::from(number);
                    if unit.home.is_some_and(|home| i64::from(home) < end / 2) { way } else { end - way }
                }
                _ => 0,
            }
        };
        let goes = |unit: &&Unit| {
            unit.side() == side && !unit.kind.is_helicopter() && !matches!(unit.kind, Kind::Dummy | Kind::Sniper)
        };
        seen.units.iter().filter(goes).map(near).sum()
    }

    /// How well the units of `side` stand: Defense Strength of the terrain and Improved Positions, and being face down.
    pub fn shelter(&self, seen: &State, side: Side) -> i64 {
        if matches!(seen.step, Step::UsSetup | Step::Setup | Step::Over) {
            return 0;
        }
        let own = seen.units.iter().filter(|u| u.side() == side && u.kind.is_personnel() && u.kind != Kind::Dummy);
        own.filter_map(|u| {
            let hex = u.hex()?;
            let ground = i64::from(self.terrain.of(self.map().terrain(hex)).defence.value);
            Some(ground + i64::from(seen.has_position(hex)) + 3 * i64::from(u.face_down))
        })
        .sum()
    }

    /// Whether helicopters have somebody to fetch: men who have to get away, or the wounded and killed of the US side.
    pub fn flies_out(&self, seen: &State) -> bool {
        seen.units.iter().any(|unit| to_fly_out(seen, unit)) || seen.casualties.iter().any(|c| c.side == Side::Us)
    }

    /// How far the units have come that are to be flown out: off the map counts 4, aboard where the helicopter may take them out 3,
    /// next to a landed helicopter with room for them 1.
    pub fn flown_out(&self, seen: &State) -> i64 {
        let mut seats: Vec<Hex> = empty_helicopters(seen).filter(|at| self.is_pick_up(seen, *at)).collect();
        let how_far = |unit: &Unit| match unit.place {
            Place::Exited => 4,
            Place::With(_) if stands(seen, unit).is_some_and(|hex| self.is_pick_up(seen, hex)) => 3,
            Place::Hex(hex) => {
                let seat = seats.iter().position(|at| at.distance(hex) <= 1);
                seat.map_or(0, |seat| {
                    seats.swap_remove(seat);
                    1
                })
            }
            _ => 0,
        };
        seen.units.iter().filter(|unit| to_fly_out(seen, unit)).map(how_far).sum()
    }

    /// Whether helicopters may take men off the map from a hex, now or later.
    fn is_pick_up(&self, seen: &State, hex: Hex) -> bool {
        seen.pick_up.as_ref().is_none_or(|pick_up| pick_up.at.contains(self.map(), seen, hex))
    }

    /// Whether a helicopter in a hex has somebody to fetch next to it: units that are to be flown out, or casualties.
    pub fn fetches(&self, seen: &State, at: Hex) -> bool {
        let near = |hex: Hex| hex.distance(at) <= 1;
        let waits = |unit: &Unit| to_fly_out(seen, unit) && unit.hex().is_some_and(near);
        self.is_pick_up(seen, at)
            && (seen.units.iter().any(waits) || seen.casualties.iter().any(|c| c.side == Side::Us && near(c.hex)))
    }

    /// Landed helicopters that carry nothing and have nobody to fetch: targets and no more.
    pub fn idle_helicopters(&self, seen: &State) -> usize {
        empty_helicopters(seen).filter(|at| !self.fetches(seen, *at)).count()
    }

    /// What the missions that are left could come down on, where the observers stand now: the best hexes that they see, counted as
    /// [`Self::called_down`] counts them.
    pub fn in_view_of_observers(&self, seen: &State) -> i64 {
        let missions = usize::from(seen.support.missions);
        let eyes: Vec<Eye> = seen
            .units
            .iter()
            .filter(|unit| unit.side() == Side::Us && unit.kind.is_observer() && !unit.is_pinned())
            .filter_map(Unit::eye)
            .collect();
        if missions == 0 || eyes.is_empty() {
            return 0;
        }
        let enemies =
            seen.units.iter().filter(|unit| unit.side() == Side::Nlf && seen.shows(unit)).filter_map(Unit::hex);
        let mut hexes: Vec<Hex> = enemies.collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|at| eyes.iter().any(|eye| seen.sees(self.map(), *eye, Eye::Hex(*at))));
        let mut worth: Vec<i64> = hexes.into_iter().map(|at| falls_on(seen, at).max(0)).collect();
        worth.sort_unstable_by_key(|worth| std::cmp::Reverse(*worth));
        worth.into_iter().take(missions.min(eyes.len())).sum()
    }

    /// What the shells and bombs that are called for now would fall on: known enemies in and beside the target hexes, own units
    /// counted against them.
    pub fn called_down(&self, seen: &State) -> i64 {
        let support = seen.support();
        let targets = support.plots.iter().map(|p| p.at).chain(support.calls.iter().map(|c| c.at));
        targets.map(|at| falls_on(seen, at)).sum()
    }

    fn aims(&self, seen: &State, side: Side) -> Aims {
        let map = self.map();
        let exit = |side: usize| -> Vec<Hex> {
            let Some(region) = &seen.lay.exits[side] else { return Vec::new() };
            map.hexes().filter(|h| map.is_edge(*h) && region.contains(map, seen, *h)).collect()
        };
        let of_side = |whose: Side| {
            let there = seen.units.iter().filter(move |u| u.side() == whose && !u.kind.is_helicopter());
            there.filter_map(Unit::hex).collect::<Vec<_>>()
        };
        // Men leave by an edge, or where a helicopter waits.
        let out = || {
            let landed = seen.units.iter().filter(|u| u.kind == Kind::Transport).filter_map(Unit::hex);
            let zone = seen.pick_up.iter().flat_map(|p| map.hexes().filter(|h| p.at.contains(map, seen, *h)));
            exit(0).into_iter().chain(landed).chain(zone).collect::<Vec<_>>()
        };
        let crew = || seen.units.iter().find(|u| u.kind == Kind::Crew).and_then(|crew| stands(seen, crew));
        let mut aims = Aims::default();
        for objective in seen.objectives.iter() {
            match (objective, side) {
                (Objective::ClearVillages(_), Side::Us) => {
                    let open = map.villages().values().filter(|hexes| !hexes.iter().any(|h| seen.holds(Side::Us, *h)));
                    aims.all.extend(open.flatten());
                }
                (Objective::Convoy(..), Side::Us) => aims.vehicles = Some(exit(0)),
                (Objective::TakeHill(name, ..), Side::Us) => aims.all.extend(map.hill(name)),
                (Objective::Stragglers(_), Side::Us) => {
                    aims.away = true;
                    aims.all = out();
                    return aims;
                }
                (Objective::Rescue(..), Side::Us) => {
                    aims.away = true;
                    aims.crew = out();
                    aims.all.extend(crew());
                }
                (Objective::Boats(out, _), Side::Us) => aims.boats = *out > 0,
                // A unit that has ground to lose stays on it, and does not go out to look for the enemy.
                (Objective::Overrun(hexes, _) | Objective::Seize(hexes, ..), _) => {
                    aims.holds = true;
                    aims.all.extend(hexes);
                }
                (Objective::DestroyPlatoon(company, platoon, _), Side::Nlf) => {
                    let theirs = |u: &&Unit| {
                        u.side() == Side::Us && u.kind.is_squad() && (u.company, u.platoon) == (*company, *platoon)
                    };
                    aims.all.extend(seen.units.iter().filter(theirs).filter_map(Unit::hex));
                }
                (Objective::Escape(after, _), Side::Nlf) if seen.turn >= *after => {
                    aims.away = true;
                    aims.all.extend(exit(1));
                }
                (Objective::Crossing(_), Side::Nlf) => {
                    aims.away = true;
                    aims.all.extend(exit(1));
                }
                (Objective::Rescue(..), Side::Nlf) => aims.all.extend(crew()),
                _ => {}
            }
        }
        if side == Side::Us && !aims.holds {
            aims.all.extend(of_side(Side::Nlf));
        }
        aims
    }
}

/// Where landed helicopters stand with nobody and nothing aboard.
fn empty_helicopters(seen: &State) -> impl Iterator<Item = Hex> + '_ {
    let empty = |(id, unit): &(UnitId, &Unit)| {
        unit.kind == Kind::Transport && unit.burden.markers() == 0 && seen.aboard(*id).next().is_none()
    };
    seen.units().filter(empty).filter_map(|(_, unit)| unit.hex())
}

/// Whether the scenario pays for flying a unit out, or for its being gone at the end.
fn to_fly_out(seen: &State, unit: &Unit) -> bool {
    seen.objectives.iter().any(|objective| match objective {
        Objective::Rescue(..) => unit.kind == Kind::Crew,
        Objective::Stragglers(_) => unit.side() == Side::Us && unit.kind.is_squad(),
        _ => false,
    })
}

/// What shells in a hex fall on: who is known to be there and beside it, own units counted against them.
fn falls_on(seen: &State, at: Hex) -> i64 {
    let of = |u: &Unit| match u.hex().map(|hex| hex.distance(at)) {
        Some(0) => 4,
        Some(1) => 1,
        _ => 0,
    };
    let sum = |side| seen.units.iter().filter(|u| u.side() == side).map(of).sum::<i64>();
    // A mission is worth saving for a hex with somebody in it.
    sum(Side::Nlf) - 6 * sum(Side::Us) - 2
}
