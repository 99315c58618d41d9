//! What a volley measures: who of a squad sees the target and how far off it is, what dice that makes, what covers it. Rule
//! P-fire.

use table::{Cover, INCH, Point, Quarter};
use tabletop::Refusal;

use super::Arms;
use crate::command::{Shot, Target};
use crate::hidden::sees;
use crate::movement::wrong_facts;
use crate::state::{Flight, Squad, State};
use crate::troops::{Kind, Weapon};
use crate::{Platoon, air, rule};

pub(super) fn out_of_reach() -> Refusal {
    Refusal::new(
        rule!("P-fire"),
        "No figure of this squad can see the target within its weapon's range.",
        "Choose another target, or move closer.",
    )
}

/// Quarters of a die: as pinned men leave them, and before.
#[derive(Clone, Copy, Default)]
pub(super) struct Base {
    pub quarters: u32,
    pub unpinned: u32,
}

/// What one sees of the target from the nearest firer, and how many quarters of a die there are near and far.
pub(super) struct Measured {
    pub firers: u8,
    pub pinned: u8,
    pub arms: Vec<Arms>,
    pub near: Base,
    pub far: Base,
    pub heavy_near: u32,
    pub heavy_far: u32,
    pub cannon: Base,
    pub firing: Vec<usize>,
    pub nearest: i32,
    pub cover: Cover,
    pub from: Quarter,
    pub eligible: Vec<usize>,
}

pub(super) fn measured(
    rules: &Platoon,
    state: &State,
    it: &Squad,
    target: Target,
    facts: Option<Shot>,
) -> Result<Measured, Refusal> {
    let short = i32::from(rules.tables().numbers.near.value) * INCH;
    let flying = |t: &Squad| t.kind == Kind::Helicopter && t.flight == Flight::Flying;
    let in_air = matches!(target, Target::Squad(id) if state.squad(id).is_some_and(flying));
    let goals: Vec<(usize, Point)> = match target {
        // A helicopter that flies by is in reach from any point of its way. Ruling P-R25.
        Target::Squad(id) if in_air && id == state.active.squad && state.active.flown_from.is_some() => {
            let at = state.squad(id).map(Squad::at).unwrap_or_default();
            let way = air::flown(&[state.active.flown_from.unwrap_or(at), at]);
            way.into_iter().map(|point| (0, point)).collect()
        }
        Target::Squad(id) => state.squad(id).map(|t| t.able().map(|(n, f)| (n, f.at)).collect()).unwrap_or_default(),
        Target::Marker(id) => state.marker(id).map(|m| vec![(0, m.at)]).unwrap_or_default(),
    };
    let mut sum = Measured {
        firers: 0,
        pinned: 0,
        arms: Vec::new(),
        near: Base::default(),
        far: Base::default(),
        heavy_near: 0,
        heavy_far: 0,
        cannon: Base::default(),
        firing: Vec::new(),
        nearest: i32::MAX,
        cover: facts.map_or(Cover::None, |f| f.cover),
        from: facts.map_or(Quarter::Front, |f| f.from),
        eligible: Vec::new(),
    };
    let mut closest: Option<Point> = None;
    for (n, figure) in it.able() {
        let dice = rules.tables().dice_for_two(figure.weapon);
        let range = rules.tables().volley_range(figure.weapon);
        // Who has fired a rocket or a gun has had his fire. Ruling P-R04.
        if dice == 0 || figure.running || figure.fired || figure.searches {
            continue;
        }
        let distance = match (&state.board, facts) {
            (Some(board), None) => {
                let seen = |point: &Point| match target {
                    // At a marker one fires into the growth.
                    Target::Marker(_) => board.sight(figure.at, *point, i32::MAX).clear(),
                    Target::Squad(_) if in_air => sees_aircraft(rules, state, figure.at, *point),
                    Target::Squad(_) => sees(rules, state, board, figure.at, *point),
                };
                let mut best = None;
                for (n, point) in &goals {
                    if figure.at.within(*point, range) && seen(point) {
                        if !sum.eligible.contains(n) {
                            sum.eligible.push(*n);
                        }
                        let away = figure.at.distance(*point);
                        best = Some(best.map_or(away, |b: i32| b.min(away)));
                    }
                }
                best
            }
            (None, Some(facts)) => {
                let sees = facts.seeing.is_none_or(|bits| bits >> n & 1 == 1);
                (sees && (0..=range).contains(&facts.range)).then_some(facts.range)
            }
            (board, _) => return Err(wrong_facts(board.is_some())),
        };
        let Some(distance) = distance else { continue };
        if distance < sum.nearest {
            sum.nearest = distance;
            closest = Some(figure.at);
        }
        // A pinned figure counts half; a die for two figures is two quarters for each.
        let quarters = if figure.pinned.is_some() { dice } else { dice * 2 };
        sum.firers += 1;
        sum.pinned += u8::from(figure.pinned.is_some());
        let (pinned, far) = (figure.pinned.is_some(), figure.weapon != Weapon::Cannon && distance > short);
        let alike = |arms: &&mut Arms| (arms.weapon, arms.pinned, arms.far) == (figure.weapon, pinned, far);
        if let Some(arms) = sum.arms.iter_mut().find(alike) {
            arms.figures += 1;
            arms.quarters += quarters;
        } else {
            sum.arms.push(Arms { weapon: figure.weapon, figures: 1, pinned, far, quarters });
        }
        sum.firing.push(n);
        let base = match figure.weapon {
            Weapon::Cannon => &mut sum.cannon,
            _ if distance <= short => &mut sum.near,
            _ => &mut sum.far,
        };
        base.quarters += quarters;
        base.unpinned += dice * 2;
        if figure.weapon.is_heavy() {
            *(if distance <= short { &mut sum.heavy_near } else { &mut sum.heavy_far }) += quarters;
        }
    }
    if sum.firers == 0 {
        return Err(out_of_reach());
    }
    sum.eligible.sort_unstable();
    match (&state.board, closest) {
        (Some(board), Some(closest)) => {
            let points: Vec<Point> = match target {
                Target::Marker(_) => goals.iter().map(|(_, p)| *p).collect(),
                Target::Squad(_) => goals.iter().filter(|(n, _)| sum.eligible.contains(n)).map(|(_, p)| *p).collect(),
            };
            if !in_air {
                sum.cover = usual_cover(points.iter().map(|&p| board.cover(closest, p)));
            }
            if let Target::Squad(id) = target
                && let Some(t) = state.squad(id)
            {
                sum.from = t.facing.quarter(t.at().heading(closest));
            }
        }
        _ => sum.eligible = goals.iter().map(|(n, _)| *n).collect(),
    }
    Ok(sum)
}

/// Whether one sees something that flies: from under the open sky, by this light.
fn sees_aircraft(rules: &Platoon, state: &State, from: Point, to: Point) -> bool {
    let dark = i32::from(rules.tables().numbers.night_sight.value) * INCH;
    air::sees_sky(state, from) && (!state.options.night || from.within(to, dark))
}

/// The cover that at least half of them have.
fn usual_cover(covers: impl Iterator<Item = Cover>) -> Cover {
    let mut covers: Vec<Cover> = covers.collect();
    covers.sort_unstable();
    covers.get(covers.len() / 2).copied().unwrap_or_default()
}
