//! Movement: who may go where in one segment. Rules 6.1 to 6.4; rulings BB-R18, BB-R28 to BB-R31, BB-R58.

use tabletop::{Refusal, RuleId};

use crate::combat::{any_moves_again, movement_of};
use crate::event::Travel;
use crate::places::{AREA_COUNT, Gate, PLACE_COUNT, Place, PlaceSet, Zone};
use crate::play::Play;
use crate::sequence::is_to_come_for;
use crate::set::GateSet;
use crate::state::{Condition, Location, State};
use crate::units::{STATIC_UNITS, Side, UnitId, UnitKind, UnitSet};
use crate::{BlockByBlock, Command, Event, rule};

/// Every area, no Gate Box.
pub(crate) const AREAS: PlaceSet = PlaceSet::of_bits((1 << AREA_COUNT) - 1);

/// Areas of zones whose marker is US/ARVN.
fn us_arvn_zone_areas(state: &State) -> PlaceSet {
    Zone::ALL.into_iter().filter(|z| state.zone_control(*z) == Side::UsArvn).map(Zone::set).collect()
}

/// Areas a side may step into from a place as far as the map is concerned: plain borders, bridges (6.3b), gates it
/// controls (8.0b); from its own Gate Box the lettered areas (BB-R18). Enemies are not considered.
pub(crate) fn passable(rules: &BlockByBlock, state: &State, side: Side, from: Place) -> PlaceSet {
    Terrain::new(rules, state, side).beyond(from)
}

/// The ways of a side, looked up once for a whole list of moves.
struct Terrain<'a> {
    rules: &'a BlockByBlock,
    gates: GateSet,
    /// Where bridges may lead: everywhere, but for PAVN/NLF not into a US/ARVN zone. Rule 6.3b, ruling BB-R31.
    bridgeable: PlaceSet,
    /// Areas beyond each area, if they were looked up beforehand because many moves will be asked for.
    known: Option<[PlaceSet; AREA_COUNT]>,
}

impl<'a> Terrain<'a> {
    fn new(rules: &'a BlockByBlock, state: &State, side: Side) -> Self {
        let barred = if side == Side::PavnNlf { us_arvn_zone_areas(state) } else { PlaceSet::EMPTY };
        Self { rules, gates: state.gates_of(side), bridgeable: !barred, known: None }
    }

    fn look_up_all(&mut self) {
        let mut known = [PlaceSet::EMPTY; AREA_COUNT];
        for area in Place::areas() {
            known[area.index()] = self.beyond(area);
        }
        self.known = Some(known);
    }

    fn beyond(&self, from: Place) -> PlaceSet {
        let map = self.rules.map();
        if let Some(gate) = from.gate() {
            return if self.gates.has(gate) { map.lettered(gate) } else { PlaceSet::EMPTY };
        }
        if let Some(known) = &self.known {
            return known[from.index()];
        }
        let mut set = map.plain(from) | (map.bridges(from) & self.bridgeable);
        for gate in Gate::each(map.letters(from) & self.gates) {
            set |= map.through(from, gate);
        }
        set
    }
}

/// Everything that decides where units of a side may go now, worked out once.
pub(crate) struct Ways<'a> {
    terrain: Terrain<'a>,
    enemy: PlaceSet,
    /// Where a unit must stop, if that was looked up beforehand because many moves will be asked for. Rule 6.2c.
    stop: Option<PlaceSet>,
    /// Enemy-held areas that may be moved into, as far as they are of interest. Rules 6.2b and 6.3d.
    enterable: PlaceSet,
    landings: PlaceSet,
    /// Empty boxes that US/ARVN units may walk into. Rulings BB-R18 and BB-R58.
    unguarded: PlaceSet,
}

/// Areas beside an enemy of `side` in the same zone. Rule 6.2c, ruling BB-R28.
fn stops(rules: &BlockByBlock, enemy: PlaceSet) -> PlaceSet {
    Place::each(enemy & AREAS).fold(PlaceSet::EMPTY, |set, p| set | rules.map().zone_mates(p))
}

/// Whether an area held by these enemies needs no assault: all routed, or a single one-sided unit. Rule 6.3d.
pub(crate) fn feebly_held(state: &State, enemies: UnitSet) -> bool {
    let alone = enemies.len() == 1;
    UnitId::each(enemies).all(|u| state.condition(u) == Condition::Routed || (alone && u.kind().one_sided()))
}

impl<'a> Ways<'a> {
    /// All ways of a side.
    pub fn new(rules: &'a BlockByBlock, state: &State, side: Side) -> Self {
        let ways = Self::into(rules, state, side, AREAS);
        Self { stop: Some(stops(rules, ways.enemy)), ..ways }
    }

    /// The ways of a side that end in `goals`: a march may end among enemies, but never pass through them.
    fn into(rules: &'a BlockByBlock, state: &State, side: Side, goals: PlaceSet) -> Self {
        let (own, enemy) = (state.presence(side), state.presence(side.enemy()));
        let feeble = Place::each(enemy & AREAS & goals & !own)
            .filter(|p| feebly_held(state, state.side_at(side.enemy(), *p)))
            .collect();
        let terrain = Terrain::new(rules, state, side);
        let enters = if state.options.rulings.before(11) { !GateSet::EMPTY } else { terrain.gates };
        let boxes: PlaceSet = Gate::each(enters).map(Gate::place).collect();
        Self {
            terrain,
            enemy,
            stop: None,
            enterable: (enemy & AREAS & own) | feeble,
            landings: if side == Side::UsArvn {
                rules.map().landings(state.options.extra_landings)
            } else {
                PlaceSet::EMPTY
            },
            unguarded: if side == Side::UsArvn { boxes & !(own | enemy) } else { PlaceSet::EMPTY },
        }
    }

    /// Whether a unit that comes here must stop. Rule 6.2c.
    fn stops_in(&self, place: Place) -> bool {
        match self.stop {
            Some(stop) => stop.has(place),
            // A place is its zone mate's zone mate.
            None => !place.is_box() && self.terrain.rules.map().zone_mates(place).meets(self.enemy),
        }
    }

    /// Where a unit may be next, coming from `from` where it began or passed.
    fn next(&self, from: Place, first: bool) -> PlaceSet {
        let begins_with_enemy = first && self.enemy.has(from);
        let forbidden = self.enemy & !if begins_with_enemy { PlaceSet::EMPTY } else { self.enterable };
        self.terrain.beyond(from) & !forbidden
    }

    /// Empty boxes beside a place. Rulings BB-R18 and BB-R58.
    fn boxes(&self, from: Place) -> PlaceSet {
        if self.unguarded.is_empty() || from.is_box() {
            return PlaceSet::EMPTY;
        }
        Gate::each(self.terrain.rules.map().letters(from)).map(Gate::place).collect::<PlaceSet>() & self.unguarded
    }

    /// Every place a march from `from` may end in.
    fn marches(&self, from: Place) -> PlaceSet {
        let mut reached = self.next(from, true);
        let mut boxes = self.boxes(from);
        let mut expanded = from.set();
        loop {
            let open = reached & !expanded & !self.enemy;
            let Some(next) = Place::each(open).next() else {
                break;
            };
            expanded |= next.set();
            if self.stops_in(next) {
                continue;
            }
            reached |= self.next(next, false);
            boxes |= self.boxes(next);
        }
        (reached | boxes) & !from.set()
    }

    /// River landings that may be reached from `from`. Rule 6.3a, ruling BB-R30.
    fn river(&self, from: Place) -> PlaceSet {
        if !self.landings.has(from) { PlaceSet::EMPTY } else { self.landings & !from.set() & !self.enemy }
    }

    /// Every place a move from `from` may end in.
    pub fn destinations(&self, from: Place) -> PlaceSet {
        self.marches(from) | self.river(from)
    }

    /// Whether a move from `from` may end anywhere.
    fn any_destination(&self, from: Place) -> bool {
        !(self.next(from, true) | self.boxes(from) | self.river(from)).is_within(from.set())
    }

    /// The shortest way to a destination; on foot if that is possible.
    pub fn path(&self, from: Place, to: Place) -> Option<(Travel, Vec<Place>)> {
        let step = |p: Place, first| {
            let open = first || (!self.enemy.has(p) && !self.stops_in(p));
            if open { self.next(p, first) | (self.boxes(p) & to.set()) } else { PlaceSet::EMPTY }
        };
        if let Some(path) = shortest(from, to, step) {
            return Some((Travel::March, path));
        }
        (self.river(from).has(to)).then(|| (Travel::RiverLanding, vec![from, to]))
    }
}

/// The shortest path between two places; `step` gives the places after a place, told whether it is the first.
pub(crate) fn shortest(from: Place, to: Place, step: impl Fn(Place, bool) -> PlaceSet) -> Option<Vec<Place>> {
    let mut came_from = [u8::MAX; PLACE_COUNT];
    let mut seen = from.set();
    let mut queue = [from; PLACE_COUNT];
    let (mut head, mut tail) = (0, 1);
    while head < tail {
        let here = queue[head];
        head += 1;
        for next in Place::each(step(here, here == from) & !seen) {
            seen |= next.set();
            came_from[next.index()] = u8::try_from(here.index()).unwrap_or(u8::MAX);
            if next == to {
                let before = |at: &Place| (*at != from).then(|| Place::from_index(usize::from(came_from[at.index()])));
                let back = || std::iter::successors(Some(to), before);
                let mut path = Vec::with_capacity(back().count());
                path.extend(back());
                path.reverse();
                return Some(path);
            }
            queue[tail] = next;
            tail += 1;
        }
    }
    None
}

/// Every area a PAVN/NLF unit could be in after a march without meeting a US/ARVN unit, its own included. Rule 12.1.
pub(crate) fn exit_reach(rules: &BlockByBlock, state: &State, from: Place) -> PlaceSet {
    let ways = Ways::into(rules, state, Side::PavnNlf, PlaceSet::EMPTY);
    (ways.marches(from) & !ways.enemy) | from.set()
}

/// Whether a way free of US/ARVN units leads PAVN/NLF to the edge of the map, if nobody has to stop on it. Rule 12.1.
pub(crate) fn leads_to_the_edge(rules: &BlockByBlock, state: &State, from: Place) -> bool {
    let (terrain, enemy) = (Terrain::new(rules, state, Side::PavnNlf), state.presence(Side::UsArvn));
    let edge = Place::each(rules.map().edge());
    edge.into_iter().any(|to| shortest(from, to, |place, _| terrain.beyond(place) & !enemy).is_some())
}

/// What is left to a unit that cannot go anywhere.
fn stays(ways: &Ways, state: &State, unit: UnitId, from: Place) -> &'static str {
    if ways.enemy.has(from) && state.condition(unit) != Condition::Routed {
        "Leave it there. It may fight a close combat in the Combat Phase."
    } else {
        "Leave it there."
    }
}

/// The rule by which a static unit never moves.
fn never_moves(unit: UnitId) -> RuleId {
    match unit.kind() {
        UnitKind::GateTower => rule!("8.0a"),
        UnitKind::Platoon => rule!("8.2a"),
        _ => rule!("6.3c"),
    }
}

/// Whether a unit may move now at all. Rules 5.0, 6.2a, 6.3c, 8.0a and 8.2a.
fn check_mover(rules: &BlockByBlock, state: &State, unit: UnitId) -> Result<Place, Refusal> {
    let side = unit.side();
    let Some(place) = state.place(unit) else {
        return Err(Refusal::new(rule!("6.2a"), format!("{unit} is not on the map."), "Choose a unit on the map."));
    };
    if unit.kind().is_static() {
        return Err(Refusal::new(never_moves(unit), format!("{unit} cannot move."), "Leave it where it is."));
    }
    if state.step != movement_of(side) {
        return Err(Refusal::new(
            rule!("5.0"),
            format!("{} units cannot move in the step \"{}\".", side.name(), state.step.name()),
            if is_to_come_for(rules, state, unit, movement_of(side)) {
                "Wait for its side's Movement Segment."
            } else {
                "Leave it where it is: no Movement Segment is left to it."
            },
        ));
    }
    if state.moved.has(unit) {
        return Err(Refusal::new(
            rule!("6.2a"),
            format!("{unit} has already moved this segment."),
            if any(rules, state) {
                "Choose another unit, or undo its move and send it farther."
            } else {
                "Undo its move and send it farther, or end the segment."
            },
        ));
    }
    Ok(place)
}

/// Rule 6: whether a unit may move there.
pub(crate) fn check_move(rules: &BlockByBlock, state: &State, unit: UnitId, to: Place) -> Result<(), Refusal> {
    let from = check_mover(rules, state, unit)?;
    if from == to {
        return Err(Refusal::new(
            rule!("6.2a"),
            format!("{unit} is already in {to}."),
            "Choose another place, or leave it there.",
        ));
    }
    let ways = Ways::new(rules, state, unit.side());
    if ways.destinations(from).has(to) { Ok(()) } else { Err(why_not(&ways, state, unit, from, to)) }
}

/// The rule that keeps a unit from a place, most telling first.
fn why_not(ways: &Ways, state: &State, unit: UnitId, from: Place, to: Place) -> Refusal {
    let rules = ways.terrain.rules;
    let (map, side) = (rules.map(), unit.side());
    let elsewhere = |remedy| if ways.any_destination(from) { remedy } else { stays(ways, state, unit, from) };
    if let Some(gate) = to.gate() {
        let letter = gate.letter();
        if side == Side::PavnNlf {
            return Refusal::new(
                rule!("8.0a"),
                "PAVN/NLF units cannot move into Gate Boxes.",
                elsewhere("Move through the gate to the area behind it, if your side holds the gate."),
            );
        }
        if state.gate_control(gate) != side && !ways.unguarded.has(to) {
            return Refusal::new(
                rule!("8.0b"),
                format!("The enemy holds gate {letter}."),
                "Assault it in the Combat Phase from an area with its letter.",
            );
        }
        let inside = state.units_at(to);
        if !inside.is_empty() {
            return Refusal::new(
                rule!("6.1"),
                format!("{to} is occupied. A Gate Box holds one unit."),
                if inside.meets(STATIC_UNITS) {
                    elsewhere("Choose another place. The platoon there never moves, and it holds the gate.")
                } else if UnitId::each(inside).any(|other| !rules.destinations(state, other).is_empty()) {
                    "Move the other unit out first."
                } else {
                    elsewhere(
                        "Choose another place. The unit there moves no more in this segment, and it holds the gate.",
                    )
                },
            );
        }
    }
    let enemies = state.side_at(side.enemy(), to);
    if !enemies.is_empty() && !to.is_box() {
        if ways.enemy.has(from) && ways.terrain.beyond(from).has(to) && ways.enterable.has(to) {
            return Refusal::new(
                rule!("6.2d"),
                format!("{unit} starts in {from} with an enemy, so the first area it enters must be free of enemies."),
                elsewhere("Choose an area without enemies."),
            );
        }
        if !ways.enterable.has(to) {
            return Refusal::new(
                rule!("6.2b"),
                format!("The enemy holds {to}."),
                "Enter only to join friends, or to face nothing but routed units or a single one-sided unit. Otherwise assault the area in the Combat Phase.",
            );
        }
    }
    if !to.is_box() && !from.is_box() {
        if let Some(gate) = map.gate_between(from, to)
            && state.gate_control(gate) != side
        {
            let letter = gate.letter();
            return Refusal::new(
                rule!("8.0b"),
                format!("The enemy holds gate {letter}."),
                "Capture the gate first, or go another way.",
            );
        }
        if side == Side::PavnNlf && map.bridges(from).has(to) {
            return Refusal::new(
                rule!("6.3b"),
                format!(
                    "PAVN/NLF units cannot cross a bridge into a zone under US/ARVN control, and {to} lies in one."
                ),
                "Go another way, or end the US/ARVN control of the zone first.",
            );
        }
        if ways.landings.has(to) && !reaches_without_enemies(&ways.terrain, ways, from, to) {
            return if ways.landings.has(from) {
                Refusal::new(
                    rule!("6.3a"),
                    format!("The enemy is in {to}, and boats do not land among enemies."),
                    if ways.river(from).is_empty() {
                        elsewhere("Choose another area.")
                    } else {
                        "Choose a river landing without enemies."
                    },
                )
            } else {
                Refusal::new(
                    rule!("6.3a"),
                    format!("{from} has no river landing, and no way on foot leads to {to}."),
                    if any_moves_again(rules, state, unit.set()) {
                        elsewhere("Choose another area, or start a later segment in an area with a river landing.")
                    } else {
                        elsewhere("Choose another area.")
                    },
                )
            };
        }
        if !map.beside(from).has(to)
            && map.file.borders.iter().any(|b| (b.a == from && b.b == to) || (b.b == from && b.a == to))
        {
            return Refusal::new(
                rule!("6.4"),
                format!("A wall or canal lies between {from} and {to}."),
                "Go round through a gate or over a bridge.",
            );
        }
    }
    if reaches_without_enemies(&ways.terrain, ways, from, to) {
        return hindered(ways, state, unit, from, to);
    }
    let over_bridges = Terrain { bridgeable: AREAS, known: None, ..ways.terrain };
    if reaches_without_enemies(&over_bridges, ways, from, to) {
        return Refusal::new(
            rule!("6.3b"),
            format!("Every way from {from} to {to} crosses a bridge into a zone under US/ARVN control."),
            elsewhere("Choose another area, or end the US/ARVN control of the zone first."),
        );
    }
    Refusal::new(
        rule!("6.4"),
        format!("{} has no open way from {from} to {to}.", side.name()),
        elsewhere(match side {
            Side::UsArvn => {
                "Walls, canals, the river and enemy gates bar the way. Capture a gate, or use a bridge or a landing."
            }
            Side::PavnNlf => {
                "Walls, canals, the river and enemy gates bar the way. Capture a gate, or choose an area on this side."
            }
        }),
    )
}

/// Why the enemy keeps a unit from a place that the terrain lets it reach. Rules 6.2b to 6.2d.
fn hindered(ways: &Ways, state: &State, unit: UnitId, from: Place, to: Place) -> Refusal {
    let if_none_stopped = |p: Place, first: bool| {
        let open = first || !ways.enemy.has(p);
        if open { ways.next(p, first) | (ways.boxes(p) & to.set()) } else { PlaceSet::EMPTY }
    };
    if shortest(from, to, if_none_stopped).is_some() {
        return Refusal::new(
            rule!("6.2c"),
            format!("Every way to {to} passes an enemy, and a unit must stop beside an enemy."),
            if any_moves_again(ways.terrain.rules, state, unit.set()) {
                "Stop on the way and go on next turn."
            } else {
                "Choose an area on the way."
            },
        );
    }
    if ways.enemy.has(from) && (ways.next(from, true) | ways.boxes(from)).is_empty() {
        return Refusal::new(
            rule!("6.2d"),
            format!(
                "{unit} starts in {from} with an enemy and must first enter an area without enemies, but there is none."
            ),
            stays(ways, state, unit, from),
        );
    }
    Refusal::new(
        rule!("6.2b"),
        format!("Every way to {to} leads through areas that the enemy holds."),
        if ways.any_destination(from) {
            "Choose another area, or assault in the Combat Phase."
        } else {
            stays(ways, state, unit, from)
        },
    )
}

/// Whether the way would be free over this terrain if there were no enemies.
fn reaches_without_enemies(terrain: &Terrain, ways: &Ways, from: Place, to: Place) -> bool {
    shortest(from, to, |p, _| terrain.beyond(p) | (ways.boxes(p) & to.set())).is_some()
}

impl BlockByBlock {
    /// Where a unit may move to now; empty if it may not move. Rule 6.
    pub fn destinations(&self, state: &State, unit: UnitId) -> PlaceSet {
        match check_mover(self, state, unit) {
            Ok(from) => Ways::new(self, state, unit.side()).destinations(from),
            Err(_) => PlaceSet::EMPTY,
        }
    }

    /// The way a unit would take to a legal destination.
    pub fn path(&self, state: &State, unit: UnitId, to: Place) -> Option<(Travel, Vec<Place>)> {
        let from = check_mover(self, state, unit).ok()?;
        Ways::into(self, state, unit.side(), to.set()).path(from, to)
    }
}

/// Units of a place that may still move.
fn movers(state: &State, side: Side, place: Place) -> UnitSet {
    state.side_at(side, place) & !state.moved & !STATIC_UNITS
}

/// Whether anybody may still move: most often somebody has free ground beside him, and nothing else need be asked.
pub(crate) fn any(rules: &BlockByBlock, state: &State) -> bool {
    let Some(side) = state.step.side() else { return false };
    let terrain = Terrain::new(rules, state, side);
    let free = !state.presence(side.enemy());
    let mut all = Place::each(state.presence(side)).filter(|p| !movers(state, side, *p).is_empty());
    all.clone().any(|p| terrain.beyond(p).meets(free)) || {
        let mut ways = Ways::new(rules, state, side);
        if state.options.rulings.before(4) {
            let own = Gate::all().filter(|gate| state.gate_control(*gate) == side);
            ways.unguarded &= own.map(Gate::place).collect();
        }
        all.any(|p| ways.any_destination(p))
    }
}

/// Whether this is a walk into the box of a gate that the enemy holds, as there was before the eleventh set. Ruling BB-R58.
pub(crate) fn takes_a_gate(state: &State, command: &Command) -> bool {
    let Command::Move { unit, to } = command else { return false };
    to.gate().is_some_and(|gate| state.gate_control(gate) != unit.side())
}

/// Legal moves.
pub(crate) fn list(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else {
        return;
    };
    let mut ways = Ways::new(rules, state, side);
    ways.terrain.look_up_all();
    for place in Place::each(state.presence(side)) {
        let movers = movers(state, side, place);
        if movers.is_empty() {
            continue;
        }
        let destinations = ways.destinations(place);
        for unit in UnitId::each(movers) {
            options.extend(Place::each(destinations).map(|to| Command::Move { unit, to }));
        }
    }
}

impl Play<'_> {
    /// Rule 6.2: checks the move and makes it, looking for the way once only.
    pub fn move_unit(&mut self, unit: UnitId, to: Place) -> Result<(), Refusal> {
        let from = check_mover(self.rules, self.state, unit)?;
        let way =
            if from == to { None } else { Ways::into(self.rules, self.state, unit.side(), to.set()).path(from, to) };
        let Some((how, path)) = way else { return check_move(self.rules, self.state, unit, to) };
        self.state.moved |= unit.set();
        self.state.put(unit, Location::Map(to));
        self.say(Event::Travelled { unit, path, how });
        if let Some(gate) = to.gate() {
            self.take_gate(gate, unit.side());
        }
        Ok(())
    }
}
