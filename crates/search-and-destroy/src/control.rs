//! US leadership [13.0] and NLF command control [15.1]. Rules base-4.8, base-4.9, 31.0; rulings SD-A44 and SD-A63.

use tabletop::Halt;

use crate::event::Absence;
use crate::hex::Hex;
use crate::map::Map;
use crate::movement::own;
use crate::play::Play;
use crate::refuse::{No, said};
use crate::state::{Place, State, Step, Switch, Unit};
use crate::units::{Kind, Side, UnitId};
use crate::{Event, SearchAndDestroy, rule};

/// What a leader is to his troops in this turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leader {
    Leads(Hex),
    Acting(Hex),
    Lost(Hex),
    /// Somebody acts for him who is dead, and has lost leadership.
    Wavers,
    Dead,
    /// Off the map: he has left it, or has yet to come.
    Away,
}

/// Whether a Cadre commands a unit. Ruling SD-A44.
fn commands(cadre: &Unit, unit: &Unit) -> bool {
    match cadre.kind {
        Kind::BattalionCadre => true,
        Kind::CompanyCadre => cadre.company == unit.company,
        Kind::PlatoonCadre => cadre.company == unit.company && cadre.platoon == unit.platoon,
        _ => false,
    }
}

/// Where a unit leads from and is led: a rider is where its carrier is.
pub(crate) fn stands(state: &State, unit: &Unit) -> Option<Hex> {
    match unit.place {
        Place::With(carrier) => state.unit(carrier).and_then(Unit::hex),
        _ => unit.hex(),
    }
}

/// Whether somebody leads or commands a unit. Rules base-4.8 and base-4.9.
pub(crate) fn leads(state: &State, leader: &Unit, unit: &Unit) -> bool {
    if unit.side() == Side::Nlf {
        return commands(leader, unit) && !unit.kind.is_cadre() && needs_leader(state, unit);
    }
    let advanced = state.has(Switch::PlatoonLeaders);
    state.has(Switch::Leadership)
        && leader.company == unit.company
        && match leader.kind {
            Kind::CompanyCommander if advanced && unit.kind == Kind::PlatoonLeader => true,
            Kind::CompanyCommander if advanced && !state.rulings.before(7) => {
                unit.kind.is_squad() && (!has_chief(state, unit.company, unit.platoon) || is_orphaned(state, unit))
            }
            Kind::CompanyCommander if advanced => false,
            Kind::CompanyCommander => unit.kind.is_squad(),
            Kind::PlatoonLeader => advanced && unit.kind.is_squad() && leader.platoon == unit.platoon,
            _ if leader.acting => unit.kind.is_squad() && body(state, leader) == body(state, unit),
            _ => false,
        }
}

/// Whether a unit does worse without somebody near to lead it. Rules base-4.8 and base-4.9.
pub(crate) fn needs_leader(state: &State, unit: &Unit) -> bool {
    match unit.side() {
        Side::Us if unit.kind == Kind::PlatoonLeader => {
            let commander = |u: &Unit| u.kind == Kind::CompanyCommander && u.company == unit.company;
            let counts = state.has(Switch::PlatoonLeaders) && !state.rulings.before(1);
            state.has(Switch::Leadership) && counts && state.units.iter().any(commander)
        }
        // Nobody misses a leader that the scenario does not have.
        Side::Us => {
            let commander = |u: &Unit| u.kind == Kind::CompanyCommander && u.company == unit.company;
            let chief = || state.has(Switch::PlatoonLeaders) && has_chief(state, unit.company, unit.platoon);
            state.has(Switch::Leadership) && unit.kind.is_squad() && (state.units.iter().any(commander) || chief())
        }
        Side::Nlf => state.has(Switch::CommandControl) && unit.kind.is_squad() && !unit.independent,
    }
}

/// How far a unit leads or commands. Rules base-4.8 and base-4.9.
pub(crate) fn radius(rules: &SearchAndDestroy, state: &State, unit: &Unit) -> Option<u8> {
    let units = &rules.units;
    match unit.kind {
        Kind::CompanyCommander if state.has(Switch::Leadership) => Some(units.company_radius.value),
        Kind::PlatoonLeader if state.has(Switch::Leadership) && state.has(Switch::PlatoonLeaders) => {
            Some(units.platoon_radius.value)
        }
        kind if kind.is_cadre() && state.has(Switch::CommandControl) => Some(units.cadre_radius.value),
        _ if unit.acting => Some(rules.support.acting_radius.value),
        _ => None,
    }
}

/// How far somebody leads or commands this unit: squads whose Platoon Leader is dead or off the map have the commander near them only.
/// Rules base-4.8 and base-4.9, ruling SD-A65.
pub(crate) fn reach(rules: &SearchAndDestroy, state: &State, leader: &Unit, unit: &Unit) -> Option<u8> {
    let replaces = leader.kind == Kind::CompanyCommander
        && unit.kind.is_squad()
        && state.has(Switch::PlatoonLeaders)
        && has_chief(state, unit.company, unit.platoon);
    radius(rules, state, leader).map(|radius| if replaces { rules.numbers.commander_replaces.value } else { radius })
}

/// Whether the leader that the scenario gives a unit's platoon is dead or off the map. Ruling SD-A65.
fn is_orphaned(state: &State, unit: &Unit) -> bool {
    let here = |u: &Unit| {
        u.kind == Kind::PlatoonLeader
            && (u.company, u.platoon) == (unit.company, unit.platoon)
            && stands(state, u).is_some()
    };
    !state.rulings.before(2) && !state.units.iter().any(here)
}

/// Whether the scenario gives a platoon a leader, alive or dead.
fn has_chief(state: &State, company: u8, platoon: u8) -> bool {
    let chief = |u: &Unit| u.kind == Kind::PlatoonLeader && (u.company, u.platoon) == (company, platoon);
    state.units.iter().any(chief)
}

/// The company and platoon whose leader matters to a unit: in the Advanced Game its platoon, if the scenario gives that a leader;
/// otherwise its company, told by platoon 0. Rule base-4.8.
pub(crate) fn body(state: &State, unit: &Unit) -> (u8, u8) {
    let company = unit.kind == Kind::CompanyCommander
        || !state.has(Switch::PlatoonLeaders)
        || !(state.rulings.before(8) || has_chief(state, unit.company, unit.platoon));
    (unit.company, if company { 0 } else { unit.platoon })
}

/// Rule base-4.8: whether a squad may try to take a dead leader's place.
pub(crate) fn check_appoint(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = own(state, id)?;
    let no = |because: &'static str, remedy: &'static str| Err(No::new(rule!("base-4.8"), because, remedy));
    if !state.has(Switch::ActingLeaders) || !state.has(Switch::Leadership) {
        return no("This game does not use acting leaders.", "Choose a game that does.");
    }
    if state.step != Step::UsMovement {
        return no("An acting leader cannot be named now.", "Name one in the Movement Phase.");
    }
    if !unit.kind.is_squad() || unit.hex().is_none() || unit.is_pinned() {
        return no("Only an unpinned squad on the map can take command.", "Choose another squad.");
    }
    let body = body(state, unit);
    let lost = state.lost_leaders.iter().filter(|(c, p, _)| (*c, *p) == body).map(|(_, _, turn)| *turn).max();
    let after = rules.numbers.acting_after.value;
    let Some(lost) = lost else {
        return no("No leader of this squad is dead.", "Only the squads of a dead leader can take over.");
    };
    if state.turn < lost.saturating_add(after) {
        let because = said!("The leader has not been dead for {} turns.", after);
        return Err(No::new(rule!("base-4.8"), because, "Wait, or continue without a leader."));
    }
    let there = |u: &Unit| if state.rulings.before(5) { u.eye().is_some() } else { stands(state, u).is_some() };
    let led = |u: &Unit| u.acting && there(u) && self::body(state, u) == body;
    if state.units.iter().any(led) {
        return no("The squads already have a leader.", "They need only one acting leader.");
    }
    if state.appointed.contains(&body) {
        return no("A squad has already tried this turn.", "Try again next turn.");
    }
    Ok(())
}

/// Where squads out of command fall back to: friendly Cadres, and the edge of their own side. Rule base-4.9.
pub(crate) struct Refuge<'a> {
    cadres: Vec<Hex>,
    edge: Edge<'a>,
}

/// How far it is to the edge by which NLF units leave.
enum Edge<'a> {
    /// To each hex of the map.
    Known(&'a [u8]),
    /// To any of these.
    Hexes(Vec<Hex>),
}

/// How far the nearest of these is; farther than anything if there are none.
fn nearest(hexes: &[Hex], to: Hex) -> u8 {
    hexes.iter().map(|h| h.distance(to)).min().unwrap_or(u8::MAX)
}

impl<'a> Refuge<'a> {
    pub fn of(rules: &SearchAndDestroy, state: &'a State) -> Self {
        let cadres = state.units.iter().filter(|u| u.kind.is_cadre()).filter_map(Unit::hex).collect();
        let edge = match (&state.lay.to_nlf_exit, &state.lay.exits[Side::Nlf as usize]) {
            (Some(known), _) => Edge::Known(known),
            (None, exit) => {
                let inside = |h: &Hex| exit.as_ref().is_some_and(|exit| exit.contains(rules.map(), state, *h));
                Edge::Hexes(rules.map().hexes().filter(inside).collect())
            }
        };
        Self { cadres, edge }
    }

    /// Whether a hex brings a squad nearer to a Cadre or to the edge than it was before it moved at all.
    pub fn nearer_than(&self, map: &Map, unit: &Unit) -> impl Fn(Hex) -> bool {
        let to_edge = move |hex: Hex| match &self.edge {
            Edge::Known(known) => known[map.number(hex)],
            Edge::Hexes(hexes) => nearest(hexes, hex),
        };
        let here = unit.began.or(unit.hex()).map(|from| (nearest(&self.cadres, from), to_edge(from)));
        let to_cadre = move |to: Hex, less: u8| self.cadres.iter().any(|cadre| cadre.distance(to) < less);
        move |to| here.is_none_or(|(cadre, edge)| to_edge(to) < edge || to_cadre(to, cadre))
    }
}

/// Whether a hex brings a squad out of command nearer to a friendly Cadre or to its own edge. Rule base-4.9.
pub(crate) fn falls_back(rules: &SearchAndDestroy, state: &State, unit: &Unit, to: Hex) -> bool {
    Refuge::of(rules, state).nearer_than(rules.map(), unit)(to)
}

impl Play<'_> {
    /// Rule base-4.8: a squad leads from the next Command Segment on a five or six.
    pub fn appoint(&mut self, id: UnitId) -> Result<(), Halt> {
        let die = self.d6("an acting leader", rule!("base-4.8"))?;
        let body = body(self.state, &self.state.units[id.index()]);
        self.state.appointed.push(body);
        let leads = die >= self.rules.numbers.acting_from.value;
        // What it has lost before is forgotten.
        (self.unit(id).acting, self.unit(id).shaken) = (leads, false);
        let who = self.who(id);
        self.say(Event::Appointed { who, die, leads });
        Ok(())
    }

    /// Somebody who acts in place of a dead leader, and is tried as one.
    fn acting(&mut self, company: u8, platoon: u8) -> Result<Leader, Halt> {
        let state = &*self.state;
        let able = |u: &Unit| u.acting && !(state.rulings.before(9) && u.is_pinned());
        let place = |u: &Unit| if state.rulings.before(5) { u.hex() } else { stands(state, u) };
        let in_place = |(_, u): &(UnitId, &Unit)| able(u) && body(state, u) == (company, platoon);
        let found = state.units().filter(in_place).find_map(|(id, u)| Some((id, place(u)?)));
        let Some((id, hex)) = found else { return Ok(Leader::Dead) };
        let holds = self.state.rulings.before(9) || self.holds(id)?;
        Ok(if holds { Leader::Acting(hex) } else { Leader::Wavers })
    }

    /// Whether somebody who leads keeps leadership for this turn.
    fn holds(&mut self, id: UnitId) -> Result<bool, Halt> {
        let (unit, numbers) = (self.state.units[id.index()], &self.rules.numbers);
        let limit = match unit.is_pinned() {
            _ if unit.shaken && self.state.has(Switch::Casualties) => numbers.shaken_leader_up_to.value,
            true => numbers.pinned_leader_up_to.value,
            false => 0,
        };
        self.unit(id).shaken = false;
        let lost = limit > 0 && self.d6("leadership", rule!("base-4.8"))? <= limit;
        if lost {
            let who = self.who(id);
            self.say(Event::LeadershipLost { who });
        }
        Ok(!lost)
    }

    /// Rule base-4.9: checked once, when the NLF player turn begins.
    pub fn check_command(&mut self) {
        let radius = self.rules.units.cadre_radius.value;
        let mut changes = Vec::new();
        for (id, unit) in self.state.units() {
            if unit.side() != Side::Nlf {
                continue;
            }
            let needs = unit.kind.is_squad() && !unit.independent && self.state.has(Switch::CommandControl);
            let near = |cadre: &Unit| match (cadre.hex(), unit.hex()) {
                (Some(a), Some(b)) => a.distance(b) <= radius && commands(cadre, unit),
                _ => false,
            };
            let controlled = !needs || unit.hex().is_none() || self.state.units.iter().any(near);
            if controlled != unit.controlled {
                changes.push((id, controlled));
            }
        }
        self.set_control(changes);
    }

    fn set_control(&mut self, changes: Vec<(UnitId, bool)>) {
        for (id, controlled) in changes {
            self.unit(id).controlled = controlled;
            let who = self.who(id);
            self.say(Event::Control { who, controlled });
        }
    }

    /// Rule base-4.8, the Command Segment: first the leaders are tried, then their squads.
    pub fn check_leadership(&mut self) -> Result<(), Halt> {
        if !self.state.has(Switch::Leadership) {
            return Ok(());
        }
        let companies: Vec<u8> = {
            let mut all: Vec<u8> = self
                .state
                .units
                .iter()
                .filter(|u| u.side() == Side::Us && u.kind.is_personnel() && u.hex().is_some())
                .map(|u| u.company)
                .collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        for company in companies {
            self.lead_company(company)?;
        }
        Ok(())
    }

    fn leader(&mut self, kind: Kind, company: u8, platoon: u8) -> Result<Option<Leader>, Halt> {
        let led = |u: &Unit| u.kind == kind && u.company == company && (platoon == 0 || u.platoon == platoon);
        let found = self.state.units().filter(|(_, u)| led(u)).map(|(id, u)| (id, *u));
        // Of two in a file the one leads who is there, or is still alive.
        let counts = !self.state.rulings.before(11);
        let found =
            found.min_by_key(|(_, u)| (counts && stands(self.state, u).is_none(), counts && u.place == Place::Gone));
        let Some((id, unit)) = found else { return Ok(None) };
        let Some(hex) = stands(self.state, &unit) else {
            return Ok(match unit.place {
                Place::Gone => Some(self.acting(company, platoon)?),
                _ => (!self.state.rulings.before(6)).then_some(Leader::Away),
            });
        };
        let leads = self.holds(id)?;
        Ok(Some(if leads { Leader::Leads(hex) } else { Leader::Lost(hex) }))
    }

    fn lead_company(&mut self, company: u8) -> Result<(), Halt> {
        let commander = self.leader(Kind::CompanyCommander, company, 0)?;
        let mut platoons: Vec<u8> = self
            .state
            .units
            .iter()
            .filter(|u| u.side() == Side::Us && u.kind.is_squad() && u.company == company && u.hex().is_some())
            .map(|u| u.platoon)
            .collect();
        platoons.sort_unstable();
        platoons.dedup();
        for platoon in platoons {
            let advanced = self.state.has(Switch::PlatoonLeaders);
            let chief = if advanced { self.platoon_leader(company, platoon, commander)? } else { None };
            // A platoon to which the scenario gives no leader is the commander's.
            let units = &self.rules.units;
            let radius = if advanced && (chief.is_some() || self.state.rulings.before(7)) {
                units.platoon_radius.value
            } else {
                units.company_radius.value
            };
            self.lead_squads(company, platoon, chief.or(commander), commander, radius)?;
        }
        Ok(())
    }

    /// Advanced game: who leads a platoon. A commander close by replaces a leader without hold. A leader whose commander has
    /// lost his hold, is dead, off the map, or out of his radius, is tried once. The text gives a radius to the Platoon Leaders and not
    /// what follows outside of it; our reading is that out of reach is as good as without hold, as it is for squads.
    fn platoon_leader(&mut self, company: u8, platoon: u8, commander: Option<Leader>) -> Result<Option<Leader>, Halt> {
        let mut chief = self.leader(Kind::PlatoonLeader, company, platoon)?;
        if let (Some(Leader::Lost(hex)), Some(Leader::Leads(at))) = (chief, commander)
            && hex.distance(at) <= self.rules.numbers.commander_replaces.value
        {
            chief = Some(Leader::Leads(at));
        }
        if let Some(Leader::Leads(hex)) = chief
            && let Some(absence) = self.absence(commander, hex)
        {
            let die = self.d6("a platoon without its commander", rule!("base-4.8"))?;
            let holds = die > self.rules.numbers.platoon_up_to.value;
            if !holds {
                chief = Some(Leader::Lost(hex));
            }
            self.say(Event::WithoutCommander { company, platoon, absence, die, holds });
        }
        Ok(chief)
    }

    /// What keeps a commander from a Platoon Leader who is in this hex.
    fn absence(&self, commander: Option<Leader>, hex: Hex) -> Option<Absence> {
        match commander? {
            // The acting commander leads squads alone.
            Leader::Dead | Leader::Acting(_) | Leader::Wavers => Some(Absence::Dead),
            Leader::Away => Some(Absence::OffTheMap),
            Leader::Lost(_) => Some(Absence::WithoutHold),
            Leader::Leads(at) => {
                let distance = at.distance(hex);
                let near = self.state.rulings.before(1) || distance <= self.rules.units.company_radius.value;
                (!near).then_some(Absence::OutOfReach(distance))
            }
        }
    }

    /// A squad of a platoon whose leader is dead or off the map, and with it a commander who has his hold: he leads it himself.
    /// Ruling SD-A65.
    fn is_led_by_commander(&self, chief: Option<Leader>, commander: Option<Leader>, squad: Hex) -> bool {
        let orphaned = matches!(chief, Some(Leader::Dead | Leader::Acting(_) | Leader::Wavers | Leader::Away))
            && !self.state.rulings.before(2);
        orphaned
            && self.state.has(Switch::PlatoonLeaders)
            && matches!(commander, Some(Leader::Leads(at)) if at.distance(squad) <= self.rules.numbers.commander_replaces.value)
    }

    fn lead_squads(
        &mut self,
        company: u8,
        platoon: u8,
        chief: Option<Leader>,
        commander: Option<Leader>,
        radius: u8,
    ) -> Result<(), Halt> {
        let squads: Vec<(UnitId, Hex)> = self
            .state
            .units()
            .filter(|(_, u)| u.side() == Side::Us && u.kind.is_squad() && u.company == company && u.platoon == platoon)
            .filter_map(|(id, u)| Some((id, u.hex()?)))
            .collect();
        let mut changes = Vec::new();
        for (id, hex) in squads {
            let limit = match chief {
                None => 0,
                _ if self.is_led_by_commander(chief, commander, hex) => 0,
                Some(Leader::Leads(at)) if at.distance(hex) <= radius => 0,
                Some(Leader::Acting(at)) if at.distance(hex) <= self.rules.support.acting_radius.value => 0,
                Some(Leader::Leads(_) | Leader::Acting(_) | Leader::Lost(_) | Leader::Wavers | Leader::Away) => {
                    self.rules.numbers.squad_up_to.value
                }
                Some(Leader::Dead) => self.rules.numbers.squad_of_the_dead_up_to.value,
            };
            let lost = limit > 0 && self.d6("a squad's leadership", rule!("base-4.8"))? <= limit;
            if self.state.units[id.index()].controlled == lost {
                changes.push((id, !lost));
            }
        }
        self.set_control(changes);
        Ok(())
    }
}
