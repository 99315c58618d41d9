//! What an attack would do, exactly, before it is made. Rules 7.4 to 7.6 and 13.0.

use tabletop::odds::{Fraction, distribution};
use tabletop::{Refusal, Ruleset};

use crate::combat::{
    attacker, attacker_modifiers, check_assault, check_close_combat, crowded, defender_modifiers, kind_of,
};
use crate::event::Modifier;
use crate::groups::{as_list, place_of};
use crate::places::Place;
use crate::reckoning::Reckoning;
use crate::state::{AttackKind, Condition, Stage, State};
use crate::tables::{AssaultResult, Cell};
use crate::units::{Side, TOWERS, UnitId, UnitSet};
use crate::{BlockByBlock, Command, HeavyLevel, rule};

/// One face of a die and the cell it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DieForecast {
    /// What the die would show.
    pub die: u8,
    /// Die and modifiers together.
    pub total: i8,
    /// The cell of the table.
    pub cell: Cell,
}

/// One side's half of a combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideForecast {
    /// Who would roll.
    pub side: Side,
    pub strength: u8,
    /// Column of the table, by its index.
    pub column: usize,
    /// What would be added to the die, item by item.
    pub modifiers: Vec<Modifier>,
    /// The six faces.
    pub dice: [DieForecast; 6],
}

/// What an attack would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    pub kind: AttackKind,
    pub attacker: SideForecast,
    /// The defender's half; close combat only. He is taken to choose his strongest.
    pub defender: Option<SideForecast>,
    /// The units taken to defend.
    pub defenders: UnitSet,
    /// Whether four or more defenders double their losses. Rule 7.5e, ruling BB-R11.
    pub doubled: bool,
    /// Whether the assault costs a step because the gate is assaulted from outside. Rule 8.1.
    pub toll: bool,
    /// Everything that may come of it once the dice are rolled, friendly fire among them, with its chance. A step lost
    /// to friendly fire is taken to come from where it weakens the group least.
    pub outcomes: Vec<(Reckoning, Fraction)>,
}

impl Forecast {
    /// How likely the outcomes are that fit.
    pub fn chance(&self, fits: impl Fn(&Reckoning) -> bool) -> Fraction {
        let fitting = self.outcomes.iter().filter(|(outcome, _)| fits(outcome));
        fitting.fold(Fraction::ZERO, |sum, (_, chance)| sum.plus(*chance).unwrap_or(sum))
    }

    /// How likely the attack does what it is for: the assault succeeds, the close combat costs the defender a step.
    pub fn success(&self) -> Fraction {
        self.chance(Reckoning::succeeds)
    }

    /// How many steps a side loses, with the chance of each number, fewest first.
    pub fn steps(&self, side: Side) -> Vec<(u8, Fraction)> {
        let mut numbers: Vec<u8> = self.outcomes.iter().map(|(outcome, _)| outcome.steps_of(side)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|n| (n, self.chance(|outcome| outcome.steps_of(side) == n))).collect()
    }

    /// Whether neither side can lose a step or ground, whatever the dice show.
    pub fn changes_nothing(&self) -> bool {
        self.kind == AttackKind::CloseCombat
            && self.chance(|outcome| outcome.us_arvn_steps == 0 && outcome.pavn_nlf_steps == 0) == Fraction::ONE
    }
}

impl SideForecast {
    fn new(rules: &BlockByBlock, side: Side, strength: u8, modifiers: Vec<Modifier>) -> Self {
        let table = rules.combat_table();
        let column = table.column(strength);
        let added = Modifier::sum(&modifiers);
        let dice = [1, 2, 3, 4, 5, 6].map(|die: u8| {
            let total = added.saturating_add_unsigned(die);
            DieForecast { die, total, cell: table.cell(column, total) }
        });
        Self { side, strength, column, modifiers, dice }
    }

    /// What is added to the die altogether.
    pub fn modifier_sum(&self) -> i8 {
        Modifier::sum(&self.modifiers)
    }
}

/// Both halves of an attack before a die is rolled: as much of its forecast as rules of thumb need, for a hundredth of the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halves {
    pub kind: AttackKind,
    pub attacker: SideForecast,
    /// The defender's half; close combat only. He is taken to choose his strongest.
    pub defender: Option<SideForecast>,
    /// The units taken to defend.
    pub defenders: UnitSet,
    /// Whether four or more defenders double their losses. Rule 7.5e, ruling BB-R11.
    pub doubled: bool,
    /// Whether the assault costs a step because the gate is assaulted from outside. Rule 8.1.
    pub toll: bool,
}

impl Halves {
    /// An attack of a group from its place; the group is strong enough, and the target is one that it may attack.
    fn of(
        rules: &BlockByBlock,
        state: &State,
        (units, from, side): (UnitSet, Place, Side),
        target: Place,
        level: Option<HeavyLevel>,
    ) -> Self {
        let kind = kind_of(from, target);
        let here = state.side_at(side.enemy(), target);
        let modifiers = attacker_modifiers(rules, state, side, from, target, level);
        let attacker = SideForecast::new(rules, side, rules.attack_strength(state, units), modifiers);
        let (defenders, defender) = if kind == AttackKind::CloseCombat {
            let units = strongest(rules, state, here);
            let strength = UnitId::each(units).map(|u| rules.defence_value(state, u)).fold(0, u8::saturating_add);
            (units, Some(SideForecast::new(rules, side.enemy(), strength, defender_modifiers(rules, target))))
        } else {
            (here, None)
        };
        Self {
            kind,
            attacker,
            defender,
            defenders,
            doubled: crowded(rules, state, kind, side.enemy(), target),
            toll: kind == AttackKind::GateAssault && !rules.map().citadel().has(from),
        }
    }

    /// How many of the attacker's faces do what the attack is for: the assault succeeds, the close combat hits.
    pub fn good_faces(&self) -> u8 {
        let good = |face: &&DieForecast| match self.kind {
            AttackKind::CloseCombat => face.cell.0 > 0,
            AttackKind::AreaAssault | AttackKind::GateAssault => face.cell.1 != AssaultResult::Repulsed,
        };
        u8::try_from(self.attacker.dice.iter().filter(good).count()).unwrap_or(0)
    }
}

/// The defenders of a close combat that are strongest together, as many as may defend. Rule 7.6a.
fn strongest(rules: &BlockByBlock, state: &State, here: UnitSet) -> UnitSet {
    let mut units: Vec<UnitId> = UnitId::each(here).collect();
    units.sort_by_key(|unit| std::cmp::Reverse(rules.defence_value(state, *unit)));
    units.into_iter().take(usize::from(rules.numbers().close_combat_defenders.value)).collect()
}

/// The decisions between the order and the last die: the level that is meant, the loss to friendly fire that weakens the
/// group least, the strongest defenders. Nothing after that: a loss still to be chosen is a loss.
fn go_on(rules: &BlockByBlock, state: &State, level: Option<HeavyLevel>) -> Option<Command> {
    let attack = state.attack()?;
    match attack.stage {
        Stage::Level => level.map(|level| Command::ChooseLevel { level }),
        Stage::Defenders => Some(Command::Defend { units: as_list(strongest(rules, state, attack.defenders)) }),
        Stage::FriendlyFireLoss => {
            let mut options = Vec::new();
            rules.options(state, &mut options);
            options.into_iter().max_by_key(|option| match option {
                // What the unit is worth in attack before the loss, less what it is worth after it.
                Command::TakeLoss { unit } => std::cmp::Reverse(
                    rules.attack_value(state, *unit).saturating_sub(rules.attack_value_after_a_loss(state, *unit)),
                ),
                _ => std::cmp::Reverse(u8::MAX),
            })
        }
        _ => None,
    }
}

/// Whether a command is a close combat that hits nobody of the enemy on any die, not even with heavy weapons.
pub(crate) fn futile(rules: &BlockByBlock, state: &State, command: &Command) -> bool {
    matches!(command, Command::CloseCombat { .. })
        && rules.halves(state, command).is_some_and(|halves| halves.good_faces() == 0)
}

impl BlockByBlock {
    /// What an attack would do, with heavy weapons of `level` if the command calls them in.
    ///
    /// # Errors
    /// The refusal of the command, or rule 7.4a if `level` and command do not agree.
    pub fn forecast(&self, state: &State, command: &Command, level: Option<HeavyLevel>) -> Result<Forecast, Refusal> {
        let (number, target, heavy) = match *command {
            Command::Assault { group, target, heavy_weapons } => {
                check_assault(self, state, group, target, heavy_weapons)?;
                (group, Some(target), heavy_weapons)
            }
            Command::CloseCombat { group, heavy_weapons } => {
                check_close_combat(self, state, group, heavy_weapons)?;
                (group, None, heavy_weapons)
            }
            _ => {
                return Err(Refusal::new(
                    rule!("7.3"),
                    "The table gives odds for attacks only.",
                    "Choose an assault or a close combat.",
                ));
            }
        };
        if heavy != level.is_some() {
            return Err(Refusal::new(
                rule!("7.4a"),
                "Heavy weapons need a level when you call them in, and only then.",
                "Give both the call and its level, or neither.",
            ));
        }
        let (group, from, side) = attacker(self, state, number)?;
        let Halves { kind, attacker, defender, defenders, doubled, toll } =
            Halves::of(self, state, (group.units, from, side), target.unwrap_or(from), level);
        let reckon = |after: &State, events: &[crate::Event]| Reckoning::of(state, after, events);
        let follow = |after: &State| go_on(self, after, level);
        // Three dice of the attack, so every run of them is looked at. After the last attack of a turn each spent tower rolls as well, which
        // is none of its doing: those that are not attacked are taken to be fresh. Rule 8.0c.
        let mut calm = state.clone();
        for tower in UnitId::each(TOWERS & !defenders) {
            calm.units[tower.index()].condition = Condition::Fresh;
        }
        let runs = distribution(self, &calm, command, &reckon, &follow, u64::MAX)?.unwrap_or_default();
        let outcomes = runs.into_iter().filter_map(|(outcome, chance)| Some((outcome?, chance))).collect();
        Ok(Forecast { kind, attacker, defender, defenders, doubled, toll, outcomes })
    }

    /// Both halves of a legal attack, with the strongest heavy weapons if it calls them in; `None` for any other command.
    pub fn halves(&self, state: &State, attack: &Command) -> Option<Halves> {
        let (number, target, heavy) = match *attack {
            Command::Assault { group, target, heavy_weapons } => (group, Some(target), heavy_weapons),
            Command::CloseCombat { group, heavy_weapons } => (group, None, heavy_weapons),
            _ => return None,
        };
        let group = state.group(number)?;
        let from = place_of(state, group)?;
        let level = heavy.then_some(HeavyLevel::Two);
        let side = state.step().side()?;
        Some(Halves::of(self, state, (group.units, from, side), target.unwrap_or(from), level))
    }
}
