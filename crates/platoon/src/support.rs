//! Artillery, mortars behind the table, air support. Rules P-artillery, P-mortar and P-air.

use table::{Compass, Heading, INCH, Point, Quarter, Template, Terrain};
use tabletop::{Halt, Refusal};

use crate::event::Event;
use crate::movement::{acting, wrong_facts};
use crate::play::Play;
use crate::state::{Mission, Pattern, Squad, State, Support};
use crate::troops::{Side, SquadId};
use crate::{Platoon, rule};

/// From the guns to the target: the Allied edge is the near one. Ruling P-R30.
fn line_of_fire(side: Side) -> Heading {
    match side {
        Side::Allied => Heading { dx: 0, dy: -1 },
        Side::Vc => Heading { dx: 0, dy: 1 },
    }
}

/// What is added to the two dice of a request. Rule P-artillery, ruling P-R27.
pub(crate) fn request_modifier(state: &State, squad: &Squad, support: Support, target: Point) -> i8 {
    let located = state.squads.iter().any(|s| s.side != squad.side && s.on_table() && s.at().within(target, 6 * INCH));
    let pinned = squad.figures.first().is_some_and(|f| f.pinned.is_some());
    let near_village = support != Support::Air && restricted(state);
    2 * (i8::from(!located) + i8::from(pinned && support != Support::Air) + i8::from(near_village))
}

/// Whether a village stands within a thousand metres, that is on the table, outside a free fire zone.
fn restricted(state: &State) -> bool {
    let village = |board: &table::Board| {
        [Terrain::Village, Terrain::Hooch].into_iter().any(|kind| board.cells(kind).next().is_some())
    };
    !state.options.free_fire_zone && state.board.as_ref().is_some_and(village)
}

pub(crate) fn check_request(
    state: &State,
    squad: SquadId,
    support: Support,
    target: Point,
    pattern: Pattern,
) -> Result<(), Refusal> {
    let it = acting(state, squad)?;
    let Some(board) = &state.board else { return Err(wrong_facts(false)) };
    if it.side == Side::Vc {
        return Err(Refusal::new(
            rule!("P-messages"),
            "VC and NVA have no radio to call for support.",
            "Fire what is on the table.",
        ));
    }
    if !it.officer || !it.figures.first().is_some_and(crate::state::Figure::able) {
        return Err(Refusal::new(
            rule!("P-artillery"),
            "It has no officer who could ask.",
            "Ask with a squad whose first figure is a platoon commander, an observer or a patrol leader.",
        ));
    }
    if state.active.asked || it.aboard.is_some() {
        return Err(Refusal::new(rule!("P-R04"), "It has asked this turn, or rides.", "Ask next turn, on foot."));
    }
    if state.turn < it.asks_from {
        return Err(Refusal::new(
            rule!("P-artillery"),
            format!("It was turned down and waits until turn {}.", it.asks_from),
            "Ask again then.",
        ));
    }
    if state.missions.iter().any(|m| m.squad == squad) {
        return Err(Refusal::new(
            rule!("P-artillery"),
            "A mission of its own is under way.",
            "Wait until that is over.",
        ));
    }
    if support != Support::Air && restricted(state) && it.fresh {
        return Err(Refusal::new(
            rule!("P-R27"),
            "There is a village within a thousand metres.",
            "Outside a free fire zone only a unit that has been fired on may ask.",
        ));
    }
    if !board.contains(target) || target != target.middle() {
        return Err(Refusal::new(
            rule!("P-artillery"),
            "The target is no cell of the table.",
            "Name the middle of a square inch of the table.",
        ));
    }
    if matches!(support, Support::Mortar | Support::Air) && pattern == Pattern::Sheaf {
        return Err(Refusal::new(
            rule!("P-R30"),
            "Box and sheaf are for howitzers.",
            "Ask for a box: the other templates lie one way only.",
        ));
    }
    Ok(())
}

impl Play<'_> {
    /// The dice of a request. Rules P-artillery and P-air.
    pub fn request(&mut self, squad: SquadId, support: Support, target: Point, pattern: Pattern) -> Result<(), Halt> {
        let Some(it) = self.state.squad(squad) else { return Ok(()) };
        let (side, plus) = (it.side, request_modifier(self.state, it, support, target));
        self.state.active.asked = true;
        let air = support == Support::Air;
        let test = self.test(squad, plus, "request for support", rule!("P-artillery"))?;
        let turn = self.state.turn;
        let mut due = None;
        match (test.passed, test.double) {
            (true, true) if air => due = Some(self.d6("turns until the aircraft come", rule!("P-air"))?),
            (true, false) if air => {
                let die = self.d6("turns until the aircraft come", rule!("P-air"))?;
                due = Some(die + self.d6("turns until the aircraft come", rule!("P-air"))?);
            }
            (true, true) => due = Some(1),
            (true, false) => due = Some(self.die(3, "turns until the first salvo", rule!("P-artillery"))?),
            (false, true) => {
                let wait = self.d6("turns to wait", rule!("P-artillery"))?;
                self.with(squad, |s| s.asks_from = turn + wait + 1);
            }
            (false, false) => {}
        }
        let due = due.map(|turns| turn + turns);
        self.say(Event::Requested { squad, support, test, due });
        if let Some(due) = due {
            let n = &self.rules.tables().numbers;
            let dice = if support == Support::Mortar { n.mortar_dice.value } else { n.artillery_dice.value };
            let left = n.salvos.value;
            self.state.missions.push(Mission {
                squad,
                side,
                support,
                target,
                pattern,
                due,
                left,
                dice,
                arrived: false,
            });
        }
        Ok(())
    }

    /// At the start of a turn everything that is due comes down. Rulings P-R28, P-R29 and P-R32.
    pub fn support_comes_down(&mut self) -> Result<(), Halt> {
        let turn = self.state.turn;
        let mut n = 0;
        while n < self.state.missions.len() {
            if self.state.missions[n].due > turn {
                n += 1;
                continue;
            }
            let mission = self.state.missions[n].clone();
            let mut dice = mission.dice;
            if !mission.arrived {
                self.state.missions[n].arrived = true;
                self.state.tally.missions = self.state.tally.missions.saturating_add(1);
                if mission.support == Support::Air {
                    let gunship = self.d6("fixed wing or gunship", rule!("P-air"))? >= 5;
                    let die = self.d6("turns over the table", rule!("P-air"))?;
                    let turns = if gunship { die } else { die.div_ceil(2) };
                    self.state.missions[n].left = turns;
                    self.say(Event::AircraftCame { side: mission.side, gunship, turns });
                }
            } else if mission.support != Support::Air
                && dice > 0
                && self.state.squad(mission.squad).is_some_and(Squad::in_play)
            {
                let test = self.test(mission.squad, 0, "correction of fire", rule!("P-R29"))?;
                dice -= u8::from(test.passed);
                self.state.missions[n].dice = dice;
                self.say(Event::Corrected { squad: mission.squad, test, dice });
            }
            self.salvo(mission.side, mission.support, mission.target, dice, mission.pattern)?;
            let mission = &mut self.state.missions[n];
            mission.left = mission.left.saturating_sub(1);
            if mission.left == 0 {
                let (side, support) = (mission.side, mission.support);
                self.state.missions.remove(n);
                self.say(Event::MissionOver { side, support });
            } else {
                n += 1;
            }
        }
        Ok(())
    }

    /// One salvo or attack: on target on 5 and 6, else it drifts; figures in the burst are hit on 4 and more.
    pub fn salvo(
        &mut self,
        side: Side,
        support: Support,
        target: Point,
        dice: u8,
        pattern: Pattern,
    ) -> Result<(), Halt> {
        let rule = match support {
            Support::Air => rule!("P-air"),
            Support::Mortar => rule!("P-mortar"),
            _ => rule!("P-artillery"),
        };
        let die = self.d6("on target", rule.clone())?;
        let on_target = die >= 5 || (dice == 0 && support != Support::Air);
        let mut drift = None;
        if !on_target {
            let way = if support == Support::Air {
                // Relative to a flight from the owner's edge. Ruling P-R32.
                let over = if side == Side::Allied { 0 } else { 4 };
                let turn = match self.d6("how the attack misses", rule.clone())? {
                    5 | 6 => 0,
                    4 => 6,
                    3 => 2,
                    _ => 4,
                };
                Compass::ALL[(over + turn) % 8]
            } else {
                Compass::face(self.die(8, "direction of the drift", rule.clone())?)
            };
            let mut length = 0;
            for _ in 0..if support == Support::Air { 2 } else { dice } {
                length += i32::from(self.d6("inches of drift", rule.clone())?) * INCH;
            }
            drift = Some((way, length));
        }
        let at = drift.map_or(target, |(way, length)| target.compass(way, length));
        self.say(Event::Salvo { side, support, die, on_target, drift, at });
        let area = template(self.rules, side, support, at, pattern);
        let by = Some(side);
        let vehicles: Vec<SquadId> = (self.state.squads.iter())
            .filter(|s| s.on_table() && s.kind.is_vehicle() && area.covers(s.at()))
            .map(|s| s.id)
            .collect();
        let caught = self.in_area(&area);
        let mut squads: Vec<SquadId> = caught.iter().map(|(squad, _)| *squad).chain(vehicles.clone()).collect();
        squads.dedup();
        for &squad in &squads {
            self.with(squad, |s| s.shelled = true);
            self.was_under_fire(squad, Quarter::Front);
        }
        let mut fallen = Vec::new();
        for (squad, figure) in caught {
            let die = self.d6("figure in the burst", rule.clone())?;
            let hit = die >= 4;
            let number = u8::try_from(figure + 1).unwrap_or(0);
            self.say(Event::Caught { squad, figure: number, die, hit });
            if hit && self.hit(squad, figure, true, by)? {
                fallen.push((squad, figure));
            }
        }
        for vehicle in vehicles {
            if self.d6("vehicle in the burst", rule.clone())? >= 4 {
                self.damage(vehicle, 0, false, by)?;
            }
        }
        self.panic(&fallen)?;
        for squad in squads {
            self.first_fire(squad)?;
        }
        Ok(())
    }
}

/// The area of a salvo. Ruling P-R30.
pub(crate) fn template(rules: &Platoon, side: Side, support: Support, centre: Point, pattern: Pattern) -> Template {
    let n = &rules.tables().numbers;
    let (length, width) = match support {
        Support::Howitzer105 => (&n.artillery_length, &n.artillery_width),
        Support::Howitzer155 => (&n.heavy_length, &n.heavy_width),
        Support::Mortar => (&n.mortar_burst, &n.mortar_burst),
        Support::Air => (&n.air_length, &n.air_width),
    };
    let line = line_of_fire(side);
    let along = if pattern == Pattern::Box && support != Support::Air { line.right() } else { line };
    let size = |number: &crate::tables::Number| i32::from(number.value) * INCH;
    Template::Rectangle { centre, along, length: size(length), width: size(width) }
}
