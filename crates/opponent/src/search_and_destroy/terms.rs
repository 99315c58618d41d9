//! What is good in the valley: points, men, finding and not being found, and being where it is decided.

use ::search_and_destroy::hex::Hex;
use ::search_and_destroy::state::{Pin, Place, Unit};
use ::search_and_destroy::units::Kind;
use ::search_and_destroy::{SearchAndDestroy, Side, State};

use super::threat::{self, When};
use crate::thinking::{MOST_TERMS, Term, term};

pub(super) const TERMS: [Term; 24] = [
    term("points", "wins points", "loses points", [100, 100]).counted(),
    term("own force", "keeps your units in the fight", "may cost you units", [60, 60]),
    term("enemy force", "costs the enemy units", "lets the enemy come on", [60, 60]),
    term("own losses", "spares your men", "may cost you men", [200, 200]).counted(),
    term("enemy losses", "costs the enemy men", "spares the enemy", [200, 200]).counted(),
    term("own pinned", "keeps your men free to act", "gets your men pinned", [80, 80]),
    term("enemy pinned", "pins the enemy", "lets the enemy act", [80, 80]),
    term("finding", "finds who hides", "lets the enemy hide", [150, 0]),
    term("hiding", "keeps your units hidden", "shows a hidden unit", [0, 200]),
    term("way", "goes where the enemy may be", "strays from where the enemy may be", [15, 0]),
    term("touch", "comes where it can search", "gives up touch with the enemy", [60, 0]),
    term("danger", "stays away from the enemy", "stands close to the enemy", [0, 40]),
    term("control", "keeps units under command", "loses command of units", [30, 30]),
    term("on the map", "brings units into play", "leaves units behind", [500, 100]),
    term("cover", "takes cover", "leaves cover", [8, 8]),
    term("fire now", "has the enemy in its fire", "has nobody to fire at this turn", [90, 90]),
    term("fire to come", "comes where its fire counts", "leaves where its fire counts", [50, 50]),
    term("enemy fire", "stays out of the enemy's fire", "stands in the enemy's fire", [0, 0]),
    term("shells", "brings shells down on the enemy", "wastes shells", [60, 0]),
    term("empty helicopters", "sends helicopters away", "leaves helicopters on the ground", [20, 0]),
    term(
        "observers",
        "brings observers where they see targets",
        "takes observers from where they see targets",
        [20, 0],
    ),
    term("flown out", "gets men out by helicopter", "leaves men waiting for a helicopter", [0, 0]),
    term("goals", "comes nearer to what the scenario pays for", "strays from what the scenario pays for", [12, 12]),
    term("caches", "searches where caches may lie", "gives up the search for caches", [0, 0]),
];

/// The farthest that a way is counted, in hexes.
const FAR: u8 = 20;
/// As near as fire is to be feared.
const NEAR: u8 = 2;

/// What a counter is worth.
fn worth(kind: Kind) -> i64 {
    match kind {
        Kind::Suspect | Kind::Dummy => 1,
        Kind::M48 | Kind::PatrolBoat | Kind::Transport | Kind::Gunship => 12,
        Kind::M113 | Kind::CompanyCadre | Kind::BattalionCadre | Kind::CompanyCommander | Kind::Weapons => 8,
        Kind::Sniper | Kind::Observer => 4,
        _ => 6,
    }
}

pub(super) fn measure(rules: &SearchAndDestroy, state: &State, side: Side, counts: &mut [i64; MOST_TERMS]) {
    let sheet = i64::from(rules.score_sheet(state).margin);
    let mut list = [0_i64; TERMS.len()];
    list[0] = if side == Side::Us { sheet } else { -sheet };
    let mut enemies: Vec<(Hex, bool)> = Vec::new();
    let mut own: Vec<(Hex, &Unit)> = Vec::new();
    for (_, unit) in state.units() {
        let ours = unit.side() == side;
        let sign = if ours { 1 } else { -1 };
        let (force, losses, pinned) = if ours { (1, 3, 5) } else { (2, 4, 6) };
        if unit.place != Place::Gone {
            list[force] += sign * worth(unit.kind);
        }
        list[losses] -= sign * i64::from(unit.losses);
        list[pinned] -= sign * i64::from(unit.pin != Pin::No);
        let Some(hex) = unit.hex() else { continue };
        if ours {
            list[8] += i64::from(unit.face_down && unit.kind != Kind::Dummy);
            if !unit.kind.is_helicopter() {
                list[12] += i64::from(unit.controlled);
                list[13] += 1;
                list[14] += i64::from(covered(rules, hex));
            }
            own.push((hex, unit));
        } else {
            list[7] -= i64::from(unit.face_down);
            enemies.push((hex, unit.face_down));
        }
    }
    for (hex, unit) in own {
        // Who has no weapons does not go out to look for anybody.
        if unit.kind.is_helicopter() || unit.kind.is_heavy_weapon() || rules.attack(unit) == 0 {
            continue;
        }
        let nearest = enemies.iter().map(|(enemy, _)| enemy.distance(hex)).min().unwrap_or(FAR).min(FAR);
        // From where it can fire on, coming nearer is not worth anything by itself.
        list[9] -= i64::from(nearest.saturating_sub(rules.range(unit).max(1)));
        list[10] += i64::from(enemies.iter().any(|(enemy, hidden)| *hidden && enemy.distance(hex) <= 1));
        list[11] -= enemies.iter().filter(|(enemy, hidden)| !hidden && enemy.distance(hex) <= NEAR).count() as i64;
    }
    let now = threat::fire_is_to_come(state.step(), side);
    list[15] = if now { threat::worth(rules, state, side, When::Now) } else { 0 };
    // Fire that cannot come any more is worth nothing.
    let last = state.turn() == state.turns();
    let second = if state.nlf_first() { Side::Us } else { Side::Nlf };
    let comes = |whose: Side| !last || whose == second && state.step().player_turn() == Some(whose.enemy());
    list[16] = if comes(side) { threat::worth(rules, state, side, When::Next) } else { 0 };
    list[17] = if comes(side.enemy()) { -threat::worth(rules, state, side.enemy(), When::Next) } else { 0 };
    list[18] = if side == Side::Us { rules.called_down(state) } else { 0 };
    list[19] = if side == Side::Us { -i64::try_from(rules.idle_helicopters(state)).unwrap_or(0) } else { 0 };
    list[20] = if side == Side::Us { rules.in_view_of_observers(state) } else { 0 };
    list[21] = if side == Side::Us { rules.flown_out(state) } else { 0 };
    // Where only the enemy counts, `way` leads to him.
    list[22] = if state.has_objectives() { rules.nearness(state, side) } else { 0 };
    list[23] = if side == Side::Us { rules.combed(state) } else { 0 };
    counts[..list.len()].copy_from_slice(&list);
}

/// Whether a hex hides the units that stand in it.
fn covered(rules: &SearchAndDestroy, hex: Hex) -> bool {
    use ::search_and_destroy::map::Terrain;
    !matches!(rules.map().terrain(hex), Terrain::Clear | Terrain::Paddy)
}
