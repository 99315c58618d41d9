//! What Vietnam Skirmish tells the table: single figures, three phases, counters, smoke.

use artwork::field::mark::Mood;
use artwork::field::{Allegiance, Chip, Plate, Role, Token, Vehicle, degrees};
use panels::companion::Card;
use panels::theme::chance_words;
use skirmish::event::{Event, Who};
use skirmish::figure::{Figure, Standing};
use skirmish::{Command, FigureId, Grenade, RocketAim, Side, Skirmish, State, Step, Weapon, Work};
use table::{Board, Point, Template};
use tabletop::Refusal;
use tabletop::numbers::counted;

use super::fielded::{Aim, Fielded, Flash, Group, Key, Look, Mark, Piece, Sight, Way, inches};
use crate::shell::dice::Throw;

mod dice;
mod sorts;
mod staged;

use sorts::Sort;

/// Kinds of things that lie on the table.
const MINE: u8 = 0;
const CLAYMORE: u8 = 1;

fn id_of(group: Group) -> Option<FigureId> {
    u8::try_from(group).ok().map(FigureId)
}

fn allegiance(side: Side) -> Allegiance {
    match side {
        Side::UsArvn => Allegiance::Allied,
        Side::VcNva => Allegiance::Charlie,
    }
}

/// The weapon one knows a figure by.
fn role(figure: &Figure) -> Role {
    let telling = [
        (Weapon::Mortar, Role::Mortar),
        (Weapon::Rpg, Role::Rocket),
        (Weapon::HeavyMachineGun, Role::HeavyMachineGun),
        (Weapon::LightMachineGun, Role::MachineGun),
        (Weapon::SniperRifle, Role::Sniper),
        (Weapon::Launcher, Role::GrenadeLauncher),
    ];
    let has = |weapon: Weapon| figure.kit.weapons.has(weapon);
    match telling.into_iter().find(|(weapon, _)| has(*weapon)) {
        Some((_, role)) => role,
        None if figure.kit.weapons.each().next().is_none() => Role::Unknown,
        None if figure.kit.weapons.each().all(|weapon| weapon == Weapon::Pistol) => Role::Pistol,
        None => Role::Rifle,
    }
}

fn figure_piece(rules: &Skirmish, state: &State, id: FigureId, side: Side) -> Option<Piece> {
    let figure = state.figure(id)?;
    let at = figure.place()?;
    let group = Group::from(id.0);
    let mut chips = Vec::new();
    if figure.counters > 0 {
        chips.push(Chip::Suppression(figure.counters));
    }
    if let Some(work) = rules.card(state, id).and_then(|card| card.under_way) {
        chips.push(Chip::Work(work.done, work.of));
    }
    let own = figure.side == side;
    let facing = degrees(figure.facing).unwrap_or(0.0);
    let look = if figure.vehicle {
        if figure.kills > 0 {
            chips.push(Chip::Immobilised);
        }
        Look::Vehicle {
            kind: Vehicle::Apc,
            side: allegiance(figure.side),
            facing,
            wreck: figure.kills > 1,
            flying: false,
            chips,
        }
    } else {
        let acting = figure.side == state.side() && state.step() == Step::Figures;
        let kind = state.setting().kinds.get(id.index()).map_or("", String::as_str);
        Look::Token(Token {
            leader: rules.figure_table().kind(kind).is_some_and(|row| row.leads),
            radio: figure.kit.radio,
            hidden: own && figure.trace.hidden && !state.is_known(id),
            spent: acting && figure.granted.is_some() && figure.phases == 0,
            phases: (acting && own).then_some((figure.phases, 3)),
            chips,
            ..Token::new(allegiance(figure.side), role(figure), facing)
        })
    };
    let key = if figure.vehicle { Key::Vehicle(group) } else { Key::Figure(group, 0) };
    Some(Piece { key, group: Some(group), name: state.name(id).to_owned(), at, own, look })
}

/// What a figure can send to a point: grenades, rockets, mortar rounds, blind fire.
fn sendings(figure: &Figure, id: FigureId, at: Point) -> Vec<Command> {
    let mut deeds = Vec::new();
    for grenade in Grenade::ALL.into_iter().filter(|grenade| figure.kit.left(*grenade) > 0) {
        deeds.push(Command::Throw { figure: id, grenade, at });
        deeds.push(Command::Launch { figure: id, grenade, at });
        deeds.push(Command::Shell { figure: id, grenade, at });
    }
    if figure.kit.weapons.has(Weapon::Rpg) {
        deeds.push(Command::Rocket { figure: id, aim: RocketAim::Ground(at) });
    }
    deeds.extend(Skirmish::direct_weapons(figure).map(|weapon| Command::Spray { figure: id, weapon, at }));
    deeds
}

impl Fielded for Skirmish {
    type Sort = Sort;
    const STEPS: &'static [Sort] = &[Sort::Move];

    fn board(state: &State) -> Option<&Board> {
        (!state.setting().beside).then(|| state.board())
    }

    fn pieces(&self, view: &State, side: Side) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = view.figures().filter_map(|(id, _)| figure_piece(self, view, id, side)).collect();
        pieces.extend(view.mines().iter().zip(0..).map(|(mine, n)| Piece {
            key: Key::Thing(MINE, n),
            group: None,
            name: "Mine".into(),
            at: mine.at,
            own: mine.side == side,
            look: Look::Plate(Plate::Mine(allegiance(mine.side)), 0.0),
        }));
        pieces.extend(view.claymores().iter().filter_map(|claymore| {
            let (at, facing) = claymore.laid?;
            Some(Piece {
                key: Key::Thing(CLAYMORE, u16::from(claymore.number)),
                group: None,
                name: skirmish::claymore_name(claymore.number),
                at,
                own: claymore.side == side,
                look: Look::Plate(Plate::Claymore(allegiance(claymore.side)), degrees(facing).unwrap_or(0.0)),
            })
        }));
        pieces
    }

    fn clouds(&self, view: &State) -> Vec<(Point, i32)> {
        view.smokes().iter().filter_map(|smoke| Some((smoke.at()?, smoke.radius))).collect()
    }

    fn actors(&self, view: &State, side: Side) -> Vec<Group> {
        // Who has spent his last phase stays the active figure, but has nothing more to do unless his counter is to be placed.
        let acts = |f: &Figure| f.side == side && (f.phases > 0 || view.pending().is_some());
        let active = view.active().filter(|id| view.figure(*id).is_some_and(acts));
        active.map(|id| Group::from(id.0)).into_iter().collect()
    }

    fn doer(command: &Command) -> Option<Group> {
        command.figure().map(|id| Group::from(id.0))
    }

    fn name(&self, view: &State, group: Group) -> String {
        id_of(group).map_or_else(String::new, |id| view.name(id).to_owned())
    }

    fn sort(command: &Command) -> Sort {
        match command {
            Command::Done => Sort::Done,
            Command::CallFire { .. } | Command::NextRound | Command::Correct { .. } | Command::SpottingRound { .. } => {
                Sort::Support
            }
            Command::Move { .. } | Command::Sneak { .. } => Sort::Move,
            Command::Turn { .. } => Sort::Turn,
            Command::Prepare { .. } | Command::Finish { .. } => Sort::Prepare,
            Command::Fire { .. } | Command::Spray { .. } => Sort::Fire,
            Command::Suppress { .. } => Sort::Suppress,
            Command::Listen { .. } => Sort::Listen,
            Command::Throw { .. } | Command::Launch { .. } | Command::Rocket { .. } | Command::Shell { .. } => {
                Sort::Grenade
            }
            Command::PlaceClaymore { .. } | Command::FireClaymore { .. } => Sort::Claymore,
            Command::Fight { .. } => Sort::HandToHand,
            Command::Mount { .. } | Command::Dismount { .. } => Sort::Vehicle,
            Command::Spot { .. } => Sort::Spot,
            Command::Beside(_) => Sort::OnTheTable,
            Command::Leave { .. } => Sort::Leave,
        }
    }

    fn ending(&self, view: &State, able: usize) -> Option<(String, String)> {
        match view.step() {
            Step::Support => Some(("On to the figures".into(), String::new())),
            Step::Figures => {
                let whose = <Self as tabletop::Ruleset>::side_name(view.side());
                let left = match able {
                    0 => String::new(),
                    n => format!("{n} may act"),
                };
                Some((format!("End the turn of {whose}"), left))
            }
            Step::Over => None,
        }
    }

    fn harms(command: &Command) -> bool {
        matches!(
            command,
            Command::Fire { .. }
                | Command::Spray { .. }
                | Command::Throw { .. }
                | Command::Launch { .. }
                | Command::Rocket { .. }
                | Command::Shell { .. }
                | Command::FireClaymore { .. }
                | Command::Fight { .. }
                | Command::CallFire { .. }
        )
    }

    fn way(&self, view: &State, group: Group, points: &[Point]) -> Option<Way<Command>> {
        let (id, to) = (id_of(group)?, *points.last()?);
        let figure = view.figure(id)?;
        let from = figure.place()?;
        let tactical = matches!(figure.work, Some((Work::Tactical, _)));
        let mut path = self.path(view, id, to, tactical)?;
        let mut short = "";
        // As far as it gets on that way is what a player means who drags too far.
        if path.refusal.is_some() && path.farthest != from && path.farthest != to {
            let nearer = self.path(view, id, path.farthest, tactical).filter(|nearer| nearer.refusal.is_none());
            if let Some(nearer) = nearer {
                (path, short) = (nearer, ", no farther");
            }
        }
        let end = match path.command {
            Command::Move { to, .. } | Command::Sneak { to, .. } => to,
            _ => to,
        };
        let bad = if path.walk.bad > 0 { format!(" · {} of bad going", inches(path.walk.bad)) } else { String::new() };
        let noise = match path.pips {
            0 => "silent".to_owned(),
            1 => "1 pip of noise".to_owned(),
            pips => format!("{pips} pips of noise"),
        };
        let words = format!("{} of {}{bad} · {noise}{short}.", inches(path.cost), inches(path.allowed));
        let step = i32::from(self.numbers().noise_step_in.value) * table::INCH;
        Some(Way {
            points: vec![from, end],
            bad: vec![path.walk.bad > 0],
            words,
            heard: (path.pips > 0).then(|| i32::from(path.pips) * step),
            orders: if path.refusal.is_none() { vec![path.command] } else { Vec::new() },
            refusal: path.refusal,
        })
    }

    fn why_not(&self, view: &State, group: Option<Group>, key: Key) -> Option<Refusal> {
        let (Key::Figure(target, _) | Key::Vehicle(target)) = key else { return None };
        let (id, target) = (group.and_then(id_of)?, id_of(target)?);
        let figure = view.figure(id).filter(|_| view.pending().is_none())?;
        let reach = |weapon: &Weapon| self.weapons().of(*weapon).map(|row| row.range());
        let farthest = Self::direct_weapons(figure).max_by_key(reach)?;
        self.check_target(view, id, farthest, target).err()
    }

    fn deeds(&self, view: &State, group: Option<Group>, aim: Aim) -> Vec<Command> {
        let target = match aim {
            Aim::Piece(Key::Figure(target, _) | Key::Vehicle(target)) => id_of(target),
            _ => None,
        };
        if view.pending().is_some() {
            return target.map(|target| Command::Suppress { target }).into_iter().collect();
        }
        let place = |id: FigureId| view.figure(id).and_then(Figure::place);
        let at = match aim {
            Aim::Ground(at) => Some(at),
            Aim::Piece(_) => target.and_then(place),
        };
        if view.step() == Step::Support {
            let calls = at.map(|at| [Command::CallFire { at }, Command::SpottingRound { at }]);
            return calls.into_iter().flatten().collect();
        }
        let Some(id) = group.and_then(id_of) else { return Vec::new() };
        let Some(figure) = view.figure(id) else { return Vec::new() };
        if let Aim::Piece(Key::Thing(CLAYMORE, number)) = aim {
            return u8::try_from(number)
                .map(|number| Command::FireClaymore { figure: id, number })
                .into_iter()
                .collect();
        }
        let Some(at) = at else { return Vec::new() };
        let Some(from) = place(id) else {
            let facing = match figure.standing {
                Standing::Aboard(vehicle) => place(vehicle).map(|from| Self::facing(from, at)),
                _ => None,
            };
            return facing.map(|facing| Command::Dismount { figure: id, to: at, facing }).into_iter().collect();
        };
        let mut deeds = Vec::new();
        if let Some((target, other)) = target.and_then(|target| view.figure(target).map(|other| (target, other))) {
            if other.side == figure.side {
                return if other.vehicle { vec![Command::Mount { figure: id, vehicle: target }] } else { deeds };
            }
            let fires = Self::direct_weapons(figure).filter(|weapon| self.targets(view, id, *weapon).contains(&target));
            deeds.extend(fires.map(|weapon| Command::Fire { figure: id, weapon, at: Some(target) }));
            if other.vehicle {
                deeds.push(Command::Rocket { figure: id, aim: RocketAim::Vehicle(target) });
            }
            deeds.extend([Command::Fight { figure: id, target }, Command::Spot { figure: id, target }]);
        }
        deeds.extend(sendings(figure, id, at));
        if let Aim::Ground(_) = aim {
            let facing = Self::facing(from, at);
            deeds.push(Command::Turn { figure: id, facing });
            if figure.kit.claymores > 0 {
                deeds.push(Command::PlaceClaymore { figure: id, at, facing });
            }
        }
        deeds
    }

    fn sight(&self, view: &State, from: Point, to: Point) -> Sight {
        let line = self.sight_line(view, from, to);
        let words = match &line.blocked {
            None => format!("{} · in sight", inches(line.range)),
            Some(blocking) => format!("{} · {}", inches(line.range), blocking.words()),
        };
        let blocked = line.blocked.map(|blocking| match blocking.at() {
            Some(at) => at,
            // The dark has no place of its own: it begins where one sees no farther.
            None => from.toward(to, view.setting().sight.min(line.range)),
        });
        Sight { from, to, blocked, words }
    }

    fn marks(&self, view: &State, command: &Command) -> Vec<Mark> {
        let landings = self.landings(view, command);
        let mut marks: Vec<Mark> = Vec::new();
        let burst = match *command {
            Command::Throw { grenade, at, .. }
            | Command::Launch { grenade, at, .. }
            | Command::Shell { grenade, at, .. } => Some((grenade, at)),
            Command::CallFire { at } | Command::Rocket { aim: RocketAim::Ground(at), .. } => {
                Some((Grenade::Fragmentation, at))
            }
            _ => None,
        };
        if let Some((grenade, at)) = burst {
            let bands = self.burst_bands(grenade).iter();
            marks.extend(
                bands.map(|band| Mark::Area(Template::Circle { centre: at, radius: band.reach() }, Mood::Danger)),
            );
        }
        // A drifting spotting round may come down nearly anywhere: a cloud of points says nothing.
        if landings.len() <= 12 {
            marks.extend(landings.iter().map(|landing| Mark::Spot(landing.at, chance_words(landing.chance))));
        }
        if let Command::Spray { at, .. } = *command {
            let radius = i32::from(self.numbers().speculative_in.value) * table::INCH;
            marks.push(Mark::Area(Template::Circle { centre: at, radius }, Mood::Danger));
        }
        if let Command::PlaceClaymore { at, facing, .. } = *command {
            marks.extend(self.claymore_fans(at, facing).into_iter().map(|(fan, _)| Mark::Area(fan, Mood::Danger)));
        }
        marks
    }

    fn forecast(&self, view: &State, command: &Command) -> Vec<String> {
        let Ok(forecast) = self.fire_forecast(view, command) else { return Vec::new() };
        let mut lines: Vec<String> =
            forecast.lines.iter().map(|line| format!("{}: {}", line.what, line.value)).collect();
        lines.extend(forecast.chances.iter().map(|it| format!("{}  {}", chance_words(it.chance), it.what)));
        lines
    }

    fn arcs(&self, view: &State, group: Group) -> Vec<Template> {
        let Some(id) = id_of(group) else { return Vec::new() };
        let Some(figure) = view.figure(id).filter(|figure| figure.place().is_some()) else { return Vec::new() };
        Self::direct_weapons(figure).next().and_then(|weapon| self.arc(view, id, weapon)).into_iter().collect()
    }

    fn noise(&self, view: &State) -> Vec<(Point, i32)> {
        let groups = Skirmish::noise(self, view);
        let ring = |group: skirmish::survey::NoiseGroup| {
            let reach = group.rings.last().map(|ring| ring.within);
            group.places.into_iter().filter_map(move |at| reach.map(|reach| (at, reach))).collect::<Vec<_>>()
        };
        groups.into_iter().flat_map(ring).collect()
    }

    fn lying(&self, _view: &State) -> Vec<Mark> {
        Vec::new()
    }

    fn read(&self, view: &State, group: Group) -> Vec<String> {
        let Some(card) = id_of(group).and_then(|id| self.card(view, id)) else { return vec![self.name(view, group)] };
        let mut lines = vec![card.name.clone(), card.kind.clone()];
        let counters = match card.counters {
            0 => "not suppressed".to_owned(),
            1 => format!("1 suppression counter, falls {}", card.falls),
            n => format!("{n} suppression counters, falls {}", card.falls),
        };
        lines.push(match card.phases {
            Some(left) => format!("{} left · {counters}", counted(left, "phase", "phases")),
            None => counters,
        });
        if let Some(work) = card.under_way {
            lines.push(format!("At {}: {} of {} phases", work.work.name(), work.done, work.of));
        }
        let weapons: Vec<&str> = card.weapons.iter().map(|line| line.weapon.name()).collect();
        let grenades = card.grenades.iter().map(|(grenade, left)| format!("{left} {}", grenade.name()));
        let all: Vec<String> = weapons.into_iter().map(str::to_owned).chain(grenades).collect();
        if !all.is_empty() {
            lines.push(all.join(", "));
        }
        lines
    }

    fn flashes(&self, view: &State, event: &Event) -> Vec<Flash> {
        let at = |who: &Who| view.figure(who.id).and_then(Figure::place);
        let ring = |at: Option<Point>, radius: i32| at.map(|at| Flash::Ring(at, radius)).into_iter().collect();
        match event {
            Event::Fired { figure, .. } => {
                let ahead = view.figure(figure.id).map(|f| f.facing);
                let from = at(figure);
                let to = from.zip(ahead).map(|(from, way)| from.toward(from.plus(way.dx, way.dy), 500));
                from.zip(to).map(|(from, to)| Flash::Shot(from, to)).into_iter().collect()
            }
            Event::Sprayed { figure, at: to, .. } => {
                at(figure).map(|from| Flash::Shot(from, *to)).into_iter().collect()
            }
            Event::RocketFired { figure, target, .. } => {
                at(figure).zip(at(target)).map(|(from, to)| Flash::Shot(from, to)).into_iter().collect()
            }
            Event::Sent { figure, aim, .. } => at(figure).map(|from| Flash::Drift(from, *aim)).into_iter().collect(),
            Event::Burst { at, .. }
            | Event::Round { at, .. }
            | Event::MineWentOff { at, .. }
            | Event::ClaymoreFired { at, .. } => {
                vec![Flash::Burst(*at, 300)]
            }
            Event::SpottingRound { aim, at, .. } => vec![Flash::Drift(*aim, *at)],
            Event::Suppressed { figure, .. } | Event::Spotted { target: figure, .. } => ring(at(figure), 100),
            Event::Noise { figures, heard: true, .. } => ring(figures.first().and_then(at), 400),
            Event::CameIntoSight { at, .. } => vec![Flash::Ring(*at, 150)],
            _ => Vec::new(),
        }
    }

    fn throw(&self, view: &State, event: &Event) -> Option<Throw> {
        dice::throw_of(view, event)
    }

    fn card(&self, view: &State, group: Group) -> Option<Card> {
        panels::skirmish::card_model(self, view, id_of(group)?)
    }
}
