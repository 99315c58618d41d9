//! Off-table fire. Rule S-support, rulings S-R09 to S-R13.

use table::{Compass, Heading, INCH, Point};
use tabletop::{Halt, Refusal};

use crate::companion::{Burst, Measuring, Seen};
use crate::event::{Cause, Event};
use crate::figure::{Figure, FigureId};
use crate::grenades::shift;
use crate::play::Play;
use crate::refuse::{Because, Counted, No, Part, no, said};
use crate::sight::is_behind_hard_cover;
use crate::state::{Spot, State, Step, Support};
use crate::tables::{Deviation, inches};
use crate::thrower::DieOf;
use crate::{Skirmish, rule};

/// The farthest correction, in inches. Ruling S-R11.
pub(crate) fn farthest(rules: &Skirmish) -> i8 {
    rules.numbers().correction_in.value.min(i8::MAX as u8) as i8
}

/// The side's off-table fire, in its step.
fn battery(state: &State) -> Result<&Support, No> {
    let support = state.support(state.side());
    if state.step() == Step::Support {
        return Ok(support);
    }
    let (because, remedy) = if support.turns == 0 {
        ("Your side has no guns on call.", "Go on with the figures.")
    } else if !state.carries_radio(state.side()) {
        ("No figure of your side has a radio.", "Go on with the figures.")
    } else {
        ("Off-table fire comes before the figures move.", "Call for it at the start of your side's next turn.")
    };
    Err(No::new(rule!("S-support"), because, remedy))
}

fn first_round(support: &Support) -> Result<(), No> {
    if support.fired == 0 && support.turns > 0 {
        return Ok(());
    }
    if support.fired >= support.rounds {
        return Err(spent(support));
    }
    let because = "The guns are already firing.";
    Err(No::new(rule!("S-support"), because, "Fire the next round, or stop the fire."))
}

fn spent(support: &Support) -> No {
    let because = said!("The guns fire {} each turn.", Part::Count(support.rounds, Counted::Rounds));
    No::new(rule!("S-R10"), because, "Move on to the figures.")
}

/// What comes before a round of guns that have not fired in this turn.
const fn next_step(support: &Support) -> &'static str {
    match (support.spotting, support.smoke) {
        (false, _) => "Call for the first round.",
        (true, None) => "Call for a spotting round, and correct from it next turn.",
        (true, Some(_)) if support.fresh => "Move on to the figures, and correct from the spotting round next turn.",
        (true, Some(_)) => "Correct from the spotting round.",
    }
}

fn on_table(state: &State, at: Point) -> Result<(), No> {
    if state.board().contains(at) {
        return Ok(());
    }
    Err(No::new(rule!("S-support"), "That is off the table.", "Choose a point on it."))
}

pub(crate) fn check_call(state: &State, at: Point) -> Result<(), No> {
    check_first(state)?;
    on_table(state, at)
}

/// A first round without ranging in.
pub(crate) fn check_first(state: &State) -> Result<(), No> {
    let support = battery(state)?;
    first_round(support)?;
    if support.spotting {
        let because = "These guns range in with a smoke round.";
        return Err(No::new(rule!("S-R11"), because, next_step(support)));
    }
    Ok(())
}

pub(crate) fn check_next(state: &State) -> Result<(), No> {
    let support = battery(state)?;
    if support.last.is_none() {
        let because = "No round has been fired this turn.";
        return Err(No::new(rule!("S-support"), because, next_step(support)));
    }
    if support.fired >= support.rounds {
        return Err(spent(support));
    }
    Ok(())
}

pub(crate) fn check_spotting(state: &State, at: Point) -> Result<(), No> {
    check_ranging(state)?;
    on_table(state, at)
}

/// A round to range in with.
pub(crate) fn check_ranging(state: &State) -> Result<(), No> {
    let support = battery(state)?;
    first_round(support)?;
    if !support.spotting {
        let because = "These guns need no ranging in.";
        return Err(No::new(rule!("S-R11"), because, next_step(support)));
    }
    if support.smoke.is_some() {
        let because = "A spotting round has already been fired.";
        return Err(No::new(rule!("S-R11"), because, next_step(support)));
    }
    Ok(())
}

pub(crate) fn check_correct(rules: &Skirmish, state: &State, over: i8, right: i8) -> Result<(), No> {
    let support = battery(state)?;
    first_round(support)?;
    let refuse = |because: Because, remedy: &'static str| no(rule!("S-R11"), because, remedy);
    if !support.spotting {
        return refuse("These guns need no ranging in.".into(), next_step(support));
    }
    if support.smoke.is_none() {
        return refuse("No spotting round has been fired.".into(), next_step(support));
    }
    if support.fresh {
        return refuse("The spotting round has only just fallen.".into(), "Correct from it in the next turn.");
    }
    let farthest = farthest(rules);
    let range = -farthest..=farthest;
    if !range.contains(&over) || !range.contains(&right) {
        let because = said!("A correction is at most {} inches each way.", farthest.unsigned_abs());
        return refuse(because, "Guess a smaller correction.");
    }
    match support.smoke.and_then(Spot::point) {
        Some(smoke)
            if !state.setting().rulings.before(7) && !state.board().contains(corrected(state, smoke, over, right)) =>
        {
            refuse("That would be off the table.".into(), "Guess a smaller correction.")
        }
        _ => Ok(()),
    }
}

impl Skirmish {
    /// The counters a round gives a figure within its reach, behind hard cover or not. Ruling S-R13.
    pub(crate) fn round_counters(&self, figure: &Figure, hard: bool) -> u8 {
        let numbers = self.numbers();
        let given = if hard && !figure.vehicle { &numbers.support_hard_counters } else { &numbers.support_counters };
        given.value
    }

    /// From a side's own edge into the table: the firing line of its off-table guns.
    pub(crate) fn gun_line(state: &State) -> Heading {
        state.setting().edges[state.side() as usize].inward()
    }
}

impl Play<'_> {
    pub fn guns(&mut self) -> &mut Support {
        &mut self.state.support[self.state.side as usize]
    }

    /// At a point of the computer's table, or at one that was shown beside a real one.
    pub fn call_fire(&mut self, at: Option<Point>) -> Result<(), Halt> {
        let side = self.state.side;
        self.say(match at {
            Some(at) => Event::Called { side, at },
            None => Event::Beside(Seen::Called { side }),
        });
        self.guns().turns -= 1;
        self.round(at)
    }

    /// Later rounds go out from where the last one landed.
    pub fn next_round(&mut self) -> Result<(), Halt> {
        let last = self.guns().last.and_then(Spot::point);
        self.round(last)
    }

    /// Ruling S-R11: a ball dropped from high above: any direction, two dice less two inches.
    pub fn spotting_round(&mut self, aim: Option<Point>) -> Result<(), Halt> {
        let side = self.state.side;
        let (way, by) = self.drift(if aim.is_some() { DieOf::secret(side) } else { side.into() })?;
        let fell = aim.map(|aim| (aim, self.state.setting.board.clamp(aim.compass(way, by))));
        let guns = self.guns();
        guns.smoke = Some(fell.map(|(_, at)| at).into());
        guns.fresh = true;
        self.say(match fell {
            Some((aim, at)) => Event::SpottingRound { side, aim, at },
            None => Event::Beside(Seen::Drifted { side, way, by }),
        });
        Ok(())
    }

    /// Direction and distance of the drift. Where it was meant to fall the enemy does not know; beside a real table the point
    /// was shown.
    pub fn drift(&mut self, whose: DieOf) -> Result<(Compass, i32), Halt> {
        let way = self.d8(whose, "the drift of the smoke", rule!("S-R11"))?;
        let first = self.d6(whose, "the drift of the smoke", rule!("S-R11"))?;
        let second = self.d6(whose, "the drift of the smoke", rule!("S-R11"))?;
        Ok((Compass::face(way), drifts(self.rules, first + second)))
    }

    pub fn correct(&mut self, over: i8, right: i8) -> Result<(), Halt> {
        let Some(smoke) = self.guns().smoke.take().and_then(Spot::point) else {
            let side = self.state.side;
            self.guns().turns -= 1;
            self.say(Event::Beside(Seen::Corrected { side, over, right }));
            return self.round(None);
        };
        self.call_fire(Some(corrected(self.state, smoke, over, right)))
    }

    /// One round: ruling S-R09 for the first, the printed rule for later ones; no die for its effect (S-R13).
    fn round(&mut self, at: Option<Point>) -> Result<(), Halt> {
        let bursts = self.rules.bursts();
        let die = self.d6(self.state.side, "deviation", rule!("S-support"))?;
        let deviation = bursts.direction(die);
        let by = if deviation.is_some() { inches(&bursts.artillery_in) } else { 0 };
        let line = Skirmish::gun_line(self.state);
        let landed = at.map(|at| deviation.map_or(at, |way| shift(at, line, way, by)));
        let side = self.state.side;
        let guns = self.guns();
        guns.fired += 1;
        guns.last = Some(landed.into());
        let Some(landed) = landed else {
            self.say(Event::Beside(Seen::Round { side, die, deviation, by }));
            self.ask(Measuring::Struck(Burst::Round));
            return Ok(());
        };
        self.say(Event::Round { side, at: landed, die, deviation });
        let near = inches(&self.rules.numbers().support_in);
        let hit: Vec<(FigureId, bool)> = (self.state.placed())
            .filter(|(.., place)| place.within(landed, near))
            .map(|(id, _, place)| (id, is_behind_hard_cover(self.state, landed, place)))
            .collect();
        for (id, hard) in hit {
            self.shelled(id, hard);
        }
        Ok(())
    }

    /// A figure in reach of a round. Ruling S-R13.
    pub fn shelled(&mut self, id: FigureId, hard: bool) {
        let counters = self.rules.round_counters(self.state.own(id), hard);
        self.give(id, counters, Cause::Support);
    }
}

/// How far a spotting round drifts with two dice of this sum. Ruling S-R11.
pub(crate) fn drifts(rules: &Skirmish, sum: u8) -> i32 {
    i32::from(sum.saturating_sub(rules.numbers().drift_less_in.value)) * INCH
}

/// The point that is meant by a correction from where the smoke lies. Ruling S-R11.
pub(crate) fn corrected(state: &State, smoke: Point, over: i8, right: i8) -> Point {
    let line = Skirmish::gun_line(state);
    let along = shift(smoke, line, Deviation::Over, i32::from(over) * INCH);
    shift(along, line, Deviation::Right, i32::from(right) * INCH)
}

/// The rounds a scenario may allow in a turn. Ruling S-R10.
pub(crate) fn check_rounds(rules: &Skirmish, rounds: u8) -> Result<(), Refusal> {
    let most = rules.numbers().support_rounds.value;
    if (1..=most).contains(&rounds) {
        return Ok(());
    }
    let because = format!("{} a turn is too many or too few.", crate::words::count(rounds, "round"));
    Err(Refusal::new(rule!("S-R10"), because, format!("Allow 1 to {most}.")))
}
