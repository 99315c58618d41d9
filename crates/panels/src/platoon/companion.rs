//! 20mm Platoon beside a real table. Rule P-companion.

use platoon::state::Squad;
use platoon::{Command, Event, Kind, Phase, Platoon, Scenario, SquadId, State};
use tabletop::{Dice, Need, Refusal, Roll, Ruleset as _};

use super::{actions, cards_model, clock_model, flag, name, order, order_model, points_model, preview_model};
use crate::companion::{Action, Card, ClockLine, Companion, LiveQuestion, OrderLine, PartWay, Points, Preview, Whose};

impl Companion for Platoon {
    fn part_way(&self, state: &State, command: &Command, dice: &mut dyn Dice) -> PartWay<State, Event> {
        let (mut state, mut events) = (state.clone(), Vec::new());
        let halt = self.apply_part_way(&mut state, command, dice, &mut events).err();
        PartWay { state, events, halt }
    }

    fn opening(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<PartWay<State, Event>, Refusal> {
        let (state, events, halt) = self.begin_part_way(scenario, dice)?;
        Ok(PartWay { state, events, halt })
    }

    fn whose(&self, so_far: &PartWay<State, Event>, rolls: &[Roll], need: &Need) -> Whose {
        match need.purpose.as_ref() {
            "activation" => {
                let levelled = |squad: &&Squad| {
                    let this_turn = so_far.events.iter().rev().take_while(|e| !matches!(e, Event::TurnBegan { .. }));
                    this_turn.into_iter().any(|e| matches!(e, Event::Levelled { squad: id, .. } if *id == squad.id))
                };
                let next = so_far.state.squads.iter().filter(|s| s.in_play() && s.kind != Kind::Peasants);
                next.into_iter().find(|s| !levelled(s)).map_or_else(Whose::default, owner)
            }
            "tie of activation levels" => {
                let thrown = rolls.iter().rev().take_while(|r| r.purpose != "activation");
                let thrown = thrown.filter(|r| r.purpose == need.purpose).count();
                let tied = tied(&so_far.events);
                let squad = tied.get(thrown).and_then(|id| so_far.state.squad(*id));
                squad.map_or_else(Whose::default, owner)
            }
            "lot among equal squads" => {
                let hidden = so_far.state.squads.iter().find(|s| s.hidden.is_some());
                Whose { name: String::new(), secret: hidden.map(|s| flag(s.side).place()), alone: true }
            }
            _ => Whose::default(),
        }
    }

    fn acts_in_secret(&self, state: &State) -> bool {
        let hidden = state.squad(state.active.squad).is_none_or(|s| s.hidden.is_some());
        // What a prisoner may tell of is nobody's business but his side's.
        (matches!(state.phase, Phase::Active(_)) && hidden) || matches!(state.phase, Phase::Telling(_))
    }

    fn actions(&self, shown: &State, private: bool, _selected: Option<u8>) -> Vec<Action<Command>> {
        actions::actions(self, shown, private)
    }

    fn tell_in(&self, shown: &State, event: &Event) -> String {
        self.tell_to(event, shown)
    }

    fn preview(&self, shown: &State, command: &Command) -> Option<Preview> {
        preview_model(self, shown, command)
    }

    fn actor(&self, shown: &State) -> Option<(usize, String)> {
        match shown.phase {
            Phase::Active(side) => {
                let hidden = order::secret_actor(shown).is_some();
                let who = if hidden { "Somebody hidden".to_owned() } else { name(shown, shown.active.squad) };
                Some((flag(side).place(), who))
            }
            Phase::Interrupt(side) => {
                Some((flag(side).place(), format!("Fire at {}?", name(shown, shown.active.squad))))
            }
            Phase::Overflight(side) => Some((flag(side).place(), "Fire at the aircraft?".to_owned())),
            Phase::Burst(side) => Some((flag(side).place(), "Who lies in the area?".to_owned())),
            Phase::Telling(side) => Some((flag(side).place(), "What does the prisoner tell?".to_owned())),
            Phase::Between | Phase::Over => None,
        }
    }

    fn live(&self, shown: &State, command: &Command) -> Vec<LiveQuestion<Command>> {
        actions::burst_questions(self, shown, command)
    }

    fn order(&self, shown: &State) -> (&'static str, Vec<OrderLine>) {
        ("Order of the turn", order_model(self, shown))
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

/// Whose activation die it is; that of a hidden squad is a secret of its side.
fn owner(squad: &Squad) -> Whose {
    let secret = squad.hidden.map(|_| flag(squad.side).place());
    Whose { name: squad.name.to_string(), secret, alone: true }
}

/// The squads that roll off ties, in the order in which they do: lowest level first.
fn tied(events: &[Event]) -> Vec<SquadId> {
    let mut levels: std::collections::BTreeMap<i8, Vec<SquadId>> = std::collections::BTreeMap::new();
    let this_turn: Vec<&Event> = events.iter().rev().take_while(|e| !matches!(e, Event::TurnBegan { .. })).collect();
    for event in this_turn.into_iter().rev() {
        if let Event::Levelled { squad, level, .. } = event {
            levels.entry(*level).or_default().push(*squad);
        }
    }
    levels.into_values().filter(|squads| squads.len() > 1).flatten().collect()
}
