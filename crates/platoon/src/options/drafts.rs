//! A fair sample of legal commands: what the side to act may think of, with points of the table and facts as they might be.

use table::{Compass, Cover, Point, Quarter, Terrain};

use super::check;
use crate::command::{Call, Command, Leg, News, Shot, Stores, Target, Way};
use crate::state::{Condition, Fate, Order, Pattern, Phase, Reaches, Squad, State, Support};
use crate::troops::{Kind, Mode, Side, SquadId, Weapon, number};
use crate::victory::left_lying;
use crate::{Figures, Platoon, contact, deed, hidden, movement};

/// Facts as they might be measured, for a sample beside a real table.
const MEASURED: [Shot; 3] = [
    Shot { range: 1200, cover: Cover::None, from: Quarter::Front, seeing: None, heard: None },
    Shot { range: 2400, cover: Cover::Soft, from: Quarter::Front, seeing: None, heard: None },
    Shot { range: 900, cover: Cover::Hard, from: Quarter::Flank, seeing: None, heard: None },
];

/// A fair sample of what may be decided, never empty while somebody decides. Whether these are all.
pub(crate) fn list(rules: &Platoon, state: &State, options: &mut Vec<Command>) -> bool {
    let mut add = |command: Command| {
        let there = options.iter().any(|old| *old == command || is_same_shot(old, &command));
        if !there && check(rules, state, &command).is_ok() {
            options.push(command);
        }
    };
    for draft in drafts(rules, state) {
        if state.board.is_some() {
            add(draft);
        } else {
            measured(rules, state, draft, &mut add);
        }
    }
    if state.board.is_some() && matches!(state.phase, Phase::Active(_)) {
        points(rules, state, state.active.squad, &mut add);
    }
    match state.phase {
        Phase::Telling(_) | Phase::Between | Phase::Over => true,
        Phase::Overflight(_) => state.board.is_some(),
        Phase::Active(_) | Phase::Interrupt(_) | Phase::Burst(_) | Phase::Ground(_) => false,
    }
}

/// Whether two shots of a sniper differ in whom a 6 kills alone: one of them is enough for a sample.
fn is_same_shot(one: &Command, two: &Command) -> bool {
    let shot = |command: &Command| match *command {
        Command::Snipe { squad, target, range, .. } => Some((squad, target, range)),
        _ => None,
    };
    shot(one).is_some() && shot(one) == shot(two)
}

/// A draft with facts as they might be measured.
fn measured(rules: &Platoon, state: &State, draft: Command, add: &mut impl FnMut(Command)) {
    match draft {
        Command::Fire { squad, target, .. } => {
            MEASURED.into_iter().for_each(|facts| add(Command::Fire { squad, target, facts: Some(facts) }));
        }
        Command::Launch { squad, figure, target, .. } => {
            let shots = MEASURED.into_iter().map(|facts| Command::Launch { squad, figure, target, facts: Some(facts) });
            shots.for_each(add);
        }
        Command::Mortar { squad, figure, target, .. } => {
            // Of a hidden crew it is also said whether it is heard.
            let hides = state.asks_distances() && state.squad(squad).is_some_and(|s| s.hidden.is_some());
            let said: &[Option<bool>] = if hides { &[Some(false), Some(true)] } else { &[None] };
            for &heard in said {
                let facts = MEASURED.into_iter().map(|facts| Some(Shot { heard, ..facts }));
                facts.for_each(|facts| add(Command::Mortar { squad, figure, target, facts }));
            }
        }
        Command::Snipe { squad, target, figure, .. } => {
            let range = Some(hidden::aimed(rules, state, 1200));
            add(Command::Snipe { squad, target, figure, range, from: None });
            add(Command::Snipe { squad, target, figure, range: None, from: None });
        }
        Command::BugOut { squad, target, .. } => {
            add(Command::BugOut { squad, target, sees: target.map(|_| Figures::ALL), from: None });
        }
        Command::FireAtAircraft { squad, .. } => {
            add(Command::FireAtAircraft { squad, range: Some(hidden::aimed(rules, state, 1200)) });
        }
        Command::Request { squad, support, target, pattern, path, .. } => {
            for located in [false, true] {
                let facts = Some(Call { located, village: false });
                add(Command::Request { squad, support, target, pattern, path, facts });
            }
        }
        Command::Close { squad, target, .. } => {
            let able = |id: SquadId| state.squad(id).into_iter().flat_map(Squad::able).map(|(n, _)| n);
            let two = |id: SquadId| able(id).take(2).collect();
            let counted = Figures::counted(2);
            let facts = if state.asks_distances() { (two(squad), two(target)) } else { (counted, counted) };
            add(Command::Close { squad, target, facts: Some(facts) });
        }
        Command::Step { squad, .. } => {
            let boat = state.squad(squad).is_some_and(|it| it.kind == Kind::Boat);
            let on = |ground| if boat { Terrain::River } else { ground };
            let far = Leg::measured(movement::longest(rules), on(Terrain::Open));
            add(Command::Step { squad, leg: far });
            let (length, ends_in, obstacles) = (200, on(Terrain::Jungle), 0);
            let (noticed, nearer, meets) = (false, false, None);
            let thick = Leg::Measured { length, bad: true, obstacles, ends_in, noticed, nearer, clear: false, meets };
            add(Command::Step { squad, leg: thick });
            if let Some(marker) = movement::may_meet(state, squad).first().copied() {
                add(Command::Step { squad, leg: far.to(marker) });
            }
            let (length, ends_in) = (movement::SHORTEST, on(Terrain::Open));
            let clear = Leg::Measured { length, bad: false, obstacles, ends_in, noticed, nearer, clear: true, meets };
            add(Command::Step { squad, leg: clear });
        }
        command => add(command),
    }
}

/// Everything the side to act may think of, without points of the table and facts: legal or not.
pub(crate) fn drafts(rules: &Platoon, state: &State) -> Vec<Command> {
    let mut drafts = Vec::new();
    let active = state.active.squad;
    match state.phase {
        Phase::Interrupt(side) => {
            drafts.extend([Command::Pass, Command::HoldFire]);
            for squad in state.squads.iter().filter(|s| s.side == side) {
                fires(state, squad.id, active, &mut drafts);
            }
            strikes(state, side, state.squad(active).map(Squad::at), &mut drafts);
        }
        Phase::Overflight(side) => {
            drafts.push(Command::Pass);
            let own = state.squads.iter().filter(|s| s.side == side);
            drafts.extend(own.map(|s| Command::FireAtAircraft { squad: s.id, range: None }));
        }
        Phase::Burst(_) => bursts(rules, state, &mut drafts),
        Phase::Ground(side) => {
            let own = |id: &&SquadId| state.squad(**id).is_some_and(|s| s.side == side);
            let stands = |id: &SquadId| state.squad(*id).map(|s| Command::Stand { squad: *id, ground: s.ground });
            drafts.extend(state.unplaced.iter().filter(own).filter_map(stands));
        }
        Phase::Telling(_) => {
            let choice = state.telling.map(|telling| contact::may_be_told(state, &telling)).unwrap_or_default();
            drafts.extend(choice.into_iter().map(|marker| Command::Tell { marker }));
        }
        Phase::Active(side) => {
            drafts.push(Command::Done);
            on_foot(state, active, &mut drafts);
            for enemy in state.squads.iter().filter(|s| s.side != side && s.in_sight()) {
                fires(state, active, enemy.id, &mut drafts);
                if state.squad(active).is_some_and(|s| s.kind == Kind::Sniper) {
                    drafts.push(Command::BugOut { squad: active, target: Some(enemy.id), sees: None, from: None });
                }
                drafts.push(Command::Close { squad: active, target: enemy.id, facts: None });
            }
            let enemy = state.squads.iter().find(|s| s.side != side && s.on_table()).map(Squad::at);
            if enemy.is_none() && state.squad(active).is_some_and(|s| s.kind == Kind::Sniper) {
                drafts.push(Command::BugOut { squad: active, target: None, sees: None, from: None });
            }
            strikes(state, side, enemy, &mut drafts);
            casualties(state, active, side, &mut drafts);
            messages(state, active, side, &mut drafts);
            prisoners(state, active, side, &mut drafts);
            markers(state, active, side, &mut drafts);
        }
        Phase::Between | Phase::Over => {}
    }
    drafts.into_iter().map(|draft| deed::asked(rules, state, draft)).collect()
}

/// Attacks of aircraft over the table: at this point, else where they were called to.
fn strikes(state: &State, side: Side, at: Option<Point>, drafts: &mut Vec<Command>) {
    for mission in state.missions.iter().filter(|m| m.side == side && m.may_attack(state.turn)) {
        let target = at.filter(|_| state.board.is_some()).unwrap_or(mission.target);
        drafts.extend(mission.squad.map(|squad| Command::Strike { squad, target, path: None }));
    }
}

/// Nobody is reached, or the first squads on the table, or who is under the first marker; of a round or a trap first the
/// figure that it cannot miss.
fn bursts(rules: &Platoon, state: &State, drafts: &mut Vec<Command>) {
    let mut add = |caught, markers| drafts.push(Command::Burst { caught, markers });
    let what = state.fall_of_shot.as_ref().map(|fall| &fall.what);
    let met = match what {
        Some(&Reaches::Rocket { squad, figure }) => Some((squad, figure)),
        Some(&Reaches::Trap { squad, .. }) => {
            state.squad(squad).and_then(|s| s.able().next()).map(|(n, _)| (squad, number(n)))
        }
        Some(Reaches::Salvo { .. } | Reaches::Fright { .. } | Reaches::Abandoned) | None => None,
    };
    add(met.into_iter().collect(), Vec::new());
    if state.asks_abandoned() {
        let lying = left_lying(rules, state);
        add(lying.first().copied().into_iter().collect(), Vec::new());
        return add(lying, Vec::new());
    }
    let fright = matches!(what, Some(Reaches::Fright { .. }));
    let own = |s: &&Squad| state.decides() == Some(s.side) && s.able().any(|(_, f)| f.pinned.is_none());
    for squad in state.squads.iter().filter(|s| s.in_sight() && (!fright || own(s))).take(4) {
        let mut caught: Vec<(SquadId, u8)> = squad.marks().take(4).map(|(n, _)| (squad.id, number(n))).collect();
        caught.extend(met.filter(|one| !caught.contains(one)));
        caught.sort_unstable();
        add(caught, Vec::new());
    }
    if let Some(marker) = state.markers.iter().find(|m| m.condition == Condition::Down) {
        add(met.into_iter().collect(), vec![marker.id]);
    }
}

/// Picking up and putting down, and leaving a real table or the enemy's reach there.
fn casualties(state: &State, squad: SquadId, side: Side, drafts: &mut Vec<Command>) {
    for own in state.squads.iter().filter(|s| s.side == side) {
        let down = own.figures.iter().enumerate().filter(|(_, f)| matches!(f.fate, Fate::Killed | Fate::Wounded));
        for (n, _) in down {
            drafts.push(Command::Carry { squad, of: own.id, figure: number(n) });
        }
    }
    let Some(it) = state.squad(squad) else { return };
    if !it.burden.is_empty() {
        drafts.push(Command::PutDown { squad });
    }
    if it.order == Order::Leaving && state.board.is_none() {
        drafts.push(Command::LeaveTable { squad });
    }
    if it.order == Order::Withdrawing && state.board.is_none() && !state.active.clear {
        drafts.push(Command::OutOfReach { squad });
    }
}

/// News of an enemy in sight for another squad, where messages are played.
fn messages(state: &State, squad: SquadId, side: Side, drafts: &mut Vec<Command>) {
    let enemy = state.squads.iter().find(|s| s.side != side && s.on_table()).filter(|_| state.options.messages);
    let to = state.squads.iter().find(|s| s.side == side && s.id != squad && s.in_play());
    let Some(to) = to.map(|s| s.id) else { return };
    if let Some(enemy) = enemy {
        let news = News::Enemy(enemy.id);
        drafts.push(Command::Message { squad, to, way: Way::Radio, news: news.clone() });
        let distance = state.board.is_none().then_some(1200);
        drafts.push(Command::Message { squad, to, way: Way::Runner { figure: 1, distance }, news });
    }
    if state.options.messages {
        drafts.push(Command::Message { squad, to, way: Way::Signal, news: News::Sign(1) });
    }
}

/// Every way one squad may fire at another.
fn fires(state: &State, squad: SquadId, target: SquadId, drafts: &mut Vec<Command>) {
    let Some(it) = state.squad(squad) else { return };
    if it.kind != Kind::Sniper {
        drafts.push(Command::Fire { squad, target: Target::Squad(target), facts: None });
    }
    for (n, figure) in it.able() {
        let of = number(n);
        // Saved games from before this was seen still load: there nothing refuses it, but nothing offers it. Ruling P-R04.
        let volleyed = state.options.rulings.before(2) && it.turn.fired;
        let volleyed = volleyed && matches!(figure.weapon, Weapon::Law | Weapon::Rcl | Weapon::Cannon);
        if figure.weapon.is_direct() && !volleyed {
            drafts.push(Command::Launch { squad, figure: of, target, facts: None });
        }
        if figure.weapon.is_mortar() {
            drafts.push(Command::Mortar { squad, figure: of, target, facts: None });
        }
    }
    // Whom a 6 kills its player chooses, and the first may be out of sight.
    let all = if state.options.rulings.before(5) { 1 } else { usize::MAX };
    for (victim, _) in state.squad(target).into_iter().flat_map(Squad::able).take(all) {
        if it.kind == Kind::Sniper {
            drafts.push(Command::Snipe { squad, target, figure: number(victim), range: None, from: None });
        }
    }
}

/// What the acting squad may do by itself.
fn on_foot(state: &State, squad: SquadId, drafts: &mut Vec<Command>) {
    let Some(it) = state.squad(squad) else { return };
    let flies = it.kind == Kind::Helicopter;
    if let (Some(march), None) = (&state.active.march, &state.board) {
        let bad = movement::ends_badly(state, it.kind, it.ground);
        // Who has nothing left for bad going ends elsewhere.
        let out = bad && march.used + movement::SHORTEST > march.bad;
        let ground = if out { Terrain::Open } else { it.ground };
        let ground = if out && it.kind == Kind::Boat { Terrain::River } else { ground };
        drafts.push(Command::Step { squad, leg: Leg::measured(march.left(bad && !out), ground) });
    }
    match (flies, it.kind.is_vehicle()) {
        (true, _) => {
            drafts.push(Command::Fly { squad, to: None, below: None, nearer: false });
            if state.board.is_none() {
                drafts.push(Command::Fly { squad, to: Some(Point::default()), below: None, nearer: false });
            }
        }
        (false, true) => drafts.push(Command::March { squad, mode: None }),
        (false, false) => {
            drafts.extend(Mode::ALL.map(|mode| Command::March { squad, mode: Some(mode) }));
            drafts.extend([Command::LieDown { squad, only_pinned: false }, Command::StandUp { squad }]);
            if it.able().any(|(_, figure)| figure.pinned.is_some() && !figure.prone) {
                drafts.push(Command::LieDown { squad, only_pinned: true });
            }
        }
    }
    if it.hidden.is_some() {
        drafts.push(Command::Reveal { squad });
    }
    if it.officer && state.board.is_none() {
        let target = Point::default();
        for support in Support::ALL {
            let ask = |pattern| Command::Request { squad, support, target, pattern, path: None, facts: None };
            drafts.push(ask(Pattern::Box));
            drafts.extend(support.lies_either_way().then(|| ask(Pattern::Sheaf)));
        }
        let called = state.missions.iter().filter(|m| m.squad == Some(squad) && m.support != Support::Air);
        let anew = called.filter(|_| state.options.guess).map(|m| Command::Correct { squad, target: m.target });
        drafts.extend(anew);
    }
    if it.aboard.is_some() {
        drafts.push(Command::Dismount { squad });
    } else if !it.kind.is_vehicle() {
        let vehicles = state.squads.iter().filter(|s| s.side == it.side && s.kind.is_vehicle());
        drafts.extend(vehicles.map(|vehicle| Command::Mount { squad, vehicle: vehicle.id }));
    }
}

fn prisoners(state: &State, squad: SquadId, side: Side, drafts: &mut Vec<Command>) {
    for enemy in state.squads.iter().filter(|s| s.side != side) {
        let captured = enemy.figures.iter().any(|f| f.fate == Fate::Captured);
        if side == Side::Allied && (enemy.kind == Kind::Peasants || captured) {
            drafts.push(Command::Question { squad, target: enemy.id });
        }
        if enemy.figures.iter().any(|f| f.fate == Fate::Wounded) {
            drafts.push(Command::Capture { squad, target: enemy.id });
        }
    }
}

fn markers(state: &State, squad: SquadId, side: Side, drafts: &mut Vec<Command>) {
    for marker in state.markers.iter().filter(|m| m.side != side && m.condition != Condition::Removed) {
        let marker_id = marker.id;
        if marker.condition == Condition::Found {
            let stores = [Stores::Capture, Stores::Destroy];
            drafts.extend(stores.map(|what| Command::Stores { squad, marker: marker_id, what }));
            continue;
        }
        drafts.push(Command::Fire { squad, target: Target::Marker(marker_id), facts: None });
        drafts.push(Command::Search { squad, marker: marker_id });
        if state.board.is_none() {
            drafts.push(Command::Reach { squad, marker: marker_id });
        }
    }
}

/// A sample of what is aimed at a point of the computer's table.
fn points(rules: &Platoon, state: &State, squad: SquadId, add: &mut impl FnMut(Command)) {
    let Some(it) = state.squad(squad) else { return };
    for marker in state.markers.iter().filter(|m| m.side == it.side && m.condition == Condition::Down) {
        for way in [Compass::South, Compass::East, Compass::NorthWest] {
            add(Command::MoveMarker { marker: marker.id, to: marker.at.compass(way, 250) });
        }
    }
    let from = it.lead();
    // Nobody goes farther than what is left of the better roll.
    let left = state.active.march.map_or(0, |march| march.good.max(march.bad) - march.used);
    let whole = movement::longest(rules);
    let mut goals: Vec<Point> = Compass::ALL.iter().map(|&way| from.compass(way, whole)).collect();
    if (movement::SHORTEST..whole).contains(&left) {
        goals.extend(Compass::ALL.iter().map(|&way| from.compass(way, movement::SHORTEST + 1)));
    }
    // Toward what there is to go to: enemies and their markers.
    let enemies = state.squads.iter().filter(|s| s.side != it.side && s.on_table()).map(Squad::at);
    let markers = state.markers.iter().filter(|m| m.side != it.side && m.condition != Condition::Removed).map(|m| m.at);
    let mut wanted: Vec<Point> = enemies.chain(markers).collect();
    wanted.sort_by_key(|p| (p.squared(from), *p));
    goals.extend(wanted.iter().take(2).map(|&goal| from.toward(goal, from.distance(goal).min(whole - 2))));
    // Who withdraws goes on until nothing is left of his move.
    if it.order >= Order::Withdrawing {
        goals.extend(Compass::ALL.iter().map(|&way| from.compass(way, movement::SHORTEST + 1)));
    }
    if it.kind == Kind::Helicopter && it.order >= Order::Withdrawing {
        let away = movement::get_away(rules, state, it, 4);
        away.into_iter().for_each(|to| add(Command::Fly { squad, to: Some(to), below: None, nearer: false }));
    }
    for to in goals {
        if from.distance(to) <= left {
            add(Command::Step { squad, leg: Leg::To(to) });
        }
        if it.kind == Kind::Helicopter {
            add(Command::Fly { squad, to: Some(from.toward(to, 1500)), below: None, nearer: false });
            // Beside the edge who withdraws goes less far, or stays.
            if it.order >= Order::Withdrawing {
                let near = from.toward(to, movement::SHORTEST + 1);
                [near, it.at()]
                    .into_iter()
                    .for_each(|to| add(Command::Fly { squad, to: Some(to), below: None, nearer: false }));
            }
        }
    }
    for mission in &state.missions {
        add(Command::Correct { squad, target: mission.target.plus(300, 0) });
    }
    requests(state, squad, add);
}

fn requests(state: &State, squad: SquadId, add: &mut impl FnMut(Command)) {
    let Some(it) = state.squad(squad).filter(|s| s.officer) else { return };
    let enemies = state.squads.iter().filter(|s| s.side != it.side && s.on_table()).map(Squad::at);
    let markers = state.markers.iter().filter(|m| m.side != it.side && m.condition == Condition::Down).map(|m| m.at);
    for target in enemies.chain(markers).take(3) {
        for support in Support::ALL {
            for pattern in [Pattern::Box, Pattern::Sheaf] {
                let target = target.middle();
                add(Command::Request { squad, support, target, pattern, path: None, facts: None });
            }
        }
    }
}
