//! What 20mm Platoon tells the table: squads in a loose order, markers, support.

use artwork::field::mark::Mood;
use artwork::field::{Allegiance, Vehicle, degrees};
use panels::companion::{Card, Companion};
use panels::holding::InAdvance;
use panels::platoon::hits;
use platoon::command::Stores;
use platoon::event::Event;
use platoon::query::Stop;
use platoon::state::{Drift, Squad, Support};
use platoon::{Command, Kind, Mode, Phase, Platoon, Side, SquadId, State, Target};
use table::{Board, Cover, Point, Template};
use tabletop::numbers::counted;
use tabletop::{RuleId, Ruleset as _};

use super::fielded::{Aim, Fielded, FireAsked, Flash, Group, Key, Look, Mark, Piece, Sight, Way, inches};
use crate::shell::dice::Throw;

mod deeds;
mod dice;
mod pieces;
mod sorts;
mod staged;

use deeds::{Meant, against, marker_way, meant, path, requests, shells};
use pieces::{marker_piece, squad_pieces};
use sorts::Sort;

/// Markers are groups of their own from this number on.
const MARKERS: Group = 1000;

/// Aircraft among the things on the table.
const AIRCRAFT: u8 = 0;

fn squad_of(group: Group) -> Option<SquadId> {
    u8::try_from(group).ok().map(SquadId)
}

impl Fielded for Platoon {
    type Sort = Sort;
    const STEPS: &'static [Sort] = &[Sort::Move, Sort::Go, Sort::Fly, Sort::MoveAMarker];

    fn board(state: &State) -> Option<&Board> {
        state.board.as_ref()
    }

    fn pieces(&self, view: &State, side: Side) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = view.markers.iter().filter_map(|m| marker_piece(m, m.side == side)).collect();
        if let Some(attack) = &view.attack {
            let look = Look::Vehicle {
                kind: if attack.gunship { Vehicle::Helicopter } else { Vehicle::Aircraft },
                side: if attack.side == Side::Allied { Allegiance::Allied } else { Allegiance::Charlie },
                facing: degrees(attack.path.from.heading(attack.path.to)).unwrap_or(-90.0),
                wreck: false,
                flying: true,
                chips: Vec::new(),
            };
            let at = attack.path.from.toward(attack.target, attack.path.from.distance(attack.target) * 2 / 3);
            let own = attack.side == side;
            pieces.push(Piece { key: Key::Thing(AIRCRAFT, 0), group: None, name: "Aircraft".into(), at, own, look });
        }
        for squad in &view.squads {
            squad_pieces(view, squad, squad.side == side, &mut pieces);
        }
        pieces
    }

    fn clouds(&self, _view: &State) -> Vec<(Point, i32)> {
        Vec::new()
    }

    fn actors(&self, view: &State, side: Side) -> Vec<Group> {
        let acts = view.phase == Phase::Active(side) && view.squad(view.active.squad).is_some();
        acts.then(|| Group::from(view.active.squad.0)).into_iter().collect()
    }

    fn doer(command: &Command) -> Option<Group> {
        match command {
            Command::MoveMarker { marker, .. } => Some(MARKERS + Group::from(marker.0)),
            _ => command.squad().map(|squad| Group::from(squad.0)),
        }
    }

    fn name(&self, view: &State, group: Group) -> String {
        match group.checked_sub(MARKERS) {
            Some(number) => format!("Marker {number}"),
            None => squad_of(group)
                .and_then(|id| view.squad(id))
                .map_or_else(|| format!("Squad {group}"), |squad| squad.name.to_string()),
        }
    }

    fn sort(command: &Command) -> Sort {
        match command {
            Command::Deed { .. } => Self::sort(&command.plain()),
            Command::March { .. } => Sort::Move,
            Command::Step { .. } => Sort::Go,
            Command::Stand { .. } => Sort::Stand,
            Command::LieDown { .. } => Sort::LieDown,
            Command::StandUp { .. } => Sort::StandUp,
            Command::Fire { .. } | Command::Launch { .. } | Command::Snipe { .. } | Command::Mortar { .. } => {
                Sort::Fire
            }
            Command::BugOut { .. } => Sort::BugOut,
            Command::Search { .. } | Command::Stores { .. } | Command::Reach { .. } => Sort::Search,
            Command::Request { .. } | Command::Correct { .. } | Command::Strike { .. } | Command::Burst { .. } => {
                Sort::Support
            }
            Command::FireAtAircraft { .. } => Sort::FireAtTheAircraft,
            Command::Carry { .. } | Command::PutDown { .. } => Sort::Casualties,
            Command::Message { .. } => Sort::Message,
            Command::Tell { .. } => Sort::Tell,
            Command::Try { .. } => Sort::Try,
            Command::LeaveTable { .. } | Command::OutOfReach { .. } => Sort::Leave,
            Command::Close { .. } => Sort::HandToHand,
            Command::Question { .. } | Command::Capture { .. } => Sort::Prisoners,
            Command::Mount { .. } | Command::Dismount { .. } => Sort::Vehicle,
            Command::Fly { .. } => Sort::Fly,
            Command::Reveal { .. } => Sort::ShowItself,
            Command::MoveMarker { .. } => Sort::MoveAMarker,
            Command::Pass => Sort::NobodyFires,
            Command::HoldFire => Sort::NobodyFiresWhileItActs,
            Command::Done => Sort::Finished,
        }
    }

    fn ending(&self, view: &State, _able: usize) -> Option<(String, String)> {
        let squad = matches!(view.phase, Phase::Active(_)).then(|| view.squad(view.active.squad)).flatten()?;
        Some((format!("{} is finished", squad.name), String::new()))
    }

    fn harms(command: &Command) -> bool {
        matches!(
            command,
            Command::Fire { .. }
                | Command::Launch { .. }
                | Command::Snipe { .. }
                | Command::Mortar { .. }
                | Command::Close { .. }
                | Command::Strike { .. }
                | Command::FireAtAircraft { .. }
        )
    }

    fn fire_asked(&self, view: &State) -> Option<FireAsked<Command>> {
        let lets_go_on = Companion::holds_fire(self, view)?;
        let at = view.squad(view.active.squad)?.lead();
        Some(FireAsked { at, lets_go_on, holds: Command::HoldFire })
    }

    fn lets_go_on(command: &Command) -> bool {
        matches!(command, Command::Pass | Command::HoldFire)
    }

    fn may_fire(&self, state: &State, side: usize) -> Option<InAdvance> {
        Companion::in_advance(self, &self.known_to_all(state), side)
    }

    fn way(&self, view: &State, group: Group, points: &[Point]) -> Option<Way<Command>> {
        if group >= MARKERS {
            return marker_way(self, view, group, *points.last()?);
        }
        path(self, view, squad_of(group)?, points)
    }

    fn deeds(&self, view: &State, group: Option<Group>, aim: Aim) -> Vec<Command> {
        if let (Aim::Piece(Key::Marker(number)), Phase::Telling(_)) = (aim, view.phase) {
            let marker = u8::try_from(number).map(platoon::MarkerId);
            return marker.map(|marker| Command::Tell { marker }).into_iter().collect();
        }
        let Some(it) = group.and_then(squad_of).and_then(|id| view.squad(id)) else { return Vec::new() };
        let squad = it.id;
        if let Aim::Piece(Key::Thing(AIRCRAFT, _)) = aim {
            return vec![Command::FireAtAircraft { squad, range: None }];
        }
        if let Aim::Piece(Key::Figure(of, figure)) = aim
            && let Some(of) = squad_of(of)
            && view
                .squad(of)
                .is_some_and(|s| s.side == it.side && s.figures.get(usize::from(figure)).is_some_and(|f| !f.able()))
        {
            return vec![Command::Carry { squad, of, figure: figure + 1 }];
        }
        match aim {
            Aim::Ground(at) => {
                let mut deeds = Vec::new();
                if view.active.squad == squad && view.active.march.is_none() {
                    match it.kind {
                        Kind::Foot | Kind::Sniper | Kind::Peasants => {
                            let modes = [Mode::Patrol, Mode::Cautious, Mode::Fast];
                            deeds.extend(modes.map(|mode| Command::March { squad, mode: Some(mode) }));
                        }
                        Kind::Helicopter => {}
                        _ => deeds.push(Command::March { squad, mode: None }),
                    }
                }
                deeds.extend(requests(view, it, at));
                deeds
            }
            Aim::Piece(key) => match meant(view, key) {
                Some(Meant::Squad(other)) => {
                    let mut deeds = against(it, other);
                    if other.side != it.side {
                        deeds.extend(requests(view, it, other.at()));
                    }
                    deeds
                }
                Some(Meant::Marker(marker)) if marker.side != it.side => {
                    let marker_id = marker.id;
                    let mut deeds = vec![
                        Command::Fire { squad, target: Target::Marker(marker_id), facts: None },
                        Command::Search { squad, marker: marker_id },
                        Command::Stores { squad, marker: marker_id, what: Stores::Capture },
                        Command::Stores { squad, marker: marker_id, what: Stores::Destroy },
                    ];
                    deeds.extend(requests(view, it, marker.at));
                    deeds
                }
                _ => Vec::new(),
            },
        }
    }

    fn sight(&self, view: &State, from: Point, to: Point) -> Sight {
        let Some(line) = self.sight_between(view, from, to) else {
            return Sight { from, to, blocked: None, words: inches(from.distance(to)) };
        };
        let cover = match line.cover {
            Cover::None => "no cover",
            Cover::Soft => "soft cover",
            Cover::Hard => "hard cover",
        };
        let words = match line.blocked {
            None => format!("{} · in sight, {cover}", inches(line.range)),
            Some((_, Stop::Solid(kind))) => format!("{} · blocked by a {}", inches(line.range), kind.name()),
            Some((_, Stop::Height)) => format!("{} · blocked by rising ground", inches(line.range)),
            Some((_, Stop::Growth { through, limit })) => {
                format!(
                    "{} · {} of growth; sight reaches {} through it",
                    inches(line.range),
                    inches(through),
                    inches(limit)
                )
            }
            Some((_, Stop::Night { limit })) => format!("{} · too dark beyond {}", inches(line.range), inches(limit)),
        };
        // Growth stops the line as a whole; it is marked where the line leaves what can be seen through.
        let blocked = line.blocked.map(|(at, stop)| match stop {
            Stop::Growth { limit, .. } if at == to => from.toward(to, (line.range - limit).max(line.range / 2)),
            _ => at,
        });
        Sight { from, to, blocked, words }
    }

    fn guesses(&self, view: &State, group: Group, at: Point) -> Option<(RuleId, Vec<Command>)> {
        let squad = view.squad(squad_of(group)?).filter(|squad| view.options.guess && squad.officer)?;
        let by_air = |command: &Command| matches!(command, Command::Request { support: Support::Air, .. });
        let calls = shells(squad, at).into_iter().filter(|command| !by_air(command)).collect();
        Some((platoon::rules::GUESSED_FIRE, calls))
    }

    fn marks(&self, view: &State, command: &Command) -> Vec<Mark> {
        match *command {
            Command::Request { squad, support, target, pattern, path, .. } => {
                let area = view.squad(squad).and_then(|it| self.area(view, it.side, support, target, pattern, path));
                let mut marks: Vec<Mark> = area.map(|area| Mark::Area(area, Mood::Danger)).into_iter().collect();
                marks.extend(path.map(|path| Mark::Spot(path.from, "lands here".into())));
                marks
            }
            Command::Strike { path: Some(path), .. } => vec![Mark::Spot(path.from, "lands here".into())],
            _ => Vec::new(),
        }
    }

    fn forecast(&self, view: &State, command: &Command) -> Vec<String> {
        let Ok(forecast) = self.fire_forecast(view, command) else { return Vec::new() };
        let mut lines: Vec<String> = Vec::new();
        for line in &forecast.factors {
            let times = match line.quarters {
                1 => "a quarter",
                2 => "half",
                8 => "double",
                _ => "changed",
            };
            lines.push(format!("{times}: {}", line.factor.name()));
        }
        for line in &forecast.dice {
            let dice = counted(line.dice, "die", "dice");
            lines.push(format!("{dice} at {}: {}", line.what, hits(line)));
        }
        for line in &forecast.saves {
            lines.push(format!("{} save on {}+, {}", line.figures, line.save.needs, line.save.shelter.name()));
        }
        lines
    }

    fn arcs(&self, _view: &State, _group: Group) -> Vec<Template> {
        Vec::new()
    }

    fn noise(&self, _view: &State) -> Vec<(Point, i32)> {
        Vec::new()
    }

    fn lying(&self, view: &State) -> Vec<Mark> {
        self.support_clock(view)
            .into_iter()
            .filter_map(|line| line.area)
            .map(|area| Mark::Area(area, Mood::Danger))
            .collect()
    }

    fn read(&self, view: &State, group: Group) -> Vec<String> {
        let Some(card) = squad_of(group).and_then(|id| self.squad_card(view, id)) else {
            return vec![self.name(view, group)];
        };
        let mut lines = vec![
            card.name.clone(),
            format!("Gung-Ho {} · {} of {} in the fight", card.gung_ho, card.able, card.figures.len()),
        ];
        let states = [
            (card.pinned > 0, format!("{} pinned", card.pinned)),
            (card.prone > 0, format!("{} prone", card.prone)),
            (card.no_fire, "No Fire marker".to_owned()),
            (card.fired, "has fired".to_owned()),
            (card.officer, "officer with a radio".to_owned()),
            (card.carrying, "carries stores".to_owned()),
        ];
        let states: Vec<String> = states.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
        lines.push(format!(
            "in {}{}{}",
            card.ground.name(),
            if states.is_empty() { "" } else { " · " },
            states.join(" · ")
        ));
        lines
    }

    fn flashes(&self, view: &State, event: &Event) -> Vec<Flash> {
        let at = |id: SquadId| view.squad(id).map(Squad::at);
        let shot = |from: SquadId, to: Option<Point>| at(from).zip(to).map(|(from, to)| Flash::Shot(from, to));
        match event {
            Event::Volley { squad, target, .. } => {
                let to = match target {
                    Target::Squad(id) => at(*id),
                    Target::Marker(id) => view.marker(*id).map(|m| m.at),
                };
                shot(*squad, to).into_iter().collect()
            }
            Event::Launched { squad, target, .. } | Event::Sniped { squad, target, .. } => {
                shot(*squad, at(*target)).into_iter().collect()
            }
            Event::Salvo { at, drift, .. } => {
                let aim = drift.and_then(|(way, by)| match way {
                    Drift::To(way) => Some(at.compass(way, -by)),
                    Drift::Over | Drift::Left | Drift::Right | Drift::Under => None,
                });
                let mut flashes = vec![Flash::Burst(*at, 200)];
                flashes.extend(aim.map(|aim| Flash::Drift(aim, *at)));
                flashes
            }
            Event::Attacking { target, path, .. } => vec![Flash::Shot(path.from, *target)],
            Event::Revealed { squad, .. } => at(*squad).map(|at| Flash::Ring(at, 150)).into_iter().collect(),
            Event::TrapMet { squad, sprung: true, .. } => {
                at(*squad).map(|at| Flash::Burst(at, 200)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn throw(&self, view: &State, event: &Event) -> Option<Throw> {
        dice::throw_of(view, event)
    }

    fn card(&self, view: &State, group: Group) -> Option<Card> {
        panels::platoon::card_model(self, view, squad_of(group)?)
    }
}
