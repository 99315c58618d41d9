//! What follows from what was said.

use tabletop::Halt;

use super::check::command_of;
use super::{Beside, Burst, Crowd, Measuring, Said, Seen};
use crate::event::{Cause, Event};
use crate::facts;
use crate::figure::{FigureId, Grenade, Standing};
use crate::play::{Play, astray};
use crate::tables::Band;
use crate::thrower::DieOf;
use crate::{Skirmish, rule};

impl Play<'_> {
    fn see(&mut self, seen: Seen) {
        self.say(Event::Beside(seen));
    }

    fn beside(&mut self) -> &mut Beside {
        &mut self.state.beside
    }

    /// Carries out what was checked.
    pub fn hear_said(&mut self, said: &Said) -> Result<(), Halt> {
        match *said {
            Said::Go { figure, tactical, .. } => {
                self.went(figure, tactical);
                Ok(())
            }
            Said::Face { figure } => {
                self.spend(figure, 1);
                let figure = self.state.who(figure);
                self.see(Seen::Faced { figure });
                Ok(())
            }
            Said::SetOff { figure } => self.met_mine(figure),
            Said::Over { vehicle, figure } => {
                let most = self.rules.numbers().run_over_counters.value;
                let counters = self.state.own(figure).counters;
                let (over, under) = (self.state.who(vehicle), self.state.who(figure));
                self.say(Event::RunOver { vehicle: over, figure: under });
                self.give(figure, most.saturating_sub(counters), Cause::RunOver);
                // A vehicle that has left sees it no more; whether another figure does is asked again.
                if self.state.own(vehicle).standing == Standing::Left && !self.state.setting.rulings.before(12) {
                    self.state.own(figure).trace.seen = false;
                    self.beside().looked = false;
                }
                Ok(())
            }
            Said::Mark { target, facts } => self.given(target, facts.cover),
            Said::Spare => {
                self.state.pending = None;
                Ok(())
            }
            Said::Spray { figure, weapon, .. } => self.spray(figure, weapon, None),
            Said::Send { figure, delivery, grenade, aim } => self.send(figure, delivery, grenade, &aim, None),
            Said::Rocket { figure, target, .. } => self.rocket_at(figure, target),
            Said::Seek { figure, target, facts } => self.look(figure, target, facts.range),
            Said::Show { figure } => {
                self.state.own(figure).trace.seen = true;
                let figure = self.state.who(figure);
                self.see(Seen::CameIntoSight { figure });
                Ok(())
            }
            Said::Plant { figure } => self.place_claymore(figure, None),
            Said::GetOut { figure } => self.dismount(figure, None),
            Said::CallFire => self.call_fire(None),
            Said::SpottingRound => self.spotting_round(None),
            Said::Noise { figures } => self.noise_said(figures),
            Said::Struck { inner, outer, covered } => self.struck(inner, outer, covered),
            Said::Heard { figures } => self.heard(figures),
            Said::Near { near } => self.near(near),
            Said::Hark { figure, .. } => self.listen(figure),
            Said::LookOut => {
                let enemy = self.state.side.enemy();
                let beside = self.beside();
                beside.looked = true;
                beside.measuring = Some((enemy, Measuring::Sighted));
                Ok(())
            }
            Said::Sighted { figures } => self.sighted(figures),
            Said::Try { figure, deed, .. } => self.carry_out(&command_of(figure, deed)),
            Said::Room { room } => {
                let asked = self.beside().measuring.take();
                let Some((_, Measuring::Room { loser })) = asked else {
                    return Err(astray("Nobody asked for this.").into());
                };
                loser.filter(|_| room).into_iter().for_each(|loser| self.fall_back(loser));
                Ok(())
            }
            Said::Heir { figure } => {
                if let Some((side, _)) = self.beside().measuring.take() {
                    let carriers = &mut self.state.beside.heirless[side as usize];
                    carriers.drain(..carriers.len().min(1));
                }
                self.state.own(figure).kit.radio = true;
                let figure = self.state.who(figure);
                self.see(Seen::RadioTaken { figure });
                Ok(())
            }
        }
    }

    /// Rules S-turn and S-tactical.
    fn went(&mut self, id: FigureId, tactical: bool) {
        let pace = self.set_out(id, tactical);
        self.beside().moved = true;
        self.out_of_sight(id);
        let figure = self.state.who(id);
        self.see(Seen::Went { figure, pace });
    }

    /// Nobody looks by himself beside a real table: once a figure is elsewhere, it is said again who sees it and whom its side sees.
    /// Rule S-hidden.
    pub fn out_of_sight(&mut self, id: FigureId) {
        if !self.state.is_beside() || self.state.setting.rulings.before(8) {
            return;
        }
        let side = self.state.own(id).side;
        for (other, figure) in (0..).map(FigureId).zip(&mut self.state.figures) {
            if figure.standing == Standing::Up && (figure.side != side || other == id) {
                figure.trace.seen = false;
            }
        }
    }

    /// Rule S-mines.
    fn met_mine(&mut self, id: FigureId) -> Result<(), Halt> {
        self.beside().mined = true;
        // A figure that has met it on the way into a vehicle does not get in.
        self.state.own(id).standing = Standing::Up;
        self.step_on_mine(id, None);
        self.blown_up(id)?;
        self.ask(Measuring::Struck(Burst::Mine { setter: id }));
        Ok(())
    }

    /// Rule S-noise: the die comes first, so that one question is enough.
    fn noise_said(&mut self, figures: Crowd) -> Result<(), Halt> {
        for id in self.state.of(self.state.side).map(|(id, _)| id).collect::<Vec<_>>() {
            self.rests(id);
        }
        self.state.active = None;
        let tested = self.state.beside.tested.and(figures);
        let beside = self.beside();
        beside.tested = tested;
        beside.moved = false;
        let pips = figures.each().fold(0_u8, |sum, id| sum.saturating_add(self.state.own(id).pips));
        let secret = figures.each().any(|id| !self.state.is_located(id));
        let of = if secret { DieOf::secret(self.state.side) } else { self.state.side.into() };
        let die = self.d6(of, "noise", rule!("S-noise"))?;
        match facts::heard_within(self.rules.numbers(), pips, die) {
            Some(within) => self.ask(Measuring::Near { figures, pips, die, within }),
            None => self.noise_told(figures, pips, die, false),
        }
        Ok(())
    }

    fn noise_told(&mut self, figures: Crowd, pips: u8, die: u8, heard: bool) {
        for id in figures.each() {
            self.state.own(id).trace.heard |= heard;
        }
        let figures = figures.each().map(|id| self.state.who(id)).collect();
        self.say(Event::Noise { figures, pips, against: None, die, heard });
    }

    fn near(&mut self, near: bool) -> Result<(), Halt> {
        let Some((asked, Measuring::Near { figures, pips, die, .. })) = self.state.beside.measuring else {
            return Err(astray("Nobody asked for this.").into());
        };
        let next = super::check::next_to_ask(self.state, asked);
        match next {
            Some(next) if !near => self.beside().measuring = self.state.beside.measuring.map(|(_, what)| (next, what)),
            _ => {
                self.beside().measuring = None;
                self.noise_told(figures, pips, die, near);
            }
        }
        Ok(())
    }

    /// Rule S-listen: the die has been rolled; the enemy looks where his hidden figures are.
    pub fn listen_said(&mut self, listener: FigureId, die: u8) {
        let enemy = self.state.side.enemy();
        let only_seen = self.state.of(enemy).any(|(id, _)| self.state.is_to_be_heard(id));
        let rulings = self.state.setting.rulings;
        let asks = (only_seen && !rulings.before(9)) || super::may_hide(self.state, enemy);
        // Of a die that hears nobody who goes on foot, however near, nobody is asked.
        let numbers = self.rules.numbers();
        let loudest = numbers.phases.value.saturating_mul(numbers.walk_pips.value);
        let may_hear = facts::heard_within(numbers, loudest, die).is_some() || rulings.before(11);
        if !asks || !may_hear {
            let figure = self.state.who(listener);
            self.say(Event::Listened { figure, die, heard: Vec::new() });
            return;
        }
        self.beside().measuring = Some((enemy, Measuring::Heard { listener: Some(listener), die }));
    }

    fn heard(&mut self, figures: Crowd) -> Result<(), Halt> {
        let Some((_, Measuring::Heard { listener, die })) = self.state.beside.measuring else {
            return Err(astray("Nobody asked for this.").into());
        };
        self.beside().measuring = None;
        let heard: Vec<FigureId> =
            figures.each().filter(|id| self.rules.heard_within(self.state, *id, die).is_some()).collect();
        for id in &heard {
            self.state.own(*id).trace.heard = true;
        }
        let heard = heard.into_iter().map(|id| self.state.who(id)).collect();
        // To those who may not know who listens it is not told either.
        let listener = listener.map(|listener| self.state.who(listener));
        listener.into_iter().for_each(|figure| self.say(Event::Listened { figure, die, heard: Vec::clone(&heard) }));
        Ok(())
    }

    /// Rule S-hidden: a figure near enough is seen, and sees those as near. Who that is the side to act is asked then, if it
    /// may have such figures.
    fn sighted(&mut self, figures: Crowd) -> Result<(), Halt> {
        let Some((asked, _)) = self.beside().measuring.take() else {
            return Err(astray("Nobody asked for this.").into());
        };
        let side = self.state.side;
        let taken_for_granted = self.state.setting.rulings.before(9);
        let here = |id: &FigureId| self.state.figure(*id).is_some_and(|f| f.standing == Standing::Up);
        let comer = self.state.active.filter(here).filter(|id| !figures.is_empty() && !self.state.is_known(*id));
        for id in figures.each().chain(comer.filter(|_| taken_for_granted)) {
            self.state.own(id).trace.seen = true;
            let figure = self.state.who(id);
            self.see(Seen::CameIntoSight { figure });
        }
        if !taken_for_granted && !figures.is_empty() && asked != side && super::may_hide(self.state, side) {
            self.ask(Measuring::Sighted);
        }
        Ok(())
    }

    /// Asks the side that can answer: first the side to act.
    pub fn ask(&mut self, what: Measuring) {
        let side = self.state.side;
        self.beside().measuring = Some((side, what));
    }

    /// The side to act is not asked where it could only say nobody, or no: the other one knows whom it knows of.
    pub fn ask_no_more_than_counts(&mut self) {
        let side = self.state.side;
        let Some((_, what)) = self.state.beside.measuring.filter(|(asked, _)| *asked == side) else { return };
        let counts = match what {
            Measuring::Struck(_) => !self.state.nameable(side).is_empty(),
            Measuring::Near { .. } => super::check::knows_a_hearer(self.state, side),
            Measuring::Heard { .. } | Measuring::Sighted | Measuring::Heir | Measuring::Room { .. } => true,
        };
        if counts || self.state.setting.rulings.before(11) {
            return;
        }
        let next = super::check::next_to_ask(self.state, side);
        self.beside().measuring = next.map(|next| (next, what));
        if let (None, Measuring::Near { figures, pips, die, .. }) = (next, what) {
            self.noise_told(figures, pips, die, false);
        }
    }

    /// Everybody who was named rolls or takes what the burst gives.
    fn struck(&mut self, inner: Crowd, outer: Crowd, covered: Crowd) -> Result<(), Halt> {
        let Some((asked, what @ Measuring::Struck(burst))) = self.state.beside.measuring else {
            return Err(astray("Nobody asked for this.").into());
        };
        let next = super::check::next_to_ask(self.state, asked);
        self.beside().measuring = next.map(|next| (next, what));
        for id in inner.and(outer).each() {
            self.one_struck(id, burst, inner.has(id), covered.has(id))?;
        }
        Ok(())
    }

    fn one_struck(&mut self, id: FigureId, burst: Burst, inner: bool, covered: bool) -> Result<(), Halt> {
        let bands: Vec<Band> = match burst {
            Burst::Grenade { grenade, .. } => self.rules.bursts().of(grenade).bands.clone(),
            Burst::Mine { .. } => self.rules.bursts().of(Grenade::Fragmentation).bands.clone(),
            Burst::Claymore => self.rules.bursts().claymore.clone(),
            Burst::Speculation | Burst::Round => Vec::new(),
        };
        let row = if inner { bands.first() } else { bands.get(1) };
        match (burst, row) {
            (Burst::Speculation, _) => self.startle(id),
            (Burst::Round, _) => self.shelled(id, covered),
            (_, None) => {}
            (Burst::Grenade { grenade, delivery }, Some(row)) => self.caught(id, row, grenade, delivery, covered)?,
            (Burst::Mine { .. }, Some(row)) => self.splinters(id, row, false, Cause::Mine)?,
            (Burst::Claymore, Some(row)) => self.splinters(id, row, false, Cause::Claymore)?,
        }
        Ok(())
    }
}

impl Skirmish {
    /// How near a hidden figure must be for a listener's die to hear it, in hundredths of an inch: nearer than this. None if
    /// it is not heard at any distance. Rule S-listen.
    pub fn heard_within(&self, state: &crate::State, id: FigureId, die: u8) -> Option<i32> {
        let pips = state.figure(id)?.pips.max(self.numbers().listen_pips.value);
        facts::heard_within(self.numbers(), pips, die)
    }
}
