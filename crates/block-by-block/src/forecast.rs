//! What an attack would do, exactly, before it is made. Rules 7.4 to 7.6 and 13.0.

use tabletop::Refusal;

use crate::combat::{attacker_modifiers, check_assault, check_close_combat, defender_modifiers, kind_of};
use crate::event::Modifier;
use crate::groups::place_of;
use crate::state::{AttackKind, State};
use crate::tables::{AssaultResult, Cell};
use crate::units::{Side, UnitId, UnitSet};
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
    /// Total strength.
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
    /// Of which kind it is.
    pub kind: AttackKind,
    /// The attacker's half.
    pub attacker: SideForecast,
    /// The defender's half; close combat only. He is taken to choose his three strongest.
    pub defender: Option<SideForecast>,
    /// The units taken to defend.
    pub defenders: UnitSet,
    /// Whether four or more defenders double their losses. Rule 7.5.
    pub doubled: bool,
    /// Whether a die decides on a friendly-fire loss first: three in six. Rule 7.4.
    pub friendly_fire: bool,
    /// Whether the assault costs a step because the gate is assaulted from outside. Rule 8.1.
    pub toll: bool,
    /// Chances in 6 of `-`, `*` and `X`; assaults only.
    pub results: [u8; 3],
    /// Chances in 6 of 0, 1, 2 and 3 hits on the defender; close combat only.
    pub hits_on_defender: [u8; 4],
    /// Chances in 6 of 0, 1, 2 and 3 hits on the attacker; close combat only.
    pub hits_on_attacker: [u8; 4],
}

impl SideForecast {
    fn new(rules: &BlockByBlock, side: Side, strength: u8, modifiers: Vec<Modifier>) -> Self {
        let table = rules.combat_table();
        let column = table.column(strength);
        let added: i8 = modifiers.iter().map(|m| m.value).sum();
        let dice = [1, 2, 3, 4, 5, 6].map(|die: u8| {
            let total = i8::try_from(die).unwrap_or(0) + added;
            DieForecast { die, total, cell: table.cell(column, total) }
        });
        Self { side, strength, column, modifiers, dice }
    }

    /// What is added to the die altogether.
    pub fn modifier_sum(&self) -> i8 {
        self.modifiers.iter().map(|m| m.value).sum()
    }

    fn hits(&self) -> [u8; 4] {
        let mut chances = [0; 4];
        for face in &self.dice {
            chances[usize::from(face.cell.0).min(3)] += 1;
        }
        chances
    }
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
                    "Only attacks have odds on the table.",
                    "Choose an assault or a close combat.",
                ));
            }
        };
        if heavy != level.is_some() {
            return Err(Refusal::new(
                rule!("7.4a"),
                "Heavy weapons have a level exactly when they are called in.",
                "Give the level with the call, or neither.",
            ));
        }
        let Some((group, from)) = state.group(number).and_then(|g| Some((g, place_of(state, g)?))) else {
            return Err(Refusal::new(
                rule!("7.3"),
                format!("There is no group {number}."),
                "Choose one of the groups.",
            ));
        };
        let target = target.unwrap_or(from);
        let side = state.step().side().unwrap_or(Side::UsArvn);
        let kind = kind_of(from, target);
        let here = state.side_at(side.enemy(), target);
        let modifiers = attacker_modifiers(self, state, side, from, target, level);
        let attacker = SideForecast::new(self, side, self.attack_strength(state, group.units), modifiers);
        let (defenders, defender) = if kind == AttackKind::CloseCombat {
            let mut units: Vec<UnitId> = UnitId::each(here).collect();
            units.sort_by_key(|u| std::cmp::Reverse(self.defence_value(state, *u)));
            units.truncate(3);
            let strength = units.iter().map(|u| self.defence_value(state, *u)).fold(0, u8::saturating_add);
            let half = SideForecast::new(self, side.enemy(), strength, defender_modifiers(self, target));
            (units.iter().fold(0, |set, u| set | u.set()), Some(half))
        } else {
            (here, None)
        };
        let mut results = [0; 3];
        if defender.is_none() {
            for face in &attacker.dice {
                results[face.cell.1 as usize] += 1;
            }
        }
        let inside = self.map().citadel() & from.set() != 0;
        Ok(Forecast {
            kind,
            defenders,
            doubled: kind != AttackKind::CloseCombat && here.count_ones() >= 4,
            friendly_fire: heavy,
            toll: kind == AttackKind::GateAssault && !inside,
            results,
            hits_on_defender: if defender.is_some() { attacker.hits() } else { [0; 4] },
            hits_on_attacker: defender.as_ref().map_or([0; 4], SideForecast::hits),
            attacker,
            defender,
        })
    }

    /// Chances in 6 that an assault succeeds, by either `*` or `X`.
    pub fn success_chances(forecast: &Forecast) -> u8 {
        forecast.results[AssaultResult::Success as usize] + forecast.results[AssaultResult::Breakthrough as usize]
    }
}
