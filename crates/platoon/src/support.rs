//! Artillery and mortars behind the table: requests, salvos, correction. Rules P-artillery and P-mortar.

mod salvo;

use table::{Heading, Point, Terrain};
use tabletop::Halt;

use crate::command::{Call, FlightPath};
use crate::event::Event;
use crate::movement::{acting, wrong_facts};
use crate::play::Play;
use crate::refuse::{Because, No, Part, no, said};
use crate::state::{Mission, Pattern, Squad, State, Support};
use crate::tables::{Length, plus};
use crate::thrower::DieOf;
use crate::troops::{Kind, Side, SquadId};
use crate::{Platoon, air, rule};

pub(crate) use salvo::{Shells, area, check_burst, lies_across, reachable, size};

/// From the guns to the target: the Allied edge is the near one. Ruling P-R30.
pub(crate) fn line_of_fire(side: Side) -> Heading {
    match side {
        Side::Allied => Heading { dx: 0, dy: -1 },
        Side::Vc => Heading { dx: 0, dy: 1 },
    }
}

/// Whether an enemy is known to be near a target: one on the table within six inches; with messages played, one that the
/// squad sees or was told of. Rules P-artillery and P-messages.
fn located(rules: &Platoon, state: &State, squad: &Squad, target: Point) -> bool {
    let reach = rules.tables().numbers.located.inches();
    let earlier = state.options.rulings.before(8);
    // Once the first figure of a squad alone counted, and villagers as well.
    let there = |s: &Squad| {
        if earlier { s.at().within(target, reach) } else { s.able().any(|(_, figure)| figure.at.within(target, reach)) }
    };
    let enemy = |s: &&Squad| s.side != squad.side && s.on_table() && (earlier || s.kind != Kind::Peasants);
    let near = state.squads.iter().filter(enemy).filter(|s| there(s));
    let told = |enemy: &Squad| {
        let news = crate::command::News::Enemy(enemy.id);
        state.messages.iter().any(|m| m.arrived && m.to == squad.id && m.news == news)
    };
    let seen = |enemy: &Squad| {
        let Some(board) = &state.board else { return false };
        let pairs = squad.able().flat_map(|(_, own)| enemy.able().map(move |(_, f)| (own.at, f.at)));
        pairs.into_iter().any(|(from, to)| air::spots(rules, state, board, squad, from, to))
    };
    near.into_iter().any(|enemy| !state.options.messages || told(enemy) || seen(enemy))
}

/// What is added to the two dice of a request. Rule P-artillery, ruling P-R27.
pub(crate) fn request_modifier(
    rules: &Platoon,
    state: &State,
    squad: &Squad,
    support: Support,
    target: Point,
    facts: Option<Call>,
) -> i8 {
    let located = facts.map_or_else(|| located(rules, state, squad, target), |facts| facts.located);
    let pinned = squad.figures.first().is_some_and(|f| f.pinned.is_some());
    let near_village = support != Support::Air && restricted(state, facts);
    let harder = [!located, pinned && support != Support::Air, near_village];
    harder.into_iter().filter(|harder| *harder).map(|_| plus(&rules.tables().numbers.request_worse)).sum()
}

/// Whether a village stands within a thousand metres, that is on the table, outside a free fire zone.
fn restricted(state: &State, facts: Option<Call>) -> bool {
    let village = |board: &table::Board| board.has(Terrain::Village) || board.has(Terrain::Hooch);
    let stands = state.board.as_ref().map_or_else(|| facts.is_some_and(|facts| facts.village), village);
    !state.options.free_fire_zone && stands
}

/// Whether a drawn way of an aircraft leads from edge to edge of the table. Rule P-air.
pub(crate) fn check_path(state: &State, target: Point, path: Option<FlightPath>) -> Result<(), No> {
    let (Some(board), Some(path)) = (&state.board, path) else { return Ok(()) };
    let corner = board.corner();
    let on_edge = |p: Point| board.contains(p) && (p.x == 0 || p.y == 0 || p.x == corner.x || p.y == corner.y);
    // Once no way began over its target.
    let begins = path.from != target || !state.options.rulings.before(11);
    if on_edge(path.from) && on_edge(path.to) && path.from != path.to && begins {
        return Ok(());
    }
    Err(No::new(
        rule!("P-air"),
        "An aircraft crosses one edge of the table and leaves at another point of an edge.",
        "Draw its path from one edge, over the target, to an edge.",
    ))
}

/// A request as it is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub support: Support,
    pub target: Point,
    pub pattern: Pattern,
    pub path: Option<FlightPath>,
    pub facts: Option<Call>,
}

pub(crate) fn check_request(rules: &Platoon, state: &State, squad: SquadId, asked: Asked) -> Result<(), No> {
    let it = acting(state, squad)?;
    let Asked { support, target, pattern, path, facts } = asked;
    if state.board.is_some() == facts.is_some() {
        return Err(wrong_facts(state.board.is_some()));
    }
    if it.side == Side::Vc {
        return Err(No::new(
            rule!("P-messages"),
            "VC and NVA have no radio to call for support.",
            "Fire with what is on the table.",
        ));
    }
    if !it.officer || it.observer(&state.options).is_none() {
        return Err(No::new(
            rule!("P-artillery"),
            "This squad has no officer to make the request.",
            "Ask with a squad whose first figure is a platoon commander, an observer or a patrol leader, and not away as a runner.",
        ));
    }
    if state.active.asked {
        return Err(No::new(rule!("P-R04"), "This squad has already asked this turn.", "Ask next turn."));
    }
    if it.aboard.is_some() {
        return Err(No::new(rule!("P-artillery"), "This squad is riding in a vehicle.", "Get out first."));
    }
    if state.turn < it.asks_from {
        return Err(No::new(
            rule!("P-artillery"),
            said!("The request was refused; this squad must wait until turn {}.", it.asks_from),
            "Ask again then.",
        ));
    }
    if state.missions.iter().any(|m| m.squad == Some(squad)) {
        return Err(No::new(
            rule!("P-artillery"),
            "This squad already has a mission under way.",
            "Wait until that is over.",
        ));
    }
    if support != Support::Air && restricted(state, facts) && !it.fired_on {
        return Err(No::new(
            rule!("P-R27"),
            said!(
                "A village lies within {} of the target.",
                Part::Length(rules.tables().numbers.village_limit.inches())
            ),
            "Outside a free fire zone, only a unit that has been fired on may ask.",
        ));
    }
    check_target(state, target)?;
    if !support.lies_either_way() && pattern == Pattern::Sheaf {
        return Err(No::new(
            rule!("P-R30"),
            "Only howitzers use box or sheaf.",
            "Ask for a box: the other templates have only one orientation.",
        ));
    }
    if support != Support::Air && path.is_some() {
        return Err(No::new(rule!("P-air"), "Shells do not follow a drawn path.", "Leave the path out."));
    }
    check_path(state, target, path)
}

/// Whether a target is one: the middle of an inch of the table, or any point of it where the fall of shot is guessed.
fn check_target(state: &State, target: Point) -> Result<(), No> {
    let Some(board) = &state.board else { return Ok(()) };
    if !board.contains(target) || (target != target.middle() && !state.options.guess) {
        return Err(No::new(
            rule!("P-artillery"),
            "The target is not a square of the table.",
            "Name the middle of a square inch of the table.",
        ));
    }
    Ok(())
}

pub(crate) fn check_correct(state: &State, squad: SquadId, target: Point) -> Result<(), No> {
    acting(state, squad)?;
    fn refuse<T>(because: &'static str, remedy: impl Into<Because>) -> Result<T, No> {
        no(rule!("P-artillery"), because, remedy)
    }
    if !state.options.guess {
        return refuse("In this game the observer corrects by dice.", "Each salvo gets a correction roll.");
    }
    if state.active.asked {
        return Err(No::new(
            rule!("P-R04"),
            "This squad has already asked this turn.",
            "Name other distances next turn.",
        ));
    }
    let observer = state.squad(squad).is_some_and(|s| s.observer(&state.options).is_some());
    let firing = state.missions.iter().any(|m| m.squad == Some(squad) && m.support != Support::Air);
    if !observer || !firing {
        return refuse("This squad has no mission under way.", "Ask for one first.");
    }
    check_target(state, target)
}

/// Whether the officer who asked is there to see where the salvos fall. Ruling P-R29.
fn observes(state: &State, squad: SquadId) -> bool {
    let it = state.squad(squad).filter(|s| s.in_play());
    it.is_some_and(|s| s.observer(&state.options).is_some())
}

impl Play<'_> {
    /// The dice of a request. Rules P-artillery and P-air.
    pub fn request(&mut self, squad: SquadId, asked: Asked) -> Result<(), Halt> {
        let it = self.state.named(squad)?;
        let Asked { support, target, pattern, path, facts } = asked;
        let (side, plus) = (it.side, request_modifier(self.rules, self.state, it, support, target, facts));
        self.state.active.asked = true;
        let air = support == Support::Air;
        let test = self.test(DieOf::secret_of_officer(squad), plus, "request for support", rule!("P-artillery"))?;
        let turn = self.state.turn;
        let mut due = None;
        match (test.passed, test.double) {
            (true, true) if air => {
                due = Some(self.d6(DieOf::secret(squad), "turns until the aircraft come", rule!("P-air"))?)
            }
            (true, false) if air => {
                let die = self.d6(DieOf::secret(squad), "turns until the aircraft come", rule!("P-air"))?;
                due = Some(die + self.d6(DieOf::secret(squad), "turns until the aircraft come", rule!("P-air"))?);
            }
            (true, true) => due = Some(1),
            (true, false) => {
                due = Some(self.die(DieOf::secret(squad), 3, "turns until the first salvo", rule!("P-artillery"))?)
            }
            (false, true) => {
                let wait = self.d6(DieOf::secret(squad), "turns to wait", rule!("P-artillery"))?;
                self.with(squad, |s| s.asks_from = turn + wait + 1)?;
            }
            (false, false) => {}
        }
        let due = due.map(|turns| turn + turns);
        self.say(Event::Requested { squad, support, test, due });
        if let Some(due) = due {
            let n = &self.rules.tables().numbers;
            let dice = if support == Support::Mortar { n.mortar_dice.value } else { n.artillery_dice.value };
            let left = n.salvos.value;
            let mission = Mission {
                squad: Some(squad),
                side,
                support,
                target,
                pattern,
                due,
                left,
                dice,
                arrived: false,
                fired: 0,
                path,
                gunship: false,
            };
            self.state.missions.push(mission);
        }
        Ok(())
    }

    /// The observer calls other inches. Rule P-artillery.
    pub fn correct(&mut self, squad: SquadId, target: Point) {
        self.state.active.asked = true;
        if let Some(mission) = self.state.missions.iter_mut().find(|m| m.squad == Some(squad)) {
            mission.target = target;
        }
        self.say(Event::CalledAnew { squad, target });
    }

    /// The next thing that is due at the start of a turn comes: a salvo or an aircraft. False if nothing more is due.
    /// Rulings P-R28 and P-R29.
    pub fn next_support(&mut self) -> Result<bool, Halt> {
        let turn = self.state.turn;
        let due = |m: &Mission| m.due <= turn && if m.support == Support::Air { !m.arrived } else { m.fired < turn };
        let Some(n) = self.state.missions.iter().position(due) else { return Ok(false) };
        let before = self.state.missions[n].clone();
        self.state.missions[n].arrived = true;
        if !before.arrived {
            self.state.tally.missions = self.state.tally.missions.saturating_add(1);
        }
        if before.support == Support::Air {
            let least = self.rules.tables().numbers.gunship.value;
            let gunship = self.d6(before.side, "fixed-wing or gunship", rule!("P-air"))? >= least;
            let die = self.d6(before.side, "turns over the table", rule!("P-air"))?;
            // Ruling P-R32.
            let turns = if gunship { die } else { die.div_ceil(2) };
            self.state.missions[n].left = turns;
            self.state.missions[n].gunship = gunship;
            self.say(Event::AircraftCame { side: before.side, gunship, turns });
            return Ok(true);
        }
        let mut dice = before.dice;
        let called = self.state.options.guess;
        let observer = before.squad.filter(|squad| observes(self.state, *squad));
        if let Some(squad) = observer.filter(|_| before.arrived && dice > 0 && !called) {
            let test = self.test(DieOf::secret_of_officer(squad), 0, "correction of fire", rule!("P-R29"))?;
            dice -= u8::from(test.passed);
            self.say(Event::Corrected { squad, test, dice });
        }
        let mission = &mut self.state.missions[n];
        mission.dice = dice;
        mission.fired = turn;
        mission.left = mission.left.saturating_sub(1);
        let over = mission.left == 0;
        if over {
            self.state.missions.remove(n);
        }
        let Mission { side, support, target, pattern, .. } = before;
        let along = line_of_fire(side);
        self.salvo(&Shells { side, support, target, dice, pattern, along, called })?;
        if over {
            self.say(Event::MissionOver { side, support });
        }
        Ok(true)
    }
}
