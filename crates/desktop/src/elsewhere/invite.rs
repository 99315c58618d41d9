//! Inviting: a host in this program, and a seat at it for the one who invites.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;
use bevy_egui::EguiContexts;
use host::{Host, Invitation, Key, PORT, Settings, squares};
use panels::Intent;
use panels::elsewhere::{Away, InviteModel, OpenModel};
use panels::theme::SideMark;
use tabletop::Players;

use super::{Company, Told, wake};
use crate::app::Folders;
use crate::banner::Banner;
use crate::dialogs::Dialog;
use crate::game::{Begin, Beginning, Play, lay_told};
use crate::hud::Said;
use crate::screen::{Page, Screen};
use crate::staged::Staged;
use crate::start::Source;
use crate::storage::Storage;
use crate::table::Table;
use crate::teacher::{Asking, Lesson};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Invite>()
        .add_systems(Update, (obey, follow))
        .add_systems(OnEnter(Screen::Title), |mut invite: ResMut<Invite>| *invite = Invite::default());
}

pub(super) fn of<R: Staged>(app: &mut App) {
    super::company::of::<R>(app);
    app.add_systems(
        Update,
        (laid::<R>.run_if(resource_added::<Play<R>>), describe::<R>, invite::<R>)
            .chain()
            .run_if(resource_exists::<Play<R>>),
    );
}

/// The page that invites, and the host once there is one.
#[derive(Resource)]
pub struct Invite {
    /// The page as it stands; none if no game lies on the table.
    pub model: Option<InviteModel>,
    own: usize,
    /// Whether the dice come from both machines.
    fair: bool,
    /// Whether the page is to be opened as soon as the game lies on the table.
    wanted: bool,
    hosting: Option<Hosting>,
}

impl Default for Invite {
    fn default() -> Self {
        Self { model: None, own: 0, fair: true, wanted: false, hosting: None }
    }
}

/// A host in this program.
struct Hosting {
    // It stops when it is dropped.
    host: Host,
    path: PathBuf,
    ruleset: &'static str,
    open: OpenModel,
}

/// Where this machine is on its local network; no message is sent to find that out.
fn own_address() -> IpAddr {
    let local = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    local().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

fn obey(
    mut said: MessageReader<Said>,
    mut invite: ResMut<Invite>,
    mut contexts: EguiContexts,
    mut page: ResMut<Page>,
    mut dialog: ResMut<Dialog>,
    mut banner: ResMut<Banner>,
    mut begins: MessageWriter<Begin>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    for Said(intent) in said.read() {
        let Intent::Elsewhere(away) = intent else { continue };
        redraw.write(RequestRedraw);
        match away {
            Away::InviteTo(_) => invite.wanted = true,
            Away::Invite => {
                *dialog = Dialog::None;
                *page = Page::Invite;
            }
            Away::Side(place) => invite.own = *place,
            Away::FairDice(fair) => invite.fair = *fair,
            Away::Copy(text) => {
                contexts.ctx_mut()?.copy_text(text.clone());
                banner.news = Some("The link is copied.".into());
            }
            Away::Stop => {
                if let Some(Hosting { host, path, ruleset, .. }) = invite.hosting.take() {
                    drop(host);
                    begins.write(Begin { ruleset, from: Beginning::Source(Source::File(path)) });
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Another game lies on the table: nobody is hosted any more, unless it is the very one.
fn laid<R: Staged>(play: Res<Play<R>>, mut invite: ResMut<Invite>, mut page: ResMut<Page>) {
    if play.game.told().is_none() {
        invite.hosting = None;
    }
    if std::mem::take(&mut invite.wanted) {
        *page = Page::Invite;
    }
}

/// Keeps it true whether the guest is there.
fn follow(company: Res<Company>, mut invite: ResMut<Invite>) {
    let there = company
        .model
        .as_ref()
        .is_some_and(|model| model.seats.iter().enumerate().any(|(place, (_, here))| *here && place != model.own));
    if let Some(hosting) = &mut invite.bypass_change_detection().hosting
        && hosting.open.there != there
    {
        hosting.open.there = there;
        if there {
            // Who sits there has taken the seat: the words open nothing any more.
            hosting.open.words = None;
        }
        invite.set_changed();
    }
}

/// Why nobody can be invited to the game on the table.
fn why_not<R: Staged>(play: &Play<R>, practises: bool) -> Option<&'static str> {
    if practises {
        Some("Here you learn: nobody can be invited to that. Begin a scenario.")
    } else if play.game.beside() {
        Some("This game is played beside a real table, where both players are.")
    } else if !play.is_live() {
        Some("This game belongs to another window. Invite somebody there.")
    } else if play.game.outcome().is_some() {
        Some("This game is over.")
    } else {
        None
    }
}

fn describe<R: Staged>(
    play: Res<Play<R>>,
    practice: (Option<Res<Lesson<R>>>, Option<Res<Asking<R>>>),
    mut invite: ResMut<Invite>,
) {
    let practises = practice.0.is_some() || practice.1.is_some();
    let sides: [SideMark; 2] = R::SEATS.map(R::mark);
    let open = invite.hosting.as_ref().map(|hosting| hosting.open.clone());
    let elsewhere = "Somebody elsewhere keeps this game, and has invited you to it.";
    let (own, title, why_not) = match (play.game.whole(), play.game.told()) {
        (Some(game), _) => (invite.own, R::title(game.scenario()).to_owned(), why_not(&play, practises)),
        (None, Some(told)) => {
            let own = R::SEATS.iter().position(|side| *side == told.side()).unwrap_or(0);
            (own, told.title().to_owned(), open.is_none().then_some(elsewhere))
        }
        (None, None) => return,
    };
    let model = InviteModel { title, sides, own, fair: invite.fair, why_not: why_not.map(str::to_owned), open };
    if invite.model.as_ref() != Some(&model) {
        invite.model = Some(model);
    }
}

/// Begins to listen, and sits down at the own host.
fn invite<R: Staged>(
    mut said: MessageReader<Said>,
    play: Res<Play<R>>,
    table: Res<Table>,
    folders: Res<Folders>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut invite: ResMut<Invite>,
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut begins: MessageWriter<Begin>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !said.read().any(|Said(intent)| *intent == Intent::Elsewhere(Away::Listen)) || invite.hosting.is_some() {
        return;
    }
    let may = invite.model.as_ref().is_some_and(|model| model.why_not.is_none());
    let (Some(game), Some(side), true) = (play.game.whole(), R::SEATS.get(invite.own).copied(), may) else { return };
    redraw.write(RequestRedraw);
    let fair = invite.fair;
    let mut game = game.clone();
    // Persons play a shared game.
    game.seat(Players::default());
    let (file, path) = match storage.hand_over(&game) {
        Ok(file) => file,
        Err(why) => return banner.say(why),
    };
    let open = || {
        let settings = |port| Settings {
            listen: SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)),
            identity: Some(folders.games.join("host")),
            ..Settings::for_this_machine()
        };
        // Another window may listen at the usual port.
        let host = Host::start(table.library.clone(), &settings(PORT))
            .or_else(|_| Host::start(table.library.clone(), &settings(0)))?;
        let opened = if fair {
            host.open_fair(game, Some(file), Some(side), None)?
        } else {
            host.open(game, Some(file), false, Some(side))?
        };
        let of = |own: bool| opened.seats.iter().find(|seat| (seat.side == R::side_name(side)) == own);
        let (Some(own), Some(friend)) = (of(true), of(false)) else { return Err("There is no such side.".to_owned()) };
        let at = |ip: IpAddr| SocketAddr::new(ip, host.address().port()).to_string();
        let key = Key::Token(own.token.clone());
        let here: Invitation = host.invitation(at(IpAddr::V4(Ipv4Addr::LOCALHOST)), key);
        let told = Told::arrive(R::rules(&table).clone(), here, wake(proxy.as_deref()))?;
        let address = at(own_address());
        let link = host.invitation(address.clone(), Key::Token(friend.token.clone())).to_string();
        let code = squares(&link)?;
        let open = OpenModel { address, words: Some(opened.word), link, code, there: false };
        Ok((told, Hosting { host, path: path.clone(), ruleset: R::ID, open }))
    };
    match open() {
        Ok((told, hosting)) => {
            invite.hosting = Some(hosting);
            invite.wanted = true;
            commands.queue(move |world: &mut World| lay_told::<R>(world, told));
        }
        Err(why) => {
            banner.say(why);
            begins.write(Begin { ruleset: R::ID, from: Beginning::Source(Source::File(path)) });
        }
    }
}
