//! 20mm Platoon beside a real table. Rule P-companion.

use platoon::query::Answering;
use platoon::state::{Condition, Content, Marker};
use platoon::thrower::Thrower;
use platoon::{Command, Event, Phase, Platoon, Scenario, Side, State, Weapon};
use tabletop::{Dice, Refusal, RuleId, Ruleset as _};

use super::{actions, cards_model, clock_model, computer, flag, name, order, order_model, points_model, preview_model};
use crate::companion::{
    Action, Card, ClockLine, Companion, Count, LiveQuestion, Look, OrderLine, PartWay, Points, Preview, Question, Seen,
    Told, Whose,
};
use crate::holding::{Firer, InAdvance};

/// The numbers that stand for what lies under markers and for aircraft, beside those of squads.
const HIDDEN: i32 = 1_000;
const AIRCRAFT: i32 = 1_001;

impl Companion for Platoon {
    fn part_way(&self, state: &State, command: &Command, dice: &mut dyn Dice) -> PartWay<State, Event> {
        let (mut state, mut events, mut throwers) = (state.clone(), Vec::new(), Vec::new());
        let halt = self.apply_part_way(&mut state, command, dice, &mut events, &mut throwers).err();
        PartWay { dice: whose(self, &state, &throwers), state, events, halt }
    }

    fn opening(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<PartWay<State, Event>, Refusal> {
        let (mut events, mut throwers) = (Vec::new(), Vec::new());
        let (state, halt) = self.begin_part_way(scenario, dice, &mut events, &mut throwers)?;
        Ok(PartWay { dice: whose(self, &state, &throwers), state, events, halt })
    }

    /// Requests, corrections and messages go from mouth to ear; and who fires unseen stays unseen.
    fn is_private(&self, before: &State, after: &State, command: &Command) -> bool {
        if self.acts_in_secret(before) {
            return true;
        }
        match command {
            Command::Request { .. } | Command::Correct { .. } | Command::Message { .. } => true,
            Command::Mortar { squad, .. } => after.squad(*squad).is_some_and(|s| s.hidden.is_some()),
            _ => false,
        }
    }

    fn acts_in_secret(&self, state: &State) -> bool {
        let hidden = state.squad(state.active.squad).is_none_or(|s| s.hidden.is_some());
        // What a prisoner may tell of, and where hidden squads stand, is nobody's business but a side's own.
        // A side that has markers is asked in secret whether or not anybody lies under them.
        let own_marker = |marker: &Marker| Some(marker.side) == state.decides() && marker.condition == Condition::Down;
        let stands = matches!(state.phase, Phase::Ground(_)) && state.markers.iter().any(own_marker);
        (matches!(state.phase, Phase::Active(_)) && hidden) || matches!(state.phase, Phase::Telling(_)) || stands
    }

    fn holds_fire(&self, shown: &State) -> Option<Command> {
        Some(Command::Pass).filter(|_| matches!(shown.phase, Phase::Interrupt(_)))
    }

    fn in_advance(&self, known: &State, side: usize) -> Option<InAdvance> {
        let side = side_at(side)?;
        let named = |who: Answering| match who {
            Answering::Squad(id) => (i32::from(id.0), name(known, id)),
            Answering::Hidden => (HIDDEN, "Units under markers".to_owned()),
            Answering::Aircraft => (AIRCRAFT, "Aircraft".to_owned()),
        };
        let firer = |who: Answering| {
            let (id, name) = named(who);
            Firer { id, name, away: self.away(known, side, who) }
        };
        let who = self.answering(known, side).into_iter().map(firer).collect();
        Some(InAdvance { who, distances: self.ranges_of_fire(), rule: RuleId::fixed("P-opportunity") })
    }

    fn looks(&self, known: &State, side: usize, told: &Told) -> Vec<(Look, Question)> {
        side_at(side).map_or_else(Vec::new, |side| computer::looks(self, known, side, told))
    }

    fn seen_as(&self, known: &State, look: Look, answer: i32) -> Option<Seen> {
        computer::seen_as(self, known, look, answer)
    }

    fn spoils(&self, state: &State, command: &Command, look: Look) -> bool {
        computer::spoils(state, command, look)
    }

    fn is_fact(&self, known: &State) -> bool {
        matches!(known.phase, Phase::Burst(_))
    }

    fn stopped(&self, known: &State, command: &Command) -> bool {
        matches!(command, Command::Step { .. }) && self.was_stopped(known)
    }

    fn actions(&self, shown: &State, private: bool, _selected: Option<u8>) -> Vec<Action<Command>> {
        actions::actions(self, shown, private)
    }

    fn under_markers(&self, shown: &State) -> Vec<(String, String)> {
        let line = |marker: &Marker| {
            let what = match marker.content {
                Content::Unknown => return None,
                Content::Dummy => "nothing".to_owned(),
                Content::Cache => "a cache".to_owned(),
                Content::Trap(trap) => trap.name().to_owned(),
                Content::Squad(id) => name(shown, id),
            };
            Some((format!("Marker {}", marker.id.0), what))
        };
        let down = shown.markers.iter().filter(|marker| marker.condition == Condition::Down);
        down.filter_map(line).collect()
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
                let who = if hidden { "A hidden unit".to_owned() } else { name(shown, shown.active.squad) };
                Some((flag(side).place(), who))
            }
            Phase::Interrupt(side) => {
                Some((flag(side).place(), format!("Fire at {}?", name(shown, shown.active.squad))))
            }
            Phase::Overflight(side) => Some((flag(side).place(), "Fire at the aircraft?".to_owned())),
            Phase::Burst(side) => Some((flag(side).place(), "Which figures does it reach?".to_owned())),
            Phase::Ground(side) => Some((flag(side).place(), "Where do your squads stand?".to_owned())),
            Phase::Telling(side) => Some((flag(side).place(), "What does the prisoner reveal?".to_owned())),
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

/// The side with this place in the rulebook's order.
fn side_at(place: usize) -> Option<Side> {
    [Side::Allied, Side::Vc].into_iter().find(|side| flag(*side).place() == place)
}

/// Dice of which one may tell how many there are: they hang on the figures that act in sight, and not on whom they meet.
const COUNTED: [&str; 6] =
    ["fire", "fire at long range", "cannon", "fire at an aircraft", "move", "request for support"];

/// Dice that only pick one of several.
const LOTS: [&str; 5] =
    ["who is hit", "who is pinned", "the figure aimed at", "the sniper's last victim", "lot among equal squads"];

/// Dice of which all that counts is how many hit and how many pin.
const VOLLEYS: [&str; 2] = ["fire", "fire at long range"];

/// What counts of the dice of a volley. Where heavy machine guns fire beside others it matters which die is theirs. Rule P-fire,
/// ruling P-R56.
fn counts(rules: &Platoon, state: &State, thrower: &Thrower) -> Vec<Count> {
    let squad = thrower.squad.and_then(|id| state.squad(id));
    let heavy = squad.is_none_or(|squad| squad.able().any(|(_, figure)| figure.weapon == Weapon::Hmg));
    if heavy || !VOLLEYS.contains(&thrower.purpose) {
        return Vec::new();
    }
    let n = &rules.tables().numbers;
    let (hit, pin) = (n.hit.value, n.pin.value);
    vec![Count { least: hit, most: 6 }, Count { least: pin, most: hit - 1 }]
}

/// Whose dice they were, in words.
fn whose(rules: &Platoon, state: &State, throwers: &[Thrower]) -> Vec<Whose> {
    let words = |thrower: &Thrower| {
        let name = match (thrower.squad.map(|id| name(state, id)), thrower.figure, thrower.side) {
            (Some(squad), Some(figure), _) => format!("{squad}, figure {figure}"),
            (Some(squad), None, _) => squad,
            (None, _, Some(side)) => side.name().to_owned(),
            (None, _, None) => String::new(),
        };
        let secret = thrower.secret.map(|side| flag(side).place());
        Whose {
            name,
            secret,
            alone: secret.is_some() || !COUNTED.contains(&thrower.purpose),
            side: thrower.side.map(|side| flag(side).place()),
            lot: LOTS.contains(&thrower.purpose),
            counts: counts(rules, state, thrower),
        }
    };
    throwers.iter().map(words).collect()
}
