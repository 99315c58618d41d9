//! Lying down and standing up. Rule P-prone, ruling P-R43.

use super::{acting, check_drawn, movers};
use crate::event::Event;
use crate::play::Play;
use crate::refuse::No;
use crate::rule;
use crate::state::State;
use crate::troops::SquadId;

pub(crate) fn check_lie_down(state: &State, squad: SquadId, only_pinned: bool) -> Result<(), No> {
    let it = acting(state, squad)?;
    if it.kind.is_vehicle() || it.aboard.is_some() {
        return Err(No::new(rule!("P-prone"), "Only figures on foot can lie down.", "Choose something else."));
    }
    check_drawn(it)?;
    let pinned = it.able().any(|(_, f)| !f.prone && f.pinned.is_some());
    if only_pinned && !pinned {
        return Err(No::new(rule!("P-prone"), "No pinned figure of this squad is up.", "Choose something else."));
    }
    if only_pinned {
        return Ok(());
    }
    if it.able().all(|(_, f)| f.prone) {
        return Err(No::new(rule!("P-prone"), "Every figure is already prone.", "Choose something else."));
    }
    if it.turn.over_half && it.able().all(|(_, f)| f.prone || f.pinned.is_none()) {
        return Err(No::new(
            rule!("P-prone"),
            "This squad has gone more than half its move.",
            "Go at most half the move before lying down.",
        ));
    }
    let earlier = state.options.rulings.before(5);
    if if earlier { it.turn.stood_up } else { state.active.rose && !pinned } {
        return Err(No::new(rule!("P-prone"), "This squad stood up this turn.", "Stay up until its next phase."));
    }
    Ok(())
}

pub(crate) fn check_stand_up(state: &State, squad: SquadId) -> Result<(), No> {
    let it = acting(state, squad)?;
    if !movers(it).iter().any(|&n| it.figures[n].prone) {
        return Err(No::new(rule!("P-prone"), "No prone figure of this squad can stand up.", "Choose something else."));
    }
    if state.active.task && !state.options.rulings.before(5) {
        return Err(No::new(
            rule!("P-R04"),
            "This squad has used up its move this turn.",
            "Standing up takes half a move; do it next turn.",
        ));
    }
    if it.turn.moved || state.active.march.is_some() {
        return Err(No::new(rule!("P-prone"), "This squad has moved this turn.", "Stand up before moving."));
    }
    Ok(())
}

impl Play<'_> {
    pub fn lie_down(&mut self, squad: SquadId, only_pinned: bool) -> Result<(), No> {
        let rose = self.state.active.rose || only_pinned;
        self.with(squad, |s| {
            let over_half = s.turn.over_half || rose;
            for figure in s.figures.iter_mut().filter(|f| f.able()) {
                figure.prone |= !over_half || figure.pinned.is_some();
            }
        })?;
        // Lying down ends the move, but not of those who stay up.
        match &mut self.state.active.march {
            _ if only_pinned => {}
            Some(march) => march.used = march.good.max(march.bad),
            None => self.state.active.task = true,
        }
        self.say(Event::LaidDown { squad, only_pinned });
        Ok(())
    }

    pub fn stand_up(&mut self, squad: SquadId) -> Result<(), No> {
        // Who stands up a second time, out of a pinned marker, pays no more.
        if !std::mem::replace(&mut self.state.active.rose, true) {
            self.half_a_turn(squad)?;
        }
        self.with(squad, |s| {
            s.turn.stood_up = true;
            for figure in s.figures.iter_mut().filter(|f| f.able() && f.pinned.is_none()) {
                figure.prone = false;
            }
        })?;
        self.say(Event::StoodUp { squad });
        Ok(())
    }
}
