//! The luck ledger: for each roll of a game what could be expected and what came, by side.

use tabletop::dice::Tape;
use tabletop::odds::{Effort, odds};
use tabletop::{Game, Roll, between};

use crate::Teaching;
use crate::hints::settled_worth;
use crate::teaching::settle_without_dice;

/// Work that goes into each command.
const EFFORT: Effort = Effort { runs: 1_300, samples: 400, seed: 0 };

/// The dice of one command.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw<S> {
    /// The entry of the journal.
    pub entry: usize,
    /// Turn and phase in words.
    pub moment: String,
    pub side: S,
    /// The command as a sentence.
    pub phrase: String,
    /// What the dice showed, in order.
    pub rolls: Vec<Roll>,
    /// How lucky it was for the side that decided, from 0 (nothing worse could have come) to 100 (nothing better); 50 is as
    /// expected. `None` if every roll comes to the same.
    pub percentile: Option<u8>,
    /// What the position was expected to be worth to him, in the teacher's points.
    pub expected: f64,
    /// What it was worth.
    pub actual: f64,
}

/// A side's luck so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck<S> {
    pub side: S,
    /// Commands of his that rolled dice.
    pub throws: usize,
    /// Dice that were rolled for them.
    pub dice: usize,
    /// The middle of the percentiles; 50 is as expected.
    pub percentile: f64,
    /// What luck has given him in the teacher's points, his enemy's rolls taken against him.
    pub points: f64,
}

/// Every roll of a game and what it came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger<S> {
    /// In the order of the game.
    pub throws: Vec<Throw<S>>,
    pub sides: Vec<SideLuck<S>>,
}

/// The ledger of a game up to its cursor, as `reader` may know it; `None` reads everything. What a reader may not see of a
/// command leaves it out, and expectations are those of what he saw before it.
pub fn ledger<R: Teaching>(game: &Game<R>, reader: Option<R::Side>) -> Ledger<R::Side> {
    let mut throws = Vec::new();
    for line in game.log(0..game.cursor(), reader) {
        let (Some(phrase), Some(side), false) = (line.phrase, line.side, line.rolls.is_empty()) else { continue };
        let counted = weigh(game, line.entry, side, reader);
        let (percentile, expected, actual) = counted.unwrap_or((None, 0.0, 0.0));
        let moment = line.moment.1;
        throws.push(Throw { entry: line.entry, moment, side, phrase, rolls: line.rolls, percentile, expected, actual });
    }
    let sides = game.rules().sides().iter().map(|&side| {
        let own: Vec<&Throw<R::Side>> = throws.iter().filter(|throw| throw.side == side).collect();
        let told: Vec<f64> = own.iter().filter_map(|throw| throw.percentile).map(f64::from).collect();
        let gained = |throw: &Throw<R::Side>| throw.actual - throw.expected;
        let points = throws.iter().map(|t| if t.side == side { gained(t) } else { -gained(t) }).sum();
        SideLuck {
            side,
            throws: own.len(),
            dice: own.iter().map(|throw| throw.rolls.len()).sum(),
            percentile: if told.is_empty() { 50.0 } else { told.iter().sum::<f64>() / told.len() as f64 },
            points,
        }
    });
    let sides = sides.collect();
    Ledger { throws, sides }
}

/// How lucky the dice of an entry were for the side that decided, as [`Throw::percentile`]; `None` if nothing hung on them or the
/// reader may not know.
pub(crate) fn percentile<R: Teaching>(game: &Game<R>, entry: usize, reader: Option<R::Side>) -> Option<u8> {
    let side = game.rules().to_act(game.state_at(entry))?;
    weigh(game, entry, side, reader)?.0
}

/// The percentile, the expected and the actual worth of an entry for `side`.
fn weigh<R: Teaching>(
    game: &Game<R>,
    entry: usize,
    side: R::Side,
    reader: Option<R::Side>,
) -> Option<(Option<u8>, f64, f64)> {
    let rules = &**game.rules();
    let played = game.entries().get(entry)?;
    let before = reader.map_or_else(|| game.state_at(entry).clone(), |reader| rules.view(game.state_at(entry), reader));
    let mut after = before.clone();
    let values: Vec<u8> = played.rolls.iter().map(|roll| roll.value).collect();
    let mut tape = Tape::new(values);
    rules.apply(&mut after, &played.command, &mut tape, &mut Vec::new()).ok()?;
    if tape.left() > 0 {
        // With what the reader did not know the rules would have asked for other dice.
        return None;
    }
    let actual = settled_worth(rules, &after, side);
    let summarise = |after: &R::State, _: &[R::Event]| settled_worth(rules, after, side);
    let settle = |after: &R::State| settle_without_dice(rules, after);
    let odds = odds(rules, &before, &played.command, &summarise, &settle, EFFORT).ok()?;
    let outcomes: Vec<(i64, f64)> = odds.outcomes.iter().map(|chance| (chance.summary, chance.value)).collect();
    let expected = outcomes.iter().map(|(worth, chance)| *worth as f64 * chance).sum();
    let share = |wanted: &dyn Fn(i64) -> bool| -> f64 {
        outcomes.iter().filter(|(worth, _)| wanted(*worth)).map(|(_, chance)| chance).sum()
    };
    let percent = 100.0 * (share(&|worth| worth < actual) + share(&|worth| worth == actual) / 2.0);
    let percentile = (outcomes.len() > 1).then(|| between(percent.round(), 0.0, 100.0) as u8);
    Some((percentile, expected, actual as f64))
}
