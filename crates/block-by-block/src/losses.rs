//! Who takes the step losses. Rule 2.5; rulings BB-R11, BB-R13, BB-R46 and BB-R48.

use tabletop::{Halt, Refusal};

use crate::event::LossCause;
use crate::places::Place;
use crate::play::Play;
use crate::state::{Attack, AttackKind, Location, Stage, State};
use crate::units::{Side, UnitId, UnitSet};
use crate::{Command, Event, rule};

/// The losses that are due: whose, from which units, how many, and why.
#[derive(Clone, Copy)]
pub(crate) struct Due {
    pub side: Side,
    pub among: UnitSet,
    pub hits: u8,
    pub cause: LossCause,
}

fn on_map(state: &State, set: UnitSet) -> UnitSet {
    UnitId::each(set).filter(|u| matches!(state.location(*u), Location::Map(_))).fold(0, |s, u| s | u.set())
}

/// What is due next: the toll of a gate from outside, then the defender's losses, then the attacker's.
pub(crate) fn due(state: &State) -> Option<Due> {
    let attack = &state.attack;
    let attacker = state.step.side()?;
    let group = state.group(attack.group).map_or(0, |g| g.units);
    let cause = match (attack.stage, attack.kind) {
        (Stage::FriendlyFireLoss, _) => LossCause::FriendlyFire,
        (_, AttackKind::CloseCombat) => LossCause::CloseCombat,
        _ => LossCause::Assault,
    };
    if attack.stage == Stage::Losses && attack.toll {
        return Some(Due { side: attacker, among: group, hits: 1, cause: LossCause::GateFromOutside });
    }
    if attack.defender_losses > 0 {
        let among = on_map(state, attack.defenders);
        return Some(Due { side: attacker.enemy(), among, hits: attack.defender_losses, cause });
    }
    (attack.attacker_losses > 0).then_some(Due { side: attacker, among: group, hits: attack.attacker_losses, cause })
}

/// Every hit a side still has to take, with the units it falls on.
pub(crate) fn due_of(state: &State, side: Side) -> (u8, UnitSet) {
    let attack = &state.attack;
    if attack.stage == Stage::Idle {
        (0, 0)
    } else if state.step.side() == Some(side) {
        (attack.attacker_losses + u8::from(attack.toll), state.group(attack.group).map_or(0, |g| g.units))
    } else {
        (attack.defender_losses, on_map(state, attack.defenders))
    }
}

/// The units of a set that may take the next hit: those that survive it, or all if none does. Rules 2.5e and BB-R48.
pub(crate) fn eligible(state: &State, among: UnitSet) -> UnitSet {
    let survive = UnitId::each(among).filter(|u| state.steps_left(*u) > 1).fold(0, |s, u| s | u.set());
    if survive == 0 { among } else { survive }
}

/// Rule 2.5e: whether this unit may take the next hit.
pub(crate) fn check_take_loss(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let waiting = matches!(state.attack.stage, Stage::FriendlyFireLoss | Stage::Losses);
    let Some(due) = due(state).filter(|_| waiting) else {
        return Err(Refusal::new(rule!("2.5a"), "No step loss is due.", "Go on with the game."));
    };
    if due.among & unit.set() == 0 {
        return Err(Refusal::new(
            rule!("BB-R48"),
            format!("{unit} is not among the units that were hit."),
            "Choose one of them.",
        ));
    }
    if eligible(state, due.among) & unit.set() == 0 {
        return Err(Refusal::new(
            rule!("2.5e"),
            format!("{unit} would be eliminated while another unit could take the hit and survive."),
            "Choose a unit that survives it.",
        ));
    }
    Ok(())
}

/// Legal choices of the unit that takes the next hit.
pub(crate) fn list(state: &State, options: &mut Vec<Command>) {
    if let Some(due) = due(state) {
        options.extend(UnitId::each(eligible(state, due.among)).map(|unit| Command::TakeLoss { unit }));
    }
}

impl Play<'_> {
    /// The owner's choice. Rule 2.5e.
    pub fn take_loss(&mut self, unit: UnitId) -> Result<(), Halt> {
        if let Some(due) = due(self.state) {
            self.hit(unit, due);
        }
        self.settle_losses()
    }

    fn hit(&mut self, unit: UnitId, due: Due) {
        let attacker = self.attacking_side();
        self.lose_step(unit, due.cause);
        let attack = &mut self.state.attack;
        if due.cause == LossCause::GateFromOutside {
            attack.toll = false;
        } else if due.side == attacker {
            attack.attacker_losses -= 1;
        } else {
            attack.defender_losses -= 1;
        }
    }

    /// Takes every loss that leaves no choice; stops where an owner has to choose, goes on with the attack when none is left.
    pub fn settle_losses(&mut self) -> Result<(), Halt> {
        while let Some(due) = due(self.state) {
            if due.among == 0 {
                self.say(Event::HitsWasted { side: due.side, hits: due.hits });
                let attack = &mut self.state.attack;
                if due.cause == LossCause::GateFromOutside {
                    attack.toll = false;
                } else if due.side == self.state.step.side().unwrap_or(Side::UsArvn) {
                    attack.attacker_losses = 0;
                } else {
                    attack.defender_losses = 0;
                }
                continue;
            }
            let choice = eligible(self.state, due.among);
            let steps = UnitId::each(due.among).map(|u| self.state.steps_left(u)).fold(0, u8::saturating_add);
            if choice.count_ones() > 1 && steps > due.hits {
                return Ok(());
            }
            if let Some(unit) = UnitId::each(choice).next() {
                self.hit(unit, due);
            }
        }
        match self.state.attack.stage {
            Stage::FriendlyFireLoss => {
                self.state.attack.stage = Stage::Level;
                Ok(())
            }
            Stage::Losses => {
                self.retest_control();
                self.after_losses()
            }
            _ => Ok(()),
        }
    }

    /// Hits on one unit of a limited counterattack; it alone takes them. Rule 7.7b.
    pub fn hit_alone(&mut self, unit: UnitId, hits: u8) {
        for done in 0..hits {
            if self.state.place(unit).is_none() {
                self.say(Event::HitsWasted { side: unit.side(), hits: hits - done });
                return;
            }
            self.lose_step(unit, LossCause::CloseCombat);
        }
    }

    /// Whether the box that was assaulted stands empty after a success, and somebody of the group is left to hold the
    /// gate. Rule 8.1d, rulings BB-R12 and BB-R52.
    pub fn cleared_box(&self) -> Option<Place> {
        let Attack { kind, target, result, .. } = self.state.attack;
        let success = result != crate::tables::AssaultResult::Repulsed;
        let manned = self.state.options.first_rulings || self.group_is_manned();
        (kind == AttackKind::GateAssault && success && manned && self.state.units_at(target) == 0).then_some(target)
    }

    /// Whether anybody of the attacking group is left.
    pub fn group_is_manned(&self) -> bool {
        self.state.group(self.state.attack.group).is_some_and(|g| g.units != 0)
    }

    /// Whether somebody may enter the cleared box: every enemy in it was eliminated, none retreated. Rule 8.1d.
    pub fn box_may_be_entered(&self) -> bool {
        self.state.options.first_rulings || on_map(self.state, self.state.attack.defenders) == 0
    }
}
