//! Close combat, which the rules do not print. Rule S-close-combat, ruling S-R20.

use table::Going;
use tabletop::{Halt, Refusal};

use crate::companion::Seen;
use crate::event::{Bout, Cause, Event};
use crate::figure::FigureId;
use crate::play::Play;
use crate::state::State;
use crate::turn::actor;
use crate::{Skirmish, facts, hidden, rule, tables};

/// The counters a loser takes.
const LOSS: u8 = 2;

pub(crate) fn check_fight(rules: &Skirmish, state: &State, id: FigureId, target: FigureId) -> Result<(), Refusal> {
    let (figure, at) = actor(state, id)?;
    hidden::target(state, target)?;
    let other = state.figure(target);
    if figure.vehicle || other.is_some_and(|f| f.vehicle) {
        let because = "Vehicles do not fight hand to hand.";
        return Err(Refusal::new(rule!("S-close-combat"), because, "Run men over, or use grenades on a vehicle."));
    }
    let touch = tables::inches(&rules.numbers().contact_in);
    if state.is_beside() {
        return Ok(());
    }
    if other.and_then(|f| f.place()).is_some_and(|there| there.within(at, touch)) {
        return Ok(());
    }
    let because = format!("{} does not touch {}.", state.name(id), state.name(target));
    Err(Refusal::new(rule!("S-close-combat"), because, "Go within an inch first."))
}

impl Play<'_> {
    pub fn fight(&mut self, id: FigureId, target: FigureId) -> Result<(), Halt> {
        self.spend(id, 1);
        let first = self.d6(id, "close combat, the attacker", rule!("S-R20"))?;
        let second = self.d6(target, "close combat, the defender", rule!("S-R20"))?;
        let ours = facts::score(first, self.state.own(id).counters);
        let theirs = facts::score(second, self.state.own(target).counters);
        let bout = bout(ours, theirs);
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
        self.give(loser, LOSS, Cause::CloseCombat);
        if self.state.is_beside() {
            let figure = self.state.who(loser);
            self.say(Event::Beside(Seen::FellBack { figure }));
            return;
        }
        let places = self.state.own(winner).at.zip(self.state.own(loser).at);
        let Some((winner, here)) = places.filter(|(w, l)| w != l) else { return };
        let far = tables::inches(&self.rules.numbers().fall_back_in);
        let to = winner.toward(here, winner.distance(here) + far);
        let board = self.state.board();
        if board.contains(to) && board.terrain(to).going() != Going::Impassable {
            self.state.own(loser).at = Some(to);
            self.say(Event::FellBack { figure: self.state.who(loser), to });
        }
    }
}

/// Ruling S-R20: twice as much kills, more drives back.
pub fn bout(attacker: u8, defender: u8) -> Bout {
    match (attacker, defender) {
        (a, d) if a >= 2 * d => Bout::AttackerKills,
        (a, d) if d >= 2 * a => Bout::DefenderKills,
        (a, d) if a > d => Bout::AttackerWins,
        (a, d) if d > a => Bout::DefenderWins,
        _ => Bout::Tie,
    }
}
