//! How far a command comes with the dice there are: what a companion tells while dice are being typed.

use tabletop::dice::Tape;
use tabletop::{Dice, Halt, Roll, Ruleset as _};

use crate::play::Play;
use crate::thrower::Thrower;
use crate::{Command, Event, Skirmish, State};

impl Skirmish {
    /// Carries a command out as far as the dice go. Unlike [`tabletop::Ruleset::apply`] it leaves what has happened so far
    /// behind, so it is meant for copies of positions. `throwers` says whose each die was, the one it stopped at among them.
    ///
    /// # Errors
    /// The refusal, or the roll it stopped at.
    pub fn apply_part_way(
        &self,
        state: &mut State,
        command: &Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
        throwers: &mut Vec<Thrower>,
    ) -> Result<(), Halt> {
        self.check(state, command)?;
        let mut play = Play::new(self, state, dice, events);
        let done = play.carry_out(command).map(|()| play.go_on());
        throwers.append(&mut play.throwers);
        done
    }

    /// Whose each die was that a command rolled.
    pub fn throwers(&self, before: &State, command: &Command, rolls: &[Roll]) -> Vec<Thrower> {
        let mut tape = Tape::new(rolls.iter().map(|roll| roll.value).collect::<Vec<_>>());
        let mut throwers = Vec::new();
        // Where it stops, if it should, whose the dice before were is known all the same.
        let _ = self.apply_part_way(&mut before.clone(), command, &mut tape, &mut Vec::new(), &mut throwers);
        throwers
    }
}
