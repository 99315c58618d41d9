//! Vietnam Skirmish beside a real table. Rule S-companion.

use skirmish::companion::Measuring;
use skirmish::figure::Standing;
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

    /// What is prepared, placed and listened for, and a call for fire, the enemy does not notice; nor whoever acts unseen.
    fn is_private(&self, after: &State, command: &Command) -> bool {
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
        unseen || secret
    }

    /// Somebody of the side to act is hidden, it has guns to call, or the other side is asked about its hidden figures.
    fn acts_in_secret(&self, state: &State) -> bool {
        if let Some((asked, what)) = state.beside().measuring
            && (asked != state.side() || what == Measuring::Heir)
        {
            return true;
        }
        let hidden = |(id, figure): (skirmish::FigureId, &skirmish::Figure)| {
            figure.standing == Standing::Up && figure.trace.hidden && !state.is_located(id)
        };
        state.step() == Step::Support || (state.step() != Step::Over && state.of(state.side()).any(hidden))
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

/// Whose dice they were, in words.
fn whose(state: &State, throwers: &[Thrower]) -> Vec<Whose> {
    let words = |thrower: &Thrower| {
        let name = thrower.figure.map_or_else(|| thrower.side.name().to_owned(), |id| state.name(id).to_owned());
        Whose { name, secret: thrower.secret.then(|| flag(thrower.side).place()), alone: true }
    };
    throwers.iter().map(words).collect()
}
