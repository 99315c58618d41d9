//! Off-table fire. Rule S-support, rulings S-R09 to S-R13.

use table::{Compass, Cover, Heading, INCH, Point};
use tabletop::{Halt, Refusal};

use crate::event::{Cause, Event};
use crate::figure::{Figure, FigureId};
use crate::grenades::shift;
use crate::play::Play;
use crate::state::{State, Step, Support};
use crate::tables::{Deviation, inches};
use crate::thrower::DieOf;
use crate::{Skirmish, rule};

/// The farthest correction, in inches. Ruling S-R11.
pub(crate) fn farthest(rules: &Skirmish) -> i8 {
    i8::try_from(rules.numbers().correction_in.value).unwrap_or(i8::MAX)
}

/// The side's off-table fire, in its step.
fn battery(state: &State) -> Result<&Support, Refusal> {
    if state.step() == Step::Support {
        return Ok(state.support(state.side()));
    }
    let because = "Off-table fire comes before the figures move, if there is any, and a radio.";
    Err(Refusal::new(rule!("S-support"), because, "Call for it at the beginning of the turn."))
}

fn first_round(support: &Support) -> Result<(), Refusal> {
    if support.fired == 0 && support.turns > 0 {
        return Ok(());
    }
    let because = "The guns are firing already.";
    Err(Refusal::new(rule!("S-support"), because, "Let the next round follow the last one, or call for no more."))
}

fn on_table(state: &State, at: Point) -> Result<(), Refusal> {
    if state.board().contains(at) {
        return Ok(());
    }
    Err(Refusal::new(rule!("S-support"), "That is off the table.", "Choose a point on it."))
}

pub(crate) fn check_call(state: &State, at: Point) -> Result<(), Refusal> {
    check_first(state)?;
    on_table(state, at)
}

/// A first round without ranging in.
pub(crate) fn check_first(state: &State) -> Result<(), Refusal> {
    let support = battery(state)?;
    first_round(support)?;
    if support.spotting {
        let because = "These guns are ranged in with a smoke round.";
        let remedy = "Call for a spotting round, and correct from it in the next turn.";
        return Err(Refusal::new(rule!("S-R11"), because, remedy));
    }
    Ok(())
}

pub(crate) fn check_next(state: &State) -> Result<(), Refusal> {
    let support = battery(state)?;
    if support.last.is_none() {
        let because = "No round has been fired in this turn.";
        return Err(Refusal::new(rule!("S-support"), because, "Call for the first one."));
    }
    if support.fired >= support.rounds {
        let because = format!("The guns fire {} in a turn.", crate::words::count(support.rounds, "round"));
        return Err(Refusal::new(rule!("S-R10"), because, "Go on to the figures."));
    }
    Ok(())
}

pub(crate) fn check_spotting(state: &State, at: Point) -> Result<(), Refusal> {
    check_ranging(state)?;
    on_table(state, at)
}

/// A round to range in with.
pub(crate) fn check_ranging(state: &State) -> Result<(), Refusal> {
    let support = battery(state)?;
    first_round(support)?;
    if !support.spotting {
        let because = "These guns fire without ranging in.";
        return Err(Refusal::new(rule!("S-R11"), because, "Call for the first round."));
    }
    if support.smoke.is_some() {
        let because = "A spotting round lies already.";
        return Err(Refusal::new(rule!("S-R11"), because, "Correct from it, in the turn after it fell."));
    }
    Ok(())
}

pub(crate) fn check_correct(rules: &Skirmish, state: &State, over: i8, right: i8) -> Result<(), Refusal> {
    let support = battery(state)?;
    first_round(support)?;
    let refuse = |because: &str, remedy: &str| Err(Refusal::new(rule!("S-R11"), because, remedy));
    if support.smoke.is_none() || !support.spotting {
        return refuse("No spotting round lies.", "Call for one first.");
    }
    if support.fresh {
        return refuse("The spotting round has just fallen.", "Correct from it in the next turn.");
    }
    let farthest = farthest(rules);
    let range = -farthest..=farthest;
    if !range.contains(&over) || !range.contains(&right) {
        let because = format!("A correction is at most {farthest} inches each way.");
        return refuse(&because, "Guess nearer, or let the next smoke round come down elsewhere.");
    }
    Ok(())
}

impl Skirmish {
    /// The counters a round gives a figure within its reach. Ruling S-R13.
    pub(crate) fn round_counters(&self, state: &State, figure: &Figure, landed: Point, place: Point) -> u8 {
        let numbers = self.numbers();
        let hard = !figure.vehicle && state.board().cover(landed, place) == Cover::Hard;
        if hard { numbers.support_hard_counters.value } else { numbers.support_counters.value }
    }

    /// From a side's own edge into the table: the firing line of its off-table guns.
    pub fn gun_line(state: &State) -> Heading {
        state.setting().edges[state.side() as usize].inward()
    }
}

impl Play<'_> {
    pub fn guns(&mut self) -> &mut Support {
        &mut self.state.support[self.state.side as usize]
    }

    pub fn call_fire(&mut self, at: Point) -> Result<(), Halt> {
        let side = self.state.side;
        self.say(Event::Called { side, at });
        self.guns().turns -= 1;
        self.round(at)
    }

    /// Later rounds go out from where the last one landed.
    pub fn next_round(&mut self) -> Result<(), Halt> {
        if self.state.is_beside() {
            return self.round_said();
        }
        let last = self.guns().last.unwrap_or_default();
        self.round(last)
    }

    /// Ruling S-R11: a ball dropped from high above: any direction, two dice less two inches.
    pub fn spotting_round(&mut self, aim: Point) -> Result<(), Halt> {
        let (way, far) = self.drift(DieOf::secret(self.state.side))?;
        let board = self.state.setting.board.clone();
        let at = board.clamp(aim.compass(way, far));
        let side = self.state.side;
        let guns = self.guns();
        guns.smoke = Some(at);
        guns.fresh = true;
        self.say(Event::SpottingRound { side, aim, at });
        Ok(())
    }

    /// Direction and distance of the drift. Where it was meant to fall the enemy does not know; beside a real table the point
    /// was shown.
    pub fn drift(&mut self, whose: DieOf) -> Result<(Compass, i32), Halt> {
        let way = self.d8(whose, "the drift of the smoke", rule!("S-R11"))?;
        let first = self.d6(whose, "the drift of the smoke", rule!("S-R11"))?;
        let second = self.d6(whose, "the drift of the smoke", rule!("S-R11"))?;
        Ok((Compass::face(way), i32::from(first + second - 2) * INCH))
    }

    pub fn correct(&mut self, over: i8, right: i8) -> Result<(), Halt> {
        if self.state.is_beside() {
            return self.correct_said(over, right);
        }
        let line = Skirmish::gun_line(self.state);
        let smoke = self.guns().smoke.take().unwrap_or_default();
        let along = shift(smoke, line, Deviation::Over, i32::from(over) * INCH);
        let at = shift(along, line, Deviation::Right, i32::from(right) * INCH);
        self.call_fire(at)
    }

    /// One round: ruling S-R09 for the first, the printed rule for later ones; no die for its effect (S-R13).
    fn round(&mut self, at: Point) -> Result<(), Halt> {
        let line = Skirmish::gun_line(self.state);
        let bursts = self.rules.bursts();
        let by = inches(&bursts.artillery_in);
        let die = self.d6(self.state.side, "deviation", rule!("S-support"))?;
        let deviation = self.rules.bursts().direction(die);
        let landed = deviation.map_or(at, |way| shift(at, line, way, by));
        let side = self.state.side;
        let guns = self.guns();
        guns.fired += 1;
        guns.last = Some(landed);
        self.say(Event::Round { side, at: landed, die, deviation });
        let near = inches(&self.rules.numbers().support_in);
        let hit: Vec<(FigureId, u8)> = (self.state.placed())
            .filter(|(_, _, place)| place.within(landed, near))
            .map(|(id, f, place)| (id, self.rules.round_counters(self.state, f, landed, place)))
            .collect();
        for (id, counters) in hit {
            self.give(id, counters, Cause::Support);
        }
        Ok(())
    }
}

/// The rounds a scenario may allow in a turn. Ruling S-R10.
pub(crate) fn check_rounds(rules: &Skirmish, rounds: u8) -> Result<(), Refusal> {
    let most = rules.numbers().support_rounds.value;
    if (1..=most).contains(&rounds) {
        return Ok(());
    }
    let because = format!("{} in a turn are too many or too few.", crate::words::count(rounds, "round"));
    Err(Refusal::new(rule!("S-R10"), because, format!("Allow from 1 to {most}; three are usual.")))
}
