//! Numbers: attack values, the Combat Results Table, the calendar. Each says where it is from.

use serde::{Deserialize, Serialize};
use tabletop::{Provenance, RuleId, Sourced, between};

use crate::command::HeavyLevel;
use crate::places::Place;
use crate::rule;
use crate::state::Condition;
use crate::units::{UnitId, UnitKind};

/// The attack values of a kind of counter. Rule 2.4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitValues {
    pub kind: UnitKind,
    /// Attack value of the front.
    pub fresh: Sourced<u8>,
    /// Attack value of the back; none for one-sided counters.
    #[serde(default)]
    pub spent: Option<Sourced<u8>>,
}

/// `tables/block-by-block/units.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitTable(pub Vec<UnitValues>);

impl UnitTable {
    /// # Errors
    /// One sentence on what is missing or out of range.
    pub(crate) fn checked(mut self) -> Result<Self, String> {
        self.0.sort_by_key(|v| v.kind);
        for kind in UnitKind::ALL {
            let mut rows = self.0.iter().filter(|v| v.kind == kind);
            let (Some(values), None) = (rows.next(), rows.next()) else {
                return Err(format!("{kind:?} must be listed exactly once."));
            };
            if values.spent.is_some() == kind.one_sided() {
                return Err(format!(
                    "{kind:?} must have {}.",
                    if kind.one_sided() { "no spent side" } else { "a spent side" }
                ));
            }
            if values.fresh.value > 9 || values.spent.as_ref().is_some_and(|s| s.value > values.fresh.value) {
                return Err(format!(
                    "{kind:?}: attack values run from 0 to 9, and the spent side has at most the fresh one's."
                ));
            }
        }
        Ok(self)
    }

    /// The values of a kind.
    pub fn of(&self, kind: UnitKind) -> &UnitValues {
        &self.0[kind as usize]
    }

    /// The value printed on the side that lies up; a routed counter shows its last side.
    pub fn printed(&self, kind: UnitKind, condition: Condition) -> u8 {
        let values = self.of(kind);
        match (condition, &values.spent) {
            (Condition::Fresh, _) | (_, None) => values.fresh.value,
            (_, Some(spent)) => spent.value,
        }
    }
}

/// What an assault did. Rule 7.5. Written as its sign in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum AssaultResult {
    /// `-`: repulsed.
    Repulsed,
    /// `*`: successful, a step from each side.
    Success,
    /// `X`: a breakthrough, two steps from the defender.
    Breakthrough,
}

impl TryFrom<String> for AssaultResult {
    type Error = String;

    fn try_from(sign: String) -> Result<Self, String> {
        [Self::Repulsed, Self::Success, Self::Breakthrough]
            .into_iter()
            .find(|r| r.sign() == sign)
            .ok_or_else(|| format!("\"{sign}\" is no result of an assault: write \"-\", \"*\" or \"X\""))
    }
}

impl From<AssaultResult> for &'static str {
    fn from(result: AssaultResult) -> Self {
        result.sign()
    }
}

impl AssaultResult {
    /// The rule that says what it costs either side.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Success => rule!("7.5b"),
            Self::Breakthrough => rule!("7.5c"),
            Self::Repulsed => rule!("7.5d"),
        }
    }

    /// The sign in the table.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Repulsed => "-",
            Self::Success => "*",
            Self::Breakthrough => "X",
        }
    }
}

/// A cell of the Combat Results Table: hits in close combat, result of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell(pub u8, pub AssaultResult);

/// A cell whose value is known from the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownCell {
    /// Column by its index, from 0.
    pub column: usize,
    /// The modified roll.
    pub roll: i8,
    pub from: Provenance,
}

/// `tables/block-by-block/combat.ron`: the Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// Lowest strength of each column, ascending; the last column has no end.
    pub columns: Vec<u8>,
    /// The first row's modified roll, for it and everything below.
    pub first_roll: i8,
    /// One row for each modified roll, lowest first; the last row holds for everything above.
    pub rows: Vec<Vec<Cell>>,
    /// Where cells are from that are not listed in `known`.
    pub from: Provenance,
    /// Cells the text gives.
    pub known: Vec<KnownCell>,
}

impl CombatTable {
    /// # Errors
    /// One sentence on what is wrong with the shape of the table.
    pub(crate) fn checked(self) -> Result<Self, String> {
        if self.columns.first() != Some(&1) || self.columns.windows(2).any(|w| w[0] >= w[1]) {
            return Err("`columns` must begin with 1 and ascend.".into());
        }
        if self.rows.len() < 2 || self.rows.iter().any(|r| r.len() != self.columns.len()) {
            return Err(format!("every row must have {} cells, one a column.", self.columns.len()));
        }
        Ok(self)
    }

    /// The column of a strength of at least one. Ruling BB-R37.
    pub fn column(&self, strength: u8) -> usize {
        self.columns.iter().rposition(|low| *low <= strength.max(1)).unwrap_or(0)
    }

    /// The heading of a column: `9-10`, `13+`.
    pub fn heading(&self, column: usize) -> String {
        match self.columns.get(column + 1) {
            Some(next) if next - 1 > self.columns[column] => {
                format!("{}–{}", self.columns[column], next - 1)
            }
            Some(_) => self.columns[column].to_string(),
            None => format!("{}+", self.columns[column]),
        }
    }

    /// The row of a modified roll. Ruling BB-R37.
    pub fn row(&self, modified: i8) -> usize {
        usize::try_from(modified.saturating_sub(self.first_roll)).unwrap_or(0).min(self.rows.len() - 1)
    }

    /// The cell of a column and a modified roll.
    pub fn cell(&self, column: usize, modified: i8) -> Cell {
        self.rows[self.row(modified)][column]
    }

    /// Where a cell is from.
    pub fn source(&self, column: usize, modified: i8) -> &Provenance {
        let row = self.row(modified);
        self.known.iter().find(|k| k.column == column && self.row(k.roll) == row).map_or(&self.from, |k| &k.from)
    }
}

/// Where a reinforcement may be placed. Rule 11.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// The counters that arrive.
    pub units: Vec<UnitId>,
    /// The areas they may be placed in.
    pub areas: Vec<Place>,
    /// Whether any area that holds a friendly unit will do as well.
    #[serde(default)]
    pub beside_friends: bool,
    /// Whether each must have an area of its own.
    #[serde(default)]
    pub one_an_area: bool,
}

/// A turn of the calendar. Rules 5.1, 10 and 11.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRecord {
    /// The dates it stands for.
    pub dates: String,
    /// US/ARVN replacement points. Rule 10.1.
    pub us_arvn_points: Sourced<u8>,
    /// Who arrives. Rule 11.1.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
}

/// `tables/block-by-block/calendar.ron`: the Turn Record Track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Calendar(pub Vec<TurnRecord>);

impl Calendar {
    /// # Errors
    /// One sentence on what is missing.
    pub(crate) fn checked(self) -> Result<Self, String> {
        if self.0.len() != 5 {
            return Err(format!("the game has five turns, not {}.", self.0.len()));
        }
        for arrival in self.0.iter().flat_map(|t| &t.arrivals) {
            if let Some(place) = arrival.areas.iter().find(|p| p.is_box()) {
                return Err(format!("reinforcements cannot be placed in {place}: name an area."));
            }
            let Some(first) = arrival.units.first() else {
                return Err("an arrival without units: name at least one.".into());
            };
            if let Some(odd) = arrival.units.iter().find(|u| u.side() != first.side() || u.kind().is_static()) {
                return Err(format!("{odd} cannot arrive together with {first}."));
            }
        }
        Ok(self)
    }

    /// The record of a turn, counted from 1.
    pub fn turn(&self, turn: u8) -> &TurnRecord {
        &self.0[usize::from(between(turn, 1, 5)) - 1]
    }

    /// The last turn of the game.
    pub fn last_turn(&self) -> u8 {
        (1..).zip(&self.0).last().map_or(0, |(number, _)| number)
    }

    /// The turn and the entry under which a unit arrives, if it does.
    pub fn arrival_of(&self, unit: UnitId) -> Option<(u8, &Arrival)> {
        (1..).zip(&self.0).find_map(|(n, t)| t.arrivals.iter().find(|a| a.units.contains(&unit)).map(|a| (n, a)))
    }
}

/// What heavy weapons of a level give and cost. Rule 7.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyWeapons {
    /// What is added to the attacker's die.
    pub modifier: i8,
    /// By how much destruction rises.
    pub destruction: u8,
}

/// `tables/block-by-block/numbers.ron`: the numbers of the rules that stand on no counter, map or track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Units of an assault group at most. Rule 7.2.
    pub group_size: Sourced<u8>,
    /// Units that defend in close combat at most. Rule 7.6.
    pub close_combat_defenders: Sourced<u8>,
    /// So many defenders double their losses. Rule 7.5.
    pub crowd: Sourced<u8>,
    /// Friendly fire costs a step up to this die. Rule 7.4.
    pub friendly_fire_up_to: Sourced<u8>,
    /// Steps that a success costs the defender. Rule 7.5.
    pub success_steps: Sourced<u8>,
    /// Steps that a breakthrough costs the defender. Rule 7.5.
    pub breakthrough_steps: Sourced<u8>,
    /// A breakthrough costs the attacker a step up to this die. Rule 7.5.
    pub breakthrough_loss_up_to: Sourced<u8>,
    /// A spent tower is fresh again up to this die. Rule 8.0.
    pub recovery_up_to: Sourced<u8>,
    /// Level one. Rule 7.4.
    pub heavy_weapons_one: Sourced<HeavyWeapons>,
    /// Level two. Rule 7.4.
    pub heavy_weapons_two: Sourced<HeavyWeapons>,
    /// Added to an assault on a Gate Box from inside the citadel. Rule 8.1.
    pub gate_from_inside: Sourced<i8>,
    /// Added to an assault on a Gate Box from outside. Rule 8.1.
    pub gate_from_outside: Sourced<i8>,
    /// Added for every PAVN/NLF gate lettered in the area. Rule 8.1.
    pub enemy_gate: Sourced<i8>,
    /// Added to an assault over a bridge or across a gate's border. Rule 13.0.
    pub crossing: Sourced<i8>,
    /// Neither political track goes higher. Rule 9.0.
    pub track_end: Sourced<u8>,
    /// Publicity for the MACV Compound in PAVN/NLF hands. Rule 9.1.
    pub macv_publicity: Sourced<u8>,
    /// The turn of the PAVN/NLF replacements. Rule 10.2.
    pub replacement_turn: Sourced<u8>,
    /// The turn in which the Airborne battalions leave. Rule 11.2.
    pub withdrawal_turn: Sourced<u8>,
    /// The turn whose replacement points that costs. Rule 11.2.
    pub penalty_turn: Sourced<u8>,
    /// PAVN/NLF replacement points a gate. Rule 10.2.
    pub points_a_gate: Sourced<u8>,
    /// Points an eliminated PAVN battalion costs. Rule 10.2.
    pub battalion_price: Sourced<u8>,
    /// Points of turn 4 that a routed Airborne battalion costs. Rule 11.2.
    pub airborne_routed: Sourced<u8>,
    /// Points of turn 4 that an eliminated Airborne battalion costs. Rule 11.2.
    pub airborne_eliminated: Sourced<u8>,
    /// What a level of clearing is worth. Rule 3.3.
    pub clearing_worth: Sourced<u8>,
    /// Destruction is divided by this and rounded up. Rule 3.3.
    pub destruction_by: Sourced<u8>,
    /// What each part of destruction is worth. Rule 3.3.
    pub destruction_worth: Sourced<u8>,
    /// The clearing score that divides the two results of each side. Rule 3.2.
    pub great_score: Sourced<u8>,
    /// The same where the players have agreed on a line of ours. Ruling BB-R61.
    pub even_great_score: Sourced<u8>,
    /// With so many zones US/ARVN wins. Rule 3.2.
    pub winning_zones: Sourced<u8>,
    /// The same where the players have agreed on a line of ours. Ruling BB-R62.
    pub even_winning_zones: Sourced<u8>,
    /// With so many zones, and fewer than to win, it is a draw. Rule 3.2.
    pub draw_zones: Sourced<u8>,
}

impl Numbers {
    /// # Errors
    /// One sentence on the first number that makes no sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        for (name, value) in [
            ("group_size", &self.group_size),
            ("close_combat_defenders", &self.close_combat_defenders),
            ("destruction_by", &self.destruction_by),
        ] {
            if value.value == 0 {
                return Err(format!("`{name}` must be at least 1."));
            }
        }
        let most = crate::groups::MOST_IN_A_GROUP;
        for (name, value) in
            [("group_size", &self.group_size), ("close_combat_defenders", &self.close_combat_defenders)]
        {
            if value.value > most {
                return Err(format!("`{name}` must not be more than {most}."));
            }
        }
        let modifiers = [
            ("heavy_weapons_one", self.heavy_weapons_one.value.modifier),
            ("heavy_weapons_two", self.heavy_weapons_two.value.modifier),
            ("gate_from_inside", self.gate_from_inside.value),
            ("gate_from_outside", self.gate_from_outside.value),
            ("enemy_gate", self.enemy_gate.value),
            ("crossing", self.crossing.value),
        ];
        if let Some((name, _)) = modifiers.iter().find(|(_, value)| !(-20..=20).contains(value)) {
            return Err(format!("`{name}` must change the die by 20 at most."));
        }
        for (name, wins) in [("winning_zones", &self.winning_zones), ("even_winning_zones", &self.even_winning_zones)] {
            if self.draw_zones.value > wins.value {
                return Err(format!("`draw_zones` must not be more than `{name}`."));
            }
        }
        Ok(self)
    }

    /// What heavy weapons of a level give and cost. Rule 7.4.
    pub fn heavy_weapons(&self, level: HeavyLevel) -> HeavyWeapons {
        match level {
            HeavyLevel::One => self.heavy_weapons_one.value,
            HeavyLevel::Two => self.heavy_weapons_two.value,
        }
    }
}
