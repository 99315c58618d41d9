//! What a path takes, before anybody goes. Rules P-infantry-move and P-vehicle-move.

use serde::Serialize;
use table::{Point, Terrain};
use tabletop::Refusal;

use crate::command::{Command, Leg};
use crate::hidden::{heard_within, seen_within};
use crate::movement::{self, longest};
use crate::state::State;
use crate::troops::SquadId;
use crate::{Platoon, rule};

/// One straight leg of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathLeg {
    /// Where it ends.
    pub to: Point,
    /// Its length in hundredths of an inch.
    pub length: i32,
    /// What it takes of the move, obstacles included.
    pub cost: i32,
    /// Whether any figure meets bad going on it.
    pub bad: bool,
    /// Obstacles the leader crosses.
    pub obstacles: u8,
    /// The terrain the leader crosses, in order, with the length of each piece.
    pub terrain: Vec<(Terrain, i32)>,
}

/// A path as it would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathPreview {
    /// Where the leader starts.
    pub from: Point,
    /// Its legs as far as they are legal.
    pub legs: Vec<PathLeg>,
    /// Hundredths of an inch used with the path, of those gone before as well.
    pub used: i32,
    /// Hundredths of an inch the move has in all over the ground met.
    pub allowance: i32,
    /// How far the squad is heard on it, in hundredths of an inch.
    pub heard: i32,
    /// How far a hidden squad would be seen moving where the path ends, in hundredths of an inch; nothing for one in sight.
    pub seen: Option<i32>,
    /// The commands that play it, each followed by the enemy's chance to interrupt.
    pub steps: Vec<Command>,
    /// Why it cannot be gone to its end, if it cannot.
    pub refusal: Option<Refusal>,
}

/// A way to a point in parts of a legal length.
fn parts(longest: i32, from: Point, to: Point) -> Vec<Point> {
    let length = from.distance(to);
    let count = (length + longest - 1) / longest;
    (1..=count).map(|n| if n == count { to } else { from.toward(to, length * n / count) }).collect()
}

impl Platoon {
    /// What a path of the acting squad takes: the points its leader goes to, one after the other. On the computer's table
    /// only. Nothing is rolled; what the path would find out is not told.
    ///
    /// # Errors
    /// The refusal, if there is no such squad or no table to go on.
    pub fn path(&self, state: &State, squad: SquadId, points: &[Point]) -> Result<PathPreview, Refusal> {
        let Some(board) = &state.board else { return Err(movement::wrong_facts(false).into()) };
        let Some(it) = state.squad(squad) else {
            return Err(Refusal::new(rule!("P-turn"), "No such squad exists.", "Choose the active squad."));
        };
        let leader = movement::goers(state, it).first().copied();
        let from = leader.map_or(it.at(), |n| it.figures[n].at);
        let (mut after, mut at) = (state.clone(), from);
        let (mut legs, mut steps, mut refusal) = (Vec::new(), Vec::new(), None);
        'path: for &point in points {
            for to in parts(longest(self), at, point) {
                let leg = Leg::To(to);
                let planned = match movement::plan_step(self, &after, squad, leg) {
                    Ok(planned) => planned,
                    Err(why) => {
                        refusal = Some(why.into());
                        break 'path;
                    }
                };
                let cost = planned.cost(self);
                legs.push(PathLeg {
                    to,
                    length: planned.length,
                    cost,
                    bad: planned.bad,
                    obstacles: planned.obstacles,
                    terrain: board.crossed(at, to),
                });
                steps.push(Command::Step { squad, leg });
                if let Some(march) = &mut after.active.march {
                    march.used += cost;
                    march.met_bad |= planned.bad;
                }
                if let Some(it) = after.squad_mut(squad) {
                    for &(n, goal) in &planned.figures {
                        it.figures[n].at = goal;
                    }
                }
                at = to;
            }
        }
        let march = after.active.march.unwrap_or_default();
        let seen = it.hidden.map(|_| seen_within(self, state, board.terrain(at)));
        Ok(PathPreview {
            from,
            legs,
            used: march.used,
            allowance: march.allowance(),
            heard: heard_within(self, it),
            seen,
            steps,
            refusal,
        })
    }
}
