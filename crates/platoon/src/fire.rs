//! Fire. Rules P-fire, P-save, P-opportunity and P-helicopter-fire.

mod effect;
mod measure;
mod volley;

use table::{Cover, INCH, Quarter};
use tabletop::{Halt, Refusal};

use crate::command::{Shot, Target};
use crate::event::Event;
use crate::play::Play;
use crate::state::{Condition, Content, Flight, Marker, Order, Phase, Squad, State};
use crate::troops::{Kind, Mode, SquadId};
use crate::{Platoon, rule};

pub(crate) use effect::{check_chopper, volley_blow};
use measure::measured;
pub use volley::{Arms, Factor, Volley, multiplied};

/// A volley as it would be.
pub(crate) struct Aim {
    pub volley: Volley,
    /// Figures it may hit; nobody knows them under a marker.
    pub eligible: Vec<usize>,
    pub from: Quarter,
}

/// Whether a squad may fire now: in its own phase, or into the active squad's. Rules P-fire and P-opportunity.
pub(crate) fn may_fire(state: &State, squad: SquadId) -> Result<&Squad, Refusal> {
    let side = match state.phase {
        Phase::Active(side) | Phase::Interrupt(side) => side,
        Phase::Overflight(_) | Phase::Burst(_) | Phase::Telling(_) => return Err(not_now()),
        Phase::Between | Phase::Over => {
            return Err(Refusal::new(rule!("P-turn"), "The game is over.", "Begin another game."));
        }
    };
    let found = state.squad(squad).filter(|s| s.side == side && s.in_play() && s.kind != Kind::Peasants);
    let Some(it) = found else {
        return Err(Refusal::new(rule!("P-turn"), "There is no such squad to fire.", "Name a squad of your own."));
    };
    let refuse = |rule, because: &str, remedy: &str| Err(Refusal::new(rule, because, remedy));
    if matches!(state.phase, Phase::Active(_)) && state.active.squad != squad {
        return refuse(rule!("P-turn"), "It is another squad's phase.", "Fire with the active squad.");
    }
    if it.no_fire {
        return refuse(rule!("P-opportunity"), "It has a No Fire marker.", "It fires again next turn.");
    }
    if matches!(state.phase, Phase::Interrupt(_)) && it.has_fired() {
        return refuse(rule!("P-opportunity"), "It has fired this turn.", "It fires again next turn.");
    }
    if it.aboard.is_some() {
        return refuse(rule!("P-fire"), "It rides in a vehicle.", "Get out first.");
    }
    if it.mode == Some(Mode::Fast) {
        return refuse(rule!("P-fire"), "It went fast, and may not fire.", "Next turn, go another way.");
    }
    if it.order == Order::Leaving {
        return refuse(rule!("P-morale"), "It is running off the table.", "Let it go.");
    }
    Ok(it)
}

/// While an aircraft attacks, a salvo's victims are named or a prisoner tells, nothing else is decided.
pub(crate) fn not_now() -> Refusal {
    Refusal::new(rule!("P-turn"), "Something else is to be decided first.", "Answer what is asked.")
}

/// The enemy squad that is meant, in sight of everybody.
pub(crate) fn target<'a>(state: &'a State, firer: &Squad, target: SquadId) -> Result<&'a Squad, Refusal> {
    let found = state.squad(target).filter(|s| s.side != firer.side && s.on_table());
    let Some(it) = found else {
        return Err(Refusal::new(
            rule!("P-fire"),
            "No such enemy is on the table.",
            "Fire at a squad that is seen, or at a marker.",
        ));
    };
    if matches!(state.phase, Phase::Interrupt(_)) && state.active.squad != target {
        return Err(Refusal::new(
            rule!("P-opportunity"),
            "Only the active squad may be fired at now.",
            "Fire at the active squad.",
        ));
    }
    Ok(it)
}

fn enemys_marker<'a>(state: &'a State, firer: &Squad, marker: crate::troops::MarkerId) -> Result<&'a Marker, Refusal> {
    if matches!(state.phase, Phase::Interrupt(_)) {
        return Err(Refusal::new(
            rule!("P-opportunity"),
            "Only the active squad may be fired at now.",
            "Fire at the active squad.",
        ));
    }
    let found = state.marker(marker).filter(|m| m.side != firer.side && m.condition == Condition::Down);
    found.ok_or_else(|| Refusal::new(rule!("P-fire"), "No such marker lies there.", "Name a marker of the enemy's."))
}

/// Who is locked hand to hand fires at nobody. Ruling P-R33.
pub(crate) fn not_locked(state: &State, squad: &Squad) -> Result<(), Refusal> {
    if state.locked_with(squad).is_some() {
        return Err(Refusal::new(
            rule!("P-R33"),
            "It is locked in a fight hand to hand.",
            "Fight on, or end its phase.",
        ));
    }
    Ok(())
}

/// A volley, checked and counted.
pub(crate) fn aim(
    rules: &Platoon,
    state: &State,
    squad: SquadId,
    goal: Target,
    facts: Option<Shot>,
) -> Result<Aim, Refusal> {
    let it = may_fire(state, squad)?;
    not_locked(state, it)?;
    if it.fired {
        return Err(Refusal::new(rule!("P-fire"), "Its volley is fired.", "It fires again next turn."));
    }
    if it.kind == Kind::Sniper {
        return Err(Refusal::new(rule!("P-sniper"), "A sniper fires no volley.", "Let him snipe."));
    }
    let mut factors = Vec::new();
    match goal {
        Target::Squad(id) => {
            let aim_at = target(state, it, id)?;
            if aim_at.kind.is_armoured() {
                return Err(Refusal::new(
                    rule!("P-R24"),
                    "Small arms do no harm to armour.",
                    "Fire a rocket, a recoilless rifle or a gun at it.",
                ));
            }
            if aim_at.mode == Some(Mode::Fast) && !aim_at.kind.is_vehicle() {
                factors.push(Factor::TargetFast);
            }
        }
        Target::Marker(id) => {
            enemys_marker(state, it, id)?;
            factors.push(Factor::ReconByFire);
        }
    }
    let m = measured(rules, state, it, goal, facts)?;
    match m.cover {
        Cover::None => {}
        Cover::Soft => factors.push(Factor::SoftCover),
        Cover::Hard => factors.push(Factor::HardCover),
    }
    if it.kind.is_vehicle() {
        if it.over_half {
            factors.push(Factor::VehicleMoving);
        }
    } else if it.mode == Some(Mode::Patrol) && it.moved {
        factors.push(Factor::MovedOnPatrol);
    }
    if it.hidden.is_some() {
        factors.push(Factor::Ambush);
    }
    if state.options.firepower_by_rating {
        match it.gung_ho {
            10.. => factors.push(Factor::VeryGoodTroops),
            ..=6 => factors.push(Factor::PoorTroops),
            _ => {}
        }
    }
    factors.sort_unstable();
    let n = &rules.tables().numbers;
    // Nobody throws a hand grenade at what flies.
    let flies = |s: &Squad| s.kind == Kind::Helicopter && s.flight == Flight::Flying;
    let in_air = matches!(goal, Target::Squad(id) if state.squad(id).is_some_and(flies));
    let unpinned = m.firers > m.pinned && !it.kind.is_vehicle() && !in_air;
    let grenades = unpinned && m.nearest <= i32::from(n.grenade_range.value) * INCH;
    let small = m.near + m.far + if grenades { u32::from(n.grenade_dice.value) * 4 } else { 0 };
    let dice = multiplied(small, &factors);
    let near = if m.far == 0 { dice } else { dice.min(multiplied(small - m.far, &factors)) };
    let near = if small == m.far { 0 } else { near };
    let volley = Volley {
        firers: m.firers,
        pinned: m.pinned,
        arms: m.arms,
        base_quarters: small + m.cannon,
        grenades,
        near,
        far: dice - near,
        cannon: multiplied(m.cannon, &factors),
        factors,
    };
    Ok(Aim { volley, eligible: m.eligible, from: m.from })
}

impl Play<'_> {
    /// A volley is fired: dice, hits, pins, saves, panic, morale. Rule P-fire.
    pub fn fire(&mut self, squad: SquadId, goal: Target, aim: Aim) -> Result<(), Halt> {
        self.shot_heard(squad)?;
        self.mark_fired(squad)?;
        let Aim { volley, eligible, from } = aim;
        let (mut dice, mut hits, mut pins, mut halved) = (Vec::new(), 0_u8, 0_u8, Vec::new());
        let chopper =
            matches!(goal, Target::Squad(id) if self.state.squad(id).is_some_and(|s| s.kind == Kind::Helicopter));
        for _ in 0..volley.near {
            let die = self.d6(squad, "fire", rule!("P-fire"))?;
            hits += u8::from(die == 6);
            pins += u8::from(die == 5);
            dice.push(die);
        }
        let (mut far_hits, mut far_pins) = (0_u8, 0_u8);
        for _ in 0..volley.far {
            let die = self.d6(squad, "fire at long range", rule!("P-fire"))?;
            far_hits += u8::from(die == 6);
            far_pins += u8::from(die == 5);
            dice.push(die);
        }
        // Ruling P-R13: the odd half counts on 4 and more.
        for (far, all) in [(far_hits, &mut hits), (far_pins, &mut pins)] {
            *all += far / 2;
            if far % 2 == 1 {
                let die = self.d6(squad, "the odd half", rule!("P-R13"))?;
                *all += u8::from(die >= 4);
                halved.push(die);
            }
        }
        for _ in 0..volley.cannon {
            let die = self.d6(squad, "cannon", rule!("P-fire"))?;
            hits += u8::from(if chopper { die == 6 } else { die >= 5 });
            dice.push(die);
        }
        self.say(Event::Volley { squad, target: goal, volley: volley.clone(), dice, hits, pins, halved });
        let victim = match goal {
            Target::Squad(id) => Some(id),
            Target::Marker(id) => match self.state.marker(id).map(|m| m.content) {
                Some(Content::Squad(id)) => Some(id),
                _ => None,
            },
        };
        let Some(victim) = victim else { return Ok(()) };
        if matches!(goal, Target::Marker(_)) {
            // Fire that hits nobody finds nobody: not even the dice may tell whether somebody is there.
            if hits == 0 {
                return Ok(());
            }
            self.reveal(victim, crate::event::Noticed::Hit)?;
        }
        let by = self.state.squad(squad).map(|s| s.side);
        let small = volley.near + volley.far;
        let kind = self.state.squad(victim).map(|s| s.kind).unwrap_or_default();
        match kind {
            Kind::Helicopter => return self.chopper_hit(victim, hits, 2, by),
            kind if kind.is_vehicle() => return self.soft_hits(squad, victim, hits, small == 0, by),
            _ => {}
        }
        let pool = |play: &Self| -> Vec<usize> {
            let Some(it) = play.state.squad(victim) else { return Vec::new() };
            let seen = |n: &usize| matches!(goal, Target::Marker(_)) || eligible.contains(n);
            it.able().map(|(n, _)| n).filter(seen).collect()
        };
        let mut fallen = Vec::new();
        for _ in 0..hits {
            let able = pool(self);
            if able.is_empty() {
                break;
            }
            let who = able[self.pick(victim, able.len(), "who is hit", rule!("P-R14"))?];
            if self.hit(victim, who, volley.cannon > 0, by)? {
                fallen.push((victim, who));
            }
        }
        for _ in 0..pins {
            let able = pool(self);
            if able.is_empty() {
                break;
            }
            let who = able[self.pick(victim, able.len(), "who is pinned", rule!("P-R14"))?];
            self.pin(victim, who);
        }
        self.was_under_fire(victim, from)?;
        self.panic(&fallen)?;
        self.first_fire(victim)
    }
}
