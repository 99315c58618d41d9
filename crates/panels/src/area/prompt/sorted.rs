//! The legal commands of a position, sorted by kind, so that each kind becomes its own buttons.

use block_by_block::{Command, Garrison, Gate, HeavyLevel, Place, UnitId};

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
