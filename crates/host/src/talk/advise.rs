//! `advise`: what the computer would do in the place of the side that is to decide, and why. It is given that side's view and nothing
//! else.

use opponent::{Decision, Level, Mind, Patience, Thinking, View, Weighed, likeliest};
use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::{Game, Library};
use teacher::Teaching;

use super::Trouble;
use super::listening::Watch;
use super::request::{Limit, Wished};
use crate::rulesets;

/// Whose advice is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Advise {
    level: Level,
    side: Option<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    pub(crate) limit: Wished,
}

pub(crate) fn advise<R: Teaching + Thinking>(
    game: &Game<R>,
    library: &Library,
    asked: &Advise,
    limit: &Limit,
    watch: &Watch<'_>,
) -> Result<Value, Trouble> {
    let rules = &**game.rules();
    let Some(side) = game.to_act() else { return Err(Trouble::error("The game is over: there is nothing to advise.")) };
    if let Some(name) = &asked.side {
        let named = rulesets::side_named(rules, name).map_err(Trouble::error)?;
        if named != side {
            return Err(Trouble::error(format!("It is {} that is to decide.", R::side_name(side))));
        }
    }
    let mind = Mind::<R>::load(&|path| library.read(path), asked.level, asked.seed).map_err(Trouble::error)?;
    let view = View::of(rules, game.state(), side);
    let patience = Patience {
        work: asked.limit.runs().map_or(u64::MAX, |_| limit.effort.runs),
        given_up: &|| watch.passed(limit.time).is_none(),
        enough: &|| watch.passed(limit.time).is_some_and(|share| share >= 1.0),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let decision = mind.on_threads(threads).explaining().decide(rules, &view, &patience);
    let Some(decision) = decision else {
        let gone = (patience.given_up)();
        return Err(if gone { Trouble::GivenUp } else { Trouble::error("There is nothing to decide.") });
    };
    let mut because = vec![decision.sentence()];
    if rules.weighable(view.seen(), &decision.command) {
        because.extend(likeliest(rules, view.seen(), &decision.command));
    }
    let weighed: Vec<Value> =
        decision.weighed.iter().map(|weighed| told(rules, view.seen(), &decision, weighed)).collect();
    Ok(json!({
        "command": decision.command,
        "phrase": rules.phrase(view.seen(), &decision.command),
        "rule": rules.kind(view.seen(), &decision.command).rule,
        "because": because,
        "weighed": weighed,
        "work": decision.work,
    }))
}

fn told<R: Teaching + Thinking>(rules: &R, seen: &R::State, decision: &Decision<R>, weighed: &Weighed<R>) -> Value {
    json!({
        "command": weighed.command,
        "phrase": rules.phrase(seen, &weighed.command),
        "rule": rules.kind(seen, &weighed.command).rule,
        "worth": weighed.worth,
        "because": decision.sentence_on(weighed),
    })
}
