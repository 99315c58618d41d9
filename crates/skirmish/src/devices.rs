//! Mortars, mines and Claymores. Rules S-mortar, S-mines and S-claymore.

use table::{Angle, Heading, Point, Template};
use tabletop::{Halt, Refusal};

use crate::companion::{Aim, Burst, Measuring, Seen};
use crate::event::{Cause, Event};
use crate::figure::{Figure, FigureId, Grenade, Mortar, Standing, Work};
use crate::grenades::has_grenade;
use crate::moving::check_facing;
use crate::play::{Play, astray};
use crate::refuse::{Because, Counted, No, Part, no, said};
use crate::state::{Claymore, State};
use crate::tables::{band, inches};
use crate::turn::{actor, check_prepare, placed_actor, ready_for};
use crate::{Skirmish, rule};

fn gunner(state: &State, id: FigureId) -> Result<(&Figure, Mortar), No> {
    let figure = actor(state, id)?;
    match figure.mortar {
        Some(mortar) => Ok((figure, mortar)),
        None => {
            let because = said!("{} has no mortar.", id);
            Err(No::new(rule!("S-mortar"), because, "Choose a gunner."))
        }
    }
}

/// Those who may be the second man of the crew. Ruling S-R39.
fn mates<'a>(
    rules: &Skirmish,
    state: &'a State,
    id: FigureId,
    gunner: &'a Figure,
) -> impl Iterator<Item = &'a Figure> + 'a {
    let near = inches(&rules.numbers().mortar_mate_in);
    let mate = move |(other, f): &(FigureId, &Figure)| {
        *other != id && !f.vehicle && f.standing == Standing::Up && state.is_near(f.place(), gunner.place(), near)
    };
    state.of(state.side()).filter(mate).map(|(_, f)| f)
}

/// Whether the second man of the crew is there. Ruling S-R39.
fn has_mate(rules: &Skirmish, state: &State, id: FigureId, gunner: &Figure) -> bool {
    // Beside a real table the players are asked whether one of those who may be is there. Ruling S-R42.
    (state.is_beside() && state.setting().rulings.before(9)) || mates(rules, state, id, gunner).next().is_some()
}

/// Whether a mortar's crew sees a point of the computer's table: the gunner, or one who may be the second man. Rule S-mortar.
pub(crate) fn crew_sees(rules: &Skirmish, state: &State, id: FigureId, at: Point) -> bool {
    let Some(gunner) = state.figure(id) else { return false };
    let sees = |f: &Figure| f.place().is_some_and(|from| rules.sees(state, from, at));
    let alone = state.setting().rulings.before(7);
    sees(gunner) || (!alone && mates(rules, state, id, gunner).any(sees))
}

/// One round a turn, with a turn's phases. Ruling S-R18 for its aim.
pub(crate) fn check_round(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    grenade: Grenade,
    aim: &Aim,
) -> Result<(), No> {
    let (figure, mortar) = gunner(state, id)?;
    let refuse = |rule, because: Because, remedy: &'static str| Err(No::new(rule, because, remedy));
    let n = rules.numbers();
    if !mortar.ready {
        let remedy = said!("Set it up: {}.", Part::Count(n.mortar_turns.value, Counted::Turns));
        return no(rule!("S-R17"), "The mortar is not set up.", remedy);
    }
    if figure.begun || figure.phases < n.phases.value {
        let because = "A round takes all phases of the gunner's turn.".into();
        return refuse(rule!("S-R39"), because, "Fire with a gunner who has all of them.");
    }
    check_mate(rules, state, id, figure)?;
    has_grenade(state, id, grenade)?;
    let least = inches(&n.mortar_minimum_in);
    if aim.range < least {
        let because = said!("A mortar cannot reach closer than {}.", Part::Length(least));
        return refuse(rule!("S-R39"), because, "Choose a point farther away.");
    }
    let far = inches(&n.mortar_shift_in);
    if mortar.aim.is_some() && aim.shift > far {
        let because = said!("That is more than {} from where it was aimed last.", Part::Length(far));
        return refuse(rule!("S-R18"), because, "Shift the aim by less, or take the mortar down and set it up again.");
    }
    Ok(())
}

fn check_mate(rules: &Skirmish, state: &State, id: FigureId, gunner: &Figure) -> Result<(), No> {
    if has_mate(rules, state, id, gunner) {
        return Ok(());
    }
    Err(no_mate(rules, state, id))
}

/// Ruling S-R39.
pub(crate) fn no_mate(rules: &Skirmish, state: &State, id: FigureId) -> No {
    let because = said!("No second figure helps {} at the mortar.", id);
    let near = Part::Length(inches(&rules.numbers().mortar_mate_in));
    // Once another figure acts, what the gunner has begun to do is broken off. Ruling S-R47.
    let remedy = if state.figure(id).is_some_and(|gunner| gunner.begun) {
        said!("Begin again, and bring one within {} before the gunner's last turn of it.", near)
    } else {
        said!("Bring one within {}.", near)
    };
    No::new(rule!("S-R39"), because, remedy)
}

/// Ruling S-R17.
pub(crate) fn check_finish(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), No> {
    let (figure, mortar) = gunner(state, id)?;
    ready_for(rules, figure, if mortar.ready { Work::TakeDown } else { Work::SetUp })?;
    check_mate(rules, state, id, figure)
}

/// Whether a figure has done what placing a Claymore takes, but for its last phase.
pub(crate) fn check_laying(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), No> {
    let figure = actor(state, id)?;
    if figure.kit.claymores == 0 {
        let because = said!("{} has no Claymore.", id);
        return Err(No::new(rule!("S-claymore"), because, "Choose a figure that has one."));
    }
    if figure.work.is_none_or(|(work, _)| work != Work::Claymore) {
        check_prepare(rules, state, id, Work::Claymore)?;
    }
    ready_for(rules, figure, Work::Claymore)
}

/// Placing a Claymore.
pub(crate) fn check_place_claymore(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    to: Point,
    facing: Heading,
) -> Result<(), No> {
    check_laying(rules, state, id)?;
    let (_, at) = placed_actor(state, id)?;
    let refuse = |because: Because, remedy: &'static str| Err(No::new(rule!("S-claymore"), because, remedy));
    let reach = inches(&rules.numbers().claymore_reach_in);
    if !state.board().contains(to) {
        return refuse("That is off the table.".into(), "Choose a point on it.");
    }
    if !at.within(to, reach) {
        return refuse(said!("That is more than {} from the figure.", Part::Length(reach)), "Choose a nearer point.");
    }
    check_facing(facing)
}

/// Firing a Claymore.
pub(crate) fn check_fire_claymore(rules: &Skirmish, state: &State, id: FigureId, number: u8) -> Result<(), No> {
    let figure = actor(state, id)?;
    let refuse = |because: Because, remedy: &'static str| Err(No::new(rule!("S-claymore"), because, remedy));
    let Some(mine) = state.claymore(state.side(), number) else {
        return refuse("That is not one of your Claymores.".into(), "Choose one of yours on the table.");
    };
    if figure.vehicle {
        return refuse("A vehicle cannot fire a Claymore.".into(), "Fire it with a figure on foot.");
    }
    let wire = inches(&rules.numbers().claymore_wire_in);
    if !state.is_near(figure.place(), mine.laid.map(|(at, _)| at), wire) {
        return Err(beyond_wire(rules, id));
    }
    Ok(())
}

pub(crate) fn beyond_wire(rules: &Skirmish, id: FigureId) -> No {
    let wire = Part::Length(inches(&rules.numbers().claymore_wire_in));
    let because = said!("{} is more than {} from it.", id, wire);
    No::new(rule!("S-claymore"), because, said!("Move within {} of it first.", wire))
}

impl Play<'_> {
    pub fn finish(&mut self, id: FigureId) {
        self.spend(id, 1);
        let figure = self.state.own(id);
        let ready = !figure.mortar.is_some_and(|m| m.ready);
        figure.mortar = Some(Mortar { ready, aim: None });
        self.say(Event::MortarReady { figure: self.state.who(id), ready });
    }

    /// Rule S-mines: the figure that sets it off rolls for three counters, others as for a fragmentation grenade.
    pub fn set_off(&mut self, id: FigureId, mine: usize) -> Result<(), Halt> {
        let at = self.state.mines.remove(mine).at;
        self.step_on_mine(id, Some(at));
        let bands = self.rules.bursts().of(Grenade::Fragmentation).bands.clone();
        for (other, place) in self.state.placed().map(|(id, _, place)| (id, place)).collect::<Vec<_>>() {
            if other == id {
                self.blown_up(id)?;
            } else if let Some(row) = band(&bands, at.squared(place)) {
                self.splinters(other, row, false, Cause::Mine)?;
            }
        }
        Ok(())
    }

    /// Nobody misses the bang: the figure that set it off is heard. Ruling S-R40.
    pub fn step_on_mine(&mut self, id: FigureId, at: Option<Point>) {
        self.state.own(id).trace.heard = true;
        let figure = self.state.who(id);
        self.say(match at {
            Some(at) => Event::MineWentOff { figure, at },
            None => Event::Beside(Seen::MineWentOff { figure }),
        });
    }

    /// The die of the figure that set a mine off.
    pub fn blown_up(&mut self, id: FigureId) -> Result<(), Halt> {
        let row = self.rules.bursts().mine.clone();
        self.splinters(id, &row, false, Cause::Mine)
    }

    /// At a point of the computer's table and facing somewhere, or on the players' own. Rule S-claymore.
    pub fn place_claymore(&mut self, id: FigureId, laid: Option<(Point, Heading)>) -> Result<(), Halt> {
        self.spend(id, 1);
        self.state.own(id).kit.claymores -= 1;
        let side = self.state.side;
        let number = free_number(0, |number| self.state.claymore(side, number).is_some())?;
        self.state.claymores.push(Claymore { number, side, laid });
        let figure = self.state.who(id);
        self.say(match laid {
            Some((at, _)) => Event::ClaymorePlaced { figure, at },
            None => Event::Beside(Seen::ClaymorePlaced { figure, number }),
        });
        Ok(())
    }

    /// Rule S-claymore, ruling S-R25: a fan of 90° in two bands, over friend and foe (S-R26). Beside a real table who is in it is
    /// asked.
    pub fn fire_claymore(&mut self, id: FigureId, number: u8) -> Result<(), Halt> {
        self.spend(id, 1);
        let side = self.state.side;
        let n = self.state.claymores.iter().position(|c| (c.side, c.number) == (side, number));
        let n = n.ok_or_else(|| {
            astray(format!("{} of {} is not there.", crate::words::claymore_name(number), side.name()))
        })?;
        let figure = self.state.who(id);
        let Some((at, facing)) = self.state.claymores.remove(n).laid else {
            self.say(Event::Beside(Seen::ClaymoreFired { figure, number: Some(number) }));
            self.ask(Measuring::Struck(Burst::Claymore));
            return Ok(());
        };
        self.say(Event::ClaymoreFired { figure, at });
        let bands = self.rules.bursts().claymore.clone();
        let reach = bands.last().map_or(0, crate::tables::Band::reach);
        let fan = Template::Fan { tip: at, facing, half: Angle::FortyFive, reach };
        for (other, place) in self.state.placed().map(|(id, _, place)| (id, place)).collect::<Vec<_>>() {
            if let Some(row) = band(&bands, at.squared(place)).filter(|_| fan.covers(place)) {
                self.splinters(other, row, false, Cause::Claymore)?;
            }
        }
        Ok(())
    }
}

/// The first number from this one on that nothing on the table has.
pub(crate) fn free_number(first: u8, taken: impl Fn(u8) -> bool) -> Result<u8, Refusal> {
    (first..=u8::MAX).find(|n| !taken(*n)).ok_or_else(|| astray("There are no more numbers."))
}
