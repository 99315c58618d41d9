//! What must hold in every position, worked out from scratch.

use table::Going;

use crate::figure::{Figure, FigureId, Side, Standing};
use crate::hidden::is_seen;
use crate::sight::lowest;
use crate::state::{State, Step};
use crate::{Skirmish, score};

/// The first invariant that is broken, in one sentence.
pub(crate) fn audit(rules: &Skirmish, state: &State) -> Result<(), String> {
    let setting = state.setting();
    if !(1..=setting.turns).contains(&state.turn()) {
        return Err(format!("turn {} of {}", state.turn(), setting.turns));
    }
    for (id, _) in state.figures() {
        figure(rules, state, id).map_err(|broken| format!("{}: {broken}", state.name(id)))?;
    }
    if let Some(id) = state.active()
        && state.figure(id).is_none_or(|f| f.side != state.side() || !(f.in_play() || has_just_left(state, f)))
    {
        return Err("a figure acts that cannot".into());
    }
    if let Some(pending) = state.pending()
        && !state.is_beside()
        && (!state.setting().rulings.before(6)
            || rules.targets(state, pending.firer, pending.weapon).len() < 2
            || pending.counters == 0)
    {
        return Err("a counter waits although there is no choice".into());
    }
    for side in Side::ALL {
        let support = state.support(side);
        if support.fired > support.rounds || (support.fired > 0) != support.last.is_some() {
            return Err(format!("the guns of {} have fired too much or nowhere", side.name()));
        }
        let nobody = !state.of(side).any(|(_, f)| f.in_play());
        if nobody && state.step() != Step::Over {
            return Err(format!("{} has no figures left, and the game goes on", side.name()));
        }
        if state.of(side).filter(|(_, f)| f.kit.radio).any(|(_, f)| f.standing == Standing::Removed) {
            return Err("the dead carry a radio".into());
        }
    }
    if let Some((asked, _)) = state.beside().measuring
        && (state.step() == Step::Over
            || (asked != state.side() && !crate::companion::may_hide(state, asked) && state.nameable(asked).is_empty()))
    {
        return Err("a figure is asked that cannot answer".into());
    }
    if !state.is_beside() && *state.beside() != crate::companion::Beside::default() {
        return Err("something was measured on the computer's table".into());
    }
    if state.smokes().iter().any(|s| s.ends == 0 || s.radius <= 0) {
        return Err("smoke that has gone is still there".into());
    }
    let smokes = state.smokes().iter().map(|smoke| smoke.at().is_none());
    if smokes.chain(state.claymores().iter().map(|c| c.laid.is_none())).any(|beside| beside != state.is_beside()) {
        return Err("smoke or a Claymore lies on the wrong table".into());
    }
    if (state.step() == Step::Over) != score::outcome(rules, state).is_some() {
        return Err("the game is over without an outcome, or the reverse".into());
    }
    Ok(())
}

/// A vehicle of which it may still be said whom it ran over as it left. Ruling S-R31.
fn has_just_left(state: &State, figure: &Figure) -> bool {
    state.is_beside() && state.beside().moved && figure.vehicle && figure.standing == Standing::Left
}

fn figure(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), String> {
    let Some(f) = state.figure(id) else { return Err("is not there".into()) };
    let on_table = f.standing == Standing::Up;
    if f.at.is_some() != (on_table && !state.is_beside()) {
        return Err("is on the table without a place, or the reverse".into());
    }
    if let Some(at) = f.at
        && (!state.board().contains(at) || state.board().terrain(at).going() == Going::Impassable)
    {
        return Err(format!("stands off the table or in deep water at {at}"));
    }
    if let Standing::Aboard(vehicle) = f.standing
        && state.figure(vehicle).is_none_or(|v| !v.vehicle || v.standing != Standing::Up || v.side != f.side)
    {
        return Err("is in a vehicle that is not there".into());
    }
    if f.vehicle && state.passengers(id).count() > usize::from(rules.numbers().vehicle_capacity.value) {
        return Err("carries too many".into());
    }
    if f.phases > rules.numbers().phases.value || (f.phases > 0 && f.side != state.side()) {
        return Err(format!("has {} phases", f.phases));
    }
    if f.work.is_some_and(|(work, done)| done == 0 || done >= rules.phases_of(work)) {
        return Err("is busy with a task that is finished".into());
    }
    if lowest(f.facing) != f.facing || (f.facing.dx, f.facing.dy) == (0, 0) {
        return Err("looks nowhere, or its facing is not in lowest terms".into());
    }
    let looked_at = matches!(f.standing, Standing::Up | Standing::Removed);
    if looked_at && state.step() != Step::Over && !state.is_beside() && f.trace.seen != is_seen(rules, state, id) {
        return Err("is seen and not known, or the reverse".into());
    }
    if f.vehicle && f.kills >= 2 && f.in_play() {
        return Err("has exploded and is still there".into());
    }
    Ok(())
}
