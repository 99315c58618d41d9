//! Close combat, which the rules do not print. Rule S-close-combat, ruling S-R20.

use table::{Going, Point};
use tabletop::Halt;

use crate::companion::{Measuring, Seen};
use crate::event::{Bout, Cause, Event};
use crate::figure::{Figure, FigureId, Mortar};
use crate::play::Play;
use crate::refuse::{No, Part, said};
use crate::sight::{are_too_close, lengthened};
use crate::state::State;
use crate::turn::actor;
use crate::{Skirmish, facts, hidden, rule, tables};

pub(crate) fn check_fight(rules: &Skirmish, state: &State, id: FigureId, target: FigureId) -> Result<(), No> {
    let figure = actor(state, id)?;
    let other = hidden::target(state, target)?;
    if figure.vehicle || other.vehicle {
        let because = "Vehicles cannot fight hand to hand.";
        return Err(No::new(rule!("S-close-combat"), because, "Run infantry over, or use grenades on a vehicle."));
    }
    let touch = tables::inches(&rules.numbers().contact_in);
    if state.is_near(figure.place(), other.place(), touch) {
        return Ok(());
    }
    Err(out_of_touch(rules, id, target))
}

pub(crate) fn out_of_touch(rules: &Skirmish, id: FigureId, target: FigureId) -> No {
    let touch = Part::Length(tables::inches(&rules.numbers().contact_in));
    let because = said!("{} is not touching {}.", id, target);
    No::new(rule!("S-close-combat"), because, said!("Move within {} first.", touch))
}

impl Play<'_> {
    pub fn fight(&mut self, id: FigureId, target: FigureId) -> Result<(), Halt> {
        self.spend(id, 1);
        let first = self.d6(id, "close combat, the attacker", rule!("S-R20"))?;
        let second = self.d6(target, "close combat, the defender", rule!("S-R20"))?;
        let ours = facts::score(first, self.state.own(id).counters);
        let theirs = facts::score(second, self.state.own(target).counters);
        let bout = self.rules.bout(ours, theirs);
        self.say(Event::Fought {
            attacker: self.state.who(id),
            defender: self.state.who(target),
            dice: (first, second),
            scores: (ours, theirs),
            bout,
        });
        match bout {
            Bout::Tie => Ok(()),
            Bout::AttackerKills => self.kill(target),
            Bout::DefenderKills => self.kill(id),
            Bout::AttackerWins => {
                self.drive_back(target, id);
                Ok(())
            }
            Bout::DefenderWins => {
                self.drive_back(id, target);
                Ok(())
            }
        }
    }

    fn kill(&mut self, id: FigureId) -> Result<(), Halt> {
        self.say(Event::Killed { figure: self.state.who(id) });
        self.remove(id)
    }

    /// Two counters and an inch straight back, if there is room.
    fn drive_back(&mut self, loser: FigureId, winner: FigureId) {
        self.give(loser, self.rules.numbers().close_combat_counters.value, Cause::CloseCombat);
        if self.state.is_beside() {
            if self.state.setting.rulings.before(3) {
                self.fall_back(loser);
            } else {
                self.ask(Measuring::Room { loser: Some(loser) });
            }
            return;
        }
        let places = self.state.own(winner).at.zip(self.state.own(loser).at);
        let Some((winner, here)) = places.filter(|(w, l)| w != l) else { return };
        let far = tables::inches(&self.rules.numbers().fall_back_in);
        let way = lengthened(winner.heading(here));
        let to = if self.state.setting.rulings.before(14) {
            winner.toward(here, winner.distance(here) + far)
        } else {
            here.toward(here.plus(way.dx, way.dy), far)
        };
        if has_room(self.state, loser, here, to) {
            self.state.own(loser).at = Some(to);
            self.say(Event::FellBack { figure: self.state.who(loser), to });
            self.leave_mortar(loser);
        }
    }

    /// The loser goes back an inch of the players' table.
    pub fn fall_back(&mut self, loser: FigureId) {
        let figure = self.state.who(loser);
        self.say(Event::Beside(Seen::FellBack { figure }));
        if !self.state.setting.rulings.before(10) {
            self.out_of_sight(loser);
        }
        self.leave_mortar(loser);
    }

    /// Who is driven from his place breaks off what he was at, and his mortar stands ready no more. Ruling S-R29.
    fn leave_mortar(&mut self, loser: FigureId) {
        if self.state.setting.rulings.before(2) {
            return;
        }
        let figure = self.state.own(loser);
        figure.work = None;
        if figure.mortar.is_some_and(|mortar| mortar.ready) {
            figure.mortar = Some(Mortar { ready: false, aim: None });
            self.say(Event::MortarReady { figure: self.state.who(loser), ready: false });
        }
    }
}

/// Whether somebody can be driven from one point to another: on the table, dry, and nobody there whom both sides know of.
/// Who hides takes no room, or the fight would tell of him. Ruling S-R29.
fn has_room(state: &State, loser: FigureId, from: Point, to: Point) -> bool {
    let board = state.board();
    let dry = board.contains(to) && board.terrain(to).going() != Going::Impassable;
    let stands_there =
        |(id, _, at): (FigureId, &Figure, Point)| id != loser && are_too_close(state, at, to) && state.is_located(id);
    let earlier = state.setting().rulings.before(2);
    dry && (earlier || (board.walk(from, to).impassable == 0 && !state.placed().any(stands_there)))
}

impl Skirmish {
    /// Ruling S-R20: twice as much kills, more drives back.
    pub fn bout(&self, attacker: u8, defender: u8) -> Bout {
        let times = self.numbers().close_combat_kill.value;
        match (attacker, defender) {
            (a, d) if a >= d.saturating_mul(times) => Bout::AttackerKills,
            (a, d) if d >= a.saturating_mul(times) => Bout::DefenderKills,
            (a, d) if a > d => Bout::AttackerWins,
            (a, d) if d > a => Bout::DefenderWins,
            _ => Bout::Tie,
        }
    }
}
