//! What comes down: salvos and attacks from the air, where they drift to and whom they catch. Rules P-artillery, P-mortar and
//! P-air.

use table::{Compass, Heading, INCH, Point, Quarter, Template};
use tabletop::Halt;

use crate::direct::Blow;
use crate::event::Event;
use crate::figures::Figures;
use crate::play::{Aboard, Play, astray};
use crate::refuse::No;
use crate::state::{Drift, FallOfShot, Pattern, Phase, Reaches, Squad, State, Support, Trap};
use crate::tables::Length;
use crate::troops::{MarkerId, Side, SquadId, number};
use crate::{Platoon, rule};

/// A salvo or attack on its way down.
pub(crate) struct Shells {
    pub side: Side,
    pub support: Support,
    pub target: Point,
    pub dice: u8,
    pub pattern: Pattern,
    /// An aircraft's direction over its target.
    pub along: Heading,
    /// Whether it falls where it was called out, without dice.
    pub called: bool,
}

impl Play<'_> {
    /// One salvo or attack: on target, or else it drifts. Rulings P-R28, P-R31 and P-R32.
    pub fn salvo(&mut self, shells: &Shells) -> Result<(), Halt> {
        let Shells { side, support, target, dice, pattern, along, called } = *shells;
        let rule = support.rule();
        let air = support == Support::Air;
        let die = if called { None } else { Some(self.d6(side, "on target", rule.clone())?) };
        let n = &self.rules.tables().numbers;
        let (on_target, over) = (n.on_target.value, n.attack_over.value);
        let on_target = die.is_none_or(|die| die >= on_target) || (dice == 0 && !air);
        let mut drift = None;
        if !on_target {
            let way = if air {
                // Below what falls beyond the target come left, right and short.
                match over.saturating_sub(self.d6(side, "how the attack misses", rule.clone())?) {
                    0 => Drift::Over,
                    1 => Drift::Left,
                    2 => Drift::Right,
                    _ => Drift::Under,
                }
            } else {
                Drift::To(Compass::face(self.die(side, 8, "direction of the drift", rule.clone())?))
            };
            let mut length = 0;
            for _ in 0..dice {
                length += i32::from(self.d6(side, "inches of drift", rule.clone())?) * INCH;
            }
            drift = Some((way, length));
        }
        let at = drift.map_or(target, |(way, length)| drifted(target, along, way, length));
        self.say(Event::Salvo { side, support, die, on_target, drift, at });
        if self.state.board.is_none() {
            self.ask_who(side, Reaches::Salvo { support, pattern, drift, aimed: None });
            return Ok(());
        }
        let area = area(self.rules, support, at, pattern, along);
        // Once a vehicle without a crew was safe.
        let whole = !self.state.options.rulings.before(9);
        let vehicles: Vec<SquadId> = (self.state.squads.iter())
            .filter(|s| if whole { s.stands() } else { s.in_play() })
            .filter(|s| s.aboard.is_none() && s.kind.is_vehicle() && area.covers(s.at()))
            .filter(|s| !s.flies())
            .map(|s| s.id)
            .collect();
        self.draw_in(&area)?;
        let caught = self.in_area(&area);
        self.shells_land(side, support, caught, vehicles)
    }

    /// Figures in the burst are hit, vehicles damaged. Rules P-artillery, P-mortar and P-air.
    fn shells_land(
        &mut self,
        side: Side,
        support: Support,
        caught: Vec<(SquadId, usize)>,
        vehicles: Vec<SquadId>,
    ) -> Result<(), Halt> {
        let rule = support.rule();
        let (by, least) = (Some(side), self.rules.tables().numbers.caught.value);
        let mut squads: Vec<SquadId> = caught.iter().map(|(squad, _)| *squad).chain(vehicles.clone()).collect();
        squads.dedup();
        for &squad in &squads {
            self.with(squad, |s| (s.since.shelled, s.turn.shelled) = (true, true))?;
            self.was_under_fire(squad, Quarter::Front)?;
        }
        let mut fallen = Vec::new();
        for (squad, figure) in caught {
            let die = self.d6((squad, figure), "figure in the burst", rule.clone())?;
            let hit = die >= least;
            let number = number(figure);
            self.say(Event::Caught { squad, figure: number, die, hit });
            if hit && self.hit(squad, figure, true, by)? {
                fallen.push((squad, figure));
            }
        }
        let mut aboard = Aboard::default();
        for vehicle in vehicles {
            if self.d6(vehicle, "vehicle in the burst", rule.clone())? < least {
                continue;
            }
            let hit = self.damage(vehicle, Blow::Shell, by)?;
            // Once those about a vehicle tested for its casualties, and again for the others of the salvo.
            if self.state.options.rulings.before(9) {
                self.aboard_was_hit(hit, &[], &[])?;
            } else {
                aboard.and(hit);
            }
        }
        self.aboard_was_hit(aboard, &fallen, &squads)
    }

    /// Beside a real table the players are asked whom something reaches. Rule P-companion.
    pub fn ask_who(&mut self, side: Side, what: Reaches) {
        let then = self.state.phase;
        self.state.fall_of_shot = Some(FallOfShot { side, what, then });
        self.state.phase = Phase::Burst(side);
    }

    /// What the players said whom it reaches. Rule P-companion.
    pub fn burst(&mut self, said: &[(SquadId, u8)], markers: &[MarkerId]) -> Result<(), Halt> {
        for &marker in markers {
            let under = self.state.squads.iter().find(|s| s.hidden == Some(marker) && s.drawn_from.is_some());
            if let Some(squad) = under.map(|s| s.id) {
                self.draw_under(squad, marker)?;
            }
        }
        let (caught, vehicles) = self.reached(said, markers);
        let fall = self.state.fall_of_shot.take().ok_or_else(|| astray("Nothing has come down."))?;
        self.state.phase = fall.then;
        // What is done in a squad's phase is answered once it is known what came of it. Ruling P-R42.
        let answered = !matches!(fall.what, Reaches::Salvo { support, .. } if support != Support::Mortar);
        match fall.what {
            Reaches::Salvo { support, aimed, .. } => {
                self.shells_land(fall.side, support, caught, vehicles)?;
                self.nerves(&[], aimed.as_slice())?;
            }
            Reaches::Rocket { squad, .. } => self.burst_hits(caught, squad, Some(fall.side))?,
            Reaches::Trap { squad, .. } => self.trap_catches(squad, caught)?,
            Reaches::Fright { then, .. } => {
                self.frightened(caught)?;
                then.iter().try_for_each(|&squad| self.first_fire(squad))?;
            }
            Reaches::Abandoned => {
                self.state.abandoned = Some(said.to_vec());
                self.end_game();
            }
        }
        if answered && matches!(self.state.phase, Phase::Active(_)) {
            self.open_other_window();
        }
        Ok(())
    }

    /// Figures and vehicles among those who were named, and among those who hide under the markers.
    fn reached(&self, said: &[(SquadId, u8)], markers: &[MarkerId]) -> (Vec<(SquadId, usize)>, Vec<SquadId>) {
        let (mut caught, mut vehicles) = (Vec::new(), Vec::new());
        let vehicle = |id| self.state.squad(id).is_some_and(|s| s.kind.is_vehicle());
        let what = self.state.fall_of_shot.as_ref().map(|fall| &fall.what);
        // Fright and traps are for figures, those of a crew among them. Ruling P-R60.
        let men = match what {
            Some(Reaches::Fright { .. }) => true,
            Some(Reaches::Trap { .. }) => !self.state.options.rulings.before(5),
            _ => false,
        };
        for &(squad, number) in said {
            if vehicle(squad) && !men {
                vehicles.push(squad);
            } else {
                caught.push((squad, usize::from(number).saturating_sub(1)));
            }
        }
        for &marker in markers {
            let hidden = self.state.squads.iter().find(|s| s.hidden == Some(marker));
            match hidden {
                Some(squad) if squad.kind.is_vehicle() && !men => vehicles.push(squad.id),
                Some(squad) => caught.extend(squad.able().map(|(n, _)| (squad.id, n))),
                None => {}
            }
        }
        vehicles.dedup();
        (caught, vehicles)
    }
}

/// Whether something bursts below aircraft: shells, bombs and traps. Rules P-artillery and P-traps.
fn below_aircraft(state: &State, what: &Reaches) -> bool {
    match what {
        Reaches::Salvo { .. } => !state.options.rulings.before(5),
        Reaches::Trap { .. } => !state.options.rulings.before(8),
        Reaches::Rocket { .. } | Reaches::Fright { .. } | Reaches::Abandoned => false,
    }
}

/// The figures of a squad that something may have reached. Shells and bombs burst below aircraft, and destroy a vehicle
/// without a crew as well: that is named as figure 1.
pub(crate) fn reachable(state: &State, what: &Reaches, squad: &Squad) -> Figures {
    let stands = if matches!(what, Reaches::Salvo { .. }) { squad.in_sight() } else { squad.on_table() };
    // Once a vehicle was named among the figures about a rocket, which did nothing to it.
    let among = matches!(what, Reaches::Rocket { .. }) && !state.options.rulings.before(10);
    let there = stands && !(below_aircraft(state, what) && squad.flies()) && !(among && squad.kind.is_vehicle());
    squad.marks().filter(|_| there).map(|(n, _)| n).collect()
}

pub(crate) fn check_burst(
    rules: &Platoon,
    state: &State,
    caught: &[(SquadId, u8)],
    markers: &[MarkerId],
) -> Result<(), No> {
    let Some(fall) = &state.fall_of_shot else {
        return Err(No::new(rule!("P-companion"), "No salvo has landed.", "Act with the active squad."));
    };
    let ordered = caught.windows(2).all(|pair| pair[0] < pair[1]) && markers.windows(2).all(|pair| pair[0] < pair[1]);
    let fright = matches!(fall.what, Reaches::Fright { .. });
    let ending = fall.what == Reaches::Abandoned;
    let lying = if ending { crate::victory::left_lying(rules, state) } else { Vec::new() };
    let stands = |&(squad, number): &(SquadId, u8)| {
        if ending {
            return lying.contains(&(squad, number));
        }
        let near = |s: &Squad| s.side == fall.side && s.in_play() && crate::direct::figure(s, number).is_ok();
        let place = usize::from(number).wrapping_sub(1);
        let reached = |s: &Squad| reachable(state, &fall.what, s).has(place);
        state.squad(squad).is_some_and(|s| if fright { near(s) } else { reached(s) })
    };
    let lies = |&marker: &MarkerId| {
        !fright && !ending && state.marker(marker).is_some_and(|m| m.condition == crate::state::Condition::Down)
    };
    if ending && (!ordered || !caught.iter().all(stands) || !markers.is_empty()) {
        return Err(No::new(
            rule!("P-companion"),
            "Some of those are not casualties that lie on the table.",
            "Name Allied casualties that nobody carries, each once, in order of number.",
        ));
    }
    if !ordered || !caught.iter().all(stands) || !markers.iter().all(lies) {
        return Err(No::new(
            rule!("P-companion"),
            "Some of those cannot be in the burst.",
            "Name able figures of squads on the table and markers that lie there, each once, in order of number.",
        ));
    }
    let remedy = match fall.what {
        Reaches::Rocket { squad, figure } if !caught.contains(&(squad, figure)) => {
            "Include the figure that was aimed at."
        }
        Reaches::Trap { squad, .. } if !caught.iter().any(|(id, _)| *id == squad) => {
            "Include the figure that set it off."
        }
        Reaches::Trap { trap: Trap::Punji, .. } if caught.len() + markers.len() > 1 => "Stakes hurt only one figure.",
        _ => return Ok(()),
    };
    Err(No::new(rule!("P-companion"), "Those are not the figures it reaches.", remedy))
}

/// Where something falls that drifts.
fn drifted(target: Point, along: Heading, way: Drift, length: i32) -> Point {
    let toward = |way: Heading| target.toward(target.plus(way.dx, way.dy), length);
    match way {
        Drift::To(compass) => target.compass(compass, length),
        Drift::Over => toward(along),
        Drift::Under => toward(along.reversed()),
        Drift::Right => toward(along.right()),
        Drift::Left => toward(along.right().reversed()),
    }
}

/// Length and width of the area of a salvo, in hundredths of an inch.
pub(crate) fn size(rules: &Platoon, support: Support) -> (i32, i32) {
    let n = &rules.tables().numbers;
    let (length, width) = match support {
        Support::Howitzer105 => (&n.artillery_length, &n.artillery_width),
        Support::Howitzer155 => (&n.heavy_length, &n.heavy_width),
        Support::Mortar => (&n.mortar_burst, &n.mortar_burst),
        Support::Air => (&n.air_length, &n.air_width),
    };
    (length.inches(), width.inches())
}

/// Whether the length of the area lies across the line along which shells or aircraft come. Ruling P-R30.
pub(crate) fn lies_across(support: Support, pattern: Pattern) -> bool {
    pattern == Pattern::Box && support != Support::Air
}

/// The area of a salvo whose shells or aircraft come along this line. Ruling P-R30.
pub(crate) fn area(rules: &Platoon, support: Support, centre: Point, pattern: Pattern, line: Heading) -> Template {
    let along = if lies_across(support, pattern) { line.right() } else { line };
    let (length, width) = size(rules, support);
    Template::Rectangle { centre, along, length, width }
}
