//! Vietnam Skirmish: single figures on a table, three phases a turn, suppression counters.
//!
//! The modules are the rulebook's chapters. `facts` holds the rules that only want to be told what lies between two
//! figures; `sight` has the table measure it. There is no window, no file and no clock in here.

mod audit;
mod briefing;
mod close_combat;
pub mod command;
pub mod companion;
mod devices;
pub mod event;
pub mod facts;
pub mod figure;
mod fire;
pub mod force;
mod grenades;
mod hidden;
mod moving;
mod options;
mod play;
mod refuse;
pub mod rules;
pub mod scenario;
pub mod score;
mod setup;
mod sight;
pub mod state;
mod support;
pub mod survey;
pub mod tables;
pub mod thrower;
mod turn;
mod variants;
mod vehicles;
mod view;
mod words;

use tabletop::files::table;
use tabletop::{DataError, Dice, Halt, Outcome, Refusal, Roll, RuleId, Ruleset, Section, Variant, on_a_copy};

use crate::play::Play;

pub use command::{Command, RocketAim};
pub use companion::{Aim, Crowd, Deed, Said};
pub use event::Event;
pub use facts::Facts;
pub use figure::{Figure, FigureId, Grenade, Side, Weapon, Work};
pub use force::{Force, Muster};
pub use scenario::Scenario;
pub use sight::{lowest, toward};
pub use state::{State, Step};
pub use words::claymore_name;

/// The rules with their tables: the value everybody who plays shares.
#[derive(Clone, Debug)]
pub struct Skirmish {
    weapons: tables::WeaponTable,
    bursts: tables::BurstTable,
    numbers: tables::Numbers,
    figures: tables::FigureTable,
    forces: Vec<(&'static str, Force)>,
}

impl Skirmish {
    /// What each weapon does. Rule S-fire.
    pub fn weapons(&self) -> &tables::WeaponTable {
        &self.weapons
    }

    /// What bursts do and how they deviate. Rule S-grenade.
    pub fn bursts(&self) -> &tables::BurstTable {
        &self.bursts
    }

    /// Distances and other numbers.
    pub fn numbers(&self) -> &tables::Numbers {
        &self.numbers
    }

    /// Kinds of figures.
    pub fn figure_table(&self) -> &tables::FigureTable {
        &self.figures
    }
}

impl Ruleset for Skirmish {
    const ID: &'static str = "skirmish";
    const TITLE: &'static str = "Vietnam Skirmish";

    type Scenario = Scenario;
    type State = State;
    type Side = Side;
    type Command = Command;
    type Event = Event;

    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError> {
        let figures = table(read, "tables/skirmish/figures.ron", tables::FigureTable::checked)?;
        let forces = force::FILES.into_iter().map(|file| Ok((file, Force::parse(file, &read(file)?, &figures)?)));
        Ok(Self {
            forces: forces.collect::<Result<_, DataError>>()?,
            weapons: table(read, "tables/skirmish/weapons.ron", tables::WeaponTable::checked)?,
            bursts: table(read, "tables/skirmish/grenades.ron", tables::BurstTable::checked)?,
            numbers: table(read, "tables/skirmish/numbers.ron", tables::Numbers::checked)?,
            figures,
        })
    }

    fn title(scenario: &Scenario) -> &str {
        &scenario.title
    }

    fn briefing(&self, scenario: &Scenario) -> Vec<Section> {
        briefing::briefing(self, scenario)
    }

    fn variants(&self, scenario: &Scenario) -> Vec<Variant> {
        vec![variants::hiding(scenario)]
    }

    fn vary(&self, scenario: &mut Scenario, variant: &str, choice: usize) {
        variants::vary(scenario, variant, choice);
    }

    fn sides(&self) -> &'static [Side] {
        &Side::ALL
    }

    fn side_name(side: Side) -> &'static str {
        side.name()
    }

    fn as_saved(scenario: &mut Scenario, _sets: u8) {
        scenario.rulings.unsaid_means(1);
    }

    fn begin(&self, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
        setup::begin(self, scenario, dice)
    }

    fn to_act(&self, state: &State) -> Option<Side> {
        (state.step != Step::Over).then(|| state.decides())
    }

    fn check(&self, state: &State, command: &Command) -> Result<(), Refusal> {
        options::check(self, state, command).map_err(|no| state.told(no))
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
            let mut play = Play::new(self, state, dice, events);
            play.carry_out(command)?;
            play.go_on();
            Ok(())
        })
    }

    fn options(&self, state: &State, options: &mut Vec<Command>) -> bool {
        options::list(self, state, options)
    }

    fn view(&self, state: &State, side: Side) -> State {
        view::view(state, side)
    }

    fn seen(&self, event: &Event, state: &State, side: Side) -> Option<Event> {
        view::seen(self, event, state, side)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        score::outcome(self, state)
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
        matches!(event, Event::TurnBegan { .. })
    }

    fn dice_of(&self, event: &Event) -> Vec<u8> {
        event.dice()
    }

    fn tell(&self, event: &Event) -> String {
        words::tell(self, event)
    }

    /// Told to the side that acts: nothing in it that this side does not notice.
    fn sum_up(&self, before: &State, after: &State, events: &[Event]) -> String {
        let noticed: Vec<Event> =
            events.iter().filter_map(|event| view::seen(self, event, after, before.decides())).collect();
        words::sum_up(self, &noticed)
    }

    fn phrase(&self, state: &State, command: &Command) -> String {
        words::phrase(state, command)
    }

    /// Whom a shot that missed was fired at only its own side knows: the others would learn whom it has heard. Ruling S-R04. That a
    /// side has guns, and does not call or call again for their fire, it keeps to itself; and beside a real table who acts unseen, and
    /// what is answered about those who hide. Where a
    /// smoke round was meant to fall, and how many Claymores there are, it does not tell either. Ruling S-R28, rule S-companion.
    fn phrase_to_others(&self, state: &State, command: &Command) -> Option<String> {
        let told = match *command {
            Command::Done if state.step() == Step::Support => return None,
            Command::Listen { .. } | Command::SpottingRound { .. } => return None,
            Command::FireClaymore { figure, .. }
            | Command::Beside(Said::Try { figure, deed: Deed::FireClaymore(_), .. }) => {
                return Some(format!("{} fires a Claymore.", words::called(state, figure)));
            }
            Command::Beside(said) if said.is_private(state) => return None,
            Command::Fire { figure, weapon, at: _ } => Command::Fire { figure, weapon, at: None },
            other => other,
        };
        Some(words::phrase(state, &told))
    }

    /// Whether an order's words are told hangs on what is seen of the order itself: if it hung on what else comes of it, it would
    /// tell of hidden figures that made noise, recovered or stood in a burst, and of the radio of the dead. Ruling S-R28.
    fn words_are_told(&self, command: &Command, events: &[Event], noticed: &[Event]) -> bool {
        // Those who ride unseen leave the table before their vehicle.
        let leaves =
            |event: &Event| matches!(event, Event::LeftTable { figure } if Some(figure.id) == command.figure());
        *command == Command::Done || noticed.first() == events.first() || noticed.iter().any(leaves)
    }

    fn show(&self, state: &State) -> String {
        words::show(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(self, state)
    }

    fn dice_known_to(&self, before: &State, command: &Command, rolls: &[Roll], side: Side) -> Vec<bool> {
        let throwers = self.throwers(before, command, rolls);
        throwers.into_iter().map(|thrower| !thrower.secret || thrower.side == side).collect()
    }

    fn disguised(&self, state: &State, side: Side, seed: u64) -> Option<State> {
        view::disguised(self, state, side, seed)
    }
}
