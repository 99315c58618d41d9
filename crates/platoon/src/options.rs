//! What may be decided: the check of any command, its carrying out, and a fair sample of legal ones.

use table::{Compass, Cover, Point, Quarter, Terrain};
use tabletop::{Halt, Refusal};

use crate::command::{Command, Leg, Shot, Stores, Target};
use crate::movement::acting;
use crate::play::Play;
use crate::state::{Condition, Pattern, Phase, State, Support};
use crate::troops::{Kind, Mode, SquadId};
use crate::{Platoon, contact, direct, fire, hidden, movement, rule, support, turn};

/// Whether a command is legal, and if not, by which rule.
pub(crate) fn check(rules: &Platoon, state: &State, command: &Command) -> Result<(), Refusal> {
    if matches!(state.phase, Phase::Over | Phase::Between) {
        return Err(Refusal::new(rule!("P-turn"), "The game is over.", "Begin another game."));
    }
    match *command {
        Command::March { squad, mode } => movement::check_march(state, squad, mode),
        Command::Step { squad, leg } => movement::plan_step(rules, state, squad, leg).map(|_| ()),
        Command::LieDown { squad } => movement::check_lie_down(state, squad),
        Command::StandUp { squad } => movement::check_stand_up(state, squad),
        Command::Fire { squad, target, facts } => fire::aim(rules, state, squad, target, facts).map(|_| ()),
        Command::Launch { squad, figure, target, facts } => {
            direct::check_launch(rules, state, squad, figure, target, facts).map(|_| ())
        }
        Command::Snipe { squad, target, figure } => direct::check_snipe(rules, state, squad, target, figure),
        Command::BugOut { squad, target } => direct::check_bug_out(state, squad, target),
        Command::Search { squad, marker } => hidden::check_search(state, squad, marker),
        Command::Stores { squad, marker, what } => hidden::check_stores(state, squad, marker, what),
        Command::Request { squad, support, target, pattern } => {
            support::check_request(state, squad, support, target, pattern)
        }
        Command::Mortar { squad, figure, target } => direct::check_mortar(rules, state, squad, figure, target),
        Command::Close { squad, target, facts } => contact::check_close(state, squad, target, facts).map(|_| ()),
        Command::Question { squad, target } => contact::check_question(state, squad, target),
        Command::Capture { squad, target } => contact::check_capture(state, squad, target).map(|_| ()),
        Command::Mount { squad, vehicle } => contact::check_mount(rules, state, squad, vehicle),
        Command::Dismount { squad } => contact::check_dismount(state, squad).map(|_| ()),
        Command::Fly { squad, to } => movement::check_fly(state, squad, to).map(|_| ()),
        Command::Reveal { squad } => hidden::check_reveal(state, squad),
        Command::MoveMarker { marker, to } => hidden::check_move_marker(state, marker, to),
        Command::Reach { squad, marker } => hidden::check_reach(state, squad, marker),
        Command::Pass => turn::check_pass(state),
        Command::Done => acting(state, state.active.squad).map(|_| ()),
    }
}

impl Play<'_> {
    /// Carries a command out, if it is legal.
    pub fn carry_out(&mut self, command: &Command) -> Result<(), Halt> {
        check(self.rules, self.state, command)?;
        match *command {
            Command::March { squad, mode } => self.march(squad, mode),
            Command::Step { squad, leg } => {
                let planned = movement::plan_step(self.rules, self.state, squad, leg)?;
                self.step(squad, planned)
            }
            Command::LieDown { squad } => {
                self.lie_down(squad);
                Ok(())
            }
            Command::StandUp { squad } => {
                self.stand_up(squad);
                Ok(())
            }
            Command::Fire { squad, target, facts } => {
                let aim = fire::aim(self.rules, self.state, squad, target, facts)?;
                self.fire(squad, target, aim)
            }
            Command::Launch { squad, figure, target, facts } => {
                let from = direct::check_launch(self.rules, self.state, squad, figure, target, facts)?;
                self.launch(squad, figure, target, from)
            }
            Command::Snipe { squad, target, figure } => self.snipe(squad, target, figure),
            Command::BugOut { squad, target } => self.bug_out(squad, target),
            Command::Search { squad, marker } => self.search(squad, marker),
            Command::Stores { squad, marker, what } => {
                self.stores(squad, marker, what);
                Ok(())
            }
            Command::Request { squad, support, target, pattern } => self.request(squad, support, target, pattern),
            Command::Mortar { squad, figure, target } => self.mortar(squad, figure, target),
            Command::Close { squad, target, facts } => {
                let contact = contact::check_close(self.state, squad, target, facts)?;
                self.close(squad, target, contact)
            }
            Command::Question { squad, target } => self.question(squad, target),
            Command::Capture { squad, target } => {
                let wounded = contact::check_capture(self.state, squad, target)?;
                self.capture(squad, target, &wounded);
                Ok(())
            }
            Command::Mount { squad, vehicle } => {
                self.mount(squad, vehicle);
                Ok(())
            }
            Command::Dismount { squad } => {
                let vehicle = contact::check_dismount(self.state, squad)?;
                self.dismount(squad, vehicle);
                Ok(())
            }
            Command::Fly { squad, to } => {
                let now = movement::check_fly(self.state, squad, to)?;
                self.fly(squad, to, now)
            }
            Command::Reveal { squad } => self.reveal(squad, crate::event::Noticed::Itself),
            Command::MoveMarker { marker, to } => {
                self.move_marker(marker, to);
                Ok(())
            }
            Command::Reach { squad, marker } => self.come_to(squad, marker),
            Command::Pass => {
                self.pass();
                Ok(())
            }
            Command::Done => {
                self.finish();
                Ok(())
            }
        }
    }
}

/// Facts as they might be measured, for a sample beside a real table.
const MEASURED: [Shot; 3] = [
    Shot { range: 1200, cover: Cover::None, from: Quarter::Front },
    Shot { range: 2400, cover: Cover::Soft, from: Quarter::Front },
    Shot { range: 900, cover: Cover::Hard, from: Quarter::Flank },
];

/// A fair sample of what may be decided, never empty while somebody decides.
pub(crate) fn list(rules: &Platoon, state: &State, options: &mut Vec<Command>) {
    let mut add = |command: Command| {
        if check(rules, state, &command).is_ok() && !options.contains(&command) {
            options.push(command);
        }
    };
    let side = match state.phase {
        Phase::Active(side) | Phase::Interrupt(side) => side,
        Phase::Between | Phase::Over => return,
    };
    let facts: Vec<Option<Shot>> =
        if state.board.is_some() { vec![None] } else { MEASURED.iter().copied().map(Some).collect() };
    let active = state.active.squad;
    match state.phase {
        Phase::Interrupt(_) => {
            add(Command::Pass);
            for squad in state.squads.iter().filter(|s| s.side == side) {
                fires(state, squad.id, active, &facts, &mut add);
            }
        }
        _ => {
            add(Command::Done);
            moves(state, active, &mut add);
            for enemy in state.squads.iter().filter(|s| s.side != side && s.on_table()) {
                fires(state, active, enemy.id, &facts, &mut add);
                add(Command::BugOut { squad: active, target: enemy.id });
                let contacts = if state.board.is_some() { None } else { Some((2, 2)) };
                add(Command::Close { squad: active, target: enemy.id, facts: contacts });
            }
            for enemy in state.squads.iter().filter(|s| s.side != side) {
                add(Command::Question { squad: active, target: enemy.id });
                add(Command::Capture { squad: active, target: enemy.id });
            }
            for marker in state.markers.iter().filter(|m| m.condition != Condition::Removed) {
                for &facts in &facts {
                    add(Command::Fire { squad: active, target: Target::Marker(marker.id), facts });
                }
                add(Command::Search { squad: active, marker: marker.id });
                add(Command::Stores { squad: active, marker: marker.id, what: Stores::Capture });
                add(Command::Stores { squad: active, marker: marker.id, what: Stores::Destroy });
                add(Command::Reach { squad: active, marker: marker.id });
                for way in [Compass::South, Compass::East, Compass::NorthWest] {
                    add(Command::MoveMarker { marker: marker.id, to: marker.at.compass(way, 500) });
                }
            }
            requests(state, active, &mut add);
        }
    }
}

/// Every way one squad may fire at another.
fn fires(state: &State, squad: SquadId, target: SquadId, facts: &[Option<Shot>], add: &mut impl FnMut(Command)) {
    for &facts in facts {
        add(Command::Fire { squad, target: Target::Squad(target), facts });
    }
    let Some(it) = state.squad(squad) else { return };
    for (n, figure) in it.able() {
        let number = u8::try_from(n + 1).unwrap_or(0);
        if figure.weapon.is_direct() {
            for &facts in facts {
                add(Command::Launch { squad, figure: number, target, facts });
            }
        }
        if figure.weapon.is_mortar() {
            add(Command::Mortar { squad, figure: number, target });
        }
    }
    if it.kind == Kind::Sniper
        && let Some((victim, _)) = state.squad(target).and_then(|t| t.able().next())
    {
        add(Command::Snipe { squad, target, figure: u8::try_from(victim + 1).unwrap_or(0) });
    }
}

fn moves(state: &State, squad: SquadId, add: &mut impl FnMut(Command)) {
    add(Command::March { squad, mode: None });
    for mode in Mode::ALL {
        add(Command::March { squad, mode: Some(mode) });
    }
    add(Command::LieDown { squad });
    add(Command::StandUp { squad });
    add(Command::Reveal { squad });
    add(Command::Dismount { squad });
    add(Command::Fly { squad, to: None });
    for vehicle in state.squads.iter().filter(|s| s.kind.is_vehicle()) {
        add(Command::Mount { squad, vehicle: vehicle.id });
    }
    let Some(it) = state.squad(squad) else { return };
    if state.board.is_none() {
        for (length, bad, ends_in) in [(300, false, Terrain::Open), (200, true, Terrain::Jungle)] {
            let leg = Leg::Measured { length, bad, obstacles: 0, ends_in, noticed: false };
            add(Command::Step { squad, leg });
        }
        return;
    }
    let from = movement::movers(it).first().map_or(it.at(), |&n| it.figures[n].at);
    let mut goals: Vec<Point> = Compass::ALL.iter().map(|&way| from.compass(way, 300)).collect();
    // Toward what there is to go to: enemies and their markers.
    let enemies = state.squads.iter().filter(|s| s.side != it.side && s.on_table()).map(crate::state::Squad::at);
    let markers = state.markers.iter().filter(|m| m.side != it.side && m.condition != Condition::Removed).map(|m| m.at);
    let mut wanted: Vec<Point> = enemies.chain(markers).collect();
    wanted.sort_by_key(|p| (p.squared(from), *p));
    goals.extend(wanted.iter().take(2).map(|&goal| from.toward(goal, from.distance(goal).min(298))));
    for to in goals {
        add(Command::Step { squad, leg: Leg::To(to) });
        add(Command::Fly { squad, to: Some(from.toward(to, 1500)) });
    }
}

fn requests(state: &State, squad: SquadId, add: &mut impl FnMut(Command)) {
    let Some(it) = state.squad(squad).filter(|s| s.officer) else { return };
    let enemies = state.squads.iter().filter(|s| s.side != it.side && s.on_table()).map(crate::state::Squad::at);
    let markers = state.markers.iter().filter(|m| m.side != it.side && m.condition == Condition::Down).map(|m| m.at);
    for target in enemies.chain(markers).take(3) {
        for support in Support::ALL {
            for pattern in [Pattern::Box, Pattern::Sheaf] {
                add(Command::Request { squad, support, target: target.middle(), pattern });
            }
        }
    }
}
