//! Fire. Rules P-fire, P-save, P-opportunity and P-helicopter-fire.

mod effect;
mod measure;
mod volley;

use table::{Cover, Quarter};
use tabletop::Halt;

use crate::command::{Shot, Target};
use crate::event::Event;
use crate::play::Play;
use crate::refuse::{No, no};
use crate::state::{Condition, Content, Marker, Order, Phase, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, Mode, SquadId, Weapon};
use crate::{Platoon, hidden, rule};

pub(crate) use effect::{Spent, check_chopper, volley_blows};
use measure::{Base, measured};
pub(crate) use measure::{flies, is_shell, may_aim_at, points, range_at, reach};
pub(crate) use volley::multiplied_from;
pub use volley::{Arms, Factor, Volley, multiplied};

/// A volley as it would be.
pub(crate) struct Aim {
    pub volley: Volley,
    /// Figures that fire.
    pub firing: Vec<usize>,
    /// Figures it may hit; nobody knows them under a marker.
    pub eligible: Vec<usize>,
    pub from: Quarter,
}

/// Whether a squad may fire now: in its own phase, or into the active squad's. Rules P-fire and P-opportunity.
pub(crate) fn may_fire(state: &State, squad: SquadId) -> Result<&Squad, No> {
    let side = match state.phase {
        Phase::Active(side) | Phase::Interrupt(side) => side,
        Phase::Overflight(_) | Phase::Burst(_) | Phase::Ground(_) | Phase::Telling(_) => return Err(not_now()),
        Phase::Between | Phase::Over => {
            return Err(No::new(rule!("P-turn"), "The game is over.", "Start another game."));
        }
    };
    let found = state.squad(squad).filter(|s| s.side == side && s.in_play() && s.kind != Kind::Peasants);
    let Some(it) = found else {
        return Err(No::new(rule!("P-turn"), "Your side has no such squad to fire.", "Choose a squad of your own."));
    };
    if matches!(state.phase, Phase::Active(_)) && state.active.squad != squad {
        return no(rule!("P-turn"), "Another squad's phase is under way.", "Fire with the active squad.");
    }
    if it.turn.no_fire {
        return no(rule!("P-opportunity"), "This squad has a No Fire marker.", "Fire with it next turn.");
    }
    if matches!(state.phase, Phase::Interrupt(_)) && it.has_fired(&state.options) && !it.answer.begun {
        return no(rule!("P-opportunity"), "This squad has fired this turn.", "Fire with it next turn.");
    }
    if it.aboard.is_some() {
        return no(rule!("P-fire"), "This squad is riding in a vehicle.", "Get out first.");
    }
    if it.turn.mode == Some(Mode::Fast) {
        return no(
            rule!("P-fire"),
            "This squad rolled for a fast move, so it cannot fire.",
            "Move another way next turn.",
        );
    }
    if it.order == Order::Leaving {
        return no(rule!("P-morale"), "This squad is fleeing off the table.", "Leave it to run.");
    }
    Ok(it)
}

/// While an aircraft attacks, a salvo's victims are named or a prisoner tells, nothing else is decided.
pub(crate) fn not_now() -> No {
    No::new(rule!("P-turn"), "Another question comes first.", "Answer what the prompt asks.")
}

/// The enemy squad that is meant, in sight of everybody.
pub(crate) fn target<'a>(state: &'a State, firer: &Squad, target: SquadId) -> Result<&'a Squad, No> {
    let found = state.squad(target).filter(|s| s.side != firer.side && s.in_sight());
    let Some(it) = found else {
        return Err(No::new(
            rule!("P-fire"),
            "No such enemy is on the table.",
            "Fire at a visible squad or at a marker.",
        ));
    };
    if matches!(state.phase, Phase::Interrupt(_)) && state.active.squad != target {
        return Err(No::new(
            rule!("P-opportunity"),
            "Only the active squad may be fired at now.",
            "Fire at the active squad.",
        ));
    }
    Ok(it)
}

fn enemys_marker<'a>(state: &'a State, firer: &Squad, marker: crate::troops::MarkerId) -> Result<&'a Marker, No> {
    if matches!(state.phase, Phase::Interrupt(_)) {
        return Err(No::new(
            rule!("P-opportunity"),
            "Only the active squad may be fired at now.",
            "Fire at the active squad.",
        ));
    }
    let found = state.marker(marker).filter(|m| m.side != firer.side && m.condition == Condition::Down);
    found.ok_or_else(|| No::new(rule!("P-fire"), "No such marker lies there.", "Choose an enemy marker."))
}

/// Who is locked hand to hand fires at nobody. Ruling P-R33.
pub(crate) fn not_locked(state: &State, squad: &Squad) -> Result<(), No> {
    if state.locked_with(squad).is_some() {
        return Err(No::new(
            rule!("P-R33"),
            "This squad is locked in hand-to-hand combat.",
            "Fight on in its own phase.",
        ));
    }
    Ok(())
}

/// Whether a squad may fire a volley, at whom or what; if it may, what its aim makes of it.
fn may_aim(state: &State, squad: SquadId, goal: Target) -> Result<(&Squad, Option<Factor>), No> {
    let it = may_fire(state, squad)?;
    not_locked(state, it)?;
    if it.turn.fired {
        return Err(No::new(rule!("P-fire"), "This squad's volley is fired.", "Fire with it next turn."));
    }
    if it.kind == Kind::Sniper {
        return Err(No::new(rule!("P-sniper"), "A sniper cannot fire a volley.", "Snipe instead."));
    }
    let factor = match goal {
        Target::Squad(id) => {
            let aim_at = target(state, it, id)?;
            if aim_at.kind.is_armoured() {
                return Err(No::new(
                    rule!("P-R24"),
                    "Small arms cannot harm armour.",
                    "Fire a rocket, a recoilless rifle or a gun at it.",
                ));
            }
            // Once who had only rolled for a fast move was a fast target.
            let goes = aim_at.turn.moved || state.options.rulings.before(9);
            let fast = goes && aim_at.turn.mode == Some(Mode::Fast) && !aim_at.kind.is_vehicle();
            fast.then_some(Factor::TargetFast)
        }
        Target::Marker(id) => {
            enemys_marker(state, it, id)?;
            Some(Factor::ReconByFire)
        }
    };
    Ok((it, factor))
}

/// Whether a volley may be fired: [`aim`] without what comes of it.
pub(crate) fn check_aim(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: Target,
    facts: Option<Shot>,
) -> Result<(), No> {
    let (it, _) = may_aim(state, squad, goal)?;
    measure::check_reach(rules, state, it, goal, facts)
}

/// A volley, checked and counted.
pub(crate) fn aim(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: Target,
    facts: Option<Shot>,
) -> Result<Aim, No> {
    let (it, factor) = may_aim(state, squad, goal)?;
    let mut factors: Vec<Factor> = factor.into_iter().collect();
    let n = &rules.tables().numbers;
    let m = measured(rules, state, it, goal, facts)?;
    match m.cover {
        Cover::None => {}
        Cover::Soft => factors.push(Factor::SoftCover),
        Cover::Hard => factors.push(Factor::HardCover),
    }
    if it.kind.is_vehicle() {
        if it.turn.over_half {
            factors.push(Factor::VehicleMoving);
        }
    } else if it.turn.mode == Some(Mode::Patrol) && it.turn.moved {
        factors.push(Factor::MovedOnPatrol);
    }
    if it.fires_from_ambush(&state.options) {
        factors.push(Factor::Ambush);
    }
    factors.extend(of_rating(rules, state, it));
    factors.sort_unstable();
    // Nobody throws a hand grenade at what flies.
    let unpinned = m.firers > m.pinned && !it.kind.is_vehicle() && !flies(state, goal);
    let grenades = unpinned && m.nearest <= n.grenade_range.inches();
    let thrown = if grenades { u32::from(n.grenade_dice.value) * 4 } else { 0 };
    let small = m.near.quarters + m.far.quarters + thrown;
    // Once a pinned man's half was no factor, and might leave no die. Ruling P-R12.
    let least = |base: Base, quarters: u32| if state.options.rulings.before(2) { quarters } else { base.unpinned };
    let dice = multiplied_from(small, least(m.near, m.near.quarters) + least(m.far, m.far.quarters) + thrown, &factors);
    let near = m.near.quarters + thrown;
    let near = match (near, m.far.quarters) {
        (0, _) => 0,
        (_, 0) => dice,
        _ => dice.min(multiplied_from(near, least(m.near, m.near.quarters) + thrown, &factors)),
    };
    let far = dice - near;
    // What is left over of a die is a rifle's. Ruling P-R56.
    let heavy =
        |dice: u32, part: u32, all: u32| if part == all { dice } else { dice.min(multiplied_from(part, 0, &factors)) };
    let volley = Volley {
        firers: m.firers,
        pinned: m.pinned,
        arms: m.arms,
        base_quarters: small + m.cannon.quarters,
        grenades,
        near,
        far,
        heavy_near: heavy(near, m.heavy_near, m.near.quarters + thrown),
        heavy_far: heavy(far, m.heavy_far, m.far.quarters),
        cannon: multiplied_from(m.cannon.quarters, least(m.cannon, m.cannon.quarters), &factors),
        factors,
    };
    Ok(Aim { volley, firing: m.firing, eligible: m.eligible, from: m.from })
}

/// What a squad's rating makes of its dice, where a scenario wants it. Rule P-fire.
pub(crate) fn of_rating(rules: &Platoon, state: &State, squad: &Squad) -> Option<Factor> {
    let n = &rules.tables().numbers;
    let factor = |rating: u8| match rating {
        rating if rating >= n.very_good.value => Some(Factor::VeryGoodTroops),
        rating if rating <= n.poor.value => Some(Factor::PoorTroops),
        _ => None,
    };
    // Who is rated when he fires has the factor that all those ratings have, if they have one.
    let to_come = squad.quality.filter(|_| !state.options.rulings.before(8));
    let known = to_come.and_then(|quality| rules.tables().quality.get(&quality)).map(|rows| rows.value.as_slice());
    let ratings = known.unwrap_or(std::slice::from_ref(&squad.gung_ho));
    let first = ratings.first().and_then(|&rating| factor(rating));
    first.filter(|one| state.options.firepower_by_rating && ratings.iter().all(|&rating| factor(rating) == Some(*one)))
}

/// Whether a squad hides whose figures are not drawn yet: it may open fire all the same. Ruling P-R57.
pub(crate) fn is_undrawn(state: &State, squad: SquadId) -> bool {
    !state.options.rulings.before(2) && state.squad(squad).is_some_and(|s| s.hidden.is_some() && s.drawn_from.is_some())
}

/// How far troops that are not drawn yet may open fire: the range of the rifles that nearly all of them carry. Ruling P-R57.
pub(crate) fn undrawn_range(rules: &Platoon) -> i32 {
    rules.tables().volley_range(Weapon::AssaultRifle)
}

/// Whether troops that are not drawn yet may open fire: at what is seen from their marker within their range. Ruling P-R57.
pub(crate) fn check_undrawn(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: Target,
    facts: Option<Shot>,
) -> Result<(), No> {
    let it = may_fire(state, squad)?;
    let range = hidden::aimed(rules, state, undrawn_range(rules));
    let at = it.hidden.and_then(|marker| state.marker(marker)).map(|marker| marker.at);
    let (Some(from), Target::Squad(id)) = (at, goal) else { return Err(measure::out_of_reach()) };
    let aim_at = target(state, it, id)?;
    let reached = match (&state.board, facts) {
        // Once they saw no vehicle without a crew, and what flew only as what stands on the ground.
        (Some(board), None) if state.options.rulings.before(11) => {
            aim_at.able().any(|(_, f)| from.within(f.at, range) && hidden::sees(rules, state, board, from, f.at))
        }
        (Some(board), None) => measure::is_seen(rules, state, board, goal, from, range),
        (None, Some(facts)) => (0..=range).contains(&facts.range),
        (board, _) => return Err(crate::movement::wrong_facts(board.is_some())),
    };
    if reached { Ok(()) } else { Err(measure::out_of_reach()) }
}

/// The hits of a volley, by what made them. Ruling P-R56.
#[derive(Clone, Copy, Default)]
struct Hits {
    small: u8,
    heavy: u8,
    cannon: u8,
}

impl Hits {
    fn all(self) -> u8 {
        self.small.saturating_add(self.heavy).saturating_add(self.cannon)
    }
}

impl Play<'_> {
    /// A volley is fired: dice, hits, pins, saves, panic, morale. Rule P-fire.
    pub fn fire(&mut self, squad: SquadId, goal: Target, facts: Option<Shot>, aim: Aim) -> Result<(), Halt> {
        self.shot_heard(squad)?;
        // Whose rating is rolled now fires by it. Once the first volley went by the one of his troops.
        let unrated = self.state.named(squad)?.quality.is_some() && !self.state.options.rulings.before(8);
        let aim = if unrated {
            self.meets_enemy(squad)?;
            self::aim(self.rules, self.state, squad, goal, facts)?
        } else {
            aim
        };
        let Aim { volley, firing, eligible, from } = aim;
        self.mark_fired(squad, Spent::Volley(firing))?;
        let n = &self.rules.tables().numbers;
        let (hit, cannon, odd) = (n.hit.value, n.cannon.value, n.odd_half.value);
        let save = n.aircraft_save.value;
        let pinning = n.pin.value..hit;
        let (mut dice, mut hits, mut pins, mut halved) = (Vec::new(), Hits::default(), 0_u8, Vec::new());
        let chopper =
            matches!(goal, Target::Squad(id) if self.state.squad(id).is_some_and(|s| s.kind == Kind::Helicopter));
        for n in 0..volley.near {
            let die = self.d6(squad, "fire", rule!("P-fire"))?;
            let count = if n < volley.heavy_near { &mut hits.heavy } else { &mut hits.small };
            *count = count.saturating_add(u8::from(die >= hit));
            pins = pins.saturating_add(u8::from(pinning.contains(&die)));
            dice.push(die);
        }
        let (mut far, mut far_pins) = (Hits::default(), 0_u8);
        for n in 0..volley.far {
            let die = self.d6(squad, "fire at long range", rule!("P-fire"))?;
            let count = if n < volley.heavy_far { &mut far.heavy } else { &mut far.small };
            *count = count.saturating_add(u8::from(die >= hit));
            far_pins = far_pins.saturating_add(u8::from(pinning.contains(&die)));
            dice.push(die);
        }
        // Of hits that are halved the heavier ones are left. Ruling P-R56.
        let mut half = |play: &mut Self, all: u8| -> Result<u8, Halt> {
            if all.is_multiple_of(2) {
                return Ok(all / 2);
            }
            let die = play.d6(squad, "the odd half", rule!("P-R13"))?;
            halved.push(die);
            Ok(all / 2 + u8::from(die >= odd))
        };
        let left = half(self, far.all())?;
        hits.heavy = hits.heavy.saturating_add(left.min(far.heavy));
        hits.small = hits.small.saturating_add(left - left.min(far.heavy));
        pins = pins.saturating_add(half(self, far_pins)?);
        for _ in 0..volley.cannon {
            let die = self.d6(squad, "cannon", rule!("P-fire"))?;
            hits.cannon = hits.cannon.saturating_add(u8::from(die >= if chopper { hit } else { cannon }));
            dice.push(die);
        }
        let thrown = !dice.is_empty() || self.state.options.rulings.before(2);
        self.say(Event::Volley { squad, target: goal, volley: volley.clone(), dice, hits: hits.all(), pins, halved });
        // A volley without a die is no fire to whom it was meant for.
        if !thrown {
            return Ok(());
        }
        let victim = match goal {
            Target::Squad(id) => id,
            Target::Marker(id) => match self.state.named_marker(id)?.content {
                Content::Squad(id) => id,
                // Nobody is there to be hit.
                Content::Dummy | Content::Cache | Content::Trap(_) | Content::Unknown => return Ok(()),
            },
        };
        if matches!(goal, Target::Marker(_)) {
            // Fire that hits nobody finds nobody: not even the dice may tell whether somebody is there. But he keeps his head
            // down. Ruling P-R55.
            match hits.all() {
                0 if self.state.options.rulings.before(2) => return Ok(()),
                // Once troops that are not drawn yet were never pinned.
                0 if pins > 0 && !self.state.options.rulings.before(14) => {
                    if let Target::Marker(marker) = goal {
                        self.draw_under(victim, marker)?;
                    }
                }
                0 => {}
                _ => self.reveal(victim, crate::event::Noticed::Hit)?,
            }
        }
        let by = self.state.squad(squad).map(|s| s.side);
        let kind = self.state.named(victim)?.kind;
        match kind {
            Kind::Helicopter => {
                // Once a volley at a helicopter came from no side.
                if !self.state.options.rulings.before(9) {
                    self.was_under_fire(victim, from)?;
                }
                let aboard = self.chopper_hit(victim, hits.all(), save, by, hits.heavy > 0 || hits.cannon > 0)?;
                self.aboard_was_hit(aboard, &[], &[])?;
                return self.vehicle_was_under_fire(victim);
            }
            kind if kind.is_vehicle() => {
                if !self.state.options.rulings.before(5) {
                    self.was_under_fire(victim, from)?;
                }
                self.soft_hits(squad, victim, hits, &volley, by)?;
                return self.vehicle_was_under_fire(victim);
            }
            _ => {}
        }
        let pool = |play: &Self| -> Vec<usize> {
            let Some(it) = play.state.squad(victim) else { return Vec::new() };
            let seen = |n: &usize| matches!(goal, Target::Marker(_)) || eligible.contains(n);
            it.able().map(|(n, _)| n).filter(seen).collect()
        };
        let mut fallen = Vec::new();
        for n in 0..hits.all() {
            let able = pool(self);
            if able.is_empty() {
                break;
            }
            let who = able[self.pick(victim, able.len(), "who is hit", rule!("P-R14"))?];
            // Once the heavy of a volley were its cannons alone.
            let options = &self.state.options;
            let heavies = if options.rulings.before(8) { hits.cannon } else { hits.cannon.saturating_add(hits.heavy) };
            let heavy = if options.rulings.before(2) { volley.cannon > 0 } else { n < heavies };
            if self.hit(victim, who, heavy, by)? {
                fallen.push((victim, who));
            }
        }
        for _ in 0..pins {
            let able = pool(self);
            if able.is_empty() {
                break;
            }
            let who = able[self.pick(victim, able.len(), "who is pinned", rule!("P-R14"))?];
            self.pin(victim, who)?;
        }
        self.was_under_fire(victim, from)?;
        self.nerves(&fallen, &[victim])
    }
}
