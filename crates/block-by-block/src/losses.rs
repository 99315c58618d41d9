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
    UnitId::each(set).filter(|u| matches!(state.location(*u), Location::Map(_))).collect()
}

/// Whether a unit of the group may enter the box it has cleared: every enemy in it was eliminated, none retreated. Rule 8.1d, ruling
/// BB-R51.
pub(crate) fn box_may_be_entered(state: &State, attack: &Attack) -> bool {
    state.options.rulings.before(1) || on_map(state, attack.defenders).is_empty()
}

/// What is due next: the toll of a gate from outside, then the defender's losses, then the attacker's.
pub(crate) fn due(state: &State) -> Option<Due> {
    let attack = state.attack()?;
    let attacker = attack.attacker;
    let group = state.attackers(attack);
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
    match state.attack() {
        None => (0, UnitSet::EMPTY),
        Some(attack) if attack.attacker == side => {
            (attack.attacker_losses + u8::from(attack.toll), state.attackers(attack))
        }
        Some(attack) => (attack.defender_losses, on_map(state, attack.defenders)),
    }
}

/// The units of a set that may take the next hit: those that survive it, or all if none does. Rules 2.5e and BB-R48.
pub(crate) fn eligible(state: &State, among: UnitSet) -> UnitSet {
    let survive: UnitSet = UnitId::each(among).filter(|u| state.steps_left(*u) > 1).collect();
    if survive.is_empty() { among } else { survive }
}

fn nothing_due() -> Refusal {
    Refusal::new(rule!("2.5a"), "No step loss is due.", "Continue the game.")
}

/// Rule 2.5e: whether this unit may take the next hit.
pub(crate) fn check_take_loss(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let waiting = matches!(state.stage(), Some(Stage::FriendlyFireLoss | Stage::Losses));
    let due = due(state).filter(|_| waiting).ok_or_else(nothing_due)?;
    if !due.among.has(unit) {
        return Err(Refusal::new(
            rule!("BB-R48"),
            format!("{unit} is not among the units that were hit."),
            "Choose one of them.",
        ));
    }
    if !eligible(state, due.among).has(unit) {
        return Err(Refusal::new(
            rule!("2.5e"),
            format!("{unit} would be eliminated while another unit could survive the hit."),
            "Choose a unit that survives the hit.",
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
        let due = due(self.state).ok_or_else(nothing_due)?;
        self.hit(unit, due)?;
        self.settle_losses()
    }

    fn hit(&mut self, unit: UnitId, due: Due) -> Result<(), Halt> {
        self.lose_step(unit, due.cause);
        self.count_off(due, 1)
    }

    /// So many of the hits that are due are dealt with.
    fn count_off(&mut self, due: Due, hits: u8) -> Result<(), Halt> {
        let attack = self.state.attack.as_mut().ok_or_else(nothing_due)?;
        if due.cause == LossCause::GateFromOutside {
            attack.toll = false;
        } else if due.side == attack.attacker {
            attack.attacker_losses -= hits;
        } else {
            attack.defender_losses -= hits;
        }
        Ok(())
    }

    /// Takes every loss that leaves no choice; stops where an owner has to choose, goes on with the attack when none is left.
    pub fn settle_losses(&mut self) -> Result<(), Halt> {
        while let Some(due) = due(self.state) {
            if due.among.is_empty() {
                self.say(Event::HitsWasted { side: due.side, hits: due.hits });
                self.count_off(due, due.hits)?;
                continue;
            }
            let choice = eligible(self.state, due.among);
            let steps = UnitId::each(due.among).map(|u| self.state.steps_left(u)).fold(0, u8::saturating_add);
            if choice.len() > 1 && steps > due.hits {
                return Ok(());
            }
            let unit = UnitId::each(choice).next().ok_or_else(nothing_due)?;
            self.hit(unit, due)?;
        }
        let attack = self.attack()?;
        match attack.stage {
            Stage::FriendlyFireLoss => {
                self.state.attack = Some(Attack { stage: Stage::Level, ..attack });
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
    pub fn cleared_box(&self, attack: &Attack) -> Option<Place> {
        let manned = self.state.options.rulings.before(1) || !self.state.attackers(attack).is_empty();
        let empty = self.state.units_at(attack.target).is_empty();
        (attack.kind == AttackKind::GateAssault && attack.carried() && manned && empty).then_some(attack.target)
    }

    /// Whether the cleared box may get a garrison: a unit of the group, or at least a platoon of one. Rules 8.1d and 8.2a.
    pub fn box_wants_garrison(&self, attack: &Attack) -> bool {
        let platoon = attack.attacker == Side::UsArvn && !self.state.options.rulings.before(10);
        let may_give = platoon || box_may_be_entered(self.state, attack);
        self.cleared_box(attack).is_some() && !self.state.attackers(attack).is_empty() && may_give
    }
}
