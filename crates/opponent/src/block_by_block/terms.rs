//! What is good in Huế: zones above all, and what brings them.

use ::block_by_block::units::{PAVN_NLF_UNITS, US_ARVN_UNITS};
use ::block_by_block::{
    BlockByBlock, Condition, Gate, Location, Place, PlaceSet, Side, State, Step, UnitId, UnitSet, Zone,
};

use super::ground::{best_group, fighters};
use crate::thinking::{MOST_TERMS, Term, term};

pub(super) const TERMS: [Term; 31] = [
    term("zones", "wins a zone", "loses a zone", [600, 600]).for_the_second("keeps a zone", "loses a zone").counted(),
    term("gates", "wins a gate", "loses a gate", [120, 120]).counted(),
    term("open gates", "keeps the gates manned", "leaves a gate open to a tower that comes back", [40, 40])
        .for_the_second("leaves the enemy a gate to man", "lets the enemy man his gates"),
    term("ground", "gains ground", "gives ground up", [60, 60]),
    term("clearing", "is good for the clearing score", "is bad for the clearing score", [100, 100]).counted(),
    term("purge ahead", "bends the clearing that is to come your way", "lets the clearing go the enemy's way", [0, 0]),
    term("headlines", "moves the headlines your way", "makes the wrong headlines", [30, 30]),
    term("rubble", "spares what is left of the city", "leaves more of the city in ruins", [30, 30])
        .for_the_second("leaves more of the city in ruins", "spares the city"),
    term("own steps", "spares your units", "may cost you steps", [80, 80]).counted(),
    term("enemy steps", "costs the enemy steps", "lets the enemy recover", [80, 80]).counted(),
    term("own strength", "keeps your units strong", "weakens your units", [0, 0]),
    term("enemy strength", "weakens the enemy", "lets the enemy stay strong", [0, 0]),
    term("force", "brings force against the enemy", "takes force away from the enemy", [20, 20]),
    term("danger", "keeps out of the enemy's reach", "comes within the enemy's reach", [0, 0]),
    term("zones one short", "brings a zone within one fight", "puts a zone out of reach", [0, 0])
        .for_the_second("keeps a zone out of reach", "lets the enemy come within one fight of a zone"),
    term("zones two short", "brings a zone nearer", "sets a zone back", [0, 0])
        .for_the_second("keeps the enemy farther from a zone", "lets the enemy come nearer to a zone"),
    term("in the way", "clears what stands in the way of zones", "lets more stand in the way of zones", [0, 0])
        .for_the_second("stands in the way of zones", "clears the enemy's way to zones"),
    term("footholds", "sets foot in a zone", "gives up a foothold", [0, 0])
        .for_the_second("keeps the enemy out of a zone", "lets the enemy set foot in a zone"),
    term("way", "marches to where it is fought", "strays from where it is fought", [2, 0]),
    term("crowds", "catches the enemy crowded", "lets the enemy spread out", [0, 0])
        .for_the_second("spreads your units out", "crowds your units"),
    term("holders", "leaves no enemy in a zone", "lets the enemy into a zone", [0, 0])
        .for_the_second("keeps somebody in every zone", "empties a zone"),
    term("walls", "meets the enemy on poor ground", "lets the enemy stand on good ground", [0, 0])
        .for_the_second("stands on good ground", "leaves good ground"),
    term("MACV", "holds the MACV compound", "risks the MACV compound", [0, 0])
        .for_the_second("drives the enemy out of the MACV compound", "leaves the MACV compound to the enemy"),
    term("gate force", "gathers force at a gate", "takes force from a gate", [0, 0])
        .for_the_second("keeps the enemy's force from a gate", "lets the enemy gather force at a gate"),
    term("last stands", "leaves few to hold a zone", "adds to those who hold a zone", [0, 0])
        .for_the_second("puts more into the zones that are to be held", "leaves few to hold a zone"),
    term("routed", "routs the enemy", "lets the routed rally", [0, 0]),
    term("made good", "loses only what replacements make good", "leaves replacements unused", [0, 0])
        .for_the_second("leaves the enemy's replacements unused", "costs the enemy only what replacements make good"),
    term("kept zones", "keeps what is won", "leaves a zone to be taken back", [0, 0])
        .for_the_second("gets a zone back", "lets the enemy keep a zone"),
    term("zones behind a gate", "opens a zone behind a gate", "lets the gate of a zone be shut", [0, 0])
        .for_the_second("shuts the gate of a zone", "loses the last gate of a zone"),
    term("result", "wins more at the end", "loses at the end", [0, 0]),
    term("gates in reach", "keeps the enemy from your gates", "lets the enemy gather at your gates", [0, 0])
        .for_the_second("gathers force to take a gate", "takes force from a gate that could be taken"),
];

/// The farthest that a way is counted, in areas.
const FAR: i64 = 6;

/// How much of each term a side has.
pub(super) fn measure(rules: &BlockByBlock, state: &State, side: Side, counts: &mut [i64; MOST_TERMS]) {
    // Everything is counted as US/ARVN likes it, and turned for the other side.
    let sign = if side == Side::UsArvn { 1 } else { -1 };
    let map = rules.map();
    let (us, pavn) = (state.presence(Side::UsArvn), state.presence(Side::PavnNlf));
    let steps = |set: UnitSet| -> i64 {
        UnitId::each(set).filter(|u| state.place(*u).is_some()).map(|u| i64::from(state.steps_left(u))).sum()
    };
    let strength = |set: UnitSet| -> i64 {
        let on_map = UnitId::each(set).filter(|u| state.place(*u).is_some());
        on_map.map(|u| i64::from(rules.attack_value(state, u))).sum()
    };
    let last = state.turn() == rules.calendar().last_turn();
    // Once nobody marches any more, what is empty stays whose it is.
    let returns = !last || state.step() <= Step::PavnNlfMovement;
    let mut zones = 0;
    let mut short = [0; 2];
    let (mut in_the_way, mut footholds, mut holders, mut last_stands) = (0, 0, 0, 0);
    let (mut clearing, mut purge, mut kept, mut opened) = (0, 0, 0, 0);
    for zone in Zone::ALL {
        let held = state.zone_control(zone) == Side::UsArvn;
        zones += i64::from(held);
        let places = pavn & zone.set();
        let enemies: i64 = Place::each(places).map(|p| i64::from(state.side_at(Side::PavnNlf, p).len())).sum();
        let gates = map.zone_gates(zone);
        let closed = Gate::each(gates).filter(|g| state.gate_control(*g) == Side::PavnNlf).count();
        let gated = !gates.is_empty();
        let manned = gated && Gate::each(gates).all(|g| us.has(g.place()));
        opened += i64::from(manned || (gated && closed == 0 && last));
        kept += i64::from(held && (manned || us.meets(zone.set()) || !returns));
        let obstacles = enemies + i64::try_from(closed).unwrap_or(0);
        if !held {
            match obstacles {
                0 | 1 => short[0] += 1,
                2 => short[1] += 1,
                _ => {}
            }
            in_the_way -= obstacles.min(4);
            last_stands -= Place::each(places)
                .map(|p| {
                    UnitId::each(state.side_at(Side::PavnNlf, p)).map(|u| i64::from(state.steps_left(u))).sum::<i64>()
                })
                .sum::<i64>()
                .min(8);
        }
        holders -= i64::from(enemies > 0);
        footholds += i64::from(us.meets(zone.set()));
        let level = i64::from(state.clearing(zone));
        clearing -= level;
        let disturbed: PlaceSet = Place::each(us & zone.set()).map(|p| map.zone_mates(p) | p.set()).collect();
        let eligible = i64::from((places & !disturbed & !state.attacked()).len());
        purge -= (eligible - level).max(0);
    }
    let gates = Gate::all().filter(|g| state.gate_control(*g) == Side::UsArvn);
    let open = gates.clone().filter(|g| state.side_at(Side::UsArvn, g.place()).is_empty()).count();
    // What is still to come is worth nothing when it cannot come any more.
    let us_fights = !last || state.step() <= Step::UsArvnCombat;
    let pavn_fights = !last || state.step() <= Step::PavnNlfCombat;
    let ground: PlaceSet = Place::each(pavn & !us).filter(|p| p.zone().is_some()).collect();
    let mut crowds = 0;
    let mut walls = 0;
    for place in Place::each(pavn).filter(|p| !p.is_box()) {
        crowds += i64::from(state.side_at(Side::PavnNlf, place).len() >= 4);
        if map.beside(place).meets(us) {
            walls -= i64::from(map.terrain(place));
        }
    }
    let us_force = if us_fights { pressure(rules, state, Side::UsArvn) } else { 0 };
    let pavn_force = if pavn_fights { pressure(rules, state, Side::PavnNlf) } else { 0 };
    let (own, other) = if sign > 0 { (US_ARVN_UNITS, PAVN_NLF_UNITS) } else { (PAVN_NLF_UNITS, US_ARVN_UNITS) };
    let (force, danger) = if sign > 0 { (us_force, pavn_force) } else { (pavn_force, us_force) };
    let routed = |set: UnitSet| {
        let count = UnitId::each(set).filter(|u| state.place(*u).is_some() && state.condition(*u) == Condition::Routed);
        i64::try_from(count.count()).unwrap_or(0)
    };
    let at_gates = if us_fights { gate_force(rules, state, Side::UsArvn) } else { 0 };
    let at_theirs = if pavn_fights { gate_force(rules, state, Side::PavnNlf) } else { 0 };
    let way = if us_fights { way(rules, state, side) } else { 0 };
    let gone = UnitId::each(other).filter(|u| matches!(state.location(*u), Location::Exited)).count();
    let list = [
        sign * zones,
        sign * i64::try_from(gates.count()).unwrap_or(0),
        if last { 0 } else { -sign * i64::try_from(open).unwrap_or(0) },
        -sign * i64::from(ground.len()),
        sign * clearing,
        sign * purge,
        -sign * i64::from(state.publicity()),
        -sign * i64::from(state.destruction()),
        steps(own),
        -steps(other) - i64::try_from(gone).unwrap_or(0) * 2,
        strength(own),
        -strength(other),
        force,
        -danger,
        // Held zones count among the near ones, or the side that wins a zone would have one less within reach.
        sign * (zones + short[0]),
        sign * (zones + short[0] + short[1]),
        sign * in_the_way,
        sign * footholds,
        -way,
        sign * crowds,
        sign * holders,
        sign * walls,
        sign * i64::from(us.meets(Place::MACV.set())),
        sign * at_gates,
        sign * last_stands,
        routed(other) - routed(own),
        sign * made_good(rules, state),
        sign * kept,
        sign * opened,
        // Before the last turn nothing is decided.
        if last { sign * result(rules, state) } else { 0 },
        -sign * at_theirs,
    ];
    counts[..list.len()].copy_from_slice(&list);
}

/// Steps that US/ARVN units on the map lack and the points to come will give back: those of this step while it lasts, else the next turn's.
fn made_good(rules: &BlockByBlock, state: &State) -> i64 {
    let points = match state.step() {
        Step::UsArvnReplacements => state.points(),
        _ if state.turn() >= rules.calendar().last_turn() => 0,
        _ => rules.calendar().turn(state.turn() + 1).us_arvn_points.value,
    };
    let lacking = |unit: UnitId| match (state.condition(unit), unit.kind().one_sided()) {
        (Condition::Fresh, _) => 0,
        (Condition::Routed, false) => 2,
        _ => 1,
    };
    let missing: i64 = UnitId::each(US_ARVN_UNITS).filter(|u| state.place(*u).is_some()).map(lacking).sum();
    missing.min(i64::from(points))
}

/// For each enemy area that a side could fight for next: the strength of the best group beside it or in it.
fn pressure(rules: &BlockByBlock, state: &State, side: Side) -> i64 {
    let own = state.presence(side);
    let mut sum = 0;
    let mut best_at = [None; 64];
    let mut best = |place: Place| {
        *best_at[place.index()]
            .get_or_insert_with(|| i64::from(best_group(rules, state, fighters(state.side_at(side, place))).1))
    };
    for target in Place::each(state.presence(side.enemy())).filter(|p| !p.is_box()) {
        let from = (rules.map().beside(target) | target.set()) & own;
        sum += Place::each(from).map(&mut best).max().unwrap_or(0).min(13);
    }
    sum
}

/// What the game would come to if it ended now: for US/ARVN a victory counts two and a draw one. Rule 3.2.
fn result(rules: &BlockByBlock, state: &State) -> i64 {
    match rules.score(state).victory.winner() {
        Some(Side::UsArvn) => 2,
        None => 1,
        Some(Side::PavnNlf) => 0,
    }
}

/// The strength that a side has gathered at gates that the enemy holds, twice as much inside the wall.
fn gate_force(rules: &BlockByBlock, state: &State, side: Side) -> i64 {
    let own = state.presence(side);
    let mut sum = 0;
    for gate in Gate::all().filter(|g| state.gate_control(*g) == side.enemy()) {
        let letters = rules.map().lettered(gate) & own;
        let best = Place::each(letters).map(|place| {
            let strength = i64::from(best_group(rules, state, fighters(state.side_at(side, place))).1).min(13);
            if rules.map().citadel().has(place) { strength * 2 } else { strength }
        });
        sum += best.max().unwrap_or(0);
    }
    sum
}

/// How far the units of a side that can move are from the enemy, all together.
fn way(rules: &BlockByBlock, state: &State, side: Side) -> i64 {
    let mut reached = state.presence(side.enemy());
    let mut sum = 0;
    let mut left: PlaceSet = state.presence(side) & !reached;
    for distance in 1..=FAR {
        let wider = Place::each(reached).fold(reached, |set, place| set | rules.map().beside(place));
        for place in Place::each(left & wider) {
            let movers = UnitId::each(fighters(state.side_at(side, place))).filter(|u| !u.kind().is_static());
            sum += i64::try_from(movers.count()).unwrap_or(0) * distance;
        }
        left &= !wider;
        reached = wider;
    }
    for place in Place::each(left) {
        sum += i64::from(fighters(state.side_at(side, place)).len()) * (FAR + 1);
    }
    sum
}
