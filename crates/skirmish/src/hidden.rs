//! Who knows of whom: both systems of hiding, listening, spotting. Rulings S-R19, S-R21 to S-R23.

use table::Point;
use tabletop::Halt;

use crate::companion::has_fired;
use crate::event::Event;
use crate::figure::{Figure, FigureId, Side, Standing};
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::scenario::Hiding;
use crate::sight::range;
use crate::state::{Spot, State, Step};
use crate::thrower::DieOf;
use crate::turn::{actor, placed_actor};
use crate::{Skirmish, facts, rule, tables};

impl State {
    /// Whether the enemy may fire at a figure: it is in the open, was heard, fired, is seen or was spotted.
    pub fn is_known(&self, id: FigureId) -> bool {
        self.figure(id).is_some_and(|f| {
            let t = &f.trace;
            match f.standing {
                Standing::Up => t.seen || t.is_given_away(),
                Standing::Aboard(_) => t.seen,
                // The points of the end tell that it has left.
                Standing::Left => t.seen || self.step() == Step::Over,
                Standing::Removed => true,
            }
        })
    }

    /// Whether a listener of the enemy's may hear a figure: who is only seen stays known only as long as that. Rule S-listen.
    pub(crate) fn is_to_be_heard(&self, id: FigureId) -> bool {
        if self.setting().rulings.before(9) {
            return !self.is_known(id);
        }
        self.figure(id).is_some_and(|f| f.standing == Standing::Up && !f.trace.is_given_away())
    }

    /// Whether the enemy knows who and where a figure is: under the alternate rules everybody on the table is in view. A rider
    /// is known to an enemy who saw it get in, and to no other. Rule S-hidden, ruling S-R28.
    pub fn is_located(&self, id: FigureId) -> bool {
        let on_table = self.figure(id).is_some_and(|f| f.standing == Standing::Up);
        (on_table && self.setting().hiding == Hiding::Alternate) || self.is_known(id)
    }
}

/// How near an enemy sees a hidden figure without any die. Rule S-hidden, under the alternate rules ruling S-R33.
pub(crate) fn at_a_glance(rules: &Skirmish, state: &State) -> i32 {
    let numbers = rules.numbers();
    match state.setting().hiding {
        Hiding::Standard => tables::inches(&numbers.see_in),
        Hiding::Alternate => tables::inches(&numbers.contact_in),
    }
}

/// Whether an enemy is near enough to see a figure, hidden or not. Rule S-hidden.
pub(crate) fn is_seen(rules: &Skirmish, state: &State, id: FigureId) -> bool {
    let Some(figure) = state.figure(id) else { return false };
    figure.place().is_some_and(|here| is_seen_at(rules, state, figure.side, here))
}

/// Whether an enemy of a side is near enough to see its figure at a point.
pub(crate) fn is_seen_at(rules: &Skirmish, state: &State, side: Side, here: Point) -> bool {
    let glance = at_a_glance(rules, state);
    let touch = tables::inches(&rules.numbers().contact_in);
    state.placed().any(|(_, other, there)| {
        other.side != side
            && here.within(there, glance)
            && (here.within(there, touch) || rules.sees(state, here, there))
    })
}

/// Whether an enemy figure may be named as a target; [`target`] says why not.
pub(crate) fn is_target(state: &State, id: FigureId) -> bool {
    state.figure(id).is_some_and(|f| {
        let there = f.at.is_some() || state.is_beside();
        f.side != state.side() && f.standing == Standing::Up && there && state.is_known(id)
    })
}

/// Whether the side to act knows of any enemy: else nobody can be said to be near a point. Ruling S-R24.
pub(crate) fn knows_an_enemy(state: &State) -> bool {
    state.figures().any(|(id, _)| is_target(state, id))
}

/// An enemy figure that may be named as a target. What is refused is the same for whatever the enemy keeps from us.
pub(crate) fn target(state: &State, id: FigureId) -> Result<&Figure, No> {
    let Some(figure) = state.figure(id) else {
        return Err(No::new(rule!("S-R04"), "No such figure exists.", "Choose an enemy figure on the table."));
    };
    if figure.side == state.side() {
        let because = said!("{} is one of your own.", id);
        return Err(No::new(rule!("S-R04"), because, "Choose an enemy figure."));
    }
    if state.is_located(id) && figure.standing != Standing::Up {
        let because = said!("{} is not on the table.", id);
        return Err(No::new(rule!("S-R04"), because, "Choose an enemy figure on the table."));
    }
    if !state.is_known(id) || (figure.at.is_none() && !state.is_beside()) {
        // Not even his name may be told.
        if state.setting().hiding == Hiding::Alternate {
            let because = "Your side has not spotted that figure.";
            let remedy =
                "Look for it first, or fire at figures that are in the open, were spotted or fired in their last turn.";
            return Err(No::new(rule!("S-hidden"), because, remedy));
        }
        let because = "Your side has not heard or seen that figure.";
        let remedy = "Fire at figures that were heard, that fired in their last turn, or that you see; at others only on speculation.";
        return Err(No::new(rule!("S-hidden"), because, remedy));
    }
    Ok(figure)
}

/// Rule S-listen, ruling S-R23.
pub(crate) fn check_listen(rules: &Skirmish, state: &State, id: FigureId) -> Result<(), No> {
    let figure = check_listening(state, id)?;
    // Beside a real table the player whose figure fired is asked how near that was: `Said::Hark`.
    if state.is_beside() {
        let said = !has_fired(state) || state.setting().rulings.before(3);
        let unsaid = || {
            let because = "One of your figures has fired, and you have not said how near.";
            No::new(rule!("S-R23"), because, "Say whether it was near enough to spoil listening.")
        };
        return if said { Ok(()) } else { Err(unsaid()) };
    }
    let spoilt = tables::inches(&rules.numbers().listen_spoilt_in);
    let near = |(_, from): &(FigureId, Spot)| state.is_near(from.point(), figure.place(), spoilt);
    let shot = if state.setting().rulings.before(2) {
        let last = |(id, f): (FigureId, &Figure)| f.trace.fired_from.map(|at| (id, at));
        state.of(state.side()).filter_map(last).find(near)
    } else {
        state.shots.iter().copied().find(near)
    };
    if let Some((other, _)) = shot {
        let because = said!("{} has fired within {} of {}.", other, Part::Length(spoilt), id);
        return Err(No::new(rule!("S-R23"), because, "Listen before any figure fires nearby."));
    }
    Ok(())
}

/// Who may listen at all, wherever his own side has fired.
pub(crate) fn check_listening(state: &State, id: FigureId) -> Result<&Figure, No> {
    let figure = actor(state, id)?;
    if state.setting().hiding == Hiding::Alternate {
        let remedy = "Spot hidden figures instead.";
        return Err(No::new(rule!("S-R19"), "The alternate hiding rules have no listening.", remedy));
    }
    if figure.vehicle {
        let because = "A figure beside a running engine hears nothing.";
        return Err(No::new(rule!("S-R21"), because, "Listen with a figure on foot."));
    }
    if figure.begun {
        let because = said!("{} has already spent a phase.", id);
        return Err(No::new(rule!("S-listen"), because, "Listen in the figure's first phase."));
    }
    Ok(figure)
}

/// The alternate rules: two dice against the range, once for a spotter and a target in a turn.
pub(crate) fn check_spot(rules: &Skirmish, state: &State, id: FigureId, aim: FigureId) -> Result<(), No> {
    check_hiding(state, id, aim)?;
    let (_, here) = placed_actor(state, id)?;
    let there = state.figure(aim).and_then(Figure::place).ok_or_else(not_hidden)?;
    check_look(rules, state, id, aim, range(state, here, there), rules.sees(state, here, there))
}

fn not_hidden() -> No {
    let because = "That is not a hidden enemy figure on the table.";
    No::new(rule!("S-hidden"), because, "Choose a hidden enemy figure.")
}

/// Whether somebody may look for somebody, wherever both are.
fn check_hiding(state: &State, id: FigureId, aim: FigureId) -> Result<(), No> {
    actor(state, id)?;
    if state.setting().hiding == Hiding::Standard {
        let remedy = "Listen, or move close.";
        return Err(No::new(rule!("S-R19"), "The standard hiding rules have no spotting.", remedy));
    }
    let there = state.figure(aim).is_some_and(|f| f.side != state.side() && f.standing == Standing::Up);
    if there && is_to_be_spotted(state, aim) { Ok(()) } else { Err(not_hidden()) }
}

/// Whether a figure may be looked for: one that has fired or is near is known for a time only. Ruling S-R45.
pub(crate) fn is_to_be_spotted(state: &State, id: FigureId) -> bool {
    if state.setting().rulings.before(9) {
        return !state.is_known(id);
    }
    state.figure(id).is_some_and(|f| f.trace.hidden && !f.trace.spotted)
}

/// The same with what was measured.
pub(crate) fn check_look(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    aim: FigureId,
    range: i32,
    clear: bool,
) -> Result<(), No> {
    check_hiding(state, id, aim)?;
    let refuse = |because: Because, remedy: &'static str| Err(No::new(rule!("S-hidden"), because, remedy));
    let reach = tables::inches(&rules.numbers().spot_in);
    if range > reach {
        return refuse(said!("It is more than {} away.", Part::Length(reach)), "Come nearer.");
    }
    if !clear {
        return refuse("The line of sight is blocked.".into(), "Move to a clear line of sight.");
    }
    if state.spotters.contains(&(id, aim)) {
        let because = said!("{} has already looked there this turn.", id);
        return Err(No::new(rule!("S-R45"), because, "Look with another figure."));
    }
    Ok(())
}

impl Play<'_> {
    /// One die for the listener, held against every hidden enemy: his noise, or one pip if he was silent. Ruling S-R41.
    pub fn listen(&mut self, id: FigureId) -> Result<(), Halt> {
        self.spend(id, 1);
        // The enemy notices nobody who listens, though he may see him.
        let die = self.d6(DieOf::secret(self.state.side), "listening", rule!("S-listen"))?;
        if self.state.is_beside() {
            self.listen_said(id, die);
            return Ok(());
        }
        let (_, here) = self.stands(id)?;
        let enemy = self.state.side().enemy();
        let heard: Vec<FigureId> = (self.state.of(enemy))
            .filter(|(other, f)| {
                let within = self.rules.heard_within(self.state, *other, die);
                let near = f.place().zip(within).is_some_and(|(at, within)| at.distance(here) < within);
                self.state.is_to_be_heard(*other) && near
            })
            .map(|(other, _)| other)
            .collect();
        for &other in &heard {
            self.state.own(other).trace.overheard = true;
        }
        let heard = heard.into_iter().map(|other| self.state.who(other)).collect();
        self.say(Event::Listened { figure: self.state.who(id), die, heard });
        Ok(())
    }

    /// Rule S-hidden, alternate rules.
    pub fn spot(&mut self, id: FigureId, aim: FigureId) -> Result<(), Halt> {
        let ((_, here), (_, there)) = (self.stands(id)?, self.stands(aim)?);
        self.look(id, aim, range(self.state, here, there))
    }

    /// The dice of it.
    pub fn look(&mut self, id: FigureId, aim: FigureId, range: i32) -> Result<(), Halt> {
        let first = self.d6(id, "spotting", rule!("S-hidden"))?;
        let second = self.d6(id, "spotting", rule!("S-hidden"))?;
        let spotted = facts::spotted(first + second, range);
        self.state.own(aim).trace.spotted |= spotted;
        self.state.spotters.push((id, aim));
        let (figure, target) = (self.state.who(id), self.state.who(aim));
        self.say(Event::Spotted { figure, target, dice: (first, second), spotted });
        Ok(())
    }

    /// Brings up to date who is near enough to be seen, and says who comes into sight.
    pub fn look_around(&mut self) {
        let on_table = |f: &Figure| matches!(f.standing, Standing::Up | Standing::Removed);
        for id in self.state.figures().filter(|(_, f)| on_table(f)).map(|(id, _)| id).collect::<Vec<_>>() {
            let seen = is_seen(self.rules, self.state, id);
            // Its own side is told as well, and does not know whether a listener has heard it before.
            let overheard = std::mem::take(&mut self.state.own(id).trace.overheard);
            let known = self.state.is_known(id);
            let trace = &mut self.state.own(id).trace;
            (trace.seen, trace.overheard) = (seen, overheard);
            if let Some(at) = self.state.figure(id).and_then(|f| f.place()).filter(|_| seen && !known) {
                self.say(Event::CameIntoSight { figure: self.state.who(id), at });
            }
        }
    }
}
