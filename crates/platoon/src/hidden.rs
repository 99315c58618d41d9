//! Hidden squads, markers, discovery, traps, stores. Rules P-hidden, P-search and P-traps.

use table::{Angle, Board, INCH, Point, Template, Terrain};
use tabletop::Halt;

use crate::command::{Shot, Stores};
use crate::deed::Nearby;
use crate::event::{Event, Noticed};
use crate::movement::{SHORTEST, acting, free_for_whole_turn, half_is_spent, half_left, movers, wrong_facts};
use crate::play::Play;
use crate::refuse::{No, Part, said};
use crate::state::{Condition, Content, Flight, Marker, Reaches, Squad, State, Trap};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, Mode, Side, SquadId};
use crate::{Platoon, air, rule, scenario};

/// How much growth one sees through, in hundredths of an inch: as far as one sees a moving enemy in jungle.
pub(crate) fn depth(rules: &Platoon) -> i32 {
    rules.tables().numbers.seen_jungle.inches()
}

/// Whether one point sees another by this light.
pub(crate) fn sees(rules: &Platoon, state: &State, board: &Board, from: Point, to: Point) -> bool {
    let dark = rules.tables().numbers.night_sight.inches();
    (!state.options.night || from.within(to, dark)) && board.sees(from, to, depth(rules))
}

/// How much of a reach is left to aimed fire by this light. Ruling P-R38.
pub(crate) fn aimed(rules: &Platoon, state: &State, reach: i32) -> i32 {
    // Once the light counted on the computer's table alone.
    let dark = state.options.night && !state.options.rulings.before(7);
    if dark { reach.min(rules.tables().numbers.night_sight.inches()) } else { reach }
}

/// How near a moving enemy on this ground must be to be seen. Rule P-hidden, ruling P-R38.
pub(crate) fn seen_within(rules: &Platoon, state: &State, ground: Terrain) -> i32 {
    let n = &rules.tables().numbers;
    let inches = match ground {
        Terrain::DryPaddy | Terrain::WetPaddy | Terrain::Bund | Terrain::Swamp => n.seen_paddy.value,
        _ if ground.veil() != table::Veil::Clear => n.seen_jungle.value,
        _ => n.seen_open.value,
    };
    let length = i32::from(inches) * INCH;
    if state.options.night { length / 2 } else { length }
}

/// How far a moving squad is heard. Rule P-hidden, ruling P-R39.
pub(crate) fn heard_within(rules: &Platoon, squad: &Squad) -> i32 {
    let n = &rules.tables().numbers;
    let inches = match (squad.kind, squad.side) {
        (Kind::Helicopter, _) => n.heard_chopper.value,
        (kind, _) if kind.is_vehicle() => n.heard_vehicle.value,
        (_, Side::Allied) => n.heard_allied.value,
        (_, Side::Vc) => n.heard_vc.value,
    };
    i32::from(inches) * INCH
}

fn no_marker() -> No {
    No::new(rule!("P-hidden"), "No such marker lies there.", "Choose a marker on the table.")
}

/// A marker of the enemy's that lies on the table.
fn enemys<'a>(state: &'a State, squad: &Squad, marker: MarkerId) -> Result<&'a Marker, No> {
    let it = state.marker(marker).filter(|m| m.condition != Condition::Removed && m.side != squad.side);
    it.ok_or_else(no_marker)
}

/// Figures that are not pinned and near enough to a marker to search it or to pick up what lies there: two at least, or the
/// crew of a tank or an APC; beside a real table, those who are said. Rule P-search, ruling P-R64.
fn near_enough(rules: &Platoon, state: &State, squad: &Squad, marker: &Marker, said: Nearby) -> Result<Vec<usize>, No> {
    let reach = rules.tables().numbers.search_reach.inches();
    let near = |n: &usize| match state.board {
        Some(_) => squad.figures[*n].at.within(marker.at, reach),
        None => said.names(*n),
    };
    // Who is away with a message does neither.
    let here = |n: &usize| state.options.rulings.before(5) || !squad.figures[*n].running;
    let there: Vec<usize> = movers(squad).into_iter().filter(near).filter(here).collect();
    let enough =
        if squad.kind.is_armoured() { !there.is_empty() } else { !squad.kind.is_vehicle() && there.len() >= 2 };
    if !enough || squad.aboard.is_some() {
        return Err(No::new(
            rule!("P-search"),
            "Too few able figures are close enough to do it.",
            said!("Bring two unpinned figures, a tank or an APC within {} of the marker.", Part::Length(reach)),
        ));
    }
    Ok(there)
}

/// Who searches or destroys stores at a marker: the two nearest of them that have not fired, or the crew of a tank or an APC.
/// Rule P-search, ruling P-R51.
fn searchers(rules: &Platoon, state: &State, squad: &Squad, marker: &Marker, said: Nearby) -> Result<Vec<usize>, No> {
    let earlier = state.options.rulings.before(2);
    let mut there = near_enough(rules, state, squad, marker, said)?;
    let refuse = No::new(rule!("P-search"), "This squad has fired this turn.", "A squad that searches cannot fire.");
    if squad.kind.is_armoured() || earlier {
        return if squad.has_fired(&state.options) || squad.turn.no_fire { Err(refuse) } else { Ok(there) };
    }
    there.retain(|&n| is_free_to_search(squad, n));
    if there.len() < 2 {
        return Err(refuse);
    }
    there.sort_by_key(|&n| (squad.figures[n].at.squared(marker.at), n));
    there.truncate(2);
    Ok(there)
}

fn is_free_to_search(squad: &Squad, figure: usize) -> bool {
    !squad.figures[figure].fired && !squad.figures[figure].running
}

/// Figures of a squad on foot that can search, if they are near enough. Ruling P-R51.
pub(crate) fn free_to_search(squad: &Squad) -> Vec<usize> {
    movers(squad).into_iter().filter(|&n| is_free_to_search(squad, n)).collect()
}

pub(crate) fn check_search(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    marker: MarkerId,
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    free_for_whole_turn(state)?;
    let marker = enemys(state, it, marker)?;
    if marker.condition != Condition::Down {
        return Err(No::new(rule!("P-search"), "That is already found.", "Take it or destroy it."));
    }
    searchers(rules, state, it, marker, said).map(|_| ())
}

pub(crate) fn check_stores(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    (marker, what): (MarkerId, Stores),
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    match what {
        Stores::Capture => half_left(state)?,
        Stores::Destroy => free_for_whole_turn(state)?,
    }
    let marker = enemys(state, it, marker)?;
    if marker.condition != Condition::Found {
        return Err(No::new(rule!("P-search"), "No stores have been found there.", "Search the place first."));
    }
    if what == Stores::Capture && it.carrying {
        return Err(No::new(
            rule!("P-search"),
            "This squad already carries stores, and carries them to the end of the game.",
            "Destroy these, which takes a whole turn, or take them with another squad.",
        ));
    }
    if what == Stores::Capture && half_is_spent(state, it) {
        return Err(No::new(rule!("P-search"), "This squad has used half its move.", "Take them next turn."));
    }
    // To pick them up takes half of the move, and no fire.
    if what == Stores::Capture && !state.options.rulings.before(5) {
        return near_enough(rules, state, it, marker, said).map(|_| ());
    }
    searchers(rules, state, it, marker, said).map(|_| ())
}

pub(crate) fn check_reach(state: &State, squad: SquadId, marker: MarkerId) -> Result<(), No> {
    let it = acting(state, squad)?;
    if state.board.is_some() {
        return Err(wrong_facts(true));
    }
    let lands = it.kind != Kind::Helicopter || it.flight == Flight::Landed;
    // Once passengers and who flew over met a trap that could reach nobody.
    if (it.aboard.is_some() || !lands) && !state.options.rulings.before(10) {
        return Err(No::new(
            rule!("P-hidden"),
            "This squad does not set foot there.",
            if it.aboard.is_some() { "Get out first." } else { "Land first." },
        ));
    }
    let marker = enemys(state, it, marker)?;
    if marker.condition != Condition::Down {
        return Err(no_marker());
    }
    if state.active.reached.contains(&marker.id) {
        return Err(No::new(rule!("P-search"), "The squad is already there.", "Search the place, or go on."));
    }
    Ok(())
}

pub(crate) fn check_reveal(state: &State, squad: SquadId) -> Result<(), No> {
    if acting(state, squad)?.hidden.is_none() {
        return Err(No::new(rule!("P-hidden"), "That squad is already in sight.", "Choose something else."));
    }
    Ok(())
}

/// A dummy moves as a squad on patrol would, at most about as far as its dice go, and in as many parts: who looks on must not
/// tell one from the other. Rule P-hidden.
pub(crate) fn check_move_marker(rules: &Platoon, state: &State, marker: MarkerId, to: Point) -> Result<(), No> {
    let farthest = rules.tables().numbers.marker_move.inches();
    let side = acting(state, state.active.squad)?.side;
    let Some(board) = &state.board else {
        return Err(No::new(
            rule!("P-companion"),
            "The program does not know where markers lie on a real table.",
            "Move the marker by hand; the game needs no order for it.",
        ));
    };
    let it = state.marker(marker).filter(|m| m.side == side && m.condition == Condition::Down);
    let it = it.ok_or_else(no_marker)?;
    let nobody_stands_there = match it.content {
        Content::Dummy => true,
        Content::Squad(squad) => crate::fire::is_undrawn(state, squad),
        _ => false,
    };
    if !nobody_stands_there || !state.hides(state.active.squad) {
        return Err(No::new(
            rule!("P-hidden"),
            "This marker cannot move now.",
            "While one of your hidden squads acts, you may move markers with nothing under them or with troops not yet drawn.",
        ));
    }
    let farthest = if state.options.night && !state.options.rulings.before(5) { farthest / 2 } else { farthest };
    if it.gone + SHORTEST > farthest {
        return Err(No::new(rule!("P-hidden"), "This marker has moved this turn.", "Choose another marker."));
    }
    let walk = board.walk(it.at, to);
    if !board.contains(to) || !(SHORTEST..=farthest - it.gone).contains(&walk.length) || walk.impassable > 0 {
        return Err(No::new(
            rule!("P-hidden"),
            "No squad could have gone there.",
            said!(
                "Move it {} to {} each turn, over ground a squad can cross.",
                Part::Length(SHORTEST),
                Part::Length(farthest)
            ),
        ));
    }
    Ok(())
}

/// How far apart the points of a way are at which somebody who hides may be noticed, in hundredths of an inch.
const GLANCE: i32 = 25;

/// The figure of a squad that is nearest to a trap.
fn nearest(squad: &Squad, at: Point) -> Option<(usize, Point)> {
    squad.able().map(|(n, figure)| (n, figure.at)).min_by_key(|(_, figure)| figure.squared(at))
}

/// How far a trap reaches that a squad sets off, if it reaches more than one figure. Ruling P-R36.
fn burst_of(rules: &Platoon, state: &State, squad: &Squad, at: Point, trap: Trap) -> Option<Template> {
    let n = &rules.tables().numbers;
    Some(match trap {
        Trap::Punji => return None,
        Trap::Grenade => Template::Circle { centre: at, radius: n.grenade_trap.inches() },
        Trap::Mortar => {
            let size = n.mortar_trap.inches();
            Template::Rectangle { centre: at, along: squad.facing, length: size, width: size }
        }
        Trap::Claymore => {
            let first = nearest(squad, at)?.1;
            // Once it burst all around if the first stood on it.
            let beneath = first == at && !state.options.rulings.before(15);
            let facing = if beneath { squad.facing.reversed() } else { at.heading(first) };
            Template::Fan { tip: at, facing, half: Angle::Thirty, reach: n.claymore.inches() }
        }
    })
}

/// Who lies in a trap's reach. Ruling P-R36.
fn caught(rules: &Platoon, state: &State, squad: SquadId, at: Point, trap: Trap) -> Vec<(SquadId, usize)> {
    let Some(it) = state.squad(squad) else { return Vec::new() };
    if state.board.is_none() {
        // Once, beside a real table: one figure for stakes, else three.
        let count = if trap == Trap::Punji { 1 } else { 3 };
        return it.able().take(count).map(|(n, _)| (squad, n)).collect();
    }
    let Some(area) = burst_of(rules, state, it, at, trap) else {
        return nearest(it, at).into_iter().map(|(n, _)| (squad, n)).collect();
    };
    // Once nobody who hid was caught.
    let there =
        |s: &&Squad| if state.options.rulings.before(5) { s.on_table() } else { s.in_play() && s.aboard.is_none() };
    // Once the crew of what flew overhead was caught.
    let below = |s: &&Squad| state.options.rulings.before(8) || !s.flies();
    let squads = state.squads.iter().filter(there).filter(below);
    squads
        .flat_map(|s| s.able().filter(|(_, f)| area.covers(f.at)).map(|(n, _)| (s.id, n)).collect::<Vec<_>>())
        .collect()
}

impl Play<'_> {
    /// After somebody moved: whether he was seen or heard, if hidden, anywhere on his way from a point. Rule P-hidden.
    pub fn look_and_listen(&mut self, squad: SquadId, from: Point) -> Result<(), Halt> {
        let Some(board) = self.state.board.clone() else { return Ok(()) };
        let it = self.state.named(squad)?;
        if it.hidden.is_none() {
            return Ok(());
        }
        let (at, side) = (self.state.place_of(it), it.side);
        let heard = heard_within(self.rules, it);
        // Once only where he had come to.
        let length = if self.state.options.rulings.before(5) { 0 } else { from.distance(at) };
        let way = (1..=length / GLANCE).map(|n| from.toward(at, n * GLANCE)).chain([at]);
        let noticed = way.into_iter().any(|at| {
            let seen = seen_within(self.rules, self.state, board.terrain(at));
            let enemies = self.state.squads.iter().filter(|s| s.side != side && s.in_play());
            let enemies = enemies.filter(|s| s.kind != Kind::Peasants);
            let mut eyes = enemies.flat_map(|s| s.able().map(move |(_, f)| (s, f.at)));
            eyes.any(|(s, from)| {
                let spots = || air::spots(self.rules, self.state, &board, s, from, at);
                from.within(at, heard) || (from.within(at, seen) && spots())
            })
        });
        if noticed {
            self.reveal(squad, Noticed::Moving)?;
        }
        Ok(())
    }

    /// A figure that comes within an inch of an enemy's marker turns it up, or meets its trap. Rules P-hidden and P-traps.
    pub fn come_to_markers(&mut self, squad: SquadId) -> Result<(), Halt> {
        let reach = self.rules.tables().numbers.trap_reach.inches();
        let it = self.state.named(squad)?;
        if self.state.board.is_none() {
            return Ok(());
        }
        let met: Vec<MarkerId> = (self.state.markers.iter())
            .filter(|m| m.side != it.side && m.condition == Condition::Down)
            .filter(|m| it.able().any(|(_, f)| f.at.within(m.at, reach)))
            .map(|m| m.id)
            .collect();
        for marker in met {
            // Once traps were met by a squad of whom the first had left nobody.
            let there = self.state.options.rulings.before(11) || self.state.named(squad)?.in_play();
            if there {
                self.come_to(squad, marker)?;
            }
        }
        Ok(())
    }

    /// Who gets out of a vehicle comes to what lies there, as who walks. Once he did not.
    pub fn set_foot(&mut self, squad: SquadId) -> Result<(), Halt> {
        if self.state.options.rulings.before(8) { Ok(()) } else { self.come_to_markers(squad) }
    }

    /// Beside a real table a squad is said to have come to a marker.
    pub fn reach(&mut self, squad: SquadId, marker: MarkerId) -> Result<(), Halt> {
        self.state.active.reached.push(marker);
        self.come_to(squad, marker)
    }

    fn come_to(&mut self, squad: SquadId, marker: MarkerId) -> Result<(), Halt> {
        let it = self.state.named_marker(marker)?;
        if it.condition != Condition::Down {
            return Ok(());
        }
        let (content, at) = (it.content, it.at);
        // Stores lie under something: who only passes does not find them. Ruling P-R40.
        if content == Content::Cache {
            return Ok(());
        }
        // A squad that meets a hidden enemy shows itself.
        self.reveal(squad, Noticed::Contact)?;
        self.turn_up(marker)?;
        match content {
            Content::Trap(trap) => self.trap(squad, marker, at, trap),
            _ => Ok(()),
        }
    }

    /// Rule P-traps, ruling P-R36.
    fn trap(&mut self, squad: SquadId, marker: MarkerId, at: Point, trap: Trap) -> Result<(), Halt> {
        let tables = self.rules.tables();
        let it = self.state.named(squad)?;
        // Who searches looks for traps. Once he trod as on patrol.
        let looks = it.figures.iter().any(|figure| figure.searches) && !self.state.options.rulings.before(14);
        let mode = it.turn.mode.unwrap_or(if looks { Mode::Cautious } else { Mode::Patrol });
        let needs =
            if it.kind.is_vehicle() { tables.numbers.vehicle_trap.value } else { tables.mode(mode)?.trap.value };
        let owner = it.side.enemy();
        let die = self.d6(squad, "booby trap", rule!("P-traps"))?;
        let sprung = die >= needs;
        self.say(Event::TrapMet { squad, marker, die, needs, sprung });
        if !sprung {
            return Ok(());
        }
        if self.state.board.is_none() && !self.state.options.rulings.before(2) {
            self.ask_who(owner.enemy(), Reaches::Trap { squad, trap });
            return Ok(());
        }
        // Once those who were not drawn yet were spared.
        if let Some(area) = burst_of(self.rules, self.state, self.state.named(squad)?, at, trap)
            && self.state.board.is_some()
            && !self.state.options.rulings.before(14)
        {
            self.draw_in(&area)?;
        }
        let victims = caught(self.rules, self.state, squad, at, trap);
        self.trap_catches(squad, victims)
    }

    /// Whom a trap catches throws his save; who lives goes back and is pinned. Rulings P-R36 and P-R60.
    pub fn trap_catches(&mut self, squad: SquadId, victims: Vec<(SquadId, usize)>) -> Result<(), Halt> {
        let it = self.state.named(squad)?;
        let (owner, facing) = (it.side.enemy(), it.facing);
        let mut fallen = Vec::new();
        for (victim, figure) in victims {
            self.meets_enemy(victim)?;
            if self.hit(victim, figure, true, Some(owner))? {
                fallen.push((victim, figure));
                continue;
            }
            // A crew stays in its vehicle. Ruling P-R60.
            let crew = self.state.squad(victim).is_some_and(|s| s.kind.is_vehicle());
            if crew && !self.state.options.rulings.before(3) {
                continue;
            }
            let back = i32::from(self.d6((victim, figure), "how far a survivor falls back", rule!("P-R36"))?) * INCH;
            if let Some(board) = self.state.board.clone() {
                // Once everybody fell back the way the squad had come that set it off.
                let own = self.state.squad(victim).filter(|_| !self.state.options.rulings.before(12));
                let facing = own.map_or(facing, |squad| squad.facing);
                let earlier = self.state.options.rulings.before(14);
                let figure = self.figure(victim, figure)?;
                let at = figure.at;
                let behind = at.plus(-facing.dx, -facing.dy);
                // Nobody falls back over deep water. Once he did.
                let dry = |to: &Point| earlier || board.walk(at, board.clamp(*to)).impassable == 0;
                let to = (0..=back / INCH).rev().map(|inches| at.toward(behind, inches * INCH)).find(dry);
                figure.at = scenario::fit(&board, at, to.unwrap_or(at));
            }
        }
        self.nerves(&fallen, &[])
    }

    /// The two who search, or all of a vehicle, do not fire this turn; the others may. Ruling P-R51.
    fn sent_to(&mut self, squad: SquadId, marker: MarkerId, said: Nearby) -> Result<(), No> {
        let (it, place) = (self.state.named(squad)?, self.state.named_marker(marker)?);
        let busy = searchers(self.rules, self.state, it, place, said)?;
        let whole = self.state.options.rulings.before(2) || it.kind.is_vehicle();
        self.with(squad, |s| {
            if whole {
                s.leaves_no_fire();
            } else {
                busy.into_iter().for_each(|n| s.figures[n].searches = true);
            }
        })?;
        self.state.active.task = true;
        Ok(())
    }

    pub fn search(&mut self, squad: SquadId, marker: MarkerId, said: Nearby) -> Result<(), Halt> {
        self.sent_to(squad, marker, said)?;
        self.say(Event::Searched { squad, marker });
        if self.state.marker(marker).is_some_and(|m| m.content == Content::Cache) {
            self.reveal(squad, Noticed::Contact)?;
            return self.turn_up(marker);
        }
        self.come_to(squad, marker)
    }

    pub fn stores(&mut self, squad: SquadId, marker: MarkerId, what: Stores, said: Nearby) -> Result<(), No> {
        // To destroy them takes the whole turn, to pick them up half of the move.
        match what {
            Stores::Destroy => self.sent_to(squad, marker, said)?,
            Stores::Capture => {
                self.half_a_turn(squad)?;
                self.with(squad, |s| s.carrying = true)?;
            }
        }
        if let Some(it) = self.state.marker_mut(marker) {
            it.condition = Condition::Removed;
        }
        // Once stores of the Allies scored for them as well.
        let scores = self.state.named(squad)?.side == Side::Allied || self.state.options.rulings.before(7);
        let tally = &mut self.state.tally;
        match what {
            _ if !scores => {}
            Stores::Capture => tally.caches_captured = tally.caches_captured.saturating_add(1),
            Stores::Destroy => tally.caches_destroyed = tally.caches_destroyed.saturating_add(1),
        }
        self.say(Event::StoresDealtWith { squad, marker, what });
        Ok(())
    }

    /// A marker moves; troops under it that are not drawn yet may be noticed. Rule P-hidden, ruling P-R59.
    pub fn move_marker(&mut self, marker: MarkerId, to: Point) -> Result<(), Halt> {
        let board = self.state.board.clone();
        let from = self.state.named_marker(marker)?.at;
        if let Some(it) = self.state.marker_mut(marker) {
            it.gone += board.map_or(0, |board| board.walk(it.at, to).length);
            it.at = to;
            it.moved = true;
        }
        self.say(Event::MarkerMoved { marker, to });
        match self.state.marker(marker).map(|it| it.content) {
            Some(Content::Squad(squad)) => self.look_and_listen(squad, from),
            _ => Ok(()),
        }
    }

    /// A mortar is out of sight: who hides with one is put on the table if an enemy is within hearing of its fire.
    /// Rule P-hidden, ruling P-R39.
    pub fn mortar_heard(
        &mut self,
        squad: SquadId,
        mortar: usize,
        (goal, said): (SquadId, Option<Shot>),
    ) -> Result<(), Halt> {
        let reach = self.rules.tables().numbers.heard_fire.inches();
        let earlier = self.state.options.rulings.before(8);
        let heard = match (self.state.squad(squad), said) {
            (Some(it), None) => {
                let enemies = self.state.squads.iter().filter(|s| s.side != it.side && s.in_play());
                let mut ears = enemies.filter(|s| s.kind != Kind::Peasants).flat_map(Squad::able);
                let from = it.figures.get(mortar).filter(|_| !earlier).map_or_else(|| it.at(), |figure| figure.at);
                ears.any(|(_, f)| f.at.within(from, reach))
            }
            // Once the squad aimed at was the only one that heard it. Ruling P-R64.
            (_, said) => said.is_none_or(|said| {
                // Once one might say of soldiers as near as that that they did not hear it.
                let soldiers = self.state.squad(goal).is_some_and(|s| s.kind != Kind::Peasants);
                let near = said.range <= reach && soldiers && !self.state.options.rulings.before(15);
                said.heard.map_or(said.range <= reach, |heard| heard || near)
            }),
        };
        if heard { self.reveal(squad, Noticed::Firing) } else { Ok(()) }
    }

    /// Who fires is heard and seen, and put on the table. Rule P-hidden.
    pub fn shot_heard(&mut self, squad: SquadId) -> Result<(), Halt> {
        let flies = self.state.squad(squad).is_some_and(Squad::flies);
        if flies {
            return Ok(());
        }
        self.opens_from_ambush(squad)?;
        self.reveal(squad, Noticed::Firing)
    }

    /// The first round of fire of who hides is from ambush, with all that his figures fire. Ruling P-R48.
    pub fn opens_from_ambush(&mut self, squad: SquadId) -> Result<(), No> {
        let options = self.state.options;
        self.with(squad, |s| s.answer.ambush |= s.fires_from_ambush(&options) && !options.rulings.before(2))
    }
}
