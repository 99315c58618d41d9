//! What came of an attack, as far as it differs for the players: the result, the steps each side loses, and who holds
//! the ground. What odds, forecast and `referee talk` say comes from here. Rules 7.4 to 7.7 and 8.1.

use crate::event::Event;
use crate::losses::due_of;
use crate::places::Place;
use crate::state::State;
use crate::tables::AssaultResult;
use crate::units::{Side, UnitId, UnitSet};

/// Who stands on the ground that was fought for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ground {
    /// The attacker alone.
    Attacker,
    /// Both sides.
    Shared,
    /// The defender alone.
    Defender,
    /// Nobody: a Gate Box that was cleared, or an area in which both sides were wiped out.
    Nobody,
}

/// What came of an attack so far. A loss whose unit is still to be chosen counts as lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reckoning {
    pub attacker: Side,
    /// What was attacked.
    pub target: Place,
    /// The result of the assault, once it was rolled. Rule 7.5.
    pub result: Option<AssaultResult>,
    /// The group is no longer able to attack, and does not. Ruling BB-R23.
    pub called_off: bool,
    /// Whether this was rolled as a close combat or a counterattack. Rules 7.6 and 7.7.
    pub fought: bool,
    /// Steps the US/ARVN side loses, friendly fire and the toll of a gate among them.
    pub us_arvn_steps: u8,
    /// Steps the PAVN/NLF side loses.
    pub pavn_nlf_steps: u8,
    /// Who stands there then.
    pub ground: Ground,
}

impl Reckoning {
    /// The reckoning of what happened between two positions; none if no die of an attack was rolled.
    pub fn of(before: &State, after: &State, events: &[Event]) -> Option<Self> {
        let declared = events.iter().rev().find_map(|event| match event {
            Event::AttackDeclared { units, target, .. } => Some((units.first()?.side(), *target)),
            _ => None,
        });
        let under_way = || Some((before.step().side()?, before.attack()?.target));
        let (attacker, target) = declared.or_else(under_way)?;
        let (mut result, mut called_off, mut fought, mut rolled) = (None, false, false, false);
        let mut lost = [0_u8; 2];
        for event in events {
            match event {
                Event::FriendlyFireRolled { .. } => rolled = true,
                Event::AssaultRolled { result: found, .. } => result = Some(*found),
                Event::CloseCombatRolled { .. } => fought = true,
                Event::AttackFailed { .. } => called_off = true,
                Event::StepLost { unit, .. } => lost[unit.side() as usize] += 1,
                _ => {}
            }
        }
        if !(rolled || called_off || fought || result.is_some()) {
            return None;
        }
        let mut stands = [false; 2];
        for side in [Side::UsArvn, Side::PavnNlf] {
            let (hits, among) = due_of(after, side);
            let left = steps(after, among);
            lost[side as usize] += hits.min(left);
            let here = after.side_at(side, target);
            stands[side as usize] = !here.is_within(among) || (here.meets(among) && left > hits);
        }
        let ground = match (stands[attacker as usize], stands[attacker.enemy() as usize]) {
            (true, false) => Ground::Attacker,
            (true, true) => Ground::Shared,
            (false, true) => Ground::Defender,
            (false, false) => Ground::Nobody,
        };
        let [us_arvn_steps, pavn_nlf_steps] = lost;
        Some(Self { attacker, target, result, called_off, fought, us_arvn_steps, pavn_nlf_steps, ground })
    }

    /// Steps a side loses.
    pub fn steps_of(&self, side: Side) -> u8 {
        match side {
            Side::UsArvn => self.us_arvn_steps,
            Side::PavnNlf => self.pavn_nlf_steps,
        }
    }

    /// Whether the attack did what it is for: an assault that succeeds, a close combat that costs the defender a step.
    pub fn succeeds(&self) -> bool {
        match self.result {
            Some(result) => result != AssaultResult::Repulsed,
            None => self.fought && self.steps_of(self.attacker.enemy()) > 0,
        }
    }
}

/// How many hits these units take until none is left.
fn steps(state: &State, units: UnitSet) -> u8 {
    UnitId::each(units).map(|unit| state.steps_left(unit)).fold(0, u8::saturating_add)
}
