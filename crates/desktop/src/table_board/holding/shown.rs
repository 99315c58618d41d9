//! How fire that is held is shown beside the table: the answers to the question, and what the side that looks has said.

use bevy_egui::egui;
use egui::Ui;
use panels::Intent;
use panels::holding::heading;
use panels::prompt::{Answer, Does};
use panels::theme::{Press, Weight, hint as small, note};

use super::{Holding, can_be_said, may_say};
use crate::shell::game::Play;
use crate::shell::seat::Seat;
use crate::table_board::fielded::Fielded;

/// The key that lets the enemy go on for as long as he acts, and the one that does so for this turn.
const HOLD: char = 'H';
const NOT_THIS_TURN: char = 'K';
/// The key of the prompt's answer that lets him go on for now.
const ENDS: char = '0';

/// The answers of the prompt where a side is asked whether it fires: what holds fire has letters of its own. While its shots `lie_open`
/// they are answers over the table, with the digits, and not in the prompt as well.
pub(crate) fn ask<R: Fielded>(play: &Play<R>, seat: &Seat<R>, lie_open: bool, answers: Vec<Answer>) -> Vec<Answer> {
    let asked = seat.view().filter(|_| !seat.offers().is_empty()).and_then(|view| play.game.rules().fire_asked(view));
    let Some(asked) = asked else { return answers };
    let gives = |answer: &Answer| match answer.does {
        Does::At(Intent::Choose { index, .. }) => seat.offers().get(index),
        _ => None,
    };
    let (holds, rest): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| gives(answer) == Some(&asked.holds));
    let (ends, mut first): (Vec<Answer>, Vec<Answer>) = rest.into_iter().partition(|answer| answer.key == Some(ENDS));
    first.retain(|answer| !lie_open || !only_plans(&answer.does));
    for answer in &mut first {
        answer.key = answer.key.filter(|_| !lie_open);
    }
    first.extend(holds.into_iter().map(|answer| Answer { key: Some(HOLD), ..answer }));
    if can_be_said(play) {
        first.push(Answer {
            label: "Nobody fires this turn".into(),
            hover: "Your side is not asked again this turn whether it fires.".into(),
            weight: Weight::Normal,
            key: Some(NOT_THIS_TURN),
            does: Does::At(Intent::HoldFireThisTurn),
            confirm: None,
        });
    }
    first.extend(ends);
    first
}

/// Whether an answer only shows what shots would come to.
fn only_plans(does: &Does) -> bool {
    let plans = |intent: &Intent| matches!(intent, Intent::Plan { .. });
    match does {
        Does::At(intent) => plans(intent),
        Does::Menu(items) => items.iter().all(|item| plans(&item.intent)),
    }
}

/// How the question is answered while the shots lie open, in a sentence.
pub(crate) fn hint<R: Fielded>(play: &Play<R>, seat: &Seat<R>, shots: usize) -> Option<&'static str> {
    seat.view().and_then(|view| play.game.rules().fire_asked(view))?;
    Some(match shots {
        1 => "Enter fires. 0: nobody fires. H: hold while it acts. K: nobody fires this turn.",
        _ => {
            "A digit fires, or the arrows and Enter. 0: nobody fires. H: hold while it acts. K: nobody fires this turn."
        }
    })
}

/// What the side that looks has said in advance, and the way to say it.
pub(crate) fn held_fire<R: Fielded>(ui: &mut Ui, play: &Play<R>, seat: &Seat<R>, holding: &Holding<R>) -> Vec<Intent> {
    let mut intents = Vec::new();
    let Some(side) = seat.side().filter(|side| may_say(play, seat, *side)) else { return intents };
    ui.horizontal_wrapped(|ui| {
        let say = Press::new(heading(R::side_name(side))).key("I").small();
        let hover = "Say once for each unit: whenever it can, not before a distance, or not this turn. \
                     While nobody means to fire, the enemy goes on without asking you.";
        if ui.add(say.weight(Weight::Quiet).hover(hover)).clicked() {
            intents.push(Intent::SayWhenToFire);
        }
    });
    let lines = holding.lines(play, side);
    if !lines.is_empty() {
        note(ui, "Fire held, for your eyes only:");
    }
    for line in &lines {
        small(ui, line);
    }
    ui.add_space(4.0);
    intents
}
