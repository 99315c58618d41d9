//! Carrying casualties. Rules P-infantry-move and P-victory.

use crate::deed::Nearby;
use crate::event::Event;
use crate::movement::{acting, bearers, half_is_spent, half_left};
use crate::play::Play;
use crate::refuse::{Because, No, Part, no, said};
use crate::state::{Fate, Squad, State};
use crate::tables::Length;
use crate::troops::SquadId;
use crate::{Platoon, rule};

pub(crate) fn check_carry(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    (of, number): (SquadId, u8),
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    half_left(state)?;
    fn refuse<T>(because: &'static str, remedy: impl Into<Because>) -> Result<T, No> {
        no(rule!("P-infantry-move"), because, remedy)
    }
    if it.kind.is_vehicle() || it.aboard.is_some() || half_is_spent(state, it) {
        return refuse("This squad cannot pick up a casualty now.", "Picking up costs a squad on foot half its move.");
    }
    let Some(index) = number.checked_sub(1) else {
        return refuse("This squad has no such figure.", "Count figures from 1.");
    };
    // Who is gone with a wreck is not carried. Ruling P-R58.
    let here = |s: &&Squad| state.options.rulings.before(8) || !s.is_wreck();
    let fallen = state.squad(of).filter(|s| s.side == it.side && s.hidden.is_none()).filter(here);
    // Nor who has left the table aboard of a vehicle. Ruling P-R72.
    let left = |s: &&Squad| state.lies_aboard(s, index.into()).is_some_and(|vehicle| vehicle.gone);
    let fallen = fallen.filter(|s| state.options.rulings.before(9) || !left(s));
    let fallen = fallen.and_then(|s| s.figures.get(usize::from(index)));
    let Some(fallen) = fallen.filter(|f| matches!(f.fate, Fate::Killed | Fate::Wounded)) else {
        return refuse("No such casualty of its side exists.", "Choose a figure that is out of action.");
    };
    if state.is_carried(rules, of, index) {
        return refuse("That casualty is already being carried.", "Pick up another casualty.");
    }
    let able = bearers(state, it);
    if able.len() < 2 * (it.burden.len() + 1) {
        return refuse(
            "The squad has fewer than two figures free to carry.",
            "Two unpinned figures carry one casualty.",
        );
    }
    let reach = rules.tables().numbers.casualty_reach.inches();
    let near = match state.board {
        Some(_) => able.iter().any(|&n| it.figures[n].at.within(fallen.at, reach)),
        None => said.near,
    };
    if !near {
        let remedy = said!("Move to within {} of it.", Part::Length(reach));
        return refuse("No figure of the squad is beside the casualty.", remedy);
    }
    Ok(())
}

pub(crate) fn check_put_down(state: &State, squad: SquadId) -> Result<(), No> {
    if acting(state, squad)?.burden.is_empty() {
        return Err(No::new(rule!("P-infantry-move"), "This squad carries no casualty.", "Choose something else."));
    }
    Ok(())
}

impl Play<'_> {
    pub fn carry(&mut self, squad: SquadId, of: SquadId, number: u8) -> Result<(), No> {
        self.half_a_turn(squad)?;
        // Those who had it before have nobody left to carry it.
        if !self.state.options.rulings.before(10) {
            self.state.squads.iter_mut().for_each(|s| s.burden.retain(|&it| it != (of, number - 1)));
        }
        self.with(squad, |s| s.burden.push((of, number - 1)))?;
        self.say(Event::PickedUp { squad, of, figure: number });
        Ok(())
    }

    pub fn put_down(&mut self, squad: SquadId) -> Result<(), No> {
        self.with(squad, |s| s.burden.clear())?;
        self.say(Event::PutDown { squad });
        Ok(())
    }

    /// Whom a squad carries goes where its carriers go.
    pub fn burden_goes_along(&mut self, squad: SquadId) -> Result<(), No> {
        let it = self.state.named(squad)?;
        // Once it went to the first figure, though that was pinned and stayed behind.
        let first = bearers(self.state, it).first().copied().filter(|_| !self.state.options.rulings.before(8));
        let at = first.map_or_else(|| it.place(&self.state.options), |n| it.figures[n].at);
        let burden = it.burden.clone();
        burden.into_iter().try_for_each(|(of, figure)| self.figure(of, figure.into()).map(|figure| figure.at = at))
    }
}
