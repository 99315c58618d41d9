//! What fire does besides hitting figures: to nerves, helicopters and vehicles. Rules P-fire and P-helicopter-fire.

use table::Quarter;
use tabletop::{Halt, Refusal};

use crate::direct::Blow;
use crate::event::Event;
use crate::play::Play;
use crate::rule;
use crate::state::{Flight, Hull, Phase, Squad, State};
use crate::troops::{Kind, SquadId, Weapon};

impl Play<'_> {
    /// Who has fired: in his own phase, or with a No Fire marker. Rule P-opportunity.
    pub fn mark_fired(&mut self, squad: SquadId) -> Result<(), Halt> {
        let interrupting = matches!(self.state.phase, Phase::Interrupt(_) | Phase::Overflight(_));
        self.with(squad, |s| {
            s.fired = true;
            s.no_fire |= interrupting;
        });
        self.meets_enemy(squad)
    }

    /// What counts for its next activation roll. Ruling P-R06.
    pub fn was_under_fire(&mut self, squad: SquadId, from: Quarter) -> Result<(), Halt> {
        self.with(squad, |s| {
            s.under_fire = true;
            s.fired_on = true;
            s.flanked |= from == Quarter::Flank;
            s.rear |= from == Quarter::Rear;
        });
        self.meets_enemy(squad)
    }

    /// Who is under fire for the first time tests its morale. Rule P-morale.
    pub fn first_fire(&mut self, squad: SquadId) -> Result<(), Halt> {
        if self.state.squad(squad).is_some_and(|s| !s.tested && s.in_play()) { self.morale(squad) } else { Ok(()) }
    }

    /// One save for all the hits of a firing unit. Rule P-helicopter-fire, ruling P-R25.
    pub fn chopper_hit(
        &mut self,
        chopper: SquadId,
        hits: u8,
        needs: u8,
        by: Option<crate::troops::Side>,
    ) -> Result<(), Halt> {
        self.was_under_fire(chopper, Quarter::Front)?;
        if hits == 0 {
            return Ok(());
        }
        let die = self.d6(chopper, "helicopter's save", rule!("P-helicopter-fire"))?;
        let down = die < needs;
        self.say(Event::ChopperSaved { squad: chopper, die, needs, down });
        if down { self.wreck(chopper, by) } else { Ok(()) }
    }

    /// Each hit on a soft vehicle or boat is a damage roll at −2, for heavy machine guns without. Ruling P-R24.
    pub(super) fn soft_hits(
        &mut self,
        squad: SquadId,
        vehicle: SquadId,
        hits: u8,
        cannon: bool,
        by: Option<crate::troops::Side>,
    ) -> Result<(), Halt> {
        self.was_under_fire(vehicle, Quarter::Front)?;
        let blow = volley_blow(self.state, squad, cannon);
        for _ in 0..hits {
            if self.state.squad(vehicle).is_some_and(|s| s.hull != Hull::Destroyed) {
                self.damage(vehicle, blow, by)?;
            }
        }
        Ok(())
    }
}

/// What each hit of a volley is to a vehicle: small arms take two from the die of damage, heavy machine guns nothing. Ruling
/// P-R24.
pub(crate) fn volley_blow(state: &State, firer: SquadId, cannon: bool) -> Blow {
    let heavy = state.squad(firer).is_some_and(|s| s.able().all(|(_, f)| f.weapon == Weapon::Hmg));
    if cannon { Blow::Shell } else { Blow::SmallArms(if heavy { 0 } else { 2 }) }
}

/// Whether a helicopter may be fired at with this. Ruling P-R25.
pub(crate) fn check_chopper(squad: &Squad, rocket: bool) -> Result<(), Refusal> {
    if squad.kind == Kind::Helicopter && rocket && squad.flight == Flight::Flying {
        return Err(Refusal::new(
            rule!("P-helicopter-fire"),
            "It is in the air.",
            "A rocket needs a helicopter that hovers or has landed.",
        ));
    }
    Ok(())
}
