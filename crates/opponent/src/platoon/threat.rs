//! What the fire of a side could do where everybody stands: the best volley of each squad, as if its phase had come.

use ::platoon::state::{Squad, State, ThisTurn};
use ::platoon::{Kind, Phase, Platoon, Side, SquadId, Target};

/// The hits that a side may hope for, and those it must fear, in hundredths of a man.
pub(super) fn fire_to_come(rules: &Platoon, state: &State, side: Side) -> (i64, i64) {
    if state.phase == Phase::Over {
        return (0, 0);
    }
    let mut ready = state.clone();
    for squad in &mut ready.squads {
        squad.turn = ThisTurn { mode: None, fired: false, no_fire: false, ..squad.turn };
        for figure in &mut squad.figures {
            (figure.fired, figure.running, figure.searches) = (false, false, false);
        }
    }
    let hoped = best_volleys(rules, &mut ready, side, Squad::in_play);
    // Who fears everybody that might lie under a marker dares not go near one.
    (hoped, best_volleys(rules, &mut ready, side.enemy(), Squad::on_table))
}

fn best_volleys(rules: &Platoon, state: &mut State, side: Side, fires: fn(&Squad) -> bool) -> i64 {
    let fires = |squad: &&Squad| squad.side == side && fires(squad);
    let firers: Vec<SquadId> = state.squads.iter().filter(fires).map(|squad| squad.id).collect();
    state.phase = Phase::Active(side);
    let mut sum = 0;
    for firer in firers {
        state.active.squad = firer;
        let targets = state.squads.iter().filter(|s| s.side != side && s.on_table() && s.kind != Kind::Peasants);
        sum += targets.map(|target| hits(rules, state, firer, target)).max().unwrap_or(0);
    }
    sum
}

fn hits(rules: &Platoon, state: &State, firer: SquadId, target: &Squad) -> i64 {
    let Ok(volley) = rules.volley(state, firer, Target::Squad(target.id), None) else { return 0 };
    let numbers = &rules.tables().numbers;
    let sixths = |dice: u32, on: u8| i64::from(dice) * i64::from(7_u8.saturating_sub(on));
    // Far off half of the hits count.
    let twelfths = 2 * sixths(volley.near, numbers.hit.value)
        + sixths(volley.far, numbers.hit.value)
        + 2 * sixths(volley.cannon, numbers.cannon.value);
    (twelfths * 100 / 12).min(100 * i64::try_from(target.strength()).unwrap_or(0))
}
