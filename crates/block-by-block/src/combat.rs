//! Attacks: what may be attacked, the dice, the table. Rules 7.1, 7.4 to 7.6, 8.1 and 13.0.
//! Losses are taken in `losses.rs`, what the defender does about it in `defence.rs`.

use tabletop::{Halt, Refusal, RuleId};

use crate::event::{CombatRoll, GroupEnd, Modifier, ModifierReason, Travel};
use crate::groups::{acting_group, as_list, place_of, strong_enough};
use crate::movement::passable;
use crate::places::{Gate, Place, PlaceSet};
use crate::play::Play;
use crate::sequence::{is_to_come, is_to_come_for};
use crate::set::GateSet;
use crate::state::{Attack, AttackKind, Group, Stage, State, Step};
use crate::tables::AssaultResult;
use crate::units::{STATIC_UNITS, Side, UnitId, UnitSet};
use crate::ways::Ways;
use crate::{BlockByBlock, Command, Event, HeavyLevel, rule};

impl Modifier {
    /// What these add to a die together. Rule 13.0.
    pub fn sum(modifiers: &[Self]) -> i8 {
        modifiers.iter().fold(0, |sum, modifier| sum.saturating_add(modifier.value))
    }

    /// The rule the modifier comes from.
    pub fn rule(&self) -> RuleId {
        match self.reason {
            ModifierReason::Terrain(_) | ModifierReason::AcrossBridge | ModifierReason::AcrossGate(_) => rule!("13.0"),
            ModifierReason::EnemyGate(_) => rule!("8.1g"),
            ModifierReason::GateFromInside | ModifierReason::GateFromOutside => rule!("8.1b"),
            ModifierReason::HeavyWeapons(_) => rule!("7.4a"),
        }
    }
}

/// Rule 7.4a: only US/ARVN calls heavy weapons. Ruling BB-R23.
fn check_heavy(side: Side, heavy_weapons: bool) -> Result<(), Refusal> {
    if heavy_weapons && side == Side::PavnNlf {
        return Err(Refusal::new(
            rule!("7.4a"),
            "Only the US/ARVN player calls in heavy weapons.",
            "Attack without them.",
        ));
    }
    Ok(())
}

/// A group that may attack now, its place and its side. Rules 7.2b and 7.3, ruling BB-R37.
pub(crate) fn attacker(rules: &BlockByBlock, state: &State, number: u8) -> Result<(Group, Place, Side), Refusal> {
    let group = acting_group(state, number)?;
    let standing = UnitId::each(group.units).find_map(|u| Some((state.place(u)?, u.side())));
    let steady = strong_enough(state, group.units);
    let (id, because) = match standing {
        Some((place, side)) if steady && rules.attack_strength(state, group.units) > 0 => {
            return Ok((group, place, side));
        }
        Some(_) if steady => (rule!("BB-R37"), format!("Group {number} has no attack value.")),
        _ => (rule!("7.2b"), format!("Every unit left in group {number} would die from one hit.")),
    };
    Err(Refusal::new(id, because, Ways::of(rules, state, number, &group).remedy()))
}

impl BlockByBlock {
    /// Why a group can attack nothing from where it stands; none if it can. Rules 7.1, 7.5, 8.0 and 8.1.
    pub fn why_no_attack(&self, state: &State, group: u8) -> Option<Refusal> {
        let (Group { units, .. }, from, side) = match attacker(self, state, group) {
            Ok(attacker) => attacker,
            Err(refusal) => return Some(refusal),
        };
        if check_close_combat(self, state, group, false).is_ok() {
            return None;
        }
        let enemies = self.map().beside(from) & state.presence(side.enemy());
        let mut why = None;
        for target in Place::each(enemies | assailable_boxes(self, state, side, from)) {
            match check_assault(self, state, group, target, false) {
                Ok(()) => return None,
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
        why.or_else(|| {
            let here = if from.is_box() { "beside" } else { "in or beside" };
            let reason = format!("No enemy is {here} {from}.");
            let remedy = if any_moves_again(self, state, units) {
                "Move towards the enemy in your next Movement Segment."
            } else {
                "Declare a pause for the group."
            };
            Some(Refusal::new(rule!("7.1a"), reason, remedy))
        })
    }
}

/// Rules 7.1, 7.4a, 7.5, 8.0 and 8.1: whether a group may assault there.
pub(crate) fn check_assault(
    rules: &BlockByBlock,
    state: &State,
    number: u8,
    target: Place,
    heavy: bool,
) -> Result<(), Refusal> {
    let (group, from, side) = attacker(rules, state, number)?;
    check_target(rules, state, (number, &group), (from, side), target)?;
    check_heavy(side, heavy)
}

/// Rules 7.1, 7.5, 8.0 and 8.1: whether a place may be assaulted by a group that may attack.
fn check_target(
    rules: &BlockByBlock,
    state: &State,
    (number, group): (u8, &Group),
    (from, side): (Place, Side),
    target: Place,
) -> Result<(), Refusal> {
    let instead = || Ways::of(rules, state, number, group).remedy();
    if let Some(unit) = UnitId::each(group.units & STATIC_UNITS).next() {
        return Err(Refusal::new(
            rule!("BB-R35"),
            format!("{unit} never leaves its area, so its group cannot assault."),
            instead(),
        ));
    }
    if target == from {
        return Err(Refusal::new(
            rule!("7.1a"),
            format!("The group stands in {from} itself and cannot assault it."),
            instead(),
        ));
    }
    if let Some(gate) = target.gate() {
        return check_gate_assault(rules, state, gate, from, side, &instead);
    }
    if group.barred {
        return Err(Refusal::new(
            rule!("7.5b"),
            format!("After a * result group {number} cannot assault another area."),
            instead(),
        ));
    }
    if let Some(gate) = state.holder(group) {
        return Err(Refusal::new(
            rule!("BB-R6"),
            format!("Gate {} still holds, so group {number} cannot assault an area.", gate.letter()),
            instead(),
        ));
    }
    if !from.is_box() && state.presence(side.enemy()).has(from) {
        return Err(Refusal::new(rule!("7.1c"), format!("The group shares {from} with enemies."), instead()));
    }
    if !passable(rules, state, side, from).has(target) {
        return Err(unreachable(rules, state, from, target, side, &instead));
    }
    if !state.presence(side.enemy()).has(target) {
        return Err(Refusal::new(
            rule!("7.1a"),
            format!("{target} holds no enemy, and empty areas are entered by movement."),
            instead(),
        ));
    }
    if state.presence(side).has(target) {
        return Err(Refusal::new(
            rule!("7.1a"),
            format!("Your own units are already in {target}. Joining them is movement, not an assault."),
            if any_moves_again(rules, state, group.units) {
                "Reinforce it in your next Movement Segment.".to_owned()
            } else {
                instead()
            },
        ));
    }
    Ok(())
}

/// Why a group cannot step from one area into the other.
fn unreachable(
    rules: &BlockByBlock,
    state: &State,
    from: Place,
    target: Place,
    side: Side,
    instead: &dyn Fn() -> String,
) -> Refusal {
    let map = rules.map();
    if let Some(gate) = map.gate_between(from, target).or(from.gate())
        && state.gate_control(gate) != side
    {
        let remedy = if state.presence(side.enemy()).has(gate.place()) {
            "Assault the Gate Box first."
        } else {
            into_an_empty_box(rules, state, side)
        };
        return Refusal::new(rule!("8.0b"), format!("The enemy holds gate {}.", gate.letter()), remedy);
    }
    if !from.is_box() && map.bridges(from).has(target) {
        return Refusal::new(
            rule!("6.3b"),
            format!("The bridge into {target} is closed to PAVN/NLF: US/ARVN controls its zone."),
            instead(),
        );
    }
    if map.file.borders.iter().any(|b| (b.a == from && b.b == target) || (b.b == from && b.a == target)) {
        return Refusal::new(rule!("6.4"), format!("A wall or canal lies between {from} and {target}."), instead());
    }
    Refusal::new(rule!("7.1a"), format!("{target} is not adjacent to {from}."), instead())
}

/// The boxes a side may assault from a place: those with an enemy in them, and for US/ARVN the empty ones of the enemy's gates. Rules 8.0
/// and 8.1f, ruling BB-R58.
fn assailable_boxes(rules: &BlockByBlock, state: &State, side: Side, from: Place) -> PlaceSet {
    let empty = side == Side::UsArvn && !state.options.rulings.before(11);
    let lettered = Gate::each(rules.map().letters(from) & state.gates_of(side.enemy())).map(Gate::place);
    lettered.filter(|place| empty || state.presence(side.enemy()).has(*place)).collect()
}

/// Rules 8.0, 8.1e and 8.1f; rulings BB-R5, BB-R47 and BB-R58: a box may be assaulted whatever else is in the area.
fn check_gate_assault(
    rules: &BlockByBlock,
    state: &State,
    gate: Gate,
    from: Place,
    side: Side,
    instead: &dyn Fn() -> String,
) -> Result<(), Refusal> {
    let letter = gate.letter();
    if !rules.map().lettered(gate).has(from) {
        return Err(Refusal::new(rule!("8.0a"), format!("{from} does not carry the letter {letter}."), instead()));
    }
    if !assailable_boxes(rules, state, side, from).has(gate.place()) {
        return Err(Refusal::new(
            rule!("7.1a"),
            format!("{} holds no enemy.", gate.place()),
            if state.gate_control(gate) == side { instead() } else { into_an_empty_box(rules, state, side).to_owned() },
        ));
    }
    Ok(())
}

/// Whether a side still has a Movement Segment before it. Rules 5.0 and 5.1.
pub(crate) fn moves_again(rules: &BlockByBlock, state: &State, side: Side) -> bool {
    is_to_come(state, movement_of(side), rules.calendar().last_turn())
}

/// Whether any of these units still moves in a later segment. Rules 5.1, 6.3c and 11.2.
pub(crate) fn any_moves_again(rules: &BlockByBlock, state: &State, units: UnitSet) -> bool {
    UnitId::each(units & !STATIC_UNITS).any(|unit| is_to_come_for(rules, state, unit, movement_of(unit.side())))
}

/// A side's Movement Segment. Rule 5.0.
pub(crate) const fn movement_of(side: Side) -> Step {
    match side {
        Side::UsArvn => Step::UsArvnMovement,
        Side::PavnNlf => Step::PavnNlfMovement,
    }
}

/// How a side takes a gate of the enemy's whose box is empty. Rule 8.0d, ruling BB-R58.
fn into_an_empty_box(rules: &BlockByBlock, state: &State, side: Side) -> &'static str {
    match side {
        Side::UsArvn if !state.options.rulings.before(11) => "Assault the Gate Box first.",
        Side::UsArvn if moves_again(rules, state, side) => {
            "Its box is empty: move a unit into it in your next Movement Segment."
        }
        Side::PavnNlf if is_to_come(state, Step::Infiltration, rules.calendar().last_turn()) => {
            "Its box is empty: a Gate Tower may infiltrate it in the next Reinforcement Phase."
        }
        _ => "Its box is empty, and this game leaves no time to take it. Attack elsewhere.",
    }
}

/// Rules 7.1b, 7.4a, 7.6 and 8.1a: whether a group may fight a close combat.
pub(crate) fn check_close_combat(rules: &BlockByBlock, state: &State, number: u8, heavy: bool) -> Result<(), Refusal> {
    let (group, from, side) = attacker(rules, state, number)?;
    let (id, because) = if from.is_box() {
        (rule!("8.1a"), "Close combat is not fought in a Gate Box.".to_owned())
    } else if !state.presence(side.enemy()).has(from) {
        (rule!("7.1b"), format!("{from} holds no enemy."))
    } else {
        return check_heavy(side, heavy);
    };
    Err(Refusal::new(id, because, Ways::of(rules, state, number, &group).remedy()))
}

/// What kind of attack leads from one place to another.
pub(crate) fn kind_of(from: Place, target: Place) -> AttackKind {
    match (target.is_box(), from == target) {
        (true, _) => AttackKind::GateAssault,
        (_, true) => AttackKind::CloseCombat,
        _ => AttackKind::AreaAssault,
    }
}

/// Every modifier of the attacker's die. Rule 13.0; rulings BB-R2 and BB-R3.
pub(crate) fn attacker_modifiers(
    rules: &BlockByBlock,
    state: &State,
    side: Side,
    from: Place,
    target: Place,
    level: Option<HeavyLevel>,
) -> Vec<Modifier> {
    let (map, numbers) = (rules.map(), rules.numbers());
    let mut list = Vec::with_capacity(4);
    let mut add = |reason, value| {
        if value != 0 {
            list.push(Modifier { reason, value });
        }
    };
    if target.is_box() {
        if map.citadel().has(from) {
            add(ModifierReason::GateFromInside, numbers.gate_from_inside.value);
        } else {
            add(ModifierReason::GateFromOutside, numbers.gate_from_outside.value);
        }
    } else {
        add(ModifierReason::Terrain(target), map.terrain(target));
        if side == Side::UsArvn {
            for gate in Gate::each(map.letters(target) & state.gates_of(Side::PavnNlf)) {
                add(ModifierReason::EnemyGate(gate), numbers.enemy_gate.value);
            }
        }
        if from != target {
            if let Some(gate) = from.gate().or_else(|| map.gate_between(from, target)) {
                add(ModifierReason::AcrossGate(gate), numbers.crossing.value);
            } else if map.bridges(from).has(target) {
                add(ModifierReason::AcrossBridge, numbers.crossing.value);
            }
        }
    }
    if let Some(level) = level {
        add(ModifierReason::HeavyWeapons(level), numbers.heavy_weapons(level).modifier);
    }
    list
}

/// The defender's modifiers in close combat: the terrain value inverted, nothing else. Rule 7.6b.
pub(crate) fn defender_modifiers(rules: &BlockByBlock, area: Place) -> Vec<Modifier> {
    match rules.map().terrain(area) {
        0 => Vec::new(),
        value => vec![Modifier { reason: ModifierReason::Terrain(area), value: -value }],
    }
}

pub(crate) fn roll_of(rules: &BlockByBlock, side: Side, strength: u8, die: u8, modifiers: Vec<Modifier>) -> CombatRoll {
    let total = Modifier::sum(&modifiers).saturating_add_unsigned(die);
    CombatRoll { side, strength, column: rules.combat_table().column(strength), die, modifiers, total }
}

/// Whether so many units of the defender stand in the area that their losses double. Rule 7.5e, ruling BB-R11.
pub(crate) fn crowded(rules: &BlockByBlock, state: &State, kind: AttackKind, defender: Side, target: Place) -> bool {
    let counts = kind != AttackKind::CloseCombat || state.options.double_losses_in_close_combat;
    counts && state.side_at(defender, target).len() >= rules.numbers().crowd.value
}

/// Attacks of one group that are legal now.
pub(crate) fn list_attacks(rules: &BlockByBlock, state: &State, number: u8, group: &Group, options: &mut Vec<Command>) {
    let (Some(from), Some(side)) = (place_of(state, group), state.step.side()) else {
        return;
    };
    if !strong_enough(state, group.units) || rules.attack_strength(state, group.units) == 0 {
        return;
    }
    let heavies: &[bool] = if side == Side::UsArvn { &[false, true] } else { &[false] };
    let enemy = state.presence(side.enemy());
    let shares = enemy.has(from);
    let mut targets = PlaceSet::EMPTY;
    if !UnitId::each(group.units).any(|u| u.kind().is_static()) {
        targets |= assailable_boxes(rules, state, side, from);
        if state.may_assault_areas(group) && (!shares || from.is_box()) {
            targets |= passable(rules, state, side, from) & enemy & !state.presence(side);
        }
    }
    for target in Place::each(targets) {
        options.extend(heavies.iter().map(|h| Command::Assault { group: number, target, heavy_weapons: *h }));
    }
    if shares && !from.is_box() {
        options.extend(heavies.iter().map(|h| Command::CloseCombat { group: number, heavy_weapons: *h }));
    }
}

impl Play<'_> {
    /// Rules 7.3 and 7.4: declares the attack and rolls for friendly fire.
    pub fn declare(&mut self, number: u8, target: Option<Place>, heavy_weapons: bool) -> Result<(), Halt> {
        let (group, from, side) = attacker(self.rules, self.state, number)?;
        let target = target.unwrap_or(from);
        self.state.active = Some(number);
        if let Some(group) = self.state.group_mut(number) {
            group.cleared = None;
        }
        let attack = Attack::declared(side, number, kind_of(from, target), from, target);
        // Before the eleventh set an attack that friendly fire called off had been one. Ruling BB-R23.
        if self.state.options.rulings.before(11) {
            self.mark_attacked(target);
        }
        let units = as_list(group.units);
        self.say(Event::AttackDeclared { group: number, units, from, target, heavy_weapons });
        if !heavy_weapons {
            return self.choose_defenders(attack);
        }
        let die = self.d6("friendly fire", rule!("7.4a"))?;
        let hit = die <= self.rules.numbers().friendly_fire_up_to.value;
        self.say(Event::FriendlyFireRolled { die, hit });
        self.state.attack = Some(Attack { attacker_losses: u8::from(hit), stage: Stage::FriendlyFireLoss, ..attack });
        self.settle_losses()
    }

    /// Rule 7.4a, ruling BB-R23: destruction rises even if nobody is left to attack.
    pub fn choose_level(&mut self, level: HeavyLevel) -> Result<(), Halt> {
        self.say(Event::LevelChosen { level });
        self.raise_destruction(self.rules.numbers().heavy_weapons(level).destruction);
        let attack = Attack { level: Some(level), ..self.attack()? };
        let group = attack.group;
        let attackers = self.state.attackers(&attack);
        if !strong_enough(self.state, attackers) || self.rules.attack_strength(self.state, attackers) == 0 {
            self.say(Event::AttackFailed { group });
            self.state.attack = None;
            self.finish_group(group, GroupEnd::TooWeak);
            return Ok(());
        }
        self.choose_defenders(attack)
    }

    /// Only areas are cleared, and only those that nobody attacked. Rule 9.2.2b.
    fn mark_attacked(&mut self, target: Place) {
        if !target.is_box() {
            self.state.attacked |= target.set();
        }
    }

    /// Rule 7.6a: who defends; all of them in an assault. A single defender needs no choice.
    fn choose_defenders(&mut self, attack: Attack) -> Result<(), Halt> {
        self.mark_attacked(attack.target);
        let here = self.state.side_at(attack.attacker.enemy(), attack.target);
        let attack = Attack { defenders: here, ..attack };
        match attack.kind {
            AttackKind::CloseCombat if here.len() > 1 => {
                self.state.attack = Some(Attack { stage: Stage::Defenders, ..attack });
                Ok(())
            }
            AttackKind::CloseCombat => self.roll_close_combat(attack),
            AttackKind::AreaAssault | AttackKind::GateAssault => self.roll_assault(attack),
        }
    }

    /// Rule 7.6a.
    pub fn defend(&mut self, units: &[UnitId]) -> Result<(), Halt> {
        self.say(Event::DefendersChosen { units: units.to_vec() });
        let defenders = units.iter().collect();
        self.roll_close_combat(Attack { defenders, ..self.attack()? })
    }

    /// Rules 7.5a to 7.5f and 8.1c.
    fn roll_assault(&mut self, attack: Attack) -> Result<(), Halt> {
        let Attack { attacker: side, kind, group, from, target, level, .. } = attack;
        let attackers = self.state.attackers(&attack);
        let strength = self.rules.attack_strength(self.state, attackers);
        let modifiers = attacker_modifiers(self.rules, self.state, side, from, target, level);
        let die = self.d6("assault", rule!("7.5a"))?;
        let roll = roll_of(self.rules, side, strength, die, modifiers);
        let result = self.rules.combat_table().cell(roll.column, roll.total).1;
        let doubled = crowded(self.rules, self.state, kind, side.enemy(), target);
        self.say(Event::AssaultRolled { roll, result, doubled });
        let outside = kind == AttackKind::GateAssault && !self.rules.map().citadel().has(from);
        let steps = match result {
            AssaultResult::Repulsed => 0,
            AssaultResult::Success => self.rules.numbers().success_steps.value,
            AssaultResult::Breakthrough => self.rules.numbers().breakthrough_steps.value,
        };
        if kind == AttackKind::AreaAssault && result != AssaultResult::Repulsed {
            self.advance(attackers, from, target);
            if let Some(group) = self.state.group_mut(group) {
                group.barred |= result == AssaultResult::Success;
            }
        }
        let loses = match result {
            AssaultResult::Success => true,
            AssaultResult::Repulsed | AssaultResult::Breakthrough => self.roll_attacker_loss(result)?,
        };
        self.state.attack = Some(Attack {
            stage: Stage::Losses,
            result: Some(result),
            toll: outside,
            defender_losses: match steps {
                _ if attack.defenders.is_empty() => 0,
                steps if doubled => steps.saturating_mul(2),
                steps => steps,
            },
            attacker_losses: u8::from(loses),
            ..attack
        });
        self.settle_losses()
    }

    /// Rules 7.5c and 7.5d: a low die after `X`, an even one after `-`.
    fn roll_attacker_loss(&mut self, after: AssaultResult) -> Result<bool, Halt> {
        let purpose = match after {
            AssaultResult::Breakthrough => "loss after X",
            _ => "loss after -",
        };
        let die = self.d6(purpose, after.rule())?;
        let hit = match after {
            AssaultResult::Breakthrough => die <= self.rules.numbers().breakthrough_loss_up_to.value,
            _ => die.is_multiple_of(2),
        };
        self.say(Event::AttackerLossRolled { die, after, hit });
        Ok(hit)
    }

    /// Rule 7.5: the whole group moves in, and an advance route marker stays behind (7.5f).
    fn advance(&mut self, group: UnitSet, from: Place, target: Place) {
        for unit in UnitId::each(group) {
            let path = match self.rules.map().gate_between(from, target) {
                Some(gate) => vec![from, gate.place(), target],
                None => vec![from, target],
            };
            self.travel(unit, path, Travel::Advance);
        }
        self.mark_route(from);
    }

    /// Rule 7.5f: an advance route marker where attackers came from.
    pub fn mark_route(&mut self, from: Place) {
        if !self.state.routes.has(from) {
            self.state.routes |= from.set();
            self.say(Event::RouteMarked { from });
        }
    }

    /// Rule 7.6b: both sides roll, hits are simultaneous.
    fn roll_close_combat(&mut self, attack: Attack) -> Result<(), Halt> {
        let Attack { attacker: side, target, level, defenders, .. } = attack;
        let strength = self.rules.attack_strength(self.state, self.state.attackers(&attack));
        let defence =
            UnitId::each(defenders).map(|u| self.rules.defence_value(self.state, u)).fold(0, u8::saturating_add);
        let modifiers = attacker_modifiers(self.rules, self.state, side, target, target, level);
        let die = self.d6("close combat, attacker", rule!("7.6b"))?;
        let attacker = roll_of(self.rules, side, strength, die, modifiers);
        let die = self.d6("close combat, defender", rule!("7.6b"))?;
        let defender = roll_of(self.rules, side.enemy(), defence, die, defender_modifiers(self.rules, target));
        let table = self.rules.combat_table();
        let doubled = crowded(self.rules, self.state, AttackKind::CloseCombat, side.enemy(), target);
        let hits_on_defender =
            table.cell(attacker.column, attacker.total).0.saturating_mul(if doubled { 2 } else { 1 });
        let hits_on_attacker = table.cell(defender.column, defender.total).0;
        self.say(Event::CloseCombatRolled {
            attacker,
            hits_on_defender,
            defender,
            hits_on_attacker,
            counterattack: false,
            doubled,
        });
        self.state.attack = Some(Attack {
            stage: Stage::Losses,
            defender_losses: hits_on_defender,
            attacker_losses: hits_on_attacker,
            ..attack
        });
        self.settle_losses()
    }

    /// Ends the attack: what it means for the group, and what comes next.
    pub fn finish_attack(&mut self, attack: &Attack, ended: Option<GroupEnd>) {
        self.state.attack = None;
        let holds = !self.defenders_left(attack).is_empty();
        let earlier = self.state.options.rulings.before(5);
        if attack.carried()
            && let Some(gate) = attack.target.gate()
            && let Some(group) = self.state.group_mut(attack.group)
        {
            let before = if earlier { GateSet::EMPTY } else { group.held_by };
            group.held_by = if holds { before | GateSet::of(gate) } else { before };
        }
        if let Some(why) = ended {
            self.finish_group(attack.group, why);
        } else if !strong_enough(self.state, self.state.attackers(attack)) && (earlier || !self.may_walk(attack.group))
        {
            self.finish_group(attack.group, GroupEnd::TooWeak);
        }
    }

    /// Units of the defender that are still there: those that must act after the combat. Rule 7.7.
    pub fn defenders_left(&self, attack: &Attack) -> UnitSet {
        self.state.side_at(attack.attacker.enemy(), attack.target)
    }
}
