//! Games that two machines share. The one who invites has a host in this program, and sits down at it as a client like his guest, so
//! that there is one kind of table only.

mod company;
mod invite;
mod join;
mod kept;
mod told;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use panels::elsewhere::CompanyModel;
use panels::theme::SideMark;

use crate::banner::Banner;
use crate::game::{Play, Refused};
use crate::playback::Playback;
use crate::staged::Staged;

pub use invite::{Invite, SHARED_THERE, own_address, seat_in, sit_again};
pub use join::{Arrive, Join, arriving};
pub use kept::KeptSeat;
pub use told::{News, Told};

/// What is said of a side that nobody at this machine hands over.
pub const SHARED: &str = "Two machines share this game: each plays its own side.";

/// What is said when somebody wants a copy of a game that a host keeps.
pub const KEPT_ELSEWHERE: &str =
    "The host keeps this game, with each order. A copy would hold what is hidden from you: there is none here.";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Company>().add_plugins((company::plugin, invite::plugin, join::plugin));
}

/// Shared games of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    invite::of::<R>(app);
}

/// Who is at the table of a shared game; nobody if the game on the table is not shared.
#[derive(Resource, Default)]
pub struct Company {
    /// What is shown.
    pub model: Option<CompanyModel>,
    /// How many lines were read.
    read: usize,
}

/// What is asked while an answer cannot be given: the line is lost, or the other side decides.
pub fn waits_for<R: Staged>(play: &Play<R>) -> Option<String> {
    let told = play.game.told()?;
    if told.ended.is_some() {
        return Some("The line to the host has ended. What was played is kept there.".to_owned());
    }
    if told.lost.is_some() {
        return Some("The line is lost, and is being mended. Nothing of the game is lost.".to_owned());
    }
    let acting = play.game.to_act()?;
    if !play.game.decides_here(acting) {
        return Some(format!("{} decides. You see what you may see of it.", R::side_name(acting)));
    }
    let away = told.present.iter().find(|seat| seat.dice == Some(false))?;
    Some(format!("The dice come from both machines, and that of {} is not here. Orders wait until it is.", away.side))
}

/// Hears what has come from the host.
pub fn hear<R: Staged>(
    mut play: ResMut<Play<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    mut company: ResMut<Company>,
    mut refused: ResMut<Refused>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = play.is_now();
    let Some(told) = play.bypass_change_detection().game.told_mut() else {
        if company.model.is_some() {
            *company = Company::default();
        }
        return;
    };
    let present = told.present.clone();
    let news = told.listen();
    // Whose dice are there is asked for by the prompt alone.
    let heard = !news.is_empty() || told.present != present;
    for news in news {
        match news {
            News::Happened(events) if now => playback.push(events),
            News::Happened(_) => {}
            News::Anew => playback.clear(),
            News::Refused(refusal) => refused.0 = Some(refusal),
            News::Problem(why) => banner.say(why),
        }
    }
    let model = company_of(told, company.model.as_ref(), company.read);
    let changed = company.model.as_ref() != Some(&model);
    if changed {
        if model.open {
            company.read = model.said.len();
        }
        company.model = Some(model);
    }
    if heard || changed {
        play.set_changed();
        redraw.write(RequestRedraw);
    }
}

fn company_of<R: Staged>(told: &Told<R>, before: Option<&CompanyModel>, read: usize) -> CompanyModel {
    let sides = told.rules().sides();
    let place = |name: &str| sides.iter().position(|&side| R::side_name(side) == name).unwrap_or(0);
    let here = |side: R::Side| told.present.iter().any(|seat| seat.side == R::side_name(side) && seat.here > 0);
    let seats: Vec<(SideMark, bool)> = sides.iter().map(|&side| (R::mark(side), here(side))).collect();
    let open = before.is_some_and(|before| before.open);
    CompanyModel {
        seats,
        own: sides.iter().position(|side| *side == told.side()).unwrap_or(0),
        said: told.said.iter().map(|said| (place(&said.by), said.text.clone())).collect(),
        unread: if open { 0 } else { told.said.len().saturating_sub(read) },
        open,
        draft: before.map_or_else(String::new, |before| before.draft.clone()),
        lost: told.lost.is_some(),
        ended: told.ended.clone(),
        asked: told.asked.is_some(),
        waits: told.waits,
    }
}

/// Wakes the window, which rests while nothing happens, from another thread.
pub type Wake = Box<dyn Fn() + Send>;

/// What wakes this window.
pub fn wake(proxy: Option<&EventLoopProxyWrapper>) -> Wake {
    let proxy = proxy.map(|proxy| (**proxy).clone());
    Box::new(move || {
        if let Some(proxy) = &proxy {
            // A window that has closed needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    })
}
