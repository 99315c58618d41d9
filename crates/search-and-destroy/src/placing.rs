//! The set-up by itself, for players who want to start at once: platoons together, hidden where the enemy has to come by, with
//! dummies between them, traps on the ways and caches under guard. Rule base-4.7.

use tabletop::{Halt, Need};

use crate::hex::{Direction, Hex};
use crate::map::{Map, Terrain};
use crate::play::Play;
use crate::scenario::Objective;
use crate::setup::{check, places};
use crate::sight::Eye;
use crate::state::{Place, State, Unit};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// The rule of the dice that choose places.
pub(crate) const SET_UP_RULE: tabletop::RuleId = rule!("base-4.7");

/// Among so many of the best hexes the dice choose, so that nobody can foretell a set-up.
const BEST: usize = 12;

/// What a side wants near, worked out once for a set-up.
struct Ground<'a> {
    /// For each hex, how far the nearest road, trail, village or landing zone is.
    way: &'a [u8],
    /// For each hex, how far the nearest hex that an objective speaks of is.
    goal: Vec<u8>,
}

fn is_way(map: &Map, hex: Hex) -> bool {
    let zone = map.landing_zones().values().any(|hexes| hexes.contains(&hex));
    zone || map.terrain(hex) == Terrain::Village
        || Direction::ALL.into_iter().any(|side| map.road_over(hex, side) || map.trail_over(hex, side))
}

/// For each hex of the map, how far the nearest of these is.
fn far(map: &Map, to: &[Hex]) -> Vec<u8> {
    map.hexes().map(|h| to.iter().map(|t| t.distance(h)).min().unwrap_or(0)).collect()
}

/// For each hex of the map, how far the nearest road, trail, village or landing zone is.
pub(crate) fn to_ways(map: &Map) -> Vec<u8> {
    far(map, &map.hexes().filter(|h| is_way(map, *h)).collect::<Vec<_>>())
}

/// How many hexes of those within four hexes are seen from one.
fn outlook(map: &Map, hex: Hex) -> u16 {
    let seen = map.around(hex, 4).filter(|h| map.sees(Eye::Hex(hex), Eye::Hex(*h))).count();
    u16::try_from(seen).unwrap_or(u16::MAX)
}

impl<'a> Ground<'a> {
    fn of(rules: &'a SearchAndDestroy, state: &State) -> Self {
        let map = rules.map();
        let goals: Vec<Hex> = state
            .objectives
            .iter()
            .flat_map(|objective| match objective {
                Objective::Overrun(hexes, _) | Objective::Seize(hexes, ..) | Objective::KeepLandingZone(hexes, _) => {
                    hexes.clone()
                }
                Objective::TakeHill(name, ..) => map.hill(name).to_vec(),
                _ => Vec::new(),
            })
            .collect();
        Self { way: &rules.to_ways, goal: far(map, &goals) }
    }
}

/// How many counters of a side are within two hexes of each hex.
fn crowd(rules: &SearchAndDestroy, state: &State, side: Side) -> Vec<u16> {
    let map = rules.map();
    let mut crowd = vec![0; map.size()];
    for hex in state.units.iter().filter(|u| u.side() == side).filter_map(Unit::hex) {
        map.around(hex, 2).for_each(|near| crowd[map.number(near)] += 1);
    }
    crowd
}

/// The best of these, so many and all that are as good as the last of them: the dice choose among them.
fn best(mut all: Vec<(u16, Hex)>, count: usize) -> Vec<(u16, Hex)> {
    all.sort_unstable();
    let last = all.get(all.len().min(count).saturating_sub(1)).map_or(0, |(worth, _)| *worth);
    all.truncate(all.iter().take_while(|(worth, _)| *worth <= last).count().min(200));
    all
}

impl SearchAndDestroy {
    /// How badly a hex suits a unit that others gather round, or one that is by itself; less is better.
    fn drawback(&self, ground: &Ground<'_>, crowd: &[u16], unit: &Unit, near: Option<Hex>, hex: Hex) -> u16 {
        let map = self.map();
        let number = map.number(hex);
        let (way, goal) = (u16::from(ground.way[number]), u16::from(ground.goal[number]));
        let cover = u16::from(self.cover(hex));
        let near = near.map_or(0, |to| u16::from(to.distance(hex).saturating_sub(4)));
        // Neither on the way, where everybody is seen, nor out of range of it.
        let ambush = way.abs_diff(2);
        let crowd = crowd[number];
        match unit.kind {
            Kind::Dummy => cover * 4 + way.saturating_sub(3) + crowd * 3,
            Kind::Sniper => {
                let seen = *self.outlooks[number].get_or_init(|| outlook(map, hex));
                cover * 6 + ambush + 60u16.saturating_sub(seen) / 2
            }
            _ if unit.side() == Side::Us => cover * 2 + goal,
            _ => cover * 4 + ambush * 2 + goal + near * 2,
        }
    }
}

impl Play<'_> {
    /// One of a list, by dice.
    fn pick(&mut self, count: usize) -> Result<usize, Halt> {
        if count <= 1 {
            return Ok(0);
        }
        let mut roll = |sides: usize| {
            let sides = u8::try_from(sides.min(200)).unwrap_or(200);
            let need = Need { sides, purpose: "the set-up".into(), rule: SET_UP_RULE };
            self.dice.roll(&need).map(|value| usize::from(value) - 1)
        };
        if count <= 200 {
            return roll(count);
        }
        Ok((roll(200)? * count.div_ceil(200) + roll(count.div_ceil(200))?) % count)
    }

    /// The counters that a side has still to place, those that lead before those that follow.
    fn waiting(&self, side: Side) -> Vec<(UnitId, u8)> {
        let mut all: Vec<(UnitId, u8)> = self
            .state
            .units()
            .filter(|(_, u)| u.side() == side)
            .filter_map(|(id, u)| match u.place {
                Place::Pool(entry) => Some((id, entry)),
                _ => None,
            })
            .collect();
        let rank = |kind: Kind| match kind {
            kind if kind.is_cadre() || kind.is_leader() => 0,
            Kind::Dummy => 3,
            Kind::Sniper => 2,
            _ => 1,
        };
        all.sort_by_key(|(id, _)| (rank(self.state.units[id.index()].kind), *id));
        all
    }

    /// Places what a side has left: platoons together, in cover, somewhere in their part of the map.
    pub fn set_up_the_rest(&mut self, side: Side) -> Result<(), Halt> {
        let ground = Ground::of(self.rules, self.state);
        // What has been placed by hand draws the rest of its platoon after it.
        let mut anchors: Vec<((u8, u8), Hex)> = Vec::new();
        for unit in self.state.units.iter().filter(|u| u.side() == side && u.company > 0) {
            if let Some(hex) = unit.hex() {
                anchors.push(((unit.company, unit.platoon), hex));
            }
        }
        for (id, entry) in self.waiting(side) {
            let unit = self.state.units[id.index()];
            if unit.kind.is_boat() {
                let free = self.state.entries.get(usize::from(entry)).and_then(|e| {
                    e.river.iter().copied().find(|n| !self.state.units.iter().any(|u| u.place == Place::River(*n)))
                });
                match free {
                    Some(river) => self.set_up(&Command::Moor { unit: id, river }),
                    None => self.unit(id).place = Place::Gone,
                }
                continue;
            }
            let (rules, state) = (self.rules, &*self.state);
            let free = places(rules, state, id);
            if free.is_empty() {
                self.no_room(id);
                continue;
            }
            let body = (unit.company, unit.platoon);
            let own = anchors.iter().find(|(b, _)| unit.company > 0 && *b == body).map(|(_, hex)| *hex);
            let company =
                anchors.iter().find(|((c, _), _)| unit.company > 0 && *c == unit.company).map(|(_, hex)| *hex);
            let hex = if let Some(anchor) = own {
                let near = |h: &Hex| (2 * h.distance(anchor) + rules.cover(*h), *h);
                free.into_iter().min_by_key(near).unwrap_or(anchor)
            } else {
                let crowd = crowd(rules, state, side);
                let worth = |h: Hex| (rules.drawback(&ground, &crowd, &unit, company, h), h);
                let best = best(free.into_iter().map(worth).collect(), BEST);
                best[self.pick(best.len())?].1
            };
            if unit.company > 0 && own.is_none() {
                anchors.push((body, hex));
            }
            self.place(id, hex);
        }
        match side {
            Side::Nlf => self.set_up_secrets()?,
            Side::Us => self.write_down()?,
        }
        // What is left of the choice of positions is dug: in one nobody is worse off.
        self.state.permits.clear();
        self.say(Event::SetUp { side });
        Ok(())
    }

    /// A counter for which its part of the map has no room stays out of the game, with what it carries and those aboard.
    fn no_room(&mut self, id: UnitId) {
        // Face down and without a word, for it was never seen.
        let unit = self.unit(id);
        unit.place = Place::Gone;
        if let Some(weapon) = unit.weapon.take() {
            self.unit(weapon).place = Place::Gone;
        }
        if !self.state.rulings.before(10) {
            let riders: Vec<UnitId> = self.state.aboard(id).map(|(rider, _)| rider).collect();
            riders.into_iter().for_each(|rider| self.no_room(rider));
        }
    }

    /// Preplanned fire for a US player who names no hexes: cover near his own men.
    fn write_down(&mut self) -> Result<(), Halt> {
        while self.state.support.preplanned.contains(&None) {
            let (rules, state) = (self.rules, &*self.state);
            let near = |h: &Hex| {
                let men = state.units.iter().filter(|u| u.side() == Side::Us).filter_map(crate::state::Unit::hex);
                men.map(|m| m.distance(*h)).min().is_some_and(|d| (3..=5).contains(&d))
            };
            let good = |h: &Hex| near(h) && rules.cover(*h) == 0 && !state.support.preplanned.contains(&Some(*h));
            let mut free: Vec<Hex> = rules.map().hexes().filter(good).collect();
            if free.is_empty() {
                free = rules.map().hexes().filter(|h| !state.support.preplanned.contains(&Some(*h))).collect();
            }
            let at = free[self.pick(free.len())?];
            self.register(at);
        }
        Ok(())
    }

    /// Elements go to Cadres; caches under cover near somebody who guards them, traps onto the ways.
    fn set_up_secrets(&mut self) -> Result<(), Halt> {
        for element in self.state.elements.clone() {
            let free: Vec<UnitId> = self
                .state
                .units()
                .filter(|(_, u)| u.kind.may_carry_element() && u.element == Element::None && u.place != Place::Gone)
                .filter(|(_, u)| u.weapon.is_none() || !element.is_heavy() || self.state.rulings.before(9))
                .map(|(id, _)| id)
                .collect();
            if free.is_empty() {
                self.state.elements.retain(|e| *e != element);
            } else {
                let id = free[self.pick(free.len())?];
                self.assign(id, element);
            }
        }
        while self.state.caches.iter().any(|c| c.hex.is_none()) {
            if !self.hide_one(true)? {
                self.state.caches.retain(|c| c.hex.is_some());
            }
        }
        while self.state.traps.contains(&None) {
            if !self.hide_one(false)? {
                self.state.traps.retain(Option::is_some);
            }
        }
        Ok(())
    }

    /// Hides a cache or lays a trap; whether there was a place for it.
    fn hide_one(&mut self, cache: bool) -> Result<bool, Halt> {
        let (rules, state) = (self.rules, &*self.state);
        let map = rules.map();
        let command = |at| if cache { Command::HideCache { at } } else { Command::LayTrap { at } };
        let free: Vec<Hex> = map.hexes().filter(|h| check(rules, state, &command(*h)).is_ok()).collect();
        if free.is_empty() {
            return Ok(false);
        }
        let guards: Vec<Hex> = state.units.iter().filter(|u| u.kind.is_cadre()).filter_map(Unit::hex).collect();
        let drawback = |h: &Hex| {
            let guard = guards.iter().map(|g| g.distance(*h)).min().unwrap_or(0);
            let others = state.caches.iter().filter_map(|c| c.hex).chain(state.traps.iter().flatten().copied());
            let near = others.filter(|o| o.distance(*h) <= 2).count();
            let spread = 3 * u8::try_from(near).unwrap_or(0);
            let place = match (cache, is_way(map, *h)) {
                (true, _) => 2 * rules.cover(*h) + guard.saturating_sub(2),
                (false, true) => guard / 3,
                (false, false) => 8 + guard / 3,
            };
            place + spread
        };
        let best = best(free.into_iter().map(|h| (u16::from(drawback(&h)), h)).collect(), 2 * BEST);
        let at = best[self.pick(best.len())?].1;
        self.conceal(cache, at);
        Ok(true)
    }
}
