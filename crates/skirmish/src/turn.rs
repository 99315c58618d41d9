//! The turn: KIA check, off-table fire, phases, noise, recovery. Rulings S-R01 to S-R03 and S-R08.

use table::{Heading, Point};
use tabletop::{Halt, capital};

use crate::companion::{Crowd, Seen};
use crate::event::{Cause, End, Event, Fate};
use crate::figure::{Figure, FigureId, Side, Standing, Trace, Weapon, Work};
use crate::play::Play;
use crate::refuse::{Because, Counted, No, Part, said};
use crate::scenario::Hiding;
use crate::state::{State, Step};
use crate::thrower::DieOf;
use crate::{Skirmish, facts, rule, tables};

/// A figure of the side to act that stands on the table and has a phase left.
pub(crate) fn actor(state: &State, id: FigureId) -> Result<&Figure, No> {
    let figure = own_figure(state, id)?;
    if let Standing::Aboard(vehicle) = figure.standing {
        // Who has no phase left cannot get out either.
        passenger(state, id)?;
        let because = said!("{} is in {}.", id, vehicle);
        return Err(No::new(rule!("S-apc"), because, "Dismount first."));
    }
    // Beside a real table nobody asks where it stands.
    let stands = if state.is_beside() { figure.standing == Standing::Up } else { figure.place().is_some() };
    if !stands {
        return Err(not_on_table(id));
    }
    if figure.phases == 0 {
        return Err(no_phase(id));
    }
    Ok(figure)
}

/// The same on the computer's table, with its place.
pub(crate) fn placed_actor(state: &State, id: FigureId) -> Result<(&Figure, Point), No> {
    let figure = actor(state, id)?;
    figure.place().map(|at| (figure, at)).ok_or_else(|| not_on_table(id))
}

fn not_on_table(id: FigureId) -> No {
    let because = said!("{} is not on the table.", id);
    No::new(rule!("S-turn"), because, "Choose a figure that is.")
}

fn no_phase(id: FigureId) -> No {
    let because = said!("{} has no phase left this turn.", id);
    No::new(rule!("S-R03"), because, "Choose a figure that has one, or end the turn.")
}

/// A figure of the side to act, wherever it is.
pub(crate) fn own_figure(state: &State, id: FigureId) -> Result<&Figure, No> {
    match state.figure(id) {
        Some(figure) if figure.side == state.side() => Ok(figure),
        _ => {
            let because = "That is not one of your figures.";
            Err(No::new(rule!("S-turn"), because, "Choose one of your own figures."))
        }
    }
}

/// A passenger with a phase left and its vehicle.
pub(crate) fn passenger(state: &State, id: FigureId) -> Result<FigureId, No> {
    let figure = own_figure(state, id)?;
    let Standing::Aboard(vehicle) = figure.standing else {
        let because = said!("{} is not in a vehicle.", id);
        return Err(No::new(rule!("S-apc"), because, "Only passengers dismount."));
    };
    if figure.phases == 0 { Err(no_phase(id)) } else { Ok(vehicle) }
}

impl Skirmish {
    /// The phases something takes. Ruling S-R08.
    pub fn phases_of(&self, work: Work) -> u8 {
        let n = self.numbers();
        match work {
            Work::Tactical => n.tactical_phases.value,
            Work::Throw => n.throw_phases.value,
            Work::Launch => n.launch_phases.value,
            Work::Rocket => n.rocket_phases.value,
            Work::Aim => n.aim_phases.value,
            Work::Claymore => n.phases.value,
            Work::SetUp | Work::TakeDown => n.mortar_turns.value * n.phases.value,
        }
    }
}

/// The phases of something that a figure has done without a break. Ruling S-R08.
fn done_of(figure: &Figure, work: Work) -> u8 {
    figure.work.filter(|(w, _)| *w == work).map_or(0, |(_, done)| done)
}

/// Whether a figure has done everything but the last phase of something. Ruling S-R08.
pub(crate) fn is_ready(rules: &Skirmish, figure: &Figure, work: Work) -> bool {
    rules.phases_of(work) <= done_of(figure, work) + 1
}

/// Whether a figure has what something takes.
pub(crate) fn has_for(figure: &Figure, work: Work) -> bool {
    let has = |weapon| figure.kit.weapons.has(weapon);
    let loaded = figure.kit.grenades.iter().any(|&n| n > 0);
    match work {
        Work::Tactical => !figure.vehicle,
        Work::Throw => loaded && !figure.vehicle && !has(Weapon::Launcher) && !has(Weapon::Mortar),
        Work::Launch => loaded && has(Weapon::Launcher),
        Work::Rocket => has(Weapon::Rpg),
        Work::Aim => has(Weapon::SniperRifle),
        Work::Claymore => figure.kit.claymores > 0,
        Work::SetUp | Work::TakeDown => figure.mortar.is_some(),
    }
}

/// The refusal of something a figure is not ready for. Ruling S-R08.
pub(crate) fn ready_for(rules: &Skirmish, figure: &Figure, work: Work) -> Result<(), No> {
    let done = done_of(figure, work);
    let left = rules.phases_of(work).saturating_sub(done);
    if left <= 1 {
        return Ok(());
    }
    let words = match done {
        0 => |work, of, _| capital(&format!("{work} takes {of} phases in a row, and none is done.")),
        1 => |work, of, _| capital(&format!("{work} takes {of} phases in a row, and one is done.")),
        _ => |work, of, done| capital(&format!("{work} takes {of} phases in a row, and {done} are done.")),
    };
    let because = Because::Three(words, Part::Work(work), rules.phases_of(work).into(), done.into());
    Err(No::new(rule!("S-R08"), because, said!("Prepare for {} more.", Part::Count(left - 1, Counted::Phases))))
}

/// A phase of preparation. Ruling S-R08.
pub(crate) fn check_prepare(rules: &Skirmish, state: &State, id: FigureId, work: Work) -> Result<(), No> {
    let figure = actor(state, id)?;
    let lacks = |rule, because| Err(No::new(rule, because, "Choose a figure that has one, or something else."));
    if figure.vehicle {
        let because = "A vehicle has no tasks of several phases.";
        return Err(No::new(rule!("S-apc"), because, "Drive it or fire it."));
    }
    if !has_for(figure, work) {
        return match work {
            Work::Tactical => lacks(rule!("S-tactical"), said!("{} has no legs to sneak on.", id)),
            Work::Throw => lacks(rule!("S-grenade"), said!("{} has no hand grenade.", id)),
            Work::Launch => lacks(rule!("S-grenade"), said!("{} has no loaded launcher.", id)),
            Work::Rocket => lacks(rule!("S-R15"), said!("{} has no RPG.", id)),
            Work::Aim => lacks(rule!("S-fire"), said!("{} has no sniper's rifle.", id)),
            Work::Claymore => lacks(rule!("S-claymore"), said!("{} has no Claymore.", id)),
            Work::SetUp | Work::TakeDown => lacks(rule!("S-mortar"), said!("{} has no mortar.", id)),
        };
    }
    match work {
        Work::Tactical => crate::moving::check_free(id, figure)?,
        Work::Claymore => {
            let going_on = figure.work.is_some_and(|(w, _)| w == Work::Claymore);
            if !going_on && (figure.begun || figure.phases < rules.numbers().phases.value) {
                let because = "Placing a Claymore takes an entire turn.";
                let remedy = "Start with a figure that has all its phases.";
                return Err(No::new(rule!("S-claymore"), because, remedy));
            }
        }
        Work::SetUp | Work::TakeDown => match figure.mortar {
            Some(mortar) if mortar.ready == (work == Work::SetUp) => {
                let (because, remedy) = if mortar.ready {
                    ("The mortar is set up.", "Take it down before setting it up elsewhere.")
                } else {
                    ("The mortar is not set up.", "Set it up before taking it down.")
                };
                return Err(No::new(rule!("S-R17"), because, remedy));
            }
            _ => {}
        },
        Work::Throw | Work::Launch | Work::Rocket | Work::Aim => {}
    }
    if is_ready(rules, figure, work) {
        if work == Work::Aim && figure.shot {
            let because = said!("{} has aimed, and has had this turn's one aimed shot.", id);
            return Err(No::new(rule!("S-R35"), because, "Choose another figure, and aim again next turn."));
        }
        if matches!(work, Work::SetUp | Work::TakeDown) {
            crate::devices::check_finish(rules, state, id)?;
        }
        let because = said!("{} is ready with {}.", id, Part::Work(work));
        return Err(No::new(rule!("S-R08"), because, "Do it now."));
    }
    Ok(())
}

/// Whether the turn, or its support step, may be ended.
pub(crate) fn check_done(rules: &Skirmish, state: &State) -> Result<(), No> {
    if state.pending.is_some() {
        return Err(No::new(
            rule!("S-R04"),
            "A counter is waiting to be placed.",
            "Choose which figure is suppressed.",
        ));
    }
    if state.is_beside() && state.step == Step::Figures && crate::companion::to_be_tested(state) {
        let because = "The noise of the figures that moved has not been tested.";
        let near = Part::Length(tables::inches(&rules.numbers().noise_pool_in));
        let remedy = said!("Say which of them moved within {} of each other.", near);
        return Err(No::new(rule!("S-noise"), because, remedy));
    }
    Ok(())
}

impl Play<'_> {
    pub fn done(&mut self) -> Result<(), Halt> {
        if self.state.step == Step::Support {
            self.state.step = Step::Figures;
            return Ok(());
        }
        self.end_turn()?;
        if self.state.step != Step::Over {
            self.begin_turn()?;
        }
        Ok(())
    }

    /// A phase of something that takes several.
    pub fn prepare(&mut self, id: FigureId, work: Work) {
        let done = done_of(self.state.own(id), work);
        self.spend(id, 1);
        self.state.own(id).work = Some((work, done + 1));
        let of = self.rules.phases_of(work);
        self.say(Event::Prepared { figure: self.state.who(id), work, done: done + 1, of });
    }

    /// Ruling S-R01: what was heard is forgotten, the KIA check, then phases are counted. Who is hidden again checks in secret.
    pub fn begin_turn(&mut self) -> Result<(), Halt> {
        let side = self.state.side;
        self.say(Event::TurnBegan { turn: self.state.turn, side });
        for figure in self.state.figures.iter_mut().filter(|f| f.side == side) {
            figure.trace = Trace { fired_from: None, heard: false, overheard: false, ..figure.trace };
        }
        // What comes to those who are thrown out of a vehicle that explodes now counts in their next turn.
        let suppressed: Vec<(FigureId, u8)> =
            (self.state.of(side).map(|(id, f)| (id, f.counters))).filter(|(_, counters)| *counters > 0).collect();
        let during = self.state.setting.rulings.before(4);
        // Who takes a radio is one that lives through the check.
        self.radios = (!self.state.setting.rulings.before(10)).then(Vec::new);
        for (id, before) in suppressed {
            let counters = if during { self.state.own(id).counters } else { before };
            self.check_for_kia(id, counters)?;
        }
        for (id, at, die) in self.radios.take().unwrap_or_default() {
            self.pass_radio(id, at, die);
        }
        let rules = self.rules;
        let forgets = self.state.is_beside() && self.state.setting.rulings.before(9);
        for figure in self.state.figures.iter_mut().filter(|f| f.side == side) {
            figure.trace.seen &= !forgets || figure.standing != Standing::Up;
            figure.phases =
                if figure.in_play() { facts::phases(rules.numbers(), figure.counters, figure.vehicle) } else { 0 };
            figure.granted = Some(figure.phases);
            figure.begun = false;
            figure.shot = false;
            figure.pips = 0;
        }
        self.state.spotters.clear();
        self.state.shots.clear();
        self.state.active = None;
        self.state.beside.tested = Crowd::default();
        self.state.beside.moved = false;
        self.state.beside.mined = false;
        self.state.beside.looked = false;
        let support = &mut self.state.support[side as usize];
        support.fired = 0;
        support.last = None;
        support.fresh = false;
        let can_call = support.turns > 0;
        let carried = self.state.carries_radio(side);
        let lies = !self.state.beside.heirless[side as usize].is_empty();
        let heir = || self.state.of(side).any(|(id, _)| self.state.may_carry(side, id));
        let radio = carried || (lies && (self.state.setting.rulings.before(8) || heir()));
        self.state.step = if can_call && radio { Step::Support } else { Step::Figures };
        Ok(())
    }

    /// Rulings S-R02, S-R14 and S-R46.
    fn check_for_kia(&mut self, id: FigureId, counters: u8) -> Result<(), Halt> {
        let figure = self.state.own(id);
        let (vehicle, kills) = (figure.vehicle, figure.kills);
        if !figure.in_play() || counters == 0 {
            return Ok(());
        }
        let die =
            if facts::needs_no_die(counters) { None } else { Some(self.d6(id, "the KIA check", rule!("S-R02"))?) };
        let fate = match (die.is_none_or(|die| facts::killed(counters, die)), vehicle, kills) {
            (false, _, _) => Fate::Stays,
            (true, false, _) => Fate::Removed,
            (true, true, 0) => Fate::Immobilised,
            (true, true, _) => Fate::Exploded,
        };
        let secret = !self.state.is_located(id);
        self.say(Event::Checked { figure: self.state.who(id), counters, die, fate, secret });
        match fate {
            Fate::Stays => Ok(()),
            Fate::Removed => self.remove(id),
            Fate::Immobilised => {
                let figure = self.state.own(id);
                figure.kills = 1;
                figure.counters = 0;
                Ok(())
            }
            Fate::Exploded => self.explode(id),
        }
    }

    /// Ruling S-R14: a second kill explodes a vehicle; passengers get out around it, under fire.
    fn explode(&mut self, id: FigureId) -> Result<(), Halt> {
        let at = self.state.own(id).at;
        let passengers: Vec<FigureId> = self.state.passengers(id).collect();
        let vehicle = self.state.who(id);
        self.state.own(id).counters = 0;
        self.state.own(id).kills = 2;
        self.remove(id)?;
        let places = at.map(|at| crate::vehicles::around(self.rules, self.state, id, at)).unwrap_or_default();
        for (n, passenger) in passengers.into_iter().enumerate() {
            let to = places.get(n % places.len().max(1)).copied().or(at);
            let figure = self.state.own(passenger);
            figure.standing = Standing::Up;
            figure.at = to;
            // Beside a real table it is said again who is seen.
            figure.trace.seen &= to.is_some();
            let (figure, vehicle) = (self.state.who(passenger), vehicle.clone());
            self.say(match to {
                Some(to) => Event::Dismounted { figure, vehicle, to },
                None => Event::Beside(Seen::GotOut { figure, vehicle }),
            });
            self.give(passenger, self.rules.numbers().passenger_counters.value, Cause::Explosion);
        }
        Ok(())
    }

    fn end_turn(&mut self) -> Result<(), Halt> {
        let side = self.state.side;
        if self.state.setting.hiding == Hiding::Standard && !self.state.is_beside() {
            self.test_noise()?;
        }
        for id in self.state.of(side).map(|(id, _)| id).collect::<Vec<_>>() {
            self.rests(id);
            let figure = self.state.own(id);
            // The entire turn means one turn.
            figure.work = figure.work.filter(|(work, _)| *work != Work::Claymore);
            if figure.in_play() && figure.counters > 0 {
                figure.counters -= 1;
                let now = figure.counters;
                self.say(Event::Recovered { figure: self.state.who(id), now });
            }
        }
        self.lift_smoke(side);
        self.state.active = None;
        if side != self.state.setting.first {
            if self.state.turn == self.state.setting.turns {
                self.end(End::LastTurn);
                return Ok(());
            }
            self.state.turn += 1;
        }
        self.state.side = side.enemy();
        Ok(())
    }

    /// Rule S-smoke: it lasts to the end of its maker's next turn.
    fn lift_smoke(&mut self, side: Side) {
        for smoke in self.state.smokes.iter_mut().filter(|s| s.side == side) {
            smoke.ends = smoke.ends.saturating_sub(1);
        }
        let (stay, gone) = std::mem::take(&mut self.state.smokes).into_iter().partition(|s| s.ends > 0);
        self.state.smokes = stay;
        let gone: Vec<crate::state::Smoke> = gone;
        for smoke in gone {
            self.say(Event::SmokeGone { lies: smoke.lies });
        }
    }

    /// Rule S-noise, rulings S-R21 and S-R22: a die for each group that moved, against its nearest enemy.
    fn test_noise(&mut self) -> Result<(), Halt> {
        let side = self.state.side;
        let numbers = self.rules.numbers();
        let engines = self.state.setting.rulings.before(2);
        let ears = self.state.of(side.enemy()).filter(|(_, f)| engines || !f.vehicle);
        let enemies: Vec<Point> = ears.filter_map(|(_, f)| f.place()).collect();
        for group in noisy_groups(self.rules, self.state, side) {
            let pips: u8 = group.iter().fold(0, |sum, id| sum.saturating_add(self.state.figures[id.index()].pips));
            // What is not heard the enemy is not told of, though he may see some of the group.
            let die = self.d6(DieOf::secret(side), "noise", rule!("S-noise"))?;
            let places = group.iter().filter_map(|id| noisy_place(self.state, *id));
            let nearest = places.flat_map(|p| enemies.iter().map(move |e| p.distance(*e))).min();
            let against = nearest.map(|distance| facts::heard_up_to(numbers, pips, distance));
            let heard = against.is_some_and(|against| die <= against);
            for id in &group {
                let figure = self.state.own(*id);
                figure.trace.heard |= heard;
            }
            let figures = group.iter().map(|&id| self.state.who(id)).collect();
            self.say(Event::Noise { figures, pips, against, die, heard });
        }
        Ok(())
    }

    pub fn end_if_nobody_is_left(&mut self) {
        for side in Side::ALL {
            if !self.state.of(side).any(|(_, f)| f.in_play()) && self.state.step != Step::Over {
                self.end(End::NobodyLeft(side));
            }
        }
    }

    fn end(&mut self, why: End) {
        self.state.step = Step::Over;
        self.state.active = None;
        self.state.pending = None;
        self.state.beside.measuring = None;
        self.say(Event::Ended { why });
    }

    pub fn turn(&mut self, id: FigureId, facing: Heading) {
        self.spend(id, 1);
        self.state.own(id).facing = facing;
        self.say(Event::Turned { figure: self.state.who(id), facing });
    }
}

/// Where a figure's noise is: where it stands, where its vehicle is, or where it was before it fell or left. Ruling S-R21.
pub(crate) fn noisy_place(state: &State, id: FigureId) -> Option<Point> {
    let figure = state.figure(id)?;
    if state.setting().rulings.before(7) {
        return figure.place();
    }
    state.whereabouts(id).or_else(|| state.gone(id)?.at)
}

/// The figures that made noise, in groups whose members are within 6" of another one; one of them at least is on the table, or
/// there is nobody to be fired at. Rule S-noise.
pub(crate) fn noisy_groups(rules: &Skirmish, state: &State, side: Side) -> Vec<Vec<FigureId>> {
    let reach = tables::inches(&rules.numbers().noise_pool_in);
    let loud = state.of(side).filter(|(_, f)| f.pips > 0);
    let mut left: Vec<(FigureId, Point)> = loud.filter_map(|(id, _)| Some((id, noisy_place(state, id)?))).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut looked = 0;
        while looked < group.len() {
            let here = group[looked].1;
            let (near, far) = left.into_iter().partition(|(_, at)| at.within(here, reach));
            left = far;
            let near: Vec<(FigureId, Point)> = near;
            group.extend(near);
            looked += 1;
        }
        let mut ids: Vec<FigureId> = group.into_iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        if ids.iter().any(|id| state.figure(*id).is_some_and(|f| f.standing == Standing::Up)) {
            groups.push(ids);
        }
    }
    groups
}
