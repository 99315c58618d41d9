//! What the player holds: counters, a planned attack, a tool, a ruler. Pure: what a gesture means is decided here from the
//! offers; the systems only carry it out.

use bevy::prelude::Resource;
use panels::hex::{Shade, Tool};
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::state::{Pending, State, Step};
use search_and_destroy::{Hex, UnitId};

use super::offers::Offers;

/// What is in hand, and what can be done with it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Hand {
    pub held: Vec<UnitId>,
    /// What a click on the map hides.
    pub tool: Option<Tool>,
    /// The attack that is planned.
    pub plan: Option<Command>,
    /// Other ways to make it.
    pub ways: Vec<Command>,
    /// Where the keyboard points.
    pub cursor: Option<Hex>,
    /// The hex that is read about.
    pub inspected: Option<Hex>,
    pub shade: Shade,
    /// Where the ruler begins, while it is out.
    pub ruler: Option<Hex>,
    pub offers: Offers,
}

/// What a gesture came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Order(Vec<Command>),
    /// It cannot be done there: say why.
    Refuse(Hex),
    /// Nothing but a change of what is in hand.
    Hold,
}

impl Hand {
    /// Holds these counters and nothing else.
    pub fn hold(&mut self, units: Vec<UnitId>) {
        self.held = units;
        self.tool = None;
        self.put_away();
    }

    /// Puts the planned attack away.
    pub fn put_away(&mut self) {
        self.plan = None;
        self.ways.clear();
    }

    /// Lets go of one thing: the plan, the ruler, the tool, the counters, the shade.
    pub fn let_go(&mut self) {
        if self.plan.is_some() {
            self.put_away();
        } else if self.ruler.is_some() {
            self.ruler = None;
        } else if self.tool.is_some() {
            self.tool = None;
        } else if !self.held.is_empty() {
            self.held.clear();
            self.cursor = None;
        } else {
            self.shade = Shade::Reach;
            self.cursor = None;
        }
    }

    /// Whether there is something to let go of.
    pub fn is_holding(&self) -> bool {
        self.plan.is_some() || self.ruler.is_some() || self.tool.is_some() || !self.held.is_empty()
    }

    /// Whether a counter can be taken up.
    pub fn can_take(&self, unit: UnitId) -> bool {
        self.offers.actors.contains(&unit)
    }

    /// A counter was pressed; `adds` with Shift or Ctrl, `all` by a double click.
    pub fn press_unit(&mut self, view: &State, unit: UnitId, adds: bool, all: bool) -> Deed {
        let hex = view.unit(unit).and_then(|u| u.hex());
        if let Some(hex) = hex.filter(|hex| self.tool.is_some() && self.offers.hexes.contains_key(hex)) {
            return self.press_hex(hex);
        }
        if let Some(ways) = self.offers.targets.get(&unit).cloned() {
            if matches!(view.pending(), Pending::Advance { .. }) {
                return Deed::Order(ways);
            }
            if self.plan_is_against(unit) {
                return self.confirm_plan();
            }
            self.inspected = hex;
            self.plan = ways.first().cloned();
            self.ways = ways;
            return Deed::Hold;
        }
        self.inspected = hex.or(self.inspected);
        if self.can_take(unit) {
            let stack = |u: &UnitId| all && view.unit(*u).and_then(|u| u.hex()) == hex && hex.is_some();
            let mut held = if adds { self.held.clone() } else { Vec::new() };
            let taken: Vec<UnitId> = self.offers.actors.iter().copied().filter(|u| *u == unit || stack(u)).collect();
            match held.iter().position(|u| *u == unit).filter(|_| adds) {
                Some(at) => _ = held.remove(at),
                None => held.extend(taken.into_iter().filter(|u| !self.held.contains(u) || !adds)),
            }
            self.hold(held);
            return Deed::Hold;
        }
        match hex {
            Some(hex) if !self.held.is_empty() => self.press_hex(hex),
            _ => Deed::Hold,
        }
    }

    /// A hex was pressed where no counter lies that means anything.
    pub fn press_hex(&mut self, hex: Hex) -> Deed {
        self.inspected = Some(hex);
        if let Some((_, commands)) = self.offers.hexes.get(&hex) {
            return Deed::Order(commands.clone());
        }
        if self.held.is_empty() && self.tool.is_none() { Deed::Hold } else { Deed::Refuse(hex) }
    }

    /// A river hexside was pressed.
    pub fn press_river(&mut self, river: u8) -> Option<Deed> {
        self.offers.rivers.get(&river).map(|command| Deed::Order(vec![command.clone()]))
    }

    fn plan_is_against(&self, unit: UnitId) -> bool {
        matches!(&self.plan, Some(Command::Fire { target, .. } | Command::Assault { target, .. } | Command::Antitank { target, .. }) if *target == unit)
    }

    /// Orders the planned attack.
    pub fn confirm_plan(&mut self) -> Deed {
        let Some(plan) = self.plan.take() else { return Deed::Hold };
        self.ways.clear();
        Deed::Order(vec![plan])
    }

    /// Enter: the planned attack, or what can be done where the keyboard points.
    pub fn confirm(&mut self, view: &State) -> Deed {
        if self.plan.is_some() {
            return self.confirm_plan();
        }
        let Some(cursor) = self.cursor else { return Deed::Hold };
        let target = self.offers.targets.keys().copied().find(|u| lies(view, *u, cursor));
        if let Some(target) = target {
            return self.press_unit(view, target, false, false);
        }
        if self.offers.hexes.contains_key(&cursor) {
            return self.press_hex(cursor);
        }
        let own = self.offers.actors.iter().copied().find(|u| lies(view, *u, cursor) && !self.held.contains(u));
        match own {
            Some(unit) => self.press_unit(view, unit, false, false),
            None => self.press_hex(cursor),
        }
    }

    /// A unit of the planned attack uses its strength in another way.
    pub fn set_rate(&mut self, unit: UnitId, rate: Rate) {
        if let Some(Command::Fire { shots, .. } | Command::Assault { shots, .. }) = &mut self.plan {
            shots.iter_mut().filter(|shot| shot.unit == unit).for_each(|shot| shot.rate = rate);
        }
    }

    /// What the hand is worth after an order: what can no longer act is let go; in the set-up the next counter comes to hand.
    pub fn after_order(&mut self, view: &State) {
        self.put_away();
        let before = std::mem::take(&mut self.held);
        let kept: Vec<UnitId> = before.iter().copied().filter(|u| self.offers.actors.contains(u)).collect();
        let setting_up = matches!(view.step(), Step::UsSetup | Step::Setup);
        self.held = match (setting_up, kept.is_empty(), before.last()) {
            (true, true, Some(last)) => self.offers.actors.iter().copied().find(|u| u > last).into_iter().collect(),
            _ => kept,
        };
        if let Pending::Retreat { unit, .. } = view.pending()
            && self.offers.actors.contains(unit)
        {
            self.held = vec![*unit];
        }
        if !setting_up {
            self.tool = None;
        }
    }
}

/// Who carries an attack out that can be planned; none of other orders.
pub fn attackers(command: &Command) -> Option<Vec<UnitId>> {
    match command {
        Command::Fire { shots, .. } | Command::Assault { shots, .. } => {
            Some(shots.iter().map(|shot| shot.unit).collect())
        }
        Command::Antitank { unit, .. } => Some(vec![*unit]),
        _ => None,
    }
}

/// Whether a counter lies in a hex.
fn lies(view: &State, unit: UnitId, hex: Hex) -> bool {
    view.unit(unit).and_then(|u| u.hex()) == Some(hex)
}
