//! Rockets, guns, mortars in sight, snipers, and what becomes of vehicles. Rules P-direct, P-mortar and P-sniper.

use table::{Quarter, Template};
use tabletop::Halt;

use crate::command::Shot;
use crate::event::Event;
use crate::figures::Figures;
use crate::fire::{Spent, check_chopper, may_fire, not_locked, target};
use crate::hidden::{aimed, sees};
use crate::movement::wrong_facts;
use crate::play::{Aboard, Play};
use crate::refuse::{No, Part, said};
use crate::state::{FallOfShot, Hull, Pattern, Reaches, Squad, State, Support};
use crate::support::{Shells, line_of_fire};
use crate::tables::Length;
use crate::troops::{Kind, Side, SquadId, Weapon, number};
use crate::{Platoon, air, rule};

/// The figure with this number, from 1, if it is able.
pub(crate) fn figure(squad: &Squad, number: u8) -> Result<usize, No> {
    let index = usize::from(number).wrapping_sub(1);
    if squad.figures.get(index).is_some_and(crate::state::Figure::able) {
        return Ok(index);
    }
    Err(No::new(rule!("P-turn"), "The squad has no such able figure.", "Choose a standing figure, counted from 1."))
}

/// Whether a figure sees any of a squad within a range, and from which side it comes.
fn in_reach(
    rules: &Platoon,
    state: &State,
    (firer, from): (&Squad, table::Point),
    it: &Squad,
    (least, most): (i32, i32),
    facts: Option<Shot>,
) -> Result<Quarter, No> {
    let far = No::new(
        rule!("P-direct"),
        "This figure cannot see a target within its range.",
        "Choose another target, or move first.",
    );
    let most = aimed(rules, state, most);
    match (&state.board, facts) {
        (None, Some(facts)) => {
            if (least..=most).contains(&facts.range) {
                Ok(facts.from)
            } else {
                Err(far)
            }
        }
        (Some(board), None) => {
            let reached = it.marks().any(|(_, at)| {
                let away = from.distance(at);
                (least..=most).contains(&away) && air::spots(rules, state, board, firer, from, at)
            });
            if reached { Ok(it.facing.quarter(it.place(&state.options).heading(from))) } else { Err(far) }
        }
        (board, _) => Err(wrong_facts(board.is_some())),
    }
}

/// The able figures of a squad that a rocket, gun or mortar may be aimed at: those that its firer sees within its range; beside
/// a real table all of them. Ruling P-R63.
fn may_be_aimed_at(
    rules: &Platoon,
    state: &State,
    (squad, index): (SquadId, usize),
    weapon: Weapon,
    goal: SquadId,
) -> Vec<usize> {
    let Some(it) = state.squad(goal) else { return Vec::new() };
    let from = state.squad(squad).and_then(|s| Some((s, s.figures.get(index)?.at)));
    let (least, most) = (rules.tables().least(weapon), rules.tables().range(weapon));
    let seen = |at: table::Point| match (&state.board, from) {
        (Some(board), Some((firer, from))) if !state.options.rulings.before(3) => {
            (least..=most).contains(&from.distance(at)) && air::spots(rules, state, board, firer, from, at)
        }
        _ => true,
    };
    it.able().filter(|(_, f)| seen(f.at)).map(|(n, _)| n).collect()
}

fn busy() -> No {
    No::new(rule!("P-R51"), "This figure is searching this turn.", "Fire with another figure.")
}

pub(crate) fn check_launch(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    number: u8,
    goal: SquadId,
    facts: Option<Shot>,
) -> Result<Quarter, No> {
    let it = may_fire(state, squad)?;
    not_locked(state, it)?;
    let f = &it.figures[figure(it, number)?];
    if f.running {
        return Err(No::new(rule!("P-messages"), "This figure is carrying a message.", "Fire with another figure."));
    }
    if !f.weapon.is_direct() {
        return Err(No::new(rule!("P-direct"), "This figure has no weapon for that.", "Fire with the volley instead."));
    }
    if f.searches {
        return Err(busy());
    }
    // Once the figures of a volley were not marked, and a gun that had fired in it was known by it.
    let volleyed = state.options.rulings.before(2) && it.turn.fired;
    if f.fired || (f.weapon == Weapon::Cannon && volleyed) {
        return Err(No::new(rule!("P-direct"), "That weapon has fired this turn.", "Fire it next turn."));
    }
    if f.empty {
        return Err(No::new(rule!("P-R22"), "The weapon is out of ammunition.", "Fire another weapon."));
    }
    let aim_at = target(state, it, goal)?;
    check_chopper(aim_at)?;
    in_reach(rules, state, (it, f.at), aim_at, (0, rules.tables().range(f.weapon)), facts)
}

/// What a rocket or shell needs to hit; more if the target moves or flies. Rules P-direct and P-helicopter-fire.
pub(crate) fn launch_needs(rules: &Platoon, target: &Squad) -> u8 {
    let n = &rules.tables().numbers;
    if target.kind == Kind::Helicopter || target.turn.moved { n.direct_moving.value } else { n.direct.value }
}

pub(crate) fn check_snipe(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: SquadId,
    victim: u8,
    range: Option<i32>,
    from: Option<Quarter>,
) -> Result<(), No> {
    let it = may_fire(state, squad)?;
    if it.kind != Kind::Sniper {
        return Err(No::new(rule!("P-sniper"), "This squad is not a sniper.", "Fire a volley instead."));
    }
    if it.turn.fired {
        return Err(No::new(rule!("P-sniper"), "The sniper has fired this turn.", "A sniper fires once a turn."));
    }
    let earlier = state.options.rulings.before(5);
    if !earlier {
        not_locked(state, it)?;
    }
    let aim_at = target(state, it, goal)?;
    if aim_at.kind.is_vehicle() {
        return Err(No::new(rule!("P-sniper"), "A sniper shoots only at troops on foot.", "Choose a squad on foot."));
    }
    let chosen = figure(aim_at, victim)?;
    let reach = aimed(rules, state, rules.tables().numbers.sniper_range.inches());
    let sees = match (&state.board, range) {
        (Some(_), None) if from.is_none() => {
            let seen = sniped(rules, state, squad, goal, None);
            if earlier { !seen.is_empty() } else { seen.contains(&chosen) }
        }
        (None, Some(range)) => (0..=reach).contains(&range),
        (None, None) if state.options.rulings.before(2) => true,
        (board, _) => return Err(wrong_facts(board.is_some())),
    };
    if sees {
        return Ok(());
    }
    Err(No::new(
        rule!("P-R37"),
        said!("The sniper cannot see that figure within {}.", Part::Length(reach)),
        "Choose a figure the sniper can see.",
    ))
}

/// The figures of a squad that a sniper sees within his reach; beside a real table those that are said. Ruling P-R37.
fn sniped(rules: &Platoon, state: &State, sniper: SquadId, goal: SquadId, said: Option<Figures>) -> Vec<usize> {
    let (Some(it), Some(aim_at)) = (state.squad(sniper), state.squad(goal)) else { return Vec::new() };
    // Once a sniper who disappeared killed crew and passengers.
    if aim_at.kind.is_vehicle() && !state.options.rulings.before(7) {
        return Vec::new();
    }
    let range = rules.tables().numbers.sniper_range.inches();
    let from = it.at();
    let seen = |at: table::Point| {
        let sight = |board| from.within(at, range) && sees(rules, state, board, from, at);
        state.board.as_ref().is_none_or(sight)
    };
    let said = |n: usize| said.is_none_or(|those| those.has(n));
    aim_at.able().filter(|(n, f)| seen(f.at) && said(*n)).map(|(n, _)| n).collect()
}

pub(crate) fn check_bug_out(
    state: &State,
    squad: SquadId,
    goal: Option<SquadId>,
    sees: Option<Figures>,
    from: Option<Quarter>,
) -> Result<(), No> {
    let it = crate::movement::acting(state, squad)?;
    if it.kind != Kind::Sniper || it.hidden.is_some() {
        return Err(No::new(
            rule!("P-sniper"),
            "Only a sniper who has been seen can disappear.",
            "Move, fire, or end the phase.",
        ));
    }
    // Once a sniper disappeared out of a vehicle.
    if it.aboard.is_some() && !state.options.rulings.before(11) {
        return Err(No::new(rule!("P-sniper"), "This sniper is riding in a vehicle.", "Get out first."));
    }
    // Once he tried in each of his phases.
    if it.bugged_out && !state.options.rulings.before(14) {
        return Err(No::new(
            rule!("P-R37"),
            "This sniper has tried to disappear before, and has been seen leaving.",
            "Go away on foot, fire, or end the phase: a sniper may try only once.",
        ));
    }
    crate::movement::free_for_task(state)?;
    if it.able().any(|(_, f)| f.pinned.is_some()) && !state.options.rulings.before(5) {
        return Err(No::new(
            rule!("P-R70"),
            "The sniper is pinned, and pinned figures do not move.",
            "Fire, or wait until the marker is gone.",
        ));
    }
    let asked = state.board.is_none() && goal.is_some();
    if asked != sees.is_some() && !state.options.rulings.before(2) {
        return Err(wrong_facts(!asked));
    }
    if from.is_some() && !asked {
        return Err(wrong_facts(state.board.is_some()));
    }
    goal.map_or(Ok(()), |goal| target(state, it, goal).map(|_| ()))
}

pub(crate) fn check_mortar(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    number: u8,
    goal: SquadId,
    facts: Option<Shot>,
) -> Result<(), No> {
    let it = may_fire(state, squad)?;
    let f = &it.figures[figure(it, number)?];
    if !f.weapon.is_mortar() {
        return Err(No::new(
            rule!("P-mortar"),
            "This figure has no mortar.",
            "Choose a figure with a mortar, or fire the volley.",
        ));
    }
    if f.searches {
        return Err(busy());
    }
    let held = f.pinned.is_some() && state.options.rulings.before(2);
    let moved = it.turn.moved || (it.turn.got_out && !state.options.rulings.before(6));
    if f.fired || moved || held || f.running {
        return Err(No::new(
            rule!("P-R53"),
            "This mortar cannot fire now.",
            "A mortar fires once a turn, and not in a turn when its crew has moved or got out of a vehicle.",
        ));
    }
    not_locked(state, it)?;
    let hides = state.asks_distances() && it.hidden.is_some();
    if facts.is_some_and(|facts| facts.heard.is_some() != hides) {
        return Err(match (state.board.is_some(), hides) {
            (true, _) => wrong_facts(true),
            (false, true) => crate::deed::unsaid(),
            (false, false) => No::new(
                rule!("P-R64"),
                "Only of a hidden mortar is it asked whether it is heard.",
                "Leave that answer out.",
            ),
        });
    }
    let aim_at = target(state, it, goal)?;
    if !state.options.rulings.before(7) {
        check_chopper(aim_at)?;
    }
    in_reach(rules, state, (it, f.at), aim_at, (rules.tables().least(f.weapon), rules.tables().range(f.weapon)), facts)
        .map(|_| ())
}

/// What a vehicle is hit by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blow {
    /// An RPG, which seldom destroys armour.
    Rpg,
    /// Another rocket, a shell or a bomb.
    Shell,
    /// A hit of a volley of rifles and the like, or of heavy machine guns. Ruling P-R24. `heavy`: whether it is a heavy
    /// machine gun's.
    SmallArms { heavy: bool },
}

impl Blow {
    /// A rocket or shell of this weapon.
    pub fn of(weapon: Weapon) -> Self {
        if weapon == Weapon::Rpg { Self::Rpg } else { Self::Shell }
    }

    /// What is taken from the die of damage.
    pub fn minus(self, rules: &Platoon) -> u8 {
        if self == (Self::SmallArms { heavy: false }) { rules.tables().numbers.small_arms.value } else { 0 }
    }

    /// The row of the damage table: to small arms a boat is a soft vehicle. Ruling P-R24.
    pub fn row(self, kind: Kind) -> Kind {
        match (self, kind) {
            (Self::SmallArms { .. }, Kind::Boat) => Kind::Soft,
            _ => kind,
        }
    }
}

impl Play<'_> {
    /// One rocket or shell. Rule P-direct, rulings P-R21 and P-R22.
    pub fn launch(&mut self, squad: SquadId, number: u8, goal: SquadId, from: Quarter) -> Result<(), Halt> {
        self.shot_heard(squad)?;
        let index = usize::from(number) - 1;
        let weapon = self.figure(squad, index)?.weapon;
        if self.state.options.rulings.before(2) {
            let interrupting = matches!(self.state.phase, crate::state::Phase::Interrupt(_));
            self.with(squad, |s| {
                s.figures[index].fired = true;
                s.turn.no_fire |= interrupting;
                s.turn.fired |= interrupting || weapon == Weapon::Cannon;
            })?;
            self.meets_enemy(squad)?;
        } else {
            self.mark_fired(squad, Spent::Figure(index))?;
        }
        let needs = launch_needs(self.rules, self.state.named(goal)?);
        let n = &self.rules.tables().numbers;
        let (last, save) = (n.empty.value, n.rocket_save.value);
        let die = self.d6(squad, "direct fire", rule!("P-direct"))?;
        let hit = die >= needs;
        let empty = weapon == Weapon::Law || (weapon == Weapon::Rpg && die <= last);
        let firer = self.figure(squad, index)?;
        firer.empty = empty && weapon != Weapon::Law;
        if weapon == Weapon::Law {
            // The tube is thrown away; the rifle stays.
            firer.weapon = Weapon::AssaultRifle;
        }
        self.say(Event::Launched { squad, figure: number, target: goal, die, needs, hit, empty });
        self.was_under_fire(goal, from)?;
        let by = self.state.squad(squad).map(|s| s.side);
        if hit {
            let aboard = match self.state.squad(goal).map(|s| s.kind) {
                Some(Kind::Helicopter) => self.chopper_hit(goal, 1, save, by, true)?,
                Some(kind) if kind.is_vehicle() => self.damage(goal, Blow::of(weapon), by)?,
                _ => {
                    let seen = may_be_aimed_at(self.rules, self.state, (squad, index), weapon, goal);
                    return self.burst_among(goal, seen, by);
                }
            };
            self.aboard_was_hit(aboard, &[], &[])?;
            return self.vehicle_was_under_fire(goal);
        }
        self.nerves(&[], &[goal])
    }

    /// Everybody within the burst about a figure throws his save. Rule P-direct.
    fn burst_among(&mut self, goal: SquadId, seen: Vec<usize>, by: Option<Side>) -> Result<(), Halt> {
        let able: Vec<usize> = self.state.named(goal)?.able().map(|(n, _)| n).collect();
        if seen.is_empty() {
            return self.nerves(&[], &[goal]);
        }
        let aimed = seen[self.pick(goal, seen.len(), "the figure aimed at", rule!("P-R14"))?];
        let earlier = self.state.options.rulings.before(2);
        if let (None, false, Some(side)) = (&self.state.board, earlier, by) {
            let figure = number(aimed);
            self.ask_who(side, Reaches::Rocket { squad: goal, figure });
            return Ok(());
        }
        let size = self.rules.tables().numbers.burst.inches();
        let it = self.state.named(goal)?;
        let area = Template::Rectangle {
            centre: it.figures[aimed].at,
            along: table::Heading { dx: 0, dy: -1 },
            length: size,
            width: size,
        };
        let caught: Vec<(SquadId, usize)> = if self.state.board.is_some() {
            self.draw_in(&area)?;
            self.in_area(&area)
        } else {
            // Once it was the figure aimed at and its two neighbours.
            able.iter().copied().filter(|n| n.abs_diff(aimed) <= 1).map(|n| (goal, n)).collect()
        };
        self.burst_hits(caught, goal, by)
    }

    /// Everybody in the burst of a rocket or shell throws his save. Rule P-direct.
    pub fn burst_hits(&mut self, caught: Vec<(SquadId, usize)>, goal: SquadId, by: Option<Side>) -> Result<(), Halt> {
        let mut fallen = Vec::new();
        let mut under_fire = vec![goal];
        if !self.state.options.rulings.before(5) {
            under_fire.extend(caught.iter().map(|(squad, _)| *squad).filter(|squad| *squad != goal));
            under_fire.dedup();
            for &squad in &under_fire[1..] {
                self.was_under_fire(squad, Quarter::Front)?;
            }
        }
        for (squad, figure) in caught {
            if self.hit(squad, figure, true, by)? {
                fallen.push((squad, figure));
            }
        }
        self.nerves(&fallen, &under_fire)
    }

    /// Troops that are not drawn yet are drawn, in secret, when something comes down on their marker. Ruling P-R66.
    pub fn draw_in(&mut self, area: &Template) -> Result<(), Halt> {
        let lies = |s: &Squad| {
            let marker = s.hidden.and_then(|marker| self.state.marker(marker)).filter(|m| area.covers(m.at));
            marker.filter(|_| s.drawn_from.is_some()).map(|m| (s.id, m.id))
        };
        let under: Vec<_> = self.state.squads.iter().filter_map(lies).collect();
        under.into_iter().try_for_each(|(squad, marker)| self.draw_under(squad, marker))
    }

    /// Everybody on foot in an area, seen or not.
    pub fn in_area(&self, area: &Template) -> Vec<(SquadId, usize)> {
        let on_foot = self.state.squads.iter().filter(|s| s.in_play() && s.aboard.is_none() && !s.kind.is_vehicle());
        on_foot
            .flat_map(|s| s.able().filter(|(_, f)| area.covers(f.at)).map(|(n, _)| (s.id, n)).collect::<Vec<_>>())
            .collect()
    }

    /// One die on the vehicle damage table. Rule P-direct.
    pub fn damage(&mut self, vehicle: SquadId, blow: Blow, by: Option<Side>) -> Result<Aboard, Halt> {
        self.reveal(vehicle, crate::event::Noticed::Hit)?;
        let kind = self.state.named(vehicle)?.kind;
        if kind == Kind::Helicopter {
            // A helicopter has no row in the damage table: what bursts about it is as a rocket's hit.
            return self.chopper_hit(vehicle, 1, self.rules.tables().numbers.rocket_save.value, by, true);
        }
        let rolled = self.d6(vehicle, "vehicle damage", rule!("P-direct"))?;
        let die = rolled.saturating_sub(blow.minus(self.rules));
        let row = self.rules.tables().vehicle(blow.row(kind))?;
        let (immobilised, penetrated) = (row.immobilised.value, row.penetrated.value);
        if die >= penetrated {
            // Armour hit by an RPG is destroyed by a further die only, and else immobilised.
            let destroyed = !kind.is_armoured()
                || blow != Blow::Rpg
                || self.d6(vehicle, "penetrated by an RPG", rule!("P-direct"))?
                    >= self.rules.tables().numbers.rpg_destroys.value;
            if destroyed {
                self.say(Event::VehicleHit { squad: vehicle, die: rolled, hull: Hull::Destroyed });
                return self.wreck(vehicle, by, blow != (Blow::SmallArms { heavy: false }));
            }
            self.with(vehicle, |s| s.hull = Hull::Immobilised)?;
            self.say(Event::VehicleHit { squad: vehicle, die: rolled, hull: Hull::Immobilised });
            return self.penetrated(vehicle, by);
        }
        if die >= immobilised {
            self.with(vehicle, |s| s.hull = Hull::Immobilised)?;
        }
        let hull = self.state.named(vehicle)?.hull;
        self.say(Event::VehicleHit { squad: vehicle, die: rolled, hull });
        Ok(Aboard::default())
    }

    /// Rule P-sniper, ruling P-R37.
    pub fn snipe(&mut self, squad: SquadId, goal: SquadId, victim: u8, from: Option<Quarter>) -> Result<(), Halt> {
        self.mark_fired(squad, Spent::Volley(vec![0]))?;
        let die = self.d6(squad, "sniper", rule!("P-sniper"))?;
        self.reveal(squad, crate::event::Noticed::Firing)?;
        let n = &self.rules.tables().numbers;
        let kills = die >= n.snipe_kill.value;
        let pins = !kills && die >= n.snipe_pin.value;
        self.say(Event::Sniped { squad, target: goal, figure: victim, die, kills, pins });
        let by = self.state.squad(squad).map(|s| s.side);
        // Whose rating is rolled now panics by it. Once those about the fallen went by the one of their troops.
        let before = self.state.options.rulings.before(12);
        if !before {
            self.was_sniped_at(squad, goal, from)?;
        }
        match (kills, pins) {
            (true, _) => self.drop_dead(goal, usize::from(victim) - 1, by)?,
            (false, true) => {
                let able: Vec<usize> = if self.state.options.rulings.before(3) {
                    self.state.named(goal)?.able().map(|(n, _)| n).collect()
                } else {
                    sniped(self.rules, self.state, squad, goal, None)
                };
                if !able.is_empty() {
                    let who = able[self.pick(goal, able.len(), "who is pinned", rule!("P-R14"))?];
                    self.pin(goal, who)?;
                }
            }
            _ => {}
        }
        if before {
            self.was_sniped_at(squad, goal, from)?;
        }
        self.nerves(&[], &[goal])
    }

    /// A squad is under fire of a sniper; from which side, once nobody asked. Rules P-sniper and P-activation. `said`: what is said
    /// of it beside a real table.
    fn was_sniped_at(&mut self, sniper: SquadId, goal: SquadId, said: Option<Quarter>) -> Result<(), Halt> {
        let asks = self.state.board.is_some() && !self.state.options.rulings.before(5);
        let both = self.state.squad(sniper).zip(self.state.squad(goal)).filter(|_| asks);
        let options = &self.state.options;
        let side = |it: &Squad, them: &Squad| them.facing.quarter(them.place(options).heading(it.at()));
        let from = both.map_or(said.unwrap_or(Quarter::Front), |(it, them)| side(it, them));
        self.was_under_fire(goal, from)
    }

    /// A figure falls without a save, and those around it may panic.
    fn drop_dead(&mut self, squad: SquadId, figure: usize, by: Option<Side>) -> Result<(), Halt> {
        let wounded = self.is_wounded(squad, figure, false)?;
        let number = number(figure);
        self.say(Event::Fell { squad, figure: number, wounded });
        self.fall(squad, figure, wounded, by)?;
        self.nerves(&[(squad, figure)], &[])
    }

    /// A sniper tries to disappear. Rule P-sniper.
    pub fn bug_out(
        &mut self,
        squad: SquadId,
        goal: Option<SquadId>,
        sees: Option<Figures>,
        from: Option<Quarter>,
    ) -> Result<(), Halt> {
        self.state.active.task = true;
        self.with(squad, |s| s.bugged_out = true)?;
        let test = self.test(squad, 0, "disappearing", rule!("P-sniper"))?;
        self.say(Event::BuggedOut { squad, test });
        if !test.passed {
            return Ok(());
        }
        if let Some(goal) = goal.filter(|_| test.double) {
            let able = sniped(self.rules, self.state, squad, goal, sees);
            if !able.is_empty() {
                let who = able[self.pick(goal, able.len(), "the sniper's last victim", rule!("P-sniper"))?];
                let by = self.state.squad(squad).map(|s| s.side);
                let (earlier, before) = (self.state.options.rulings.before(5), self.state.options.rulings.before(12));
                if !before {
                    self.was_sniped_at(squad, goal, from)?;
                }
                self.drop_dead(goal, who, by)?;
                if !earlier {
                    if before {
                        self.was_sniped_at(squad, goal, from)?;
                    }
                    self.nerves(&[], &[goal])?;
                }
            }
        }
        self.with(squad, |s| s.gone = true)?;
        self.say(Event::LeftTable { squad });
        Ok(())
    }

    /// A mortar in sight of its target: two dice of deviation unless it is on target. Ruling P-R31.
    pub fn mortar(&mut self, squad: SquadId, number: u8, goal: SquadId, facts: Option<Shot>) -> Result<(), Halt> {
        let index = usize::from(number) - 1;
        if !self.state.options.rulings.before(8) {
            self.opens_from_ambush(squad)?;
        }
        self.mortar_heard(squad, index, (goal, facts))?;
        self.mark_fired(squad, Spent::Figure(index))?;
        let weapon = self.figure(squad, index)?.weapon;
        let seen = may_be_aimed_at(self.rules, self.state, (squad, index), weapon, goal).first().copied();
        let it = self.state.named(goal)?;
        let at = seen.map_or_else(|| it.at(), |n| it.figures[n].at);
        let side = self.state.named(squad)?.side;
        let dice = self.rules.tables().numbers.mortar_dice.value;
        self.salvo(&Shells {
            side,
            support: Support::Mortar,
            target: at,
            dice,
            pattern: Pattern::Box,
            along: line_of_fire(side),
            called: false,
        })?;
        self.was_under_fire(goal, Quarter::Front)?;
        // Beside a real table it tests once it is said whom the round reaches. Ruling P-R34.
        if let Some(FallOfShot { what: Reaches::Salvo { aimed, .. }, .. }) = &mut self.state.fall_of_shot
            && !self.state.options.rulings.before(5)
        {
            *aimed = Some(goal);
            return Ok(());
        }
        self.nerves(&[], &[goal])
    }
}
