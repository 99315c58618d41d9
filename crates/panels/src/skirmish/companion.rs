//! Vietnam Skirmish beside a real table. Rule S-companion.

use skirmish::companion::Measuring;
use skirmish::thrower::Thrower;
use skirmish::{Command, Event, Said, Scenario, Skirmish, State, Step};
use tabletop::{Dice, Halt, Refusal, Ruleset as _};

use super::{actions, cards_model, clock_model, flag, order_model, points_model, preview_model};
use crate::companion::{Action, Card, ClockLine, Companion, LiveQuestion, OrderLine, PartWay, Points, Preview, Whose};

impl Companion for Skirmish {
    fn part_way(&self, state: &State, command: &Command, dice: &mut dyn Dice) -> PartWay<State, Event> {
        let (mut state, mut events, mut throwers) = (state.clone(), Vec::new(), Vec::new());
        let halt = self.apply_part_way(&mut state, command, dice, &mut events, &mut throwers).err();
        PartWay { dice: whose(&state, &throwers), state, events, halt }
    }

    fn opening(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<PartWay<State, Event>, Refusal> {
        let state = self.begin(scenario, dice).map_err(Halt::into_refusal)?;
        Ok(PartWay { state, events: Vec::new(), dice: Vec::new(), halt: None })
    }

    /// What is prepared, placed and listened for, and a call for fire, the enemy does not notice; nor a figure that acts unseen.
    fn is_private(&self, before: &State, after: &State, command: &Command) -> bool {
        let unseen = command.figure().is_some_and(|id| !after.is_located(id));
        let secret = matches!(
            command,
            Command::Prepare { .. }
                | Command::Listen { .. }
                | Command::PlaceClaymore { .. }
                | Command::CallFire { .. }
                | Command::Correct { .. }
                | Command::SpottingRound { .. }
                | Command::Beside(Said::Plant { .. } | Said::CallFire | Said::Hark { .. } | Said::Heir { .. })
        );
        // Who has called for fire, or has not, is a secret; who stands up in sight of all and acts is none.
        let calls = may_call(before) && command.figure().is_none();
        unseen || secret || calls || hides(before) || asked_in_secret(before)
    }

    /// Somebody of the side to act may be hidden for all that the enemy knows, it may call for fire, or the other side is asked
    /// about its hidden figures.
    fn acts_in_secret(&self, state: &State) -> bool {
        asked_in_secret(state) || hides(state) || may_call(state)
    }

    fn actions(&self, shown: &State, private: bool, selected: Option<u8>) -> Vec<Action<Command>> {
        actions::actions(self, shown, private, selected)
    }

    fn live(&self, shown: &State, command: &Command) -> Vec<LiveQuestion<Command>> {
        actions::live(self, shown, command)
    }

    fn preview(&self, shown: &State, command: &Command) -> Option<Preview> {
        preview_model(self, shown, command)
    }

    fn actor(&self, shown: &State) -> Option<(usize, String)> {
        let side = self.to_act(shown)?;
        let who = match (shown.beside().measuring, shown.step()) {
            (Some(_), _) => format!("{} measures", side.name()),
            (None, Step::Support) => "Off-table fire".to_owned(),
            (None, _) => shown.active().map_or_else(|| "Who acts?".to_owned(), |id| shown.name(id).to_owned()),
        };
        Some((flag(side).place(), who))
    }

    fn order(&self, shown: &State) -> (&'static str, Vec<OrderLine>) {
        ("Phases left", order_model(self, shown))
    }

    fn cards(&self, shown: &State) -> Vec<Card> {
        cards_model(self, shown)
    }

    fn clock(&self, shown: &State) -> Vec<ClockLine> {
        clock_model(self, shown)
    }

    fn points(&self, shown: &State) -> Points {
        points_model(self, shown)
    }
}

/// Whether a side is asked for what the other may not hear.
fn asked_in_secret(state: &State) -> bool {
    let of_its_own = |what| matches!(what, Measuring::Heir | Measuring::Sighted);
    state.beside().measuring.is_some_and(|(asked, what)| asked != state.side() || of_its_own(what))
}

/// Whether the enemy knows of figures of the side to act without knowing where they are. Who left unseen still counts: the enemy
/// has not heard of it.
fn hides(state: &State) -> bool {
    state.step() != Step::Over && state.of(state.side()).any(|(id, _)| !state.is_located(id))
}

/// Whether this is the time to call for fire, for a side that had guns when the game began. Whether it still has them, and
/// somebody to call them, is not told.
fn may_call(state: &State) -> bool {
    let acted = || state.active().is_some() || state.of(state.side()).any(|(_, figure)| figure.begun);
    state.step() != Step::Over && state.support(state.side()).rounds > 0 && !acted()
}

/// Whose dice they were, in words.
fn whose(state: &State, throwers: &[Thrower]) -> Vec<Whose> {
    let words = |thrower: &Thrower| {
        let name = thrower.figure.map_or_else(|| thrower.side.name().to_owned(), |id| state.name(id).to_owned());
        let side = flag(thrower.side).place();
        Whose { name, secret: thrower.secret.then_some(side), alone: true, side: Some(side), ..Whose::default() }
    };
    throwers.iter().map(words).collect()
}
