//! What can be done with the counters in hand: asked of the rules, from the position as the side that acts may know it.

use std::collections::BTreeMap;

use panels::hex::Tool;
use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::state::{Pending, Place, State, Step};
use search_and_destroy::units::Kind;
use search_and_destroy::{Hex, SearchAndDestroy, Side, UnitId};
use tabletop::{Refusal, Ruleset};

/// What can be done now, with nothing in hand and with what is in hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offers {
    /// Counters that can do something.
    pub actors: Vec<UnitId>,
    /// Hexes the counters in hand can be ordered to, with what that costs.
    pub hexes: BTreeMap<Hex, (Option<u8>, Vec<Command>)>,
    /// River hexsides a boat in hand can be ordered to.
    pub rivers: BTreeMap<u8, Command>,
    /// Counters that what is in hand can attack or otherwise mean, with the ways to do it.
    pub targets: BTreeMap<UnitId, Vec<Command>>,
    /// What the counters in hand can do without any target.
    pub more: Vec<Command>,
}

/// Everybody with one rate of fire, in the order the rules ask for.
pub fn shots(held: &[UnitId], rate: Rate) -> Vec<Shot> {
    let mut units = held.to_vec();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|unit| Shot { unit, rate }).collect()
}

/// Who can do something, whatever is in hand.
pub fn actors(rules: &SearchAndDestroy, view: &State, side: Side, offered: &[Command]) -> Vec<UnitId> {
    match view.pending() {
        Pending::Nothing => {}
        Pending::Retreat { unit, .. } => return vec![*unit],
        _ => return Vec::new(),
    }
    let own = || view.units().filter(|(_, u)| u.side() == side);
    match view.step() {
        Step::UsSetup | Step::Setup => {
            own().filter(|(_, u)| matches!(u.place, Place::Pool(_))).map(|(id, _)| id).collect()
        }
        Step::UsMovement | Step::NlfMovement => own()
            .filter(|(id, unit)| {
                if unit.kind.is_boat() {
                    return matches!(unit.place, Place::River(n) if [n.wrapping_sub(1), n + 1]
                        .iter()
                        .any(|to| rules.check(view, &Command::Sail { unit: *id, river: *to }).is_ok()));
                }
                !rules.reach(view, *id).is_empty()
                    || rules.check(view, &Command::Leave { unit: *id }).is_ok()
                    || rules.check(view, &Command::Stray { unit: *id }).is_ok()
                    || rules.check(view, &Command::Dig { unit: *id }).is_ok()
                    || offered.iter().any(|command| means(command, *id))
            })
            .map(|(id, _)| id)
            .collect(),
        Step::UsSearch => {
            let mut units: Vec<UnitId> = offered
                .iter()
                .filter_map(|c| match c {
                    Command::Probe { unit, .. } | Command::Search { unit, .. } => Some(*unit),
                    _ => None,
                })
                .collect();
            units.sort_unstable();
            units.dedup();
            units
        }
        Step::UsPlot => {
            let observer = |command: &Command| match command {
                Command::Plot { unit, .. } => Some(*unit),
                _ => None,
            };
            let mut units: Vec<UnitId> = offered.iter().filter_map(observer).collect();
            units.sort_unstable();
            units.dedup();
            units
        }
        Step::Surprise => view.surprises().to_vec(),
        Step::UsFire | Step::NlfFire | Step::UsAssault | Step::NlfAssault => own()
            .filter(|(id, unit)| {
                unit.eye().is_some()
                    && (!attacks(rules, view, side, &[*id], true).is_empty()
                        || rules.check(view, &Command::Hide { unit: *id }).is_ok()
                        || offered.iter().any(|command| means(command, *id) || joins(command, *id))
                        || view.aboard(*id).any(|(weapon, _)| offered.iter().any(|command| means(command, weapon))))
            })
            .map(|(id, _)| id)
            .collect(),
        Step::Over => Vec::new(),
    }
}

/// Whether an order is about a counter, apart from moving and fighting.
fn means(command: &Command, id: UnitId) -> bool {
    match command {
        Command::Mount { unit, .. }
        | Command::Dismount { unit, .. }
        | Command::Load { unit, .. }
        | Command::Unload { unit }
        | Command::Haul { unit, .. }
        | Command::SetDown { unit }
        | Command::Appoint { unit }
        | Command::ClearCivilians { unit, .. }
        | Command::Plot { unit, .. }
        | Command::CallStrike { unit, .. }
        | Command::Forgo { unit: Some(unit) } => *unit == id,
        Command::Land { helicopter, passengers, .. } => *helicopter == id || passengers.contains(&id),
        Command::Hover { helicopter, .. } | Command::LiftOff { helicopter } => *helicopter == id,
        Command::Mortar { weapon, .. } => *weapon == id,
        _ => false,
    }
}

/// Whether a counter takes part in an attack: one that is too weak alone may be strong enough with others.
fn joins(command: &Command, id: UnitId) -> bool {
    match command {
        Command::Fire { shots, .. } | Command::Assault { shots, .. } => shots.iter().any(|shot| shot.unit == id),
        _ => false,
    }
}

/// What these counters can attack, and how.
fn attacks(
    rules: &SearchAndDestroy,
    view: &State,
    side: Side,
    held: &[UnitId],
    any: bool,
) -> BTreeMap<UnitId, Vec<Command>> {
    let mut found = BTreeMap::new();
    let all = shots(held, Rate::Normal);
    for (target, _) in view.units().filter(|(_, u)| u.side() != side && u.eye().is_some()) {
        let mut ways = Vec::new();
        let mut offer = |command: Command| {
            if rules.check(view, &command).is_ok() {
                ways.push(command);
            }
        };
        let close = matches!(view.step(), Step::UsAssault | Step::NlfAssault);
        if !close {
            offer(Command::Fire { shots: all.clone(), target });
        }
        if close || view.step() == Step::Surprise {
            offer(Command::Assault { shots: all.clone(), target });
        }
        if let [one] = held
            && !close
        {
            offer(Command::Antitank { unit: *one, target });
        }
        if !ways.is_empty() {
            found.insert(target, ways);
            if any {
                break;
            }
        }
    }
    found
}

impl Offers {
    /// What can be done with these counters, or with this tool, in hand.
    pub fn new(
        rules: &SearchAndDestroy,
        view: &State,
        side: Side,
        actors: Vec<UnitId>,
        held: &[UnitId],
        tool: Option<Tool>,
        offered: &[Command],
    ) -> Self {
        let mut offers = Self { actors, ..Self::default() };
        match view.pending() {
            Pending::Nothing => {
                offers.step(rules, view, side, held, tool);
                if tool.is_none() {
                    offers.besides(rules, view, held, offered);
                }
            }
            Pending::Answer(_) => {}
            Pending::Retreat { .. } => {
                for command in offered {
                    if let Command::Retreat { to } = command {
                        offers.hexes.insert(*to, (None, vec![command.clone()]));
                    }
                }
            }
            Pending::Advance { .. } => {
                for command in offered {
                    if let Command::Advance { unit } = command {
                        offers.targets.insert(*unit, vec![command.clone()]);
                    }
                }
            }
        }
        offers
    }

    /// What is offered for the counters in hand apart from moving and fighting: getting in and out, carrying, leading.
    fn besides(&mut self, rules: &SearchAndDestroy, view: &State, held: &[UnitId], offered: &[Command]) {
        let about = |command: &&Command| held.iter().any(|id| means(command, *id));
        for command in offered.iter().filter(about) {
            match command {
                Command::Dismount { at, .. } | Command::ClearCivilians { at, .. } => {
                    self.hexes.entry(*at).or_insert((None, vec![command.clone()]));
                }
                Command::Plot { .. }
                | Command::Land { .. }
                | Command::Hover { .. }
                | Command::CallStrike { .. }
                | Command::Mortar { .. } => {}
                other => self.more.push(other.clone()),
            }
        }
        let Some(&first) = held.first() else { return };
        let Some(unit) = view.unit(first) else { return };
        // What a helicopter, or an observer who plots, can do lies all over the map: the offers are only some of it.
        let mut passengers = held.to_vec();
        passengers.sort_unstable();
        let ready = view.units().find(|(_, u)| u.kind == Kind::Transport && u.place == Place::Base).map(|(id, _)| id);
        let at_hex = |at: Hex| match (unit.kind, unit.place) {
            _ if view.step() == Step::UsPlot => Some(Command::Plot { unit: first, at }),
            (Kind::Gunship, Place::Base) => Some(Command::Hover { helicopter: first, at }),
            (Kind::Transport, Place::Base) => {
                Some(Command::Land { helicopter: first, passengers: Vec::new(), supply: false, at })
            }
            (_, Place::Reserve(_)) => {
                Some(Command::Land { helicopter: ready?, passengers: passengers.clone(), supply: false, at })
            }
            _ => None,
        };
        for at in rules.map().hexes() {
            if let Some(command) = at_hex(at).filter(|c| rules.check(view, c).is_ok()) {
                self.hexes.entry(at).or_insert((None, vec![command]));
            }
        }
    }

    /// Where a tool can be used.
    fn with_tool(&mut self, rules: &SearchAndDestroy, view: &State, held: &[UnitId], tool: Tool) {
        for at in rules.map().hexes() {
            let found = tool_orders(view, held, tool, at).into_iter().find(|c| rules.check(view, c).is_ok());
            if let Some(command) = found {
                self.hexes.insert(at, (None, vec![command]));
            }
        }
    }

    fn step(&mut self, rules: &SearchAndDestroy, view: &State, side: Side, held: &[UnitId], tool: Option<Tool>) {
        if let Some(tool) = tool {
            self.with_tool(rules, view, held, tool);
            return;
        }
        let legal = |command: &Command| rules.check(view, command).is_ok();
        match view.step() {
            Step::UsSetup | Step::Setup => self.set_up(rules, view, held),
            Step::UsMovement | Step::NlfMovement => self.moves(rules, view, held),
            Step::UsSearch => {
                for unit in held {
                    let Some(here) = view.unit(*unit).and_then(|u| u.hex()) else { continue };
                    let around = rules.map().neighbours(here).map(|(_, hex)| hex).chain([here]);
                    for at in around.collect::<Vec<_>>() {
                        for command in [Command::Probe { unit: *unit, at }, Command::Search { unit: *unit, at }] {
                            if legal(&command) {
                                self.hexes.entry(at).or_insert((None, vec![command]));
                            }
                        }
                    }
                }
            }
            Step::Surprise | Step::UsFire | Step::NlfFire | Step::UsAssault | Step::NlfAssault => {
                if !held.is_empty() {
                    self.targets = attacks(rules, view, side, held, false);
                }
                let hides = held.iter().map(|unit| Command::Hide { unit: *unit });
                self.more.extend(hides.filter(legal));
            }
            Step::UsPlot | Step::Over => {}
        }
    }

    fn set_up(&mut self, rules: &SearchAndDestroy, view: &State, held: &[UnitId]) {
        let legal = |command: &Command| rules.check(view, command).is_ok();
        let Some(&unit) = held.first() else { return };
        if view.unit(unit).is_some_and(|u| u.kind.is_boat()) {
            let count = u8::try_from(rules.map().river().len()).unwrap_or(u8::MAX);
            let all = (0..count).map(|river| (river, Command::Moor { unit, river }));
            self.rivers.extend(all.filter(|(_, c)| legal(c)));
        } else {
            let all = rules.map().hexes().map(|at| (at, Command::Place { unit, at }));
            self.hexes.extend(all.filter(|(_, c)| legal(c)).map(|(at, c)| (at, (None, vec![c]))));
        }
        let mut elements = view.elements().to_vec();
        elements.sort_unstable();
        elements.dedup();
        self.more.extend(elements.into_iter().map(|element| Command::Assign { unit, element }).filter(legal));
    }

    fn moves(&mut self, rules: &SearchAndDestroy, view: &State, held: &[UnitId]) {
        let legal = |command: &Command| rules.check(view, command).is_ok();
        if let [unit] = held
            && view.unit(*unit).is_some_and(|u| u.kind.is_boat())
        {
            let count = u8::try_from(rules.map().river().len()).unwrap_or(u8::MAX);
            let all = (0..count).map(|river| (river, Command::Sail { unit: *unit, river }));
            self.rivers.extend(all.filter(|(_, c)| legal(c)));
        } else {
            // Those with an Attack Strength go first: leaders and observers stack with them.
            let mut order: Vec<UnitId> = held.to_vec();
            let team = |id: &UnitId| view.unit(*id).is_some_and(|u| u.kind.is_team());
            order.sort_by_key(|id| (team(id), *id));
            let mut together: Option<BTreeMap<Hex, (Option<u8>, Vec<Command>)>> = None;
            for unit in order {
                let reach: BTreeMap<Hex, (u8, Vec<Hex>)> =
                    rules.reach(view, unit).into_iter().map(|(hex, cost, path)| (hex, (cost, path))).collect();
                let step = |path: &[Hex]| Command::Move { unit, path: path.to_vec() };
                together = Some(match together {
                    None => reach.iter().map(|(hex, (cost, path))| (*hex, (Some(*cost), vec![step(path)]))).collect(),
                    Some(before) => before
                        .into_iter()
                        .filter_map(|(hex, (cost, mut commands))| {
                            let (more, path) = reach.get(&hex)?;
                            commands.push(step(path));
                            Some((hex, (cost.max(Some(*more)), commands)))
                        })
                        .collect(),
                });
            }
            self.hexes = together.unwrap_or_default();
        }
        for unit in held {
            self.more.extend([Command::Leave { unit: *unit }, Command::Dig { unit: *unit }].into_iter().filter(legal));
        }
        // A loss: after everything else that can be done with what is in hand.
        self.more.extend(held.iter().map(|unit| Command::Stray { unit: *unit }).filter(legal));
    }

    /// Whether nothing can be done with what is in hand.
    pub fn is_idle(&self) -> bool {
        self.hexes.is_empty() && self.rivers.is_empty() && self.targets.is_empty() && self.more.is_empty()
    }
}

/// The orders that a tool means in a hex: the first that is legal is given.
fn tool_orders(view: &State, held: &[UnitId], tool: Tool, at: Hex) -> Vec<Command> {
    let of_held = |order: &dyn Fn(UnitId) -> Command| held.first().map(|id| order(*id)).into_iter().collect();
    match tool {
        Tool::Trap => vec![Command::LayTrap { at }],
        Tool::Cache => vec![Command::HideCache { at }],
        Tool::Register => vec![Command::Register { at }],
        Tool::Dig => [false, true].map(|dug| Command::Improve { at, dug }).to_vec(),
        Tool::Strike(along) => of_held(&|unit| Command::CallStrike { unit, at, along }),
        Tool::Supply => of_held(&|helicopter| Command::Land { helicopter, passengers: Vec::new(), supply: true, at }),
        Tool::Mortar => {
            let Some(crew) = held.first() else { return Vec::new() };
            let weapon = view.units().find(|(_, u)| u.kind.is_heavy_weapon() && u.place == Place::With(*crew));
            let Some((weapon, unit)) = weapon else { return Vec::new() };
            let side = unit.side();
            // The crew looks for itself first, then anybody else who sees the target.
            let others = view.units().filter(|(id, u)| u.side() == side && u.eye().is_some() && id != crew);
            std::iter::once(*crew)
                .chain(others.map(|(id, _)| id))
                .map(|observer| Command::Mortar { weapon, observer, at })
                .collect()
        }
    }
}

/// Why what is in hand cannot be ordered to a hex, or against the enemy counter that lies there.
pub fn refusal(
    rules: &SearchAndDestroy,
    view: &State,
    side: Side,
    held: &[UnitId],
    tool: Option<Tool>,
    to: Hex,
) -> Option<Refusal> {
    if let Some(tool) = tool {
        return tool_orders(view, held, tool, to).first().and_then(|c| rules.check(view, c).err());
    }
    let unit = *held.first()?;
    let enemy = || view.units().find(|(_, u)| u.side() != side && rules.near_hex(u) == Some(to)).map(|(id, _)| id);
    let known = view.unit(unit)?;
    let command = match view.step() {
        Step::UsSetup | Step::Setup => Command::Place { unit, at: to },
        Step::UsMovement if known.kind == Kind::Gunship => Command::Hover { helicopter: unit, at: to },
        Step::UsMovement if known.kind == Kind::Transport => {
            Command::Land { helicopter: unit, passengers: Vec::new(), supply: false, at: to }
        }
        Step::UsPlot => Command::Plot { unit, at: to },
        Step::UsMovement | Step::NlfMovement => {
            let from = known.hex();
            if from == Some(to) {
                return None;
            }
            Command::Move { unit, path: from.map_or_else(|| vec![to], |from| straight(from, to)) }
        }
        Step::UsSearch => {
            let probes = view.in_hex(to, Side::Nlf).any(|(_, u)| u.face_down);
            if probes { Command::Probe { unit, at: to } } else { Command::Search { unit, at: to } }
        }
        Step::UsAssault | Step::NlfAssault => Command::Assault { shots: shots(held, Rate::Normal), target: enemy()? },
        Step::Surprise | Step::UsFire | Step::NlfFire => {
            Command::Fire { shots: shots(held, Rate::Normal), target: enemy()? }
        }
        Step::Over => return None,
    };
    rules.check(view, &command).err()
}

/// The hexes of a straight way, each nearer than the one before.
fn straight(from: Hex, to: Hex) -> Vec<Hex> {
    let mut way = Vec::new();
    let mut here = from;
    while here != to && way.len() < 80 {
        let next = search_and_destroy::Direction::ALL.into_iter().map(|side| here.neighbour(side));
        let Some(next) = next.min_by_key(|hex| hex.distance(to)) else { break };
        way.push(next);
        here = next;
    }
    way
}
