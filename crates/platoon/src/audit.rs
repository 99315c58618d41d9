//! What must hold in every position, worked out from scratch.

use crate::state::{Condition, Content, Fate, Hull, Phase, State};
use crate::turn;

/// The first invariant that is broken, in one sentence.
pub(crate) fn audit(state: &State) -> Result<(), String> {
    if !(1..=state.last_turn).contains(&state.turn) {
        return Err(format!("turn {} of {}", state.turn, state.last_turn));
    }
    for squad in &state.squads {
        let name = &squad.name;
        for (n, figure) in squad.figures.iter().enumerate() {
            if let Some(board) = &state.board
                && !board.contains(figure.at)
            {
                return Err(format!("{name}, figure {} is off the table", n + 1));
            }
            if figure.pinned.is_some() && figure.fate != Fate::Able {
                return Err(format!("{name}, figure {} is pinned and out of action", n + 1));
            }
            if figure.pinned.is_some_and(|turn| turn > state.turn) {
                return Err(format!("{name}, figure {} was pinned in a turn to come", n + 1));
            }
        }
        if !(4..=10).contains(&squad.gung_ho) {
            return Err(format!("{name} has a rating of {}", squad.gung_ho));
        }
        if let Some(marker) = squad.hidden {
            let over_it = state.marker(marker).filter(|m| m.condition == Condition::Down && m.side == squad.side);
            if over_it.is_none_or(|m| m.content != Content::Squad(squad.id)) {
                return Err(format!("{name} hides under marker {}, which does not hide it", marker.0));
            }
        }
        for &(of, figure) in &squad.burden {
            let fate = state.squad(of).and_then(|s| s.figures.get(usize::from(figure))).map(|f| f.fate);
            if fate.is_none_or(|fate| fate == Fate::Able) {
                return Err(format!("{name} carries a figure that is no casualty"));
            }
            if state.squads.iter().filter(|s| s.in_play() && s.burden.contains(&(of, figure))).count() > 1 {
                return Err(format!("{name} carries a figure that others carry"));
            }
        }
        if let Some(vehicle) = squad.aboard {
            let it = state.squad(vehicle).filter(|v| v.kind.is_vehicle() && v.side == squad.side);
            if it.is_none_or(|v| v.hull == Hull::Destroyed) {
                return Err(format!("{name} rides in no vehicle"));
            }
        }
        if squad.drawn_from.is_some() && squad.hidden.is_none() {
            return Err(format!("{name} is in sight but not identified"));
        }
    }
    for marker in state.markers.iter().filter(|m| m.condition == Condition::Down) {
        if let Content::Squad(id) = marker.content
            && state.squad(id).is_none_or(|s| s.hidden != Some(marker.id))
        {
            return Err(format!("marker {} hides squad {}, which does not hide there", marker.id.0, id.0));
        }
    }
    match state.phase {
        Phase::Between => return Err("no side decides and the game is not over".into()),
        Phase::Overflight(_) if state.attack.is_none() => return Err("no aircraft attacks".into()),
        Phase::Burst(_) if state.fall_of_shot.is_none() => return Err("no salvo has come down".into()),
        Phase::Telling(_) if state.telling.is_none() => return Err("no side gives information".into()),
        Phase::Ground(_) if state.unplaced.is_empty() => return Err("no side has ground left to state".into()),
        Phase::Overflight(_) | Phase::Burst(_) | Phase::Ground(_) | Phase::Telling(_) => {}
        Phase::Active(side) | Phase::Interrupt(side) => {
            let acting = state.squad(state.active.squad);
            let owner = if matches!(state.phase, Phase::Active(_)) { side } else { side.enemy() };
            if acting.is_none_or(|s| s.side != owner || !s.in_play()) {
                return Err("the acting squad is not of the side that acts, or out of play".into());
            }
            if matches!(state.phase, Phase::Interrupt(_)) && !turn::may_interrupt(state, side) {
                return Err("a squad is asked to interrupt but cannot".into());
            }
        }
        Phase::Over => {}
    }
    if let Some(march) = state.active.march
        && march.used < 0
    {
        return Err("a move is shorter than zero".into());
    }
    Ok(())
}
