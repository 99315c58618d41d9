//! What can be done by pointing: every legal command read as *who* does it and *to what*.
//!
//! Nothing here decides what is legal: that is `Ruleset::options`. Here is only what a click means.

use std::collections::BTreeSet;

use block_by_block::state::Stage;
use block_by_block::units::US_ARVN_UNITS;
use block_by_block::{Command, Garrison, Place, PlaceSet, State, Step, UnitId, UnitSet};

/// What a click can be on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// An area or a Gate Box.
    Place(Place),
    Unit(UnitId),
}

/// How the units of a command must be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Actors {
    /// Nobody needs to be.
    Nobody,
    /// This unit, alone or with others that can do the same.
    One(UnitId),
    Exactly(UnitSet),
    /// All of this group, or nobody while the group is the active one.
    Group(UnitSet),
}

/// A command read as a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gesture {
    actors: Actors,
    target: Option<Target>,
}

fn set(units: &[UnitId]) -> UnitSet {
    units.iter().collect()
}

fn group_units(state: &State, group: u8) -> UnitSet {
    state.group(group).map_or(UnitSet::EMPTY, |g| g.units)
}

/// Where a group stands.
fn group_place(state: &State, group: u8) -> Option<Place> {
    UnitId::each(group_units(state, group)).find_map(|unit| state.place(unit))
}

fn gesture(state: &State, command: &Command) -> Gesture {
    use Actors::{Exactly, Group, Nobody, One};
    use Target::{Place as At, Unit as On};
    let (actors, target) = match command {
        Command::Done | Command::ChooseLevel { .. } | Command::Hold | Command::Retreat => (Nobody, None),
        Command::Detach { unit, gate, to } => {
            let to = if state.step() == Step::Garrisons { gate.place() } else { *to };
            (One(*unit), Some(At(to)))
        }
        Command::Restore { unit } | Command::Exit { unit } => (One(*unit), None),
        Command::Return { unit, to } | Command::Reinforce { unit, to } | Command::Move { unit, to } => {
            (One(*unit), Some(At(*to)))
        }
        Command::RetreatTo { unit, to } => (One(*unit), Some(At(*to))),
        Command::Infiltrate { gate, .. } => (Nobody, Some(At(gate.place()))),
        Command::FormGroup { units } | Command::Defend { units } | Command::Split { units, .. } => {
            (Exactly(set(units)), None)
        }
        Command::Assault { group, target, .. } => (Group(group_units(state, *group)), Some(At(*target))),
        Command::CloseCombat { group, .. } => (Group(group_units(state, *group)), group_place(state, *group).map(At)),
        Command::WalkThrough { group, to } => (Group(group_units(state, *group)), Some(At(*to))),
        Command::Pause { group } => (Group(group_units(state, *group)), None),
        Command::TakeLoss { unit } => (Nobody, Some(On(*unit))),
        Command::Counterattack { unit, target } => (One(*unit), Some(On(*target))),
        Command::Occupy { garrison } => match garrison {
            Garrison::Nobody => (Nobody, None),
            Garrison::Unit(unit) | Garrison::PlatoonOf(unit) => (Nobody, Some(On(*unit))),
        },
    };
    Gesture { actors, target }
}

/// The legal commands of a position, ready to be pointed at.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    list: Vec<(Gesture, Command)>,
    /// Units of the group that acts.
    active: UnitSet,
}

impl Offers {
    /// Reads the legal commands of a position.
    pub fn new(state: &State, options: Vec<Command>) -> Self {
        let list = options.into_iter().map(|command| (gesture(state, &command), command)).collect();
        let active = state.active_group().map_or(UnitSet::EMPTY, |group| group_units(state, group));
        Self { list, active }
    }

    /// Every legal command.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.list.iter().map(|(_, command)| command)
    }

    /// Everybody who can be selected to do something.
    pub fn actors(&self) -> UnitSet {
        let of = |(gesture, _): &(Gesture, Command)| match gesture.actors {
            Actors::Nobody => UnitSet::EMPTY,
            Actors::One(unit) => unit.set(),
            Actors::Exactly(units) | Actors::Group(units) => units,
        };
        self.list.iter().map(of).collect()
    }

    /// Whether the selected units can do this together.
    fn fits(&self, actors: Actors, selected: UnitSet) -> bool {
        match actors {
            Actors::Nobody => true,
            Actors::One(unit) => selected.has(unit),
            Actors::Exactly(units) => units == selected,
            Actors::Group(units) => units == selected || (selected.is_empty() && units == self.active),
        }
    }

    /// What pointing at `target` would order: alternatives, each a sequence of commands. More than one is a question
    /// for the player; a unit of the selection that cannot do it makes the list empty.
    pub fn at(&self, selected: UnitSet, target: Target) -> Vec<Vec<Command>> {
        let fitting =
            || self.list.iter().filter(move |(g, _)| g.target == Some(target) && self.fits(g.actors, selected));
        let singles: Vec<_> = fitting().filter(|(g, _)| matches!(g.actors, Actors::One(_))).collect();
        let mut alternatives: Vec<Vec<Command>> =
            fitting().filter(|(g, _)| !matches!(g.actors, Actors::One(_))).map(|(_, c)| vec![c.clone()]).collect();
        if selected.len() == 1 {
            alternatives.extend(singles.into_iter().map(|(_, command)| vec![command.clone()]));
        } else if !singles.is_empty() {
            let sequence: Option<Vec<Command>> = UnitId::each(selected)
                .map(|unit| {
                    let mut of_unit = singles.iter().filter(|(g, _)| g.actors == Actors::One(unit));
                    of_unit.next().filter(|_| of_unit.next().is_none()).map(|(_, command)| command.clone())
                })
                .collect();
            alternatives.extend(sequence);
        }
        alternatives
    }

    /// Everything that can be pointed at with these units selected.
    pub fn targets(&self, selected: UnitSet) -> BTreeSet<Target> {
        let named: BTreeSet<Target> = self.list.iter().filter_map(|(g, _)| g.target).collect();
        named.into_iter().filter(|target| !self.at(selected, *target).is_empty()).collect()
    }

    /// The places among the targets.
    pub fn target_places(&self, selected: UnitSet) -> PlaceSet {
        let place = |target| if let Target::Place(place) = target { Some(place) } else { None };
        self.targets(selected).into_iter().filter_map(place).collect()
    }

    /// The counters among the targets.
    pub fn target_units(&self, selected: UnitSet) -> UnitSet {
        let unit = |target| if let Target::Unit(unit) = target { Some(unit) } else { None };
        self.targets(selected).into_iter().filter_map(unit).collect()
    }

    /// The command that needs no target and is meant by confirming the selection: form the group, defend with these, restore this unit.
    pub fn confirmed(&self, selected: UnitSet) -> Option<&Command> {
        if selected.is_empty() {
            return None;
        }
        self.list
            .iter()
            .find(|(g, _)| match g.actors {
                Actors::One(unit) => g.target.is_none() && unit.set() == selected,
                Actors::Exactly(units) => units == selected,
                Actors::Nobody | Actors::Group(_) => false,
            })
            .map(|(_, command)| command)
            .filter(|command| !matches!(command, Command::Split { .. }))
    }

    /// Whether units are gathered now, one click each, until they are what was meant: a group, or who defends.
    pub fn gathers(&self) -> bool {
        self.gatherings().next().is_some()
    }

    /// Whether these units are among those of one gathering.
    pub fn gather(&self, units: UnitSet) -> bool {
        self.gatherings().any(|all| units.is_within(all))
    }

    fn gatherings(&self) -> impl Iterator<Item = UnitSet> {
        self.list.iter().filter_map(|(gesture, command)| match (gesture.actors, command) {
            (Actors::Exactly(_), Command::Split { .. }) => None,
            (Actors::Exactly(units), _) => Some(units),
            _ => None,
        })
    }

    /// The selection nobody would hesitate about: the only unit that can do anything, or the only group that can.
    pub fn obvious(&self) -> UnitSet {
        let mut groups = self.list.iter().filter_map(|(g, _)| match g.actors {
            Actors::Group(units) => Some(units),
            _ => None,
        });
        if let Some(first) = groups.next() {
            return if groups.all(|units| units == first) { first } else { UnitSet::EMPTY };
        }
        let only_singles = self.list.iter().all(|(g, _)| matches!(g.actors, Actors::One(_) | Actors::Nobody));
        let actors = self.actors();
        if only_singles && actors.len() == 1 && self.list.iter().all(|(_, c)| !matches!(c, Command::Done)) {
            actors
        } else {
            UnitSet::EMPTY
        }
    }

    /// Who is selected by a click on `unit`: it alone, or the whole group it is to fight with.
    pub fn picked(&self, unit: UnitId) -> UnitSet {
        self.list
            .iter()
            .find_map(|(g, _)| match g.actors {
                Actors::Group(units) if units.has(unit) => Some(units),
                _ => None,
            })
            .unwrap_or(unit.set())
    }
}

/// The command somebody means who gathers these units, so that the rules can say why they do not go together.
pub fn gathering(state: &State, units: UnitSet) -> Command {
    let units = UnitId::each(units).collect();
    match state.attack().map(|attack| attack.stage) {
        Some(Stage::Defenders) => Command::Defend { units },
        _ => Command::FormGroup { units },
    }
}

/// The command somebody means who points at `place` although nothing there is offered, so that the rules can say why not.
pub fn attempt(state: &State, selected: UnitSet, place: Place) -> Option<Command> {
    let unit = UnitId::each(selected).next();
    match state.step() {
        Step::Garrisons => Some(Command::Detach { unit: unit?, gate: place.gate()?, to: state.place(unit?)? }),
        Step::UsArvnMovement | Step::PavnNlfMovement => Some(Command::Move { unit: unit?, to: place }),
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements => Some(Command::Reinforce { unit: unit?, to: place }),
        Step::UsArvnReplacements | Step::PavnNlfReplacements => Some(Command::Return { unit: unit?, to: place }),
        Step::Infiltration => Some(Command::Infiltrate { gate: place.gate()?, step_out: None }),
        Step::UsArvnCombat | Step::PavnNlfCombat => match state.attack().map(|a| a.stage) {
            Some(Stage::Retreat | Stage::FriendsRetreat) => Some(Command::RetreatTo { unit: unit?, to: place }),
            Some(_) => None,
            None => {
                let group = unit.and_then(|u| state.group_of(u)).or(state.active_group())?;
                if group_place(state, group) == Some(place) {
                    Some(Command::CloseCombat { group, heavy_weapons: false })
                } else {
                    Some(Command::Assault { group, target: place, heavy_weapons: false })
                }
            }
        },
        Step::UsArvnGroups | Step::PavnNlfGroups | Step::Exit | Step::Political | Step::Over => None,
    }
}

/// The selection after a click on `unit`. `with_shift` adds it or takes it away; units of two sides or two places are never
/// selected together.
pub fn selected_by_click(state: &State, offers: &Offers, selected: UnitSet, unit: UnitId, with_shift: bool) -> UnitSet {
    if !with_shift {
        return offers.picked(unit);
    }
    let together = UnitId::each(selected).all(|other| {
        state.location(other) == state.location(unit) && US_ARVN_UNITS.has(other) == US_ARVN_UNITS.has(unit)
    });
    if together { selected ^ unit.set() } else { unit.set() }
}

/// The selection after a double click on `unit`: everybody of its side in its place who can do something; three at most where
/// more make no group.
pub fn selected_by_double_click(state: &State, offers: &Offers, unit: UnitId) -> UnitSet {
    let Some(place) = state.place(unit) else { return unit.set() };
    let stack = state.side_at(unit.side(), place) & offers.actors();
    if !stack.has(unit) {
        return unit.set();
    }
    let in_threes = matches!(state.step(), Step::UsArvnGroups | Step::PavnNlfGroups)
        || state.attack().is_some_and(|a| a.stage == Stage::Defenders);
    if !in_threes || stack.len() <= 3 {
        return stack;
    }
    let others: UnitSet = UnitId::each(stack & !unit.set()).take(2).collect();
    unit.set() | others
}
