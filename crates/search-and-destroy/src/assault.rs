//! Close assault. Rule 32.0 and its rulings.

use tabletop::{Halt, Refusal};

use crate::aftermath::retreats;
use crate::command::{Rate, Shot};
use crate::event::{Cause, Departure, Modifier};
use crate::fire::{can_double, check_ammunition, probed_by};
use crate::hex::Hex;
use crate::movement::own;
use crate::options::not_now;
use crate::play::Play;
use crate::refuse::{No, no};
use crate::state::{Assault, Pending, State, Step, Switch, Unit};
use crate::tables::{die_and, odds_column};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// What a close assault would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssaultForecast {
    /// The strength of the attackers together, in eighths.
    pub eighths: u16,
    /// The strength of the defender, not doubled.
    pub defence: u8,
    /// The column, as in [`crate::tables::ODDS`].
    pub column: usize,
    /// What changes the die.
    pub modifiers: Vec<Modifier>,
}

/// The refusal of an enemy that there is not.
fn nobody_there() -> No {
    No::new(rule!("32.0"), "No such enemy unit exists.", "Choose an enemy unit on the map.")
}

impl SearchAndDestroy {
    /// The strength of a unit in close assault, in eighths. Rules 32.0, 32.5 and 32.6, ruling SD-A5.
    ///
    /// # Errors
    /// It may not close assault. Ruling SD-A10.
    pub fn assault_strength(&self, state: &State, shot: Shot) -> Result<u16, Refusal> {
        Ok(self.assaults_with(state, shot)?)
    }

    pub(crate) fn assaults_with(&self, state: &State, shot: Shot) -> Result<u16, No> {
        let unit = own(state, shot.unit)?;
        let surprise = state.step == Step::Surprise;
        if !unit.kind.is_personnel() && unit.kind != Kind::Dummy {
            let id = if unit.kind.is_boat() { rule!("33.41") } else { rule!("32.8") };
            return no(id, "Only infantry can close assault.", "Let it fire instead.");
        }
        if self.attack(unit) == 0 {
            return no(rule!("32.0"), "This unit has no Attack Strength.", "Choose units that have one.");
        }
        if unit.kind == Kind::Sniper {
            return no(rule!("32.0"), "Snipers cannot close assault.", "Let it fire instead.");
        }
        if unit.is_pinned() {
            return no(rule!("32.0"), "A pinned unit cannot close assault.", "Wait until it recovers.");
        }
        if !unit.controlled {
            let because = match unit.side() {
                Side::Us => "A squad without leadership cannot close assault.",
                Side::Nlf => "A squad out of command cannot close assault.",
            };
            return no(rule!("SD-A10"), because, "It may fire.");
        }
        if unit.digging {
            return no(rule!("base-4.10"), "This unit is digging in this player turn.", "Choose another unit.");
        }
        if unit.carries() {
            return no(rule!("32.43"), "This unit carries casualties or a heavy weapon.", "Assault with other units.");
        }
        if !surprise && unit.fired {
            return no(rule!("32.41"), "This unit has fired this player turn.", "Choose another unit.");
        }
        if !surprise && unit.assaulted {
            return no(rule!("32.45"), "This unit has already close assaulted.", "Choose another unit.");
        }
        if shot.rate == Rate::Split {
            return no(rule!("33.2"), "Only a boat can split its fire.", "Use its whole strength.");
        }
        check_ammunition(self, state, unit, shot.rate)?;
        if !surprise && unit.landed {
            return no(rule!("base-4.14"), "This unit has just landed.", "Assault with it next turn.");
        }
        if !surprise && unit.spent > 0 {
            if !state.has(Switch::FireAndMovement) {
                return no(rule!("32.42"), "This unit has moved.", "A unit may move or close assault, not both.");
            }
            if unit.spent > self.allowance(unit) / 2 {
                return no(
                    rule!("32.5"),
                    "This unit has moved too far.",
                    "A unit that spends at most half its Movement Points assaults at half strength.",
                );
            }
        }
        Ok(self.assault_weight(unit, surprise, shot.rate == Rate::Increased))
    }

    /// What a unit that may close assault brings, in eighths: half of its strength if it has moved, twice as much for more
    /// units of fire. Rules 32.5 and 32.6.
    fn assault_weight(&self, unit: &Unit, surprise: bool, doubles: bool) -> u16 {
        let full = 8 * u16::from(self.attack(unit));
        let hasty = !surprise && unit.spent > 0;
        full / if hasty { 2 } else { 1 } * if doubles { 2 } else { 1 }
    }

    /// The strength of a unit that is close assaulted. Rules 32.0 and 32.8.
    pub fn close_defence(&self, unit: &Unit) -> u8 {
        match unit.kind {
            Kind::M113 => self.units.m113_close_defence.value,
            Kind::M48 => self.units.m48_close_defence.value,
            _ => self.attack(unit).max(1),
        }
    }

    /// What a close assault would be.
    ///
    /// # Errors
    /// It is not allowed.
    pub fn assault_forecast(&self, state: &State, shots: &[Shot], target: UnitId) -> Result<AssaultForecast, Refusal> {
        Ok(self.charged(state, shots, target)?)
    }

    pub(crate) fn charged(&self, state: &State, shots: &[Shot], target: UnitId) -> Result<AssaultForecast, No> {
        let (aim, hex) = self.check_assaulted(state, shots, target)?;
        let mut eighths = 0;
        for shot in shots {
            eighths += self.charges(state, *shot, hex)?;
        }
        let defence = self.close_defence(aim);
        let Some(column) = odds_column(eighths, defence) else {
            return no(rule!("SD-A4"), "Odds below 1 to 3 are no attack.", "Assault with more units.");
        };
        Ok(AssaultForecast {
            eighths,
            defence,
            column,
            modifiers: modifiers(state, shots.iter().map(|s| s.unit), aim, false),
        })
    }

    /// The strength that a unit brings to a close assault on somebody in a hex, in eighths, whatever the odds of all together come to.
    fn charges(&self, state: &State, shot: Shot, hex: Hex) -> Result<u16, No> {
        let eighths = self.assaults_with(state, shot)?;
        let from = own(state, shot.unit)?.hex().filter(|from| from.is_adjacent(hex));
        let Some(from) = from else {
            return no(rule!("32.0"), "This unit is not adjacent to the enemy.", "Close assault from an adjacent hex.");
        };
        if self.map().river_between(from, hex).is_some_and(|number| number != self.map().bridge()) {
            return no(
                rule!("SD-A37"),
                "The river separates them.",
                "Assault across the bridge or from the same bank.",
            );
        }
        Ok(eighths)
    }

    fn check_assaulted<'a>(&self, state: &'a State, shots: &[Shot], target: UnitId) -> Result<(&'a Unit, Hex), No> {
        if !state.has(Switch::CloseAssault) {
            return no(rule!("32.0"), "This game does not use close assault.", "Choose a scenario that does.");
        }
        if !matches!(state.step, Step::UsAssault | Step::NlfAssault | Step::Surprise)
            || state.pending != Pending::Nothing
        {
            return no(
                rule!("32.46"),
                "This is not the time for close assaults.",
                "They come after all fire and before units recover.",
            );
        }
        if state.hid && !state.rulings.before(9) {
            let because = "A unit has hidden: the close assaults of this turn are over.";
            return no(rule!("base-4.1"), because, "Close assault before anybody hides.");
        }
        if shots.is_empty() || !shots.windows(2).all(|s| s[0].unit < s[1].unit) {
            return no(
                rule!("32.0"),
                "The attackers are out of order.",
                "List each attacker once, in order of number.",
            );
        }
        let enemy = state.unit(target).filter(|u| Some(u.side()) != state.step.side() && u.eye().is_some());
        let aim = enemy.ok_or_else(nobody_there)?;
        if aim.face_down && !state.shows(aim) {
            return Err(nobody_there());
        }
        if aim.face_down {
            return no(rule!("SD-A74"), "That counter has not been identified.", "Probe it or fire at it first.");
        }
        if aim.kind.is_heavy_weapon() {
            let because = "A heavy weapon without a crew cannot be close assaulted.";
            return no(rule!("base-4.16"), because, "Enter its hex: it is lost to you then.");
        }
        if aim.kind.is_helicopter() {
            return no(rule!("32.8"), "Only infantry, tanks and M113s can be close assaulted.", "Fire at it.");
        }
        let Some(hex) = aim.hex() else {
            return no(rule!("33.41"), "Boats cannot be close assaulted.", "Fire at it.");
        };
        if state.step == Step::Surprise {
            if shots.len() > 1 || !state.surprises.contains(&shots[0].unit) || !probed_by(state, shots[0].unit, target)
            {
                return no(
                    rule!("SD-A28"),
                    "In a surprise attack the probed unit assaults alone, and only the unit that probed it.",
                    "Choose those two units.",
                );
            }
        } else if state.assaulted.contains(&target) {
            return no(
                rule!("SD-A12"),
                "This unit has already been assaulted this phase.",
                "Put all attackers into a single assault.",
            );
        }
        Ok((aim, hex))
    }
}

/// Whether the defender of the assault that waits for his answer may double. Rule 32.6.
pub(crate) fn may_double(rules: &SearchAndDestroy, state: &State) -> bool {
    match &state.pending {
        Pending::Answer(assault) => state.unit(assault.target).is_some_and(|unit| can_double(rules, unit)),
        _ => false,
    }
}

/// What changes the die: as far as the attacker knows, or with Sappers that he has not seen at work (`all`). Rules 32.0, 32.3, 32.7,
/// rulings SD-A32 to SD-A34, SD-A38 and SD-A61.
fn modifiers(state: &State, attackers: impl Iterator<Item = UnitId>, aim: &Unit, all: bool) -> Vec<Modifier> {
    let mut list = Vec::new();
    if aim.kind.is_personnel() && aim.hex().is_some_and(|hex| state.has_position(hex)) {
        list.push(Modifier::ImprovedPosition);
    }
    if state.step == Step::Surprise {
        list.push(Modifier::Surprise);
    }
    let mut attackers = attackers.filter_map(|id| state.unit(id));
    if attackers.any(|u| u.element == Element::Sapper) {
        list.push(Modifier::SappersAttack);
    }
    if aim.element == Element::Sapper && (all || aim.element_known) {
        list.push(Modifier::SappersDefend);
    }
    list
}

impl Play<'_> {
    /// Rule 32.0: the assault is declared; the defender may double before the die is rolled (ruling SD-A6).
    pub fn assault(&mut self, shots: &[Shot], target: UnitId) -> Result<(), Halt> {
        let surprise = self.state.step == Step::Surprise;
        for shot in shots {
            self.reveal(shot.unit);
            self.spend_ammunition(shot.unit, shot.rate);
            if !surprise {
                self.unit(shot.unit).assaulted = true;
            }
        }
        if surprise {
            self.state.surprises.retain(|u| *u != shots[0].unit);
        } else {
            self.state.assaulted.push(target);
        }
        let attackers = shots.iter().map(|s| (s.unit, s.rate == Rate::Increased)).collect();
        let assault = Assault { attackers, target, surprise };
        let aim = self.state.units[target.index()];
        // What an NLF unit has left to fire with is its owner's secret: he is asked all the same. Ruling SD-A68.
        let asks = |unit: &Unit| unit.side() == Side::Nlf && !self.state.rulings.before(2);
        let doubles = self.state.has(Switch::Ammunition)
            && aim.kind.is_personnel()
            && self.rules.attack(&aim) > 0
            && (can_double(self.rules, &aim) || asks(&aim));
        if doubles {
            self.state.pending = Pending::Answer(assault);
            return Ok(());
        }
        self.resolve(&assault, false)
    }

    /// Rule 32.6, rulings SD-A6 to SD-A9.
    pub fn answer(&mut self, double: bool) -> Result<(), Halt> {
        let Pending::Answer(assault) = std::mem::take(&mut self.state.pending) else {
            return Err(not_now("This is not the time to answer a close assault.").into());
        };
        if double {
            self.spend_ammunition(assault.target, Rate::Increased);
        }
        let who = self.who(assault.target);
        self.say(Event::Answered { who, double });
        self.resolve(&assault, double)
    }

    fn resolve(&mut self, assault: &Assault, double: bool) -> Result<(), Halt> {
        let aim = self.state.units[assault.target.index()];
        let hex = aim.hex().ok_or_else(nobody_there)?;
        let weight = |(id, doubles): &(UnitId, bool)| {
            self.rules.assault_weight(&self.state.units[id.index()], assault.surprise, *doubles)
        };
        let eighths = assault.attackers.iter().map(weight).sum();
        let defence = self.rules.close_defence(&aim) * if double { 2 } else { 1 };
        let attackers: Vec<UnitId> = assault.attackers.iter().map(|(id, _)| *id).collect();
        let modifiers = modifiers(self.state, attackers.iter().copied(), &aim, true);
        let column = match odds_column(eighths, defence) {
            Some(column) => column,
            None if self.state.rulings.before(2) => 0,
            None => {
                // The defender's doubling has brought the odds below one to three. Ruling SD-A4.
                let by = attackers.iter().map(|id| self.who(*id)).collect();
                let target = self.who(assault.target);
                self.say(Event::CameToNothing { by, target });
                return Ok(());
            }
        };
        for position in &mut self.state.positions {
            position.known |= position.hex == hex;
        }
        for id in attackers.iter().chain([&assault.target]) {
            // Ruling SD-A38: Sappers are known once they have been at work.
            let unit = self.unit(*id);
            unit.element_known |= unit.element == Element::Sapper;
        }
        let die = self.d6("close assault", rule!("32.0"))?;
        let roll = die_and(die, self.rules.numbers.shift(&modifiers));
        let result = self.rules.combat.cell(column, roll);
        let by = attackers.iter().map(|id| self.who(*id)).collect();
        let target = self.who(assault.target);
        self.say(Event::Attacked { by, target, close: true, column, die, modifiers, result });
        if aim.kind.is_vehicle() {
            if result.destroyed {
                self.leave(assault.target, Departure::Destroyed);
                self.vacated(hex, attackers, aim.side())?;
            }
            return Ok(());
        }
        let casualties = self.state.has(Switch::Casualties);
        if !casualties && result.destroyed {
            self.destroy(assault.target);
            self.vacated(hex, attackers, aim.side())?;
        } else if result.casualties() > 0 {
            self.close_ring(assault.target);
            if retreats(self.rules, self.state, assault.target).is_empty() {
                self.surrounded(assault.target, hex);
                return self.vacated(hex, attackers, aim.side());
            }
            if casualties {
                self.hurt(assault.target, result.killed, result.wounded);
            } else {
                let by = aim.side().enemy();
                self.score(by, self.rules.combat.points(result, by), Cause::Combat);
                self.unit(assault.target).shaken = true;
            }
            if self.state.units[assault.target.index()].hex().is_none() {
                return self.vacated(hex, attackers, aim.side());
            }
            self.pin(assault.target);
            self.drive_out(assault.target, hex, attackers)?;
        } else if result.pinned {
            self.pin(assault.target);
        }
        Ok(())
    }
}

/// Close assaults: for each target all who can, at either rate, and each of them alone. A sample.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else { return };
    let rates: &[Rate] = if state.has(Switch::Ammunition) { &[Rate::Normal, Rate::Increased] } else { &[Rate::Normal] };
    for (target, aim) in state.units().filter(|(_, u)| u.side() != side && !u.face_down) {
        let Some(hex) = aim.hex() else { continue };
        let beside: Vec<UnitId> = state
            .units()
            .filter(|(_, u)| u.side() == side && u.hex().is_some_and(|h| h.is_adjacent(hex)))
            .map(|(id, _)| id)
            .collect();
        for &rate in rates {
            let mut together = Vec::new();
            for &unit in &beside {
                let shot = Shot { unit, rate };
                let alone = rules.charged(state, &[shot], target).is_ok();
                if alone {
                    options.push(Command::Assault { shots: vec![shot], target });
                }
                // Who is too weak by himself may be strong enough with others.
                if alone || (!state.rulings.before(5) && rules.charges(state, shot, hex).is_ok()) {
                    together.push(shot);
                }
            }
            if together.len() > 1 && rules.charged(state, &together, target).is_ok() {
                options.push(Command::Assault { shots: together, target });
            }
        }
    }
}
