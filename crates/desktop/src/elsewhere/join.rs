//! Joining: from an invitation to a game on the table.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::BlockByBlock;
use host::{Invitation, Key, PROTOCOL, say_once};
use panels::Intent;
use panels::elsewhere::{Away, JoinModel, SeatLine};
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use serde_json::json;
use skirmish::Skirmish;

use super::kept::KeptSeat;
use crate::shell::game::lay_told;
use crate::shell::order::{GameSystems, Room};
use crate::shell::pool::wake;
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::staged::Staged;
use crate::shell::storage::Storage;
use crate::shell::table::Table;
use crate::shell::told::Told;

/// Sits down at a game of one ruleset, in a thread of its own, and lays it on the table.
type Arrive = Box<dyn FnOnce(Invitation) -> Result<Lay, String> + Send>;

/// Lays a game on the table of the window.
type Lay = Box<dyn FnOnce(&mut World) + Send>;

/// Sitting down at a game of this ruleset.
fn arriving<R: Staged>(table: &Table) -> (&'static str, Arrive) {
    let rules = R::rules(table).clone();
    let arrive: Arrive = Box::new(move |invitation| {
        let told = Told::arrive(rules, invitation, wake)?;
        Ok(Box::new(move |world: &mut World| lay_told::<R>(world, told)))
    });
    (R::ID, arrive)
}

/// Sitting down at a game of each ruleset, by its id.
fn arrivals(table: &Table) -> Vec<(&'static str, Arrive)> {
    vec![
        arriving::<BlockByBlock>(table),
        arriving::<SearchAndDestroy>(table),
        arriving::<Platoon>(table),
        arriving::<Skirmish>(table),
    ]
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Join>()
        .add_systems(Update, (obey, receive).chain().in_set(GameSystems::Laying.of(Room::Elsewhere)));
}

/// What came of an attempt: the seat, and the game to be laid on the table.
type Arrived = Result<(KeptSeat, Lay), String>;

/// The page on which one joins.
#[derive(Resource, Default)]
pub struct Join {
    typed: String,
    problem: Option<String>,
    seats: Vec<KeptSeat>,
    coming: Option<Mutex<Receiver<Arrived>>>,
}

impl Join {
    /// The page as it stands.
    pub fn model(&self) -> JoinModel {
        let line = |seat: &KeptSeat| {
            let at = seat.invitation().map_or_else(String::new, |invitation| invitation.address);
            SeatLine { title: seat.title.clone(), about: format!("{at} · {}", seat.when) }
        };
        JoinModel {
            typed: self.typed.clone(),
            busy: self.coming.is_some(),
            problem: self.problem.clone(),
            seats: self.seats.iter().map(line).collect(),
        }
    }

    /// Asks the host in a thread of its own.
    pub fn go(&mut self, invitation: Invitation, table: &Table) {
        if self.coming.is_some() {
            return;
        }
        self.problem = None;
        let arrivals = arrivals(table);
        let (send, receive) = channel();
        std::thread::spawn(move || {
            let _ = send.send(sit_down(invitation, arrivals));
            wake();
        });
        self.coming = Some(Mutex::new(receive));
    }
}

/// Knocks, learns what is played there, and sits down.
fn sit_down(mut invitation: Invitation, arrivals: Vec<(&str, Arrive)>) -> Arrived {
    let mut hello = json!({"protocol": PROTOCOL});
    match &invitation.key {
        Key::Token(token) => hello["token"] = token.as_str().into(),
        Key::Word(word) => hello["word"] = word.as_str().into(),
    }
    let welcome = say_once(&mut invitation, "hello", hello)?;
    let part = |name: &str| welcome[name].as_str().unwrap_or_default().to_owned();
    if let Some(token) = welcome["token"].as_str() {
        // The words are void from now on; the seat is opened by its own secret.
        invitation.key = Key::Token(token.to_owned());
    }
    let ruleset = part("ruleset");
    let Some((_, arrive)) = arrivals.into_iter().find(|(id, _)| *id == ruleset) else {
        return Err(format!("They play `{ruleset}` there, a ruleset that this program does not know."));
    };
    let seat = KeptSeat {
        link: invitation.to_string(),
        title: format!("{}, {}", part("title"), part("side")),
        when: jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
    };
    Ok((seat, arrive(invitation)?))
}

fn obey(
    mut said: MessageReader<Said>,
    mut join: ResMut<Join>,
    table: Res<Table>,
    storage: Res<Storage>,
    mut page: ResMut<Page>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        let Intent::Elsewhere(away) = intent else { continue };
        redraw.write(RequestRedraw);
        match away {
            Away::OpenJoin => {
                join.problem = None;
                join.seats = KeptSeat::all(&storage.folders().games).into_iter().map(|(seat, _)| seat).collect();
                *page = Page::Join;
            }
            Away::Typed(typed) => join.typed.clone_from(typed),
            Away::Join => match join.typed.parse::<Invitation>() {
                Ok(invitation) => join.go(invitation, &table),
                Err(why) => join.problem = Some(why),
            },
            Away::SitDown(place) => {
                if let Some(invitation) = join.seats.get(*place).and_then(KeptSeat::invitation) {
                    join.go(invitation, &table);
                }
            }
            _ => {}
        }
    }
}

/// Lays the game on the table when the host has answered.
pub(super) fn receive(
    mut join: ResMut<Join>,
    storage: Res<Storage>,
    page: Res<Page>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(coming) = &mut join.bypass_change_detection().coming else { return };
    let came = coming.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
    let arrived = match came {
        Ok(arrived) => arrived,
        Err(TryRecvError::Empty) => return,
        Err(TryRecvError::Disconnected) => Err("Sitting down failed: please report what you did.".to_owned()),
    };
    join.coming = None;
    redraw.write(RequestRedraw);
    match arrived {
        Ok((seat, lay)) => {
            let kept = seat.keep(&storage.folders().games);
            // Who has gone elsewhere meanwhile finds the seat on the page.
            if *page == Page::Join {
                join.typed.clear();
                commands.queue(move |world: &mut World| {
                    lay(world);
                    world.resource_mut::<crate::shell::banner::Banner>().say(kept.err());
                });
            }
        }
        Err(why) => join.problem = Some(why),
    }
}
