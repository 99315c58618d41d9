//! A player without a person: one decision ahead, over what his side sees. He is for measuring, not for playing well.

use tabletop::Halt;
use tabletop::dice::{Dice, Need, Seeded};

use crate::Teaching;
use crate::pattern::parts;
use crate::teaching::sum;

/// Commands he looks at, drawn again each time; all, if there are no more.
const LOOKED_AT: usize = 24;
/// How often he tries a command that needs dice.
const TRIALS: u64 = 3;
/// Decisions that may follow before a position counts as settled.
const SETTLED: usize = 12;

/// Dice that know whether they were asked.
struct Asked {
    dice: Seeded,
    rolled: bool,
}

impl Dice for Asked {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        self.rolled = true;
        self.dice.roll(need)
    }
}

/// What he does in a position with these legal commands: of a sample the one after which [`Teaching::standing`] is best, on an
/// average of three tries with the same dice for each; the command `Done`, if there is one, when nothing makes it better.
/// Everything is worked out from the view of the side to act; `picks` draws the sample and decides between equals. The place in `options`, which must not be empty.
pub fn choose<R: Teaching>(rules: &R, state: &R::State, options: &[R::Command], picks: &mut Seeded) -> usize {
    let Some(side) = rules.to_act(state) else { return 0 };
    let done = options.len().checked_sub(1).filter(|last| is_done(&options[*last]));
    let others = done.unwrap_or(options.len());
    if others == 0 {
        return 0;
    }
    let seen = rules.view(state, side);
    let before = sum(&rules.standing(&seen, side));
    let luck = (0..TRIALS).map(|_| picks.choose(1 << 30) as u64).collect::<Vec<_>>();
    let mut best: Option<(i64, usize)> = None;
    for number in sample(others, picks) {
        let Some(worth) = worth(rules, &seen, side, &options[number], &luck) else { continue };
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, number));
        }
    }
    match (best, done) {
        (Some((worth, number)), Some(done)) => {
            // Whatever is worth doing is worth more than half a point of the teacher's, three times over.
            if worth > before * TRIALS as i64 + 1 { number } else { done }
        }
        (Some((_, number)), None) => number,
        (None, Some(done)) => done,
        (None, None) => picks.choose(others),
    }
}

fn is_done<C: serde::Serialize>(command: &C) -> bool {
    parts(command).0 == "Done"
}

/// Different numbers below `count`, in the order they are drawn.
fn sample(count: usize, picks: &mut Seeded) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    let taken = count.min(LOOKED_AT);
    for n in 0..taken {
        all.swap(n, n + picks.choose(count - n));
    }
    all.truncate(taken);
    all
}

/// [`TRIALS`] times what a position is worth after a command; `None` if what he sees does not allow it.
fn worth<R: Teaching>(rules: &R, seen: &R::State, side: R::Side, command: &R::Command, luck: &[u64]) -> Option<i64> {
    let mut total = 0;
    for seed in luck {
        let mut after = seen.clone();
        let mut dice = Asked { dice: Seeded::new(*seed), rolled: false };
        let mut events = Vec::new();
        rules.apply(&mut after, command, &mut dice, &mut events).ok()?;
        for _ in 0..SETTLED {
            let Some(next) = rules.settle(&after) else { break };
            if rules.apply(&mut after, &next, &mut dice, &mut events).is_err() {
                break;
            }
        }
        let worth = sum(&rules.standing(&after, side));
        if !dice.rolled {
            return Some(worth * TRIALS as i64);
        }
        total += worth;
    }
    Some(total)
}
