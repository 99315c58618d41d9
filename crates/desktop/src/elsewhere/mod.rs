//! Games that two machines share. The one who invites has a host in this program, and sits down at it as a client like his guest, so
//! that there is one kind of table only.

mod company;
mod invite;
mod join;
mod kept;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::elsewhere::CompanyModel;
use panels::theme::SideMark;

use crate::shell::banner::Banner;
use crate::shell::game::{Play, Refused, carry_out};
use crate::shell::order::GameSystems;
use crate::shell::playback::Playback;
use crate::shell::staged::Staged;
use crate::shell::told::{News, Told};

pub use invite::{Invite, own_address};
pub use join::Join;
pub use kept::KeptSeat;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Company>().add_plugins((company::plugin, invite::plugin, join::plugin));
}

/// Shared games of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    invite::of::<R>(app);
    app.add_systems(
        Update,
        hear::<R>.before(carry_out::<R>).in_set(GameSystems::Orders).run_if(resource_exists::<Play<R>>),
    );
}

/// Who is at the table of a shared game; nobody if the game on the table is not shared.
#[derive(Resource, Default)]
pub struct Company {
    pub model: Option<CompanyModel>,
    /// How many lines were read.
    read: usize,
}

/// Hears what has come from the host.
fn hear<R: Staged>(
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
