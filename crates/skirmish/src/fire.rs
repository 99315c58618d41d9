//! Fire and speculative fire. Rules S-fire and S-speculative.

use table::{Cover, Point};
use tabletop::{Halt, Refusal};

use crate::companion::{Aim, Burst, Measuring, Seen};
use crate::event::{Cause, Event};
use crate::facts::{self, Facts, Obstruction};
use crate::figure::{Figure, FigureId, Weapon, Work};
use crate::grenades::in_front;
use crate::hidden;
use crate::play::{Play, astray};
use crate::refuse::{Because, Counted, No, Part, said};
use crate::state::{Pending, Spot, State};
use crate::turn::{actor, is_ready, placed_actor, ready_for};
use crate::{Skirmish, rule, tables};

/// Why a figure can be given no counter by this weapon. `rpg`: whether the firer has an RPG besides.
fn refusal(weapon: Weapon, rpg: bool, target: FigureId, why: Obstruction) -> No {
    // What was prepared is broken off by anything else. Ruling S-R08.
    let prepared = matches!(weapon, Weapon::SniperRifle | Weapon::Rpg);
    match why {
        Obstruction::Arc => No::new(rule!("S-R05"), said!("{} is outside the 90° arc.", target), turn_first(prepared)),
        Obstruction::Range => {
            let because = said!("{} is out of range of the {}.", target, Part::Weapon(weapon));
            let nearer = if prepared { "Go nearer, and prepare again." } else { "Go nearer." };
            No::new(rule!("S-R35"), because, if rpg { "Go nearer, or prepare and fire the RPG." } else { nearer })
        }
        Obstruction::Sight => {
            let because = said!("{} is out of sight.", target);
            let moves = "Move to a clear line of sight.";
            No::new(
                rule!("S-R32"),
                because,
                if prepared { "Move to a clear line of sight, and prepare again." } else { moves },
            )
        }
        Obstruction::Cover { most } => {
            let because = said!("{} is in cover and already has {}.", target, Part::Count(most, Counted::Counters));
            No::new(rule!("S-R07"), because, "Use a grenade that lands beyond the cover, or get behind it.")
        }
        Obstruction::Armour => {
            let because = said!("The {} cannot hurt {}.", Part::Weapon(weapon), target);
            let remedy = if rpg { "Prepare and fire the RPG." } else { "Use an RPG or a heavy machine gun." };
            No::new(rule!("S-apc"), because, remedy)
        }
    }
}

/// What brings a point or a target into the arc.
pub(crate) const fn turn_first(prepared: bool) -> &'static str {
    if prepared { "Turn the firer first, and prepare again." } else { "Turn the firer first." }
}

impl Skirmish {
    /// Whether a firer's die could suppress a target. Rule S-fire, rulings S-R04 to S-R07.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(
        &self,
        state: &State,
        firer: FigureId,
        weapon: Weapon,
        target: FigureId,
    ) -> Result<(), Refusal> {
        self.aims_at(state, firer, weapon, target).map_err(|no| state.told(no))
    }

    /// [`Skirmish::check_target`] without words.
    pub(crate) fn aims_at(&self, state: &State, firer: FigureId, weapon: Weapon, target: FigureId) -> Result<(), No> {
        hidden::target(state, target)?;
        match self.weapons().of(weapon).and_then(|row| self.hindrance(state, firer, row, target)) {
            Some(None) => Ok(()),
            Some(Some(why)) => Err(refusal(weapon, reaches_with_rpg(self, state, firer, weapon, target), target, why)),
            None => Err(not_at_figures(weapon)),
        }
    }

    /// Whether [`Skirmish::check_target`] finds nothing against it.
    fn is_target(&self, state: &State, firer: FigureId, weapon: Weapon, target: FigureId) -> bool {
        let row = self.weapons().of(weapon).filter(|_| hidden::is_target(state, target));
        row.and_then(|row| self.hindrance(state, firer, row, target)) == Some(None)
    }

    /// Everybody a firer's die could suppress.
    pub fn targets(&self, state: &State, firer: FigureId, weapon: Weapon) -> Vec<FigureId> {
        let enemies = state.of(state.side().enemy());
        enemies.map(|(id, _)| id).filter(|&id| self.is_target(state, firer, weapon, id)).collect()
    }
}

fn not_at_figures(weapon: Weapon) -> No {
    let because = said!("A {} cannot be fired at figures.", Part::Weapon(weapon));
    No::new(rule!("S-fire"), because, "Fire it at a point.")
}

/// The row of a weapon that is fired at figures.
pub(crate) fn row(rules: &Skirmish, weapon: Weapon) -> Result<&tables::WeaponRow, No> {
    rules.weapons().of(weapon).ok_or_else(|| not_at_figures(weapon))
}

/// What the facts say about fire at a figure that may be named. Rule S-fire.
pub(crate) fn check_facts(
    rules: &Skirmish,
    state: &State,
    weapon: Weapon,
    target: FigureId,
    facts: &Facts,
) -> Result<(), No> {
    let figure = hidden::target(state, target)?;
    match facts::obstruction(rules.numbers(), row(rules, weapon)?, facts, figure) {
        Some(why) => Err(refusal(weapon, false, target, why)),
        None => Ok(()),
    }
}

/// Whether a firer has an RPG besides this weapon, and nothing keeps that from a target that is known.
fn reaches_with_rpg(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon, target: FigureId) -> bool {
    let has = weapon != Weapon::Rpg && state.figure(id).is_some_and(|figure| figure.kit.weapons.has(Weapon::Rpg));
    has && !matches!(rules.hindrance(state, id, rules.weapons().rpg(), target), Some(Some(_)))
}

/// Somebody to fire, with this weapon.
fn check_armed(state: &State, id: FigureId, weapon: Weapon) -> Result<&Figure, No> {
    let figure = actor(state, id)?;
    if !figure.kit.weapons.has(weapon) || !weapon.is_direct() {
        let because = said!("{} has no {} to fire that way.", id, Part::Weapon(weapon));
        return Err(No::new(rule!("S-fire"), because, "Choose a weapon it has; launchers and RPGs fire at points."));
    }
    Ok(figure)
}

/// What fire of any kind needs: somebody to fire and a weapon.
pub(crate) fn check_weapon(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon) -> Result<(), No> {
    let figure = check_armed(state, id, weapon)?;
    if weapon == Weapon::SniperRifle {
        if figure.shot {
            let because = said!("{} has had this turn's one aimed shot.", id);
            return Err(No::new(rule!("S-R35"), because, "Shoot again next turn."));
        }
        ready_for(rules, figure, Work::Aim)?;
    }
    Ok(())
}

/// Rule S-fire, ruling S-R04.
pub(crate) fn check_fire(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    weapon: Weapon,
    at: Option<FigureId>,
) -> Result<(), No> {
    check_weapon(rules, state, id, weapon)?;
    let Some(target) = at else {
        check_unnamed(rules, state, id, weapon)?;
        if state.is_beside() || state.setting().rulings.before(6) {
            return Ok(());
        }
        return Err(No::new(rule!("S-R04"), "The shot has no target.", "Name the figure that it is fired at."));
    };
    if state.is_beside() {
        let because = "Beside a real table the target is said after the die.";
        return Err(No::new(rule!("S-companion"), because, "Fire without naming it."));
    }
    rules.aims_at(state, id, weapon, target)
}

/// Fire at whom is said later: there must be somebody.
fn check_unnamed(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon) -> Result<(), No> {
    let mut why = None;
    if state.is_beside() {
        // What lies between them is said after the die.
        let harms = rules.weapons().of(weapon).is_some_and(|row| row.harms_vehicles.value);
        let known = || state.of(state.side().enemy()).filter(|(other, _)| hidden::target(state, *other).is_ok());
        if known().any(|(_, f)| harms || !f.vehicle) {
            return Ok(());
        }
        why = known().next().map(|(vehicle, _)| {
            refusal(weapon, reaches_with_rpg(rules, state, id, weapon, vehicle), vehicle, Obstruction::Armour)
        });
    }
    if hits_anybody(rules, state, id, weapon) {
        return Ok(());
    }
    for (target, _) in state.of(state.side().enemy()) {
        match rules.aims_at(state, id, weapon, target) {
            Ok(()) => return Ok(()),
            // Only of those who are known is anything said.
            Err(refusal) if state.is_known(target) && hidden::target(state, target).is_ok() => {
                why = why.or(Some(refusal));
            }
            Err(_) => {}
        }
    }
    Err(why.unwrap_or_else(|| {
        let because = said!("{} knows of no target.", id);
        let remedy = "Fire on speculation, or wait until you hear or see an enemy.";
        No::new(rule!("S-hidden"), because, remedy)
    }))
}

/// Whether there is anybody whom a figure's fire could suppress.
pub(crate) fn hits_anybody(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon) -> bool {
    state.of(state.side().enemy()).any(|(target, _)| rules.is_target(state, id, weapon, target))
}

/// Whether a figure can fire a weapon at all.
pub(crate) fn has_shot(rules: &Skirmish, figure: &Figure, weapon: Weapon) -> bool {
    let armed = figure.kit.weapons.has(weapon) && weapon.is_direct();
    armed && (weapon != Weapon::SniperRifle || (!figure.shot && is_ready(rules, figure, Work::Aim)))
}

/// The refusal of a counter where none waits.
pub(crate) fn nothing_waits() -> No {
    No::new(rule!("S-R04"), "No counter is waiting to be placed.", "Fire first.")
}

fn no_counter() -> Refusal {
    astray("No counter is waiting to be placed.")
}

/// Ruling S-R04.
pub(crate) fn check_suppress(rules: &Skirmish, state: &State, target: FigureId) -> Result<(), No> {
    let pending = state.pending().ok_or_else(nothing_waits)?;
    rules.aims_at(state, pending.firer, pending.weapon, target)
}

/// Rule S-speculative, ruling S-R24.
pub(crate) fn check_spray(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon, at: Point) -> Result<(), No> {
    check_sprayer(rules, state, id, weapon)?;
    if !state.board().contains(at) {
        return Err(No::new(rule!("S-speculative"), "That is off the table.", "Choose a point on it."));
    }
    let (figure, from) = placed_actor(state, id)?;
    check_sprayed(rules, state, id, weapon, &rules.aim(state, figure, from, at))
}

/// Somebody with a weapon for it, which a sniper rifle is not.
fn check_sprayer(rules: &Skirmish, state: &State, id: FigureId, weapon: Weapon) -> Result<(), No> {
    check_armed(state, id, weapon)?;
    if weapon == Weapon::SniperRifle {
        let because = "A sniper rifle is not fired on speculation.";
        return Err(No::new(rule!("S-R24"), because, "Fire it at an enemy that is known, or choose another figure."));
    }
    check_weapon(rules, state, id, weapon)
}

/// The same with what was measured.
pub(crate) fn check_sprayed(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    weapon: Weapon,
    aim: &Aim,
) -> Result<(), No> {
    check_sprayer(rules, state, id, weapon)?;
    let refuse = |rule, because: Because, remedy: &'static str| Err(No::new(rule, because, remedy));
    in_front(aim, false)?;
    if aim.range > row(rules, weapon)?.range() {
        return refuse(rule!("S-R35"), said!("That is out of range of the {}.", Part::Weapon(weapon)), "Go nearer.");
    }
    if aim.identified {
        let because = "An enemy has been identified there.".into();
        let remedy = "Fire at that enemy with a weapon that can hurt it, or choose a point farther from it.";
        return refuse(rule!("S-speculative"), because, remedy);
    }
    Ok(())
}

/// Whether an enemy that one may fire at is near a point: then firing there is no speculation.
pub(crate) fn identified(rules: &Skirmish, state: &State, at: Point) -> bool {
    let near = tables::inches(&rules.numbers().speculative_in);
    state.placed().any(|(id, f, place)| f.side != state.side() && state.is_known(id) && place.within(at, near))
}

/// Whether speculative fire that tells gives a figure anything. Ruling S-R24.
pub(crate) fn feels_speculation(figure: &Figure) -> bool {
    !figure.vehicle && figure.counters == 0
}

impl Play<'_> {
    /// Marks that a figure fired: it is a target in the enemy's turn, wherever it goes. Rule S-hidden.
    pub fn mark_fired(&mut self, id: FigureId) {
        let figure = self.state.own(id);
        // Beside a real table it is enough that it fired.
        let here = Spot::from(figure.at);
        figure.trace.fired_from = Some(here);
        self.state.shots.push((id, here));
    }

    pub fn fire(&mut self, id: FigureId, weapon: Weapon, at: Option<FigureId>) -> Result<(), Halt> {
        let row =
            self.rules.weapons().of(weapon).ok_or_else(|| astray("The table of weapons has no row for this one."))?;
        let (needed, counters) = (row.suppress_on.value, row.counters.value);
        self.spend(id, 1);
        if weapon == Weapon::SniperRifle {
            self.state.own(id).shot = true;
        }
        self.mark_fired(id);
        let die = self.d6(id, "fire", rule!("S-fire"))?;
        let suppresses = die >= needed;
        self.say(Event::Fired { figure: self.state.who(id), weapon, die, suppresses });
        if suppresses {
            self.state.pending = Some(Pending { firer: id, weapon, counters });
            let only = || match self.rules.targets(self.state, id, weapon)[..] {
                [only] if !self.state.is_beside() => Some(only),
                _ => None,
            };
            if let Some(target) = at.or_else(only) {
                self.place_counter(target)?;
            }
        }
        Ok(())
    }

    /// Rulings S-R04 and S-R07.
    pub fn place_counter(&mut self, target: FigureId) -> Result<(), Halt> {
        let firer = self.state.pending.ok_or_else(no_counter)?.firer;
        let ((_, from), (_, to)) = (self.stands(firer)?, self.stands(target)?);
        self.given(target, self.rules.cover(self.state, from, to))
    }

    /// The counters of the die that waits, as many as the target's cover lets through.
    pub fn given(&mut self, target: FigureId, cover: Cover) -> Result<(), Halt> {
        let pending = self.state.pending.take().ok_or_else(no_counter)?;
        let given = facts::given(self.rules.numbers(), pending.counters, cover, self.state.own(target));
        self.give(target, given, Cause::Fire(pending.weapon));
        Ok(())
    }

    pub fn spray(&mut self, id: FigureId, weapon: Weapon, at: Option<Point>) -> Result<(), Halt> {
        self.spend(id, 1);
        debug_assert!(weapon.is_direct());
        self.mark_fired(id);
        self.speculate(id, at)
    }

    /// Ruling S-R24: on a 6 everybody within 3" who has no counter gets one. Beside a real table it is asked who that is.
    pub fn speculate(&mut self, id: FigureId, at: Option<Point>) -> Result<(), Halt> {
        let numbers = self.rules.numbers();
        let (needed, near) = (numbers.speculative_die.value, tables::inches(&numbers.speculative_in));
        let die = self.d6(id, "speculative fire", rule!("S-speculative"))?;
        let effective = die >= needed;
        let figure = self.state.who(id);
        let Some(at) = at else {
            self.say(Event::Beside(Seen::Sprayed { figure, die, effective }));
            if effective {
                self.ask(Measuring::Struck(Burst::Speculation));
            }
            return Ok(());
        };
        self.say(Event::Sprayed { figure, at, die, effective });
        if effective {
            for target in
                self.state.placed().filter(|(.., place)| place.within(at, near)).map(|(id, ..)| id).collect::<Vec<_>>()
            {
                self.startle(target);
            }
        }
        Ok(())
    }

    /// One who is near speculative fire that tells.
    pub fn startle(&mut self, id: FigureId) {
        let feels = feels_speculation(self.state.own(id));
        let given = if feels { self.rules.numbers().speculative_counters.value } else { 0 };
        self.give(id, given, Cause::Speculation);
    }
}
