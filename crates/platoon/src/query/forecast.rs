//! What a shot would be, before it is fired.

use serde::Serialize;
use tabletop::{Refusal, RuleId};

use super::SumLine;
use crate::command::{Command, Shot, Target};
use crate::direct::Blow;
use crate::fire::{self, Arms, Factor, Volley};
use crate::save::{self, Save};
use crate::state::State;
use crate::troops::{Kind, SquadId, Weapon};
use crate::{Platoon, air, contact, direct, rule};

/// What figures with one weapon bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BaseLine {
    /// How many, with what, in quarters of a die; pinned ones and far ones stand apart.
    pub arms: Arms,
    /// Dice of hand grenades instead of a weapon. Ruling P-R17.
    pub grenades: bool,
}

/// Something that multiplies the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactorLine {
    pub factor: Factor,
    /// By how much, in quarters: 2 halves, 8 doubles.
    pub quarters: u32,
    pub rule: RuleId,
}

/// Dice that are read alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HitLine {
    /// Which: `short range`, `long range`, `cannon`, `rocket`, `sniper`, `aircraft`, `on target`.
    pub what: &'static str,
    pub dice: u32,
    /// The least number that hits.
    pub hits_on: u8,
    /// The least number that pins and does not hit, if any does.
    pub pins_on: Option<u8>,
    /// Whether hits and pins are halved. Ruling P-R13.
    pub halved: bool,
    pub rule: RuleId,
}

/// The save of those who may be hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SaveLine {
    /// How many figures save so.
    pub figures: usize,
    /// What they need, and why.
    pub save: Save,
}

/// What a hit does to a vehicle. Rule P-direct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DamageLine {
    /// The least die that immobilises.
    pub immobilised: u8,
    /// The least die that penetrates.
    pub penetrated: u8,
    /// What is taken from the die.
    pub minus: u8,
    /// The least further die that destroys armour which is penetrated, if it takes one.
    pub rocket: Option<u8>,
}

/// A shot as it would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// The rule of this kind of fire.
    pub rule: RuleId,
    /// Whether the figures that fire are drawn when they do, so that nobody knows their dice yet. Ruling P-R57.
    pub undrawn: bool,
    /// Dice before anything multiplies them.
    pub base: Vec<BaseLine>,
    pub factors: Vec<FactorLine>,
    /// The dice that would be thrown, and how they are read.
    pub dice: Vec<HitLine>,
    /// The saves of the figures that may be hit; nothing about what lies under a marker.
    pub saves: Vec<SaveLine>,
    /// The save of a helicopter or aircraft for all hits of this shot: the least die that saves it.
    pub helicopter: Option<u8>,
    /// What a hit does to a vehicle: a line for each weight of weapon that may make it, the heaviest first. Ruling P-R56.
    pub damage: Vec<DamageLine>,
    /// Hand to hand: both sums without their dice, the attacker's first.
    pub duel: Option<[Vec<SumLine>; 2]>,
}

impl Forecast {
    fn of(rule: RuleId) -> Self {
        Self {
            rule,
            undrawn: false,
            base: Vec::new(),
            factors: Vec::new(),
            dice: Vec::new(),
            saves: Vec::new(),
            helicopter: None,
            damage: Vec::new(),
            duel: None,
        }
    }

    /// All dice that would be thrown to hit.
    pub fn total(&self) -> u32 {
        self.dice.iter().map(|line| line.dice).sum()
    }
}

impl Platoon {
    /// What a shot would be: base dice, each multiplier with its reason and rule, what hits, who saves on what. For
    /// [`Command::Fire`], [`Command::Launch`], [`Command::Snipe`], [`Command::Mortar`], [`Command::FireAtAircraft`],
    /// [`Command::Strike`] and [`Command::Close`].
    ///
    /// # Errors
    /// The refusal, if the command is not legal or is no fire.
    pub fn fire_forecast(&self, state: &State, command: &Command) -> Result<Forecast, Refusal> {
        let n = &self.tables().numbers;
        match *command {
            Command::Fire { squad, target, facts } => self.volley_forecast(state, squad, target, facts),
            Command::Launch { squad, figure, target, facts } => {
                direct::check_launch(self, state, squad, figure, target, facts)?;
                let weapon = state.squad(squad).map(|s| s.figures[usize::from(figure) - 1].weapon);
                Ok(self.launch_forecast(state, weapon.unwrap_or(Weapon::Nothing), target))
            }
            Command::Snipe { squad, target, figure, range, from } => {
                direct::check_snipe(self, state, squad, target, figure, range, from)?;
                let mut forecast = Forecast::of(rule!("P-sniper"));
                forecast.dice =
                    vec![hit_line("sniper", 1, n.snipe_kill.value, Some(n.snipe_pin.value), rule!("P-sniper"))];
                Ok(forecast)
            }
            Command::Mortar { .. } => {
                crate::options::check(self, state, command)?;
                let mut forecast = Forecast::of(rule!("P-mortar"));
                forecast.dice = vec![hit_line("on target", 1, n.on_target.value, None, rule!("P-R31"))];
                Ok(forecast)
            }
            Command::FireAtAircraft { squad, range } => {
                if crate::options::draws_to_fire_up(state, squad) {
                    air::check_undrawn_up(self, state, squad, range)?;
                    return Ok(undrawn_forecast());
                }
                let (volley, _) = air::check_fire_up(self, state, squad, range)?;
                let mut forecast = Forecast::of(rule!("P-R26"));
                forecast.base = self.base_lines(&volley);
                forecast.factors = factor_lines(&volley);
                forecast.dice = vec![hit_line("aircraft", volley.near, n.hit.value, None, rule!("P-R26"))];
                forecast.helicopter = Some(self.tables().numbers.aircraft_save.value);
                Ok(forecast)
            }
            Command::Strike { squad, target, path } => {
                air::check_strike(state, squad, target, path)?;
                let mut forecast = Forecast::of(rule!("P-air"));
                forecast.dice = vec![hit_line("on target", 1, n.on_target.value, None, rule!("P-R32"))];
                Ok(forecast)
            }
            Command::Close { squad, target, facts } => {
                let contact = contact::check_close(self, state, squad, target, facts)?;
                let mut forecast = Forecast::of(rule!("P-close-combat"));
                forecast.duel = Some(contact::modifiers(self, state, squad, target, &contact));
                Ok(forecast)
            }
            _ => Err(Refusal::new(rule!("P-fire"), "That is not fire.", "Ask about a volley, a rocket or a fight.")),
        }
    }

    fn volley_forecast(
        &self,
        state: &State,
        squad: SquadId,
        target: Target,
        facts: Option<Shot>,
    ) -> Result<Forecast, Refusal> {
        if fire::is_undrawn(state, squad) {
            // Who they are shows when they fire. Ruling P-R57.
            fire::check_undrawn(self, state, squad, target, facts)?;
            return Ok(undrawn_forecast());
        }
        let aim = fire::aim(self, state, squad, target, facts)?;
        let volley = aim.volley;
        let mut forecast = Forecast::of(rule!("P-fire"));
        forecast.base = self.base_lines(&volley);
        forecast.factors = factor_lines(&volley);
        forecast.dice = volley_lines(self, &volley);
        let Target::Squad(id) = target else { return Ok(forecast) };
        let Some(it) = state.squad(id) else { return Ok(forecast) };
        match it.kind {
            Kind::Helicopter => {
                forecast.helicopter = Some(self.tables().numbers.aircraft_save.value);
                forecast.dice.iter_mut().for_each(|line| {
                    line.hits_on = self.tables().numbers.hit.value;
                    line.pins_on = None;
                });
            }
            kind if kind.is_vehicle() => {
                forecast.damage =
                    fire::volley_blows(&volley).into_iter().filter_map(|blow| self.damage_line(kind, blow)).collect();
            }
            _ => forecast.saves = self.save_lines(state, id, &aim.eligible),
        }
        Ok(forecast)
    }

    fn base_lines(&self, volley: &Volley) -> Vec<BaseLine> {
        let mut base: Vec<BaseLine> = volley.arms.iter().map(|&arms| BaseLine { arms, grenades: false }).collect();
        if volley.grenades {
            let quarters = u32::from(self.tables().numbers.grenade_dice.value) * 4;
            let arms = Arms { weapon: Weapon::Nothing, figures: 0, pinned: false, far: false, quarters };
            base.push(BaseLine { arms, grenades: true });
        }
        base
    }

    fn launch_forecast(&self, state: &State, weapon: Weapon, target: SquadId) -> Forecast {
        let mut forecast = Forecast::of(rule!("P-direct"));
        let Some(it) = state.squad(target) else { return forecast };
        let needs = direct::launch_needs(self, it);
        forecast.dice = vec![hit_line("rocket", 1, needs, None, rule!("P-direct"))];
        match it.kind {
            Kind::Helicopter => forecast.helicopter = Some(self.tables().numbers.rocket_save.value),
            kind if kind.is_vehicle() => forecast.damage.extend(self.damage_line(kind, Blow::of(weapon))),
            _ => {
                let able: Vec<usize> = it.able().map(|(n, _)| n).collect();
                forecast.saves = self.save_lines(state, target, &able);
            }
        }
        forecast
    }

    fn damage_line(&self, kind: Kind, blow: Blow) -> Option<DamageLine> {
        let row = self.tables().vehicles.get(&blow.row(kind))?;
        let rocket = blow == Blow::Rpg && kind.is_armoured();
        let rocket = rocket.then_some(self.tables().numbers.rpg_destroys.value);
        let (immobilised, penetrated) = (row.immobilised.value, row.penetrated.value);
        Some(DamageLine { immobilised, penetrated, minus: blow.minus(self), rocket })
    }

    fn save_lines(&self, state: &State, squad: SquadId, figures: &[usize]) -> Vec<SaveLine> {
        let mut lines: Vec<SaveLine> = Vec::new();
        for &figure in figures {
            let save = save::needed(self, state, squad, figure);
            match lines.iter_mut().find(|line| line.save == save) {
                Some(line) => line.figures += 1,
                None => lines.push(SaveLine { figures: 1, save }),
            }
        }
        lines
    }
}

/// The fire of troops that are drawn for it. Ruling P-R57.
fn undrawn_forecast() -> Forecast {
    let mut forecast = Forecast { undrawn: true, ..Forecast::of(rule!("P-R57")) };
    forecast.factors = factor_lines(&Volley { factors: vec![Factor::Ambush], ..Volley::default() });
    forecast
}

fn hit_line(what: &'static str, dice: u32, hits_on: u8, pins_on: Option<u8>, rule: RuleId) -> HitLine {
    HitLine { what, dice, hits_on, pins_on, halved: false, rule }
}

fn factor_lines(volley: &Volley) -> Vec<FactorLine> {
    let factors = volley.factors.iter();
    factors.map(|&factor| FactorLine { factor, quarters: factor.quarters(), rule: factor.rule() }).collect()
}

fn volley_lines(rules: &Platoon, volley: &Volley) -> Vec<HitLine> {
    let n = &rules.tables().numbers;
    let (hit, pin) = (n.hit.value, Some(n.pin.value));
    let mut lines = Vec::new();
    if volley.near > 0 {
        lines.push(hit_line("short range", volley.near, hit, pin, rule!("P-fire")));
    }
    if volley.far > 0 {
        let far = hit_line("long range", volley.far, hit, pin, rule!("P-R13"));
        lines.push(HitLine { halved: true, ..far });
    }
    if volley.cannon > 0 {
        lines.push(hit_line("cannon", volley.cannon, n.cannon.value, None, rule!("P-R16")));
    }
    lines
}
