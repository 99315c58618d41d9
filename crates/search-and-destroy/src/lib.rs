//! Search & Destroy: tactical combat in Vietnam, 1965 to 1966. Hexes, a hidden enemy, fire by odds, and Alan Arvold's
//! optional rules for Cadres, close assault and patrol boats.
//!
//! The base game is a reconstruction: its rules are numbered base-4.1 to base-4.18, and every number says where it is
//! from. There is no window, no file and no clock in here.

mod aftermath;
mod aims;
mod antitank;
mod assault;
mod audit;
mod briefing;
mod caches;
mod carrying;
pub mod command;
mod control;
pub mod event;
mod fire;
mod helicopters;
pub mod hex;
mod hexset;
mod lay;
mod leaving;
mod lines;
pub mod map;
mod movement;
mod muster;
mod options;
mod placing;
mod play;
pub mod queries;
mod reach;
mod refuse;
pub mod region;
pub mod rules;
mod sailing;
pub mod scenario;
mod score;
mod search;
mod secrecy;
mod sequence;
mod setup;
pub mod sight;
pub mod state;
mod support;
pub mod switches;
pub mod tables;
mod traps;
pub mod units;
mod variants;
mod ways;
mod words;

use std::sync::{Arc, OnceLock};

use tabletop::files::table;
use tabletop::{DataError, Dice, Halt, Outcome, Refusal, Roll, RuleId, Ruleset, Section, Variant, on_a_copy};

use crate::play::Play;
use crate::state::{Pending, Step};

pub use assault::AssaultForecast;
pub use command::{Command, Rate, Shot};
pub use event::Event;
pub use fire::FireForecast;
pub use hex::{Direction, Hex};
pub use map::Map;
pub use scenario::Scenario;
pub use state::{Place, State};
pub use units::{Side, UnitId};

/// The rules with their map and tables: the value everybody who plays shares.
#[derive(Clone, Debug)]
pub struct SearchAndDestroy {
    map: Map,
    ways: ways::Ways,
    fields: reach::Fields,
    /// For each hex of the map, how far the nearest road, trail, village or landing zone is.
    to_ways: Vec<u8>,
    /// For each hex of the map, how many hexes near it are seen from it, once that was asked.
    outlooks: Arc<[OnceLock<u16>]>,
    /// Units and their ranges.
    pub units: tables::UnitTable,
    /// Terrain and its costs.
    pub terrain: tables::TerrainTable,
    /// Both Combat Results Tables.
    pub combat: tables::CombatTable,
    /// What comes from above, and helicopters.
    pub support: tables::SupportTable,
    /// Victory Points.
    pub points: tables::PointTable,
    /// The numbers that stand in no other table.
    pub numbers: tables::Numbers,
}

impl SearchAndDestroy {
    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// A modifier's name.
    pub fn modifier_text(&self, modifier: event::Modifier) -> &'static str {
        words::modifier(modifier)
    }
}

impl Ruleset for SearchAndDestroy {
    const ID: &'static str = "search-and-destroy";
    const TITLE: &'static str = "Search & Destroy";
    const SWITCHES: &'static [&'static str] = &[
        "commander_at_any_distance",
        "earlier_rulings",
        "helicopters_from_the_start",
        "mortars_beside_fire",
        "second_rulings",
        "third_rulings",
        "fourth_rulings",
        "fifth_rulings",
        "sixth_rulings",
        "seventh_rulings",
    ];

    type Scenario = Scenario;
    type State = State;
    type Side = Side;
    type Command = Command;
    type Event = Event;

    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError> {
        let map = table(read, "boards/search-and-destroy.ron", Map::new)?;
        let terrain = table(read, "tables/search-and-destroy/terrain.ron", tables::TerrainTable::checked)?;
        let units = table(read, "tables/search-and-destroy/units.ron", tables::UnitTable::checked)?;
        Ok(Self {
            fields: reach::Fields::for_points(units.most_movement()),
            ways: ways::Ways::of(&map, &terrain),
            to_ways: placing::to_ways(&map),
            outlooks: (0..map.size()).map(|_| OnceLock::new()).collect(),
            map,
            units,
            terrain,
            combat: table(read, "tables/search-and-destroy/combat.ron", tables::CombatTable::checked)?,
            support: table(read, "tables/search-and-destroy/support.ron", Ok)?,
            points: table(read, "tables/search-and-destroy/points.ron", Ok)?,
            numbers: table(read, "tables/search-and-destroy/numbers.ron", tables::Numbers::checked)?,
        })
    }

    fn as_saved(scenario: &mut Scenario, sets: u8) {
        scenario.rulings.unsaid_means(sets);
    }

    fn title(scenario: &Scenario) -> &str {
        &scenario.title
    }

    fn briefing(&self, scenario: &Scenario) -> Vec<Section> {
        briefing::briefing(self, scenario)
    }

    fn variants(&self, scenario: &Scenario) -> Vec<Variant> {
        variants::variants(self, scenario)
    }

    fn vary(&self, scenario: &mut Scenario, variant: &str, choice: usize) {
        variants::vary(self, scenario, variant, choice);
    }

    fn sides(&self) -> &'static [Side] {
        &[Side::Us, Side::Nlf]
    }

    fn side_name(side: Side) -> &'static str {
        side.name()
    }

    fn begin(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
        muster::begin(self, scenario, dice)
    }

    fn to_act(&self, state: &State) -> Option<Side> {
        words::asked(state)
    }

    fn check(&self, state: &State, command: &Command) -> Result<(), Refusal> {
        Ok(options::check(self, state, command)?)
    }

    fn apply(
        &self,
        state: &mut State,
        command: &Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), Halt> {
        self.check(state, command)?;
        on_a_copy(state, events, |state, events| {
            Play { rules: self, state, dice, events, thrown: Vec::new() }.carry_out(command)
        })
    }

    fn options(&self, state: &State, options: &mut Vec<Command>) -> bool {
        options::list(self, state, options);
        matches!(state.step, Step::UsSearch | Step::Over) || state.pending != Pending::Nothing
    }

    fn view(&self, state: &State, side: Side) -> State {
        secrecy::view(state, side)
    }

    fn seen(&self, event: &Event, state: &State, side: Side) -> Option<Event> {
        secrecy::seen(event, state, side)
    }

    fn dice_known_to(&self, before: &State, command: &Command, rolls: &[Roll], side: Side) -> Vec<bool> {
        secrecy::dice_known_to(before, command, rolls, side)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.step == Step::Over).then(|| self.level(state))
    }

    fn moment(&self, state: &State) -> (u32, String) {
        words::moment(state)
    }

    fn question(&self, state: &State) -> String {
        words::question(self, state)
    }

    fn question_rule(&self, state: &State) -> RuleId {
        words::question_rule(state)
    }

    fn is_heading(&self, event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::StepBegan { .. })
    }

    fn dice_of(&self, event: &Event) -> Vec<u8> {
        event.dice()
    }

    fn tell(&self, event: &Event) -> String {
        words::tell(self, event)
    }

    fn sum_up(&self, _before: &State, _after: &State, events: &[Event]) -> String {
        words::sum_up(self, events)
    }

    fn phrase(&self, state: &State, command: &Command) -> String {
        words::phrase(self, state, command)
    }

    fn words_are_told(&self, command: &Command, events: &[Event], noticed: &[Event]) -> bool {
        noticed == events && !words::was_cut_short(command, events)
    }

    fn phrase_to_others(&self, state: &State, command: &Command) -> Option<String> {
        words::phrase_to_others(self, state, command)
    }

    fn show(&self, state: &State) -> String {
        words::show(self, state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }

    fn disguised(&self, state: &State, side: Side, seed: u64) -> Option<State> {
        secrecy::disguised(self, state, side, seed)
    }
}
