//! 20mm Platoon, "Where's Charlie?" by Pete Jones: squads, activation, Gung-Ho, fire and hidden enemies.
//!
//! The rules take facts. On the computer's table they measure them themselves; beside a real table the players say them
//! with the command. There is no window, no file and no clock in here.

mod air;
mod audit;
mod briefing;
mod burden;
pub mod command;
mod contact;
pub mod deed;
mod direct;
pub mod event;
mod figures;
pub mod fire;
mod hidden;
mod message;
mod morale;
mod movement;
mod options;
mod play;
pub mod query;
mod refuse;
pub mod rules;
pub mod save;
pub mod scenario;
mod secrets;
pub mod state;
mod support;
pub mod tables;
pub mod thrower;
pub mod troops;
mod turn;
mod variants;
pub mod victory;
mod words;

use tabletop::briefing::Toggle;
use tabletop::files::table;
use tabletop::{DataError, Dice, Halt, Outcome, Refusal, Roll, RuleId, Ruleset, Section, Variant, on_a_copy};

use crate::play::Play;
use crate::tables::Tables;

pub use command::{Call, Command, FlightPath, Leg, News, Shot, Target, Way};
pub use deed::{Deed, Nearby};
pub use event::Event;
pub use figures::Figures;
pub use scenario::Scenario;
pub use state::{Phase, Rulings, State};
pub use troops::{Kind, MarkerId, Mode, Side, SquadId, Troops, Weapon};

/// The rules with their tables.
#[derive(Clone, Debug)]
pub struct Platoon {
    tables: Tables,
    forces: Vec<(&'static str, Vec<scenario::SquadSetup>)>,
}

/// Force lists, as scenarios write their squads: for players who bring their own table.
const FORCES: [&str; 6] = [
    "forces/platoon/us-rifle-platoon.ron",
    "forces/platoon/us-marine-platoon.ron",
    "forces/platoon/arvn-ranger-platoon.ron",
    "forces/platoon/lurp-team.ron",
    "forces/platoon/vc-local-company.ron",
    "forces/platoon/nva-platoon.ron",
];

impl Platoon {
    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The force lists: the file below the assets folder and its squads.
    pub fn forces(&self) -> &[(&'static str, Vec<scenario::SquadSetup>)] {
        &self.forces
    }

    /// The dice a volley would have, and why.
    ///
    /// # Errors
    /// The refusal, if the squad may not fire so.
    pub fn volley(
        &self,
        state: &State,
        squad: SquadId,
        target: Target,
        facts: Option<Shot>,
    ) -> Result<fire::Volley, Refusal> {
        Ok(fire::aim(self, state, squad, target, facts)?.volley)
    }

    /// The rating of an officer or observer, if a squad has one: its first figure's. Ruling P-R50.
    pub fn officers_rating(&self, squad: &state::Squad) -> u8 {
        let more = if squad.officer { self.tables.numbers.officer.value } else { 0 };
        (squad.gung_ho + more).min(self.tables.numbers.best.value)
    }

    /// Where Allied casualties lie on the computer's table that would be abandoned if the game ended now. Rule P-victory.
    pub fn abandoned(&self, state: &State) -> Vec<table::Point> {
        victory::abandoned_at(self, state)
    }

    /// The points as they stand.
    pub fn score(&self, state: &State) -> victory::Score {
        victory::score(self, state)
    }
}

impl Ruleset for Platoon {
    const ID: &'static str = "platoon";
    const TITLE: &'static str = "20mm Platoon";
    const SWITCHES: &'static [&'static str] = &[
        "fire_at_moves_only",
        "earlier_rulings",
        "second_rulings",
        "distances_for_granted",
        "third_rulings",
        "fourth_rulings",
        "fifth_rulings",
        "sixth_rulings",
        "seventh_rulings",
        "eighth_rulings",
        "ninth_rulings",
    ];

    type Scenario = Scenario;
    type State = State;
    type Side = Side;
    type Command = Command;
    type Event = Event;

    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError> {
        let [gung_ho, weapons, modes, vehicles, forces, numbers, quality] = Tables::FILES;
        let tables = Tables {
            gung_ho: table(read, gung_ho, Ok)?,
            quality: table(read, quality, Ok)?,
            weapons: table(read, weapons, Ok)?,
            modes: table(read, modes, Ok)?,
            vehicles: table(read, vehicles, Ok)?,
            vc: table(read, forces, Ok)?,
            numbers: table(read, numbers, Ok)?,
        };
        match tables.checked() {
            Ok(tables) => {
                let forces = FORCES.iter().map(|file| table(read, file, Ok).map(|squads| (*file, squads)));
                Ok(Self { tables, forces: forces.collect::<Result<_, _>>()? })
            }
            Err((file, problem)) => Err(DataError::whole(Tables::FILES[file], problem)),
        }
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
        &[Side::Allied, Side::Vc]
    }

    fn side_name(side: Side) -> &'static str {
        side.name()
    }

    fn begin(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
        scenario::begin(self, scenario, dice)
    }

    fn to_act(&self, state: &State) -> Option<Side> {
        state.decides()
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
        on_a_copy(state, events, |state, events| {
            let mut play = Play::new(self, state, dice, events);
            play.carry_out(command).and_then(|()| play.go_on())
        })
    }

    fn options(&self, state: &State, options: &mut Vec<Command>) -> bool {
        options::list(self, state, options)
    }

    fn view(&self, state: &State, side: Side) -> State {
        secrets::view(state, side)
    }

    fn seen(&self, event: &Event, state: &State, side: Side) -> Option<Event> {
        secrets::seen(event, state, side)
    }

    fn dice_known_to(&self, before: &State, command: &Command, rolls: &[Roll], side: Side) -> Vec<bool> {
        let throwers = self.throwers(before, command, rolls);
        throwers.into_iter().map(|thrower| thrower.secret.is_none_or(|keeper| keeper == side)).collect()
    }

    fn disguised(&self, state: &State, side: Side, seed: u64) -> Option<State> {
        secrets::disguised(state, side, seed)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| victory::score(self, state).result)
    }

    fn moment(&self, state: &State) -> (u32, String) {
        words::moment(state)
    }

    fn question(&self, state: &State) -> String {
        words::question(self, state)
    }

    fn question_rule(&self, state: &State) -> RuleId {
        match state.phase {
            Phase::Active(_) => rule!("P-R04"),
            Phase::Interrupt(_) => rule!("P-opportunity"),
            Phase::Overflight(_) => rule!("P-R26"),
            Phase::Burst(_) => state.fall_of_shot.as_ref().map_or(rule!("P-artillery"), |fall| fall.what.rule()),
            Phase::Ground(_) => rule!("P-companion"),
            Phase::Telling(_) => rule!("P-interrogation"),
            Phase::Between => rule!("P-turn"),
            Phase::Over => rule!("P-victory"),
        }
    }

    fn is_heading(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::TurnBegan { .. } | Event::SomebodyActs { .. } | Event::Activated { .. } | Event::Finished { .. }
        )
    }

    fn dice_of(&self, event: &Event) -> Vec<u8> {
        event.dice()
    }

    fn tell(&self, event: &Event) -> String {
        words::tell(event, |squad| format!("squad {}", squad.0))
    }

    fn tell_to(&self, event: &Event, known: &State) -> String {
        words::tell(event, |squad| words::name(known, squad))
    }

    fn sum_up(&self, before: &State, after: &State, events: &[Event]) -> String {
        words::sum_up(before, after, events)
    }

    fn phrase(&self, state: &State, command: &Command) -> String {
        words::phrase(state, command)
    }

    fn show(&self, state: &State) -> String {
        words::show(self, state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(state)
    }
}
