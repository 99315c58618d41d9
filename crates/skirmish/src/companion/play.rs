//! What follows from what was said.

use table::{INCH, Walk};
use tabletop::Halt;

use super::{Aim, Beside, Burst, Crowd, Measuring, NumberedSmoke, Said, Seen};
use crate::event::{Cause, Delivery, Event, Pace};
use crate::facts::{self, Facts};
use crate::figure::{FigureId, Grenade, Mortar, Side, Standing, Weapon};
use crate::play::Play;
use crate::tables::{Band, inches};
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
            Said::Go { figure, way, tactical } => {
                self.went(figure, &way, tactical);
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
                Ok(())
            }
            Said::Mark { target, facts } => {
                self.mark(target, &facts);
                Ok(())
            }
            Said::Spare => {
                self.state.pending = None;
                Ok(())
            }
            Said::Spray { figure, .. } => {
                self.spend(figure, 1);
                self.mark_fired(figure);
                self.speculated(figure)
            }
            Said::Send { figure, delivery, grenade, aim } => self.sent(figure, delivery, grenade, &aim),
            Said::Rocket { figure, target, .. } => {
                self.spend(figure, 1);
                self.mark_fired(figure);
                self.rocket_at(figure, target)
            }
            Said::Seek { figure, target, facts } => self.look(figure, target, facts.range),
            Said::Show { figure } => {
                self.state.own(figure).trace.seen = true;
                let figure = self.state.who(figure);
                self.see(Seen::CameIntoSight { figure });
                Ok(())
            }
            Said::Plant { figure } => {
                self.plant(figure);
                Ok(())
            }
            Said::GetOut { figure } => {
                self.got_out(figure);
                Ok(())
            }
            Said::CallFire => {
                let side = self.state.side;
                self.see(Seen::Called { side });
                self.guns().turns -= 1;
                self.round_said()
            }
            Said::SpottingRound => self.spotting_drift(),
            Said::Noise { figures } => self.noise_said(figures),
            Said::Struck { inner, outer, covered } => self.struck(inner, outer, covered),
            Said::Heard { figures } => {
                self.heard(figures);
                Ok(())
            }
            Said::Near { near } => {
                self.near(near);
                Ok(())
            }
            Said::Hark { figure, .. } => self.listen(figure),
            Said::LookOut => {
                let enemy = self.state.side.enemy();
                let beside = self.beside();
                beside.looked = true;
                beside.measuring = Some((enemy, Measuring::Sighted));
                Ok(())
            }
            Said::Sighted { figures } => {
                self.sighted(figures);
                Ok(())
            }
        }
    }

    /// Rules S-turn and S-tactical.
    fn went(&mut self, id: FigureId, _: &Walk, tactical: bool) {
        let vehicle = self.state.own(id).vehicle;
        self.spend(id, 1);
        let pips = match (tactical, vehicle) {
            (true, _) => 0,
            (false, true) => self.rules.numbers().vehicle_pips.value,
            (false, false) => 1,
        };
        let figure = self.state.own(id);
        figure.pips = figure.pips.saturating_add(pips);
        self.beside().moved = true;
        let pace = match (tactical, vehicle) {
            (true, _) => Pace::Tactical,
            (false, true) => Pace::Driving,
            (false, false) => Pace::Walking,
        };
        let figure = self.state.who(id);
        self.see(Seen::Went { figure, pace });
    }

    /// Rule S-mines.
    fn met_mine(&mut self, id: FigureId) -> Result<(), Halt> {
        self.beside().moved = false;
        self.state.own(id).trace.heard = true;
        let figure = self.state.who(id);
        self.see(Seen::MineWentOff { figure });
        let own = self.rules.bursts().mine.clone();
        self.splinters(id, &own, false, Cause::Mine)?;
        self.ask(Measuring::Struck(Burst::Mine { setter: id }));
        Ok(())
    }

    /// Rulings S-R04 and S-R07.
    fn mark(&mut self, target: FigureId, facts: &Facts) {
        let Some(pending) = self.state.pending.take() else { return };
        let figure = self.state.own(target);
        let given = if figure.vehicle {
            pending.counters
        } else {
            facts::given(pending.counters, facts.cover, figure.counters)
        };
        self.give(target, given, Cause::Fire(pending.weapon));
    }

    /// Ruling S-R24.
    fn speculated(&mut self, id: FigureId) -> Result<(), Halt> {
        let die = self.d6(id, "speculative fire", rule!("S-speculative"))?;
        let effective = die >= self.rules.numbers().speculative_die.value;
        let figure = self.state.who(id);
        self.see(Seen::Sprayed { figure, die, effective });
        if effective {
            self.ask(Measuring::Struck(Burst::Speculation));
        }
        Ok(())
    }

    /// Rules S-grenade and S-mortar, rulings S-R15 and S-R24.
    fn sent(&mut self, id: FigureId, delivery: Delivery, grenade: Grenade, aim: &Aim) -> Result<(), Halt> {
        let mortar = delivery == Delivery::Mortar;
        let phases = if mortar { self.state.own(id).phases } else { 1 };
        self.spend(id, phases);
        if delivery != Delivery::Rocket {
            let left = &mut self.state.own(id).kit.grenades[grenade as usize];
            *left = left.saturating_sub(1);
        }
        if delivery != Delivery::Thrown {
            self.mark_fired(id);
        }
        if mortar {
            let figure = self.state.own(id);
            figure.shot = true;
            figure.mortar = Some(Mortar { ready: true, aim: Some(table::Point::default()) });
        }
        let figure = self.state.who(id);
        self.see(Seen::Sent { figure, grenade, delivery });
        let row = self.rules.bursts().of(grenade);
        let (bands, smokes) = (!row.bands.is_empty(), row.smoke_in.value > 0);
        let speculative = bands && !mortar && !aim.identified;
        if speculative {
            self.speculated(id)?;
            if !smokes {
                return Ok(());
            }
        }
        let rules = self.rules;
        let hits = rules.weapons().of(Weapon::Rpg).map_or(7, |row| row.suppress_on.value);
        let straight = delivery == Delivery::Rocket && {
            let die = self.d6(id, "the RPG", rule!("S-R15"))?;
            if die >= hits {
                self.see(Seen::Strayed { die, deviation: None, by: 0 });
            }
            die >= hits
        };
        if !straight {
            self.strayed(id, delivery == Delivery::Thrown || (mortar && aim.clear), mortar)?;
        }
        self.rise(grenade);
        if bands && !speculative {
            self.ask(Measuring::Struck(Burst::Grenade { grenade, delivery }));
        }
        Ok(())
    }

    /// A deviation that the players measure: by hand, or in one die.
    fn strayed(&mut self, id: FigureId, by_hand: bool, artillery: bool) -> Result<(), Halt> {
        let bursts = self.rules.bursts();
        let die = self.d6(id, "deviation", rule!("S-grenade"))?;
        let deviation = bursts.direction(die);
        let by = match (deviation, by_hand) {
            (None, _) => 0,
            (Some(_), true) => {
                let distance = self.d6(id, "the distance of deviation", rule!("S-grenade"))?;
                i32::from(bursts.hand_in.value[usize::from(distance - 1)]) * INCH
            }
            (Some(_), false) if artillery => inches(&bursts.artillery_in),
            (Some(_), false) => inches(&bursts.launcher_in),
        };
        self.see(Seen::Strayed { die, deviation, by });
        Ok(())
    }

    /// Rule S-smoke.
    fn rise(&mut self, grenade: Grenade) {
        let radius = inches(&self.rules.bursts().of(grenade).smoke_in);
        if radius == 0 {
            return;
        }
        let side = self.state.side;
        let taken = |n: u8| self.state.beside.smokes.iter().any(|smoke| smoke.number == n);
        let number = (1..=u8::MAX).find(|n| !taken(*n)).unwrap_or(u8::MAX);
        self.beside().smokes.push(NumberedSmoke { number, radius, side, ends: 2 });
        self.see(Seen::SmokeRose { number, radius });
    }

    /// Rule S-smoke: it lasts to the end of its maker's next turn.
    pub fn lift_numbered_smoke(&mut self, side: Side) {
        for smoke in self.beside().smokes.iter_mut().filter(|s| s.side == side) {
            smoke.ends = smoke.ends.saturating_sub(1);
        }
        let (stay, gone) = std::mem::take(&mut self.beside().smokes).into_iter().partition(|s| s.ends > 0);
        self.beside().smokes = stay;
        let gone: Vec<NumberedSmoke> = gone;
        for smoke in gone {
            self.see(Seen::SmokeGone { number: smoke.number });
        }
    }

    /// Rule S-claymore.
    fn plant(&mut self, id: FigureId) {
        self.spend(id, 1);
        let side = self.state.side;
        self.state.own(id).kit.claymores -= 1;
        let taken = |n: u8| self.state.beside.claymores.contains(&(n, side));
        let number = (0..=u8::MAX).find(|n| !taken(*n)).unwrap_or(u8::MAX);
        self.beside().claymores.push((number, side));
        let figure = self.state.who(id);
        self.see(Seen::ClaymorePlaced { figure, number });
    }

    /// Rule S-claymore: who is in the fan is asked.
    pub fn blow_claymore(&mut self, id: FigureId, number: u8) {
        let side = self.state.side;
        self.beside().claymores.retain(|claymore| *claymore != (number, side));
        let figure = self.state.who(id);
        self.see(Seen::ClaymoreFired { figure, number });
        self.ask(Measuring::Struck(Burst::Claymore));
    }

    fn got_out(&mut self, id: FigureId) {
        let Standing::Aboard(vehicle) = self.state.own(id).standing else { return };
        self.spend(id, 1);
        let figure = self.state.own(id);
        figure.standing = Standing::Up;
        // Whether an enemy is near enough is said again.
        figure.trace.seen = false;
        self.beside().moved = true;
        let (figure, vehicle) = (self.state.who(id), self.state.who(vehicle));
        self.see(Seen::GotOut { figure, vehicle });
    }

    /// Rule S-support: direction and distance from the point, or from the last round.
    pub fn round_said(&mut self) -> Result<(), Halt> {
        let bursts = self.rules.bursts();
        let die = self.d6(self.state.side, "deviation", rule!("S-support"))?;
        let deviation = bursts.direction(die);
        let by = if deviation.is_some() { inches(&bursts.artillery_in) } else { 0 };
        let side = self.state.side;
        let guns = self.guns();
        guns.fired += 1;
        guns.last = Some(table::Point::default());
        self.see(Seen::Round { side, die, deviation, by });
        self.ask(Measuring::Struck(Burst::Round));
        Ok(())
    }

    /// Ruling S-R11.
    fn spotting_drift(&mut self) -> Result<(), Halt> {
        let (way, by) = self.drift(self.state.side.into())?;
        let side = self.state.side;
        let guns = self.guns();
        guns.smoke = Some(table::Point::default());
        guns.fresh = true;
        self.see(Seen::Drifted { side, way, by });
        Ok(())
    }

    /// Ruling S-R11.
    pub fn correct_said(&mut self, over: i8, right: i8) -> Result<(), Halt> {
        let side = self.state.side;
        let guns = self.guns();
        guns.smoke = None;
        guns.turns -= 1;
        self.see(Seen::Corrected { side, over, right });
        self.round_said()
    }

    /// Rule S-noise: the die comes first, so that one question is enough.
    fn noise_said(&mut self, figures: Crowd) -> Result<(), Halt> {
        for id in self.state.of(self.state.side).map(|(id, _)| id).collect::<Vec<_>>() {
            self.state.own(id).phases = 0;
        }
        self.state.active = None;
        let tested = self.state.beside.tested.and(figures);
        let beside = self.beside();
        beside.tested = tested;
        beside.moved = false;
        let pips = figures.each().fold(0_u8, |sum, id| sum.saturating_add(self.state.own(id).pips));
        let secret = figures.each().all(|id| !self.state.is_located(id));
        let of = if secret { DieOf::secret(self.state.side) } else { self.state.side.into() };
        let die = self.d6(of, "noise", rule!("S-noise"))?;
        let steps = pips.checked_sub(die).map(|left| i32::from(left) + 1);
        match steps {
            Some(steps) => {
                let within = steps * inches(&self.rules.numbers().noise_step_in);
                self.ask(Measuring::Near { figures, pips, die, within });
            }
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

    fn near(&mut self, near: bool) {
        let Some((asked, Measuring::Near { figures, pips, die, .. })) = self.state.beside.measuring else { return };
        let next = super::check::next_to_ask(self.state, asked);
        match next {
            Some(next) if !near => self.beside().measuring = self.state.beside.measuring.map(|(_, what)| (next, what)),
            _ => {
                self.beside().measuring = None;
                self.noise_told(figures, pips, die, near);
            }
        }
    }

    /// Rule S-listen: the die has been rolled; the enemy looks where his hidden figures are.
    pub fn listen_said(&mut self, listener: FigureId, die: u8) {
        let enemy = self.state.side.enemy();
        if self.state.nameable(enemy).is_empty() {
            let figure = self.state.who(listener);
            self.say(Event::Listened { figure, die, heard: Vec::new() });
            return;
        }
        self.beside().measuring = Some((enemy, Measuring::Heard { listener, die }));
    }

    fn heard(&mut self, figures: Crowd) {
        let Some((_, Measuring::Heard { listener, die })) = self.state.beside.measuring else { return };
        self.beside().measuring = None;
        let heard: Vec<FigureId> =
            figures.each().filter(|id| self.rules.heard_within(self.state, *id, die).is_some()).collect();
        for id in &heard {
            self.state.own(*id).trace.heard = true;
        }
        let heard = heard.into_iter().map(|id| self.state.who(id)).collect();
        let figure = self.state.who(listener);
        self.say(Event::Listened { figure, die, heard });
    }

    /// Rule S-hidden: whoever is near enough is seen, and sees whoever has come so near.
    fn sighted(&mut self, figures: Crowd) {
        self.beside().measuring = None;
        let comer = self.state.active.filter(|id| !figures.is_empty() && !self.state.is_known(*id));
        for id in figures.each().chain(comer) {
            self.state.own(id).trace.seen = true;
            let figure = self.state.who(id);
            self.see(Seen::CameIntoSight { figure });
        }
    }

    /// Asks whoever can answer: first the side to act.
    fn ask(&mut self, what: Measuring) {
        let side = self.state.side;
        self.beside().measuring = Some((side, what));
    }

    /// Everybody who was named rolls or takes what the burst gives.
    fn struck(&mut self, inner: Crowd, outer: Crowd, covered: Crowd) -> Result<(), Halt> {
        let Some((asked, what @ Measuring::Struck(burst))) = self.state.beside.measuring else { return Ok(()) };
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
        let numbers = self.rules.numbers();
        match (burst, row) {
            (Burst::Speculation, _) => {
                let figure = self.state.own(id);
                let given = u8::from(!figure.vehicle && figure.counters == 0);
                self.give(id, given, Cause::Speculation);
            }
            (Burst::Round, _) => {
                let hard = covered && !self.state.own(id).vehicle;
                let given = if hard { &numbers.support_hard_counters } else { &numbers.support_counters };
                self.give(id, given.value, Cause::Support);
            }
            (_, None) => {}
            (Burst::Grenade { grenade, delivery }, Some(row)) => {
                if self.rules.strikes(self.state.own(id), row, grenade, delivery) {
                    return self.strike_vehicle(id);
                }
                self.splinters(id, row, covered, Cause::Grenade(grenade))?;
            }
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
        let steps = i32::from(pips.checked_sub(die)?) + 1;
        Some(steps * inches(&self.numbers().noise_step_in))
    }
}
