//! Helicopters: flying, hovering, landing. Rule P-vehicle-move.

use table::{Point, Terrain};
use tabletop::Halt;

use super::withdraw::{get_away, gets_away, nearer_to_enemy};
use super::{acting, check_order, free_for_task, movers, wrong_facts};
use crate::event::Event;
use crate::play::Play;
use crate::refuse::No;
use crate::state::{Flight, Order, State};
use crate::troops::{Kind, SquadId};
use crate::{Platoon, rule};

/// Whether a helicopter may land on such ground: it is firm and open. Rule P-vehicle-move.
pub(crate) fn bears_landing(ground: Terrain) -> bool {
    ground.going() == table::Going::Good && ground.cover() == table::Cover::None
}

/// Where a helicopter goes on to. Rule P-vehicle-move.
pub(crate) fn check_fly(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    to: Option<Point>,
    (below, nearer): (Option<Terrain>, bool),
) -> Result<Flight, No> {
    let it = acting(state, squad)?;
    if state.board.is_some() && (below.is_some() || nearer) {
        return Err(wrong_facts(true));
    }
    if it.kind != Kind::Helicopter {
        return Err(No::new(rule!("P-vehicle-move"), "This unit cannot fly.", "Roll for its move."));
    }
    free_for_task(state)?;
    let earlier = state.options.rulings.before(5);
    if movers(it).is_empty() && !earlier {
        return Err(No::new(
            rule!("P-R61"),
            "The whole crew is pinned.",
            "Fire, or wait until a crew figure has lost its marker.",
        ));
    }
    let flies = matches!(it.flight, Flight::Flying | Flight::Rising);
    let on_table = match (&state.board, to) {
        (Some(board), Some(to)) => board.contains(to),
        (None, Some(_)) | (_, None) => true,
    };
    if !on_table || (to.is_some() && !flies) {
        return Err(No::new(
            rule!("P-vehicle-move"),
            "The helicopter cannot fly there now.",
            "It flies anywhere over the table while in the air and after its hover over the landing place; during landing it stays put.",
        ));
    }
    // Once beside a real table the ground was looked at only when the hover began.
    let comes_down =
        it.flight == Flight::Flying || (it.flight == Flight::Descending && !state.options.rulings.before(7));
    if to.is_none() && comes_down {
        let ground = below.unwrap_or_else(|| state.ground(it));
        if !bears_landing(ground) {
            return Err(No::new(
                rule!("P-vehicle-move"),
                "The helicopter cannot land there.",
                "Land on firm, open ground.",
            ));
        }
    }
    if nearer && to.is_some() && it.order > Order::Steady {
        return Err(nearer_to_enemy());
    }
    if let (Some(_), Some(to), false) = (&state.board, to, earlier) {
        check_order(state, it, it.at(), to)?;
    }
    // Once it might hover, land or stay where it was.
    let stays = it.order >= Order::Withdrawing && flies && !to.is_some_and(|to| gets_away(rules, state, it, to));
    if stays && !state.options.rulings.before(8) && !get_away(rules, state, it, 1).is_empty() {
        return Err(No::new(
            rule!("P-R49"),
            "This helicopter's morale makes it fall back.",
            "Fly it away from the enemy: to where none can fire at it, or to the edge.",
        ));
    }
    Ok(match (it.flight, to) {
        (Flight::Flying, Some(_)) | (Flight::Rising, _) => Flight::Flying,
        (Flight::Flying, None) => Flight::Descending,
        (Flight::Descending, _) => Flight::Landed,
        (Flight::Landed, _) => Flight::Rising,
    })
}

impl Play<'_> {
    pub fn fly(&mut self, squad: SquadId, to: Option<Point>, below: Option<Terrain>, now: Flight) -> Result<(), Halt> {
        self.state.active.task = true;
        let goes_back = self.state.named(squad)?.order >= Order::Withdrawing && to.is_some();
        self.state.active.went_back |= goes_back && !self.state.options.rulings.before(8);
        let before = self.state.named(squad)?.at();
        self.state.active.flown_from = to.map(|_| before);
        let to = to.filter(|_| self.state.board.is_some());
        let turns = !self.state.options.rulings.before(9);
        self.with(squad, |s| {
            s.flight = now;
            s.turn.moved = true;
            s.ground = below.unwrap_or(s.ground);
            if let Some(to) = to {
                // Once its front stayed where it was.
                s.facing = if turns && to != before { before.heading(to) } else { s.facing };
                s.figures.iter_mut().for_each(|f| f.at = to);
            }
        })?;
        self.passengers_go_along(squad, before)?;
        self.say(Event::Flew { squad, to, now });
        self.look_and_listen(squad, before)?;
        if now == Flight::Landed && !self.state.options.rulings.before(5) {
            self.come_to_markers(squad)?;
        }
        self.open_window();
        Ok(())
    }
}
