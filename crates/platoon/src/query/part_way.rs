//! How far a command comes with the dice there are: what a companion tells while dice are being typed.

use tabletop::dice::Tape;
use tabletop::{Dice, Halt, Refusal, Roll};

use crate::Platoon;
use crate::command::Command;
use crate::event::Event;
use crate::play::Play;
use crate::scenario::{self, Scenario};
use crate::state::State;
use crate::thrower::Thrower;

impl Platoon {
    /// Carries a command out as far as the dice go. Unlike [`tabletop::Ruleset::apply`] it leaves what has happened so far
    /// behind, so it is meant for copies of positions.
    ///
    /// `throwers` says whose each die was, the one it stopped at among them.
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
        let mut play = Play::new(self, state, dice, events);
        let done = play.carry_out(command).and_then(|()| play.go_on());
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

    /// Sets a game up as far as the dice go: the position, and where it stopped. What happened and whose each die was is
    /// added to `events` and `throwers`.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn begin_part_way(
        &self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
        throwers: &mut Vec<Thrower>,
    ) -> Result<(State, Option<Halt>), Refusal> {
        let mut state = scenario::arrange(self, scenario).map_err(Halt::into_refusal)?;
        let mut play = Play::new(self, &mut state, dice, events);
        let halt = play.first_turn().err();
        throwers.append(&mut play.throwers);
        Ok((state, halt))
    }
}
