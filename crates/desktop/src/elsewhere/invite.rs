//! Inviting: a host in this program, and a seat at it for the one who invites.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use host::{Host, Invitation, Key, PORT, Settings, Shared, squares};
use panels::Intent;
use panels::elsewhere::{Away, InviteModel, OpenModel};
use panels::theme::SideMark;
use tabletop::{Game, Players};

use super::Company;
use crate::shell::banner::Banner;
use crate::shell::dialog::Dialog;
use crate::shell::folders::Folders;
use crate::shell::game::{Begin, Beginning, Play, SitAgain, lay, lay_told};
use crate::shell::order::{GameSystems, Room};
use crate::shell::pool::wake;
use crate::shell::said::Said;
use crate::shell::screen::{OnTable, Page, Screen};
use crate::shell::staged::Staged;
use crate::shell::start::Source;
use crate::shell::storage::Storage;
use crate::shell::table::Table;
use crate::shell::told::Told;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Invite>()
        .add_systems(Update, (obey, follow).chain().in_set(GameSystems::Heed.of(Room::Elsewhere)))
        .add_systems(OnEnter(Screen::Title), |mut invite: ResMut<Invite>| *invite = Invite::default());
}

pub(super) fn of<R: Staged>(app: &mut App) {
    super::company::of::<R>(app);
    app.add_systems(
        Update,
        (laid::<R>.run_if(resource_added::<Play<R>>), describe::<R>, invite::<R>)
            .chain()
            .after(super::join::receive)
            .in_set(GameSystems::Laying.of(Room::Elsewhere))
            .run_if(resource_exists::<Play<R>>),
    )
    .add_systems(Update, sit_down::<R>.after(lay::<R>).in_set(GameSystems::Laying.of(Room::Elsewhere)));
}

/// The page that invites, and the host once there is one.
#[derive(Resource)]
pub struct Invite {
    /// The page as it stands; none if no game lies on the table.
    pub model: Option<InviteModel>,
    own: usize,
    /// Whether the dice come from both machines.
    fair: bool,
    /// Where its host listens, if it can: links name the port.
    port: u16,
    /// Whether the page is to be opened as soon as the game lies on the table.
    wanted: bool,
    /// Whether others are to be let in as soon as a game is gone on with that is shared already.
    listens: bool,
    hosting: Option<Hosting>,
}

impl Default for Invite {
    fn default() -> Self {
        Self { model: None, own: 0, fair: true, port: PORT, wanted: false, listens: false, hosting: None }
    }
}

/// What is said of a game that others were invited to.
const SHARED_BEFORE: &str = "This game is shared with somebody. To go on with it, choose Invite somebody in the menu: the link is as good as before.";

/// What is said to somebody who would change sides in such a game.
const SIDES_STAY: &str = "This game is shared: the other side and all that it hides is your friend's.";

/// Who finds a host in this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Everybody on the local network.
    Network,
    /// This window alone.
    Window,
}

/// A host in this program.
struct Hosting {
    // It stops when it is dropped.
    host: Host,
    path: PathBuf,
    ruleset: &'static str,
    /// What the friend is told; none while nobody else is let in.
    open: Option<OpenModel>,
}

/// Where this machine is on its local network; no message is sent to find that out.
pub fn own_address() -> IpAddr {
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
            Away::Side(place) if invite.hosting.is_none() => invite.own = *place,
            Away::Side(place) if *place != invite.own => banner.news = Some(SIDES_STAY.into()),
            Away::FairDice(fair) => invite.fair = *fair,
            Away::Copy(text) => {
                contexts.ctx_mut()?.copy_text(text.clone());
                banner.news = Some("The link is copied.".into());
            }
            Away::Stop => {
                let Some(hosting) = invite.hosting.take() else { continue };
                begins.write(hosting.end());
            }
            // The host of this window alone becomes one for the network: it is started again.
            Away::Listen => {
                let Some(hosting) = invite.hosting.take_if(|hosting| hosting.open.is_none()) else { continue };
                invite.listens = true;
                begins.write(hosting.end());
            }
            Away::Alone => {
                let Some(hosting) = invite.hosting.take_if(|hosting| hosting.open.is_none()) else { continue };
                let forgotten = Shared::forget(&hosting.path);
                banner.say(forgotten.err().map(|why| format!("What opens the seats cannot be taken away: {why}.")));
                begins.write(hosting.end());
            }
            _ => {}
        }
    }
    Ok(())
}

impl Hosting {
    /// Stops the host; what it kept is to lie on the table.
    fn end(self) -> Begin {
        let Self { host, path, ruleset, .. } = self;
        drop(host);
        Begin { ruleset, from: Beginning::Source(Source::File(path)) }
    }
}

/// Another game lies on the table: nobody is hosted any more, unless it is the very one.
fn laid<R: Staged>(
    play: Res<Play<R>>,
    storage: Res<Storage>,
    mut invite: ResMut<Invite>,
    mut page: ResMut<Page>,
    mut banner: ResMut<Banner>,
) {
    if let Some(game) = play.game.whole() {
        invite.hosting = None;
        let before = storage.path().and_then(Shared::beside);
        invite.port = before.as_ref().map_or(PORT, |before| before.port);
        // A game that was shared before is offered as it was.
        if let Some(Shared { own: Some(own), .. }) = before {
            (invite.own, invite.fair) = (own, game.fair().is_some());
            if game.outcome().is_none() && !invite.wanted {
                banner.news = Some(SHARED_BEFORE.into());
            }
        }
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
    let hosting = invite.bypass_change_detection().hosting.as_mut();
    if let Some(open) = hosting.and_then(|hosting| hosting.open.as_mut())
        && open.there != there
    {
        open.there = there;
        if there {
            // Who sits there has taken the seat: the words open nothing any more.
            open.words = None;
        }
        invite.set_changed();
    }
}

/// Why nobody can be invited to the game on the table.
fn why_not<R: Staged>(play: &Play<R>) -> Option<&'static str> {
    if play.practice().is_some() {
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

fn describe<R: Staged>(play: Res<Play<R>>, mut invite: ResMut<Invite>) {
    let sides: [SideMark; 2] = R::SEATS.map(R::mark);
    let open = invite.hosting.as_ref().and_then(|hosting| hosting.open.clone());
    let shared = invite.hosting.is_some() && open.is_none();
    let elsewhere = "Somebody elsewhere keeps this game, and has invited you to it.";
    let (own, title, why_not) = match (play.game.whole(), play.game.told()) {
        (Some(game), _) => (invite.own, R::title(game.scenario()).to_owned(), why_not(&play)),
        (None, Some(told)) => {
            let own = R::SEATS.iter().position(|side| *side == told.side()).unwrap_or(0);
            (own, told.title().to_owned(), invite.hosting.is_none().then_some(elsewhere))
        }
        (None, None) => return,
    };
    let model = InviteModel { title, sides, own, fair: invite.fair, why_not: why_not.map(str::to_owned), open, shared };
    if invite.model.as_ref() != Some(&model) {
        invite.model = Some(model);
    }
}

/// Begins to listen, and sits down at the own host.
fn invite<R: Staged>(mut said: MessageReader<Said>, play: Res<Play<R>>, invite: Res<Invite>, mut commands: Commands) {
    if !said.read().any(|Said(intent)| *intent == Intent::Elsewhere(Away::Listen)) || invite.hosting.is_some() {
        return;
    }
    let may = invite.model.as_ref().is_some_and(|model| model.why_not.is_none());
    let (Some(game), Some(side), true) = (play.game.whole(), R::SEATS.get(invite.own).copied(), may) else { return };
    let mut game = game.clone();
    // Persons play a shared game.
    game.seat(Players::default());
    let fair = invite.fair;
    commands.queue(move |world: &mut World| {
        let Err((why, path)) = host_here(world, game, side, fair, Reach::Network) else { return };
        world.resource_mut::<Banner>().say(why);
        if let Some(path) = path {
            world.write_message(Begin { ruleset: R::ID, from: Beginning::Source(Source::File(path)) });
        }
    });
}

/// A shared game that hides something is gone on with in the seat of the one who invited.
fn sit_down<R: Staged>(mut shared: MessageReader<SitAgain<R>>, mut commands: Commands) {
    for SitAgain(game, seat) in shared.read() {
        let (game, seat) = (game.clone(), *seat);
        commands.queue(move |world: &mut World| sit_again(world, game, seat));
    }
}

/// Goes on with a shared game that hides something: in the seat of the one who invited, and nowhere else. Others are let in when
/// the player asks for it.
fn sit_again<R: Staged>(world: &mut World, game: Game<R>, own: usize) {
    let Some(&side) = R::SEATS.get(own) else { return };
    let mut invite = world.resource_mut::<Invite>();
    let reach = if std::mem::take(&mut invite.listens) { Reach::Network } else { Reach::Window };
    // What the page says of the dice holds while it is open; before, what was agreed on.
    let fair = if reach == Reach::Network { invite.fair } else { game.fair().is_some() };
    (invite.hosting, invite.own, invite.fair) = (None, own, fair);
    let path = world.resource::<Storage>().path().map(Path::to_path_buf);
    world.resource_mut::<Invite>().port =
        path.and_then(|path| Shared::beside(&path)).map_or(PORT, |before| before.port);
    match host_here(world, game, side, fair, reach) {
        Ok(()) if reach == Reach::Window => world.resource_mut::<Banner>().news = Some(SHARED_BEFORE.into()),
        Ok(()) => {}
        Err((why, _)) => {
            world.resource_mut::<Storage>().rest();
            world.resource_mut::<Banner>().say(why);
            NextState::set_if_neq(&mut world.resource_mut::<NextState<Screen>>(), Screen::Title);
            NextState::set_if_neq(&mut world.resource_mut::<NextState<OnTable>>(), OnTable(None));
        }
    }
}

/// Starts a host with this game, and sits down there at this side. If that fails, says why, and where the game lies.
fn host_here<R: Staged>(
    world: &mut World,
    game: Game<R>,
    side: R::Side,
    fair: bool,
    reach: Reach,
) -> Result<(), (String, Option<PathBuf>)> {
    world.write_message(RequestRedraw);
    let (file, path) = world.resource_mut::<Storage>().hand_over(&game).map_err(|why| (why, None))?;
    let library = world.resource::<Table>().library.clone();
    let rules = R::rules(world.resource::<Table>()).clone();
    let identity = world.resource::<Folders>().games.join("host");
    let usual = world.resource::<Invite>().port;
    let open = || {
        let settings = |port| Settings {
            listen: match reach {
                Reach::Network => SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)),
                Reach::Window => SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            },
            identity: Some(identity.clone()),
            ..Settings::for_this_machine()
        };
        // Another window may listen at the usual port; at what no link names, any is good.
        let host = match reach {
            Reach::Network => Host::start(library.clone(), &settings(usual))
                .or_else(|_| Host::start(library.clone(), &settings(0)))?,
            Reach::Window => Host::start(library.clone(), &settings(0))?,
        };
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
        let told = Told::arrive(rules, here, wake)?;
        let address = at(own_address());
        let link = host.invitation(address.clone(), Key::Token(friend.token.clone())).to_string();
        let code = squares(&link)?;
        let open = OpenModel { address, words: opened.word, link, code, there: false };
        let open = (reach == Reach::Network).then_some(open);
        Ok((told, Hosting { host, path: path.clone(), ruleset: R::ID, open }))
    };
    let (told, hosting) = open().map_err(|why| (why, Some(path.clone())))?;
    let mut invite = world.resource_mut::<Invite>();
    invite.hosting = Some(hosting);
    invite.wanted = reach == Reach::Network;
    lay_told::<R>(world, told);
    Ok(())
}
