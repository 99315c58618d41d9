//! How far a command comes with the dice there are: what a companion tells while dice are being typed.

use tabletop::{Dice, Halt, Refusal};

use crate::command::Command;
use crate::event::Event;
use crate::play::Play;
use crate::scenario::{self, Scenario};
use crate::state::State;
use crate::{Platoon, turn};

impl Platoon {
    /// Carries a command out as far as the dice go. Unlike [`tabletop::Ruleset::apply`] it leaves what has happened so far
    /// behind, so it is meant for copies of positions.
    ///
    /// # Errors
    /// The refusal, or the roll it stopped at.
    pub fn apply_part_way(
        &self,
        state: &mut State,
        command: &Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), Halt> {
        let mut play = Play { rules: self, state, dice, events };
        play.carry_out(command)?;
        play.go_on()
    }

    /// Sets a game up as far as the dice go: the position, what happened, and where it stopped.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn begin_part_way(
        &self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
    ) -> Result<(State, Vec<Event>, Option<Halt>), Refusal> {
        let mut state = scenario::arrange(self, scenario).map_err(Halt::into_refusal)?;
        let mut events = Vec::new();
        let halt = turn::begin_turn(self, &mut state, dice, &mut events).err();
        Ok((state, events, halt))
    }
}
