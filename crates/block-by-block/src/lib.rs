//! Block by Block: the battle of Huế 1968. Areas, assault groups, gates and politics.
//!
//! The modules are the rulebook's chapters. There is no window, no file and no clock in here: one can read the
//! crate with the rulebook open.

mod audit;
mod briefing;
mod combat;
pub mod command;
mod defence;
pub mod event;
pub mod forecast;
mod gates;
mod groups;
mod losses;
pub mod map;
mod movement;
mod options;
pub mod places;
mod play;
mod politics;
pub mod reckoning;
mod record;
mod reinforcements;
mod replacements;
pub mod rules;
pub mod scenario;
pub mod score;
mod sequence;
pub mod set;
mod setup;
pub mod state;
pub mod tables;
pub mod units;
mod variants;
mod ways;
mod words;

use tabletop::briefing::Toggle;
use tabletop::files::table;
use tabletop::{DataError, Dice, Halt, Outcome, Refusal, RuleId, Ruleset, Section, Variant, on_a_copy};

use crate::play::Play;
use crate::state::Stage;

pub use command::{Command, Garrison, HeavyLevel};
pub use event::Event;
pub use map::Map;
pub use places::{Gate, Place, PlaceSet, Zone};
pub use scenario::Scenario;
pub use state::{Condition, Location, Options, Rulings, State, Step};
pub use units::{Side, UnitId, UnitKind, UnitSet};

/// The rules with their map and tables: the value everybody who plays shares.
#[derive(Clone, Debug)]
pub struct BlockByBlock {
    map: Map,
    units: tables::UnitTable,
    combat: tables::CombatTable,
    calendar: tables::Calendar,
    numbers: tables::Numbers,
}

impl BlockByBlock {
    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Attack values. Rule 2.4.
    pub fn unit_table(&self) -> &tables::UnitTable {
        &self.units
    }

    /// The Combat Results Table.
    pub fn combat_table(&self) -> &tables::CombatTable {
        &self.combat
    }

    /// The numbers of the rules that stand on no counter, map or track.
    pub fn numbers(&self) -> &tables::Numbers {
        &self.numbers
    }

    /// The Turn Record Track.
    pub fn calendar(&self) -> &tables::Calendar {
        &self.calendar
    }
}

impl Ruleset for BlockByBlock {
    const ID: &'static str = "block-by-block";
    const TITLE: &'static str = "Block by Block";
    const SWITCHES: &'static [&'static str] = &[
        "first_rulings",
        "second_rulings",
        "third_rulings",
        "fourth_rulings",
        "fifth_rulings",
        "sixth_rulings",
        "seventh_rulings",
    ];
    const SECRETS: bool = false;

    type Scenario = Scenario;
    type State = State;
    type Side = Side;
    type Command = Command;
    type Event = Event;

    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError> {
        Ok(Self {
            map: table(read, "boards/hue.ron", Map::new)?,
            units: table(read, "tables/block-by-block/units.ron", tables::UnitTable::checked)?,
            combat: table(read, "tables/block-by-block/combat.ron", tables::CombatTable::checked)?,
            calendar: table(read, "tables/block-by-block/calendar.ron", tables::Calendar::checked)?,
            numbers: table(read, "tables/block-by-block/numbers.ron", tables::Numbers::checked)?,
        })
    }

    fn as_saved(scenario: &mut Scenario, sets: u8) {
        scenario.options.rulings.unsaid_means(sets);
    }

    fn title(scenario: &Scenario) -> &str {
        &scenario.title
    }

    fn briefing(&self, scenario: &Scenario) -> Vec<Section> {
        briefing::briefing(self, scenario)
    }

    fn variants(&self, scenario: &Scenario) -> Vec<Variant> {
        Toggle::variants(&variants::TOGGLES, &scenario.options)
    }

    fn vary(&self, scenario: &mut Scenario, variant: &str, choice: usize) {
        Toggle::choose(&variants::TOGGLES, &mut scenario.options, variant, choice);
    }

    fn sides(&self) -> &'static [Side] {
        &[Side::UsArvn, Side::PavnNlf]
    }

    fn side_name(side: Side) -> &'static str {
        side.name()
    }

    fn begin(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
        setup::begin(self, scenario, dice)
    }

    fn to_act(&self, state: &State) -> Option<Side> {
        let attacker = state.step.side()?;
        Some(match state.stage() {
            None | Some(Stage::FriendlyFireLoss | Stage::Level | Stage::Occupy) => attacker,
            Some(Stage::Losses) => losses::due(state).map_or(attacker, |d| d.side),
            Some(Stage::Defenders | Stage::DefensiveAction | Stage::Retreat | Stage::FriendsRetreat) => {
                attacker.enemy()
            }
        })
    }

    /// Ruling BB-R49: a platoon is the US/ARVN player's to detach, in any step of either side.
    fn giver(&self, state: &State, command: &Command) -> Option<Side> {
        match command {
            Command::Detach { .. } => self.to_act(state).map(|_| Side::UsArvn),
            _ => self.to_act(state),
        }
    }

    fn futile(&self, state: &State, command: &Command) -> bool {
        forecast::futile(self, state, command)
    }

    fn check(&self, state: &State, command: &Command) -> Result<(), Refusal> {
        options::check(self, state, command)
    }

    fn apply(
        &self,
        state: &mut State,
        command: &Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), Halt> {
        // A move is checked while it is made: finding the way is most of the work of either.
        match command {
            Command::Move { .. } => options::check_moment(state, command)?,
            _ => self.check(state, command)?,
        }
        on_a_copy(state, events, |state, events| {
            let mut play = Play { rules: self, state, dice, events };
            play.carry_out(command).and_then(|()| play.go_on())
        })
    }

    fn options(&self, state: &State, options: &mut Vec<Command>) -> bool {
        options::list(self, state, options);
        true
    }

    fn view(&self, state: &State, _side: Side) -> State {
        state.clone()
    }

    fn seen(&self, event: &Event, _state: &State, _side: Side) -> Option<Event> {
        Some(event.clone())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.step == Step::Over).then(|| self.score(state).result)
    }

    fn moment(&self, state: &State) -> (u32, String) {
        words::moment(self, state)
    }

    fn question(&self, state: &State) -> String {
        words::question(self, state)
    }

    fn question_rule(&self, state: &State) -> RuleId {
        words::question_rule(self, state)
    }

    fn is_heading(&self, event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::StepBegan { .. } | Event::GroupFinished { .. })
    }

    fn dice_of(&self, event: &Event) -> Vec<u8> {
        event.dice()
    }

    fn tell(&self, event: &Event) -> String {
        words::tell(self, event)
    }

    fn sum_up(&self, before: &State, after: &State, events: &[Event]) -> String {
        words::sum_up(self, before, after, events)
    }

    fn phrase(&self, state: &State, command: &Command) -> String {
        words::phrase(self, state, command)
    }

    fn show(&self, state: &State) -> String {
        words::show(self, state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }
}
