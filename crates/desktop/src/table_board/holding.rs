//! Fire that is held on the table: what both sides have said in advance, the questions they are spared, and the page on which they say
//! it. It belongs to the window, and not to the game.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use panels::Intent;
use panels::holding::{Advance, Asked, HoldingModel, HoldingWant, Holds, holding_panel};
use panels::screens::modal;

use super::around::whisper;
use super::fielded::Fielded;
use super::foreseen::foresee;
use super::hand::Hand;
use super::keys;
use crate::shell::dialog::{Desk, Dialog};
use crate::shell::game::{Order, OwnDice, Play, Waiting};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::pressed::{Keys, Pressed};
use crate::shell::said::Said;
use crate::shell::screen::{OnTable, on_board};
use crate::shell::seat::{OnItsWay, Seat};
use crate::shell::standing::Standing;
use crate::shell::told::Told;

mod shown;
#[cfg(test)]
mod tests;

pub(super) use shown::{ask, held_fire, hint};

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.init_resource::<Holding<R>>()
        .add_systems(
            Update,
            (
                (press::<R>, obey::<R>).chain().after(keys::obey::<R>).in_set(GameSystems::Input.of(Room::Board)),
                answer::<R>.after(GameSystems::Laying).before(GameSystems::Events),
                lay_out::<R>.before(foresee::<R>).before(whisper::<R>).in_set(GameSystems::After.of(Room::Board)),
            )
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(OnExit(OnTable::of::<R>()), |mut holding: ResMut<Holding<R>>, mut way: ResMut<OnItsWay>| {
            (*holding, way.0) = (Holding::default(), None);
        })
        .add_systems(
            EguiPrimaryContextPass,
            draw::<R>.run_if(on_board).run_if(resource_exists::<Play<R>>).in_set(HudSystems::Above.of(Room::Board)),
        );
}

/// What both sides have said in advance, and the page on which one of them says it.
#[derive(Resource)]
pub(super) struct Holding<R: Fielded> {
    advance: Advance,
    page: Page<R::Side>,
}

/// The page on which a side says when it fires.
enum Page<S> {
    /// It is put away.
    Away,
    /// This side is on its way to the table; it `sits` there once the key that opened the curtain is no longer heard.
    Called { side: S, sits: bool },
    /// It lies open, with what stands there for this side. `reads`: whether the rulebook lies over it.
    Open { side: S, answers: Vec<Option<i32>>, reads: bool },
}

impl<R: Fielded> Default for Holding<R> {
    fn default() -> Self {
        Self { advance: Advance::default(), page: Page::Away }
    }
}

fn place<R: Fielded>(rules: &R, side: R::Side) -> usize {
    rules.sides().iter().position(|other| *other == side).unwrap_or_default()
}

/// Whether something can be said of the game in this window: it is played on the table, and is more than practice.
fn can_be_said<R: Fielded>(play: &Play<R>) -> bool {
    play.is_now() && play.practice().is_none() && !play.game.beside()
}

/// The question whether a side fires now, as everybody knows it, if a person at this window is asked.
fn asked<R: Fielded>(play: &Play<R>) -> Option<Asked> {
    let (rules, state) = (&**play.game.rules(), play.game.state());
    let acts = play.game.to_act().filter(|_| can_be_said(play) && rules.fire_asked(state).is_some())?;
    let side = place(rules, acts);
    let may_fire = play.game.decides_here(acts).then(|| rules.may_fire(state, side)).flatten()?;
    Some(Asked { side, orders: play.game.cursor(), turn: rules.moment(state).0, may_fire })
}

/// Answers for a side that has said when it fires, before anybody sits down for the question. Who waits for a distance that nobody can
/// measure is asked.
fn answer<R: Fielded>(
    play: Res<Play<R>>,
    (mut waiting, mut own): (ResMut<Waiting<R>>, ResMut<OwnDice>),
    mut holding: ResMut<Holding<R>>,
    mut on_its_way: ResMut<OnItsWay>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if play.is_added() {
        *holding = Holding::default();
        on_its_way.0 = None;
    }
    let orders_given = play.game.cursor();
    if holding.advance.is_new(orders_given) {
        holding.advance.changed(orders_given);
    } else if on_its_way.is_at(&play) {
        if play.game.told().is_some_and(Told::is_ordering) {
            return;
        }
        // It was not carried out, since dice are to be typed for it: who throws them decides as well.
        if waiting.0.take().is_some() {
            own.forget();
        }
        holding.advance.let_be(orders_given);
    }
    on_its_way.0 = None;
    let Some(asked) = asked(&play).filter(|asked| holding.advance.spares(asked, || true)) else { return };
    let Some(question) = play.game.rules().fire_asked(play.game.state()) else { return };
    holding.advance.gave(asked.orders);
    on_its_way.0 = Some(asked.orders);
    orders.write(Order(vec![question.lets_go_on]));
    redraw.write(RequestRedraw);
}

/// The keys of the question whether a side fires, and the one that opens the page.
fn press<R: Fielded>(
    mut keys: Keys,
    standing: Res<Standing>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    mut said: MessageWriter<Said>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Pressed { key, held, repeat } in keys.on_board() {
        if repeat || held.ctrl || standing.curtain || !standing.still || !standing.now {
            continue;
        }
        let Key::Character(text) = key else { continue };
        let question = seat.view().filter(|_| !seat.offers().is_empty());
        let question = question.and_then(|view| play.game.rules().fire_asked(view));
        match (text.as_str(), question) {
            ("i" | "I", _) => _ = said.write(Said(Intent::SayWhenToFire)),
            ("k" | "K", Some(_)) => _ = said.write(Said(Intent::HoldFireThisTurn)),
            ("h" | "H", Some(question)) => _ = orders.write(Order(vec![question.holds])),
            // While no list lies open, the prompt has the digits.
            ("0", Some(question)) if hand.question.is_some() => _ = orders.write(Order(vec![question.lets_go_on])),
            _ => continue,
        }
        redraw.write(RequestRedraw);
    }
}

/// What the panels say about fire that is held.
fn obey<R: Fielded>(
    mut said: MessageReader<Said>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    mut holding: ResMut<Holding<R>>,
    mut dialog: ResMut<Dialog>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        match intent {
            Intent::SayWhenToFire => {
                let Some(side) = seat.side().filter(|side| may_say(&play, &seat, *side)) else { continue };
                holding.open(&play, side);
                *dialog = Dialog::Holding;
            }
            Intent::HoldFireThisTurn => {
                let Some(asked) = asked(&play).filter(|_| !seat.offers().is_empty()) else { continue };
                holding.advance.not_this_turn(asked.side, asked.turn);
            }
            _ => continue,
        }
        redraw.write(RequestRedraw);
    }
}

/// Whether a side that looks may say now when it fires.
fn may_say<R: Fielded>(play: &Play<R>, seat: &Seat<R>, side: R::Side) -> bool {
    let rules = &**play.game.rules();
    can_be_said(play)
        && seat.side() == Some(side)
        && seat.curtain().is_none()
        && play.game.outcome().is_none()
        && play.game.decides_here(side)
        && rules.may_fire(play.game.state(), place(rules, side)).is_some()
}

impl<R: Fielded> Holding<R> {
    /// Lays the page open for a side, with what it has said before.
    fn open(&mut self, play: &Play<R>, side: R::Side) {
        let (rules, state) = (&**play.game.rules(), play.game.state());
        let may_fire = rules.may_fire(state, place(rules, side));
        let said = self.advance.said(place(rules, side));
        let answers = may_fire.map(|may_fire| said.answers(&may_fire, rules.moment(state).0));
        self.page = Page::Open { side, answers: answers.unwrap_or_default(), reads: false };
    }

    /// What a side has said, a line each, for its own eyes.
    fn lines(&self, play: &Play<R>, side: R::Side) -> Vec<String> {
        let (rules, state) = (&**play.game.rules(), play.game.state());
        let place = place(rules, side);
        let may_fire = rules.may_fire(state, place).filter(|_| can_be_said(play));
        let turn = rules.moment(state).0;
        may_fire.map(|may_fire| self.advance.said(place).lines(&may_fire, turn)).unwrap_or_default()
    }
}

/// Opens the page when the side that was called sits at the table or has closed the rulebook over it, and puts it away when it is
/// closed.
fn lay_out<R: Fielded>(
    play: Res<Play<R>>,
    desk: Res<Desk>,
    mut seat: ResMut<Seat<R>>,
    mut holding: ResMut<Holding<R>>,
    mut dialog: ResMut<Dialog>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let sits = |side| may_say(&play, &seat, side);
    match &mut holding.page {
        Page::Called { side, sits: sat } if sits(*side) => {
            let side = *side;
            if !std::mem::replace(sat, true) {
                redraw.write(RequestRedraw);
                return;
            }
            holding.open(&play, side);
            *dialog = Dialog::Holding;
        }
        Page::Open { side, reads, .. } if *dialog == Dialog::None && sits(*side) && desk.rulebook.is_some() => {
            *reads = true;
            return;
        }
        Page::Open { side, reads, .. } if *dialog == Dialog::None && *reads && sits(*side) => {
            *reads = false;
            *dialog = Dialog::Holding;
        }
        Page::Open { .. } if *dialog != Dialog::Holding => {
            seat.call(None);
            holding.page = Page::Away;
        }
        _ => return,
    }
    redraw.write(RequestRedraw);
}

/// The page over the table.
fn draw<R: Fielded>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    mut seat: ResMut<Seat<R>>,
    mut holding: ResMut<Holding<R>>,
    mut dialog: ResMut<Dialog>,
    mut said: MessageWriter<Said>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let Page::Open { side, answers, .. } = &holding.page else { return Ok(()) };
    let (side, rules) = (*side, &**play.game.rules());
    let Some(may_fire) = rules.may_fire(play.game.state(), place(rules, side)).filter(|_| *dialog == Dialog::Holding)
    else {
        return Ok(());
    };
    let other = play.game.persons().into_iter().find(|other| *other != side);
    let name = other.map(|other| R::side_name(other).to_owned());
    let model = HoldingModel { side: R::mark(side), may_fire, answers: answers.clone(), other: name };
    let ctx = contexts.ctx_mut()?.clone();
    let mut wants = Vec::new();
    let closes = modal(&ctx, "holding fire", 860.0, |ui| {
        wants = holding_panel(ui, &model);
        Vec::new()
    });
    wants.extend(closes.into_iter().map(|_| HoldingWant::Close));
    let turn = rules.moment(play.game.state()).0;
    for want in wants {
        redraw.write(RequestRedraw);
        let page = match want {
            HoldingWant::Answer(question, value) => {
                if let Page::Open { answers, .. } = &mut holding.page {
                    Holds::put(answers, question, value);
                }
                continue;
            }
            HoldingWant::OpenRule(rule) => {
                said.write(Said(Intent::OpenRule(rule)));
                continue;
            }
            HoldingWant::Say => {
                if let Page::Open { answers, .. } = &holding.page {
                    let holds = Holds::said(&model.may_fire, answers, turn);
                    holding.advance.say(place(rules, side), holds);
                }
                Page::Away
            }
            HoldingWant::Forget => {
                holding.advance.say(place(rules, side), Holds::default());
                Page::Away
            }
            HoldingWant::Other => other.map_or(Page::Away, |side| Page::Called { side, sits: false }),
            HoldingWant::Close => Page::Away,
        };
        seat.call(match page {
            Page::Called { side, .. } => Some(side),
            _ => None,
        });
        (holding.page, *dialog) = (page, Dialog::None);
        break;
    }
    Ok(())
}
