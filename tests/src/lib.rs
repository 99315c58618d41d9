//! Fixtures for the tests of the rules: positions from a few lines of scenario, commands, and dice that are told
//! beforehand.
//!
//! A [`Table`] keeps the dice it is given until something rolls them, and objects at the end of the test if some are
//! left. Choices that the rules may leave no freedom in ([`Table::lose`], [`Table::hold`]) are made if they are asked for.

pub mod platoon;
mod position;
pub mod search_and_destroy;
pub mod skirmish;
pub mod story;
pub mod wire;

use std::path::PathBuf;
use std::sync::OnceLock;

use block_by_block::command::{Command, Garrison, HeavyLevel};
use block_by_block::event::{CombatRoll, Departure, GroupEnd};
use block_by_block::state::{Location, Stage};
use block_by_block::tables::AssaultResult;
use block_by_block::{BlockByBlock, Condition, Event, Gate, Place, PlaceSet, Scenario, Side, Step, UnitId, Zone};
use tabletop::dice::Seeded;
use tabletop::files::{Library, parse_ron};
use tabletop::{Halt, Ruleset};

pub use position::{Position, Tested};

/// The project's folder, from where cargo runs tests.
pub fn root() -> PathBuf {
    std::path::absolute("..").unwrap_or_else(|e| panic!("{e}"))
}

/// The project's data.
pub fn library() -> Library {
    Library::at(root()).unwrap_or_else(|e| panic!("{e}"))
}

/// The rules with the tables of the project.
pub fn rules() -> &'static BlockByBlock {
    static RULES: OnceLock<BlockByBlock> = OnceLock::new();
    RULES.get_or_init(|| library().load().unwrap_or_else(|e| panic!("{e}")))
}

#[track_caller]
pub fn unit(name: &str) -> UnitId {
    UnitId::named(name).unwrap_or_else(|| panic!("there is no unit {name}"))
}

/// The units with these names, in the order commands have them in.
#[track_caller]
pub fn units(names: &[&str]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = names.iter().map(|n| unit(n)).collect();
    units.sort_unstable();
    units
}

#[track_caller]
pub fn place(name: &str) -> Place {
    Place::named(name).unwrap_or_else(|| panic!("there is no place {name}"))
}

#[track_caller]
pub fn places(names: &[&str]) -> PlaceSet {
    names.iter().map(|name| place(name)).collect()
}

#[track_caller]
pub fn gate(letter: char) -> Gate {
    Gate::lettered(letter).unwrap_or_else(|| panic!("there is no gate {letter}"))
}

/// A unit moves.
#[track_caller]
pub fn march(name: &str, to: &str) -> Command {
    Command::Move { unit: unit(name), to: place(to) }
}

/// A group is named.
#[track_caller]
pub fn form(names: &[&str]) -> Command {
    Command::FormGroup { units: units(names) }
}

#[track_caller]
pub fn assault(group: u8, target: &str) -> Command {
    Command::Assault { group, target: place(target), heavy_weapons: false }
}

/// A group assaults with heavy weapons.
#[track_caller]
pub fn heavy_assault(group: u8, target: &str) -> Command {
    Command::Assault { group, target: place(target), heavy_weapons: true }
}

/// A group fights where it stands.
pub fn close_combat(group: u8) -> Command {
    Command::CloseCombat { group, heavy_weapons: false }
}

/// A group fights where it stands, with heavy weapons.
pub fn heavy_close_combat(group: u8) -> Command {
    Command::CloseCombat { group, heavy_weapons: true }
}

/// A group is finished.
pub fn pause(group: u8) -> Command {
    Command::Pause { group }
}

/// The level of heavy weapons.
pub fn level(number: u8) -> Command {
    Command::ChooseLevel { level: if number == 1 { HeavyLevel::One } else { HeavyLevel::Two } }
}

/// Who defends in close combat.
#[track_caller]
pub fn defend(names: &[&str]) -> Command {
    Command::Defend { units: units(names) }
}

/// A unit takes the next loss.
#[track_caller]
pub fn loss(name: &str) -> Command {
    Command::TakeLoss { unit: unit(name) }
}

/// A unit strikes back.
#[track_caller]
pub fn counterattack(name: &str, target: &str) -> Command {
    Command::Counterattack { unit: unit(name), target: unit(target) }
}

/// A unit retreats to a place.
#[track_caller]
pub fn retreat_to(name: &str, to: &str) -> Command {
    Command::RetreatTo { unit: unit(name), to: place(to) }
}

/// A unit is restored with replacement points.
#[track_caller]
pub fn restore(name: &str) -> Command {
    Command::Restore { unit: unit(name) }
}

/// An eliminated unit comes back.
#[track_caller]
pub fn come_back(name: &str, to: &str) -> Command {
    Command::Return { unit: unit(name), to: place(to) }
}

/// A reinforcement is placed.
#[track_caller]
pub fn reinforce(name: &str, to: &str) -> Command {
    Command::Reinforce { unit: unit(name), to: place(to) }
}

/// A unit leaves the map.
#[track_caller]
pub fn exit(name: &str) -> Command {
    Command::Exit { unit: unit(name) }
}

/// A tower comes back.
#[track_caller]
pub fn infiltrate(letter: char) -> Command {
    Command::Infiltrate { gate: gate(letter), step_out: None }
}

/// A unit gives a platoon to a gate and stands in `to` afterwards.
#[track_caller]
pub fn detach(name: &str, letter: char, to: &str) -> Command {
    Command::Detach { unit: unit(name), gate: gate(letter), to: place(to) }
}

/// Who stays in the cleared box.
pub fn occupy(garrison: Garrison) -> Command {
    Command::Occupy { garrison }
}

/// The group goes through the gate it cleared.
#[track_caller]
pub fn walk_through(group: u8, to: &str) -> Command {
    Command::WalkThrough { group, to: place(to) }
}

impl Tested for BlockByBlock {
    fn rules() -> &'static Self {
        rules()
    }
}

/// A position of Block by Block.
pub type Table = Position<BlockByBlock>;

impl Table {
    /// A position from the fields of a scenario; title and summary are added.
    #[track_caller]
    pub fn set(fields: &str) -> Self {
        Self::arrange(fields, &[]).unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    /// As [`Table::set`], with dice that are rolled on the way to the first decision.
    ///
    /// # Errors
    /// What the rules say against the arrangement, or the roll that is missing.
    #[track_caller]
    pub fn arrange(fields: &str, dice: &[u8]) -> Result<Self, Halt> {
        let text = format!("(title: \"Test\", summary: \"Test\", {fields})");
        let scenario: Scenario = parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        Self::begin(&scenario, dice)
    }

    /// The historical set-up.
    pub fn historical() -> Self {
        let scenario = library().scenario::<BlockByBlock>("historical").unwrap_or_else(|e| panic!("{e}"));
        Self::begin(&scenario, &[]).unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    /// Ends the step with as few decisions as possible: reinforcements, which must be placed, go where they can.
    #[track_caller]
    pub fn finish_step(&mut self) {
        let step = self.state.step();
        while !self.allows(&Command::Done) {
            let Some(placement) = self.options().into_iter().find(|c| matches!(c, Command::Reinforce { .. })) else {
                break;
            };
            self.play(placement);
            if self.state.step() != step {
                return;
            }
        }
        self.play(Command::Done);
    }

    /// Ends steps until this one is reached; the turn may change on the way.
    #[track_caller]
    pub fn finish_until(&mut self, step: Step) {
        for _ in 0..80 {
            if self.state.step() == step {
                return;
            }
            self.finish_step();
        }
        panic!("{step:?} was never reached");
    }

    /// Ends steps until the next turn begins or the game is over.
    #[track_caller]
    pub fn finish_turn(&mut self) {
        let turn = self.state.turn();
        while self.state.turn() == turn && self.state.step() != Step::Over {
            self.finish_step();
        }
    }

    /// The unit takes the next loss, if the rules leave a choice.
    #[track_caller]
    pub fn lose(&mut self, name: &str) {
        if self.allows(&loss(name)) {
            self.play(loss(name));
        }
    }

    /// The defender holds, if he is asked.
    #[track_caller]
    pub fn hold(&mut self) {
        if self.allows(&Command::Hold) {
            self.play(Command::Hold);
        }
    }

    /// The defender retreats: each of these units goes to its place, if it still has a choice.
    #[track_caller]
    pub fn retreat(&mut self, moves: &[(&str, &str)]) {
        self.play(Command::Retreat);
        for (name, to) in moves {
            if self.at(name) != Some(place(to)) {
                self.play(retreat_to(name, to));
            }
        }
    }

    /// Friends of the defender beside the fight stay where they are.
    #[track_caller]
    pub fn settle(&mut self) {
        while self.stage() == Some(Stage::FriendsRetreat) {
            self.play(Command::Done);
        }
    }

    /// What the attack under way waits for.
    pub fn stage(&self) -> Option<Stage> {
        self.state.attack().map(|a| a.stage)
    }

    /// Where a unit is on the map.
    #[track_caller]
    pub fn at(&self, name: &str) -> Option<Place> {
        self.state.place(unit(name))
    }

    /// Asserts where a unit is.
    #[track_caller]
    pub fn stands(&self, name: &str, at: &str) {
        assert_eq!(self.at(name), Some(place(at)), "{name}");
    }

    /// Asserts that a unit is eliminated.
    #[track_caller]
    pub fn is_eliminated(&self, name: &str) {
        assert_eq!(self.state.location(unit(name)), Location::Eliminated, "{name}");
    }

    /// What hits have made of a unit on the map.
    #[track_caller]
    pub fn condition(&self, name: &str) -> Condition {
        assert!(self.at(name).is_some(), "{name} is not on the map: {:?}", self.state.location(unit(name)));
        self.state.condition(unit(name))
    }

    /// The attack value of a unit.
    #[track_caller]
    pub fn attack_value(&self, name: &str) -> u8 {
        rules().attack_value(&self.state, unit(name))
    }

    /// Where a unit may move.
    #[track_caller]
    pub fn destinations(&self, name: &str) -> PlaceSet {
        rules().destinations(&self.state, unit(name))
    }

    /// Whether a unit may move there; command and set of destinations must agree.
    #[track_caller]
    pub fn may_move(&self, name: &str, to: &str) -> bool {
        let listed = self.destinations(name).has(place(to));
        assert_eq!(listed, self.allows(&march(name, to)), "{name} to {to}: destinations and check disagree");
        listed
    }

    /// Who controls a zone.
    pub fn zone(&self, zone: Zone) -> Side {
        self.state.zone_control(zone)
    }

    /// Who controls a gate.
    #[track_caller]
    pub fn gate(&self, letter: char) -> Side {
        self.state.gate_control(gate(letter))
    }

    /// Why a group is finished; none while it is not. Groups of an earlier segment count as finished ones.
    pub fn finished(&self, number: u8) -> Option<GroupEnd> {
        self.log.iter().rev().find_map(|e| match e {
            Event::GroupFinished { group, why } if *group == number => Some(*why),
            _ => None,
        })
    }

    /// The last assault: the roll, its result and whether losses were doubled.
    #[track_caller]
    pub fn last_assault(&self) -> (CombatRoll, AssaultResult, bool) {
        let found = self.log.iter().rev().find_map(|e| match e {
            Event::AssaultRolled { roll, result, doubled } => Some((roll.clone(), *result, *doubled)),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("no assault was rolled"))
    }

    /// The last close combat: the attacker's roll and hits, the defender's roll and hits.
    #[track_caller]
    pub fn last_close_combat(&self) -> ((CombatRoll, u8), (CombatRoll, u8)) {
        let found = self.log.iter().rev().find_map(|e| match e {
            Event::CloseCombatRolled { attacker, hits_on_defender, defender, hits_on_attacker, .. } => {
                Some(((attacker.clone(), *hits_on_defender), (defender.clone(), *hits_on_attacker)))
            }
            _ => None,
        });
        found.unwrap_or_else(|| panic!("no close combat was rolled"))
    }

    /// How often something happened since the position was set up.
    pub fn count(&self, which: impl Fn(&Event) -> bool) -> usize {
        self.log.iter().filter(|e| which(e)).count()
    }

    /// Whether a unit left the map, and why.
    #[track_caller]
    pub fn departure(&self, name: &str) -> Option<Departure> {
        let who = unit(name);
        self.log.iter().rev().find_map(|e| match e {
            Event::Left { unit, how, .. } if *unit == who => Some(*how),
            _ => None,
        })
    }
}

pub fn modifier_sum(roll: &CombatRoll) -> i8 {
    roll.modifiers.iter().map(|m| m.value).sum()
}

/// The scenario with a mixture of choices, and that mixture in words.
pub fn mixed<R: Ruleset>(rules: &R, scenario: &R::Scenario, seed: u64) -> (R::Scenario, String) {
    let mut picks = Seeded::new(seed);
    let mut mixed = scenario.clone();
    let mut words = Vec::new();
    for tabletop::Variant { id, choices, .. } in rules.variants(scenario) {
        if picks.choose(3) == 0 {
            let choice = picks.choose(choices.len());
            rules.vary(&mut mixed, &id, choice);
            words.push(format!("{id} {}", choices[choice]));
        }
    }
    (mixed, words.join(", "))
}

/// Plays a whole game by lots: it ends, and every position on the way keeps its invariants. How many commands it took.
pub fn random_game<R: Ruleset>(rules: &R, scenario: &R::Scenario, name: &str, seed: u64, choices: u64) -> usize {
    let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(choices));
    let mut state = rules.begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{name}: {halt}"));
    let (mut options, mut events, mut length) = (Vec::new(), Vec::new(), 0);
    while rules.to_act(&state).is_some() {
        options.clear();
        events.clear();
        rules.options(&state, &mut options);
        assert!(!options.is_empty(), "{name}, seed {seed}: nothing to do in {:?}", rules.moment(&state));
        let command = options[picks.choose(options.len())].clone();
        rules
            .apply(&mut state, &command, &mut dice, &mut events)
            .unwrap_or_else(|halt| panic!("{name}, seed {seed}, {command:?}: {halt}"));
        rules.audit(&state).unwrap_or_else(|e| panic!("{name}, seed {seed}, {command:?}: {e}"));
        length += 1;
        assert!(length < 20_000, "{name}, seed {seed} does not end");
    }
    assert!(rules.outcome(&state).is_some());
    length
}
