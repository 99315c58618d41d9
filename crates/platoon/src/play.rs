//! A command being carried out: the working copy of the position, the dice and the events so far.

use table::Quarter;
use tabletop::{Dice, Halt, Need, RuleId};

use crate::event::{Event, Noticed, Test};
use crate::refuse::{Because, No};
use crate::state::{Condition, Content, Fate, Figure, Flight, Phase, State};
use crate::thrower::{DieOf, Thrower};
use crate::troops::{Kind, Side, SquadId, Weapon, number};
use crate::{Platoon, rule, save, scenario, secrets};

/// A command being carried out.
pub(crate) struct Play<'a> {
    pub rules: &'a Platoon,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub events: &'a mut Vec<Event>,
    /// Whose each die was that was asked for, the one that was not given among them.
    pub throwers: Vec<Thrower>,
}

/// What a hit did to those aboard of a vehicle.
#[derive(Default)]
pub(crate) struct Aboard {
    /// Who of crew and passengers fell.
    pub fallen: Vec<(SquadId, usize)>,
    /// Passengers.
    pub riders: Vec<SquadId>,
    /// Those of them who got out of the wreck.
    pub out: Vec<SquadId>,
}

impl Aboard {
    /// Another vehicle was hit as well.
    pub fn and(&mut self, other: Self) {
        self.fallen.extend(other.fallen);
        self.riders.extend(other.riders);
        self.out.extend(other.out);
    }
}

impl<'a> Play<'a> {
    pub fn new(rules: &'a Platoon, state: &'a mut State, dice: &'a mut dyn Dice, events: &'a mut Vec<Event>) -> Self {
        Self { rules, state, dice, events, throwers: Vec::new() }
    }
}

impl Play<'_> {
    pub fn say(&mut self, event: Event) {
        let moved = matches!(event, Event::MarkerMoved { .. });
        let noticed = |side: &Side| !moved && secrets::seen(&event, self.state, side.enemy()).is_some();
        self.state.announced = self.state.announced.filter(|side| !noticed(side));
        self.events.push(event);
    }

    /// A squad's phase begins. Of hidden squads that act one after the other the enemy is told once: how many lines he reads
    /// must not tell how many hide. Rule P-hidden.
    pub fn announce(&mut self, squad: SquadId, side: Side) {
        let hides = self.state.hides(squad);
        if !hides || self.state.announced != Some(side) {
            self.say(Event::SomebodyActs { side });
        }
        self.state.announced = Some(side).filter(|_| hides);
        self.say(Event::Activated { squad });
    }

    pub fn d6(&mut self, of: impl Into<DieOf>, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.die(of, 6, purpose, rule)
    }

    pub fn die(&mut self, of: impl Into<DieOf>, sides: u8, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.throwers.push(of.into().thrower(self.state, purpose));
        self.dice.roll(&Need { sides, purpose: std::borrow::Cow::Borrowed(purpose), rule })
    }

    /// One of so many, without a die if there is but one.
    pub fn pick(
        &mut self,
        of: impl Into<DieOf>,
        count: usize,
        purpose: &'static str,
        rule: RuleId,
    ) -> Result<usize, Halt> {
        match u8::try_from(count) {
            Ok(sides) if sides > 1 => Ok(usize::from(self.die(of, sides, purpose, rule)?) - 1),
            _ => Ok(0),
        }
    }

    /// Two dice against the rating; an officer's own is higher. Rule P-gung-ho, rulings P-R01, P-R02 and P-R50.
    pub fn test(&mut self, of: impl Into<DieOf>, plus: i8, purpose: &'static str, rule: RuleId) -> Result<Test, Halt> {
        let of = of.into();
        let it = self.state.named(of.squad().ok_or_else(|| astray("Nobody takes this test."))?)?;
        let officer = of.figure() == Some(1) && !self.state.options.rulings.before(2);
        let rating = if officer { self.rules.officers_rating(it) } else { it.gung_ho };
        let dice = [self.d6(of, purpose, rule.clone())?, self.d6(of, purpose, rule)?];
        let (total, limit) = ((dice[0] + dice[1]) as i8 + plus, rating as i8);
        let passed = if self.state.options.strict_under { total < limit } else { total <= limit };
        Ok(Test { dice, total, rating, passed, double: dice[0] == dice[1] })
    }

    /// A squad has met the enemy for the first time: who was only said to be poor, fair or excellent is rated now.
    /// Rule P-gung-ho.
    pub fn meets_enemy(&mut self, squad: SquadId) -> Result<(), Halt> {
        let it = self.state.named_mut(squad)?;
        it.fresh = false;
        let Some(quality) = it.quality.take() else { return Ok(()) };
        let die = self.die(squad, 10, "rating at first contact", rule!("P-gung-ho"))?;
        let gung_ho = self.rules.tables().quality(quality, die)?;
        self.with(squad, |s| s.gung_ho = gung_ho)?;
        self.say(Event::Rated { squad, quality, die, gung_ho });
        Ok(())
    }

    pub fn over(&self) -> bool {
        self.state.phase == Phase::Over
    }

    /// Changes a squad.
    pub fn with(&mut self, squad: SquadId, change: impl FnOnce(&mut crate::state::Squad)) -> Result<(), No> {
        self.state.named_mut(squad).map(change)
    }

    /// A figure of a squad by its place, from 0.
    pub fn figure(&mut self, squad: SquadId, figure: usize) -> Result<&mut Figure, No> {
        let figures = &mut self.state.named_mut(squad)?.figures;
        figures.get_mut(figure).ok_or_else(|| astray(format!("Squad {} has no figure {}.", squad.0, figure + 1)))
    }

    /// A figure that was hit throws its save: it falls, or is pinned. Rule P-save, ruling P-R20.
    pub fn hit(&mut self, squad: SquadId, figure: usize, heavy: bool, by: Option<Side>) -> Result<bool, Halt> {
        let needs = save::needed(self.rules, self.state, squad, figure).needs;
        let die = self.d6((squad, figure), "saving roll", rule!("P-save"))?;
        let lost = die < needs;
        let wounded = lost && self.is_wounded(squad, figure, heavy)?;
        self.reveal(squad, Noticed::Hit)?;
        let number = number(figure);
        self.say(Event::Saved { squad, figure: number, die, needs, lost, wounded });
        if lost {
            self.fall(squad, figure, wounded, by)?
        } else {
            self.pin(squad, figure)?
        }
        Ok(lost)
    }

    /// Whether a casualty lives, if that is rolled for. Rule P-save.
    pub fn is_wounded(&mut self, squad: SquadId, figure: usize, heavy: bool) -> Result<bool, Halt> {
        // Once the crew of a wreck might lie there wounded. Ruling P-R58.
        let wreck = self.state.named(squad)?.is_wreck() && !self.state.options.rulings.before(9);
        if !self.state.options.wounds || wreck {
            return Ok(false);
        }
        let n = &self.rules.tables().numbers;
        let most = if heavy { n.wounded_heavy.value } else { n.wounded.value };
        Ok(self.d6((squad, figure), "wounded or killed", rule!("P-save"))? <= most)
    }

    /// A figure is out of action; points are counted. Rule P-victory.
    pub fn fall(&mut self, squad: SquadId, figure: usize, wounded: bool, by: Option<Side>) -> Result<(), No> {
        let figure = self.figure(squad, figure)?;
        figure.fate = if wounded { Fate::Wounded } else { Fate::Killed };
        figure.pinned = None;
        figure.running = false;
        let it = self.state.named_mut(squad)?;
        let (side, peasants) = (it.side, it.kind == Kind::Peasants);
        it.since.losses = it.since.losses.saturating_add(1);
        it.turn.lost = it.turn.lost.saturating_add(1);
        it.fresh = false;
        // Points are for the killed, and for friendly fire of either kind. Ruling P-R54.
        let alive = wounded && !self.state.options.rulings.before(2);
        let tally = &mut self.state.tally;
        let counter = match (peasants, side, by) {
            (_, Side::Allied, Some(Side::Allied)) if !peasants => {
                tally.us_killed = tally.us_killed.saturating_add(u8::from(!alive));
                &mut tally.friendly_fire
            }
            _ if alive => return Ok(()),
            (true, _, Some(Side::Allied)) => &mut tally.peasants_killed,
            (true, _, _) => return Ok(()),
            (_, Side::Vc, _) => &mut tally.vc_killed,
            (_, Side::Allied, _) => &mut tally.us_killed,
        };
        *counter = counter.saturating_add(1);
        Ok(())
    }

    /// A figure gets its one pinned marker. Rule P-unpin, ruling P-R14.
    pub fn pin(&mut self, squad: SquadId, figure: usize) -> Result<(), No> {
        let turn = self.state.turn;
        let it = self.figure(squad, figure)?;
        if !it.able() || it.pinned.is_some() {
            return Ok(());
        }
        it.pinned = Some(turn);
        let figure = number(figure);
        self.say(Event::Pinned { squad, figure });
        Ok(())
    }

    /// A hidden squad, or the vehicle it rides in, is put on the table and its marker taken away. Rule P-hidden.
    pub fn reveal(&mut self, squad: SquadId, how: Noticed) -> Result<(), Halt> {
        let carrier = self.state.named(squad)?.aboard;
        let mut under = [Some(squad), carrier].into_iter().flatten();
        let lies = under.find_map(|id| self.state.squad(id)?.hidden.map(|marker| (id, marker)));
        let Some((squad, marker)) = lies else { return Ok(()) };
        if let Some(marker) = self.state.marker_mut(marker) {
            marker.condition = Condition::Removed;
        }
        self.with(squad, |s| s.hidden = None)?;
        self.say(Event::Revealed { squad, marker, how });
        self.draw(squad, marker)
    }

    /// The same under a marker that stays where it is. Ruling P-R66.
    pub fn draw_under(&mut self, squad: SquadId, marker: crate::troops::MarkerId) -> Result<(), Halt> {
        if self.state.options.rulings.before(5) { Ok(()) } else { self.draw(squad, marker) }
    }

    /// Troops of unknown strength are drawn. Rule P-vc-table.
    fn draw(&mut self, squad: SquadId, marker: crate::troops::MarkerId) -> Result<(), Halt> {
        let Some(list) = self.state.named(squad)?.drawn_from else { return Ok(()) };
        let die = self.d6(squad, "troops under the marker", rule!("P-vc-table"))?;
        let row = self.rules.tables().drawn(list, die)?.clone();
        let mut weapons = vec![Weapon::AssaultRifle; usize::from(row.rifles)];
        if row.sniper {
            weapons.push(Weapon::OldRifle);
        }
        if !row.besides.is_empty() {
            let drawn = match row.besides.len() {
                1 => 0,
                // An even part of the die in printed order: three kinds on 1-2, 3-4, 5-6.
                kinds => (usize::from(self.d6(squad, "kind of team", rule!("P-vc-table"))?) - 1) * kinds / 6,
            };
            weapons.push(row.besides[drawn]);
            if row.rifles == 0 && row.besides[drawn] != Weapon::Rpg {
                weapons.push(Weapon::AssaultRifle);
            }
        }
        let board = self.state.board.clone();
        let at = self.state.named_marker(marker)?.at;
        self.with(squad, |s| {
            s.drawn_from = None;
            if row.sniper {
                s.kind = Kind::Sniper;
            }
            let place = |n| board.as_ref().map_or(at, |board| scenario::place(board, s.kind, at, n));
            s.figures = weapons.iter().enumerate().map(|(n, &weapon)| Figure::new(weapon, place(n))).collect();
        })?;
        self.say(Event::Drawn { squad, die, figures: weapons });
        Ok(())
    }

    /// A vehicle is destroyed, with points and a test for all aboard. Of its crew nobody takes part any more: ruling P-R58. Rules
    /// P-direct, P-helicopter-fire and P-victory. `heavy`: whether more than small arms did it.
    pub fn wreck(&mut self, vehicle: SquadId, by: Option<Side>, heavy: bool) -> Result<Aboard, Halt> {
        let it = self.state.named(vehicle)?;
        let kind = it.kind;
        let lies = |n: &usize| it.figures[*n].fate == Fate::Wounded && !self.state.options.rulings.before(9);
        let wounded: Vec<usize> = (0..it.figures.len()).filter(lies).collect();
        let ours = self.state.squad(vehicle).is_some_and(|s| s.side == Side::Allied);
        self.with(vehicle, |s| {
            s.hull = crate::state::Hull::Destroyed;
            s.flight = Flight::Landed;
            s.turn.lost = s.turn.lost.saturating_add(1);
        })?;
        if ours && kind.is_armoured() {
            self.state.tally.vehicles_destroyed = self.state.tally.vehicles_destroyed.saturating_add(1);
        }
        if ours && kind == Kind::Helicopter {
            self.state.tally.choppers_destroyed = self.state.tally.choppers_destroyed.saturating_add(1);
        }
        // Who of the crew was wounded before is lost with the vehicle.
        for figure in wounded {
            self.say(Event::Fell { squad: vehicle, figure: number(figure), wounded: false });
            self.fall(vehicle, figure, false, None)?;
        }
        // Once rifles that set a lorry on fire wounded as shells do.
        let heavy = heavy || self.state.options.rulings.before(11);
        let fallen = self.everybody_aboard_saves(vehicle, by, heavy)?;
        let riders = self.riders(vehicle);
        for &rider in &riders {
            self.set_down(rider, vehicle)?;
        }
        Ok(Aboard { fallen, out: riders.clone(), riders })
    }

    /// Who rides in a vehicle.
    fn riders(&self, vehicle: SquadId) -> Vec<SquadId> {
        self.state.squads.iter().filter(|s| s.aboard == Some(vehicle)).map(|s| s.id).collect()
    }

    /// A shell or rocket went through the armour and did not destroy the vehicle. Rule P-direct.
    pub fn penetrated(&mut self, vehicle: SquadId, by: Option<Side>) -> Result<Aboard, Halt> {
        let fallen = self.everybody_aboard_saves(vehicle, by, true)?;
        Ok(Aboard { fallen, riders: self.riders(vehicle), out: Vec::new() })
    }

    /// Casualties of crew and passengers frighten those about them as others do, and passengers are under fire as well; who got
    /// out comes to what lies there. Rule P-panic, ruling P-R52.
    pub fn aboard_was_hit(
        &mut self,
        aboard: Aboard,
        fallen: &[(SquadId, usize)],
        under_fire: &[SquadId],
    ) -> Result<(), Halt> {
        let Aboard { fallen: inside, riders, out } = aboard;
        if self.state.options.rulings.before(2) {
            self.nerves(fallen, under_fire)?;
        } else {
            for &rider in &riders {
                self.was_under_fire(rider, Quarter::Front)?;
            }
            self.nerves(&[fallen, &inside].concat(), &[under_fire, &riders].concat())?;
        }
        out.into_iter().try_for_each(|rider| self.set_foot(rider))
    }

    /// Crew and passengers throw their saves; who falls is told.
    fn everybody_aboard_saves(
        &mut self,
        vehicle: SquadId,
        by: Option<Side>,
        heavy: bool,
    ) -> Result<Vec<(SquadId, usize)>, Halt> {
        let aboard = self.state.squads.iter().filter(|s| s.id == vehicle || s.aboard == Some(vehicle));
        let figures: Vec<(SquadId, usize)> =
            aboard.flat_map(|s| s.able().map(|(n, _)| (s.id, n)).collect::<Vec<_>>()).collect();
        let mut fallen = Vec::new();
        for (squad, figure) in figures {
            if self.hit(squad, figure, heavy, by)? {
                fallen.push((squad, figure));
            }
        }
        Ok(fallen)
    }

    /// Passengers are put down around their vehicle.
    pub fn set_down(&mut self, rider: SquadId, vehicle: SquadId) -> Result<(), No> {
        let at = self.state.named(vehicle)?.at();
        let ground = self.state.named(vehicle)?.ground;
        let board = self.state.board.clone();
        // Once who got out of a boat on deep water stood on it for ever.
        let water = board.as_ref().filter(|_| !self.state.options.rulings.before(7));
        let dry = water.map_or(at, |board| scenario::ashore(board, at));
        let earlier = self.state.options.rulings.before(3);
        // Beside a real table nobody stands on deep water either.
        let sinks = ground.going() == table::Going::Impassable && !self.state.options.rulings.before(8);
        let ground = if sinks { table::Terrain::Open } else { ground };
        self.with(rider, |s| {
            s.aboard = None;
            s.ground = ground;
            let kind = s.kind;
            // Who fell elsewhere lies where he fell. Ruling P-R62.
            let aboard = |f: &Figure| earlier || f.able() || f.at == at;
            for (n, figure) in s.figures.iter_mut().enumerate().filter(|(_, f)| aboard(f)) {
                figure.at = board.as_ref().map_or(at, |board| scenario::place(board, kind, dry, n));
            }
        })?;
        // Once whom they carried stayed where the vehicle was.
        if !self.state.options.rulings.before(10) {
            self.burden_goes_along(rider)?;
        }
        self.say(Event::Dismounted { squad: rider, vehicle });
        Ok(())
    }

    /// A marker is turned up because somebody came there or found it. Rule P-hidden.
    pub fn turn_up(&mut self, marker: crate::troops::MarkerId) -> Result<(), Halt> {
        let it = self.state.named_marker(marker)?;
        if it.condition != Condition::Down {
            return Ok(());
        }
        let content = it.content;
        if let Content::Squad(squad) = content {
            return self.reveal(squad, Noticed::Contact);
        }
        if let Some(it) = self.state.marker_mut(marker) {
            it.condition = if content == Content::Cache { Condition::Found } else { Condition::Removed };
        }
        self.say(Event::Turned { marker, content });
        Ok(())
    }
}

/// What cannot be after a command was checked: said, so that nothing is done by halves.
pub(crate) fn astray(because: impl Into<Because>) -> No {
    No::new(rule!("P-turn"), because, "This is a fault of the program: please report it with the saved game.")
}
