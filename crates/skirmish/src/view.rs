//! What a side knows. Rules S-hidden, S-mines and S-claymore: hidden figures, mines and Claymores are their owner's secret.

use std::sync::Arc;

use table::{Compass, Going, Heading, Point};
use tabletop::dice::Seeded;

use crate::companion::{Beside, Crowd, Measuring, Seen, notices};
use crate::event::{Event, Fate, Who};
use crate::figure::{Figure, FigureId, Kit, Mortar, Side, Standing, Trace, Weapon, Work};
use crate::hidden::is_seen_at;
use crate::scenario::Hiding;
use crate::sight::BASE;
use crate::state::{Gone, Mine, Setting, Spot, State, Step, Support};
use crate::{Skirmish, tables};

/// What a figure is called of which nothing is known.
pub(crate) const HIDDEN: &str = "a hidden figure";

/// A figure of which nothing is known but that it is there somewhere: on the table, in a vehicle, or gone unseen.
fn unknown(side: Side) -> Figure {
    Figure {
        side,
        vehicle: false,
        standing: Standing::Up,
        at: None,
        facing: Heading { dx: 0, dy: 1 },
        counters: 0,
        phases: 0,
        granted: None,
        begun: false,
        work: None,
        kit: Kit::default(),
        pips: 0,
        trace: Trace { hidden: true, ..Trace::default() },
        kills: 0,
        shot: false,
        mortar: None,
    }
}

impl State {
    /// Supposes that a figure whose place is not known stands here, and carries this: for a side that wonders where the hidden enemies
    /// are. Who stands on the table already stays where he is.
    pub fn suppose(&mut self, id: FigureId, at: Point, facing: Heading, kit: Kit) {
        if let Some(figure) = self.figures.get_mut(id.index())
            && figure.at.is_none()
            && figure.standing == Standing::Up
        {
            (figure.at, figure.facing, figure.kit) = (Some(at), facing, kit);
        }
    }
}

/// What is seen of an enemy who is known. Every field is named, so that the author of a new one decides whether the enemy sees it.
/// Ruling S-R28.
fn seen_figure(figure: &Figure, beside: bool) -> Figure {
    Figure {
        side: figure.side,
        vehicle: figure.vehicle,
        standing: figure.standing,
        at: figure.at,
        facing: figure.facing,
        // How suppressed one was that has fallen nobody sees any more: it may have hidden.
        counters: if figure.standing == Standing::Removed { 0 } else { figure.counters },
        // Phases spent on nothing that is seen would tell of what is being prepared. Beside a real table both players watch
        // whose turn it is to be moved.
        phases: if beside { figure.phases } else { 0 },
        granted: figure.granted.filter(|_| beside),
        begun: beside && figure.begun,
        work: None,
        kit: Kit { weapons: figure.kit.weapons, grenades: [0; 4], claymores: 0, radio: false },
        pips: 0,
        trace: figure.trace,
        kills: figure.kills,
        shot: false,
        mortar: figure.mortar.map(|mortar| Mortar { ready: mortar.ready, aim: None }),
    }
}

/// What a side sees of a figure.
fn figure_for(state: &State, id: FigureId, figure: &Figure, side: Side) -> Figure {
    match (figure.side == side, state.is_located(id)) {
        (true, _) => Figure { trace: Trace { overheard: false, ..figure.trace }, ..*figure },
        (false, true) => seen_figure(figure, state.is_beside()),
        (false, false) => unknown(figure.side),
    }
}

/// The position as `side` knows it, put together field by field: what is not named here it does not see. Once the game is over
/// nothing is kept back: the points count who holds a place, hidden or not.
pub(crate) fn view(state: &State, side: Side) -> State {
    if state.step == Step::Over {
        return state.clone();
    }
    let acts = state.side == side;
    let beside = state.is_beside();
    let of_both =
        |id: &FigureId| state.figure(*id).is_some_and(|f| f.side == side) || (beside && state.is_located(*id));
    let active = state.active.filter(of_both);
    State {
        setting: setting_for(state, side),
        turn: state.turn,
        side: state.side,
        // Whether the enemy has guns to call is his secret.
        step: if acts || state.step == Step::Over { state.step } else { Step::Figures },
        figures: state.figures().map(|(id, figure)| figure_for(state, id, figure, side)).collect(),
        active,
        pending: state.pending,
        support: Side::ALL.map(|whose| if whose == side { *state.support(whose) } else { Support::default() }),
        smokes: state.smokes.clone(),
        mines: state.mines.iter().filter(|mine| mine.side == side).copied().collect(),
        claymores: state.claymores.iter().filter(|claymore| claymore.side == side).copied().collect(),
        spotters: state.spotters.clone(),
        shots: if acts { state.shots.clone() } else { Vec::new() },
        gone: state.gone.iter().filter_map(|gone| gone_for(state, gone, side)).collect(),
        beside: Beside {
            // That a radio looks for somebody to carry it is its own side's business.
            measuring: (state.beside.measuring)
                .filter(|(asked, what)| *asked == side || *what != Measuring::Heir)
                .map(|(asked, what)| (asked, asked_of(state, what, side))),
            heirless: Side::ALL
                .map(|whose| if whose == side { state.beside.heirless[whose as usize].clone() } else { Vec::new() }),
            tested: state.beside.tested.each().filter(|id| !is_secret(state, *id, side)).collect(),
            moved: state.beside.moved && active.is_some(),
            mined: state.beside.mined && active.is_some(),
            looked: state.beside.looked && (acts || active.is_some()),
        },
    }
}

/// What a side knows of a figure that has fallen or left: of the enemy's the edge it was seen to leave by.
fn gone_for(state: &State, gone: &Gone, side: Side) -> Option<Gone> {
    let own = state.figure(gone.figure).is_some_and(|f| f.side == side);
    let told = !is_secret(state, gone.figure, side);
    told.then_some(Gone { at: gone.at.filter(|_| own), ..*gone })
}

/// Whether a side does not know of a figure of the enemy's.
fn is_secret(state: &State, id: FigureId, side: Side) -> bool {
    state.figure(id).is_some_and(|f| f.side != side) && !state.is_located(id)
}

/// What does not change, without the names of the enemy's hidden figures.
fn setting_for(state: &State, side: Side) -> Arc<Setting> {
    if !state.figures().any(|(id, _)| is_secret(state, id, side)) {
        return Arc::clone(&state.setting);
    }
    let of = |names: &[String]| -> Vec<String> {
        let told = |(id, _): (FigureId, &Figure)| match names.get(id.index()) {
            Some(name) if !is_secret(state, id, side) => name.clone(),
            _ => HIDDEN.to_owned(),
        };
        state.figures().map(told).collect()
    };
    let setting = state.setting();
    Arc::new(Setting {
        title: setting.title.clone(),
        board: setting.board.clone(),
        beside: setting.beside,
        rulings: setting.rulings,
        hiding: setting.hiding,
        sight: setting.sight,
        turns: setting.turns,
        first: setting.first,
        names: of(&setting.names),
        kinds: of(&setting.kinds),
        edges: setting.edges,
        goals: setting.goals.clone(),
    })
}

/// What is asked beside a real table, without the names of the enemy's hidden figures.
fn asked_of(state: &State, what: Measuring, side: Side) -> Measuring {
    let known = |id: &FigureId| !is_secret(state, *id, side);
    match what {
        Measuring::Near { figures, within, .. } if !figures.each().all(|id| known(&id)) => {
            Measuring::Near { figures: Crowd::default(), pips: 0, die: 0, within }
        }
        Measuring::Heard { listener, die } => Measuring::Heard { listener: listener.filter(known), die },
        Measuring::Room { loser } => Measuring::Room { loser: loser.filter(known) },
        Measuring::Struck(_) | Measuring::Near { .. } | Measuring::Sighted | Measuring::Heir => what,
    }
}

/// Whether the enemy knew of a figure where it was before it moved: it does not hide, had fired, was spotted, or was seen there.
fn was_known(rules: &Skirmish, state: &State, id: FigureId, from: Point) -> bool {
    state.setting().hiding == Hiding::Alternate
        || state.is_beside()
        || state.figure(id).is_none_or(|f| {
            let Trace { hidden, fired_from, spotted, .. } = f.trace;
            !hidden || fired_from.is_some() || spotted || is_seen_at(rules, state, f.side, from)
        })
}

/// What `side` notices of an event.
pub(crate) fn seen(rules: &Skirmish, event: &Event, state: &State, side: Side) -> Option<Event> {
    let own = |who: &Who| state.figure(who.id).is_some_and(|f| f.side == side);
    let noticed = |who: &Who| own(who) || state.is_located(who.id);
    let shown = match event {
        // Its number would tell that there are others.
        Event::Beside(Seen::ClaymoreFired { figure, .. }) if !own(figure) => {
            let told = || Event::Beside(Seen::ClaymoreFired { figure: figure.clone(), number: None });
            return noticed(figure).then(told);
        }
        Event::Beside(seen) => notices(seen, side, &own, &noticed),
        Event::Prepared { figure, .. }
        | Event::Radio { figure, .. }
        | Event::Listened { figure, .. }
        | Event::ClaymorePlaced { figure, .. } => own(figure),
        Event::Called { side: caller, .. } => *caller == side,
        Event::Noise { figures, pips, against: _, die, heard } => {
            let ours = figures.first().is_some_and(own);
            // How far the enemy is stays the referee's secret.
            let told = |figures, pips| Event::Noise { figures, pips, against: None, die: *die, heard: *heard };
            if ours {
                return Some(told(figures.clone(), *pips));
            }
            // Who rides or has left is its own side's business, and so are its pips.
            let known: Vec<Who> = figures.iter().filter(|who| noticed(who)).cloned().collect();
            let made =
                known.iter().filter_map(|who| state.figure(who.id)).fold(0_u8, |sum, f| sum.saturating_add(f.pips));
            let pips = if known.len() == figures.len() { *pips } else { made };
            return (*heard && !known.is_empty()).then(|| told(known, pips));
        }
        Event::SpottingRound { side: caller, at, .. } if *caller != side => {
            return Some(Event::SpottingRound { side: *caller, aim: *at, at: *at });
        }
        // Of one that hid the enemy learns that it has fallen, and not how suppressed it was. Ruling S-R28.
        Event::Checked { figure, fate, secret: true, .. } if !own(figure) => {
            return (*fate == Fate::Removed).then(|| Event::Killed { figure: figure.clone() });
        }
        // A figure that comes into sight does not tell where it was before.
        Event::Moved { figure, from, .. } => {
            noticed(figure) && (own(figure) || was_known(rules, state, figure.id, *from))
        }
        Event::Checked { figure, .. }
        | Event::Turned { figure, .. }
        | Event::MortarReady { figure, .. }
        | Event::Fired { figure, .. }
        | Event::Suppressed { figure, .. }
        | Event::Sprayed { figure, .. }
        | Event::Sent { figure, .. }
        | Event::RocketFired { figure, .. }
        | Event::MineWentOff { figure, .. }
        | Event::ClaymoreFired { figure, .. }
        | Event::FellBack { figure, .. }
        | Event::Killed { figure }
        | Event::Mounted { figure, .. }
        | Event::Dismounted { figure, .. }
        | Event::RunOver { figure, .. }
        | Event::Spotted { figure, .. }
        | Event::CameIntoSight { figure, .. }
        | Event::LeftTable { figure }
        | Event::Recovered { figure, .. } => noticed(figure),
        // On the computer's table one of its own stood within an inch, whoever sees whom after it.
        Event::Fought { attacker, defender, .. } => !state.is_beside() || (noticed(attacker) && noticed(defender)),
        // The dice of a thrower who hides would tell where from; where it bursts or smokes is seen. Ruling S-R44.
        Event::Landed { .. } => state.active.is_none_or(|thrower| noticed(&state.who(thrower))),
        Event::TurnBegan { .. }
        | Event::Burst { .. }
        | Event::SmokeRose { .. }
        | Event::SmokeGone { .. }
        | Event::VehicleStruck { .. }
        | Event::Round { .. }
        | Event::SpottingRound { .. }
        | Event::Ended { .. } => true,
    };
    shown.then(|| event.clone())
}

/// Whether a disguise leaves everybody where he is: then whatever `side` does has the very same consequences.
const fn stays(seed: u64) -> bool {
    seed % 2 == 1
}

/// A position that differs in everything that `side` may not know. With an odd seed all figures, mines and counters stay where
/// they are, and only what they carry, prepare, could call for and have overheard is another; with an even one they are
/// elsewhere as well.
pub(crate) fn disguised(rules: &Skirmish, state: &State, side: Side, seed: u64) -> Option<State> {
    if state.step() == Step::Over {
        return None;
    }
    let mut other = state.clone();
    let mut disguise = Disguise { rules, truth: state, side, picks: Seeded::new(seed), other: &mut other };
    if !stays(seed) {
        disguise.swap_riders();
        disguise.move_figures();
        disguise.other_names();
        disguise.move_mines();
        disguise.noise();
    }
    disguise.overhearing();
    disguise.kits();
    disguise.guns();
    (other != *state).then_some(other)
}

/// A position being changed in what one side does not know of it.
struct Disguise<'a> {
    rules: &'a Skirmish,
    truth: &'a State,
    side: Side,
    picks: Seeded,
    other: &'a mut State,
}

impl Disguise<'_> {
    /// A number below `most`.
    fn pick(&mut self, most: u8) -> u8 {
        u8::try_from(self.picks.choose(usize::from(most.max(1)))).unwrap_or(0)
    }

    /// Whether an enemy is one whom this side has had no way to learn of. Said here once more, so that a view that tells too
    /// much is found out.
    fn is_unknown(&self, id: FigureId) -> bool {
        let standard = self.truth.setting().hiding == Hiding::Standard;
        self.truth.figure(id).is_some_and(|f| {
            let Trace { hidden, fired_from, heard, overheard, seen, spotted } = f.trace;
            match f.standing {
                Standing::Up => standard && hidden && fired_from.is_none() && !heard && !overheard && !seen && !spotted,
                Standing::Aboard(_) | Standing::Left => !seen,
                Standing::Removed => false,
            }
        })
    }

    fn enemies(&self) -> Vec<FigureId> {
        self.truth.of(self.side.enemy()).filter(|(_, f)| f.in_play()).map(|(id, _)| id).collect()
    }

    fn anywhere(&mut self) -> Point {
        let corner = self.truth.board().corner();
        let mut along = |to: i32| i32::try_from(self.picks.choose(usize::try_from(to).unwrap_or(0) + 1)).unwrap_or(0);
        Point::new(along(corner.x), along(corner.y))
    }

    /// A rider of whom nobody knows and a man who hides change places.
    fn swap_riders(&mut self) {
        let unseen: Vec<FigureId> = self.enemies().into_iter().filter(|id| self.is_unknown(*id)).collect();
        let (riders, others): (Vec<FigureId>, Vec<FigureId>) = unseen
            .into_iter()
            .partition(|id| self.truth.figure(*id).is_some_and(|f| matches!(f.standing, Standing::Aboard(_))));
        for (rider, other) in riders.into_iter().zip(others) {
            let (one, two) = (*self.other.own(rider), *self.other.own(other));
            // A mortar that is set up does not ride.
            if two.mortar.is_some_and(|mortar| mortar.ready) || two.vehicle || self.picks.choose(2) == 0 {
                continue;
            }
            let (walks, rides) = (self.other.own(rider), one.standing);
            (walks.standing, walks.at, walks.facing) = (two.standing, two.at, two.facing);
            let boards = self.other.own(other);
            (boards.standing, boards.at) = (rides, None);
        }
    }

    /// Hidden figures stand elsewhere, out of sight of this side, with other counters.
    fn move_figures(&mut self) {
        let glance = tables::inches(&self.rules.numbers().see_in);
        for id in self.enemies() {
            if !self.is_unknown(id) {
                continue;
            }
            let counters = self.pick(3);
            self.other.own(id).counters = counters;
            if self.other.own(id).place().is_none() {
                continue;
            }
            for _ in 0..20 {
                let at = self.anywhere();
                let side = self.side;
                let apart = |f: &Figure| if f.side == side { glance + 1 } else { BASE };
                let free = self.other.board().terrain(at).going() != Going::Impassable
                    && !self.other.placed().any(|(one, f, p)| one != id && p.within(at, apart(f)));
                if free {
                    let facing = Compass::ALL[self.picks.choose(8)].heading();
                    let figure = self.other.own(id);
                    (figure.at, figure.facing) = (Some(at), facing);
                    break;
                }
            }
        }
    }

    /// Those who hide are called otherwise, are of other kinds and carry other weapons.
    fn other_names(&mut self) {
        let hiding: Vec<FigureId> = self.enemies().into_iter().filter(|id| self.is_unknown(*id)).collect();
        let setting = Arc::make_mut(&mut self.other.setting);
        for id in hiding {
            setting.names[id.index()] = format!("Somebody {}", id.0);
            setting.kinds[id.index()] = "Somebody".to_owned();
            let weapon = Weapon::ALL[self.picks.choose(Weapon::ALL.len() - 1)];
            let figure = &mut self.other.figures[id.index()];
            if figure.mortar.is_none() && !figure.vehicle {
                figure.kit.weapons = [weapon].into_iter().collect();
            }
        }
    }

    /// Other mines and Claymores lie elsewhere; and there may be one more of the mines, and one less of the Claymores.
    fn move_mines(&mut self) {
        let enemy = self.side.enemy();
        for n in 0..self.other.mines.len() {
            let at = self.anywhere();
            if self.other.mines[n].side == enemy {
                self.other.mines[n].at = at;
            }
        }
        if !self.truth.is_beside() && self.pick(2) == 0 {
            let at = self.anywhere();
            self.other.mines.push(Mine { side: enemy, at });
        }
        for n in 0..self.other.claymores.len() {
            let laid = (self.anywhere(), Compass::ALL[self.picks.choose(8)].heading());
            let claymore = &mut self.other.claymores[n];
            if claymore.side == enemy {
                claymore.laid = claymore.laid.map(|_| laid);
            }
        }
        if let Some(last) = self.other.claymores.iter().rposition(|c| c.side == enemy).filter(|_| self.pick(2) == 0) {
            self.other.claymores.remove(last);
        }
    }

    /// What noise the enemy's figures have made, and where those were who are gone.
    fn noise(&mut self) {
        if self.truth.is_beside() {
            return;
        }
        for id in self.enemies() {
            let pips = self.pick(4);
            self.other.own(id).pips = pips;
        }
        for n in 0..self.other.gone.len() {
            let at = self.anywhere();
            let gone = &mut self.other.gone[n];
            if self.truth.figure(gone.figure).is_some_and(|f| f.side != self.side) {
                gone.at = Some(at);
            }
        }
    }

    /// Whether a listener of the enemy's has heard anybody.
    fn overhearing(&mut self) {
        if self.truth.is_beside() {
            return;
        }
        let ours: Vec<FigureId> =
            self.truth.of(self.side).filter(|(_, f)| f.place().is_some()).map(|(id, _)| id).collect();
        for id in ours {
            let overheard = self.pick(4) == 0;
            if self.truth.side() != self.side {
                self.other.own(id).trace.overheard = overheard;
            }
        }
    }

    /// What the enemy's figures carry and are at, whether they are known or not.
    fn kits(&mut self) {
        let full = self.rules.numbers().phases.value;
        let acts = self.truth.side() != self.side;
        let (beside, busy) = (self.truth.is_beside(), self.truth.pending().is_some());
        let radio = self.enemies().into_iter().find(|id| self.truth.figure(*id).is_some_and(|f| f.kit.radio));
        for id in self.enemies() {
            let (grenades, claymores) = ([0; 4].map(|_: u8| self.pick(4)), self.pick(3));
            let work = Work::ALL[self.picks.choose(Work::ALL.len())];
            let (done, phases) = (self.pick(self.rules.phases_of(work)), self.pick(full + 1));
            let shot = self.picks.choose(2) == 0;
            let aimed = (self.picks.choose(2) == 0).then(|| Spot::from(Some(self.anywhere())));
            let figure = self.other.own(id);
            figure.kit.grenades = grenades;
            figure.kit.claymores = claymores;
            figure.kit.radio = false;
            figure.shot = shot;
            if !figure.vehicle {
                figure.work = (done > 0).then_some((work, done));
            }
            if let Some(mortar) = &mut figure.mortar {
                mortar.aim = aimed.filter(|_| mortar.ready);
            }
            if acts && !busy && !beside {
                (figure.phases, figure.begun) = (phases, phases < full);
            }
        }
        if radio.is_some() {
            let men: Vec<FigureId> = self.enemies().into_iter().filter(|id| !self.other.own(*id).vehicle).collect();
            let carrier = men.get(self.picks.choose(men.len().max(1))).copied().or(radio);
            if let Some(carrier) = carrier {
                self.other.own(carrier).kit.radio = true;
            }
        }
    }

    /// Whether the enemy has guns, and whether he may call them now.
    fn guns(&mut self) {
        let enemy = self.side.enemy();
        let (turns, spotting) = (self.pick(3), self.picks.choose(2) == 0);
        let guns = &mut self.other.support[enemy as usize];
        *guns = Support { turns, rounds: 3, spotting, ..Support::default() };
        let waits = self.truth.pending().is_some() || self.truth.beside().measuring.is_some();
        if self.truth.side() == enemy && !waits && self.truth.active().is_none() {
            self.other.step = if turns > 0 { Step::Support } else { Step::Figures };
        }
    }
}
