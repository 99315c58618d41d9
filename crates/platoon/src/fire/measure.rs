//! What a volley measures: who of a squad sees the target and how far off it is, what dice that makes, what covers it. Rule
//! P-fire.

use table::{Board, Cover, Point, Quarter};

use super::Arms;
use crate::command::{Shot, Target};
use crate::hidden::{aimed, sees};
use crate::movement::wrong_facts;
use crate::refuse::No;
use crate::state::{Figure, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, Weapon};
use crate::{Platoon, air, rule};

pub(super) fn out_of_reach() -> No {
    No::new(
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

/// What a volley is meant for, as points with the figures that stand there, and who could see them.
struct Goals<'a> {
    rules: &'a Platoon,
    state: &'a State,
    target: Target,
    in_air: bool,
    from_air: bool,
    points: Vec<(usize, Point)>,
}

impl<'a> Goals<'a> {
    fn of(rules: &'a Platoon, state: &'a State, target: Target, firer: Option<&Squad>) -> Self {
        let in_air = flies(state, target);
        let from_air = firer.is_some_and(|it| air::looks_down(state, it));
        let points: Vec<(usize, Point)> = match target {
            Target::Squad(id) => match (state.squad(id), state.active.flown_from) {
                // A helicopter that flies by is in reach from any point of its way. Ruling P-R25.
                (Some(it), Some(from)) if in_air && id == state.active.squad => {
                    air::flown(&[from, it.at()]).into_iter().map(|point| (0, point)).collect()
                }
                (it, _) => it.into_iter().flat_map(Squad::marks).collect(),
            },
            Target::Marker(id) => state.marker(id).map(|m| (0, m.at)).into_iter().collect(),
        };
        Self { rules, state, target, in_air, from_air, points }
    }

    /// Those that a figure sees within the range of its weapon: which figure stands there, and how far off.
    fn seen_by(&self, board: &'a Board, from: Point, range: i32) -> impl Iterator<Item = (usize, i32)> {
        let seen = move |to: Point| match self.target {
            Target::Marker(_) if self.from_air => air::sees_sky(self.state, to),
            // At a marker one fires into the growth.
            Target::Marker(_) => board.sees(from, to, i32::MAX),
            Target::Squad(_) if self.in_air => air::sees_flying(self.rules, self.state, from, to),
            Target::Squad(_) if self.from_air => air::sees_flying(self.rules, self.state, to, from),
            Target::Squad(_) => sees(self.rules, self.state, board, from, to),
        };
        let near = self.points.iter().filter(move |(_, to)| from.within(*to, range) && seen(*to));
        near.map(move |(n, to)| (*n, from.distance(*to)))
    }
}

/// The points that a volley at a target may be aimed at, each with the figure that stands there.
pub(crate) fn points(rules: &Platoon, state: &State, target: Target) -> Vec<(usize, Point)> {
    Goals::of(rules, state, target, None).points
}

/// Whether anything of a target is seen from a point within a range.
pub(super) fn is_seen(rules: &Platoon, state: &State, board: &Board, target: Target, from: Point, range: i32) -> bool {
    Goals::of(rules, state, target, None).seen_by(board, from, range).next().is_some()
}

/// How far a weapon reaches in a volley; once the rifle beside a LAW no farther than the rocket.
pub(crate) fn reach(rules: &Platoon, before_the_fifth: bool, weapon: Weapon) -> i32 {
    let tables = rules.tables();
    if before_the_fifth && weapon == Weapon::Law { tables.range(weapon) } else { tables.volley_range(weapon) }
}

/// Whether a target is a helicopter in the air.
pub(crate) fn flies(state: &State, target: Target) -> bool {
    matches!(target, Target::Squad(id) if state.squad(id).is_some_and(Squad::flies))
}

/// Whether a weapon of a squad fires in a volley at this target: recoilless rifles and the guns of tanks do not fire at what
/// flies. Rule P-helicopter-fire.
pub(crate) fn may_aim_at(rules: &Platoon, state: &State, it: &Squad, weapon: Weapon, target: Target) -> bool {
    let up = flies(state, target) && !state.options.rulings.before(7);
    rules.tables().dice_for_two(weapon) > 0 && !(up && is_shell(it, weapon))
}

/// Whether a weapon of a squad is a recoilless rifle or the gun of a tank, which do not fire at what flies.
pub(crate) fn is_shell(it: &Squad, weapon: Weapon) -> bool {
    weapon == Weapon::Rcl || (weapon == Weapon::Cannon && it.kind == Kind::Tank)
}

/// How much of a reach is left at a target by this light. At a marker nobody aims. Ruling P-R38.
pub(crate) fn range_at(rules: &Platoon, state: &State, target: Target, reach: i32) -> i32 {
    match target {
        Target::Squad(_) => aimed(rules, state, reach),
        Target::Marker(_) => reach,
    }
}

/// The figures that have dice in a volley, with the dice of two of them and the range of their weapon. Who has fired a rocket
/// or a gun has had his fire. Ruling P-R04.
fn firers<'a>(
    rules: &'a Platoon,
    state: &'a State,
    it: &'a Squad,
    target: Target,
) -> impl Iterator<Item = (usize, &'a Figure, u32, i32)> {
    let tables = rules.tables();
    let free = |figure: &Figure| !figure.running && !figure.fired && !figure.searches;
    let may = it.able().filter(move |(_, f)| free(f) && may_aim_at(rules, state, it, f.weapon, target));
    let earlier = state.options.rulings.before(5);
    let range = move |weapon| range_at(rules, state, target, reach(rules, earlier, weapon));
    may.map(move |(n, f)| (n, f, tables.dice_for_two(f.weapon), range(f.weapon)))
}

/// How far off the target was measured, if this figure sees it.
fn told(facts: Shot, n: usize, range: i32) -> Option<i32> {
    let sees = facts.seeing.is_none_or(|those| those.has(n));
    (sees && (0..=range).contains(&facts.range)).then_some(facts.range)
}

/// Whether anybody can fire in a volley: looked at no longer than until somebody is found.
pub(super) fn check_reach(
    rules: &Platoon,
    state: &State,
    it: &Squad,
    target: Target,
    facts: Option<Shot>,
) -> Result<(), No> {
    let goals = Goals::of(rules, state, target, Some(it));
    for (n, figure, _, range) in firers(rules, state, it, target) {
        let reaches = match (&state.board, facts) {
            (Some(board), None) => goals.seen_by(board, figure.at, range).next().is_some(),
            (None, Some(facts)) => told(facts, n, range).is_some(),
            (board, _) => return Err(wrong_facts(board.is_some())),
        };
        if reaches {
            return Ok(());
        }
    }
    Err(no_firers(rules, state, it, target))
}

/// Whether figures that have dice in a volley are free to fire it: at what flies, with nothing but shells.
fn has_shells(rules: &Platoon, it: &Squad) -> bool {
    let free = |figure: &Figure| !figure.running && !figure.fired && !figure.searches;
    it.able().any(|(_, figure)| free(figure) && rules.tables().dice_for_two(figure.weapon) > 0)
}

/// Why nobody fires: nobody can at all, or nobody has the target in reach.
fn no_firers(rules: &Platoon, state: &State, it: &Squad, target: Target) -> No {
    match firers(rules, state, it, target).next() {
        Some(_) => out_of_reach(),
        None if flies(state, target) && has_shells(rules, it) => No::new(
            rule!("P-helicopter-fire"),
            "The helicopter is in the air, and only small arms fire at it there.",
            "Fire rifles and machine guns at it, or wait until it hovers.",
        ),
        None => No::new(
            rule!("P-fire"),
            "No figure of this squad can fire in this volley.",
            "Use another weapon: figures that have fired, search or carry a message do not fire.",
        ),
    }
}

pub(super) fn measured(
    rules: &Platoon,
    state: &State,
    it: &Squad,
    target: Target,
    facts: Option<Shot>,
) -> Result<Measured, No> {
    let short = rules.tables().numbers.near.inches();
    let goals = Goals::of(rules, state, target, Some(it));
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
        // Nothing covers what flies. Once, beside a real table, the ground below did.
        cover: match facts {
            Some(facts) if !goals.in_air || state.options.rulings.before(8) => facts.cover,
            _ => Cover::None,
        },
        from: facts.map_or(Quarter::Front, |f| f.from),
        eligible: Vec::new(),
    };
    let mut closest: Option<Point> = None;
    for (n, figure, dice, range) in firers(rules, state, it, target) {
        let distance = match (&state.board, facts) {
            (Some(board), None) => {
                let mut best = None;
                for (n, away) in goals.seen_by(board, figure.at, range) {
                    if !sum.eligible.contains(&n) {
                        sum.eligible.push(n);
                    }
                    best = Some(best.map_or(away, |b: i32| b.min(away)));
                }
                best
            }
            (None, Some(facts)) => told(facts, n, range),
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
        return Err(no_firers(rules, state, it, target));
    }
    sum.eligible.sort_unstable();
    match (&state.board, closest) {
        (Some(board), Some(closest)) => {
            let points: Vec<Point> = match target {
                Target::Marker(_) => goals.points.iter().map(|(_, p)| *p).collect(),
                Target::Squad(_) => {
                    goals.points.iter().filter(|(n, _)| sum.eligible.contains(n)).map(|(_, p)| *p).collect()
                }
            };
            if !goals.in_air {
                // From above nothing covers but what one stands in.
                let above = |p: Point| if goals.from_air { board.terrain(p).cover() } else { board.cover(closest, p) };
                sum.cover = usual_cover(points.into_iter().map(above));
            }
            if let Target::Squad(id) = target
                && let Some(t) = state.squad(id)
            {
                sum.from = t.facing.quarter(t.place(&state.options).heading(closest));
            }
        }
        _ => sum.eligible = goals.points.iter().map(|(n, _)| *n).collect(),
    }
    Ok(sum)
}

/// The cover that at least half of them have.
fn usual_cover(covers: impl Iterator<Item = Cover>) -> Cover {
    let mut covers: Vec<Cover> = covers.collect();
    covers.sort_unstable();
    covers.get(covers.len() / 2).copied().unwrap_or_default()
}
