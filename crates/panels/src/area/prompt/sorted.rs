//! The legal commands of a position, sorted by kind, so that each kind becomes its own buttons.

use block_by_block::{Command, Garrison, Gate, HeavyLevel, Place, State, UnitId, UnitSet};

/// Legal commands by kind, in the order they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    pub done: bool,
    pub detach: Vec<(UnitId, Gate, Place)>,
    pub restore: Vec<UnitId>,
    pub bring_back: Vec<(UnitId, Place)>,
    pub infiltrate: Vec<(Gate, Option<Place>)>,
    pub reinforce: Vec<(UnitId, Place)>,
    pub exit: Vec<UnitId>,
    pub moves: Vec<(UnitId, Place)>,
    pub groups: Vec<Vec<UnitId>>,
    pub attacks: Vec<AttackOption>,
    pub splits: Vec<(u8, Vec<UnitId>, bool)>,
    pub walks: Vec<(u8, Place)>,
    pub pauses: Vec<u8>,
    pub levels: Vec<HeavyLevel>,
    pub defenders: Vec<Vec<UnitId>>,
    pub losses: Vec<UnitId>,
    pub hold: bool,
    pub counterattacks: Vec<(UnitId, UnitId)>,
    pub retreat: bool,
    pub retreats: Vec<(UnitId, Place)>,
    pub garrisons: Vec<Garrison>,
}

/// An attack a group may make: `target` is none in close combat. With and without heavy weapons it is one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttackOption {
    pub group: u8,
    pub target: Option<Place>,
    pub plain: bool,
}

impl AttackOption {
    /// The command to preview: without heavy weapons where that is legal.
    pub fn command(self) -> Command {
        let (group, heavy_weapons) = (self.group, !self.plain);
        match self.target {
            Some(target) => Command::Assault { group, target, heavy_weapons },
            None => Command::CloseCombat { group, heavy_weapons },
        }
    }
}

impl Sorted {
    pub fn new(options: &[Command]) -> Self {
        let mut s = Self::default();
        for option in options {
            match option.clone() {
                Command::Done => s.done = true,
                Command::Detach { unit, gate, to } => s.detach.push((unit, gate, to)),
                Command::Restore { unit } => s.restore.push(unit),
                Command::Return { unit, to } => s.bring_back.push((unit, to)),
                Command::Infiltrate { gate, step_out } => s.infiltrate.push((gate, step_out)),
                Command::Reinforce { unit, to } => s.reinforce.push((unit, to)),
                Command::Exit { unit } => s.exit.push(unit),
                Command::Move { unit, to } => s.moves.push((unit, to)),
                Command::FormGroup { units } => s.groups.push(units),
                Command::Assault { group, target, heavy_weapons } => s.attack(group, Some(target), heavy_weapons),
                Command::CloseCombat { group, heavy_weapons } => s.attack(group, None, heavy_weapons),
                Command::Split { group, units, as_group } => s.splits.push((group, units, as_group)),
                Command::WalkThrough { group, to } => s.walks.push((group, to)),
                Command::Pause { group } => s.pauses.push(group),
                Command::ChooseLevel { level } => s.levels.push(level),
                Command::Defend { units } => s.defenders.push(units),
                Command::TakeLoss { unit } => s.losses.push(unit),
                Command::Hold => s.hold = true,
                Command::Counterattack { unit, target } => s.counterattacks.push((unit, target)),
                Command::Retreat => s.retreat = true,
                Command::RetreatTo { unit, to } => s.retreats.push((unit, to)),
                Command::Occupy { garrison } => s.garrisons.push(garrison),
            }
        }
        s
    }

    /// The groups that may act, in order.
    pub fn acting_groups(&self) -> Vec<u8> {
        let mut numbers: Vec<u8> = self.attacks.iter().map(|attack| attack.group).collect();
        numbers.extend(self.walks.iter().map(|walk| walk.0).chain(self.pauses.iter().copied()));
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The group that is spoken of: the one that acts already, the one of a selected unit, or the only one there is.
    pub fn chosen_group(&self, state: &State, selection: UnitSet) -> Option<u8> {
        let numbers = self.acting_groups();
        let holds = |number: &u8| state.group(*number).is_some_and(|group| group.units.meets(selection));
        let active = state.active_group().filter(|number| numbers.contains(number));
        let only = if let [only] = numbers[..] { Some(only) } else { None };
        active.or_else(|| numbers.iter().copied().find(holds)).or(only)
    }

    fn attack(&mut self, group: u8, target: Option<Place>, heavy: bool) {
        match self.attacks.iter_mut().find(|a| a.group == group && a.target == target) {
            Some(known) => known.plain |= !heavy,
            None => self.attacks.push(AttackOption { group, target, plain: !heavy }),
        }
    }
}

/// The units of a list of pairs, each once, in order.
pub(super) fn units_of<T>(pairs: &[(UnitId, T)]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = Vec::new();
    for (unit, _) in pairs {
        if !units.contains(unit) {
            units.push(*unit);
        }
    }
    units
}
