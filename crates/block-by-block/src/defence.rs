//! Defensive actions: hold, limited counterattack, retreat. Rule 7.7; rulings BB-R7, BB-R19, BB-R20, BB-R32, BB-R33.

use std::array::from_fn;

use tabletop::{Halt, Refusal};

use crate::combat::roll_of;
use crate::event::{GroupEnd, Modifier, ModifierReason, Travel};
use crate::groups::{as_set, disorder, selections};
use crate::movement::{passable, shortest};
use crate::places::{Gate, Place, PlaceSet, Zone};
use crate::play::Play;
use crate::state::{Attack, AttackKind, Condition, Stage, State};
use crate::units::{PAVN_NLF_UNITS, Side, UnitId, UnitSet};
use crate::{BlockByBlock, Command, Event, rule};

fn mobile(set: UnitSet) -> UnitSet {
    UnitId::each(set).filter(|u| !u.kind().is_static()).collect()
}

/// The units that must go if the defender retreats: all after an assault, the participants after close combat; static
/// ones never. Rule 7.7c, ruling BB-R35.
fn must_retreat(state: &State, attack: &Attack) -> UnitSet {
    let here = state.side_at(attack.attacker.enemy(), attack.target);
    mobile(if attack.kind == AttackKind::CloseCombat { here & attack.defenders } else { here })
}

/// Areas no unit of the defender may enter in a retreat from the present combat. Rules 7.5f and 7.7d, ruling BB-R50.
fn forbidden(state: &State, attack: &Attack, side: Side) -> PlaceSet {
    let mut set = state.presence(side.enemy()) | attack.target.set();
    if attack.kind != AttackKind::CloseCombat || !state.options.rulings.before(1) {
        set |= state.routes;
    }
    if attack.kind != AttackKind::CloseCombat {
        set |= attack.from.set();
    }
    for zone in Zone::ALL {
        let cleared = side == Side::UsArvn && state.clearing(zone) == zone.size() && Some(zone) != attack.target.zone();
        if cleared || state.zone_control(zone) != side {
            set |= zone.set();
        }
    }
    set
}

/// Where a retreat may go on to from one place, across the borders of gates or not.
fn onward(rules: &BlockByBlock, state: &State, side: Side, here: Place, forbidden: PlaceSet, gates: bool) -> PlaceSet {
    let next = passable(rules, state, side, here) & !forbidden;
    if gates || here.is_box() { next } else { next & (rules.map().plain(here) | rules.map().bridges(here)) }
}

fn reach(rules: &BlockByBlock, state: &State, side: Side, from: Place, forbidden: PlaceSet, gates: bool) -> PlaceSet {
    let mut reached = PlaceSet::EMPTY;
    let mut expanded = PlaceSet::EMPTY;
    let mut here = from;
    loop {
        expanded |= here.set();
        reached |= onward(rules, state, side, here, forbidden, gates);
        match Place::each(reached & !expanded).next() {
            Some(place) => here = place,
            None => return reached & !from.set(),
        }
    }
}

/// Areas that border one from which an assault was made: the one under way, or before a close combat those that left an
/// advance route marker. Rule 7.7e, ruling BB-R56.
fn beside_assaults(rules: &BlockByBlock, state: &State, attack: &Attack) -> PlaceSet {
    let marked = attack.kind == AttackKind::CloseCombat && !state.options.rulings.before(2);
    let from = if marked { state.routes } else { attack.from.set() };
    Place::each(from).fold(PlaceSet::EMPTY, |set, place| set | rules.map().beside(place))
}

/// Where a unit may retreat to, in the classes of the printed order of preference; only the first of them if the order is
/// binding. Rule 7.7e, ruling BB-R7.
pub(crate) fn retreats(rules: &BlockByBlock, state: &State, unit: UnitId) -> [PlaceSet; 3] {
    let classes = classes(rules, state, unit);
    if state.options.strict_retreat_order {
        let first = classes.iter().position(|class| !class.is_empty());
        return from_fn(|n| if Some(n) == first { classes[n] } else { PlaceSet::EMPTY });
    }
    classes
}

/// The classes of the printed order: areas reached without crossing a gate's border, areas not bordering the one the attack
/// came from, all others. Rule 7.7e.
fn classes(rules: &BlockByBlock, state: &State, unit: UnitId) -> [PlaceSet; 3] {
    let Some(from) = state.place(unit).filter(|_| !unit.kind().is_static()) else {
        return [PlaceSet::EMPTY; 3];
    };
    let Some(attack) = state.attack() else { return [PlaceSet::EMPTY; 3] };
    let side = unit.side();
    let forbidden = forbidden(state, attack, side);
    let all = reach(rules, state, side, from, forbidden, true);
    let no_gate = if from.is_box() { PlaceSet::EMPTY } else { reach(rules, state, side, from, forbidden, false) };
    let apart = all & !no_gate & !beside_assaults(rules, state, attack);
    [no_gate, apart, all & !no_gate & !apart]
}

fn any_retreat(rules: &BlockByBlock, state: &State, unit: UnitId) -> bool {
    retreats(rules, state, unit) != [PlaceSet::EMPTY; 3]
}

fn wrong_stage() -> Refusal {
    Refusal::new(
        rule!("7.7a"),
        "No defensive action is due.",
        "One follows each attack that leaves defenders in the area.",
    )
}

/// Rule 7.7a.
pub(crate) fn check_hold(state: &State) -> Result<(), Refusal> {
    answering(state).map(|_| ())
}

/// The attack whose defender is asked for his action.
fn answering(state: &State) -> Result<&Attack, Refusal> {
    state.attack().filter(|attack| attack.stage == Stage::DefensiveAction).ok_or_else(wrong_stage)
}

/// Whether the attackers stand where the defenders do. Ruling BB-R19.
fn shares_area(attack: &Attack) -> bool {
    match attack.kind {
        AttackKind::CloseCombat => true,
        AttackKind::AreaAssault => attack.carried(),
        AttackKind::GateAssault => false,
    }
}

/// The PAVN and NLF units that defend: all in the area, named for a close combat or not. Rule 7.7b, ruling BB-R19.
fn in_the_fight(state: &State, attack: &Attack) -> UnitSet {
    let here = state.units_at(attack.target) & PAVN_NLF_UNITS;
    if state.options.rulings.before(9) { here & attack.defenders } else { here }
}

/// The units that may strike back at any of the attackers. Rule 7.7b, ruling BB-R19.
fn may_counterattack(state: &State, attack: &Attack) -> UnitSet {
    if !shares_area(attack) || attack.attacker != Side::UsArvn {
        return UnitSet::EMPTY;
    }
    UnitId::each(in_the_fight(state, attack)).filter(|u| state.condition(*u) != Condition::Routed).collect()
}

/// Whether any defender may strike back. Rule 7.7b.
pub(crate) fn may_strike_back(state: &State, attack: &Attack) -> bool {
    !may_counterattack(state, attack).is_empty() && !state.attackers(attack).is_empty()
}

/// Rule 7.7b, ruling BB-R19.
pub(crate) fn check_counterattack(state: &State, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let attack = answering(state)?;
    if may_counterattack(state, attack).has(unit) && state.attackers(attack).has(target) {
        return Ok(());
    }
    let id = rule!("7.7b");
    // A defender that can neither strike back nor retreat holds without being asked.
    let instead = "Hold or retreat.";
    let another = |remedy| if may_strike_back(state, attack) { remedy } else { instead };
    if attack.attacker != Side::UsArvn {
        return Err(Refusal::new(id, "Only PAVN/NLF units counterattack.", instead));
    }
    if !shares_area(attack) {
        return Err(Refusal::new(rule!("BB-R19"), "The attackers are not in the same area.", instead));
    }
    if !in_the_fight(state, attack).has(unit) {
        let remedy = another("Choose one of the defending units.");
        return Err(Refusal::new(id, format!("{unit} is no defender that may strike back here."), remedy));
    }
    if state.condition(unit) == Condition::Routed {
        return Err(Refusal::new(rule!("BB-R19"), format!("{unit} is routed."), another("Choose an unrouted unit.")));
    }
    let remedy = another("Choose one of the attackers.");
    Err(Refusal::new(id, format!("{target} is not in the attacking group."), remedy))
}

/// Whether the defender may retreat: somebody must, and all of them can. Rules 7.7c and 7.7g.
pub(crate) fn may_retreat(rules: &BlockByBlock, state: &State, attack: &Attack) -> bool {
    let units = must_retreat(state, attack);
    !units.is_empty() && UnitId::each(units).all(|u| any_retreat(rules, state, u))
}

/// Rules 7.7c and 7.7g.
pub(crate) fn check_retreat(rules: &BlockByBlock, state: &State) -> Result<(), Refusal> {
    let attack = answering(state)?;
    if may_retreat(rules, state, attack) {
        return Ok(());
    }
    Err(if must_retreat(state, attack).is_empty() {
        Refusal::new(rule!("7.7c"), "No unit that must retreat is able to.", "Hold.")
    } else {
        Refusal::new(rule!("7.7g"), "They have no area to retreat to.", "Hold.")
    })
}

/// Rules 7.7c to 7.7f.
pub(crate) fn check_retreat_to(rules: &BlockByBlock, state: &State, unit: UnitId, to: Place) -> Result<(), Refusal> {
    let retreat = |attack: &&Attack| matches!(attack.stage, Stage::Retreat | Stage::FriendsRetreat);
    let Some(attack) = state.attack().filter(retreat) else {
        let choose = answering(state).is_ok_and(|attack| may_retreat(rules, state, attack));
        return Err(Refusal::new(
            rule!("7.7c"),
            "No retreat is under way.",
            if choose {
                "Choose Retreat as the defensive action first."
            } else {
                "A retreat answers an attack, if everybody who must go has somewhere to go."
            },
        ));
    };
    if !attack.retreating.has(unit) {
        return Err(Refusal::new(
            rule!("7.7c"),
            format!("{unit} is not among the units that retreat now."),
            "Choose one of them.",
        ));
    }
    if retreats(rules, state, unit).into_iter().any(|class| class.has(to)) {
        return Ok(());
    }
    if classes(rules, state, unit).into_iter().any(|class| class.has(to)) {
        return Err(Refusal::new(
            rule!("7.7e"),
            format!("{unit} has a better way to retreat than {to}."),
            "Avoid gates first, then areas beside the one the attacker started from.",
        ));
    }
    if to.is_box() {
        return Err(Refusal::new(rule!("BB-R33"), "No retreat leads into a Gate Box.", "Choose an area."));
    }
    let came_from = attack.kind != AttackKind::CloseCombat && to == attack.from;
    if !came_from && (state.routes & forbidden(state, attack, unit.side())).has(to) {
        return Err(Refusal::new(
            rule!("7.5f"),
            format!("{to} holds an advance route marker."),
            "Choose an area that no group has advanced from this segment.",
        ));
    }
    Err(Refusal::new(
        rule!("7.7d"),
        format!("{unit} cannot retreat to {to}."),
        "Choose another area. The route may not pass an enemy, an advance route marker, the area the assault came from, or a zone the enemy controls; US/ARVN units also stay out of zones PAVN/NLF has cleared.",
    ))
}

/// Rule 7.6a: whether these units may defend.
pub(crate) fn check_defend(rules: &BlockByBlock, state: &State, units: &[UnitId]) -> Result<(), Refusal> {
    let id = rule!("7.6a");
    let Some(attack) = state.attack().filter(|attack| attack.stage == Stage::Defenders) else {
        return Err(Refusal::new(
            id,
            "It is not time to choose defenders.",
            "They are chosen at the start of a close combat.",
        ));
    };
    let most = rules.numbers().close_combat_defenders.value;
    let Some(set) = as_set(units) else { return Err(disorder(id)) };
    if (1..=most).contains(&set.len()) && set.is_within(attack.defenders) {
        return Ok(());
    }
    Err(Refusal::new(
        id,
        format!("From 1 to {most} units of the area defend."),
        match set.len() {
            0 => format!("Name a unit that stands in {}.", attack.target),
            count if count > most => "Name fewer units.".to_owned(),
            _ => format!("Name only defenders that stand in {}.", attack.target),
        },
    ))
}

/// Legal answers of the defender.
pub(crate) fn list(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    let Some(attack) = state.attack() else { return };
    match attack.stage {
        Stage::Defenders => {
            let units: Vec<UnitId> = UnitId::each(attack.defenders).collect();
            selections(&units, rules.numbers().close_combat_defenders.value, &mut |units| {
                options.push(Command::Defend { units: units.to_vec() });
            });
        }
        Stage::DefensiveAction => {
            options.push(Command::Hold);
            for unit in UnitId::each(may_counterattack(state, attack)) {
                let targets = UnitId::each(state.attackers(attack));
                options.extend(targets.map(|target| Command::Counterattack { unit, target }));
            }
            if may_retreat(rules, state, attack) {
                options.push(Command::Retreat);
            }
        }
        Stage::Retreat | Stage::FriendsRetreat => {
            for unit in UnitId::each(attack.retreating) {
                for class in retreats(rules, state, unit) {
                    options.extend(Place::each(class).map(|to| Command::RetreatTo { unit, to }));
                }
            }
            if attack.stage == Stage::FriendsRetreat {
                options.push(Command::Done);
            }
        }
        _ => {}
    }
}

impl Play<'_> {
    /// After the losses: defensive action if anybody is left, else what follows a cleared area.
    pub fn after_losses(&mut self) -> Result<(), Halt> {
        if self.over() {
            return Ok(());
        }
        let attack = self.attack()?;
        if self.defenders_left(&attack).is_empty() {
            return self.friends(attack);
        }
        self.state.attack = Some(Attack { stage: Stage::DefensiveAction, ..attack });
        let mut options = Vec::new();
        list(self.rules, self.state, &mut options);
        if options == [Command::Hold] { self.hold() } else { Ok(()) }
    }

    /// Rule 7.7a, ruling BB-R20.
    pub fn hold(&mut self) -> Result<(), Halt> {
        let attack = self.attack()?;
        self.say(Event::Held);
        self.conclude(&attack, false);
        Ok(())
    }

    /// The end of the attack, whatever the defender did.
    fn conclude(&mut self, attack: &Attack, retreated: bool) {
        let ended = match attack.kind {
            AttackKind::CloseCombat => retreated.then_some(GroupEnd::DefenderRetreated),
            AttackKind::AreaAssault | AttackKind::GateAssault => attack.repulsed().then_some(GroupEnd::Repulsed),
        };
        self.finish_attack(attack, ended);
    }

    /// Rule 7.7b: both roll, without terrain (BB-R4); a unit that is hit leaves the group. If it costs the last defender,
    /// friends may go (BB-R57).
    pub fn counterattack(&mut self, unit: UnitId, target: UnitId) -> Result<(), Halt> {
        let attack = self.attack()?;
        self.say(Event::CounterattackDeclared { unit, target });
        let area = attack.target;
        let terrain = if self.state.options.counterattack_terrain { self.rules.map().terrain(area) } else { 0 };
        let modifiers = |value| match value {
            0 => Vec::new(),
            value => vec![Modifier { reason: ModifierReason::Terrain(area), value }],
        };
        let (strength, defence) =
            (self.rules.attack_value(self.state, unit), self.rules.defence_value(self.state, target));
        let die = self.d6("limited counterattack", rule!("7.7b"))?;
        let attacker = roll_of(self.rules, unit.side(), strength, die, modifiers(terrain));
        let die = self.d6("defence against the counterattack", rule!("7.7b"))?;
        let defender = roll_of(self.rules, target.side(), defence, die, modifiers(-terrain));
        let table = self.rules.combat_table();
        let hits_on_defender = table.cell(attacker.column, attacker.total).0;
        let hits_on_attacker = table.cell(defender.column, defender.total).0;
        self.say(Event::CloseCombatRolled {
            attacker,
            hits_on_defender,
            defender,
            hits_on_attacker,
            counterattack: true,
            doubled: false,
        });
        self.hit_alone(target, hits_on_defender);
        self.hit_alone(unit, hits_on_attacker);
        if hits_on_defender > 0
            && self.state.place(target).is_some()
            && let Some(group) = self.state.group_mut(attack.group)
        {
            group.units &= !target.set();
            self.say(Event::LeftGroup { group: attack.group, units: vec![target] });
        }
        self.retest_control();
        if self.over() {
            return Ok(());
        }
        if self.defenders_left(&attack).is_empty() && !self.state.options.rulings.before(2) {
            return self.friends(attack);
        }
        self.conclude(&attack, false);
        Ok(())
    }

    /// Rule 7.7c.
    pub fn declare_retreat(&mut self) -> Result<(), Halt> {
        let attack = self.attack()?;
        self.say(Event::RetreatDeclared);
        let retreating = must_retreat(self.state, &attack);
        self.state.attack = Some(Attack { stage: Stage::Retreat, retreating, ..attack });
        Ok(())
    }

    /// Rules 7.7c and 7.7f.
    pub fn retreat_to(&mut self, unit: UnitId, to: Place) -> Result<(), Halt> {
        let attack = self.attack()?;
        let from = self.place(unit)?;
        let side = unit.side();
        let closed = forbidden(self.state, &attack, side);
        let way = |gates| shortest(from, to, |p, _| onward(self.rules, self.state, side, p, closed, gates));
        let path = way(false).or_else(|| way(true)).unwrap_or_else(|| vec![from, to]);
        self.travel(unit, path, Travel::Retreat);
        let attack = Attack { retreating: attack.retreating & !unit.set(), ..attack };
        self.state.attack = Some(attack);
        self.retest_control();
        if self.over() {
            return Ok(());
        }
        match attack.stage {
            Stage::Retreat if attack.retreating.is_empty() => self.friends(attack),
            Stage::Retreat => Ok(()),
            _ => self.more_friends(attack),
        }
    }

    /// Rule 7.7f: friends beside the combat area may go as well.
    fn friends(&mut self, attack: Attack) -> Result<(), Halt> {
        if let Some(place) = self.cleared_box(&attack) {
            self.clear_box(&attack, place);
            if self.over() {
                return Ok(());
            }
        }
        let side = attack.attacker.enemy();
        let map = self.rules.map();
        let boxes: PlaceSet = Gate::each(map.letters(attack.target)).map(Gate::place).collect();
        let earlier = self.state.options.rulings.before(10);
        let beside = map.beside(attack.target) | if earlier { PlaceSet::EMPTY } else { boxes };
        let near = Place::each(beside).map(|p| self.state.side_at(side, p)).collect::<UnitSet>();
        // Where nobody defended nobody retreated or was eliminated. Ruling BB-R58.
        let gave_up = if attack.defenders.is_empty() { UnitSet::EMPTY } else { near };
        let retreating = mobile(gave_up) & !attack.defenders;
        self.more_friends(Attack { stage: Stage::FriendsRetreat, retreating, ..attack })
    }

    /// Those of the friends who still can may go; the attack is over when none can.
    fn more_friends(&mut self, attack: Attack) -> Result<(), Halt> {
        self.state.attack = Some(attack);
        let able = UnitId::each(attack.retreating).filter(|u| any_retreat(self.rules, self.state, *u)).collect();
        self.state.attack = Some(Attack { retreating: able, ..attack });
        if able.is_empty() { self.after_retreats() } else { Ok(()) }
    }

    /// When nobody else retreats: a cleared Gate Box is occupied (8.1d), or the attack is over.
    pub fn after_retreats(&mut self) -> Result<(), Halt> {
        let attack = Attack { retreating: UnitSet::EMPTY, ..self.attack()? };
        if self.box_wants_garrison(&attack) {
            self.state.attack = Some(Attack { stage: Stage::Occupy, ..attack });
            return Ok(());
        }
        let retreated = attack.kind == AttackKind::CloseCombat && self.retreat_declared(&attack);
        self.conclude(&attack, retreated);
        Ok(())
    }

    /// Whether the defender of the close combat under way chose to retreat: then some of the participants are alive
    /// and elsewhere. Rule 7.6c.
    fn retreat_declared(&self, attack: &Attack) -> bool {
        UnitId::each(attack.defenders).any(|u| self.state.place(u).is_some_and(|p| p != attack.target))
    }
}
