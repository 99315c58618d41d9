//! Why the computer gave an order, and what a Veteran would do. A mind remembers nothing: the decision is thought over once more, from
//! what its side saw then.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use opponent::{Decision, Level, View, Weighed, likeliest};
use panels::computer::{Promise, Told, WhyModel, WhyState};
use panels::teacher::{HintLine, Veteran};
use tabletop::game::Game;
use teacher::mentions::mentions;

use super::ask::Asked;
use crate::shell::eyes::Eyes;
use crate::shell::game::Play;
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;
use crate::shell::table::Table;
use crate::teacher::{Open, Teacher, Wanted};

/// Questions to a mind that are under way.
#[derive(Resource)]
pub struct Whys<R: Staged> {
    why: Option<(usize, Asked<R>)>,
    advice: Option<(usize, Asked<R>)>,
}

impl<R: Staged> Default for Whys<R> {
    fn default() -> Self {
        Self { why: None, advice: None }
    }
}

/// The order of the computer nearest to this one, before it or after it.
fn beside<R: Staged>(game: &Game<R>, order: usize) -> [Option<usize>; 2] {
    let given = |n: &usize| !game.entries()[*n].by.is_person();
    [(0..order.min(game.cursor())).rev().find(given), (order + 1..game.cursor()).find(given)]
}

/// What is known of an order before a mind is asked.
pub(super) fn begun<R: Staged>(game: &Game<R>, order: usize, eyes: Eyes<R::Side>) -> Option<WhyModel> {
    let entry = game.entries().get(order).filter(|entry| !entry.by.is_person() && order < game.cursor())?;
    let (rules, before) = (game.rules(), game.state_at(order));
    let side = rules.giver(before, &entry.command)?;
    let state = match (R::HIDES && eyes != Eyes::All, rules.to_act(before) == Some(side)) {
        (true, _) => WhyState::Withheld,
        (false, true) => WhyState::Thinking,
        (false, false) => WhyState::Nothing("It interrupted, and did not consider this."),
    };
    let moment = rules.moment(&eyes.look(&**rules, before)).1;
    Some(WhyModel {
        who: format!("{}, {}", entry.by.name(), R::side_name(side)),
        moment,
        state,
        around: beside(game, order),
    })
}

/// The reasons in words.
pub(super) fn told<R: Staged>(rules: &R, seen: &R::State, given: &R::Command, decision: &Decision<R>) -> WhyState {
    if decision.command != *given {
        return WhyState::Nothing("Today's computer player would decide differently: an older one gave this order.");
    }
    let promise = |command: &R::Command, because: String, worth: i64| Promise {
        phrase: rules.phrase(seen, command),
        because,
        worth: worth / 1_000,
        rule: rules.kind(seen, command).rule,
    };
    let worth = decision.weighed.iter().find(|weighed| weighed.command == *given).map_or(0, |weighed| weighed.worth);
    let other = |weighed: &Weighed<R>| promise(&weighed.command, decision.sentence_on(weighed), weighed.worth);
    WhyState::Told(Told {
        order: promise(given, decision.sentence(), worth),
        likeliest: rules.weighable(seen, given).then(|| likeliest(rules, seen, given)).flatten(),
        others: decision.weighed.iter().filter(|weighed| weighed.command != *given).map(other).collect(),
    })
}

/// Answers “Why?”.
pub fn ask<R: Staged>(
    play: Res<Play<R>>,
    seat: Option<Res<Seat<R>>>,
    table: Res<Table>,
    mut whys: ResMut<Whys<R>>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(game) = play.game.whole() else {
        if let Open::Wanted(Wanted::Why(_)) = teacher.open {
            teacher.open = Open::Nothing;
        }
        return;
    };
    if let Open::Wanted(Wanted::Why(order)) = teacher.open {
        let eyes = seat.as_ref().map_or(Eyes::All, |seat| seat.eyes(&play.game));
        whys.why = None;
        let model = begun(game, order, eyes);
        let side = game.entries().get(order).and_then(|e| game.rules().giver(game.state_at(order), &e.command));
        if let (Some(WhyModel { state: WhyState::Thinking, .. }), Some(side)) = (&model, side)
            && let Some(level) = Level::of(game.entries()[order].by)
        {
            let view = View::of(&**game.rules(), game.state_at(order), side);
            whys.why = Some((order, Asked::what_to_do_and_why(game.rules(), &table.library, view, level, game.seed())));
        }
        teacher.open = model.map_or(Open::Nothing, |model| Open::Why(order, model));
        redraw.write(RequestRedraw);
    }
    let Some((order, asked)) = &mut whys.bypass_change_detection().why else { return };
    let order = *order;
    let Open::Why(shown, model) = &teacher.open else {
        whys.why = None;
        return;
    };
    let Some(answer) = asked.answer() else { return };
    redraw.write(RequestRedraw);
    let Some(entry) = game.entries().get(order).filter(|_| *shown == order) else {
        whys.why = None;
        return;
    };
    let rules = &**game.rules();
    let side = rules.giver(game.state_at(order), &entry.command);
    let state = match (answer, side) {
        (Ok(decision), Some(side)) => told(rules, &rules.view(game.state_at(order), side), &entry.command, &decision),
        _ => WhyState::Nothing("The reasons cannot be worked out again."),
    };
    let model = WhyModel { state, ..model.clone() };
    teacher.open = Open::Why(order, model);
    whys.why = None;
}

/// What a Veteran would do, in “What can I do?”.
pub fn advise<R: Staged>(
    play: Res<Play<R>>,
    table: Res<Table>,
    mut whys: ResMut<Whys<R>>,
    mut teacher: ResMut<Teacher>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Open::Help(point, model, _) = &teacher.open else {
        if whys.advice.is_some() {
            whys.advice = None;
        }
        return;
    };
    let point = *point;
    if model.veteran != Some(Veteran::Thinking) || point != play.point() {
        return;
    }
    let (game, rules) = (&play.game, play.game.rules());
    let Some(side) = rules.to_act(play.state()) else { return };
    if whys.advice.as_ref().is_none_or(|(about, _)| *about != point) {
        let view = View::of(&**rules, play.state(), side);
        let asked = Asked::what_to_do_and_why(rules, &table.library, view, Level::Veteran, game.seed());
        whys.advice = Some((point, asked));
    }
    let Some(answer) = whys.bypass_change_detection().advice.as_mut().and_then(|(_, asked)| asked.answer()) else {
        return;
    };
    redraw.write(RequestRedraw);
    whys.advice = None;
    let Open::Help(_, model, about) = &mut teacher.open else { return };
    let seen = rules.view(play.state(), side);
    model.veteran = answer.ok().map(|decision| {
        about.hints.push(mentions(&decision.command));
        let rule = rules.kind(&seen, &decision.command).rule;
        Veteran::Would(HintLine { phrase: rules.phrase(&seen, &decision.command), reason: decision.sentence(), rule })
    });
}
