//! 20mm Platoon beside a real table. There is no table to measure on: what the mind weighs are orders with the facts that it was
//! told, and where squads go is said as a purpose, for somebody to carry out with real figures.

use ::platoon::query::{Answer, Eye, Fact, Look, Offer, Purpose, Seen, Told};
use ::platoon::state::{Condition, Flight, Hull, Marker, Order, Squad};
use ::platoon::{Command, Deed, Kind, Mode, Phase, Platoon, Side, SquadId, State, Target};
use table::Cover;
use tabletop::Ruleset;

use crate::level::Level;
use crate::mind::{Mind, Patience};
use crate::thinking::Candidate;
use crate::view::View;

/// What the computer does, with where it means to go if it goes anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordered {
    pub command: Command,
    pub purpose: Option<Purpose>,
}

impl Ordered {
    const fn plain(command: Command) -> Self {
        Self { command, purpose: None }
    }
}

/// What a side does beside a real table, from what it knows and was told. What `cannot` be done on the table is not thought of.
/// `None` where somebody at the table has to say a fact first, or if it was given up.
pub fn decide_beside(
    mind: &Mind<Platoon>,
    rules: &Platoon,
    view: &View<Platoon>,
    (told, cannot): (&Told, &[Command]),
    patience: &Patience<'_>,
) -> Option<Ordered> {
    let seen = view.seen();
    let desk = AtTable { mind, rules, view, told, cannot, patience };
    match seen.phase {
        Phase::Ground(side) => desk.stand(side),
        Phase::Active(side) => desk.act(side),
        Phase::Interrupt(_) => desk.best(desk.shots(), Command::Pass).map(Ordered::plain),
        Phase::Overflight(_) => Some(Ordered::plain(desk.fire_up())),
        Phase::Telling(_) => desk.best(desk.legal(), Command::Pass).map(Ordered::plain),
        Phase::Burst(_) | Phase::Between | Phase::Over => None,
    }
}

struct AtTable<'a> {
    mind: &'a Mind<Platoon>,
    rules: &'a Platoon,
    view: &'a View<Platoon>,
    told: &'a Told,
    cannot: &'a [Command],
    patience: &'a Patience<'a>,
}

impl AtTable<'_> {
    fn seen(&self) -> &State {
        self.view.seen()
    }

    /// What may be ordered, with the facts as far as they were told: neither talk nor support. What the rules ask for alone is asked
    /// for again.
    fn legal(&self) -> Vec<Command> {
        let legal = |offer: Offer| offer.refusal.is_none().then_some(offer.command);
        let mut offers: Vec<Command> = self.rules.offers(self.seen()).into_iter().filter_map(legal).collect();
        offers.retain(|command| !is_talk(command));
        if offers.iter().any(|command| !self.cannot.contains(command)) {
            offers.retain(|command| !self.cannot.contains(command));
        }
        offers
    }

    /// The shots at enemies that were said to be in sight, at the range that was said.
    fn shots(&self) -> Vec<Command> {
        let offers = self.rules.offers(self.seen()).into_iter();
        let shots = offers.filter_map(|offer| {
            let (squad, target) = aimed(&offer.command)?;
            // A mortar that fires unseen would be told of by its questions.
            let hidden = self.seen().squad(squad).is_some_and(|it| it.hidden.is_some());
            if hidden && matches!(offer.command, Command::Mortar { .. }) {
                return None;
            }
            let away = self.away(squad, target)?;
            Some(offer.command.with_fact(Fact::Range, Answer::Inches(away)))
        });
        let may = |shot: &Command| self.rules.check(self.seen(), shot).is_ok() && !self.cannot.contains(shot);
        shots.filter(may).collect()
    }

    /// How far an enemy is from a squad, if that was told and it is in sight.
    fn away(&self, squad: SquadId, enemy: SquadId) -> Option<i32> {
        match self.told.get(&Look::Enemy(self.eye(squad), enemy)) {
            Some(Seen::Away(away)) => *away,
            _ => None,
        }
    }

    fn eye(&self, squad: SquadId) -> Eye {
        let hidden = self.seen().squad(squad).and_then(|it| it.hidden);
        hidden.map_or(Eye::Squad(squad), Eye::Marker)
    }

    /// The best of some orders, or this one, which does nothing.
    fn best(&self, orders: Vec<Command>, nothing: Command) -> Option<Command> {
        let candidates = orders.into_iter().chain([nothing]).map(Candidate::plain).collect();
        self.mind.decide_among(self.rules, self.view, self.patience, candidates).map(|decision| decision.command)
    }

    /// The next squad stands on the ground that was told of it, or of the marker that it lies under.
    fn stand(&self, side: Side) -> Option<Ordered> {
        let seen = self.seen();
        let own = seen.unplaced.iter().filter(|id| seen.squad(**id).is_some_and(|squad| squad.side == side));
        // What lies under a marker cannot be everywhere.
        let stands = own.flat_map(|&squad| {
            let told = match self.told.get(&Look::Ground(self.eye(squad))) {
                Some(Seen::Ground(ground)) => Some(*ground),
                _ => None,
            };
            let before = seen.squad(squad).map(|squad| squad.ground);
            told.into_iter().chain(before).map(move |ground| Command::Stand { squad, ground })
        });
        // Those who hide come first.
        stands.map(Ordered::plain).find(|next| self.rules.check(seen, &next.command).is_ok())
    }

    /// Squads in sight fire at an aircraft; one that hides does not show itself for it.
    fn fire_up(&self) -> Command {
        let in_sight = |squad: SquadId| self.seen().squad(squad).is_some_and(Squad::on_table);
        let fires = |command: &Command| matches!(command, Command::FireAtAircraft { squad, .. } if in_sight(*squad));
        self.legal().into_iter().find(fires).unwrap_or(Command::Pass)
    }

    fn act(&self, side: Side) -> Option<Ordered> {
        let seen = self.seen();
        let Some(squad) = seen.squad(seen.active.squad) else { return Some(Ordered::plain(Command::Done)) };
        let legal = self.legal();
        let done = legal.contains(&Command::Done);
        let shots = self.shots();
        if !shots.is_empty() && done {
            let shot = self.best(shots, Command::Done)?;
            if shot != Command::Done {
                return Some(Ordered::plain(shot));
            }
        }
        // Who is locked hand to hand can do nothing else.
        if let Some(fight) = legal.iter().find(|command| self.fights_on(squad, command)) {
            return Some(Ordered::plain(fight.clone()));
        }
        if squad.hidden.is_none()
            && let Some(ordered) = self
                .in_reach(squad, &legal)
                .or_else(|| self.rides(squad, &legal))
                .or_else(|| self.go(side, squad, &legal))
        {
            return Some(ordered);
        }
        if done {
            return Some(Ordered::plain(Command::Done));
        }
        // Morale wants it to go, and nothing else: what it fires at was not told.
        let ordered = legal.iter().find(|command| is_going(command)).or_else(|| legal.first()).cloned();
        ordered.map(|command| Ordered { purpose: back(squad), command })
    }

    /// Whether a command is to fight on with an enemy with whom a squad is locked.
    fn fights_on(&self, squad: &Squad, command: &Command) -> bool {
        let Command::Close { target, .. } = *command else { return false };
        let enemy = self.seen().squad(target);
        squad.locked == Some(target) || enemy.is_some_and(|enemy| enemy.locked == Some(squad.id))
    }

    /// What was said to be in reach is done: a marker searched, stores destroyed, wounded taken, a casualty picked up.
    fn in_reach(&self, squad: &Squad, legal: &[Command]) -> Option<Ordered> {
        let Some(Seen::Reach(Some(near))) = self.told.get(&Look::Reach(squad.id)) else { return None };
        let is = |command: &&Command| matches!(command, Command::Deed { deed, .. } if deed == near);
        legal.iter().find(is).cloned().map(Ordered::plain)
    }

    /// A helicopter brings its passengers down and rises without them; who rides gets out of it, and of what is fired at or stuck.
    fn rides(&self, squad: &Squad, legal: &[Command]) -> Option<Ordered> {
        let vehicle = squad.aboard.and_then(|vehicle| self.seen().squad(vehicle));
        if vehicle.is_some_and(|it| it.kind == Kind::Helicopter || it.hull != Hull::Running || it.since.under_fire) {
            let gets_out = |c: &&Command| matches!(c, Command::Deed { deed: Deed::Dismount, .. });
            return legal.iter().find(gets_out).cloned().map(Ordered::plain);
        }
        let laden = self.seen().squads.iter().any(|rider| rider.aboard == Some(squad.id) && rider.in_play());
        let steady = squad.order == Order::Steady;
        let goes = match squad.flight {
            Flight::Flying => laden && steady,
            Flight::Landed => !laden || !steady,
            Flight::Descending | Flight::Rising => true,
        };
        let flies = |c: &&Command| matches!(c, Command::Fly { .. });
        let fly = legal.iter().find(flies).filter(|_| goes && squad.kind == Kind::Helicopter)?;
        let purpose = (squad.flight == Flight::Flying).then_some(Purpose::Land);
        Some(Ordered { command: fly.clone(), purpose })
    }

    /// Where a squad goes, and how.
    fn go(&self, side: Side, squad: &Squad, legal: &[Command]) -> Option<Ordered> {
        let purpose = self.purpose(side, squad)?;
        let is = |wanted: fn(&Command) -> bool| legal.iter().find(|command| wanted(command)).cloned();
        let command = if let Some(march) = self.seen().active.march {
            // It may be at the edge, once it has gone some way.
            let leaves = is(|command| matches!(command, Command::LeaveTable { .. })).filter(|_| march.used > 0);
            leaves.or_else(|| is(|command| matches!(command, Command::Step { .. })))?
        } else {
            let march = |mode: Option<Mode>| {
                legal.iter().find(|c| matches!(c, Command::March { mode: how, .. } if *how == mode)).cloned()
            };
            let rises = || is(|command| matches!(command, Command::StandUp { .. }));
            march(Some(Mode::Patrol)).or_else(|| march(None)).or_else(rises)?
        };
        Some(Ordered { command, purpose: Some(purpose) })
    }

    fn purpose(&self, side: Side, squad: &Squad) -> Option<Purpose> {
        if squad.kind == Kind::Helicopter {
            return None;
        }
        if let Some(back) = back(squad) {
            return Some(back);
        }
        let seen = self.seen();
        let open = seen.ground(squad).cover() == Cover::None && squad.kind == Kind::Foot;
        let enemies = seen.squads.iter().filter(|s| s.side != side && s.in_sight() && s.kind != Kind::Peasants);
        let nearest = enemies
            .filter_map(|enemy| self.away(squad.id, enemy.id).map(|away| (away, enemy.id)))
            .min_by_key(|(away, enemy)| (*away, *enemy));
        let careful = self.mind.level() > Level::Recruit;
        // Who carries a casualty has done enough.
        let goes_on = side == Side::Allied && squad.order == Order::Steady && squad.burden.is_empty();
        match nearest {
            Some(_) if open && careful => Some(Purpose::IntoCover),
            // Out of its range, or with nothing left to fire: only who attacks goes on.
            Some((_, enemy)) if goes_on && !squad.turn.fired => Some(Purpose::ToEnemy(enemy)),
            Some(_) => None,
            None if goes_on => {
                let there = |m: &Marker| m.side != side && m.condition != Condition::Removed;
                seen.markers.iter().any(there).then_some(Purpose::ToMarker)
            }
            None => (open && careful).then_some(Purpose::IntoCover),
        }
    }
}

/// What the computer leaves to others: messages, support, and what the rules do not mention.
fn is_talk(command: &Command) -> bool {
    matches!(
        command,
        Command::Message { .. }
            | Command::Try { .. }
            | Command::Request { .. }
            | Command::Correct { .. }
            | Command::Strike { .. }
    )
}

/// Whether a squad goes by a command, or does what it takes to be able to.
fn is_going(command: &Command) -> bool {
    matches!(
        command,
        Command::March { .. }
            | Command::Step { .. }
            | Command::StandUp { .. }
            | Command::Fly { .. }
            | Command::PutDown { .. }
            | Command::LeaveTable { .. }
            | Command::OutOfReach { .. }
    )
}

/// Where morale makes a squad go.
fn back(squad: &Squad) -> Option<Purpose> {
    match squad.order {
        Order::Steady | Order::Halted => None,
        Order::Withdrawing => Some(Purpose::Back),
        Order::Leaving => Some(Purpose::OffTheTable),
    }
}

/// Who fires at whom.
fn aimed(command: &Command) -> Option<(SquadId, SquadId)> {
    match *command {
        Command::Fire { squad, target: Target::Squad(target), .. }
        | Command::Launch { squad, target, .. }
        | Command::Mortar { squad, target, .. }
        | Command::Snipe { squad, target, .. } => Some((squad, target)),
        _ => None,
    }
}
