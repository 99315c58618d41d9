//! What may be decided: the check of any command, its carrying out, and a fair sample of legal ones.

mod drafts;

use tabletop::Halt;

use crate::command::Command;
use crate::deed::Nearby;
use crate::event::Event;
use crate::play::Play;
use crate::refuse::No;
use crate::state::{Phase, State};
use crate::support::Asked;
use crate::{Platoon, air, burden, contact, deed, direct, fire, hidden, message, movement, rule, support, turn};

pub(crate) use drafts::{drafts, list};

/// Whether a command is legal, and if not, by which rule.
pub(crate) fn check(rules: &Platoon, state: &State, command: &Command) -> Result<(), No> {
    if matches!(state.phase, Phase::Over | Phase::Between) {
        return Err(No::new(rule!("P-turn"), "The game is over.", "Start another game."));
    }
    deed::check_asked(rules, state, command)?;
    let (nearby, command) = (command.nearby(), command.plain());
    let earlier = state.options.rulings.before(5);
    let stops = state.active.march.is_some() || movement::no_half_to_spare(state);
    if takes_the_move(&command) || stops && matches!(*command, Command::Carry { .. }) && !earlier {
        movement::check_goes(rules, state)?;
    }
    match *command {
        Command::March { squad, mode } => movement::check_march(rules, state, squad, mode),
        Command::Step { squad, leg } => movement::plan_step(rules, state, squad, leg).map(|_| ()),
        Command::LieDown { squad, only_pinned } => movement::check_lie_down(state, squad, only_pinned),
        Command::StandUp { squad } => movement::check_stand_up(state, squad),
        Command::Fire { squad, target, facts } if fire::is_undrawn(state, squad) => {
            fire::check_undrawn(rules, state, squad, target, facts)
        }
        Command::Fire { squad, target, facts } => fire::check_aim(rules, state, squad, target, facts),
        Command::Launch { squad, figure, target, facts } => {
            direct::check_launch(rules, state, squad, figure, target, facts).map(|_| ())
        }
        Command::Snipe { squad, target, figure, range, from } => {
            direct::check_snipe(rules, state, squad, target, figure, range, from)
        }
        Command::BugOut { squad, target, sees, from } => direct::check_bug_out(state, squad, target, sees, from),
        Command::Stand { squad, ground } => turn::check_stand(state, squad, ground),
        Command::Search { squad, marker } => hidden::check_search(rules, state, squad, marker, nearby),
        Command::Stores { squad, marker, what } => hidden::check_stores(rules, state, squad, (marker, what), nearby),
        Command::Request { squad, support, target, pattern, path, facts } => {
            support::check_request(rules, state, squad, Asked { support, target, pattern, path, facts })
        }
        Command::Correct { squad, target } => support::check_correct(state, squad, target),
        Command::Strike { squad, target, path } => air::check_strike(state, squad, target, path),
        Command::FireAtAircraft { squad, range } if draws_to_fire_up(state, squad) => {
            air::check_undrawn_up(rules, state, squad, range)
        }
        Command::FireAtAircraft { squad, range } => air::check_fire_up(rules, state, squad, range).map(|_| ()),
        Command::Burst { ref caught, ref markers } => support::check_burst(rules, state, caught, markers),
        Command::Mortar { squad, figure, target, facts } => {
            direct::check_mortar(rules, state, squad, figure, target, facts)
        }
        Command::Tell { marker } => contact::check_tell(state, marker),
        Command::Carry { squad, of, figure } => burden::check_carry(rules, state, squad, (of, figure), nearby),
        Command::PutDown { squad } => burden::check_put_down(state, squad),
        Command::Message { squad, to, way, ref news } => {
            message::check_message(rules, state, (squad, to), way, news, nearby)
        }
        Command::Try { squad, ref what } => message::check_try(state, squad, what),
        Command::LeaveTable { squad } => movement::check_leave(state, squad),
        Command::OutOfReach { squad } => movement::check_clear(state, squad),
        Command::Close { squad, target, facts } => contact::check_close(rules, state, squad, target, facts).map(|_| ()),
        Command::Question { squad, target } => contact::check_question(rules, state, squad, target, nearby),
        Command::Capture { squad, target } => contact::check_capture(rules, state, squad, target, nearby).map(|_| ()),
        Command::Mount { squad, vehicle } => contact::check_mount(rules, state, squad, vehicle, nearby),
        Command::Dismount { squad } => contact::check_dismount(rules, state, squad, nearby).map(|_| ()),
        // What it comes to is checked.
        Command::Deed { .. } => Err(movement::wrong_facts(false)),
        Command::Fly { squad, to, below, nearer } => {
            movement::check_fly(rules, state, squad, to, (below, nearer)).map(|_| ())
        }
        Command::Reveal { squad } => hidden::check_reveal(state, squad),
        Command::MoveMarker { marker, to } => hidden::check_move_marker(rules, state, marker, to),
        Command::Reach { squad, marker } => hidden::check_reach(state, squad, marker),
        Command::Pass => turn::check_pass(state),
        Command::HoldFire => turn::check_hold(state),
        Command::Done => movement::check_done(rules, state),
    }
}

/// Whether a squad that fires at an aircraft is drawn then. Once such troops let every aircraft pass. Ruling P-R57.
pub(crate) fn draws_to_fire_up(state: &State, squad: crate::troops::SquadId) -> bool {
    fire::is_undrawn(state, squad) && !state.options.rulings.before(12)
}

/// Whether a command takes the place of a move, or ends it. Ruling P-R49.
fn takes_the_move(command: &Command) -> bool {
    matches!(
        command,
        Command::LieDown { only_pinned: false, .. }
            | Command::Search { .. }
            | Command::Stores { .. }
            | Command::Question { .. }
            | Command::Capture { .. }
            | Command::Mount { .. }
    )
}

impl Play<'_> {
    /// Carries a command out, if it is legal, and lets the enemy answer it.
    pub fn carry_out(&mut self, command: &Command) -> Result<(), Halt> {
        check(self.rules, self.state, command)?;
        let (nearby, command) = (command.nearby(), command.plain());
        self.is_seen_at_it(&command)?;
        self.follow(&command, nearby)?;
        if turn::may_be_answered(&command) {
            self.open_other_window();
        }
        Ok(())
    }

    /// What is done to figures and stores on the table is seen: who does it, and the vehicle he gets out of, is put there
    /// first. Ruling P-R47.
    fn is_seen_at_it(&mut self, command: &Command) -> Result<(), Halt> {
        match *command {
            Command::Carry { squad, .. }
            | Command::Capture { squad, .. }
            | Command::Question { squad, .. }
            | Command::Stores { squad, .. }
            | Command::Dismount { squad }
                if !self.state.options.rulings.before(2) =>
            {
                self.reveal(squad, crate::event::Noticed::Itself)
            }
            _ => Ok(()),
        }
    }

    fn follow(&mut self, command: &Command, nearby: Nearby) -> Result<(), Halt> {
        match *command {
            Command::March { squad, mode } => self.march(squad, mode),
            Command::Step { squad, leg } => {
                let planned = movement::plan_to_marker(self.rules, self.state, squad, leg)?;
                self.step(squad, planned)
            }
            Command::LieDown { squad, only_pinned } => Ok(self.lie_down(squad, only_pinned)?),
            Command::StandUp { squad } => Ok(self.stand_up(squad)?),
            Command::Fire { squad, target, facts } => {
                // Who lies there shows when they open fire: the marker is turned over and they are drawn. A figure of them that fires
                // no volley may still fire from ambush with what he has. Ruling P-R57.
                if fire::is_undrawn(self.state, squad) {
                    self.opens_from_ambush(squad)?;
                    self.reveal(squad, crate::event::Noticed::Firing)?;
                    return match fire::aim(self.rules, self.state, squad, target, facts) {
                        Ok(aim) => self.fire(squad, target, facts, aim),
                        Err(_) => Ok(()),
                    };
                }
                let aim = fire::aim(self.rules, self.state, squad, target, facts)?;
                self.fire(squad, target, facts, aim)
            }
            Command::Launch { squad, figure, target, facts } => {
                let from = direct::check_launch(self.rules, self.state, squad, figure, target, facts)?;
                self.launch(squad, figure, target, from)
            }
            Command::Snipe { squad, target, figure, from, .. } => self.snipe(squad, target, figure, from),
            Command::BugOut { squad, target, sees, from } => self.bug_out(squad, target, sees, from),
            Command::Stand { squad, ground } => Ok(self.stand(squad, ground)?),
            Command::Search { squad, marker } => self.search(squad, marker, nearby),
            Command::Stores { squad, marker, what } => Ok(self.stores(squad, marker, what, nearby)?),
            Command::Request { squad, support, target, pattern, path, facts } => {
                self.request(squad, Asked { support, target, pattern, path, facts })
            }
            Command::Correct { squad, target } => {
                self.correct(squad, target);
                Ok(())
            }
            Command::Strike { squad, target, path } => self.strike(squad, target, path),
            Command::FireAtAircraft { squad, range } => {
                if draws_to_fire_up(self.state, squad) {
                    self.opens_from_ambush(squad)?;
                    self.reveal(squad, crate::event::Noticed::Firing)?;
                    // Who turn out to have nothing for it have shown themselves.
                    if air::check_fire_up(self.rules, self.state, squad, range).is_err() {
                        return Ok(());
                    }
                }
                self.fire_up(squad, range)
            }
            Command::Burst { ref caught, ref markers } => self.burst(caught, markers),
            Command::Mortar { squad, figure, target, facts } => self.mortar(squad, figure, target, facts),
            Command::Tell { marker } => self.tell(marker),
            Command::Carry { squad, of, figure } => Ok(self.carry(squad, of, figure)?),
            Command::PutDown { squad } => Ok(self.put_down(squad)?),
            Command::Message { squad, to, way, ref news } => self.send(squad, to, way, news.clone()),
            Command::Try { squad, ref what } => self.try_against_rating(squad, what.clone()),
            Command::LeaveTable { squad } => Ok(self.leave_table(squad)?),
            Command::OutOfReach { squad } => {
                self.state.active.clear = true;
                self.say(Event::OutOfReach { squad });
                Ok(())
            }
            Command::Close { squad, target, facts } => {
                let contact = contact::check_close(self.rules, self.state, squad, target, facts)?;
                self.close(squad, target, contact)
            }
            Command::Question { squad, target } => self.question(squad, target),
            Command::Capture { squad, target } => {
                let wounded = contact::check_capture(self.rules, self.state, squad, target, nearby)?;
                Ok(self.capture(squad, target, &wounded)?)
            }
            Command::Mount { squad, vehicle } => Ok(self.mount(squad, vehicle)?),
            Command::Dismount { squad } => {
                let vehicle = contact::check_dismount(self.rules, self.state, squad, nearby)?;
                self.dismount(squad, vehicle, nearby.ground)
            }
            // What it comes to was checked.
            Command::Deed { .. } => Err(movement::wrong_facts(false).into()),
            Command::Fly { squad, to, below, nearer } => {
                let now = movement::check_fly(self.rules, self.state, squad, to, (below, nearer))?;
                self.fly(squad, to, below, now)
            }
            Command::Reveal { squad } => self.reveal(squad, crate::event::Noticed::Itself),
            Command::MoveMarker { marker, to } => self.move_marker(marker, to),
            Command::Reach { squad, marker } => self.reach(squad, marker),
            Command::Pass => self.pass(),
            Command::HoldFire => self.hold_fire(),
            Command::Done => Ok(self.finish()?),
        }
    }
}
