//! Hand to hand, prisoners, getting in and out. Rules P-close-combat, P-interrogation and P-infantry-move.

use table::{INCH, Quarter};
use tabletop::{Halt, between};

use crate::deed::Nearby;
use crate::event::{Event, Noticed, Told};
use crate::figures::Figures;
use crate::fire::{Spent, not_locked, target};
use crate::movement::{acting, check_bearers, check_unlocked, free_for_task, free_for_whole_turn, wrong_facts};
use crate::play::{Play, astray};
use crate::query::SumLine;
use crate::refuse::{Because, No, Part, no, said};
use crate::state::{Condition, Content, Fate, Flight, Hull, Order, Phase, Squad, State, Telling};
use crate::tables::{Length, plus};
use crate::troops::{Kind, MarkerId, Side, SquadId, number};
use crate::{Platoon, rule};

/// Figures of each side in base contact.
pub(crate) struct Contact {
    own: Vec<usize>,
    enemies: Vec<usize>,
}

pub(crate) fn check_close(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: SquadId,
    facts: Option<(Figures, Figures)>,
) -> Result<Contact, No> {
    let it = acting(state, squad)?;
    if it.aboard.is_some() {
        return Err(No::new(rule!("P-close-combat"), "This squad is riding in a vehicle.", "Get out first."));
    }
    if it.order == Order::Leaving {
        return Err(No::new(rule!("P-morale"), "This squad is fleeing off the table.", "Leave it to run."));
    }
    let other = target(state, it, goal)?;
    if !state.are_locked(it, other) {
        not_locked(state, it)?;
    }
    // Base to base one fights, however one came there: fire, a No Fire marker and a fast move take nothing from it.
    if state.active.fought {
        return Err(No::new(rule!("P-close-combat"), "This squad has already fought this phase.", "Fight next turn."));
    }
    if it.kind.is_vehicle() || other.kind.is_vehicle() {
        return Err(No::new(
            rule!("P-close-combat"),
            "Only figures on foot fight hand to hand.",
            "Fire at the target instead.",
        ));
    }
    let reach = rules.tables().numbers.contact.inches();
    let near = |one: &Squad, two: &Squad| -> Vec<usize> {
        let touches = |at: table::Point| two.able().any(|(_, f)| f.at.within(at, reach));
        one.able().filter(|(_, f)| touches(f.at)).map(|(n, _)| n).collect()
    };
    // Of enemies nobody knows who is away.
    let here = |n: &usize| it.figures[*n].is_here(&state.options);
    let (mut own, enemies) = match (&state.board, facts) {
        (Some(_), None) => (near(it, other), near(other, it)),
        (None, Some((own, enemies))) => {
            // Once only how many: the first of them. Ruling P-R64.
            let counted = state.options.rulings.before(4);
            let said = |squad: &Squad, those: Figures| -> Vec<usize> {
                let able = squad.able().map(|(n, _)| n);
                if counted { able.take(those.as_count()).collect() } else { able.filter(|n| those.has(*n)).collect() }
            };
            (said(it, own), said(other, enemies))
        }
        (board, _) => return Err(wrong_facts(board.is_some())),
    };
    own.retain(here);
    if own.is_empty() || enemies.is_empty() {
        return Err(No::new(
            rule!("P-close-combat"),
            "No figures are base to base.",
            said!("Move to within {} of the enemy first.", Part::Length(reach)),
        ));
    }
    Ok(Contact { own, enemies })
}

/// What both add to their dice, the attacker first. Rule P-close-combat, ruling P-R33.
pub(crate) fn modifiers(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: SquadId,
    contact: &Contact,
) -> [Vec<SumLine>; 2] {
    let numbers = &rules.tables().numbers;
    let sides = [(squad, &contact.own), (goal, &contact.enemies)];
    // Whose rating is rolled when the fight begins has the highest where all that it may become are higher.
    let ratings = |n: usize| -> (u8, u8) {
        let Some(it) = state.squad(sides[n].0) else { return (0, 0) };
        let rolls = n == 0 || !state.options.rulings.before(8);
        let to_come = it.quality.filter(|_| rolls).and_then(|quality| rules.tables().quality.get(&quality));
        let ratings = to_come.map_or(std::slice::from_ref(&it.gung_ho), |rows| rows.value.as_slice());
        (ratings.iter().min().copied().unwrap_or(0), ratings.iter().max().copied().unwrap_or(0))
    };
    [0, 1].map(|n| {
        let (id, figures) = sides[n];
        let outnumbered = sides[1 - n].1.len().saturating_sub(figures.len()).min(numbers.outnumbered.value.into());
        let held = |s: &Squad| figures.iter().filter(|&&f| s.figures[f].pinned.is_some()).count() * 2 > figures.len();
        let mut lines = Vec::new();
        if outnumbered > 0 {
            let value = -(outnumbered as i8);
            lines.push(SumLine { what: "extra opponents", value, rule: rule!("P-close-combat") });
        }
        if state.squad(id).is_some_and(held) {
            lines.push(SumLine { what: "pinned", value: -plus(&numbers.close_pinned), rule: rule!("P-close-combat") });
        }
        if ratings(n).0 > ratings(1 - n).1 {
            let value = plus(&numbers.close_better);
            lines.push(SumLine { what: "higher Gung-Ho", value, rule: rule!("P-close-combat") });
        }
        lines
    })
}

pub(crate) fn check_question(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: SquadId,
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    free_for_whole_turn(state)?;
    if it.side != Side::Allied || it.kind.is_vehicle() || it.aboard.is_some() {
        return Err(No::new(
            rule!("P-interrogation"),
            "This squad cannot question anyone.",
            "Use an Allied infantry squad.",
        ));
    }
    let asked = state.squad(goal).filter(|s| {
        s.side == Side::Vc
            && !state.is_hidden(s)
            && ((s.kind == Kind::Peasants && s.in_play()) || s.figures.iter().any(|f| f.fate == Fate::Captured))
    });
    let Some(asked) = asked else {
        return Err(No::new(
            rule!("P-interrogation"),
            "No figure of that squad is a prisoner.",
            "Question villagers on the table, or prisoners.",
        ));
    };
    let most = rules.tables().numbers.questions.value;
    if asked.questioned >= most {
        return Err(No::new(
            rule!("P-R41"),
            said!("That squad has been questioned {}.", Part::Times(most)),
            said!("Each squad can be questioned only {}.", Part::Times(most)),
        ));
    }
    let reach = rules.tables().numbers.question_reach.inches();
    let here = || it.able().map(|(_, f)| f).filter(|f| f.is_here(&state.options));
    let near = match (state.has_prisoner(asked), &state.board) {
        (false, Some(_)) => here().any(|f| asked.able().any(|(_, g)| f.at.within(g.at, reach))),
        (false, None) => said.near && here().next().is_some(),
        (true, _) => here().next().is_some(),
    };
    if !near {
        return Err(No::new(
            rule!("P-interrogation"),
            "No figure of the squad is near them.",
            said!("Move to within {}.", Part::Length(reach)),
        ));
    }
    Ok(())
}

/// The markers the VC player may choose from: of his caches, or of his hidden squads.
pub(crate) fn may_be_told(state: &State, telling: &Telling) -> Vec<MarkerId> {
    let lies = state.markers.iter().filter(|m| m.condition == Condition::Down && m.side == Side::Vc);
    let hides = |content: Content| match content {
        Content::Cache => !telling.unit,
        Content::Squad(id) => telling.unit && state.squad(id).is_some_and(|s| s.in_play() && s.kind != Kind::Peasants),
        _ => false,
    };
    lies.filter(|m| hides(m.content)).map(|m| m.id).collect()
}

pub(crate) fn check_tell(state: &State, marker: MarkerId) -> Result<(), No> {
    let Some(telling) = state.telling.filter(|_| matches!(state.phase, Phase::Telling(_))) else {
        return Err(No::new(rule!("P-interrogation"), "No side gives information now.", "Act with the active squad."));
    };
    if !may_be_told(state, &telling).contains(&marker) {
        return Err(No::new(
            rule!("P-interrogation"),
            "That marker does not fit the answer.",
            "Choose one of your caches or hidden squads, whichever the die calls for.",
        ));
    }
    Ok(())
}

/// The wounded that a squad can take.
pub(crate) fn check_capture(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: SquadId,
    said: Nearby,
) -> Result<Vec<usize>, No> {
    let it = acting(state, squad)?;
    free_for_whole_turn(state)?;
    let reach = rules.tables().numbers.casualty_reach.inches();
    let here = || it.able().map(|(_, f)| f).filter(|f| f.is_here(&state.options));
    let near = |n: usize, at: table::Point| match state.board {
        Some(_) => here().any(|own| own.at.within(at, reach)),
        None => said.names(n) && here().next().is_some(),
    };
    let wounded: Vec<usize> = (state.squad(goal).filter(|s| s.side != it.side && !state.is_hidden(s)).into_iter())
        .flat_map(|s| s.figures.iter().enumerate())
        .filter(|(_, f)| f.fate == Fate::Wounded)
        .filter(|(n, f)| near(*n, f.at) && state.squad(goal).is_some_and(|s| state.may_be_taken(rules, s, *n)))
        .map(|(n, _)| n)
        .collect();
    if wounded.is_empty() || it.kind.is_vehicle() || it.aboard.is_some() {
        return Err(No::new(
            rule!("P-interrogation"),
            "No enemy wounded are in reach.",
            said!("Move to within {} of them on foot.", Part::Length(reach)),
        ));
    }
    Ok(wounded)
}

/// Refuses to let somebody in or out.
fn refuse<T>(because: &'static str, remedy: impl Into<Because>) -> Result<T, No> {
    no(rule!("P-infantry-move"), because, remedy)
}

/// How many figures ride in a vehicle.
pub(crate) fn room(rules: &Platoon, vehicle: Kind) -> usize {
    let n = &rules.tables().numbers;
    match vehicle {
        Kind::Tank => 0,
        Kind::Helicopter => n.chopper_capacity.value.into(),
        _ => n.capacity.value.into(),
    }
}

pub(crate) fn check_mount(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    vehicle: SquadId,
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    if it.kind.is_vehicle() || it.aboard.is_some() || it.hidden.is_some() {
        return refuse("This squad cannot get in.", "Only a visible squad on foot can get in.");
    }
    check_unlocked(state)?;
    if it.able().any(|(_, f)| f.pinned.is_some()) {
        return Err(No::new(
            rule!("P-R04"),
            "Figures of this squad are pinned.",
            "Wait until none of them is: the whole squad gets in.",
        ));
    }
    let spent = it.turn.stood_up && state.active.march.is_some();
    if it.turn.over_half || spent || state.active.task {
        return refuse("This squad has less than half its turn left.", "Get in next turn.");
    }
    // Once one bearer took his casualties aboard.
    if !state.options.rulings.before(10) {
        check_bearers(rules, state, it)?;
    }
    let found = state.squad(vehicle).filter(|v| v.side == it.side && v.kind.is_vehicle() && v.on_table());
    let Some(into) = found else {
        return refuse("Your side has no such vehicle.", "Choose a vehicle on the table.");
    };
    if into.kind == Kind::Helicopter && into.flight != Flight::Landed {
        return refuse("The helicopter is in the air.", "Wait until it lands.");
    }
    let riders: usize = state.squads.iter().filter(|s| s.aboard == Some(vehicle)).map(Squad::strength).sum();
    let n = &rules.tables().numbers;
    if riders + it.strength() > room(rules, into.kind) {
        return refuse("The vehicle has no room for the whole squad.", "Choose another vehicle.");
    }
    let reach = n.boarding.inches();
    let near = match state.board {
        Some(_) => it.able().all(|(_, f)| f.at.within(into.at(), reach)),
        None => said.near,
    };
    if !near {
        let remedy = said!("Bring all figures to within {}.", Part::Length(reach));
        return refuse("Not every figure is beside the vehicle.", remedy);
    }
    Ok(())
}

pub(crate) fn check_dismount(rules: &Platoon, state: &State, squad: SquadId, said: Nearby) -> Result<SquadId, No> {
    let it = acting(state, squad)?;
    free_for_task(state)?;
    let Some(vehicle) = it.aboard.and_then(|v| state.squad(v)) else {
        return refuse("This squad is not riding in a vehicle.", "Roll for its move.");
    };
    if vehicle.kind == Kind::Helicopter && vehicle.flight != Flight::Landed {
        return refuse("The helicopter is in the air.", "Wait until it lands.");
    }
    if it.able().any(|(_, f)| f.pinned.is_some()) && !state.options.rulings.before(5) {
        return Err(No::new(
            rule!("P-R70"),
            "Figures of this squad are pinned.",
            "Wait until none of them is: pinned figures do not move.",
        ));
    }
    let reach = rules.tables().numbers.landing.inches();
    let ashore = match &state.board {
        Some(b) => {
            let ways = table::Compass::ALL.iter().map(|&way| vehicle.at().compass(way, reach));
            ways.chain([vehicle.at()]).any(|p| b.terrain(p).going() != table::Going::Impassable)
        }
        None => said.near,
    };
    if vehicle.kind == Kind::Boat && !ashore {
        let remedy = said!("Bring it to within {} of the bank first.", Part::Length(reach));
        return refuse("The boat is in deep water.", remedy);
    }
    if said.ground.is_some_and(|ground| ground.going() == table::Going::Impassable) {
        return refuse("Nobody can stand there.", "Say on what ground the squad can get out.");
    }
    if vehicle.hull == Hull::Destroyed {
        return refuse("The vehicle is a wreck.", "The vehicle carries no passengers.");
    }
    Ok(vehicle.id)
}

impl Play<'_> {
    /// Rule P-close-combat, ruling P-R33.
    pub fn close(&mut self, squad: SquadId, goal: SquadId, contact: Contact) -> Result<(), Halt> {
        self.reveal(squad, Noticed::Contact)?;
        if self.state.options.rulings.before(7) {
            self.mark_fired(squad, Spent::Volley(Vec::new()))?;
        } else {
            self.meets_enemy(squad)?;
        }
        // Once the squad that was attacked fought by the rating of its troops.
        if !self.state.options.rulings.before(8) {
            self.meets_enemy(goal)?;
        }
        self.state.active.fought = true;
        let sides = [(squad, &contact.own), (goal, &contact.enemies)];
        let added = modifiers(self.rules, self.state, squad, goal, &contact);
        let (mut dice, mut sums) = ([0; 2], [0; 2]);
        for (n, lines) in added.iter().enumerate() {
            dice[n] = self.d6(sides[n].0, "close combat", rule!("P-close-combat"))?;
            sums[n] = dice[n] as i8 + lines.iter().map(|line| line.value).sum::<i8>();
        }
        let loser = match sums[0].cmp(&sums[1]) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let winner = loser.map(|n| sides[1 - n].0);
        self.say(Event::Fought { squad, target: goal, dice, sums, winner });
        if let Some(n) = loser {
            let (id, figures) = (sides[n].0, sides[n].1.clone());
            let by = winner.and_then(|w| self.state.squad(w)).map(|s| s.side);
            let mut fallen = Vec::new();
            for figure in figures {
                let number = number(figure);
                self.say(Event::Fell { squad: id, figure: number, wounded: false });
                self.fall(id, figure, false, by)?;
                fallen.push((id, figure));
            }
            self.nerves(&fallen, &[])?;
        }
        // A tie leaves both locked until one of them wins. Ruling P-R33.
        let (tie, fifth) = (winner.is_none(), self.state.options.rulings.before(7));
        let is_held = |id: SquadId| self.state.squad(id).is_some_and(|s| self.state.locked_with(s).is_some());
        let stays = [squad, goal].map(|id| !fifth && (!tie || is_held(id)));
        // Once it was forgotten who of them was base to base.
        let grip = [&contact.own, &contact.enemies].map(|those| those.iter().copied().collect());
        let grip = (!self.state.options.rulings.before(9)).then_some(grip);
        let back = grip.map(|[own, enemies]| [enemies, own]);
        for (id, enemy, stays, grip) in [(squad, goal, stays[0], grip), (goal, squad, stays[1], back)] {
            self.with(id, |s| {
                s.locked = if stays { s.locked } else { tie.then_some(enemy) };
                if tie && s.locked == Some(enemy) {
                    s.grip = grip;
                }
            })?;
        }
        if let Some(n) = loser.filter(|_| !fifth) {
            self.unlock(sides[n].0);
        }
        // Once a fight counted as fire.
        if self.state.options.rulings.before(8) {
            for id in [squad, goal] {
                self.was_under_fire(id, Quarter::Front)?;
            }
        }
        Ok(())
    }

    /// Who has lost a fight or gone away is locked with nobody any more. Ruling P-R33.
    pub fn unlock(&mut self, squad: SquadId) {
        let held = |s: &&mut Squad| s.id == squad || s.locked == Some(squad);
        self.state.squads.iter_mut().filter(held).for_each(|s| (s.locked, s.grip) = (None, None));
    }

    /// Rule P-interrogation, ruling P-R41.
    pub fn question(&mut self, squad: SquadId, goal: SquadId) -> Result<(), Halt> {
        self.state.active.task = true;
        let arvn = self.state.squad(squad).is_some_and(|s| s.troops.is_arvn());
        let asked = self.state.named(goal)?;
        // Once villagers who were taken counted as the enemy's soldiers.
        let soldier = asked.kind != Kind::Peasants || self.state.options.rulings.before(11);
        let prisoner = soldier && self.state.has_prisoner(asked);
        let (again, young) = (asked.questioned > 0, asked.young);
        self.with(goal, |s| s.questioned += 1)?;
        let die = self.d6(squad, "interrogation", rule!("P-interrogation"))?;
        let n = &self.rules.tables().numbers;
        let counts = |so: bool, number| if so { i16::from(plus(number)) } else { 0 };
        let more = counts(prisoner, &n.question_prisoner) - counts(arvn, &n.question_arvn);
        let sum = between(i16::from(die) + more, 1, 6);
        match (again, sum) {
            // Young men talk on 1 and 2 only.
            (false, 3) if young => self.told(squad, goal, die, Told::Nothing),
            (false, 1..=3) | (true, 4) => self.tells(squad, goal, die, false),
            (true, 3) => self.tells(squad, goal, die, true),
            (true, 1..=2) => self.told(squad, goal, die, Told::Death),
            _ => self.told(squad, goal, die, Told::Nothing),
        }
    }

    /// The VC player chooses what is told, if there is anything to choose from. Rule P-interrogation.
    fn tells(&mut self, squad: SquadId, goal: SquadId, die: u8, unit: bool) -> Result<(), Halt> {
        let telling = Telling { squad, target: goal, die, unit, then: self.state.phase };
        let choice = may_be_told(self.state, &telling);
        match choice.as_slice() {
            [] if unit => self.told(squad, goal, die, Told::Squad(None)),
            [] => self.told(squad, goal, die, Told::Cache(None)),
            // Once he was not asked where he had no choice, which told how much lies hidden.
            &[marker] if self.state.options.rulings.before(5) => {
                self.state.telling = Some(telling);
                self.tell(marker)
            }
            _ => {
                self.state.telling = Some(telling);
                self.state.phase = Phase::Telling(Side::Vc);
                Ok(())
            }
        }
    }

    /// What was chosen comes to light.
    pub fn tell(&mut self, marker: MarkerId) -> Result<(), Halt> {
        let telling = self.state.telling.take().ok_or_else(|| astray("Nobody is asked."))?;
        let Telling { squad, target, die, unit, then } = telling;
        self.state.phase = then;
        if !unit {
            self.turn_up(marker)?;
            return self.told(squad, target, die, Told::Cache(Some(marker)));
        }
        let hidden = self.state.squads.iter().find(|s| s.hidden == Some(marker)).map(|s| s.id);
        if let Some(id) = hidden {
            self.reveal(id, Noticed::Told)?;
        }
        self.told(squad, target, die, Told::Squad(hidden))
    }

    fn told(&mut self, squad: SquadId, goal: SquadId, die: u8, told: Told) -> Result<(), Halt> {
        self.say(Event::Questioned { squad, target: goal, die, told });
        if told != Told::Death {
            return Ok(());
        }
        let asked = self.state.named(goal)?;
        let villager = asked.able().next().map(|(n, _)| n);
        let (peasants, prisoner) = (asked.kind == Kind::Peasants, self.state.has_prisoner(asked));
        if prisoner {
            let captured = asked.figures.iter().position(|f| f.fate == Fate::Captured);
            let captured = captured.ok_or_else(|| astray("There is no prisoner."))?;
            self.figure(goal, captured)?.fate = Fate::Killed;
            let tally = &mut self.state.tally;
            if peasants {
                tally.peasants_killed = tally.peasants_killed.saturating_add(1);
            } else {
                // A dead prisoner counts as a killed enemy.
                tally.vc_captured = tally.vc_captured.saturating_sub(1);
                tally.vc_killed = tally.vc_killed.saturating_add(1);
            }
        } else if let Some(figure) = villager {
            let number = number(figure);
            self.say(Event::Fell { squad: goal, figure: number, wounded: false });
            self.fall(goal, figure, false, Some(Side::Allied))?;
        }
        Ok(())
    }

    pub fn capture(&mut self, squad: SquadId, goal: SquadId, wounded: &[usize]) -> Result<(), No> {
        self.state.active.task = true;
        let count = wounded.len() as u8;
        self.with(goal, |s| wounded.iter().for_each(|&n| s.figures[n].fate = Fate::Captured))?;
        // Once friends who had left him lying were slowed by a prisoner of the enemy's, and wanted bearers for him.
        if !self.state.options.rulings.before(12) {
            let taken = |of: SquadId, n: u8| of == goal && wounded.contains(&usize::from(n));
            self.state.squads.iter_mut().for_each(|s| s.burden.retain(|&(of, n)| !taken(of, n)));
        }
        let peasants = self.state.squad(goal).is_some_and(|s| s.kind == Kind::Peasants);
        // Once the wounded counted as killed until they were taken. Ruling P-R54.
        let counted = if self.state.options.rulings.before(2) { count } else { 0 };
        let tally = &mut self.state.tally;
        match self.state.squads.iter().find(|s| s.id == squad).map(|s| s.side) {
            Some(Side::Allied) if !peasants => {
                tally.vc_captured = tally.vc_captured.saturating_add(count);
                tally.vc_killed = tally.vc_killed.saturating_sub(counted);
            }
            Some(Side::Vc) if !peasants || self.state.options.rulings.before(10) => {
                tally.us_captured = tally.us_captured.saturating_add(count);
                tally.us_killed = tally.us_killed.saturating_sub(counted);
            }
            _ => {}
        }
        self.say(Event::Taken { squad, target: goal, count });
        Ok(())
    }

    pub fn mount(&mut self, squad: SquadId, vehicle: SquadId) -> Result<(), No> {
        self.state.active.task = true;
        let at = self.state.named(vehicle)?.at();
        // Who fell on the vehicle's very point lies beside it: who lies at its point fell aboard.
        let stays_beside = self.state.board.is_some() && !self.state.options.rulings.before(3);
        self.with(squad, |s| {
            s.aboard = Some(vehicle);
            s.figures.iter_mut().for_each(|f| {
                f.prone = false;
                if f.able() {
                    f.at = at;
                } else if stays_beside && f.at == at {
                    f.at = at.plus(0, INCH);
                }
            });
        })?;
        self.burden_goes_along(squad)?;
        // Getting in takes what is left of the move.
        if let Some(march) = &mut self.state.active.march {
            march.used = march.good.max(march.bad);
        }
        self.say(Event::Mounted { squad, vehicle });
        Ok(())
    }

    /// Getting out leaves half of the move.
    pub fn dismount(&mut self, squad: SquadId, vehicle: SquadId, ground: Option<table::Terrain>) -> Result<(), Halt> {
        self.set_down(squad, vehicle)?;
        self.with(squad, |s| s.ground = ground.unwrap_or(s.ground))?;
        self.with(squad, |s| (s.turn.stood_up, s.turn.got_out) = (true, true))?;
        self.set_foot(squad)?;
        self.open_window();
        Ok(())
    }
}
