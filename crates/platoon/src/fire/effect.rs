//! What fire does besides hitting figures: to nerves, helicopters and vehicles. Rules P-fire and P-helicopter-fire.

use table::Quarter;
use tabletop::Halt;

use super::{Hits, Volley};
use crate::direct::Blow;
use crate::event::Event;
use crate::play::{Aboard, Play};
use crate::refuse::No;
use crate::rule;
use crate::state::{Hull, Phase, Squad};
use crate::troops::{SquadId, Weapon};

impl Play<'_> {
    /// Who has fired: in his own phase, or into the enemy's. There he may go on until all his figures have fired; then he has a
    /// No Fire marker. Rule P-opportunity, ruling P-R48.
    pub fn mark_fired(&mut self, squad: SquadId, spent: Spent) -> Result<(), Halt> {
        let earlier = self.state.options.rulings.before(2);
        let aircraft = matches!(self.state.phase, Phase::Overflight(_));
        let interrupting = matches!(self.state.phase, Phase::Interrupt(_));
        // Who is fired at is in reach. Once it stood by what was said before.
        self.state.active.clear &= !interrupting || self.state.options.rulings.before(13);
        self.with(squad, |s| {
            let mut fires = |n: usize| {
                if let Some(figure) = s.figures.get_mut(n) {
                    figure.fired = true;
                }
            };
            match spent {
                Spent::Volley(figures) => {
                    s.turn.fired = true;
                    // Once a volley did not keep its figures from their rockets.
                    if !earlier {
                        figures.into_iter().for_each(&mut fires);
                    }
                }
                Spent::Figure(figure) => {
                    fires(figure);
                    s.turn.fired |= earlier;
                }
            }
            s.turn.no_fire |= aircraft || (interrupting && earlier);
            s.answer.begun |= interrupting && !earlier;
        })?;
        self.meets_enemy(squad)
    }

    /// Who has nothing left to answer the acting squad with, or lets it go on, gets his No Fire marker. Ruling P-R48.
    pub fn lay_no_fire(&mut self, all: bool) {
        // The acting squad's first round goes on until its phase is over. Once a question to the enemy ended it.
        let options = self.state.options;
        let acting = Some(self.state.active.squad).filter(|_| !options.rulings.before(8));
        for squad in self.state.squads.iter_mut().filter(|squad| acting != Some(squad.id)) {
            let done = squad.answer.begun && (all || !squad.may_answer(&options));
            squad.turn.no_fire |= done;
            if done || all {
                squad.stops_firing();
            }
        }
    }

    /// A vehicle tests its nerves as anybody does who is under fire for the first time, hit or missed. Ruling P-R52.
    pub fn vehicle_was_under_fire(&mut self, vehicle: SquadId) -> Result<(), Halt> {
        if self.state.options.rulings.before(2) { Ok(()) } else { self.nerves(&[], &[vehicle]) }
    }

    /// What counts for its next activation roll. Ruling P-R06.
    pub fn was_under_fire(&mut self, squad: SquadId, from: Quarter) -> Result<(), Halt> {
        self.with(squad, |s| {
            s.since.under_fire = true;
            s.fired_on = true;
            s.since.flanked |= from == Quarter::Flank;
            s.since.rear |= from == Quarter::Rear;
        })?;
        self.meets_enemy(squad)
    }

    /// Who is under fire for the first time tests its morale. Rule P-morale.
    pub fn first_fire(&mut self, squad: SquadId) -> Result<(), Halt> {
        if self.state.squad(squad).is_some_and(|s| !s.tested && s.in_play()) { self.morale(squad) } else { Ok(()) }
    }

    /// One save for all the hits of a firing unit; `heavy`: whether any is more than a rifle's. Rule P-helicopter-fire, ruling P-R25.
    pub fn chopper_hit(
        &mut self,
        chopper: SquadId,
        hits: u8,
        needs: u8,
        by: Option<crate::troops::Side>,
        heavy: bool,
    ) -> Result<Aboard, Halt> {
        self.was_under_fire(chopper, Quarter::Front)?;
        if hits == 0 {
            return Ok(Aboard::default());
        }
        let die = self.d6(chopper, "helicopter's save", rule!("P-helicopter-fire"))?;
        let down = die < needs;
        self.say(Event::ChopperSaved { squad: chopper, die, needs, down });
        if down { self.wreck(chopper, by, heavy) } else { Ok(Aboard::default()) }
    }

    /// Each hit on a soft vehicle or boat is a damage roll: small arms with less than the die shows, the heaviest first. Rulings P-R24 and P-R56.
    pub(super) fn soft_hits(
        &mut self,
        squad: SquadId,
        vehicle: SquadId,
        hits: Hits,
        volley: &Volley,
        by: Option<crate::troops::Side>,
    ) -> Result<(), Halt> {
        self.was_under_fire(vehicle, Quarter::Front)?;
        let blows = if self.state.options.rulings.before(2) {
            let heavy = self.state.squad(squad).is_some_and(|s| s.able().all(|(_, f)| f.weapon == Weapon::Hmg));
            let cannon = volley.near + volley.far == 0;
            let blow = if cannon { Blow::Shell } else { Blow::SmallArms { heavy } };
            vec![(blow, hits.all())]
        } else {
            vec![
                (Blow::Shell, hits.cannon),
                (Blow::SmallArms { heavy: true }, hits.heavy),
                (Blow::SmallArms { heavy: false }, hits.small),
            ]
        };
        // Small arms harm no armour, not even one that was under a marker. Ruling P-R24.
        let armoured = self.state.squad(vehicle).is_some_and(|s| s.kind.is_armoured());
        let proof = armoured && !self.state.options.rulings.before(5);
        let through = |blow: &Blow| !proof || *blow == Blow::Shell;
        let blows = blows.into_iter().filter(|(blow, _)| through(blow));
        for blow in blows.flat_map(|(blow, count)| std::iter::repeat_n(blow, usize::from(count))) {
            if self.state.squad(vehicle).is_some_and(|s| s.hull != Hull::Destroyed) {
                let aboard = self.damage(vehicle, blow, by)?;
                self.aboard_was_hit(aboard, &[], &[])?;
            }
        }
        Ok(())
    }
}

/// What was fired.
pub(crate) enum Spent {
    /// The volley, by these figures.
    Volley(Vec<usize>),
    /// One figure's own weapon.
    Figure(usize),
}

/// What the hits of a volley may be to a vehicle, the heaviest first: each is that of the weapon that made it. Rulings P-R24
/// and P-R56.
pub(crate) fn volley_blows(volley: &Volley) -> Vec<Blow> {
    let heavy = volley.heavy_near + volley.heavy_far;
    let small = volley.near + volley.far - heavy;
    let light = |heavy| Blow::SmallArms { heavy };
    let blows = [(Blow::Shell, volley.cannon), (light(true), heavy), (light(false), small)];
    blows.into_iter().filter(|(_, dice)| *dice > 0).map(|(blow, _)| blow).collect()
}

/// Whether a rocket or a mortar may be fired at a squad: not at a helicopter in the air. Rule P-helicopter-fire.
pub(crate) fn check_chopper(squad: &Squad) -> Result<(), No> {
    if squad.flies() {
        return Err(No::new(
            rule!("P-helicopter-fire"),
            "The helicopter is in the air.",
            "Rockets, guns and mortars fire at a helicopter only while it hovers or after it has landed.",
        ));
    }
    Ok(())
}
